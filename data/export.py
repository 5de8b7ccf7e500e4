"""A dataset as plain tables: one row a decision, in Parquet files that any data tool reads.

    export(Dataset("data/first"), "flat", Threads(2))
    pyarrow.parquet.read_table("flat/decisions")

game, move, seat, action, return_to_go, score, rank, reward, done    as in `Decisions`
agent                                                                the spec of who decided
observation, mask                                                    lists of fixed length
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents.workers import Threads, Workers
from astrarium.core.records import RecordError

from .dataset import Dataset
from .expand import Decisions, Expander, expand, in_parts

COLUMNS = 2  # their version: an export with other columns is not gone on with
ROWS = 1 << 14  # decisions a row group, about


class Flat(Dataset):
    """The files of an export: one for each file of its dataset."""

    what = "export"
    kinds = ("decisions",)

    def shard(self, k: int) -> Path:
        """A file of decisions."""
        return self.path / "decisions" / f"{k:05}.parquet"


def export(
    dataset: Dataset,
    out: str | Path,
    workers: Workers | None = None,
    gamma: float = 1.0,
    content: str | Path | None = None,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> Flat:
    """Write all decisions of a dataset; goes on where it was stopped, as the dataset itself does."""
    dataset.check_finished()
    expander = Expander.of(dataset.columns(0), content, gamma)
    expander.game.compile([expand])
    flat = Flat(out, {**dataset.manifest, "kind": "decisions", "gamma": gamma, "columns": COLUMNS})
    with flat.opened():
        done = sum(len(dataset.games_of(k)) for k in flat.there())
        told(done, dataset.games)
        for k, made in (workers or Threads()).map(FlatFile(dataset, expander), flat.absent()):
            flat.put(k, made)
            done += len(dataset.games_of(k))
            told(done, dataset.games)
    return flat


@dataclass(frozen=True)
class FlatFile:
    """A task for workers that see the dataset's folder: files of decisions from files of records."""

    dataset: Dataset
    expander: Expander

    def __call__(self, k: int) -> bytes:
        """The bytes of file k."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns, first = self.dataset.columns(k), self.dataset.games_of(k).start
        schema, sink = self.schema(), pa.BufferOutputStream()
        # Dictionaries of so many small numbers double the time of writing, and save little.
        how = {"compression": "zstd", "write_page_checksum": True, "use_dictionary": False}
        with pq.ParquetWriter(sink, schema, **how) as writer:
            for chosen in in_parts(columns, np.arange(len(columns)), ROWS):
                try:
                    found = self.expander(columns, chosen, first)
                except RecordError as error:
                    raise RecordError(f"{self.dataset.shard(k)}: {error}") from None
                writer.write_table(_table(found, schema, self._agents(found)))
        return sink.getvalue().to_pybytes()

    def _agents(self, found: Decisions) -> np.ndarray:
        """The specs of those who decided."""
        names = np.array(self.dataset.manifest["agents"], object)
        return names[self.dataset.agent_numbers(found.game, found.seat)]

    def schema(self) -> Any:
        """The columns, with the game's set-up and what features and actions are called, in the metadata."""
        import pyarrow as pa

        game, content = self.expander.game, self.expander.content
        names = {
            "features": {field.name: list(field.dims) for field in game.observation.fields},
            "actions": [game.action_name(action, content) for action in range(game.num_actions)],
        }
        return pa.schema(
            [
                ("game", pa.int64()),
                ("move", pa.int32()),
                ("seat", pa.int8()),
                ("action", pa.int32()),
                ("return_to_go", pa.float32()),
                ("score", pa.float32()),
                ("rank", pa.int8()),
                ("reward", pa.float32()),
                ("done", pa.bool_()),
                ("agent", pa.string()),
                ("observation", pa.list_(pa.int16(), game.observation.size)),
                ("mask", pa.list_(pa.int8(), game.num_actions)),
            ],
            {"astrarium": self.dataset.header.text, **{key: json.dumps(each) for key, each in names.items()}},
        )


def _table(found: Decisions, schema: Any, agents: np.ndarray) -> Any:
    import pyarrow as pa

    arrays = found.arrays() | {"agent": agents}
    columns = []
    for field in schema:
        array = np.ascontiguousarray(arrays[field.name])
        if array.dtype == object:
            columns.append(pa.array(array, field.type))
        elif array.ndim == 2:
            flat = pa.array(array.ravel(), field.type.value_type)
            columns.append(pa.FixedSizeListArray.from_arrays(flat, array.shape[1]))
        else:
            columns.append(pa.array(array.astype(field.type.to_pandas_dtype()), field.type))
    return pa.Table.from_arrays(columns, schema=schema)
