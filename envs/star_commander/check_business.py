"""Star Commander: what holds for all that is under way: the stack, announcements, combat, offers."""

from astrarium.core import kernel

from . import state as st
from . import tables as tb
from .check_board import is_one_of, is_seat, is_vessel, on_board
from .vessels import has

# The stack and small business


@kernel
def pick_holds(t, s, item, k, value, seat, depth):
    """Does the k-th pick of an item name something that exists? A vessel may be gone."""
    what = t.item_pick[item, k]
    if what == tb.PICK_VESSEL:
        return value == -1 or is_vessel(s, value)
    if what in (tb.PICK_SYSTEM, tb.PICK_SITE):
        return on_board(s, value)
    if what == tb.PICK_PLAYER:
        return is_seat(s, value) and value != seat
    if what == tb.PICK_COMMAND:
        return value >= 0 and value < depth
    if what == tb.PICK_X:
        return value >= 1 and value <= st.MAX_X
    if what == tb.PICK_HAND_CARD:
        return value >= 0 and value < st.NUM_CARDS
    return what == tb.PICK_NONE and value == -1


@kernel
def stack_place_holds(t, s, i):
    if s.stack_size < 0 or s.stack_size > st.STACK_CAP:
        return False
    if i >= s.stack_size:
        for k in range(st.NUM_PICKS):
            if s.stack_pick[i, k] != 0:
                return False
        return not (s.stack_item[i] or s.stack_seat[i] or s.stack_cell[i] or s.countered[i])
    item = s.stack_item[i]
    if item < 0 or item >= st.NUM_ITEMS or not is_seat(s, s.stack_seat[i]):
        return False
    for k in range(st.NUM_PICKS):
        if not pick_holds(t, s, item, k, s.stack_pick[i, k], s.stack_seat[i], i):
            return False
    return s.stack_cell[i] == -1 or on_board(s, s.stack_cell[i])


@kernel
def announcement_holds(t, s):
    if s.item < 0:
        for k in range(st.NUM_PICKS):
            if s.pick[k] != -1:
                return False
        return s.item == -1 and s.pick_at == 0
    if s.item >= st.NUM_ITEMS or not is_seat(s, s.announcer) or s.pick_at < 0 or s.pick_at > st.NUM_PICKS:
        return False
    for k in range(st.NUM_PICKS):
        if k >= s.pick_at:
            if s.pick[k] != -1:
                return False
        elif not pick_holds(t, s, s.item, k, s.pick[k], s.announcer, s.stack_size):
            return False
    return True


@kernel
def business_holds(s):
    if not (s.mover == -1 or is_vessel(s, s.mover)) or (s.mover == -1 and s.destination != -1):
        return False
    if s.destination != -1 and not on_board(s, s.destination):
        return False
    if s.want == st.WANT_NONE and (s.pick_cell != -1 or s.pick_owner != -1 or s.pick_kind != -1):
        return False
    if s.draws < 0 or not is_seat(s, s.draw_seat) or not (s.steal_from == -1 or is_seat(s, s.steal_from)):
        return False
    if s.selling < 0 or s.selling > 2 or not (s.build_cell == -1 or on_board(s, s.build_cell)):
        return False
    for v in range(s.top):
        if has(s, v, st.RIDING) and s.mover < 0:
            return False
    for g in range(st.NUM_GRANTS):
        if not (s.grant_vessel[g] == -1 or is_vessel(s, s.grant_vessel[g])):
            return False
    return combat_holds(s)


@kernel
def combat_holds(s):
    if (st.IN_COMBAT >> s.phase & 1 == 1) != (s.battle >= 0) or s.battle >= st.NUM_CELLS:
        return False
    if (s.phase == st.WINDOW) != (s.window != st.NO_WINDOW) or not is_one_of(s.window, 5):
        return False
    if s.attacker == -1:
        return s.target == -1 and s.attack_left == 0 and s.targets_left == 0
    return is_vessel(s, s.attacker) and (s.target == -1 or is_vessel(s, s.target)) and s.attack_left > 0


# Offers


@kernel
def offer_holds(t, s):
    listed = 0
    for v in range(s.top):
        if has(s, v, st.LISTED):
            listed += 1
    for side in range(2):
        for i in range(st.OFFER_VESSELS):
            v = s.offer_vessels[side, i]
            if v != -1:
                listed -= 1
                if not (is_vessel(s, v) and has(s, v, st.LISTED)):
                    return False
        cell = s.offer_system[side]
        if s.offer_credits[side] < 0 or not (cell == -1 or (on_board(s, cell) and s.owner[cell] >= 0)):
            return False
    if listed != 0 or (s.offer_credits[st.GIVE] > 0 and s.offer_credits[st.TAKE] > 0):
        return False
    return s.offer_stage != st.OFFER_NONE or offer_empty(s)


@kernel
def offer_empty(s):
    for side in range(2):
        if s.offer_credits[side] or s.offer_technology[side] != -1 or s.offer_system[side] != -1:
            return False
        for i in range(st.OFFER_CARDS):
            if s.offer_cards[side, i] != -1 or s.handed[i] != -1:
                return False
        for i in range(st.OFFER_VESSELS):
            if s.offer_vessels[side, i] != -1:
                return False
    for domain in range(st.NUM_DOMAINS):
        if s.offer_domains[domain]:
            return False
    return s.partner == -1 and s.adding_side == st.GIVE
