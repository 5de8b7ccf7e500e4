"""Starfarers of Catan: a folder of lists -> one TABLES record.

A content set is a folder with the board (columns.csv, planets.csv, outposts.csv, start.csv), the chips, the
costs, the friendship cards and the encounter cards with their questions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core.tables import (
    Content,
    check_unique,
    choice,
    digest_files,
    optional,
    read_rows,
    text,
    whole,
)
from astrarium.core.weights import Weights

from . import read_board, read_cards, script
from . import state as st
from .sheets import Sheets

DATA = Path(__file__).parent / "data"
SETS = ("1999",)
FILES = (
    "columns.csv",
    "planets.csv",
    "outposts.csv",
    "start.csv",
    "chips.csv",
    "costs.csv",
    "friendship.csv",
    "questions.csv",
    "encounters.csv",
)

MOST_BOOSTERS = 127
WEIGHTS = Weights(DATA / "weights.csv")

TABLES = np.dtype(
    [
        # intersections
        ("num_nodes", "i2"),
        ("node_x", "i2", st.NUM_NODES),
        ("node_y", "i2", st.NUM_NODES),
        ("node_column", "i1", st.NUM_NODES),
        ("node_row", "i1", st.NUM_NODES),
        ("node_at", "i2", (st.NUM_COLUMNS, st.NUM_ROWS)),  # -1 = none
        ("neighbour", "i2", (st.NUM_NODES, st.NUM_DIRECTIONS)),  # -1 = none
        ("node_site", "i1", st.NUM_NODES),  # -1 = no colony site
        ("node_outpost", "i1", st.NUM_NODES),
        ("node_launch", "i1", st.NUM_NODES),  # the site whose launch point it is
        ("node_planet", "i1", (st.NUM_NODES, 2)),  # planets beside it
        ("distance", "i1", (st.NUM_NODES, st.NUM_NODES)),
        ("site_distance", "i1", (st.NUM_NODES, st.NUM_SITES)),
        ("outpost_distance", "i1", (st.NUM_NODES, st.NUM_OUTPOSTS)),
        ("near_site", "i1", (st.NUM_NODES, st.NUM_SITES - st.HOME_SITES)),  # outer sites, the nearest first
        # systems
        ("planet_resource", "i1", st.NUM_PLANETS),
        ("planet_dot", "i1", st.NUM_PLANETS),
        ("dot_planets", "i8", st.NUM_DOTS),  # bitsets
        ("planet_site", "i1", (st.NUM_PLANETS, 2)),
        ("planet_x", "i2", st.NUM_PLANETS),
        ("planet_y", "i2", st.NUM_PLANETS),
        ("resource_planets", "i8", st.NUM_RESOURCES),  # bitsets
        ("site_node", "i2", st.NUM_SITES),
        ("site_planet", "i1", (st.NUM_SITES, 2)),
        ("launch", "i2", (st.NUM_SITES, 2)),
        ("outpost_node", "i2", st.NUM_OUTPOSTS),
        ("start_port", "i1", st.MAX_PLAYERS),
        ("start_colony", "i1", (st.MAX_PLAYERS, 2)),
        ("start_node", "i2", st.MAX_PLAYERS),
        # chips
        ("num_faces", "i2"),
        ("most_pips", "i1"),  # of any face
        ("face_totals", "i4", st.NUM_FACES),  # bitset of totals of the dice
        ("face_pips", "i1", st.NUM_FACES),  # of 36 throws
        ("face_pirate", "i1", st.NUM_FACES),  # cannons needed, 0 = no pirate lair
        ("face_ice", "i1", st.NUM_FACES),  # freight rings needed, 0 = no ice planet
        ("pirates_above", "i4", st.MOST_PIRATES + 1),  # by cannons: bitset of faces that they are too few for
        ("ice_above", "i4", st.MOST_FREIGHT + 1),  # by freight rings
        ("home_face", "i1", st.NUM_PLANETS),  # -1 = none
        ("chips", "i1", (st.NUM_DOTS, st.NUM_FACES)),  # how many, by dot
        (
            "chip_face",
            "i1",
            (st.NUM_DOTS, st.NUM_PLANETS),
        ),  # of each chip of that colour, equal ones together
        ("face_chips", "i8", (st.NUM_DOTS, st.NUM_FACES)),  # bitset of the chips of that colour and face
        ("dot_pips", "f8", st.NUM_DOTS),  # of a chip of that colour, on average
        ("dot_clear", "f8", st.NUM_DOTS),  # share of chips without pirates or ice
        # building
        ("cost", "i1", (st.NUM_ITEMS, st.NUM_RESOURCES)),
        # friendship cards, five a race
        ("friend_speed", "i1", st.NUM_FRIENDS),
        ("friend_combat", "i1", st.NUM_FRIENDS),
        ("friend_twin", "i1", st.NUM_FRIENDS),  # an earlier card that does the same, -1 = none
        ("bonus_cards", "i4", st.NUM_RESOURCES),  # bitsets of cards
        ("rate_cards", "i4", st.NUM_RESOURCES),
        ("rate_price", "i1", st.NUM_RESOURCES),
        ("once_cards", "i4", st.NUM_RESOURCES),  # a rate that is good once a turn
        ("once_price", "i1", st.NUM_RESOURCES),
        ("tribute_cards", "i4"),
        ("tribute_above", "i1"),
        ("fame_cards", "i4"),
        ("help_cards", "i4"),
        ("relief_cards", "i4"),
        # encounters
        ("question", "i1", st.NUM_ENCOUNTERS),  # -1 = none
        ("question_gift", "i1", st.NUM_QUESTIONS),  # answered by a number of cards
        ("question_needs", "i1", st.NUM_QUESTIONS),  # cards needed for yes
        ("op", "i1", (st.NUM_ENCOUNTERS, script.NUM_PARTS, script.NUM_STEPS)),
        ("arg", "i1", (st.NUM_ENCOUNTERS, script.NUM_PARTS, script.NUM_STEPS)),
        ("arg_resource", "i1", (st.NUM_ENCOUNTERS, script.NUM_PARTS, script.NUM_STEPS)),
        # for the evaluation
        ("w", WEIGHTS.dtype),
        ("boosters", "f8", MOST_BOOSTERS + 1),  # the worth of so many
        ("cannons", "f8", st.MOST_PIRATES + 1),
        ("freight_rings", "f8", st.MOST_FREIGHT + 1),
    ],
    align=True,
)


@WEIGHTS.derive
def add_worths(t: np.void) -> None:
    """The worth of 0 and more equal expansions, of which each adds less than the one before."""
    for field, first in (("boosters", "booster"), ("cannons", "cannon"), ("freight_rings", "freight")):
        steps = t["w"][first] * t["w"]["fade"] ** np.arange(len(t[field]) - 1)
        t[field] = np.append(0.0, np.cumsum(steps))


_PLACE = whole(-2, 40)
_SCHEMAS: dict[str, dict[str, Any]] = {
    "columns.csv": {"column": whole(1, 11), "hexes": whole(1, 15), "source": text()},
    "planets.csv": {
        "id": text(),
        "system": text(),
        "home": choice("yes", "no"),
        "x": _PLACE,
        "y": _PLACE,
        "resource": choice(*st.RESOURCES),
        "dot": choice(*st.DOTS[:4]),
        "source": text(),
    },
    "outposts.csv": {
        "race": text(),
        "number": whole(1, st.OUTPOSTS_PER_RACE),
        "x": _PLACE,
        "y": _PLACE,
        "source": text(),
    },
    "start.csv": {
        "position": text(),
        **{f"{piece}_{axis}": _PLACE for piece in ("port", "first", "second", "ship") for axis in "xy"},
        "source": text(),
    },
    "chips.csv": {
        "dot": choice(*st.DOTS),
        "face": text(),
        "planet": optional(text()),
        "source": text(),
    },
    "costs.csv": {"item": choice(*st.ITEMS), **dict.fromkeys(st.RESOURCES, whole(0, 9)), "source": text()},
    "friendship.csv": {"race": text(), "name": text(), "effect": text(), "source": text()},
    "questions.csv": {
        "id": text(),
        "kind": choice("gift", "choice"),
        "needs": whole(0, 3),
        "text": text(),
        "source": text(),
    },
    "encounters.csv": {
        "id": text(),
        "family": text(),
        "question": text(),
        **dict.fromkeys(script.PARTS, text(empty=True)),
        "source": text(),
    },
}


def load(name: str | Path) -> Content:
    """The content set of that name, or of that folder."""
    folder = DATA / str(name) if str(name) in SETS else Path(name)
    files = [folder / file for file in FILES]
    rows = {path.name: read_rows(path, _SCHEMAS[path.name]) for path in files}
    check_unique("columns.csv", rows["columns.csv"], "column")
    check_unique("questions.csv", rows["questions.csv"], "id")
    sheets = Sheets(rows, TABLES)
    read_board.add_nodes(sheets)
    read_board.add_systems(sheets)
    read_board.add_outposts(sheets)
    read_board.add_start(sheets)
    read_cards.add_chips(sheets)
    read_cards.add_costs(sheets)
    read_cards.add_friends(sheets)
    script.add_encounters(sheets)
    return Content(str(name), sheets.array, sheets.labels, digest_files(files), folder)
