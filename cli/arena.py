"""`arena`: agents play each other, are rated, and the games are kept."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import (
    Cards,
    GameName,
    Options,
    Players,
    Ray,
    Seed,
    Setup,
    Threads,
    Trust,
    choose,
    plainly,
    positive,
    threads_of,
    workers_of,
)
from .commands import app
from .screen import notes, progress, say, show, table

if TYPE_CHECKING:
    from rich.progress import TaskID

    from astrarium.agents.arena import Status
    from astrarium.agents.sprt import Sprt, Verdict
    from astrarium.agents.until import Width

GAMES = 200  # of an arena, unless told otherwise
SAY_EVERY = 60.0  # seconds between lines where there is no terminal

AgentList = Annotated[
    str | None,
    typer.Option(
        "--agents",
        metavar="SPEC,...",
        help="Agents, such as random,greedy,ismcts:800,c=1.2: name=value belongs to the agent before it.",
    ),
]
OneAgent = Annotated[
    list[str] | None,
    typer.Option("--agent", metavar="SPEC", help="One agent, commas and all; may be repeated."),
]


@app.command()
def arena(
    game: GameName,
    agents: AgentList = None,
    agent: OneAgent = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            help="How many games; rounded up so that seatings are even. 200 unless given; "
            "with --sprt the most that are played, 20,000 unless given.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="LOW,HIGH",
            help="Play until it is decided whether the first of two agents wins LOW or HIGH percent, "
            "such as 50,53: a sequential test with error rates of 5 %.",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="PERCENT",
            help="Play until every win share is known within so many percent to either side, such as 2%; "
            "--games is the most that are played, 20,000 unless given.",
        ),
    ] = None,
    alone: Annotated[
        bool,
        typer.Option(
            "--alone",
            help="The first of two agents sits alone among the other, in every seat of each deal once: "
            "the shares of --sprt are its share of the wins, fair is one over the number of seats.",
        ),
    ] = False,
    seatings: Annotated[
        str,
        typer.Option(
            "--seatings",
            metavar="latin|all|random",
            help="latin: each agent has each seat once a deal; all: every order of each deal; "
            "random: one drawn order a deal.",
        ),
    ] = "latin",
    players: Players = None,
    seed: Seed = 0,
    option: Options = None,
    cards: Cards = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for records and results; arena/... unless given.")
    ] = None,
    trust: Trust = False,
    threads: Threads = None,
    ray: Ray = None,
) -> None:
    """Let agents play each other on the same deals in turned seats, and rate them.

    An interrupted arena goes on when the same command is given again.
    """
    setup = choose(game, players, seed, option, cards)
    specs = chosen_agents(agents, agent)
    if len(specs) < 2:
        raise typer.BadParameter(
            "an arena compares agents: name at least two, such as --agents random,greedy "
            "(one agent against itself: astrarium balance)"
        )
    test = None if sprt is None else sprt_of(sprt)
    width = None if until is None else percent_of(until)
    if games is None:
        games = GAMES if test is None and width is None else most_games()
    ways = {"sprt": test, "alone": alone, "seatings": seatings, "until": width}
    play_arena(setup, specs, positive(games, "--games"), out, threads_of(threads), ray, ways)


def percent_of(text: str) -> float:
    """The width that --until names."""
    try:
        return float(text.strip().removesuffix("%"))
    except ValueError:
        raise typer.BadParameter(f"expected --until PERCENT, such as 2%, got {text!r}") from None


def sprt_of(text: str) -> Sprt:
    """The test that --sprt names."""
    from astrarium.agents.sprt import Sprt

    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(
            f"expected --sprt LOW,HIGH in percent, such as 50,53, got {text!r}"
        ) from None
    if 0 < high < 1:
        raise typer.BadParameter(f"--sprt is in percent: did you mean {100 * low:g},{100 * high:g}?")
    with plainly(ValueError):
        return Sprt(low, high)


def most_games() -> int:
    """How many games a sequential test plays at most."""
    from astrarium.agents.sprt import MOST_GAMES

    return MOST_GAMES


def chosen_agents(agents: str | None, more: list[str] | None) -> list[str]:
    """The specs of --agents and --agent."""
    from astrarium.agents.base import split_specs

    listed = split_specs(agents) if agents else []
    return [spec for spec in [*listed, *(more or [])] if spec]


def play_arena(
    setup: Setup,
    specs: list[str],
    games: int,
    out: Path | None,
    threads: int,
    ray: str | None = None,
    ways: Mapping[str, Any] | None = None,
) -> None:
    """Play, print the results, and say where they are."""
    from astrarium.agents.arena import plan_arena, run_arena
    from astrarium.agents.folder import FolderError
    from astrarium.agents.report import HEADINGS, duel_rows, facts, rows, title, verdict, write_report
    from astrarium.agents.report import notes as remarks
    from astrarium.agents.workers import WorkersError
    from astrarium.core import IllegalAction
    from astrarium.core.records import RecordError

    arguments = (setup.game, specs, games, setup.players, setup.seed, setup.options, setup.content)
    ways = ways or {}
    early = any(ways.get(name) is not None for name in ("sprt", "until"))
    with plainly(ValueError):
        plan = plan_arena(*arguments, **ways)
    for warning in plan.warnings:
        notes.print(warning)
    if plan.schedule.games != games:
        notes.print(
            f"{'at most ' if early else ''}{plan.schedule.games:,} games instead of {games:,}: "
            f"a multiple of {plan.schedule.a_round}, so that all sit alike"
        )
    folder = plan.default_folder() if out is None else out
    try:
        with (
            plainly(FolderError, RecordError, IllegalAction, WorkersError, OSError),
            workers_of(ray, threads) as workers,
            arena_progress() as told,
        ):
            others = None if ray is None else workers
            result = run_arena(*arguments, out=folder, threads=threads, progress=told, workers=others, **ways)
            page, picture = write_report(result, folder)
    except KeyboardInterrupt:
        notes.print(f"The games so far are kept in {folder}: the same command goes on with them.")
        raise
    say(title(result))
    say(facts(result))
    standing = table(*HEADINGS)
    for k, (spec, *row) in enumerate(rows(result), 1):
        standing.add_row(f"{k}. {spec}", *row)
    show(standing)
    duels = table("placed before", *(str(k) for k in range(1, len(result.agents) + 1)))
    for k, (spec, *row) in enumerate(duel_rows(result), 1):
        duels.add_row(f"{k}. {spec}", *row)
    show(duels)
    if result.sprt is not None:
        say([*verdict(result), ""])
    say(remarks(result))
    say(["", f"report   {page}", f"picture  {picture}"])
    say([f"numbers  {folder / 'results.json'}", f"games    {folder / 'games.csv'}"])
    notes.print(f"astrarium balance {setup.game.name} {folder} tells what these games say about the game")


def standing(test: Verdict | Width) -> str:
    """How far an arena is from stopping by itself, in few words."""
    from astrarium.agents.until import Width

    if isinstance(test, Width):
        return test.words()
    low, high = test.bounds
    share = f"share {test.share.mean:.1%}, " if test.deals else ""
    return f"{test.deals:,} deals, {share}LLR {test.ratio:.2f} ({low:.2f} to {high:.2f})"


@contextmanager
def arena_progress() -> Iterator[Callable[[Status], None]]:
    """A progress bar over the stages of an arena."""
    labels = {"games": "playing", "ratings": "rating"}
    with stages() as show_stage:

        def tell(status: Status) -> None:
            words = labels[status.stage]
            more = f", {status.decisions:,} decisions" if status.decisions else ""
            total: int | None = status.total
            if status.test is not None:  # it stops by itself: nobody knows how many games are left
                more, total = f", {standing(status.test)}", None
            show_stage(words, status.done, total, more)

        yield tell


@contextmanager
def stages() -> Iterator[Callable[..., None]]:
    """A progress bar a stage: show(stage, done, total, more words). None is shown before the first call.

    Where there is no terminal, a line now and then.
    """
    bar = progress()
    tasks: dict[str, TaskID] = {}
    said = time.monotonic()

    def show_stage(stage: str, done: int, total: int | None, more: str = "") -> None:
        nonlocal said
        if not tasks:
            bar.start()
        if not notes.is_terminal and time.monotonic() - said > SAY_EVERY:
            said = time.monotonic()
            most = "" if total is None else f" of {total:,}"
            print(f"{stage}: {done:,}{most}{more}", file=sys.stderr, flush=True)
        if stage not in tasks:
            # What was there before does not count as the speed of this run.
            tasks[stage] = bar.add_task(stage, total=total, completed=done)
        bar.update(tasks[stage], completed=done, description=stage + more)

    try:
        yield show_stage
    finally:
        if tasks:
            bar.stop()
