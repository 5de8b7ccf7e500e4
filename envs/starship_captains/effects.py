"""Starship Captains: operations of effects, one after another, innermost effect first."""

from astrarium.core import kernel

from . import actions as act
from . import state as st
from . import tables as tb
from .board import ambush, ceasefire, gain_artifacts, gain_pirates, pirate_bits, raid
from .decks import board_spaces, discard_tech, draw_tech, peek
from .frames import arg_of, inner_of, next_op, op_of, pop, push
from .rooms import has_room, room_colour
from .ship import cargo_bits, hurt, leave_queue, medal_bits, repair_bits, spend_medal
from .techs import clear_slot, discard_drawn, draw_choice, drawn_bits, tech_bits
from .tracks import continue_advance, honesty_summit, is_advance, share_techs


@kernel
def continue_effect(t, s):
    """The next operation of the effect on top of the stack."""
    at = s.depth - 1
    op = op_of(t, s)
    if op == tb.OP_NONE:
        pop(s)
        return
    s.seat = s.f_seat[at]
    if s.f_left[at] < 0:
        s.f_left[at] = androids_in_crew(s, s.seat) if op == tb.OP_PER_ANDROID else arg_of(t, s)
    if is_advance(op):
        continue_advance(t, s)
    elif op == tb.OP_MOVE or op == tb.OP_JUMP:
        continue_travel(s, op)
    elif op == tb.OP_FIGHT or op == tb.OP_SAFE_FIGHT:
        ask_or_go_on(s, pirate_bits(t, s, s.location[s.seat]), st.ASK_FIGHT)
    elif op == tb.OP_RESEARCH:
        ask_or_go_on(s, tech_bits(t, s, s.seat, st.BY_RESEARCH), st.ASK_TECH)
    elif op == tb.OP_RECYCLE:
        ask_or_go_on(s, tech_bits(t, s, s.seat, st.BY_RECYCLING), st.ASK_TECH)
    elif op == tb.OP_REPAIR:
        ask_or_go_on(s, repair_bits(s, s.seat) if s.f_left[at] > 0 else 0, st.ASK_REPAIR)
    elif op == tb.OP_CHOICE:
        s.ask = st.ASK_CHOICE
    elif op == tb.OP_PAY:
        ask_or_go_on(s, pay_bits(t, s) | pay_slots(t, s) << st.NUM_SPENDS, st.ASK_PAY)
    elif op == tb.OP_COPY:
        ask_or_go_on(s, copy_bits(t, s), st.ASK_COPY)
    elif op == tb.OP_CROWD:
        ask_or_go_on(s, crowd_bits(t, s), st.ASK_CROWD)
    elif op == tb.OP_PER_ANDROID:
        repeat_inner(t, s)
    elif op == tb.OP_OMEGA or op == tb.OP_LIBRARY:
        continue_drawing(t, s, st.BY_OMEGA if op == tb.OP_OMEGA else st.BY_LIBRARY)
    else:
        resolve_now(t, s, op)


@kernel
def ask_or_go_on(s, options, ask):
    """Ask if there is anything to choose, else pass over the operation."""
    if options:
        s.ask = ask
    else:
        next_op(s)


@kernel
def continue_travel(s, op):
    if s.f_left[s.depth - 1] == 0:
        next_op(s)
    else:
        s.ask = st.ASK_MOVE if op == tb.OP_MOVE else st.ASK_JUMP


@kernel
def continue_drawing(t, s, how):
    """Three cards to choose from are drawn once, in the open."""
    if s.f_left[s.depth - 1] > 0:
        s.f_left[s.depth - 1] = 0
        draw_choice(t, s, how)
    if drawn_bits(t, s, s.seat, how):
        s.ask = st.ASK_DRAWN
    else:
        discard_drawn(s)
        next_op(s)


@kernel
def resolve_now(t, s, op):
    """Operations without a choice."""
    seat, n = s.seat, arg_of(t, s)
    next_op(s)
    if op == tb.OP_DAMAGE:
        hurt(s, seat, n, st.CAUSE_PRINTED)
    elif op == tb.OP_AMBUSH:
        ambush(t, s, s.location[seat], n)
    elif op == tb.OP_ANDROID:
        s.ready[seat, st.ANDROID] += n
    elif op == tb.OP_MEDAL:
        s.medals[seat] += n
    elif op == tb.OP_ARTIFACT:
        gain_artifacts(s, seat, n)
    elif op == tb.OP_PIRATE:
        gain_pirates(s, seat, n)
    elif op == tb.OP_QUEUE:
        for _ in range(n):
            if s.queue_size[seat] > 0:
                leave_queue(s, seat, 0)
    else:
        resolve_event_op(t, s, op, seat, n)


@kernel
def resolve_event_op(t, s, op, seat, n):
    if op == tb.OP_PEEK:
        peek(s, seat, n)
    elif op == tb.OP_CADET:
        s.ready[seat, st.CADET] += n
    elif op == tb.OP_RAID:
        raid(t, s)
    elif op == tb.OP_CEASEFIRE:
        ceasefire(t, s)
    elif op == tb.OP_SUMMIT:
        honesty_summit(s)
    elif op == tb.OP_SHARE:
        share_techs(t, s)
    elif op == tb.OP_DISCARD_TECH:
        discard_leftmost(t, s)


@kernel
def androids_in_crew(s, seat):
    """In the ready room and on the mission."""
    total = int(s.ready[seat, st.ANDROID])
    if seat == s.active:
        for line in range(st.MAX_LINES):
            if s.pad[line] == st.ANDROID:
                total += 1
    return total


@kernel
def discard_leftmost(t, s):
    """The leftmost tech of the board goes, a new one comes at once."""
    for space in range(board_spaces(s)):
        if s.tech_board[space] >= 0:
            discard_tech(s, s.tech_board[space])
            s.tech_board[space] = draw_tech(t, s)
            return


# Payments


@kernel
def pay_bits(t, s):
    """Bitset of the tokens that can be paid."""
    kind, seat = arg_of(t, s), s.f_seat[s.depth - 1]
    cargo = cargo_bits(s, seat)
    if kind == tb.PAY_ARTIFACT:
        return cargo & ~(1 << act.SPEND_PIRATE)
    if kind == tb.PAY_PIRATE:
        return cargo & 1 << act.SPEND_PIRATE
    if kind == tb.PAY_CARGO:
        return cargo
    if kind == tb.PAY_MEDAL:
        return medal_bits(s, seat)
    if kind == tb.PAY_ANDROID and s.ready[seat, st.ANDROID] > 0:
        return 1 << act.SPEND_ANDROID
    return 0


@kernel
def pay_slots(t, s):
    """Bitset of the slots whose tech can be paid."""
    bits = 0
    if arg_of(t, s) == tb.PAY_TECH:
        for slot in range(st.NUM_SLOTS):
            if s.slot[s.f_seat[s.depth - 1], slot] >= 0:
                bits |= 1 << slot
    return bits


@kernel
def pay_token(t, s, token):
    """Paid: the effect behind it follows."""
    seat = s.f_seat[s.depth - 1]
    if token == act.SPEND_ANDROID:
        s.ready[seat, st.ANDROID] -= 1
    else:
        spend_medal(s, seat, token)
    begin_inner(t, s, 0)


@kernel
def pay_tech(t, s, slot):
    clear_slot(t, s, s.f_seat[s.depth - 1], slot)
    begin_inner(t, s, 0)


@kernel
def begin_inner(t, s, which):
    """Go on with the effect inside this operation."""
    at = s.depth - 1
    effect, seat, source = inner_of(t, s, which), s.f_seat[at], s.f_source[at]
    next_op(s)
    push(t, s, effect, seat, source)


@kernel
def repeat_inner(t, s):
    """The effect inside this operation, as often as is left."""
    at = s.depth - 1
    if s.f_left[at] == 0:
        next_op(s)
        return
    s.f_left[at] -= 1
    push(t, s, inner_of(t, s, 0), s.f_seat[at], s.f_source[at])


# Copying a room (Holodeck)


@kernel
def copyable(t, s, owner, slot):
    card = s.slot[owner, slot]
    return card >= 0 and t.is_room[card] and not copies(t, card)


@kernel
def copies(t, card):
    """Is this itself a card that copies?"""
    return t.op[t.tech_effect[card], 0] == tb.OP_COPY


@kernel
def copy_bits(t, s):
    """Bitset of room techs that can be copied: players from the own seat on by slot, then shared ones."""
    bits = 0
    for k in range(s.num_players):
        owner = (s.seat + k) % s.num_players
        for slot in range(st.NUM_SLOTS):
            if copyable(t, s, owner, slot):
                bits |= 1 << (st.NUM_SLOTS * k + slot)
    return bits | shared_copy_bits(t, s) << st.NUM_SLOTS * st.MAX_PLAYERS


@kernel
def shared_copy_bits(t, s):
    bits = 0
    if s.sharing:
        for k in range(st.NUM_SHARED):
            card = s.shared[k]
            if card >= 0 and t.is_room[card] and not copies(t, card):
                bits |= 1 << k
    return bits


@kernel
def copy_room(t, s, card):
    """Resolve another room's effect; if that is used up by it, so is this card."""
    at = s.depth - 1
    seat, source = s.f_seat[at], s.f_source[at]
    next_op(s)
    if t.once[card] and st.FIRST_SLOT_ROOM <= source < st.FIRST_SHARED_ROOM:
        clear_slot(t, s, seat, source - st.FIRST_SLOT_ROOM)
    push(t, s, t.tech_effect[card], seat, source)


# Crowdsourcing


@kernel
def crowd_rooms(t, s, seat):
    """Bitset of own coloured rooms without an artifact."""
    bits = 0
    for room in range(st.NUM_OWN_ROOMS):
        if (
            s.crowd[seat, room] < 0
            and has_room(t, s, seat, room)
            and room_colour(t, s, seat, room) != st.GRAY
        ):
            bits |= 1 << room
    return bits


@kernel
def crowd_bits(t, s):
    """Bitset of the artifacts that can be laid on a room."""
    if crowd_rooms(t, s, s.seat) == 0:
        return 0
    return cargo_bits(s, s.seat) & ~(1 << act.SPEND_PIRATE)


@kernel
def lay_artifact(s, room):
    """The room is gray from now on."""
    seat = s.f_seat[s.depth - 1]
    s.artifacts[seat, s.crowd_artifact] -= 1
    s.crowd[seat, room] = s.crowd_artifact
    s.crowd_artifact = -1
    next_op(s)
