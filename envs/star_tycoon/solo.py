"""Star Tycoon: what is different when playing alone: buffs, removals, goals, the series."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count, draw_bit, lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .corporation import build, fire_bonus, solo_buff
from .market import move_marker
from .rows import clear_slot, draw, fill_row, refresh, refreshable_rows, slot_bits
from .score import count_partnerships, points
from .tokens import one


@kernel
def draw_buff(s):
    """A second Omniforge names the buff; an option chooses it for the first game only."""
    left = (1 << st.NUM_FORGES) - 1 & ~s.out_forges & ~(1 << (s.goal - 1))
    if s.buff and s.buff != s.goal and s.game == 1:
        s.buff_card = s.buff
    else:
        s.buff_card = draw_bit(s, left) + 1
    s.out_forges |= 1 << (s.buff_card - 1)


@kernel
def apply_buff(t, s):
    """The starting buff, before the first round; an Importer may be a choice."""
    draw_buff(s)
    tell(s, ev.BUFF, ALL)
    kind = solo_buff(t, s)
    if kind == tb.BUFF_CREDITS:
        s.tokens[0, st.CREDIT] += t.buff_credits[s.buff_card - 1]
        tell(s, ev.GAINS, ALL, 0, t.buff_credits[s.buff_card - 1] * one(st.CREDIT))
    elif kind == tb.BUFF_DEVELOPMENT:
        build_free(t, s, draw(s, st.DEVELOPMENT_2))
    elif kind == tb.BUFF_IMPORTER and importers(t, s):
        s.ask = st.ASK_IMPORTER
    elif kind == tb.BUFF_OMNIFORGE:
        add_omniforge(t, s)
    s.phase = st.PRODUCE


@kernel
def build_free(t, s, card):
    build(t, s, 0, card, st.HOMEWORLD)
    fire_bonus(t, s, 0, card, True)


@kernel
def importers(t, s):
    """Bitset over the list of smugglers: the Importers of the deck; if none, of the row (ruling 72)."""
    cards = s.pool[st.DEVELOPMENT_2]
    found = importers_among(t, cards)
    if found:
        return found
    cards = 0
    for slot in range(st.MOST_SLOTS):
        if s.row[st.DEVELOPMENT_2, slot] >= 0:
            cards |= 1 << (s.row[st.DEVELOPMENT_2, slot] - st.LARGEST_DECK * st.DEVELOPMENT_2)
    return importers_among(t, cards)


@kernel
def importers_among(t, cards):
    bits = 0
    for smuggler in range(st.NUM_SMUGGLERS):
        if t.smuggler_kind[smuggler] == tb.IMPORTER:
            if cards >> (t.smuggler_card[smuggler] - st.LARGEST_DECK * st.DEVELOPMENT_2) & 1:
                bits |= 1 << smuggler
    return bits


@kernel
def importers_half(t, s, half):
    """The Importers to choose from among one half of the list of developments."""
    found, bits = importers(t, s), 0
    while found:
        place = t.smuggler_card[lowest(found)] - st.FIRST_DEVELOPMENT
        found &= found - 1
        if place // st.HALF == half:
            bits |= 1 << place % st.HALF
    return bits


@kernel
def build_importer(t, s, place):
    """Out of the deck or the row, which is filled again."""
    card = st.FIRST_DEVELOPMENT + place
    s.pool[st.DEVELOPMENT_2] &= ~(1 << (card - st.LARGEST_DECK * st.DEVELOPMENT_2))
    for slot in range(st.MOST_SLOTS):
        if s.row[st.DEVELOPMENT_2, slot] == card:
            clear_slot(s, st.DEVELOPMENT_2, slot)
    fill_row(t, s, st.DEVELOPMENT_2, False)
    build_free(t, s, card)


@kernel
def add_omniforge(t, s):
    """A second Omniforge; when none is left in a series, one of those used up (ruling 74)."""
    own = 0
    for number in range(st.NUM_FORGES):
        if s.owner[st.FIRST_FORGE + number] == 0:
            own |= 1 << number
    every = (1 << st.NUM_FORGES) - 1
    left = every & ~own & ~s.out_forges
    if left == 0:
        left = every & ~own
    build(t, s, 0, st.FIRST_FORGE + draw_bit(s, left), st.HOMEWORLD)


# Refresh for a credit


@kernel
def pay_refresh_bits(t, s):
    if s.num_players > 1 or s.tokens[s.seat, st.CREDIT] < st.SOLO_REFRESH_PRICE:
        return 0
    return refreshable_rows(t, s)


@kernel
def pay_refresh(t, s, row):
    s.tokens[s.who, st.CREDIT] -= st.SOLO_REFRESH_PRICE
    tell(s, ev.PAYS, ALL, s.who, st.SOLO_REFRESH_PRICE * one(st.CREDIT))
    refresh(t, s, row)


# Removals at the end of a turn


@kernel
def begin_removal(s):
    s.phase = st.REMOVE
    s.remove_row = st.PLANETS
    s.remove_left = st.SOLO_REMOVED


@kernel
def remove_from_row(t, s):
    """Two cards; a choice where more are left."""
    slots = slot_bits(s, s.remove_row)
    if slots == 0 or s.remove_left == 0:
        s.remove_row += 1
        s.remove_left = st.SOLO_REMOVED
    elif count(slots) > s.remove_left:
        s.ask = st.ASK_REMOVE
    else:
        remove_card(t, s, lowest(slots))


@kernel
def removable_slots(t, s):
    return slot_bits(s, s.remove_row)


@kernel
def remove_card(t, s, slot):
    """Targets of a removed planet make resources cheaper, production of a development dearer."""
    row = s.remove_row
    card = s.row[row, slot]
    s.remove_left -= 1
    tell(s, ev.LEAVES, ALL, card)
    clear_slot(s, row, slot)
    s.full[row] = False
    s.gone[row] |= 1 << (card - st.LARGEST_DECK * row)
    for resource in range(st.NUM_RESOURCES):
        if row == st.PLANETS:
            for _ in range(t.target_made[card, st.FIRST_RESOURCE + resource]):
                move_marker(t, s, resource, -1)
        else:
            for _ in range(t.made[card, st.FIRST_RESOURCE + resource]):
                move_marker(t, s, resource, 1)


# The goal


@kernel
def goal_reached(t, s):
    """The victory condition that the number of the own Omniforge sets."""
    goal = s.goal - 1
    if points(t, s, 0) < t.goal_points[goal] or s.tokens[0, st.ILLEGAL] < t.goal_illegal[goal]:
        return False
    if s.exports < t.goal_transactions[goal] or count_partnerships(s, 0) < t.goal_partnerships[goal]:
        return False
    return built_for_goal(t, s, goal) >= t.goal_build[goal] and planets_meet_goal(t, s, goal)


@kernel
def built_for_goal(t, s, goal):
    built = 0
    for card in range(st.FIRST_DEVELOPMENT, st.FIRST_FORGE):
        if s.owner[card] == 0 and t.goal_cards[goal, card]:
            built += 1
    return built


@kernel
def planets_meet_goal(t, s, goal):
    """Every planet and the homeworld produce what the fifth goal asks for."""
    for token in range(st.NUM_TOKENS):
        wanted = t.goal_each_planet[goal, token]
        if wanted > 0:
            at_home = 0
            for card in range(st.FIRST_DEVELOPMENT, st.NUM_CARDS):
                if s.owner[card] == 0 and s.site[card] == st.HOMEWORLD:
                    at_home += t.made[card, token]
            if at_home < wanted:
                return False
            for planet in range(st.NUM_PLANETS):
                if s.owner[planet] == 0 and s.made_on[planet, token] < wanted:
                    return False
    return True
