"""SpaceCorp: Produce and Colonize: profit from tiles, colonies and their benefits."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count, lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .board import colonies, has_base, map_place
from .profit import gain
from .progress import has, progress_cards
from .tiles import colony_points, produce_with
from .value import item_reach

# Produce


@kernel
def pays(t, s, seat):
    """Has this player a tile to produce from?"""
    if s.legacy_tile[seat] >= 0:
        return True
    sites = int(s.own_sites[seat])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        for box in range(t.boxes[s.era, site]):
            if s.produce[site, box] >= 0:
                return True
    return False


@kernel
def tiles_paying(t, s, seat, amount):
    """How many of this player's tiles have exactly that P#."""
    n = 0
    if s.legacy_tile[seat] >= 0:
        if produce_with(t, s, s.legacy_tile[seat], s.legacy_base[seat]) == amount:
            n += 1
    sites = int(s.own_sites[seat])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        for box in range(t.boxes[s.era, site]):
            if s.produce[site, box] == amount:
                n += 1
    return n


@kernel
def produce(t, s, seat, value):
    """Collect from the best tiles, as many as the value (ruling 50); the P# total."""
    total = 0
    for amount in range(12, 0, -1):
        n = min(value, tiles_paying(t, s, seat, amount))
        total += n * amount
        value -= n
    return total


@kernel
def opponents_gain(t, s, seat, effect, amount):
    """Colonies of others that pay when this player does something."""
    for site in range(t.num_sites[s.era]):
        if s.colony[site] >= 0 and s.owner[site] != seat and t.colony_effect[s.colony[site]] == effect:
            gain(s, s.owner[site], amount, ev.OTHERS)


# Colonize


@kernel
def colony_sites(t, s, seat):
    """Systems where all boxes hold own bases and no colony stands."""
    if s.era != st.STARFARERS or s.colony_left == 0:
        return 0
    bits = 0
    sites = int(s.own_sites[seat] & t.systems[s.era])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        if s.colony[site] < 0:
            bits |= 1 << site
    return bits


@kernel
def free_points(t, s, seat, site):
    """Colony points that count by themselves."""
    points = colony_points(t, s, site)
    for other in range(t.num_sites[s.era]):
        if other != site and t.near[s.era, site] >> other & 1:
            if s.colony[other] >= 0 and s.owner[other] == seat:
                points += 1
                break
    if has_base(s, site, st.INDUSTRIAL):
        points += 1
    if t.boxes[s.era, site] >= 2:
        points += 1
    if has(t, s, seat, st.ENVIRO_TOLERANCE):
        points += 1
    return points


@kernel
def teams_in(s, seat, site):
    """Own teams in a region, on the star or on its track; the one that explores is unlike the others."""
    bits = 0
    for team in range(st.NUM_TEAMS):
        if s.team_site[seat, team] == site:
            bits |= 1 << team
    return bits


@kernel
def team_points(t, s, seat):
    """Colony points of a removed team."""
    return 2 if has(t, s, seat, st.HIBERNATION) else 1


@kernel
def item_points(t, s, seat):
    """Colony points of the Build item."""
    return 2 if has(t, s, seat, st.TERRAFORMING) else 1


@kernel
def item_cost(t, s, site):
    """Build value that the item needs: 8, or 12 in a multi-star region."""
    return st.COLONY_BUILD_MULTI if t.multi[s.era] >> site & 1 else st.COLONY_BUILD


@kernel
def item_possible(t, s, site):
    """Could the Build item still be paid?"""
    return item_reach(t, s) >= item_cost(t, s, site)


@kernel
def points(t, s, site, undecided):
    """Colony points so far, and those of the ways that are still undecided."""
    seat = s.active
    total = free_points(t, s, seat, site)
    if s.removed >= 0 or (undecided & st.OPEN_TEAM and teams_in(s, seat, site)):
        total += team_points(t, s, seat)
    if s.bought or (undecided & st.OPEN_PRICE and s.profit[seat] >= st.COLONY_PRICE):
        total += 1
    if s.item or (undecided & st.OPEN_ITEM and item_possible(t, s, site)):
        total += item_points(t, s, seat)
    return total


@kernel
def colony_tiles(t, s, site):
    """Colony tiles within reach at a system."""
    most = points(t, s, site, st.FROM_TEAM)
    bits = 0
    rest = int(s.colony_left)
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        if t.colony_value[tile] <= most:
            bits |= 1 << tile
    return bits


@kernel
def colonize_sites(t, s):
    """Systems that this player can colonize."""
    bits = 0
    sites = colony_sites(t, s, s.active)
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        if colony_tiles(t, s, site):
            bits |= 1 << site
    return bits


@kernel
def titles_in_play(t, s, kind):
    """Different titles of a kind that anybody owns."""
    owned = 0
    for seat in range(s.num_players):
        owned |= int(s.progress[seat])
    return count(int(owned & t.kind_bits[kind]))


@kernel
def secure_sites(t, s, seat):
    """Systems in which a player has a Secure base."""
    n = 0
    sites = int(s.own_sites[seat])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        if has_base(s, site, st.SECURE):
            n += 1
    return n


@kernel
def best_open_award(t, s):
    """The best printed award of the era's contracts that nobody has fulfilled."""
    side = 1 if s.num_players == 2 else 0
    best = 0
    for row in range(st.NUM_ROWS):
        if s.marker[row] <= s.era:
            best = max(best, int(t.award[s.era, row, side]))
    return best


@kernel
def found_colony(t, s, seat, site, tile):
    """Place a colony: its own benefit, and those that pay whenever someone colonizes."""
    tell(s, ev.FOUNDS, ALL, seat, tile, map_place(s, site))
    s.colony[site] = tile
    s.colony_left &= ~(1 << tile)
    effect = t.colony_effect[tile]
    earned = 0
    if effect == st.C_SECURE:
        earned = secure_sites(t, s, seat)
    elif effect == st.C_BREAK:
        earned = titles_in_play(t, s, st.BREAKTHROUGH)
    elif effect == st.C_ADAPT2:
        earned = titles_in_play(t, s, st.ADAPTATION) // 2
    elif effect == st.C_PROG:
        earned = progress_cards(s, seat)
    elif effect == st.C_AWARD:
        earned = best_open_award(t, s)
    elif effect == st.C_COMP2:
        for other in range(s.num_players):
            if other != seat:
                earned += colonies(s, other)
        earned //= 2
    for at in range(t.num_sites[s.era]):
        if s.colony[at] >= 0 and s.owner[at] == seat:
            if t.colony_effect[s.colony[at]] == st.C_COL1:
                earned += 1
            elif t.colony_effect[s.colony[at]] == st.C_COLN:
                earned += colonies(s, seat)
    gain(s, seat, earned, ev.COLONY)
    opponents_gain(t, s, seat, st.C_OPP_COL1, 1)
    opponents_gain(t, s, seat, st.C_OPP_COL2, 2)
