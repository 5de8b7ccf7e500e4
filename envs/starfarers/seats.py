"""Starfarers of Catan: who is asked, and players as actions count them."""

from astrarium.core import kernel
from astrarium.core.seats import clockwise


@kernel
def ask_active(s, question):
    """Ask the player whose turn it is."""
    s.seat = s.active
    s.ask = question


@kernel
def other(s, place):
    """The seat behind a place that counts players from the next of the acting seat."""
    return clockwise(s, s.seat, 1 + place)


@kernel
def next_due(s, seats):
    """The first seat of a bitset, clockwise from the active one on."""
    seat = int(s.active)
    while not seats >> seat & 1:
        seat = clockwise(s, seat, 1)
    return seat
