"""Random games: they end, what is legal applies, what is not is refused, and nothing is ever out of order."""

import os
from dataclasses import replace

import numpy as np
import pytest

from astrarium.core import IllegalAction
from astrarium.core.aec import GameAEC
from astrarium.core.records import play_games
from tests.contract.table import amount, bits, seats, variants


def within_bounds(game, obs):
    return bool((obs >= game.observation.low).all() and (obs <= game.observation.high).all())


def assert_sound(table, states):
    """What must hold of any state that play can reach."""
    game = table.game
    assert not table.broken(states), f"{table} after {states['moves'][0]} decisions: {table.broken(states)}"
    mask = table.mask(states)
    assert np.isin(mask, (0, 1)).all()
    assert mask.any() == (not states["over"][0])
    assert mask.sum() != 1, f"{table} asks what has one answer: {game.question(None, states[0])}"
    assert 0 <= states["seat"][0] < table.players
    assert states["moves"][0] <= game.max_moves
    for seat in seats(states):
        obs = table.observe(states, seat)
        wrong = np.flatnonzero((obs < game.observation.low) | (obs > game.observation.high))
        assert wrong.size == 0, f"{table}: observation entries {wrong} are {obs[wrong]}, out of their bounds"


def test_random_games_end_and_are_sound_at_every_decision(variant):
    for seed in range(amount(2)):
        states = variant.deal(seed)
        for _ in variant.walk(seed, states):
            assert_sound(variant, states)
        assert states["over"][0] in (1, 2)
        assert_sound(variant, states)
        scores, ranks = variant.outcome(states)
        assert np.isfinite(scores).all()
        assert (ranks == 0).any() or variant.players == 1
        assert (ranks >= 0).all()
        assert ((ranks < variant.players) | (variant.players == 1)).all()


def test_many_random_games_keep_the_invariants(variant):
    for run in play_games(variant.game, amount(40), seed=77, checked=True, **variant.keywords):
        assert run.states["over"].all()
        assert (run.states["moves"] <= variant.game.max_moves).all()


def test_rules_end_most_games_before_the_move_limit(table):
    played = [run.states["over"] for run in play_games(table.game, amount(40), seed=5, **table.keywords)]
    assert (np.concatenate(played) == 1).mean() > 0.5


def test_every_legal_action_applies(variant):
    for states in variant.samples(12, seed=11, games=2):
        for action in np.flatnonzero(variant.mask(states)):
            copy = states.copy()
            variant.step(copy, action)
            assert copy["moves"][0] == states["moves"][0] + 1
            assert_sound(variant, copy)


def test_every_illegal_action_is_refused_and_changes_no_byte(table):
    game = table.game
    batch = table.batch(2, auto_reset=False)
    for states in table.samples(8, seed=21):
        batch.load(replace(batch.save(), states=np.concatenate([states, states])))
        before = (bits(batch.states), batch.mask.tobytes(), batch.obs.tobytes(), batch.seat.tobytes())
        legal = np.flatnonzero(batch.mask[0])
        illegal = [*np.flatnonzero(batch.mask[1] == 0).tolist(), -1, -2, game.num_actions, 2**40]
        for action in illegal:
            with pytest.raises(IllegalAction) as refused:
                batch.step([legal[0], action])
            error = refused.value
            assert (error.game_index, error.seat, error.action) == (1, int(states["seat"][0]), action)
        after = (bits(batch.states), batch.mask.tobytes(), batch.obs.tobytes(), batch.seat.tobytes())
        assert after == before


def test_a_finished_game_takes_no_action(table):
    batch = table.batch(1, auto_reset=False)
    while not batch.done[0]:
        batch.step(batch.random_actions(int(batch.moves[0])))
    assert not batch.mask.any()
    end = bits(batch.states)
    with pytest.raises(IllegalAction):
        batch.step([0])
    rewards, _ = batch.step([-1])
    assert bits(batch.states) == end
    assert not rewards.any()


def test_the_raw_env_refuses_illegal_actions_and_changes_nothing(table):
    env = GameAEC(table.game, checked=False, **table.env_keywords)
    env.reset(seed=3)
    before = env.state().tobytes(), env.last()[0]["action_mask"].tobytes()
    mask = env.last()[0]["action_mask"]
    for action in [*np.flatnonzero(mask == 0), -1, table.game.num_actions]:
        with pytest.raises(IllegalAction):
            env.step(action)
    assert (env.state().tobytes(), env.last()[0]["action_mask"].tobytes()) == before


def test_scaled_observations_lie_within_one(table):
    plain, scaled = table.batch(8, seed=9), table.batch(8, seed=9, scaled=True)
    assert scaled.obs.dtype == np.float32
    low, high = table.game.observation.low.astype(float), table.game.observation.high.astype(float)
    for k in range(amount(60)):
        expected = np.where(high > low, 2 * (plain.obs - low) / np.maximum(high - low, 1) - 1, -1.0)
        assert np.allclose(scaled.obs, expected, atol=1e-5)
        assert (np.abs(scaled.obs) <= 1).all()
        actions = plain.random_actions(k)
        plain.step(actions)
        scaled.step(actions)


def test_rewards_are_paid_at_the_end_and_add_up(table):
    for reward in ("win", "rank", "score"):
        batch = table.batch(16, seed=4, reward=reward)
        ended = 0
        for k in range(10 * table.game.max_moves):
            rewards, done = batch.step(batch.random_actions(k))
            assert not rewards[~done].any()
            if reward == "score":
                assert np.allclose(rewards[done], batch.scores[done])
            elif table.players > 1:
                assert np.allclose(rewards[done].sum(axis=1), 0, atol=1e-5)
                assert (np.abs(rewards[done]) <= 1).all()
                best = batch.ranks[done] == 0
                assert (rewards[done][best & ~best.all(axis=1, keepdims=True)] > 0).all()
            ended += int(done.sum())
            if ended >= 16:
                break
        assert ended


@pytest.mark.slow
def test_sweep_of_random_decisions_with_invariants(variant):
    """ASTRARIUM_SWEEP random decisions (default 200,000) over all variants, each followed by a check."""
    wanted = int(os.environ.get("ASTRARIUM_SWEEP", "200000")) / len(variants(variant.game))
    decisions = seed = 0
    while decisions < wanted:
        for run in play_games(variant.game, 32, seed=1000 + seed, checked=True, **variant.keywords):
            assert run.states["over"].all()
            decisions += int(run.states["moves"].sum())
        seed += 1
