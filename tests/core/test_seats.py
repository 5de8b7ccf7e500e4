"""Players counted from a seat."""

import numpy as np

from astrarium.core.jit import Ints, States, driver
from astrarium.core.seats import clockwise, named, relative
from tests.toy import GAME


@driver
def count_players(states: States, seat: int, out: Ints) -> None:
    """Every player of a table counted from a seat, then nobody and every player + 1."""
    n = states[0].num_players
    for player in range(n):
        out[player] = relative(states[0], seat, player)
    for player in range(-1, n):
        out[n + 1 + player] = named(states[0], seat, player)


@driver
def go_round(states: States, seat: int, out: Ints) -> None:
    """The players from a seat on, once around and back to it."""
    for k in range(len(out)):
        out[k] = clockwise(states[0], seat, k)


def table(players):
    states = np.zeros(1, GAME.state)
    states["num_players"] = players
    return states


def counted(players, seat):
    out = np.zeros(2 * players + 1, np.int64)
    GAME.bound(count_players)(table(players), seat, out)
    return out[:players].tolist(), out[players:].tolist()


def test_players_are_counted_clockwise_and_nobody_is_zero():
    assert counted(4, 2) == ([2, 3, 0, 1], [0, 3, 4, 1, 2])
    assert counted(3, 0) == ([0, 1, 2], [0, 1, 2, 3])


def test_a_round_ends_where_it_began():
    for players, seat, found in ((4, 2, [2, 3, 0, 1, 2]), (3, 0, [0, 1, 2, 0]), (1, 0, [0, 0])):
        out = np.zeros(players + 1, np.int64)
        GAME.bound(go_round)(table(players), seat, out)
        assert out.tolist() == found
