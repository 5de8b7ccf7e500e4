"""Star Commander: vessels, what they are worth now, how they come into and go out of play."""

from astrarium.core import apart, kernel, tell
from astrarium.core.bits import count, lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb


@kernel
def is_ship(t, s, v):
    return t.kind_class[s.v_kind[v]] != st.STATION


@kernel
def is_station(t, s, v):
    return t.kind_class[s.v_kind[v]] == st.STATION


@kernel
def is_fighter(t, s, v):
    return t.kind_class[s.v_kind[v]] == st.FIGHTER


@kernel
def has(s, v, flag):
    return (s.v_flags[v] & flag) != 0


@kernel
def set_flag(s, v, flag):
    s.v_flags[v] = s.v_flags[v] | flag


@kernel
def clear_flag(s, v, flag):
    s.v_flags[v] = s.v_flags[v] & ~flag


@kernel
def who(s, v):
    """A vessel as it is told: its kind, player and system in one number (words.vessel takes it apart)."""
    return (s.v_cell[v] * st.MAX_PLAYERS + s.v_owner[v]) * st.NUM_KINDS + s.v_kind[v]


@kernel
def attack(t, s, v):
    """Current attack value, bonuses included."""
    kind = s.v_kind[v]
    owner = s.v_owner[v]
    value = t.kind_attack[kind] + s.v_attack[v] + s.bonus[owner, st.BONUS_ATTACK]
    aura = s.aura[s.v_cell[v], owner] - t.kind_aura[kind]
    return value + aura * (t.kind_class[kind] == st.STATION)


@kernel
def hit_points(t, s, v):
    kind = s.v_kind[v]
    owner = s.v_owner[v]
    value = t.kind_hp[kind] + s.v_hp[v] + s.bonus[owner, st.BONUS_HP]
    return value + s.bonus[owner, st.BONUS_FIGHTER_HP] * (t.kind_class[kind] == st.FIGHTER)


@kernel
def speed(t, s, v):
    """Jumps a turn: technologies, Silis Major and every Jump Nexus met this turn add to the printed value."""
    value = own_speed(t, s, v)
    if is_fighter(t, s, v):
        value += fighter_speed(t, s, s.v_owner[v])
    return value


@kernel
def own_speed(t, s, v):
    """The same without Silis Major."""
    kind = s.v_kind[v]
    value = t.kind_speed[kind] + s.bonus[s.v_owner[v], st.BONUS_SPEED] + count(int(s.v_met[v]))
    return value * (t.kind_class[kind] != st.STATION)


@kernel
def fighter_speed(t, s, seat):
    """What the systems of this player add to the speed of its Fighters."""
    cells = s.owned[seat] & s.powers
    return speed_from(t, s, cells) if cells else 0


@kernel
@apart
def speed_from(t, s, cells):
    """What these systems add to the speed of their player's Fighters."""
    value = 0
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        extra = t.fighter_speed[s.system[cell]]
        if extra and not besieged(t, s, cell):
            value += extra
    return value


@kernel
def others_here(s, cell, seat):
    """Vessels of all other players in a system."""
    n = -s.here[cell, seat]
    for p in range(st.MAX_PLAYERS):
        n += s.here[cell, p]
    return n


@kernel
def besieges(t, s, v):
    """A vessel of the kind that can besiege: a ship but no Fighter."""
    kind_class = t.kind_class[s.v_kind[v]]
    if kind_class == st.STATION or kind_class == st.FIGHTER:
        return False
    return s.engine_readings == 0 or attack(t, s, v) > 0


@kernel
def defends(t, s, v):
    """An armed vessel of the system's own player."""
    if s.engine_readings and t.kind_class[s.v_kind[v]] == st.FIGHTER:
        return False
    return attack(t, s, v) > 0


@kernel
def besieged(t, s, cell):
    """Another player's ship is here, Fighters aside, and no armed vessel of the controller (ruling 63)."""
    owner = s.owner[cell]
    return owner >= 0 and others_here(s, cell, owner) != 0 and threatened(t, s, cell, owner)


@kernel
@apart
def threatened(t, s, cell, owner):
    """Is there a ship that besieges a system of this player, and no vessel that defends it?"""
    found = False
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell:
            if s.v_owner[v] == owner:
                if defends(t, s, v):
                    return False
            elif besieges(t, s, v):
                found = True
    return found


@kernel
def besiegers(t, s, cell, seat):
    """How many ships of this player take part in a siege of that system."""
    n = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell and s.v_owner[v] == seat and besieges(t, s, v):
            n += 1
    return n


@kernel
def protected(t, s, v, command):
    """Cannot be targeted: by anything, or by Commands in a Pulsar System."""
    if s.v_flags[v] & st.UNTARGETABLE:
        return True
    return command and t.no_commands[s.system[s.v_cell[v]]] and is_ship(t, s, v)


@kernel
def count_in(t, s, v, sign):
    """Add a vessel to the sums of its player and system, or take it off them."""
    kind, owner, cell = s.v_kind[v], s.v_owner[v], s.v_cell[v]
    s.here[cell, owner] += sign
    if t.kind_class[kind] == st.STATION:
        s.stations[cell, owner] += sign
        s.aura[cell, owner] += sign * t.kind_aura[kind]
        s.room[cell, owner] += sign * t.kind_room[kind]
        if t.kind_yard[kind]:
            s.yards[cell, owner] += sign
    else:
        s.ships[owner] += sign


@kernel
def add_vessel(t, s, seat, kind, cell):
    """Put a vessel into play; those of a pile leave it."""
    v = 0
    while v < s.top and s.v_kind[v] >= 0:
        v += 1
    if v == s.top:
        s.top += 1
    s.v_kind[v] = kind
    s.v_owner[v] = seat
    s.v_cell[v] = cell
    s.v_flags[v] = st.BUILT
    if t.kind_card[kind] < 0:
        s.pile[kind] -= 1
    count_in(t, s, v, 1)
    tell(s, ev.BUILT, ALL, who(s, v))
    if t.kind_nexus[kind]:
        s.v_nexus[v] = 1 << (s.num_nexus & 7)
        s.num_nexus += 1
        meet_all(t, s, cell)
    else:
        meet_nexus(t, s, v)
    return v


@kernel
def meet_nexus(t, s, v):
    """A ship gets speed from every Jump Nexus of its player in its system, once each a turn (ruling 39)."""
    if s.num_nexus == 0 or is_station(t, s, v) or s.stations[s.v_cell[v], s.v_owner[v]] == 0:
        return
    for n in range(s.top):
        if s.v_kind[n] >= 0 and t.kind_nexus[s.v_kind[n]]:
            if s.v_cell[n] == s.v_cell[v] and s.v_owner[n] == s.v_owner[v]:
                s.v_met[v] = s.v_met[v] | s.v_nexus[n]


@kernel
def meet_all(t, s, cell):
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell:
            meet_nexus(t, s, v)


@kernel
def forget_vessel(t, s, v):
    """Picks and grants that name this vessel name nothing from now on."""
    for i in range(s.stack_size):
        item = s.stack_item[i]
        for k in range(st.NUM_PICKS):
            if t.item_pick[item, k] == tb.PICK_VESSEL and s.stack_pick[i, k] == v:
                s.stack_pick[i, k] = -1
    for g in range(st.NUM_GRANTS):
        if s.grant_vessel[g] == v:
            s.grant_vessel[g] = -1


@kernel
def wipe_slot(s, v):
    s.v_kind[v] = -1
    s.v_owner[v] = 0
    s.v_cell[v] = 0
    s.v_jumps[v] = 0
    s.v_multi[v] = 0
    s.v_damage[v] = 0
    s.v_assigned[v] = 0
    s.v_attack[v] = 0
    s.v_hp[v] = 0
    s.v_flags[v] = 0
    s.v_met[v] = 0
    s.v_nexus[v] = 0


@kernel
def destroy(t, s, v):
    tell(s, ev.DESTROYED, ALL, who(s, v))
    remove_vessel(t, s, v)


@kernel
def remove_vessel(t, s, v):
    """Pile vessels go back to the pile, a Scout leaves the game, domain vessels are discarded (ruling 20)."""
    kind = s.v_kind[v]
    count_in(t, s, v, -1)
    if t.kind_card[kind] >= 0:
        s.discard[t.kind_card[kind]] += 1
    elif kind != t.scout:
        s.pile[kind] += 1
    forget_vessel(t, s, v)
    wipe_slot(s, v)
    while s.top > 0 and s.v_kind[s.top - 1] < 0:
        s.top -= 1


@kernel
def sweep(t, s):
    """Destroy every vessel with as much damage as hit points (ruling 73)."""
    for v in range(s.top - 1, -1, -1):
        if s.v_kind[v] >= 0 and s.v_damage[v] > 0 and s.v_damage[v] >= hit_points(t, s, v):
            destroy(t, s, v)


@kernel
def hand_over_vessel(t, s, v, seat):
    """A vessel changes its player: no jump this turn, no abandoned mark any more."""
    tell(s, ev.CHANGES_HANDS, ALL, who(s, v), seat)
    count_in(t, s, v, -1)
    s.v_owner[v] = seat
    count_in(t, s, v, 1)
    clear_flag(s, v, st.HELD | st.BUILT | st.ABANDONED)
    if t.kind_nexus[s.v_kind[v]]:
        meet_all(t, s, s.v_cell[v])
    else:
        meet_nexus(t, s, v)


@kernel
def too_large(t, s, v):
    """Medium and Large ships may not enter an Asteroid Field."""
    kind_class = t.kind_class[s.v_kind[v]]
    return kind_class == st.MEDIUM or kind_class == st.LARGE


@kernel
def want_vessel(s, seat, want, cell):
    """Ask a seat for a vessel of that system, or of any (-1); picking.py goes on from there."""
    s.seat = seat
    s.want = want
    s.pick_cell = cell
    s.ask = st.ASK_VESSEL_CELL if cell < 0 else st.ASK_GROUP


@kernel
def same_state(t, s, a, b):
    """Two vessels of one kind, player and system that nobody could tell apart."""
    return (
        s.v_damage[a] == s.v_damage[b]
        and s.v_flags[a] == s.v_flags[b]
        and s.v_jumps[a] == s.v_jumps[b]
        and s.v_attack[a] == s.v_attack[b]
        and s.v_hp[a] == s.v_hp[b]
        and s.v_assigned[a] == s.v_assigned[b]
        and s.v_multi[a] == s.v_multi[b]
        and s.v_met[a] == s.v_met[b]
        and s.v_nexus[a] == s.v_nexus[b]
        and not (is_named(t, s, a) or is_named(t, s, b))
    )


@kernel
def is_named(t, s, v):
    """A grant of redirection, or an item on the stack, names this very vessel."""
    for g in range(st.NUM_GRANTS):
        if s.grant_vessel[g] == v:
            return True
    for i in range(s.stack_size):
        for k in range(st.NUM_PICKS):
            if t.item_pick[s.stack_item[i], k] == tb.PICK_VESSEL and s.stack_pick[i, k] == v:
                return True
    return False
