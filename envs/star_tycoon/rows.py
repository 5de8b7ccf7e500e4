"""Star Tycoon: decks and the rows of face-up cards.

A deck has three parts: cards that everybody knows on top, the pool, and cards that everybody knows below. The
order of the pool is nobody's business, so it is drawn when a card is.
"""

from astrarium.core import kernel, tell
from astrarium.core.bits import count, draw_bit
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .corporation import has_ability


@kernel
def in_force(t, s, rule):
    """Does the event of this round bring that rule?"""
    return s.event >= 0 and t.event_rules[s.event] & rule != 0


@kernel
def row_of(card):
    """The row that a card belongs to."""
    return min(card // st.LARGEST_DECK, st.DEVELOPMENT_3)


@kernel
def deck_size(s, row):
    return s.top_size[row] + count(s.pool[row]) + s.bottom_size[row]


@kernel
def draw(s, row):
    """Take the uppermost card of a deck; -1 when there is none."""
    if s.top_size[row] > 0:
        return draw_top(s, row)
    if s.pool[row]:
        bit = draw_bit(s, s.pool[row])
        s.pool[row] ^= 1 << bit
        return st.LARGEST_DECK * row + bit
    if s.bottom_size[row] > 0:
        return draw_bottom(s, row)
    return -1


@kernel
def draw_top(s, row):
    s.top_size[row] -= 1
    at = s.top_size[row]
    card = s.top[row, at]
    s.top[row, at] = -1
    if s.veil[row, at, 0] != st.NO_VEIL:
        show_drawn(s, row, at, card)
    return card


@kernel
def draw_bottom(s, row):
    card = s.bottom[row, 0]
    s.bottom_size[row] -= 1
    for k in range(s.bottom_size[row]):
        s.bottom[row, k] = s.bottom[row, k + 1]
    s.bottom[row, s.bottom_size[row]] = -1
    return card


@kernel
def put_on_top(s, row, card):
    s.top[row, s.top_size[row]] = card
    s.top_size[row] += 1


@kernel
def put_below(s, row, card):
    s.bottom[row, s.bottom_size[row]] = card
    s.bottom_size[row] += 1


# The veil: see state.py


@kernel
def lift_veil(s, row, at):
    """Everybody knows the card of this place."""
    s.veil[row, at, 0] = st.NO_VEIL
    s.veil[row, at, 1] = st.NO_VEIL


@kernel
def show_drawn(s, row, at, card):
    """A card is drawn from a veiled place: what follows from it is known to all."""
    kept, newcomer = s.veil[row, at, 0], s.veil[row, at, 1]
    lift_veil(s, row, at)
    if card != newcomer and kept == st.STILL_KEPT:
        show_kept(s, row, at, card)
    if newcomer != st.NO_VEIL and (card != newcomer or kept != st.STILL_KEPT):
        lift_reserve_veil(s, row)


@kernel
def show_kept(s, row, at, card):
    """It is known now which card was kept when the place `at` was laid, and so what lies below."""
    for k in range(at - 1, -1, -1):
        kept, newcomer = s.veil[row, k, 0], s.veil[row, k, 1]
        if kept != st.NO_VEIL:
            lift_veil(s, row, k)
            if newcomer == card and kept == st.STILL_KEPT:
                s.veil[row, k, 0] = st.STILL_KEPT  # what had been kept until then went back here
            if newcomer == card or kept != st.STILL_KEPT:
                return


@kernel
def lift_reserve_veil(s, row):
    for seat in range(s.num_players):
        for i in range(st.RESERVE_LIMIT):
            if s.veiled[seat, i] and row_of(s.reserve[seat, i]) == row:
                s.veiled[seat, i] = False


@kernel
def show_reserved(s, seat, i):
    """Everybody sees this reserved card."""
    if s.veiled[seat, i]:
        s.veiled[seat, i] = False
        row = row_of(s.reserve[seat, i])
        show_kept(s, row, s.top_size[row], s.reserve[seat, i])


# Rows


@kernel
def row_size(t, s):
    return st.MOST_SLOTS if in_force(t, s, tb.RULE_OPPORTUNITY) else st.ROW_SIZE


@kernel
def slot_bits(s, row):
    """Bitset of the slots that hold a card."""
    bits = 0
    for slot in range(st.MOST_SLOTS):
        if s.row[row, slot] >= 0:
            bits |= 1 << slot
    return bits


@kernel
def has_cards(s, row):
    for slot in range(st.MOST_SLOTS):
        if s.row[row, slot] >= 0:
            return True
    return False


@kernel
def fill_row(t, s, row, phishing):
    """Fill every gap from the deck; the row is full then, even if the deck has run out (ruling 2)."""
    fresh = 0
    for slot in range(row_size(t, s)):
        if s.row[row, slot] < 0:
            s.row[row, slot] = draw(s, row)
            s.phished[row, slot] = phishing and s.row[row, slot] >= 0
            fresh |= int(s.row[row, slot] + 1) << 8 * slot
    s.full[row] = True
    if fresh:
        tell(s, ev.NEW_CARDS, ALL, row, fresh)


@kernel
def replenish(t, s):
    """The end of a turn: no row keeps a gap."""
    phishing = in_force(t, s, tb.RULE_PHISHING)
    for row in range(st.NUM_ROWS):
        fill_row(t, s, row, phishing)


@kernel
def clear_slot(s, row, slot):
    s.row[row, slot] = -1
    s.phished[row, slot] = False


@kernel
def put_row_below(s, row):
    """All cards of a row go under their deck, in the order of their slots (ruling 5)."""
    for slot in range(st.MOST_SLOTS):
        if s.row[row, slot] >= 0:
            put_below(s, row, s.row[row, slot])
            clear_slot(s, row, slot)


@kernel
def refresh(t, s, row):
    put_row_below(s, row)
    fill_row(t, s, row, False)


@kernel
def take_from_row(s, row, slot, seat):
    """The card of a slot, with the illegal goods that lie on it; the row is no longer full."""
    card = s.row[row, slot]
    if s.phished[row, slot]:
        s.tokens[seat, st.ILLEGAL] += 1
        tell(s, ev.PHISHES, ALL, seat, card)
    clear_slot(s, row, slot)
    s.full[row] = False
    return card


@kernel
def usable(t, s, seat, row):
    """May the seat purchase, reserve and refresh here? Orange Corp needs no full development rows."""
    return s.full[row] or (row != st.PLANETS and has_ability(t, s, seat, tb.ORANGE))


@kernel
def refreshable_rows(t, s):
    """Rows that can be refreshed. Only Orange Corp can refresh a row without cards (ruling 70)."""
    bits = 0
    for row in range(st.NUM_ROWS):
        if usable(t, s, s.seat, row) and (has_cards(s, row) or can_refresh_empty(t, s, row)):
            bits |= 1 << row
    return bits


@kernel
def can_refresh_empty(t, s, row):
    return row != st.PLANETS and deck_size(s, row) > 0 and has_ability(t, s, s.seat, tb.ORANGE)


@kernel
def refresh_bits(t, s):
    return refreshable_rows(t, s) if s.actions_left > 0 else 0


@kernel
def refresh_row(t, s, row):
    """The Refresh action."""
    s.actions_left -= 1
    refresh(t, s, row)


@kernel
def full_rows(s):
    """Rows that are full and hold cards."""
    bits = 0
    for row in range(st.NUM_ROWS):
        if s.full[row] and has_cards(s, row):
            bits |= 1 << row
    return bits
