"""What the tests of the referees share: a few games beside a referee, and games that are not by the rules."""

import shutil
from pathlib import Path
from typing import Any

from astrarium.core import get

from .harness import Referee, Tally, compare, parts_of


def played(
    referee: type[Referee], players: int, agent: str, games: int = 6, cards: Any = None, seed: int = 3
) -> Tally:
    """Some games of the first set-up with so many players, all of one kind."""
    parts = parts_of(get(referee.GAME), seed, games, [agent])
    return compare(next(part for part in parts if part.setup.players == players), referee, cards)


def differences(*tallies: Tally) -> list[str]:
    """All of them in words."""
    return [str(each) for tally in tallies for each in tally.differences]


def found_in(tally: Tally) -> set[str]:
    """What differs."""
    return {each.what for each in tally.differences}


def altered(data: Path, folder: Path, file: str, *changes: tuple[str, str]) -> Path:
    """A game's cards with something changed in one file."""
    shutil.copytree(data, folder / "cards")
    path = folder / "cards" / f"{file}.csv"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return folder / "cards"
