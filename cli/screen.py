"""Printing: one console, tables in one style, boards and transcripts as they are."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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
from rich.text import Text

SAY_EVERY = 20.0  # seconds between lines where there is no terminal
# What moves the cursor, colours, reorders or cannot be encoded: controls but the ends of lines, marks of
# direction, halves of surrogate pairs.
UNPRINTABLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


def plain(text: str) -> str:
    """A text that may come from a file, with its control characters spelt out."""
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class Screen(Console):
    """A console on which texts are texts: neither markup nor control characters do anything."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **keywords)

    def print(self, *objects: Any, **keywords: Any) -> None:
        """As a console prints it, texts made plain."""
        super().print(*(plain(each) if isinstance(each, str) else each for each in objects), **keywords)


class PlainTable(Table):
    """A table whose cells are texts."""

    def add_row(self, *cells: Any, **keywords: Any) -> None:
        """A row, texts made plain."""
        super().add_row(*(Text(plain(each)) if isinstance(each, str) else each for each in cells), **keywords)


console = Screen()
notes = Screen(stderr=True)  # progress and hints, out of the way of a pipe


def say(lines: str | Iterable[str] = "") -> None:
    """Text as it is: no markup, no wrapping."""
    text = lines if isinstance(lines, str) else "\n".join(lines)
    console.print(text, soft_wrap=True)


def lines_of(line: Callable[[Any], str]) -> Callable[[Any], None]:
    """What tells a status where there is no terminal: a line for each new stage, and now and then."""
    said, stage = 0.0, ""

    def tell(status: Any) -> None:
        nonlocal said, stage
        if status.stage != stage or time.monotonic() - said > SAY_EVERY:
            said, stage = time.monotonic(), status.stage
            print(line(status), file=sys.stderr, flush=True)

    return tell


@contextmanager
def live(line: Callable[[Any], str], picture: Callable[[Any], Table]) -> Iterator[Callable[[Any], None]]:
    """What tells a status: a table that follows it; where there is no terminal, a line now and then."""
    from rich.live import Live

    if not notes.is_terminal:
        yield lines_of(line)
        return
    with Live(console=notes, refresh_per_second=4, transient=True) as shown:
        yield lambda status: shown.update(picture(status))


def table(*columns: str, title: str | None = None, left: int = 1) -> Table:
    """A table whose first `left` columns are aligned left, the rest right."""
    made = PlainTable(
        box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, title=title, title_justify="left"
    )
    for k, column in enumerate(columns):
        made.add_column(column, justify="left" if k < left else "right", overflow="fold", no_wrap=k == 0)
    return made


def show(made: Table) -> None:
    """Print a table; one that is too wide for a pipe is not squeezed into 80 columns."""
    if console.is_terminal:
        console.print(made)
        return
    natural = console.measure(made, options=console.options.update(width=10_000)).maximum
    Screen(file=console.file, width=max(console.width, natural)).print(made)


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
