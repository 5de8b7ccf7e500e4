"""Star Tycoon: abilities of companies that are used in the own turn beside the three actions."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from . import tables as tb
from .corporation import after, has_ability, victims
from .purchase import payable_lines
from .reserve import reserve_bits
from .rows import clear_slot, deck_size, draw, full_rows, put_on_top, refresh, slot_bits
from .tokens import resources_of


@kernel
def can_swap(t, s, seat):
    """Quonk: a resource on both sides."""
    if s.ability_used[seat] or not has_ability(t, s, seat, tb.QUONK) or resources_of(s, seat) == 0:
        return False
    return s.num_players == 1 or victims(s, seat) != 0


@kernel
def begin_swap(s):
    s.ability_used[s.who] = True
    s.swapping = True


@kernel
def swap_offers(s):
    """Resources that the swap may take: the other player's, or all of the bank's."""
    return (1 << st.NUM_RESOURCES) - 1 if s.num_players == 1 else resources_of(s, s.swap_with)


@kernel
def continue_swap(s):
    """With whom, for what, against what."""
    if s.swap_with < 0 and s.num_players > 1:
        found = victims(s, s.who)
        if count(found) > 1:
            s.ask = st.ASK_PLAYER
            return
        s.swap_with = after(s, s.who, lowest(found))
    if s.swap_for < 0:
        offers = swap_offers(s)
        if count(offers) > 1:
            s.ask = st.ASK_TAKE
            return
        s.swap_for = lowest(offers)
    own = resources_of(s, s.who)
    if count(own) > 1:
        s.ask = st.ASK_GIVE
    else:
        swap_resources(s, lowest(own))


@kernel
def swap_resources(s, given):
    """The other player gets a credit from the bank on top; the bank itself gets none."""
    s.tokens[s.who, st.FIRST_RESOURCE + given] -= 1
    s.tokens[s.who, st.FIRST_RESOURCE + s.swap_for] += 1
    if s.num_players > 1:
        s.tokens[s.swap_with, st.FIRST_RESOURCE + given] += 1
        s.tokens[s.swap_with, st.FIRST_RESOURCE + s.swap_for] -= 1
        s.tokens[s.swap_with, st.CREDIT] += 1
    s.swapping = False
    s.swap_with = -1
    s.swap_for = -1


@kernel
def phase_bits(t, s, seat):
    """Advanced Phase Mechanics: face-up cards of up to two decks a turn, row by row, slot by slot."""
    bits = 0
    if has_ability(t, s, seat, tb.ADVANCED_PHASE) and count(s.phased) < st.PHASE_SWAPS:
        for row in range(st.NUM_ROWS):
            if not s.phased >> row & 1 and deck_size(s, row) > 0:
                bits |= slot_bits(s, row) << st.MOST_SLOTS * row
    return bits


@kernel
def phase_swap(s, row, slot):
    """The top card of the deck and a card of its row change places; the row stays as full as it was."""
    s.phased |= 1 << row
    card = s.row[row, slot]
    drawn = draw(s, row)
    clear_slot(s, row, slot)
    put_on_top(s, row, card)
    s.row[row, slot] = drawn


@kernel
def bonus_planet_bits(t, s, seat):
    """Jim's Terraforming: planets of the row, full or not, for their price and a credit."""
    bits = 0
    if has_ability(t, s, seat, tb.JIMS) and not s.ability_used[seat]:
        for slot in range(st.MOST_SLOTS):
            card = s.row[st.PLANETS, slot]
            if card >= 0 and payable_lines(t, s, seat, card, st.JIMS_PRICE):
                bits |= 1 << slot
    return bits


@kernel
def bonus_reserve_bits(t, s, seat):
    """Farble Securities: one more Reserve a round."""
    if has_ability(t, s, seat, tb.FARBLE) and not s.ability_used[seat]:
        return reserve_bits(t, s, seat)
    return 0


@kernel
def spa_bits(t, s, seat):
    """Holox: bitset of the sets of full rows; bit k stands for the set k + 1."""
    bits = 0
    if has_ability(t, s, seat, tb.HOLOX) and not s.ability_used[seat]:
        rows = full_rows(s)
        for chosen in range(1, 1 << st.NUM_ROWS):
            if chosen & ~rows == 0:
                bits |= 1 << (chosen - 1)
    return bits


@kernel
def refresh_set(t, s, rows):
    s.ability_used[s.who] = True
    for row in range(st.NUM_ROWS):
        if rows >> row & 1:
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
def something_movable(s, seat, swaps):
    for card in range(st.FIRST_DEVELOPMENT, st.NUM_CARDS):
        if movable(s, seat, card, swaps):
            return True
    return False


@kernel
def can_hover(t, s, seat):
    if not has_ability(t, s, seat, tb.FRANEK) or s.hovered:
        return False
    return something_movable(s, seat, False)
