"""Trained policies: their files, refusals, and play by the acting seat's observation alone."""

import json
import os
import pickle
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import safetensors.numpy as safetensors

from astrarium.agents import Positions, make_agent
from astrarium.agents.arena import run_arena
from astrarium.agents.foresight import Foreseer, Foresight
from astrarium.agents.policy import Policy, PolicyError, Scaling, about_policy, load_policy, save_policy
from astrarium.agents.ppo import Panel, PolicyAgent
from astrarium.agents.sealed import save_sealed
from astrarium.core import Batch
from tests.process import run
from tests.toy import GAME

HIDDEN = (12, 7)


def drawn_policy(seed=0, hidden=HIDDEN):
    """A policy with random weights on some columns of the toy's observation."""
    rng = np.random.default_rng(seed)
    columns = np.sort(rng.choice(GAME.observation.size, GAME.observation.size // 2, replace=False))
    scaling = Scaling(
        columns.astype(np.int32),
        rng.integers(0, 2, len(columns)).astype(np.int16),
        rng.normal(0, 1, len(columns)).astype(np.float32),
        rng.uniform(0.2, 3, len(columns)).astype(np.float32),
    )
    sizes = [len(columns), *hidden, GAME.num_actions]
    layers = tuple(
        (
            rng.normal(0, 0.5, (a, b)).astype(np.float16).astype(np.float32),
            rng.normal(0, 0.5, b).astype(np.float32),
        )
        for a, b in pairwise(sizes)
    )
    return Policy(about_policy(GAME, GAME.content(), [2]), scaling, layers)


def foreseeing_policy(seed=0, redeals=3):
    """The same with random trust in a look ahead."""
    policy = drawn_policy(seed)
    trust = np.random.default_rng(seed).uniform(0, 2, GAME.num_actions).astype(np.float32)
    about = {**policy.about, "foresight": {"redeals": redeals, "depth": 2}}
    return replace(policy, about=about, trust=trust)


def positions_of(n=40, seed=3, steps=5):
    batch = Batch(GAME, n, num_players=2, seed=seed)
    for k in range(steps):
        batch.step(batch.random_actions(k))
    return Positions.of_batch(batch, seed)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "toy.safetensors"
    save_policy(path, drawn_policy())
    return path


@pytest.mark.parametrize("temperature", [0.0, 0.5])
def test_a_policy_explains_itself_by_its_probabilities(temperature):
    positions = positions_of(8)
    agent = PolicyAgent("ppo:drawn", GAME, GAME.content(), drawn_policy(), temperature)
    favourites = PolicyAgent("ppo:drawn", GAME, GAME.content(), drawn_policy(), 0.0).act(positions)
    for i, favourite in enumerate(favourites):
        told = agent.explain(positions, i)
        assert {thought.action for thought in told} == set(np.flatnonzero(positions.mask[i]).tolist())
        assert sum(thought.weight for thought in told) == pytest.approx(1)
        assert told[0].action == favourite
        assert [thought.weight for thought in told] == sorted((each.weight for each in told), reverse=True)


def test_the_favourite_is_what_the_network_says():
    policy, positions = drawn_policy(), positions_of()
    logits = np.where(positions.mask == 1, policy.logits(positions.obs), -np.inf)
    chosen = PolicyAgent("test", GAME, GAME.content(), policy, 0.0).act(positions)
    assert (chosen == logits.argmax(axis=1)).all()


def test_with_foresight_the_favourite_is_what_network_and_look_ahead_say():
    policy, positions = foreseeing_policy(), positions_of()
    short = Foreseer(GAME, GAME.content(), policy.foresight).shortfalls(
        np.ascontiguousarray(positions.states), positions.mask, positions.keys
    )
    logits = np.where(positions.mask == 1, policy.logits(positions.obs, short), -np.inf)
    chosen = PolicyAgent("test", GAME, GAME.content(), policy, 0.0).act(positions)
    assert (chosen == logits.argmax(axis=1)).all()
    assert (
        chosen != np.where(positions.mask == 1, policy.logits(positions.obs), -np.inf).argmax(axis=1)
    ).any()


def test_foresight_falls_short_of_what_greedy_takes():
    """What greedy takes falls short of nothing; something else does, and what is not legal says nothing."""
    positions = positions_of()
    greedy = make_agent("greedy:depth=2,samples=3", GAME, GAME.content())
    short = Foreseer(GAME, GAME.content(), Foresight(3, 2)).shortfalls(
        np.ascontiguousarray(positions.states), positions.mask, positions.keys
    )
    rows = np.arange(len(positions))
    assert (short[rows, greedy.act(positions)] == 0).all()
    assert (short[positions.mask == 0] == 0).all()
    assert (short >= 0).all()
    assert (short > 0).any()


def test_draws_follow_the_network_s_probabilities():
    policy, positions = drawn_policy(), positions_of(1)
    logits = policy.logits(positions.obs)[0]
    weights = np.where(positions.mask[0] == 1, np.exp((logits - logits.max()) / 2.0), 0)
    many = 4000
    repeated = Positions(
        GAME,
        positions.content,
        np.repeat(positions.states, many),
        np.repeat(positions.mask, many, axis=0),
        np.repeat(positions.seat, many),
        np.arange(many, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15),
    )
    chosen = PolicyAgent("test", GAME, GAME.content(), policy, 2.0).act(repeated)
    seen = np.bincount(chosen, minlength=GAME.num_actions) / many
    assert np.abs(seen - weights / weights.sum()).max() < 0.04


def test_a_choice_depends_on_its_own_position_alone():
    agent = PolicyAgent("test", GAME, GAME.content(), drawn_policy(), 1.0)
    positions = positions_of(30)
    together = agent.act(positions)
    for k in range(len(positions)):
        one = Positions(
            GAME,
            positions.content,
            positions.states[k : k + 1],
            positions.mask[k : k + 1],
            positions.seat[k : k + 1],
            positions.keys[k : k + 1],
        )
        assert agent.act(one)[0] == together[k]


@pytest.mark.parametrize("policy", [drawn_policy(), foreseeing_policy()], ids=["plain", "foresight"])
def test_what_a_seat_cannot_know_changes_nothing(policy):
    agent = PolicyAgent("test", GAME, GAME.content(), policy, 1.0)
    batch = Batch(GAME, 30, num_players=2, seed=8)
    for k in range(4):
        batch.step(batch.random_actions(k))
    positions = Positions.of_batch(batch)
    redealt = [batch.determinize(i, int(batch.seat[i]), stream=99) for i in range(batch.n)]
    other = replace(positions, states=np.concatenate(redealt))
    assert (other.states != positions.states).any()
    assert (agent.act(other) == agent.act(positions)).all()


def test_a_file_gives_back_what_was_saved(file):
    saved, read = drawn_policy(), load_policy(file)
    assert read.about == saved.about
    for name in ("columns", "usual", "center", "scale"):
        assert (getattr(read.scaling, name) == getattr(saved.scaling, name)).all()
    for ours, theirs in zip(saved.policy, read.policy, strict=True):
        assert all((a == b).all() for a, b in zip(ours, theirs, strict=True))


def test_it_plays_in_an_arena_by_its_spec(file):
    arena = run_arena(GAME, [f"ppo:{file}", "random", f"ppo:{file},temperature=0"], 12, 2)
    again = run_arena(GAME, [f"ppo:{file}", "random", f"ppo:{file},temperature=0"], 12, 2, batch=1)
    assert [r.actions.tolist() for r in arena.games] == [r.actions.tolist() for r in again.games]


def test_a_changed_file_is_another_agent(file):
    spec = make_agent(f"ppo:{file}", GAME).spec
    assert make_agent(spec, GAME).spec == spec
    save_policy(file, drawn_policy(seed=1))
    assert make_agent(f"ppo:{file}", GAME).spec != spec
    with pytest.raises(PolicyError, match="has changed"):
        make_agent(spec, GAME)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "plays chess, not"),
        ({"version": 99}, "_v99"),
        ({"observation": "0"}, "other observations"),
        ({"actions": "0"}, "other actions"),
        ({"cards_shape": "0"}, "other tables of cards"),
        ({"format": 0}, "format 0"),
    ],
)
def test_a_policy_for_something_else_is_refused_with_the_reason(tmp_path, change, reason):
    policy = drawn_policy()
    save_policy(tmp_path / "p.safetensors", replace(policy, about={**policy.about, **change}))
    with pytest.raises(PolicyError, match=reason):
        make_agent(f"ppo:{tmp_path / 'p.safetensors'}", GAME)


def test_no_policy_is_refused(tmp_path):
    path = tmp_path / "p.safetensors"
    with pytest.raises(PolicyError, match="there is no file"):
        load_policy(path)
    path.write_bytes(b"not at all")
    with pytest.raises(PolicyError, match="is no policy"):
        load_policy(path)
    safetensors.save_file({"a": np.zeros(2)}, path)
    with pytest.raises(PolicyError, match="does not say what it is for"):
        load_policy(path)
    safetensors.save_file({"a": np.zeros(2)}, path, metadata={"astrarium": json.dumps({"format": 1})})
    with pytest.raises(PolicyError, match="it is not what was saved"):
        load_policy(path)
    save_sealed(path, "astrarium", {"format": 1}, {"a": np.zeros(2)})
    with pytest.raises(PolicyError, match="missing"):
        load_policy(path)


@pytest.mark.parametrize("size", [0, 6, 200, -1])
def test_a_part_of_a_file_is_refused(file, size):
    file.write_bytes(file.read_bytes()[:size])
    with pytest.raises(PolicyError, match="is no policy"):
        load_policy(file)


class Trap:
    """Unpickling it makes a folder."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


def test_a_file_of_code_is_refused_and_not_run(tmp_path):
    path = tmp_path / "p.safetensors"
    path.write_bytes(pickle.dumps(Trap(tmp_path / "ran")))
    with pytest.raises(PolicyError, match="is no policy"):
        load_policy(path)
    assert not (tmp_path / "ran").exists()


def test_deeply_nested_text_is_refused(file):
    safetensors.save_file({"a": np.zeros(2)}, file, metadata={"astrarium": "[" * 100_000})
    with pytest.raises(PolicyError, match="is no policy"):
        load_policy(file)


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("policy.0.weights", lambda a: a[1:], "do not fit together"),
        ("policy.1.bias", lambda a: a[:, None], "do not fit together"),
        ("value.0.weights", lambda a: a[1:], "do not fit together"),
        ("scaling.usual", lambda a: a[1:], "do not fit together"),
        ("scaling.columns", lambda a: -1 - a, "do not fit together"),
        ("scaling.columns", lambda a: a + 0.5, "do not fit together"),
        ("trust", lambda a: a[1:], "do not fit together"),
        ("policy.2.bias", lambda a: None, "policy.2.bias is missing"),
        ("scaling.scale", lambda a: None, "scaling.scale is missing"),
        ("scaling.center", lambda a: a * np.nan, "not finite"),
        ("scaling.scale", lambda a: a * np.inf, "not finite"),
        ("policy.0.weights", lambda a: a * np.float16(np.nan), "not finite"),
        ("value.0.bias", lambda a: a * np.nan, "not finite"),
        ("trust", lambda a: a * np.nan, "not finite"),
    ],
)
def test_arrays_that_make_no_policy_are_refused(tmp_path, name, change, reason):
    path = tmp_path / "p.safetensors"
    policy = foreseeing_policy()
    save_policy(path, replace(policy, value=((np.ones((HIDDEN[0], 1)), np.ones(1)),)))
    load_policy(path)
    arrays = safetensors.load_file(path)
    changed = change(arrays.pop(name))
    if changed is not None:
        arrays[name] = np.ascontiguousarray(changed)
    save_sealed(path, "astrarium", policy.about, arrays)
    with pytest.raises(PolicyError, match=reason):
        load_policy(path)


def test_columns_beyond_the_observation_are_refused(file):
    policy = drawn_policy()
    beyond = policy.scaling.columns.copy()
    beyond[-1] = GAME.observation.size
    save_policy(file, replace(policy, scaling=replace(policy.scaling, columns=beyond)))
    with pytest.raises(PolicyError, match="does not fit"):
        make_agent(f"ppo:{file}", GAME)


WITHOUT_TORCH = """
import os, sys
sys.modules["torch"] = None
from astrarium.agents.arena import run_arena
from tests.toy import GAME
print(run_arena(GAME, ["ppo:" + os.environ["FILE"], "random"], 4, 2).standings.games)
"""


def test_it_plays_without_torch(file):
    printed, _ = run(WITHOUT_TORCH, FILE=file)
    assert printed.split() == ["4"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"foresight": {"redeals": 0, "depth": 2}}, "0 redeals"),
        ({"foresight": {"redeals": 1.5, "depth": 2}}, "1.5 redeals"),
        ({"foresight": {"redeals": 1, "depth": 10**9}}, "decisions deep"),
        ({"foresight": {"breadth": 2}}, "not understood"),
    ],
)
def test_a_look_ahead_that_makes_no_sense_is_refused(tmp_path, change, reason):
    policy = foreseeing_policy()
    save_policy(tmp_path / "p.safetensors", replace(policy, about={**policy.about, **change}))
    with pytest.raises(PolicyError, match=reason):
        load_policy(tmp_path / "p.safetensors")


def test_weights_that_are_not_finite_are_not_saved(tmp_path):
    policy = drawn_policy()
    (weights, bias), *others = policy.policy
    with pytest.raises(PolicyError, match="not finite"):
        save_policy(tmp_path / "p", replace(policy, policy=((weights * np.inf, bias), *others)))


def test_redeals_are_for_policies_that_look_ahead(file, tmp_path):
    save_policy(tmp_path / "ahead.safetensors", foreseeing_policy(redeals=1))
    agent = make_agent(f"ppo:{tmp_path / 'ahead.safetensors'},redeals=5", GAME)
    assert agent.policy.foresight.redeals == 5
    assert ",redeals=5" in agent.spec
    with pytest.raises(PolicyError, match="does not look ahead"):
        make_agent(f"ppo:{file},redeals=5", GAME)


def test_a_game_without_a_baseline_says_so():
    with pytest.raises(ValueError, match="no trained policy"):
        make_agent("ppo:baseline", GAME)


def test_a_panel_decides_as_its_members_would_alone():
    first, second = drawn_policy(), drawn_policy()
    second = replace(second, policy=tuple((weights[::-1].copy(), bias) for weights, bias in second.policy))
    positions = positions_of()
    which = np.arange(len(positions)) % 2
    panel = Panel(GAME, GAME.content(), [first, second], [1.0, 0.0])
    states = np.ascontiguousarray(positions.states)
    together = panel.act(states, np.arange(len(positions)), which, positions.mask, positions.keys)
    alone = [
        PolicyAgent("test", GAME, GAME.content(), policy, temperature).act(positions)
        for policy, temperature in ((first, 1.0), (second, 0.0))
    ]
    assert (together == np.where(which == 0, *alone)).all()
    assert (alone[0] != alone[1]).any()
