"""Kernels compiled by numba's public means alone: `njit` and `intrinsic`. See versions.py for when.

Slower to compile than compiler.py: numba optimises every function by itself and again within each of its
callers, a kernel is compiled for each type of number it is called with, and each driver contains the kernels
that it calls instead of calling them by symbol.
"""

from __future__ import annotations

import types
from typing import Any

import numba

from . import story


def inner(fn: Any) -> Any:
    """A dispatcher for a function that other compiled functions call."""
    return numba.njit(nogil=True)(fn)


def root(fn: Any, python: bool, story_at: int = 0) -> Any:
    """A dispatcher for a function that is called from outside.

    With `story_at`, it and all that it calls are compiled once more: what they tell is written so many bytes
    behind the start of the state.
    """
    if not story_at:
        return inner(fn)
    writing = story.listener(lambda builder, state, numbers: story.write(builder, state, numbers, story_at))
    return _copied(inner(fn), {id(listen): writing})


listen = story.listener(lambda builder, state, numbers: None)


def _copied(kernel: Any, copies: dict[int, Any]) -> Any:
    if id(kernel) not in copies:
        fn = kernel.py_func
        space = dict(fn.__globals__)
        copy = types.FunctionType(fn.__code__, space, fn.__name__, fn.__defaults__, fn.__closure__)
        copy.__qualname__, copy.__module__ = f"{fn.__qualname__}_told", fn.__module__
        copies[id(kernel)] = inner(copy)
        for name in fn.__code__.co_names:
            called = space.get(name)
            if called is listen or hasattr(called, "py_func"):
                space[name] = _copied(called, copies)
    return copies[id(kernel)]
