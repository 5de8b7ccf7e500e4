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

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents.base import make_agent
from astrarium.agents.folder import Folder, FolderError, manifest_of, read_manifest
from astrarium.agents.match import Match, Part, check_seats, seated_match
from astrarium.agents.workers import Threads, Workers
from astrarium.core import Content, Game, drivers
from astrarium.core.records import (
    Columns,
    Header,
    Record,
    RecordError,
    atomic,
    header_of,
    parquet_bytes,
    play_records,
    read_columns,
    resolve,
    verify,
)

LEAST, MOST, FILES = (
    16,
    4096,
    64,
)  # games a file at least and at most; files, while their size is between these
RANDOM = "random"


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
) -> Plan:
    """Check the arguments of a dataset; one agent for all seats, or one a seat; `shard` games a file."""
    header = header_of(game, players, options, content)
    if games < 1:
        raise ValueError(f"the number of games is at least 1, not {games}")
    if shard is not None and shard < 1:
        raise ValueError(f"the number of games a file is at least 1, not {shard}")
    specs = tuple(agents) * header.players if len(agents) == 1 else tuple(agents)
    check_seats(specs, game, header.players)
    specs = tuple(make_agent(spec, game, content).spec for spec in specs)
    size = shard or min(MOST, max(LEAST, -(-games // FILES)))
    return Plan(game, specs, games, size, header, seed, game.content(content))


class Dataset(Folder):
    """The files of a dataset, or of an arena: its records are read in the same way."""

    what = "dataset"

    def __init__(self, path: str | Path, manifest: Mapping[str, Any] | None = None) -> None:
        found = read_manifest(Path(path)) if manifest is None else manifest
        super().__init__(path, found, _header(Path(path), found))

    def games_of(self, k: int) -> range:
        """The numbers of the games of file k."""
        return range(k * self.size, min((k + 1) * self.size, self.games))

    def there(self) -> list[int]:
        """The files that have been written."""
        return [k for k in range(self.shards()) if self.shard(k).exists()]

    def whole(self) -> bool:
        """Whether all files have been written."""
        return len(self.there()) == self.shards()

    def put(self, k: int, content: bytes) -> None:
        """Write file k."""
        path = self.shard(k)
        try:
            with atomic(path) as partial:
                partial.write_bytes(content)
        except OSError as error:
            there = len(self.there())
            raise FolderError(
                f"{path} cannot be written: {error.strerror or error}. {there} of {self.shards()} files are "
                "whole, and the same command goes on with the others"
            ) from None

    def columns(self, k: int, actions: bool = True) -> Columns:
        """File k as arrays, found to hold the games that belong there."""
        found = read_columns(self.shard(k), actions)
        numbers = np.array(self.games_of(k))
        if len(found) != len(numbers):
            raise RecordError(f"{self.shard(k)}: {len(found)} games, expected {len(numbers)}")
        deals = numbers // len(self.manifest["seatings"])
        wrong = (found.index != deals) | (found.seed != self.manifest["seed"])
        if found.header.text != self.header.text or wrong.any():
            row = int(np.argmax(wrong))
            raise RecordError(f"{self.shard(k)}: game {row + 1} is not of this {self.what}")
        return found

    def check(
        self,
        content: str | Path | None = None,
        workers: Workers | None = None,
        told: Callable[[int, int], None] = lambda done, total: None,
    ) -> int:
        """Play every game of every file again; the number of games, or RecordError at the first bad one."""
        missing = sorted({*range(self.shards())} - {*self.there()})
        if missing:
            raise RecordError(
                f"{self.path} is not finished: {len(missing)} of {self.shards()} files are missing, "
                f"the first is {self.shard(missing[0])}"
            )
        done = 0
        game, _ = resolve(self.columns(0).record(0), content)
        game.compile([drivers.reset, drivers.replay, drivers.score_one])
        tasks = partial(_check, self, content)
        told(0, self.games)
        for _, count in (workers or Threads()).map(tasks, range(self.shards()), ordered=True):
            done += count
            told(done, self.games)
        return done


def _check(dataset: Dataset, content: str | Path | None, k: int) -> int:
    """Play the games of one file again."""
    dataset.columns(k)
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


def _header(path: Path, manifest: Mapping[str, Any]) -> Header:
    """The header of the games that a manifest tells of."""
    try:
        known = {**manifest, "content": manifest["cards"], "reward": "win"}
        return Header(**{field.name: known[field.name] for field in fields(Header)})
    except KeyError as error:
        raise FolderError(f"{path}: the manifest lacks {error}") from None


def write_dataset(
    plan: Plan, out: str | Path, workers: Workers | None = None, told: Progress = lambda status: None
) -> Dataset:
    """Play what is missing of a dataset, a file a task, and write it."""
    dataset = Dataset(out, plan.manifest())
    with dataset.opened():
        there = dataset.there()
        for k in there:
            dataset.columns(k, actions=False)  # a file of something else ends it before any game is played
        missing = [k for k in range(dataset.shards()) if k not in set(there)]
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
    return SeatedShard(plan.games, plan.shard, Part(match, os.getpid()))


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
        return parquet_bytes(self.records(k))

    def records(self, k: int) -> list[Record]:
        """The games of file k."""
        plan, first, header = self.plan, k * self.plan.shard, self.plan.header
        count = min(plan.shard, plan.games - first)
        setup = (header.players, plan.seed, header.options, plan.content)
        return list(play_records(plan.game, count, *setup, first_index=first))


@dataclass(frozen=True)
class SeatedShard:
    """Files of games by agents."""

    games: int
    size: int
    part: Part

    def __call__(self, k: int) -> bytes:
        """The bytes of file k."""
        numbers = list(range(k * self.size, min((k + 1) * self.size, self.games)))
        ended, _ = self.part((numbers, {}))
        return parquet_bytes(record for _, record in sorted(ended, key=lambda each: each[0]))
