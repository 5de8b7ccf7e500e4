"""Card and board data from CSV files, refused with file, row, column and expectation when wrong."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .actions import nearest

Converter = Callable[[str], Any]
Schema = Mapping[str, Converter]


class TableError(ValueError):
    """A data file that does not hold what it should."""


def whole(lo: int, hi: int) -> Converter:
    """A whole number in [lo, hi]."""

    def convert(cell: str) -> int:
        try:
            value = int(cell)
        except ValueError:
            raise ValueError(f"expected a whole number, got {cell!r}") from None
        if not lo <= value <= hi:
            raise ValueError(f"expected a whole number from {lo} to {hi}, got {value}")
        return value

    return convert


def choice(*allowed: str) -> Converter:
    """One of the given words."""

    def convert(cell: str) -> str:
        if cell not in allowed:
            raise ValueError(f"expected one of {', '.join(allowed)}, got {cell!r}{nearest(cell, allowed)}")
        return cell

    return convert


def text(empty: bool = False) -> Converter:
    """Any text; an empty cell only when allowed."""

    def convert(cell: str) -> str:
        if not cell and not empty:
            raise ValueError("expected a text, got an empty cell")
        return cell

    return convert


def optional(converter: Converter, default: Any = None) -> Converter:
    """An empty cell gives the default."""

    def convert(cell: str) -> Any:
        return converter(cell) if cell else default

    return convert


def flags(*allowed: str) -> Converter:
    """Any number of the given words, separated by blanks, as a frozenset."""

    def convert(cell: str) -> frozenset[str]:
        words = cell.split()
        for word in words:
            if word not in allowed:
                raise ValueError(
                    f"expected words out of {', '.join(allowed)}, got {word!r}{nearest(word, allowed)}"
                )
        return frozenset(words)

    return convert


def read_rows(path: str | Path, schema: Schema) -> list[dict[str, Any]]:
    """The rows of a CSV file with every cell converted; rows are counted with the header as row 1."""
    path = Path(path)
    try:
        content = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise TableError(f"{path.name}: no such file in {path.parent}") from None
    except UnicodeDecodeError:
        raise TableError(f"{path.name}: not a UTF-8 text file") from None
    reader = csv.reader(io.StringIO(content, newline=""), strict=True)
    try:
        header = next(reader, None)
        if header is None:
            raise TableError(f"{path.name}: the file is empty; expected the columns {', '.join(schema)}")
        _check_header(path, header, schema)
        rows = [_read_row(path, reader.line_num, header, cells, schema) for cells in reader if cells]
    except csv.Error as error:
        raise TableError(f"{path.name}, row {reader.line_num}: {error}") from None
    if not rows:
        raise TableError(f"{path.name}: expected rows below the header, got none")
    return rows


def check_unique(file: str, rows: Iterable[Mapping[str, Any]], *columns: str) -> None:
    """Refuse rows that are the same in these columns; all the file's rows are given."""
    known: dict[tuple[Any, ...], int] = {}
    for number, row in enumerate(rows, 2):
        key = tuple(row[column] for column in columns)
        if key in known:
            told = ", ".join(f"{column} {value}" for column, value in zip(columns, key, strict=True))
            raise TableError(f"{file}, row {number}: {told} stands in row {known[key]} already")
        known[key] = number


def _check_header(path: Path, header: list[str], schema: Schema) -> None:
    for column in header:
        if column not in schema:
            raise TableError(f"{path.name}, row 1: unknown column {column!r}{nearest(column, schema)}")
        if header.count(column) > 1:
            raise TableError(f"{path.name}, row 1: column {column!r} stands there twice")
    missing = [column for column in schema if column not in header]
    if missing:
        raise TableError(f"{path.name}, row 1: missing column {', '.join(map(repr, missing))}")


def _read_row(path: Path, number: int, header: list[str], cells: list[str], schema: Schema) -> dict[str, Any]:
    if len(cells) != len(header):
        raise TableError(f"{path.name}, row {number}: expected {len(header)} cells, got {len(cells)}")
    row = {}
    for column, cell in zip(header, cells, strict=True):
        try:
            row[column] = schema[column](cell.strip())
        except ValueError as error:
            raise TableError(f"{path.name}, row {number}, column {column!r}: {error}") from None
    return row


def digest_files(paths: Iterable[str | Path]) -> str:
    """A hex digest of the names and bytes of data files."""
    digest = hashlib.sha256()
    for path in sorted(map(Path, paths), key=lambda path: path.name):
        data = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


@dataclass(frozen=True, eq=False)
class Content:
    """One set of cards and boards: the tables that the kernels read, and names for people."""

    name: str
    tables: np.ndarray  # one element of the game's TABLES type
    labels: dict[str, Any] = field(default_factory=dict)
    digest: str = ""
    source: Path | None = None
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)  # what cards say, for pictures
