"""Star Tycoon: checks of rows, decks, reserves and veils: each card is in exactly one place."""

from astrarium.core import kernel
from astrarium.core.bits import count

from . import state as st
from . import tables as tb
from .check_table import within
from .corporation import has_ability
from .reserve import reserve_limit
from .rows import in_force, row_of, row_size

BROKEN = -2  # instead of a card


@kernel
def belongs(row, card):
    """Is this a card of the row's deck?"""
    return within(card, st.LARGEST_DECK * row, st.LARGEST_DECK * row + int(st.DECK_SIZES[row]) - 1)


@kernel
def bit_of(row, card):
    """A card in a set of cards of its deck."""
    return 1 << (card - st.LARGEST_DECK * row)


@kernel
def row_holds(t, s, row):
    phishing = in_force(t, s, tb.RULE_PHISHING)
    for slot in range(st.MOST_SLOTS):
        card = s.row[row, slot]
        if card != -1 and (slot >= row_size(t, s) or not belongs(row, card)):
            return False
        if s.phished[row, slot] and (card == -1 or not phishing):
            return False
    return within(s.full[row], 0, 1)


@kernel
def deck_holds(s, row):
    if not (within(s.top_size[row], 0, st.TOP_CAP) and within(s.bottom_size[row], 0, st.LARGEST_DECK)):
        return False
    for i in range(st.TOP_CAP):
        card = s.top[row, i]
        if not (belongs(row, card) if i < s.top_size[row] else card == -1):
            return False
    for i in range(st.LARGEST_DECK):
        card = s.bottom[row, i]
        if not (belongs(row, card) if i < s.bottom_size[row] else card == -1):
            return False
    return s.pool[row] >= 0 and s.gone[row] >= 0


@kernel
def reserve_holds(t, s, p):
    limit = reserve_limit(t, s, p) if p < s.num_players else 0
    for i in range(st.RESERVE_LIMIT):
        card = s.reserve[p, i]
        if card == -1:
            if s.veiled[p, i]:
                return False
        elif (
            i >= limit
            or card < 0
            or card >= st.LARGEST_DECK * st.DEVELOPMENT_3
            or (i > 0 and s.reserve[p, i - 1] == -1)
        ):
            return False
    return True


@kernel
def veil_holds(t, s, row):
    """Each veiled place holds one of its two cards; the one that is kept at last lies in Farble's reserve."""
    kept = -1
    for at in range(st.TOP_CAP):
        first, second = s.veil[row, at, 0], s.veil[row, at, 1]
        if first == st.NO_VEIL:
            if second != st.NO_VEIL:
                return False
        else:
            if at >= s.top_size[row] or (first == st.STILL_KEPT) != (kept >= 0):
                return False
            kept = kept_above(row, kept if kept >= 0 else first, second, s.top[row, at])
            if kept == BROKEN or (first != st.STILL_KEPT and second == st.NO_VEIL):
                return False
    return kept == reserved_veil(t, s, row)


@kernel
def kept_above(row, kept, newcomer, card):
    """What is kept after `card` went onto the deck, -1 if nothing is; BROKEN if it was neither of the two."""
    if row == st.DEVELOPMENT_3 or not belongs(row, kept):
        return BROKEN
    if newcomer == st.NO_VEIL:
        return -1 if card == kept else BROKEN
    if not belongs(row, newcomer) or newcomer == kept or (card != kept and card != newcomer):
        return BROKEN
    return newcomer if card == kept else kept


@kernel
def reserved_veil(t, s, row):
    """The veiled card of a row in a reserve, -1 if there is none; BROKEN if it is not Farble's older one."""
    found = -1
    for p in range(s.num_players):
        for i in range(st.RESERVE_LIMIT):
            if s.veiled[p, i] and row_of(s.reserve[p, i]) == row:
                found = s.reserve[p, i] if i == 0 and has_ability(t, s, p, tb.FARBLE) else BROKEN
    return found


@kernel
def in_flight(s):
    """The card that has left its deck, its row or a reserve and is not in play yet; -1 if there is none."""
    return s.card if s.ask == st.ASK_SITE or s.ask == st.ASK_BOOM else -1


@kernel
def cards_hold(s, row):
    """As many places as cards, and every card in one of them."""
    seen, places = s.pool[row] | s.gone[row], count(s.pool[row]) + count(s.gone[row])
    for slot in range(st.MOST_SLOTS):
        if s.row[row, slot] >= 0:
            seen |= bit_of(row, s.row[row, slot])
            places += 1
    for i in range(s.top_size[row]):
        seen |= bit_of(row, s.top[row, i])
    for i in range(s.bottom_size[row]):
        seen |= bit_of(row, s.bottom[row, i])
    places += s.top_size[row] + s.bottom_size[row]
    for p in range(s.num_players):
        for i in range(st.RESERVE_LIMIT):
            if belongs(row, s.reserve[p, i]):
                seen |= bit_of(row, s.reserve[p, i])
                places += 1
    if belongs(row, in_flight(s)):
        seen |= bit_of(row, in_flight(s))
        places += 1
    size = int(st.DECK_SIZES[row])
    for card in range(st.LARGEST_DECK * row, st.LARGEST_DECK * row + size):
        if s.owner[card] >= 0:
            seen |= bit_of(row, card)
            places += 1
    return places == size and seen == (1 << size) - 1


@kernel
def forges_hold(s):
    """Omniforges 1 to the number of players; alone, any one and perhaps another."""
    for p in range(s.num_players):
        found = 0
        for forge in range(st.NUM_FORGES):
            if s.owner[st.FIRST_FORGE + forge] == p:
                found += 1
                if s.num_players > 1 and forge >= s.num_players:
                    return False
        if found != 1 and not (s.num_players == 1 and found == 2):
            return False
    return True
