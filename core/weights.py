"""The weights of a game's evaluation: data, so that another set of them needs no compiling.

    WEIGHTS = Weights(DATA / "weights.csv")             # TABLES has a field ("w", WEIGHTS.dtype)
    content = game.weigh(game.content(), "first")       # the same cards, other weights

The file has a row for each weight, with its meaning, and a column for each set. A weight with a dot in its
name is one number of several: `company.0`, `company.1`. Kernels read them from the tables: `t.w.company[1]`.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from .actions import nearest
from .files import atomic
from .tables import Converter, TableError, check_unique, read_rows, text

FIXED = "weight", "meaning"
FIRST = "first"  # the hand-made set, which every file has


def real(cell: str) -> float:
    """A number."""
    try:
        value = float(cell)
    except ValueError:
        raise ValueError(f"expected a number, got {cell!r}") from None
    if not math.isfinite(value):
        raise ValueError(f"expected a finite number, got {cell!r}")
    return value


class Weights:
    """The sets of weights of a game. A set that has the name of a kind of player is the one that it uses."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._derive: list[Callable[[np.void], None]] = []
        names = path.read_text(encoding="utf-8").splitlines()[0].split(",")[len(FIXED) :]
        schema: dict[str, Converter] = {**dict.fromkeys(FIXED, text()), **dict.fromkeys(names, real)}
        rows = read_rows(path, schema)
        self.meanings: dict[str, str] = {row["weight"]: row["meaning"] for row in rows}
        self.sets = {name: np.array([row[name] for row in rows]) for name in names}

    def set_for(self, kind: str) -> str:
        """The set that a kind of player uses unless told otherwise: what suits one may not suit another."""
        return kind if kind in self.sets else FIRST

    @property
    def names(self) -> list[str]:
        """The weights, in their order."""
        return list(self.meanings)

    @property
    def dtype(self) -> np.dtype:
        """The record that kernels read."""
        lengths: dict[str, int] = {}
        for name in self.meanings:
            field, dot, _ = name.partition(".")
            lengths[field] = lengths.get(field, 0) + 1 if dot else 0
        fields = [(name, "f8", (n,)) if n else (name, "f8") for name, n in lengths.items()]
        return np.dtype(fields, align=True)

    def derive(self, fill: Callable[[np.void], None]) -> Callable[[np.void], None]:
        """A decorator: `fill` works out what the tables hold that depends on the weights."""
        self._derive.append(fill)
        return fill

    def read(self, which: str | Path | np.ndarray | None = None) -> np.ndarray:
        """The numbers of a set: by its name, of a file with the columns weight and value, or as they are."""
        if which is None:
            return self.sets[FIRST]
        if isinstance(which, np.ndarray):
            if which.shape != (len(self.meanings),):
                raise TableError(f"there are {len(self.meanings)} weights, not {which.shape}")
            if which.dtype.kind not in "iuf" or not np.isfinite(which).all():
                raise TableError("weights are finite numbers")
            return which.astype(np.float64)
        if str(which) in self.sets:
            return self.sets[str(which)]
        if not Path(which).is_file():
            raise TableError(
                f"there is no set of weights and no file {str(which)!r}{nearest(str(which), self.sets)} "
                f"(sets: {', '.join(self.sets)})"
            )
        return self._read_file(Path(which))

    def _read_file(self, path: Path) -> np.ndarray:
        rows = read_rows(path, {"weight": text(), "value": real})
        check_unique(path.name, rows, "weight")
        found = {row["weight"]: row["value"] for row in rows}
        for name in found:
            if name not in self.meanings:
                raise TableError(
                    f"{path.name}: there is no weight {name!r}{nearest(name, list(self.meanings))}"
                )
        missing = [name for name in self.meanings if name not in found]
        if missing:
            raise TableError(f"{path.name}: missing weights: {', '.join(missing)}")
        return np.array([found[name] for name in self.meanings])

    def write(self, path: str | Path, values: Mapping[str, float] | np.ndarray) -> None:
        """A file that `read` understands."""
        numbers = (
            [values[name] for name in self.meanings] if isinstance(values, Mapping) else self.read(values)
        )
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["weight", "value"])
        writer.writerows([name, f"{value:.6g}"] for name, value in zip(self.meanings, numbers, strict=True))
        with atomic(Path(path)) as partial:
            partial.write_text(out.getvalue(), encoding="utf-8")

    def put(self, tables: np.ndarray, values: np.ndarray) -> np.ndarray:
        """A copy of the tables with these weights and all that is derived of them."""
        weighed = tables.copy()
        weighed["w"] = np.ascontiguousarray(values, np.float64).view(self.dtype)[0]
        for fill in self._derive:
            fill(weighed[0])
        return weighed
