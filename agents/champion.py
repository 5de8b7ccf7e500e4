"""`champion`: the strongest player of each game that comes with the package.

The tree search of ismcts.py, with a network that corrects its evaluation. Each game's network has a card
beside it: how it was trained, and what it wins.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from astrarium.core import Content, Game

from .base import Agent, Kind, canonical, register_agent
from .ismcts import MILLISECONDS, SIMULATIONS, NetworkAgent
from .policy import PolicyError

THINKS = 400  # simulations a decision, unless its spec says otherwise


def champion_path(game: Game) -> Path:
    """Where the network of a game is that comes with the package."""
    return Path(str(files("astrarium.agents"))) / "champions" / f"{game.name}.safetensors"


class Champion(NetworkAgent):
    """The search with the network that comes with the package."""

    def __init__(
        self,
        game: Game,
        content: Content,
        threads: int,
        simulations: int | None,
        ms: float | None = None,
        id: str | None = None,
    ) -> None:
        path = champion_path(game)
        if not path.is_file():
            raise PolicyError(f"no champion of {game.title} comes with this version")
        thinks = simulations if simulations or ms else THINKS
        super().__init__(game, content, threads, thinks, str(path), id, ms=ms)
        self.spec = canonical("champion", simulations, ms=ms, id=self.id)


def _make(game: Game, content: Content, threads: int, argument: Any, **settings: Any) -> Agent:
    return Champion(game, content, threads, argument, **settings)


register_agent(
    Kind(
        "champion",
        "champion[:N][,ms=X]",
        f"the strongest one: a search with a trained network, {THINKS} simulations unless told otherwise",
        _make,
        argument=SIMULATIONS,
        optional=True,
        settings={"ms": MILLISECONDS, "id": str},
    )
)
