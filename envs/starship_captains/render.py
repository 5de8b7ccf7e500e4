"""Starship Captains: the table as a picture, and what in it an action is about.

It shows a state to one pair of eyes (see view.py) and is laid out like the table: the map with its routes at
the left, faction tracks and the central tech board at the right, ship boards below.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from astrarium.core import svg
from astrarium.core.svg import Drawing, Panel, heading, wrap
from astrarium.core.tables import Content

from . import paint
from . import state as st
from .actions import ACTIONS
from .cards import SHADOW, counted, counted_points
from .draw_cards import draw_tech_board
from .draw_map import draw_map
from .draw_ship import draw_ship_board, slim_height
from .draw_tracks import draw_track
from .view import SoloView, TableView, look

WIDTH = 1280.0
TOP, MAP_HEIGHT, MAP_WIDTH = 62.0, 664.0, 828.0
TRACK_HEIGHT = 134.0
BOARD_WIDTH, BOARD_HEIGHT = (WIDTH - 3 * svg.GAP) / 2, 246.0
NARROW_MAP = 600.0  # in a column the map is drawn this wide, and high


def panels(content: Content, s: Any, seat: int | None = None) -> list[Panel]:
    """The parts of the table."""
    view = look(content, s, seat)
    colour = paint.SEAT_COLOURS[view.deciding] if view.deciding >= 0 else None
    chart = (svg.GAP, TOP, MAP_WIDTH, MAP_HEIGHT)
    found = [
        heading(WIDTH - 2 * svg.GAP, view.title, view.headline, view.question, colour),
        Panel(
            "map",
            chart,
            partial(draw_map, view),
            height=lambda w: 1.42 * w,
            least=NARROW_MAP,
            part="board",
            room=(760.0, 800.0),
        ),
    ]
    x, w = MAP_WIDTH + 2 * svg.GAP, WIDTH - MAP_WIDTH - 3 * svg.GAP
    for index, track in enumerate(view.tracks):
        box = (x, TOP + index * (TRACK_HEIGHT + svg.GAP), w, TRACK_HEIGHT)
        draw = partial(draw_track, view, index, track)
        found.append(Panel(f"track-{index}", box, draw, lambda _: TRACK_HEIGHT + 70))
    y = TOP + 3 * (TRACK_HEIGHT + svg.GAP)
    techs = (x, y, w, TOP + MAP_HEIGHT - y)
    found.append(
        Panel("techs", techs, partial(draw_tech_board, view), lambda _: 50.0 + 3 * 104 + 22 * len(view.drawn))
    )
    below = TOP + MAP_HEIGHT + svg.GAP
    for index in range(len(view.players) + len(view.players) % 2):
        row, column = divmod(index, 2)
        box = (
            svg.GAP + column * (BOARD_WIDTH + svg.GAP),
            below + row * (BOARD_HEIGHT + svg.GAP),
            BOARD_WIDTH,
            BOARD_HEIGHT,
        )
        if index < len(view.players):
            player = view.players[index]
            draw = partial(draw_ship_board, view, player)
            words = f"{counted_points(player.total)}, {counted(player.medals, 'medal')}, at {player.place}"
            height = partial(slim_height, player)
            found.append(
                Panel(f"player-{player.seat}", box, draw, height, part="mat", seat=player.seat, words=words)
            )
        elif view.solo:
            found.append(Panel("solo", box, partial(_draw_solo, view.solo), lambda _: 330.0))
        else:
            found.append(Panel("legend", box, paint.legend, lambda _: 320.0))
    if view.epilogues:
        lines = 14.0 * len(view.epilogues)
        top = below + math.ceil(len(view.players) / 2) * (BOARD_HEIGHT + svg.GAP)
        box = (svg.GAP, top, WIDTH - 2 * svg.GAP, 14 + lines)
        height = partial(_epilogue_height, view)
        found.insert(1, Panel("epilogues", box, partial(_draw_epilogues, view), height))
    return found


def about(content: Content, s: Any, seat: int | None) -> tuple[str, ...]:
    """What in the picture the question of the acting seat is about."""
    if s["ask"] in (st.ASK_ASSIGN, st.ASK_LINE, st.ASK_LINE_TASK):
        return (f"away-{int(s['seat'])}",)
    return tuple(f"drawn-{k}" for k, card in enumerate(s["drawn"]) if card >= 0)


def home(content: Content, s: Any, seat: int) -> tuple[str, ...]:
    """Where a seat's ship is."""
    return (f"place-{int(s['location'][seat])}",)


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    block, parts = ACTIONS.block(action)
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
    if name == "call":
        return (f"queue-{own}-{first}",)
    if name == "pair":
        return tuple(dict.fromkeys(f"token-{own}-{kind}" for kind in st.PAIRS[first]))
    if name == "pirate":
        here = int(s["shadow_at"] if s["ask"] == st.ASK_SHADOW_FIGHT else s["location"][own])
        routes = look(content, s, seat).routes
        beside = [r.ends for r in routes if here in r.ends and r.colour == first and r.pirate >= 0]
        return tuple(f"pirate-{one}-{two}" for one, two in beside)
    if name == "repair":
        return (f"slot-{own}-{first - 1}" if first else f"cargo-{own}",)
    if name == "spend":
        spots = {st.TOKEN_PIRATE: f"token-{own}-3", st.TOKEN_MEDAL: f"medals-{own}"}
        spots[st.TOKEN_ANDROID] = f"ready-{own}-{st.ANDROID}"
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
        line = d.paragraph(
            x + 10, line, f"{name}: {text}", w - 20, 10 if w < paint.SLIM else 11, fill=svg.INK
        )


# Beside an odd number of ships, alone


def _draw_solo(solo: SoloView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.panel(x, y, w, h)
    d.text(x + 12, y + 24, f"Passenger: {solo.passenger}", size=14, bold=True, fill=svg.INK, width=w - 24)
    d.text(x + 12, y + 42, f"action: {solo.effect}", size=11, fill=svg.INK, width=w - 24)
    d.text(x + 12, y + 58, f"score: {solo.score}", size=11, fill=svg.INK, width=w - 24)
    d.line(x + 12, y + 70, x + w - 12, y + 70, stroke=svg.LINE)
    paint.shadow(d, x + 24, y + 92, 12)
    d.text(x + 46, y + 97, f"{SHADOW} at {solo.place}", size=14, bold=True, fill=svg.INK, width=w - 60)
    drawn = f"{counted(solo.drawn, 'card')} drawn in this round"
    d.text(
        x + 12,
        y + 120,
        f"{drawn}, {solo.later} face down for later rounds",
        size=11,
        fill=svg.DIM,
        width=w - 24,
    )
    d.text(x + 12, y + 143, "still in the action deck", size=11, fill=svg.DIM)
    cards = [name for name, n in zip(st.ACTION_CARDS, solo.left, strict=True) for _ in range(n)]
    cards += ["unseen"] if solo.unseen else []
    across = int((w - 20) // 86)
    for k, name in enumerate(cards):
        left, top = x + 12 + k % across * 86, y + 152 + k // across * 80
        fill, ink = (svg.WELL, svg.INK) if name == "unseen" else ("#e9e6f4", paint.CARD_INK)
        d.rect(left, top, 80, 74, fill=fill, stroke=svg.EDGE, radius=6)
        d.paragraph(left + 40, top + 34, name, 72, size=11, lines=2, fill=ink, bold=True, anchor="middle")
    if not cards:
        d.text(x + 12, y + 186, "nothing", size=12, fill=svg.INK)
