"""The games that are known by name. Packages of games register themselves here; core names none."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from .actions import nearest

if TYPE_CHECKING:
    from .game import Game

ENTRY_POINTS = "astrarium.games"
_games: dict[str, Game | str] = {}
_plugins_loaded = False
_loading = threading.RLock()


def register(game: Game) -> Game:
    """Make a game known by its name."""
    known = _games.get(game.name)
    if known is not None and not isinstance(known, str) and known is not game:
        raise ValueError(f"another game is registered as {game.name!r}")
    _games[game.name] = game
    return game


def register_lazy(name: str, module: str) -> None:
    """Make a game known that is the GAME of a module, imported when it is first asked for."""
    _games.setdefault(name, module)


def load_plugins() -> None:
    """Import the packages of games that are installed (entry points of the group astrarium.games)."""
    global _plugins_loaded
    with _loading:
        if not _plugins_loaded:
            _plugins_loaded = True
            for point in entry_points(group=ENTRY_POINTS):
                importlib.import_module(point.module)


class _Games(Mapping[str, "Game"]):
    """Name -> game; importing a game only when it is looked up."""

    def __getitem__(self, name: str) -> Game:
        return get(name)

    def __iter__(self) -> Iterator[str]:
        load_plugins()
        return iter(list(_games))

    def __len__(self) -> int:
        load_plugins()
        return len(_games)

    def __contains__(self, name: object) -> bool:
        load_plugins()
        return name in _games


def games() -> Mapping[str, Game]:
    """All known games by name."""
    return _Games()


def get(name: str) -> Game:
    """The game of that name; the error of a wrong name suggests near ones."""
    if name not in _games:
        load_plugins()
    if name not in _games:
        raise KeyError(
            f"no game is called {name!r}{nearest(name, _games)} (known: {', '.join(sorted(_games))})"
        )
    found = _games[name]
    if isinstance(found, str):
        found = register(importlib.import_module(found).GAME)
    return found


def restore(name: str, module: str) -> Game:
    """The game of a pickle: looked up by name, importing the module that defines it when unknown."""
    if name not in _games:
        importlib.import_module(module)
    return get(name)
