"""States that come from elsewhere, such as a file: compiled code trusts them, so they are checked before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

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
    if not len(states):
        return
    states = np.require(states, requirements=["C", "W"])  # in one piece
    players, running = states["num_players"], states["over"] == RUNNING
    _within(game, "num_players", players, min(game.players), max(game.players))
    _within(game, "seat", states["seat"], 0, players - 1)
    _within(game, "over", states["over"], RUNNING, CUT)
    _within(game, "moves", states["moves"], 0, game.max_moves - running)
    _within(game, "ask", states["ask"], 0, len(game.questions))
    for setup in _setups(game, states):
        chosen = {option.name: int(setup[option.name]) for option in game.options}
        try:
            game.blank(int(setup["num_players"]), chosen)
        except ValueError as error:
            raise BrokenState(f"{game.title}: {error}") from None
    for limits in game.limits:
        limits.require(game, states)
    for ask in np.unique(states["ask"][running]):
        _kept_fits(game, int(ask), states, running & (states["ask"] == ask))
    i = game.bound(drivers.first_broken).unchecked(content.tables, states, 0, len(states))
    if i >= 0:
        broken = game.bound(drivers.check_one).unchecked(content.tables, states, i)
        raise BrokenState(f"state {i} of {game.title}: broken is that {game.invariants[broken]}")


class Limits:
    """The bounds of all fields of one size: the least and the greatest of each such number of a record."""

    def __init__(self, state: np.dtype, bounds: Bounds, size: int) -> None:
        self.kind = np.dtype(f"i{size}")
        self.fields: Mapping[str, Any] = state.fields or {}
        ends = np.iinfo(self.kind)
        self.low, self.high = (
            np.full(state.itemsize // size, end, self.kind) for end in (ends.min, ends.max)
        )
        for name, (field, offset, *_) in self.fields.items():
            low, high = (0, 0) if name.startswith(GAP) else bounds.get(name, (None, None))
            if field.base.itemsize == size and low is not None and high is not None:
                at = slice(offset // size, (offset + field.itemsize) // size)
                if high <= ends.max:  # in fields without a sign what is larger looks negative
                    self.low[at], self.high[at] = low, high
                elif (low, high) != (0, np.iinfo(field.base).max):
                    raise ValueError(f"bounds of {name}: below 2**{8 * size - 1}, or all that fits")

    def require(self, game: Game, states: np.ndarray) -> None:
        """Refuse states with a number beyond its bounds."""
        rows = states.view(self.kind).reshape(len(states), -1)
        wrong = (rows.min(axis=0) < self.low) | (rows.max(axis=0) > self.high)
        if wrong.any():
            at = int(np.argmax(wrong)) * self.kind.itemsize
            for name, (field, offset, *_) in self.fields.items():
                if offset <= at < offset + field.itemsize:
                    _within(game, name, states[name], *game.bounds.get(name, (0, 0)))


def limits(state: np.dtype, bounds: Bounds) -> tuple[Limits, ...]:
    """Those of all sizes."""
    return tuple(Limits(state, bounds, size) for size in (1, 2, 4, 8))


def _setups(game: Game, states: np.ndarray) -> np.ndarray:
    """Each number of players with each choice of options that is among the states."""
    names = ["num_players", *(option.name for option in game.options)]
    if all((states[name] == states[name][0]).all() for name in names):
        return states[:1]
    return np.unique(states[names])


def _kept_fits(game: Game, ask: int, states: np.ndarray, asked: np.ndarray) -> None:
    """Answers that a question keeps in the state are places of their block of actions."""
    row = game.questions.at(ask)
    if row is not None and row.keep:
        answer = row.answers[0]
        places = answer.part or next(each for each in game.actions.blocks if each.name == answer.block).size
        _within(game, "kept", states["kept"][asked], 0, 2 ** min(places, 63) - 1)


def _within(game: Game, name: str, values: np.ndarray, low: int, high: np.ndarray | int) -> None:
    wrong = (values < low) | (values > high)
    if wrong.any():
        raise BrokenState(f"{game.title}: {name} cannot be {values[wrong].flat[0]}")
