"""SpaceCorp: how well a seat stands, for players that look ahead.

Everything is weighed in T. Profit counts fully; cards, Infra, bases, teams and markers by what they usually
bring before the game is over. An announced action counts by what it is about to bring, so that the first
step of a chain is judged by its end.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from .contracts import award, measure, side
from .missions import buildable, eligible, in_stock, unexplored
from .score import standing
from .tiles import withheld
from .value import total_value

CARD = 0.45  # a card in hand; the ninth and later ones are worth little
TIME_CARD = 0.5  # on top of that
SPARE_CARD = 0.1
PROGRESS_CARD = 1.6
SPACE = 0.55  # a space on the progress wheel
INFRA = 0.32  # a point of Infra, by the scale of the era
OFF_BASE = 0.7  # any base
PRODUCTION = 0.8  # a point of P#
PORT = 0.8
FULL_SYSTEM = 1.5  # bases on all boxes of a star system, ready for a colony
CONTRACT = 0.55  # share of an award for the way already gone
SITE_UNEXPLORED, SITE_OPEN, SITE_CLAIMED = 0.9, 0.9, 0.3
EXPLORED = 1.6  # what exploring brings on average
NEXT_MARKER, LAST_MARKER = (2.5, 1.2), (3.0, 1.0)
REWARD = 0.6  # a card that an opponent is due
LEAD = 9.0  # a lead of so many T is worth half a win
SCALE_MARINERS, SCALE_PLANETEERS, SCALE_STARFARERS = 1.0, 0.6, 0.3


@kernel
def era_scale(s):
    """What a point of value is worth: numbers grow from era to era."""
    if s.era == st.MARINERS:
        return SCALE_MARINERS
    return SCALE_PLANETEERS if s.era == st.PLANETEERS else SCALE_STARFARERS


@kernel
def era_left(s):
    """From 1 to 0: how much of the era is left."""
    size = 46.0 if s.era == st.MARINERS else 58.0 if s.era == st.PLANETEERS else 76.0
    done = 0
    for row in range(st.NUM_ROWS):
        if s.marker[row] == s.era + 1:
            done += 1
    return max(0.0, min(s.deck_size / size, 1.0 - done / 7.0))


@kernel
def base_worth(t, s, site, box, kind, left):
    """What a base on a box brings beyond its immediate effect."""
    worth = OFF_BASE
    if kind == st.SPACEPORT:
        worth += PORT * left
    tile = s.tile[site, box]
    if tile >= 0 and kind != st.EXPLOITER and not withheld(t, s, site):
        p = int(t.tile_produce[tile])
        if kind == st.ATTRACTION:
            p = max(p, 0) + int(st.ATTRACTION_BONUS[s.era])
        if kind == st.REFINERY:
            p += 1
        worth += PRODUCTION * max(p, 0) * (0.4 + left)
    return worth


@kernel
def gain_at_once(t, s, site, box, kind):
    """The immediate effect of a base."""
    tile = s.tile[site, box]
    if kind == st.BIO_LAB:
        return SPACE
    if kind == st.LAB:
        return SPACE
    if kind == st.EXPLOITER and tile >= 0:
        return float(max(0, t.tile_produce[tile]) + (t.tile_colony[tile] if s.era == st.STARFARERS else 0))
    return 0.0


@kernel
def build_worth(t, s, seat, site, left):
    """The best bases that could be built at a site."""
    total = 0.0
    for box in range(max(1, t.boxes[s.era, site])):
        best = 0.0
        kinds = in_stock(s, seat, eligible(t, s, site, box))
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            best = max(best, base_worth(t, s, site, box, kind, left) + gain_at_once(t, s, site, box, kind))
        total += best
    if s.era == st.STARFARERS:
        total += FULL_SYSTEM
    return total


@kernel
def site_worth(t, s, seat, site, left):
    """What a team can still do where it stands."""
    if t.frozen[s.era] >> site & 1 or site == st.HOME:
        return 0.0
    if unexplored(t, s, site):
        return SITE_UNEXPLORED * EXPLORED * min(1.0, 0.3 + 2 * left)
    if buildable(t, s, seat, site):
        return SITE_OPEN * build_worth(t, s, seat, site, left) * min(1.0, 0.3 + 2 * left) * 0.6
    return 0.15


@kernel
def teams_worth(t, s, seat, left):
    """Teams by where they stand; a site counts once."""
    total, seen = 0.0, 0
    for team in range(st.NUM_TEAMS):
        site = s.team_site[seat, team]
        if site < 0:
            continue
        worth = site_worth(t, s, seat, site, left) * (1.0 - 0.12 * s.team_track[seat, team])
        if not seen >> site & 1:
            total += worth
        if s.team_claim[seat, team] and s.owner[site] < 0:
            total += SITE_CLAIMED
        seen |= 1 << site
    return total


@kernel
def bases_worth(t, s, seat, left):
    total = 0.0
    sites = int(s.own_sites[seat])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        for box in range(st.NUM_BOXES):
            if s.base[site, box] >= 0:
                total += base_worth(t, s, site, box, int(s.base[site, box]), left)
        if s.era == st.STARFARERS and s.colony[site] < 0:
            total += FULL_SYSTEM * min(1.0, 0.3 + 2 * left)
    if s.legacy_tile[seat] >= 0:
        total += PRODUCTION * (t.tile_produce[s.legacy_tile[seat]] + 0.5)
    return total


@kernel
def colonies_worth(t, s, seat):
    """The table of the end, and a little for lasting effects."""
    if s.era != st.STARFARERS:
        return 0.0
    n, extra = 0, 0.0
    for site in range(t.num_sites[s.era]):
        if s.colony[site] >= 0 and s.owner[site] == seat:
            n += 1
            if t.colony_effect[s.colony[site]] >= st.C_COL1:
                extra += 1.0
    return float(st.COLONY_PROFIT[min(n, 4)]) + extra


@kernel
def contracts_worth(t, s, seat):
    """Open contracts by how near they are."""
    total = 0.0
    for row in range(st.NUM_ROWS):
        if s.marker[row] <= s.era:
            need = float(t.test_number[s.era, row, side(s)])
            way = min(1.0, measure(t, s, seat, row) / need)
            total += CONTRACT * award(t, s, row) * way * way
    return total


@kernel
def infra_worth(t, s, seat):
    """Points on the HQ, research aside."""
    total = 0.0
    start = s.start_era - 1
    for slot in range(st.NUM_SLOTS):
        card = s.infra[seat, slot]
        if card < 0:
            total += t.hq_value[start, slot]
            continue
        best = 0.0
        for kind in range(st.MOVE, st.BUILD + 1):
            number = t.worth[card, kind] + 4.0 * t.mult[card, kind]
            if t.shield[card, kind]:
                number += 0.5
            best = max(best, number) + 0.25 * min(best, number)
        total += best
    return INFRA * era_scale(s) * total


@kernel
def hand_worth(s, seat):
    size = float(s.hand_size[seat])
    kept = min(size, 8.0)
    return CARD * kept + SPARE_CARD * (size - kept) + TIME_CARD * s.hand[seat, st.TIME]


@kernel
def beyond_worth(s, seat, ends):
    """The markers pay at the end, or open a better start of the next era."""
    total = 0.0
    for place in range(2):
        if s.beyond[place] == seat:
            total += LAST_MARKER[place] if ends else NEXT_MARKER[place]
    return total


@kernel
def announced(t, s, left):
    """What the action that is being announced is about to bring."""
    seat, act = s.active, s.act
    if act == st.MOVE and s.site >= 0 and s.team >= 0:
        start = s.team_site[seat, s.team]
        gain = site_worth(t, s, seat, s.site, left) - site_worth(t, s, seat, start, left)
        if s.site == t.beyond[s.era]:
            gain += 2.5 if s.beyond[0] < 0 else 1.0 if s.beyond[1] < 0 else -0.5
        return gain + 0.01
    if act == st.EXPLORE:
        return EXPLORED + SITE_CLAIMED - SITE_UNEXPLORED * EXPLORED + 1.2 if s.site >= 0 else 0.5
    if act == st.BUILD and s.site >= 0:
        gain = 0.0
        for box in range(st.NUM_BOXES):
            if s.bases[box] >= 0:
                kind = int(s.bases[box])
                gain += base_worth(t, s, s.site, box, kind, left) + gain_at_once(t, s, s.site, box, kind)
        if s.bases[0] < 0:
            gain = build_worth(t, s, seat, s.site, left)
        return gain - site_worth(t, s, seat, s.site, left) + 0.5
    if act == st.COLONIZE and s.chosen_colony >= 0:
        return 2.5
    if act == st.RESEARCH:
        return CARD * min(total_value(t, s), max(0, 8 - s.hand_size[seat]))
    if act == st.PRODUCE:
        return 0.9 * min(total_value(t, s), 3)
    if act == st.GENETICS or act == st.REVELATION:
        return SPACE * total_value(t, s)
    return 0.0


@kernel
def wealth(t, s, seat, left, ends):
    """All that a seat has, in T."""
    total = float(s.profit[seat])
    keep = 0.35 + 0.65 * left
    total += keep * hand_worth(s, seat)
    total += (1.0 if not ends else keep) * infra_worth(t, s, seat)
    total += bases_worth(t, s, seat, left)
    total += teams_worth(t, s, seat, left)
    total += colonies_worth(t, s, seat)
    total += contracts_worth(t, s, seat)
    total += (
        SPACE * (s.genetics[seat] + s.revelation[seat])
        if not ends
        else 0.35 * (s.genetics[seat] % t.wheel + s.revelation[seat] % t.wheel)
    )
    total += PROGRESS_CARD * count(int(s.progress[seat])) * (keep if ends else 1.0)
    total += beyond_worth(s, seat, ends)
    if seat == s.active and s.act >= 0 and s.stage >= st.S_CARD and s.stage <= st.S_COMMIT:
        total += announced(t, s, left)
        total -= 0.3 * s.bought * st.COLONY_PRICE
    if seat == s.active and s.stage == st.S_DRAWS:
        total += CARD * min(float(s.left), max(0.0, 8.0 - s.hand_size[seat]))
    if s.due[seat] > 0:
        total += REWARD * s.due[seat]
    return total


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the result of a finished game, else the lead over the best other seat."""
    if s.over:
        return result(t, s, seat)
    left = era_left(s)
    ends = s.era == max(s.start_era, s.end_era) - 1
    best = -1000.0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, wealth(t, s, other, left, ends))
    lead = (wealth(t, s, seat, left, ends) - best) / LEAD
    return lead / (1.0 + abs(lead))


@kernel
def result(t, s, seat):
    """1 for the only winner, 0 if all share, -1 for those behind."""
    ahead, level = 0, 0
    for other in range(s.num_players):
        if other != seat:
            if standing(t, s, other) > standing(t, s, seat):
                ahead += 1
            elif standing(t, s, other) == standing(t, s, seat):
                level += 1
    if ahead:
        return -1.0
    return 1.0 / (level + 1) if level < s.num_players - 1 else 0.0
