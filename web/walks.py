"""Ways of several steps: where a piece can go in one click, and the moves that bring it there."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from astrarium.core import Content, Game, drivers
from astrarium.core.undo import lasting

from .pictures import mask_of, redealt

MOST = 400  # places looked at


def ways(game: Game, cards: Content, state: Any, seat: int) -> list[dict[str, Any]]:
    """The places where a piece of the seat can come to rest, each with a shortest way there.

    Where more can be done than to stay, there is also a way that ends with each such deed. Where the seat is
    to choose what goes, each choice is tried: the ways begin with it. They are looked for in a redealt game.
    Whatever turns out otherwise on the way is asked when it comes; where something hidden is shown, the way
    neither ends nor promises a deed.
    """
    begin = redealt(game, cards, state, seat)
    found = _reached(game, cards, begin, seat)
    words = game.words(cards, begin[0])
    for action in np.flatnonzero(mask_of(game, cards, begin)).tolist() if game.carriers else ():
        if not carries(game, action):
            continue
        there = begin.copy()
        game.bound(drivers.step_one)(cards.tables, there, 0, action)
        if not there["over"][0] and int(there["seat"][0]) == seat:
            for way in _reached(game, cards, there, seat):
                name = f"{words.action(action)}: {way['name']}"
                found.append({**way, "name": name, "actions": [action, *way["actions"]]})
    return found


def carries(game: Game, action: int) -> bool:
    """Whether an action chooses what goes a way."""
    return game.actions.block(action)[0].name in game.carriers


def _reached(game: Game, cards: Content, begin: np.ndarray, seat: int) -> list[dict[str, Any]]:
    """The places to rest that are reached by steps alone, and the piece that goes there."""
    question = int(begin["ask"][0])
    seen: set[str] = set()
    found: list[dict[str, Any]] = []
    near: deque[tuple[np.ndarray, list[int]]] = deque([(begin, [])])
    while near and len(seen) < MOST:
        here, made = near.popleft()
        for action, end in _steps(game, mask_of(game, cards, here)):
            place, *_ = game.places(cards, here[0], seat, action)
            if place in seen:
                continue
            seen.add(place)
            goal = {"place": place, "piece": game.places(cards, begin[0], seat, end)[0]}
            there = here.copy()
            game.bound(drivers.step_one)(cards.tables, there, 0, action)
            on = not there["over"][0] and (int(there["seat"][0]), int(there["ask"][0])) == (seat, question)
            on = on and game.places(cards, there[0], seat, end)[0] == goal["piece"]  # it may be the next one
            name, way = game.words(cards, here[0]).destination(action), [*made, action]
            if on:
                near.append((there, way))
            if game.standing(cards, there[0], goal["piece"]) not in ("", place):
                continue  # it may not stay there, and has gone on by itself
            if on:
                rests = _rests(game, cards, there, name, way, end)
                if rests and lasting(
                    game, cards, here[0], action, seat
                ):  # a chip is turned up: it is asked then
                    rests = [{"name": name, "actions": way, "deed": False}]
                found += [{**goal, **rest} for rest in rests]
            else:
                found.append({**goal, "name": name, "actions": way, "deed": False})
    return found


def _steps(game: Game, mask: np.ndarray) -> list[tuple[int, int]]:
    """The legal steps, each with the action that ends such a way."""
    found = []
    for name, ends in game.walks.items():
        block, first = next(b for b in game.actions.blocks if b.name == name), game.actions.offset(name)
        for place in np.flatnonzero(mask[first : first + block.size]).tolist():
            found.append((first + place, game.actions.offset(ends)))
    return found


def _rests(
    game: Game, cards: Content, there: np.ndarray, name: str, way: list[int], end: int
) -> list[dict[str, Any]]:
    """How a way can end in a place: by staying there, and by what else can be done there."""
    mask = mask_of(game, cards, there)
    steps = {action for action, _ in _steps(game, mask)}
    others = [action for action in np.flatnonzero(mask).tolist() if action not in steps]
    if others == [end]:
        return [{"name": name, "actions": [*way, end], "deed": False}]
    words = game.words(cards, there[0])
    deeds = [
        {"name": f"{name}, {words.action(action)}", "actions": [*way, action], "deed": True}
        for action in others
        if action != end
    ]
    return [{"name": name, "actions": way, "deed": False}, *deeds] if others else []
