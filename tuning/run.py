"""A whole tuning: what is left behind in its folder, and how it goes on after whatever stopped it.

    run = Run.open(game, "runs/tuned", players=(2, 4), games=200_000)
    run.go()

plan.json          what it is about; another tuning is not let in
checkpoint.json    every few seconds: a killed tuning goes on from there
weights.csv        the weights found so far; `greedy:weights=FOLDER/weights.csv` plays with them
start.csv          those it began with
"""

from __future__ import annotations

import json
import math
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from astrarium.agents.folder import write_json
from astrarium.agents.workers import Threads, Workers
from astrarium.core import Content, Game
from astrarium.core.files import PARTIAL
from astrarium.core.records import header_of

from .climb import Climb, Space, Trial
from .engine import COMPILED, Engine, Sample, join
from .settings import Settings

PLAN, CHECKPOINT, FOUND, START = "plan.json", "checkpoint.json", "weights.csv", "start.csv"
SAVE_EVERY = 2.0  # seconds
POINTS = 200  # of the course that is kept
POSITIONS = 32  # a game that is watched
WATCH_SEED = 10**9  # beyond the tuning's: its deals are others
TINY = 1e-12  # a change of the evaluation that is none


class TuneError(ValueError):
    """A tuning that cannot begin or go on here; the message says why."""


@dataclass(frozen=True)
class Budget:
    """How long to search: quick games, or minutes by the clock."""

    games: int | None = None
    minutes: float | None = None

    def __post_init__(self) -> None:
        if (self.games is None) == (self.minutes is None):
            raise TuneError("give either games or minutes")
        if not 0 < (self.games or self.minutes or 0) < math.inf:
            raise TuneError("the budget is a number above 0")

    def used(self, games: int, seconds: float) -> float:
        """The share that is used up, 0 to 1."""
        return min(1.0, games / self.games if self.games else seconds / (60 * (self.minutes or 1)))


@dataclass(frozen=True)
class Plan:
    """What a tuning is about."""

    game: str
    version: int
    players: list[int]
    options: dict[str, int]
    content: str | None
    digest: str  # of the cards
    seed: int
    settings: dict[str, Any]
    start: list[float]
    origin: str  # of the start: a set by its name, or a file
    command: str = ""

    def differs(self, other: Plan) -> list[str]:
        """In what two plans differ, the command apart."""
        return [
            name for name, value in asdict(self).items() if name != "command" and asdict(other)[name] != value
        ]


@dataclass
class Status:
    """How far a tuning is."""

    stage: str  # watching, climbing, done
    used: float = 0.0  # of the budget
    part: float = 0.0  # of the stage
    seconds: float = 0.0
    games: int = 0
    rate: float = 0.0  # games a second
    left: float | None = None  # seconds
    steps: int = 0
    gain: dict[str, float] = field(default_factory=dict)  # by players: mean reward against the start


Told = Callable[[Status], None]


@dataclass
class Point:
    """A place on the way."""

    games: int
    seconds: float
    mean: list[float]
    gain: dict[str, float]


class Run:
    """A tuning in its folder."""

    def __init__(self, game: Game, folder: Path, plan: Plan, budget: Budget) -> None:
        self.game, self.folder, self.plan, self.budget = game, folder, plan, budget
        self.settings = Settings(**plan.settings)
        self.content: Content = game.content(plan.content)
        self.engine = Engine(game, self.content, plan.options, self.settings.depth, self.settings.samples)
        self.start = np.array(plan.start)
        self.workers: Workers = Threads()
        self.seconds = 0.0  # by the clock, of this run and those it goes on from
        self.active: np.ndarray | None = None  # weights that matter
        self.margin: dict[str, float] = {}  # by players: the usual distance of scores
        self.climb: Climb | None = None
        self.history: list[Point] = []
        self._rate, self._saved = 0.0, -math.inf

    @classmethod
    def open(
        cls,
        game: Game,
        folder: str | Path,
        players: Sequence[int] = (),
        games: int | None = None,
        minutes: float | None = None,
        seed: int = 0,
        options: Mapping[str, int] | None = None,
        content: str | None = None,
        start: str | None = None,
        settings: Settings | None = None,
        command: Sequence[str] = (),
    ) -> Run:
        """A new tuning, or the one of the folder where it stopped; its budget may have changed."""
        if game.weights is None:
            raise TuneError(f"{game.title} has no weights to tune")
        counts = list(players) or [game.default_players]
        for count in counts:
            game.blank(count, dict(options or {}))
        if len(set(counts)) < len(counts):
            raise TuneError(f"every number of players is given once, not {', '.join(map(str, counts))}")
        header = header_of(game, counts[0], options, content)
        plan = Plan(
            game.name, game.version, counts, dict(header.options), content, header.digest, seed,
            (settings or Settings()).json(), game.weights.read(start).tolist(),
            start or game.weights.default, shlex.join(command),
        )  # fmt: skip
        run = cls(game, Path(folder), plan, Budget(games, minutes))
        run._check_same()
        return run

    @property
    def begun(self) -> bool:
        """Whether there is a checkpoint to go on from."""
        return (self.folder / CHECKPOINT).exists()

    def _check_same(self) -> None:
        path = self.folder / PLAN
        if not path.exists():
            return
        try:
            begun = Plan(**json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, TypeError) as error:
            raise TuneError(f"{path} is damaged: {error}") from None
        for name in self.plan.differs(begun):
            there, here = getattr(begun, name), getattr(self.plan, name)
            more = "" if name in ("start", "settings") else f": {there!r} there, not {here!r}"
            if name == "settings":
                changed = [key for key in here if there.get(key) != here[key]]
                more = ": " + ", ".join(
                    f"{key} is {there.get(key)} there, not {here[key]}" for key in changed
                )
            raise TuneError(f"{self.folder} holds a tuning with another {name}{more}. Choose another folder")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / ".lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise TuneError(f"another process tunes in {self.folder}") from None
        try:
            for left in self.folder.glob(f".*{PARTIAL}"):  # by a process that was killed while it wrote
                left.unlink()
            yield
        finally:
            lock.release()

    def go(self, told: Told = lambda status: None) -> bool:
        """Tune until the budget is used up; False after Ctrl-C. Either way the folder is in order."""
        with self._locked():
            self.game.compile(COMPILED)
            finished = False
            self._load()
            try:
                self._watch(told)
                self._climb(told)
                finished = True
            except KeyboardInterrupt:
                pass
            self._save()
            told(self._status("done"))
        return finished

    # ---- the parts -------------------------------------------------------------------------------

    @property
    def space(self) -> Space:
        """Where is searched."""
        if self.active is None:
            raise TuneError("the tuning has not begun")
        return Space(self.start, self.active, self.settings.scale)

    @property
    def weights(self) -> np.ndarray:
        """The weights found so far."""
        return self.start if self.climb is None else self.space.weights(self.climb.mean)

    def _watch(self, told: Told) -> None:
        """Positions of games by the start: which weights matter, and how far scores lie apart."""
        if self.active is not None:
            return
        told(Status("watching"))
        samples = []
        for players in self.plan.players:
            parts = self._samples(players, self.settings.watched, POSITIONS, WATCH_SEED, told)
            scores = np.concatenate([part.games.scores for part in parts])
            spread = scores.std() if players == 1 else (scores - scores.mean(axis=1, keepdims=True)).std()
            self.margin[str(players)] = max(1e-6, float(spread) * math.sqrt(2))
            samples += parts
        self.active = self._matter(join(samples))
        if not self.active.any():
            raise TuneError(f"no weight of {self.game.title} matters at such tables")
        self.climb = Climb.begin(int(self.active.sum()))

    def _samples(self, players: int, deals: int, each: int, seed: int, told: Told) -> list[Sample]:
        """Positions of so many deals, in the order of the deals."""
        task = Watching(self.engine, self.start, players, self.plan.seed + seed, each, self.settings.stray)
        items = [np.arange(lo, min(lo + 8, deals)) for lo in range(0, deals, 8)]
        found = []
        for _, sample in self.workers.map(task, items, ordered=True):
            found.append(sample)
            told(Status("watching", part=len(found) / len(items)))
        return found

    def _matter(self, sample: Sample) -> np.ndarray:
        """Which weights change the evaluation of any position."""
        everything = Space(self.start, np.ones(len(self.start), bool), self.settings.scale)
        moved = everything.weights(np.eye(len(self.start)))
        base = self.engine.evaluate([self.start], sample)
        return np.array(
            [bool((np.abs(self.engine.evaluate([row], sample) - base) > TINY).any()) for row in moved]
        )

    def _climb(self, told: Told) -> None:
        """Steps until the budget is used up."""
        climb, space, plan = self.climb, self.space, self.plan
        assert climb is not None
        task = Trial(self.engine, plan.seed)
        while climb.used < 1:
            began, before = time.monotonic(), climb.games
            groups, drawn = climb.groups(space, self.settings, plan.players, plan.seed)
            results = []
            for _, games in self.workers.map(task, groups, ordered=True):
                results.append(games)
                told(self._status("climbing"))
            played = sum(len(each.rewards) for each in results)
            took = time.monotonic() - began
            used = self.budget.used(climb.games + played, self.seconds + took)
            climb.take(groups, drawn, results, self.settings, self.margin, used)
            self.seconds += took
            rate = (climb.games - before) / max(took, 1e-9)
            self._rate = rate if not self._rate else 0.8 * self._rate + 0.2 * rate
            self._note()
            if time.monotonic() - self._saved > SAVE_EVERY:
                self._save()
            told(self._status("climbing"))
        self._save()

    def _note(self) -> None:
        """Keep a place of the way now and then."""
        climb = self.climb
        assert climb is not None
        if climb.used >= len(self.history) / POINTS or climb.used >= 1:
            self.history.append(
                Point(climb.games, round(self.seconds, 1), climb.mean.tolist(), dict(climb.gain))
            )

    def _status(self, stage: str, part: float = 1.0) -> Status:
        climb = self.climb
        if climb is None:
            return Status(stage, part=part)
        left = self.seconds * (1 - climb.used) / climb.used if climb.used > 0 else None
        return Status(
            stage, climb.used, part, self.seconds, climb.games, self._rate, left, climb.steps,
            dict(climb.gain),
        )  # fmt: skip

    # ---- files -----------------------------------------------------------------------------------

    def _save(self) -> None:
        if self.climb is None or self.active is None or self.game.weights is None:
            return
        self.game.weights.write(self.folder / FOUND, self.weights)
        notes = {
            "budget": asdict(self.budget),
            "seconds": self.seconds,
            "active": self.active.tolist(),
            "margin": self.margin,
            "climb": self.climb.json(),
            "history": [asdict(point) for point in self.history],
        }
        write_json(self.folder / CHECKPOINT, notes)
        self._saved = time.monotonic()

    def _load(self) -> None:
        if self.game.weights is not None:
            self.game.weights.write(self.folder / START, self.start)
        write_json(self.folder / PLAN, asdict(self.plan))
        path = self.folder / CHECKPOINT
        if not path.exists():
            return
        try:
            notes = json.loads(path.read_text(encoding="utf-8"))
            self.seconds, self.margin = notes["seconds"], notes["margin"]
            self.active = np.array(notes["active"], bool)
            self.climb = Climb.of_json(notes["climb"])
            self.history = [Point(**point) for point in notes["history"]]
        except (ValueError, TypeError, KeyError) as error:
            raise TuneError(f"{path} is damaged: {error}") from None
        self.climb.used = self.budget.used(self.climb.games, self.seconds)


@dataclass(frozen=True)
class Watching:
    """A task for workers: positions of some deals."""

    engine: Engine
    weights: np.ndarray
    players: int
    seed: int
    each: int
    stray: int

    def __call__(self, deals: np.ndarray) -> Sample:
        """The positions of these deals."""
        return self.engine.sample(self.weights, self.players, deals, self.seed, self.each, self.stray)
