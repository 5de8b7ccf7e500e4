"""Games at tables: who sits where, every state so far, and agents that think in the background."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from astrarium.agents import Follows, Positions, decision_keys
from astrarium.agents.review import REVIEWER, Decision, Judge, judge_of, make_reviewer
from astrarium.core import Batch, Content, Game, drivers
from astrarium.core.following import Past
from astrarium.core.questions import OPEN, SILENT
from astrarium.core.records import Record, record_of, replay, resolve, unroll
from astrarium.core.transcript import Steps, Story
from astrarium.core.undo import lasting

from .errors import BadRequest
from .guide import PERSON, FirstGame
from .keeping import Keeper
from .opponents import title_of
from .pictures import Room, as_array, drawn, moves, redealt, score_sheet, scores, told
from .study import opinion, position
from .walks import ways

IDLE = 20.0  # seconds without a look after which the agents of a table stop to think
SLICE = 0.25  # seconds that a table's agents think before others get their turn
REVIEWED = 2.0  # seconds of a review in one answer
BEAT = 0.1  # seconds from one position to the next while people play
MOST_FRAMES = 12  # pictures in one answer
MOST_TOLD = 60  # decisions told in one answer
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
    seats: tuple[str, ...]  # specs of agents, and PERSON

    @property
    def people(self) -> tuple[int, ...]:
        """The seats in which somebody at the page plays."""
        return tuple(seat for seat, spec in enumerate(self.seats) if spec == PERSON)


class Table:
    """One game, from any side. What changes, changes under the lock; thinking happens outside of it.

    The page numbers the positions that the people at the table may see; `states` has all there are. While
    people play, positions appear in a steady beat: how long an agent thought, and whether in silence, would
    tell what it holds. Where thinking takes longer, the beat becomes twice as long, for good.
    """

    def __init__(
        self,
        setup: Setup,
        agents: Mapping[int, Any],
        record: Record | None = None,
        begun: Sequence[int] = (),
        name: str = "",
        guide: FirstGame | None = None,
    ) -> None:
        self.id = name or secrets.token_urlsafe(9)
        self.setup, self.agents = setup, agents
        self._begun = begun  # decisions of a game that goes on where it was left
        self.replayed = record
        self.lock = threading.Lock()
        self.looked = time.monotonic()
        self.error = ""
        self.busy = False  # a job of the agents is running or waiting
        self.dropped = False
        self.undone = 0  # moves taken back so far
        self.states: list[Any] = []
        self.actions: list[int] = []
        self._steps = Steps(setup.game, setup.cards, setup.people or [None])
        self._due: list[float] = []  # when each of the steps may be seen
        self._beat, self._moved, self._rested = BEAT, 0.0, False
        self._silent = any(
            SILENT in (row.seen, *(answer.seen for answer in row.answers)) for row in setup.game.questions
        )
        self.guide = guide  # of a first game
        self._hints: list[int | None] = []  # the number of the hint at each state
        self._told: dict[int | None, dict[int, dict[str, Any]]] = {}
        self._scores: dict[int | None, list[list[float]]] = {}
        self._judging = threading.Lock()
        self._judging_by: Judge | None = None

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
        for action in self._begun:
            batch.step([action])
            states.append(batch.states[0].copy())
        self.lay(states, self._begun)

    def lay(self, states: Iterable[Any], actions: Iterable[int] = ()) -> None:
        """Put a game on the table: all its states and decisions so far."""
        with self.lock:
            self._lay(states, actions)

    def _lay(self, states: Iterable[Any], actions: Iterable[int]) -> None:
        self.states = list(states)
        self.actions[:] = [int(action) for action in actions]  # agents follow this list
        for k, action in enumerate(self.actions):
            self._steps.add(self.states[k], action, self.states[k + 1])
        self._moved = time.monotonic()
        self._due = [self._moved] * len(self._steps.shown)

    @cached_property
    def _batch(self) -> Batch:
        setup = self.setup
        return Batch(
            setup.game, 1, setup.players, setup.seed, setup.options, setup.content,
            auto_reset=False, observations=False,
        )  # fmt: skip

    @property
    def shown(self) -> list[int]:
        """The positions to be seen by now: how many decisions were made before each."""
        return self._steps.shown[: bisect_right(self._due, time.monotonic())]

    @property
    def count(self) -> int:
        """The number of the last position to be seen; 0 before there is one."""
        return max(len(self.shown) - 1, 0)

    @property
    def status(self) -> str:
        """What the table waits for, as far as it can be seen."""
        if self.error:
            return "failed"
        if not self._due:
            return "preparing"
        last = self.shown[-1]
        if self.replayed is not None or self.states[last]["over"]:
            return "over"
        mine = last == len(self.actions) and int(self.states[last]["seat"]) in self.setup.people
        return "person" if mine else "agent"

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
            self._moved, self._rested = time.monotonic(), False
        while self.thinks and not self.dropped:
            if time.monotonic() - self.looked > IDLE:
                self._rested = True
                return
            seat = int(self.states[-1]["seat"])
            at = Positions.of_batch(self._batch, self.setup.seed, pasts=[self._past])
            action = int(self.agents[seat].act(at)[0])
            with self.lock:
                self._apply(action)
            self._tell_end()
            if time.monotonic() > end:
                return

    @cached_property
    def _past(self) -> Past:
        """The game so far, for agents that follow whole games."""
        start = as_array(self.setup.game, self.states[0])
        return Past((self.setup.seed, 0, 0), start, self.actions)

    def _tell_end(self) -> None:
        """Tell agents that follow whole games when it is over."""
        last = self.states[-1]
        for agent in self.agents.values() if last["over"] else ():
            if isinstance(agent, Follows):
                agent.ended(self._past, as_array(self.setup.game, last))
                agent.close()

    def _require_turn(self, after: Any) -> None:
        """Refuse what somebody wants to do who does not know how the game stands."""
        if self.status != "person":
            raise BadRequest(
                {
                    "over": "the game is over",
                    "preparing": "the game is not ready yet",
                    "failed": f"the game has stopped: {self.error}",
                }.get(self.status, "it is not your turn"),
                409,
            )
        if after != self.count:
            raise BadRequest(
                f"the game has moved on: {self.count} decisions were made, not {str(after)[:20]}",
                409,
            )

    def move(self, action: Any, after: Any) -> None:
        """A person's move, the one that follows the first `after` decisions."""
        with self.lock:
            self._require_turn(after)
            if type(action) is not int or not 0 <= action < self.setup.game.num_actions:
                raise BadRequest(
                    f"an action is a whole number from 0 to {self.setup.game.num_actions - 1}, "
                    f"not {str(action)[:20]!r}"
                )
            if not self._batch.mask[0, action]:
                name = self.setup.game.action_name(action, self.setup.cards)
                raise BadRequest(f"the rules do not allow {name!r} now", 409)
            self._moved = time.monotonic()
            self._apply(action)
        self._tell_end()

    def asked(self) -> tuple[int, int] | None:
        """The seat that a person is asked in, and the number of the question; None if nobody is."""
        with self.lock:
            if self.status != "person":
                return None
            return int(self.states[-1]["seat"]), int(self.states[-1]["ask"])

    def undo(self, after: Any) -> None:
        """Take back the last move of the person who is to decide, or say why that cannot be."""
        with self.lock:
            self._require_turn(after)
            why = self._no_undo()
            if why:
                raise BadRequest(why, 409)
            kept = self._steps.shown[self.count - 1]
            states, actions = self.states[: kept + 1], self.actions[:kept]
            self.undone += 1
            self._told.clear()
            self._scores.clear()
            self._steps = Steps(self.setup.game, self.setup.cards, self.setup.people or [None])
            del self._hints[len(states) :]
            self._lay(states, actions)
            back = self._batch.save()
            back.states[0] = states[-1]
            self._batch.load(back)

    def _no_undo(self) -> str:
        """Why the last move of the person who is to decide cannot be taken back; "" if it can."""
        seat, count = int(self.states[-1]["seat"]), self.count
        if not count:
            return "There is no move to take back."
        by = self._actor(count - 1, seat)
        if by != seat:
            who = "Somebody else" if by is None else self.setup.game.seat_names[by]
            return f"{who} has decided since your last move."
        made = self._steps.shown[count - 1]
        return lasting(self.setup.game, self.setup.cards, self.states[made], self.actions[made], seat)

    def _apply(self, action: int) -> None:
        before = self.states[-1]
        self._batch.step([action])
        self.states.append(self._batch.states[0].copy())
        self.actions.append(action)
        self._steps.add(before, action, self.states[-1])
        for _ in self._steps.shown[len(self._due) :]:
            self._due.append(self._next_due(int(before["seat"])))

    def _next_due(self, mover: int) -> float:
        """When the next position may be seen: at once where nothing that is hidden has to do with it."""
        now = time.monotonic()
        if not self.setup.people or (mover in self.setup.people and not self._silent):
            return now
        last = max(self._due[-1], self._moved)
        while last + self._beat < now:
            self._beat *= 2
        return last + self._beat

    # ---- looking

    def views(self) -> list[int | None]:
        """The points of view that the page may have: people see their own seats until the game is over."""
        seats: list[int | None] = list(range(self.setup.players))
        if self.setup.people and self.status != "over":
            return list(self.setup.people)
        return [None, *seats]

    def check_view(self, view: int | None) -> int | None:
        """A point of view that is allowed."""
        if view not in self.views():
            raise BadRequest("this point of view is not open while you play", 403)
        return view

    def about(self) -> dict[str, Any]:
        """How the game stands, without anything that a view may not know."""
        setup, game = self.setup, self.setup.game
        with self.lock:
            status, count = self.status, self.count
            last = self.states[self.shown[-1]] if self.states else None
        secret = bool(setup.people) and status != "over"
        facts: dict[str, Any] = {
            "id": self.id,
            "game": game.name,
            "title": game.title,
            "seats": [
                {"name": game.seat_names[seat], "agent": spec, "title": title_of(spec)}
                for seat, spec in enumerate(setup.seats)
            ],
            "people": list(setup.people),
            "replay": self.replayed is not None,
            "guided": self.guide is not None,
            "options": dict(setup.options),
            "cards": setup.cards.name,
            "seed": None if secret else str(setup.seed),
            "moves": count,
            "undone": self.undone,
            "status": status,
            "error": self.error,
            "seat": None if last is None else self._to_act(count, status),
            "views": self.views(),
        }
        if status == "person":
            facts["since"] = self._since(count, facts["seat"])
        if status == "over" and last is not None:
            facts["result"] = self._result(last)
        if self.replayed is None:
            facts["wish"] = {
                "game": game.name,
                "players": setup.players,
                "seats": list(setup.seats),
                "options": dict(setup.options),
                "cards": setup.content,
            }
        return facts

    def _since(self, count: int, seat: int) -> int:
        """The first position that others brought about after the seat's last move."""
        at = count
        while at and self._actor(at - 1, seat) != seat:
            at -= 1
        return at + 1

    def _result(self, last: Any) -> dict[str, Any]:
        game, cards = self.setup.game, self.setup.cards
        players = self.setup.players
        found, ranks = np.zeros((1, players)), np.zeros((1, players), np.int64)
        states = redealt(game, cards, last, None)
        game.bound(drivers.standings)(cards.tables, states, found, ranks, 0, 1)
        return {
            "over": int(last["over"]),
            "scores": found[0].tolist(),
            "ranks": ranks[0].tolist(),
            "sheet": self._sheet,
        }

    @cached_property
    def _sheet(self) -> list[dict[str, float]]:
        """The scores of a game that is over, by what they are for."""
        return score_sheet(self.setup.game, self.setup.cards, self.states, self.actions)

    def frames(
        self, first: int, end: int, view: int | None, room: Room | None = None
    ) -> list[dict[str, Any]]:
        """Pictures after `first`, `first + 1` ... decisions, with who decided and who is to decide."""
        self.check_view(view)
        end = min(end, first + MOST_FRAMES)
        return [self._frame(at, view, room) for at in self._known(first, end)]

    def _known(self, first: int, end: int) -> range:
        if not self._due:
            raise BadRequest("the game is not ready yet", 409)
        count = self.count
        if not 0 <= first <= count:
            raise BadRequest(f"there are {count} decisions: none has the number {first}")
        return range(first, max(first, min(end, count + 1)))

    def _state(self, at: int) -> Any:
        return self.states[self._steps.shown[at]]

    def _frame(self, at: int, view: int | None, room: Room | None) -> dict[str, Any]:
        return {
            "at": at,
            **drawn(self.setup.game, self.setup.cards, self._state(at), view, room),
            "seat": self._actor(at, view),
            "by": self._actor(at - 1, view) if at else None,
        }

    def _actor(self, at: int, view: int | None) -> int | None:
        """Who is to decide in a position, as far as a view knows it."""
        state = self._state(at)
        return None if state["over"] else Story(self.setup.game, self.setup.cards, view).actor(state)

    def _to_act(self, at: int, status: str) -> int | None:
        """Who is to decide in a position, as far as the people at the table know it, or everybody."""
        known = (self._actor(at, view) for view in self.views())
        seat = next((seat for seat in known if seat is not None), None)
        return None if status == "agent" and seat in self.setup.people else seat  # a person has decided

    def story(self, first: int, end: int, view: int | None) -> list[dict[str, Any]]:
        """The decisions that led to the positions `first` to `end`, in words."""
        self.check_view(view)
        end = min(end, first + MOST_TOLD)
        return [{"at": at, **self._decision(at, view)} for at in self._known(first, end) if at]

    def _decision(self, at: int, view: int | None) -> dict[str, Any]:
        """The step that led to a position, told once for each view."""
        known = self._told.setdefault(view, {})
        if at not in known:
            story = Story(self.setup.game, self.setup.cards, view)
            made = range(*self._steps.shown[at - 1 : at + 1])
            known[at] = told(story, [(self.states[k], self.actions[k]) for k in made])
        return known[at]

    def scores(self, view: int | None) -> list[list[float]]:
        """The scores after every decision so far, as the view can reckon them."""
        self.check_view(view)
        if not self._due:
            return []
        known, shown = self._scores.get(view, []), self.shown
        fresh = [self.states[k] for k in shown[len(known) :]]
        if fresh:
            added = scores(self.setup.game, self.setup.cards, np.array(fresh, self.setup.game.state), view)
            self._scores[view] = known = known + added
        return known

    def moves(self, view: int | None) -> dict[str, Any]:
        """What the person is asked whose turn it is, and the legal moves; {} if it is not that view's."""
        with self.lock:
            if self.status != "person" or view != int(self.states[-1]["seat"]):
                return {}
            state, why = self.states[-1], self._no_undo()
        game, cards, seat = self.setup.game, self.setup.cards, int(state["seat"])
        asked = moves(game, cards, state, seat)
        return {**asked, "ways": ways(game, cards, state, seat), "undo": why, "hints": self._hints_so_far()}

    def _hints_so_far(self) -> dict[str, Any] | None:
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

    def study(self, at: int, view: int | None, agents: list[Any]) -> dict[str, Any]:
        """What agents would do in a position, as far as the view knows it."""
        self.check_view(view)
        state = self._state(self._known(at, at + 1)[0])
        if state["over"]:
            raise BadRequest("the game is over here: there is nothing to decide")
        here = self._position(at, view)
        return self._opinions(at, view, here, [opinion(agent, here) for agent in agents])

    def mover(self, at: int, view: int | None) -> str:
        """The spec of the agent whose decision led to a position, as far as the view may know it."""
        self.check_view(view)
        self._known(at, at + 1)
        if at == 0:
            raise BadRequest("no decision led here")
        seat = self._actor(at - 1, view)
        if seat is None:
            raise BadRequest("whose decision this was is not known here")
        if seat not in self.agents:
            raise BadRequest("only the moves of agents at this table can be explained")
        return self.setup.seats[seat]

    def explain(self, at: int, view: int | None, agent: Any) -> dict[str, Any]:
        """What the agent thought that made the decision before a position, as far as the view may know it.

        The agent is a fresh one of the same kind: the table's own may be thinking.
        """
        self.check_view(view)
        action = self.actions[self._steps.shown[at - 1]]
        story = Story(self.setup.game, self.setup.cards, view)
        open_ = story.sight(self._state(at - 1), action) == OPEN
        here = self._position(at - 1, view)
        return self._opinions(at - 1, view, here, [opinion(agent, here, action if open_ else None)])

    def _position(self, at: int, view: int | None) -> Positions:
        """A position with the key that the table's own agents have for it."""
        game, cards = self.setup.game, self.setup.cards
        seen = redealt(game, cards, self._state(at), view)
        if view is not None:
            seen["moves"] = at  # a seat does not know how many decisions there were
            return position(game, cards, seen, at)
        return position(
            game, cards, seen, int(decision_keys(self.setup.seed, 0, 0, int(seen["moves"][0]))[0])
        )

    @staticmethod
    def _opinions(
        at: int, view: int | None, here: Positions, opinions: list[dict[str, Any]]
    ) -> dict[str, Any]:
        seat = int(here.seat[0])
        return {"at": at, "seat": seat, "reckoned": view not in (None, seat), "opinions": opinions}

    def review(self, first: int) -> dict[str, Any]:
        """What decisions gave away, from the `first` one with a choice on, as far as one gets in a while.

        It judges the decisions of the people at the table, or of everybody where only agents play.
        """
        record = self.record()  # refuses a game with people that is not over
        if self.status != "over":
            raise BadRequest("turning points are looked for when the game is over", 409)
        with self._judging:
            judge = self._judge(record)
            found: list[dict[str, Any]] = []
            total, end = len(judge.numbers), time.monotonic() + REVIEWED
            while first + len(found) < total and (not found or time.monotonic() < end):
                found.append(self._judged(judge(first + len(found))))
        return {"decisions": found, "next": first + len(found), "total": total}

    def _judge(self, record: Record) -> Judge:
        if self._judging_by is None:
            game, cards = self.setup.game, self.setup.cards
            agent = make_reviewer(REVIEWER, game, cards)
            states = np.array(self.states, game.state)
            self._judging_by = judge_of(record, cards, states, agent, self.setup.people or None)
        return self._judging_by

    def _judged(self, decision: Decision) -> dict[str, Any]:
        """A decision in words, with the position in which it was made."""
        words = self.setup.game.words(self.setup.cards, self.states[decision.number])
        return {
            "at": bisect_right(self._steps.shown, decision.number) - 1,
            "seat": decision.seat,
            "name": words.action(decision.action),
            "best": words.action(decision.best),
            "chance": round(decision.chance, 4),
            "loss": round(decision.loss, 4),
        }

    def record(self) -> Record:
        """The game as a record: set-up, seed and actions, so not before a game with people is over."""
        if self.replayed is not None:
            return self.replayed
        if self.setup.people and self.status != "over":
            raise BadRequest("a game can be saved when it is over: its record shows what is hidden", 403)
        return self.whole()

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
