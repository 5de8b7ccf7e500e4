"""Star Commander: combat in one system, from the first yes to the last retreat."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.seats import clockwise
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .movement import retreat_cells
from .resolve import damage
from .vessels import (
    attack,
    clear_flag,
    has,
    hit_points,
    is_ship,
    others_here,
    set_flag,
    sweep,
    want_vessel,
    who,
)


@kernel
def seat_at(s, place):
    """The seat at this place when all are asked in turn, from the active player clockwise."""
    return clockwise(s, s.active, place)


@kernel
def combat_cells(t, s):
    """Bitset of the systems where the active player meets another one, not yet dealt with this turn."""
    bits = 0
    cells = int(st.BOARD[s.size])
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if s.here[cell, s.active] > 0 and not s.fought[cell] and others_here(s, cell, s.active) > 0:
            bits |= 1 << cell
    return bits


@kernel
def end_combats(t, s):
    """No system is left to fight in."""
    s.phase = st.LATE_BUILD


@kernel
def choose_battle(t, s, cell):
    """The active player turns to this system; everybody there may start combat."""
    s.battle = cell
    s.fought[cell] = True
    s.invited = 0
    s.phase = st.INITIATE


@kernel
def ask_initiate(s):
    """Ask each player with vessels here whether to start combat, until one says yes."""
    while s.invited < s.num_players:
        seat = seat_at(s, s.invited)
        if s.here[s.battle, seat] > 0:
            s.seat = seat
            s.ask = st.ASK_INITIATE
            return
        s.invited += 1
    tell(s, ev.PEACE, ALL, s.battle)
    s.invited = 0
    s.battle = -1
    s.phase = st.CHOOSE_COMBAT


@kernel
def decline_combat(t, s):
    s.invited += 1


@kernel
def start_combat(t, s):
    """The first yes: combat marks for everybody (ruling 61), then the first window."""
    tell(s, ev.COMBAT, ALL, s.battle)
    s.invited = 0
    s.combat_mark[s.battle] = (1 << s.num_players) - 1
    for v in range(s.top):
        clear_flag(s, v, st.ATTACKED | st.TARGETED | st.REDIRECTED)
        s.v_assigned[v] = 0
    open_window(s, st.AFTER_INITIATE)


@kernel
def open_window(s, number):
    s.phase = st.WINDOW
    s.window = number
    s.passed = 0


@kernel
def close_window(s):
    """After the window comes the next step of the combat."""
    s.passed = 0
    if s.window == st.AFTER_INITIATE:
        s.phase = st.ASSIGN
    elif s.window == st.AFTER_ASSIGN:
        s.phase = st.RESOLVE
    elif s.window == st.AFTER_RESOLVE:
        s.phase = st.RETREAT
    else:
        s.phase = st.CHOOSE_COMBAT
        s.battle = -1
    s.window = st.NO_WINDOW


# Assign


@kernel
def lethal(t, s, v):
    """Damage this turn and assigned damage would destroy it, prevention not looked at."""
    return s.v_damage[v] + s.v_assigned[v] >= hit_points(t, s, v)


@kernel
def shielded(t, s, v):
    """A vessel with TAUNT of the same player stands here without lethal damage."""
    if not t.any_taunt or t.kind_taunt[s.v_kind[v]]:
        return False
    for w in range(s.top):
        if s.v_kind[w] >= 0 and s.v_cell[w] == s.battle and s.v_owner[w] == s.v_owner[v]:
            if t.kind_taunt[s.v_kind[w]] and not lethal(t, s, w):
                return True
    return False


@kernel
def attacker_fits(t, s, seat, v):
    if s.v_owner[v] != seat or s.v_cell[v] != s.battle or has(s, v, st.ATTACKED | st.NO_FIRE):
        return False
    return attack(t, s, v) > 0 and others_here(s, s.battle, seat) > 0


@kernel
def target_fits(t, s, seat, v):
    if s.v_owner[v] == seat or s.v_cell[v] != s.battle:
        return False
    return (s.targets_left > 0 or has(s, v, st.TARGETED)) and not shielded(t, s, v)


@kernel
def ask_attackers(s):
    """Each player here, the active one first, names attackers and their targets."""
    while s.assigned < s.num_players:
        seat = seat_at(s, s.assigned)
        if s.here[s.battle, seat] > 0:
            want_vessel(s, seat, st.WANT_ATTACKER, s.battle)
            return
        s.assigned += 1
    s.assigned = 0
    open_window(s, st.AFTER_ASSIGN)


@kernel
def take_attacker(t, s, v):
    set_flag(s, v, st.ATTACKED)
    for w in range(s.top):
        clear_flag(s, w, st.TARGETED)
    s.attacker = v
    s.target = -1
    s.attack_left = attack(t, s, v)
    s.targets_left = 1 + t.kind_multi[s.v_kind[v]] + s.v_multi[v]
    if s.bonus[s.v_owner[v], st.BONUS_MULTI]:
        s.targets_left = st.ANY_TARGETS
    want_vessel(s, s.seat, st.WANT_TARGET, s.battle)


@kernel
def take_target(t, s, v):
    """A whole attack goes to this vessel; of a divided one, how much?"""
    undivided = s.target < 0 and s.targets_left == 1
    if not has(s, v, st.TARGETED):
        set_flag(s, v, st.TARGETED)
        s.targets_left -= 1
    s.target = v
    if undivided or s.attack_left == 1 or others_here(s, s.battle, s.seat) == 1:
        assign(t, s, s.attack_left)
    else:
        s.ask = st.ASK_PORTION


@kernel
def portions(t, s):
    """How much of the rest of a divided attack may go to the target: 1, just lethal, all."""
    needed = hit_points(t, s, s.target) - s.v_damage[s.target] - s.v_assigned[s.target]
    bits = 1 << st.PORTION_ONE | 1 << st.PORTION_ALL
    if 1 < needed < s.attack_left:
        bits |= 1 << st.PORTION_LETHAL
    return bits


@kernel
def assign_portion(t, s, portion):
    amount = 1
    if portion == st.PORTION_ALL:
        amount = s.attack_left
    elif portion == st.PORTION_LETHAL:
        amount = hit_points(t, s, s.target) - s.v_damage[s.target] - s.v_assigned[s.target]
    assign(t, s, amount)


@kernel
def assign(t, s, amount):
    tell(s, ev.AIMS, ALL, who(s, s.attacker), amount, who(s, s.target))
    s.v_assigned[s.target] = min(s.v_assigned[s.target] + amount, st.MOST)
    s.attack_left -= amount
    if s.attack_left > 0:
        want_vessel(s, s.seat, st.WANT_TARGET, s.battle)
        return
    s.attacker = -1
    s.target = -1
    s.targets_left = 0
    want_vessel(s, s.seat, st.WANT_ATTACKER, s.battle)


@kernel
def end_attacks(s):
    """No further attacker: the next player's turn."""
    s.assigned += 1
    for v in range(s.top):
        clear_flag(s, v, st.TARGETED)


# Resolve and retreat


@kernel
def resolve_damage(t, s):
    """All assigned damage at once; what has left the system is missed."""
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_assigned[v] > 0:
            if s.v_cell[v] == s.battle:
                damage(t, s, v, s.v_assigned[v])
            else:
                tell(s, ev.MISSED, ALL, who(s, v))
            s.v_assigned[v] = 0
    sweep(t, s)
    open_window(s, st.AFTER_RESOLVE)


@kernel
def retreater_fits(t, s, seat, v):
    if s.v_owner[v] != seat or s.v_cell[v] != s.battle or not is_ship(t, s, v):
        return False
    return retreat_cells(t, s, v) != 0


@kernel
def ask_retreats(s):
    while s.retreated < s.num_players:
        seat = seat_at(s, s.retreated)
        if s.here[s.battle, seat] > s.stations[s.battle, seat]:
            want_vessel(s, seat, st.WANT_RETREAT, s.battle)
            return
        s.retreated += 1
    s.retreated = 0
    open_window(s, st.AFTER_RETREAT)
