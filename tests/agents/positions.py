"""Positions to test agents on, and games between them."""

import numpy as np

from astrarium.agents import Positions, make_agent
from astrarium.core import Batch

SEARCHERS = ["greedy", "rollout:24", "ismcts:40"]
AGENTS = ["random", *SEARCHERS]


def some_positions(game, players, n=24, seed=0, **keywords):
    """n positions of random games, at different moments of them."""
    batch = Batch(game, n, num_players=players, seed=seed, observations=False, **keywords)
    for move in range(12):
        actions = batch.random_actions(move)
        still = np.arange(n) % 12 >= move  # game i goes i % 12 decisions on; the others are put back
        before = batch.save()
        batch.step(actions)
        after = batch.save()
        after.states[~still] = before.states[~still]
        batch.load(after)
    return Positions.of_batch(batch, seed)


def part(positions, rows):
    """Some of the positions."""
    p = positions
    return Positions(p.game, p.content, p.states[rows], p.mask[rows], p.seat[rows], p.keys[rows])


def win_shares(game, specs, n, players=2, seed=0):
    """The share of wins of each spec over n games, the seats rotating."""
    agents = [make_agent(spec, game) for spec in specs]
    batch = Batch(game, n, num_players=players, seed=seed, auto_reset=False, observations=False)
    owner = (np.arange(players) + np.arange(n)[:, None]) % players % len(agents)
    while batch.mask.any():
        actions = np.full(n, -1)
        live = np.flatnonzero(batch.mask.any(axis=1))
        acting = owner[live, batch.seat[live]]
        for k, agent in enumerate(agents):
            rows = live[acting == k]
            if len(rows):
                actions[rows] = agent.act(Positions.of_batch(batch, seed + k, rows))
        batch.step(actions)
    wins = batch.ranks == 0
    shares = wins / wins.sum(axis=1, keepdims=True)
    return [shares[owner == k].sum() / n for k in range(len(agents))]
