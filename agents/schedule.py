"""Who plays whom: line-ups of agents, their seatings, and the deals that every one of them plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

import numpy as np

MOST_ORDERS = 24  # a line-up with more orders than this takes those of a Williams square


@dataclass(frozen=True)
class Schedule:
    """All games of an arena: each of its deals is played once by every seating.

    Game g is deal g // len(seatings) in the seating g % len(seatings); a seating is the agent of each seat.
    """

    agents: int
    players: int
    deals: int

    @cached_property
    def seatings(self) -> np.ndarray:
        """(seatings, players): the agent of each seat."""
        return np.array([order for lineup in lineups(self.agents, self.players) for order in orders(lineup)])

    @property
    def games(self) -> int:
        """The number of games."""
        return self.deals * len(self.seatings)

    def deal(self, games: np.ndarray | int) -> np.ndarray:
        """The deals of games."""
        return np.asarray(games) // len(self.seatings)

    def seating(self, games: np.ndarray | int) -> np.ndarray:
        """The numbers of the games' seatings."""
        return np.asarray(games) % len(self.seatings)

    def seats(self, games: np.ndarray | int) -> np.ndarray:
        """(games, players): the agents of the games' seats."""
        return self.seatings[self.seating(games)]


@dataclass(frozen=True)
class Seated(Schedule):
    """The games of one seating: each deal is played once."""

    order: tuple[int, ...]  # the agent of each seat

    @cached_property
    def seatings(self) -> np.ndarray:
        """(1, players): the agent of each seat."""
        return np.array([self.order])


@dataclass(frozen=True)
class Alone(Schedule):
    """The first of two agents alone among the other: in every seat of each deal once."""

    @cached_property
    def seatings(self) -> np.ndarray:
        """(players, players): 0 in one seat, 1 in all others."""
        return 1 - np.eye(self.players, dtype=np.int64)


def schedule_for(agents: int, players: int, games: int, alone: bool = False) -> Schedule:
    """The smallest schedule of at least so many games."""
    kind = Alone if alone else Schedule
    return kind(agents, players, -(-games // len(kind(agents, players, 0).seatings)))


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
