"""Starship Captains: the picture of a faction track."""

from __future__ import annotations

import math

from astrarium.core import svg
from astrarium.core.svg import Drawing, tone

from . import paint
from . import state as st
from .cards import ROOM_COLOURS
from .view import TableView, TrackView

ZONES = (tone("zone-even", "#dde5f2", "#202c4d"), tone("zone-odd", "#eaeff7", "#1a2440"))
TRACK_PAINT = ("#5b6fd0", "#b98a2c", "#b0413d")


def draw_track(
    view: TableView, index: int, track: TrackView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    """The spaces of a track with its markers, its event and the techs that lie on it."""
    tint = TRACK_PAINT[index]
    d.panel(x, y, w, h, tint, 1.5)
    d.text(x + w - 8, y + 15, "zones 1 2 3 4, a loop +5", size=9, fill=svg.DIM, anchor="end", width=w * 0.4)
    if track.trophy >= 0:
        d.circle(x + w * 0.36, y + 11.5, 5, fill=paint.SEAT_COLOURS[track.trophy], stroke=svg.EDGE)
        d.text(x + w * 0.38, y + 15, "trophy", size=9, bold=True, fill=svg.INK)
    rows = 2 if w < 400 else 1
    across = math.ceil(st.TRACK_LENGTH / rows)
    step = (w - 12) / across
    with d.place(f"track-{index}"):
        d.text(x + 8, y + 16, track.name, size=12, bold=True, fill=svg.INK)
        for space in range(st.TRACK_LENGTH):
            left, top = x + 6 + space % across * step, y + 22 + space // across * 64
            _draw_space(d, track, space, tint, left, top, step - 2, 62)
    line = y + 96 + 64 * (rows - 1)
    if track.event:
        words = f"{track.event}: {track.event_words}"
        line = d.paragraph(x + 8, line, words, w - 16, size=9.5, lines=2, fill=svg.INK)
    elif not (track.techs and view.sharing):
        d.text(x + 8, line, "no event any more", size=9, fill=svg.DIM)
        line += 11
    for place, tech in track.techs.items():
        kind = f"{ROOM_COLOURS[tech.colour]} room" if tech.colour >= 0 else "ability"
        words = f"{'shared: ' if view.sharing else ''}{tech.name} ({kind}): {tech.words}"
        with d.place(f"shared-{place}", tech.told):
            d.text(
                x + 8, line, words, 9, paint.GOLD_INK if view.sharing else svg.DIM, width=w - 16, min_size=7.5
            )
        line += 11


def _draw_space(
    d: Drawing,
    track: TrackView,
    space: int,
    tint: str,
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
        stroke=paint.GOLD if event else tint,
        stroke_width=1.6 if event else 0.7,
        radius=3,
    )
    head = "+5" if space == 0 else str(zone)
    d.text(x + w / 2, y + 10, head, size=8.5, bold=True, fill=svg.DIM, anchor="middle")
    words = "event" if event and track.event else "" if event else track.spaces[space]
    _draw_words(d, words, x + w / 2, y + 19, w - 1, paint.GOLD_INK if event else svg.INK)
    here = [seat for seat, position in enumerate(track.positions) if position % st.TRACK_LENGTH == space]
    for k, seat in enumerate(here):
        mx, my = x + w / 2 + (-6.5 if k % 2 == 0 else 6.5) * (len(here) > 1), y + h - 9 - k // 2 * 12
        loops = track.positions[seat] // st.TRACK_LENGTH
        d.circle(mx, my, 6, fill=paint.SEAT_COLOURS[seat], stroke=svg.EDGE, stroke_width=1)
        if loops:
            mark = str(5 * loops)
            d.text(mx, my + 2.6, mark, size=7.2, bold=True, fill=paint.SEAT_INK[seat], anchor="middle")


def _draw_words(d: Drawing, words: str, x: float, y: float, w: float, ink: str) -> None:
    """Words one below the other, each as large as it can be."""
    for word in [part for phrase in words.split(", ") for part in phrase.split()][:4]:
        d.text(x, y, word, size=8, fill=ink, anchor="middle", width=w, min_size=6)
        y += 7.5
