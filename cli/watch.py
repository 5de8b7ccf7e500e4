"""`watch` and `replay`: games to look at."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import typer

from astrarium.agents.match import play_seated
from astrarium.core.records import Record, check_suffix, read_records, replay, verify
from astrarium.core.transcript import Story, board_lines, result_lines, title_lines, transcript_lines

from .arguments import Setup, out_path, plainly
from .screen import notes, progress, say, show, table

SHOWN = 20  # games listed of a record file


def watch_game(setup: Setup, agents: Sequence[str], delay: float, boards: bool) -> None:
    """A game of these agents, one a seat, told decision by decision."""
    game, cards = setup.game, setup.cards
    say(title_lines(game, cards, setup.players, setup.options, setup.seed))
    if set(agents) != {"random"}:
        seats = zip(game.seat_names, agents, strict=False)
        say(f"agents: {', '.join(f'{seat} {spec}' for seat, spec in seats)}")
    record = next(play_seated(game, agents, 1, **setup.keywords))
    states = replay(record, setup.content)
    story = Story(game, cards)
    say(story.opening(states[0]))
    if boards:
        say(["", *board_lines(game, cards, states[0]), ""])
    for k, action in enumerate(record.actions):
        lines = story.decision(states[k], int(action))
        say(lines)
        if boards and "" in lines:  # a heading: a new turn
            say(["", *board_lines(game, cards, states[k + 1]), ""])
        if delay:
            time.sleep(delay)
    say(["", *board_lines(game, cards, states[-1]), ""])
    say(result_lines(game, record.over, len(record.actions), record.scores, record.ranks))


def write_replay(path: Path, number: int, content: str | None, out: Path, views: Sequence[str]) -> None:
    """Write a game of a file as a page of its own."""
    from astrarium.web.page import write_page

    if number < 1:
        raise typer.BadParameter(f"--game counts from 1, not {number}")
    record = next(islice(read_records(path), number - 1, None), None)
    if record is None:
        raise typer.BadParameter(f"{path}: there is no game {number}")
    seats = [seat_of(view, record.header.players) for view in views]
    out_path(out)
    with progress() as bar:
        task = bar.add_task("drawing", total=None)

        def drawn(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        write_page(out, record, content=content, views=dict.fromkeys(seats), progress=drawn)
    say(f"page: {out}")


def seat_of(view: str, players: int) -> int | None:
    """A point of view: None for `all`, or a seat that was counted from 1."""
    if view == "all":
        return None
    if not view.isdecimal() or not 1 <= int(view) <= players:
        raise typer.BadParameter(f"--view is all, or a seat from 1 to {players}, not {view!r}")
    return int(view) - 1


def replay_file(path: Path, number: int | None, content: str | None, boards: bool, threads: int) -> None:
    """Check every game of a file; tell the chosen one, or list them."""
    if number is not None and number < 1:
        raise typer.BadParameter(f"--game counts from 1, not {number}")
    with plainly(ValueError, OSError):
        check_suffix(path)
        path.open("rb").close()
    kept: list[Record] = []
    chosen: list[Record] = []
    with progress() as bar:
        task = bar.add_task("checking", total=None)

        def counted() -> Iterator[Record]:
            for k, record in enumerate(read_records(path), 1):
                if k <= SHOWN:
                    kept.append(record)
                if k == (number or 1):
                    chosen.append(record)
                bar.update(task, completed=k)
                yield record

        total = verify(counted(), content, threads)
    if number is not None and number > total:
        raise typer.BadParameter(f"{path} holds {total} games: there is no game {number}")
    if number is not None or total == 1:
        for line in transcript_lines(chosen[0], content, boards):
            say(line)
        return
    shown = table("game", "seed", "index", "players", "decisions", "ended", "scores", "places", left=0)
    for k, record in enumerate(kept, 1):
        shown.add_row(
            str(k),
            str(record.seed),
            str(record.index),
            str(record.header.players),
            str(len(record.actions)),
            ("no", "yes", "cut")[record.over],
            " ".join(f"{score:g}" for score in record.scores),
            " ".join(str(rank + 1) for rank in record.ranks),
        )
    show(shown)
    if total > len(kept):
        say(f"... and {total - len(kept):,} more")
    say(f"{path}: {total:,} games, every action and every result checked")
    notes.print(f"astrarium replay {path} --game 1 tells the first of them")
