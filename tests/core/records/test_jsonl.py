"""JSONL: plain lines that can be appended; edited, missing and foreign ones are refused with a reason."""

import json
from pathlib import Path

import pytest

from astrarium.core.records import RecordError, play_records, read_jsonl, write_jsonl
from tests.toy import GAME


def test_jsonl_can_carry_the_names_of_the_actions(games, tmp_path):
    path = tmp_path / "games.jsonl"
    write_jsonl(path, games, names=True)
    first = json.loads(path.read_text().splitlines()[0])
    assert first["names"][0] == GAME.action_name(games[0].actions[0])
    assert len(first["names"]) == len(first["actions"])
    assert list(read_jsonl(path)) == games


def test_a_jsonl_line_is_plain_json_with_the_header_in_it(games, written):
    line = json.loads(written[".jsonl"].splitlines()[2])
    assert (line["game"], line["version"], line["players"], line["seed"], line["index"]) == (
        "toy",
        0,
        3,
        5,
        2,
    )
    assert line["actions"] == games[2].actions.tolist()
    assert line["scores"] == list(games[2].scores)


@pytest.mark.parametrize("seed", [2**53, 2**63 - 1, -(2**63)])
def test_a_jsonl_file_writes_seeds_that_javascript_cannot_hold_as_texts(tmp_path, seed):
    path, (game,) = tmp_path / "game.jsonl", play_records(GAME, 1, seed=seed)
    write_jsonl(path, [game])
    assert json.loads(path.read_text())["seed"] == str(seed)
    assert list(read_jsonl(path)) == [game]


def test_whole_jsonl_files_may_be_appended_to_each_other(games, written, tmp_path):
    path = tmp_path / "both.jsonl"
    path.write_bytes(written[".jsonl"] * 2)
    assert list(read_jsonl(path)) == games * 2


def test_jsonl_refuses_another_number_of_games_than_announced(games, tmp_path):
    with pytest.raises(ValueError, match="13 games were announced and 12 came"):
        write_jsonl(tmp_path / "games.jsonl", games, count=13)


def read_damaged(path: Path, data: bytes):
    path.write_bytes(data)
    return list(read_jsonl(path))


def edit(line: bytes, **fields) -> bytes:
    return json.dumps(json.loads(line) | fields).encode() + b"\n"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"scores": [9.0, 1.0, 1.0]}, "line 1: the checksum is wrong: the line was changed"),
        ({"actions": [0, 1]}, "the checksum is wrong"),
        ({"seed": 6}, "the checksum is wrong"),
        ({"engine": "9.9"}, "the checksum is wrong"),
        ({"digest": "00"}, "the checksum is wrong"),
        ({"nth": 2}, "the checksum is wrong"),
        ({"names": ["a"]}, "the checksum is wrong"),
        ({"names": "a"}, "names: expected texts"),
        ({"check": None}, "the checksum is wrong"),
        ({"scores": [1.0]}, "expected a list of 3 as scores"),
        ({"scores": [1.0, "a", 2]}, "expected numbers as scores"),
        ({"scores": [1.0, float("nan"), 2]}, "expected a number, got 'NaN'"),
        ({"actions": [0, -1]}, "expected a whole number from 0"),
        ({"actions": [0, True]}, "expected a whole number from 0"),
        ({"seed": 2**70}, "as seed"),
        ({"players": 0}, "as players"),
        ({"options": [1]}, "options: expected names and numbers"),
        ({"game": 3}, "game: expected a text"),
        ({"game": "\ud800"}, "the checksum is wrong"),
        ({"format": 2}, "expected record format 1, got 2"),
        ({"more": 1}, "unknown more"),
    ],
)
def test_an_edited_line_is_refused(written, tmp_path, fields, message):
    first, *rest = written[".jsonl"].splitlines(keepends=True)
    with pytest.raises(RecordError, match=message):
        read_damaged(tmp_path / "games.jsonl", edit(first, **fields) + b"".join(rest))


@pytest.mark.parametrize("line", [b"[1]\n", b"3\n", b"\n", b"{\n", b"[" * 100_000, b"1" * 5000, b"\xff\n"])
def test_a_line_that_is_no_record_is_refused(written, tmp_path, line):
    with pytest.raises(RecordError, match=r"games\.jsonl"):
        read_damaged(tmp_path / "games.jsonl", line + written[".jsonl"])


def test_a_line_without_a_field_is_refused(written, tmp_path):
    line = json.loads(written[".jsonl"].splitlines()[0])
    del line["ranks"]
    with pytest.raises(RecordError, match="line 1: missing ranks"):
        read_damaged(tmp_path / "games.jsonl", json.dumps(line).encode())


@pytest.mark.parametrize(("keep", "message"), [
    (slice(0, 11), "cut short: 11 of 12 games are there"),
    (slice(1, 12), "line 1: expected game 1 of 12, got game 2 of 12"),
    (slice(0, 0), "the file is empty"),
])  # fmt: skip
def test_missing_lines_are_noticed(written, tmp_path, keep, message):
    lines = written[".jsonl"].splitlines(keepends=True)[keep]
    with pytest.raises(RecordError, match=message):
        read_damaged(tmp_path / "games.jsonl", b"".join(lines))
