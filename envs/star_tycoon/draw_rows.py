"""Star Tycoon: the picture of the four rows of cards with their decks."""

from __future__ import annotations

import math

from astrarium.core import svg

from . import paint
from . import state as st
from .reader import CardView
from .view import RowView

NARROW = 100.0  # a card on a phone


def row_height(row: RowView, width: float) -> float:
    """In a column: three cards a line."""
    return 24 + 132.0 * math.ceil(len(row.slots) / 3) + 12 * bool(row.top)


def draw_row(row: RowView, d: svg.Drawing, x: float, y: float, w: float, h: float) -> None:
    """A row of cards beside its deck."""
    d.panel(x, y, w, h, paint.GOOD if row.full else svg.LINE)
    state = "full" if row.full else "not full"
    d.text(
        x + 8,
        y + 14,
        f"{row.name}: {state}",
        size=10.5,
        bold=True,
        fill=svg.INK if row.full else svg.DIM,
        width=140,
    )
    head = 20.0
    if row.top:
        beside = w >= 450
        room, line = (w - 165, y + 14) if beside else (w - 16, y + 27)
        d.text(x + w - 8, line, f"on the deck: {row.top}", 9.5, svg.DIM, "end", width=room, min_size=6.5)
        head += 0 if beside else 12
    deck, top = 46.0, y + head
    tall = h - head - 1
    with d.place(f"deck-{row.row}"):
        _draw_deck(d, row, x + 6, top, deck - 6, tall - 4)
    columns = min(3, len(row.slots)) if w < 450 else len(row.slots)
    step, high = (w - deck - 8) / columns, tall / math.ceil(len(row.slots) / columns)
    for slot, card in enumerate(row.slots):
        left, up = x + deck + 5 + slot % columns * step, top + slot // columns * high
        if card is None:
            d.rect(left, up, step - 5, high - 4, stroke=svg.LINE, radius=6, stroke_dasharray="4 3")
            continue
        with d.place(f"row-{row.row}-{slot}", card.words):
            draw = _draw_planet_card if card.planet else _draw_development_card
            draw(d, card, left, up, step - 5, high - 4)


def _draw_deck(d: svg.Drawing, row: RowView, x: float, y: float, w: float, h: float) -> None:
    if row.deck:
        d.rect(x + 3, y + 3, w - 3, h - 3, fill=svg.WELL, stroke=svg.EDGE, radius=5)
        d.rect(x, y, w - 3, h - 3, fill=paint.LEVELS[row.row], stroke="#8190b0", radius=5)
    else:
        d.rect(x, y, w - 3, h - 3, stroke=svg.LINE, radius=5, stroke_dasharray="4 3")
    middle = x + w / 2 - 1.5
    d.text(
        middle,
        y + h * 0.4,
        "★" if row.row == 0 else "I" * row.row,
        size=17,
        bold=True,
        fill="#ffffff" if row.deck else svg.DIM,
        anchor="middle",
    )
    ink = "#ffffff" if row.deck else svg.DIM
    d.text(middle, y + h * 0.7, str(row.deck), size=14, bold=True, fill=ink, anchor="middle")
    d.text(middle, y + h * 0.82, "left", size=9, fill=ink, anchor="middle")


def _draw_prices(d: svg.Drawing, card: CardView, x: float, y: float, most: float) -> None:
    """One line of tokens, or two with a bar between."""
    for line, price in enumerate(card.prices):
        paint.draw_tokens(d, price, x, y + line * 17, 6.5, most)
        if line:
            d.line(x, y + 8.5, x + 40, y + 8.5, stroke=paint.CARD_DIM, stroke_width=1)


def price_width(card: CardView, most: float) -> float:
    """Of the longest line."""
    return max(paint.tokens_width(price, 6.5, most) for price in card.prices)


def _draw_planet_card(d: svg.Drawing, card: CardView, x: float, y: float, w: float, h: float) -> None:
    colour = paint.TYPE_COLOURS[card.kind]
    d.rect(x, y, w, h, fill=paint.CARD, stroke=colour, stroke_width=2, radius=6)
    _draw_prices(d, card, x + 6, y + 13, w - 12)
    if price_width(card, w - 30) <= w - 30:  # else frame and words tell the type
        d.circle(x + w - 15, y + 16, 10, fill=colour)
        d.circle(x + w - 18, y + 13, 3, fill="#ffffff", opacity=0.45)
    _draw_name(d, card.name, x + 6, y + 53, w - 12)
    words = f"{st.TYPES[card.kind]}, {card.system} system"
    words = words if svg.text_width(words, 8.5) <= w - 12 else f"{st.TYPES[card.kind]}, {card.system}"
    d.text(x + 6, y + 65, words, size=9, fill=paint.CARD_DIM, width=w - 12)
    for place in range(card.capacity):
        d.rect(x + 6 + place * 13, y + 71, 10, 10, stroke=paint.CARD_DIM, radius=2)
    d.rect(x + 5, y + h - 33, w - 10, 28, fill="#dcd5c3", stroke=colour, radius=4)
    beside = target_width(card, 6.5, w - 46) <= w - 46
    draw_target(d, card, x + 10, y + h - 19, 6.5, w - 46 if beside else w - 18)
    if beside:
        paint.draw_points(d, card.points, x + w - 19, y + h - 19, 10)
    else:
        paint.draw_points(d, card.points, x + w - 15, y + h - 45, 10)
    if card.phished:
        paint.draw_token(d, st.ILLEGAL, x + w - 13, y + 35, 7)


def _draw_name(d: svg.Drawing, name: str, x: float, y: float, w: float) -> None:
    """The name of a card; in two lines where it is long, the lower one on y."""
    if svg.text_width(name, 9, True) <= w:
        d.text(x, y, name, 12, paint.CARD_INK, bold=True, width=w)
        return
    d.paragraph(x, y - 10, name, w, 9, 2, paint.CARD_INK, bold=True, leading=1.1)


def draw_target(
    d: svg.Drawing, card: CardView, x: float, y: float, r: float, most: float, ink: str = paint.CARD_INK
) -> float:
    """What a planet asks for; where it ends."""
    if any(card.target_made):
        return paint.draw_tokens(d, card.target_made, x, y, r, most, ink)
    for brand, count in enumerate(card.target_brands):
        for _ in range(count):
            paint.draw_brand(d, brand, x + r, y, r)
            x += 2 * r + 3
    return x


def target_width(card: CardView, r: float, most: float) -> float:
    """Of what a planet asks for."""
    if any(card.target_made):
        return paint.tokens_width(card.target_made, r, most)
    return sum(card.target_brands) * (2 * r + 3)


def _draw_development_card(d: svg.Drawing, card: CardView, x: float, y: float, w: float, h: float) -> None:
    colour = paint.BRAND_COLOURS[card.brand]
    d.rect(x, y, w, h, fill=paint.CARD, stroke=colour, stroke_width=2, radius=6)
    above = card.points and w < NARROW  # the points, over what the card makes
    bonus = w * 0.45 if card.bonus else 0
    beside = price_width(card, w - 10 - bonus) <= w - 10 - bonus
    _draw_prices(d, card, x + 6, y + 13, w - 10 - bonus * beside)
    if card.bonus and beside:
        d.rect(x + w - bonus - 4, y + 4, bonus, 22, fill="#f0c9c2", stroke="#c8453b", radius=3)
        _draw_bonus(d, card.bonus, x + w - bonus / 2 - 4, y + 15, bonus - 4)
    elif card.bonus:
        bonus = w - 10 - (24 if above else 0)
        d.rect(x + 5, y + h - 59, bonus, 24, fill="#f0c9c2", stroke="#c8453b", radius=3)
        _draw_bonus(d, card.bonus, x + 5 + bonus / 2, y + h - 47, bonus - 4)
    _draw_name(d, card.name, x + 6, y + 53, w - 12)
    lines = 1 if card.bonus and not beside else 2
    d.paragraph(x + 6, y + 65, st.BRANDS[card.brand], w - 12, 9, lines, paint.CARD_DIM, leading=1.1)
    if card.array:
        _draw_array(d, x + 17, y + h - 45, 7)
    paint.draw_brand(d, card.brand, x + 17, y + h - 19, 9)
    left, wide = x + 32, w - 37 - (24 if card.points and not above else 0)
    box = paint.VIOLET if card.smuggler else paint.BLUE
    if card.smuggler:
        d.rect(left, y + h - 33, wide, 28, fill=box, radius=4)
        ways = card.smuggler.replace(">", "→").replace("W", "?").split(" / ")
        if len(ways) == 1 and svg.text_width(ways[0], 8) > wide - 4:  # what is given above, what is got below
            ways = [part.strip() for part in ways[0].replace("→", "/→").split("/")]
        for line, words in enumerate(ways):
            bold = svg.text_width(words, 8, True) <= wide - 4
            up = y + h - 15 - (len(ways) - 1) * 6 + line * 12
            size = 11 if len(ways) == 1 else 10
            d.text(left + wide / 2, up, words, size, "#ffffff", "middle", bold, width=wide - 4, min_size=7)
    elif any(card.made):
        d.rect(left, y + h - 33, wide, 28, fill=box, radius=4)
        width = paint.tokens_width(card.made, 7.5, wide - 8)
        paint.draw_tokens(d, card.made, left + (wide - width) / 2 + 1, y + h - 19, 7.5, wide - 8, "#ffffff")
    if card.points:
        paint.draw_points(d, card.points, x + w - 15, y + h - (47 if above else 19), 10)
    if card.phished:
        paint.draw_token(d, st.ILLEGAL, x + w - 13, y + 35, 7)


def _draw_bonus(d: svg.Drawing, words: str, x: float, middle: float, w: float) -> None:
    """One or two lines as large as they fit."""
    size = 10.0
    while size > 7 and (
        len(lines := svg.wrap(words, w, size)) > 2 or any(svg.ELLIPSIS in line for line in lines)
    ):
        size -= 0.5
    for index, line in enumerate(lines):
        top = middle + (index - len(lines) / 2) * 1.15 * size
        d.text(x, top + 0.95 * size, line, size=size, fill="#5a1b14", anchor="middle")


def _draw_array(d: svg.Drawing, x: float, y: float, r: float) -> None:
    """A dish that sends."""
    for k in (0.45, 0.8):
        for side in (-1, 1):
            d.path(
                f"M {x + side * r * k:.1f} {y - r * k:.1f} "
                f"A {r * k * 1.3:.1f} {r * k * 1.3:.1f} 0 0 {1 if side > 0 else 0} "
                f"{x + side * r * k:.1f} {y + r * k:.1f}",
                stroke="#2d6fc4",
                stroke_width=1.4,
            )
    d.circle(x, y, r * 0.25, fill="#2d6fc4")
