"""Seeds of games that people play, and seeds as JSON that every reader can hold."""

from __future__ import annotations

import secrets
from typing import Any

from .arguments import whole

EXACT = 2**53 - 1  # the largest whole number that JavaScript, and much that reads JSON, holds exactly


def secret_seed() -> int:
    """A seed of 63 bits, all of which the deal mixes: too many to try."""
    return secrets.randbits(63)


def sound_seed(value: Any) -> int:
    """The value, found to be a seed: one of more than 64 bits would deal the games of a smaller one."""
    return whole(value, "seed", -(2**63), 2**64 - 1)


def to_json(number: int) -> int | str:
    """The number, or its digits where a reader of JSON may not hold it exactly."""
    return number if abs(number) <= EXACT else str(number)


def from_json(value: object) -> object:
    """What `to_json` was given; anything else as it is, for a check to refuse."""
    if isinstance(value, str) and value.removeprefix("-").isdecimal() and value.isascii() and len(value) < 21:
        number = int(value)
        return number if to_json(number) == value else value
    return value
