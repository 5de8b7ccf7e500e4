"""`tune`: the weights of a game's evaluation are tuned by quick games, with live progress."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import (
    Cards,
    GameName,
    Options,
    Ray,
    Seed,
    Threads,
    choose,
    plainly,
    player_counts,
    threads_of,
    workers_of,
)
from .commands import app
from .screen import live, notes, say, show, table

if TYPE_CHECKING:
    from rich.table import Table

    from astrarium.tuning.run import Run, Status

GAMES = 100_000
BAR = 20  # characters
CHANGES = 10  # that are shown
STAGES = {
    "watching": "playing games to see which weights matter",
    "fitting": "fitting the weights to the results of games",
    "comparing": "testing the fitted weights against the start",
    "climbing": "playing perturbed weights against each other",
    "testing": "testing the new weights against the start",
    "done": "done",
    "stopped": "stopped",
}


@app.command()
def tune(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option(
            "--players", "-p", help="Number of seats, or several such as 2,4: as many deals at each table."
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="Search for so many quick games; 100000 unless given.")
    ] = None,
    minutes: Annotated[float | None, typer.Option("--minutes", help="Or so long by the clock.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for weights and card; runs/tune-... unless given.")
    ] = None,
    start: Annotated[
        str | None, typer.Option("--from", metavar="SET|FILE", help="Weights to begin with.")
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option("--keep", metavar="WEIGHT,...", help="Weights that stay, such as lead,company.*"),
    ] = None,
    seed: Seed = 0,
    option: Options = None,
    cards: Cards = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--setting", metavar="NAME=VALUE", help="A setting of the search; may be repeated."),
    ] = None,
    threads: Threads = None,
    ray: Ray = None,
) -> None:
    """Tune the weights of a game's evaluation; greedy:weights=FOLDER/weights.csv then plays everywhere.

    Whatever stops it, the same command goes on where it was.
    """
    from astrarium.tuning.run import Run
    from astrarium.tuning.settings import read_settings

    counts = player_counts(players)
    setup = choose(game, counts[0] if counts else None, seed, option, cards)
    counts = counts or [setup.players]
    folder = out or Path("runs") / f"tune-{setup.game.name}-{'-'.join(map(str, counts))}p"
    with plainly(ValueError, OSError):
        given = games if games is not None or minutes is not None else GAMES
        run = Run.open(
            setup.game, folder, counts, given, minutes, seed, setup.options, setup.content, start,
            read_settings(_pairs(setting or [])), ["astrarium", *sys.argv[1:]],
            [name.strip() for name in keep.split(",")] if keep else [],
        )  # fmt: skip
    with plainly(ValueError, OSError), workers_of(ray, threads_of(threads)) as workers:
        run.workers = workers
        tune_live(run)


def tune_live(run: Run) -> bool:
    """Tune with progress, and say what is left behind; False after Ctrl-C."""
    from astrarium.tuning.card import changes, verdicts

    with live(line_of, partial(picture_of, run)) as told:
        finished = run.go(told)
    if not finished:
        notes.print("Stopped. The same command goes on.")
    if run.climb is None:
        return finished
    say(f"{run.game.title}: {run.climb.games:,} games, {run.seconds / 60:.1f} minutes")
    changed = table("weight", "from", "to", "meaning")
    changed.columns[-1].justify = "left"
    for name, meaning, old, new in changes(run)[:CHANGES]:
        changed.add_row(name, f"{old:.4g}", f"{new:.4g}", meaning)
    show(changed)
    if run.tests:
        tested = table("players", "new against old", "share of wins, 95%", "games")
        for row in verdicts(run.tests):
            tested.add_row(*row)
        show(tested)
    say(f"weights  {run.folder / 'weights.csv'}")
    say([f"card     {run.folder / 'README.md'}", f"picture  {run.folder / 'course.png'}"])
    notes.print(
        f"astrarium play {run.game.name} --agents greedy:weights={run.folder / 'weights.csv'}", soft_wrap=True
    )
    return finished


def _pairs(given: list[str]) -> dict[str, str]:
    found = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"--setting is NAME=VALUE, such as --setting sigma=0.5, not {pair!r}")
        found[name.strip()] = text.strip()
    return found


def line_of(status: Status) -> str:
    """The status in a line."""
    words = [_stage(status), f"{status.used:.0%} used", f"{status.games:,} games"]
    if status.rate:
        words.append(f"{status.rate:,.0f}/s")
    return ", ".join([*words, *_gains(status)])


def _stage(status: Status) -> str:
    return STAGES[status.stage] + (f" {status.part:.0%}" if status.part < 1 else "")


def _gains(status: Status) -> list[str]:
    return [f"{gain:+.3f} with {players} players" for players, gain in status.gain.items()]


def picture_of(run: Run, status: Status) -> Table:
    """The status as a table."""
    made = table("", "", title=run.game.title, left=2)
    made.show_header = False
    made.add_row("now", _stage(status))
    left = "" if status.left is None else f", about {_clock(status.left)} left"
    filled = round(BAR * status.used)
    made.add_row(
        "budget",
        f"{'█' * filled}{'░' * (BAR - filled)} {status.used:.0%} of it, {_clock(status.seconds)}{left}",
    )
    if status.games:
        made.add_row("games", f"{status.games:,}, {status.rate:,.0f} a second; {status.steps:,} steps")
    if status.gain:
        made.add_row("reward against the start", ", ".join(_gains(status)))
    return made


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
