"""The story of a game, followed: what is told of each decision makes the state after it of the one before."""

from collections import Counter

import numpy as np
import pytest

from astrarium.envs.star_tycoon import events as ev
from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import GAME, Table
from tests.story import decisions

IDLE = ("end_turn", "done", "no", "withdraw")
FOLLOWED = ["round", "company", "owner", "partner", "site"]


@pytest.fixture(scope="module")
def busy_games():
    """Decisions of games in which players do much."""
    found = []
    for players in (1, 3, 6):
        found += decisions(GAME, players, players + 10, 400, IDLE, barter=int(players > 1))
    rich = Table(3).tokens(*["30E 9M 9G 9F 9R 9S 9I"] * 3)
    return [*found, *decisions(GAME, 3, 1, 400, IDLE, rich.game.states)]


def follow(s, kind, seen):
    """Let an event happen to the fields that are followed."""
    if kind == ev.ROUND:
        s["round"] = np.array(seen[0])
    elif kind == ev.RUNS:
        s["company"][seen[0]] = seen[1]
    elif kind in (ev.CLAIMS, ev.RECEIVES, ev.BUILDS):
        s["owner"][seen[1]] = seen[0]
        if kind == ev.BUILDS:
            s["site"][seen[1]] = seen[2]
    elif kind == ev.MOVES:
        assert s["site"][seen[0]] == seen[1]
        s["site"][seen[0]] = seen[2]
    elif kind == ev.PARTNER:
        s["partner"][seen[1]] = seen[0]


def test_the_state_is_what_has_been_told(busy_games):
    found = Counter()
    for before, block, after, happened in busy_games:
        s = {name: before[name].astype(int) for name in FOLLOWED}
        for event in happened:
            follow(s, event.kind, event.numbers)
            found[event.kind] += 1
        for name, value in s.items():
            assert value.tolist() == after[name].tolist(), (name, block, before["moves"])
    assert found[ev.BUILDS]
    assert found[ev.PARTNER]


def test_turns_are_told_with_their_number_and_player(busy_games):
    for before, block, after, happened in busy_games:
        turns = [event.numbers[:3] for event in happened if event.kind == ev.TURN]
        if before["active"] != after["active"] and not after["over"]:
            assert turns or after["phase"] != before["phase"], block
        for number, turn, seat in turns:
            assert 1 <= number <= after["round"]
            assert turn >= 1
            assert seat < after["num_players"]
        if turns and after["round"] == turns[-1][0] and after["phase"] == before["phase"]:
            assert turns[-1][1:] == (after["turn"] + 1, after["active"]), block


def test_new_cards_are_told_with_their_row(busy_games):
    found = 0
    for before, block, after, happened in busy_games:
        told = Counter()
        for event in happened:
            if event.kind == ev.NEW_CARDS:
                cards = [event.numbers[1] >> 8 * k & 0xFF for k in range(4)]
                told.update((event.numbers[0], card - 1) for card in cards if card)
        for row in range(st.NUM_ROWS):
            old = set(before["row"][row].tolist())
            for card in set(after["row"][row].tolist()) - old - {-1}:
                phased = any(event.kind == ev.PHASES for event in happened)
                assert told[row, card] or phased, (block, before["moves"])
                found += 1
    assert found


def test_discards_are_told_with_what_is_left(busy_games):
    found = 0
    for before, block, _, happened in busy_games:
        left = before["tokens"].sum(axis=1)
        if happened and all(event.kind == ev.DISCARDS for event in happened):
            for event in happened:
                left[event.numbers[0]] -= 1
                assert event.numbers[2] == left[event.numbers[0]], block
                found += 1
    assert found
