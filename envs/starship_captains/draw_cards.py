"""Starship Captains: pictures of cards: missions, techs and the board where techs lie."""

from __future__ import annotations

import math

from astrarium.core import svg
from astrarium.core.svg import Drawing, text_width, wrap

from . import paint
from .cards import MissionView, TechView
from .view import TableView


def draw_mission(
    d: Drawing, place: str, mission: MissionView, x: float, y: float, w: float, h: float
) -> None:
    """Where it is, its name and points, and a line for each of its tasks."""
    paint.points(d, str(mission.points), x + w - 11, y + 12, 8)
    left = x + 9 + text_width(place, 9, True)
    room = x + w - 21 - left
    one = text_width(mission.name, max(8.0, d.floor), True) <= room
    d.text(x + 5, y + (14 if one else 10), place, size=9, bold=True, fill=paint.CARD_DIM)
    if one:
        d.text(left, y + 14, mission.name, 9.5, paint.CARD_INK, bold=True, width=room)
    else:
        head = wrap(mission.name, room, max(8.5, d.floor), bold=True)[0]
        rest = mission.name[len(head) :].strip()
        d.text(left, y + 10, head, 8.5, paint.CARD_INK, bold=True, width=room)
        d.text(x + 5, y + 19.5, rest, 8.5, paint.CARD_INK, bold=True, width=w - 26, min_size=7.5)
    top, low = y + 22, y + h - 2
    for size in (9.0, 8.5, 8.0, 7.5) if not d.floor else (d.floor,):
        tasks = [wrap(words, w - 20, size) for _, words in mission.lines]
        step = 1.1 * size
        if step * sum(map(len, tasks)) + 3 * len(tasks) <= low - top:
            break
    for (colour, _), lines in zip(mission.lines, tasks, strict=True):
        tall = step * len(lines) + 3
        d.rect(x + 5, top, 9, tall - 2, fill=paint.LINE_PAINT[colour], radius=2)
        for index, words in enumerate(lines):
            d.text(x + 17, top + size * 0.85 + step * index, words, size, paint.CARD_INK, width=w - 19)
        top += tall


def draw_tech_board(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    """Techs to take, cards drawn to choose from, and orders in force."""
    d.panel(x, y, w, h)
    decks = view.decks
    words = f"Tech board; deck {decks['techs']} (top {view.top}), {decks['techs discarded']} discarded"
    d.text(x + 8, y + 15, words, size=10, bold=True, fill=svg.DIM, width=w - 16)
    columns = 4 if w > 400 else 3
    lines = -(-len(view.board) // columns)
    orders = "; ".join(f"{name}: {effect}" for name, effect in view.orders)
    order = f"at stations: {orders}" if orders else ""
    across = len(view.drawn) if w > paint.SLIM else 1  # in a column one below the other: whole names
    foot = (13 if order else 0) + 22 * math.ceil(len(view.drawn) / max(1, across))
    step, tall = (w - 10) / columns, (h - 24 - foot) / lines
    for space, tech in enumerate(view.board):
        left, top = x + 6 + space % columns * step, y + 20 + space // columns * tall
        if tech:
            with d.place(f"tech-{space}", tech.told):
                draw_tech(d, tech, left, top, step - 4, tall - 4, number=space + 1)
        else:
            d.rect(left, top, step - 4, tall - 4, stroke=svg.LINE, radius=5, stroke_dasharray="4 3")
    for k, name in view.drawn.items():
        wide, index = (w - 12) / across, list(view.drawn).index(k)
        left, top = x + 6 + index % across * wide, y + h - foot + 22 * (index // across)
        with d.place(f"drawn-{k}", view.drawn_told[k]):
            d.rect(left, top, wide - 4, 18, fill=paint.CARD, stroke=paint.GOLD, stroke_width=1.5, radius=4)
            d.text(
                left + 6,
                top + 12.5,
                f"drawn: {name}",
                9,
                paint.CARD_INK,
                bold=True,
                width=wide - 14,
                min_size=7,
            )
    if order:
        d.text(x + 8, y + h - 4, order, size=9, fill=paint.GOLD_INK, width=w - 16, min_size=7)


def draw_tech(
    d: Drawing,
    tech: TechView,
    x: float,
    y: float,
    w: float,
    h: float,
    number: int = 0,
    pairs: tuple[int, ...] = (0, 0, 0, 0),
) -> None:
    """A tech or omega: name, words, tier and icons."""
    tint = paint.PAINT[tech.colour] if tech.colour >= 0 else "#7a6fc0" if tech.tier == "omega" else "#8a8f9c"
    d.rect(x, y, w, h, fill=paint.CARD, stroke=tint, stroke_width=2, radius=5)
    ink = "#1b1b1b" if tech.colour in (1, 3) else "#ffffff"
    least = max(7.0, d.floor)
    numbered = f"{number} {tech.name}"
    name = numbered if number and text_width(numbered, least, True) <= w - 8 else tech.name
    heads = wrap(name, w - 8, least, 2, bold=True) if text_width(name, least, True) > w - 8 else [name]
    step = 1.08 * max(9.0, d.floor)
    lower = step * (len(heads) - 1)  # a long name takes a second line
    d.rect(x + 1.5, y + 1.5, w - 3, 15 + lower, fill=tint, radius=3)
    for index, head in enumerate(heads):
        d.text(x + 4, y + 12.5 + step * index, head, size=9, bold=True, fill=ink, width=w - 8, min_size=7)
    most = int((h - 36 - lower) // 9)
    size = next((size for size in (8.5, 8.0) if len(wrap(tech.words, w - 26, size)) <= most), 7.2)
    after = d.paragraph(
        x + w / 2,
        y + 27 + lower,
        tech.words,
        w - 26,
        size,
        fill=paint.CARD_INK,
        anchor="middle",
        leading=1.12,
    )
    if after <= y + h - 3.5:  # the last baseline is a line above it
        d.text(x + w / 2, y + h - 3.5, tech.tier, size=7.2, fill=paint.CARD_DIM, anchor="middle")
    draw_corner_icons(d, tech.icons, x, y + 4, w, h - 4, pairs)


def draw_corner_icons(
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
        paint.icon(d, icon, px, y + down * h, 4.8, bool(pair))
