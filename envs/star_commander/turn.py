"""Star Commander: the course of a turn, phase by phase."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.state import CUT, ENDED
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .cards import ask_draws
from .combat import ask_attackers, ask_initiate, ask_retreats, close_window, resolve_damage, seat_at
from .credits import earn
from .items import forsei
from .resolve import resolve_top
from .systems import abandoned, add_developments, conquer, max_developments, remove_developments, set_owner
from .trade import go_on_trading
from .vessels import (
    besieged,
    besiegers,
    clear_flag,
    has,
    is_station,
    meet_nexus,
    remove_vessel,
    set_flag,
    who,
)


@kernel
def go_on(t, s):
    """One step of the game: of the offer under way, of the stack, or else of the turn."""
    if s.offer_stage != st.OFFER_NONE:
        go_on_trading(t, s)
    elif s.stack_size > 0 or s.resolving:
        go_on_resolving(t, s)
    else:
        go_on_with_turn(t, s)


@kernel
def go_on_with_turn(t, s):
    """One step of the turn: Ready, Command, Combat, End."""
    phase = s.phase
    if phase == st.COMMAND_PHASE:
        s.seat = s.active
        s.ask = st.ASK_COMMAND
    elif st.IN_READY >> phase & 1:
        go_on_with_ready(t, s)
    elif phase == st.CHOOSE_COMBAT:
        s.seat = s.active
        s.ask = st.ASK_COMBAT
    elif st.IN_COMBAT >> phase & 1:
        go_on_with_combat(t, s)
    else:
        go_on_with_end(t, s)


@kernel
def go_on_with_ready(t, s):
    phase = s.phase
    if phase == st.START:
        start_turn(t, s)
    elif phase == st.EARLY_BUILD:
        ask_forsei(t, s)
    elif phase == st.CREDITS:
        gain_credits(t, s)
        s.phase = st.DRAWS
        ask_draws(s, s.active, draws_of(t, s, s.active))
    elif phase == st.DRAWS:  # all draws have been made
        collect_effects(t, s)
        s.phase = st.EFFECTS
    elif phase == st.EFFECTS:
        use_effects(t, s)


@kernel
def go_on_with_combat(t, s):
    phase = s.phase
    if phase == st.INITIATE:
        ask_initiate(s)
    elif phase == st.WINDOW:
        go_on_with_window(s)
    elif phase == st.ASSIGN:
        ask_attackers(s)
    elif phase == st.RESOLVE:
        resolve_damage(t, s)
    elif phase == st.RETREAT:
        ask_retreats(s)


@kernel
def go_on_with_end(t, s):
    phase = s.phase
    if phase == st.LATE_BUILD:
        ask_forsei(t, s)
    elif phase == st.CONQUEST:
        conquest(t, s)
        s.phase = st.RAID
    elif phase == st.RAID:
        ask_raids(t, s)
    elif phase == st.LAST_BUILD:
        if homeworld_fell(s):
            s.phase = st.CLEANUP
        else:
            ask_forsei(t, s)
    elif phase == st.CLEANUP:
        clean_up(t, s)


@kernel
def end_command(t, s):
    s.phase = st.CHOOSE_COMBAT


# Responses and windows


@kernel
def go_on_resolving(t, s):
    """Ask every seat once since the last item; then the whole stack resolves, last on first off.

    What cannot be answered (`items.unanswerable`) resolves at once.
    """
    if not s.resolving and s.passed < s.num_players:
        ask_response(s)
    elif s.stack_size > 0:
        s.resolving = True
        resolve_top(t, s)
    else:
        s.resolving = False
        s.passed = 0


@kernel
def go_on_with_window(s):
    if s.passed < s.num_players:
        ask_response(s)
    else:
        close_window(s)


@kernel
def ask_response(s):
    s.seat = seat_at(s, s.passed)
    s.ask = st.ASK_RESPOND


@kernel
def pass_by(t, s):
    s.passed += 1


# Forsei's ships


@kernel
def ask_forsei(t, s):
    """Forsei's ships outside the command phase (ruling 67: its controller builds ships in every phase)."""
    if forsei(t, s, s.active):
        s.seat = s.active
        s.ask = st.ASK_SHIPYARD
    else:
        end_shipyard(t, s)


@kernel
def end_shipyard(t, s):
    """On to the phase behind this building."""
    if s.phase == st.EARLY_BUILD:
        s.phase = st.CREDITS
    elif s.phase == st.LATE_BUILD:
        s.phase = st.CONQUEST
    elif s.phase == st.LAST_BUILD:
        s.phase = st.CLEANUP


# Ready phase


@kernel
def start_turn(t, s):
    """Locks of this player end, every ship may move again, Fighters are looked at (ruling 55)."""
    seat = s.active
    for cell in range(st.NUM_CELLS):
        if s.locked[cell] >> seat & 1:
            tell(s, ev.UNLOCKED, ALL, cell, seat)
        s.locked[cell] = s.locked[cell] & ~(1 << seat)
    for v in range(s.top):
        if s.v_kind[v] < 0:
            continue
        s.v_jumps[v] = 0
        clear_flag(s, v, st.MOVED | st.BUILT | st.HELD)
        s.v_met[v] = 0
        if s.v_owner[v] == seat:
            set_flag(s, v, st.HELD)
            clear_flag(s, v, st.ABANDONED)
            if abandoned(t, s, v):
                set_flag(s, v, st.ABANDONED)
    for v in range(s.top):
        if s.v_kind[v] >= 0:
            meet_nexus(t, s, v)
    s.offers_left = s.trade
    s.phase = st.EARLY_BUILD if s.had_turn[seat] else st.COMMAND_PHASE
    s.had_turn[seat] = True


@kernel
def gain_credits(t, s):
    """One credit a development outside sieges, and what systems, stations and technologies pay."""
    seat, credits = s.active, 0
    owned = s.owned[seat]
    while owned:
        cell = lowest(owned)
        owned &= owned - 1
        if not besieged(t, s, cell):
            credits += s.developments[cell] + t.system_credits[s.system[cell]]
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_owner[v] == seat:
            credits += t.kind_credits[s.v_kind[v]]
            if is_station(t, s, v):
                credits += s.bonus[seat, st.BONUS_STATION_CREDITS]
    earn(s, seat, credits)


@kernel
def draws_of(t, s, seat):
    n = 1 + s.bonus[seat, st.BONUS_DRAWS]
    owned = s.owned[seat]
    while owned:
        cell = lowest(owned)
        owned &= owned - 1
        more = t.system_draws[s.system[cell]]
        if more and not besieged(t, s, cell):
            n += more
    return n


@kernel
def collect_effects(t, s):
    """The free developments of this turn's start: Core Worlds anywhere, Orbital Habitats where they are."""
    seat = s.active
    s.free_developments = 0
    for cell in range(st.NUM_CELLS):
        s.habitat[cell] = 0
        if s.owner[cell] == seat and t.system_develops[s.system[cell]] and not besieged(t, s, cell):
            s.free_developments += t.system_develops[s.system[cell]]
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_owner[v] == seat and s.owner[s.v_cell[v]] == seat:
            s.habitat[s.v_cell[v]] += t.kind_develops[s.v_kind[v]]


@kernel
def growing_cells(t, s):
    """Own systems with room for a free development."""
    bits = 0
    owned = s.owned[s.active] if s.total[s.active] < st.CUBES else 0
    while owned:
        cell = lowest(owned)
        owned &= owned - 1
        if s.developments[cell] < max_developments(t, s, cell):
            bits |= 1 << cell
    return bits


@kernel
def habitat_cells(t, s):
    """Systems where an Orbital Habitat has its development still to give."""
    bits, growing = 0, growing_cells(t, s)
    while growing:
        cell = lowest(growing)
        growing &= growing - 1
        if s.habitat[cell] > 0:
            bits |= 1 << cell
    return bits


@kernel
def core_cells(t, s):
    """Systems that a Core World may develop now."""
    return growing_cells(t, s) if s.free_developments > 0 else 0


@kernel
def use_effects(t, s):
    """Free developments one by one; the order is the player's as long as it can matter."""
    if core_cells(t, s) == 0 and habitats_fit(s):
        use_habitats(t, s)
        end_effects(t, s)
    else:
        s.seat = s.active
        s.ask = st.ASK_EFFECT


@kernel
def use_habitats(t, s):
    """Every Orbital Habitat develops its system."""
    cells = habitat_cells(t, s)
    while cells:
        use_habitat(t, s, lowest(cells))
        cells = habitat_cells(t, s)


@kernel
def end_effects(t, s):
    """What is left finds no room."""
    s.free_developments = 0
    for cell in range(st.NUM_CELLS):
        s.habitat[cell] = 0
    s.phase = st.COMMAND_PHASE


@kernel
def habitats_fit(s):
    """Cubes enough for every Orbital Habitat, so their order does not matter."""
    n = s.total[s.active]
    for cell in range(st.NUM_CELLS):
        n += s.habitat[cell]
    return n <= st.CUBES


@kernel
def use_habitat(t, s, cell):
    s.habitat[cell] -= 1
    add_developments(t, s, cell, 1)


@kernel
def use_core_world(t, s, cell):
    s.free_developments -= 1
    add_developments(t, s, cell, 1)


# End phase


@kernel
def conquest(t, s):
    """Every besieged system loses a counter for each besieging ship, from the active player clockwise."""
    s.besieged_cells = 0
    for cell in range(st.NUM_CELLS):
        if s.owner[cell] >= 0 and besieged(t, s, cell):
            s.besieged_cells = s.besieged_cells | (1 << cell)
    for cell in range(st.NUM_CELLS):
        if s.besieged_cells >> cell & 1:
            for k in range(s.num_players):
                seat = (s.active + k) % s.num_players
                if s.engine_readings and seat != s.active:
                    continue
                if seat != s.owner[cell] and strip(t, s, cell, seat, besiegers(t, s, cell, seat)):
                    break


@kernel
def strip(t, s, cell, seat, n):
    """Remove up to n counters; whoever removes the last one conquers."""
    if n <= 0:
        return False
    n = min(n, s.developments[cell])
    remove_developments(s, cell, n)
    tell(s, ev.STRIPPED, ALL, seat, cell, n, s.developments[cell])
    if s.developments[cell] > 0:
        return False
    conquer(t, s, cell, seat)
    return True


@kernel
def raiders(t, s, cell, seat):
    n = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell and s.v_owner[v] == seat and t.kind_raider[s.v_kind[v]]:
            n += 1
    return n


@kernel
def raid_most(t, s):
    """Counters that the asked seat's Cruisers may take from the present system."""
    cell, seat = s.raid_cell, seat_at(s, s.raided)
    if s.owner[cell] < 0 or s.owner[cell] == seat or s.besieged_cells >> cell & 1:
        return 0
    if s.here[cell, seat] == 0:
        return 0
    return min(raiders(t, s, cell, seat), s.developments[cell])


@kernel
def ask_raids(t, s):
    """Cruisers may take developments without a siege, from the active player clockwise (ruling 25)."""
    seats = 1 if s.engine_readings else s.num_players
    while s.raided < seats:
        while s.raid_cell < st.NUM_CELLS:
            if raid_most(t, s) > 0:
                s.seat = seat_at(s, s.raided)
                s.ask = st.ASK_RAID
                return
            s.raid_cell += 1
        s.raided += 1
        s.raid_cell = 0
    s.raided = 0
    s.besieged_cells = 0
    s.phase = st.LAST_BUILD


@kernel
def raid_amounts(t, s):
    """None, one, and so on."""
    return (1 << (min(raid_most(t, s), st.MAX_X) + 1)) - 1


@kernel
def raid(t, s, n):
    strip(t, s, s.raid_cell, s.seat, n)
    s.raid_cell += 1


@kernel
def homeworld_fell(s):
    for p in range(s.num_players):
        if s.fallen[p]:
            return True
    return False


@kernel
def remove_player(t, s, seat):
    """All vessels and counters of a conquered player leave the board."""
    tell(s, ev.LEAVES_BOARD, ALL, seat)
    for v in range(s.top - 1, -1, -1):
        if s.v_kind[v] >= 0 and s.v_owner[v] == seat:
            remove_vessel(t, s, v)
    for cell in range(st.NUM_CELLS):
        if s.owner[cell] == seat:
            set_owner(s, cell, -1)
            s.developments[cell] = 0


@kernel
def clean_up(t, s):
    """A fallen homeworld ends the game; otherwise the turn's effects and all damage end."""
    if homeworld_fell(s):
        for p in range(s.num_players):
            if s.fallen[p]:
                remove_player(t, s, p)
        tell(s, ev.OVER, ALL)
        s.over = ENDED
        return
    for v in range(s.top):
        if s.v_kind[v] >= 0:
            s.v_damage[v] = 0
            s.v_attack[v] = 0
            s.v_hp[v] = 0
            s.v_multi[v] = 0
            s.v_flags[v] = s.v_flags[v] & (st.HELD | st.MOVED | st.BUILT | st.ABANDONED)
    for g in range(st.NUM_GRANTS):
        s.grant_vessel[g] = -1
        s.grant_seat[g] = 0
    leave_fighters(t, s)
    for cell in range(st.NUM_CELLS):
        s.range2[cell] = False
        s.fought[cell] = False
        s.combat_mark[cell] = s.combat_mark[cell] & ~(1 << s.active)
    next_turn(s)


@kernel
def leave_fighters(t, s):
    """Fighters that were abandoned at the turn's start and still are: destroyed, all judged together."""
    for v in range(s.top):
        if (
            s.v_kind[v] >= 0
            and has(s, v, st.ABANDONED)
            and not (s.v_owner[v] == s.active and abandoned(t, s, v))
        ):
            clear_flag(s, v, st.ABANDONED)
    for v in range(s.top - 1, -1, -1):
        if s.v_kind[v] >= 0 and has(s, v, st.ABANDONED):
            tell(s, ev.ABANDONED, ALL, who(s, v))
            remove_vessel(t, s, v)


@kernel
def next_turn(s):
    """Extra turns first, the last resolved one before the others; then clockwise after the normal turn."""
    s.phase = st.START
    if s.num_extra > 0:
        s.num_extra -= 1
        s.active = s.extra[s.num_extra]
        s.extra[s.num_extra] = 0
        tell(s, ev.EXTRA_TURN, ALL, s.round, s.active)
        return
    begin_normal_turn(s, (s.normal_seat + 1) % s.num_players)


@kernel
def begin_normal_turn(s, seat):
    """Count rounds; after the last one the developments decide (ruling 30)."""
    if s.turns >= st.ROUND_CAP * s.num_players:
        tell(s, ev.ROUNDS_OVER, ALL, st.ROUND_CAP)
        tell(s, ev.OVER, ALL)
        s.over = CUT
        return
    s.active = seat
    s.normal_seat = seat
    s.round = s.turns // s.num_players + 1
    s.turns += 1
    tell(s, ev.TURN, ALL, s.round, seat)
