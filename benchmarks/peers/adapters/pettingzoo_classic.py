"""PettingZoo's classic games in PettingZoo's loop, as `env()` and without its standard wrappers."""

import importlib
import math
import random
import time
from importlib.metadata import version

VERSION = version("pettingzoo")
HIDDEN = {"chess_v6": False, "connect_four_v3": False, "hanabi_v5": True, "texas_holdem_no_limit_v6": True}


class Loop:
    """last, choose, step; checks included."""

    maker = "env"

    def __init__(self, name):
        self.name = name
        self.env = getattr(load(name), self.maker)()
        self.draw = random.Random(0)
        self.seed = 0

    def choose(self):
        """A random legal action, or None for a seat that is done."""
        observation, _, terminated, truncated, info = self.env.last()
        if terminated or truncated:
            return None
        mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
        return self.draw.choice(mask.nonzero()[0])

    def first(self):
        """One decision."""
        self.env.reset(seed=0)
        self.env.step(self.choose())

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        env = self.env
        decisions = games = 0
        end = time.process_time() + seconds
        while True:
            env.reset(seed=self.seed)
            self.seed += 1
            for _ in env.agent_iter():
                action = self.choose()
                env.step(action)
                decisions += action is not None
            games += 1
            if time.process_time() >= end:
                return decisions, games

    def facts(self):
        """What is played."""
        self.env.reset(seed=0)
        agent = self.env.possible_agents[0]
        space = self.env.observation_space(agent)
        space = space["observation"] if hasattr(space, "spaces") else space
        return {
            "actions": int(self.env.action_space(agent).n),
            "players": len(self.env.possible_agents),
            "hidden": HIDDEN[self.name],
            "observation": math.prod(space.shape),
            "state_bytes": None,
        }


class Raw(Loop):
    """The same without the wrappers that check actions and order."""

    maker = "raw_env"


def load(name):
    """The module of a game."""
    return importlib.import_module(f"pettingzoo.classic.{name}")


def open_game(name, way):
    """A game in one of its ways."""
    return {"python": Loop, "unchecked": Raw}[way](name)
