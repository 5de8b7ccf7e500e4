"""`train --method search`: a network learns to correct the evaluation that a tree search rests on.

    run = SearchRun.begin(game, "runs/search", players=(2, 4), minutes=10)
    run.go(told)

It learns by temporal differences from games against itself (lessons.py, pupil.py). Arenas show the search
with it against the search without it, and a sequential test on other deals has the last word. Its folder:

plan.json           what it is about
checkpoint.safetensors  the network and what its learning needs: a killed run goes on from there
progress.json       the arenas so far
best.safetensors    the network: `ismcts:400,network=FILE`
tests/              the closing test
curve.png           the arenas
README.md           the card
"""

from __future__ import annotations

import json
import math
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents import ismcts, match
from astrarium.agents.arena import Arena, run_arena
from astrarium.agents.arena import Status as ArenaStatus
from astrarium.agents.folder import write_json
from astrarium.agents.greedy import DEPTH
from astrarium.agents.networks import Network, about_network, save_network, tempered
from astrarium.agents.sprt import HIGH, Sprt
from astrarium.core import Content, Game, drivers
from astrarium.core.arguments import finite, of_json
from astrarium.core.files import atomic, held
from astrarium.core.records import header_of
from astrarium.core.weights import FIRST

from . import pupil
from .card import hardware
from .curve import write_curve
from .measure import bounded
from .pupil import Lesson, Pupil

PLAN, PROGRESS, CHECKPOINT, BEST = "plan.json", "progress.json", "checkpoint.safetensors", "best.safetensors"
CURVE, CARD, TESTS = "curve.png", "README.md", "tests"
LOW, PASSED = 50.0, 55.0  # shares of wins, in percent, between which the closing test decides
LEARNING = 0.8  # of the minutes; arenas in between are part of it, the closing test has the rest
ARENAS, SHOWING = 8, 0.15  # over the budget, and the share of the time that they may take
SAVE_EVERY = 20.0  # seconds
ARENA_SEED, TEST_SEED = 10**9, 2 * 10**9  # beyond the games': other deals
COMPILED = (
    *ismcts.TreeAgent.drivers, *pupil.DRIVERS, match.begin, match.decide, drivers.present, drivers.advance,
    drivers.verify, drivers.replay, drivers.score_one,
)  # fmt: skip


class SearchError(ValueError):
    """A training that cannot begin or go on here; the message says why."""


class _TimeIsUp(Exception):
    """The budget is used up in the middle of an arena."""


def _said(default: Any, text: str, low: float, high: float) -> Any:
    return field(default=default, metadata={"text": text, "low": low, "high": high})


@dataclass(frozen=True)
class SearchSettings:
    """What a network for a search is trained with."""

    rate: float = _said(3e-5, "how fast it learns at the start", 0.0, 1.0)
    last_rate: float = _said(1e-6, "and at the end; it falls by the same factor all the time", 0.0, 1.0)
    keep: float = _said(
        0.98, "lambda: how much of a return comes from later than the next decision", 0.0, 1.0
    )
    stray: float = _said(0.1, "share of random decisions in the games that are learnt from", 0.0, 1.0)
    depth: int = _said(DEPTH, "own decisions that the players of these games look ahead", 1, 100)
    plain: float = _said(
        1.0,
        "share of the learning in which these players go by the evaluation alone, without the network",
        0.0,
        1.0,
    )
    trust: float = _said(0.3, "share of what it learnt that it corrects in play", 0.0, 1.0)
    every: int = _said(2, "one position in so many is learnt from", 1, 1000)
    batch: int = _said(16, "games a batch: played with one network, then learnt from", 1, 10_000)
    games: int = _said(0, "end after so many games; 0: when the minutes are over", 0, 10**9)
    simulations: int = _said(100, "simulations a decision in arenas and in the closing test", 20, 100_000)
    arena_games: int = _said(40, "games of an arena", 2, 10**6)
    test_games: int = _said(1000, "games of the closing test, at most; 0: no test", 0, 10**6)

    def __post_init__(self) -> None:
        for each in fields(self):
            value, about = getattr(self, each.name), each.metadata
            whole = isinstance(each.default, int)
            fits = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
            if not fits or not about["low"] <= value <= about["high"]:
                kind = "whole number" if whole else "number"
                raise SearchError(
                    f"{each.name} is a {kind} from {about['low']:g} to {about['high']:g}, not {value!r}"
                )
        if not 0 < self.last_rate <= self.rate:
            raise SearchError(
                f"last_rate is above 0 and at most rate ({self.rate:g}), not {self.last_rate:g}"
            )


def settings_table() -> str:
    """The settings as a table in Markdown."""
    rows = [
        f"| `{each.name}` | {each.default:,} | {each.metadata['text']} |" for each in fields(SearchSettings)
    ]
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows])


@dataclass(frozen=True)
class Showing:
    """How the search with the network fared against the search without it."""

    samples: int  # games learnt from by then
    seconds: float  # of the whole run by then
    error: float  # squared, of the network against its goals, since the showing before
    share: tuple[float, float, float]  # of the wins: mean, low, high
    games: int  # of the arena
    decided: str | None = None  # by the closing test

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Showing:
        """From a file."""
        made: Showing = of_json(cls, values)
        if made.samples < 0 or made.seconds < 0 or not 0 <= min(made.share) <= max(made.share) <= 1:
            raise ValueError(f"no arena ends so: {made}")
        return made

    @property
    def shares(self) -> dict[str, tuple[float, float, float]]:
        """For the curve."""
        return {"without it": self.share}


@dataclass
class SearchStatus:
    """How far a training is."""

    stage: str  # sampling, learning, showing, testing, done
    played: int = 0  # games learnt from
    rate: float = 0.0  # games a second
    used: float = 0.0  # of the budget
    note: str = ""


Told = Callable[[SearchStatus], None]


@dataclass
class SearchPlan:
    """What a training is about."""

    game: str
    players: list[int]
    options: dict[str, int]
    content: str | None
    digest: str  # of the cards
    version: int
    seed: int
    weights: str | None  # the set that the network corrects
    settings: dict[str, Any]
    method: str = "search"
    command: str = ""


class SearchRun:
    """A training of a network for the search, in its folder."""

    def __init__(self, game: Game, folder: Path, plan: SearchPlan, minutes: float) -> None:
        self.game, self.folder, self.plan, self.minutes = game, folder, plan, minutes
        self.content: Content = game.weigh(game.content(plan.content), plan.weights)
        self.settings = SearchSettings(**plan.settings)
        self.history: list[Showing] = []
        self.test: Showing | None = None
        self.seconds = 0.0  # by the clock, of this run and those it goes on from
        self.showing = 0.0  # of them in arenas, since this run began
        self.threads = 1
        self.pupil: Pupil | None = None
        self._since = 0.0

    @classmethod
    def begin(
        cls,
        game: Game,
        folder: str | Path,
        players: Sequence[int] = (),
        minutes: float = math.inf,
        seed: int = 0,
        options: dict[str, int] | None = None,
        content: str | None = None,
        command: Sequence[str] = (),
        **changes: Any,
    ) -> SearchRun:
        """A new training; `changes` of the settings by name."""
        folder = Path(folder)
        if (folder / PLAN).exists():
            raise SearchError(
                f"{folder} holds a training: go on with it (--resume), or choose another folder"
            )
        counts = list(players) or [game.default_players]
        for count in counts:
            game.blank(count, options)
        if counts[0] < 2:
            raise SearchError("a search is tested against another one: it needs two players or more first")
        settings = SearchSettings(**changes)
        if not minutes > 0 or (math.isinf(minutes) and not settings.games):
            raise SearchError("give a number of minutes above 0, or games")
        header = header_of(game, counts[0], options, content)
        weights = None if game.weights is None else game.weights.set_for("ismcts")
        if weights == FIRST and game.weights is not None:
            weights = game.weights.set_for("greedy")
        plan = SearchPlan(
            game.name, counts, dict(header.options), content, header.digest, game.version, seed, weights,
            asdict(settings), command=shlex.join(command),
        )  # fmt: skip
        return cls(game, folder, plan, minutes)

    @classmethod
    def resume(cls, game: Game, folder: str | Path, minutes: float | None = None) -> SearchRun:
        """The training of a folder, where it stopped; with a new budget of the whole if one is given."""
        folder = Path(folder)
        notes = _read(folder / PLAN, f"there is no training of a search to go on with in {folder}")
        try:
            if notes["plan"].get("method") != "search":
                raise SearchError(f"{folder} holds a training of another method")
            plan = of_json(SearchPlan, notes["plan"])
            for count in plan.players:
                game.blank(count, plan.options)
            known = [None] if game.weights is None else [*game.weights.sets]
            if plan.weights not in known:
                raise ValueError(f"there are no weights {plan.weights!r}")
            limit = notes["minutes"]
            limit = math.inf if limit is None else finite(limit, "minutes", 0)
            run = cls(game, folder, plan, minutes or limit or math.inf)
        except SearchError:
            raise
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            raise SearchError(f"{folder / PLAN} is no plan of this version: {error}") from None
        if (plan.game, plan.version) != (game.name, game.version):
            raise SearchError(
                f"{folder} holds a training of {plan.game}_v{plan.version}, and this is {game.env_id}"
            )
        if run.content.digest != plan.digest:
            raise SearchError(f"the cards of {game.title} have changed since {folder} was begun")
        if (folder / PROGRESS).exists():
            done = _read(folder / PROGRESS, "")
            try:
                run.seconds = finite(done["seconds"], "seconds", 0)
                run.history = [Showing.of_json(each) for each in done["history"]]
            except (KeyError, TypeError, ValueError, IndexError) as error:
                raise SearchError(f"{folder / PROGRESS} is damaged: {error}") from None
        return run

    @property
    def used(self) -> float:
        """The share of the budget that is used up."""
        played = 0 if self.pupil is None else self.pupil.played
        by_games = played / self.settings.games if self.settings.games else 0.0
        return min(1.0, max(by_games, self._clock() / (60 * self.minutes)))

    @property
    def learnt(self) -> float:
        """The share of the learning that is done."""
        by_clock = self._clock() / (60 * self.minutes * LEARNING)
        played = 0 if self.pupil is None else self.pupil.played
        return min(1.0, max(by_clock, played / self.settings.games if self.settings.games else 0.0))

    @property
    def best(self) -> Path:
        """The network to play with."""
        return self.folder / BEST

    def go(self, told: Told = lambda status: None) -> bool:
        """Train until the budget is used up; False after Ctrl-C. Either way the folder is in order."""
        with held(self.folder, SearchError(f"another process trains in {self.folder}")):
            self.game.compile(COMPILED)
            self._since = time.monotonic()
            if not (self.folder / PLAN).exists():
                minutes = None if math.isinf(self.minutes) else self.minutes
                write_json(self.folder / PLAN, {"plan": asdict(self.plan), "minutes": minutes})
            finished = True
            try:
                self._prepare(told)
                self._learn(told)
                if self.settings.test_games:
                    self._test(told)
            except KeyboardInterrupt:
                finished = False
            except _TimeIsUp:
                pass
            self._leave()
            told(self._status("done"))
        return finished

    # ---- the parts -------------------------------------------------------------------------------

    def _prepare(self, told: Told) -> None:
        """The network as it was saved, or a new one."""
        plan, settings = self.plan, self.settings
        told(self._status("sampling"))
        blanks = np.concatenate([self.game.blank(count, plan.options) for count in plan.players])
        made = Pupil(self.game, self.content, blanks, plan.seed, settings.batch, self.threads)
        path = self.folder / CHECKPOINT
        if path.exists():
            try:
                made.load(path)
            except (ValueError, KeyError, TypeError, IndexError) as error:
                raise SearchError(f"{path} is damaged: {error}") from None
        else:
            made.begin()
        self.pupil = made

    def _learn(self, told: Told) -> None:
        """Batch after batch, with an arena now and then."""
        assert self.pupil is not None
        settings, saved, began = self.settings, time.monotonic(), (time.monotonic(), self.pupil.played)
        while True:
            shown = bool(self.history) and self.history[-1].samples == self.pupil.played
            due = self.learnt >= (len(self.history) + 1) / ARENAS and not shown
            if due and (math.isinf(self.minutes) or self.showing <= SHOWING * self._clock()):
                self._show(told)
                saved = 0.0
            if time.monotonic() - saved > SAVE_EVERY:
                self._save()
                saved = time.monotonic()
            if self.learnt >= 1:
                return
            rate = settings.rate * (settings.last_rate / settings.rate) ** self.learnt
            plain = self.learnt < settings.plain
            self.pupil.round(
                Lesson(rate, settings.keep, settings.stray, settings.every, settings.depth, plain)
            )
            passed = max(time.monotonic() - began[0], 1e-9)
            told(self._status("learning", (self.pupil.played - began[1]) / passed))

    def _show(self, told: Told) -> None:
        """An arena of the search with the network against the search without it."""
        assert self.pupil is not None
        self._write_network()
        began = self._clock()
        arena = self._arena(told, "showing", self.settings.arena_games, ARENA_SEED)
        share = arena.standings.agents[0].win_share
        self.showing += self._clock() - began
        self.history.append(self._showing(bounded(share), self.settings.arena_games))

    def _test(self, told: Told) -> None:
        """The closing test."""
        self._save()
        arena = self._arena(
            told, "testing", self.settings.test_games, TEST_SEED, self.folder / TESTS, Sprt(LOW, PASSED)
        )
        verdict = arena.verdict
        assert verdict is not None
        share = verdict.share
        self.test = self._showing(bounded(share), verdict.games, verdict.decided or "no")

    def _showing(self, share: tuple[float, float, float], games: int, decided: str | None = None) -> Showing:
        assert self.pupil is not None
        return Showing(self.pupil.played, self._clock(), self.pupil.error(), share, games, decided)

    def _arena(
        self,
        told: Told,
        stage: str,
        games: int,
        seed: int,
        folder: Path | None = None,
        sprt: Sprt | None = None,
    ) -> Arena:
        plan, settings = self.plan, self.settings

        def watch(status: ArenaStatus) -> None:
            told(self._status(stage))
            if self._clock() >= 60 * self.minutes and status.stage == "games":
                raise _TimeIsUp

        weights = "" if plan.weights is None else f",weights={plan.weights}"
        specs = [f"ismcts:{settings.simulations}{more}" for more in (f",network={self.best}", weights)]
        return run_arena(
            self.game, specs, games, plan.players[0], seed + plan.seed, plan.options, plan.content, folder,
            self.threads, watch, sprt=sprt,
        )  # fmt: skip

    def _clock(self) -> float:
        """Seconds of work by now, those before a pause included."""
        return self.seconds + (time.monotonic() - self._since if self._since else 0.0)

    def _status(self, stage: str, rate: float = 0.0) -> SearchStatus:
        note = ""
        if self.history:
            mean, low, high = self.history[-1].share
            note = (
                f"{mean:.0%} ({100 * low:.0f}-{100 * high:.0f}) of {self.history[-1].games} games "
                f"against the search without it"
            )
        return SearchStatus(stage, 0 if self.pupil is None else self.pupil.played, rate, self.used, note)

    def _save(self) -> None:
        """All that is needed to go on."""
        assert self.pupil is not None
        self.pupil.save(self.folder / CHECKPOINT)
        self._write_network()
        history = [asdict(each) for each in self.history]
        write_json(self.folder / PROGRESS, {"seconds": self._clock(), "history": history})

    def _write_network(self) -> None:
        assert self.pupil is not None
        plan = self.plan
        about = about_network(self.game, self.content, plan.players, plan.weights, games=self.pupil.played)
        network = tempered(self.pupil.network, self.settings.trust)
        save_network(self.best, Network(about, network), self.game)

    def _leave(self) -> None:
        """What is left behind: progress, curve and card."""
        if self.pupil is None:
            return
        self._save()
        self.seconds, self._since = self._clock(), 0.0
        if self.history:
            write_curve(
                self.folder / CURVE, self.game, self.history, self.plan.players[0], "games learnt from"
            )
        with atomic(self.folder / CARD) as partial:
            partial.write_text("\n".join(card(self)) + "\n", encoding="utf-8")


def card(run: SearchRun) -> list[str]:
    """The card as lines of Markdown."""
    game, plan, settings = run.game, run.plan, run.settings
    assert run.pupil is not None
    corrected = "" if plan.weights is None else f" with the weights `{plan.weights}`"
    lines = [
        f"# A network for the search of {game.title}",
        "",
        f"`{BEST}` corrects the evaluation of `{game.env_id}`{corrected}: `ismcts:400,network={BEST}`.",
        f"It learnt by temporal differences, from games {_between(settings)}.",
        "",
        "| | |",
        "|---|---|",
        f"| command | `{plan.command or 'from Python'}` |",
        f"| trained for | {run.seconds / 60:.1f} minutes, {run.pupil.played:,} games |",
        f"| on | {hardware()} |",
        f"| players | {', '.join(map(str, plan.players))}, in turn |",
        f"| settings | {', '.join(f'{name} {value:g}' for name, value in asdict(settings).items())} |",
        f"| cards | {plan.content or game.contents[0]} |",
        f"| seed | {plan.seed} |",
        "",
        f"Shares of wins of `ismcts:{settings.simulations}` with it against the same without it, "
        f"{plan.players[0]} players; fair is {100 / plan.players[0]:.0f} %:",
        "",
        "| games learnt from | squared error | share | 95 % | games |",
        "|---|---|---|---|---|",
    ]
    for each in run.history:
        mean, low, high = each.share
        lines.append(
            f"| {each.samples:,} | {each.error:.4f} | {mean:.1%} | {100 * low:.0f}-{100 * high:.0f} "
            f"| {each.games} |"
        )
    lines += ["", _closing(run)]
    return [*lines, "", f"![]({CURVE})"] if run.history else lines


def _between(settings: SearchSettings) -> str:
    """Whose games were learnt from."""
    if settings.plain >= 1:
        return "that the evaluation played against itself"
    return "against itself" if settings.plain <= 0 else "of the evaluation against itself, then of its own"


def _closing(run: SearchRun) -> str:
    """What the closing test said."""
    if run.test is None:
        return "There was no time for the closing test."
    mean, low, high = run.test.share
    said = {HIGH: "passes", "no": "undecided"}.get(str(run.test.decided), "fails")
    return (
        f"Closing test on other deals, {LOW:g} % or {PASSED:g} % of the wins: {said}, "
        f"{mean:.1%} ({100 * low:.0f}-{100 * high:.0f}) of {run.test.games} games."
    )


def _read(path: Path, missing: str) -> dict[str, Any]:
    if not path.is_file():
        raise SearchError(missing)
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise SearchError(f"{path} is damaged: {error}") from None
    if not isinstance(found, dict):
        raise SearchError(f"{path} is damaged: expected a JSON object")
    return found
