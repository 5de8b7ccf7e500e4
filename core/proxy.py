"""Records and arrays as kernels see them when they run uncompiled.

Compiled code widens every integer to 64 bits before it calculates. Here scalar reads give Python
ints, which do the same, and writes go to the real memory, refusing a value that does not fit.
"""

from __future__ import annotations

import functools
import struct
from typing import Any

import numpy as np

FORMATS = {
    "b1": "?",
    "i1": "b",
    "i2": "<h",
    "i4": "<i",
    "i8": "<q",
    "u1": "B",
    "u2": "<H",
    "u4": "<I",
    "u8": "<Q",
}
FORMATS |= {"f4": "<f", "f8": "<d"}


class Scalars(np.ndarray):
    """An array view whose elements read as Python numbers. Indices count from the front only."""

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(_from_the_front(key))
        return found.item() if isinstance(found, np.generic) else found

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(_from_the_front(key), value)

    def max(self, *args: Any, **kwargs: Any) -> Any:
        """Largest element, as a Python number."""
        return np.ndarray.max(self.view(np.ndarray), *args, **kwargs).item()

    def min(self, *args: Any, **kwargs: Any) -> Any:
        """Smallest element, as a Python number."""
        return np.ndarray.min(self.view(np.ndarray), *args, **kwargs).item()

    def sum(self, *args: Any, **kwargs: Any) -> Any:
        """Total, as a Python number."""
        return np.ndarray.sum(self.view(np.ndarray), *args, **kwargs).item()


def _from_the_front(key: Any) -> Any:
    """The key, if it holds no negative index: compiled kernels take indices as they are."""
    for k in key if isinstance(key, tuple) else (key,):
        if isinstance(k, int | np.integer) and k < 0:
            raise IndexError(f"index {k}: kernels count from the front of an array")
    return key


class Records:
    """An array of records whose elements are proxies."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.shape = array.shape
        self.make = record_class(array.dtype)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return Records(self.array[key])
        if not isinstance(key, tuple):
            key = (key,)
        if len(key) < self.array.ndim:
            return Records(self.array[key])
        for k, size in zip(key, self.array.shape, strict=True):
            if not 0 <= k < size:
                raise IndexError(f"index {k} is out of range for {size} records")
        cell = self.array[tuple(slice(k, k + 1) for k in key)]
        return self.make(cell.reshape(1))

    def __setitem__(self, key: Any, value: Any) -> None:
        self.array[key] = value.cell[0] if isinstance(value, Record) else value


class Record:
    """One record: fields as attributes."""

    __slots__ = ("__dict__", "buffer", "cell")

    def __init__(self, cell: np.ndarray) -> None:
        self.cell = cell
        self.buffer = cell.view(np.uint8).data


@functools.cache
def record_class(dtype: np.dtype) -> type[Record]:
    """The proxy class of a record type."""
    assert dtype.fields is not None
    return type("Record", (Record,), {name: field(name, *info[:2]) for name, info in dtype.fields.items()})


def field(name: str, dtype: np.dtype, offset: int) -> Any:
    """The property that reads and writes one field."""
    if dtype.subdtype is None and dtype.fields is None:
        packer = struct.Struct(FORMATS[dtype.str[1:]])
        unpack, pack = packer.unpack_from, packer.pack_into

        def read(record: Record) -> Any:
            return unpack(record.buffer, offset)[0]

        def write(record: Record, value: Any) -> None:
            pack(record.buffer, offset, value)

        return property(read, write)

    def view(record: Record) -> Any:
        part = record.cell[name][0]
        if dtype.fields is not None:
            return record_class(dtype)(record.cell[name])
        return wrap(part)

    cached = functools.cached_property(view)
    cached.__set_name__(Record, name)
    return cached


def wrap(value: Any) -> Any:
    """Arrays as proxies; anything else as it is."""
    if not isinstance(value, np.ndarray):
        return value
    return Records(value) if value.dtype.fields is not None else value.view(Scalars)
