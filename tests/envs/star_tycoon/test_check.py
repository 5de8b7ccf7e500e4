"""The invariants notice every kind of disorder."""

import pytest

from astrarium.core import drivers
from astrarium.envs.star_tycoon import state as st
from astrarium.envs.star_tycoon.check import (
    BAD_BRANDS,
    BAD_BUSINESS,
    BAD_CARDS,
    BAD_COMPANIES,
    BAD_DECKS,
    BAD_FORGES,
    BAD_MARKET,
    BAD_OFFER,
    BAD_PAYMENT,
    BAD_PLAYERS,
    BAD_PRODUCTION,
    BAD_QUESTION,
    BAD_RESERVE,
    BAD_ROOM,
    BAD_ROWS,
    BAD_SITES,
    BAD_SOLO,
    BAD_TARGETS,
    BAD_TURN,
    BAD_VEIL,
    INVARIANTS,
)
from astrarium.envs.star_tycoon.state import NO_VEIL, STILL_KEPT
from tests.envs.star_tycoon.table import GAME, Table

PLANETS, LEVEL_1, LEVEL_2, LEVEL_3 = range(st.NUM_ROWS)
VEON, CIRRUS, HARROW = 17, 16, 0  # planets
MINE, REFINERY, SHIPYARD, FARM = 36, 41, 56, 48  # level 1: in the row, on Veon, in the pool, nanotech()
FORGE = st.FIRST_FORGE


def broken(g):
    """The number of the first broken invariant."""
    return int(GAME.bound(drivers.check_one)(g.game.content.tables, g.game.states, 0))


def busy():
    """Three players; seat 0 has a planet with a Refinery, seat 1 a reserved card, seat 2 is Farble."""
    g = Table(3, ("Quonk", "Franek", "Farble"), round=2)
    g.tokens("9E 1I 3M 3G 3F 3R 3S", "2M", "3G").planet(0, "Veon").build(0, "Veon", "Refinery RB")
    g.reserve(1, "Rime").reserve(2, "Luma").deck("planets", "Kiln", bottom=("Wake", "Plume"))
    assert (g.card("Veon"), g.card("Refinery RB"), g.card("Mine RB")) == (VEON, REFINERY, MINE)
    assert broken(g) == 0
    return g


def veiled():
    """Farble has put one of two reserved planets back, and keeps the other one."""
    g = busy().seat_to_act(2)
    g.s["who"] = 2
    g.reserve(2, "Umber")
    g.act("reserve development 1: card 1", "choose reserved card 1")
    assert g.s["veil"][PLANETS, :2].tolist() == [[NO_VEIL] * 2, [g.card("Luma"), g.card("Umber")]]
    assert g.s["veiled"][2].tolist() == [1, 0]
    return g


def choosing():
    """Companies are being chosen, the first player has chosen already."""
    g = Table(3, chosen=False)
    g.game.act(g.legal()[0])
    assert broken(g) == 0
    return g


def paying():
    """The price of an Executive Retreat is being paid with resources of choice."""
    g = busy().row("development 2", "Executive Retreat HI", "Offworld Importer SQ", "Offworld Exporter HX")
    g.act("buy development 2: card 1", "pay the upper price")
    assert g.asks() == "payment"
    return g


def smuggling():
    """The price of an Exporter of the row is being paid."""
    g = busy().row("development 2", "Executive Retreat HI", "Offworld Importer SQ", "Offworld Exporter HX")
    g.act("smuggle: Offworld Exporter of Hex Industries, first way")
    assert g.asks() == "payment"
    return g


def placing():
    """A Mine has been paid for and is to be placed."""
    g = busy().act("buy development 1: card 1")
    assert g.asks() == "site"
    return g


def solo():
    g = Table(1)
    assert broken(g) == 0
    return g


def nanotech():
    """Seat 0 is Myron Nanotech with a Farm on its company card."""
    g = Table(2, ("Myron",)).build(0, "company", "Farm HI")
    assert g.card("Farm HI") == FARM
    assert broken(g) == 0
    return g


def offering():
    """Seat 0 builds an offer to seat 1."""
    g = Table(3, barter=1).tokens("2E 1M", "2G")
    g.act("no", "no", "open an offer", "choose the next player", "give minerals", "ask for gas")
    return g


def spoil(g, field, index, value):
    """Write one entry of the state."""
    if index is None:
        g.s[field] = value
    else:
        g.s[field][index] = value


def bit(card):
    """A card in a set of cards of its deck."""
    return 1 << card % st.LARGEST_DECK


@pytest.mark.parametrize(
    ("field", "index", "value", "number"),
    [
        ("seat", None, 3, BAD_TURN),
        ("who", None, -1, BAD_TURN),
        ("active", None, 3, BAD_TURN),
        ("first", None, -1, BAD_TURN),
        ("phase", None, 9, BAD_TURN),
        ("round", None, 0, BAD_TURN),
        ("round", None, 5, BAD_TURN),
        ("turn", None, 3, BAD_TURN),
        ("tile", None, 6, BAD_TURN),
        ("asked", None, 4, BAD_TURN),
        ("event", None, -1, BAD_TURN),
        ("event", None, 20, BAD_TURN),
        ("event_step", None, 3, BAD_TURN),
        ("events_used", None, 0, BAD_TURN),
        ("events_used", None, 1 << 20, BAD_TURN),
        ("coin", None, 2, BAD_TURN),
        ("once_a_turn", None, 16, BAD_TURN),
        ("actions_left", None, 5, BAD_TURN),
        ("trades_left", None, -1, BAD_TURN),
        ("smuggles_left", None, 2, BAD_TURN),
        ("tokens", (0, 2), -1, BAD_PLAYERS),
        ("tokens", (3, 2), 1, BAD_PLAYERS),
        ("loan", 3, 1, BAD_PLAYERS),
        ("once", 0, 2, BAD_PLAYERS),
        ("homeworld", 0, -1, BAD_PLAYERS),
        ("homeworld", 0, 5, BAD_PLAYERS),
        ("company", 3, 1, BAD_PLAYERS),
        ("company", 0, -1, BAD_COMPANIES),
        ("company", 0, 8, BAD_COMPANIES),
        ("hand", 0, 7, BAD_COMPANIES),
        ("choice", 0, 1, BAD_COMPANIES),
        ("marker", 0, 5, BAD_MARKET),
        ("marker", 0, -1, BAD_MARKET),
        ("flipped", None, 32, BAD_MARKET),
        ("partner", 0, 3, BAD_MARKET),
        ("row", (LEVEL_1, 0), HARROW, BAD_ROWS),
        ("row", (LEVEL_1, 3), SHIPYARD, BAD_ROWS),
        ("row", (LEVEL_1, 0), -2, BAD_ROWS),
        ("phished", (LEVEL_1, 0), 1, BAD_ROWS),
        ("full", 0, 2, BAD_ROWS),
        ("top", (PLANETS, 0), MINE, BAD_DECKS),
        ("top", (LEVEL_1, 0), SHIPYARD, BAD_DECKS),
        ("top_size", PLANETS, 0, BAD_DECKS),
        ("top_size", LEVEL_1, 17, BAD_DECKS),
        ("bottom", (PLANETS, 1), -1, BAD_DECKS),
        ("bottom", (PLANETS, 2), HARROW, BAD_DECKS),
        ("bottom_size", PLANETS, -1, BAD_DECKS),
        ("pool", LEVEL_1, -1, BAD_DECKS),
        ("reserve", (0, 1), SHIPYARD, BAD_RESERVE),
        ("reserve", (2, 0), -1, BAD_CARDS),
        ("reserve", (1, 1), SHIPYARD, BAD_RESERVE),
        ("reserve", (0, 0), 109, BAD_RESERVE),
        ("reserve", (3, 0), SHIPYARD, BAD_RESERVE),
        ("veiled", (0, 0), 1, BAD_RESERVE),
        ("veiled", (1, 0), 1, BAD_VEIL),
        ("veiled", (2, 0), 1, BAD_VEIL),
        ("veil", (PLANETS, 0, 0), HARROW, BAD_VEIL),
        ("veil", (PLANETS, 0, 0), STILL_KEPT, BAD_VEIL),
        ("veil", (PLANETS, 0, 1), HARROW, BAD_VEIL),
        ("reserve", (0, 0), SHIPYARD, BAD_CARDS),
        ("row", (LEVEL_1, 0), SHIPYARD, BAD_CARDS),
        ("row", (LEVEL_1, 0), -1, BAD_CARDS),
        ("top", (PLANETS, 0), HARROW, BAD_CARDS),
        ("bottom", (PLANETS, 0), HARROW, BAD_CARDS),
        ("pool", LEVEL_1, 0, BAD_CARDS),
        ("pool", LEVEL_1, 1 << 36, BAD_CARDS),
        ("gone", LEVEL_1, bit(SHIPYARD), BAD_CARDS),
        ("owner", VEON, -1, BAD_CARDS),
        ("owner", SHIPYARD, 1, BAD_CARDS),
        ("owner", FORGE, -1, BAD_FORGES),
        ("owner", FORGE + 3, 0, BAD_FORGES),
        ("owner", REFINERY, 3, BAD_SITES),
        ("owner", REFINERY, 1, BAD_SITES),
        ("site", REFINERY, -1, BAD_SITES),
        ("site", REFINERY, CIRRUS, BAD_SITES),
        ("site", REFINERY, st.NANOTECH, BAD_SITES),
        ("site", REFINERY, st.NUM_SITES, BAD_SITES),
        ("site", SHIPYARD, st.HOMEWORLD, BAD_SITES),
        ("site", VEON, st.HOMEWORLD, BAD_SITES),
        ("site", REFINERY, st.HOMEWORLD, BAD_ROOM),
        ("planets", 0, 0, BAD_ROOM),
        ("open_sites", 0, 0, BAD_ROOM),
        ("open_sites", 4, 1, BAD_ROOM),
        ("room", VEON, 3, BAD_ROOM),
        ("room", CIRRUS, 1, BAD_ROOM),
        ("home_room", 0, 3, BAD_ROOM),
        ("home_room", 3, 3, BAD_ROOM),
        ("nano", 0, 1, BAD_ROOM),
        ("made", (0, st.GAS), 0, BAD_PRODUCTION),
        ("made", (4, st.GAS), 1, BAD_PRODUCTION),
        ("forged", (0, st.ILLEGAL), 1, BAD_PRODUCTION),
        ("made_on", (VEON, st.GAS), 2, BAD_PRODUCTION),
        ("made_on", (CIRRUS, st.GAS), 1, BAD_PRODUCTION),
        ("brands", (0, 0), 0, BAD_BRANDS),
        ("brands_on", (VEON, 0), 0, BAD_BRANDS),
        ("brands_on", (CIRRUS, 0), 1, BAD_BRANDS),
        ("lacks", VEON, 0, BAD_TARGETS),
        ("lacks", CIRRUS, 1, BAD_TARGETS),
        ("missing", VEON, 0, BAD_TARGETS),
        ("missing", CIRRUS, 1, BAD_TARGETS),
        ("arrays", 0, 1, BAD_BRANDS),
        ("developments", 0, 1, BAD_BRANDS),
        ("card_points", 0, -1, BAD_BRANDS),
        ("due_for", None, 5, BAD_PAYMENT),
        ("due", 0, 1, BAD_PAYMENT),
        ("due", 0, -1, BAD_PAYMENT),
        ("price_open", None, 1, BAD_PAYMENT),
        ("due_for", None, st.FOR_CARD, BAD_PAYMENT),
        ("due_for", None, st.FOR_PARTNERSHIP, BAD_PAYMENT),
        ("due_for", None, st.FOR_MARKET, BAD_PAYMENT),
        ("due_for", None, st.FOR_SMUGGLE, BAD_PAYMENT),
        ("smuggler", None, 0, BAD_PAYMENT),
        ("card", None, MINE, BAD_BUSINESS),
        ("gains", None, -1, BAD_BUSINESS),
        ("steals", None, -1, BAD_BUSINESS),
        ("victim", None, 0, BAD_BUSINESS),
        ("victim", None, 3, BAD_BUSINESS),
        ("why", None, 3, BAD_BUSINESS),
        ("taken", None, 5, BAD_BUSINESS),
        ("hovering", None, 2, BAD_BUSINESS),
        ("moving", None, SHIPYARD, BAD_BUSINESS),
        ("moving", None, HARROW, BAD_BUSINESS),
        ("reserving", None, 4, BAD_BUSINESS),
        ("reserve_slot", None, 1, BAD_BUSINESS),
        ("goal", None, 1, BAD_SOLO),
        ("buff_card", None, 1, BAD_SOLO),
        ("buff_card", None, 7, BAD_SOLO),
        ("game", None, 4, BAD_SOLO),
        ("exports", None, -1, BAD_SOLO),
        ("remove_row", None, 4, BAD_SOLO),
        ("remove_left", None, 1, BAD_SOLO),
        ("won", None, 1, BAD_SOLO),
        ("out_companies", None, 2, BAD_SOLO),
        ("offers_left", None, 1, BAD_OFFER),
        ("offer_stage", None, st.OFFER_BUILD, BAD_OFFER),
        ("offer_stage", None, 4, BAD_OFFER),
        ("offerer", None, 0, BAD_OFFER),
        ("offer_tokens", (0, 2), 1, BAD_OFFER),
        ("offer_cards", 1, 1, BAD_OFFER),
        ("ask", None, st.ASK_NOTHING, BAD_QUESTION),
        ("ask", None, 26, BAD_QUESTION),
        ("seat", None, 1, BAD_QUESTION),
        ("ask", None, st.ASK_COMPANY, BAD_QUESTION),
        ("ask", None, st.ASK_LINE, BAD_QUESTION),
        ("ask", None, st.ASK_PAY, BAD_QUESTION),
        ("ask", None, st.ASK_SITE, BAD_QUESTION),
        ("ask", None, st.ASK_GAIN, BAD_QUESTION),
        ("ask", None, st.ASK_TRADE, BAD_QUESTION),
        ("ask", None, st.ASK_SMUGGLE, BAD_QUESTION),
        ("ask", None, st.ASK_RETURN, BAD_QUESTION),
        ("ask", None, st.ASK_PLAYER, BAD_QUESTION),
        ("ask", None, st.ASK_TAKE, BAD_QUESTION),
        ("ask", None, st.ASK_GIVE, BAD_QUESTION),
        ("ask", None, st.ASK_MOVE, BAD_QUESTION),
        ("ask", None, st.ASK_MOVE_TO, BAD_QUESTION),
        ("ask", None, st.ASK_REMOVE, BAD_QUESTION),
        ("ask", None, st.ASK_DISCARD, BAD_QUESTION),
        ("ask", None, st.ASK_TOKEN, BAD_QUESTION),
        ("ask", None, st.ASK_BOOM, BAD_QUESTION),
        ("ask", None, st.ASK_MARKER, BAD_QUESTION),
        ("ask", None, st.ASK_ACQUIRE, BAD_QUESTION),
        ("ask", None, st.ASK_IMPORTER, BAD_QUESTION),
        ("ask", None, st.ASK_PROPOSE, BAD_QUESTION),
        ("ask", None, st.ASK_OFFER, BAD_QUESTION),
        ("trades_left", None, 1, BAD_QUESTION),
        ("smuggles_left", None, 1, BAD_QUESTION),
        ("gains", None, 1, BAD_QUESTION),
        ("why", None, st.WHY_SWAP, BAD_QUESTION),
        ("resource", None, 1, BAD_QUESTION),
        ("hovering", None, 1, BAD_QUESTION),
        ("moving", None, REFINERY, BAD_QUESTION),
    ],
)
def test_one_wrong_entry_is_noticed(field, index, value, number):
    g = busy()
    spoil(g, field, index, value)
    assert broken(g) == number


@pytest.mark.parametrize(
    ("start", "field", "index", "value", "number"),
    [
        (veiled, "veil", (PLANETS, 1), NO_VEIL, BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 0), NO_VEIL, BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 0), STILL_KEPT, BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 0), HARROW, BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 1), NO_VEIL, BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 1), HARROW, BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 1), MINE, BAD_VEIL),
        (veiled, "veil", (PLANETS, 2), (STILL_KEPT, HARROW), BAD_VEIL),
        (veiled, "veil", (PLANETS, 0), (HARROW, VEON), BAD_VEIL),
        (veiled, "veiled", (2, 0), 0, BAD_VEIL),
        (veiled, "veiled", (2, 1), 1, BAD_VEIL),
        (veiled, "veil", (LEVEL_1, 0, 0), MINE, BAD_VEIL),
        (choosing, "hand", 0, 0, BAD_COMPANIES),
        (choosing, "hand", 1, 1 << 12 | 3, BAD_COMPANIES),
        (choosing, "choice", 1, 12, BAD_COMPANIES),
        (choosing, "company", 1, 1, BAD_COMPANIES),
        (choosing, "seat", None, 2, BAD_QUESTION),
        (choosing, "phase", None, st.TURN, BAD_COMPANIES),
        (paying, "card_slot", None, 1, BAD_PAYMENT),
        (paying, "card_slot", None, 4, BAD_PAYMENT),
        (paying, "card_from", None, st.FROM_RESERVE, BAD_PAYMENT),
        (paying, "card_from", None, 2, BAD_PAYMENT),
        (paying, "card", None, SHIPYARD, BAD_PAYMENT),
        (paying, "placing", None, 1, BAD_CARDS),
        (paying, "due", st.WILD, 0, BAD_QUESTION),
        (paying, "price_open", None, 1, BAD_QUESTION),
        (smuggling, "smuggler", None, 13, BAD_PAYMENT),
        (smuggling, "way", None, 1, BAD_PAYMENT),
        (smuggling, "due_for", None, st.FOR_MARKET, BAD_PAYMENT),
        (placing, "card", None, SHIPYARD, BAD_CARDS),
        (placing, "placing", None, 0, BAD_CARDS),
        (placing, "seat", None, 1, BAD_QUESTION),
        (placing, "card", None, -1, BAD_CARDS),
        (nanotech, "nano", 0, 0, BAD_ROOM),
        (nanotech, "open_sites", 0, 1 << st.HOMEWORLD, BAD_ROOM),
        (nanotech, "moving", None, FARM, BAD_BUSINESS),
        (solo, "goal", None, 0, BAD_SOLO),
        (solo, "goal", None, 6, BAD_SOLO),
        (solo, "buff_card", None, 0, BAD_SOLO),
        (solo, "steals", None, 1, BAD_BUSINESS),
        (solo, "out_companies", None, 4095, BAD_COMPANIES),
        (offering, "offerer", None, 1, BAD_OFFER),
        (offering, "offeree", None, -1, BAD_OFFER),
        (offering, "offer_tokens", (0, st.MINERALS), 2, BAD_OFFER),
        (offering, "offer_tokens", (1, st.FOOD), 1, BAD_OFFER),
        (offering, "offer_cards", 0, 1, BAD_OFFER),
        (offering, "offers_left", None, 3, BAD_OFFER),
        (offering, "proposed", None, 4, BAD_OFFER),
        (offering, "ask", None, st.ASK_ANSWER, BAD_QUESTION),
        (offering, "ask", None, st.ASK_PARTNER, BAD_QUESTION),
        (offering, "ask", None, st.ASK_TURN, BAD_QUESTION),
        (offering, "seat", None, 1, BAD_QUESTION),
    ],
)
def test_one_wrong_entry_of_something_under_way_is_noticed(start, field, index, value, number):
    g = start()
    spoil(g, field, index, value)
    assert broken(g) == number


def test_two_players_with_one_company_in_hand_are_noticed():
    g = choosing()
    g.s["hand"][1] = g.s["hand"][2]
    assert broken(g) == BAD_COMPANIES


def test_a_choice_out_of_another_hand_is_noticed():
    g = choosing()
    first = int(g.s["first"])
    other = int(g.s["hand"][(first + 1) % 3])
    g.s["choice"][first] = other.bit_length() - 1
    assert broken(g) == BAD_COMPANIES


def test_a_card_in_two_places_is_noticed_though_another_one_is_missing():
    g = busy()
    g.s["row"][LEVEL_1, 0] = g.s["row"][LEVEL_1, 1]
    assert broken(g) == BAD_CARDS


def test_a_gap_in_a_reserve_is_noticed():
    g = busy().reserve(2, "Umber")
    g.s["reserve"][2] = g.s["reserve"][2][::-1]
    assert broken(g) == 0
    g.s["pool"][PLANETS] |= bit(int(g.s["reserve"][2, 0]))
    g.s["reserve"][2, 0] = -1
    assert broken(g) == BAD_RESERVE


def test_an_overbuilt_planet_is_noticed():
    g = busy().build(0, "Veon", "Refinery CL", "Refinery HX")
    assert broken(g) == 0
    g.build(0, "Veon", "Refinery SQ")
    assert broken(g) == BAD_ROOM


def test_goods_left_on_a_card_are_noticed_when_phishing_is_over():
    g = Table(2, round=2, event="Phishing")
    g.s["phished"][0, 0] = 1
    assert broken(g) == 0
    g.s["row"][0, 0] = -1
    assert broken(g) == BAD_ROWS


def test_a_kept_card_that_lies_elsewhere_is_noticed():
    g = veiled()
    g.act("reserve development 2: card 1", "choose reserved card 1")
    assert g.s["veil"][PLANETS, 2].tolist() == [STILL_KEPT, NO_VEIL]
    assert broken(g) == 0
    g.s["veil"][PLANETS, 2] = NO_VEIL
    assert broken(g) == BAD_VEIL


def test_a_fourth_card_of_a_row_is_noticed_without_opportunity():
    g = Table(2, round=2, event="Opportunity")
    card = g.card(g.pool("planets")[0])
    g.s["pool"][PLANETS] &= ~bit(card)
    g.s["row"][PLANETS, 3] = card
    assert broken(g) == 0
    g.s["event"] = g.labels["event"].index("Overtime")
    g.s["events_used"] = 1 << int(g.s["event"])
    assert broken(g) == BAD_ROWS


def test_a_card_removed_from_a_game_of_several_players_is_noticed():
    g = busy()
    g.s["pool"][LEVEL_1] &= ~bit(SHIPYARD)
    g.s["gone"][LEVEL_1] = bit(SHIPYARD)
    assert broken(g) == BAD_SOLO


def test_an_omniforge_to_be_placed_is_noticed():
    g = busy()
    g.s["placing"], g.s["card"], g.s["ask"] = 1, FORGE + 3, st.ASK_SITE
    assert broken(g) == BAD_BUSINESS


def test_a_finished_game_has_no_question():
    g = busy()
    g.s["over"], g.s["phase"], g.s["ask"] = 1, st.FINISHED, st.ASK_NOTHING
    assert broken(g) == 0


def test_every_invariant_is_described():
    assert sorted(INVARIANTS) == list(range(1, BAD_QUESTION + 1))
