"""Ratings: openskill's Plackett-Luce model, over games in many orders at once.

openskill rates one game after the other, so its ratings depend on the order. Agents do not change, and no
order is the true one: the rating here is the mean over shuffled orders, and its interval comes from doing
the same with redrawn deals. All orders advance together as rows of arrays: hundreds of them are cheap.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from openskill.models import PlackettLuce

# (games, shuffled orders that a rating is the mean of, redrawn sets of deals behind its interval): the more
# games, the less the order matters
EFFORT = ((500, 16, 64), (4_000, 8, 48), (2**62, 4, 32))

MODEL = PlackettLuce(tau=0.0)  # tau is the drift of a player's strength from game to game: agents have none

Progress = Callable[[int, int], None]


def rate_orders(
    seats: np.ndarray, ranks: np.ndarray, agents: int, orders: np.ndarray, progress: Progress | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Ratings (orders, agents) and their deviations; each row of `orders` rates games one after the other.

    `seats` and `ranks` are (games, players): the agent of each seat, and its place from 0. An agent in
    several seats of a game learns from each of them.
    """
    rows = np.arange(len(orders))
    mu = np.full((len(orders), agents), MODEL.mu)
    sigma = np.full((len(orders), agents), MODEL.sigma)
    for at in range(orders.shape[1]):
        game = orders[:, at]
        seated = seats[game]
        shift, shrink = updates(mu[rows[:, None], seated], sigma[rows[:, None], seated], ranks[game])
        for k in range(seats.shape[1]):
            mu[rows, seated[:, k]] += shift[:, k]
            sigma[rows, seated[:, k]] *= shrink[:, k]
        if progress is not None:
            progress(at + 1, orders.shape[1])
    return mu, sigma


def updates(mu: np.ndarray, sigma: np.ndarray, ranks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What one game a row does to its seats: (shift of mu, factor of sigma), all (rows, players).

    Weng and Lin, "A Bayesian approximation method for online ranking" (2011), algorithm 4, as in openskill.
    """
    variance = sigma**2
    c = np.sqrt((variance + MODEL.beta**2).sum(axis=1, keepdims=True))
    strength = np.exp((mu - mu.max(axis=1, keepdims=True)) / c)
    behind = ranks[:, :, None] <= ranks[:, None, :]  # [row, q, i]: seat i is not placed before seat q
    tied = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    rivals = (behind * strength[:, None, :]).sum(axis=2)
    chance = strength[:, None, :] / rivals[:, :, None]  # of seat i to be the best of those not before q
    weight = behind / tied[:, :, None]
    omega = 1.0 / tied - (weight * chance).sum(axis=1)
    delta = (weight * chance * (1.0 - chance)).sum(axis=1)
    shrunk = 1.0 - delta * variance / c**2 * (sigma / c)
    return omega * variance / c, np.sqrt(np.maximum(shrunk, MODEL.kappa))


def rate(
    seats: np.ndarray, ranks: np.ndarray, deals: np.ndarray, agents: int, progress: Progress | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The rating of each agent, and the deviation of that rating were the deals drawn anew.

    `deals` gives the deal of each game. The games of a deal are redrawn together: they are not independent.
    """
    if agents == 1:
        return np.full(1, MODEL.mu), np.full(1, np.nan)
    rng = np.random.default_rng(len(seats))
    orders, redraws = next(effort for games, *effort in EFFORT if len(seats) <= games)
    _, sizes = np.unique(deals, return_counts=True)
    clusters = np.split(np.argsort(deals, kind="stable"), np.cumsum(sizes)[:-1])
    played = [rng.permutation(len(seats)) for _ in range(orders)]
    if len(clusters) == 1:
        redraws = 0
    for _ in range(redraws):
        games = np.concatenate([clusters[k] for k in rng.integers(len(clusters), size=len(clusters))])
        played += [_of_length(rng.permutation(games), len(seats)) for _ in range(orders)]
    mu, _ = rate_orders(seats, ranks, agents, np.array(played), progress)
    means = mu.reshape(redraws + 1, orders, agents).mean(axis=1)
    deviation = means[1:].std(axis=0, ddof=1) if redraws else np.full(agents, np.nan)
    return means[0], deviation


def _of_length(games: np.ndarray, length: int) -> np.ndarray:
    """So many games: repeated or cut, where deals have different numbers of games."""
    return np.resize(games, length)
