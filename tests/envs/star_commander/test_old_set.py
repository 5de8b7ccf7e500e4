"""The older card set 0.9.4: Carriers, Explore the Unknown, REDIRECT."""

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import GAME, Table


def old(players=2, **options):
    """A table with the older card set."""
    return Table(players, cards="0.9.4", **options)


def carrier(fighters=2):
    """A Carrier and Fighters of seat 0 at home, an open system beside."""
    g = old().no_scouts().reveal("C2", "Trade World").reveal("B2", "Core World")
    g.put(0, "Strike Fighter", "C3", fighters)
    g.put(0, "Carrier", "C3")
    return g


def numbers(kind):
    """Class, cost, attack, hit points, speed and copies of a kind of vessel of the older set."""
    content = GAME.content("0.9.4")
    t, k = content.tables[0], content.labels["kind"].index(kind)
    names = ("kind_cost", "kind_attack", "kind_hp", "kind_speed", "kind_pile")
    return (st.CLASSES[t["kind_class"][k]], *(int(t[name][k]) for name in names))


def copies(system):
    """Copies of a system card of the older set."""
    content = GAME.content("0.9.4")
    return int(content.tables[0]["system_copies"][content.labels["system"].index(system)])


def test_c094_v8_carrier_takes_fighters_along():
    g = carrier()
    g.act("jump a ship from C3").pick("choose C2")
    g.act("choose own Strike Fighter").pick("choose own Strike Fighter", "done")
    assert g.at("C2") == ["Carrier", "Strike Fighter", "Strike Fighter"]


def test_c094_v8_carrier_is_a_large_ship_for_ten():
    assert numbers("Carrier") == ("Large", 10, 2, 8, 1, 6)


def test_r13_6_a_fighter_travels_with_a_carrier():
    g = carrier(1)
    g.act("jump a ship from C3").pick("choose C2")
    g.act("choose own Strike Fighter").pick("done")
    assert g.at("C2") == ["Carrier", "Strike Fighter"]


def test_k69_a_fighter_that_rides_along_is_told():
    g = carrier()
    g.act("jump a ship from C3").pick("choose C2").act("choose own Strike Fighter")
    done = next(action for action in g.game.legal_ids() if g.game.name(action) == "done")
    lines = GAME.told(g.game.content, g.s, done)
    assert [line for line in lines if "rides along" in line] == ["Red's Strike Fighter at C3 rides along"]


def test_k69_the_player_may_leave_fighters_behind():
    g = carrier()
    g.act("jump a ship from C3").pick("choose C2")
    g.act("choose own Strike Fighter", "done")
    assert (g.at("C2"), g.at("C3")) == (["Carrier", "Strike Fighter"], ["Strike Fighter"])


def test_k69_at_most_five():
    g = carrier(7)
    g.act("jump a ship from C3").pick("choose C2")
    for _ in range(5):
        g.act("choose own Strike Fighter")
    assert g.at("C2") == ["Carrier", *["Strike Fighter"] * 5]


def test_k69_a_fighter_must_be_held_since_the_turn_start():
    g = carrier(0)
    g.put(0, "Strike Fighter", "C3", held=False)
    g.act("jump a ship from C3").pick("choose C2")
    assert (g.at("C2"), g.at("C3")) == (["Carrier"], ["Strike Fighter"])


def test_k69_riders_use_no_speed_and_are_marked_moved():
    g = carrier(1)
    g.act("jump a ship from C3").pick("choose C2")
    g.act("choose own Strike Fighter").pick("done")
    fighter = g.find("Strike Fighter", 0)
    assert (g.s["v_jumps"][fighter], bool(g.s["v_flags"][fighter] & st.MOVED)) == (0, True)


def test_k69_several_carriers_take_the_same_fighter_in_turn():
    g = carrier(1)
    g.put(0, "Carrier", "C2")
    g.act("jump a ship from C3").pick("choose C2")
    g.act("choose own Strike Fighter").pick("done")
    g.act("jump a ship from C2").pick("choose B2")
    g.act("choose own Strike Fighter").pick("done")
    assert g.at("B2") == ["Carrier", "Strike Fighter"]


def test_k69_a_retreating_carrier_takes_fighters_that_have_not_moved():
    g = old().no_scouts().reveal("B2", "Trade World").own("B3", 0, 1, "Core World")
    g.put(0, "Carrier", "B2")
    g.put(0, "Strike Fighter", "B2", held=False)
    g.put(0, "Strike Fighter", "B2", moved=True)
    g.put(1, "Battleship", "B2")
    g.fight("done", "done").act("choose own Carrier")
    g.act("choose own Strike Fighter")
    assert (g.at("B3"), g.at("B2", 0)) == (["Carrier", "Strike Fighter"], ["Strike Fighter"])


def test_k69_bribery_takes_nobody_along():
    g = old().no_scouts().reveal("B2", "Trade World").reveal("B1", "Core World").give(0, "Bribery")
    g.put(1, "Carrier", "B2")
    g.put(1, "Strike Fighter", "B2")
    g.cast("Bribery", "choose B2", "choose next player's Carrier", "choose B1")
    assert (g.at("B1"), g.at("B2")) == (["Carrier"], ["Strike Fighter"])


def test_p_s11_a_carrier_sent_by_drummond_takes_fighters_by_its_players_will():
    g = old().no_scouts().own("C2", 0, 1, "Drummond").give(0, "Barrage").reveal("B2", "Trade World")
    g.put(1, "Carrier", "A1")
    g.put(1, "Strike Fighter", "A1")
    g.use("Drummond", "choose A1", "choose next player's Carrier", "choose B2").resolve()
    assert g.s["seat"] == 1
    g.act("choose own Strike Fighter")
    assert g.at("B2") == ["Carrier", "Strike Fighter"]


def test_k35_a_carrier_with_fighters_enters_a_face_down_asteroid_field():
    g = carrier(1).place("B3", "Asteroid Field")
    g.act("jump a ship from C3").pick("choose B3")
    g.act("choose own Strike Fighter").pick("done")
    assert g.at("B3") == ["Carrier", "Strike Fighter"]


def test_k41_a_locked_carrier_takes_nobody():
    g = carrier().give(0, "Interdiction")
    g.cast("Interdiction", "choose C3")
    assert not g.can("jump a ship from C3")


def test_c094_c10_explore_the_unknown_draws_two():
    g = old().own("C2", 0, 1, "Pulsar System").give(0, "Explore the Unknown")
    g.cast("Explore the Unknown")
    assert (len(g.hand(0)), g.deck_size("Industry")) == (2, 28)


def test_r27_1_with_science_alone_explore_the_unknown_draws_science():
    g = old().own("C2", 0, 1, "Black Hole").give(0, "Explore the Unknown")
    g.cast("Explore the Unknown")
    assert (g.deck_size("Science"), g.deck_size("Industry"), g.deck_size("Statecraft")) == (27, 30, 30)


def test_w6_explore_the_unknown_needs_a_domain():
    g = old().give(0, "Explore the Unknown")
    assert not g.can("play Explore the Unknown")


def test_k53_spy_network_takes_nothing_into_a_full_hand():
    g = old().own("C2", 0, 1, "Pulsar System").give(1, "Barrage")
    g.give(0, "Spy Network", "Explore the Unknown", "Refinery", "Trade Routes", "Trade Routes")
    g.play("Spy Network")
    g.play("Explore the Unknown").resolve()
    assert (len(g.hand(0)), g.hand(1), g.s["shown"][1, 0]) == (5, ["Barrage"], True)


def test_k22_an_unarmed_scout_besieges():
    g = old().own("B1", 1, 3, "Trade World")
    g.scout_to(0, "B1")
    g.end_turn()
    assert g.developments("B1") == 2


def test_c094_v0_an_unarmed_scout_does_not_break_a_siege():
    g = old().own("B1", 1, 3, "Trade World")
    g.scout_to(1, "B1")
    g.put(0, "Corvette", "B1")
    g.end_turn()
    assert g.developments("B1") == 2


def test_k77_an_unarmed_founder_founds_a_system_under_siege():
    g = old().reveal("C2", "Military Base").credits(1)
    g.scout_to(0, "C2")
    g.put(1, "Corvette", "C2")
    g.act("develop C2")
    assert (g.owner("C2"), g.at("C2", 0)) == (0, ["Scout"])


def test_c094_v3_frigate_has_haste_and_no_taunt():
    g = old().no_scouts().credits(5)
    g.build("C3", "Frigate")
    assert g.can("jump a ship from C3")


def test_c094_v2_corvettes_are_seventeen():
    assert numbers("Corvette") == ("Small", 3, 2, 2, 1, 17)


def test_c094_v6_battleships_are_six():
    assert numbers("Battleship") == ("Large", 12, 6, 10, 1, 6)


def test_c094_s6_one_asteroid_field():
    assert copies("Asteroid Field") == 1


def test_c094_s7_one_pulsar_system():
    assert copies("Pulsar System") == 1


def test_c094_s8_one_black_hole():
    assert copies("Black Hole") == 1


def test_c094_s13_empty_system_has_no_domain_and_one_development():
    g = old().own("C2", 0, 1, "Empty System").credits(9)
    assert not g.can("develop C2")
    assert not any(name.startswith("pay the bank") for name in g.legal())
    assert copies("Empty System") == 4


def test_c094_i5_mass_production_builds_three():
    g = old().own("C2", 0, 4, "Trade World").give(0, "Mass Production")
    g.cast("Mass Production", "choose C2")
    assert g.at("C2") == ["Corvette"] * 3


def skirmish(mine=("Destroyer",), theirs=("Battleship",), **options):
    """Vessels of both players in a system of nobody."""
    g = old(**options).no_scouts().reveal("B2", "Trade World")
    for kind in mine:
        g.put(0, kind, "B2")
    for kind in theirs:
        g.put(1, kind, "B2")
    return g


def test_c094_i6_maximum_firepower_on_one_vessel():
    g = skirmish(["Cruiser"], ["Corvette", "Destroyer"]).give(0, "Maximum Firepower")
    g.cast("Maximum Firepower", "choose B2", "choose own Cruiser")
    g.fight("choose own Cruiser", "choose next player's Corvette", "assign just enough to destroy")
    g.pick("choose next player's Destroyer", "assign all the rest")
    assert [int(g.s["v_assigned"][g.find(kind, 1)]) for kind in ("Corvette", "Destroyer")] == [2, 5]


def test_c094_i10_targeting_systems_divide_over_any_number():
    g = skirmish(["Cruiser"], ["Corvette", "Frigate", "Cruiser"]).tech(0, "Targeting Systems")
    g.fight("choose own Cruiser")
    for kind in ("Corvette", "Frigate"):
        g.act(f"choose next player's {kind}", "assign one damage")
    g.act("choose next player's Cruiser", "assign all the rest")
    assert [int(g.s["v_assigned"][g.find(kind, 1)]) for kind in ("Corvette", "Frigate", "Cruiser")] == [
        1,
        1,
        3,
    ]


def test_c094_t10_advanced_weapons_give_attack():
    g = skirmish(["Corvette"], ["Battleship"]).tech(0, "Advanced Weapons").give(0, "Barrage")
    g.cast("Barrage")
    assert g.damage(g.find("Battleship", 1)) == 3


def test_c094_c11_advanced_shields_give_hit_points():
    g = skirmish(["Corvette"], ["Corvette"]).tech(1, "Advanced Shields").give(0, "Barrage")
    g.cast("Barrage")
    assert g.damage(g.find("Corvette", 1)) == 2


def test_c094_c2_jump_stabilization_has_two_copies():
    content = GAME.content("0.9.4")
    card = content.labels["card"].index("Jump Stabilization")
    assert content.tables[0]["card_copies"][card] == 2
    g = old().give(0, "Jump Stabilization")
    g.cast("Jump Stabilization", "choose C3")
    assert "C1" in g.destinations("C3")


def test_c094_v4_destroyer_costs_seven_and_has_its_values():
    g = Table(cards="0.9.4").home(0, 2).credits(7)
    kind = g.kind("Destroyer")
    values = [int(g.t[f"kind_{name}"][kind]) for name in ("attack", "hp", "speed", "pile", "haste")]
    assert values == [4, 5, 1, 10, 0]
    g.build("C3", "Destroyer")
    assert (g.at("C3"), g.money()) == (["Destroyer", "Scout"], 0)


def test_c094_v4_destroyer_draws_damage_onto_itself():
    g = skirmish(["Cruiser"], ["Corvette", "Destroyer"])
    g.fight("choose own Cruiser", "choose next player's Corvette", "done")
    assert (g.s["window"], g.s["seat"]) == (2, 1)
    g.use("redirection of damage")
    assert g.at("B2", 1) == ["Corvette"]  # the Destroyer took all five


def test_c094_v7_defense_station_draws_damage_onto_itself():
    g = skirmish(["Corvette"], ["Scout", "Defense Station"])
    g.fight("choose own Corvette", "choose next player's Scout", "assign all the rest", "done")
    g.use("redirection of damage")
    assert g.at("B2", 1) == ["Defense Station", "Scout"]


def test_k70_once_a_combat_and_vessel():
    g = skirmish(["Corvette", "Corvette"], ["Corvette", "Frigate", "Destroyer"])
    g.fight("choose own Corvette", "choose next player's Corvette", "assign all the rest")
    g.pick("choose own Corvette", "choose next player's Frigate", "assign all the rest")
    g.quiet(lambda s: s["window"] == 2)
    g.use(
        "redirection of damage", "choose own Corvette", "choose own Destroyer", "choose own Corvette"
    ).resolve()
    assert not g.can("activate redirection of damage")


def test_k70_redirection_can_be_answered():
    g = skirmish(["Cruiser"], ["Corvette", "Destroyer"]).give(0, "Evasion")
    g.fight("pass", "choose own Cruiser", "choose next player's Corvette", "done")
    if g.s["seat"] == 0:
        g.act("pass")
    g.use("redirection of damage")
    assert (g.s["stack_size"], g.s["seat"], g.can("play Evasion")) == (1, 0, True)


def test_k70_only_after_assignment():
    g = skirmish(["Cruiser"], ["Corvette", "Destroyer"]).give(1, "Evasion")
    g.end_phase().act("yes")
    assert (g.s["window"], g.can("activate redirection of damage")) == (1, False)


def test_p_v4_redirection_needs_damage_assigned_to_another_vessel():
    g = skirmish(["Cruiser"], ["Destroyer"])
    g.fight("choose own Cruiser", "done")
    assert not g.s["stack_size"]
    assert g.s["phase"] != st.WINDOW or not g.can("activate redirection of damage")


def test_p_v4_evasion_on_the_redirecting_vessel_swallows_the_attack():
    g = skirmish(["Cruiser"], ["Corvette", "Destroyer"]).give(1, "Evasion")
    g.fight("pass", "choose own Cruiser", "choose next player's Corvette", "done")
    g.use("redirection of damage").resolve()
    g.cast("Evasion", "choose B2", "choose own Destroyer")
    g.quiet(lambda s: s["active"] == 1)
    assert g.at("B2", 1) == ["Corvette", "Destroyer"]


def redirecting(*cards):
    """The Destroyer is about to draw the Cruiser's damage from the Corvette; seat 0 may answer."""
    g = skirmish(["Cruiser"], ["Corvette", "Destroyer"]).give(0, *cards)
    g.fight("pass", "choose own Cruiser", "choose next player's Corvette", "done", "pass")
    return g.use("redirection of damage")


def test_p_v4_nothing_is_redirected_from_a_vessel_that_is_gone():
    g = redirecting("Sabotage")
    g.play("Sabotage", "choose B2", "choose next player's Corvette").resolve()
    assert (g.at("B2", 1), g.s["v_assigned"].sum()) == (["Destroyer"], 0)


def test_p_v4_nothing_is_redirected_to_a_vessel_that_has_left():
    g = redirecting("Bribery").reveal("B1", "Core World")
    g.play("Bribery", "choose B2", "choose next player's Destroyer", "choose B1").resolve()
    g.quiet(lambda s: s["active"] == 1)
    assert (g.at("B2", 1), g.at("B1", 1)) == ([], ["Destroyer"])


def test_c094_c4_raise_shields_on_one_vessel_with_redirection_by_the_caster():
    g = skirmish(["Cruiser"], ["Corvette", "Battleship"]).give(1, "Raise Shields")
    g.end_phase().act("yes")
    g.play("Raise Shields", "choose B2", "choose own Battleship").resolve()
    assert g.s["v_hp"][g.find("Battleship", 1)] == 2
    g.quiet(lambda s: s["phase"] == st.ASSIGN)
    g.act("choose own Cruiser", "choose next player's Corvette", "done")
    g.use("redirection of damage").resolve()
    g.quiet(lambda s: s["active"] == 1)
    assert g.at("B2", 1) == ["Battleship", "Corvette"]


def test_c094_c4_raise_shields_for_anyones_vessel():
    g = skirmish().give(0, "Raise Shields")
    g.cast("Raise Shields", "choose B2", "choose next player's Battleship")
    assert g.s["v_hp"][g.find("Battleship", 1)] == 2


def test_o1_no_taunt_in_the_older_set():
    g = skirmish(["Cruiser"], ["Frigate", "Battleship"])
    g.fight("choose own Cruiser")
    assert g.targets() == {"next player's Frigate", "next player's Battleship"}


def test_c094_c4_a_grant_ends_with_its_vessel():
    g = skirmish(["Cruiser"], ["Corvette", "Battleship"]).give(1, "Raise Shields", "Sabotage")
    g.end_phase().act("yes")
    g.play("Raise Shields", "choose B2", "choose own Battleship").resolve()
    assert (g.s["grant_vessel"] >= 0).sum() == 1
    g.play("Sabotage", "choose B2", "choose own Battleship").resolve()
    assert (g.s["grant_vessel"] >= 0).sum() == 0


def test_p1_a_vessel_with_a_grant_is_told_apart():
    g = old().no_scouts().reveal("C2", "Trade World").give(0, "Raise Shields")
    g.put(0, "Corvette", "C3", 2)
    g.cast("Raise Shields", "choose C3", "choose own Corvette")
    g.s["v_hp"][:] = 0
    g.act("jump a ship from C3")
    assert g.legal() == ["choose vessel 1 of these", "choose vessel 2 of these"]


def test_k45_several_sources_of_division_add_up():
    g = skirmish(["Corvette"], ["Corvette", "Frigate", "Cruiser"]).give(0, "Maximum Firepower")
    g.cast("Maximum Firepower", "choose B2", "choose own Corvette")
    g.fight("choose own Corvette")
    for kind in ("Corvette", "Frigate"):
        g.act(f"choose next player's {kind}", "assign one damage")
    g.act("choose next player's Cruiser", "assign all the rest")
    assert [int(g.s["v_assigned"][g.find(kind, 1)]) for kind in ("Corvette", "Frigate", "Cruiser")] == [
        1,
        1,
        2,
    ]


def test_k69_fighters_of_another_player_do_not_ride():
    g = carrier(1)
    g.put(1, "Strike Fighter", "C3")
    g.act("jump a ship from C3").pick("choose C2")
    assert g.game.legal() == ["done", "choose own Strike Fighter"]


def test_k69_fighters_of_another_player_do_not_ride_on_a_retreat():
    g = old().no_scouts().reveal("B2", "Trade World").own("B3", 0, 1, "Core World")
    g.put(0, "Carrier", "B2")
    g.put(1, "Strike Fighter", "B2", 2)
    g.fight("done", "done").act("choose own Carrier")
    assert (g.at("B3"), g.at("B2")) == (["Carrier"], ["Strike Fighter", "Strike Fighter"])


def test_k70_raise_shields_lends_one_redirection():
    g = skirmish(["Cruiser", "Frigate"], ["Corvette", "Frigate", "Battleship"]).give(1, "Raise Shields")
    g.end_phase().act("yes")
    g.play("Raise Shields", "choose B2", "choose own Battleship").resolve()
    g.act("choose own Cruiser", "choose next player's Corvette")
    g.act("choose own Frigate", "choose next player's Frigate", "done")
    g.use("redirection of damage", "choose own Corvette")
    assert (g.s["active"], g.at("B2", 1)) == (1, ["Battleship", "Corvette"])  # nothing for the Frigate


def test_c094_c4_only_the_caster_may_redirect():
    g = skirmish(["Cruiser"], ["Corvette", "Battleship"]).give(0, "Raise Shields").give(1, "Evasion")
    g.cast("Raise Shields", "choose B2", "choose next player's Battleship")
    g.fight("pass", "choose own Cruiser", "choose next player's Corvette", "done")
    assert (g.s["seat"], g.can("activate redirection of damage")) == (0, True)
    g.act("pass")
    assert (g.s["seat"], g.can("activate redirection of damage")) == (1, False)
