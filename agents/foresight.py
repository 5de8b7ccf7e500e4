"""Foresight: how far each legal action falls short of the best one, as a greedy player sees it.

A policy may lean on it: its network then says where to trust the look ahead and where to know better. It
sees a position as every search does, through redeals, so that it knows no more than the acting seat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.bits import count_ones, next_one
from astrarium.core.jit import ByteRows, Doubles, Ints, ShortRows, States, Tables, driver
from astrarium.core.weights import FIRST

from .greedy import DEPTH, GreedyDesk, foresee
from .search import Desks

GRAIN = 10_000  # a shortfall of 1, half of the way from a loss to a win, in whole numbers
UNIT = 10.0  # grains that count as much as the first ln 2 of the pull


@dataclass(frozen=True)
class Foresight:
    """How a look ahead is made: redeals a decision, own decisions deep, and a set of weights.

    Without redeals there is none.
    """

    redeals: int = 0
    depth: int = DEPTH
    weights: str = FIRST  # what policies looked ahead with before sets had names

    @classmethod
    def today(cls, game: Game, redeals: int) -> Foresight:
        """With the weights that greedy players use."""
        return cls(redeals, weights=FIRST if game.weights is None else game.weights.set_for("greedy"))

    def weigh(self, game: Game, content: Content) -> Content:
        """The cards with the weights of the look ahead."""
        if game.weights is None:
            return content
        if self.weights not in list(game.weights.sets):  # it may come from a file: no path is followed
            raise ValueError(
                f"the look ahead wants weights {self.weights!r}, which {game.title} does not have"
            )
        return game.weigh(content, self.weights)


@driver
def shortfalls(totals, mask, redeals, out):
    """How far each legal action falls short of the best one, in grains; 0 for those that are not legal."""
    out[:] = 0
    top = -1e9
    action = next_one(mask, 0)
    while action >= 0:
        top = max(top, totals[action])
        action = next_one(mask, action + 1)
    action = next_one(mask, 0)
    while action >= 0:
        out[action] = min(32767, int((top - totals[action]) / redeals * GRAIN + 0.5))
        action = next_one(mask, action + 1)


@driver
def pull(short):
    """What a shortfall speaks against an action: fast at first, then ever more slowly."""
    return math.log1p(short / UNIT)


@driver
def foresee_all(
    t: Tables,
    states: States,
    mask: ByteRows,
    keys: Ints,
    work: States,
    masks: ByteRows,
    totals: Doubles,
    desks: Desks,
    depth: int,
    redeals: int,
    out: ShortRows,
) -> None:
    """The shortfalls in all positions; where only one action is legal there are none."""
    for i in range(len(keys)):
        out[i, :] = 0
        if count_ones(mask[i]) > 1:
            foresee(t[0], states, i, keys[i], work, masks, totals, depth, redeals, desks[0])
            shortfalls(totals, masks[0], redeals, out[i])


class Foreseer:
    """Makes look aheads for many positions."""

    def __init__(self, game: Game, content: Content, foresight: Foresight) -> None:
        self.game, self.content, self.foresight = game, foresight.weigh(game, content), foresight
        self._desk = GreedyDesk(game)

    def shortfalls(self, states: np.ndarray, mask: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """(n, actions) int16"""
        out = np.zeros((len(states), self.game.num_actions), np.int16)
        desk = self._desk
        self.game.bound(foresee_all)(
            self.content.tables, np.ascontiguousarray(states), np.array(mask, np.int8),
            keys.astype(np.uint64).view(np.int64), desk.work, desk.masks, desk.totals, desk.record,
            self.foresight.depth, self.foresight.redeals, out,
        )  # fmt: skip
        return out
