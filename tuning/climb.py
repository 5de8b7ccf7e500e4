"""The search: perturbed weights meet each other, and the weights follow those that fared better.

In every group the seats of a table play with perturbations that add up to nothing: with two players one and
its opposite (Spall's SPSA). All of them play every seat of the same deals. The step goes along the mean of
reward times perturbation. Its noise is alike for all weights, so the steps are not scaled weight by weight:
they shrink as in Spall's schedule, and so that chance alone would carry a weight `drift` sigmas in the whole
tuning, however long that is. What counts in the end is the average of the way, later parts more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from astrarium.core.arguments import finite, whole

from .engine import Engine, Games
from .settings import Settings

EARLY, DECAY = 0.1, 0.602  # of Spall's schedule: (1 + EARLY) / (used + EARLY) to the power of DECAY
LATER = 2  # the average weighs a place by the used budget to this power
PROBE = 8  # a group in so many plays the average against the start instead
STEADY = 0.05  # how much one step's mean of squared rewards counts among those before
RECENT = 0.15  # the same for the gain
NEAR_ZERO = 0.1  # weights below this share of the median weight are added to instead of multiplied


@dataclass(frozen=True)
class Space:
    """Weights as points: 0 is the start; of weights away from 0 the logarithm counts."""

    start: np.ndarray
    active: np.ndarray  # which weights are searched for
    scale: float

    @property
    def _floor(self) -> float:
        away = np.abs(self.start[self.start != 0])
        return NEAR_ZERO * min(float(np.median(away)), 1.0) if len(away) else NEAR_ZERO

    def weights(self, x: np.ndarray) -> np.ndarray:
        """The weights of points (..., active weights)."""
        start = self.start[self.active]
        times = start * np.exp(self.scale * x)
        plus = start + self._floor * x
        moved = np.where(np.abs(start) < self._floor, plus, times)
        found = np.broadcast_to(self.start, (*x.shape[:-1], len(self.start))).copy()
        found[..., self.active] = moved
        return found


def perturbations(rng: np.random.Generator, vectors: int, weights: int) -> np.ndarray:
    """(vectors, weights): normal ones that add up to 0."""
    z = rng.standard_normal((vectors, weights))
    return (z - z.mean(axis=0)) * np.sqrt(vectors / (vectors - 1))


def rotations(players: int) -> np.ndarray:
    """(games, players): the vector of each seat, everyone in every seat; alone, two play one by one."""
    if players == 1:
        return np.array([[0], [1]])
    seats = np.arange(players)
    return (seats[None, :] + seats[:, None]) % players


@dataclass(frozen=True)
class Group:
    """Some sets of weights on some deals, in every seat."""

    players: int
    weights: np.ndarray  # (vectors, weights)
    which: np.ndarray  # (games a deal, players)
    deals: np.ndarray


@dataclass(frozen=True)
class Trial:
    """A task for workers: the games of a group."""

    engine: Engine
    seed: int

    def __call__(self, group: Group) -> Games:
        """Their results: for every deal the games of `which`."""
        which = np.tile(group.which, (len(group.deals), 1))
        return self.engine.play(group.weights, which, np.repeat(group.deals, len(group.which)), self.seed)


def rewards_of(games: Games, group: Group, mix: float, margin: float) -> np.ndarray:
    """(deals, vectors): what each vector got on each deal, in the mean of its seats; 0 in the mean of all.

    `margin` is the usual distance of scores.
    """
    vectors = len(group.weights)
    shape = len(group.deals), len(group.which), group.players
    win, scores = games.rewards.reshape(shape), games.scores.reshape(shape)
    # Alone at the table, the scores are those of the same deal's other game.
    over = (1, 2) if group.players == 1 else (2,)
    others = max(group.players, 2)
    ahead = (scores - scores.mean(axis=over, keepdims=True)) * others / (others - 1)
    mixed = mix * win + (1 - mix) * np.tanh(ahead / margin)
    found = np.stack([mixed[:, group.which == vector].mean(axis=1) for vector in range(vectors)], axis=1)
    return found - found.mean(axis=1, keepdims=True)


@dataclass(frozen=True)
class Tried:
    """What perturbations got that were tried on the same deals."""

    table: str  # alike in how far rewards spread
    z: np.ndarray  # (vectors, weights): they add up to 0
    rewards: np.ndarray  # (deals, vectors): 0 in the mean of each deal


@dataclass
class Climb:
    """Where the search is. Everything here goes into the checkpoint."""

    x: np.ndarray
    mean: np.ndarray  # the average of the way
    steps: int = 0
    games: int = 0
    deals: int = 0
    used: float = 0.0  # of the budget
    square: dict[str, float] = field(default_factory=dict)  # by players: mean squared reward
    gain: dict[str, float] = field(default_factory=dict)  # by players: of the average over the start

    @classmethod
    def begin(cls, weights: int, first: np.ndarray | None = None) -> Climb:
        """At the start of so many weights, or at another point."""
        x = np.zeros(weights) if first is None else first
        return cls(x.copy(), x.copy())

    def json(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {**vars(self), "x": self.x.tolist(), "mean": self.mean.tolist()}

    @classmethod
    def of_json(cls, found: dict[str, Any]) -> Climb:
        """From a checkpoint."""
        made = cls(**{**found, "x": np.array(found["x"], float), "mean": np.array(found["mean"], float)})
        if made.x.ndim != 1 or made.x.shape != made.mean.shape:
            raise ValueError("its points are not of the same weights")
        if not (np.isfinite(made.x).all() and np.isfinite(made.mean).all()):
            raise ValueError("its points are not all numbers")
        for name in ("steps", "games", "deals"):
            whole(getattr(made, name), name, 0)
        finite(made.used, "used", 0, 1)
        for each in (made.square, made.gain):
            for name, value in each.items():
                finite(value, name)
        return made

    def groups(
        self, space: Space, settings: Settings, players: Sequence[int], seed: int
    ) -> tuple[list[Group], list[np.ndarray | None]]:
        """The groups of the next step, and their perturbations; None where the average is probed."""
        rng = np.random.default_rng([seed, self.steps])
        made, drawn, deal = [], list[np.ndarray | None](), self.deals
        for k in range(settings.groups * len(players)):
            count = players[k % len(players)]
            number = self.steps * settings.groups + k // len(players)
            vectors = max(count, 2)
            which = rotations(count)
            z: np.ndarray | None = None
            if number % PROBE == PROBE - 1:
                weights = space.weights(np.stack([self.mean, np.zeros_like(self.mean)]))
                which = which % 2
            else:
                z = perturbations(rng, vectors, len(self.x))
                weights = space.weights(self.x + settings.sigma * z)
            made.append(Group(count, weights, which, np.arange(deal, deal + settings.deals)))
            drawn.append(z)
            deal += settings.deals
        return made, drawn

    def take(
        self,
        groups: Sequence[Group],
        drawn: Sequence[np.ndarray | None],
        results: Sequence[Games],
        settings: Settings,
        margin: dict[str, float],
        used: float,
    ) -> None:
        """Step by the results of the groups; `used` is the share of the budget that is used up now."""
        tried: list[Tried] = []
        gains: dict[str, list[float]] = {}
        for group, z, games in zip(groups, drawn, results, strict=True):
            key = str(group.players)
            self.games += len(games.rewards)
            self.deals += len(group.deals)
            if z is None:
                won = rewards_of(games, group, 1.0, margin[key])
                gains.setdefault(key, []).append(float((won[:, 0] - won[:, 1]).mean() / 2))
            else:
                tried.append(Tried(key, z, rewards_of(games, group, settings.mix, margin[key])))
        _follow(self.gain, gains, RECENT)
        self.step(tried, settings, used)

    def step(self, tried: Sequence[Tried], settings: Settings, used: float) -> None:
        """Step by what perturbations got."""
        step, deals = np.zeros_like(self.x), sum(len(each.rewards) for each in tried)
        squares: dict[str, list[float]] = {}
        for each in tried:
            squares.setdefault(each.table, []).append(float((each.rewards**2).mean()))
        _follow(self.square, squares, max(STEADY, 1 / (self.steps + 1)))
        for each in tried:
            # Of variance 1 a deal, if the rewards are: both they and the perturbations add up to 0.
            term = each.rewards.sum(axis=0) @ each.z * np.sqrt(len(each.z) - 1) / len(each.z)
            step += term / max(np.sqrt(self.square[each.table]), 1e-9)
        share = max(used - self.used, 0.0)
        pace = ((1 + EARLY) / ((self.used + used) / 2 + EARLY)) ** DECAY / FULL_PACE
        if deals:
            self.x = self.x + settings.drift * settings.sigma * np.sqrt(share / deals) * pace * step
        keep = min(1.0, (LATER + 1) * share / used) if used else 1.0
        self.mean = self.mean + keep * (self.x - self.mean)
        self.used = used
        self.steps += 1


_u = (np.arange(1000) + 0.5) / 1000
FULL_PACE = float(np.sqrt((((1 + EARLY) / (_u + EARLY)) ** (2 * DECAY)).mean()))  # root mean square


def _follow(known: dict[str, float], found: dict[str, list[float]], share: float) -> None:
    """Running means by name."""
    for key, values in found.items():
        value = float(np.mean(values))
        known[key] = value if key not in known else known[key] + share * (value - known[key])
