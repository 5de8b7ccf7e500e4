"""Starship Captains: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). The picture is laid out like the table: the map with its
routes at the left, faction tracks and the central tech board at the right, ship boards below.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from astrarium.core.svg import (
    DIM,
    EDGE,
    GAP,
    HOLLOW,
    INK,
    LINE,
    PANEL,
    PAPER,
    WELL,
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

from . import actions as act
from . import state as st
from . import tables as tb
from .narrate import narrate
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
            ways.append((route.colour, f"{st.ROUTE_COLOURS[route.colour]} {_short(view, there)}{pirate}"))
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
        tile = "used up" if place.tile_round > st.ROUNDS else tile
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
        lines.append(f"{'':<12}{shared}: {'; '.join(_text_tech(tech) for tech in track.techs.values())}")
    if track.trophy >= 0:
        lines.append(f"{'':<12}trophy: {SEAT_NAMES[track.trophy]}")
    return lines


def _text_tech(tech: TechView) -> str:
    kind = f"{ROOM_COLOURS[tech.colour]} room" if tech.colour >= 0 else tech.tier
    icons = "".join(tb.ICONS[icon] for icon in tech.icons)
    return f"{tech.name} [{icons}] {kind}: {tech.words}"


def _text_solo(solo: SoloView) -> list[str]:
    cards = ", ".join(f"{n} {name}" for n, name in zip(solo.left, st.ACTION_CARDS, strict=True) if n)
    unseen = " and 1 unseen" if solo.unseen else ""
    return [
        f"passenger: {solo.passenger} (action: {solo.effect}; {solo.score})",
        f"{SHADOW} at {solo.place}; in the action deck: {cards or 'nothing'}{unseen}; "
        f"{solo.drawn} drawn, {solo.later} for later rounds",
        "",
    ]


def _text_player(view: TableView, player: PlayerView) -> list[str]:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    cargo = [counted(n, name) for name, n in zip(st.ARTIFACTS, player.artifacts, strict=True) if n]
    cargo += [counted(player.pirates, "pirate token")] if player.pirates else []
    words = [
        counted_points(player.total),
        f"at {player.place}",
        counted(player.medals, "medal"),
        "starting player" if player.first else "",
        "passed" if player.passed else "",
    ]
    slots = f"{st.CARGO}{f' + {player.lockers}' if player.lockers else ''} slots"
    lines = [
        f"{mark} {player.name}: {', '.join(word for word in words if word)}",
        f"    ready: {figures_of(player.ready) or 'nobody'}; "
        f"queue: {', '.join(st.FIGURES[figure] for figure in player.queue) or 'nobody'}",
        f"    cargo ({slots}, {player.damage} damage): {', '.join(cargo) or 'nothing'}",
    ]
    lines += [f"    {_text_slot(number, slot)}" for number, slot in enumerate(player.slots, 1)]
    grays = [name for name, colour in zip(st.PRINTED_ROOMS[:3], player.rooms, strict=False) if colour == 3]
    if grays:
        lines.append(f"    gray by an artifact: {', '.join(grays)}")
    if player.worker >= 0:
        lines.append(f"    at work: {st.FIGURES[player.worker]}")
    if player.away_name:
        sent = [f"{st.FIGURES[f] if f >= 0 else '-'} ({LINE_COLOURS[c]}: {w})" for f, c, w in player.away]
        lines.append(f"    on {player.away_name}: {'; '.join(sent)}")
    done = ", ".join(f"{name} {points}" for name, points in player.missions)
    lines.append(f"    missions: {done or 'none'}")
    return lines


def counted_points(points: float) -> str:
    """Points in words."""
    return f"{half(points)} point{'s' * (points != 1)}"


def _text_slot(number: int, slot: SlotView) -> str:
    icons = "".join(tb.ICONS[icon] for icon in slot.icons)
    if slot.tech:
        return f"slot {number} {_text_tech(slot.tech)}"
    return f"slot {number} [{icons}]{' damaged' if slot.damaged else ''}"


# Picture

WIDTH = 1280.0
TOP, MAP_HEIGHT, MAP_WIDTH = 62.0, 664.0, 828.0
TRACK_HEIGHT = 134.0
BOARD_WIDTH, BOARD_HEIGHT = (WIDTH - 3 * GAP) / 2, 246.0
NARROW_MAP = 600.0  # in a column the map is drawn this wide, and high
SLIM = 500.0  # a panel narrower than this is laid out for a column
CARD, CARD_INK, CARD_DIM = "#f1ede2", "#1c2233", "#5d6679"
SKY = tone("sky", "#eef2f9", "#0d1428")
STARS = tone("stars", "#c9d2e3", "#3b4a70")
PLANET = tone("planet", "#d5deee", "#24314f")
STATION_FIELD = tone("station-field", "#cfe0f4", "#1d3557")
ZONES = (tone("zone-even", "#dde5f2", "#202c4d"), tone("zone-odd", "#eaeff7", "#1a2440"))
GOLD_INK = tone("gold-ink", "#8a6200", "#e8b93a")
SEAT_COLOURS = ("#f2f4f8", "#3fae5a", "#ee8a2f", "#9a63d8")
SEAT_INK = ("#1b1f2a", "#ffffff", "#1b1b1b", "#ffffff")
ROUTE_PAINT = ("#a56be0", "#43b55f", "#e3c23c")
PAINT = ("#d84a45", "#e9c22f", "#3f83dd", "#9aa3b2")  # red, yellow, blue, gray
GOLD, ROBOT, BAD, GOOD = "#d9a227", "#e0b03c", "#c8453b", "#49b36b"
TRACK_PAINT = ("#5b6fd0", "#b98a2c", "#b0413d")
LINE_PAINT = (*PAINT[:3], GOLD)
ICON_PAINT = ("#000000", "#3f83dd", "#d9a227", "#43b55f")  # none, repair, medal, move
BOX = (124.0, 104.0)  # a location at most
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
        (0.50, 0.1),
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
        (0.715, 0.425),
        (0.67, 0.775),
        (0.33, 0.775),
        (0.285, 0.425),
        (0.25, 0.1),
        (0.75, 0.1),
        (0.905, 0.425),
        (0.81, 0.925),
        (0.19, 0.925),
        (0.095, 0.425),
    ),
)


def render_svg(content: Content, s: Any, seat: int | None = None, width: float | None = None) -> str:
    """The table as an SVG picture; in a column when it is to be shown narrow."""
    view = look(content, s, seat)
    colour = SEAT_COLOURS[view.deciding] if view.deciding >= 0 else None
    chart = (GAP, TOP, MAP_WIDTH, MAP_HEIGHT)
    panels = [
        heading(WIDTH - 2 * GAP, view.title, view.headline, view.question, colour),
        Panel("map", chart, partial(_draw_map, view), height=lambda w: 1.42 * w, least=NARROW_MAP),
    ]
    x, w = MAP_WIDTH + 2 * GAP, WIDTH - MAP_WIDTH - 3 * GAP
    for index, track in enumerate(view.tracks):
        box = (x, TOP + index * (TRACK_HEIGHT + GAP), w, TRACK_HEIGHT)
        draw = partial(_draw_track, view, index, track)
        panels.append(Panel(f"track-{index}", box, draw, lambda _: TRACK_HEIGHT + 70))
    y = TOP + 3 * (TRACK_HEIGHT + GAP)
    techs = (x, y, w, TOP + MAP_HEIGHT - y)
    panels.append(Panel("techs", techs, partial(_draw_tech_board, view), lambda _: 50.0 + 3 * 104))
    below = TOP + MAP_HEIGHT + GAP
    for index in range(len(view.players) + len(view.players) % 2):
        row, column = divmod(index, 2)
        box = (
            GAP + column * (BOARD_WIDTH + GAP),
            below + row * (BOARD_HEIGHT + GAP),
            BOARD_WIDTH,
            BOARD_HEIGHT,
        )
        if index < len(view.players):
            player = view.players[index]
            draw = partial(_draw_ship_board, view, player)
            panels.append(Panel(f"player-{player.seat}", box, draw, partial(_slim_height, player)))
        elif view.solo:
            panels.append(Panel("solo", box, partial(_draw_solo, view.solo), lambda _: 330.0))
        else:
            panels.append(Panel("legend", box, _draw_legend, lambda _: 320.0))
    if view.epilogues:
        lines = 14.0 * len(view.epilogues)
        top = below + math.ceil(len(view.players) / 2) * (BOARD_HEIGHT + GAP)
        box = (GAP, top, WIDTH - 2 * GAP, 14 + lines)
        height = partial(_epilogue_height, view)
        panels.insert(1, Panel("epilogues", box, partial(_draw_epilogues, view), height))
    return compose(panels, width)


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    block, parts = act.ACTIONS.block(action)
    own = int(s["seat"])
    name, first = block.name, parts[0] if parts else -1
    if name == "room":
        if first >= st.FIRST_SHARED_ROOM:
            return (f"shared-{first - st.FIRST_SHARED_ROOM}",)
        slot = first >= st.FIRST_SLOT_ROOM
        return (f"slot-{own}-{first - st.FIRST_SLOT_ROOM}" if slot else f"room-{own}-{first}",)
    if name == "mission":
        return (f"place-{int(s['location'][own])}",)
    if name in ("train", "promote", "figure"):
        return (f"ready-{own}-{first}",)
    if name == "pair":
        return tuple(dict.fromkeys(f"token-{own}-{kind}" for kind in st.PAIRS[first]))
    if name == "pirate":
        here = int(s["shadow_at"] if s["ask"] > st.ASK_SHADOW_MISSION else s["location"][own])
        routes = look(content, s, seat).routes
        beside = [r.ends for r in routes if here in r.ends and r.colour == first and r.pirate >= 0]
        return tuple(f"pirate-{one}-{two}" for one, two in beside)
    if name == "repair":
        return (f"slot-{own}-{first - 1}" if first else f"cargo-{own}",)
    if name == "spend":
        spots = {act.SPEND_PIRATE: f"token-{own}-3", act.SPEND_MEDAL: f"medals-{own}"}
        spots[act.SPEND_ANDROID] = f"ready-{own}-{st.ANDROID}"
        return (spots.get(first, f"token-{own}-{first}"),)
    if name == "copy":
        return (f"slot-{(own + first) % int(s['num_players'])}-{parts[1]}",)
    if name in ("yes", "no") and s["ask"] in (st.ASK_LINE, st.ASK_LINE_TASK):
        return (f"line-{own}-{int(s['line'])}",)
    simple = {
        "go": f"place-{first}",
        "tech": f"tech-{first}",
        "drawn": f"drawn-{first}",
        "slot": f"slot-{own}-{first}",
        "advance": f"track-{first}",
        "copy_shared": f"shared-{first}",
    }
    return (simple[name],) if name in simple else ()


def _epilogue_height(view: TableView, width: float) -> float:
    lines = [wrap(f"{name}: {text}", width - 20, 10) for name, text in view.epilogues]
    return 14 + 12.5 * sum(map(len, lines))


def _draw_epilogues(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    """What became of the captains."""
    d.panel(x, y, w, h)
    line = y + 17
    for name, text in view.epilogues:
        line = d.paragraph(x + 10, line, f"{name}: {text}", w - 20, 10 if w < SLIM else 11, fill=INK)


# Small things


def _draw_figure(d: Drawing, figure: int, x: float, y: float, r: float) -> None:
    """A head and shoulders; commanders wear a ring, androids are golden squares."""
    if figure == st.ANDROID:
        paint = ROBOT
    else:
        paint = PAINT[figure - st.COMMANDER if figure >= st.COMMANDER else figure]
    if figure == st.ANDROID:
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
    if st.COMMANDER <= figure < st.ANDROID:
        d.circle(x, y, r * 1.12, stroke=INK, stroke_width=1.6)


def _draw_ship(d: Drawing, x: float, y: float, r: float, paint: str, held: bool) -> None:
    """A ship from above; golden where the planet is reserved for it."""
    corners = [(x, y - r), (x + r * 0.75, y + r * 0.8), (x, y + r * 0.35), (x - r * 0.75, y + r * 0.8)]
    d.polygon(corners, fill=paint, stroke=GOLD if held else EDGE, stroke_width=2 if held else 1.2)


def _draw_shadow(d: Drawing, x: float, y: float, r: float) -> None:
    """Captain Shadow's ship: dark with a red edge."""
    corners = [(x, y - r), (x + r * 0.75, y + r * 0.8), (x, y + r * 0.35), (x - r * 0.75, y + r * 0.8)]
    d.polygon(corners, fill="#2b2f3b", stroke="#ff6a5a", stroke_width=1.8)


def _draw_pirate(d: Drawing, kind: int, x: float, y: float, r: float) -> None:
    """A dark ship with its exhaust's colour; M = medal and artifact, A = android."""
    paint = ROUTE_PAINT[kind % st.NUM_ROUTE_COLOURS]
    d.circle(x, y, r, fill="#2a1416", stroke=paint, stroke_width=2.4)
    letter = "A" if kind >= st.FIRST_ANDROID_PIRATE else "M"
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


def _draw_map(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill=SKY, stroke=LINE, radius=10)
    for k in range(120):
        star = (x + 4 + k * 373 % int(w - 8), y + 4 + k * 197 % int(h - 8))
        d.circle(*star, 0.5 + k % 3 * 0.3, fill=STARS)
    spots = [(x + across * w, y + down * h) for across, down in SPOTS[view.four]]
    for route in view.routes:
        (x1, y1), (x2, y2) = (spots[end] for end in route.ends)
        d.line(x1, y1, x2, y2, stroke=ROUTE_PAINT[route.colour], stroke_width=4.5, stroke_linecap="round")
    wide, tall = min(BOX[0], 0.182 * w - 3), min(BOX[1], 0.125 * h)
    boxes = [(px - wide / 2, py - tall / 2, wide, tall) for px, py in spots]
    for place, box in zip(view.places, boxes, strict=True):
        with d.place(f"place-{place.place}"):
            _draw_place(d, place, *box)
    for route in view.routes:
        mx, my = free_spot(spots[route.ends[0]], spots[route.ends[1]], boxes, reach=9.5)
        if any(left - 7 < mx < left + w + 7 and top - 7 < my < top + h + 7 for left, top, w, h in boxes):
            my += tall / 2  # no room between two cards: at their feet
        if route.pirate >= 0:
            with d.place(f"pirate-{route.ends[0]}-{route.ends[1]}"):
                _draw_pirate(d, route.pirate, mx, my, 9.5)
        elif route.marked:
            d.circle(mx, my, 4.5, fill=PAPER, stroke=ROUTE_PAINT[route.colour], stroke_width=2)
    _draw_map_notes(d, view, x, y, w)


def _draw_map_notes(d: Drawing, view: TableView, x: float, y: float, w: float) -> None:
    line = y + 16
    for name in ("missions", "pirates", "artifacts"):
        d.text(x + 8, line, f"{name} {view.decks[name]}", size=10, fill=DIM)
        line += 12
    for each in view.peeked[:3]:
        d.text(x + 10, line, f"next: {each.name}", size=9, fill=GOLD_INK, width=118, min_size=7.5)
        line += 11


def _draw_place(d: Drawing, place: PlaceView, x: float, y: float, w: float, h: float) -> None:
    border = SEAT_COLOURS[place.holder] if place.holder >= 0 else EDGE
    if place.station:
        _draw_station(d, place, x, y, w, h)
    elif place.mission:
        d.rect(x, y, w, h, fill=CARD, stroke=border, stroke_width=3.5 if place.holder >= 0 else 1.2, radius=6)
        _draw_mission(d, place.name, place.mission, x, y, w, h)
    else:
        d.circle(x + w / 2, y + h / 2, h * 0.42, fill=PLANET, stroke=border, stroke_width=2)
        if place.number:
            _draw_tile(d, place, x + w / 2, y + h / 2 + 1, h * 0.33)
        d.rect(x + w / 2 - 13, y + h - 11, 26, 13, fill=PANEL, stroke=LINE, radius=4)
        d.text(x + w / 2, y + h - 1, place.name, size=10, bold=True, fill=INK, anchor="middle")
    left = x + w - 12 if place.mission or place.station else x + w / 2 + 32
    for seat in place.ships:
        _draw_ship(d, left, y - 8, 11, SEAT_COLOURS[seat], place.holder == seat)
        left -= 20
    if place.shadow:
        _draw_shadow(d, left, y - 8, 11)


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
    d.rect(
        x, y, w, h, fill=STATION_FIELD, stroke=border, stroke_width=3.5 if place.holder >= 0 else 2, radius=14
    )
    d.text(x + w / 2, y + 18, place.station, size=11, bold=True, fill=INK, anchor="middle", width=w - 16)
    if place.station != place.name:
        d.text(x + w / 2, y + h - 6, place.name, size=9, bold=True, fill=DIM, anchor="middle")
    d.rect(x + 8, y + 26, w - 16, 37, fill="#e98a2c" if here else WELL, radius=5)
    if here:
        parts = place.effect.split(", ")
        for index, words in enumerate(parts):
            line = y + 48 + (index - (len(parts) - 1) / 2) * 11
            d.text(
                x + w / 2,
                line,
                words,
                size=9,
                bold=True,
                fill="#2b1700",
                anchor="middle",
                width=w - 20,
                min_size=7.5,
            )
        return
    words = f"tile in round {place.tile_round}" if place.tile_round <= st.ROUNDS else "tile used"
    d.text(x + w / 2, y + 48, words, size=9, fill=INK, anchor="middle")


def _draw_mission(
    d: Drawing, place: str, mission: MissionView, x: float, y: float, w: float, h: float
) -> None:
    """Where it is, its name and points, and a line for each of its tasks."""
    _draw_points(d, str(mission.points), x + w - 11, y + 12, 8)
    left = x + 9 + text_width(place, 9, True)
    room = x + w - 21 - left
    one = text_width(mission.name, 8, True) <= room
    d.text(x + 5, y + (14 if one else 10), place, size=9, bold=True, fill=CARD_DIM)
    if one:
        d.text(left, y + 14, mission.name, 9.5, CARD_INK, bold=True, width=room)
    else:
        head = wrap(mission.name, room, 8.5, bold=True)[0]
        rest = mission.name[len(head) :].strip()
        d.text(left, y + 10, head, 8.5, CARD_INK, bold=True, width=room)
        d.text(x + 5, y + 19.5, rest, 8.5, CARD_INK, bold=True, width=w - 26, min_size=7.5)
    top, low = y + 22, y + h - 2
    for size in (9.0, 8.5, 8.0, 7.5):
        tasks = [wrap(words, w - 20, size) for _, words in mission.lines]
        step = 1.1 * size
        if step * sum(map(len, tasks)) + 3 * len(tasks) <= low - top:
            break
    for (colour, _), lines in zip(mission.lines, tasks, strict=True):
        tall = step * len(lines) + 3
        d.rect(x + 5, top, 9, tall - 2, fill=LINE_PAINT[colour], radius=2)
        for index, words in enumerate(lines):
            d.text(x + 17, top + size * 0.85 + step * index, words, size, CARD_INK, width=w - 19)
        top += tall


# Tracks


def _draw_track(
    view: TableView, index: int, track: TrackView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    paint = TRACK_PAINT[index]
    d.panel(x, y, w, h, paint, 1.5)
    d.text(x + w - 8, y + 15, "zones 1 2 3 4, a loop +5", size=9, fill=DIM, anchor="end", width=w * 0.4)
    if track.trophy >= 0:
        d.circle(x + w * 0.36, y + 11.5, 5, fill=SEAT_COLOURS[track.trophy], stroke=EDGE)
        d.text(x + w * 0.38, y + 15, "trophy", size=9, bold=True, fill=INK)
    rows = 2 if w < 400 else 1
    across = math.ceil(st.TRACK_LENGTH / rows)
    step = (w - 12) / across
    with d.place(f"track-{index}"):
        d.text(x + 8, y + 16, track.name, size=12, bold=True, fill=INK)
        for space in range(st.TRACK_LENGTH):
            left, top = x + 6 + space % across * step, y + 22 + space // across * 64
            _draw_space(d, track, space, paint, left, top, step - 2, 62)
    line = y + 96 + 64 * (rows - 1)
    if track.event:
        words = f"{track.event}: {track.event_words}"
        line = d.paragraph(x + 8, line, words, w - 16, size=9.5, lines=2, fill=INK)
    elif not (track.techs and view.sharing):
        d.text(x + 8, line, "no event any more", size=9, fill=DIM)
        line += 11
    for place, tech in track.techs.items():
        kind = f"{ROOM_COLOURS[tech.colour]} room" if tech.colour >= 0 else "ability"
        words = f"{'shared: ' if view.sharing else ''}{tech.name} ({kind}): {tech.words}"
        with d.place(f"shared-{place}"):
            d.text(x + 8, line, words, 9, GOLD_INK if view.sharing else DIM, width=w - 16, min_size=7.5)
        line += 11


def _draw_space(
    d: Drawing,
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
        fill=ZONES[zone % 2],
        stroke=GOLD if event else paint,
        stroke_width=1.6 if event else 0.7,
        radius=3,
    )
    head = "+5" if space == 0 else str(zone)
    d.text(x + w / 2, y + 10, head, size=8.5, bold=True, fill=DIM, anchor="middle")
    words = "event" if event and track.event else "" if event else track.spaces[space]
    _draw_words(d, words, x + w / 2, y + 19, w - 1, GOLD_INK if event else INK)
    here = [seat for seat, position in enumerate(track.positions) if position % st.TRACK_LENGTH == space]
    for k, seat in enumerate(here):
        mx, my = x + w / 2 + (-6.5 if k % 2 == 0 else 6.5) * (len(here) > 1), y + h - 9 - k // 2 * 12
        loops = track.positions[seat] // st.TRACK_LENGTH
        d.circle(mx, my, 6, fill=SEAT_COLOURS[seat], stroke=EDGE, stroke_width=1)
        if loops:
            mark = str(5 * loops)
            d.text(mx, my + 2.6, mark, size=7.2, bold=True, fill=SEAT_INK[seat], anchor="middle")


def _draw_words(d: Drawing, words: str, x: float, y: float, w: float, ink: str) -> None:
    """Words one below the other, each as large as it can be."""
    for word in [part for phrase in words.split(", ") for part in phrase.split()][:4]:
        d.text(x, y, word, size=8, fill=ink, anchor="middle", width=w, min_size=6)
        y += 7.5


# Techs


def _draw_tech_board(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.panel(x, y, w, h)
    decks = view.decks
    words = f"Tech board; deck {decks['techs']} (top {view.top}), {decks['techs discarded']} discarded"
    d.text(x + 8, y + 15, words, size=10, bold=True, fill=DIM, width=w - 16)
    columns = 4 if w > 400 else 3
    lines = -(-len(view.board) // columns)
    orders = "; ".join(f"{name}: {effect}" for name, effect in view.orders)
    order = f"at stations: {orders}" if orders else ""
    foot = (13 if order else 0) + (22 if view.drawn else 0)
    step, tall = (w - 10) / columns, (h - 24 - foot) / lines
    for space, tech in enumerate(view.board):
        left, top = x + 6 + space % columns * step, y + 20 + space // columns * tall
        if tech:
            with d.place(f"tech-{space}"):
                _draw_tech(d, tech, left, top, step - 4, tall - 4, number=space + 1)
        else:
            d.rect(left, top, step - 4, tall - 4, stroke=LINE, radius=5, stroke_dasharray="4 3")
    for k, name in view.drawn.items():
        wide = (w - 12) / len(view.drawn)
        left, top = x + 6 + list(view.drawn).index(k) * wide, y + h - foot
        with d.place(f"drawn-{k}"):
            d.rect(left, top, wide - 4, 18, fill=CARD, stroke=GOLD, stroke_width=1.5, radius=4)
            d.text(
                left + 6, top + 12.5, f"drawn: {name}", 9, CARD_INK, bold=True, width=wide - 14, min_size=7
            )
    if order:
        d.text(x + 8, y + h - 4, order, size=9, fill=GOLD_INK, width=w - 16, min_size=7)


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
    numbered = f"{number} {tech.name}"
    name = numbered if number and text_width(numbered, 7, True) <= w - 8 else tech.name
    d.text(x + 4, y + 12.5, name, size=9, bold=True, fill=ink, width=w - 8, min_size=7)
    most = int((h - 36) // 9)
    size = next((size for size in (8.5, 8.0) if len(wrap(tech.words, w - 26, size)) <= most), 7.2)
    d.paragraph(x + w / 2, y + 27, tech.words, w - 26, size, fill=CARD_INK, anchor="middle", leading=1.12)
    d.text(x + w / 2, y + h - 3.5, tech.tier, size=7.2, fill=CARD_DIM, anchor="middle")
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


def _slim_height(player: PlayerView, width: float) -> float:
    """In a column: crew, rooms, cargo, slots in two rows, missions."""
    words = 2 + len(wrap(_missions(player), width - 20, 9))
    return 352 + (34 * 4 if player.away_name else 11.5 * words)


def _missions(player: PlayerView) -> str:
    return f"missions: {', '.join(f'{name} {points}' for name, points in player.missions) or 'none'}"


def _draw_ship_board(
    view: TableView, player: PlayerView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    colour, ink, slim = SEAT_COLOURS[player.seat], SEAT_INK[player.seat], w < SLIM
    deciding = player.seat == view.deciding
    d.panel(x, y, w, h, colour if deciding else LINE, 3 if deciding else 1)
    d.rect(x + 4, y + 4, w - 8, 24, fill=colour, stroke=LINE, radius=5)
    name = player.name
    name += "  ▶" if player.seat == view.active and view.deciding >= 0 else ""
    name += "  1st" if player.first else ""
    name += "  passed" if player.passed else ""
    d.text(x + 12, y + 21, name, size=14, bold=True, fill=ink, width=126 if slim else 210)
    if not slim:
        d.text(x + 230, y + 21, f"at {player.place}", size=11, fill=ink, width=100)
    medal = x + (150 if slim else 350)
    with d.place(f"medals-{player.seat}"):
        _draw_medal(d, medal, y + 16, 8)
        d.text(medal + 13, y + 21, counted(player.medals, "medal"), size=12, bold=True, fill=ink)
    points = counted_points(player.total)
    d.text(x + w - 12, y + 21, points, 14, ink, "end", True, width=120 if slim else 150)
    if slim:
        d.text(x + 10, y + 41, f"at {player.place}", size=10, fill=DIM)
        _draw_crew(d, player, x + 6, y + 46, w - 12)
        _draw_rooms(d, player, x + 6, y + 104, (w - 12) / 4)
        _draw_cargo(d, player, x + 6, y + 138, w - 12)
        _draw_slots(d, player, x + 6, y + 172, w - 12, 76, 3)
        line = y + 338
    else:
        _draw_crew(d, player, x + 6, y + 32, w - 12)
        _draw_rooms(d, player, x + 6, y + 62, 63)
        _draw_cargo(d, player, x + 262, y + 62, w - 268)
        _draw_slots(d, player, x + 6, y + 98, w - 12, 92, 6)
        line = y + 206
    if player.away_name:
        _draw_away(d, player, x + 6, line - 12, w - 12, 32)
    else:
        words = _missions(player)
        size = 9 if slim or len(wrap(words, w - 20, 9)) <= 2 else 8
        d.paragraph(x + 10, line, words, w - 20, size, None if slim else 3, INK, leading=1.15)
    points = ", ".join(f"{what} {half(number)}" for what, number in player.points.items() if number)
    lines = wrap(points or "no points yet", w - 20, 9)
    d.paragraph(
        x + 10, y + h - 7 - 11 * (len(lines) - 1), "\n".join(lines), w - 20, 9, fill=DIM, leading=11 / 9
    )


def _draw_crew(d: Drawing, player: PlayerView, x: float, y: float, w: float) -> None:
    """The ready room at the left, the queue beside it or below, its front next to it."""
    slim = w < SLIM
    ready, queue = (w, w) if slim else (w * 0.52 - 4, w * 0.48)
    left, low = (x, y + 28) if slim else (x + w * 0.52, y)
    d.rect(x, y, ready, 26, fill=WELL, stroke=LINE, radius=5)
    d.rect(left, low, queue, 26, fill=HOLLOW, stroke=LINE, radius=5)
    d.text(x + 5, y + 16, "ready", size=9, fill=DIM)
    d.text(left + 5, low + 16, "queue", size=9, fill=DIM)
    step = min(20.0, (ready - 52) / max(sum(player.ready), 1))
    at = x + 42
    for figure, count in enumerate(player.ready):
        if count:
            with d.place(f"ready-{player.seat}-{figure}"):
                _draw_figures(d, [figure] * count, at, y + 13.5, step * count)
            at += step * count
    room = queue - 50
    if player.worker >= 0:
        d.text(left + queue - 62, low + 16, "at work", size=8.5, fill=GOLD_INK, width=40)
        _draw_figure(d, player.worker, left + queue - 12, low + 13.5, 7.5)
        room -= 66
    _draw_figures(d, player.queue, left + 44, low + 13.5, room)


def _draw_figures(d: Drawing, figures: list[int], x: float, y: float, w: float) -> None:
    step = min(20, w / max(len(figures), 1))
    for index, figure in enumerate(figures):
        _draw_figure(d, figure, x + 8 + index * step, y, 7.5)


def _draw_rooms(d: Drawing, player: PlayerView, x: float, y: float, step: float) -> None:
    words = ("2 moves", "fight", "research", "repair")
    for room, name in enumerate(st.PRINTED_ROOMS):
        left, colour, wide = x + room * step, player.rooms[room], step - 3
        with d.place(f"room-{player.seat}-{room}"):
            d.rect(left, y, wide, 30, fill=PAINT[colour], radius=5)
            ink = "#1b1b1b" if colour in (1, 3) else "#ffffff"
            d.text(left + wide / 2, y + 13, name, size=9.5, bold=True, fill=ink, anchor="middle")
            d.text(left + wide / 2, y + 24, words[room], size=8.5, fill=ink, anchor="middle")


def _draw_cargo(d: Drawing, player: PlayerView, x: float, y: float, w: float) -> None:
    """Damage from the right, tokens from the left, lockers last."""
    tokens = [kind for kind, n in enumerate(player.artifacts) for _ in range(n)] + [3] * player.pirates
    broken = min(player.damage, st.CARGO)
    total = st.CARGO + player.lockers
    excess = player.damage - broken
    step = min(29.0, (w - (30 if excess else 4)) / max(total, 1))
    whole = st.CARGO - broken
    order = [*range(whole), *range(st.CARGO, total)]  # places for tokens
    with d.place(f"cargo-{player.seat}"):
        for place in range(total):
            cx, cy = x + step * (place + 0.5), y + 15
            corners = [
                (cx + step * 0.46 * math.sin(k * math.pi / 3), cy - step * 0.46 * math.cos(k * math.pi / 3))
                for k in range(6)
            ]
            d.polygon(corners, fill=HOLLOW, stroke="#5f92d0" if place >= st.CARGO else EDGE, stroke_width=1)
            if whole <= place < st.CARGO:
                _draw_damage(d, cx, cy, step * 0.4)
    spots = list(zip(order, tokens, strict=False))
    for kind in dict.fromkeys(tokens):
        with d.place(f"token-{player.seat}-{kind}"):
            for place in [place for place, token in spots if token == kind]:
                cx, cy = x + step * (place + 0.5), y + 15
                if kind < 3:
                    _draw_artifact(d, kind, cx, cy, step * 0.32)
                else:
                    d.circle(cx, cy, step * 0.32, fill="#2a1416", stroke="#d8b8b0", stroke_width=1.2)
                    d.text(cx, cy + step * 0.15, "P", step * 0.4, "#ffd9d0", "middle", True)
    if excess:
        d.text(x + step * total + 3, y + 19, f"+{excess}", size=12, bold=True, fill=BAD)


def _draw_slots(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float, columns: int) -> None:
    step = w / columns
    before = (0, 0)
    for index, slot in enumerate(player.slots):
        left, top = x + index % columns * step, y + index // columns * (h + 3)
        pairs = (*before, *slot.pairs)
        with d.place(f"slot-{player.seat}-{index}"):
            if slot.tech:
                _draw_tech(d, slot.tech, left + 1, top, step - 2, h, pairs=pairs)
            else:
                d.rect(left + 1, top, step - 2, h, fill=HOLLOW, stroke=LINE, radius=5)
                _draw_corner_icons(d, slot.icons, left + 1, top + 4, step - 2, h - 4, pairs)
                d.text(left + step / 2, top + 13, f"slot {index + 1}", size=8.5, fill=DIM, anchor="middle")
            if slot.damaged:
                _draw_damage(d, left + step / 2, top + h / 2 + 2, 14)
        before = slot.pairs


def _draw_away(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    """A mission under way: crew on the transporter pads beside the lines."""
    slim = w < SLIM
    d.text(x + 4, y + 12, player.away_name, size=9.5, bold=True, fill=GOLD_INK, width=118)
    d.text(x + (4 if not slim else 130), y + (24 if not slim else 12), "under way", size=8.5, fill=DIM)
    step = (w - 126) / 4 if not slim else w / 2
    for index, (figure, colour, words) in enumerate(player.away):
        left, top = (
            (x + 126 + index * step, y) if not slim else (x + index % 2 * step, y + 18 + index // 2 * 36)
        )
        here = index == player.away_line
        edge, thick = (GOLD, 2.5) if here else (LINE, 1)
        with d.place(f"line-{player.seat}-{index}"):
            d.rect(left, top, step - 4, h, fill=CARD, stroke=edge, stroke_width=thick, radius=4)
            d.rect(left + 2.5, top + 3, 6, h - 6, fill=LINE_PAINT[colour], radius=2)
            if figure >= 0:
                d.circle(left + 21, top + h / 2, 10.5, fill="#2a3555")
                _draw_figure(d, figure, left + 21, top + h / 2, 7)
            room = step - 40
            size = next((size for size in (8.5, 8.0) if len(wrap(words, room, size)) <= 3), 7.2)
            lines = wrap(words, room, size)
            up = top + h / 2 + 3 - 4.5 * (len(lines) - 1)
            d.paragraph(left + 35, up, words, room, size, fill=CARD_INK, leading=9 / size)


# What fills the place beside an odd number of ships


def _draw_solo(solo: SoloView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.panel(x, y, w, h)
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
    cards = [name for name, n in zip(st.ACTION_CARDS, solo.left, strict=True) for _ in range(n)]
    cards += ["unseen"] if solo.unseen else []
    across = int((w - 20) // 86)
    for k, name in enumerate(cards):
        left, top = x + 12 + k % across * 86, y + 152 + k // across * 80
        fill, ink = (WELL, INK) if name == "unseen" else ("#e9e6f4", CARD_INK)
        d.rect(left, top, 80, 74, fill=fill, stroke=EDGE, radius=6)
        d.paragraph(left + 40, top + 34, name, 72, size=11, lines=2, fill=ink, bold=True, anchor="middle")
    if not cards:
        d.text(x + 12, y + 186, "nothing", size=12, fill=INK)


def _draw_legend(d: Drawing, x: float, y: float, w: float, h: float) -> None:
    """What the signs mean."""
    d.panel(x, y, w, h)
    d.text(x + 12, y + 22, "Signs", size=13, bold=True, fill=INK)
    signs: list[tuple[Callable[[float, float], None], str]] = []
    for figure in (0, 1, 2, st.CADET, st.COMMANDER, st.ANDROID):
        name = "red commander" if figure == st.COMMANDER else st.FIGURES[figure]
        signs.append((partial(_sign, _draw_figure, d, figure, 8), name))
    for icon, words in enumerate(("bonus: repair", "bonus: medal", "bonus: move"), 1):
        signs.append((partial(_sign, _draw_icon, d, icon, 5.5), words))
    for kind, name in enumerate(st.ARTIFACTS):
        signs.append((partial(_sign, _draw_artifact, d, kind, 8), name))
    for kind, words in ((0, "pirate: medal, artifact"), (3, "pirate: android")):
        signs.append((partial(_sign, _draw_pirate, d, kind, 9), words))
    signs.append((lambda cx, cy: _draw_damage(d, cx, cy, 9), "damage"))
    columns = 3 if w > SLIM else 2
    step = (w - 20) / columns
    for k, (draw, words) in enumerate(signs):
        left, line = x + 22 + k % columns * step, y + 46 + k // columns * 28
        draw(left, line)
        d.text(left + 16, line + 4, words, size=10.5, fill=INK, width=step - 24)
    line = y + 46 + 28 * math.ceil(len(signs) / columns) + 4
    for words in (
        f"routes: {', '.join(st.ROUTE_COLOURS)}; rings: pirates at the start; golden edge: reserved",
        f"rooms and lines: {', '.join(st.COLOURS)}, gray for all but androids, gold for androids only",
    ):
        line = d.paragraph(x + 14, line, words, w - 28, size=10, lines=2, fill=DIM) + 4


def _sign(draw: Callable[..., None], d: Drawing, kind: int, r: float, x: float, y: float) -> None:
    draw(d, kind, x, y, r)
