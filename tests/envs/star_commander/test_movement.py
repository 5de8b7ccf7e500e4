"""Moving, exploring, and what systems and cards do to movement."""

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import Table


def calm(g, *cells):
    """Turn cells up as systems that do nothing to ships."""
    names = ["Trade World", "Research World", "Core World", "Alien System", "New Colony", "Military Base"]
    for cell, name in zip(cells, names, strict=False):
        g.reveal(cell, name)
    return g


def test_r12_1_actions_in_any_order():
    g = calm(Table(), "C2").credits(9)
    g.act("develop C3").jump("C3", "C2").act("develop C2", "develop C3")
    assert (g.developments("C3"), g.developments("C2")) == (3, 1)


def test_r2_2_only_ships_move():
    g = Table().no_scouts()
    g.put(0, "Defense Station", "C3")
    assert not any(name.startswith("jump") for name in g.legal())


def test_r3_1_stations_never_move():
    g = Table().no_scouts().tech(0, "Enhanced Jump Drive")
    g.put(0, "Missile Platform", "C3")
    assert not g.can("jump a ship from C3")


def test_r2_5_speed_one_is_one_jump():
    g = calm(Table(), "C2", "B2")
    g.jump("C3", "C2")
    assert not g.can("jump a ship from C2")


def test_r13_1_a_ship_not_held_since_the_turn_start_cannot_jump():
    g = Table().no_scouts()
    g.put(0, "Corvette", "C3", held=False)
    assert not g.can("jump a ship from C3")


def test_k19_a_ship_built_this_turn_cannot_jump():
    g = Table().no_scouts().credits(3)
    g.build("C3", "Corvette")
    assert not g.can("jump a ship from C3")


def test_k19_haste_jumps_on_the_turn_it_is_built():
    g = Table().no_scouts().credits(7)
    g.build("C3", "Destroyer")
    assert g.can("jump a ship from C3")


def test_c_v4_destroyer_costs_seven_and_jumps_at_once():
    g = calm(Table().no_scouts().credits(7), "C2")
    g.build("C3", "Destroyer").jump("C3", "C2")
    assert (g.money(), g.at("C2")) == (0, ["Destroyer"])


def test_k19_a_ship_gained_by_trade_cannot_jump_haste_or_not():
    g = Table().no_scouts().credits(0, 1).home(0, 3)
    g.put(1, "Destroyer", "C2")
    g.put(0, "Corvette", "C3")
    g.act("open an offer", "offer a vessel", "ask for a vessel", "send the offer", "yes")
    assert g.at("C2", 0) == ["Destroyer"]
    assert not g.can("jump a ship from C2")


def test_r13_2_a_jump_goes_to_an_adjacent_system():
    g = Table(grid=5).no_scouts()
    g.put(0, "Corvette", "C3")
    assert g.destinations("C3") == {"B3", "D3", "C2", "C4"}


def test_k4_neighbours_are_orthogonal_and_end_at_the_edge():
    g = Table()
    assert g.destinations("C3") == {"C2", "B3"}


def test_r13_3_a_corvette_jumps_once():
    g = calm(Table().no_scouts(), "C2")
    g.put(0, "Corvette", "C3")
    g.jump("C3", "C2")
    assert not g.can("jump a ship from C2")


def test_r13_4_a_fighter_cannot_jump():
    g = Table().no_scouts()
    g.put(0, "Strike Fighter", "C3")
    assert not g.can("jump a ship from C3")


def test_r28_1_fighters_do_not_jump_by_themselves():
    g = Table().no_scouts()
    g.put(0, "Strike Fighter", "C3", 2)
    g.put(0, "Corvette", "C3")
    g.act("jump a ship from C3", "choose C2")
    assert (g.at("C2"), g.at("C3")) == (["Corvette"], ["Strike Fighter", "Strike Fighter"])


def test_r13_5_enhanced_jump_drive_allows_a_second_jump():
    g = calm(Table().no_scouts().tech(0, "Enhanced Jump Drive"), "C2", "B2")
    g.put(0, "Corvette", "C3")
    g.jump("C3", "C2").jump("C2", "B2")
    assert (g.at("B2"), g.can("jump a ship from B2")) == (["Corvette"], False)


def test_c_c7_enhanced_jump_drive_moves_fighters_too():
    g = calm(Table().no_scouts().tech(0, "Enhanced Jump Drive"), "C2")
    g.put(0, "Strike Fighter", "C3")
    g.jump("C3", "C2")
    assert g.at("C2") == ["Strike Fighter"]


def test_k15_copies_of_a_technology_add_up():
    g = calm(Table().no_scouts().tech(0, "Enhanced Jump Drive", "Enhanced Jump Drive"), "C2", "B2", "A2")
    g.put(0, "Corvette", "C3")
    g.jump("C3", "C2").jump("C2", "B2").jump("B2", "A2")
    assert g.at("A2") == ["Corvette"]


def test_r14_1_entering_turns_a_system_up():
    g = Table()
    g.jump("C3", "C2")
    assert (g.face_up("C2"), g.face_up("B3")) == (True, False)


def test_r14_2_exploring_is_not_answered():
    g = Table().give(1, "Interdiction", "Evasion")
    g.jump("C3", "C2")
    assert (g.s["seat"], g.s["ask"]) == (0, st.ASK_COMMAND)


def test_k50_exploring_and_founding_cannot_be_answered():
    g = Table().credits(1).place("C2", "New Colony").give(1, "Interdiction")
    g.jump("C3", "C2").act("develop C2")
    assert (g.s["seat"], g.developments("C2")) == (0, 2)


def test_k51_moves_and_builds_cannot_be_answered():
    g = Table().home(0, 4).credits(9).give(1, "Interdiction", "Evasion")
    g.build("C3", "Corvette").jump("C3", "C2", "Scout").act("develop C3")
    assert g.s["seat"] == 0


def test_k51_bank_trades_and_offers_cannot_be_answered():
    g = Table().own("C2", 0, 1, "Pulsar System").credits(4).give(1, "Interdiction", "Evasion")
    g.give(0, "Trade Routes", "Refinery").act("pay the bank for a card of Industry")
    assert g.s["seat"] == 0
    g.act("sell two cards to the bank", "choose Trade Routes", "choose Refinery")
    assert g.s["seat"] == 0
    g.act("open an offer", "offer 1 credit", "ask for a card of a domain", "send the offer", "no")
    assert g.s["seat"] == 0


def test_k74_enemies_do_not_stop_a_ship():
    g = calm(Table().no_scouts().tech(0, "Enhanced Jump Drive"), "C2", "B2")
    g.put(0, "Corvette", "C3")
    g.put(1, "Battleship", "C2")
    g.jump("C3", "C2").jump("C2", "B2")
    assert g.at("B2") == ["Corvette"]


def test_k71_moved_marks_and_jumps_are_wiped_at_every_turn_start():
    g = calm(Table(), "C2")
    slot = g.find("Scout", 0)
    g.jump("C3", "C2")
    assert (bool(g.s["v_flags"][slot] & st.MOVED), g.s["v_jumps"][slot]) == (True, 1)
    g.end_turn()
    assert (bool(g.s["v_flags"][slot] & st.MOVED), g.s["v_jumps"][slot]) == (False, 0)


def test_m1_a_ship_jumps_again_in_the_next_turn():
    g = calm(Table(), "C2", "B2")
    g.jump("C3", "C2").next_turn_of(0).jump("C2", "B2")
    assert g.at("B2") == ["Scout"]


def test_c_v0_scout_is_never_built():
    g = Table().home(0, 6).credits(50)
    assert "Scout" not in g.buildable("C3")


def test_p1_a_vessel_is_picked_by_kind_and_the_same_ones_are_not_asked_apart():
    g = calm(Table(), "C2")
    g.put(0, "Corvette", "C3", 2)
    g.act("jump a ship from C3")
    assert g.legal() == ["choose own Scout", "choose own Corvette"]
    g.act("choose own Corvette", "choose C2")
    assert g.at("C2") == ["Corvette"]


def test_p1_vessels_that_differ_are_asked_apart():
    g = Table().no_scouts()
    g.put(0, "Corvette", "C3", 2)
    g.put(0, "Corvette", "C3", damage=1)
    g.act("jump a ship from C3")
    assert len(g.legal()) == 2


# Systems


def test_c_s6_asteroid_field_is_closed_to_medium_and_large_ships():
    g = Table().no_scouts().reveal("C2", "Asteroid Field")
    g.put(0, "Destroyer", "C3")
    g.put(0, "Battleship", "C3")
    assert (g.destinations("C3", "Destroyer"), g.destinations("C3", "Battleship")) == ({"B3"}, {"B3"})


def test_c_s6_asteroid_field_is_open_to_small_ships():
    g = Table().reveal("C2", "Asteroid Field")
    assert g.destinations("C3") == {"C2", "B3"}


def test_k35_a_large_ship_that_reveals_an_asteroid_field_stays_and_may_not_come_back():
    g = calm(Table().no_scouts().tech(0, *["Enhanced Jump Drive"] * 3).place("C2", "Asteroid Field"), "B2")
    g.put(0, "Cruiser", "C3")
    g.jump("C3", "C2")
    assert g.at("C2") == ["Cruiser"]
    g.jump("C2", "B2")
    assert "C2" not in g.destinations("B2")


def test_k36_bribery_does_not_push_a_large_ship_into_an_asteroid_field():
    g = Table().no_scouts().reveal("C2", "Asteroid Field").give(0, "Bribery")
    g.put(1, "Battleship", "B2")
    g.play("Bribery", "choose B2", "choose next player's Battleship")
    assert "choose C2" not in g.legal()


def test_k36_building_in_an_asteroid_field_is_not_entering():
    g = Table().own("C2", 0, 2, "Asteroid Field").home(0, 3).credits(9)
    g.put(0, "Shipyard", "C2")
    assert "Destroyer" in g.buildable("C2")


def test_c_s8_black_hole_stops_the_fire_of_who_enters():
    g = Table().no_scouts().reveal("C2", "Black Hole")
    g.put(0, "Corvette", "C3")
    g.put(1, "Corvette", "C2")
    g.jump("C3", "C2").end_phase()
    g.act("yes")
    assert g.s["seat"] == 1  # seat 0 has nothing to attack with


def test_k37_fire_is_held_even_after_moving_on():
    g = calm(Table().no_scouts().tech(0, "Enhanced Jump Drive").reveal("C2", "Black Hole"), "B2")
    g.put(0, "Corvette", "C3")
    g.put(1, "Corvette", "B2")
    g.jump("C3", "C2").jump("C2", "B2").end_phase()
    g.act("yes")
    assert g.s["seat"] == 1


def test_k37_ships_already_in_the_black_hole_fight():
    g = Table().no_scouts().reveal("C2", "Black Hole")
    g.put(0, "Corvette", "C2")
    g.put(1, "Corvette", "C2")
    g.fight()
    assert g.can("choose own Corvette")


def test_k37_a_ship_that_holds_its_fire_still_counts_as_armed():
    g = Table().no_scouts().own("C2", 0, 2, "Black Hole")
    g.put(0, "Corvette", "C3")
    g.put(1, "Corvette", "C2")
    g.jump("C3", "C2").end_turn()
    assert g.developments("C2") == 2


def test_k37_the_next_turn_it_fires_again():
    g = Table().no_scouts().reveal("C2", "Black Hole")
    slot = g.put(0, "Corvette", "C3")
    g.jump("C3", "C2")
    assert g.s["v_flags"][slot] & st.NO_FIRE
    g.end_turn()
    assert not g.s["v_flags"][slot] & st.NO_FIRE


def test_c_s9_silis_major_gives_fighters_speed():
    g = Table().no_scouts().own("A3", 0, 1, "Silis Major")
    g.put(0, "Strike Fighter", "C3")
    g.put(0, "Corvette", "C3")
    g.jump("C3", "C2", "Strike Fighter")
    assert g.at("C2") == ["Strike Fighter"]


def test_k64_silis_major_under_siege_gives_no_speed():
    g = Table().no_scouts().own("A3", 0, 2, "Silis Major")
    g.put(0, "Strike Fighter", "C3")
    g.put(1, "Corvette", "A3")
    assert not g.can("jump a ship from C3")


def test_c_c0_jump_nexus_gives_ships_there_speed():
    g = calm(Table().own("C2", 0, 1), "C2", "B2", "B1")
    g.put(0, "Jump Nexus", "C3")
    g.jump("C3", "C2").jump("C2", "B2")
    assert g.at("B2") == ["Scout"]


def test_k39_a_nexus_on_the_way_counts_once():
    g = calm(Table().own("C2", 0, 1), "C2", "B2", "B1", "A2").tech(0, "Enhanced Jump Drive")
    g.put(0, "Jump Nexus", "C2")
    g.jump("C3", "C2").jump("C2", "C3").jump("C3", "C2")
    assert not g.can("jump a ship from C2"), "speed 1, +1 for the drive, +1 for the Nexus, entered twice"


def test_k39_two_nexus_count_twice():
    g = calm(Table().own("C2", 0, 1), "C2", "B2", "A2")
    g.put(0, "Jump Nexus", "C3")
    g.put(0, "Jump Nexus", "C2")
    g.jump("C3", "C2").jump("C2", "B2").jump("B2", "A2")
    assert g.at("A2") == ["Scout"]


def test_k39_the_nexus_of_another_player_does_not_count():
    g = calm(Table().own("C2", 1, 1), "C2", "B2")
    g.put(1, "Jump Nexus", "C2")
    g.jump("C3", "C2")
    assert not g.can("jump a ship from C2")


def test_k39_the_speed_ends_with_the_turn():
    g = calm(Table(), "C2", "B2", "A2")
    g.put(0, "Jump Nexus", "C3")
    g.jump("C3", "C2").next_turn_of(0).jump("C2", "B2")
    assert not g.can("jump a ship from B2")


# Movement cards


def test_c_c2_jump_stabilization_allows_distance_two():
    g = Table().give(0, "Jump Stabilization")
    g.cast("Jump Stabilization", "choose C3")
    assert g.destinations("C3") == {"C2", "B3", "C1", "A3", "B2"}


def test_k40_the_system_passed_is_not_explored():
    g = Table().give(0, "Jump Stabilization")
    g.cast("Jump Stabilization", "choose C3").jump("C3", "C1")
    assert (g.face_up("C1"), g.face_up("C2")) == (True, False)


def test_k40_stabilization_gives_no_speed():
    g = Table().give(0, "Jump Stabilization")
    g.cast("Jump Stabilization", "choose C3").jump("C3", "C1")
    assert not g.can("jump a ship from C1")


def test_k40_stabilization_ends_with_the_turn():
    g = Table().give(0, "Jump Stabilization")
    g.cast("Jump Stabilization", "choose C3").next_turn_of(0)
    assert g.destinations("C3") == {"C2", "B3"}


def test_k40_stabilization_helps_every_player_and_retreats():
    g = Table().no_scouts().reveal("B2", "Trade World").give(0, "Jump Stabilization")
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.cast("Jump Stabilization", "choose B2").fight("done")
    g.quiet(lambda s: s["phase"] == st.RETREAT and s["seat"] == 1)
    g.act("choose own Corvette").pick("choose A1")
    assert g.at("A1") == ["Corvette"]


def test_c_c3_interdiction_stops_jumps_out():
    g = Table().give(0, "Interdiction")
    g.cast("Interdiction", "choose C3")
    assert not g.can("jump a ship from C3")


def test_p_c3_interdiction_reaches_any_system():
    g = Table().give(0, "Interdiction")
    g.act("play Interdiction")
    assert len(g.legal()) == 9


def test_k41_interdiction_holds_until_the_casters_next_turn():
    g = calm(Table().give(0, "Interdiction"), "A2")
    g.cast("Interdiction", "choose A1").end_turn()
    assert not g.can("jump a ship from A1")
    g.end_turn().end_turn()
    assert g.can("jump a ship from A1")


def test_k41_late_arrivals_are_held_too_and_entering_is_free():
    g = calm(Table().tech(0, "Enhanced Jump Drive").give(0, "Interdiction"), "C2")
    g.cast("Interdiction", "choose C2").jump("C3", "C2")
    assert not g.can("jump a ship from C2")


def test_k41_bribery_still_moves_a_held_ship():
    g = calm(Table().no_scouts().give(0, "Interdiction", "Bribery"), "B2", "B1")
    g.put(1, "Corvette", "B2")
    g.cast("Interdiction", "choose B2")
    g.cast("Bribery", "choose B2", "choose next player's Corvette", "choose B1")
    assert g.at("B1") == ["Corvette"]


def test_k41_no_retreat_out_of_a_held_system():
    g = Table().no_scouts().own("B1", 1, 1, "Trade World").reveal("B2", "Core World").give(0, "Interdiction")
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.cast("Interdiction", "choose B2").fight("done")
    g.quiet(lambda s: s["active"] == 1)
    assert g.at("B2", 1) == ["Corvette"]


def test_k41_drummond_moves_nothing_out_of_a_held_system():
    g = Table().own("C2", 0, 1, "Drummond").give(0, "Interdiction", "Barrage")
    g.scout_to(1, "C3")
    g.cast("Interdiction", "choose C3")
    assert not g.can("activate Drummond")


def test_c_s11_drummond_sends_a_ship_anywhere_for_a_card():
    g = Table().own("C2", 0, 1, "Drummond").give(0, "Barrage")
    g.use("Drummond", "choose Barrage", "choose C3", "choose own Scout", "choose A2").resolve()
    assert (g.at("A2"), g.hand(0), g.discarded("Barrage")) == (["Scout"], [], 1)


def test_k68_drummond_is_not_counted_against_speed():
    g = calm(Table().own("C2", 0, 1, "Drummond").give(0, "Barrage"), "B1", "B2")
    g.use("Drummond", "choose Barrage", "choose C3", "choose own Scout", "choose B2").resolve()
    assert g.can("jump a ship from B2")


def test_p_s11_drummond_moves_anyones_ship_and_explores():
    g = Table().own("C2", 0, 1, "Drummond").give(0, "Barrage")
    g.use("Drummond", "choose Barrage", "choose A1", "choose next player's Scout", "choose A3").resolve()
    assert (g.at("A3", 1), g.face_up("A3")) == (["Scout"], True)


def test_p_s11_drummond_moves_a_fighter_only_with_speed():
    g = Table().no_scouts().own("C2", 0, 1, "Drummond").give(0, "Barrage")
    g.put(0, "Strike Fighter", "C3")
    assert not g.can("activate Drummond")
    g.tech(0, "Enhanced Jump Drive")
    assert g.can("activate Drummond")


def test_p_s11_drummond_needs_the_ship_in_the_same_system():
    g = Table().own("C2", 0, 1, "Drummond").give(0, "Barrage").give(1, "Bribery")
    g.use("Drummond", "choose Barrage", "choose C3", "choose own Scout", "choose A2")
    g.play("Bribery", "choose C3", "choose next player's Scout", "choose B3").resolve()
    assert g.at("B3") == ["Scout"]


def test_r31_5_abilities_of_a_besieged_system_cannot_be_used():
    g = Table().own("C2", 0, 1, "Drummond").give(0, "Barrage")
    assert g.can("activate Drummond")
    g.put(1, "Corvette", "C2")
    assert not g.can("activate Drummond")


def test_k36_drummond_does_not_send_a_large_ship_into_an_asteroid_field():
    g = Table().no_scouts().own("C2", 0, 1, "Drummond").reveal("B1", "Asteroid Field").give(0, "Barrage")
    g.put(0, "Cruiser", "C3")
    g.use("Drummond", "choose Barrage", "choose C3", "choose own Cruiser")
    assert "choose B1" not in g.legal()
    assert "choose A2" in g.legal()


def test_c_t6_bribery_pushes_a_ship_of_another_player():
    g = Table().give(0, "Bribery")
    g.cast("Bribery", "choose A1", "choose next player's Scout", "choose A2")
    assert (g.at("A2", 1), g.discarded("Bribery")) == (["Scout"], 1)


def test_p_t6_bribery_only_adjacent_and_never_an_own_ship():
    g = Table().give(0, "Bribery")
    g.act("play Bribery")
    assert set(g.legal()) == {"choose A2", "choose B1"}


def test_p_t6_bribery_explores_and_marks_the_ship_moved():
    g = Table().give(0, "Bribery")
    slot = g.find("Scout", 1)
    g.cast("Bribery", "choose A2")
    assert (g.face_up("A2"), bool(g.s["v_flags"][slot] & st.MOVED)) == (True, True)


def test_p_t6_bribery_fizzles_when_the_ship_has_left():
    g = Table(3).give(0, "Bribery").give(2, "Bribery")
    g.play("Bribery", "choose D1", "choose next player's Scout", "choose D2")
    g.play("Bribery", "choose D1", "choose second player's Scout", "choose C1").resolve()
    assert (g.at("C1"), g.at("D2")) == (["Scout"], [])


def test_p_s11_only_drummond_lends_its_ability():
    g = Table().own("C2", 0, 1, "Forsei").own("A2", 1, 1, "Drummond").give(0, "Barrage")
    assert not g.can("activate Drummond")


def test_c_c0_a_nexus_from_the_hand_serves_at_once():
    g = calm(Table().credits(4).give(0, "Jump Nexus"), "C2", "B2")
    g.cast("Jump Nexus").jump("C3", "C2").jump("C2", "B2")
    assert (g.at("B2"), g.money()) == (["Scout"], 0)


def test_k39_a_ship_built_beside_a_nexus_has_met_it():
    g = calm(Table().no_scouts().credits(7), "C2", "B2")
    g.put(0, "Jump Nexus", "C3")
    g.build("C3", "Destroyer").jump("C3", "C2").jump("C2", "B2")
    assert g.at("B2") == ["Destroyer"]


def test_c_s9_silis_major_gives_only_fighters_speed():
    g = calm(Table().no_scouts().own("A3", 0, 1, "Silis Major"), "C2")
    g.put(0, "Corvette", "C3")
    g.jump("C3", "C2")
    assert not g.can("jump a ship from C2")
