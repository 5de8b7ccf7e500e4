"""`train --method search`: a tree search learns the weights of its evaluation from its own games.

    run = SearchRun.begin(game, "runs/search", players=(2,), minutes=10)
    run.go(told)

An iteration plays games of the search against itself, fits the weights to what it found (siblings.py), and
tests them against the best so far by a sequential test. They are kept only if they pass. Its folder:

plan.json           what it is about
progress.json       the iterations that have ended; a killed run goes on from there
games/              what the searches found, a file for some games: those that are there are not played again
weights/            the weights of every iteration, best.csv those to play with: `ismcts:400,weights=FILE`
tests/              the arenas of the tests, which go on where they were
curve.png           the tests
README.md           the card
"""

from __future__ import annotations

import json
import math
import shlex
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents import harvest, ismcts, match, search
from astrarium.agents.arena import Status as ArenaStatus
from astrarium.agents.arena import run_arena
from astrarium.agents.folder import write_json
from astrarium.agents.sprt import HIGH, Sprt
from astrarium.core import Content, Game, drivers
from astrarium.core.files import atomic, held
from astrarium.core.records import header_of

from .card import hardware
from .curve import write_curve
from .siblings import HELD_OUT, Fitter, play, read_all, save_examples

PLAN, PROGRESS, BEST, CURVE, CARD = "plan.json", "progress.json", "best.csv", "curve.png", "README.md"
GAMES, WEIGHTS, TESTS = "games", "weights", "tests"
LOW, PASSED = 50.0, 55.0  # shares of wins, in percent, between which a test decides
MOST_EXAMPLES = 600_000  # of a fit
FIRMER = 10.0  # after weights that did not pass, the next are held so much firmer to the best
TEST_SEED = 10**9  # beyond the games': the deals of tests are others
COMPILED = (
    *ismcts.TreeAgent.drivers, harvest.harvest, search.evaluate_all, match.begin, match.decide,
    drivers.reset, drivers.present, drivers.advance, drivers.verify, drivers.replay, drivers.score_one,
)  # fmt: skip


class SearchError(ValueError):
    """A training that cannot begin or go on here; the message says why."""


class _TimeIsUp(Exception):
    """The budget is used up in the middle of a test."""


def _said(default: Any, text: str, low: float, high: float) -> Any:
    return field(default=default, metadata={"text": text, "low": low, "high": high})


@dataclass(frozen=True)
class SearchSettings:
    """What a search is trained with."""

    simulations: int = _said(400, "simulations a decision in the games that are learnt from", 20, 100_000)
    games: int = _said(200, "games an iteration", HELD_OUT, 10**6)
    part: int = _said(10, "games a file", 1, 10**4)
    ridge: float = _said(1.0, "how firmly a fit holds the weights to the best so far", 0.0, 1e9)
    test_simulations: int = _said(100, "simulations a decision in tests", 20, 100_000)
    test_games: int = _said(1000, "games of a test, at most", 2, 10**6)
    iterations: int = _said(0, "end after so many; 0: when the minutes are over", 0, 10**6)

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


def settings_table() -> str:
    """The settings as a table in Markdown."""
    rows = [
        f"| `{each.name}` | {each.default:,} | {each.metadata['text']} |" for each in fields(SearchSettings)
    ]
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows])


@dataclass(frozen=True)
class Iteration:
    """What came of an iteration."""

    played: int  # games of self-play by then
    examples: int  # of the fit
    seconds: float  # of the whole run by then
    errors: tuple[float, float]  # squared, between siblings of games not learnt from: before and after
    kept: bool
    share: (
        tuple[float, float, float] | None
    )  # of wins against the best before: mean, low, high; None: no test
    games: int  # of the test

    @property
    def samples(self) -> int:
        """For the curve."""
        return self.played

    @property
    def shares(self) -> dict[str, tuple[float, float, float]]:
        """For the curve."""
        return {} if self.share is None else {"the best before": self.share}


@dataclass
class SearchStatus:
    """How far a training is."""

    stage: str  # playing, fitting, testing, done
    iteration: int  # from 1
    part: float = 0.0  # of the stage
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
    settings: dict[str, Any]
    method: str = "search"
    command: str = ""


class SearchRun:
    """A training of the search in its folder."""

    def __init__(self, game: Game, folder: Path, plan: SearchPlan, minutes: float) -> None:
        self.game, self.folder, self.plan, self.minutes = game, folder, plan, minutes
        self.content: Content = game.content(plan.content)
        self.settings = SearchSettings(**plan.settings)
        self.history: list[Iteration] = []
        self.seconds = 0.0  # by the clock, of this run and those it goes on from
        self.threads = 1
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
        if game.weights is None:
            raise SearchError(f"{game.title} has no weights to learn: they are not data there")
        counts = list(players) or [game.default_players]
        for count in counts:
            game.blank(count, options)
        if counts[0] < 2:
            raise SearchError("weights are tested against others: it needs two players or more")
        settings = SearchSettings(**changes)
        if not minutes > 0 or (math.isinf(minutes) and not settings.iterations):
            raise SearchError("give a number of minutes above 0, or iterations")
        header = header_of(game, counts[0], options, content)
        plan = SearchPlan(
            game.name, counts, dict(header.options), content, header.digest, game.version, seed,
            asdict(settings), command=shlex.join(command),
        )  # fmt: skip
        return cls(game, folder, plan, minutes)

    @classmethod
    def resume(cls, game: Game, folder: str | Path, minutes: float | None = None) -> SearchRun:
        """The training of a folder, where it stopped; with a new budget of the whole if one is given."""
        folder = Path(folder)
        notes = _read(folder / PLAN, f"there is no training of a search to go on with in {folder}")
        if notes["plan"].get("method") != "search":
            raise SearchError(f"{folder} holds a training of another method")
        plan = SearchPlan(**notes["plan"])
        if (plan.game, plan.version) != (game.name, game.version):
            raise SearchError(
                f"{folder} holds a training of {plan.game}_v{plan.version}, and this is {game.env_id}"
            )
        run = cls(game, folder, plan, minutes or notes["minutes"] or math.inf)
        if run.content.digest != plan.digest:
            raise SearchError(f"the cards of {game.title} have changed since {folder} was begun")
        if (folder / PROGRESS).exists():
            done = _read(folder / PROGRESS, "")
            run.seconds = done["seconds"]
            run.history = [Iteration(**each) for each in done["history"]]
        return run

    @property
    def used(self) -> float:
        """The share of the budget that is used up."""
        count = self.settings.iterations
        by_count = len(self.history) / count if count else 0.0
        return min(1.0, max(by_count, self._clock() / (60 * self.minutes)))

    @property
    def best(self) -> Path:
        """The weights to play with."""
        return self.folder / BEST

    def go(self, told: Told = lambda status: None) -> bool:
        """Train until the budget is used up; False after Ctrl-C. Either way the folder is in order."""
        with held(self.folder, SearchError(f"another process trains in {self.folder}")):
            self.game.compile(COMPILED)
            self._since = time.monotonic()
            finished = True
            if not (self.folder / PLAN).exists():
                self._write(self._weights_of(0), self._numbers(None))
                minutes = None if math.isinf(self.minutes) else self.minutes
                write_json(self.folder / PLAN, {"plan": asdict(self.plan), "minutes": minutes})
            self._choose_best()
            try:
                while self.used < 1 and self._iterate(told):
                    pass
            except KeyboardInterrupt:
                finished = False
            except _TimeIsUp:
                pass
            self._leave()
            told(self._status("done", 1.0))
        return finished

    # ---- the parts -------------------------------------------------------------------------------

    def _iterate(self, told: Told) -> bool:
        """Play, fit, test, and note what came of it; False if the time was up before."""
        number = len(self.history) + 1
        best = self._weights_of(self._kept())
        files = self._play(number, best, told)
        if files is None:
            return False
        told(self._status("fitting"))
        examples = read_all(files, self.game, MOST_EXAMPLES)
        start = self._numbers(best)
        fitted = Fitter(self.game, self.content, examples).fit(
            start, self._ridge(), lambda part: told(self._status("fitting", part))
        )
        share, games, kept = None, 0, False
        if fitted.gained:
            self._write(self._weights_of(number), fitted.weights)
            share, games, kept = self._test(number, best, told)
        errors = fitted.before.siblings, fitted.after.siblings
        played = number * self.settings.games
        self.history.append(Iteration(played, len(examples), self._clock(), errors, kept, share, games))
        self._save()
        return True

    def _play(self, number: int, weights: Path, told: Told) -> list[Path] | None:
        """The files of all games so far, this iteration's last; None if the time was up before."""
        settings, plan = self.settings, self.plan
        parts = [
            (self.folder / GAMES / f"{number:03}-{k:04}.npz", first)
            for k, first in enumerate(range(0, settings.games, settings.part))
        ]
        missing = [(path, first) for path, first in parts if not path.exists()]

        def make(path: Path, first: int) -> None:
            if self.used >= 1:
                return
            players = plan.players[first // settings.part % len(plan.players)]
            games = min(settings.part, settings.games - first)
            seed = plan.seed + number
            examples = play(
                self.game, self.content, weights, players, games, seed, first, settings.simulations,
                plan.options,
            )  # fmt: skip
            save_examples(path, examples)
            there = sum(each.exists() for each, _ in parts)
            told(self._status("playing", there / len(parts)))

        told(self._status("playing", 1 - len(missing) / len(parts)))
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                for job in [pool.submit(make, *each) for each in missing]:
                    job.result()
            except KeyboardInterrupt:
                pool.shutdown(cancel_futures=True)
                raise
        if not all(path.exists() for path, _ in parts):
            return None
        return sorted((self.folder / GAMES).glob("*.npz"))

    def _test(self, number: int, best: Path, told: Told) -> tuple[tuple[float, float, float], int, bool]:
        """The fitted weights against the best so far: share of wins, games, and whether they pass."""
        settings, plan = self.settings, self.plan

        def watch(status: ArenaStatus) -> None:
            told(self._status("testing", status.done / max(1, status.total)))
            if self.used >= 1 and status.stage == "games" and not settings.iterations:
                raise _TimeIsUp

        specs = [
            f"ismcts:{settings.test_simulations},weights={path}" for path in (self._weights_of(number), best)
        ]
        arena = run_arena(
            self.game, specs, settings.test_games, plan.players[0], TEST_SEED + plan.seed + number,
            plan.options, plan.content, self.folder / TESTS / f"{number:03}", self.threads, watch,
            sprt=Sprt(LOW, PASSED),
        )  # fmt: skip
        verdict = arena.verdict
        assert verdict is not None
        share = verdict.share
        return (share.mean, share.low, share.high), verdict.games, verdict.decided == HIGH

    def _ridge(self) -> float:
        """Firmer after every fit in a row that was not kept."""
        failed = 0
        for each in reversed(self.history):
            if each.kept:
                break
            failed += 1
        return self.settings.ridge * FIRMER**failed

    def _kept(self) -> int:
        """The last iteration that was kept; 0: what the training began with."""
        return max((k for k, each in enumerate(self.history, 1) if each.kept), default=0)

    def _weights_of(self, number: int) -> Path:
        return self.folder / WEIGHTS / f"{number:03}.csv"

    def _numbers(self, path: Path | None) -> np.ndarray:
        assert self.game.weights is not None
        return self.game.weights.read(path or self.game.weights.set_for(ismcts.TreeAgent.kind))

    def _write(self, path: Path, numbers: np.ndarray) -> None:
        assert self.game.weights is not None
        self.game.weights.write(path, numbers)

    def _choose_best(self) -> None:
        self._write(self.best, self._numbers(self._weights_of(self._kept())))

    def _clock(self) -> float:
        """Seconds of work by now, those before a pause included."""
        return self.seconds + (time.monotonic() - self._since if self._since else 0.0)

    def _status(self, stage: str, part: float = 0.0) -> SearchStatus:
        note = ""
        if self.history:
            last = self.history[-1]
            share = (
                "no gain in the fit" if last.share is None else f"{last.share[0]:.1%} of {last.games} games"
            )
            note = f"iteration {len(self.history)}: {share}, {'kept' if last.kept else 'not kept'}"
        return SearchStatus(stage, len(self.history) + 1, part, self.used, note)

    def _save(self) -> None:
        history = [asdict(each) for each in self.history]
        write_json(self.folder / PROGRESS, {"seconds": self._clock(), "history": history})
        self._choose_best()

    def _leave(self) -> None:
        """What is left behind: progress, curve and card."""
        self._save()
        self.seconds, self._since = self._clock(), 0.0
        tested = [each for each in self.history if each.share is not None]
        if tested:
            players = self.plan.players[0]
            write_curve(self.folder / CURVE, self.game, tested, players, "games of self-play")
        with atomic(self.folder / CARD) as partial:
            partial.write_text("\n".join(card(self)) + "\n", encoding="utf-8")


def card(run: SearchRun) -> list[str]:
    """The card as lines of Markdown."""
    game, plan, settings = run.game, run.plan, run.settings
    lines = [
        f"# Weights for {game.title}",
        "",
        f"`{BEST}` holds weights of the evaluation of `{game.env_id}`, for `ismcts:400,weights={BEST}`.",
        "They were fitted to the values that the search gave to siblings in its own games.",
        "",
        "| | |",
        "|---|---|",
        f"| command | `{plan.command or 'from Python'}` |",
        f"| trained for | {run.seconds / 60:.1f} minutes, {len(run.history)} iterations |",
        f"| on | {hardware()} |",
        f"| players | {', '.join(map(str, plan.players))} |",
        f"| games | {settings.games} an iteration, of `ismcts:{settings.simulations}` against itself |",
        f"| tests | `ismcts:{settings.test_simulations}`, {LOW:g} % or {PASSED:g} % of the wins |",
        f"| cards | {plan.content or game.contents[0]} |",
        f"| seed | {plan.seed} |",
        "",
        "| iteration | error between siblings | share against the best before | 95 % | games | kept |",
        "|---|---|---|---|---|---|",
    ]
    for number, each in enumerate(run.history, 1):
        before, after = each.errors
        share = each.share
        said = "- | -" if share is None else f"{share[0]:.1%} | {100 * share[1]:.0f}-{100 * share[2]:.0f}"
        kept = "yes" if each.kept else "no"
        lines.append(f"| {number} | {before:.5f} to {after:.5f} | {said} | {each.games} | {kept} |")
    if not run._kept():
        lines += ["", f"No weights have passed: `{BEST}` holds those that the training began with."]
    return lines


def _read(path: Path, missing: str) -> dict[str, Any]:
    if not path.is_file():
        raise SearchError(missing)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise SearchError(f"{path} is damaged: {error}") from None
