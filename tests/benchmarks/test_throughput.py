"""The benchmark: every figure is measured and told; how large they are is no test's business."""

import io
import json

import pytest
from rich.console import Console

from astrarium.benchmarks.calibration import calibrate
from astrarium.benchmarks.throughput import Figure, Plan, Report, first_step, measure, report
from tests.toy import GAME

QUICK = Plan(players=2, seconds=0.02, repeats=2, batch=16, threads=2, compile_times=False)
FIGURES = ["bare", "null game", "observing", "null game, observing", "AEC loop", "batch step", "batch loop"]
FIGURES += ["search", "simulations", "telling"]


@pytest.fixture(scope="module")
def toy():
    return measure(GAME, QUICK)


def test_every_figure_is_measured_as_often_as_asked_for(toy):
    assert list(toy.figures) == FIGURES
    for figure in toy.figures.values():
        assert len(figure.values) == len(figure.calibration) == 2
        assert min(figure.values) > 0
        assert min(figure.calibration) > 0


def test_the_shape_of_the_game_is_told(toy):
    assert (toy.game, toy.players, toy.num_actions) == ("toy_v0", 2, GAME.num_actions)
    assert toy.state_bytes == GAME.state.itemsize
    assert toy.batch_bytes > GAME.state.itemsize + GAME.num_actions + 2 * GAME.observation.size


def test_the_table_and_the_file_hold_the_medians(toy, tmp_path):
    out = io.StringIO()
    report([toy], tmp_path / "bench.json", Console(file=out, width=120))
    for name in FIGURES:
        assert f"{toy.figures[name].median:,.0f}" in out.getvalue()
    assert "times as fast" in out.getvalue()
    written = json.loads((tmp_path / "bench.json").read_text())
    assert written["games"][0]["figures"]["bare"]["values"] == toy.figures["bare"].values
    assert {"cpu", "cores", "python", "numba"} <= set(written["machine"])


def test_ratios_are_of_medians():
    figures = {"a": Figure("a", "", [1, 2, 9]), "b": Figure("b", "", [4, 4, 4])}
    assert Report("g", "G", 2, 1, 1, 1, 1, figures).ratio("b", "a") == 2
    assert Report("g", "G", 2, 1, 1, 1, 1, figures).ratio("c", "a") is None


def test_calibration_takes_its_time():
    assert calibrate() > 0


@pytest.mark.slow
def test_a_fresh_process_reaches_its_first_decision(tmp_path):
    cold, warm = (first_step(GAME, 2, tmp_path) for _ in range(2))
    assert cold > 0
    assert warm > 0
    assert any(tmp_path.rglob("*"))
