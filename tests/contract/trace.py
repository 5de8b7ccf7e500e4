"""A digest of every step of random games: python -m tests.contract.trace GAME PLAYERS CONTENT GAMES MOVES.

Run in another process, or with NUMBA_DISABLE_JIT=1, it must print the same lines.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

import astrarium.envs  # noqa: F401  (makes the games known)
import tests.toy  # noqa: F401
from astrarium.core import get
from tests.contract.table import Table, bits, seats


def trace(table: Table, games: int, moves: int) -> Iterator[str]:
    """One line a decision: state, mask, every seat's observation, a redraw, scores and invariants."""
    for seed in range(games):
        states = table.deal(seed)
        for _, mask in table.walk(seed, states):
            if states["moves"][0] >= moves:
                break
            yield line(table, states, mask.tobytes())
        yield line(table, states, b"")


def line(table: Table, states, mask: bytes) -> str:
    """The digest of a moment."""
    move = int(states["moves"][0])
    parts = [bits(states), mask]
    parts += [table.observe(states, seat).tobytes() for seat in seats(states)]
    parts += [part.tobytes() for part in table.outcome(states)]
    if move % 8 == 0:
        parts += [bits(table.determinize(states, seat, move)) for seat in seats(states)]
    digest = hashlib.blake2b(b"".join(parts), digest_size=8).hexdigest()
    return f"{move} {int(states['seat'][0])} {digest} {table.broken(states)}".rstrip()


if __name__ == "__main__":
    name, players, content, games, moves = sys.argv[1:]
    for text in trace(Table(get(name), int(players), (), content), int(games), int(moves)):
        print(text)
