"""The invariants notice every kind of disorder."""

from importlib import import_module

import pytest

from astrarium.core import drivers
from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import ALL_CARDS, GAME, Table, node_of, planet_of, site_of

ch = import_module("astrarium.envs.starfarers.check")  # the package's own `check` is the kernel


def broken(g):
    """The number of the first broken invariant."""
    return int(GAME.bound(drivers.check_one)(g.game.content.tables, g.game.states, 0))


def busy():
    """Some of everything: hands, colonies, outposts, expansions, a trophy, ships."""
    g = Table().give(0, ore=3, fuel=2, goods=2).give(1, food=2, seen=True).give(2, carbon=1)
    g.plain("S2").colony(0, "S2 food+carbon").colony(1, "S2 food+fuel", port=True)
    g.outpost(0, "Scientists", "drives").outpost(1, "Scientists", "guns")
    g.chip("S1 goods", "ice 3").trophy(2, "S1 goods").expand(0, 2, 1, 3).fame(3, 2, 1, 0)
    g.ship(2, "K16", "trade", rings=2)
    assert broken(g) == 0
    return g


def flying():
    """Seat 0's ship is on the move."""
    g = busy().flight().take_off()
    assert broken(g) == 0
    return g


def met():
    """Seat 0 is asked the question of card 12."""
    g = busy().meet(12)
    assert g.ask == st.ASK_CHOICE
    return g


def offered():
    """Seat 0 has offered ore, seat 1 is asked."""
    g = busy().act("open an offer", "give ore", "want food", "send the offer")
    assert (g.ask, g.seat) == (st.ASK_OFFER, 1)
    return g


def spoil(g, field, index, value):
    """Write one entry of the state."""
    if index is None:
        g.s[field] = value
    else:
        g.s[field][index] = value


SITE, PLANET = site_of("S2 food+carbon"), planet_of("S2 food")
FREE = node_of("K16") + 1


@pytest.mark.parametrize(
    ("field", "index", "value", "number"),
    [
        ("seat", None, 4, ch.BAD_TURN),
        ("first", None, -1, ch.BAD_TURN),
        ("phase", None, 12, ch.BAD_TURN),
        ("round", None, 9, ch.BAD_TURN),
        ("placed", None, 13, ch.BAD_TURN),
        ("dice", 0, 7, ch.BAD_TURN),
        ("num_players", None, 2, ch.BAD_TURN),
        ("offers_left", None, 3, ch.BAD_TURN),
        ("proposals_left", 1, 1, ch.BAD_TURN),
        ("helped", None, 7, ch.BAD_TURN),
        ("to_pay", 0, 1, ch.BAD_TURN),
        ("bank", 0, 99, ch.BAD_CARDS),
        ("hand", (0, 0), 0, ch.BAD_CARDS),
        ("hand", (3, 0), -1, ch.BAD_CARDS),
        ("pile", 2, -1, ch.BAD_CARDS),
        ("hand_size", 0, 3, ch.BAD_HAND),
        ("pile_size", None, 3, ch.BAD_HAND),
        ("known", (0, 1, 0), 1, ch.BAD_KNOWLEDGE),
        ("known", (0, 0, 0), 1, ch.BAD_KNOWLEDGE),
        ("known", (2, 1, 3), 1, ch.BAD_KNOWLEDGE),
        ("known", (0, 4, 0), 15, ch.BAD_KNOWLEDGE),
        ("face", planet_of("S3 goods"), 12, ch.BAD_CHIPS),
        ("face", planet_of("S3 goods"), -1, ch.BAD_CHIPS),
        ("reserve", 0, 1, ch.BAD_CHIPS),
        ("num_trophies", None, 0, ch.BAD_CHIPS),
        ("num_trophies", None, 6, ch.BAD_CHIPS),
        ("trophy_owner", 1, 2, ch.BAD_CHIPS),
        ("trophy", 0, 0, ch.BAD_CHIPS),
        ("producing", 5, 0, ch.BAD_PRODUCTION),
        ("face_up", None, 0, ch.BAD_PRODUCTION),
        ("site_owner", SITE, -1, ch.BAD_SITES),
        ("site_owner", SITE, 1, ch.BAD_SITES),
        ("site_owner", SITE, 5, ch.BAD_SITES),
        ("settled", 5, 1, ch.BAD_SITES),
        ("room", None, 0, ch.BAD_SITES),
        ("pips", (0, 1), 0, ch.BAD_PRODUCTION),
        ("colonies", 3, 1 << SITE, ch.BAD_SITES),
        ("ports", 0, 0, ch.BAD_SITES),
        ("colony_modules", 0, 9, ch.BAD_PIECES),
        ("trade_modules", 0, 7, ch.BAD_PIECES),
        ("port_rings", 1, 3, ch.BAD_PIECES),
        ("expansion", (0, 0), 7, ch.BAD_PIECES),
        ("expansion", (0, 2), -1, ch.BAD_PIECES),
        ("fame", 3, -1, ch.BAD_PIECES),
        ("fame", 3, 40, ch.BAD_PIECES),
        ("credit", 0, -1, ch.BAD_PIECES),
        ("cargo", (2, 1), 0, ch.BAD_PIECES),
        ("ship_node", (2, 1), -1, ch.BAD_SHIPS),
        ("ship_node", (2, 1), FREE, ch.BAD_SHIPS),
        ("node_ship", FREE, 1, ch.BAD_SHIPS),
        ("chip", 2, 1, ch.BAD_FRIENDS),
        ("friends", 0, 0, ch.BAD_FRIENDS),
        ("friends", 1, 1 << 10, ch.BAD_FRIENDS),
        ("speed_bonus", 0, 0, ch.BAD_FRIENDS),
        ("docked", 2, 5, ch.BAD_FRIENDS),
        ("posts", (0, 2), 0, ch.BAD_FRIENDS),
        ("posts", (1, 2), 0, ch.BAD_FRIENDS),
        ("outpost", 12, -2, ch.BAD_PIECES),
        ("points", 0, 9, ch.BAD_POINTS),
        ("over", None, 1, ch.BAD_POINTS),
        ("placing", None, 3, ch.BAD_FLIGHT),
        ("place_with", None, 1, ch.BAD_FLIGHT),
        ("flying", None, 1, ch.BAD_FLIGHT),
        ("steps", None, 2, ch.BAD_FLIGHT),
        ("jump_column", None, 2, ch.BAD_FLIGHT),
        ("answering", None, 1, ch.BAD_OFFER),
        ("offerer", None, 1, ch.BAD_OFFER),
        ("changes_left", None, 2, ch.BAD_OFFER),
        ("due", None, 1, ch.BAD_ENCOUNTER),
        ("to_give", None, 1, ch.BAD_ENCOUNTER),
        ("jumper", None, 0, ch.BAD_FLIGHT),
        ("deck", None, 0, ch.BAD_ENCOUNTER),
        ("discard", None, 1, ch.BAD_ENCOUNTER),
        ("gift", 0, 1, ch.BAD_ENCOUNTER),
        ("another", None, 1, ch.BAD_ENCOUNTER),
        ("card", None, 3, ch.BAD_ENCOUNTER),
        ("offer_stage", None, 5, ch.BAD_OFFER),
        ("answer", 1, 1, ch.BAD_OFFER),
        ("bid", (0, 0, 0), 1, ch.BAD_OFFER),
        ("bid", (0, 0, 3), 1, ch.BAD_OFFER),
        ("ask", None, st.ASK_NOTHING, ch.BAD_QUESTION),
        ("ask", None, st.NUM_ASKS, ch.BAD_QUESTION),
        ("ask", None, st.ASK_SHIP, ch.BAD_QUESTION),
        ("ask", None, st.ASK_FLY, ch.BAD_QUESTION),
        ("ask", None, st.ASK_CLOSE, ch.BAD_QUESTION),
        ("ask", None, st.ASK_TRIBUTE, ch.BAD_QUESTION),
        ("ask", None, st.ASK_RELIEF, ch.BAD_QUESTION),
        ("ask", None, st.ASK_BEG, ch.BAD_QUESTION),
        ("ask", None, st.ASK_LAUNCH, ch.BAD_QUESTION),
        ("ask", None, st.ASK_FRIEND, ch.BAD_QUESTION),
        ("ask", None, st.ASK_ROW, ch.BAD_QUESTION),
        ("ask", None, st.ASK_SITE, ch.BAD_QUESTION),
        ("seat", None, 2, ch.BAD_QUESTION),
        ("ask", None, st.ASK_CHOICE, ch.BAD_QUESTION),
        ("ask", None, st.ASK_GIVE, ch.BAD_QUESTION),
        ("ask", None, st.ASK_WEAR, ch.BAD_QUESTION),
        ("ask", None, st.ASK_THEFT, ch.BAD_QUESTION),
    ],
)
def test_disorder_is_noticed(field, index, value, number):
    g = busy()
    spoil(g, field, index, value)
    assert broken(g) == number, ch.INVARIANTS.get(broken(g))


def test_disorder_of_a_flight_is_noticed():
    g = flying()
    spoil(g, "start_node", None, -1)
    assert broken(g) == ch.BAD_FLIGHT
    g = flying()
    spoil(g, "ask", None, st.ASK_SHIP)
    assert broken(g) == ch.BAD_QUESTION


def test_disorder_of_an_encounter_is_noticed():
    g = met()
    spoil(g, "deck", None, 1 << 11)
    assert broken(g) == ch.BAD_ENCOUNTER
    g = met()
    spoil(g, "phase", None, st.FLIGHT)
    assert broken(g) == ch.BAD_ENCOUNTER
    g = met()
    spoil(g, "at", None, 5)
    assert broken(g) == ch.BAD_ENCOUNTER


def test_disorder_of_an_offer_is_noticed():
    g = offered()
    spoil(g, "bid", (0, 0, 0), 9)
    assert broken(g) == ch.BAD_OFFER
    g = offered()
    spoil(g, "bid", (0, 1, 3), 5)
    assert broken(g) == ch.BAD_OFFER
    g = offered()
    spoil(g, "seat", None, 0)
    assert broken(g) == ch.BAD_QUESTION


def test_a_revealed_card_may_have_been_shuffled_into_the_deck_with_all_others():
    g = met()
    g.s["revealed"], g.s["deck"], g.s["discard"] = 1, ALL_CARDS, 0
    assert broken(g) == 0
    g.s["deck"] = ALL_CARDS & ~1
    assert broken(g) == ch.BAD_ENCOUNTER


def test_pirates_that_lie_face_up_are_noticed():
    g = busy().chip("S3 carbon", "pirate 4")
    g.s["face_up"] |= 1 << planet_of("S3 carbon")
    assert broken(g) == ch.BAD_PRODUCTION


def test_a_colony_beside_a_chip_that_lies_face_down_is_noticed():
    g = busy()
    g.s["face_up"] &= ~(1 << PLANET)
    assert broken(g._sums()) == ch.BAD_SITES


def test_an_outpost_founded_before_a_lower_number_is_noticed():
    g = Table().outpost(0, "Scientists", "drives")
    g.s["outpost"][10], g.s["outpost"][11] = -1, 0
    assert broken(g._sums()) == ch.BAD_FRIENDS


def test_a_ship_that_rests_on_a_colony_is_noticed():
    g = busy()
    g.s["ship_node"][2, 1] = node_of("Alpha food+carbon")
    g._sums()
    assert broken(g) == ch.BAD_SHIPS


def test_a_third_colony_of_a_system_with_three_players_is_noticed():
    g = Table(3).plain("S2").colony(0, "S2 food+carbon").colony(1, "S2 food+fuel")
    assert broken(g) == 0
    assert broken(g.colony(2, "S2 carbon+fuel")) == ch.BAD_SITES


def test_who_is_asked_has_an_answer():
    g = Table()
    g.s["phase"], g.s["ask"], g.s["to_pay"][0] = st.TRIBUTE, st.ASK_TRIBUTE, 1
    assert broken(g) == ch.NO_ANSWER


def test_nothing_to_choose_from_is_noticed():
    g = busy()
    g.s["friend_race"] = 0
    g.s["ask"] = st.ASK_FRIEND
    assert broken(g) == ch.BAD_FRIENDS  # a card is due to nobody


def test_every_invariant_is_described():
    assert set(ch.INVARIANTS) == set(range(1, ch.NO_ANSWER + 1))
