"""Star Commander: cards and abilities: which can be played, what they name, how they go on the stack."""

import numpy as np

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .build import build_cells, mass_cells, price, site_cells
from .cards import discard_card, hand_bits, remove_card
from .credits import pay
from .movement import drummond_cells, push_cells
from .systems import any_phase, controls_power, domains
from .vessels import (
    attack,
    has,
    is_ship,
    protected,
    set_flag,
    want_vessel,
    who,
)

# The question that asks for a thing, by what is named: nothing, a vessel, a system, a player and so on.
PICK_QUESTION = np.zeros(tb.NUM_PICK_KINDS, np.int8)
PICK_QUESTION[tb.PICK_SYSTEM] = PICK_QUESTION[tb.PICK_SITE] = st.ASK_SYSTEM
PICK_QUESTION[tb.PICK_PLAYER] = st.ASK_PLAYER
PICK_QUESTION[tb.PICK_COMMAND] = st.ASK_STACK
PICK_QUESTION[tb.PICK_X] = st.ASK_X
PICK_QUESTION[tb.PICK_HAND_CARD] = st.ASK_COST


@kernel
def is_card(item):
    """A card, not an ability."""
    return item < st.NUM_CARDS


# Which vessels, systems, players an item may name


@kernel
def may_redirect(t, s, seat, v):
    """Once a combat by its own ability, and once by each Raise Shields (0.9.4) of this seat."""
    if s.v_owner[v] == seat and t.kind_redirect[s.v_kind[v]] and not has(s, v, st.REDIRECTED):
        return True
    for g in range(st.NUM_GRANTS):
        if s.grant_vessel[g] == v and s.grant_seat[g] == seat:
            return True
    return False


@kernel
def filtered(t, s, seat, item, k, v):
    """Whose and which class of vessel the k-th pick of an item takes, and whether protection bars it."""
    by = t.item_by[item, k]
    own = s.v_owner[v] == seat
    if by == tb.BY_OWN_SHIP:
        fits = own and is_ship(t, s, v)
    elif by == tb.BY_OWN_VESSEL:
        fits = own
    elif by == tb.BY_ENEMY:
        fits = not own
    elif by == tb.BY_SHIP:
        fits = is_ship(t, s, v)
    elif by == tb.BY_FOREIGN_SHIP:
        fits = not own and is_ship(t, s, v)
    elif by == tb.BY_SELF:
        fits = own and s.v_kind[v] == t.ability_source[item - st.NUM_CARDS]
    elif by == tb.BY_REDIRECT:
        fits = s.v_cell[v] == s.battle and may_redirect(t, s, seat, v)
    elif by == tb.BY_ASSIGNED:
        fits = s.v_cell[v] == s.battle and s.v_assigned[v] > 0
    else:
        fits = by == tb.BY_ANY
    return fits and not (t.item_target[item, k] and protected(t, s, v, is_card(item)))


@kernel
def partner_fits(t, s, seat, item, v, w):
    """A second vessel beside the first one."""
    return w != v and s.v_kind[w] >= 0 and s.v_cell[w] == s.v_cell[v] and filtered(t, s, seat, item, 1, w)


@kernel
def has_partner(t, s, seat, item, v):
    for w in range(s.top):
        if partner_fits(t, s, seat, item, v, w):
            return True
    return False


@kernel
def vessel_fits(t, s, seat, item, k, v):
    """May the k-th pick of this item be that vessel, so that the later picks are possible too?"""
    if k > 0:
        before = t.item_pick[item, k - 1]
        if before == tb.PICK_VESSEL:
            return partner_fits(t, s, seat, item, s.pick[k - 1], v)
        if before == tb.PICK_SYSTEM and s.v_cell[v] != s.pick[k - 1]:
            return False
    if not filtered(t, s, seat, item, k, v):
        return False
    op = t.item_op[item, 0]
    if op == tb.OP_UNDEVELOP:
        return attack(t, s, v) > 0 and s.developments[s.v_cell[v]] > t.item_arg[item, 0, 0]
    if op == tb.OP_ATTACK:
        return attack(t, s, v) > 0 and has_partner(t, s, seat, item, v)
    if op == tb.OP_DESTROY_OWN or op == tb.OP_REDIRECT:
        return has_partner(t, s, seat, item, v)
    if op == tb.OP_DOUBLE_ATTACK:
        strength = attack(t, s, v)
        return strength > 0 and s.credits[seat] >= strength
    if op == tb.OP_PAY_X:
        return s.credits[seat] > 0
    if op == tb.OP_PUSH:
        return push_cells(t, s, v) != 0
    if op == tb.OP_JUMP:
        return drummond_cells(t, s, v) != 0
    return True


@kernel
def some_vessel(t, s, seat, item, k):
    for v in range(s.top):
        if s.v_kind[v] >= 0 and vessel_fits(t, s, seat, item, k, v):
            return True
    return False


@kernel
def item_cells(t, s, seat, item, k):
    """Bitset of the systems that the k-th pick of an item may name."""
    op = t.item_op[item, 0]
    if t.item_pick[item, k] == tb.PICK_SITE:
        return site_cells(t, s, seat, t.card_kind[item])
    if op == tb.OP_BUILD:
        return mass_cells(t, s, seat, t.item_arg[item, 0, 0])
    if op == tb.OP_PUSH:
        return push_cells(t, s, s.pick[k - 1])
    if op == tb.OP_JUMP:
        return drummond_cells(t, s, s.pick[k - 1])
    board = int(st.BOARD[s.size])
    if op == tb.OP_RANGE2 or op == tb.OP_LOCK:
        return board
    bits = 0
    for cell in range(st.NUM_CELLS):
        if board >> cell & 1:
            if op == tb.OP_CREDITS:
                fits = s.developments[cell] > 0
            elif op == tb.OP_DESTROY_ALL:
                fits = s.here[cell, seat] > s.stations[cell, seat]
            else:
                fits = s.here[cell, seat] > 0
            if fits and op == tb.OP_DESTROY:
                fits = some_victim(t, s, seat, item, cell)
            if fits:
                bits |= 1 << cell
    return bits


@kernel
def some_victim(t, s, seat, item, cell):
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell and filtered(t, s, seat, item, 1, v):
            return True
    return False


@kernel
def rivals_with_cards(s, seat):
    """Bitset of the other players with a hand, counted clockwise from the next player."""
    bits = 0
    for k in range(s.num_players - 1):
        if s.hand_size[(seat + 1 + k) % s.num_players] > 0:
            bits |= 1 << k
    return bits


@kernel
def commands_on_stack(t, s):
    bits = 0
    for i in range(s.stack_size):
        if is_card(s.stack_item[i]) and t.card_type[s.stack_item[i]] == st.COMMAND:
            bits |= 1 << i
    return bits


@kernel
def possible(t, s, seat, item):
    """Can all picks of this item be made, and its costs be paid, now?"""
    k = 0
    if t.item_pick[item, 0] == tb.PICK_HAND_CARD:
        if s.hand_size[seat] == 0:
            return False
        k = 1
    what = t.item_pick[item, k]
    if what == tb.PICK_VESSEL:
        return some_vessel(t, s, seat, item, k)
    if what == tb.PICK_SITE and price(t, s, seat, t.card_kind[item]) > s.credits[seat]:
        return False
    if what == tb.PICK_SITE or what == tb.PICK_SYSTEM:
        return item_cells(t, s, seat, item, k) != 0
    if what == tb.PICK_PLAYER:
        return rivals_with_cards(s, seat) != 0
    if what == tb.PICK_COMMAND:
        return commands_on_stack(t, s) != 0
    return t.item_op[item, 0] != tb.OP_DRAW or domains(t, s, seat) != 0


# What a seat can play or activate


@kernel
def forsei(t, s, seat):
    """May this seat build ships now although it is not its command phase (ruling 67)?"""
    return seat == s.active and s.stack_size == 0 and any_phase(t, s, seat)


@kernel
def play_bits(t, s, seat):
    """Bitset of the hand cards this seat can play now, whatever the phase."""
    bits = 0
    if s.stack_size >= st.STACK_CAP:
        return bits
    main = s.phase == st.COMMAND_PHASE and seat == s.active and s.stack_size == 0
    yards = -1
    tried = 0
    for i in range(s.hand_size[seat]):
        card = s.hand[seat, i]
        if tried >> card & 1:
            continue
        tried |= 1 << card
        card_type = t.card_type[card]
        if card_type == st.COMMAND:
            playable = possible(t, s, seat, card)
        elif card_type == st.TECHNOLOGY:
            playable = main
        else:
            playable = main
            if not main and card_type == st.SHIP_CARD:
                if yards < 0:
                    yards = 1 if forsei(t, s, seat) else 0
                playable = yards == 1
            playable = playable and possible(t, s, seat, card)
        if playable:
            bits |= 1 << card
    return bits


@kernel
def ship_card_bits(t, s, seat):
    """Bitset of the ships in hand that can be built by Forsei outside the command phase."""
    bits = 0
    for i in range(s.hand_size[seat]):
        card = s.hand[seat, i]
        if t.card_type[card] == st.SHIP_CARD and possible(t, s, seat, card):
            bits |= 1 << card
    return bits


@kernel
def ability_bits(t, s, seat):
    """Bitset of the abilities this seat can activate now."""
    bits = 0
    if s.stack_size >= st.STACK_CAP:
        return bits
    for ability in range(st.NUM_ABILITIES):
        source = t.ability_source[ability]
        kind = t.ability_from[ability]
        if kind == tb.FROM_TECHNOLOGY:
            usable = s.technology[seat, source] > 0
        elif kind == tb.FROM_VESSEL:
            usable = s.credits[seat] > 0 and in_play(s, seat, source)
        elif kind == tb.FROM_SYSTEM:
            usable = s.hand_size[seat] > 0 and controls_power(t, s, seat, source)
        else:
            usable = kind == tb.FROM_COMBAT and s.phase == st.WINDOW and s.window == st.AFTER_ASSIGN
        if usable and possible(t, s, seat, st.NUM_CARDS + ability):
            bits |= 1 << ability
    return bits


@kernel
def shipyard_cells(t, s, seat):
    """Systems where Forsei lets this seat build ships in a window now."""
    if s.phase == st.WINDOW and forsei(t, s, seat):
        return build_cells(t, s, seat, True)
    return 0


@kernel
def playable(t, s):
    return play_bits(t, s, s.seat)


@kernel
def usable(t, s):
    return ability_bits(t, s, s.seat)


@kernel
def window_yards(t, s):
    return shipyard_cells(t, s, s.seat)


@kernel
def ships_in_hand(t, s):
    return ship_card_bits(t, s, s.seat)


@kernel
def can_act(t, s, seat):
    """Has this seat anything but a pass, asked in a window or for a response?"""
    return play_bits(t, s, seat) != 0 or ability_bits(t, s, seat) != 0 or shipyard_cells(t, s, seat) != 0


@kernel
def in_play(s, seat, kind):
    """Does this player have a vessel of that kind?"""
    for v in range(s.top):
        if s.v_kind[v] == kind and s.v_owner[v] == seat:
            return True
    return False


# Announcing


@kernel
def announce(t, s, item):
    """Begin to play a card or use an ability; what it names is asked one after another."""
    if is_card(item):
        remove_card(s, s.seat, item)
    s.item = item
    s.announcer = s.seat
    s.pick_at = 0
    for k in range(st.NUM_PICKS):
        s.pick[k] = -1
    ask_pick(t, s)


@kernel
def play(t, s, card):
    announce(t, s, card)


@kernel
def activate(t, s, ability):
    announce(t, s, st.NUM_CARDS + ability)


@kernel
def ask_pick(t, s):
    """Ask for the next thing that the item names; when all is named it goes on the stack."""
    what = tb.PICK_NONE
    if s.pick_at < st.NUM_PICKS:
        what = t.item_pick[s.item, s.pick_at]
    if what == tb.PICK_NONE:
        put_on_stack(t, s)
    elif what == tb.PICK_VESSEL:
        want_vessel(s, s.announcer, st.WANT_ITEM, -1)
    else:
        s.seat = s.announcer
        s.ask = PICK_QUESTION[what]


@kernel
def systems_to_name(t, s):
    return item_cells(t, s, s.announcer, s.item, s.pick_at)


@kernel
def players_to_name(t, s):
    return rivals_with_cards(s, s.announcer)


@kernel
def cards_to_discard(t, s):
    return hand_bits(s, s.announcer)


@kernel
def amounts_to_pay(t, s):
    """X: 1 to 10."""
    return (1 << (min(st.MAX_X, s.credits[s.announcer]) + 1)) - 2


@kernel
def name_next(t, s, what):
    """Enter what the item names next: a vessel, a system, an item of the stack, X."""
    s.pick[s.pick_at] = what
    s.pick_at += 1
    ask_pick(t, s)


@kernel
def name_player(t, s, place):
    name_next(t, s, (s.announcer + 1 + place) % s.num_players)


@kernel
def discard_as_cost(t, s, card):
    discard_card(s, s.announcer, card)
    tell(s, ev.DISCARDS, ALL, s.announcer, card)
    name_next(t, s, card)


@kernel
def pay_costs(t, s):
    """Costs are paid when the item goes on the stack."""
    seat, item = s.announcer, s.item
    op = t.item_op[item, 0]
    if is_card(item) and t.card_kind[item] >= 0:
        pay(s, seat, price(t, s, seat, t.card_kind[item]))
    elif op == tb.OP_DOUBLE_ATTACK:
        pay(s, seat, attack(t, s, s.pick[0]))
    elif op == tb.OP_PAY_X:
        pay(s, seat, s.pick[1])
    elif op == tb.OP_REDIRECT:
        use_redirect(t, s, seat, s.pick[0])


@kernel
def use_redirect(t, s, seat, v):
    """Spend the vessel's own ability first, then a grant of Raise Shields."""
    if s.v_owner[v] == seat and t.kind_redirect[s.v_kind[v]] and not has(s, v, st.REDIRECTED):
        set_flag(s, v, st.REDIRECTED)
        return
    for g in range(st.NUM_GRANTS):
        if s.grant_vessel[g] == v and s.grant_seat[g] == seat:
            s.grant_vessel[g] = -1
            return


@kernel
def unanswerable(s):
    """Forsei's ships outside command phase and windows resolve at once, without answers (ruling 67)."""
    return s.phase != st.COMMAND_PHASE and s.phase != st.WINDOW


@kernel
def told(t, s, k):
    """What the item names, as it is told: a vessel with all that it is, a Command instead of its place."""
    what, value = t.item_pick[s.item, k], s.pick[k]
    if what == tb.PICK_VESSEL:
        return who(s, value)
    return s.stack_item[value] if what == tb.PICK_COMMAND else value


@kernel
def put_on_stack(t, s):
    if t.item_pick[s.item, 0] != tb.PICK_NONE:
        tell(s, ev.ANNOUNCES, ALL, s.announcer, s.item, told(t, s, 0), told(t, s, 1), told(t, s, 2))
    pay_costs(t, s)
    i = s.stack_size
    s.stack_size += 1
    s.stack_item[i] = s.item
    s.stack_seat[i] = s.announcer
    s.stack_cell[i] = -1
    s.countered[i] = False
    for k in range(st.NUM_PICKS):
        s.stack_pick[i, k] = s.pick[k]
        if t.item_pick[s.item, k] == tb.PICK_VESSEL:
            s.stack_cell[i] = s.v_cell[s.pick[k]]
        s.pick[k] = -1
    s.item = -1
    s.pick_at = 0
    s.passed = 0
    s.resolving = unanswerable(s)
