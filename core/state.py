"""The record of a game: names, small integers, one block of memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

i1, i2, i4, i8, u1, u2, u4, u8 = "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"
b1 = "i1"  # a flag, 0 or 1 (numba knows no arrays of booleans inside records)

# What core itself reads and writes, at the start of every state.
HEADER = (
    ("rng", u8, 2),  # this game's own random stream
    ("moves", i4),  # decisions taken so far
    ("num_players", i1),  # seats in this game
    ("seat", i1),  # whose decision is next
    ("over", i1),  # 0 running, 1 ended by the rules, 2 cut at the move limit
    ("ask", i1),  # number of the question that the seat is asked, 0 = none
)
RUNNING, ENDED, CUT = 0, 1, 2


@dataclass(frozen=True)
class Option:
    """A switch chosen before the game, one whole number out of `values`.

    `only` names the values that need certain numbers of players; the default never does.
    """

    name: str
    values: tuple[int, ...]
    default: int
    help: str
    only: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.default not in self.values:
            raise ValueError(f"option {self.name}: the default {self.default} is not one of {self.values}")
        if self.default in self.only or not set(self.only) <= set(self.values):
            raise ValueError(f"option {self.name}: only values other than the default can be restricted")

    def fits(self, value: int, num_players: int) -> bool:
        """Can this value be chosen with so many players?"""
        return num_players in self.only.get(value, (num_players,))


def state_dtype(options: tuple[Option, ...], *fields: Any) -> np.dtype:
    """The record type of a game: core's header, one i2 an option, then the game's own fields."""
    spec = [*HEADER, *((option.name, i2) for option in options), *fields]
    names = [entry[0] for entry in spec]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise ValueError(f"state fields named twice: {', '.join(doubled)}")
    return filled(np.dtype(spec, align=True))


def filled(record: np.dtype) -> np.dtype:
    """The same record with its gaps as fields: numpy copies field by field, and leaves gaps to chance."""
    if record.subdtype is not None:
        base, shape = record.subdtype
        return np.dtype((filled(base), shape))
    if record.names is None or record.fields is None:
        return record
    spec: list[Any] = []
    end = 0
    for name in record.names:
        kind, start = record.fields[name][:2]
        spec += [*_gap(end, start), (name, filled(kind))]
        end = start + kind.itemsize
    return np.dtype(spec + _gap(end, record.itemsize), align=True)


def _gap(start: int, end: int) -> list[Any]:
    return [(f"gap_{start}", u1, end - start)] if end > start else []
