"""Starship Captains: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). The picture is laid out like the table: the map with its
routes at the left, faction tracks and the central tech board at the right, ship boards below.
"""

from __future__ import annotations

import math
from typing import Any

from astrarium.core.svg import Drawing, text_width
from astrarium.core.tables import Content

from .narrate import narrate
from .state import (
    ACTION_CARDS,
    ANDROID,
    ARTIFACTS,
    CADET,
    CARGO,
    COLOURS,
    COMMANDER,
    FIGURES,
    FIRST_ANDROID_PIRATE,
    NUM_ROUTE_COLOURS,
    PRINTED_ROOMS,
    ROUNDS,
    ROUTE_COLOURS,
    TRACK_LENGTH,
)
from .tables import ICONS
from .view import (
    LINE_COLOURS,
    ROOM_COLOURS,
    SEAT_NAMES,
    SHADOW,
    MissionView,
    PlaceView,
    PlayerView,
    SlotView,
    SoloView,
    TableView,
    TechView,
    TrackView,
    counted,
    figures_of,
    half,
    look,
)

__all__ = ["narrate", "places", "render_svg", "render_text"]

# Text


def render_text(content: Content, s: Any, seat: int | None = None) -> str:
    """The table in monospaced text."""
    view = look(content, s, seat)
    lines = [f"{view.title}: {view.headline}", ""]
    lines += [_text_place(view, place) for place in view.places]
    decks = ", ".join(f"{count} {name}" for name, count in view.decks.items())
    lines += ["", f"decks and supplies: {decks}; the top tech is {view.top}"]
    if view.peeked:
        lines.append(f"seen on the mission deck: {', '.join(each.name for each in view.peeked)}")
    lines.append("")
    for track in view.tracks:
        lines += _text_track(view, track)
    lines += [f"at stations: {name}: {effect}" for name, effect in view.orders]
    lines.append("")
    for space, tech in enumerate(view.board, 1):
        lines.append(f"tech {space}  {_text_tech(tech) if tech else '-'}")
    lines.append("")
    if view.solo:
        lines += _text_solo(view.solo)
    for player in view.players:
        lines += _text_player(view, player)
    lines += [f"{name}: {text}" for name, text in view.epilogues]
    if view.question:
        lines.append(f"> {view.question}")
    return "\n".join(line.rstrip() for line in lines)


def _text_place(view: TableView, place: PlaceView) -> str:
    ways = []
    for route in view.routes:
        if place.place in route.ends:
            there = route.ends[route.ends[0] == place.place]
            pirate = "!" if route.pirate >= 0 else ""
            ways.append((route.colour, f"{ROUTE_COLOURS[route.colour]} {_short(view, there)}{pirate}"))
    ships = [f"{SEAT_NAMES[seat]}{'*' * (place.holder == seat)}" for seat in place.ships]
    ships += [SHADOW] if place.shadow else []
    routes = ", ".join(words for _, words in sorted(ways))
    who = f"   [{', '.join(ships)}]" if ships else ""
    return f"{place.name:<13}{routes:<34}{_text_content(place)}{who}"


def _short(view: TableView, place: int) -> str:
    return "Home" if place == 0 else view.places[place].name


def _text_content(place: PlaceView) -> str:
    if place.station:
        tile = f"round {place.tile_round}" if place.tile_round else "here"
        tile = "used up" if place.tile_round > ROUNDS else tile
        return f"{place.station}: {place.effect} (tile: {tile})"
    if place.mission:
        return _text_mission(place.mission)
    if place.number:
        return f"tile {place.number} {'face up' if place.face_up else 'face down'}"
    return "nothing"


def _text_mission(mission: MissionView) -> str:
    lines = "; ".join(f"{LINE_COLOURS[colour]}: {words}" for colour, words in mission.lines)
    return f"{mission.name} ({mission.points}) {lines}"


def _text_track(view: TableView, track: TrackView) -> list[str]:
    marks = ", ".join(f"{SEAT_NAMES[seat]} {position}" for seat, position in enumerate(track.positions))
    bonuses = [f"{space} {words}" for space, words in enumerate(track.spaces) if words]
    bonuses.append(f"{track.event_space} event")
    lines = [f"{track.name:<12}{marks}   bonuses: {'; '.join(bonuses)}"]
    if track.event:
        lines.append(f"{'':<12}event: {track.event} ({track.event_words})")
    if track.techs:
        shared = "shared" if view.sharing else "to be shared"
        lines.append(f"{'':<12}{shared}: {'; '.join(_text_tech(tech) for tech in track.techs)}")
    if track.trophy >= 0:
        lines.append(f"{'':<12}trophy: {SEAT_NAMES[track.trophy]}")
    return lines


def _text_tech(tech: TechView) -> str:
    kind = f"{ROOM_COLOURS[tech.colour]} room" if tech.colour >= 0 else tech.tier
    icons = "".join(ICONS[icon] for icon in tech.icons)
    return f"{tech.name} [{icons}] {kind}: {tech.words}"


def _text_solo(solo: SoloView) -> list[str]:
    cards = ", ".join(f"{n} {name}" for n, name in zip(solo.left, ACTION_CARDS, strict=True) if n)
    unseen = " and 1 unseen" if solo.unseen else ""
    return [
        f"passenger: {solo.passenger} (action: {solo.effect}; {solo.score})",
        f"{SHADOW} at {solo.place}; in the action deck: {cards or 'nothing'}{unseen}; "
        f"{solo.drawn} drawn, {solo.later} for later rounds",
        "",
    ]


def _text_player(view: TableView, player: PlayerView) -> list[str]:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    cargo = [counted(n, name) for name, n in zip(ARTIFACTS, player.artifacts, strict=True) if n]
    cargo += [counted(player.pirates, "pirate token")] if player.pirates else []
    words = [
        counted_points(player.total),
        f"at {player.place}",
        counted(player.medals, "medal"),
        "starting player" if player.first else "",
        "passed" if player.passed else "",
    ]
    slots = f"{CARGO}{f' + {player.lockers}' if player.lockers else ''} slots"
    lines = [
        f"{mark} {player.name}: {', '.join(word for word in words if word)}",
        f"    ready: {figures_of(player.ready) or 'nobody'}; "
        f"queue: {', '.join(FIGURES[figure] for figure in player.queue) or 'nobody'}",
        f"    cargo ({slots}, {player.damage} damage): {', '.join(cargo) or 'nothing'}",
    ]
    lines += [f"    {_text_slot(number, slot)}" for number, slot in enumerate(player.slots, 1)]
    grays = [name for name, colour in zip(PRINTED_ROOMS[:3], player.rooms, strict=False) if colour == 3]
    if grays:
        lines.append(f"    gray by an artifact: {', '.join(grays)}")
    if player.worker >= 0:
        lines.append(f"    at work: {FIGURES[player.worker]}")
    if player.away_name:
        sent = [f"{FIGURES[f] if f >= 0 else '-'} ({LINE_COLOURS[c]}: {w})" for f, c, w in player.away]
        lines.append(f"    on {player.away_name}: {'; '.join(sent)}")
    done = ", ".join(f"{name} {points}" for name, points in player.missions)
    lines.append(f"    missions: {done or 'none'}")
    return lines


def counted_points(points: float) -> str:
    """Points in words."""
    return f"{half(points)} point{'s' * (points != 1)}"


def _text_slot(number: int, slot: SlotView) -> str:
    icons = "".join(ICONS[icon] for icon in slot.icons)
    if slot.tech:
        return f"slot {number} {_text_tech(slot.tech)}"
    return f"slot {number} [{icons}]{' damaged' if slot.damaged else ''}"


# Picture

WIDTH, GAP = 1280, 8
TOP, MAP_HEIGHT, MAP_WIDTH = 62, 640, 836
TRACK_HEIGHT = 134
BOARD_WIDTH, BOARD_HEIGHT = (WIDTH - 3 * GAP) / 2, 246
INK, PAPER, DIM, LINE, PANEL = "#e8ecf4", "#0a0f1e", "#93a0b8", "#33415f", "#121a30"
CARD, CARD_INK, CARD_DIM = "#f1ede2", "#1c2233", "#5d6679"
SEAT_COLOURS = ("#f2f4f8", "#3fae5a", "#ee8a2f", "#9a63d8")
SEAT_INK = ("#1b1f2a", "#ffffff", "#1b1b1b", "#ffffff")
ROUTE_PAINT = ("#a56be0", "#43b55f", "#e3c23c")
PAINT = ("#d84a45", "#e9c22f", "#3f83dd", "#9aa3b2")  # red, yellow, blue, gray
GOLD, ROBOT, BAD, GOOD = "#d9a227", "#e0b03c", "#c8453b", "#49b36b"
TRACK_PAINT = ("#5b6fd0", "#b98a2c", "#b0413d")
LINE_PAINT = (*PAINT[:3], GOLD)
ICON_PAINT = ("#000000", "#3f83dd", "#d9a227", "#43b55f")  # none, repair, medal, move
BOX = (124, 80)
# Middles of the locations, as shares of the map.
SPOTS = (
    (
        (0.50, 0.50),
        (0.50, 0.29),
        (0.71, 0.605),
        (0.29, 0.605),
        (0.28, 0.215),
        (0.72, 0.215),
        (0.775, 0.415),
        (0.68, 0.765),
        (0.32, 0.765),
        (0.15, 0.415),
        (0.50, 0.085),
        (0.917, 0.13),
        (0.907, 0.915),
        (0.093, 0.915),
    ),
    (
        (0.50, 0.50),
        (0.50, 0.31),
        (0.69, 0.61),
        (0.31, 0.61),
        (0.29, 0.25),
        (0.71, 0.25),
        (0.735, 0.425),
        (0.67, 0.775),
        (0.33, 0.775),
        (0.265, 0.425),
        (0.25, 0.085),
        (0.75, 0.085),
        (0.917, 0.425),
        (0.81, 0.925),
        (0.19, 0.925),
        (0.083, 0.425),
    ),
)


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    return ()


def render_svg(content: Content, s: Any, seat: int | None = None, width: float | None = None) -> str:
    """The table as an SVG picture; in a column when it is to be shown narrow."""
    view = look(content, s, seat)
    below = TOP + MAP_HEIGHT + GAP
    rows = -(-len(view.players) // 2)
    d = Drawing(WIDTH, below + rows * (BOARD_HEIGHT + GAP), background=PAPER)
    _draw_title(d, view)
    _draw_map(d, view, GAP, TOP, MAP_WIDTH, MAP_HEIGHT)
    x, w = MAP_WIDTH + 2 * GAP, WIDTH - MAP_WIDTH - 3 * GAP
    for index, track in enumerate(view.tracks):
        _draw_track(d, view, index, track, x, TOP + index * (TRACK_HEIGHT + GAP), w, TRACK_HEIGHT)
    top = TOP + 3 * (TRACK_HEIGHT + GAP)
    _draw_tech_board(d, view, x, top, w, TOP + MAP_HEIGHT - top)
    for index, player in enumerate(view.players):
        left, y = GAP + index % 2 * (BOARD_WIDTH + GAP), below + index // 2 * (BOARD_HEIGHT + GAP)
        _draw_ship_board(d, view, player, left, y, BOARD_WIDTH, BOARD_HEIGHT)
    if len(view.players) % 2:
        left, y = 2 * GAP + BOARD_WIDTH, below + (rows - 1) * (BOARD_HEIGHT + GAP)
        if view.solo:
            _draw_solo(d, view.solo, left, y, BOARD_WIDTH, BOARD_HEIGHT)
        else:
            _draw_legend(d, left, y, BOARD_WIDTH, BOARD_HEIGHT)
    return d.svg()


def _draw_title(d: Drawing, view: TableView) -> None:
    d.text(14, 25, view.title, size=16, bold=True, fill=INK)
    d.text(WIDTH - 14, 25, view.headline, size=16, fill=INK, anchor="end", width=600)
    colour = SEAT_COLOURS[view.deciding] if view.deciding >= 0 else INK
    if not view.epilogues:
        d.text(14, 51, view.question, size=14, bold=True, fill=colour, width=WIDTH - 28, min_size=8)
        return
    d.text(14, 51, view.question, size=14, bold=True, fill=INK, width=420, min_size=8)
    step = (WIDTH - 460) / len(view.epilogues)
    for index, (name, text) in enumerate(view.epilogues):
        x = 446 + index * step
        words = f"{name}: {text}" if len(view.epilogues) > 1 else text
        d.paragraph(x, 44, words, step - 10, size=9 if len(view.epilogues) > 2 else 10, lines=2, fill=DIM)


# Small things


def _draw_figure(d: Drawing, figure: int, x: float, y: float, r: float) -> None:
    """A head and shoulders; commanders wear a ring, androids are golden squares."""
    if figure == ANDROID:
        paint = ROBOT
    else:
        paint = PAINT[figure - COMMANDER if figure >= COMMANDER else figure]
    if figure == ANDROID:
        d.rect(x - r * 0.72, y - r, r * 1.44, 2 * r, fill=paint, stroke="#ffffff", stroke_width=0.8, radius=2)
        d.circle(x - r * 0.3, y - r * 0.35, r * 0.2, fill=PAPER)
        d.circle(x + r * 0.3, y - r * 0.35, r * 0.2, fill=PAPER)
        d.line(x - r * 0.35, y + r * 0.35, x + r * 0.35, y + r * 0.35, stroke=PAPER, stroke_width=1.2)
        return
    d.path(
        f"M {x - r * 0.85:.1f} {y + r:.1f} A {r * 0.85:.1f} {r:.1f} 0 0 1 {x + r * 0.85:.1f} {y + r:.1f} Z",
        fill=paint,
        stroke=PAPER,
        stroke_width=0.7,
    )
    d.circle(x, y - r * 0.42, r * 0.52, fill=paint, stroke=PAPER, stroke_width=0.7)
    if COMMANDER <= figure < ANDROID:
        d.circle(x, y, r * 1.12, stroke="#ffffff", stroke_width=1.6)


def _draw_ship(d: Drawing, x: float, y: float, r: float, paint: str, held: bool) -> None:
    """A ship from above; golden where the planet is reserved for it."""
    corners = [(x, y - r), (x + r * 0.75, y + r * 0.8), (x, y + r * 0.35), (x - r * 0.75, y + r * 0.8)]
    d.polygon(corners, fill=paint, stroke=GOLD if held else PAPER, stroke_width=2 if held else 1.2)


def _draw_shadow(d: Drawing, x: float, y: float, r: float) -> None:
    """Captain Shadow's ship: dark with a red edge."""
    corners = [(x, y - r), (x + r * 0.75, y + r * 0.8), (x, y + r * 0.35), (x - r * 0.75, y + r * 0.8)]
    d.polygon(corners, fill="#2b2f3b", stroke="#ff6a5a", stroke_width=1.8)


def _draw_pirate(d: Drawing, kind: int, x: float, y: float, r: float) -> None:
    """A dark ship with its exhaust's colour; M = medal and artifact, A = android."""
    paint = ROUTE_PAINT[kind % NUM_ROUTE_COLOURS]
    d.circle(x, y, r, fill="#2a1416", stroke=paint, stroke_width=2.4)
    letter = "A" if kind >= FIRST_ANDROID_PIRATE else "M"
    d.text(x, y + r * 0.42, letter, size=r * 1.2, bold=True, fill="#ffd9d0", anchor="middle")


def _draw_icon(d: Drawing, icon: int, x: float, y: float, r: float, matched: bool = False) -> None:
    """A bonus icon: a wrench is a cross, a medal a disc, a move an arrow."""
    if not icon:
        return
    paint = ICON_PAINT[icon]
    ring: dict[str, Any] = {"stroke": "#ffffff", "stroke_width": 1.4} if matched else {}
    if icon == 1:
        d.rect(x - r, y - r, 2 * r, 2 * r, fill=paint, radius=2, **ring)
        d.line(x - r * 0.55, y, x + r * 0.55, y, stroke="#ffffff", stroke_width=1.3)
        d.line(x, y - r * 0.55, x, y + r * 0.55, stroke="#ffffff", stroke_width=1.3)
    elif icon == 2:
        d.circle(x, y, r, fill=paint, **ring)
        d.circle(x, y, r * 0.4, fill="#fff6da")
    else:
        d.polygon([(x - r, y - r), (x + r, y), (x - r, y + r)], fill=paint, **ring)


def _draw_artifact(d: Drawing, kind: int, x: float, y: float, r: float) -> None:
    """A disc of two colours."""
    first, second = ((0, 1), (1, 2), (0, 2))[kind]
    d.path(f"M {x:.1f} {y - r:.1f} A {r} {r} 0 0 0 {x:.1f} {y + r:.1f} Z", fill=PAINT[first])
    d.path(f"M {x:.1f} {y - r:.1f} A {r} {r} 0 0 1 {x:.1f} {y + r:.1f} Z", fill=PAINT[second])
    d.circle(x, y, r, stroke="#ffffff", stroke_width=0.8)


def _draw_damage(d: Drawing, x: float, y: float, r: float) -> None:
    corners = []
    for k in range(16):
        size = r if k % 2 == 0 else r * 0.55
        corners.append((x + size * math.sin(k * math.pi / 8), y - size * math.cos(k * math.pi / 8)))
    d.polygon(corners, fill=BAD, stroke="#ffb3a6", stroke_width=0.6)


def _draw_points(d: Drawing, points: str, x: float, y: float, r: float) -> None:
    d.circle(x, y, r, fill=GOLD, stroke=PAPER, stroke_width=0.8)
    d.text(x, y + r * 0.4, points, size=r * 1.15, bold=True, fill="#1b1b1b", anchor="middle")


def _draw_medal(d: Drawing, x: float, y: float, r: float) -> None:
    d.polygon([(x - r * 0.5, y - r), (x + r * 0.5, y - r), (x, y + r * 0.2)], fill=PAINT[0])
    d.circle(x, y + r * 0.35, r * 0.65, fill=GOLD, stroke="#6d4f0f", stroke_width=0.8)


# Map


def _draw_map(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill="#0d1428", stroke=LINE, radius=10)
    for k in range(120):
        d.circle(
            x + 4 + k * 373 % int(w - 8), y + 4 + k * 197 % int(h - 8), 0.5 + k % 3 * 0.3, fill="#3b4a70"
        )
    spots = [(x + across * w, y + down * h) for across, down in SPOTS[view.four]]
    for route in view.routes:
        (x1, y1), (x2, y2) = (spots[end] for end in route.ends)
        d.line(x1, y1, x2, y2, stroke=ROUTE_PAINT[route.colour], stroke_width=4.5, stroke_linecap="round")
    for route in view.routes:
        (x1, y1), (x2, y2) = (spots[end] for end in route.ends)
        mx, my = (x1 + x2) / 2, (y1 + y2) / 2
        if route.pirate >= 0:
            _draw_pirate(d, route.pirate, mx, my, 9)
        elif route.marked:
            d.circle(mx, my, 4.5, fill=PAPER, stroke=ROUTE_PAINT[route.colour], stroke_width=2)
    for place, (px, py) in zip(view.places, spots, strict=True):
        _draw_place(d, place, px - BOX[0] / 2, py - BOX[1] / 2, *BOX)
    _draw_map_notes(d, view, x, y, w)


def _draw_map_notes(d: Drawing, view: TableView, x: float, y: float, w: float) -> None:
    decks = view.decks
    words = f"missions left {decks['missions']}"
    d.text(x + 10, y + 16, words, size=9.5, fill=DIM)
    d.text(x + 10, y + 29, f"pirates {decks['pirates']}, artifacts {decks['artifacts']}", size=9.5, fill=DIM)
    line = y + 42
    for each in view.peeked[:3]:
        d.text(x + 10, line, f"next: {each.name}", size=8.5, fill="#ffd9a0", width=112, min_size=6)
        line += 11


def _draw_place(d: Drawing, place: PlaceView, x: float, y: float, w: float, h: float) -> None:
    border = SEAT_COLOURS[place.holder] if place.holder >= 0 else "#5d6f96"
    if place.station:
        _draw_station(d, place, x, y, w, h)
    elif place.mission:
        d.rect(x, y, w, h, fill=CARD, stroke=border, stroke_width=3 if place.holder >= 0 else 1.2, radius=6)
        _draw_mission(d, place.name, place.mission, x, y, w, h)
    else:
        d.circle(x + w / 2, y + h / 2, h * 0.42, fill="#24314f", stroke=border, stroke_width=2)
        if place.number:
            _draw_tile(d, place, x + w / 2, y + h / 2 + 3, h * 0.33)
        d.rect(x + w / 2 - 12, y + h - 10, 24, 12, fill=PAPER, radius=4)
        d.text(x + w / 2, y + h - 0.5, place.name, size=9, bold=True, fill=INK, anchor="middle")
    left = x + w - 12 if place.mission or place.station else x + w / 2 + 32
    for seat in place.ships:
        _draw_ship(d, left, y - 3, 11, SEAT_COLOURS[seat], place.holder == seat)
        left -= 20
    if place.shadow:
        _draw_shadow(d, left, y - 3, 11)


def _draw_tile(d: Drawing, place: PlaceView, x: float, y: float, r: float) -> None:
    """A triangle: orange when it is face up."""
    corners = [(x, y - r), (x + r * 0.95, y + r * 0.7), (x - r * 0.95, y + r * 0.7)]
    fill = "#e98a2c" if place.face_up else "#4a556e"
    d.polygon(corners, fill=fill, stroke="#ffffff" if place.face_up else "#8390ad", stroke_width=1.4)
    ink = "#2b1700" if place.face_up else "#c3cbdc"
    d.text(x, y + r * 0.5, str(place.number), size=r * 0.95, bold=True, fill=ink, anchor="middle")


def _draw_station(d: Drawing, place: PlaceView, x: float, y: float, w: float, h: float) -> None:
    here = place.tile_round == 0
    border = SEAT_COLOURS[place.holder] if place.holder >= 0 else "#7fa7d8"
    d.rect(x, y, w, h, fill="#1d3557", stroke=border, stroke_width=3 if place.holder >= 0 else 2, radius=14)
    d.text(x + w / 2, y + 18, place.station, size=11, bold=True, fill=INK, anchor="middle", width=w - 16)
    if place.station != place.name:
        d.text(x + w / 2, y + h - 6, place.name, size=9, bold=True, fill=DIM, anchor="middle")
    with d.group(opacity=1 if here else 0.4):
        d.rect(x + 8, y + 26, w - 16, 37, fill="#e98a2c" if here else "#4a556e", radius=5)
    if here:
        parts = place.effect.split(", ")
        for index, words in enumerate(parts):
            line = y + 48 + (index - (len(parts) - 1) / 2) * 11
            d.text(x + w / 2, line, words, size=9, bold=True, fill="#2b1700", anchor="middle", width=w - 20)
        return
    words = f"tile in round {place.tile_round}" if place.tile_round <= ROUNDS else "tile used"
    d.text(x + w / 2, y + 48, words, size=9, fill=INK, anchor="middle")


def _draw_mission(
    d: Drawing, place: str, mission: MissionView, x: float, y: float, w: float, h: float
) -> None:
    d.text(x + 6, y + 13, place, size=8.5, bold=True, fill=CARD_DIM)
    left = x + 10 + text_width(place, 8.5, True)
    d.text(
        left, y + 13.5, mission.name, size=9.5, bold=True, fill=CARD_INK, width=x + w - 21 - left, min_size=5
    )
    _draw_points(d, str(mission.points), x + w - 11, y + 11, 7.5)
    step = (h - 24) / 4
    for index, (colour, words) in enumerate(mission.lines):
        top = y + 21 + index * step
        d.rect(x + 5, top, 9, step - 2, fill=LINE_PAINT[colour], radius=2)
        d.text(x + 17, top + step * 0.65, words, size=9, fill=CARD_INK, width=w - 21, min_size=5)


# Tracks


def _draw_track(
    d: Drawing, view: TableView, index: int, track: TrackView, x: float, y: float, w: float, h: float
) -> None:
    paint = TRACK_PAINT[index]
    d.rect(x, y, w, h, fill=PANEL, stroke=paint, stroke_width=1.5, radius=8)
    d.text(x + 8, y + 16, track.name, size=12, bold=True, fill=INK)
    d.text(x + w - 8, y + 15, "zones 1 2 3 4, a loop +5", size=9, fill=DIM, anchor="end", width=w * 0.4)
    if track.trophy >= 0:
        d.text(
            x + w * 0.42,
            y + 15,
            "trophy",
            size=9,
            bold=True,
            fill=SEAT_COLOURS[track.trophy],
            anchor="middle",
        )
    step = (w - 12) / TRACK_LENGTH
    for space in range(TRACK_LENGTH):
        _draw_space(d, view, track, space, paint, x + 6 + space * step, y + 22, step - 2, 62)
    line = y + 97
    if track.event:
        words = f"{track.event}: {track.event_words}"
        line = d.paragraph(x + 8, line, words, w - 16, size=9.5, lines=2, fill=INK)
    elif not (track.techs and view.sharing):
        d.text(x + 8, line, "no event any more", size=9, fill=DIM)
        line += 11
    for tech in track.techs:
        kind = f"{ROOM_COLOURS[tech.colour]} room" if tech.colour >= 0 else "ability"
        state = "shared: " if view.sharing else ""
        d.text(
            x + 8,
            line,
            f"{state}{tech.name} ({kind}): {tech.words}",
            size=9,
            fill="#ffd9a0" if not view.sharing else GOLD,
            width=w - 16,
        )
        line += 11


def _draw_space(
    d: Drawing,
    view: TableView,
    track: TrackView,
    space: int,
    paint: str,
    x: float,
    y: float,
    w: float,
    h: float,
) -> None:
    event = space == track.event_space
    zone = -(-space // 3)
    d.rect(
        x,
        y,
        w,
        h,
        fill="#1a2440" if zone % 2 else "#202c4d",
        stroke=GOLD if event else paint,
        stroke_width=1.6 if event else 0.7,
        radius=3,
    )
    head = "+5" if space == 0 else str(zone)
    d.text(x + w / 2, y + 10, head, size=8.5, bold=True, fill=DIM, anchor="middle")
    words = "event" if event and track.event else "" if event else track.spaces[space]
    _draw_words(d, words, x + w / 2, y + 19, w - 1, GOLD if event else INK)
    here = [seat for seat, position in enumerate(track.positions) if position % TRACK_LENGTH == space]
    for k, seat in enumerate(here):
        mx, my = x + w / 2 + (-6.5 if k % 2 == 0 else 6.5) * (len(here) > 1), y + h - 9 - k // 2 * 12
        loops = track.positions[seat] // TRACK_LENGTH
        d.circle(mx, my, 5.5, fill=SEAT_COLOURS[seat], stroke=PAPER, stroke_width=1)
        if loops:
            mark = str(5 * loops)
            d.text(mx, my + 2.3, mark, size=6, bold=True, fill=SEAT_INK[seat], anchor="middle")


def _draw_words(d: Drawing, words: str, x: float, y: float, w: float, ink: str) -> None:
    """Words one below the other, each as large as it can be."""
    for word in [part for phrase in words.split(", ") for part in phrase.split()][:4]:
        d.text(x, y, word, size=7.5, fill=ink, anchor="middle", width=w, min_size=4)
        y += 7.5


# Techs


def _draw_tech_board(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill=PANEL, stroke=LINE, radius=8)
    decks = view.decks
    words = f"Tech board; deck {decks['techs']} (top {view.top}), {decks['techs discarded']} discarded"
    d.text(x + 8, y + 15, words, size=10, bold=True, fill=DIM, width=w - 16)
    columns = 4
    lines = -(-len(view.board) // columns)
    orders = "; ".join(f"{name}: {effect}" for name, effect in view.orders)
    order = f"at stations: {orders}" if orders else ""
    foot = 13 if order else 0
    step, tall = (w - 10) / columns, (h - 24 - foot) / lines
    for space, tech in enumerate(view.board):
        left, top = x + 6 + space % columns * step, y + 20 + space // columns * tall
        if tech:
            _draw_tech(d, tech, left, top, step - 4, tall - 4, number=space + 1)
        else:
            d.rect(left, top, step - 4, tall - 4, stroke=LINE, radius=5, stroke_dasharray="4 3")
    if order:
        d.text(x + 8, y + h - 5, order, size=9, fill=GOLD, width=w - 16)


def _draw_tech(
    d: Drawing,
    tech: TechView,
    x: float,
    y: float,
    w: float,
    h: float,
    number: int = 0,
    pairs: tuple[int, ...] = (0, 0, 0, 0),
) -> None:
    paint = PAINT[tech.colour] if tech.colour >= 0 else "#7a6fc0" if tech.tier == "omega" else "#8a8f9c"
    d.rect(x, y, w, h, fill=CARD, stroke=paint, stroke_width=2, radius=5)
    d.rect(x + 1.5, y + 1.5, w - 3, 15, fill=paint, radius=3)
    ink = "#1b1b1b" if tech.colour in (1, 3) else "#ffffff"
    name = f"{number} {tech.name}" if number else tech.name
    d.text(x + 4, y + 12.5, name, size=9, bold=True, fill=ink, width=w - 8, min_size=5.5)
    d.paragraph(
        x + w / 2, y + 28, tech.words, w - 26, size=8, lines=5, fill=CARD_INK, anchor="middle", leading=1.15
    )
    d.text(x + w / 2, y + h - 3.5, tech.tier, size=7, fill=CARD_DIM, anchor="middle")
    _draw_corner_icons(d, tech.icons, x, y + 4, w, h - 4, pairs)


def _draw_corner_icons(
    d: Drawing,
    icons: list[int],
    x: float,
    y: float,
    w: float,
    h: float,
    pairs: tuple[int, ...] = (0, 0, 0, 0),
) -> None:
    """Icons at the left and right edges, in two heights."""
    places = ((x + 7, 0.38), (x + 7, 0.76), (x + w - 7, 0.38), (x + w - 7, 0.76))
    for icon, (px, down), pair in zip(icons, places, pairs, strict=True):
        _draw_icon(d, icon, px, y + down * h, 4.8, bool(pair))


# Ship boards


def _draw_ship_board(
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
    name = player.name
    name += "  ▶" if player.seat == view.active and view.deciding >= 0 else ""
    name += "  1st" if player.first else ""
    name += "  passed" if player.passed else ""
    d.text(x + 12, y + 21, name, size=14, bold=True, fill=ink, width=210)
    d.text(x + 230, y + 21, f"at {player.place}", size=11, fill=ink, width=100)
    _draw_medal(d, x + 350, y + 16, 8)
    d.text(x + 363, y + 21, counted(player.medals, "medal"), size=12, bold=True, fill=ink)
    d.text(
        x + w - 12,
        y + 21,
        counted_points(player.total),
        size=14,
        bold=True,
        fill=ink,
        anchor="end",
        width=150,
    )
    _draw_crew(d, player, x + 6, y + 32, w - 12)
    _draw_rooms(d, player, x + 6, y + 62)
    _draw_cargo(d, player, x + 262, y + 62, w - 268)
    _draw_slots(d, player, x + 6, y + 98, w - 12, 92)
    if player.away_name:
        _draw_away(d, player, x + 6, y + 194, w - 12, 32)
    else:
        done = ", ".join(f"{name} {points}" for name, points in player.missions) or "none"
        words = f"missions: {done}"
        size = 9 if text_width(words, 9) < 2 * (w - 30) else 7.5
        d.paragraph(x + 10, y + 206, words, w - 20, size=size, lines=2, fill=INK)
    points = ", ".join(f"{what} {half(number)}" for what, number in player.points.items() if number)
    d.text(x + 10, y + h - 7, points or "no points yet", size=9, fill=DIM, width=w - 20)


def _draw_crew(d: Drawing, player: PlayerView, x: float, y: float, w: float) -> None:
    """The ready room at the left, the queue at the right, its front next to it."""
    ready = [figure for figure in range(len(FIGURES)) for _ in range(player.ready[figure])]
    middle = x + w * 0.52
    d.rect(x, y, w * 0.52 - 4, 26, fill="#1d2a4a", stroke=LINE, radius=5)
    d.rect(middle, y, w * 0.48, 26, fill="#18213a", stroke=LINE, radius=5)
    d.text(x + 5, y + 16, "ready", size=8.5, fill=DIM)
    d.text(middle + 5, y + 16, "queue", size=8.5, fill=DIM)
    _draw_figures(d, ready, x + 42, y + 13.5, w * 0.52 - 52)
    right = w * 0.48 - 50
    if player.worker >= 0:
        d.text(x + w - 58, y + 16, "at work", size=8, fill=GOLD, width=38)
        _draw_figure(d, player.worker, x + w - 12, y + 13.5, 7.5)
        right -= 66
    _draw_figures(d, player.queue, middle + 44, y + 13.5, right)


def _draw_figures(d: Drawing, figures: list[int], x: float, y: float, w: float) -> None:
    step = min(20, w / max(len(figures), 1))
    for index, figure in enumerate(figures):
        _draw_figure(d, figure, x + 8 + index * step, y, 7.5)


def _draw_rooms(d: Drawing, player: PlayerView, x: float, y: float) -> None:
    words = ("2 moves", "fight", "research", "repair")
    for room, name in enumerate(PRINTED_ROOMS):
        left, colour = x + room * 63, player.rooms[room]
        d.rect(left, y, 60, 30, fill=PAINT[colour], radius=5)
        ink = "#1b1b1b" if colour in (1, 3) else "#ffffff"
        d.text(left + 30, y + 13, name, size=9.5, bold=True, fill=ink, anchor="middle")
        d.text(left + 30, y + 24, words[room], size=8.5, fill=ink, anchor="middle")


def _draw_cargo(d: Drawing, player: PlayerView, x: float, y: float, w: float) -> None:
    """Damage from the right, tokens from the left, lockers last."""
    tokens = [kind for kind, n in enumerate(player.artifacts) for _ in range(n)] + [3] * player.pirates
    broken = min(player.damage, CARGO)
    total = CARGO + player.lockers
    excess = player.damage - broken
    step = min(29.0, (w - (30 if excess else 4)) / max(total, 1))
    whole = CARGO - broken
    order = [*range(whole), *range(CARGO, total)]  # places for tokens
    for place in range(total):
        cx, cy = x + step * (place + 0.5), y + 15
        corners = [
            (cx + step * 0.46 * math.sin(k * math.pi / 3), cy - step * 0.46 * math.cos(k * math.pi / 3))
            for k in range(6)
        ]
        d.polygon(corners, fill="#0e1528", stroke="#7fa7d8" if place >= CARGO else "#56658a", stroke_width=1)
        if whole <= place < CARGO:
            _draw_damage(d, cx, cy, step * 0.4)
    for place, token in zip(order, tokens, strict=False):
        cx, cy = x + step * (place + 0.5), y + 15
        if token < 3:
            _draw_artifact(d, token, cx, cy, step * 0.32)
        else:
            d.circle(cx, cy, step * 0.32, fill="#2a1416", stroke="#d8b8b0", stroke_width=1.2)
            d.text(cx, cy + step * 0.15, "P", size=step * 0.4, bold=True, fill="#ffd9d0", anchor="middle")
    if excess:
        d.text(x + step * total + 3, y + 19, f"+{excess}", size=12, bold=True, fill=BAD)


def _draw_slots(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    step = w / len(player.slots)
    before = (0, 0)
    for index, slot in enumerate(player.slots):
        left = x + index * step
        pairs = (*before, *slot.pairs)
        if slot.tech:
            _draw_tech(d, slot.tech, left + 1, y, step - 2, h, pairs=pairs)
        else:
            d.rect(left + 1, y, step - 2, h, fill="#0e1528", stroke=LINE, radius=5)
            _draw_corner_icons(d, slot.icons, left + 1, y + 4, step - 2, h - 4, pairs)
            d.text(left + step / 2, y + 13, f"slot {index + 1}", size=8.5, fill=DIM, anchor="middle")
        if slot.damaged:
            _draw_damage(d, left + step / 2, y + h / 2 + 2, 14)
        before = slot.pairs


def _draw_away(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    """A mission under way: crew on the transporter pads beside the lines."""
    d.text(x + 4, y + 12, player.away_name, size=9.5, bold=True, fill=GOLD, width=118)
    d.text(x + 4, y + 24, "under way", size=8.5, fill=DIM)
    step = (w - 126) / 4
    for index, (figure, colour, words) in enumerate(player.away):
        left = x + 126 + index * step
        here = index == player.away_line
        d.rect(
            left,
            y,
            step - 4,
            h,
            fill=CARD,
            stroke=GOLD if here else LINE,
            stroke_width=2.5 if here else 1,
            radius=4,
        )
        d.rect(left + 2.5, y + 3, 6, h - 6, fill=LINE_PAINT[colour], radius=2)
        if figure >= 0:
            d.circle(left + 21, y + h / 2, 10.5, fill="#2a3555")
            _draw_figure(d, figure, left + 21, y + h / 2, 7)
        d.paragraph(left + 35, y + 13, words, step - 42, size=7.5, lines=2, fill=CARD_INK)


# What fills the place beside an odd number of ships


def _draw_solo(d: Drawing, solo: SoloView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill=PANEL, stroke=LINE, radius=8)
    d.text(x + 12, y + 24, f"Passenger: {solo.passenger}", size=14, bold=True, fill=INK, width=w - 24)
    d.text(x + 12, y + 42, f"action: {solo.effect}", size=11, fill=INK, width=w - 24)
    d.text(x + 12, y + 58, f"score: {solo.score}", size=11, fill=INK, width=w - 24)
    d.line(x + 12, y + 70, x + w - 12, y + 70, stroke=LINE)
    _draw_shadow(d, x + 24, y + 92, 12)
    d.text(x + 46, y + 97, f"{SHADOW} at {solo.place}", size=14, bold=True, fill=INK, width=w - 60)
    drawn = f"{counted(solo.drawn, 'card')} drawn in this round"
    d.text(
        x + 12, y + 120, f"{drawn}, {solo.later} face down for later rounds", size=11, fill=DIM, width=w - 24
    )
    d.text(x + 12, y + 143, "still in the action deck", size=11, fill=DIM)
    left = x + 12
    cards = [name for name, n in zip(ACTION_CARDS, solo.left, strict=True) for _ in range(n)]
    cards += ["unseen"] if solo.unseen else []
    for name in cards:
        d.rect(
            left,
            y + 152,
            80,
            74,
            fill="#20242e" if name == "unseen" else "#e9e6f4",
            stroke="#8190b0",
            radius=6,
        )
        ink = INK if name == "unseen" else CARD_INK
        d.paragraph(left + 40, y + 186, name, 72, size=11, lines=2, fill=ink, bold=True, anchor="middle")
        left += 86
    if not cards:
        d.text(left, y + 186, "nothing", size=12, fill=INK)


def _draw_legend(d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill=PANEL, stroke=LINE, radius=8)
    d.text(x + 12, y + 22, "Signs", size=13, bold=True, fill=INK)
    line = y + 46
    for k, figure in enumerate((0, 1, 2, CADET, COMMANDER, ANDROID)):
        left = x + 22 + k % 3 * 200
        _draw_figure(d, figure, left, line + k // 3 * 26, 8)
        name = "red commander" if figure == COMMANDER else FIGURES[figure]
        d.text(left + 16, line + 4 + k // 3 * 26, name, size=10.5, fill=INK)
    line += 58
    for k, words in enumerate(("bonus: repair", "bonus: medal", "bonus: move")):
        _draw_icon(d, k + 1, x + 22 + k * 200, line, 5.5)
        d.text(x + 38 + k * 200, line + 4, words, size=10.5, fill=INK)
    line += 28
    for k, name in enumerate(ARTIFACTS):
        _draw_artifact(d, k, x + 22 + k * 200, line, 8)
        d.text(x + 38 + k * 200, line + 4, name, size=10.5, fill=INK)
    line += 28
    for k, (kind, words) in enumerate(((0, "pirate: medal, artifact"), (3, "pirate: android"))):
        _draw_pirate(d, kind, x + 22 + k * 200, line, 9)
        d.text(x + 38 + k * 200, line + 4, words, size=10.5, fill=INK)
    _draw_damage(d, x + 422, line, 9)
    d.text(x + 438, line + 4, "damage", size=10.5, fill=INK)
    line += 30
    d.text(
        x + 14,
        line,
        f"routes: {', '.join(ROUTE_COLOURS)}; rings: pirates at the start; golden edge: reserved",
        size=10,
        fill=DIM,
        width=w - 28,
    )
    d.text(
        x + 14,
        line + 18,
        f"rooms and lines: {', '.join(COLOURS)}, gray for all but androids, gold for androids only",
        size=10,
        fill=DIM,
        width=w - 28,
    )
