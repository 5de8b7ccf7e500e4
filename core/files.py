"""Files that are written whole or not at all, and folders that one process at a time works in."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from filelock import FileLock, Timeout

PARTIAL = ".part"  # ends the name of a file that is being written
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


@contextmanager
def atomic(path: str | Path) -> Iterator[Path]:
    """A temporary path beside `path` that takes its place when all went well, and vanishes otherwise.

    It is on the disk before it takes its place: not even a power cut leaves a part of a file under the name.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=PARTIAL, dir=path.parent)
    os.close(handle)
    partial = Path(name)
    try:
        yield partial
        partial.chmod(0o666 & ~_umask())
        _flush(partial, os.O_RDWR)
        os.replace(partial, path)
        if os.name == "posix":  # elsewhere folders cannot be opened
            _flush(path.parent, os.O_RDONLY)
    except OSError as error:
        if error.errno in NO_ROOM and error.filename in (None, name):  # a write does not name its file
            error.filename = str(path)
        raise
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def held(folder: Path, refused: Exception) -> Iterator[None]:
    """Work in a folder, which is made if it is not there; `refused` is raised if another process does.

    What a process that was killed left half written is removed.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".lock").touch()
    except OSError as error:
        raise OSError(error.errno, f"cannot work in this folder: {error.strerror}", str(folder)) from None
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise refused from None
    try:
        for left in folder.rglob(f".*{PARTIAL}"):
            left.unlink()
        yield
    finally:
        lock.release()


def _flush(path: Path, flags: int) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@cache
def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current
