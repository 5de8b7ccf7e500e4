"""Many games at once: one compiled call a step, live buffers, threads over slices."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import drivers
from .game import Game


class IllegalAction(ValueError):
    """An action that the rules do not allow; nothing of the batch step was applied."""

    def __init__(self, game_index: int, seat: int, action: int, name: str) -> None:
        super().__init__(
            f"game {game_index}, seat {seat}: action {action} ({name}) is not legal; nothing was applied"
        )
        self.game_index, self.seat, self.action, self.name = game_index, seat, action, name

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalAction, (self.game_index, self.seat, self.action, self.name)


@dataclass(frozen=True)
class Snapshot:
    """All that a batch needs to go on from a moment."""

    seed: int
    states: np.ndarray
    episode: np.ndarray
    rewards: np.ndarray
    done: np.ndarray
    truncated: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray


def _shown(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


class Batch:
    """n games of one kind, moved together.

    mask, obs, seat, rewards, done, truncated, scores, ranks, states and episode are live read-only views: the next
    `step` overwrites them.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        num_players: int | None = None,
        seed: int = 0,
        options: Mapping[str, int] | None = None,
        content: str | Path | None = None,
        reward: str = "win",
        threads: int = 1,
        auto_reset: bool = True,
        scaled: bool = False,
        observations: bool = True,
        first_index: int = 0,
    ) -> None:
        if n < 1:
            raise ValueError(f"a batch holds at least one game, not {n}")
        if reward not in drivers.REWARDS:
            raise ValueError(f"reward is one of {', '.join(drivers.REWARDS)}, not {reward!r}")
        self.game, self.n, self.seed, self.reward = game, n, int(seed), reward
        self.content = game.content(content)
        self.options = game.choose_options(options)
        self.threads, self.auto_reset, self.scaled = max(1, int(threads)), auto_reset, scaled
        self.first_index = first_index
        self._blank = game.blank(num_players, options)
        self.num_players = int(self._blank["num_players"][0])
        players, features = self.num_players, game.observation.size
        self._mask = np.zeros((n, game.num_actions), np.int8)
        self._obs = np.zeros((n if observations else 0, features), np.int16)
        self._scaled = np.zeros((n if observations and scaled else 0, features), np.float32)
        self._low = game.observation.low.astype(np.float32)
        self._span = np.maximum(game.observation.high.astype(np.float32) - self._low, 1)
        self._seat = np.zeros(n, np.int8)
        self._states = np.zeros(n, game.state)
        self._episode = np.zeros(n, np.int64)
        self._rewards = np.zeros((n, players), np.float32)
        self._done = np.zeros(n, np.bool_)
        self._truncated = np.zeros(n, np.bool_)
        self._scores = np.zeros((n, players), np.float64)
        self._ranks = np.zeros((n, players), np.int64)
        self._actions = np.zeros(n, np.int64)
        self._player = np.zeros(1, game.state)
        self._pool: ThreadPoolExecutor | None = None
        self.reset()

    mask = property(lambda self: _shown(self._mask), doc="(n, actions) int8: 1 where legal.")
    obs = property(lambda self: _shown(self._scaled if self.scaled else self._obs), doc="(n, features).")
    seat = property(lambda self: _shown(self._seat), doc="(n,) int8: whose decision is next.")
    states = property(lambda self: _shown(self._states), doc="(n,) records of the game's state.")
    episode = property(lambda self: _shown(self._episode), doc="(n,) number of the running game.")
    moves = property(lambda self: _shown(self._states["moves"]), doc="(n,) decisions so far.")
    rewards = property(lambda self: _shown(self._rewards), doc="(n, players) float32 of the last step.")
    done = property(lambda self: _shown(self._done), doc="(n,) bool: ended at the last step.")
    truncated = property(lambda self: _shown(self._truncated), doc="(n,) bool: cut at the move limit.")
    scores = property(lambda self: _shown(self._scores), doc="(n, players) of the last finished game.")
    ranks = property(lambda self: _shown(self._ranks), doc="(n, players) of the last finished game.")

    def _call(self, driver: Any, *args: Any) -> None:
        """Run a driver over all games, in slices when there are threads."""
        bound = self.game.bound(driver)
        if self.threads == 1 or self.n < 2 * self.threads:
            bound(*args, 0, self.n)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
            bound(*args, 0, 0)
        edges = [self.n * k // self.threads for k in range(self.threads + 1)]
        for job in [
            self._pool.submit(bound, *args, lo, hi) for lo, hi in zip(edges, edges[1:], strict=False)
        ]:
            job.result()

    def _present(self) -> None:
        self._call(
            drivers.present, self.content.tables, self._states, self._mask, self._obs, self._scaled, self._low,
            self._span, self._seat,
        )  # fmt: skip

    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew: episode 0 of the seed (the batch's own when none is given)."""
        if seed is not None:
            self.seed = int(seed)
        self._episode[:] = 0
        for array in (self._rewards, self._done, self._truncated, self._scores, self._ranks):
            array[:] = 0
        self._call(
            drivers.reset,
            self.content.tables,
            self._blank,
            self._states,
            self.seed,
            self.first_index,
            self._episode,
        )
        self._present()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray]:
        """Apply one action a game; rewards (n, players) and done (n,)."""
        self._actions[:] = actions
        bad = self.game.bound(drivers.verify)(self._states, self._mask, self._actions, 0, self.n)
        if bad >= 0:
            action = int(self._actions[bad])
            known = 0 <= action < self.game.num_actions
            name = self.game.action_name(action, self.content) if known else "no such action"
            raise IllegalAction(bad, int(self._states["seat"][bad]), action, name)
        self._call(
            drivers.advance, self.content.tables, self._blank, self._states, self._actions, self._mask, self._obs,
            self._scaled, self._low, self._span, self._seat, self._rewards, self._done, self._truncated, self._scores,
            self._ranks, self._episode, self.seed, self.first_index, drivers.REWARDS[self.reward], self.auto_reset,
        )  # fmt: skip
        return self.rewards, self.done

    def random_actions(self, stream: int) -> np.ndarray:
        """A uniformly random legal action for each game (-1 where it is over), drawn from a numbered stream."""
        actions = np.zeros(self.n, np.int64)
        self.game.bound(drivers.random_actions)(
            self._player, self._mask, actions, int(stream), self.first_index, 0, self.n
        )
        return actions

    def observe(self, i: int, seat: int) -> np.ndarray:
        """What a seat of game i may know, int16."""
        obs = np.zeros(self.game.observation.size, np.int16)
        self.game.bound(drivers.observe_one)(self.content.tables, self._states, int(i), int(seat), obs)
        return obs

    def determinize(self, i: int, seat: int, stream: int) -> np.ndarray:
        """A copy of game i (an array of length 1) with all redrawn that the seat cannot know."""
        copy = self._states[i : i + 1].copy()
        self.game.bound(drivers.determinize_one)(self.content.tables, copy, 0, int(seat), int(stream))
        return copy

    def scores_now(self) -> tuple[np.ndarray, np.ndarray]:
        """Scores and ranks (n, players) of the games as they stand."""
        scores, ranks = np.zeros_like(self._scores), np.zeros_like(self._ranks)
        bound = self.game.bound(drivers.score_one)
        for i in range(self.n):
            bound(self.content.tables, self._states, i, scores[i], ranks[i])
        return scores, ranks

    def save(self) -> Snapshot:
        """A snapshot that `load` goes back to."""
        return Snapshot(
            self.seed, self._states.copy(), self._episode.copy(), self._rewards.copy(), self._done.copy(),
            self._truncated.copy(), self._scores.copy(), self._ranks.copy(),
        )  # fmt: skip

    def load(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this batch, or of one of the same shape."""
        if snapshot.states.shape != self._states.shape or snapshot.states.dtype != self._states.dtype:
            raise ValueError("the snapshot is of another batch: its games do not fit this one")
        self.seed = snapshot.seed
        for name in ("states", "episode", "rewards", "done", "truncated", "scores", "ranks"):
            getattr(self, f"_{name}")[...] = getattr(snapshot, name)
        self._present()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}
