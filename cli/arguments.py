"""What the commands share: their options, and turning them into a game that is set up."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from astrarium.core import Game, TableError, games, registry
from astrarium.core.records import RecordError
from astrarium.core.tables import Content

from .screen import notes

if TYPE_CHECKING:
    from astrarium.agents.workers import Workers


own_process = False  # whether the process is a command's: `main` runs in it


def started() -> float:
    """When the command was begun, by time.monotonic."""
    from astrarium.training.budget import process_start

    return process_start() if own_process else time.monotonic()


def known_games() -> list[str]:
    """Names of games, for the shell's completion."""
    return sorted(games())


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game of `astrarium list`.", autocompletion=known_games)
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of seats.")]
Seed = Annotated[int, typer.Option("--seed", "-s", help="The same seed gives the same games.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "--set", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."
    ),
]
Cards = Annotated[
    str | None,
    typer.Option("--cards", metavar="NAME|DIR", help="A card set of the game, or a folder of CSV files."),
]
Agents = Annotated[
    str,
    typer.Option(
        "--agents",
        metavar="SPEC,...",
        help="Who plays: one agent for all seats, or one a seat, such as greedy,ismcts:800,c=1.2.",
    ),
]


Threads = Annotated[
    int | None, typer.Option("--threads", "-t", help="Threads; all cores unless told otherwise.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help="Work on the Ray cluster at HOST:PORT, ray://HOST:PORT or auto; without one, on one of its own.",
    ),
]


def _trust(given: bool) -> bool:
    if given:
        from astrarium.agents.models import trust_files

        trust_files()
    return given


Trust = Annotated[
    bool,
    typer.Option(
        "--trust", callback=_trust, help="Load models of Stable-Baselines3, which run code of their files."
    ),
]
ADDRESS = re.compile(r"(ray://)?[\w.\-\[\]:]+:\d+|auto|local")


def complete_ray(args: list[str]) -> list[str]:
    """A command's arguments with the address that --ray alone stands for."""
    done: list[str] = []
    for arg, after in zip(args, [*args[1:], ""], strict=True):
        done += [arg, "local"] if arg == "--ray" and not ADDRESS.fullmatch(after) else [arg]
    return done


@contextmanager
def workers_of(ray: str | None, threads: int) -> Iterator[Workers]:
    """Those who do a command's work: threads, or a Ray cluster; `threads` is the size of one of its own."""
    from astrarium.agents.workers import Threads, WorkersError, ray_tasks

    if ray is None:
        yield Threads(threads)
        return
    with plainly(WorkersError), ray_tasks(ray, threads) as workers:
        notes.print(f"Ray: {workers.size} workers")
        yield workers


@contextmanager
def actors_of(ray: str | None, size: int) -> Iterator[Workers | None]:
    """Ray actors for a training, or nobody."""
    from astrarium.agents.workers import WorkersError, ray_actors

    if ray is None:
        yield None
        return
    with plainly(WorkersError), ray_actors(ray, size) as workers:
        notes.print(f"Ray: {workers.size} actors")
        yield workers


@contextmanager
def plainly(*kinds: type[Exception]) -> Iterator[None]:
    """Turn errors of these kinds, about what the user gave, into one plain line."""
    try:
        yield
    except kinds as error:
        raise typer.BadParameter(message_of(error)) from None


def message_of(error: Exception) -> str:
    """What an error says to people."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error.args[0]) if error.args else str(error)


@dataclass(frozen=True)
class Setup:
    """A game with its seats, options and cards chosen and checked."""

    game: Game
    players: int
    options: dict[str, int]
    content: str | None
    cards: Content
    seed: int

    @property
    def keywords(self) -> dict[str, Any]:
        """As keywords of Batch, play_records and record_of."""
        return {
            "num_players": self.players,
            "seed": self.seed,
            "options": self.options,
            "content": self.content,
        }


def find_game(name: str) -> Game:
    """The game of that name; star-commander and star_commander_v1 are understood."""
    with plainly(KeyError):
        known = games()
        for candidate in (name, name.replace("-", "_").lower()):
            for spelling in (candidate, candidate.rpartition("_v")[0]):
                if spelling in known:
                    return known[spelling]
        return registry.get(name)


def choose(name: str, players: int | None, seed: int, options: list[str] | None, cards: str | None) -> Setup:
    """The set-up that the options of a command ask for."""
    game = find_game(name)
    if not 0 <= seed < 2**63:
        raise typer.BadParameter(f"--seed is a whole number from 0 to 2**63 - 1, not {seed}")
    with plainly(ValueError, OSError, TableError):
        chosen = game.choose_options(parse_options(options or []))
        seats = int(game.blank(players, chosen)["num_players"][0])
        return Setup(game, seats, chosen, cards, game.content(cards), seed)


def parse_options(given: list[str]) -> dict[str, int]:
    """NAME=VALUE pairs as numbers; on/off and yes/no are 1/0."""
    words = {"on": 1, "yes": 1, "true": 1, "off": 0, "no": 0, "false": 0}
    values = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        value = value.strip().lower()
        if not equals or not name.strip():
            raise ValueError(f"--option is NAME=VALUE, such as --option grid=4, not {pair!r}")
        if value not in words and not value.lstrip("-").isdecimal():
            raise ValueError(f"the option {name} takes a whole number, not {value!r}")
        values[name.strip()] = words[value] if value in words else int(value)
    return values


def check_agents(agents: str, setup: Setup) -> list[str]:
    """The spec of each seat's agent."""
    from astrarium.agents import split_specs

    specs = split_specs(agents)
    with plainly(ValueError):
        warn_of_untrained(specs, setup.game, setup.players, setup.cards)
    if len(specs) not in (1, setup.players):
        raise typer.BadParameter(
            f"--agents names one agent for all, or one for each of the {setup.players} seats, "
            f"not {len(specs)}: {' | '.join(specs)}"
        )
    return specs if len(specs) == setup.players else specs * setup.players


def warn_of_untrained(specs: Iterable[str], game: Game, players: int, cards: Content | None = None) -> None:
    """Say which agents were trained for other numbers of players."""
    from astrarium.agents import make_agent
    from astrarium.agents.policy import untrained

    for agent in [make_agent(spec, game, cards) for spec in specs]:
        if warning := untrained(agent, players):
            notes.print(warning)


def player_counts(players: str | None) -> list[int]:
    """Numbers of players, such as 2,3,4; none if not told."""
    parts = [] if players is None else [part.strip() for part in players.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise typer.BadParameter(f"--players is a number, or numbers such as 2,3,4, not {players!r}")
    return [int(part) for part in parts]


def positive(value: int, what: str) -> int:
    """A count of at least one."""
    if value < 1:
        raise typer.BadParameter(f"{what} is a whole number of at least 1, not {value}")
    return value


def threads_of(threads: int | None) -> int:
    """As many threads as were asked for, or all cores."""
    return cores() if threads is None else positive(threads, "--threads")


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def out_path(path: Path | None) -> Path | None:
    """A path that can be written: its folder exists or can be made."""
    if path is None:
        return None
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder, not a file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise typer.BadParameter(f"{path} cannot be written: {error.strerror or error}") from None
    return path


__all__ = [
    "Agents",
    "Cards",
    "GameName",
    "Options",
    "Players",
    "Ray",
    "RecordError",
    "Seed",
    "Setup",
    "Threads",
    "Trust",
    "actors_of",
    "check_agents",
    "choose",
    "complete_ray",
    "cores",
    "find_game",
    "message_of",
    "out_path",
    "plainly",
    "positive",
    "threads_of",
    "warn_of_untrained",
    "workers_of",
]
