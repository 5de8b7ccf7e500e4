"""Star Tycoon: the picture of the market, the event, the tile, the goal and the partnerships."""

from __future__ import annotations

from astrarium.core import svg

from . import paint
from . import state as st
from . import tables as tb
from .reader import SEAT_NAMES
from .view import TableView

STRIP = 34.0  # height of a partnership
EVENT_FIELD = svg.tone("event-field", "#f8dfdc", "#3a2030")
EVENT_INK = svg.tone("event-ink", "#9c2a1f", "#ffb3a7")
TILE_FIELD = svg.tone("tile-field", "#f6ecc8", "#33301a")
GOAL_FIELD = svg.tone("goal-field", "#dcf1e3", "#1d3327")
BUYERS = svg.tone("buyers", "#c3d6f2", "#1d3558")  # the market's columns
SELLERS = svg.tone("sellers", "#ecdcbb", "#3b3328")


def draw_market(view: TableView, d: svg.Drawing, x: float, y: float, w: float, h: float) -> None:
    """The tracks of the five resources with their markers."""
    d.panel(x, y, w, h)
    label, head = 78.0, 24.0
    step, line = (w - label - 6) / len(view.rates), (h - head - 6) / len(st.RESOURCES)
    d.text(x + 6, y + 16, "Market", size=9.5, bold=True, fill=svg.DIM)
    paint.draw_token(d, st.WILD, x + label - 26, y + 12.5, 6)
    d.text(x + label - 18.5, y + 16, ":", size=11, bold=True, fill=svg.DIM)
    paint.draw_token(d, st.CREDIT, x + label - 7, y + 12.5, 6)
    for column, (resources, credits) in enumerate(view.rates):
        left = x + label + column * step
        middle = left + step / 2
        fill = BUYERS if column < 2 else SELLERS
        d.rect(left + 1, y + head - 1, step - 2, h - head - 4, fill=fill, radius=4)
        words = f"{resources} : {credits}" if step > 42 else f"{resources}:{credits}"
        d.text(middle, y + 17, words, size=13, bold=True, fill=svg.INK, anchor="middle")
    for resource, name in enumerate(st.RESOURCES):
        with d.place(f"market-{resource}", view.rate_words(resource)):
            middle = y + head + (resource + 0.5) * line
            paint.draw_token(d, st.FIRST_RESOURCE + resource, x + 14, middle, 7)
            d.text(x + 25, middle + 4, name, size=10.5, fill=svg.INK, width=label - 27)
            _draw_marker(d, view, resource, x + label, middle, step)


def _draw_marker(d: svg.Drawing, view: TableView, resource: int, x: float, y: float, step: float) -> None:
    """The line of a resource with its marker; crossed out when it has been traded."""
    for column in range(len(view.rates)):
        d.circle(x + (column + 0.5) * step, y, 3, fill=svg.EDGE)
        if column in view.blocked:
            paint.draw_token(d, st.ILLEGAL, x + (column + 0.5) * step, y, 6)
    cx, token = x + (view.markers[resource] + 0.5) * step, st.FIRST_RESOURCE + resource
    flipped = view.flipped[resource]
    fill = "#4a5268" if flipped else paint.TOKEN_COLOURS[token]
    d.circle(cx, y, 9.5, fill=fill, stroke="#ffffff", stroke_width=1.6)
    ink = "#ffffff" if flipped else paint.TOKEN_INK[token]
    d.text(cx, y + 4.5, "✗" if flipped else tb.LETTERS[token], 12, ink, "middle", True)


def draw_event(view: TableView, d: svg.Drawing, x: float, y: float, w: float, h: float) -> None:
    """The event in force, and the earlier ones."""
    with d.place("event"):
        d.rect(x, y, w, h, fill=EVENT_FIELD if view.event else svg.PANEL, stroke=svg.LINE, radius=8)
        if not view.event:
            d.text(x + 10, y + 20, "Event: none", size=12, bold=True, fill=svg.DIM)
            return
        d.text(x + 10, y + 17, f"Event: {view.event}", size=13, bold=True, fill=EVENT_INK, width=w - 20)
        size = next((size for size in (10.0, 9.0) if len(svg.wrap(view.event_text, w - 20, size)) <= 3), 8.0)
        d.paragraph(x + 10, y + 31, view.event_text, w - 20, size, 3, svg.INK, leading=1.15)
        if view.past_events:
            past = f"earlier: {', '.join(view.past_events)}"
            d.text(x + 10, y + h - 7, past, size=9, fill=svg.DIM, width=w - 20, min_size=7)


def draw_tile(view: TableView, d: svg.Drawing, x: float, y: float, w: float, h: float) -> None:
    """What the bonus points tile counts, and its steps."""
    d.rect(x, y, w, h, fill=TILE_FIELD, stroke=svg.LINE, radius=8)
    d.text(x + 10, y + 17, f"Bonus points: {view.tile}", size=12, bold=True, fill=paint.SCORE, width=w - 20)
    step = min(46.0, (w - 20) / max(len(view.tile_steps), 1))
    for index, (count, points) in enumerate(view.tile_steps):
        middle = x + 10 + (index + 0.5) * step
        d.text(middle - 3, y + h - 14, str(count), size=12, fill=svg.INK, anchor="end")
        paint.draw_points(d, points, middle + 9, y + h - 18, 9)


def draw_goal(view: TableView, d: svg.Drawing, x: float, y: float, w: float, h: float) -> None:
    """The goal of a solo game and how far it is."""
    d.rect(x, y, w, h, fill=GOAL_FIELD, stroke=svg.LINE, radius=8)
    words = f"now: {view.goal_state}" + (f"; buff: {view.buff}" if view.buff else "")
    if w < paint.SLIM:
        top = d.paragraph(x + 10, y + 15, f"Goal: {view.goal}", w - 20, 10.5, 3, svg.INK, bold=True)
        d.paragraph(x + 10, top, words, w - 20, 10, 3, svg.INK, leading=1.15)
        return
    d.text(x + 10, y + 16, f"Goal: {view.goal}", size=11.5, bold=True, fill=svg.INK, width=w - 20, min_size=8)
    d.text(x + 10, y + 32, words, size=11, fill=svg.INK, width=w - 20, min_size=8)


def draw_partnerships(view: TableView, d: svg.Drawing, x: float, y: float, w: float, h: float) -> None:
    """The six partnerships: price or owner, and points."""
    columns = 2 if w < paint.SLIM else len(view.partnerships)
    step, tall = (w + 6) / columns, STRIP
    for index, (brand, owner, price, points) in enumerate(view.partnerships):
        left, wide, top = x + index % columns * step, step - 6, y + index // columns * (tall + 6)
        with d.place(f"partnership-{brand}", view.partnership_words(brand)):
            edge = paint.SEAT_COLOURS[owner] if owner >= 0 else svg.LINE
            d.panel(left, top, wide, tall, edge, 2.5 if owner >= 0 else 1)
            paint.draw_brand(d, brand, left + 15, top + tall / 2, 9)
            d.text(left + 29, top + 14, st.BRANDS[brand], size=10.5, bold=True, fill=svg.INK, width=wide - 34)
            d.text(left + 29, top + 28, " ".join(map(str, points)), size=10, fill=paint.SCORE)
            if owner >= 0:
                d.text(left + wide - 8, top + 28, SEAT_NAMES[owner], 10.5, svg.INK, "end", True)
            else:
                width = paint.tokens_width(price, 6, 40)
                paint.draw_tokens(d, price, left + wide - width - 6, top + tall - 10, 6, 40, svg.INK)
