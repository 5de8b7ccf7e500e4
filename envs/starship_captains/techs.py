"""Starship Captains: taking techs and the bonuses of matching icons."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .decks import board_spaces, discard_tech, draw_omega, draw_tech
from .frames import next_op, op_of, push
from .ship import has_hook, push_hooks, renew_hooks


@kernel
def goes_over_techs(t, s):
    """Recycling and omegas may use the slot of an installed tech."""
    op = op_of(t, s)
    return op == tb.OP_RECYCLE or op == tb.OP_OMEGA


@kernel
def whole_slots(s, seat):
    """Bitset of the slots without damage."""
    return ~s.slot_damage[seat] & (1 << st.NUM_SLOTS) - 1


@kernel
def empty_slots(s, seat):
    """Bitset of the slots without damage that hold no tech."""
    bits = 0
    for slot in range(st.NUM_SLOTS):
        if s.slot[seat, slot] < 0:
            bits |= 1 << slot
    return bits & whole_slots(s, seat)


@kernel
def slots_for(t, s, card):
    """Bitset of the slots that this card may go to."""
    if goes_over_techs(t, s) or t.replaces[card]:
        return whole_slots(s, s.seat)
    return empty_slots(s, s.seat)


@kernel
def techs_to_take(t, s):
    """Bitset of the spaces of the tech board whose card could be installed."""
    bits = 0
    for space in range(board_spaces(s)):
        card = s.tech_board[space]
        if card >= 0 and slots_for(t, s, card):
            bits |= 1 << space
    return bits


@kernel
def take_tech(t, s, space):
    s.chosen = s.tech_board[space]
    s.tech_board[space] = -1


# Cards drawn to choose from


@kernel
def draw_choice(t, s):
    """Three cards, in the open."""
    for k in range(st.NUM_DRAWN):
        s.drawn[k] = draw_omega(s) if op_of(t, s) == tb.OP_OMEGA else draw_tech(t, s)
    tell(s, ev.DRAWS, ALL, s.drawn[0], s.drawn[1], s.drawn[2])


@kernel
def drawn_to_take(t, s):
    """Bitset of the drawn cards that could be installed."""
    bits = 0
    for k in range(st.NUM_DRAWN):
        if s.drawn[k] >= 0 and slots_for(t, s, s.drawn[k]):
            bits |= 1 << k
    return bits


@kernel
def take_drawn(t, s, k):
    s.chosen = s.drawn[k]
    s.drawn[k] = -1
    discard_drawn(s)


@kernel
def discard_drawn(s):
    """Cards that were not chosen are discarded."""
    tell(s, ev.NOT_CHOSEN, ALL, s.drawn[0], s.drawn[1], s.drawn[2])
    for k in range(st.NUM_DRAWN):
        discard_tech(s, s.drawn[k])
        s.drawn[k] = -1


@kernel
def take_none(t, s):
    discard_drawn(s)
    next_op(s)


# Slots


@kernel
def slots_for_chosen(t, s):
    return slots_for(t, s, s.chosen)


@kernel
def put_into_slot(t, s, slot):
    next_op(s)
    install(t, s, s.seat, slot)


@kernel
def clear_slot(t, s, seat, slot):
    """A tech leaves its slot, with the artifact that lay on the room."""
    tell(s, ev.DISCARDS, ALL, seat, s.slot[seat, slot])
    discard_tech(s, s.slot[seat, slot])
    s.slot[seat, slot] = -1
    room = st.FIRST_SLOT_ROOM + slot
    if s.crowd[seat, room] >= 0:
        s.artifact_discard[s.crowd[seat, room]] += 1
        s.crowd[seat, room] = -1
    renew_hooks(t, s, seat)
    s.stuffed = seat  # Dimensional Lockers may have gone


@kernel
def install(t, s, seat, slot):
    """The chosen card comes into a slot; its bonuses follow, then what other techs give for research."""
    card = s.chosen
    s.chosen = -1
    if s.slot[seat, slot] >= 0:
        clear_slot(t, s, seat, slot)
    push_hooks(t, s, seat, tb.HOOK_RESEARCH)  # before the card counts: not for itself
    s.slot[seat, slot] = card
    tell(s, ev.INSTALLS, ALL, seat, card, slot)
    renew_hooks(t, s, seat)
    push_bonuses(t, s, seat, slot)


@kernel
def shown_icon(t, s, seat, slot, place):
    """An icon of the card in a slot, or the printed one of an empty slot."""
    card = s.slot[seat, slot]
    return t.icon[card, place] if card >= 0 else t.slot_icon[s.slot_side, slot, place]


@kernel
def matching(t, s, seat, slot, height):
    """The icon that this slot's right edge and the next slot's left edge share at a height; else none."""
    right = shown_icon(t, s, seat, slot, tb.RIGHT_TOP + height)
    left = shown_icon(t, s, seat, slot + 1, tb.LEFT_TOP + height)
    return right if right == left else tb.ICON_NONE


@kernel
def bonus_icon(t, s, seat, slot, corner):
    """The icon that matches at a corner of a new card: left top, right top, left bottom, right bottom."""
    left = slot - 1 if corner & 1 == 0 else slot
    if left < 0 or left == st.NUM_SLOTS - 1:
        return tb.ICON_NONE
    return matching(t, s, seat, left, corner >> 1)


@kernel
def push_bonuses(t, s, seat, slot):
    """The bonuses of a new card from top to bottom, left before right; pushed from the last to the first."""
    icons = 0
    for corner in range(tb.NUM_ICONS):
        icon = bonus_icon(t, s, seat, slot, corner)
        icons = icons << 2 | icon
        if icon != tb.ICON_NONE:
            tell(s, ev.ICON_PAIR, ALL, seat, icon)
    for _ in range(tb.NUM_ICONS):
        push_bonus(t, s, seat, icons & 3)
        icons >>= 2


@kernel
def push_bonus(t, s, seat, icon):
    if icon == tb.ICON_REPAIR:
        push(t, s, t.bonus_repair_2 if has_hook(s, seat, tb.HOOK_REPAIR_BOTS) else t.bonus_repair, seat, -1)
    elif icon == tb.ICON_MEDAL:
        push(t, s, t.bonus_medal, seat, -1)
    elif icon == tb.ICON_MOVE:
        push(t, s, t.bonus_jump if has_hook(s, seat, tb.HOOK_WORMHOLE) else t.bonus_move, seat, -1)


@kernel
def icon_pairs(t, s, seat):
    """Matching pairs between all slots."""
    total = 0
    for slot in range(st.NUM_SLOTS - 1):
        for height in range(2):
            if matching(t, s, seat, slot, height) != tb.ICON_NONE:
                total += 1
    return total
