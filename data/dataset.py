"""Datasets: games of any agents as Parquet files of records in a folder.

    plan = plan_dataset(game, ["greedy", "random"], games=100_000, seed=7)
    write_dataset(plan, "data/first", Threads(2))
    Dataset("data/first").records()

    manifest.json       the arguments; another run is not let in
    records/*.parquet   the games, in the order of their deals, as many a file as the manifest says

A file is there whole or not at all, and depends on nothing but the arguments: a run that was killed goes on
with the files that are missing, and ends with the same bytes.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents.base import make_agent
from astrarium.agents.folder import MOST_FILES, Folder, FolderError, manifest_of, read_manifest
from astrarium.agents.match import Match, Part, check_seats, seated_match
from astrarium.agents.workers import Threads, Workers
from astrarium.core import Content, Game, drivers
from astrarium.core.records import (
    Columns,
    Header,
    Record,
    RecordError,
    header_of,
    parquet_bytes,
    play_records,
    read_columns,
    resolve,
    verify,
)

LEAST, MOST = 16, 4096  # games a file
FILES = 64  # at most, while their size is between these
RANDOM = "random"
AGENTS = "agents"  # in a file's metadata: who played, one a seat


@dataclass(frozen=True)
class Status:
    """How far a dataset is."""

    games: int  # there now
    total: int
    found: int  # of them, there before this run
    seconds: float  # of this run

    @property
    def rate(self) -> float:
        """Games a second of this run."""
        return (self.games - self.found) / max(self.seconds, 1e-9)


Progress = Callable[[Status], None]


@dataclass(frozen=True)
class Plan:
    """The games of a dataset: what is played, by whom, and how many go into a file."""

    game: Game
    specs: tuple[str, ...]  # of the agents, one a seat
    games: int
    shard: int
    header: Header
    seed: int
    content: Content
    turn: bool = False  # whether the agents move on by a seat from game to game

    def games_of(self, k: int) -> range:
        """The numbers of the games of file k."""
        return range(k * self.shard, min((k + 1) * self.shard, self.games))

    def match(self, threads: int = 1) -> Match:
        """The games as a match of the agents."""
        header = self.header
        return seated_match(
            self.game,
            self.specs,
            self.games,
            header.players,
            self.seed,
            header.options,
            self.content,
            threads,
            self.turn,
        )

    def manifest(self) -> dict[str, Any]:
        """The arguments, as the folder keeps them."""
        match = self.match()
        names = [agent.spec for agent in match.agents]
        return {
            "kind": "dataset",
            **manifest_of(self.header, self.seed, names, match.schedule, self.shard),
        }


def plan_dataset(
    game: Game,
    agents: Sequence[str],
    games: int,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | None = None,
    shard: int | None = None,
    turn: bool = False,
) -> Plan:
    """Check the arguments of a dataset; one agent for all seats, or one a seat; `shard` games a file.

    `turn`: from game to game every agent moves on by a seat, as the manifest's seatings tell.
    """
    header = header_of(game, players, options, content)
    if games < 1:
        raise ValueError(f"the number of games is at least 1, not {games}")
    if shard is not None and shard < 1:
        raise ValueError(f"the number of games a file is at least 1, not {shard}")
    specs = tuple(agents) * header.players if len(agents) == 1 else tuple(agents)
    check_seats(specs, game, header.players)
    specs = tuple(make_agent(spec, game, content).spec for spec in specs)
    size = shard or min(MOST, max(LEAST, -(-games // FILES)))
    if games > MOST_FILES * size:
        raise ValueError(f"a dataset has at most {MOST_FILES:,} files: {games:,} games, {size:,} a file")
    return Plan(game, specs, games, size, header, seed, game.content(content), turn)


class Dataset(Folder):
    """The files of a dataset, or of an arena: its records are read in the same way."""

    what = "dataset"
    kinds: tuple[str | None, ...] = ("dataset", None)  # an arena's manifest names no kind

    def __init__(self, path: str | Path, manifest: Mapping[str, Any] | None = None) -> None:
        found = read_manifest(Path(path)) if manifest is None else manifest
        if found.get("kind") not in self.kinds:
            raise FolderError(f"{path} holds {found['kind']}: expected a dataset or an arena")
        setup = {**found, "content": found["cards"], "reward": "win"}
        header = Header(**{field.name: setup[field.name] for field in fields(Header)})
        super().__init__(path, found, header)

    def strangers(self) -> list[Path]:
        """What is among the files of the games and is none of them."""
        own = {self.shard(k) for k in range(self.shards())}
        found = sorted(self.shard(0).parent.glob("*"))
        return [path for path in found if path not in own and not path.name.startswith(".")]

    def check_finished(self) -> None:
        """Refuse a dataset of which files are missing."""
        if absent := self.absent():
            raise RecordError(
                f"{self.path} is not finished: {len(absent)} of {self.shards()} files are missing, "
                f"the first is {self.shard(absent[0])}"
            )

    def columns(self, k: int, actions: bool = True) -> Columns:
        """File k as arrays, found to hold the games that belong there."""
        path, numbers, manifest = self.shard(k), np.array(self.games_of(k)), self.manifest
        found = read_columns(path, actions)
        if len(found) != len(numbers):
            raise RecordError(f"{path}: {len(found)} games, expected {len(numbers)}")
        if found.header != self.header:
            one, other = asdict(self.header), asdict(found.header)
            names = [name for name in one if one[name] != other[name]]
            raise RecordError(f"{path} is not of this {self.what}: its games differ in {', '.join(names)}")
        seats = [manifest["agents"][agent] for agent in manifest["seatings"][0]]
        told = found.about.get(AGENTS, "")
        if manifest.get("kind") is not None and told != json.dumps(seats):
            raise RecordError(
                f"{path} is not of this {self.what}: its games are of {told or 'unknown agents'}"
            )
        deals = numbers // self.a_deal
        wrong = (found.index != deals) | (found.seed != manifest["seed"])
        if wrong.any():
            row = int(np.argmax(wrong))
            raise RecordError(
                f"{path}: game {row + 1} is not of this {self.what}: expected deal {deals[row]} of seed "
                f"{manifest['seed']}, got deal {found.index[row]} of seed {found.seed[row]}"
            )
        return found

    def check(
        self,
        content: str | Path | None = None,
        workers: Workers | None = None,
        told: Callable[[int, int], None] = lambda done, total: None,
    ) -> int:
        """Play every game of every file again; the number of games, or RecordError at the first bad one."""
        self.check_finished()
        if strangers := self.strangers():
            raise RecordError(f"{strangers[0]} is no file of this {self.what}: remove it")
        done = 0
        game, cards = resolve(self.columns(0).record(0), content)
        game.compile([drivers.reset, drivers.replay, drivers.score_one])
        task = partial(_check, self, cards)
        told(0, self.games)
        for _, count in (workers or Threads()).map(task, range(self.shards()), ordered=True):
            done += count
            told(done, self.games)
        return done


def _check(dataset: Dataset, content: Content, k: int) -> int:
    """Play the games of one file again."""
    dataset.columns(k, actions=False)
    records = list(dataset.records_of(k))
    try:
        return verify(records, content)
    except RecordError:
        for row, record in enumerate(records, 1):
            try:
                verify([record], content)
            except RecordError as error:
                raise RecordError(f"{dataset.shard(k)}, row {row}: {error}") from None
        raise


def write_dataset(
    plan: Plan, out: str | Path, workers: Workers | None = None, told: Progress = lambda status: None
) -> Dataset:
    """Play what is missing of a dataset, a file a task, and write it."""
    dataset = Dataset(out, plan.manifest())
    with dataset.opened():
        there, missing = dataset.there(), dataset.absent()
        for k in there:  # a file of something else, or a damaged one, ends it before any game is played
            try:
                dataset.columns(k)
            except RecordError as error:
                why = str(error).rstrip(".")
                raise RecordError(f"{why}. Remove the file, and the same command plays its games") from None
        found = sum(len(dataset.games_of(k)) for k in there)
        done, began = found, time.monotonic()

        def tell() -> None:
            told(Status(done, plan.games, found, time.monotonic() - began))

        tell()
        if missing:
            doers = workers or Threads()
            task = shard_task(plan, 1 if not isinstance(doers, Threads) else doers.size // len(missing))
            began = time.monotonic()
            for k, content in doers.map(task, missing):
                dataset.put(k, content)
                done += len(dataset.games_of(k))
                tell()
    return dataset


def shard_task(plan: Plan, threads: int = 1) -> Callable[[int], bytes]:
    """What makes the bytes of a file from its number; compiled, and ready for workers."""
    if set(plan.specs) == {RANDOM}:
        plan.game.compile([drivers.reset, drivers.random_play, drivers.score_one])
        return RandomShard(plan)
    match = plan.match(max(1, threads))
    match.warm()
    return SeatedShard(plan, Part(match, os.getpid()))


def played_on(workers: Workers, plan: Plan) -> Iterator[Record]:
    """The games of a plan of random players, in order, without a folder."""
    task = shard_task(plan)
    if not isinstance(task, RandomShard):
        raise ValueError(f"expected random players, not {', '.join(plan.specs)}")
    for _, records in workers.map(task.records, range(-(-plan.games // plan.shard)), ordered=True):
        yield from records


@dataclass(frozen=True)
class RandomShard:
    """Files of games by the compiled random player."""

    plan: Plan

    def __call__(self, k: int) -> bytes:
        """The bytes of file k."""
        return _bytes(self.plan, self.records(k))

    def records(self, k: int) -> list[Record]:
        """The games of file k."""
        plan, numbers, header = self.plan, self.plan.games_of(k), self.plan.header
        setup = (header.players, plan.seed, header.options, plan.content)
        return list(play_records(plan.game, len(numbers), *setup, first_index=numbers.start))


@dataclass(frozen=True)
class SeatedShard:
    """Files of games by agents."""

    plan: Plan
    part: Part

    def __call__(self, k: int) -> bytes:
        """The bytes of file k."""
        ended, _ = self.part((list(self.plan.games_of(k)), {}))
        return _bytes(self.plan, (record for _, record in sorted(ended, key=lambda each: each[0])))


def _bytes(plan: Plan, records: Iterable[Record]) -> bytes:
    """A file of games, with who played them: records do not tell."""
    return parquet_bytes(records, {AGENTS: json.dumps(plan.specs)})
