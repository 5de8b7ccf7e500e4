"""Records: written, read back, replayed; damaged, edited and foreign ones refused with a reason."""

import dataclasses
import json
import os
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from astrarium.core import Batch, drivers, registry
from astrarium.core.records import (
    RecordError,
    check_suffix,
    play_games,
    play_records,
    read_jsonl,
    read_parquet,
    read_records,
    record_of,
    replay,
    verify,
    write_jsonl,
    write_parquet,
    write_records,
)
from tests.toy import DATA, GAME

SUFFIXES = [".jsonl", ".parquet"]
fuzz = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def games():
    return list(play_records(GAME, 12, num_players=3, seed=5))


@pytest.fixture(scope="module")
def written(games, tmp_path_factory):
    """The bytes of the games' file in each format."""
    folder = tmp_path_factory.mktemp("records")
    found = {}
    for suffix in SUFFIXES:
        write_records(folder / f"games{suffix}", games)
        found[suffix] = (folder / f"games{suffix}").read_bytes()
    return found


def changed(record, **fields):
    """The record with some fields of it or of its header changed."""
    names = {f.name for f in dataclasses.fields(record.header)}
    header = dataclasses.replace(record.header, **{k: v for k, v in fields.items() if k in names})
    rest = {k: v for k, v in fields.items() if k not in names}
    return dataclasses.replace(record, header=header, **rest)


# ---- playing


def test_the_same_seed_gives_the_same_records_whatever_the_threads(games):
    assert list(play_records(GAME, 12, num_players=3, seed=5, threads=2)) == games


def test_the_same_seed_gives_the_same_records_whatever_the_chunk(games):
    runs = play_games(GAME, 12, num_players=3, seed=5, actions=True, chunk=5)
    assert [record for run in runs for record in run.records()] == games


def test_a_later_part_of_the_games_can_be_played_alone(games):
    assert list(play_records(GAME, 4, num_players=3, seed=5, first_index=8)) == games[8:]


def test_other_seeds_and_indices_give_other_games(games):
    assert len(set(games)) == len(games)
    assert next(play_records(GAME, 1, num_players=3, seed=6)) != games[0]


def test_records_are_those_of_the_batch(games):
    batch = Batch(GAME, len(games), num_players=3, seed=5, auto_reset=False)
    for k in range(max(len(game.actions) for game in games)):
        batch.step([game.actions[k] if k < len(game.actions) else -1 for game in games])
    assert [tuple(row) for row in batch.scores.tolist()] == [game.scores for game in games]
    assert [tuple(row) for row in batch.ranks.tolist()] == [game.ranks for game in games]


def test_no_games_are_no_records():
    assert list(play_records(GAME, 0)) == []


def test_a_wrong_reward_is_refused():
    with pytest.raises(ValueError, match="reward is one of win, rank, score"):
        next(play_records(GAME, 1, reward="fame"))


def test_record_of_finds_the_outcome_from_the_actions(games):
    game = games[3]
    assert record_of(GAME, game.actions, num_players=3, seed=5, index=3) == game


def test_record_of_an_unfinished_game_says_so(games):
    part = record_of(GAME, games[0].actions[:4], num_players=3, seed=5)
    assert part.over == 0
    assert len(replay(part)) == 5


@pytest.mark.parametrize("seed", [-1, 2**63 + 5, 2**64 - 1])
def test_any_seed_of_64_bits_can_be_recorded(seed, tmp_path):
    record = next(play_records(GAME, 1, seed=seed))
    assert record_of(GAME, record.actions, seed=seed) == record
    for name in ("game.jsonl", "game.parquet"):
        write_records(tmp_path / name, [record])
        assert verify(read_records(tmp_path / name)) == 1


# ---- replaying


def test_replay_gives_every_state(games):
    states = replay(games[0])
    assert states["moves"].tolist() == list(range(len(games[0].actions) + 1))
    assert states["over"].tolist() == [0] * len(games[0].actions) + [1]
    batch = Batch(GAME, 1, num_players=3, seed=5, auto_reset=False)
    for k, action in enumerate(games[0].actions):
        assert batch.states[0].tobytes() == states[k].tobytes()
        batch.step([action])
    assert batch.states[0].tobytes() == states[-1].tobytes()


def test_replay_takes_the_episode_and_the_options_into_account():
    setup = {"num_players": 2, "seed": 9, "options": {"peeking": 0, "hand_size": 2}, "content": "dark"}
    batch = Batch(GAME, 1, **setup)
    for _ in range(2):
        actions = []
        while True:
            actions.append(batch.random_actions(len(actions))[0])
            if batch.step(actions[-1:])[1][0]:
                break
    record = record_of(GAME, actions, episode=1, **setup)
    assert record.scores == tuple(batch.scores[0])
    assert verify([record]) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_verify_counts_the_games_that_replay(games, threads):
    assert verify(iter(games), threads=threads) == len(games)


@pytest.mark.parametrize("check", [replay, lambda record: verify([record])])
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"actions": np.array([99], np.int32)}, r"decision 1, seat \d: action 99 \(expected 0 to 10\)"),
        ({"actions": np.array([6], np.int32)}, r"action 6 \(play from middle\) is not legal"),
        ({"scores": (1.0, 2.0, 3.0)}, r"tells scores \[1.0, 2.0, 3.0\], but its actions lead to"),
        ({"ranks": (0, 0, 0)}, r"tells ranks \[0, 0, 0\]"),
        ({"over": 2}, "says that it was cut at the move limit, but by its actions it ended by the rules"),
        ({"game": "toi"}, "unknown game: .*'toi'; did you mean toy"),
        ({"version": 7}, "the record is of toy_v7, and this is toy_v0"),
        ({"content": "bright"}, "made with the cards 'bright', which are not among those of toy"),
        ({"digest": "0" * 64}, "other cards: 'plain' with digest 0000000000000000, and 'plain' here has"),
        ({"players": 9}, "is for 1, 2, 3, 4 players, not 9"),
        ({"options": {"peeking": 5, "hand_size": 3}}, "option peeking of Lanterns is one of"),
        ({"options": {"peeking": 1}}, "expected peeking, hand_size"),
    ],
)  # fmt: skip
def test_a_record_that_does_not_belong_here_is_refused(games, check, fields, message):
    with pytest.raises(RecordError, match=message):
        check(changed(games[0], **fields))


def test_actions_beyond_the_end_are_refused(games):
    longer = changed(games[0], actions=np.append(games[0].actions, 0).astype(np.int32))
    with pytest.raises(RecordError, match=r"ended by the rules after .* but the record goes on"):
        replay(longer)


def test_actions_that_stop_early_are_refused(games):
    with pytest.raises(RecordError, match="but by its actions it is unfinished"):
        replay(changed(games[0], actions=games[0].actions[:-1]))


def test_cards_of_a_directory_replay_with_that_directory_and_no_other(tmp_path):
    for name in ("cards.csv", "suits.csv"):
        (tmp_path / name).write_bytes((DATA / "dark" / name).read_bytes())
    record = next(play_records(GAME, 1, content=tmp_path))
    assert len(replay(record, content=tmp_path)) == len(record.actions) + 1
    with pytest.raises(RecordError, match="give the directory they are in"):
        replay(record)
    with pytest.raises(RecordError, match="made with other cards"):
        replay(record, content="plain")


# ---- files


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_files_give_back_what_was_written(games, tmp_path, suffix):
    path = tmp_path / "sub" / f"games{suffix}"
    assert write_records(path, iter(games)) == len(games)
    assert list(read_records(path)) == games
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    assert verify(read_records(path)) == len(games)


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


def test_whole_jsonl_files_may_be_appended_to_each_other(games, written, tmp_path):
    path = tmp_path / "both.jsonl"
    path.write_bytes(written[".jsonl"] * 2)
    assert list(read_jsonl(path)) == games * 2


def test_parquet_is_readable_without_astrarium(games, written, tmp_path):
    path = tmp_path / "games.parquet"
    path.write_bytes(written[".parquet"])
    table = pq.read_table(path)
    assert table.column("scores").to_pylist() == [list(game.scores) for game in games]
    assert table.column("moves").to_pylist() == [len(game.actions) for game in games]
    assert json.loads(table.schema.metadata[b"astrarium"])["game"] == "toy"


def test_parquet_of_many_row_groups(monkeypatch, games, tmp_path):
    monkeypatch.setattr("astrarium.core.records.parquet.ROW_GROUP", 5)
    write_parquet(tmp_path / "games.parquet", games)
    assert pq.ParquetFile(tmp_path / "games.parquet").num_row_groups == 3
    assert list(read_parquet(tmp_path / "games.parquet")) == games


def test_parquet_refuses_games_of_different_set_ups(games, tmp_path):
    other = next(play_records(GAME, 1, num_players=2))
    with pytest.raises(ValueError, match="differ in players"):
        write_parquet(tmp_path / "games.parquet", [games[0], other])
    assert list(tmp_path.iterdir()) == []


def test_parquet_of_no_games_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no games to write"):
        write_parquet(tmp_path / "games.parquet", [])


def test_other_suffixes_are_refused():
    with pytest.raises(ValueError, match=r"games\.csv: record files end in \.jsonl or \.parquet"):
        check_suffix("games.csv")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(games, tmp_path, suffix):
    path = tmp_path / f"games{suffix}"
    write_records(path, games)
    before = path.read_bytes()

    def broken():
        yield games[0]
        raise RuntimeError("the source broke")

    with pytest.raises(RuntimeError, match="the source broke"):
        write_records(path, broken(), count=2)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == [path.name]


def test_jsonl_refuses_another_number_of_games_than_announced(games, tmp_path):
    with pytest.raises(ValueError, match="13 games were announced and 12 came"):
        write_jsonl(tmp_path / "games.jsonl", games, count=13)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_missing_file_is_a_missing_file(tmp_path, suffix):
    with pytest.raises(FileNotFoundError):
        list(read_records(tmp_path / f"none{suffix}"))


# ---- damage


def read_damaged(path: Path, data: bytes):
    path.write_bytes(data)
    return list(read_records(path))


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


@fuzz
@given(data=st.data())
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_cut_anywhere_is_refused(written, tmp_path, suffix, data):
    whole = written[suffix]
    end = len(whole) - (2 if suffix == ".jsonl" else 1)  # the last line may lack its line end
    cut = data.draw(st.integers(0, end))
    with pytest.raises(RecordError):
        read_damaged(tmp_path / f"games{suffix}", whole[:cut])


@fuzz
@given(data=st.data())
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_changed_byte_is_refused_or_changes_nothing(games, written, tmp_path, suffix, data):
    whole = bytearray(written[suffix])
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = read_damaged(tmp_path / f"games{suffix}", bytes(whole))
    except RecordError:
        return
    assert found == games


@fuzz
@given(data=st.binary(max_size=400))
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_any_other_file_is_refused(tmp_path, suffix, data):
    with pytest.raises(RecordError):
        read_damaged(tmp_path / f"games{suffix}", data)


def rewrite(path: Path, data: bytes, change, metadata=None) -> None:
    """The Parquet file with its table changed, written as another program would."""
    path.write_bytes(data)
    table = pq.read_table(path)
    kept = table.schema.metadata | (metadata or {})
    pq.write_table(change(table).replace_schema_metadata(kept | {b"games": b"12"}), path)


def set_cell(name, row, value):
    def change(table):
        column = table.column(name).to_pylist()
        column[row] = value
        at = table.schema.get_field_index(name)
        return table.set_column(at, name, pa.array(column, table.schema.field(name).type))

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_cell("scores", 3, [9.0, 9.0, 9.0]), "row 4: the checksum is wrong: the row was changed"),
        (set_cell("actions", 0, [1, 2, 3]), "row 1: moves is not the number of actions"),
        (set_cell("seed", 11, 4), "row 12: the checksum is wrong"),
        (set_cell("over", 0, 3), "as over"),
        (set_cell("seed", 0, None), "column seed has empty cells"),
        (set_cell("ranks", 0, [1, None, 0]), "as ranks"),
        (set_cell("check", 0, ""), "row 1: the checksum is wrong"),
        (lambda table: table.slice(0, 11), "cut short: 11 of 12"),
        (lambda table: table.drop_columns(["ranks"]), "expected the columns seed int64, index int64"),
        (lambda table: table, None),
    ],
)
def test_an_edited_parquet_file_is_refused(games, written, tmp_path, change, message):
    path = tmp_path / "games.parquet"
    rewrite(path, written[".parquet"], change)
    if message is None:
        assert list(read_parquet(path)) == games
    else:
        with pytest.raises(RecordError, match=message):
            list(read_parquet(path))


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ({b"format": b"2"}, "expected record format 1, got '2'"),
        ({b"astrarium": b"{}"}, "the header in the metadata was changed"),
        ({b"astrarium": b"x"}, "not a whole Parquet file of records"),
    ],
)
def test_edited_metadata_is_refused(written, tmp_path, metadata, message):
    path = tmp_path / "games.parquet"
    rewrite(path, written[".parquet"], lambda table: table, metadata)
    with pytest.raises(RecordError, match=message):
        list(read_parquet(path))


def test_a_changed_header_in_the_metadata_is_refused(games, written, tmp_path):
    header = json.loads(games[0].header.text) | {"digest": "0" * 64}
    path = tmp_path / "games.parquet"
    rewrite(path, written[".parquet"], lambda table: table, {b"astrarium": json.dumps(header).encode()})
    with pytest.raises(RecordError, match="row 1: the checksum is wrong"):
        list(read_parquet(path))


def test_a_foreign_parquet_file_is_refused(tmp_path):
    pq.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    with pytest.raises(RecordError, match="a Parquet file, but not one of Astrarium's records"):
        list(read_parquet(tmp_path / "a.parquet"))


def test_a_broken_invariant_in_self_play_names_the_game(monkeypatch):
    def broken_play(t, states, player, mask, obs, log, broken, seed, first, checked, lo, hi):
        broken[hi - 1] = 3
        return 0

    monkeypatch.setitem(GAME._bound, drivers.random_play, broken_play)
    with pytest.raises(RuntimeError, match=r"toy, seed 0, game 3: .* 3 is broken: points are never negative"):
        list(play_games(GAME, 4, checked=True))


def test_the_game_is_found_in_the_registry(games):
    assert registry.get(games[0].header.game) is GAME
