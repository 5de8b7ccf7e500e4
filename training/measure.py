"""How a policy fares: games on given deals, until there are enough or the time is up.

A figure is a share of wins of a policy that sits alone among opponents of one kind, in every seat of each
deal once. Fair is one over the number of players, and the most possible is 100 %.

Which of two policies is better is found by a sequential test (agents/sprt.py): both play the same deals in
every seating, at every number of players in turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from astrarium.agents import Agent, make_agent
from astrarium.agents.match import Ended, Match, play_on
from astrarium.agents.schedule import Schedule, Seated, schedule_for
from astrarium.agents.sprt import HIGH, Sprt, accepted, estimate, log_ratio, share_of
from astrarium.agents.standings import Estimate, share_estimate
from astrarium.agents.workers import Threads, Workers
from astrarium.core import Game
from astrarium.core.records import header_of

from .budget import Left
from .scaling import Options, one_each

NOBODY = "nobody"  # whom a policy meets at a table of one seat
MOST_DEALS = 64  # played at once
TEST_DEALS = 8  # of a sequential test between two looks at the clock
PAIR = Sprt(45, 55)  # is the later policy better, or the earlier one
GROWTH = 4  # a group of deals is at most so many times the largest one before
FLAT = 1 / 4  # of what a group of one takes: what every further deal takes, before more is known
MARGIN = 1.2  # on what a group is expected to take
Told = Callable[[float], None]  # the share that is done


class Pace:
    """How long groups of deals take: every round of decisions costs something, whatever the group's size."""

    def __init__(self) -> None:
        self._known: dict[int, float] = {}  # seconds of the last group of each size

    def note(self, size: int, seconds: float) -> None:
        """A group took so long."""
        self._known[size] = seconds

    def fitting(self, seconds: float) -> int:
        """The deals of the largest group that is expected to end in time; 1 if nothing is known."""
        if not self._known:
            return 1
        *_, last = sorted(self._known)
        slope = FLAT * self._known[last] / last
        if len(self._known) > 1:
            first = min(self._known)
            slope = max(slope / 4, (self._known[last] - self._known[first]) / (last - first))
        more = seconds / MARGIN - self._known[last]
        return min(GROWTH * last, last + int(more // slope) if slope > 0 else GROWTH * last)


@dataclass(frozen=True)
class Figure:
    """A share of wins, and of what it is."""

    players: int
    opponent: str
    games: int
    share: tuple[float, float, float]  # mean, low and high of the 95 % interval
    variant: str = ""  # of the game: what sets it apart from the others that are measured

    @property
    def seats(self) -> str:
        """The number of players, and the variant if there are several."""
        return f"{self.players}, {self.variant}" if self.variant else str(self.players)

    @property
    def fair(self) -> float:
        """What it would be among equals."""
        return 1 / self.players

    def text(self) -> str:
        """The share with its interval."""
        mean, low, high = self.share
        return f"{100 * mean:.0f} % ({100 * low:.0f}-{100 * high:.0f})"

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {**asdict(self), "share": [round(x, 6) for x in self.share]}


@dataclass(frozen=True)
class Choice:
    """How a policy fared against the best one before it."""

    better: bool  # it is the best one now
    decided: bool  # by the test; else by who won more
    share: float  # of the wins, between the two
    games: int

    def text(self) -> str:
        """In words."""
        if not self.games:
            return f"no time for a test: {'the later one' if self.better else 'the tested one stays'}"
        said = f"{'won' if self.better else 'lost'}, {100 * self.share:.0f} % of {self.games} games"
        return said if self.decided else f"{said}, undecided"


@dataclass(frozen=True)
class Measure:
    """What the games of all measurements have in common."""

    game: Game
    content: str | None
    options: dict[str, int]
    workers: Workers | None = None
    threads: int = 1

    def _match(self, agents: Sequence[Agent], schedule: Schedule, seed: int) -> Match:
        header = header_of(self.game, schedule.players, self.options, self.content)
        return Match(
            self.game, self.game.content(self.content), header, seed, schedule, agents,
            least=4 * self.threads,
        )  # fmt: skip

    def figure(
        self,
        agent: Agent,
        opponent: str,
        players: int,
        games: int,
        seed: int,
        left: Left,
        told: Told,
        variant: str = "",
        pace: Pace | None = None,
    ) -> Figure | None:
        """An agent alone among opponents; None if there was no time for a single deal.

        `pace` is what earlier figures of the same took.
        """
        if players == 1:
            schedule: Schedule = Seated(1, 1, games, order=(0,))
            agents = [agent]
        else:
            schedule = schedule_for(2, players, games, alone=True)
            other = make_agent(opponent, self.game, self.content, self.threads)
            agents = [agent, other]
        match, wins = self._match(agents, schedule, seed), list[float]()
        for deals in played(match, self.workers, left, pace=pace):
            wins += [_won(deal, schedule) for deal in deals]
            told(len(wins) / schedule.deals)
        if not wins:
            return None
        seatings = len(schedule.seatings)
        counts = np.full(len(wins), seatings)
        share = share_estimate(np.array(wins), counts)
        return Figure(players, opponent, int(counts.sum()), bounded(share), variant)

    def choose(
        self,
        later: Agent,
        best: Agent,
        players: Sequence[int],
        games: int,
        seed: int,
        left: Left,
        told: Told,
        options: Options = None,
    ) -> Choice:
        """Whether the later policy is better, by the test; undecided, if it won no less.

        `options` are of the tables, one after the other, if they are not the same for all.
        """
        tables = zip(players, one_each(options or self.options, players), strict=True)
        parts = [
            replace(self, options=chosen)._shares([later, best], count, games // len(players), seed, left)
            for count, chosen in tables
        ]
        seatings = min(len(_pair_schedule(count, 1).seatings) for count in players)
        total = squares = 0.0
        deals = done = 0
        decided = None
        while parts and decided is None:
            for part in list(parts):
                shares = next(part, None)
                if shares is None:
                    parts.remove(part)
                    continue
                for share, number in shares:
                    deals, done, total, squares = deals + 1, done + number, total + share, squares + share**2
                    decided = accepted(PAIR, deals, float(log_ratio(PAIR, deals, total, squares, seatings)))
                    if decided is not None:
                        break
                told(min(1.0, done / games))
                if decided is not None:
                    break
        if not deals:
            return Choice(True, False, 0.5, 0)
        share = estimate(PAIR, decided, deals, total, squares, seatings).mean
        better = share >= 0.5 if decided is None else decided == HIGH
        return Choice(better, decided is not None, share, done)

    def _shares(
        self, pair: Sequence[Agent], players: int, games: int, seed: int, left: Left
    ) -> Iterator[list[tuple[float, int]]]:
        """The first one's share of the wins of each deal, and the deal's games, some deals at a time."""
        schedule = _pair_schedule(players, games)
        match = self._match(pair, schedule, seed)
        for deals in played(match, self.workers, left, TEST_DEALS):
            yield [(_lead(deal, schedule), len(deal)) for deal in deals]


def _pair_schedule(players: int, games: int) -> Schedule:
    return schedule_for(2, players, max(1, games))


def played(
    match: Match,
    workers: Workers | None,
    left: Left,
    most: int = MOST_DEALS,
    pace: Pace | None = None,
) -> Iterator[list[list[Ended]]]:
    """The deals of a match in their order, some at a time, as long as the next ones fit into the time left.

    Deals that do not end in time are dropped together, short games and long ones.
    """
    seatings, done, pace = len(match.schedule.seatings), 0, pace or Pace()
    if left() <= 0:
        return
    match.warm()
    while done < match.schedule.deals:
        size = min(pace.fitting(left()) if np.isfinite(left()) else most, most, match.schedule.deals - done)
        if size < 1 or left() <= 0:
            return
        before, ended = left(), list[Ended]()
        if isinstance(workers, Threads):  # we hear of their games when many have ended
            match.until = time.monotonic() + before
        numbers = range(done * seatings, (done + size) * seatings)
        for more in match.play(numbers) if workers is None else play_on(workers, match, numbers, parts=1):
            ended += more
            if left() <= 0:
                break
        if np.isfinite(before):
            pace.note(size, max(0.0, before - left()))  # at least, if it is given up
        if len(ended) < len(numbers):
            return
        ended.sort(key=lambda each: each[0])
        yield [ended[k * seatings : (k + 1) * seatings] for k in range(size)]
        done += size


def bounded(share: Estimate) -> tuple[float, float, float]:
    """As plain numbers; a single deal gives no interval: the share may be anything."""
    low, high = np.nan_to_num(share.low, nan=0.0), np.nan_to_num(share.high, nan=1.0)
    return float(share.mean), float(low), float(high)


def _won(deal: Sequence[Ended], schedule: Schedule) -> float:
    """The games of a deal that the first agent won; tied winners share."""
    total = 0.0
    for number, record in deal:
        first = np.array(record.ranks) == 0
        own = schedule.seats(number) == 0
        total += float((first & own).sum() / max(1, first.sum()))
    return total


def _lead(deal: Sequence[Ended], schedule: Schedule) -> float:
    """The first agent's share of a deal's wins, 0.5 for equals; alone at the table, of the better result."""
    if schedule.players > 1:
        ranks = np.array([record.ranks for _, record in deal])
        first = np.array([schedule.seats(number) for number, _ in deal]) == 0
        return float(share_of(ranks, first).mean())
    own, other = ((-record.ranks[0], record.scores[0]) for _, record in deal)
    return 0.5 + 0.5 * float((own > other) - (own < other))
