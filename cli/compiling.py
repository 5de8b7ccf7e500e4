"""`compile`: the games' kernels ahead of time, one process a game."""

from __future__ import annotations

import importlib
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from astrarium.core import registry

from .screen import say

# Modules with loops of their own.
DRIVER_MODULES = (
    *("core.aec", "core.records", "core.vector_env", "agents", "agents.match", "agents.uses"),
    *("data.expand", "training.lessons", "tuning.engine"),
)


def compile_games(names: list[str], threads: int) -> None:
    """Compile games, several at once when there are several."""
    if len(names) == 1 or threads == 1:
        for name in names:
            _tell(name, compile_game(name))
        return
    with ProcessPoolExecutor(min(threads, len(names)), mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(compile_game, name): name for name in names}
        for job in as_completed(jobs):
            _tell(jobs[job], job.result())


def compile_game(name: str) -> float:
    """Compile every driver of a game; the seconds it took."""
    started = time.perf_counter()
    for module in DRIVER_MODULES:
        importlib.import_module(f"astrarium.{module}")
    registry.get(name).compile()
    return time.perf_counter() - started


def _tell(name: str, seconds: float) -> None:
    say(f"{name}: ready after {seconds:.1f} s")
