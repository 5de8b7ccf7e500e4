"""Corners of the rules: likes on one stack, targets that get protected, limits of trade, the draw phase."""

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import Table


def two_corvettes(g):
    g.no_scouts().reveal("B2", "Trade World")
    g.put(1, "Corvette", "B2", 2)
    return g


# 1. Two like vessels, one already named by an item on the stack: the other one cannot be picked


def test_a_second_sabotage_on_the_same_stack_may_name_the_other_like_vessel():
    g = two_corvettes(Table()).give(0, "Sabotage", "Sabotage")
    g.put(0, "Destroyer", "B2")
    for number in (1, 2):
        g.play("Sabotage", "choose B2", "choose next player's Corvette", f"choose vessel {number} of these")
    g.resolve()
    assert g.at("B2", 1) == []


def test_a_responder_may_sabotage_both_of_two_like_vessels():
    """Seat 1 has no other moment than this response."""
    g = Table().no_scouts().reveal("B2", "Trade World").give(0, "Filibuster").give(1, "Sabotage", "Sabotage")
    g.put(0, "Corvette", "B2", 2)
    g.put(1, "Destroyer", "B2")
    g.play("Filibuster")
    for number in (1, 2):
        assert g.s["seat"] == 1
        g.play("Sabotage", "choose B2", "choose next player's Corvette", f"choose vessel {number} of these")
    g.resolve()
    assert g.at("B2", 0) == []


def test_another_player_may_sabotage_the_other_of_two_like_vessels():
    """Seat 2 answers seat 1's Sabotage; the stack with its picks is open to all."""
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


# 2. Ram whose second target has become untargetable


def test_ram_fizzles_as_a_whole_when_its_second_target_has_become_untargetable():
    g = Table().no_scouts().reveal("B2", "Trade World").give(0, "Ram")
    g.put(0, "Corvette", "B2")
    g.put(1, "Destroyer", "B2")
    g.tech(1, "Experimental Shields").give(1, "Filibuster")
    g.play("Ram")
    assert g.s["seat"] == 1
    g.use("Experimental Shields", "choose Filibuster", "choose own Destroyer")
    g.resolve()
    assert g.at("B2", 0) == ["Corvette"]


# 3. More than 25 counters (a conquest is always placed): no trade of any kind


def test_a_player_above_25_counters_may_still_trade_credits():
    g = Table(2, grid=5).credits(1).give(1, "Evasion").home(0, 6)
    for cell, n in (("B2", 5), ("B3", 5), ("B4", 5), ("C3", 5)):
        g.own(cell, 0, n)
    assert g.s["total"][0] == 26
    g.game.act("open an offer", "offer 1 credit", "ask for a card of a domain")
    assert g.can("send the offer")


# 4. The phase that is shown while cards are drawn in the Ready phase


def test_the_draw_step_is_shown_as_the_draw_step():
    g = Table().own("C2", 0, 1, "Trade World").own("B3", 0, 1, "Black Hole")
    g.end_turn().end_turn()
    assert g.s["active"] == 0
    assert g.s["ask"] == st.ASK_DECK
    phase = g.game.observe(0)["phase"]
    assert st.PHASES[phase.index(1)] == "draw"
