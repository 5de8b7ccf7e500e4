"""SpaceCorp: Discovery tiles: drawing, awards, what a tile is worth with its base."""

from astrarium.core import kernel, tell
from astrarium.core.rng import below
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .profit import gain
from .progress import advance_genetics, advance_revelation


@kernel
def stack_size(t, s, stack):
    """Tiles left face down in a stack."""
    n = 0
    for tile in range(t.num_tiles):
        if t.tile_stack[tile] == stack:
            n += s.stack[tile]
    return n


@kernel
def draw_from(t, s, stack, size):
    """A random tile of a stack that holds so many."""
    at, tile = below(s, size), 0
    while t.tile_stack[tile] != stack or at >= s.stack[tile]:
        if t.tile_stack[tile] == stack:
            at -= s.stack[tile]
        tile += 1
    s.stack[tile] -= 1
    return tile


@kernel
def draw_tile(t, s, stack):
    """The tile for a box; one that says so is replaced by a tile of another stack (ruling 22)."""
    tile = draw_from(t, s, stack, stack_size(t, s, stack))
    while t.tile_draw[tile] >= 0:
        other = int(t.tile_draw[tile])
        size = stack_size(t, s, other)
        if size == 0:
            other = stack
            size = stack_size(t, s, stack)
            if size == 0:
                break
        tell(s, ev.REDIRECTS, ALL, tile, other)
        tile = draw_from(t, s, other, size)
    return tile


@kernel
def stack_of(t, s, site, box):
    """The stack that the tile of a box is drawn from."""
    if s.era == st.STARFARERS:
        return st.PRIMARY if box == 0 else st.SECONDARY
    return int(st.FIRST_STACK[s.era]) + t.explore[s.era, site] - 1


@kernel
def award_tile(t, s, seat, tile):
    """The immediate awards of a tile."""
    gain(s, seat, int(t.tile_profit[tile]), ev.TILE)
    advance_genetics(t, s, seat, t.tile_genetics[tile])
    advance_revelation(t, s, seat, t.tile_revelation[tile])


@kernel
def withheld(t, s, site):
    """Phobes keep back all that the tiles of their system give, until a Secure base stands on their tile."""
    for box in range(t.boxes[s.era, site]):
        tile = s.tile[site, box]
        if tile >= 0 and t.tile_special[tile] == st.PHOBES and s.base[site, box] != st.SECURE:
            return True
    return False


@kernel
def produce_with(t, s, tile, base):
    """P# of a tile with a base on it; -1 = none."""
    p = int(t.tile_produce[tile])
    if base == st.EXPLOITER:
        return -1
    if base == st.ATTRACTION:
        p = max(p, 0) + int(st.ATTRACTION_BONUS[s.era])
    if base == st.REFINERY and p >= 0:
        p += 1
    return p


@kernel
def tile_produce(t, s, site, box):
    """P# of a tile on the board as it stands; -1 = none."""
    if s.tile[site, box] < 0 or withheld(t, s, site):
        return -1
    return produce_with(t, s, s.tile[site, box], s.base[site, box])


@kernel
def note_produce(t, s, site):
    """A site has changed: keep the P# of its tiles."""
    for box in range(st.NUM_BOXES):
        s.produce[site, box] = tile_produce(t, s, site, box)


@kernel
def colony_points(t, s, site):
    """Col# of all tiles of a system."""
    total = 0
    if withheld(t, s, site):
        return total
    for box in range(t.boxes[s.era, site]):
        if s.base[site, box] != st.EXPLOITER and s.tile[site, box] >= 0:
            total += t.tile_colony[s.tile[site, box]]
    return total


@kernel
def any_life(t, s, site):
    """Does a tile with life lie there?"""
    for box in range(t.boxes[s.era, site]):
        if s.tile[site, box] >= 0 and t.tile_icons[s.tile[site, box]] & st.LIFE:
            return True
    return False
