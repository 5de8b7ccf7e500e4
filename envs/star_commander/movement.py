"""Star Commander: jumps, retreats and other ways of changing the system."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .systems import explore
from .vessels import clear_flag, count_in, has, meet_nexus, set_flag, speed, too_large, want_vessel, who


@kernel
def open_cells(t, s, v, bits):
    """Those of the cells that this ship may enter: a face-up Asteroid Field bars Medium and Large ships."""
    return bits & ~s.closed if too_large(t, s, v) else bits


@kernel
def jump_range(t, s, v):
    """Cells one jump away; two away from a system with Jump Stabilization; none from a locked one."""
    cell = s.v_cell[v]
    if s.locked[cell]:
        return 0
    return open_cells(t, s, v, int(st.NEAR[1 if s.range2[cell] else 0, s.size, cell]))


@kernel
def jump_cells(t, s, v):
    """Where this ship may jump in its player's command phase."""
    if not (has(s, v, st.HELD) or (has(s, v, st.BUILT) and t.kind_haste[s.v_kind[v]])):
        return 0
    if s.v_jumps[v] >= speed(t, s, v):
        return 0
    return jump_range(t, s, v)


@kernel
def retreat_cells(t, s, v):
    """Where this ship may retreat: systems its player controls, if it has not moved this turn."""
    if has(s, v, st.MOVED) or speed(t, s, v) < 1:
        return 0
    return jump_range(t, s, v) & s.owned[s.v_owner[v]]


@kernel
def push_cells(t, s, v):
    """Where Bribery may push a ship: not a jump, so a lock does not stop it."""
    return open_cells(t, s, v, int(st.NEAR[0, s.size, s.v_cell[v]]))


@kernel
def drummond_cells(t, s, v):
    """Where Drummond's ability may send a ship."""
    cell = s.v_cell[v]
    if s.locked[cell] or (t.kind_class[s.v_kind[v]] == st.FIGHTER and speed(t, s, v) < 1):
        return 0
    return open_cells(t, s, v, int(st.BOARD[s.size]) & ~(1 << cell))


@kernel
def start_cells(t, s):
    """Bitset of the systems from which the acting seat can jump a ship now."""
    bits = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_owner[v] == s.seat:
            cell = s.v_cell[v]
            if not bits >> cell & 1 and jump_cells(t, s, v):
                bits |= 1 << cell
    return bits


@kernel
def jump_from(t, s, cell):
    """Which ship of this system jumps?"""
    want_vessel(s, s.seat, st.WANT_JUMP, cell)


@kernel
def rides(t, s, v):
    """A Fighter that the Carrier now leaving may take along (ruling 69)."""
    carrier = s.mover
    if s.carry_left == 0:
        return False
    if t.kind_class[s.v_kind[v]] != st.FIGHTER or has(s, v, st.RIDING):
        return False
    if s.v_owner[v] != s.v_owner[carrier] or s.v_cell[v] != s.v_cell[carrier] or v == carrier:
        return False
    if s.move_how == st.MOVE_JUMP:
        return has(s, v, st.HELD)
    if s.move_how == st.MOVE_RETREAT:
        return not has(s, v, st.MOVED)
    return True


@kernel
def take_off(s, v, how):
    """A ship is about to jump or retreat: where to?"""
    s.mover = v
    s.move_how = how
    s.destination = -1
    s.ask = st.ASK_DESTINATION


@kernel
def depart(t, s, v, destination, how):
    """A ship goes; a Carrier's player is asked first which Fighters go along."""
    s.mover = v
    s.destination = destination
    s.move_how = how
    s.carry_left = 0 if how == st.MOVE_PUSHED else t.kind_carry[s.v_kind[v]]
    if s.carry_left:
        want_vessel(s, s.v_owner[v], st.WANT_ALONG, s.v_cell[v])
    else:
        arrive(t, s)


@kernel
def fly_to(t, s, cell):
    """The ship that is about to go gets its destination."""
    depart(t, s, s.mover, cell, s.move_how)


@kernel
def take_along(s, v):
    """A Fighter goes along with the Carrier; perhaps another one."""
    set_flag(s, v, st.RIDING)
    s.carry_left -= 1
    want_vessel(s, s.seat, st.WANT_ALONG, s.v_cell[v])


@kernel
def destination_cells(t, s):
    if s.move_how == st.MOVE_JUMP:
        return jump_cells(t, s, s.mover)
    return retreat_cells(t, s, s.mover)


@kernel
def enter(t, s, v, cell):
    """Place a ship in another system."""
    count_in(t, s, v, -1)
    s.v_cell[v] = cell
    count_in(t, s, v, 1)
    set_flag(s, v, st.MOVED)
    if t.holds_fire[s.system[cell]]:
        set_flag(s, v, st.NO_FIRE)
        tell(s, ev.HOLDS_FIRE, ALL, who(s, v))
    meet_nexus(t, s, v)


@kernel
def tell_move(s):
    if s.move_how == st.MOVE_PUSHED:
        tell(s, ev.PUSHED, ALL, who(s, s.mover), s.destination)
    elif s.move_how == st.MOVE_RETREAT:
        tell(s, ev.RETREATS, ALL, who(s, s.mover), s.destination)
    else:
        tell(s, ev.JUMPS, ALL, who(s, s.mover), s.destination)


@kernel
def arrive(t, s):
    """The announced move happens: the ship and its riders enter, and explore a face-down system at once."""
    mover, cell = s.mover, s.destination
    tell_move(s)
    explore(t, s, cell)
    if s.move_how == st.MOVE_JUMP:
        s.v_jumps[mover] += 1
    enter(t, s, mover, cell)
    for v in range(s.top):
        if s.v_kind[v] >= 0 and has(s, v, st.RIDING):
            clear_flag(s, v, st.RIDING)
            tell(s, ev.RIDES, ALL, who(s, v))
            enter(t, s, v, cell)
    s.mover = -1
    s.destination = -1
    s.carry_left = 0
