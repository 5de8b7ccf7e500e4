"""Streaming decisions out of a dataset, shuffled or in order, in batches of one size.

    for batch in Reader("data/first", batch=4096, shuffle=1 << 15):
        batch.observation, batch.mask, batch.action, batch.return_to_go

Files are read one at a time and expanded a part at a time, so memory does not grow with the dataset.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents.workers import Threads
from astrarium.core import Game
from astrarium.core.records import RecordError

from .dataset import Dataset
from .expand import Decisions, Expander, empty, expand, in_parts, joined

PART = 4096  # decisions that are expanded at a time, about
STEPS = 4  # in at least so many draws the buffer is given up: the more, the longer some decisions stay


class Reader:
    """The decisions of a dataset in batches; each pass over it is shuffled anew, the same for the same seed.

    `shuffle` is the size of the buffer that decisions are drawn from, 0 for the order of the games. It is
    filled from files and games in random order. `part` of `parts` reads that share of the files. `scaled`
    gives observations as float32 in [-1, 1], as the environments do.
    """

    def __init__(
        self,
        path: str | Path,
        batch: int = 4096,
        shuffle: int = 0,
        seed: int = 0,
        gamma: float = 1.0,
        content: str | Path | None = None,
        threads: int = 1,
        part: int = 0,
        parts: int = 1,
        drop_last: bool = False,
        scaled: bool = False,
    ) -> None:
        if batch < 1 or shuffle < 0 or not 0 <= part < parts:
            raise ValueError(
                f"expected a batch of at least 1, a buffer of at least 0 and a part below {parts}, "
                f"not {batch}, {shuffle} and {part}"
            )
        self.dataset = Dataset(path)
        if not self.dataset.there():
            raise RecordError(f"{path}: the dataset has no files yet")
        self.batch, self.shuffle, self.seed, self.content = batch, shuffle, seed, content
        self.part, self.parts, self.drop_last, self.passes = part, parts, drop_last, 0
        self.scaled = scaled
        self._workers = Threads(threads)
        first = self.dataset.columns(self.dataset.there()[0])
        self.expander = Expander.of(first, content, gamma)

    @property
    def game(self) -> Game:
        """The game of the dataset."""
        return self.expander.game

    def __iter__(self) -> Iterator[Decisions]:
        self.passes += 1
        return self._pass(self.passes)

    def _pass(self, number: int) -> Iterator[Decisions]:
        rng = np.random.default_rng([self.seed, number])
        self.game.compile([expand])
        parts = self._expanded(number, rng)
        if self.shuffle:
            parts = mixed(parts, self.game, self.shuffle, rng)
        for batch in in_batches(parts, self.batch):
            if len(batch) == self.batch or not self.drop_last:
                yield self._scale(batch) if self.scaled else batch

    def _scale(self, batch: Decisions) -> Decisions:
        low, high = (
            self.game.observation.low.astype(np.float32),
            self.game.observation.high.astype(np.float32),
        )
        span = np.maximum(high - low, 1)
        return replace(batch, observation=2 * (batch.observation - low) / span - 1)

    def _expanded(self, number: int, rng: np.random.Generator) -> Iterator[Decisions]:
        """The decisions of this part's files."""
        files = np.array(self.dataset.there())
        files = (rng.permutation(files) if self.shuffle else files)[self.part :: self.parts]
        for k in files:
            columns = self.dataset.columns(int(k))
            order = np.arange(len(columns))
            if self.shuffle:  # of the file alone, so that it is the same whichever part reads it
                order = np.random.default_rng([self.seed, number, int(k)]).permutation(order)
            task = partial(self._expand, columns, self.dataset.games_of(int(k)).start)
            try:
                for _, found in self._workers.map(task, in_parts(columns, order, PART), ordered=True):
                    yield found
            except RecordError as error:
                raise RecordError(f"{self.dataset.shard(int(k))}: {error}") from None

    def _expand(self, columns: Any, first: int, chosen: np.ndarray) -> Decisions:
        return self.expander(columns, chosen, first)


def mixed(
    parts: Iterable[Decisions], game: Game, buffer: int, rng: np.random.Generator
) -> Iterator[Decisions]:
    """Decisions in random order: a full buffer gives up some, drawn at random, for those that come."""
    room, held, step = empty(game, buffer), 0, -(-buffer // STEPS)
    for part in parts:
        for at in range(0, len(part), step):
            new = part.rows(slice(at, at + step))
            fits = min(len(new), buffer - held)
            room.put(slice(held, held + fits), new.rows(slice(fits)))
            held += fits
            if fits < len(new):
                chosen = rng.choice(buffer, len(new) - fits, replace=False)
                yield room.rows(chosen)
                room.put(chosen, new.rows(slice(fits, None)))
    for chosen in np.split(rng.permutation(held), range(PART, held, PART)):
        yield room.rows(chosen)


def in_batches(parts: Iterable[Decisions], size: int) -> Iterator[Decisions]:
    """The same decisions in the same order, so many at a time; the last batch may be smaller."""
    left: list[Decisions] = []
    held = 0
    for part in parts:
        at = 0
        while held + len(part) - at >= size:
            end = at + size - held
            yield joined([*left, part.rows(slice(at, end))])
            left, held, at = [], 0, end
        if at < len(part):
            left.append(part.rows(slice(at, None)))
            held += len(part) - at
    if left:
        yield joined(left)
