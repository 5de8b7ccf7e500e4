"""Starfarers of Catan: how well a seat stands, for players that look ahead.

Victory points count fully. Everything else is worth the points that it can still become: colonies the cards
they yield, ships the place they can reach, cards and expansions what they are good for. A ship that has not
flown yet in its player's turn counts as if it had: so nothing is gained by ending a turn early.
"""

from astrarium.core import kernel
from astrarium.core.bits import lowest

from . import state as st
from .flight import steps_left, total_speed
from .score import better
from .systems import favourite, open_outpost, outposts_of, room_for_colony
from .trade import holds

# Worth of things in victory points.
CARD = 0.075  # a resource card in hand
LATE_CARD = 0.03  # beyond the seventh, which Earth may take
VARIETY = 0.05  # the first card of each kind
PIP = 0.03  # one of 36 throws that yields a card
RING = 0.3  # a single fame ring
BOOSTER_WORTH, CANNON_WORTH, FREIGHT_WORTH = 0.23, 0.13, 0.24
FADE = 0.82  # each further expansion of a kind is worth that much of the one before
CLEAR = 0.5  # cannons enough for the weakest pirates that the seat has seen, or freight rings for ice
FRIEND = 0.6  # a friendship card
CHIP = 1.2  # share of the two points of a friendship chip that a new outpost would win
SHIP = 0.12  # a ship wherever it is
TRIP = 0.62  # share of what waits at the end of a flight
STEP = 0.022  # each step on the way there
AVERAGE_SPEED = 3.5  # of a mother ship that is not rolled yet
DEAL = 0.5  # share of what a deal would bring that somebody has agreed to
MODULE = 0.1  # a trade ship won that waits for a place
OFFER = 0.08  # an offer opened, off the value: it takes time and rarely pays
LEAD = 3.5  # a lead of so many points is worth half a win


@kernel
def planet_pips(t, s, seat, planet):
    """Throws of 36 that a planet yields on, as far as the seat knows."""
    if (s.face_up | s.seen[seat]) >> planet & 1:
        return float(t.face_pips[s.face[planet]])
    return t.dot_pips[t.planet_dot[planet]]


@kernel
def planet_open(t, s, seat, planet):
    """How likely a planet is free of pirates and ice, or the seat can clear it."""
    if not (s.face_up | s.seen[seat]) >> planet & 1:
        return t.dot_clear[t.planet_dot[planet]]
    face = s.face[planet]
    if t.face_pirate[face] > 0:
        return 1.0 if s.expansion[seat, st.CANNON] + s.combat_bonus[seat] >= t.face_pirate[face] else 0.0
    return 1.0 if s.expansion[seat, st.FREIGHT] >= t.face_ice[face] else 0.0


@kernel
def site_worth(t, s, seat, site):
    """What a colony on a free site would bring."""
    a, b = t.site_planet[site, 0], t.site_planet[site, 1]
    chance = planet_open(t, s, seat, a) * planet_open(t, s, seat, b)
    if chance == 0.0:
        return 0.0
    return chance * (1.0 + PIP * (planet_pips(t, s, seat, a) + planet_pips(t, s, seat, b)))


@kernel
def outpost_worth(s, seat, post):
    """What the next outpost of a base would bring: a card, and perhaps the chip."""
    race = post // st.OUTPOSTS_PER_RACE
    worth = FRIEND
    holder = favourite(s, race)
    if holder != seat:
        if holder < 0 or outposts_of(s, seat, race) + 1 > outposts_of(s, holder, race):
            worth += CHIP
    return worth


@kernel
def flight_left(s, seat, k):
    """Steps that a ship can still make in this turn."""
    if seat != s.active or (s.flown | s.halted) >> k & 1 or s.phase == st.END:
        return 0.0
    if s.phase <= st.ROLL:
        return AVERAGE_SPEED + s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]
    return float(steps_left(s)) if k == s.flying else float(total_speed(s))


@kernel
def way_worth(t, s, node, place, left):
    """What the way to a place costs, beyond what can be flown in this turn."""
    return STEP * max(t.distance[node, place] - left, 0.0)


@kernel
def ship_worth(t, s, seat, k):
    """The best place that a ship can make for."""
    node = s.ship_node[seat, k]
    left = flight_left(s, seat, k)
    best = 0.0
    if s.cargo[seat, k] == st.COLONY:
        for site in range(st.HOME_SITES, st.NUM_SITES):
            if room_for_colony(s, site):
                worth = TRIP * site_worth(t, s, seat, site) - way_worth(t, s, node, t.site_node[site], left)
                best = max(best, worth)
    else:
        for race in range(st.NUM_RACES):
            post = open_outpost(s, race)
            if post >= 0:
                short = max(post % st.OUTPOSTS_PER_RACE + 1 - s.expansion[seat, st.FREIGHT], 0)
                share = TRIP / (1.0 + short)
                worth = share * outpost_worth(s, seat, post)
                best = max(best, worth - way_worth(t, s, node, t.outpost_node[post], left))
    return SHIP + best


@kernel
def cards_worth(size, kinds):
    return CARD * min(size, st.TRIBUTE_ABOVE) + LATE_CARD * max(size - st.TRIBUTE_ABOVE, 0) + VARIETY * kinds


@kernel
def hand_worth(s, seat, bidder, sign):
    """The worth of a hand, or of what it would be with (1) or after making (-1) the bid of a seat."""
    size, kinds = 0, 0
    for r in range(st.NUM_RESOURCES):
        n = s.hand[seat, r] + sign * (s.bid[bidder, st.GIVEN, r] - s.bid[bidder, st.WANTED, r])
        size += n
        kinds += n > 0
    return cards_worth(size, kinds)


@kernel
def deal_worth(s, seat):
    """What a deal that somebody has agreed to would bring."""
    now = hand_worth(s, seat, seat, 0)
    if seat != s.active:
        if s.answer[seat] == st.ACCEPTED:
            return hand_worth(s, seat, s.active, 1) - now
        return hand_worth(s, seat, seat, -1) - now if s.answer[seat] == st.COUNTERED else 0.0
    best = 0.0
    for other in range(s.num_players):
        if s.answer[other] == st.ACCEPTED:
            best = max(best, hand_worth(s, seat, seat, -1) - now)
        elif s.answer[other] == st.COUNTERED and holds(s, seat, other):
            best = max(best, hand_worth(s, seat, other, 1) - now)
    return best


@kernel
def fading(first, n):
    """The worth of n equal things of which each adds less."""
    worth = 0.0
    for _ in range(n):
        worth += first
        first *= FADE
    return worth


@kernel
def expansion_worth(s, seat):
    return (
        fading(BOOSTER_WORTH, s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat])
        + fading(CANNON_WORTH, s.expansion[seat, st.CANNON] + s.combat_bonus[seat])
        + fading(FREIGHT_WORTH, s.expansion[seat, st.FREIGHT])
    )


@kernel
def clear_worth(t, s, seat):
    """How near the seat is to clearing a planet that it has looked at."""
    pirates, ice = 0.0, 0.0
    cannons = s.expansion[seat, st.CANNON] + s.combat_bonus[seat]
    planets = s.seen[seat] & ~s.face_up
    while planets:
        face = s.face[lowest(planets)]
        planets &= planets - 1
        if t.face_pirate[face] > 0:
            pirates = max(pirates, min(cannons / t.face_pirate[face], 1.0))
        elif t.face_ice[face] > 0:
            ice = max(ice, min(s.expansion[seat, st.FREIGHT] / t.face_ice[face], 1.0))
    return CLEAR * (pirates + ice)


@kernel
def yield_worth(t, s, seat):
    worth = 0.0
    sites = s.colonies[seat] | s.ports[seat]
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        for i in range(2):
            worth += PIP * t.face_pips[s.face[t.site_planet[site, i]]]
    return worth


@kernel
def wealth(t, s, seat):
    """Everything a seat has, in victory points."""
    worth = float(s.points[seat]) + hand_worth(s, seat, seat, 0)
    worth += expansion_worth(s, seat) + clear_worth(t, s, seat) + yield_worth(t, s, seat)
    worth += RING * (s.fame[seat] % 2) + MODULE * s.credit[seat]
    friends = s.friends[seat]
    while friends:
        worth += FRIEND
        friends &= friends - 1
    for k in range(st.TRANSPORTERS):
        if s.ship_node[seat, k] >= 0:
            worth += ship_worth(t, s, seat, k)
    if s.stage != st.NO_OFFER:
        worth += DEAL * deal_worth(s, seat)
    if seat == s.active:
        worth -= OFFER * (s.trade - s.offers_left)
        if s.friend_race >= 0:
            worth += FRIEND
        if s.placing != st.EMPTY:
            worth += SHIP
    return worth


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the result of a finished game, else the lead over the best other seat."""
    if s.over:
        return result(s, seat)
    best = -1000.0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, wealth(t, s, other))
    lead = (wealth(t, s, seat) - best) / LEAD
    return lead / (1.0 + abs(lead))


@kernel
def result(s, seat):
    """1 for the only winner, 0 if all share, -1 for those behind."""
    ahead, level = 0, 0
    for other in range(s.num_players):
        if other != seat:
            if better(s, other, seat):
                ahead += 1
            elif not better(s, seat, other):
                level += 1
    if ahead:
        return -1.0
    return 1.0 / (level + 1) if level < s.num_players - 1 else 0.0
