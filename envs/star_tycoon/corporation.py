"""Star Tycoon: what a player owns: planets, developments on their sites, production."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .tokens import one, packed, resources_of


@kernel
def has_ability(t, s, seat, ability):
    return s.company[seat] >= 0 and t.ability[s.company[seat]] == ability


@kernel
def claim(t, s, seat, planet):
    """A planet comes into play."""
    s.owner[planet] = seat
    s.planets[seat] |= 1 << planet
    s.room[planet] = t.capacity[planet]
    s.open_sites[seat] |= 1 << planet
    look_at_target(t, s, planet)


@kernel
def build(t, s, seat, card, site):
    """A development or an Omniforge comes into play."""
    tell(s, ev.BUILDS, ALL, seat, card, site)
    s.owner[card] = seat
    stand(t, s, seat, card, site, 1)
    s.developments[seat] += 1
    s.card_points[seat] += t.points[card]
    s.arrays[seat] += t.array[card]
    if t.card_smuggler[card] >= 0:
        s.smugglers |= 1 << t.card_smuggler[card]
    brand = t.brand[card]
    if 0 <= brand < st.NUM_BRANDS:
        s.brands[seat, brand] += 1
    for token in range(st.NUM_TOKENS):
        if card < st.FIRST_FORGE:
            s.made[seat, token] += t.made[card, token]
        else:
            s.forged[seat, token] += t.made[card, token]


@kernel
def stand(t, s, seat, card, site, sign):
    """Put a development onto a site (sign 1) or take it off (sign -1)."""
    s.site[card] = site if sign > 0 else -1
    if site < st.NUM_PLANETS:
        stand_on_planet(t, s, card, site, sign)
        room = s.room[site]
    elif site == st.HOMEWORLD:
        s.home_room[seat] -= sign
        room = s.home_room[seat]
    else:
        s.nano[seat] += sign
        room = 1
    if room > 0:
        s.open_sites[seat] |= 1 << site
    else:
        s.open_sites[seat] &= ~(1 << site)


@kernel
def stand_on_planet(t, s, card, planet, sign):
    s.room[planet] -= sign
    brand = t.brand[card]
    if 0 <= brand < st.NUM_BRANDS:
        s.brands_on[planet, brand] += sign
    for token in range(st.NUM_TOKENS):
        s.made_on[planet, token] += sign * t.made[card, token]
    look_at_target(t, s, planet)


@kernel
def look_at_target(t, s, planet):
    """What the target of a planet still asks for."""
    lacks, missing = 0, 0
    for token in range(st.NUM_TOKENS):
        lack = t.target_made[planet, token] - s.made_on[planet, token]
        if lack > 0:
            lacks |= 1 << token
            missing += lack
    for brand in range(st.NUM_BRANDS):
        lack = t.target_brands[planet, brand] - s.brands_on[planet, brand]
        if lack > 0:
            lacks |= 1 << (st.NUM_TOKENS + brand)
            missing += lack
    s.lacks[planet] = lacks
    s.missing[planet] = missing


@kernel
def move(t, s, card, site):
    seat = s.owner[card]
    tell(s, ev.MOVES, ALL, card, s.site[card], site)
    stand(t, s, seat, card, s.site[card], -1)
    stand(t, s, seat, card, site, 1)


@kernel
def swap_sites(t, s, card, other):
    """Two developments change places, whatever the capacities."""
    seat, here, there = s.owner[card], s.site[card], s.site[other]
    tell(s, ev.MOVES, ALL, card, here, there)
    tell(s, ev.MOVES, ALL, other, there, here)
    stand(t, s, seat, card, here, -1)
    stand(t, s, seat, other, there, -1)
    stand(t, s, seat, card, there, 1)
    stand(t, s, seat, other, here, 1)


@kernel
def forge(s, seat, source):
    """Gain what the Omniforges of a player produce."""
    tell(s, ev.GAINS, ALL, seat, packed(s.forged[source]))
    for token in range(st.NUM_TOKENS):
        s.tokens[seat, token] += s.forged[source, token]


@kernel
def produce(s, seat):
    """All production boxes, then the interest of a loan; without a credit the Omniforge's tokens are lost."""
    tell(s, ev.PRODUCES, ALL, seat, packed(s.made[seat]) + packed(s.forged[seat]))
    for token in range(st.NUM_TOKENS):
        s.tokens[seat, token] += s.made[seat, token] + s.forged[seat, token]
    if s.loan[seat]:
        if s.tokens[seat, st.CREDIT] >= st.INTEREST:
            s.tokens[seat, st.CREDIT] -= st.INTEREST
            tell(s, ev.INTEREST, ALL, seat)
        else:
            tell(s, ev.REPOSSESSED, ALL, seat, packed(s.forged[seat]))
            for token in range(st.NUM_TOKENS):
                s.tokens[seat, token] -= s.forged[seat, token]


@kernel
def forge_bits(t, s):
    """Whose Omniforges can be used: the own ones; Rahkoon uses any player's."""
    if s.actions_left == 0:
        return 0
    return (1 << s.num_players) - 1 if has_ability(t, s, s.seat, tb.RAHKOON) else 1


@kernel
def use_omniforge(t, s, place):
    s.actions_left -= 1
    forge(s, s.who, (s.who + place) % s.num_players)


@kernel
def can_wayfare(t, s):
    """Rahkoon alone has no other player's Omniforge to use."""
    return s.num_players == 1 and s.actions_left > 0 and has_ability(t, s, s.seat, tb.RAHKOON)


@kernel
def wayfare(t, s):
    """A resource and a credit instead of the Omniforge."""
    s.actions_left -= 1
    s.tokens[s.who, st.CREDIT] += 1
    s.gains = 1
    tell(s, ev.GAINS, ALL, s.who, one(st.CREDIT))


# Bonus actions of developments


@kernel
def fire_bonus(t, s, seat, card, may_steal):
    """The bonus of a development that was just placed; the second solo buff fires it twice."""
    times = 2 if solo_buff(t, s) == tb.BUFF_DOUBLE_BONUS else 1
    kind = t.bonus[card]
    if kind == tb.BONUS_STEAL:
        if may_steal:
            s.steals += times * t.bonus_times[card]
    elif kind == tb.BONUS_PER_OWN:
        gain_bonus(t, s, seat, card, times * planets_of_type(t, s, seat, t.bonus_type[card]))
    elif kind == tb.BONUS_PER_RIVALS:
        found = 0
        for other in range(s.num_players):
            if other != seat:
                found += planets_of_type(t, s, other, t.bonus_type[card])
        gain_bonus(t, s, seat, card, times * found)


@kernel
def gain_bonus(t, s, seat, card, number):
    s.tokens[seat, t.bonus_token[card]] += number
    if number > 0:
        tell(s, ev.GAINS, ALL, seat, number * one(t.bonus_token[card]))


@kernel
def planets_of_type(t, s, seat, kind):
    return count(s.planets[seat] & t.type_planets[kind])


@kernel
def solo_buff(t, s):
    """The starting buff of a solo game."""
    return t.buff[s.buff_card - 1] if s.buff_card > 0 else tb.BUFF_NONE


# Theft


@kernel
def after(s, seat, k):
    """The k-th player behind a seat, from 0: the next one."""
    return (seat + 1 + k) % s.num_players


@kernel
def victims(t, s):
    """Bitset of the other players with resources, counted from the acting seat on: bit 0 is the next one."""
    bits = 0
    for k in range(s.num_players - 1):
        if resources_of(s, after(s, s.seat, k)):
            bits |= 1 << k
    return bits


@kernel
def go_on_stealing(s):
    """Alone, take from the bank."""
    if s.num_players == 1:
        s.gains += s.steals
        s.steals = 0
    else:
        s.ask = st.ASK_ROB


@kernel
def rob(t, s, place):
    s.victim = after(s, s.who, place)
    s.ask = st.ASK_LOOT


@kernel
def find_nobody(t, s):
    """Nobody has a resource: the theft is off."""
    tell(s, ev.FINDS_NOBODY, ALL, s.who)
    s.steals = 0


@kernel
def loot(t, s):
    """Resources of the victim."""
    return resources_of(s, s.victim)


@kernel
def steal(t, s, resource):
    tell(s, ev.STEALS, ALL, s.who, one(st.FIRST_RESOURCE + resource), s.victim)
    s.tokens[s.victim, st.FIRST_RESOURCE + resource] -= 1
    s.tokens[s.who, st.FIRST_RESOURCE + resource] += 1
    s.victim = -1
    s.steals -= 1


# Resources of choice


@kernel
def gain_bits(t, s):
    """Resources to choose from, as tokens: all but the one that was given away for it."""
    bits = st.RESOURCE_BITS
    return bits & ~(1 << st.FIRST_RESOURCE + s.given) if s.given >= 0 else bits


@kernel
def gain(t, s, token):
    s.tokens[s.who, token] += 1
    s.gains -= 1
    s.given = -1
    tell(s, ev.GAINS, ALL, s.who, one(token))
