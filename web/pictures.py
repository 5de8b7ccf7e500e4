"""What a point of view may see of a game: pictures, words, scores and moves.

A view is a seat, or None for all-seeing eyes. Whatever a seat is shown is made from a redealt copy of the
state, in which everything that the seat cannot know is drawn anew from a fixed stream: two games that differ
only in what is hidden from a seat look the same to it, to the byte.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from astrarium.core import Content, Game, drivers
from astrarium.core.telling import HEADING
from astrarium.core.transcript import Story

REDEALS = 4  # over which the scores that a seat can reckon are averaged
NARROW = 700  # a page narrower than this gets a picture made for it


def as_array(game: Game, state: Any) -> np.ndarray:
    """A copy of one state as an array of length 1."""
    copy = np.zeros(1, game.state)
    copy[0] = state
    return copy


def redealt(game: Game, cards: Content, state: Any, view: int | None, stream: int = 0) -> np.ndarray:
    """The state as a view knows it (an array of length 1)."""
    copy = as_array(game, state)
    if view is not None:
        game.bound(drivers.determinize_one)(cards.tables, copy, 0, view, stream)
    return copy


def picture(game: Game, cards: Content, state: Any, view: int | None, width: int | None = None) -> str:
    """The table as SVG, made for a page of that width when it is a narrow one."""
    seen = redealt(game, cards, state, view)[0]
    return game.render_svg(cards, seen, view, width if width is not None and width < NARROW else None)


def mask_of(game: Game, cards: Content, states: np.ndarray) -> np.ndarray:
    """The legal actions of a state (an array of length 1)."""
    mask = np.zeros(game.num_actions, np.int8)
    game.bound(drivers.legal_one)(cards.tables, states, 0, mask)
    return mask


def moves(game: Game, cards: Content, state: Any, seat: int) -> list[dict[str, Any]]:
    """The legal moves of the seat that is to act, in groups, each with its places in the picture."""
    known = redealt(game, cards, state, seat)
    groups: dict[str, list[dict[str, Any]]] = {}
    for action in np.flatnonzero(mask_of(game, cards, known)).tolist():
        block, _ = game.actions.block(action)
        places = game.places(cards, known[0], seat, action)
        told = {"action": action, "name": game.action_name(action, cards, known[0]), "places": list(places)}
        groups.setdefault(block.name.replace("_", " "), []).append(told)
    return [{"group": name, "moves": listed} for name, listed in groups.items()]


def scores(game: Game, cards: Content, states: np.ndarray, view: int | None) -> list[list[float]]:
    """The scores of each state as a view can reckon them: for a seat, averaged over redeals."""
    players = int(states["num_players"][0])
    total = np.zeros((len(states), players))
    count = 1 if view is None else REDEALS
    for stream in range(count):
        seen = np.concatenate([redealt(game, cards, state, view, stream) for state in states])
        found, ranks = np.zeros_like(total), np.zeros(total.shape, np.int64)
        game.bound(drivers.standings)(cards.tables, seen, found, ranks, 0, len(seen))
        total += found
    return [[round(score, 2) for score in row] for row in (total / count).tolist()]


def told(story: Story, decisions: Iterable[tuple[Any, int]]) -> dict[str, Any]:
    """A step in words: who, what, and what it brought about; headings of turns apart."""
    by, name, lines = story.tell_step(decisions)
    return {
        "by": by,
        "name": name,
        "told": [line for line in lines if not line.startswith(HEADING)],
        "headings": [line.removeprefix(HEADING) for line in lines if line.startswith(HEADING)],
    }
