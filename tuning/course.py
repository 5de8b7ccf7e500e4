"""The way of the weights as a picture: how far each has gone, and what the average gained on the start."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from astrarium.core.files import atomic
from astrarium.core.svg import Drawing, ticks, to_png

if TYPE_CHECKING:
    from .run import Run

WIDTH, HEIGHT = 960, 640
LEFT, RIGHT, TOP, BOTTOM, GAP = 72, 250, 76, 56, 48
LOWER = 140  # the height of the lower panel
NAMED = 9  # weights that are named; the others are thin lines
INK, QUIET, LINE, PAPER = "#1c2333", "#667085", "#d5dae3", "#ffffff"
COLOURS = (
    "#2459b8", "#c95c21", "#2e8b57", "#8a4fbf", "#b03060", "#0f8a94", "#9a7b1c", "#5c6b7a", "#d1495b",
)  # fmt: skip


class Panel:
    """Axes for one part of the picture."""

    def __init__(self, d: Drawing, top: float, high: float, most: float, low: float, up: float) -> None:
        self.d, self.top, self.high, self.most, self.low, self.up = d, top, high, most, low, up
        for value in ticks(low, up):
            (x0, y), (x1, _) = self.at(0, value), self.at(most, value)
            d.line(x0, y, x1, y, QUIET if value == 0 else LINE)
            d.text(x0 - 8, y + 4, f"{value:+g}" if value else "0", 12, QUIET, "end")

    def at(self, games: float, value: float) -> tuple[float, float]:
        """Where a value lies."""
        wide = WIDTH - LEFT - RIGHT
        return (
            LEFT + wide * games / self.most,
            self.top + self.high * (self.up - value) / (self.up - self.low),
        )

    def lines(self, games: Sequence[float], rows: Sequence[tuple[str, Sequence[float] | np.ndarray]]) -> None:
        """Lines with their names at their ends, as near to them as there is room."""
        ends = sorted(range(len(rows)), key=lambda k: -rows[k][1][-1])
        below = self.top - 16.0
        for k in ends:
            name, values = rows[k]
            colour = COLOURS[k % len(COLOURS)]
            self.d.polyline([self.at(g, v) for g, v in zip(games, values, strict=True)], colour, 2)
            below = max(below + 16, self.at(self.most, values[-1])[1] + 4)
            self.d.text(WIDTH - RIGHT + 12, below, name, 12, colour, bold=True)


def bounds(values: np.ndarray, least: float) -> tuple[float, float]:
    """From below the values to above them, 0 included, and not too narrow."""
    return min(float(values.min(initial=0)), -least), max(float(values.max(initial=0)), least)


def course(run: Run) -> str:
    """The picture as SVG."""
    d = Drawing(WIDTH, HEIGHT, background=PAPER)
    players = ", ".join(map(str, run.plan.players))
    d.text(LEFT, 36, f"{run.game.title}, {players} players: the way of the weights", 18, INK, bold=True)
    d.text(LEFT, 58, f"up: units of the search, one is {run.settings.scale:.0%} of a weight", 12, QUIET)
    size = int(run.space.active.sum())
    games = [0, *(point.games for point in run.history)]
    way = np.array([np.zeros(size), *(np.array(point.mean) for point in run.history)])
    most = max(games[-1], 1)
    upper = Panel(d, TOP, HEIGHT - TOP - BOTTOM - GAP - LOWER, most, *bounds(way, 0.5))
    order = np.argsort(-np.abs(way[-1]), kind="stable")
    for k in order[NAMED:]:
        d.polyline([upper.at(g, v) for g, v in zip(games, way[:, k], strict=True)], LINE, 1)
    names = np.array(run.names)[run.space.active]
    old, new = run.start[run.space.active], run.weights[run.space.active]
    upper.lines(games, [(f"{names[k]} {old[k]:.3g} to {new[k]:.3g}", way[:, k]) for k in order[:NAMED]])
    gains = {
        count: [0.0, *(point.gain.get(str(count), 0.0) for point in run.history)]
        for count in run.plan.players
    }
    lower = Panel(d, HEIGHT - BOTTOM - LOWER, LOWER, most, *bounds(np.array(list(gains.values())), 0.05))
    d.text(LEFT, HEIGHT - BOTTOM - LOWER - 12, "mean reward against the start", 12, QUIET)
    lower.lines(games, [(f"{count} players {gain[-1]:+.3f}", gain) for count, gain in gains.items()])
    for value in ticks(0, most):
        d.text(lower.at(value, 0)[0], HEIGHT - BOTTOM + 20, f"{value:,.0f}", 12, QUIET, "middle")
    d.text(LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 14, "games", 12, QUIET, "middle")
    return d.svg()


def write_course(path: Path, run: Run) -> None:
    """The picture as a PNG file."""
    with atomic(path) as partial:
        partial.write_bytes(to_png(course(run), 2.0))
