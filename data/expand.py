"""From records to decisions: games are played again, many in a compiled call, and every decision is noted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.drivers import NUM_ACTIONS, REWARDS, deal, legal, move, observe, pay, score
from astrarium.core.jit import (
    ByteRows,
    Bytes,
    DoubleRows,
    IntRows,
    Ints,
    ShortRows,
    SingleRows,
    States,
    Tables,
    driver,
)
from astrarium.core.records import Columns, RecordError, replay, resolve
from astrarium.core.state import RUNNING


@driver
def expand(
    t: Tables,
    blank: States,
    state: States,
    seed: Ints,
    index: Ints,
    episode: Ints,
    starts: Ints,
    actions: Ints,
    obs: ShortRows,
    mask: ByteRows,
    seat: Bytes,
    over: Bytes,
    scores: DoubleRows,
    ranks: IntRows,
    rewards: SingleRows,
    last: ShortRows,
    mode: int,
) -> int:
    """Play the games again, and write what the acting seat saw before every decision, and how games ended.

    The decisions of game k are the rows starts[k] - starts[0] and on; what its seats see of its end are the
    rows of `last` from k times the number of seats on. Returns -1, or the first game with an
    action that is not legal or comes after its end.
    """
    row = 0
    s = state[0]
    for k in range(len(seed)):
        deal(t[0], blank, state, 0, seed[k], index[k], episode[k])
        for at in range(starts[k], starts[k + 1]):
            a = actions[at]
            if s.over != RUNNING or a < 0 or a >= NUM_ACTIONS:
                return k
            legal(t[0], s, mask[row])
            if mask[row, a] == 0:
                return k
            seat[row] = s.seat
            observe(t[0], s, s.seat, obs[row])
            move(t[0], s, a)
            row += 1
        over[k] = s.over
        score(t[0], s, scores[k], ranks[k])
        pay(mode, scores[k], ranks[k], rewards[k])
        players = scores.shape[1]
        for own in range(players):
            observe(t[0], s, own, last[k * players + own])
    return -1


@dataclass(frozen=True)
class Decisions:
    """Decisions, one a row."""

    observation: np.ndarray  # (n, features) int16: what the acting seat knew
    mask: np.ndarray  # (n, actions) int8: 1 where legal
    action: np.ndarray  # (n,) int64
    seat: np.ndarray  # (n,) int8: who decided
    return_to_go: (
        np.ndarray
    )  # (n,) float32: its reward at the end, discounted by its own decisions until then
    score: np.ndarray  # (n,) float32: its score at the end
    rank: np.ndarray  # (n,) int8: its place at the end, 0 is best
    reward: np.ndarray  # (n,) float32: what it was paid after this decision, before its next one
    done: np.ndarray  # (n,) bool: it had no later decision in the game
    game: np.ndarray  # (n,) int64: number of the game in the dataset
    move: np.ndarray  # (n,) int32: decisions of the game before this one

    def __len__(self) -> int:
        return len(self.action)

    def rows(self, chosen: Any) -> Decisions:
        """Some of them."""
        return Decisions(*(array[chosen] for array in self.arrays().values()))

    def put(self, chosen: Any, others: Decisions) -> None:
        """Overwrite some of them."""
        for array, new in zip(self.arrays().values(), others.arrays().values(), strict=True):
            array[chosen] = new

    def arrays(self) -> dict[str, np.ndarray]:
        """By name, in order."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def joined(parts: list[Decisions]) -> Decisions:
    """One after the other."""
    if len(parts) == 1:
        return parts[0]
    columns = zip(*(part.arrays().values() for part in parts), strict=True)
    return Decisions(*(np.concatenate(column) for column in columns))


def empty(game: Game, n: int) -> Decisions:
    """Room for so many decisions."""
    return Decisions(
        np.zeros((n, game.observation.size), np.int16),
        np.zeros((n, game.num_actions), np.int8),
        np.zeros(n, np.int64),
        np.zeros(n, np.int8),
        np.zeros(n, np.float32),
        np.zeros(n, np.float32),
        np.zeros(n, np.int8),
        np.zeros(n, np.float32),
        np.zeros(n, np.bool_),
        np.zeros(n, np.int64),
        np.zeros(n, np.int32),
    )


class Expander:
    """Turns games of one set-up into their decisions."""

    def __init__(self, game: Game, content: Content, gamma: float = 1.0) -> None:
        if not 0 <= gamma <= 1:
            raise ValueError(f"gamma is a number from 0 to 1, not {gamma}")
        self.game, self.content, self.gamma = game, content, gamma

    @classmethod
    def of(cls, columns: Columns, content: Any = None, gamma: float = 1.0) -> Expander:
        """For the set-up of these games; refused where the cards or the rules are others."""
        return cls(*resolve(columns.record(0), content), gamma)

    def __call__(self, columns: Columns, chosen: np.ndarray, first: int = 0) -> Decisions:
        """The decisions of the chosen games, one game after the other; `first` is the file's first game."""
        return self.whole(columns, chosen, first)[0]

    def whole(self, columns: Columns, chosen: np.ndarray, first: int = 0) -> tuple[Decisions, np.ndarray]:
        """The same, and what each seat sees of the ends: (games, players, features)."""
        game, header = self.game, columns.header
        lengths = columns.moves[chosen].astype(np.int64)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        taken = [columns.actions[columns.starts[k] : columns.starts[k + 1]] for k in chosen]
        found = empty(game, int(starts[-1]))
        found.action[:] = np.concatenate(taken)
        n, players = len(chosen), header.players
        over, scores = np.zeros(n, np.int8), np.zeros((n, players))
        ranks, rewards = np.zeros((n, players), np.int64), np.zeros((n, players), np.float32)
        last = np.zeros((n * players, game.observation.size), np.int16)
        bad = game.bound(expand)(
            self.content.tables,
            game.blank(players, header.options),
            np.zeros(1, game.state),
            *(np.ascontiguousarray(each[chosen]) for each in (columns.seed, columns.index, columns.episode)),
            starts,
            found.action,
            found.observation,
            found.mask,
            found.seat,
            over,
            scores,
            ranks,
            rewards,
            last,
            REWARDS[header.reward],
        )
        told = (columns.over[chosen], columns.scores[chosen], columns.ranks[chosen])
        if bad < 0:
            same = (over == told[0]) & (scores == told[1]).all(axis=1) & (ranks == told[2]).all(axis=1)
            bad = -1 if same.all() else int(np.argmin(same))
        if bad >= 0:
            record = columns.record(int(chosen[bad]))
            replay(record, self.content)  # says what is wrong with it
            raise RecordError(f"{record}: the record does not lead to the end it tells")
        game_of = np.repeat(np.arange(n), lengths)
        found.game[:] = first + chosen[game_of]
        found.move[:] = np.arange(len(found)) - starts[game_of]
        found.return_to_go[:] = rewards[game_of, found.seat]
        found.score[:] = scores[game_of, found.seat]
        found.rank[:] = ranks[game_of, found.seat]
        later = later_decisions(found.game, found.seat)
        found.done[:] = later == 0
        found.reward[:] = np.where(found.done, found.return_to_go, 0)
        if self.gamma != 1:
            found.return_to_go[:] *= self.gamma**later
        return found, last.reshape(n, players, -1)


def later_decisions(game: np.ndarray, seat: np.ndarray) -> np.ndarray:
    """How many decisions the same seat takes later in the same game; rows are game after game."""
    order = np.lexsort((np.arange(len(seat)), seat, game))[::-1]
    sorted_game, sorted_seat = game[order], seat[order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (sorted_game[1:] != sorted_game[:-1]) | (sorted_seat[1:] != sorted_seat[:-1])
    at = np.arange(len(order))
    later = np.zeros(len(order), np.int64)
    later[order] = at - np.maximum.accumulate(np.where(new, at, 0))
    return later


def in_parts(columns: Columns, order: np.ndarray, decisions: int) -> Iterator[np.ndarray]:
    """Games of a file in parts of about so many decisions."""
    ends = np.cumsum(columns.moves[order].astype(np.int64)) // max(1, decisions)
    yield from np.split(order, np.flatnonzero(np.diff(ends)) + 1)
