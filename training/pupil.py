"""A network that learns by temporal differences, batch after batch of games against itself.

While a batch is learnt from, the next one is played with the network as it was before: all threads are busy,
and the same seed and settings end in the same network, whatever the threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from astrarium.agents.greedy import DEPTH
from astrarium.agents.networks import no_network
from astrarium.agents.sealed import load_sealed, save_sealed
from astrarium.agents.search import Desk
from astrarium.core import Content, Game, drivers
from astrarium.core.arguments import fit, whole, within
from astrarium.core.network import HIDDEN

from .lessons import learn_lessons, play_lessons

DRIVERS = (play_lessons, learn_lessons, drivers.reset, drivers.step_one, drivers.observe_one, drivers.replay)
SAMPLE_GAMES, SAMPLE_STRAY = 48, 0.1  # games that features are scaled by
APART = 3  # one position in so many of these games
LEAST_SPREAD = 0.25  # features that vary less are not stretched further
START, START_OUT = 0.05, 0.02  # spread of the first weights
HEADER = "astrarium_pupil"  # of the file: the JSON text
LEARNT = ("rows", "bias", "out", "scale", "usual")  # of a network; the rest is memory to run in
SAMPLE_FROM = 1 << 40  # the numbers of these games: apart from those that are learnt from


@dataclass(frozen=True)
class Lesson:
    """How a batch of games is played and learnt from."""

    rate: float = 0.0  # of learning
    keep: float = 0.0  # lambda
    stray: float = 0.0  # share of random decisions
    every: int = 1  # one position in so many is learnt from
    depth: int = DEPTH  # own decisions that players look ahead
    plain: bool = False  # players go by the evaluation alone

    @property
    def numbers(self) -> np.ndarray:
        """In the order of lessons.py."""
        return np.array([self.rate, self.keep, self.stray])


class Batch:
    """The memory of a batch of games."""

    def __init__(self, game: Game, games: int) -> None:
        self.actions = np.zeros((games, game.max_moves + 1), np.int16)
        self.missed = np.zeros((games, game.max_moves + 1))
        self.lengths = np.zeros(games, np.int64)
        self.first = -1  # number of its first game; -1: not played


class Pupil:
    """The network, what its learning needs, and the games in between."""

    def __init__(
        self, game: Game, content: Content, blanks: np.ndarray, seed: int, games: int, threads: int = 1
    ) -> None:
        self.game, self.content, self.blanks, self.seed = game, content, blanks, seed
        self.games, self.threads = games, threads
        self.network = no_network(game)
        rows = self.network["rows"].shape[1]
        self.squares = np.zeros(rows + 2 * HIDDEN, np.float32)
        self.played = 0  # games learnt from
        self.decisions = 0
        self.sums = np.zeros((1, 2))  # squared errors, and of how many positions
        self._pulls = np.zeros(HIDDEN, np.float32)
        self._line = np.zeros(game.max_moves + 1, game.state)
        self._goals = np.zeros((game.max_moves + 1, game.max_players))
        self._own = Desk(game)
        self._places = [(Desk(game), np.zeros(1, game.state)) for _ in range(threads)]
        self._next, self._spare = Batch(game, games), Batch(game, games)

    def begin(self) -> None:
        """Find out how features vary, and begin with a network that corrects next to nothing."""
        seen = self._sample()
        features = self.game.observation.size
        usual = np.array([np.bincount(each - each.min()).argmax() + each.min() for each in seen.T])
        spread = np.sqrt(((seen - usual).astype(np.float64) ** 2).mean(axis=0))
        whole = (self.game.observation.high.astype(np.int64) - self.game.observation.low) / 4
        scale = np.where(spread > 0, 1 / np.maximum(spread, LEAST_SPREAD), 1 / np.maximum(whole, 1))
        rng = np.random.default_rng(self.seed)
        rows = rng.normal(0, START, (self.network["rows"].shape[1] // HIDDEN, HIDDEN)).astype(np.float32)
        rows[:, 0] = 0
        rows[:features][spread == 0] = 0  # nothing is guessed of what was never seen to vary
        record = self.network[0]
        record["rows"] = rows.ravel()
        record["out"][1:] = rng.normal(0, START_OUT, HIDDEN - 1)
        record["usual"][:features], record["scale"][:features] = usual, scale
        record["on"] = 1

    def round(self, lesson: Lesson) -> None:
        """Learn from a batch of games, and play the next one meanwhile."""
        with ThreadPoolExecutor(self.threads) as pool:
            if self._next.first < 0:
                for job in self._play(pool, self._next, self.played, lesson):
                    job.result()
            done, self._next, self._spare = self._next, self._spare, self._next
            jobs = self._play(pool, self._next, self.played + self.games, lesson)
            jobs.append(pool.submit(self._learn, done, lesson))
            for job in jobs:
                job.result()
        self.played += self.games
        self.decisions += int(done.lengths.sum())

    def error(self) -> float:
        """The mean squared error since this was last asked."""
        total, count = self.sums[0]
        self.sums[:] = 0
        return total / max(count, 1)

    def save(self, path: Path) -> None:
        """What is needed to go on; games that were played ahead among it."""
        ahead, record = self._next, self.network[0]
        counts = {"played": self.played, "decisions": self.decisions, "first": ahead.first}
        arrays = {name: record[name] for name in LEARNT}
        arrays |= {"squares": self.squares, "sums": self.sums, "lengths": ahead.lengths}
        arrays |= {"actions": ahead.actions, "missed": ahead.missed}
        save_sealed(path, HEADER, counts, arrays)

    def load(self, path: Path) -> None:
        """Go on from what was saved: games that somebody made up are refused."""
        counts, arrays = load_sealed(path, HEADER)
        ahead, record = self._next, self.network[0]
        own = {name: record[name] for name in LEARNT} | {"squares": self.squares, "sums": self.sums}
        own |= {"lengths": ahead.lengths, "actions": ahead.actions, "missed": ahead.missed}
        for name, array in own.items():
            fit(arrays[name], array.dtype, array.shape, name)
            if not np.isfinite(arrays[name]).all():
                raise ValueError(f"{name}: some of its numbers are not finite")
            array[...] = arrays[name]
        if (self.squares < 0).any():
            raise ValueError("squares: expected none below 0")
        self.played = whole(counts["played"], "played", 0, SAMPLE_FROM)
        self.decisions = whole(counts["decisions"], "decisions", 0)
        ahead.first = whole(counts["first"], "first", -1, SAMPLE_FROM)
        record["on"] = 1
        if ahead.first >= 0:
            within(ahead.lengths, 1, self.game.max_moves, "lengths")
            for g in range(self.games):
                self._check_game(ahead, g)

    def _check_game(self, batch: Batch, g: int) -> None:
        """Refuse a game whose decisions are not legal, one after the other: learning does not look."""
        number, n = batch.first + g, int(batch.lengths[g])
        kind, tables = number % len(self.blanks), self.content.tables
        reset, replay = (self.game.bound(each) for each in (drivers.reset, drivers.replay))
        one, mask = np.zeros(1, self.game.state), np.zeros(self.game.num_actions, np.int8)
        reset(tables, self.blanks[kind : kind + 1], one, self.seed, number, np.zeros(1, np.int64), 0, 1)
        if replay(tables, one, mask, batch.actions[g].astype(np.int64), n, 0) < n or not one["over"][0]:
            raise ValueError(f"game {number} is none that can be played")

    def _play(self, pool: ThreadPoolExecutor, batch: Batch, first: int, lesson: Lesson) -> list:
        """Begin to play a batch with the network as it is now, or with none."""
        batch.first = first
        play, frozen = self.game.bound(play_lessons).unchecked, self.network.copy()
        frozen["on"] = not lesson.plain
        left = iter(range(len(batch.lengths)))

        def work(desk: Desk, game: np.ndarray) -> None:
            network = frozen.copy()  # it holds memory to run in
            for g in left:  # whoever is free takes the next
                play(
                    self.content.tables, self.blanks, game, desk.work, desk.masks, desk.record, network,
                    self.seed, first, lesson.numbers, lesson.depth, batch.actions, batch.missed,
                    batch.lengths, g, g + 1,
                )  # fmt: skip

        return [pool.submit(work, *place) for place in self._places]

    def _learn(self, batch: Batch, lesson: Lesson) -> None:
        own = self._own
        self.game.bound(learn_lessons).unchecked(
            self.content.tables, self.blanks, self._line, own.work, own.record, self.network, self.squares,
            self._pulls, self._goals, self.seed, batch.first, lesson.numbers, lesson.every, batch.actions,
            batch.missed, batch.lengths, self.sums, 0, self.games,
        )  # fmt: skip

    def _sample(self) -> np.ndarray:
        """Observations of every seat in games without a network."""
        batch = Batch(self.game, SAMPLE_GAMES)
        lesson = Lesson(stray=SAMPLE_STRAY, plain=True)
        with ThreadPoolExecutor(self.threads) as pool:
            for job in self._play(pool, batch, SAMPLE_FROM, lesson):
                job.result()
        reset, step, observe = (self.game.bound(each) for each in DRIVERS[2:5])
        tables, state, seen = self.content.tables, np.zeros(1, self.game.state), []
        for g in range(SAMPLE_GAMES):
            number = SAMPLE_FROM + g
            kind = number % len(self.blanks)
            reset(tables, self.blanks[kind : kind + 1], state, self.seed, number, np.zeros(1, np.int64), 0, 1)
            for k in range(batch.lengths[g] - 1):
                step(tables, state, 0, int(batch.actions[g, k]))
                if k % APART == 0:
                    for seat in range(int(state["num_players"][0])):
                        seen.append(np.zeros(self.game.observation.size, np.int16))
                        observe(tables, state, 0, seat, seen[-1])
        return np.stack(seen)
