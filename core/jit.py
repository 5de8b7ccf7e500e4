"""Compiled kernels and drivers, cached on disk."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numba

COMPILED = not numba.config.DISABLE_JIT


def kernel(fn: Callable) -> Any:
    """Compile an inner function of the rules; kernels call each other as module globals."""
    if not COMPILED:
        return fn
    return numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(fn)


def driver(fn: Callable) -> Callable:
    """Mark a template that `bind` completes with the kernels of one game."""
    fn.__is_driver__ = True  # type: ignore[attr-defined]
    return fn


def bind(fn: Callable, game_key: str, **names: Any) -> Callable:
    """The driver template with `names` in its globals, compiled at its first call."""
    bound = types.FunctionType(fn.__code__, {**fn.__globals__, **names}, fn.__name__, fn.__defaults__)
    bound.__qualname__ = f"{game_key}.{fn.__name__}"
    bound.__module__ = fn.__module__
    if not COMPILED:
        from .proxy import wrap

        def call(*args: Any) -> Any:
            return bound(*[wrap(arg) for arg in args])

        return call
    return numba.njit(nogil=True)(bound)
