"""Starfarers of Catan: a folder of lists -> one TABLES record.

A content set is a folder with the board (columns.csv, planets.csv, outposts.csv, start.csv), the chips, the
costs, the friendship cards and the encounter cards with their questions. Intersections, colony sites, launch
points and distances follow from the positions of hexes, planets and suns. What cards do is written in a small
closed vocabulary; each phrase of it is one entry below.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core.tables import (
    Content,
    TableError,
    choice,
    digest_files,
    optional,
    read_rows,
    text,
    whole,
)

from . import state as st
from .actions import COLUMNS
from .state import DOTS, ITEMS, RESOURCES

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

# Steps of an encounter card.
(
    OP_NONE,
    OP_GIVE,  # cards of choice to the bank
    OP_SWAP,  # one card of choice to the bank, two of other kinds from it
    OP_ASK_ATTACK,  # the second question: on to ATTACK or LEAVE
    OP_GAIN,
    OP_ANY,  # cards of choice from the bank
    OP_FAME,
    OP_HALT,
    OP_JUMP,
    OP_SHIP,
    OP_ADD,
    OP_REMOVE,
    OP_ROB,
    OP_BEG,
    OP_RETURN,
    OP_FORFEIT,
    OP_WEAR,
    OP_COUNCIL,
    OP_RESHUFFLE,
    OP_NEW,
    OP_FIGHT,  # on to WON or LOST
    OP_RACE,  # on to WON or LOST
    OP_FLEE,  # on to ESCAPED or CAUGHT
    OP_ROLL,  # on to the block of the total
) = range(24)
LAST_SECRET = OP_ASK_ATTACK  # the first step beyond these makes the card's number public
SEATS = {"L1": 1, "L2": 2, "R1": -1, "R2": -2}

# Blocks of steps: after an answer, then what a test leads to. A block leads to later blocks only.
ANSWERS = 0
ATTACK, LEAVE, ESCAPED, CAUGHT, WON, LOST, ROLLS = 4, 5, 6, 7, 8, 9, 9  # total 1 has block ROLLS + 1
BLOCKS = (
    *(f"a{answer}" for answer in range(4)),
    *("attack", "leave", "escaped", "caught", "won", "lost"),
    *(f"roll{total}" for total in range(1, 6)),
)
NUM_BLOCKS = 15
NUM_STEPS = 4

_OPS: list[tuple[str, int]] = [
    (r"GIVE ([1-3])", OP_GIVE),
    (r"SWAP", OP_SWAP),
    (r"ATTACK", OP_ASK_ATTACK),
    (rf"GAIN ([1-9]) ({'|'.join(RESOURCES)})", OP_GAIN),
    (r"ANY ([1-9])", OP_ANY),
    (r"FAME ([+-][1-9])", OP_FAME),
    (r"HALT", OP_HALT),
    (r"JUMP", OP_JUMP),
    (r"SHIP", OP_SHIP),
    (r"UP", OP_ADD),
    (r"DOWN", OP_REMOVE),
    (r"ROB", OP_ROB),
    (r"BEG", OP_BEG),
    (r"RETURN", OP_RETURN),
    (r"FORFEIT", OP_FORFEIT),
    (r"WEAR (\d+)", OP_WEAR),
    (r"COUNCIL", OP_COUNCIL),
    (r"RESHUFFLE", OP_RESHUFFLE),
    (r"NEW", OP_NEW),
    (r"FIGHT ([LR][12])", OP_FIGHT),
    (r"RACE ([LR][12])", OP_RACE),
    (r"FLEE ([LR][12])", OP_FLEE),
    (r"ROLL", OP_ROLL),
]
_LEADS_TO = {OP_ASK_ATTACK: ATTACK, OP_FIGHT: WON, OP_RACE: WON, OP_FLEE: ESCAPED, OP_ROLL: ROLLS + 1}

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
        ("op", "i1", (st.NUM_ENCOUNTERS, NUM_BLOCKS, NUM_STEPS)),
        ("arg", "i1", (st.NUM_ENCOUNTERS, NUM_BLOCKS, NUM_STEPS)),
        ("arg_resource", "i1", (st.NUM_ENCOUNTERS, NUM_BLOCKS, NUM_STEPS)),
    ],
    align=True,
)

_PLACE = whole(-2, 40)
_SCHEMAS: dict[str, dict[str, Any]] = {
    "columns.csv": {"column": whole(1, 11), "hexes": whole(1, 15), "source": text()},
    "planets.csv": {
        "id": text(),
        "system": text(),
        "home": choice("yes", "no"),
        "x": _PLACE,
        "y": _PLACE,
        "resource": choice(*RESOURCES),
        "dot": choice(*DOTS[:4]),
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
        "dot": choice(*DOTS),
        "face": text(),
        "planet": optional(text()),
        "source": text(),
    },
    "costs.csv": {"item": choice(*ITEMS), **dict.fromkeys(RESOURCES, whole(0, 9)), "source": text()},
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
        **dict.fromkeys(BLOCKS, text(empty=True)),
        "source": text(),
    },
}

Place = tuple[int, int]
STEPS = ((-2, 0), (2, 0), (-1, 1), (1, 1), (-1, -1), (1, -1))  # in the order of the directions
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # of a hex, one after another


def _around(place: Place) -> list[Place]:
    """The corners of a hex."""
    return [(place[0] + dx, place[1] + dy) for dx, dy in CORNERS]


def _fail(file: str, row: int, column: str, expected: str, got: object) -> TableError:
    """The error that names file, row, column and what was expected."""
    return TableError(f"{file}, row {row}, column {column!r}: expected {expected}, got {got!r}")


class _Builder:
    """Fills one TABLES record, file by file."""

    def __init__(self, rows: dict[str, list[dict[str, Any]]]) -> None:
        self.rows = rows
        self.array = np.zeros(1, TABLES)
        self.t = self.array[0]
        self.labels: dict[str, tuple[str, ...]] = {}
        for name in ("node_at", "neighbour", "node_site", "node_outpost", "node_launch", "node_planet"):
            self.t[name] = -1
        for name in ("home_face", "friend_twin", "question", "planet_site"):
            self.t[name] = -1
        self.nodes: dict[Place, int] = {}
        self.faces: list[str] = []

    def build(self) -> None:
        self.add_nodes()
        self.add_systems()
        self.add_outposts()
        self.add_start()
        self.add_chips()
        self.add_costs()
        self.add_friends()
        self.add_encounters()

    def expect(self, file: str, count: int) -> list[dict[str, Any]]:
        """The rows of a file that must have so many."""
        rows = self.rows[file]
        if len(rows) != count:
            raise TableError(f"{file}: expected {count} rows, got {len(rows)}")
        return rows

    def node(self, file: str, number: int, row: dict[str, Any], piece: str = "") -> int:
        """The intersection that a row names."""
        place = row[f"{piece}x"], row[f"{piece}y"]
        if place not in self.nodes:
            raise _fail(file, number, f"{piece}x", "an intersection of the board", place)
        return self.nodes[place]

    # The board

    def add_nodes(self) -> None:
        t = self.t
        planets = [(row["x"], row["y"]) for row in self.expect("planets.csv", st.NUM_PLANETS)]
        corners = {corner for planet in planets for corner in _around(planet)}
        self.suns = {corner for corner in corners if sum(corner in _around(p) for p in planets) == 3}
        hexes = [
            (3 * row["column"], 2 * index + row["column"] % 2)
            for row in self.rows["columns.csv"]
            for index in range(row["hexes"])
        ]
        places = {corner for each in hexes for corner in _around(each)} - self.suns
        sides = {
            frozenset((corner, corners[k - 1]))
            for corners in map(_around, hexes)
            for k, corner in enumerate(corners)
        }
        if len(places) > st.NUM_NODES:
            raise TableError(f"columns.csv: expected at most {st.NUM_NODES} intersections, got {len(places)}")
        ordered = sorted(places, key=lambda place: (place[1], place[0]))
        self.nodes = {place: number for number, place in enumerate(ordered)}
        t["num_nodes"] = len(ordered)
        for place, node in self.nodes.items():
            x, y = place
            column, row = 2 * (x // 3) + (x % 3 == 2), y + 1
            t["node_x"][node], t["node_y"][node] = place
            t["node_column"][node], t["node_row"][node] = column, row
            t["node_at"][column, row] = node
            for direction, (dx, dy) in enumerate(STEPS):
                other = x + dx, y + dy
                if other in self.nodes and frozenset((place, other)) in sides:
                    t["neighbour"][node, direction] = self.nodes[other]
        self.labels["node"] = tuple(
            f"{COLUMNS[t['node_column'][n]]}{y + 2}" for n, (_, y) in enumerate(ordered)
        )
        self.add_distances()

    def add_distances(self) -> None:
        """Steps between all pairs of intersections: one more each time that the circles round them grow."""
        t, n = self.t, int(self.t["num_nodes"])
        ways = np.zeros((n, n), np.float32)
        for node, other in zip(*np.nonzero(t["neighbour"][:n] >= 0), strict=True):
            ways[node, t["neighbour"][node, other]] = 1
        far = np.full((n, n), -1)
        circle, steps = np.eye(n, dtype=np.float32), 0
        while (fresh := (circle > 0) & (far < 0)).any():
            far[fresh] = steps
            circle, steps = fresh @ ways, steps + 1
        if (far < 0).any():
            raise TableError("columns.csv: expected a board in one piece")
        t["distance"][:n, :n] = far

    def add_systems(self) -> None:
        t, file = self.t, "planets.csv"
        rows = self.rows[file]
        places = [(row["x"], row["y"]) for row in rows]
        self.planet_ids = [row["id"] for row in rows]
        for planet, row in enumerate(rows):
            home = planet < st.HOME_SYSTEMS * st.PLANETS_PER_SYSTEM
            if (row["home"] == "yes") != home or (row["dot"] == "greek") != home:
                raise _fail(
                    file, planet + 2, "home", f"the {st.HOME_SYSTEMS} home systems first, greek", row["home"]
                )
            resource = RESOURCES.index(row["resource"])
            t["planet_resource"][planet] = resource
            t["planet_dot"][planet] = DOTS.index(row["dot"])
            t["planet_x"][planet], t["planet_y"][planet] = places[planet]
            t["resource_planets"][resource] |= 1 << planet
            t["dot_planets"][DOTS.index(row["dot"])] |= 1 << planet
            for corner in _around(places[planet]):
                if corner in self.nodes:
                    beside = t["node_planet"][self.nodes[corner]]
                    beside[0 if beside[0] < 0 else 1] = planet
        names, sites = [], []
        for system in range(st.NUM_SYSTEMS):
            members = range(3 * system, 3 * system + 3)
            name = rows[3 * system]["system"]
            suns = [s for s in self.suns if all(s in _around(places[p]) for p in members)]
            if len(suns) != 1 or any(rows[p]["system"] != name for p in members):
                raise _fail(file, 3 * system + 2, "system", "three rows of one system round one sun", name)
            names.append(name)
            for k, (a, b) in enumerate(((0, 1), (0, 2), (1, 2))):
                self.add_site(3 * system + k, 3 * system + a, 3 * system + b, places, suns[0])
                sites.append(f"{name} {rows[3 * system + a]['resource']}+{rows[3 * system + b]['resource']}")
        self.labels |= {"system": tuple(names), "site": tuple(sites)}
        self.labels["planet"] = tuple(f"{row['system']} {row['resource']}" for row in rows)

    def add_site(self, site: int, a: int, b: int, places: list[Place], sun: Place) -> None:
        t = self.t
        (corner,) = (set(_around(places[a])) & set(_around(places[b]))) - {sun}
        node = self.nodes[corner]
        t["node_site"][node] = site
        t["site_node"][site] = node
        t["site_planet"][site] = a, b
        for planet in (a, b):
            beside = t["planet_site"][planet]
            beside[0 if beside[0] < 0 else 1] = site
        launch = [int(other) for other in t["neighbour"][node] if other >= 0]
        if len(launch) != 2:
            raise _fail("planets.csv", a + 2, "x", "two launch points beside a colony site", len(launch))
        t["launch"][site] = launch
        for other in launch:
            t["node_launch"][other] = site

    def add_outposts(self) -> None:
        t, file = self.t, "outposts.csv"
        races = []
        for number, row in enumerate(self.expect(file, st.NUM_OUTPOSTS)):
            if row["number"] != number % st.OUTPOSTS_PER_RACE + 1:
                raise _fail(file, number + 2, "number", "1 to 5 in order for each race", row["number"])
            if row["race"] not in races:
                races.append(row["race"])
            node = self.node(file, number + 2, row)
            taken = max(
                t["node_site"][node],
                t["node_launch"][node],
                t["node_planet"][node, 0],
                t["node_outpost"][node],
            )
            if races.index(row["race"]) != number // st.OUTPOSTS_PER_RACE or taken >= 0:
                raise _fail(
                    file, number + 2, "x", "five intersections a race, away from planets", row["race"]
                )
            t["outpost_node"][number] = node
            t["node_outpost"][node] = number
        self.labels["race"] = tuple(races)
        self.add_ways()

    def add_ways(self) -> None:
        """How far it is to the places that ships make for."""
        t = self.t
        t["site_distance"] = t["distance"][:, t["site_node"]]
        t["outpost_distance"] = t["distance"][:, t["outpost_node"]]
        outer = t["site_distance"][:, st.HOME_SITES :]
        t["near_site"] = st.HOME_SITES + outer.argsort(axis=1, kind="stable")

    def add_start(self) -> None:
        t, file = self.t, "start.csv"
        taken: set[int] = set()
        for position, row in enumerate(self.expect(file, st.MAX_PLAYERS)):
            sites = []
            for piece in ("port_", "first_", "second_"):
                site = int(t["node_site"][self.node(file, position + 2, row, piece)])
                if not 0 <= site < st.HOME_SITES or site in taken:
                    raise _fail(file, position + 2, f"{piece}x", "a home site of its own", site)
                taken.add(site)
                sites.append(site)
            ship = self.node(file, position + 2, row, "ship_")
            if ship not in t["launch"][sites[0]]:
                raise _fail(file, position + 2, "ship_x", "a launch point of the spaceport", ship)
            t["start_port"][position], t["start_colony"][position] = sites[0], sites[1:]
            t["start_node"][position] = ship
        self.labels["position"] = tuple(row["position"] for row in self.rows[file])

    # Chips and costs

    def face(self, number: int, words: str) -> int:
        """The number of a face; a new one is added."""
        t = self.t
        if words in self.faces:
            return self.faces.index(words)
        face = len(self.faces)
        if face == st.NUM_FACES:
            raise _fail("chips.csv", number, "face", f"at most {st.NUM_FACES} different faces", words)
        self.faces.append(words)
        if match := re.fullmatch(r"pirate ([1-9])", words):
            t["face_pirate"][face] = int(match[1])
        elif match := re.fullmatch(r"ice ([1-5])", words):
            t["face_ice"][face] = int(match[1])
        elif re.fullmatch(r"\d+(/\d+)?", words) and all(
            2 <= int(n) <= 12 and n != "7" for n in words.split("/")
        ):
            for total in map(int, words.split("/")):
                t["face_totals"][face] |= 1 << total
                t["face_pips"][face] += 6 - abs(7 - total)
        else:
            raise _fail("chips.csv", number, "face", "totals such as 8 or 3/12, pirate N or ice N", words)
        t["num_faces"] = face + 1
        return face

    def add_chips(self) -> None:
        t, file = self.t, "chips.csv"
        for number, row in enumerate(self.rows[file], 2):
            face, dot = self.face(number, row["face"]), DOTS.index(row["dot"])
            t["chips"][dot, face] += 1
            barred = bool(t["face_pirate"][face] or t["face_ice"][face])
            if barred and dot in (st.GREEK, st.WHITE_DOT):
                raise _fail(file, number, "face", "a number on greek and white chips", row["face"])
            if dot == st.GREEK:
                if row["planet"] not in self.planet_ids[: 3 * st.HOME_SYSTEMS]:
                    raise _fail(file, number, "planet", "the id of a home planet", row["planet"])
                t["home_face"][self.planet_ids.index(row["planet"])] = face
        for dot, name in enumerate(DOTS):
            planets = st.NUM_RESERVE if dot == st.WHITE_DOT else int((t["planet_dot"] == dot).sum())
            if t["chips"][dot].sum() != planets:
                raise TableError(f"{file}: expected {planets} {name} chips, got {t['chips'][dot].sum()}")
        barred = (t["face_pirate"] > 0) | (t["face_ice"] > 0)
        if t["chips"][:, barred].sum() > st.NUM_RESERVE:
            raise TableError(f"{file}: expected at most {st.NUM_RESERVE} pirate lairs and ice planets")
        if (t["home_face"][: 3 * st.HOME_SYSTEMS] < 0).any():
            raise TableError(f"{file}: expected a chip for every home planet")
        t["most_pips"] = t["face_pips"].max()
        for face in range(len(self.faces)):
            t["pirates_above"][: t["face_pirate"][face]] |= 1 << face
            t["ice_above"][: t["face_ice"][face]] |= 1 << face
        for dot in range(st.NUM_DOTS):
            chips = t["chips"][dot]
            for chip, face in enumerate(np.repeat(np.arange(st.NUM_FACES), chips).tolist()):
                t["chip_face"][dot, chip] = face
                t["face_chips"][dot, face] |= 1 << chip
            t["dot_pips"][dot] = (chips * t["face_pips"]).sum() / chips.sum()
            t["dot_clear"][dot] = chips[~barred].sum() / chips.sum()
        self.labels["face"] = tuple(self.faces)

    def add_costs(self) -> None:
        for row in self.expect("costs.csv", st.NUM_ITEMS):
            self.t["cost"][ITEMS.index(row["item"])] = [row[resource] for resource in RESOURCES]
        if not self.t["cost"].any(axis=1).all():
            raise TableError("costs.csv: expected one row for each of " + ", ".join(ITEMS))

    # Cards

    def add_friends(self) -> None:
        t, file = self.t, "friendship.csv"
        effects: list[str] = []
        rows = self.expect(file, st.NUM_FRIENDS)
        for friend, row in enumerate(rows):
            if row["race"] != self.labels["race"][friend // st.OUTPOSTS_PER_RACE]:
                races = ", ".join(self.labels["race"])
                raise _fail(
                    file, friend + 2, "race", f"five rows each of {races}, in this order", row["race"]
                )
            if row["effect"] in effects and effects.index(row["effect"]) // 5 == friend // 5:
                t["friend_twin"][friend] = len(effects) - 1 - effects[::-1].index(row["effect"])
            effects.append(row["effect"])
            for part in row["effect"].split("; "):
                self.add_effect(friend, part)
        self.labels["friend"] = tuple(row["name"] for row in rows)

    def add_effect(self, friend: int, part: str) -> None:
        t, bit = self.t, 1 << friend
        words = part.split()
        kinds = "|".join(RESOURCES)
        if match := re.fullmatch(rf"BONUS ({kinds})", part):
            t["bonus_cards"][RESOURCES.index(match[1])] |= bit
        elif match := re.fullmatch(rf"(RATE|ONCE) ({kinds}) ([1-3])", part):
            resource, word = RESOURCES.index(match[2]), match[1].lower()
            t[f"{word}_cards"][resource] |= bit
            t[f"{word}_price"][resource] = int(match[3])
        elif match := re.fullmatch(r"(SPEED|COMBAT) ([1-9])", part):
            t[f"friend_{match[1].lower()}"][friend] += int(match[2])
        elif match := re.fullmatch(r"TRIBUTE (\d+)", part):
            t["tribute_cards"] |= bit
            t["tribute_above"] = int(match[1])
        elif part in ("FAME", "HELP", "RELIEF"):
            t[f"{words[0].lower()}_cards"] |= bit
        else:
            expected = "BONUS, RATE, ONCE, SPEED, COMBAT, TRIBUTE, FAME, HELP or RELIEF with their arguments"
            raise _fail("friendship.csv", friend + 2, "effect", expected, part)

    def add_encounters(self) -> None:
        t, file = self.t, "encounters.csv"
        questions = self.rows["questions.csv"]
        ids = [row["id"] for row in questions]
        if len(ids) > st.NUM_QUESTIONS:
            raise TableError(f"questions.csv: expected at most {st.NUM_QUESTIONS} questions, got {len(ids)}")
        for number, row in enumerate(questions):
            t["question_gift"][number] = row["kind"] == "gift"
            t["question_needs"][number] = row["needs"]
        rows = self.expect(file, st.NUM_ENCOUNTERS)
        for card, row in enumerate(rows):
            if row["question"] not in (*ids, "none"):
                raise _fail(
                    file, card + 2, "question", "the id of a row of questions.csv, or none", row["question"]
                )
            t["question"][card] = ids.index(row["question"]) if row["question"] in ids else -1
            for block, name in enumerate(BLOCKS):
                self.add_steps(card, block, name, row[name])
        if (t["question"] < 0).all() or (t["op"][:, 0, 0] == OP_NEW).all():
            raise TableError(f"{file}: expected a card that ends")
        self.labels["question"] = tuple(row["text"] for row in questions)
        self.labels["encounter"] = tuple(f"{row['id']} ({row['family']})" for row in rows)

    def add_steps(self, card: int, block: int, name: str, cell: str) -> None:
        """Write the steps of one block."""
        t = self.t
        parts = cell.split("; ") if cell else []
        if len(parts) > NUM_STEPS:
            raise _fail("encounters.csv", card + 2, name, f"at most {NUM_STEPS} steps", cell)
        for at, part in enumerate(parts):
            op, words = _parse(part)
            if op == OP_NONE:
                raise _fail("encounters.csv", card + 2, name, "one of " + "; ".join(p for p, _ in _OPS), part)
            t["op"][card, block, at] = op
            if words:
                t["arg"][card, block, at] = SEATS[words[0]] if words[0] in SEATS else int(words[0])
            if len(words) > 1:
                t["arg_resource"][card, block, at] = RESOURCES.index(words[1])
            if op in _LEADS_TO and (at + 1 < len(parts) or _LEADS_TO[op] <= block):
                raise _fail("encounters.csv", card + 2, name, "a test as the last step, leading on", part)
            if op in (OP_GIVE, OP_SWAP):
                self.check_gift(card, block, name, at, int(words[0]) if words else 1)

    def check_gift(self, card: int, block: int, name: str, at: int, cards: int) -> None:
        """Cards are given first, and no more than the answer speaks of."""
        t, question = self.t, int(self.t["question"][card])
        most = 0
        if question >= 0 and block <= 3:
            most = block if t["question_gift"][question] else block * int(t["question_needs"][question])
        if at > 0 or cards > most:
            raise _fail(
                "encounters.csv", card + 2, name, f"at most {most} cards given, in the first step", cards
            )


def _parse(part: str) -> tuple[int, tuple[str, ...]]:
    """The opcode of a step and its arguments; OP_NONE when it is no step."""
    for pattern, op in _OPS:
        if match := re.fullmatch(pattern, part):
            return op, match.groups()
    return OP_NONE, ()


def load(name: str | Path) -> Content:
    """The content set of that name, or of that folder."""
    folder = DATA / str(name) if str(name) in SETS else Path(name)
    files = [folder / file for file in FILES]
    builder = _Builder({path.name: read_rows(path, _SCHEMAS[path.name]) for path in files})
    builder.build()
    return Content(str(name), builder.array, builder.labels, digest_files(files), folder)
