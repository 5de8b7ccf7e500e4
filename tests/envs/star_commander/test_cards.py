"""Commands, Technologies and what they do."""

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import Table


def meeting(cards="0.9.5", mine="Corvette", theirs="Battleship", cell="B2", **options):
    """One vessel of each player in a system of nobody."""
    g = Table(cards=cards, **options).reveal(cell, "Trade World")
    return g, g.put(0, mine, cell), g.put(1, theirs, cell)


def test_r5_1_a_technology_stays_in_the_row():
    g = Table().give(0, "Trade Routes")
    g.cast("Trade Routes").next_turn_of(0)
    assert g.row(0) == ["Trade Routes"]


def test_r5_2_a_static_technology_works_while_in_play():
    g = Table().own("C2", 0, 1, "Trade World").give(0, "Efficient Construction").credits(2)
    assert not g.can("build in C2")
    g.cast("Efficient Construction")
    assert g.can("build in C2")


def test_r5_3_an_activated_technology_is_used_when_needed():
    g, mine, _ = meeting()
    g.tech(0, "Railgun Turrets").credits(2)
    g.use("Railgun Turrets", "choose B2", "choose own Corvette").resolve()
    assert g.s["v_attack"][mine] == 2


def test_k78_the_technology_row_has_no_limit():
    g = Table().tech(0, *["Advanced Systems"] * 4, *["Enhanced Jump Drive"] * 3, *["Fighter Bays"] * 3)
    g.give(0, "Railgun Turrets").cast("Railgun Turrets")
    assert len(g.row(0)) == 11


def test_k13_commands_and_technologies_cost_nothing():
    g = Table().give(0, "Filibuster", "Trade Routes")
    g.cast("Filibuster").cast("Trade Routes")
    assert g.money() == 0


def test_r6_1_a_command_is_discarded():
    g = Table().give(0, "Filibuster")
    g.cast("Filibuster")
    assert (g.hand(0), g.discarded("Filibuster")) == ([], 1)


def test_r17_2_the_command_is_discarded_afterwards():
    g = Table().own("C2", 0, 2, "Trade World").give(0, "Trade Envoy")
    g.cast("Trade Envoy", "choose C2")
    assert g.discarded("Trade Envoy") == 1


def test_r6_2_commands_are_played_in_the_own_turn():
    g = Table().give(0, "Filibuster")
    assert g.can("play Filibuster")


def test_r6_3_in_the_turn_of_another_only_as_a_response():
    g = Table().give(1, "Filibuster").give(0, "Interdiction")
    assert g.s["seat"] == 0
    g.play("Interdiction", "choose A1")
    assert (g.s["seat"], g.can("play Filibuster")) == (1, True)


def test_r17_1_a_command_does_what_it_says():
    g = Table().own("C2", 1, 2, "Trade World").give(0, "Trade Envoy")
    g.cast("Trade Envoy", "choose C2")
    assert g.money() == 2


# Bank


def test_r18_1_three_credits_for_a_card():
    g = Table().own("C2", 0, 1, "Pulsar System").credits(3)
    g.act("pay the bank for a card of Industry")
    assert (len(g.hand(0)), g.money()) == (1, 0)


def test_r18_1_any_number_of_times():
    g = Table().own("C2", 0, 1, "Pulsar System").credits(6)
    g.act("pay the bank for a card of Industry", "pay the bank for a card of Industry")
    assert (len(g.hand(0)), g.money()) == (2, 0)


def test_r18_2_not_with_five_cards():
    g = Table().own("C2", 0, 1, "Pulsar System").credits(9).give(0, *["Barrage"] * 4, "Ram")
    assert not g.can("pay the bank for a card of Industry")


def test_k9_no_bank_draw_without_a_domain():
    g = Table().credits(9)
    assert not any(name.startswith("pay the bank") for name in g.legal())


def test_r18_3_two_cards_for_three_credits():
    g = Table().give(0, "Barrage", "Ram", "Filibuster")
    g.act("sell two cards to the bank", "choose Barrage", "choose Filibuster")
    assert (g.hand(0), g.money(), g.discarded("Barrage")) == (["Ram"], 3, 1)


def test_r18_3_not_with_one_card():
    g = Table().give(0, "Barrage")
    assert not g.can("sell two cards to the bank")


# Industry


def test_c_i1_orbital_bombardment_strips_developments_to_one():
    g = Table().own("C2", 1, 4, "Trade World").give(0, "Orbital Bombardment")
    g.put(0, "Corvette", "C2")
    g.cast("Orbital Bombardment")
    assert g.developments("C2") == 2


def test_p_i1_one_development_stays():
    g = Table().own("C2", 1, 3, "Trade World").give(0, "Orbital Bombardment")
    g.put(0, "Battleship", "C2")
    g.cast("Orbital Bombardment")
    assert (g.developments("C2"), g.owner("C2")) == (1, 1)


def test_p_i1_not_where_only_one_development_is():
    g = Table().own("C2", 1, 1, "Trade World").give(0, "Orbital Bombardment")
    g.put(0, "Battleship", "C2")
    assert not g.can("play Orbital Bombardment")


def test_p_i1_the_attack_at_resolution_counts():
    g = Table().no_scouts().own("C2", 1, 4, "Trade World").give(0, "Orbital Bombardment", "Maximum Firepower")
    g.put(0, "Strike Fighter", "C2")
    g.play("Orbital Bombardment")
    g.play("Maximum Firepower", "choose C2").resolve()
    assert g.developments("C2") == 1


def test_p_i1_own_systems_too():
    g = Table().home(0, 3).give(0, "Orbital Bombardment")
    g.cast("Orbital Bombardment")
    assert g.developments("C3") == 2


def test_c_i2_trade_envoy_pays_the_developments_of_any_system():
    g = Table().own("C2", 1, 3, "Trade World").give(0, "Trade Envoy")
    g.cast("Trade Envoy", "choose C2")
    assert g.money() == 3


def test_p_i2_trade_envoy_needs_a_development():
    g = Table().give(0, "Trade Envoy").reveal("C2", "Trade World")
    g.act("play Trade Envoy")
    assert set(g.legal()) == {"choose A1", "choose C3"}


def test_p_i2_developments_at_resolution_count():
    g = Table().own("C2", 1, 3, "Trade World").give(0, "Trade Envoy", "Orbital Bombardment")
    g.put(0, "Corvette", "C2")
    g.play("Trade Envoy", "choose C2")
    g.play("Orbital Bombardment").resolve()
    assert g.money() == 1


def test_c_i3_barrage_deals_the_attack_of_an_own_vessel():
    g, _, theirs = meeting()
    g.give(0, "Barrage").cast("Barrage")
    assert g.damage(theirs) == 2


def test_r33_1_a_vessel_targets_only_in_its_system():
    g, _, _ = meeting()
    g.put(1, "Corvette", "B1")
    g.give(0, "Barrage").play("Barrage", "choose B2")
    assert not g.can("choose next player's Corvette")


def test_r33_2_an_effect_of_an_own_vessel_stays_in_its_system():
    g = Table().reveal("B2", "Trade World").give(0, "Barrage")
    g.put(1, "Corvette", "B2")
    assert not g.can("play Barrage")


def test_r33_3_target_ship_reaches_any_system():
    g = Table().give(0, "Evasion")
    g.act("play Evasion")
    assert set(g.legal()) == {"choose A1", "choose C3"}


def test_p_i3_barrage_needs_both_together_at_resolution():
    g, _, theirs = meeting()
    g.give(0, "Barrage").give(1, "Bribery")
    g.play("Barrage")
    g.play("Bribery", "choose B2", "choose next player's Corvette", "choose B1").resolve()
    assert (g.damage(theirs), g.discarded("Barrage")) == (0, 1)


def test_p_i3_barrage_needs_an_armed_vessel():
    g, _, _ = meeting(mine="Refinery")
    g.give(0, "Barrage")
    assert not g.can("play Barrage")


def test_c_i4_ram_destroys_the_own_ship_and_deals_its_hit_points():
    g, _, theirs = meeting(mine="Cruiser")
    g.give(0, "Ram").cast("Ram")
    assert (g.at("B2", 0), g.damage(theirs)) == ([], 7)


def test_p_i4_ram_deals_full_hit_points_bonuses_in_damage_not_subtracted():
    g = Table().reveal("B2", "Trade World").tech(0, "Advanced Systems").give(0, "Ram")
    g.put(0, "Cruiser", "B2", damage=3)
    theirs = g.put(1, "Battleship", "B2")
    g.cast("Ram")
    assert g.damage(theirs) == 8


def test_p_i4_ram_may_hit_an_own_vessel():
    g = Table().no_scouts().give(0, "Ram")
    g.put(0, "Corvette", "C3")
    g.put(0, "Defense Station", "C3")
    g.cast("Ram")
    assert g.damage(g.find("Defense Station", 0)) == 2


def test_p_i4_ram_does_nothing_when_the_own_ship_is_gone():
    g, _, theirs = meeting(mine="Cruiser")
    g.give(0, "Ram").give(1, "Sabotage")
    g.play("Ram")
    g.play("Sabotage", "choose B2", "choose next player's Cruiser").resolve()
    assert g.damage(theirs) == 0


def test_p_i4_the_own_ship_dies_even_if_the_other_has_left():
    g, _, theirs = meeting(mine="Cruiser", theirs="Corvette")
    g.give(0, "Ram", "Bribery")
    g.play("Ram")
    g.play("Bribery", "choose B2", "choose next player's Corvette", "choose B1").resolve()
    assert (g.at("B2"), g.damage(theirs)) == ([], 0)


def test_c_i6_maximum_firepower_strengthens_own_vessels_in_one_system():
    g, mine, theirs = meeting()
    g.give(0, "Maximum Firepower").cast("Maximum Firepower", "choose B2")
    assert (g.s["v_attack"][mine], g.s["v_attack"][theirs]) == (2, 0)


def test_p_i6_only_systems_with_an_own_vessel():
    g, _, _ = meeting()
    g.give(0, "Maximum Firepower").act("play Maximum Firepower")
    assert set(g.legal()) == {"choose B2", "choose C3"}


def test_p_i6_later_arrivals_get_nothing():
    g, _, _ = meeting()
    g.give(0, "Maximum Firepower").put(0, "Frigate", "C2")
    g.cast("Maximum Firepower", "choose B2").jump("C2", "B2")
    assert g.s["v_attack"][g.find("Frigate", 0)] == 0


def test_c_i8_railgun_turrets_double_an_attack_for_its_price():
    g, mine, _ = meeting(mine="Battleship")
    g.tech(0, "Railgun Turrets").credits(6)
    g.use("Railgun Turrets", "choose B2", "choose own Battleship").resolve()
    assert (g.s["v_attack"][mine], g.money()) == (6, 0)


def test_p_i8_railgun_turrets_need_the_credits_at_once():
    g, _, _ = meeting(mine="Battleship")
    g.no_scouts().tech(0, "Railgun Turrets").credits(5)
    assert not g.can("activate Railgun Turrets")


def test_p_i8_the_bonus_is_the_attack_at_resolution():
    g, mine, _ = meeting()
    g.tech(0, "Railgun Turrets").credits(2).give(0, "Maximum Firepower")
    g.use("Railgun Turrets", "choose B2", "choose own Corvette")
    g.play("Maximum Firepower", "choose B2").resolve()
    assert g.s["v_attack"][mine] == 2 + 4


def test_k43_railgun_turrets_again_cost_the_new_attack():
    g, mine, _ = meeting()
    g.tech(0, "Railgun Turrets").credits(6)
    for _ in range(2):
        g.use("Railgun Turrets", "choose B2", "choose own Corvette").resolve()
    assert (g.s["v_attack"][mine], g.money()) == (6, 0)


def test_c_i9_battlecruiser_costs_ten_and_has_speed_two():
    g = Table().home(0, 2).credits(10).give(0, "Battlecruiser").reveal("C2", "Trade World")
    g.cast("Battlecruiser").next_turn_of(0)
    g.jump("C3", "C2", "Battlecruiser").jump("C2", "C3", "Battlecruiser")
    g.act("jump a ship from C3")
    assert not g.can("choose own Battlecruiser")


def test_c_i9_battlecruiser_pays_for_attack():
    g, mine, _ = meeting(mine="Battlecruiser")
    g.credits(5).use("Battlecruiser", "choose 4").resolve()
    assert (g.s["v_attack"][mine], g.money()) == (4, 1)


def test_p_i9_x_is_paid_at_once():
    g, _, _ = meeting(mine="Battlecruiser")
    g.credits(5).give(1, "Filibuster").use("Battlecruiser", "choose 4")
    assert (g.s["stack_size"], g.money()) == (1, 1)


def test_k44_x_runs_from_one_to_ten():
    g, _, _ = meeting(mine="Battlecruiser")
    g.credits(30).act("activate Battlecruiser")
    assert g.legal() == [f"choose {x}" for x in range(1, 11)]


def test_k44_any_number_of_activations():
    g, mine, _ = meeting(mine="Battlecruiser")
    g.credits(20)
    for _ in range(2):
        g.use("Battlecruiser", "choose 10").resolve()
    assert g.s["v_attack"][mine] == 20


# Statecraft


def test_c_t0_missile_platform_arms_the_other_stations():
    g = Table().own("C2", 0, 4, "Trade World").give(0, "Barrage")
    g.put(0, "Missile Platform", "C2")
    g.put(0, "Refinery", "C2")
    theirs = g.put(1, "Battleship", "C2")
    g.cast("Barrage", "choose C2", "choose own Refinery")
    assert g.damage(theirs) == 1


def test_c_t0_missile_platform_does_not_arm_itself():
    g = Table().own("C2", 0, 4, "Trade World").give(0, "Barrage")
    g.put(0, "Missile Platform", "C2")
    theirs = g.put(1, "Battleship", "C2")
    g.cast("Barrage", "choose C2", "choose own Missile Platform")
    assert g.damage(theirs) == 3


def test_c_t3_spy_network_takes_a_card():
    g = Table().give(0, "Spy Network").give(1, "Barrage", "Ram")
    g.cast("Spy Network")
    assert g.legal() == ["choose Barrage", "choose Ram"]
    g.act("choose Ram")
    assert (g.hand(0), g.hand(1)) == (["Ram"], ["Barrage"])


def test_p_t3_spy_network_shows_the_hand_to_all():
    g = Table(3).give(0, "Spy Network").give(1, "Barrage", "Ram")
    g.cast("Spy Network", "choose next player").act("choose Ram")
    assert (g.s["shown"][1, 0], g.s["shown"][0, 0]) == (True, True)


def test_p_t3_spy_network_needs_a_hand():
    g = Table().give(0, "Spy Network")
    assert not g.can("play Spy Network")


def test_c_t4_intercept_orders_stops_a_command():
    g = Table().own("C2", 0, 3, "Trade World").give(0, "Trade Envoy").give(1, "Intercept Orders")
    g.play("Trade Envoy", "choose C2")
    g.play("Intercept Orders").resolve()
    assert (g.money(), g.discarded("Trade Envoy")) == (0, 1)


def test_k52_intercept_orders_needs_a_command_on_the_stack():
    g = Table().give(0, "Intercept Orders")
    assert not g.can("play Intercept Orders")


def test_k52_technologies_stations_and_abilities_cannot_be_countered():
    g = Table().give(0, "Trade Routes", "Refinery").give(1, "Intercept Orders").credits(9).home(0, 3)
    g.cast("Trade Routes")
    g.cast("Refinery")
    assert (g.row(0), "Refinery" in g.at("C3")) == (["Trade Routes"], True)
    assert g.hand(1) == ["Intercept Orders"]


def test_p_t4_any_depth_and_intercept_orders_too():
    g = (
        Table()
        .own("C2", 0, 3, "Trade World")
        .give(0, "Trade Envoy", "Intercept Orders")
        .give(1, "Intercept Orders")
    )
    g.play("Trade Envoy", "choose C2")
    if g.s["seat"] == 0:
        g.act("pass")
    g.play("Intercept Orders")
    g.act("play Intercept Orders")
    assert g.legal() == ["choose item 1 of the stack", "choose item 2 of the stack"]
    g.act("choose item 2 of the stack").resolve()
    assert g.money() == 3


def test_c_t5_sabotage_destroys_a_vessel_beside_an_own_one():
    g, _, _ = meeting()
    g.give(0, "Sabotage").cast("Sabotage", "choose B2", "choose next player's Battleship")
    assert g.at("B2") == ["Corvette"]


def test_p_t5_sabotage_needs_an_own_vessel_there():
    g, _, _ = meeting()
    g.put(1, "Corvette", "B1")
    g.give(0, "Sabotage").act("play Sabotage")
    assert set(g.legal()) == {"choose B2", "choose C3"}


def test_p_t5_the_own_vessel_need_not_survive():
    g, _, _ = meeting()
    g.give(0, "Sabotage").give(1, "Barrage")
    g.play("Sabotage", "choose B2", "choose next player's Battleship")
    g.play("Barrage", "choose B2", "choose own Battleship", "choose next player's Corvette").resolve()
    assert g.at("B2") == []


def test_p_t5_own_vessels_too():
    g, _, _ = meeting()
    g.give(0, "Sabotage").play("Sabotage", "choose B2")
    assert g.targets() == {"own Corvette", "next player's Battleship"}


def test_c_t7_filibuster_gives_an_extra_turn():
    g = Table().give(0, "Filibuster")
    g.cast("Filibuster").end_turn()
    assert g.s["active"] == 0
    g.end_turn()
    assert g.s["active"] == 1


def test_k42_the_extra_turn_is_whole():
    g = Table().give(0, "Filibuster").own("C2", 0, 2, "Pulsar System")
    g.cast("Filibuster").end_turn()
    assert (g.money(), len(g.hand(0))) == (3, 1)


def test_k42_the_last_resolved_comes_first_and_the_order_goes_on():
    g = Table(3).give(0, "Filibuster").give(2, "Filibuster")
    g.play("Filibuster")
    g.play("Filibuster").resolve()
    order = [int(g.end_turn().s["active"]) for _ in range(4)]
    assert order == [0, 2, 1, 2]  # seat 2's resolved first, seat 0's last


def test_k30_extra_turns_do_not_count_as_rounds():
    g = Table().give(0, "Filibuster")
    turns = int(g.s["turns"])
    g.cast("Filibuster").end_turn()
    assert (g.s["turns"], g.s["round"]) == (turns, 1)


# Science


def test_c_c1_jump_drive_detonation_destroys_everything_in_a_system():
    g, _, _ = meeting()
    g.put(1, "Defense Station", "B2")
    g.give(0, "Jump Drive Detonation").cast("Jump Drive Detonation", "choose B2")
    assert g.at("B2") == []


def test_p_c1_the_own_ship_need_not_survive_and_protection_does_not_help():
    g, _, _ = meeting()
    g.give(0, "Jump Drive Detonation").give(1, "Evasion", "Sabotage")
    g.play("Jump Drive Detonation", "choose B2")
    g.play("Evasion", "choose B2", "choose own Battleship")
    g.play("Sabotage", "choose B2", "choose next player's Corvette").resolve()
    assert g.at("B2") == []


def test_p_c1_needs_an_own_ship_there():
    g = Table().no_scouts().give(0, "Jump Drive Detonation")
    g.put(0, "Defense Station", "C3")
    assert not g.can("play Jump Drive Detonation")


def test_c_c4_raise_shields_gives_hit_points_in_one_system():
    g, mine, theirs = meeting()
    g.give(0, "Raise Shields").cast("Raise Shields", "choose B2")
    assert (g.s["v_hp"][mine], g.s["v_hp"][theirs]) == (2, 0)


def test_p_c4_later_arrivals_get_no_shields():
    g, _, _ = meeting()
    g.give(0, "Raise Shields").put(0, "Frigate", "C2")
    g.cast("Raise Shields", "choose B2").jump("C2", "B2")
    assert g.s["v_hp"][g.find("Frigate", 0)] == 0


def test_c_c5_evasion_prevents_damage_to_a_ship():
    g, mine, _ = meeting()
    g.give(0, "Evasion").give(1, "Barrage")
    g.cast("Evasion", "choose B2", "choose own Corvette")
    assert g.s["v_flags"][mine] & st.PREVENTED
    g.give(0, "Filibuster").play("Filibuster")
    g.play("Barrage", "choose B2", "choose own Battleship", "choose next player's Corvette").resolve()
    assert (g.at("B2", 0), g.damage(mine)) == (["Corvette"], 0)


def test_p_c5_evasion_for_anyones_ship_but_no_station():
    g, _, theirs = meeting()
    g.put(1, "Defense Station", "B2")
    g.give(0, "Evasion").play("Evasion", "choose B2")
    assert g.targets() == {"own Corvette", "next player's Battleship"}
    g.act("choose next player's Battleship").resolve()
    assert g.s["v_flags"][theirs] & st.PREVENTED


def test_k75_prevention_does_not_stop_destruction():
    g, _, _ = meeting()
    g.give(0, "Evasion", "Sabotage")
    g.cast("Evasion", "choose B2", "choose next player's Battleship")
    g.cast("Sabotage", "choose B2", "choose next player's Battleship")
    assert g.at("B2") == ["Corvette"]


def test_c_c6_experimental_shields_protect_a_vessel_for_a_card():
    g, mine, _ = meeting()
    g.tech(0, "Experimental Shields").give(0, "Barrage")
    g.use("Experimental Shields", "choose Barrage", "choose B2", "choose own Corvette").resolve()
    flags = int(g.s["v_flags"][mine])
    assert (bool(flags & st.PREVENTED), bool(flags & st.UNTARGETABLE), g.hand(0)) == (True, True, [])


def test_p_c6_items_below_that_target_the_vessel_fizzle():
    g, _, _ = meeting()
    g.tech(1, "Experimental Shields").give(1, "Ram").give(0, "Sabotage")
    g.play("Sabotage", "choose B2", "choose next player's Battleship")
    g.use("Experimental Shields", "choose Ram", "choose B2", "choose own Battleship").resolve()
    assert g.at("B2", 1) == ["Battleship"]


def test_p2_a_target_that_became_untargetable_makes_the_item_fizzle():
    g, _, theirs = meeting()
    g.tech(1, "Experimental Shields").give(1, "Ram").give(0, "Barrage")
    g.play("Barrage")
    g.use("Experimental Shields", "choose Ram", "choose B2", "choose own Battleship").resolve()
    assert (g.damage(theirs), g.discarded("Barrage")) == (0, 1)


def test_c_c8_advanced_systems_give_attack_and_hit_points():
    g, _, theirs = meeting()
    g.tech(0, "Advanced Systems").give(0, "Barrage").cast("Barrage")
    assert g.damage(theirs) == 3


def test_c_c8_advanced_systems_give_hit_points():
    g, mine, _ = meeting(theirs="Corvette")
    g.tech(0, "Advanced Systems").give(1, "Barrage").give(0, "Filibuster")
    g.play("Filibuster")
    g.play("Barrage").resolve()
    assert g.damage(mine) == 2  # a Corvette with 3 hit points lives


# Pulsar, protection, fizzling


def test_c_s7_pulsar_guards_ships_against_commands():
    g = Table().reveal("B2", "Pulsar System").give(0, "Sabotage", "Evasion")
    g.put(0, "Corvette", "B2")
    g.put(1, "Battleship", "B2")
    g.play("Evasion")
    assert "choose B2" not in g.legal()


def test_k38_pulsar_does_not_guard_stations():
    g = Table().reveal("B2", "Pulsar System").give(0, "Sabotage")
    g.put(0, "Corvette", "B2")
    g.put(1, "Defense Station", "B2")
    g.cast("Sabotage", "choose B2")
    assert g.at("B2") == ["Corvette"]


def test_k38_pulsar_does_not_guard_against_system_wide_effects():
    g = Table().reveal("B2", "Pulsar System").give(0, "Jump Drive Detonation", "Maximum Firepower")
    mine = g.put(0, "Corvette", "B2")
    g.put(1, "Battleship", "B2")
    g.cast("Maximum Firepower", "choose B2")
    assert g.s["v_attack"][mine] == 2
    g.cast("Jump Drive Detonation", "choose B2")
    assert g.at("B2") == []


def test_k38_pulsar_does_not_guard_against_abilities():
    g = Table().reveal("B2", "Pulsar System").tech(0, "Experimental Shields").give(0, "Ram")
    mine = g.put(0, "Corvette", "B2")
    g.use("Experimental Shields", "choose Ram", "choose B2", "choose own Corvette").resolve()
    assert g.s["v_flags"][mine] & st.UNTARGETABLE


def test_p2_a_target_pushed_into_a_pulsar_makes_the_item_fizzle():
    g, mine, _ = meeting()
    g.reveal("B1", "Pulsar System").give(0, "Evasion").give(1, "Bribery")
    g.play("Evasion", "choose B2", "choose own Corvette")
    g.play("Bribery", "choose B2", "choose next player's Corvette", "choose B1").resolve()
    assert not g.s["v_flags"][mine] & st.PREVENTED


def test_k54_an_effect_whose_target_vanished_does_nothing_and_costs_stay_paid():
    g, _, _ = meeting(mine="Battlecruiser")
    g.credits(4).give(1, "Sabotage").use("Battlecruiser", "choose 4")
    g.play("Sabotage", "choose B2", "choose next player's Battlecruiser").resolve()
    assert (g.money(), g.at("B2", 0)) == (0, [])


def test_k76_cards_may_hit_own_vessels_where_they_say_anyones():
    g = Table().give(0, "Sabotage")
    g.cast("Sabotage")
    assert g.at("C3") == []


def test_k14_technologies_and_stations_only_in_the_own_command_phase():
    g, _, _ = meeting(mine="Battleship")
    g.give(0, "Trade Routes", "Refinery", "Barrage").credits(9)
    assert g.can("play Trade Routes")
    g.end_phase().act("yes")
    assert (g.can("play Trade Routes"), g.can("play Refinery"), g.can("play Barrage")) == (False, False, True)


def test_k14_not_while_the_stack_is_full():
    g = Table().give(0, "Trade Routes", "Filibuster", "Evasion")
    g.play("Filibuster")
    assert (g.can("play Evasion"), g.can("play Trade Routes")) == (True, False)


def test_k14_the_cost_is_paid_and_the_site_named_on_announcing():
    g = Table().own("C2", 0, 1, "Trade World").give(0, "Refinery").credits(2).give(1, "Evasion")
    g.play("Refinery", "choose C2")
    assert (g.s["stack_size"], g.money(), g.at("C2")) == (1, 0, [])
    g.resolve()
    assert g.at("C2") == ["Refinery"]


def test_p3_costs_are_paid_before_responses():
    g = Table().own("C2", 0, 1, "Drummond").give(0, "Barrage").give(1, "Filibuster")
    g.use("Drummond", "choose C3", "choose own Scout", "choose A2")
    assert (g.s["stack_size"], g.discarded("Barrage")) == (1, 1)


def test_p_t0_a_station_fizzles_when_its_site_has_become_illegal():
    g = Table().no_scouts().own("C2", 0, 1, "Trade World").give(0, "Refinery").credits(2).give(1, "Bribery")
    g.put(0, "Corvette", "C2")
    g.put(1, "Corvette", "C2")
    g.play("Refinery", "choose C2")
    g.play("Bribery", "choose C2", "choose next player's Corvette", "choose B2").resolve()
    assert (g.at("C2"), g.discarded("Refinery"), g.money()) == (["Corvette"], 1, 0)


def test_w6_a_card_that_can_do_nothing_is_not_offered():
    g = Table().give(
        0, "Barrage", "Orbital Bombardment", "Intercept Orders", "Spy Network", "Mass Production"
    )
    assert not any(name.startswith("play") for name in g.legal())


def test_k73_damage_beyond_falling_hit_points_destroys():
    g = Table().reveal("B2", "Trade World").tech(0, "Advanced Systems").credits(0, 5)
    g.put(0, "Corvette", "B2", damage=2)
    g.act("open an offer", "offer a technology", "ask for 1 credit", "send the offer", "yes")
    assert g.at("B2") == []


def test_r34_1_a_vessel_is_a_ship_or_a_station():
    g, _, _ = meeting(theirs="Defense Station")
    g.give(0, "Sabotage").play("Sabotage", "choose B2")
    assert g.targets() == {"own Corvette", "next player's Defense Station"}


def test_p_t3_any_other_player_with_cards():
    g = Table(4).give(0, "Spy Network").give(1, "Barrage").give(3, "Ram")
    g.act("play Spy Network")
    assert g.legal() == ["choose next player", "choose third player"]
    g.act("choose third player").resolve()
    assert g.hand(0) == ["Ram"]


def test_c_t0_a_missile_platform_from_the_hand_costs_five_and_arms_a_refinery():
    g = Table().own("C2", 0, 4, "Trade World").credits(5).give(0, "Missile Platform", "Barrage")
    g.put(0, "Refinery", "C2")
    theirs = g.put(1, "Strike Fighter", "C2")
    g.cast("Missile Platform", "choose C2").cast("Barrage", "choose C2", "choose own Refinery")
    assert (g.money(), g.s["v_kind"][theirs]) == (0, -1)
