"""Whole games between greedy players inside compiled code, each seat with its own weights of the evaluation.

The tables have a row for each set of weights. Which row a seat plays with is a number, so that games between
any sets need no compiling. A game is named by seed and deal: neither the threads nor the other games change a
decision of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from astrarium.agents.greedy import DEPTH, SAMPLES, GreedyDesk, favourite, foresee
from astrarium.agents.search import CHOICE_SALT, PLAYER, Desks, evaluate
from astrarium.agents.workers import check_wanted
from astrarium.core import Content, Game
from astrarium.core.bits import count_ones, next_one
from astrarium.core.drivers import WIN, deal, legal, move, pay, random_legal, score
from astrarium.core.jit import ByteRows, DoubleRows, Doubles, IntRows, Ints, States, Tables, driver
from astrarium.core.rng import GOLDEN, ZERO, as_int64, below, hash_name, mix, seed_stream, u64
from astrarium.core.state import RUNNING

STRAY_SALT = 1 << 58  # keeps the draws of `gather` apart from the games'
PERCENT = 100


@driver
def choose(t, game, key, work, masks, totals, depth, samples, desk):
    """The greedy choice in game[0] with the weights of t; masks[0] are its legal actions."""
    if count_ones(masks[0]) == 1:
        return next_one(masks[0], 0)
    seed_stream(work[PLAYER], key, 0, CHOICE_SALT)
    foresee(t, game, 0, key, work, masks, totals, depth, samples, desk)
    return favourite(totals, masks[0], work[PLAYER])


@driver
def play_greedy(
    t: Tables,
    blank: States,
    game: States,
    work: States,
    masks: ByteRows,
    totals: Doubles,
    desks: Desks,
    which: IntRows,
    deals: Ints,
    seed: int,
    salt: int,
    depth: int,
    samples: int,
    scores: DoubleRows,
    ranks: IntRows,
    rewards: DoubleRows,
    decisions: Ints,
    lo: int,
    hi: int,
) -> None:
    """Play the games of [lo, hi): game g is deal deals[g], its seat p plays with the weights t[which[g, p]].

    Every decision draws from a stream of its own, as in a match of agents: (seed, deal, salt, moves so far).
    """
    s = game[0]
    for g in range(lo, hi):
        deal(t[0], blank, game, 0, seed, deals[g], 0)
        name = hash_name(ZERO, seed, deals[g], salt)
        while s.over == RUNNING:
            legal(t[0], s, masks[0])
            key = mix(u64(u64(name ^ u64(s.moves)) + GOLDEN))
            action = choose(t[which[g, s.seat]], game, key, work, masks, totals, depth, samples, desks[0])
            move(t[0], s, action)
            decisions[g] += 1
        score(t[0], s, scores[g], ranks[g])
        pay(WIN, scores[g], ranks[g], rewards[g])


@driver
def gather(
    t: Tables,
    blank: States,
    game: States,
    chance: States,
    work: States,
    masks: ByteRows,
    totals: Doubles,
    desks: Desks,
    deals: Ints,
    seed: int,
    stray: int,
    each: int,
    kept: States,
    count: Ints,
    scores: DoubleRows,
    ranks: IntRows,
    rewards: DoubleRows,
    lo: int,
    hi: int,
) -> None:
    """Play games with the weights t[0], and keep up to `each` positions of every one, all equally likely.

    `stray` of a hundred decisions are random, so that also what a greedy player avoids is seen.
    """
    s = game[0]
    for g in range(lo, hi):
        deal(t[0], blank, game, 0, seed, deals[g], 0)
        seed_stream(chance[0], seed, deals[g], STRAY_SALT)
        name = hash_name(ZERO, seed, deals[g], 0)
        while s.over == RUNNING:
            place = count[g]
            if place >= each:
                place = np.int64(below(chance[0], count[g] + 1))
            if place < each:
                kept[g * each + place] = s
            count[g] += 1
            legal(t[0], s, masks[0])
            if below(chance[0], PERCENT) < stray:
                action = random_legal(chance[0], masks[0])
            else:
                key = mix(u64(u64(name ^ u64(s.moves)) + GOLDEN))
                action = choose(t[0], game, key, work, masks, totals, 1, 1, desks[0])
            move(t[0], s, action)
        score(t[0], s, scores[g], ranks[g])
        pay(WIN, scores[g], ranks[g], rewards[g])


@driver
def evaluate_rows(t: Tables, states: States, values: DoubleRows, lo: int, hi: int) -> None:
    """How every seat stands in the games of [lo, hi) by the weights of every row of t.

    Row r of `values` is of t[r]; game by game, and in a game seat by seat.
    """
    for r in range(len(t)):
        for i in range(lo, hi):
            n = states[i].num_players
            for seat in range(n):
                values[r, i * n + seat] = evaluate(t[r], states[i], seat)


COMPILED = (play_greedy, gather, evaluate_rows)


@dataclass
class Games:
    """Results, a row a game."""

    scores: np.ndarray  # (games, players)
    ranks: np.ndarray  # places from 0
    rewards: np.ndarray  # "win"
    decisions: np.ndarray  # (games,)


@dataclass
class Sample:
    """Positions of games at tables of one size, and what each seat was paid in the end."""

    states: np.ndarray
    results: np.ndarray  # (positions, players)
    scores: np.ndarray  # (games, players)


@dataclass(frozen=True)
class Engine:
    """A game with its options and cards, ready to be played with many weights."""

    game: Game
    content: Content
    options: Mapping[str, int]
    depth: int = DEPTH
    samples: int = SAMPLES

    def tables(self, weights: Sequence[np.ndarray] | np.ndarray) -> np.ndarray:
        """The tables with a row for each set of weights."""
        return np.concatenate([self.game.weigh(self.content, each).tables for each in weights])

    def play(
        self, weights: Sequence[np.ndarray] | np.ndarray, which: np.ndarray, deals: np.ndarray,
        seed: int, salt: int = 0,
    ) -> Games:  # fmt: skip
        """Games of greedy players: row by row the deal and, seat by seat, the number of the weights."""
        tables = self.tables(weights)
        which, deals = np.ascontiguousarray(which, np.int64), np.ascontiguousarray(deals, np.int64)
        if which.size and not 0 <= which.min() <= which.max() < len(tables):
            raise ValueError(f"there are {len(tables)} sets of weights, not {which.max() + 1}")
        players = which.shape[1]
        found, run = self._results(len(which), players), self.game.bound(play_greedy)
        desk, game = GreedyDesk(self.game), np.zeros(1, self.game.state)
        blank = self.game.blank(players, self.options)
        for g in range(len(which)):
            check_wanted()
            run(
                tables, blank, game, desk.work, desk.masks, desk.totals,
                desk.record, which, deals, as_int64(seed), as_int64(salt), self.depth, self.samples,
                found.scores, found.ranks, found.rewards, found.decisions, g, g + 1,
            )  # fmt: skip
        return found

    def sample(
        self, weights: np.ndarray, players: int, deals: np.ndarray, seed: int, each: int, stray: int
    ) -> Sample:
        """Positions of greedy games, some of whose decisions are random, seen by every seat."""
        tables, found = self.tables([weights]), self._results(len(deals), players)
        kept, count = np.zeros(len(deals) * each, self.game.state), np.zeros(len(deals), np.int64)
        desk, game = GreedyDesk(self.game), np.zeros(1, self.game.state)
        chance, run = np.zeros(1, self.game.state), self.game.bound(gather)
        deals = np.ascontiguousarray(deals, np.int64)
        blank = self.game.blank(players, self.options)
        for g in range(len(deals)):
            check_wanted()
            run(
                tables, blank, game, chance, desk.work, desk.masks,
                desk.totals, desk.record, deals, as_int64(seed), stray, each, kept, count,
                found.scores, found.ranks, found.rewards, g, g + 1,
            )  # fmt: skip
        rows = np.flatnonzero(np.arange(len(kept)) % each < np.repeat(np.minimum(count, each), each))
        return Sample(kept[rows], found.rewards[rows // each], found.scores)

    def evaluate(self, weights: Sequence[np.ndarray] | np.ndarray, states: np.ndarray) -> np.ndarray:
        """(weights, positions, players): the evaluation of every position by every set of weights."""
        tables, players = self.tables(weights), int(states["num_players"][0])
        values = np.zeros((len(tables), len(states) * players))
        self.game.bound(evaluate_rows)(tables, states, values, 0, len(states))
        return values.reshape(len(tables), len(states), players)

    def _results(self, games: int, players: int) -> Games:
        rows = games, players
        return Games(np.zeros(rows), np.zeros(rows, np.int64), np.zeros(rows), np.zeros(games, np.int64))


def join(samples: Sequence[Sample]) -> Sample:
    """Samples of one table size as one."""
    names = [each.name for each in fields(Sample)]
    return Sample(*(np.concatenate([getattr(each, name) for each in samples]) for name in names))
