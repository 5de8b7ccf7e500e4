"""Starfarers of Catan: the board of a content set: intersections, systems, alien bases, start positions.

Intersections, colony sites, launch points and distances follow from the positions of hexes, planets and suns.
"""

from __future__ import annotations

import numpy as np

from astrarium.core.tables import TableError

from . import actions as act
from . import state as st
from .sheets import Place, Sheets, fail

STEPS = ((-2, 0), (2, 0), (-1, 1), (1, 1), (-1, -1), (1, -1))  # in the order of the directions
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # of a hex, one after another


def around(place: Place) -> list[Place]:
    """The corners of a hex."""
    return [(place[0] + dx, place[1] + dy) for dx, dy in CORNERS]


def add_nodes(sheets: Sheets) -> None:
    """Intersections, their neighbours and their names."""
    t = sheets.t
    planets = [(row["x"], row["y"]) for row in sheets.expect("planets.csv", st.NUM_PLANETS)]
    corners = {corner for planet in planets for corner in around(planet)}
    sheets.suns = {corner for corner in corners if sum(corner in around(p) for p in planets) == 3}
    hexes = [
        (3 * row["column"], 2 * index + row["column"] % 2)
        for row in sheets.rows["columns.csv"]
        for index in range(row["hexes"])
    ]
    places = {corner for each in hexes for corner in around(each)} - sheets.suns
    sides = {
        frozenset((corner, corners[k - 1]))
        for corners in map(around, hexes)
        for k, corner in enumerate(corners)
    }
    if len(places) > st.NUM_NODES:
        raise TableError(f"columns.csv: expected at most {st.NUM_NODES} intersections, got {len(places)}")
    ordered = sorted(places, key=lambda place: (place[1], place[0]))
    sheets.nodes = {place: number for number, place in enumerate(ordered)}
    t["num_nodes"] = len(ordered)
    for place, node in sheets.nodes.items():
        x, y = place
        column, row = 2 * (x // 3) + (x % 3 == 2), y + 1
        t["node_x"][node], t["node_y"][node] = place
        t["node_column"][node], t["node_row"][node] = column, row
        t["node_at"][column, row] = node
        for direction, (dx, dy) in enumerate(STEPS):
            other = x + dx, y + dy
            if other in sheets.nodes and frozenset((place, other)) in sides:
                t["neighbour"][node, direction] = sheets.nodes[other]
    sheets.labels["node"] = tuple(
        f"{act.COLUMNS[t['node_column'][n]]}{y + 2}" for n, (_, y) in enumerate(ordered)
    )
    _add_distances(sheets)


def _add_distances(sheets: Sheets) -> None:
    """Steps between all pairs of intersections: one more each time that the circles round them grow."""
    t, n = sheets.t, int(sheets.t["num_nodes"])
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


def add_systems(sheets: Sheets) -> None:
    """Planets, and the colony sites between them."""
    t, file = sheets.t, "planets.csv"
    rows = sheets.rows[file]
    places = [(row["x"], row["y"]) for row in rows]
    sheets.planet_ids = [row["id"] for row in rows]
    for planet, row in enumerate(rows):
        home = planet < st.HOME_SYSTEMS * st.PLANETS_PER_SYSTEM
        if (row["home"] == "yes") != home or (row["dot"] == "greek") != home:
            raise fail(
                file, planet + 2, "home", f"the {st.HOME_SYSTEMS} home systems first, greek", row["home"]
            )
        resource = st.RESOURCES.index(row["resource"])
        t["planet_resource"][planet] = resource
        t["planet_dot"][planet] = st.DOTS.index(row["dot"])
        t["planet_x"][planet], t["planet_y"][planet] = places[planet]
        t["resource_planets"][resource] |= 1 << planet
        t["dot_planets"][st.DOTS.index(row["dot"])] |= 1 << planet
        for corner in around(places[planet]):
            if corner in sheets.nodes:
                beside = t["node_planet"][sheets.nodes[corner]]
                beside[0 if beside[0] < 0 else 1] = planet
    names, sites = [], []
    for system in range(st.NUM_SYSTEMS):
        members = range(3 * system, 3 * system + 3)
        name = rows[3 * system]["system"]
        suns = [s for s in sheets.suns if all(s in around(places[p]) for p in members)]
        if len(suns) != 1 or any(rows[p]["system"] != name for p in members):
            raise fail(file, 3 * system + 2, "system", "three rows of one system round one sun", name)
        names.append(name)
        for k, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
            pair = 3 * system + i, 3 * system + j
            _add_site(sheets, 3 * system + k, pair, places, suns[0])
            sites.append(f"{name} {rows[pair[0]]['resource']}+{rows[pair[1]]['resource']}")
    sheets.labels |= {"system": tuple(names), "site": tuple(sites)}
    sheets.labels["planet"] = tuple(f"{row['system']} {row['resource']}" for row in rows)


def _add_site(sheets: Sheets, site: int, pair: tuple[int, int], places: list[Place], sun: Place) -> None:
    """The colony site between two planets, with its launch points."""
    t = sheets.t
    (corner,) = (set(around(places[pair[0]])) & set(around(places[pair[1]]))) - {sun}
    node = sheets.nodes[corner]
    t["node_site"][node] = site
    t["site_node"][site] = node
    t["site_planet"][site] = pair
    for planet in pair:
        beside = t["planet_site"][planet]
        beside[0 if beside[0] < 0 else 1] = site
    launch = [int(other) for other in t["neighbour"][node] if other >= 0]
    if len(launch) != 2:
        raise fail("planets.csv", pair[0] + 2, "x", "two launch points beside a colony site", len(launch))
    t["launch"][site] = launch
    for other in launch:
        t["node_launch"][other] = site


def add_outposts(sheets: Sheets) -> None:
    """The outposts of the alien bases."""
    t, file = sheets.t, "outposts.csv"
    races = []
    for number, row in enumerate(sheets.expect(file, st.NUM_OUTPOSTS)):
        if row["number"] != number % st.OUTPOSTS_PER_RACE + 1:
            raise fail(file, number + 2, "number", "1 to 5 in order for each race", row["number"])
        if row["race"] not in races:
            races.append(row["race"])
        node = sheets.node(file, number + 2, row)
        taken = max(
            t["node_site"][node],
            t["node_launch"][node],
            t["node_planet"][node, 0],
            t["node_outpost"][node],
        )
        if races.index(row["race"]) != number // st.OUTPOSTS_PER_RACE or taken >= 0:
            raise fail(file, number + 2, "x", "five intersections a race, away from planets", row["race"])
        t["outpost_node"][number] = node
        t["node_outpost"][node] = number
    sheets.labels["race"] = tuple(races)
    _add_ways(sheets)


def _add_ways(sheets: Sheets) -> None:
    """How far it is to the places that ships make for."""
    t = sheets.t
    t["site_distance"] = t["distance"][:, t["site_node"]]
    t["outpost_distance"] = t["distance"][:, t["outpost_node"]]
    outer = t["site_distance"][:, st.HOME_SITES :]
    t["near_site"] = st.HOME_SITES + outer.argsort(axis=1, kind="stable")


def add_start(sheets: Sheets) -> None:
    """The start positions."""
    t, file = sheets.t, "start.csv"
    taken: set[int] = set()
    for position, row in enumerate(sheets.expect(file, st.MAX_PLAYERS)):
        sites = []
        for piece in ("port_", "first_", "second_"):
            site = int(t["node_site"][sheets.node(file, position + 2, row, piece)])
            if not 0 <= site < st.HOME_SITES or site in taken:
                raise fail(file, position + 2, f"{piece}x", "a home site of its own", site)
            taken.add(site)
            sites.append(site)
        ship = sheets.node(file, position + 2, row, "ship_")
        if ship not in t["launch"][sites[0]]:
            raise fail(file, position + 2, "ship_x", "a launch point of the spaceport", ship)
        t["start_port"][position], t["start_colony"][position] = sites[0], sites[1:]
        t["start_node"][position] = ship
    sheets.labels["position"] = tuple(row["position"] for row in sheets.rows[file])
