"""What the options of a game are called where it is set up."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from astrarium.core import Game
from astrarium.text.digest import folder_of

FILE = "set_up.toml"


@cache
def options(game: Game) -> list[dict[str, Any]]:
    """The options of a game with their names and values in words, from `set_up.toml` in its folder.

    Without that file an option goes by its own name, and its help says what the values mean.
    """
    file = folder_of(game) / FILE
    given = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return [
        {
            "name": option.name,
            "label": given.get(option.name, {}).get("name", option.name.replace("_", " ")),
            "values": list(option.values),
            "words": given.get(option.name, {}).get("values", {}),
            "default": option.default,
            "help": "" if option.name in given else option.help,
            "only": {str(value): list(seats) for value, seats in option.only.items()},
        }
        for option in game.options
    ]
