"""The model card: what a policy is, how it was made, and how it fares."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from astrarium.agents.policy import load_policy
from astrarium.core.files import atomic

if TYPE_CHECKING:
    from .run import Run

BEST = "best.safetensors"
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


def card(run: Run) -> list[str]:
    """The card as lines of Markdown."""
    game, plan, settings = run.game, run.plan, run.plan.settings
    policy = run.folder / BEST
    about = load_policy(policy).about["training"]
    lines = [
        f"# A policy for {game.title}",
        "",
        f"`{policy.name}` plays `{game.env_id}` with {_numbers(plan.players)} players, "
        "by what the acting seat may know. At other tables it plays with a warning.",
        "",
        "| | |",
        "|---|---|",
        f"| begun by | `{plan.command or 'from Python'}` |",
        f"| trained for | {trained_for(run)}, {_last(run):,} own decisions |",
        f"| on | {hardware()} |",
        f"| with | {', '.join(f'{name} {version(name)}' for name in LIBRARIES)} |",
        f"| network | {' x '.join(map(str, settings['hidden']))} hidden units, rectifiers |",
        f"| looks ahead | {_foresight(settings)} |",
        f"| opponents | {_opponents(settings)} |",
        f"| began with | {_beginning(run.imitated, settings['teacher'])} |",
        f"| reward | {settings['reward']} |",
        f"| cards | {plan.content or game.contents[0]}{'' if plan.variants else _options(plan.options)} |",
        *_variants(run),
        f"| seed | {plan.seed} |",
        f"| size | {policy.stat().st_size:,} bytes |",
        "",
        f"`{policy.name}` is the policy after {about['samples']:,} decisions.",
        "",
        "## How it fares",
        "",
        *_final(run, about["samples"]),
        "",
        "## How it got there",
        "",
        *_sessions(run),
        "",
    ]
    return lines + (_history(run) if run.history else ["It has not been evaluated."])


def _last(run: Run) -> int:
    return 0 if run.learner is None else run.learner.samples


def trained_for(run: Run) -> str:
    """By the clock, and how much of it processors worked: little on a machine with much other work."""
    return f"{run.seconds / 60:.1f} minutes ({run.processor / 60:.1f} of processor time)"


def _final(run: Run, samples: int) -> list[str]:
    """The figures of the best policy."""
    if run.final is None or run.final.samples != samples or not run.final.figures:
        return ["Its final games were not played: the training was stopped before, or had no time for them."]
    lines = [
        "Share of wins, alone among opponents of one kind, in every seat of each deal once. The deals are "
        "in no training and decided nothing. The most possible is 100 %.",
        "",
        "| players | among | share of wins (95 % interval) | fair | games |",
        "|---|---|---|---|---|",
    ]
    for each in run.final.figures:
        fair = f"{each.fair:.0%}" if each.players > 1 else "-"
        lines.append(f"| {each.seats} | {each.opponent} | {each.text()} | {fair} | {each.games:,} |")
    short = short_of(run)
    return [*lines, "", short] if short else lines


def short_of(run: Run) -> str:
    """What to say of final figures that are of fewer games than wanted, or of none; empty if all are."""
    wanted, found = run.settings.final_games, run.final.figures if run.final else []
    few = [each for each in found if each.games < wanted]
    said = []
    if few:
        among = ", ".join(dict.fromkeys(each.opponent for each in few))
        said.append(
            f"There was no time for {wanted} games among {among}: that interval is wider than it could be."
        )
    met = {(each.players, each.variant, each.opponent) for each in found}
    missing = [
        f"among {who} with {table.players} players{', ' * bool(table.variant)}{table.variant}"
        for table in run.tables
        for who in run.opponents(table.players, final=True)
        if (table.players, table.variant, who) not in met
    ]
    if found and missing:
        said.append(f"There was no time for a game {'; '.join(missing)}.")
    return " ".join(said)


def _sessions(run: Run) -> list[str]:
    """When it was begun and gone on with."""
    lines = ["| session | budget of the whole | decisions | minutes | ended |", "|---|---|---|---|---|"]
    ends = [*((each.samples, each.seconds) for each in run.sessions[1:]), (_last(run), run.seconds)]
    for each, (samples, seconds) in zip(run.sessions, ends, strict=True):
        lines.append(
            f"| `{each.command or 'from Python'}` | {each.budget} | {each.samples:,} to {samples:,} | "
            f"{each.seconds / 60:.1f} to {(each.until or seconds) / 60:.1f} | {each.ended} |"
        )
    return lines


def _history(run: Run) -> list[str]:
    """The evaluations on the way."""
    every = [figure for each in run.history for figure in each.figures]
    pairs = list(dict.fromkeys((f.players, f.variant, f.opponent) for f in every))
    heads = [
        f"{k} players, {variant}{', ' * bool(variant)}among {opponent}" for k, variant, opponent in pairs
    ]
    lines = [
        "Evaluations on the way: shares of wins as above, with their games. They are as many as there was "
        f"time for, {run.settings.evaluation_games} at most, from the first of the same deals on. Who is "
        "surely beaten is not met again. Against the best so far: the share of the wins between the two on "
        "the same deals, by a sequential test of 45 % or 55 %; what it leaves undecided goes to the one that "
        "won more.",
        "",
        f"| {' | '.join(['decisions', 'minutes', *heads, 'against the best so far'])} |",
        "|---|---|" + "---|" * (len(heads) + 1),
    ]
    for each in run.history:
        cells = {(f.players, f.variant, f.opponent): f"{f.text()} of {f.games}" for f in each.figures}
        choice = "the first" if each.choice is None else each.choice.text()
        shown = [cells.get(pair, "") for pair in pairs]
        lines.append(f"| {' | '.join([f'{each.samples:,}', f'{each.seconds / 60:.1f}', *shown, choice])} |")
    return [*lines, "", "![](curve.png)"]


def _numbers(players: Sequence[int]) -> str:
    *others, last = map(str, players)
    return f"{', '.join(others)} or {last}" if others else last


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


def _variants(run: Run) -> list[str]:
    """The variants that it was trained for, in equal parts, and evaluated at each."""
    if not run.plan.variants:
        return []
    rows = dict.fromkeys(each.variant for each in run.tables)
    shown = "; ".join(
        f"{variant} ({_numbers([each.players for each in run.tables if each.variant == variant])} players)"
        for variant in rows
    )
    return [f"| options | {shown}: trained in equal parts{_same(run.plan.variants)} |"]


def _same(variants: Sequence[dict[str, int]]) -> str:
    alike = {name: value for name, value in variants[0].items() if all(v[name] == value for v in variants)}
    return f"; always{_options(alike)[1:]}" if alike else ""


def _options(options: dict[str, int]) -> str:
    return "".join(f", {name} {value}" for name, value in options.items())


def write_card(path: Path, run: Run) -> None:
    """The card as a file."""
    with atomic(path) as partial:
        partial.write_text("\n".join(card(run)) + "\n", encoding="utf-8")
