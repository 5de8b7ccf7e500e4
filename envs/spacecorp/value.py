"""SpaceCorp: the value of an action, and how far it can still go.

An action's value is (sum of plain numbers) x (multiplier cards) x (doublings); profit spent comes last.
Every contribution only raises it, so the *reach* at a stage, the highest cost that can still be paid,
counts all that the player has not yet decided: HQ, cards in hand, a Time card, usable bases, profit. An
answer is offered only if the cost stays within reach after it; so no announcement ever runs into a dead
end.

In the radiation zone an action is shielded by one card or Infra at its lower shielded number, or pays a
penalty: the reach is the better of both.
"""

from astrarium.core import kernel
from astrarium.core.bits import lowest

from . import state as st
from .board import has_base, opponents_allowed, owners_in_region
from .progress import has

OPEN = -2  # no HQ is fixed for the question


@kernel
def combine(plain, mult, big, doubled, factor):
    """Addition first, then multiplication; multipliers alone start from one of them (rulings 12 and 14)."""
    if doubled:
        if mult > 1:
            mult *= 2
        else:
            plain += big
    value = 0
    if plain > 0:
        value = plain * mult
    elif mult > 1:
        value = mult
    return min(value * factor, st.MOST)


@kernel
def progress_bonus(t, s, seat, kind):
    """What progress cards add to the value of an action; that of a second team was fixed with the first's."""
    if s.second:
        return int(s.bonus)
    if s.era == st.MARINERS or s.progress[seat] == 0:
        return 0
    if kind == st.MOVE and has(t, s, seat, st.LOW_G):
        return 2
    if kind == st.EXPLORE and has(t, s, seat, st.SENSORY_FOCUS):
        return 2
    if kind == st.BUILD and has(t, s, seat, st.MOLECULAR_ASSEMBLY):
        return 3
    if kind == st.RESEARCH and has(t, s, seat, st.GROUP_MIND):
        return 2
    if kind == st.PRODUCE and has(t, s, seat, st.RESOURCE_EXCHANGE):
        return 1
    return 0


@kernel
def with_bonus(t, s, seat, kind, plain, mult):
    """The sum with what progress cards add; Resource Exchange needs a Produce card beside it."""
    if kind == st.PRODUCE and plain == 0 and mult == 1:
        return 0
    return plain + progress_bonus(t, s, seat, kind)


@kernel
def progress_factor(t, s, seat, kind):
    """Doublings of the total by progress cards; for a second team as they were for the first."""
    if s.second:
        return int(s.factor)
    if kind == st.EXPLORE and has(t, s, seat, st.PROBE_NETWORK):
        return 2
    if kind == st.MOVE and has(t, s, seat, st.METRIC_DRIVE):
        return 2
    return 1


# Infra


@kernel
def infra_power(t, s, owner, kind):
    """Plain sum, product of multipliers and largest card number of an HQ's Infra for an action."""
    start = s.start_era - 1
    plain, mult, big = 0, 1, 0
    if kind == st.RESEARCH:
        plain = int(t.hq_research[start])
    for slot in range(st.NUM_SLOTS):
        card = s.infra[owner, slot]
        if card < 0:
            if t.hq_kind[start, slot] == kind:
                plain += t.hq_value[start, slot]
        elif t.mult[card, kind]:
            mult *= t.mult[card, kind]
        else:
            worth = int(t.worth[card, kind])
            plain += worth
            big = max(big, worth)
    return plain, mult, big


@kernel
def note_infra(t, s, owner):
    """An HQ has changed: keep what its Infra gives for each action."""
    for kind in range(st.NUM_VALUED):
        plain, mult, big = infra_power(t, s, owner, kind)
        s.infra_plain[owner, kind] = plain
        s.infra_mult[owner, kind] = mult
        s.infra_big[owner, kind] = big


@kernel
def infra_matches(s, owner, kind):
    """Is there any matching Infra on an HQ?"""
    return s.infra_plain[owner, kind] > 0 or s.infra_mult[owner, kind] > 1


@kernel
def infra_shields(t, s, owner, kind):
    """Does the Infra shield by itself: a card with a shielded number alone?"""
    for slot in range(st.NUM_SLOTS):
        card = s.infra[owner, slot]
        if card >= 0 and t.shield[card, kind] and not t.plain[card, kind]:
            return True
    return False


@kernel
def cheapest_shield(t, s, owner, kind):
    """The slot whose card loses least at its shielded number; -1 = none."""
    best, loss = -1, 99
    for slot in range(st.NUM_SLOTS):
        card = s.infra[owner, slot]
        if card >= 0 and t.shield[card, kind]:
            less = t.worth[card, kind] - t.shield[card, kind]
            if less < loss:
                best, loss = slot, less
    return best


@kernel
def largest_infra(t, s, owner, kind, without):
    """Largest plain number among an HQ's cards, one slot left out."""
    big = 0
    for slot in range(st.NUM_SLOTS):
        card = s.infra[owner, slot]
        if card >= 0 and slot != without and not t.mult[card, kind]:
            big = max(big, int(t.worth[card, kind]))
    return big


# Cards in hand


@kernel
def hand_power(t, s, seat, kind):
    """Plain sum, product of multipliers and largest plain number of all cards in hand for an action."""
    plain, mult, big = 0, 1, 0
    bits = int(s.hand_bits[seat] & t.type_bits[s.era, kind])
    while bits:
        title = lowest(bits)
        bits &= bits - 1
        card = st.NUM_CARDS * s.era + title
        if t.mult[card, kind]:
            for _ in range(s.hand[seat, title]):
                mult *= t.mult[card, kind]
        else:
            worth = int(t.worth[card, kind])
            plain += worth * s.hand[seat, title]
            big = max(big, worth)
    return plain, mult, big


@kernel
def largest_in_hand(t, s, seat, kind, without):
    """Largest plain number in hand, one copy of a title left out."""
    big = 0
    bits = int(s.hand_bits[seat] & t.type_bits[s.era, kind])
    while bits:
        title = lowest(bits)
        bits &= bits - 1
        card = st.NUM_CARDS * s.era + title
        if not t.mult[card, kind] and (title != without or s.hand[seat, title] > 1):
            big = max(big, int(t.worth[card, kind]))
    return big


# Radiation


@kernel
def penalty(t, s, seat):
    """Profit lost by an unshielded action in the radiation zone."""
    if s.era == st.STARFARERS and has(t, s, seat, st.RADIATION_RESISTANCE):
        return 1
    return int(st.PENALTY[s.era])


@kernel
def always_shielded(t, s, seat):
    """Progress cards that shield every action of their owner on this board."""
    if has(t, s, seat, st.ENERGY_FIELDS):
        return True
    return s.era == st.PLANETEERS and has(t, s, seat, st.RADIATION_RESISTANCE)


@kernel
def exposed(t, s, seat, site, other, stage):
    """Does an action in the zone still need a shield or the penalty (0 or 1)?

    `site` is where it starts, `other` where a Move goes; a Build has the same site twice.
    """
    if s.era == st.MARINERS or s.paid or s.built_factory or s.shielded:
        return 0
    if site != other:
        if not t.through[s.era, site] >> other & 1 or site == st.HOME:
            return 0
    elif not t.radiation[s.era] >> site & 1:
        return 0
    if always_shielded(t, s, seat):
        return 0
    owners = owners_in_region(t, s, site, st.FACTORY, 0)
    if owners >> seat & 1:
        return 0
    if stage <= st.S_FACTORY:
        return 1 if owners == 0 or not opponents_allowed(s) else 0
    return 1 if s.use_factory < 0 else 0


# Reach


@kernel
def spendable(s, seat, total, toll):
    """Profit that may make up a shortfall: at most 3T an action, less than the value, after the penalty."""
    if s.era == st.MARINERS:
        return 0
    return max(0, min(min(st.SPEND_LIMIT, total - 1) - s.spent, s.profit[seat] - toll))


@kernel
def has_time(s, seat, kind):
    """Could a Time card be played with this action?"""
    return s.hand[seat, st.TIME] > 0 and kind >= st.MOVE and kind <= st.BUILD


@kernel
def reach_with(t, s, seat, kind, plain, mult, big, doubled, factor, rad, stage, one, two):
    """The highest cost within reach if the Infra of HQs `one` and `two` (-1 = none) joins in."""
    for hq in (one, two):
        if hq >= 0:
            plain += s.infra_plain[hq, kind]
            mult *= s.infra_mult[hq, kind]
            big = max(big, s.infra_big[hq, kind])
    plain = with_bonus(t, s, seat, kind, plain, mult)
    total = combine(plain, mult, big, doubled, factor)
    if not rad:
        return total + spendable(s, seat, total, 0)
    best = -1
    toll = penalty(t, s, seat)
    if s.profit[seat] >= toll:
        best = total + spendable(s, seat, total, toll)
    if stage <= st.S_CARD_SHIELD:
        best = max(best, reach_by_card(t, s, seat, kind, plain, mult, big, doubled, factor, one, two))
    return max(best, reach_by_infra(t, s, seat, kind, plain, mult, big, doubled, factor, stage, one, two))


@kernel
def reach_by_card(t, s, seat, kind, plain, mult, big, doubled, factor, one, two):
    """The best value with one card in hand at its shielded number; -1 = there is none."""
    best = -1
    bits = int(s.hand_bits[seat] & t.shield_bits[s.era, kind])
    while bits:
        title = lowest(bits)
        bits &= bits - 1
        card = st.NUM_CARDS * s.era + title
        low = int(t.shield[card, kind])
        left = big
        if doubled:
            left = max(max(low, int(s.big)), largest_in_hand(t, s, seat, kind, title))
            for hq in (one, two):
                if hq >= 0:
                    left = max(left, s.infra_big[hq, kind])
        value = combine(plain - t.worth[card, kind] + low, mult, left, doubled, factor)
        best = max(best, value + spendable(s, seat, value, 0))
    return best


@kernel
def reach_by_infra(t, s, seat, kind, plain, mult, big, doubled, factor, stage, one, two):
    """The best value with one Infra card at its shielded number; -1 = there is none."""
    best = -1
    for place in range(4):
        hq = one if place == 0 else two if place == 1 else int(s.hq[place - 2])
        if hq < 0 or (place >= 2 and stage > st.S_INFRA_SHIELD):
            continue
        slot = cheapest_shield(t, s, hq, kind)
        if slot < 0:
            continue
        card = s.infra[hq, slot]
        low = int(t.shield[card, kind])
        left = big
        if doubled:
            left = max(low, largest_infra(t, s, hq, kind, slot))
            for other in range(4):
                hq2 = one if other == 0 else two if other == 1 else int(s.hq[other - 2])
                if hq2 >= 0 and hq2 != hq and (other < 2 or stage <= st.S_INFRA_SHIELD):
                    left = max(left, s.infra_big[hq2, kind])
            if stage <= st.S_CARD_SHIELD:
                left = max(left, largest_in_hand(t, s, seat, kind, -1))
        value = combine(plain - t.worth[card, kind] + low, mult, left, doubled, factor)
        best = max(best, value + spendable(s, seat, value, 0))
    return best


@kernel
def hq_allowed(t, s, seat, owner, kind):
    """May this HQ be used: the own one always, opponents' before the trigger or by Competitors."""
    if owner == seat:
        return True
    return (opponents_allowed(s) or s.competitors) and infra_matches(s, owner, kind)


@kernel
def reach(t, s, seat, kind, add, doubled, factor, rad, stage, hq):
    """The highest cost within reach; `hq` fixes the next HQ, OPEN leaves it open while it is undecided."""
    factor *= progress_factor(t, s, seat, kind)
    if s.time == st.DOUBLE or (stage <= st.S_TIME and has_time(s, seat, kind)):
        factor *= 2
    plain, mult, big = s.plain + add, int(s.mult), int(s.big)
    if stage <= st.S_CARD_SHIELD:
        p, m, b = hand_power(t, s, seat, kind)
        plain += p
        mult *= m
        big = max(big, b)
    best = -1
    if hq == OPEN and (stage > st.S_SECOND_HQ or (stage == st.S_SECOND_HQ and not s.competitors)):
        return reach_with(t, s, seat, kind, plain, mult, big, doubled, factor, rad, stage, -1, -1)
    if hq == OPEN and stage == st.S_SECOND_HQ:
        best = reach_with(t, s, seat, kind, plain, mult, big, doubled, factor, rad, stage, -1, -1)
    for one in range(s.num_players):
        if (hq != OPEN and one != hq) or one == s.hq[0] or not hq_allowed(t, s, seat, one, kind):
            continue
        value = reach_with(t, s, seat, kind, plain, mult, big, doubled, factor, rad, stage, one, -1)
        best = max(best, value)
        if s.competitors and s.hq[0] < 0:
            for two in range(s.num_players):
                if two != one and hq_allowed(t, s, seat, two, kind):
                    value = reach_with(
                        t, s, seat, kind, plain, mult, big, doubled, factor, rad, stage, one, two
                    )
                    best = max(best, value)
    return best


# The three actions with a cost


@kernel
def port_at(s, site):
    """Whose Spaceport stands at a site; -1 = none."""
    if site != st.HOME and s.owner[site] >= 0 and has_base(s, site, st.SPACEPORT):
        return int(s.owner[site])
    return -1


@kernel
def port_usable(s, seat, site):
    """Whose Spaceport may help a team that starts there; -1 = none."""
    owner = port_at(s, site)
    if owner >= 0 and owner != seat and not opponents_allowed(s):
        return -1
    return owner


@kernel
def other_port_team(s, seat, team):
    """Does another team that can move start at a usable Spaceport?"""
    for other in range(st.NUM_TEAMS):
        site = s.team_site[seat, other]
        if other != team and site >= 0 and s.team_track[seat, other] == 0:
            if port_usable(s, seat, site) >= 0:
                return True
    return False


@kernel
def port_helps(s, seat, team, stage):
    """Does a Spaceport help this team's Move, or could it still (0 or 1)?"""
    site = s.team_site[seat, team]
    if s.second and s.era != st.MARINERS:
        return int(s.doubled)
    if stage > st.S_SPACEPORT:
        return 1 if s.use_port >= 0 else 0
    if port_usable(s, seat, site) < 0:
        return 0
    if s.era != st.MARINERS and stage > st.S_TIME and s.time == st.TWO_TEAMS:
        return 1 if other_port_team(s, seat, team) else 0
    return 1


@kernel
def move_reach(t, s, seat, team, rad, stage, hq):
    """How far a team can still go."""
    port = port_helps(s, seat, team, stage)
    if s.era == st.MARINERS:
        return reach(t, s, seat, st.MOVE, 2 * port, 0, 1, rad, stage, hq)
    return reach(t, s, seat, st.MOVE, 0, port, 1, rad, stage, hq)


@kernel
def explore_reach(t, s, seat, stage, hq):
    """The highest explore cost within reach."""
    return reach(t, s, seat, st.EXPLORE, 0, 0, 1, 0, stage, hq)


@kernel
def industry_owners(t, s, site):
    """Bits of the players whose Industrial base would double a Build there; none among the stars."""
    if s.era == st.STARFARERS:
        return 0
    return owners_in_region(t, s, site, st.INDUSTRIAL, 1)


@kernel
def build_reach(t, s, seat, site, rad, stage, hq):
    """The highest build cost within reach at a site."""
    factor = 1
    if stage > st.S_INDUSTRIAL:
        if s.use_industry >= 0:
            factor = 2
    else:
        owners = industry_owners(t, s, site)
        if owners >> seat & 1 or (owners and opponents_allowed(s)):
            factor = 2
    return reach(t, s, seat, st.BUILD, 0, 0, factor, rad, stage, hq)


@kernel
def item_with(t, s, seat, stage, one, two):
    """Build value of cards and Infra alone, for a colony (ruling 38)."""
    plain, mult = int(s.plain), int(s.mult)
    for hq in (one, two):
        if hq >= 0:
            plain += s.infra_plain[hq, st.BUILD]
            mult *= s.infra_mult[hq, st.BUILD]
    if stage <= st.S_CARD_SHIELD:
        p, m, _ = hand_power(t, s, seat, st.BUILD)
        plain += p
        mult *= m
    return combine(plain, mult, 0, 0, 1)


@kernel
def item_reach(t, s, seat, stage, hq):
    """The highest Build value within reach for a colony."""
    if hq == OPEN and stage > st.S_SECOND_HQ:
        return item_with(t, s, seat, stage, -1, -1)
    best = -1
    pair = s.competitors and s.hq[0] < 0
    for one in range(s.num_players):
        if hq != OPEN and one != hq:
            continue
        if stage == st.S_SECOND_HQ and hq == OPEN and not s.competitors:
            break
        if one == s.hq[0] or not hq_allowed(t, s, seat, one, st.BUILD):
            continue
        best = max(best, item_with(t, s, seat, stage, one, -1))
        for two in range(s.num_players if pair else 0):
            if two != one and hq_allowed(t, s, seat, two, st.BUILD):
                best = max(best, item_with(t, s, seat, stage, one, two))
    if stage == st.S_SECOND_HQ and hq == OPEN:
        best = max(best, item_with(t, s, seat, stage, -1, -1))
    return best


@kernel
def kind_of(s):
    """The action whose numbers count: the Build item of Colonize takes Build numbers."""
    return st.BUILD if s.act == st.COLONIZE else int(s.act)


@kernel
def now(s):
    """The stage that questions of reach are asked at: a second team has nothing but what is committed."""
    if s.second and (s.stage < st.S_SPACEPORT or s.stage > st.S_SPEND):
        return st.S_SPACEPORT
    return int(s.stage)


@kernel
def build_rad(t, s, seat, site, stage):
    """Is this Build exposed: no Shield Factory among the bases chosen?"""
    for box in range(st.NUM_BOXES):
        if s.bases[box] == st.FACTORY:
            return 0
    return exposed(t, s, seat, site, site, stage)


@kernel
def action_reach(t, s, stage, hq):
    """The reach of the announced action as it stands."""
    seat, act = s.active, s.act
    if act == st.MOVE:
        rad = exposed(t, s, seat, s.team_site[seat, s.team], s.site, stage)
        return move_reach(t, s, seat, s.team, rad, stage, hq)
    if act == st.BUILD:
        return build_reach(t, s, seat, s.site, build_rad(t, s, seat, s.site, stage), stage, hq)
    if act == st.COLONIZE:
        return item_reach(t, s, seat, stage, hq)
    return reach(t, s, seat, int(act), 0, 0, 1, 0, stage, hq)


@kernel
def enough(t, s, stage, hq):
    """Is the cost of the announced action within reach?"""
    return action_reach(t, s, stage, hq) >= s.cost


@kernel
def total_value(t, s):
    """The value of the action with all that has been decided, before profit is spent."""
    seat, act = s.active, int(s.act)
    add, factor, doubled = 0, 1, 0
    if act == st.MOVE:
        port = port_helps(s, seat, s.team, st.S_COMMIT)
        if s.era == st.MARINERS:
            add = 2 * port
        else:
            doubled = port
    elif act == st.BUILD and s.use_industry >= 0:
        factor = 2
    if s.time == st.DOUBLE:
        factor *= 2
    factor *= progress_factor(t, s, seat, act)
    plain = with_bonus(t, s, seat, act, s.plain + add, int(s.mult))
    return combine(plain, int(s.mult), int(s.big), doubled, factor)
