"""Printing: one console, tables in one style, boards and transcripts as they are."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

console = Console(highlight=False)
SAY_EVERY = 20.0  # seconds between lines where there is no terminal
notes = Console(stderr=True, highlight=False)  # progress and hints, out of the way of a pipe


def say(lines: str | Iterable[str] = "") -> None:
    """Text as it is: no markup, no wrapping."""
    text = lines if isinstance(lines, str) else "\n".join(lines)
    console.print(text, markup=False, soft_wrap=True)


def lines_of(line: Callable[[Any], str]) -> Callable[[Any], None]:
    """What tells a status where there is no terminal: a line for each new stage, and now and then."""
    said, stage = 0.0, ""

    def tell(status: Any) -> None:
        nonlocal said, stage
        if status.stage != stage or time.monotonic() - said > SAY_EVERY:
            said, stage = time.monotonic(), status.stage
            print(line(status), file=sys.stderr, flush=True)

    return tell


def table(*columns: str, title: str | None = None, left: int = 1) -> Table:
    """A table whose first `left` columns are aligned left, the rest right."""
    made = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, title=title, title_justify="left")
    for k, column in enumerate(columns):
        made.add_column(column, justify="left" if k < left else "right", overflow="fold", no_wrap=k == 0)
    return made


def show(made: Table) -> None:
    """Print a table; one that is too wide for a pipe is not squeezed into 80 columns."""
    if console.is_terminal:
        console.print(made)
        return
    natural = console.measure(made, options=console.options.update(width=10_000)).maximum
    Console(file=console.file, highlight=False, width=max(console.width, natural)).print(made)


def progress() -> Progress:
    """A progress bar that counts."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=notes,
    )


def grouped(number: float) -> str:
    """12345.6 -> 12,346"""
    return f"{number:,.0f}"
