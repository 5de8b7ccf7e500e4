"""Players counted clockwise from a seat, as observations and actions name them."""

from .jit import kernel


@kernel
def relative(s, seat, player):
    """The player counted clockwise from a seat: 0 is the seat itself."""
    r = player - seat
    return r + s.num_players if r < 0 else r


@kernel
def named(s, seat, player):
    """The player counted clockwise from a seat, + 1; 0 for nobody."""
    return relative(s, seat, player) + 1 if player >= 0 else 0
