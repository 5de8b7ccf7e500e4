"""SpaceCorp: the picture of an era's board: regions, sites, tiles, bases, teams."""

from __future__ import annotations

import math
from itertools import combinations

from astrarium.core import svg
from astrarium.core.tables import Content

from . import paint
from . import state as st
from .view import BoxView, SiteView, TableView, TeamView, borders

ERA_FIELDS = (
    svg.tone("mariners", "#dbe7f7", "#14243f"),
    svg.tone("planeteers", "#f0e4d2", "#35281a"),
    svg.tone("starfarers", "#e7dff3", "#251a3e"),
)
SHEET = svg.tone("sheet", "#ffffff", "#0d1428")  # a region
FIELD = svg.tone("site-field", "#edf1f8", "#1a2542")  # a site
WAY = svg.tone("way", "#7c8db0", "#7687ab")
COST_FIELD, COST_INK = (
    svg.tone("cost-field", "#fff6d8", "#0b1020"),
    svg.tone("cost-ink", "#7a5a00", "#f1d36b"),
)
REGION_WIDTHS = (164.0, 152.0, 146.0)  # by era
# Discs behind regions: colour and radius.
DISCS = {
    "Earth-Luna": ("#2f6fd0", 96),
    "Mars": ("#b5482f", 120),
    "Inner Solar System": ("#ffd75e", 84),
    "Jupiter": ("#c99a6b", 104),
    "Saturn": ("#d9c27a", 104),
    "Uranus": ("#7fd3d8", 92),
    "Neptune": ("#3f66d6", 92),
    "Pluto/Kuiper": ("#9a8f86", 64),
    "Comet": ("#9fc7d8", 40),
    "Sol": ("#ffd75e", 54),
}
STAR_COLOURS = ("#ffb38a", "#ffe9c4", "#cfe0ff")
# Centres of the regions on each board, from 0 to 1.
PLACES: tuple[dict[str, tuple[float, float]], ...] = (
    {
        "Earth-Luna": (0.11, 0.52),
        "Lunar Lagrange": (0.13, 0.17),
        "Near-Earth": (0.32, 0.42),
        "Earth-crossers": (0.52, 0.60),
        "Earth-orbit Trojans": (0.50, 0.20),
        "Comet": (0.66, 0.88),
        "Mars": (0.76, 0.38),
        "Asteroid Belt": (0.91, 0.84),
    },
    {
        "Inner Solar System": (0.085, 0.50),
        "Belt North": (0.245, 0.13),
        "Belt East": (0.245, 0.40),
        "Belt South": (0.245, 0.66),
        "Belt West": (0.245, 0.88),
        "Jupiter": (0.425, 0.52),
        "Saturn": (0.58, 0.26),
        "Uranus": (0.70, 0.76),
        "Neptune": (0.77, 0.33),
        "Pluto/Kuiper": (0.915, 0.60),
        "Oort Cloud": (0.915, 0.12),
    },
    {
        "Sol": (0.45, 0.47),
        "Alpha Centauri": (0.30, 0.55),
        "Luhman 16": (0.28, 0.32),
        "Wolf 359": (0.36, 0.10),
        "Sirius": (0.60, 0.13),
        "Barnard's Star": (0.36, 0.80),
        "Void 1": (0.62, 0.38),
        "Epsilon Eridani": (0.77, 0.34),
        "Tau Ceti": (0.88, 0.56),
        "Kapteyn's Star": (0.80, 0.10),
        "Void 2": (0.60, 0.60),
        "Lacaille 9352": (0.75, 0.72),
        "Epsilon Indi": (0.60, 0.80),
        "Ross 780": (0.76, 0.92),
        "Void 3": (0.20, 0.66),
        "Wolf 1061": (0.10, 0.50),
        "Void 4": (0.26, 0.92),
        "61 Cygni": (0.10, 0.80),
        "Orion Spur 1": (0.94, 0.28),
        "Orion Spur 2": (0.07, 0.20),
        "Orion Spur 3": (0.93, 0.84),
    },
)


def draw_board(
    content: Content, view: TableView, d: svg.Drawing, x: float, y: float, w: float, h: float
) -> None:
    d.rect(x, y, w, h, fill=ERA_FIELDS[view.era], stroke=svg.LINE, radius=10)
    spots = {name: (x + px * w, y + py * h) for name, (px, py) in _places(content, view).items()}
    regions: dict[str, list[SiteView]] = {}
    for site in view.sites:
        regions.setdefault(site.region, []).append(site)
    sheets = {name: _sheet(view, name, sites, spots[name], (x, y, w, h)) for name, sites in regions.items()}
    sheets = _apart(sheets, (x, y, w, h))
    spots |= {name: (left + wide / 2, top + tall / 2) for name, (left, top, wide, tall) in sheets.items()}
    for k, name in enumerate(regions):
        cx, cy = spots[name]
        star = view.era == st.STARFARERS and any(site.explore >= 0 for site in regions[name])
        colour, radius = DISCS.get(name, (STAR_COLOURS[k % 3], 34) if star else ("none", 0))
        if radius:
            room = min(cx - x, cy - y, x + w - cx, y + h - cy) - 2
            d.circle(cx, cy, min(radius, room), fill=colour, opacity=0.28)
            d.circle(cx, cy, min(radius, room) * 0.8, fill=colour, opacity=0.25)
    known = borders(content)[view.era]
    ways = [(spots[start], spots[end], cost) for start, end, cost in known]
    for start, end, _ in ways:
        d.line(*start, *end, stroke=WAY, stroke_width=1.3)
    for name in spots:
        if name not in regions:
            d.circle(*spots[name], 11, fill=svg.HOLLOW, stroke=svg.EDGE)
    for name, sites in regions.items():
        _draw_region(d, view, name, sites, sheets[name])
    taken: list[tuple[float, float]] = []
    for k, (start, end, cost) in enumerate(ways):
        spot = svg.free_spot(start, end, list(sheets.values()), taken)
        taken.append(spot)
        with d.place(f"border-{k}", f"From {known[k][0]} to {known[k][1]}: {cost} of the cost of a Move."):
            _draw_cost(d, cost, *spot)


def _apart(sheets: dict[str, svg.Box], board: svg.Box) -> dict[str, svg.Box]:
    """The sheets pushed apart, up and down, until none lies on another."""
    _, y, _, h = board
    boxes = {name: list(box) for name, box in sheets.items()}
    for _ in range(80):
        moved = False
        for one, two in combinations(boxes.values(), 2):
            across = min(one[0] + one[2], two[0] + two[2]) - max(one[0], two[0])
            down = min(one[1] + one[3], two[1] + two[3]) - max(one[1], two[1]) + 6
            if across <= -6 or down <= 0:
                continue
            upper, lower = (one, two) if one[1] + one[3] / 2 <= two[1] + two[3] / 2 else (two, one)
            upper[1] = max(y + 4, upper[1] - down / 2)
            lower[1] = min(y + h - lower[3] - 4, lower[1] + down / 2)
            moved = True
        if not moved:
            break
    return {name: (box[0], box[1], box[2], box[3]) for name, box in boxes.items()}


def _draw_cost(d: svg.Drawing, cost: str, x: float, y: float) -> None:
    corners = [(x - 13, y), (x, y - 10), (x + 13, y), (x, y + 10)]
    d.polygon(corners, fill=COST_FIELD, stroke="#c9a227")
    d.text(x, y + 3.7, cost, size=10.5, bold=True, fill=COST_INK, anchor="middle")


def _places(content: Content, view: TableView) -> dict[str, tuple[float, float]]:
    """Centres of regions; those of another board than ours go on a grid."""
    known = PLACES[view.era]
    names = list(dict.fromkeys(site.region for site in view.sites))
    for start, end, _ in borders(content)[view.era]:
        names += [name for name in (start, end) if name not in names]
    return {name: known.get(name, ((k % 6 + 0.5) / 6, (k // 6 + 0.5) / 5)) for k, name in enumerate(names)}


def _sheet(
    view: TableView,
    name: str,
    sites: list[SiteView],
    middle: tuple[float, float],
    board: svg.Box,
) -> svg.Box:
    """The box of a region: round its middle, but on the board."""
    x, y, w, h = board
    wide = REGION_WIDTHS[view.era]
    tall = _title(name, sites) + sum(_site_height(site, wide - 8) for site in sites) + 4
    left = min(max(middle[0] - wide / 2, x + 4), x + w - wide - 4)
    return left, min(max(middle[1] - tall / 2, y + 4), y + h - tall - 4), wide, tall


def _title(name: str, sites: list[SiteView]) -> float:
    """Height of the name of a region; none where its only site has that name."""
    return 15.0 if name != sites[0].name else 3.0


def _draw_region(d: svg.Drawing, view: TableView, name: str, sites: list[SiteView], box: svg.Box) -> None:
    left, top, wide, tall = box
    d.rect(left, top, wide, tall, fill=SHEET, stroke=svg.EDGE, radius=7)
    title = _title(name, sites)
    if title > 5:
        d.text(left + wide / 2, top + 11.5, name, size=10, fill=svg.DIM, anchor="middle", width=wide - 10)
    at = top + title
    for site in sites:
        high = _site_height(site, wide - 8)
        with d.place(f"site-{site.index}", site.told):
            _draw_site(d, site, left + 4, at, wide - 8, high - 2)
        at += high


def _box_lines(box: BoxView, w: float) -> list[str]:
    """An exploration box in words, in one line or two."""
    words = box.tile or box.base or ""
    words += f": {box.words}" if box.words else ""
    return svg.wrap(words, w - 21, svg.FLOOR)


def _beside(site: SiteView, w: float) -> int:
    """Teams that stand beside the name of a site; others stand below."""
    return max(0, int((w - 10 - svg.text_width(_label(site), 9.5, True)) // 12.5))


def _label(site: SiteView) -> str:
    costs = [f"e{site.explore}"] if site.explore >= 0 else []
    costs += [f"b{site.build}"] if site.build >= 0 else []
    return " ".join([site.name, *costs])


def _team_rows(site: SiteView, w: float) -> int:
    """Rows of teams below the name."""
    beside = _beside(site, w)
    return 0 if len(site.teams) <= beside else math.ceil(len(site.teams) / int((w - 6) // 12.5))


def _site_height(site: SiteView, w: float) -> float:
    boxes = sum(len(_box_lines(box, w)) for box in site.boxes if box.tile or box.base)
    filled = sum(1 for box in site.boxes if box.tile or box.base)
    return 20.0 + 9.5 * boxes + 3.5 * filled + 13.0 * bool(site.colony) + 13.0 * _team_rows(site, w)


def _draw_site(d: svg.Drawing, site: SiteView, x: float, y: float, w: float, h: float) -> None:
    border = paint.SEAT_COLOURS[site.owner] if site.owner >= 0 else svg.LINE
    d.rect(x, y, w, h, fill=FIELD, stroke=border, stroke_width=2 if site.owner >= 0 else 0.8, radius=4)
    rows = _team_rows(site, w)
    room = 0.0 if rows else 12.5 * len(site.teams)
    label, words = site.name, _label(site)[len(site.name) :]
    d.text(x + 4, y + 13, label + words, size=9.5, bold=True, fill=svg.INK, width=w - room - 7, min_size=8)
    across = int((w - 6) // 12.5)
    for k, team in enumerate(site.teams):
        left = x + w - 3 - 12.5 * (len(site.teams) - k) if not rows else x + 4 + 12.5 * (k % across)
        top = y + 4 if not rows else y + 18 + 13 * (k // across)
        with d.place(f"team-{team.seat}-{team.number}", team.told):
            _draw_team(d, team, left, top)
    at = y + 25 + 13 * rows
    for box in site.boxes:
        if box.tile is None and box.base is None:
            continue
        if box.base:
            kind = st.BASES.index(box.base)
            d.circle(x + 9, at - 3, 6, fill=paint.SEAT_COLOURS[site.owner])
            ink = paint.SEAT_INK[site.owner]
            d.text(x + 9, at - 0.2, paint.BASE_LETTERS[kind], size=8.5, bold=True, fill=ink, anchor="middle")
        for line in _box_lines(box, w):
            d.text(x + 18, at, line, size=8.5, fill=svg.INK)
            at += 9.5
        at += 3.5
    if site.colony:
        d.text(x + 6, at, f"⬢ {site.colony}", size=9.5, bold=True, fill=paint.COLONY_INK, width=w - 10)


def _draw_team(d: svg.Drawing, team: TeamView, x: float, y: float) -> None:
    """A cube; a ring for a claim, a number for its place on the track to a star."""
    edge, thick = (svg.INK, 1.8) if team.claim else ("#0b1020", 0.8)
    d.rect(x, y, 10.5, 10.5, fill=paint.SEAT_COLOURS[team.seat], stroke=edge, stroke_width=thick, radius=1)
    if team.track:
        ink = paint.SEAT_INK[team.seat]
        d.text(x + 5.25, y + 8.5, str(team.track), size=8.5, bold=True, fill=ink, anchor="middle")
