"""A search that leans on the policy that comes with a game."""

from dataclasses import replace

import numpy as np
import pytest

from astrarium.agents import Positions, make_agent
from astrarium.agents.counsel import LEAST, Counsel, counsellors
from astrarium.core import Batch
from astrarium.envs import starfarers_v1
from tests import toy

GAME = starfarers_v1.game
CONTENT = GAME.content()


def some(players, steps=60, n=16):
    """Positions with several legal actions in the middle of random games."""
    batch = Batch(GAME, n, num_players=players, seed=3, observations=False)
    for step in range(steps):
        batch.step(batch.random_actions(step))
    return Positions.of_batch(batch, 3, np.flatnonzero(batch.mask.sum(axis=1) > 1))


def test_counsel_is_the_logarithm_of_what_the_policy_would_play():
    positions, leans = some(3), np.zeros(GAME.num_actions)
    counsel = Counsel(GAME, CONTENT, counsellors(GAME, CONTENT)[:1], 0.5)
    policy = make_agent("ppo:baseline,temperature=1", GAME)
    keys = positions.keys.astype(np.uint64).view(np.int64)
    for i in range(len(positions)):
        counsel.speak(positions.states, keys, i, leans)
        for each in policy.explain(positions, i):
            assert leans[each.action] == pytest.approx(
                0.5 * max(np.log(max(each.weight, 1e-9)), LEAST), abs=1e-3
            )
        assert not leans[positions.mask[i] == 0].any()


def heard(policies, positions, i=0):
    leans = np.ones(GAME.num_actions)
    counsel = Counsel(GAME, CONTENT, policies, 0.5)
    counsel.speak(positions.states, positions.keys.astype(np.uint64).view(np.int64), i, leans)
    return leans


def known_for(players):
    policy = counsellors(GAME, CONTENT)[0]
    return replace(policy, about={**policy.about, "players": players})


def test_counsel_is_silent_at_tables_that_the_policy_does_not_know():
    assert not heard([known_for([3])], some(4)).any()
    assert heard([known_for([3, 4])], some(4)).any()


def test_of_two_policies_the_mean_counts_where_both_know_the_table():
    positions, one, more = some(3), known_for([3]), known_for([3, 4])
    flat = replace(more, policy=tuple((weights * 0, bias * 0) for weights, bias in more.policy), trust=None)
    legal = positions.mask[0] != 0
    alike = 0.5 * np.log(1 / legal.sum())
    both = heard([one, flat], positions)
    assert both[legal] == pytest.approx((heard([one], positions)[legal] + alike) / 2)
    assert (heard([one, flat], some(4)) == heard([flat], some(4))).all()


def test_a_search_that_leans_hard_plays_what_the_policy_likes():
    positions = some(3)
    policy = make_agent("ppo:baseline,temperature=0", GAME).act(positions)
    shares = [
        (make_agent(f"ismcts:8,lean={lean}", GAME).act(positions) == policy).mean() for lean in (10, 0.001)
    ]
    assert shares[0] > 0.9 > shares[1]


def test_where_no_policy_comes_with_a_game_there_is_none_to_lean_on():
    with pytest.raises(ValueError, match="lean= needs a trained policy"):
        make_agent("ismcts:8,lean=0.01", toy.GAME)
    assert make_agent("ismcts:8,lean=0", toy.GAME)


def test_the_name_of_a_champion_says_what_it_is_made_of(monkeypatch):
    spec = make_agent("champion:10", GAME).spec
    assert make_agent(spec, GAME).spec == spec
    monkeypatch.setitem(GAME.champion, "lean", 0.5)
    assert make_agent("champion:10", GAME).spec != spec
    with pytest.raises(ValueError, match="has changed"):
        make_agent(spec, GAME)
