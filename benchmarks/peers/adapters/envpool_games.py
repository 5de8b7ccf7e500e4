"""EnvPool: Pgx's board games in C++, one call a step for a batch of games or for one."""

import time
from importlib.metadata import version

import envpool
import numpy as np

VERSION = version("envpool")
BATCH = 1024
NOISE = 64  # rows of random numbers, used in turn: to draw new ones would take longer than a step
NAMES = {"backgammon": "Backgammon-v1", "connect_four": "ConnectFour-v1", "chess": "Chess-v1"}


class Single:
    """One game; a random legal action is chosen with NumPy, since EnvPool has no player of its own."""

    batch = 1

    def __init__(self, name):
        made = {"env_type": "gymnasium", "num_envs": self.batch, "num_threads": 1, "seed": 0}
        self.env = envpool.make(NAMES[name], **made)
        self.observation, self.info = self.env.reset()
        self.noise = np.random.default_rng(0).random((NOISE, self.env.action_space.n), np.float32) + 1e-6
        self.rows, self.done = np.arange(self.batch), np.zeros(self.batch, bool)

    def first(self):
        """One call."""
        self.play(0)

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        decisions = games = turn = 0
        end = time.process_time() + seconds
        while True:
            noise = self.noise[(self.rows + turn * 7) % NOISE]
            action = (noise * self.info["legal_action_mask"]).argmax(axis=1)
            self.observation, _, ended, cut, self.info = self.env.step(action.astype(np.int32))
            decisions += self.batch - int(self.done.sum())  # the step after the end of a game deals the next
            self.done = ended | cut
            games += int(self.done.sum())
            turn += 1
            if time.process_time() >= end:
                return decisions, games

    def facts(self):
        """What is played."""
        return {
            "actions": int(self.env.action_space.n),
            "players": 2,
            "hidden": False,
            "observation": int(np.prod(self.env.observation_space.shape)),
            "state_bytes": None,
        }


class Batch(Single):
    """Many games in one call."""

    batch = BATCH


def open_game(name, way):
    """A game in one of its ways."""
    return {"python": Single, "batch": Batch}[way](name)
