"""`greedy`: the decision after which the game's own evaluation is best.

Many decisions are the first of a chain (which ship, then whereto), and the gain shows only at its end. So a
decision is judged by the best standing on the way that a greedy player would go on from it, as long as the
same seat decides and at most `depth` decisions deep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.bits import next_one
from astrarium.core.drivers import legal, move
from astrarium.core.jit import ByteRows, Doubles, Ints, States, Tables, driver
from astrarium.core.rng import below, seed_stream
from astrarium.core.state import RUNNING

from .base import Agent, Kind, Positions, Thought, canonical, decision_keys, register_agent, whole
from .random import RandomAgent
from .search import (
    CHOICE_SALT,
    FUTURE,
    PLAYER,
    SECOND,
    TRIAL,
    WEIGHING,
    Desk,
    Desks,
    Searcher,
    judged,
    redeal,
    standing,
)  # fmt: skip

DEPTH = 3
SAMPLES = 1
DELAY = 1e-6  # what a decision more costs: of two equal ways the shorter is better
LEVEL = 1e-9  # values closer than this are equal
STRAYS = 7  # the seed of which decisions are random


@driver
def best_step(t, s, work, mask, seat, desk):
    """The legal decision after which the seat stands best, and how it stands then."""
    best, top = -1, -2.0
    legal(t, s, mask)
    action = next_one(mask, 0)
    while action >= 0:
        work[SECOND] = s
        move(t, work[SECOND], action)
        desk.decisions += 1
        desk.trials += 1
        value = standing(t, work[SECOND], seat, desk)
        if value > top:
            best, top = action, value
        action = next_one(mask, action + 1)
    return best, top


@driver
def promise(t, s, work, mask, seat, depth, desk):
    """How well the seat stands now or will on its greedy way, the game being moved along it."""
    value = standing(t, s, seat, desk)
    for k in range(1, depth):
        if s.over != RUNNING or s.seat != seat:
            break
        action, ahead = best_step(t, s, work, mask, seat, desk)
        move(t, s, action)
        value = max(value, ahead - DELAY * k)
    return value


@driver
def promised(t, s, work, mask, seat, depth, desk, net):
    """The same where a network corrects how the seat stands.

    The evaluation alone shows the way: it is quick, and good enough for that.
    """
    value = judged(t, s, seat, desk, net)
    for k in range(1, depth):
        if s.over != RUNNING or s.seat != seat:
            break
        action, _ = best_step(t, s, work, mask, seat, desk)
        move(t, s, action)
        value = max(value, judged(t, s, seat, desk, net) - DELAY * k)
    return value


@driver
def favourite(totals, mask, player):
    """The legal action of the highest total; equal ones are drawn from."""
    best, top, level = -1, 0.0, 0
    action = next_one(mask, 0)
    while action >= 0:
        if best < 0 or totals[action] > top + LEVEL:
            best, top, level = action, totals[action], 1
        elif totals[action] >= top - LEVEL:
            level += 1
            if below(player, level) == 0:
                best = action
        action = next_one(mask, action + 1)
    return best


@driver
def foresee(t, states, i, key, work, masks, totals, depth, samples, desk):
    """What each legal action of a position promises the acting seat, in totals: sums over some redeals.

    The legal actions are in masks[0] then.
    """
    seat = states[i].seat
    totals[:] = 0.0
    for sample in range(samples):
        redeal(t, states, i, work, key, sample, seat)
        legal(t, work[FUTURE], masks[0])
        action = next_one(masks[0], 0)
        while action >= 0:
            work[TRIAL] = work[FUTURE]
            move(t, work[TRIAL], action)
            totals[action] += promise(t, work[TRIAL], work, masks[1], seat, depth, desk)
            desk.simulations += 1
            desk.decisions += 1
            desk.trials += 1
            action = next_one(masks[0], action + 1)


@driver
def look_ahead(
    t: Tables,
    states: States,
    keys: Ints,
    work: States,
    masks: ByteRows,
    totals: Doubles,
    desks: Desks,
    depth: int,
    samples: int,
    actions: Ints,
    lo: int,
    hi: int,
) -> None:
    """The greedy choice for the positions of [lo, hi), over some redeals each."""
    for i in range(lo, hi):
        seed_stream(work[PLAYER], keys[i], 0, CHOICE_SALT)
        foresee(t[0], states, i, keys[i], work, masks, totals, depth, samples, desks[0])
        actions[i] = favourite(totals, masks[0], work[PLAYER])


class GreedyDesk(Desk):
    """With the sums of every action."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.totals = np.zeros(game.num_actions)


class GreedyAgent(Searcher):
    """Takes what looks best, a few own decisions ahead."""

    kind, drivers = "greedy", (look_ahead,)

    def __init__(
        self,
        game: Game,
        content: Content,
        threads: int,
        depth: int | None = None,
        samples: int | None = None,
        stray: int | None = None,
        **weighing: str,
    ) -> None:
        super().__init__(game, content, threads, **weighing)
        self.spec = canonical("greedy", depth=depth, samples=samples, stray=stray, **self.weights)
        self.depth, self.samples, self.stray = depth or DEPTH, samples or SAMPLES, stray or 0
        self._random = RandomAgent(game)

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        actions = super().act(positions)
        if self.stray:
            drawn = decision_keys(STRAYS, positions.keys.astype(np.uint64).view(np.int64), 0, 0)
            strays = drawn % np.uint64(100) < self.stray
            actions[strays] = self._random.act(positions)[strays]
        return actions

    def explain(self, positions: Positions, i: int) -> list[Thought]:
        """The value of every legal action of position i, the best first; equal ones share the choice."""
        desk, chosen = self._new_desk(), np.zeros(1, np.int64)
        states, keys = positions.states[[i]], positions.keys[[i]].astype(np.uint64).view(np.int64)
        self._search(desk, self.game.bound(look_ahead), states, keys, chosen, 0, 1)
        legal_ones = np.flatnonzero(positions.mask[i])
        values = desk.totals[legal_ones] / self.samples
        best = desk.totals[legal_ones] >= desk.totals[legal_ones].max() - LEVEL
        thoughts = [
            Thought(int(action), float(top) / int(best.sum()), float(value))
            for action, value, top in zip(legal_ones, values, best, strict=True)
        ]
        return sorted(thoughts, key=lambda each: (each.action != chosen[0], -(each.value or 0.0)))

    def _new_desk(self) -> GreedyDesk:
        return GreedyDesk(self.game)

    def _search(
        self,
        desk: GreedyDesk,
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
            desk.totals,
            desk.record,
            self.depth,
            self.samples,
            chosen,
            lo,
            hi,
        )


def _make(game: Game, content: Content, threads: int, argument: Any, **settings: Any) -> Agent:
    return GreedyAgent(game, content, threads, **settings)


register_agent(
    Kind(
        "greedy",
        "greedy[:depth=N][,samples=N][,stray=PERCENT][,weights=NAME|FILE]",
        "what the game's own evaluation likes best, a few decisions ahead; strays decide at random",
        _make,
        settings={"depth": whole(1, 100), "samples": whole(1, 10_000), "stray": whole(1, 100), **WEIGHING},
    )
)
