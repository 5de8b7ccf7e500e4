"""Looking at an environment with one seat's eyes: view=, text and describe."""

import json

import numpy as np
import pytest

from astrarium.core import Batch, drivers
from astrarium.core.aec import GameAEC
from astrarium.core.gym_env import SeatEnv
from astrarium.core.vector_env import SeatVectorEnv
from tests.toy import GAME

PLAYERS = 3


def aec(**keywords):
    env = GameAEC(GAME, num_players=PLAYERS, **keywords)
    env.reset(seed=4)
    return env


def seen(state, seat):
    return GAME.render_text(GAME.content(), state, seat)


@pytest.mark.parametrize("view", [0, 2, "player_1"])
def test_render_with_one_seats_eyes(view):
    seat = 1 if view == "player_1" else view
    env = aec(render_mode="ansi", view=view)
    assert env.render() == seen(env._states[0], seat) == env.text(f"player_{seat}")
    assert env.render() != aec(render_mode="ansi").render()
    assert "?" in env.render()
    assert env._repr_svg_() != aec()._repr_svg_()
    assert (
        aec(render_mode="rgb_array", view=view).render().shape == aec(render_mode="rgb_array").render().shape
    )


def test_own_eyes_are_those_of_whoever_acts():
    env = aec(render_mode="ansi", view="own")
    for _ in range(4):
        seat = int(env._states["seat"][0])
        assert env.render() == seen(env._states[0], seat) == env.text()
        env.step(int(env._mask.argmax()))


@pytest.mark.parametrize("view", [-1, PLAYERS, "player_7", "me", True, 1.0])
def test_eyes_that_are_not_there_are_refused(view):
    for make in (GameAEC, SeatEnv, lambda game, **more: SeatVectorEnv(game, 2, **more)):
        with pytest.raises((ValueError, TypeError)):
            make(GAME, num_players=PLAYERS, view=view)


def test_a_description_is_plain_and_has_names():
    env = aec()
    told = env.describe()
    assert json.loads(json.dumps(told)) == told
    assert [each["action"] for each in told["legal"]] == np.flatnonzero(env._mask).tolist()
    assert told["question"] == "which suit do you call in secret?"
    assert set(told["fields"]) == set(GAME.observation.names())
    assert told["seat"] == env._seat_of[env.agent_selection]
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.describe(other)["legal"] == []


def test_looking_shows_nothing_of_hidden_cards_and_changes_nothing():
    env, twin = aec(render_mode="ansi", view=0), aec(render_mode="ansi", view=0)
    redraw = GAME.bound(drivers.determinize_one)
    redraw(env.content.tables, twin._states, 0, 0, 99)
    assert twin._states.tobytes() != env._states.tobytes()
    before = env._states.tobytes()
    assert env.render() == twin.render()
    assert env.describe("player_0") == twin.describe("player_0")
    assert env._repr_svg_() == twin._repr_svg_()
    assert env._states.tobytes() == before


def test_learners_look_with_their_own_eyes():
    env = SeatEnv(GAME, num_players=PLAYERS, render_mode="ansi", view="own", seat=2)
    env.reset(seed=1)
    assert env.render() == env.text() == seen(env.batch.states[0], 2)
    assert env.text(1) == seen(env.batch.states[0], 1)
    assert env.describe()["seat"] == 2
    assert env.describe()["legal"]
    assert env._repr_svg_().startswith("<svg")
    many = SeatVectorEnv(GAME, 3, num_players=PLAYERS, render_mode="ansi", view="own")
    many.reset(seed=1)
    for i, text in enumerate(many.render()):
        seat = int(many.batch.learner[i])
        assert text == many.text(i) == seen(many.batch.states[i], seat)
        assert many.describe(i)["seat"] == seat
    env.close()
    many.close()


def test_a_batch_is_looked_at_by_the_acting_seat():
    batch = Batch(GAME, 4, num_players=PLAYERS, seed=2)
    for i in range(4):
        assert batch.text(i) == seen(batch.states[i], int(batch.seat[i]))
        assert batch.describe(i, 1)["seat"] == 1
        assert batch.view(i).legal == np.flatnonzero(batch.mask[i]).tolist()
    for wrong in (-1, 4, None, 1.0):
        with pytest.raises((IndexError, ValueError, TypeError)):
            batch.text(wrong)


def test_stable_baselines_looks_too():
    pytest.importorskip("stable_baselines3")
    from astrarium.core.sb3 import SeatVecEnv

    env = SeatVecEnv(GAME, 2, num_players=PLAYERS, render_mode="ansi", view="own")
    env.reset()
    texts = env.env_method("render")
    assert texts == [env.text(i) for i in range(2)]
    assert env.describe(1)["seat"] == int(env.batch.learner[1])
    env.close()


def test_a_batch_goes_on_from_states():
    batch = Batch(GAME, 3, num_players=2, seed=5)
    batch.step(batch.random_actions(0))
    twin = Batch.of_states(GAME, batch.states.copy())
    assert (twin.mask == batch.mask).all()
    actions = batch.random_actions(1)
    twin.step(actions)
    batch.step(actions)
    assert twin.states.tobytes() == batch.states.tobytes()
    mixed = np.concatenate([batch.states, Batch(GAME, 1, num_players=3).states])
    broken = batch.states.copy()
    broken["seat"] = 9
    for wrong in (mixed, broken, np.zeros(2)):
        with pytest.raises((ValueError, TypeError, IndexError)):
            Batch.of_states(GAME, wrong)
