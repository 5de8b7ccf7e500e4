"""Star Tycoon: colours of the picture, and the small things in it: tokens, logos, points."""

from __future__ import annotations

import math

from astrarium.core import svg

from . import state as st
from . import tables as tb

SLIM = 500.0  # a corporation narrower than this has its company above its planets
CARD, CARD_INK, CARD_DIM = "#f1ede2", "#1c2233", "#5d6679"
SEAT_COLOURS = ("#d94848", "#4486ee", "#e8c53a", "#3da765", "#9a63dc", "#ee8a3a")
SEAT_INK = ("#ffffff", "#ffffff", "#1b1b1b", "#ffffff", "#ffffff", "#1b1b1b")
TOKEN_COLOURS = ("#f4c430", "#2a2a33", "#b07a4a", "#4fb7c5", "#6fb544", "#5b7fe0", "#9aa3b2", "#ffffff")
TOKEN_INK = ("#1b1b1b", "#ff8a7a", "#ffffff", "#08323a", "#12300a", "#ffffff", "#1b1f2a", "#1b1b1b")
TYPE_COLOURS = ("#4c9a52", "#b97c2f", "#9a6cc9", "#3576c4", "#3f99b8", "#d9593f")
BRAND_COLOURS = ("#3f9b57", "#c8453b", "#d2568f", "#d08a2e", "#3a78c2", "#7a56c2", "#2b9c9c")
LEVELS = ("#4c5b7a", "#31538c", "#63509a", "#8a6126")
GOLD, BLUE, VIOLET, GOOD = "#e8b93a", "#2d6fc4", "#7a4fb0", "#49b36b"
SCORE = svg.tone("score", "#8a6200", "#e8b93a")  # gold as ink


def draw_token(d: svg.Drawing, token: int, x: float, y: float, r: float) -> None:
    """Credits and illegal goods are round, resources have six corners."""
    fill, ink = TOKEN_COLOURS[token], TOKEN_INK[token]
    stroke = "#0b1020" if token != st.ILLEGAL else "#ff8a7a"
    if token in (st.CREDIT, st.ILLEGAL):
        d.circle(x, y, r, fill=fill, stroke=stroke, stroke_width=0.8)
    else:
        corners = [
            (x + r * 1.08 * math.sin(k * math.pi / 3), y - r * 1.08 * math.cos(k * math.pi / 3))
            for k in range(6)
        ]
        d.polygon(corners, fill=fill, stroke=stroke, stroke_width=0.8)
    letter = "?" if token == st.WILD else tb.LETTERS[token]
    d.text(x, y + r * 0.45, letter, size=r * 1.25, bold=True, fill=ink, anchor="middle")


def _token_groups(numbers: list[int], r: float, most: float) -> list[tuple[int, int]]:
    """Tokens one by one, or as numbers before a token where they would be too many."""
    single = [(token, 1) for token, count in enumerate(numbers) for _ in range(count)]
    if len(single) * (2 * r + 2) <= most and max(numbers, default=0) <= 3:
        return single
    return [(token, count) for token, count in enumerate(numbers) if count]


def draw_tokens(
    d: svg.Drawing, numbers: list[int], x: float, y: float, r: float, most: float = 999, ink: str = CARD_INK
) -> float:
    """A line of tokens from x on, middle at y; where it ends."""
    for token, count in _token_groups(numbers, r, most):
        if count > 1:
            words = str(count)
            d.text(x, y + r * 0.62, words, size=r * 1.75, bold=True, fill=ink)
            x += svg.text_width(words, r * 1.75, True) + 1
        draw_token(d, token, x + r, y, r)
        x += 2 * r + 2
    return x


def tokens_width(numbers: list[int], r: float, most: float = 999) -> float:
    """The width of a line of tokens."""
    width = 0.0
    for _, count in _token_groups(numbers, r, most):
        width += 2 * r + 2 + (svg.text_width(str(count), r * 1.75, True) + 1 if count > 1 else 0)
    return width


def draw_brand(d: svg.Drawing, brand: int, x: float, y: float, r: float) -> None:
    """The logos by their names: rounded, cross, heart, hex, square, pointed, diamond; a house for none."""
    colour = BRAND_COLOURS[brand] if brand >= 0 else "#6d7a94"
    white = "#ffffff"
    if brand == 0:
        d.rect(x - r, y - r * 0.7, 2 * r, r * 1.4, fill=colour, radius=r * 0.7)
    elif brand == 1:
        d.rect(x - r * 0.36, y - r, r * 0.72, 2 * r, fill=colour)
        d.rect(x - r, y - r * 0.36, 2 * r, r * 0.72, fill=colour)
    elif brand == 2:
        d.path(
            f"M {x} {y + r} L {x - r} {y - r * 0.1} A {r * 0.52} {r * 0.52} 0 0 1 {x} {y - r * 0.55} "
            f"A {r * 0.52} {r * 0.52} 0 0 1 {x + r} {y - r * 0.1} Z",
            fill=colour,
        )
    elif brand == 3:
        corners = [(x + r * math.cos(k * math.pi / 3), y + r * math.sin(k * math.pi / 3)) for k in range(6)]
        d.polygon(corners, fill=colour)
    elif brand == 4:
        d.rect(x - r * 0.85, y - r * 0.85, r * 1.7, r * 1.7, fill=colour)
    elif brand == 5:
        d.polygon([(x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8)], fill=colour)
    elif brand == 6:
        d.polygon([(x, y - r), (x + r * 0.8, y), (x, y + r), (x - r * 0.8, y)], fill=colour)
    else:
        d.polygon([(x - r, y), (x, y - r), (x + r, y)], fill=colour)
        d.rect(x - r * 0.7, y, r * 1.4, r, fill=colour)
    d.circle(x, y + (r * 0.25 if brand == 5 else 0), r * 0.22, fill=white)


def draw_points(d: svg.Drawing, points: int, x: float, y: float, r: float, met: bool | None = None) -> None:
    """Victory points in a gold disc; grey while the target is not met."""
    fill = GOLD if met in (None, True) else "#59647c"
    if points < 0:
        fill = "#c8453b"
    d.circle(x, y, r, fill=fill, stroke="#0b1020", stroke_width=0.8)
    ink = "#1b1b1b" if met in (None, True) and points >= 0 else "#ffffff"
    d.text(x, y + r * 0.42, str(points), size=r * 1.22, bold=True, fill=ink, anchor="middle")
