"""A sequential test of two sets of weights, by greedy players inside compiled code."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from astrarium.agents.schedule import Schedule, schedule_for
from astrarium.agents.sprt import Sprt, Test, Verdict
from astrarium.agents.workers import Workers, chunks

from .engine import Engine

PART = 4  # deals a task


@dataclass(frozen=True)
class Meeting:
    """A task for workers: some deals in all their seatings of two sets of weights."""

    engine: Engine
    weights: tuple[np.ndarray, np.ndarray]
    schedule: Schedule
    seed: int

    def __call__(self, deals: list[int]) -> np.ndarray:
        """(games, players): the places, deal by deal and seating by seating."""
        each = self.schedule.a_deal
        games = (np.array(deals)[:, None] * each + np.arange(each)).ravel()
        which = self.schedule.seats(games)
        return self.engine.play(self.weights, which, np.repeat(deals, each), self.seed).ranks


def contest(
    engine: Engine,
    workers: Workers,
    weights: tuple[np.ndarray, np.ndarray],
    players: int,
    sprt: Sprt,
    games: int,
    seed: int,
    told: Callable[[float], None] = lambda part: None,
) -> Verdict:
    """Whether the first weights are better than the second; at most so many games."""
    schedule = schedule_for(2, players, games)
    test, task = Test(sprt, schedule), Meeting(engine, weights, schedule, seed)
    each = schedule.a_deal
    with closing(workers.map(task, chunks(range(schedule.deals), PART), ordered=True)) as parts:  # type: ignore[type-var]
        for deals, ranks in parts:
            for k, places in enumerate(ranks.tolist()):
                test.add(deals[0] * each + k, places)
            told(test.deals / schedule.deals)
            if test.decided is not None:
                break
    return test.verdict()
