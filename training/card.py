"""The model card: what a policy is, how it was made, and how it fares."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from astrarium.agents.arena import Arena
from astrarium.agents.policy import load_policy
from astrarium.agents.report import HEADINGS, facts, rows
from astrarium.core import Game
from astrarium.core.files import atomic

if TYPE_CHECKING:
    from .run import Evaluation, Plan

LIBRARIES = ("torch", "stable-baselines3", "sb3-contrib", "numba", "numpy")


def hardware() -> str:
    """The machine, in a line."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{os.cpu_count()} cores of {name}, Python {platform.python_version()}"


def card(
    game: Game,
    plan: Plan,
    history: Sequence[Evaluation],
    figures: dict[str, Any],
    policy: Path,
    rated: Arena | None = None,
) -> list[str]:
    """The card as lines of Markdown; `rated` is an arena of the policy, its first agent, among others."""
    players = ", ".join(map(str, plan.players))
    settings = plan.settings
    lines = [
        f"# A policy for {game.title}",
        "",
        f"`{policy.name}` plays `{game.env_id}` with {players} players, by what the acting seat may know. "
        "At other tables it plays with a warning.",
        "",
        "| | |",
        "|---|---|",
        f"| command | `{plan.command or 'from Python'}` |",
        f"| trained for | {figures['minutes']:.1f} minutes, {figures['samples']:,} own decisions |",
        f"| on | {hardware()} |",
        f"| with | {', '.join(f'{name} {version(name)}' for name in LIBRARIES)} |",
        f"| network | {' x '.join(map(str, settings['hidden']))} hidden units, rectifiers |",
        f"| looks ahead | {_foresight(settings)} |",
        f"| opponents | {_opponents(settings)} |",
        f"| began with | {_beginning(figures['imitated'], settings['teacher'])} |",
        f"| cards | {plan.content or game.contents[0]}{_options(plan.options)} |",
        f"| seed | {plan.seed} |",
        f"| size | {policy.stat().st_size:,} bytes |",
        "",
        "## How it fares",
        "",
    ]
    if not history:
        return [*lines, "It has not been evaluated."]
    names = list(history[-1].shares)
    lines += [
        f"Share of wins in arenas of {history[-1].games} games against each baseline, with 95 % intervals. "
        f"Fair is {1 / plan.players[0]:.0%}.",
        "",
        f"| decisions | minutes | {' | '.join(names)} |",
        "|---|---|" + "---|" * len(names),
    ]
    for each in history:
        shares = [f"{100 * m:.0f} % ({100 * lo:.0f}-{100 * hi:.0f})" for m, lo, hi in each.shares.values()]
        lines.append(f"| {each.samples:,} | {each.seconds / 60:.1f} | {' | '.join(shares)} |")
    learnt = load_policy(policy).about["training"]["samples"]
    lines += ["", f"`{policy.name}` is the policy after {learnt:,} decisions.", "", "![](curve.png)"]
    return lines if rated is None else [*lines, "", *_ratings(rated, policy)]


def _ratings(rated: Arena, policy: Path) -> list[str]:
    """The arena's table, the policy under its file's name."""
    lines = ["## Among other agents", "", f"{facts(rated)}.", ""]
    lines += [f"| {' | '.join(HEADINGS)} |", "|---" * len(HEADINGS) + "|"]
    for spec, *rest in rows(rated):
        name = policy.name if spec == rated.agents[0] else spec
        lines.append(f"| `{name}` | {' | '.join(rest)} |")
    return lines


def _opponents(settings: dict[str, Any]) -> str:
    fixed = [f"{name} {share:.0%}" for name, share in settings["baselines"].items()]
    itself = 1 - sum(settings["baselines"].values()) - settings["past"]
    return ", ".join([*fixed, f"past selves {settings['past']:.0%}", f"itself {itself:.0%}"])


def _beginning(imitated: int, teacher: str) -> str:
    return f"imitation of {imitated:,} decisions of {teacher}" if imitated else "random weights"


def _foresight(settings: dict[str, Any]) -> str:
    if not settings["foresight"]:
        return "no"
    redeals = settings["redeals"] or settings["foresight"]
    return f"as greedy does, in {redeals} redeal{'s' * (redeals > 1)} a decision"


def _options(options: dict[str, int]) -> str:
    return "".join(f", {name} {value}" for name, value in options.items())


def write_card(
    path: Path,
    game: Game,
    plan: Plan,
    history: Sequence[Evaluation],
    figures: dict[str, Any],
    policy: Path,
    rated: Arena | None = None,
) -> None:
    """The card as a file."""
    with atomic(path) as partial:
        lines = card(game, plan, history, figures, policy, rated)
        partial.write_text("\n".join(lines) + "\n", encoding="utf-8")
