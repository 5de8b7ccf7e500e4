"""Starfarers of Catan: encounters. A card is a question and blocks of steps; one kernel interprets them.

The left neighbour reads the card; the others hear the question, and learn the card's number when its first
open step is carried out.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import script
from . import state as st
from .build import carried_bits, num_expansions, room_bits
from .chance import draw
from .flight import first_starship, roll_total
from .resources import add_fame, bank_bits, hand_bits, next_due, pay, receive, receive_up_to, rob, slip

ALL_CARDS = (1 << st.NUM_ENCOUNTERS) - 1


@kernel
def continue_encounter(t, s):
    if s.card < 0:
        draw_card(t, s)
    elif s.part < 0:
        ask_question(t, s)
    elif s.at == script.NUM_STEPS or this_step(t, s) == script.OP_NONE:
        put_away(s)
    else:
        run_step(t, s, this_step(t, s))


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
        go_to(s, script.ANSWERS)


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
        go_to(s, script.ANSWERS)
    else:
        s.ask = st.ASK_QUESTION


@kernel
def go_to(s, part):
    """On to a part of the card, at its first step."""
    s.part = part
    s.at = 0
    s.begun = 0


@kernel
def next_step(s):
    s.at += 1
    s.begun = 0


@kernel
def put_away(s):
    """The card is done: to the discard pile, unless it has been shuffled into the deck."""
    if not s.deck >> s.card & 1:
        s.discard = s.discard | (1 << s.card)
    s.card = -1
    s.revealed = 0
    s.part = -1
    s.at = 0
    for r in range(st.NUM_RESOURCES):
        s.gift[r] = 0
        s.swapped[r] = 0
    if not s.another:
        s.phase = st.FLIGHT
    s.another = 0


# Steps


@kernel
def this_step(t, s):
    """The step of the card that is carried out."""
    return t.op[s.card, s.part, s.at]


@kernel
def run_step(t, s, op):
    arg = int(t.arg[s.card, s.part, s.at])
    if not s.begun:
        begin_step(s, op, arg)
    if op == script.OP_GIVE or op == script.OP_SWAP or op == script.OP_ANY:
        continue_cards(t, s)
    elif op == script.OP_ASK_ATTACK:
        s.seat = s.active
        s.ask = st.ASK_ATTACK
    elif op == script.OP_ADD or op == script.OP_REMOVE:
        run_expansion(s, op)
    elif op == script.OP_BEG:
        continue_begging(s)
    elif op == script.OP_WEAR:
        continue_wear(s)
    elif op == script.OP_FIGHT or op == script.OP_RACE or op == script.OP_FLEE or op == script.OP_ROLL:
        run_test(s, op, arg)
    else:
        run_outcome(t, s, op, arg)
        next_step(s)


@kernel
def begin_step(s, op, arg):
    """What has to be done in a step. The first one that is a result makes the card's number public."""
    s.begun = 1
    if op == script.OP_GIVE:
        s.to_give = arg
    elif op == script.OP_SWAP:
        s.to_give, s.to_take = 1, 2
    elif op != script.OP_ASK_ATTACK:
        s.revealed = 1
        if op == script.OP_ANY:
            s.to_take = arg
        elif op == script.OP_BEG:
            s.due = with_cards(s) & ~(1 << s.active)
        elif op == script.OP_WEAR:
            s.due = worn(s, arg)


@kernel
def continue_cards(t, s):
    """The active player chooses cards to give to the bank, then to take from it."""
    s.seat = s.active
    if s.to_give > 0:
        cards = hand_bits(s, s.seat)
        if count(cards) == 1:
            give(s, lowest(cards))
        else:
            s.ask = st.ASK_GIVE
        return
    cards = take_bits(t, s) if s.to_take > 0 else 0
    if cards == 0:
        s.to_take = 0
        next_step(s)
    elif count(cards) == 1:
        take(t, s, lowest(cards))
    else:
        s.ask = st.ASK_TAKE


@kernel
def take_bits(t, s):
    """Cards of the bank; in a swap of other kinds than the one given."""
    bits = bank_bits(s)
    if this_step(t, s) == script.OP_SWAP:
        for r in range(st.NUM_RESOURCES):
            if s.gift[r] > 0:
                bits &= ~(1 << r)
    return bits


@kernel
def give(s, r):
    pay(s, s.active, r, 1)
    s.gift[r] += 1
    s.to_give -= 1


@kernel
def take(t, s, r):
    receive(s, s.active, r, 1)
    if this_step(t, s) == script.OP_SWAP:
        s.swapped[r] += 1
    s.to_take -= 1


@kernel
def run_expansion(s, op):
    seat = s.active
    s.seat = seat
    kinds = room_bits(s, seat) if op == script.OP_ADD else carried_bits(s, seat)
    if kinds == 0:
        next_step(s)
    elif count(kinds) > 1:
        s.ask = st.ASK_ADD if op == script.OP_ADD else st.ASK_REMOVE
    else:
        change_expansion(s, seat, lowest(kinds), 1 if op == script.OP_ADD else -1)
        next_step(s)


@kernel
def change_expansion(s, seat, expansion, n):
    s.expansion[seat, expansion] += n


# Steps that go round


@kernel
def with_cards(s):
    """Bitset of the seats with cards."""
    bits = 0
    for p in range(s.num_players):
        if s.hand_size[p] > 0:
            bits |= 1 << p
    return bits


@kernel
def worn(s, most):
    """Bitset of the seats whose mother ship has more expansions than that."""
    bits = 0
    for p in range(s.num_players):
        if num_expansions(s, p) > most:
            bits |= 1 << p
    return bits


@kernel
def continue_begging(s):
    """Each of the others with cards gives one."""
    if s.due == 0:
        next_step(s)
    else:
        s.seat = next_due(s, s.due)
        s.ask = st.ASK_BEG


@kernel
def beg(s, r):
    """The asked seat parts with a card; only the two know which."""
    slip(s, s.seat, s.active, r)
    s.due = s.due & ~(1 << s.seat)


@kernel
def continue_wear(s):
    """Every large mother ship loses something."""
    if s.due == 0:
        next_step(s)
        return
    s.seat = next_due(s, s.due)
    kinds = carried_bits(s, s.seat)
    if count(kinds) > 1:
        s.ask = st.ASK_REMOVE
    else:
        wear(s, lowest(kinds))


@kernel
def wear(s, expansion):
    change_expansion(s, s.seat, expansion, -1)
    s.due = s.due & ~(1 << s.seat)


@kernel
def remove(t, s, expansion):
    """The asked seat has chosen what its mother ship loses."""
    if this_step(t, s) == script.OP_WEAR:
        wear(s, expansion)
    else:
        change_expansion(s, s.seat, expansion, -1)
        next_step(s)


# Results without a choice


@kernel
def run_outcome(t, s, op, arg):
    seat = s.active
    if op == script.OP_GAIN:
        receive_up_to(s, seat, t.arg_resource[s.card, s.part, s.at], arg)
    elif op == script.OP_FAME:
        add_fame(s, seat, arg)
    elif op == script.OP_HALT:
        ship = first_starship(s, seat)
        if ship >= 0:
            s.halted = s.halted | (1 << ship)
    elif op == script.OP_JUMP:
        ship = first_starship(s, seat)
        if ship >= 0 and not (s.halted | s.flown) >> ship & 1:
            s.jumper = ship
    elif op == script.OP_SHIP:
        s.credit[seat] = min(s.credit[seat] + 1, st.MAX_CREDIT)
    elif op == script.OP_ROB:
        for k in range(1, s.num_players):
            rob(s, (seat + k) % s.num_players, seat)
    elif op == script.OP_RETURN or op == script.OP_FORFEIT:
        undo_gift(s, op)
    elif op == script.OP_COUNCIL:
        council(s)
    elif op == script.OP_RESHUFFLE:
        s.deck = ALL_CARDS
        s.discard = 0
    elif op == script.OP_NEW:
        s.another = 1


@kernel
def undo_gift(s, op):
    """The cards given come back, or those taken for them are lost."""
    for r in range(st.NUM_RESOURCES):
        if op == script.OP_RETURN:
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
    if op == script.OP_ROLL:
        s.rolls[0] = roll_total(s)
        go_to(s, script.ROLLS + s.rolls[0])
        return
    enemy = (seat + arg + s.num_players) % s.num_players
    s.enemy = enemy
    if op == script.OP_FLEE:
        s.rolls[0] = s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]
        s.rolls[1] = s.expansion[enemy, st.BOOSTER]
        go_to(s, script.ESCAPED if s.rolls[0] >= s.rolls[1] else script.CAUGHT)
        return
    if op == script.OP_FIGHT:  # an opponent who rolls for pirates has no friends to help
        s.rolls[0] = roll_total(s) + s.expansion[seat, st.CANNON] + s.combat_bonus[seat]
        s.rolls[1] = roll_total(s) + s.expansion[enemy, st.CANNON]
    else:
        s.rolls[0] = roll_total(s) + s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]
        s.rolls[1] = roll_total(s) + s.expansion[enemy, st.BOOSTER] + s.speed_bonus[enemy]
    go_to(s, script.WON if s.rolls[0] >= s.rolls[1] else script.LOST)
