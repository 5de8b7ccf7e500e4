"""Star Tycoon: abilities of companies that are used in the own turn beside the three actions."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .corporation import after, has_ability, move, victims
from .purchase import buy_from_row, payable_lines
from .reserve import begin_reserve, reservable
from .rows import clear_slot, deck_size, draw, full_rows, put_on_top, refresh, slot_bits
from .tokens import one, resources_of


@kernel
def may_use(t, s, ability):
    """Has the acting seat this ability of once a round, not used yet?"""
    return has_ability(t, s, s.seat, ability) and not s.ability_used[s.seat]


# Quonk


@kernel
def can_swap(t, s):
    """A resource on both sides."""
    if not may_use(t, s, tb.QUONK) or resources_of(s, s.seat) == 0:
        return False
    return s.num_players == 1 or victims(t, s) != 0


@kernel
def begin_swap(t, s):
    """With whom, for what, against what; alone with the bank."""
    s.ability_used[s.who] = True
    s.ask = st.ASK_SWAP_FOR if s.num_players == 1 else st.ASK_SWAP_WITH


@kernel
def swap_with(t, s, place):
    s.swap_with = after(s, s.who, place)
    s.ask = st.ASK_SWAP_FOR


@kernel
def swap_offers(t, s):
    """Resources that the swap may take: the other player's, or all of the bank's."""
    return (1 << st.NUM_RESOURCES) - 1 if s.num_players == 1 else resources_of(s, s.swap_with)


@kernel
def swap_for(t, s, resource):
    s.swap_for = resource
    s.ask = st.ASK_SWAP_GIVE


@kernel
def own_resources(t, s):
    """As tokens."""
    return resources_of(s, s.seat) << st.FIRST_RESOURCE


@kernel
def swap(t, s, given):
    """The other player gets a credit from the bank on top; the bank itself gets none."""
    taken = st.FIRST_RESOURCE + s.swap_for
    if s.num_players > 1:
        tell(s, ev.SWAPS, ALL, s.who, one(given), one(taken), s.swap_with)
    else:
        tell(s, ev.SWAPS_WITH_BANK, ALL, s.who, one(given), one(taken))
    s.tokens[s.who, given] -= 1
    s.tokens[s.who, taken] += 1
    if s.num_players > 1:
        s.tokens[s.swap_with, given] += 1
        s.tokens[s.swap_with, taken] -= 1
        s.tokens[s.swap_with, st.CREDIT] += 1
    s.swap_with = -1
    s.swap_for = -1


# Advanced Phase Mechanics


@kernel
def phase_bits(t, s):
    """Face-up cards of up to two decks a turn: row by row, slot by slot."""
    bits = 0
    if has_ability(t, s, s.seat, tb.ADVANCED_PHASE) and count(s.phased) < st.PHASE_SWAPS:
        for row in range(st.NUM_ROWS):
            if not s.phased >> row & 1 and deck_size(s, row) > 0:
                bits |= slot_bits(s, row) << st.MOST_SLOTS * row
    return bits


@kernel
def phase_swap(t, s, row, slot):
    """The top card of the deck and a card of its row change places; the row stays as full as it was."""
    s.phased |= 1 << row
    card = s.row[row, slot]
    drawn = draw(s, row)
    clear_slot(s, row, slot)
    put_on_top(s, row, card)
    s.row[row, slot] = drawn
    tell(s, ev.PHASES, ALL, card, drawn)


# Jim's Terraforming


@kernel
def bonus_planet_slots(t, s):
    """Planets of the row, full or not, for their price and a credit."""
    bits = 0
    if may_use(t, s, tb.JIMS):
        for slot in range(st.MOST_SLOTS):
            card = s.row[st.PLANETS, slot]
            if card >= 0 and payable_lines(t, s, s.seat, card, st.JIMS_PRICE):
                bits |= 1 << slot
    return bits


@kernel
def buy_bonus_planet(t, s, slot):
    s.ability_used[s.who] = True
    buy_from_row(s, st.PLANETS, slot, st.JIMS_PRICE)


# Farble Securities


@kernel
def bonus_reserve_bits(t, s):
    """One more Reserve a round."""
    return reservable(t, s) if may_use(t, s, tb.FARBLE) else 0


@kernel
def reserve_as_bonus(t, s, row, slot):
    s.ability_used[s.who] = True
    begin_reserve(t, s, row, slot)


# Holox


@kernel
def spa_bits(t, s):
    """Sets of full rows; place k stands for the set k + 1."""
    bits = 0
    if may_use(t, s, tb.HOLOX):
        rows = full_rows(s)
        for chosen in range(1, 1 << st.NUM_ROWS):
            if chosen & ~rows == 0:
                bits |= 1 << (chosen - 1)
    return bits


@kernel
def refresh_set(t, s, place):
    s.ability_used[s.who] = True
    for row in range(st.NUM_ROWS):
        if (place + 1) >> row & 1:
            refresh(t, s, row)


# Moving developments: Franek Hover Solutions and the event Moving Day


@kernel
def planets_with_room(s, seat):
    """Sites that a development may move to; the company card is none (ruling 36)."""
    return s.open_sites[seat] & ~(1 << st.NANOTECH)


@kernel
def movable(s, seat, card, swaps):
    """Can this development move to another planet, or be swapped with one there?"""
    if s.owner[card] != seat or s.site[card] == st.NANOTECH:
        return False
    if planets_with_room(s, seat) & ~(1 << s.site[card]):
        return True
    return swaps and something_elsewhere(s, seat, s.site[card])


@kernel
def something_elsewhere(s, seat, site):
    """Does a development stand on another planet?"""
    for card in range(st.FIRST_DEVELOPMENT, st.NUM_CARDS):
        if s.owner[card] == seat and s.site[card] != site and s.site[card] != st.NANOTECH:
            return True
    return False


@kernel
def movable_half(s, seat, half, swaps):
    """Bitset of the movable developments of one half of the list."""
    bits = 0
    for k in range(st.HALF):
        if movable(s, seat, st.FIRST_DEVELOPMENT + st.HALF * half + k, swaps):
            bits |= 1 << k
    return bits


@kernel
def pick_up(s, place):
    s.moving = st.FIRST_DEVELOPMENT + place


@kernel
def other_planets(t, s):
    """Where the development in hand may go."""
    return planets_with_room(s, s.seat) & ~(1 << s.site[s.moving])


@kernel
def put_down(t, s, site):
    move(t, s, s.moving, site)
    s.moving = -1


@kernel
def can_hover(t, s):
    if not has_ability(t, s, s.seat, tb.FRANEK) or s.hovered:
        return False
    return movable_half(s, s.seat, 0, False) != 0 or movable_half(s, s.seat, 1, False) != 0


@kernel
def begin_hover(t, s):
    s.hovered = True
    s.ask = st.ASK_HOVER


@kernel
def hover_half(t, s, half):
    return movable_half(s, s.seat, half, False)


@kernel
def hover(t, s, place):
    pick_up(s, place)
    s.ask = st.ASK_HOVER_TO
