"""Astrarium's games in the three ways in which peers are played."""

import time
from importlib.metadata import version

import numpy as np

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.core import Batch, get
from astrarium.core.aec import constructors
from astrarium.core.records import play_games

VERSION = version("astrarium")
BATCH = 4096
CHUNK = 64  # games a call
DRAWS = 1 << 16


class Native:
    """Whole games by the compiled random player."""

    def __init__(self, name):
        self.game = get(name)
        self.players = min(count for count in self.game.players if count > 1)
        self.done = 0

    def first(self):
        """The first call, which compiles or loads the kernels."""
        self.play(0)

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        decisions = games = 0
        end = time.process_time() + seconds
        while True:
            (run,) = play_games(self.game, CHUNK, self.players, first_index=self.done, chunk=CHUNK)
            self.done += CHUNK
            decisions += int(run.states["moves"].sum())
            games += CHUNK
            if time.process_time() >= end:
                return decisions, games

    def facts(self):
        """What is played."""
        return {
            "actions": self.game.num_actions,
            "players": self.players,
            "hidden": True,
            "observation": self.game.observation.size,
            "state_bytes": self.game.state.itemsize,
        }


class Loop(Native):
    """PettingZoo's loop over `env()`."""

    def __init__(self, name):
        super().__init__(name)
        make, _ = constructors(self.game)
        self.env = make(num_players=self.players)
        self.draws = np.random.default_rng(0).integers(0, 2**31, DRAWS).tolist()

    def first(self):
        """One decision."""
        self.env.reset(seed=0)
        self.env.step(self.env.last()[0]["action_mask"].argmax())

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        env, draws = self.env, self.draws
        decisions = games = 0
        end = time.process_time() + seconds
        while True:
            env.reset(seed=self.done)
            self.done += 1
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[draws[decisions % DRAWS] % len(legal)])
                decisions += 1
            games += 1
            if time.process_time() >= end:
                return decisions, games


class Many(Native):
    """A batch on one thread, with observations, actions drawn by `random_actions`."""

    def __init__(self, name):
        super().__init__(name)
        self.batch = Batch(self.game, BATCH, num_players=self.players, seed=0)

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        decisions = games = 0
        end = time.process_time() + seconds
        while True:
            _, done = self.batch.step(self.batch.random_actions(stream=self.done))
            self.done += 1
            decisions += BATCH
            games += int(done.sum())
            if time.process_time() >= end:
                return decisions, games


def open_game(name, way):
    """A game in one of its ways."""
    return {"python": Loop, "native": Native, "batch": Many}[way](name)
