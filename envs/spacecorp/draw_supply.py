"""SpaceCorp: the picture of what lies beside the board: offers, contracts, actions, the Sideboard."""

from __future__ import annotations

import math

from astrarium.core import svg
from astrarium.core.words import number_of

from . import paint
from . import state as st
from .draw_players import draw_card
from .view import TableView, counted
from .words import SEAT_NAMES

GENES = svg.tone("genes", "#dff1e2", "#1d3327")  # progress cards


def supply_height(view: TableView, width: float) -> float:
    """In a column: offers, contracts, actions, progress cards, colonies, what was discarded."""
    notes = 12 * sum(len(svg.wrap(line, width - 20, 9.5)) for line in _notes(view))
    sideboard = 16 * math.ceil(len(view.progress) / 2) + 16 * math.ceil(len(view.colonies) / 3)
    more = 11 * sum(len(_contract(view, row, width - 20)) - 1 for row in range(len(view.contracts)))
    return 96 + 150 + 78 + 34 + sideboard + notes + more + 10


def _notes(view: TableView) -> list[str]:
    """What lies open beside the board, in words."""
    legend = " · ".join(f"{letter} {name}" for letter, name in zip(paint.BASE_LETTERS, st.BASES, strict=True))
    lines = [f"sites: e cost to explore, b cost to build; bases: {legend}"]
    markers = [
        f"{('1st', '2nd')[k]} Beyond: {SEAT_NAMES[seat]}" for k, seat in enumerate(view.beyond) if seat >= 0
    ]
    lines += ["; ".join(markers)] if markers else []
    lines += [f"on the table: {counted(view.played)}"] if view.played else []
    lines.append(f"discarded: {counted(view.discard) or 'nothing'}")
    lines += [f"removed from the game: {counted(view.purged)}"] if view.purged else []
    return lines


def draw_supply(view: TableView, d: svg.Drawing, x: float, y: float, w: float, h: float) -> None:
    d.panel(x, y, w, h)
    slim = w < 500
    if slim:
        _draw_offers(d, view, x + 10, y + 8, (w - 20) / 2, 2, 34)
        more = _draw_contracts(d, view, x + 10, y + 104, w - 20)
        top = _draw_actions(d, view, x + 10, y + 248 + more, w - 20, 4)
        top = _draw_sideboard(d, view, x + 10, top + 4, w - 20, 2, 3)
        notes, room = x + 10, w - 20
    else:
        _draw_offers(d, view, x + 10, y + 8, 190, 1, 28)
        _draw_contracts(d, view, x + 214, y + 8, 330)
        _draw_sideboard(d, view, x + 560, y + 8, w - 570, 3, 5)
        _draw_actions(d, view, x + 10, y + 206, w - 20, len(st.TYPES))
        notes, room, top = x + 10, w - 20, y + 230
    for line in _notes(view):
        size = (
            9.5 if slim else next((size for size in (9.5, 9.0) if len(svg.wrap(line, room, size)) <= 2), 8.0)
        )
        top = d.paragraph(notes, top + 10, line, room, size, fill=svg.DIM, leading=1.2) - 10


def _draw_offers(
    d: svg.Drawing, view: TableView, x: float, y: float, w: float, columns: int, h: float
) -> None:
    with d.place("deck"):
        d.text(x, y + 9, f"offers; {number_of(view.deck, 'card')} in the deck", size=10, fill=svg.DIM)
    for box, offer in enumerate(view.offers):
        left, top = x + box % columns * w, y + 14 + box // columns * (h + 3)
        with d.place(f"offer-{box}", view.card_words(offer[0]) if offer else ""):
            if offer:
                draw_card(d, *offer, left, top, w - 4, h)
            else:
                d.rect(
                    left, top, w - 4, h, fill=svg.HOLLOW, stroke=svg.LINE, radius=3, stroke_dasharray="4 3"
                )
                d.text(left + 6, top + 18, "empty", size=9.5, fill=svg.DIM)


def _contract(view: TableView, row: int, w: float) -> list[str]:
    """A contract in the lines that it takes; where there is room it takes one."""
    words = f"{row + 1}. {view.contracts[row][0]}"
    return svg.wrap(words, w - 52, 10) if w < 320 else [words]


def _draw_contracts(d: svg.Drawing, view: TableView, x: float, y: float, w: float) -> float:
    """The contracts; how much higher than a line each they are."""
    d.text(x, y + 9, f"contracts of {st.ERAS[view.era]}", size=10, fill=svg.DIM)
    more = 0.0
    for row, (_, award, done) in enumerate(view.contracts):
        top = y + 26 + row * 18 + more
        with d.place(f"contract-{row}", view.contract_told[row]):
            d.circle(x + 6, top - 3.5, 5.5, fill="#e08a2e" if done else svg.HOLLOW, stroke="#e08a2e")
            ink = svg.DIM if done else svg.INK
            for line, words in enumerate(_contract(view, row, w)):
                d.text(x + 18, top + 11 * line, words, 10, ink, width=w - 52, min_size=8)
                more += 11 * (line > 0)
            pay = f"{award}T" if not done else "-"
            d.text(x + w, top, pay, size=10.5, bold=True, fill=paint.COLONY_INK, anchor="end")
    return more


def _draw_actions(d: svg.Drawing, view: TableView, x: float, y: float, w: float, columns: int) -> float:
    """The kinds of action; where they end."""
    step = w / columns
    for kind, name in enumerate(st.TYPES):
        left, top = x + kind % columns * step, y + kind // columns * 22
        with d.place(f"type-{kind}", view.type_told[kind]):
            d.rect(left, top, step - 4, 19, fill=svg.WELL, stroke=svg.EDGE, radius=9)
            d.text(left + step / 2 - 2, top + 13, name, 9.5, svg.INK, "middle", width=step - 12, min_size=7.5)
    return y + 22 * math.ceil(len(st.TYPES) / columns)


def _draw_sideboard(
    d: svg.Drawing, view: TableView, x: float, y: float, w: float, wide: int, across: int
) -> float:
    """Progress cards and colony tiles that can still be had; where they end."""
    d.text(
        x, y + 9, "Sideboard" if view.progress else "Sideboard: no progress cards yet", size=10, fill=svg.DIM
    )
    y += 14
    told = w > 400 and len(view.progress) <= 8  # room for what they do
    wide, high = (1, 22.0) if told else (wide, 16.0)
    for k, (title, name, left, text) in enumerate(view.progress):
        step = w / wide
        cx, cy = x + k % wide * step, y + k // wide * high
        fill, ink = (GENES, svg.INK) if left else (svg.HOLLOW, svg.DIM)
        with d.place(f"progress-{title}", view.progress_told[title]):
            d.rect(cx, cy, step - 3, high - 2, fill=fill, stroke=svg.EDGE, stroke_width=0.6, radius=3)
            room = 120 if told else step - 11
            d.text(cx + 4, cy + high / 2 + 2.3, f"{left}× {name}", 9, ink, width=room, min_size=7.5)
            if told:
                size = 9.0 if svg.text_width(text, 9) < step - 136 else 8.0
                top = cy + (13.3 if size > 8 else 8.6)
                d.paragraph(cx + 128, top, text, step - 136, size, 2, ink, leading=1.1)
    y += high * math.ceil(len(view.progress) / wide) + 2
    for k, (colony, name) in enumerate(view.colonies):
        step = w / across
        cx, cy = x + k % across * step, y + k // across * 16
        with d.place(f"colony-{colony}", view.colony_told[colony]):
            d.rect(cx, cy, step - 3, 14, fill=svg.PANEL, stroke="#c9a227", stroke_width=0.8, radius=3)
            d.text(cx + 4, cy + 10.3, name, 8.5, svg.INK, width=step - 10, min_size=7.2)
    return y + 16 * math.ceil(len(view.colonies) / across) + 4
