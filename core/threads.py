"""Threads that survive a fork."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class Pool:
    """A pool of threads; a forked child, which gets none of its parent's threads, starts its own."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._start()

    def _start(self) -> None:
        self._executor, self._process = ThreadPoolExecutor(self.size), os.getpid()

    def submit(self, run: Callable, *args: Any) -> Future[Any]:
        """Run a function on one of the threads."""
        if self._process != os.getpid():
            self._start()
        return self._executor.submit(run, *args)

    def shutdown(self) -> None:
        """Let the threads go."""
        if self._process == os.getpid():
            self._executor.shutdown()
