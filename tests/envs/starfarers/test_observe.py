"""Observations read a second time, plainly, from the state and the words of each field."""

from functools import cache

import numpy as np
import pytest

from astrarium.envs.starfarers import script
from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import GAME, Table
from tests.reading import assert_as_read, bits, named, never_read, one_of, positions, scrambled, turned

SAME = [  # as in the state
    "advanced", "trade", "quick", "balls", "proposals", "haggling", "over", "round", "placed", "dice",
    "supply", "offers_left", "used_rate", "used_fame", "bank", "pile_size", "reserve", "placing", "steps",
    "landed",
]  # fmt: skip
ONE_MORE = [
    "place_with",
    "friend_race",
    "balls_drawn",
    "flying",
    "jumper",
    "jump_column",
    "rolls",
]  # -1: nothing
PLAYERS = [
    "to_pay", "proposals_left", "points", "hand_size", "fame", "speed_bonus", "combat_bonus",
    "colony_modules", "trade_modules", "port_rings", "credit",
]  # fmt: skip
PLAYER_BITS = ["relief", "helped", "silent"]
SHIP_BITS = ["flown", "halted", "called"]
ENCOUNTER = ["revealed", "at", "to_give", "to_take", "another", "gift", "swapped"]
OTHERS = [
    "expansion", "friends", "seen", "known", "hand", "discard", "face_up", "face", "trophy", "trophy_planet",
    "num_trophies", "ship_node", "cargo", "start_node", "docked", "ports", "due", "changes_left", "bid",
    "answer",
]  # fmt: skip


def read(t, s, seat):
    """What a seat is told, by fields; the rates of the bank are told below."""
    said = {name: s[name] for name in SAME}
    said |= {name: np.asarray(s[name], int) + 1 for name in ONE_MORE}
    said |= {name: turned(s, seat, s[name]) for name in PLAYERS}
    said |= {name: turned(s, seat, bits(s[name], st.MAX_PLAYERS)) for name in PLAYER_BITS}
    said |= {name: bits(s[name], st.TRANSPORTERS) for name in SHIP_BITS}
    parts = (turn, players, cards, board, planets, ships, distances, encounter, offer)
    return said | {name: value for part in parts for name, value in part(t, s, seat).items()}


def turn(t, s, seat):
    return {
        "players": s["num_players"],
        "phase": one_of(s["phase"], len(st.PHASES)),
        **{name: named(s, seat, s[name]) - 1 for name in ("active", "first")},
        "deciding": named(s, seat, s["seat"]) - 1,
        "ask": one_of(s["ask"] - 1 if s["seat"] == seat else -1, st.NUM_ASKS - 1),
        "enemy": named(s, seat, s["enemy"]),
    }


def players(t, s, seat):
    sure = [s["known"][seat, p] if p != seat else 0 * s["hand"][p] for p in range(st.MAX_PLAYERS)]
    return {
        "expansions": turned(s, seat, s["expansion"]),
        "friends": turned(s, seat, [bits(each, st.NUM_FRIENDS) for each in s["friends"]]),
        "planet_seen": turned(s, seat, [bits(each, st.NUM_PLANETS) for each in s["seen"]]),
        "known": turned(s, seat, sure),
    }


def cards(t, s, seat):
    taken = np.bitwise_or.reduce(s["friends"][: s["num_players"]])
    return {
        "hand": s["hand"][seat],
        "pile_known": s["known"][seat, st.PILE],
        "discard": bits(s["discard"], st.NUM_ENCOUNTERS),
        "friends_left": bits(~taken, st.NUM_FRIENDS),
    }


def board(t, s, seat):
    sites = [int(owner) for owner in s["site_owner"]]
    there = range(int(s["num_trophies"]))
    owners = [int(s["trophy_owner"][i]) for i in there]
    return {
        "site_owner": [
            st.MAX_PLAYERS + 1 if owner == st.BLOCKED else named(s, seat, owner) for owner in sites
        ],
        "site_port": [
            int(s["ports"][owner]) >> site & 1 if 0 <= owner < st.BLOCKED else 0
            for site, owner in enumerate(sites)
        ],
        "outposts": [named(s, seat, owner) for owner in s["outpost"]],
        "chip": [named(s, seat, owner) for owner in s["chip"]],
        "trophies": turned(s, seat, [owners.count(p) for p in range(st.MAX_PLAYERS)]),
        "trophy_face": [s["trophy"][i] + 1 if i in there else 0 for i in range(st.NUM_RESERVE)],
        "trophy_planet": [s["trophy_planet"][i] + 1 if i in there else 0 for i in range(st.NUM_RESERVE)],
    }


def planets(t, s, seat):
    up = np.array(bits(s["face_up"], st.NUM_PLANETS))
    known = up | bits(s["seen"][seat], st.NUM_PLANETS)
    return {
        "planet_up": up,
        "planet_face": known * (s["face"] + 1),
        "planet_pips": known * t["face_pips"][s["face"]],
        "planet_pirates": known * t["face_pirate"][s["face"]],
        "planet_ice": known * t["face_ice"][s["face"]],
    }


def ships(t, s, seat):
    nodes, start = s["ship_node"], s["start_node"]
    out = nodes >= 0
    speed = s["base_speed"] + s["expansion"][s["active"], st.BOOSTER] + s["speed_bonus"][s["active"]]
    return {
        "ship_cargo": turned(s, seat, out * s["cargo"]),
        "ship_column": turned(s, seat, out * (t["node_column"][nodes] + 1)),
        "ship_row": turned(s, seat, out * (t["node_row"][nodes] + 1)),
        "start_column": t["node_column"][start] + 1 if start >= 0 else 0,
        "start_row": t["node_row"][start] + 1 if start >= 0 else 0,
        "speed": speed if s["base_speed"] else 0,
    }


def distances(t, s, seat):
    sites = np.zeros((st.TRANSPORTERS, st.NUM_SITES), int)
    bases = np.zeros((st.TRANSPORTERS, st.NUM_RACES), int)
    for k, node in enumerate(s["ship_node"][seat]):
        if node >= 0:
            sites[k] = t["site_distance"][node]
            docks = t["outpost_distance"][node].reshape(st.NUM_RACES, st.OUTPOSTS_PER_RACE)
            bases[k] = [row[n] if n < len(row) else 0 for row, n in zip(docks, s["docked"], strict=True)]
    return {"site_distance": sites, "base_distance": bases}


def encounter(t, s, seat):
    card, part, at = (int(s[name]) for name in ("card", "part", "at"))
    if card < 0:
        absent = {
            "question": [0] * st.NUM_QUESTIONS,
            "part": [0] * script.NUM_PARTS,
            "op": [0] * script.NUM_OPS,
        }
        return absent | {"card": 0, "due": [0] * st.MAX_PLAYERS} | {name: 0 * s[name] for name in ENCOUNTER}
    reader = (s["active"] + 1) % s["num_players"]
    under_way = t["op"][card, part, at] if part >= 0 and at < script.NUM_STEPS else -1
    return {
        "question": one_of(t["question"][card], st.NUM_QUESTIONS),
        "card": card + 1 if s["revealed"] or seat == reader else 0,
        "part": one_of(part, script.NUM_PARTS),
        "op": one_of(under_way, script.NUM_OPS),
        "due": turned(s, seat, bits(s["due"], st.MAX_PLAYERS)),
        **{name: s[name] for name in ENCOUNTER},
    }


def offer(t, s, seat):
    on = s["offer_stage"] != st.NO_OFFER
    return {
        "offer_stage": s["offer_stage"],
        "offerer": on * named(s, seat, s["offerer"]),
        "changes_left": on * s["changes_left"],
        "answers": on * turned(s, seat, s["answer"]),
        "bids_given": on * turned(s, seat, s["bid"][:, st.GIVEN]),
        "bids_wanted": on * turned(s, seat, s["bid"][:, st.WANTED]),
    }


@cache
def states(number):
    """Positions of games, and the same with other numbers."""
    plain, last = positions(GAME, number), number - 1
    names = [*SAME, *ONE_MORE, *PLAYERS, *PLAYER_BITS, *SHIP_BITS, *ENCOUNTER, *OTHERS]
    limits = {
        **dict.fromkeys(("outpost", "chip", "enemy", "site_owner"), (-1, last)),
        **dict.fromkeys(("seat", "active", "first", "trophy_owner", "offerer"), (0, last)),
        **dict.fromkeys(("advanced", "trade", "quick", "balls", "proposals", "haggling", "over"), (0, 2)),
        "ask": (1, st.NUM_ASKS - 1),
        "phase": (0, len(st.PHASES) - 1),
        "card": (-1, st.NUM_ENCOUNTERS - 1),
        "part": (-1, script.NUM_PARTS - 1),
        "at": (0, script.NUM_STEPS),
        "offer_stage": (0, st.CLOSING),
        "base_speed": (0, 2),
        "docked": (0, st.OUTPOSTS_PER_RACE),
    }
    drawn = scrambled(GAME, plain, names, limits, number)
    drawn["site_owner"][:, ::5] = st.BLOCKED
    for player in range(st.MAX_PLAYERS):
        sites = (drawn["site_owner"] == player) @ (1 << np.arange(st.NUM_SITES))
        drawn["ports"][:, player] &= sites
        drawn["colonies"][:, player] = sites & ~drawn["ports"][:, player]
    return np.concatenate([plain, drawn])


@pytest.mark.parametrize("number", GAME.players)
def test_all_fields_are_as_read_from_the_state(number):
    assert_as_read(GAME, states(number), read)


def test_every_field_is_read_and_has_been_something_else_than_0():
    assert never_read(GAME, np.concatenate([states(number) for number in GAME.players]), read) == {"rate"}


def test_the_rates_of_the_bank_are_told_whose_turn_it_is():
    g = Table().outpost(0, "Merchants", "ore rate")
    assert [g.game.observe(seat)["rate"] for seat in range(4)] == [[2, 3, 3, 3, 2], *[[0] * 5] * 3]
