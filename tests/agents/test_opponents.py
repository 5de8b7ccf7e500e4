"""Agents as opponents of a learner, by their specs."""

import copy
import pickle

import numpy as np
import pytest

from astrarium.core.gym_env import SeatEnv
from astrarium.core.vector_env import SeatBatch
from tests.toy import GAME


def finish(env, seed=3):
    """Play the first legal action to the end; the rewards and scores."""
    observation, info = env.reset(seed=seed)
    while True:
        action = int(np.flatnonzero(observation["action_mask"])[0])
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return reward, np.asarray(info["scores"]).tolist()


@pytest.mark.parametrize("spec", ["greedy", "ismcts:8", "rollout:8,cutoff=4"])
def test_a_spec_names_the_opponents_and_the_seed_their_game(spec):
    results = [finish(SeatEnv(GAME, num_players=3, opponents=spec)) for _ in range(2)]
    assert results[0] == results[1]


def test_opponents_think():
    batches = [SeatBatch(GAME, 64, opponents=spec, num_players=2, seed=5) for spec in ("random", "greedy")]
    for batch in batches:
        batch.reset()
    assert any(not np.array_equal(a, b) for a, b in zip(batches[0].states, batches[1].states, strict=True))


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_their_opponents(again):
    env = SeatEnv(GAME, num_players=2, opponents="greedy")
    env.reset(seed=1)
    twin = again(env)
    assert finish(twin) == finish(env)


def test_a_wrong_spec_is_answered_with_the_right_ones():
    with pytest.raises(ValueError, match="did you mean greedy") as error:
        SeatBatch(GAME, 2, opponents="greddy")
    assert "ismcts:N" in str(error.value)
