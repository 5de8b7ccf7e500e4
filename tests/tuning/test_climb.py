"""The search: perturbations, rewards and steps."""

from dataclasses import replace

import numpy as np
import pytest

from astrarium.tuning.climb import Climb, Group, Space, perturbations, rewards_of, rotations
from astrarium.tuning.engine import Games
from astrarium.tuning.settings import Settings, read_settings


def test_perturbations_of_a_table_add_up_to_nothing():
    rng = np.random.default_rng(1)
    for players in (2, 3, 4):
        z = np.array([perturbations(rng, players, 50) for _ in range(40)])
        assert np.abs(z.sum(axis=1)).max() < 1e-12
        assert z.std() == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_takes_every_seat(players):
    which = rotations(players)
    assert (np.sort(which, axis=0) == np.arange(players)[:, None]).all()
    assert (np.sort(which, axis=1) == np.arange(players)).all()


def test_weights_keep_their_signs_and_those_near_zero_may_change_theirs():
    start = np.array([2.0, -1.0, 0.0, 0.01, 3.0])
    space = Space(start, np.array([True, True, True, True, False]), 0.25)
    assert space.weights(np.zeros(4)).tolist() == start.tolist()
    low, high = space.weights(np.array([[-9.0] * 4, [9.0] * 4]))
    assert 0 < low[0] < 2 < high[0]
    assert high[1] < -1 < low[1] < 0
    assert low[2] < 0 < high[2]
    assert low[3] < 0 < high[3]
    assert low[4] == high[4] == 3


def group_of(players, deals=2):
    vectors = max(2, players)
    return Group(players, np.zeros((vectors, 3)), rotations(players), np.arange(deals))


def games_of(wins, scores):
    wins, scores = np.array(wins, float), np.array(scores, float)
    return Games(scores, np.zeros(wins.shape, int), wins, np.zeros(len(wins), int))


def test_the_reward_is_of_the_vector_wherever_it_sits():
    # On the first deal vector 0 wins in both seats, on the second the first seat wins.
    games = games_of([[1, -1], [-1, 1], [1, -1], [1, -1]], [[9, 1], [1, 9], [5, 5], [5, 5]])
    rewards = rewards_of(games, group_of(2), 1.0, 4.0)
    assert rewards.tolist() == [[1, -1], [0, 0]]
    rewards = rewards_of(games, group_of(2), 0.0, 4.0)
    assert rewards[0, 0] == pytest.approx(np.tanh(2))
    assert rewards[1].tolist() == [0, 0]


def test_alone_at_the_table_the_same_deal_is_the_rival():
    rewards = rewards_of(games_of([[1], [-1], [1], [1]], [[9], [5], [7], [8]]), group_of(1), 0.5, 4.0)
    assert rewards[0, 0] == pytest.approx(0.5 + 0.5 * np.tanh(1))
    assert rewards[1, 0] < 0 < rewards[1, 1]


def climbed(peak, steps=150, **changes):
    """A climb towards a point: who is nearer to it scores more."""
    settings = replace(Settings(groups=4, deals=2), **changes)
    space = Space(np.ones(len(peak)), np.ones(len(peak), bool), settings.scale)
    climb, rng = Climb.begin(len(peak)), np.random.default_rng(0)
    for step in range(steps):
        groups, drawn = climb.groups(space, settings, [2, 3], seed=1)
        results = []
        for group in groups:
            which = np.tile(group.which, (len(group.deals), 1))
            far = np.square(np.log(group.weights) / settings.scale - peak).sum(axis=1)
            scores = -far[which] + rng.normal(size=which.shape)
            order = (scores[:, :, None] < scores[:, None, :]).sum(axis=2)
            wins = np.where(order == 0, 1.0, -1 / (group.players - 1))
            results.append(Games(scores, order, wins, np.zeros(len(which), int)))
        climb.take(groups, drawn, results, settings, {"2": 3.0, "3": 3.0}, (step + 1) / steps)
    return climb


def test_it_climbs_to_where_the_rewards_are():
    peak = np.array([2.0, -1.5, 0.0, 1.0])
    climb = climbed(peak)
    assert np.abs(climb.mean - peak).max() < 0.4
    assert climb.gain["2"] > 0.5
    assert climb.games == 150 * 4 * 2 * (2 + 3)


def test_chance_alone_carries_a_weight_as_far_as_the_setting_says():
    settings = Settings(groups=4, deals=2, drift=0.5, mix=1.0)
    space, rng = Space(np.ones(200), np.ones(200, bool), 0.25), np.random.default_rng(0)
    climb = Climb.begin(200)
    for step in range(100):
        groups, drawn = climb.groups(space, settings, [2], seed=1)
        wins = [rng.choice([-1.0, 1.0], size=4) for _ in groups]
        results = [games_of(np.stack([w, -w], axis=1), np.zeros((4, 2))) for w in wins]
        climb.take(groups, drawn, results, settings, {"2": 1.0}, (step + 1) / 100)
    assert climb.x.std() == pytest.approx(0.5, rel=0.25)


def test_a_checkpoint_holds_all_of_it():
    climb = climbed(np.array([1.0, -1.0]), steps=9)
    assert Climb.of_json(climb.json()).json() == climb.json()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"sigma": "-1"}, "sigma is a number from 0.001 to 10, not -1.0"),
        ({"deals": "1.5"}, "deals is a number such as 8, not '1.5'"),
        ({"deal": "1"}, "did you mean"),
        ({"groups": "0"}, "groups is a whole number from 1"),
        ({"mix": "nan"}, "mix is a number from 0 to 1"),
    ],
)
def test_wrong_settings_are_answered_with_what_was_expected(given, expected):
    with pytest.raises(ValueError, match=expected):
        read_settings(given)
