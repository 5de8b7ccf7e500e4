"""SpaceCorp: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). The picture has the board of the era on the left, the
players on the right, and offers, contracts and the Sideboard below.
"""

from __future__ import annotations

from typing import Any

from astrarium.core.svg import Drawing
from astrarium.core.tables import Content

from . import state as st
from .narrate import narrate
from .view import SEAT_NAMES, PlayerView, SiteView, TableView, borders, look

__all__ = ["narrate", "places", "render_svg", "render_text"]

# Text


def render_text(content: Content, s: Any, seat: int | None = None) -> str:
    """The table in monospaced text."""
    view = look(content, s, seat)
    lines = [f"{view.title}: {view.headline}", ""]
    region = ""
    for site in view.sites:
        if site.region != region:
            region = site.region
            lines.append(f"[{region}]" if region != site.name else "")
        lines.append(_text_site(site))
    lines += ["", *(_text_player(view, player) for player in view.players), ""]
    offers = ", ".join(name or "-" for name in view.offers)
    discard = ", ".join(f"{n} {name}" if n > 1 else name for name, n in view.discard)
    lines.append(f"offers: {offers}; deck {view.deck}; discarded: {discard or 'nothing'}")
    contracts = [
        f"{row}. {words} {'done' if done else f'{award}T'}"
        for row, (words, award, done) in enumerate(view.contracts, 1)
    ]
    lines.append(f"contracts: {'; '.join(contracts)}")
    if view.progress:
        lines.append("progress cards: " + ", ".join(f"{name} {left}" for name, _, left in view.progress))
    if view.colonies:
        lines.append("colony tiles: " + ", ".join(view.colonies))
    if view.action:
        lines.append(f"action: {view.action}")
    if view.question:
        lines.append(f"> {view.question}")
    return "\n".join(line.rstrip() for line in lines)


def _text_site(site: SiteView) -> str:
    costs = [f"e{site.explore}"] if site.explore >= 0 else []
    costs += [f"b{site.build}"] if site.build >= 0 else []
    words = [f"{site.name:<16}", f"{' '.join([*costs, *site.marks]):<22}"]
    parts = []
    for box in site.boxes:
        if box.tile or box.base:
            base = f" + {SEAT_NAMES[site.owner]} {box.base}" if box.base else ""
            parts.append(f"{box.tile or 'no tile'}{f' ({box.words})' if box.words else ''}{base}")
    if site.colony:
        parts.append(f"colony {site.colony}")
    teams = []
    for seat in sorted({seat for seat, _, _ in site.teams}):
        marks = [
            f"{f'track {track}' if track else 'team'}{' claims' if claim else ''}"
            for who, track, claim in site.teams
            if who == seat
        ]
        teams.append(f"{SEAT_NAMES[seat]}: {', '.join(marks)}")
    return "  " + "  ".join([*words, " | ".join(parts), "; ".join(teams)]).rstrip()


def _text_player(view: TableView, player: PlayerView) -> str:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    unknown = player.hand.count(None)
    named = [name for name in player.hand if name]
    hand = ", ".join([*named, f"{unknown} unknown"] if unknown else named)
    parts = [
        f"{mark} {player.name:<7}{player.profit}T",
        f"genetics {player.genetics}, revelation {player.revelation}",
        f"Research {player.research}, Infra {', '.join(player.infra)}",
        f"hand: {hand or 'empty'}",
    ]
    if player.progress:
        parts.append(f"progress: {', '.join(player.progress)}")
    if player.legacy:
        parts.append(f"legacy: {player.legacy}")
    if player.flags:
        parts.append(", ".join(player.flags))
    return "; ".join(parts)


# Picture

WIDTH, HEIGHT = 1360, 900
SIDE, TOP, BOTTOM, GAP = 330, 40, 190, 8
INK, PAPER, DIM, LINE, PANEL = "#e8ecf4", "#070b18", "#93a0b8", "#33415f", "#121a30"
SEAT_COLOURS = ("#4f8ef0", "#e8c53a", "#e05252", "#45b36b")
SEAT_INK = ("#ffffff", "#1b1b1b", "#ffffff", "#ffffff")
ERA_COLOURS = ("#1d3a63", "#5a3a1a", "#3b2160")
BASE_LETTERS = ("A", "B", "X", "I", "F", "R", "S", "D", "P")  # as the legend below says
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


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    return ()


def render_svg(content: Content, s: Any, seat: int | None = None, width: float | None = None) -> str:
    """The table as an SVG picture; in a column when it is to be shown narrow."""
    view = look(content, s, seat)
    d = Drawing(WIDTH, HEIGHT, background=PAPER)
    d.text(14, 26, view.title, size=17, bold=True, fill=INK)
    d.text((WIDTH - SIDE) / 2, 26, view.headline, size=16, fill=INK, anchor="middle", width=760)
    board_w, board_h = WIDTH - SIDE - 3 * GAP, HEIGHT - TOP - BOTTOM - 2 * GAP
    d.rect(GAP, TOP, board_w, board_h, fill=ERA_COLOURS[view.era], radius=10, opacity=0.55)
    _draw_board(d, content, view, GAP, TOP, board_w, board_h)
    height = (HEIGHT - TOP - GAP - GAP * (len(view.players) - 1)) / len(view.players)
    for k, player in enumerate(view.players):
        top = TOP + k * (height + GAP)
        _draw_player(d, view, player, WIDTH - SIDE - GAP, top, SIDE, min(height, 400))
    _draw_supply(d, view, HEIGHT - BOTTOM - GAP, board_w)
    return d.svg()


# The board


def _draw_board(
    d: Drawing, content: Content, view: TableView, x: float, y: float, w: float, h: float
) -> None:
    places = _places(content, view)
    regions: dict[str, list[SiteView]] = {}
    for site in view.sites:
        regions.setdefault(site.region, []).append(site)
    for k, name in enumerate(regions):
        cx, cy = _at(places, name, x, y, w, h)
        star = view.era == st.STARFARERS and any(site.explore >= 0 for site in regions[name])
        colour, radius = DISCS.get(name, (STAR_COLOURS[k % 3], 34) if star else ("none", 0))
        if radius:
            room = min(cx - x, cy - y, x + w - cx, y + h - cy) - 2
            d.circle(cx, cy, min(radius, room), fill=colour, opacity=0.28)
            d.circle(cx, cy, min(radius, room) * 0.8, fill=colour, opacity=0.25)
    for start, end, _ in borders(content)[view.era]:
        (x1, y1), (x2, y2) = (_at(places, name, x, y, w, h) for name in (start, end))
        d.line(x1, y1, x2, y2, stroke="#8fa3c8", stroke_width=1.2, opacity=0.5)
    for name in places:
        if name not in regions:
            cx, cy = _at(places, name, x, y, w, h)
            d.circle(cx, cy, 11, fill="#0b1020", stroke="#5c6b8c")
    for start, end, cost in borders(content)[view.era]:
        (x1, y1), (x2, y2) = (_at(places, name, x, y, w, h) for name in (start, end))
        mx, my = (x1 + x2) / 2, (y1 + y2) / 2
        d.polygon(
            [(mx - 11, my), (mx, my - 9), (mx + 11, my), (mx, my + 9)], fill="#0b1020", stroke="#c9a227"
        )
        d.text(mx, my + 3.5, cost, size=9.5, bold=True, fill="#f1d36b", anchor="middle")
    for name, sites in regions.items():
        cx, cy = _at(places, name, x, y, w, h)
        _draw_region(d, view, name, sites, cx, cy, (x, y, x + w, y + h))


def _places(content: Content, view: TableView) -> dict[str, tuple[float, float]]:
    """Centres of regions; those of another board than ours go on a grid."""
    known = PLACES[view.era]
    names = list(dict.fromkeys(site.region for site in view.sites))
    for start, end, _ in borders(content)[view.era]:
        names += [name for name in (start, end) if name not in names]
    return {name: known.get(name, ((k % 6 + 0.5) / 6, (k // 6 + 0.5) / 5)) for k, name in enumerate(names)}


def _at(
    places: dict[str, tuple[float, float]], name: str, x: float, y: float, w: float, h: float
) -> tuple[float, float]:
    px, py = places[name]
    return x + px * w, y + py * h


def _draw_region(
    d: Drawing,
    view: TableView,
    name: str,
    sites: list[SiteView],
    cx: float,
    cy: float,
    bounds: tuple[float, float, float, float],
) -> None:
    width = 158.0 if view.era == st.MARINERS else 146.0 if view.era == st.PLANETEERS else 134.0
    heights = [_site_height(site) for site in sites]
    title = 14.0 if name != sites[0].name else 2.0
    height = title + sum(heights) + 4
    left = min(max(cx - width / 2, bounds[0] + 4), bounds[2] - width - 4)
    top = min(max(cy - height / 2, bounds[1] + 4), bounds[3] - height - 4)
    d.rect(left, top, width, height, fill="#0d1428", stroke="#5c6b8c", radius=7, opacity=0.95)
    if title > 5:
        d.text(left + width / 2, top + 11, name, size=9.5, fill=DIM, anchor="middle", width=width - 10)
    at = top + title
    for site, tall in zip(sites, heights, strict=True):
        _draw_site(d, view, site, left + 4, at, width - 8, tall - 2)
        at += tall


def _site_height(site: SiteView) -> float:
    filled = sum(1 for box in site.boxes if box.tile or box.base)
    return 19.0 + 12.0 * filled + (12.0 if site.colony else 0.0) + (12.0 if len(site.teams) > 4 else 0.0)


def _draw_site(d: Drawing, view: TableView, site: SiteView, x: float, y: float, w: float, h: float) -> None:
    border = SEAT_COLOURS[site.owner] if site.owner >= 0 else "#2b3a5e"
    d.rect(x, y, w, h, fill="#1a2542", stroke=border, stroke_width=1.6 if site.owner >= 0 else 0.8, radius=4)
    costs = [f"e{site.explore}"] if site.explore >= 0 else []
    costs += [f"b{site.build}"] if site.build >= 0 else []
    room = 11.0 * min(len(site.teams), 4)
    label = f"{site.name} {' '.join(costs)}"
    d.text(x + 4, y + 12, label, size=9.5, bold=True, fill=INK, width=w - room - 8, min_size=6)
    for k, (seat, track, claim) in enumerate(site.teams[:8]):
        cx, cy = x + w - 11 * (k % 4 + 1), y + 4 + 12 * (k // 4)
        d.rect(
            cx, cy, 9, 9, fill=SEAT_COLOURS[seat], stroke="#ffffff" if claim else "#0b1020", stroke_width=1.2
        )
        if track:
            d.text(cx + 4.5, cy + 7.5, track, size=7.5, bold=True, fill=SEAT_INK[seat], anchor="middle")
    at = y + 24
    for box in site.boxes:
        if box.tile is None and box.base is None:
            continue
        if box.base:
            kind = st.BASES.index(box.base)
            d.circle(x + 8, at - 3.5, 5.5, fill=SEAT_COLOURS[site.owner])
            d.text(
                x + 8,
                at - 1,
                BASE_LETTERS[kind],
                size=7.5,
                bold=True,
                fill=SEAT_INK[site.owner],
                anchor="middle",
            )
        words = box.tile or box.base or ""
        if box.words:
            words += f": {box.words}"
        d.text(x + 16, at, words, size=8.5, fill="#c3cbdc", width=w - 20, min_size=5.5)
        at += 12
    if site.colony:
        d.text(x + 6, at, f"⬢ {site.colony}", size=9, bold=True, fill="#f1d36b", width=w - 10, min_size=6)


# Players


def _draw_player(
    d: Drawing, view: TableView, player: PlayerView, x: float, y: float, w: float, h: float
) -> None:
    colour, ink = SEAT_COLOURS[player.seat], SEAT_INK[player.seat]
    deciding = player.seat == view.deciding
    d.rect(
        x,
        y,
        w,
        h,
        fill=PANEL,
        stroke=colour if deciding else LINE,
        stroke_width=3 if deciding else 1,
        radius=8,
    )
    d.rect(x + 4, y + 4, w - 8, 24, fill=colour, radius=5)
    turn = "  ▶ turn" if player.seat == view.active else ""
    d.text(x + 12, y + 21, f"{player.name}{turn}", size=14, bold=True, fill=ink)
    d.text(x + w - 12, y + 21, f"{player.profit}T", size=15, bold=True, fill=ink, anchor="end")
    flags = f"   {', '.join(player.flags)}" if player.flags else ""
    wheel = f"genetics {player.genetics}   revelation {player.revelation}   Research {player.research}{flags}"
    d.text(x + 10, y + 43, wheel, size=10.5, fill=INK, width=w - 20)
    for slot, words in enumerate(player.infra):
        left = x + 8 + slot * (w - 16) / 3
        d.rect(left, y + 49, (w - 16) / 3 - 4, 20, fill="#1f2a48", stroke=LINE, radius=4)
        d.text(left + 4, y + 62.5, words, size=9, fill=INK, width=(w - 16) / 3 - 12, min_size=5)
    known = [name for name in player.hand if name]
    unknown = player.hand.count(None)
    words = ", ".join([*known, f"{unknown} unknown"] if unknown else known) or "empty"
    lines = max(1, int((h - 130) / 12))
    at = d.paragraph(
        x + 10, y + 84, f"hand ({len(player.hand)}): {words}", w - 20, size=9.5, lines=min(lines, 6), fill=DIM
    )
    if player.progress and at < y + h - 34:
        room = max(1, int((y + h - 34 - at) / 12))
        progress = f"progress: {', '.join(player.progress)}"
        at = d.paragraph(x + 10, at, progress, w - 20, size=9.5, lines=min(room, 4), fill="#b7d7a8")
    if player.legacy and at < y + h - 24:
        d.text(x + 10, at, f"legacy: {player.legacy}", size=9.5, fill=DIM, width=w - 20)
    for kind, left in enumerate(player.supply):
        cx = x + 20 + kind * (w - 40) / 8
        d.circle(cx, y + h - 15, 8, fill=colour if left else "#2a3450", opacity=0.9)
        d.text(
            cx,
            y + h - 11.5,
            BASE_LETTERS[kind],
            size=9,
            bold=True,
            fill=ink if left else DIM,
            anchor="middle",
        )
        d.text(cx + 11, y + h - 7, left, size=8, fill=DIM, anchor="middle")


# Offers, contracts, Sideboard


def _draw_supply(d: Drawing, view: TableView, y: float, w: float) -> None:
    d.rect(GAP, y, w, BOTTOM, fill=PANEL, stroke=LINE, radius=8)
    x = GAP + 10.0
    d.text(x, y + 16, f"offers (deck {view.deck})", size=10, fill=DIM)
    for box, name in enumerate(view.offers):
        top = y + 22 + box * 27
        d.rect(x, top, 170, 23, fill="#24406b" if name else "none", stroke=LINE, radius=4)
        d.text(x + 8, top + 15.5, name or "empty", size=10.5, fill=INK if name else DIM, width=156)
    markers = [
        f"{('1st', '2nd')[k]} Beyond: {SEAT_NAMES[seat]}" for k, seat in enumerate(view.beyond) if seat >= 0
    ]
    d.text(x, y + 142, "   ".join(markers), size=9.5, fill=INK, width=172)
    legend = " · ".join(f"{letter} {name}" for letter, name in zip(BASE_LETTERS, st.BASES, strict=True))
    d.paragraph(x, y + 157, legend, 176, size=7.5, lines=4, fill=DIM)
    x += 190
    d.text(x, y + 16, f"contracts of {st.ERAS[view.era]}", size=10, fill=DIM)
    for row, (words, award, done) in enumerate(view.contracts):
        top = y + 31 + row * 17
        d.circle(x + 6, top - 3.5, 5.5, fill="#e08a2e" if done else "none", stroke="#e08a2e")
        d.text(x + 18, top, f"{row + 1}. {words}", size=10, fill=DIM if done else INK, width=262)
        d.text(
            x + 306, top, f"{award}T" if not done else "-", size=10, bold=True, fill="#f1d36b", anchor="end"
        )
    d.text(x, y + 166, view.question, size=13, bold=True, fill=INK, width=500, min_size=9)
    if view.action:
        d.text(x, y + 183, f"action: {view.action}", size=11, fill=DIM, width=w - 220)
    x += 330
    d.text(x, y + 16, "Sideboard", size=10, fill=DIM)
    progress = ", ".join(f"{name} {left}" for name, _, left in view.progress) or "no progress cards yet"
    at = d.paragraph(x, y + 31, progress, w - x, size=9, lines=6, fill="#b7d7a8")
    if view.colonies:
        d.paragraph(
            x, at + 2, "colonies: " + ", ".join(view.colonies), w - x, size=8.5, lines=5, fill="#f1d36b"
        )
