"""The learning curve: share of wins against each baseline over the decisions learnt from, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from astrarium.core import Game
from astrarium.core.files import atomic
from astrarium.core.svg import Drawing, ticks, to_png

WIDTH, HEIGHT = 900, 480
LEFT, RIGHT, TOP, BOTTOM = 72, 160, 76, 56
INK, QUIET, LINE, PAPER = "#1c2333", "#667085", "#d5dae3", "#ffffff"
COLOURS = ("#2459b8", "#c95c21", "#2e8b57", "#8a4fbf", "#b03060")


class Measured(Protocol):
    """Shares of wins at a point of a training."""

    @property
    def samples(self) -> int:
        """What was learnt from by then."""
        ...

    @property
    def shares(self) -> dict[str, tuple[float, float, float]]:
        """By opponent: mean, low, high of the 95 % interval."""
        ...


def curve(
    game: Game, history: Sequence[Measured], players: int, across: str = "decisions of the learner"
) -> str:
    """The picture as SVG."""
    d = Drawing(WIDTH, HEIGHT, background=PAPER)
    d.text(LEFT, 36, f"{game.title}, {players} players: share of wins while learning", 18, INK, bold=True)
    d.text(LEFT, 58, "bars: 95 % intervals; dashed: a fair share", 12, QUIET)
    most = max([each.samples for each in history], default=1) or 1
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(samples: float, share: float) -> tuple[float, float]:
        return LEFT + wide * samples / most, TOP + high * (1 - share)

    for k in range(5):
        (x0, y), (x1, _) = at(0, k / 4), at(most, k / 4)
        d.line(x0, y, x1, y, LINE)
        d.text(x0 - 8, y + 4, f"{k / 4:.0%}", 12, QUIET, "end")
    for samples in ticks(0, most):
        d.text(at(samples, 0)[0], HEIGHT - BOTTOM + 20, f"{samples:,.0f}", 12, QUIET, "middle")
    d.text(LEFT + wide / 2, HEIGHT - 14, across, 12, QUIET, "middle")
    (x0, y), (x1, _) = at(0, 1 / players), at(most, 1 / players)
    d.line(x0, y, x1, y, QUIET, 1, stroke_dasharray="4 4")
    names = list(dict.fromkeys(name for each in history for name in each.shares))
    labels: list[float] = []
    for name, colour in zip(names, COLOURS * len(names), strict=False):
        known = [(each.samples, each.shares[name]) for each in history if name in each.shares]
        for samples, (mean, low, top) in known:
            (x, y0), (_, y1) = at(samples, low), at(samples, top)
            d.line(x, y0, x, y1, colour, 1.5, stroke_opacity=0.4)
            d.circle(*at(samples, mean), 3.5, colour)
        d.polyline([at(samples, share[0]) for samples, share in known], colour, 2)
        below = at(*(known[-1][0], known[-1][1][0]))[1] + 4
        while any(abs(below - other) < 16 for other in labels):
            below += 16
        labels.append(below)
        d.text(WIDTH - RIGHT + 14, below, f"{name} {known[-1][1][0]:.0%}", 13, colour, bold=True)
    return d.svg()


def write_curve(
    path: Path,
    game: Game,
    history: Sequence[Measured],
    players: int,
    across: str = "decisions of the learner",
) -> None:
    """The picture as a PNG file."""
    with atomic(path) as partial:
        partial.write_bytes(to_png(curve(game, history, players, across), 2.0))
