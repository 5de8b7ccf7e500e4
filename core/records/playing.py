"""Self-play: games by the compiled random player, as arrays and as records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from .. import drivers
from ..game import Game
from ..rng import as_int64
from ..seeds import sound_seed
from ..tables import Content
from .record import Header, Record, header_of

CHUNK = 256  # games a task of self-play


@dataclass(frozen=True)
class Played:
    """A run of finished games as arrays: game k of the run has the index first + k."""

    header: Header
    seed: int
    first: int
    states: np.ndarray  # (n,) final states
    scores: np.ndarray  # (n, players)
    ranks: np.ndarray  # (n, players)
    actions: np.ndarray  # (n, max_moves), or no rows when they were not asked for

    def records(self) -> Iterator[Record]:
        """One record a game."""
        for k, state in enumerate(self.states):
            yield Record(
                self.header,
                self.seed,
                self.first + k,
                0,
                int(state["over"]),
                tuple(self.scores[k].tolist()),
                tuple(self.ranks[k].tolist()),
                self.actions[k, : state["moves"]].astype(np.int32),
            )


def play_games(
    game: Game,
    n: int,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | Content | None = None,
    reward: str = "win",
    threads: int = 1,
    first_index: int = 0,
    actions: bool = False,
    checked: bool = False,
    chunk: int = CHUNK,
) -> Iterator[Played]:
    """n games by the compiled random player, in runs in the order of their indices, whatever the threads."""
    header, seed = header_of(game, num_players, options, content, reward), as_int64(sound_seed(seed))
    tables, blank = game.content(content).tables, game.blank(num_players, options)

    def play(first: int, count: int) -> Played:
        states = np.zeros(count, game.state)
        log = np.zeros((count if actions else 0, game.max_moves), np.int16)
        broken = np.zeros(count, np.int64)
        game.bound(drivers.reset)(tables, blank, states, seed, first, np.zeros(count, np.int64), 0, count)
        mask, obs = np.zeros(game.num_actions, np.int8), np.zeros(0, np.int16)
        game.bound(drivers.random_play)(
            tables, states, np.zeros(1, game.state), mask, obs, log, broken, seed, first, checked, 0, count
        )
        for k in np.flatnonzero(broken):
            what = game.invariants.get(int(broken[k]), "unnamed")
            raise RuntimeError(
                f"{game.name}, seed {seed}, game {first + k}: after decision {states[k]['moves']} "
                f"the invariant {broken[k]} is broken: {what}"
            )
        return Played(header, seed, first, states, *outcomes(game, tables, states, header.players), log)

    tasks = [(first_index + at, min(chunk, n - at)) for at in range(0, n, chunk)]
    if not tasks:
        return
    if threads <= 1:
        for first, count in tasks:
            yield play(first, count)
        return
    play(first_index, 0)  # compiles once, before the threads start
    with ThreadPoolExecutor(threads) as pool:
        waiting: list[Future[Played]] = []
        todo = iter(tasks)
        try:
            waiting += [pool.submit(play, *task) for task in islice(todo, 2 * threads)]
            while waiting:
                yield waiting.pop(0).result()
                waiting += [pool.submit(play, *task) for task in islice(todo, 1)]
        finally:
            for job in waiting:
                job.cancel()


def play_records(
    game: Game,
    n: int,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | Content | None = None,
    reward: str = "win",
    threads: int = 1,
    first_index: int = 0,
) -> Iterator[Record]:
    """Records of n games by the compiled random player, in the order of their indices."""
    for run in play_games(
        game, n, num_players, seed, options, content, reward, threads, first_index, actions=True
    ):
        yield from run.records()


def outcomes(
    game: Game, tables: np.ndarray, states: np.ndarray, players: int
) -> tuple[np.ndarray, np.ndarray]:
    """Scores and ranks of states, (n, players) each."""
    scores, ranks = np.zeros((len(states), players)), np.zeros((len(states), players), np.int64)
    bound = game.bound(drivers.score_one)
    for k in range(len(states)):
        bound(tables, states, k, scores[k], ranks[k])
    return scores, ranks
