"""Star Commander: systems, developments, domains, exploring."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .cards import ask_draws
from .credits import pay
from .vessels import (
    add_vessel,
    attack,
    besieged,
    clear_flag,
    hand_over_vessel,
    has,
    is_fighter,
    is_station,
    set_flag,
    sweep,
)


@kernel
def max_developments(t, s, cell):
    """The printed maximum, and what stations of the controller add."""
    value = t.system_max[s.system[cell]]
    if s.owner[cell] >= 0:
        value += s.room[cell, s.owner[cell]]
    return value


@kernel
def domains(t, s, seat):
    """Bitset of the domains of the systems a player controls, besieged ones too."""
    bits = 0
    owned = s.owned[seat]
    while owned:
        domain = t.system_domain[s.system[lowest(owned)]]
        owned &= owned - 1
        if domain >= 0:
            bits |= 1 << domain
    return bits


@kernel
def any_phase(t, s, seat):
    """Does this player control Forsei, and is it not besieged?"""
    cells = s.owned[seat] & s.powers
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if t.any_phase[s.system[cell]] and not besieged(t, s, cell):
            return True
    return False


@kernel
def controls_power(t, s, seat, system):
    """Does this player control such a system that is not besieged, so that its ability can be used?"""
    cells = s.owned[seat] & s.powers
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if s.system[cell] == system and not besieged(t, s, cell):
            return True
    return False


@kernel
def set_owner(s, cell, seat):
    """Control of a system with all its counters passes to a player, or to nobody (-1)."""
    old = s.owner[cell]
    if old >= 0:
        s.owned[old] = s.owned[old] & ~(1 << cell)
        s.total[old] -= s.developments[cell]
    s.owner[cell] = seat
    if seat >= 0:
        s.owned[seat] = s.owned[seat] | (1 << cell)
        s.total[seat] += s.developments[cell]


@kernel
def add_developments(t, s, cell, n):
    """Up to n free developments on a controlled system, within its maximum and the player's cubes."""
    seat = s.owner[cell]
    n = min(n, max_developments(t, s, cell) - s.developments[cell], st.CUBES - s.total[seat])
    if n > 0:
        s.developments[cell] += n
        s.total[seat] += n
        tell(s, ev.GROWS, ALL, cell, s.developments[cell], max_developments(t, s, cell))


@kernel
def remove_developments(s, cell, n):
    s.developments[cell] -= n
    s.total[s.owner[cell]] -= n


@kernel
def develop_cells(t, s):
    """Bitset of the systems where the acting seat may pay for a development."""
    bits, seat = 0, s.seat
    if s.total[seat] >= st.CUBES:
        return bits
    cells = int(st.BOARD[s.size])
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if s.developments[cell] >= s.credits[seat]:
            continue
        if s.owner[cell] == seat:
            if s.developments[cell] < max_developments(t, s, cell):
                bits |= 1 << cell
        elif s.owner[cell] < 0 and s.here[cell, seat] > s.stations[cell, seat]:
            bits |= 1 << cell
    return bits


@kernel
def develop(t, s, cell):
    """Pay for one development; the first one ever on a system triggers what its card says."""
    seat = s.seat
    pay(s, seat, s.developments[cell] + 1)
    founds = s.owner[cell] < 0
    if founds:
        set_owner(s, cell, seat)
    s.developments[cell] += 1
    s.total[seat] += 1
    if founds:
        tell(s, ev.FOUNDED, ALL, seat, cell, s.developments[cell], max_developments(t, s, cell))
    else:
        tell(s, ev.GROWS, ALL, cell, s.developments[cell], max_developments(t, s, cell))
    if not s.settled[cell]:
        s.settled[cell] = True
        if not besieged(t, s, cell):
            settle(t, s, seat, cell)


@kernel
def settle(t, s, seat, cell):
    """The one-time gift of a system to its first developer (ruling 34)."""
    system = s.system[cell]
    add_developments(t, s, cell, t.first_develops[system])
    kind = t.first_kind[system]
    if kind >= 0:
        for _ in range(t.first_count[system]):
            if station_allowed(t, s, seat, cell) and s.pile[kind] > 0:
                add_vessel(t, s, seat, kind, cell)
    if t.first_draws[system] > 0:
        ask_draws(s, seat, t.first_draws[system])


@kernel
def station_allowed(t, s, seat, cell):
    """A controlled system with room for one more station and no ban on building."""
    return (
        s.owner[cell] == seat
        and s.stations[cell, seat] < s.developments[cell]
        and not banned(t, s, seat, cell)
    )


@kernel
def banned(t, s, seat, cell):
    """No building under siege, nor after a combat here while ships of others remain (ruling 61)."""
    if besieged(t, s, cell):
        return True
    if s.combat_mark[cell] >> seat & 1:
        for p in range(s.num_players):
            if p != seat and s.here[cell, p] > s.stations[cell, p]:
                return True
    return False


@kernel
def conquer(t, s, cell, seat):
    """The last counter went: the conqueror places one, and takes every unarmed station there (ruling 26)."""
    old = s.owner[cell]
    tell(s, ev.CONQUERED, ALL, seat, cell, old)
    if cell == s.home[old]:
        s.fallen[old] = True
        tell(s, ev.HOMEWORLD_LOST, ALL, old)
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell and s.v_owner[v] != seat and is_station(t, s, v):
            if attack(t, s, v) <= 0:
                set_flag(s, v, st.CAPTURED)  # all are judged before one of them changes hands
    set_owner(s, cell, seat)
    s.developments[cell] = 1
    s.total[seat] += 1
    for v in range(s.top):
        if has(s, v, st.CAPTURED):
            clear_flag(s, v, st.CAPTURED)
            hand_over_vessel(t, s, v, seat)
    sweep(t, s)


@kernel
def abandoned(t, s, v):
    """A Fighter in a system its player does not control, with no other kind of own vessel (ruling 55)."""
    cell, owner = s.v_cell[v], s.v_owner[v]
    if not is_fighter(t, s, v) or s.owner[cell] == owner:
        return False
    for w in range(s.top):
        if s.v_kind[w] >= 0 and s.v_cell[w] == cell and s.v_owner[w] == owner:
            if t.kind_class[s.v_kind[w]] != st.FIGHTER:
                return False
    return True


@kernel
def explore(t, s, cell):
    """Turn a face-down system over. No card of either set has an effect at this moment."""
    system = s.system[cell]
    if not s.face_up[cell]:
        tell(s, ev.EXPLORED, ALL, cell, system)
    s.face_up[cell] = True
    if t.fighter_speed[system] or t.any_phase[system] or t.system_ability[system]:
        s.powers = s.powers | (1 << cell)
    if t.small_only[system]:
        s.closed = s.closed | (1 << cell)
