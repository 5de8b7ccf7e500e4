"""`train`: a policy, or a network for the tree search, learns a game by self-play, with live progress."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import (
    Cards,
    GameName,
    Ray,
    Seed,
    Setup,
    actors_of,
    choose,
    parse_options,
    plainly,
    player_counts,
    started,
    threads_of,
)
from .commands import app
from .screen import lines_of, live, notes, say, show, table

if TYPE_CHECKING:
    from rich.table import Table

    from astrarium.training.run import Final, Run, Status
    from astrarium.training.search import SearchRun, SearchStatus

MINUTES = 10.0
BAR = 20  # characters
LOSSES = ("policy_gradient_loss", "value_loss", "entropy_loss", "approx_kl", "explained_variance")
STAGES = {
    "compiling": "compiling what is not yet compiled",
    "sampling": "playing at random, to learn what varies",
    "watching": "watching the teacher",
    "imitating": "imitating the teacher",
    "training": "training",
    "evaluating": "evaluating against baselines and the best so far",
    "closing": "final games of the best policy, on fresh deals",
    "done": "done",
}
SEARCH_STAGES = {
    "sampling": "playing without a network, to learn what varies",
    "learning": "playing against itself and learning",
    "showing": "playing an arena against the search without it",
    "testing": "closing test against the search without it",
    "done": "done",
}
METHODS = ("ppo", "search")
EQUAL = "50% among equals"
GO_ON = "The same command with --resume goes on."


@app.command()
def train(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option(
            "--players", "-p", help="Number of seats, or several such as 2,3,4; all from 2 unless given."
        ),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            help="ppo: a policy. search: a network for the tree search's evaluation.",
        ),
    ] = METHODS[0],
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes",
            help="The training ends after so long, earlier sessions included; 10 unless --steps is given.",
        ),
    ] = None,
    steps: Annotated[
        int | None, typer.Option("--steps", help="Train for so many decisions of the learner.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for policies, logs and the card; runs/... unless given."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the training in the folder.")] = False,
    seed: Seed = 0,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "--set",
            "-o",
            metavar="NAME=VALUE,...",
            help="An option of the game, or several values to train for in equal parts; may be repeated.",
        ),
    ] = None,
    cards: Cards = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--setting", metavar="NAME=VALUE", help="A setting of the learner; may be repeated."),
    ] = None,
    sb3_zip: Annotated[
        bool, typer.Option("--sb3-zip", help="Also write sb3.zip, as MaskablePPO.load reads it.")
    ] = False,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", help="Threads of torch; all cores unless told otherwise.")
    ] = None,
    ray: Ray = None,
) -> None:
    """Train a policy by self-play against a league; ppo:FOLDER/best.safetensors then plays everywhere.

    Ctrl-C ends it in order. A run that was stopped or killed goes on with --resume.
    """
    began = started()  # loading torch is among the minutes, and Python itself
    counts = player_counts(players)
    first, sets = _variants(option or [])
    setup = choose(game, counts[0] if counts else None, seed, first, cards)
    seats = f"-{'-'.join(map(str, counts))}p" if counts else ""
    folder = out or Path("runs") / f"{setup.game.name}{seats}"
    if method not in METHODS:
        raise typer.BadParameter(f"--method is {' or '.join(METHODS)}, not {method!r}")
    if method == "search":
        if steps is not None or sb3_zip or ray is not None:
            raise typer.BadParameter("--steps, --sb3-zip and --ray are for --method ppo")
        if len(sets) > 1:
            raise typer.BadParameter("several values of an --option are for --method ppo")
        _train_search(setup, folder, counts, minutes, resume, seed, option, cards, setting, threads)
        return
    need_torch(threads)
    from astrarium.agents.policy import PolicyError
    from astrarium.training.export import check_sb3_zip, write_sb3_zip
    from astrarium.training.run import CheckpointError, Run, RunError
    from astrarium.training.settings import settings_for

    changes = read_settings(setting or [])
    with plainly(ValueError, OSError):
        if resume:
            named = {name: changes[name] for name in ("teacher", "baselines", "rated") if name in changes}
            known = settings_for(setup.game.name, **named).agents
            run = Run.resume(setup.game, folder, minutes, steps, ["astrarium", *sys.argv[1:]], known)
            asked = {"players": counts, "seed": seed, "cards": cards}
            asked = {name: value for name, value in asked.items() if value}
            if option:
                asked["options"] = [setup.game.choose_options(each) for each in sets]
            _check_same(asked | changes, run)
        else:
            given = minutes if minutes is not None or steps is not None else MINUTES
            run = Run.begin(
                setup.game, folder, counts, given, steps, seed, sets, setup.content,
                ["astrarium", *sys.argv[1:]], **changes,
            )  # fmt: skip
        if sb3_zip:
            check_sb3_zip(run)
    with plainly(RunError, CheckpointError, PolicyError, OSError):
        with actors_of(ray, threads_of(threads)) as run.workers:
            train_live(run, began)
        if sb3_zip:
            say(f"sb3      {write_sb3_zip(run, folder / 'sb3.zip')}")


def _train_search(
    setup: Setup,
    folder: Path,
    counts: list[int],
    minutes: float | None,
    resume: bool,
    seed: int,
    option: list[str] | None,
    cards: str | None,
    setting: list[str] | None,
    threads: int | None,
) -> None:
    """Train a network for the tree search, and say what is left behind."""
    from astrarium.training.search import SearchError, SearchRun, SearchSettings

    changes = read_settings(setting or [], SearchSettings)
    with plainly(ValueError, OSError):
        if resume:
            run = SearchRun.resume(setup.game, folder, minutes)
            asked = {"players": counts, "seed": seed, "cards": cards}
            asked = {name: value for name, value in asked.items() if value}
            _check_same(asked | (setup.options if option else {}) | changes, run)
        else:
            given = minutes or (math.inf if changes.get("games") else MINUTES)
            run = SearchRun.begin(
                setup.game, folder, counts or [setup.players], given, seed, setup.options, setup.content,
                ["astrarium", *sys.argv[1:]], **changes,
            )  # fmt: skip
    run.threads = threads_of(threads)
    with plainly(SearchError, OSError):
        search_live(run)


def search_live(run: SearchRun) -> bool:
    """Train with progress, and say what is left behind; False after Ctrl-C."""
    with search_progress() as told:
        finished = run.go(told)
    if not finished:
        notes.print(f"Stopped. {GO_ON}")
    shown = table("games learnt from", "share of wins against the search without it", "95%", "games")
    for each in [*run.history, *([run.test] if run.test else [])]:
        mean, low, high = each.share
        name = f"{each.samples:,}" + (", closing test" if each.decided else "")
        shown.add_row(name, f"{mean:.1%}", f"{100 * low:.0f}-{100 * high:.0f}", str(each.games))
    if run.history:
        show(shown)
    say([f"network  {run.best}", f"card     {run.folder / 'README.md'}"])
    notes.print(
        f"astrarium play {run.game.name} --players {run.plan.players[0]} "
        f"--agents ismcts:400,network={run.best}",
        soft_wrap=True,
    )
    return finished


@contextmanager
def search_progress() -> Iterator[Callable[[SearchStatus], None]]:
    """A line that follows the training; where there is no terminal, one now and then."""
    if not notes.is_terminal:
        yield lines_of(search_line)
        return
    with notes.status("") as line:
        yield lambda status: line.update(search_line(status))


def search_line(status: SearchStatus) -> str:
    """The status in a line."""
    words = [SEARCH_STAGES[status.stage], f"{status.used:.0%} used", f"{status.played:,} games"]
    if status.rate:
        words.append(f"{status.rate:,.0f}/s")
    return ", ".join([*words, *([status.note] if status.note else [])])


def train_live(run: Run, began: float | None = None) -> bool:
    """Train with progress, and say what is left behind; False after Ctrl-C."""
    from astrarium.training.card import trained_for

    try:
        with live(line_of, partial(picture_of, run)) as told:
            finished = run.go(told, began)
    except KeyboardInterrupt:  # before there was anything to learn with
        if run.begun:
            notes.print(f"What was done is kept in {run.folder}. {GO_ON}", soft_wrap=True)
        raise
    if not finished:
        notes.print(f"Stopped. {GO_ON}")
    if run.used_up:
        learnt = 0 if run.learner is None else run.learner.samples
        notes.print(
            f"Nothing was learnt: the budget of {run.budget.text()} is for the whole training, which has had "
            f"{run.seconds / 60:.1f} minutes and {learnt:,} decisions. Give more to go on.",
            soft_wrap=True,
        )
    best = run.folder / "best.safetensors"
    if run.learner is not None:
        say(f"{run.game.title}: {run.learner.samples:,} decisions, {trained_for(run)}")
    if run.final is not None and run.final.figures:
        _show_final(run, run.final)
    say([f"policy   {best}", f"card     {run.folder / 'README.md'}"])
    if run.history:
        say(f"curve    {run.folder / 'curve.png'}")
    say(f"logs     {run.folder / 'tensorboard'}")
    players = run.plan.players[0]
    notes.print(f"astrarium play {run.game.name} --players {players} --agents ppo:{best}", soft_wrap=True)
    return finished


def _show_final(run: Run, final: Final) -> None:
    """The figures of the best policy, and what they are of."""
    from astrarium.training.card import short_of

    shown = table("players", "opponents", "wins of the best policy", "95%", "fair", "games", left=2)
    for each in final.figures:
        mean, low, high = each.share
        fair = f"{each.fair:.0%}" if each.players > 1 else "-"
        shown.add_row(
            each.seats, each.opponent, f"{mean:.1%}", f"{100 * low:.0f}-{100 * high:.0f}", fair,
            str(each.games),
        )  # fmt: skip
    show(shown)
    say(
        f"The best policy, after {final.samples:,} decisions: alone among these opponents, in every seat "
        "once a deal, on deals that decided nothing. The most possible is 100%."
    )
    if run.learner is not None and final.samples < run.learner.samples:
        say("What was learnt since has not won a test against it.")
    short = short_of(run)
    if short:
        say(short)


def _check_same(asked: dict[str, Any], run: Run | SearchRun) -> None:
    """Refuse to go on with something else than was begun."""
    plan = run.plan
    begun = {"players": plan.players, "seed": plan.seed, "cards": plan.content}
    begun |= plan.options | asdict(run.settings)
    begun["options"] = getattr(plan, "variants", None) or [plan.options]
    for name, value in asked.items():
        if value != begun[name]:
            raise typer.BadParameter(
                f"--resume goes on as the training was begun: {name} is {begun[name]!r} there, not {value!r}"
            )


def _variants(option: list[str]) -> tuple[list[str], list[dict[str, int]]]:
    """The first value of every option as it was given, and all sets of options: every value with every other.

    `--option rounds=4,5` has two.
    """
    names: dict[str, list[str]] = {}
    for pair in option:
        name, _, values = pair.partition("=")
        names[name] = [f"{name}={value}" if "=" in pair else pair for value in values.split(",")]
    with plainly(ValueError):
        sets = [parse_options(list(each)) for each in product(*names.values())]
    return [each[0] for each in names.values()], sets


def need_torch(threads: int | None) -> None:
    """The learning libraries, with as many threads as asked for."""
    from importlib.util import find_spec

    missing = [name for name in ("torch", "sb3_contrib") if find_spec(name) is None]
    if missing:
        raise typer.BadParameter(
            f"training needs {', '.join(missing)}: pip install 'astrarium[train]' installs what is missing"
        )
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # on a busy machine, threads that spin take hours
    import torch

    torch.set_num_threads(threads_of(threads))


def read_settings(given: list[str], kind_of: Any = None) -> dict[str, Any]:
    """NAME=VALUE pairs as changes of the settings: those of a policy's learner, or of another kind."""
    import json
    from dataclasses import fields

    from astrarium.core.actions import nearest

    if kind_of is None:
        from astrarium.training.settings import Settings as kind_of
    known = {each.name: getattr(kind_of(), each.name) for each in fields(kind_of)}
    changes: dict[str, Any] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"--setting is NAME=VALUE, such as --setting epochs=4, not {pair!r}")
        if name not in known:
            raise typer.BadParameter(
                f"there is no setting {name!r}{nearest(name, known)} (settings: {', '.join(known)})"
            )
        kind = type(known[name])
        try:
            if kind is tuple:
                value: Any = tuple(int(part) for part in text.split(","))
            else:
                value = json.loads(text) if kind is dict else kind(text)
        except ValueError:
            raise typer.BadParameter(f"--setting {name} is like {known[name]!r}, not {text!r}") from None
        changes[name] = value
    return changes


def line_of(status: Status) -> str:
    """The status in a line."""
    words = [_stage(status), f"{status.used:.0%} of the budget used", f"{status.samples:,} decisions"]
    if status.rate:
        words.append(f"{status.rate:,.0f}/s")
    met = _met(status)
    if met:
        words.append(f"in the last training games placed before {', '.join(met)} ({EQUAL})")
    return ", ".join(words)


def _stage(status: Status) -> str:
    return STAGES[status.stage] + (f" ({status.part:.0%} of this step)" if status.part < 1 else "")


def _met(status: Status) -> list[str]:
    """Shares of wins against the members of the league; of past selves, the least and the greatest."""
    met = {name: share for name, (share, games) in status.league.items() if games}
    past = [met.pop(name) for name in list(met) if name.startswith("past ")]
    said = [f"{name} {share:.0%}" for name, share in met.items()]
    if past:
        low, high = f"{min(past):.0%}", f"{max(past):.0%}"
        said.append(f"past selves {low}" if low == high else f"past selves {low} to {high}")
    return said


def evaluated(status: Status) -> dict[tuple[int, str], str]:
    """The last evaluation in words, by number of players and variant."""
    found: dict[tuple[int, str], list[str]] = {}
    for each in status.evaluation.figures if status.evaluation is not None else []:
        mean, low, high = each.share
        found.setdefault((each.players, each.variant), []).append(
            f"{each.opponent} {mean:.0%} ({100 * low:.0f}-{100 * high:.0f})"
        )
    return {table: ", ".join(shares) for table, shares in found.items()}


def picture_of(run: Run, status: Status) -> Table:
    """The status as a table."""
    made = table("", "", title=run.game.title, left=2)
    made.show_header = False
    made.add_row("now", _stage(status))
    left = "" if status.left is None else f", about {_clock(status.left)} left"
    filled = round(BAR * status.used)
    made.add_row(
        "budget",
        f"{'█' * filled}{'░' * (BAR - filled)} {status.used:.0%} of it, {_clock(status.seconds)}{left}",
    )
    if status.samples:
        made.add_row("decisions", f"{status.samples:,}, {status.rate:,.0f} a second")
        spent = [f"{name} {share:.0%}" for name, share in status.shares.items()]
        made.add_row("time goes to", ", ".join(spent))
        made.add_row("training games", f"placed before {', '.join(_met(status))} ({EQUAL})")
    if status.evaluation is not None and status.evaluation.figures:
        games = max(each.games for each in status.evaluation.figures)
        made.add_row("last evaluation", f"alone among others, up to {games} games for each figure:")
    for (players, variant), shares in evaluated(status).items():
        where = f"{players} seats{', ' * bool(variant)}{variant}"
        made.add_row(f"wins, {where}", f"among {shares}; fair {1 / players:.0%}")
    terms = [
        f"{name.replace('_', ' ')} {status.losses[name]:.3f}" for name in LOSSES if name in status.losses
    ]
    if terms:
        made.add_row("update", ", ".join(terms))
    return made


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
