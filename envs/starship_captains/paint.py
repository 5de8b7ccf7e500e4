"""Starship Captains: colours and small signs of the pictures, and what they mean."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from astrarium.core import svg
from astrarium.core.svg import Drawing, tone

from . import state as st

SLIM = 500.0  # a panel narrower than this is laid out for a column
CARD, CARD_INK, CARD_DIM = "#f1ede2", "#1c2233", "#5d6679"
GOLD_INK = tone("gold-ink", "#8a6200", "#e8b93a")
SEAT_COLOURS = ("#f2f4f8", "#3fae5a", "#ee8a2f", "#9a63d8")
SEAT_INK = ("#1b1f2a", "#ffffff", "#1b1b1b", "#ffffff")
ROUTE_PAINT = ("#a56be0", "#43b55f", "#e3c23c")
PAINT = ("#d84a45", "#e9c22f", "#3f83dd", "#9aa3b2")  # red, yellow, blue, gray
GOLD, ROBOT, BAD = "#d9a227", "#e0b03c", "#c8453b"
LINE_PAINT = (*PAINT[:3], GOLD)
ICON_PAINT = ("#000000", "#3f83dd", "#d9a227", "#43b55f")  # none, repair, medal, move


def figure(d: Drawing, kind: int, x: float, y: float, r: float) -> None:
    """A head and shoulders; commanders wear a ring, androids are golden squares."""
    if kind == st.ANDROID:
        d.rect(x - r * 0.72, y - r, r * 1.44, 2 * r, fill=ROBOT, stroke="#ffffff", stroke_width=0.8, radius=2)
        d.circle(x - r * 0.3, y - r * 0.35, r * 0.2, fill=svg.PAPER)
        d.circle(x + r * 0.3, y - r * 0.35, r * 0.2, fill=svg.PAPER)
        d.line(x - r * 0.35, y + r * 0.35, x + r * 0.35, y + r * 0.35, stroke=svg.PAPER, stroke_width=1.2)
        return
    paint = PAINT[kind - st.COMMANDER if kind >= st.COMMANDER else kind]
    d.path(
        f"M {x - r * 0.85:.1f} {y + r:.1f} A {r * 0.85:.1f} {r:.1f} 0 0 1 {x + r * 0.85:.1f} {y + r:.1f} Z",
        fill=paint,
        stroke=svg.PAPER,
        stroke_width=0.7,
    )
    d.circle(x, y - r * 0.42, r * 0.52, fill=paint, stroke=svg.PAPER, stroke_width=0.7)
    if st.COMMANDER <= kind < st.ANDROID:
        d.circle(x, y, r * 1.12, stroke=svg.INK, stroke_width=1.6)


def ship(d: Drawing, x: float, y: float, r: float, paint: str, held: bool) -> None:
    """A ship from above; golden where the planet is reserved for it."""
    corners = [(x, y - r), (x + r * 0.75, y + r * 0.8), (x, y + r * 0.35), (x - r * 0.75, y + r * 0.8)]
    d.polygon(corners, fill=paint, stroke=GOLD if held else svg.EDGE, stroke_width=2 if held else 1.2)


def shadow(d: Drawing, x: float, y: float, r: float) -> None:
    """Captain Shadow's ship: dark with a red edge."""
    corners = [(x, y - r), (x + r * 0.75, y + r * 0.8), (x, y + r * 0.35), (x - r * 0.75, y + r * 0.8)]
    d.polygon(corners, fill="#2b2f3b", stroke="#ff6a5a", stroke_width=1.8)


def pirate(d: Drawing, kind: int, x: float, y: float, r: float) -> None:
    """A dark ship with its exhaust's colour; M = medal and artifact, A = android."""
    paint = ROUTE_PAINT[kind % st.NUM_ROUTE_COLOURS]
    d.circle(x, y, r, fill="#2a1416", stroke=paint, stroke_width=2.4)
    letter = "A" if kind >= st.FIRST_ANDROID_PIRATE else "M"
    d.text(x, y + r * 0.42, letter, size=r * 1.2, bold=True, fill="#ffd9d0", anchor="middle")


def icon(d: Drawing, kind: int, x: float, y: float, r: float, matched: bool = False) -> None:
    """A bonus icon: a wrench is a cross, a medal a disc, a move an arrow."""
    if not kind:
        return
    paint = ICON_PAINT[kind]
    ring: dict[str, Any] = {"stroke": "#ffffff", "stroke_width": 1.4} if matched else {}
    if kind == 1:
        d.rect(x - r, y - r, 2 * r, 2 * r, fill=paint, radius=2, **ring)
        d.line(x - r * 0.55, y, x + r * 0.55, y, stroke="#ffffff", stroke_width=1.3)
        d.line(x, y - r * 0.55, x, y + r * 0.55, stroke="#ffffff", stroke_width=1.3)
    elif kind == 2:
        d.circle(x, y, r, fill=paint, **ring)
        d.circle(x, y, r * 0.4, fill="#fff6da")
    else:
        d.polygon([(x - r, y - r), (x + r, y), (x - r, y + r)], fill=paint, **ring)


def artifact(d: Drawing, kind: int, x: float, y: float, r: float) -> None:
    """A disc of two colours."""
    first, second = ((0, 1), (1, 2), (0, 2))[kind]
    d.path(f"M {x:.1f} {y - r:.1f} A {r} {r} 0 0 0 {x:.1f} {y + r:.1f} Z", fill=PAINT[first])
    d.path(f"M {x:.1f} {y - r:.1f} A {r} {r} 0 0 1 {x:.1f} {y + r:.1f} Z", fill=PAINT[second])
    d.circle(x, y, r, stroke="#ffffff", stroke_width=0.8)


def damage(d: Drawing, x: float, y: float, r: float) -> None:
    """A burst."""
    corners = []
    for k in range(16):
        size = r if k % 2 == 0 else r * 0.55
        corners.append((x + size * math.sin(k * math.pi / 8), y - size * math.cos(k * math.pi / 8)))
    d.polygon(corners, fill=BAD, stroke="#ffb3a6", stroke_width=0.6)


def points(d: Drawing, text: str, x: float, y: float, r: float) -> None:
    """Points on a golden disc."""
    d.circle(x, y, r, fill=GOLD, stroke=svg.PAPER, stroke_width=0.8)
    d.text(x, y + r * 0.4, text, size=r * 1.15, bold=True, fill="#1b1b1b", anchor="middle")


def medal(d: Drawing, x: float, y: float, r: float) -> None:
    """A medal on its ribbon."""
    d.polygon([(x - r * 0.5, y - r), (x + r * 0.5, y - r), (x, y + r * 0.2)], fill=PAINT[0])
    d.circle(x, y + r * 0.35, r * 0.65, fill=GOLD, stroke="#6d4f0f", stroke_width=0.8)


def legend(d: Drawing, x: float, y: float, w: float, h: float) -> None:
    """What the signs mean."""
    d.panel(x, y, w, h)
    d.text(x + 12, y + 22, "Signs", size=13, bold=True, fill=svg.INK)
    signs: list[tuple[Callable[[float, float], None], str]] = []
    for kind in (st.RED, st.YELLOW, st.BLUE, st.CADET, st.RED_COMMANDER, st.ANDROID):
        signs.append((partial(_sign, figure, d, kind, 8), st.FIGURES[kind]))
    for kind, words in enumerate(("bonus: repair", "bonus: medal", "bonus: move"), 1):
        signs.append((partial(_sign, icon, d, kind, 5.5), words))
    for kind, name in enumerate(st.ARTIFACTS):
        signs.append((partial(_sign, artifact, d, kind, 8), name))
    for kind, words in ((0, "pirate: medal, artifact"), (3, "pirate: android")):
        signs.append((partial(_sign, pirate, d, kind, 9), words))
    signs.append((lambda cx, cy: damage(d, cx, cy, 9), "damage"))
    columns = 3 if w > SLIM else 2
    step = (w - 20) / columns
    for k, (draw, words) in enumerate(signs):
        left, line = x + 22 + k % columns * step, y + 46 + k // columns * 28
        draw(left, line)
        d.text(left + 16, line + 4, words, size=10.5, fill=svg.INK, width=step - 24)
    line = y + 46 + 28 * math.ceil(len(signs) / columns) + 4
    for words in (
        f"routes: {', '.join(st.ROUTE_COLOURS)}; rings: pirates at the start; golden edge: reserved",
        f"rooms and lines: {', '.join(st.COLOURS)}, gray for all but androids, gold for androids only",
    ):
        line = d.paragraph(x + 14, line, words, w - 28, size=10, lines=2, fill=svg.DIM) + 4


def _sign(draw: Callable[..., None], d: Drawing, kind: int, r: float, x: float, y: float) -> None:
    draw(d, kind, x, y, r)
