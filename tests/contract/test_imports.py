"""Importing the games is light: no torch, no game's rules, nothing compiled."""

import subprocess
import sys

import pytest

import astrarium.envs

CODE = """
import sys
import astrarium.envs, astrarium.core.sb3, astrarium.core.vector_env
import gymnasium, pettingzoo
from astrarium.core import games

assert "torch" not in sys.modules
assert set(astrarium.envs.GAMES) <= set(games())
for name, version in astrarium.envs.GAMES.items():
    assert f"astrarium.envs.{name}" not in sys.modules
    assert f"astrarium/{astrarium.envs.camel(name)}-v{version}" in gymnasium.registry
    assert f"astrarium/{name}-v{version}" in pettingzoo.aec_registry
astrarium.envs.register_envs()
"""

CONSTRUCT = """
import astrarium.envs
from astrarium.core import get, jit
from astrarium.core.aec import GameAEC
from astrarium.core.gym_env import SeatEnv

def compiled(self):
    raise SystemExit("something was compiled")

jit.Bound.prepare = compiled
for name in astrarium.envs.GAMES:
    GameAEC(get(name))
    SeatEnv(name)
"""


def run(code):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_importing_the_games_is_light():
    run(CODE)


def test_making_an_environment_compiles_nothing():
    run(CONSTRUCT)


def test_another_version_of_a_game_is_refused_by_name():
    with pytest.raises(ImportError, match="there is no star_tycoon_v99: the game is star_tycoon_v"):
        from astrarium.envs import star_tycoon_v99  # noqa: F401  there is none
    with pytest.raises(ImportError, match="cannot import name 'star_tycoons_v1'"):
        from astrarium.envs import star_tycoons_v1  # noqa: F401  nor this
    with pytest.raises(AttributeError, match="no attribute 'star_tycoons'"):
        _ = astrarium.envs.star_tycoons
