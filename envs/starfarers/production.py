"""Starfarers of Catan: the production phase: the dice, tribute on a seven, the relief fund."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.seats import clockwise
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .chance import draw
from .resources import bank_bits, pay, receive, rob
from .seats import next_due, other


@kernel
def roll_dice(t, s):
    s.dice[0] = 1 + draw(s, 6)
    s.dice[1] = 1 + draw(s, 6)
    total = s.dice[0] + s.dice[1]
    tell(s, ev.DICE, ALL, s.active, total)
    if total == st.SEVEN:
        demand_tribute(t, s)
        s.phase = st.TRIBUTE
    else:
        grant_relief(t, s, produce(t, s, total))
        s.phase = st.RELIEF


@kernel
def produce(t, s, total):
    """Every colony beside a planet of this number gives a card; bitset of the seats that got any.

    If the bank cannot pay all claims to a kind, nobody gets it.
    """
    fed = 0
    for r in range(st.NUM_RESOURCES):
        planets = s.producing[total] & t.resource_planets[r]
        if planets == 0:
            continue
        claims = harvest(t, s, planets)
        claimed = 0
        for p in range(s.num_players):
            n = claims >> 8 * p & 255
            if n > 0 and s.friends[p] & t.bonus_cards[r]:
                claims += 1 << 8 * p
                n += 1
            claimed += n
        if claimed > s.bank[r]:
            tell(s, ev.SHORT, ALL, r)
            continue
        for p in range(s.num_players):
            n = claims >> 8 * p & 255
            if n > 0:
                receive(s, p, r, n)
                tell(s, ev.GETS, ALL, p, r, n)
                fed |= 1 << p
    if fed == 0:
        tell(s, ev.NO_YIELD, ALL)
    return fed


@kernel
def harvest(t, s, planets):
    """Cards that each seat's colonies and spaceports claim, one byte a seat."""
    claims = 0
    while planets:
        planet = lowest(planets)
        planets &= planets - 1
        for i in range(2):
            owner = s.site_owner[t.planet_site[planet, i]]
            if owner >= 0 and owner != st.BLOCKED:
                claims += 1 << 8 * owner
    return claims


# A seven


@kernel
def tribute_above(t, s, seat):
    """Hands larger than this pay tribute."""
    return int(t.tribute_above) if s.friends[seat] & t.tribute_cards else st.TRIBUTE_ABOVE


@kernel
def demand_tribute(t, s):
    """Everybody with too many cards gives up half of them."""
    for k in range(s.num_players):
        seat = clockwise(s, s.active, k)
        if s.hand_size[seat] > tribute_above(t, s, seat):
            s.to_pay[seat] = s.hand_size[seat] // 2
            tell(s, ev.OWES, ALL, seat, s.to_pay[seat])


@kernel
def go_on_tribute(s):
    """They pay clockwise from the roller on; then the roller may rob somebody."""
    for k in range(s.num_players):
        seat = clockwise(s, s.active, k)
        if s.to_pay[seat] > 0:
            s.seat = seat
            s.ask = st.ASK_TRIBUTE
            return
    s.seat = s.active
    s.ask = st.ASK_THEFT


@kernel
def pay_tribute(t, s, r):
    pay(s, s.seat, r, 1)
    s.to_pay[s.seat] -= 1
    tell(s, ev.TRIBUTE, ALL, s.seat, r, s.to_pay[s.seat])


@kernel
def rich_bits(t, s):
    """The others with cards, counted from the next."""
    bits = 0
    for place in range(s.num_players - 1):
        if s.hand_size[other(s, place)] > 0:
            bits |= 1 << place
    return bits


@kernel
def steal(t, s, place):
    rob(s, other(s, place), s.seat)
    steal_nothing(t, s)


@kernel
def steal_nothing(t, s):
    s.phase = st.BUILDING


# The relief fund


@kernel
def grant_relief(t, s, fed):
    """Who got nothing from this roll and has the relief fund takes a card of choice."""
    s.relief = 0
    for p in range(s.num_players):
        if s.friends[p] & t.relief_cards and not fed >> p & 1:
            s.relief = s.relief | (1 << p)


@kernel
def go_on_relief(t, s):
    if s.relief == 0 or bank_bits(t, s) == 0:
        s.relief = 0
        s.phase = st.BUILDING
    else:
        s.seat = next_due(s, s.relief)
        s.ask = st.ASK_RELIEF


@kernel
def take_relief(t, s, r):
    s.relief = s.relief & ~(1 << s.seat)
    receive(s, s.seat, r, 1)
    tell(s, ev.RELIEF, ALL, s.seat, r)
