"""Networks of other libraries as players: the same choices as in their library, trust, and clear refusals."""

import json
import pickle
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from astrarium.agents import make_agent, models
from astrarium.agents.arena import plan_arena, run_arena
from astrarium.agents.export import export_onnx
from astrarium.agents.policy import PolicyError, save_policy, untrained
from astrarium.cli import run
from astrarium.core import Batch
from tests.agents.test_ppo import drawn_policy, foreseeing_policy, positions_of
from tests.toy import GAME

onnx = pytest.importorskip("onnx", reason="needs the extra `onnx`")
pytest.importorskip("onnxruntime", reason="needs the extra `onnx`")


@pytest.fixture
def trusting():
    models.trust_files()
    yield
    models.trust_files(False)


@pytest.fixture
def exported(tmp_path):
    path = tmp_path / "toy.onnx"
    export_onnx(drawn_policy(), GAME, path)
    return path


# ---- Stable-Baselines3


def sb3_model(kind, mixed=False, **keywords):
    """An untrained model on the toy."""
    sb3 = pytest.importorskip("stable_baselines3", reason="needs the extra `train`")
    contrib = pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    from astrarium.core.gym_env import SeatEnv
    from astrarium.core.sb3 import SeatVecEnv

    env = SeatEnv(GAME, **keywords) if mixed else SeatVecEnv(GAME, 2, num_players=2, **keywords)
    made = {"MaskablePPO": contrib.MaskablePPO, "PPO": sb3.PPO}[kind]
    model = made("MultiInputPolicy" if mixed else "MlpPolicy", env, n_steps=8, batch_size=8, seed=3)
    import torch

    with torch.no_grad():  # the last layer begins near 0: all actions alike
        model.policy.action_net.weight *= 100
    return model


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize(
    ("kind", "mixed", "keywords"),
    [
        ("MaskablePPO", False, {}),
        ("MaskablePPO", False, {"scaled": False}),
        ("MaskablePPO", True, {"num_players": 2, "scaled": True}),
        ("PPO", False, {"illegal": "terminate"}),
    ],
)
def test_a_model_of_stable_baselines_plays_as_it_predicts(tmp_path, kind, mixed, keywords):
    model = sb3_model(kind, mixed, **keywords)
    model.save(tmp_path / "model.zip")
    agent = make_agent(f"sb3:{tmp_path / 'model.zip'}", GAME)
    scaled = keywords.get("scaled", True)
    batch = Batch(GAME, 40, num_players=2, seed=3, scaled=scaled)
    for k in range(5):
        batch.step(batch.random_actions(k))
    positions = models.Positions.of_batch(batch, 3)
    seen = np.array(batch.obs)
    given = {"observation": seen, "action_mask": np.array(batch.mask)} if mixed else seen
    if kind == "MaskablePPO":
        wanted, _ = model.predict(given, deterministic=True, action_masks=batch.mask.astype(bool))
    else:
        logits = model.policy.get_distribution(model.policy.obs_to_tensor(given)[0]).distribution.logits
        wanted = np.where(batch.mask, logits.detach().numpy(), -np.inf).argmax(axis=1)
    assert agent.act(positions).tolist() == wanted.tolist()
    assert len(set(wanted.tolist())) > 1


@pytest.mark.usefixtures("trusting")
def test_a_model_plays_in_an_arena_and_keeps_its_name(tmp_path):
    model = sb3_model("MaskablePPO")
    model.save(tmp_path / "model.zip")
    spec = f"sb3:{tmp_path / 'model.zip'}"
    one, two = (run_arena(GAME, [spec, "random"], 8, 2, threads=n) for n in (1, 2))
    assert list(one.records()) == list(two.records())
    assert one.agents[0].startswith(f"{spec},id=")
    (tmp_path / "model.zip").write_bytes(b"another")
    with pytest.raises(PolicyError, match="has changed"):
        make_agent(one.agents[0], GAME)


def test_a_model_is_not_loaded_without_trust(tmp_path, capsys):
    bomb = tmp_path / "model.zip"
    bomb.write_bytes(b"never read")
    with pytest.raises(PolicyError, match=r"runs code that is in the file\. Give --trust"):
        make_agent(f"sb3:{bomb}", GAME)
    assert run(["arena", "toy", "--agents", f"sb3:{bomb},random", "--games", "2"]) == 2
    assert "Give --trust" in capsys.readouterr().err


def test_the_command_line_takes_trust(tmp_path, capsys):
    bad = tmp_path / "model.zip"
    bad.write_bytes(b"no zip")
    try:
        assert run(["selfplay", "toy", "--agents", f"sb3:{bad}", "--games", "2", "--trust"]) == 2
    finally:
        models.trust_files(False)
    assert "is no model of MaskablePPO or PPO that can be loaded" in capsys.readouterr().err


@pytest.mark.usefixtures("trusting")
def test_a_model_of_another_game_is_refused(tmp_path):
    model = sb3_model("PPO")
    model.save(tmp_path / "model.zip")
    other = replace(GAME, name="other", actions=type(GAME.actions)(*GAME.actions.blocks[:-1]))
    with pytest.raises(PolicyError, match="reads observations of shape"):
        make_agent(f"sb3:{tmp_path / 'model.zip'}", other)


# ---- ONNX


@pytest.mark.parametrize("seed", range(3))
def test_an_exported_policy_chooses_as_it_did(tmp_path, seed):
    policy = drawn_policy(seed)
    save_policy(tmp_path / "p.safetensors", policy)
    export_onnx(policy, GAME, tmp_path / "p.onnx")
    agents = [
        make_agent(spec, GAME)
        for spec in (f"ppo:{tmp_path / 'p.safetensors'},temperature=0", f"onnx:{tmp_path / 'p.onnx'}")
    ]
    for steps in (0, 3, 7):
        positions = positions_of(200, seed, steps)
        assert agents[0].act(positions).tolist() == agents[1].act(positions).tolist()
        assert agents[1].logits(positions.obs, positions.mask) == pytest.approx(
            policy.logits(positions.obs), rel=1e-4, abs=1e-4
        )


def test_a_choice_does_not_depend_on_the_batch(exported):
    positions = positions_of(70)
    for spec in (f"onnx:{exported}", f"onnx:{exported},temperature=1"):
        agent = make_agent(spec, GAME)
        whole = agent.act(positions)
        one = [
            int(
                agent.act(
                    models.Positions(
                        GAME,
                        positions.content,
                        positions.states[[i]],
                        positions.mask[[i]],
                        positions.seat[[i]],
                        positions.keys[[i]],
                    )
                )[0]
            )
            for i in range(len(positions))
        ]
        assert whole.tolist() == one
        for other in (deepcopy(agent), pickle.loads(pickle.dumps(agent))):
            assert other.act(positions).tolist() == one


def test_draws_follow_the_probabilities(exported):
    positions = positions_of(1)
    agent = make_agent(f"onnx:{exported},temperature=1", GAME)
    told = agent.explain(positions, 0)
    assert sum(each.weight for each in told) == pytest.approx(1)
    keys = np.arange(2000, dtype=np.uint64)
    many = models.Positions(
        GAME,
        positions.content,
        np.repeat(positions.states, 2000),
        np.repeat(positions.mask, 2000, axis=0),
        np.repeat(positions.seat, 2000),
        keys,
    )
    counts = np.bincount(agent.act(many), minlength=GAME.num_actions) / 2000
    assert [counts[each.action] for each in told] == pytest.approx([each.weight for each in told], abs=0.04)


def plain_network(path, features, actions, rows="n", bend=0.0):
    """An ONNX file of another program: one layer, no header."""
    helper, single = onnx.helper, onnx.TensorProto.FLOAT
    weights = np.arange(features * actions, dtype=np.float32).reshape(features, actions) % 7 + bend
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"])],
        "plain",
        [helper.make_tensor_value_info("x", single, [rows, features])],
        [helper.make_tensor_value_info("y", single, [rows, actions])],
        [onnx.numpy_helper.from_array(weights, "w")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path.write_bytes(model.SerializeToString())
    return weights


@pytest.mark.parametrize("rows", ["n", 1])
@pytest.mark.parametrize("scaled", [True, False])
def test_a_plain_network_reads_scaled_observations_or_raw_ones(tmp_path, rows, scaled):
    weights = plain_network(tmp_path / "net.onnx", GAME.observation.size, GAME.num_actions, rows)
    positions = positions_of(20)
    seen = models.scale(GAME, positions.obs) if scaled else positions.obs.astype(np.float32)
    wanted = np.where(positions.mask, seen @ weights, -np.inf).argmax(axis=1)
    agent = make_agent(f"onnx:{tmp_path / 'net.onnx'},scaled={int(scaled)}", GAME)
    assert agent.act(positions).tolist() == wanted.tolist()


def test_scaled_observations_are_those_of_the_environments():
    raw, scaled = (Batch(GAME, 30, num_players=2, seed=3, scaled=flag) for flag in (False, True))
    for k in range(6):
        actions = raw.random_actions(k)
        raw.step(actions)
        scaled.step(actions)
        assert (models.scale(GAME, raw.obs) == scaled.obs).all()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: path.write_bytes(b"nothing"), "is no ONNX file that can be run"),
        (lambda path: plain_network(path, 3, GAME.num_actions), "cannot read an observation of Lanterns"),
        (lambda path: plain_network(path, GAME.observation.size, 2), "gives 2 numbers"),
        (
            lambda path: plain_network(path, GAME.observation.size, GAME.num_actions, bend=np.nan),
            "not finite",
        ),
        (lambda path: path.unlink(missing_ok=True), "there is no file"),
    ],
)
def test_bad_networks_are_refused(tmp_path, make, told):
    path = tmp_path / "net.onnx"
    make(path)
    with pytest.raises(PolicyError, match=told):
        make_agent(f"onnx:{path}", GAME).act(positions_of(3))


def test_a_header_of_many_brackets_is_refused(tmp_path):
    import onnx

    path = tmp_path / "net.onnx"
    plain_network(path, GAME.observation.size, GAME.num_actions)
    model = onnx.load(path)
    onnx.helper.set_model_props(model, {models.HEADER: "[" * 100_000})
    onnx.save(model, path)
    with pytest.raises(PolicyError, match="header is damaged"):
        make_agent(f"onnx:{path}", GAME)


def test_an_export_knows_its_game(tmp_path):
    policy = drawn_policy()
    export_onnx(replace(policy, about={**policy.about, "version": 99}), GAME, tmp_path / "old.onnx")
    with pytest.raises(PolicyError, match="is for toy_v99"):
        make_agent(f"onnx:{tmp_path / 'old.onnx'}", GAME)


def test_a_policy_with_foresight_is_not_exported(tmp_path, capsys):
    save_policy(tmp_path / "p.safetensors", foreseeing_policy())
    assert run(["export", str(tmp_path / "p.safetensors"), "--onnx", str(tmp_path / "p.onnx")]) == 2
    assert "train one with --setting foresight=0" in capsys.readouterr().err
    assert not (tmp_path / "p.onnx").exists()


def test_the_command_exports(tmp_path, capsys):
    save_policy(tmp_path / "p.safetensors", drawn_policy())
    assert run(["export", str(tmp_path / "p.safetensors"), "--onnx", str(tmp_path / "p.onnx")]) == 0
    assert "onnx:" in capsys.readouterr().out
    session = models.load_onnx(tmp_path / "p.onnx").session
    about = json.loads(session.get_modelmeta().custom_metadata_map["astrarium"])
    assert (about["game"], about["players"], about["scaled"]) == ("toy", [2], False)


# ---- the number of players


def test_a_policy_for_another_number_of_players_is_warned_about(tmp_path, exported, capsys):
    file = tmp_path / "p.safetensors"
    save_policy(file, drawn_policy())
    for spec in (f"ppo:{file}", f"onnx:{exported}"):
        agent = make_agent(spec, GAME)
        assert untrained(agent, 2) == ""
        assert "was trained for 2 players, not for 4" in untrained(agent, 4)
        assert plan_arena(GAME, [spec, "random"], 4, 2).warnings == ()
        assert len(plan_arena(GAME, [spec, "random"], 4, 4).warnings) == 1
    assert run(["watch", "toy", "-p", "4", "--agents", f"ppo:{file}", "--no-boards"]) == 0
    assert "trained for 2 players, not for 4" in capsys.readouterr().err
    asked = ["arena", "toy", "-p", "4", "--agents", f"ppo:{file},random", "-n", "4", "--out"]
    assert run([*asked, str(tmp_path / "arena")]) == 0
    assert "trained for 2 players, not for 4" in capsys.readouterr().err
    assert "trained for 2 players, not for 4" in (tmp_path / "arena" / "report.html").read_text()
