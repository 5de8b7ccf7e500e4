"""The card of a tuning: what was done, what changed most, and how the new weights fare."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from astrarium.core.files import atomic

if TYPE_CHECKING:
    from .run import Run

MOST = 12  # changes that are shown
DECIDED = {"high": "better", "low": "not better", None: "undecided"}


def card(run: Run) -> list[str]:
    """The card as lines of Markdown."""
    plan, climb = run.plan, run.climb
    assert climb is not None
    players = ", ".join(map(str, plan.players))
    still = len(run.names) - int(run.space.active.sum())
    lines = [
        f"# Weights for {run.game.title}",
        "",
        f"`weights.csv` holds weights for the evaluation of `{run.game.env_id}` at tables of {players}.",
        "",
        "| | |",
        "|---|---|",
        f"| command | `{plan.command or 'from Python'}` |",
        f"| began with | {plan.origin} |",
        f"| fit | {_fit(run)} |",
        f"| search | {climb.games:,} games in {climb.steps:,} steps, {run.seconds / 60:.1f} minutes |",
        f"| weights | {len(run.names)}, of which {still} had no effect at these tables and stayed |",
        f"| on | {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()} |",
        f"| cards | {plan.content or run.game.contents[0]}{_options(plan.options)} |",
        f"| seed | {plan.seed} |",
        "",
        "## What changed most",
        "",
        "| weight | meaning | from | to |",
        "|---|---|---|---|",
    ]
    for name, meaning, old, new in changes(run)[:MOST]:
        lines.append(f"| `{name}` | {meaning} | {old:.4g} | {new:.4g} |")
    lines += ["", "![](course.png)", "", "## Against the start", ""]
    if not run.tests:
        return [*lines, "It has not been tested."]
    gain = run.settings.test_gain
    lines += [
        f"Sequential tests of greedy players: the new weights' share of the wins, 50 % or {50 + gain:g} %? "
        "Shares with 95 % intervals.",
        "",
        "| players | verdict | share of wins | games |",
        "|---|---|---|---|",
    ]
    return [*lines, *(f"| {' | '.join(row)} |" for row in verdicts(run.tests))]


def changes(run: Run) -> list[tuple[str, str, float, float]]:
    """Every weight that changed, with its meaning, the old and the new value; the farthest first."""
    meanings = run.game.weights.meanings if run.game.weights is not None else {}
    names = [name for name, active in zip(run.names, run.space.active, strict=True) if active]
    far = {} if run.climb is None else dict(zip(names, np.abs(run.climb.mean).tolist(), strict=True))
    rows = [
        (name, meanings[name], float(old), float(new))
        for name, old, new in zip(run.names, run.start, run.weights, strict=True)
        if old != new
    ]
    return sorted(rows, key=lambda row: -far[row[0]])


def verdicts(tests: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Tests by table, in words."""
    rows = []
    for players, test in tests.items():
        mean, low, high = (None if value is None else 100 * value for value in test["share"])
        between = "" if low is None or high is None else f" ({low:.1f}-{high:.1f})"
        rows.append((players, DECIDED[test["decided"]], f"{mean:.1f} %{between}", f"{test['games']:,}"))
    return rows


def _fit(run: Run) -> str:
    if run.fitted is None:
        return "none"
    told = f"squared error of results {run.fitted.before:.4f} before, {run.fitted.after:.4f} after"
    rows = [f"{share} with {players} players" for players, _, share, _ in verdicts(run.fitted.tests)]
    tested = f"; {', '.join(rows)} of the wins against the start" if rows else ""
    return f"{told}{tested}: {'the search began there' if run.fitted.adopted else 'not used'}"


def _options(options: dict[str, int]) -> str:
    return "".join(f", {name} {value}" for name, value in options.items())


def write_card(path: Path, run: Run) -> None:
    """The card as a file."""
    with atomic(path) as partial:
        partial.write_text("\n".join(card(run)) + "\n", encoding="utf-8")
