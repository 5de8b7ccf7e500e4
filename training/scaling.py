"""How a network reads a game's observations: which columns vary in play, and how widely.

Bounds say what a column may hold, games what it does hold: a purse may reach 32,767 and rarely passes 30.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from astrarium.agents import Positions, make_agent
from astrarium.agents.foresight import Foreseer, Foresight
from astrarium.agents.policy import Scaling
from astrarium.core import Batch, Content, Game

RARE = 1e-4  # a column that leaves its usual value in a smaller share of positions is not read
LEAST = 1e-3  # deviation of a column
AT_ONCE = 256  # columns that are measured together: whole samples of numbers would take gigabytes
AGAIN = np.uint64(1)
SAME_AGAIN = 100  # added to the number of players where others with as many came before, under other options


Options = Mapping[str, int] | Sequence[Mapping[str, int]] | None  # for all tables, or for each of them


def one_each(options: Options, players: Sequence[int]) -> list[dict[str, int]]:
    """The game's options at each of the tables."""
    if options is None or isinstance(options, Mapping):
        return [dict(options or {}) for _ in players]
    return [dict(each) for each in options]


@dataclass(frozen=True)
class Played:
    """Decisions of a teacher, and of random play between them."""

    obs: np.ndarray  # (n, features) int16; with foresight, a column an action more
    mask: np.ndarray  # (n, actions) int8
    action: np.ndarray  # (n,) what the teacher chose
    return_to_go: (
        np.ndarray
    )  # (n,) the acting seat's reward at the end, discounted; nan if the game was not ended


class UnlikeError(ValueError):
    """What a teacher is said to have chosen is not of these games; the message says why."""


@dataclass(frozen=True)
class Watching:
    """How long to watch a teacher, what it is known to choose, and who hears of it.

    The teacher's choices are all that is worth keeping: with them the same games are played again quickly.
    """

    left: Callable[[], float] = lambda: math.inf  # seconds
    known: Mapping[int, np.ndarray] = field(default_factory=dict)  # by table: choices (steps, tables)
    told: Callable[[float], None] = lambda share: None
    keep: Callable[[int, np.ndarray, bool], None] = lambda table, chosen, ended: None


def play_sample(
    game: Game,
    players: Sequence[int],
    decisions: int,
    seed: int,
    content: Content,
    options: Options = None,
    teacher: str = "random",
    stray: float = 0.1,
    gamma: float = 1.0,
    at_once: int = 32,
    threads: int = 1,
    foresight: Foresight | None = None,
    watching: Watching | None = None,
    reward: str = "win",
) -> Played:
    """About so many decisions of a teacher at every table, in games that begin anew as they end.

    In a share `stray` of the positions a random action is played instead of the teacher's, so that the games
    also go where it would not lead them. When the time of `watching` is up, it is enough.
    """
    watching, parts = watching or Watching(), []
    whole = watching.left()
    for k, (count, chosen) in enumerate(zip(players, one_each(options, players), strict=True)):
        part, end = 1 / len(players), whole * (1 - (k + 1) / len(players)) if math.isfinite(whole) else 0.0

        def left(end: float = end) -> float:
            return watching.left() - end

        def told(share: float, before: int = k, part: float = part) -> None:
            watching.told((before + share) * part)

        own = replace(watching, left=left, told=told)
        part_played = _play(
            game, count, decisions // len(players), seed, content, chosen, teacher, stray, gamma, at_once,
            threads, foresight, own, reward, count + SAME_AGAIN * list(players[:k]).count(count),
        )  # fmt: skip
        parts.append(part_played)
    return Played(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Played.__annotations__)
    )


def _play(
    game: Game,
    players: int,
    decisions: int,
    seed: int,
    content: Content,
    options: dict[str, int] | None,
    teacher: str,
    stray: float,
    gamma: float,
    at_once: int,
    threads: int,
    foresight: Foresight | None,
    watching: Watching,
    reward: str,
    table: int,
) -> Played:
    batch = Batch(game, at_once, players, seed, options, content.source or content.name, reward=reward)
    agent, rng = make_agent(teacher, game, content, threads), np.random.default_rng(seed)
    steps = max(1, decisions // at_once)
    ahead = Foreseer(game, content, foresight) if foresight is not None and foresight.redeals else None
    plain = game.observation.size
    obs = np.zeros((steps, at_once, plain + (game.num_actions if ahead else 0)), np.int16)
    mask = np.zeros((steps, at_once, game.num_actions), np.int8)
    action, seat = np.zeros((2, steps, at_once), np.int64)
    done, rewards = np.zeros((steps, at_once), np.bool_), np.zeros((steps, at_once, players), np.float32)
    known, whole = watching.known.get(table, np.zeros((0, at_once), np.int16)), watching.left()
    if known.shape[1:] != (at_once,):
        raise UnlikeError(f"it was watched at {known.shape[1]} tables, not at {at_once}")
    for k in range(steps):
        obs[k, :, :plain], mask[k], seat[k] = batch.obs, batch.mask, batch.seat
        positions = Positions.of_batch(batch, seed)
        if k < len(known):
            action[k] = _legal(known[k], mask[k])
        else:
            action[k] = agent.act(positions)
        if ahead is not None:
            # Other redeals than the teacher's: it must not look as if the teacher always saw the same.
            obs[k, :, plain:] = ahead.shortfalls(positions.states, positions.mask, positions.keys + AGAIN)
        strays = rng.random(at_once) < stray
        rewards[k], done[k] = batch.step(np.where(strays, batch.random_actions(seed + k), action[k]))
        left = watching.left()
        watching.told(max((k + 1) / steps, min(1.0, 1 - left / whole) if 0 < whole < math.inf else 0.0))
        if k >= len(known):
            watching.keep(table, action[: k + 1], False)
        if left <= 0 and k + 1 >= len(known):
            break
    made = slice(k + 1)
    watching.keep(table, action[made], True)
    returns = _returns(seat[made], done[made], rewards, gamma)
    flat = (k + 1) * at_once
    return Played(
        obs[made].reshape(flat, -1),
        mask[made].reshape(flat, -1),
        action[made].reshape(flat),
        returns.reshape(flat),
    )


def _legal(chosen: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Actions, one a row of the mask, found to be legal."""
    inside = (chosen >= 0) & (chosen < mask.shape[1])
    if not (inside & (mask[np.arange(len(mask)), chosen * inside] == 1)).all():
        raise UnlikeError("the rules do not allow what the teacher is said to have chosen")
    return chosen


def _returns(seat: np.ndarray, done: np.ndarray, rewards: np.ndarray, gamma: float) -> np.ndarray:
    """What each decision led to: the seat's final reward, discounted by its own decisions until then."""
    steps, tables = seat.shape
    returns = np.full((steps, tables), np.nan, np.float32)
    ahead = np.full((tables, rewards.shape[2]), np.nan, np.float32)
    every = np.arange(tables)
    for k in range(steps - 1, -1, -1):
        ahead[done[k]] = rewards[k][done[k]]
        returns[k] = ahead[every, seat[k]]
        ahead[every, seat[k]] *= gamma
    return returns


def scaling_of(obs: np.ndarray) -> Scaling:
    """The columns that vary over a sample of observations, with their means and deviations."""
    usual = np.median(obs, axis=0).astype(np.int16)
    columns = np.flatnonzero((obs != usual).mean(axis=0) > RARE)
    if len(columns) == 0:
        raise ValueError("the observations of the sample are all the same")
    center, scale = np.zeros((2, len(columns)), np.float32)
    for lo in range(0, len(columns), AT_ONCE):
        seen = obs[:, columns[lo : lo + AT_ONCE]].astype(np.float64)
        center[lo : lo + AT_ONCE] = seen.mean(axis=0)
        scale[lo : lo + AT_ONCE] = 1 / np.maximum(seen.std(axis=0), LEAST)
    return Scaling(columns.astype(np.int32), usual[columns], center, scale)
