"""The vector env through Gymnasium's interface, against the batch beneath it.

    python -m astrarium.benchmarks.vector starship_captains --envs 256 --seconds 2

Decisions a second of random play, those of the opponents included. The choice of actions is left out of all
of them. `batch` writes an observation before every decision of every seat; the others before the learner's.
`seats` is the engine of the vector env: opponents move inside, and observations are new arrays.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from astrarium.core import Batch, get
from astrarium.core.vector_env import SeatBatch, SeatVectorEnv


class Rate:
    """Decisions a second of something that moves a batch."""

    def __init__(self, batch: Any, step: Callable[[np.ndarray], Any]) -> None:
        self.batch, self.step, self.stream = batch, step, 0

    def _round(self) -> tuple[int, float]:
        batch, self.stream = self.batch, self.stream + 1
        actions = np.maximum(batch.random_actions(self.stream), 0)
        moves, episode = batch.moves.copy(), batch.episode.copy()
        began = time.perf_counter()
        self.step(actions)
        spent = time.perf_counter() - began
        same = batch.episode == episode
        made = np.where(same, batch.moves - moves, 1)  # of a game that ended: at least one
        return int(made.sum()), spent

    def measure(self, seconds: float) -> float:
        """Over so many seconds, with the median time of a round: other work disturbs some of them."""
        for _ in range(3):
            self._round()
        rounds = [self._round()]
        while sum(took for _, took in rounds) < seconds:
            rounds.append(self._round())
        made, took = zip(*rounds, strict=True)
        return float(np.mean(made) / np.median(took))


def measure(name: str, envs: int, seconds: float, players: int | None = None) -> dict[str, float]:
    """The rates of a game, by way of playing it."""
    game = get(name)
    batch = Batch(game, envs, players)
    seats = SeatBatch(game, envs, num_players=players)
    seats.reset()

    def decide(actions: np.ndarray) -> None:
        _, ended = seats.decide(actions)
        if ended.any():
            seats.begin(ended)
        seats.observations()

    found = {"batch": Rate(batch, batch.step).measure(seconds)}
    found["seats"] = Rate(seats, decide).measure(seconds)
    for mode in ("NextStep", "SameStep"):
        env = SeatVectorEnv(game, envs, num_players=players, autoreset_mode=mode)
        env.reset(seed=0)
        found[mode] = Rate(env.batch, env.step).measure(seconds)
    return found


def main(args: Sequence[str] | None = None) -> None:
    """Measure the games named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="+")
    parser.add_argument("--players", type=int)
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args(args)
    table = Table("game", "envs", "batch", "seats", "vector env, next step", "same step", "of batch")
    for name in given.games:
        found = measure(name, given.envs, given.seconds, given.players)
        rates = [f"{rate:,.0f}" for rate in found.values()]
        table.add_row(name, str(given.envs), *rates, f"{found['SameStep'] / found['batch']:.0%}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
