"""Intervals that are known, ratings that openskill gives, and the sums of small arenas."""

import math

import numpy as np
import pytest
from openskill.models import PlackettLuce

from astrarium.agents.ratings import rate, rate_orders
from astrarium.agents.standings import (
    Outcomes,
    cluster_error,
    mean_estimate,
    places,
    share_estimate,
    shares,
    standings,
    student,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
    ],
)
def test_wilsons_interval_as_published(wins, games, low, high):
    found = wilson(wins / games, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_one_game_a_deal_gives_wilsons_interval():
    wins = np.array([1] * 8 + [0] * 2)
    assert share_estimate(wins, np.ones(10, int)) == wilson(0.8, 10)


def test_games_that_agree_on_each_deal_count_as_one():
    wins = np.array([10] * 40 + [0] * 40)
    wide = share_estimate(wins, np.full(80, 10))
    assert wide.high - wide.low == pytest.approx(2 * 0.11, abs=0.01)  # 80 independent ones, not 800


def test_deals_that_spread_less_than_chance_do_not_narrow_the_interval():
    even = share_estimate(np.full(50, 5), np.full(50, 10))
    assert even.low <= wilson(0.5, 500).low
    assert even.high >= wilson(0.5, 500).high


def test_one_deal_has_no_interval():
    alone = share_estimate(np.array([3.0]), np.array([6]))
    assert alone.mean == 0.5
    assert math.isnan(alone.low)
    assert math.isnan(mean_estimate(np.array([3.0]), np.array([6])).high)


def test_the_error_of_a_mean_is_the_textbook_one():
    values = np.array([1.0, 4.0, 2.0, 8.0])
    assert cluster_error(values, np.ones(4)) == pytest.approx(values.std(ddof=1) / 2)
    found = mean_estimate(values, np.ones(4))
    assert found.high - found.mean == pytest.approx(3.182 * values.std(ddof=1) / 2)


def test_students_factor_goes_down_to_the_normal_one():
    assert student(2) == pytest.approx(12.706)
    assert student(32) == pytest.approx(2.0395, abs=2e-4)
    assert student(10**6) == pytest.approx(1.96, abs=1e-3)


def test_intervals_hold_the_truth_about_95_times_in_100():
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(400):
        chance = rng.beta(4, 4, size=30)  # of the deal: games on it go alike
        found = share_estimate(rng.binomial(6, chance), np.full(30, 6))
        held += found.low <= 0.5 <= found.high
    assert 0.92 <= held / 400 <= 0.985


def test_ties_share_the_win_and_the_place():
    ranks = np.array([[0, 0, 2], [0, 1, 1], [0, 0, 0]])
    assert shares(ranks) == pytest.approx(np.array([[0.5, 0.5, 0], [1, 0, 0], [1 / 3] * 3]))
    assert places(ranks).tolist() == [[1.5, 1.5, 3], [1, 2.5, 2.5], [2, 2, 2]]


# ---- ratings


@pytest.mark.parametrize("players", [2, 3, 5])
def test_ratings_are_openskills(players):
    rng = np.random.default_rng(players)
    agents, games = 6, 40
    seats = np.array([rng.permutation(agents)[:players] for _ in range(games)])
    drawn = rng.integers(0, players, (games, players))
    ranks = (drawn[:, None, :] < drawn[:, :, None]).sum(axis=2)  # with ties
    orders = np.array([rng.permutation(games) for _ in range(3)])
    mu, sigma = rate_orders(seats, ranks, agents, orders)
    model = PlackettLuce(tau=0.0)
    for row, order in enumerate(orders):
        ratings = [model.rating() for _ in range(agents)]
        for game in order:
            teams = [[ratings[agent]] for agent in seats[game]]
            for agent, (rated,) in zip(
                seats[game], model.rate(teams, ranks=ranks[game].tolist()), strict=True
            ):
                ratings[agent] = rated
        assert mu[row] == pytest.approx([each.mu for each in ratings])
        assert sigma[row] == pytest.approx([each.sigma for each in ratings])


def strengths(games, players, seed, agents=4):
    """Games in which a higher number is stronger."""
    rng = np.random.default_rng(seed)
    seats = np.array([rng.permutation(agents)[:players] for _ in range(games)])
    results = seats * 1.0 + rng.gumbel(size=seats.shape)
    return seats, (results[:, None, :] > results[:, :, None]).sum(axis=2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stronger_agents_are_rated_higher(players):
    seats, ranks = strengths(600, players, seed=1)
    rating, deviation = rate(seats, ranks, np.arange(600) // 6, 4)
    assert (np.diff(rating) > 2).all()
    assert (deviation < 1.5).all()


def test_ratings_do_not_depend_on_the_order_of_the_games():
    seats, ranks = strengths(400, 2, seed=2)
    deals = np.arange(400) // 4
    rating, deviation = rate(seats, ranks, deals, 4)
    backwards, _ = rate(seats[::-1], ranks[::-1], deals[::-1], 4)
    assert np.abs(rating - backwards).max() < 0.5 * deviation.max()


def test_an_agent_against_itself_keeps_its_rating():
    rating, _ = rate(np.zeros((20, 2), int), np.tile([0, 1], (20, 1)), np.arange(20), 1)
    assert rating == pytest.approx(25)
    mu, _ = rate_orders(np.array([[0, 0, 1]]), np.array([[0, 0, 0]]), 2, np.zeros((1, 1), int))
    assert mu[0] == pytest.approx(25, abs=1e-9)


# ---- sums


def test_standings_of_a_small_arena():
    deals = np.repeat(np.arange(20), 2)
    seats = np.array([[0, 1], [1, 0]] * 20)
    ranks = np.array([[0, 1], [1, 0]] * 15 + [[0, 1], [0, 1]] * 5)  # 0 wins 15 deals twice, then seat 0 wins
    scores = np.where(ranks == 0, 10.0, 4.0)
    table = standings(["a", "b"], Outcomes(deals, seats, scores, ranks, np.full(40, 7), np.zeros(40, bool)))
    a, b = table.agents
    assert (a.wins, b.wins, a.seats) == (35, 5, 40)
    assert a.win_share.mean == pytest.approx(0.875)
    assert a.win_share.low > 0.5 > b.win_share.high
    assert a.place.mean == pytest.approx(1.125)
    assert a.score.mean == pytest.approx(9.25)
    assert a.rating.low > b.rating.high
    assert table.order == [0, 1]
    assert [seat.mean for seat in a.by_seat] == [1.0, 0.75]
    assert table.duels[0][1].mean == pytest.approx(0.875)
    assert table.duels[0][0] is None
    assert table.length.mean == 7


def test_solo_games_are_compared_on_the_same_deal():
    deals = np.repeat(np.arange(30), 2)
    seats = np.tile([[0], [1]], (30, 1))
    scores = np.tile([[5.0], [9.0]], (30, 1))
    ranks = np.zeros((60, 1), int)
    table = standings(
        ["low", "high"], Outcomes(deals, seats, scores, ranks, np.full(60, 3), np.zeros(60, bool))
    )
    assert table.order == [1, 0]
    assert table.duels[1][0].mean == 1.0
    assert [each.place.mean for each in table.agents] == [2.0, 1.0]
    assert [each.win_share.mean for each in table.agents] == [1.0, 1.0]
