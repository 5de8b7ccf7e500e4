"""Tuning on Ray: the same weights as on threads."""

from pathlib import Path

import pytest

from astrarium.agents.workers import Threads, ray_tasks
from astrarium.tuning.run import Run
from astrarium.tuning.settings import Settings
from tests.toy import GAME

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_cluster_changes_nothing(tmp_path, monkeypatch):
    pytest.importorskip("ray", reason="needs the extra `ray`")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    settings = Settings(groups=4, deals=4, watched=8, fit_deals=16, fit_games=60, test_games=60)

    def tune(name, workers):
        run = Run.open(GAME, tmp_path / name, (2, 3), games=200, start="dim", settings=settings)
        run.workers = workers
        assert run.go()
        return run.climb.json(), run.weights.tolist()

    with ray_tasks(size=2) as workers:
        there = tune("there", workers)
    assert there == tune("here", Threads(2))
