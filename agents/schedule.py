"""Who plays whom: line-ups of agents, their seatings, and the deals that every one of them plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, permutations
from math import gcd

import numpy as np

ALL, LATIN, RANDOM = "all", "latin", "random"
SEATINGS = (LATIN, ALL, RANDOM)  # ways to seat a line-up; the first unless told otherwise
MOST_ORDERS = 24  # a line-up with more orders than this takes those of a Williams square


@dataclass(frozen=True)
class Schedule:
    """All games of an arena.

    The seatings are taken in turns, `a_deal` of them for each deal: game g is deal g // a_deal in the seating
    g % len(seatings). A seating is the agent of each seat.

    `all`: every deal in every seating. `latin`: every deal in a Latin square of each line-up, so that each
    agent has each seat once. Where two squares are needed to balance who follows whom, deals take them in
    turns; with more agents than seats each deal is one line-up's, so that there are as many deals as can be.
    `random`: every deal in one seating, drawn so that all are taken equally often.
    """

    agents: int
    players: int
    deals: int
    kind: str = LATIN

    @cached_property
    def seatings(self) -> np.ndarray:
        """(seatings, players): the agent of each seat."""
        found = lineups(self.agents, self.players)
        if self.kind == LATIN:
            squares = [latin_squares(lineup) for lineup in found]
            most = max(len(each) for each in squares)
            return np.array([row for k in range(most) for each in squares for row in each[k % len(each)]])
        return np.array([order for lineup in found for order in orders(lineup)])

    @cached_property
    def a_deal(self) -> int:
        """The games of a deal."""
        if self.kind == LATIN:
            found = lineups(self.agents, self.players)
            chosen = found[:1] if self.agents > self.players > 1 else found
            return sum(len(latin_squares(lineup)[0]) for lineup in chosen)
        return 1 if self.kind == RANDOM else len(self.seatings)

    @property
    def a_round(self) -> int:
        """The games after which every agent has sat in every seat as often as any other."""
        if self.kind == LATIN and self.agents > self.players > 1:
            return self.a_deal * len(lineups(self.agents, self.players))
        return self.a_deal

    @property
    def games(self) -> int:
        """The number of games."""
        return self.deals * self.a_deal

    def deal(self, games: np.ndarray | int) -> np.ndarray:
        """The deals of games."""
        return np.asarray(games) // self.a_deal

    def seating(self, games: np.ndarray | int) -> np.ndarray:
        """The numbers of the games' seatings."""
        return seating_of(games, len(self.seatings), self.kind == RANDOM)

    def seats(self, games: np.ndarray | int) -> np.ndarray:
        """(games, players): the agents of the games' seats."""
        return self.seatings[self.seating(games)]


@dataclass(frozen=True)
class Seated(Schedule):
    """Each deal is played once, in one order of the agents, or in those that turning it by a seat gives."""

    order: tuple[int, ...] = ()  # the agent of each seat
    turn: bool = False

    @cached_property
    def seatings(self) -> np.ndarray:
        """(seatings, players): the agent of each seat."""
        turns = [self.order[k:] + self.order[:k] for k in range(len(self.order) if self.turn else 1)]
        return np.array(list(dict.fromkeys(turns)))

    @cached_property
    def a_deal(self) -> int:
        """One game a deal."""
        return 1


@dataclass(frozen=True)
class Alone(Schedule):
    """Each agent but the last alone among copies of the last: in every seat of each deal once."""

    kind: str = ALL

    @cached_property
    def seatings(self) -> np.ndarray:
        """(seatings, players): one agent in one seat, the last agent in all others."""
        own = np.eye(self.players, dtype=np.bool_)
        return np.concatenate([np.where(own, agent, self.agents - 1) for agent in range(self.agents - 1)])


def schedule_for(
    agents: int, players: int, games: int, alone: bool = False, seatings: str = LATIN
) -> Schedule:
    """The smallest schedule of at least so many games."""
    if seatings not in SEATINGS:
        raise ValueError(f"seatings are one of {', '.join(SEATINGS)}, not {seatings!r}")
    if seatings == RANDOM and players == 1:
        raise ValueError("with one seat agents are compared on the same deals: seatings cannot be random")
    if alone and seatings != LATIN:
        raise ValueError(f"one agent alone sits in every seat of each deal: seatings cannot be {seatings}")
    one = Alone(agents, players, 1) if alone else Schedule(agents, players, 1, seatings)
    rounds = -(-games // one.a_round)
    return replace(one, deals=rounds * one.a_round // one.a_deal)


def seating_of(games: np.ndarray | int, seatings: int, drawn: bool = False) -> np.ndarray:
    """The numbers of the games' seatings: one after the other, or in an order that is drawn in each turn."""
    turn, place = np.divmod(np.asarray(games), seatings)
    if not drawn:
        return place
    orders = {each: np.random.default_rng(int(each)).permutation(seatings) for each in np.unique(turn)}
    found = [orders[t][p] for t, p in zip(turn.flat, place.flat, strict=True)]
    return np.array(found, np.int64).reshape(place.shape)


def lineups(agents: int, players: int) -> list[tuple[int, ...]]:
    """Line-ups in which every agent sits as often as any other, and meets the others as often.

    With at least as many agents as seats: every choice of different agents. With fewer: all agents the same
    number of times, and every choice of them for the seats that are left.
    """
    whole, left = divmod(players, agents)
    return [tuple(sorted([*range(agents)] * whole + [*more])) for more in combinations(range(agents), left)]


def orders(lineup: Sequence[int]) -> list[tuple[int, ...]]:
    """The seatings of a line-up: each agent is in each seat equally often.

    All different orders while they are few; otherwise those of a Williams square, in which also every seat of
    the line-up follows every other equally often.
    """
    if number_of_orders(lineup) <= MOST_ORDERS:
        return sorted(set(permutations(lineup)))
    return [tuple(lineup[k] for k in row) for row in williams(len(lineup))]


def latin_squares(lineup: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """The seatings of a line-up as one Latin square or two, without needless repetitions.

    Each agent is in each seat equally often in a square, and follows every other equally often in all.
    """
    n = len(lineup)
    rows = [tuple(lineup[k] for k in row) for row in williams(n)]
    squares = [_thinned(rows[k : k + n]) for k in range(0, len(rows), n)]
    return squares[:1] if len({frozenset(Counter(each).items()) for each in squares}) == 1 else squares


def _thinned(rows: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Rows that all occur a multiple of some number of times, that many times less."""
    counts = Counter(rows)
    common = gcd(*counts.values())
    return [row for row, count in counts.items() for _ in range(count // common)]


def number_of_orders(lineup: Sequence[int]) -> int:
    """How many different orders a line-up has."""
    count, seen = 1, dict.fromkeys(lineup, 0)
    for k, agent in enumerate(lineup, 1):
        seen[agent] += 1
        count = count * k // seen[agent]
    return count


def williams(n: int) -> list[tuple[int, ...]]:
    """A Latin square (for odd n: two) in which every entry follows every other equally often."""
    zigzag = [(k + 1) // 2 if k % 2 else (n - k // 2) % n for k in range(n)]
    rows = [tuple((entry + shift) % n for entry in zigzag) for shift in range(n)]
    return rows if n % 2 == 0 else rows + [row[::-1] for row in rows]
