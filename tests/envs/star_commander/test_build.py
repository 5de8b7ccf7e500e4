"""Building ships and stations: sites, limits, bans."""

from tests.envs.star_commander.table import Table


def test_r15_1_build_what_one_can_pay_for():
    g = Table().home(0, 6).credits(6)
    g.build("C3", "Corvette").build("C3", "Corvette")
    assert (g.at("C3"), g.money()) == (["Corvette", "Corvette", "Scout"], 0)


def test_r15_1_not_what_one_cannot_pay_for():
    g = Table().home(0, 6).credits(4)
    assert g.buildable("C3") == {"Strike Fighter", "Corvette", "Defense Station"}


def test_r2_3_ships_at_the_homeworld_and_in_capitals():
    g = Table().home(0, 3).own("C2", 0, 1, "Forsei").own("B3", 0, 1, "Trade World").credits(5)
    assert "Corvette" in g.buildable("C3")
    assert "Corvette" in g.buildable("C2")
    assert "Corvette" not in g.buildable("B3")


def test_r15_3_ships_only_in_starting_and_capital_systems():
    g = Table().home(0, 3).own("B3", 0, 1, "Trade World").credits(9)
    assert g.buildable("B3") == {"Defense Station"}


def test_r15_2_stations_in_any_controlled_system():
    g = Table().own("B3", 0, 1, "Asteroid Field").credits(3)
    g.build("B3", "Defense Station")
    assert g.at("B3") == ["Defense Station"]


def test_r15_2_no_station_in_a_system_of_another_player():
    g = Table().own("B3", 1, 2, "Trade World").credits(9)
    g.put(0, "Corvette", "B3")
    assert not g.can("build in B3")


def test_r3_2_no_station_in_a_system_of_nobody():
    g = Table().reveal("C2", "Trade World").credits(9)
    g.put(0, "Corvette", "C2")
    assert not g.can("build in C2")


def test_r3_3_stations_at_most_as_many_as_developments():
    g = Table().own("B3", 0, 2, "Trade World").credits(9)
    g.build("B3", "Defense Station").build("B3", "Defense Station")
    assert not g.can("build in B3")


def test_r15_4_one_development_one_station():
    g = Table().own("B3", 0, 1, "Trade World").credits(9)
    g.build("B3", "Defense Station")
    assert not g.can("build in B3")


def test_r2_6_no_more_ships_than_developments():
    g = Table().credits(9)
    assert "Corvette" not in g.buildable("C3")  # one development, one Scout


def test_r15_5_ships_up_to_all_developments():
    g = Table().own("B3", 0, 2, "Trade World").credits(9)
    g.build("C3", "Corvette").build("C3", "Corvette")
    assert "Corvette" not in g.buildable("C3")


def test_k7_fighters_and_the_scout_count_but_stations_do_not():
    g = Table().home(0, 3).credits(20)
    g.put(0, "Defense Station", "C3")
    g.put(0, "Strike Fighter", "C3")
    g.build("C3", "Corvette")
    assert g.buildable("C3") == {"Defense Station"}


def test_k8_losing_developments_destroys_no_ship():
    g = Table().own("C2", 1, 2, "Trade World").home(1, 1)
    g.put(1, "Strike Fighter", "A1", 2)
    g.put(0, "Corvette", "C2", 2)
    g.end_turn()
    assert (g.owner("C2"), g.at("A1", 1)) == (0, ["Scout", "Strike Fighter", "Strike Fighter"])


def test_r15_6_nothing_is_built_under_siege():
    g = Table().home(0, 6).own("C2", 0, 2, "Forsei").credits(20)
    g.put(1, "Corvette", "C2")
    assert not g.can("build in C2")


def test_r31_3_no_station_under_siege():
    g = Table().own("C2", 0, 2, "Trade World").credits(3)
    g.put(1, "Corvette", "C2")
    assert not g.can("build in C2")


def fought(g, cell="C2"):
    """Mark a combat in a system since everybody's last turn."""
    g.s["combat_mark"][5 * "ABCDE".index(cell[0]) + int(cell[1]) - 1] = 3
    return g


def test_r15_7_nothing_is_built_after_combat_while_foreign_ships_stay():
    g = Table().home(0, 3).own("C2", 0, 2, "Trade World").credits(9)
    g.put(0, "Corvette", "C2")
    g.put(1, "Corvette", "C2")
    assert g.can("build in C2")
    assert not fought(g).can("build in C2")


def test_k61_without_foreign_ships_the_ban_is_off():
    g = fought(Table().own("C2", 0, 2, "Trade World").credits(9))
    assert g.can("build in C2")


def test_k61_a_foreign_fighter_keeps_the_ban_a_foreign_station_does_not():
    g = fought(Table().own("C2", 0, 2, "Trade World").credits(9))
    g.put(0, "Corvette", "C2")
    g.put(1, "Defense Station", "C2")
    assert g.can("build in C2")
    g.put(1, "Strike Fighter", "C2")
    assert not g.can("build in C2")


def test_k61_combat_marks_the_system_for_all_until_the_own_clean_up():
    g = Table().own("C2", 0, 4, "Trade World").no_scouts()
    g.put(0, "Battleship", "C2")
    g.put(1, "Battleship", "C2")
    g.fight()
    assert g.s["combat_mark"][11] == 3
    g.quiet(lambda s: s["active"] == 1)
    assert g.s["combat_mark"][11] == 2
    g.quiet(lambda s: s["active"] == 0)
    assert g.s["combat_mark"][11] == 0


def test_k61_the_ban_holds_in_the_defenders_next_turn():
    g = Table().own("B1", 1, 4, "Trade World").no_scouts().credits(0, 9)
    g.put(0, "Battleship", "B1")
    g.put(1, "Battleship", "B1")
    g.fight()
    g.quiet(lambda s: s["active"] == 1 and s["phase"] == 5)
    assert not g.can("build in B1")


def test_k61_the_ban_holds_for_cards_too():
    g = Table().own("C2", 0, 2, "Trade World").credits(9).give(0, "Refinery", "Mass Production").home(0, 6)
    g.put(0, "Corvette", "C2")
    g.put(1, "Corvette", "C2")
    fought(g)
    g.cast("Refinery")
    assert g.at("C3", 0).count("Refinery") == 1  # the homeworld is the only site left


def test_r15_8_ships_can_always_be_built_at_home():
    g = Table().no_scouts().home(0, 3).credits(9)
    g.put(1, "Corvette", "C3")
    assert g.buildable("C3") >= {"Corvette", "Strike Fighter"}


def test_k62_no_station_at_a_besieged_homeworld():
    g = Table().no_scouts().home(0, 3).credits(9)
    g.put(1, "Corvette", "C3")
    assert "Defense Station" not in g.buildable("C3")


def test_k62_the_ship_limit_stays_at_a_besieged_homeworld():
    g = Table().no_scouts().credits(9)
    g.put(1, "Corvette", "C3")
    g.put(0, "Corvette", "B3")
    assert not g.can("build in C3")


def test_k17_shipyard_makes_an_own_system_a_ship_site():
    g = Table().home(0, 3).own("C2", 0, 2, "Trade World").credits(9)
    g.put(0, "Shipyard", "C2")
    assert "Corvette" in g.buildable("C2")


def test_c_t2_shipyard_costs_five_and_builds_ships():
    g = Table().home(0, 3).own("C2", 0, 2, "Trade World").credits(8).give(0, "Shipyard")
    g.cast("Shipyard", "choose C2").build("C2", "Corvette")
    assert (g.at("C2"), g.money()) == (["Corvette", "Shipyard"], 0)


def test_k17_a_shipyard_in_a_foreign_system_is_no_site():
    g = Table().home(0, 3).own("C2", 1, 2, "Trade World").credits(9)
    g.put(0, "Shipyard", "C2")
    assert not g.can("build in C2")


def test_c_t9_fighter_bays_make_fighter_sites():
    g = Table().home(0, 3).own("C2", 0, 1, "Trade World").credits(9).tech(0, "Fighter Bays")
    g.put(0, "Defense Station", "C2")
    assert g.buildable("C2") == {"Strike Fighter"}


def test_c_t9_fighter_bays_give_fighters_a_hit_point():
    g = Table().reveal("B2", "Trade World").tech(1, "Fighter Bays").give(0, "Barrage")
    g.scout_to(0, "B2")
    fighter = g.put(1, "Strike Fighter", "B2")
    g.cast("Barrage")
    assert g.damage(fighter) == 1


def test_c_t8_efficient_construction_makes_stations_cheaper():
    g = (
        Table()
        .own("C2", 0, 2, "Trade World")
        .credits(3)
        .tech(0, "Efficient Construction")
        .give(0, "Refinery")
    )
    g.build("C2", "Defense Station")
    assert g.money() == 1
    g.cast("Refinery", "choose C2")
    assert g.money() == 0


def test_k15_efficient_construction_never_below_one():
    g = Table().own("C2", 0, 2, "Trade World").credits(3).tech(0, *["Efficient Construction"] * 3)
    g.build("C2", "Defense Station")
    assert g.money() == 2


def test_k20_an_empty_pile_builds_nothing():
    g = Table(grid=5).home(0, 6).credits(50)
    g.put(1, "Battleship", "A1", 8)
    assert "Battleship" not in g.buildable("E5")


def test_k20_a_destroyed_vessel_returns_to_its_pile():
    g = Table().no_scouts().reveal("B2", "Trade World").give(0, "Sabotage")
    g.put(0, "Corvette", "B2", 2)
    before = int(g.s["pile"][g.kind("Corvette")])
    g.cast("Sabotage")
    assert g.s["pile"][g.kind("Corvette")] == before + 1


def test_k20_a_destroyed_scout_leaves_the_game():
    g = Table().give(0, "Sabotage")
    g.cast("Sabotage")
    assert (g.at("C3"), g.s["pile"][g.kind("Scout")]) == ([], 0)


def test_k20_a_destroyed_domain_vessel_is_discarded():
    g = Table().no_scouts().give(0, "Sabotage")
    g.put(0, "Refinery", "C3")
    g.cast("Sabotage")
    assert g.discarded("Refinery") == 1


def test_c_v1_strike_fighter_costs_one():
    g = Table().home(0, 2).credits(1)
    g.build("C3", "Strike Fighter")
    assert (g.at("C3"), g.money()) == (["Scout", "Strike Fighter"], 0)


def test_c_v3_frigate_costs_five():
    g = Table().home(0, 2).credits(5)
    g.build("C3", "Frigate")
    assert (g.at("C3"), g.money()) == (["Frigate", "Scout"], 0)


def test_c_v5_cruiser_costs_nine():
    g = Table().home(0, 2).credits(9)
    g.build("C3", "Cruiser")
    assert (g.at("C3"), g.money()) == (["Cruiser", "Scout"], 0)


def test_c_v6_battleship_costs_twelve():
    g = Table().home(0, 2).credits(12)
    g.build("C3", "Battleship")
    assert (g.at("C3"), g.money()) == (["Battleship", "Scout"], 0)


def test_c_v7_defense_station_costs_three_and_stays():
    g = Table().credits(3)
    g.build("C3", "Defense Station")
    assert (g.at("C3"), g.money()) == (["Defense Station", "Scout"], 0)


def test_c_i5_mass_production_builds_two_corvettes_anywhere_of_ones_own():
    g = Table().own("C2", 0, 2, "Trade World").give(0, "Mass Production")
    g.cast("Mass Production", "choose C2")
    assert g.at("C2") == ["Corvette", "Corvette"]


def test_k18_mass_production_keeps_the_ship_limit():
    g = Table().own("C2", 0, 1, "Trade World").give(0, "Mass Production")
    g.cast("Mass Production", "choose C2")
    assert g.at("C2") == ["Corvette"]


def test_k18_mass_production_needs_room_for_a_ship():
    g = Table().give(0, "Mass Production")
    assert not g.can("play Mass Production")


def test_k18_mass_production_takes_what_the_pile_has():
    g = Table(grid=5).own("D5", 0, 3, "Trade World").give(0, "Mass Production")
    g.put(1, "Corvette", "A1", 17)
    g.cast("Mass Production", "choose D5")
    assert g.at("D5") == ["Corvette"]


def test_k18_new_corvettes_cannot_jump():
    g = Table().own("C2", 0, 2, "Trade World").give(0, "Mass Production")
    g.cast("Mass Production", "choose C2")
    assert not g.can("jump a ship from C2")


def test_p_i5_mass_production_not_under_siege_but_at_home():
    g = Table().no_scouts().own("C2", 0, 3, "Trade World").give(0, "Mass Production")
    g.put(1, "Corvette", "C2")
    g.cast("Mass Production")
    assert g.at("C3", 0) == ["Corvette", "Corvette"]


def test_p_i5_mass_production_builds_what_the_limit_allows_on_resolution():
    g = Table().own("C2", 0, 2, "Trade World").give(0, "Mass Production").give(1, "Orbital Bombardment")
    g.put(1, "Corvette", "C2")
    g.put(0, "Defense Station", "C2")
    g.play("Mass Production", "choose C2")
    g.play("Orbital Bombardment", "choose C2", "choose own Corvette").resolve()
    assert g.at("C2", 0) == ["Corvette", "Defense Station"]


def test_k16_battlecruiser_needs_a_ship_site_and_counts_for_the_limit():
    g = Table().own("C2", 0, 1, "Trade World").credits(10).give(0, "Battlecruiser")
    g.cast("Battlecruiser")
    assert (g.at("C3"), g.money()) == (["Battlecruiser", "Scout"], 0)
    assert "Corvette" not in g.buildable("C3")


def test_k8_battlecruiser_keeps_the_ship_limit():
    g = Table().credits(10).give(0, "Battlecruiser")
    assert not g.can("play Battlecruiser")


# Forsei


def test_c_s10_forsei_builds_ships_in_the_ready_phase():
    g = Table().own("C2", 0, 3, "Forsei").credits(3)
    g.end_turn().end_turn()
    assert set(g.legal()) == {"build in C2", "build in C3", "done"}
    g.build("C3", "Corvette")
    assert g.at("C3") == ["Corvette", "Scout"]


def test_k67_forsei_builds_before_and_after_conquest():
    g = Table().own("C2", 0, 3, "Forsei").credits(6)
    g.end_phase()
    assert g.s["phase"] == 12
    g.act("done")
    assert g.s["phase"] == 15
    g.build("C3", "Corvette")
    assert g.at("C3") == ["Corvette", "Scout"]


def test_k67_forsei_builds_no_stations_outside_the_command_phase():
    g = Table().own("C2", 0, 3, "Forsei").credits(6)
    g.end_phase()
    g.act("build in C3")
    assert "choose own Defense Station" not in g.legal()


def test_k67_forsei_builds_in_the_windows_of_combat():
    g = Table().own("C2", 0, 4, "Forsei").credits(3).reveal("B2", "Trade World")
    g.put(0, "Battleship", "B2")
    g.put(1, "Battleship", "B2")
    g.end_phase().act("yes")
    assert g.can("build in C2")
    g.build("C2", "Corvette")
    assert g.at("C2") == ["Corvette"]


def test_k67_forsei_not_in_the_turn_of_others():
    g = Table().own("C2", 0, 4, "Forsei").credits(9).reveal("B2", "Trade World")
    g.end_turn()
    g.put(0, "Battleship", "B2")
    g.put(1, "Battleship", "B2")
    g.end_phase().act("yes")
    assert not g.can("build in C2")


def test_k67_a_battlecruiser_in_a_window_goes_on_the_stack():
    g = Table().own("C2", 0, 4, "Forsei").credits(10).reveal("B2", "Trade World").give(0, "Battlecruiser")
    g.give(1, "Evasion")
    g.put(0, "Battleship", "B2")
    g.put(1, "Battleship", "B2")
    g.end_phase().act("yes")
    g.play("Battlecruiser", "choose C2")
    assert (g.s["stack_size"], g.s["seat"]) == (1, 1)


def test_k67_a_battlecruiser_in_the_end_phase_is_not_answered():
    g = Table().own("C2", 0, 4, "Forsei").credits(10).give(0, "Battlecruiser").give(1, "Evasion")
    g.end_phase()
    g.play("Battlecruiser", "choose C2")
    assert (g.s["stack_size"], g.at("C2")) == (0, ["Battlecruiser"])


def test_k67_a_besieged_forsei_builds_only_in_the_command_phase():
    g = Table().home(0, 4).own("C2", 0, 4, "Forsei").credits(9)
    g.put(1, "Corvette", "C2")
    g.end_phase()
    assert g.s["active"] == 1


def test_k67_no_other_capital_builds_outside_the_command_phase():
    g = Table().own("C2", 0, 4, "Drummond").own("B3", 0, 1, "Silis Major").credits(9)
    g.end_phase()
    assert g.s["active"] == 1


def test_c_t8_ships_cost_the_same():
    g = Table().home(0, 2).credits(3).tech(0, "Efficient Construction")
    g.build("C3", "Corvette")
    assert g.money() == 0


def test_c_t9_without_a_station_no_fighter_site():
    g = Table().home(0, 3).own("C2", 0, 1, "Trade World").credits(1).tech(0, "Fighter Bays")
    assert not g.can("build in C2")


def test_c_t9_other_ships_get_no_hit_point():
    g = Table().reveal("B2", "Trade World").tech(1, "Fighter Bays").give(0, "Barrage")
    g.put(0, "Corvette", "B2")
    g.put(1, "Corvette", "B2")
    g.cast("Barrage")
    assert g.at("B2", 1) == []


def test_k16_no_battlecruiser_in_a_besieged_capital():
    g = Table().no_scouts().own("C2", 0, 4, "Silis Major").credits(10).give(0, "Battlecruiser")
    g.put(1, "Corvette", "C2")
    g.cast("Battlecruiser")
    assert g.at("C3") == ["Battlecruiser"]
