"""Star Tycoon: points and the winner."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from . import tables as tb
from .corporation import solo_buff
from .tokens import total_resources


@kernel
def planet_points(t, s, planet):
    """The points of a planet's target if it is met."""
    return int(t.target_points[planet]) if s.missing[planet] == 0 else 0


@kernel
def target_points(t, s, seat):
    """Points of all own planets' targets."""
    total = 0
    planets = s.planets[seat]
    while planets:
        total += planet_points(t, s, lowest(planets))
        planets &= planets - 1
    return total


@kernel
def company_points(t, s, seat):
    """Three planets of the company's type or system; Myron's developments on its card."""
    company = s.company[seat]
    if company < 0:
        return 0
    total = s.nano[seat] // 2
    if count(s.planets[seat] & t.company_target[company]) >= st.PLANETS_OF_TARGET:
        total += t.company_points[company]
    return total


@kernel
def supremacy_points(t, s, seat):
    """More production icons of the homeworld's token than each rival, Omniforges left out."""
    home = s.homeworld[seat]
    token = t.supremacy[home]
    made = s.made[seat, token]
    if s.num_players == 1:
        return int(t.supremacy_points[home]) if made >= st.SOLO_SUPREMACY else 0
    for other in range(s.num_players):
        if other != seat and s.made[other, token] >= made:
            return 0
    return int(t.supremacy_points[home])


@kernel
def partnership_points(t, s, seat):
    total = 0
    for brand in range(st.NUM_BRANDS):
        if s.partner[brand] == seat:
            total += t.partner_points[brand, min(s.brands[seat, brand], st.MOST_STEPS)]
    return total


@kernel
def count_partnerships(s, seat):
    total = 0
    for brand in range(st.NUM_BRANDS):
        if s.partner[brand] == seat:
            total += 1
    return total


@kernel
def array_points(t, s, seat):
    """Communication Arrays, all together."""
    value = t.array_points[min(s.arrays[seat], tb.MOST_ARRAYS)]
    return 2 * value if solo_buff(t, s) == tb.BUFF_DOUBLE_ARRAYS else int(value)


@kernel
def tile_count(t, s, seat):
    """What the bonus points tile counts."""
    kind = t.tile_count[s.tile]
    if kind == tb.COUNT_CREDITS:
        return int(s.tokens[seat, st.CREDIT])
    if kind == tb.COUNT_RESOURCES:
        return total_resources(s, seat)
    if kind == tb.COUNT_DEVELOPMENTS:
        return int(s.developments[seat])
    if kind == tb.COUNT_PLANETS:
        return count(s.planets[seat]) + 1
    found = 1  # the homeworld is a type and a system of its own
    for k in range(st.NUM_TYPES):
        group = t.type_planets[k] if kind == tb.COUNT_TYPES else t.system_planets[k]
        if s.planets[seat] & group:
            found += 1
    return found


@kernel
def tile_points(t, s, seat):
    return int(t.tile_points[s.tile, min(tile_count(t, s, seat), tb.TILE_MOST)])


@kernel
def points(t, s, seat):
    """All points of a corporation."""
    total = s.card_points[seat] + target_points(t, s, seat) + company_points(t, s, seat)
    total += supremacy_points(t, s, seat) + partnership_points(t, s, seat) + array_points(t, s, seat)
    total += tile_points(t, s, seat)
    if s.loan[seat]:
        total += st.UNPAID_LOAN
    return total


@kernel
def total_production(s, seat):
    """All production icons, Omniforges included: the tie-break."""
    total = 0
    for token in range(st.NUM_TOKENS):
        total += s.made[seat, token] + s.forged[seat, token]
    return total


# Teams: members sit num_teams apart, so no two of them have turns after each other.


@kernel
def num_teams(s):
    return s.num_players // s.teams if s.teams else s.num_players


@kernel
def team_points(t, s, seat):
    """Points of all members of a seat's team."""
    total = 0
    for member in range(seat % num_teams(s), s.num_players, num_teams(s)):
        total += points(t, s, member)
    return total


@kernel
def team_production(s, seat):
    total = 0
    for member in range(seat % num_teams(s), s.num_players, num_teams(s)):
        total += total_production(s, member)
    return total


@kernel
def standing(t, s, seat):
    """Points first, then production, as one number."""
    return st.PRODUCTION_RANGE * team_points(t, s, seat) + team_production(s, seat)


@kernel
def score(t, s, score, rank):
    """Points, a team's together; alone the rank is 0 for a win and 1 for a loss."""
    for seat in range(s.num_players):
        score[seat] = team_points(t, s, seat)
    if s.num_players == 1:
        rank[0] = 0 if s.won else 1
        return
    for seat in range(s.num_players):
        rank[seat] = 0
        own = standing(t, s, seat)
        for other in range(s.num_players):
            if standing(t, s, other) > own:
                rank[seat] += 1
