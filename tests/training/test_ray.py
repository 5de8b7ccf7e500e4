"""Training with Ray actors: the same policy and the same evaluations as without, though actors are lost."""

from pathlib import Path

import numpy as np
import pytest

from astrarium.agents.policy import load_policy
from astrarium.agents.workers import ray_actors
from astrarium.training.run import Run, read_history
from tests.toy import GAME

from .settings import TINY

ROOT = Path(__file__).parents[2]


def train(folder, workers=None, told=lambda status: None):
    """Two updates and an evaluation."""
    run = Run.begin(GAME, folder, players=(2,), steps=128, seed=3, **TINY)
    run.workers = workers
    assert run.go(told)
    return load_policy(folder / "last.safetensors"), [each.shares for each in read_history(folder)]


def test_actors_change_nothing_even_when_lost(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray", reason="needs the extra `ray`")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    policy, shares = train(tmp_path / "run")
    (tmp_path / "run").rename(tmp_path / "done")  # the path of a policy is a part of its agent's name
    killed = []
    with ray_actors(size=1) as actors:

        def told(status):
            if status.stage in ("training", "evaluating") and status.stage not in killed:
                killed.append(status.stage)
                ray.kill(actors.hands[0], no_restart=False)

        found, evaluated = train(tmp_path / "run", actors, told)
    assert killed == ["training", "evaluating"]
    assert evaluated == shares
    for one, two in zip(policy.policy, found.policy, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
