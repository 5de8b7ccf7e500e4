"""Telling: free where nobody listens, whole where somebody does, and never more than the buffer holds."""

import re

import numba
import numpy as np
import pytest
from numba import types as nt

from astrarium.core import Sentence, jit, kernel, state_dtype, tell
from astrarium.core.compiler import root
from astrarium.core.records import play_records, replay
from astrarium.core.story import MOST_TOLD, TOLD_NUMBERS
from astrarium.core.telling import ALL, Event, sentence
from tests.toy import GAME
from tests.toy import events as ev
from tests.toy.words import LanternWords

CARDS = GAME.content()
STATE = state_dtype((), ("points", "i4", 8))
compiled = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")


@kernel
def total(s, n):
    found = 0
    for k in range(8):
        found += s.points[k] * n
    return found


@kernel
def silent(s, n):
    for k in range(n):
        s.points[k & 7] += n


@kernel
def talking(s, n):
    for k in range(n):
        tell(s, 3, 1 << (k & 3), k * k, s.points[k & 7] // 3, total(s, k))
        s.points[k & 7] += n
        tell(s, 4, ALL)


def machine_code(fn, story_at=0):
    """The instructions of a compiled function, without the names of things."""
    dispatcher = root(fn.py_func, python=False, story_at=story_at)
    signature = nt.none(numba.from_dtype(STATE), nt.int64)
    code = jit._obtain(dispatcher, signature).library.get_asm_str()
    lines = [line.split("#")[0].strip() for line in code.splitlines()]
    return [line.split()[0] for line in lines if re.match(r"[a-z]\w*(\s|$)", line)]


@compiled
def test_telling_costs_not_one_instruction_where_nobody_listens():
    assert machine_code(talking) == machine_code(silent)
    assert len(machine_code(talking, STATE.itemsize)) > len(machine_code(silent)) > 10


@compiled
def test_what_is_told_beyond_the_buffer_is_dropped():
    states = np.zeros(1 + 8 * (TOLD_NUMBERS * MOST_TOLD + 1) // STATE.itemsize + 2, STATE)
    caller = root(lambda states, n: talking(states[0], n), python=True, story_at=STATE.itemsize)
    caller(states, MOST_TOLD)
    story = states.view(np.uint8)[STATE.itemsize :].view(np.int64)
    assert story[0] == MOST_TOLD
    assert story[1 : 1 + TOLD_NUMBERS].tolist() == [3, 1, 0, 0, 0, 0, 0, 0]
    assert not story[1 + TOLD_NUMBERS * MOST_TOLD :].any()


def test_events_come_in_the_order_in_which_they_happen():
    record = next(play_records(GAME, 1, num_players=3, seed=3))
    states = replay(record)
    for k, action in enumerate(record.actions):
        happened, after = GAME.tell(CARDS, states[k], int(action))
        assert after.tobytes() == states[k + 1].tobytes()
        kinds = [event.kind for event in happened]
        if ev.WINS in kinds:
            shown = [event for event in happened[: kinds.index(ev.WINS)] if event.kind == ev.SHOWS]
            assert [event.numbers[0] for event in shown] == sorted(event.numbers[0] for event in shown)


def test_an_event_is_known_to_its_knowers():
    event = Event(ev.PEEKS, 0b010, (1, 0, 0, 0, 0, 0))
    assert [event.known_to(seat) for seat in (None, 0, 1, 2)] == [True, False, True, False]
    assert all(Event(ev.WINS, ALL, ()).known_to(seat) for seat in range(6))


def test_a_sentence_puts_numbers_into_the_games_words():
    words = LanternWords(CARDS, None)
    words.deal = lambda seat, card: f"{words.seat(seat)}+{words.card(card)}"
    event = Event(0, 0b010, (1, 0, 2, 0, 0, 0))
    table = {0: Sentence("{0:seat}: {1:card}, {2} times, {0,1:deal}", others="{0:seat}: a card")}
    assert sentence(table, words, event) == f"player_1: {words.card(0)}, 2 times, player_1+{words.card(0)}"
    assert sentence(table, words, event, 0) == "player_1: a card"
    assert sentence({0: "{0:seat}"}, words, event, 0) == ""
