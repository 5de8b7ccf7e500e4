"""Players counted from a seat."""

import numpy as np

from astrarium.core.jit import Ints, States, driver
from astrarium.core.seats import named, relative
from tests.toy import GAME


@driver
def count_players(states: States, seat: int, out: Ints) -> None:
    """Every player of a table counted from a seat, then nobody and every player + 1."""
    n = states[0].num_players
    for player in range(n):
        out[player] = relative(states[0], seat, player)
    for player in range(-1, n):
        out[n + 1 + player] = named(states[0], seat, player)


def counted(players, seat):
    states = np.zeros(1, GAME.state)
    states["num_players"] = players
    out = np.zeros(2 * players + 1, np.int64)
    GAME.bound(count_players)(states, seat, out)
    return out[:players].tolist(), out[players:].tolist()


def test_players_are_counted_clockwise_and_nobody_is_zero():
    assert counted(4, 2) == ([2, 3, 0, 1], [0, 3, 4, 1, 2])
    assert counted(3, 0) == ([0, 1, 2], [0, 1, 2, 3])
