"""The examples run as they stand, in small."""

import ast
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.agents.arena import run_arena
from astrarium.agents.workers import Threads
from astrarium.core import get
from astrarium.data.dataset import Dataset, plan_dataset, write_dataset

EXAMPLES = Path(__file__).parents[2] / "examples"
RUNS = {
    "sb3_gymnasium.py": ("stable_baselines3", "--steps 60", "reward after 60 steps"),
    "draw_table.py": (
        "resvg_py",
        "--players 2 --width 390 --out {folder}/table.png",
        "table.png: Star Commander",
    ),
    "pettingzoo_aec.py": ("pettingzoo", "--games 1 --players 2", "player_0"),
    "torch_batch.py": ("torch", "--updates 2 --tables 8 --steps 200 --games 4", "of 4 games against random"),
    "torchrl_aec.py": ("torchrl", "--games 1 --against-random 2", "of 2 games against random"),
    "ppo_one_file.py": (
        "torch",
        "--updates 2 --tables 8 --steps 64 --batch 128",
        "update 2: 1,024 decisions",
    ),
    "tianshou_dqn.py": (
        "tianshou",
        "--epochs 1 --steps 400 --tables 4 --games 4 --no-progress",
        "of 4 games won at its best",
    ),
    "recurrent_ppo.py": ("torch", "--updates 2 --tables 8 --steps 64 --parts 2", "update 2: 1,024 decisions"),
}
EXTRAS = {  # libraries that are in no extra of `make setup`; `make examples` installs them
    "rllib_selfplay.py": (("ray", "tree", "lz4", "scipy"), "ray,rllib"),
    "loggers.py": (("wandb", "mlflow"), "loggers"),
}


CLONING, OFFLINE = "behaviour_cloning.py", "offline_torchrl.py"
LEARN_NOTHING = {"draw_table.py", "pettingzoo_aec.py"}


def test_every_example_is_run():
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*RUNS, *EXTRAS, CLONING, OFFLINE}


@pytest.mark.parametrize("name", sorted({*RUNS, *EXTRAS, CLONING, OFFLINE} - LEARN_NOTHING))
def test_an_example_says_what_it_reaches_and_in_what_time(name):
    head = ast.get_docstring(ast.parse((EXAMPLES / name).read_text(encoding="utf-8")))
    _, said, expected = head.partition("What to expect:")
    assert said
    taken = re.search(r"(\d+) seconds\s+of\s+processor\s+time", expected)
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| [{name}]"))
    assert row.endswith(f"| {taken[1]} s |")


@pytest.mark.parametrize("name", RUNS)
def test_an_example(name, tmp_path):
    needs, arguments, expected = RUNS[name]
    if importlib.util.find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    assert expected in output_of(name, *arguments.format(folder=tmp_path).split())


def need(name):
    """Skip where libraries of an example are not installed."""
    libraries, extra = EXTRAS[name]
    missing = [each for each in libraries if importlib.util.find_spec(each) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed: the extra `{extra}`, or make examples")


def test_rllib_plays_against_itself():
    need("rllib_selfplay.py")
    told = output_of("rllib_selfplay.py", "--iterations", 1, "--batch", 200, "--games", 4)
    assert "iteration 1" in told
    assert "of 4 games against random" in told


@pytest.mark.parametrize("tool", ["wandb", "mlflow"])
def test_what_sb3_logs_reaches_the_tool(tool, tmp_path):
    need("loggers.py")
    small = ("--steps", 512, "--tables", 8, "--rollout", 32)
    told = output_of("loggers.py", "--to", tool, "--out", tmp_path, *small)
    assert "logged to" in told
    if tool == "mlflow":
        rows = next(tmp_path.glob("mlruns/*/*/metrics/rollout/ep_rew_mean")).read_text().splitlines()
        assert [row.split()[2] for row in rows] == ["256", "512"]  # at the steps of SB3
    else:
        run = next(tmp_path.glob("wandb/offline-run-*/run-*.wandb")).read_bytes()
        assert b"rollout/ep_rew_mean" in run


def output_of(name, *arguments):
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_clone_plays_like_its_teacher_in_an_arena(tmp_path):
    pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    game, out = get("star_tycoon"), tmp_path / "clone.safetensors"
    write_dataset(plan_dataset(game, ["greedy"], 60, 2, seed=1, shard=20), tmp_path / "data", Threads(2))
    told = output_of(
        CLONING, tmp_path / "data", "--out", out, "--hidden", "32,16", "--block", 2048, "--passes", 8
    )
    assert told.splitlines()[-1] == f"ppo:{out}"
    result = run_arena(game, [f"ppo:{out}", "random"], 40, 2)
    assert result.standings.agents[0].win_share.low > 0.5


def test_a_policy_learns_offline_from_an_export(tmp_path):
    for needs in ("torchrl", "minari"):
        pytest.importorskip(needs, reason=f"needs the extra `{needs}`")
    from astrarium.data.episodes import export_episodes

    write_dataset(plan_dataset(get("star_tycoon"), ["random"], 8, 2, seed=1), tmp_path / "data")
    name = export_episodes(Dataset(tmp_path / "data"), tmp_path / "minari")
    asked = ["--steps", "3", "--batch", "32", "--games", "1", "--opponents", "random"]
    told = output_of(OFFLINE, tmp_path / "minari", name, *asked)
    assert "of 16 episodes" in told
    assert "of 1 games against random" in told


def test_cloning_says_what_is_wrong_with_a_dataset(tmp_path):
    pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / CLONING), str(tmp_path)], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 2
    assert "holds no arena and no dataset" in done.stderr
    assert "Traceback" not in done.stderr
