"""Observations read a second time, plainly, from the state and the words of each field."""

from functools import cache

import numpy as np
import pytest

from astrarium.envs.starship_captains import state as st
from astrarium.envs.starship_captains import tables as tb
from astrarium.envs.starship_captains.observe import FRAMES, MANY
from tests.envs.starship_captains.table import GAME, Table
from tests.reading import assert_as_read, bits, named, never_read, positions, scrambled, told, turned

SAME = [  # as in the state
    "tech_slots", "passenger", "over", "round", "moved", "fights", "trained", "side", "tile_round",
    "tech_under", "sharing", "events_done", "track_side", "slot_side", "artifact_supply", "artifact_discard",
    "pirate_supply", "pirate_discard", "improve", "medals_due", "line", "line_used", "painted", "depth",
    "hurt",
]  # fmt: skip
ONE_MORE = [  # where the state has -1 for nothing, they have 0
    "pirate_on", "shadow_at", "tech_top", "tech_board", "shared", "event", "room", "worker", "improve_from",
    "improve_to", "mission", "pad", "fought", "chosen", "drawn", "crowd_artifact",
]  # fmt: skip
PLAYERS = ["passed", "peeked", "medals", "damage", "position", "ready", "artifacts", "pirates"]
PLAYERS_ONE_MORE = ["location", "queue", "slot", "crowd"]
SOLO = ["action_left", "action_known", "action_extra", "action_new", "actions_drawn"]
BITS = ["completed", "slot_damage", "tech_discard", "omega_discard", "orders"]
OTHERS = [
    "holder",
    "trophy",
    "hurt_seat",
    "stuffed",
    "rider",
    "known_mission",
    "known_size",
    "f_go",
    "f_left",
    "f_track",
    "f_source",
]
KEPT = {"over", "side", "depth", "tech_slots", "passenger"}  # other fields depend on them
EFFECT = ["arg", "id", "at", "left", "go", "track", "player", "room"]


def read(t, s, seat):
    """What a seat is told, by fields."""
    said = {name: s[name] for name in SAME}
    said |= {name: np.asarray(s[name], int) + 1 for name in ONE_MORE}
    said |= {name: turned(s, seat, s[name]) for name in PLAYERS}
    said |= {name: turned(s, seat, np.asarray(s[name], int) + 1) for name in PLAYERS_ONE_MORE}
    said |= {name: s[name] if s["num_players"] == 1 else 0 * s[name] for name in SOLO}
    return said | turn(s, seat) | places(t, s, seat) | cards(s, seat) | under_way(t, s, seat)


def turn(s, seat):
    asked = not s["over"] and s["seat"] == seat
    return {
        "players": s["num_players"],
        "stage": np.eye(len(st.STAGES))[s["stage"]],
        "first": named(s, seat, s["first"]) - 1,
        "active": named(s, seat, s["active"]) - 1,
        "deciding": 0 if s["over"] else named(s, seat, s["seat"]),
        "ask": np.eye(st.NUM_QUESTIONS)[s["ask"] - 1] if asked else np.zeros(st.NUM_QUESTIONS),
        "trophy": [named(s, seat, player) for player in s["trophy"]],
        "rider": s["rider"] + 1 if s["num_players"] == 1 else 0,
    }


def places(t, s, seat):
    there = np.arange(st.NUM_LOCATIONS) < t["num_locations"][s["side"]]
    missions = [int(m) if on else -1 for m, on in zip(s["mission_at"], there, strict=True)]
    return {
        "mission_at": np.array(missions) + 1,
        "mission_points_at": [t["mission_points"][m] if m >= 0 else 0 for m in missions],
        "mission_lines_at": [np.bincount(colours(t, m), minlength=4) for m in missions],
        "number_at": s["number_at"] * there,
        "number_up": bits(s["numbers_up"], st.NUM_NUMBERS),
        "station_at": (s["station_at"] + 1) * there,
        "holder": [
            named(s, seat, player) if on else 0 for player, on in zip(s["holder"], there, strict=True)
        ],
    }


def colours(t, mission):
    """Of the lines of a mission."""
    return t["line_colour"][mission][: t["mission_lines"][mission]] if mission >= 0 else np.zeros(0, int)


def cards(s, seat):
    peeked, known = int(s["peeked"][seat]), int(s["known_size"])
    mine = [int(m) for m in s["known_mission"][:known]]
    deck = np.array(bits(s["mission_pool"], st.NUM_MISSIONS))
    deck[mine[peeked:]] = 1
    return {
        "mission_deck": deck,
        "next_missions": [m + 1 for m in mine[:peeked]] + [0] * (st.KNOWN_CAP - len(mine[:peeked])),
        "tech_deck": bits(s["tech_pool"], st.NUM_TECHS),
        "tech_discard": bits(s["tech_discard"], st.NUM_TECHS),
        "omega_deck": bits(s["omega_pool"], st.NUM_OMEGAS),
        "omega_discard": bits(s["omega_discard"], st.NUM_OMEGAS),
        "orders": bits(s["orders"], st.NUM_EVENTS),
        "slot_damage": turned(s, seat, [bits(each, st.NUM_SLOTS) for each in s["slot_damage"]]),
        "completed": turned(s, seat, [bits(each, st.NUM_MISSIONS) for each in s["completed"]]),
    }


def under_way(t, s, seat):
    lines = np.zeros((st.MAX_LINES, 4), int)
    for line, colour in enumerate(colours(t, s["mission"])):
        lines[line, colour] = 1
    ways = {tb.OP_RECYCLE: 1, tb.OP_LIBRARY: 2, tb.OP_OMEGA: 3}
    top = operation(t, s, int(s["depth"]) - 1)[0] if s["depth"] else -1
    return {
        "mission_place": s["mission_place"] + 1 if s["mission"] >= 0 else 0,
        "mission_lines": lines,
        "hurt_player": named(s, seat, s["hurt_seat"]) if s["hurt"] else 0,
        "stuffed": named(s, seat, s["stuffed"]),
        "how": ways.get(top, 0),
        **effects(t, s, seat),
    }


def operation(t, s, frame):
    """The operation of an effect under way and its number; -1 and 0 at its end."""
    effect, cell = s["f_effect"][frame], s["f_at"][frame]
    return (int(t["op"][effect, cell]), int(t["arg"][effect, cell])) if cell < tb.NUM_CELLS else (-1, 0)


def effects(t, s, seat):
    frames = range(int(s["depth"]))[::-1][:FRAMES]
    ops = np.zeros((FRAMES, tb.NUM_OPS), int)
    said = {f"effect_{name}": [0] * FRAMES for name in EFFECT}
    for k, frame in enumerate(frames):
        op, number = operation(t, s, frame)
        if op >= 0:
            ops[k, op] = 1
        said["effect_arg"][k] = number
        for name, field in {"id": "effect", "at": "at", "left": "left", "go": "go"}.items():
            said[f"effect_{name}"][k] = s[f"f_{field}"][frame]
        for name, field in {"track": "track", "room": "source"}.items():
            said[f"effect_{name}"][k] = s[f"f_{field}"][frame] + 1
        said["effect_player"][k] = named(s, seat, s["f_seat"][frame])
    return {"effect_op": ops, **said}


@cache
def states(players):
    """Positions of games, and the same with other numbers in most fields."""
    plain = positions(GAME, players, {"tech_slots": 2, "passenger": 3 if players == 1 else 0}, 4)
    names = {*SAME, *ONE_MORE, *PLAYERS, *PLAYERS_ONE_MORE, *SOLO, *BITS, *OTHERS} - KEPT
    limits = {name: (low, min(high, MANY)) for name, (low, high) in GAME.bounds.items()}
    limits |= {name: GAME.bounds[name] for name in BITS}
    limits |= dict.fromkeys(["holder", "trophy", "hurt_seat", "stuffed"], (-1, players - 1))
    drawn = scrambled(GAME, plain, names, {name: limits[name] for name in names}, players)
    drawn["peeked"] = np.minimum(drawn["peeked"], drawn["known_size"][:, None])
    drawn["known_mission"] = np.abs(drawn["known_mission"])
    drawn["queue"][np.arange(st.QUEUE_CAP) >= drawn["queue_size"][:, :, None]] = -1
    places = GAME.content().tables[0]["num_locations"][drawn["side"]]
    beyond = np.arange(st.NUM_LOCATIONS) >= places[:, None]
    for name, nothing in {"mission_at": -1, "number_at": 0, "station_at": -1, "holder": -1}.items():
        drawn[name][beyond] = nothing
    return np.concatenate([plain, drawn])


@pytest.mark.parametrize("players", GAME.players)
def test_all_fields_are_as_read_from_the_state(players):
    assert_as_read(GAME, states(players), read)


@pytest.mark.parametrize("players", GAME.players)
def test_effects_within_effects_are_as_read_from_the_state(players):
    drawn = states(players)[-20:].copy()
    rng = np.random.default_rng(players)
    drawn["depth"] = 1 + np.arange(len(drawn)) % (FRAMES + 2)
    for name in GAME.state.names:
        if name.startswith("f_"):
            low, high = GAME.bounds[name] if name != "f_seat" else (0, players - 1)
            drawn[name] = rng.integers(low, min(high, MANY), drawn[name].shape, endpoint=True)
    assert_as_read(GAME, drawn, read)


def test_every_field_is_read_and_has_been_something_else_than_0():
    unread = never_read(GAME, np.concatenate([states(players) for players in GAME.players]), read)
    assert unread <= {"half_points", "how"}  # told apart below and in test_hidden


def test_points_are_told_doubled_from_the_own_seat():
    g = Table(2)
    g.s["position"][0] = st.TRACK_LENGTH
    g.s["medals"][1] = 3
    first, second = (2 * score for score in g.game.outcome()[0])
    points = [g.game.observe(seat)["half_points"] for seat in range(2)]
    assert first != second
    assert points == [[first, second, 0, 0], [second, first, 0, 0]]


@pytest.mark.parametrize("players", GAME.players)
def test_nothing_is_under_way_in_a_new_game(players):
    obs = told(GAME, states(players)[0], 0)
    names = ["room", "worker", "improve_from", "improve_to", "mission", "mission_place", "fought", "stuffed"]
    names += [
        "chosen",
        "crowd_artifact",
        "how",
        "hurt_player",
        "depth",
        "pad",
        "drawn",
        "slot",
        "crowd",
        "holder",
    ]
    assert [name for name in names if GAME.observation.slice(obs, name).any()] == []


def test_a_room_that_was_activated_is_no_longer_to_be():
    assert Table(2).act("activate Helm").game.observe(0)["room"] == 0


@pytest.mark.parametrize("players", GAME.players)
def test_effects_that_have_ended_leave_nothing_behind(players):
    fields = [name for name in GAME.state.names if name.startswith("f_")]
    for s in states(players)[: len(states(players)) // 2]:  # those of games
        assert not any(s[name][s["depth"] :].any() for name in fields)
