"""Starship Captains: the course of the game, and running on to the next decision."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest
from astrarium.core.state import ENDED

from . import state as st
from . import tables as tb
from .board import new_mission, ships_at, win_fight
from .decks import refill_tech_board
from .effects import continue_effect, crowd_rooms, lay_artifact
from .frames import next_op, push
from .missions import continue_assigning, continue_line, continue_line_task, return_crew
from .rooms import continue_crew, end_task
from .ship import (
    cargo_bits,
    continue_damage,
    continue_improvement,
    has_hook,
    leave_queue,
    overloaded,
    push_hooks,
    spend_cargo,
)
from .solo import actions_left, add_action_card, shadow_acts
from .techs import install, slot_bits


@kernel
def run(t, s):
    """Go on until somebody has to decide or the game is over."""
    s.ask = st.ASK_NOTHING
    while s.ask == st.ASK_NOTHING and not s.over:
        s.seat = s.active
        advance(t, s)


@kernel
def advance(t, s):
    """One step: damage, cargo, fights and techs first, then effects, then the turn."""
    if s.hurt > 0:
        continue_damage(s)
    elif s.stuffed >= 0:
        continue_stuffing(t, s)
    elif s.fought >= 0:
        win_fight(t, s)
    elif s.chosen >= 0:
        continue_installing(t, s)
    elif s.crowd_artifact >= 0:
        continue_crowding(t, s)
    elif s.improve:
        continue_improvement(s)
    elif s.depth > 0:
        continue_effect(t, s)
    else:
        continue_turn(t, s)


@kernel
def continue_stuffing(t, s):
    """Cargo beyond the capacity is discarded, of the owner's choice."""
    if not overloaded(t, s, s.stuffed):
        s.stuffed = -1
        return
    s.seat = s.stuffed
    options = cargo_bits(s, s.seat)
    if count(options) > 1:
        s.ask = st.ASK_DISCARD
    else:
        spend_cargo(s, s.seat, lowest(options))


@kernel
def continue_installing(t, s):
    s.seat = s.f_seat[s.depth - 1]
    slots = slot_bits(t, s, s.seat, s.chosen, s.how)
    if count(slots) > 1:
        s.ask = st.ASK_SLOT
    else:
        put_into_slot(t, s, lowest(slots))


@kernel
def put_into_slot(t, s, slot):
    seat = s.f_seat[s.depth - 1]
    next_op(s)
    install(t, s, seat, slot)


@kernel
def continue_crowding(t, s):
    s.seat = s.f_seat[s.depth - 1]
    rooms = crowd_rooms(t, s, s.seat)
    if count(rooms) > 1:
        s.ask = st.ASK_CROWD_ROOM
    else:
        lay_artifact(s, lowest(rooms))


@kernel
def continue_turn(t, s):
    stage = s.stage
    if stage == st.STAGE_TURN:
        s.ask = st.ASK_TURN
    elif stage == st.STAGE_CREW:
        continue_crew(t, s)
    elif stage == st.STAGE_TASK:
        s.ask = st.ASK_TASK
    elif stage == st.STAGE_LEAVE:
        end_task(s)
    elif stage == st.STAGE_ASSIGN:
        continue_assigning(t, s)
    elif stage == st.STAGE_LINE:
        continue_line(t, s)
    elif stage == st.STAGE_LINE_TASK:
        continue_line_task(s)
    elif stage == st.STAGE_RETURN:
        return_crew(t, s)
    elif stage == st.STAGE_NEW_MISSION:
        new_mission(t, s, s.mission_place)
        s.mission_place = -1
        s.stage = st.STAGE_STATION_EVENTS
    elif stage <= st.STAGE_END_TURN:
        continue_ending(t, s)
    elif stage == st.STAGE_SHADOW:
        shadow_acts(t, s)
    else:
        refill_tech_board(t, s)
        next_turn(t, s)


# The end of a turn


@kernel
def continue_ending(t, s):
    """Orders at stations, the station's tile and what techs give for it, the tech board."""
    if s.stage == st.STAGE_STATION_EVENTS:
        if s.station_event < st.NUM_EVENTS:
            follow_order(t, s, s.station_event)
            s.station_event += 1
        else:
            s.station_event = 0
            s.stage = st.STAGE_STATION
    elif s.stage == st.STAGE_STATION:
        s.stage = st.STAGE_END_TURN
        visit_station(t, s)
    elif s.used_tile:
        s.used_tile = False
        push_hooks(t, s, s.active, tb.HOOK_STATION)
    else:
        refill_tech_board(t, s)
        end_turn(t, s)


@kernel
def follow_order(t, s, event):
    """Diplomatic Order and Explosive Crisis: after a move, at a station."""
    if s.moved and s.orders >> event & 1 and s.station_at[s.location[s.active]] >= 0:
        push(t, s, t.event_station[event], s.active, -1)


@kernel
def visit_station(t, s):
    """The tile of a station is used once a round; it waits for the next."""
    station = s.station_at[s.location[s.active]]
    if station >= 0 and s.tile_round[station] == 0:
        s.tile_round[station] = s.round + 1
        s.used_tile = True
        push(t, s, t.station_effect[station], s.active, -1)


@kernel
def begin_turn(s, seat):
    s.active = seat
    s.stage = st.STAGE_TURN
    s.moved = False
    s.fights = 0
    s.trained = False


@kernel
def end_turn(t, s):
    """Alone, Captain Shadow takes turns with the player."""
    if s.num_players == 1 and actions_left(s) > 0:
        s.stage = st.STAGE_SHADOW
    else:
        next_turn(t, s)


@kernel
def next_turn(t, s):
    """The next player who has not passed; when all have, the round is over."""
    for k in range(1, s.num_players + 1):
        seat = (s.active + k) % s.num_players
        if not s.passed[seat]:
            begin_turn(s, seat)
            return
    if s.num_players == 1 and actions_left(s) > 0:
        s.stage = st.STAGE_SHADOW
    else:
        end_round(t, s)


@kernel
def pass_turn(s):
    s.passed[s.active] = True
    s.stage = st.STAGE_STATION_EVENTS


# Rounds


@kernel
def end_round(t, s):
    for seat in range(s.num_players):
        slide_queue(s, seat)
    if s.round == st.ROUNDS:
        s.stage = st.STAGE_FINISHED
        s.over = ENDED
        return
    s.round += 1
    for seat in range(s.num_players):
        s.passed[seat] = False
        if s.round == 2:
            s.medals[seat] += 1
        else:
            s.ready[seat, st.CADET] += 1
    return_tiles(s)
    s.first = (s.first + 1) % s.num_players
    if s.num_players == 1:
        add_action_card(s)
    begin_turn(s, s.first)


@kernel
def slide_queue(s, seat):
    """From the front into the ready room until the last three are left."""
    kept = st.QUEUE_KEPT_RESERVE if has_hook(s, seat, tb.HOOK_RESERVE) else st.QUEUE_KEPT
    while s.queue_size[seat] > kept:
        leave_queue(s, seat, 0)


@kernel
def return_tiles(s):
    """A station tile comes back unless a ship is in its place; then it waits a round more."""
    for place in range(st.NUM_LOCATIONS):
        station = s.station_at[place]
        if station >= 0 and s.tile_round[station] == s.round:
            s.tile_round[station] = s.round + 1 if ships_at(s, place) else 0
