"""Where the time of a tree search goes: `python -m astrarium.benchmarks.search GAME [--players K]`.

The parts of a simulation are timed one by one, on positions like those that a search meets, and multiplied by
how often a simulation makes them. What is left of the measured time of a simulation is the tree itself: to
choose among its nodes, to add nodes, to draw actions in playouts. All times are of the processor, so that
other work on the machine does not count, and of one run: the shares are what to compare.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from astrarium.agents import Positions
from astrarium.agents.base import decision_keys, make_agent
from astrarium.agents.search import FUTURE, PLAYER, SCRATCH_STATES, TRIAL, evaluate, redeal
from astrarium.core import Batch, Game, drivers, get
from astrarium.core.drivers import legal, move, random_legal
from astrarium.core.jit import ByteRows, Ints, States, Tables, driver
from astrarium.core.rng import seed_stream

SPEC = "ismcts:400"
POSITIONS, OPENING = 64, 200  # positions searched, after up to so many random decisions
AHEAD = 12  # the parts are timed up to so many random decisions later
GAMES = 256  # random games without search, for comparison
COPY, LEGAL, MOVE, EVALUATE, REDEAL = range(5)


@driver
def wander(t: Tables, states: States, work: States, masks: ByteRows, actions: Ints, seed: int) -> None:
    """Play game i for i % AHEAD random decisions, as long as it runs; write its mask and a legal action."""
    for i in range(len(states)):
        seed_stream(work[PLAYER], seed, i, 0)
        legal(t[0], states[i], masks[i])
        action = random_legal(work[PLAYER], masks[i])
        for _ in range(i % AHEAD):
            work[TRIAL] = states[i]
            move(t[0], work[TRIAL], action)
            if work[TRIAL].over:
                break
            states[i] = work[TRIAL]
            legal(t[0], states[i], masks[i])
            action = random_legal(work[PLAYER], masks[i])
        actions[i] = action


@driver
def repeat(
    t: Tables,
    states: States,
    work: States,
    masks: ByteRows,
    actions: Ints,
    keys: Ints,
    part: int,
    times: int,
) -> int:
    """Make one part of a simulation from every position, some times over."""
    total = 0.0
    for k in range(times):
        for i in range(len(states)):
            s = states[i]
            if part == COPY:
                work[TRIAL] = s
            elif part == LEGAL:
                legal(t[0], s, masks[i])
            elif part == MOVE:
                work[TRIAL] = s
                move(t[0], work[TRIAL], actions[i])
            elif part == EVALUATE:
                total += evaluate(t[0], s, s.seat)
            else:
                redeal(t[0], states, i, work, keys[i], k, s.seat)
    return int(total) + work[FUTURE].moves


@dataclass(frozen=True)
class Part:
    """A part of a simulation: how often it is made, and what it takes."""

    name: str
    calls: float  # a simulation
    ns: float  # a call

    @property
    def total(self) -> float:
        """Nanoseconds of a simulation."""
        return self.calls * self.ns


@dataclass(frozen=True)
class Profile:
    """What a simulation of a search is made of."""

    game: str
    players: int
    ns: float  # a simulation
    decisions: float  # a simulation
    bare: float  # nanoseconds of a decision of random play without search
    parts: Sequence[Part]

    @property
    def against_bare(self) -> float:
        """Decisions/s inside the search as a share of those of bare random play."""
        return self.bare * self.decisions / self.ns

    @property
    def rest(self) -> float:
        """Nanoseconds of a simulation that no part explains."""
        return self.ns - sum(part.total for part in self.parts)


def positions_of(game: Game, players: int | None, n: int = POSITIONS) -> Positions:
    """Positions spread over the openings of random games."""
    batch = Batch(game, n, num_players=players)
    kept = np.array(batch.states)
    for step in range(OPENING):
        ready = step == (np.arange(n) * OPENING) // n
        kept[ready] = batch.states[ready]
        batch.step(batch.random_actions(step))
    masks = np.zeros((n, game.num_actions), np.int8)
    keys = decision_keys(0, np.arange(n), np.zeros(n, np.int64), kept["moves"])
    for i in range(n):
        game.bound(drivers.legal_one)(game.content().tables, kept, i, masks[i])
    return Positions(game, game.content(), kept, masks, kept["seat"].copy(), keys, sound=True)


def random_games(game: Game, players: int | None) -> Callable[[], float]:
    """What plays a few random games to their ends: nanoseconds of this thread a decision."""
    tables, blank, states = game.content().tables, game.blank(players), np.zeros(GAMES, game.state)
    player, mask = np.zeros(1, game.state), np.zeros(game.num_actions, np.int8)
    log, obs, broken = (
        np.zeros((0, game.max_moves), np.int16),
        np.zeros(0, np.int16),
        np.zeros(GAMES, np.int64),
    )
    reset, play = game.bound(drivers.reset), game.bound(drivers.random_play)

    def run() -> float:
        started = time.thread_time()
        reset(tables, blank, states, 0, 0, np.zeros(GAMES, np.int64), 0, GAMES)
        decisions = play(tables, states, player, mask, obs, log, broken, 0, 0, False, 0, GAMES)
        return (time.thread_time() - started) * 1e9 / decisions

    run()
    return run


def profile(game: Game, players: int | None = None, seconds: float = 0.5, repeats: int = 5) -> Profile:
    """Time a search and its parts in turn; the median of each counts."""
    positions = positions_of(game, players)
    agent = make_agent(SPEC, game)
    agent.act(positions)
    states, n = np.array(positions.states), len(positions)
    work, masks = np.zeros(SCRATCH_STATES, game.state), np.zeros_like(positions.mask)
    actions, keys = np.zeros(n, np.int64), positions.keys.view(np.int64)
    tables = game.content().tables
    game.bound(wander)(tables, states, work, masks, actions, 0)
    run = game.bound(repeat)
    spent = agent.spent  # type: ignore[attr-defined]
    per = {name: getattr(spent, name) / spent.simulations for name in ("decisions", "trials", "evaluations")}
    simulations = spent.simulations

    def part(number: int) -> Callable[[], float]:
        run(tables, states, work, masks, actions, keys, number, 1)
        return lambda: timed(
            lambda times: run(tables, states, work, masks, actions, keys, number, times), n, seconds
        )

    tasks = {number: part(number) for number in range(5)}
    games, bare = random_games(game, players), []
    found: dict[int, list[float]] = {number: [] for number in tasks}
    whole: list[float] = []
    for _ in range(repeats):
        whole.append(timed(lambda times: [agent.act(positions) for _ in range(times)], simulations, seconds))
        bare.append(games())
        for number, task in tasks.items():
            found[number].append(task())
    ns = {number: median(values) for number, values in found.items()}
    parts = (
        Part("masks of legal actions", per["decisions"] - per["trials"], ns[LEGAL]),
        Part("moves of the game", per["decisions"], ns[MOVE] - ns[COPY]),
        Part("copies of the state", per["trials"], ns[COPY]),
        Part("evaluations", per["evaluations"], ns[EVALUATE]),
        Part("redeals, with a copy", 1.0, ns[REDEAL]),
    )
    return Profile(
        game.env_id, int(states["num_players"][0]), median(whole), per["decisions"], median(bare), parts
    )


def timed(run: Callable[[int], object], each: int, seconds: float) -> float:
    """Nanoseconds of this thread for one of the `each` things that run(1) makes."""
    times, spent = 1, 0.0
    while True:
        started = time.thread_time()
        run(times)
        spent = time.thread_time() - started
        if spent >= seconds:
            return spent * 1e9 / (times * each)
        times = max(times + 1, int(times * min(10.0, 1.2 * seconds / max(spent, 1e-6))))


def report(found: Profile, console: Console | None = None) -> None:
    """The parts as a table."""
    console = console or Console(highlight=False)
    console.print(
        f"{found.game}, {found.players} players, {SPEC}: {found.ns:,.0f} ns a simulation, "
        f"{found.decisions:.1f} decisions in it",
        markup=False,
    )
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("part")
    for column in ("times a simulation", "ns each", "ns a simulation", "share"):
        table.add_column(column, justify="right")
    for part in sorted(found.parts, key=lambda part: -part.total):
        share = f"{part.total / found.ns:.0%}"
        table.add_row(part.name, f"{part.calls:.1f}", f"{part.ns:,.0f}", f"{part.total:,.0f}", share)
    table.add_row("the tree, and the rest", "", "", f"{found.rest:,.0f}", f"{found.rest / found.ns:.0%}")
    console.print(table)
    console.print(f"decisions/s inside the search: {found.against_bare:.2f} of those of bare random play")


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description="Where the time of a tree search goes.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=0.5, help="given to each measurement")
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    report(profile(get(args.game), args.players, args.seconds, args.repeats))


if __name__ == "__main__":
    main()
