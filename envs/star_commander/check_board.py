"""Star Commander: what holds for systems, counters and vessels."""

from astrarium.core import kernel

from . import state as st
from .vessels import hit_points

BYTE = 8
BYTE_MASK = 255


@kernel
def is_one_of(number, n):
    """A number of one of n things."""
    return number >= 0 and number < n


@kernel
def is_seat(s, p):
    return p >= 0 and p < s.num_players


@kernel
def on_board(s, cell):
    return cell >= 0 and st.BOARD[s.size] >> cell & 1 == 1


@kernel
def is_vessel(s, v):
    return v >= 0 and v < s.top and s.v_kind[v] >= 0


@kernel
def systems_hold(t, s):
    for cell in range(st.NUM_CELLS):
        if (s.system[cell] >= 0) != on_board(s, cell) or s.system[cell] >= t.num_systems:
            return False
        if s.face_up[cell] and not on_board(s, cell):
            return False
    for system in range(st.NUM_SYSTEMS):
        found = s.box[system]
        for cell in range(st.NUM_CELLS):
            if s.system[cell] == system:
                found += 1
        if s.box[system] < 0 or found != (
            s.num_players if t.system_kind[system] == st.STARTING else t.system_copies[system]
        ):
            return False
    return True


@kernel
def owners_hold(s):
    for cell in range(st.NUM_CELLS):
        owned = s.owner[cell] >= 0
        if owned != (s.developments[cell] > 0) or s.developments[cell] < 0 or s.owner[cell] >= s.num_players:
            return False
        if owned and not (s.face_up[cell] and s.settled[cell]):
            return False
    for p in range(st.MAX_PLAYERS):
        bits, total = 0, 0
        for cell in range(st.NUM_CELLS):
            if s.owner[cell] == p:
                bits |= 1 << cell
                total += s.developments[cell]
        # ruling 72: the counter of a conquest is placed even beyond the 25 cubes
        if s.owned[p] != bits or s.total[p] != total or total > st.CUBES + st.NUM_CELLS:
            return False
        if p < s.num_players and (s.home[p] < 0 or (s.owner[s.home[p]] != p and not s.fallen[p])):
            return False
    return True


@kernel
def powers_hold(t, s):
    """The bitsets of face-up systems that serve their controller all the time, and of Asteroid Fields."""
    bits, closed = 0, 0
    for cell in range(st.NUM_CELLS):
        if s.face_up[cell]:
            system = s.system[cell]
            if t.fighter_speed[system] or t.any_phase[system] or t.system_ability[system]:
                bits |= 1 << cell
            if t.small_only[system]:
                closed |= 1 << cell
    return s.powers == bits and s.closed == closed


@kernel
def slot_holds(t, s, v):
    if is_vessel(s, v):
        if s.v_kind[v] >= t.num_kinds or not is_seat(s, s.v_owner[v]):
            return False
        return on_board(s, s.v_cell[v]) and s.face_up[s.v_cell[v]] != 0
    if s.v_kind[v] != -1 or s.v_owner[v] or s.v_cell[v] or s.v_jumps[v] or s.v_multi[v]:
        return False
    if s.v_met[v] or s.v_nexus[v] or s.v_flags[v]:
        return False
    return not (s.v_damage[v] or s.v_assigned[v] or s.v_attack[v] or s.v_hp[v])


@kernel
def pile_holds(t, s, kind):
    """Spare and destroyed Scouts are out of the game; vessels of the decks have no pile."""
    found = 0
    for v in range(s.top):
        if s.v_kind[v] == kind:
            found += 1
    if kind == t.scout:
        return s.pile[kind] == 0 and found <= s.num_players
    if t.kind_card[kind] >= 0:
        return s.pile[kind] == 0
    return s.pile[kind] >= 0 and s.pile[kind] + found == t.kind_pile[kind]


@kernel
def byte(sums, p):
    """The sum of one player."""
    return sums >> BYTE * p & BYTE_MASK


@kernel
def fleets_hold(t, s):
    ships = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and t.kind_class[s.v_kind[v]] != st.STATION:
            ships += 1 << BYTE * s.v_owner[v]
    for p in range(st.MAX_PLAYERS):
        if s.ships[p] != byte(ships, p):
            return False
    for cell in range(st.NUM_CELLS):
        if not fleet_holds(t, s, cell):
            return False
    return True


@kernel
def fleet_holds(t, s, cell):
    """The sums of one system, a byte for each player."""
    here, stations, aura, room, yards = 0, 0, 0, 0, 0
    for v in range(s.top):
        kind = s.v_kind[v]
        if kind >= 0 and s.v_cell[v] == cell:
            one = 1 << BYTE * s.v_owner[v]
            here += one
            if t.kind_class[kind] == st.STATION:
                stations += one
                aura += one * t.kind_aura[kind]
                room += one * t.kind_room[kind]
                yards += one * (t.kind_yard[kind] != 0)
    for p in range(st.MAX_PLAYERS):
        if s.here[cell, p] != byte(here, p) or s.stations[cell, p] != byte(stations, p):
            return False
        if s.aura[cell, p] != byte(aura, p) or s.room[cell, p] != byte(room, p):
            return False
        if s.yards[cell, p] != byte(yards, p):
            return False
    return True


@kernel
def bonuses_hold(t, s):
    for p in range(st.MAX_PLAYERS):
        for column in range(st.NUM_BONUSES):
            total = 0
            for card in range(st.NUM_CARDS):
                total += s.technology[p, card] * t.card_bonus[card, column]
            if s.bonus[p, column] != total:
                return False
    return True


@kernel
def damage_holds(t, s):
    for v in range(s.top):
        if s.v_kind[v] >= 0:
            if s.v_damage[v] < 0 or s.v_assigned[v] < 0 or s.v_jumps[v] < 0:
                return False
            if s.v_attack[v] < 0 or s.v_hp[v] < 0 or s.v_multi[v] < 0:
                return False
            if s.over == 0 and s.v_damage[v] >= hit_points(t, s, v):
                return False
    return True
