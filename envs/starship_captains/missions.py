"""Starship Captains: completing missions line by line."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from . import tables as tb
from .frames import push
from .ship import is_commander, join_queue, push_hooks, subordinates, tech_of


@kernel
def take_mission(s):
    place = s.location[s.active]
    s.mission = s.mission_at[place]
    s.mission_at[place] = -1
    s.mission_place = place
    s.line = 0
    s.painted = False
    s.stage = st.STAGE_ASSIGN


@kernel
def assign_bits(s):
    """Bitset of the figures in the ready room."""
    bits = 0
    for figure in range(st.NUM_FIGURES):
        if s.ready[s.active, figure] > 0:
            bits |= 1 << figure
    return bits


@kernel
def continue_assigning(t, s):
    """A figure for every line before the first is resolved."""
    if s.line == t.mission_lines[s.mission]:
        s.line = 0
        s.stage = st.STAGE_LINE
        return
    figures = assign_bits(s)
    if count(figures) > 1:
        s.ask = st.ASK_ASSIGN
    else:
        assign(s, lowest(figures))


@kernel
def assign(s, figure):
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
def continue_line(t, s):
    """The next line: resolve or ignore it if the figure matches."""
    if s.line == t.mission_lines[s.mission]:
        s.stage = st.STAGE_RETURN
        return
    s.line_used = False
    if matches(s.pad[s.line], t.line_colour[s.mission, s.line]):
        s.ask = st.ASK_LINE
    else:
        s.stage = st.STAGE_LINE_TASK


@kernel
def answer_line(t, s, use):
    s.line_used = use
    s.stage = st.STAGE_LINE_TASK
    if use:
        push(t, s, t.line_effect[s.mission, s.line], s.active, -1)


@kernel
def continue_line_task(s):
    """A commander's second task: the same line again, or a subordinate."""
    figure = s.pad[s.line]
    if is_commander(figure) and (s.line_used or subordinates(s, s.active, figure)):
        s.ask = st.ASK_LINE_TASK
    else:
        next_line(s)


@kernel
def repeat_line(t, s):
    effect = t.line_effect[s.mission, s.line]
    next_line(s)
    push(t, s, effect, s.active, -1)


@kernel
def next_line(s):
    s.line += 1
    s.line_used = False
    s.stage = st.STAGE_LINE


@kernel
def return_crew(t, s):
    """Crew into the queue, androids away with what techs give for them; then the card is turned over."""
    if s.pad[0] < 0:
        turn_over(t, s)
        return
    androids = 0
    for line in range(t.mission_lines[s.mission]):
        if s.pad[line] == st.ANDROID:
            androids += 1
        else:
            join_queue(s, s.active, s.pad[line])
        s.pad[line] = -1
    for _ in range(androids):
        push_hooks(t, s, s.active, tb.HOOK_ANDROID_USED)


@kernel
def turn_over(t, s):
    """The mission is complete; what techs give for it follows."""
    mission = s.mission
    s.completed[s.active] |= 1 << mission
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
            push(t, s, t.tech_effect[card], seat, -1)


@kernel
def mission_hook(t, card, mission):
    hook = t.hook[card]
    if hook == tb.HOOK_MISSION:
        return True
    if hook == tb.HOOK_MISSION_ICON:
        return t.mission_icon[mission] != 0
    if tb.HOOK_MISSION_RED <= hook <= tb.HOOK_MISSION_BLUE:
        return t.colour_missions[hook - tb.HOOK_MISSION_RED] >> mission & 1 != 0
    return False
