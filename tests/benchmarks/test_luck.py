"""Luck as a control variate: its mean is 0, and what is left of a result is unbiased."""

import numpy as np
import pytest

from astrarium.agents.schedule import schedule_for
from astrarium.agents.standings import Outcomes
from astrarium.benchmarks.luck import Luck, adjusted_share, luck_of
from astrarium.core import get
from astrarium.core.records import play_records


@pytest.mark.slow
def test_luck_has_no_mean():
    game = get("star_tycoon")
    records = list(play_records(game, 400, 2, seed=5))
    luck = luck_of(records, redraws=2)
    assert luck.std() > 0.01
    error = luck.std(axis=0) / np.sqrt(len(luck))
    assert (np.abs(luck.mean(axis=0)) < 4 * error).all()
    assert Luck(game, game.content(), 2).of(records[3]) == pytest.approx(luck[3])


def test_results_less_luck_keep_their_mean_and_spread_less():
    """Simulated games: luck decides part of them."""
    rng, schedule = np.random.default_rng(2), schedule_for(2, 2, 200)
    numbers = np.arange(schedule.games)
    seats = schedule.seats(numbers)
    found = []
    for _ in range(300):
        luck = rng.normal(0, 0.2, len(numbers))
        won = rng.random(len(numbers)) < np.clip(0.6 + luck, 0, 1)  # the first agent
        ranks = np.where((seats == 0) == won[:, None], 0, 1)
        both = np.where(seats == 0, luck[:, None], -luck[:, None])
        outcomes = Outcomes(schedule.deal(numbers), seats, 0.0 * ranks, ranks, numbers, numbers < 0)
        found.append(adjusted_share(outcomes, both, 0))
    means = np.array([(each.share.mean, each.plain.mean) for each in found])
    truth = np.mean(np.clip(0.6 + rng.normal(0, 0.2, 10**6), 0, 1))
    assert means[:, 0].mean() == pytest.approx(truth, abs=4 * means[:, 0].std() / np.sqrt(300))
    assert means[:, 0].var() < 0.95 * means[:, 1].var()
    assert np.mean([each.share.low <= truth <= each.share.high for each in found]) > 0.91
    assert 0.05 < np.mean([each.saved for each in found]) < 0.3
