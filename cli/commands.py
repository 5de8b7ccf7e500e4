"""The commands. Each checks what it was given, and hands on to the module that does the work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .arguments import (
    Agents,
    Cards,
    GameName,
    Options,
    Players,
    Ray,
    Seed,
    Threads,
    Trust,
    check_agents,
    choose,
    find_game,
    known_games,
    out_path,
    plainly,
    positive,
    threads_of,
)

app = typer.Typer(
    help="Space board games as fast reinforcement-learning environments.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Out = Annotated[Path | None, typer.Option("--out", help="Write records: a .jsonl or .parquet file.")]


@app.command("list")
def list_() -> None:
    """The games there are."""
    from .show import show_games

    show_games()


@app.command()
def info(
    game: GameName,
    actions: Annotated[bool, typer.Option("--actions", help="Also the table of actions.")] = False,
    observation: Annotated[
        bool, typer.Option("--observation", help="Also the table of the observation.")
    ] = False,
) -> None:
    """What a game is made of: seats, options, card sets, actions, observation."""
    from .show import show_info

    show_info(find_game(game), actions, observation)


@app.command()
def watch(
    game: GameName,
    players: Players = None,
    seed: Seed = 0,
    option: Options = None,
    cards: Cards = None,
    agents: Agents = "random",
    trust: Trust = False,
    delay: Annotated[
        float, typer.Option("--delay", help="Seconds between decisions; 0 prints all at once.")
    ] = 0.0,
    boards: Annotated[bool, typer.Option("--boards/--no-boards", help="The board before every turn.")] = True,
) -> None:
    """Watch a game: every decision in words, with boards, step by step or all at once."""
    from .watch import watch_game

    setup = choose(game, players, seed, option, cards)
    seats = check_agents(agents, setup)
    if not 0 <= delay <= 60:
        raise typer.BadParameter(f"--delay is a number of seconds from 0 to 60, not {delay}")
    watch_game(setup, seats, delay, boards)


@app.command()
def play(
    game: GameName,
    players: Players = None,
    seat: Annotated[int, typer.Option("--seat", help="Your seat, counted from 1.")] = 1,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="Deal this game; random unless given.")
    ] = None,
    option: Options = None,
    cards: Cards = None,
    agents: Agents = "random",
    trust: Trust = False,
    out: Out = None,
) -> None:
    """Play in the terminal against the computer: moves by number or by name.

    Where --agents names one agent a seat, that of your own seat does not play.
    """
    from astrarium.core.seeds import secret_seed

    from .play import play_game

    setup = choose(game, players, secret_seed() if seed is None else seed, option, cards)
    seats = check_agents(agents, setup)
    if not 1 <= seat <= setup.players:
        raise typer.BadParameter(f"--seat is from 1 to {setup.players}, not {seat}")
    _check_out(out)
    play_game(setup, seats, seat - 1, out)


@app.command()
def selfplay(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 1000,
    players: Players = None,
    seed: Seed = 0,
    option: Options = None,
    cards: Cards = None,
    agents: Agents = "random",
    trust: Trust = False,
    turn: Annotated[
        bool,
        typer.Option(
            "--turn-seats/--fixed-seats", help="Whether agents move on by a seat from game to game."
        ),
    ] = True,
    threads: Threads = None,
    ray: Ray = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write records: a .jsonl or .parquet file, or the folder of a dataset."),
    ] = None,
    shard: Annotated[
        int | None, typer.Option("--shard", help="With a folder: games a file; by their number if not given.")
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="With .jsonl: also the names of the actions.")
    ] = False,
) -> None:
    """Play many games on all cores, by the compiled random player or other agents, and show the results.

    With --out FOLDER they become a dataset: whatever stops it, the same command goes on where it was.
    """
    from .selfplay import play_dataset, play_in_volume

    setup = choose(game, players, seed, option, cards)
    seats = check_agents(agents, setup)
    positive(games, "--games")
    workers = threads_of(threads)
    if names and (out is None or out.suffix != ".jsonl"):
        raise typer.BadParameter("--names goes with --out FILE.jsonl")
    if out is not None and _is_folder(out):
        tally = play_dataset(setup, seats, games, workers, out, shard, ray, turn)
    elif ray is not None or shard is not None:
        raise typer.BadParameter("--ray and --shard are for datasets: name a folder with --out")
    else:
        _check_out(out)
        tally = play_in_volume(setup, seats, games, workers, out, names, turn)
    tally.print(setup)
    if out is not None:
        typer.echo(f"records: {out}")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .jsonl or .parquet file of records.")],
    game: Annotated[int | None, typer.Option("--game", "-g", help="Tell this game, counted from 1.")] = None,
    cards: Cards = None,
    boards: Annotated[
        bool, typer.Option("--boards/--no-boards", help="The first and the last board.")
    ] = True,
    threads: Threads = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT", help="Write a game (the first unless --game) as a page."),
    ] = None,
    view: Annotated[
        list[str] | None,
        typer.Option(
            "--view",
            metavar="all|SEAT",
            help="With --html: who looks on, a seat counted from 1 or all; may be repeated.",
        ),
    ] = None,
) -> None:
    """Check the games of a record file by playing them again; tell one of them as a transcript.

    With --html, one game becomes a page to click through that needs no other file: every decision with its
    picture, seen by all or by seats (counted from 1).
    """
    from .watch import replay_file, write_replay

    with plainly(ValueError, OSError):
        if html is not None:
            write_replay(file, 1 if game is None else game, cards, html, view or ["all"])
        else:
            if view:
                raise typer.BadParameter("--view goes with --html")
            replay_file(file, game, cards, boards, threads_of(threads))


@app.command()
def serve(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FOLDER]...", help="Folders with records to replay and policies to play."),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="Where to listen; only this machine unless told otherwise.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="0 takes a free one.")] = 8765,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    games: Annotated[int, typer.Option("--games", help="Games kept open; older ones are dropped.")] = 12,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            metavar="SPEC",
            help="An agent that runs code of its own, such as py:bot.py:Bot, to choose on the page; "
            "may be repeated.",
        ),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep", help="A folder: games go on after a restart; finished ones are records there."
        ),
    ] = None,
    together: Annotated[
        bool,
        typer.Option(
            "--together", help="Seats may be for people at other browsers, each by a link of its own."
        ),
    ] = False,
    threads: Threads = None,
) -> None:
    """A local page: watch, play, replay and study every game in the browser."""
    from .serve import serve_page

    if not 0 <= port < 65536:
        raise typer.BadParameter(f"--port is a whole number from 0 to 65535, not {port}")
    most = positive(games, "--games")
    serve_page(folders or [], host, port, browser, most, threads_of(threads), agent or [], keep, together)


@app.command()
def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="All games unless named.", autocompletion=known_games),
    ] = None,
    players: Players = None,
    seconds: Annotated[float, typer.Option("--seconds", help="Time given to each measurement.")] = 1.0,
    repeats: Annotated[int, typer.Option("--repeats", help="Alternated repeats; the median counts.")] = 5,
    batch: Annotated[int, typer.Option("--batch", help="Games in the batch.")] = 4096,
    threads: Threads = None,
    compile_times: Annotated[
        bool, typer.Option("--compile/--no-compile", help="Also measure compile times, in fresh processes.")
    ] = True,
    json: Annotated[Path | None, typer.Option("--json", help="Also write the figures to this file.")] = None,
) -> None:
    """Measure throughput, compile times and memory of the games on this machine."""
    from astrarium.benchmarks.throughput import Plan, measure_games, report

    chosen = [find_game(name) for name in games or known_games()]
    for game in chosen:
        if players is not None:
            with plainly(ValueError):
                game.blank(players)
    if seconds <= 0:
        raise typer.BadParameter(f"--seconds is a number above 0, not {seconds}")
    plan = Plan(
        players,
        seconds,
        positive(repeats, "--repeats"),
        positive(batch, "--batch"),
        threads_of(threads),
        compile_times,
    )
    out_path(json)
    report(measure_games(chosen, plan), json)


@app.command("compile")
def compile_(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A game of `astrarium list`.", autocompletion=known_games),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Every game.")] = False,
    threads: Threads = None,
) -> None:
    """Compile a game's kernels ahead of time, on all cores."""
    from .compiling import compile_games

    if (game is None) == (not all_):
        raise typer.BadParameter("give the name of a game, or --all")
    names = known_games() if game is None else [find_game(game).name]
    compile_games(names, threads_of(threads))


@app.command()
def demo(
    game: Annotated[str, typer.Option("--game", help="A game of `astrarium list`.")] = "starship_captains",
    games: Annotated[int, typer.Option("--games", "-n", help="How many games of self-play.")] = 2000,
    minutes: Annotated[float, typer.Option("--minutes", help="How long to train; 0 leaves it out.")] = 3.0,
    players: Players = None,
    seed: Seed = 0,
    option: Options = None,
    cards: Cards = None,
    threads: Threads = None,
    folder: Annotated[Path, typer.Option("--folder", help="Where the files go.")] = Path("demo"),
) -> None:
    """A tour: self-play in volume, a short training, an arena of the new policy, and pages to look at."""
    from .demo import show_demo

    few = min(count for count in find_game(game).players if count > 1)
    setup = choose(game, players or few, seed, option, cards)
    positive(games, "--games")
    if not 0 <= minutes < 1e6:
        raise typer.BadParameter(f"--minutes is a number from 0 up, not {minutes}")
    with plainly(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    show_demo(setup, games, minutes, threads_of(threads), folder)


def _is_folder(out: Path) -> bool:
    """Whether records go to a folder: it is there, or its name has no suffix as files have."""
    return out.is_dir() or (not out.suffix and not out.is_file())


def _check_out(out: Path | None) -> None:
    """A record file that can be written, known before any game is played."""
    from astrarium.core.records import check_suffix

    out_path(out)
    if out is not None:
        try:
            check_suffix(out)
        except ValueError as error:
            hint = "the name of a dataset's folder has no dot, unless it exists"
            raise typer.BadParameter(f"{error}; {hint}") from None
        with plainly(OSError):
            out.parent.mkdir(parents=True, exist_ok=True)
