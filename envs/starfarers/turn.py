"""Starfarers of Catan: the course of a game, and the production phase."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from .build import continue_place, may_place_won, place_won, set_port
from .chance import draw
from .encounter import continue_encounter
from .flight import ball_value, continue_flight, continue_flying, continue_jump, has_ships, roll_balls
from .resources import bank_bits, draw_supply, fame_left, hand_bits, next_due, pay, receive, rob
from .systems import continue_friend, set_colony
from .trade import continue_offer


@kernel
def run(t, s):
    """Go on until somebody has a real decision to make, or the game is over."""
    s.ask = st.ASK_NOTHING
    while s.ask == st.ASK_NOTHING and s.over == 0:
        if s.turns > 0 and s.points[s.active] >= st.TARGET:
            s.over = 1
        elif s.friend_race >= 0:
            continue_friend(t, s)
        elif s.placing != st.EMPTY:
            continue_place(t, s)
        elif s.flying >= 0:
            continue_flying(t, s)
        elif s.jumper >= 0:
            continue_jump(t, s)
        elif s.stage != st.NO_OFFER:
            continue_offer(s)
        elif may_place_won(t, s):
            place_won(s)
        else:
            continue_turn(t, s)


@kernel
def continue_turn(t, s):
    """One step of the turn's own machine."""
    phase = s.phase
    if phase == st.FLIGHT:
        continue_flight(t, s)
    elif phase == st.BUILDING:
        continue_building(t, s)
    elif phase == st.ENCOUNTER:
        continue_encounter(t, s)
    elif phase == st.ROLL:
        roll_mother_ship(s)
    elif phase == st.END:
        next_turn(s)
    elif phase == st.START:
        roll_dice(t, s)
    elif phase == st.TRIBUTE:
        continue_tribute(s)
    elif phase == st.THEFT:
        continue_theft(s)
    elif phase == st.RELIEF:
        continue_relief(s)
    else:
        continue_setup(t, s)


# Set-up


@kernel
def continue_setup(t, s):
    """Whose turn it is to place something before the game begins."""
    n = s.num_players
    if s.phase == st.PLACE_COLONIES:
        if s.placed == 3 * n:
            close_sites(s)
            s.placed = 0
            s.phase = st.PLACE_PORTS
            return
        place = s.placed % n
        if s.placed // n == 1:  # the second round goes back
            place = n - 1 - place
        s.active = (s.first + place) % n
        s.seat = s.active
        s.ask = st.ASK_SITE
    elif s.placed == n:
        s.placed = 0
        begin_turn(s, s.first)
    elif s.phase == st.PLACE_PORTS:
        continue_ports(s)
    else:
        s.active = (s.first + s.placed) % n
        s.placed += 1
        s.placing = st.COLONY


@kernel
def continue_ports(s):
    """From the last player back to the first: a spaceport, then a ship."""
    seat = (s.first + s.num_players - 1 - s.placed) % s.num_players
    s.active = seat
    s.seat = seat
    if s.ports[seat] == 0:
        s.ask = st.ASK_PORT
    elif not has_ships(s, seat):
        s.ask = st.ASK_KIND
    else:
        s.placed += 1


@kernel
def free_home_sites(s):
    bits = 0
    for site in range(st.HOME_SITES):
        if s.site_owner[site] == -1:
            bits |= 1 << site
    return bits


@kernel
def close_sites(s):
    """Home sites that nobody has taken stay empty for the game."""
    sites = free_home_sites(s)
    while sites:
        s.site_owner[lowest(sites)] = st.BLOCKED
        sites &= sites - 1


@kernel
def place_colony(t, s, site):
    """A colony of the set-up."""
    s.colony_modules[s.active] -= 1
    set_colony(t, s, s.active, site)
    s.placed += 1


@kernel
def place_port(s, site):
    set_port(s, s.active, site)


# Turns


@kernel
def begin_turn(s, seat):
    s.active = seat
    s.turns += 1
    s.round = (s.turns - 1) // s.num_players + 1
    s.phase = st.START
    s.supply = 1
    s.offers_left = s.trade
    s.used_rate = 0
    s.used_fame = 0
    s.helped = 0
    s.flown = 0
    s.halted = 0
    s.base_speed = 0
    s.balls_drawn[0] = -1
    s.balls_drawn[1] = -1
    s.enemy = -1
    s.rolls[0] = -1
    s.rolls[1] = -1


@kernel
def next_turn(s):
    if s.turns >= st.ROUND_CAP * s.num_players:
        s.over = 2
    else:
        begin_turn(s, (s.active + 1) % s.num_players)


# Production


@kernel
def roll_dice(t, s):
    s.dice[0] = 1 + draw(s, 6)
    s.dice[1] = 1 + draw(s, 6)
    total = s.dice[0] + s.dice[1]
    if total == st.SEVEN:
        demand_tribute(t, s)
        s.phase = st.TRIBUTE
    else:
        fed = produce(t, s, total)
        s.relief = 0
        for p in range(s.num_players):
            if s.friends[p] & t.relief_cards and not fed >> p & 1:
                s.relief = s.relief | (1 << p)
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
            continue
        for p in range(s.num_players):
            n = claims >> 8 * p & 255
            if n > 0:
                receive(s, p, r, n)
                fed |= 1 << p
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


@kernel
def tribute_above(t, s, seat):
    """Hands larger than this pay tribute."""
    return int(t.tribute_above) if s.friends[seat] & t.tribute_cards else st.TRIBUTE_ABOVE


@kernel
def demand_tribute(t, s):
    """Everybody with too many cards gives up half of them."""
    for seat in range(s.num_players):
        if s.hand_size[seat] > tribute_above(t, s, seat):
            s.to_pay[seat] = s.hand_size[seat] // 2


@kernel
def continue_tribute(s):
    """They pay clockwise from the roller on."""
    for k in range(s.num_players):
        seat = (s.active + k) % s.num_players
        if s.to_pay[seat] == 0:
            continue
        cards = hand_bits(s, seat)
        if count(cards) > 1:
            s.seat = seat
            s.ask = st.ASK_TRIBUTE
            return
        pay(s, seat, lowest(cards), s.to_pay[seat])
        s.to_pay[seat] = 0
    s.phase = st.THEFT


@kernel
def pay_tribute(s, r):
    pay(s, s.seat, r, 1)
    s.to_pay[s.seat] -= 1


@kernel
def rich_bits(s):
    """Seats with cards, counted from the next of the active one."""
    bits = 0
    for k in range(1, s.num_players):
        if s.hand_size[(s.active + k) % s.num_players] > 0:
            bits |= 1 << (k - 1)
    return bits


@kernel
def continue_theft(s):
    if rich_bits(s) == 0:
        s.phase = st.BUILDING
    else:
        s.seat = s.active
        s.ask = st.ASK_THEFT


@kernel
def continue_relief(s):
    """Who got nothing from this roll and has the relief fund takes a card of choice."""
    cards = bank_bits(s)
    if s.relief == 0 or cards == 0:
        s.relief = 0
        s.phase = st.BUILDING
        return
    s.seat = next_due(s, s.relief)
    if count(cards) == 1:
        take_relief(s, lowest(cards))
    else:
        s.ask = st.ASK_RELIEF


@kernel
def take_relief(s, r):
    s.relief = s.relief & ~(1 << s.seat)
    receive(s, s.seat, r, 1)


# Trade and building


@kernel
def may_draw(s):
    """Supplies from Earth, once a turn, below nine points."""
    if not s.supply or s.points[s.active] >= st.SUPPLY_BELOW:
        return False
    return s.pile_size > 0 or bank_bits(s) != 0


@kernel
def take_supplies(s):
    """One card, in the variation two below seven points."""
    n = 2 if s.quick and s.points[s.active] < st.QUICK_BELOW else 1
    s.supply = 0
    for _ in range(n):
        draw_supply(s, s.active)


@kernel
def helper_bits(t, s):
    """Richer seats that can be asked to help the poor, counted from the next."""
    seat = s.active
    if not s.friends[seat] & t.help_cards or count(s.helped) >= st.HELPERS:
        return 0
    bits = 0
    for k in range(1, s.num_players):
        other = (seat + k) % s.num_players
        if s.points[other] > s.points[seat] and s.hand_size[other] > 0 and not s.helped >> other & 1:
            bits |= 1 << (k - 1)
    return bits


@kernel
def help_poor(s, helper):
    s.helped = s.helped | (1 << helper)
    rob(s, helper, s.active)


@kernel
def may_buy_fame(t, s):
    if not s.friends[s.active] & t.fame_cards or s.used_fame or fame_left(s) == 0:
        return False
    return s.hand[s.active, st.GOODS] > 0


@kernel
def continue_building(t, s):
    """Anything in any order; who has nothing to do it with goes on."""
    if s.hand_size[s.active] == 0 and not may_draw(s) and helper_bits(t, s) == 0:
        end_building(s)
    else:
        s.seat = s.active
        s.ask = st.ASK_BUILD


@kernel
def end_building(s):
    """Supplies that have not been drawn are lost."""
    s.supply = 0
    s.phase = st.ROLL


# The mother ship


@kernel
def roll_mother_ship(s):
    """Two balls; the black one means an encounter, and the base speed is three then."""
    if not has_ships(s, s.active):
        s.phase = st.END
        return
    balls = roll_balls(s)
    s.balls_drawn[0] = balls & 7
    s.balls_drawn[1] = balls >> 3
    if s.balls_drawn[0] == st.BLACK or s.balls_drawn[1] == st.BLACK:
        s.base_speed = st.ENCOUNTER_SPEED
        s.phase = st.ENCOUNTER
    else:
        s.base_speed = ball_value(s.balls_drawn[0]) + ball_value(s.balls_drawn[1])
        s.phase = st.FLIGHT
