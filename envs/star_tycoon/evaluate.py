"""Star Tycoon: how well a seat stands, for players that look ahead.

Points count fully once nothing can take them away. Tokens, production, room and targets under way are worth the
points they can still become, so their weight falls towards the end. The weights were tuned by games of greedy
players against each other.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from .score import array_points, count_partnerships, num_teams, partnership_points, tile_points
from .solo import built_for_goal
from .state import (
    CREDIT,
    DISCARD,
    FIRST_RESOURCE,
    FOR_CARD,
    FOR_PARTNERSHIP,
    ILLEGAL,
    MOST_STEPS,
    NUM_BRANDS,
    NUM_PLANETS,
    NUM_TOKENS,
    PLANETS_OF_TARGET,
    RESERVE_LIMIT,
    SOLO_SUPREMACY,
    TURN,
    TURNS,
    UNPAID_LOAN,
    WILD,
)
from .tables import COUNT_CREDITS, COUNT_RESOURCES

# Worth of things in points, at the beginning of the game.
CREDIT_WORTH = 0.34
RESOURCE_WORTH = 0.24  # in the leftmost column of the market
COLUMN_WORTH = 0.04  # for each column further right
ILLEGAL_WORTH = 0.1
SPARE = 0.5  # share of the worth of more than SPARE_FROM tokens of a kind
SPARE_FROM = 3
ICON = 0.36  # a production icon, for each time it will still produce
ICON_MAX = 3.0  # productions that count
TARGET = 0.6  # share of a target's points that progress on it is worth
CLAIMED = 0.25  # share of a target's points that a planet with room for it is worth
ROOM = 0.15  # a place for a development
COLLECTION = 0.5  # share of a company's points for planets on the way
BRAND = 0.12  # a development of a brand whose partnership can still be formed
PARTNER_GROWTH = 0.4  # share of the next step of a partnership
ARRAY_GROWTH = 0.25
LEAD_IN_PRODUCTION = 0.35  # share of supremacy that depends on rivals still to build
OPEN_LOAN = 2.4  # off, at the beginning; the whole penalty at the end
RESERVED_CARD = 0.1
LEAD, LEAD_EARLY = 4.0, 9.0  # a lead of so many points is worth half a win, at the end and before
SOLO_LEAD = 12.0


@kernel
def time_left(s):
    """From 1 to 0: the share of turns still to come."""
    done = TURNS * (s.round - 1) + s.turn
    if s.phase >= DISCARD:
        done = TURNS * s.round
    return max(0.0, 1.0 - done / (TURNS * s.rounds))


@kernel
def productions_left(s):
    """How often developments will still produce."""
    left = s.rounds - s.round
    if s.phase < TURN:
        left += 1
    return min(float(left), ICON_MAX)


@kernel
def token_worth(s, token):
    if token == CREDIT:
        return CREDIT_WORTH
    if token == ILLEGAL:
        return ILLEGAL_WORTH
    return RESOURCE_WORTH + COLUMN_WORTH * s.marker[token - FIRST_RESOURCE]


@kernel
def purse(s, seat):
    """What the tokens of a seat are worth; many of a kind are hard to use."""
    worth = 0.0
    for token in range(NUM_TOKENS):
        n = s.tokens[seat, token]
        if s.who == seat:
            n -= s.due[token]
        worth += token_worth(s, token) * (min(n, SPARE_FROM) + SPARE * max(n - SPARE_FROM, 0))
    if s.who == seat:
        worth += RESOURCE_WORTH * (s.gains + s.steals - s.due[WILD])
    return worth


@kernel
def planet_worth(t, s, planet, time):
    """A target met counts fully; on the way its progress does, as long as there is room for the rest."""
    needed, missing = 0, 0
    for token in range(NUM_TOKENS):
        wanted = t.target_made[planet, token]
        needed += wanted
        missing += max(wanted - s.made_on[planet, token], 0)
    for brand in range(NUM_BRANDS):
        wanted = t.target_brands[planet, brand]
        needed += wanted
        missing += max(wanted - s.brands_on[planet, brand], 0)
    if missing == 0:
        return float(t.target_points[planet]) + ROOM * time * s.room[planet]
    if s.room[planet] < missing:
        return 0.0
    share = CLAIMED + TARGET * (needed - missing) / needed
    return time_share(time, missing) * share * t.target_points[planet] + ROOM * time * s.room[planet]


@kernel
def time_share(time, steps):
    """How likely so many steps are still made in the time left."""
    return min(1.0, 2.5 * time / steps)


@kernel
def card_worth(t, s, seat, card, time):
    """A development that is bought but not placed yet."""
    icons = 0
    for token in range(NUM_TOKENS):
        icons += t.made[card, token]
    return t.points[card] + ICON * productions_left(s) * icons + 0.3 * time


@kernel
def corporation_worth(t, s, seat, time):
    """Cards in play and what they will bring."""
    worth = float(s.card_points[seat] + array_points(t, s, seat) + partnership_points(t, s, seat))
    worth += ARRAY_GROWTH * time * s.arrays[seat]
    planets = s.planets[seat]
    while planets:
        worth += planet_worth(t, s, lowest(planets), time)
        planets &= planets - 1
    worth += ROOM * time * max(s.home_room[seat], 0)
    company = s.company[seat]
    if company >= 0:
        found = count(s.planets[seat] & t.company_target[company])
        worth += s.nano[seat] / 2
        if found >= PLANETS_OF_TARGET:
            worth += t.company_points[company]
        else:
            share = COLLECTION * time_share(time, PLANETS_OF_TARGET - found)
            worth += share * t.company_points[company] * found / PLANETS_OF_TARGET
    icons = 0
    for token in range(NUM_TOKENS):
        icons += s.made[seat, token] + s.forged[seat, token]
    return worth + ICON * productions_left(s) * icons


@kernel
def brand_worth(t, s, seat, time):
    """Developments of brands whose partnership is the seat's own or still to be had."""
    worth = 0.0
    for brand in range(NUM_BRANDS):
        built = min(s.brands[seat, brand], MOST_STEPS)
        if s.partner[brand] == seat and built < MOST_STEPS:
            step = t.partner_points[brand, built + 1] - t.partner_points[brand, built]
            worth += PARTNER_GROWTH * time * step
        elif s.partner[brand] < 0:
            worth += BRAND * time * built * built
    return worth


@kernel
def supremacy_worth(t, s, seat, time):
    """Points of the homeworld, in part while rivals can still catch up."""
    home = s.homeworld[seat]
    token = t.supremacy[home]
    best = SOLO_SUPREMACY - 1 if s.num_players == 1 else 0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, s.made[other, token])
    margin = s.made[seat, token] - best
    share = min(max(0.5 + LEAD_IN_PRODUCTION * margin, 0.0), 1.0) * time
    if margin > 0:
        share += 1.0 - time
    return share * t.supremacy_points[home]


@kernel
def tile_worth(t, s, seat, time):
    """The bonus points tile; tokens will still change hands before they count."""
    kind = t.tile_count[s.tile]
    worth = float(tile_points(t, s, seat))
    if kind == COUNT_CREDITS or kind == COUNT_RESOURCES:
        return worth * (1.0 - time) ** 4
    return worth


@kernel
def pending_worth(t, s, seat, time):
    """A card that is being paid for or placed."""
    if s.who != seat or s.card < 0:
        return 0.0
    if s.due_for == FOR_PARTNERSHIP:
        return float(t.partner_points[s.card, min(s.brands[seat, s.card], MOST_STEPS)])
    if s.due_for == FOR_CARD and s.card < NUM_PLANETS:
        return CLAIMED * t.target_points[s.card] + ROOM * t.capacity[s.card]
    return card_worth(t, s, seat, s.card, time)


@kernel
def wealth(t, s, seat):
    """Everything a seat has, in points."""
    time = time_left(s)
    worth = corporation_worth(t, s, seat, time) + brand_worth(t, s, seat, time)
    worth += supremacy_worth(t, s, seat, time) + tile_worth(t, s, seat, time)
    worth += purse(s, seat) * min(1.0, 3.0 * time + 0.05)
    worth += pending_worth(t, s, seat, time)
    for i in range(RESERVE_LIMIT):
        if s.reserve[seat, i] >= 0:
            worth += RESERVED_CARD * time
    if s.loan[seat]:
        worth += UNPAID_LOAN * (1.0 - time) - OPEN_LOAN * time
    return worth


@kernel
def team_wealth(t, s, seat):
    total = 0.0
    for member in range(seat % num_teams(s), s.num_players, num_teams(s)):
        total += wealth(t, s, member)
    return total


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the lead over the best other team; alone the lead over the goal's points."""
    if s.num_players == 1:
        return evaluate_solo(t, s)
    time = time_left(s)
    teams = num_teams(s)
    best = -1000.0
    for other in range(teams):
        if other != seat % teams:
            best = max(best, team_wealth(t, s, other))
    lead = (team_wealth(t, s, seat) - best) / (LEAD + LEAD_EARLY * time)
    return lead / (1.0 + abs(lead))


@kernel
def evaluate_solo(t, s):
    lead = (wealth(t, s, 0) + goal_progress(t, s) - t.goal_points[s.goal - 1]) / SOLO_LEAD
    return lead / (1.0 + abs(lead))


@kernel
def goal_progress(t, s):
    """What is still missing for the goal beside its points, off."""
    goal = s.goal - 1
    missing = max(t.goal_build[goal] - built_for_goal(t, s, goal), 0) * 2.0
    missing += max(t.goal_illegal[goal] - s.tokens[0, ILLEGAL], 0) * 0.7
    missing += max(t.goal_transactions[goal] - s.exports, 0) * 1.0
    missing += max(t.goal_partnerships[goal] - count_partnerships(s, 0), 0) * 1.5
    for token in range(NUM_TOKENS):
        if t.goal_each_planet[goal, token] > 0:
            planets = s.planets[0]
            while planets:
                if s.made_on[lowest(planets), token] < t.goal_each_planet[goal, token]:
                    missing += 1.5
                planets &= planets - 1
    return -missing
