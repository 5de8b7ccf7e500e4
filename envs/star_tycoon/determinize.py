"""Star Tycoon: redraw all that one seat cannot know.

The result depends on what the seat knows and on the random stream alone. Decks need no shuffle: the order of
their unknown part is drawn with the cards.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, draw_bit
from astrarium.core.rng import below

from .corporation import has_ability
from .observe import veil_second
from .rows import row_of
from .state import CHOOSE, NUM_COMPANIES, NUM_ROWS, RESERVE_LIMIT
from .tables import FARBLE

ALL_COMPANIES = (1 << NUM_COMPANIES) - 1


@kernel
def determinize(t, s, seat):
    """Redraw the companies that others choose from and have chosen, and which of a veiled pair lies where."""
    if s.phase == CHOOSE:
        redeal_companies(s, seat)
    if not has_ability(t, s, seat, FARBLE):
        for row in range(NUM_ROWS):
            if s.veil[row] >= 0:
                redraw_veil(s, row)


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
def redraw_veil(s, row):
    """A coin says which of the two cards is the one on the deck."""
    one, two = s.top[row, s.veil[row]], veil_second(s, row)
    first, second = min(one, two), max(one, two)
    if below(s, 2):
        first, second = second, first
    s.top[row, s.veil[row]] = first
    if s.veil_too[row] >= 0:
        s.top[row, s.veil_too[row]] = second
        return
    for p in range(s.num_players):
        for i in range(RESERVE_LIMIT):
            if s.veiled[p, i] and row_of(s.reserve[p, i]) == row:
                s.reserve[p, i] = second
