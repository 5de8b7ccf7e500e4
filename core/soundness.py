"""States that come from elsewhere, such as a file: compiled code trusts them, so they are checked before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from . import drivers
from .arguments import fit
from .state import CUT, HEADER, RUNNING, Option

if TYPE_CHECKING:
    from .game import Game
    from .tables import Content


Bounds = Mapping[str, tuple[int, int]]
GAP = "gap_"  # so begin the names of what lies between fields, which is 0


def bounds(state: np.dtype, options: Iterable[Option], *rows: tuple[int, int, str]) -> Bounds:
    """What each field of a state can hold: rows of least, greatest, and the names of fields.

    All fields are named, each once, but for those that core checks by itself.
    """
    found = {name: (low, high) for low, high, names in rows for name in names.split()}
    own = {entry[0] for entry in HEADER} | {option.name for option in options}
    named = [name for *_, names in rows for name in names.split()]
    expected = [name for name in state.names or () if name not in own and not name.startswith(GAP)]
    if sorted(named) != sorted(expected):
        wrong = {*named} ^ {*expected} or {name for name in named if named.count(name) > 1}
        raise ValueError(f"bounds: missing, unknown or named twice: {', '.join(sorted(wrong))}")
    return found


class BrokenState(ValueError):
    """A state that no game comes to; the message says what is wrong with it."""


def require_sound(game: Game, content: Content, states: np.ndarray) -> None:
    """Refuse states (n,) in which a field is beyond its bounds, or an invariant of the game is broken."""
    fit(states, game.state, (len(states),), "states")
    states = np.array(states)  # in one piece
    players, running = states["num_players"], states["over"] == RUNNING
    _within(game, "num_players", players, min(game.players), max(game.players))
    _within(game, "seat", states["seat"], 0, players - 1)
    _within(game, "over", states["over"], RUNNING, CUT)
    _within(game, "moves", states["moves"], 0, game.max_moves - running)
    _within(game, "ask", states["ask"], 0, len(game.questions))
    for setup in np.unique(states[["num_players", *(option.name for option in game.options)]]):
        chosen = {option.name: int(setup[option.name]) for option in game.options}
        try:
            game.blank(int(setup["num_players"]), chosen)
        except ValueError as error:
            raise BrokenState(f"{game.title}: {error}") from None
    for name in game.state.names or ():
        low, high = (0, 0) if name.startswith(GAP) else game.bounds.get(name, (None, None))
        if low is not None and high is not None:
            _within(game, name, states[name], low, high)
    for ask in np.unique(states["ask"][running]):
        _kept_fits(game, int(ask), states[running & (states["ask"] == ask)])
    check = game.bound(drivers.check_one).unchecked
    for i in range(len(states)):
        broken = check(content.tables, states, i)
        if broken:
            raise BrokenState(f"state {i} of {game.title}: broken is that {game.invariants[broken]}")


def _kept_fits(game: Game, ask: int, states: np.ndarray) -> None:
    """Answers that a question keeps in the state are places of their block of actions."""
    row = game.questions.at(ask)
    if row is not None and row.keep:
        answer = row.answers[0]
        places = answer.part or next(each for each in game.actions.blocks if each.name == answer.block).size
        _within(game, "kept", states["kept"], 0, 2 ** min(places, 63) - 1)


def _within(game: Game, name: str, values: np.ndarray, low: int, high: np.ndarray | int) -> None:
    wrong = (values < low) | (values > high)
    if wrong.any():
        raise BrokenState(f"{game.title}: {name} cannot be {values[wrong].flat[0]}")
