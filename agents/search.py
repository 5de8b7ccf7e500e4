"""What all searches share: redealt copies, playouts, values, and threads over positions.

A search sees a position only through `redeal`: a copy in which everything that the acting seat cannot know is
drawn anew from the position's key. The templates below are parts of the searches' drivers (see core/jit.py).
`work` is a handful of scratch states and `desk` a record of scratch numbers: a search allocates nothing.
"""

from __future__ import annotations

import hashlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import numba
import numpy as np
from numba import types as nt

from astrarium.core import Content, Game
from astrarium.core.arguments import fit
from astrarium.core.drivers import WIN, determinize, legal, move, observe, pay, random_legal, score
from astrarium.core.jit import DoubleRows, States, Tables, driver
from astrarium.core.network import anchor, correction, lead_of, value_of
from astrarium.core.rng import seed_stream
from astrarium.core.state import RUNNING
from astrarium.core.threads import Pool

from .base import Positions, Spent

SEATS = 6  # at any table
MARGIN = 0.02  # what it is worth to be as far ahead, or as little behind, as can be when the game is over
CHOICE_SALT, REDEAL_SALT = 1 << 60, 1 << 59  # an agent's own draws, and its redeals
# Scratch states: a redealt game, trials from there, trials from those, one for the agent's own stream, and
# a redealt game that is gone back to.
FUTURE, TRIAL, SECOND, PLAYER, DEALT = range(5)
SCRATCH_STATES = 5

DESK = np.dtype(
    [
        ("scores", "f8", SEATS),
        ("ranks", "i8", SEATS),
        ("values", "f8", SEATS),  # of a simulation's end, by seat
        ("simulations", "i8"),  # made so far
        ("decisions", "i8"),  # moves of the game made so far
        ("trials", "i8"),  # those of them made on a copy, to value what they lead to
        ("evaluations", "i8"),  # made so far
        ("c", "f8"),  # how much a tree search explores
        ("depth", "i8"),  # own decisions that it looks ahead to value a new node
        ("expand", "i8"),  # visits after which a node of its tree gets children
        ("peak", "f8"),  # how much of a node's worth is that of the best way on
        ("idle", "f8"),  # what it is worth to it to end the turn
        ("low", "f8"),  # the least and the greatest value that it met
        ("high", "f8"),
        ("nodes", "i8"),  # of its tree
    ],
    align=True,
)
COUNTS = ("simulations", "decisions", "trials", "evaluations")
Desks = Annotated[np.ndarray, nt.Array(numba.from_dtype(DESK), 1, "C")]


def _unbound(*args: Any) -> Any:
    raise TypeError("a driver is used through Game.bound(driver)")


evaluate = _unbound
OBS_SIZE = 0


@driver
def redeal(t, states, i, work, key, number, seat):
    """The position as the seat knows it, the rest drawn anew: redeal `number` of the key."""
    work[FUTURE] = states[i]
    s = work[FUTURE]
    seed_stream(s, key, number, REDEAL_SALT)
    determinize(t, s, seat)


@driver
def settle(t, s, desk):
    """The values of a finished game: its rewards."""
    n = s.num_players
    score(t, s, desk.scores[:n], desk.ranks[:n])
    pay(WIN, desk.scores[:n], desk.ranks[:n], desk.values[:n])


@driver
def ahead(scores, n, seat):
    """How far a seat is ahead of the best other one when the game is over, between -1 and 1."""
    if n == 1:
        return 0.0
    best = -np.inf
    for other in range(n):
        if other != seat:
            best = max(best, scores[other])
    return (scores[seat] - best) / (abs(scores[seat]) + abs(best) + 1.0)


@driver
def close(t, s, desk):
    """The values of a finished game to those who search: its rewards, and a little by how far ahead one is.

    So a player who cannot win any more, or cannot lose, still plays for points.
    """
    settle(t, s, desk)
    for seat in range(s.num_players):
        desk.values[seat] += MARGIN * ahead(desk.scores, s.num_players, seat)


@driver
def standing(t, s, seat, desk):
    """How well a seat stands: what the end is worth when the game is over, else the game's own evaluation."""
    if s.over == RUNNING:
        desk.evaluations += 1
        return evaluate(t, s, seat)
    close(t, s, desk)
    return desk.values[seat]


@driver
def look(t, s, seat, net):
    """Let the network see a position through a seat's eyes; what it judges next is worked out from there."""
    if net.on:
        observe(t, s, seat, net.seen[:OBS_SIZE])
        anchor(net)


@driver
def weighed(t, s, seat, desk, net):
    """How well a seat stands, where there is a network with its correction for what it has seen last."""
    value = standing(t, s, seat, desk)
    if net.on and s.over == RUNNING:
        value = value_of(lead_of(value) + correction(net))
    return value


@driver
def judged(t, s, seat, desk, net):
    """The same of a position that the network has not seen yet."""
    if net.on and s.over == RUNNING:
        observe(t, s, seat, net.seen[:OBS_SIZE])
    return weighed(t, s, seat, desk, net)


@driver
def play_on(t, s, mask, player, cutoff, desk):
    """Play at random from the stream of `player`, at most `cutoff` decisions."""
    for _ in range(cutoff):
        if s.over != RUNNING:
            return
        legal(t, s, mask)
        move(t, s, random_legal(player, mask))
        desk.decisions += 1


@driver
def evaluate_all(t: Tables, states: States, values: DoubleRows, lo: int, hi: int) -> None:
    """The game's own evaluation of every seat of the games of [lo, hi)."""
    for i in range(lo, hi):
        for seat in range(states[i].num_players):
            values[i, seat] = evaluate(t[0], states[i], seat)


class Desk:
    """The memory of one thread that searches."""

    def __init__(self, game: Game) -> None:
        self.record = np.zeros(1, DESK)
        self.work = np.zeros(SCRATCH_STATES, game.state)
        self.masks = np.zeros((2, game.num_actions), np.int8)


def weigh_settings(game: Game, content: Content, weights: str | None, id: str | None) -> dict[str, str]:
    """What a spec says of the weights it was given.

    The hash of a file is part of it: an arena must not go on with other weights under the same name.
    """
    if weights is None or game.weights is None or weights in game.weights.sets:
        if id is not None:
            raise ValueError(f"id={id} is that of a file of weights, and no file is given")
        return {} if weights is None or game.weights is None else {"weights": weights}
    found = hashlib.sha256(content.tables["w"].tobytes()).hexdigest()[:12]
    if id not in (None, found):
        raise ValueError(f"the weights in {weights} have changed: they are {found} now, not {id}")
    return {"weights": weights, "id": found}


WEIGHING = {"weights": str, "id": str}  # settings that every search has


class Searcher(ABC):
    """An agent that searches, many positions at once on its threads."""

    spec: str
    drivers: tuple[Callable, ...]  # what the search is made of

    kind: str  # how its spec begins

    def __init__(
        self, game: Game, content: Content, threads: int, weights: str | None = None, id: str | None = None
    ) -> None:
        self.game, self.threads = game, threads
        chosen = weights or (game.weights.set_for(self.kind) if game.weights else None)
        self.content = game.weigh(content, chosen)
        self.weights = weigh_settings(game, self.content, weights, id)
        self.spent = Spent(threads=threads)
        self._desks: list[Any] = []  # not in use
        self._lock = threading.Lock()
        self._pool: Pool | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_desks": [], "_lock": None, "_pool": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position; where only one is, there is nothing to search."""
        run = [self.game.bound(each).unchecked for each in self.drivers]  # compiled before the clock runs
        started = time.perf_counter()
        actions = positions.mask.argmax(axis=1).astype(np.int64)
        rows = np.flatnonzero(np.count_nonzero(positions.mask, axis=1) > 1)
        states = fit(positions.states[rows], self.game.state, (len(rows),), "states")
        keys = positions.keys[rows].astype(np.uint64).view(np.int64)
        chosen = np.zeros(len(rows), np.int64)
        if len(rows):
            self._in_threads(run, states, keys, chosen)
        actions[rows] = chosen
        self.spent.positions += len(positions)
        self.spent.seconds += time.perf_counter() - started
        return actions

    def _in_threads(
        self, run: list[Callable], states: np.ndarray, keys: np.ndarray, chosen: np.ndarray
    ) -> None:
        """Slices of the positions, more than threads: whoever is free takes the next."""
        size = max(1, len(states) // (4 * self.threads))
        slices = ((lo, min(lo + size, len(states))) for lo in range(0, len(states), size))
        workers = min(self.threads, len(states))
        if workers == 1:
            return self._work(slices, run, states, keys, chosen)
        if self._pool is None:
            self._pool = Pool(self.threads)
        shared = _Shared(slices)
        args = shared, run, states, keys, chosen
        try:
            for job in [self._pool.submit(self._work, *args) for _ in range(workers)]:
                job.result()
        finally:
            shared.close()  # after an interruption nobody takes a further slice

    def _work(
        self,
        slices: Iterator[tuple[int, int]],
        run: list[Callable],
        states: np.ndarray,
        keys: np.ndarray,
        chosen: np.ndarray,
    ) -> None:
        with self._lock:
            desk = self._desks.pop() if self._desks else self._new_desk()
        for name in COUNTS:
            desk.record[name] = 0
        for lo, hi in slices:
            self._search(desk, *run, states, keys, chosen, lo, hi)
        with self._lock:
            self._desks.append(desk)
            for name in COUNTS:
                setattr(self.spent, name, getattr(self.spent, name) + int(desk.record[name][0]))

    @abstractmethod
    def _new_desk(self) -> Any:
        """The memory of one thread."""

    @abstractmethod
    def _search(self, desk: Any, *args: Any) -> None:
        """Choose with (drivers ..., states, keys, chosen, lo, hi) for the positions of [lo, hi)."""


class _Shared(Iterator[tuple[int, int]]):
    """An iterator that threads take turns at."""

    def __init__(self, slices: Iterator[tuple[int, int]]) -> None:
        self._slices, self._lock = slices, threading.Lock()

    def close(self) -> None:
        """Nothing is left to take."""
        with self._lock:
            self._slices = iter(())

    def __next__(self) -> tuple[int, int]:
        with self._lock:
            return next(self._slices)
