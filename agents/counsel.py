"""Counsel: what trained policies speak for each decision of a position, for a search to lean on.

A search and a policy that were made in different ways err in different places. So the search adds to the
worth of each decision a share of the logarithm of the policy's probability. A policy sees what it sees when
it plays: the acting seat's observation, and a look ahead in redeals. It speaks only at tables with as many
players as it was trained for; where several speak, their mean counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.drivers import legal_one, observe_one

from .foresight import Foreseer
from .policy import Policy, PolicyError, check_policy, load_policy
from .ppo import baseline_path

LEAST = -8.0  # logarithms of probabilities below this count as this


def second_path(game: Game) -> Path:
    """Where a second policy of a game is, if one comes with it: it gives counsel, and is no player."""
    return Path(str(files("astrarium.agents"))) / "champions" / f"{game.name}-counsel.safetensors"


def counsellors(game: Game, content: Content) -> tuple[Policy, ...]:
    """The policies that come with a game; refused where there is none for these cards."""
    if not baseline_path(game).is_file():
        raise PolicyError(f"lean= needs a trained policy, and none for {game.title} comes with this version")
    found = []
    for path in filter(Path.is_file, (baseline_path(game), second_path(game))):
        policy = load_policy(path)
        check_policy(policy.about, game, content, f"the policy {path.name}")
        found.append(policy)
    return tuple(found)


class Counsel:
    """Policies with the memory of one thread that asks them."""

    def __init__(self, game: Game, content: Content, policies: Sequence[Policy], lean: float) -> None:
        self.game, self.content, self.lean = game, content, lean
        self._voices = [_Voice(game, content, policy) for policy in policies]
        self._obs = np.zeros((1, game.observation.size), np.int16)
        self._mask = np.zeros((1, game.num_actions), np.int8)

    def speak(self, states: np.ndarray, keys: np.ndarray, i: int, leans: np.ndarray) -> None:
        """What speaks against each action of position i, 0 or less, in `leans`."""
        leans[:] = 0
        players = int(states["num_players"][i])
        voices = [voice for voice in self._voices if players in voice.players]
        if not voices:
            return
        tables, seat = self.content.tables, int(states["seat"][i])
        self.game.bound(observe_one)(tables, states, i, seat, self._obs[0])
        self.game.bound(legal_one)(tables, states, i, self._mask[0])
        may = self._mask[0] != 0
        spoken = [voice.odds(states[[i]], keys[[i]], self._obs, self._mask)[may] for voice in voices]
        leans[may] = self.lean * np.mean(spoken, axis=0)


class _Voice:
    """A policy with its look ahead."""

    def __init__(self, game: Game, content: Content, policy: Policy) -> None:
        self.policy, self.players = policy, set(policy.about["players"])
        self._foreseer = Foreseer(game, content, policy.foresight)

    def odds(self, states: np.ndarray, keys: np.ndarray, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The logarithm of its probability for each legal action of one position, LEAST at least."""
        short = None if self.policy.trust is None else self._foreseer.shortfalls(states, mask, keys)
        numbers = self.policy.logits(obs, short)[0].astype(np.float64)
        may = mask[0] != 0
        top = numbers[may].max()
        return np.maximum(numbers - top - np.log(np.exp(numbers[may] - top).sum()), LEAST)
