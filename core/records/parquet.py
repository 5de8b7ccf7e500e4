"""Records as Parquet, for volume: one game a row with a checksum, the header in the schema's metadata."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from ..files import atomic
from .checks import header_in, number_list, want, whole, whole_list, wrong
from .pages import claims
from .record import ENDINGS, FORMAT, Header, Record, RecordError

ROW_GROUP = 4096  # games a row group of a Parquet file
# A file of some KB can hold billions of values, all the same. Games have about two values a byte.
MOST_VALUES, VALUES_A_BYTE = 2**22, 64
MOST_BYTES, BYTES_A_BYTE = 2**26, 256  # the same of what the pages hold once they are unpacked
LONGEST_CHECK = 64  # letters


def write_parquet(path: str | Path, records: Iterable[Record]) -> int:
    """One game a row, the header in the schema's metadata; all games must have the same header."""
    source = iter(records)
    first = next(source, None)
    if first is None:
        raise ValueError(f"{path}: there are no games to write")
    with atomic(path) as partial:
        return _write(partial, chain([first], source))


def parquet_bytes(records: Iterable[Record], about: Mapping[str, str] | None = None) -> bytes:
    """What `write_parquet` would write, with more to be told about the games."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    _write(sink, records, about)
    return sink.getvalue().to_pybytes()


def _write(sink: Any, records: Iterable[Record], about: Mapping[str, str] | None = None) -> int:
    import pyarrow.parquet as pq

    source = iter(records)
    group = list(islice(source, ROW_GROUP))
    header = group[0].header
    metadata = {"astrarium": header.text, "format": str(FORMAT)}
    schema = _schema(header.players).with_metadata(metadata)
    written = 0
    with pq.ParquetWriter(sink, schema, compression="zstd", write_page_checksum=True) as writer:
        while group:
            writer.write_table(_table(group, header, schema))
            written += len(group)
            group = list(islice(source, ROW_GROUP))
        writer.add_key_value_metadata({**(about or {}), "games": str(written)})
    return written


def _schema(players: int) -> Any:
    """The columns of a Parquet file of records."""
    import pyarrow as pa

    return pa.schema(
        [
            ("seed", pa.int64()),
            ("index", pa.int64()),
            ("episode", pa.int64()),
            ("over", pa.int8()),
            ("moves", pa.int32()),
            ("scores", pa.list_(pa.float64(), players)),
            ("ranks", pa.list_(pa.int8(), players)),
            ("actions", pa.list_(pa.int32())),
            ("check", pa.string()),
        ]
    )


def _table(group: list[Record], header: Header, schema: Any) -> Any:
    import pyarrow as pa

    for record in group:
        if record.header.text != header.text:
            differ = [
                f.name for f in fields(Header) if getattr(record.header, f.name) != getattr(header, f.name)
            ]
            raise ValueError(
                f"the games of one Parquet file share one set-up; these differ in {', '.join(differ)}"
            )
    lengths = [len(record.actions) for record in group]
    actions = pa.ListArray.from_arrays(
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
        np.concatenate([np.asarray(record.actions, np.int32) for record in group]),
    )

    def shared(values: list[tuple[Any, ...]], kind: Any) -> Any:
        flat = pa.array([value for row in values for value in row], kind)
        return pa.FixedSizeListArray.from_arrays(flat, header.players)

    columns = [
        pa.array([record.seed for record in group], pa.int64()),
        pa.array([record.index for record in group], pa.int64()),
        pa.array([record.episode for record in group], pa.int64()),
        pa.array([record.over for record in group], pa.int8()),
        pa.array(lengths, pa.int32()),
        shared([record.scores for record in group], pa.float64()),
        shared([record.ranks for record in group], pa.int8()),
        actions,
        pa.array([record.checksum() for record in group], pa.string()),
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def read_parquet(path: str | Path) -> Iterator[Record]:
    """The games of a file, each checked; a file that is damaged or cut short raises RecordError."""
    with _parquet(path) as (file, header, games):
        row = 0
        for group in range(file.num_row_groups):
            for record, check in _rows(file.read_row_group(group), header):
                row += 1
                want(check == record.checksum(), f"row {row}: the checksum is wrong: the row was changed")
                yield record
        want(row == games, f"the file is cut short: {row} of {games} games are there")


@dataclass(frozen=True)
class Columns:
    """The games of a Parquet file as arrays, one entry a game."""

    header: Header
    seed: np.ndarray
    index: np.ndarray
    episode: np.ndarray
    over: np.ndarray
    moves: np.ndarray
    scores: np.ndarray  # (n, players)
    ranks: np.ndarray  # (n, players)
    starts: np.ndarray  # (n + 1,): game k took actions[starts[k]:starts[k + 1]]; only 0 without the actions
    actions: np.ndarray
    about: Mapping[str, str]  # what else the file tells

    def __len__(self) -> int:
        return len(self.seed)

    def record(self, k: int) -> Record:
        """Game k."""
        return Record(
            self.header,
            int(self.seed[k]),
            int(self.index[k]),
            int(self.episode[k]),
            int(self.over[k]),
            tuple(self.scores[k].tolist()),
            tuple(self.ranks[k].tolist()),
            self.actions[self.starts[k] : self.starts[k + 1]],
        )


def read_columns(path: str | Path, actions: bool = True) -> Columns:
    """The games of a Parquet file at once, for volume: checked are the file's checksums, not each game's."""
    with _parquet(path) as (file, header, games):
        table = file.read([name for name in file.schema_arrow.names if actions or name != "actions"])
        want(table.num_rows == games, f"the file is cut short: {table.num_rows} of {games} games are there")
        columns = _cells(table)
        plain = {n: columns[n].to_numpy() for n in ("seed", "index", "episode", "over", "moves")}
        lists = {n: columns[n].flatten().to_numpy().reshape(games, -1) for n in ("scores", "ranks")}
        want({*plain["over"].tolist()} <= {*ENDINGS}, f"over is one of {', '.join(map(str, ENDINGS))}")
        starts, taken = np.zeros(1, np.int64), np.zeros(0, np.int32)
        if actions:
            starts = columns["actions"].offsets.to_numpy().astype(np.int64)
            taken = columns["actions"].values.to_numpy()
            want(np.array_equal(plain["moves"], np.diff(starts)), "moves is not the number of actions")
        about = {key.decode(): value.decode() for key, value in (file.metadata.metadata or {}).items()}
        return Columns(header, **plain, **lists, starts=starts, actions=taken, about=about)


@contextmanager
def _parquet(path: str | Path) -> Iterator[tuple[Any, Header, int]]:
    """An open file of records, its header and its number of games; what is wrong with it is a RecordError."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such file")
    try:
        metadata = pq.read_metadata(path)
        found = metadata.schema.to_arrow_schema()
        header, games = _file_header(found.metadata or {}, metadata.metadata or {})
        expected = _schema(header.players)
        if not found.equals(expected):
            wrong(f"the columns {_columns(expected)}", _columns(found))
        _check_sizes(path, metadata)
        # Texts as a dictionary: one long text that stands in every row is read once.
        keywords = {"page_checksum_verification": True, "read_dictionary": ["check"]}
        with pq.ParquetFile(path, metadata=metadata, **keywords) as file:
            yield file, header, games
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError, MemoryError) as error:
        raise RecordError(
            f"{path}: not a whole Parquet file of records: {str(error).splitlines()[0][:200]}"
        ) from None


def _file_header(schema: Mapping[bytes, bytes], metadata: Mapping[bytes, bytes]) -> tuple[Header, int]:
    want(b"astrarium" in schema, "a Parquet file, but not one of Astrarium's records")
    told = schema.get(b"format", b"").decode()
    want(told == str(FORMAT), f"expected record format {FORMAT}, got {told!r}")
    games = metadata.get(b"games", b"")
    want(games.isdigit(), "the number of games is missing: the file was not finished")
    line = json.loads(schema[b"astrarium"])
    names = {field.name for field in fields(Header)}
    want(isinstance(line, dict) and set(line) == names, "the header in the metadata was changed")
    return header_in(line), int(games)


def _check_sizes(path: Path, metadata: Any) -> None:
    """Refuse what would take more memory than any games that were written here."""
    for number in range(metadata.num_row_groups):
        rows = metadata.row_group(number).num_rows
        want(rows <= ROW_GROUP, f"row group {number + 1}: {rows} games, expected at most {ROW_GROUP}")
    stored = path.stat().st_size
    values, size = max(MOST_VALUES, VALUES_A_BYTE * stored), max(MOST_BYTES, BYTES_A_BYTE * stored)
    with path.open("rb") as file:
        for claim in claims(file, metadata, stored):
            want(claim.values <= values, f"more than {values} values in a file of {stored} bytes")
            want(claim.size <= size, f"more than {size} bytes, packed into {stored}")


def _columns(schema: Any) -> str:
    return ", ".join(f"{field.name} {field.type}" for field in schema)


def _cells(table: Any) -> dict[str, Any]:
    """The columns of a table by name, found to have no empty cells."""
    import pyarrow.compute as pc

    columns = {name: table.column(name).combine_chunks() for name in table.column_names if name != "check"}
    for chunk in table.column("check").chunks:
        longest = pc.max(pc.binary_length(chunk.dictionary)).as_py() or 0
        want(longest <= LONGEST_CHECK, f"a checksum of {longest} letters, expected at most {LONGEST_CHECK}")
    columns["check"] = table.column("check").cast("string").combine_chunks()
    for name, column in columns.items():
        want(column.null_count == 0, f"column {name} has empty cells")
    return columns


def _rows(table: Any, header: Header) -> Iterator[tuple[Record, Any]]:
    columns = _cells(table)
    actions = columns["actions"]
    offsets, taken = actions.offsets.to_numpy(), actions.values.to_numpy()
    plain = {name: column.to_pylist() for name, column in columns.items() if name != "actions"}
    for k in range(table.num_rows):
        record = Record(
            header,
            plain["seed"][k],
            plain["index"][k],
            plain["episode"][k],
            whole(plain["over"][k], "over", 2),
            tuple(number_list({"scores": plain["scores"][k]}, "scores", header.players)),
            tuple(whole_list({"ranks": plain["ranks"][k]}, "ranks", header.players, header.players)),
            taken[offsets[k] : offsets[k + 1]].astype(np.int32),
        )
        want(plain["moves"][k] == len(record.actions), f"row {k + 1}: moves is not the number of actions")
        yield record, plain["check"][k]
