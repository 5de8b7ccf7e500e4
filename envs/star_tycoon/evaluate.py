"""Star Tycoon: how well a seat stands, for players that look ahead.

Points count fully once nothing can take them away. Everything else is worth the points it can still become:
tokens those they can still be spent on, targets under way what is likely to be built in the actions to come,
production what it will still produce. The card that a seat could buy next, or nearly, says which tokens are
wanted.

The weights come from games of greedy players against each other with weights varied at random, by regression
of the lead in points on the weights: 3,900 games of 2 and 3 players, and 960 of 2 players around the weights
below, along which no step was better. The companies' worth is the mean lead of 102 to 133 greedy players with
each, kept at random, at tables of 2 and 4; drawn towards 0.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from . import tables as tb
from .purchase import placeable
from .score import array_points, count_partnerships, num_teams, tile_points
from .solo import built_for_goal
from .tokens import lack_of, packed_tokens, total_resources

REACH = 3  # tokens short that are still near


# Time


@kernel
def actions_this_round(s, seat):
    """Actions that a seat still has in this round."""
    if st.AFTER_TURNS >> s.phase & 1:
        return 0
    if st.BEFORE_TURNS >> s.phase & 1:
        return st.ACTIONS_A_TURN * st.TURNS
    turns = st.TURNS - s.turn - 1
    if seat == s.active:
        return st.ACTIONS_A_TURN * turns + (0 if s.phase == st.REMOVE else s.actions_left)
    if place_in_turn(s, seat) > place_in_turn(s, s.active):
        turns += 1
    return st.ACTIONS_A_TURN * turns


@kernel
def place_in_turn(s, seat):
    place = seat - s.first
    return place if place >= 0 else place + s.num_players


@kernel
def actions_to_come(s, seat):
    return actions_this_round(s, seat) + st.ACTIONS_A_TURN * st.TURNS * (s.rounds - s.round)


@kernel
def time_left(s, actions):
    """From 1 to 0: the share of actions still to come."""
    return min(1.0, actions / (st.ACTIONS_A_TURN * st.TURNS * s.rounds))


@kernel
def productions_left(s):
    """How often developments will still produce."""
    return s.rounds - s.round + (st.BEFORE_TURNS >> s.phase & 1)


# Tokens


@kernel
def token_worth(t, s, token):
    if token == st.CREDIT:
        return t.w.credit
    if token == st.ILLEGAL:
        return t.w.illegal
    return t.w.resource + t.w.column * s.marker[token - st.FIRST_RESOURCE]


@kernel
def purse(t, s, seat):
    """What the tokens of a seat are worth: many of a kind are hard to use, and many at all are discarded."""
    worth, total = 0.0, 0
    paying = s.who == seat
    for token in range(st.NUM_TOKENS):
        n = s.tokens[seat, token] - (s.due[token] if paying else 0)
        total += n
        spare = max(n - t.w.spare_from, 0.0)
        worth += token_worth(t, s, token) * (min(float(n), t.w.spare_from) + t.w.spare * spare)
    if paying:
        worth += t.w.resource * (s.gains + s.steals - s.due[st.WILD])
    usable = t.w.spent * actions_this_round(s, seat)
    if s.round < s.rounds:
        usable += st.TOKEN_LIMIT
    if total > usable:
        worth *= (usable + t.w.useless * (total - usable)) / total
    return worth


# Planets


@kernel
def missing_share(t, missing, actions):
    """How much of a target's points so many missing icons leave."""
    if missing == 1:
        share = t.w.one_missing
    elif missing == 2:
        share = t.w.two_missing
    elif missing == 3:
        share = t.w.three_missing
    else:
        share = t.w.four_missing
    return share * min(1.0, actions / (t.w.pace * missing))


@kernel
def planet_worth(t, s, planet, actions):
    """A target met counts fully; on the way as long as there is room for the rest."""
    missing, room = s.missing[planet], s.room[planet]
    points = float(t.target_points[planet])
    if missing == 0:
        return points
    if room < missing:
        if s.lacks[planet] >> st.NUM_TOKENS or 2 * room < missing:
            return 0.0
        points *= t.w.cramped
    return missing_share(t, missing, actions) * points


@kernel
def wanted_bits(s, seat):
    """Bitset of tokens, then brands, that targets of own planets with room still ask for."""
    bits = 0
    planets = s.planets[seat] & s.open_sites[seat]
    while planets:
        bits |= s.lacks[lowest(planets)]
        planets &= planets - 1
    return bits


@kernel
def company_worth(t, s, seat, actions, time):
    """The company, shown or just chosen: its ability, its planets, developments on its card."""
    company = s.company[seat] if s.company[seat] >= 0 else s.choice[seat]
    if company < 0:
        return 0.0
    worth = t.w.company[t.ability[company]] * time + s.nano[seat] / 2
    found = count(s.planets[seat] & t.company_target[company])
    share = 0.0
    if found >= st.PLANETS_OF_TARGET:
        share = 1.0
    elif found > 0:
        share = t.w.two_found if found == 2 else t.w.one_found
        share *= min(1.0, actions / (t.w.pace * (st.PLANETS_OF_TARGET - found)))
    return worth + share * t.company_points[company]


@kernel
def corporation_worth(t, s, seat, actions, time):
    """Cards in play and what they will bring."""
    worth = float(s.card_points[seat] + array_points(t, s, seat))
    worth += t.w.array_growth * time * s.arrays[seat]
    room = max(int(s.home_room[seat]), 0)
    planets = s.planets[seat]
    while planets:
        planet = lowest(planets)
        planets &= planets - 1
        worth += planet_worth(t, s, planet, actions)
        room += s.room[planet]
    worth += t.w.room * min(float(room), t.w.room_enough, actions / t.w.building)
    icons = 0
    for token in range(st.NUM_TOKENS):
        if token != st.ILLEGAL:
            icons += s.made[seat, token] + s.forged[seat, token]
    return worth + icons_worth(t, s, icons, s.made[seat, st.ILLEGAL])


# Other points


@kernel
def brand_worth(t, s, seat, time):
    """Partnerships, and developments of brands whose partnership is still to be had."""
    worth = 0.0
    for brand in range(st.NUM_BRANDS):
        built = min(s.brands[seat, brand], st.MOST_STEPS)
        if s.partner[brand] < 0:
            worth += t.w.brand * time * built * built
        elif s.partner[brand] == seat:
            points = t.partner_points[brand, built]
            worth += points
            if built < st.MOST_STEPS:
                worth += t.w.partner_growth * time * (t.partner_points[brand, built + 1] - points)
    return worth


@kernel
def supremacy_worth(t, s, seat, time):
    """Points of the homeworld, in part while rivals can still catch up."""
    home = s.homeworld[seat]
    token = t.supremacy[home]
    best = st.SOLO_SUPREMACY - 1 if s.num_players == 1 else 0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, s.made[other, token])
    margin = s.made[seat, token] - best
    share = min(max(0.5 + t.w.lead_in_production * margin, 0.0), 1.0) * time
    if margin > 0:
        share += 1.0 - time
    return share * t.supremacy_points[home]


@kernel
def tile_worth(t, s, seat, time):
    """The bonus points tile; tokens will still change hands before they count."""
    kind = t.tile_count[s.tile]
    worth = float(tile_points(t, s, seat))
    if kind == tb.COUNT_CREDITS or kind == tb.COUNT_RESOURCES:
        return worth * ((1.0 - time) ** 2) ** 2
    return worth


# Purchases


@kernel
def icons_worth(t, s, icons, illegal):
    """What production icons will still bring."""
    return productions_left(s) * (t.w.icon * icons + t.w.illegal_icon * illegal)


@kernel
def development_gain(t, s, seat, card, wanted, time):
    """What a development would bring, roughly."""
    gain = t.points[card] + t.w.card * time + icons_worth(t, s, t.icons[card], t.made[card, st.ILLEGAL])
    if t.serves[card] & wanted:
        gain += t.w.fit
    if t.array[card]:
        gain += t.w.array_gain
    brand = t.brand[card]
    if 0 <= brand < st.NUM_BRANDS:
        if s.partner[brand] < 0:
            gain += t.w.brand * time * (2 * s.brands[seat, brand] + 1)
        elif s.partner[brand] == seat and s.brands[seat, brand] < st.MOST_STEPS:
            gain += t.w.partner_gain
    return gain


@kernel
def planet_gain(t, s, seat, planet, actions, time):
    """What a planet would bring, roughly."""
    gain = t.w.planet_gain * time + missing_share(t, t.capacity[planet], actions) * t.target_points[planet]
    company = s.company[seat]
    if company >= 0 and t.company_target[company] >> planet & 1:
        gain += t.w.one_found * t.company_points[company]
    return gain


@kernel
def short_of(t, card, packed, resources):
    """Tokens of the cheapest price that are not there."""
    short = lack_of(packed, resources, t.packed[card, 0], t.fixed[card, 0], t.price[card, 0, st.WILD])
    if t.lines[card] == 2:
        other = lack_of(packed, resources, t.packed[card, 1], t.fixed[card, 1], t.price[card, 1, st.WILD])
        short = min(short, other)
    return short


@kernel
def price_of(t, card):
    return t.w.price * (t.price[card, 0, st.CREDIT] + t.fixed[card, 0] + t.price[card, 0, st.WILD])


@kernel
def card_want(t, s, seat, card, packed, resources, wanted, actions, time):
    """What a card would bring beyond its price, less if tokens are short."""
    short = short_of(t, card, packed, resources)
    if short > REACH or (short > 0 and actions < 2):
        return 0.0
    if card < st.NUM_PLANETS:
        gain = planet_gain(t, s, seat, card, actions, time)
    else:
        gain = development_gain(t, s, seat, card, wanted, time)
    return (gain - price_of(t, card)) * t.w.near**short


@kernel
def partner_want(t, s, seat, actions):
    """The same for the best partnership that is still to be had."""
    best = 0
    for brand in range(st.NUM_BRANDS):
        if s.partner[brand] < 0:
            best = max(best, t.partner_points[brand, min(s.brands[seat, brand], st.MOST_STEPS)])
    price = t.partner_price[0, st.RESEARCH]
    short = max(price - s.tokens[seat, st.RESEARCH], 0)
    if short > 0 and actions < 2:
        return 0.0
    return max(0.0, t.w.hoped_partner * best - t.w.price * price) * t.w.near**short


@kernel
def want(t, s, seat, actions, time):
    """What the seat could buy next, or nearly: the best card of each row, reserved ones, a partnership."""
    if actions == 0:
        return 0.0
    packed, resources, wanted = packed_tokens(s, seat), total_resources(s, seat), wanted_bits(s, seat)
    total = partner_want(t, s, seat, actions)
    for row in range(st.NUM_ROWS if s.open_sites[seat] else st.DEVELOPMENT_1):
        best = 0.0
        for slot in range(st.MOST_SLOTS):
            card = s.row[row, slot]
            if card >= 0:
                best = max(best, card_want(t, s, seat, card, packed, resources, wanted, actions, time))
        total += best
    for i in range(st.RESERVE_LIMIT):
        card = s.reserve[seat, i]
        if card >= 0 and placeable(s, seat, card):
            total += max(0.0, card_want(t, s, seat, card, packed, resources, wanted, actions, time))
    return t.w.want * total


@kernel
def pending_worth(t, s, seat, actions, time):
    """A partnership that is being paid for, or a card that is being paid for or placed."""
    if s.who != seat:
        return 0.0
    if s.partnership >= 0:
        return float(t.partner_points[s.partnership, min(s.brands[seat, s.partnership], st.MOST_STEPS)])
    if s.card < 0:
        return 0.0
    if s.card < st.NUM_PLANETS:
        return planet_gain(t, s, seat, s.card, actions, time)
    return development_gain(t, s, seat, s.card, wanted_bits(s, seat), time)


# All together


@kernel
def wealth(t, s, seat):
    """Everything a seat has, in points."""
    actions = actions_to_come(s, seat)
    time = time_left(s, actions)
    worth = corporation_worth(t, s, seat, actions, time) + company_worth(t, s, seat, actions, time)
    worth += brand_worth(t, s, seat, time) + supremacy_worth(t, s, seat, time) + tile_worth(t, s, seat, time)
    worth += t.w.action * actions + purse(t, s, seat) + pending_worth(t, s, seat, actions, time)
    for i in range(st.RESERVE_LIMIT):
        if s.reserve[seat, i] >= 0:
            worth += t.w.reserved_card * time
    if s.repaid and s.active == seat:
        worth -= t.w.repaid
    if s.loan[seat]:
        worth += st.UNPAID_LOAN * (1.0 - time) - t.w.open_loan * time
        worth += t.w.saved * (1.0 - time) * min(s.tokens[seat, st.CREDIT], st.LOAN)
    return worth


@kernel
def team_wealth(t, s, team, teams):
    total = 0.0
    for member in range(team, s.num_players, teams):
        total += wealth(t, s, member)
    return total


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the lead over the best other team; alone the lead over the goal's points."""
    actions = actions_to_come(s, seat)
    time = time_left(s, actions)
    own = want(t, s, seat, actions, time)
    if s.num_players == 1:
        lead = own + wealth(t, s, 0) - t.goal_points[s.goal - 1]
        lead = min(lead, t.w.surplus * lead) - goal_missing(t, s)
        return squash(lead / t.w.solo_lead)
    teams = num_teams(s)
    team = seat % teams if s.teams else seat
    best = -1000.0
    for other in range(teams):
        if other != team:
            best = max(best, team_wealth(t, s, other, teams))
    own += team_wealth(t, s, team, teams)
    return squash((own - best) / (t.w.lead + t.w.lead_early * time))


@kernel
def squash(lead):
    return lead / (1.0 + abs(lead))


@kernel
def goal_missing(t, s):
    """What is still to be done for the goal beside its points."""
    goal = s.goal - 1
    missing = t.w.goal_card * max(t.goal_build[goal] - built_for_goal(t, s, goal), 0)
    missing += t.w.goal_illegal * max(t.goal_illegal[goal] - s.tokens[0, st.ILLEGAL], 0)
    missing += t.w.goal_export * max(t.goal_transactions[goal] - s.exports, 0)
    missing += t.w.goal_partnership * max(t.goal_partnerships[goal] - count_partnerships(s, 0), 0)
    for token in range(st.NUM_TOKENS):
        if t.goal_each_planet[goal, token] > 0:
            planets = s.planets[0]
            while planets:
                if s.made_on[lowest(planets), token] < t.goal_each_planet[goal, token]:
                    missing += t.w.goal_planet
                planets &= planets - 1
    return missing
