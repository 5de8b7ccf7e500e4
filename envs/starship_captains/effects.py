"""Starship Captains: operations of effects, one after another, innermost effect first."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .board import ambush, ceasefire, gain_artifacts, gain_pirates, raid
from .crew import call_from_queue, gain_androids, gain_cadets
from .decks import board_spaces, peek, replace_tech
from .frames import arg_of, inner_of, next_op, op_of, pop, push
from .rooms import has_room, room_card, room_colour
from .ship import artifact_bits, cargo_tokens, gain_medals, hurt, medal_tokens, pirate_token, spend
from .techs import clear_slot, draw_choice
from .tracks import go_on_advancing, honesty_summit, share_techs


@kernel
def go_on_with_effect(t, s):
    """The next step of the effect on top of the stack."""
    at = s.depth - 1
    op = op_of(t, s)
    s.seat = s.f_seat[at]
    if op == tb.OP_NONE:
        pop(s)
        return
    if s.f_left[at] < 0:
        begin_op(t, s, op)
    if s.f_left[at] == 0:
        next_op(s)
    elif tb.ADVANCES >> op & 1:
        go_on_advancing(t, s)
    elif op == tb.OP_PER_ANDROID:
        repeat_inner(t, s)
    elif op == tb.OP_MOVE:
        s.ask = st.ASK_MOVE
    elif op == tb.OP_JUMP:
        s.ask = st.ASK_JUMP
    elif op == tb.OP_REPAIR:
        s.ask = st.ASK_REPAIR
    elif op == tb.OP_FIGHT or op == tb.OP_SAFE_FIGHT:
        s.ask = st.ASK_FIGHT
    elif op == tb.OP_RESEARCH or op == tb.OP_RECYCLE:
        s.ask = st.ASK_TECH
    elif op == tb.OP_OMEGA or op == tb.OP_LIBRARY:
        s.ask = st.ASK_DRAWN
    elif op == tb.OP_CHOICE:
        s.ask = st.ASK_CHOICE
    elif op == tb.OP_PAY:
        s.ask = st.ASK_PAY
    elif op == tb.OP_COPY:
        s.ask = st.ASK_COPY
    elif op == tb.OP_CROWD:
        s.ask = st.ASK_CROWD
    else:
        resolve_now(t, s, op)


@kernel
def begin_op(t, s, op):
    """How often the operation is done; cards to choose from are drawn once."""
    at = s.depth - 1
    if s.f_at[at] == 0:
        tell_ability(t, s, room_card(s, s.seat, s.f_source[at]))
    if op == tb.OP_PER_ANDROID:
        s.f_left[at] = androids_in_crew(s, s.seat)
    elif op == tb.OP_PAY:
        s.f_left[at] = 1
    else:
        s.f_left[at] = arg_of(t, s)
    if op == tb.OP_OMEGA or op == tb.OP_LIBRARY:
        draw_choice(t, s)


@kernel
def tell_ability(t, s, card):
    """An effect that comes from an ability, when it begins; not if another tech lies in its slot by now."""
    if card >= 0 and t.hook[card] >= 0 and t.tech_effect[card] == s.f_effect[s.depth - 1]:
        tell(s, ev.ABILITY, ALL, s.seat, card)


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
        gain_androids(s, seat, n)
    elif op == tb.OP_MEDAL:
        gain_medals(s, seat, n)
    elif op == tb.OP_ARTIFACT:
        gain_artifacts(s, seat, n)
    elif op == tb.OP_PIRATE:
        gain_pirates(s, seat, n)
    elif op == tb.OP_QUEUE:
        call_from_queue(s, seat, n)
    else:
        resolve_event_op(t, s, op, seat, n)


@kernel
def resolve_event_op(t, s, op, seat, n):
    if op == tb.OP_PEEK:
        peek(s, seat, n)
    elif op == tb.OP_CADET:
        gain_cadets(s, seat, n)
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
            replace_tech(t, s, space)
            return


# Payments


@kernel
def tokens_to_pay(t, s):
    """Bitset of the tokens that can be paid."""
    kind = arg_of(t, s)
    if kind == tb.PAY_ARTIFACT:
        return artifact_bits(s, s.seat)
    if kind == tb.PAY_PIRATE:
        return pirate_token(s, s.seat)
    if kind == tb.PAY_CARGO:
        return cargo_tokens(t, s)
    if kind == tb.PAY_MEDAL:
        return medal_tokens(t, s)
    if kind == tb.PAY_ANDROID and s.ready[s.seat, st.ANDROID] > 0:
        return 1 << st.TOKEN_ANDROID
    return 0


@kernel
def techs_to_pay(t, s):
    """Bitset of the slots whose tech can be paid."""
    bits = 0
    if arg_of(t, s) == tb.PAY_TECH:
        for slot in range(st.NUM_SLOTS):
            if s.slot[s.seat, slot] >= 0:
                bits |= 1 << slot
    return bits


@kernel
def pay_token(t, s, token):
    """Paid: the effect behind it follows."""
    spend(s, s.seat, token)
    begin_inner(t, s, 0)


@kernel
def pay_tech(t, s, slot):
    clear_slot(t, s, s.seat, slot)
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
    s.f_left[at] -= 1
    push(t, s, inner_of(t, s, 0), s.f_seat[at], s.f_source[at])


# Copying a room (Holodeck)


@kernel
def copyable(t, card):
    """Room techs but those that copy themselves."""
    return card >= 0 and t.is_room[card] and t.op[t.tech_effect[card], 0] != tb.OP_COPY


@kernel
def rooms_to_copy(t, s, k):
    """Bitset of the slots of the k-th player from the own seat on whose room tech can be copied."""
    bits = 0
    if k < s.num_players:
        for slot in range(st.NUM_SLOTS):
            if copyable(t, s.slot[owner_at(s, k), slot]):
                bits |= 1 << slot
    return bits


@kernel
def owner_at(s, k):
    return (s.seat + k) % s.num_players


@kernel
def shared_to_copy(t, s):
    bits = 0
    if s.sharing:
        for k in range(st.NUM_SHARED):
            if copyable(t, s.shared[k]):
                bits |= 1 << k
    return bits


@kernel
def copy_room(t, s, k, slot):
    copy_card(t, s, s.slot[owner_at(s, k), slot])


@kernel
def copy_shared(t, s, k):
    copy_card(t, s, s.shared[k])


@kernel
def copy_card(t, s, card):
    """Resolve another room's effect; if that is used up by it, so is this card."""
    source = s.f_source[s.depth - 1]
    tell(s, ev.COPIES, ALL, s.seat, card)
    next_op(s)
    if t.once[card] and st.FIRST_SLOT_ROOM <= source < st.FIRST_SHARED_ROOM:
        clear_slot(t, s, s.seat, source - st.FIRST_SLOT_ROOM)
    push(t, s, t.tech_effect[card], s.seat, source)


# Crowdsourcing


@kernel
def rooms_to_open(t, s):
    """Bitset of own coloured rooms without an artifact."""
    bits = 0
    for room in range(st.NUM_OWN_ROOMS):
        if s.crowd[s.seat, room] < 0 and has_room(t, s, s.seat, room):
            if room_colour(t, s, s.seat, room) != st.GRAY:
                bits |= 1 << room
    return bits


@kernel
def artifacts_to_lay(t, s):
    """Bitset of the artifacts that can be laid on a room."""
    return artifact_bits(s, s.seat) if rooms_to_open(t, s) else 0


@kernel
def choose_artifact(t, s, token):
    s.crowd_artifact = token


@kernel
def lay_artifact(t, s, room):
    """The room is gray from now on."""
    s.artifacts[s.seat, s.crowd_artifact] -= 1
    s.crowd[s.seat, room] = s.crowd_artifact
    tell(s, ev.CROWDSOURCES, ALL, s.seat, room, room_card(s, s.seat, room))
    s.crowd_artifact = -1
    next_op(s)
