"""What the server was given: folders with records and policies, and agents. No other file is read or run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from astrarium.core import TableError
from astrarium.core.records import Record, RecordError, read_records

from .errors import BadRequest

RECORDS = (".jsonl", ".parquet")
POLICIES = (".safetensors",)
MOST_FILES = 1000  # listed
PAGE = 50  # games listed at a time


class Library:
    """The folders; a file is named by its folder's name and the path inside."""

    def __init__(self, folders: Sequence[str | Path] = (), agents: Sequence[str] = ()) -> None:
        self.agents = tuple(spec.strip() for spec in agents)  # that may run code of their own
        self.folders: dict[str, Path] = {}
        for given in folders:
            path = Path(given).resolve(strict=True)
            if not path.is_dir():
                raise NotADirectoryError(f"{given} is not a folder")
            name, number = path.name or "root", 2
            while name in self.folders:
                name, number = f"{path.name}-{number}", number + 1
            self.folders[name] = path

    def files(self) -> dict[str, Any]:
        """The record files, in order of their names, and whether there are more than can be listed."""
        found = list(islice(self._walk(RECORDS), MOST_FILES + 1))
        listed = [{"file": name, "bytes": size} for name, size in sorted(found[:MOST_FILES])]
        return {"files": listed, "more": len(found) > MOST_FILES}

    def policies(self) -> list[str]:
        """The files that may be trained policies, in order of their names."""
        return sorted(name for name, _ in islice(self._walk(POLICIES), PAGE))

    def _walk(self, endings: tuple[str, ...]) -> Iterator[tuple[str, int]]:
        for name, folder in self.folders.items():
            for above, _, found in os.walk(folder):
                for path in (
                    Path(above, each) for each in found if each.endswith(endings) and each[0] != "."
                ):
                    # Left out: links in a circle, files that have gone meanwhile, names that are no text.
                    with suppress(OSError, RuntimeError, UnicodeError):
                        if self._inside(path):
                            listed = f"{name}/{path.relative_to(folder).as_posix()}"
                            listed.encode()
                            yield listed, path.stat().st_size

    def _inside(self, path: Path) -> bool:
        """Whether it is a file that lies in a folder, links followed."""
        real = path.resolve()
        return real.is_file() and any(real.is_relative_to(folder) for folder in self.folders.values())

    def find(self, name: str) -> Path:
        """The path of a file in the folders."""
        folder, _, rest = name.partition("/")
        with suppress(
            OSError, ValueError, RuntimeError
        ):  # too long, in a circle, or not the name of any file
            if folder in self.folders and self._inside(path := self.folders[folder] / rest):
                return path
        raise BadRequest(f"there is no file {name!r} in the folders that the server was given", 404)

    def record_path(self, name: str) -> Path:
        """The path of a file of records."""
        path = self.find(name)
        if path.suffix not in RECORDS:
            raise BadRequest(f"{name}: files of records end in {' or '.join(RECORDS)}")
        return path

    def games(self, name: str, first: int) -> list[dict[str, Any]]:
        """Some games of a file, from number `first` on, counted from 1."""
        listed = []
        for number, record in self._read(name, first, first + PAGE):
            listed.append(
                {
                    "number": number,
                    "game": record.header.game,
                    "players": record.header.players,
                    "moves": len(record.actions),
                    "scores": list(record.scores),
                    "ranks": list(record.ranks),
                    "over": record.over,
                }
            )
        return listed

    def record(self, name: str, number: int) -> Record:
        """One game of a file, counted from 1."""
        for _, record in self._read(name, number, number + 1):
            return record
        raise BadRequest(f"{name} has no game {number}", 404)

    def _read(self, name: str, first: int, end: int) -> Iterator[tuple[int, Record]]:
        try:
            records = read_records(self.record_path(name))
            yield from zip(range(first, end), islice(records, first - 1, end - 1), strict=False)
        except (RecordError, TableError, OSError) as error:
            raise BadRequest(self.in_words(error), 422) from None

    def in_words(self, error: Exception) -> str:
        """The message of an error, with files named as the page names them."""
        text = str(error)
        for name, folder in self.folders.items():
            text = text.replace(f"{folder}/", f"{name}/")
        return text
