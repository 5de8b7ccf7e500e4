"""The action table: named blocks of action ids, the one place where an id gets its meaning."""

from __future__ import annotations

import difflib
import math
import string
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

Labels = Mapping[str, Sequence[str]]


class Block:
    """One kind of action, with an id for every combination of its dimensions.

    A dimension is a number of choices or a sequence of their labels. `text` is a format over the dimensions'
    names, such as "jump from {cell}".
    """

    def __init__(self, name: str, text: str | None = None, **dims: int | Sequence[str]) -> None:
        self.name = name
        self.text = text
        self.dims = tuple(dims)
        self.labels = {
            dim: tuple(f"{dim} {i}" for i in range(given)) if isinstance(given, int) else tuple(given)
            for dim, given in dims.items()
        }
        self.shape = tuple(len(labels) for labels in self.labels.values())
        self.size = math.prod(self.shape)
        if self.size == 0:
            raise ValueError(f"action block {name!r} is empty")
        if text is not None:
            used = {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}
            if used != set(self.dims):
                raise ValueError(f"action block {name!r}: {text!r} does not name the dimensions {self.dims}")

    def unravel(self, index: int) -> tuple[int, ...]:
        """Position within the block as one index a dimension."""
        parts = []
        for size in reversed(self.shape):
            index, part = divmod(index, size)
            parts.append(part)
        return tuple(reversed(parts))

    def describe(
        self, parts: Sequence[int], labels: Labels | None = None, here: Mapping[str, str] | None = None
    ) -> str:
        """The name of one action of the block; `here` names the choices of dimensions as they are now."""
        words = {
            dim: (labels[dim] if labels and dim in labels else self.labels[dim])[part]
            for dim, part in zip(self.dims, parts, strict=True)
        }
        words.update(here or {})
        if self.text is not None:
            return self.text.format(**words)
        return " ".join([self.name.replace("_", " "), ": ".join(words.values())]).strip()


class ActionTable:
    """All actions of a game as consecutive blocks."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        self._offset: dict[str, int] = {}
        size = 0
        for block in blocks:
            if block.name in self._offset:
                raise ValueError(f"two action blocks are named {block.name!r}")
            self._offset[block.name] = size
            size += block.size
        self.size = size

    def offset(self, name: str) -> int:
        """The first id of a block."""
        return self._offset[name]

    def offsets(self, *names: str) -> tuple[int, ...]:
        """The first ids of several blocks."""
        return tuple(self._offset[name] for name in names)

    @cached_property
    def _block_of(self) -> list[tuple[Block, int]]:
        return [(block, i) for block in self.blocks for i in range(block.size)]

    def block(self, action: int) -> tuple[Block, tuple[int, ...]]:
        """The block of an action and its index in each dimension."""
        if not 0 <= action < self.size:
            raise IndexError(f"there is no action {action}: ids run from 0 to {self.size - 1}")
        block, index = self._block_of[action]
        return block, block.unravel(index)

    def name(self, action: int, labels: Labels | None = None) -> str:
        """What an action is called; `labels` replaces the labels of a dimension."""
        block, parts = self.block(action)
        return block.describe(parts, labels)

    def names(self, labels: Labels | None = None) -> list[str]:
        """The names of all actions, in order of their ids."""
        return [self.name(action, labels) for action in range(self.size)]

    def index(self, text: str, labels: Labels | None = None) -> int:
        """The id of the action with exactly this name."""
        names = self.names(labels)
        found = [action for action, name in enumerate(names) if name == text]
        if len(found) == 1:
            return found[0]
        if found:
            raise KeyError(f"{text!r} names the actions {', '.join(map(str, found))}: give the number")
        near = difflib.get_close_matches(text, names, n=5, cutoff=0.5)
        raise KeyError(f"no action is called {text!r}" + (f"; near: {', '.join(near)}" if near else ""))

    def markdown(self) -> str:
        """The table of blocks for the game's page."""
        lines = ["| ids | action | choices |", "|---|---|---|"]
        for block in self.blocks:
            first = self._offset[block.name]
            ids = str(first) if block.size == 1 else f"{first}-{first + block.size - 1}"
            shown = (
                block.text
                if block.text is not None
                else " ".join([block.name.replace("_", " "), _slots(block)])
            )
            sizes = " x ".join(f"{size} {dim}" for dim, size in zip(block.dims, block.shape, strict=True))
            lines.append(f"| {ids} | {shown.strip()} | {sizes} |")
        return "\n".join(lines)


def _slots(block: Block) -> str:
    return ": ".join("{" + dim + "}" for dim in block.dims)


def nearest(wanted: str, known: Any) -> str:
    """A "did you mean" clause, empty when nothing is near."""
    close = difflib.get_close_matches(wanted, list(known), n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(close)}?" if close else ""
