"""Starfarers of Catan: the course of a game, and the trade and building phase."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count
from astrarium.core.seats import clockwise
from astrarium.core.state import CUT, ENDED
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .build import go_on_place, may_place_won, place_won
from .encounter import go_on_encounter
from .flight import ball_value, go_on_jump, has_ships, roll_balls, total_speed
from .production import go_on_relief, go_on_tribute, roll_dice
from .resources import add_fame, bank_bits, draw_supply, fame_left, pay, rob
from .seats import ask_active, other
from .setup import go_on_colonies, go_on_first_ships, go_on_ports
from .trade import ask_proposer, go_on_offer


@kernel
def go_on(t, s):
    """One step: the game is won, or what has been begun goes on, or the turn does."""
    if s.turns > 0 and s.points[s.active] >= st.TARGET:
        s.over = ENDED
        tell(s, ev.OVER, ALL, s.active, s.points[s.active])
    elif s.friend_race >= 0:
        ask_active(s, st.ASK_FRIEND)
    elif s.placing != st.EMPTY:
        go_on_place(s)
    elif s.flying >= 0:
        ask_active(s, st.ASK_FLY)
    elif s.jumper >= 0:
        go_on_jump(s)
    elif s.offer_stage != st.NO_OFFER:
        go_on_offer(s)
    elif may_place_won(t, s):
        place_won(s)
    else:
        go_on_turn(t, s)


@kernel
def go_on_turn(t, s):
    """One step of the present phase."""
    phase = s.phase
    if phase == st.PLACE_COLONIES:
        go_on_colonies(s)
    elif phase == st.PLACE_PORTS:
        go_on_ports(s)
    elif phase == st.FIRST_SHIPS:
        go_on_first_ships(s)
    elif phase == st.START:
        roll_dice(t, s)
    elif phase == st.TRIBUTE:
        go_on_tribute(s)
    elif phase == st.RELIEF:
        go_on_relief(t, s)
    elif phase == st.BUILDING:
        ask_active(s, st.ASK_BUILD)
    elif phase == st.HEARING:
        ask_proposer(s)
    elif phase == st.ROLL:
        roll_mother_ship(s)
    elif phase == st.ENCOUNTER:
        go_on_encounter(t, s)
    elif phase == st.FLIGHT:
        ask_active(s, st.ASK_SHIP)
    elif phase == st.END:
        next_turn(s)


# Turns


@kernel
def next_turn(s):
    if s.turns >= st.ROUND_CAP * s.num_players:
        s.over = CUT
        tell(s, ev.CUT, ALL)
    elif s.turns == 0:
        begin_turn(s, s.first)
    else:
        begin_turn(s, clockwise(s, s.active, 1))


@kernel
def begin_turn(s, seat):
    s.active = seat
    s.turns += 1
    s.round = (s.turns - 1) // s.num_players + 1
    s.phase = st.START
    s.supply = 1
    s.offers_left = s.trade
    s.silent = 0
    for p in range(s.num_players):
        s.proposals_left[p] = s.proposals if s.trade > 0 and p != seat else 0
    s.used_rate = 0
    s.used_fame = 0
    s.helped = 0
    s.flown = 0
    s.halted = 0
    s.called = 0
    s.base_speed = 0
    s.balls_drawn[0] = -1
    s.balls_drawn[1] = -1
    s.enemy = -1
    s.rolls[0] = -1
    s.rolls[1] = -1
    tell(s, ev.TURN, ALL, s.round, seat)
    tell(s, ev.POINTS, ALL, points_of(s, 0), points_of(s, 1), points_of(s, 2), points_of(s, 3))


@kernel
def points_of(s, seat):
    """Victory points of a seat; -1 = nobody sits there."""
    return s.points[seat] if seat < s.num_players else -1


# Trade and building


@kernel
def may_draw(t, s):
    """Supplies from Earth, once a turn, below nine points."""
    if not s.supply or s.points[s.active] >= st.SUPPLY_BELOW:
        return False
    return s.pile_size > 0 or bank_bits(t, s) != 0


@kernel
def take_supplies(t, s):
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
    for place in range(s.num_players - 1):
        p = other(s, place)
        if s.points[p] > s.points[seat] and s.hand_size[p] > 0 and not s.helped >> p & 1:
            bits |= 1 << place
    return bits


@kernel
def help_poor(t, s, place):
    helper = other(s, place)
    s.helped = s.helped | (1 << helper)
    rob(s, helper, s.active)


@kernel
def may_buy_fame(t, s):
    if not s.friends[s.active] & t.fame_cards or s.used_fame or fame_left(s) == 0:
        return False
    return s.hand[s.active, st.GOODS] > 0


@kernel
def buy_fame(t, s):
    pay(s, s.seat, st.GOODS, 1)
    add_fame(s, s.seat, 1)
    s.used_fame = 1


@kernel
def end_building(t, s):
    """Supplies that have not been drawn are lost; the others may still make offers."""
    s.supply = 0
    s.phase = st.HEARING


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
    tell(s, ev.BALLS, ALL, s.balls_drawn[0], s.balls_drawn[1], total_speed(s))
