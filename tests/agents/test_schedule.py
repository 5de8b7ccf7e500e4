"""Schedules: every agent in every seat equally often, meeting the others equally often, on the same deals."""

from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest

from astrarium.agents.schedule import (
    SEATINGS,
    Seated,
    latin_squares,
    lineups,
    number_of_orders,
    orders,
    schedule_for,
    williams,
)

SIZES = [(agents, players) for agents in range(1, 8) for players in range(1, 7)]


@pytest.mark.parametrize("way", SEATINGS)
@pytest.mark.parametrize(("agents", "players"), SIZES)
def test_each_agent_is_in_each_seat_equally_often(agents, players, way):
    if way == "random" and players == 1:
        return
    seatings = schedule_for(agents, players, 1, seatings=way).seatings
    for seat in range(players):
        counts = np.bincount(seatings[:, seat], minlength=agents)
        assert (counts == counts[0]).all()


@pytest.mark.parametrize(("agents", "players"), SIZES)
def test_in_a_latin_square_each_agent_has_each_seat_equally_often_on_every_deal(agents, players):
    schedule = schedule_for(agents, players, 1)
    whole = len(schedule.seatings) // schedule.a_deal  # deals until the seatings come again
    for deal in range(2 * whole):
        seats = schedule.seats(np.arange(schedule.a_deal) + deal * schedule.a_deal)
        for seat in range(players):
            counts = np.bincount(seats[:, seat], minlength=agents)[np.unique(seats)]
            assert (counts == counts[0]).all()


@pytest.mark.parametrize("way", SEATINGS[:2])
@pytest.mark.parametrize(("agents", "players"), SIZES)
def test_each_agent_meets_the_others_equally_often(agents, players, way):
    meetings = np.zeros((agents, agents), int)
    for seating in schedule_for(agents, players, 1, seatings=way).seatings:
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
    assert (schedule.games, schedule.deals) == (102, 51)
    assert schedule_for(3, 2, 102).games == 102
    assert schedule_for(4, 4, 1, seatings="all").games == 24


@pytest.mark.parametrize(
    ("agents", "players", "way", "deals"),
    [
        (4, 4, "latin", 12), (4, 4, "all", 2), (4, 4, "random", 48), (2, 2, "latin", 24), (3, 3, "latin", 16),
        (2, 4, "latin", 12), (2, 6, "latin", 8), (3, 2, "latin", 24), (4, 2, "latin", 24), (3, 2, "all", 8),
        (5, 1, "latin", 10), (1, 4, "latin", 48),
    ],
)  # fmt: skip
def test_as_many_deals_as_the_games_allow(agents, players, way, deals):
    schedule = schedule_for(agents, players, 48, seatings=way)
    assert (schedule.deals, schedule.games) == (deals, 50 if agents == 5 else 48)


def test_where_two_squares_are_needed_deals_take_them_in_turns():
    assert [len(latin_squares(range(n))) for n in (1, 2, 3, 4, 5)] == [1, 1, 2, 1, 2]
    schedule = schedule_for(3, 3, 12)
    after = Counter(pair for row in schedule.seats(np.arange(6)).tolist() for pair in pairwise(row))
    assert set(after.values()) == {2}
    assert len(after) == 6


def test_drawn_seatings_are_taken_equally_often_in_a_changing_order():
    schedule = schedule_for(3, 3, 24, seatings="random")
    numbers = schedule.seating(np.arange(24)).reshape(4, 6)
    assert all(sorted(turn) == list(range(6)) for turn in numbers.tolist())
    assert len(set(map(tuple, numbers.tolist()))) > 1
    assert [int(schedule.seating(k)) for k in range(24)] == numbers.ravel().tolist()
    assert schedule.deal(np.arange(24)).tolist() == list(range(24))


def test_agents_one_a_seat_move_on_from_game_to_game():
    turned, fixed = Seated(3, 3, 9, order=(0, 1, 2), turn=True), Seated(3, 3, 9, order=(0, 1, 2))
    assert turned.seats(np.arange(4)).tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert fixed.seats(np.arange(3)).tolist() == [[0, 1, 2]] * 3
    assert turned.deal(5) == fixed.deal(5) == 5
    assert len(Seated(1, 3, 9, order=(0, 0, 0), turn=True).seatings) == 1


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        ({"seatings": "some"}, "seatings are one of latin, all, random, not 'some'"),
        ({"seatings": "random", "players": 1}, "seatings cannot be random"),
        ({"seatings": "all", "alone": True}, "seatings cannot be all"),
    ],
)
def test_bad_seatings_are_refused(ask, told):
    with pytest.raises(ValueError, match=told):
        schedule_for(**{"agents": 2, "players": 3, "games": 6} | ask)


def test_every_deal_meets_every_seating_once():
    schedule = schedule_for(3, 3, 40, seatings="all")
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
