"""The learner's tables as a Stable-Baselines3 VecEnv: a batch for each number of players and variant."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from astrarium.agents import decision_keys
from astrarium.agents.foresight import Foreseer, Foresight
from astrarium.agents.search import evaluate_all
from astrarium.core import Content, Game
from astrarium.core.aec import observation_box
from astrarium.core.sb3 import Alike
from astrarium.core.vector_env import SeatBatch, seat_batch

from .league import League, Seating
from .scaling import Options, one_each


def seen_box(game: Game, foreseen: int) -> spaces.Box:
    """What the learner sees: raw observations, and so many columns of a look ahead."""
    box = observation_box(game, False)
    ahead = np.zeros(foreseen, np.int16)
    return spaces.Box(
        np.concatenate([box.low, ahead]), np.concatenate([box.high, ahead + np.int16(32767)]), dtype=np.int16
    )


class LeagueVecEnv(Alike, VecEnv):
    """One seat a table is the learner's, the league has the others; seats rotate from game to game.

    A game that is cut at the move limit is paid by its standing, as arenas count it. So it has ended like any
    other, and no value is added to what it paid.

    `shaping` adds that many times the change of the game's own evaluation to the rewards, discounted by
    `gamma`: potential-based, so that the best policy stays the best. Observations are the raw int16 vectors,
    and with foresight a column an action after them: how far it falls short of the best one.
    """

    def __init__(
        self,
        game: Game,
        tables: int,
        players: Sequence[int],
        league: League,
        content: Content,
        options: Options = None,
        seed: int = 0,
        shaping: float = 0.0,
        gamma: float = 1.0,
        foresight: Foresight | None = None,
        reward: str = "win",
    ) -> None:
        self.render_mode = None
        self.game, self.league, self.shaping, self.gamma = game, league, shaping, gamma
        self.batches: list[SeatBatch] = []
        self.seatings: list[Seating] = []
        ends = [tables * k // len(players) for k in range(len(players) + 1)]
        self.slices = [slice(lo, hi) for lo, hi in pairwise(ends)]
        for k, (count, chosen) in enumerate(zip(players, one_each(options, players), strict=True)):
            n = ends[k + 1] - ends[k]
            seating = Seating(league, n, count)
            self.seatings.append(seating)
            self.batches.append(
                seat_batch(
                    game,
                    n,
                    num_players=count,
                    opponents=seating,
                    content=content.source or content.name,
                    reward=reward,
                    illegal="raise",
                    seed=seed + k,
                    **cast("dict[str, Any]", chosen),
                )
            )
        self.length = np.zeros(tables, np.int64)
        self.potential = np.zeros(tables, np.float32)
        self.seconds = {"environment": 0.0, "opponents": 0.0, "foresight": 0.0}
        self.foresight = foresight or Foresight()
        self.foreseen = game.num_actions if self.foresight.redeals else 0
        self._foreseer = Foreseer(game, content, self.foresight)
        self._actions = np.zeros(tables, np.int64)
        self._began = time.time()
        super().__init__(tables, seen_box(game, self.foreseen), spaces.Discrete(game.num_actions))

    def reset(self) -> np.ndarray:
        """Deal the first games."""
        for batch in self.batches:
            batch.reset()
        self.length[:] = 0
        self.potential = self.standing()
        return self.observations()

    def observations(self) -> np.ndarray:
        """What the learners may know."""
        return np.concatenate([self._seen(batch) for batch in self.batches])

    def _seen(self, batch: SeatBatch) -> np.ndarray:
        if not self.foreseen:
            return batch.observations()
        observed, started = batch.observations(), time.perf_counter()
        index = batch.first_index + np.arange(batch.n)
        keys = decision_keys(batch.seed, index, batch.episode, batch.moves)
        short = self._foreseer.shortfalls(batch._states, batch.mask, keys)
        self.seconds["foresight"] += time.perf_counter() - started
        return np.concatenate([observed, short], axis=1)

    def action_masks(self) -> np.ndarray:
        """(n, actions) bool, where sb3-contrib looks for them."""
        return np.concatenate([batch.mask for batch in self.batches]).astype(np.bool_)

    def standing(self) -> np.ndarray:
        """The game's own evaluation of the learners' seats, -1 to 1; 0 for all without shaping."""
        if not self.shaping:
            return np.zeros(len(self.length), np.float32)
        found = []
        for batch in self.batches:
            values = np.zeros((batch.n, batch.num_players))
            self.game.bound(evaluate_all)(batch.content.tables, batch._states, values, 0, batch.n)
            found.append(values[np.arange(batch.n), batch.learner])
        return np.concatenate(found).astype(np.float32)

    def step_async(self, actions: np.ndarray) -> None:
        """Take the learners' actions."""
        self._actions = np.asarray(actions, np.int64).reshape(self.num_envs)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play to the learners' next decisions; ended games are replaced by the next of their tables."""
        started, thinking, foreseeing = time.perf_counter(), self.league.seconds, self.seconds["foresight"]
        rewards = np.zeros(self.num_envs, np.float32)
        dones = np.zeros(self.num_envs, np.bool_)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self.length += 1
        for where, batch, seating in zip(self.slices, self.batches, self.seatings, strict=True):
            rewards[where], dones[where] = batch.decide(self._actions[where])
            if dones[where].any():
                self._finish(where.start, batch, seating, dones[where], rewards, infos)
        if self.shaping:
            now = self.standing()
            ahead = np.where(dones, 0.0, self.gamma * now)  # the potential of an ended game is 0
            rewards += self.shaping * (ahead - self.potential).astype(np.float32)
            self.potential = now
        observations = self.observations()
        thought = self.league.seconds - thinking
        self.seconds["opponents"] += thought
        foreseen = self.seconds["foresight"] - foreseeing
        self.seconds["environment"] += time.perf_counter() - started - thought - foreseen
        return observations, rewards, dones, infos

    def _finish(
        self,
        first: int,
        batch: SeatBatch,
        seating: Seating,
        ended: np.ndarray,
        rewards: np.ndarray,
        infos: list[dict[str, Any]],
    ) -> None:
        """Note how games ended, and begin the next ones."""
        last = np.pad(batch.view_of(batch.learner, ended), ((0, 0), (0, self.foreseen)))
        for i in np.flatnonzero(ended):
            own, ranks = int(batch.learner[i]), batch.ranks[i]
            met = seating.members_of(int(i), int(batch.episode[i]))
            for seat in range(batch.num_players):
                if seat != own and met is not None:
                    result = 0.5 + 0.5 * np.sign(int(ranks[seat]) - int(ranks[own]))
                    self.league.note(int(met[seat]), float(result))
            seating.clear(int(i))
            at = first + int(i)
            infos[at] = {
                "terminal_observation": last[i].copy(),
                "episode": {
                    "r": float(rewards[at]),
                    "l": int(self.length[at]),
                    "t": round(time.time() - self._began, 6),
                },
            }
            self.length[at] = 0
        batch.begin(ended)

    def close(self) -> None:
        """Let the batches' threads go."""
        for batch in self.batches:
            batch.close()
