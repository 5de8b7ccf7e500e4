"""The invariants notice every kind of disorder."""

import pytest

from astrarium.core import drivers
from astrarium.envs.star_commander import invariants as inv
from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import GAME, Table, cell_of


def broken(g):
    """The number of the first broken invariant."""
    return int(GAME.bound(drivers.check_one)(g.game.content.tables, g.game.states, 0))


def busy():
    """Three players, some of everything: hands, technologies, stations, fleets."""
    g = Table(3).own("B2", 0, 2, "Trade World").own("B3", 1, 2, "Military Base").credits(9, 9, 9)
    g.give(0, "Ram", "Sabotage", "Evasion").give(1, "Barrage", "Evasion", shown=True)
    g.tech(0, "Advanced Systems")
    g.put(0, "Missile Platform", "B2")
    g.put(1, "Corvette", "B2")
    assert broken(g) == 0
    return g


def announced():
    """Seat 0 has to pick a system for its Sabotage."""
    g = busy()
    g.put(0, "Corvette", "B3")
    g.act("play Sabotage")
    assert g.s["ask"] == st.ASK_SYSTEM
    return g


def stacked():
    """Sabotage of a Corvette is on the sta"""
    g = announced().act("choose B2").pick("choose next player's Corvette")
    assert g.s["stack_size"] == 1
    return g


def spoil(g, field, index, value):
    """Write one entry of the state."""
    if index is None:
        g.s[field] = value
    else:
        g.s[field][index] = value


FREE = st.NUM_SLOTS - 1
B2, B3, OUTSIDE, FACE_DOWN = cell_of("B2"), cell_of("B3"), cell_of("E5"), cell_of("C2")


@pytest.mark.parametrize(
    ("field", "index", "value", "number"),
    [
        ("seat", None, 3, inv.BAD_TURN),
        ("phase", None, -1, inv.BAD_TURN),
        ("passed", None, 1, inv.BAD_TURN),
        ("invited", None, 1, inv.BAD_TURN),
        ("assigned", None, 1, inv.BAD_TURN),
        ("retreated", None, 1, inv.BAD_TURN),
        ("raided", None, 1, inv.BAD_TURN),
        ("answered", None, 1, inv.BAD_TURN),
        ("num_extra", None, 9, inv.BAD_TURN),
        ("offers_left", None, 3, inv.BAD_TURN),
        ("extra", 0, 1, inv.BAD_TURN),
        ("credits", 0, -1, inv.BAD_TURN),
        ("credits", 3, 1, inv.BAD_TURN),
        ("round", None, 9, inv.BAD_TURN),
        ("hand_size", 0, 6, inv.BAD_HAND),
        ("hand", (0, 3), 0, inv.BAD_HAND),
        ("hand", (0, 0), -1, inv.BAD_HAND),
        ("hand", (0, 0), 29, inv.BAD_HAND),
        ("deck_size", 0, 0, inv.BAD_DECK),
        ("deck", (1, 0), 3, inv.BAD_DECK),
        ("deck", (0, 29), 3, inv.BAD_DECK),
        ("discard", 3, 1, inv.BAD_CARDS),
        ("handed", 0, 3, inv.BAD_CARDS),
        ("technology", (2, 3), 1, inv.BAD_CARDS),
        ("system", OUTSIDE, 3, inv.BAD_SYSTEMS),
        ("face_up", OUTSIDE, 1, inv.BAD_SYSTEMS),
        ("box", 0, 9, inv.BAD_SYSTEMS),
        ("owner", B2, -1, inv.BAD_OWNERS),
        ("settled", B2, 0, inv.BAD_OWNERS),
        ("total", 0, 9, inv.BAD_OWNERS),
        ("owned", 2, 2, inv.BAD_OWNERS),
        ("home", 0, B2 - 1, inv.BAD_OWNERS),
        ("powers", None, 1, inv.BAD_OWNERS),
        ("closed", None, 1, inv.BAD_OWNERS),
        ("v_kind", 0, 15, inv.BAD_SLOT),
        ("v_owner", 0, 3, inv.BAD_SLOT),
        ("v_cell", 0, FACE_DOWN, inv.BAD_SLOT),
        ("v_owner", FREE, 1, inv.BAD_SLOT),
        ("v_damage", FREE, 1, inv.BAD_SLOT),
        ("top", None, FREE, inv.BAD_SLOT),
        ("pile", 0, 1, inv.BAD_PILE),
        ("pile", 1, 1, inv.BAD_PILE),
        ("pile", 9, 1, inv.BAD_PILE),
        ("ships", 1, 9, inv.BAD_FLEET),
        ("here", (B2, 1), 9, inv.BAD_FLEET),
        ("aura", (B2, 0), 9, inv.BAD_FLEET),
        ("yards", (B2, 0), 9, inv.BAD_FLEET),
        ("bonus", (0, 0), 9, inv.BAD_BONUS),
        ("v_damage", 0, -1, inv.BAD_DAMAGE),
        ("v_hp", 0, -9, inv.BAD_DAMAGE),
        ("v_damage", 0, 9, inv.BAD_DAMAGE),
        ("stack_size", None, 25, inv.BAD_STACK),
        ("stack_item", 0, 5, inv.BAD_STACK),
        ("stack_pick", (0, 2), 5, inv.BAD_STACK),
        ("pick", 0, 5, inv.BAD_ANNOUNCEMENT),
        ("pick_at", None, 1, inv.BAD_ANNOUNCEMENT),
        ("mover", None, FREE, inv.BAD_BUSINESS),
        ("destination", None, B2, inv.BAD_BUSINESS),
        ("pick_cell", None, B2, inv.BAD_BUSINESS),
        ("draw_seat", None, 3, inv.BAD_BUSINESS),
        ("selling", None, 3, inv.BAD_BUSINESS),
        ("v_flags", 0, st.RIDING, inv.BAD_BUSINESS),
        ("v_met", FREE, 1, inv.BAD_SLOT),
        ("grant_vessel", 0, FREE, inv.BAD_BUSINESS),
        ("battle", None, B2, inv.BAD_BUSINESS),
        ("window", None, 2, inv.BAD_BUSINESS),
        ("attack_left", None, 2, inv.BAD_BUSINESS),
        ("attacker", None, 0, inv.BAD_BUSINESS),
        ("v_flags", 0, st.LISTED, inv.BAD_OFFER),
        ("offer_vessels", (0, 0), FREE, inv.BAD_OFFER),
        ("offer_system", 0, FACE_DOWN, inv.BAD_OFFER),
        ("offer_system", 0, B2, inv.BAD_OFFER),
        ("offer_cards", (0, 0), 3, inv.BAD_OFFER),
        ("offer_domains", 0, 1, inv.BAD_OFFER),
        ("partner", None, 1, inv.BAD_OFFER),
        ("ask", None, st.ASK_NOTHING, inv.BAD_QUESTION),
        ("seat", None, 1, inv.BAD_QUESTION),
        ("ask", None, st.ASK_RESPOND, inv.BAD_QUESTION),
        ("ask", None, st.ASK_OFFER, inv.BAD_QUESTION),
        ("ask", None, st.ASK_STEAL, inv.BAD_QUESTION),
        ("ask", None, st.ASK_GROUP, inv.BAD_QUESTION),
        ("ask", None, st.ASK_EFFECT, inv.BAD_QUESTION),
        ("ask", None, st.ASK_RAID, inv.BAD_QUESTION),
        ("ask", None, st.ASK_COMBAT, inv.BAD_QUESTION),
        ("ask", None, st.ASK_INITIATE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_PORTION, inv.BAD_QUESTION),
        ("ask", None, st.ASK_PARTNER, inv.BAD_QUESTION),
        ("ask", None, st.ASK_ANSWER, inv.BAD_QUESTION),
        ("ask", None, st.ASK_HANDOVER, inv.BAD_QUESTION),
        ("ask", None, st.ASK_DESTINATION, inv.BAD_QUESTION),
        ("ask", None, st.ASK_PLAYER, inv.BAD_QUESTION),
        ("ask", None, st.ASK_COST, inv.BAD_QUESTION),
        ("ask", None, st.ASK_DECK, inv.BAD_QUESTION),
        ("ask", None, st.ASK_SALE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_KIND, inv.BAD_QUESTION),
    ],
)
def test_one_wrong_entry_is_noticed(field, index, value, number):
    g = busy()
    spoil(g, field, index, value)
    assert broken(g) == number


@pytest.mark.parametrize(
    ("field", "index", "value"),
    [
        ("stack_item", 0, st.NUM_ITEMS),
        ("stack_seat", 0, 3),
        ("stack_cell", 0, OUTSIDE),
        ("stack_pick", (0, 0), OUTSIDE),
        ("stack_pick", (0, 1), FREE),
        ("stack_pick", (0, 2), 0),
        ("countered", 1, 1),
    ],
)
def test_a_wrong_item_of_the_stack_is_noticed(field, index, value):
    g = stacked()
    spoil(g, field, index, value)
    assert broken(g) == inv.BAD_STACK


@pytest.mark.parametrize(
    ("field", "index", "value"),
    [("item", None, st.NUM_ITEMS), ("announcer", None, 3), ("pick", 0, B2), ("pick_at", None, 1)],
)
def test_a_wrong_announcement_is_noticed(field, index, value):
    g = announced()
    spoil(g, field, index, value)
    assert broken(g) == inv.BAD_ANNOUNCEMENT


def test_two_hidden_copies_before_a_shown_one_are_noticed():
    g = Table().give(0, "Ram", "Ram", shown=True)
    g.s["shown"][0] = [0, 1, 0, 0, 0]
    assert broken(g) == inv.BAD_HAND


def test_more_counters_than_cubes_and_conquests_are_noticed():
    g = busy()
    spoil(g, "developments", B2, 90)
    g.s["total"][0] = 91
    assert broken(g) == inv.BAD_OWNERS


def test_a_destination_outside_the_board_is_noticed():
    g = busy()
    g.s["mover"], g.s["destination"] = 0, OUTSIDE
    assert broken(g) == inv.BAD_BUSINESS


def test_a_target_that_is_no_vessel_is_noticed():
    g = busy()
    g.s["attacker"], g.s["attack_left"], g.s["target"] = 0, 1, FREE
    assert broken(g) == inv.BAD_BUSINESS


def test_a_vessel_listed_without_its_mark_is_noticed():
    g = busy()
    g.s["offer_vessels"][0, 0] = 0
    assert broken(g) == inv.BAD_OFFER


def test_credits_on_both_sides_of_an_offer_are_noticed():
    g = busy()
    g.s["offer_credits"] = 1
    assert broken(g) == inv.BAD_OFFER


@pytest.mark.parametrize("side", [0, 1])
def test_an_offer_vessel_left_behind_is_noticed(side):
    g = busy()
    g.s["offer_vessels"][side, 2] = 0
    g.s["v_flags"][0] |= st.LISTED
    assert broken(g) == inv.BAD_OFFER


def test_every_invariant_is_described():
    assert sorted(inv.INVARIANTS) == list(range(1, inv.BAD_QUESTION + 1))
