"""The invariants notice every kind of disorder."""

import pytest

from astrarium.core import drivers
from astrarium.envs.spacecorp import invariants as inv
from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import GAME, Table


def broken(g):
    """The number of the first broken invariant."""
    return int(GAME.bound(drivers.check_one)(g.game.content.tables, g.game.states, 0))


def busy():
    """Three players among the stars with some of everything; seat 0 is playing cards for a Move."""
    g = Table("Starfarers", players=3, start_era=3).profits(9, 9, 9).explored("Wolf 359", "Habitable World")
    g.base(0, "Wolf 359", "Bio Lab").colonized("Wolf 359", "New Geneva").teams(0, "Wolf 359", "Sirius")
    g.teams(1, "Sirius", track=2).owns(1, "Sensory Focus").infra(1, 1, "Antimatter Torch")
    g.give(0, "Alliance", "Beamed Sail", "Bussard Ramscoop", "Warp Precursor").give(1, "Cold War", known=True)
    g.do("Move", "team 1", "site Sol", "use own", "card Alliance")
    assert g.s["ask"] == st.ASK_PLAY
    assert broken(g) == 0
    return g


WOLF, SIRIUS, ERIDANI = 4, 5, 6


@pytest.mark.parametrize(
    ("field", "index", "value", "number"),
    [
        ("seat", None, 3, inv.BAD_TURN),
        ("step", None, 22, inv.BAD_TURN),
        ("era", None, 1, inv.BAD_TURN),
        ("asked", None, 2, inv.BAD_TURN),
        ("heard", None, 1, inv.BAD_TURN),
        ("purge", None, 5, inv.BAD_TURN),
        ("first", None, -1, inv.BAD_TURN),
        ("ask", None, 0, inv.BAD_QUESTION),
        ("ask", None, 48, inv.BAD_QUESTION),
        ("last", None, 1, inv.BAD_END),
        ("passed", None, 1, inv.BAD_END),
        ("counting", None, 1, inv.BAD_END),
        ("passed", None, 8, inv.BAD_END),
        ("profit", 0, -1, inv.BAD_PLAYER),
        ("profit", 3, 1, inv.BAD_PLAYER),
        ("infra", (0, 0), 62, inv.BAD_PLAYER),
        ("infra", (0, 0), -2, inv.BAD_PLAYER),
        ("legacy_tile", 0, 3, inv.BAD_PLAYER),
        ("due", 1, -1, inv.BAD_PLAYER),
        ("infra_plain", (1, 1), 5, inv.BAD_PLAYER),
        ("infra_mult", (2, 1), 2, inv.BAD_PLAYER),
        ("infra_big", (1, 1), 9, inv.BAD_PLAYER),
        ("discard", 3, 9, inv.BAD_CARDS),
        ("offers", 0, 9, inv.BAD_CARDS),
        ("played", 13, 3, inv.BAD_CARDS),
        ("laid", 3, 1, inv.BAD_CARDS),
        ("purged", 3, 1, inv.BAD_CARDS),
        ("hand_size", 0, 9, inv.BAD_HAND),
        ("hand_bits", 0, 1, inv.BAD_HAND),
        ("known", (0, 5), 1, inv.BAD_HAND),
        ("known", (0, 5), -1, inv.BAD_HAND),
        ("deck_size", None, 3, inv.BAD_DECK),
        ("deck_start", None, 1, inv.BAD_DECK),
        ("tile", (WOLF, 1), 3, inv.BAD_TILES),
        ("tile", (WOLF, 0), 56, inv.BAD_TILES),
        ("stack", 29, 9, inv.BAD_TILES),
        ("stack", 29, -1, inv.BAD_TILES),
        ("tile", (ERIDANI, 1), 45, inv.BAD_TILES),
        ("produce", (WOLF, 0), 1, inv.BAD_TILES),
        ("owner", WOLF, 1, inv.BAD_BASES),
        ("owner", SIRIUS, 0, inv.BAD_BASES),
        ("owner", SIRIUS, 3, inv.BAD_BASES),
        ("base", (SIRIUS, 0), 3, inv.BAD_BASES),
        ("own_sites", 1, 8, inv.BAD_BASES),
        ("supply", (0, 0), 2, inv.BAD_BASES),
        ("supply", (0, 0), -1, inv.BAD_BASES),
        ("team_site", (0, 0), 17, inv.BAD_TEAMS),
        ("team_site", (3, 0), 1, inv.BAD_TEAMS),
        ("team_track", (0, 2), 1, inv.BAD_TEAMS),
        ("team_track", (1, 0), 4, inv.BAD_TEAMS),
        ("team_claim", (1, 0), 1, inv.BAD_TEAMS),
        ("progress", 0, 4, inv.BAD_PROGRESS),
        ("progress_left", 3, 1, inv.BAD_PROGRESS),
        ("adaptations", None, -1, inv.BAD_PROGRESS),
        ("colony", SIRIUS, 5, inv.BAD_COLONY),
        ("colony_left", None, 1, inv.BAD_COLONY),
        ("colony_left", None, 0, inv.BAD_COLONY),
        ("marker", 0, 4, inv.BAD_MARKER),
        ("beyond", 1, 0, inv.BAD_MARKER),
        ("beyond", 0, 3, inv.BAD_MARKER),
        ("act", None, 12, inv.BAD_ACTION),
        ("team", None, 4, inv.BAD_ACTION),
        ("site", None, 17, inv.BAD_ACTION),
        ("time", None, 3, inv.BAD_ACTION),
        ("second", None, 1, inv.BAD_ACTION),
        ("bonus", None, 2, inv.BAD_ACTION),
        ("factor", None, 1, inv.BAD_ACTION),
        ("use_port", None, 3, inv.BAD_ACTION),
        ("use_factory", None, 3, inv.BAD_ACTION),
        ("left", None, -1, inv.BAD_ACTION),
        ("hq", 1, 3, inv.BAD_ACTION),
        ("plain", None, 3, inv.BAD_VALUE),
        ("mult", None, 2, inv.BAD_VALUE),
        ("shielded", None, 1, inv.BAD_VALUE),
    ],
)
def test_a_spoilt_field_is_noticed(field, index, value, number):
    g = busy()
    if index is None:
        g.s[field] = value
    else:
        g.s[field][index] = value
    assert inv.WORDS.get(broken(g)) == inv.WORDS[number]


def test_every_invariant_is_described():
    assert set(inv.WORDS) == set(range(1, 16))


def test_a_finished_game_asks_nothing():
    g = Table(end_era=1).only()
    g.do("pass").quiet(lambda s: s["over"])
    assert (g.s["over"], broken(g)) == (1, 0)
    g.s["ask"] = st.ASK_ACTION
    assert broken(g) == inv.BAD_QUESTION


def test_kept_answers_are_those_of_the_question():
    g = Table().give(0, "Chemical Drive", "Cargo Pod").ready()
    g.s["kept"] = 1 << st.COLONIZE
    assert broken(g) == inv.BAD_QUESTION


def test_an_emptied_deck_is_a_trigger():
    g = Table().give(0, "Chemical Drive").only().ready()
    g.s["triggered"] = 0
    assert broken(g) == inv.BAD_DECK


def test_a_value_without_an_action_is_noticed():
    g = Table().give(0, "Chemical Drive", "Cargo Pod").ready()
    g.s["ask"], g.s["plain"] = st.ASK_TRANSPORT, 2
    assert broken(g) == inv.BAD_VALUE


def test_a_card_that_is_owed_to_the_deck_is_noticed():
    g = busy()
    g.s["discard"][5] += g.s["deck"][5] + 1
    g.s["deck"][5] = -1
    assert broken(g) == inv.BAD_DECK


def test_a_base_without_a_tile_is_noticed():
    g = busy()
    g.s["owner"][SIRIUS], g.s["base"][SIRIUS, 0] = 0, st.LAB
    assert broken(g) == inv.BAD_BASES


def test_a_colony_in_a_system_with_an_empty_box_is_noticed():
    g = Table("Starfarers", start_era=3).explored("Lacaille 9352", "Habitable World", "Icy Moon")
    g.base(0, "Lacaille 9352", "Bio Lab").colonized("Lacaille 9352", "New Geneva").ready()
    assert broken(g) == inv.BAD_COLONY


def test_colony_tiles_before_the_stars_are_noticed():
    g = Table().give(0, "Chemical Drive", "Cargo Pod").ready()
    g.s["colony_left"] = 1
    assert broken(g) == inv.BAD_COLONY


def test_a_card_with_a_shielded_number_alone_has_to_shield():
    g = Table("Planeteers", start_era=2).give(0, "Shielded Liner", "Nuclear Pulse Drive", "Supply Tender")
    g.do("Move", "team 1", "site Io", "use own", "card Shielded Liner")
    assert (g.s["ask"], g.s["shielded"], broken(g)) == (st.ASK_PLAY, 1, 0)
    g.s["shielded"] = 0
    assert broken(g) == inv.BAD_VALUE
