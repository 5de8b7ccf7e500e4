"""SpaceCorp: what is put into an announced action: HQs, Infra and cards, Time, bases, profit.

Own bases serve by themselves; what an opponent owns is asked about. Each question offers only what leaves the
cost within reach.
"""

from astrarium.core import kernel

from . import state as st
from .board import opponents_allowed, own_base, owners_in_region
from .cards import add_card, remove_card
from .missions import buildable as buildable_site
from .missions import unexplored
from .value import (
    cheapest_shield,
    enough,
    enough_with,
    has_time,
    hq_allowed,
    industry_owners,
    infra_matches,
    infra_shields,
    kind_of,
    largest_infra,
    needs_shield,
    other_port_team,
    port_usable,
    spendable,
    total_value,
)


@kernel
def question(s, kind, choices, stop):
    """A question to the active player."""
    s.ask = kind
    s.choices = choices
    s.stop = 1 if stop else 0


@kernel
def first_of_value(s):
    """Where the value of an action begins: what concerns a second team, or the HQ."""
    return first_of_bases(s) if s.second else st.S_HQ


@kernel
def first_of_bases(s):
    """The first question about bases and profit that concerns the action."""
    if s.act == st.MOVE:
        return st.S_SPACEPORT
    if s.act == st.BUILD:
        return st.S_INDUSTRIAL
    return st.S_COMMIT if s.act == st.EXPLORE else st.S_SPEND


# Value


@kernel
def relative(s, seat, owners):
    """Bits of players as bits counted from a seat clockwise."""
    bits = 0
    for k in range(s.num_players):
        if owners >> (seat + k) % s.num_players & 1:
            bits |= 1 << k
    return bits


@kernel
def shield_matters(t, s):
    """Could a shielded number be of use: exposed now, or with a second team later?"""
    if s.era == st.MARINERS or s.shielded or (s.act != st.MOVE and s.act != st.BUILD):
        return False
    if has_time(s, int(s.act)):
        return True
    return needs_shield(t, s, st.ALL_DECIDED)  # an opponent's Factory need not be used


@kernel
def pose_value(t, s):
    """HQ, Infra, cards and Time."""
    seat, stage = s.active, s.stage
    kind = kind_of(s)
    if stage == st.S_HQ:
        bits = 0
        for k in range(s.num_players):
            owner = (seat + k) % s.num_players
            if hq_allowed(s, owner, kind) and enough_with(t, s, st.FROM_HQ, owner):
                bits |= 1 << k
        question(s, st.ASK_WHOSE, bits, False)
    elif stage == st.S_SECOND_HQ:
        if s.competitors:
            bits = 0
            for k in range(s.num_players):
                owner = (seat + k) % s.num_players
                if owner != s.hq[0] and infra_matches(s, owner, kind):
                    if enough_with(t, s, st.FROM_SECOND_HQ, owner):
                        bits |= 1 << k
            question(s, st.ASK_WHOSE, bits, enough(t, s, st.FROM_SHIELD))
    elif stage == st.S_INFRA_SHIELD:
        pose_infra_shield(t, s, kind)
    elif stage == st.S_CARDS:
        ready = enough(t, s, st.FROM_TIME)
        if not (ready and s.act == st.COLONIZE):
            bits = int(s.hand_bits[seat] & t.type_bits[s.era, kind])
            question(s, st.ASK_CARD, bits, ready and bits != 0)
    elif stage == st.S_CARD_SHIELD:
        pose_card_shield(t, s, seat, kind)
    else:
        pose_time(t, s)


@kernel
def pose_infra_shield(t, s, kind):
    """Take one Infra card at its shielded number?"""
    if not shield_matters(t, s):
        return
    owner, slot = find_shield(t, s, kind)
    if owner < 0:
        return
    plain, big = s.plain, s.big
    bits = 1 if enough(t, s, st.FROM_CARDS) else 0
    shield_infra(t, s, kind, owner, slot)
    if enough(t, s, st.FROM_CARDS):
        bits |= 2
    s.plain = plain
    s.big = big
    s.shielded = 0
    s.shield_hq = -1
    s.shield_slot = -1
    question(s, st.ASK_ANSWER, bits, False)


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
def pose_card_shield(t, s, seat, kind):
    """Play the card at its plain or at its shielded number?"""
    plain, big = s.plain, s.big
    title = int(s.playing)
    bits = 0
    remove_card(s, seat, title)
    for shielded in range(2):
        add_number(t, s, kind, title, shielded)
        if enough(t, s, st.FROM_CARDS):
            bits |= 1 << shielded
        s.plain = plain
        s.big = big
        s.shielded = 0
        s.card_shield = -1
    add_card(s, seat, title)
    question(s, st.ASK_ANSWER, bits, False)


@kernel
def pose_time(t, s):
    """Not at all, to double the value, or for two teams."""
    bits = 1 << st.DOUBLE
    if enough(t, s, st.FROM_PORT):
        bits |= 1 << st.NO_TIME
    s.time = st.TWO_TEAMS
    if enough(t, s, st.FROM_PORT) and another_team(t, s):
        bits |= 1 << st.TWO_TEAMS
    s.time = st.NO_TIME
    question(s, st.ASK_TIME, bits, False)


@kernel
def another_team(t, s):
    """Is there another team that might do the same?"""
    seat = s.active
    for team in range(st.NUM_TEAMS):
        site = s.team_site[seat, team]
        if team == s.team or site < 0 or s.team_track[seat, team] or t.frozen[s.era] >> site & 1:
            continue
        if s.act == st.MOVE:
            return True
        if site != s.site:
            if s.act == st.EXPLORE and unexplored(t, s, site):
                return True
            if s.act == st.BUILD and buildable_site(t, s, seat, site):
                return True
    return False


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
    s.stage = st.S_CARDS


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


@kernel
def answer_value(t, s, i):
    seat, stage = s.active, s.stage
    if stage == st.S_HQ:
        use_hq(t, s, 0, (seat + i) % s.num_players)
        s.stage = st.S_SECOND_HQ if s.competitors else st.S_INFRA_SHIELD
    elif stage == st.S_SECOND_HQ:
        if i >= 0:
            use_hq(t, s, 1, (seat + i) % s.num_players)
        s.stage = st.S_INFRA_SHIELD
    elif stage == st.S_INFRA_SHIELD:
        if i == st.YES:
            owner, slot = find_shield(t, s, kind_of(s))
            shield_infra(t, s, kind_of(s), owner, slot)
        s.stage = st.S_CARDS
    elif stage == st.S_CARDS:
        answer_cards(t, s, i)
    elif stage == st.S_CARD_SHIELD:
        play_card(t, s, int(s.playing), i)
    else:
        if i > st.NO_TIME:
            s.time = i
            remove_card(s, seat, st.TIME)
            s.played[st.TIME] += 1
        s.stage = first_of_bases(s)


@kernel
def first_after_cards(s):
    """The next question once all cards are played."""
    if s.act == st.COLONIZE:
        return st.S_COMMIT
    return st.S_TIME if has_time(s, int(s.act)) else first_of_bases(s)


@kernel
def answer_cards(t, s, i):
    """Play a card, or go on without more of them."""
    if i < 0:
        s.stage = first_after_cards(s)
        return
    kind, card = kind_of(s), st.NUM_CARDS * s.era + i
    both = t.plain[card, kind] > 0 and t.shield[card, kind] > 0
    if both and s.act != st.COLONIZE and shield_matters(t, s):
        s.playing = i
        s.stage = st.S_CARD_SHIELD
    else:
        play_card(t, s, i, 0)


# Bases and profit


@kernel
def pose_bases(t, s):
    """Opponents' bases that could serve; own ones serve by themselves."""
    seat, stage = s.active, s.stage
    if stage == st.S_SPACEPORT:
        pose_port(t, s, seat)
    elif stage == st.S_INDUSTRIAL:
        owners = industry_owners(t, s, s.site)
        if owners and not owners >> seat & 1 and opponents_allowed(s):
            question(s, st.ASK_WHOSE, relative(s, seat, owners), enough(t, s, st.FROM_FACTORY))
    elif stage == st.S_FACTORY:
        if needs_shield(t, s, st.ALL_DECIDED) and opponents_allowed(s):
            start = s.team_site[seat, s.team]
            owners = owners_in_region(t, s, start, st.FACTORY, 0)
            if owners:
                free = enough(t, s, st.ALL_DECIDED)
                question(s, st.ASK_WHOSE, relative(s, seat, owners), free)
    elif stage == st.S_PREREQUISITE:
        question(s, st.ASK_WHOSE, relative(s, seat, prerequisite(s, seat)), False)
    else:
        most = spendable(s, total_value(t, s), 0)
        if most > 0:
            question(s, st.ASK_SPEND, (1 << most + 1) - 1, False)


@kernel
def pose_port(t, s, seat):
    """A Spaceport at the start: own ones serve, opponents' on request; with two teams it binds both."""
    owner = port_usable(s, s.team_site[seat, s.team])
    if owner < 0:
        return
    bit = relative(s, seat, 1 << owner)
    if s.second and s.era != st.MARINERS:
        question(s, st.ASK_WHOSE, bit if s.doubled else 0, False)
    elif s.era != st.MARINERS and s.time == st.TWO_TEAMS:
        if other_port_team(s, s.team):
            question(s, st.ASK_WHOSE, bit, enough(t, s, st.FROM_INDUSTRY))
    else:
        question(s, st.ASK_WHOSE, bit, owner != seat and enough(t, s, st.FROM_INDUSTRY))


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
def answer_bases(t, s, i):
    seat, stage = s.active, s.stage
    owner = (seat + i) % s.num_players if i >= 0 else -1
    if stage == st.S_SPACEPORT:
        s.use_port = owner
        if owner >= 0 and s.era != st.MARINERS:
            s.doubled = 1
        s.stage = st.S_FACTORY
    elif stage == st.S_INDUSTRIAL:
        s.use_industry = owner
        if industry_owners(t, s, s.site) >> seat & 1:
            s.use_industry = seat
        s.stage = st.S_FACTORY
    elif stage == st.S_FACTORY:
        s.use_factory = owner
        s.stage = st.S_PREREQUISITE if s.act == st.MOVE else st.S_COMMIT
    elif stage == st.S_PREREQUISITE:
        s.use_base = owner
        s.stage = st.S_COMMIT
    else:
        if i > 0:
            s.spent = i
        s.stage = st.S_COMMIT
