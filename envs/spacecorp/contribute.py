"""SpaceCorp: what is put into an announced action: HQs, Infra and cards, Time, bases, profit.

Own bases serve by themselves; what an opponent owns is asked about. Each question offers only what leaves the
cost within reach.
"""

from astrarium.core import kernel
from astrarium.core.seats import clockwise

from . import state as st
from .board import opponents_allowed, own_base, owners_in_region
from .cards import add_card, in_era, remove_card
from .missions import can_build, can_move, explore_teams, idle_teams
from .value import (
    cheapest_shield,
    enough,
    enough_with,
    has_time,
    hqs_enough,
    industry_owners,
    infra_matches,
    infra_shields,
    kind_of,
    largest_infra,
    needs_shield,
    other_port_team,
    penalty,
    port_usable,
    progress_bonus,
    progress_factor,
    spendable,
    total_value,
    value_with,
)


@kernel
def ask_value(t, s):
    """The action has its target: what is put into it? A second team has the value of the first."""
    if s.second:
        ask_bases(t, s)
    else:
        s.ask = st.ASK_HQ


@kernel
def player_at(s, place):
    """The player so many places behind the active one."""
    return clockwise(s, s.active, place)


@kernel
def places_of(s, owners):
    """Bits of players as bits of places from the active player clockwise."""
    bits = 0
    for k in range(s.num_players):
        if owners >> player_at(s, k) & 1:
            bits |= 1 << k
    return bits


# HQs


@kernel
def hq_choices(t, s):
    """Whose Infra can be declared."""
    return places_of(s, hqs_enough(t, s))


@kernel
def declare_hq(t, s, place):
    use_hq(t, s, 0, player_at(s, place))
    if s.competitors:
        s.ask = st.ASK_SECOND_HQ
    else:
        end_hqs(t, s)


@kernel
def second_hq_choices(t, s):
    """Competitors: whose Infra besides."""
    kind = kind_of(s)
    bits = 0
    for k in range(s.num_players):
        owner = player_at(s, k)
        if owner != s.hq[0] and infra_matches(s, owner, kind) and enough_with(t, s, st.FROM_SECOND_HQ, owner):
            bits |= 1 << k
    return bits


@kernel
def may_end_hqs(t, s):
    return enough(t, s, st.FROM_SHIELD)


@kernel
def declare_second_hq(t, s, place):
    use_hq(t, s, 1, player_at(s, place))
    end_hqs(t, s)


@kernel
def end_hqs(t, s):
    """The Infra is declared; one card of it may count at its shielded number."""
    s.ask = st.ASK_PLAY
    if shield_matters(t, s):
        owner, _ = find_shield(t, s, kind_of(s))
        if owner >= 0:
            s.ask = st.ASK_INFRA_SHIELD


@kernel
def use_hq(t, s, place, owner):
    """Declare all matching Infra of an HQ."""
    kind = kind_of(s)
    s.hq[place] = owner
    s.plain += s.infra_plain[owner, kind]
    s.mult *= s.infra_mult[owner, kind]
    s.big = max(s.big, s.infra_big[owner, kind])
    if infra_shields(t, s, owner, kind):
        s.shielded = 1


# Shielded Infra


@kernel
def shield_matters(t, s):
    """Could a shielded number be of use: exposed now, or with a second team later?"""
    if s.era == st.MARINERS or s.shielded or (s.act != st.MOVE and s.act != st.BUILD):
        return False
    if has_time(s, int(s.act)):
        return True
    return needs_shield(t, s, st.ALL_DECIDED)  # an opponent's Factory need not be used


@kernel
def find_shield(t, s, kind):
    """HQ and slot of the used Infra that loses least at its shielded number; (-1, -1) = none."""
    owner, best, loss = -1, -1, 99
    for place in range(2):
        hq = int(s.hq[place])
        if hq >= 0:
            slot = cheapest_shield(t, s, hq, kind)
            if slot >= 0:
                card = s.infra[hq, slot]
                less = int(t.worth[card, kind] - t.shield[card, kind])
                if less < loss:
                    owner, best, loss = hq, slot, less
    return owner, best


@kernel
def shield_infra(t, s, kind, owner, slot):
    """One Infra card counts at its shielded number; the whole action is shielded."""
    card = s.infra[owner, slot]
    low = int(t.shield[card, kind])
    s.plain += low - t.worth[card, kind]
    big = max(low, largest_infra(t, s, owner, kind, slot))
    for place in range(2):
        if s.hq[place] >= 0 and s.hq[place] != owner:
            big = max(big, largest_infra(t, s, int(s.hq[place]), kind, -1))
    s.big = big
    s.shielded = 1
    s.shield_hq = owner
    s.shield_slot = slot


@kernel
def infra_shield_answers(t, s):
    """Take one Infra card at its shielded number?"""
    kind = kind_of(s)
    owner, slot = find_shield(t, s, kind)
    plain, big = s.plain, s.big
    bits = 1 << st.NO if enough(t, s, st.FROM_CARDS) else 0
    shield_infra(t, s, kind, owner, slot)
    if enough(t, s, st.FROM_CARDS):
        bits |= 1 << st.YES
    s.plain = plain
    s.big = big
    s.shielded = 0
    s.shield_hq = -1
    s.shield_slot = -1
    return bits


@kernel
def answer_infra_shield(t, s, answer):
    if answer == st.YES:
        owner, slot = find_shield(t, s, kind_of(s))
        shield_infra(t, s, kind_of(s), owner, slot)
    s.ask = st.ASK_PLAY


# Cards


@kernel
def playable(t, s, era):
    """Cards in hand with a number for the action; for a colony only as many as it needs."""
    if era != s.era or (s.act == st.COLONIZE and enough(t, s, st.FROM_TIME)):
        return 0
    return int(s.hand_bits[s.active] & t.type_bits[s.era, kind_of(s)])


@kernel
def may_end_cards(t, s):
    """Is there enough without more cards? Where no shield can be missing, plain numbers show it at once."""
    exposes = s.era != st.MARINERS and (s.act == st.MOVE or s.act == st.BUILD)
    return (s.plain >= s.cost and not exposes) or enough(t, s, st.FROM_TIME)


@kernel
def choose_card(t, s, card):
    """Play a card; one with two numbers may be asked about."""
    kind = kind_of(s)
    both = t.plain[card, kind] > 0 and t.shield[card, kind] > 0
    if both and s.act != st.COLONIZE and shield_matters(t, s):
        s.playing = in_era(s, card)
        s.ask = st.ASK_CARD_SHIELD
    else:
        play_card(t, s, in_era(s, card), 0)


@kernel
def card_shield_answers(t, s):
    """Play the card at its plain or at its shielded number?"""
    kind, title = kind_of(s), int(s.playing)
    plain, big = s.plain, s.big
    bits = 0
    remove_card(s, s.active, title)
    for shielded in range(2):
        add_number(t, s, kind, title, shielded)
        if enough(t, s, st.FROM_CARDS):
            bits |= 1 << shielded
        s.plain = plain
        s.big = big
        s.shielded = 0
        s.card_shield = -1
    add_card(s, s.active, title)
    return bits


@kernel
def answer_card_shield(t, s, answer):
    play_card(t, s, int(s.playing), answer)


@kernel
def add_number(t, s, kind, title, shielded):
    """A card's number joins the action."""
    card = st.NUM_CARDS * s.era + title
    if t.mult[card, kind]:
        s.mult *= t.mult[card, kind]
        return
    value = int(t.shield[card, kind] if shielded else t.worth[card, kind])
    s.plain += value
    s.big = max(s.big, value)
    if shielded:
        s.shielded = 1
        s.card_shield = title


@kernel
def play_card(t, s, title, shielded):
    """Lay a card on the table for its number; one without a plain number is always shielded."""
    kind = kind_of(s)
    card = st.NUM_CARDS * s.era + title
    remove_card(s, s.active, title)
    s.played[title] += 1
    add_number(t, s, kind, title, shielded)
    if not shielded and t.shield[card, kind] and not t.plain[card, kind]:
        s.shielded = 1
    s.playing = -1
    s.ask = st.ASK_PLAY


@kernel
def end_cards(t, s):
    """No more cards: Time, then bases."""
    if s.act == st.COLONIZE:
        s.step = st.S_COMMIT
    elif has_time(s, int(s.act)):
        s.ask = st.ASK_TIME
    else:
        ask_bases(t, s)


# Time


@kernel
def time_choices(t, s):
    """Not at all, to double the value, or for two teams."""
    bits = 1 << st.DOUBLE
    if enough(t, s, st.FROM_PORT):
        bits |= 1 << st.NO_TIME
    s.time = st.TWO_TEAMS
    if enough(t, s, st.FROM_PORT) and another_team(t, s):
        bits |= 1 << st.TWO_TEAMS
    s.time = st.NO_TIME
    return bits


@kernel
def another_team(t, s):
    """Could another team do the same, as things stand once the first has paid and acted?

    Tried out on the state, which is then put back: what the first team builds helps, and what it spends is
    gone. A Spaceport that doubles binds both teams.
    """
    profit, spent, paid = s.profit[s.active], s.spent, s.paid
    acted, bonus, factor = s.acted, s.bonus, s.factor
    s.bonus = progress_bonus(t, s, int(s.act))
    s.factor = progress_factor(t, s, int(s.act))
    s.acted |= 1 << s.team
    found = False
    for doubled in range(2 if port_could_double(s) else 1):
        s.doubled = doubled
        if not found and pay_first(t, s, doubled):
            s.second = 1
            found = team_could_follow(t, s)
            s.second = 0
        s.profit[s.active] = profit
        s.spent = spent
        s.paid = paid
    s.doubled = 0
    s.acted = acted
    s.bonus = bonus
    s.factor = factor
    return found


@kernel
def port_could_double(s):
    """Could a Spaceport double a Move number of both teams?"""
    if s.act != st.MOVE or s.era == st.MARINERS:
        return False
    return port_usable(s, s.team_site[s.active, s.team]) >= 0 and other_port_team(s, s.team)


@kernel
def pay_first(t, s, doubled):
    """Take off what the first team pays at least; can it?"""
    undecided = st.FROM_PORT
    if s.act == st.MOVE and s.era != st.MARINERS and not doubled:
        undecided = st.FROM_INDUSTRY
    if needs_shield(t, s, undecided):
        s.profit[s.active] -= penalty(t, s)
        s.paid = 1
    value = value_with(t, s, undecided)
    short = max(0, s.cost - value)
    payable = s.profit[s.active] >= 0 and short <= spendable(s, value, 0)
    s.profit[s.active] -= short
    s.spent += short
    return payable


@kernel
def team_could_follow(t, s):
    """Could one of the other teams act, with what the first team does in place?"""
    if s.act == st.MOVE:
        return can_move(t, s, idle_teams(t, s))
    site = s.site
    if s.act == st.EXPLORE:
        s.tile[site, 0] = 0
        found = explore_teams(t, s) != 0
        s.tile[site, 0] = -1
        return found
    for box in range(st.NUM_BOXES):
        s.base[site, box] = s.bases[box]
        if s.bases[box] == st.FACTORY:
            s.built_factory = 1
    s.owner[site] = s.active
    found = can_build(t, s, idle_teams(t, s))
    for box in range(st.NUM_BOXES):
        s.base[site, box] = -1
    s.owner[site] = -1
    s.built_factory = 0
    return found


@kernel
def use_time(t, s, how):
    s.time = how
    if how != st.NO_TIME:
        remove_card(s, s.active, st.TIME)
        s.played[st.TIME] += 1
    ask_bases(t, s)


# Bases and profit


@kernel
def ask_bases(t, s):
    """The first question about bases or profit that concerns the action."""
    if s.act == st.MOVE:
        if port_choices(t, s):
            s.ask = st.ASK_PORT
        else:
            ask_factory(t, s)
    elif s.act == st.BUILD:
        ask_industry(t, s)
    elif s.act == st.EXPLORE:
        s.step = st.S_COMMIT
    elif spendable(s, total_value(t, s), 0) > 0:
        s.ask = st.ASK_SPEND
    else:
        s.step = st.S_COMMIT


@kernel
def port_choices(t, s):
    """The Spaceport at the start; with two teams it binds both."""
    owner = port_usable(s, s.team_site[s.active, s.team])
    if owner < 0:
        return 0
    if s.era != st.MARINERS:
        if s.mult == 1 and s.big == 0:  # no card to double
            return 0
        if s.second and not s.doubled:
            return 0
        if not s.second and s.time == st.TWO_TEAMS and not other_port_team(s, s.team):
            return 0
    return places_of(s, 1 << owner)


@kernel
def may_do_without_port(t, s):
    """An own Spaceport serves by itself, unless it would bind a second team."""
    owner = port_usable(s, s.team_site[s.active, s.team])
    if s.era == st.MARINERS or s.time != st.TWO_TEAMS:
        return owner != s.active and enough(t, s, st.FROM_INDUSTRY)
    return not s.second and enough(t, s, st.FROM_INDUSTRY)


@kernel
def use_port(t, s, place):
    s.use_port = player_at(s, place)
    if s.era != st.MARINERS:
        s.doubled = 1
    ask_factory(t, s)


@kernel
def ask_industry(t, s):
    """An Industrial base in the region: the own one serves by itself."""
    owners = industry_owners(t, s, s.site)
    if owners >> s.active & 1:
        s.use_industry = s.active
    elif owners and opponents_allowed(s):
        s.ask = st.ASK_INDUSTRY
        return
    ask_factory(t, s)


@kernel
def industry_choices(t, s):
    return places_of(s, industry_owners(t, s, s.site))


@kernel
def may_do_without_industry(t, s):
    return enough(t, s, st.FROM_FACTORY)


@kernel
def use_industry(t, s, place):
    s.use_industry = player_at(s, place)
    ask_factory(t, s)


@kernel
def factory_owners(t, s):
    """Opponents whose Shield Factory could shield the action."""
    if not opponents_allowed(s):
        return 0
    return owners_in_region(t, s, s.team_site[s.active, s.team], st.FACTORY, 0)


@kernel
def ask_factory(t, s):
    """A shield is needed, and an opponent has one?"""
    if needs_shield(t, s, st.ALL_DECIDED) and factory_owners(t, s):
        s.ask = st.ASK_FACTORY
    else:
        ask_base(t, s)


@kernel
def factory_choices(t, s):
    return places_of(s, factory_owners(t, s))


@kernel
def may_do_without_factory(t, s):
    return enough(t, s, st.ALL_DECIDED)


@kernel
def use_factory(t, s, place):
    s.use_factory = player_at(s, place)
    ask_base(t, s)


@kernel
def ask_base(t, s):
    """A Move without an own base at either end needs an opponent's."""
    if s.act == st.MOVE and prerequisite(s, s.active):
        s.ask = st.ASK_BASE
    else:
        s.step = st.S_COMMIT


@kernel
def prerequisite(s, seat):
    """Bits of the opponents whose base has to allow this Move; none with an own base at either end."""
    start, end = s.team_site[seat, s.team], s.site
    if own_base(s, seat, start) or own_base(s, seat, end):
        return 0
    if s.use_port >= 0:
        return 1 << s.use_port
    bits = 0
    if s.owner[start] >= 0:
        bits |= 1 << s.owner[start]
    if s.owner[end] >= 0:
        bits |= 1 << s.owner[end]
    return bits


@kernel
def base_choices(t, s):
    return places_of(s, prerequisite(s, s.active))


@kernel
def use_base(t, s, place):
    s.use_base = player_at(s, place)
    s.step = st.S_COMMIT


@kernel
def spend_choices(t, s):
    most = spendable(s, total_value(t, s), 0)
    return (1 << most + 1) - 1


@kernel
def spend(t, s, amount):
    s.spent = amount
    s.step = st.S_COMMIT
