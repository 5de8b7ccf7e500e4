"""Telling the figures: the table and the plot of benchmarks/README.md."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from astrarium.core.files import atomic

from .run import Figures
from .subjects import OURS, PEERS, WAYS, Subject

SECTION = re.compile(r"(?<=<!-- peers -->\n).*?(?=<!-- /peers -->)", re.DOTALL)
LIKE = {"unchecked": "python"}  # what a way is compared with
QUIET = 0.9  # share of the clock that a measurement should have had of the core


@dataclass(frozen=True)
class Row:
    """A subject's medians over the rounds."""

    subject: Subject
    version: str
    rate: float
    spread: tuple[float, float]
    length: float  # decisions a game; 0 if it was played only in a batch
    import_seconds: float
    first_seconds: float
    memory: int
    facts: dict
    slowdown: float  # of the calibration loop beside it, against the best of all


def rows_of(results: list[Figures]) -> list[Row]:
    """A row a subject, Astrarium's first, then as the peers are listed; within a peer the fast ones first."""
    grouped: dict[Subject, list[Figures]] = defaultdict(list)
    lengths: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    best = min(loop for each in results for loop in each.calibration)
    for each in results:
        grouped[each.subject].append(each)
        if each.way != "batch":  # a batch is cut off in the middle of its games
            total = lengths[each.peer, each.game]
            total[0] += each.decisions
            total[1] += each.games
    rows = []
    for subject, runs in grouped.items():
        decisions, games = lengths[subject.peer, subject.game]
        rates = [run.rate for run in runs]
        rows.append(
            Row(
                subject,
                runs[-1].version,
                median(rates),
                (min(rates), max(rates)),
                decisions / games if games else 0.0,
                median(run.import_seconds for run in runs),
                median(run.first_seconds for run in runs),
                max(run.memory for run in runs),
                runs[-1].facts,
                median(sum(run.calibration) / 2 for run in runs) / best,
            )
        )
    order = list(PEERS)
    return sorted(rows, key=lambda row: (order.index(row.subject.peer), -row.rate))


def ratios(row: Row, rows: list[Row]) -> tuple[float, float] | None:
    """How many times as fast Astrarium's slowest and fastest games are, played the same way."""
    way = LIKE.get(row.subject.way, row.subject.way)
    ours = [each.rate for each in rows if each.subject.peer == OURS and each.subject.way == way]
    return (min(ours) / row.rate, max(ours) / row.rate) if ours else None


def table(rows: list[Row]) -> str:
    """All figures as a table in Markdown."""
    lines = [
        "| game | way | decisions/s | Astrarium's games are x as fast | games/s | decisions a game | actions "
        "| state bytes | players | hidden | import | first decision | memory |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        facts, between = row.facts, ratios(row, rows)
        lines.append(
            " | ".join(
                [
                    f"| {PEERS[row.subject.peer].title} {row.version}: {row.subject.game}",
                    row.subject.way,
                    f"{row.rate:,.0f}",
                    ""
                    if between is None or row.subject.peer == OURS
                    else f"{short(between[0])} to {short(between[1])}",
                    short(row.rate / row.length) if row.length else "-",
                    f"{row.length:,.0f}" if row.length else "-",
                    *(
                        f"{facts[key]:,}" if facts[key] else "-"
                        for key in ("actions", "state_bytes", "players")
                    ),
                    "yes" if facts["hidden"] else "no",
                    f"{row.import_seconds:.2f} s",
                    f"{row.first_seconds:.2f} s",
                    f"{row.memory / 1e6:,.0f} MB |",
                ]
            )
        )
    return "\n".join(lines)


def short(value: float) -> str:
    """A ratio or a rate with as many digits as it deserves."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def caveats(results: list[Figures], rows: list[Row]) -> list[str]:
    """What a reader should know of the machine while the figures were taken."""
    shares = [each.seconds / each.wall_seconds for each in results]
    slowdowns = [row.slowdown for row in rows]
    told = [
        f"The calibration loop beside the figures took {min(slowdowns):.2f} to {max(slowdowns):.2f} "
        "times its best."
    ]
    if median(shares) < QUIET:
        told.append(
            f"The machine was busy: measurements had {median(shares):.0%} of the core by the clock (median)."
        )
    return told


def plot(rows: list[Row], path: Path) -> None:
    """Decisions/s of every game, a panel a way, with what makes each game large or small."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.colors import TABLEAU_COLORS
    from matplotlib.ticker import EngFormatter

    ways = [way for way in WAYS if way not in LIKE and any(row.subject.way == way for row in rows)]
    counts = [sum(row.subject.way == way for row in rows) for way in ways]
    figure, panels = pyplot.subplots(
        len(ways),
        figsize=(9, 1 + 0.7 * len(ways) + 0.34 * sum(counts)),
        sharex=True,
        squeeze=False,
        height_ratios=counts,
        layout="constrained",
    )
    colours = dict(zip(PEERS, TABLEAU_COLORS.values(), strict=False))
    for panel, way in zip(panels[:, 0], ways, strict=True):
        shown = sorted((row for row in rows if row.subject.way == way), key=lambda row: row.rate)
        for k, row in enumerate(shown):
            colour = colours[row.subject.peer]
            panel.plot(row.spread, [k, k], color=colour, linewidth=2)
            panel.plot(row.rate, k, "o", color=colour, markersize=8)
            panel.annotate(f"{row.rate:,.0f}", (row.rate, k), (9, -3), textcoords="offset points", fontsize=8)
        panel.set_yticks(range(len(shown)), [label(row) for row in shown], fontsize=8)
        panel.set_ylim(-0.7, len(shown) - 0.3)
        panel.set_xscale("log")
        panel.margins(x=0.2)
        panel.set_title(f"{way}: {WAYS[way]}", fontsize=10)
        panel.xaxis.set_major_formatter(EngFormatter(sep=""))
        panel.grid(axis="both", color="#e4e7ec")
        panel.set_axisbelow(True)
        panel.spines[["top", "right"]].set_visible(False)
    panels[-1, 0].set_xlabel("decisions a second, one core")
    used = [name for name in PEERS if any(row.subject.peer == name for row in rows)]
    handles = [pyplot.Line2D([], [], marker="o", linestyle="", color=colours[name]) for name in used]
    titles = [PEERS[name].title for name in used]
    figure.legend(handles, titles, loc="outside lower center", ncols=len(used), fontsize=9)
    with atomic(path) as partial:
        figure.savefig(partial, format="png", dpi=110)
    pyplot.close(figure)


def label(row: Row) -> str:
    """A game with what makes it large or small."""
    actions = f"{row.facts['actions']:,} actions" if row.facts["actions"] else "actions are objects"
    hidden = ", hidden" if row.facts["hidden"] else ""
    return f"{row.subject.game.replace('_', ' ')}\n{actions}, {row.facts['players']} players{hidden}"


def write_page(path: Path, section: str) -> None:
    """Put the section between the page's marks."""
    page = read_page(path)
    with atomic(path) as partial:
        partial.write_text(SECTION.sub(lambda _: section, page), encoding="utf-8")


def read_page(path: Path) -> str:
    """The text of a page that has the marks."""
    page = path.read_text(encoding="utf-8")
    if not SECTION.search(page):
        raise ValueError(f"{path} has no place for the figures: expected <!-- peers --> and <!-- /peers -->")
    return page
