"""SpaceCorp: announcing an action: its type, team and target, then Infra, cards and bases that pay for it.

An announcement is one move made in small steps. Others see it when it is complete; until then a player's
cards on the table are as good as in hand. Each step offers only what can still be completed.
"""

from astrarium.core import kernel
from astrarium.core.bits import lowest

from . import state as st
from .board import distance, distinct
from .cards import offer_bits
from .colonize import colonize_sites, colony_tiles, item_cost, item_possible, pays, points, teams_in
from .contribute import answer_bases, answer_value, first_of_value, pose_bases, pose_value, question
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
)
from .progress import has
from .resolve import commit, pass_turn


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
