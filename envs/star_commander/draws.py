"""Star Commander: drawing cards one by one, from the decks of the own domains."""

from astrarium.core import kernel

from . import state as st
from .cards import draw_card
from .systems import domains


@kernel
def draw_decks(t, s, seat):
    """Decks this player may draw from now; none with a full hand."""
    if s.hand_size[seat] >= st.HAND_LIMIT:
        return 0
    return domains(t, s, seat)


@kernel
def decks_to_draw(t, s):
    return draw_decks(t, s, s.draw_seat)


@kernel
def draw_next(t, s, domain):
    draw_card(s, s.draw_seat, domain)
    s.draws -= 1
    if s.draws > 0:
        s.ask = st.ASK_DECK


@kernel
def lose_draws(t, s):
    """What cannot be drawn is lost."""
    s.draws = 0
