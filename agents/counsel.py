"""Counsel: what a trained policy speaks for each decision of a position, for a search to lean on.

A search and a policy that were made in different ways err in different places. So the search adds to the
worth of each decision a share of the logarithm of the policy's probability. The policy sees what it sees when
it plays: the acting seat's observation, and a look ahead in redeals. It speaks only at tables with as many
players as it was trained for.
"""

from __future__ import annotations

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.drivers import legal_one, observe_one

from .foresight import Foreseer
from .policy import Policy, PolicyError, check_policy, load_policy
from .ppo import BASELINE, baseline_path

LEAST = -8.0  # logarithms of probabilities below this count as this


def baseline(game: Game, content: Content) -> Policy:
    """The policy that comes with a game; refused where there is none for these cards."""
    path = baseline_path(game)
    if not path.is_file():
        raise PolicyError(f"lean= needs a trained policy, and none for {game.title} comes with this version")
    policy = load_policy(path)
    check_policy(policy.about, game, content, f"ppo:{BASELINE}")
    return policy


class Counsel:
    """A policy with the memory of one thread that asks it."""

    def __init__(self, game: Game, content: Content, policy: Policy, lean: float) -> None:
        self.game, self.content, self.policy, self.lean = game, content, policy, lean
        self.players = set(policy.about["players"])
        self._foreseer = Foreseer(game, content, policy.foresight)
        self._obs = np.zeros((1, game.observation.size), np.int16)
        self._mask = np.zeros((1, game.num_actions), np.int8)

    def speak(self, states: np.ndarray, keys: np.ndarray, i: int, leans: np.ndarray) -> None:
        """What speaks against each action of position i, 0 or less, in `leans`."""
        leans[:] = 0
        if int(states["num_players"][i]) not in self.players:
            return
        tables, seat = self.content.tables, int(states["seat"][i])
        self.game.bound(observe_one)(tables, states, i, seat, self._obs[0])
        self.game.bound(legal_one)(tables, states, i, self._mask[0])
        short = None
        if self.policy.trust is not None:
            short = self._foreseer.shortfalls(states[[i]], self._mask, keys[[i]])
        may = self._mask[0] != 0
        numbers = self.policy.logits(self._obs, short)[0, may].astype(np.float64)
        numbers -= numbers.max()
        numbers -= np.log(np.exp(numbers).sum())
        leans[may] = self.lean * np.maximum(numbers, LEAST)
