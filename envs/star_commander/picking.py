"""Star Commander: picking one vessel: its system, then its player and kind, then which one if they differ."""

from astrarium.core import kernel
from astrarium.core.seats import clockwise, relative

from . import state as st
from .combat import (
    assign,
    attacker_fits,
    end_attacks,
    retreater_fits,
    take_attacker,
    take_target,
    target_fits,
)
from .items import name_next, vessel_fits
from .movement import arrive, jump_cells, rides, take_along, take_off
from .trade import list_vessel, tradable
from .vessels import same_state


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
def for_offer(s):
    """The vessel goes into an offer that nobody else sees yet."""
    return s.want == st.WANT_GIVE or s.want == st.WANT_ASK


@kernel
def wanted_cells(t, s):
    bits = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and not bits >> s.v_cell[v] & 1 and wanted(t, s, v):
            bits |= 1 << s.v_cell[v]
    return bits


@kernel
def pick_cell(t, s, cell):
    s.pick_cell = cell
    s.ask = st.ASK_OFFER_GROUP if for_offer(s) else st.ASK_GROUP


@kernel
def group_of(s, v):
    """Player, counted from the acting seat, and kind as one number."""
    return relative(s, s.seat, s.v_owner[v]) * st.NUM_KINDS + s.v_kind[v]


@kernel
def wanted_groups(t, s):
    """Bitset over players and kinds, all at once."""
    bits = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == s.pick_cell:
            group = group_of(s, v)
            if not bits >> group & 1 and wanted(t, s, v):
                bits |= 1 << group
    return bits


@kernel
def pick_group(t, s, whose, kind):
    s.pick_owner = clockwise(s, s.seat, whose)
    s.pick_kind = kind
    s.ask = st.ASK_OFFER_WHICH if for_offer(s) else st.ASK_WHICH


@kernel
def in_group(s, v):
    return s.v_cell[v] == s.pick_cell and s.v_kind[v] == s.pick_kind and s.v_owner[v] == s.pick_owner


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
def pick_which(t, s, number):
    """The vessel that stands at this place in its group."""
    v = 0
    while number > 0 or not in_group(s, v):
        if in_group(s, v):
            number -= 1
        v += 1
    picked(t, s, v)


@kernel
def may_stop(t, s):
    """Picks that can be declined: another attacker, target, retreat or rider."""
    want = s.want
    return (
        want == st.WANT_ATTACKER
        or want == st.WANT_RETREAT
        or want == st.WANT_ALONG
        or (want == st.WANT_TARGET and s.target >= 0)
    )


@kernel
def end_pick(s):
    """Nothing is being picked any more; the want that was."""
    want = s.want
    s.want = st.WANT_NONE
    s.pick_cell = -1
    s.pick_owner = -1
    s.pick_kind = -1
    return want


@kernel
def pick_nothing(t, s):
    """No further rider, retreat, target (the last one takes the rest) or attacker."""
    want = end_pick(s)
    if want == st.WANT_ALONG:
        arrive(t, s)
    elif want == st.WANT_RETREAT:
        s.retreated += 1
    elif want == st.WANT_TARGET:
        assign(t, s, s.attack_left)
    else:
        end_attacks(s)


@kernel
def picked(t, s, v):
    """Hand the vessel to what wanted it."""
    want = end_pick(s)
    if want == st.WANT_ITEM:
        name_next(t, s, v)
    elif want == st.WANT_JUMP:
        take_off(s, v, st.MOVE_JUMP)
    elif want == st.WANT_RETREAT:
        take_off(s, v, st.MOVE_RETREAT)
    elif want == st.WANT_ALONG:
        take_along(s, v)
    elif want == st.WANT_ATTACKER:
        take_attacker(t, s, v)
    elif want == st.WANT_TARGET:
        take_target(t, s, v)
    else:
        list_vessel(s, v)
