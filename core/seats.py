"""Players counted clockwise from a seat, as observations and actions name them."""

from .jit import kernel

SIGN = 63


@kernel
def relative(s, seat, player):
    """The player counted clockwise from a seat: 0 is the seat itself.

    The sign, as a bitset, instead of a branch: which way that goes the processor could not foresee.
    """
    r = player - seat
    return r + (s.num_players & (r >> SIGN))


@kernel
def clockwise(s, seat, k):
    """The player k places clockwise from a seat, k at most as many as there are players."""
    r = seat + k - s.num_players
    return r + (s.num_players & (r >> SIGN))


@kernel
def named(s, seat, player):
    """The player counted clockwise from a seat, + 1; 0 for nobody."""
    return relative(s, seat, player) + 1 if player >= 0 else 0
