"""`champion`: the strongest player of each game that comes with the package.

The tree search of ismcts.py, with a network that corrects its evaluation. Each game's network has a card
beside it: how it was trained, and what it wins. A game for which no network made the search stronger is
played without one.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from astrarium.core import Content, Game

from .base import Agent, Kind, canonical, register_agent
from .ismcts import MILLISECONDS, SIMULATIONS, NetworkAgent, TreeAgent
from .policy import PolicyError

THINKS = 400  # simulations a decision, unless its spec says otherwise


def champion_path(game: Game) -> Path:
    """Where the network of a game is that comes with the package."""
    return Path(str(files("astrarium.agents"))) / "champions" / f"{game.name}.safetensors"


def _make(
    game: Game,
    content: Content,
    threads: int,
    argument: int | None,
    ms: float | None = None,
    id: str | None = None,
) -> Agent:
    thinks = argument if argument or ms else THINKS
    path = champion_path(game)
    if not path.is_file():
        if id is not None:
            raise PolicyError(f"the champion of {game.title} has no network here, not even {id}")
        plain = TreeAgent(game, content, threads, thinks, ms=ms)
        plain.spec = canonical("champion", argument, ms=ms)
        return plain
    agent = NetworkAgent(game, content, threads, thinks, str(path), id, ms=ms)
    agent.spec = canonical("champion", argument, ms=ms, id=agent.id)
    return agent


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
