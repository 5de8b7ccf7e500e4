"""Starship Captains: activating rooms with crew or artifacts."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .crew import call_subordinate, is_commander, join_queue, ready_bits, subordinates
from .frames import push
from .ship import drop_artifact, push_hooks
from .techs import clear_slot


@kernel
def room_card(s, seat, room):
    """The tech that makes a room; -1 for printed rooms and for none."""
    if room < st.FIRST_SLOT_ROOM:
        return -1
    if room < st.FIRST_SHARED_ROOM:
        return s.slot[seat, room - st.FIRST_SLOT_ROOM]
    return s.shared[room - st.FIRST_SHARED_ROOM] if s.sharing else -1


@kernel
def has_room(t, s, seat, room):
    if room < st.FIRST_SLOT_ROOM:
        return True
    card = room_card(s, seat, room)
    return card >= 0 and t.is_room[card] != 0


@kernel
def room_colour(t, s, seat, room):
    """Gray for everybody; an artifact face down on a room makes it gray."""
    if room < st.NUM_OWN_ROOMS and s.crowd[seat, room] >= 0:
        return st.GRAY
    if room < st.FIRST_SLOT_ROOM:
        return int(t.room_colour[room])
    return int(t.colour[room_card(s, seat, room)])


# Who can activate a room


@kernel
def workers(colour):
    """Bitset of the figures that may work in a room of a colour. Androids never do."""
    if colour == st.GRAY:
        return (1 << st.NUM_CREW) - 1
    return 1 << colour | 1 << (st.COMMANDER + colour)


@kernel
def pair_bits(t, s, seat, colour):
    """Bitset of the pairs of artifacts that can activate a room of a colour: they share it."""
    bits, pair = 0, 0
    for a in range(st.NUM_ARTIFACTS):
        for b in range(a, st.NUM_ARTIFACTS):
            enough = (
                s.artifacts[seat, a] >= 2 if a == b else s.artifacts[seat, a] > 0 and s.artifacts[seat, b] > 0
            )
            shared = t.artifact_colours[a] & t.artifact_colours[b]
            if enough and (colour == st.GRAY or shared >> colour & 1):
                bits |= 1 << pair
            pair += 1
    return bits


@kernel
def open_rooms(t, s):
    """Bitset of the rooms that can be activated."""
    ready = ready_bits(s, s.seat)
    colours = 0
    for colour in range(st.NUM_COLOURS + 1):
        if ready & workers(colour) or pair_bits(t, s, s.seat, colour):
            colours |= 1 << colour
    bits = 0
    if colours:
        for room in range(st.NUM_ROOMS):
            if has_room(t, s, s.seat, room) and colours >> room_colour(t, s, s.seat, room) & 1:
                bits |= 1 << room
    return bits


@kernel
def choose_room(t, s, room):
    s.room = room
    s.stage = st.STAGE_CREW


@kernel
def crew_for_room(t, s):
    """Bitset of the figures in the ready room that can activate the chosen room."""
    return ready_bits(s, s.seat) & workers(room_colour(t, s, s.seat, s.room))


@kernel
def pairs_for_room(t, s):
    return pair_bits(t, s, s.seat, room_colour(t, s, s.seat, s.room))


# Activating


@kernel
def work(t, s, figure):
    """A crew member activates the chosen room; a commander stays for a second task."""
    seat, room = s.active, s.room
    s.room = -1
    s.ready[seat, figure] -= 1
    if is_commander(figure):
        tell(s, ev.COMMANDER_WORKS, ALL, seat, figure, room, room_card(s, seat, room))
        s.worker = figure
        s.stage = st.STAGE_TASK
    else:
        tell(s, ev.WORKS, ALL, seat, figure, room, room_card(s, seat, room))
        join_queue(s, seat, figure)
        s.stage = st.STAGE_ORDERS
    activate(t, s, seat, room)


@kernel
def awaken(t, s, pair):
    """Two artifacts activate the chosen room."""
    seat, room = s.active, s.room
    s.room = -1
    tell(s, ev.PAIR_WORKS, ALL, seat, pair, room, room_card(s, seat, room))
    spend_pair(s, seat, pair)
    s.stage = st.STAGE_ORDERS
    activate(t, s, seat, room)


@kernel
def spend_pair(s, seat, pair):
    first, second = st.PAIRS[pair]
    drop_artifact(s, seat, first)
    drop_artifact(s, seat, second)


@kernel
def activate(t, s, seat, room):
    """Resolve a room; a tech that is used up by it goes first, so that its slot is free."""
    card = room_card(s, seat, room)
    if card < 0:
        if room == st.HELM:
            push_hooks(t, s, seat, tb.HOOK_HELM)
        push(t, s, t.room_effect[room], seat, room)
        return
    effect = t.tech_effect[card]
    if t.once[card] and room < st.FIRST_SHARED_ROOM:
        clear_slot(t, s, seat, room - st.FIRST_SLOT_ROOM)
    push(t, s, effect, seat, room)


# A commander's second task


@kernel
def task_rooms(t, s):
    """Bitset of the rooms for a commander's extra work."""
    bits = 0
    for room in range(st.NUM_ROOMS):
        if has_room(t, s, s.seat, room) and workers(room_colour(t, s, s.seat, room)) >> s.worker & 1:
            bits |= 1 << room
    return bits


@kernel
def extra_work(t, s, room):
    s.stage = st.STAGE_LEAVE
    tell(s, ev.EXTRA_WORK, ALL, s.active, s.worker, room, room_card(s, s.active, room))
    activate(t, s, s.active, room)


@kernel
def worker_subordinates(t, s):
    return subordinates(s, s.seat, s.worker)


@kernel
def call_to_room(t, s, place):
    call_subordinate(s, s.seat, s.worker, place)
    end_task(t, s)


@kernel
def end_task(t, s):
    """The commander goes to the end of the queue."""
    join_queue(s, s.active, s.worker)
    tell(s, ev.QUEUES, ALL, s.active, s.worker)
    s.worker = -1
    s.stage = st.STAGE_ORDERS
