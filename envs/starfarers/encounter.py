"""Starfarers of Catan: encounters. A card is a question and parts of steps; one kernel interprets them.

The left neighbour reads the card; the others hear the question, and learn the card's number when its first
open step is carried out.
"""

from astrarium.core import kernel, tell
from astrarium.core.bits import count, lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import script
from . import state as st
from .build import carried_bits, num_expansions, room_bits
from .chance import draw
from .flight import first_starship, roll_total
from .resources import add_fame, bank_bits, pay, receive, rob, slip
from .seats import ask_active, next_due

ALL_CARDS = (1 << st.NUM_ENCOUNTERS) - 1


@kernel
def go_on_encounter(t, s):
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
        shuffle_cards(s)
    s.card = nth_bit(s.deck, draw(s, count(s.deck)))
    s.deck = s.deck & ~(1 << s.card)
    s.enemy = -1
    s.rolls[0] = -1
    s.rolls[1] = -1
    if t.question[s.card] < 0:
        reveal(s)
        go_to(s, script.ANSWERS)
    else:
        tell(s, ev.QUESTION, 1 << (s.active + 1) % s.num_players, t.question[s.card], s.card)


@kernel
def shuffle_cards(s):
    s.deck = ALL_CARDS
    s.discard = 0
    tell(s, ev.SHUFFLED, ALL)


@kernel
def reveal(s):
    """The card's number is public from now on."""
    if not s.revealed:
        s.revealed = 1
        tell(s, ev.CARD, ALL, s.card)


@kernel
def ask_question(t, s):
    """How many cards to give, or yes or no?"""
    ask_active(s, st.ASK_GIFT if t.question_gift[t.question[s.card]] else st.ASK_CHOICE)


@kernel
def gift_bits(t, s):
    """Numbers of cards that could be given."""
    return (2 << min(int(s.hand_size[s.active]), st.MAX_GIFT)) - 1


@kernel
def give_number(t, s, number):
    if s.hand_size[s.active] == 0:
        tell(s, ev.EMPTY_HANDED, ALL, s.active)
    go_to(s, script.ANSWERS + number)


@kernel
def may_say_yes(t, s):
    return s.hand_size[s.active] >= t.question_needs[t.question[s.card]]


@kernel
def say_no(t, s):
    if not may_say_yes(t, s):
        tell(s, ev.CANNOT_PAY, ALL, s.active)
    go_to(s, script.ANSWERS)


@kernel
def say_yes(t, s):
    go_to(s, script.ANSWERS + 1)


@kernel
def leave_pirates(t, s):
    go_to(s, script.LEAVE)


@kernel
def attack_pirates(t, s):
    go_to(s, script.ATTACK)


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
    reveal(s)
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
        go_on_cards(s)
    elif op == script.OP_ASK_ATTACK:
        ask_active(s, st.ASK_ATTACK)
    elif op == script.OP_ADD:
        ask_active(s, st.ASK_ADD)
    elif op == script.OP_REMOVE:
        ask_active(s, st.ASK_REMOVE)
    elif op == script.OP_BEG:
        ask_due(s, st.ASK_BEG)
    elif op == script.OP_WEAR:
        ask_due(s, st.ASK_WEAR)
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
        reveal(s)
        if op == script.OP_ANY:
            s.to_take = arg
        elif op == script.OP_BEG:
            s.due = with_cards(s) & ~(1 << s.active)
        elif op == script.OP_WEAR:
            s.due = worn(s, arg)


# Cards and expansions


@kernel
def go_on_cards(s):
    """The active player chooses cards to give to the bank, then to take from it."""
    if s.to_give > 0:
        ask_active(s, st.ASK_GIVE)
    elif s.to_take > 0:
        ask_active(s, st.ASK_TAKE)
    else:
        next_step(s)


@kernel
def give(t, s, r):
    pay(s, s.active, r, 1)
    s.gift[r] += 1
    s.to_give -= 1
    tell(s, ev.GIVES, ALL, s.active, r)


@kernel
def take_bits(t, s):
    """Cards of the bank; in a swap of other kinds than the one given."""
    bits = bank_bits(t, s)
    if this_step(t, s) == script.OP_SWAP:
        for r in range(st.NUM_RESOURCES):
            if s.gift[r] > 0:
                bits &= ~(1 << r)
    return bits


@kernel
def take(t, s, r):
    receive(s, s.active, r, 1)
    if this_step(t, s) == script.OP_SWAP:
        s.swapped[r] += 1
    s.to_take -= 1
    tell(s, ev.TAKES, ALL, s.active, r)


@kernel
def take_nothing(t, s):
    s.to_take = 0


@kernel
def own_room(t, s):
    return room_bits(s, s.seat)


@kernel
def add(t, s, expansion):
    s.expansion[s.seat, expansion] += 1
    s.called = s.flown  # a ship that has jumped may clear what was too strong before
    tell(s, ev.ADDS, ALL, s.seat, expansion, s.expansion[s.seat, expansion])
    next_step(s)


@kernel
def own_expansions(t, s):
    return carried_bits(s, s.seat)


@kernel
def remove(t, s, expansion):
    lose(s, expansion)
    next_step(s)


@kernel
def lose(s, expansion):
    s.expansion[s.seat, expansion] -= 1
    tell(s, ev.REMOVES, ALL, s.seat, expansion, s.expansion[s.seat, expansion])


@kernel
def skip_step(t, s):
    """The mother ship has no room for another expansion, or none to lose: the step is over."""
    next_step(s)


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
def ask_due(s, question):
    """Ask the next seat that has to part with something, clockwise from the active one on."""
    if s.due == 0:
        next_step(s)
    else:
        s.seat = next_due(s, s.due)
        s.ask = question


@kernel
def beg(t, s, r):
    """The asked seat parts with a card; only the two know which."""
    slip(s, s.seat, s.active, r)
    s.due = s.due & ~(1 << s.seat)


@kernel
def wear(t, s, expansion):
    lose(s, expansion)
    s.due = s.due & ~(1 << s.seat)


# Results without a choice


@kernel
def run_outcome(t, s, op, arg):
    seat = s.active
    if op == script.OP_GAIN:
        gain(s, seat, t.arg_resource[s.card, s.part, s.at], arg)
    elif op == script.OP_FAME:
        add_fame(s, seat, arg)
    elif op == script.OP_HALT:
        ship = first_starship(s, seat)
        if ship >= 0:
            s.halted = s.halted | (1 << ship)
            tell(s, ev.HALT, ALL, seat, ship, s.cargo[seat, ship])
    elif op == script.OP_JUMP:
        ship = first_starship(s, seat)
        if ship >= 0 and not (s.halted | s.flown) >> ship & 1:
            s.jumper = ship
    elif op == script.OP_SHIP:
        s.credit[seat] = min(s.credit[seat] + 1, st.MAX_CREDIT)
        tell(s, ev.SHIP_WON, ALL, seat)
    elif op == script.OP_ROB:
        for k in range(1, s.num_players):
            rob(s, (seat + k) % s.num_players, seat)
    elif op == script.OP_RETURN or op == script.OP_FORFEIT:
        undo_gift(s, op)
    elif op == script.OP_COUNCIL:
        council(s)
    elif op == script.OP_RESHUFFLE:
        shuffle_cards(s)
    elif op == script.OP_NEW:
        s.another = 1
        tell(s, ev.ANOTHER, ALL)


@kernel
def gain(s, seat, r, n):
    """Cards of the bank, as many as it has."""
    n = min(n, s.bank[r])
    if n > 0:
        receive(s, seat, r, n)
        tell(s, ev.GETS, ALL, seat, r, n)


@kernel
def undo_gift(s, op):
    """The cards given come back, or those taken for them are lost."""
    for r in range(st.NUM_RESOURCES):
        if op == script.OP_RETURN and s.gift[r] > 0:
            gain(s, s.active, r, s.gift[r])
            s.gift[r] = 0
        elif op == script.OP_FORFEIT and s.swapped[r] > 0:
            tell(s, ev.LOSES, ALL, s.active, r, s.swapped[r])
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
        tell(s, ev.ROLLS, ALL, seat, s.rolls[0])
        go_to(s, script.FIRST_ROLL + s.rolls[0] - 1)
        return
    enemy = (seat + arg + s.num_players) % s.num_players
    s.enemy = enemy
    if op == script.OP_FLEE:
        s.rolls[0] = s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]
        s.rolls[1] = s.expansion[enemy, st.BOOSTER]
        tell(s, ev.DUEL, ALL, seat, enemy, op, s.rolls[0], s.rolls[1])
        go_to(s, script.ESCAPED if s.rolls[0] >= s.rolls[1] else script.CAUGHT)
        return
    if op == script.OP_FIGHT:  # an opponent who rolls for pirates has no friends to help
        s.rolls[0] = roll_total(s) + s.expansion[seat, st.CANNON] + s.combat_bonus[seat]
        s.rolls[1] = roll_total(s) + s.expansion[enemy, st.CANNON]
    else:
        s.rolls[0] = roll_total(s) + s.expansion[seat, st.BOOSTER] + s.speed_bonus[seat]
        s.rolls[1] = roll_total(s) + s.expansion[enemy, st.BOOSTER] + s.speed_bonus[enemy]
    tell(s, ev.DUEL, ALL, seat, enemy, op, s.rolls[0], s.rolls[1])
    go_to(s, script.WON if s.rolls[0] >= s.rolls[1] else script.LOST)
