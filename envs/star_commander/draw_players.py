"""Star Commander: the picture of a player's side: hand, technologies."""

from __future__ import annotations

import math

from astrarium.core.svg import (
    DIM,
    EDGE,
    INK,
    LINE,
    Drawing,
    text_width,
    wrap,
)

from . import paint
from . import state as st
from .paint import draw_symbol
from .view import CardView, PlayerView, TableView

HAND_ROW, BACK_ROW = 37.0, 34.0  # heights of a card that is known, and of a row of backs


def _hand_height(player: PlayerView) -> float:
    known = sum(card.name is not None for card in player.hand)
    return known * HAND_ROW + (BACK_ROW if known < len(player.hand) else 0)


def player_height(player: PlayerView, width: float) -> float:
    """In a column: as much as hand and technologies need."""
    return 90 + _hand_height(player) + 22 + HAND_ROW * len(player.technologies)


def draw_player(
    view: TableView, player: PlayerView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    colour = paint.SEAT_COLOURS[player.seat]
    deciding = player.seat == view.deciding
    d.panel(x, y, w, h, colour if deciding else LINE, 3 if deciding else 1)
    ink = paint.SEAT_INK[player.seat]
    with d.place(f"player-{player.seat}"):
        d.rect(x + 4, y + 4, w - 8, 24, fill=colour, radius=5)
        turn = "  ▶ turn" if player.seat == view.active else ""
        fallen = "  homeworld lost" if player.fallen else ""
        d.text(x + 12, y + 21, f"{player.name}{turn}{fallen}", size=14, bold=True, fill=ink, width=w - 90)
        d.text(x + w - 12, y + 21, f"home {st.CELLS[player.home]}", size=12, fill=ink, anchor="end")
    values = (("credits", player.credits), ("developments", player.developments), ("ships", player.ships))
    for index, (word, value) in enumerate(values):
        middle = x + w * (index + 0.5) / 3
        d.text(middle, y + 49, str(value), size=18, bold=True, fill=INK, anchor="middle")
        d.text(middle, y + 62, word, size=10, fill=DIM, anchor="middle")
    d.text(x + 8, y + 78, f"hand ({len(player.hand)})", size=10, fill=DIM)
    top = y + 83
    for card in player.hand:
        if card.name is not None:
            with d.place(card.place, card.words):
                _draw_card(d, card, x + 8, top, w - 16, HAND_ROW - 3)
            top += HAND_ROW
    backs = [card for card in player.hand if card.name is None]
    for index, card in enumerate(backs):
        draw_back(d, card.domain, x + 8 + index * 30, top, 25, BACK_ROW - 4)
    top += (BACK_ROW if backs else 0) + 11
    row = "technology row" if player.technologies else "technology row: empty"
    d.text(x + 8, top, row, size=10, fill=DIM)
    _draw_technologies(d, player, x + 8, top + 5, w - 16, y + h - top - 9)


def _draw_card(d: Drawing, card: CardView, x: float, y: float, w: float, h: float) -> None:
    """A card that is known: domain, name, what it is, what it does."""
    colour = paint.DOMAIN_COLOURS[card.domain]
    d.rect(x, y, w, h, fill=paint.DOMAIN_FIELDS[card.domain], stroke=colour, stroke_width=1.5, radius=4)
    d.rect(x + 1, y + 1, 17, h - 2, fill=colour, radius=3)
    draw_symbol(d, card.domain, x + 9.5, y + h / 2, 6, "#ffffff")
    kind = text_width(card.kind, 8.5)
    d.text(x + 22, y + 11, card.name, size=10.5, bold=True, fill=INK, width=w - kind - 32, min_size=8)
    d.text(x + w - 5, y + 11, card.kind, size=8.5, fill=INK, anchor="end")
    size = next((size for size in (8.5, 8.0) if len(wrap(card.text, w - 26, size)) <= 2), 7.5)
    d.paragraph(x + 22, y + 20.5, card.text, w - 26, size, 2, INK, leading=1.15)


def draw_back(d: Drawing, domain: int, x: float, y: float, w: float, h: float) -> None:
    colour = paint.DOMAIN_COLOURS[domain]
    d.rect(x, y, w, h, fill=colour, stroke=EDGE, stroke_width=1, radius=4)
    d.rect(x + 3, y + 3, w - 6, h - 6, fill=paint.DOMAIN_FIELDS[domain], radius=3)
    draw_symbol(d, domain, x + w / 2, y + h / 2, w * 0.27, colour)


def _draw_technologies(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    """The row, with what the cards do; where there are many, two to a line and only their names."""
    count = len(player.technologies)
    if not count:
        return
    step = min(19.0, h / math.ceil(count / 2))
    for index, (card, name, copies, text) in enumerate(player.technologies):
        left, top = x + (index % 2) * (w / 2 + 1), y + (index // 2) * step
        domain = card // st.CARDS_PER_DOMAIN
        fill, edge = paint.DOMAIN_FIELDS[domain], paint.DOMAIN_COLOURS[domain]
        words = f"{copies}× {name}" if copies > 1 else name
        size = min(10.0, step * 0.62)
        with d.place(f"technology-{player.seat}-{card}", f"{name}: {text}"):
            if HAND_ROW * count <= h:
                shown = CardView(domain, words, text=text)
                _draw_card(d, shown, x, y + HAND_ROW * index, w, HAND_ROW - 3)
                continue
            d.rect(left, top, w / 2 - 1, step - 2, fill=fill, stroke=edge, radius=3)
            line = top + step / 2 + size * 0.3 - 1
            d.text(left + 4, line, words, size=size, fill=INK, width=w / 2 - 9, min_size=min(8, size))
