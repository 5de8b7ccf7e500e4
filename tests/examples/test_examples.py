"""The examples run as they stand, in small."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
RUNS = {
    "sb3_gymnasium.py": ("stable_baselines3", "--steps 60", "reward after 60 steps"),
    "draw_table.py": (
        "resvg_py",
        "--players 2 --width 390 --out {folder}/table.png",
        "table.png: Star Commander",
    ),
    "pettingzoo_aec.py": ("pettingzoo", "--games 1 --players 2", "player_0"),
    "torch_batch.py": ("torch", "--updates 2 --tables 8 --steps 200", "update 2"),
    "torchrl_aec.py": ("torchrl", "--games 1", "game 1"),
}


def test_every_example_is_run():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(RUNS)


@pytest.mark.parametrize("name", RUNS)
def test_an_example(name, tmp_path):
    needs, arguments, expected = RUNS[name]
    if importlib.util.find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments.format(folder=tmp_path).split()],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
