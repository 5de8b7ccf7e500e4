"""The fit: it finds the weights that results were made with."""

import numpy as np
import pytest

from astrarium.tuning.climb import Space
from astrarium.tuning.engine import Engine
from astrarium.tuning.fit import fit
from tests.toy import GAME


def test_it_recovers_weights_from_noisy_results():
    engine = Engine(GAME, GAME.content(), {})
    states = engine.sample(GAME.weights.read("first"), 2, np.arange(500), 1, each=6, stray=20).states
    true = np.array([0.4, 0.2, 0.9])
    value = engine.evaluate([true], states).ravel()
    results = np.where(np.random.default_rng(2).random(len(value)) < (1 + value) / 2, 1.0, -1.0)
    space = Space(GAME.weights.read("first"), np.ones(3, bool), 0.25)

    def predict(points):
        return engine.evaluate(space.weights(points), states).reshape(len(points), -1)

    found = fit(predict, results, 3, games=len(results), ridge=0.01)
    assert found.after < found.before
    assert space.weights(found.x)[0] == pytest.approx(true[0], rel=0.1)
    assert space.weights(found.x)[2] == pytest.approx(true[2], rel=0.35)
    held = fit(predict, results, 3, games=len(results), ridge=1e5)
    assert np.abs(held.x).max() < 0.1


def test_what_cannot_be_told_apart_stays_near_the_start():
    slopes = np.random.default_rng(1).normal(size=(2, 400))

    def predict(points):
        return points[:, :2] @ slopes  # the third weight does nothing

    found = fit(predict, predict(np.array([[1.0, -2.0, 5.0]]))[0], 3, games=400, ridge=1e-3)
    assert found.x == pytest.approx([1, -2, 0], abs=0.01)
