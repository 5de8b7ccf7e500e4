"""Games at tables: who sits where, every state so far, and agents that think in the background."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from astrarium.agents import Follows, Positions
from astrarium.agents.review import REVIEWER, Judge, judge_of, make_reviewer
from astrarium.core import Batch, Content, Game, drivers
from astrarium.core.following import Past
from astrarium.core.questions import SILENT
from astrarium.core.records import Record, record_of, replay, resolve, unroll

from .errors import BadRequest
from .guide import PERSON, FirstGame
from .keeping import Keeper
from .pictures import as_array, redealt, score_sheet
from .sides import Side

GUEST = "guest"  # somebody at another browser, with a link to this one seat
IDLE = 20.0  # seconds without a look after which the agents of a table stop to think
SLICE = 0.25  # seconds that a table's agents think before others get their turn
BEAT = 0.1  # seconds from one position to the next while people play
# What moves and shows a game.
DRIVERS = (
    drivers.reset, drivers.present, drivers.advance, drivers.legal_one, drivers.step_one, drivers.observe_one,
    drivers.determinize_one, drivers.standings, drivers.score_one, unroll,
)  # fmt: skip
COMPILING = threading.Lock()
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Setup:
    """What is played, and by whom."""

    game: Game
    cards: Content
    content: str | None
    players: int
    options: Mapping[str, int]
    seed: int
    seats: tuple[str, ...]  # specs of agents, PERSON and GUEST

    @property
    def people(self) -> tuple[int, ...]:
        """The seats in which people play."""
        return tuple(seat for seat, spec in enumerate(self.seats) if spec in (PERSON, GUEST))

    @property
    def guests(self) -> tuple[int, ...]:
        """Those of them who come by a link of their own."""
        return tuple(seat for seat, spec in enumerate(self.seats) if spec == GUEST)


class Table:
    """One game, and the sides from which it is seen. What changes, changes under the lock; thinking happens
    outside of it.

    Whoever opened the table sees it from `home`, with the seats of people there; each guest has a side of the
    own, and a secret code that leads to it. Where agents think longer than the beat in which positions
    appear, the beat becomes twice as long, for good.
    """

    def __init__(
        self,
        setup: Setup,
        agents: Mapping[int, Any],
        record: Record | None = None,
        begun: Sequence[int] = (),
        name: str = "",
        guide: FirstGame | None = None,
        codes: Mapping[int, str] | None = None,
    ) -> None:
        self.id = name or secrets.token_urlsafe(9)
        self.setup, self.agents = setup, agents
        self.begun = begun  # decisions of a game that goes on where it was left
        self.replayed = record
        self.lock = threading.Lock()
        self.looked = time.monotonic()
        self.error = ""
        self.busy = False  # a job of the agents is running or waiting
        self.dropped = False
        self.states: list[Any] = []
        self.actions: list[int] = []
        self.beat, self.moved, self._rested = BEAT, 0.0, False
        self.silent = any(
            SILENT in (row.seen, *(answer.seen for answer in row.answers)) for row in setup.game.questions
        )
        self.guide = guide  # of a first game
        self._hints: list[int | None] = []  # the number of the hint at each state
        self.judging = threading.Lock()
        self._judging_by: Judge | None = None
        given = codes or {}
        self.next = ""  # the id of the game that the same people began when this one was over
        self.codes = {seat: given.get(seat) or secrets.token_urlsafe(18) for seat in setup.guests}
        self.home = Side(self, tuple(seat for seat in setup.people if seat not in setup.guests))
        self._guests = {seat: Side(self, (seat,)) for seat in setup.guests}

    @property
    def sides(self) -> list[Side]:
        """All sides from which it is seen."""
        return [self.home, *self._guests.values()]

    def side_of(self, seat: int) -> Side:
        """The side of a seat."""
        return self._guests.get(seat, self.home)

    # ---- playing

    def prepare(self) -> None:
        """Compile what is missing and deal, or bring back the states of a record."""
        with COMPILING:  # one game at a time: two would only wait for each other
            self.setup.game.compile(DRIVERS)
        if self.replayed is not None:
            self.lay(replay(self.replayed, self.setup.content), self.replayed.actions)
            return
        batch = self._batch
        with COMPILING:
            for agent in self.agents.values():
                agent.act(Positions.of_batch(batch))  # compiles, now
        states = [batch.states[0].copy()]
        for action in self.begun:
            batch.step([action])
            states.append(batch.states[0].copy())
        self.lay(states, self.begun)

    def lay(self, states: Iterable[Any], actions: Iterable[int] = ()) -> None:
        """Put a game on the table: all its states and decisions so far."""
        with self.lock:
            self._lay(states, actions)

    def _lay(self, states: Iterable[Any], actions: Iterable[int]) -> None:
        self.states = list(states)
        self.actions[:] = [int(action) for action in actions]  # agents follow this list
        self.moved = time.monotonic()
        for side in self.sides:
            side.lay()

    @cached_property
    def _batch(self) -> Batch:
        setup = self.setup
        return Batch(
            setup.game, 1, setup.players, setup.seed, setup.options, setup.content,
            auto_reset=False, observations=False,
        )  # fmt: skip

    @property
    def thinks(self) -> bool:
        """Whether an agent is to decide."""
        if self.error or not self.states or self.replayed is not None:
            return False
        return not self.states[-1]["over"] and int(self.states[-1]["seat"]) in self.agents

    def think(self) -> None:
        """Let agents decide for a while, as long as somebody looks."""
        end = time.monotonic() + SLICE
        if self._rested:
            self.moved, self._rested = time.monotonic(), False
        while self.thinks and not self.dropped:
            if time.monotonic() - self.looked > IDLE:
                self._rested = True
                return
            seat = int(self.states[-1]["seat"])
            at = Positions.of_batch(self._batch, self.setup.seed, pasts=[self._past])
            action = int(self.agents[seat].act(at)[0])
            with self.lock:
                self.apply(action)
            self.tell_end()
            if time.monotonic() > end:
                return

    @cached_property
    def _past(self) -> Past:
        """The game so far, for agents that follow whole games."""
        start = as_array(self.setup.game, self.states[0])
        return Past((self.setup.seed, 0, 0), start, self.actions)

    def tell_end(self) -> None:
        """Tell agents that follow whole games when it is over."""
        last = self.states[-1]
        for agent in self.agents.values() if last["over"] else ():
            if isinstance(agent, Follows):
                agent.ended(self._past, as_array(self.setup.game, last))
                agent.close()

    def legal(self, action: int) -> bool:
        """Whether the rules allow an action now."""
        return bool(self._batch.mask[0, action])

    def apply(self, action: int) -> None:
        """A decision, under the lock."""
        before = self.states[-1]
        self._batch.step([action])
        self.states.append(self._batch.states[0].copy())
        self.actions.append(action)
        for side in self.sides:
            side.add(before, action, self.states[-1])

    def take_back(self, kept: int) -> None:
        """Go back to the position after so many decisions, under the lock."""
        del self._hints[kept + 1 :]
        self._lay(self.states[: kept + 1], self.actions[:kept])
        back = self._batch.save()
        back.states[0] = self.states[-1]
        self._batch.load(back)

    def hints(self) -> dict[str, Any] | None:
        """The hints of a guided game up to now; `here` is the number of the one for this very position."""
        if self.guide is None:
            return None
        with self.lock:
            for state in self.states[len(self._hints) :]:
                told = [number for number in self._hints if number is not None]
                self._hints.append(self.guide.next(self.setup.cards, state, told))
            here, words = self._hints[-1], [hint.words for hint in self.guide.hints]
            told = [number for number in self._hints if number is not None]
        return {
            "told": [words[number] for number in told],
            "of": len(words),
            "here": here is not None,
        }

    def result(self) -> dict[str, Any]:
        """How a game ended that is over."""
        game, cards = self.setup.game, self.setup.cards
        players = self.setup.players
        found, ranks = np.zeros((1, players)), np.zeros((1, players), np.int64)
        states = redealt(game, cards, self.states[-1], None)
        game.bound(drivers.standings)(cards.tables, states, found, ranks, 0, 1)
        return {
            "over": int(self.states[-1]["over"]),
            "scores": found[0].tolist(),
            "ranks": ranks[0].tolist(),
            "sheet": self._sheet,
        }

    @cached_property
    def _sheet(self) -> list[dict[str, float]]:
        """The scores of a game that is over, by what they are for."""
        return score_sheet(self.setup.game, self.setup.cards, self.states, self.actions)

    def judge(self, record: Record) -> Judge:
        """Judges the decisions of the people at the table, or of everybody where only agents play."""
        if self._judging_by is None:
            game, cards = self.setup.game, self.setup.cards
            agent = make_reviewer(REVIEWER, game, cards)
            states = np.array(self.states, game.state)
            self._judging_by = judge_of(record, cards, states, agent, self.setup.people or None)
        return self._judging_by

    def whole(self) -> Record:
        """All decisions so far as a record."""
        setup = self.setup
        with self.lock:
            taken = list(self.actions)
        return record_of(
            setup.game, taken, setup.players, setup.seed, options=setup.options, content=setup.content
        )


def table_of(record: Record) -> Table:
    """The table of a record."""
    game, cards = resolve(record)
    header = record.header
    seats = ("",) * header.players  # a record does not say who played
    setup = Setup(game, cards, header.content, header.players, header.options, record.seed, seats)
    return Table(setup, {}, record)


class Tables:
    """The tables of a server: so many at most, the one that was looked at longest ago goes first."""

    def __init__(self, most: int = 12, threads: int = 2, keeper: Keeper | None = None) -> None:
        self.most, self.keeper = most, keeper
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(threads, "think")

    def add(self, table: Table) -> Table:
        """Open a table; its game begins in the background."""
        with self._lock:
            self._open[table.id] = table
            while len(self._open) > self.most:
                _, old = self._open.popitem(last=False)
                old.dropped = True
        self._pool.submit(self._begin, table)
        self.keep(table)
        return table

    def keep(self, table: Table) -> None:
        """Write a game down, if there is a folder for that and it is not one of a file."""
        if self.keeper is not None and table.replayed is None:
            try:
                self.keeper.keep(table)
            except OSError as error:
                log.error("the game %s cannot be kept: %s", table.id, error)

    def get(self, name: str) -> Table:
        """A table that somebody looks at; its agents go on if they had stopped."""
        with self._lock:
            table = self._open.get(name)
            if table is None:
                raise BadRequest(
                    f"this game is not open: the server keeps the {self.most} last looked at", 404
                )
            self._open.move_to_end(name)
        table.looked = time.monotonic()
        self.wake(table)
        return table

    def seats(self, code: str) -> dict[str, int]:
        """The tables that a code leads to, each with the seat there: the game to play first, those before it.

        After a rematch the same people have the same seats and links at two tables or more.
        """
        found: dict[str, int] = {}
        for table in sorted(self.all(), key=lambda table: bool(table.next)):
            for seat, known in table.codes.items():
                if secrets.compare_digest(known.encode(), code.encode(errors="replace")):
                    found[table.id] = seat
        return found

    def all(self) -> list[Table]:
        """The open tables, the one looked at last first."""
        with self._lock:
            return list(self._open.values())[::-1]

    def wake(self, table: Table) -> None:
        """Let a table's agents think if it is their turn."""
        with table.lock:
            idle = time.monotonic() - table.looked > IDLE
            if table.busy or not table.thinks or table.dropped or idle:
                return
            table.busy = True
        self._pool.submit(self._think, table)

    def close(self) -> None:
        """Stop all thinking."""
        with self._lock:
            for table in self._open.values():
                table.dropped = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self, table: Table) -> None:
        if table.dropped:
            return
        try:
            table.prepare()
        except Exception as error:
            self._fail(table, error)
        self.wake(table)

    def _think(self, table: Table) -> None:
        try:
            table.think()
        except Exception as error:
            self._fail(table, error)
        self.keep(table)
        with table.lock:
            table.busy = False
        self.wake(table)

    def _fail(self, table: Table, error: Exception) -> None:
        log.exception("the game %s of %s has stopped", table.id, table.setup.game.name)
        with table.lock:
            table.error = str(error) or type(error).__name__
