"""Starfarers of Catan: the legal actions of the acting seat."""

from astrarium.core import kernel
from astrarium.core.bits import set_bits

from . import actions as act
from . import state as st
from .build import (
    can_build_ship,
    carried_bits,
    expand_bits,
    free_transporters,
    launch_sites,
    port_sites,
    room_bits,
)
from .encounter import answer_bits, take_bits
from .flight import (
    can_settle,
    can_stop,
    fly_bits,
    jump_columns,
    jump_rows,
    may_end_flight,
    ready_ships,
)
from .resources import bank_bits, bank_rate, hand_bits
from .systems import friend_bits, planet_to_clear
from .trade import bid_size, deal_bits, give_bits, holds, may_offer, want_bits
from .turn import free_home_sites, helper_bits, may_buy_fame, may_draw, rich_bits


@kernel
def legal(t, s, mask):
    """Write 1 for every legal action."""
    mask[:] = 0
    if s.over:
        return
    ask = s.ask
    if ask == st.ASK_BUILD:
        legal_building(t, s, mask)
    elif ask == st.ASK_FLY:
        legal_flying(t, s, mask)
    elif ask == st.ASK_SHIP:
        set_bits(mask, act.SHIP, ready_ships(t, s))
        mask[act.END_FLIGHT] = may_end_flight(t, s)
    elif ask <= st.ASK_CLOSE:
        legal_offer(s, mask)
    elif ask <= st.ASK_RELIEF:
        legal_production(s, mask)
    elif ask >= st.ASK_SITE:
        legal_setup(s, mask)
    elif ask >= st.ASK_QUESTION:
        legal_encounter(t, s, mask)
    elif ask == st.ASK_TRANSPORTER:
        set_bits(mask, act.TRANSPORTER, free_transporters(s, s.seat))
    elif ask == st.ASK_LAUNCH:
        set_bits(mask, act.LAUNCH, launch_sites(t, s, s.seat, 0))
        set_bits(mask, act.LAUNCH + st.NUM_SITES, launch_sites(t, s, s.seat, 1))
    else:
        set_bits(mask, act.FRIEND, friend_bits(t, s))


@kernel
def legal_building(t, s, mask):
    """Anything of the trade and building phase."""
    seat = s.seat
    mask[act.END_BUILDING] = 1
    mask[act.SUPPLY] = may_draw(s)
    set_bits(mask, act.HELP, helper_bits(t, s))
    if s.hand_size[seat] == 0:
        return
    stock = bank_bits(s)
    for r in range(st.NUM_RESOURCES):
        if s.hand[seat, r] > 0 and s.hand[seat, r] >= bank_rate(t, s, seat, r):
            set_bits(mask, act.BANK + st.NUM_RESOURCES * r, stock & ~(1 << r))
    mask[act.OPEN_OFFER] = may_offer(s)
    mask[act.COLONY_SHIP] = can_build_ship(t, s, seat, st.COLONY_SHIP)
    mask[act.TRADE_SHIP] = can_build_ship(t, s, seat, st.TRADE_SHIP)
    set_bits(mask, act.EXPAND, expand_bits(t, s, seat))
    set_bits(mask, act.SPACEPORT, port_sites(t, s, seat))
    mask[act.BUY_FAME] = may_buy_fame(t, s)


@kernel
def legal_flying(t, s, mask):
    """A step, or what the ship can do where it is.

    In a redrawn world the place that it made for may be barred: then it may stop wherever it is.
    """
    directions = fly_bits(t, s)
    settles = can_settle(t, s, s.flying)
    clears = planet_to_clear(t, s, s.seat, s.ship_node[s.seat, s.flying]) >= 0
    set_bits(mask, act.FLY, directions)
    mask[act.FOUND] = settles
    mask[act.CLEAR] = clears
    mask[act.STOP] = can_stop(t, s) or (directions == 0 and not settles and not clears)


@kernel
def legal_offer(s, mask):
    """Composing an offer, answering one, choosing a deal."""
    ask, seat = s.ask, s.seat
    if ask == st.ASK_COMPOSE:
        set_bits(mask, act.GIVE, give_bits(s, seat))
        set_bits(mask, act.WANT, want_bits(s, seat))
        mask[act.SEND] = bid_size(s, seat, st.WANTED) > 0
        mask[act.DROP] = 1
    elif ask == st.ASK_OFFER:
        mask[act.ACCEPT] = holds(s, seat, s.active)
        mask[act.REFUSE] = 1
        mask[act.COUNTER] = 1
    else:
        set_bits(mask, act.PLAYER, deal_bits(s))
        mask[act.NOBODY] = 1


@kernel
def legal_production(s, mask):
    ask = s.ask
    if ask == st.ASK_TRIBUTE:
        set_bits(mask, act.GIVE, hand_bits(s, s.seat))
    elif ask == st.ASK_THEFT:
        set_bits(mask, act.PLAYER, rich_bits(s))
        mask[act.NOBODY] = 1
    else:
        set_bits(mask, act.TAKE, bank_bits(s))


@kernel
def legal_encounter(t, s, mask):
    ask = s.ask
    if ask == st.ASK_QUESTION:
        gift = t.question_gift[t.question[s.card]]
        set_bits(mask, act.ANSWER if gift else act.NO, answer_bits(t, s))
    elif ask == st.ASK_ATTACK:
        set_bits(mask, act.NO, 3)
    elif ask == st.ASK_GIVE or ask == st.ASK_BEG:
        set_bits(mask, act.GIVE, hand_bits(s, s.seat))
    elif ask == st.ASK_TAKE:
        set_bits(mask, act.TAKE, take_bits(t, s))
    elif ask == st.ASK_ADD:
        set_bits(mask, act.ADD, room_bits(s, s.seat))
    elif ask == st.ASK_REMOVE:
        set_bits(mask, act.REMOVE, carried_bits(s, s.seat))
    elif ask == st.ASK_COLUMN:
        set_bits(mask, act.COLUMN, jump_columns(t, s))
        mask[act.STAY] = 1
    else:
        set_bits(mask, act.ROW, jump_rows(t, s, s.jump_column))


@kernel
def legal_setup(s, mask):
    ask = s.ask
    if ask == st.ASK_SITE:
        set_bits(mask, act.SITE, free_home_sites(s))
    elif ask == st.ASK_PORT:
        set_bits(mask, act.PORT, s.colonies[s.seat])
    else:
        set_bits(mask, act.FIRST_SHIP, 3)
