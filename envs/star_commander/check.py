"""Star Commander: what holds after every decision. Slow and thorough; for tests and sweeps."""

from astrarium.core import kernel

from . import invariants as inv
from . import state as st
from .check_board import (
    bonuses_hold,
    damage_holds,
    fleets_hold,
    is_one_of,
    is_seat,
    owners_hold,
    pile_holds,
    powers_hold,
    slot_holds,
    systems_hold,
)
from .check_business import announcement_holds, business_holds, offer_holds, stack_place_holds
from .check_cards import cards_hold, deck_holds, hand_holds
from .combat import seat_at
from .picking import for_offer


@kernel
def check(t, s):
    """0, or the number of the first broken invariant."""
    if not turn_holds(s):
        return inv.BAD_TURN
    broken = check_cards(t, s)
    if broken == inv.ALL_HOLDS:
        broken = check_board(t, s)
    if broken == inv.ALL_HOLDS:
        broken = check_business(t, s)
    if broken == inv.ALL_HOLDS and s.over == 0:
        if not question_holds(s):
            return inv.BAD_QUESTION
    return broken


@kernel
def check_cards(t, s):
    for p in range(st.MAX_PLAYERS):
        if not hand_holds(s, p):
            return inv.BAD_HAND
    for domain in range(st.NUM_DOMAINS):
        if not deck_holds(s, domain):
            return inv.BAD_DECK
    return inv.ALL_HOLDS


@kernel
def check_board(t, s):
    if not systems_hold(t, s):
        return inv.BAD_SYSTEMS
    if not (owners_hold(s) and powers_hold(t, s)):
        return inv.BAD_OWNERS
    for v in range(st.NUM_SLOTS):
        if not slot_holds(t, s, v):
            return inv.BAD_SLOT
    if s.top < 0 or s.top > st.NUM_SLOTS or (s.top > 0 and s.v_kind[s.top - 1] < 0):
        return inv.BAD_SLOT
    for kind in range(st.NUM_KINDS):
        if not pile_holds(t, s, kind):
            return inv.BAD_PILE
    if not fleets_hold(t, s):
        return inv.BAD_FLEET
    if not bonuses_hold(t, s):
        return inv.BAD_BONUS
    return inv.ALL_HOLDS if damage_holds(t, s) else inv.BAD_DAMAGE


@kernel
def check_business(t, s):
    for i in range(st.STACK_CAP):
        if not stack_place_holds(t, s, i):
            return inv.BAD_STACK
    if not announcement_holds(t, s):
        return inv.BAD_ANNOUNCEMENT
    for domain in range(st.NUM_DOMAINS):
        if not cards_hold(t, s, domain):
            return inv.BAD_CARDS
    if not business_holds(s):
        return inv.BAD_BUSINESS
    return inv.ALL_HOLDS if offer_holds(t, s) else inv.BAD_OFFER


# The turn


@kernel
def is_place(s, place, running):
    """How many seats have been asked in turn; none where nobody is."""
    return place >= 0 and place <= (s.num_players if running else 0)


@kernel
def places_hold(s):
    return (
        is_place(s, s.passed, s.stack_size > 0 or s.resolving or s.phase == st.WINDOW)
        and is_place(s, s.invited, s.phase == st.INITIATE)
        and is_place(s, s.assigned, s.phase == st.ASSIGN)
        and is_place(s, s.retreated, s.phase == st.RETREAT)
        and is_place(s, s.raided, s.phase == st.RAID)
        and is_place(s, s.answered, s.offer_stage == st.OFFER_ANSWERS)
    )


@kernel
def turn_holds(s):
    if not (is_seat(s, s.seat) and is_seat(s, s.active) and is_seat(s, s.normal_seat)):
        return False
    if not (is_one_of(s.phase, st.NUM_PHASES) and places_hold(s)):
        return False
    if s.num_extra < 0 or s.num_extra > st.EXTRA_CAP or s.offers_left < 0 or s.offers_left > s.trade:
        return False
    for i in range(st.EXTRA_CAP):
        if not (is_seat(s, s.extra[i]) if i < s.num_extra else s.extra[i] == 0):
            return False
    for p in range(st.MAX_PLAYERS):
        if s.credits[p] < 0 or (p >= s.num_players and (s.credits[p] > 0 or s.hand_size[p] > 0)):
            return False
    return s.round == (s.turns + s.num_players - 1) // s.num_players


# The question


@kernel
def question_holds(s):
    """Somebody is asked, it is the one whose matter it is, and the matter is under way."""
    ask = s.ask
    if ask == st.ASK_NOTHING:
        return False
    if ask == st.ASK_COMMAND:
        return s.phase == st.COMMAND_PHASE and s.seat == s.active and s.stack_size == 0
    if ask == st.ASK_RESPOND:
        return s.seat == seat_at(s, s.passed) and (s.stack_size > 0 or s.phase == st.WINDOW)
    if ask == st.ASK_EFFECT:
        return s.phase == st.EFFECTS and s.seat == s.active
    if ask == st.ASK_COMBAT:
        return s.phase == st.CHOOSE_COMBAT and s.seat == s.active
    if ask == st.ASK_INITIATE:
        return s.phase == st.INITIATE and s.seat == seat_at(s, s.invited)
    if ask == st.ASK_PORTION:
        return s.attacker >= 0 and s.seat == s.v_owner[s.attacker]
    if ask == st.ASK_RAID:
        return s.phase == st.RAID and s.seat == seat_at(s, s.raided)
    return offer_question_holds(s) and small_question_holds(s)


@kernel
def offer_question_holds(s):
    ask = s.ask
    if ask == st.ASK_PARTNER:
        return s.offer_stage == st.OFFER_PARTNER and s.seat == s.active
    if ask == st.ASK_OFFER:
        return s.offer_stage == st.OFFER_BUILD and s.seat == s.active
    if ask == st.ASK_ANSWER:
        return s.offer_stage == st.OFFER_ANSWERS and s.seat == seat_at(s, s.answered)
    if ask == st.ASK_HANDOVER:
        return s.offer_stage == st.OFFER_HANDOVER and s.seat == s.partner
    return True


@kernel
def small_question_holds(s):
    ask = s.ask
    if ask == st.ASK_VESSEL_CELL or ask == st.ASK_GROUP or ask == st.ASK_WHICH:
        return s.want != st.WANT_NONE and not for_offer(s)
    if ask == st.ASK_OFFER_VESSEL_CELL or ask == st.ASK_OFFER_GROUP or ask == st.ASK_OFFER_WHICH:
        return for_offer(s) and s.seat == s.active
    if ask == st.ASK_SYSTEM or ask == st.ASK_PLAYER or ask == st.ASK_STACK:
        return s.item >= 0 and s.seat == s.announcer
    if ask == st.ASK_X or ask == st.ASK_COST:
        return s.item >= 0 and s.seat == s.announcer
    if ask == st.ASK_DESTINATION:
        return s.mover >= 0 and s.seat == s.v_owner[s.mover]
    if ask == st.ASK_DECK:
        return s.draws > 0 and s.seat == s.draw_seat
    if ask == st.ASK_STEAL:
        return s.steal_from >= 0 and s.seat == s.thief
    if ask == st.ASK_SALE:
        return s.selling > 0 and s.seat == s.active
    if ask == st.ASK_KIND:
        return s.build_cell >= 0 and s.seat == s.active
    return True
