"""Views: what a seat is shown depends on what it may know alone, and the parts of a view fit together."""

import json

import numpy as np
import pytest

from astrarium.core.following import Follower, Past
from astrarium.core.view import View
from tests.contract.table import bits, default_tables, seats

PARTS = ("acting", "over", "legal", "names", "question", "options", "fields", "text", "svg", "json")


@pytest.fixture
def full(game):
    """A game with as many players as there can be."""
    return default_tables(game)[-1]


def view_of(table, states, seat, key=0):
    return View(table.game, table.game.content(table.content), states, seat, key)


def shown(view):
    """All that a view shows, as text: what it holds besides is a redealt copy."""
    found = {part: getattr(view, part) for part in PARTS}
    found |= {name: getattr(view, name).tolist() for name in ("mask", "observation", "scaled")}
    worlds = [bits(np.array(batch.states)).hex() for batch in (view.redeal(), view.redeal(2))]
    return json.dumps([found, int(view.rng.integers(2**60)), worlds, bits(view._world).hex()])


def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_view(full):
    table = full
    different = 0
    for k, states in enumerate(table.samples(8, seed=400)):
        for seat in seats(states):
            other = table.determinize(states, seat, 900 + k)
            different += bits(other) != bits(states)
            assert shown(view_of(table, states, seat, k)) == shown(view_of(table, other, seat, k)), seat
    assert different


def test_a_view_fits_the_position(full):
    table = full
    content = table.game.content(table.content)
    for k, states in enumerate(table.samples(8, seed=420)):
        acting = int(states["seat"][0])
        before, mask = bits(states), table.mask(states)
        view = view_of(table, states, acting, k)
        assert (view.mask == mask).all()
        assert view.legal == np.flatnonzero(mask).tolist()
        assert view.names == [table.game.action_name(a, content, states[0]) for a in view.legal]
        assert view.question == table.game.question(content, states[0]) != ""
        assert all(view.name(action) for action in range(table.game.num_actions))  # illegal ones too
        assert (view.observation == table.observe(states, acting)).all()
        assert np.abs(view.scaled).max() <= 1
        if "ask" in view.fields:
            assert view.fields["ask"] == [table.game.questions.at(states["ask"][0]).name]
        assert bits(states) == before
        batch = view.redeal(3)
        assert batch.n == 3
        assert (batch.mask == mask).all()
        assert (batch.seat == acting).all()
        for seat in set(seats(states)) - {acting}:
            other = view_of(table, states, seat)
            assert not other.legal
            assert not other.names
            assert other.question == ""


def test_scores_are_shown_at_the_end(full):
    table = full
    states = table.deal(3)
    for _ in table.walk(3, states):
        assert view_of(table, states, 0).scores is None
        break
    for _ in table.walk(3, states):
        pass
    view = view_of(table, states, 0)
    scores, ranks = table.outcome(states)
    assert (view.over, view.scores, view.ranks) == (True, tuple(scores), tuple(ranks))
    assert view.json["scores"] == scores.tolist()


def followed(table, seed, most):
    """A random game as a Past, and its length."""
    past = Past((seed, 0, 0), table.deal(seed))
    rng = np.random.default_rng(seed)
    states = past.start.copy()
    while not states["over"][0] and len(past.actions) < most:
        past.actions.append(int(rng.choice(np.flatnonzero(table.mask(states)))))
        table.step(states, past.actions[-1])
    return past, bool(states["over"][0])


def test_news_do_not_depend_on_when_one_asks(full):
    """Asked after every decision, or once at the end, a seat is told the same."""
    table = full
    content = table.game.content(table.content)
    past, over = followed(table, 5, 60)
    for seat in range(table.players):
        often, once = (Follower(table.game, content, past, seat) for _ in range(2))
        told = [seen for upto in range(len(past.actions)) for seen in often.news(upto)]
        told += often.news(end=True)
        assert told == once.news(end=True)
        assert told
        if over:
            assert any(seen.seat == seat and seen.action in past.actions for seen in told)


@pytest.mark.parametrize("seat", [-1, 9, "0", None])
def test_a_seat_that_is_not_there_is_refused(full, seat):
    with pytest.raises((ValueError, TypeError, IndexError)):
        view_of(full, full.deal(), seat)
