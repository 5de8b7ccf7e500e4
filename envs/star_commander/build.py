"""Star Commander: building ships and stations."""

from astrarium.core import kernel
from astrarium.core.bits import lowest
from astrarium.core.rows import above

from . import state as st
from .credits import pay
from .systems import banned, station_allowed
from .vessels import add_vessel


@kernel
def price(t, s, seat, kind):
    """Printed cost; stations may be cheaper, but never below 1 by that."""
    cost = t.kind_cost[kind]
    if t.kind_class[kind] == st.STATION and s.bonus[seat, st.BONUS_DISCOUNT]:
        cost = max(min(cost, 1), cost - s.bonus[seat, st.BONUS_DISCOUNT])
    return cost


@kernel
def room_for_ships(t, s, seat):
    """Ships that this player may still gain: every ship counts, no more than developments (rulings 7, 8)."""
    ships = s.ships[seat]
    if s.engine_readings:
        ships -= scouts(t, s, seat)
    return s.total[seat] - ships


@kernel
def scouts(t, s, seat):
    """Scouts of this player in play."""
    n = 0
    for v in range(s.top):
        if s.v_kind[v] == t.scout and s.v_owner[v] == seat:
            n += 1
    return n


@kernel
def ship_site(t, s, seat, cell):
    """Of the systems a player controls: the own homeworld, capitals, and those with an own Shipyard."""
    return cell == s.home[seat] or t.system_kind[s.system[cell]] == st.CAPITAL or s.yards[cell, seat] > 0


@kernel
def fighter_site(s, seat, cell):
    """Fighter Bays: a controlled system with an own station."""
    return s.owner[cell] == seat and s.bonus[seat, st.BONUS_FIGHTER_SITE] > 0 and s.stations[cell, seat] > 0


@kernel
def ships_allowed(t, s, seat, cell):
    """No ban on ships here; in the own homeworld there never is (ruling 62)."""
    return cell == s.home[seat] or not banned(t, s, seat, cell)


@kernel
def affordable(t, s, seat):
    """Bitset of the pile kinds this player could pay for; who has a credit may use a discount."""
    credits = s.credits[seat]
    bits = int(t.pile_kinds[min(credits, st.MOST_COST)])
    if credits > 0:
        cheaper = t.pile_kinds[min(credits + s.bonus[seat, st.BONUS_DISCOUNT], st.MOST_COST)]
        bits |= cheaper & t.station_kinds
    return bits & above(s.pile, 0)


@kernel
def allowed_kinds(t, s, seat, cell, bits):
    """Those of the kinds that this player may build in a controlled system now."""
    allowed = 0
    ships = bits & (t.fighter_kinds | t.larger_kinds)
    if ships:
        if ship_site(t, s, seat, cell):
            allowed = ships
        elif fighter_site(s, seat, cell):
            allowed = ships & t.fighter_kinds
        if allowed and not ships_allowed(t, s, seat, cell):
            allowed = 0
    if bits & t.station_kinds and station_allowed(t, s, seat, cell):
        allowed |= bits & t.station_kinds
    return allowed


@kernel
def wanted_kinds(t, s, seat, ships_only):
    """Bitset of the pile kinds that cost and ship limit allow."""
    bits = affordable(t, s, seat)
    if ships_only:
        bits &= ~t.station_kinds
    if bits & ~t.station_kinds and room_for_ships(t, s, seat) <= 0:
        bits &= t.station_kinds
    return bits


@kernel
def build_kinds(t, s, seat, cell, ships_only):
    """Bitset of the pile kinds this player may build in that system now."""
    return allowed_kinds(t, s, seat, cell, wanted_kinds(t, s, seat, ships_only))


@kernel
def build_cells(t, s, seat, ships_only):
    """Bitset of the systems where this player can build something from the piles."""
    bits = 0
    kinds = wanted_kinds(t, s, seat, ships_only)
    owned = s.owned[seat]
    while kinds and owned:
        cell = lowest(owned)
        owned &= owned - 1
        if allowed_kinds(t, s, seat, cell, kinds):
            bits |= 1 << cell
    return bits


@kernel
def site_allowed(t, s, seat, kind, cell):
    """May a vessel of the decks be built there: sites, limits and bans hold for it too (rulings 14, 16)?"""
    if t.kind_class[kind] == st.STATION:
        return station_allowed(t, s, seat, cell)
    if room_for_ships(t, s, seat) <= 0 or not ships_allowed(t, s, seat, cell):
        return False
    return ship_site(t, s, seat, cell) or (t.kind_class[kind] == st.FIGHTER and fighter_site(s, seat, cell))


@kernel
def site_cells(t, s, seat, kind):
    bits = 0
    owned = s.owned[seat]
    while owned:
        cell = lowest(owned)
        owned &= owned - 1
        if site_allowed(t, s, seat, kind, cell):
            bits |= 1 << cell
    return bits


@kernel
def mass_cells(t, s, seat, kind):
    """Own systems where Mass Production could place a ship: any, but for bans, limit and pile (ruling 18)."""
    bits = 0
    if s.pile[kind] <= 0 or room_for_ships(t, s, seat) <= 0:
        return bits
    owned = s.owned[seat]
    while owned:
        cell = lowest(owned)
        owned &= owned - 1
        if ships_allowed(t, s, seat, cell):
            bits |= 1 << cell
    return bits


@kernel
def yards(t, s):
    """Systems where the acting seat can build something in its command phase."""
    return build_cells(t, s, s.seat, False)


@kernel
def forsei_yards(t, s):
    """Systems where the acting seat can build ships although it is not its command phase."""
    return build_cells(t, s, s.seat, True)


@kernel
def build_in(t, s, cell):
    """What is built in the chosen system?"""
    s.build_cell = cell
    s.ask = st.ASK_KIND


@kernel
def kinds_to_build(t, s):
    """Own kinds of vessel; nobody builds another player's."""
    return build_kinds(t, s, s.seat, s.build_cell, s.phase != st.COMMAND_PHASE)


@kernel
def build(t, s, whose, kind):
    """Pay for a vessel of the piles and place it."""
    pay(s, s.seat, price(t, s, s.seat, kind))
    add_vessel(t, s, s.seat, kind, s.build_cell)
    s.build_cell = -1
