"""Starship Captains: the legal actions of the acting seat."""

from astrarium.core import kernel
from astrarium.core.bits import set_bits

from .actions import (
    ADVANCE,
    CHOICE,
    COPY,
    DONE,
    DRAWN,
    FIGURE,
    GO,
    MISSION,
    NO,
    PAIR,
    PASS,
    PIRATE,
    PROMOTE,
    REPAIR_PLACE,
    ROOM,
    SLOT,
    SPEND,
    TECH,
    TRAIN,
    YES,
)
from .board import mission_open, neighbours, pirate_bits
from .effects import copy_bits, crowd_bits, crowd_rooms, pay_bits, pay_slots
from .frames import op_of
from .missions import assign_bits
from .rooms import crew_bits, pair_bits, room_bits, task_rooms
from .ship import cargo_bits, has_hook, medal_bits, promote_bits, repair_bits, subordinates, train_bits
from .solo import shadow_missions
from .state import (
    ASK_ADVANCE,
    ASK_ASSIGN,
    ASK_CHOICE,
    ASK_COPY,
    ASK_CREW,
    ASK_CROWD,
    ASK_CROWD_ROOM,
    ASK_DISCARD,
    ASK_DRAWN,
    ASK_FIGHT,
    ASK_JUMP,
    ASK_LINE,
    ASK_LINE_TASK,
    ASK_MEDAL,
    ASK_MOVE,
    ASK_PAY,
    ASK_PREVENT,
    ASK_REPAIR,
    ASK_SHADOW_MISSION,
    ASK_SLOT,
    ASK_TASK,
    ASK_TECH,
    ASK_TURN,
    BY_LIBRARY,
    BY_OMEGA,
    BY_RECYCLING,
    BY_RESEARCH,
)
from .tables import HOOK_HYPER_CHARGER, OP_OMEGA, OP_RECYCLE
from .techs import drawn_bits, slot_bits, tech_bits
from .tracks import advance_bits


@kernel
def legal(t, s, mask):
    """Write 1 for every legal action."""
    mask[:] = 0
    if s.over:
        return
    ask = s.ask
    if ask == ASK_TURN:
        legal_turn(t, s, mask)
    elif ask <= ASK_LINE_TASK:
        legal_crew(t, s, mask)
    elif ask <= ASK_REPAIR:
        legal_effect(t, s, mask)
    else:
        legal_other(t, s, mask)


@kernel
def legal_turn(t, s, mask):
    seat = s.seat
    set_bits(mask, ROOM, room_bits(t, s, seat))
    mask[MISSION] = mission_open(t, s, seat)
    set_bits(mask, TRAIN, train_bits(s, seat))
    set_bits(mask, PROMOTE, promote_bits(s, seat))
    mask[PASS] = 1


@kernel
def legal_crew(t, s, mask):
    """Who does it, and what a commander does then."""
    ask, seat = s.ask, s.seat
    if ask == ASK_CREW:
        set_bits(mask, FIGURE, crew_bits(t, s, seat, s.room))
        set_bits(mask, PAIR, pair_bits(t, s, seat, s.room))
    elif ask == ASK_MEDAL:
        set_bits(mask, SPEND, medal_bits(s, seat))
    elif ask == ASK_TASK:
        set_bits(mask, ROOM, task_rooms(t, s, seat))
        set_bits(mask, FIGURE, subordinates(s, seat, s.worker))
        mask[DONE] = 1
    elif ask == ASK_ASSIGN:
        set_bits(mask, FIGURE, assign_bits(s))
    elif ask == ASK_LINE:
        mask[NO] = 1
        mask[YES] = 1
    else:
        mask[YES] = s.line_used
        set_bits(mask, FIGURE, subordinates(s, seat, s.pad[s.line]))
        mask[DONE] = 1


@kernel
def legal_effect(t, s, mask):
    """Operations that may be left undone."""
    ask, seat = s.ask, s.seat
    mask[DONE] = 1
    if ask == ASK_MOVE or ask == ASK_JUMP:
        here = s.location[seat]
        if ask == ASK_MOVE:
            places = neighbours(t, s, here)
        else:
            places = (1 << t.num_locations[s.side]) - 1 & ~(1 << here)
        set_bits(mask, GO, places)
        if has_hook(s, seat, HOOK_HYPER_CHARGER):
            set_bits(mask, REPAIR_PLACE, repair_bits(s, seat))
    elif ask == ASK_FIGHT:
        set_bits(mask, PIRATE, pirate_bits(t, s, s.location[seat]))
    elif ask == ASK_TECH:
        set_bits(mask, TECH, tech_bits(t, s, seat, research_way(t, s)))
    elif ask == ASK_SLOT:
        set_bits(mask, SLOT, slot_bits(t, s, seat, s.chosen, s.how))
        mask[DONE] = 0
    else:
        set_bits(mask, REPAIR_PLACE, repair_bits(s, seat))


@kernel
def research_way(t, s):
    return BY_RECYCLING if op_of(t, s) == OP_RECYCLE else BY_RESEARCH


@kernel
def drawing_way(t, s):
    return BY_OMEGA if op_of(t, s) == OP_OMEGA else BY_LIBRARY


@kernel
def legal_other(t, s, mask):
    ask, seat = s.ask, s.seat
    if ask == ASK_PREVENT:
        mask[NO] = 1
        mask[YES] = 1
    elif ask == ASK_DISCARD:
        set_bits(mask, SPEND, cargo_bits(s, seat))
    elif ask == ASK_ADVANCE:
        set_bits(mask, ADVANCE, advance_bits(t, s))
        mask[DONE] = 1
    elif ask == ASK_CHOICE:
        mask[CHOICE] = 1
        mask[CHOICE + 1] = 1
    elif ask == ASK_PAY:
        set_bits(mask, SPEND, pay_bits(t, s))
        set_bits(mask, SLOT, pay_slots(t, s))
        mask[DONE] = 1
    elif ask == ASK_DRAWN:
        set_bits(mask, DRAWN, drawn_bits(t, s, seat, drawing_way(t, s)))
        mask[DONE] = 1
    elif ask == ASK_COPY:
        set_bits(mask, COPY, copy_bits(t, s))
        mask[DONE] = 1
    elif ask == ASK_CROWD:
        set_bits(mask, SPEND, crowd_bits(t, s))
        mask[DONE] = 1
    elif ask == ASK_CROWD_ROOM:
        set_bits(mask, ROOM, crowd_rooms(t, s, seat))
    elif ask == ASK_SHADOW_MISSION:
        set_bits(mask, GO, shadow_missions(t, s))
    else:
        set_bits(mask, PIRATE, pirate_bits(t, s, s.shadow_at))
