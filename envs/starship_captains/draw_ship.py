"""Starship Captains: the picture of a ship board."""

from __future__ import annotations

import math

from astrarium.core import svg
from astrarium.core.svg import Drawing, wrap

from . import paint
from . import state as st
from .cards import ROOM_COLOURS, counted, counted_points, half
from .draw_cards import draw_corner_icons, draw_tech
from .view import PlayerView, TableView
from .words import PRINTED_EFFECTS

SLOT = 86.0  # the height of a tech in a column
AWAY = 230.0  # the width of a mission under way there: a page shows it beside its question


def slim_height(player: PlayerView, width: float) -> float:
    """In a column: crew, rooms, cargo, slots in two rows, missions."""
    words = 2 + len(wrap(_missions(player), width - 20, 9))
    return 352 + 2 * (SLOT - 76) + (34 * 4 if player.away_name else 11.5 * words)


def _missions(player: PlayerView) -> str:
    return f"missions: {', '.join(f'{name} {points}' for name, points in player.missions) or 'none'}"


def draw_ship_board(
    view: TableView, player: PlayerView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    """Crew, rooms, cargo, tech slots, missions and points of a ship."""
    colour, ink, slim = paint.SEAT_COLOURS[player.seat], paint.SEAT_INK[player.seat], w < paint.SLIM
    deciding = player.seat == view.deciding
    d.panel(x, y, w, h, colour if deciding else svg.LINE, 3 if deciding else 1)
    d.rect(x + 4, y + 4, w - 8, 24, fill=colour, stroke=svg.LINE, radius=5)
    name = player.name
    name += "  ▶" if player.seat == view.active and view.deciding >= 0 else ""
    name += "  1st" if player.first else ""
    name += "  passed" if player.passed else ""
    d.text(x + 12, y + 21, name, size=14, bold=True, fill=ink, width=126 if slim else 210)
    if not slim:
        d.text(x + 230, y + 21, f"at {player.place}", size=11, fill=ink, width=100)
    medal = x + (150 if slim else 350)
    with d.place(f"medals-{player.seat}"):
        paint.medal(d, medal, y + 16, 8)
        words = counted(player.medals, "medal") if w > 360 else str(player.medals)
        d.text(medal + 13, y + 21, words, size=12, bold=True, fill=ink)
    points = counted_points(player.total)
    d.text(x + w - 12, y + 21, points, 14, ink, "end", True, width=min(120, w - 200) if slim else 150)
    if slim:
        d.text(x + 10, y + 41, f"at {player.place}", size=10, fill=svg.DIM)
        _draw_crew(d, player, x + 6, y + 46, w - 12)
        _draw_rooms(d, player, x + 6, y + 104, (w - 12) / 4)
        _draw_cargo(d, player, x + 6, y + 138, w - 12)
        _draw_slots(d, player, x + 6, y + 172, w - 12, SLOT, 3)
        line = y + 186 + 2 * SLOT
    else:
        _draw_crew(d, player, x + 6, y + 32, w - 12)
        _draw_rooms(d, player, x + 6, y + 62, 63)
        _draw_cargo(d, player, x + 262, y + 62, w - 268)
        _draw_slots(d, player, x + 6, y + 98, w - 12, 92, 6)
        line = y + 206
    if player.away_name:
        with d.place(f"away-{player.seat}"):
            _draw_away(d, player, x + 6, line - 12, min(w - 12, AWAY) if slim else w - 12, 32)
    else:
        words = _missions(player)
        size = 9 if slim or len(wrap(words, w - 20, 9)) <= 2 else 8
        d.paragraph(x + 10, line, words, w - 20, size, None if slim else 3, svg.INK, leading=1.15)
    points = ", ".join(f"{what} {half(number)}" for what, number in player.points.items() if number)
    lines = wrap(points or "no points yet", w - 20, 9)
    d.paragraph(
        x + 10, y + h - 7 - 11 * (len(lines) - 1), "\n".join(lines), w - 20, 9, fill=svg.DIM, leading=11 / 9
    )


def _draw_crew(d: Drawing, player: PlayerView, x: float, y: float, w: float) -> None:
    """The ready room at the left, the queue beside it or below, its front next to it."""
    slim = w < paint.SLIM
    ready, queue = (w, w) if slim else (w * 0.52 - 4, w * 0.48)
    left, low = (x, y + 28) if slim else (x + w * 0.52, y)
    d.rect(x, y, ready, 26, fill=svg.WELL, stroke=svg.LINE, radius=5)
    d.rect(left, low, queue, 26, fill=svg.HOLLOW, stroke=svg.LINE, radius=5)
    d.text(x + 5, y + 16, "ready", size=9, fill=svg.DIM)
    d.text(left + 5, low + 16, "queue", size=9, fill=svg.DIM)
    step = min(20.0, (ready - 52) / max(sum(player.ready), 1))
    at = x + 42
    for figure, count in enumerate(player.ready):
        if count:
            with d.place(f"ready-{player.seat}-{figure}"):
                _draw_figures(d, [figure] * count, at, y + 13.5, step * count)
            at += step * count
    room = queue - 50
    if player.worker >= 0:
        d.text(left + queue - 62, low + 16, "at work", size=8.5, fill=paint.GOLD_INK, width=40)
        paint.figure(d, player.worker, left + queue - 12, low + 13.5, 7.5)
        room -= 66
    step = min(20.0, room / max(len(player.queue), 1))
    for place, figure in enumerate(player.queue):
        with d.place(f"queue-{player.seat}-{place}"):
            paint.figure(d, figure, left + 52 + place * step, low + 13.5, 7.5)


def _draw_figures(d: Drawing, figures: list[int], x: float, y: float, w: float) -> None:
    step = min(20, w / max(len(figures), 1))
    for index, figure in enumerate(figures):
        paint.figure(d, figure, x + 8 + index * step, y, 7.5)


def _draw_rooms(d: Drawing, player: PlayerView, x: float, y: float, step: float) -> None:
    words = PRINTED_EFFECTS
    for room, name in enumerate(st.PRINTED_ROOMS):
        left, colour, wide = x + room * step, player.rooms[room], step - 3
        told = f"{name}, a {ROOM_COLOURS[colour]} room: {words[room]}."
        with d.place(f"room-{player.seat}-{room}", told):
            d.rect(left, y, wide, 30, fill=paint.PAINT[colour], radius=5)
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
            d.polygon(
                corners, fill=svg.HOLLOW, stroke="#5f92d0" if place >= st.CARGO else svg.EDGE, stroke_width=1
            )
            if whole <= place < st.CARGO:
                paint.damage(d, cx, cy, step * 0.4)
    spots = list(zip(order, tokens, strict=False))
    for kind in dict.fromkeys(tokens):
        with d.place(f"token-{player.seat}-{kind}"):
            for place in [place for place, token in spots if token == kind]:
                cx, cy = x + step * (place + 0.5), y + 15
                if kind < 3:
                    paint.artifact(d, kind, cx, cy, step * 0.32)
                else:
                    d.circle(cx, cy, step * 0.32, fill="#2a1416", stroke="#d8b8b0", stroke_width=1.2)
                    d.text(cx, cy + step * 0.15, "P", step * 0.4, "#ffd9d0", "middle", True)
    if excess:
        d.text(x + step * total + 3, y + 19, f"+{excess}", size=12, bold=True, fill=paint.BAD)


def _draw_slots(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float, columns: int) -> None:
    step = w / columns
    before = (0, 0)
    for index, slot in enumerate(player.slots):
        left, top = x + index % columns * step, y + index // columns * (h + 3)
        pairs = (*before, *slot.pairs)
        with d.place(f"slot-{player.seat}-{index}", slot.told):
            if slot.tech:
                draw_tech(d, slot.tech, left + 1, top, step - 2, h, pairs=pairs)
            else:
                d.rect(left + 1, top, step - 2, h, fill=svg.HOLLOW, stroke=svg.LINE, radius=5)
                draw_corner_icons(d, slot.icons, left + 1, top + 4, step - 2, h - 4, pairs)
                d.text(
                    left + step / 2, top + 13, f"slot {index + 1}", size=8.5, fill=svg.DIM, anchor="middle"
                )
            if slot.damaged:
                paint.damage(d, left + step / 2, top + h / 2 + 2, 14)
        before = slot.pairs


def _draw_away(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    """A mission under way: crew on the transporter pads beside the lines."""
    slim = w < paint.SLIM
    d.text(x + 4, y + 12, player.away_name, size=9.5, bold=True, fill=paint.GOLD_INK, width=118)
    d.text(x + (4 if not slim else 130), y + (24 if not slim else 12), "under way", size=8.5, fill=svg.DIM)
    step = (w - 126) / 4 if not slim else w / 2
    for index, (figure, colour, words) in enumerate(player.away):
        left, top = (
            (x + 126 + index * step, y) if not slim else (x + index % 2 * step, y + 18 + index // 2 * 36)
        )
        here = index == player.away_line
        edge, thick = (paint.GOLD, 2.5) if here else (svg.LINE, 1)
        with d.place(f"line-{player.seat}-{index}"):
            d.rect(left, top, step - 4, h, fill=paint.CARD, stroke=edge, stroke_width=thick, radius=4)
            d.rect(left + 2.5, top + 3, 6, h - 6, fill=paint.LINE_PAINT[colour], radius=2)
            if figure >= 0:
                d.circle(left + 21, top + h / 2, 10.5, fill="#2a3555")
                paint.figure(d, figure, left + 21, top + h / 2, 7)
            room = step - 40
            size = next((size for size in (8.5, 8.0) if len(wrap(words, room, size)) <= 3), 7.2)
            lines = wrap(words, room, size)
            up = top + h / 2 + 3 - 4.5 * (len(lines) - 1)
            d.paragraph(left + 35, up, words, room, size, fill=paint.CARD_INK, leading=9 / size)
