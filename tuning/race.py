"""A race of players against one agent, on the same deals: those that are certainly worse drop out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from astrarium.agents.base import make_agent
from astrarium.agents.standings import Estimate, share_estimate
from astrarium.core.arguments import finite, whole

from .alone import Met, Table

FEWEST = 4  # deals before anybody drops out
WORSE = 2.0  # standard errors behind the best, on the same deals, that are too many
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

    def met(self) -> Met:
        """Its games."""
        return Met(np.array(self.wins), np.array(self.leads), np.array(self.seconds))

    def share(self, players: int) -> Estimate:
        """Its share of the wins."""
        return share_estimate(players * np.array(self.wins), np.full(len(self.wins), players))


@dataclass
class Race:
    """Where a race is. Everything here goes into the checkpoint."""

    entries: list[Entry]
    seed: int

    @classmethod
    def of(cls, specs: Sequence[str], seed: int) -> Race:
        """A race that has not begun."""
        return cls([Entry(spec) for spec in specs], seed)

    @classmethod
    def of_json(cls, found: dict[str, Any]) -> Race:
        """From a checkpoint."""
        entries = [Entry(**each) for each in found["entries"]]
        for entry in entries:
            if not isinstance(entry.spec, str) or not isinstance(entry.left, str):
                raise ValueError(f"expected a text, got {entry.spec!r} and {entry.left!r}")
            for value in (*entry.wins, *entry.leads):
                finite(value, entry.spec)
            finite(entry.seconds, entry.spec, 0)
            if len(entry.wins) != len(entry.leads):
                raise ValueError(f"{entry.spec} has other deals among its wins than among its leads")
        if not entries:
            raise ValueError("nobody is in its race")
        return cls(entries, whole(found["seed"], "seed"))

    def json(self) -> dict[str, Any]:
        """For a checkpoint."""
        return asdict(self)

    @property
    def running(self) -> list[Entry]:
        """Those that are still in it."""
        return [entry for entry in self.entries if not entry.left]

    @property
    def done(self) -> bool:
        """Whether it is decided."""
        return len(self.running) < 2

    @property
    def order(self) -> list[Entry]:
        """The best first; those that are still in it before the others."""
        means = {
            entry.spec: rewards.mean() if len(rewards) else -np.inf for entry, rewards in self._rewards()
        }
        return sorted(self.entries, key=lambda entry: (bool(entry.left), -means[entry.spec]))

    @property
    def best(self) -> Entry:
        """The one that did best."""
        return self.order[0]

    def _rewards(self) -> list[tuple[Entry, np.ndarray]]:
        """What each got on each deal."""
        leads = np.concatenate([entry.leads for entry in self.entries])
        margin = max(LEAST_MARGIN, float(np.sqrt(np.mean(leads**2)))) if len(leads) else 1.0
        return [(entry, entry.met().rewards(MIX, margin)) for entry in self.entries]

    def advance(self, table: Table, most_seconds: float) -> int:
        """Play one deal with all that are in the race; the number of games.

        Those of whom a game takes longer than `most_seconds` drop out, as long as another is left.
        """
        entries = self.running
        agents = [make_agent(each.spec, table.game, table.content, table.threads) for each in entries]
        self._take(entries, table.play(agents, max(len(each.wins) for each in entries), 1, self.seed))
        slow = [each for each in entries if each.seconds > most_seconds]
        for entry in sorted(slow, key=lambda each: -each.seconds)[: len(entries) - 1]:
            entry.left = f"too slow for this budget: {entry.seconds:.1f} s a game"
        self._drop()
        return len(entries) * table.header.players

    def _take(self, entries: Sequence[Entry], met: Met) -> None:
        for k, entry in enumerate(entries):
            games = len(entry.wins)
            entry.wins += met.wins[:, k].tolist()
            entry.leads += met.leads[:, k].tolist()
            entry.seconds += (float(met.seconds[k]) - entry.seconds) / (games + 1)

    def _drop(self) -> None:
        """Those that are behind the best by more than chance, on the same deals."""
        best = self.best
        rewards = {entry.spec: found for entry, found in self._rewards()}
        for entry in self.running:
            behind = rewards[best.spec] - rewards[entry.spec]
            if entry is best or len(behind) < FEWEST:
                continue
            if behind.mean() > WORSE * behind.std(ddof=1) / np.sqrt(len(behind)):
                entry.left = f"dropped after {len(behind)} deals"
