"""SpaceCorp: profit decides; then colonies and progress cards, or bases if the game ends before the stars."""

from astrarium.core import kernel
from astrarium.core.bits import lowest

from . import state as st
from .progress import progress_cards


@kernel
def colony_value(t, s, seat):
    """Total value of a player's colonies."""
    total = 0
    for site in range(st.NUM_SITES):
        if s.colony[site] >= 0 and s.owner[site] == seat:
            total += t.colony_value[s.colony[site]]
    return total


@kernel
def bases_on_board(s, seat):
    """Bases of a player on the board; not the home base."""
    n = 0
    sites = int(s.own_sites[seat])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        for box in range(st.NUM_BOXES):
            if s.base[site, box] >= 0:
                n += 1
    return n


@kernel
def standing(t, s, seat):
    """One number that orders the players: profit first, then the tie-breaks of the era."""
    if s.era == st.STARFARERS:
        return 100000 * s.profit[seat] + 100 * colony_value(t, s, seat) + progress_cards(s, seat)
    return 100000 * s.profit[seat] + bases_on_board(s, seat)


@kernel
def score(t, s, score, rank):
    """Profit of every seat, and how many seats stand better."""
    for seat in range(s.num_players):
        score[seat] = s.profit[seat]
        rank[seat] = 0
        for other in range(s.num_players):
            if standing(t, s, other) > standing(t, s, seat):
                rank[seat] += 1
