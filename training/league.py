"""The league: whom the learner meets. Fixed baselines, the policy as it is now, and frozen past selves.

Past selves are met the more often the harder they are to beat. Who sits in a seat is drawn when a game begins
and stays until it ends. All policies of the league decide in one compiled call.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from astrarium.agents import Agent, Follows, Positions, decision_keys, make_agent
from astrarium.agents.policy import Policy
from astrarium.agents.ppo import Panel
from astrarium.agents.workers import Distant, Workers
from astrarium.core import Content, Game
from astrarium.core.following import Past
from astrarium.core.vector_env import Turn

SELF = "self"
FADE = 0.99  # what a result counts after the next one
EVEN = 0.5  # the share with which a record begins
LEAST = 0.05  # so much weight even the easiest past self has


@dataclass
class Record:
    """How the learner fares against a member: recent results count most."""

    games: int = 0
    share: float = EVEN

    def note(self, result: float) -> None:
        """A game: 1 if the learner was placed before the member, 0.5 for the same place, 0 behind it."""
        self.games += 1
        step = max(1 - FADE, 1 / (self.games + 1))
        self.share += step * (result - self.share)


@dataclass
class Member:
    """Somebody in the league: a baseline by its spec, the learner itself, or one of its past selves."""

    name: str
    record: Record
    policy: Policy | None = None
    retired: bool = False  # takes no seat any more, and leaves when its last game ends


def _hardness(member: Member) -> float:
    return 0.0 if member.retired else (1 - member.record.share) ** 2 + LEAST


class League:
    """Draws the opponents of every game, and lets them decide.

    `baselines` gives the share of opponents that are a certain agent; `past` the share of past selves, once
    there are any; the others are the learner as it is now. `workers` decide for the baselines, if given.
    """

    def __init__(
        self,
        game: Game,
        content: Content,
        baselines: dict[str, float],
        past: float = 0.3,
        size: int = 8,
        seed: int = 0,
        temperature: float = 1.0,
        workers: Workers | None = None,
    ) -> None:
        self.game, self.content = game, content
        self.shares, self.past_share, self.size, self.temperature = dict(baselines), past, size, temperature
        self.rng = np.random.default_rng(seed)
        self.baselines = [Member(spec, Record()) for spec in baselines]
        self.agents: list[Agent] = [make_agent(spec, game, content) for spec in baselines]
        if workers is not None:
            self.agents = [
                agent if isinstance(agent, Follows) else Distant(agent, game, content, workers)
                for agent in self.agents
            ]
        self.myself = Member(SELF, Record())
        self.past: list[Member] = []
        self.frozen = 0  # selves so far
        self.seconds = 0.0  # that its members took to decide
        self._panel: Panel | None = None

    @property
    def members(self) -> list[Member]:
        """Baselines, the learner itself, past selves: a member's number is its place here."""
        return [*self.baselines, self.myself, *self.past]

    def update(self, policy: Policy) -> None:
        """The learner plays like this from now on."""
        self.myself.policy = policy
        known = [policy, *(member.policy for member in self.past if member.policy is not None)]
        self._panel = Panel(self.game, self.content, known, [self.temperature] * len(known))

    def freeze(self) -> None:
        """The learner as it is now becomes a past self; if there are too many, the easiest one retires."""
        if self.myself.policy is None:
            raise ValueError("the learner has no policy yet")
        active = [member for member in self.past if not member.retired]
        if len(active) >= self.size:
            max(active, key=lambda member: member.record.share).retired = True
        self.frozen += 1
        self.past.append(Member(f"past {self.frozen}", Record(), self.myself.policy))
        self.update(self.myself.policy)

    def leave(self, seatings: Sequence[Seating]) -> None:
        """Retired members whose last game has ended leave; the later ones move up."""
        first = len(self.baselines) + 1
        for k in range(len(self.past) - 1, -1, -1):
            if self.past[k].retired and not any((seating.who == first + k).any() for seating in seatings):
                del self.past[k]
                for seating in seatings:
                    seating.who[seating.who > first + k] -= 1

    def chances(self) -> np.ndarray:
        """With which probability each member takes a seat of a new game."""
        given = list(self.shares.values())
        past = self.past_share if self.past else 0.0
        hard = np.array([_hardness(member) for member in self.past])
        weights = past * hard / hard.sum() if self.past else hard
        return np.array([*given, max(0.0, 1 - sum(given) - past), *weights])

    def draw(self, shape: tuple[int, ...]) -> np.ndarray:
        """Numbers of members."""
        chances = self.chances()
        return self.rng.choice(len(chances), size=shape, p=chances / chances.sum())

    def act(self, turn: Turn, masks: np.ndarray, who: np.ndarray) -> np.ndarray:
        """Actions of the members `who` for decisions that wait."""
        started = time.perf_counter()
        batch, rows = turn.batch, turn.index
        keys = decision_keys(batch.seed, batch.first_index + rows, turn.episode, batch.moves[rows])
        actions = np.zeros(len(rows), np.int64)
        fixed = len(self.baselines)
        learnt = np.flatnonzero(who >= fixed)
        if len(learnt):
            if self._panel is None:
                raise ValueError("the league has no policy yet")
            actions[learnt] = self._panel.act(
                batch._states, rows[learnt], who[learnt] - fixed, masks[learnt], keys[learnt]
            )
        for k in range(fixed):
            own = np.flatnonzero(who == k)
            if len(own):
                pasts = None if turn.pasts is None else [turn.pasts[i] for i in own]
                states, seats = batch._states[rows[own]], turn.seats[own]
                positions = Positions(
                    self.game, self.content, states, masks[own], seats, keys[own], pasts, sound=True
                )
                actions[own] = self.agents[k].act(positions)
        self.seconds += time.perf_counter() - started
        return actions

    def note(self, who: int, result: float) -> None:
        """A result of the learner against a member."""
        self.members[who].record.note(result)

    def standing(self) -> dict[str, Any]:
        """All but the policies, as plain values."""
        return {
            "frozen": self.frozen,
            "rng": self.rng.bit_generator.state,
            "members": [[m.name, m.record.games, m.record.share, m.retired] for m in self.members],
        }

    def restore(self, standing: dict[str, Any], past: Sequence[Policy], current: Policy) -> None:
        """Go back to a standing, with the policies of the past selves and of the learner."""
        self.frozen = standing["frozen"]
        self.rng.bit_generator.state = standing["rng"]
        names = [name for name, *_ in standing["members"]]
        fixed = [member.name for member in self.baselines]
        if names[: len(fixed) + 1] != [*fixed, SELF] or len(names) != len(fixed) + 1 + len(past):
            raise ValueError(f"the league was of {', '.join(names)}: other baselines, or selves are missing")
        self.past = [
            Member(name, Record(), policy) for name, policy in zip(names[len(fixed) + 1 :], past, strict=True)
        ]
        for member, (_, games, share, retired) in zip(self.members, standing["members"], strict=True):
            member.record, member.retired = Record(games, share), retired
        self.update(current)


class Seating:
    """Who sits where at the tables of one batch: the batch's opponents."""

    def __init__(self, league: League, tables: int, players: int) -> None:
        self.league = league
        self.who = np.zeros((tables, players), np.int64)  # member of each seat
        self.episode = np.full(tables, -1, np.int64)  # the game that it was drawn for

    @property
    def follows(self) -> bool:
        """Whether a baseline follows whole games."""
        return any(isinstance(agent, Follows) for agent in self.league.agents)

    def ended(self, past: Past, states: np.ndarray) -> None:
        """A game is over."""
        for agent in self.league.agents:
            if isinstance(agent, Follows):
                agent.ended(past, states)

    def __call__(self, turn: Turn, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Actions for the waiting decisions."""
        rows = turn.index
        fresh = rows[self.episode[rows] != turn.episode]
        if len(fresh):
            self.who[fresh] = self.league.draw((len(fresh), self.who.shape[1]))
            self.episode[fresh] = turn.batch.episode[fresh]
        return self.league.act(turn, masks, self.who[rows, turn.seats])

    def members_of(self, table: int, episode: int) -> np.ndarray | None:
        """Who sat at a table in a game; None if no opponent had a decision in it."""
        return self.who[table] if self.episode[table] == episode else None

    def clear(self, table: int) -> None:
        """The game at a table has ended."""
        self.who[table] = 0
