"""Catanatron: whole games by its own random players."""

import pickle
import random
import time
from importlib.metadata import version

from catanatron import Color, Game, RandomPlayer

VERSION = version("catanatron")
COLORS = [Color.RED, Color.BLUE, Color.WHITE]


class Loop:
    """`Game.play`, the fastest way that it offers. What it counts as an action includes forced ones."""

    def __init__(self, name):
        random.seed(0)
        self.game = self.deal()

    def deal(self):
        """A new game."""
        return Game([RandomPlayer(color) for color in COLORS])

    def first(self):
        """One decision."""
        self.deal().play_tick()

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        decisions = games = 0
        end = time.process_time() + seconds
        while True:
            self.game = self.deal()
            self.game.play()
            decisions += len(self.game.state.actions)
            games += 1
            if time.process_time() >= end:
                return decisions, games

    def facts(self):
        """What is played; its actions are objects, so there is no fixed number of them."""
        return {
            "actions": None,
            "players": len(COLORS),
            "hidden": True,
            "observation": None,
            "state_bytes": len(pickle.dumps(self.deal().state)),
        }


def open_game(name, way):
    """The game; there is only the Python way."""
    return {"python": Loop}[way](name)
