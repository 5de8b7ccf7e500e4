"""Responses, the stack, windows."""

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import Table


def battle(g, mine="Battleship", theirs="Battleship", cell="B2"):
    """Combat has begun in a system of nobody; the first window."""
    g.reveal(cell, "Trade World")
    g.put(0, mine, cell)
    g.put(1, theirs, cell)
    return g.end_phase().act("yes")


def test_r30_1_a_card_can_be_answered():
    g = Table().give(0, "Filibuster").give(1, "Evasion")
    g.play("Filibuster")
    assert (g.s["seat"], g.can("play Evasion"), g.can("pass")) == (1, True, True)


def test_r30_1_an_ability_can_be_answered():
    g = Table().tech(0, "Railgun Turrets").credits(1).give(1, "Evasion")
    g.use("Railgun Turrets")
    assert (g.s["seat"], g.s["stack_size"]) == (1, 1)


def test_r30_2_the_active_player_answers_first_then_clockwise():
    g = Table(3).give(0, "Filibuster", "Evasion").give(1, "Evasion").give(2, "Evasion")
    g.play("Filibuster")
    asked = []
    while g.s["stack_size"]:
        asked.append(int(g.s["seat"]))
        g.act("pass")
    assert asked == [0, 1, 2]


def test_r30_3_when_all_pass_the_stack_resolves():
    g = Table().own("C2", 0, 3, "Trade World").give(0, "Trade Envoy").give(1, "Evasion")
    g.play("Trade Envoy", "choose C2")
    assert g.money() == 0
    g.act("pass")
    assert (g.money(), g.s["stack_size"]) == (3, 0)


def test_r30_4_last_on_first_off():
    g = Table().own("C2", 1, 4, "Trade World").give(0, "Trade Envoy", "Orbital Bombardment")
    g.put(0, "Battleship", "C2")
    g.play("Trade Envoy", "choose C2")
    g.play("Orbital Bombardment").resolve()
    assert (g.developments("C2"), g.money()) == (1, 1)


def test_w1_a_new_item_starts_the_round_again_at_the_active_player():
    g = Table(3).give(0, "Filibuster", "Evasion").give(1, "Evasion").give(2, "Evasion")
    g.play("Filibuster").act("pass")
    g.play("Evasion", "choose D4", "choose third player's Scout", "choose second player's Scout")
    assert g.s["seat"] == 0


def test_w2_nobody_is_asked_while_the_stack_resolves():
    g = Table().give(0, "Filibuster", "Evasion").give(1, "Interdiction")
    g.play("Filibuster")
    g.play("Evasion", "choose C3")
    g.act("pass")
    assert (g.s["stack_size"], g.s["ask"], g.s["seat"]) == (0, st.ASK_COMMAND, 0)


def test_w8_a_pass_binds_nothing():
    g = Table().give(0, "Filibuster", "Evasion").give(1, "Interdiction", "Evasion")
    g.play("Filibuster").act("pass")  # seat 0 passes, seat 1 acts
    g.play("Interdiction", "choose A1")
    assert (g.s["seat"], g.can("play Evasion")) == (0, True)


def test_w4_a_seat_that_can_only_pass_is_not_asked():
    g = Table(3).give(0, "Filibuster").give(2, "Evasion")
    g.play("Filibuster")
    assert g.s["seat"] == 2


def test_w4_a_window_in_which_nobody_can_act_is_not_seen():
    g = battle(Table())
    assert g.s["phase"] == st.ASSIGN


def test_w5_only_commands_and_abilities_in_responses():
    g = Table().own("A2", 1, 2, "Trade World").credits(0, 20).home(1, 4)
    g.give(0, "Filibuster").give(1, "Trade Routes", "Refinery", "Battlecruiser", "Evasion")
    g.play("Filibuster")
    assert g.legal() == ["pass", "play Evasion"]


def test_w7_at_24_items_nobody_may_add():
    g = Table().credits(40)
    slot = g.put(0, "Battlecruiser", "C3")
    for _ in range(24):
        g.use("Battlecruiser", "choose 1")
    assert (g.s["stack_size"], g.s["v_attack"][slot], g.money()) == (0, 24, 16)


def test_k43_many_railgun_turrets_on_one_stack_do_not_overflow():
    g = Table().tech(0, "Railgun Turrets").credits(24)
    for _ in range(24):
        g.use("Railgun Turrets")
    assert g.s["v_attack"][g.find("Scout", 0)] > 1000  # a doubling for each credit, as far as numbers go


def test_r23_1_commands_after_each_combat_step_from_the_active_player_on():
    g = battle(Table().give(0, "Evasion").give(1, "Evasion"))
    seen = []
    for _ in range(40):
        if g.s["active"] != 0:
            break
        if g.s["ask"] == st.ASK_RESPOND:
            seen.append((int(g.s["window"]), int(g.s["seat"])))
        g.answer()
    assert seen == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)]


def test_w3_a_window_starts_again_after_a_stack_and_closes_when_all_pass():
    g = battle(Table().give(0, "Evasion").give(1, "Evasion", "Interdiction"))
    g.act("pass")
    g.play("Interdiction", "choose A1").resolve()
    assert (g.s["window"], g.s["seat"], g.s["stack_size"]) == (1, 0, 0)
    g.act("pass", "pass")
    assert g.s["phase"] == st.ASSIGN


def test_r23_2_destroyed_before_assigning_deals_nothing():
    g = battle(Table().no_scouts().give(1, "Sabotage"), mine="Corvette", theirs="Corvette")
    g.play("Sabotage", "choose B2", "choose next player's Corvette").resolve()
    g.quiet(lambda s: s["active"] == 1)
    assert g.at("B2") == ["Corvette"]


def test_k48_destroyed_before_assigning_has_no_attacker():
    g = Table().no_scouts().give(1, "Sabotage")
    g.put(0, "Refinery", "B2")
    battle(g, mine="Corvette")
    g.play("Sabotage", "choose B2", "choose next player's Corvette").resolve()
    assert (g.s["phase"], g.s["seat"]) == (st.ASSIGN, 1)


def test_r23_3_destroyed_after_assigning_still_deals():
    g = battle(Table().no_scouts().give(1, "Sabotage"), mine="Corvette", theirs="Corvette")
    g.act("pass").act("choose own Corvette")  # seat 1 keeps its card in the first window
    g.act("done")
    g.play("Sabotage", "choose B2", "choose next player's Corvette").resolve()
    g.quiet(lambda s: s["active"] == 1)
    assert g.at("B2") == []


def test_m6_a_combat_goes_through_all_steps_even_if_a_side_has_vanished():
    g = battle(Table().no_scouts().give(1, "Sabotage", "Evasion"), mine="Corvette")
    g.play("Sabotage", "choose B2", "choose next player's Corvette").resolve()
    windows = set()
    for _ in range(30):
        if g.s["active"] != 0:
            break
        if g.s["ask"] == st.ASK_RESPOND:
            windows.add(int(g.s["window"]))
        g.answer()
    assert windows == {1, 2, 3, 4}


def test_m8_nobody_answers_in_the_end_phase():
    g = Table().own("C2", 1, 2, "Trade World").give(1, "Filibuster", "Evasion").give(0, "Filibuster")
    g.put(0, "Corvette", "C2")
    g.end_phase()
    assert (g.s["active"], g.s["ask"]) == (1, st.ASK_COMMAND)


def test_k12_the_rest_of_a_stack_is_dropped_at_the_end_of_the_game():
    g = Table(cards="0.9.4").own("C2", 0, 3, "Black Hole").deck("Science", "Explore the Unknown", size=5)
    g.give(0, "Explore the Unknown", "Trade Envoy")
    g.deck("Science", size=1)
    g.play("Trade Envoy", "choose C2")
    g.play("Explore the Unknown").resolve()
    assert (g.s["over"], g.money()) == (1, 0)


def test_h4_who_was_asked_is_not_seen():
    g = Table(3).give(0, "Filibuster").give(1, "Evasion").give(2, "Evasion")
    g.play("Filibuster")
    before = g.game.observe(0)
    g.act("pass")
    assert g.s["seat"] == 2
    assert g.game.observe(0) == before
