"""Programs in any language as players: `exec:COMMAND`. docs/programs.md tells what they are sent and answer.

A program reads lines of JSON and answers `hello` and `decide`. It may play several games at once, told apart
by their `table`, and several copies of it may run at once. What goes wrong costs the program, not the arena:
it is asked once more; then a random move is made and counted. With `fault=forfeit` it loses the game.
"""

from __future__ import annotations

import os
import shlex
import shutil
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.following import Follower, Past
from astrarium.core.view import Seen, View, one_way

from .base import Agent, Kind, Positions, canonical, decision_keys, number, register_agent, whole
from .faults import AT_RANDOM, OUT
from .players import illegal
from .processes import Fault, Process

PROTOCOL = 1
TRIES = 2  # for each decision
GIVE_UP = 3  # decisions of a game without a usable answer: then the program is not asked in it any more
START = 30.0  # seconds until it answers a `hello`
STARTS = 5  # failed starts one after another: then it is not started any more
TIME, TOTAL, MEMORY = 5.0, 600.0, 2048  # seconds a decision and a game, megabytes
RANDOM, FORFEIT = "random", "forfeit"
SALT = 0x3C6E_F372_FE94_F82B  # of the random moves


class ProgramError(ValueError):
    """A command that cannot be a player; the message says why."""


@dataclass(frozen=True)
class Rules:
    """What a program may take, and what happens when it does not answer as it should."""

    time: float = TIME  # seconds a decision
    total: float = TOTAL  # seconds a game
    memory: int = MEMORY  # megabytes
    copies: int = 1
    fault: str = RANDOM


class Programs:
    """Copies of a program as an agent."""

    follows = True

    def __init__(self, spec: str, game: Game, content: Content, command: str, cwd: str, rules: Rules) -> None:
        self.spec, self.game, self.content = spec, game, content
        self.command, self.cwd, self.rules = command, cwd, rules
        self.faults: Counter[str] = Counter()
        self.examples: dict[str, str] = {}  # the first fault of each kind, in words
        self._copies: list[Any] = [self._new_copy() for _ in range(rules.copies)]
        self._tables: WeakKeyDictionary[Past, dict[int, _Table]] = WeakKeyDictionary()
        self._opened = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return Programs, (self.spec, self.game, self.content, self.command, self.cwd, self.rules)

    def _new_copy(self) -> Any:
        return _Copy(shlex.split(self.command), self.cwd, self.rules.memory)

    @property
    def errors(self) -> str:
        """The last that a copy wrote to its standard error."""
        return next((copy.errors for copy in self._copies if copy.errors), "")

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        work: list[list[tuple[int, _Table, View]]] = [[] for _ in self._copies]
        passing = []
        for i in range(len(positions)):
            seat, key = int(positions.seat[i]), int(positions.keys[i])
            if positions.pasts is None:
                past = Past((key, 0, 0), positions.states[i : i + 1].copy())
                table = self._open(past, seat)
                passing.append(table)
            else:
                past = positions.pasts[i]
                seats = self._tables.setdefault(past, {})
                table = seats[seat] if seat in seats else seats.setdefault(seat, self._open(past, seat))
            view = table.look(len(past.actions), key)
            work[table.number % len(self._copies)].append((i, table, view))
        actions = np.zeros(len(positions), np.int64)
        for i, action, faults in self._shared_out(work):
            actions[i] = action
            for kind, text in faults:
                self.faults[kind] += 1
                self.examples.setdefault(kind, text)
        for table in passing:
            self._copy(table).tell(table, table.over(None, None))
        return actions

    def _shared_out(self, work: list[list[tuple[int, _Table, View]]]) -> list[tuple[int, int, list[Any]]]:
        """Let every copy do its part, all at once."""
        busy = [(copy, part) for copy, part in zip(self._copies, work, strict=True) if part]

        def run(job: tuple[Any, list[tuple[int, _Table, View]]]) -> list[tuple[int, int, list[Any]]]:
            copy, part = job
            return [(i, *_decide(copy, table, view, self.rules)) for i, table, view in part]

        if len(busy) == 1:
            return run(busy[0])
        with ThreadPoolExecutor(len(busy) or 1) as pool:
            return [done for found in pool.map(run, busy) for done in found]

    def _open(self, past: Past, seat: int) -> _Table:
        self._opened += 1
        return _Table(self, self._opened, past, seat)

    def _copy(self, table: _Table) -> _Copy:
        return self._copies[table.number % len(self._copies)]

    def ended(self, past: Past, states: np.ndarray) -> tuple[int, ...]:
        """A game is over; the seats that the program forfeits."""
        tables = self._tables.pop(past, {})
        for table in tables.values():
            view = table.look(None, 0, states)
            copy = self._copy(table)
            copy.tell(table, table.told(view.events))
            copy.tell(table, table.over(view.scores, view.ranks))
        return tuple(seat for seat, table in tables.items() if table.forfeited)

    def close(self) -> None:
        """End all copies."""
        self._tables.clear()
        for copy in self._copies:
            copy.stop()


class _Copy:
    """One copy of the program, started when it is needed."""

    def __init__(self, argv: list[str], cwd: str, memory: int) -> None:
        self.argv, self.cwd, self.memory = argv, cwd, memory
        self.process: Process | None = None
        self.errors = ""
        self.failures = 0  # starts that failed one after another
        self._id = 0

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a message; the program is started if it does not run."""
        if self.process is None:
            if self.failures >= STARTS:
                raise Fault("crash", f"it is not started again: {STARTS} starts one after another failed")
            self.process = Process(self.argv, self.cwd, self.memory)
        self._id += 1
        return self.process.ask({**message, "id": self._id}, seconds)

    def greet(self, table: _Table) -> None:
        """Make the table known, with all that was told at it, to a copy that does not know it."""
        if self.process is not None and table.known_to is self.process:
            return
        try:
            answer = self.ask(table.hello(), START)
            if answer.get("protocol") != PROTOCOL:
                raise Fault(
                    "unreadable", f'its answer to hello has no "protocol": {PROTOCOL}: {answer}'[:200]
                )
        except Fault:
            self.failures += 1
            raise
        self.failures = 0
        table.known_to = self.process
        self.tell(table, table.told(table.story[: table.heard]))

    def tell(self, table: _Table, message: dict[str, Any] | None) -> None:
        """A message that needs no answer, if the copy knows the table."""
        if message is not None and self.process is not None and table.known_to is self.process:
            self.process.send(message)

    def choose(self, table: _Table, view: View, rules: Rules, why: str) -> int:
        """The answer to a decision, found to be legal; `why` the last one was not taken."""
        known = self.process is not None and table.known_to is self.process
        self.greet(table)
        if not why or not known:
            self.tell(table, table.told(view.events))
        seconds = min(rules.time, table.left)
        started = time.monotonic()
        try:
            answer = self.ask(table.decide(view, seconds, why), seconds)
        finally:
            table.left -= time.monotonic() - started
        action = answer.get("action")
        if type(action) is not int:
            raise Fault(
                "unreadable", f'its answer has no "action" that is a whole number: {str(answer)[:160]}'
            )
        if action not in view.legal:
            raise Fault("illegal", f"it chose {illegal(action, view)}")
        return action

    def recover(self, fault: Fault) -> None:
        """After a fault: go on with a program that answers, or end it."""
        if self.process is None:
            return
        if fault.kind in ("unreadable", "illegal"):
            try:
                self.process.settle()
                return
            except Fault:
                pass
        self.stop(kill=True)

    def stop(self, kill: bool = False) -> None:
        """End the program."""
        if self.process is not None:
            self.process.kill() if kill else self.process.close()
            self.errors = self.process.errors or self.errors
            self.process = None


class _Table:
    """One seat of one game."""

    def __init__(self, owner: Programs, number: int, past: Past, seat: int) -> None:
        self.owner, self.number, self.past, self.seat = owner, number, past, seat
        self.follower = Follower(owner.game, owner.content, past, seat, sound=True)
        self.story: list[Seen] = []  # all that was seen so far
        self.heard = 0  # of it, what the program was told before this decision
        self.known_to: Process | None = None
        self.left = owner.rules.total  # seconds
        self.failed = 0  # decisions without a usable answer
        self.forfeited = False
        self.key = 0

    def look(self, at: int | None, key: int, states: np.ndarray | None = None) -> View:
        """What the seat sees now, after so many actions of the game, or at its end."""
        events = self.follower.news(at, end=states is not None)
        self.heard = len(self.story)
        self.story += events
        self.key = key
        own = states is None
        here = self.follower.states if states is None else states
        return View(self.owner.game, self.owner.content, here, self.seat, key, events, sound=own)

    def hello(self) -> dict[str, Any]:
        """The first message about a table."""
        owner, start = self.owner, self.past.start
        game, players = owner.game, int(start["num_players"][0])
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "table": self.number,
            "game": game.name,
            "version": game.version,
            "cards": owner.content.name,
            "digest": owner.content.digest,
            "options": {option.name: int(start[option.name][0]) for option in game.options},
            "seat": self.seat,
            "seats": list(game.seat_names[:players]),
            "actions": game.num_actions,
            "seed": one_way(int(decision_keys(*self.past.stream, -1 - self.seat)[0]))
            >> 11,  # exact as a double
            "time": {"decision": owner.rules.time, "game": owner.rules.total},
        }

    def told(self, events: Any) -> dict[str, Any] | None:
        """What happened since; None if nothing did."""
        if not events:
            return None
        return {"type": "told", "table": self.number, "events": [event.json() for event in events]}

    def decide(self, view: View, seconds: float, why: str) -> dict[str, Any]:
        """A decision to make; `why` the last answer was not taken."""
        seen = {name: value for name, value in view.json.items() if name not in ("events", "scores", "ranks")}
        time_left = {"decision": round(seconds, 3), "game": round(self.left, 3)}
        message = {"type": "decide", "table": self.number, "view": seen, "time_left": time_left}
        return {**message, "retry": why} if why else message

    def over(self, scores: Any, ranks: Any) -> dict[str, Any]:
        """The game is over; without scores, it is not played on."""
        return {
            "type": "over",
            "table": self.number,
            "scores": None if scores is None else list(scores),
            "ranks": None if ranks is None else list(ranks),
            "forfeit": self.forfeited,
        }


def _decide(copy: Any, table: _Table, view: View, rules: Rules) -> tuple[int, list[tuple[str, str]]]:
    """The action of a program, and what went wrong on the way: kinds and words."""
    faults: list[tuple[str, str]] = []
    if table.forfeited or table.failed >= GIVE_UP or table.left <= 0:
        faults.append((OUT, "it was not asked any more in this game"))
    else:
        for _ in range(TRIES):
            try:
                return copy.choose(table, view, rules, faults[-1][1] if faults else ""), faults
            except Fault as fault:
                faults.append((fault.kind, str(fault)))
                copy.recover(fault)
        table.failed += 1
        table.forfeited = rules.fault == FORFEIT
    faults.append((AT_RANDOM, "a random move was made for it"))
    return int(np.random.default_rng(table.key ^ SALT).choice(view.legal)), faults


# ---- specs ----------------------------------------------------------------------------------------


SCRIPTS = (".py", ".js", ".mjs", ".ts", ".sh", ".rb", ".pl", ".lua", ".jl", ".jar")  # run by an interpreter


def digest_of(argv: list[str]) -> str:
    """A hash of the files that a command names: an arena must not go on with another program."""
    found = blake2b(digest_size=3)
    for word in argv:
        path = Path(word)
        try:
            if path.is_file():
                found.update(word.encode() + b"\0" + path.read_bytes())
        except (OSError, ValueError):
            continue
    return found.hexdigest()


def _make(
    game: Game,
    content: Content,
    threads: int,
    argument: str,
    time: float | None = None,
    total: float | None = None,
    memory: int | None = None,
    copies: int | None = None,
    fault: str | None = None,
    id: str | None = None,
) -> Agent:
    try:
        argv = shlex.split(argument)
    except ValueError as error:
        raise ProgramError(f"the command {argument!r} cannot be read: {error}") from None
    if not argv or shutil.which(argv[0]) is None:
        raise ProgramError(
            f"there is no program {argv[0] if argv else argument!r} that could be run: "
            "give its path, or its interpreter, as in exec:python3 bot.py"
        )
    script = argv[1] if len(argv) > 1 else ""
    if Path(script).suffix in SCRIPTS and not Path(script).is_file():
        raise ProgramError(f"there is no file {script!r} in {os.getcwd()}, which {argv[0]} is to run")
    digest = digest_of(argv)
    if id not in (None, digest):
        raise ProgramError(f"the files of {argument!r} have changed: they are {digest} now, not {id}")
    given: dict[str, Any] = {"time": time, "total": total, "memory": memory, "copies": copies, "fault": fault}
    chosen = {name: value for name, value in given.items() if value is not None}
    spec = canonical("exec", argument, **chosen, id=digest)
    rules = Rules(**{"copies": threads, **chosen})
    return Programs(spec, game, content, argument, os.getcwd(), rules)


def fault_rule(text: str) -> str:
    """What a spec says behind fault=."""
    if text not in (RANDOM, FORFEIT):
        raise ValueError(f"{RANDOM} or {FORFEIT}")
    return text


register_agent(
    Kind(
        "exec",
        "exec:COMMAND[,time=S][,total=S][,memory=MB][,copies=N][,fault=random|forfeit]",
        "a program in any language: JSON lines over its input and output",
        _make,
        argument=str,
        settings={
            "time": number(0.01, 86400),
            "total": number(0.01, 864000),
            "memory": whole(16, 10**6),
            "copies": whole(1, 64),
            "fault": fault_rule,
            "id": str,
        },
        runs_code=True,
    )
)
