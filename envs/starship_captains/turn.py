"""Starship Captains: the course of the game, and running on to the next decision."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.state import ENDED
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .board import new_mission, ships_at, win_fight
from .crew import front, gain_cadets, go_on_improving, leave_queue, ready_figures
from .decks import refill_tech_board
from .effects import go_on_with_effect
from .frames import push
from .missions import begin_line, begin_line_task, go_on_assigning, return_crew
from .rooms import end_task
from .ship import check_hold, face_damage, gain_medals, has_hook, push_hooks
from .solo import actions_left, add_action_card, shadow_acts


@kernel
def go_on(t, s):
    """One step: damage, cargo, fights and techs first, then effects, then the turn."""
    s.seat = s.active
    if s.hurt > 0:
        face_damage(t, s)
    elif s.stuffed >= 0:
        check_hold(t, s)
    elif s.fought >= 0:
        win_fight(t, s)
    elif s.chosen >= 0:
        ask_owner(s, st.ASK_SLOT)
    elif s.crowd_artifact >= 0:
        ask_owner(s, st.ASK_CROWD_ROOM)
    elif s.improve != st.IMPROVE_NONE:
        go_on_improving(s)
    elif s.depth > 0:
        go_on_with_effect(t, s)
    else:
        go_on_with_turn(t, s)


@kernel
def ask_owner(s, question):
    """Ask the player whose effect is under way."""
    s.seat = s.f_seat[s.depth - 1]
    s.ask = question


@kernel
def go_on_with_turn(t, s):
    """The stages in the order of a turn. STAGE_FINISHED never comes here: the game is over then."""
    stage = s.stage
    if stage == st.STAGE_TURN:
        s.ask = st.ASK_TURN
    elif stage == st.STAGE_CREW:
        s.ask = st.ASK_CREW
    elif stage == st.STAGE_TASK:
        s.ask = st.ASK_TASK
    elif stage == st.STAGE_LEAVE:
        end_task(t, s)
    elif stage == st.STAGE_ASSIGN:
        go_on_assigning(t, s)
    elif stage == st.STAGE_LINE:
        begin_line(t, s)
    elif stage == st.STAGE_LINE_TASK:
        begin_line_task(t, s)
    elif stage == st.STAGE_RETURN:
        return_crew(t, s)
    elif stage == st.STAGE_NEW_MISSION:
        replace_mission(t, s)
    elif stage == st.STAGE_ORDERS:
        follow_orders(t, s)
    elif stage == st.STAGE_STATION:
        visit_station(t, s)
    elif stage == st.STAGE_END_TURN:
        end_turn(t, s)
    elif stage == st.STAGE_SHADOW:
        shadow_acts(t, s)
    elif stage == st.STAGE_SHADOW_DONE:
        refill_tech_board(t, s)
        next_turn(t, s)


@kernel
def replace_mission(t, s):
    new_mission(t, s, s.mission_place)
    s.mission_place = -1
    s.stage = st.STAGE_ORDERS


@kernel
def pass_turn(t, s):
    tell(s, ev.PASSES, ALL, s.active, ready_figures(s, s.active))
    s.passed[s.active] = True
    s.stage = st.STAGE_ORDERS


# The end of a turn


@kernel
def follow_orders(t, s):
    """Events in force at stations, one after another: after a move, while the ship is at a station."""
    left = s.orders >> s.next_order
    if left == 0 or not s.moved or s.station_at[s.location[s.active]] < 0:
        s.next_order = 0
        s.stage = st.STAGE_STATION
        return
    event = s.next_order + lowest(left)
    tell(s, ev.ORDER, ALL, event, s.active)
    s.next_order = event + 1
    push(t, s, t.event_order[event], s.active, -1)


@kernel
def visit_station(t, s):
    """The tile of a station is used once a round; it waits for the next."""
    s.stage = st.STAGE_END_TURN
    station = s.station_at[s.location[s.active]]
    if station >= 0 and s.tile_round[station] == 0:
        tell(s, ev.TILE_USED, ALL, station, s.active)
        s.tile_round[station] = s.round + 1
        s.used_tile = True
        push(t, s, t.station_effect[station], s.active, -1)


@kernel
def end_turn(t, s):
    """After a station tile the abilities that reward it come first. Then the tech board is filled again, and
    the next player follows; in the solo game that is Captain Shadow, as long as there are action cards."""
    if s.used_tile:
        s.used_tile = False
        push_hooks(t, s, s.active, tb.HOOK_STATION)
        return
    refill_tech_board(t, s)
    if s.num_players == 1 and actions_left(s) > 0:
        s.stage = st.STAGE_SHADOW
    else:
        next_turn(t, s)


@kernel
def begin_turn(s, seat):
    tell(s, ev.TURN, ALL, s.round, seat)
    s.active = seat
    s.stage = st.STAGE_TURN
    s.moved = False
    s.fights = 0
    s.trained = False


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


# Rounds


@kernel
def end_round(t, s):
    for seat in range(s.num_players):
        slide_queue(s, seat)
    if s.round == st.ROUNDS:
        end_game(s)
        return
    s.round += 1
    s.first = (s.first + 1) % s.num_players
    tell(s, ev.ROUND, ALL, s.round, s.first)
    for seat in range(s.num_players):
        s.passed[seat] = False
        if s.round == 2:
            gain_medals(s, seat, 1)
        else:
            gain_cadets(s, seat, 1)
    return_tiles(s)
    if s.num_players == 1:
        add_action_card(s)
    begin_turn(s, s.first)


@kernel
def end_game(s):
    s.stage = st.STAGE_FINISHED
    s.over = ENDED
    tell(s, ev.OVER, ALL)
    for seat in range(s.num_players):
        tell(s, ev.RESULT, ALL, seat)
    for seat in range(s.num_players):
        tell(s, ev.EPILOGUE, ALL, seat)


@kernel
def slide_queue(s, seat):
    """From the front into the ready room until the last three are left."""
    kept = st.QUEUE_KEPT_RESERVE if has_hook(s, seat, tb.HOOK_RESERVE) else st.QUEUE_KEPT
    tell(s, ev.SLIDES, ALL, seat, front(s, seat, s.queue_size[seat] - kept))
    while s.queue_size[seat] > kept:
        leave_queue(s, seat, 0)


@kernel
def return_tiles(s):
    """A station tile comes back unless a ship is in its place; then it waits a round more."""
    for place in range(st.NUM_LOCATIONS):
        station = s.station_at[place]
        if station >= 0 and s.tile_round[station] == s.round:
            if ships_at(s, place) > 0:
                s.tile_round[station] = s.round + 1
                tell(s, ev.TILE_WAITS, ALL, station)
            else:
                s.tile_round[station] = 0
                tell(s, ev.TILE_THERE, ALL, station)
