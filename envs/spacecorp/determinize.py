"""SpaceCorp: redraw all that one seat cannot know.

The result depends on what the seat knows and on the random stream alone: another player's announcement that
is not complete goes back to its beginning, unseen cards of the other hands are pooled with the deck and
dealt anew, Start cards and others each by themselves, and who is asked about an Edge is drawn anew.
"""

from astrarium.core import kernel
from astrarium.core.bits import count
from astrarium.core.rng import below

from . import state as st
from .announce import reset_action, type_options
from .cards import add_card, pick_other, pick_start
from .edges import edges_of
from .observe import secret
from .questions import KEEPING


@kernel
def determinize(t, s, seat):
    """Redraw hidden hand cards; restart what others have not announced; forget who is asked."""
    if secret(s, seat):
        take_back(s)
    redeal(t, s, seat)
    if not KEEPING >> s.ask & 1:
        s.kept = 0  # what an earlier question has left there
    if s.over != 0 or s.seat == seat:
        return
    if s.ask == st.ASK_EDGE:
        redraw_asked(t, s, seat)
    elif s.ask == st.ASK_ACTION:
        s.kept = type_options(t, s)


@kernel
def take_back(s):
    """The announcement begins anew: its cards are in hand again."""
    for card in range(st.NUM_CARDS):
        while s.played[card] > 0:
            s.played[card] -= 1
            add_card(s, s.active, card)
    reset_action(s)
    s.ask = st.ASK_ACTION


@kernel
def redeal(t, s, seat):
    """Unseen cards of other hands go back to the deck; each hand gets as many Start and other cards again."""
    start = int(t.start_bits[s.era])
    starts, rest = 0, 0  # eight bits a player
    for p in range(s.num_players):
        if p != seat:
            for card in range(st.NUM_CARDS):
                unseen = int(s.hand[p, card] - s.known[p, card])
                if unseen > 0:
                    s.deck[card] += unseen
                    s.deck_size += unseen
                    s.hand_size[p] -= unseen
                    s.hand[p, card] -= unseen
                    if s.hand[p, card] == 0:
                        s.hand_bits[p] &= ~(1 << card)
                    if start >> card & 1:
                        s.deck_start += unseen
                        starts += unseen << 8 * p
                    else:
                        rest += unseen << 8 * p
    for p in range(s.num_players):
        for _ in range(starts >> 8 * p & 255):
            add_card(s, p, pick_start(t, s))
        for _ in range(rest >> 8 * p & 255):
            add_card(s, p, pick_other(t, s))


@kernel
def redraw_asked(t, s, seat):
    """Who is asked about an Edge: anyone it could be by what the seat knows, holders of one first."""
    own = (seat - s.active) % s.num_players
    first, last = int(s.heard), int(s.num_players)
    if edges_of(t, s, seat):
        if own < s.asked:
            first = max(first, own + 1)
        else:
            last = own
    places, holders = 0, 0
    for place in range(first, last):
        if place != own:
            places |= 1 << place
            if edges_of(t, s, (s.active + place) % s.num_players):
                holders |= 1 << place
    s.asked = draw_bit(s, holders if holders else places)
    s.seat = (s.active + s.asked) % s.num_players


@kernel
def draw_bit(s, bits):
    """The index of a bit that is set, each equally likely."""
    n = below(s, count(bits))
    index = 0
    while True:
        if bits >> index & 1:
            if n == 0:
                return index
            n -= 1
        index += 1
