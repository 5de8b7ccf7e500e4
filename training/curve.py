"""The learning curve: share of wins against each opponent over the decisions learnt from, as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from astrarium.core import Game
from astrarium.core.files import atomic
from astrarium.core.svg import Drawing, ticks, to_png

if TYPE_CHECKING:
    from .run import Evaluation

WIDTH, HEIGHT = 900, 480
LEFT, RIGHT, TOP, BOTTOM = 72, 190, 88, 56
INK, QUIET, LINE, PAPER = "#1c2333", "#667085", "#d5dae3", "#ffffff"
COLOURS = ("#2459b8", "#c95c21", "#2e8b57", "#8a4fbf", "#b03060")
OVER = "decisions of the learner"


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


@dataclass(frozen=True)
class Point:
    """What was measured at a point of a training, at one number of players."""

    samples: int
    shares: dict[str, tuple[float, float, float]]


AMONG_GREEDY = "among greedy"  # who the lines of other agents are measured among


def curve(
    game: Game,
    history: Sequence[Measured],
    players: int,
    across: str = OVER,
    lines: Mapping[str, float] | None = None,
) -> str:
    """The picture as SVG; `lines` are shares of other agents, by name, that it is compared with."""
    d = Drawing(WIDTH, HEIGHT, background=PAPER)
    _panel(d, 0, game, history, players, across, lines)
    return d.svg()


def curves(
    game: Game,
    history: Sequence[Evaluation],
    tables: Sequence[tuple[int, str]],
    lines: Mapping[int, Mapping[str, float]],
) -> str:
    """One picture for each number of players and variant of the game, one below the other, as SVG."""
    d = Drawing(WIDTH, HEIGHT * len(tables), background=PAPER)
    for k, (count, variant) in enumerate(tables):
        points = [
            Point(
                each.samples,
                {
                    f"among {f.opponent}": f.share
                    for f in each.figures
                    if (f.players, f.variant) == (count, variant)
                },
            )
            for each in history
        ]
        met = any(AMONG_GREEDY in each.shares for each in points)
        _panel(d, k * HEIGHT, game, points, count, OVER, lines.get(count) if met else None, variant)
    return d.svg()


def _panel(
    d: Drawing,
    down: float,
    game: Game,
    history: Sequence[Measured],
    players: int,
    across: str,
    lines: Mapping[str, float] | None,
    variant: str = "",
) -> None:
    seats = f"{players} players" if players > 1 else "1 player"
    seats += f", {variant}" if variant else ""
    d.text(LEFT, down + 36, f"{game.title}, {seats}: share of wins while learning", 18, INK, bold=True)
    told = "bars: 95 % intervals; dashed: a fair share"
    if lines is not None:
        told = "the policy alone among opponents of one kind; bars: 95 % intervals"
        d.text(LEFT, down + 74, f"dashed: what other agents win alone {AMONG_GREEDY}", 12, QUIET)
    d.text(LEFT, down + 58, told, 12, QUIET)
    most = max([each.samples for each in history], default=1) or 1
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(samples: float, share: float) -> tuple[float, float]:
        return LEFT + wide * samples / most, down + TOP + high * (1 - share)

    for k in range(5):
        (x0, y), (x1, _) = at(0, k / 4), at(most, k / 4)
        d.line(x0, y, x1, y, LINE)
        d.text(x0 - 8, y + 4, f"{k / 4:.0%}", 12, QUIET, "end")
    for samples in ticks(0, most):
        d.text(at(samples, 0)[0], down + HEIGHT - BOTTOM + 20, f"{samples:,.0f}", 12, QUIET, "middle")
    d.text(LEFT + wide / 2, down + HEIGHT - 14, across, 12, QUIET, "middle")
    for share in {*(lines or {"": 1 / players}).values()}:
        (x0, y), (x1, _) = at(0, share), at(most, share)
        d.line(x0, y, x1, y, QUIET, 1, stroke_dasharray="4 4")
    labels = [(at(most, share)[1] + 4, f"{name} {share:.0%}", QUIET) for name, share in (lines or {}).items()]
    names = list(dict.fromkeys(name for each in history for name in each.shares))
    for name, colour in zip(names, COLOURS * len(names), strict=False):
        known = [(each.samples, each.shares[name]) for each in history if name in each.shares]
        for samples, (mean, low, top) in known:
            (x, y0), (_, y1) = at(samples, low), at(samples, top)
            d.line(x, y0, x, y1, colour, 1.5, stroke_opacity=0.4)
            d.circle(*at(samples, mean), 3.5, colour)
        d.polyline([at(samples, share[0]) for samples, share in known], colour, 2)
        mean = known[-1][1][0]
        labels.append((at(most, mean)[1] + 4, f"{name} {mean:.0%}", colour))
    _label(d, labels)


def _label(d: Drawing, labels: Sequence[tuple[float, str, str]]) -> None:
    """Names at the right, each at its height or as near to it as the others let it."""
    below = 0.0
    for y, text, colour in sorted(labels):
        below = max(y, below + 16)
        bold = colour != QUIET
        d.text(WIDTH - RIGHT + 14, below, text, 13 if bold else 12, colour, bold=bold)


def write_curve(
    path: Path,
    game: Game,
    history: Sequence[Measured],
    players: int,
    across: str = OVER,
) -> None:
    """The picture as a PNG file."""
    with atomic(path) as partial:
        partial.write_bytes(to_png(curve(game, history, players, across), 2.0))


def write_curves(
    path: Path,
    game: Game,
    history: Sequence[Evaluation],
    tables: Sequence[tuple[int, str]],
    lines: Mapping[int, Mapping[str, float]],
) -> None:
    """The pictures of all tables in one PNG file."""
    with atomic(path) as partial:
        partial.write_bytes(to_png(curves(game, history, tables, lines), 2.0))
