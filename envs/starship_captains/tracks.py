"""Starship Captains: faction tracks and their events."""

import numpy as np

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .decks import discard_tech
from .frames import op_of, push
from .ship import gain_medals, has_hook, renew_hooks

# Points of a marker, by its steps since the start or the last loop.
ZONE_POINTS = np.array([-(-steps // st.ZONE) for steps in range(st.TRACK_LENGTH)], np.int64)


@kernel
def printed_track(op):
    """The track that an operation names; -1 for those that leave it to the player."""
    if op == tb.OP_COOPERATIVE:
        return st.COOPERATIVE
    if op == tb.OP_TINCAN:
        return st.TINCAN
    return st.NIAN if op == tb.OP_NIAN else -1


@kernel
def steps_on(t, s, track):
    """Bitset of how far the marker on a track may go at once; bit 0 is one step."""
    at = s.depth - 1
    op, left, chosen = op_of(t, s), s.f_left[at], s.f_track[at]
    if op == tb.OP_ONE_TRACK:
        return 1 << (left - 1)
    if op == tb.OP_ANY_TRACK:
        return 1
    if chosen < 0:
        allowed = track == printed_track(op) or has_hook(s, s.seat, tb.HOOK_TRANSLATOR)
    else:
        allowed = track == chosen
    return (1 << left) - 1 if allowed else 0


@kernel
def advance(t, s, track, steps):
    """The marker is to go on; place 0 is one step."""
    at = s.depth - 1
    s.f_track[at] = track
    s.f_go[at] = steps + 1


@kernel
def go_on_advancing(t, s):
    """Take the steps that were chosen, one by one; after a bonus the player may think again."""
    at = s.depth - 1
    if s.f_go[at] == 0:
        s.ask = st.ASK_ADVANCE
        return
    s.f_go[at] -= 1
    s.f_left[at] -= 1
    step_on(t, s, s.f_seat[at], s.f_track[at], s.f_go[at] == 0)
    if s.depth > at + 1 and op_at(t, s, at) != tb.OP_ONE_TRACK:
        s.f_go[at] = 0


@kernel
def op_at(t, s, at):
    return t.op[s.f_effect[at], s.f_at[at]]


@kernel
def step_on(t, s, seat, track, last):
    """One space further: its bonus or its event. Told is the last step, and any that brings something."""
    s.position[seat, track] += 1
    position = s.position[seat, track]
    space, side = position % st.TRACK_LENGTH, s.track_side[track]
    if last or space == t.event_space[track, side] or t.bonus[track, side, space] != tb.NO_EFFECT:
        tell(s, ev.ADVANCES, ALL, seat, track, position)
    if position >= 2 * st.TRACK_LENGTH and s.trophy[track] < 0:
        s.trophy[track] = seat
        tell(s, ev.TROPHY, ALL, seat, track)
    if space == t.event_space[track, side]:
        if s.event[track] >= 0:
            trigger_event(t, s, seat, track)
    else:
        push(t, s, t.bonus[track, side, space], seat, -1)


@kernel
def trigger_event(t, s, seat, track):
    """For all at once, then for each from this player on; after the second the third card goes."""
    event = s.event[track]
    tell(s, ev.EVENT, ALL, event)
    s.event[track] = -1
    s.events_done += 1
    if s.events_done == st.MOST_EVENTS:
        for other in range(st.NUM_TRACKS):
            remove_event(s, other)
    if t.event_order[event] != tb.NO_EFFECT:
        s.orders |= 1 << event
    for k in range(s.num_players - 1, -1, -1):
        push(t, s, t.event_each[event], (seat + k) % s.num_players, -1)
    push(t, s, t.event_all[event], seat, -1)


@kernel
def remove_event(s, track):
    """A faction that was not asked in time; the Tincan take their techs away."""
    if s.event[track] >= 0:
        tell(s, ev.EVENT_GONE, ALL, s.event[track])
        s.event[track] = -1
        if track == st.TINCAN:
            for k in range(st.NUM_SHARED):
                discard_tech(s, s.shared[k])
                s.shared[k] = -1


@kernel
def share_techs(t, s):
    s.sharing = True
    tell(s, ev.SHARED, ALL, s.shared[0], s.shared[1])
    for seat in range(s.num_players):
        renew_hooks(t, s, seat)


@kernel
def honesty_summit(s):
    """On each track the furthest markers go back two, not below the start of their loop; a medal for each."""
    for track in range(st.NUM_TRACKS):
        furthest = 0
        for seat in range(s.num_players):
            furthest = max(furthest, s.position[seat, track])
        if furthest > 0:
            for seat in range(s.num_players):
                if s.position[seat, track] == furthest:
                    start = furthest - furthest % st.TRACK_LENGTH
                    s.position[seat, track] = max(furthest - 2, start)
                    tell(s, ev.GOES_BACK, ALL, seat, track, s.position[seat, track])
                    gain_medals(s, seat, 1)


@kernel
def zone(position):
    """Points of a zone without loops."""
    return ZONE_POINTS[position % st.TRACK_LENGTH]


@kernel
def zone_or_loop(position):
    """A looped track counts as the last zone."""
    return 4 if position >= st.TRACK_LENGTH else zone(position)


@kernel
def track_points(s, seat, track):
    position, points = s.position[seat, track], 0
    while position >= st.TRACK_LENGTH:  # seldom, so that it costs less than to divide
        position -= st.TRACK_LENGTH
        points += st.LOOP_POINTS
    return points + ZONE_POINTS[position]
