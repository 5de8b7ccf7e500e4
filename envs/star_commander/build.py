"""Star Commander: building ships and stations."""

from astrarium.core import kernel

from .state import (
    BONUS_DISCOUNT,
    BONUS_FIGHTER_SITE,
    CAPITAL,
    FIGHTER,
    NUM_CELLS,
    NUM_KINDS,
    STATION,
)
from .systems import banned, station_allowed
from .vessels import add_vessel


@kernel
def price(t, s, seat, kind):
    """Printed cost; stations may be cheaper, but never below 1 by that."""
    cost = t.kind_cost[kind]
    if t.kind_class[kind] == STATION and s.bonus[seat, BONUS_DISCOUNT]:
        cost = max(min(cost, 1), cost - s.bonus[seat, BONUS_DISCOUNT])
    return cost


@kernel
def room_for_ships(t, s, seat):
    """Ships that this player may still come by of own will (rulings 7 and 8)."""
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
    """Own homeworld, a capital, or a system with an own Shipyard; always a system this player controls."""
    if s.owner[cell] != seat:
        return False
    return cell == s.home[seat] or t.system_kind[s.system[cell]] == CAPITAL or s.yards[cell, seat] > 0


@kernel
def fighter_site(s, seat, cell):
    """Fighter Bays: a controlled system with an own station."""
    return s.owner[cell] == seat and s.bonus[seat, BONUS_FIGHTER_SITE] > 0 and s.stations[cell, seat] > 0


@kernel
def ships_allowed(t, s, seat, cell):
    """No ban on ships here; in the own homeworld there never is (ruling 62)."""
    return cell == s.home[seat] or not banned(t, s, seat, cell)


@kernel
def affordable(t, s, seat):
    """Bitset of the pile kinds this player could pay for."""
    bits = 0
    for kind in range(t.num_kinds):
        if t.kind_card[kind] < 0 and t.kind_cost[kind] >= 0 and s.pile[kind] > 0:
            if price(t, s, seat, kind) <= s.credits[seat]:
                bits |= 1 << kind
    return bits


@kernel
def of_class(t, bits, station, fighter):
    """Those of the kinds that are stations, or Fighters, or (neither asked for) other ships."""
    found = 0
    for kind in range(NUM_KINDS):
        if bits >> kind & 1:
            kind_class = t.kind_class[kind]
            if (kind_class == STATION) == station and (kind_class == FIGHTER) == fighter:
                found |= 1 << kind
    return found


@kernel
def build_kinds(t, s, seat, cell, ships_only):
    """Bitset of the pile kinds this player may build in that system now."""
    bits = affordable(t, s, seat)
    if bits == 0 or s.owner[cell] != seat:
        return 0
    allowed = 0
    if room_for_ships(t, s, seat) > 0:
        site = ship_site(t, s, seat, cell)
        bays = fighter_site(s, seat, cell)
        if (site or bays) and ships_allowed(t, s, seat, cell):
            allowed = of_class(t, bits, False, True)
            if site:
                allowed |= of_class(t, bits, False, False)
    if not ships_only:
        stations = of_class(t, bits, True, False)
        if stations and station_allowed(t, s, seat, cell):
            allowed |= stations
    return allowed


@kernel
def build_cells(t, s, seat, ships_only):
    """Bitset of the systems where this player can build something from the piles."""
    bits = 0
    if affordable(t, s, seat) == 0:
        return bits
    owned = s.owned[seat]
    for cell in range(NUM_CELLS):
        if owned >> cell & 1 and build_kinds(t, s, seat, cell, ships_only):
            bits |= 1 << cell
    return bits


@kernel
def site_allowed(t, s, seat, kind, cell):
    """May a vessel of the domain decks be built there (rulings 14 and 16)?"""
    if t.kind_class[kind] == STATION:
        return station_allowed(t, s, seat, cell)
    if room_for_ships(t, s, seat) <= 0 or not ships_allowed(t, s, seat, cell):
        return False
    return ship_site(t, s, seat, cell) or (t.kind_class[kind] == FIGHTER and fighter_site(s, seat, cell))


@kernel
def site_cells(t, s, seat, kind):
    bits = 0
    owned = s.owned[seat]
    for cell in range(NUM_CELLS):
        if owned >> cell & 1 and site_allowed(t, s, seat, kind, cell):
            bits |= 1 << cell
    return bits


@kernel
def mass_cells(t, s, seat, kind):
    """Own systems where Mass Production could place a ship: any, but for bans, limit and pile (ruling 18)."""
    bits = 0
    if s.pile[kind] <= 0 or room_for_ships(t, s, seat) <= 0:
        return bits
    owned = s.owned[seat]
    for cell in range(NUM_CELLS):
        if owned >> cell & 1 and ships_allowed(t, s, seat, cell):
            bits |= 1 << cell
    return bits


@kernel
def build(t, s, seat, kind, cell):
    """Pay for a vessel of the piles and place it."""
    s.credits[seat] -= price(t, s, seat, kind)
    add_vessel(t, s, seat, kind, cell)
