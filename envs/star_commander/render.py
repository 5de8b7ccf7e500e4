"""Star Commander: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). In the picture every player sits at the corner of the own
homeworld, and vessels lie on the side of a system card that is nearest their player.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from astrarium.core.svg import (
    DIM,
    GAP,
    HOLLOW,
    INK,
    LINE,
    NARROW,
    WELL,
    Drawing,
    Panel,
    heading,
    wrap,
)
from astrarium.core.tables import Content
from astrarium.core.words import number_of

from . import paint
from . import state as st
from .draw_board import corner_of, draw_board
from .draw_players import draw_back, draw_player, player_height
from .view import SEAT_NAMES, TableView, look

WIDTH, HEIGHT = 1280.0, 900.0
SIDE_WIDTH, TOP, BOTTOM = 240.0, 62.0, 132.0


def panels(content: Content, s: Any, seat: int | None = None) -> list[Panel]:
    """The parts of the table."""
    view = look(content, s, seat)
    colour = paint.SEAT_COLOURS[view.deciding] if view.deciding >= 0 else None
    side = (HEIGHT - TOP - BOTTOM - 3 * GAP) / 2
    left = SIDE_WIDTH + 2 * GAP
    found = [
        heading(WIDTH - 2 * GAP, view.title, view.headline, view.question, colour),
        Panel(
            "board",
            (left, TOP, WIDTH - 2 * left, 2 * side + GAP),
            partial(draw_board, view),
            height=lambda w: 1.2 * w,
            least=110.0 * view.size,
            part="board",
            room=(120.0 * view.size, 110.0 * view.size),
        ),
    ]
    for player in view.players:
        corner = corner_of(view, player)
        x = WIDTH - SIDE_WIDTH - GAP if paint.RIGHT[corner] else GAP
        box = (x, TOP + paint.BELOW[corner] * (side + GAP), SIDE_WIDTH, side)
        draw = partial(draw_player, view, player)
        words = f"{number_of(player.developments, 'development')}, {number_of(player.credits, 'credit')}"
        words += f", {number_of(player.ships, 'ship')}, {number_of(len(player.hand), 'card')}"
        height = partial(player_height, player)
        found.append(
            Panel(f"player-{player.seat}", box, draw, height, part="mat", seat=player.seat, words=words)
        )
    foot = (GAP, HEIGHT - BOTTOM - GAP, WIDTH - 2 * GAP, BOTTOM)
    found.append(Panel("supply", foot, partial(_draw_supply, view), height=partial(_supply_height, view)))
    return found


# Decks, piles, stack


def _supply_height(view: TableView, width: float) -> float:
    """In a column: decks, piles, then the stack or the discards."""
    quiet = 13.2 * len(wrap(_quiet_words(view), width - 24, 10.5))
    offer = 8 + 15 * len(wrap(view.offer, width - 24, 12, bold=True)) if view.offer else 0
    return 2 * BOTTOM + 24 + offer + (20 * len(view.stack) or quiet)


def _quiet_words(view: TableView) -> str:
    """What stands where the stack would be."""
    shown = ", ".join(f"{count}× {name}" if count > 1 else name for _, name, count in view.discard)
    words = f"stack: empty\ndiscarded: {shown or 'nothing'}"
    if view.legend:
        words += "\nmarks: " + ", ".join(f"{letter} {word}" for letter, word in view.legend.items())
    return words


def _draw_supply(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.panel(x, y, w, h)
    for domain, name in enumerate(st.DOMAINS):
        left = x + 12 + domain * 78
        size = view.decks[domain]
        with d.place(f"deck-{name}"):
            if size:
                draw_back(d, domain, left + 9, y + 10, 48, 64)
            else:
                d.rect(left + 9, y + 10, 48, 64, fill=HOLLOW, stroke=LINE, radius=4, stroke_dasharray="4 3")
        d.text(left + 33, y + 89, f"{size} left", size=11, bold=True, fill=INK, anchor="middle")
        d.text(left + 33, y + 103, name, size=10, fill=DIM, anchor="middle")
        thrown = sum(count for where, _, count in view.discard if where == domain)
        d.text(left + 33, y + 118, f"{thrown} discarded", size=10, fill=DIM, anchor="middle")
    narrow = w < NARROW
    left_edge, top = (x + 12, y + BOTTOM) if narrow else (x + 260, y)
    wide = (w - 24) / 2 if narrow else 158.0
    d.text(left_edge, top + 14, "piles: cost, attack/hit points, left", size=10, fill=DIM)
    for index, pile in enumerate(view.piles):
        cx, cy = left_edge + (index % 2) * wide, top + 20 + (index // 2) * 22
        radius = 0 if pile.vessel_class == st.STATION else 8 if pile.vessel_class == st.FIGHTER else 3
        with d.place(f"pile-{pile.kind}", pile.words):
            fill = "#5b6a8a" if pile.left else "#8a93a6"
            d.rect(cx, cy, 26, 18, fill=fill, radius=radius)
            d.text(cx + 13, cy + 13, pile.code, size=10.5, bold=True, fill="#ffffff", anchor="middle")
            ink = INK if pile.left else DIM
            d.text(cx + 31, cy + 9, pile.name, size=9.5, bold=True, fill=ink, width=wide - 34)
            words = f"{pile.cost}c  {pile.attack}/{pile.hp}  {pile.left} left"
            d.text(cx + 31, cy + 19, words, size=9, fill=ink, width=wide - 34)
    if narrow:
        _draw_stack(d, view, x + 12, top + 130, w - 24, h - BOTTOM - 138)
        return
    edge = x + 590
    d.line(edge - 12, y + 8, edge - 12, y + h - 8, stroke=LINE)
    _draw_stack(d, view, edge, y + 8, x + w - edge - 10, h - 12)


def _draw_stack(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    """The offer, the stack with its top item first, or what was discarded."""
    if view.offer:
        with d.place("offer"):
            after = d.paragraph(x, y + 12, view.offer, w, size=12, fill=INK, bold=True) - 8
        y, h = after, h - (after - y)
    if not view.stack:
        d.paragraph(x, y + 12, _quiet_words(view), w, size=10.5, lines=int(h / 13.2), fill=DIM)
        return
    d.text(x, y + 10, f"stack ({len(view.stack)}), the top item resolves first", size=10, fill=DIM)
    items = list(enumerate(view.stack, 1))[::-1]
    room = int((h - 14) // 20)
    columns = math.ceil(len(items) / room)
    wide = w / columns
    for index, (number, (seat, words)) in enumerate(items):
        left, top = x + index // room * wide, y + 15 + index % room * 20
        with d.place(f"stack-{number}", view.stack_told[number - 1]):
            d.rect(left, top, wide - 4, 18, fill=WELL, stroke=paint.SEAT_COLOURS[seat], radius=4)
            words = f"{number}. {SEAT_NAMES[seat]}: {words}"
            d.text(left + 6, top + 13, words, size=11, fill=INK, width=wide - 16, min_size=8)
