"""The rules of a game in short, for whoever is to play it from text alone."""

from __future__ import annotations

import argparse
import csv
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from astrarium.core import Content, Game, get

FILE, LEDGER, THINGS = "digest.md", "rules.csv", "help.csv"
HIDDEN = {"id", "source"}  # columns of card files that tell a player nothing


@dataclass(frozen=True)
class Rule:
    """A row of the ledger."""

    id: str
    section: str
    words: str
    ruling: bool = False  # the rulebook is silent
    kernels: tuple[str, ...] = ()  # that carry it out, such as "loan.can_borrow"

    def __str__(self) -> str:
        return f"rule {self.id}: {self.words}"


@dataclass(frozen=True)
class Thing:
    """Something that lies on the table: places in the picture (`*` for anything), its name, and its rules."""

    places: tuple[str, ...]
    name: str
    rules: tuple[str, ...]


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


def ledger(game: Game) -> tuple[str, ...]:
    """The sentences of `rules.csv` in the folder of a game, but those about cardboard; none without it."""
    return tuple(rule.words for rule in ledger_rules(game))


@cache
def ledger_rules(game: Game) -> tuple[Rule, ...]:
    """The same with their ids and sections."""
    return tuple(
        Rule(row["id"], row["section"], row["rule"], row["status"] == "ruling", tuple(row["where"].split()))
        for row in _rows(game, LEDGER)
        if row["status"] != "physical"
    )


def rules_with(game: Game, cards: str) -> list[Rule]:
    """The rules for a set of cards: of two about one card, in sections of two sets, the one of this set."""
    others = tuple(f" {name}" for name in game.contents if name != cards)
    found = ledger_rules(game)
    own = {_card(rule) for rule in found if rule.section.endswith(f" {cards}")}
    return [rule for rule in found if not rule.section.endswith(others) or _card(rule) not in own]


@cache
def things(game: Game) -> tuple[Thing, ...]:
    """What can lie on the table, by `help.csv` in the folder of a game; the first that fits names a place."""
    return tuple(
        Thing(tuple(row["places"].split()), row["name"], tuple(row["rules"].split()))
        for row in _rows(game, THINGS)
    )


def _card(rule: Rule) -> str:
    return rule.words.partition(":")[0]


def _rows(game: Game, name: str) -> list[dict[str, str]]:
    """The rows of a file in the folder of a game; none without it."""
    file = folder_of(game) / name
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


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
    """The folder of a game, with its data and texts."""
    package = game.kernels.setup.__module__.rpartition(".")[0]
    file = getattr(sys.modules.get(package), "__file__", None)
    return Path(file).parent if file else Path()


def known_game(name: str) -> Game:
    """The game that a command line names, for argparse."""
    try:
        return get(name)
    except KeyError as error:
        raise argparse.ArgumentTypeError(error.args[0]) from None
