"""Starship Captains: completing missions line by line."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .crew import call_subordinate, is_commander, join_queue, ready_bits, subordinates
from .frames import push
from .ship import push_ability, push_hooks, tech_of


@kernel
def take_mission(t, s):
    place = s.location[s.active]
    s.mission = s.mission_at[place]
    s.mission_at[place] = -1
    s.mission_place = place
    s.line = 0
    s.painted = False
    s.stage = st.STAGE_ASSIGN


@kernel
def go_on_assigning(t, s):
    """A figure for every line before the first is resolved."""
    if s.line == t.mission_lines[s.mission]:
        tell(s, ev.SENDS, ALL, s.active, s.mission, s.pad[0], s.pad[1], s.pad[2], s.pad[3])
        s.line = 0
        s.stage = st.STAGE_LINE
    else:
        s.ask = st.ASK_ASSIGN


@kernel
def figures_to_send(t, s):
    return ready_bits(s, s.seat)


@kernel
def assign(t, s, figure):
    s.ready[s.active, figure] -= 1
    s.pad[s.line] = figure
    s.line += 1


@kernel
def matches(figure, colour):
    """Androids match every line; golden lines are matched by nobody else."""
    if figure == st.ANDROID:
        return True
    return colour != st.GOLD and (figure == colour or figure == st.COMMANDER + colour)


@kernel
def begin_line(t, s):
    """The next line: resolve or ignore it if the figure matches."""
    if s.line == t.mission_lines[s.mission]:
        s.stage = st.STAGE_RETURN
    elif matches(s.pad[s.line], t.line_colour[s.mission, s.line]):
        tell(s, ev.LINE_MATCHES, ALL, s.mission, s.line, s.pad[s.line])
        s.ask = st.ASK_LINE
    else:
        tell(s, ev.LINE_DIFFERS, ALL, s.mission, s.line, s.pad[s.line])
        s.stage = st.STAGE_LINE_TASK


@kernel
def ignore_line(t, s):
    s.stage = st.STAGE_LINE_TASK


@kernel
def resolve_line(t, s):
    s.line_used = True
    s.stage = st.STAGE_LINE_TASK
    push(t, s, t.line_effect[s.mission, s.line], s.active, -1)


@kernel
def begin_line_task(t, s):
    """A commander's second task: the same line again, or a subordinate."""
    if is_commander(s.pad[s.line]):
        s.ask = st.ASK_LINE_TASK
    else:
        next_line(t, s)


@kernel
def line_was_used(t, s):
    return s.line_used


@kernel
def repeat_line(t, s):
    effect = t.line_effect[s.mission, s.line]
    next_line(t, s)
    push(t, s, effect, s.active, -1)


@kernel
def line_subordinates(t, s):
    return subordinates(s, s.seat, s.pad[s.line])


@kernel
def call_from_line(t, s, place):
    call_subordinate(s, s.seat, s.pad[s.line], place)
    next_line(t, s)


@kernel
def next_line(t, s):
    s.line += 1
    s.line_used = False
    s.stage = st.STAGE_LINE


@kernel
def return_crew(t, s):
    """Crew into the queue, androids away with what techs give for them; then the card is turned over."""
    if s.pad[0] < 0:
        turn_over(t, s)
        return
    tell(s, ev.RETURN, ALL, s.active, s.pad[0], s.pad[1], s.pad[2], s.pad[3])
    androids = 0
    for line in range(t.mission_lines[s.mission]):
        if s.pad[line] == st.ANDROID:
            androids += 1
        else:
            join_queue(s, s.active, s.pad[line])
        s.pad[line] = -1
    if androids > 0:
        tell(s, ev.ANDROIDS_RETURN, ALL, s.active, androids)
    for _ in range(androids):
        push_hooks(t, s, s.active, tb.HOOK_ANDROID_USED)


@kernel
def turn_over(t, s):
    """The mission is complete; what techs give for it follows."""
    mission = s.mission
    s.completed[s.active] |= 1 << mission
    tell(s, ev.COMPLETES, ALL, s.active, mission)
    s.mission = -1
    s.line = 0
    s.stage = st.STAGE_NEW_MISSION
    push_mission_hooks(t, s, s.active, mission)


@kernel
def push_mission_hooks(t, s, seat, mission):
    """Techs in the order of their slots; pushed from the last to the first."""
    for k in range(st.NUM_SLOTS + st.NUM_SHARED - 1, -1, -1):
        card = tech_of(s, seat, k)
        if card >= 0 and mission_hook(t, card, mission):
            push_ability(t, s, seat, k)


@kernel
def mission_hook(t, card, mission):
    """Does this tech give something for completing that mission?"""
    return t.rewarded[card] >> mission & 1 != 0
