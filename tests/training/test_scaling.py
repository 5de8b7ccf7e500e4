"""How a network reads observations, and what a teacher's games say about a decision."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

from astrarium.training.scaling import _returns, play_sample, scaling_of
from tests.toy import GAME


def test_a_network_reads_the_columns_that_vary_standardised():
    rng = np.random.default_rng(0)
    obs = np.zeros((20_000, 4), np.int16)
    obs[:, 1] = rng.normal(3000, 40, len(obs))
    obs[:, 2] = 7
    obs[0, 2] = 8  # too rare to be read
    obs[:, 3] = rng.random(len(obs)) < 0.25
    scaling = scaling_of(obs)
    assert scaling.columns.tolist() == [1, 3]
    assert scaling.usual[1] == 0
    assert scaling.center == pytest.approx(obs[:, [1, 3]].mean(axis=0, dtype=np.float64), rel=1e-6)
    assert scaling.scale == pytest.approx(1 / obs[:, [1, 3]].std(axis=0, dtype=np.float64), rel=1e-4)
    features = scaling.features(obs)
    assert np.abs(features.mean(axis=0)).max() < 1e-3
    assert features.std(axis=0) == pytest.approx(1, abs=1e-2)


def test_observations_that_are_all_the_same_are_refused():
    with pytest.raises(ValueError, match="all the same"):
        scaling_of(np.ones((10, 3), np.int16))


def test_a_decision_leads_to_its_own_seat_s_result():
    """Two tables, two seats in turn: discounted by the seat's own decisions until the end, not others'."""
    seat = np.array([[0, 1], [1, 0], [0, 1], [1, 0]])
    done = np.array([[0, 0], [0, 1], [1, 0], [0, 0]], bool)
    rewards = np.zeros((4, 2, 2), np.float32)
    rewards[2, 0], rewards[1, 1] = (1, -1), (-1, 1)
    assert _returns(seat, done, rewards, 0.5) == pytest.approx(
        np.array([[0.5, 1], [-1, -1], [1, np.nan], [np.nan, np.nan]]), nan_ok=True
    )


def test_the_teacher_is_noted_where_a_random_action_was_played():
    greedy = play_sample(GAME, [2], 320, 0, GAME.content(), teacher="greedy", stray=0.0)
    strays = play_sample(GAME, [2], 320, 0, GAME.content(), teacher="greedy", stray=1.0)
    assert (greedy.action[:32] == strays.action[:32]).all()
    assert (greedy.obs[:32] == strays.obs[:32]).all()
    assert (greedy.obs[32:] != strays.obs[32:]).any()
    rows = np.arange(len(strays.action))
    assert strays.mask[rows, strays.action].all()
