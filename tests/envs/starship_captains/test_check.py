"""Every invariant, broken: its number is seen."""

import pytest

from astrarium.core import drivers
from astrarium.envs.starship_captains import state as st
from tests.envs.starship_captains.table import GAME, Table


def broken(g):
    """The number of the first invariant that is broken."""
    return int(GAME.bound(drivers.check_one)(g.game.content.tables, g.game.states, 0))


def moving():
    """The Helm is in use."""
    return Table(2).use("Helm")


def tech_twice(g):
    g.s["tech_board"][0] = g.s["tech_board"][1]


def tech_nowhere(g):
    g.s["tech_pool"] &= g.s["tech_pool"] - 1


def tech_in_deck_and_discard(g):
    g.s["tech_discard"] = g.s["tech_pool"]


def omega_twice(g):
    g.s["tech_board"][6] = g.s["tech_board"][5]


def omega_nowhere(g):
    g.s["omega_pool"] = 0


def omega_in_deck_and_discard(g):
    g.s["omega_discard"] = g.s["omega_pool"]


def mission_twice(g):
    g.s["mission_at"][g.place("M1")] = g.s["mission_at"][g.place("I1")]


def mission_nowhere(g):
    g.s["mission_at"][g.place("M1")] = -1


def mission_completed_twice(g):
    g.s["completed"][0] = g.s["completed"][1] = 1 << g.mission("Time Loop")
    g.s["mission_pool"] &= ~(1 << g.mission("Time Loop"))


def artifact_made(g):
    g.s["artifacts"][1, 2] += 1


def artifacts_owed(g):
    g.s["artifacts"][1, 2] -= 1
    g.s["artifact_supply"][2] += 1


def artifact_supply_owed(g):
    g.s["artifact_discard"][0] = -1
    g.s["artifact_supply"][0] += 1


def pirate_made(g):
    g.s["pirate_on"][3] = 4


def pirates_owed(g):
    g.s["pirates"][0, 1] -= 1
    g.s["pirate_supply"][1] += 1


def pirate_discard_owed(g):
    g.s["pirate_discard"][1] -= 1
    g.s["pirate_supply"][1] += 1


def gap_in_the_queue(g):
    g.s["queue"][0, 1] = -1


def figure_behind_the_queue(g):
    g.s["queue"][1, 5] = st.RED


def android_in_the_queue(g):
    g.s["queue"][1, 0] = st.ANDROID


def figure_lost(g):
    g.s["ready"][0, st.RED] = 0


def figures_too_many(g):
    g.s["ready"][1, st.CADET] += 2


def figures_owed(g):
    g.s["ready"][1, st.CADET] -= 2
    g.s["ready"][1, st.RED] += 2


def six_commanders(g):
    g.crew(ready="R+ R+ R+ Y+ Y+ Y+ C", queue="")


def hooks_without_tech(g):
    g.s["hooks"][1] = 1


def tech_in_a_damaged_slot(g):
    g.slots(0, damaged=(3,), s3="Warp Coils")


def artifact_on_the_repair_room(g):
    g.s["crowd"][0, st.REPAIR] = 0
    g.s["artifact_supply"][0] -= 1


def artifact_on_an_empty_slot(g):
    g.s["crowd"][0, st.FIRST_SLOT_ROOM] = 0
    g.s["artifact_supply"][0] -= 1


def reserved_for_an_absent_ship(g):
    g.s["holder"][g.place("I1")] = 0


def alone_without_reservation(g):
    g.ships("I1")
    g.s["holder"][g.place("I1")] = -1


def home_reserved(g):
    g.s["holder"][st.HOME] = 0


def held_by_another_planets_ship(g):
    g.ships("I1", "M1")
    g.s["holder"][g.place("I1")] = 1


def two_things_at_a_planet(g):
    g.s["number_at"][g.place("I1")] = 5
    g.s["number_at"][g.place("O2")] = 0


def number_missing(g):
    g.s["number_at"][g.place("O2")] = 0


def number_twice(g):
    g.s["number_at"][g.place("O2")] = 4


def numbers_up_with_a_gap(g):
    g.s["numbers_up"] = 0b10111


def numbers_all_down(g):
    g.s["numbers_up"] = 0


def station_missing(g):
    g.s["station_at"][g.place("O4")] = -1


def hold_too_full(g):
    g.cargo(0, "RY RY RY RY RY RY", 3)


def event_missing(g):
    g.s["event"][0] = -1


def third_event_left(g):
    g.s["events_done"] = 2


def techs_left_without_their_event(g):
    g.s["event"], g.s["events_done"] = -1, 2


def stack_too_deep(g):
    g.s["depth"] = st.MAX_DEPTH


def effect_of_nobody(g):
    g.s["f_seat"][0] = 3


def effect_unknown(g):
    g.s["f_effect"][0] = 0


def effect_beyond_its_end(g):
    g.s["f_at"][0] = 5


def effect_left_behind(g):
    g.s["f_effect"][1] = 1


def nothing_asked(g):
    g.s["ask"] = st.ASK_NOTHING


def asked_of_an_absent_seat(g):
    g.s["seat"] = 2


def move_asked_without_effect(g):
    g.s["ask"] = st.ASK_MOVE


def move_asked_of_another_seat(g):
    g.s["seat"] = 1


def turn_of_a_passed_player(g):
    g.s["passed"][0] = 1


def discard_asked_of_nobody(g):
    g.s["ask"] = st.ASK_DISCARD


def asked_after_the_end(g):
    g.s["over"] = 1


def known_mission_beyond_the_size(g):
    g.next_missions("Time Loop")
    g.s["known_size"] = 0
    g.s["mission_pool"] |= 1 << g.mission("Time Loop")


def more_peeked_than_known(g):
    g.next_missions("Time Loop")
    g.s["peeked"][0] = 2


def shadow_in_company(g):
    g.s["shadow_at"] = 0


def medals_owed(g):
    g.s["medals"][1] = -1


def damage_owed(g):
    g.s["damage"][1] = -1


def back_before_the_start(g):
    g.s["position"][1, 2] = -1


def fifth_round(g):
    g.s["round"] = 5
    for seat in range(2):
        g.s["ready"][seat, st.CADET] += 3


def ship_beyond_the_map(g):
    g.s["location"][1] = st.NUM_LOCATIONS


BREAKS = [
    (1, tech_twice),
    (1, tech_nowhere),
    (1, tech_in_deck_and_discard),
    (2, omega_twice),
    (2, omega_nowhere),
    (2, omega_in_deck_and_discard),
    (3, mission_twice),
    (3, mission_nowhere),
    (3, mission_completed_twice),
    (4, artifact_made),
    (4, artifacts_owed),
    (4, artifact_supply_owed),
    (5, pirate_made),
    (5, pirates_owed),
    (5, pirate_discard_owed),
    (6, gap_in_the_queue),
    (6, figure_behind_the_queue),
    (6, android_in_the_queue),
    (7, figure_lost),
    (7, figures_too_many),
    (7, figures_owed),
    (7, six_commanders),
    (8, hooks_without_tech),
    (9, tech_in_a_damaged_slot),
    (10, artifact_on_the_repair_room),
    (10, artifact_on_an_empty_slot),
    (11, reserved_for_an_absent_ship),
    (11, alone_without_reservation),
    (11, home_reserved),
    (11, held_by_another_planets_ship),
    (12, two_things_at_a_planet),
    (12, number_missing),
    (12, number_twice),
    (12, numbers_up_with_a_gap),
    (12, numbers_all_down),
    (12, station_missing),
    (13, hold_too_full),
    (14, event_missing),
    (14, third_event_left),
    (14, techs_left_without_their_event),
    (16, nothing_asked),
    (16, asked_of_an_absent_seat),
    (16, move_asked_without_effect),
    (16, turn_of_a_passed_player),
    (16, discard_asked_of_nobody),
    (16, asked_after_the_end),
    (17, known_mission_beyond_the_size),
    (17, more_peeked_than_known),
    (18, shadow_in_company),
    (19, medals_owed),
    (19, damage_owed),
    (19, back_before_the_start),
    (19, fifth_round),
    (19, ship_beyond_the_map),
]
STACK = [
    (15, stack_too_deep),
    (15, effect_of_nobody),
    (15, effect_unknown),
    (15, effect_beyond_its_end),
    (15, effect_left_behind),
    (16, move_asked_of_another_seat),
]


@pytest.mark.parametrize(("number", "breaks"), BREAKS)
def test_a_broken_invariant_is_seen(number, breaks):
    g = Table(2)
    assert broken(g) == 0
    breaks(g)
    assert broken(g) == number


@pytest.mark.parametrize(("number", "breaks"), STACK)
def test_a_broken_effect_is_seen(number, breaks):
    g = moving()
    assert broken(g) == 0
    breaks(g)
    assert broken(g) == number


@pytest.mark.parametrize("field", ["action_known", "action_extra", "action_left"])
def test_a_broken_action_deck_is_seen(field):
    g = Table(1)
    assert broken(g) == 0
    g.s[field][0] += 1
    assert broken(g) == 18


@pytest.mark.parametrize(("field", "value"), [("shadow_at", -1), ("rider", -1)])
def test_a_missing_shadow_or_passenger_is_seen(field, value):
    g = Table(1)
    g.s[field] = value
    assert broken(g) == 18


def test_every_invariant_has_a_break():
    assert {number for number, _ in [*BREAKS, *STACK]} == set(GAME.invariants)


def test_alone_missions_may_leave_the_game():
    g = Table(1)
    g.s["mission_pool"] &= g.s["mission_pool"] - 1
    assert broken(g) == 0
    mission_twice(g)
    assert broken(g) == 3


def test_a_full_hold_is_in_order_while_its_owner_is_asked():
    g = Table(2).cargo(0, "RY YB P", 5).pirates({"H-I1": "purple medal"}).use("Helm").act("to I1")
    assert (g.asks(), broken(g)) == ("discard", 0)
