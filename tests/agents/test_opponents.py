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


def decisions(batch, moves=30):
    """Who had which decision of a few games: (table, episode, seat, learner) of every waiting one."""
    met = []
    batch.reset()
    for _ in range(moves):
        _, ended = batch.decide(batch.mask.argmax(axis=1))
        if ended.any():
            batch.begin(ended)
        met.append(batch.states.tobytes())
    return met


def spies(names):
    """Callables that note the seats they are asked for, relative to the learner's."""
    asked = {name: set() for name in names}

    def spy(name):
        def act(turn, masks, rng):
            learner = turn.batch.learner[turn.index]
            asked[name] |= {int(k) for k in (turn.seats - learner) % turn.batch.num_players}
            return masks.argmax(axis=1)

        return act

    return asked, [spy(name) for name in names]


def test_a_list_is_one_opponent_for_each_other_seat_round_the_table():
    asked, acts = spies("ab")
    decisions(SeatBatch(GAME, 6, opponents=acts, num_players=3, seed=5))
    assert asked == {"a": {1}, "b": {2}}


def test_specs_and_callables_sit_together():
    one, two = (
        decisions(SeatBatch(GAME, 4, opponents=["greedy", second], num_players=3, seed=5))
        for second in ("random", "greedy")
    )
    assert one != two
    assert two == decisions(SeatBatch(GAME, 4, opponents="greedy", num_players=3, seed=5))


def test_a_mixture_is_drawn_once_for_each_seat_of_a_game():
    held = {}

    def player(name):
        def act(turn, masks, rng):
            for i, episode, seat in zip(turn.index, turn.episode, turn.seats, strict=True):
                held.setdefault((int(i), int(episode), int(seat)), set()).add(name)
            return masks.argmax(axis=1)

        return act

    mixture = {player("often"): 3, player("seldom"): 1, player("never"): 0}
    decisions(SeatBatch(GAME, 64, opponents=mixture, num_players=3, seed=5), moves=60)
    assert all(len(names) == 1 for names in held.values())
    often = sum("often" in names for names in held.values()) / len(held)
    assert len(held) > 300
    assert 0.68 < often < 0.82
    assert not any("never" in names for names in held.values())


def test_a_mixture_of_one_is_that_one():
    one, two = (
        decisions(SeatBatch(GAME, 4, opponents=each, num_players=2, seed=5))
        for each in ("greedy", {"greedy": 1})
    )
    assert one == two


@pytest.mark.parametrize(
    ("opponents", "reason"),
    [
        (["greedy"], "one for each of the 2 others, not 1"),
        ({}, "at least one above it"),
        ({"greedy": 0}, "at least one above it"),
        ({"greedy": -1, "random": 2}, "shares from 0"),
        ({"greedy": "much"}, "shares from 0"),
        ({"greedy": 1e308, "random": 1e308}, "shares from 0"),
        (7, "opponents are a spec"),
        (["greddy", "random"], "did you mean greedy"),
    ],
    ids=str,
)
def test_opponents_that_are_none_are_refused(opponents, reason):
    with pytest.raises(ValueError, match=reason):
        SeatBatch(GAME, 2, opponents=opponents, num_players=3)


@pytest.mark.parametrize("opponents", [["greedy", "random"], {"greedy": 1, "random": 1}])
def test_copies_keep_several_opponents(opponents):
    env = SeatEnv(GAME, num_players=3, opponents=opponents)
    env.reset(seed=1)
    assert finish(pickle.loads(pickle.dumps(env))) == finish(env)
