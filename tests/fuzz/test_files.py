"""Files at random: damaged, cut and edited ones are read as they were, or refused with a message."""

import json
import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from astrarium.agents.folder import FolderError
from astrarium.core import TableError, games
from astrarium.core.records import (
    RecordError,
    parquet_bytes,
    play_records,
    read_columns,
    read_records,
    verify,
    write_records,
)
from astrarium.data.dataset import Dataset, plan_dataset, write_dataset
from tests.contract.table import amount
from tests.toy import GAME

ODD = (
    None,
    True,
    -1,
    0,
    1.5,
    2**31,
    2**63,
    10**12,
    10**400,
    "",
    "7",
    "\ud800",
    "\x1b[2J",
    [],
    [[]],
    {},
    {"a": []},
)


def damaged(data, rng):
    """The bytes with one thing wrong."""
    at, cut = rng.randrange(len(data)), rng.randrange(len(data))
    low, high = sorted((at, cut))
    return rng.choice(
        [
            data[:at],
            data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :],
            data[:low] + data[high:],
            data[:high] + data[low:],
            data[:low] + bytes(high - low) + data[high:],
            data[:at] + rng.randbytes(rng.randrange(1, 9)) + data[at:],
        ]
    )


def edited(value, rng):
    """A JSON value with one part exchanged, removed or added."""
    inner = [key for key in value if isinstance(value[key], dict | list) and value[key]]
    if isinstance(value, dict):
        key = rng.choice(list(value))
        if key in inner and rng.random() < 0.6:
            part = value[key]
            return {**value, key: edited(part, rng) if isinstance(part, dict) else exchanged(part, rng)}
        kept = {name: each for name, each in value.items() if name != key or rng.random() < 0.8}
        return {**kept, rng.choice([key, "more"]): rng.choice(ODD)}
    return value


def exchanged(values, rng):
    """A list with one entry exchanged."""
    at = rng.randrange(len(values))
    part, new = values[at], rng.choice(ODD)
    if isinstance(part, dict | list) and part and rng.random() < 0.6:
        new = edited(part, rng) if isinstance(part, dict) else exchanged(part, rng)
    return [*values[:at], new, *values[at + 1 :]]


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_damaged_records_are_refused_or_whole(tmp_path, suffix):
    path, rng = tmp_path / f"games{suffix}", random.Random(7)
    played = list(play_records(GAME, 4, seed=5))
    write_records(path, played)
    data = path.read_bytes()
    for _ in range(amount(250)):
        path.write_bytes(damaged(data, rng))
        try:
            found = list(read_records(path))
        except RecordError:
            continue
        assert all(record in played for record in found)
        verify(found)


def test_damaged_columns_are_refused(tmp_path):
    path, rng = tmp_path / "games.parquet", random.Random(8)
    data = parquet_bytes(play_records(GAME, 4, seed=5))
    for _ in range(amount(250)):
        path.write_bytes(damaged(data, rng))
        with suppress(RecordError):
            assert len(read_columns(path)) <= 4


def test_edited_lines_are_refused(tmp_path):
    path, rng = tmp_path / "games.jsonl", random.Random(9)
    write_records(path, play_records(GAME, 1, seed=5), names=True)
    line = json.loads(path.read_text())
    for _ in range(amount(400)):
        changed = edited(line, rng)
        path.write_text(json.dumps(changed))
        if changed != line:
            with pytest.raises(RecordError):
                list(read_records(path))


def test_edited_manifests_are_refused_or_read(tmp_path):
    rng = random.Random(10)
    write_dataset(plan_dataset(GAME, ["random"], 20, seed=3, shard=8), tmp_path)
    path = tmp_path / "manifest.json"
    manifest = json.loads(path.read_text())
    for _ in range(amount(300)):
        path.write_text(json.dumps(edited(manifest, rng)))
        with suppress(FolderError, RecordError):
            dataset = Dataset(tmp_path)
            dataset.check_finished()
            dataset.columns(0)
            list(dataset.records())


@pytest.mark.parametrize("name", [name for name in games() if name != "toy"])
def test_card_files_without_rows_and_with_odd_cells_are_refused(tmp_path, name):
    game, rng = games()[name], random.Random(11)
    source = Path(game.content().source)
    for file in sorted(source.glob("*.csv")):
        text = file.read_text(encoding="utf-8")
        head = text.splitlines(keepends=True)[0]
        broken = [head] + [damaged(text.encode(), rng).decode(errors="replace") for _ in range(amount(1))]
        for number, content in enumerate(broken):
            folder = tmp_path / f"{file.stem}-{number}"
            shutil.copytree(source, folder)
            (folder / file.name).write_text(content, encoding="utf-8")
            try:
                game.content(str(folder))
            except TableError:
                continue
            assert number, f"{file.name}: a header alone is taken for cards"
