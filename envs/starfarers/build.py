"""Starfarers of Catan: starships, spaceports and expansions."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .resources import affordable, pay_for
from .seats import ask_active
from .systems import explore


@kernel
def free_transporters(s, seat):
    bits = 0
    for k in range(st.TRANSPORTERS):
        if s.ship_node[seat, k] < 0:
            bits |= 1 << k
    return bits


@kernel
def launch_sites(t, s, seat, side):
    """Own spaceports whose launch point of that side is free."""
    bits, ports = 0, s.ports[seat]
    while ports:
        site = lowest(ports)
        ports &= ports - 1
        node = t.launch[site, side]
        if s.node_ship[node] < 0 and (s.phase != st.FIRST_SHIPS or node == t.start_node[s.position[seat]]):
            bits |= 1 << site
    return bits


@kernel
def can_place(t, s, seat, cargo):
    """A transporter, a module and a launch point are free."""
    modules = s.colony_modules[seat] if cargo == st.COLONY else s.trade_modules[seat]
    if modules == 0 or free_transporters(s, seat) == 0:
        return False
    return (launch_sites(t, s, seat, 0) | launch_sites(t, s, seat, 1)) != 0


@kernel
def can_build_colony_ship(t, s):
    return affordable(t, s, s.seat, st.COLONY_SHIP) and can_place(t, s, s.seat, st.COLONY)


@kernel
def can_build_trade_ship(t, s):
    return affordable(t, s, s.seat, st.TRADE_SHIP) and can_place(t, s, s.seat, st.TRADE)


@kernel
def build_colony_ship(t, s):
    """Pay for a ship; its transporter and its place are chosen next."""
    pay_for(t, s, s.seat, st.COLONY_SHIP)
    s.placing = st.COLONY


@kernel
def build_trade_ship(t, s):
    pay_for(t, s, s.seat, st.TRADE_SHIP)
    s.placing = st.TRADE


@kernel
def may_place_won(t, s):
    """A trade ship that was won comes to the board as soon as there is room, from the building phase on."""
    if s.credit[s.active] == 0:
        return False
    if s.phase != st.BUILDING and s.phase != st.ENCOUNTER and s.phase != st.FLIGHT:
        return False
    return can_place(t, s, s.active, st.TRADE)


@kernel
def place_won(s):
    s.credit[s.active] -= 1
    s.placing = st.TRADE


@kernel
def go_on_place(s):
    """Which transporter, then which launch point?"""
    ask_active(s, st.ASK_TRANSPORTER if s.place_with < 0 else st.ASK_LAUNCH)


@kernel
def own_transporters(t, s):
    return free_transporters(s, s.seat)


@kernel
def choose_transporter(t, s, k):
    s.place_with = k


@kernel
def own_launch_sites(t, s, side):
    return launch_sites(t, s, s.seat, side)


@kernel
def launch_ship(t, s, side, site):
    """Put the ship on the board; it can fly this turn, also if its transporter has flown before."""
    seat, k = s.active, s.place_with
    if s.placing == st.COLONY:
        s.colony_modules[seat] -= 1
    else:
        s.trade_modules[seat] -= 1
    s.cargo[seat, k] = s.placing
    s.flown = s.flown & ~(1 << k)
    s.halted = s.halted & ~(1 << k)
    s.called = s.called & ~(1 << k)
    tell(s, ev.LAUNCH, ALL, seat, k, s.placing, t.launch[site, side])
    set_ship(t, s, seat, k, t.launch[site, side])
    s.placing = st.EMPTY
    s.place_with = -1


@kernel
def set_ship(t, s, seat, k, node):
    """A ship comes to an intersection, from another one or from the reserve, and looks round."""
    lift_ship(s, seat, k)
    s.ship_node[seat, k] = node
    if s.node_ship[node] < 0:  # a ship that passes another one does not push it aside
        s.node_ship[node] = st.TRANSPORTERS * seat + k
    explore(t, s, seat, node)


@kernel
def lift_ship(s, seat, k):
    """A ship leaves its intersection."""
    node = s.ship_node[seat, k]
    if node >= 0 and s.node_ship[node] == st.TRANSPORTERS * seat + k:
        s.node_ship[node] = -1
    s.ship_node[seat, k] = -1


# Spaceports and expansions


@kernel
def port_sites(t, s):
    """Own colonies that could become spaceports now."""
    seat = s.seat
    if s.port_rings[seat] == 0 or not affordable(t, s, seat, st.SPACEPORT):
        return 0
    return s.colonies[seat]


@kernel
def set_port(s, seat, site):
    """A ring round a colony."""
    s.colonies[seat] = s.colonies[seat] & ~(1 << site)
    s.ports[seat] = s.ports[seat] | (1 << site)
    s.port_rings[seat] -= 1
    s.points[seat] += 1
    tell(s, ev.PORT, ALL, seat, site)


@kernel
def build_port(t, s, site):
    pay_for(t, s, s.seat, st.SPACEPORT)
    set_port(s, s.seat, site)


@kernel
def most(expansion):
    """How many of a kind a mother ship can carry."""
    if expansion == st.BOOSTER:
        return st.MOST_BOOSTERS
    return st.MOST_CANNONS if expansion == st.CANNON else st.MOST_FREIGHT


@kernel
def room_bits(s, seat):
    """Kinds of expansion that the mother ship has room for."""
    bits = 0
    for e in range(st.NUM_EXPANSIONS):
        if s.expansion[seat, e] < most(e):
            bits |= 1 << e
    return bits


@kernel
def carried_bits(s, seat):
    """Kinds of expansion that the mother ship carries."""
    bits = 0
    for e in range(st.NUM_EXPANSIONS):
        if s.expansion[seat, e] > 0:
            bits |= 1 << e
    return bits


@kernel
def num_expansions(s, seat):
    return s.expansion[seat, st.BOOSTER] + s.expansion[seat, st.CANNON] + s.expansion[seat, st.FREIGHT]


@kernel
def expand_bits(t, s):
    """Kinds of expansion that can be bought now."""
    bits = 0
    for e in range(st.NUM_EXPANSIONS):
        if affordable(t, s, s.seat, st.BUY_BOOSTER + e) and s.expansion[s.seat, e] < most(e):
            bits |= 1 << e
    return bits


@kernel
def expand(t, s, expansion):
    pay_for(t, s, s.seat, st.BUY_BOOSTER + expansion)
    s.expansion[s.seat, expansion] += 1
    tell(s, ev.ADDS, ALL, s.seat, expansion, s.expansion[s.seat, expansion])
