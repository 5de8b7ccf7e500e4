"""Starfarers of Catan: trade between players. Somebody offers; others accept, refuse or make counter-offers.

The active player takes part in every trade: an offer of his goes round, an offer of somebody else is for him
alone. `bid[seat]` holds what a seat gives and wants: the offerer's bid is the offer, those of the others are
counter-offers. Bids are named aloud card by card, in the order of the resources, what is given before what is
wanted. After counter-offers the offerer may change the offer, which goes round once more.
"""

from astrarium.core import kernel, tell
from astrarium.core.seats import clockwise
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .resources import hand_over, show_hand
from .seats import other

# Opening and ending


@kernel
def may_offer(t, s):
    """An offer of the active player is left, and somebody to trade with."""
    if s.offers_left == 0 or s.hand_size[s.active] == 0:
        return False
    for p in range(s.num_players):
        if p != s.active and s.hand_size[p] > 0:
            return True
    return False


@kernel
def open_offer(t, s):
    s.offers_left -= 1
    begin_offer(s)


@kernel
def begin_offer(s):
    s.offerer = s.seat
    s.changes_left = s.haggling
    s.offer_stage = st.COMPOSING


@kernel
def ask_proposer(s):
    """Before the phase ends each of the others may make the active player an offer."""
    for k in range(1, s.num_players):
        seat = clockwise(s, s.active, k)
        if s.proposals_left[seat] > 0 and not s.silent >> seat & 1:
            if s.hand_size[seat] > 0 and s.hand_size[s.active] > 0:
                s.seat = seat
                s.ask = st.ASK_PROPOSE
                return
    s.phase = st.ROLL


@kernel
def propose(t, s):
    s.proposals_left[s.seat] -= 1
    begin_offer(s)


@kernel
def stay_silent(t, s):
    """No offer in this turn any more."""
    s.silent = s.silent | (1 << s.seat)


@kernel
def end_offer(s):
    s.offer_stage = st.NO_OFFER
    s.offerer = -1
    s.changes_left = 0
    clear_bids(s)


@kernel
def no_deal(t, s):
    tell(s, ev.NO_DEAL, ALL)
    end_offer(s)


@kernel
def clear_bids(s):
    s.answering = -1
    for p in range(st.MAX_PLAYERS):
        s.answer[p] = st.NO_ANSWER
        clear_bid(s, p)


# Naming cards


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
    tell(s, ev.OFFERS, ALL, s.seat, packed(s, s.seat, st.GIVEN), packed(s, s.seat, st.WANTED))
    if s.offer_stage == st.COUNTERING:
        s.answer[s.seat] = st.COUNTERED
    else:
        s.answering = (s.offerer + 1) % s.num_players
    s.offer_stage = st.ASKING


@kernel
def drop(t, s):
    """An offer is dropped altogether, a counter-offer counts as a refusal."""
    if s.offer_stage == st.COUNTERING:
        clear_bid(s, s.seat)
        refuse(t, s)
        s.offer_stage = st.ASKING
    else:
        end_offer(s)


# Answers


@kernel
def go_on_offer(s):
    if s.offer_stage == st.ASKING:
        ask_next(s)
    elif s.offer_stage == st.COUNTERING:
        s.seat = s.answering
        s.ask = st.ASK_COMPOSE
    else:
        s.seat = s.offerer
        s.ask = st.ASK_COMPOSE if s.offer_stage == st.COMPOSING else st.ASK_CLOSE


@kernel
def ask_next(s):
    """All with cards are asked, clockwise, able to accept or not; of another's offer the active player."""
    while s.answering != s.offerer:
        seat = s.answering
        meant = s.offerer == s.active or seat == s.active
        if meant and s.hand_size[seat] > 0 and s.answer[seat] == st.NO_ANSWER:
            s.seat = seat
            s.ask = st.ASK_OFFER
            return
        s.answering = (seat + 1) % s.num_players
    s.answering = -1
    s.offer_stage = st.CLOSING


@kernel
def may_accept(t, s):
    return holds(s, s.seat, s.offerer)


@kernel
def accept(t, s):
    """What the active player accepts is a deal; of the others the active player chooses one."""
    tell(s, ev.ACCEPTS, ALL, s.seat)
    s.answer[s.seat] = st.ACCEPTED
    for r in range(st.NUM_RESOURCES):
        show_hand(s, s.seat, r, s.bid[s.offerer, st.WANTED, r])
    if s.seat == s.active:
        deal(s, s.seat)


@kernel
def refuse(t, s):
    tell(s, ev.REFUSES, ALL, s.seat)
    s.answer[s.seat] = st.REFUSED


@kernel
def counter(t, s):
    s.offer_stage = st.COUNTERING


# Closing


@kernel
def deal_bits(t, s):
    """Seats, counted from the next, who accepted or made a bid that the offerer can pay."""
    bits = 0
    for place in range(s.num_players - 1):
        seat = other(s, place)
        if s.answer[seat] == st.ACCEPTED or (s.answer[seat] == st.COUNTERED and holds(s, s.offerer, seat)):
            bits |= 1 << place
    return bits


@kernel
def close(t, s, place):
    deal(s, other(s, place))


@kernel
def deal(s, partner):
    """The deal is carried out openly; all other bids lapse, and the active player goes on building."""
    offerer = s.offerer
    if s.answer[partner] == st.ACCEPTED:
        tell(s, ev.DEAL, ALL, offerer, partner, packed(s, offerer, st.GIVEN), packed(s, offerer, st.WANTED))
    else:
        tell(s, ev.DEAL, ALL, offerer, partner, packed(s, partner, st.WANTED), packed(s, partner, st.GIVEN))
    for r in range(st.NUM_RESOURCES):
        if s.answer[partner] == st.ACCEPTED:
            hand_over(s, offerer, partner, r, s.bid[offerer, st.GIVEN, r])
            hand_over(s, partner, offerer, r, s.bid[offerer, st.WANTED, r])
        else:
            hand_over(s, partner, offerer, r, s.bid[partner, st.GIVEN, r])
            hand_over(s, offerer, partner, r, s.bid[partner, st.WANTED, r])
    end_offer(s)
    s.phase = st.BUILDING


@kernel
def may_change(t, s):
    """A counter-offer can be answered by another offer, a limited number of times."""
    if s.changes_left == 0:
        return False
    for p in range(s.num_players):
        if s.answer[p] == st.COUNTERED:
            return True
    return False


@kernel
def change_offer(t, s):
    """All bids lapse; the offerer names other cards."""
    s.changes_left -= 1
    clear_bids(s)
    s.offer_stage = st.COMPOSING
