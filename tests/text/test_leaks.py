"""Leaks: what a seat's texts, JSON and events say is equal in worlds that it cannot tell apart."""

import json
from functools import cache

import numpy as np
import pytest

from astrarium.core import get
from astrarium.core.following import Follower, Past
from astrarium.core.telling import entry_of, sentence
from astrarium.core.view import View
from astrarium.text import decision_text, messages
from astrarium.text.disguise import Disguise, DisguisedView
from astrarium.text.refusals import reason
from tests.contract.table import bits, default_tables, seats
from tests.text.test_prompts import NAMES

STEPS = 8


disguise_of = cache(Disguise)


def told(view):
    """All that is said about a decision, and events besides."""
    disguised = DisguisedView(view, disguise_of(view.game, view.content, 1))
    illegal = int((view.mask == 0).argmax())
    texts = [messages(view), messages(view, listed=False), decision_text(view, retry="no"), view.json]
    return json.dumps([*texts, reason(view, illegal), decision_text(disguised), disguised.json])


def turned_up(table, states, action, seat):
    """What an action turns up for the seat to see and may leave no trace: it tells worlds apart."""
    game, content = table.game, table.game.content(table.content)
    happened, after = game.tell(content, states[0], action)
    words = game.words(content, after)
    shown = [each for each in happened if each.known_to(seat) and entry_of(game.sentences, each).reveals]
    return [sentence(game.sentences, words, each, seat) for each in shown]


def alike(table, start, seat, number, rng):
    """Decisions of a seat in a world and in another that it cannot tell from it, moved alike: their views."""
    other = table.determinize(start, seat, 50 + number)
    drawn = other["rng"].copy()
    other["rng"] = start["rng"]
    if bits(other) == bits(start):  # nothing is hidden but what will be drawn
        other["rng"] = drawn
    worlds, content = (start.copy(), other.copy()), table.game.content(table.content)
    pasts = [Past((7, number, 0), world.copy()) for world in worlds]
    followers = [Follower(table.game, content, past, seat) for past in pasts]
    for _ in range(STEPS):
        states, twin = worlds
        if (table.observe(states, seat) != table.observe(twin, seat)).any() or states["over"][0]:
            return
        if states["seat"][0] == seat:
            events = [each.news(len(past.actions)) for each, past in zip(followers, pasts, strict=True)]
            views = [
                View(table.game, content, world, seat, number, news)
                for world, news in zip(worlds, events, strict=True)
            ]
            yield bits(states) != bits(twin), *views
        both = np.flatnonzero(table.mask(states) & table.mask(twin))
        if len(both) == 0:
            return
        action = int(rng.choice(both))
        if turned_up(table, states, action, seat) != turned_up(table, twin, action, seat):
            return
        for world, past in zip(worlds, pasts, strict=True):
            table.step(world, action)
            past.actions.append(action)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_is_said_depends_on_what_the_seat_cannot_know(name):
    table, rng = default_tables(get(name))[-1], np.random.default_rng(3)
    compared = different = with_events = 0
    for number, start in enumerate(table.samples(8, seed=33)):
        for seat in seats(start):
            for unlike, first, second in alike(table, start, seat, number, rng):
                assert told(first) == told(second)
                compared += 1
                different += unlike
                with_events += unlike and bool(first.events)
    assert compared > 10
    assert different > 5
    assert with_events > 1
