"""Generic loops over games. `Game.bound(driver)` completes a template with the kernels of one game.

Every driver takes arrays and index ranges, never records: a record costs microseconds on the way in.
`t` is the content's tables, `states` an array of STATE; [lo, hi) is the range of games to work on.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .arguments import GAMES, PLAYERS
from .bits import count_ones, nth_one
from .jit import (
    Action,
    Bools,
    Bytes,
    DoubleRows,
    Doubles,
    Edge,
    Features,
    GameIndex,
    Games,
    IntRows,
    Ints,
    Mask,
    Masks,
    Observation,
    Observations,
    OneState,
    Scaled,
    Seat,
    ShortRows,
    Shorts,
    SingleRows,
    States,
    Tables,
    driver,
    kernel,
)
from .rng import below, seed_stream
from .rows import fetch
from .state import CUT, RUNNING


def _unbound(*args):
    raise TypeError("a driver is used through Game.bound(driver)")


setup = legal = step = tell_step = observe = score = determinize = check = _unbound
NUM_ACTIONS = OBS_SIZE = MAX_MOVES = 0

WIN, RANK, SCORE = 0, 1, 2
REWARDS = {"win": WIN, "rank": RANK, "score": SCORE}
PLAYER_SALT, REDRAW_SALT = 1 << 62, 1 << 61  # keep players' and redraws' streams apart from the games'


@kernel
def random_legal(r, mask):
    """A legal action, each equally likely, drawn from the stream of record r; -1 when there is none."""
    n = count_ones(mask)
    if n == 0:
        return -1
    return nth_one(mask, below(r, n))


@kernel
def pay(mode, score, rank, rewards):
    """Rewards of a finished game from its scores and ranks."""
    players = len(rank)
    if mode == SCORE:
        for p in range(players):
            rewards[p] = score[p]
        return
    if players == 1:
        rewards[0] = 1.0 if rank[0] == 0 else -1.0
        return
    for p in range(players):
        better = 0
        tied = 0
        for q in range(players):
            better += rank[q] < rank[p]
            tied += rank[q] == rank[p]
        if tied == players:
            rewards[p] = 0.0
        elif mode == RANK:
            rewards[p] = 1.0 - (2.0 * better + tied - 1.0) / (players - 1.0)
        elif better == 0:
            rewards[p] = 1.0 / tied
        else:
            winners = 0
            for q in range(players):
                first = 1
                for other in range(players):
                    if rank[other] < rank[q]:
                        first = 0
                winners += first
            rewards[p] = -1.0 / (players - winners)


@kernel
def scale(obs, low, span, out):
    """The observation as float32 in [-1, 1]."""
    for k in range(len(obs)):
        out[k] = 2.0 * (obs[k] - low[k]) / span[k] - 1.0


@driver
def move(t, s, action):
    """One step of the rules, counted, and the cut at the move limit."""
    step(t, s, action)
    s.moves += 1
    if s.over == RUNNING and s.moves >= MAX_MOVES:
        s.over = CUT


@driver
def deal(t, blank, states, i, seed, first, episode):
    """Begin game i anew: the blank state, the stream (seed, first + i, episode), the game's own setup."""
    states[i] = blank[0]
    s = states[i]
    seed_stream(s, seed, first + i, episode)
    setup(t, s)
    step(t, s, -1)  # on to the first question


@driver
def require(t, s, action):
    """Refuse an action that the rules do not allow: its kernels would trust it."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    legal(t, s, mask)
    if mask[action] == 0:
        raise ValueError("the action is not legal")


@driver
def reset(
    t: Tables,
    blank: OneState,
    states: Games,
    seed: int,
    first: int,
    episode: Annotated[Ints, GAMES],
    lo: Edge,
    hi: Edge,
) -> None:
    """Deal games lo..hi: game i starts the stream (seed, first + i, episode[i])."""
    for i in range(lo, hi):
        deal(t[0], blank, states, i, seed, first, episode[i])


@driver
def present(
    t: Tables,
    states: Games,
    mask: Masks,
    obs: Observations,
    scaled: Scaled,
    low: Features,
    span: Features,
    seat: Annotated[Bytes, GAMES],
    lo: Edge,
    hi: Edge,
) -> None:
    """Write masks, acting seats and, for the arrays that have rows, the acting seats' observations."""
    for i in range(lo, hi):
        s = states[i]
        legal(t[0], s, mask[i])
        seat[i] = s.seat
        if len(obs) > 0:
            observe(t[0], s, s.seat, obs[i])
            if len(scaled) > 0:
                scale(obs[i], low, span, scaled[i])


@driver
def verify(states: Games, mask: Masks, actions: Annotated[Ints, GAMES], lo: Edge, hi: Edge) -> int:
    """The first game in [lo, hi) whose action is illegal, or -1. A game that is over takes -1.

    The mask of such a game is all 0, so the states, which lie far apart in memory, are read for a -1 alone.
    """
    for i in range(lo, hi):
        a = actions[i]
        if a == -1:
            if states[i].over == RUNNING:
                return i
        elif a < 0 or a >= NUM_ACTIONS or mask[i, a] == 0:
            return i
    return -1


@driver
def advance(
    t: Tables,
    blank: OneState,
    states: Games,
    actions: Annotated[Ints, GAMES],
    mask: Masks,
    obs: Observations,
    scaled: Scaled,
    low: Features,
    span: Features,
    seat: Annotated[Bytes, GAMES],
    rewards: Annotated[SingleRows, GAMES, PLAYERS],
    done: Annotated[Bools, GAMES],
    truncated: Annotated[Bools, GAMES],
    scores: Annotated[DoubleRows, GAMES, PLAYERS],
    ranks: Annotated[IntRows, GAMES, PLAYERS],
    episode: Annotated[Ints, GAMES],
    seed: int,
    first: int,
    mode: int,
    auto_reset: bool,
    lo: Edge,
    hi: Edge,
) -> int:
    """Apply one action to each game of [lo, hi) and write all that a player sees of the result.

    Returns -1, or the first game whose action is illegal: then nothing has been applied.
    """
    bad = verify(states, mask, actions, lo, hi)
    if bad >= 0:
        return bad
    for i in range(lo, hi):
        s = states[i]
        for p in range(rewards.shape[1]):
            rewards[i, p] = 0.0
        if s.over != RUNNING:
            continue
        move(t[0], s, actions[i])
        done[i] = s.over != RUNNING
        truncated[i] = s.over == CUT
        if s.over != RUNNING:
            score(t[0], s, scores[i], ranks[i])
            pay(mode, scores[i], ranks[i], rewards[i])
            if auto_reset:
                episode[i] += 1
                deal(t[0], blank, states, i, seed, first, episode[i])
        legal(t[0], s, mask[i])
        seat[i] = s.seat
        if len(obs) > 0:
            observe(t[0], s, s.seat, obs[i])
            if len(scaled) > 0:
                scale(obs[i], low, span, scaled[i])
        fetch(states, i + 1)
    return -1


@driver
def random_actions(
    player: OneState,
    mask: Masks,
    actions: Annotated[Ints, GAMES],
    stream: int,
    first: int,
    lo: Edge,
    hi: Edge,
) -> None:
    """A random legal action for each game; -1 for those that are over. `player` is a scratch state."""
    for i in range(lo, hi):
        seed_stream(player[0], stream, first + i, PLAYER_SALT)
        actions[i] = random_legal(player[0], mask[i])


@driver
def random_play(
    t: Tables,
    states: Games,
    player: OneState,
    mask: Mask,
    obs: Annotated[Shorts, "OBS_SIZE?"],
    log: Annotated[ShortRows, "games?", "MAX_MOVES"],
    broken: Annotated[Ints, GAMES],
    seed: int,
    first: int,
    checked: bool,
    lo: Edge,
    hi: Edge,
) -> int:
    """Play the games of [lo, hi) to their ends with uniformly random legal actions; the number of decisions.

    `player` is a scratch state for the players' own stream, `mask` one row of scratch, `obs` one row to
    observe into or empty; row i of `log`, when it has rows, takes the actions of game i. With `checked`,
    the invariants are checked after every step: a broken one stops the game and stands in broken[i].
    """
    decisions = 0
    r = player[0]
    for i in range(lo, hi):
        s = states[i]
        seed_stream(r, seed, first + i, PLAYER_SALT)
        while s.over == RUNNING:
            legal(t[0], s, mask)
            if len(obs) > 0:
                observe(t[0], s, s.seat, obs)
            a = random_legal(r, mask)
            if len(log) > 0:
                log[i, s.moves] = a
            move(t[0], s, a)
            decisions += 1
            if checked:
                broken[i] = check(t[0], s)
                if broken[i] != 0:
                    break
    return decisions


@driver
def null_play(
    t: Tables,
    states: Games,
    player: OneState,
    mask: Mask,
    obs: Annotated[Shorts, "OBS_SIZE?"],
    log: Annotated[ShortRows, "games?", "MAX_MOVES"],
    broken: Annotated[Ints, GAMES],
    seed: int,
    first: int,
    checked: bool,
    lo: Edge,
    hi: Edge,
) -> int:
    """The null game of the same shape: copy the state, write mask and observation, pick; MAX_MOVES times."""
    decisions = 0
    r = player[0]
    for i in range(lo, hi):
        seed_stream(r, seed, first + i, PLAYER_SALT)
        a = 0
        for move in range(MAX_MOVES):
            states[lo + (i + 1 - lo) % (hi - lo)] = states[i]
            for k in range(NUM_ACTIONS):
                mask[k] = (k + a + move) & 7 == 0
            for k in range(len(obs)):
                obs[k] = (k + a) & 63
            a = random_legal(r, mask)
            decisions += 1
    return decisions


@driver
def replay(
    t: Tables, states: Games, mask: Mask, actions: Ints, n: Annotated[int, "actions"], i: GameIndex
) -> int:
    """Apply the first n actions to game i; the number applied before an illegal one or the game's end."""
    s = states[i]
    for k in range(n):
        if s.over != RUNNING or actions[k] < 0 or actions[k] >= NUM_ACTIONS:
            return k
        legal(t[0], s, mask)
        if mask[actions[k]] == 0:
            return k
        move(t[0], s, actions[k])
    return n


@driver
def legal_one(t: Tables, states: Games, i: GameIndex, mask: Mask) -> None:
    """The action mask of game i."""
    legal(t[0], states[i], mask)


@driver
def step_one(t: Tables, states: Games, i: GameIndex, action: Action) -> None:
    """Apply an action to game i, which must be legal."""
    require(t[0], states[i], action)
    move(t[0], states[i], action)


@driver
def run_one(t: Tables, states: Games, i: GameIndex) -> None:
    """Let game i go on to its next question, without an answer: for states that were arranged by hand."""
    step(t[0], states[i], -1)


@driver
def tell_one(t: Tables, states: Annotated[States, "STORY"], action: Action) -> None:
    """Apply an action to game 0, which must be legal; what the kernels tell goes behind its state."""
    s = states[0]
    require(t[0], s, action)
    tell_step(t[0], s, action)
    s.moves += 1
    if s.over == RUNNING and s.moves >= MAX_MOVES:
        s.over = CUT


@driver
def observe_one(t: Tables, states: Games, i: GameIndex, seat: Seat, obs: Observation) -> None:
    """What a seat of game i may know."""
    observe(t[0], states[i], seat, obs)


@driver
def score_one(
    t: Tables,
    states: Games,
    i: GameIndex,
    scores: Annotated[Doubles, PLAYERS],
    ranks: Annotated[Ints, PLAYERS],
) -> None:
    """Scores and ranks of game i as it stands."""
    score(t[0], states[i], scores, ranks)


@driver
def standings(
    t: Tables,
    states: Games,
    scores: Annotated[DoubleRows, GAMES, PLAYERS],
    ranks: Annotated[IntRows, GAMES, PLAYERS],
    lo: Edge,
    hi: Edge,
) -> None:
    """Scores and ranks of the games of [lo, hi) as they stand."""
    for i in range(lo, hi):
        score(t[0], states[i], scores[i], ranks[i])


@driver
def determinize_one(t: Tables, states: Games, i: GameIndex, seat: Seat, stream: int) -> None:
    """Redraw in game i all that the seat cannot know, from the random stream of that number."""
    s = states[i]
    seed_stream(s, stream, seat, REDRAW_SALT)
    determinize(t[0], s, seat)


@driver
def check_one(t: Tables, states: Games, i: GameIndex) -> int:
    """0, or the number of a broken invariant of game i."""
    return check(t[0], states[i])


@driver
def first_broken(t: Tables, states: Games, lo: Edge, hi: Edge) -> int:
    """The first game of [lo, hi) with a broken invariant, or -1."""
    for i in range(lo, hi):
        if check(t[0], states[i]) != 0:
            return i
    return -1
