"""`rollout:N`: flat Monte-Carlo. Every legal action is tried on redealt games that are then played at random.

About N simulations a decision, by sequential halving: all actions meet the same redeals, and after each phase
the weaker half is dropped, so that the last ones standing have been tried most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.bits import count_ones, nth_one
from astrarium.core.drivers import legal, move
from astrarium.core.jit import ByteRows, Doubles, Ints, States, Tables, driver
from astrarium.core.rng import seed_stream, shuffle

from .base import Agent, Kind, canonical, register_agent, whole
from .search import (
    CHOICE_SALT,
    FUTURE,
    PLAYER,
    TRIAL,
    WEIGHING,
    Desk,
    Desks,
    Searcher,
    play_on,
    redeal,
    standing,
)

CUTOFF = 20  # decisions played at random before the game's evaluation decides


@driver
def try_all(t, work, mask, seat, arms, totals, n, cutoff, desk):
    """One simulation for each of the first n arms, all from the same redealt game."""
    for k in range(n):
        work[TRIAL] = work[FUTURE]
        s = work[TRIAL]
        move(t, s, arms[k])
        play_on(t, s, mask, work[PLAYER], cutoff, desk)
        totals[k] += standing(t, s, seat, desk)
        desk.simulations += 1
        desk.decisions += 1
        desk.trials += 1


@driver
def sort_arms(arms, totals, n):
    """Bring the first n arms into the order of their totals, the best first."""
    for last in range(1, n):
        arm, total = arms[last], totals[last]
        at = last
        while at > 0 and totals[at - 1] < total:
            arms[at], totals[at] = arms[at - 1], totals[at - 1]
            at -= 1
        arms[at], totals[at] = arm, total


@driver
def halve(
    t: Tables,
    states: States,
    keys: Ints,
    work: States,
    masks: ByteRows,
    arms: Ints,
    totals: Doubles,
    desks: Desks,
    simulations: int,
    cutoff: int,
    actions: Ints,
    lo: int,
    hi: int,
) -> None:
    """The choice for the positions of [lo, hi) by sequential halving."""
    for i in range(lo, hi):
        seat = states[i].seat
        seed_stream(work[PLAYER], keys[i], 0, CHOICE_SALT)
        redeal(t[0], states, i, work, keys[i], 0, seat)
        legal(t[0], work[FUTURE], masks[0])
        n = count_ones(masks[0])
        for k in range(n):
            arms[k] = nth_one(masks[0], k)
            totals[k] = 0.0
        shuffle(work[PLAYER], arms, n)
        phases = 1
        while 1 << phases < n:
            phases += 1
        number, left = 0, simulations
        while n > 1:
            rounds = max(1, left // (n * phases))
            for _ in range(rounds):
                redeal(t[0], states, i, work, keys[i], number, seat)
                try_all(t[0], work, masks[1], seat, arms, totals, n, cutoff, desks[0])
                number += 1
            left = max(0, left - rounds * n)
            sort_arms(arms, totals, n)
            n = (n + 1) // 2
            phases = max(1, phases - 1)
        actions[i] = arms[0]


class RolloutDesk(Desk):
    """With the actions that are tried and their sums."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.arms = np.zeros(game.num_actions, np.int64)
        self.totals = np.zeros(game.num_actions)


class RolloutAgent(Searcher):
    """Plays each legal action out at random on redealt games."""

    kind, drivers = "rollout", (halve,)

    def __init__(
        self,
        game: Game,
        content: Content,
        threads: int,
        simulations: int,
        cutoff: int | None = None,
        **weighing: str,
    ) -> None:
        super().__init__(game, content, threads, **weighing)
        self.spec = canonical("rollout", simulations, cutoff=cutoff, **self.weights)
        self.simulations, self.cutoff = simulations, CUTOFF if cutoff is None else cutoff

    def _new_desk(self) -> RolloutDesk:
        return RolloutDesk(self.game)

    def _search(
        self,
        desk: RolloutDesk,
        run: Callable,
        states: np.ndarray,
        keys: np.ndarray,
        chosen: np.ndarray,
        lo: int,
        hi: int,
    ) -> None:
        run(
            self.content.tables,
            states,
            keys,
            desk.work,
            desk.masks,
            desk.arms,
            desk.totals,
            desk.record,
            self.simulations,
            self.cutoff,
            chosen,
            lo,
            hi,
        )


def _make(game: Game, content: Content, threads: int, argument: Any, **settings: Any) -> Agent:
    return RolloutAgent(game, content, threads, argument, **settings)


register_agent(
    Kind(
        "rollout",
        "rollout:N[,cutoff=N][,weights=NAME|FILE]",
        "flat Monte-Carlo, N simulations a decision",
        _make,
        argument=whole(1, 10_000_000),
        settings={"cutoff": whole(0, 1_000_000), **WEIGHING},
    )
)
