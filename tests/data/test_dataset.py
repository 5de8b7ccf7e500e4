"""Datasets: the same bytes however they come about, also after a kill; clear refusals; and their checks."""

import dataclasses
import errno
import json
import os
import pickle
import shutil
import signal
import subprocess
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from filelock import FileLock

from astrarium.agents import base
from astrarium.agents.arena import run_arena
from astrarium.agents.folder import FolderError
from astrarium.agents.match import play_seated
from astrarium.agents.workers import Threads
from astrarium.core.records import RecordError, parquet_bytes, play_records, read_columns, read_parquet
from astrarium.data import dataset as datasets
from astrarium.data.dataset import Dataset, plan_dataset, write_dataset
from astrarium.data.expand import Expander
from astrarium.data.export import export
from tests import process
from tests.agents.simple import KINDS
from tests.toy import GAME

AGENTS = ["drawn", "first", "last"]


@pytest.fixture(autouse=True)
def simple_agents(monkeypatch):
    """Agents that need no search."""
    for name, kind in KINDS.items():
        monkeypatch.setitem(base.KINDS, name, kind)


def plan(agents=AGENTS, games=60, shard=8, **more):
    return plan_dataset(GAME, agents, games, seed=4, shard=shard, **more)


def files(folder):
    """The bytes of all files, hidden ones too."""
    found = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def rewrite(path, records):
    """Change a file, with checksums that fit: only playing it shows what is wrong."""
    path.write_bytes(parquet_bytes(records, {"agents": read_columns(path).about["agents"]}))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A dataset that was written in one go."""
    out = tmp_path_factory.mktemp("whole") / "data"
    with pytest.MonkeyPatch.context() as patch:
        for name, kind in KINDS.items():
            patch.setitem(base.KINDS, name, kind)
        write_dataset(plan(), out)
    return out


@pytest.fixture
def copy(whole, tmp_path):
    """A copy of it, to be damaged."""
    return shutil.copytree(whole, tmp_path / "copy")


# ---- writing


@pytest.mark.parametrize("agents", [["random"], ["drawn"], AGENTS])
def test_the_games_are_those_of_self_play(tmp_path, agents):
    found = list(write_dataset(plan(agents, games=20), tmp_path / "data").records())
    seats = agents * 3 if len(agents) == 1 else agents
    assert found == list(play_seated(GAME, seats, 20, seed=4))
    if agents == ["random"]:
        assert found == list(play_records(GAME, 20, seed=4))


@pytest.mark.parametrize("size", [2, 5])
def test_threads_do_not_change_a_byte(whole, tmp_path, size):
    write_dataset(plan(), tmp_path / "data", Threads(size))
    assert files(tmp_path / "data") == files(whole)


def test_missing_files_are_written_again_and_the_others_left_alone(whole, copy):
    lost = [copy / "records" / f"{k:05}.parquet" for k in (0, 3, 7)]
    for path in lost:
        path.unlink()
    kept = copy / "records" / "00001.parquet"
    before, seen = kept.stat().st_mtime_ns, []
    write_dataset(plan(), copy, told=seen.append)
    assert files(copy) == files(whole)
    assert kept.stat().st_mtime_ns == before
    assert [status.games for status in seen] == [40, 48, 56, 60]
    assert {status.found for status in seen} == {40}
    assert seen[-1].rate > 0


def test_a_finished_dataset_is_not_played_again(whole, copy, monkeypatch):
    monkeypatch.setattr(datasets, "shard_task", None)
    write_dataset(plan(), copy)
    assert files(copy) == files(whole)


@pytest.mark.parametrize("games", [1, 100, 1024, 5000, 10**6])
def test_the_size_of_files_follows_from_the_number_of_games(games):
    made = plan_dataset(GAME, ["random"], games)
    assert datasets.LEAST <= made.shard <= datasets.MOST
    assert made.shard in (datasets.LEAST, datasets.MOST) or -(-games // made.shard) <= datasets.FILES


KILLED = """
import os, signal
from astrarium.agents import base
from astrarium.agents.workers import Threads
from astrarium.data.dataset import plan_dataset, write_dataset
from tests.agents.simple import KINDS
from tests.toy import GAME
base.KINDS.update(KINDS)
real, left = os.replace, [int(os.environ["KILL_AFTER"])]
def replace(*names):  # dies when so many files are in place, and the next one is written but not in place
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left[0] -= 1
    real(*names)
os.replace = replace
plan = plan_dataset(GAME, ["drawn", "first", "last"], 60, seed=4, shard=8)
write_dataset(plan, os.environ["OUT"], Threads(int(os.environ["SIZE"])))
"""


def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(whole, tmp_path):
    out = tmp_path / "data"
    for kill_after, size in ((0, 1), (3, 2), (2, 1)):
        run = process.start(KILLED, OUT=out, KILL_AFTER=kill_after, SIZE=size)
        run.communicate(timeout=600)
        assert run.returncode == -signal.SIGKILL
        there = {path for path in out.rglob("*") if path.is_file() and not path.name.startswith(".")}
        assert all(path.read_bytes() == (whole / path.relative_to(out)).read_bytes() for path in there)
    assert any(path.name.endswith(".part") for path in out.rglob("*")), "it was not killed while it wrote"
    write_dataset(plan(), out)
    assert files(out) == files(whole)


# ---- refusals


def test_a_full_disk_is_told_and_costs_nothing(whole, tmp_path, monkeypatch):
    real, written = os.fsync, []

    def fsync(handle):
        written.append(handle)
        if len(written) > 6:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    told = r"records/00002.parquet cannot be written: No space left on device. 2 of 8 files are whole"
    with pytest.raises(FolderError, match=told):
        write_dataset(plan(), tmp_path / "data")
    monkeypatch.undo()
    assert not list(tmp_path.rglob("*.part"))
    for name, kind in KINDS.items():
        monkeypatch.setitem(base.KINDS, name, kind)
    write_dataset(plan(), tmp_path / "data")
    assert files(tmp_path / "data") == files(whole)


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 64 KB, where the system lets us have one."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("needs the right to mount a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_runs_full_is_told_and_what_was_written_is_whole(small_disk, whole):
    (small_disk / "ballast").write_bytes(bytes(30_000))
    out = small_disk / "data"
    with pytest.raises(FolderError, match=r"No space left on device. \d of 8 files are whole"):
        write_dataset(plan(), out)
    there = sorted((out / "records").iterdir())
    assert 0 < len(there) < 8
    (small_disk / "ballast").unlink()
    smaller = files(whole)
    for path in there:
        assert path.read_bytes() == smaller[str(path.relative_to(out))]


def test_a_disk_without_room_for_the_manifest_is_told(small_disk):
    (small_disk / "ballast").write_bytes(bytes(64 * 1024))
    with pytest.raises(FolderError, match=r"data.* cannot be written: No space left on device"):
        write_dataset(plan(), small_disk / "data")


def test_an_arena_tells_of_a_full_disk_likewise_and_goes_on(small_disk, tmp_path):
    ask = {"game": GAME, "agents": ["first", "last"], "games": 600, "players": 2}
    (small_disk / "ballast").write_bytes(bytes(44 * 1024))
    with pytest.raises(FolderError, match="cannot be written: No space left on device"):
        run_arena(**ask, out=small_disk / "arena")
    (small_disk / "ballast").unlink()
    run_arena(**ask, out=tmp_path / "arena")
    shutil.copytree(small_disk / "arena", tmp_path / "more")
    run_arena(**ask, out=tmp_path / "more")
    assert files(tmp_path / "more" / "records") == files(tmp_path / "arena" / "records")


def test_the_lock_is_gone_before_another_can_have_it(tmp_path, monkeypatch):
    real, seen = FileLock.release, []

    def release(lock, *args, **more):
        seen.append(Path(lock.lock_file).exists())
        real(lock, *args, **more)

    monkeypatch.setattr(FileLock, "release", release)
    write_dataset(plan(games=3), tmp_path / "data")
    assert seen[0] is False


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match="is a file, not a folder"):
        write_dataset(plan(), tmp_path / "file")
    with pytest.raises(FolderError, match=r"data cannot be written: Not a directory$"):
        write_dataset(plan(), tmp_path / "file" / "data")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"games": 61}, "games 60, not 61"),
        ({"shard": 16}, "shard 8, not 16"),
        ({"agents": ["drawn", "last", "first"]}, "agents drawn, first, last, not drawn, last, first"),
        ({"agents": ["drawn"]}, "agents drawn, first, last, not drawn"),
        ({"options": {"peeking": 0}}, "options"),
    ],
)
def test_a_folder_of_another_dataset_is_refused(whole, change, expected):
    before = files(whole)
    with pytest.raises(FolderError, match=expected):
        write_dataset(plan(**change), whole)
    assert files(whole) == before


def test_the_same_agents_in_other_seats_are_another_dataset(tmp_path):
    write_dataset(plan(["first", "last", "last"], games=3), tmp_path / "data")
    with pytest.raises(FolderError, match="seatings"):
        write_dataset(plan(["first", "first", "last"], games=3), tmp_path / "data")


def test_folders_of_arenas_and_datasets_are_not_mixed_up(tmp_path):
    run_arena(GAME, ["first", "last"], 4, 2, out=tmp_path / "arena")
    with pytest.raises(FolderError, match="holds another dataset: kind None, not dataset"):
        write_dataset(plan_dataset(GAME, ["first", "last"], 4, 2), tmp_path / "arena")
    write_dataset(plan_dataset(GAME, ["first", "last"], 4, 2), tmp_path / "data")
    with pytest.raises(FolderError, match="holds another arena"):
        run_arena(GAME, ["first", "last"], 4, 2, out=tmp_path / "data")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("{", "is damaged"), ("[]", "expected an arena or a dataset"), ('{"format": 1}', "lacks game")],
)
def test_a_damaged_manifest_is_refused(copy, text, expected):
    (copy / "manifest.json").write_text(text)
    with pytest.raises(FolderError, match=expected):
        Dataset(copy)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("games", None, "lacks games"),
        ("games", "60", "expected a whole number as games, got '60'"),
        ("shard", 0, "expected at least 1 as shard, got 0"),
        ("options", [], "expected names and numbers as options, got "),
        ("seatings", [], "expected the numbers of 3 agents as a seating, got None"),
        ("agents", ["random", 7, None], "expected texts as agents, got "),
        ("options", {"peeking": "1"}, "expected names and numbers as options, got "),
        ("seed", 2**70, "expected a whole number of 64 bits as seed, got "),
        ("games", 10**12, "expected at most 8000000 games .1,000,000 files., got 1000000000000"),
        ("seatings", [[0, 1, 2.0]], "expected the numbers of 3 agents as a seating, got "),
        ("seatings", [[0, 1, 3]], r"expected the numbers of 3 agents as a seating, got \[0, 1, 3\]"),
    ],
)
def test_a_manifest_with_a_wrong_entry_is_refused(copy, name, value, expected):
    path = copy / "manifest.json"
    manifest = {**json.loads(path.read_text()), name: value}
    path.write_text(json.dumps({key: each for key, each in manifest.items() if each is not None}))
    with pytest.raises(FolderError, match=f"manifest.json: .*{expected}"):
        Dataset(copy)


def test_a_dataset_of_too_many_files_is_not_begun():
    with pytest.raises(ValueError, match="at most 1,000,000 files"):
        plan_dataset(GAME, ["random"], 10**12)


def test_a_file_of_another_dataset_is_noticed_before_any_game_is_played(copy):
    shutil.copy(copy / "records" / "00001.parquet", copy / "records" / "00002.parquet")
    told = "game 1 is not of this dataset: expected deal 16 of seed 4, got deal 8 of seed 4. Remove the file"
    with pytest.raises(RecordError, match=told):
        write_dataset(plan(), copy)


def test_a_damaged_page_of_actions_is_noticed_before_any_game_is_played(copy):
    import pyarrow.parquet as pq

    path = copy / "records" / "00001.parquet"
    group = pq.ParquetFile(path).metadata.row_group(0)
    actions = [group.column(k) for k in range(group.num_columns)]
    pages = next(column for column in actions if column.path_in_schema.startswith("actions"))
    damaged = bytearray(path.read_bytes())
    damaged[pages.data_page_offset + pages.total_compressed_size - 3] ^= 1
    path.write_bytes(damaged)
    (copy / "records" / "00002.parquet").unlink()
    with pytest.raises(RecordError, match=r"00001.parquet: not a whole Parquet file.*Remove the file"):
        write_dataset(plan(), copy)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"agents": ["first", "drawn", "last"]}, r"its games are of \[\"first\", \"drawn\", \"last\"\]"),
        ({"options": {"peeking": 0}}, "its games differ in options"),
    ],
)
def test_games_of_others_on_the_same_deals_are_noticed(copy, tmp_path, change, expected):
    write_dataset(plan(**change), tmp_path / "other")
    shutil.copy(tmp_path / "other" / "records" / "00002.parquet", copy / "records" / "00002.parquet")
    for use in (Dataset(copy).check, lambda: write_dataset(plan(), copy)):
        with pytest.raises(RecordError, match=f"00002.parquet is not of this dataset: {expected}"):
            use()


def test_a_file_that_is_cut_short_is_told_and_played_again_without_it(whole, copy):
    path = copy / "records" / "00002.parquet"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(RecordError, match=r"00002.parquet: not a whole Parquet .* plays its games"):
        write_dataset(plan(), copy)
    path.unlink()
    write_dataset(plan(), copy)
    assert files(copy) == files(whole)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"games": 0}, "at least 1, not 0"),
        ({"shard": 0}, "at least 1, not 0"),
        ({"agents": ["first", "last"]}, "each of the 3 seats is needed, not 2"),
        ({"agents": ["nobody"]}, "there is no agent 'nobody'"),
    ],
)
def test_wrong_arguments_are_refused(change, expected):
    with pytest.raises(ValueError, match=expected):
        plan(**change)


# ---- checking


def test_every_game_is_checked(whole):
    seen = []
    assert Dataset(whole).check(told=lambda done, total: seen.append((done, total))) == 60
    assert seen[0] == (0, 60)
    assert seen[-1] == (60, 60)
    assert Dataset(whole).check(workers=Threads(3)) == 60


def test_workers_elsewhere_find_the_folder(whole, tmp_path, monkeypatch):
    monkeypatch.chdir(whole.parent)
    packed = pickle.dumps(Dataset("data"))
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(packed).check() == 60


def test_an_arena_is_a_dataset_too(tmp_path):
    run_arena(GAME, ["first", "last"], 10, 2, out=tmp_path / "arena")
    assert Dataset(tmp_path / "arena").check() == 10


def test_the_first_bad_record_is_named(copy):
    for k, row in ((5, 1), (2, 6)):
        path = copy / "records" / f"{k:05}.parquet"
        records = list(read_parquet(path))
        taken = records[row].actions.copy()
        taken[3] = GAME.num_actions  # no such action
        records[row] = dataclasses.replace(records[row], actions=taken)
        rewrite(path, records)
    with pytest.raises(RecordError, match=r"00002.parquet, row 7: toy game 22 of seed 4.* decision 4"):
        Dataset(copy).check(workers=Threads(2))


def test_a_wrong_result_is_named(copy):
    path = copy / "records" / "00001.parquet"
    records = list(read_parquet(path))
    records[2] = dataclasses.replace(records[2], scores=(9.0, 9.0, 9.0))
    rewrite(path, records)
    with pytest.raises(RecordError, match=r"00001.parquet, row 3: .* tells scores"):
        Dataset(copy).check()


def test_damaged_and_missing_files_are_named(copy):
    path = copy / "records" / "00004.parquet"
    content = bytearray(path.read_bytes())
    content[len(content) // 4] ^= 1
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"00004.parquet"):
        Dataset(copy).check()
    path.unlink()
    with pytest.raises(RecordError, match=r"not finished: 1 of 8 files are missing, the first is .*00004"):
        Dataset(copy).check()


def test_a_file_that_does_not_belong_there_is_named(copy):
    shutil.copy(copy / "records" / "00002.parquet", copy / "records" / "00002 (copy).parquet")
    with pytest.raises(RecordError, match=r"00002 \(copy\).parquet is no file of this dataset"):
        Dataset(copy).check()


# ---- exporting


def test_an_export_holds_every_decision(whole, tmp_path):
    flat = export(Dataset(whole), tmp_path / "flat", Threads(2))
    table = pq.read_table(flat.path / "decisions")
    records = list(Dataset(whole).records())
    assert table.column("action").to_pylist() == [a for r in records for a in r.actions.tolist()]
    games = np.repeat(np.arange(len(records)), [len(record.actions) for record in records])
    assert table.column("game").to_pylist() == games.tolist()
    columns = Dataset(whole).columns(1)
    first = Expander.of(columns)(columns, np.array([2]))
    rows = np.flatnonzero(games == 10)
    shown = table.column("observation").to_pylist()
    assert [shown[row] for row in rows] == first.observation.tolist()
    assert [table.column("mask").to_pylist()[row] for row in rows] == first.mask.tolist()
    assert json.loads(table.schema.metadata[b"actions"])[3] == GAME.action_name(3)
    features = json.loads(table.schema.metadata[b"features"])
    assert list(features) == GAME.observation.names()
    assert sum(int(np.prod(shape)) for shape in features.values()) == GAME.observation.size


def test_an_export_goes_on_and_ends_with_the_same_bytes(whole, tmp_path):
    export(Dataset(whole), tmp_path / "one")
    export(Dataset(whole), tmp_path / "two", Threads(3))
    (tmp_path / "two" / "decisions" / "00002.parquet").unlink()
    export(Dataset(whole), tmp_path / "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")
    with pytest.raises(FolderError, match=r"gamma 1.0, not 0.9"):
        export(Dataset(whole), tmp_path / "two", gamma=0.9)


def test_an_unfinished_dataset_is_not_exported(copy, tmp_path):
    (copy / "records" / "00002.parquet").unlink()
    with pytest.raises(RecordError, match="is not finished: 1 of 8 files are missing"):
        export(Dataset(copy), tmp_path / "flat")


def test_an_export_is_not_taken_for_a_dataset(whole, tmp_path):
    export(Dataset(whole), tmp_path / "flat")
    with pytest.raises(FolderError, match="flat holds decisions: expected a dataset or an arena"):
        Dataset(tmp_path / "flat")
