"""A sequential test of two agents: deals are played until their share of the wins is known well enough.

    run_arena(game, ["greedy:samples=16", "greedy"], 20_000, players=2, sprt=Sprt(50, 53))

All seatings of a deal are one observation: the first agent's share of the deal's wins, 50 % if the two are
equal. The generalised sequential probability ratio test asks after every deal, in the order of their numbers,
whether the mean of these shares is `low` or `high`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .schedule import Schedule
from .standings import FEW_DEALS, Estimate, shares, student

MOST_GAMES = 20_000  # of a test, unless told otherwise
PRIOR_DEALS = 10  # that the variance counts besides those played
PRIOR_VARIANCE = 0.05  # of their shares, at least
OVERSHOOT = 0.583  # mean overshoot of a bound in standard deviations of a step (Siegmund 1985)
IMAGES = np.arange(-6, 7)  # of the bounds in each other; those farther away weigh nothing
NODES = 200  # of an integral
HIGH, LOW = "high", "low"  # what can be accepted


@dataclass(frozen=True)
class Sprt:
    """Two hypotheses about the first agent's share of the wins, in percent, and the error rates."""

    low: float
    high: float
    alpha: float = 0.05  # how often `high` is accepted where `low` is true
    beta: float = 0.05  # how often `low` is accepted where `high` is true

    def __post_init__(self) -> None:
        if not (0 <= self.low <= 100 and 0 <= self.high <= 100):
            raise ValueError(
                f"the shares of a sequential test are between 0 and 100 %, not {self.low:g},{self.high:g}"
            )
        if not self.low < self.high:
            raise ValueError(
                f"a sequential test needs the lower share first, such as 50,53, "
                f"not {self.low:g},{self.high:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"error rates are between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which `low` and `high` are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def middle(self) -> float:
        """The share halfway, of 1."""
        return (self.low + self.high) / 200

    @property
    def apart(self) -> float:
        """How far the two are apart, of 1."""
        return (self.high - self.low) / 100

    def json(self) -> dict[str, float]:
        """For a file."""
        return {"low": self.low, "high": self.high, "alpha": self.alpha, "beta": self.beta}


def share_of(ranks: np.ndarray, first: np.ndarray) -> np.ndarray:
    """The share of each game's win of the seats that are marked; a game without a winner counts half.

    Both arrays are (games, players): the places from 0, and which seats are the first agent's.
    """
    wins = shares(ranks)
    own = (wins * first).sum(axis=1)
    return (1 + own - (wins.sum(axis=1) - own)) / 2


def variance(deals: Any, total: Any, squares: Any, seatings: int) -> Any:
    """The variance of the shares of deals, from their number, sum and sum of squares.

    A few deals that vary twice as much as independent games would are counted in: the first deals played may
    look more alike than they are.
    """
    spread = np.maximum(squares - total**2 / deals, 0.0)
    return (spread + PRIOR_DEALS * max(0.5 / seatings, PRIOR_VARIANCE)) / (deals + PRIOR_DEALS)


def log_ratio(sprt: Sprt, deals: Any, total: Any, squares: Any, seatings: int) -> Any:
    """The log-likelihood ratio of `high` to `low` for the mean of shares of unknown variance."""
    return sprt.apart * (total - deals * sprt.middle) / variance(deals, total, squares, seatings)


def accepted(sprt: Sprt, deals: int, ratio: float) -> str | None:
    """What is accepted after so many deals, if anything is."""
    low, high = sprt.bounds
    if deals < FEW_DEALS or low < ratio < high:
        return None
    return HIGH if ratio >= high else LOW


def estimate(
    sprt: Sprt, decided: str | None, deals: int, total: float, squares: float, seatings: int
) -> Estimate:
    """The share of a test that has stopped, with its 95 % interval.

    Tests stop when the share looks extreme, so that a plain interval is too narrow. This one holds the shares
    for which the end of the test is not among the most extreme 2.5 % on either side. Ends are ordered from
    early acceptance of `low` over late ends to early acceptance of `high`. The log-likelihood ratio is taken
    as a Brownian motion between the bounds.
    """
    mean = total / deals
    if deals < 2:
        return Estimate(mean, math.nan, math.nan)
    v = float(variance(deals, total, squares, seatings))
    clock = deals * sprt.apart**2 / v  # the variance of the ratio by now
    ratio = sprt.apart * (total - deals * sprt.middle) / v
    beyond = OVERSHOOT * math.sqrt(clock / deals)
    low, high = sprt.bounds[0] - beyond, sprt.bounds[1] + beyond

    def above(drift: float) -> float:
        """How likely such an end or a higher one is."""
        if decided == HIGH:
            return passed(clock, high, -low, drift)
        if decided == LOW:
            return 1 - passed(clock, -low, high, -drift)
        return passed(clock, high, -low, drift) + between(clock, min(max(ratio, low), high), low, high, drift)

    tail = math.erfc(student(deals) / math.sqrt(2)) / 2
    reach = 10 / math.sqrt(clock)
    ends = []
    for level in (tail, 1 - tail):
        left, right = ratio / clock - reach, ratio / clock + reach
        for _ in range(30):
            half = (left + right) / 2
            left, right = (half, right) if above(half) < level else (left, half)
        ends.append(min(1.0, max(0.0, sprt.middle + sprt.apart * (left + right) / 2)))
    return Estimate(mean, min(ends[0], mean), max(ends[1], mean))


def passed(clock: float, near: float, far: float, drift: float) -> float:
    """How likely a Brownian motion has reached `near` by then, without having reached -`far` before."""
    root = (np.arange(NODES) + 0.5) / NODES * math.sqrt(clock)
    at = near + 2 * IMAGES[:, None] * (near + far)
    exponent = drift * near - drift**2 * root**2 / 2 - at**2 / (2 * root**2)
    density = 2 * (at * np.exp(np.maximum(exponent, -700.0))).sum(axis=0) / (math.sqrt(2 * math.pi) * root**2)
    return float(density.sum() * math.sqrt(clock) / NODES)


def between(clock: float, least: float, low: float, high: float, drift: float) -> float:
    """How likely a Brownian motion has reached neither bound by then, and is at `least` or above."""
    y = least + (np.arange(NODES) + 0.5) / NODES * (high - least)
    images = 2 * IMAGES[:, None] * (high - low)
    weight = drift * y - drift**2 * clock / 2
    straight, mirrored = (
        np.exp(np.maximum(weight - at**2 / (2 * clock), -700.0)) for at in (y + images, 2 * high - y + images)
    )
    density = (straight - mirrored).sum(axis=0) / math.sqrt(2 * math.pi * clock)
    return float(density.sum() * (high - least) / NODES)


@dataclass(frozen=True)
class Verdict:
    """How a test stands, or how it ended."""

    decided: str | None  # "high", "low", or None: undecided
    deals: int
    games: int
    ratio: float  # the log-likelihood ratio of high to low
    bounds: tuple[float, float]  # of the ratio: low is accepted at the first, high at the second
    share: Estimate  # of the first agent; the interval only of a test that has ended

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {
            "decided": self.decided,
            "deals": self.deals,
            "games": self.games,
            "log_ratio": round(self.ratio, 6),
            "bounds": [round(bound, 6) for bound in self.bounds],
            "share": self.share.json(),
        }


class Test:
    """A test in progress: takes games in any order, and looks at the deals in the order of their numbers."""

    __test__ = False  # for pytest: not a class of tests

    def __init__(self, sprt: Sprt, schedule: Schedule) -> None:
        self.sprt, self.schedule = sprt, schedule
        self.decided: str | None = None
        self.deals = 0
        self._total = self._squares = self._ratio = 0.0
        self._ahead: dict[int, dict[int, float]] = {}  # by deal: the shares of its games so far, by number

    @property
    def games(self) -> int:
        """The games of the deals that were looked at."""
        return self.deals * self.schedule.a_deal

    def add(self, number: int, ranks: Sequence[int]) -> None:
        """Take a game that has ended. Games after the decision do not count."""
        if self.decided is not None:
            return
        share = share_of(np.array([ranks]), self.schedule.seats(number)[None] == 0)[0]
        self._ahead.setdefault(int(self.schedule.deal(number)), {})[number] = float(share)
        while self.decided is None and len(self._ahead.get(self.deals, ())) == self.schedule.a_deal:
            games = self._ahead.pop(self.deals)
            self._look(sum(games[each] for each in sorted(games)) / len(games))

    def _look(self, share: float) -> None:
        self.deals += 1
        self._total += share
        self._squares += share**2
        self._ratio = float(log_ratio(self.sprt, *self._sums))
        self.decided = accepted(self.sprt, self.deals, self._ratio)

    @property
    def _sums(self) -> tuple[int, float, float, int]:
        return self.deals, self._total, self._squares, self.schedule.a_deal

    def stand(self) -> Verdict:
        """How it stands, without an interval."""
        mean = self._total / self.deals if self.deals else math.nan
        return self._verdict(Estimate(mean, math.nan, math.nan))

    def verdict(self) -> Verdict:
        """How it ended."""
        return self._verdict(estimate(self.sprt, self.decided, *self._sums))

    def _verdict(self, share: Estimate) -> Verdict:
        return Verdict(self.decided, self.deals, self.games, self._ratio, self.sprt.bounds, share)
