"""Training with Ray actors: the same policy, and the same games of an evaluation, though actors are lost."""

from pathlib import Path

import numpy as np
import pytest

from astrarium.agents.arena import run_arena
from astrarium.agents.policy import load_policy
from astrarium.agents.workers import ray_actors
from astrarium.training.run import Run
from tests.toy import GAME

from .settings import TINY

ROOT = Path(__file__).parents[2]


def train(folder, workers=None, told=lambda status: None):
    """An update and an evaluation; the policy."""
    run = Run.begin(GAME, folder, players=(2,), steps=64, seed=3, **TINY)
    run.workers = workers
    assert run.go(told)
    assert run.history
    return load_policy(folder / "last.safetensors")


@pytest.mark.slow
def test_actors_change_nothing_even_when_lost(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray", reason="needs the extra `ray`")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    alone = train(tmp_path / "alone")
    killed = []
    with ray_actors(size=1) as actors:

        def told(status):
            if status.stage in ("training", "evaluating") and status.stage not in killed:
                killed.append(status.stage)
                ray.kill(actors.hands[0], no_restart=False)

        helped = train(tmp_path / "helped", actors, told)
        met = [f"ppo:{tmp_path / 'alone' / 'last.safetensors'}", "greedy"]
        arenas = [run_arena(GAME, met, 8, 2, workers=workers) for workers in (None, actors)]
    assert set(killed) == {"training", "evaluating"}
    for one, two in zip(alone.policy, helped.policy, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert arenas[0].games == arenas[1].games
