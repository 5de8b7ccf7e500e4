"""Games of agents against agents, many at once: an agent gets all its positions in one call."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import numpy as np

from astrarium.core import Game, drivers
from astrarium.core.arguments import whole_numbers
from astrarium.core.batch import IllegalAction
from astrarium.core.drivers import NUM_ACTIONS, deal, legal, move
from astrarium.core.following import Past
from astrarium.core.jit import ByteRows, Ints, ShortRows, States, Tables, driver
from astrarium.core.records import Header, Record, RecordError, header_of, play_records
from astrarium.core.rng import as_int64
from astrarium.core.state import RUNNING
from astrarium.core.tables import Content

from .base import Agent, Follows, Positions, decision_keys, make_agent
from .faults import Effort
from .schedule import Schedule, Seated
from .workers import Workers, check_wanted, chunks

MOST_AT_ONCE = 1024  # games in progress
MOST_A_PART = 64  # games a task for workers
QUICK, SLOW = 0.05, 0.5  # seconds of a round of decisions: below, more games at once; above, fewer


@driver
def begin(
    t: Tables, blank: States, states: States, mask: ByteRows, rows: Ints, deals: Ints, seed: int
) -> None:
    """Deal anew: row rows[k] becomes game deals[k] of the seed."""
    for k in range(len(rows)):
        i = rows[k]
        deal(t[0], blank, states, i, seed, deals[k] - i, 0)
        legal(t[0], states[i], mask[i])


@driver
def decide(t: Tables, states: States, mask: ByteRows, log: ShortRows, rows: Ints, actions: Ints) -> int:
    """Apply and note one action a row; -1, or the first k with an illegal one: then nothing is applied."""
    for k in range(len(rows)):
        a = actions[k]
        if a < 0 or a >= NUM_ACTIONS or mask[rows[k], a] == 0:
            return k
    for k in range(len(rows)):
        i = rows[k]
        log[i, states[i].moves] = actions[k]
        move(t[0], states[i], actions[k])
        legal(t[0], states[i], mask[i])
    return -1


Ended = tuple[int, Record]  # a game's number and record


@dataclass
class Match:
    """The games of a schedule in progress.

    A game is named by its deal and by the agents in its seats: neither the other games, nor how many are in
    progress at once, nor an interruption change a decision of it.
    """

    game: Game
    content: Content
    header: Header
    seed: int
    schedule: Schedule
    agents: Sequence[Agent]
    least: int = 8  # games in progress
    most: int = MOST_AT_ONCE
    until: float = math.inf  # by time.monotonic: games that go on for longer are given up
    effort: list[Effort] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.effort = self.effort or [Effort() for _ in self.agents]
        self._blank = self.game.blank(self.header.players, self.header.options)
        self._salts = np.array([self._salt(seating) for seating in self.schedule.seatings])
        self._number = np.zeros(0, np.int64)
        self._followers = [agent for agent in self.agents if isinstance(agent, Follows)]
        self._pasts: dict[int, Past] = {}  # by row, if an agent follows whole games
        self._grow(self.least)

    def _salt(self, seating: Iterable[int]) -> int:
        """The number of a seating among random streams; it comes from the specs alone."""
        names = "\0".join(self.agents[agent].spec for agent in seating)
        return int.from_bytes(blake2b(names.encode(), digest_size=7).digest(), "big")

    def _grow(self, rows: int) -> None:
        more = rows - len(self._number)
        if len(self._number) == 0:
            self._states = np.zeros(0, self.game.state)
            self._mask = np.zeros((0, self.game.num_actions), np.int8)
            self._log = np.zeros((0, self.game.max_moves), np.int16)
        self._number = np.concatenate([self._number, np.full(more, -1, np.int64)])  # of the game, -1 = none
        self._states = np.concatenate([self._states, np.zeros(more, self.game.state)])
        self._mask = np.concatenate([self._mask, np.zeros((more, self.game.num_actions), np.int8)])
        self._log = np.concatenate([self._log, np.zeros((more, self.game.max_moves), np.int16)])

    def play(
        self, games: Iterable[int], begun: Mapping[int, Sequence[int]] | None = None
    ) -> Iterator[list[Ended]]:
        """Play games; after every round of decisions, those that ended, with their numbers.

        `begun` holds the actions of games that were interrupted: they go on from there.
        """
        try:
            yield from self._play(iter(games), begun or {})
        finally:
            for agent in self._followers:
                agent.close()

    def _play(self, waiting: Iterator[int], begun: Mapping[int, Sequence[int]]) -> Iterator[list[Ended]]:
        wanted = min(self.least, self.most)
        while time.monotonic() < self.until:
            self._fill(waiting, wanted, begun)
            live = np.flatnonzero(self._number >= 0)
            if len(live) == 0:
                return
            took = self._decide(live[self._states["over"][live] == RUNNING])
            ended = live[self._states["over"][live] != RUNNING]
            yield [self._finish(row) for row in ended]
            if took < QUICK and len(live) >= wanted:
                wanted = min(2 * wanted, self.most)
            elif took > SLOW:
                wanted = max(wanted // 2, min(self.least, self.most))

    def warm(self) -> None:
        """Compile what is missing, and let every agent decide once: neither counts as its time."""
        self.game.compile([begin, decide, drivers.replay, drivers.legal_one, drivers.score_one])
        if self._followers:
            self.game.compile([drivers.tell_one, drivers.step_one, drivers.determinize_one])
        rows, states = np.zeros(1, np.int64), np.zeros(1, self.game.state)
        mask = np.zeros((1, self.game.num_actions), np.int8)
        self.game.bound(begin)(
            self.content.tables, self._blank, states, mask, rows, rows, as_int64(self.seed)
        )
        if mask.any():
            positions = Positions(
                self.game, self.content, states, mask, states["seat"], np.zeros(1, np.uint64), sound=True
            )
            for agent in self.agents:
                agent.act(positions)
                Effort().take(agent)

    def running(self) -> dict[int, list[int]]:
        """The actions so far of the games in progress."""
        rows = np.flatnonzero(self._number >= 0)
        return {int(self._number[row]): self._log[row, : self._states["moves"][row]].tolist() for row in rows}

    def _fill(self, waiting: Iterator[int], wanted: int, begun: Mapping[int, Sequence[int]]) -> None:
        """Deal as many new games as there should be."""
        room = wanted - int((self._number >= 0).sum())
        numbers = np.array(list(islice(waiting, max(room, 0))), np.int64)
        if len(numbers) == 0:
            return
        if wanted > len(self._number):
            self._grow(wanted)
        rows = np.flatnonzero(self._number < 0)[: len(numbers)]
        self._number[rows] = numbers
        deals = self.schedule.deal(numbers)
        tables = self.content.tables
        self.game.bound(begin)(
            tables, self._blank, self._states, self._mask, rows, deals, as_int64(self.seed)
        )
        for row, number in zip(rows.tolist(), numbers.tolist(), strict=True):
            if self._followers:
                salt = int(self._salts[int(self.schedule.seating(number))])
                stream = (self.seed, int(self.schedule.deal(number)), salt)
                self._pasts[row] = Past(stream, self._states[[row]], list(begun.get(number, ())))
            if number in begun:
                self._go_on(row, np.array(begun[number], np.int64))

    def _go_on(self, row: int, actions: np.ndarray) -> None:
        """Bring a game that was just dealt to where it was interrupted."""
        tables, mask = self.content.tables, self._mask[row]
        replay, count = self.game.bound(drivers.replay), len(actions)
        if count > self._log.shape[1] or replay(tables, self._states, mask, actions, count, row) < count:
            raise RecordError(
                f"game {self._number[row]} was noted as interrupted after actions that are not legal: "
                "remove running.json, and the games in progress begin anew"
            )
        self._log[row, : len(actions)] = actions
        self.game.bound(drivers.legal_one)(tables, self._states, row, mask)

    def _decide(self, rows: np.ndarray) -> float:
        """One decision in each of the rows; the seconds it took."""
        started = time.perf_counter()
        seatings = self.schedule.seating(self._number[rows])
        seats = self._states["seat"][rows]
        moves = self._states["moves"][rows]
        deals = self.schedule.deal(self._number[rows])
        keys = decision_keys(self.seed, deals, self._salts[seatings], moves)
        acting = self.schedule.seatings[seatings, seats]
        for agent in np.unique(acting):
            at = np.flatnonzero(acting == agent)
            own = rows[at]
            positions = Positions(
                self.game,
                self.content,
                self._states[own],
                self._mask[own],
                seats[at],
                keys[at],
                [self._pasts[row] for row in own.tolist()] if self._followers else None,
                sound=True,
            )
            before = time.perf_counter()
            actions = whole_numbers(self.agents[agent].act(positions), "the choices of an agent", len(own))
            self.effort[agent].seconds += time.perf_counter() - before
            self.effort[agent].decisions += len(own)
            self.effort[agent].take(self.agents[agent])
            self._apply(own, actions, self.agents[agent].spec)
        return time.perf_counter() - started

    def _apply(self, rows: np.ndarray, actions: np.ndarray, who: str) -> None:
        tables = self.content.tables
        bad = self.game.bound(decide)(tables, self._states, self._mask, self._log, rows, actions)
        if bad >= 0:
            row, action = rows[bad], int(actions[bad])
            known = 0 <= action < self.game.num_actions
            name = self.game.action_name(action, self.content) if known else "no such action"
            number, seat = int(self._number[row]), int(self._states["seat"][row])
            raise IllegalAction(number, seat, action, f"{name}, the choice of {who}")
        if self._followers:
            for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
                self._pasts[row].actions.append(action)

    def _finish(self, row: int) -> Ended:
        """The record of a game that ended, and room for another."""
        number = int(self._number[row])
        self._number[row] = -1
        if self._followers:
            past = self._pasts.pop(int(row))
            for agent, effort in zip(self.agents, self.effort, strict=True):
                if isinstance(agent, Follows):
                    effort.forfeits += [(number, seat) for seat in agent.ended(past, self._states[[row]])]
        players = self.header.players
        scores, ranks = np.zeros(players), np.zeros(players, np.int64)
        self.game.bound(drivers.score_one)(self.content.tables, self._states, int(row), scores, ranks)
        state = self._states[row]
        return number, Record(
            self.header,
            self.seed,
            int(self.schedule.deal(number)),
            0,
            int(state["over"]),
            tuple(scores.tolist()),
            tuple(ranks.tolist()),
            self._log[row, : state["moves"]].astype(np.int32),
        )


@dataclass(eq=False)
class Part:
    """A task for workers: some games of a match, by their numbers, with what is known of their actions."""

    match: Match
    warm_in: int = 0  # the process in which all is compiled

    def __call__(self, item: tuple[list[int], dict[int, list[int]]]) -> tuple[list[Ended], list[Effort]]:
        """The games, ended, and what their decisions took."""
        games, begun = item
        if self.warm_in != os.getpid():
            self.match.warm()
            self.warm_in = os.getpid()
        own = deepcopy(self.match)  # agents keep scratch arrays, so a thread needs its own
        own.effort = [Effort() for _ in own.agents]
        ended: list[Ended] = []
        for more in own.play(games, begun):
            check_wanted()
            ended += more
        return ended, own.effort


def play_on(
    workers: Workers,
    match: Match,
    games: Sequence[int],
    begun: Mapping[int, Sequence[int]] | None = None,
    parts: int = 4,
) -> Iterator[list[Ended]]:
    """Games of a match, played by workers: the same records as of `Match.play`, in any order.

    `parts` of them go to each worker: many share the work evenly, few take the fewest rounds of decisions.
    """
    size = min(MOST_A_PART, max(1, -(-len(games) // (parts * workers.size))))
    known = begun or {}
    items = ((part, {g: list(known[g]) for g in part if g in known}) for part in chunks(games, size))
    for _, (ended, effort) in workers.map(Part(match, os.getpid()), items):
        for total, more in zip(match.effort, effort, strict=True):
            total.add(more)
        yield ended


def play_seated(
    game: Game,
    specs: Sequence[str],
    n: int,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | None = None,
    threads: int = 1,
    turn: bool = False,
) -> Iterator[Record]:
    """n games with these agents, one a seat, in the order of their deals, whatever the threads.

    `turn`: from game to game every agent moves on by a seat. What is missing is compiled before this
    returns. Random agents alone play as `play_records` does.
    """
    check_seats(specs, game, num_players)
    if set(specs) == {"random"}:
        return play_records(game, n, num_players, seed, options, content, threads=threads)
    match = seated_match(game, specs, n, num_players, seed, options, content, threads, turn)
    match.warm()
    return _in_order(match.play(range(n)))


def check_seats(specs: Sequence[str], game: Game, num_players: int | None) -> None:
    """Refuse another number of agents than there are seats."""
    players = int(game.blank(num_players)["num_players"][0])
    if len(specs) != players:
        raise ValueError(f"one agent for each of the {players} seats is needed, not {len(specs)}")


def seated_match(
    game: Game,
    specs: Sequence[str],
    n: int,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | Content | None = None,
    threads: int = 1,
    turn: bool = False,
) -> Match:
    """n games with these agents, one a seat: game k is deal k."""
    check_seats(specs, game, num_players)
    header, cards = header_of(game, num_players, options, content), game.content(content)
    names = list(dict.fromkeys(specs))
    order = tuple(names.index(spec) for spec in specs)
    schedule = Seated(len(names), header.players, n, order=order, turn=turn)
    agents = [make_agent(name, game, cards, threads) for name in names]
    return Match(game, cards, header, seed, schedule, agents, least=4 * threads)


def _in_order(rounds: Iterable[list[Ended]]) -> Iterator[Record]:
    """Games by their numbers, from 0, as soon as all before them have ended."""
    kept: dict[int, Record] = {}
    number = 0
    for ended in rounds:
        kept.update(ended)
        while number in kept:
            yield kept.pop(number)
            number += 1
