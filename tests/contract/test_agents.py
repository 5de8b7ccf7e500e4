"""Every agent plays every game: legally, repeatably, and by what its seat may know alone."""

import numpy as np
import pytest

from astrarium.agents import Positions, make_agent
from astrarium.agents.search import evaluate_all
from tests.contract.table import amount

AGENTS = ["random", "greedy", "rollout:16", "ismcts:24"]


def positions_of(table, samples, key=1):
    """The samples as positions of their acting seats."""
    states = np.concatenate(samples)
    mask = np.stack([table.mask(each) for each in samples])
    keys = np.arange(len(samples), dtype=np.uint64) + np.uint64(key)
    return Positions(table.game, table.game.content(table.content), states, mask, states["seat"].copy(), keys)


@pytest.mark.parametrize("spec", AGENTS)
def test_what_the_seat_cannot_know_changes_no_move(table, spec):
    """A state and a redeal of it look the same to the seat, so they give the same move for the same key."""
    samples = table.samples(amount(32), seed=5)
    redealt = [table.determinize(each, int(each["seat"][0]), 11 + k) for k, each in enumerate(samples)]
    agent = make_agent(spec, table.game, table.content)
    actions = agent.act(positions_of(table, samples))
    assert (agent.act(positions_of(table, redealt)) == actions).all()


@pytest.mark.parametrize("spec", AGENTS)
def test_moves_are_legal_whatever_the_threads_and_the_batch(table, spec):
    positions = positions_of(table, table.samples(amount(24), seed=9))
    actions = make_agent(spec, table.game, table.content).act(positions)
    assert positions.mask[np.arange(len(actions)), actions].all()
    assert (make_agent(spec, table.game, table.content, threads=2).act(positions) == actions).all()
    half = positions_of(table, [positions.states[i : i + 1] for i in range(0, len(positions), 2)])
    half = Positions(half.game, half.content, half.states, half.mask, half.seat, positions.keys[::2])
    assert (make_agent(spec, table.game, table.content).act(half) == actions[::2]).all()


def test_evaluations_stay_between_loss_and_win(table):
    states = np.concatenate(table.samples(amount(64), seed=3))
    values = np.full((len(states), table.players), np.nan)
    table.game.bound(evaluate_all)(table.tables, states, values, 0, len(states))
    assert (np.abs(values) <= 1).all()
    assert len(np.unique(values)) > 1
