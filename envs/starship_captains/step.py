"""Starship Captains: apply one action, then run on to the next decision."""

from astrarium.core import kernel

from .actions import (
    ADVANCE,
    CHOICE,
    COPY,
    COPY_SHARED,
    DONE,
    DRAWN,
    FIGURE,
    GO,
    MISSION,
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
from .board import fight, fly, relocate
from .effects import begin_inner, copy_room, lay_artifact, pay_tech, pay_token
from .frames import next_op, op_of
from .legal import drawing_way, research_way
from .missions import answer_line, assign, next_line, repeat_line, take_mission
from .rooms import activate, awaken, end_task, work
from .ship import (
    begin_promotion,
    begin_training,
    call_subordinate,
    prevent_damage,
    repair,
    spend_cargo,
    spend_medal,
    take_damage,
)
from .solo import shadow_fight, shadow_mission
from .state import (
    ASK_ADVANCE,
    ASK_ASSIGN,
    ASK_CHOICE,
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
    ASK_SHADOW_FIGHT,
    ASK_SHADOW_MISSION,
    ASK_SLOT,
    ASK_TASK,
    ASK_TURN,
    MOST_STEPS,
    NUM_COLOURS,
    NUM_SLOTS,
    STAGE_CREW,
    STAGE_LEAVE,
)
from .tables import OP_SAFE_FIGHT
from .techs import choose_drawn, choose_tech, discard_drawn
from .tracks import choose_advance
from .turn import pass_turn, put_into_slot, run


@kernel
def step(t, s, action):
    """Apply a legal action."""
    ask = s.ask
    if ask == ASK_TURN:
        step_turn(s, action)
    elif ask <= ASK_LINE_TASK:
        step_crew(t, s, action)
    elif ask <= ASK_REPAIR:
        step_effect(t, s, action)
    else:
        step_other(t, s, action)
    run(t, s)


@kernel
def step_turn(s, action):
    seat = s.seat
    if action == PASS:
        pass_turn(s)
    elif action == MISSION:
        take_mission(s)
    elif action >= PROMOTE:
        begin_promotion(s, seat, action - PROMOTE)
    elif action >= TRAIN:
        begin_training(s, seat, (action - TRAIN) // NUM_COLOURS, (action - TRAIN) % NUM_COLOURS)
    else:
        s.room = action - ROOM
        s.stage = STAGE_CREW


@kernel
def step_crew(t, s, action):
    ask, seat = s.ask, s.seat
    if ask == ASK_CREW:
        if action >= PAIR:
            awaken(t, s, action - PAIR)
        else:
            work(t, s, action - FIGURE)
    elif ask == ASK_MEDAL:
        spend_medal(s, seat, action - SPEND)
        s.medals_due -= 1
    elif ask == ASK_TASK:
        step_task(t, s, action)
    elif ask == ASK_ASSIGN:
        assign(s, action - FIGURE)
    elif ask == ASK_LINE:
        answer_line(t, s, action == YES)
    elif action == YES:
        repeat_line(t, s)
    else:
        if action != DONE:
            call_subordinate(s, seat, action - FIGURE)
        next_line(s)


@kernel
def step_task(t, s, action):
    """Extra work, a subordinate, or nothing."""
    seat = s.seat
    if action >= FIGURE:
        call_subordinate(s, seat, action - FIGURE)
    elif action >= ROOM:
        s.stage = STAGE_LEAVE
        activate(t, s, seat, action - ROOM)
        return
    end_task(s)


@kernel
def step_effect(t, s, action):
    ask, seat = s.ask, s.seat
    at = s.depth - 1
    if ask == ASK_SLOT:
        put_into_slot(t, s, action - SLOT)
    elif action == DONE:
        next_op(s)
    elif action >= REPAIR_PLACE:
        s.f_left[at] -= 1
        repair(s, seat, action - REPAIR_PLACE)
    elif ask == ASK_MOVE:
        s.f_left[at] -= 1
        fly(t, s, seat, action - GO)
    elif ask == ASK_JUMP:
        s.f_left[at] -= 1
        relocate(s, seat, action - GO)
    elif ask == ASK_FIGHT:
        safe = op_of(t, s) == OP_SAFE_FIGHT
        next_op(s)
        fight(t, s, seat, action - PIRATE, safe)
    else:
        choose_tech(s, action - TECH, research_way(t, s))


@kernel
def step_other(t, s, action):
    ask = s.ask
    if ask == ASK_PREVENT:
        if action == YES:
            prevent_damage(s)
        else:
            take_damage(s)
    elif ask == ASK_DISCARD:
        spend_cargo(s, s.seat, action - SPEND)
    elif ask == ASK_SHADOW_MISSION:
        shadow_mission(t, s, action - GO)
    elif ask == ASK_SHADOW_FIGHT:
        shadow_fight(t, s, action - PIRATE)
    elif ask == ASK_CROWD_ROOM:
        lay_artifact(s, action - ROOM)
    elif action == DONE:
        if ask == ASK_DRAWN:
            discard_drawn(s)
        next_op(s)
    elif ask == ASK_ADVANCE:
        choose_advance(t, s, (action - ADVANCE) // MOST_STEPS, (action - ADVANCE) % MOST_STEPS + 1)
    elif ask == ASK_CHOICE:
        begin_inner(t, s, action - CHOICE)
    elif ask == ASK_PAY:
        if action >= SPEND:
            pay_token(t, s, action - SPEND)
        else:
            pay_tech(t, s, action - SLOT)
    elif ask == ASK_DRAWN:
        choose_drawn(s, action - DRAWN, drawing_way(t, s))
    elif ask == ASK_CROWD:
        s.crowd_artifact = action - SPEND
    elif action >= COPY_SHARED:
        copy_room(t, s, s.shared[action - COPY_SHARED])
    else:
        owner = (s.seat + (action - COPY) // NUM_SLOTS) % s.num_players
        copy_room(t, s, s.slot[owner, (action - COPY) % NUM_SLOTS])
