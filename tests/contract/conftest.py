"""The contract suite runs for every game of this repository and for the engine's own test game, or for the
games that `--game` names.

A test asks for `game`, for `table` (a game at each player count), for `variant` (also at each value of
each option and with each content set) or for `env_game` (a game of astrarium.envs).
"""

from pathlib import Path

import gymnasium
import pytest

import astrarium.envs
import tests.toy
from astrarium.core import games, get
from tests.contract.table import default_tables, variants

HERE = Path(__file__).parent


def _chosen(config):
    """The games that were asked for, wherever they are installed from; else our own and the test game."""
    ours = [name for name in games() if name in (*astrarium.envs.GAMES, tests.toy.GAME.name)]
    return [known_to_gymnasium(get(name)) for name in config.getoption("--game") or ours]


def known_to_gymnasium(game):
    """Give a game that is not ours the entry that `astrarium.envs` gives to our own."""
    gym_id = f"astrarium/{astrarium.envs.camel(game.name)}-v{game.version}"
    if gym_id not in gymnasium.registry:
        gymnasium.register(
            gym_id,
            entry_point="astrarium.core.gym_env:SeatEnv",
            vector_entry_point="astrarium.core.vector_env:SeatVectorEnv",
            kwargs={"game": game.name},
        )
    return game


def pytest_generate_tests(metafunc):
    """Parametrise by games, tables and variants."""
    chosen = _chosen(metafunc.config)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", chosen, ids=lambda game: game.name)
    if "env_game" in metafunc.fixturenames:
        found = [game for game in chosen if game.name in astrarium.envs.GAMES]
        metafunc.parametrize("env_game", found, ids=lambda game: game.name)
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", [t for game in chosen for t in default_tables(game)], ids=str)
    if "variant" in metafunc.fixturenames:
        metafunc.parametrize("variant", [t for game in chosen for t in variants(game)], ids=str)


def pytest_collection_modifyitems(items):
    """Everything in this folder is marked `contract`."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.contract)
