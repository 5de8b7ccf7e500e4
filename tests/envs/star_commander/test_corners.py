"""Corners of the rules: likes on one stack, targets that get protected, limits of trade, the draw phase."""

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import Table


def two_corvettes(g):
    """Two like vessels of seat 1 in a system of nobody."""
    g.no_scouts().reveal("B2", "Trade World")
    g.put(1, "Corvette", "B2", 2)
    return g


def test_p4_a_second_sabotage_on_the_same_stack_may_name_the_other_like_vessel():
    g = two_corvettes(Table()).give(0, "Sabotage", "Sabotage")
    g.put(0, "Destroyer", "B2")
    for number in (1, 2):
        g.play("Sabotage", "choose B2", "choose next player's Corvette", f"choose vessel {number} of these")
    g.resolve()
    assert g.at("B2", 1) == []


def test_p4_a_responder_may_sabotage_both_of_two_like_vessels():
    g = Table().no_scouts().reveal("B2", "Trade World").give(0, "Filibuster").give(1, "Sabotage", "Sabotage")
    g.put(0, "Corvette", "B2", 2)
    g.put(1, "Destroyer", "B2")
    g.play("Filibuster")
    for number in (1, 2):
        assert g.s["seat"] == 1
        g.play("Sabotage", "choose B2", "choose next player's Corvette", f"choose vessel {number} of these")
    g.resolve()
    assert g.at("B2", 0) == []


def test_p4_another_player_may_sabotage_the_other_of_two_like_vessels():
    g = Table(3).no_scouts().reveal("B2", "Trade World").give(0, "Filibuster")
    g.give(1, "Sabotage").give(2, "Sabotage")
    g.put(0, "Corvette", "B2", 2)
    g.put(1, "Destroyer", "B2")
    g.put(2, "Destroyer", "B2")
    g.play("Filibuster")
    g.play("Sabotage", "choose B2", "choose second player's Corvette")
    assert g.s["seat"] == 2
    g.play("Sabotage", "choose B2", "choose next player's Corvette", "choose vessel 2 of these")
    g.resolve()
    assert g.at("B2", 0) == []


def test_p5_ram_fizzles_as_a_whole_when_its_second_target_has_become_untargetable():
    g = Table().no_scouts().reveal("B2", "Trade World").give(0, "Ram")
    g.put(0, "Corvette", "B2")
    g.put(1, "Destroyer", "B2")
    g.tech(1, "Experimental Shields").give(1, "Filibuster")
    g.play("Ram")
    assert g.s["seat"] == 1
    g.use("Experimental Shields", "choose Filibuster", "choose own Destroyer")
    g.resolve()
    assert g.at("B2", 0) == ["Corvette"]


def test_t16_a_player_above_25_counters_may_still_trade_credits():
    g = Table(2, grid=5).credits(1).give(1, "Evasion").home(0, 6)
    for cell, n in (("B2", 5), ("B3", 5), ("B4", 5), ("C3", 5)):
        g.own(cell, 0, n)
    assert g.s["total"][0] == 26
    g.game.act("open an offer", "offer 1 credit", "ask for a card of a domain")
    assert g.can("send the offer")


def test_m9_the_draw_step_is_shown_as_the_draw_step():
    g = Table().own("C2", 0, 1, "Trade World").own("B3", 0, 1, "Black Hole")
    g.end_turn().end_turn()
    assert g.s["active"] == 0
    assert g.s["ask"] == st.ASK_DECK
    phase = g.game.observe(0)["phase"]
    assert st.PHASES[phase.index(1)] == "draw"


def test_m10_a_homeworld_retaken_in_the_same_conquest_has_fallen():
    g = Table().no_scouts()
    g.put(0, "Cruiser", "A1")
    g.put(1, "Cruiser", "A1")
    g.end_phase().act("no", "no").act("choose 1")
    assert (g.s["seat"], g.owner("A1")) == (1, 0)
    g.act("choose 1")
    assert (g.s["over"], g.game.outcome()[1]) == (1, [0, 1])


def test_b7_a_vessel_that_left_and_came_back_takes_its_damage():
    g = (
        Table()
        .no_scouts()
        .reveal("B2", "Trade World")
        .reveal("B1", "Core World")
        .give(0, "Bribery", "Bribery")
    )
    g.put(0, "Cruiser", "B2")
    g.put(1, "Destroyer", "B2")
    g.fight("pass", "choose own Cruiser", "done")
    g.cast("Bribery", "choose B2", "choose next player's Destroyer", "choose B1")
    g.cast("Bribery", "choose B1", "choose next player's Destroyer", "choose B2")
    g.quiet(lambda s: s["active"] == 1)
    assert g.at("B2") == ["Cruiser"]


def test_b8_who_has_vessels_there_when_damage_is_assigned_may_assign():
    g = Table(3).no_scouts().reveal("B2", "Trade World").reveal("A2", "Core World").give(0, "Bribery")
    g.put(0, "Battleship", "B2")
    g.put(1, "Battleship", "B2")
    g.put(2, "Corvette", "A2")
    g.fight()
    g.cast("Bribery", "choose A2", "choose second player's Corvette", "choose B2")
    asked = []
    while g.s["phase"] == st.ASSIGN:
        asked.append(int(g.s["seat"]))
        g.act("done")
    assert asked == [0, 1, 2]
