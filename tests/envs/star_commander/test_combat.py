"""Combat: initiate, assign, resolve, retreat."""

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import Table


def front(players=2, cards="0.9.5", cell="B2", **options):
    """An open system of nobody and no Scouts about."""
    return Table(players, cards=cards, **options).no_scouts().reveal(cell, "Trade World")


def over(g):
    """Quietly to the end of this turn's combats."""
    return g.quiet(lambda s: s["active"] == 1)


def test_r19_1_combat_needs_vessels_of_the_active_player_and_another():
    g = front(3)
    g.put(1, "Corvette", "B2")
    g.put(2, "Corvette", "B2")
    g.end_phase()
    assert g.s["active"] == 1


def test_r19_2_each_player_there_decides_active_first():
    g = front(3)
    for seat in range(3):
        g.put(seat, "Corvette", "B2")
    g.end_phase()
    asked = []
    while g.s["ask"] == st.ASK_INITIATE:
        asked.append(int(g.s["seat"]))
        g.act("no")
    assert asked == [0, 1, 2]


def test_r19_3_if_all_decline_nothing_happens():
    g = front()
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.end_phase().act("no", "no")
    assert (g.s["active"], g.at("B2")) == (1, ["Corvette", "Corvette"])


def test_m5_after_the_first_yes_nobody_else_is_asked():
    g = front()
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.fight()
    assert g.s["phase"] == st.ASSIGN


def test_k47_a_defender_may_start_and_everybody_may_assign():
    g = front()
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.end_phase().act("no", "yes")
    assert (g.s["phase"], g.s["seat"]) == (st.ASSIGN, 0)


def test_k47_fighters_and_stations_take_part():
    g = front()
    g.put(0, "Strike Fighter", "B2")
    g.put(0, "Defense Station", "B2")
    g.put(1, "Battleship", "B2")
    g.fight("choose own Strike Fighter", "choose own Defense Station")
    assert g.s["v_assigned"][g.find("Battleship", 1)] == 2


def test_r19_3_in_another_turn_combat_is_possible_again():
    assert not Table().end_turn().s["fought"].any()


def test_r19_4_the_active_player_chooses_the_order():
    g = front()
    g.reveal("B1", "Core World")
    for cell in ("B1", "B2"):
        g.put(0, "Corvette", cell)
        g.put(1, "Battleship", cell)
    g.end_phase()
    assert (g.s["seat"], set(g.legal())) == (0, {"choose B1", "choose B2"})


def test_m4_each_system_at_most_once_a_turn():
    g = front()
    g.put(0, "Battleship", "B2")
    g.put(1, "Battleship", "B2")
    g.fight("done", "done")
    assert g.s["active"] == 1


def test_m4_a_retreat_can_make_a_new_combat():
    g = front().own("B3", 0, 1, "Core World")
    g.put(0, "Corvette", "B2")
    g.put(1, "Battleship", "B2")
    g.put(1, "Corvette", "B3")
    g.fight("done", "done").pick("choose own Corvette")
    assert (g.s["phase"], g.s["battle"]) == (st.INITIATE, 7)


def test_r19_5_steps_in_order():
    g = front().give(0, "Evasion")
    g.put(0, "Battleship", "B2")
    g.put(1, "Battleship", "B2")
    g.end_phase().act("yes")
    seen = []
    while g.s["active"] == 0:
        seen.append((int(g.s["phase"]), int(g.s["window"])))
        g.answer()
    order = [(st.WINDOW, 1), (st.ASSIGN, 0), (st.WINDOW, 2), (st.WINDOW, 3), (st.WINDOW, 4)]
    assert list(dict.fromkeys(seen)) == order


def test_r20_1_the_active_player_assigns_first():
    g = front()
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.end_phase().act("no", "yes")
    assert g.s["seat"] == 0


def test_r20_2_not_every_ship_must_declare_a_target():
    g = front()
    g.put(0, "Corvette", "B2", 2)
    theirs = g.put(1, "Battleship", "B2")
    g.fight("choose own Corvette").act("done")
    assert g.s["v_assigned"][theirs] == 2


def test_r20_3_the_others_assign_clockwise():
    g = front(3)
    for seat in range(3):
        g.put(seat, "Battleship", "B2")
    g.fight()
    asked = []
    while g.s["phase"] == st.ASSIGN:
        asked.append(int(g.s["seat"]))
        g.act("done")
    assert asked == [0, 1, 2]


def test_r21_1_all_assigned_damage_is_dealt():
    g = front().give(1, "Evasion")
    mine = g.put(0, "Cruiser", "B2")
    theirs = g.put(1, "Battleship", "B2")
    g.fight("pass", "choose own Cruiser", "done", "pass")
    assert g.s["window"] == 3
    assert (g.damage(theirs), g.damage(mine)) == (5, 0)


def test_r21_2_lethal_damage_destroys():
    g = front()
    g.put(0, "Battleship", "B2")
    g.put(1, "Destroyer", "B2")
    g.fight("choose own Battleship", "done")
    over(g)
    assert g.at("B2") == ["Battleship"]


def test_k2_damage_equal_to_the_hit_points_destroys():
    g = front()
    g.put(0, "Cruiser", "B2")
    g.put(1, "Destroyer", "B2")  # 5 damage, 5 hit points
    g.fight("choose own Cruiser", "done")
    over(g)
    assert g.at("B2") == ["Cruiser"]


def test_k3_damage_is_cleared_at_the_end_of_every_turn():
    g = front()
    g.put(0, "Cruiser", "B2")
    theirs = g.put(1, "Battleship", "B2")
    g.fight("choose own Cruiser", "done")
    over(g)
    assert (g.s["v_kind"][theirs] >= 0, g.damage(theirs)) == (True, 0)


def test_b6_both_sides_may_destroy_each_other():
    g = front()
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.fight("choose own Corvette", "choose own Corvette")
    over(g)
    assert g.at("B2") == []


def test_b1_an_unarmed_vessel_is_no_attacker():
    g = front()
    g.put(0, "Refinery", "B2")
    g.put(1, "Corvette", "B2")
    g.fight()
    assert g.s["seat"] == 1


def test_b1_a_vessel_attacks_once():
    g = front()
    g.put(0, "Battleship", "B2")
    g.put(0, "Corvette", "B2")
    g.put(1, "Battleship", "B2")
    g.fight("choose own Battleship")
    assert g.targets() == {"own Corvette"}


def test_k45_without_multi_all_damage_goes_to_one():
    g = front()
    g.put(0, "Cruiser", "B2")
    g.put(1, "Corvette", "B2")
    g.put(1, "Battleship", "B2")
    g.fight("choose own Cruiser", "choose next player's Battleship")
    assert g.s["v_assigned"][g.find("Battleship", 1)] == 5


def test_c_v6_battleship_divides_its_damage_over_two():
    g = front()
    g.put(0, "Battleship", "B2")
    g.put(1, "Corvette", "B2")
    g.put(1, "Destroyer", "B2")
    g.fight("choose own Battleship", "choose next player's Corvette", "assign just enough to destroy")
    g.pick("choose next player's Destroyer", "assign all the rest")
    assert [int(g.s["v_assigned"][g.find(kind, 1)]) for kind in ("Corvette", "Destroyer")] == [2, 4]


def test_c_v2_corvette_costs_three_and_divides_its_damage():
    g = front().home(0, 2).credits(3)
    g.build("C3", "Corvette")
    assert g.money() == 0
    g.put(0, "Corvette", "B2")
    g.put(1, "Strike Fighter", "B2")
    g.put(1, "Destroyer", "B2")
    g.fight("choose own Corvette", "choose next player's Strike Fighter", "assign one damage")
    g.pick("choose next player's Destroyer")
    assert [int(g.s["v_assigned"][g.find(kind, 1)]) for kind in ("Strike Fighter", "Destroyer")] == [1, 1]


def test_k45_multi_one_reaches_at_most_two_targets():
    g = front()
    g.put(0, "Battleship", "B2")
    g.put(1, "Corvette", "B2")
    g.put(1, "Destroyer", "B2")
    g.put(1, "Cruiser", "B2")
    g.fight("choose own Battleship", "choose next player's Corvette", "assign one damage")
    g.act("choose next player's Destroyer", "assign one damage")
    assert g.targets() == {"next player's Corvette", "next player's Destroyer"}


def test_b2_portions_one_lethal_all():
    g = front()
    g.put(0, "Battleship", "B2")
    g.put(1, "Corvette", "B2")
    g.put(1, "Destroyer", "B2")
    g.fight("choose own Battleship", "choose next player's Destroyer")
    assert g.legal() == ["assign one damage", "assign just enough to destroy", "assign all the rest"]


def test_b2_done_lays_the_rest_on_the_last_target():
    g = front()
    g.put(0, "Battleship", "B2")
    g.put(1, "Corvette", "B2")
    g.put(1, "Destroyer", "B2")
    g.fight("choose own Battleship", "choose next player's Destroyer", "assign one damage")
    g.act("done")
    assert g.s["v_assigned"][g.find("Destroyer", 1)] == 6


def test_c_v3_frigate_must_be_hit_first():
    g = front()
    g.put(0, "Cruiser", "B2")
    g.put(1, "Frigate", "B2")
    g.put(1, "Battleship", "B2")
    g.fight("choose own Cruiser")
    assert g.s["v_assigned"][g.find("Frigate", 1)] == 5  # the only legal target


def test_c_v7_defense_station_must_be_hit_first():
    g = front()
    g.put(0, "Cruiser", "B2")
    g.put(1, "Defense Station", "B2")
    g.put(1, "Battleship", "B2")
    g.fight("choose own Cruiser")
    assert g.s["v_assigned"][g.find("Defense Station", 1)] == 5


def test_k46_taunt_ends_with_lethal_damage():
    g = front()
    g.put(0, "Cruiser", "B2", 2)
    g.put(1, "Frigate", "B2")
    g.put(1, "Battleship", "B2")
    g.fight("choose own Cruiser")
    g.act("choose own Cruiser")
    assert g.targets() == {"next player's Frigate", "next player's Battleship"}


def test_k46_taunt_protects_only_its_own_player():
    g = front(3)
    g.put(0, "Cruiser", "B2")
    g.put(1, "Frigate", "B2")
    g.put(1, "Battleship", "B2")
    g.put(2, "Battleship", "B2")
    g.fight("choose own Cruiser")
    assert g.targets() == {"next player's Frigate", "second player's Battleship"}


def test_b3_taunt_is_checked_at_each_portion():
    g = front()
    g.put(0, "Battleship", "B2")
    g.put(1, "Frigate", "B2")
    g.put(1, "Destroyer", "B2")
    g.fight("choose own Battleship", "assign one damage")
    assert "next player's Destroyer" not in g.targets()
    g.pick("choose next player's Frigate", "assign just enough to destroy", "choose next player's Destroyer")
    g.pick("assign all the rest")
    assert g.s["v_assigned"][g.find("Destroyer", 1)] == 3


def test_b3_prevention_is_ignored_for_taunt():
    g = front()
    g.put(0, "Cruiser", "B2", 2)
    frigate = g.put(1, "Frigate", "B2")
    g.put(1, "Battleship", "B2")
    g.s["v_flags"][frigate] |= st.PREVENTED
    g.fight("choose own Cruiser").act("choose own Cruiser")
    assert "next player's Battleship" in g.targets()


def test_b3_earlier_damage_of_the_turn_counts_for_taunt():
    g = front()
    g.put(0, "Corvette", "B2", 2)
    g.put(1, "Frigate", "B2", damage=1)
    g.put(1, "Battleship", "B2")
    g.fight("choose own Corvette", "choose next player's Frigate", "assign all the rest")
    g.act("choose own Corvette")
    assert "next player's Battleship" in g.targets()


def test_b4_amounts_are_fixed_on_assigning():
    g = front().give(1, "Evasion").give(0, "Maximum Firepower")
    g.put(0, "Cruiser", "B2")
    theirs = g.put(1, "Battleship", "B2")
    g.fight("pass", "pass", "choose own Cruiser", "done")
    g.cast("Maximum Firepower", "choose B2")
    g.quiet(lambda s: s["window"] == 3)
    assert g.damage(theirs) == 5


def test_b5_damage_to_a_vessel_that_left_is_lost():
    g = front().give(0, "Bribery").own("B1", 1, 1, "Core World")
    g.put(0, "Cruiser", "B2")
    theirs = g.put(1, "Destroyer", "B2")
    g.fight("pass", "choose own Cruiser", "done")
    g.cast("Bribery", "choose B2", "choose next player's Destroyer", "choose B1")
    over(g)
    assert g.cell(theirs) == "B1"


def test_k75_prevented_vessels_take_no_combat_damage():
    g = front()
    g.put(0, "Cruiser", "B2")
    theirs = g.put(1, "Destroyer", "B2")
    g.s["v_flags"][theirs] |= st.PREVENTED
    g.fight("choose own Cruiser", "done")
    over(g)
    assert g.at("B2") == ["Cruiser", "Destroyer"]


def test_k75_untargetable_and_pulsar_do_not_bar_combat_damage():
    g = Table().no_scouts().reveal("B2", "Pulsar System")
    g.put(0, "Cruiser", "B2")
    theirs = g.put(1, "Destroyer", "B2")
    g.s["v_flags"][theirs] |= st.UNTARGETABLE
    g.fight("choose own Cruiser", "done")
    over(g)
    assert g.at("B2") == ["Cruiser"]


def test_k76_own_vessels_are_no_combat_targets():
    g = front()
    g.put(0, "Cruiser", "B2")
    g.put(0, "Corvette", "B2")
    g.put(1, "Destroyer", "B2")
    g.put(1, "Corvette", "B2")
    g.fight("choose own Cruiser")
    assert g.targets() == {"next player's Destroyer", "next player's Corvette"}


# Retreat


def retreat(moved=False, kind="Corvette"):
    """Seat 0 has fought in B2 beside its own system B3 and is about to retreat."""
    g = front().own("B3", 0, 1, "Core World")
    g.put(0, kind, "B2", moved=moved)
    g.put(1, "Battleship", "B2")
    return g.fight("done", "done")


def test_r22_1_a_ship_may_retreat_to_an_own_system():
    g = retreat()
    assert g.s["phase"] == st.RETREAT
    g.act("choose own Corvette")
    assert g.at("B3") == ["Corvette"]


def test_r22_1_not_if_it_has_moved_this_turn():
    g = retreat(moved=True)
    assert (g.s["active"], g.at("B2", 0)) == (1, ["Corvette"])


def test_r22_1_only_into_own_systems():
    g = front()
    g.put(0, "Corvette", "B2")
    g.put(1, "Battleship", "B2")
    g.fight("done", "done")
    assert g.s["active"] == 1


def test_r22_1_the_active_player_retreats_first():
    g = front().own("B3", 0, 1, "Core World").own("B1", 1, 1, "Alien System")
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.fight("done", "done")
    asked = []
    while g.s["phase"] == st.RETREAT:
        asked.append(int(g.s["seat"]))
        g.act("done")
    assert asked == [0, 1]


def test_k49_the_other_player_may_retreat_too():
    g = front().own("B1", 1, 1, "Core World")
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.fight("done", "done")
    assert g.s["seat"] == 1
    g.act("choose own Corvette")
    assert g.at("B1") == ["Corvette"]


def test_k49_no_retreat_without_combat():
    g = front().own("B3", 0, 1, "Core World")
    g.put(0, "Corvette", "B2")
    g.put(1, "Battleship", "B2")
    g.end_phase().act("no", "no")
    assert g.s["active"] == 1


def test_k49_a_ship_built_this_turn_may_retreat():
    g = front().own("B3", 0, 1, "Core World")
    g.put(0, "Corvette", "B2", held=False)
    g.put(1, "Battleship", "B2")
    g.fight("done", "done").act("choose own Corvette")
    assert g.at("B3") == ["Corvette"]


def test_k49_a_fighter_without_speed_does_not_retreat():
    g = retreat(kind="Strike Fighter")
    assert g.s["active"] == 1


def test_k39_a_fighter_beside_an_own_nexus_retreats_in_the_turn_of_another():
    g = front().own("B1", 1, 1, "Core World")
    g.put(0, "Battleship", "B2")
    g.put(1, "Strike Fighter", "B2")
    g.put(1, "Jump Nexus", "B2")
    g.fight("done", "done").act("choose own Strike Fighter")
    assert g.at("B1") == ["Strike Fighter"]


def test_k49_several_ships_one_at_a_time():
    g = front().own("B3", 0, 1, "Core World")
    g.put(0, "Corvette", "B2", 2)
    g.put(1, "Battleship", "B2")
    g.fight("done", "done").act("choose own Corvette", "done")
    assert (g.at("B3"), g.at("B2", 0)) == (["Corvette"], ["Corvette"])


def test_k36_no_retreat_of_a_large_ship_into_an_asteroid_field():
    g = front().own("B3", 0, 1, "Asteroid Field")
    g.put(0, "Cruiser", "B2")
    g.put(1, "Battleship", "B2")
    g.fight("done", "done")
    assert g.s["active"] == 1


def test_k71_a_pushed_ship_has_moved_and_does_not_retreat():
    g = front().own("B3", 0, 1, "Core World").reveal("A2", "Alien System").give(0, "Bribery")
    g.put(0, "Battleship", "B2")
    g.own("B1", 1, 1, "New Colony")
    g.put(1, "Corvette", "A2")
    g.cast("Bribery", "choose A2", "choose next player's Corvette", "choose B2")
    g.fight("done", "done")
    over(g)
    assert g.at("B2", 1) == ["Corvette"]


def test_b2_a_target_told_apart_from_its_like_gets_its_portion():
    g = front()
    g.put(0, "Battleship", "B2")
    first = g.put(1, "Destroyer", "B2")
    g.put(1, "Destroyer", "B2", damage=1)
    g.fight("choose own Battleship")
    g.pick("choose next player's Destroyer").act("choose vessel 1 of these")
    assert g.s["ask"] == st.ASK_PORTION
    g.act("assign one damage")
    assert g.s["v_assigned"][first] == 1


def test_p_i1_picks_without_a_star_are_free_of_protection():
    g = Table().no_scouts().own("B2", 1, 4, "Pulsar System").give(0, "Orbital Bombardment")
    slot = g.put(0, "Corvette", "B2")
    g.s["v_flags"][slot] |= st.UNTARGETABLE
    g.cast("Orbital Bombardment")
    assert g.developments("B2") == 2
