"""`python -m astrarium.benchmarks.peers`: measure, print a table, and write page and plot if asked to."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..throughput import machine_line
from .run import pin, read_results, take
from .subjects import PEERS, subjects
from .tell import caveats, plot, read_page, rows_of, table, write_page

PICTURE = "peers.png"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is not yet in the results file; show all that is."""
    parser = argparse.ArgumentParser(prog="python -m astrarium.benchmarks.peers", description=__doc__)
    parser.add_argument("peers", nargs="*", help=f"all unless named: {', '.join(PEERS)}")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="of the processor, each measurement")
    parser.add_argument("--core", type=int, default=0, help="the core that everything runs on")
    parser.add_argument("--results", type=Path, default=Path("runs/peers.jsonl"), help="kept line by line")
    parser.add_argument("--environments", type=Path, default=Path(".venv-peers"))
    parser.add_argument("--show", action="store_true", help="measure nothing, tell what the results file has")
    parser.add_argument("--page", type=Path, help="write table and plot into this page")
    args = parser.parse_args(arguments)
    try:
        chosen = subjects(args.peers)
        pin(args.core)
        if args.page:
            read_page(args.page)
    except (ValueError, OSError) as error:
        sys.exit(str(error))
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, disable=args.show) as bar:
        rounds = 0 if args.show else args.rounds
        task = bar.add_task("peers", total=rounds * len(chosen))
        failed = partial(console.print, style="red", markup=False)
        for subject, done in take(
            chosen, rounds, args.seconds, args.results, args.environments, failed=failed
        ):
            bar.update(task, description=str(subject), advance=int(done))
    results = [
        each
        for each in read_results(args.results)
        if each.subject in chosen and each.asked_seconds == args.seconds and each.round < args.rounds
    ]
    if not results:
        sys.exit("nothing was measured")
    rows = rows_of(results)
    named = " ".join(["python -m astrarium.benchmarks.peers", *args.peers])
    last = datetime.fromtimestamp(args.results.stat().st_mtime, UTC)
    told = [
        f"`{named} --rounds {args.rounds} --seconds {args.seconds:g}`, {last:%d %B %Y}; {machine_line()}.",
        *caveats(results, rows),
    ]
    print("\n".join([*told, "", table(rows)]))
    if args.page:
        plot(rows, args.page.parent / PICTURE)
        picture = f"![Decisions a second of every game, by way of playing]({PICTURE})"
        write_page(args.page, "\n".join([*told, "", picture, "", table(rows), ""]))


if __name__ == "__main__":
    main()
