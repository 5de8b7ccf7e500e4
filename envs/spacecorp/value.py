"""SpaceCorp: the value of an action, and how far it can still go.

An action's value is (sum of plain numbers) x (multiplier cards) x (doublings); profit spent comes last.
Every contribution only raises it, so the *reach* at a stage, the highest cost that can still be paid,
counts all that the player has not yet decided: HQ, cards in hand, a Time card, usable bases, profit. An
answer is offered only if the cost stays within reach after it; so no announcement ever runs into a dead
end.

In the radiation zone an action is shielded by one card or Infra at its lower shielded number, or pays a
penalty: the reach is the better of both.
"""

from collections import namedtuple

from astrarium.core import apart, kernel
from astrarium.core.bits import count, lowest
from astrarium.core.rows import above

from . import state as st
from .board import has_base, opponents_allowed, owners_in_region
from .progress import has

# What makes up a value: the sum of plain numbers, the product of multipliers, the largest plain number of a
# card, whether a Spaceport doubles one number, and by how much the total is multiplied.
Effort = namedtuple("Effort", "plain mult big doubled factor")
# What bases do for it: a number added, one number doubled, the total multiplied.
Help = namedtuple("Help", "add doubled factor")
NO_HELP = Help(0, 0, 1)


@kernel
def combine(effort):
    """Addition first, then multiplication; multipliers alone start from one of them (rulings 12 and 14)."""
    plain, mult = effort.plain, effort.mult
    if effort.doubled:
        if mult > 1:
            mult *= 2
        else:
            plain += effort.big
    value = 0
    if plain > 0:
        value = plain * mult
    elif mult > 1:
        value = mult
    return min(value * effort.factor, st.MOST)


@kernel
def progress_bonus(t, s, kind):
    """What progress cards add to the value of an action; that of a second team was fixed with the first's."""
    if s.second:
        return int(s.bonus)
    if s.era == st.MARINERS or s.progress[s.active] == 0:
        return 0
    if kind == st.MOVE and has(t, s, s.active, st.LOW_G):
        return st.LOW_G_MOVE
    if kind == st.EXPLORE and has(t, s, s.active, st.SENSORY_FOCUS):
        return st.FOCUS_EXPLORE
    if kind == st.BUILD and has(t, s, s.active, st.MOLECULAR_ASSEMBLY):
        return st.ASSEMBLY_BUILD
    if kind == st.RESEARCH and has(t, s, s.active, st.GROUP_MIND):
        return st.MIND_RESEARCH
    if kind == st.PRODUCE and has(t, s, s.active, st.RESOURCE_EXCHANGE):
        return st.EXCHANGE_PRODUCE
    return 0


@kernel
def any_played(s):
    """Is a card on the table?"""
    return above(s.played, 0) != 0


@kernel
def with_bonus(t, s, kind, effort):
    """The effort with what progress cards add; Resource Exchange needs a Produce card on the table."""
    if kind == st.PRODUCE and not any_played(s):
        return effort
    plain = effort.plain + progress_bonus(t, s, kind)
    return Effort(plain, effort.mult, effort.big, effort.doubled, effort.factor)


@kernel
def progress_factor(t, s, kind):
    """Doublings of the total by progress cards; for a second team as they were for the first."""
    if s.second:
        return int(s.factor)
    if kind == st.EXPLORE and has(t, s, s.active, st.PROBE_NETWORK):
        return 2
    if kind == st.MOVE and has(t, s, s.active, st.METRIC_DRIVE):
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
def hand_power(t, s, kind):
    """Plain sum, product of multipliers and largest plain number of all cards in hand for an action."""
    seat = s.active
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
def largest_in_hand(t, s, kind, without):
    """Largest plain number in hand, one copy of a title left out."""
    seat = s.active
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
def penalty(t, s):
    """Profit lost by an unshielded action in the radiation zone."""
    if s.era == st.STARFARERS and has(t, s, s.active, st.RADIATION_RESISTANCE):
        return 1
    return int(st.PENALTY[s.era])


@kernel
def always_shielded(t, s):
    """Progress cards that shield every action of their owner on this board."""
    if has(t, s, s.active, st.ENERGY_FIELDS):
        return True
    return s.era == st.PLANETEERS and has(t, s, s.active, st.RADIATION_RESISTANCE)


@kernel
def exposed(t, s, start, end, undecided):
    """Does an action in the zone still need a shield or the penalty (0 or 1)?

    A Build starts and ends at the same site. An opponent's Shield Factory helps while its use is undecided.
    """
    if s.era == st.MARINERS or s.paid or s.built_factory or s.shielded:
        return 0
    if start != end:
        if not t.through[s.era, start] >> end & 1 or start == st.HOME:
            return 0
    elif not t.radiation[s.era] >> start & 1:
        return 0
    if always_shielded(t, s):
        return 0
    owners = owners_in_region(t, s, start, st.FACTORY, 0)
    if owners >> s.active & 1:
        return 0
    if undecided & st.OPEN_FACTORY:
        return 1 if owners == 0 or not opponents_allowed(s) else 0
    return 1 if s.use_factory < 0 else 0


@kernel
def build_exposed(t, s, site, undecided):
    """Is a Build there exposed: no Shield Factory among the bases chosen?"""
    for box in range(st.NUM_BOXES):
        if s.bases[box] == st.FACTORY:
            return 0
    return exposed(t, s, site, site, undecided)


# What bases do


@kernel
def port_at(s, site):
    """Whose Spaceport stands at a site; -1 = none."""
    if site != st.HOME and s.owner[site] >= 0 and has_base(s, site, st.SPACEPORT):
        return int(s.owner[site])
    return -1


@kernel
def port_usable(s, site):
    """Whose Spaceport may help a team that starts there; -1 = none."""
    owner = port_at(s, site)
    if owner >= 0 and owner != s.active and not opponents_allowed(s):
        return -1
    return owner


@kernel
def other_port_team(s, team):
    """Does another team that can move start at a usable Spaceport?"""
    for other in range(st.NUM_TEAMS):
        site = s.team_site[s.active, other]
        if other != team and site >= 0 and s.team_track[s.active, other] == 0:
            if port_usable(s, site) >= 0:
                return True
    return False


@kernel
def port_helps(s, team, undecided):
    """Does a Spaceport help this team's Move, or could it still (0 or 1)?"""
    if s.second and s.era != st.MARINERS:
        return int(s.doubled)
    if not undecided & st.OPEN_PORT:
        return 1 if s.use_port >= 0 else 0
    if port_usable(s, s.team_site[s.active, team]) < 0:
        return 0
    if s.era != st.MARINERS and s.time == st.TWO_TEAMS:
        return 1 if other_port_team(s, team) else 0
    return 1


@kernel
def port_help(s, team, undecided):
    """In Mariners a Spaceport adds 2, later it doubles a number."""
    port = port_helps(s, team, undecided)
    return Help(2 * port, 0, 1) if s.era == st.MARINERS else Help(0, port, 1)


@kernel
def industry_owners(t, s, site):
    """Bits of the players whose Industrial base would double a Build there; none among the stars."""
    if s.era == st.STARFARERS:
        return 0
    return owners_in_region(t, s, site, st.INDUSTRIAL, 1)


@kernel
def industry_help(t, s, site, undecided):
    """An Industrial base doubles a Build in its region."""
    if undecided & st.OPEN_INDUSTRY:
        owners = industry_owners(t, s, site)
        doubles = owners >> s.active & 1 or (owners and opponents_allowed(s))
    else:
        doubles = s.use_industry >= 0
    return Help(0, 0, 2) if doubles else NO_HELP


@kernel
def bases_help(t, s, undecided):
    """What bases do for the announced action."""
    if s.act == st.MOVE:
        return port_help(s, s.team, undecided)
    if s.act == st.BUILD:
        return industry_help(t, s, s.site, undecided)
    return NO_HELP


# Reach


@kernel
def spendable(s, total, toll):
    """Profit that may make up a shortfall: at most 3T an action, less than the value, after the penalty."""
    if s.era == st.MARINERS:
        return 0
    return max(0, min(min(st.SPEND_LIMIT, total - 1) - s.spent, s.profit[s.active] - toll))


@kernel
def has_time(s, kind):
    """Could a Time card be played with this action?"""
    return s.hand[s.active, st.TIME] > 0 and (kind == st.MOVE or kind == st.EXPLORE or kind == st.BUILD)


@kernel
def numbers_of(kind):
    """The action whose numbers count: for a colony cards and Infra give Build numbers (ruling 38)."""
    return st.BUILD if kind == st.COLONIZE else kind


@kernel
def gather(t, s, kind, helped, undecided):
    """All that an action has, and could still have from hand; HQs to be declared are not in it."""
    factor = helped.factor * progress_factor(t, s, kind)
    if s.time == st.DOUBLE or (undecided & st.OPEN_TIME and has_time(s, kind)):
        factor *= 2
    plain, mult, big = int(s.plain) + helped.add, int(s.mult), int(s.big)
    if undecided & st.OPEN_CARDS:
        p, m, b = hand_power(t, s, numbers_of(kind))
        plain += p
        mult *= m
        big = max(big, b)
    return Effort(plain, mult, big, helped.doubled, factor)


@kernel
def join(s, kind, effort, hqs):
    """The effort with the Infra of further HQs (bits)."""
    plain, mult, big = effort.plain, effort.mult, effort.big
    while hqs:
        owner = lowest(hqs)
        hqs &= hqs - 1
        plain += s.infra_plain[owner, kind]
        mult *= s.infra_mult[owner, kind]
        big = max(big, s.infra_big[owner, kind])
    return Effort(plain, mult, big, effort.doubled, effort.factor)


@kernel
def reach_with(t, s, kind, effort, unshielded, undecided, hqs):
    """The highest cost within reach if the Infra of further HQs joins in."""
    numbers = numbers_of(kind)
    effort = with_bonus(t, s, kind, join(s, numbers, effort, hqs))
    total = combine(effort)
    if kind == st.COLONIZE:
        return total
    if not unshielded:
        return total + spendable(s, total, 0)
    best, toll = -1, penalty(t, s)
    if s.profit[s.active] >= toll:
        best = total + spendable(s, total, toll)
    if undecided & st.OPEN_CARDS:
        best = max(best, reach_by_card(t, s, kind, effort, hqs))
    if undecided & st.OPEN_SHIELD:
        best = max(best, reach_by_infra(t, s, kind, effort, hqs))
    return best


@kernel
def lowered(s, effort, less, big):
    """The reach if one number counts for less; `big` is then the largest number."""
    big = big if effort.doubled else 0
    value = combine(Effort(effort.plain - less, effort.mult, big, effort.doubled, effort.factor))
    return value + spendable(s, value, 0)


@kernel
def largest_of(s, kind, hqs):
    """Largest plain number among the cards of some HQs."""
    big = 0
    while hqs:
        big = max(big, int(s.infra_big[lowest(hqs), kind]))
        hqs &= hqs - 1
    return big


@kernel
@apart
def reach_by_card(t, s, kind, effort, hqs):
    """The best value with one card in hand at its shielded number; -1 = there is none."""
    best = -1
    bits = int(s.hand_bits[s.active] & t.shield_bits[s.era, kind])
    while bits:
        title = lowest(bits)
        bits &= bits - 1
        card = st.NUM_CARDS * s.era + title
        low = int(t.shield[card, kind])
        big = 0
        if effort.doubled:
            big = max(max(low, int(s.big)), largest_in_hand(t, s, kind, title))
            big = max(big, largest_of(s, kind, hqs))
        best = max(best, lowered(s, effort, int(t.worth[card, kind]) - low, big))
    return best


@kernel
@apart
def reach_by_infra(t, s, kind, effort, hqs):
    """The best value with one Infra card at its shielded number; -1 = there is none."""
    best = -1
    for place in range(2):
        if s.hq[place] >= 0:
            hqs |= 1 << s.hq[place]
    rest = hqs
    while rest:
        hq = lowest(rest)
        rest &= rest - 1
        slot = cheapest_shield(t, s, hq, kind)
        if slot >= 0:
            card = s.infra[hq, slot]
            low = int(t.shield[card, kind])
            big = 0
            if effort.doubled:
                big = max(low, largest_infra(t, s, hq, kind, slot))
                big = max(big, largest_of(s, kind, hqs & ~(1 << hq)))
                big = max(big, largest_in_hand(t, s, kind, -1))
            best = max(best, lowered(s, effort, int(t.worth[card, kind]) - low, big))
    return best


@kernel
def hq_allowed(s, owner, kind):
    """May this HQ be used: the own one always, opponents' before the trigger or by Competitors."""
    if owner == s.active:
        return True
    return (opponents_allowed(s) or s.competitors) and infra_matches(s, owner, kind)


@kernel
def hqs_allowed(s, kind):
    """Bits of the HQs that may be declared next."""
    bits = 0
    for owner in range(s.num_players):
        if owner != s.hq[0] and hq_allowed(s, owner, kind):
            bits |= 1 << owner
    return bits


@kernel
def reach(t, s, kind, helped, unshielded, undecided, hq):
    """The highest cost within reach, whatever HQs are still declared; ANY_HQ, or one of them is this one."""
    effort = gather(t, s, kind, helped, undecided)
    if undecided & st.OPEN_SECOND_HQ and s.competitors:
        return reach_by_competitors(t, s, kind, effort, unshielded, undecided, hq)
    if not undecided & st.OPEN_HQ:
        return reach_with(t, s, kind, effort, unshielded, undecided, 0)
    best, rest = -1, hqs_allowed(s, numbers_of(kind))
    while rest:
        best = max(best, reach_with(t, s, kind, effort, unshielded, undecided, rest & -rest))
        rest &= rest - 1
    return best


@kernel
@apart
def reach_by_competitors(t, s, kind, effort, unshielded, undecided, hq):
    """The same with Competitors: one HQ more may be declared."""
    least = 1 if undecided & st.OPEN_HQ else 0
    allowed = hqs_allowed(s, numbers_of(kind))
    best, hqs = -1, allowed
    while True:
        size = count(hqs)
        if size >= least and size <= least + 1 and (hq == st.ANY_HQ or hqs >> hq & 1):
            best = max(best, reach_with(t, s, kind, effort, unshielded, undecided, hqs))
        if hqs == 0:
            return best
        hqs = (hqs - 1) & allowed


@kernel
def now(s):
    """What is undecided before the HQ is declared: a second team has nothing but what is committed."""
    return st.FROM_PORT if s.second else st.FROM_HQ


@kernel
def move_reach(t, s, team, unshielded):
    """How far a team can still go."""
    undecided = now(s)
    return reach(t, s, st.MOVE, port_help(s, team, undecided), unshielded, undecided, st.ANY_HQ)


@kernel
def explore_reach(t, s):
    """The highest explore cost within reach."""
    return reach(t, s, st.EXPLORE, NO_HELP, 0, now(s), st.ANY_HQ)


@kernel
def build_reach(t, s, site, unshielded):
    """The highest build cost within reach at a site."""
    undecided = now(s)
    helped = industry_help(t, s, site, undecided)
    return reach(t, s, st.BUILD, helped, unshielded, undecided, st.ANY_HQ)


@kernel
def item_reach(t, s):
    """The highest Build value within reach for a colony."""
    return reach(t, s, st.COLONIZE, NO_HELP, 0, st.FROM_HQ, st.ANY_HQ)


# The announced action


@kernel
def kind_of(s):
    """The action whose numbers count for the announced one."""
    return numbers_of(int(s.act))


@kernel
def needs_shield(t, s, undecided):
    """Is the announced Move or Build exposed?"""
    if s.act == st.MOVE:
        return exposed(t, s, s.team_site[s.active, s.team], s.site, undecided)
    if s.act == st.BUILD:
        return build_exposed(t, s, s.site, undecided)
    return 0


@kernel
def enough_with(t, s, undecided, hq):
    """Is the cost of the announced action within reach if this HQ is declared next?"""
    helped = bases_help(t, s, undecided)
    unshielded = needs_shield(t, s, undecided)
    return reach(t, s, int(s.act), helped, unshielded, undecided, hq) >= s.cost


@kernel
def hqs_enough(t, s):
    """Bits of the HQs with which the cost of the announced action is within reach."""
    act, undecided = int(s.act), st.FROM_HQ
    bits, rest = 0, hqs_allowed(s, kind_of(s))
    unshielded = needs_shield(t, s, undecided)
    effort = gather(t, s, act, bases_help(t, s, undecided), undecided)
    while rest:
        hq = lowest(rest)
        rest &= rest - 1
        if s.competitors:
            best = reach_by_competitors(t, s, act, effort, unshielded, undecided, hq)
        else:
            best = reach_with(t, s, act, effort, unshielded, undecided, 1 << hq)
        if best >= s.cost:
            bits |= 1 << hq
    return bits


@kernel
def enough(t, s, undecided):
    """Is the cost of the announced action within reach?"""
    return enough_with(t, s, undecided, st.ANY_HQ)


@kernel
def value_with(t, s, undecided):
    """The value of the action with all that has been decided, and with what bases could still do."""
    act = int(s.act)
    effort = gather(t, s, act, bases_help(t, s, undecided), undecided)
    return combine(with_bonus(t, s, act, effort))


@kernel
def total_value(t, s):
    """The value of the action with all that has been decided, before profit is spent."""
    return value_with(t, s, st.ALL_DECIDED)
