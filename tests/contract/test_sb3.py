"""One seat of a game for Stable-Baselines3: its checker, masks for sb3-contrib, and a short training."""

import pickle
import warnings
from dataclasses import replace

import numpy as np
import pytest

from astrarium.core import IllegalAction
from astrarium.core.gym_env import SeatEnv
from tests.toy import GAME as TOY

sb3 = pytest.importorskip("stable_baselines3", reason="needs the extra `train`")
sb3_contrib = pytest.importorskip("sb3_contrib", reason="needs the extra `train`")


def vec_env(game, n=4, **keywords):
    from astrarium.core.sb3 import SeatVecEnv

    return SeatVecEnv(game, n, **keywords)


def random_choice(masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def test_checker_of_stable_baselines(table):
    from stable_baselines3.common.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SeatEnv(table.game, **table.env_keywords))


def test_masks_are_where_sb3_contrib_looks(table):
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    for env in (vec_env(table.game, **table.env_keywords), SeatEnv(table.game, **table.env_keywords)):
        env.reset()
        assert is_masking_supported(env)
    env = vec_env(table.game, **table.env_keywords)
    env.reset()
    rng = np.random.default_rng(0)
    for _ in range(30):
        masks = get_action_masks(env)
        assert masks.shape == (4, table.game.num_actions)
        assert masks.any(axis=1).all()
        assert (masks == env.batch.mask).all()
        env.step(random_choice(masks, rng))


def test_episodes(table):
    env = vec_env(table.game, seed=2, **table.env_keywords)
    observations = env.reset()
    rng = np.random.default_rng(0)
    totals, lengths, finished, seats = np.zeros(4), np.zeros(4), 0, set()
    for _ in range(20 * table.game.max_moves):
        assert all(env.observation_space.contains(row) for row in observations)
        observations, rewards, dones, infos = env.step(random_choice(env.action_masks(), rng))
        totals += rewards
        lengths += 1
        for i in range(4):
            assert ("terminal_observation" in infos[i]) == dones[i]
            if dones[i]:
                assert env.observation_space.contains(infos[i]["terminal_observation"])
                assert infos[i]["cut"] in (True, False)
                assert (infos[i]["episode"]["r"], infos[i]["episode"]["l"]) == (totals[i], lengths[i])
                assert len(infos[i]["scores"]) == table.players
                seats.add(infos[i]["seat"])
                totals[i] = lengths[i] = 0
                finished += 1
            else:
                assert rewards[i] == 0
        if finished >= 12:
            break
    assert seats == set(range(table.players)) or finished < 12


def test_a_game_cut_at_the_move_limit_is_not_bootstrapped():
    cut = replace(TOY, name="toy_cut", max_moves=7)
    env = vec_env(cut, num_players=2)
    env.reset()
    rng = np.random.default_rng(0)
    for _ in range(20):
        _, _, dones, infos = env.step(random_choice(env.action_masks(), rng))
        if dones.any():
            assert all(infos[i]["cut"] for i in np.flatnonzero(dones))
            assert not any(infos[i]["TimeLimit.truncated"] for i in np.flatnonzero(dones))
            return
    pytest.fail("no game reached the limit")


def test_seeds_and_pickles(game):
    first, second = vec_env(game, seed=5), vec_env(game)
    second.seed(5)
    start = first.reset()
    assert (second.reset() == start).all()
    rng = np.random.default_rng(1)
    for _ in range(5):
        first.step(random_choice(first.action_masks(), rng))
    twin = pickle.loads(pickle.dumps(first))
    for _ in range(40):
        actions = random_choice(first.action_masks(), rng)
        assert (first.step(actions)[0] == twin.step(actions)[0]).all()


def test_illegal_actions_raise(game):
    env = vec_env(game)
    env.reset()
    with pytest.raises(IllegalAction):
        env.step(env.action_masks().argmin(axis=1))


def test_vec_env_protocol(game):
    env = vec_env(game, render_mode="rgb_array")
    env.reset()
    assert env.render().ndim == 3
    assert env.get_attr("num_envs", 1) == [4]
    assert not env.has_attr("no_such_thing")
    assert env.env_is_wrapped(object) == [False] * 4
    env.set_attr("note", 3)
    assert env.get_attr("note") == [3] * 4
    with pytest.raises(AttributeError):
        env.env_method("no_such_method")
    env.close()


def test_a_short_training_with_masks(game):
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy",
        vec_env(game),
        n_steps=16,
        batch_size=32,
        n_epochs=1,
        seed=0,
        device="cpu",
        policy_kwargs={"net_arch": [8]},
    )
    model.learn(128)
    env = vec_env(game)
    observations = env.reset()
    for _ in range(20):
        actions, _ = model.predict(observations, action_masks=env.action_masks())
        observations, *_ = env.step(actions)
