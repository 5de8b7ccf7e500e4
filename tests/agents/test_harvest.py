"""What a search tells of its tree: the values that it explains, blind to what is hidden."""

import numpy as np

from astrarium.agents import make_agent
from astrarium.agents.harvest import LEAST, Examples, Harvester
from astrarium.core import drivers
from tests.agents.positions import some_positions
from tests.toy import GAME


def searched(positions, i, simulations=200):
    harvester = Harvester(GAME, GAME.content(), simulations)
    states, keys = np.ascontiguousarray(positions.states), positions.keys.view(np.int64)
    return harvester.search(states, keys, i, int(positions.mask[i].sum()))


def widest(positions):
    return int(np.argmax(positions.mask.sum(axis=1)))


def test_the_choice_is_that_of_the_search():
    positions = some_positions(GAME, 2, n=12)
    chosen = make_agent("ismcts:200", GAME).act(positions)
    for i in range(len(positions)):
        if positions.mask[i].sum() > 1:
            best, _ = searched(positions, i)
            assert best[0] == chosen[i]
            assert sorted(best) == np.flatnonzero(positions.mask[i]).tolist()


def test_the_values_of_siblings_are_those_of_the_search():
    positions = some_positions(GAME, 2, n=12)
    i = widest(positions)
    _, found = searched(positions, i)
    told = make_agent("ismcts:200", GAME).explain(positions, i)
    often = {(each.visits, round(each.value, 9)) for each in told if each.visits >= LEAST}
    mine = found["depth"] == 0
    harvested = set(zip(found["visits"][mine].tolist(), found["found"][mine].round(9).tolist(), strict=True))
    assert harvested
    assert harvested <= often
    assert (found["seat"][mine] == positions.seat[i]).all()
    assert (found["depth"] > 0).any()
    assert (found["visits"] >= LEAST).all()
    assert (np.abs(found["found"]) <= 1).all()


def test_what_the_seat_cannot_know_changes_no_example():
    positions = some_positions(GAME, 3, n=12)
    i, other = widest(positions), positions.states.copy()
    redraw = GAME.bound(drivers.determinize_one)
    redraw(positions.content.tables, other, i, int(positions.seat[i]), 99)
    assert (other[i : i + 1].view(np.uint8) != positions.states[i : i + 1].copy().view(np.uint8)).any()
    changed = type(positions)(GAME, positions.content, other, positions.mask, positions.seat, positions.keys)
    (best, found), (best_too, found_too) = searched(positions, i), searched(changed, i)
    assert (best == best_too).all()
    assert all((found[name] == found_too[name]).all() for name in found)


def test_joined_examples_keep_searches_and_games_apart():
    part = Examples(np.zeros(3, GAME.state), *np.ones((3, 3)), np.array([0, 0, 2]), np.array([0, 1, 1]))
    both = Examples.joined([part, part])
    assert both.siblings.tolist() == [0, 0, 2, 3, 3, 5]
    assert both.game.tolist() == [0, 1, 1, 2, 3, 3]
    assert len(both) == 6
