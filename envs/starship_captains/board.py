"""Starship Captains: the map: ships, reservations, pirates on routes, new missions."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .crew import gain_androids, ready_figures
from .decks import draw_artifact, draw_mission, draw_pirate
from .frames import next_op, op_of
from .ship import gain_medals, has_hook, hurt, push_hooks, repairable


@kernel
def arrive(s, seat, place):
    """A ship comes to a place; the first one there has it reserved."""
    others = ships_at(s, place)
    s.location[seat] = place
    if place != st.HOME and others == 0:
        reserve(s, place, seat)


@kernel
def reserve(s, place, seat):
    s.holder[place] = seat
    if s.station_at[place] < 0:
        tell(s, ev.RESERVED, ALL, place, seat)


@kernel
def ships_at(s, place):
    total = 0
    for seat in range(s.num_players):
        if s.location[seat] == place:
            total += 1
    return total


@kernel
def depart(s, seat):
    """A ship leaves: the only one that stays behind has the planet reserved, of two neither (ruling 13)."""
    place = s.location[seat]
    s.location[seat] = -1
    if place == st.HOME:
        return
    held = s.holder[place] == seat
    if held:
        s.holder[place] = -1
    if s.holder[place] < 0 and ships_at(s, place) == 1:
        for other in range(s.num_players):
            if s.location[other] == place:
                reserve(s, place, other)
    elif held and ships_at(s, place) > 1 and s.station_at[place] < 0:
        tell(s, ev.NOT_RESERVED, ALL, place)


@kernel
def relocate(s, seat, place):
    depart(s, seat)
    arrive(s, seat, place)
    if seat == s.active:
        s.moved = True


@kernel
def neighbours(t, s, place):
    """Bitset of the places one route away."""
    bits = 0
    for colour in range(st.NUM_ROUTE_COLOURS):
        bits |= 1 << t.beyond[s.side, place, colour]
    return bits


@kernel
def route_between(t, s, here, there):
    """The route from here to there; of two the one without a pirate."""
    found = -1
    for colour in range(st.NUM_ROUTE_COLOURS):
        if t.beyond[s.side, here, colour] == there:
            route = t.route_at[s.side, here, colour]
            if found < 0 or s.pirate_on[route] < 0:
                found = route
    return found


@kernel
def ways_on(t, s):
    """Bitset of the places one route away from the ship."""
    return neighbours(t, s, s.location[s.seat])


@kernel
def everywhere_else(t, s):
    """Bitset of all places but the ship's own."""
    return (1 << t.num_locations[s.side]) - 1 & ~(1 << s.location[s.seat])


@kernel
def repairs_instead(t, s):
    """Hyper-Charger: a move or a jump may be used as a repair."""
    return repairable(t, s) if has_hook(s, s.seat, tb.HOOK_HYPER_CHARGER) else 0


@kernel
def fly(t, s, place):
    """One move; a pirate on the route shoots."""
    s.f_left[s.depth - 1] -= 1
    route = route_between(t, s, s.location[s.seat], place)
    relocate(s, s.seat, place)
    if s.pirate_on[route] >= 0:
        tell(s, ev.SHOOTS, ALL, s.pirate_on[route], route, s.seat)
        hurt(s, s.seat, 1, st.CAUSE_SHOT)


@kernel
def jump(t, s, place):
    s.f_left[s.depth - 1] -= 1
    relocate(s, s.seat, place)


@kernel
def pirate_bits(t, s, place):
    """Bitset of the colours of routes here with a pirate."""
    bits = 0
    for colour in range(st.NUM_ROUTE_COLOURS):
        if s.pirate_on[t.route_at[s.side, place, colour]] >= 0:
            bits |= 1 << colour
    return bits


@kernel
def place_pirate(t, s, kind, place):
    """The route of the exhaust's colour takes the pirate if it has none."""
    route = t.route_at[s.side, place, kind % st.NUM_ROUTE_COLOURS]
    if s.pirate_on[route] < 0:
        s.pirate_on[route] = kind
        tell(s, ev.APPEARS, ALL, kind, route)
    else:
        s.pirate_discard[kind] += 1
        tell(s, ev.FINDS_NO_ROUTE, ALL, kind, route)


@kernel
def ambush(t, s, place, times):
    for _ in range(times):
        kind = draw_pirate(s)
        if kind >= 0:
            place_pirate(t, s, kind, place)


@kernel
def raid(t, s):
    """A pirate for every marked route without one."""
    for route in range(t.num_routes[s.side]):
        if t.route_marked[s.side, route] and s.pirate_on[route] < 0:
            kind = draw_pirate(s)
            s.pirate_on[route] = kind
            if kind >= 0:
                tell(s, ev.APPEARS, ALL, kind, route)


@kernel
def ceasefire(t, s):
    """Pirates next to the players' ships are discarded."""
    for seat in range(s.num_players):
        for colour in range(st.NUM_ROUTE_COLOURS):
            route = t.route_at[s.side, s.location[seat], colour]
            if s.pirate_on[route] >= 0:
                tell(s, ev.LEAVES, ALL, s.pirate_on[route], route)
                remove_pirate(s, route)


@kernel
def remove_pirate(s, route):
    s.pirate_discard[s.pirate_on[route]] += 1
    s.pirate_on[route] = -1


# Fights


@kernel
def pirates_here(t, s):
    """Bitset of the colours of routes at the ship with a pirate."""
    return pirate_bits(t, s, s.location[s.seat])


@kernel
def fight(t, s, colour):
    """Choose the pirate and take its fire; the reward follows when the damage is dealt with."""
    safe = op_of(t, s) == tb.OP_SAFE_FIGHT
    next_op(s)
    s.fought = t.route_at[s.side, s.location[s.seat], colour]
    s.fought_seat = s.seat
    if s.seat == s.active:
        s.fights += 1
    if not safe:
        hurt(s, s.seat, 1, st.CAUSE_FIGHT)


@kernel
def win_fight(t, s):
    """Token and reward come aboard."""
    seat, kind = s.fought_seat, s.pirate_on[s.fought]
    tell(s, ev.DEFEATS, ALL, seat, kind, s.fought)
    s.pirate_on[s.fought] = -1
    s.fought = -1
    s.pirates[seat, kind] += 1
    if kind >= st.FIRST_ANDROID_PIRATE:
        gain_androids(s, seat, 1)
    else:
        gain_medals(s, seat, 1)
        gain_artifacts(s, seat, 1)
    s.stuffed = seat
    push_hooks(t, s, seat, tb.HOOK_FIGHT)


@kernel
def gain_artifacts(s, seat, n):
    """All are drawn before it is decided which to keep."""
    for _ in range(n):
        kind = draw_artifact(s)
        if kind >= 0:
            s.artifacts[seat, kind] += 1
            tell(s, ev.ARTIFACT, ALL, seat, kind)
    s.stuffed = seat


@kernel
def gain_pirates(s, seat, n):
    for _ in range(n):
        kind = draw_pirate(s)
        if kind >= 0:
            s.pirates[seat, kind] += 1
            tell(s, ev.PIRATE_TOKEN, ALL, seat, kind)
    s.stuffed = seat


# Missions on the map


@kernel
def mission_open(t, s):
    """Is there a mission here that the seat may take and has the crew for?"""
    place = s.location[s.seat]
    card = s.mission_at[place]
    if card < 0 or (s.holder[place] >= 0 and s.holder[place] != s.seat):
        return False
    return ready_figures(s, s.seat) >= t.mission_lines[card]


@kernel
def number_place(s, number):
    place = 0
    while s.number_at[place] != number:
        place += 1
    return place


@kernel
def new_mission(t, s, place):
    """The highest face-up number goes face down to the emptied planet; a mission comes where it was."""
    number = st.NUM_NUMBERS
    while number > 1 and not s.numbers_up >> (number - 1) & 1:
        number -= 1
    source = number_place(s, number)
    s.number_at[source] = 0
    s.number_at[place] = number
    s.numbers_up &= ~(1 << (number - 1))
    tell(s, ev.NUMBER_MOVES, ALL, number, place)
    s.mission_at[source] = draw_mission(s)
    tell(s, ev.NEW_MISSION, ALL, s.mission_at[source], source)
    if s.numbers_up == 0:
        uprising(t, s)


@kernel
def uprising(t, s):
    """A pirate for each number: all are drawn before any is placed, then placed in the order of the numbers.

    A pirate that finds its route taken is discarded, and must not be drawn again in the same uprising: so the
    kinds drawn wait in one number, kind + 1 in four bits each.
    """
    tell(s, ev.UPRISING, ALL)
    packed = 0
    for number in range(st.NUM_NUMBERS):
        packed |= (draw_pirate(s) + 1) << 4 * number
    for number in range(st.NUM_NUMBERS):
        kind = (packed >> 4 * number & 15) - 1
        if kind >= 0:
            place_pirate(t, s, kind, number_place(s, number + 1))
    s.numbers_up = (1 << st.NUM_NUMBERS) - 1
