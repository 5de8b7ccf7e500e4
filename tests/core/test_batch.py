"""Batches: live buffers, refused actions, resets, threads, snapshots, rewards."""

import copy
import dataclasses
import pickle
import threading

import numpy as np
import pytest

from astrarium.core import Batch, Game, IllegalAction, drivers
from astrarium.core.jit import COMPILED, Doubles, Ints, Singles, bind, driver
from tests.process import run
from tests.toy import GAME, STATE

SHORT = dataclasses.replace(GAME, name="toy_short", max_moves=9)


def play(batch, steps, stream=0):
    """Random steps; all that was to be seen on the way."""
    seen = []
    for k in range(steps):
        batch.step(batch.random_actions(stream + k))
        arrays = (batch.states, batch.mask, batch.obs, batch.seat, batch.rewards, batch.done, batch.scores)
        seen.append([array.copy() for array in (*arrays, batch.ranks, batch.truncated, batch.episode)])
    return seen


def assert_same(one, other):
    """Equal byte for byte."""
    for left, right in zip(one, other, strict=True):
        for a, b in zip(left, right, strict=True):
            assert a.tobytes() == b.tobytes()


def test_buffers_have_their_shapes_and_cannot_be_written():
    batch = Batch(GAME, 5, num_players=2)
    shapes = {
        "mask": ((5, GAME.num_actions), np.int8),
        "obs": ((5, GAME.observation.size), np.int16),
        "seat": ((5,), np.int8),
        "rewards": ((5, 2), np.float32),
        "done": ((5,), np.bool_),
        "truncated": ((5,), np.bool_),
        "scores": ((5, 2), np.float64),
        "ranks": ((5, 2), np.int64),
        "states": ((5,), STATE),
        "episode": ((5,), np.int64),
        "moves": ((5,), np.int32),
    }
    for name, (shape, dtype) in shapes.items():
        array = getattr(batch, name)
        assert (array.shape, array.dtype) == (shape, dtype), name
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]


def test_buffers_are_live():
    batch = Batch(GAME, 4)
    mask, moves = batch.mask, batch.moves
    rewards, done = batch.step(batch.random_actions(0))
    assert mask is batch.mask
    assert moves.tolist() == [1] * 4
    assert rewards is batch.rewards
    assert done is batch.done


@pytest.mark.parametrize("players", GAME.players)
def test_games_end_and_begin_anew(players):
    batch = Batch(GAME, 16, num_players=players, seed=4)
    ended = 0
    for k in range(60):
        before = batch.episode.copy()
        _, done = batch.step(batch.random_actions(k))
        ended += done.sum()
        assert np.array_equal(batch.episode - before, done)
        assert (batch.moves[done] == 0).all()
        assert batch.mask.any(axis=1).all()
        assert not batch.truncated.any()
        if players > 1:
            assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-6)
        assert (np.abs(batch.rewards).sum(axis=1) > 0)[~done].sum() == 0
    assert ended > 16


def test_the_observation_is_that_of_the_acting_seat():
    batch = Batch(GAME, 8, seed=2)
    for k in range(10):
        batch.step(batch.random_actions(k))
    for i in range(8):
        assert batch.observe(i, batch.seat[i]).tolist() == batch.obs[i].tolist()


@pytest.mark.parametrize("bad", [-1, GAME.actions.offset("call"), 99, GAME.num_actions])
def test_an_illegal_action_is_refused_and_nothing_is_applied(bad):
    batch = Batch(GAME, 6, num_players=3, seed=1)
    for k in range(4):
        batch.step(batch.random_actions(k))
    before = [array.copy() for array in (batch.states, batch.mask, batch.obs, batch.rewards, batch.done)]
    actions = batch.random_actions(9)
    actions[4] = bad
    with pytest.raises(IllegalAction) as error:
        batch.step(actions)
    assert (error.value.game_index, error.value.seat, error.value.action) == (4, batch.seat[4], bad)
    assert "nothing was applied" in str(error.value)
    after = (batch.states, batch.mask, batch.obs, batch.rewards, batch.done)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(before, after, strict=True))
    assert pickle.loads(pickle.dumps(error.value)).name == error.value.name


@pytest.mark.parametrize("threads", [2, 3])
def test_an_illegal_action_is_refused_before_any_thread_begins(threads):
    batch = Batch(GAME, 9, seed=1, threads=threads)
    before = batch.states.tobytes()
    actions = batch.random_actions(0)
    actions[8] = GAME.num_actions - 1
    with pytest.raises(IllegalAction):
        batch.step(actions)
    assert batch.states.tobytes() == before
    batch.close()


@pytest.mark.parametrize("actions", [[0, 0], np.zeros(3), "abc", np.zeros((3, 1), int)])
def test_actions_of_another_shape_or_kind_are_refused(actions):
    with pytest.raises(ValueError, match="expected 3 whole numbers"):
        Batch(GAME, 3).step(actions)


def test_the_same_seed_gives_the_same_games_whatever_size_and_threads():
    whole = play(Batch(GAME, 12, seed=5), 40)
    threaded = Batch(GAME, 12, seed=5, threads=3)
    assert_same(whole, play(threaded, 40))
    threaded.close()
    parts = [Batch(GAME, 4, seed=5, first_index=first) for first in (0, 4, 8)]
    played = [play(part, 40) for part in parts]
    joined = [
        [np.concatenate(arrays) for arrays in zip(*step, strict=True)] for step in zip(*played, strict=True)
    ]
    assert_same(whole, joined)


def test_another_seed_gives_other_games():
    assert Batch(GAME, 4, seed=5).states.tobytes() != Batch(GAME, 4, seed=6).states.tobytes()


def test_reset_begins_again():
    batch = Batch(GAME, 4, seed=5)
    first = play(batch, 30)
    batch.reset()
    assert_same(first, play(batch, 30))
    batch.reset(6)
    assert batch.states.tobytes() == Batch(GAME, 4, seed=6).states.tobytes()
    assert not batch.episode.any()


def test_two_threads_do_not_move_the_same_games(monkeypatch):
    batch = Batch(GAME, 4)
    actions = batch.random_actions(0)
    batch.step(actions)
    inside, leave = threading.Event(), threading.Event()
    advance = batch._advance

    def slow(*args):
        inside.set()
        assert leave.wait(60)
        return advance(*args)

    monkeypatch.setattr(batch, "_advance", slow)
    other = threading.Thread(target=batch.step, args=(batch.random_actions(1),))
    other.start()
    assert inside.wait(60)
    kept = batch.states.copy()
    for move in (lambda: batch.step(actions), batch.reset, lambda: batch.load(batch.save())):
        with pytest.raises(RuntimeError, match="another thread is moving"):
            move()
    assert (batch.states == kept).all()
    leave.set()
    other.join()
    batch.step(batch.random_actions(2))


def test_a_snapshot_of_other_cards_is_checked_like_one_from_elsewhere(monkeypatch):
    asked = []
    monkeypatch.setattr(Game, "require_sound", lambda game, states, content: asked.append(content.name))
    plain, dark = Batch(GAME, 4, content="plain"), Batch(GAME, 4, content="dark")
    plain.load(plain.save())
    assert not asked
    dark.load(plain.save())
    assert asked == ["dark"]


def test_a_snapshot_brings_back_the_moment():
    batch = Batch(GAME, 4, seed=5)
    play(batch, 25)
    snapshot = batch.save()
    first = play(batch, 30)
    batch.load(snapshot)
    assert_same(first, play(batch, 30))
    other = Batch(GAME, 4, seed=99)
    other.load(snapshot)
    assert_same(first, play(other, 30))
    with pytest.raises(ValueError, match="do not fit"):
        Batch(GAME, 5).load(snapshot)
    with pytest.raises(ValueError, match="do not fit"):
        Batch(GAME, 4, num_players=2).load(snapshot)


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_go_their_own_way(twin):
    batch = Batch(GAME, 4, seed=5, threads=2)
    play(batch, 10)
    other = twin(batch)
    assert other.game is batch.game
    first = play(batch, 30)
    assert other.moves.max() <= 10
    assert_same(first, play(other, 30))


def test_without_auto_reset_finished_games_wait():
    batch = Batch(GAME, 8, num_players=2, seed=3, auto_reset=False)
    total = np.zeros((8, 2))
    for k in range(GAME.max_moves):
        actions = batch.random_actions(k)
        assert np.array_equal(actions == -1, batch.done)
        rewards, done = batch.step(actions)
        total += rewards
        if done.all():
            break
    assert batch.done.all()
    assert not batch.mask.any()
    assert (batch.states["over"] == 1).all()
    assert (np.abs(total) <= 1).all()
    scores, ranks = batch.scores_now()
    assert np.array_equal(scores, batch.scores)
    assert np.array_equal(ranks, batch.ranks)
    with pytest.raises(IllegalAction):
        batch.step(np.zeros(8, int))
    rewards, _ = batch.step(np.full(8, -1))
    assert not rewards.any()


def test_the_move_limit_cuts_a_game_and_pays_its_standing():
    batch = Batch(SHORT, 8, num_players=2, seed=3, reward="score")
    for k in range(9):
        assert not batch.done.any()
        batch.step(batch.random_actions(k))
    assert batch.done.all()
    assert batch.truncated.all()
    assert np.array_equal(batch.rewards, batch.scores.astype(np.float32))


def test_scaled_observations_lie_between_minus_one_and_one():
    plain, scaled = Batch(GAME, 6, seed=1), Batch(GAME, 6, seed=1, scaled=True)
    assert scaled.obs.dtype == np.float32
    low, high = GAME.observation.low.astype(float), GAME.observation.high.astype(float)
    for k in range(30):
        assert np.abs(scaled.obs).max() <= 1
        assert np.allclose(scaled.obs, 2 * (plain.obs - low) / (high - low) - 1, atol=1e-6)
        for batch in (plain, scaled):
            batch.step(batch.random_actions(k))


def test_observations_can_be_left_out():
    batch = Batch(GAME, 6, observations=False)
    assert batch.obs.shape == (0, GAME.observation.size)
    play(batch, 5)


def test_options_and_content_are_chosen_by_name():
    batch = Batch(GAME, 6, num_players=4, options={"peeking": 0, "hand_size": 2}, content="dark")
    assert (batch.states["peeking"] == 0).all()
    assert (batch.states["hand"] >= 0).sum() == 6 * 4 * 2
    peek = GAME.actions.index("peek at the deck")
    for k in range(40):
        assert not batch.mask[:, peek].any()
        batch.step(batch.random_actions(k))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n": 0}, "at least one game"),
        ({"threads": 0}, "at least one thread"),
        ({"reward": "wins"}, "reward is one of win, rank, score"),
        ({"num_players": 5}, "is for 1, 2, 3, 4 players, not 5"),
        ({"options": {"peek": 1}}, "no option 'peek'; did you mean peeking"),
        ({"options": {"peeking": 2}}, "option peeking of Lanterns is one of"),
        ({"content": "drak"}, "no content set 'drak'; did you mean dark"),
    ],
)
def test_what_cannot_be_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        Batch(GAME, **{"n": 1, **given})


def test_a_redrawn_copy_leaves_the_game_alone():
    batch = Batch(GAME, 2, seed=1)
    play(batch, 8)
    before = batch.states.tobytes()
    copies = {batch.determinize(0, int(batch.seat[0]), stream).tobytes() for stream in range(20)}
    assert batch.states.tobytes() == before
    assert len(copies) == 20


@driver
def try_pay(mode: int, score: Doubles, rank: Ints, rewards: Singles) -> None:
    """Rewards from scores and ranks."""
    drivers.pay(mode, score, rank, rewards)


@pytest.mark.parametrize(
    ("mode", "ranks", "rewards"),
    [
        ("win", [0, 1, 2], [1, -1 / 2, -1 / 2]),
        ("win", [0, 0, 2], [1 / 2, 1 / 2, -1]),
        ("win", [1, 0], [-1, 1]),
        ("win", [0, 0, 0], [0, 0, 0]),
        ("win", [0, 0, 2, 2], [1 / 2, 1 / 2, -1 / 2, -1 / 2]),
        ("win", [0], [1]),
        ("win", [1], [-1]),
        ("rank", [0, 1, 2], [1, 0, -1]),
        ("rank", [2, 0, 0], [-1, 1 / 2, 1 / 2]),
        ("rank", [0, 1, 1, 3], [1, 0, 0, -1]),
        ("rank", [0, 0], [0, 0]),
        ("rank", [1], [-1]),
        ("score", [0, 1], [7, 6]),
        ("score", [1], [7]),
    ],
)
def test_rewards(mode, ranks, rewards):
    got = np.zeros(len(ranks), np.float32)
    scores = np.arange(7.0, 7 - len(ranks), -1)
    bind(try_pay, "pay_test")(drivers.REWARDS[mode], scores, np.array(ranks), got)
    assert np.allclose(got, rewards)


@pytest.mark.parametrize("observed", [False, True])
def test_random_play_and_its_log_agree_with_steps(observed):
    n, players = 6, 3
    content = GAME.content()
    states, blank = np.zeros(n, STATE), GAME.blank(players)
    episode = np.zeros(n, np.int64)
    GAME.bound(drivers.reset)(content.tables, blank, states, 5, 0, episode, 0, n)
    begun = states.copy()
    log = np.full((n, GAME.max_moves), -1, np.int16)
    broken = np.zeros(n, np.int64)
    obs = np.zeros(GAME.observation.size if observed else 0, np.int16)
    mask = np.zeros(GAME.num_actions, np.int8)
    decisions = GAME.bound(drivers.random_play)(
        content.tables, states, np.zeros(1, STATE), mask, obs, log, broken, 77, 0, True, 0, n
    )
    assert (states["over"] == 1).all()
    assert decisions == states["moves"].sum() == (log >= 0).sum()
    assert not broken.any()
    for i in range(n):
        actions = log[i, : states["moves"][i]].astype(np.int64)
        replayed = begun[i : i + 1].copy()
        assert GAME.bound(drivers.replay)(content.tables, replayed, mask, actions, len(actions), 0) == len(
            actions
        )
        assert replayed.tobytes() == states[i : i + 1].tobytes()


def test_the_null_game_makes_decisions_of_the_same_shape():
    states = np.zeros(4, STATE)
    mask, obs = np.zeros(GAME.num_actions, np.int8), np.zeros(GAME.observation.size, np.int16)
    log, broken = np.zeros((0, 0), np.int16), np.zeros(4, np.int64)
    decisions = GAME.bound(drivers.null_play)(
        GAME.content().tables, states, np.zeros(1, STATE), mask, obs, log, broken, 1, 0, False, 0, 4
    )
    assert decisions == 4 * GAME.max_moves
    assert mask.any()
    assert obs.any()


def test_random_actions_are_uniform_over_the_legal_ones():
    batch = Batch(GAME, 2000 if COMPILED else 400, num_players=2)
    counts = np.bincount(batch.random_actions(1), minlength=GAME.num_actions)
    legal = batch.mask[0].astype(bool)
    assert not counts[~legal].any()
    assert counts[legal].min() > batch.n / legal.sum() * 0.7


def test_a_broken_invariant_stops_random_play():
    states = np.zeros(1, STATE)
    tables, blank = GAME.content().tables, GAME.blank(2)
    GAME.bound(drivers.reset)(tables, blank, states, 5, 0, np.zeros(1, np.int64), 0, 1)
    states["deck"][0, 0] = states["deck"][0, 1]  # the same card twice
    broken = np.zeros(1, np.int64)
    empty, log = np.zeros(0, np.int16), np.zeros((0, 0), np.int16)
    mask = np.zeros(GAME.num_actions, np.int8)
    decisions = GAME.bound(drivers.random_play)(
        tables, states, np.zeros(1, STATE), mask, empty, log, broken, 1, 0, True, 0, 1
    )
    assert (decisions, broken[0]) == (1, 1)
    assert GAME.invariants[1] == "each card is in exactly one place"


def test_compiled_and_uncompiled_play_the_same_games():
    code = """
import hashlib
from astrarium.core import Batch
from tests.toy import GAME
digest = hashlib.sha256()
for players in GAME.players:
    for options in ({}, {"peeking": 0, "hand_size": 2}):
        batch = Batch(GAME, 3, num_players=players, seed=11, options=options, content="dark", scaled=True)
        for k in range(45):
            batch.step(batch.random_actions(k))
            for array in (batch.states, batch.mask, batch.obs, batch.rewards, batch.scores, batch.ranks):
                digest.update(array.tobytes())
            digest.update(batch.determinize(0, int(batch.seat[0]), k).tobytes())
print(digest.hexdigest())
"""
    compiled, uncompiled = (run(code, NUMBA_DISABLE_JIT=flag)[0] for flag in (0, 1))
    assert compiled == uncompiled


def test_only_states_that_are_not_as_they_were_saved_are_checked(monkeypatch):
    batch = Batch(GAME, 3, num_players=2, seed=1)
    saved = batch.save()
    checked = []
    monkeypatch.setattr(Game, "require_sound", lambda self, states, content: checked.append(len(states)))
    batch.load(saved)
    assert checked == []
    saved.states["moves"][0] += 1
    batch.load(saved)
    assert checked == [3]
