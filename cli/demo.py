"""`demo`: self-play in volume, a short training, its curve, and a game of what it made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from astrarium.core.records import read_records, write_jsonl
from astrarium.core.transcript import transcript

from .arguments import Setup, plainly
from .screen import notes, say, show, table
from .selfplay import play_in_volume

if TYPE_CHECKING:
    from astrarium.training.run import Run

# A policy that begins with random weights and looks at nothing but its observation: one sees it learn. It is
# measured against random on the way, and against greedy at the end, which three minutes do not beat.
FROM_NOTHING: dict[str, Any] = {
    "foresight": 0,
    "imitate": 0,
    "learning_rate": 1e-3,
    "tables": 128,
    "past": 0.0,
    "baselines": {"random": 0.5},
    "evaluation_games": 100,
    "rated": "greedy",
}


def show_demo(setup: Setup, count: int, minutes: float, threads: int, folder: Path) -> None:
    """Everything there is to show, and where it was written."""
    _show_self_play(setup, count, threads, folder)
    if minutes > 0 and _can_train():
        _show_training(setup, minutes, threads, folder)
    name = setup.game.name
    say(f"\nNext: astrarium watch {name}   |   astrarium play {name}   |   astrarium bench {name}")


def _show_self_play(setup: Setup, count: int, threads: int, folder: Path) -> None:
    """A batch of self-play, its results, its records, and one game to read."""
    paths = {
        "all games": folder / f"{setup.game.name}.parquet",
        "the first, readable": folder / f"{setup.game.name}.jsonl",
        "the first, as a transcript": folder / f"{setup.game.name}.txt",
    }
    every, first, told = paths.values()
    say(
        f"1. Self-play: {count:,} games of {setup.game.title} by random players on {threads} threads, to "
        "show how fast games are played and what is kept of them."
    )
    tally = play_in_volume(setup, ["random"] * setup.players, count, threads, every)
    tally.print(setup)
    record = next(read_records(every))
    write_jsonl(first, [record], names=True, content=setup.content)
    told.write_text(transcript(record, setup.content), encoding="utf-8")
    for what, path in paths.items():
        say(f"{what:<28}{path}")


def _can_train() -> bool:
    from importlib.util import find_spec

    missing = [name for name in ("torch", "sb3_contrib") if find_spec(name) is None]
    if missing:
        notes.print(f"No training without {', '.join(missing)}: pip install 'astrarium[train]'")
    return not missing


def _show_training(setup: Setup, minutes: float, threads: int, folder: Path) -> None:
    """Train, show how it went, and write a page of a game of the fresh policy."""
    from astrarium.agents.match import play_seated
    from astrarium.training.run import BEST, CURVE, Run, RunError
    from astrarium.web.page import write_page

    from .train import need_torch, train_live

    need_torch(threads)
    out = free_folder(folder, "training")
    say(
        f"\n2. Training: {minutes:g} minutes of masked PPO with {setup.players} players, from random "
        "weights, so that one sees it learn: at first it plays like random. `astrarium train` begins with "
        "a teacher's games and a look ahead, and ends far stronger."
    )
    with plainly(RunError):
        run = Run.begin(
            setup.game, out, [setup.players], minutes, seed=setup.seed, options=setup.options,
            content=setup.content, command=["astrarium", "demo"], **FROM_NOTHING,
        )  # fmt: skip
        if not train_live(run):
            raise KeyboardInterrupt
    _show_rise(run)
    others = ["greedy"] * (setup.players - 1)
    say("\n3. A game of the fresh policy against greedy, as a page to click through: open it in a browser.")
    record = next(play_seated(setup.game, [f"ppo:{out / BEST}", *others], 1, **setup.keywords))
    page = out / "replay.html"
    write_page(page, record, ["the policy", *others], setup.content)
    say([f"{'learning curve':<28}{out / CURVE}", f"{'a game to click through':<28}{page}"])


def _show_rise(run: Run) -> None:
    """The evaluations on the way, against each opponent: from where to where."""
    opponents = run.opponents(run.plan.players[0])
    shown = table("decisions", *opponents)
    for each in run.history:
        cells = {figure.opponent: figure.text() for figure in each.figures}
        shown.add_row(f"{each.samples:,}", *(cells.get(who, "") for who in opponents))
    say("\nShare of wins while it learnt, alone among opponents of one kind, with 95 % intervals:")
    show(shown)


def free_folder(parent: Path, name: str) -> Path:
    """A folder that does not exist yet: name, name-2, name-3 ..."""
    found, number = parent / name, 2
    while found.exists():
        found, number = parent / f"{name}-{number}", number + 1
    return found
