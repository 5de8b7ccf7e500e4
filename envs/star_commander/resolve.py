"""Star Commander: what cards and abilities do when they come off the stack."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .build import mass_cells, site_allowed
from .cards import add_technology, ask_draws, ask_theft
from .credits import earn
from .items import is_card
from .movement import depart, drummond_cells, push_cells
from .systems import max_developments, remove_developments
from .vessels import (
    add_vessel,
    attack,
    destroy,
    has,
    hit_points,
    protected,
    set_flag,
    sweep,
    who,
)


@kernel
def resolve_top(t, s):
    """Take the last item off the stack and do what it says."""
    s.stack_size -= 1
    i = s.stack_size
    item, seat = s.stack_item[i], s.stack_seat[i]
    if is_card(item) and t.card_type[item] == st.TECHNOLOGY:
        add_technology(t, s, seat, item, 1)
    elif is_card(item) and t.card_kind[item] >= 0:
        resolve_vessel_card(t, s, seat, item, s.stack_pick[i, 0])
    else:
        if is_card(item):
            s.discard[item] += 1
        resolve_effect(t, s, i)
    clear_stack_slot(s, i)
    sweep(t, s)


@kernel
def resolve_effect(t, s, i):
    """A Command or ability takes effect, unless it is countered or its target is gone or protected."""
    if s.countered[i]:
        tell(s, ev.DOES_NOTHING, ALL, s.stack_item[i])
    elif targets_stand(t, s, i):
        tell(s, ev.RESOLVES, ALL, s.stack_item[i])
        run_ops(t, s, i)
    else:
        tell(s, ev.NO_TARGET, ALL, s.stack_item[i])


@kernel
def clear_stack_slot(s, i):
    s.stack_item[i] = 0
    s.stack_seat[i] = 0
    s.stack_cell[i] = 0
    s.countered[i] = False
    for k in range(st.NUM_PICKS):
        s.stack_pick[i, k] = 0


@kernel
def resolve_vessel_card(t, s, seat, card, cell):
    """A station or ship of the hand is built if that is still legal, else discarded (ruling 14)."""
    if site_allowed(t, s, seat, t.card_kind[card], cell):
        add_vessel(t, s, seat, t.card_kind[card], cell)
    else:
        tell(s, ev.NO_SITE, ALL, card)
        s.discard[card] += 1


@kernel
def targets_stand(t, s, i):
    """The first vessel an item names is still in play, and no target of it is protected."""
    item = s.stack_item[i]
    first = True
    for k in range(st.NUM_PICKS):
        if t.item_pick[item, k] == tb.PICK_VESSEL:
            v = s.stack_pick[i, k]
            if first and v < 0:
                return False
            if v >= 0 and t.item_target[item, k] and protected(t, s, v, is_card(item)):
                return False
            first = False
    return True


@kernel
def second_stands(s, i, cell):
    """The second vessel is still in that system."""
    w = s.stack_pick[i, 1]
    return w >= 0 and s.v_cell[w] == cell


@kernel
def damage(t, s, v, n):
    """Damage now, unless all damage to the vessel is prevented."""
    if has(s, v, st.PREVENTED):
        tell(s, ev.UNHURT, ALL, who(s, v))
    else:
        s.v_damage[v] = min(s.v_damage[v] + n, st.MOST)
        tell(s, ev.DAMAGED, ALL, who(s, v), n, s.v_damage[v], hit_points(t, s, v))


@kernel
def strengthen_here(s, seat, cell, attack_bonus, hp_bonus):
    """Own vessels that are in the system now get a bonus until the end of the turn."""
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell and s.v_owner[v] == seat:
            s.v_attack[v] += attack_bonus
            s.v_hp[v] += hp_bonus


@kernel
def destroy_all(t, s, cell):
    for v in range(s.top - 1, -1, -1):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell:
            destroy(t, s, v)


@kernel
def grant_redirect(s, seat, v):
    tell(s, ev.MAY_REDIRECT, ALL, seat, who(s, v))
    for g in range(st.NUM_GRANTS):
        if s.grant_vessel[g] < 0:
            s.grant_vessel[g] = v
            s.grant_seat[g] = seat
            return


@kernel
def run_ops(t, s, i):
    """Interpret the opcodes of a stack item; what must be asked on resolution is left to the run loop."""
    item, seat = s.stack_item[i], s.stack_seat[i]
    first, second = s.stack_pick[i, 0], s.stack_pick[i, 1]
    cell, strength, points = -1, 0, 0
    if t.item_pick[item, 0] == tb.PICK_VESSEL:
        cell, strength, points = s.v_cell[first], attack(t, s, first), hit_points(t, s, first)
    for k in range(st.NUM_OPS):
        op, n = t.item_op[item, k], t.item_arg[item, k, 0]
        if op == tb.OP_NONE:
            break
        if tb.FLEET_OPS >> op & 1:
            run_fleet_op(t, s, i, op, n, cell, strength, points)
        elif tb.BONUS_OPS >> op & 1:
            run_bonus_op(s, seat, op, n, first, second, strength)
        else:
            run_other_op(t, s, i, op, n)


@kernel
def run_fleet_op(t, s, i, op, n, cell, strength, points):
    """Developments, credits, damage and building; cell, strength and points are those of the first vessel."""
    seat, first = s.stack_seat[i], s.stack_pick[i, 0]
    if op == tb.OP_UNDEVELOP:
        if s.developments[cell] > n:
            remove_developments(s, cell, min(strength, s.developments[cell] - n))
            tell(s, ev.SHRINKS, ALL, cell, s.developments[cell], max_developments(t, s, cell))
    elif op == tb.OP_CREDITS:
        earn(s, seat, s.developments[first])
    elif op == tb.OP_ATTACK:
        if second_stands(s, i, cell):
            damage(t, s, s.stack_pick[i, 1], strength)
        else:
            tell(s, ev.NO_TARGET, ALL, s.stack_item[i])
    elif op == tb.OP_DESTROY_OWN:
        destroy(t, s, first)
    elif op == tb.OP_RAM:
        if second_stands(s, i, cell):
            damage(t, s, s.stack_pick[i, 1], points)
        else:
            tell(s, ev.NO_TARGET, ALL, s.stack_item[i])
    elif op == tb.OP_BUILD:
        for _ in range(t.item_arg[s.stack_item[i], 0, 1]):
            if mass_cells(t, s, seat, n) >> first & 1:
                add_vessel(t, s, seat, n, first)
    elif op == tb.OP_MOD_ATTACK_HERE:
        tell(s, ev.FLEET_STRONGER, ALL, seat, first, n)
        strengthen_here(s, seat, first, n, 0)
    elif op == tb.OP_MOD_HP_HERE:
        tell(s, ev.FLEET_TOUGHER, ALL, seat, first, n)
        strengthen_here(s, seat, first, 0, n)


@kernel
def run_bonus_op(s, seat, op, n, v, x, strength):
    """What changes one vessel until the end of the turn."""
    if op == tb.OP_MOD_ATTACK:
        tell(s, ev.STRONGER, ALL, who(s, v), n)
        s.v_attack[v] += n
    elif op == tb.OP_MOD_HP:
        tell(s, ev.TOUGHER, ALL, who(s, v), n)
        s.v_hp[v] += n
    elif op == tb.OP_MULTI:
        tell(s, ev.MORE_TARGETS, ALL, who(s, v), n)
        s.v_multi[v] += n
    elif op == tb.OP_GRANT_REDIRECT:
        grant_redirect(s, seat, v)
    elif op == tb.OP_DOUBLE_ATTACK:
        tell(s, ev.STRONGER, ALL, who(s, v), strength)
        s.v_attack[v] = min(s.v_attack[v] + strength, st.MOST)
    elif op == tb.OP_PAY_X:
        tell(s, ev.STRONGER, ALL, who(s, v), x)
        s.v_attack[v] += x


@kernel
def run_other_op(t, s, i, op, n):
    """Cards, systems, moves, protection."""
    item, seat = s.stack_item[i], s.stack_seat[i]
    first, second = s.stack_pick[i, 0], s.stack_pick[i, 1]
    if op == tb.OP_STEAL:
        ask_theft(s, seat, first)
    elif op == tb.OP_COUNTER:
        tell(s, ev.COUNTERS, ALL, s.stack_item[first])
        s.countered[first] = True
    elif op == tb.OP_DESTROY:
        if s.v_cell[second] == first:
            destroy(t, s, second)
        else:
            tell(s, ev.NO_TARGET, ALL, item)
    elif op == tb.OP_PUSH:
        if s.v_cell[first] == s.stack_cell[i] and push_cells(t, s, first) >> second & 1:
            depart(t, s, first, second, st.MOVE_PUSHED)
        else:
            tell(s, ev.NO_TARGET, ALL, item)
    elif op == tb.OP_EXTRA_TURN:
        if s.num_extra < st.EXTRA_CAP:
            tell(s, ev.EXTRA_TURN_WON, ALL, seat)
            s.extra[s.num_extra] = seat
            s.num_extra += 1
    elif op == tb.OP_DESTROY_ALL:
        destroy_all(t, s, first)
    elif op == tb.OP_RANGE2:
        tell(s, ev.FAR_JUMPS, ALL, first)
        s.range2[first] = True
    elif op == tb.OP_LOCK:
        tell(s, ev.LOCKED, ALL, first, seat)
        s.locked[first] = s.locked[first] | (1 << seat)
    elif op == tb.OP_DRAW:
        ask_draws(s, seat, n)
    elif op == tb.OP_JUMP:
        third = s.stack_pick[i, 2]
        if s.v_cell[second] == s.stack_cell[i] and drummond_cells(t, s, second) >> third & 1:
            depart(t, s, second, third, st.MOVE_DRUMMOND)
        else:
            tell(s, ev.NO_TARGET, ALL, item)
    elif op == tb.OP_REDIRECT:
        if s.v_cell[first] == s.battle and second_stands(s, i, s.battle):
            tell(s, ev.REDIRECTS, ALL, who(s, first), s.v_assigned[second], who(s, second))
            s.v_assigned[first] = min(s.v_assigned[first] + s.v_assigned[second], st.MOST)
            s.v_assigned[second] = 0
        else:
            tell(s, ev.NO_TARGET, ALL, item)
    elif op == tb.OP_PREVENT:
        protect(s, named_vessel(t, s, i, item), st.PREVENTED, ev.PREVENTED)
    elif op == tb.OP_UNTARGETABLE:
        protect(s, named_vessel(t, s, i, item), st.UNTARGETABLE, ev.UNTARGETABLE)


@kernel
def protect(s, v, flag, event):
    set_flag(s, v, flag)
    tell(s, event, ALL, who(s, v))


@kernel
def named_vessel(t, s, i, item):
    """The vessel an item names, wherever among its picks."""
    k = 0
    while t.item_pick[item, k] != tb.PICK_VESSEL:
        k += 1
    return s.stack_pick[i, k]
