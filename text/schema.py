"""The JSON view of a seat as a JSON Schema, one a game: `python -m astrarium.text.schema GAME`.

`text/schemas` has those of the games that come with Astrarium.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from astrarium.core import Game
from astrarium.core.observation import Field
from astrarium.core.view import flag_names

from .digest import known_game
from .disguise import Disguise

FOLDER = Path(__file__).with_name("schemas")
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def view_schema(game: Game, disguise: Disguise | None = None) -> dict[str, Any]:
    """What `View.json` of a game looks like; with the disguise that the view has, in its words."""
    say = disguise or str
    fields = {say(field.name): _field(game, field, say) for field in game.observation.fields}
    return {
        "$schema": DIALECT,
        "title": f"What a seat of {say(game.title)} sees",
        **_object(
            game={"const": game.name if disguise is None else "game"},
            seat=_seat(game, "the own seat"),
            seats=_list({"enum": list(game.seat_names)}, "the names of all seats", most=len(game.seat_names)),
            over={"type": "boolean"},
            question=_text("what the seat is asked; empty if it is not to act"),
            legal=_list(
                _object(action=_action(game), name=_text()),
                "the legal actions, by number and by name; none if the seat is not to act",
            ),
            fields=_object(**fields),
            text=_text("the table as text"),
            events=_list(
                _object(
                    seat=_or_null(_seat(game, "who decided; null where the seat cannot know")),
                    action=_or_null(_action(game, "what; null where the seat cannot know")),
                    name=_text("the action's name; empty or (in secret) where the seat cannot know"),
                    lines=_list(_text(), "what came of it, in sentences"),
                ),
                "what happened since the seat's last decision",
            ),
            scores=_or_null(_list({"type": "number"}, "of all seats, once the game is over")),
            ranks=_or_null(_list({"type": "integer", "minimum": 0}, "of all seats; 0 is best")),
        ),
    }


def _field(game: Game, field: Field, say: Callable[[str], str]) -> dict[str, Any]:
    """A field of the observation: numbers in its shape, or the names of the flags that are set."""
    asked = [question.name for question in game.questions]
    names = asked if field.name == "ask" and field.dims == (len(asked),) else flag_names(field)
    if names:
        value = {**_list({"enum": list(map(say, names))}, most=len(names)), "uniqueItems": True}
        return {**_nested(value, field.dims[:-1]), "description": say(field.text)}
    number = {"type": "integer", "minimum": field.low, "maximum": field.high}
    return {**_nested(number, field.dims), "description": say(field.text)}


def _nested(value: dict[str, Any], dims: Sequence[int]) -> dict[str, Any]:
    for size in reversed(dims):
        value = {"type": "array", "items": value, "minItems": size, "maxItems": size}
    return value


def _object(**properties: Any) -> dict[str, Any]:
    closed = {"required": list(properties), "additionalProperties": False}
    return {"type": "object", "properties": properties, **closed}


def _list(items: dict[str, Any], text: str = "", most: int | None = None) -> dict[str, Any]:
    bounded = {} if most is None else {"maxItems": most}
    return {"type": "array", "items": items, **bounded, **_described(text)}


def _text(text: str = "") -> dict[str, Any]:
    return {"type": "string", **_described(text)}


def _action(game: Game, text: str = "") -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "maximum": game.num_actions - 1, **_described(text)}


def _seat(game: Game, text: str) -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "maximum": game.players[-1] - 1, "description": text}


def _or_null(value: dict[str, Any]) -> dict[str, Any]:
    return {**value, "type": [value["type"], "null"]}


def _described(text: str) -> dict[str, str]:
    return {"description": text} if text else {}


def main() -> None:
    """For the command line."""
    parser = argparse.ArgumentParser(prog="python -m astrarium.text.schema")
    parser.add_argument("game", type=known_game, help="a game of `astrarium list`")
    parser.add_argument("--disguise", type=int, metavar="SEED", help="in the words of that disguise")
    asked = parser.parse_args()
    disguise = None if asked.disguise is None else Disguise(asked.game, None, asked.disguise)
    print(json.dumps(view_schema(asked.game, disguise), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
