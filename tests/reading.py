"""Observations read a second time: plainly, from the state and the words of each field.

A game's test says what each field means (`read`); here it is compared with what a seat is told, in positions
of random games and in positions that no game comes to: most numbers are drawn, no two are alike by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from astrarium.core import Batch, Game, drivers

Read = Callable[
    [Any, Any, int], Mapping[str, Any]
]  # tables, state and seat -> what the seat is told, by fields


def bits(number: int, size: int) -> list[int]:
    """The lowest bits of a number, the first one first."""
    return [int(number) >> k & 1 for k in range(size)]


def one_of(number: int, size: int) -> list[int]:
    """1 at a place, else 0; all 0 for -1."""
    return [int(k == number) for k in range(size)]


def turned(s: Any, seat: int, rows: Any) -> np.ndarray:
    """A row a player, the own one first; those of absent players are 0."""
    rows, players = np.asarray(rows, int), int(s["num_players"])
    found = np.zeros_like(rows)
    found[:players] = np.roll(rows[:players], -seat, axis=0)
    return found


def named(s: Any, seat: int, player: int) -> int:
    """A player counted from a seat, + 1; 0 for nobody."""
    return 0 if player < 0 else (int(player) - seat) % int(s["num_players"]) + 1


def positions(
    game: Game, players: int, options: Mapping[str, int] | None = None, every: int = 20
) -> np.ndarray:
    """Positions of two random games, one after so many decisions."""
    batch, found = Batch(game, 2, players, players, options, auto_reset=False, observations=False), []
    for step in range(400):
        if step % every == 0 or batch.done.all():
            found.append(batch.states.copy())
        if batch.done.all():
            break
        batch.step(batch.random_actions(step))
    return np.concatenate(found)


def scrambled(
    game: Game, states: np.ndarray, names: Iterable[str], limits: Mapping[str, tuple[int, int]], seed: int
) -> np.ndarray:
    """The states with other numbers in the named fields: within their bounds, or within limits of a test."""
    states, rng = states.copy(), np.random.default_rng(seed)
    for name in sorted({*names, *limits}):
        low, high = limits[name] if name in limits else game.bounds[name]
        states[name] = rng.integers(low, high, states[name].shape, endpoint=True)
    return states


def wide(record: Any) -> dict[str, Any]:
    """A record by names, in numbers that do not overflow."""
    return {name: record[name].astype(np.int64) for name in record.dtype.names}


def told(game: Game, s: Any, seat: int) -> np.ndarray:
    """What a seat is told of a state, whatever stood there before."""
    obs = np.full(game.observation.size, -7, np.int16)
    game.bound(drivers.observe_one)(game.content().tables, np.array([s]), 0, seat, obs)
    return obs[None]


def assert_as_read(game: Game, states: np.ndarray, read: Read) -> None:
    """Every seat is told what is read from the state, field by field."""
    t = game.content().tables[0]
    for s in states:
        for seat in range(int(s["num_players"])):
            obs = told(game, s, seat)
            for name, value in read(t, wide(s), seat).items():
                found = game.observation.slice(obs, name)[0]
                expected = np.asarray(value, int).reshape(found.shape)
                where = f"{name} of seat {seat} after {s['moves']} decisions"
                assert (found == expected).all(), f"{where}: {found.tolist()}, read {expected.tolist()}"


def never_read(game: Game, states: np.ndarray, read: Read) -> set[str]:
    """Fields that were not read, or were 0 in all states."""
    t = game.content().tables[0]
    views = [read(t, wide(s), 0) for s in states]
    seen = {name for view in views for name, value in view.items() if np.any(np.asarray(value, int))}
    return {*game.observation.names()} - seen
