"""The flight phase: speed, flight rules, exploring, founding, pirates and ice."""

import numpy as np
import pytest

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import END, LABELS, Table, launch_of, node_of, reseed

FAR = "K16"  # an intersection away from everything


def ends(g, rings=1):
    """Intersections where the ship could end its move, tried on copies by flying everywhere."""
    found, seen = set(), set()
    start = g.twin().take_off(rings)
    queue = [start]
    while queue:
        at = queue.pop()
        if at.s["flying"] < 0:
            found.add(at.place(0, rings))
            continue
        key = (int(at.s["ship_node"][0, rings - 1]), int(at.s["steps"]))
        if key in seen:
            continue
        seen.add(key)
        for name in at.legal():
            if name == "stop here":
                found.add(at.place(0, rings))
            elif name.startswith("fly"):
                twin = at.twin()
                twin.game.act(name)
                queue.append(twin)
    return found


def within(place, steps):
    """Intersections within so many steps, outposts left out."""
    t = Table().t
    near = [n for n in range(309) if t["distance"][node_of(place), n] <= steps]
    return {LABELS["node"][n] for n in near if t["node_outpost"][n] < 0}


# Speed


def test_r8_1_without_ships_no_roll():
    g = Table().no_ships().force(END, lambda s: True)
    assert g.s["balls_drawn"].tolist() == [-1, -1]
    assert int(g.s["active"]) != 0


def test_k14_with_a_ship_the_roll_is_made():
    g = Table().act(END)
    assert min(g.s["balls_drawn"]) >= 0


def test_r8_2_two_different_balls_of_four():
    pairs = set()
    for seed in range(60):
        g = Table()
        reseed(g.game.states, seed)
        g.game.act(END)
        balls = tuple(sorted(int(b) for b in g.s["balls_drawn"]))
        if min(balls) >= 0:
            pairs.add(balls)
    assert pairs == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}


def test_r8_3_example_red_and_blue_are_a_base_speed_of_four():
    g = Table().force(END, lambda s: sorted(s["balls_drawn"]) == [1, 3])
    assert g.s["base_speed"] == 4


@pytest.mark.parametrize(("balls", "speed"), [([1, 2], 3), ([2, 3], 5)])
def test_r8_3_ball_values(balls, speed):
    g = Table().force(END, lambda s: sorted(s["balls_drawn"]) == balls)
    assert g.s["base_speed"] == speed


def test_r8_3_a_second_yellow_ball_by_option():
    g = Table(balls=5).force(END, lambda s: sorted(s["balls_drawn"]) == [2, 4])
    assert g.s["base_speed"] == 4


def test_r8_4_boosters_and_friends_add_to_the_speed():
    g = Table().ship(0, FAR).expand(0, boosters=2).outpost(0, "Scientists", "drives").flight(3)
    assert ends(g) == within(FAR, 3 + 2 + 2)


def test_r8_5_example_yellow_with_base_speed_four_flies_four_intersections():
    g = Table().ship(0, FAR).flight(4)
    assert ends(g) == within(FAR, 4)


def test_r8_6_the_speed_holds_for_each_ship():
    g = Table().ship(0, FAR).ship(0, "C24", rings=2).flight(3)
    assert ends(g) == within(FAR, 3)
    assert ends(g, 2) == within("C24", 3)
    g.fly("L17").act("stop here")
    assert ends(g, 2) == within("C24", 3)


def test_r8_7_the_black_ball_means_an_encounter_and_base_speed_three():
    g = Table().top_card(22).force(END, lambda s: s["balls_drawn"].min() == st.BLACK)
    assert g.s["phase"] == st.ENCOUNTER
    g.act("no")
    assert (g.s["phase"], g.s["base_speed"]) == (st.FLIGHT, 3)


def test_k13_speed_after_an_encounter_counts_boosters_held_then():
    g = Table().ship(0, FAR).expand(0, boosters=1).meet(28)  # with no cards: loses the booster
    assert g.s["expansion"][0, st.BOOSTER] == 0
    assert ends(g) == within(FAR, 3)


# Flight rules


def test_r14_1_a_ship_need_not_move():
    g = Table().ship(0, FAR).flight()
    assert g.can("end the flight phase")
    g.act("end the flight phase")
    assert g.place(0) == FAR


def test_r14_1_a_picked_ship_may_stay():
    g = Table().ship(0, FAR).flight().take_off()
    assert g.can("stop here")


def test_r14_2_an_intersection_may_be_visited_again():
    g = Table().ship(0, FAR).flight(4).take_off().act("fly left", "fly right")
    assert g.place(0) == FAR
    assert g.s["steps"] == 2


def test_r14_3_ships_pass_other_ships_and_colonies():
    g = Table().ship(0, launch_of("Alpha food+fuel", 0)).flight(4)
    over = launch_of("Alpha food+fuel", 1)
    assert over in ends(g)  # two steps, over White's colony
    g = Table().ship(0, FAR).ship(1, "L17").flight(3)
    beyond = within("L17", 1) - {FAR, "L17"}
    assert beyond <= ends(g)


def test_r14_4_no_end_on_a_ship_a_colony_or_an_outpost():
    g = Table().ship(0, FAR).ship(1, "L17").ship(0, "J16", rings=2).flight(4)
    assert ends(g) == within(FAR, 4) - {"L17", "J16"}
    g = Table().ship(0, launch_of("Alpha food+fuel", 0)).flight(4)
    assert LABELS["node"][node_of("Alpha food+fuel")] not in ends(g)
    g = Table().outpost(1, "Merchants", "ore rate").expand(0, freight=5).ship(0, "P17", "trade").flight(5)
    assert LABELS["node"][node_of("Merchants 1")] not in ends(g)


def test_r14_5_no_end_beside_another_players_spaceport():
    barred = {launch_of("Beta fuel+goods", side) for side in (0, 1)}
    g = Table().ship(0, "I7").flight(5)
    assert barred & within("I7", 5)
    assert not ends(g) & barred


def test_k8_own_launch_points_are_allowed():
    g = Table().ship(0, "F6").flight(5)
    assert {launch_of("Alpha carbon+fuel", side) for side in (0, 1)} <= ends(g)


def test_k7_launch_points_of_blocked_spaceports_are_allowed():
    g = Table(3).ship(0, "V6").flight(5)
    assert {launch_of("Delta goods+ore", side) for side in (0, 1)} & ends(g)


def test_k7_a_ship_caught_by_a_new_spaceport_must_leave():
    beside = launch_of("S1 ore+fuel", 0)
    g = Table().colony(1, "S1 ore+fuel", port=True).ship(0, beside).flight()
    assert g.s["flying"] == 0, "the only thing to do"
    assert not g.can("stop here")


def test_r14_6_colony_ships_never_end_on_outposts():
    g = Table().expand(0, freight=5).ship(0, "P17").flight()
    assert g.t["distance"][node_of("P17"), node_of("Merchants 1")] <= 5
    assert LABELS["node"][node_of("Merchants 1")] not in ends(g)


def test_r14_7_trade_ships_never_end_on_colony_sites():
    g = Table().ship(0, launch_of("S1 ore+fuel", 0), "trade").flight()
    assert LABELS["node"][node_of("S1 ore+fuel")] not in ends(g)
    g = Table().ship(0, launch_of("S1 ore+fuel", 0)).flight()
    assert LABELS["node"][node_of("S1 ore+fuel")] in ends(g)


def test_r14_8_a_ship_that_begins_on_a_site_must_found_or_leave():
    g = Table().chip("S1 goods", "pirate 6").ship(0, "S1 ore+goods").flight()
    assert g.s["flying"] == 0, "the only thing to do"
    assert not g.can("stop here")
    assert not g.can("found a colony")


def test_r14_8_it_may_not_come_back_without_founding():
    g = Table().chip("S1 goods", "pirate 6").ship(0, "S1 ore+goods").flight()
    assert LABELS["node"][node_of("S1 ore+goods")] not in ends(g)


def test_k6_another_site_is_allowed():
    g = Table().chip("S1 goods", "pirate 6").ship(0, "S1 ore+goods").flight()
    other = {LABELS["node"][node_of(site)] for site in ("S1 ore+fuel", "S1 fuel+goods")}
    assert other & ends(g)


def test_k6_a_colony_ship_may_stop_on_a_site_without_founding():
    g = Table().plain("S1").ship(0, launch_of("S1 ore+fuel", 0)).flight().fly("S1 ore+fuel")
    assert {"stop here", "found a colony"} <= set(g.legal())
    g.act("stop here")
    assert g.owner("S1 ore+fuel") == -1


def test_k6_a_halted_ship_may_stay_on_a_site():
    g = Table().chip("S1 goods", "pirate 6").ship(0, "S1 ore+goods").meet(5)  # no cards: halted
    assert int(g.s["active"]) != 0


def test_k6_a_ship_with_no_place_to_go_may_stay():
    """All eight intersections within three steps of the site are taken."""
    site = "S3 goods+carbon"
    g = Table().no_ships().chip("S3 carbon", "pirate 6").ship(0, site)
    near = sorted(within(site, 3) - {LABELS["node"][node_of(site)]})
    for i, place in enumerate(near):
        g.ship(1 + i // 3, place, "trade", rings=1 + i % 3)
    assert g.twin().flight(3).can("end the flight phase")
    g.no_ship(1).force(END, lambda s: s["active"] == 1)
    assert g.place(0) == near[0], "one place is free: it leaves without being asked"


def test_r14_9_a_trade_ship_needs_freight_rings_for_an_outpost():
    first = LABELS["node"][node_of("Merchants 1")]
    assert first not in ends(Table().ship(0, "P17", "trade").flight())
    assert first in ends(Table().ship(0, "P17", "trade").expand(0, freight=1).flight())


def test_k49_a_step_needs_an_end_in_reach():
    """With one step left the only neighbour is a colony: it cannot be entered."""
    g = Table().ship(0, launch_of("Alpha food+fuel", 0)).flight(3).take_off()
    t = g.t
    site = node_of("Alpha food+fuel")
    while g.s["flying"] >= 0 and g.s["steps"] < 2:  # two steps to and fro
        g.act("fly " + next(n.removeprefix("fly ") for n in g.legal() if n.startswith("fly")))
    node = int(g.s["ship_node"][0, 0])
    for direction, name in enumerate(("left", "right", "up left", "up right", "down left", "down right")):
        if t["neighbour"][node, direction] == site:
            assert not g.can(f"fly {name}")


def test_k12_ships_in_any_order_one_finished_before_the_next():
    g = Table().ship(0, FAR).ship(0, "C24", rings=3).flight()
    assert g.legal() == ["move the ship with 1 ring", "move the ship with 3 rings", "end the flight phase"]
    g.take_off(3)
    assert not g.can("move the ship with 1 ring")
    g.act("stop here")
    assert g.legal() == ["move the ship with 1 ring", "end the flight phase"]


def test_k50_the_flight_phase_ends_by_itself_when_all_have_flown():
    g = Table().ship(0, FAR).flight().take_off().act("stop here")
    assert int(g.s["active"]) == 1


# Exploring


def test_r10_1_a_ship_beside_a_planet_looks_at_its_chip():
    g = Table().ship(0, "F6").flight(5).take_off()
    assert not g.s["seen"].any()
    g.steer(launch_of("S1 fuel+goods", 1))
    assert g.seen(0, "S1 fuel")
    assert not g.seen(1, "S1 fuel")
    assert not g.up("S1 fuel")


def test_r10_2_on_a_colony_site_both_chips_are_seen():
    g = Table().ship(0, launch_of("S1 fuel+goods", 0)).flight(5).fly("S1 fuel+goods")
    assert g.seen(0, "S1 fuel")
    assert g.seen(0, "S1 goods")
    assert not g.seen(0, "S1 ore")


def test_r10_3_the_ship_may_fly_on():
    g = Table().ship(0, "F6").flight(5).take_off().steer(launch_of("S1 fuel+goods", 1))
    assert g.ask == st.ASK_FLY
    assert g.s["steps"] < 5


# Founding colonies


def test_r11_1_a_colony_ship_founds_at_the_end_of_its_move():
    g = (
        Table()
        .plain("S1")
        .ship(0, launch_of("S1 ore+fuel", 0))
        .flight()
        .fly("S1 ore+fuel")
        .act("found a colony")
    )
    assert g.owner("S1 ore+fuel") == 0
    assert g.points(0) == 5
    assert g.place(0) is None
    assert g.up("S1 ore")
    assert g.up("S1 fuel")
    assert not g.up("S1 goods")


def test_r11_2_the_transporter_goes_back_and_the_module_stays():
    g = Table().plain("S1").ship(0, launch_of("S1 ore+fuel", 0))
    modules = int(g.s["colony_modules"][0])
    g.flight().fly("S1 ore+fuel").act("found a colony")
    assert int(g.s["colony_modules"][0]) == modules
    assert g.s["cargo"][0, 0] == st.EMPTY


@pytest.mark.parametrize("face", ["pirate 4", "ice 3"])
def test_r11_3_no_colony_beside_pirates_or_ice(face):
    g = Table().chip("S1 goods", face).ship(0, launch_of("S1 ore+goods", 0)).flight().fly("S1 ore+goods")
    assert not g.can("found a colony")
    assert g.seen(0, "S1 goods")


def test_r11_4_a_founded_colony_produces():
    g = Table().plain("S1").chip("S1 fuel", "8").ship(0, launch_of("S1 ore+fuel", 0)).flight()
    g.fly("S1 ore+fuel").act("found a colony")
    for _ in range(3):
        g.next_roll(2) if g.ask == st.ASK_BUILD else None
    g.force(END, lambda s: s["dice"].sum() == 8)
    assert g.hand(0).get("fuel", 0) >= 1


def test_r11_5_with_three_players_two_colonies_a_system():
    g = Table(3).plain("S1").colony(1, "S1 ore+goods").ship(0, launch_of("S1 ore+fuel", 0))
    assert g.twin().flight().fly("S1 ore+fuel").can("found a colony")
    g.colony(2, "S1 fuel+goods").flight().fly("S1 ore+fuel")
    assert not g.can("found a colony")
    assert g.can("stop here")


def test_r11_5_the_second_colony_founded_closes_the_system():
    g = Table(3).plain("S1").colony(1, "S1 ore+goods").ship(0, launch_of("S1 ore+fuel", 0))
    g.ship(0, launch_of("S1 fuel+goods", 0), rings=2).flight().fly("S1 ore+fuel").act("found a colony")
    assert not g.fly("S1 fuel+goods", rings=2).can("found a colony")


def test_k40_the_limit_counts_colonies_of_all_players_and_spaceports():
    g = Table(3).plain("S1").colony(0, "S1 ore+goods").colony(0, "S1 fuel+goods", port=True)
    g.ship(0, launch_of("S1 ore+fuel", 0)).flight().fly("S1 ore+fuel")
    assert not g.can("found a colony")


def test_r11_5_with_four_players_three_colonies_a_system():
    g = Table(4).plain("S1").colony(1, "S1 ore+goods").colony(2, "S1 fuel+goods")
    assert g.ship(0, launch_of("S1 ore+fuel", 0)).flight().fly("S1 ore+fuel").can("found a colony")


def test_r11_6_no_founding_under_another_ship_that_is_passed():
    g = (
        Table()
        .plain("S1")
        .ship(0, launch_of("S1 ore+fuel", 0))
        .ship(1, "S1 ore+fuel")
        .flight()
        .fly("S1 ore+fuel")
    )
    assert not g.can("found a colony")
    assert not g.can("stop here")


# Pirates and ice


def test_r13_1_pirates_are_defeated_with_cannons_enough():
    g = Table().chip("S1 goods", "pirate 4").ship(0, launch_of("S1 ore+goods", 1)).expand(0, cannons=3)
    g.s["seen"][0] = 0
    assert not g.twin().flight().take_off().can("clear the planet")
    g.expand(0, cannons=4).flight().take_off().steer("S1 ore+goods").act("clear the planet")
    assert g.points(0) == 5
    assert g.s["num_trophies"] == 1
    assert g.face("S1 goods") in ("3", "9", "10", "11")
    assert g.up("S1 goods")
    assert g.s["reserve"].sum() == 4


def test_r13_2_cannons_of_friends_count():
    g = Table().chip("S1 goods", "pirate 4").ship(0, "S1 ore+goods").expand(0, cannons=2)
    g.outpost(0, "Scientists", "guns").flight().take_off()
    assert g.can("clear the planet")


def test_r13_3_ice_needs_freight_rings():
    g = Table().chip("S1 goods", "ice 3").ship(0, "S1 ore+goods").expand(0, freight=2, cannons=6, boosters=6)
    assert not g.twin().flight().take_off().can("clear the planet")
    assert g.expand(0, freight=3).flight().take_off().can("clear the planet")


def test_k5_a_colony_may_be_founded_at_once_after_clearing():
    g = Table().chip("S1 goods", "ice 3").ship(0, "S1 ore+goods").expand(0, freight=3).flight().take_off()
    g.act("clear the planet", "found a colony")
    assert g.points(0) == 6
    assert g.owner("S1 ore+goods") == 0


def test_k4_clearing_is_optional_and_costs_nothing():
    g = (
        Table()
        .chip("S1 goods", "ice 3")
        .ship(0, launch_of("S1 ore+goods", 1))
        .expand(0, freight=3)
        .flight()
        .take_off()
    )
    if not g.can("clear the planet"):
        g.steer("S1 ore+goods")
    steps = int(g.s["steps"])
    assert any(name.startswith("fly") for name in g.legal())
    g.act("clear the planet")
    assert g.expansions(0) == {"freight ring": 3}
    assert g.s["steps"] == steps


def test_k4_trade_ships_clear_too():
    beside = launch_of("S1 fuel+goods", 0)
    g = Table().chip("S1 goods", "pirate 4").ship(0, beside, "trade").expand(0, cannons=4).flight().take_off()
    assert g.can("clear the planet")


def helped(card="guns", cannons=3):
    """A ship has ended its move beside pirates that are too strong; then another one founds an outpost."""
    near = next(int(n) for n in Table().t["neighbour"][node_of("Scientists 1")] if n >= 0)
    g = Table().chip("S1 goods", "pirate 4").expand(0, cannons=cannons, freight=1)
    g.ship(0, launch_of("S1 fuel+goods", 0)).ship(0, LABELS["node"][near], "trade", rings=2).flight(5)
    g.take_off().act("stop here").fly("Scientists 1", rings=2)
    if g.s["flying"] >= 0:
        g.act("stop here")
    return g.act(f"take the card {card}")


def test_r13_2_a_ship_that_ended_its_move_clears_with_cannons_that_came_later():
    g = helped()
    assert g.legal() == ["move the ship with 1 ring", "end the flight phase"]
    g.take_off()
    assert g.legal() == ["stop here", "clear the planet"]
    g.act("clear the planet")
    assert g.s["num_trophies"] == 1


def test_k4_a_ship_that_ended_its_move_is_asked_once_for_each_gain_of_strength():
    g = helped().take_off().act("stop here")
    assert int(g.s["active"]) == 1, "nothing is left to do"
    assert int(helped("drives").s["active"]) == 1, "speed is no cannon"


def test_k4_who_has_left_the_pirates_alone_is_asked_again_only_with_new_cannons():
    beside = launch_of("S1 fuel+goods", 0)
    g = Table().chip("S1 goods", "pirate 4").expand(0, cannons=4).ship(0, beside).ship(0, FAR, rings=2)
    assert not g.flight().take_off().act("stop here").can("move the ship with 1 ring")
    assert int(helped("drives", cannons=4).s["active"]) == 1, "speed is no reason to ask"
    assert helped("guns", cannons=4).can("move the ship with 1 ring")


def test_k4_a_call_that_is_not_answered_ends_with_the_turn():
    g = helped()
    assert g.game.observe(0)["called"][0] == 1
    assert g.act("end the flight phase").game.observe(0)["called"] == [0, 0, 0]


def test_k4_a_ship_that_ended_its_move_with_nothing_to_clear_is_not_asked():
    assert int(helped(cannons=1).s["active"]) == 1, "three cannons against four"


def test_k5_a_colony_ship_that_ended_its_move_on_the_site_founds_after_clearing():
    g = Table().chip("S1 goods", "pirate 4").expand(0, cannons=3, freight=1)
    near = next(int(n) for n in g.t["neighbour"][node_of("Scientists 1")] if n >= 0)
    g.ship(0, launch_of("S1 fuel+goods", 0)).ship(0, LABELS["node"][near], "trade", rings=2).flight(5)
    g.fly("S1 fuel+goods")
    if g.s["flying"] >= 0:
        g.act("stop here")
    g.fly("Scientists 1", rings=2)
    if g.s["flying"] >= 0:
        g.act("stop here")
    g.act("take the card guns").take_off().act("clear the planet", "found a colony")
    assert g.owner("S1 fuel+goods") == 0


def test_r13_4_each_chip_taken_is_a_point_and_stays():
    g = Table().chip("S1 goods", "ice 3").chip("S2 fuel", "pirate 4").expand(0, cannons=4, freight=3)
    g.ship(0, launch_of("S1 fuel+goods", 0)).ship(0, launch_of("S2 food+fuel", 1), rings=2).flight()
    g.take_off().act("clear the planet", "stop here")
    assert g.points(0) == 5
    g.take_off(2).act("clear the planet")
    assert g.points(0) == 6
    assert np.flatnonzero(g.s["trophy_owner"] == 0).tolist() == [0, 1]
