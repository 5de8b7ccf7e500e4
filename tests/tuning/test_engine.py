"""Greedy games inside compiled code: those of the agents, and every seat plays with its own weights."""

import numpy as np
import pytest

from astrarium.agents.match import seated_match
from astrarium.tuning.engine import Engine
from tests.process import run
from tests.toy import GAME

FIRST, DIM = GAME.weights.read("first"), GAME.weights.read("dim")
N = 24


@pytest.fixture(scope="module")
def engine():
    return Engine(GAME, GAME.content(), {})


def results(games):
    return [games.scores.tolist(), games.ranks.tolist(), games.rewards.tolist(), games.decisions.tolist()]


@pytest.mark.parametrize("sets", [("first", "first"), ("first", "dim"), ("dim", "first", "dim")])
def test_the_games_are_those_of_greedy_agents_with_these_weights(engine, sets):
    match = seated_match(GAME, [f"greedy:weights={name}" for name in sets], N, len(sets), seed=3)
    records = dict(ended for more in match.play(range(N)) for ended in more)
    which = np.tile([["dim", "first"].index(name) for name in sets], (N, 1))
    games = engine.play([DIM, FIRST], which, np.arange(N), seed=3, salt=int(match._salts[0]))
    assert games.scores.tolist() == [list(records[k].scores) for k in range(N)]
    assert games.ranks.tolist() == [list(records[k].ranks) for k in range(N)]
    assert games.decisions.tolist() == [len(records[k].actions) for k in range(N)]


def test_a_seat_plays_with_the_row_that_it_is_given(engine):
    deals = np.arange(N)
    games = engine.play([FIRST, DIM], np.tile([0, 1], (N, 1)), deals, 1)
    turned = engine.play([DIM, FIRST], np.tile([1, 0], (N, 1)), deals, 1)
    assert results(games) == results(turned)
    for other in ([0, 0], [1, 1], [1, 0]):
        assert results(engine.play([FIRST, DIM], np.tile(other, (N, 1)), deals, 1)) != results(games)


def test_a_game_depends_on_its_seed_and_deal_alone(engine):
    which = np.tile([0, 1, 0], (N, 1))
    together = engine.play([FIRST, DIM], which, np.arange(N), 5)
    alone = engine.play([FIRST, DIM], which[:1], np.array([7]), 5)
    assert alone.scores[0].tolist() == together.scores[7].tolist()
    assert results(engine.play([FIRST, DIM], which, np.arange(N), 6)) != results(together)


def test_weights_that_are_not_there_are_refused(engine):
    with pytest.raises(ValueError, match="1 sets of weights, not 2"):
        engine.play([FIRST], np.array([[0, 1]]), np.array([0]), 1)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_positions_of_games_come_with_their_results(engine, players):
    sample = engine.sample(FIRST, players, np.arange(9), 2, each=5, stray=20)
    assert len(sample.states) == len(sample.results) == 45
    assert (sample.states["over"] == 0).all()
    if players > 1:
        assert np.abs(sample.results.sum(axis=1)).max() < 1e-12
    # The positions of one game share its result.
    assert (sample.results.reshape(9, 5, players) == sample.results.reshape(9, 5, players)[:, :1]).all()
    values = engine.evaluate([FIRST, DIM], sample.states)
    assert values.shape == (2, 45, players)
    assert not np.array_equal(values[0], values[1])


def test_the_same_games_uncompiled(engine):
    games = engine.play([FIRST, DIM], np.array([[0, 1], [1, 0]]), np.array([0, 1]), 4)
    sample = engine.sample(FIRST, 2, np.arange(1), 2, each=3, stray=50)
    code = """if True:
        import numpy as np
        from astrarium.tuning.engine import Engine
        from tests.toy import GAME
        engine = Engine(GAME, GAME.content(), {})
        first, dim = map(GAME.weights.read, ("first", "dim"))
        games = engine.play([first, dim], np.array([[0, 1], [1, 0]]), np.array([0, 1]), 4)
        sample = engine.sample(first, 2, np.arange(1), 2, each=3, stray=50)
        print([games.scores.tolist(), games.decisions.tolist(), sample.states["moves"].tolist()])
    """
    out, _ = run(code, NUMBA_DISABLE_JIT=1)
    assert out.strip() == str(
        [games.scores.tolist(), games.decisions.tolist(), sample.states["moves"].tolist()]
    )
