"""Starfarers of Catan: how well a seat stands, for players that look ahead.

Victory points count fully. Everything else is worth the points that it can still become: colonies the cards
they yield, ships the place they can reach, cards and expansions what they are good for. A ship that has not
flown yet in its player's turn counts as if it had: so nothing is gained by ending a turn early.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from .flight import steps_left, total_speed
from .score import better
from .systems import open_outpost
from .trade import holds


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
    return chance * (1.0 + t.w.pip * pips)


@kernel
def colony_trip(t, s, seat, node, left):
    """What a colony ship will bring where it is best to fly to, the way taken off."""
    closed = closed_faces(t, s, seat)
    top = t.w.trip * (1.0 + 2.0 * t.w.pip * t.most_pips)
    best, way = 0.0, 0
    for i in range(st.NUM_SITES - st.HOME_SITES):
        site = int(t.near_site[node, i])
        steps = int(t.site_distance[node, site])
        cost = t.w.step * max(steps - left, 0.0)
        if top - cost <= best:  # no better place can be so far
            break
        if s.room >> site & 1:
            worth = t.w.trip * site_worth(t, s, seat, site, closed) - cost
            if worth > best:
                best, way = worth, steps
    return best + t.w.haste * min(way, left)


@kernel
def outpost_worth(t, s, seat, race):
    """What the next outpost of a base would bring: a card, and perhaps the chip."""
    holder = s.chip[race]
    if holder == seat or (holder >= 0 and s.posts[seat, race] + 1 <= s.posts[holder, race]):
        return t.w.friend
    return t.w.friend + t.w.chip


@kernel
def trade_trip(t, s, seat, node, left):
    """What a trade ship will bring; a base that needs more freight rings is worth the less."""
    best, way = 0.0, 0
    for race in range(st.NUM_RACES):
        post = open_outpost(s, race)
        if post >= 0:
            short = max(s.docked[race] + 1 - s.expansion[seat, st.FREIGHT], 0)
            steps = int(t.outpost_distance[node, post])
            cost = t.w.step * max(steps - left, 0.0)
            worth = t.w.trip / (1.0 + short) * outpost_worth(t, s, seat, race) - cost
            if worth > best:
                best, way = worth, steps
    return best + t.w.haste * min(way, left)


@kernel
def flight_left(t, s, seat, k):
    """Steps that a ship can still make in this turn."""
    if seat != s.active or (s.flown | s.halted) >> k & 1 or s.phase == st.END:
        return 0.0
    if s.base_speed == 0:  # the mother ship has not been rolled
        return t.w.average_speed + s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]
    return float(steps_left(s)) if k == s.flying else float(total_speed(s))


@kernel
def ships_worth(t, s, seat):
    worth = 0.0
    for k in range(st.TRANSPORTERS):
        node = s.ship_node[seat, k]
        if node >= 0:
            left = flight_left(t, s, seat, k)
            if s.cargo[seat, k] == st.COLONY:
                worth += t.w.ship + colony_trip(t, s, seat, node, left)
            else:
                worth += t.w.ship + trade_trip(t, s, seat, node, left)
    return worth


# Cards


@kernel
def cards_worth(t, size, kinds):
    return (
        t.w.card * min(size, st.TRIBUTE_ABOVE)
        + t.w.late_card * max(size - st.TRIBUTE_ABOVE, 0)
        + t.w.variety * kinds
    )


@kernel
def plan_worth(t, s, seat, bidder, sign):
    """How near a hand is to the best thing that it could pay for, with so many times a bid."""
    best = 0.0
    for item in range(st.NUM_ITEMS):
        short = 0
        for r in range(st.NUM_RESOURCES):
            n = s.hand[seat, r] + sign * (s.bid[bidder, st.GIVEN, r] - s.bid[bidder, st.WANTED, r])
            short += max(t.cost[item, r] - n, 0)
        best = max(best, t.w.plan[item] / (1.0 + short))
    return best


@kernel
def hand_worth(t, s, seat, bidder, sign):
    """The worth of what a hand is (0), would be with (1) or after making (-1) the bid of a seat."""
    size, kinds = 0, 0
    for r in range(st.NUM_RESOURCES):
        n = s.hand[seat, r] + sign * (s.bid[bidder, st.GIVEN, r] - s.bid[bidder, st.WANTED, r])
        size += n
        kinds += n > 0
    return cards_worth(t, size, kinds) + plan_worth(t, s, seat, bidder, sign)


@kernel
def countering(s, seat):
    """The seat has made a counter-offer, or is naming its cards."""
    return s.answer[seat] == st.COUNTERED or (s.offer_stage == st.COUNTERING and s.answering == seat)


@kernel
def counter_worth(t, s, seat, now):
    """What its own counter-offer would bring a seat; less if the offerer would lose by it, and so refuse."""
    gain = hand_worth(t, s, seat, seat, -1) - now
    offerer = s.offerer
    if hand_worth(t, s, offerer, seat, 1) <= hand_worth(t, s, offerer, offerer, 0):
        gain *= t.w.vain
    return gain


@kernel
def deal_worth(t, s, seat):
    """What a deal that somebody has agreed to would bring."""
    now = hand_worth(t, s, seat, seat, 0)
    if seat != s.offerer:
        if s.answer[seat] == st.ACCEPTED:
            return hand_worth(t, s, seat, s.offerer, 1) - now
        return counter_worth(t, s, seat, now) if s.answer[seat] == st.COUNTERED else 0.0
    best = 0.0
    for other in range(s.num_players):
        if s.answer[other] == st.ACCEPTED:
            best = max(best, hand_worth(t, s, seat, seat, -1) - now)
        elif s.answer[other] == st.COUNTERED and holds(s, seat, other):
            best = max(best, hand_worth(t, s, seat, other, 1) - now)
    return best


# Everything together


@kernel
def expansion_worth(t, s, seat):
    return (
        t.boosters[s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]]
        + t.cannons[strength(s, seat)]
        + t.freight_rings[s.expansion[seat, st.FREIGHT]]
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
    return t.w.clear * (pirates + ice)


@kernel
def yield_worth(t, s, seat):
    pips = 0
    for r in range(st.NUM_RESOURCES):
        pips += s.pips[seat, r]
    return t.w.pip * pips


@kernel
def friends_worth(t, s, seat):
    """Friendship cards: one for a kind is the better the more the seat's colonies yield of it."""
    friends = s.friends[seat]
    if friends == 0:
        return 0.0
    worth = t.w.friend * count(friends)
    for r in range(st.NUM_RESOURCES):
        if friends & t.bonus_cards[r]:
            worth += t.w.one_kind + t.w.bonus * t.w.pip * s.pips[seat, r]
        if friends & t.rate_cards[r]:
            worth += t.w.one_kind + t.w.rate * t.w.pip * s.pips[seat, r]
        if friends & t.once_cards[r]:
            worth += t.w.once_card
    if friends & t.fame_cards:
        worth += t.w.fame_card
    if friends & t.relief_cards:
        worth += t.w.relief_card
    if friends & t.help_cards:
        worth += t.w.help_card
    if friends & t.tribute_cards:
        worth += t.w.tribute_card
    return worth


@kernel
def turn_worth(t, s):
    """What the turn still holds for the active seat."""
    worth = -t.w.offer * (s.trade - s.offers_left)
    if s.supply and s.points[s.active] < st.SUPPLY_BELOW:
        worth += t.w.supply
    if s.friend_race >= 0:
        worth += t.w.friend
    if s.placing != st.EMPTY:
        worth += t.w.ship
    return worth


@kernel
def wealth(t, s, seat):
    """Everything a seat has, in victory points."""
    worth = s.points[seat] + hand_worth(t, s, seat, seat, 0)
    worth += expansion_worth(t, s, seat) + clear_worth(t, s, seat) + yield_worth(t, s, seat)
    worth += t.w.ring * (s.fame[seat] % 2) + t.w.module * s.credit[seat]
    worth += friends_worth(t, s, seat) + ships_worth(t, s, seat)
    if s.offer_stage != st.NO_OFFER:
        worth += t.w.deal * deal_worth(t, s, seat)
        if countering(s, seat):
            worth -= t.w.counter
    if seat == s.active:
        worth += turn_worth(t, s)
    elif s.trade > 0 and s.turns > 0:
        worth -= t.w.offer * (s.proposals - s.proposals_left[seat])
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
    lead = (wealth(t, s, seat) - best) / t.w.lead
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
