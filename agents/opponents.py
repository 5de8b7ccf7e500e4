"""Agents as the opponents of a learner: `gymnasium.make(..., opponents="greedy")` finds them here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.following import Past

from .base import Follows, Positions, decision_keys, make_agent

if TYPE_CHECKING:
    from astrarium.core.vector_env import Act, Turn

SEAT_SALT = 1 << 40  # beyond the decisions of a game: the draw of who has a seat is no decision of it
EXPECTED = (
    'opponents are a spec such as "greedy", a list with one for each other seat, '
    'a mixture such as {"random": 0.2, "greedy": 0.8}, or a callable act(turn, masks, rng)'
)


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
            Positions(self.game, self.content, turn.states, masks, turn.seats, keys, turn.pasts, sound=True)
        )

    def ended(self, past: Past, states: np.ndarray) -> None:
        """A game is over: told to agents that follow whole games."""
        if isinstance(self.agent, Follows):
            self.agent.ended(past, states)

    def __reduce__(self) -> tuple[Any, ...]:
        return Opponent, (self.agent.spec, self.game, self.content)


class Several(ABC):
    """Several opponents: each seat has one of them, for a whole game."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self.acts = list(acts)
        self.follows = any(getattr(act, "follows", False) for act in acts)

    def ended(self, past: Past, states: np.ndarray) -> None:
        """A game is over: told to those that follow whole games."""
        for act in self.acts:
            ended = getattr(act, "ended", None)
            if ended is not None:
                ended(past, states)

    @abstractmethod
    def who(self, turn: Turn) -> np.ndarray:
        """The number of the opponent that has each waiting decision."""

    def __call__(self, turn: Turn, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Actions for the waiting decisions."""
        who, actions = self.who(turn), np.zeros(len(turn.index), np.int64)
        for k in np.unique(who):
            own = np.flatnonzero(who == k)
            part = type(turn)(turn.batch, turn.index[own])
            actions[own] = self.acts[k](part, masks[own], rng)
        return actions


class Round(Several):
    """One opponent for each other seat: the first sits next after the learner."""

    def who(self, turn: Turn) -> np.ndarray:
        """By the distance from the learner's seat."""
        players = turn.batch.num_players
        return (turn.seats - turn.batch.learner[turn.index] - 1) % players


class Mixture(Several):
    """Opponents with shares: drawn for each seat of a game from the batch's seed."""

    def __init__(self, acts: Sequence[Act], shares: Sequence[float]) -> None:
        super().__init__(acts)
        self.upto = np.cumsum(np.asarray(shares, np.float64) / sum(shares))

    def who(self, turn: Turn) -> np.ndarray:
        """The same for all decisions of a seat in a game."""
        batch, rows = turn.batch, turn.index
        keys = decision_keys(
            batch.seed, batch.first_index + rows, turn.episode, SEAT_SALT + turn.seats.astype(np.int64)
        )
        drawn = keys.astype(np.float64) / 2.0**64
        return np.minimum(np.searchsorted(self.upto, drawn, side="right"), len(self.acts) - 1)


def opponents_of(given: Any, game: Game, content: Content, players: int) -> Act:
    """What was given as `opponents`, as a callable."""
    if callable(given):
        return given
    if isinstance(given, str):
        return Opponent(given, game, content)
    if isinstance(given, Mapping):
        return _mixture(given, game, content, players)
    if not isinstance(given, Sequence):
        raise ValueError(f"{EXPECTED}; not {given!r}")
    if len(given) != players - 1:
        raise ValueError(
            f"a list of opponents names one for each of the {players - 1} others, not {len(given)}"
        )
    return Round([opponents_of(each, game, content, players) for each in given])


def _mixture(given: Mapping[Any, Any], game: Game, content: Content, players: int) -> Mixture:
    shares = list(given.values())
    plain = all(isinstance(share, (int, float)) and 0 <= share < np.inf for share in shares)
    if not plain or not 0 < sum(shares) < np.inf:
        raise ValueError(
            f"a mixture of opponents has shares from 0, at least one above it, not {dict(given)!r}"
        )
    return Mixture([opponents_of(each, game, content, players) for each in given], shares)
