"""Parquet: plain tables of one set-up; edited and foreign ones are refused with a reason."""

import json
import tracemalloc
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from astrarium.core.records import (
    RecordError,
    parquet_bytes,
    play_records,
    read_columns,
    read_parquet,
    write_parquet,
)
from tests.toy import GAME


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


def table_of(games, rows, **columns):
    """So many times the first game, with some columns exchanged."""
    table = pq.read_table(pa.BufferReader(parquet_bytes(games[:1])))
    table = table.take(pa.array(np.zeros(rows, np.int64)))
    for name, column in columns.items():
        table = table.set_column(table.column_names.index(name), name, column)
    metadata = {**table.schema.metadata, b"games": str(rows).encode()}
    return table.cast(table.schema.with_metadata(metadata))


@pytest.mark.parametrize("reader", [lambda path: list(read_parquet(path)), read_columns])
@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        (5000, lambda: {}, "row group 1: 5000 games, expected at most 4096"),
        (
            1,
            lambda: {"actions": pa.array([np.zeros(2**26 + 1, np.int32)], pa.list_(pa.int32()))},
            "more than 4194304 values in a file of",
        ),
        (4000, lambda: {"check": pa.array(["0" * 300_000] * 4000)}, "a checksum of 300000 letters"),
    ],
    ids=["games", "actions", "texts"],
)
def test_a_small_file_that_would_fill_the_memory_is_refused(games, tmp_path, reader, rows, columns, message):
    path = tmp_path / "games.parquet"
    pq.write_table(table_of(games, rows, **columns()), path, row_group_size=rows, compression="zstd")
    assert path.stat().st_size < 400_000
    tracemalloc.start()
    allocated = pa.total_allocated_bytes()
    with pytest.raises(RecordError, match=message):
        reader(path)
    assert tracemalloc.get_traced_memory()[1] < 20e6
    assert pa.total_allocated_bytes() - allocated < 20e6
    tracemalloc.stop()


def refused_cheaply(path, reader, message):
    """Refuse a file before memory is taken for what is in it."""
    allocated = pa.total_allocated_bytes()
    with pytest.raises(RecordError, match=message):
        reader(path)
    assert pa.total_allocated_bytes() - allocated < 20e6


@pytest.mark.parametrize("reader", [lambda path: list(read_parquet(path)), read_columns])
def test_many_small_row_groups_that_would_fill_the_memory_are_refused(games, tmp_path, reader):
    path = tmp_path / "games.parquet"
    actions = pa.array([np.zeros(2**20, np.int32)], pa.list_(pa.int32()))
    group = table_of(games, 1, actions=actions)
    with pq.ParquetWriter(path, group.schema, compression="zstd") as writer:
        for _ in range(16):
            writer.write_table(group)
    assert path.stat().st_size < 60_000
    refused_cheaply(path, reader, "more than 4194304 values in a file of")


def varint(number, length=0):
    """A number as the footer has it, made longer without a change of what it says."""
    found, left = [], 2 * number
    while left > 127 or len(found) + 1 < length:
        found.append(left & 127 | 128)
        left >>= 7
    return bytes([*found, left])


@pytest.mark.parametrize("reader", [lambda path: list(read_parquet(path)), read_columns])
@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (lambda: {"actions": pa.array([np.zeros(2**24, np.int32)], pa.list_(pa.int32()))}, "4194304 values"),
        (lambda: {"check": pa.array(["0" * 2**27])}, "67108864 bytes, packed into"),
    ],
    ids=["values", "bytes"],
)
def test_pages_that_hold_more_than_the_footer_says_are_refused(games, tmp_path, reader, columns, message):
    path = tmp_path / "games.parquet"
    keywords = {"compression": "zstd", "use_dictionary": False, "data_page_size": 2**30}
    pq.write_table(table_of(games, 1, **columns()), path, write_batch_size=2**28, **keywords)
    group = pq.read_metadata(path).row_group(0)
    data = path.read_bytes()
    at = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    footer = data[at:]
    for k in range(group.num_columns):
        column = group.column(k)
        for large in (column.num_values, column.total_uncompressed_size, group.total_byte_size):
            if large > 2**20:
                footer = footer.replace(varint(large), varint(9, len(varint(large))))
    path.write_bytes(data[:at] + footer)
    changed = pq.read_metadata(path).row_group(0)
    assert max(changed.column(k).total_uncompressed_size for k in range(group.num_columns)) < 2**20
    refused_cheaply(path, reader, message)


def test_headers_of_pages_that_are_damaged_are_refused(games, tmp_path):
    path = tmp_path / "games.parquet"
    data = parquet_bytes(games)
    metadata = pq.read_metadata(pa.BufferReader(data))
    at = metadata.row_group(0).column(0).dictionary_page_offset
    for header in (b"\xff" * 12, b"\x1c" * 12, b"\x18\xff\xff\xff\xff\x7f", b"\x15\x00\x00"):
        path.write_bytes(data[:at] + header + data[at + len(header) :])
        with pytest.raises(RecordError, match="header is damaged"):
            list(read_parquet(path))
