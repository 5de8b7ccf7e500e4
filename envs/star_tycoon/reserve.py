"""Star Tycoon: cards in reserve.

A reserved card left a face-up row, so everybody knows it. Only when Farble Securities returns one of two
cards with the same back does nobody else see which: the veil (see state.py).
"""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .corporation import has_ability
from .rows import put_on_top, row_of, show_reserved, slot_bits, take_from_row, usable


@kernel
def reserve_limit(t, s, seat):
    return st.RESERVE_LIMIT if has_ability(t, s, seat, tb.FARBLE) else 1


@kernel
def reserve_count(s, seat):
    held = 0
    for i in range(st.RESERVE_LIMIT):
        if s.reserve[seat, i] >= 0:
            held += 1
    return held


@kernel
def reservable(t, s):
    """Bitset of the face-up cards that can be reserved: row by row, slot by slot; no megastructures."""
    bits = 0
    for row in range(st.DEVELOPMENT_3):
        if usable(t, s, s.seat, row):
            bits |= slot_bits(s, row) << st.MOST_SLOTS * row
    return bits


@kernel
def reserve_bits(t, s):
    return reservable(t, s) if s.actions_left > 0 else 0


@kernel
def reserve(t, s, row, slot):
    s.actions_left -= 1
    begin_reserve(t, s, row, slot)


@kernel
def begin_reserve(t, s, row, slot):
    """Take a card into reserve; if there is no room, another one goes back first."""
    if reserve_count(s, s.who) < reserve_limit(t, s, s.who):
        take_into_reserve(s, row, slot)
    else:
        s.reserve_row = row
        s.reserve_slot = slot
        s.ask = st.ASK_RETURN


@kernel
def held_bits(t, s):
    """All own reserved cards."""
    return (1 << reserve_count(s, s.seat)) - 1


@kernel
def give_back(t, s, i):
    """The card that goes back is chosen."""
    row, slot = s.reserve_row, s.reserve_slot
    s.reserve_row = -1
    s.reserve_slot = -1
    return_reserved(s, s.who, i)
    take_into_reserve(s, row, slot)


@kernel
def take_into_reserve(s, row, slot):
    add_reserved(s, s.who, take_from_row(s, row, slot, s.who))


@kernel
def add_reserved(s, seat, card):
    s.reserve[seat, reserve_count(s, seat)] = card


@kernel
def drop_reserved(s, seat, i):
    """Take a card out of a reserve and close the gap."""
    card = s.reserve[seat, i]
    for k in range(i, st.RESERVE_LIMIT - 1):
        s.reserve[seat, k] = s.reserve[seat, k + 1]
        s.veiled[seat, k] = s.veiled[seat, k + 1]
    s.reserve[seat, st.RESERVE_LIMIT - 1] = -1
    s.veiled[seat, st.RESERVE_LIMIT - 1] = False
    return card


@kernel
def remove_reserved(s, seat, i):
    """A reserved card is played or given away in the open."""
    show_reserved(s, seat, i)
    return drop_reserved(s, seat, i)


@kernel
def return_reserved(s, seat, i):
    """A reserved card goes face down on top of its deck."""
    row = row_of(s.reserve[seat, i])
    other = s.reserve[seat, 1 - i]
    same_back = other >= 0 and row_of(other) == row
    if same_back:
        draw_veil(s, seat, row)
    elif s.veiled[seat, i]:
        s.veil[row, s.top_size[row], 0] = st.STILL_KEPT
    veiled = s.veil[row, s.top_size[row], 0] != st.NO_VEIL
    cards = possible_cards(s, row, s.top_size[row])
    tell(s, ev.PUTS_BACK, 1 << seat if veiled else ALL, seat, s.reserve[seat, i], row, cards)
    put_on_top(s, row, drop_reserved(s, seat, i))
    s.veiled[seat, 0] |= same_back


@kernel
def possible_cards(s, row, at):
    """Bitset of the cards of a row that may lie in a veiled place, for those who did not see it laid."""
    bits = 0
    for k in range(at + 1):
        kept, newcomer = s.veil[row, k, 0], s.veil[row, k, 1]
        if kept != st.NO_VEIL:
            if kept != st.STILL_KEPT:
                bits = 1 << (kept - st.LARGEST_DECK * row)
            if newcomer != st.NO_VEIL:
                bits |= 1 << (newcomer - st.LARGEST_DECK * row)
    return bits


@kernel
def draw_veil(s, seat, row):
    """One of two cards goes onto the deck, nobody else sees which. A veiled card is always the older one."""
    at = s.top_size[row]
    s.veil[row, at, 0] = st.STILL_KEPT if s.veiled[seat, 0] else s.reserve[seat, 0]
    s.veil[row, at, 1] = s.reserve[seat, 1]
