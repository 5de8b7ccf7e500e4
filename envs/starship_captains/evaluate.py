"""Starship Captains: how well a seat stands, for players that look ahead.

Points count fully. Crew, medals, cargo, techs, progress between two zones and a mission within reach are
worth the points they can still become, so their weight falls towards the end.
"""

from astrarium.core import kernel

from .missions import matches
from .score import half_points
from .ship import count_artifacts, ready_figures
from .state import (
    ANDROID,
    ASK_ASSIGN,
    CADET,
    COMMANDER,
    FIRST_OMEGA,
    GOLD,
    NUM_ROUTE_COLOURS,
    NUM_SLOTS,
    NUM_TRACKS,
    ROUNDS,
    SOLO_WIN,
    STAGE_ASSIGN,
    TRACK_LENGTH,
    ZONE,
)

# Worth of things in points, at the beginning of the game; points they score anyway are left out.
MEDAL = 0.3
ARTIFACT = 0.35
READY = 0.45  # a figure in the ready room, in each round
READY_ANDROID = 0.5
QUEUED = 0.12  # a figure in the queue
ENSIGN = 0.45  # more than a cadet, for each round left
COMMAND = 1.3  # a commander, for each round left
ROOM_TECH = 0.8  # for each round left
ABILITY_TECH = 0.7
HOLD_DAMAGE = 0.12  # damage in the hold, beside the point that it costs
CROWDED = 0.5  # each damage beyond this many leaves hardly any room
CROWDED_FROM = 5
STEP = 0.3  # a step towards the next zone
AT_MISSION = 0.3  # share of the points of a mission that is the seat's own to take
MATCH = 0.35  # a line of it that the ready room can match
LINE = 1.2  # a line of a mission under way that its figure matches
NEAR_MISSION = 0.08  # share of the best mission's points one route away
LEAD, LEAD_EARLY = 5.0, 9.0  # a lead of so many points is worth half a win, at the end and before
SOLO_LEAD = 15.0


@kernel
def rounds_left(s):
    """Rounds after this one."""
    return float(ROUNDS - s.round)


@kernel
def time_left(s):
    """From 1 to 0: the share of the game still to come; this round counts by who is still on duty."""
    on_duty = 0
    for seat in range(s.num_players):
        if not s.passed[seat]:
            on_duty += min(ready_figures(s, seat), 4)
    return (rounds_left(s) + on_duty / (4.0 * s.num_players)) / ROUNDS


@kernel
def crew_worth(s, seat):
    """Figures by what they will still do: this round in the ready room, later rounds all of them."""
    left = rounds_left(s)
    worth = 0.0
    for figure in range(ANDROID):
        n = s.ready[seat, figure]
        if not s.passed[seat]:
            worth += READY * n
        worth += left * n * figure_worth(figure)
    worth += READY_ANDROID * s.ready[seat, ANDROID]
    for k in range(s.queue_size[seat]):
        worth += left * (QUEUED + figure_worth(s.queue[seat, k]))
    return worth


@kernel
def figure_worth(figure):
    if figure >= COMMANDER:
        return COMMAND
    return 0.0 if figure == CADET else ENSIGN


@kernel
def tech_worth(t, s, seat):
    worth, left = 0.0, rounds_left(s) + 0.5
    for slot in range(NUM_SLOTS):
        card = s.slot[seat, slot]
        if 0 <= card < FIRST_OMEGA:
            worth += left * (ROOM_TECH if t.is_room[card] else ABILITY_TECH)
    return worth


@kernel
def track_worth(s, seat, time):
    """Steps between two zones."""
    worth = 0.0
    for track in range(NUM_TRACKS):
        worth += STEP * (s.position[seat, track] % TRACK_LENGTH % ZONE)
    return worth * min(1.0, 2.0 * time + 0.1)


@kernel
def lines_matched(t, s, seat, mission):
    """Lines whose colour somebody in the ready room has."""
    total = 0
    for line in range(t.mission_lines[mission]):
        colour = t.line_colour[mission, line]
        ready = colour != GOLD and s.ready[seat, colour] + s.ready[seat, COMMANDER + colour] > 0
        if ready or s.ready[seat, ANDROID] > 0:
            total += 1
    return total


@kernel
def mission_worth(t, s, seat, time):
    """A mission at the ship's planet, or else the best one a route away."""
    here = s.location[seat]
    mission = s.mission_at[here]
    if mission >= 0 and (s.holder[here] == seat or s.holder[here] < 0):
        worth = AT_MISSION * t.mission_points[mission] + MATCH * lines_matched(t, s, seat, mission)
        return worth * min(1.0, 3.0 * time)
    best = 0.0
    for colour in range(NUM_ROUTE_COLOURS):
        place = t.beyond[s.side, here, colour]
        if s.mission_at[place] >= 0 and s.holder[place] < 0:
            best = max(best, NEAR_MISSION * t.mission_points[s.mission_at[place]])
    return best * min(1.0, 3.0 * time)


@kernel
def under_way(t, s, seat):
    """A mission being completed and the crew on it."""
    if seat != s.active or s.mission < 0:
        return 0.0
    worth = float(t.mission_points[s.mission])
    for line in range(t.mission_lines[s.mission]):
        figure = s.pad[line]
        if figure >= 0:
            worth += rounds_left(s) * figure_worth(figure) if figure < ANDROID else 0.0
            to_come = s.stage == STAGE_ASSIGN or line >= s.line
            if to_come and matches(figure, t.line_colour[s.mission, line]):
                worth += LINE
        elif s.ask == ASK_ASSIGN:
            worth += 0.3
    return worth


@kernel
def wealth(t, s, seat):
    """Everything a seat has, in points."""
    time = time_left(s)
    worth = half_points(t, s, seat) / 2 + crew_worth(s, seat) + tech_worth(t, s, seat)
    worth += track_worth(s, seat, time) + mission_worth(t, s, seat, time) + under_way(t, s, seat)
    worth += time * (MEDAL * min(s.medals[seat], 5) + ARTIFACT * min(count_artifacts(s, seat), 4))
    worth -= time * (HOLD_DAMAGE * s.damage[seat] + CROWDED * max(s.damage[seat] - CROWDED_FROM, 0))
    if seat == s.active and s.worker >= 0:
        worth += READY + rounds_left(s) * COMMAND
    return worth


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the lead over the best other seat; alone over the points of a win."""
    time = time_left(s)
    if s.num_players == 1:
        lead = (wealth(t, s, seat) - SOLO_WIN) / SOLO_LEAD
        return lead / (1.0 + abs(lead))
    best = -1000.0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, wealth(t, s, other))
    lead = (wealth(t, s, seat) - best) / (LEAD + LEAD_EARLY * time)
    return lead / (1.0 + abs(lead))
