"""Star Commander: colours and symbols of the picture."""

from __future__ import annotations

import math

from astrarium.core.svg import (
    Drawing,
    tone,
)

SEAT_COLOURS = ("#d94848", "#4486ee", "#e8c53a", "#3da765")
SEAT_INK = ("#ffffff", "#ffffff", "#1b1b1b", "#ffffff")
DOMAIN_COLOURS = ("#c8453b", "#b78621", "#378c4d")
DOMAIN_FIELDS = (
    tone("industry", "#f6dfdc", "#4a201f"),
    tone("statecraft", "#f3e8cb", "#473a1a"),
    tone("science", "#d9eddf", "#1c402a"),
)
NO_DOMAIN, NO_DOMAIN_FIELD = "#6d7a94", tone("no-domain", "#dde3ee", "#263047")
NIGHT = tone("night", "#d3dbe8", "#10182c")  # a system nobody has seen
NIGHT_EDGE = tone("night-edge", "#b7c2d6", "#2b3b60")
SIGN = tone("sign", "#8e9bb4", "#ffffff")  # a domain's symbol behind a system
ALARM = tone("alarm", "#b3261e", "#ffb3a7")
# Corner of each homeworld: seat 0 below right, 1 below left, 2 above left, 3 above right.
RIGHT, BELOW = (1, 0, 0, 1), (1, 1, 0, 0)


def draw_symbol(d: Drawing, domain: int, x: float, y: float, r: float, paint: str) -> None:
    """Gear, building or atom; a ring for no domain."""
    if domain == 0:
        for tooth in range(8):
            angle = tooth * math.pi / 4
            dx, dy = math.cos(angle) * r, math.sin(angle) * r
            d.line(x + dx * 0.5, y + dy * 0.5, x + dx, y + dy, stroke=paint, stroke_width=r * 0.36)
        d.circle(x, y, r * 0.52, stroke=paint, stroke_width=r * 0.34, fill="none")
    elif domain == 1:
        d.polygon([(x - r, y - r * 0.25), (x, y - r), (x + r, y - r * 0.25)], fill=paint)
        for column in (-0.65, 0.0, 0.65):
            d.rect(x + column * r - r * 0.15, y - r * 0.1, r * 0.3, r * 0.75, fill=paint)
        d.rect(x - r, y + r * 0.7, 2 * r, r * 0.28, fill=paint)
    elif domain == 2:
        for turn in (0, 60, 120):
            d.raw(
                f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{r:.1f}" ry="{r * 0.38:.1f}" fill="none" '
                f'stroke="{paint}" stroke-width="{r * 0.17:.2f}" transform="rotate({turn} {x:.1f} {y:.1f})"/>'
            )
        d.circle(x, y, r * 0.22, fill=paint)
    else:
        d.circle(x, y, r * 0.75, stroke=paint, stroke_width=r * 0.25, fill="none")
