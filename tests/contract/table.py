"""A game laid out in one of its variants, moved a step at a time: the common ground of the contract suite."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.lib.recfunctions import repack_fields

from astrarium.core import Batch, Game, drivers

SCALE = float(os.environ.get("ASTRARIUM_TEST_SCALE", "1"))  # more or fewer samples in every sampling test


def amount(n: int) -> int:
    """A number of samples, scaled."""
    return max(1, int(n * SCALE))


@dataclass(frozen=True, repr=False)
class Table:
    """A number of players, options and a content set of a game."""

    game: Game
    players: int
    options: tuple[tuple[str, int], ...] = ()
    content: str | None = None

    def __str__(self) -> str:
        parts = [self.game.name, f"{self.players}p", *(f"{name}={value}" for name, value in self.options)]
        return "-".join([*parts, self.content] if self.content else parts)

    __repr__ = __str__

    @cached_property
    def keywords(self) -> dict[str, Any]:
        """The variant as keywords of a Batch."""
        return {"num_players": self.players, "options": dict(self.options), "content": self.content}

    @cached_property
    def env_keywords(self) -> dict[str, Any]:
        """The variant as keywords of an environment."""
        return {"num_players": self.players, "cards": self.content, **dict(self.options)}

    def batch(self, n: int, **keywords: Any) -> Batch:
        """A batch of this variant."""
        return Batch(self.game, n, **self.keywords, **keywords)

    @cached_property
    def tables(self) -> np.ndarray:
        """The content's tables."""
        return self.game.content(self.content).tables

    @cached_property
    def _blank(self) -> np.ndarray:
        return self.game.blank(self.players, dict(self.options))

    def _run(self, driver: Any, states: np.ndarray, *args: Any) -> Any:
        return self.game.bound(driver)(self.tables, states, *args)

    def deal(self, seed: int = 0, n: int = 1) -> np.ndarray:
        """n newly dealt games."""
        states = np.zeros(n, self.game.state)
        self.game.bound(drivers.reset)(self.tables, self._blank, states, seed, 0, np.zeros(n, np.int64), 0, n)
        return states

    def mask(self, states: np.ndarray) -> np.ndarray:
        """The action mask."""
        mask = np.full(self.game.num_actions, 7, np.int8)
        self._run(drivers.legal_one, states, 0, mask)
        return mask

    def step(self, states: np.ndarray, action: int) -> None:
        """Apply a legal action."""
        self._run(drivers.step_one, states, 0, int(action))

    def observe(self, states: np.ndarray, seat: int) -> np.ndarray:
        """What a seat may know."""
        obs = np.full(self.game.observation.size, -31000, np.int16)
        self._run(drivers.observe_one, states, 0, int(seat), obs)
        return obs

    def determinize(self, states: np.ndarray, seat: int, stream: int) -> np.ndarray:
        """A copy with all redrawn that the seat cannot know."""
        copy = states.copy()
        self._run(drivers.determinize_one, copy, 0, int(seat), int(stream))
        return copy

    def broken(self, states: np.ndarray) -> str:
        """The invariant that is broken, or nothing."""
        number = int(self._run(drivers.check_one, states, 0))
        return f"{number}: {self.game.invariants.get(number, 'not described')}" if number else ""

    def outcome(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Scores and ranks as the game stands."""
        scores, ranks = np.zeros(self.players), np.zeros(self.players, np.int64)
        self._run(drivers.score_one, states, 0, scores, ranks)
        return scores, ranks

    def walk(self, seed: int, states: np.ndarray | None = None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """A random game: the live state and its mask before each decision."""
        rng = np.random.default_rng(seed)
        states = self.deal(seed) if states is None else states
        while not states["over"][0]:
            mask = self.mask(states)
            yield states, mask
            legal = np.flatnonzero(mask)
            assert legal.size, f"{self}: no legal action after {states['moves'][0]} decisions of seed {seed}"
            self.step(states, legal[rng.integers(legal.size)])

    def samples(self, n: int, seed: int = 0, games: int = 4) -> list[np.ndarray]:
        """About n states, spread evenly over some random games."""
        found: list[np.ndarray] = []
        for game in range(games):
            played = [states.copy() for states, _ in self.walk(seed + game)]
            here = np.linspace(0, len(played) - 1, max(1, min(len(played), amount(n) // games)))
            found += [played[round(k)] for k in here]
        return found


def bits(states: np.ndarray) -> bytes:
    """The bytes of all fields; not those between them, which NumPy does not copy."""
    return repack_fields(states).tobytes()


def seats(states: np.ndarray) -> range:
    """The seats of a game."""
    return range(int(states["num_players"][0]))


def variants(game: Game) -> list[Table]:
    """Every player count with every option's every value and every content set, one changed at a time."""
    found = []
    for plain in default_tables(game):
        found.append(plain)
        for option in game.options:
            others = [v for v in option.values if v != option.default and option.fits(v, plain.players)]
            found += [replace(plain, options=((option.name, value),)) for value in others]
        found += [replace(plain, content=content) for content in game.contents[1:]]
    return found


def default_tables(game: Game) -> list[Table]:
    """Every player count, as it comes."""
    return [Table(game, players) for players in game.players]
