"""Starship Captains: how well a seat stands, for players that look ahead."""

from astrarium.core import kernel

from .score import half_points
from .state import SOLO_WIN


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the lead over the best other seat in points."""
    own = half_points(t, s, seat)
    if s.num_players == 1:
        best = 2 * SOLO_WIN
    else:
        best = -1000
        for other in range(s.num_players):
            if other != seat:
                best = max(best, half_points(t, s, other))
    lead = (own - best) / 20.0
    return lead / (1.0 + abs(lead))
