"""Starship Captains: redraw all that one seat cannot know.

Decks and supplies have no order before they are drawn from, so a new random stream is a new future. What lies
in order is the missions that somebody has looked at: those that this seat has not seen go back and are drawn
anew.
"""

from astrarium.core import kernel
from astrarium.core.bits import draw_bit


@kernel
def determinize(t, s, seat):
    """Redraw the looked-at missions beyond those that the seat has seen."""
    first = s.peeked[seat]
    for k in range(first, s.known_size):
        s.mission_pool |= 1 << s.known_mission[k]
    for k in range(first, s.known_size):
        card = draw_bit(s, s.mission_pool)
        s.mission_pool &= ~(1 << card)
        s.known_mission[k] = card
