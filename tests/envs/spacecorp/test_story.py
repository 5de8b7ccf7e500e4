"""The story of a game, followed: what is told of each decision makes the state after it of the one before."""

from collections import Counter

import numpy as np
import pytest

from astrarium.envs.spacecorp import events as ev
from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import GAME
from tests.story import decisions

IDLE = ("done", "answer", "time")
FOLLOWED = ["team_site", "tile", "base", "infra", "triggered"]


@pytest.fixture(scope="module", params=[1, 2, 3])
def busy_game(request):
    """Decisions of games in which players do much, each within one era."""
    era = request.param
    found = [each for players in (2, 4) for each in decisions(GAME, players, era, 350, IDLE, start_era=era)]
    return [each for each in found if each[0]["era"] == each[2]["era"] and not each[2]["over"]]


def follow(s, kind, seen, first):
    """Let an event happen to the fields that are followed; `first` is the number of the era's first site."""
    if kind == ev.MOVES:
        assert s["team_site"][seen[0], seen[1]] == seen[2] - first
        s["team_site"][seen[0], seen[1]] = seen[3] - first
    elif kind in (ev.FLEES, ev.APPEARS):
        s["team_site"][seen[0], seen[1]] = seen[2] - first
    elif kind == ev.LEAVES:
        assert s["team_site"][seen[0], seen[1]] == seen[2] - first
        s["team_site"][seen[0], seen[1]] = -1
    elif kind == ev.EXPLORES:
        into(s["tile"][seen[1] - first], seen[2])
    elif kind == ev.BUILDS:
        into(s["base"][seen[2] - first], seen[1])
    elif kind == ev.UPGRADES:
        s["infra"][seen[0], seen[1]] = seen[2]
    elif kind == ev.TRIGGERED:
        s["triggered"] = np.array(seen[0])


def into(boxes, piece):
    boxes[np.flatnonzero(boxes < 0)[0]] = piece


def test_the_state_is_what_has_been_told(busy_game):
    found = Counter()
    for before, block, after, happened in busy_game:
        s = {name: before[name].astype(int) for name in FOLLOWED}
        for event in happened:
            follow(s, event.kind, event.numbers, st.FIRST_SITE[int(before["era"])])
            found[event.kind] += 1
        s["infra"][after["infra"] < 0] = -1  # a card that was upgraded or used up
        for name, value in s.items():
            assert value.tolist() == after[name].tolist(), (name, block, before["moves"])
    assert found[ev.MOVES]
    assert found[ev.EXPLORES]
    assert found[ev.BUILDS]
    assert found[ev.UPGRADES]


def test_passes_and_turns_are_told(busy_game):
    for before, block, after, happened in busy_game:
        active, passed = int(before["active"]), int(before["passed"])
        for event in happened:
            if event.kind == ev.PASSES:
                assert event.numbers[0] == active
                passed |= 1 << event.numbers[0]
            elif event.kind == ev.TURN:
                assert event.numbers[0] == after["era"]
                active = event.numbers[2]
        assert (passed, active) == (after["passed"], after["active"]), (block, before["moves"])


def test_cards_that_come_and_go_are_told(busy_game):
    """A hand holds what it held, what is drawn or taken, and not what is played or discarded."""
    for before, block, after, happened in busy_game:
        era = int(before["era"])
        came = Counter()
        for event in happened:
            if event.kind in (ev.DRAWS, ev.TAKES, ev.RETURNS, ev.POACHES):
                came[event.numbers[0], event.numbers[1] - st.NUM_CARDS * era] += 1
            elif event.kind == ev.GETS:
                came.update((seat, event.numbers[0] - st.NUM_CARDS * era) for seat in range(st.MAX_PLAYERS))
        more = np.argwhere(after["hand"] > before["hand"])
        for seat, card in more.tolist():
            grown = int(after["hand"][seat, card]) - int(before["hand"][seat, card])
            assert came[seat, card] >= grown, (block, before["moves"])
