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
    from .run import Evaluation, Final

WIDTH, HEIGHT = 900, 480
LEFT, RIGHT, TOP, BOTTOM = 72, 220, 88, 56
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
    games: int = 0  # of the figure that has fewest


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
    _panel(d, 0, game, history, players, "", across, lines)
    return d.svg()


def curves(
    game: Game,
    history: Sequence[Evaluation],
    tables: Sequence[tuple[int, str]],
    lines: Mapping[int, Mapping[str, float]],
    final: Final | None = None,
) -> str:
    """One picture for each number of players and variant of the game, one below the other, as SVG."""
    d = Drawing(WIDTH, HEIGHT * len(tables), background=PAPER)
    for k, table in enumerate(tables):
        points = [_point(each, table) for each in history]
        best = _point(final, table) if final is not None else None
        met = any(AMONG_GREEDY in each.shares for each in [*points, *([best] if best else [])])
        _panel(d, k * HEIGHT, game, points, *table, OVER, lines.get(table[0]) if met else None, best)
    return d.svg()


def _point(measured: Evaluation | Final, table: tuple[int, str]) -> Point:
    """What was measured at one table."""
    here = [each for each in measured.figures if (each.players, each.variant) == table]
    shares = {f"among {each.opponent}": each.share for each in here}
    return Point(measured.samples, shares, min((each.games for each in here), default=0))


def _panel(
    d: Drawing,
    down: float,
    game: Game,
    history: Sequence[Measured],
    players: int,
    variant: str,
    across: str,
    lines: Mapping[str, float] | None,
    best: Point | None = None,
) -> None:
    seats = f"{players} players" if players > 1 else "1 player"
    seats += f", {variant}" if variant else ""
    d.text(LEFT, down + 36, f"{game.title}, {seats}: share of wins while learning", 18, INK, bold=True)
    told = "bars: 95 % intervals; dashed: a fair share"
    if lines is not None:
        told = "the policy alone among opponents of one kind; bars: 95 % intervals"
        dashed = f"dashed, in the colour of {AMONG_GREEDY!r}: what other agents win there; "
        dashed += f"a fair share is {1 / players:.0%}"
        d.text(LEFT, down + 74, dashed, 12, QUIET)
    if best is not None and best.shares:
        told += f"; diamonds: the best policy in {best.games} or more fresh games"
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
    measured = [*history, *([best] if best is not None else [])]
    names = list(dict.fromkeys(name for each in measured for name in each.shares))
    colours = dict(zip(names, COLOURS * len(names), strict=False))
    quiet = QUIET if lines is None else colours[AMONG_GREEDY]
    for share in {*(lines or {"": 1 / players}).values()}:
        (x0, y), (x1, _) = at(0, share), at(most, share)
        d.line(x0, y, x1, y, quiet, 1, stroke_dasharray="4 4")
    labels = [
        (at(most, share)[1] + 4, f"{name} {share:.0%}", quiet, False) for name, share in (lines or {}).items()
    ]
    for name, colour in colours.items():
        known = [(each.samples, each.shares[name]) for each in history if name in each.shares]
        for samples, (mean, low, top) in known:
            (x, y0), (_, y1) = at(samples, low), at(samples, top)
            d.line(x, y0, x, y1, colour, 1.5, stroke_opacity=0.4)
            d.circle(*at(samples, mean), 3.5, colour)
        if known:
            d.polyline([at(samples, share[0]) for samples, share in known], colour, 2)
        if best is not None and name in best.shares:
            (mean, low, top), words = best.shares[name], f"{name}: best {best.shares[name][0]:.0%}"
            (x, y0), (_, y1) = at(best.samples, low), at(best.samples, top)
            d.line(x, y0, x, y1, colour, 3)
            _diamond(d, *at(best.samples, mean), colour)
        else:
            mean, words = known[-1][1][0], f"{name} {known[-1][1][0]:.0%}"
        labels.append((at(most, mean)[1] + 4, words, colour, True))
    _label(d, labels)


def _diamond(d: Drawing, x: float, y: float, colour: str) -> None:
    """The final figure of the best policy."""
    corners = [(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)]
    d.polygon(corners, fill=PAPER, stroke=colour, stroke_width=2)


def _label(d: Drawing, labels: Sequence[tuple[float, str, str, bool]]) -> None:
    """Names at the right, each at its height or as near to it as the others let it."""
    below = 0.0
    for y, text, colour, bold in sorted(labels):
        below = max(y, below + 16)
        x, size = WIDTH - RIGHT + 14, 13 if bold else 12
        d.text(x, below, text, size, colour, bold=bold, width=WIDTH - x - 4, min_size=9)


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
    final: Final | None = None,
) -> None:
    """The pictures of all tables in one PNG file."""
    with atomic(path) as partial:
        partial.write_bytes(to_png(curves(game, history, tables, lines, final), 2.0))
