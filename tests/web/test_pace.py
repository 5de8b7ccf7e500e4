"""While people play, positions appear in a steady beat, however long agents think, and of what."""

from itertools import islice

import numpy as np
import pytest

from astrarium.core import Batch, get
from astrarium.web import sides, tables
from astrarium.web.tables import BEAT, PERSON, Setup, Table
from tests.toy import GAME
from tests.web.test_hidden import seated, sent, unlike_silences


class Clock:
    """A clock that the test sets."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        """The time."""
        return self.now


class Thinker:
    """Takes the first legal action after so many seconds."""

    def __init__(self, clock, seconds):
        self.clock, self.seconds = clock, seconds

    def act(self, positions):
        """The first legal action of each position."""
        self.clock.now += next(self.seconds)
        return positions.mask.argmax(axis=1)


@pytest.fixture
def clock(monkeypatch):
    """The clock of all tables."""
    made = Clock()
    monkeypatch.setattr(tables, "time", made)
    monkeypatch.setattr(sides, "time", made)
    return made


def table_of(clock, game, seconds, person=True, after=0):
    """A table of three; the seat that begins, or one after it, is a person's; the others think so long."""
    first = int(Batch(game, 1, num_players=3, seed=3).seat[0])
    people = ((first + after) % 3,) if person else ()
    seats = tuple(PERSON if seat in people else "thinker" for seat in range(3))
    thinker = Thinker(clock, iter(seconds))
    agents = {seat: thinker for seat in range(3) if seat not in people}
    table = Table(Setup(game, game.content(), None, 3, game.choose_options(), 3, seats), agents)
    table.lay(table._batch.states.copy())
    return table


def shown_after(clock, table):
    """Seconds after a person's move at which each further position is seen, up to the next move."""
    clock.now = max(clock.now, table.home.due[-1])
    begun, known = clock.now, table.home.count
    table.home.move(int(table._batch.mask[0].argmax()), known)
    while table.thinks:
        table.think()
    return [round(due - begun, 6) for due in table.home.due[known + 1 :]]


@pytest.mark.parametrize("name", ["toy", "spacecorp"])
def test_how_long_agents_think_is_not_seen(clock, name):
    game = GAME if name == "toy" else get(name)
    quick = shown_after(clock, table_of(clock, game, [0.0002] * 500))
    slow = shown_after(clock, table_of(clock, game, np.full(500, 0.0025)))
    assert quick == slow
    assert len(quick) >= 1


@pytest.mark.parametrize(("name", "players"), [("spacecorp", 2), ("star_commander", 2)])
def test_whether_somebody_passed_in_silence_is_told_by_no_clock(clock, name, players):
    """In one world somebody was asked and passed, in the other nobody could answer."""
    game, found = get(name), 0
    for worlds in islice(unlike_silences(game, players), 3):
        seen = []
        for (states, actions), seconds in zip(worlds, (0.0002, 0.0025), strict=True):
            clock.now = 1000.0
            table = seated(game, players, states[0])
            frames = []
            for k, action in enumerate(actions):
                clock.now += seconds
                table.states.append(states[k + 1])
                table.actions.append(action)
                table.home.add(states[k], action, states[k + 1])
                frames.append(table.home.count)
            assert max(frames) == 0, "nothing is seen before the beat"
            clock.now = 1000.0 + 2 * BEAT
            seen.append(([round(due, 6) for due in table.home.due], sent(table)))
        assert seen[0] == seen[1]
        found += 1
    assert found == 3


def test_positions_wait_for_their_time(clock):
    table = table_of(clock, GAME, [0.001] * 500)
    shown_after(clock, table)
    clock.now = table.home.due[-1] - BEAT / 2
    before, status = table.home.count, table.home.status
    clock.now = table.home.due[-1]
    assert (before, status) == (table.home.count - 1, "agent")
    assert table.home.status == "person"


def test_the_beat_doubles_where_it_is_too_short_and_stays_so(clock):
    table = table_of(clock, GAME, [3.5 * BEAT, *[0.0] * 500])
    first = shown_after(clock, table)
    assert first[-1] >= 4 * BEAT
    assert np.diff(shown_after(clock, table)) == pytest.approx(4 * BEAT)


def test_a_game_that_an_agent_begins_keeps_the_beat(clock):
    table = table_of(clock, GAME, [0.001] * 500, after=1)
    dealt = clock.now
    table.think()
    assert table.home.due[1] == pytest.approx(dealt + BEAT)


def test_without_people_nothing_waits(clock):
    table = table_of(clock, GAME, [0.001] * 500, person=False)
    while table.thinks:
        table.think()
    assert table.home.count == len(table.actions)
    assert table.home.status == "over"


def test_a_game_that_nobody_looked_at_keeps_its_beat(clock):
    table = table_of(clock, GAME, [0.001] * 500)
    table.looked = clock.now
    clock.now += 2 * tables.IDLE
    table.home.move(int(table._batch.mask[0].argmax()), 0)
    table.think()
    assert table.thinks
    clock.now += 1000
    table.looked = clock.now
    table.think()
    assert table.beat == BEAT
