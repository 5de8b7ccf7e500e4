"""`demo`: self-play in volume, a short training, an arena of what it made, and pictures of both."""

from __future__ import annotations

from pathlib import Path

from astrarium.core.records import read_records, write_jsonl
from astrarium.core.transcript import transcript

from .arguments import Setup, plainly
from .screen import notes, say
from .selfplay import play_in_volume

ARENA_GAMES = 120
IMITATED = 20_000  # decisions of the teacher at most: the minutes are for self-play


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
    notes.print(f"Self-play: {count:,} games of {setup.game.title} by random players on {threads} threads")
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
    """Train, let the policy meet the others, and write a page of one of its games."""
    import torch

    from astrarium.agents.match import play_seated
    from astrarium.agents.ppo import baseline_path
    from astrarium.training.run import BEST, CURVE, Run, RunError
    from astrarium.training.settings import settings_for
    from astrarium.web.page import write_page

    from .arena import play_arena
    from .train import train_live

    torch.set_num_threads(threads)
    out = free_folder(folder, "training")
    say(f"\nTraining: {minutes:g} minutes of {setup.game.title} with {setup.players} players")
    with plainly(RunError):
        run = Run.begin(
            setup.game, out, [setup.players], minutes, seed=setup.seed, options=setup.options,
            content=setup.content, command=["astrarium", "demo"],
            imitate=min(IMITATED, settings_for(setup.game.name).imitate),
        )  # fmt: skip
        if not train_live(run):
            raise KeyboardInterrupt
    fresh = f"ppo:{out / BEST}"
    specs = [fresh, "greedy", "random"]
    if baseline_path(setup.game).is_file():
        specs.insert(1, "ppo:baseline")
    say("")
    play_arena(setup, specs, ARENA_GAMES, out / "arena", threads)
    others = ["greedy"] * (setup.players - 1)
    record = next(play_seated(setup.game, [fresh, *others], 1, **setup.keywords))
    page = out / "replay.html"
    write_page(page, record, ["the policy", *others], setup.content)
    say(["", f"{'learning curve':<28}{out / CURVE}", f"{'a game to click through':<28}{page}"])


def free_folder(parent: Path, name: str) -> Path:
    """A folder that does not exist yet: name, name-2, name-3 ..."""
    found, number = parent / name, 2
    while found.exists():
        found, number = parent / f"{name}-{number}", number + 1
    return found
