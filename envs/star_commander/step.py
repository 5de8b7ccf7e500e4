"""Star Commander: apply one action, then run on to the next decision."""

from astrarium.core import kernel

from .actions import (
    ACTIVATE,
    AMOUNT,
    ASK_THING,
    BANK_DRAW,
    BANK_SELL,
    BUILD,
    CARD,
    CELL,
    DECK,
    DEVELOP,
    DONE,
    END_PHASE,
    GIVE_THING,
    JUMP,
    OFFER,
    PASS,
    PLAY,
    PLAYER,
    PORTION,
    SEND,
    STACK,
    VESSEL,
    WHICH,
    WITHDRAW,
    YES,
)
from .cards import draw_card
from .combat import assign_portion, choose_battle, start_combat
from .items import announce, make_pick
from .movement import depart
from .picking import pick_nothing, picked, vessel_number
from .state import (
    ASK_ANSWER,
    ASK_COMBAT,
    ASK_COMMAND,
    ASK_DECK,
    ASK_DESTINATION,
    ASK_EFFECT,
    ASK_GROUP,
    ASK_HAND_CARD,
    ASK_INITIATE,
    ASK_KIND,
    ASK_OFFER,
    ASK_OFFER_CARD,
    ASK_OFFER_DOMAIN,
    ASK_OFFER_SYSTEM,
    ASK_PARTNER,
    ASK_PLAYER,
    ASK_PORTION,
    ASK_RAID,
    ASK_RESPOND,
    ASK_SHIPYARD,
    ASK_STACK,
    ASK_STEAL,
    ASK_SYSTEM,
    ASK_VESSEL_CELL,
    ASK_WHICH,
    ASK_X,
    BANK_DRAW_PRICE,
    CHOOSE_COMBAT,
    EVERYBODY,
    NUM_CARDS,
    WANT_JUMP,
)
from .systems import develop
from .trade import (
    accept_offer,
    add_ask,
    add_give,
    add_listed,
    choose_partner,
    end_offer,
    hand_out,
    open_offer,
    send_offer,
)
from .turn import build_here, run, sell, steal, strip, use_core_world, use_habitat


@kernel
def step(t, s, action):
    """Apply a legal action."""
    ask = s.ask
    if ask == ASK_COMMAND:
        step_command(t, s, action)
    elif ask == ASK_RESPOND:
        step_respond(t, s, action)
    elif ask == ASK_VESSEL_CELL:
        s.pick_cell = action - CELL
    elif ask == ASK_GROUP:
        if action == DONE:
            pick_nothing(t, s)
        else:
            s.pick_group = action - VESSEL
    elif ask == ASK_WHICH:
        picked(t, s, vessel_number(s, action - WHICH))
    elif ask == ASK_DESTINATION:
        depart(t, s, s.mover, action - CELL, s.move_how)
    elif ask >= ASK_PARTNER:
        step_offer(t, s, action)
    elif ask == ASK_SYSTEM or ask == ASK_PLAYER or ask == ASK_STACK or ask == ASK_X or ask == ASK_HAND_CARD:
        step_pick(t, s, action)
    else:
        step_other(t, s, action)
    run(t, s)


@kernel
def step_command(t, s, action):
    seat = s.seat
    if action == END_PHASE:
        s.phase = CHOOSE_COMBAT
    elif action == OFFER:
        open_offer(s)
    elif action == BANK_SELL:
        s.selling = 2
    elif action >= BANK_DRAW:
        s.credits[seat] -= BANK_DRAW_PRICE
        draw_card(s, seat, action - BANK_DRAW)
    elif action >= ACTIVATE:
        announce(t, s, seat, NUM_CARDS + action - ACTIVATE)
    elif action >= PLAY:
        announce(t, s, seat, action - PLAY)
    elif action >= DEVELOP:
        develop(t, s, seat, action - DEVELOP)
    elif action >= BUILD:
        s.build_cell = action - BUILD
    else:
        s.want = WANT_JUMP
        s.pick_cell = action - JUMP
        s.pick_group = -1


@kernel
def step_respond(t, s, action):
    if action == PASS:
        s.passed += 1
    elif action >= ACTIVATE:
        announce(t, s, s.seat, NUM_CARDS + action - ACTIVATE)
    elif action >= PLAY:
        announce(t, s, s.seat, action - PLAY)
    else:
        s.build_cell = action - BUILD


@kernel
def step_pick(t, s, action):
    ask = s.ask
    if ask == ASK_HAND_CARD:
        if s.item >= 0:
            make_pick(t, s, action - CARD)
        elif s.selling > 0:
            sell(s, action - CARD)
        else:
            hand_out(s, action - CARD)
    elif ask == ASK_SYSTEM:
        make_pick(t, s, action - CELL)
    elif ask == ASK_PLAYER:
        make_pick(t, s, action - PLAYER)
    elif ask == ASK_STACK:
        make_pick(t, s, action - STACK)
    else:
        make_pick(t, s, action - AMOUNT)


@kernel
def step_other(t, s, action):
    ask = s.ask
    if ask == ASK_DECK:
        s.draws -= 1
        draw_card(s, s.seat, action - DECK)
    elif ask == ASK_KIND:
        build_here(t, s, action - VESSEL)
    elif ask == ASK_COMBAT:
        choose_battle(s, action - CELL)
    elif ask == ASK_INITIATE:
        if action == YES:
            start_combat(s)
        else:
            s.invited += 1
    elif ask == ASK_PORTION:
        assign_portion(t, s, action - PORTION)
    elif ask == ASK_STEAL:
        steal(s, action - CARD)
    elif ask == ASK_RAID:
        strip(t, s, s.raid_cell, s.seat, action - AMOUNT)
        s.raid_cell += 1
    elif ask == ASK_EFFECT:
        if action >= CELL:
            use_habitat(t, s, action - CELL)
        else:
            use_core_world(t, s, action - DEVELOP)
    elif ask == ASK_SHIPYARD:
        step_shipyard(t, s, action)


@kernel
def step_shipyard(t, s, action):
    """Forsei's builder goes on, or leaves it for this phase."""
    if action == DONE:
        s.phase += 1
    elif action >= PLAY:
        announce(t, s, s.seat, action - PLAY)
    else:
        s.build_cell = action - BUILD


@kernel
def step_offer(t, s, action):
    ask = s.ask
    if ask == ASK_PARTNER:
        option = action - PLAYER
        if option == EVERYBODY - 1:
            choose_partner(s, EVERYBODY)
        else:
            choose_partner(s, (s.active + 1 + option) % s.num_players)
    elif ask == ASK_OFFER:
        if action == SEND:
            send_offer(s)
        elif action == WITHDRAW:
            end_offer(s)
        elif action >= ASK_THING:
            add_ask(s, action - ASK_THING)
        else:
            add_give(s, action - GIVE_THING)
    elif ask == ASK_OFFER_CARD:
        add_listed(s, action - CARD)
    elif ask == ASK_OFFER_SYSTEM:
        add_listed(s, action - CELL)
    elif ask == ASK_OFFER_DOMAIN:
        add_listed(s, action - DECK)
    elif ask == ASK_ANSWER:
        if action == YES:
            accept_offer(s)
        else:
            s.answered += 1
