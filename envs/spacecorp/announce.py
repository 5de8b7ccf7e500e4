"""SpaceCorp: announcing an action: its type, team and target. What is put into it comes next: contribute.py.

An announcement is one move made in small steps. Others see it when it is complete; until then a player's
cards on the table are as good as in hand. Each step offers only what can still be completed.
"""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .board import distance, distinct, on_map, site_at
from .cards import in_era, offer_bits
from .colonize import colonize_sites, colony_tiles, item_cost, pays, points, teams_in
from .contribute import ask_value
from .missions import (
    build_cost,
    can_build,
    can_move,
    explorers,
    idle_teams,
    move_sites,
    num_bases,
    probe_sites,
    prototype_teams,
)
from .progress import has
from .resolve import pass_turn
from .value import hq_allowed, infra_matches


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
def special_cards(t, s):
    """Special cards in hand that would do something."""
    bits = 0
    rest = int(s.hand_bits[s.active] & t.special_bits[s.era])
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        special = t.special[st.NUM_CARDS * s.era + card]
        if special == st.PROBE and probe_sites(t, s):
            bits |= 1 << card
        if special == st.PROTOTYPE and prototype_teams(t, s):
            bits |= 1 << card
    return bits


@kernel
def can_research(t, s, seat):
    """Seven or fewer cards in hand (Group Mind: nine), and something to draw."""
    limit = st.GROUP_MIND_HAND if has(t, s, seat, st.GROUP_MIND) else st.RESEARCH_HAND
    return s.hand_size[seat] <= limit and (s.deck_size > 0 or offer_bits(s) != 0)


@kernel
def has_value(t, s, kind):
    """A card in hand for an action, or Infra that may be used?"""
    if s.hand_bits[s.active] & t.type_bits[s.era, kind]:
        return True
    for owner in range(s.num_players):
        if infra_matches(s, owner, kind) and hq_allowed(s, owner, kind):
            return True
    return False


@kernel
def only_swaps(s, seat):
    """Would every Upgrade take a card of this era back to hand?"""
    for slot in range(st.NUM_SLOTS):
        if s.infra[seat, slot] < 0 or s.infra[seat, slot] // st.NUM_CARDS != s.era:
            return False
    return True


@kernel
def type_options(t, s):
    """Actions that can be conducted; to pass needs an empty deck, to idle that nothing else is left."""
    seat = s.active
    bits = 0
    if can_research(t, s, seat):
        bits |= 1 << st.RESEARCH
    idle = idle_teams(t, s)
    if can_move(t, s, idle):
        bits |= 1 << st.MOVE
    if explorers(t, s, idle):
        bits |= 1 << st.EXPLORE
    if can_build(t, s, idle):
        bits |= 1 << st.BUILD
    if has_value(t, s, st.PRODUCE) and pays(t, s, seat):
        bits |= 1 << st.PRODUCE
    if has_value(t, s, st.GENETICS):
        bits |= 1 << st.GENETICS
    if s.era != st.MARINERS and has_value(t, s, st.REVELATION):
        bits |= 1 << st.REVELATION
    if s.hand_bits[seat] & t.infra_bits[s.era]:
        bits |= 1 << st.UPGRADE
    if special_cards(t, s):
        bits |= 1 << st.SPECIAL
    if colonize_sites(t, s):
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
        s.step = st.S_IDLE
        tell(s, ev.IDLES, ALL, s.active)
    elif act == st.MOVE:
        s.ask = st.ASK_MOVE_TEAM
    elif act == st.EXPLORE:
        s.ask = st.ASK_EXPLORE_TEAM
    elif act == st.BUILD:
        s.ask = st.ASK_BUILD_TEAM
    elif act == st.UPGRADE:
        s.ask = st.ASK_UPGRADE_CARD
    elif act == st.SPECIAL:
        s.ask = st.ASK_SPECIAL_CARD
    elif act == st.COLONIZE:
        s.ask = st.ASK_COLONY_SITE
    else:
        s.cost = 1
        s.ask = st.ASK_HQ


# Upgrade and Special


@kernel
def upgrade_cards(t, s, era):
    """Cards in hand that can become Infra."""
    return int(s.hand_bits[s.active] & t.infra_bits[era]) if era == s.era else 0


@kernel
def choose_upgrade(t, s, card):
    s.card = in_era(s, card)
    s.ask = st.ASK_UPGRADE_SLOT


@kernel
def choose_slot(t, s, slot):
    s.slot = slot
    s.step = st.S_COMMIT


@kernel
def special_choices(t, s, era):
    return special_cards(t, s) if era == s.era else 0


@kernel
def choose_special(t, s, card):
    s.card = in_era(s, card)
    s.ask = st.ASK_PROBE_SITE if t.special[card] == st.PROBE else st.ASK_PROTOTYPE_TEAM


@kernel
def probe_choices(t, s):
    return on_map(s, probe_sites(t, s))


@kernel
def choose_prototype_team(t, s, team):
    s.team = team
    s.ask = st.ASK_PROTOTYPE_SITE


@kernel
def prototype_choices(t, s):
    """Anywhere but to the Orion Spur."""
    every = (1 << t.num_sites[s.era]) - 1
    return on_map(s, every & ~int(t.spurs[s.era]) & ~(1 << s.team_site[s.active, s.team]))


@kernel
def choose_special_site(t, s, place):
    s.site = site_at(s, place)
    s.step = st.S_COMMIT


# Move, Explore, Build


@kernel
def choose_move_team(t, s, team):
    s.team = team
    s.ask = st.ASK_MOVE_SITE


@kernel
def move_choices(t, s):
    return on_map(s, move_sites(t, s, s.team))


@kernel
def choose_move_site(t, s, place):
    s.site = site_at(s, place)
    s.cost = distance(t, s, s.active, s.team_site[s.active, s.team], s.site)
    ask_value(t, s)


@kernel
def choose_explore_team(t, s, team):
    """A team explores where it stands."""
    s.team = team
    s.site = s.team_site[s.active, team]
    s.cost = t.explore[s.era, s.site]
    ask_value(t, s)


@kernel
def choose_build_team(t, s, team):
    """A team builds where it stands."""
    s.team = team
    s.site = s.team_site[s.active, team]
    s.cost = build_cost(t, s, s.site)
    s.chosen_boxes = 0
    s.built_boxes = 0
    s.ask = st.ASK_BUILD_BASE


@kernel
def choose_base(t, s, kind):
    """The base of one box is chosen; the next box follows."""
    s.bases[s.chosen_boxes] = kind
    s.chosen_boxes += 1
    if s.chosen_boxes == num_bases(t, s, s.site):
        ask_value(t, s)
    else:
        s.ask = st.ASK_BUILD_BASE


@kernel
def end_second(t, s):
    """The second team of a Time card is waived."""
    s.step = st.S_AFTER


# Colonize


@kernel
def colony_site_choices(t, s):
    return on_map(s, colonize_sites(t, s))


@kernel
def choose_colony_site(t, s, place):
    s.site = site_at(s, place)
    s.ask = st.ASK_COLONY_TILE


@kernel
def tile_choices(t, s):
    return colony_tiles(t, s, s.site)


@kernel
def choose_colony_tile(t, s, tile):
    s.chosen_colony = tile
    if short_of_points(t, s, st.ALL_DECIDED):
        s.ask = st.ASK_COLONY_TEAM
    else:
        s.step = st.S_COMMIT


@kernel
def short_of_points(t, s, undecided):
    """Are colony points missing, even with all that is undecided?"""
    return points(t, s, s.site, undecided) < t.colony_value[s.chosen_colony]


@kernel
def removable_teams(t, s):
    return distinct(s, s.active, teams_in(s, s.active, s.site))


@kernel
def may_keep_teams(t, s):
    return not short_of_points(t, s, st.FROM_PRICE)


@kernel
def remove_team(t, s, team):
    """A team leaves the game for a colony point."""
    s.removed = team
    keep_teams(t, s)


@kernel
def keep_teams(t, s):
    if short_of_points(t, s, st.ALL_DECIDED):
        s.ask = st.ASK_COLONY_PRICE
    else:
        s.step = st.S_COMMIT


@kernel
def price_answers(t, s):
    bits = 0
    if not short_of_points(t, s, st.FROM_ITEM):
        bits |= 1 << st.NO
    if s.profit[s.active] >= st.COLONY_PRICE:
        bits |= 1 << st.YES
    return bits


@kernel
def pay_price(t, s, answer):
    """5T for a colony point; if there are still too few, Build value is the last way."""
    s.bought = answer
    if short_of_points(t, s, st.ALL_DECIDED):
        s.item = 1
        s.cost = item_cost(t, s, s.site)
        s.ask = st.ASK_HQ
    else:
        s.step = st.S_COMMIT
