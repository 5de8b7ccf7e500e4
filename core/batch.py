"""Many games at once: one compiled call a step, live buffers, threads over slices."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from hashlib import blake2b
from itertools import pairwise
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from . import drivers
from .arguments import fit, whole, whole_numbers, within
from .game import Game
from .rng import as_int64
from .seeds import sound_seed
from .tables import Content
from .threads import Pool

if TYPE_CHECKING:
    from .view import View

KEPT = ("states", "episode", "rewards", "done", "truncated", "scores", "ranks")  # what a snapshot holds


_SECRET = secrets.token_bytes(32)  # of this process: a mark that comes from elsewhere never fits


def _mark(states: np.ndarray, content: Content) -> bytes:
    """A hash of states and of the cards that they are of, which nobody outside of this process can make."""
    found = blake2b(content.digest.encode(), key=_SECRET, digest_size=16)
    found.update(np.ascontiguousarray(states).view(np.uint8).data)
    return found.digest()


Moving = TypeVar("Moving", bound=Callable[..., Any])


def alone(method: Moving) -> Moving:
    """A method that moves games, for one thread at a time: compiled code lets others run meanwhile."""

    @wraps(method)
    def call(self: Any, *args: Any, **keywords: Any) -> Any:
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("another thread is moving the games of this batch: one at a time")
        try:
            return method(self, *args, **keywords)
        finally:
            self._busy.release()

    return call  # type: ignore[return-value]


class IllegalAction(ValueError):
    """An action that the rules do not allow; nothing of the batch step was applied."""

    def __init__(self, game_index: int, seat: int, action: int, name: str) -> None:
        super().__init__(
            f"game {game_index}, seat {seat}: action {action} ({name}) is not legal; nothing was applied"
        )
        self.game_index, self.seat, self.action, self.name = game_index, seat, action, name

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalAction, (self.game_index, self.seat, self.action, self.name)


@dataclass(frozen=True)
class Snapshot:
    """All that a batch needs to go on from a moment."""

    seed: int
    mark: bytes  # of states and cards: what is as this process saved it needs no check
    states: np.ndarray
    episode: np.ndarray
    rewards: np.ndarray
    done: np.ndarray
    truncated: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray


class Batch:
    """n games of one kind, moved together.

    The arrays below are live and read-only: the next `step` overwrites them. Game i is dealt from the stream
    (seed, first_index + i, episode), whatever the size of the batch and the number of threads. Of the
    caller's own threads, one at a time may move its games.
    """

    mask: np.ndarray  # (n, actions) int8, 1 where legal; all 0 when the game is over
    obs: np.ndarray  # (n, features) int16, or float32 in [-1, 1] when scaled: what the acting seat may know
    seat: np.ndarray  # (n,) int8, whose decision is next
    states: np.ndarray  # (n,) records of the game's state
    moves: np.ndarray  # (n,) decisions taken so far
    episode: np.ndarray  # (n,) int64, number of the running game
    rewards: np.ndarray  # (n, players) float32 of the last step
    done: np.ndarray  # (n,) bool, ended at the last step (without auto_reset: is over)
    truncated: np.ndarray  # (n,) bool, done because of the move limit
    scores: np.ndarray  # (n, players) float64 of the last finished game
    ranks: np.ndarray  # (n, players) int64 of the last finished game, 0 is best

    def __init__(
        self,
        game: Game,
        n: int,
        num_players: int | None = None,
        seed: int = 0,
        options: Mapping[str, int] | None = None,
        content: str | Path | Content | None = None,
        reward: str = "win",
        threads: int = 1,
        auto_reset: bool = True,
        scaled: bool = False,
        observations: bool = True,
        first_index: int = 0,
    ) -> None:
        n, threads = whole(n, "n"), whole(threads, "threads")
        if n < 1:
            raise ValueError(f"a batch holds at least one game, not {n}")
        if threads < 1:
            raise ValueError(f"a batch needs at least one thread, not {threads}")
        if reward not in drivers.REWARDS:
            raise ValueError(f"reward is one of {', '.join(drivers.REWARDS)}, not {reward!r}")
        self.game, self.n, self.seed, self.reward = game, n, sound_seed(seed), reward
        self.content = game.content(content)
        self.options = game.choose_options(options)
        self.threads, self.auto_reset, self.scaled, self.first_index = (
            threads,
            auto_reset,
            scaled,
            whole(first_index, "first_index", 0, 2**62),
        )
        self._blank = game.blank(num_players, options)
        self.num_players = int(self._blank["num_players"][0])
        players, features = self.num_players, game.observation.size
        self._mask = np.zeros((n, game.num_actions), np.int8)
        self._obs = np.zeros((n if observations else 0, features), np.int16)
        self._scaled = np.zeros((n if observations and scaled else 0, features), np.float32)
        self._low = game.observation.low.astype(np.float32)
        self._span = np.maximum(game.observation.high.astype(np.float32) - self._low, 1)
        self._seat = np.zeros(n, np.int8)
        self._states = np.zeros(n, game.state)
        self._episode = np.zeros(n, np.int64)
        self._rewards = np.zeros((n, players), np.float32)
        self._done = np.zeros(n, np.bool_)
        self._truncated = np.zeros(n, np.bool_)
        self._scores = np.zeros((n, players), np.float64)
        self._ranks = np.zeros((n, players), np.int64)
        self._actions = np.zeros(n, np.int64)
        self._player = np.zeros(1, game.state)
        self._prepare()
        self.reset()

    @classmethod
    def of_states(cls, game: Game, states: np.ndarray, content: Content | None = None) -> Batch:
        """Games that go on from states (n,), all with the same players and options; none is dealt anew."""
        game.require_sound(states, content)
        options = {option.name: int(states[option.name][0]) for option in game.options}
        players = int(states["num_players"][0])
        for name, value in {**options, "num_players": players}.items():
            within(states[name], value, value, name)
        batch = cls(game, len(states), players, options=options, content=content, auto_reset=False)
        batch._states[:] = states
        batch._present()
        return batch

    def _prepare(self) -> None:
        """What is not copied with a batch: the public views, the compiled step and the threads."""
        for name in ("mask", "seat", "states", "episode", "rewards", "done", "truncated", "scores", "ranks"):
            setattr(self, name, _shown(getattr(self, f"_{name}")))
        self.obs = _shown(self._scaled if self.scaled else self._obs)
        self.moves = _shown(self._states["moves"])
        self._pool: Pool | None = None
        self._advance: Callable | None = None
        self._busy = threading.RLock()

    def __getstate__(self) -> dict[str, Any]:
        own = {name: value for name, value in self.__dict__.items() if name not in Batch.__annotations__}
        return {**own, "_pool": None, "_advance": None, "_busy": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare()

    @alone
    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew: episode 0 of the seed (the batch's own when none is given)."""
        if seed is not None:
            self.seed = sound_seed(seed)
        for array in (self._episode, self._rewards, self._done, self._truncated, self._scores, self._ranks):
            array[:] = 0
        self._call(
            drivers.reset,
            self.content.tables,
            self._blank,
            self._states,
            as_int64(self.seed),
            self.first_index,
            self._episode,
        )
        self._present()

    @alone
    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray]:
        """Apply one action a game; the live rewards (n, players) and done (n,).

        A game that is over (without auto_reset) takes the action -1.
        """
        given = actions
        if type(given) is not np.ndarray or given.shape != (self.n,) or given.dtype != np.int64:
            given = whole_numbers(given, "actions", self.n)
        self._actions[:] = given
        if self._advance is None:
            self._advance = self.game.bound(drivers.advance).unchecked
        args = (
            self.content.tables,
            self._blank,
            self._states,
            self._actions,
            self._mask,
            self._obs,
            self._scaled,
            self._low,
            self._span,
            self._seat,
            self._rewards,
            self._done,
            self._truncated,
            self._scores,
            self._ranks,
            self._episode,
            as_int64(self.seed),
            self.first_index,
            drivers.REWARDS[self.reward],
            self.auto_reset,
        )
        if self._slices() == 1:
            bad = self._advance(*args, 0, self.n)
        else:
            verify = self.game.bound(drivers.verify).unchecked
            bad = verify(self._states, self._mask, self._actions, 0, self.n)
            if bad < 0:
                self._in_slices(self._advance, args)
        if bad >= 0:
            self._refuse(int(bad))
        return self.rewards, self.done

    def _refuse(self, bad: int) -> None:
        action = int(self._actions[bad])
        known = 0 <= action < self.game.num_actions
        name = self.game.action_name(action, self.content) if known else "no such action"
        raise IllegalAction(bad, int(self._states["seat"][bad]), action, name)

    def random_actions(self, stream: int) -> np.ndarray:
        """A uniformly random legal action for each game (-1 where it is over), from a numbered stream."""
        actions = np.zeros(self.n, np.int64)
        choose = self.game.bound(drivers.random_actions)
        choose(self._player, self._mask, actions, as_int64(stream), self.first_index, 0, self.n)
        return actions

    def observe(self, i: int, seat: int) -> np.ndarray:
        """What a seat of game i may know, int16."""
        obs = np.zeros(self.game.observation.size, np.int16)
        self.game.bound(drivers.observe_one)(self.content.tables, self._states, i, seat, obs)
        return obs

    def view(self, i: int = 0, seat: int | None = None, key: int = 0) -> View:
        """What a seat of game i sees, the acting one unless told otherwise; `key` is its random stream."""
        from .view import View

        own = self._states[[whole(i, "game", 0, self.n - 1)]]
        return View(
            self.game, self.content, own, self._own_seat(i) if seat is None else seat, key, sound=True
        )

    def _own_seat(self, i: int) -> int:
        return int(self._seat[i])

    def text(self, i: int = 0, seat: int | None = None) -> str:
        """Game i as text, as a seat sees it, the acting one unless told otherwise."""
        return self.view(i, seat).text

    def describe(self, i: int = 0, seat: int | None = None) -> dict[str, Any]:
        """What a seat of game i sees as plain values: question, legal actions, named fields, text."""
        return self.view(i, seat).json

    def determinize(self, i: int, seat: int, stream: int) -> np.ndarray:
        """A copy of game i (an array of length 1) with all redrawn that the seat cannot know."""
        copy = self._states[[whole(i, "game", 0, self.n - 1)]]
        redraw = self.game.bound(drivers.determinize_one)
        redraw(self.content.tables, copy, 0, seat, as_int64(stream))
        return copy

    def scores_now(self) -> tuple[np.ndarray, np.ndarray]:
        """Scores and ranks (n, players) of the games as they stand."""
        scores, ranks = np.zeros_like(self._scores), np.zeros_like(self._ranks)
        self._call(drivers.standings, self.content.tables, self._states, scores, ranks)
        return scores, ranks

    def save(self) -> Snapshot:
        """A snapshot that `load` goes back to."""
        mark = _mark(self._states, self.content)
        return Snapshot(self.seed, mark, *(getattr(self, f"_{name}").copy() for name in KEPT))

    @alone
    def load(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this batch, or of one of the same shape."""
        kept = {f"_{name}": getattr(snapshot, name) for name in KEPT}
        self._restore(index(snapshot.seed), kept, snapshot.mark)

    def _restore(self, seed: int, kept: Mapping[str, Any], mark: bytes) -> None:
        """Take over arrays by their names, all of them or none."""
        try:
            for name, array in kept.items():
                own = getattr(self, name)
                fit(array, own.dtype, own.shape, name[1:])
            if mark != _mark(kept["_states"], self.content):
                self.game.require_sound(kept["_states"], self.content)
            within(kept["_states"]["num_players"], self.num_players, self.num_players, "num_players")
        except (IndexError, ValueError) as error:
            raise ValueError(
                f"the snapshot is of another batch: its games do not fit this one ({error})"
            ) from None
        self.seed = seed
        for name, array in kept.items():
            getattr(self, name)[...] = array
        self._present()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _present(self) -> None:
        self._call(
            drivers.present,
            self.content.tables,
            self._states,
            self._mask,
            self._obs,
            self._scaled,
            self._low,
            self._span,
            self._seat,
        )

    def _call(self, driver: Callable, *args: Any) -> None:
        """Run a driver that ends in (lo, hi) over all games."""
        bound = self.game.bound(driver).unchecked  # on this batch's own arrays
        if self._slices() == 1:
            bound(*args, 0, self.n)
        else:
            self._in_slices(bound, args)

    def _slices(self) -> int:
        return min(self.threads, self.n)

    def _in_slices(self, run: Callable, args: tuple[Any, ...]) -> None:
        """One slice of the games a thread, the last on this one."""
        if self._pool is None:
            run(*args, 0, 0)  # compiled before threads ask for it
            self._pool = Pool(self._slices() - 1)
        slices = [self.n * k // self._slices() for k in range(self._slices() + 1)]
        *others, own = pairwise(slices)
        jobs = [self._pool.submit(run, *args, lo, hi) for lo, hi in others]
        try:
            run(*args, *own)
        finally:
            for job in jobs:
                job.result()


def _shown(array: np.ndarray) -> np.ndarray:
    """A read-only view."""
    view = array.view()
    view.flags.writeable = False
    return view
