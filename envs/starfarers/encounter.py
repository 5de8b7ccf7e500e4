"""Starfarers of Catan: encounters. A card is a question and blocks of steps; one kernel interprets them.

The left neighbour reads the card; the others hear the question, and learn the card's number when its first
open step is carried out.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from . import tables as tb
from .build import carried_bits, num_expansions, room_bits
from .chance import draw
from .flight import first_starship, roll_total
from .resources import add_fame, bank_bits, hand_bits, pay, receive, receive_up_to, rob, slip

ALL_CARDS = (1 << st.NUM_ENCOUNTERS) - 1


@kernel
def continue_encounter(t, s):
    if s.card < 0:
        draw_card(t, s)
    elif s.block < 0:
        ask_question(t, s)
    elif s.at == tb.NUM_STEPS or t.op[s.card, s.block, s.at] == tb.OP_NONE:
        put_away(s)
    else:
        run_step(t, s, t.op[s.card, s.block, s.at])


@kernel
def nth_bit(bits, n):
    """The index of the n-th bit that is set, counting from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


@kernel
def draw_card(t, s):
    """The top card; when all have been drawn they are shuffled again."""
    if s.deck == 0:
        s.deck = ALL_CARDS
        s.discard = 0
    s.card = nth_bit(s.deck, draw(s, count(s.deck)))
    s.deck = s.deck & ~(1 << s.card)
    s.enemy = -1
    s.rolls[0] = -1
    s.rolls[1] = -1
    if t.question[s.card] < 0:
        s.revealed = 1
        go_to(s, tb.ANSWERS)


@kernel
def answer_bits(t, s):
    """Numbers of cards that could be given, or bit 0 for no and bit 1 for yes."""
    question = t.question[s.card]
    cards = int(s.hand_size[s.active])
    if t.question_gift[question]:
        return (2 << min(cards, st.MAX_GIFT)) - 1
    return 3 if cards >= t.question_needs[question] else 1


@kernel
def ask_question(t, s):
    s.seat = s.active
    if answer_bits(t, s) == 1:
        go_to(s, tb.ANSWERS)
    else:
        s.ask = st.ASK_QUESTION


@kernel
def go_to(s, block):
    s.block = block
    s.at = 0
    s.left = -1


@kernel
def next_step(s):
    s.at += 1
    s.left = -1


@kernel
def put_away(s):
    """The card is done: to the discard pile, unless it has been shuffled into the deck."""
    if not s.deck >> s.card & 1:
        s.discard = s.discard | (1 << s.card)
    s.card = -1
    s.revealed = 0
    s.block = -1
    s.at = 0
    s.left = 0
    for r in range(st.NUM_RESOURCES):
        s.gift[r] = 0
        s.swapped[r] = 0
    if not s.another:
        s.phase = st.FLIGHT
    s.another = 0


# Steps


@kernel
def run_step(t, s, op):
    if op > tb.LAST_SECRET:
        s.revealed = 1
    arg = int(t.arg[s.card, s.block, s.at])
    if op <= tb.OP_ASK_ATTACK or op == tb.OP_ANY:
        run_cards(s, op, arg)
    elif op >= tb.OP_FIGHT:
        run_test(s, op, arg)
    elif op == tb.OP_ADD or op == tb.OP_REMOVE:
        run_expansion(s, op)
    elif op == tb.OP_BEG or op == tb.OP_WEAR:
        run_round(s, op, arg)
    else:
        run_outcome(t, s, op, arg)
        next_step(s)


@kernel
def run_cards(s, op, arg):
    """Steps in which the active player chooses cards, or answers the second question."""
    seat = s.active
    s.seat = seat
    if op == tb.OP_ASK_ATTACK:
        s.ask = st.ASK_ATTACK
        return
    if s.left < 0:
        s.left = 3 if op == tb.OP_SWAP else arg
    if s.left == 0:
        next_step(s)
    elif op == tb.OP_GIVE or (s.left == 3 and op == tb.OP_SWAP):
        cards = hand_bits(s, seat)
        if count(cards) == 1:
            give(s, lowest(cards))
        else:
            s.ask = st.ASK_GIVE
    else:
        cards = take_bits(s, op)
        if cards == 0:
            next_step(s)
        elif count(cards) == 1:
            take(s, op, lowest(cards))
        else:
            s.ask = st.ASK_TAKE


@kernel
def take_bits(s, op):
    """Cards of the bank; in a swap of other kinds than the one given."""
    bits = bank_bits(s)
    if op == tb.OP_SWAP:
        for r in range(st.NUM_RESOURCES):
            if s.gift[r] > 0:
                bits &= ~(1 << r)
    return bits


@kernel
def give(s, r):
    pay(s, s.active, r, 1)
    s.gift[r] += 1
    s.left -= 1


@kernel
def take(s, op, r):
    receive(s, s.active, r, 1)
    if op == tb.OP_SWAP:
        s.swapped[r] += 1
    s.left -= 1


@kernel
def run_expansion(s, op):
    seat = s.active
    s.seat = seat
    kinds = room_bits(s, seat) if op == tb.OP_ADD else carried_bits(s, seat)
    if kinds == 0:
        next_step(s)
    elif count(kinds) > 1:
        s.ask = st.ASK_ADD if op == tb.OP_ADD else st.ASK_REMOVE
    else:
        change_expansion(s, seat, lowest(kinds), 1 if op == tb.OP_ADD else -1)
        next_step(s)


@kernel
def change_expansion(s, seat, expansion, n):
    s.expansion[seat, expansion] += n


@kernel
def run_round(s, op, arg):
    """Everybody in turn: the others give a card, or every large mother ship loses something."""
    if s.left < 0:
        s.left = 0
        s.asked = 1 if op == tb.OP_BEG else 0
    while s.asked < s.num_players:
        seat = (s.active + s.asked) % s.num_players
        if op == tb.OP_BEG and s.hand_size[seat] > 0:
            s.seat = seat
            s.ask = st.ASK_BEG
            return
        if op == tb.OP_WEAR and num_expansions(s, seat) > arg:
            if count(carried_bits(s, seat)) > 1:
                s.seat = seat
                s.ask = st.ASK_REMOVE
                return
            change_expansion(s, seat, lowest(carried_bits(s, seat)), -1)
        s.asked += 1
    s.asked = 0
    next_step(s)


@kernel
def beg(s, r):
    """The asked seat parts with a card; only the two know which."""
    slip(s, s.seat, s.active, r)
    s.asked += 1


@kernel
def remove(t, s, expansion):
    """The asked seat has chosen what its mother ship loses."""
    change_expansion(s, s.seat, expansion, -1)
    if t.op[s.card, s.block, s.at] == tb.OP_WEAR:
        s.asked += 1
    else:
        next_step(s)


@kernel
def run_outcome(t, s, op, arg):
    """Steps without a choice."""
    seat = s.active
    if op == tb.OP_GAIN:
        receive_up_to(s, seat, t.arg_resource[s.card, s.block, s.at], arg)
    elif op == tb.OP_FAME:
        add_fame(s, seat, arg)
    elif op == tb.OP_HALT:
        ship = first_starship(s, seat)
        if ship >= 0:
            s.halted = s.halted | (1 << ship)
    elif op == tb.OP_JUMP:
        ship = first_starship(s, seat)
        if ship >= 0 and not (s.halted | s.flown) >> ship & 1:
            s.jumper = ship
    elif op == tb.OP_SHIP:
        s.credit[seat] = min(s.credit[seat] + 1, st.MAX_CREDIT)
    elif op == tb.OP_ROB:
        for k in range(1, s.num_players):
            rob(s, (seat + k) % s.num_players, seat)
    elif op == tb.OP_RETURN or op == tb.OP_FORFEIT:
        undo_gift(s, op)
    elif op == tb.OP_COUNCIL:
        council(s)
    elif op == tb.OP_RESHUFFLE:
        s.deck = ALL_CARDS
        s.discard = 0
    elif op == tb.OP_NEW:
        s.another = 1


@kernel
def undo_gift(s, op):
    """The cards given come back, or those taken for them are lost."""
    for r in range(st.NUM_RESOURCES):
        if op == tb.OP_RETURN:
            receive(s, s.active, r, s.gift[r])
            s.gift[r] = 0
        else:
            pay(s, s.active, r, s.swapped[r])
            s.swapped[r] = 0


@kernel
def council(s):
    """A fame ring for whoever has most freight rings, at least one; for all of them on a tie."""
    most = 1
    for p in range(s.num_players):
        most = max(most, s.expansion[p, st.FREIGHT])
    for k in range(s.num_players):
        p = (s.active + k) % s.num_players
        if s.expansion[p, st.FREIGHT] == most:
            add_fame(s, p, 1)


@kernel
def run_test(s, op, arg):
    """Compare mother ships, or just roll; the active player wins ties."""
    seat = s.active
    if op == tb.OP_ROLL:
        s.rolls[0] = roll_total(s)
        go_to(s, tb.ROLLS + s.rolls[0])
        return
    enemy = (seat + arg + s.num_players) % s.num_players
    s.enemy = enemy
    if op == tb.OP_FLEE:
        s.rolls[0] = s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]
        s.rolls[1] = s.expansion[enemy, st.BOOSTER]
        go_to(s, tb.ESCAPED if s.rolls[0] >= s.rolls[1] else tb.CAUGHT)
        return
    if op == tb.OP_FIGHT:  # an opponent who rolls for pirates has no friends to help
        s.rolls[0] = roll_total(s) + s.expansion[seat, st.CANNON] + s.combat_bonus[seat]
        s.rolls[1] = roll_total(s) + s.expansion[enemy, st.CANNON]
    else:
        s.rolls[0] = roll_total(s) + s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]
        s.rolls[1] = roll_total(s) + s.expansion[enemy, st.BOOSTER] + s.speed_bonus[enemy]
    go_to(s, tb.WON if s.rolls[0] >= s.rolls[1] else tb.LOST)
