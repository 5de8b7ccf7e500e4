"""Whole tunings in small: what they leave behind, and that nothing but seed and games changes it."""

import json
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from astrarium.agents.arena import run_arena
from astrarium.agents.sprt import Sprt
from astrarium.agents.workers import Threads
from astrarium.cli import run as run_command
from astrarium.tuning import run as run_module
from astrarium.tuning.contest import contest
from astrarium.tuning.run import Run, TuneError
from astrarium.tuning.settings import Settings, markdown
from tests.process import start as start_process
from tests.toy import GAME

SMALL = {"groups": 4, "deals": 4, "watched": 8, "fit_deals": 40, "fit_games": 100, "test_games": 60}
FILES = ("plan.json", "checkpoint.json", "weights.csv", "start.csv", "course.png", "README.md")


def tune(folder, told=lambda status: None, threads=1, games=600, players=(2, 3), start="dim", **changes):
    run = Run.open(
        GAME, folder, players, games=games, seed=5, start=start, settings=Settings(**{**SMALL, **changes})
    )
    run.workers = Threads(threads)
    assert run.go(told)
    return run


def found(run):
    """All that does not come from the clock."""
    history = [(point.games, point.mean, point.gain) for point in run.history]
    return (
        run.climb.json(),
        history,
        run.tests,
        run.weights.tolist(),
        (run.folder / "weights.csv").read_bytes(),
    )


@pytest.fixture(scope="module")
def tuned(tmp_path_factory):
    return tune(tmp_path_factory.mktemp("tuned"))


def test_what_a_tuning_leaves_behind(tuned):
    for name in FILES:
        assert (tuned.folder / name).stat().st_size > 0
    text = (tuned.folder / "README.md").read_text(encoding="utf-8")
    assert "a hand card for each point of its value" in text
    assert "| 2 | " in text
    assert GAME.weights.read(tuned.folder / "start.csv").tolist() == GAME.weights.read("dim").tolist()
    assert tuned.climb.used == 1
    assert tuned.climb.games >= 600


def test_spoiled_weights_are_improved_and_the_test_is_won(tmp_path):
    run = tune(tmp_path / "run", players=(2,), games=1500, fit_deals=0, test_games=2000)
    assert run.weights[0] > 0.1
    assert run.tests["2"]["decided"] == "high"
    arena = run_arena(
        GAME, [f"greedy:weights={tmp_path / 'run' / 'weights.csv'}", "greedy:weights=dim"], 400, 2
    )
    assert arena.standings.agents[0].win_share.mean > 0.55


def test_the_search_begins_with_the_fit_if_that_is_better(tmp_path):
    run = tune(tmp_path, players=(2,), games=1, fit_deals=200, fit_games=4000, test_games=0)
    assert run.fitted.adopted
    assert run.fitted.after < run.fitted.before
    assert run.history[0].mean[0] > 0
    assert not run.tests


def test_threads_change_nothing(tuned, tmp_path):
    assert found(tune(tmp_path / "two", threads=2))[:2] == found(tuned)[:2]


class Killed(BaseException):
    pass


@pytest.mark.parametrize("stage", ["watching", "fitting", "comparing", "climbing", "testing"])
def test_a_tuning_that_died_goes_on_to_the_same_end(tuned, tmp_path, monkeypatch, stage):
    monkeypatch.setattr(run_module, "SAVE_EVERY", 0)

    def die(status):
        if status.stage == stage and (stage != "climbing" or status.steps == 2):
            raise Killed

    with pytest.raises(Killed):
        tune(tmp_path, die)
    assert found(tune(tmp_path))[:2] == found(tuned)[:2]


def test_a_tuning_that_was_stopped_is_in_order_and_goes_on(tuned, tmp_path):
    def stop(status):
        if status.stage == "climbing" and status.steps == 3:
            raise KeyboardInterrupt

    run = Run.open(GAME, tmp_path, (2, 3), games=600, seed=5, start="dim", settings=Settings(**SMALL))
    assert not run.go(stop)
    for name in FILES:
        assert (tmp_path / name).stat().st_size > 0
    assert found(tune(tmp_path))[:2] == found(tuned)[:2]


def test_a_kill(tuned, tmp_path):
    code = f"""if True:
        import time
        from astrarium.tuning import run as run_module
        from astrarium.tuning.run import Run
        from astrarium.tuning.settings import Settings, markdown
        from tests.toy import GAME
        run_module.SAVE_EVERY = 0
        settings = Settings(**{SMALL})
        run = Run.open(GAME, {str(tmp_path)!r}, (2, 3), games=600, seed=5, start="dim", settings=settings)
        run.go(lambda status: time.sleep(0.01 if status.stage == "climbing" else 0))
    """
    process = start_process(code)
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        path = tmp_path / "checkpoint.json"
        if path.exists() and json.loads(path.read_text(encoding="utf-8"))["climb"]["steps"] >= 2:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert found(tune(tmp_path))[:2] == found(tuned)[:2]


def test_a_larger_budget_goes_on(tmp_path):
    tune(tmp_path, games=200, test_games=0)
    run = tune(tmp_path, games=400, test_games=0)
    assert 400 <= run.climb.games < 600
    assert len(run.history) == run.climb.steps


def test_weights_without_effect_stay(tmp_path, monkeypatch):
    real = run_module.Engine.evaluate

    def without_bonus(self, weights, states):
        return real(self, np.array(weights) * [1, 0, 1] + [0, 0.5, 0], states)

    monkeypatch.setattr(run_module.Engine, "evaluate", without_bonus)
    run = tune(tmp_path, start="first", players=(2,), games=100, fit_deals=0, test_games=0)
    assert run.active.tolist() == [True, False, True]
    assert run.weights[1] == 0.5
    assert run.weights[0] != 0.15


def test_weights_that_are_to_stay_do(tmp_path):
    run = Run.open(
        GAME, tmp_path, (2,), games=50, settings=Settings(**{**SMALL, "test_games": 0}), keep=["b*"]
    )
    assert run.go()
    assert run.plan.keep == ["bright", "bonus"]
    assert run.weights[:2].tolist() == run.start[:2].tolist()
    assert run.weights[2] != run.start[2]


def test_the_page_has_the_settings():
    page = (Path(__file__).parents[2] / "agents" / "README.md").read_text(encoding="utf-8")
    assert f"<!-- settings -->\n{markdown()}\n<!-- /settings -->" in page


def test_alone_at_the_table(tmp_path):
    run = tune(tmp_path, players=(1,), games=200)
    assert run.tests == {}
    assert not run.fitted.adopted
    assert run.weights.tolist() != run.start.tolist()


def test_a_test_of_weights_is_decided_alike_on_any_threads():
    engine = run_module.Engine(GAME, GAME.content(), {})
    pair = np.array([0.8, 0.3, 0.3]), GAME.weights.read("dim")
    first, second = (contest(engine, Threads(k), pair, 2, Sprt(50, 55), 2000, 3) for k in (1, 2))
    assert first == second
    assert first.decided == "high"
    turned = contest(engine, Threads(1), pair[::-1], 2, Sprt(50, 55), 2000, 3)
    assert turned.decided == "low"


def test_another_tuning_is_not_let_in(tuned):
    for changes, word in (
        ({"seed": 6}, "seed: 5 there, not 6"),
        ({"players": (2,)}, "players"),
        ({"start": "first"}, "start"),
        ({"settings": Settings(**{**SMALL, "sigma": 0.5})}, "sigma is 1.0 there, not 0.5"),
    ):
        given = {"players": (2, 3), "seed": 5, "start": "dim", "settings": Settings(**SMALL), **changes}
        with pytest.raises(TuneError, match=word):
            Run.open(GAME, tuned.folder, games=600, **given)


def test_what_cannot_be_tuned_is_refused(tmp_path):
    for given, word in (
        ({"games": 0}, "above 0"),
        ({"games": 5, "minutes": 1}, "either"),
        ({"games": 5, "players": (2, 2)}, "once"),
        ({"games": 5, "players": (9,)}, "players"),
        ({"games": 5, "start": "firts"}, "did you mean"),
        ({"games": 5, "keep": ["brigth"]}, "there is no weight 'brigth'"),
    ):
        with pytest.raises(ValueError, match=word):
            Run.open(GAME, tmp_path / "run", **given)
    with pytest.raises(TuneError, match="without ','"):
        Run.open(GAME, tmp_path / "a,b", games=5)
    assert not (tmp_path / "run").exists()


def call(capfd, *args):
    code = run_command([str(arg) for arg in args])
    out, err = capfd.readouterr()
    return code, out, err


def test_the_command(capfd, tmp_path):
    folder = tmp_path / "run"
    small = [part for name, value in SMALL.items() for part in ("--setting", f"{name}={value}")]
    command = ["tune", "toy", "--players", "2,3", "--from", "dim", "--out", folder, "--threads", 2, *small]
    code, out, err = call(capfd, *command, "--games", 100)
    assert code == 0, err
    assert "playing perturbed weights against each other" in err
    assert "new against old" in out
    assert str(folder / "weights.csv") in out
    assert json.loads((folder / "plan.json").read_text(encoding="utf-8"))["origin"] == "dim"
    code, _, err = call(capfd, *command, "--games", 100, "--seed", 3)
    assert code == 2
    assert "another seed" in err


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (["--players", "two"], "--players is a number"),
        (["--setting", "sigma"], "--setting is NAME=VALUE"),
        (["--setting", "sigmo=1"], "did you mean"),
        (["--games", 0], "above 0"),
        (["--from", "nowhere"], "no set of weights and no file"),
    ],
)
def test_wrong_arguments_end_in_a_line(capfd, tmp_path, more, expected):
    code, _, err = call(capfd, "tune", "toy", "--out", tmp_path / "run", *more)
    assert code == 2
    assert expected in err


@pytest.mark.parametrize(
    "change",
    [
        {"seconds": float("nan")},
        {"margin": {}},
        {"margin": {"2": 0, "3": 0}},
        {"active": [True]},
        {"active": "x"},
        {"budget": ...},
        {"tests": 5},
        {"history": [5]},
        {"climb": {"x": [1.0], "mean": [1.0]}},
        {"climb": {"x": [0.0] * 3, "mean": [0.0, 0.0, float("nan")]}},
        {"climb": {"x": [0.0] * 3, "mean": [0.0] * 3, "used": -1e9}},
        {"climb": {"x": [0.0] * 3, "mean": [0.0] * 3, "games": "many"}},
    ],
    ids=str,
)
def test_a_crafted_checkpoint_is_refused(tuned, tmp_path, change):
    run = Run.open(GAME, tmp_path, (2, 3), games=600, seed=5, start="dim", settings=Settings(**SMALL))
    notes = json.loads((tuned.folder / "checkpoint.json").read_text())
    notes = {name: value for name, value in {**notes, **change}.items() if value is not ...}
    (tmp_path / "checkpoint.json").write_text(json.dumps(notes))
    with pytest.raises(TuneError, match="is damaged"):
        run.go()


def test_a_checkpoint_of_brackets_is_refused(tmp_path):
    run = Run.open(GAME, tmp_path, (2, 3), games=600, seed=5, start="dim", settings=Settings(**SMALL))
    (tmp_path / "checkpoint.json").write_text("[" * 100_000)
    with pytest.raises(TuneError, match="is damaged"):
        run.go()
