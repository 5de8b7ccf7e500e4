"""SpaceCorp: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). The picture has the board of the era on the left, the
players on the right, and offers, contracts and the Sideboard below.
"""

from __future__ import annotations

import math
from functools import partial
from itertools import combinations
from typing import Any

from astrarium.core.svg import (
    DIM,
    EDGE,
    GAP,
    HOLLOW,
    INK,
    LINE,
    PANEL,
    WELL,
    Box,
    Drawing,
    Panel,
    compose,
    free_spot,
    heading,
    text_width,
    tone,
    wrap,
)
from astrarium.core.tables import Content

from . import state as st
from .actions import ACTIONS
from .narrate import narrate
from .view import SEAT_NAMES, BoxView, PlayerView, SiteView, TableView, TeamView, borders, look

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
    offers = ", ".join(offer[0] if offer else "-" for offer in view.offers)
    lines.append(f"offers: {offers}; deck {view.deck}; discarded: {_counted(view.discard) or 'nothing'}")
    if view.purged:
        lines.append(f"removed from the game: {_counted(view.purged)}")
    contracts = [
        f"{row}. {words} {'done' if done else f'{award}T'}"
        for row, (words, award, done) in enumerate(view.contracts, 1)
    ]
    lines.append(f"contracts: {'; '.join(contracts)}")
    if view.progress:
        lines.append("progress cards: " + ", ".join(f"{name} {left}" for _, name, left, _ in view.progress))
    if view.colonies:
        lines.append("colony tiles: " + ", ".join(name for _, name in view.colonies))
    if view.action:
        lines.append(f"action: {view.action}")
    if view.question:
        lines.append(f"> {view.question}")
    return "\n".join(line.rstrip() for line in lines)


def _counted(cards: list[tuple[str, int]]) -> str:
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in cards)


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
    for seat in sorted({team.seat for team in site.teams}):
        marks = [
            f"{f'track {team.track}' if team.track else 'team'}{' claims' if team.claim else ''}"
            for team in site.teams
            if team.seat == seat
        ]
        teams.append(f"{SEAT_NAMES[seat]}: {', '.join(marks)}")
    return "  " + "  ".join([*words, " | ".join(parts), "; ".join(teams)]).rstrip()


def _text_player(view: TableView, player: PlayerView) -> str:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    hand = ", ".join(
        ", ".join([card.name] * card.copies) if card.name else f"{card.copies} unknown"
        for card in player.hand
    )
    infra = [f"{name} ({numbers})" if numbers else name for name, numbers in player.infra]
    parts = [
        f"{mark} {player.name:<7}{player.profit}T",
        f"genetics {player.genetics}, revelation {player.revelation}",
        f"Research {player.research}, Infra {', '.join(infra)}",
        f"hand: {hand or 'empty'}",
    ]
    if player.progress:
        parts.append(f"progress: {', '.join(name for name, _ in player.progress)}")
    if player.legacy:
        parts.append(f"legacy: {player.legacy}")
    if player.flags:
        parts.append(", ".join(player.flags))
    return "; ".join(parts)


# Picture

WIDTH, HEIGHTS = 1360.0, (940.0, 960.0, 1084.0)  # by players, from two on
SIDE, TOP, BOTTOM = 350.0, 62.0, 302.0
BOARD_WIDTH = WIDTH - SIDE - 3 * GAP
CARD_HEIGHT, LARGE_CARD = 25.0, 36.0  # of a card in a hand: in a column, and where there is room
SEAT_COLOURS = ("#4486ee", "#e8c53a", "#d94848", "#3da765")
SEAT_INK = ("#ffffff", "#1b1b1b", "#ffffff", "#ffffff")
ERA_FIELDS = (
    tone("mariners", "#dbe7f7", "#14243f"),
    tone("planeteers", "#f0e4d2", "#35281a"),
    tone("starfarers", "#e7dff3", "#251a3e"),
)
SHEET = tone("sheet", "#ffffff", "#0d1428")  # a region
FIELD = tone("site-field", "#edf1f8", "#1a2542")  # a site
WAY = tone("way", "#7c8db0", "#7687ab")
COST_FIELD, COST_INK = tone("cost-field", "#fff6d8", "#0b1020"), tone("cost-ink", "#7a5a00", "#f1d36b")
GENES = tone("genes", "#dff1e2", "#1d3327")  # progress cards
COLONY_INK = tone("colony-ink", "#8a6200", "#f1d36b")
BASE_LETTERS = ("A", "B", "X", "I", "F", "R", "S", "D", "P")  # as the legend below says
NARROW_BOARD = 620.0  # in a column the board is drawn this wide, and high
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


def render_svg(content: Content, s: Any, seat: int | None = None, width: float | None = None) -> str:
    """The table as an SVG picture; in a column when it is to be shown narrow."""
    view = look(content, s, seat)
    colour = SEAT_COLOURS[view.deciding] if view.deciding >= 0 else None
    total = HEIGHTS[len(view.players) - 2]
    board = (GAP, TOP, BOARD_WIDTH, total - TOP - BOTTOM - 2 * GAP)
    question = f"{view.question}   ({view.action})" if view.action else view.question
    panels = [
        heading(WIDTH - 2 * GAP, view.title, view.headline, question, colour),
        Panel(
            "board", board, partial(_draw_board, content, view), height=lambda w: 2.1 * w, least=NARROW_BOARD
        ),
    ]
    height = (total - TOP - GAP * len(view.players)) / len(view.players)
    for k, player in enumerate(view.players):
        box = (BOARD_WIDTH + 2 * GAP, TOP + k * (height + GAP), SIDE, min(height, 420.0))
        draw = partial(_draw_player, view, player)
        panels.append(Panel(f"player-{player.seat}", box, draw, partial(_player_height, player)))
    foot = (GAP, total - BOTTOM - GAP, BOARD_WIDTH, BOTTOM)
    panels.append(Panel("supply", foot, partial(_draw_supply, view), partial(_supply_height, view)))
    return compose(panels, width)


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    block, parts = ACTIONS.block(action)
    own, era = int(s["seat"]), int(s["era"])
    name, first = block.name, parts[0] if parts else -1
    if name == "team":
        return (f"team-{own}-{first}",) if s["team_site"][own, first] >= 0 else ()
    if name == "card":
        return (f"hand-{own}-{first - st.NUM_CARDS * era}",)
    if name == "answer":
        return (f"contract-{int(s['row'])}",) if s["stage"] == st.S_CLAIM and first else ()
    if name == "take":
        spots = ("deck", *(f"offer-{box}" for box in range(st.NUM_OFFERS)), f"wheel-{own}")
        return (spots[first],)
    if name == "edge":
        t, cards = content.tables[0], range(st.NUM_CARDS * era, st.NUM_CARDS * (era + 1))
        held = [c % st.NUM_CARDS for c in cards if t["edge"][c] == first and s["hand"][own, c % st.NUM_CARDS]]
        return tuple(f"hand-{own}-{card}" for card in held)
    simple = {
        "type": f"type-{first}",
        "site": f"site-{first - st.FIRST_SITE[era]}",
        "whose": f"player-{(own + first) % int(s['num_players'])}",
        "base": f"base-{own}-{first}",
        "spend": f"player-{own}",
        "slot": f"infra-{own}-{first}",
        "progress": f"progress-{first}",
        "colony": f"colony-{first}",
    }
    return (simple[name],) if name in simple else ()


# The board


def _draw_board(
    content: Content, view: TableView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    d.rect(x, y, w, h, fill=ERA_FIELDS[view.era], stroke=LINE, radius=10)
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
    ways = [(spots[start], spots[end], cost) for start, end, cost in borders(content)[view.era]]
    for start, end, _ in ways:
        d.line(*start, *end, stroke=WAY, stroke_width=1.3)
    for name in spots:
        if name not in regions:
            d.circle(*spots[name], 11, fill=HOLLOW, stroke=EDGE)
    for name, sites in regions.items():
        _draw_region(d, view, name, sites, sheets[name])
    taken: list[tuple[float, float]] = []
    for start, end, cost in ways:
        spot = free_spot(start, end, list(sheets.values()), taken)
        taken.append(spot)
        _draw_cost(d, cost, *spot)


def _apart(sheets: dict[str, Box], board: Box) -> dict[str, Box]:
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


def _draw_cost(d: Drawing, cost: str, x: float, y: float) -> None:
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
    board: Box,
) -> Box:
    """The box of a region: round its middle, but on the board."""
    x, y, w, h = board
    wide = REGION_WIDTHS[view.era]
    tall = _title(name, sites) + sum(_site_height(site, wide - 8) for site in sites) + 4
    left = min(max(middle[0] - wide / 2, x + 4), x + w - wide - 4)
    return left, min(max(middle[1] - tall / 2, y + 4), y + h - tall - 4), wide, tall


def _title(name: str, sites: list[SiteView]) -> float:
    """Height of the name of a region; none where its only site has that name."""
    return 15.0 if name != sites[0].name else 3.0


def _draw_region(d: Drawing, view: TableView, name: str, sites: list[SiteView], box: Box) -> None:
    left, top, wide, tall = box
    d.rect(left, top, wide, tall, fill=SHEET, stroke=EDGE, radius=7)
    title = _title(name, sites)
    if title > 5:
        d.text(left + wide / 2, top + 11.5, name, size=10, fill=DIM, anchor="middle", width=wide - 10)
    at = top + title
    for site in sites:
        high = _site_height(site, wide - 8)
        with d.place(f"site-{site.index}"):
            _draw_site(d, site, left + 4, at, wide - 8, high - 2)
        at += high


def _box_lines(box: BoxView, w: float) -> list[str]:
    """An exploration box in words, in one line or two."""
    words = box.tile or box.base or ""
    words += f": {box.words}" if box.words else ""
    return wrap(words, w - 21, 8.5)


def _beside(site: SiteView, w: float) -> int:
    """Teams that stand beside the name of a site; others stand below."""
    return max(0, int((w - 10 - text_width(_label(site), 9.5, True)) // 12.5))


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


def _draw_site(d: Drawing, site: SiteView, x: float, y: float, w: float, h: float) -> None:
    border = SEAT_COLOURS[site.owner] if site.owner >= 0 else LINE
    d.rect(x, y, w, h, fill=FIELD, stroke=border, stroke_width=2 if site.owner >= 0 else 0.8, radius=4)
    rows = _team_rows(site, w)
    room = 0.0 if rows else 12.5 * len(site.teams)
    label, words = site.name, _label(site)[len(site.name) :]
    d.text(x + 4, y + 13, label + words, size=9.5, bold=True, fill=INK, width=w - room - 7, min_size=8)
    across = int((w - 6) // 12.5)
    for k, team in enumerate(site.teams):
        left = x + w - 3 - 12.5 * (len(site.teams) - k) if not rows else x + 4 + 12.5 * (k % across)
        top = y + 4 if not rows else y + 18 + 13 * (k // across)
        with d.place(f"team-{team.seat}-{team.number}"):
            _draw_team(d, team, left, top)
    at = y + 25 + 13 * rows
    for box in site.boxes:
        if box.tile is None and box.base is None:
            continue
        if box.base:
            kind = st.BASES.index(box.base)
            d.circle(x + 9, at - 3, 6, fill=SEAT_COLOURS[site.owner])
            ink = SEAT_INK[site.owner]
            d.text(x + 9, at - 0.2, BASE_LETTERS[kind], size=8.5, bold=True, fill=ink, anchor="middle")
        for line in _box_lines(box, w):
            d.text(x + 18, at, line, size=8.5, fill=INK)
            at += 9.5
        at += 3.5
    if site.colony:
        d.text(x + 6, at, f"⬢ {site.colony}", size=9.5, bold=True, fill=COLONY_INK, width=w - 10)


def _draw_team(d: Drawing, team: TeamView, x: float, y: float) -> None:
    """A cube; a ring for a claim, a number for its place on the track to a star."""
    edge, thick = (INK, 1.8) if team.claim else ("#0b1020", 0.8)
    d.rect(x, y, 10.5, 10.5, fill=SEAT_COLOURS[team.seat], stroke=edge, stroke_width=thick, radius=1)
    if team.track:
        ink = SEAT_INK[team.seat]
        d.text(x + 5.25, y + 8.5, str(team.track), size=8.5, bold=True, fill=ink, anchor="middle")


# Players


def _player_height(player: PlayerView, width: float) -> float:
    """In a column: as much as hand and progress need."""
    rows = math.ceil(len(player.hand) / 2)
    return 100 + CARD_HEIGHT * rows + 12 * len(_progress(player, width)) + 14 * bool(player.legacy) + 30


def _progress(player: PlayerView, width: float, words: bool = True) -> list[str]:
    """Lines about the progress cards: their names, and what they do."""
    if not words:
        names = ", ".join(name for name, _ in player.progress)
        return wrap(f"progress: {names}", width - 20, 9.5)
    return [line for name, text in player.progress for line in wrap(f"{name}: {text}", width - 20, 9.5)]


def _draw_player(
    view: TableView, player: PlayerView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    colour, ink = SEAT_COLOURS[player.seat], SEAT_INK[player.seat]
    deciding = player.seat == view.deciding
    d.panel(x, y, w, h, colour if deciding else LINE, 3 if deciding else 1)
    with d.place(f"player-{player.seat}"):
        d.rect(x + 4, y + 4, w - 8, 22, fill=colour, radius=5)
        turn = "  ▶ turn" if player.seat == view.active else ""
        flags = f"  {', '.join(player.flags)}" if player.flags else ""
        d.text(x + 12, y + 20, f"{player.name}{turn}{flags}", 13, ink, bold=True, width=w - 80)
        d.text(x + w - 12, y + 20, f"{player.profit}T", size=15, bold=True, fill=ink, anchor="end")
    with d.place(f"wheel-{player.seat}"):
        wheel = f"genetics {player.genetics}   revelation {player.revelation}   Research {player.research}"
        d.text(x + 10, y + 40, wheel, size=10.5, fill=INK, width=w - 20)
    for slot, (name, numbers) in enumerate(player.infra):
        left = x + 8 + slot * (w - 16) / 3
        with d.place(f"infra-{player.seat}-{slot}"):
            _draw_card(d, name, numbers, left, y + 45, (w - 16) / 3 - 4, 26)
    cards = sum(card.copies for card in player.hand)
    d.text(x + 10, y + 83, f"hand ({cards})" if cards else "hand: empty", size=9.5, fill=DIM)
    low = y + h - 28
    legacy = f"legacy: {player.legacy}" if player.legacy else ""
    hand = CARD_HEIGHT * math.ceil(len(player.hand) / 2)
    lines = _progress(player, w)
    if low - 11.5 * len(lines) - 12 * bool(legacy) < y + 87 + hand:
        lines = _progress(player, w, words=False)
    low -= 11.5 * len(lines) + 12 * bool(legacy)
    at = low
    for line in lines:
        d.text(x + 10, at + 8, line, size=9.5, fill=INK)
        at += 11.5
    if legacy:
        d.text(x + 10, at + 8, legacy, size=9.5, fill=DIM, width=w - 20)
    _draw_hand(d, player, x + 8, y + 87, w - 16, low - y - 89)
    for kind, left in enumerate(player.supply):
        cx = x + 18 + kind * (w - 42) / 8
        with d.place(f"base-{player.seat}-{kind}"):
            d.circle(cx, y + h - 14, 8.5, fill=colour if left else WELL)
            letter = BASE_LETTERS[kind]
            d.text(cx, y + h - 10.5, letter, 10, ink if left else DIM, "middle", True)
        d.text(cx + 13, y + h - 8, str(left), size=9, fill=DIM, anchor="middle")


def _draw_hand(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    """Cards two to a line; without their numbers where there are too many."""
    columns = 2 if len(player.hand) <= 2 * (h // 14) else 3
    rows = max(1, math.ceil(len(player.hand) / columns))
    step, wide = min(LARGE_CARD, h / rows), w / columns
    for k, card in enumerate(player.hand):
        left, top = x + k % columns * wide, y + k // columns * step
        if card.name is None:
            words = f"{card.copies} unknown card{'s' * (card.copies > 1)}"
            d.rect(left, top, wide - 4, step - 3, fill=WELL, stroke=EDGE, radius=3, stroke_dasharray="3 2")
            d.text(left + 6, top + step / 2 + 2, words, size=9.5, fill=DIM, width=wide - 14)
            continue
        name = f"{card.copies}× {card.name}" if card.copies > 1 else card.name
        with d.place(card.place):
            _draw_card(d, name, card.numbers, left, top, wide - 4, step - 3)


def _draw_card(d: Drawing, name: str, numbers: str, x: float, y: float, w: float, h: float) -> None:
    """A name, and the numbers of the card below it if there is room."""
    d.rect(x, y, w, h, fill=WELL, stroke=EDGE, stroke_width=0.8, radius=3)
    if not numbers or h < 20:
        size = min(11.5, h * (0.75 if h < 13 else 0.42))
        d.text(x + 5, y + h / 2 + 0.36 * size, name, size, INK, bold=True, width=w - 9, min_size=7.5)
        return
    size = min(11.5, 0.37 * h)
    d.text(x + 5, y + h / 2 - 2, name, max(9.5, size), INK, bold=True, width=w - 9, min_size=7.5)
    short = numbers.replace(" shielded", "✱") if text_width(numbers, 7.8) > w - 9 else numbers
    d.text(x + 5, y + h - 0.16 * h, short, max(9, size - 0.5), INK, width=w - 9, min_size=7.2)


# Offers, contracts, Sideboard


def _supply_height(view: TableView, width: float) -> float:
    """In a column: offers, contracts, actions, progress cards, colonies, what was discarded."""
    notes = 12 * sum(len(wrap(line, width - 20, 9.5)) for line in _notes(view))
    sideboard = 16 * math.ceil(len(view.progress) / 3) + 16 * math.ceil(len(view.colonies) / 4)
    return 84 + 150 + 78 + 34 + sideboard + notes + 10


def _notes(view: TableView) -> list[str]:
    """What lies open beside the board, in words."""
    legend = " · ".join(f"{letter} {name}" for letter, name in zip(BASE_LETTERS, st.BASES, strict=True))
    lines = [f"sites: e cost to explore, b cost to build; bases: {legend}"]
    markers = [
        f"{('1st', '2nd')[k]} Beyond: {SEAT_NAMES[seat]}" for k, seat in enumerate(view.beyond) if seat >= 0
    ]
    lines += ["; ".join(markers)] if markers else []
    lines += [f"on the table: {_counted(view.played)}"] if view.played else []
    lines.append(f"discarded: {_counted(view.discard) or 'nothing'}")
    lines += [f"removed from the game: {_counted(view.purged)}"] if view.purged else []
    return lines


def _draw_supply(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.panel(x, y, w, h)
    slim = w < 500
    if slim:
        _draw_offers(d, view, x + 10, y + 8, (w - 20) / 2, 2)
        _draw_contracts(d, view, x + 10, y + 92, w - 20)
        top = _draw_actions(d, view, x + 10, y + 236, w - 20, 4)
        top = _draw_sideboard(d, view, x + 10, top + 4, w - 20, 3, 4)
        notes, room = x + 10, w - 20
    else:
        _draw_offers(d, view, x + 10, y + 8, 190, 1)
        _draw_contracts(d, view, x + 214, y + 8, 330)
        _draw_sideboard(d, view, x + 560, y + 8, w - 570, 3, 5)
        _draw_actions(d, view, x + 10, y + 206, w - 20, len(st.TYPES))
        notes, room, top = x + 10, w - 20, y + 230
    for line in _notes(view):
        size = 9.5 if slim else next((size for size in (9.5, 9.0) if len(wrap(line, room, size)) <= 2), 8.0)
        top = d.paragraph(notes, top + 10, line, room, size, fill=DIM, leading=1.2) - 10


def _draw_offers(d: Drawing, view: TableView, x: float, y: float, w: float, columns: int) -> None:
    with d.place("deck"):
        d.text(x, y + 9, f"offers; {view.deck} cards in the deck", size=10, fill=DIM)
    for box, offer in enumerate(view.offers):
        left, top = x + box % columns * w, y + 14 + box // columns * 31
        with d.place(f"offer-{box}"):
            if offer:
                _draw_card(d, *offer, left, top, w - 4, 28)
            else:
                d.rect(left, top, w - 4, 28, fill=HOLLOW, stroke=LINE, radius=3, stroke_dasharray="4 3")
                d.text(left + 6, top + 18, "empty", size=9.5, fill=DIM)


def _draw_contracts(d: Drawing, view: TableView, x: float, y: float, w: float) -> None:
    d.text(x, y + 9, f"contracts of {st.ERAS[view.era]}", size=10, fill=DIM)
    for row, (words, award, done) in enumerate(view.contracts):
        top = y + 26 + row * 18
        with d.place(f"contract-{row}"):
            d.circle(x + 6, top - 3.5, 5.5, fill="#e08a2e" if done else HOLLOW, stroke="#e08a2e")
            ink = DIM if done else INK
            d.text(x + 18, top, f"{row + 1}. {words}", 10, ink, width=w - 52, min_size=8)
            pay = f"{award}T" if not done else "-"
            d.text(x + w, top, pay, size=10.5, bold=True, fill=COLONY_INK, anchor="end")


def _draw_actions(d: Drawing, view: TableView, x: float, y: float, w: float, columns: int) -> float:
    """The kinds of action; where they end."""
    step = w / columns
    for kind, name in enumerate(st.TYPES):
        left, top = x + kind % columns * step, y + kind // columns * 22
        with d.place(f"type-{kind}"):
            d.rect(left, top, step - 4, 19, fill=WELL, stroke=EDGE, radius=9)
            d.text(left + step / 2 - 2, top + 13, name, 9.5, INK, "middle", width=step - 12, min_size=7.5)
    return y + 22 * math.ceil(len(st.TYPES) / columns)


def _draw_sideboard(
    d: Drawing, view: TableView, x: float, y: float, w: float, wide: int, across: int
) -> float:
    """Progress cards and colony tiles that can still be had; where they end."""
    d.text(x, y + 9, "Sideboard" if view.progress else "Sideboard: no progress cards yet", size=10, fill=DIM)
    y += 14
    told = w > 400 and len(view.progress) <= 8  # room for what they do
    wide, high = (1, 22.0) if told else (wide, 16.0)
    for k, (title, name, left, text) in enumerate(view.progress):
        step = w / wide
        cx, cy = x + k % wide * step, y + k // wide * high
        fill, ink = (GENES, INK) if left else (HOLLOW, DIM)
        with d.place(f"progress-{title}", text):
            d.rect(cx, cy, step - 3, high - 2, fill=fill, stroke=EDGE, stroke_width=0.6, radius=3)
            room = 120 if told else step - 11
            d.text(cx + 4, cy + high / 2 + 2.3, f"{left}× {name}", 9, ink, width=room, min_size=7.5)
            if told:
                size = 9.0 if text_width(text, 9) < step - 136 else 8.0
                top = cy + (13.3 if size > 8 else 8.6)
                d.paragraph(cx + 128, top, text, step - 136, size, 2, ink, leading=1.1)
    y += high * math.ceil(len(view.progress) / wide) + 2
    for k, (colony, name) in enumerate(view.colonies):
        step = w / across
        cx, cy = x + k % across * step, y + k // across * 16
        with d.place(f"colony-{colony}"):
            d.rect(cx, cy, step - 3, 14, fill=PANEL, stroke="#c9a227", stroke_width=0.8, radius=3)
            d.text(cx + 4, cy + 10.3, name, 8.5, INK, width=step - 10, min_size=7.2)
    return y + 16 * math.ceil(len(view.colonies) / across) + 4
