"""Every public way into compiled code, called with values that it must refuse.

Run as a program, in a process of its own: what gets through may end it. It prints each
call that was not refused.
"""

import dataclasses
import sys
import typing

import numpy as np

import astrarium.envs  # noqa: F401  registers the games
from astrarium.agents.base import Positions, make_agent
from astrarium.core import Batch, aec, get, jit
from astrarium.core.arguments import LIMITS
from astrarium.core.following import Follower, Past
from astrarium.core.gym_env import SeatEnv
from astrarium.core.records import playing, replaying
from astrarium.core.vector_env import SeatBatch, SeatVectorEnv
from astrarium.core.view import View
from tests.toy import GAME

REFUSALS = (IndexError, TypeError, ValueError, AssertionError)
N, PLAYERS = 4, 2
NUMBERS = (None, "1", 1.0, np.float64(1), 2**63, -(2**70))
INDICES = (*NUMBERS, -1, N, 10**9, True)
ACTIONS = (-1, -2, GAME.num_actions, 10**12)
MASKED = np.ma.array(np.zeros(N, np.int64), mask=[True] + [False] * (N - 1))
ROWS = (  # where N whole numbers are expected
    [0] * (N - 1), [0] * (N + 1), [0], 0, [[0] * N], [0.0] * N, [True] * N, [True] + [0] * (N - 1), MASKED,
    ["0"] * N, np.zeros(N, object), None,
)  # fmt: skip
FLAGS = (True, False, np.True_, np.ma.array(1, mask=True))  # where one action is expected


def batch(**keywords):
    """Four games of two."""
    return Batch(GAME, N, num_players=PLAYERS, seed=3, **keywords)


def stranger():
    """A game whose states and cards are others."""
    return get("star_tycoon")


# Drivers, as `game.bound(driver)` gives them: each argument in turn is replaced by one that does not fit.


def templates():
    """The drivers of the engine."""
    return [fn for fn in jit.DRIVERS if fn.__annotations__ and fn.__module__.startswith("astrarium.core.")]


def good(fn):
    """Arguments that a driver takes, by name, and their annotations."""
    hints = typing.get_type_hints(fn, include_extras=True)
    hints.pop("return")
    sizes = {
        "games": N,
        "players": PLAYERS,
        "NUM_ACTIONS": GAME.num_actions,
        "OBS_SIZE": GAME.observation.size,
    }
    sizes |= {"MAX_MOVES": GAME.max_moves, "STORY": GAME._names["STORY"]}
    made = {name: _good(hint, sizes) for name, hint in hints.items()}
    if "action" in made:
        made["action"] = int(batch().mask[0].argmax())
    return made, hints


def _good(hint, sizes):
    plain = getattr(hint, "__origin__", hint)
    if plain in (int, bool):
        return plain(0)
    kind, *shape = hint.__metadata__
    shape = tuple(sizes.get(str(size).rstrip("?"), size) for size in shape)
    if kind == "TABLES":
        return GAME.content().tables
    if kind == "STATE":
        return np.resize(batch().states, shape or (N,))
    from numba.np.numpy_support import as_dtype

    return np.ones(shape or (N,) * kind.ndim, as_dtype(kind.dtype))


def bad(hint, value):
    """Values that do not fit an annotation, by name."""
    if isinstance(value, np.ndarray):
        return bad_arrays(hint, value)
    if isinstance(value, bool):
        return {"number": 2, "none": None}
    found = {repr(number): number for number in NUMBERS}
    if hasattr(hint, "__metadata__"):
        found |= {"negative": -2, "far": 10**9}
        assert hint.__metadata__[0] in LIMITS
    return found


def bad_arrays(hint, value):
    """Arrays of another type, in pieces, read-only, or too small."""
    fixed = value.copy()
    fixed.flags.writeable = False
    wide = np.zeros((*value.shape[:-1], 2 * value.shape[-1]), value.dtype)
    other = np.float64 if value.dtype != np.float64 else np.int64
    found = {
        "none": None,
        "list": [0],
        "type": np.zeros(value.shape, other if value.dtype.names is None else stranger().state),
        "read-only": fixed,
        "dimension": value[None],
        "masked": np.ma.array(value),
    }
    if value.shape[-1] > 1:
        found["pieces"] = wide[..., ::2]
    for axis, size in enumerate(hint.__metadata__[1:]):
        if not str(size).endswith("?"):
            found[f"none {axis}"] = np.ascontiguousarray(np.take(value, [], axis))
        if size != "some":
            found[f"short {axis}"] = np.ascontiguousarray(np.delete(value, 0, axis))
            found[f"long {axis}"] = np.concatenate([value, value], axis)
    return found


def driver_calls():
    """(name, call) for every driver, argument and wrong value."""
    for fn in templates():
        args, hints = good(fn)
        first = next(
            (name for name, hint in hints.items() if "games" in getattr(hint, "__metadata__", ())), ""
        )
        bound = GAME.bound(fn)
        bound(*args.values())
        yield f"{fn.__name__}: too few", lambda bound=bound, args=args: bound(*[*args.values()][:-1])
        for place, (name, hint) in enumerate(hints.items()):
            for what, wrong in bad(hint, args[name]).items():
                given = [*args.values()]
                given[place] = wrong
                if name == first and what.endswith(" 0"):
                    continue  # the first array of games says how many there are
                yield f"{fn.__name__}: {name} {what}", lambda bound=bound, given=given: bound(*given)


# Methods, by the names that `test_ways_in` finds in the sources.


def batch_calls():
    """Batches."""
    one = batch()
    for wrong in INDICES:
        yield f"Batch.observe game {wrong!r}", lambda wrong=wrong: one.observe(wrong, 0)
        yield f"Batch.determinize game {wrong!r}", lambda wrong=wrong: one.determinize(wrong, 0, 0)
    for wrong in (*NUMBERS, -1, PLAYERS, 99, True):
        yield f"Batch.observe seat {wrong!r}", lambda wrong=wrong: one.observe(0, wrong)
        yield f"Batch.determinize seat {wrong!r}", lambda wrong=wrong: one.determinize(0, wrong, 0)
    for wrong in (None, "1", 1.5):
        yield f"Batch.reset {wrong!r}", lambda wrong=wrong: one.reset(wrong) if wrong else one.reset([])
        yield f"Batch.random_actions {wrong!r}", lambda wrong=wrong: one.random_actions(wrong)
        yield f"Batch first_index {wrong!r}", lambda wrong=wrong: batch(first_index=wrong)
        yield f"Batch n {wrong!r}", lambda wrong=wrong: Batch(GAME, wrong)
    for wrong in ([("peeking", 0)], ["peeking"], "peeking", 0, (), {1: 0}, {"peek": 0}):
        yield f"Batch options {wrong!r}", lambda wrong=wrong: batch(options=wrong)
    for wrong in (0.0, 1.0, "0", None, [0], np.zeros(1), np.array([0]), np.ma.array(0, mask=True), 2, -1):
        yield f"Batch option {wrong!r}", lambda wrong=wrong: batch(options={"peeking": wrong})
    yield "Batch first_index too far", lambda: batch(first_index=2**63 - 1)
    yield "Batch content of another game", lambda: batch(content=stranger().content())
    for wrong in ROWS:
        yield f"Batch.step {wrong!r}", lambda wrong=wrong: one.step(wrong)
    for wrong in (*ACTIONS, 2**63):
        yield f"Batch.step action {wrong}", lambda wrong=wrong: one.step([wrong] * N)
    yield from load_calls(one)


def load_calls(one):
    """Snapshots: each array of another type or shape."""
    kept = one.save()
    for field in dataclasses.fields(kept):
        if field.name == "mark":  # a wrong one has the states checked
            continue
        value = getattr(kept, field.name)
        wrongs = {"none": None, "text": "1"}
        if isinstance(value, np.ndarray):
            wrongs |= {
                "masked": np.ma.array(value),
                "short": value[:1],
                "long": np.concatenate([value, value]),
                "scalar": value[0],
            }
            wrongs["type"] = np.zeros(N, np.float16 if value.dtype.names is None else stranger().state)
        for what, wrong in wrongs.items():
            snapshot = dataclasses.replace(kept, **{field.name: wrong})
            yield f"{type(one).__name__}.load {field.name} {what}", lambda s=snapshot: one.load(s)


def seat_calls():
    """Batches of learners, and the environments on them."""
    one = SeatBatch(GAME, N, num_players=PLAYERS, illegal="raise")
    one.reset()
    env, many = SeatEnv(GAME, num_players=PLAYERS), SeatVectorEnv(GAME, N, num_players=PLAYERS)
    env.reset(seed=1)
    many.reset(seed=1)
    for wrong in ROWS:
        yield f"SeatBatch.decide {wrong!r}", lambda wrong=wrong: one.decide(wrong)
        yield f"SeatVectorEnv.step {wrong!r}", lambda wrong=wrong: many.step(wrong)
    for wrong in ACTIONS:
        yield f"SeatBatch.decide action {wrong}", lambda wrong=wrong: one.decide([wrong] * N)
        yield f"SeatVectorEnv.step action {wrong}", lambda wrong=wrong: many.step([wrong] * N)
        yield f"SeatEnv.step action {wrong}", lambda wrong=wrong: env.step(wrong)
    for wrong in (None, "1", 1.0, [0], *FLAGS):
        yield f"SeatEnv.step {wrong!r}", lambda wrong=wrong: env.step(wrong)
    for wrong in ([True], np.ones(N + 1, bool), [1] * N, np.ones((N, 1), bool), True, MASKED == 0):
        yield f"SeatBatch.begin {wrong!r}", lambda wrong=wrong: one.begin(wrong)
        yield f"SeatBatch.decide leaves {wrong!r}", lambda wrong=wrong: one.decide([0] * N, wrong)
        yield f"SeatBatch.view_of which {wrong!r}", lambda wrong=wrong: one.view_of(one.learner, wrong)
        yield f"reset_mask {wrong!r}", lambda wrong=wrong: many.reset(options={"reset_mask": wrong})
    for wrong in (
        np.full(N, 99, np.int8),
        np.full(N, -1, np.int8),
        np.zeros(N - 1, np.int8),
        np.zeros(N),
        None,
    ):
        yield f"SeatBatch.view_of {wrong!r}", lambda wrong=wrong: one.view_of(wrong)
    for wrong in (1.5, PLAYERS, -1, "1"):
        yield (
            f"SeatBatch seat {wrong!r}",
            lambda wrong=wrong: SeatBatch(GAME, N, seat=wrong, num_players=PLAYERS),
        )
    yield from load_calls(one)
    kept = one.save()
    for k in range(len(kept.seats)):
        seats = [each[:1] if at == k else each for at, each in enumerate(kept.seats)]
        yield f"SeatBatch.load seats {k}", lambda s=seats: one.load(dataclasses.replace(kept, seats=s))
    far = [np.full_like(kept.seats[0], 99), *kept.seats[1:]]
    yield "SeatBatch.load learner", lambda: one.load(dataclasses.replace(kept, seats=far))
    for wrong in ROWS[:-1]:
        foe = SeatBatch(GAME, N, lambda turn, masks, rng, wrong=wrong: wrong, num_players=4, seat=3)
        yield f"an opponent's {wrong!r}", foe.reset


def aec_calls():
    """PettingZoo."""
    env, raw = aec.GameAEC(GAME, num_players=PLAYERS), aec.GameAEC(GAME, num_players=PLAYERS, checked=False)
    for one in (env, raw):
        one.reset(seed=1)
        for wrong in (*ACTIONS, None, "1", 1.0, [0], np.zeros(2, np.int64), *FLAGS):
            yield f"GameAEC.step {wrong!r}", lambda one=one, wrong=wrong: one.step(wrong)
    yield "GameAEC.reset", lambda: env.reset(seed=1.5)
    yield "GameAEC content", lambda: aec.GameAEC(GAME, content=stranger().content()).reset()


def game_calls():
    """Telling, records and replays."""
    state, content, other = batch().states[0], GAME.content(), stranger()
    illegal = int(batch().mask[0].argmin())
    for wrong in (*ACTIONS, None, 1.0, illegal):
        yield f"Game.tell {wrong!r}", lambda wrong=wrong: GAME.tell(content, state, wrong)
        yield f"Game.told {wrong!r}", lambda wrong=wrong: GAME.told(content, state, wrong)
    for wrong in (np.zeros(1, other.state)[0], batch().states, None, 0):
        yield "Game.tell state", lambda wrong=wrong: GAME.tell(content, wrong, 0)
    yield "Game.tell content", lambda: GAME.tell(other.content(), state, 0)
    for wrong in ([1.5], ["0"], [[0]], [-1], [10**6], [2**63], [True]):
        yield f"record_of {wrong}", lambda wrong=wrong: replaying.record_of(GAME, wrong, PLAYERS)
    whole = next(playing.play_records(GAME, 1, PLAYERS))
    for change in (
        *({"actions": actions} for actions in (whole.actions * 1.0, whole.actions[None], [-1], [10**9])),
        *({name: wrong} for name in ("seed", "index", "episode") for wrong in (None, 0.5, 2**64)),
    ):
        wrong = dataclasses.replace(whole, **change)
        yield f"replay {change}", lambda wrong=wrong: replaying.replay(wrong)
        yield f"verify {change}", lambda wrong=wrong: replaying.verify([wrong])
    for players in (2.0, True, "2", [2], np.array([2]), 99, -1):
        yield f"players {players}", lambda players=players: Batch(GAME, N, num_players=players)
    for seed in (2**64, -(2**63) - 1, True, "7", 2.0, [3]):
        yield f"seed {seed}", lambda seed=seed: Batch(GAME, N, seed=seed)
        yield f"reset {seed}", lambda seed=seed: batch().reset(seed)
    for name, wrong in (
        ("n", 1.5),
        ("first_index", 1.5),
        ("first_index", 2**64),
        ("seed", 1.5),
        ("seed", 2**64),
    ):
        call = {"n": 1, "num_players": PLAYERS, name: wrong}
        yield f"play_games {name}", lambda call=call: [*playing.play_games(GAME, **call)]
    tables, states = content.tables, batch().states.copy()
    for wrong in ((tables, states, 1), (tables, states, 3), (other.content().tables, states, 2)):
        yield "outcomes", lambda wrong=wrong: playing.outcomes(GAME, *wrong)
    yield "outcomes states", lambda: playing.outcomes(GAME, tables, np.zeros(2, other.state), 2)


def agent_calls():
    """Positions, and agents that get those of another game."""
    right, other = Positions.of_batch(batch()), stranger()
    arrays = {name: getattr(right, name) for name in ("states", "mask", "seat", "keys")}
    for name, value in arrays.items():
        wrongs = [None, value[:1], np.concatenate([value, value]), value[None], 0]
        wrongs.append(value.astype(np.float32) if value.dtype.names is None else np.zeros(N, other.state))
        for wrong in wrongs:
            yield f"Positions {name}", lambda w={name: wrong}: dataclasses.replace(right, **w)
    yield "Positions content", lambda: dataclasses.replace(right, content=other.content())
    for wrong in (np.full(N, 99), np.full(N, -1), (right.seat + 1) % PLAYERS):
        yield "Positions seat", lambda wrong=wrong: dataclasses.replace(right, seat=wrong)
    for wrong in (np.ones_like(right.mask), np.zeros_like(right.mask), -right.mask):
        yield "Positions mask", lambda wrong=wrong: dataclasses.replace(right, mask=wrong)
    far = Positions(GAME, GAME.content(), right.states, right.mask, np.full(N, 99), right.keys, sound=True)
    yield "Positions.obs of a seat", lambda: far.obs
    strange = Positions.of_batch(Batch(other, N, seed=1))
    for spec in ("greedy", "ismcts:4", "rollout:4"):
        agent = make_agent(spec, GAME)
        yield f"{spec} with positions of another game", lambda agent=agent: agent.act(strange)
        yield f"{spec} explains", lambda agent=agent: make_agent("greedy", GAME).explain(right, N)
    judge = make_agent("ismcts:8", GAME)
    yield "compare position", lambda: judge.compare(right, N, [0])
    for actions in ([-1], [GAME.num_actions], [10**12], [None], [0.5]):
        yield f"compare {actions}", lambda actions=actions: judge.compare(right, 0, actions)
    yield "make_agent", lambda: make_agent("greedy", GAME, other.content())


def made_calls():
    """States that no game comes to: random bytes, in every second one with core's own fields in order."""
    game, rng = stranger(), np.random.default_rng(1)
    content, right = game.content(), Batch(game, 1, num_players=PLAYERS, seed=1).states.copy()
    good = Positions.of_batch(Batch(game, 1, num_players=PLAYERS, seed=1))
    own = ("moves", "num_players", "seat", "over", "ask", *(option.name for option in game.options))
    for k in range(40):
        states = np.frombuffer(rng.bytes(game.state.itemsize), game.state).copy()
        if k % 2:
            states[[*own]] = right[[*own]]
        else:
            states["num_players"], states["seat"], states["over"] = PLAYERS, 0, 0
        past = Past((0, 0, 0), states)
        yield f"Game.tell made {k}", lambda s=states: game.tell(content, s[0], int(good.mask[0].argmax()))
        yield f"Game.told made {k}", lambda s=states: game.told(content, s[0], int(good.mask[0].argmax()))
        yield f"View made {k}", lambda s=states: View(game, content, s, 0).json
        yield f"Follower made {k}", lambda past=past: [*Follower(game, content, past, 0).walk(1)]
        yield f"Positions made {k}", lambda s=states: dataclasses.replace(good, states=s).obs
        yield f"Positions past made {k}", lambda past=past: dataclasses.replace(good, pasts=[past])
        yield f"Batch.of_states made {k}", lambda s=states: Batch.of_states(game, s)


def view_calls():
    """Views, and following a game."""
    one, other, content = batch(), stranger(), GAME.content()
    right = one.states[:1].copy()
    for wrong in (one.states, np.zeros(1, other.state), right[0], None, [right]):
        yield "View states", lambda wrong=wrong: View(GAME, content, wrong, 0)
        past = Past((0, 0, 0), wrong, [0])
        yield "Follower start", lambda past=past: Follower(GAME, content, past, 0).news()
    for field, wrong in (("num_players", 0), ("num_players", 100), ("seat", -1), ("seat", PLAYERS)):
        state = right.copy()
        state[field] = wrong
        yield f"View {field} {wrong}", lambda state=state: View(GAME, content, state, 0)
    yield "View content", lambda: View(GAME, other.content(), right, 0)
    for wrong in (*NUMBERS, -1, PLAYERS, 99, True):
        yield f"View seat {wrong!r}", lambda wrong=wrong: View(GAME, content, right, wrong)
        yield f"Batch.view seat {wrong!r}", lambda wrong=wrong: one.view(0, wrong or -1)
        past = Past((0, 0, 0), right)
        yield f"Follower seat {wrong!r}", lambda past=past, wrong=wrong: Follower(GAME, content, past, wrong)
    for wrong in INDICES:
        yield f"Batch.view game {wrong!r}", lambda wrong=wrong: one.view(wrong)
    for wrong in (None, 0, -1, 1.5, "1"):
        yield f"View.redeal {wrong!r}", lambda wrong=wrong: one.view().redeal(wrong)
    illegal = int(one.mask[0].argmin())
    for wrong in (*ACTIONS, None, 1.0, illegal):
        past = Past((0, 0, 0), right, [wrong])
        yield f"Follower {wrong!r}", lambda past=past: Follower(GAME, content, past, 0).news()
        yield f"Follower.walk {wrong!r}", lambda past=past: [*Follower(GAME, content, past, 0).walk(9)]
    yield "Batch.of_states", lambda: Batch.of_states(GAME, np.zeros(2, other.state))


def sb3_calls():
    """Stable-Baselines3; an extra that not everybody has."""
    from astrarium.core.sb3 import SeatVecEnv

    env = SeatVecEnv(GAME, N, num_players=PLAYERS)
    env.reset()
    for wrong in ROWS:
        yield f"SeatVecEnv.step {wrong!r}", lambda wrong=wrong: env.step(wrong)
    for wrong in ACTIONS:
        yield f"SeatVecEnv.step action {wrong}", lambda wrong=wrong: env.step(np.full(N, wrong))


WAYS = (
    driver_calls,
    batch_calls,
    seat_calls,
    aec_calls,
    game_calls,
    agent_calls,
    made_calls,
    view_calls,
    sb3_calls,
)


def main():
    """Make every call; print those that were not refused, and how many there were."""
    made = 0
    for way in WAYS:
        for name, call in way():
            made += 1
            print(f"\r{name}", file=sys.stderr, flush=True)  # the last one, should the process end here
            try:
                call()
            except REFUSALS:
                continue
            except BaseException as error:
                print(f"{name}: {type(error).__name__} {error}")
                continue
            print(f"{name}: not refused")
    print(made, "calls")


if __name__ == "__main__":
    main()
