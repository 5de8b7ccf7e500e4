"""SpaceCorp: sites, teams and bases."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .profit import gain
from .progress import has


@kernel
def on_map(s, sites):
    """Sites of this era as places among the sites of all eras."""
    return sites << st.FIRST_SITE[s.era]


@kernel
def map_place(s, site):
    """The place of a site of this era among the sites of all eras."""
    return st.FIRST_SITE[s.era] + site


@kernel
def site_at(s, place):
    """The site of this era at a place among the sites of all eras."""
    return place - st.FIRST_SITE[s.era]


@kernel
def can_work(t, s, seat, team):
    """On the board, at its star, and not frozen beyond the frontier."""
    site = s.team_site[seat, team]
    return site >= 0 and s.team_track[seat, team] == 0 and not t.frozen[s.era] >> site & 1


@kernel
def same_team(s, seat, a, b):
    """Do two teams stand alike, so that choosing between them is no choice?"""
    return (
        s.team_site[seat, a] == s.team_site[seat, b]
        and s.team_track[seat, a] == s.team_track[seat, b]
        and s.team_claim[seat, a] == s.team_claim[seat, b]
        and (s.acted >> a & 1) == (s.acted >> b & 1)
    )


@kernel
def distinct(s, seat, bits):
    """Of teams that stand alike only the first."""
    kept = 0
    rest = bits
    while rest:
        team = lowest(rest)
        rest &= rest - 1
        new = True
        for other in range(team):
            if bits >> other & 1 and same_team(s, seat, other, team):
                new = False
        if new:
            kept |= 1 << team
    return kept


@kernel
def has_base(s, site, kind):
    """Does a base of that type stand at the site?"""
    return s.base[site, 0] == kind or s.base[site, 1] == kind or s.base[site, 2] == kind


@kernel
def own_base(s, seat, site):
    """An own base, the home base included."""
    return site == st.HOME or s.owner[site] == seat


@kernel
def owners_in_region(t, s, site, kind, elsewhere):
    """Bits of the players with such a base in the region of a site; `elsewhere` leaves the site out."""
    bits = 0
    sites = int(t.region_sites[s.era, site])
    if elsewhere:
        sites &= ~(1 << site)
    while sites:
        at = lowest(sites)
        sites &= sites - 1
        if s.owner[at] >= 0 and has_base(s, at, kind):
            bits |= 1 << s.owner[at]
    return bits


@kernel
def opponents_allowed(s):
    """May opponents' bases and Infra be used? Not once the end of the era is triggered."""
    return s.triggered == st.NOT_TRIGGERED


@kernel
def distance(t, s, seat, start, end):
    """The cost of a Move."""
    if has(t, s, seat, st.LOW_G):
        return int(t.dist_light[s.era, start, end])
    return int(t.dist[s.era, start, end])


@kernel
def occupied(t, s, site):
    """Does any team stand at a site?"""
    for seat in range(s.num_players):
        for team in range(st.NUM_TEAMS):
            if s.team_site[seat, team] == site:
                return True
    return False


@kernel
def spur_reached(t, s):
    """Has any team reached the Orion Spur?"""
    spurs = int(t.spurs[s.era])
    while spurs:
        if occupied(t, s, lowest(spurs)):
            return True
        spurs &= spurs - 1
    return False


@kernel
def arrive(t, s, seat, team, site):
    """A team reaches a site by whatever way: star track, Beyond marker, Orion Spur award."""
    track = 0
    if t.systems[s.era] >> site & 1:
        track = 1 if has(t, s, seat, st.ENTANGLED_COMMS) else st.TRACK
    tell(s, ev.MOVES, ALL, seat, team, map_place(s, s.team_site[seat, team]), map_place(s, site), track)
    if t.spurs[s.era] >> site & 1:
        if not spur_reached(t, s):
            gain(s, seat, st.ORION_FIRST, ev.ORION)
        elif not occupied(t, s, site):
            gain(s, seat, st.ORION_NEXT, ev.ORION)
    if site == t.beyond[s.era]:
        if s.beyond[0] < 0:
            s.beyond[0] = seat
            tell(s, ev.BEYOND, ALL, seat, 0)
        elif s.beyond[1] < 0:
            s.beyond[1] = seat
            tell(s, ev.BEYOND, ALL, seat, 1)
    s.team_site[seat, team] = site
    s.team_claim[seat, team] = 0
    s.team_track[seat, team] = track


@kernel
def advance_tracks(s, seat):
    """Step towards the star at the start of the owner's turn."""
    for team in range(st.NUM_TEAMS):
        if s.team_track[seat, team] > 0:
            s.team_track[seat, team] -= 1
            at = map_place(s, s.team_site[seat, team])
            tell(s, ev.NEARS, ALL, seat, team, at, s.team_track[seat, team])


@kernel
def place_base(s, seat, site, box, kind):
    """Put a base of the supply on a box."""
    s.base[site, box] = kind
    s.supply[seat, kind] -= 1
    s.owner[site] = seat
    s.own_sites[seat] |= 1 << site


@kernel
def colonies(s, seat):
    """How many colonies a player controls."""
    n = 0
    for site in range(st.NUM_SITES):
        if s.colony[site] >= 0 and s.owner[site] == seat:
            n += 1
    return n


@kernel
def own_ports(s, seat):
    """Sites with an own Spaceport."""
    ports = 0
    rest = int(s.own_sites[seat])
    while rest:
        site = lowest(rest)
        rest &= rest - 1
        if has_base(s, site, st.SPACEPORT):
            ports |= 1 << site
    return ports


@kernel
def transport_sites(t, s, seat, team, ports):
    """Where a team may be transported: from own base to own base, one of the two a Spaceport."""
    start = s.team_site[seat, team]
    if not can_work(t, s, seat, team) or not own_base(s, seat, start):
        return 0
    ends = int(s.own_sites[seat]) | 1 << st.HOME if ports >> start & 1 else ports
    return ends & ~(1 << start)


@kernel
def transport_teams(t, s):
    """Teams that did not act and can be transported."""
    seat = s.active
    bits, ports = 0, own_ports(s, seat)
    for team in range(st.NUM_TEAMS):
        if not s.acted >> team & 1 and transport_sites(t, s, seat, team, ports):
            bits |= 1 << team
    return distinct(s, seat, bits)
