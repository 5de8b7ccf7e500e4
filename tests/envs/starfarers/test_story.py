"""The story of a game, followed: what is told of each decision makes the state after it of the one before."""

from collections import Counter

import numpy as np
import pytest

from astrarium.envs.starfarers import events as ev
from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import GAME, Table, launch_of, reseed
from tests.story import decisions

IDLE = ("end_building", "open_offer", "drop", "counter", "no", "nobody", "stay", "end_flight", "stop")
FOLLOWED = ["active", "round", "dice", "face", "reserve", "outpost", "chip", "friends"]


@pytest.fixture(scope="module")
def busy_games():
    """Decisions of a dealt game, and of some of rich players, in which players do much."""
    found = list(decisions(GAME, 3, 3, 600, IDLE))
    for seed in range(4):
        found += decisions(GAME, 4, seed, 400, IDLE, rich(seed))
    return found


def rich(seed):
    """A game of players with cards and expansions enough for nearly everything."""
    g = Table()
    for seat in range(4):
        g.give(seat, **dict.fromkeys(st.RESOURCES, 2)).expand(seat, boosters=6, cannons=5, freight=5)
    g.ship(0, "P17", "trade")
    reseed(g.game.states, seed)
    return g.game.states


def follow(s, kind, seen):
    """Let an event happen to the fields that are followed."""
    if kind == ev.TURN:
        s["round"], s["active"] = np.array(seen[0]), np.array(seen[1])
    elif kind == ev.SET_UP:
        s["active"] = np.array(seen[0])
    elif kind == ev.DICE:
        assert seen[0] == s["active"]
        s["dice"] = np.array(seen[1])
    elif kind == ev.CLEARS:
        _, planet, trophy, face = seen[:4]
        assert s["face"][planet] == trophy
        s["face"][planet] = face
        s["reserve"][face] -= 1
    elif kind == ev.TURNED_UP:
        assert s["face"][seen[0]] == seen[1]
    elif kind == ev.OUTPOST:
        assert s["outpost"][seen[1]] == -1
        s["outpost"][seen[1]] = seen[0]
    elif kind == ev.CHIP:
        s["chip"][seen[1]] = seen[0]
    elif kind == ev.FRIEND:
        s["friends"][seen[0]] |= 1 << seen[1]


def fields(s):
    found = {name: s[name].astype(int) for name in FOLLOWED}
    return found | {"dice": found["dice"].sum()}


def test_the_state_is_what_has_been_told(busy_games):
    found = Counter()
    for before, block, after, happened in busy_games:
        s, wanted = fields(before), fields(after)
        for event in happened:
            follow(s, event.kind, event.numbers)
            found[event.kind] += 1
        for name, value in s.items():
            assert value.tolist() == wanted[name].tolist(), (name, block, before["moves"])
    assert found[ev.DICE]
    assert found[ev.TURNED_UP]


def test_planets_that_are_turned_up_are_told(busy_games):
    found = 0
    for before, block, after, happened in busy_games:
        new = int(after["face_up"]) & ~int(before["face_up"])
        told = [e.numbers[0] if e.kind == ev.TURNED_UP else e.numbers[1] for e in happened
                if e.kind in (ev.TURNED_UP, ev.CLEARS)]  # fmt: skip
        assert {planet for planet in range(st.NUM_PLANETS) if new >> planet & 1} <= set(told), block
        found += len(told)
    assert found


def test_a_look_is_told_to_who_looks_alone(busy_games):
    for before, block, after, happened in busy_games:
        for seat in range(int(before["num_players"])):
            new = int(after["seen"][seat]) & ~int(before["seen"][seat])
            told = {e.numbers[1] for e in happened if e.kind == ev.LOOKS and e.numbers[0] == seat}
            assert {planet for planet in range(st.NUM_PLANETS) if new >> planet & 1} <= told, block
        for event in happened:
            if event.kind == ev.LOOKS:
                seat, planet, face = event.numbers[:3]
                assert (event.knowers, face) == (1 << seat, before["face"][planet])


def test_a_new_turn_begins_with_the_points_of_all(busy_games):
    turns = 0
    for before, _, after, happened in busy_games:
        for event in happened:
            if event.kind == ev.POINTS:
                seats = range(st.MAX_PLAYERS)
                there = [int(before["points"][p]) if p < before["num_players"] else -1 for p in seats]
                assert [shown >= 0 for shown in event.numbers[:4]] == [points >= 0 for points in there]
                if (
                    not any(e.kind in (ev.FAME, ev.CHIP) for e in happened)
                    and (before["points"] == after["points"]).all()
                ):
                    assert list(event.numbers[:4]) == there
                turns += 1
    assert turns


def test_any_chip_of_the_reserve_may_come():
    found = set()
    g = Table().chip("S1 goods", "pirate 4").ship(0, launch_of("S1 ore+goods", 1)).expand(0, cannons=4)
    g.flight().take_off().steer("S1 ore+goods")
    for seed in range(40):
        twin = g.twin()
        reseed(twin.game.states, seed)
        twin.act("clear the planet")
        found.add(twin.face("S1 goods"))
    assert found == {"3", "9", "10", "11"}
