"""Starfarers of Catan: resource cards, and what everybody knows of them.

Cards come from the bank and go there openly. A card that one player takes unseen from another is known to
these two; a card of the reserve pile to its drawer. `known[observer, holder]` counts the cards that the
observer is sure of: it never exceeds what the holder has. The observer PUBLIC sees what all see.
"""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .chance import draw


@kernel
def bank_bits(t, s):
    """Resources of which the bank has a card."""
    bits = 0
    for r in range(st.NUM_RESOURCES):
        if s.bank[r] > 0:
            bits |= 1 << r
    return bits


@kernel
def hand_bits(s, seat):
    """Resources of which the hand has a card."""
    bits = 0
    for r in range(st.NUM_RESOURCES):
        if s.hand[seat, r] > 0:
            bits |= 1 << r
    return bits


@kernel
def own_cards(t, s):
    """Resources of which the acting seat has a card."""
    return hand_bits(s, s.seat)


# Open moves


@kernel
def show_gain(s, seat, r, n):
    """Everybody else sees the seat gain (or, below 0, lose) cards of a kind."""
    for o in range(st.NUM_OBSERVERS):
        if o != seat:
            s.known[o, seat, r] = max(s.known[o, seat, r] + n, 0)


@kernel
def show_hand(s, seat, r, n):
    """Everybody else learns that the seat holds at least so many cards of a kind."""
    for o in range(st.NUM_OBSERVERS):
        if o != seat:
            s.known[o, seat, r] = max(s.known[o, seat, r], n)


@kernel
def move_cards(s, seat, r, n):
    s.hand[seat, r] += n
    s.hand_size[seat] += n


@kernel
def receive(s, seat, r, n):
    """Cards of the bank, openly."""
    s.bank[r] -= n
    move_cards(s, seat, r, n)
    show_gain(s, seat, r, n)


@kernel
def pay(s, seat, r, n):
    """Cards to the bank, openly."""
    receive(s, seat, r, -n)


@kernel
def hand_over(s, giver, taker, r, n):
    """Cards of one player to another, openly."""
    move_cards(s, giver, r, -n)
    show_gain(s, giver, r, -n)
    move_cards(s, taker, r, n)
    show_gain(s, taker, r, n)


# Hidden moves


@kernel
def forget_one(s, observer, holder):
    """The holder has lost a card that the observer did not see."""
    for r in range(st.NUM_RESOURCES):
        s.known[observer, holder, r] = max(s.known[observer, holder, r] - 1, 0)


@kernel
def slip(s, giver, taker, r):
    """One card of a player to another, seen by these two alone."""
    move_cards(s, giver, r, -1)
    move_cards(s, taker, r, 1)
    tell(s, ev.SLIPS, 1 << giver | 1 << taker, giver, taker, r, s.hand_size[giver])
    for o in range(st.NUM_OBSERVERS):
        if o == taker:
            s.known[o, giver, r] = max(s.known[o, giver, r] - 1, 0)
        elif o == giver:
            s.known[o, taker, r] += 1
        else:
            forget_one(s, o, giver)


@kernel
def draw_from(s, cards, size):
    """A random card out of so many, by its kind."""
    at = draw(s, size)
    r = 0
    while at >= cards[r]:
        at -= cards[r]
        r += 1
    return r


@kernel
def rob(s, victim, thief):
    """A random card, drawn unseen."""
    if s.hand_size[victim] > 0:
        slip(s, victim, thief, draw_from(s, s.hand[victim], s.hand_size[victim]))


@kernel
def draw_supply(s, seat):
    """The top card of the reserve pile; its kind is the drawer's secret."""
    if s.pile_size == 0:
        form_pile(s)
    if s.pile_size == 0:
        return
    r = draw_from(s, s.pile, s.pile_size)
    s.pile[r] -= 1
    s.pile_size -= 1
    move_cards(s, seat, r, 1)
    tell(s, ev.SUPPLY, 1 << seat, seat, r, s.pile_size)
    for o in range(st.NUM_OBSERVERS):
        if o == seat:
            s.known[o, st.PILE, r] = max(s.known[o, st.PILE, r] - 1, 0)
        else:
            forget_one(s, o, st.PILE)
    if s.pile_size == 0:
        form_pile(s)


@kernel
def form_pile(s):
    """A new reserve pile of six cards of each kind, or as many as the bank has: everybody sees which."""
    for r in range(st.NUM_RESOURCES):
        n = min(st.REFILL_PER_RESOURCE, s.bank[r])
        s.bank[r] -= n
        s.pile[r] = n
        s.pile_size += n
        for o in range(st.NUM_OBSERVERS):
            s.known[o, st.PILE, r] = n
    tell(s, ev.PILE, ALL, s.pile[0], s.pile[1], s.pile[2], s.pile[3], s.pile[4])


# Costs and rates


@kernel
def affordable(t, s, seat, item):
    for r in range(st.NUM_RESOURCES):
        if s.hand[seat, r] < t.cost[item, r]:
            return False
    return True


@kernel
def pay_for(t, s, seat, item):
    for r in range(st.NUM_RESOURCES):
        if t.cost[item, r] > 0:
            pay(s, seat, r, t.cost[item, r])


@kernel
def rate_once(t, s, seat, r):
    """Does a merchant card still offer its rate that is good once a turn?"""
    return s.friends[seat] & t.once_cards[r] != 0 and not s.used_rate


@kernel
def bank_rate(t, s, seat, r):
    """How many cards of a kind the bank wants for one of another."""
    if rate_once(t, s, seat, r):
        return int(t.once_price[r])
    if s.friends[seat] & t.rate_cards[r]:
        return int(t.rate_price[r])
    return st.GOODS_RATE if r == st.GOODS else st.BANK_RATE


@kernel
def bank_offers(t, s):
    """What the bank gives the acting seat for cards of each kind: any other kind that it has."""
    bits, stock = 0, bank_bits(t, s)
    for r in range(st.NUM_RESOURCES):
        if s.hand[s.seat, r] > 0 and s.hand[s.seat, r] >= bank_rate(t, s, s.seat, r):
            bits |= (stock & ~(1 << r)) << st.NUM_RESOURCES * r
    return bits


@kernel
def trade_with_bank(t, s, give, take):
    seat = s.seat
    price = bank_rate(t, s, seat, give)
    if rate_once(t, s, seat, give):
        s.used_rate = True
    pay(s, seat, give, price)
    receive(s, seat, take, 1)


# Fame


@kernel
def fame_left(s):
    """Fame rings in the box."""
    left = st.FAME_RINGS
    for p in range(s.num_players):
        left -= s.fame[p]
    return left


@kernel
def add_fame(s, seat, n):
    """Fame rings won or lost: no more than the box has left, no less than none. Two are a victory point."""
    rings = max(s.fame[seat] + min(n, fame_left(s)), 0)
    if rings != s.fame[seat]:
        tell(s, ev.FAME, ALL, seat, rings - s.fame[seat], rings)
    s.points[seat] += rings // 2 - s.fame[seat] // 2
    s.fame[seat] = rings
