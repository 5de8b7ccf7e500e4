"""Starfarers of Catan: how well a seat stands, for players that look ahead.

Victory points count fully. Everything else is worth the points that it can still become: colonies the cards
they yield, ships the place they can reach, cards and expansions what they are good for. A ship that has not
flown yet in its player's turn counts as if it had: so nothing is gained by ending a turn early.
"""

import numpy as np

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from .flight import steps_left, total_speed
from .resources import hand_bits
from .score import better
from .systems import open_outpost
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
SUPPLY = 0.1  # supplies from Earth that can still be drawn in this turn
FRIEND = 0.6  # a friendship card, and what it adds by its effect:
ONE_KIND = -0.15  # good for one kind of card only, besides
BONUS, RATE = 1.0, 0.4  # this share of what the seat's colonies yield of that kind
ONCE_CARD, FAME_CARD, RELIEF_CARD, HELP_CARD, TRIBUTE_CARD = 0.1, 0.5, 0.1, 0.1, -0.2
CHIP = 1.2  # share of the two points of a friendship chip that a new outpost would win
SHIP = 0.12  # a ship wherever it is
TRIP = 0.7  # share of what waits at the end of a flight
STEP = 0.022  # each step on the way there
HASTE = 0.015  # each step of it that can be flown in this turn: who ends the turn without flying loses that
AVERAGE_SPEED = 3.5  # of a mother ship that is not rolled yet
DEAL = 0.5  # share of what a deal would bring that somebody has agreed to
MODULE = 0.1  # a trade ship won that waits for a place
OFFER = 0.08  # an offer opened, off the value: it takes time and rarely pays
LEAD = 3.5  # a lead of so many points is worth half a win


def fading(first: float, most: int) -> np.ndarray:
    """The worth of 0 to `most` equal things of which each adds less."""
    return np.append(0.0, np.cumsum(first * FADE ** np.arange(most)))


BOOSTERS = fading(BOOSTER_WORTH, 127)
CANNONS = fading(CANNON_WORTH, st.MOST_PIRATES)
FREIGHT_RINGS = fading(FREIGHT_WORTH, st.MOST_FREIGHT)


@kernel
def strength(s, seat):
    """Cannons that a seat counts with against pirates."""
    return min(s.expansion[seat, st.CANNON] + s.combat_bonus[seat], st.MOST_PIRATES)


# Places that ships make for


@kernel
def closed_faces(t, s, seat):
    """Bitset of the faces of pirates and ice that the seat cannot clear."""
    return t.pirates_above[strength(s, seat)] | t.ice_above[s.expansion[seat, st.FREIGHT]]


@kernel
def site_worth(t, s, seat, site, closed):
    """What a colony on a site would bring, as far as the seat knows its planets."""
    known = s.face_up | s.seen[seat]
    chance, pips = 1.0, 0.0
    for i in range(2):
        planet = int(t.site_planet[site, i])
        if not known >> planet & 1:
            chance *= t.dot_clear[t.planet_dot[planet]]
            pips += t.dot_pips[t.planet_dot[planet]]
        elif closed >> s.face[planet] & 1:
            return 0.0
        else:
            pips += t.face_pips[s.face[planet]]
    return chance * (1.0 + PIP * pips)


@kernel
def colony_trip(t, s, seat, node, left):
    """What a colony ship will bring where it is best to fly to, the way taken off."""
    closed = closed_faces(t, s, seat)
    top = TRIP * (1.0 + 2.0 * PIP * t.most_pips)
    best, way = 0.0, 0
    for i in range(st.NUM_SITES - st.HOME_SITES):
        site = int(t.near_site[node, i])
        steps = int(t.site_distance[node, site])
        cost = STEP * max(steps - left, 0.0)
        if top - cost <= best:  # no better place can be so far
            break
        if s.room >> site & 1:
            worth = TRIP * site_worth(t, s, seat, site, closed) - cost
            if worth > best:
                best, way = worth, steps
    return best + HASTE * min(way, left)


@kernel
def outpost_worth(s, seat, race):
    """What the next outpost of a base would bring: a card, and perhaps the chip."""
    holder = s.chip[race]
    if holder == seat or (holder >= 0 and s.posts[seat, race] + 1 <= s.posts[holder, race]):
        return FRIEND
    return FRIEND + CHIP


@kernel
def trade_trip(t, s, seat, node, left):
    """What a trade ship will bring; a base that needs more freight rings is worth the less."""
    best, way = 0.0, 0
    for race in range(st.NUM_RACES):
        post = open_outpost(s, race)
        if post >= 0:
            short = max(s.docked[race] + 1 - s.expansion[seat, st.FREIGHT], 0)
            steps = int(t.outpost_distance[node, post])
            worth = TRIP / (1.0 + short) * outpost_worth(s, seat, race) - STEP * max(steps - left, 0.0)
            if worth > best:
                best, way = worth, steps
    return best + HASTE * min(way, left)


@kernel
def flight_left(s, seat, k):
    """Steps that a ship can still make in this turn."""
    if seat != s.active or (s.flown | s.halted) >> k & 1 or s.phase == st.END:
        return 0.0
    if s.base_speed == 0:  # the mother ship has not been rolled
        return AVERAGE_SPEED + s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]
    return float(steps_left(s)) if k == s.flying else float(total_speed(s))


@kernel
def ships_worth(t, s, seat):
    worth = 0.0
    for k in range(st.TRANSPORTERS):
        node = s.ship_node[seat, k]
        if node >= 0:
            left = flight_left(s, seat, k)
            if s.cargo[seat, k] == st.COLONY:
                worth += SHIP + colony_trip(t, s, seat, node, left)
            else:
                worth += SHIP + trade_trip(t, s, seat, node, left)
    return worth


# Cards


@kernel
def cards_worth(size, kinds):
    return CARD * min(size, st.TRIBUTE_ABOVE) + LATE_CARD * max(size - st.TRIBUTE_ABOVE, 0) + VARIETY * kinds


@kernel
def hand_worth(s, seat, bidder, sign):
    """The worth of what a hand would be with (1) or after making (-1) the bid of a seat."""
    size, kinds = 0, 0
    for r in range(st.NUM_RESOURCES):
        n = s.hand[seat, r] + sign * (s.bid[bidder, st.GIVEN, r] - s.bid[bidder, st.WANTED, r])
        size += n
        kinds += n > 0
    return cards_worth(size, kinds)


@kernel
def deal_worth(s, seat):
    """What a deal that somebody has agreed to would bring."""
    now = cards_worth(s.hand_size[seat], count(hand_bits(s, seat)))
    if seat != s.offerer:
        if s.answer[seat] == st.ACCEPTED:
            return hand_worth(s, seat, s.offerer, 1) - now
        return hand_worth(s, seat, seat, -1) - now if s.answer[seat] == st.COUNTERED else 0.0
    best = 0.0
    for other in range(s.num_players):
        if s.answer[other] == st.ACCEPTED:
            best = max(best, hand_worth(s, seat, seat, -1) - now)
        elif s.answer[other] == st.COUNTERED and holds(s, seat, other):
            best = max(best, hand_worth(s, seat, other, 1) - now)
    return best


# Everything together


@kernel
def expansion_worth(s, seat):
    return (
        BOOSTERS[s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]]
        + CANNONS[strength(s, seat)]
        + FREIGHT_RINGS[s.expansion[seat, st.FREIGHT]]
    )


@kernel
def clear_worth(t, s, seat):
    """How near the seat is to clearing a planet that it has looked at."""
    pirates, ice = 0.0, 0.0
    planets = s.seen[seat] & ~s.face_up
    while planets:
        face = s.face[lowest(planets)]
        planets &= planets - 1
        if t.face_pirate[face] > 0:
            pirates = max(pirates, min(strength(s, seat) / t.face_pirate[face], 1.0))
        elif t.face_ice[face] > 0:
            ice = max(ice, min(s.expansion[seat, st.FREIGHT] / t.face_ice[face], 1.0))
    return CLEAR * (pirates + ice)


@kernel
def yield_worth(s, seat):
    pips = 0
    for r in range(st.NUM_RESOURCES):
        pips += s.pips[seat, r]
    return PIP * pips


@kernel
def friends_worth(t, s, seat):
    """Friendship cards: one for a kind is the better the more the seat's colonies yield of it."""
    friends = s.friends[seat]
    if friends == 0:
        return 0.0
    worth = FRIEND * count(friends)
    for r in range(st.NUM_RESOURCES):
        if friends & t.bonus_cards[r]:
            worth += ONE_KIND + BONUS * PIP * s.pips[seat, r]
        if friends & t.rate_cards[r]:
            worth += ONE_KIND + RATE * PIP * s.pips[seat, r]
        if friends & t.once_cards[r]:
            worth += ONCE_CARD
    if friends & t.fame_cards:
        worth += FAME_CARD
    if friends & t.relief_cards:
        worth += RELIEF_CARD
    if friends & t.help_cards:
        worth += HELP_CARD
    if friends & t.tribute_cards:
        worth += TRIBUTE_CARD
    return worth


@kernel
def turn_worth(s):
    """What the turn still holds for the active seat."""
    worth = -OFFER * (s.trade - s.offers_left)
    if s.supply and s.points[s.active] < st.SUPPLY_BELOW:
        worth += SUPPLY
    if s.friend_race >= 0:
        worth += FRIEND
    if s.placing != st.EMPTY:
        worth += SHIP
    return worth


@kernel
def wealth(t, s, seat):
    """Everything a seat has, in victory points."""
    worth = s.points[seat] + cards_worth(s.hand_size[seat], count(hand_bits(s, seat)))
    worth += expansion_worth(s, seat) + clear_worth(t, s, seat) + yield_worth(s, seat)
    worth += RING * (s.fame[seat] % 2) + MODULE * s.credit[seat]
    worth += friends_worth(t, s, seat) + ships_worth(t, s, seat)
    if s.offer_stage != st.NO_OFFER:
        worth += DEAL * deal_worth(s, seat)
    if seat == s.active:
        worth += turn_worth(s)
    elif s.trade > 0 and s.turns > 0:
        worth -= OFFER * (s.proposals - s.proposals_left[seat])
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
