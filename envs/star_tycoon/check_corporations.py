"""Star Tycoon: checks of the corporations: sites, room, and the sums that follow from the cards in play."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from . import tables as tb
from .check_table import is_seat
from .corporation import has_ability
from .smuggle import smuggler_owner

# Developments as two bitsets: level 1, then the others and the Omniforges.
SECOND = st.FIRST_DEVELOPMENT + st.LARGEST_DECK
REST = st.NUM_CARDS - SECOND
FORGES = ((1 << st.NUM_FORGES) - 1) << (st.FIRST_FORGE - SECOND)


@kernel
def sites_hold(t, s):
    for card in range(st.NUM_CARDS):
        owner, site = s.owner[card], s.site[card]
        if owner != -1 and not is_seat(s, owner):
            return False
        if owner == -1 or card < st.NUM_PLANETS:
            if site != -1:
                return False
        elif site < 0 or site > st.NANOTECH:
            return False
        elif site < st.NUM_PLANETS:
            if s.owner[site] != owner:
                return False
        elif site == st.NANOTECH and not has_ability(t, s, owner, tb.MYRON):
            return False
    return True


@kernel
def owned(s, p, first, n):
    """Bitset of the developments of a player among n cards."""
    bits = 0
    for card in range(first, first + n):
        if s.owner[card] == p:
            bits |= 1 << (card - first)
    return bits


@kernel
def standing(s, bits, first, site):
    """Those developments of a set that stand on a site."""
    found = 0
    while bits:
        k = lowest(bits)
        bits &= bits - 1
        if s.site[first + k] == site:
            found |= 1 << k
    return found


@kernel
def room_holds(t, s):
    for planet in range(st.NUM_PLANETS):
        if s.owner[planet] < 0 and s.room[planet] != 0:
            return False
    for p in range(st.MAX_PLAYERS):
        first, second = owned(s, p, st.FIRST_DEVELOPMENT, st.LARGEST_DECK), owned(s, p, SECOND, REST)
        planets, sites, room, nano = 0, 0, 0, 0
        for planet in range(st.NUM_PLANETS):
            if s.owner[planet] == p:
                planets |= 1 << planet
                left = t.capacity[planet] - number_on(s, first, second, planet)
                if s.room[planet] != left or left < 0:
                    return False
                if left > 0:
                    sites |= 1 << planet
        if p < s.num_players:
            room = t.home_capacity[s.homeworld[p]] - number_on(s, first, second, st.HOMEWORLD)
            nano = number_on(s, first, second, st.NANOTECH)
            if room > 0:
                sites |= 1 << st.HOMEWORLD
            if has_ability(t, s, p, tb.MYRON):
                sites |= 1 << st.NANOTECH
        if s.planets[p] != planets or s.open_sites[p] != sites or s.home_room[p] != room or s.nano[p] != nano:
            return False
    return True


@kernel
def number_on(s, first, second, site):
    """Developments of a player on a site: of level 1, and the others."""
    return count(standing(s, first, st.FIRST_DEVELOPMENT, site)) + count(standing(s, second, SECOND, site))


@kernel
def made_by(t, bits, first, token):
    """What cards produce of a token."""
    total = 0
    while bits:
        total += t.made[first + lowest(bits), token]
        bits &= bits - 1
    return total


@kernel
def production_holds(t, s):
    for planet in range(st.NUM_PLANETS):
        if s.owner[planet] < 0:
            for token in range(st.NUM_TOKENS):
                if s.made_on[planet, token] != 0:
                    return False
    for p in range(st.MAX_PLAYERS):
        first, second = owned(s, p, st.FIRST_DEVELOPMENT, st.LARGEST_DECK), owned(s, p, SECOND, REST)
        for token in range(st.NUM_TOKENS):
            made = made_by(t, first, st.FIRST_DEVELOPMENT, token) + made_by(
                t, second & ~FORGES, SECOND, token
            )
            if s.made[p, token] != made or s.forged[p, token] != made_by(t, second & FORGES, SECOND, token):
                return False
        for planet in range(st.NUM_PLANETS):
            if s.owner[planet] == p and not made_on_holds(t, s, first, second, planet):
                return False
    return True


@kernel
def made_on_holds(t, s, first, second, planet):
    first = standing(s, first, st.FIRST_DEVELOPMENT, planet)
    second = standing(s, second, SECOND, planet)
    for token in range(st.NUM_TOKENS):
        made = made_by(t, first, st.FIRST_DEVELOPMENT, token) + made_by(t, second, SECOND, token)
        if s.made_on[planet, token] != made:
            return False
    return True


@kernel
def branded(t, bits, first, brand):
    """Developments of a brand among cards."""
    found = 0
    while bits:
        found += t.brand[first + lowest(bits)] == brand
        bits &= bits - 1
    return found


@kernel
def brands_hold(t, s):
    for planet in range(st.NUM_PLANETS):
        if s.owner[planet] < 0:
            for brand in range(st.NUM_BRANDS):
                if s.brands_on[planet, brand] != 0:
                    return False
    for p in range(st.MAX_PLAYERS):
        first, second = owned(s, p, st.FIRST_DEVELOPMENT, st.LARGEST_DECK), owned(s, p, SECOND, REST)
        for brand in range(st.NUM_BRANDS):
            if s.brands[p, brand] != branded(t, first, st.FIRST_DEVELOPMENT, brand) + branded(
                t, second, SECOND, brand
            ):
                return False
        for planet in range(st.NUM_PLANETS):
            if s.owner[planet] == p and not brands_on_hold(t, s, first, second, planet):
                return False
        if not counts_hold(t, s, p):
            return False
    return smugglers_hold(t, s)


@kernel
def smugglers_hold(t, s):
    found = 0
    for smuggler in range(st.NUM_SMUGGLERS + 1):
        if t.smuggler_kind[smuggler] >= 0 and smuggler_owner(t, s, smuggler) >= 0:
            found |= 1 << smuggler
    return s.smugglers == found


@kernel
def brands_on_hold(t, s, first, second, planet):
    first = standing(s, first, st.FIRST_DEVELOPMENT, planet)
    second = standing(s, second, SECOND, planet)
    for brand in range(st.NUM_BRANDS):
        found = branded(t, first, st.FIRST_DEVELOPMENT, brand) + branded(t, second, SECOND, brand)
        if s.brands_on[planet, brand] != found:
            return False
    return True


@kernel
def targets_hold(t, s):
    for planet in range(st.NUM_PLANETS):
        lacks, missing = 0, 0
        if s.owner[planet] >= 0:
            for token in range(st.NUM_TOKENS):
                lack = max(t.target_made[planet, token] - s.made_on[planet, token], 0)
                lacks |= (lack > 0) << token
                missing += lack
            for brand in range(st.NUM_BRANDS):
                lack = max(t.target_brands[planet, brand] - s.brands_on[planet, brand], 0)
                lacks |= (lack > 0) << (st.NUM_TOKENS + brand)
                missing += lack
        if s.lacks[planet] != lacks or s.missing[planet] != missing:
            return False
    return True


@kernel
def counts_hold(t, s, p):
    arrays, developments, points = 0, 0, 0
    for card in range(st.FIRST_DEVELOPMENT, st.NUM_CARDS):
        if s.owner[card] == p:
            arrays += t.array[card]
            developments += 1
            points += t.points[card]
    return s.arrays[p] == arrays and s.developments[p] == developments and s.card_points[p] == points
