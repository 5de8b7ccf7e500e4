"""The folder of an arena or a dataset: what is played, the records of the games, and where a run goes on.

manifest.json       the arguments, and where a test stopped; another run is not let in
records/*.parquet   the games, in the order of their numbers, as many a file as the manifest says
running.json        games in progress, while the arena runs
timing.json         what the agents' decisions took, and what went wrong with programs
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from astrarium.core.files import PARTIAL, atomic
from astrarium.core.records import Header, Record, RecordError, parquet_bytes, read_parquet

from .faults import Effort
from .schedule import RANDOM, Schedule, seating_of

FORMAT = 1
SHARD = 256  # games a file
MANIFEST, RUNNING, TIMING = "manifest.json", "running.json", "timing.json"
FIELDS = {  # of every manifest
    "game": str,
    "version": int,
    "engine": str,
    "players": int,
    "options": dict,
    "cards": str,
    "digest": str,
    "seed": int,
    "agents": list,
    "games": int,
    "deals": int,
    "seatings": list,
    "shard": int,
}
MOST_FILES = 1_000_000  # of a folder: all that is asked of it looks at each
PLAYED = "played"  # of the manifest: the games of a test that stopped before the most it may play
A_DEAL, DRAWN = "games_a_deal", "drawn"  # of the manifest: all seatings in turns, unless it has these
WORDS = {str: "a text", int: "a whole number", dict: "names and numbers", list: "a list"}


class FolderError(ValueError):
    """A folder that does not hold these games, or cannot take them; the message says why."""


def manifest_of(
    header: Header, seed: int, agents: Sequence[str], schedule: Schedule, shard: int | None = None
) -> dict[str, Any]:
    """The arguments of an arena or a dataset, as its folder keeps them."""
    manifest = {
        "format": FORMAT,
        "game": header.game,
        "version": header.version,
        "engine": header.engine,
        "players": header.players,
        "options": dict(header.options),
        "cards": header.content,
        "digest": header.digest,
        "seed": seed,
        "agents": list(agents),
        "games": schedule.games,
        "deals": schedule.deals,
        "seatings": schedule.seatings.tolist(),
        "shard": shard or SHARD,
    }
    if schedule.a_deal != len(schedule.seatings):  # seatings in turns, or drawn
        manifest |= {A_DEAL: schedule.a_deal, DRAWN: schedule.kind == RANDOM}
    return manifest


def digest_of(manifest: Mapping[str, Any]) -> str:
    """Eight letters that name the arguments."""
    return blake2b(json.dumps(manifest, sort_keys=True).encode(), digest_size=4).hexdigest()


def read_manifest(path: Path) -> dict[str, Any]:
    """The arguments of the games in a folder."""
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise FolderError(f"{path} holds no arena and no dataset: there is no {MANIFEST}") from None
    except (ValueError, RecursionError) as error:
        raise FolderError(f"{path / MANIFEST} is damaged: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise FolderError(f"{path / MANIFEST}: expected an arena or a dataset of format {FORMAT}")
    wrong = _wrong(manifest)
    if wrong:
        raise FolderError(f"{path / MANIFEST}: {wrong}")
    return manifest


def _wrong(manifest: Mapping[str, Any]) -> str:
    """What keeps these from being arguments."""
    for name, kind in FIELDS.items():
        if name not in manifest:
            return f"the manifest lacks {name}"
        if type(manifest[name]) is not kind:
            return f"expected {WORDS[kind]} as {name}, got {str(manifest[name])[:80]!r}"
    for name in ("players", "games", "shard"):
        if manifest[name] < 1:
            return f"expected at least 1 as {name}, got {manifest[name]}"
    if not -(2**63) <= manifest["seed"] < 2**63:
        return f"expected a whole number of 64 bits as seed, got {str(manifest['seed'])[:80]}"
    if manifest["games"] > MOST_FILES * manifest["shard"]:
        most = MOST_FILES * manifest["shard"]
        return f"expected at most {most} games ({MOST_FILES:,} files), got {str(manifest['games'])[:80]}"
    if not all(isinstance(agent, str) for agent in manifest["agents"]):
        return f"expected texts as agents, got {str(manifest['agents'])[:80]}"
    if not all(type(value) is int for value in manifest["options"].values()):
        return f"expected names and numbers as options, got {str(manifest['options'])[:80]}"
    played = manifest.get(PLAYED, 1)
    if type(played) is not int or not 1 <= played <= manifest["games"]:
        return f"expected 1 to {manifest['games']} as {PLAYED}, got {played!r}"
    each = manifest.get(A_DEAL, 1)
    if type(each) is not int or each < 1:
        return f"expected at least 1 as {A_DEAL}, got {str(each)[:80]}"
    players, known = manifest["players"], range(len(manifest["agents"]))
    for seats in manifest["seatings"] or [None]:
        fits = isinstance(seats, list) and len(seats) == players
        if not fits or any(type(k) is not int or k not in known for k in seats):
            return f"expected the numbers of {players} agents as a seating, got {str(seats)[:80]}"
    return ""


class Folder:
    """The files of one arena."""

    what = "arena"  # as messages call it

    def __init__(self, path: str | Path, manifest: Mapping[str, Any], header: Header) -> None:
        self.path, self.manifest, self.header = Path(path), dict(manifest), header
        self.games, self.size = self.manifest.get(PLAYED, self.manifest["games"]), self.manifest["shard"]
        self.a_deal = self.manifest.get(A_DEAL, len(self.manifest["seatings"]))
        self._kept: dict[int, Record] = {}  # ended games whose file is not full yet

    def __getstate__(self) -> dict[str, Any]:
        """For another process, which may work in another folder."""
        return {**vars(self), "path": self.path.absolute()}

    @contextmanager
    def opened(self) -> Iterator[None]:
        """The folder for this process alone, made or found to hold the same games."""
        if self.path.exists() and not self.path.is_dir():
            raise FolderError(f"{self.path} is a file, not a folder")
        self._compare()
        lock = FileLock(self.path / ".lock")
        with self._writing(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire(timeout=0)
            except Timeout:
                raise FolderError(f"another {self.what} is at work in {self.path}") from None
        try:
            self._compare()
            with self._writing(self.path / MANIFEST):
                if not (self.path / MANIFEST).exists():
                    write_json(self.path / MANIFEST, self.manifest)
                for left in self.path.rglob(f".*{PARTIAL}"):  # by a process that was killed while it wrote
                    left.unlink()
            yield
        finally:
            # While it is held: after the release it may be another's. Windows refuses, and removes it then.
            with suppress(OSError):
                (self.path / ".lock").unlink()
            lock.release()

    @contextmanager
    def _writing(self, path: Path) -> Iterator[None]:
        """Tell plainly why a file cannot be written, and what is there already."""
        try:
            yield
        except OSError as error:
            told = f"{path} cannot be written: {error.strerror or error}"
            if there := len(self.there()):
                told += (
                    f". {there} of {self.shards()} files are whole, and the same command goes on from there"
                )
            raise FolderError(told) from None

    def _compare(self) -> None:
        """Refuse a folder that holds something else."""
        if not (self.path / MANIFEST).exists():
            # A process that was killed before it had written the manifest leaves these two.
            own = (".lock", f".{MANIFEST}.")
            if self.path.is_dir() and any(not item.name.startswith(own) for item in self.path.iterdir()):
                raise FolderError(
                    f"{self.path} is not empty, and holds no {self.what}: choose another folder"
                )
            return
        there = read_manifest(self.path)
        self.games = there.get(PLAYED, self.games)
        names = [
            n for n in {**self.manifest, **there} if there.get(n) != self.manifest.get(n) and n != PLAYED
        ]
        telling = [name for name in names if name not in ("deals", "seatings", A_DEAL, DRAWN)] or names
        differ = [
            f"{name} {_short(there.get(name))}, not {_short(self.manifest.get(name))}" for name in telling
        ]
        if differ:
            raise FolderError(
                f"{self.path} holds another {self.what}: {'; '.join(differ)}. "
                "Choose another folder, or the same arguments"
            )

    def agents_of(self, number: int) -> list[str]:
        """The agent of each seat of a game, by its number from 0."""
        seats = np.arange(self.manifest["players"])
        return [self.manifest["agents"][k] for k in self.agent_numbers(np.full(len(seats), number), seats)]

    def agent_numbers(self, games: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Which of the manifest's agents sat in these seats of these games."""
        seatings = np.array(self.manifest["seatings"])
        return seatings[seating_of(games, len(seatings), self.manifest.get(DRAWN, False)), seats]

    def shards(self) -> int:
        """How many files of records there will be."""
        return -(-self.games // self.size)

    def shard(self, k: int) -> Path:
        """A file of records."""
        return self.path / "records" / f"{k:05}.parquet"

    def games_of(self, k: int) -> range:
        """The numbers of the games of file k."""
        return range(k * self.size, min((k + 1) * self.size, self.games))

    def there(self) -> list[int]:
        """The files that have been written."""
        names = {path.name for path in self.shard(0).parent.glob("*.parquet")}
        return [k for k in range(self.shards()) if self.shard(k).name in names]

    def absent(self) -> list[int]:
        """The files that have not been written."""
        return sorted({*range(self.shards())} - {*self.there()})

    def put(self, k: int, content: bytes) -> None:
        """Write file k."""
        with self._writing(self.shard(k)), atomic(self.shard(k)) as partial:
            partial.write_bytes(content)

    def missing(self) -> list[int]:
        """The games that have no record yet."""
        return [number for k in self.absent() for number in self.games_of(k) if number not in self._kept]

    def keep(self, number: int, record: Record) -> None:
        """Take the record of a game; a file that is full is written."""
        self._kept[number] = record
        k = number // self.size
        numbers = self.games_of(k)
        if all(each in self._kept for each in numbers):
            self.put(k, parquet_bytes(self._kept[each] for each in numbers))
            for each in numbers:
                del self._kept[each]

    def end(self, games: int) -> None:
        """Keep only so many games: those after them are in progress, or were played ahead."""
        self.games = games
        # First of all: whoever comes after a process that is killed here knows what to keep.
        with self._writing(self.path / MANIFEST):
            write_json(self.path / MANIFEST, {**self.manifest, PLAYED: games})
            self.trim()
        if last := self.absent():
            self.put(last[0], parquet_bytes(self._kept[each] for each in self.games_of(last[0])))
        self._kept.clear()

    def trim(self) -> None:
        """Remove the games after the last that is kept."""
        most = self.manifest["games"]
        if self.games == most:
            return
        for k in range(self.shards(), -(-most // self.size)):
            self.shard(k).unlink(missing_ok=True)
        last = self.shards() - 1
        if self.shard(last).exists():
            records, wanted = list(read_parquet(self.shard(last))), len(self.games_of(last))
            if len(records) > wanted:
                self.put(last, parquet_bytes(records[:wanted]))

    def ended(self) -> Iterator[tuple[int, Record]]:
        """The games that have a record in a file, with their numbers."""
        for k in self.there():
            yield from zip(self.games_of(k), self.records_of(k), strict=True)

    def records(self) -> Iterator[Record]:
        """All games in the order of their numbers, each checked."""
        for k in range(self.shards()):
            yield from self.records_of(k)

    def records_of(self, k: int) -> Iterator[Record]:
        """The games of a file, each found to be whole and the one that belongs there."""
        numbers, count = self.games_of(k), 0
        for count, record in enumerate(read_parquet(self.shard(k)), 1):
            deal = (numbers.start + count - 1) // self.a_deal
            if (record.header.text, record.seed, record.index) != (
                self.header.text,
                self.manifest["seed"],
                deal,
            ):
                raise RecordError(f"{self.shard(k)}: game {count} is not of this {self.what}")
            yield record
        if count != len(numbers):
            raise RecordError(f"{self.shard(k)}: {count} games, expected {len(numbers)}")

    def save(self, running: Mapping[int, Sequence[int]], effort: Mapping[str, Effort]) -> None:
        """Note how far the games are."""
        ended = {number: record.actions.tolist() for number, record in self._kept.items()}
        games = {str(number): actions for number, actions in {**ended, **running}.items()}
        timing = {spec: each.json() for spec, each in effort.items()}
        with self._writing(self.path / RUNNING):
            write_json(self.path / RUNNING, {"check": _check(games), "games": games}, indent=None)
            write_json(self.path / TIMING, timing)

    def saved(self) -> dict[int, list[int]]:
        """The games that were in progress; none if the note is not whole."""
        try:
            note = json.loads((self.path / RUNNING).read_text(encoding="utf-8"))
            games = note["games"]
            if note["check"] != _check(games):
                return {}
            return {int(number): _numbers(actions) for number, actions in games.items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}

    def effort(self) -> dict[str, Effort]:
        """What the agents' decisions took so far."""
        try:
            timing = json.loads((self.path / TIMING).read_text(encoding="utf-8"))
            return {spec: Effort.read(each) for spec, each in timing.items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return {}

    def settle(self) -> None:
        """Remove what only a running arena needs."""
        (self.path / RUNNING).unlink(missing_ok=True)


def write_json(path: Path, value: Any, indent: int | None = 1) -> None:
    """A JSON file, whole or not at all."""
    with atomic(path) as partial:
        partial.write_text(json.dumps(value, indent=indent, ensure_ascii=False) + "\n", encoding="utf-8")


def _check(games: Mapping[str, Sequence[int]]) -> str:
    return blake2b(json.dumps(games, sort_keys=True).encode(), digest_size=8).hexdigest()


def _numbers(values: Any) -> list[int]:
    """The values, found to be whole numbers of 32 bits."""
    if not isinstance(values, list) or not all(type(each) is int and 0 <= each < 2**31 for each in values):
        raise ValueError("expected whole numbers")
    return values


def _short(value: Any) -> str:
    if isinstance(value, str) and len(value) == 64:
        return value[:12]
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
