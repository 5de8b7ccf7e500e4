"""`dataset`: what is in a dataset, whether it is whole, and its decisions as plain tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arena import stages
from .arguments import Cards, Ray, Threads, plainly, threads_of, workers_of
from .commands import app
from .screen import grouped, say, show, table

if TYPE_CHECKING:
    from astrarium.data.dataset import Dataset

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A dataset of `selfplay`, or an arena.")]

group = typer.Typer(
    help="Datasets of `selfplay --out FOLDER`: look into, check, export.", rich_markup_mode=None
)
app.add_typer(group, name="dataset")


def _open(folder: Path) -> Dataset:
    from astrarium.agents.folder import FolderError
    from astrarium.data.dataset import Dataset

    with plainly(FolderError, OSError):
        return Dataset(folder)


@group.command()
def info(folder: Folder) -> None:
    """What a dataset holds, and whether it is finished."""
    from astrarium.core.records import RecordError

    dataset = _open(folder)
    manifest, there = dataset.manifest, dataset.there()
    seats = [", ".join(manifest["agents"][k] for k in seating) for seating in manifest["seatings"]]
    options = ", ".join(f"{name} {value}" for name, value in manifest["options"].items())
    rows = {
        "game": f"{manifest['game']}_v{manifest['version']}, engine {manifest['engine']}",
        "players": str(manifest["players"]),
        "options": options or "none",
        "cards": f"{manifest['cards']} ({manifest['digest'][:12]})",
        "seed": str(manifest["seed"]),
        "agents by seat": seats[0]
        if len(seats) == 1
        else f"{len(seats)} seatings of {', '.join(manifest['agents'])}",
        "games": grouped(dataset.games),
        "files": f"{len(there):,} of {dataset.shards():,}, {dataset.size:,} games each",
    }
    decisions = games = cut = size = 0
    with plainly(RecordError, OSError), stages() as tell:
        for done, k in enumerate(there, 1):
            found = dataset.columns(k, actions=False)
            games += len(found)
            decisions += int(found.moves.sum())
            cut += int((found.over == 2).sum())
            size += dataset.shard(k).stat().st_size
            tell("reading", done, len(there))
    if games:
        rows["decisions"] = f"{decisions:,}, {decisions / games:.1f} a game"
        rows["cut at the limit"] = grouped(cut)
        rows["bytes"] = f"{size:,}, {size / games:.0f} a game"
    missing = dataset.games - games
    rows["finished"] = "yes" if not missing else f"no: {missing:,} games are missing"
    shown = table("", "", left=2)
    for name, value in rows.items():
        shown.add_row(name, value)
    show(shown)


@group.command()
def check(folder: Folder, cards: Cards = None, threads: Threads = None, ray: Ray = None) -> None:
    """Play every game of a dataset again: every action, every result, every checksum."""
    from astrarium.core.records import RecordError

    dataset = _open(folder)
    with (
        plainly(RecordError, ValueError, OSError),
        workers_of(ray, threads_of(threads)) as workers,
        stages() as tell,
    ):
        count = dataset.check(cards, workers, lambda done, total: tell("checking", done, total))
    say(f"{count:,} games, every action and every result checked")


@group.command()
def export(
    folder: Folder,
    out: Annotated[Path, typer.Option("--out", help="Folder for the tables.")],
    gamma: Annotated[
        float, typer.Option("--gamma", help="Returns are discounted by this for each later decision.")
    ] = 1.0,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="parquet: tables. minari: episodes for Minari. chat: messages for language models.",
        ),
    ] = "parquet",
    search: Annotated[
        str | None,
        typer.Option(
            "--search",
            metavar="SPEC",
            help="With --format chat: add the values that this search finds, such as champion:100.",
        ),
    ] = None,
    cards: Cards = None,
    threads: Threads = None,
    ray: Ray = None,
) -> None:
    """Write every decision of a dataset: as a row of Parquet tables, in Minari's episodes, or as a chat."""
    from astrarium.data.chat import export_chat
    from astrarium.data.episodes import export_episodes
    from astrarium.data.export import export as write

    dataset = _open(folder)
    if search is not None and form != "chat":
        raise typer.BadParameter("--search goes with --format chat")
    if form == "chat":
        with plainly(ValueError, OSError), stages() as tell:
            file = export_chat(
                dataset, out, cards, lambda done, total: tell("exporting", done, total), search
            )
        say(f"chats: {file}")
        return
    if form == "minari":
        with plainly(ValueError, OSError), stages() as tell:
            name = export_episodes(dataset, out, cards, lambda done, total: tell("exporting", done, total))
        say([f"episodes: {out / name}", f"MINARI_DATASETS_PATH={out}, minari.load_dataset({name!r})"])
        return
    if form != "parquet":
        raise typer.BadParameter(f"--format: expected parquet, minari or chat, got {form!r}")
    with plainly(ValueError, OSError), workers_of(ray, threads_of(threads)) as workers, stages() as tell:
        flat = write(dataset, out, workers, gamma, cards, lambda done, total: tell("exporting", done, total))
    say(f"tables: {flat.path / 'decisions'}")
