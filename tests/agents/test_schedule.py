"""Schedules: every agent in every seat equally often, meeting the others equally often, on the same deals."""

from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest

from astrarium.agents.schedule import lineups, number_of_orders, orders, schedule_for, williams

SIZES = [(agents, players) for agents in range(1, 8) for players in range(1, 7)]


@pytest.mark.parametrize(("agents", "players"), SIZES)
def test_each_agent_is_in_each_seat_equally_often(agents, players):
    seatings = schedule_for(agents, players, 1).seatings
    for seat in range(players):
        counts = np.bincount(seatings[:, seat], minlength=agents)
        assert (counts == counts[0]).all()


@pytest.mark.parametrize(("agents", "players"), SIZES)
def test_each_agent_meets_the_others_equally_often(agents, players):
    meetings = np.zeros((agents, agents), int)
    for seating in schedule_for(agents, players, 1).seatings:
        for a, b in permutations(seating.tolist(), 2):
            meetings[a, b] += 1
    others = meetings[~np.eye(agents, dtype=bool)]
    assert (others == others[:1]).all()


@pytest.mark.parametrize(("agents", "players"), [size for size in SIZES if min(size) > 1])
def test_no_agent_plays_only_itself(agents, players):
    assert all(len(set(lineup)) > 1 for lineup in lineups(agents, players))


def test_two_players_meet_in_both_seatings():
    seatings = schedule_for(3, 2, 1).seatings.tolist()
    assert sorted(map(tuple, seatings)) == sorted(permutations(range(3), 2))


def test_every_order_of_a_line_up_up_to_four_seats():
    assert sorted(orders((0, 1, 2, 3))) == sorted(permutations(range(4)))
    assert orders((0, 0, 1)) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]


@pytest.mark.parametrize("lineup", [(0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5), (0, 0, 1, 1, 2, 2)])
def test_large_line_ups_take_balanced_orders(lineup):
    assert number_of_orders(lineup) > 24
    chosen = orders(lineup)
    assert len(chosen) <= 2 * len(lineup)
    assert all(sorted(order) == sorted(lineup) for order in chosen)


@pytest.mark.parametrize("n", range(2, 8))
def test_in_a_williams_square_each_follows_each_equally_often(n):
    rows = williams(n)
    after = Counter(pair for row in rows for pair in pairwise(row))
    assert set(after) == set(permutations(range(n), 2))
    assert len(set(after.values())) == 1


def test_the_number_of_games_is_rounded_up_to_whole_deals():
    schedule = schedule_for(3, 2, 100)
    assert (schedule.games, schedule.deals) == (102, 17)
    assert schedule_for(3, 2, 102).games == 102
    assert schedule_for(4, 4, 1).games == 24


def test_every_deal_meets_every_seating_once():
    schedule = schedule_for(3, 3, 40)
    numbers = np.arange(schedule.games)
    played = Counter(zip(schedule.deal(numbers).tolist(), schedule.seating(numbers).tolist(), strict=True))
    assert len(played) == schedule.games == schedule.deals * len(schedule.seatings)
    assert set(played.values()) == {1}


@pytest.mark.parametrize("players", range(2, 7))
def test_one_agent_alone_among_another_takes_every_seat_once(players):
    seatings = schedule_for(2, players, 1, alone=True).seatings
    assert len(seatings) == players
    assert ((seatings == 0).sum(axis=0) == 1).all()
    assert ((seatings == 0).sum(axis=1) == 1).all()
