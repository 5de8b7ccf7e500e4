"""`astrarium bench`: decisions/s of random play in every way of using a game, compile times and memory.

Figures are taken in turn, again and again, and the median counts. The calibration loop runs before and after
each of them; its slowdown against the best of the whole run stands beside the figure.
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from astrarium.agents import Positions, Spent, make_agent
from astrarium.core import Batch, Game, drivers
from astrarium.core.aec import constructors
from astrarium.core.files import atomic
from astrarium.core.transcript import Story

from .calibration import calibrate

GAMES = 64  # games a call of the compiled players
DRAWS = 1 << 16
SEARCH = "ismcts:100"
POSITIONS, OPENING = 16, 100  # positions searched at once, after so many random decisions

# What a fresh process does: from the start of Python to the first decision taken.
FIRST_STEP = """
import pickle, sys
game, players = pickle.loads(bytes.fromhex(sys.argv[1]))
from astrarium.core import Batch
batch = Batch(game, 1, num_players=players)
batch.step(batch.random_actions(0))
"""


@dataclass(frozen=True)
class Plan:
    """How to measure."""

    players: int | None = None
    seconds: float = 1.0
    repeats: int = 5
    batch: int = 4096
    threads: int = 1
    compile_times: bool = True


@dataclass
class Figure:
    """One measured quantity: its values, and the calibration around each."""

    name: str
    unit: str
    values: list[float] = field(default_factory=list)
    calibration: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The value that counts."""
        return median(self.values)


@dataclass
class Report:
    """All figures of one game."""

    game: str
    title: str
    players: int
    num_actions: int
    features: int
    state_bytes: int
    batch_bytes: int
    figures: dict[str, Figure]

    def rate(self, name: str) -> float | None:
        """The median of a figure, if it was measured."""
        return self.figures[name].median if name in self.figures else None

    def ratio(self, over: str, under: str) -> float | None:
        """How many times the one figure is the other."""
        top, bottom = self.rate(over), self.rate(under)
        return None if top is None or not bottom else top / bottom


# ---- the measurements: each runs for about the given seconds and returns decisions/s


class Players:
    """The compiled random player, alone or observing, and the null game of the same shape."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.game, self.seconds = game, plan.seconds
        self.tables, self.blank = game.content().tables, game.blank(plan.players)
        self.states = np.zeros(GAMES, game.state)
        self.player = np.zeros(1, game.state)
        self.mask = np.zeros(game.num_actions, np.int8)
        self.blind, self.obs = np.zeros(0, np.int16), np.zeros(game.observation.size, np.int16)
        self.log, self.broken = np.zeros((0, game.max_moves), np.int16), np.zeros(GAMES, np.int64)
        self.first = 0

    def bare(self) -> float:
        """Whole games, set-up and masks included."""
        return self._timed(drivers.random_play, self.blind, deal=True)

    def observing(self) -> float:
        """The same with the acting seat's observation before every decision."""
        return self._timed(drivers.random_play, self.obs, deal=True)

    def null_bare(self) -> float:
        """The null game: copy, mask, pick."""
        return self._timed(drivers.null_play, self.blind, deal=False)

    def null_observing(self) -> float:
        """The null game with its observation."""
        return self._timed(drivers.null_play, self.obs, deal=False)

    def _timed(self, driver: Callable, obs: np.ndarray, deal: bool) -> float:
        reset, run = self.game.bound(drivers.reset), self.game.bound(driver)
        episode = np.zeros(GAMES, np.int64)
        decisions, started = 0, time.perf_counter()
        while True:
            if deal:
                reset(self.tables, self.blank, self.states, 0, self.first, episode, 0, GAMES)
            decisions += run(
                self.tables, self.states, self.player, self.mask, obs, self.log, self.broken, 0, self.first,
                False, 0, GAMES,
            )  # fmt: skip
            self.first += GAMES
            spent = time.perf_counter() - started
            if spent >= self.seconds:
                return decisions / spent


class Loop:
    """PettingZoo's loop over `env()` as its users write it, with the cheapest choice of a random action."""

    def __init__(self, game: Game, plan: Plan) -> None:
        env, _ = constructors(game)
        self.env: Any = env(num_players=plan.players)
        self.seconds = plan.seconds
        self.draws = np.random.default_rng(0).integers(0, 2**31, DRAWS).tolist()
        self.seed = 0

    def aec(self) -> float:
        """last, choose, step; checks included."""
        env, draws = self.env, self.draws
        decisions, started = 0, time.perf_counter()
        while time.perf_counter() - started < self.seconds:
            env.reset(seed=self.seed)
            self.seed += 1
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[draws[decisions % DRAWS] % len(legal)])
                decisions += 1
        return decisions / (time.perf_counter() - started)


class Many:
    """The batch: steps alone, and with the choice of random actions."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.batch = Batch(game, plan.batch, num_players=plan.players, threads=plan.threads)
        self.seconds = plan.seconds
        self.stream = 0
        for _ in range(3):
            self._choose_and_step()

    def _choose_and_step(self) -> float:
        self.stream += 1
        actions = self.batch.random_actions(self.stream)
        started = time.perf_counter()
        self.batch.step(actions)
        return time.perf_counter() - started

    def step(self) -> float:
        """Time in `step` alone: mask, observation, seat, rewards and new games written."""
        rounds, spent = 0, 0.0
        while spent < self.seconds:
            spent += self._choose_and_step()
            rounds += 1
        return rounds * self.batch.n / spent

    def loop(self) -> float:
        """The whole loop, actions chosen at random by `random_actions`."""
        rounds, started = 0, time.perf_counter()
        while time.perf_counter() - started < self.seconds:
            self._choose_and_step()
            rounds += 1
        return rounds * self.batch.n / (time.perf_counter() - started)


class Search:
    """Tree search on one core, from positions of random play."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.seconds = plan.seconds
        self.agent: Any = make_agent(SEARCH, game)
        batch = Batch(game, POSITIONS, num_players=plan.players)
        for stream in range(OPENING):
            batch.step(batch.random_actions(stream))
        self.positions = Positions.of_batch(batch, seed=0)

    def simulations(self) -> float:
        """Simulations a second."""
        return self._search()[0]

    def decisions(self) -> float:
        """Decisions a second inside the search: in the tree, for priors, and in playouts."""
        return self._search()[1]

    def _search(self) -> tuple[float, float]:
        self.agent.spent = Spent()
        while self.agent.spent.seconds < self.seconds:
            self.agent.act(self.positions)
        return self.agent.spent.per_second


class Telling:
    """Decisions of random games put into words, one by one: the action's name and all that came of it."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.seconds, self.story = plan.seconds, Story(game, game.content())
        batch = Batch(game, GAMES, num_players=plan.players, observations=False)
        self.told: list[tuple[Any, int]] = []
        for stream in range(OPENING):
            actions = batch.random_actions(stream)
            if stream % 10 == 0:
                self.told += [(batch.states[i].copy(), int(actions[i])) for i in range(GAMES)]
            batch.step(actions)

    def decisions(self) -> float:
        """Decisions told a second."""
        told, started = 0, time.perf_counter()
        while time.perf_counter() - started < self.seconds:
            before, action = self.told[told % len(self.told)]
            self.story.decision(before, action)
            told += 1
        return told / (time.perf_counter() - started)


def batch_bytes(batch: Batch) -> int:
    """Memory a game of a batch, its buffers included."""
    arrays = [
        value for value in vars(batch).values() if isinstance(value, np.ndarray) and len(value) == batch.n
    ]
    return sum(array.nbytes for array in arrays) // batch.n


def first_step(game: Game, players: int | None, cache: Path) -> float:
    """Seconds of a fresh process from its start to its first decision, with this cache directory."""
    argument = pickle.dumps((game, players)).hex()
    paths = os.pathsep.join(path for path in sys.path if path)
    env = os.environ | {"ASTRARIUM_CACHE_DIR": str(cache), "PYTHONPATH": paths}
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", FIRST_STEP, argument], env=env, check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return time.perf_counter() - started


# ---- taking them in turn

RATES = "decisions/s"
UNITS = {"simulations": "simulations/s"}


def measure_games(games: Iterable[Game], plan: Plan) -> list[Report]:
    """Measure each game after the other."""
    return [measure(game, plan) for game in games]


def measure(game: Game, plan: Plan) -> Report:
    """Every figure of one game."""
    players, loop, many = Players(game, plan), Loop(game, plan), Many(game, plan)
    search, telling = Search(game, plan), Telling(game, plan)
    tasks: dict[str, Callable[[], float]] = {
        "bare": players.bare,
        "null game": players.null_bare,
        "observing": players.observing,
        "null game, observing": players.null_observing,
        "AEC loop": loop.aec,
        "batch step": many.step,
        "batch loop": many.loop,
        "search": search.decisions,
        "simulations": search.simulations,
        "telling": telling.decisions,
    }
    figures = {name: Figure(name, UNITS.get(name, RATES)) for name in tasks}
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(game.title, total=(plan.repeats + 1) * len(tasks) + 2 * plan.compile_times)
        for run in warm(players, loop, many, search, telling):
            run()
        bar.advance(task, len(tasks))
        for _ in range(plan.repeats):
            for name, run in tasks.items():
                bar.update(task, description=f"{game.title}: {name}", advance=1)
                _take(figures[name], run)
        if plan.compile_times:
            bar.update(task, description=f"{game.title}: compile times")
            figures |= compile_figures(game, plan, lambda: bar.advance(task))
    many.batch.close()
    return Report(
        game.env_id,
        game.title,
        many.batch.num_players,
        game.num_actions,
        game.observation.size,
        game.state.itemsize,
        batch_bytes(many.batch),
        figures,
    )


def warm(
    players: Players, loop: Loop, many: Many, search: Search, telling: Telling
) -> list[Callable[[], float]]:
    """Everything once, shortly: compiled and in the caches before the clock runs."""

    def briefly(owner: Any, run: Callable[[], float]) -> Callable[[], float]:
        def once() -> float:
            kept, owner.seconds = owner.seconds, 0.01
            try:
                return run()
            finally:
                owner.seconds = kept

        return once

    own = [players.bare, players.observing, players.null_bare, players.null_observing]
    others = [(loop, loop.aec), (many, many.loop), (search, search.decisions), (telling, telling.decisions)]
    return [briefly(owner, run) for owner, run in [*((players, run) for run in own), *others]]


def compile_figures(game: Game, plan: Plan, advance: Callable[[], None]) -> dict[str, Figure]:
    """Start to first decision: once with an empty cache directory, then with the full one."""
    cold, again = Figure("cold start", "s"), Figure("warm start", "s")
    with tempfile.TemporaryDirectory(prefix="astrarium-bench-") as folder:
        _take(cold, lambda: first_step(game, plan.players, Path(folder)))
        advance()
        for _ in range(min(plan.repeats, 3)):
            _take(again, lambda: first_step(game, plan.players, Path(folder)))
        advance()
    return {cold.name: cold, again.name: again}


def _take(figure: Figure, run: Callable[[], float]) -> None:
    before = calibrate()
    figure.values.append(run())
    figure.calibration.append((before + calibrate()) / 2)


# ---- telling


def report(reports: list[Report], path: Path | None = None, console: Console | None = None) -> None:
    """Print a table a game, and write all figures as JSON if asked to."""
    console = console or Console(highlight=False)
    best = min(value for each in reports for figure in each.figures.values() for value in figure.calibration)
    console.print(machine_line(), markup=False)
    console.print(
        f"calibration loop: best {best * 1e3:.1f} ms; CPU = its time beside the figure, relative to that"
    )
    for each in reports:
        print_report(each, best, console)
    if path is not None:
        write_json(reports, best, path)
        console.print(f"figures: {path}", markup=False)


def print_report(each: Report, best: float, console: Console) -> None:
    """The figures of one game as a table."""
    sizes = f"{each.num_actions} actions, {each.features} features, {each.state_bytes:,} bytes a state"
    batched = f"{each.batch_bytes:,} bytes a game in a batch with all its buffers"
    console.print(f"\n{each.title} ({each.game}), {each.players} players: {sizes}, {batched}", markup=False)
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for column in ("figure", "median", "lowest", "highest", "unit", "CPU"):
        table.add_column(column, justify="left" if column in ("figure", "unit") else "right")
    for figure in each.figures.values():
        shown = "{:.2f}" if figure.unit == "s" else "{:,.0f}"
        numbers = [shown.format(value) for value in (figure.median, min(figure.values), max(figure.values))]
        table.add_row(figure.name, *numbers, figure.unit, f"{median(figure.calibration) / best:.2f}")
    console.print(table)
    for name, over in (("bare", "null game"), ("observing", "null game, observing")):
        ratio = each.ratio(over, name)
        if ratio is not None:
            console.print(f"{name}: the null game of the same shape is {ratio:.2f} times as fast")
    if (share := each.ratio("search", "bare")) is not None:
        console.print(f"search ({SEARCH}, one core): {share:.2f} of the decisions/s of bare random play")


def write_json(reports: list[Report], best: float, path: Path) -> None:
    """All figures with every repeat, and the machine they were taken on."""
    data = {
        "machine": machine(),
        "taken": datetime.now(UTC).isoformat(timespec="seconds"),
        "best_calibration_seconds": best,
        "games": [asdict(each) for each in reports],
    }
    with atomic(path) as partial:
        partial.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def machine() -> dict[str, Any]:
    """What the figures were taken on."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{name: _version(name) for name in ("astrarium", "numba", "numpy", "pettingzoo")},
    }


def machine_line() -> str:
    """The machine in one line."""
    facts = machine()
    cpu, cores = facts.pop("cpu"), facts.pop("cores")
    return f"{cpu}, {cores} cores; " + ", ".join(f"{name} {value}" for name, value in facts.items())


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"
