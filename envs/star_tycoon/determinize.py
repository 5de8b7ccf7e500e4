"""Star Tycoon: redraw all that one seat cannot know.

The result depends on what the seat knows and on the random stream alone. Decks need no shuffle: the order of
their unknown part is drawn with the cards.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, draw_bit
from astrarium.core.rng import below

from . import state as st
from . import tables as tb
from .corporation import has_ability
from .rows import row_of

ALL_COMPANIES = (1 << st.NUM_COMPANIES) - 1


@kernel
def determinize(t, s, seat):
    """Redraw the companies that others choose from and have chosen, and which veiled card lies where."""
    if s.phase == st.CHOOSE:
        redeal_companies(s, seat)
    if not has_ability(t, s, seat, tb.FARBLE):
        for row in range(st.NUM_ROWS):
            redraw_veils(s, row)


@kernel
def redeal_companies(s, seat):
    """Rivals hold as many as before, of those that the seat does not see; who has chosen has chosen anew."""
    unseen = ALL_COMPANIES & ~s.out_companies & ~s.hand[seat]
    for p in range(s.num_players):
        if p != seat:
            held = count(s.hand[p])
            s.hand[p] = 0
            for _ in range(held):
                bit = 1 << draw_bit(s, unseen)
                s.hand[p] |= bit
                unseen ^= bit
            if s.choice[p] >= 0:
                s.choice[p] = draw_bit(s, s.hand[p])


@kernel
def redraw_veils(s, row):
    """A coin for each veiled place says which of two cards was put there and which was kept."""
    kept = -1
    for at in range(s.top_size[row]):
        first, second = s.veil[row, at, 0], s.veil[row, at, 1]
        if first != st.NO_VEIL:
            if first != st.STILL_KEPT:
                kept = first
            if second == st.NO_VEIL:
                s.top[row, at] = kept
            elif below(s, 2):
                s.top[row, at] = second
            else:
                s.top[row, at] = kept
                kept = second
    for p in range(s.num_players):
        for i in range(st.RESERVE_LIMIT):
            if s.veiled[p, i] and row_of(s.reserve[p, i]) == row:
                s.reserve[p, i] = kept
