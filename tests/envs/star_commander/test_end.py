"""Sieges, conquest, clean-up, the end of the game."""

import pytest

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import Table


def siege(developments=3, defenders=(), attackers=("Corvette",), cell="B1", players=2, **options):
    """Seat 1's system with seat 0's ships in it, in seat 0's command phase."""
    g = Table(players, **options).no_scouts().own(cell, 1, developments, "Trade World")
    for kind in defenders:
        g.put(1, kind, cell)
    for kind in attackers:
        g.put(0, kind, cell)
    return g


def test_r31_1_ships_of_another_and_no_armed_defender_are_a_siege():
    g = siege()
    g.end_turn()
    assert g.developments("B1") == 2


def test_r31_1_an_armed_defender_breaks_the_siege():
    g = siege(defenders=["Defense Station"])
    g.end_turn()
    assert g.developments("B1") == 3


def test_k63_bonuses_count_for_the_siege():
    g = siege(defenders=["Refinery"])
    g.tech(1, "Advanced Systems")
    g.end_turn()
    assert g.developments("B1") == 3


def test_k63_a_missile_platform_arms_a_refinery():
    g = siege(defenders=["Refinery", "Missile Platform"])
    g.end_turn()
    assert g.developments("B1") == 3


def test_k63_an_unarmed_station_does_not_break_the_siege():
    g = siege(defenders=["Refinery"])
    g.end_turn()
    assert g.developments("B1") == 2


def test_r24_2_one_development_for_each_ship_that_is_no_fighter():
    g = siege(4, attackers=["Corvette", "Battleship", "Strike Fighter"])
    g.end_turn()
    assert g.developments("B1") == 2


def test_r28_2_fighters_take_no_part_in_a_siege():
    g = siege(attackers=["Strike Fighter", "Strike Fighter"])
    g.end_turn()
    assert g.developments("B1") == 3


def test_k22_a_scout_besieges_and_breaks_a_siege_like_any_armed_ship():
    g = Table().no_scouts().own("B2", 0)
    g.put(1, "Scout", "B2")
    assert sum(g.game.observe(0)["cell_besieged"]) == 1
    g.put(0, "Scout", "B2")
    assert sum(g.game.observe(0)["cell_besieged"]) == 0


def test_k23_a_defending_fighter_breaks_a_siege():
    g = siege(defenders=["Strike Fighter"])
    g.end_turn()
    assert g.developments("B1") == 3


def test_r24_3_who_removes_the_last_conquers_and_places_one():
    g = siege(1)
    g.end_turn()
    assert (g.owner("B1"), g.developments("B1")) == (0, 1)


def test_k27_removal_stops_at_zero():
    g = siege(2, attackers=["Corvette"] * 4)
    g.end_turn()
    assert (g.owner("B1"), g.developments("B1")) == (0, 1)


def test_r24_4_stations_left_change_control():
    g = siege(1, defenders=["Refinery"])
    g.end_turn()
    assert g.at("B1", 0) == ["Corvette", "Refinery"]


def test_r3_4_an_unarmed_station_goes_to_the_conqueror():
    g = siege(1, defenders=["Orbital Habitat"])
    g.end_turn()
    assert (g.at("B1", 0), g.at("B1", 1)) == (["Corvette", "Orbital Habitat"], [])


def test_k26_an_armed_station_stays_after_a_raid():
    g = siege(1, defenders=["Defense Station", "Refinery"], attackers=["Cruiser"])
    g.end_phase().act("no", "no").act("choose 1")
    assert (g.owner("B1"), g.at("B1", 0), g.at("B1", 1)) == (0, ["Cruiser", "Refinery"], ["Defense Station"])


def test_k26_a_station_of_a_third_player_goes_too():
    g = siege(1, players=3, cell="B2")
    g.put(2, "Refinery", "B2")
    g.end_turn()
    assert g.at("B2", 0) == ["Corvette", "Refinery"]


def test_k21_sieges_of_all_players_count_in_every_end_phase():
    g = Table().no_scouts().own("B1", 0, 3, "Trade World")
    g.put(1, "Corvette", "B1")
    g.end_turn()  # seat 0's end phase, seat 1's siege
    assert g.developments("B1") == 2


def test_k21_a_siege_between_two_others_counts_too():
    g = Table(3).no_scouts().own("B2", 1, 3, "Trade World")
    g.put(2, "Corvette", "B2")
    g.end_turn()  # seat 0's end phase
    assert g.developments("B2") == 2


def test_k24_several_besiegers_active_player_first():
    g = siege(1, players=3, cell="B2")
    g.put(2, "Battleship", "B2", 3)
    g.end_turn()
    assert g.owner("B2") == 0


def test_k24_the_other_besiegers_follow_clockwise():
    g = Table(3).no_scouts().own("B2", 0, 1, "Trade World")
    g.put(1, "Corvette", "B2")
    g.put(2, "Corvette", "B2")
    g.end_turn()  # seat 0's end phase
    assert g.owner("B2") == 1


def test_k24_the_next_besieger_goes_on():
    g = siege(2, players=3, cell="B2")
    g.put(2, "Corvette", "B2")
    g.end_turn()
    assert (g.owner("B2"), g.developments("B2")) == (2, 1)


def test_k24_armed_third_parties_do_not_break_a_siege():
    g = siege(3, players=3, cell="B2")
    g.put(2, "Defense Station", "B2")
    g.end_turn()
    assert g.developments("B2") == 2


def test_c_v5_cruiser_takes_a_development_without_a_siege():
    g = siege(3, defenders=["Defense Station"], attackers=["Cruiser"])
    g.end_phase().act("no", "no")
    assert g.legal() == ["choose 0", "choose 1"]
    g.act("choose 1")
    assert g.developments("B1") == 2


def test_k25_raiding_is_optional():
    g = siege(3, defenders=["Defense Station"], attackers=["Cruiser"])
    g.end_phase().act("no", "no").act("choose 0")
    assert g.developments("B1") == 3


def test_k25_each_cruiser_takes_one():
    g = siege(3, defenders=["Defense Station"], attackers=["Cruiser", "Cruiser"])
    g.end_phase().act("no", "no").act("choose 2")
    assert g.developments("B1") == 1


def test_k25_a_raid_may_take_the_last_one_and_conquer():
    g = siege(1, defenders=["Defense Station"], attackers=["Cruiser"])
    g.end_phase().act("no", "no").act("choose 1")
    assert (g.owner("B1"), g.developments("B1")) == (0, 1)


def test_k25_under_siege_a_cruiser_counts_once():
    g = siege(4, attackers=["Cruiser"])
    g.end_turn()
    assert g.developments("B1") == 3


def test_m7_besieged_systems_come_before_raids():
    g = siege(1, cell="A2")
    g.own("B1", 1, 2, "Core World")
    g.put(1, "Defense Station", "B1")
    g.put(0, "Cruiser", "B1")
    g.end_phase().act("no", "no")
    assert (g.s["ask"], g.owner("A2")) == (st.ASK_RAID, 0)


def test_m7_cruisers_raid_from_the_active_player_clockwise():
    g = Table(3).no_scouts().own("B2", 0, 4, "Trade World")
    g.put(0, "Defense Station", "B2")
    g.put(1, "Cruiser", "B2")
    g.put(2, "Cruiser", "B2")
    g.end_phase().act("no", "no", "no")
    asked = []
    while g.s["ask"] == st.ASK_RAID:
        asked.append(int(g.s["seat"]))
        g.act("choose 0")
    assert asked == [1, 2]


def test_m7_cruisers_of_a_player_raid_in_cell_order():
    g = Table().no_scouts().own("A2", 1, 3, "Trade World").own("B1", 1, 3, "Core World")
    for cell in ("B1", "A2"):
        g.put(1, "Defense Station", cell)
        g.put(0, "Cruiser", cell)
    g.end_phase().act("choose A2", "no", "no", "no", "no").act("choose 1", "choose 0")
    assert (g.developments("A2"), g.developments("B1")) == (2, 3)


def test_r24_1_conquest_before_clean_up():
    g = siege(1, defenders=["Refinery"])
    slot = g.find("Refinery", 1)
    g.s["v_attack"][slot] = 2  # armed until the end of the turn: no siege in Conquest yet
    g.end_turn()
    assert (g.owner("B1"), g.s["v_attack"][slot]) == (1, 0)


def test_r25_1_effects_of_the_turn_end():
    g = Table().give(0, "Maximum Firepower")
    g.cast("Maximum Firepower").end_turn()
    assert g.s["v_attack"].sum() == 0


def test_r25_1_every_mark_of_the_turn_ends():
    g = Table(cards="0.9.4").give(0, "Raise Shields")
    g.cast("Raise Shields", "choose C3")
    slot = g.find("Scout", 0)
    g.s["v_multi"][slot] = 1
    g.s["v_flags"][slot] |= st.PREVENTED | st.UNTARGETABLE | st.NO_FIRE
    assert (g.s["v_hp"][slot], g.s["grant_vessel"].max()) == (2, slot)
    g.end_turn()
    assert (g.s["v_hp"][slot], g.s["v_multi"][slot], g.s["grant_vessel"].max()) == (0, 0, -1)
    assert not g.s["v_flags"][slot] & (st.PREVENTED | st.UNTARGETABLE | st.NO_FIRE)


def test_k73_damage_and_bonuses_end_together():
    g = Table().reveal("B2", "Trade World")
    slot = g.put(0, "Corvette", "B2", damage=3)
    g.s["v_hp"][slot] = 2
    g.end_turn()
    assert g.at("B2") == ["Corvette"]


def test_r25_2_a_player_whose_homeworld_falls_loses_everything():
    g = Table().no_scouts().own("B1", 1, 3, "Trade World")
    g.put(0, "Corvette", "A1")
    g.put(1, "Corvette", "B2")
    g.end_turn()
    assert (g.s["over"], g.owner("B1"), g.at("B2"), g.s["total"][1]) == (1, -1, [], 0)


def test_r26_1_the_game_ends_with_a_conquered_homeworld():
    g = Table().no_scouts()
    g.put(0, "Corvette", "A1")
    g.end_turn()
    assert g.s["over"] == 1


def test_k28_the_conquered_player_is_last_and_the_conqueror_need_not_win():
    g = Table(3).no_scouts().home(2, 5)
    g.put(0, "Corvette", "D1")
    g.end_turn()
    assert g.game.outcome() == ([2.0, 0.0, 5.0], [1, 2, 0])


def test_k28_conquest_is_finished_everywhere_first():
    g = Table(3).no_scouts().own("B2", 2, 1, "Trade World")
    g.put(0, "Corvette", "D1")
    g.put(0, "Corvette", "B2")
    g.end_turn()
    assert (g.s["over"], g.owner("B2")) == (1, 0)


def test_m7_all_of_conquest_is_done_before_the_homeworld_check():
    g = Table().no_scouts().own("B1", 1, 2, "Trade World")
    g.put(0, "Corvette", "A1")
    g.put(1, "Defense Station", "B1")
    g.put(0, "Cruiser", "B1")
    g.end_phase().act("no", "no")
    assert (g.s["ask"], g.s["over"]) == (st.ASK_RAID, 0)


def test_k30_after_40_rounds_developments_decide():
    g = Table().home(0, 4)
    g.s["turns"] = 79
    g.s["round"] = 40
    g.end_turn()
    assert g.s["over"] == 0
    g.end_turn()
    assert (g.s["over"], g.game.outcome()[1]) == (2, [0, 1])


# Fighters


def lone_fighter():
    """A Fighter of seat 0 alone in a system of nobody, at the start of its turn."""
    g = Table().reveal("C2", "Trade World")
    g.put(0, "Strike Fighter", "C2")
    return g.next_turn_of(0)


def test_r28_3_an_abandoned_fighter_is_destroyed_at_the_end_of_its_turn():
    g = lone_fighter()
    assert g.at("C2") == ["Strike Fighter"]
    g.end_turn()
    assert g.at("C2") == []


def test_r28_3_not_if_it_is_no_longer_abandoned():
    g = lone_fighter()
    g.jump("C3", "C2").end_turn()
    assert g.at("C2") == ["Scout", "Strike Fighter"]


def test_r28_3_not_if_it_was_not_abandoned_at_the_start():
    g = Table().reveal("C2", "Trade World").reveal("C1", "Core World")
    g.put(0, "Strike Fighter", "C2")
    g.scout_to(0, "C2")
    g.next_turn_of(0).jump("C2", "C1").end_turn()
    assert g.at("C2") == ["Strike Fighter"]


def test_k55_a_station_keeps_a_fighter_company():
    g = Table().reveal("C2", "Trade World")
    g.put(0, "Strike Fighter", "C2")
    g.put(0, "Defense Station", "C2")
    g.next_turn_of(0).end_turn()
    assert g.at("C2") == ["Defense Station", "Strike Fighter"]


def test_k55_two_fighters_alone_are_both_abandoned():
    g = Table().reveal("C2", "Trade World")
    g.put(0, "Strike Fighter", "C2", 2)
    g.next_turn_of(0).end_turn()
    assert g.at("C2") == []


def test_k55_founding_a_colony_saves_it():
    g = lone_fighter()
    g.credits(1).act("develop C2").end_turn()
    assert g.at("C2") == ["Strike Fighter"]


def test_k55_an_own_system_is_no_place_to_be_abandoned():
    g = Table().own("C2", 0, 1, "Trade World")
    g.put(0, "Strike Fighter", "C2")
    g.next_turn_of(0).end_turn()
    assert g.at("C2") == ["Strike Fighter"]


def test_k55_abandoned_in_another_system_counts_too():
    g = Table().reveal("C2", "Trade World").reveal("C1", "Core World").tech(0, "Enhanced Jump Drive")
    g.put(0, "Strike Fighter", "C2")
    g.next_turn_of(0).jump("C2", "C1").end_turn()
    assert g.at("C1") == []


def test_k72_the_counter_of_a_conquest_is_always_placed():
    g = Table(grid=5).no_scouts().home(0, 6)
    for cell, name in (("A4", "Forsei"), ("B4", "Drummond"), ("C4", "Silis Major"), ("D4", "Core World")):
        g.own(cell, 0, 5 if name != "Core World" else 4, name)
    g.own("B1", 1, 1, "Trade World")
    g.put(0, "Corvette", "B1")
    g.end_turn()
    assert (g.owner("B1"), g.s["total"][0]) == (0, 26)


# The designer's program reads four sentences otherwise


def test_o4_the_scout_is_outside_the_ship_limit():
    g = Table(engine_readings=1).credits(9)
    assert "Corvette" in g.buildable("C3")


def test_o5_only_the_active_players_sieges():
    g = Table(engine_readings=1).no_scouts().own("B1", 0, 3, "Trade World")
    g.put(1, "Corvette", "B1")
    g.end_turn()
    assert g.developments("B1") == 3
    g.end_turn()
    assert g.developments("B1") == 2


def test_o5_only_the_active_players_cruisers():
    g = Table(engine_readings=1).no_scouts().own("B1", 0, 3, "Trade World")
    g.put(0, "Defense Station", "B1")
    g.put(1, "Cruiser", "B1")
    g.end_phase().act("no", "no")
    assert g.s["active"] == 1


def test_k25_cruisers_of_the_others_raid_too():
    g = Table().no_scouts().own("B1", 0, 3, "Trade World")
    g.put(0, "Defense Station", "B1")
    g.put(1, "Cruiser", "B1")
    g.end_phase().act("no", "no")
    assert (g.s["ask"], g.s["seat"]) == (st.ASK_RAID, 1)


def test_o6_fighters_do_not_defend_against_a_siege():
    g = siege(defenders=["Strike Fighter"], engine_readings=1)
    g.end_turn()
    assert g.developments("B1") == 2


@pytest.mark.parametrize(("readings", "left"), [(0, 2), (1, 3)])
def test_o7_only_armed_besiegers_count(readings, left):
    g = Table(cards="0.9.4", engine_readings=readings).own("B1", 1, 3, "Trade World")
    g.scout_to(0, "B1")
    g.end_turn()
    assert g.developments("B1") == left


def test_k26_stations_elsewhere_stay():
    g = siege(1)
    g.put(1, "Refinery", "A1")
    g.end_turn()
    assert g.at("A1", 1) == ["Refinery"]


def test_k26_an_unarmed_ship_stays_with_its_player():
    g = Table(cards="0.9.4").own("B1", 1, 1, "Trade World")
    g.scout_to(1, "B1")
    g.put(0, "Corvette", "B1")
    g.end_turn()
    assert (g.owner("B1"), g.at("B1", 1)) == (0, ["Scout"])


def test_k73_a_captured_station_loses_the_bonus_that_kept_it_alive():
    g = Table(cards="0.9.4").no_scouts().own("B1", 1, 1, "Trade World").tech(1, "Advanced Shields")
    g.put(1, "Refinery", "B1", damage=2)
    g.put(0, "Corvette", "B1")
    g.end_turn()
    assert (g.owner("B1"), g.at("B1")) == (0, ["Corvette"])


def test_o4_other_ships_count_for_the_limit():
    g = Table(engine_readings=1).credits(9)
    g.put(0, "Corvette", "C3")
    assert "Corvette" not in g.buildable("C3")


def test_o6_other_vessels_still_defend():
    g = siege(defenders=["Defense Station"], engine_readings=1)
    g.end_turn()
    assert g.developments("B1") == 3


def test_nothing_is_legal_once_the_game_is_over():
    g = Table()
    g.s["over"] = 1
    assert g.game.legal() == []
