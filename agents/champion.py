"""`champion`: the strongest player of each game that comes with the package.

The tree search of ismcts.py, with what made it stronger in tests: in most games a network that corrects its
evaluation, in some the counsel of the trained policy or a share of the best way on (the game's `champion`
settings). Each network has a card beside it: how it was trained, and what it wins.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from astrarium.core import Content, Game

from .base import Agent, Kind, canonical, register_agent
from .ismcts import MILLISECONDS, SIMULATIONS, NetworkAgent, TreeAgent
from .policy import PolicyError, digest

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
    settings: dict[str, Any] = dict(game.champion)
    if path.is_file():
        agent: TreeAgent = NetworkAgent(game, content, threads, thinks, str(path), ms=ms, **settings)
    else:
        agent = TreeAgent(game, content, threads, thinks, ms=ms, **settings)
    made_of = _made_of(agent)
    if made_of is None and id is not None:
        raise PolicyError(f"the champion of {game.title} has no network here, not even {id}")
    if id not in (None, made_of):
        raise PolicyError(f"the champion of {game.title} has changed: it is {made_of} now, not {id}")
    agent.spec = canonical("champion", argument, ms=ms, id=made_of)
    return agent


def _made_of(agent: TreeAgent) -> str | None:
    """A hash of the files that it plays with and of its settings, as part of its name."""
    parts = [agent.id] if isinstance(agent, NetworkAgent) else []
    parts += [policy.digest for policy in agent.policies]
    settings = sorted(agent.game.champion.items())
    if not settings:
        return parts[0] if parts else None
    return digest([parts, settings])[:6]


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
