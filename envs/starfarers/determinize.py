"""Starfarers of Catan: redraw all that one seat cannot know.

Hidden are the cards of other hands and of the reserve pile as far as the seat has not seen them, the chips
that it has not looked at, and the number of an encounter card before its result is read, unless the seat
reads it.
The result depends on what the seat knows and on the random stream alone.
"""

from astrarium.core import kernel
from astrarium.core.bits import count

from . import state as st
from .chance import draw
from .encounter import nth_bit
from .flight import fly_bits, ready_ships
from .observe import card_hidden
from .setup import deal_chips

DIGIT = 8  # bits that count the hidden cards of one kind
ONES = (1 << DIGIT) - 1


@kernel
def determinize(t, s, seat):
    """Redraw hidden cards and chips; what others know of each other is brought to what everybody knows."""
    redraw_cards(s, seat)
    level_knowledge(s, seat)
    for dot in range(st.RED_DOT, st.WHITE_DOT):
        deal_chips(t, s, dot, s.face_up | s.seen[seat])
    if card_hidden(s, seat):
        redraw_encounter(t, s)
    if s.ask == st.ASK_FLY:  # what the mover knows of chips may bar other ways in another world
        s.kept = fly_bits(t, s)
    elif s.ask == st.ASK_SHIP:
        s.kept = ready_ships(t, s)


# Resource cards


@kernel
def hidden_cards(s, seat):
    """The cards that the seat cannot place, counted by kind in one number."""
    pool = 0
    for r in range(st.NUM_RESOURCES):
        n = st.CARDS_PER_RESOURCE - s.bank[r] - s.hand[seat, r] - s.known[seat, st.PILE, r]
        for p in range(s.num_players):
            n -= s.known[seat, p, r]
        pool += n << DIGIT * r
    return pool


@kernel
def redraw_cards(s, seat):
    """Every hand gets the cards that the seat is sure of and random ones besides; the rest is the pile."""
    pool = hidden_cards(s, seat)
    left = 0
    for r in range(st.NUM_RESOURCES):
        left += pool >> DIGIT * r & ONES
    for p in range(s.num_players):
        if p == seat:
            continue
        places = int(s.hand_size[p])
        for r in range(st.NUM_RESOURCES):
            s.hand[p, r] = s.known[seat, p, r]
            places -= s.known[seat, p, r]
        for _ in range(places):
            r = draw_hidden(s, pool, left)
            s.hand[p, r] += 1
            pool -= 1 << DIGIT * r
            left -= 1
    for r in range(st.NUM_RESOURCES):
        s.pile[r] = s.known[seat, st.PILE, r] + (pool >> DIGIT * r & ONES)


@kernel
def draw_hidden(s, pool, left):
    """The kind of a random card out of the pool."""
    at = draw(s, left)
    r = 0
    while at >= pool >> DIGIT * r & ONES:
        at -= pool >> DIGIT * r & ONES
        r += 1
    return r


@kernel
def level_knowledge(s, seat):
    """What two others know of each other from cards that passed between them is their secret."""
    for o in range(st.MAX_PLAYERS):
        for h in range(st.NUM_HOLDERS):
            if o != seat and h != seat and h != o:
                for r in range(st.NUM_RESOURCES):
                    s.known[o, h, r] = s.known[st.PUBLIC, h, r]


# Encounters


@kernel
def same_so_far(t, card, other, part, at):
    """Have the two cards the same question, and the same steps up to this one?"""
    if t.question[card] != t.question[other]:
        return False
    if part >= 0:
        for i in range(at + 1):
            if t.op[card, part, i] != t.op[other, part, i] or t.arg[card, part, i] != t.arg[other, part, i]:
                return False
    return True


@kernel
def redraw_encounter(t, s):
    """Any card that would have asked the same."""
    cards = s.deck | (1 << s.card)
    bits = 0
    for card in range(st.NUM_ENCOUNTERS):
        if cards >> card & 1 and same_so_far(t, s.card, card, s.part, s.at):
            bits |= 1 << card
    s.card = nth_bit(bits, draw(s, count(bits)))
    s.deck = cards & ~(1 << s.card)
