"""A race of players against one agent, on the same deals: the weaker half drops out again and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from astrarium.agents.base import make_agent
from astrarium.agents.standings import Estimate, share_estimate

from .alone import Met, Table

FIRST_DEALS = 4  # before the first half drops out; then twice as many
MIX = 0.5  # share of the reward that is won or lost; the rest is the lead in score
LEAST_MARGIN = 1e-6


@dataclass
class Entry:
    """A player in a race."""

    spec: str
    wins: list[float] = field(default_factory=list)  # by deal, in the mean of the seats
    leads: list[float] = field(default_factory=list)
    seconds: float = 0.0  # of a game
    left: str = ""  # why it is not in the race any more

    def share(self, players: int) -> Estimate:
        """Its share of the wins."""
        return share_estimate(players * np.array(self.wins), np.full(len(self.wins), players))


@dataclass
class Race:
    """Where a race is. Everything here goes into the checkpoint."""

    entries: list[Entry]
    seed: int
    round: int = 0
    deals: int = 0  # of this round
    done: bool = False

    @classmethod
    def of(cls, specs: Sequence[str], seed: int) -> Race:
        """A race that has not begun."""
        return cls([Entry(spec) for spec in specs], seed, done=len(specs) < 2)

    @classmethod
    def of_json(cls, found: dict[str, Any]) -> Race:
        """From a checkpoint."""
        return cls(**{**found, "entries": [Entry(**each) for each in found["entries"]]})

    def json(self) -> dict[str, Any]:
        """For a checkpoint."""
        return asdict(self)

    @property
    def running(self) -> list[Entry]:
        """Those that are still in it."""
        return [entry for entry in self.entries if not entry.left]

    @property
    def order(self) -> list[Entry]:
        """The best first; those that are still in it before the others."""
        margin = self._margin
        return sorted(self.entries, key=lambda entry: (bool(entry.left), -_reward(entry, margin)))

    @property
    def best(self) -> Entry:
        """The one that did best."""
        return self.order[0]

    @property
    def _margin(self) -> float:
        leads = np.concatenate([entry.leads for entry in self.entries])
        return max(LEAST_MARGIN, float(np.sqrt(np.mean(leads**2)))) if len(leads) else 1.0

    def advance(
        self, table: Table, most_seconds: float, told: Callable[[int], None] = lambda games: None
    ) -> int:
        """Play one deal with all that are in the race; the number of games.

        Those of whom a game takes longer than `most_seconds` drop out, as long as another is left.
        """
        entries, players = self.running, table.header.players
        agents = [make_agent(each.spec, table.game, table.content, table.threads) for each in entries]
        self._take(entries, table.play(agents, max(len(each.wins) for each in entries), 1, self.seed, told))
        slow = [each for each in entries if each.seconds > most_seconds]
        for entry in sorted(slow, key=lambda each: -each.seconds)[: len(entries) - 1]:
            entry.left = f"too slow for this budget: {entry.seconds:.1f} s a game"
        self.deals += 1
        if self.deals >= FIRST_DEALS << self.round:
            self._halve()
        self.done = len(self.running) < 2
        return len(entries) * players

    def _take(self, entries: Sequence[Entry], met: Met) -> None:
        for k, entry in enumerate(entries):
            games = len(entry.wins)
            entry.wins += met.wins[:, k].tolist()
            entry.leads += met.leads[:, k].tolist()
            entry.seconds += (float(met.seconds[k]) - entry.seconds) / (games + 1)

    def _halve(self) -> None:
        order = [entry for entry in self.order if not entry.left]
        for entry in order[(len(order) + 1) // 2 :]:
            entry.left = f"dropped after {len(entry.wins)} deals"
        self.round, self.deals = self.round + 1, 0


def _reward(entry: Entry, margin: float) -> float:
    met = Met(np.array(entry.wins), np.array(entry.leads), np.zeros(1))
    return float(met.rewards(MIX, margin).mean()) if entry.wins else -np.inf
