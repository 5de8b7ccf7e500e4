"""Star Tycoon: what holds after every decision. Slow and thorough; for tests and sweeps."""

from astrarium.core import kernel

from . import invariants as inv
from . import state as st
from .check_business import business_holds, offer_holds, payment_holds, question_holds, solo_holds
from .check_cards import cards_hold, deck_holds, forges_hold, reserve_holds, row_holds, veil_holds
from .check_corporations import brands_hold, production_holds, room_holds, sites_hold, targets_hold
from .check_table import companies_hold, market_holds, players_hold, turn_holds


@kernel
def check(t, s):
    """0, or the number of the first broken invariant."""
    if not turn_holds(s):
        return inv.BAD_TURN
    if not players_hold(s):
        return inv.BAD_PLAYERS
    if not companies_hold(s):
        return inv.BAD_COMPANIES
    if not market_holds(s):
        return inv.BAD_MARKET
    for row in range(st.NUM_ROWS):
        if not row_holds(t, s, row):
            return inv.BAD_ROWS
        if not deck_holds(s, row):
            return inv.BAD_DECKS
    for p in range(st.MAX_PLAYERS):
        if not reserve_holds(t, s, p):
            return inv.BAD_RESERVE
    for row in range(st.NUM_ROWS):
        if not veil_holds(t, s, row):
            return inv.BAD_VEIL
        if not cards_hold(s, row):
            return inv.BAD_CARDS
    if not forges_hold(s):
        return inv.BAD_FORGES
    if not sites_hold(t, s):
        return inv.BAD_SITES
    if not room_holds(t, s):
        return inv.BAD_ROOM
    if not production_holds(t, s):
        return inv.BAD_PRODUCTION
    if not brands_hold(t, s):
        return inv.BAD_BRANDS
    if not targets_hold(t, s):
        return inv.BAD_TARGETS
    if not payment_holds(t, s):
        return inv.BAD_PAYMENT
    if not business_holds(s):
        return inv.BAD_BUSINESS
    if not solo_holds(s):
        return inv.BAD_SOLO
    if not offer_holds(s):
        return inv.BAD_OFFER
    return inv.ALL_HOLDS if s.over != 0 or question_holds(t, s) else inv.BAD_QUESTION
