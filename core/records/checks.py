"""Checks of what a file holds: what is not as expected is a RecordError that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .record import Header, RecordError

LARGEST = 1e300  # of a score: a whole number in JSON may have any length


def header_in(line: Mapping[str, Any]) -> Header:
    """The header among the fields of a line."""
    for key in ("game", "engine", "content", "digest", "reward"):
        want(isinstance(line[key], str), f"{key}: expected a text, got {str(line[key])[:40]!r}")
    options = line["options"]
    want(isinstance(options, dict), f"options: expected names and numbers, got {str(options)[:40]!r}")
    return Header(
        line["game"],
        whole(line["version"], "version", 2**31),
        line["engine"],
        whole(line["players"], "players", 64, 1),
        {name: whole(value, f"option {name}", 2**15, -(2**15)) for name, value in options.items()},
        line["content"],
        line["digest"],
        line["reward"],
    )


def want(condition: bool, message: str) -> None:
    """Refuse the file with this message unless the condition holds."""
    if not condition:
        raise RecordError(message)


def wrong(expected: str, got: object) -> Any:
    """Refuse the file: something else than expected is in it."""
    raise RecordError(f"expected {expected}, got {str(got)[:80]!r}")


def whole(value: Any, key: str, high: int, low: int = 0) -> int:
    """The value, found to be a whole number from low to high."""
    if type(value) is not int or not low <= value <= high:
        wrong(f"a whole number from {low} to {high} as {key}", value)
    return value


def whole_list(line: Mapping[str, Any], key: str, high: int, length: int | None = None) -> list[int]:
    """The field, found to be a list of whole numbers from 0 to high."""
    values = _sized(line, key, length)
    return [whole(value, key, high) for value in values]


def number_list(line: Mapping[str, Any], key: str, length: int) -> list[float]:
    """The field, found to be a list of finite numbers."""
    values = _sized(line, key, length)
    for value in values:
        if type(value) not in (int, float) or not abs(value) < LARGEST:
            wrong(f"numbers as {key}", value)
    return [float(value) for value in values]


def _sized(line: Mapping[str, Any], key: str, length: int | None) -> list[Any]:
    values = line[key]
    if not isinstance(values, list) or (length is not None and len(values) != length):
        wrong(f"a list{'' if length is None else f' of {length}'} as {key}", values)
    return values
