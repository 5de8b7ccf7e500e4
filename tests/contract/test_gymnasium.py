"""One seat of a game for Gymnasium: the single and the vector environment, and their registry."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv

import astrarium.envs
from astrarium.core import IllegalAction
from astrarium.core.gym_env import SeatEnv
from astrarium.core.vector_env import SeatBatch, SeatVectorEnv
from tests.contract.table import bits


def gym_id(game):
    return f"astrarium/{astrarium.envs.camel(game.name)}-v{game.version}"


def first_legal(turn, masks, rng):
    """An opponent that always takes the first legal action."""
    return masks.argmax(axis=1)


def random_choice(masks, rng):
    """A random legal action a row; 0 where there is none."""
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def test_checker_of_gymnasium(table, capsys):
    env = gymnasium.make(gym_id(table.game), **table.env_keywords).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


def test_checker_of_gymnasium_with_scaled_observations(game):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*render modes.*")
        check_env(SeatEnv(game, scaled=True))


def test_the_mask_is_in_the_observation_and_in_info(table):
    env = SeatEnv(table.game, **table.env_keywords)
    rng = np.random.default_rng(0)
    observation, info = env.reset(seed=1)
    for _ in range(200):
        assert (observation["action_mask"] == info["action_mask"]).all()
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        assert env.observation_space.contains(observation)
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            assert info["action_mask"].all()
            assert terminated
            assert len(info["scores"]) == len(info["ranks"]) == table.players
            observation, info = env.reset()
        else:
            assert reward == 0
            assert set(info) == {"action_mask", "seat"}


def test_the_seat_moves_on_with_every_game_or_stays(table):
    moving, fixed = (
        SeatEnv(table.game, **table.env_keywords),
        SeatEnv(table.game, seat=0, **table.env_keywords),
    )
    taken = [moving.reset(seed=5)[1]["seat"]] + [moving.reset()[1]["seat"] for _ in range(7)]
    if table.players > 1:
        assert len(set(taken)) > 1
    assert {fixed.reset(seed=k)[1]["seat"] for k in range(4)} == {0}


def test_an_illegal_action_ends_the_game_or_raises(game):
    env = SeatEnv(game)
    _, info = env.reset(seed=0)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert observation["action_mask"].all()
    assert "scores" not in info
    env.reset()
    strict = SeatEnv(game, illegal="raise")
    strict.reset(seed=0)
    with pytest.raises(IllegalAction):
        strict.step(illegal)


def test_step_before_reset_is_refused(game):
    with pytest.raises(gymnasium.error.ResetNeeded):
        SeatEnv(game).step(0)


def test_wrong_keywords_are_refused(game):
    for keywords in ({"opponents": "nobody"}, {"seat": 99}, {"illegal": "ignore"}, {"no_such_option": 1}):
        with pytest.raises(ValueError, match=r"nobody|99|ignore|no_such_option"):
            SeatEnv(game, **keywords)


@pytest.mark.parametrize("opponents", ["random", first_legal], ids=["random", "callable"])
def test_the_learner_gets_the_rewards_of_its_own_seat(table, opponents):
    """Every action is logged; the games are played again in a Batch, which must pay the same."""
    n, log = 6, [[] for _ in range(6)]

    def logged(turn, masks, rng):
        chosen = first_legal(turn, masks, rng) if callable(opponents) else random_choice(masks, rng)
        for i, seat, action in zip(turn.index, turn.seats, chosen, strict=True):
            assert seat != turn.batch.learner[i]
            log[i].append(int(action))
        return chosen

    learners = SeatBatch(table.game, n, logged, seed=31, **table.keywords)
    learners.reset()
    rng = np.random.default_rng(2)
    waiting = np.ones(n, bool)
    paid, seats = np.zeros(n), learners.learner.copy()
    if (learners._episode > 0).any():
        pytest.skip("a game ended before the learner's first decision")
    while waiting.any():
        assert (learners._seat[waiting] == learners.learner[waiting]).all()
        actions = random_choice(learners._mask, rng)
        for i in np.flatnonzero(waiting):
            log[i].append(int(actions[i]))
        rewards, ended = learners.decide(actions, ~waiting)
        assert not rewards[~ended].any()
        paid += rewards
        waiting &= ~ended
    # The log of a learner's action precedes the opponents' answers, so each is in the order of play.
    again = table.batch(n, seed=31, auto_reset=False)
    earned = np.zeros(n)
    for k in range(max(map(len, log))):
        rewards, _ = again.step([moves[k] if k < len(moves) else -1 for moves in log])
        earned += rewards[np.arange(n), seats]
    assert again.states["over"].all()
    assert bits(again.states) == bits(learners.states)
    assert paid.tolist() == earned.tolist()
    assert (learners.scores == again.scores).all()


def test_opponents_see_what_their_seats_see(game):
    seen = 0

    def spy(turn, masks, rng):
        nonlocal seen
        for k, i in enumerate(turn.index):
            assert (turn.obs[k] == turn.batch.observe(i, turn.seats[k])).all()
            assert turn.states[k] == turn.batch.states[i]
            assert turn.game is game
            assert turn.episode[k] == turn.batch.episode[i]
            seen += 1
        return first_legal(turn, masks, rng)

    learners = SeatBatch(game, 3, spy, num_players=game.players[-1])
    learners.reset()
    for _ in range(5):
        _, ended = learners.decide(learners._mask.argmax(axis=1))
        if ended.any():
            learners.begin(ended)
    assert seen


@pytest.mark.parametrize("opponents", ["random", first_legal], ids=["random", "callable"])
def test_a_snapshot_of_learners_goes_back(table, opponents):
    learners = SeatBatch(table.game, 5, opponents, seed=3, **table.keywords)
    learners.reset()

    def play_on():
        rng = np.random.default_rng(4)
        seen = []
        for k in range(40):
            actions = random_choice(learners._mask, rng)
            actions[k % 5] = 0  # sometimes illegal
            rewards, ended = learners.decide(actions)
            if ended.any():
                learners.begin(ended)
            seen += [learners.observations().tobytes(), rewards.tobytes(), learners.learner.tobytes()]
        return seen

    play_on()
    snapshot = learners.save()
    first = play_on()
    learners.load(snapshot)
    assert play_on() == first
    with pytest.raises(ValueError, match="without learners"):
        learners.load(table.batch(5).save())
    with pytest.raises(TypeError, match="decide"):
        learners.step([0] * 5)


def test_an_opponent_that_breaks_the_rules_is_named(game):
    def cheat(turn, masks, rng):
        return masks.argmin(axis=1)

    def play_on(learners):
        for _ in range(50):
            learners.reset()
            learners.decide(learners._mask.argmax(axis=1))

    with pytest.raises(IllegalAction, match="opponent"):
        play_on(SeatBatch(game, 4, cheat, num_players=game.players[-1]))


def test_the_vector_env_plays_the_games_of_the_single_env(table):
    single = SeatEnv(table.game, **table.env_keywords)
    vector = SeatVectorEnv(table.game, 5, autoreset_mode="SameStep", **table.env_keywords)
    one, info = single.reset(seed=8)
    many, infos = vector.reset(seed=8)
    rng = np.random.default_rng(0)
    for _ in range(150):
        assert (one["observation"] == many["observation"][0]).all()
        assert (one["action_mask"] == many["action_mask"][0]).all()
        assert info["seat"] == infos["seat"][0]
        actions = random_choice(many["action_mask"], rng)
        one, reward, terminated, truncated, info = single.step(actions[0])
        many, rewards, terminations, truncations, infos = vector.step(actions)
        assert (reward, terminated, truncated) == (rewards[0], terminations[0], truncations[0])
        if terminated or truncated:
            assert (infos["final_obs"][0]["observation"] == one["observation"]).all()
            assert (infos["final_info"]["scores"][0] == info["scores"]).all()
            one, info = single.reset()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vector_env_in_every_autoreset_mode(game, mode, threads):
    env = SeatVectorEnv(game, 6, autoreset_mode=mode, threads=threads)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is mode
    observations, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    ended_before = np.zeros(6, bool)
    finished = 0
    for _ in range(20 * game.max_moves):
        assert env.observation_space.contains(observations)
        assert (observations["action_mask"] == infos["action_mask"]).all()
        observations, rewards, terminated, truncated, infos = env.step(random_choice(env.action_masks(), rng))
        ended = terminated | truncated
        finished += int(ended.sum())
        assert rewards.dtype == np.float64
        assert not rewards[~ended].any()
        assert not (ended & ended_before).any() or mode is not AutoresetMode.NEXT_STEP
        assert observations["action_mask"].any(axis=1).all()
        assert (terminated == ended).all()
        if mode is AutoresetMode.SAME_STEP:
            if ended.any():
                assert (infos["_final_obs"] == ended).all()
                for i in np.flatnonzero(ended):
                    assert env.single_observation_space.contains(infos["final_obs"][i])
                assert infos["final_info"]["scores"].shape == (6, env.batch.num_players)
        else:
            assert observations["action_mask"][ended].all()
            if ended.any():
                assert (infos["_scores"] == ended).all()
        if mode is AutoresetMode.DISABLED and ended.any():
            with pytest.raises(ValueError, match="reset_mask"):
                env.step(random_choice(env.action_masks(), rng))
            running = bits(env.batch.states[~ended])
            observations, infos = env.reset(options={"reset_mask": ended})
            assert bits(env.batch.states[~ended]) == running
            assert observations["action_mask"].any(axis=1).all()
        ended_before = ended
        if finished >= 12:
            break
    assert finished >= 12
    env.close()


def test_vector_env_returns_new_arrays_and_repeats_itself(game):
    runs = []
    for _ in range(2):
        env = SeatVectorEnv(game, 4)
        kept = [env.reset(seed=3)[0]]
        rng = np.random.default_rng(5)
        for _ in range(40):
            kept.append(env.step(random_choice(env.action_masks(), rng))[0])
        runs.append(b"".join(each["observation"].tobytes() for each in kept))
        assert not any(
            np.shares_memory(kept[k]["observation"], kept[k + 1]["observation"]) for k in range(40)
        )
    assert runs[0] == runs[1]


def test_an_illegal_action_in_a_vector_env_ends_that_game_only(game):
    env = SeatVectorEnv(game, 3)
    observations, _ = env.reset(seed=0)
    masks = observations["action_mask"]
    actions = masks.argmax(axis=1)
    actions[1] = masks[1].argmin()
    _, rewards, terminated, _, infos = env.step(actions)
    assert rewards[1] == -1
    assert terminated[1]
    assert not infos["_scores"][1]
    env.step(random_choice(env.action_masks(), np.random.default_rng(0)))


def test_rendering_a_vector_env(game):
    env = SeatVectorEnv(game, 2, render_mode="ansi")
    env.reset(seed=0)
    assert all(isinstance(text, str) for text in env.render())


def test_the_registry_of_gymnasium_makes_both(env_game):
    single = gymnasium.make(gym_id(env_game), num_players=env_game.players[-1])
    assert single.unwrapped.game is env_game
    vector = gymnasium.make_vec(gym_id(env_game), num_envs=3)
    assert isinstance(vector, SeatVectorEnv)
    assert vector.num_envs == 3
