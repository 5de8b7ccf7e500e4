"""Starfarers of Catan: draws from the game's random stream."""

from astrarium.core import kernel
from astrarium.core.rng import below

SIGNED = (1 << 31) - 1


@kernel
def draw(s, n):
    """A whole number in [0, n) as a signed number, which compiled code can calculate with."""
    return below(s, n) & SIGNED
