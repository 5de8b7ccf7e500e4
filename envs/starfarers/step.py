"""Starfarers of Catan: apply one action, then run on to the next decision."""

from astrarium.core import kernel

from . import actions as act
from . import script
from . import state as st
from .build import begin_ship, build_port, expand, launch_ship
from .encounter import beg, change_expansion, give, go_to, next_step, remove, take
from .flight import clear, end_jump, fly, found, jump, stop, take_off
from .resources import add_fame, pay, rob, trade_with_bank
from .systems import take_friend
from .trade import accept, close, drop, end_offer, name_card, open_offer, send
from .turn import (
    end_building,
    help_poor,
    pay_tribute,
    place_colony,
    place_port,
    run,
    take_relief,
    take_supplies,
)


@kernel
def step(t, s, action):
    """Apply a legal action."""
    ask = s.ask
    if ask == st.ASK_BUILD:
        step_building(t, s, action)
    elif ask == st.ASK_FLY:
        step_flying(t, s, action)
    elif ask == st.ASK_SHIP:
        if action == act.END_FLIGHT:
            s.phase = st.END
        else:
            take_off(s, action - act.SHIP)
    elif ask <= st.ASK_CLOSE:
        step_offer(s, action)
    elif ask <= st.ASK_RELIEF:
        step_production(s, action)
    elif ask >= st.ASK_SITE:
        step_setup(t, s, action)
    elif ask >= st.ASK_QUESTION:
        step_encounter(t, s, action)
    elif ask == st.ASK_TRANSPORTER:
        s.place_with = action - act.TRANSPORTER
    elif ask == st.ASK_LAUNCH:
        option = action - act.LAUNCH
        launch_ship(t, s, t.launch[option % st.NUM_SITES, option // st.NUM_SITES])
    else:
        take_friend(t, s, action - act.FRIEND)
    run(t, s)


@kernel
def player(s, option):
    """The seat behind an option that counts players from the active one."""
    return (s.active + 1 + option) % s.num_players


@kernel
def step_building(t, s, action):
    seat = s.seat
    if action == act.END_BUILDING:
        end_building(s)
    elif action == act.SUPPLY:
        take_supplies(s)
    elif action < act.OPEN_OFFER:
        option = action - act.BANK
        trade_with_bank(t, s, seat, option // st.NUM_RESOURCES, option % st.NUM_RESOURCES)
    elif action == act.OPEN_OFFER:
        open_offer(s)
    elif action == act.COLONY_SHIP:
        begin_ship(t, s, st.COLONY_SHIP)
    elif action == act.TRADE_SHIP:
        begin_ship(t, s, st.TRADE_SHIP)
    elif action < act.SPACEPORT:
        expand(t, s, seat, action - act.EXPAND)
    elif action < act.BUY_FAME:
        build_port(t, s, seat, action - act.SPACEPORT)
    elif action == act.BUY_FAME:
        pay(s, seat, st.GOODS, 1)
        add_fame(s, seat, 1)
        s.used_fame = 1
    else:
        help_poor(s, player(s, action - act.HELP))


@kernel
def step_flying(t, s, action):
    if action == act.STOP:
        stop(t, s)
    elif action == act.FOUND:
        found(t, s)
    elif action == act.CLEAR:
        clear(t, s)
    else:
        fly(t, s, action - act.FLY)


@kernel
def step_offer(s, action):
    ask = s.ask
    if ask == st.ASK_COMPOSE:
        if action == act.SEND:
            send(s)
        elif action == act.DROP:
            drop(s)
        elif action >= act.WANT:
            name_card(s, s.seat, st.WANTED, action - act.WANT)
        else:
            name_card(s, s.seat, st.GIVEN, action - act.GIVE)
    elif ask == st.ASK_OFFER:
        if action == act.ACCEPT:
            accept(s)
        elif action == act.REFUSE:
            s.answer[s.seat] = st.REFUSED
        else:
            s.stage = st.COUNTERING
    elif action == act.NOBODY:
        end_offer(s)
    else:
        close(s, player(s, action - act.PLAYER))


@kernel
def step_production(s, action):
    ask = s.ask
    if ask == st.ASK_TRIBUTE:
        pay_tribute(s, action - act.GIVE)
    elif ask == st.ASK_RELIEF:
        take_relief(s, action - act.TAKE)
    else:
        if action != act.NOBODY:
            rob(s, player(s, action - act.PLAYER), s.seat)
        s.phase = st.BUILDING


@kernel
def step_encounter(t, s, action):
    ask = s.ask
    if ask == st.ASK_QUESTION:
        gift = t.question_gift[t.question[s.card]]
        go_to(s, script.ANSWERS + action - (act.ANSWER if gift else act.NO))
    elif ask == st.ASK_ATTACK:
        go_to(s, script.ATTACK if action == act.YES else script.LEAVE)
    elif ask == st.ASK_GIVE:
        give(s, action - act.GIVE)
    elif ask == st.ASK_TAKE:
        take(t, s, action - act.TAKE)
    elif ask == st.ASK_BEG:
        beg(s, action - act.GIVE)
    elif ask == st.ASK_ADD:
        change_expansion(s, s.seat, action - act.ADD, 1)
        next_step(s)
    elif ask == st.ASK_REMOVE:
        remove(t, s, action - act.REMOVE)
    elif ask == st.ASK_ROW:
        jump(t, s, action - act.ROW)
    elif action == act.STAY:
        end_jump(s)
    else:
        s.jump_column = action - act.COLUMN


@kernel
def step_setup(t, s, action):
    ask = s.ask
    if ask == st.ASK_SITE:
        place_colony(t, s, action - act.SITE)
    elif ask == st.ASK_PORT:
        place_port(s, action - act.PORT)
    else:
        s.placing = st.COLONY if action == act.FIRST_SHIP else st.TRADE
