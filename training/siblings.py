"""Weights of an evaluation, learnt from the values that a tree search gives to siblings.

A search of some hundred simulations knows more about the decisions it compares than the evaluation it rests
on. So its own games are played, and the weights are moved by least squares until the evaluation of a position
comes nearer to what the search found for it. Most of all the differences between siblings count: a search
decides by them. The evaluation keeps its form, so that the search stays as fast as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from astrarium.agents import Positions
from astrarium.agents.harvest import DEEP, Examples, Harvester
from astrarium.agents.search import evaluate_all
from astrarium.core import Batch, Content, Game
from astrarium.core.files import atomic

STRAY = 0.1  # share of decisions that are drawn from the best few, for variety
FEW = 4
LEARNT = 1 / 3  # of the searches are learnt from: neighbours tell much the same
MOST_VISITS = 64  # more make an example no weightier
RAW = 0.2  # how much the values themselves count, beside the differences between siblings
HELD_OUT = 6  # of so many games one is not learnt from
STEP = 0.05  # of a weight, for derivatives
LEAST_UNIT = 1e-3  # that a weight is counted in, however small it is
DOWN, UP = -1.5, 3.0  # how far a weight moves at once, in units of its size
FIRMER = (1.0, 10.0, 100.0)  # ridges that are tried, by how much firmer they hold the weights
SHARES = (1.0, 0.5)  # of a step, that are tried


def play(
    game: Game,
    content: Content,
    weights: str | Path | None,
    players: int,
    games: int,
    seed: int,
    first: int = 0,
    simulations: int = 400,
    options: Mapping[str, int] | None = None,
) -> Examples:
    """Games first, first + 1, ... of the search against itself, as examples."""
    batch = Batch(
        game, games, players, seed, options, content.source or content.name, auto_reset=False,
        observations=False, first_index=first,
    )  # fmt: skip
    searcher = Harvester(game, content, simulations, None if weights is None else str(weights))
    rng = np.random.default_rng([seed, first])
    columns: dict[str, list[np.ndarray]] = {field.name: [] for field in fields(Examples)}
    searches = 0
    while batch.mask.any():
        positions = Positions.of_batch(batch, seed)
        rows = np.flatnonzero(batch.mask.any(axis=1))
        states, keys = np.ascontiguousarray(positions.states), positions.keys.view(np.int64)
        actions = np.full(games, -1, np.int64)
        for k, row in enumerate(rows):
            legal = int(np.count_nonzero(positions.mask[k]))
            if legal == 1:
                actions[row] = positions.mask[k].argmax()
                continue
            best, found = searcher.search(states, keys, k, legal)
            searches += 1
            if rng.random() < LEARNT:
                depth = found.pop("depth")
                found |= {"siblings": searches * DEEP + depth, "game": np.full(len(depth), row)}
                for name, column in columns.items():
                    column.append(found[name])
            actions[row] = rng.choice(best[:FEW]) if rng.random() < STRAY else best[0]
        batch.step(actions)
    empty = Examples(np.zeros(0, game.state), *(np.zeros(0, kind) for kind in (int, float, int, int, int)))
    return Examples(**{name: np.concatenate([getattr(empty, name), *each]) for name, each in columns.items()})


def save_examples(path: Path, examples: Examples) -> None:
    """Write examples, whole or not at all."""
    arrays = {field.name: getattr(examples, field.name) for field in fields(Examples)}
    arrays["state"] = arrays["state"].view(np.uint8).reshape(len(examples), -1)
    with atomic(path) as partial, partial.open("wb") as file:
        np.savez(file, **arrays)


def load_examples(path: Path, game: Game) -> Examples:
    """Read examples of a game."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {field.name: file[field.name] for field in fields(Examples)}
    arrays["state"] = np.ascontiguousarray(arrays["state"]).view(game.state).reshape(-1)
    return Examples(**arrays)


@dataclass(frozen=True)
class Errors:
    """Mean squared errors of an evaluation: of its values, and of the differences between siblings."""

    values: float
    siblings: float

    @property
    def sum(self) -> float:
        """What is made small."""
        return self.siblings + RAW * self.values


@dataclass(frozen=True)
class Fit:
    """Weights that were fitted, and the errors on games that were not learnt from."""

    weights: np.ndarray
    before: Errors
    after: Errors

    @property
    def gained(self) -> bool:
        """Whether the fit foretells the search better than the weights it began with."""
        return self.after.sum < self.before.sum


class Fitter:
    """Least squares over the weights of an evaluation."""

    def __init__(self, game: Game, content: Content, examples: Examples) -> None:
        self.game, self.content, self.examples = game, content, examples
        games, number = np.unique(examples.game, return_inverse=True)
        self._held = number.reshape(-1) % HELD_OUT == 0
        if len(games) < HELD_OUT:
            raise ValueError(f"a fit needs examples of {HELD_OUT} games or more")
        self._count = np.sqrt(np.minimum(examples.visits, MOST_VISITS))
        self._family = np.unique(examples.siblings, return_inverse=True)[1].reshape(-1)
        self._total = np.bincount(self._family, self._count)

    def values(self, weights: np.ndarray) -> np.ndarray:
        """The evaluation of every example with these weights."""
        states = self.examples.state
        values = np.zeros((len(states), int(states["num_players"].max())))
        tables = self.game.weigh(self.content, weights).tables
        self.game.bound(evaluate_all)(tables, states, values, 0, len(states))
        return values[np.arange(len(states)), self.examples.seat]

    def apart(self, values: np.ndarray) -> np.ndarray:
        """Values as differences from the mean of the siblings."""
        return values - (np.bincount(self._family, self._count * values) / self._total)[self._family]

    def errors(self, weights: np.ndarray) -> Errors:
        """On the games that are not learnt from."""
        wrong = self.values(weights) - self.examples.found
        held, count = self._held, self._count[self._held]
        return Errors(
            float(np.average(wrong[held] ** 2, weights=count)),
            float(np.average(self.apart(wrong)[held] ** 2, weights=count)),
        )

    def fit(
        self, start: np.ndarray, ridge: float = 1.0, told: Callable[[float], None] = lambda part: None
    ) -> Fit:
        """The best of several steps from the start; the ridge says how firmly the weights are held there."""
        unit = np.maximum(np.abs(start), LEAST_UNIT)
        before = self.errors(start)
        square, slope = self._normal(start, unit, told)
        best, least = start, before
        for firmer in FIRMER:
            hold = ridge * firmer * 1000 * before.siblings
            way = np.linalg.solve(square + hold * np.eye(len(start)), slope)
            for share in SHARES:
                tried = start + unit * np.clip(share * way, DOWN, UP)
                errors = self.errors(tried)
                if errors.sum < least.sum:
                    best, least = tried, errors
        return Fit(best, before, least)

    def _normal(
        self, start: np.ndarray, unit: np.ndarray, told: Callable[[float], None]
    ) -> tuple[np.ndarray, np.ndarray]:
        """The normal equations at the start, of the games that are learnt from."""
        learnt = ~self._held
        root = np.sqrt(self._count[learnt] / self._count.mean())
        now = self.values(start)
        slopes = np.zeros((2, len(start), int(learnt.sum())), np.float32)
        for k in range(len(start)):
            there = start.copy()
            there[k] += STEP * unit[k]
            change = (self.values(there) - now) / STEP
            slopes[0, k], slopes[1, k] = root * self.apart(change)[learnt], root * change[learnt]
            told((k + 1) / len(start))
        left = self.examples.found - now
        square, slope = np.zeros((len(start), len(start))), np.zeros(len(start))
        for part, rest, much in ((slopes[0], self.apart(left), 1.0), (slopes[1], left, RAW)):
            square += much * (part @ part.T)
            slope += much * (part @ (root * rest[learnt]))
        return square, slope


def read_all(paths: Sequence[Path], game: Game, most: int) -> Examples:
    """The examples of files, the last ones first, until there are so many."""
    parts: list[Examples] = []
    for path in reversed(paths):
        parts.append(load_examples(path, game))
        if sum(map(len, parts)) >= most:
            break
    return Examples.joined(parts[::-1])
