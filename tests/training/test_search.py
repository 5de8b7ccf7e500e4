"""A search learns the weights of its evaluation: examples, fits, and whole trainings in small."""

import json
from contextlib import chdir

import numpy as np
import pytest

from astrarium.agents import make_agent
from astrarium.agents.harvest import Examples
from astrarium.training import search as search_module
from astrarium.training.search import BEST, CARD, CURVE, SearchError, SearchRun, SearchSettings
from astrarium.training.siblings import HELD_OUT, Fitter, load_examples, play, read_all, save_examples
from tests.toy import GAME

TINY = {"simulations": 40, "games": 12, "part": 4, "test_simulations": 20, "test_games": 20}
SMALL = {"players": 2, "games": 24, "seed": 3, "simulations": 60}


@pytest.fixture(scope="module")
def examples():
    return play(GAME, GAME.content(), None, **SMALL)


def begun(folder, iterations=2, **changes):
    return SearchRun.begin(GAME, folder, (2,), seed=5, iterations=iterations, **{**TINY, **changes})


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    run = begun(folder)
    assert run.go()
    return run


def test_the_same_seed_gives_the_same_examples(examples):
    again = play(GAME, GAME.content(), None, **SMALL)
    assert len(again) == len(examples) > 100
    assert (again.state == examples.state).all()
    assert (again.found == examples.found).all()
    assert len(np.unique(examples.game)) > HELD_OUT


def test_examples_survive_their_file(examples, tmp_path):
    save_examples(tmp_path / "one.npz", examples)
    loaded = load_examples(tmp_path / "one.npz", GAME)
    for name in Examples.__annotations__:
        assert (getattr(loaded, name) == getattr(examples, name)).all()
    save_examples(tmp_path / "two.npz", examples)
    paths = [tmp_path / "one.npz", tmp_path / "two.npz"]
    assert len(read_all(paths, GAME, 10**9)) == 2 * len(examples)
    assert len(read_all(paths, GAME, 1)) == len(examples)


def test_a_fit_finds_the_weights_that_the_values_were_made_with(examples):
    start = GAME.weights.read()
    fitter = Fitter(GAME, GAME.content(), examples)
    made = start * np.linspace(0.8, 1.3, len(start))
    found = Examples(**{**vars(examples), "found": fitter.values(made)})
    fit = Fitter(GAME, GAME.content(), found).fit(start, ridge=1e-6)
    assert fit.gained
    assert fit.after.sum < 0.2 * fit.before.sum


def test_a_firm_ridge_holds_the_weights(examples):
    start = GAME.weights.read()
    fit = Fitter(GAME, GAME.content(), examples).fit(start, ridge=1e9)
    assert np.allclose(fit.weights, start, rtol=1e-3)


def test_siblings_are_compared_with_each_other_only(examples):
    fitter = Fitter(GAME, GAME.content(), examples)
    apart = fitter.apart(examples.siblings.astype(float))
    assert np.allclose(apart, 0)


def test_what_a_training_leaves_behind(trained):
    assert len(trained.history) == 2
    assert (trained.folder / BEST).exists()
    text = (trained.folder / CARD).read_text(encoding="utf-8")
    assert GAME.title in text
    assert "| 2 |" in text
    assert (trained.folder / CURVE).exists() == any(each.share for each in trained.history)
    assert make_agent(f"ismcts:20,weights={trained.best}", GAME)


def test_only_weights_that_pass_are_kept(tmp_path, monkeypatch):
    for passes in (True, False):
        run = begun(tmp_path / str(passes), iterations=1, ridge=0.0)
        monkeypatch.setattr(SearchRun, "_test", lambda *_, passes=passes: ((0.6, 0.5, 0.7), 10, passes))
        monkeypatch.setattr(search_module.Fitter, "fit", fit_that_gains)
        assert run.go()
        moved = not np.allclose(GAME.weights.read(run.best), GAME.weights.read(), rtol=1e-3)
        assert moved == run.history[0].kept == passes
        assert ("No weights have passed" in (run.folder / CARD).read_text(encoding="utf-8")) != passes


def fit_that_gains(self, start, ridge, told):
    from astrarium.training.siblings import Errors, Fit

    return Fit(start * 1.1, Errors(1.0, 1.0), Errors(0.5, 0.5))


def ending(run):
    """What does not depend on the clock."""
    return [(each.errors, each.kept, each.share) for each in run.history], run.best.read_bytes()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    # The games of an arena depend on the agents' names, and so on the folder's.
    with chdir(tmp_path_factory.mktemp("undisturbed")):
        run = begun("run")
        assert run.go()
        return ending(run)


@pytest.mark.parametrize("stage", ["playing", "fitting", "testing"])
def test_a_training_that_was_stopped_ends_as_if_it_had_not_been(undisturbed, tmp_path, stage):
    calls = []

    def stop(status):
        calls.append(status.stage)
        if status.stage == stage and calls.count(stage) == 2:
            raise KeyboardInterrupt

    with chdir(tmp_path):
        assert not begun("run").go(stop)
        again = SearchRun.resume(GAME, "run")
        assert again.go()
        assert ending(again) == undisturbed


def test_a_budget_of_minutes_ends_it(tmp_path):
    run = SearchRun.begin(GAME, tmp_path, (2, 3), minutes=0.02, **TINY)
    assert run.go()
    assert run.used == 1
    assert (tmp_path / CARD).exists()
    longer = SearchRun.resume(GAME, tmp_path, minutes=1000)
    assert longer.used < 1


def test_what_cannot_begin_or_go_on_is_refused(trained, tmp_path):
    with pytest.raises(SearchError, match="holds a training"):
        begun(trained.folder)
    with pytest.raises(SearchError, match="no training of a search"):
        SearchRun.resume(GAME, tmp_path)
    with pytest.raises(SearchError, match="minutes above 0, or iterations"):
        SearchRun.begin(GAME, tmp_path, (2,))
    with pytest.raises(SearchError, match="games is a whole number from 6"):
        SearchSettings(games=2)
    (tmp_path / "plan.json").write_text("{", encoding="utf-8")
    with pytest.raises(SearchError, match="damaged"):
        SearchRun.resume(GAME, tmp_path)
    plan = json.loads((trained.folder / "plan.json").read_text(encoding="utf-8"))
    plan["plan"]["version"] = 99
    (tmp_path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    with pytest.raises(SearchError, match="toy_v99"):
        SearchRun.resume(GAME, tmp_path)
