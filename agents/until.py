"""An arena that plays until its intervals are narrow enough.

    run_arena(game, ["ismcts:100", "greedy"], 20_000, players=2, until=2)

Deals are looked at in the order of their numbers, with nothing missing: neither threads nor short games
change where it stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .schedule import Schedule
from .standings import FEW_DEALS, share_estimate, shares

LOOKS = 20  # a part of the deals so far is played before the next look


@dataclass(frozen=True)
class Width:
    """How wide the widest interval is by now."""

    deals: int
    games: int
    half: float  # of a share of 1; nan before the first look
    wanted: float

    def words(self) -> str:
        """In few words."""
        now = "" if np.isnan(self.half) else f"±{self.half:.1%}, "
        return f"{self.deals:,} deals, {now}until ±{self.wanted:.1%}"


class Narrow:
    """An arena in progress: takes games in any order, and looks at whole rounds of deals."""

    def __init__(self, percent: float, schedule: Schedule, agents: int) -> None:
        if not 0 < percent < 50:
            raise ValueError(f"the width of an interval is between 0 and 50 %, not {percent:g}")
        self.wanted, self.schedule, self.agents = percent / 100, schedule, agents
        self.decided: str | None = None
        self.deals = 0
        self._half = float("nan")
        self._next = max(FEW_DEALS, self._round)
        self._ahead: dict[int, dict[int, np.ndarray]] = {}  # by deal: each agent's wins and seats, by game
        self._sums: list[np.ndarray] = []  # (2, agents) a deal

    @property
    def _round(self) -> int:
        return self.schedule.a_round // self.schedule.a_deal

    @property
    def games(self) -> int:
        """The games of the deals that were looked at."""
        return self.deals * self.schedule.a_deal

    def add(self, number: int, ranks: Sequence[int]) -> None:
        """Take a game that has ended. Games after the last look do not count."""
        if self.decided is not None:
            return
        seats, wins = self.schedule.seats(number), shares(np.array([ranks]))[0]
        counted = np.array([np.bincount(seats, wins, self.agents), np.bincount(seats, minlength=self.agents)])
        self._ahead.setdefault(int(self.schedule.deal(number)), {})[number] = counted
        while self.decided is None and len(self._ahead.get(self.deals, ())) == self.schedule.a_deal:
            games = self._ahead.pop(self.deals)
            self._sums.append(sum(games[each] for each in sorted(games)))  # type: ignore[arg-type]
            self.deals += 1
            if self.deals >= self._next and self.deals % self._round == 0:
                self._look()

    def _look(self) -> None:
        wins, counts = np.array(self._sums).transpose(1, 2, 0)
        found = [share_estimate(*each) for each in zip(wins, counts, strict=True)]
        self._half = max((each.high - each.low) / 2 for each in found)
        self._next = self.deals + max(1, self.deals // LOOKS)
        if self._half <= self.wanted:
            self.decided = "narrow"

    def stand(self) -> Width:
        """How it stands."""
        return Width(self.deals, self.games, self._half, self.wanted)

    def json(self) -> dict[str, Any]:
        """How it ended, for a file."""
        return {"until": self.wanted, "reached": self.decided is not None, "games": self.games}
