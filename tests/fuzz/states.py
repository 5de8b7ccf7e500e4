"""States as a damaged or crafted file would hold them: some numbers of a real state are others.

What `Game.require_sound` lets pass is played on. Under NUMBA_BOUNDSCHECK=1 an index out of range is
an IndexError.

    NUMBA_BOUNDSCHECK=1 python -m tests.fuzz.states star_tycoon 4000 1      # game, states, seed
"""

import sys
from collections import Counter

import numpy as np

import astrarium.envs  # noqa: F401  registers the games
from astrarium.agents.search import evaluate_all
from astrarium.core import Batch, drivers, get
from astrarium.core.soundness import BrokenState


def real_states(game, rng, n=24, rounds=6):
    """Positions of random games, with every number of players and with options at random."""
    found = []
    for players in [*game.players] * 2:
        chosen = {o.name: int(rng.choice([v for v in o.values if o.fits(v, players)])) for o in game.options}
        batch = Batch(
            game, n, num_players=players, seed=int(rng.integers(2**31)), options=chosen, auto_reset=False,
            observations=False,
        )  # fmt: skip
        for _ in range(rounds):
            for stream in range(int(rng.integers(5, 60))):
                batch.step(batch.random_actions(stream))
            found.append(batch.states.copy())
    return np.concatenate(found)


def spoil(states, rng):
    """One of the states with one to three of its numbers changed, and the fields they are in."""
    state = states[[int(rng.integers(len(states)))]]
    fields = [name for name in state.dtype.names if name != "rng" and not name.startswith("gap_")]
    sizes = np.sqrt([max(1, np.prod(state.dtype[name].shape)) for name in fields])
    spoilt = []
    for name in rng.choice(fields, int(rng.choice([1, 1, 1, 2, 3])), replace=False, p=sizes / sizes.sum()):
        flat = state[name].reshape(-1)
        limits, at = np.iinfo(flat.dtype), int(rng.integers(flat.size))
        near = int(flat[at]) + int(rng.choice([-1, 1]))
        value = rng.choice([-2, -1, 0, 1, 2, 3, near, near, *rng.integers(-5, 40, 4), limits.min, limits.max])
        flat[at] = np.clip(value, limits.min, limits.max)
        state[name] = flat.reshape(state[name].shape)
        spoilt.append(str(name))
    return state, spoilt


def play_on(game, state, stream):
    """Everything that compiled code does with a state."""
    tables, players = game.content().tables, int(state["num_players"][0])
    mask, obs = np.zeros(game.num_actions, np.int8), np.zeros(game.observation.size, np.int16)
    game.bound(drivers.legal_one)(tables, state, 0, mask)
    game.bound(drivers.score_one)(tables, state, 0, np.zeros(players), np.zeros(players, np.int64))
    game.bound(evaluate_all)(tables, state, np.zeros((1, players)), 0, 1)
    for seat in range(players):
        game.bound(drivers.observe_one)(tables, state, 0, seat, obs)
        game.bound(drivers.determinize_one)(tables, state.copy(), 0, seat, stream)
    log, broken = np.zeros((0, game.max_moves), np.int16), np.zeros(1, np.int64)
    game.bound(drivers.random_play)(
        tables, state.copy(), np.zeros(1, game.state), mask, obs[:0], log, broken, stream, 0, False, 0, 1
    )


def fuzz(name, count, seed):
    """How many spoilt states passed for sound, and what went wrong with them: by error and field."""
    game, rng = get(name), np.random.default_rng(seed)
    states = real_states(game, rng)
    game.require_sound(states)
    passed, wrong = 0, Counter()
    for stream in range(count):
        state, spoilt = spoil(states, rng)
        try:
            game.require_sound(state)
            passed += 1
            play_on(game, state, stream)
        except BrokenState:
            continue
        except (IndexError, OverflowError, ZeroDivisionError) as error:
            place = error.__traceback__.tb_next or error.__traceback__
            wrong[
                f"{type(error).__name__} in {place.tb_frame.f_code.co_name}:{place.tb_lineno}", *spoilt
            ] += 1
    return passed, wrong


if __name__ == "__main__":
    passed, wrong = fuzz(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    print(sys.argv[1], passed, "of", sys.argv[2], "passed")
    for what, times in wrong.most_common():
        print(times, *what)
