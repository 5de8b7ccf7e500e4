"""SpaceCorp: where teams can go, explore and build, and what happens there."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.rows import above
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .board import can_work, distinct, has_base, map_place, occupied, opponents_allowed, place_base
from .profit import gain
from .progress import advance_genetics, has
from .tiles import award_tile, draw_tile, note_produce, produce_with, stack_of, withheld
from .value import build_exposed, build_reach, explore_reach, exposed, move_reach, now, port_usable

ALL_SITES = (1 << st.NUM_SITES) - 1

# Move


@kernel
def allowing(s, seat):
    """Sites whose base may begin or end a Move: own ones, and opponents' before the trigger."""
    bits = int(s.own_sites[seat]) | 1 << st.HOME
    if opponents_allowed(s):
        for other in range(s.num_players):
            bits |= s.own_sites[other]
    return bits


@kernel
def within(t, s, seat, start, limit):
    """Sites at most so far away."""
    limit = min(limit, st.FAR - 1)
    if has(t, s, seat, st.LOW_G):
        return ALL_SITES & ~above(t.dist_light[s.era, start], limit)
    return ALL_SITES & ~above(t.dist[s.era, start], limit)


@kernel
def move_sites(t, s, team):
    """Where a team that can work may go with all that is still undecided."""
    seat = s.active
    start = s.team_site[seat, team]
    if s.second and s.doubled and port_usable(s, start) < 0:
        return 0  # ruling 14: both teams start at Spaceports
    sites = ((1 << t.num_sites[s.era]) - 1) & ~(1 << start)
    bases = allowing(s, seat)
    if not bases >> start & 1:
        sites &= bases
    if s.owner[start] != seat or s.colony[start] < 0:
        sites &= ~int(t.spurs[s.era])
    sites &= within(t, s, seat, start, move_reach(t, s, team, 0))
    risky = sites & int(t.through[s.era, start])
    if risky and exposed(t, s, start, lowest(risky), now(s)):
        sites &= ~risky | within(t, s, seat, start, move_reach(t, s, team, 1))
    return sites


@kernel
def idle_teams(t, s):
    """Teams that can work and have not acted; of those that stand alike the first."""
    seat = s.active
    bits = 0
    for team in range(st.NUM_TEAMS):
        if not s.acted >> team & 1 and can_work(t, s, seat, team):
            bits |= 1 << team
    return distinct(s, seat, bits)


@kernel
def move_teams(t, s):
    """Teams that can go somewhere."""
    bits, rest = 0, idle_teams(t, s)
    while rest:
        team = lowest(rest)
        rest &= rest - 1
        if move_sites(t, s, team):
            bits |= 1 << team
    return bits


@kernel
def can_move(t, s, rest):
    """Can one of these teams go somewhere?"""
    while rest:
        if move_sites(t, s, lowest(rest)):
            return True
        rest &= rest - 1
    return False


# Explore


@kernel
def unexplored(t, s, site):
    """Has the site an empty exploration box?"""
    return t.explore[s.era, site] >= 0 and s.tile[site, 0] < 0


@kernel
def explore_teams(t, s):
    """Teams that can explore their site."""
    return explorers(t, s, idle_teams(t, s))


@kernel
def explorers(t, s, rest):
    """Those of these teams that can explore their site."""
    bits, most = 0, -1
    while rest:
        team = lowest(rest)
        rest &= rest - 1
        site = s.team_site[s.active, team]
        if unexplored(t, s, site):
            if most < 0:
                most = explore_reach(t, s)
            if t.explore[s.era, site] <= most:
                bits |= 1 << team
    return bits


@kernel
def reveal(t, s, seat, site, box):
    """Place a tile in a box and take its awards, unless Phobes keep them back; is it the Phobes tile?"""
    tile = draw_tile(t, s, stack_of(t, s, site, box))
    s.tile[site, box] = tile
    tell(s, ev.EXPLORES, ALL, seat, map_place(s, site), tile)
    note_produce(t, s, site)
    if not withheld(t, s, site):
        award_tile(t, s, seat, tile)
    return t.tile_special[tile] == st.PHOBES


@kernel
def probe_sites(t, s):
    """Sites with a box and no piece of any kind."""
    bits = 0
    for site in range(t.num_sites[s.era]):
        if unexplored(t, s, site) and s.owner[site] < 0 and not occupied(t, s, site):
            bits |= 1 << site
    return bits


@kernel
def prototype_teams(t, s):
    """Teams that the Anti-Matter Prototype could move."""
    seat = s.active
    bits = 0
    for team in range(st.NUM_TEAMS):
        if can_work(t, s, seat, team):
            bits |= 1 << team
    return distinct(s, seat, bits)


# Build


@kernel
def eligible(t, s, site, box):
    """Types of base whose requirement a box meets (a Lagrange point has none and no tile)."""
    era, tile = int(s.era), s.tile[site, box]
    bits = 1 << st.LAB
    if era != st.MARINERS:
        bits |= 1 << st.SECURE
    if tile < 0:
        return bits | (1 << st.SPACEPORT if t.lagrange[era] >> site & 1 else 0)
    icons, pays = int(t.tile_icons[tile]), t.tile_produce[tile] >= 0
    if icons & int(st.ATTRACTIONS[era]):
        bits |= 1 << st.ATTRACTION
    if icons & st.LIFE:
        bits |= 1 << st.BIO_LAB
    if icons & st.WATER or pays:
        bits |= 1 << st.INDUSTRIAL
    if pays:
        bits |= 1 << st.REFINERY
    if era != st.MARINERS:
        if icons & st.WATER:
            bits |= 1 << st.FACTORY
        if pays or (era == st.STARFARERS and t.tile_colony[tile] > 0):
            bits |= 1 << st.EXPLOITER
    if era == st.PLANETEERS and not t.heavy[era] >> site & 1:
        bits |= 1 << st.SPACEPORT
    if era == st.STARFARERS and not icons & (st.ANOMALY | st.DUST):
        bits |= 1 << st.SPACEPORT
    return bits


@kernel
def num_bases(t, s, site):
    """Bases that a Build there places."""
    return max(1, t.boxes[s.era, site])


@kernel
def stock(s, seat, kind):
    """Bases of a type left, those already chosen for this Build taken off."""
    left = int(s.supply[seat, kind])
    for box in range(st.NUM_BOXES):
        if s.bases[box] == kind:
            left -= 1
    return left


@kernel
def in_stock(s, seat, bits):
    """Of these types those that are left."""
    kept = 0
    for kind in range(st.NUM_BASES):
        if bits >> kind & 1 and stock(s, seat, kind) > 0:
            kept |= 1 << kind
    return kept


@kernel
def pieces(s, seat, bits):
    """Bases left of all these types together."""
    n = 0
    for kind in range(st.NUM_BASES):
        if bits >> kind & 1:
            n += stock(s, seat, kind)
    return n


@kernel
def can_fill(t, s, seat, site, box):
    """Can every box from this one on get a base: any k of them find k bases among their types?"""
    boxes = num_bases(t, s, site)
    if boxes - box <= 1:
        return boxes == box or in_stock(s, seat, eligible(t, s, site, box)) != 0
    for group in range(1, 1 << st.NUM_BOXES):
        if group & ((1 << box) - 1) or group >> boxes:
            continue
        bits, size = 0, 0
        for at in range(boxes):
            if group >> at & 1:
                bits |= eligible(t, s, site, at)
                size += 1
        if pieces(s, seat, bits) < size:
            return False
    return True


@kernel
def base_choices(t, s, seat, site, box):
    """Types for this box after which the other boxes can still be filled."""
    bits = 0
    rest = in_stock(s, seat, eligible(t, s, site, box))
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        s.bases[box] = kind
        if can_fill(t, s, seat, site, box + 1):
            bits |= 1 << kind
        s.bases[box] = -1
    return bits


@kernel
def factory_possible(t, s, seat, site, box):
    """Could a Shield Factory be among the bases still to choose?"""
    boxes = num_bases(t, s, site)
    for at in range(box, boxes):
        if eligible(t, s, site, at) >> st.FACTORY & 1 and stock(s, seat, st.FACTORY) > 0:
            if boxes - box == 1:
                return True
            if can_fill_but(t, s, seat, site, box, at):
                return True
    return False


@kernel
def can_fill_but(t, s, seat, site, box, taken):
    """Can the boxes from this one on be filled if one of them takes a Shield Factory?"""
    boxes = num_bases(t, s, site)
    for group in range(1, 1 << st.NUM_BOXES):
        if group & ((1 << box) - 1) or group >> boxes or group >> taken & 1:
            continue
        bits, size = 0, 0
        for at in range(boxes):
            if group >> at & 1:
                bits |= eligible(t, s, site, at)
                size += 1
        if pieces(s, seat, bits) - (bits >> st.FACTORY & 1) < size:
            return False
    return True


@kernel
def build_cost(t, s, site):
    """Base cost with the modifiers of all tiles, not below 0."""
    cost = int(t.build[s.era, site])
    for box in range(t.boxes[s.era, site]):
        cost += t.tile_base[s.tile[site, box]]
    return max(0, cost)


@kernel
def introvs(t, s, site):
    """Do the Introvs live there?"""
    for box in range(t.boxes[s.era, site]):
        if s.tile[site, box] >= 0 and t.tile_special[s.tile[site, box]] == st.INTROVS:
            return True
    return False


@kernel
def buildable(t, s, seat, site):
    """A site without base, with all its boxes explored, where this player may build."""
    if t.build[s.era, site] < 0 or s.owner[site] >= 0:
        return False
    if t.boxes[s.era, site] > 0 and s.tile[site, 0] < 0:
        return False
    if introvs(t, s, site):
        return has(t, s, seat, st.EMPATHY) != 0 or has(t, s, seat, st.SENSORY_FOCUS) != 0
    return True


@kernel
def build_possible(t, s, seat, site):
    """Can this player build there with all that is still undecided?"""
    if not buildable(t, s, seat, site) or not can_fill(t, s, seat, site, 0):
        return False
    unshielded = exposed(t, s, site, site, now(s))
    if unshielded and factory_possible(t, s, seat, site, 0):
        unshielded = 0
    return build_cost(t, s, site) <= build_reach(t, s, site, unshielded)


@kernel
def build_teams(t, s):
    """Teams that can build at their site."""
    bits, rest = 0, idle_teams(t, s)
    while rest:
        team = lowest(rest)
        rest &= rest - 1
        if build_possible(t, s, s.active, s.team_site[s.active, team]):
            bits |= 1 << team
    return bits


@kernel
def can_build(t, s, rest):
    """Can one of these teams build at its site?"""
    while rest:
        if build_possible(t, s, s.active, s.team_site[s.active, lowest(rest)]):
            return True
        rest &= rest - 1
    return False


@kernel
def base_options(t, s):
    """Types of base for the box that is asked about."""
    seat, site, box = s.active, s.site, s.chosen_boxes
    options = base_choices(t, s, seat, site, box)
    bits = 0
    while options:
        kind = lowest(options)
        options &= options - 1
        s.bases[box] = kind
        unshielded = build_exposed(t, s, site, now(s))
        if unshielded and factory_possible(t, s, seat, site, box + 1):
            unshielded = 0
        if s.cost <= build_reach(t, s, site, unshielded):
            bits |= 1 << kind
        s.bases[box] = -1
    return bits


@kernel
def compensate(s, seat, site):
    """An opponent whose team claims the site gains 2T, once a Build."""
    for other in range(s.num_players):
        for team in range(st.NUM_TEAMS):
            if other != seat and s.team_site[other, team] == site and s.team_claim[other, team]:
                gain(s, other, st.COMPENSATION, ev.CLAIM)
                return


@kernel
def foreign_bases(t, s, seat, site):
    """Opponents' bases in the region, among the stars nearby, home bases at Sol included (ruling 41)."""
    sites = int(t.near[s.era, site] if s.era == st.STARFARERS else t.region_sites[s.era, site])
    n = 0
    while sites:
        at = lowest(sites)
        sites &= sites - 1
        if at == st.HOME:
            n += s.num_players - 1
        elif s.owner[at] >= 0 and s.owner[at] != seat:
            for box in range(st.NUM_BOXES):
                if s.base[at, box] >= 0:
                    n += 1
    return n


@kernel
def secured(t, s, site):
    """Is there a Secure base in the region already, among the stars also nearby?"""
    sites = int(t.near[s.era, site] if s.era == st.STARFARERS else t.region_sites[s.era, site])
    while sites:
        at = lowest(sites)
        sites &= sites - 1
        if has_base(s, at, st.SECURE):
            return True
    return False


@kernel
def build_base(t, s, seat, site, box, kind):
    """Place a base and take its immediate effect; a Research base is asked about later."""
    tile = s.tile[site, box]
    earned = 0
    if kind == st.SECURE and not secured(t, s, site):
        earned = foreign_bases(t, s, seat, site)
    if kind == st.EXPLOITER and not withheld(t, s, site):
        earned = max(0, produce_with(t, s, tile, -1))
        if s.era == st.STARFARERS:
            earned += t.tile_colony[tile]
    place_base(s, seat, site, box, kind)
    tell(s, ev.BUILDS, ALL, seat, kind, map_place(s, site))
    gain(s, seat, earned, ev.BASE)
    note_produce(t, s, site)
    if kind == st.BIO_LAB:
        advance_genetics(t, s, seat, 1)
    if kind == st.SECURE and tile >= 0 and t.tile_special[tile] == st.PHOBES:
        for at in range(t.boxes[s.era, site]):
            award_tile(t, s, seat, s.tile[site, at])
