"""Telling: what happens is told in sentences, the same state comes of it, and no seat is told too much."""

import numpy as np
import pytest

from astrarium.core.questions import OPEN, SILENT
from astrarium.core.telling import entry_of, sentence
from astrarium.core.transcript import Story
from tests.contract.table import amount, bits, seats

REVEALING = ("attack",)  # Starfarers: what is asked tells which card lay face down


def test_telling_changes_nothing(table):
    """A decision that is told leads to the same state, to the byte."""
    content = table.game.content(table.content)
    rng = np.random.default_rng(1)
    for states in table.samples(60, seed=200):
        legal = np.flatnonzero(table.mask(states))
        action = legal[rng.integers(legal.size)]
        _, after = table.game.tell(content, states[0], action)
        table.step(states, action)
        assert bits(states) == bits(np.array([after], table.game.state))


def test_every_event_has_a_sentence(variant):
    """Whole random games can be told, to all-seeing eyes and to every seat."""
    game, content = variant.game, variant.game.content(variant.content)
    rng = np.random.default_rng(2)
    states = variant.deal(9)
    while not states["over"][0] and states["moves"][0] < amount(400):
        legal = np.flatnonzero(variant.mask(states))
        action = int(legal[rng.integers(legal.size)])
        for seat in (None, *seats(states)):
            lines = Story(game, content, seat).decision(states[0], action)
            assert all(line == line.rstrip() for line in lines)
        variant.step(states, action)


def told(table, states, action, seat):
    """What a seat is told of a decision: who, what, and what came of it besides what is openly turned up."""
    game, content = table.game, table.game.content(table.content)
    by, name, _ = Story(game, content, seat).tell(states[0], int(action))
    happened, after = game.tell(content, states[0], int(action))
    words = game.words(content, after)
    kept = [
        event for event in happened if not (event.known_to(seat) and entry_of(game.sentences, event).reveals)
    ]
    lines = [sentence(game.sentences, words, event, seat) for event in kept]
    return by, name, [line for line in lines if line]


def worlds(table, n, seed):
    """Pairs of states that a seat cannot tell apart, with actions that look alike to it."""
    rng = np.random.default_rng(seed)
    content = table.game.content(table.content)
    for k, states in enumerate(table.samples(n, seed=seed)):
        for seat in seats(states):
            other = table.determinize(states, seat, k)
            other["rng"] = states["rng"]
            legal, twin = np.flatnonzero(table.mask(states)), np.flatnonzero(table.mask(other))
            action = int(legal[rng.integers(legal.size)])
            story = Story(table.game, content, seat)
            if story.sight(states[0], action) != OPEN:
                choice = [a for a in twin.tolist() if story.sight(other[0], a) != OPEN]
                yield seat, states, action, other, (choice or [None])[rng.integers(max(1, len(choice)))]
            elif action in twin and states["seat"] == other["seat"]:
                yield seat, states, action, other, action


def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_know(variant):
    """Two worlds that look alike to a seat before a decision and after it are told alike.

    At the end of a game, and where both have become the same world, there is nothing left to hide.
    """
    compared = 0
    for seat, states, action, other, twin in worlds(variant, 160, 300):
        if twin is None:
            continue
        after, after_twin = states.copy(), other.copy()
        variant.step(after, action)
        variant.step(after_twin, twin)
        if (variant.observe(after, seat) != variant.observe(after_twin, seat)).any():
            continue
        compared += 1
        if after["over"][0] or bits(after) == bits(after_twin):
            continue
        ours, theirs = told(variant, states, action, seat), told(variant, other, twin, seat)
        if action != twin:  # two ways to the same: the order of what all could see on them is no secret
            ours, theirs = ((*each[:2], sorted(each[2])) for each in (ours, theirs))
        assert ours == theirs, f"{variant}, seat {seat}, {variant.game.question(None, states[0])}"
    assert compared


def silent_end(table, story, states, action):
    """Act, then decide in silence until the seat is sure to see the next decision; what it is told of it."""
    told = []
    while True:
        told += story.tell(states[0], action)[2]
        table.step(states, action)
        if story.sees_next(states[0]):
            return told
        legal = np.flatnonzero(table.mask(states)).tolist()
        action = next((a for a in legal if story.sight(states[0], a) == SILENT), None)
        if action is None:
            return None


def test_decisions_made_in_silence_leave_no_trace(table):
    """Worlds that a seat cannot tell apart are told alike, however many silent decisions there are in each.

    To pass where one might have answered tells that one could. So a question that is asked or not for what is
    hidden must not be seen: no world goes on where another one stops to ask.
    """
    game, compared = table.game, 0
    if table.players == 1:
        pytest.skip("nobody is asked besides the seat itself")
    for seat, states, action, other, twin in worlds(table, 200, 500):
        story = Story(game, game.content(table.content), seat)
        if twin != action or not story.sees_next(states[0]):
            continue
        ends = states.copy(), other.copy()
        told = [silent_end(table, story, world, action) for world in ends]
        asked = [(game.questions.at(world["ask"][0]), story.actor(world[0])) for world in ends]
        common = None if None in told else min(map(len, told))
        if common is None or told[0][:common] != told[1][:common]:
            continue
        if any(question is not None and question.name in REVEALING for question, _ in asked):
            continue
        compared += 1
        assert told[0] == told[1], f"{table}, seat {seat}, {game.action_name(action)}"
        assert asked[0] == asked[1], f"{table}, seat {seat}, {game.action_name(action)}"
    assert compared


def test_who_is_asked_is_not_told_where_the_seat_cannot_know_it(table):
    content = table.game.content(table.content)
    for k, states in enumerate(table.samples(80, seed=400)):
        for seat in seats(states):
            other = table.determinize(states, seat, k)
            story = Story(table.game, content, seat)
            assert story.actor(states[0]) == story.actor(other[0]), table.game.question(content, states[0])
