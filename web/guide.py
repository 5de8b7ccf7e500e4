"""A guided first game: a fixed deal, and hints at the first decisions that they fit."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from astrarium.core import Content, Game
from astrarium.text.digest import folder_of

from .pictures import as_array, mask_of

FILE = "first_game.toml"
SEAT = 0  # of the person
PERSON = "person"


@dataclass(frozen=True)
class Hint:
    """Some words for whoever is asked a question, perhaps only where a move of some block is legal."""

    question: str
    words: str
    move: str = ""

    def fits(self, game: Game, cards: Content, state: Any) -> bool:
        """Whether it is about the question of a position."""
        asked = game.questions.at(state["ask"])
        if asked is None or asked.name != self.question:
            return False
        if not self.move:
            return True
        block = next(block for block in game.actions.blocks if block.name == self.move)
        first = game.actions.offset(self.move)
        return bool(np.any(mask_of(game, cards, as_array(game, state))[first : first + block.size]))


@dataclass(frozen=True)
class FirstGame:
    """What is played, against whom, and the hints in their order."""

    game: Game
    wish: dict[str, Any]  # for the server
    hints: tuple[Hint, ...]

    def next(self, cards: Content, state: Any, told: Sequence[int]) -> int | None:
        """The number of the first hint for a position that was not told before."""
        if state["over"] or int(state["seat"]) != SEAT:
            return None
        left = (k for k in range(len(self.hints)) if k not in told)
        return next((k for k in left if self.hints[k].fits(self.game, cards, state)), None)


@cache
def first_game(game: Game) -> FirstGame | None:
    """The guided game that `first_game.toml` in the folder of a game describes; None without that file."""
    file = folder_of(game) / FILE
    if not file.is_file():
        return None
    given = tomllib.loads(file.read_text(encoding="utf-8"))
    players = given["players"]
    wish = {
        "game": game.name,
        "players": players,
        "seats": [PERSON, *[given["opponents"]] * (players - 1)],
        "options": given.get("options", {}),
        "seed": given["seed"],
    }
    return FirstGame(game, wish, tuple(Hint(**hint) for hint in given["hints"]))
