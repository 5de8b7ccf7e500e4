"""What the pages of a Parquet file say that they hold.

Its footer may say less, and whoever reads the pages takes memory for what they say themselves. Each page
begins with a header in Thrift's compact protocol: only these are read here, not what follows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from .checks import want

DEEPEST = 4  # structs within each other
LONGEST = 1 << 16  # bytes of a header
# Kinds of a field in the protocol, and fields of a page's header.
TRUE, FALSE, BYTE, NUMBERS, DOUBLE, BINARY, STRUCT = 1, 2, 3, (4, 5, 6), 7, 8, 12
WHOLE_SIZE, STORED_SIZE, COUNTED, COUNT = 2, 3, (5, 7, 8), 1
DAMAGED = "a page's header is damaged"


@dataclass
class Claim:
    """Of all columns and row groups together."""

    values: int = 0
    size: int = 0  # bytes, unpacked


def claims(file: IO[bytes], metadata: Any, stored: int) -> Iterator[Claim]:
    """What has been claimed so far, page after page; `stored` bytes are in the file."""
    claim, used = Claim(), 0
    for group in range(metadata.num_row_groups):
        for k in range(metadata.num_columns):
            column = metadata.row_group(group).column(k)
            at = column.data_page_offset
            if column.has_dictionary_page:
                at = min(at, column.dictionary_page_offset)
            end = at + column.total_compressed_size
            used += end - at
            want(0 <= at <= end <= stored and used <= stored, "its columns are not within the file")
            while at < end:
                file.seek(at)
                header, length = _struct(file.read(min(LONGEST, end - at)), 0)
                packed = _number(header, STORED_SIZE)
                claim.size += _number(header, WHOLE_SIZE)
                claim.values += sum(_number(header[each], COUNT) for each in COUNTED if each in header)
                at += length + packed
                yield claim


def _number(fields: Any, name: int) -> int:
    """A field that is a size or a count."""
    found = fields.get(name, -1) if isinstance(fields, dict) else -1
    want(type(found) is int and found >= 0, DAMAGED)
    return int(found)


def _struct(data: bytes, at: int, depth: int = 0) -> tuple[dict[int, Any], int]:
    """The fields of a struct by their numbers, and where it ends."""
    fields: dict[int, Any] = {}
    name = 0
    while True:
        head, at = _byte(data, at)
        kind, step = head & 15, head >> 4
        if head == 0:
            return fields, at
        if step:
            name += step
        else:
            name, at = _whole(data, at)
        if kind in (TRUE, FALSE):
            fields[name] = kind == TRUE
        elif kind == BYTE:
            fields[name], at = _byte(data, at)
        elif kind in NUMBERS:
            fields[name], at = _whole(data, at)
        elif kind in (DOUBLE, BINARY):
            length, at = (8, at) if kind == DOUBLE else _plain(data, at)
            fields[name], at = None, at + length
        else:
            want(kind == STRUCT and depth < DEEPEST, DAMAGED)
            fields[name], at = _struct(data, at, depth + 1)


def _whole(data: bytes, at: int) -> tuple[int, int]:
    """A number with a sign, and where it ends."""
    found, at = _plain(data, at)
    return (found >> 1) ^ -(found & 1), at


def _plain(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    found = 0
    for shift in range(0, 70, 7):
        byte, at = _byte(data, at)
        found |= (byte & 127) << shift
        if byte < 128:
            return found, at
    want(False, DAMAGED)
    raise AssertionError


def _byte(data: bytes, at: int) -> tuple[int, int]:
    want(at < len(data), DAMAGED)
    return data[at], at + 1
