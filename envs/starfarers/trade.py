"""Starfarers of Catan: trade between players. The active player offers; the others accept, refuse or counter.

`bid[seat]` holds what a seat gives and wants: the active seat's bid is the offer, those of the others are
counter-offers. Bids are named aloud card by card, in the order of the resources, what is given before what is
wanted.
"""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .resources import hand_over, show_hand
from .seats import ask_active, other


@kernel
def may_offer(t, s):
    """An offer is left, and somebody to trade with."""
    if s.offers_left == 0 or s.hand_size[s.active] == 0:
        return False
    for p in range(s.num_players):
        if p != s.active and s.hand_size[p] > 0:
            return True
    return False


@kernel
def open_offer(t, s):
    s.offers_left -= 1
    s.stage = st.COMPOSING


@kernel
def end_offer(t, s):
    s.stage = st.NO_OFFER
    s.answering = -1
    for p in range(st.MAX_PLAYERS):
        s.answer[p] = st.NO_ANSWER
        clear_bid(s, p)


@kernel
def no_deal(t, s):
    tell(s, ev.NO_DEAL, ALL)
    end_offer(t, s)


@kernel
def clear_bid(s, seat):
    for side in range(2):
        for r in range(st.NUM_RESOURCES):
            s.bid[seat, side, r] = 0


@kernel
def bid_size(s, seat, side):
    n = 0
    for r in range(st.NUM_RESOURCES):
        n += s.bid[seat, side, r]
    return n


@kernel
def packed(s, seat, side):
    """One side of a bid as one number, a digit of base 8 a resource: for telling."""
    n = 0
    for r in range(st.NUM_RESOURCES):
        n += s.bid[seat, side, r] << 3 * r
    return n


@kernel
def named_last(s, seat, side):
    """The last resource named on a side; 0 before the first."""
    last = 0
    for r in range(st.NUM_RESOURCES):
        if s.bid[seat, side, r] > 0:
            last = r
    return last


@kernel
def give_bits(t, s):
    """Cards that the composing seat may add to what it gives."""
    seat = s.seat
    if bid_size(s, seat, st.WANTED) > 0 or bid_size(s, seat, st.GIVEN) == st.OFFER_CARDS:
        return 0
    bits = 0
    for r in range(named_last(s, seat, st.GIVEN), st.NUM_RESOURCES):
        if s.hand[seat, r] > s.bid[seat, st.GIVEN, r]:
            bits |= 1 << r
    return bits


@kernel
def want_bits(t, s):
    """Cards that it may add to what it wants: never of a kind that it gives."""
    seat = s.seat
    if bid_size(s, seat, st.GIVEN) == 0 or bid_size(s, seat, st.WANTED) == st.OFFER_CARDS:
        return 0
    bits = 0
    for r in range(named_last(s, seat, st.WANTED), st.NUM_RESOURCES):
        if s.bid[seat, st.GIVEN, r] == 0:
            bits |= 1 << r
    return bits


@kernel
def name_given(t, s, r):
    s.bid[s.seat, st.GIVEN, r] += 1
    show_hand(s, s.seat, r, s.bid[s.seat, st.GIVEN, r])


@kernel
def name_wanted(t, s, r):
    s.bid[s.seat, st.WANTED, r] += 1


@kernel
def may_send(t, s):
    return bid_size(s, s.seat, st.WANTED) > 0


@kernel
def holds(s, seat, bidder):
    """Does the seat hold what the bidder wants?"""
    for r in range(st.NUM_RESOURCES):
        if s.hand[seat, r] < s.bid[bidder, st.WANTED, r]:
            return False
    return True


@kernel
def send(t, s):
    """An offer goes round; a counter-offer lies on the table."""
    if s.stage == st.COUNTERING:
        s.answer[s.seat] = st.COUNTERED
        s.stage = st.ASKING
    else:
        s.stage = st.ASKING
        s.answering = (s.active + 1) % s.num_players


@kernel
def drop(t, s):
    """An offer is dropped altogether, a counter-offer counts as a refusal."""
    if s.stage == st.COUNTERING:
        clear_bid(s, s.seat)
        s.answer[s.seat] = st.REFUSED
        s.stage = st.ASKING
    else:
        end_offer(t, s)


@kernel
def may_accept(t, s):
    return holds(s, s.seat, s.active)


@kernel
def refuse(t, s):
    s.answer[s.seat] = st.REFUSED


@kernel
def counter(t, s):
    s.stage = st.COUNTERING


@kernel
def accept(t, s):
    s.answer[s.seat] = st.ACCEPTED
    for r in range(st.NUM_RESOURCES):
        show_hand(s, s.seat, r, s.bid[s.active, st.WANTED, r])


@kernel
def deal_bits(t, s):
    """Seats, counted from the next, who accepted or made a bid that the active player can pay."""
    bits = 0
    for place in range(s.num_players - 1):
        seat = other(s, place)
        if s.answer[seat] == st.ACCEPTED or (s.answer[seat] == st.COUNTERED and holds(s, s.active, seat)):
            bits |= 1 << place
    return bits


@kernel
def close(t, s, place):
    """The deal is carried out openly; all other bids lapse."""
    active, partner = s.active, other(s, place)
    if s.answer[partner] == st.ACCEPTED:
        tell(s, ev.DEAL, ALL, active, partner, packed(s, active, st.GIVEN), packed(s, active, st.WANTED))
    else:
        tell(s, ev.DEAL, ALL, active, partner, packed(s, partner, st.WANTED), packed(s, partner, st.GIVEN))
    for r in range(st.NUM_RESOURCES):
        if s.answer[partner] == st.ACCEPTED:
            hand_over(s, active, partner, r, s.bid[active, st.GIVEN, r])
            hand_over(s, partner, active, r, s.bid[active, st.WANTED, r])
        else:
            hand_over(s, partner, active, r, s.bid[partner, st.GIVEN, r])
            hand_over(s, active, partner, r, s.bid[partner, st.WANTED, r])
    end_offer(t, s)


@kernel
def continue_offer(s):
    if s.stage == st.COMPOSING:
        ask_active(s, st.ASK_COMPOSE)
    elif s.stage == st.COUNTERING:
        s.seat = s.answering
        s.ask = st.ASK_COMPOSE
    elif s.stage == st.ASKING:
        ask_next(s)
    else:
        ask_active(s, st.ASK_CLOSE)


@kernel
def ask_next(s):
    """Everybody with cards is asked, clockwise, able to accept or not."""
    while s.answering != s.active:
        seat = s.answering
        if s.hand_size[seat] > 0 and s.answer[seat] == st.NO_ANSWER:
            s.seat = seat
            s.ask = st.ASK_OFFER
            return
        s.answering = (seat + 1) % s.num_players
    s.answering = -1
    s.stage = st.CLOSING
