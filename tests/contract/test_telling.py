"""Telling: what happens is told in sentences, the same state comes of it, and no seat is told too much."""

import numpy as np

from astrarium.core.questions import OPEN
from astrarium.core.telling import entry_of, sentence
from astrarium.core.transcript import Story
from tests.contract.table import amount, bits, seats


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
        assert ours == theirs, f"{variant}, seat {seat}, {variant.game.question(None, states[0])}"
    assert compared


def test_who_is_asked_is_not_told_where_the_seat_cannot_know_it(table):
    content = table.game.content(table.content)
    for k, states in enumerate(table.samples(80, seed=400)):
        for seat in seats(states):
            other = table.determinize(states, seat, k)
            story = Story(table.game, content, seat)
            assert story.actor(states[0]) == story.actor(other[0]), table.game.question(content, states[0])
