"""The sum of games: win shares, scores, places, ratings and head-to-head results, with intervals.

Games on the same deal are not independent of each other, so every interval is computed from the means of the
deals: it is as wide as the spread between deals asks for, with Student's t for the number of deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .ratings import rate

Z = 1.959964  # 95 % of a normal distribution
# 95 % of Student's t, by degrees of freedom from 1
T = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
FEW_DEALS = 10  # with fewer, intervals are wide and rough


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval; the interval is nan where one deal cannot give it."""

    mean: float
    low: float
    high: float

    def json(self) -> list[float | None]:
        """[mean, low, high]; None for what is not known."""
        return [round(x, 6) if math.isfinite(x) else None for x in (self.mean, self.low, self.high)]


def student(deals: int) -> float:
    """The factor of a 95 % interval from so many deals."""
    freedom = deals - 1
    if freedom < 1:
        return math.nan
    if freedom <= len(T):
        return T[freedom - 1]
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


def wilson(share: float, n: float, z: float = Z) -> Estimate:
    """Wilson's interval for a share of n trials."""
    share, n = float(share), float(n)
    if n <= 0:
        return Estimate(share, math.nan, math.nan)
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * math.sqrt(max(share * (1 - share) / n + z**2 / (4 * n**2), 0.0))
    return Estimate(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def share_estimate(sums: np.ndarray, counts: np.ndarray) -> Estimate:
    """A share from its sum and number of trials on each deal.

    Wilson's interval for the number of independent trials that would spread as much as the deals do, never
    for more than there were. One game a deal: as it is in the books.
    """
    n = float(counts.sum())
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan)
    share = float(sums.sum() / n)
    if np.all(counts <= 1):
        return wilson(share, n)
    error = cluster_error(sums, counts)
    if not math.isfinite(error):
        return Estimate(share, math.nan, math.nan)
    trials = min(n, share * (1 - share) / error**2) if error > 0 else n
    return wilson(share, trials, student(int((counts > 0).sum())))


def mean_estimate(sums: np.ndarray, counts: np.ndarray) -> Estimate:
    """A mean from its sum and number of values on each deal."""
    n = float(counts.sum())
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan)
    mean = float(sums.sum() / n)
    half = student(int((counts > 0).sum())) * cluster_error(sums, counts)
    return Estimate(mean, mean - half, mean + half)


def cluster_error(sums: np.ndarray, counts: np.ndarray) -> float:
    """The standard error of sum / count over deals; nan from a single deal."""
    used = counts > 0
    deals = int(used.sum())
    if deals < 2:
        return math.nan
    sums, counts = sums[used], counts[used]
    residual = sums - sums.sum() / counts.sum() * counts
    return float(np.sqrt((residual**2).sum() * deals / (deals - 1)) / counts.sum())


@dataclass(frozen=True)
class Outcomes:
    """Finished games: the deal, the agent of each seat, and the outcome."""

    deals: np.ndarray  # (games,)
    seats: np.ndarray  # (games, players) agents
    scores: np.ndarray  # (games, players)
    ranks: np.ndarray  # (games, players) 0 is best
    moves: np.ndarray  # (games,)
    cut: np.ndarray  # (games,) bool

    @cached_property
    def wins(self) -> np.ndarray:
        """(games, players): 1 for the winner; tied winners share it."""
        return shares(self.ranks)


def shares(ranks: np.ndarray) -> np.ndarray:
    """The share of the win of each seat."""
    first = ranks == 0
    return first / np.maximum(first.sum(axis=1, keepdims=True), 1)


@dataclass(frozen=True)
class Standing:
    """How one agent did."""

    spec: str
    seats: int  # seats taken, in all games
    wins: float
    win_share: Estimate  # of the seats it took
    score: Estimate
    place: Estimate  # 1 is best
    rating: Estimate
    by_seat: tuple[Estimate, ...]  # win share in each seat


@dataclass(frozen=True)
class Standings:
    """How all agents did, and against whom."""

    games: int
    deals: int
    players: int
    cut: int
    length: Estimate
    agents: tuple[Standing, ...]
    duels: tuple[tuple[Estimate | None, ...], ...]  # [a][b]: how often a is placed before b; a tie is half

    @property
    def order(self) -> list[int]:
        """Agents from the highest rating to the lowest."""
        return sorted(range(len(self.agents)), key=lambda k: -self.agents[k].rating.mean)

    def json(self) -> dict[str, Any]:
        """All of it for a file; estimates are [mean, low, high] of the 95 % interval."""
        return {
            "games": self.games,
            "deals": self.deals,
            "players": self.players,
            "cut": self.cut,
            "length": self.length.json(),
            "agents": [
                {
                    "spec": each.spec,
                    "seats": each.seats,
                    "wins": round(each.wins, 6),
                    "win_share": each.win_share.json(),
                    "score": each.score.json(),
                    "place": each.place.json(),
                    "rating": each.rating.json(),
                    "by_seat": [seat.json() for seat in each.by_seat],
                }
                for each in self.agents
            ],
            "head_to_head": [[duel and duel.json() for duel in row] for row in self.duels],
        }


def standings(
    specs: Sequence[str],
    outcomes: Outcomes,
    progress: Callable[[int, int], None] | None = None,
) -> Standings:
    """Add up the games of agents."""
    number, players = len(specs), outcomes.seats.shape[1]
    _, deal = np.unique(outcomes.deals, return_inverse=True)
    deals = int(deal.max()) + 1

    def per_deal(
        values: np.ndarray, chosen: np.ndarray, deal: np.ndarray = deal
    ) -> tuple[np.ndarray, np.ndarray]:
        """Sum and count of chosen values (games, ...) on each deal."""
        per_game = (values * chosen).reshape(len(deal), -1).sum(axis=1)
        counted = chosen.reshape(len(deal), -1).sum(axis=1)
        return np.bincount(deal, per_game, deals), np.bincount(deal, counted, deals)

    seated, ranks, met = outcomes.seats, outcomes.ranks, deal  # the deal on which they met
    if players == 1:
        seated, ranks, met = solo_matches(outcomes, deal)
    place = places(ranks)
    rating, deviation = rate(seated, ranks, met, number, progress)
    rows = []
    for agent, spec in enumerate(specs):
        own = outcomes.seats == agent
        seat_shares = [
            share_estimate(*per_deal(outcomes.wins[:, seat], own[:, seat])) for seat in range(players)
        ]
        half = student(deals) * deviation[agent] * math.sqrt(deals / max(deals - 1, 1))
        rows.append(
            Standing(
                spec,
                int(own.sum()),
                float(outcomes.wins[own].sum()),
                share_estimate(*per_deal(outcomes.wins, own)),
                mean_estimate(*per_deal(outcomes.scores, own)),
                mean_estimate(*per_deal(place, seated == agent, met)),
                Estimate(float(rating[agent]), float(rating[agent] - half), float(rating[agent] + half)),
                tuple(seat_shares),
            )
        )
    return Standings(
        len(outcomes.deals),
        deals,
        players,
        int(outcomes.cut.sum()),
        mean_estimate(*per_deal(outcomes.moves, np.ones(len(deal)))),
        tuple(rows),
        tuple(tuple(_duel(seated, ranks, met, a, b) for b in range(number)) for a in range(number)),
    )


def places(ranks: np.ndarray) -> np.ndarray:
    """Places from 1; tied seats share the mean of theirs."""
    before = (ranks[:, None, :] < ranks[:, :, None]).sum(axis=2)
    tied = (ranks[:, None, :] == ranks[:, :, None]).sum(axis=2)
    return before + (tied + 1) / 2


def solo_matches(outcomes: Outcomes, deal: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Games of one seat as matches: the agents that played the same deal, placed by result and score."""
    order = np.lexsort((outcomes.seats[:, 0], deal))
    seats = outcomes.seats[order, 0].reshape(int(deal.max()) + 1, -1)
    lost = outcomes.ranks[order, 0].reshape(seats.shape)
    score = outcomes.scores[order, 0].reshape(seats.shape)
    better = (lost[:, None, :] < lost[:, :, None]) | (
        (lost[:, None, :] == lost[:, :, None]) & (score[:, None, :] > score[:, :, None])
    )
    return seats, better.sum(axis=2), np.arange(len(seats))


def _duel(seats: np.ndarray, ranks: np.ndarray, deal: np.ndarray, a: int, b: int) -> Estimate | None:
    """How often a seat of agent a is placed before a seat of agent b in the same game."""
    if a == b:
        return None
    pairs = (seats == a)[:, :, None] & (seats == b)[:, None, :]
    before = (ranks[:, :, None] < ranks[:, None, :]) + 0.5 * (ranks[:, :, None] == ranks[:, None, :])
    number = int(deal.max()) + 1
    sums = np.bincount(deal, (before * pairs).sum(axis=(1, 2)), number)
    counts = np.bincount(deal, pairs.sum(axis=(1, 2)), number)
    return share_estimate(sums, counts) if counts.any() else None
