"""SpaceCorp: contracts: their conditions, claims and increased awards."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count, lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .board import colonies, has_base
from .colonize import opponents_gain
from .progress import progress_cards


@kernel
def side(s):
    """Which side of the Business Display lies up: 0 for 3-4 players, 1 for 2."""
    return 1 if s.num_players == 2 else 0


@kernel
def claimed(s):
    """Contracts of this era that have been fulfilled."""
    n = 0
    for row in range(st.NUM_ROWS):
        if s.marker[row] == s.era + 1:
            n += 1
    return n


@kernel
def award(t, s, row):
    """The award of a row: this era's and those of the eras since its marker's place."""
    total = 0
    for era in range(s.marker[row], s.era + 1):
        total += t.award[era, row, side(s)]
    return total


@kernel
def count_ports(t, s, seat, regions):
    """Own Spaceports, or the different regions they stand in."""
    n, seen = 0, 0
    sites = int(s.own_sites[seat])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        if has_base(s, site, st.SPACEPORT):
            for box in range(st.NUM_BOXES):
                if s.base[site, box] == st.SPACEPORT:
                    n += 1
            if regions >> site & 1:
                seen |= 1 << t.region[s.era, site]
    return count(int(seen)) if regions else n


@kernel
def base_types(s, seat):
    """Different types among own bases on the board."""
    bits = 0
    sites = int(s.own_sites[seat])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        for box in range(st.NUM_BOXES):
            if s.base[site, box] >= 0:
                bits |= 1 << s.base[site, box]
    return count(int(bits))


@kernel
def infra_cards(s, seat, of_era):
    """Cards in the Infra slots, of this era alone if so said."""
    n = 0
    for slot in range(st.NUM_SLOTS):
        card = s.infra[seat, slot]
        if card >= 0 and (not of_era or card // st.NUM_CARDS == s.era):
            n += 1
    return n


@kernel
def measure(t, s, seat, row):
    """How much of what a contract counts the player has."""
    test, sites = t.test[s.era, row], int(t.test_sites[s.era, row])
    if test == st.EV_PRODUCE:
        return int(s.did_produce)
    if test == st.EV_EXPLORE:
        return count(int(s.explored & sites))
    if test == st.EV_COLONIZE:
        return int(s.did_colonize)
    if test == st.OWN_PROGRESS:
        return progress_cards(s, seat)
    if test == st.BASE_SITES:
        return count(int(s.own_sites[seat] & sites))
    if test == st.SPACEPORTS:
        return count_ports(t, s, seat, 0)
    if test == st.SPACEPORT_REGIONS:
        return count_ports(t, s, seat, sites)
    if test == st.INFRA_CARDS:
        return infra_cards(s, seat, t.test_era[s.era, row])
    if test == st.BASE_TYPES:
        return base_types(s, seat)
    return colonies(s, seat)


@kernel
def claimable(t, s, seat, row):
    """Is the contract open and its condition met by the active player?"""
    return s.marker[row] <= s.era and measure(t, s, seat, row) >= t.test_number[s.era, row, side(s)]


@kernel
def claim(t, s, seat, row):
    """Take the award and move the marker; the sixth claim triggers the era's end."""
    amount = award(t, s, row)
    s.profit[seat] += amount
    tell(s, ev.FULFILLS, ALL, seat, st.NUM_ROWS * s.era + row, amount, s.profit[seat])
    s.marker[row] = s.era + 1
    opponents_gain(t, s, seat, st.C_OPP_CON1, 1)
    opponents_gain(t, s, seat, st.C_OPP_CON2, 2)


@kernel
def count_down(s, seat):
    """Six contracts: everybody else who has not passed takes one more turn (ruling 3)."""
    if s.triggered == st.NOT_TRIGGERED:
        s.triggered = st.BY_CONTRACTS
        tell(s, ev.TRIGGERED, ALL, st.BY_CONTRACTS)
    if s.counting:
        s.last &= ~(1 << seat)
    else:
        s.counting = 1
        s.last = ((1 << s.num_players) - 1) & ~s.passed & ~(1 << seat)
        tell(s, ev.LAST_TURNS, ALL)
