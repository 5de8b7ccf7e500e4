"""What compiled code may be given: types, sizes and ranges, checked in one place.

The annotations of a driver say what each argument is (see the types in jit.py). Compiled code trusts them: it
reads and writes wherever an index points. So a bound driver checks all that it is called with; only who owns
the arrays may go past it, by `unchecked`.
"""

from __future__ import annotations

import math
import sys
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from operator import index
from typing import Any

import numpy as np
from numba.np.numpy_support import as_dtype

INT64 = np.iinfo(np.int64)
# Sizes that the arguments themselves decide: the first array of games, and the players of its states. Others
# are at least one, numbers, or constants of the game by name. With a question mark, there may also be none.
GAMES, PLAYERS, SOME = "games", "players", "some"
NOT_WHOLE = (bool, np.ma.MaskedArray)  # though Python takes them for whole numbers
Given = dict[str, Any]  # the arguments so far by name, and the number of games


def integer(value: Any) -> int | None:
    """The whole number that a value is; None for what is none, truth values and masked numbers too."""
    try:
        return None if isinstance(value, NOT_WHOLE) else index(value)
    except TypeError:
        return None


def whole(value: Any, what: str, low: int = INT64.min, high: int = INT64.max) -> int:
    """The value, found to be a whole number from low to high."""
    number = integer(value)
    if number is None:
        raise TypeError(f"{what}: expected a whole number, got {shown(value)}")
    if not low <= number <= high:
        raise IndexError(f"{what}: expected a whole number from {low} to {high}, got {number}")
    return number


def finite(value: Any, what: str, low: float = -math.inf, high: float = math.inf) -> float:
    """The value, found to be a number from low to high, and neither infinite nor none."""
    if type(value) not in (int, float) or not low <= value <= high or not abs(value) <= sys.float_info.max:
        raise ValueError(f"{what}: expected a number from {low:g} to {high:g}, got {shown(value)}")
    return float(value)


def of_json(kind: Any, value: Any, what: str = "it") -> Any:
    """The value of a file as a type says, data classes among them: nothing is taken for something else."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any or kind is None:
        fits = kind is Any or value is None
    elif isinstance(kind, type) and is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        if not isinstance(value, dict) or not value.keys() <= hints.keys():
            raise TypeError(f"{what}: expected {', '.join(hints)}, got {shown(value)}")
        return kind(**{name: of_json(hints[name], each, name) for name, each in value.items()})
    elif kind is int:
        return whole(value, what)
    elif kind is float:
        return finite(value, what)
    elif origin is types.UnionType:
        return value if value is None and types.NoneType in inner else of_json(inner[0], value, what)
    elif origin is dict and isinstance(value, dict):
        return {name: of_json(inner[1], each, what) for name, each in value.items()}
    elif origin is list and isinstance(value, list):
        return [of_json(inner[0], each, what) for each in value]
    elif origin is tuple and isinstance(value, list | tuple) and len(value) == len(inner):
        return tuple(of_json(each, part, what) for each, part in zip(inner, value, strict=True))
    else:
        fits = origin is None and isinstance(value, kind)
    if not fits:
        raise TypeError(f"{what}: expected {getattr(kind, '__name__', kind)}, got {shown(value)}")
    return value


def whole_numbers(values: Any, what: str, length: int | None = None) -> np.ndarray:
    """The values as a new row of int64, found to be whole numbers, so many where a length is given."""
    row = plain(values, what)
    if isinstance(values, list | tuple) and any(isinstance(value, bool) for value in values):
        raise ValueError(f"{what}: expected whole numbers, got {values[:9]!r}, some of them truth values")
    if row.ndim != 1 or (row.dtype.kind not in "iu" and row.size) or len(row) != (length or len(row)):
        count = "" if length is None else f"{length} "
        raise ValueError(f"{what}: expected {count}whole numbers, got {shown(row)}")
    if row.dtype == np.uint64 and (row > INT64.max).any():
        raise ValueError(f"{what}: expected whole numbers below 2**63, got {row.max()}")
    return np.array(row, np.int64, order="C")


def flags(values: Any, what: str, length: int) -> np.ndarray:
    """The values, found to be so many truth values."""
    return np.ascontiguousarray(fit(plain(values, what), np.dtype(np.bool_), (length,), what))


def plain(values: Any, what: str) -> np.ndarray:
    """The values as an array; those of a masked array are refused, since some of them are not meant."""
    if isinstance(values, np.ma.MaskedArray):
        raise ValueError(f"{what}: expected a plain array, got a masked one")
    return np.asarray(values)


def fit(array: Any, dtype: np.dtype, shape: tuple[int, ...], what: str) -> np.ndarray:
    """The array, found to have a type and a shape."""
    if isinstance(array, np.ma.MaskedArray):
        plain(array, what)
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
        raise ValueError(f"{what}: expected {_kind(dtype)} of shape {shape}, got {shown(array)}")
    return array


def within(array: np.ndarray, low: int, high: int | np.ndarray, what: str) -> None:
    """Refuse an array with entries below low or above high, which may be another for each."""
    wrong = (array < low) | (array > high)
    if wrong.any():
        most = np.broadcast_to(high, array.shape)[wrong].flat[0]
        raise IndexError(f"{what}: expected {low} to {most}, got {array[wrong].flat[0]}")


def shown(value: Any) -> str:
    """A value as an error names it."""
    if not isinstance(value, np.ndarray):
        return f"{type(value).__name__} {str(value)[:40]!r}"
    masked = "masked " if isinstance(value, np.ma.MaskedArray) else ""
    return f"{masked}{_kind(value.dtype)} of shape {value.shape}"


def _kind(dtype: np.dtype) -> str:
    return f"records of {dtype.itemsize} bytes" if dtype.names else str(dtype)


class Arguments:
    """The arguments of one driver for one game."""

    def __init__(self, fn: Callable, names: Mapping[str, Any]) -> None:
        hints = typing.get_type_hints(fn, include_extras=True)
        hints.pop("return", None)
        self.name, self.names = fn.__name__, tuple(hints)
        self._checks = [_check(name, hint, names) for name, hint in hints.items()]

    def check(self, args: tuple[Any, ...]) -> None:
        """Refuse what the driver cannot be called with."""
        if len(args) != len(self.names):
            expected = f"{len(self.names)} arguments ({', '.join(self.names)})"
            raise TypeError(f"{self.name}: expected {expected}, got {len(args)}")
        given: Given = {}
        try:
            for name, check, value in zip(self.names, self._checks, args, strict=True):
                check(value, given)
                given[name] = value
        except (IndexError, TypeError, ValueError) as error:
            raise type(error)(f"{self.name}: {error}") from None


def _check(name: str, hint: Any, names: Mapping[str, Any]) -> Callable[[Any, Given], Any]:
    """The check of one argument; it may look at those before it."""
    plain = getattr(hint, "__origin__", hint)
    if plain is bool:
        return _Flag(name)
    if plain is int:
        return _Whole(name, LIMITS[hint.__metadata__[0]] if plain is not hint else _any, names)
    kind, *sizes = hint.__metadata__
    dtype, ndim = (names[kind], 1) if isinstance(kind, str) else (as_dtype(kind.dtype), kind.ndim)
    return _Array(name, dtype, ndim, [_size(size, names) for size in sizes])


def _size(size: int | str, names: Mapping[str, Any]) -> tuple[int | str, bool]:
    """A size with the constants of the game put in, and whether there may also be none."""
    text = str(size)
    plain = text.rstrip("?")
    return int(plain) if plain.isdigit() else names.get(plain, plain), text.endswith("?")


class _Flag:
    """True or False."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, value: Any, given: Given) -> None:
        if not isinstance(value, bool | np.bool_):
            raise TypeError(f"{self.name}: expected True or False, got {shown(value)}")


def _any(given: Given, names: Mapping[str, Any]) -> tuple[int, int]:
    return int(INT64.min), int(INT64.max)


def _players(given: Given) -> Any:
    """The number of players: of one game where one is named, else of all."""
    players = given["states"]["num_players"]
    return players[given["i"]] if "i" in given else players


# What a whole number may be, by the name in its annotation: the least and the greatest.
LIMITS: dict[str, Callable[[Given, Mapping[str, Any]], tuple[int, int]]] = {
    "game": lambda given, names: (0, given[GAMES] - 1),
    "edge": lambda given, names: (0, given[GAMES]),
    "seat": lambda given, names: (0, int(np.min(_players(given))) - 1),
    "action": lambda given, names: (0, names["NUM_ACTIONS"] - 1),
    "answer": lambda given, names: (-1, names["NUM_ACTIONS"] - 1),
    "actions": lambda given, names: (0, len(given["actions"])),
}


class _Whole:
    """A whole number within limits."""

    def __init__(self, name: str, limits: Callable, names: Mapping[str, Any]) -> None:
        self.name, self.limits, self.names = name, limits, names

    def __call__(self, value: Any, given: Given) -> None:
        whole(value, self.name, *self.limits(given, self.names))


class _Array:
    """An array of one type, all in one piece and writable, and of the right size."""

    def __init__(self, name: str, dtype: np.dtype, ndim: int, sizes: list[tuple[int | str, bool]]) -> None:
        self.name, self.dtype, self.ndim, self.sizes = name, dtype, ndim, sizes

    def __call__(self, value: Any, given: Given) -> None:
        fits = isinstance(value, np.ndarray) and value.dtype == self.dtype and value.ndim == self.ndim
        if not fits or not value.flags.carray or isinstance(value, np.ma.MaskedArray):
            what = f"a contiguous, writable array of {_kind(self.dtype)} with {self.ndim} dimension(s)"
            raise TypeError(f"{self.name}: expected {what}, got {shown(value)}")
        for (size, optional), have in zip(self.sizes, value.shape, strict=False):
            if optional and have == 0:
                return
            if size == SOME:
                right = have > 0
            elif size == PLAYERS:
                right = bool(np.all(_players(given) == have))
            else:
                right = have == (given.setdefault(GAMES, have) if size == GAMES else size)
            if not right:
                raise ValueError(f"{self.name}: expected {self._shape(given)}, got {shown(value)}")

    def _shape(self, given: Given) -> str:
        sizes = [given.get(GAMES, size) if size == GAMES else size for size, _ in self.sizes]
        return f"the shape ({', '.join(map(str, sizes))})"
