"""The fit: weights under which the evaluation of positions comes nearest to how their games ended.

Least squares by Levenberg and Marquardt, with numeric derivatives. The positions of a game share its result,
so a game counts once, however many of its positions are there. A ridge holds the weights to the start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

STEPS = 12  # at most
DELTA = 0.05  # units, for derivatives
FAR = 8.0  # units from the start: no farther
ENOUGH = 1e-4  # a step that gains a smaller share than this is the last
FIRST_DAMPING, MOST_DAMPING = 1e-2, 1e6

Predict = Callable[[np.ndarray], np.ndarray]  # points (k, weights) -> values (k, results)


@dataclass(frozen=True)
class Fit:
    """A fitted point, and the mean squared errors at the start and there."""

    x: np.ndarray
    before: float
    after: float


def fit(
    predict: Predict,
    results: np.ndarray,
    weights: int,
    games: int,
    ridge: float,
    told: Callable[[float], None] = lambda part: None,
) -> Fit:
    """Fit so many weights to results that come from so many games."""
    x = np.zeros(weights)
    value = predict(x[None])[0]
    before = max(float(((results - value) ** 2).mean()), 1e-12)
    each = games / len(results) / before  # what a squared error weighs beside the ridge

    def loss(values: np.ndarray, point: np.ndarray) -> float:
        return each * float(((results - values) ** 2).sum()) + ridge * float(point @ point)

    now, damping = loss(value, x), FIRST_DAMPING
    for step in range(STEPS):
        told(step / STEPS)
        slopes = (predict(x + DELTA * np.eye(weights)) - value) / DELTA  # (weights, results)
        bend = each * slopes @ slopes.T + ridge * np.eye(weights)
        down = each * slopes @ (results - value) - ridge * x
        while damping < MOST_DAMPING:
            move = np.linalg.solve(bend + damping * np.diag(np.diag(bend)), down)
            tried = np.clip(x + move, -FAR, FAR)
            there = predict(tried[None])[0]
            after = loss(there, tried)
            if after < now:
                break
            damping *= 4
        else:
            break
        gained, now, x, value, damping = now - after, after, tried, there, damping / 4
        if gained < ENOUGH * now:
            break
    return Fit(x, before, float(((results - value) ** 2).mean()))
