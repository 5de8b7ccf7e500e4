"""The invariants notice every kind of disorder."""

import pytest

from astrarium.core import drivers
from astrarium.envs.star_tycoon import invariants as inv
from astrarium.envs.star_tycoon import state as st
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
    assert g.s["veil"][PLANETS, :2].tolist() == [[st.NO_VEIL] * 2, [g.card("Luma"), g.card("Umber")]]
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
    assert g.asks() == "pay"
    return g


def smuggling():
    """The price of an Exporter of the row is being paid."""
    g = busy().row("development 2", "Executive Retreat HI", "Offworld Importer SQ", "Offworld Exporter HX")
    g.act("smuggle: Offworld Exporter of Hex Industries, first way")
    assert g.asks() == "pay"
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
        ("seat", None, 3, inv.BAD_TURN),
        ("who", None, -1, inv.BAD_TURN),
        ("active", None, 3, inv.BAD_TURN),
        ("first", None, -1, inv.BAD_TURN),
        ("phase", None, 9, inv.BAD_TURN),
        ("round", None, 0, inv.BAD_TURN),
        ("round", None, 5, inv.BAD_TURN),
        ("turn", None, 3, inv.BAD_TURN),
        ("tile", None, 6, inv.BAD_TURN),
        ("asked", None, 4, inv.BAD_TURN),
        ("event", None, -1, inv.BAD_TURN),
        ("event", None, 20, inv.BAD_TURN),
        ("event_step", None, 3, inv.BAD_TURN),
        ("events_used", None, 0, inv.BAD_TURN),
        ("events_used", None, 1 << 20, inv.BAD_TURN),
        ("coin", None, 2, inv.BAD_TURN),
        ("phased", None, 16, inv.BAD_TURN),
        ("actions_left", None, 5, inv.BAD_TURN),
        ("trades_left", None, -1, inv.BAD_TURN),
        ("smuggles_left", None, 2, inv.BAD_TURN),
        ("tokens", (0, 2), -1, inv.BAD_PLAYERS),
        ("tokens", (3, 2), 1, inv.BAD_PLAYERS),
        ("loan", 3, 1, inv.BAD_PLAYERS),
        ("ability_used", 0, 2, inv.BAD_PLAYERS),
        ("homeworld", 0, -1, inv.BAD_PLAYERS),
        ("homeworld", 0, 5, inv.BAD_PLAYERS),
        ("company", 3, 1, inv.BAD_PLAYERS),
        ("company", 0, -1, inv.BAD_COMPANIES),
        ("company", 0, 8, inv.BAD_COMPANIES),
        ("hand", 0, 7, inv.BAD_COMPANIES),
        ("choice", 0, 1, inv.BAD_COMPANIES),
        ("marker", 0, 5, inv.BAD_MARKET),
        ("marker", 0, -1, inv.BAD_MARKET),
        ("flipped", None, 32, inv.BAD_MARKET),
        ("partner", 0, 3, inv.BAD_MARKET),
        ("row", (LEVEL_1, 0), HARROW, inv.BAD_ROWS),
        ("row", (LEVEL_1, 3), SHIPYARD, inv.BAD_ROWS),
        ("row", (LEVEL_1, 0), -2, inv.BAD_ROWS),
        ("phished", (LEVEL_1, 0), 1, inv.BAD_ROWS),
        ("full", 0, 2, inv.BAD_ROWS),
        ("top", (PLANETS, 0), MINE, inv.BAD_DECKS),
        ("top", (LEVEL_1, 0), SHIPYARD, inv.BAD_DECKS),
        ("top_size", PLANETS, 0, inv.BAD_DECKS),
        ("top_size", LEVEL_1, 17, inv.BAD_DECKS),
        ("bottom", (PLANETS, 1), -1, inv.BAD_DECKS),
        ("bottom", (PLANETS, 2), HARROW, inv.BAD_DECKS),
        ("bottom_size", PLANETS, -1, inv.BAD_DECKS),
        ("pool", LEVEL_1, -1, inv.BAD_DECKS),
        ("reserve", (0, 1), SHIPYARD, inv.BAD_RESERVE),
        ("reserve", (2, 0), -1, inv.BAD_CARDS),
        ("reserve", (1, 1), SHIPYARD, inv.BAD_RESERVE),
        ("reserve", (0, 0), 109, inv.BAD_RESERVE),
        ("reserve", (3, 0), SHIPYARD, inv.BAD_RESERVE),
        ("veiled", (0, 0), 1, inv.BAD_RESERVE),
        ("veiled", (1, 0), 1, inv.BAD_VEIL),
        ("veiled", (2, 0), 1, inv.BAD_VEIL),
        ("veil", (PLANETS, 0, 0), HARROW, inv.BAD_VEIL),
        ("veil", (PLANETS, 0, 0), st.STILL_KEPT, inv.BAD_VEIL),
        ("veil", (PLANETS, 0, 1), HARROW, inv.BAD_VEIL),
        ("reserve", (0, 0), SHIPYARD, inv.BAD_CARDS),
        ("row", (LEVEL_1, 0), SHIPYARD, inv.BAD_CARDS),
        ("row", (LEVEL_1, 0), -1, inv.BAD_CARDS),
        ("top", (PLANETS, 0), HARROW, inv.BAD_CARDS),
        ("bottom", (PLANETS, 0), HARROW, inv.BAD_CARDS),
        ("pool", LEVEL_1, 0, inv.BAD_CARDS),
        ("pool", LEVEL_1, 1 << 36, inv.BAD_CARDS),
        ("gone", LEVEL_1, bit(SHIPYARD), inv.BAD_CARDS),
        ("owner", VEON, -1, inv.BAD_CARDS),
        ("owner", SHIPYARD, 1, inv.BAD_CARDS),
        ("owner", FORGE, -1, inv.BAD_FORGES),
        ("owner", FORGE + 3, 0, inv.BAD_FORGES),
        ("owner", REFINERY, 3, inv.BAD_SITES),
        ("owner", REFINERY, 1, inv.BAD_SITES),
        ("site", REFINERY, -1, inv.BAD_SITES),
        ("site", REFINERY, CIRRUS, inv.BAD_SITES),
        ("site", REFINERY, st.NANOTECH, inv.BAD_SITES),
        ("site", REFINERY, st.NUM_SITES, inv.BAD_SITES),
        ("site", SHIPYARD, st.HOMEWORLD, inv.BAD_SITES),
        ("site", VEON, st.HOMEWORLD, inv.BAD_SITES),
        ("site", REFINERY, st.HOMEWORLD, inv.BAD_ROOM),
        ("planets", 0, 0, inv.BAD_ROOM),
        ("open_sites", 0, 0, inv.BAD_ROOM),
        ("open_sites", 4, 1, inv.BAD_ROOM),
        ("room", VEON, 3, inv.BAD_ROOM),
        ("room", CIRRUS, 1, inv.BAD_ROOM),
        ("home_room", 0, 3, inv.BAD_ROOM),
        ("home_room", 3, 3, inv.BAD_ROOM),
        ("nano", 0, 1, inv.BAD_ROOM),
        ("made", (0, st.GAS), 0, inv.BAD_PRODUCTION),
        ("made", (4, st.GAS), 1, inv.BAD_PRODUCTION),
        ("forged", (0, st.ILLEGAL), 1, inv.BAD_PRODUCTION),
        ("made_on", (VEON, st.GAS), 2, inv.BAD_PRODUCTION),
        ("made_on", (CIRRUS, st.GAS), 1, inv.BAD_PRODUCTION),
        ("brands", (0, 0), 0, inv.BAD_BRANDS),
        ("brands_on", (VEON, 0), 0, inv.BAD_BRANDS),
        ("brands_on", (CIRRUS, 0), 1, inv.BAD_BRANDS),
        ("lacks", VEON, 0, inv.BAD_TARGETS),
        ("lacks", CIRRUS, 1, inv.BAD_TARGETS),
        ("missing", VEON, 0, inv.BAD_TARGETS),
        ("missing", CIRRUS, 1, inv.BAD_TARGETS),
        ("arrays", 0, 1, inv.BAD_BRANDS),
        ("smugglers", None, 1, inv.BAD_BRANDS),
        ("developments", 0, 1, inv.BAD_BRANDS),
        ("card_points", 0, -1, inv.BAD_BRANDS),
        ("due_for", None, 5, inv.BAD_PAYMENT),
        ("due", 0, 1, inv.BAD_PAYMENT),
        ("due", 0, -1, inv.BAD_PAYMENT),
        ("due_for", None, st.FOR_CARD, inv.BAD_PAYMENT),
        ("due_for", None, st.FOR_PARTNERSHIP, inv.BAD_PAYMENT),
        ("due_for", None, st.FOR_MARKET, inv.BAD_PAYMENT),
        ("due_for", None, st.FOR_SMUGGLE, inv.BAD_PAYMENT),
        ("smuggler", None, 0, inv.BAD_PAYMENT),
        ("card", None, MINE, inv.BAD_BUSINESS),
        ("gains", None, -1, inv.BAD_BUSINESS),
        ("steals", None, -1, inv.BAD_BUSINESS),
        ("victim", None, 0, inv.BAD_BUSINESS),
        ("victim", None, 3, inv.BAD_BUSINESS),
        ("swap_with", None, 0, inv.BAD_BUSINESS),
        ("swap_for", None, 1, inv.BAD_QUESTION),
        ("swap_for", None, 5, inv.BAD_BUSINESS),
        ("partnership", None, 0, inv.BAD_BUSINESS),
        ("bought", None, 0, inv.BAD_BUSINESS),
        ("given", None, 5, inv.BAD_BUSINESS),
        ("card_slot", None, 0, inv.BAD_BUSINESS),
        ("moving", None, SHIPYARD, inv.BAD_BUSINESS),
        ("moving", None, HARROW, inv.BAD_BUSINESS),
        ("reserve_row", None, 3, inv.BAD_BUSINESS),
        ("reserve_slot", None, 1, inv.BAD_BUSINESS),
        ("goal", None, 1, inv.BAD_SOLO),
        ("buff_card", None, 1, inv.BAD_SOLO),
        ("buff_card", None, 7, inv.BAD_SOLO),
        ("game", None, 4, inv.BAD_SOLO),
        ("exports", None, -1, inv.BAD_SOLO),
        ("remove_row", None, 4, inv.BAD_SOLO),
        ("remove_left", None, 1, inv.BAD_SOLO),
        ("won", None, 1, inv.BAD_SOLO),
        ("out_companies", None, 2, inv.BAD_SOLO),
        ("offers_left", None, 1, inv.BAD_OFFER),
        ("ask", None, st.ASK_OFFER, inv.BAD_OFFER),
        ("ask", None, st.ASK_PARTNER, inv.BAD_OFFER),
        ("offerer", None, 0, inv.BAD_OFFER),
        ("offer_tokens", (0, 2), 1, inv.BAD_OFFER),
        ("offer_cards", 1, 1, inv.BAD_OFFER),
        ("ask", None, st.ASK_NOTHING, inv.BAD_QUESTION),
        ("ask", None, 31, inv.BAD_QUESTION),
        ("seat", None, 1, inv.BAD_QUESTION),
        ("ask", None, st.ASK_COMPANY, inv.BAD_QUESTION),
        ("ask", None, st.ASK_LINE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_PAY, inv.BAD_QUESTION),
        ("ask", None, st.ASK_SITE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_GAIN, inv.BAD_QUESTION),
        ("ask", None, st.ASK_TRADE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_SMUGGLE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_RETURN, inv.BAD_QUESTION),
        ("ask", None, st.ASK_ROB, inv.BAD_QUESTION),
        ("ask", None, st.ASK_LOOT, inv.BAD_QUESTION),
        ("ask", None, st.ASK_SWAP_WITH, inv.BAD_QUESTION),
        ("ask", None, st.ASK_SWAP_FOR, inv.BAD_QUESTION),
        ("ask", None, st.ASK_SWAP_GIVE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_HOVER, inv.BAD_QUESTION),
        ("ask", None, st.ASK_HOVER_TO, inv.BAD_QUESTION),
        ("ask", None, st.ASK_MOVING_DAY, inv.BAD_QUESTION),
        ("ask", None, st.ASK_MOVING_DAY_TO, inv.BAD_QUESTION),
        ("ask", None, st.ASK_TRANSMUTE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_REMOVE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_DISCARD, inv.BAD_QUESTION),
        ("ask", None, st.ASK_TOKEN, inv.BAD_QUESTION),
        ("ask", None, st.ASK_BOOM, inv.BAD_QUESTION),
        ("ask", None, st.ASK_MARKER, inv.BAD_QUESTION),
        ("ask", None, st.ASK_ACQUIRE, inv.BAD_QUESTION),
        ("ask", None, st.ASK_IMPORTER, inv.BAD_QUESTION),
        ("ask", None, st.ASK_PROPOSE, inv.BAD_QUESTION),
        ("trades_left", None, 1, inv.BAD_QUESTION),
        ("smuggles_left", None, 1, inv.BAD_QUESTION),
        ("gains", None, 1, inv.BAD_QUESTION),
        ("swap_with", None, 1, inv.BAD_QUESTION),
        ("reserve_row", None, 0, inv.BAD_BUSINESS),
        ("given", None, 1, inv.BAD_QUESTION),
        ("moving", None, REFINERY, inv.BAD_QUESTION),
    ],
)
def test_one_wrong_entry_is_noticed(field, index, value, number):
    g = busy()
    spoil(g, field, index, value)
    assert broken(g) == number


@pytest.mark.parametrize(
    ("start", "field", "index", "value", "number"),
    [
        (veiled, "veil", (PLANETS, 1), st.NO_VEIL, inv.BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 0), st.NO_VEIL, inv.BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 0), st.STILL_KEPT, inv.BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 0), HARROW, inv.BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 0), MINE, inv.BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 1), st.NO_VEIL, inv.BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 1), HARROW, inv.BAD_VEIL),
        (veiled, "veil", (PLANETS, 1, 1), MINE, inv.BAD_VEIL),
        (veiled, "veil", (PLANETS, 2), (st.STILL_KEPT, HARROW), inv.BAD_VEIL),
        (veiled, "veil", (PLANETS, 0), (HARROW, VEON), inv.BAD_VEIL),
        (veiled, "veiled", (2, 0), 0, inv.BAD_VEIL),
        (veiled, "veiled", (2, 1), 1, inv.BAD_VEIL),
        (veiled, "veil", (LEVEL_1, 0, 0), MINE, inv.BAD_VEIL),
        (choosing, "hand", 0, 0, inv.BAD_COMPANIES),
        (choosing, "hand", 1, 1 << 12 | 3, inv.BAD_COMPANIES),
        (choosing, "choice", 1, 12, inv.BAD_COMPANIES),
        (choosing, "company", 1, 1, inv.BAD_COMPANIES),
        (choosing, "seat", None, 2, inv.BAD_QUESTION),
        (choosing, "phase", None, st.TURN, inv.BAD_COMPANIES),
        (paying, "card_slot", None, 1, inv.BAD_PAYMENT),
        (paying, "card_slot", None, 4, inv.BAD_PAYMENT),
        (paying, "card_slot", None, -1, inv.BAD_PAYMENT),
        (paying, "card_reserve", None, 0, inv.BAD_PAYMENT),
        (paying, "card", None, SHIPYARD, inv.BAD_PAYMENT),
        (paying, "ask", None, st.ASK_SITE, inv.BAD_CARDS),
        (paying, "due", st.WILD, 0, inv.BAD_QUESTION),
        (smuggling, "smuggler", None, 13, inv.BAD_PAYMENT),
        (smuggling, "way", None, 1, inv.BAD_PAYMENT),
        (smuggling, "due_for", None, st.FOR_MARKET, inv.BAD_PAYMENT),
        (placing, "card", None, SHIPYARD, inv.BAD_CARDS),
        (placing, "ask", None, st.ASK_TURN, inv.BAD_CARDS),
        (placing, "seat", None, 1, inv.BAD_QUESTION),
        (placing, "card", None, -1, inv.BAD_CARDS),
        (nanotech, "nano", 0, 0, inv.BAD_ROOM),
        (nanotech, "open_sites", 0, 1 << st.HOMEWORLD, inv.BAD_ROOM),
        (nanotech, "moving", None, FARM, inv.BAD_BUSINESS),
        (solo, "goal", None, 0, inv.BAD_SOLO),
        (solo, "goal", None, 6, inv.BAD_SOLO),
        (solo, "buff_card", None, 0, inv.BAD_SOLO),
        (solo, "steals", None, 1, inv.BAD_BUSINESS),
        (solo, "out_companies", None, 4095, inv.BAD_COMPANIES),
        (offering, "offerer", None, 1, inv.BAD_OFFER),
        (offering, "offeree", None, -1, inv.BAD_OFFER),
        (offering, "offer_tokens", (0, st.MINERALS), 2, inv.BAD_OFFER),
        (offering, "offer_tokens", (1, st.FOOD), 1, inv.BAD_OFFER),
        (offering, "offer_cards", 0, 1, inv.BAD_OFFER),
        (offering, "offers_left", None, 3, inv.BAD_OFFER),
        (offering, "proposed", None, 4, inv.BAD_OFFER),
        (offering, "ask", None, st.ASK_ANSWER, inv.BAD_QUESTION),
        (offering, "ask", None, st.ASK_PARTNER, inv.BAD_OFFER),
        (offering, "ask", None, st.ASK_TURN, inv.BAD_OFFER),
        (offering, "seat", None, 1, inv.BAD_QUESTION),
    ],
)
def test_one_wrong_entry_of_something_under_way_is_noticed(start, field, index, value, number):
    g = start()
    spoil(g, field, index, value)
    assert broken(g) == number


def test_two_players_with_one_company_in_hand_are_noticed():
    g = choosing()
    g.s["hand"][1] = g.s["hand"][2]
    assert broken(g) == inv.BAD_COMPANIES


def test_a_choice_out_of_another_hand_is_noticed():
    g = choosing()
    first = int(g.s["first"])
    other = int(g.s["hand"][(first + 1) % 3])
    g.s["choice"][first] = other.bit_length() - 1
    assert broken(g) == inv.BAD_COMPANIES


def test_a_card_in_two_places_is_noticed_though_another_one_is_missing():
    g = busy()
    g.s["row"][LEVEL_1, 0] = g.s["row"][LEVEL_1, 1]
    assert broken(g) == inv.BAD_CARDS


def test_a_gap_in_a_reserve_is_noticed():
    g = busy().reserve(2, "Umber")
    g.s["reserve"][2] = g.s["reserve"][2][::-1]
    assert broken(g) == 0
    g.s["pool"][PLANETS] |= bit(int(g.s["reserve"][2, 0]))
    g.s["reserve"][2, 0] = -1
    assert broken(g) == inv.BAD_RESERVE


def test_an_overbuilt_planet_is_noticed():
    g = busy().build(0, "Veon", "Refinery CL", "Refinery HX")
    assert broken(g) == 0
    g.build(0, "Veon", "Refinery SQ")
    assert broken(g) == inv.BAD_ROOM


def test_goods_left_on_a_card_are_noticed_when_phishing_is_over():
    g = Table(2, round=2, event="Phishing")
    g.s["phished"][0, 0] = 1
    assert broken(g) == 0
    g.s["row"][0, 0] = -1
    assert broken(g) == inv.BAD_ROWS


def test_a_kept_card_that_lies_elsewhere_is_noticed():
    g = veiled()
    g.act("reserve development 2: card 1", "choose reserved card 1")
    assert g.s["veil"][PLANETS, 2].tolist() == [st.STILL_KEPT, st.NO_VEIL]
    assert broken(g) == 0
    g.s["veil"][PLANETS, 2] = st.NO_VEIL
    assert broken(g) == inv.BAD_VEIL


def test_a_veil_over_megastructures_is_noticed():
    """They are never reserved, so everybody knows which one lies on the deck."""
    g = busy().deck("development 3", "Dyson Sphere DM", "Nebula Siphon DM")
    assert broken(g) == 0
    g.s["veil"][LEVEL_3, 0] = g.card("Nebula Siphon DM"), g.card("Dyson Sphere DM")
    g.s["veil"][LEVEL_3, 1] = st.STILL_KEPT, st.NO_VEIL
    assert broken(g) == inv.BAD_VEIL


def test_a_fourth_card_of_a_row_is_noticed_without_opportunity():
    g = Table(2, round=2, event="Opportunity")
    card = g.card(g.pool("planets")[0])
    g.s["pool"][PLANETS] &= ~bit(card)
    g.s["row"][PLANETS, 3] = card
    assert broken(g) == 0
    g.s["event"] = g.labels["event"].index("Overtime")
    g.s["events_used"] = 1 << int(g.s["event"])
    assert broken(g) == inv.BAD_ROWS


def test_a_card_removed_from_a_game_of_several_players_is_noticed():
    g = busy()
    g.s["pool"][LEVEL_1] &= ~bit(SHIPYARD)
    g.s["gone"][LEVEL_1] = bit(SHIPYARD)
    assert broken(g) == inv.BAD_SOLO


def test_an_omniforge_to_be_placed_is_noticed():
    g = busy()
    g.s["card"], g.s["ask"] = FORGE + 3, st.ASK_SITE
    assert broken(g) == inv.BAD_QUESTION


def test_a_finished_game_has_no_question():
    g = busy()
    g.s["over"], g.s["phase"], g.s["ask"] = 1, st.FINISHED, st.ASK_NOTHING
    assert broken(g) == 0


def test_every_invariant_is_described():
    assert sorted(inv.INVARIANTS) == list(range(1, inv.BAD_QUESTION + 1))
