"""The arena: agents play each other in every seating on the same deals, and are rated.

    result = run_arena(game, ["greedy", "random"], games=400, players=2, out="arena/first")

All games are kept as records. An interrupted run goes on where it was when it is started again with the same
arguments, and ends with the same files.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Game
from astrarium.core.files import atomic
from astrarium.core.records import Header, Record, header_of
from astrarium.core.state import CUT

from .base import Agent, make_agent
from .folder import Folder, digest_of, manifest_of, write_json
from .match import Effort, Match, play_on
from .schedule import Schedule, schedule_for
from .standings import Outcomes, Standings, standings
from .workers import Workers

NOTE_EVERY = 10.0  # seconds between notes of how far the games are
RESULTS, GAMES = "results.json", "games.csv"


@dataclass(frozen=True)
class Status:
    """How far an arena is."""

    stage: str  # "games" or "ratings"
    done: int
    total: int
    decisions: int = 0


Progress = Callable[[Status], None]


@dataclass(frozen=True)
class Plan:
    """What an arena is to play."""

    header: Header
    seed: int
    agents: tuple[str, ...]
    schedule: Schedule

    def manifest(self) -> dict[str, Any]:
        """The arguments, as the arena's folder keeps them."""
        return manifest_of(self.header, self.seed, self.agents, self.schedule)

    def default_folder(self) -> Path:
        """A folder named after the arguments, so that the same command goes on where it was."""
        name = f"{self.header.game}-{self.header.players}p-{digest_of(self.manifest())}"
        return Path("arena") / name


def plan_arena(
    game: Game,
    agents: Sequence[str | Agent],
    games: int,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | None = None,
) -> Plan:
    """Check the arguments of an arena and lay out its games."""
    header = header_of(game, players, options, content)
    if games < 1:
        raise ValueError(f"the number of games is at least 1, not {games}")
    if not agents:
        raise ValueError("an arena needs agents")
    specs = tuple(make_agent(spec, game, content).spec for spec in agents)
    twice = sorted({spec for spec in specs if specs.count(spec) > 1})
    if twice:
        raise ValueError(f"an agent is named twice: {', '.join(twice)}")
    return Plan(header, seed, specs, schedule_for(len(specs), header.players, games))


@dataclass(frozen=True)
class Arena(Plan):
    """A finished arena."""

    standings: Standings
    effort: Mapping[str, Effort]
    out: Path | None
    games: tuple[Record, ...]  # only without a folder

    def records(self) -> Iterator[Record]:
        """All games in the order of their numbers."""
        if self.out is None:
            return iter(self.games)
        return Folder(self.out, self.manifest(), self.header).records()

    def json(self) -> dict[str, Any]:
        """Arguments and results."""
        manifest = self.manifest()
        setup = {name: manifest[name] for name in ("game", "version", "engine", "options", "cards", "seed")}
        return {**setup, "seatings": len(self.schedule.seatings), **self.standings.json()}


def run_arena(
    game: Game,
    agents: Sequence[str | Agent],
    games: int,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | None = None,
    out: str | Path | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    batch: int | None = None,
    workers: Workers | None = None,
) -> Arena:
    """Play at least so many games between agents, and add them up.

    Each deal is played once in every seating of every line-up, so the number of games is rounded up to a
    multiple of the seatings. With fewer agents than seats an agent takes several; a single agent plays
    against itself. `batch` limits the games in progress at once, and `workers` play in this process's place;
    neither they nor the threads change a result.
    """
    plan = plan_arena(game, agents, games, players, seed, options, content)
    folder = None if out is None else Folder(out, plan.manifest(), plan.header)
    threads = threads if workers is None else 1
    with ExitStack() as stack:
        if folder is not None:
            stack.enter_context(folder.opened())
        found = folder.effort() if folder is not None else {}
        effort = {spec: found.get(spec, Effort()) for spec in plan.agents}
        match = Match(
            game,
            game.content(content),
            plan.header,
            seed,
            plan.schedule,
            [make_agent(spec, game, content, threads) for spec in agents],
            least=4 * threads,
            effort=list(effort.values()),
        )
        if batch is not None:
            match.most = max(1, batch)
        records = _play(match, folder, effort, progress, workers)
        outcomes = outcomes_of(folder.records() if folder is not None else records, plan.schedule)

        def rating(done: int, total: int) -> None:
            if progress is not None:
                progress(Status("ratings", done, total))

        table = standings(plan.agents, outcomes, rating)
        arena = Arena(
            **vars(plan),
            standings=table,
            effort=effort,
            out=None if out is None else Path(out),
            games=tuple(records),
        )
        if folder is not None:
            write_json(folder.path / RESULTS, arena.json())
            write_games(folder.path / GAMES, arena)
            folder.settle()
    return arena


def _play(
    match: Match,
    folder: Folder | None,
    effort: Mapping[str, Effort],
    progress: Progress | None,
    workers: Workers | None,
) -> list[Record]:
    """Play what has not been played; the records if no folder takes them."""
    kept: dict[int, Record] = {}
    missing = folder.missing() if folder is not None else range(match.schedule.games)
    begun = folder.saved() if folder is not None else {}
    done, total = match.schedule.games - len(missing), match.schedule.games
    noted = time.monotonic()

    def tell() -> None:
        if progress is not None:
            progress(Status("games", done, total, sum(each.decisions for each in effort.values())))

    def note() -> None:
        # Games noted by an earlier run and not taken up again yet stay noted.
        if folder is not None:
            folder.save({**waiting, **match.running()}, effort)

    waiting = dict(begun)
    if done < total:
        match.warm()
    tell()
    try:
        rounds = match.play(missing, begun) if workers is None else play_on(workers, match, missing, begun)
        for ended in rounds:
            for number, record in ended:
                waiting.pop(number, None)
                done += 1
                if folder is None:
                    kept[number] = record
                else:
                    folder.keep(number, record)
            tell()
            if time.monotonic() - noted > NOTE_EVERY:
                note()
                noted = time.monotonic()
    finally:
        if folder is None or done == total:
            waiting.clear()
        note()
    return [kept[number] for number in sorted(kept)]


def outcomes_of(records: Iterator[Record] | Sequence[Record], schedule: Schedule) -> Outcomes:
    """The results of an arena's games, which come in the order of their numbers."""
    rows = [(record.scores, record.ranks, len(record.actions), record.over == CUT) for record in records]
    scores, ranks, moves, cut = (np.array(column) for column in zip(*rows, strict=True))
    numbers = np.arange(schedule.games)
    return Outcomes(schedule.deal(numbers), schedule.seats(numbers), scores, ranks, moves, cut)


def write_games(path: Path, arena: Arena) -> None:
    """One line a game: where its record is, who sat where, and how it ended."""
    seats, size = range(arena.header.players), arena.manifest()["shard"]
    names = ("agent", "score", "place")
    with atomic(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["game", "file", "game_in_file", "deal", "decisions", "cut"]
            + [f"{name}_{seat + 1}" for name in names for seat in seats]
        )
        for number, record in enumerate(arena.records()):
            shard, row = divmod(number, size)
            agents = [arena.agents[agent] for agent in arena.schedule.seats(number)]
            writer.writerow(
                [number + 1, f"records/{shard:05}.parquet", row + 1, record.index, len(record.actions)]
                + [int(record.over == CUT), *agents, *(f"{score:g}" for score in record.scores)]
                + [rank + 1 for rank in record.ranks]
            )
