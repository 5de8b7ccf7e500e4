"""Star Tycoon: how well a seat stands, for players that look ahead."""

from astrarium.core import kernel


@kernel
def evaluate(t, s, seat):
    """From -1 to 1."""
    return 0.0
