"""SpaceCorp: an announced action is carried out: paid for, shown to all, and its effect begun."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .board import arrive, has_base, map_place
from .cards import (
    add_open,
    card_number,
    draw_to_hand,
    in_era,
    offer_bits,
    remove_card,
    show_card,
    show_played,
    take_offer,
)
from .colonize import found_colony, opponents_gain, produce, teams_in
from .missions import build_base, compensate, num_bases, reveal
from .profit import gain, pay
from .progress import advance_genetics, advance_revelation, has
from .value import any_played, needs_shield, note_infra, penalty, progress_bonus, progress_factor, total_value


@kernel
def pass_turn(s):
    """Skip the turn and all later ones of the era; enough passes begin the last turns (ruling 2)."""
    seat = s.active
    s.passed |= 1 << seat
    tell(s, ev.PASSES, ALL, seat)
    if s.counting:
        s.last &= ~(1 << seat)
    else:
        passes = 0
        for other in range(s.num_players):
            passes += s.passed >> other & 1
        if passes >= (st.PASSES_OF_TWO if s.num_players == 2 else st.PASSES_TO_END):
            s.counting = 1
            s.last = ((1 << s.num_players) - 1) & ~s.passed
            tell(s, ev.LAST_TURNS, ALL)
    s.step = st.S_NEXT


@kernel
def pay_for(t, s):
    """The penalty of an exposed action, once; then profit for what the value falls short."""
    seat = s.active
    if needs_shield(t, s, st.ALL_DECIDED):
        pay(s, seat, penalty(t, s), ev.RADIATION)
        s.paid = 1
    short = max(0, s.cost - total_value(t, s))
    pay(s, seat, short, ev.VALUE)
    s.spent += short


@kernel
def note_rewards(t, s):
    """Opponents whose bases helped this team are due a reward each, one a base (ruling 7)."""
    seat = s.active
    if s.use_port >= 0 and s.use_port != seat:
        s.due[s.use_port] += 1
        tell(s, ev.USES_BASE, ALL, seat, s.use_port, st.SPACEPORT)
    if s.use_industry >= 0 and s.use_industry != seat:
        s.due[s.use_industry] += 1
        tell(s, ev.USES_BASE, ALL, seat, s.use_industry, st.INDUSTRIAL)
    if s.use_factory >= 0 and s.use_factory != seat:
        s.due[s.use_factory] += 1
        tell(s, ev.USES_BASE, ALL, seat, s.use_factory, st.FACTORY)
    if s.use_base >= 0 and s.use_port != s.use_base and not shield_allows(t, s):
        s.due[s.use_base] += 1
        tell(s, ev.ALLOWED_BY, ALL, seat, s.use_base)


@kernel
def shield_allows(t, s):
    """Does the Shield Factory that is used stand at an end of the Move, so that the same base allows it?"""
    if s.use_factory != s.use_base:
        return False
    start = s.team_site[s.active, s.team]
    for end in (start, s.site):
        in_region = t.region_sites[s.era, start] >> end & 1
        if in_region and s.owner[end] == s.use_factory and has_base(s, end, st.FACTORY):
            return True
    return False


@kernel
def announce(s):
    """All see what the action is, and the cards and Infra that are put into it."""
    seat = s.active
    tell(s, ev.CONDUCTS, ALL, seat, s.act)
    show_played(s, seat)
    if s.time != st.NO_TIME:
        tell(s, ev.TIME, ALL, s.time)
    if s.card_shield >= 0:
        tell(s, ev.SHIELDS, ALL, card_number(s, s.card_shield))
    if s.shield_hq >= 0:
        tell(s, ev.SHIELDS, ALL, s.infra[s.shield_hq, s.shield_slot])
    for place in range(2):
        if s.hq[place] >= 0 and s.hq[place] != seat:
            s.due[s.hq[place]] += 1
            tell(s, ev.USES_INFRA, ALL, seat, s.hq[place])


@kernel
def commit(t, s):
    """The announcement is complete."""
    seat, act = s.active, s.act
    if not s.second:
        announce(s)
    if act == st.MOVE or act == st.EXPLORE or act == st.BUILD:
        pay_for(t, s)
        note_rewards(t, s)
        if s.time == st.TWO_TEAMS and not s.second:
            s.bonus = progress_bonus(t, s, int(act))
            s.factor = progress_factor(t, s, int(act))
    elif act != st.COLONIZE:
        pay(s, seat, int(s.spent), ev.VALUE)
    s.explored_boxes = 0
    s.built_boxes = 0
    s.chosen_boxes = 0
    s.step = st.S_AFTER
    if act == st.RESEARCH:
        s.left = min(total_value(t, s) + s.spent, 99)
        tell(s, ev.MAY_DRAW, ALL, seat, s.left)
        s.step = st.S_DRAWS
    elif act == st.MOVE:
        arrive(t, s, seat, s.team, s.site)
        after_team(s)
    elif act == st.EXPLORE:
        s.step = st.S_TILES
    elif act == st.BUILD:
        for box in range(st.NUM_BOXES):
            if s.bases[box] == st.FACTORY:
                s.built_factory = 1
        compensate(s, seat, s.site)
        s.step = st.S_BASES
    elif act == st.PRODUCE:
        collect(t, s, seat)
    elif act == st.GENETICS:
        advance_genetics(t, s, seat, total_value(t, s) + s.spent)
    elif act == st.REVELATION:
        advance_revelation(t, s, seat, total_value(t, s) + s.spent)
    elif act == st.UPGRADE:
        upgrade(t, s, seat)
    elif act == st.SPECIAL:
        play_special(t, s, seat)
    else:
        colonize(t, s, seat)


@kernel
def collect(t, s, seat):
    """Produce: profit of the tiles, Resource Exchange, and opponents' colonies that live on it."""
    s.produced = produce(t, s, seat, total_value(t, s) + s.spent)
    gain(s, seat, int(s.produced), ev.PRODUCTION)
    if has(t, s, seat, st.RESOURCE_EXCHANGE) and any_played(s):
        gain(s, seat, 1, ev.EXCHANGE)
    s.did_produce = 1
    opponents_gain(t, s, seat, st.C_OPP_PROD, 1)


@kernel
def upgrade(t, s, seat):
    """A card becomes Infra; one of this era comes back to hand, an older one leaves the game (ruling 10)."""
    slot = s.slot
    old = s.infra[seat, slot]
    remove_card(s, seat, s.card)
    show_card(s, seat, s.card)
    s.infra[seat, slot] = card_number(s, s.card)
    tell(s, ev.UPGRADES, ALL, seat, slot, s.infra[seat, slot])
    note_infra(t, s, seat)
    if old >= 0 and old // st.NUM_CARDS == s.era:
        add_open(s, seat, old % st.NUM_CARDS)
        tell(s, ev.RETURNS, ALL, seat, old)
    elif old >= 0:
        tell(s, ev.SCRAPS, ALL, seat, old)


@kernel
def play_special(t, s, seat):
    """A probe explores an empty site from afar; the prototype moves a team anywhere."""
    remove_card(s, seat, s.card)
    show_card(s, seat, s.card)
    s.played[s.card] += 1
    tell(s, ev.PLAYS, ALL, seat, card_number(s, s.card), 1)
    if t.special[st.NUM_CARDS * s.era + s.card] == st.PROBE:
        s.step = st.S_TILES
    else:
        arrive(t, s, seat, s.team, s.site)
        s.acted |= 1 << s.team


@kernel
def colonize(t, s, seat):
    """The removed team leaves the game, 5T are paid, the colony is placed."""
    if s.removed >= 0:
        tell(s, ev.LEAVES, ALL, seat, s.removed, map_place(s, s.team_site[seat, s.removed]))
        s.team_site[seat, s.removed] = -1
        s.team_track[seat, s.removed] = 0
        s.team_claim[seat, s.removed] = 0
    if s.bought:
        pay(s, seat, st.COLONY_PRICE, ev.PRICE)
    s.did_colonize = 1
    found_colony(t, s, seat, s.site, s.chosen_colony)


# The second team of a Time card


@kernel
def after_team(s):
    """A team is done; with Time for two teams the second one follows."""
    s.acted |= 1 << s.team
    s.step = st.S_AFTER
    if s.time == st.TWO_TEAMS and not s.second:
        s.second = 1
        s.team = -1
        s.site = -1
        s.use_port = -1
        s.use_industry = -1
        s.use_factory = -1
        s.use_base = -1
        s.step = st.S_SECOND_TEAM


@kernel
def ask_second_team(s):
    """Another team may do the same with the same value."""
    s.seat = s.active
    if s.act == st.MOVE:
        s.ask = st.ASK_SECOND_MOVE
    elif s.act == st.EXPLORE:
        s.ask = st.ASK_SECOND_EXPLORE
    else:
        s.ask = st.ASK_SECOND_BUILD


# Research


@kernel
def go_on_drawing(s):
    """Draw one card after another while there is something to draw."""
    if s.left > 0 and (s.deck_size > 0 or offer_bits(s)):
        s.seat = s.active
        s.ask = st.ASK_DRAW
    else:
        s.step = st.S_AFTER


@kernel
def draw_sources(t, s):
    deck = 1 << st.TAKE_DECK if s.deck_size > 0 else 0
    return deck | offer_bits(s) << st.TAKE_OFFER


@kernel
def may_stop_drawing(t, s):
    """The first card has to be drawn."""
    return s.drew


@kernel
def draw_one(t, s, source):
    s.drew = 1
    s.left -= 1
    if source == st.TAKE_DECK:
        draw_to_hand(t, s, s.active)
    else:
        take_offer(s, s.active, source - st.TAKE_OFFER)


@kernel
def stop_drawing(t, s):
    s.step = st.S_AFTER


# Explore


@kernel
def go_on_exploring(t, s):
    """Explore box by box, each tile's awards before the next tile."""
    seat, box = s.active, s.explored_boxes
    if box < t.boxes[s.era, s.site]:
        s.explored |= 1 << s.site
        phobes = reveal(t, s, seat, s.site, box)
        s.explored_boxes += 1
        if phobes and s.act == st.EXPLORE and not has(t, s, seat, st.ENERGY_FIELDS):
            s.seat = seat
            s.ask = st.ASK_PHOBES
    elif s.act == st.EXPLORE:
        if s.team_site[seat, s.team] == s.site:
            s.team_claim[seat, s.team] = 1
            tell(s, ev.MARKS, ALL, seat, s.team, map_place(s, s.site))
        after_team(s)
    else:
        s.step = st.S_AFTER


@kernel
def fleeing_teams(t, s):
    return teams_in(s, s.active, s.site)


@kernel
def flee(t, s, team):
    """Phobes: a team goes home."""
    s.team_site[s.active, team] = st.HOME
    tell(s, ev.FLEES, ALL, s.active, team, map_place(s, st.HOME))
    s.team_track[s.active, team] = 0
    s.team_claim[s.active, team] = 0


# Build


@kernel
def go_on_building(t, s):
    """Place the chosen bases box by box, each with its effect before the next."""
    box = s.built_boxes
    if box < num_bases(t, s, s.site):
        kind = int(s.bases[box])
        build_base(t, s, s.active, s.site, box, kind)
        s.bases[box] = -1
        s.built_boxes += 1
        if kind == st.LAB:
            s.seat = s.active
            s.ask = st.ASK_LAB
    else:
        after_team(s)


@kernel
def lab_choices(t, s):
    """A Research base brings an offer, among the stars a step of the revelation marker instead."""
    bits = offer_bits(s) << st.TAKE_OFFER
    return bits | 1 << st.TAKE_REVELATION if s.era == st.STARFARERS else bits


@kernel
def use_lab(t, s, source):
    if source == st.TAKE_REVELATION:
        advance_revelation(t, s, s.active, 1)
    else:
        take_offer(s, s.active, source - st.TAKE_OFFER)


@kernel
def waste_lab(t, s):
    """A Research base finds no offer: it brings nothing (ruling 49)."""


# Idle


@kernel
def go_on_idling(s):
    """Idle: discard one card after another, at least one."""
    if s.hand_bits[s.active]:
        s.seat = s.active
        s.ask = st.ASK_IDLE
    else:
        s.step = st.S_CLAIM


@kernel
def droppable(t, s, era):
    return int(s.hand_bits[s.active]) if era == s.era else 0


@kernel
def may_stop_dropping(t, s):
    return s.idled


@kernel
def drop(t, s, card):
    title = in_era(s, card)
    s.idled = 1
    remove_card(s, s.active, title)
    show_card(s, s.active, title)
    s.discard[title] += 1
    tell(s, ev.DISCARDS, ALL, s.active, card)


@kernel
def stop_dropping(t, s):
    s.step = st.S_CLAIM
