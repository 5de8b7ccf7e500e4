"""Faction events: when they happen, and what each of them does."""

import pytest

from astrarium.envs.starship_captains import state as st
from tests.envs.starship_captains.table import Table

ORDERS = ("Diplomatic Order #12", "Explosive Crisis")
MARKED = ["M2-M3", "M4-M5", "M6-M1", "O1-O2", "O3-O4"]  # routes with a mark, up to three players


def near(players=3, coop="Medal Ceremony", nian="Black Market", **kw):
    """One step before each event, at I1 with three single steps to take."""
    g = Table(players, **kw).event(**{"Cooperative": coop, "Ni'an": nian})
    g.ships("I1").missions(I1="Border Dispute").crew(ready="R C C", queue="Y B C C")
    g.tracks(0, CO=4, TC=5, NI=11).slots(0, damaged=(1, 2, 5, 6))
    return g


def happens(players=3, coop="Medal Ceremony", nian="Black Market", track="CO", change=None):
    """An event happens in the turn of seat 0, in the middle of a mission."""
    g = near(players, coop, nian)
    if change:
        change(g)
    return g.send("R C C").act("yes", f"{track}1")


def left(g):
    """Names of the events that are left."""
    return [g.labels["events"][card] for card in g.s["event"] if card >= 0]


# When they happen


def test_r_events_1_an_event_happens_when_a_marker_reaches_its_space():
    g = happens()
    assert [g.has_medals(seat) for seat in range(3)] == [3, 3, 3]
    assert left(g) == ["Shared Knowledge", "Black Market"]


def test_r_events_1_passing_through_the_space_is_enough():
    g = near().missions(I1="Living Slime").crew(ready="C Y").tracks(0, CO=3).send("C Y").act("yes", "CO4")
    assert (g.marks()[0], g.has_medals(1)) == (7, 3)


def test_r_events_2_it_happens_once():
    g = happens()
    assert g.s["events_done"] == 1
    g.tracks(0, CO=4).act("CO1")
    assert g.has_medals() == 3


def test_r_events_3_after_the_second_event_the_third_is_gone():
    g = happens().tracks(0, NI=11).act("NI1")
    assert (left(g), g.s["events_done"]) == ([], 2)


def test_r_events_3_with_the_tincan_their_tech_is_discarded():
    g = happens().tracks(0, NI=11).act("NI1")
    assert g.s["shared"].tolist() == [-1, -1]
    assert "Cybernetics Lab" in g.discarded()
    assert not g.s["sharing"]


def test_r_events_3_the_third_space_does_nothing():
    g = happens().act("NI1")
    g.quiet(lambda s: s["ask"] == st.ASK_ADVANCE and s["depth"] == 1)
    g.act("TC1")
    assert (g.marks()[1], g.s["sharing"], g.s["events_done"]) == (6, 0, 2)


def test_r_events_3_it_may_be_a_card_of_any_faction():
    """Tincan and Ni'an happen: the Medal Ceremony is gone, the Tincan tech stays shared."""
    g = happens(track="TC").tracks(0, NI=11).act("NI1")
    assert (left(g), g.s["events_done"]) == ([], 2)
    g.quiet(lambda s: s["ask"] == st.ASK_ADVANCE and s["depth"] == 1).act("CO1")
    assert (g.marks()[0], g.has_medals(), g.s["sharing"]) == (5, 1, 1)


def test_r_events_4_a_second_event_inside_the_first_comes_at_once():
    """Black Market: three steps on the Cooperative track lead to the Medal Ceremony."""
    g = happens(2, track="NI", change=lambda g: g.tracks(0, CO=2).cargo(0, "RY YB", 3).cargo(1, "RB", 3))
    assert (g.who(), g.asks()) == (0, "pay")
    g.act("spend RY", "CO3")
    assert [g.has_medals(seat) for seat in range(2)] == [3, 3]
    assert (g.who(), g.asks()) == (0, "pay")
    g.act("done")
    assert (g.who(), g.asks()) == (1, "pay")


def test_r_events_5_the_player_who_triggers_it_is_the_first_then_clockwise():
    order = []
    g = near(4, coop="Fleet Refit").turn_of(0)
    g.ships("I1", "H", "H", "H").send("R C C").act("yes", "CO1")
    while g.asks() == "repair":
        order.append(g.who())
        g.act("done", "done")
    assert order == [0, 1, 2, 3]


def test_r_events_5_from_another_seat():
    g = Table(3).event(Cooperative="Fleet Refit").turn_of(1).ships("H", "I1", "H")
    g.missions(I1="Border Dispute").crew(1, ready="R C C").tracks(1, CO=4)
    g.send("R C C").act("yes", "CO1")
    order = []
    while g.asks() == "repair":
        order.append(g.who())
        g.act("done", "done")
    assert (order, g.who(), g.asks()) == ([1, 2, 0], 1, "advance")


def test_r_events_6_players_who_have_passed_take_part():
    g = happens(change=lambda g: g.passed(1, 2))
    assert [g.has_medals(seat) for seat in range(3)] == [3, 3, 3]


# What they do


def test_r_events_7_shared_knowledge_every_player_may_use_the_tech():
    g = happens(track="TC")
    assert (g.s["sharing"], left(g)) == (1, ["Medal Ceremony", "Black Market"])
    g.act("done")
    for seat in (1, 2):
        g.crew(seat, ready="B").tracks(seat, TC=2)
        assert g.offered("activate ")[-1] == "shared tech 1"
        g.act("activate shared tech 1", "fix cargo", "TC3")
        assert (g.damage(seat), g.marks(seat)[1]) == (2, 5)


def test_r_events_7_not_before():
    assert not Table(2).can("activate shared tech 1")


def test_r_events_7_with_artifacts_and_as_extra_work():
    g = Table(2).share("Cybernetics Lab").crew(ready="A").cargo(0, "RB YB", 3)
    assert g.can("activate shared tech 1")
    g = Table(2).share("Cybernetics Lab").crew(ready="B+").use("Science").act("done")
    assert g.offered("activate ") == ["Science", "Repair", "shared tech 1"]


def test_r_events_7_an_ability_works_for_all():
    g = happens(track="TC", change=lambda g: g.share("Officer School", sharing=False)).act("done")
    assert g.medals(2, 2, 2).can("promote red ensign")


def test_r_events_7_it_cannot_be_paid_or_replaced():
    g = Table(2).share("Cybernetics Lab").ships("I1").missions(I1="Rogue Computer").crew(ready="B C C")
    g.slots(0).send("B C C").act("yes")
    assert g.who() == 1  # nothing to pay with
    g = Table(2).share("Cybernetics Lab").slots(0, s3="Research Lab", damaged=(1, 2, 4, 5, 6)).crew(ready="B")
    g.use("room 3").act("take 3").skip()
    assert g.s["shared"][0] == g.tech("Cybernetics Lab")


def crowd(room="Helm", figures="R C C", **techs):
    """Crowdsourcing has happened to seat 0, who lays a red-yellow artifact on a room."""

    def change(g):
        g.next_artifacts("RY").slots(0, damaged=(1, 2, 5, 6), **techs)

    g = happens(2, coop="Crowdsourcing", change=change)
    assert (g.who(), g.hold(0)) == (0, "RY")
    g.act("spend RY", f"activate {room}")
    assert (g.who(), g.hold(1)) == (1, "RY")
    return g.act("done", "done")


def test_r_events_8_crowdsourcing_gives_everybody_an_artifact_to_lay_on_a_room():
    g = happens(2, coop="Crowdsourcing", change=lambda g: g.next_artifacts("RY").slots(0, s3="Drill Range"))
    assert g.legal() == ["done", "spend red-yellow artifact"]
    g.act("spend RY")
    assert g.offered("activate ") == ["Helm", "Weapons", "Science", "tech slot 3"]
    g.act("activate tech slot 3")
    assert (g.hold(0), g.hold(1), g.who()) == ("", "RY", 1)
    g.act("done")
    assert (g.who(), g.hold(1)) == (0, "RY")


def test_r_events_8_the_room_is_gray_from_now_on():
    g = crowd().turn_of(0)
    for figure in ("R", "Y", "B", "C", "R+", "Y+", "B+"):
        assert g.crew(ready=figure).can("activate Helm")
    assert not g.crew(ready="A").can("activate Helm")
    assert g.cargo(0, "RB YB", 3).can("activate Helm")


def test_r_events_8_for_its_owner_only():
    g = crowd()
    assert not g.crew(1, ready="C").can("activate Helm")


def test_r_events_8_the_artifact_is_lost_with_the_room():
    g = crowd("tech slot 3", s3="Research Lab").turn_of(0).board("Boarding Tubes").crew(ready="C")
    g.use("room 3").act("take 1", "in 3").skip()
    assert g.techs() == {3: "Boarding Tubes"}
    assert g.s["crowd"][0].max() == -1
    assert g.s["artifact_discard"][0] == 1


def test_r_events_8_a_single_use_room_takes_it_along():
    g = crowd("tech slot 3", s3="Escape Pods").turn_of(0).crew(ready="C C C", queue="R Y B R")
    g.use("room 3")
    assert (g.techs(), g.s["artifact_discard"][0]) == ({}, 1)


def test_r_events_8_it_may_be_declined():
    g = happens(2, coop="Crowdsourcing").act("done")
    assert (g.who(), len(g.hold(0).split())) == (1, 1)


@pytest.mark.parametrize("kind", range(st.NUM_ARTIFACTS))
def test_r_events_8_a_room_holds_one_artifact_of_any_kind(kind):
    def change(g):
        g.cargo(0, " ".join([["RY", "YB", "RB"][kind]] * 3), 3).next_artifacts("RY")
        g.s["artifacts"][0, kind] = 0
        g.s["crowd"][0, :3] = kind

    g = happens(2, coop="Crowdsourcing", change=change)
    assert (g.who(), g.hold(0)) == (1, "RY")  # no coloured room is left


def test_r_events_8_one_artifact_is_laid_though_there_are_more():
    g = happens(2, coop="Crowdsourcing", change=lambda g: g.cargo(0, "RY RY").next_artifacts("YB"))
    g.act("spend RY", "activate Helm")
    assert (g.who(), g.s["artifacts"][0].sum()) == (1, 2)


def test_r_events_8_the_last_coloured_room_is_not_asked():
    def change(g):
        g.cargo(0, "YB YB", 3).next_artifacts("RY")
        g.s["artifacts"][0, 1] = 0
        g.s["crowd"][0, :2] = 1

    g = happens(2, coop="Crowdsourcing", change=change).act("spend RY")
    assert (g.who(), g.s["crowd"][0, :3].tolist()) == (1, [1, 1, 0])


def test_r_events_8_commanders_of_any_colour_do_extra_work_there():
    g = crowd().turn_of(0).crew(ready="B+").use("Science").act("done")
    assert g.offered("activate ") == ["Helm", "Science", "Repair"]


def test_r_events_9_diplomatic_order_a_step_at_the_end_of_a_turn_at_a_station():
    g = Table(2).no_events("Diplomatic Order #12").tracks(0, CO=2).crew(ready="R").use("Helm")
    g.act("to I3", "done")
    assert (g.asks(), g.ready()) == ("advance", "")  # before the station's tile
    g.act("CO1")
    assert (g.marks()[0], g.ready(), g.who()) == (3, "A", 1)


def test_r_events_9_in_every_turn():
    g = Table(2).no_events("Diplomatic Order #12").crew(0, ready="R").crew(1, ready="R")
    g.use("Helm").act("to I3", "done", "CO1")
    g.use("Helm").act("to I3", "done")
    assert (g.asks(), g.who()) == ("advance", 1)


def test_r_events_9_from_its_event_on():
    g = happens(2, coop="Diplomatic Order #12")
    assert g.s["orders"] == 1 << g.event_card("Diplomatic Order #12")
    g.skip().ships("I1", "H").crew(1, ready="R").use("Helm").act("to I3", "done")
    assert (g.asks(), g.who()) == ("advance", 1)


def test_r_events_9_without_a_tile_too():
    g = Table(2).no_events("Diplomatic Order #12").ships("I3").use("Helm").act("to H", "done")
    assert g.asks() == "advance"


@pytest.mark.parametrize("name", ORDERS)
def test_r_events_9_not_in_a_turn_without_a_move(name):
    g = Table(2).no_events(name).ships("I3").crew(ready="C").use("Repair").act("done")
    assert (g.who(), g.damage(), g.ready()) == (1, 3, "A")
    g = Table(2).no_events(name).ships("I3").act("pass")
    assert (g.who(), g.damage()) == (1, 3)


@pytest.mark.parametrize("name", ORDERS)
def test_r_events_9_not_at_other_planets(name):
    g = Table(2).no_events(name).use("Helm").act("to I1", "done")
    assert (g.who(), g.damage()) == (1, 3)


def test_r_events_9_after_a_jump():
    g = Table(2).no_events("Explosive Crisis").slots(0, s3="Slipstream Drive").crew(ready="R").use("room 3")
    g.act("to O4", "CO1")
    assert g.damage() == 4


def test_r_events_10_medal_ceremony():
    assert [happens(2).has_medals(seat) for seat in range(2)] == [3, 3]


def test_r_events_11_graduation_day():
    g = happens(2, coop="Graduation Day")
    assert (g.ready(0), g.ready(1)) == ("C", "R Y B C C")


def test_r_events_12_fleet_refit_a_repair_and_a_tech_with_recycling():
    g = happens(2, coop="Fleet Refit", change=lambda g: g.slots(1, damaged=(1, 2, 5, 6), s3="Hull Plating"))
    g.act("fix cargo", "take 3", "in 3", "fix cargo")
    assert (g.who(), g.on_board()[2]) == (1, "-")  # the board is not filled between players
    g.act("take 2")
    assert g.legal() == ["choose tech slot 3", "choose tech slot 4"]
    g.act("in 3")
    assert (g.techs(0), g.techs(1)) == ({3: "Boarding Tubes"}, {3: "Thruster Dock"})


def test_r_events_13_explosive_crisis_damage_artifact_and_medal_at_a_station():
    g = Table(2).no_events("Explosive Crisis").crew(ready="R").use("Helm").act("to I3", "done")
    assert (g.damage(), len(g.hold().split()), g.has_medals(), g.ready()) == (4, 1, 2, "A")
    assert g.who() == 1


def test_r_events_13_it_is_not_optional():
    g = Table(2).no_events("Explosive Crisis").crew(ready="R").use("Helm").act("to I3", "done")
    assert g.damage() == 4


def test_r_events_14_honesty_summit_the_furthest_go_back_two_and_get_a_medal():
    def change(g):
        g.tracks(0, CO=3, TC=1, NI=11).tracks(1, CO=3, TC=4, NI=0).tracks(2, CO=1, TC=4, NI=0)

    g = happens(nian="Honesty Summit", track="NI", change=change)
    assert [g.marks(seat) for seat in range(3)] == [(1, 1, 10), (1, 2, 0), (1, 2, 0)]
    assert [g.has_medals(seat) for seat in range(3)] == [3, 3, 2]


def test_r_events_14_not_below_the_start_of_the_loop():
    def change(g):
        g.tracks(0, CO=14, TC=0, NI=11).tracks(1, CO=0, TC=1, NI=0)

    g = happens(2, nian="Honesty Summit", track="NI", change=change)
    assert [g.marks(seat) for seat in range(2)] == [(13, 0, 10), (0, 0, 0)]
    assert [g.has_medals(seat) for seat in range(2)] == [3, 2]


def test_r_events_14_nobody_moves_where_all_are_at_the_start():
    def change(g):
        g.tracks(0, CO=0, TC=0, NI=11)

    g = happens(2, nian="Honesty Summit", track="NI", change=change)
    assert [g.has_medals(seat) for seat in range(2)] == [2, 1]


def test_r_events_14_no_bonus_on_the_way_back_but_again_on_the_way_on():
    def change(g):
        g.tracks(0, CO=2, TC=0, NI=11).tracks(1, CO=4)

    g = happens(2, nian="Honesty Summit", track="NI", change=change)
    assert (g.marks(1), g.damage(1), g.asks()) == ((2, 0, 0), 3, "advance")


def test_r_events_14_steps_that_are_left_go_on_from_the_new_space():
    g = near(2, nian="Honesty Summit").missions(I1="Escort the Envoy").crew(ready="C Y").tracks(0, NI=10)
    g.send("C Y").act("yes", "NI3")
    assert g.marks()[2] == 10  # at 12 the summit, back to 10
    g.act("NI1")
    assert g.marks()[2] == 11


def test_r_events_15_raiding_season_pirates_on_marked_routes_then_safe_fights():
    g = happens(nian="Raiding Season", track="NI", change=lambda g: g.ships("I1", "M2", "H"))
    assert list(g.all_pirates()) == MARKED
    assert (g.who(), g.asks()) == (1, "fight")  # at I1 there is no pirate
    g.act("fight purple")
    assert (g.damage(1), g.hold(1).count("P")) == (3, 1)
    assert (g.who(), g.asks()) == (0, "advance")


def test_r_events_15_routes_with_a_pirate_keep_it():
    def change(g):
        g.pirates({"M4-M5": "green android"})

    g = happens(2, nian="Raiding Season", track="NI", change=change)
    assert (g.pirate_on("M4-M5"), len(g.all_pirates())) == ("green android", 5)


def test_r_events_15_the_fight_is_optional():
    g = happens(2, nian="Raiding Season", track="NI", change=lambda g: g.ships("I1", "M2")).act("done")
    assert len(g.all_pirates()) == 5


def test_r_events_16_black_market_up_to_two_tokens_for_three_steps_each():
    def change(g):
        g.tracks(0, CO=5, TC=2, NI=11).cargo(0, "RY P", 3).cargo(1, "", 3)

    g = happens(2, track="NI", change=change)
    assert g.legal() == ["done", "spend red-yellow artifact", "spend pirate token"]
    g.act("spend RY", "CO3", "spend P", "TC3")
    assert (g.marks(), g.hold(), g.who()) == ((8, 5, 12), "", 0)
    assert g.asks() == "advance"


def test_r_events_16_may_be_declined():
    g = happens(2, track="NI", change=lambda g: g.cargo(0, "RY", 3)).act("done", "done")
    assert (g.hold(), g.asks()) == ("RY", "advance")


def test_r_events_17_ceasefire_no_pirate_next_to_a_ship_then_two_steps():
    def change(g):
        g.ships("I1", "O1").tracks(0, NI=11).tracks(1, NI=2)
        g.pirates({"H-I1": "green medal", "O1-O2": "purple medal", "M4-M5": "yellow android"})

    g = happens(2, nian="Ceasefire", track="NI", change=change)
    assert list(g.all_pirates()) == ["M4-M5"]
    assert g.s["pirate_discard"].sum() == 2
    g.act("NI2", "NI2")
    assert (g.marks(0)[2], g.marks(1)[2]) == (14, 4)


# Orders at stations


def test_r_events_18_both_orders_the_diplomatic_one_first():
    g = Table(2).no_events("Explosive Crisis").order("Diplomatic Order #12").tracks(0, CO=2).crew(ready="R")
    g.use("Helm").act("to I3", "done")
    assert (g.asks(), g.damage()) == ("advance", 3)
    g.act("CO1")
    assert (g.damage(), g.ready()) == (4, "A")


def test_r_events_18_the_second_only_if_the_ship_is_still_at_a_station():
    """The step of the Diplomatic Order gives a move, away from the station."""
    g = Table(2, sides="BAA").no_events("Explosive Crisis").order("Diplomatic Order #12").tracks(0, CO=5)
    g.crew(ready="R").use("Helm").act("to I3", "done").act("CO1", "to M5")
    assert (g.damage(), g.who(), g.waiting("Tincan Station")) == (3, 1, 0)


def test_r_events_19_decisions_outside_the_own_turn_are_asked_of_that_seat():
    g = happens(2, coop="Fleet Refit").act("done", "done")
    assert (g.who(), g.s["active"]) == (1, 0)


def test_r_events_20_a_move_outside_the_own_turn_is_no_move_of_the_turn():
    """Fleet Refit brings seat 1 a tech with a move, in the turn of seat 0."""

    def change(g):
        g.slots(1, damaged=(1, 2, 5, 6), s3="Salvage Bay").board("Research Lab").ships("I1", "H")

    g = happens(2, coop="Fleet Refit", change=change).act("done", "done", "done", "take 1", "in 4", "to I3")
    assert (g.at(1), g.s["moved"], g.waiting("Tincan Station")) == ("I3", 0, 0)


@pytest.mark.parametrize("owner", [0, 1])
def test_r_techs_27_a_shot_at_another_ship_is_no_damage_of_the_mission(owner):
    """Seat 1 moves past a pirate during the mission of seat 0, whose first damage is still to come."""

    def change(g):
        g.board("Research Lab").ships("I1", "H").pirates({"H-I3": "green medal"}).slots(1, s3="Salvage Bay")
        paint = {0: {}, 1: {"s3": "Salvage Bay"}}[owner] | {"s6": "Stealth Paint"}
        g.slots(owner, **paint)

    g = happens(2, coop="Fleet Refit", change=change)
    g.quiet(lambda s: s["seat"] == 1 and s["ask"] == st.ASK_TECH).act("take 1", "in 4", "to I3")
    assert (g.damage(1), g.s["painted"]) == (4, 0)
