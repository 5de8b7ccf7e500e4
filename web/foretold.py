"""What a move takes for certain, however the person goes on from it: said before the move is made.

All is tried in a redealt game, so that nothing is told that the seat does not know. A move is followed
through the questions after it as long as nothing has happened; what all ends have in common is certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from astrarium.core import Content, Game, Words
from astrarium.core.telling import Event

from .pictures import mask_of, redealt

MOST = 400  # ways to go on with a move that are followed; after more of them nothing is said of it
MOST_IN_ALL = 4_000  # of all moves of a question

Found = dict[str, tuple[int, int]]  # in words with a place for a number: how much at least and at most


class Unknown(Exception):
    """There are too many ways to go on."""


def with_foretold(game: Game, cards: Content, state: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """A question whose moves say what they do and take; what all of them take, the question says."""
    if game.words.takes is Words.takes and game.words.does is Words.does:
        return asked
    seat = int(state["seat"])
    known = redealt(game, cards, state, seat)
    told: dict[tuple[int, ...], list[str]] = {}
    moves = [move for group in asked["groups"] for move in group["moves"]]
    for move in (*moves, *asked["ways"]):
        told.setdefault(tuple(move["actions"]), [])
    left = iter(range(MOST_IN_ALL))
    for actions in told:
        found = takes(game, cards, known, seat, actions, islice(left, MOST))
        told[actions] = does(game, cards, known, actions) + found
    listed = [told[tuple(move["actions"])] for move in moves]
    common = [words for words in listed[0] if all(words in each for each in listed)] if len(told) > 1 else []

    def said(move: dict[str, Any]) -> dict[str, Any]:
        words = [each for each in told[tuple(move["actions"])] if each not in common]
        return {**move, "takes": "; ".join(words)}

    groups = [{**group, "moves": [said(move) for move in group["moves"]]} for group in asked["groups"]]
    return {
        **asked,
        "groups": groups,
        "ways": [said(way) for way in asked["ways"]],
        "takes": "; ".join(common),
    }


def does(game: Game, cards: Content, known: np.ndarray, actions: tuple[int, ...]) -> list[str]:
    """What moves do, in words, each once."""
    here, found = known[0], dict[str, str]()
    for left, action in zip(range(len(actions) - 1, -1, -1), actions, strict=True):
        words = game.words(cards, here)
        told, name = words.does(action), words.action(action)
        if told and told.lower() not in name.lower():  # a room called Repair says that it repairs
            found[told] = name
        if left:
            _, here = game.tell(cards, here, action, sound=True)
    said = [f"{name}: {words}" if len(found) > 1 else words for words, name in found.items()]
    return [*said, *filter(None, [offers(game, cards, here, actions[-1])])]


def offers(game: Game, cards: Content, here: Any, action: int) -> str:
    """What can be chosen from after a move, where the game has words for that."""
    if game.words.offers is Words.offers:
        return ""
    states = np.zeros(1, game.state)
    told, states[0] = game.tell(cards, here, action, sound=True)
    same = not states[0]["over"] and states[0]["seat"] == here["seat"]
    answers = np.flatnonzero(mask_of(game, cards, states)).tolist() if same else []
    return game.words(cards, here).offers(action, told, answers)


def takes(
    game: Game, cards: Content, known: np.ndarray, seat: int, actions: tuple[int, ...], left: Iterator[int]
) -> list[str]:
    """What moves take for certain, in words; `known` is the game as the seat knows it.

    `left` has an entry for each way to go on that may still be followed.
    """
    words, here = game.words(cards, known[0]), known[0]
    for action in actions[:-1]:
        _, here = game.tell(cards, here, action, sound=True)
    found: Found | None = None
    try:
        for told in _ends(game, cards, here, seat, actions[-1], left, set()):
            end = words.takes(actions[-1], told)
            before = {line: (count, count) for line, count in end.items()} if found is None else found
            found = {
                line: (min(low, end[line]), max(high, end[line]))
                for line, (low, high) in before.items()
                if line in end
            }
            if not found:
                break
    except Unknown:
        return []
    return [_counted(line, low, high) for line, (low, high) in (found or {}).items()]


def _counted(line: str, low: int, high: int) -> str:
    """Words with their number: one card is named without it."""
    if low == high == 1:
        line = line.replace("{}× ", "")
    return line.format(low if low == high else f"at least {low}")


def _ends(
    game: Game, cards: Content, before: Any, seat: int, action: int, left: Iterator[int], seen: set[bytes]
) -> Iterator[Sequence[Event]]:
    """What is told in all ways to go on with a move, up to where something happens."""
    if next(left, None) is None:
        raise Unknown
    told, after = game.tell(cards, before, action, sound=True)
    if after.tobytes() in seen:
        return
    seen.add(after.tobytes())
    if told or after["over"] or int(after["seat"]) != seat:
        yield told
        return
    states = np.zeros(1, game.state)
    states[0] = after
    for further in np.flatnonzero(mask_of(game, cards, states)).tolist():
        yield from _ends(game, cards, states[0], seat, further, left, seen)
