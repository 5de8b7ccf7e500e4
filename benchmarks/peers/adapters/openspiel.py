"""OpenSpiel: its states moved from Python, and random games inside its C++."""

import random
import time
from functools import cached_property
from importlib.metadata import version

import pyspiel

VERSION = version("open_spiel")
ROLLOUTS = 32


class Loop:
    """Games move by move, as OpenSpiel's Python examples do."""

    def __init__(self, name):
        self.game = pyspiel.load_game(name)
        self.kind = self.game.get_type()
        self.draw = random.Random(0)

    def deal(self):
        """A new game up to its first decision."""
        state = self.game.new_initial_state()
        self.chance(state)
        return state

    def chance(self, state):
        """Draw until somebody has to decide."""
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self.draw.choices(outcomes, chances)[0])

    def first(self):
        """One decision."""
        state = self.deal()
        state.apply_action(self.draw.choice(state.legal_actions()))

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        decisions = games = 0
        end = time.process_time() + seconds
        while True:
            state = self.deal()
            while not state.is_terminal():
                state.apply_action(self.draw.choice(state.legal_actions()))
                self.chance(state)
                decisions += 1
            games += 1
            if time.process_time() >= end:
                return decisions, games

    def facts(self):
        """What is played."""
        sees = self.kind.provides_observation_tensor
        return {
            "actions": self.game.num_distinct_actions(),
            "players": self.game.num_players(),
            "hidden": self.kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            "observation": self.game.observation_tensor_size() if sees else None,
            "state_bytes": None,
        }


class Rollouts(Loop):
    """Random games to the end in C++, by the evaluator that OpenSpiel's own tree search uses.

    It does not count decisions: their number is that of the same games played move by move.
    """

    def __init__(self, name):
        super().__init__(name)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        self.bot = pyspiel.MCTSBot(self.game, evaluator, 1.0, 1, 100, False, 1, False)

    def first(self):
        """The least that it does is to play some games."""
        self.bot.mcts_search(self.deal())

    @cached_property
    def length(self):
        """Decisions a game, from games move by move."""
        decisions, games = super().play(1.0)
        return decisions / games

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        games = 0
        end = time.process_time() + seconds
        while True:
            self.bot.mcts_search(self.deal())
            games += ROLLOUTS
            if time.process_time() >= end:
                return round(games * self.length), games


def open_game(name, way):
    """A game in one of its ways."""
    return {"python": Loop, "native": Rollouts}[way](name)
