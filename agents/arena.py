"""The arena: agents play each other on the same deals in turned seats, and are rated.

    result = run_arena(game, ["greedy", "random"], games=400, players=2, out="arena/first")

All games are kept as records. An interrupted run goes on where it was when it is started again with the same
arguments, and ends with the same files.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Game
from astrarium.core.files import atomic
from astrarium.core.records import Header, Record, header_of
from astrarium.core.state import CUT

from .base import Agent, make_agent
from .faults import Effort, place_all, placed
from .folder import Folder, digest_of, manifest_of, write_json
from .match import Match, play_on
from .policy import untrained
from .schedule import LATIN, Schedule, schedule_for
from .sprt import Sprt, Test, Verdict
from .standings import Outcomes, Standings, standings
from .until import Narrow, Width
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
    test: Verdict | Width | None = None  # how far it is from where it stops by itself


Progress = Callable[[Status], None]


@dataclass(frozen=True)
class Plan:
    """What an arena is to play."""

    header: Header
    seed: int
    agents: tuple[str, ...]
    schedule: Schedule  # of all games; a test may stop before
    sprt: Sprt | None
    until: float | None  # percent: play until intervals of the win share are that narrow on either side
    warnings: tuple[str, ...]  # about agents that were trained for something else

    def manifest(self) -> dict[str, Any]:
        """The arguments, as the arena's folder keeps them."""
        manifest = manifest_of(self.header, self.seed, self.agents, self.schedule)
        manifest |= {} if self.until is None else {"until": self.until}
        return manifest if self.sprt is None else {**manifest, "sprt": self.sprt.json()}

    def test(self) -> Test | Narrow | None:
        """What may stop the games before all are played."""
        if self.sprt is not None:
            return Test(self.sprt, self.schedule)
        return None if self.until is None else Narrow(self.until, self.schedule, len(self.agents))

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
    sprt: Sprt | None = None,
    alone: bool = False,
    seatings: str = LATIN,
    until: float | None = None,
) -> Plan:
    """Check the arguments of an arena and lay out its games."""
    header = header_of(game, players, options, content)
    if games < 1:
        raise ValueError(f"the number of games is at least 1, not {games}")
    if not agents:
        raise ValueError("an arena needs agents")
    made = [make_agent(spec, game, content) for spec in agents]
    specs = tuple(agent.spec for agent in made)
    twice = sorted({spec for spec in specs if specs.count(spec) > 1})
    if twice:
        raise ValueError(f"an agent is named twice: {', '.join(twice)}")
    if sprt is not None and len(specs) != 2:
        raise ValueError(f"a sequential test compares two agents, not {len(specs)}")
    if sprt is not None and header.players < 2:
        raise ValueError("a sequential test counts wins against each other: it needs at least two seats")
    if alone and (len(specs) != 2 or header.players < 2):
        raise ValueError("one agent alone among another needs two agents and at least two seats")
    schedule = schedule_for(len(specs), header.players, games, alone, seatings)
    warnings = tuple(filter(None, (untrained(agent, header.players) for agent in made)))
    if until is not None and sprt is not None:
        raise ValueError("a sequential test stops by itself: it takes no width of intervals")
    plan = Plan(header, seed, specs, schedule, sprt, until, warnings)
    plan.test()  # refuses a width that makes no sense
    return plan


@dataclass(frozen=True)
class Arena(Plan):
    """A finished arena."""

    standings: Standings
    effort: Mapping[str, Effort]
    out: Path | None
    games: tuple[Record, ...]  # only without a folder
    verdict: Verdict | None = None  # of a sequential test

    def records(self) -> Iterator[Record]:
        """All games in the order of their numbers."""
        if self.out is None:
            return iter(self.games)
        folder = Folder(self.out, self.manifest(), self.header)
        folder.games = self.standings.games
        return folder.records()

    def json(self) -> dict[str, Any]:
        """Arguments and results."""
        manifest = self.manifest()
        setup = {name: manifest[name] for name in ("game", "version", "engine", "options", "cards", "seed")}
        seatings = {"seatings": len(self.schedule.seatings), "games_a_deal": self.schedule.a_deal}
        result = {**setup, **seatings, **self.standings.json()}
        if self.sprt is not None and self.verdict is not None:
            result["sprt"] = {**self.sprt.json(), "most_games": self.schedule.games, **self.verdict.json()}
        if troubles := {spec: each.troubles() for spec, each in self.effort.items() if each.troubles()}:
            result["programs"] = troubles
        return result


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
    sprt: Sprt | None = None,
    alone: bool = False,
    seatings: str = LATIN,
    until: float | None = None,
) -> Arena:
    """Play at least so many games between agents, and add them up.

    Each deal is played by every line-up in the seatings of a Latin square, or in `all` orders, or once in a
    seating that is drawn (`random`); the number of games is rounded up to whole deals. With fewer agents than
    seats an agent takes several; a single agent plays against itself. `batch` limits the games in progress at
    once, and `workers` play in this process's place; neither they nor the threads change a result. With
    `sprt` two agents play until the test is decided, and no more than so many games. `alone`: the first of
    two agents sits alone among the other, in every seat of each deal once. `until`: no more games are played
    once the interval of every agent's win share reaches no more than so many percent to either side.
    """
    plan = plan_arena(game, agents, games, players, seed, options, content, sprt, alone, seatings, until)
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
        test = plan.test()
        records = _play(match, folder, effort, progress, workers, test)
        outcomes = outcomes_of(folder.records() if folder is not None else records, plan.schedule)
        outcomes = replace(outcomes, ranks=place_all(outcomes.ranks, effort.values()))

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
            verdict=test.verdict() if isinstance(test, Test) else None,
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
    test: Test | Narrow | None = None,
) -> list[Record]:
    """Play what has not been played, until the test is decided; the records if no folder takes them."""
    kept: dict[int, Record] = {}
    missing = folder.missing() if folder is not None else range(match.schedule.games)
    begun = folder.saved() if folder is not None else {}
    total = match.schedule.games if folder is None else folder.games
    done = total - len(missing)
    noted = time.monotonic()

    def tell() -> None:
        if progress is not None:
            decisions = sum(each.decisions for each in effort.values())
            progress(Status("games", done, total, decisions, None if test is None else test.stand()))

    def note() -> None:
        # Games noted by an earlier run and not taken up again yet stay noted.
        if folder is not None:
            folder.save({**waiting, **match.running()}, effort)

    if test is not None and folder is not None:
        folder.trim()
        for number, record in folder.ended():
            test.add(number, placed(number, record.ranks, effort.values()))
        if test.decided is not None:
            missing = []
    waiting = dict(begun)
    if missing:
        match.warm()
    tell()
    try:
        play = match.play if workers is None else partial(play_on, workers, match)
        for ended in play(missing, begun):
            for number, record in ended:
                waiting.pop(number, None)
                done += 1
                if test is not None:
                    test.add(number, placed(number, record.ranks, effort.values()))
                if folder is None:
                    kept[number] = record
                else:
                    folder.keep(number, record)
            tell()
            if time.monotonic() - noted > NOTE_EVERY:
                note()
                noted = time.monotonic()
            if test is not None and test.decided is not None:
                break
    finally:
        if folder is None or done == total:
            waiting.clear()
        note()
    last = total if test is None else test.games
    if folder is not None and last < match.schedule.games:
        folder.end(last)
    return [kept[number] for number in sorted(kept) if number < last]


def outcomes_of(records: Iterator[Record] | Sequence[Record], schedule: Schedule) -> Outcomes:
    """The results of an arena's games, which come in the order of their numbers."""
    rows = [(record.scores, record.ranks, len(record.actions), record.over == CUT) for record in records]
    scores, ranks, moves, cut = (np.array(column) for column in zip(*rows, strict=True))
    numbers = np.arange(len(rows))
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
                + [rank + 1 for rank in placed(number, record.ranks, arena.effort.values())]
            )
