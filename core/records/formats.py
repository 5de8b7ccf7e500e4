"""Files of records in either format, by the suffix of their name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from .jsonl import read_jsonl, write_jsonl
from .parquet import read_parquet, write_parquet
from .record import Record


def write_records(
    path: str | Path,
    records: Iterable[Record],
    count: int | None = None,
    names: bool = False,
    content: str | Path | None = None,
) -> int:
    """Write .jsonl or .parquet by the path's suffix; the number of games written."""
    if check_suffix(path) == ".jsonl":
        return write_jsonl(path, records, count, names, content)
    return write_parquet(path, records)


def read_records(path: str | Path) -> Iterator[Record]:
    """Read .jsonl or .parquet by the path's suffix."""
    return read_jsonl(path) if check_suffix(path) == ".jsonl" else read_parquet(path)


def check_suffix(path: str | Path) -> str:
    """The suffix of a record file, .jsonl or .parquet."""
    suffix = Path(path).suffix
    if suffix not in (".jsonl", ".parquet"):
        raise ValueError(f"{path}: record files end in .jsonl or .parquet")
    return suffix
