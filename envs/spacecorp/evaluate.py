"""SpaceCorp: how well a seat stands, for players that look ahead.

Everything is weighed in T. Profit counts fully; cards, Infra, bases, teams and markers by what they usually
bring before the game is over. An announced action counts by what it is about to bring, so that the first
step of a chain is judged by its end.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from .board import colonies
from .colonize import free_points, produce, team_points, teams_in
from .contracts import award, measure, side
from .missions import buildable, eligible, foreign_bases, in_stock, secured, unexplored
from .questions import ANNOUNCED
from .score import standing
from .tiles import withheld
from .value import total_value


@kernel
def era_scale(t, s):
    """What a point of value is worth: numbers grow from era to era."""
    if s.era == st.MARINERS:
        return t.w.scale_mariners
    return t.w.scale_planeteers if s.era == st.PLANETEERS else t.w.scale_starfarers


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
    worth = t.w.off_base
    if kind == st.SPACEPORT:
        worth += t.w.port * left
    tile = s.tile[site, box]
    if tile >= 0 and kind != st.EXPLOITER and not withheld(t, s, site):
        p = int(t.tile_produce[tile])
        if kind == st.ATTRACTION:
            p = max(p, 0) + int(st.ATTRACTION_BONUS[s.era])
        if kind == st.REFINERY:
            p += 1
        worth += t.w.production * max(p, 0) * (t.w.last_production + left)
    if s.era == st.STARFARERS:
        if kind == st.INDUSTRIAL:
            worth += t.w.point
        elif kind == st.EXPLOITER and tile >= 0:
            worth -= t.w.point * t.tile_colony[tile]
    return worth


@kernel
def gain_at_once(t, s, seat, site, box, kind):
    """The immediate effect of a base."""
    tile = s.tile[site, box]
    if kind == st.BIO_LAB:
        return t.w.space
    if kind == st.LAB:
        return t.w.space
    if kind == st.SECURE and not secured(t, s, site):
        return float(foreign_bases(t, s, seat, site))
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
            best = max(
                best, base_worth(t, s, site, box, kind, left) + gain_at_once(t, s, seat, site, box, kind)
            )
        total += best
    if s.era == st.STARFARERS:
        total += readiness(t, s, seat, site) * max(2.0, next_colony(t, s, seat)) * t.w.ready
    return total


@kernel
def explored_worth(t, s, site):
    """What exploring a site brings on average; further boxes bring less."""
    return t.w.explored * (1.0 + 0.5 * max(0, t.boxes[s.era, site] - 1))


@kernel
def site_worth(t, s, seat, site, left):
    """What a team can still do where it stands."""
    if t.frozen[s.era] >> site & 1 or site == st.HOME:
        return 0.0
    if unexplored(t, s, site):
        worth = explored_worth(t, s, site) + t.w.hoped_contract * event_contract(t, s, st.EV_EXPLORE, site)
        return t.w.site_unexplored * worth * min(1.0, t.w.late + 2 * left)
    if buildable(t, s, seat, site):
        return t.w.site_open * build_worth(t, s, seat, site, left) * min(1.0, t.w.late + 2 * left) * 0.6
    return t.w.idle_team


@kernel
def teams_worth(t, s, seat, left):
    """Teams by where they stand; a site counts once."""
    total, seen = 0.0, 0
    for team in range(st.NUM_TEAMS):
        site = s.team_site[seat, team]
        if site < 0:
            continue
        worth = site_worth(t, s, seat, site, left) * (1.0 - t.w.tired * s.team_track[seat, team])
        if not seen >> site & 1:
            total += worth
        if s.team_claim[seat, team] and s.owner[site] < 0:
            total += t.w.site_claimed
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
    if s.legacy_tile[seat] >= 0:
        total += t.w.production * (t.tile_produce[s.legacy_tile[seat]] + 0.5)
    return total


@kernel
def next_colony(t, s, seat):
    """What one more colony would bring: its step in the table of the end, its effect, contracts."""
    n = colonies(s, seat)
    gain = t.w.colony + st.COLONY_PROFIT[min(n + 1, 4)] - st.COLONY_PROFIT[min(n, 4)]
    for row in range(st.NUM_ROWS):
        if s.marker[row] <= s.era:
            test = t.test[s.era, row]
            if test == st.EV_COLONIZE:
                gain += award(t, s, row)
            elif test == st.COLONIES and n + 1 >= t.test_number[s.era, row, side(s)]:
                gain += (1.0 - t.w.contract) * award(t, s, row)
    return gain


@kernel
def readiness(t, s, seat, site):
    """From 0 to 1: how near a system is to the colony points of the smallest colony left."""
    need = 9
    rest = int(s.colony_left)
    while rest:
        need = min(need, t.colony_value[lowest(rest)])
        rest &= rest - 1
    points = free_points(t, s, seat, site)
    if teams_in(s, seat, site):
        points += team_points(t, s, seat)
    way = min(1.0, (points + 1.0) / need)
    return way * way


@kernel
def colonies_worth(t, s, seat, left):
    """The table of the end, a little for lasting effects, and systems that wait for a colony."""
    if s.era != st.STARFARERS:
        return 0.0
    extra, best, rest = 0.0, 0.0, 0.0
    sites = int(s.own_sites[seat] & t.systems[s.era])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        if s.colony[site] >= 0:
            if st.LASTING >> t.colony_effect[s.colony[site]] & 1:
                extra += t.w.colony
        else:
            ready = readiness(t, s, seat, site)
            rest += min(best, ready)
            best = max(best, ready)
    time = min(1.0, t.w.late + 2 * left)
    if best > 0.0:
        extra += time * (t.w.ready * next_colony(t, s, seat) * best + t.w.spare_ready * rest)
    return float(st.COLONY_PROFIT[min(colonies(s, seat), 4)]) + extra


@kernel
def contracts_worth(t, s, seat):
    """Open contracts by how near they are; what happened in this turn counts for the active player alone."""
    total = 0.0
    for row in range(st.NUM_ROWS):
        event = st.EVENTS >> t.test[s.era, row] & 1
        if s.marker[row] <= s.era and not (event and seat != s.active):
            need = float(t.test_number[s.era, row, side(s)])
            way = min(1.0, measure(t, s, seat, row) / need)
            total += t.w.contract * award(t, s, row) * way * way
    return total


@kernel
def built_contracts(t, s, seat, site, kind):
    """How much nearer a base of that type at a site brings open contracts."""
    total = 0.0
    for row in range(st.NUM_ROWS):
        if s.marker[row] > s.era:
            continue
        test = t.test[s.era, row]
        there = t.test_sites[s.era, row] >> site & 1
        port = kind == st.SPACEPORT
        if (
            (test == st.BASE_SITES and there)
            or (test == st.SPACEPORTS and port)
            or (test == st.SPACEPORT_REGIONS and port and there)
            or (test == st.BASE_TYPES and s.supply[seat, kind] == st.BASES_OF_TYPE)
        ):
            total += nearer(t, s, seat, row)
    return total


@kernel
def nearer(t, s, seat, row):
    """What one step towards a contract is worth; the last one claims it."""
    need = float(t.test_number[s.era, row, side(s)])
    done = float(measure(t, s, seat, row))
    if done >= need:
        return 0.0
    value = award(t, s, row)
    if done + 1.0 >= need:
        return value - t.w.contract * value * done * done / (need * need)
    return t.w.contract * value * (2.0 * done + 1.0) / (need * need)


@kernel
def event_contract(t, s, test, site):
    """The award of an open contract for an action of that kind, at a site if it matters."""
    for row in range(st.NUM_ROWS):
        if s.marker[row] <= s.era and t.test[s.era, row] == test:
            if test != st.EV_EXPLORE or t.test_sites[s.era, row] >> site & 1:
                return float(award(t, s, row))
    return 0.0


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
        for kind in (st.MOVE, st.EXPLORE, st.BUILD):
            number = t.worth[card, kind] + t.w.multiplier * t.mult[card, kind]
            if t.shield[card, kind]:
                number += t.w.shield
            best = max(best, number) + t.w.second_number * min(best, number)
        total += best
    return t.w.infra * era_scale(t, s) * total


@kernel
def hand_worth(t, s, seat):
    size = float(s.hand_size[seat])
    kept = min(size, 8.0)
    return t.w.card * kept + t.w.spare_card * (size - kept) + t.w.time_card * s.hand[seat, st.TIME]


@kernel
def beyond_worth(t, s, seat, ends):
    """The markers pay at the end, or open a better start of the next era."""
    total = 0.0
    for place in range(2):
        if s.beyond[place] == seat:
            total += t.w.last_marker[place] if ends else t.w.next_marker[place]
    return total


@kernel
def announced(t, s, left):
    """What the action that is being announced is about to bring."""
    seat, act = s.active, s.act
    if act == st.MOVE and s.site >= 0 and s.team >= 0:
        start = s.team_site[seat, s.team]
        gain = 0.0
        if not teams_in(s, seat, s.site):
            gain += site_worth(t, s, seat, s.site, left)
        if teams_in(s, seat, start) == 1 << s.team:
            gain -= site_worth(t, s, seat, start, left)
        if s.site == t.beyond[s.era]:
            if s.beyond[0] < 0:
                gain += t.w.first_beyond
            else:
                gain += t.w.second_beyond if s.beyond[1] < 0 else -t.w.late_beyond
        return gain + 0.01
    if act == st.EXPLORE:
        if s.site < 0:
            return t.w.exploring
        gain = explored_worth(t, s, s.site) + event_contract(t, s, st.EV_EXPLORE, s.site)
        return gain + t.w.site_claimed - site_worth(t, s, seat, s.site, left) + t.w.found
    if act == st.BUILD and s.site >= 0:
        gain = 0.0
        for box in range(st.NUM_BOXES):
            if s.bases[box] >= 0:
                kind = int(s.bases[box])
                gain += built_contracts(t, s, seat, s.site, kind)
                gain += base_worth(t, s, s.site, box, kind, left) + gain_at_once(
                    t, s, seat, s.site, box, kind
                )
        if s.bases[0] < 0:
            gain = build_worth(t, s, seat, s.site, left)
        elif s.era == st.STARFARERS:
            gain += readiness(t, s, seat, s.site) * max(2.0, next_colony(t, s, seat)) * t.w.ready
        return gain - site_worth(t, s, seat, s.site, left) + t.w.building
    if act == st.COLONIZE and s.chosen_colony >= 0:
        return t.w.colonizing * next_colony(t, s, seat) + t.w.colony_size * t.colony_value[s.chosen_colony]
    if act == st.RESEARCH:
        return t.w.card * min(total_value(t, s), max(0, 8 - s.hand_size[seat]))
    if act == st.PRODUCE:
        value = total_value(t, s)
        return produce(t, s, seat, value) + (event_contract(t, s, st.EV_PRODUCE, 0) if value > 0 else 0.0)
    if act == st.GENETICS or act == st.REVELATION:
        return t.w.space * total_value(t, s)
    return 0.0


@kernel
def wealth(t, s, seat, left, ends):
    """All that a seat has, in T."""
    total = float(s.profit[seat])
    keep = t.w.kept + (1.0 - t.w.kept) * left
    total += keep * hand_worth(t, s, seat)
    total += (1.0 if not ends else keep) * infra_worth(t, s, seat)
    total += bases_worth(t, s, seat, left)
    total += teams_worth(t, s, seat, left)
    total += colonies_worth(t, s, seat, left)
    total += contracts_worth(t, s, seat)
    total += (
        t.w.space * (s.genetics[seat] + s.revelation[seat])
        if not ends
        else t.w.last_space * (s.genetics[seat] % t.wheel + s.revelation[seat] % t.wheel)
    )
    total += t.w.progress_card * count(int(s.progress[seat])) * (keep if ends else 1.0)
    total += beyond_worth(t, s, seat, ends)
    if seat == s.active and s.act >= 0 and ANNOUNCED >> s.ask & 1:
        total += announced(t, s, left)
        total -= t.w.bought * s.bought * st.COLONY_PRICE
    if seat == s.active and s.ask == st.ASK_DRAW:
        total += t.w.card * min(float(s.left), max(0.0, 8.0 - s.hand_size[seat]))
    if s.due[seat] > 0:
        total += t.w.reward * s.due[seat]
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
    lead = (wealth(t, s, seat, left, ends) - best) / t.w.lead
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
