"""`selfplay --out FOLDER` and `dataset`: what they print, what they leave behind, and how they go on."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from astrarium.cli import arguments, run
from astrarium.core.records import play_records
from astrarium.data.dataset import Dataset
from tests.toy import GAME


@pytest.fixture
def command(capsys):
    """Run a command; its exit code, what it printed, and what it said on the side."""

    def call(*args):
        code = run([str(arg) for arg in args])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def files(folder):
    return {path.name: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def test_self_play_into_a_folder_goes_on_where_it_was(command, tmp_path):
    ask = ("selfplay", "toy", "--games", 50, "--seed", 6, "--shard", 8, "--out")
    code, out, err = command(*ask, tmp_path / "one", "--threads", 2)
    assert code == 0, err
    assert f"records: {tmp_path / 'one'}" in out
    assert "games/s" in err
    assert list(Dataset(tmp_path / "one").records()) == list(play_records(GAME, 50, seed=6))
    command(*ask, tmp_path / "two", "--threads", 1)
    (tmp_path / "two" / "records" / "00003.parquet").unlink()
    code, again, err = command(*ask, tmp_path / "two")
    assert code == 0, err
    assert "42 of 50 games are there already" in err
    assert files(tmp_path / "one") == files(tmp_path / "two")
    rows = [[line.split() for line in text.splitlines()] for text in (out, again)]
    totals = [next(row for row in table if row[:1] == ["50"]) for table in rows]
    assert totals[0][1] == totals[1][1]  # decisions of all games, not of this run's alone
    code, _, err = command(*ask[:3], 60, *ask[4:], tmp_path / "two")
    assert code == 2
    assert "holds another dataset: games 50, not 60" in err


def test_a_dataset_is_shown_checked_and_exported(command, tmp_path):
    data, flat = tmp_path / "data", tmp_path / "flat"
    command("selfplay", "toy", "--games", 20, "--shard", 8, "--out", data)
    code, out, _ = command("dataset", "info", data)
    assert code == 0
    for expected in ("toy_v0", "random, random, random", "3 of 3, 8 games each", "yes"):
        assert expected in out
    assert command("dataset", "check", data)[1] == "20 games, every action and every result checked\n"
    code, out, _ = command("dataset", "export", data, "--out", flat, "--gamma", 0.5)
    assert code == 0
    assert out == f"tables: {flat / 'decisions'}\n"
    decisions = sum(len(record.actions) for record in play_records(GAME, 20))
    assert pq.read_table(flat / "decisions").num_rows == decisions
    (data / "records" / "00001.parquet").unlink()
    assert "no: 8 games are missing" in command("dataset", "info", data)[1]
    code, _, err = command("dataset", "check", data)
    assert code == 2
    assert "is not finished: 1 of 3 files are missing" in err
    code, _, err = command("dataset", "export", data, "--out", tmp_path / "other")
    assert code == 2
    assert "is not finished" in err


def test_a_manifest_that_was_changed_is_refused(command, tmp_path):
    command("selfplay", "toy", "--games", 4, "--out", tmp_path / "data")
    path = tmp_path / "data" / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "seed": 5}))
    code, _, err = command("dataset", "check", tmp_path / "data")
    assert code == 2
    assert "game 1 is not of this dataset" in err


def test_a_folder_with_a_dot_is_told_from_a_file(command, tmp_path):
    ask = ("selfplay", "toy", "--games", 2, "--out", tmp_path / "data.v1")
    code, _, err = command(*ask)
    assert code == 2
    assert "folder has no dot, unless it exists" in err
    (tmp_path / "data.v1").mkdir()
    assert command(*ask)[0] == 0
    assert command("dataset", "check", tmp_path / "data.v1")[0] == 0


@pytest.mark.parametrize("out", [[], ["--out", "data"], ["--out", "games.parquet"]])
def test_names_go_with_a_file_for_people(command, out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = command("selfplay", "toy", "--games", 2, "--names", *out)
    assert code == 2
    assert "--names goes with --out FILE.jsonl" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("given", "completed"),
    [
        ("selfplay toy --ray", "selfplay toy --ray local"),
        ("selfplay --ray toy --games 3", "selfplay --ray local toy --games 3"),
        ("arena toy --ray 10.0.0.1:6379 -n 3", "arena toy --ray 10.0.0.1:6379 -n 3"),
        ("arena toy --ray ray://head:10001", "arena toy --ray ray://head:10001"),
        ("arena toy --ray auto", "arena toy --ray auto"),
        ("arena --ray --agents a", "arena --ray local --agents a"),
        ("list", "list"),
    ],
)
def test_ray_alone_means_a_cluster_of_its_own(given, completed):
    assert arguments.complete_ray(given.split()) == completed.split()


def test_ray_at_a_wrong_address_is_told(command, tmp_path):
    pytest.importorskip("ray", reason="needs the extra `ray`")
    code, _, err = command("selfplay", "toy", "--out", tmp_path / "data", "--ray", "127.0.0.1:1")
    assert code == 2
    assert "there is no Ray cluster at 127.0.0.1:1" in err
