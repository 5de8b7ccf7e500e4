"""`random`: every legal action equally likely."""

from __future__ import annotations

from typing import Any

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.drivers import random_legal
from astrarium.core.jit import ByteRows, Ints, States, driver
from astrarium.core.rng import seed_stream

from .base import Agent, Kind, Positions, Thought, register_agent
from .search import CHOICE_SALT


@driver
def choose(player: States, mask: ByteRows, keys: Ints, actions: Ints, lo: int, hi: int) -> None:
    """A random legal action for each position of [lo, hi), from its key. `player` is a scratch state."""
    for i in range(lo, hi):
        seed_stream(player[0], keys[i], 0, CHOICE_SALT)
        actions[i] = random_legal(player[0], mask[i])


class RandomAgent:
    """Plays uniformly at random."""

    spec = "random"

    def __init__(self, game: Game) -> None:
        self.game = game
        self._player = np.zeros(1, game.state)

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        actions = np.zeros(len(positions), np.int64)
        mask, keys = np.array(positions.mask, np.int8), positions.keys.astype(np.uint64).view(np.int64)
        self.game.bound(choose)(self._player, mask, keys, actions, 0, len(positions))
        return actions

    def explain(self, positions: Positions, i: int) -> list[Thought]:
        """Every legal action of position i, with equal weight."""
        legal = np.flatnonzero(positions.mask[i])
        return [Thought(int(action), 1 / len(legal)) for action in legal]


def _make(game: Game, content: Content, threads: int, argument: Any) -> Agent:
    return RandomAgent(game)


register_agent(Kind("random", "random", "any legal action, each equally likely", _make))
