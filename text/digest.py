"""The rules of a game in short, for whoever is to play it from text alone."""

from __future__ import annotations

import csv
import sys
from functools import cache
from pathlib import Path

from astrarium.core import Content, Game

FILE, LEDGER = "digest.md", "rules.csv"
HIDDEN = {"id", "source"}  # columns of card files that tell a player nothing


def rules(game: Game, content: Content | None = None, cards: bool = False, whole: bool = False) -> str:
    """The digest of a game; with its `cards` as tables, or with the `whole` ledger of its rules."""
    parts = [digest(game)]
    if whole:
        parts.append("All rules:\n" + "\n".join(f"- {rule}" for rule in ledger(game)))
    if cards:
        parts += [f"{name}:\n{table}" for name, table in card_tables(game, content).items()]
    return "\n\n".join(parts)


@cache
def digest(game: Game) -> str:
    """What `digest.md` in the folder of a game says; without that file, what the seats are asked."""
    file = folder_of(game) / FILE
    if file.is_file():
        return file.read_text(encoding="utf-8").strip()
    asked = ", ".join(question.name for question in game.questions)
    return f"{game.title}, for {game.players[0]} to {game.players[-1]} players. Decisions: {asked}."


@cache
def ledger(game: Game) -> tuple[str, ...]:
    """The sentences of `rules.csv` in the folder of a game, but those about cardboard; none without it."""
    file = folder_of(game) / LEDGER
    if not file.is_file():
        return ()
    with file.open(encoding="utf-8", newline="") as lines:
        return tuple(row["rule"] for row in csv.DictReader(lines) if row["status"] != "physical")


def card_tables(game: Game, content: Content | None = None) -> dict[str, str]:
    """The files of a set of cards as Markdown tables, by name; columns without entries are left out."""
    source = game.content(content).source
    found = {}
    for file in sorted(Path(source).glob("*.csv")) if source is not None else ():
        with file.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
        columns = [name for name in (rows[0] if rows else ()) if name not in HIDDEN and _filled(rows, name)]
        body = [[row[name] or "-" for name in columns] for row in rows]
        found[file.stem] = "\n".join(" | ".join(row) for row in [columns, *body])
    return found


def _filled(rows: list[dict[str, str]], name: str) -> bool:
    return any(row[name] for row in rows)


def folder_of(game: Game) -> Path:
    """The folder of a game's package; the present one where it has none."""
    package = game.kernels.setup.__module__.rpartition(".")[0]
    file = getattr(sys.modules.get(package), "__file__", None)
    return Path(file).parent if file else Path()
