"""The bar that people see while functions are compiled."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, ClassVar

from numba.core import event


class Compiling(event.Listener):
    """A bar on stderr that counts compiled functions; a single line where stderr is no terminal."""

    _shown: ClassVar[Compiling | None] = None  # one at a time: an inner one is silent
    _told: ClassVar[set[str]] = set()

    def __init__(self, game: str, functions: Iterable[Any]) -> None:
        self.text = f"compiling {game} (first run only)"
        self.total = len(reachable(functions))
        self.done: set[int] = set()

    def __enter__(self) -> None:
        if Compiling._shown is not None:
            return
        Compiling._shown = self
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
        from rich.progress import TimeRemainingColumn as TimeLeft

        console = Console(stderr=True)
        counted = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
        times = TimeElapsedColumn(), TextColumn("left:"), TimeLeft()
        self.bar = Progress(
            *counted, *times, console=console, transient=True, disable=not console.is_terminal
        )
        self.task = self.bar.add_task(self.text, total=self.total)
        self.bar.start()
        if not console.is_terminal and self.text not in Compiling._told:
            Compiling._told.add(self.text)
            print(self.text, file=sys.stderr, flush=True)
        event.register("numba:compile", self)

    def __exit__(self, *exc: Any) -> None:
        if Compiling._shown is self:
            Compiling._shown = None
            event.unregister("numba:compile", self)
            self.bar.stop()

    def on_start(self, event: Any) -> None:
        """Nothing: a function counts when it is finished."""

    def on_end(self, event: Any) -> None:
        """Count a function the first time that it has been compiled."""
        self.done.add(id(event.data["dispatcher"].py_func.__code__))
        self.bar.update(self.task, completed=len(self.done), total=max(self.total, len(self.done)))


def reachable(functions: Iterable[Any]) -> set[int]:
    """The code of functions and of all kernels that they call."""
    found: set[int] = set()
    left = [getattr(fn, "py_func", fn) for fn in functions]
    while left:
        fn = left.pop()
        if id(fn.__code__) not in found:
            found.add(id(fn.__code__))
            called = [fn.__globals__.get(name) for name in fn.__code__.co_names]
            left += [each.py_func for each in called if hasattr(each, "py_func")]
    return found
