"""Card sets with other values, against what a model remembers of the cards: values change places.

    folder = make_variant(game, "variant", seed=7)
    table = SeatTable(game, players=2, content=folder, disguise=7)

`variant.csv` in the folder of a game says what changes places: each row names a file, the columns whose
values are dealt out anew, together, and the columns that have to be alike for rows to exchange them. `cost#`
is the size of a cost: its numbers added up, or its letters counted if it has none; `line@` is the first word
of a line. So every value is still there as often as before, among cards of like strength.
"""

from __future__ import annotations

import argparse
import csv
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from astrarium.agents.arena import run_arena
from astrarium.core import Content, Game
from astrarium.core.records import Record

from .digest import folder_of, known_game

FILE = "variant.csv"
PLAYER = "greedy"  # plays the games that compare two sets
Row = dict[str, str]


class VariantError(ValueError):
    """A variant that cannot be made; the message says why."""


@dataclass(frozen=True)
class Exchange:
    """Columns of a file whose values change places, together, among rows that are alike."""

    file: str
    columns: tuple[str, ...]
    alike: tuple[str, ...]

    def __call__(self, rows: list[Row], rng: np.random.Generator) -> int:
        """Deal the values of the rows out anew; how many rows have others now."""
        groups = defaultdict(list)
        for row in rows:
            groups[tuple(_key(row, name) for name in self.alike)].append(row)
        changed = 0
        for group in groups.values():
            dealt = [{name: group[k][name] for name in self.columns} for k in rng.permutation(len(group))]
            for row, values in zip(group, dealt, strict=True):
                changed += any(row[name] != value for name, value in values.items())
                row.update(values)
        return changed


def make_variant(
    game: Game, out: str | Path, seed: int = 0, content: str | Path | Content | None = None
) -> Path:
    """Write a set of cards whose values have changed places to a new folder. The same seed gives the same."""
    source, folder = game.content(content).source, Path(out)
    exchanges = exchanges_of(game)
    if source is None or not exchanges:
        raise VariantError(f"{game.name} has no {FILE} that says which values may change places")
    if folder.exists():
        raise VariantError(f"{folder} is there already: expected the name of a new folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as made:
        partial = Path(made) / folder.name
        shutil.copytree(source, partial)
        for k, exchange in enumerate(exchanges):
            _rewrite(partial / exchange.file, exchange, np.random.default_rng([seed, k]))
        game.load(partial)
        partial.rename(folder)
    return folder


def _rewrite(path: Path, exchange: Exchange, rng: np.random.Generator) -> None:
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    exchange(rows, rng)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def exchanges_of(game: Game) -> list[Exchange]:
    """What `variant.csv` of a game says; none without that file."""
    file = folder_of(game) / FILE
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Exchange(row["file"], tuple(row["columns"].split()), tuple(row["alike"].split()))
            for row in csv.DictReader(lines)
        ]


def _key(row: Row, name: str) -> Any:
    """What has to be alike: a cell, its size (`cost#`), or its first word (`line@`)."""
    cell = row[name.rstrip("#@")]
    if name.endswith("#"):
        return sum(map(int, re.findall(r"-?\d+", cell))) or len(re.findall(r"[^\W\d_]", cell))
    return cell.partition(" ")[0] if name.endswith("@") else cell


# ---- whether two sets are alike -------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """A figure of games with two sets of cards; `wide` is half the 95 % interval of the difference."""

    name: str
    first: float
    second: float
    wide: float

    def __str__(self) -> str:
        difference = f"{self.second - self.first:+.3f} ± {self.wide:.3f}"
        return f"{self.name}: {self.first:.3f} and {self.second:.3f}, difference {difference}"


def compare(
    game: Game,
    first: str | Path | None,
    second: str | Path | None,
    games: int,
    players: int | None = None,
    seed: int = 0,
    player: str = PLAYER,
) -> list[Compared]:
    """Seats' shares of wins, decisions a game and the mean score, where a player plays with itself."""
    one, two = (
        _figures(run_arena(game, [player], games, players, seed + k, content=cards).records())
        for k, cards in enumerate((first, second))
    )
    return [_compared(name, one[name], two[name]) for name in one]


def _figures(records: Iterable[Record]) -> dict[str, np.ndarray]:
    """The figures, with one entry a game."""
    played = list(records)
    ranks = np.array([record.ranks for record in played])
    wins = (ranks == 0) / (ranks == 0).sum(axis=1, keepdims=True)
    seats = {f"wins of seat {seat + 1}": wins[:, seat] for seat in range(wins.shape[1])}
    length = np.array([len(record.actions) for record in played], float)
    return {**seats, "decisions": length, "score": np.array([np.mean(record.scores) for record in played])}


def _compared(name: str, one: np.ndarray, two: np.ndarray) -> Compared:
    wide = 1.96 * np.sqrt(one.var(ddof=1) / len(one) + two.var(ddof=1) / len(two))
    return Compared(name, float(one.mean()), float(two.mean()), float(wide))


def main() -> None:
    """For the command line."""
    parser = argparse.ArgumentParser(prog="python -m astrarium.text.variant")
    parser.add_argument("game", type=known_game, help="a game of `astrarium list`")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same cards")
    parser.add_argument("--out", type=Path, required=True, help="a new folder for the card set")
    parser.add_argument("--cards", metavar="NAME|DIR", help="the set that it is made of")
    parser.add_argument("--compare", type=int, metavar="N", help="play so many games with each of both sets")
    parser.add_argument("--players", type=int)
    asked = parser.parse_args()
    try:
        if asked.players is not None:
            asked.game.blank(asked.players)
        print(f"cards: {make_variant(asked.game, asked.out, asked.seed, asked.cards)}")
        if asked.compare:
            for figure in compare(
                asked.game, asked.cards, asked.out, asked.compare, asked.players, asked.seed
            ):
                print(figure)
    except (ValueError, OSError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
