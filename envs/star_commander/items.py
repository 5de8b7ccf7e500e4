"""Star Commander: cards and abilities: which can be played, what they name, how they go on the stack."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from . import tables as tb
from .build import build_cells, mass_cells, price, site_cells
from .cards import hand_bits, remove_card
from .movement import drummond_cells, push_cells
from .systems import any_phase, commands, domains
from .vessels import (
    attack,
    has,
    is_ship,
    protected,
    set_flag,
)

# Which vessels, systems, players an item may pick


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
    return fits and not (t.item_target[item, k] and protected(t, s, v, item < st.NUM_CARDS))


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
        if s.stack_item[i] < st.NUM_CARDS and t.card_type[s.stack_item[i]] == st.COMMAND:
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
            usable = s.hand_size[seat] > 0 and commands(t, s, seat, source)
        else:
            usable = kind == tb.FROM_COMBAT and s.phase == st.WINDOW and s.window == 2
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
def announce(t, s, seat, item):
    """Begin to play a card or use an ability; the picks follow."""
    if item < st.NUM_CARDS:
        remove_card(s, seat, item)
    s.item = item
    s.announcer = seat
    s.pick_at = 0
    for k in range(st.NUM_PICKS):
        s.pick[k] = -1


@kernel
def pick_options(t, s):
    """Bitset of what the present pick, other than a vessel, may be."""
    seat, item, k = s.announcer, s.item, s.pick_at
    what = t.item_pick[item, k]
    if what == tb.PICK_SYSTEM or what == tb.PICK_SITE:
        return item_cells(t, s, seat, item, k)
    if what == tb.PICK_PLAYER:
        return rivals_with_cards(s, seat)
    if what == tb.PICK_COMMAND:
        return commands_on_stack(t, s)
    if what == tb.PICK_HAND_CARD:
        return hand_bits(s, seat)
    return (1 << (min(st.MAX_X, s.credits[seat]) + 1)) - 2  # X: 1 to 10


@kernel
def take_pick(s, value):
    s.pick[s.pick_at] = value
    s.pick_at += 1


@kernel
def make_pick(t, s, option):
    """Enter the chosen option of `pick_options`; a hand card is discarded at once."""
    seat = s.announcer
    what = t.item_pick[s.item, s.pick_at]
    if what == tb.PICK_PLAYER:
        option = (seat + 1 + option) % s.num_players
    elif what == tb.PICK_HAND_CARD:
        remove_card(s, seat, option)
        s.discard[option] += 1
    take_pick(s, option)


@kernel
def continue_announcement(t, s):
    """Ask for the next pick, make it where there is no choice, or put the finished item on the stack."""
    what = tb.PICK_NONE
    if s.pick_at < st.NUM_PICKS:
        what = t.item_pick[s.item, s.pick_at]
    if what == tb.PICK_NONE:
        put_on_stack(t, s)
        return
    s.seat = s.announcer
    if what == tb.PICK_VESSEL:
        s.want = st.WANT_ITEM
        s.pick_group = -1
        s.pick_cell = -1
        return
    bits = pick_options(t, s)
    if count(bits) == 1:
        make_pick(t, s, lowest(bits))
    elif what == tb.PICK_SYSTEM or what == tb.PICK_SITE:
        s.ask = st.ASK_SYSTEM
    elif what == tb.PICK_PLAYER:
        s.ask = st.ASK_PLAYER
    elif what == tb.PICK_COMMAND:
        s.ask = st.ASK_STACK
    elif what == tb.PICK_HAND_CARD:
        s.ask = st.ASK_HAND_CARD
    elif what == tb.PICK_X:
        s.ask = st.ASK_X


@kernel
def pay_costs(t, s):
    """Costs are paid when the item goes on the stack."""
    seat, item = s.announcer, s.item
    op = t.item_op[item, 0]
    if item < st.NUM_CARDS and t.card_kind[item] >= 0:
        s.credits[seat] -= price(t, s, seat, t.card_kind[item])
    elif op == tb.OP_DOUBLE_ATTACK:
        s.credits[seat] -= attack(t, s, s.pick[0])
    elif op == tb.OP_PAY_X:
        s.credits[seat] -= s.pick[1]
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
def put_on_stack(t, s):
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
    s.want = st.WANT_NONE
    s.passed = 0
    # Forsei's ships outside command phase and windows cannot be answered (ruling 67)
    s.resolving = s.phase != st.COMMAND_PHASE and s.phase != st.WINDOW
