"""Starship Captains: how well a seat stands, for players that look ahead.

Points count fully. Everything else is worth the points that it can still become: crew what it will do in this
round and in later ones, medals, cargo and techs what they are good for, tracks the way to the next zone and
bonus, a mission in reach what its completion would bring. In the middle of a turn the rest of it is promised:
effects under way, lines of the running mission, a commander's second task.

Worths that come with the cards are pairs in TABLES (see worth.py): points now, and points that fade.
"""

from astrarium.core import kernel

from . import state as st
from . import tables as tb
from .board import pirate_bits
from .crew import is_commander, is_crew
from .missions import matches, mission_hook
from .score import half_points
from .ship import capacity, count_artifacts, count_pirates, tech_of

FULL_ROUND = 4  # figures
MISSION_HOOKS = (
    1 << tb.HOOK_MISSION
    | 1 << tb.HOOK_MISSION_ICON
    | 1 << tb.HOOK_MISSION_RED
    | 1 << tb.HOOK_MISSION_YELLOW
    | 1 << tb.HOOK_MISSION_BLUE
)


@kernel
def faded(pair, time):
    """A worth of TABLES at a time from 1, the beginning, to 0."""
    return pair[0] + time * pair[1]


@kernel
def rounds_left(s):
    """Rounds after this one."""
    return float(st.ROUNDS - s.round)


@kernel
def crew_ready(s, seat):
    """Figures that can act in this round, androids left out."""
    total = 0
    if not s.passed[seat]:
        for figure in range(st.NUM_CREW):
            total += s.ready[seat, figure]
    return total


@kernel
def time_left(s, seat):
    """From 1 to 0: the share of the game that a seat has before it."""
    return (rounds_left(s) + min(crew_ready(s, seat) / FULL_ROUND, 1.0)) / st.ROUNDS


# Crew


@kernel
def worth_now(t, s, figure):
    """A figure in the ready room, in this round."""
    if figure == st.CADET:
        return t.w.ready
    return t.w.ready + t.w.ready_ensign + (t.w.task if is_commander(figure) else 0.0)


@kernel
def worth_a_round(t, s, figure):
    """A figure in a later round."""
    if figure == st.CADET:
        return t.w.round
    return t.w.round + (t.w.round_commander if is_commander(figure) else t.w.round_ensign)


@kernel
def crew_worth(t, s, seat):
    """What the crew will do: in this round those who are ready, later all whom the queue does not keep."""
    left = rounds_left(s)
    worth = 0.0
    ready = 0
    for figure in range(st.NUM_CREW):
        n = s.ready[seat, figure]
        if n > 0:
            ready += n
            if not s.passed[seat]:
                worth += n * worth_now(t, s, figure)
            worth += left * n * worth_a_round(t, s, figure)
    kept = st.QUEUE_KEPT_RESERVE if s.hooks[seat] >> tb.HOOK_RESERVE & 1 else st.QUEUE_KEPT
    behind = s.queue_size[seat] - kept + (0 if s.passed[seat] else ready + away(s, seat))
    for k in range(s.queue_size[seat]):
        rounds = left if k < behind else max(left - 1.0, 0.0)
        worth += rounds * worth_a_round(t, s, s.queue[seat, k])
    if left > 0 or not s.passed[seat]:
        worth += t.w.android_ready * s.ready[seat, st.ANDROID]
    return worth


@kernel
def away(s, seat):
    """Figures at work or on a mission, who will join the queue."""
    total = 0
    if seat == s.active:
        total += s.worker >= 0
        for line in range(st.MAX_LINES):
            total += is_crew(s.pad[line])
    return total


@kernel
def away_worth(t, s, seat):
    """Those at work or on a mission come back; a roster counts them all the same."""
    worth = 0.0
    if s.worker >= 0:
        worth += t.w.task + rounds_left(s) * worth_a_round(t, s, s.worker) + listed(t, s, seat, s.worker)
    if s.mission >= 0:
        for line in range(t.mission_lines[s.mission]):
            figure = s.pad[line]
            if is_crew(figure):
                worth += rounds_left(s) * worth_a_round(t, s, figure) + listed(t, s, seat, figure)
    return worth


@kernel
def listed(t, s, seat, figure):
    """Points of omega techs for a figure of its colour."""
    if figure == st.CADET:
        return 0.0
    colour = figure - st.COMMANDER if is_commander(figure) else figure
    points = 0.0
    for slot in range(st.NUM_SLOTS):
        card = s.slot[seat, slot]
        if card >= st.FIRST_OMEGA and t.omega_per[card] == tb.PER_RED_FIGURES + colour:
            points += t.omega_points[card]
    return points


# The ship


@kernel
def hold_worth(t, s, seat, time):
    """Medals, artifacts and room in the hold."""
    artifacts = count_artifacts(s, seat)
    free = capacity(t, s, seat) - artifacts - count_pirates(s, seat)
    worth = t.w.medal * min(float(s.medals[seat]), t.w.medals) + t.w.artifact * min(
        float(artifacts), t.w.artifacts
    )
    return time * (worth + t.w.space * min(float(free), t.w.spaces))


@kernel
def techs_worth(t, s, seat, time):
    """Installed techs, and slots that wait for one."""
    worth = 0.0
    free = 0
    for slot in range(st.NUM_SLOTS):
        card = s.slot[seat, slot]
        if card >= 0:
            worth += faded(t.tech_worth[card], time)
        elif not s.slot_damage[seat] >> slot & 1:
            free += 1
    return worth + time * t.w.slot * min(float(free), t.w.slots)


@kernel
def tracks_worth(t, s, seat, time):
    """Steps beyond the last points, and bonuses ahead."""
    worth = 0.0
    for track in range(st.NUM_TRACKS):
        space = s.position[seat, track] % st.TRACK_LENGTH
        worth += (t.w.step_end + (t.w.step - t.w.step_end) * min(2.0 * time, 1.0)) * (
            (space + st.ZONE - 1) % st.ZONE
        )
        worth += (
            t.w.bonus_ahead * min(2.0 * time, 1.0) * faded(t.ahead[track, s.track_side[track], space], time)
        )
    return worth


# Missions


@kernel
def line_promise(t, s, mission, line, fights, time):
    """What a line brings if its figure matches; fights only where there are pirates."""
    worth = faded(t.line_worth[mission, line], time)
    if not fights:
        worth -= faded(t.fight_worth[mission, line], time)
    return t.w.promised * max(worth, 0.0)


@kernel
def lines_promise(t, s, seat, mission, first, fights, time):
    """The lines from `first` on, manned from the ready room by colour, then with androids."""
    have = 0
    for colour in range(st.NUM_COLOURS):
        have |= (s.ready[seat, colour] + s.ready[seat, st.COMMANDER + colour]) << 8 * colour
    androids = s.ready[seat, st.ANDROID]
    total = 0.0
    for line in range(first, t.mission_lines[mission]):
        colour = t.line_colour[mission, line]
        if colour != st.GOLD and have >> 8 * colour & 255:
            have -= 1 << 8 * colour
            total += line_promise(t, s, mission, line, fights, time)
        elif androids > 0:
            androids -= 1
            total += max(line_promise(t, s, mission, line, fights, time) - t.w.android_spent, 0.0)
    return total


@kernel
def hooks_promise(t, s, seat, mission, time):
    """What techs give for a completed mission."""
    worth = 0.0
    if s.hooks[seat] & MISSION_HOOKS:
        for k in range(st.NUM_SLOTS + st.NUM_SHARED):
            card = tech_of(s, seat, k)
            if card >= 0 and mission_hook(t, card, mission):
                worth += t.w.promised * faded(t.worth_from[t.tech_effect[card], 0], time)
    return worth


@kernel
def mission_later(t, s, mission, time):
    """What a mission brings with a crew that is not known yet."""
    worth = t.mission_points[mission] + t.w.matched * faded(t.lines_worth[mission], time)
    return worth - t.w.ready * t.mission_lines[mission]


@kernel
def mission_here(t, s, seat, mission, time):
    """What the mission at the ship's planet would bring, in this round or in the next."""
    lines = t.mission_lines[mission]
    worth = 0.0
    if s.round < st.ROUNDS:
        worth = t.w.later * mission_later(t, s, mission, time)
    if not s.passed[seat] and crew_ready(s, seat) + s.ready[seat, st.ANDROID] >= lines:
        fights = pirate_bits(t, s, s.location[seat]) > 0
        now = t.mission_points[mission] + lines_promise(t, s, seat, mission, 0, fights, time)
        worth = max(worth, now - t.w.ready * lines)
    return worth + hooks_promise(t, s, seat, mission, time)


@kernel
def missions_worth(t, s, seat, time):
    """The mission here, and the best one near."""
    here = s.location[seat]
    near = 0.0
    worth = 0.0
    crew = crew_ready(s, seat) - 1 + s.ready[seat, st.ANDROID]
    for place in range(st.NUM_LOCATIONS):
        mission = s.mission_at[place]
        if mission >= 0 and (s.holder[place] < 0 or s.holder[place] == seat):
            distance = t.distance[s.side, here, place]
            if distance == 0:
                worth = t.w.held * mission_here(t, s, seat, mission, time)
            elif distance < 4 and (s.round < st.ROUNDS or crew >= t.mission_lines[mission]):
                share = t.w.near_1 if distance == 1 else (t.w.near_2 if distance == 2 else t.w.near_3)
                near = max(near, share * mission_later(t, s, mission, time))
    return worth + near


@kernel
def under_way(t, s, seat, time):
    """The mission being completed: its points, the lines still to come, what techs give for it."""
    if s.mission < 0:
        return 0.0
    mission = s.mission
    fights = pirate_bits(t, s, s.location[seat]) > 0
    worth = float(t.mission_points[mission]) + hooks_promise(t, s, seat, mission, time)
    if s.stage == st.STAGE_ASSIGN:
        for line in range(s.line):
            worth += manned_promise(t, s, mission, line, fights, time)
        worth += lines_promise(t, s, seat, mission, s.line, fights, time)
        return worth - t.w.ready * (t.mission_lines[mission] - s.line)
    first = s.line
    if s.stage == st.STAGE_LINE_TASK:
        first += 1
        if is_commander(s.pad[s.line]):
            worth += task_promise(t, s, mission, s.line, s.line_used, fights, time)
    for line in range(first, t.mission_lines[mission]):
        worth += manned_promise(t, s, mission, line, fights, time)
    return worth


@kernel
def manned_promise(t, s, mission, line, fights, time):
    """A line with its figure on the pad."""
    figure, worth = s.pad[line], 0.0
    matched = matches(figure, t.line_colour[mission, line])
    if matched:
        worth += line_promise(t, s, mission, line, fights, time)
    if is_commander(figure):
        worth += task_promise(t, s, mission, line, matched, fights, time)
    return worth


@kernel
def task_promise(t, s, mission, line, used, fights, time):
    """A commander's second task on a line: the same again, or somebody back from the queue."""
    again = line_promise(t, s, mission, line, fights, time) if used else 0.0
    return max(again, t.w.task)


# What is under way


@kernel
def promised(t, s, seat, time):
    """The rest of all effects of a seat that are being resolved."""
    worth = 0.0
    for at in range(s.depth):
        if s.f_seat[at] == seat and s.f_at[at] < tb.NUM_CELLS:
            effect, cell, left = s.f_effect[at], s.f_at[at], s.f_left[at]
            if left >= 0 and tb.COUNTED >> t.op[effect, cell] & 1:
                worth += left * faded(t.unit_worth[effect, cell], time)
                worth += faded(t.worth_from[effect, cell + 1], time)
            else:
                worth += faded(t.worth_from[effect, cell], time)
    return t.w.promised * worth


@kernel
def pending(t, s, seat, time):
    """A tech being installed, damage about to be taken, an improvement being paid."""
    worth = 0.0
    if s.chosen >= 0 and s.seat == seat:
        worth += faded(t.tech_worth[s.chosen], time) - time * t.w.slot
        if s.chosen >= st.FIRST_OMEGA:
            worth += 1.0
    if s.hurt > 0 and s.hurt_seat == seat:
        worth -= s.hurt
    if s.improve != st.IMPROVE_NONE and s.active == seat:
        worth -= s.medals_due * (0.5 + t.w.medal * time)
        worth += worth_now(t, s, s.improve_to) - worth_now(t, s, s.improve_from)
        worth += rounds_left(s) * (worth_a_round(t, s, s.improve_to) - worth_a_round(t, s, s.improve_from))
        if s.improve == st.IMPROVE_PROMOTE:
            worth += 1.0
    return worth


@kernel
def wealth(t, s, seat):
    """Everything a seat has, in points."""
    time = time_left(s, seat)
    worth = half_points(t, s, seat) / 2 + crew_worth(t, s, seat) + hold_worth(t, s, seat, time)
    worth += techs_worth(t, s, seat, time) + tracks_worth(t, s, seat, time) + missions_worth(t, s, seat, time)
    if seat == s.active:
        worth += away_worth(t, s, seat) + under_way(t, s, seat, time)
    return worth + promised(t, s, seat, time) + pending(t, s, seat, time)


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the lead over the best other seat; alone over the points of a win."""
    if s.num_players == 1:
        lead = (wealth(t, s, seat) + t.w.new_round * rounds_left(s) - st.SOLO_WIN) / t.w.solo_lead
        return lead / (1.0 + abs(lead))
    best = -1000.0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, wealth(t, s, other))
    lead = (wealth(t, s, seat) - best) / (t.w.lead + t.w.lead_early * rounds_left(s) / st.ROUNDS)
    return lead / (1.0 + abs(lead))
