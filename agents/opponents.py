"""Agents as the opponents of a learner: `gymnasium.make(..., opponents="greedy")` finds them here by spec."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.following import Past

from .base import Follows, Positions, decision_keys, make_agent

if TYPE_CHECKING:
    from astrarium.core.vector_env import Turn


class Opponent:
    """An agent that decides for every seat that is not the learner's."""

    def __init__(self, spec: str, game: Game, content: Content) -> None:
        self.game, self.content = game, content
        self.agent = make_agent(spec, game, content)
        self.follows = isinstance(self.agent, Follows)

    def __call__(self, turn: Turn, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Actions for the waiting decisions; its own draws come from the seed of the batch, not `rng`."""
        batch, rows = turn.batch, turn.index
        keys = decision_keys(batch.seed, batch.first_index + rows, turn.episode, batch.moves[rows])
        return self.agent.act(
            Positions(self.game, self.content, turn.states, masks, turn.seats, keys, turn.pasts)
        )

    def ended(self, past: Past, states: np.ndarray) -> None:
        """A game is over: told to agents that follow whole games."""
        if isinstance(self.agent, Follows):
            self.agent.ended(past, states)

    def __reduce__(self) -> tuple[Any, ...]:
        return Opponent, (self.agent.spec, self.game, self.content)
