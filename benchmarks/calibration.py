"""A fixed amount of pure CPU work, timed beside every measurement: what the machine gave at that moment."""

from __future__ import annotations

import time
from functools import cache

import numba

ROUNDS = 10_000_000


@cache
def _loop() -> object:
    @numba.njit(nogil=True)
    def spin(rounds: int) -> int:
        x = 88172645463325252
        for _ in range(rounds):
            x ^= (x << 13) & 0x7FFFFFFFFFFFFFFF
            x ^= x >> 7
            x ^= (x << 17) & 0x7FFFFFFFFFFFFFFF
        return x

    spin(1)
    return spin


def calibrate() -> float:
    """Seconds that the fixed loop takes now."""
    spin = _loop()
    started = time.perf_counter()
    spin(ROUNDS)  # type: ignore[operator]
    return time.perf_counter() - started
