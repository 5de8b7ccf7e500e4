"""The games. Importing this package makes them known to core, Gymnasium and PettingZoo, and imports none.

from astrarium.envs import star_commander_v1             # PettingZoo, as its own games are imported
pettingzoo.make("aec", "astrarium/star_commander-v1")    # the same through PettingZoo's registry
gymnasium.make("astrarium/StarCommander-v1")             # one seat; make_vec gives a native batch
"""

from __future__ import annotations

from typing import Any

import gymnasium
import pettingzoo

from astrarium.core import registry

# One line a game: the name of its package and the version of its environment.
GAMES = {
    "star_commander": 1,
    "star_tycoon": 1,
    "starfarers": 1,
    "spacecorp": 1,
    "starship_captains": 1,
}


def camel(name: str) -> str:
    """A package's name as Gymnasium spells it: StarCommander."""
    return "".join(word.capitalize() for word in name.split("_"))


def register_envs() -> None:
    """Make every game known by name; doing so twice does no harm."""
    for name, version in GAMES.items():
        registry.register_lazy(name, f"{__name__}.{name}")
        gym_id = f"astrarium/{camel(name)}-v{version}"
        if gym_id not in gymnasium.registry:
            gymnasium.register(
                gym_id,
                entry_point="astrarium.core.gym_env:SeatEnv",
                vector_entry_point="astrarium.core.vector_env:SeatVectorEnv",
                kwargs={"game": name},
            )
        zoo_id = f"astrarium/{name}-v{version}"
        if zoo_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", zoo_id, entry_point=f"{__name__}.{name}_v{version}:env")


def __getattr__(name: str) -> Any:
    """Say which version of a game there is when another one is asked for."""
    game, _, number = name.rpartition("_v")
    if game in GAMES and number.isdecimal() and int(number) != GAMES[game]:
        raise ImportError(
            f"there is no {name}: the game is {game}_v{GAMES[game]} now "
            "(what has changed is in the version history on its page)"
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register_envs()
