"""Star Commander: picking one vessel: its system, then its player and kind, then which one if they differ."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from .combat import attacker_fits, end_assignment, retreater_fits, take_attacker, take_target, target_fits
from .items import take_pick, vessel_fits
from .movement import jump_cells, rides
from .trade import list_vessel, tradable
from .vessels import same_state, set_flag


@kernel
def wanted(t, s, v):
    """Does the present pick of the acting seat take this vessel?"""
    seat, want = s.seat, s.want
    if want == st.WANT_ITEM:
        return vessel_fits(t, s, seat, s.item, s.pick_at, v)
    if want == st.WANT_JUMP:
        return s.v_owner[v] == seat and jump_cells(t, s, v) != 0
    if want == st.WANT_RETREAT:
        return retreater_fits(t, s, seat, v)
    if want == st.WANT_ALONG:
        return rides(t, s, v)
    if want == st.WANT_ATTACKER:
        return attacker_fits(t, s, seat, v)
    if want == st.WANT_TARGET:
        return target_fits(t, s, seat, v)
    return tradable(t, s, v)


@kernel
def wanted_cells(t, s):
    bits = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and not bits >> s.v_cell[v] & 1 and wanted(t, s, v):
            bits |= 1 << s.v_cell[v]
    return bits


@kernel
def group_of(s, v):
    """Player, counted from the acting seat, and kind as one number."""
    return (s.v_owner[v] + s.num_players - s.seat) % s.num_players * st.NUM_KINDS + s.v_kind[v]


@kernel
def wanted_groups(t, s):
    bits = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == s.pick_cell:
            group = group_of(s, v)
            if not bits >> group & 1 and wanted(t, s, v):
                bits |= 1 << group
    return bits


@kernel
def in_group(s, v):
    return s.v_kind[v] >= 0 and s.v_cell[v] == s.pick_cell and group_of(s, v) == s.pick_group


@kernel
def wanted_which(t, s):
    """Bitset over the vessels of the group: the first of each lot that nobody could tell apart."""
    bits, number = 0, 0
    for v in range(s.top):
        if in_group(s, v):
            if not has_like(t, s, v, bits) and wanted(t, s, v):
                bits |= 1 << number
            number += 1
    return bits


@kernel
def has_like(t, s, v, bits):
    """Is one of the vessels of the group that are in the bitset just like this one?"""
    number = 0
    for w in range(v):
        if in_group(s, w):
            if bits >> number & 1 and same_state(t, s, v, w):
                return True
            number += 1
    return False


@kernel
def vessel_number(s, number):
    """The vessel that stands at this place in its group."""
    v = 0
    while True:
        if in_group(s, v):
            if number == 0:
                return v
            number -= 1
        v += 1


@kernel
def may_stop(s):
    """Picks that can be declined: another attacker, target, retreat or rider."""
    want = s.want
    return (
        want == st.WANT_ATTACKER
        or want == st.WANT_RETREAT
        or want == st.WANT_ALONG
        or (want == st.WANT_TARGET and s.target >= 0)
    )


@kernel
def continue_pick(t, s):
    """Go on with the pick as far as there is no choice, then ask."""
    if s.pick_cell < 0:
        bits = wanted_cells(t, s)
        if count(bits) != 1:
            s.ask = st.ASK_VESSEL_CELL
            return
        s.pick_cell = lowest(bits)
    if s.pick_group < 0:
        bits = wanted_groups(t, s)
        if bits == 0:
            pick_nothing(t, s)
            return
        if count(bits) != 1 or may_stop(s):
            s.ask = st.ASK_GROUP
            return
        s.pick_group = lowest(bits)
    bits = wanted_which(t, s)
    if count(bits) != 1:
        s.ask = st.ASK_WHICH
        return
    picked(t, s, vessel_number(s, lowest(bits)))


@kernel
def pick_nothing(t, s):
    """The pick is declined, or there is nothing to pick."""
    s.pick_cell = -1
    if s.want == st.WANT_ALONG:
        s.want = st.WANT_NONE
    elif s.want == st.WANT_RETREAT:
        s.want = st.WANT_NONE
        s.retreated += 1
    else:
        end_assignment(t, s)


@kernel
def picked(t, s, v):
    """Hand the vessel to what wanted it."""
    want = s.want
    s.pick_cell = -1
    s.pick_group = -1
    s.want = st.WANT_NONE
    if want == st.WANT_ITEM:
        take_pick(s, v)
    elif want == st.WANT_JUMP or want == st.WANT_RETREAT:
        s.mover = v
        s.move_how = st.MOVE_JUMP if want == st.WANT_JUMP else st.MOVE_RETREAT
        s.destination = -1
    elif want == st.WANT_ALONG:
        set_flag(s, v, st.RIDING)
        s.carry_left -= 1
        s.want = st.WANT_ALONG
        s.pick_cell = s.v_cell[v]
    elif want == st.WANT_ATTACKER:
        take_attacker(t, s, v)
    elif want == st.WANT_TARGET:
        take_target(t, s, v)
    elif want == st.WANT_GIVE or want == st.WANT_ASK:
        list_vessel(s, v)
