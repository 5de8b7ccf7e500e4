"""Starship Captains: points, counted in halves."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest
from astrarium.core.rows import above

from . import state as st
from . import tables as tb
from .crew import commanders
from .ship import count_artifacts, count_pirates
from .techs import icon_pairs
from .tracks import track_points, zone_or_loop


@kernel
def figures_of_colour(s, seat, colour):
    """Ensigns and commanders of a colour in the ready room and in the queue."""
    total = s.ready[seat, colour] + s.ready[seat, st.COMMANDER + colour]
    for k in range(s.queue_size[seat]):
        figure = s.queue[seat, k]
        if figure == colour or figure == st.COMMANDER + colour:
            total += 1
    return total


@kernel
def missions_of_colour(t, s, seat, colour):
    """Completed missions with a line of a colour."""
    return count(s.completed[seat] & t.colour_missions[colour])


@kernel
def artifact_types(s, seat):
    total = 0
    for kind in range(st.NUM_ARTIFACTS):
        if s.artifacts[seat, kind] > 0:
            total += 1
    return total


@kernel
def all_damage(s, seat):
    return s.damage[seat] + count(s.slot_damage[seat])


@kernel
def installed_techs(s, seat):
    total = 0
    for slot in range(st.NUM_SLOTS):
        if s.slot[seat, slot] >= 0:
            total += 1
    return total


@kernel
def lowest_zone(s, seat):
    least = 4
    for track in range(st.NUM_TRACKS):
        least = min(least, zone_or_loop(s.position[seat, track]))
    return least


@kernel
def things(t, s, seat, per):
    """How many of what an omega tech or a passenger counts."""
    if per == tb.PER_ARTIFACT_TYPES:
        return artifact_types(s, seat)
    if per == tb.PER_ICON_PAIRS:
        return icon_pairs(t, s, seat)
    if per == tb.PER_RED_FIGURES:
        return figures_of_colour(s, seat, st.RED)
    if per == tb.PER_YELLOW_FIGURES:
        return figures_of_colour(s, seat, st.YELLOW)
    if per == tb.PER_BLUE_FIGURES:
        return figures_of_colour(s, seat, st.BLUE)
    if per == tb.PER_COMMANDERS:
        return commanders(s, seat)
    if per == tb.PER_DAMAGE:
        return all_damage(s, seat)
    if per == tb.PER_RED_MISSIONS:
        return missions_of_colour(t, s, seat, st.RED)
    if per == tb.PER_YELLOW_MISSIONS:
        return missions_of_colour(t, s, seat, st.YELLOW)
    if per == tb.PER_BLUE_MISSIONS:
        return missions_of_colour(t, s, seat, st.BLUE)
    if per == tb.PER_PIRATE_TOKENS:
        return count_pirates(s, seat)
    if per == tb.PER_LOWEST_ZONE:
        return lowest_zone(s, seat)
    if per == tb.PER_NO_CARGO_DAMAGE:
        return 1 if s.damage[seat] == 0 else 0
    if per == tb.PER_ARTIFACTS:
        return count_artifacts(s, seat)
    if per == tb.PER_INSTALLED_TECHS:
        return installed_techs(s, seat)
    return zone_or_loop(s.position[seat, st.TINCAN])


@kernel
def mission_points(t, s, seat):
    total = 0
    left = s.completed[seat]
    while left:
        total += t.mission_points[lowest(left)]
        left &= left - 1
    return total


@kernel
def omega_points(t, s, seat):
    total = 0
    slots = above(s.slot[seat], st.FIRST_OMEGA - 1)
    while slots:
        card = s.slot[seat, lowest(slots)]
        slots &= slots - 1
        total += t.omega_points[card] * things(t, s, seat, t.omega_per[card])
    return total


@kernel
def passenger_points(t, s, seat):
    if s.rider < 0:
        return 0
    return t.rider_base[s.rider] + t.rider_points[s.rider] * things(t, s, seat, t.rider_per[s.rider])


@kernel
def half_points(t, s, seat):
    """All points of a seat, doubled."""
    total = mission_points(t, s, seat) + omega_points(t, s, seat) + passenger_points(t, s, seat)
    for track in range(st.NUM_TRACKS):
        total += track_points(s, seat, track)
    total += commanders(s, seat) + s.ready[seat, st.ANDROID] + count_pirates(s, seat) - all_damage(s, seat)
    return 2 * total + s.medals[seat] + count_artifacts(s, seat)


@kernel
def score(t, s, score, rank):
    """Points; ties share. Alone 50 points are a win."""
    for seat in range(s.num_players):
        score[seat] = half_points(t, s, seat) / 2
    if s.num_players == 1:
        rank[0] = 0 if score[0] >= st.SOLO_WIN else 1
        return
    for seat in range(s.num_players):
        rank[seat] = 0
        for other in range(s.num_players):
            if score[other] > score[seat]:
                rank[seat] += 1
