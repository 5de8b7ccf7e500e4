"""PettingZoo's own tests, the checks of its wrappers, and what the AEC view promises beyond them."""

import copy
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

import astrarium.envs
from astrarium.core import IllegalAction
from astrarium.core.aec import GameAEC, constructors

# PettingZoo warns of observations with masks in all games but its own, and of the empty mask after the end.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)
ATTRIBUTES = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents")


@pytest.fixture(autouse=True)
def quiet_logger():
    EnvLogger.flush()
    EnvLogger.suppress_output()
    yield
    EnvLogger.unsuppress_output()


def wrapped(game, **keywords):
    """The raw environment inside PettingZoo's own wrappers, as its classic games are built."""
    env = wrappers.TerminateIllegalWrapper(GameAEC(game, checked=False, **keywords), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def play(env, rng, limit=10**9):
    """Random play until the end or for some steps."""
    for agent in env.agent_iter(limit):
        observation, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        yield agent


def seen(env):
    """All that a user can see of an environment at a moment."""
    shown = {name: getattr(env, name) for name in ATTRIBUTES}
    if env.agents:
        shown["last"] = env.last()
        shown["observed"] = [env.observe(agent) for agent in env.possible_agents]
    return copy.deepcopy(shown)


def assert_same(a, b):
    np.testing.assert_equal(seen(a), seen(b))


@pytest.mark.parametrize("checked", [True, False], ids=["env", "raw_env"])
def test_api(table, checked, capsys):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(GameAEC(table.game, checked=checked, **table.env_keywords), num_cycles=150)
    assert not [str(w.message) for w in caught if not str(w.message).startswith(EXPECTED)]


def test_api_with_scaled_observations(game, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(GameAEC(game, scaled=True), num_cycles=50)


def test_seed(table):
    seed_test(lambda: GameAEC(table.game, **table.env_keywords), num_cycles=100)


def test_render(table, capsys):
    render_test(lambda render_mode: GameAEC(table.game, render_mode=render_mode, **table.env_keywords))
    assert capsys.readouterr().out


def test_every_mode_renders_in_every_variant_at_the_end(variant):
    pictures = {}
    for mode in ("ansi", "rgb_array"):
        env = GameAEC(variant.game, render_mode=mode, **variant.env_keywords)
        env.reset(seed=5)
        for _ in play(env, np.random.default_rng(5)):
            pass
        pictures[mode] = env.render()
    assert pictures["ansi"].strip()
    assert pictures["rgb_array"].std() > 0


def test_rendering_needs_a_mode(game):
    env = GameAEC(game)
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert env.render() is None
    with pytest.raises(ValueError, match="render_mode"):
        GameAEC(game, render_mode="hologram")


# The checks of PettingZoo's wrappers


def test_a_whole_game_looks_as_inside_pettingzoos_wrappers(table):
    ours, theirs = GameAEC(table.game, **table.env_keywords), wrapped(table.game, **table.env_keywords)
    for seed in (3, None):
        ours.reset(seed=seed)
        theirs.reset(seed=seed)
        assert_same(ours, theirs)
        moves = np.random.default_rng(8), np.random.default_rng(8)
        for a, b in zip(play(ours, moves[0]), play(theirs, moves[1]), strict=True):
            assert a == b
            assert_same(ours, theirs)
        assert ours.agents == theirs.agents == []


def test_an_illegal_action_ends_the_game_as_inside_pettingzoos_wrappers(table):
    ours, theirs = GameAEC(table.game, **table.env_keywords), wrapped(table.game, **table.env_keywords)
    for env in (ours, theirs):
        env.reset(seed=6)
        for _ in play(env, np.random.default_rng(1), 3):
            pass
    offender = ours.agent_selection
    illegal = int(np.flatnonzero(ours.last()[0]["action_mask"] == 0)[0])
    messages = []
    for env in (ours, theirs):
        EnvLogger.flush()
        env.step(illegal)
        messages.append(list(EnvLogger.mqueue))
    assert messages[0] == messages[1] != []
    while theirs.agents:
        for name in ATTRIBUTES:
            assert getattr(ours, name) == getattr(theirs, name), name
        assert ours.last()[1:] == theirs.last()[1:]
        assert ours.last()[1] == (-1 if ours.agent_selection == offender else 0)
        assert not ours.last()[0]["action_mask"].any()
        ours.step(None)
        theirs.step(None)
    assert ours.agents == []


def raised(call):
    """The error of a call, or what the logger was told."""
    EnvLogger.flush()
    try:
        call()
    except Exception as error:
        return type(error), str(error)
    return list(EnvLogger.mqueue)


def test_misuse_gets_the_messages_of_pettingzoos_wrappers(game):
    def both(misuse, prepare=lambda env: None):
        envs = [GameAEC(game), wrapped(game)]
        for env in envs:
            prepare(env)
        found = [raised(lambda env=env: misuse(env)) for env in envs]
        assert found[0] == found[1]
        assert found[0], "this should have been noticed"

    def reset(env):
        env.reset(seed=0)

    def play_out(env):
        env.reset(seed=0)
        for _ in play(env, np.random.default_rng(0)):
            pass

    def reach_the_end(env):
        env.reset(seed=0)
        rng = np.random.default_rng(0)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))

    def idle_loop(env):
        for _ in env.agent_iter():
            pass

    for name in ATTRIBUTES:
        both(lambda env, name=name: getattr(env, name))
    both(lambda env: env.step(0))
    both(lambda env: env.observe(env.possible_agents[0]))
    both(lambda env: env.last())
    both(lambda env: env.state())
    both(lambda env: env.render())
    both(lambda env: env.agent_iter())
    for action in (None, -1, game.num_actions, 2**70, 0.0, "0", np.float64(1), np.array([0]), [0]):
        both(lambda env, action=action: env.step(action), reset)
    both(idle_loop, reset)
    both(lambda env: env.step(None), play_out)
    both(lambda env: env.step(0), play_out)
    both(lambda env: env.step(0), reach_the_end)
    both(lambda env: env.step(game.num_actions), reach_the_end)


def test_actions_may_be_any_whole_number_type(game):
    ends = set()
    for kind in (int, np.int8, np.int32, np.int64, np.uint16, np.array):
        env = GameAEC(game)
        env.reset(seed=1)
        legal = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
        if kind is np.int8 and legal > 127:
            continue
        env.step(kind(legal))
        ends.add(env.state().tobytes())
    assert len(ends) == 1


def test_the_raw_env_raises_instead(game):
    env = GameAEC(game, checked=False)
    env.reset(seed=0)
    for action in (int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]), -1, game.num_actions):
        with pytest.raises(IllegalAction):
            env.step(action)


# What the view promises


def test_the_game_is_that_of_index_0_of_a_batch(variant):
    env = GameAEC(variant.game, **variant.env_keywords)
    batch = variant.batch(3, seed=12)
    env.reset(seed=12)
    for episode in range(2):
        for k in range(10**9):
            observation, *_ = env.last()
            assert env.agent_selection == env.possible_agents[batch.seat[0]]
            assert (observation["observation"] == batch.obs[0]).all()
            assert (observation["action_mask"] == batch.mask[0]).all()
            actions = batch.random_actions(1000 * episode + k)
            env.step(actions[0])
            rewards, done = batch.step(actions)
            if done[0]:
                break
        assert [env.rewards[agent] for agent in env.possible_agents] == rewards[0].tolist()
        outcome = {"scores": batch.scores[0].tolist(), "ranks": batch.ranks[0].tolist()}
        assert env.infos[env.agents[0]] == outcome
        assert all((env.truncations if batch.truncated[0] else env.terminations).values())
        env.reset()


def test_observations_are_new_arrays_and_only_the_acting_agent_has_a_mask(table):
    env = GameAEC(table.game, **table.env_keywords)
    env.reset(seed=2)
    first, second = env.last()[0], env.last()[0]
    assert not np.shares_memory(first["observation"], second["observation"])
    assert not np.shares_memory(first["action_mask"], second["action_mask"])
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
        assert env.observation_space(agent).contains(env.observe(agent))
    assert first["observation"].dtype == np.int16
    assert first["action_mask"].dtype == np.int8


@pytest.mark.parametrize(
    "twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_copies_keep_the_live_game(table, twin_of):
    env = GameAEC(table.game, **table.env_keywords)
    twin_of(env).reset(seed=0)
    env.reset(seed=9)
    for _ in play(env, np.random.default_rng(3), 7):
        pass
    twin = twin_of(env)
    assert_same(env, twin)
    before = env.state()
    for _ in play(twin, np.random.default_rng(4)):
        pass
    assert (env.state() == before).all()
    again = twin_of(env)
    for a, b in zip(play(env, np.random.default_rng(4)), play(again, np.random.default_rng(4)), strict=True):
        assert a == b
        assert_same(env, again)
    env.reset()
    again.reset()
    assert_same(env, again)


def test_state_is_whole_and_fits_its_space(table):
    env = GameAEC(table.game, **table.env_keywords)
    env.reset(seed=0)
    assert env.state_space.contains(env.state())
    before = env.state()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert (env.state() != before).any()


def test_names_and_spec(game):
    env = GameAEC(game)
    env.reset(seed=0)
    names = [env.action_name(action) for action in range(game.num_actions)]
    assert all(names)
    assert env.observation_spec.size == env.last()[0]["observation"].size
    assert env.metadata["name"] == game.env_id == str(env)
    assert len(set(env.possible_agents)) == env.num_players


def test_wrong_keywords_are_refused(game):
    wrong = [{"num_players": 99}, {"no_such_option": 1}, {"cards": "no such set"}, {"reward": "fame"}]
    for keywords in wrong:
        with pytest.raises(ValueError, match=r"no_such_option|99|no such set|fame"):
            GameAEC(game, **keywords)
    with pytest.raises(ValueError, match="give one"):
        GameAEC(game, cards=game.contents[0], tables=game.contents[0])


def test_rewards_by_rank_and_score(table):
    for reward in ("rank", "score"):
        env = GameAEC(table.game, reward=reward, **table.env_keywords)
        env.reset(seed=4)
        paid = {}
        for agent in env.agent_iter():
            observation, total, terminated, truncated, info = env.last()
            if terminated or truncated:
                paid[agent] = total
                assert type(total) is float
                if reward == "score":
                    assert np.isclose(total, info["scores"][env.possible_agents.index(agent)])
                env.step(None)
            else:
                assert (total, info) == (0, {})
                env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
        assert set(paid) == set(env.possible_agents)


def test_constructors(game):
    env, raw_env = constructors(game)
    assert env(num_players=game.players[0]).checked
    assert not raw_env().checked


def test_the_registry_of_pettingzoo_makes_the_env(env_game):
    version = astrarium.envs.GAMES[env_game.name]
    assert version == env_game.version
    env = pettingzoo.make("aec", f"astrarium/{env_game.name}-v{version}", num_players=env_game.players[-1])
    assert env.game is env_game
    env.reset(seed=0)
    assert len(env.agents) == env_game.players[-1]


def test_the_module_of_the_env(env_game):
    module = __import__(f"astrarium.envs.{env_game.env_id}", fromlist=["env"])
    assert module.game is env_game
    assert module.env().game is module.raw_env().game is env_game
