"""What an observation holds: named fields with shapes, bounds and meaning, laid end to end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Field:
    """One named part of an observation, each entry a whole number in [low, high]."""

    name: str
    shape: int | tuple[int, ...]
    low: int
    high: int
    text: str

    def __post_init__(self) -> None:
        if not -(2**15) <= self.low <= self.high < 2**15:
            raise ValueError(f"observation field {self.name}: [{self.low}, {self.high}] is no range of int16")

    @property
    def dims(self) -> tuple[int, ...]:
        """The shape as a tuple; () for a single number."""
        return (self.shape,) if isinstance(self.shape, int) else tuple(self.shape)

    @property
    def size(self) -> int:
        """Number of entries."""
        return math.prod(self.dims)


class ObservationSpec:
    """The layout of a game's observation vector."""

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self._offset: dict[str, int] = {}
        size = 0
        for field in fields:
            if field.name in self._offset:
                raise ValueError(f"two observation fields are named {field.name!r}")
            self._offset[field.name] = size
            size += field.size
        self.size = size
        self._field = {field.name: field for field in fields}
        self.low = np.concatenate([np.full(field.size, field.low, np.int16) for field in fields])
        self.high = np.concatenate([np.full(field.size, field.high, np.int16) for field in fields])

    def offset(self, name: str) -> int:
        """Where a field begins."""
        return self._offset[name]

    def offsets(self, *names: str) -> tuple[int, ...]:
        """Where several fields begin."""
        return tuple(self._offset[name] for name in names)

    @cached_property
    def places(self) -> ModuleType:
        """Where each field begins, for kernels: `at = OBSERVATION.places`, then `obs[at.tokens + k]`.

        A module, because compiled code takes the attributes of modules as constants.
        """
        module = ModuleType("places", "Where the fields of an observation begin.")
        vars(module).update(self._offset)
        return module

    def slice(self, obs: np.ndarray, name: str) -> np.ndarray:
        """A field of an observation (or of a batch of them) as a view in the field's shape."""
        field, start = self._field[name], self._offset[name]
        return obs[..., start : start + field.size].reshape(obs.shape[:-1] + field.dims)

    def describe(self, obs: np.ndarray) -> dict[str, Any]:
        """All fields of one observation by name, as plain numbers and lists."""
        return {field.name: self.slice(obs, field.name).tolist() for field in self.fields}

    def scaled(self, obs: np.ndarray) -> np.ndarray:
        """An observation (or a batch of them) as float32 in [-1, 1]."""
        low = self.low.astype(np.float32)
        span = np.maximum(self.high.astype(np.float32) - low, 1)
        return (2.0 * (obs - low) / span - 1.0).astype(np.float32)

    def markdown(self) -> str:
        """The table of fields for the game's page."""
        lines = ["| entries | field | shape | low | high | meaning |", "|---|---|---|---|---|---|"]
        for field in self.fields:
            start = self._offset[field.name]
            entries = str(start) if field.size == 1 else f"{start}-{start + field.size - 1}"
            shape = " x ".join(map(str, field.dims)) or "1"
            lines.append(
                f"| {entries} | {field.name} | {shape} | {field.low} | {field.high} | {field.text} |"
            )
        return "\n".join(lines)

    def names(self) -> Sequence[str]:
        """The names of the fields, in order."""
        return [field.name for field in self.fields]
