"""Station tiles and what happens at the end of a turn."""

from tests.envs.starship_captains.table import Table


def at(place, round=1):
    """A ship with a cadet at a place."""
    return Table(2, round=round).ships(place).crew(ready="C")


def stay(g):
    """A turn without effect."""
    return g.use("Repair").act("done")


def test_r_stations_1_the_tincan_station_gives_an_android():
    g = stay(at("I3"))
    assert (g.ready(), g.who()) == ("A", 1)


def test_r_stations_2_the_trade_station_gives_an_artifact_and_a_repair():
    g = stay(at("O4")).act("fix cargo")
    assert (len(g.hold().split()), g.damage(), g.who()) == (1, 2, 1)


def test_r_stations_3_home_station_gives_a_step_on_each_track():
    g = stay(at("H", round=2))
    g.act("TC1", "CO1", "NI1")
    assert (g.marks(), g.who()) == ((1, 1, 1), 1)


def test_r_stations_4_in_round_one_home_station_has_no_tile():
    g = stay(at("H"))
    assert (g.marks(), g.who(), g.waiting("Home Station")) == ((0, 0, 0), 1, 2)


def test_r_stations_5_a_used_tile_waits_for_the_next_round():
    g = stay(at("I3"))
    assert g.waiting("Tincan Station") == 2
    g.ships("H", "I3").crew(1, ready="C C").use("Repair").act("done")
    assert g.ready(1) == "C"


def test_r_stations_6_a_ship_that_arrives_uses_it_at_the_end_of_its_turn():
    g = Table(2).ships("H").use("Helm").act("to I3")
    assert "A" not in g.ready()
    assert g.act("done").ready().split()[-1] == "A"


def test_r_stations_6_passing_through_is_not_enough():
    g = Table(2).ships("H").use("Helm").act("to I3", "to H")
    assert (g.waiting("Tincan Station"), "A" in g.ready()) == (0, False)


def test_r_stations_7_after_a_pass_too():
    g = at("I3").act("pass")
    assert (g.ready(), g.who()) == ("C A", 1)


def test_r_stations_8_a_tile_of_round_four_leaves_the_game():
    g = Table(2, round=4).ships("I3").act("pass")
    assert g.waiting("Tincan Station") == 5


def test_r_stations_9_the_tile_comes_back_in_the_next_round():
    g = Table(2).ships("H", "H").tile("Tincan Station", 2).end_round()
    assert g.waiting("Tincan Station") == 0


def test_r_stations_10_not_where_a_ship_is():
    g = Table(2).ships("I3", "H").tile("Tincan Station", 2).end_round()
    assert g.waiting("Tincan Station") == 3
    assert g.ships("H", "H").end_round().waiting("Tincan Station") == 0


def test_r_stations_11_the_home_tile_waits_while_ships_are_there():
    g = Table(2).end_round()
    assert g.waiting("Home Station") == 3
    g = Table(2).ships("I1", "I2").end_round()
    assert g.waiting("Home Station") == 0


def test_r_stations_12_latecomers_use_the_tile_as_well():
    g = Table(2).ships("H", "I3").tile("Tincan Station", 0).use("Helm").act("to I3", "done")
    assert "A" in g.ready()


def test_r_stations_13_stations_hold_no_mission():
    g = Table(2).ships("I3").crew(ready="R Y B C A A A")
    assert not g.can("complete the mission")


def test_r_stations_14_at_most_one_tile_at_the_end_of_a_turn():
    """The Home tile moves nobody; a track bonus that moves the ship to another station comes too late."""
    g = Table(2, round=2, sides="BAA").tracks(0, CO=5).crew(ready="C").use("Repair").act("done")
    g.act("TC1", "CO1", "to I3", "NI1")
    assert (g.at(), g.ready(), g.who(), g.waiting("Tincan Station")) == ("I3", "", 1, 0)


def test_r_stations_15_the_tech_board_is_filled_after_the_station():
    g = Table(2, round=2).slots().tracks(0, TC=11).deck("Salvage Bay", "Hull Plating").crew(ready="B")
    g.use("Science").act("take 1", "in 6").act("TC1")
    assert (g.asks(), g.on_board()[0]) == ("tech", "-")
