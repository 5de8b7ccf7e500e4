"""Moves, jumps, and planets that are reserved."""

from tests.envs.starship_captains.table import Table


def jumper(players=2):
    """The active player can jump with the Slipstream Drive."""
    return Table(players).slots(s3="Slipstream Drive").crew(ready="R")


def test_r_moves_1_a_move_goes_along_a_route():
    g = Table(2).use("Helm")
    assert g.legal() == ["done", "go to I1", "go to I2", "go to I3"]
    g.act("to I2")
    assert g.legal() == ["done", "go to Home Station", "go to M3", "go to M4"]


def test_r_moves_1_on_the_other_side_of_the_board():
    g = Table(4).ships("M6").use("Helm")
    assert g.legal() == ["done", "go to I3", "go to M1", "go to O6"]


def test_r_moves_2_a_move_is_optional():
    g = Table(2).use("Helm").act("to I1", "done")
    assert (g.at(), g.who()) == ("I1", 1)
    assert Table(2).use("Helm").act("done").at() == "H"


def test_r_moves_3_a_pirate_on_the_route_deals_one_damage_and_stays():
    g = Table(2).pirates({"H-I1": "green medal"}).use("Helm").act("to I1", "done")
    assert (g.damage(), g.pirate_on("H-I1")) == (4, "green medal")


def test_r_moves_3_each_time():
    g = Table(2).pirates({"H-I1": "green medal"}).use("Helm").act("to I1", "to H")
    assert g.damage() == 5


def test_r_moves_3_other_routes_are_safe():
    g = Table(2).pirates({"H-I1": "green medal"}).use("Helm").act("to I2", "done")
    assert g.damage() == 3


def test_r_moves_4_a_jump_goes_anywhere():
    g = jumper().use("room 3")
    assert len(g.offered("go to ")) == 13
    assert not g.can("go to Home Station")
    assert g.act("to O3", "CO1").at() == "O3"


def test_r_moves_4_a_jump_avoids_pirates():
    g = jumper().pirates({"H-I1": "green medal"}).use("room 3").act("to I1", "CO1")
    assert g.damage() == 3


def test_r_moves_4_a_jump_is_optional():
    g = jumper().use("room 3").act("done", "CO1")
    assert (g.at(), g.marks()) == ("H", (1, 0, 0))


def test_r_moves_5_the_first_ship_at_a_planet_has_it_reserved():
    g = Table(2).use("Helm").act("to I1", "done")
    assert g.reserved("I1") == 0


def test_r_moves_6_latecomers_cannot_take_the_mission():
    g = Table(2).ships("H", "I1").use("Helm").act("to I1", "done")
    assert (g.reserved("I1"), g.at(0)) == (1, "I1")
    assert g.turn_of(0).can("complete the mission") is False
    assert g.turn_of(1).can("complete the mission")


def test_r_moves_6_nor_can_they_where_the_first_player_was_first():
    g = Table(2).ships("I1", "H").turn_of(1).use("Helm").act("to I1", "done")
    assert (g.reserved("I1"), g.at(1)) == (0, "I1")
    assert g.turn_of(1).can("complete the mission") is False
    assert g.turn_of(0).can("complete the mission")


def test_r_moves_7_who_stays_behind_alone_has_it_reserved():
    g = Table(2).ships("I1", "I1").use("Helm").act("to H", "done")
    assert g.reserved("I1") == 1


def test_r_moves_8_of_two_left_behind_neither_has_it_but_both_may_take_the_mission():
    g = Table(3).ships("I1", "I1", "I1").use("Helm").act("to H", "done")
    assert g.reserved("I1") is None
    for seat in (1, 2):
        assert g.twin().turn_of(seat).can("complete the mission")


def test_r_moves_8_a_newcomer_joins_the_two():
    g = Table(4).ships("I1", "I1", "I1", "H").use("Helm").act("to H", "done")
    g.turn_of(3).use("Helm").act("to I1", "done")
    assert g.reserved("I1") is None
    assert g.turn_of(3).can("complete the mission")


def test_r_moves_9_when_one_of_the_two_leaves_the_other_has_it():
    g = Table(3).ships("I1", "I1", "I1").use("Helm").act("to H", "done")
    g.use("Helm").act("to M1", "done")
    assert g.reserved("I1") == 2


def test_r_moves_10_a_latecomer_who_leaves_changes_nothing():
    g = Table(3).ships("I1", "I1", "I1").turn_of(1).use("Helm").act("to H", "done")
    assert g.reserved("I1") == 0


def test_r_moves_11_passing_through_reserves_nothing():
    g = Table(2).use("Helm").act("to I1", "to M1")
    assert (g.reserved("I1"), g.reserved("M1")) == (None, 0)


def test_r_moves_12_who_leaves_and_comes_back_is_a_latecomer():
    g = Table(2).ships("I1", "I1").use("Helm").act("to H", "to I1")
    assert g.reserved("I1") == 1


def test_r_moves_13_home_station_is_never_reserved():
    g = Table(2).ships("I1", "H").use("Helm").act("to H", "done")
    assert g.reserved("H") is None


def test_r_moves_14_a_planet_without_a_mission_is_reserved_for_later_ones():
    """A new mission is reserved for the ship that waited there, whoever completed the last one."""
    g = Table(2).ships("I1", "O2").missions(I1="Stowaway").crew(ready="C C").send("C C")
    assert g.mission_at("O2") is not None
    assert g.reserved("O2") == 1
    assert g.can("complete the mission")


def test_r_moves_15_a_jump_reserves_like_a_move():
    g = jumper().use("room 3").act("to O1", "CO1")
    assert g.reserved("O1") == 0


def test_r_moves_16_one_may_end_a_turn_where_nothing_is():
    g = Table(2).use("Helm").act("to I2", "done")
    assert (g.at(), g.who()) == ("I2", 1)


def test_r_moves_17_a_ship_may_leave_through_its_own_mission():
    """The number goes to the planet of the mission all the same."""
    g = Table(2).ships("I1").missions(I1="Rescue the Younglings").crew(ready="R C C C")
    g.send("R C C").act("yes", "to O3")
    assert (g.at(), g.number_at("I1"), g.reserved("O3"), g.reserved("I1")) == ("O3", 5, 0, None)
