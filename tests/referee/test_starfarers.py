"""Starfarers and its referee agree, and a rule that is read differently is found out."""

import shutil
from pathlib import Path

import pytest

from astrarium.core import get

from . import starfarers
from .harness import Tally, parts_of, play
from .starfarers import DATA, Starfarers

GAME = get("starfarers")
NEAR = (  # alien bases that ships reach in a turn or two; the first outposts of each
    ((8, 4), (7, 5), (8, 6), (10, 6), (11, 5)),
    ((26, 4), (25, 5), (26, 6), (28, 6), (29, 5)),
    ((20, 4), (19, 5), (20, 6), (22, 6), (23, 5)),
    ((11, 11), (10, 12), (11, 13), (13, 13), (14, 12)),
)
CHEAP = {"freight ring": "1,0,0,0,0", "cannon": "0,0,1,0,0", "trade ship": "1,0,0,0,1", "colony ship": "0,1,0,1,0"}


def near(folder: Path) -> Path:
    """Cards with which random players come to know all of the game: near bases, cheap ships, weak pirates."""
    cards = folder / "near"
    shutil.copytree(DATA, cards)
    races = ("Diplomats", "Merchants", "Scientists", "Green Folk")
    places = {race: corners for race, corners in zip(races, NEAR, strict=True)}
    lines = ["race,number,x,y,source"]
    for race in starfarers.RACES:
        lines += [f"{race},{number},{x},{y},near" for number, (x, y) in enumerate(places[race], 1)]
    (cards / "outposts.csv").write_text("\n".join(lines) + "\n")
    costs = [line.split(",") for line in (cards / "costs.csv").read_text().splitlines()]
    rows = [f"{row[0]},{CHEAP.get(row[0], ','.join(row[1:6]))},near" for row in costs[1:]]
    (cards / "costs.csv").write_text("\n".join([",".join(costs[0]), *rows]) + "\n")
    chips = (cards / "chips.csv").read_text()
    for old, new in ("pirate 4", "pirate 1"), ("pirate 5", "pirate 2"), ("ice 3", "ice 1"), ("ice 4", "ice 2"):
        chips = chips.replace(old, new)
    (cards / "chips.csv").write_text(chips)
    return cards


def near_referee(folder: Path) -> type[Starfarers]:
    """A referee who reads other cards."""
    return type("Near", (Starfarers,), {"FOLDER": folder})


def differences(tally: Tally) -> list[str]:
    """All of them in words."""
    return [str(each) for each in tally.differences]
