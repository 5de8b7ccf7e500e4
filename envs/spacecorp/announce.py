"""SpaceCorp: announcing an action: its type, team and target, then Infra, cards and bases that pay for it.

An announcement is one move made in small steps. Others see it when it is complete; until then a player's
cards on the table are as good as in hand. Each step offers only what can still be completed.
"""

from astrarium.core import kernel
from astrarium.core.bits import lowest

from . import state as st
from .board import distance, distinct, opponents_allowed, own_base, owners_in_region
from .cards import add_card, offer_bits, remove_card
from .colonize import colonize_sites, colony_tiles, item_cost, item_possible, pays, points, teams_in
from .missions import (
    base_options,
    build_cost,
    build_teams,
    can_move,
    explore_teams,
    move_sites,
    move_teams,
    num_bases,
    probe_sites,
    prototype_teams,
    unexplored,
)
from .missions import buildable as buildable_site
from .progress import has
from .resolve import commit, pass_turn
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
def reset_action(s):
    """No action is announced."""
    s.act = -1
    s.team = -1
    s.site = -1
    s.card = -1
    s.slot = -1
    s.chosen_colony = -1
    s.cost = 0
    s.chosen_boxes = 0
    s.built_boxes = 0
    s.explored_boxes = 0
    for box in range(st.NUM_BOXES):
        s.bases[box] = -1
    s.hq[0] = -1
    s.hq[1] = -1
    s.plain = 0
    s.mult = 1
    s.big = 0
    s.shielded = 0
    s.shield_hq = -1
    s.shield_slot = -1
    s.playing = -1
    s.card_shield = -1
    s.time = st.NO_TIME
    s.second = 0
    s.bonus = 0
    s.factor = 0
    s.doubled = 0
    s.use_port = -1
    s.use_industry = -1
    s.use_factory = -1
    s.use_base = -1
    s.spent = 0
    s.paid = 0
    s.built_factory = 0
    s.removed = -1
    s.bought = 0
    s.item = 0
    s.left = 0
    s.drew = 0
    s.idled = 0


@kernel
def question(s, kind, choices, stop):
    """A question to the active player."""
    s.ask = kind
    s.choices = choices
    s.stop = 1 if stop else 0


# The type of action


@kernel
def special_cards(t, s, seat):
    """Special cards in hand that would do something."""
    bits = 0
    rest = int(s.hand_bits[seat] & t.special_bits[s.era])
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        special = t.special[st.NUM_CARDS * s.era + card]
        if special == st.PROBE and probe_sites(t, s):
            bits |= 1 << card
        if special == st.PROTOTYPE and prototype_teams(t, s, seat):
            bits |= 1 << card
    return bits


@kernel
def can_research(t, s, seat):
    """Seven or fewer cards in hand (Group Mind: nine), and something to draw."""
    limit = st.GROUP_MIND_HAND if has(t, s, seat, st.GROUP_MIND) else st.RESEARCH_HAND
    return s.hand_size[seat] <= limit and (s.deck_size > 0 or offer_bits(s) != 0)


@kernel
def holds(t, s, seat, kind):
    """A card in hand for an action?"""
    return s.hand_bits[seat] & t.type_bits[s.era, kind] != 0


@kernel
def only_swaps(s, seat):
    """Would every Upgrade take a card of this era back to hand?"""
    for slot in range(st.NUM_SLOTS):
        if s.infra[seat, slot] < 0 or s.infra[seat, slot] // st.NUM_CARDS != s.era:
            return False
    return True


@kernel
def type_options(t, s, seat):
    """Actions that can be conducted; to pass needs an empty deck, to idle that nothing else is left."""
    bits = 0
    if can_research(t, s, seat):
        bits |= 1 << st.RESEARCH
    if can_move(t, s, seat):
        bits |= 1 << st.MOVE
    if explore_teams(t, s, seat):
        bits |= 1 << st.EXPLORE
    if build_teams(t, s, seat):
        bits |= 1 << st.BUILD
    if holds(t, s, seat, st.PRODUCE) and pays(t, s, seat):
        bits |= 1 << st.PRODUCE
    if holds(t, s, seat, st.GENETICS):
        bits |= 1 << st.GENETICS
    if s.era != st.MARINERS and holds(t, s, seat, st.REVELATION):
        bits |= 1 << st.REVELATION
    if s.hand_bits[seat] & t.infra_bits[s.era]:
        bits |= 1 << st.UPGRADE
    if special_cards(t, s, seat):
        bits |= 1 << st.SPECIAL
    if colonize_sites(t, s, seat):
        bits |= 1 << st.COLONIZE
    bits &= ~int(s.sabotaged)
    if s.deck_size == 0:
        return bits | 1 << st.PASS
    if bits == 0 or (bits == 1 << st.UPGRADE and only_swaps(s, seat)):
        bits |= 1 << st.IDLE
    return bits


@kernel
def choose_type(t, s, act):
    """The action is named; what it asks first."""
    if act == st.PASS:
        pass_turn(s)
        return
    s.act = act
    if act == st.IDLE:
        s.stage = st.S_IDLE
    elif act >= st.MOVE and act <= st.BUILD:
        s.stage = st.S_TEAM
    elif act == st.UPGRADE or act == st.SPECIAL:
        s.stage = st.S_CARD
    elif act == st.COLONIZE:
        s.stage = st.S_SITE
    else:
        s.cost = 1
        s.stage = st.S_HQ


# Targets


@kernel
def pose_target(t, s):
    """Card, team, site, colony, slot, bases."""
    seat, stage, act = s.active, s.stage, s.act
    if stage == st.S_CARD:
        if act == st.UPGRADE:
            question(s, st.ASK_CARD, int(s.hand_bits[seat] & t.infra_bits[s.era]), False)
        else:
            question(s, st.ASK_CARD, special_cards(t, s, seat), False)
    elif stage == st.S_TEAM:
        question(s, st.ASK_TEAM, action_teams(t, s, seat), False)
    elif stage == st.S_SITE:
        question(s, st.ASK_SITE, action_sites(t, s, seat), False)
    elif stage == st.S_COLONY:
        question(s, st.ASK_COLONY, colony_tiles(t, s, seat, s.site), False)
    elif stage == st.S_SLOT:
        question(s, st.ASK_SLOT, (1 << st.NUM_SLOTS) - 1, False)
    else:
        question(s, st.ASK_BASE, base_options(t, s, seat), False)


@kernel
def action_teams(t, s, seat):
    """Teams that can do what is announced."""
    if s.act == st.MOVE:
        return move_teams(t, s, seat)
    if s.act == st.EXPLORE:
        return explore_teams(t, s, seat)
    if s.act == st.BUILD:
        return build_teams(t, s, seat)
    return prototype_teams(t, s, seat)


@kernel
def action_sites(t, s, seat):
    """Sites of the announced action."""
    if s.act == st.MOVE:
        return move_sites(t, s, seat, s.team)
    if s.act == st.COLONIZE:
        return colonize_sites(t, s, seat)
    if t.special[st.NUM_CARDS * s.era + s.card] == st.PROBE:
        return probe_sites(t, s)
    every = (1 << t.num_sites[s.era]) - 1
    return every & ~int(t.spurs[s.era]) & ~(1 << s.team_site[seat, s.team])


@kernel
def answer_target(t, s, i):
    seat, stage = s.active, s.stage
    if stage == st.S_CARD:
        s.card = i
        if s.act == st.UPGRADE:
            s.stage = st.S_SLOT
        else:
            probe = t.special[st.NUM_CARDS * s.era + i] == st.PROBE
            s.stage = st.S_SITE if probe else st.S_TEAM
    elif stage == st.S_TEAM:
        choose_team(t, s, i)
    elif stage == st.S_SITE:
        s.site = i
        if s.act == st.MOVE:
            s.cost = distance(t, s, seat, s.team_site[seat, s.team], i)
            s.stage = first_of_value(s)
        elif s.act == st.COLONIZE:
            s.stage = st.S_COLONY
        else:
            s.stage = st.S_COMMIT
    elif stage == st.S_COLONY:
        s.chosen_colony = i
        s.stage = st.S_REMOVE
    elif stage == st.S_SLOT:
        s.slot = i
        s.stage = st.S_COMMIT
    else:
        s.bases[s.chosen_boxes] = i
        s.chosen_boxes += 1
        if s.chosen_boxes == num_bases(t, s, s.site):
            s.stage = first_of_value(s)


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


@kernel
def choose_team(t, s, team):
    """The team is named; Explore and Build take place where it stands."""
    s.team = team
    if s.act == st.EXPLORE:
        s.site = s.team_site[s.active, team]
        s.cost = t.explore[s.era, s.site]
        s.stage = first_of_value(s)
    elif s.act == st.BUILD:
        s.site = s.team_site[s.active, team]
        s.cost = build_cost(t, s, s.site)
        s.chosen_boxes = 0
        s.stage = st.S_BASES
    else:
        s.stage = st.S_SITE


# Colony points


@kernel
def pose_points(t, s):
    """Ways to more colony points, asked while they are short."""
    seat, stage, value = s.active, s.stage, t.colony_value[s.chosen_colony]
    if points(t, s, seat, s.site, st.ALL_DECIDED) >= value:
        return
    after = st.FROM_PRICE if stage == st.S_REMOVE else st.FROM_ITEM if stage == st.S_PAY else st.ALL_DECIDED
    without = points(t, s, seat, s.site, after) >= value
    if stage == st.S_REMOVE:
        teams = distinct(s, seat, teams_in(s, seat, s.site))
        question(s, st.ASK_TEAM, teams, without and teams != 0)
    else:
        can = s.profit[seat] >= st.COLONY_PRICE if stage == st.S_PAY else item_possible(t, s, s.site)
        question(s, st.ASK_ANSWER, (1 if without else 0) | (2 if can else 0), False)


@kernel
def answer_points(t, s, i):
    stage = s.stage
    if stage == st.S_REMOVE:
        s.removed = i
        s.stage = st.S_PAY
    elif stage == st.S_PAY:
        s.bought = 1 if i == st.YES else 0
        s.stage = st.S_ITEM
    elif i == st.YES:
        s.item = 1
        s.cost = item_cost(t, s, s.site)
        s.stage = st.S_HQ
    else:
        s.stage = st.S_COMMIT


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


# All stages of an announcement


@kernel
def pose_announced(t, s):
    """The question of the present stage."""
    if s.stage >= st.S_CARD and s.stage <= st.S_BASES:
        pose_target(t, s)
    elif s.stage >= st.S_REMOVE and s.stage <= st.S_ITEM:
        pose_points(t, s)
    elif s.stage >= st.S_HQ and s.stage <= st.S_TIME:
        pose_value(t, s)
    elif s.stage >= st.S_SPACEPORT and s.stage <= st.S_SPEND:
        pose_bases(t, s)


@kernel
def answer_announced(t, s, i):
    """The answer to it; the last stage carries the action out."""
    if s.stage == st.S_TYPE:
        choose_type(t, s, i)
    elif s.stage <= st.S_BASES:
        answer_target(t, s, i)
    elif s.stage <= st.S_ITEM:
        answer_points(t, s, i)
    elif s.stage <= st.S_TIME:
        answer_value(t, s, i)
    elif s.stage <= st.S_SPEND:
        answer_bases(t, s, i)
    else:
        commit(t, s)


@kernel
def start_second(t, s, team):
    """The second team of a Time card begins; its questions are open to all."""
    choose_team(t, s, team)
