"""Agents that play alone among copies of another, each on the same deals in every seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from astrarium.agents.base import Agent
from astrarium.agents.faults import placed
from astrarium.agents.match import Match
from astrarium.agents.schedule import Alone
from astrarium.core import Content, Game
from astrarium.core.records import Header, Record


@dataclass(frozen=True)
class Met:
    """What each agent got on each deal, in the mean of its seats."""

    wins: np.ndarray  # (deals, agents): share of the wins
    leads: np.ndarray  # (deals, agents): score beyond the mean of the others
    seconds: np.ndarray  # (agents,): of a game, by the clock of its decisions and of those that it met

    def rewards(self, mix: float, margin: float) -> np.ndarray:
        """(deals, agents), -1 to 1: wins, and leads in units of `margin`, in shares `mix` and the rest."""
        return mix * (2 * self.wins - 1) + (1 - mix) * np.tanh(self.leads / margin)


@dataclass(frozen=True)
class Table:
    """Where they play: a game, its options and cards, and the agent that has all other seats."""

    game: Game
    content: Content
    header: Header
    host: Agent
    threads: int = 1

    def play(
        self,
        agents: Sequence[Agent],
        first: int,
        deals: int,
        seed: int,
        told: Callable[[int], None] = lambda games: None,
    ) -> Met:
        """Games of agents on the deals from `first` on; `told` hears how many have ended."""
        players = self.header.players
        schedule = Alone(len(agents) + 1, players, deals)
        match = Match(
            self.game, self.content, self.header, seed, schedule, [*agents, self.host], 4 * self.threads
        )
        size = schedule.a_deal
        ended: dict[int, Record] = {}
        for more in match.play(range(first * size, (first + deals) * size)):
            ended.update(more)
            told(len(ended))
        wins, leads = np.zeros((2, deals, len(agents), players))
        for number, record in ended.items():
            agent, seat = divmod(number % size, players)
            at = number // size - first, agent, seat
            ranks = placed(number, record.ranks, match.effort)
            wins[at] = (ranks[seat] == 0) / ranks.count(0)
            others = [score for k, score in enumerate(record.scores) if k != seat]
            leads[at] = record.scores[seat] - np.mean(others)
        own = np.array([each.seconds for each in match.effort])
        games = deals * players
        return Met(wins.mean(axis=2), leads.mean(axis=2), own[:-1] / games + own[-1] / games / len(agents))
