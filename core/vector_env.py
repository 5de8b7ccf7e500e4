"""Learning in one seat of many games at once: the opponents move inside, until the learner's next decision.

`SeatBatch` is the engine under all single-seat views; `SeatVectorEnv` is its Gymnasium `VectorEnv`.

Opponents are

- "random", or the spec of an agent such as "greedy" or "ismcts:100": it has all other seats;
- a list, one for each other seat: the first sits next after the learner, and so on round the table;
- a mixture with shares, {"random": 0.2, "greedy": 0.8}: drawn for each seat when a game begins;
- a callable `act(turn, masks, rng)`: a `Turn` (k decisions that wait for opponents), their masks
  (k, actions) and a NumPy generator; it gives k actions. One that stands for several players keeps to one of
  them during a game: `turn.index` and `turn.episode` tell the games apart. One that follows whole games
  (`follows` is True) finds what happened in them in `turn.pasts`, and its `ended(past, states)` is called at
  the end of each.

Lists and mixtures hold specs and callables. All but "random" and callables need the package of agents.

A game that is cut at the move limit pays by its standing. So it is terminated as well as truncated: nothing
is to be added to what it paid. The mask of a game that has ended is all ones, since what follows is not an
action of it, and a masked distribution needs one that is allowed.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import entry_points
from operator import index
from pathlib import Path
from typing import Annotated, Any

import numba
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numba import types as nt

from . import drivers
from .aec import (
    OWN,
    RENDER_MODES,
    check_render_mode,
    check_view,
    chosen_content,
    observation_dict,
    picture,
)
from .arguments import GAMES, PLAYERS, fit, flags, shown, whole_numbers, within
from .batch import KEPT, Batch, IllegalAction, Snapshot, alone
from .drivers import legal, move, observe, pay, random_legal, scale, score
from .following import Past
from .game import Game
from .jit import (
    Bools,
    Bytes,
    DoubleRows,
    Edge,
    Features,
    Games,
    IntRows,
    Ints,
    Masks,
    Observations,
    Scaled,
    SingleRows,
    Tables,
    driver,
)
from .registry import get
from .rng import as_int64, seed_stream
from .seeds import secret_seed
from .state import CUT, RUNNING
from .tables import Content

LEAVE, NEW = -1, -2  # for `play`: leave the game alone; it was just dealt
OPPONENT_SALT = 3 << 60  # keeps the opponents' streams apart from the games'
FOUL = 3  # the learner's illegal action ended the game for it; beside RUNNING, ENDED and CUT
ILLEGAL = ("terminate", "raise")
ILLEGAL_REWARD = -1.0
# An opponent's random stream. Not to begin with `rng`: numba would take every state for one of these.
STREAM = np.dtype([("unused", "u8"), ("rng", "u8", 2)])
Streams = Annotated[np.ndarray, nt.Array(numba.from_dtype(STREAM), 1, "C")]
SEAT_ARRAYS = ("learner", "over", "streams")
TRIES = 1000


@driver
def play(
    t: Tables,
    states: Games,
    actions: Annotated[Ints, GAMES],
    mask: Masks,
    seat: Annotated[Bytes, GAMES],
    over: Annotated[Bytes, GAMES],
    learner: Annotated[Bytes, GAMES],
    streams: Annotated[Streams, GAMES],
    episode: Annotated[Ints, GAMES],
    seed: int,
    first: int,
    random: bool,
    lo: Edge,
    hi: Edge,
) -> None:
    """Apply an action a game; with `random`, opponents then move until the learner's next decision."""
    for i in range(lo, hi):
        action = actions[i]
        if action == LEAVE:
            continue
        s = states[i]
        if action == NEW:
            seed_stream(streams[i], seed, first + i, OPPONENT_SALT + episode[i])
        while True:
            if action >= 0:
                move(t[0], s, action)
            legal(t[0], s, mask[i])
            if not random or s.over != RUNNING or s.seat == learner[i]:
                break
            action = random_legal(streams[i], mask[i])
        seat[i] = s.seat
        over[i] = s.over


@driver
def view(
    t: Tables,
    states: Games,
    seats: Annotated[Bytes, GAMES],
    which: Annotated[Bools, GAMES],
    obs: Observations,
    scaled: Scaled,
    low: Features,
    span: Features,
    lo: Edge,
    hi: Edge,
) -> None:
    """What seats[i] may know of game i, for the games in `which`; also scaled, when that array has rows."""
    for i in range(lo, hi):
        if which[i]:
            observe(t[0], states[i], seats[i], obs[i])
            if len(scaled) > 0:
                scale(obs[i], low, span, scaled[i])


@driver
def settle_all(
    t: Tables,
    states: Games,
    which: Annotated[Bools, GAMES],
    mode: int,
    scores: Annotated[DoubleRows, GAMES, PLAYERS],
    ranks: Annotated[IntRows, GAMES, PLAYERS],
    rewards: Annotated[SingleRows, GAMES, PLAYERS],
    lo: Edge,
    hi: Edge,
) -> None:
    """Scores, ranks and rewards of the games in `which`."""
    for i in range(lo, hi):
        if which[i]:
            score(t[0], states[i], scores[i], ranks[i])
            pay(mode, scores[i], ranks[i], rewards[i])


@dataclass(frozen=True)
class Turn:
    """Decisions that wait for an opponent: k games at once."""

    batch: SeatBatch
    index: np.ndarray  # (k,) which games of the batch

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.batch.game

    @property
    def seats(self) -> np.ndarray:
        """(k,) who is to act."""
        return self.batch._seat[self.index]

    @property
    def episode(self) -> np.ndarray:
        """(k,) number of the running game at each table."""
        return self.batch._episode[self.index]

    @property
    def states(self) -> np.ndarray:
        """(k,) copies of the states: for search, which must redraw what the seat cannot know."""
        return self.batch._states[self.index]

    @property
    def pasts(self) -> list[Past] | None:
        """k games so far; None unless the opponent follows whole games."""
        kept = self.batch._pasts
        return None if kept is None else [kept[i] for i in self.index.tolist()]

    @cached_property
    def obs(self) -> np.ndarray:
        """(k, features) what the acting seats may know."""
        which = np.zeros(self.batch.n, np.bool_)
        which[self.index] = True
        return self.batch.view_of(self.batch._seat, which)[self.index]


@dataclass(frozen=True)
class SeatSnapshot(Snapshot):
    """All that a SeatBatch needs to go on from a moment."""

    seats: list[np.ndarray]
    rng: np.random.Generator


Act = Callable[["Turn", np.ndarray, np.random.Generator], Any]
Opponent = str | Act | Sequence[str | Act] | Mapping[str | Act, float]
OPPONENTS = "astrarium.opponents"  # entry points: make(opponents, game, content, players) -> act


def named_opponent(given: Any, game: Game, content: Content, players: int) -> Act:
    """The opponents that specs name, made by the package of agents that is installed."""
    for point in entry_points(group=OPPONENTS):
        return point.load()(given, game, content, players)
    raise ValueError(f'opponents are "random" or a callable act(turn, masks, rng), not {given!r}')


class SeatBatch(Batch):
    """A batch in which one seat of every game is the learner's, and opponents hold the others.

    `begin` and `decide` return when every game waits for its learner or has just ended. The learner's
    seat is fixed, or (seat None) moves on by one with every game of a table. Games are dealt as in a
    Batch of the same seed.
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        opponents: Opponent = "random",
        seat: int | None = None,
        illegal: str = "terminate",
        **kwargs: Any,
    ) -> None:
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is one of {', '.join(ILLEGAL)}, not {illegal!r}")
        self.opponents, self.illegal = opponents, illegal
        self.fixed_seat = None if seat is None else index(seat)
        self._rng = np.random.default_rng(0)
        self._learner = np.zeros(n, np.int8)
        self._over = np.zeros(n, np.int8)
        self._streams = np.zeros(n, STREAM)
        self._plan = np.zeros(n, np.int64)
        self._pasts: dict[int, Past] | None = None  # by table
        self._seen: tuple[np.ndarray, np.ndarray] | None = None  # for `last_seen`
        self._every = np.arange(n)
        self._built = False
        game = get(game) if isinstance(game, str) else game
        super().__init__(game, n, auto_reset=False, observations=False, **kwargs)
        self._built = True
        if not callable(opponents) and opponents != "random":
            self.opponents = named_opponent(opponents, game, self.content, self.num_players)
        self._pasts = {} if getattr(self.opponents, "follows", False) else None
        if seat is not None and not 0 <= seat < self.num_players:
            raise ValueError(f"there is no seat {seat} among {self.num_players}")

    @property
    def learner(self) -> np.ndarray:
        """(n,) the learner's seat in each game."""
        return self._learner

    def _own_seat(self, i: int) -> int:
        return int(self._learner[i])

    def looking(self, i: int, eyes: str | int | None) -> int | None:
        """The seat whose eyes a picture of game i has."""
        return self._own_seat(i) if eyes == OWN else eyes  # type: ignore[return-value]

    @property
    def over(self) -> np.ndarray:
        """(n,) how each game stands: RUNNING, ENDED, CUT, or FOUL: ended by the learner's illegal action."""
        return self._over

    def reset(self, seed: int | None = None) -> None:
        """Deal the first game at every table and play to the learner's first decision."""
        if not self._built:  # construction deals nothing, and so compiles nothing
            return
        if seed is not None:
            self.seed = index(seed)
        self._rng = np.random.default_rng(self.seed % 2**64)
        self._episode[:] = -1
        self.begin(np.ones(self.n, np.bool_))

    @alone
    def begin(self, which: np.ndarray) -> None:
        """Deal the next game at these tables (n,) and play to the learner's first decision.

        A game that ends before the learner has had one is dealt anew.
        """
        which = flags(which, "which", self.n)
        deal, tables, seed = (
            self.game.bound(drivers.reset).unchecked,
            self.content.tables,
            as_int64(self.seed),
        )
        for _ in range(TRIES):
            rows = np.flatnonzero(which)
            self._episode[rows] += 1
            rotated = (self.first_index + rows + self._episode[rows]) % self.num_players
            self._learner[rows] = rotated if self.fixed_seat is None else self.fixed_seat
            for i in rows.tolist():
                deal(tables, self._blank, self._states, seed, self.first_index, self._episode, i, i + 1)
            self._play_on(np.where(which, NEW, LEAVE))
            which = which & (self._over != RUNNING)
            if not which.any():
                return
        raise RuntimeError(f"seat {self.fixed_seat} of {self.game.title} never gets a decision")

    @alone
    def decide(self, actions: Any, leave: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """The learners' actions; their rewards (n,) and which games ended (n,).

        The games of `leave` (n,) are left alone, whatever their action is.
        """
        plan = whole_numbers(actions, "actions", self.n)
        acting = np.ones(self.n, np.bool_) if leave is None else ~flags(leave, "leave", self.n)
        unknown = acting & ((plan < 0) | (plan >= self.game.num_actions))
        if unknown.any():
            bad = int(np.argmax(unknown))
            raise IllegalAction(bad, int(self._learner[bad]), int(plan[bad]), "no such action")
        if leave is not None:
            plan[~acting] = LEAVE
        foul = acting & (self._mask[self._every, plan] == 0)
        if foul.any():
            if self.illegal == "raise" or (self._over[foul] != RUNNING).any():
                bad = int(np.flatnonzero(foul)[0])
                name = self.game.action_name(int(plan[bad]), self.content)
                raise IllegalAction(bad, int(self._learner[bad]), int(plan[bad]), name)
            plan[foul] = LEAVE
        self._play_on(plan)
        self._over[foul] = FOUL
        self._mask[foul] = 0
        ended = acting & (self._over != RUNNING)
        rewards = np.zeros(self.n, np.float32)
        if ended.any():
            self._call(
                settle_all, self.content.tables, self._states, ended & ~foul, drivers.REWARDS[self.reward],
                self._scores, self._ranks, self._rewards,
            )  # fmt: skip
            rewards[ended] = self._rewards[ended, self._learner[ended]]
            rewards[foul] = ILLEGAL_REWARD
        return rewards, ended

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray]:
        """Not here: the learners move by `decide`, the others by themselves."""
        raise TypeError("a SeatBatch moves by decide(actions)")

    def save(self) -> SeatSnapshot:
        """A snapshot that `load` goes back to; an opponent's own memory is not in it."""
        own = [getattr(self, f"_{name}").copy() for name in SEAT_ARRAYS]
        return SeatSnapshot(**vars(super().save()), seats=own, rng=copy.deepcopy(self._rng))

    @alone
    def load(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this batch, or of one of the same shape."""
        if not isinstance(snapshot, SeatSnapshot):
            raise ValueError("the snapshot is of a batch without learners")
        kept = {f"_{name}": getattr(snapshot, name) for name in KEPT}
        seats = dict(zip((f"_{name}" for name in SEAT_ARRAYS), snapshot.seats, strict=True))
        within(snapshot.seats[0], 0, self.num_players - 1, "learner")
        within(snapshot.seats[1], RUNNING, FOUL, "over")
        if not isinstance(snapshot.rng, np.random.Generator):
            raise TypeError(f"rng: expected a NumPy generator, got {shown(snapshot.rng)}")
        self._restore(index(snapshot.seed), kept | seats, snapshot.mark)
        self._mask[self._over == FOUL] = 0
        self._rng = copy.deepcopy(snapshot.rng)
        if self._pasts is not None:  # of what was before, opponents know nothing
            self._pasts = {i: self._past(i) for i in range(self.n)}

    def _past(self, i: int) -> Past:
        stream = (self.seed, self.first_index + i, int(self._episode[i]))
        return Past(stream, self._states[[i]])

    def _note(self, plan: np.ndarray) -> None:
        """Keep what is about to be done, for opponents that follow whole games."""
        if self._pasts is not None:
            for i in np.flatnonzero(plan != LEAVE).tolist():
                if plan[i] == NEW:
                    self._pasts[i] = self._past(i)
                else:
                    self._pasts[i].actions.append(int(plan[i]))

    def _tell_ends(self) -> None:
        """Tell opponents that follow whole games which are over."""
        for i in [] if self._pasts is None else [i for i in self._pasts if self._over[i] != RUNNING]:
            self.opponents.ended(self._pasts.pop(i), self._states[[i]])  # type: ignore[union-attr]

    def _play_on(self, plan: np.ndarray) -> None:
        act = self.opponents
        if not callable(act):
            self._apply(plan, at_random=True)
            return
        self._apply(plan, at_random=False)
        while True:
            rows = np.flatnonzero((self._over == RUNNING) & (self._seat != self._learner))
            if rows.size == 0:
                self._tell_ends()
                return
            masks = self._mask[rows]
            chosen = whole_numbers(
                act(Turn(self, rows), masks, self._rng), "an opponent's actions", len(rows)
            )
            legal = (chosen >= 0) & (chosen < self.game.num_actions)
            legal[legal] = masks[legal, chosen[legal]] != 0
            if not legal.all():
                k = int(np.argmin(legal))
                seat = int(self._seat[rows[k]])
                raise IllegalAction(int(rows[k]), seat, int(chosen[k]), "an opponent's choice")
            self._plan[:] = LEAVE
            self._plan[rows] = chosen
            self._apply(self._plan, at_random=False)

    def _apply(self, plan: np.ndarray, at_random: bool) -> None:
        self._note(plan)
        self._call(
            play, self.content.tables, self._states, plan, self._mask, self._seat, self._over, self._learner,
            self._streams, self._episode, as_int64(self.seed), self.first_index, at_random,
        )  # fmt: skip

    def view_of(self, seats: np.ndarray, which: np.ndarray | None = None) -> np.ndarray:
        """What a seat of each game may know, in a new array (n, features); rows not in `which` are zero."""
        make = np.empty if which is None else np.zeros
        wanted = np.ones(self.n, np.bool_) if which is None else flags(which, "which", self.n)
        seats = np.ascontiguousarray(fit(seats, self._seat.dtype, (self.n,), "seats"))
        within(seats[wanted], 0, self.num_players - 1, "seats")
        return self._look(seats, wanted, *self._rows(make))

    def _rows(self, make: Callable) -> tuple[np.ndarray, np.ndarray]:
        """Arrays for observations, as they are and scaled."""
        features = self.game.observation.size
        scaled = make((self.n if self.scaled else 0, features), np.float32)
        return make((self.n, features), np.int16), scaled

    def _look(self, seats: np.ndarray, which: np.ndarray, obs: np.ndarray, scaled: np.ndarray) -> np.ndarray:
        self._call(view, self.content.tables, self._states, seats, which, obs, scaled, self._low, self._span)
        return scaled if self.scaled else obs

    def observations(self) -> np.ndarray:
        """What the learners may know, in a new array (n, features)."""
        return self.view_of(self._learner)

    def last_seen(self, ended: np.ndarray) -> np.ndarray:
        """What the learners of k games that ended, (n,) flags, may know of the end: (k, features)."""
        if self._seen is None:
            self._seen = self._rows(np.zeros)
        return self._look(self._learner, flags(ended, "ended", self.n), *self._seen)[ended]


def seat_batch(
    game: Game | str,
    n: int,
    *,
    num_players: int | None = None,
    opponents: Opponent = "random",
    seat: int | None = None,
    cards: str | Path | None = None,
    tables: str | Path | None = None,
    content: str | Path | None = None,
    reward: str = "win",
    scaled: bool = False,
    illegal: str = "terminate",
    threads: int = 1,
    seed: int = 0,
    **options: int,
) -> SeatBatch:
    """A SeatBatch from the keywords that all single-seat environments share.

    num_players; opponents: "random", a spec, a list, a mixture or a callable (see above); seat: the
    learner's, or None to move on by one in every game; cards (or tables, content): a content set's name or a
    directory; reward: "win", "rank" or "score"; scaled: observations as float32 in [-1, 1]; illegal: an
    illegal action ends the game with reward -1 ("terminate") or raises IllegalAction ("raise"); threads;
    seed, of a reset without one; and the game's options by name.
    """
    return SeatBatch(
        game,
        n,
        opponents,
        seat,
        illegal,
        num_players=num_players,
        seed=seed,
        options=options,
        content=chosen_content(cards, tables, content),
        reward=reward,
        threads=threads,
        scaled=scaled,
    )


class SeatVectorEnv(VectorEnv):
    """One seat of each of many games as a Gymnasium VectorEnv; keywords: see `seat_batch`.

    autoreset_mode: NEXT_STEP, Gymnasium's own default (the step after a game's end deals the next game
    and ignores the action: leave it out of what is learnt from); SAME_STEP ("SameStep": the next game is
    dealt at once, and the last observation is in infos["final_obs"]); or DISABLED (reset the ended games
    with options={"reset_mask": ended}). No mask is ever empty: that of a game that has ended is all ones.
    `view`: see `SeatEnv`.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        view: str | int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **keywords: Any,
    ) -> None:
        self.num_envs = num_envs
        self.batch = seat_batch(game, num_envs, **keywords)
        self._eyes = check_view(view, self.batch.num_players)
        self.game = self.batch.game
        self.render_mode = check_render_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = observation_dict(self.game, self.batch.scaled)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)
        self._dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Deal the first games of a seed; without one, the next of all tables or of options["reset_mask"]."""
        super().reset(seed=seed)
        which = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            which = flags(options["reset_mask"], "reset_mask", self.num_envs)
        if seed is None and self._dealt:
            self.batch.begin(which)
        else:
            self.batch.reset(secret_seed() if seed is None else seed)
        self._dealt = True
        self._ended = self._ended & ~which
        observed = self._observe()
        return observed, self._info(observed["action_mask"])

    def step(
        self, actions: Any
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """The learners' actions; returns at their next decisions."""
        if self.autoreset_mode == AutoresetMode.DISABLED and self._ended.any():
            raise ValueError("some games have ended: reset them with options={'reset_mask': ended}")
        fresh = self._ended
        waiting = bool(fresh.any())
        rewards, ended = self.batch.decide(actions, fresh if waiting else None)
        if waiting:
            self.batch.begin(fresh)
        terminated, truncated = ended.copy(), ended & (self.batch.over == CUT)
        infos: dict[str, Any] = {}
        self._ended = ended
        if ended.any():
            outcome = self._outcome(ended)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                infos["final_obs"], infos["_final_obs"] = self._final_obs(ended), ended.copy()
                last = self._info(self._masks(), ended)
                infos["final_info"], infos["_final_info"] = {**last, **outcome}, ended.copy()
                self.batch.begin(ended)
                self._ended = np.zeros(self.num_envs, np.bool_)
            else:
                infos |= outcome
        observed = self._observe()
        infos |= self._info(observed["action_mask"])
        return observed, rewards.astype(np.float64), terminated, truncated, infos

    def _observe(self) -> dict[str, np.ndarray]:
        return {"observation": self.batch.observations(), "action_mask": self._masks()}

    def _masks(self) -> np.ndarray:
        masks = self.batch._mask.copy()
        if self._ended.any():
            masks[self._ended] = 1
        return masks

    def _final_obs(self, ended: np.ndarray) -> np.ndarray:
        rows = np.flatnonzero(ended)
        masks = np.ones((len(rows), self.game.num_actions), np.int8)
        final = np.full(self.num_envs, None, dtype=object)
        for i, observed, mask in zip(rows.tolist(), self.batch.last_seen(ended), masks, strict=True):
            final[i] = {"observation": observed, "action_mask": mask}
        return final

    def _info(self, masks: np.ndarray, present: np.ndarray | None = None) -> dict[str, Any]:
        here = np.ones(self.num_envs, np.bool_) if present is None else present.copy()
        return {
            "action_mask": masks,
            "_action_mask": here,
            "seat": self.batch.learner.astype(np.int64),
            "_seat": here.copy(),
        }

    def _outcome(self, ended: np.ndarray) -> dict[str, Any]:
        counted = ended & (self.batch.over != FOUL)
        return {
            "scores": np.where(counted[:, None], self.batch._scores, 0.0),
            "_scores": counted,
            "ranks": np.where(counted[:, None], self.batch._ranks, 0),
            "_ranks": counted.copy(),
        }

    def action_masks(self) -> np.ndarray:
        """(n, actions) bool: the learners' legal actions; all of a game that has ended."""
        return self._masks().astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """The state of every game in the render mode chosen."""
        batch = self.batch
        pictures = tuple(
            picture(self.game, batch.content, state, self.render_mode, batch.looking(i, self._eyes))
            for i, state in enumerate(batch.states)
        )
        return None if self.render_mode in (None, "human") else pictures

    def text(self, i: int = 0, seat: int | None = None) -> str:
        """Game i as text, as a seat sees it, the learner's unless told otherwise."""
        return self.batch.text(i, seat)

    def describe(self, i: int = 0, seat: int | None = None) -> dict[str, Any]:
        """What a seat of game i sees as plain values, the learner's unless told otherwise."""
        return self.batch.describe(i, seat)

    def close_extras(self, **kwargs: Any) -> None:
        """Let the batch's threads go."""
        self.batch.close()
