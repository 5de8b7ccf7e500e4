"""RLCard: its environments stepped from Python."""

import math
import pickle
import random
import time
from importlib.metadata import version

import rlcard

VERSION = version("rlcard")


class Loop:
    """Games move by move, without the trajectories that `env.run` keeps."""

    def __init__(self, name):
        self.env = rlcard.make(name, config={"seed": 0})
        self.draw = random.Random(0)

    def first(self):
        """One decision."""
        state, _ = self.env.reset()
        self.env.step(self.draw.choice(list(state["legal_actions"])))

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        env, draw = self.env, self.draw
        decisions = games = 0
        end = time.process_time() + seconds
        while True:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(draw.choice(list(state["legal_actions"])))
                decisions += 1
            games += 1
            if time.process_time() >= end:
                return decisions, games

    def facts(self):
        """What is played."""
        self.env.reset()
        return {
            "actions": self.env.num_actions,
            "players": self.env.num_players,
            "hidden": True,
            "observation": max(math.prod(shape) for shape in self.env.state_shape),
            "state_bytes": len(pickle.dumps(self.env.game)),
        }


def open_game(name, way):
    """A game; there is only the Python way."""
    return {"python": Loop}[way](name)
