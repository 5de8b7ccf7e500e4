"""Starfarers of Catan: chips on planets, colonies, outposts and friendship."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .chance import draw

# Chips


@kernel
def explore(t, s, seat, node):
    """Look at the face-down chips beside an intersection."""
    for i in range(2):
        planet = int(t.node_planet[node, i])
        if planet >= 0 and not (s.face_up | s.seen[seat]) >> planet & 1:
            s.seen[seat] = s.seen[seat] | (1 << planet)
            tell(s, ev.LOOKS, 1 << seat, seat, planet, s.face[planet])


@kernel
def barred(t, s, planet):
    """A pirate lair or an ice planet."""
    face = s.face[planet]
    return t.face_pirate[face] > 0 or t.face_ice[face] > 0


@kernel
def turn_up(t, s, planet):
    """Turn a chip face up."""
    if not s.face_up >> planet & 1:
        tell(s, ev.TURNED_UP, ALL, planet, s.face[planet])
        show_number(t, s, planet)


@kernel
def show_number(t, s, planet):
    """A chip lies face up: from now on it produces."""
    s.face_up = s.face_up | (1 << planet)
    totals = int(t.face_totals[s.face[planet]])
    while totals:
        s.producing[lowest(totals)] |= 1 << planet
        totals &= totals - 1


@kernel
def conquerable(t, s, seat, planet):
    """Has the seat what it takes to clear this planet?"""
    face = s.face[planet]
    if t.face_pirate[face] > 0:
        return s.expansion[seat, st.CANNON] + s.combat_bonus[seat] >= t.face_pirate[face]
    return t.face_ice[face] > 0 and s.expansion[seat, st.FREIGHT] >= t.face_ice[face]


@kernel
def planet_to_clear(t, s, seat, node):
    """A planet beside the intersection that the seat can clear; -1 = none."""
    for i in range(2):
        planet = int(t.node_planet[node, i])
        if planet >= 0 and conquerable(t, s, seat, planet):
            return planet
    return -1


@kernel
def clear_planet(t, s, seat, planet):
    """Take the pirate or ice chip for a point; a white chip comes in its place, face up."""
    s.trophy[s.num_trophies] = s.face[planet]
    s.trophy_owner[s.num_trophies] = seat
    s.trophy_planet[s.num_trophies] = planet
    s.num_trophies += 1
    s.points[seat] += 1
    at = draw(s, st.NUM_RESERVE + 1 - s.num_trophies)
    face = 0
    while at >= s.reserve[face]:
        at -= s.reserve[face]
        face += 1
    s.reserve[face] -= 1
    tell(s, ev.CLEARS, ALL, seat, planet, s.face[planet], face)
    s.face[planet] = face
    show_number(t, s, planet)


# Colonies


@kernel
def close_site(s, site):
    """A colony takes its site; with three players an outer system takes only two."""
    system = site // st.PLANETS_PER_SYSTEM
    s.settled[system] += 1
    s.room = s.room & ~(1 << site)
    if s.num_players == 3 and s.settled[system] == 2:
        s.room = s.room & ~(st.SITES_OF_SYSTEM << st.PLANETS_PER_SYSTEM * system)


@kernel
def can_found(t, s, site):
    """Room for a colony, and neither pirates nor ice beside it."""
    if not s.room >> site & 1:
        return False
    return not barred(t, s, t.site_planet[site, 0]) and not barred(t, s, t.site_planet[site, 1])


@kernel
def set_colony(t, s, seat, site):
    """A colony on a site, both chips beside it face up."""
    tell(s, ev.COLONY, ALL, seat, site)
    s.site_owner[site] = seat
    s.colonies[seat] = s.colonies[seat] | (1 << site)
    s.points[seat] += 1
    close_site(s, site)
    for i in range(2):
        planet = int(t.site_planet[site, i])
        turn_up(t, s, planet)
        s.pips[seat, t.planet_resource[planet]] += t.face_pips[s.face[planet]]


@kernel
def foreign_port(s, seat, site):
    """Does another player own a spaceport here?"""
    owner = s.site_owner[site]
    if owner < 0 or owner == seat or owner == st.BLOCKED:
        return False
    return s.ports[owner] >> site & 1 != 0


# Outposts and friendship


@kernel
def open_outpost(s, race):
    """The lowest numbered free outpost of a base; -1 = none."""
    n = s.docked[race]
    return st.OUTPOSTS_PER_RACE * race + n if n < st.OUTPOSTS_PER_RACE else -1


@kernel
def dockable(s, seat, post):
    """May the seat found this outpost: the next one of its base, with freight rings enough?"""
    race, index = post // st.OUTPOSTS_PER_RACE, post % st.OUTPOSTS_PER_RACE
    return open_outpost(s, race) == post and s.expansion[seat, st.FREIGHT] > index


@kernel
def set_outpost(s, seat, post):
    """A trading outpost: a friendship card is to be chosen, and the chip may change hands."""
    race = post // st.OUTPOSTS_PER_RACE
    tell(s, ev.OUTPOST, ALL, seat, post)
    s.outpost[post] = seat
    s.docked[race] += 1
    s.posts[seat, race] += 1
    give_chip(s, race, favourite(s, race))
    s.friend_race = race


@kernel
def favourite(s, race):
    """Most outposts at a base; of equal players the one with the lowest number."""
    best, most = -1, 0
    for post in range(st.OUTPOSTS_PER_RACE * race, st.OUTPOSTS_PER_RACE * (race + 1)):
        owner = s.outpost[post]
        if owner >= 0 and s.posts[owner, race] > most:
            best, most = owner, s.posts[owner, race]
    return best


@kernel
def give_chip(s, race, seat):
    """The friendship chip, worth two points."""
    if s.chip[race] == seat:
        return
    if s.chip[race] >= 0:
        s.points[s.chip[race]] -= 2
    tell(s, ev.CHIP, ALL, seat, race)
    s.chip[race] = seat
    s.points[seat] += 2


@kernel
def taken_friends(s):
    """Friendship cards that players have."""
    bits = 0
    for p in range(s.num_players):
        bits |= s.friends[p]
    return bits


@kernel
def friend_bits(t, s):
    """Cards to choose from at the base; of cards that do the same only one is offered."""
    first = st.OUTPOSTS_PER_RACE * s.friend_race
    taken, bits = taken_friends(s), 0
    for friend in range(first, first + st.OUTPOSTS_PER_RACE):
        twin = int(t.friend_twin[friend])
        if not taken >> friend & 1 and (twin < 0 or taken >> twin & 1):
            bits |= 1 << friend
    return bits


@kernel
def take_friend(t, s, friend):
    """A friendship card works from now on."""
    seat = s.active
    s.friends[seat] = s.friends[seat] | (1 << friend)
    s.speed_bonus[seat] += t.friend_speed[friend]
    s.combat_bonus[seat] += t.friend_combat[friend]
    if t.friend_combat[friend] > 0:
        s.called = s.flown  # ships that have finished may clear what was too strong before
    s.friend_race = -1
    tell(s, ev.FRIEND, ALL, seat, friend)
