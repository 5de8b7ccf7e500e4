"""A whole tuning: what is left behind in its folder, and how it goes on after whatever stopped it.

    run = Run.open(game, "runs/tuned", players=(2, 4), games=200_000)
    run.go()

plan.json          what it is about; another tuning is not let in
checkpoint.json    every few seconds: a killed tuning goes on from there
weights.csv        the weights found so far; `greedy:weights=FOLDER/weights.csv` plays with them
start.csv          those it began with
course.png         the way of the weights, and what they gained
tests/             the arenas of the closing tests
README.md          the card
"""

from __future__ import annotations

import fnmatch
import json
import math
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents import greedy
from astrarium.agents.arena import Status as ArenaStatus
from astrarium.agents.arena import run_arena
from astrarium.agents.base import canonical
from astrarium.agents.folder import write_json
from astrarium.agents.sprt import HIGH, LOW, Sprt
from astrarium.agents.workers import Threads, Workers
from astrarium.core import Content, Game
from astrarium.core.actions import nearest
from astrarium.core.arguments import finite, of_json
from astrarium.core.arguments import fit as fit_to
from astrarium.core.files import held
from astrarium.core.records import header_of

from .card import verdicts, write_card
from .climb import Climb, Space, Trial
from .contest import contest
from .course import write_course
from .engine import COMPILED, Engine, Sample, join
from .fit import fit
from .settings import Settings

PLAN, CHECKPOINT, FOUND, START = "plan.json", "checkpoint.json", "weights.csv", "start.csv"
COURSE, CARD, TESTS = "course.png", "README.md", "tests"
SAVE_EVERY = 2.0  # seconds
POINTS = 200  # of the course that is kept
POSITIONS, FIT_POSITIONS = 32, 8  # of a game that is watched, or fitted to
PART = 8  # games a task
WATCH_SEED, FIT_SEED, FIT_TEST_SEED, TEST_SEED = (k * 10**9 for k in range(1, 5))  # other deals each
MARGIN = 1e-6  # at least, of scores
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
    keep: list[str] = field(default_factory=list)  # weights that stay as they are

    def differs(self, other: Plan) -> list[str]:
        """In what two plans differ; how they are told does not count."""
        told = "command", "origin"
        return [
            name for name, value in asdict(self).items() if name not in told and asdict(other)[name] != value
        ]


@dataclass
class Status:
    """How far a tuning is."""

    stage: str  # watching, fitting, comparing, climbing, testing, done, stopped
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
class Fitted:
    """How the fit went."""

    before: float  # mean squared errors
    after: float
    adopted: bool  # whether the search began there
    tests: dict[str, Any]  # by players: the verdict


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
        self.fitted: Fitted | None = None
        self.history: list[Point] = []
        self.tests: dict[str, Any] = {}  # by players: the verdict on the weights found
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
        keep: Sequence[str] = (),
    ) -> Run:
        """A new tuning, or the one of the folder where it stopped; its budget may have changed.

        The weights of `keep` stay as they are; `company.*` names all numbers of company.
        """
        if game.weights is None:
            raise TuneError(f"{game.title} has no weights to tune")
        if any(sign in str(folder) for sign in ",="):
            raise TuneError(
                f"greedy:weights={folder}/{FOUND} would name no agent: choose a folder without ',' and '='"
            )
        counts = list(players) or [game.default_players]
        for count in counts:
            game.blank(count, dict(options or {}))
        if len(set(counts)) < len(counts):
            raise TuneError(f"every number of players is given once, not {', '.join(map(str, counts))}")
        header = header_of(game, counts[0], options, content)
        origin = start or game.weights.set_for("greedy")
        plan = Plan(
            game.name, game.version, counts, dict(header.options), content, header.digest, seed,
            (settings or Settings()).json(), game.weights.read(origin).tolist(), origin,
            shlex.join(command), _named(game.weights.names, keep),
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
            begun.settings.update({**Settings().json(), **begun.settings})
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
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

    def go(self, told: Told = lambda status: None) -> bool:
        """Tune until the budget is used up; False after Ctrl-C. Either way the folder is in order."""
        with held(self.folder, TuneError(f"another process tunes in {self.folder}")):
            finished = False
            self._load()
            try:
                self.game.compile(COMPILED)
                self._watch(told)
                self._fit(told)
                self._climb(told)
                self._test(told)
                finished = True
            except KeyboardInterrupt:
                pass
            if self.climb is not None:
                self._save()
                write_course(self.folder / COURSE, self)
                write_card(self.folder / CARD, self)
            told(self._status("done" if finished else "stopped"))
        return finished

    # ---- the parts -------------------------------------------------------------------------------

    @property
    def space(self) -> Space:
        """Where is searched."""
        if self.active is None:
            raise TuneError("the tuning has not begun")
        return Space(self.start, self.active, self.settings.scale)

    @property
    def names(self) -> list[str]:
        """The weights, in their order."""
        return [] if self.game.weights is None else self.game.weights.names

    @property
    def weights(self) -> np.ndarray:
        """The weights found so far."""
        return self.start if self.climb is None else self.space.weights(self.climb.mean)

    def _watch(self, told: Told) -> None:
        """Positions of games by the start: which weights matter, and how far scores lie apart."""
        if self.active is not None:
            return
        told(Status("watching"))
        active = np.zeros(len(self.start), bool)
        everything = Space(self.start, ~active, self.settings.scale)
        moved = everything.weights(np.eye(len(self.start)))
        for players in self.plan.players:
            sample = self._sample("watching", players, self.settings.watched, POSITIONS, WATCH_SEED, told)
            scores = sample.scores
            spread = scores.std() if players == 1 else (scores - scores.mean(axis=1, keepdims=True)).std()
            self.margin[str(players)] = max(MARGIN, float(spread) * math.sqrt(2))
            base = self.engine.evaluate([self.start], sample.states)
            for k in np.flatnonzero(~active):
                change = self.engine.evaluate([moved[k]], sample.states) - base
                active[k] = bool((np.abs(change) > TINY).any())
        active &= ~np.isin(self.names, self.plan.keep)
        if not active.any():
            raise TuneError(f"no weight of {self.game.title} that is to be tuned matters at such tables")
        self.active = active

    def _sample(self, stage: str, players: int, deals: int, each: int, seed: int, told: Told) -> Sample:
        """Positions of so many deals."""
        task = Watching(self.engine, self.start, players, self.plan.seed + seed, each, self.settings.stray)
        items = [np.arange(lo, min(lo + PART, deals)) for lo in range(0, deals, PART)]
        found = []
        for _, sample in self.workers.map(task, items, ordered=True):
            found.append(sample)
            told(Status(stage, part=len(found) / len(items)))
        return join(found)

    def _fit(self, told: Told) -> None:
        """Fit the weights to results; the search begins there if they win a short test against the start."""
        if self.climb is not None:
            return
        settings, space = self.settings, self.space
        size = int(space.active.sum())
        x = np.zeros(size)
        if settings.fit_deals:
            samples = [
                self._sample("watching", players, settings.fit_deals, FIT_POSITIONS, FIT_SEED, told)
                for players in self.plan.players
            ]
            told(Status("fitting"))
            found = fit(
                lambda points: self._predict(space.weights(points), samples),
                np.concatenate([sample.results.ravel() for sample in samples]),
                size,
                settings.fit_deals * len(samples),
                settings.ridge,
                lambda part: told(Status("fitting", part=part)),
            )
            tests = {
                str(players): contest(
                    self.engine, self.workers, (space.weights(found.x), self.start), players, self._sprt,
                    settings.fit_games, self.plan.seed + FIT_TEST_SEED,
                    lambda part: told(Status("comparing", part=part)),
                )
                for players in self.plan.players
                if players > 1
            }  # fmt: skip
            verdicts = [test.decided for test in tests.values()]
            adopted = HIGH in verdicts and LOW not in verdicts
            self.fitted = Fitted(
                found.before, found.after, adopted, {key: test.json() for key, test in tests.items()}
            )
            x = found.x if adopted else x
        self.climb = Climb.begin(size, x)
        self._save()

    def _predict(self, weights: np.ndarray, samples: Sequence[Sample]) -> np.ndarray:
        """(weights, results): the evaluation of all positions, on all threads of this machine."""
        here = self.workers if isinstance(self.workers, Threads) else Threads()
        states = [
            part for sample in samples
            for part in np.array_split(sample.states, min(len(sample.states), 4 * here.size))
        ]  # fmt: skip
        parts = here.map(lambda part: self.engine.evaluate(weights, part), states, ordered=True)
        return np.concatenate([values.reshape(len(weights), -1) for _, values in parts], axis=1)

    @property
    def _sprt(self) -> Sprt:
        return Sprt(50, 50 + self.settings.test_gain)

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
            self.tests = {}  # those there are were of other weights
            self.seconds += took
            rate = (climb.games - before) / max(took, 1e-9)
            self._rate = rate if not self._rate else 0.8 * self._rate + 0.2 * rate
            self._note()
            if time.monotonic() - self._saved > SAVE_EVERY:
                self._save()
            told(self._status("climbing"))
        self._save()

    def _test(self, told: Told) -> None:
        """The weights found against the start, in an arena at every table."""
        self._save()
        weights = self.game.weights
        if weights is None or not self.settings.test_games:
            return
        found = weights.read(self.folder / FOUND)
        if np.array_equal(found, weights.read(self.folder / START)):
            return
        name = sha256(found.tobytes()).hexdigest()[:8]
        old = self.plan.origin if self.plan.origin in weights.sets else str(self.folder / START)
        agents = [self._spec(str(self.folder / FOUND)), self._spec(old)]
        here = isinstance(self.workers, Threads)
        for players in self.plan.players:
            if players == 1 or str(players) in self.tests:  # wins against each other are counted
                continue

            def tell(status: ArenaStatus) -> None:
                told(self._status("testing", status.done / max(status.total, 1)))

            arena = run_arena(
                self.game, agents, self.settings.test_games, players, self.plan.seed + TEST_SEED,
                self.plan.options, self.plan.content, self.folder / TESTS / f"{players}p-{name}",
                threads=self.workers.size if here else 1, progress=tell,
                workers=None if here else self.workers, sprt=self._sprt,
            )  # fmt: skip
            assert arena.verdict is not None
            self.tests[str(players)] = arena.verdict.json()

    def _spec(self, weights: str) -> str:
        """The greedy player that is tuned, with other weights."""
        depth, samples = self.settings.depth, self.settings.samples
        return canonical(
            "greedy",
            depth=None if depth == greedy.DEPTH else depth,
            samples=None if samples == greedy.SAMPLES else samples,
            weights=weights,
        )

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
            "fitted": None if self.fitted is None else asdict(self.fitted),
            "climb": self.climb.json(),
            "history": [asdict(point) for point in self.history],
            "tests": self.tests,
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
            self.seconds = finite(notes["seconds"], "seconds", 0)
            self.margin = {
                str(players): finite(notes["margin"][str(players)], "margin", MARGIN)
                for players in self.plan.players
            }
            self.active = np.array(notes["active"])
            fit_to(self.active, np.dtype(bool), self.start.shape, "active")
            self.fitted = of_json(Fitted | None, notes["fitted"])
            self.climb = Climb.of_json(notes["climb"])
            if len(self.climb.x) != self.active.sum():
                raise ValueError(f"its points are of {len(self.climb.x)} weights")
            self.history = of_json(list[Point], notes["history"])
            if any(len(point.mean) != len(self.climb.x) for point in self.history):
                raise ValueError("its way is of other weights")
            self.tests = notes["tests"]
            for tests in (self.tests, self.fitted.tests if self.fitted else {}):
                verdicts(tests)
            begun = notes["budget"]
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
            raise TuneError(f"{path} is damaged: {error}") from None
        if asdict(self.budget) != begun:
            self.climb.used = self.budget.used(self.climb.games, self.seconds)


def _named(names: Sequence[str], patterns: Sequence[str]) -> list[str]:
    """The weights that patterns name."""
    for pattern in patterns:
        if not fnmatch.filter(names, pattern):
            raise TuneError(f"there is no weight {pattern!r}{nearest(pattern, names)}")
    return [name for name in names if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)]


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
