"""Starship Captains: the picture of the map."""

from __future__ import annotations

from astrarium.core import svg
from astrarium.core.svg import Drawing, free_spot, tone

from . import paint
from . import state as st
from .cards import CardWords
from .draw_cards import draw_mission
from .view import PlaceView, TableView

SKY = tone("sky", "#eef2f9", "#0d1428")
STARS = tone("stars", "#c9d2e3", "#3b4a70")
PLANET = tone("planet", "#d5deee", "#24314f")
STATION_FIELD = tone("station-field", "#cfe0f4", "#1d3557")
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


def draw_map(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    """Routes, locations and what lies on them."""
    d.rect(x, y, w, h, fill=SKY, stroke=svg.LINE, radius=10)
    for k in range(120):
        star = (x + 4 + k * 373 % int(w - 8), y + 4 + k * 197 % int(h - 8))
        d.circle(*star, 0.5 + k % 3 * 0.3, fill=STARS)
    spots = [(x + across * w, y + down * h) for across, down in SPOTS[view.four]]
    for route in view.routes:
        (x1, y1), (x2, y2) = (spots[end] for end in route.ends)
        d.line(
            x1, y1, x2, y2, stroke=paint.ROUTE_PAINT[route.colour], stroke_width=4.5, stroke_linecap="round"
        )
    wide, tall = min(BOX[0], 0.182 * w - 3), min(BOX[1], 0.125 * h)
    boxes = [(px - wide / 2, py - tall / 2, wide, tall) for px, py in spots]
    for place, box in zip(view.places, boxes, strict=True):
        with d.place(f"place-{place.place}", place.told):
            _draw_place(d, place, *box)
    for route in view.routes:
        mx, my = free_spot(spots[route.ends[0]], spots[route.ends[1]], boxes, reach=9.5)
        if any(left - 7 < mx < left + w + 7 and top - 7 < my < top + h + 7 for left, top, w, h in boxes):
            my += tall / 2  # no room between two cards: at their feet
        if route.pirate >= 0:
            name = CardWords.pirate_name(route.pirate)
            told = f"{name[:1].upper()}{name[1:]}: a fight costs 1 damage and wins its token and that reward."
            with d.place(f"pirate-{route.ends[0]}-{route.ends[1]}", told):
                paint.pirate(d, route.pirate, mx, my, 9.5)
        elif route.marked:
            d.circle(mx, my, 4.5, fill=svg.PAPER, stroke=paint.ROUTE_PAINT[route.colour], stroke_width=2)
    _draw_map_notes(d, view, x, y, w)


def _draw_map_notes(d: Drawing, view: TableView, x: float, y: float, w: float) -> None:
    line = y + 16
    for name in ("missions", "pirates", "artifacts"):
        d.text(x + 8, line, f"{name} {view.decks[name]}", size=10, fill=svg.DIM)
        line += 12
    for each in view.peeked[:3]:
        d.text(x + 10, line, f"next: {each.name}", size=9, fill=paint.GOLD_INK, width=118, min_size=7.5)
        line += 11


def _draw_place(d: Drawing, place: PlaceView, x: float, y: float, w: float, h: float) -> None:
    border = paint.SEAT_COLOURS[place.holder] if place.holder >= 0 else svg.EDGE
    if place.station:
        _draw_station(d, place, x, y, w, h)
    elif place.mission:
        d.rect(
            x,
            y,
            w,
            h,
            fill=paint.CARD,
            stroke=border,
            stroke_width=3.5 if place.holder >= 0 else 1.2,
            radius=6,
        )
        draw_mission(d, place.name, place.mission, x, y, w, h)
    else:
        d.circle(x + w / 2, y + h / 2, h * 0.42, fill=PLANET, stroke=border, stroke_width=2)
        if place.number:
            _draw_tile(d, place, x + w / 2, y + h / 2 + 1, h * 0.33)
        d.rect(x + w / 2 - 13, y + h - 11, 26, 13, fill=svg.PANEL, stroke=svg.LINE, radius=4)
        d.text(x + w / 2, y + h - 1, place.name, size=10, bold=True, fill=svg.INK, anchor="middle")
    left = x + w - 12 if place.mission or place.station else x + w / 2 + 32
    for seat in place.ships:
        paint.ship(d, left, y - 8, 11, paint.SEAT_COLOURS[seat], place.holder == seat)
        left -= 20
    if place.shadow:
        paint.shadow(d, left, y - 8, 11)


def _draw_tile(d: Drawing, place: PlaceView, x: float, y: float, r: float) -> None:
    """A triangle: orange when it is face up."""
    corners = [(x, y - r), (x + r * 0.95, y + r * 0.7), (x - r * 0.95, y + r * 0.7)]
    fill = "#e98a2c" if place.face_up else "#4a556e"
    d.polygon(corners, fill=fill, stroke="#ffffff" if place.face_up else "#8390ad", stroke_width=1.4)
    ink = "#2b1700" if place.face_up else "#c3cbdc"
    d.text(x, y + r * 0.5, str(place.number), size=r * 0.95, bold=True, fill=ink, anchor="middle")


def _draw_station(d: Drawing, place: PlaceView, x: float, y: float, w: float, h: float) -> None:
    here = place.tile_round == 0
    border = paint.SEAT_COLOURS[place.holder] if place.holder >= 0 else "#7fa7d8"
    d.rect(
        x, y, w, h, fill=STATION_FIELD, stroke=border, stroke_width=3.5 if place.holder >= 0 else 2, radius=14
    )
    d.text(x + w / 2, y + 18, place.station, size=11, bold=True, fill=svg.INK, anchor="middle", width=w - 16)
    if place.station != place.name:
        d.text(x + w / 2, y + h - 6, place.name, size=9, bold=True, fill=svg.DIM, anchor="middle")
    d.rect(x + 8, y + 26, w - 16, 37, fill="#e98a2c" if here else svg.WELL, radius=5)
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
    d.text(x + w / 2, y + 48, words, size=9, fill=svg.INK, anchor="middle")
