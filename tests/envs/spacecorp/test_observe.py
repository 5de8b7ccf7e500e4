"""Observations read a second time, plainly, from the state and the words of each field."""

from functools import cache

import numpy as np
import pytest

from astrarium.envs.spacecorp import state as st
from astrarium.envs.spacecorp.observe import MANY
from astrarium.envs.spacecorp.questions import ANNOUNCED, QUESTIONS
from tests.envs.spacecorp.table import GAME
from tests.reading import assert_as_read, bits, named, never_read, one_of, positions, scrambled, turned

SAME = [  # as in the state
    "start_era", "end_era", "over", "extra", "triggered", "counting", "deck_size", "deck_start", "discard",
    "purged", "stack", "progress_left", "marker", "produced", "competitors", "did_produce", "did_colonize",
    "row", "adaptations", "breakthroughs", "unpaid", "star_child",
]  # fmt: skip
ONE_MORE = ["purge", "leak_title", "offers", "tile", "produce", "base"]  # where the state has -1 for nothing
PLAYERS = [
    "profit", "genetics", "revelation", "supply", "team_track", "team_claim", "known", "due",
]  # fmt: skip
PLAYERS_ONE_MORE = ["infra", "legacy_tile", "legacy_base", "team_site"]
ACTION = [  # all 0 while another player announces
    "cost", "big", "shielded", "second", "bonus", "factor", "doubled", "spent", "paid", "built_factory",
    "bought", "item", "left",
]  # fmt: skip
ACTION_ONE_MORE = ["act", "site", "chosen_colony", "bases", "card_shield", "removed"]
HELPERS = ["use_port", "use_industry", "use_factory", "use_base"]
SUMMED = ["chosen_boxes", "built_boxes", "explored_boxes", "drew", "idled", "reward_place", "chooser"]
OTHERS = [
    "last", "passed", "window", "heard", "progress", "hand", "hand_size", "played", "laid", "era", "step",
    "colony", "colony_left", "team", "passenger", "card", "playing", "plain", "mult", "shield_slot", "time",
    "acted", "explored",
]  # fmt: skip


def secret(s, seat):
    """Another player is in the middle of an announcement."""
    return not s["over"] and seat != s["active"] and not s["second"] and ANNOUNCED >> int(s["ask"]) & 1


def read(t, s, seat):
    """What a seat is told, by fields; that it has declined is told in test_hidden."""
    said = {name: s[name] for name in SAME}
    said |= {name: s[name] + 1 for name in ONE_MORE}
    said |= {name: turned(s, seat, s[name]) for name in PLAYERS}
    said |= {name: turned(s, seat, s[name] + 1) for name in PLAYERS_ONE_MORE}
    parts = (turn, question, players, cards, board, rest, nothing if secret(s, seat) else action)
    return said | {name: value for part in parts for name, value in part(t, s, seat).items()}


def turn(t, s, seat):
    return {
        "players": s["num_players"],
        "era": one_of(s["era"], st.NUM_ERAS),
        "stage": one_of(s["step"], st.NUM_STEPS),
        **{name: named(s, seat, s[name]) - 1 for name in ("active", "normal", "first")},
        **{name: turned(s, seat, bits(s[name], st.MAX_PLAYERS)) for name in ("last", "passed")},
    }


def question(t, s, seat):
    mine, running = seat == s["seat"], not s["over"]
    in_the_open = mine or s["ask"] != st.ASK_EDGE
    edge = {st.ASK_HACK: st.HACK + 1, st.ASK_SABOTAGE: st.SABOTAGE + 1}.get(int(s["ask"]), 0)
    return {
        "deciding": named(s, seat, s["seat"]) if running and in_the_open else 0,
        "ask": one_of(s["ask"] - 1 if running and mine else -1, len(QUESTIONS)),
        "window": one_of(s["window"] - 1, len(st.WINDOWS) - 1),
        "heard": s["heard"] if s["window"] else 0,
        "edge": edge,
        "edge_player": named(s, seat, s["seat"]) if edge else 0,
        "taker": named(s, seat, s["taker"]),
    }


def players(t, s, seat):
    start = np.array(bits(t["start_bits"][s["era"]], st.NUM_CARDS))
    hands, sizes = s["hand"].copy(), s["hand_size"].copy()
    if secret(s, seat):
        hands[s["active"]] += s["played"]
        sizes[s["active"]] += s["played"].sum()
    return {
        "progress": turned(s, seat, [bits(each, st.NUM_TITLES) for each in s["progress"]]),
        "hand_size": turned(s, seat, sizes),
        "hand_start": turned(s, seat, hands @ start),
    }


def cards(t, s, seat):
    return {
        "hand": s["hand"][seat],
        "laid": s["laid"] * (s["step"] == st.S_REFILL),
        "played": s["played"] * (not secret(s, seat)),
    }


def board(t, s, seat):
    owners, last_era = np.zeros(st.NUM_SITES, int), s["era"] == st.STARFARERS
    for player in range(s["num_players"]):
        owners += named(s, seat, player) * np.array(bits(s["own_sites"][player], st.NUM_SITES))
    return {
        "owner": owners,
        "colony": (s["colony"] + 1) * last_era,
        "colony_left": bits(s["colony_left"] * last_era, st.NUM_COLONIES),
        "beyond": [named(s, seat, player) for player in s["beyond"]],
    }


def action(t, s, seat):
    shield = 3 * (named(s, seat, s["shield_hq"]) - 1) + s["shield_slot"] + 1
    return {
        **{name: s[name] for name in ACTION},
        **{name: s[name] + 1 for name in ACTION_ONE_MORE},
        **{name: named(s, seat, s[name]) for name in HELPERS},
        "team": (s["passenger"] if s["passenger"] >= 0 else s["team"]) + 1,
        "card": max(s["card"], s["playing"]) + 1,
        "box": sum(s[name] for name in SUMMED[:5]),
        "hq": [named(s, seat, player) for player in s["hq"]],
        "plain": min(s["plain"], MANY),
        "mult": min(s["mult"], 9999),
        "infra_shield": shield if s["shield_hq"] >= 0 else 0,
        "time": one_of(s["time"], 3),
    }


def nothing(t, s, seat):
    """An announcement that has just begun."""
    return {name: 0 * np.asarray(value) for name, value in action(t, s, seat).items()} | {
        "mult": 1,
        "time": one_of(st.NO_TIME, 3),
    }


def rest(t, s, seat):
    return {
        "sabotaged": bits(s["sabotaged"], st.PASS),
        "acted": bits(s["acted"], st.NUM_TEAMS),
        "explored": bits(s["explored"], st.NUM_SITES),
        "award_player": named(s, seat, s["award_seat"]),
        "chooser": s["reward_place"] + s["chooser"],
    }


@cache
def states(number, era):
    """Positions of games, and the same with other numbers."""
    plain, last = positions(GAME, number, {"start_era": era}), number - 1
    names = [*SAME, *ONE_MORE, *PLAYERS, *PLAYERS_ONE_MORE, *ACTION, *ACTION_ONE_MORE, *SUMMED, *OTHERS]
    limits = {
        **dict.fromkeys([*HELPERS, "taker", "beyond", "hq", "shield_hq", "award_seat"], (-1, last)),
        **dict.fromkeys(["seat", "active", "normal", "first"], (0, last)),
        **dict.fromkeys(["start_era", "end_era", "over"], (0, 2)),
        "ask": (1, len(QUESTIONS)),
        "sabotaged": (0, 2**st.PASS - 1),
        "plain": (0, 2 * MANY),
        "mult": (0, 20_000),
    }
    drawn = scrambled(GAME, plain, names, limits, number)
    owner = np.random.default_rng(era).integers(-1, number, (len(drawn), st.NUM_SITES))
    for player in range(number):
        drawn["own_sites"][:, player] = (owner == player) @ (1 << np.arange(st.NUM_SITES))
    drawn["hand_bits"] = (drawn["hand"] > 0) @ (1 << np.arange(st.NUM_CARDS))
    return np.concatenate([plain, drawn])


@pytest.mark.parametrize("number", GAME.players)
def test_all_fields_are_as_read_from_the_state(number):
    assert_as_read(GAME, states(number, number - 1), read)


def test_every_field_is_read_and_has_been_something_else_than_0():
    assert never_read(GAME, states(4, 3), read) == {"declined"}
