"""Starfarers of Catan: the lists of a content set while they become one TABLES record."""

from __future__ import annotations

from typing import Any

import numpy as np

from astrarium.core.tables import TableError

Place = tuple[int, int]  # on the board: steps to the right, steps up


def fail(file: str, row: int, column: str, expected: str, got: object) -> TableError:
    """The error that names file, row, column and what was expected."""
    return TableError(f"{file}, row {row}, column {column!r}: expected {expected}, got {got!r}")


class Sheets:
    """The rows of all files, the record that they fill, and what later files need of earlier ones."""

    def __init__(self, rows: dict[str, list[dict[str, Any]]], record: np.dtype) -> None:
        self.rows = rows
        self.array = np.zeros(1, record)
        self.t = self.array[0]
        self.labels: dict[str, tuple[str, ...]] = {}
        for name in ("node_at", "neighbour", "node_site", "node_outpost", "node_launch", "node_planet"):
            self.t[name] = -1
        for name in ("home_face", "friend_twin", "question", "planet_site"):
            self.t[name] = -1
        self.nodes: dict[Place, int] = {}
        self.suns: set[Place] = set()
        self.planet_ids: list[str] = []
        self.faces: list[str] = []

    def expect(self, file: str, count: int) -> list[dict[str, Any]]:
        """The rows of a file that must have so many."""
        rows = self.rows[file]
        if len(rows) != count:
            raise TableError(f"{file}: expected {count} rows, got {len(rows)}")
        return rows

    def node(self, file: str, number: int, row: dict[str, Any], piece: str = "") -> int:
        """The intersection that a row names."""
        place = row[f"{piece}x"], row[f"{piece}y"]
        if place not in self.nodes:
            raise fail(file, number, f"{piece}x", "an intersection of the board", place)
        return self.nodes[place]
