"""Star Commander: redraw all that one seat cannot know.

The result depends on what the seat knows and on the random stream alone: hidden cards are brought into one
order, dealt anew, and every hand is sorted again, so that nothing of the true deal is left.
"""

from astrarium.core import kernel
from astrarium.core.bits import draw_bit
from astrarium.core.rng import shuffle
from astrarium.core.seats import relative

from . import state as st
from .items import can_act
from .observe import has_passed, offer_hidden
from .picking import end_pick
from .questions import KEEPING
from .setup import deal_systems
from .trade import choose_partner, clear_offer

DIGIT = 6  # bits that hold the copies of one card
COPIES = (1 << DIGIT) - 1


@kernel
def determinize(t, s, seat):
    """Redraw hidden hand cards, decks, face-down systems; forget an unsent offer, and who is asked."""
    for domain in range(st.NUM_DOMAINS):
        redeal_domain(s, seat, domain)
    for p in range(s.num_players):
        if p != seat:
            sort_hand(s, p)
    redeal_systems(s)
    if offer_hidden(s, seat):
        restart_offer(t, s)
    if not KEEPING >> s.ask & 1:
        s.kept = 0  # what an earlier question has left there
    redraw_question(t, s, seat)


# Cards


@kernel
def unknown(s, seat, p, i, domain):
    """Is this hand card of that domain one that the seat has never seen?"""
    return p != seat and not s.shown[p, i] and s.hand[p, i] // st.CARDS_PER_DOMAIN == domain


@kernel
def redeal_domain(s, seat, domain):
    """Shuffle the deck together with the hidden hand cards, then deal every hand as many backs as it had."""
    n = s.deck_size[domain]
    for p in range(s.num_players):
        for i in range(s.hand_size[p]):
            if unknown(s, seat, p, i, domain):
                s.deck[domain, n] = s.hand[p, i]
                n += 1
    sort_deck(s, domain, n)
    shuffle(s, s.deck[domain], n)
    for p in range(s.num_players):
        for i in range(s.hand_size[p]):
            if unknown(s, seat, p, i, domain):
                n -= 1
                s.hand[p, i] = s.deck[domain, n]
                s.deck[domain, n] = -1


@kernel
def sort_deck(s, domain, n):
    """Bring the first n cards of a deck into the order of their numbers."""
    first = domain * st.CARDS_PER_DOMAIN
    tally = 0
    for i in range(n):
        tally += 1 << DIGIT * (s.deck[domain, i] - first)
    at = 0
    for card in range(st.CARDS_PER_DOMAIN):
        for _ in range(tally >> DIGIT * card & COPIES):
            s.deck[domain, at] = first + card
            at += 1


@kernel
def behind(s, p, i, card, shown):
    """Does this hand card belong behind that one?"""
    return s.hand[p, i] > card or (s.hand[p, i] == card and s.shown[p, i] < shown)


@kernel
def sort_hand(s, p):
    """Bring a hand into its order: by number, shown copies before hidden ones."""
    for last in range(1, s.hand_size[p]):
        card, shown = s.hand[p, last], s.shown[p, last]
        at = last
        while at > 0 and behind(s, p, at - 1, card, shown):
            s.hand[p, at] = s.hand[p, at - 1]
            s.shown[p, at] = s.shown[p, at - 1]
            at -= 1
        s.hand[p, at] = card
        s.shown[p, at] = shown


# Systems


@kernel
def redeal_systems(s):
    """Face-down systems go back into the box and are dealt anew."""
    for row in range(s.size):
        for cell in range(st.SIDE * row, st.SIDE * row + s.size):
            if not s.face_up[cell]:
                s.box[s.system[cell]] += 1
                s.system[cell] = -1
    deal_systems(s)


# Decisions that others do not see


@kernel
def restart_offer(t, s):
    """An offer that was not sent stands at its beginning again."""
    clear_offer(s)
    end_pick(s)
    s.offer_stage = st.OFFER_PARTNER
    s.ask = st.ASK_PARTNER
    if s.num_players == 2:
        choose_partner(t, s, 0)
        s.ask = st.ASK_OFFER


@kernel
def redraw_question(t, s, seat):
    """Who is asked to respond: anyone it could be by what the seat knows, first of all those who can act."""
    if s.ask == st.ASK_NOTHING:  # the game is over
        s.seat = s.active
    if s.ask != st.ASK_RESPOND or s.seat == seat:
        return
    own = relative(s, s.active, seat)
    first, last = 0, s.num_players
    if has_passed(t, s, seat):
        first = own + 1
    elif can_act(t, s, seat):
        last = own
    places, acting = 0, 0
    for place in range(first, last):
        if place != own:
            places |= 1 << place
            if can_act(t, s, (s.active + place) % s.num_players):
                acting |= 1 << place
    s.passed = draw_bit(s, acting if acting else places)
    s.seat = (s.active + s.passed) % s.num_players
