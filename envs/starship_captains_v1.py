"""Starship Captains for PettingZoo: `env(**keywords)`, `raw_env(**keywords)` and `game`."""

from astrarium.core.aec import constructors
from astrarium.envs.starship_captains import GAME as game

env, raw_env = constructors(game)

__all__ = ["env", "game", "raw_env"]
