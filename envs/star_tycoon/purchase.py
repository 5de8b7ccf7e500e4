"""Star Tycoon: prices, payment token by token, and what was paid for.

A price names tokens and a number of resources of choice (WILD). Substitutes are optional, so each token of a
price that something else may replace is a decision of its own.
"""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .corporation import build, claim, fire_bonus, has_ability
from .market import receive_goods
from .reserve import remove_reserved
from .rows import in_force, row_of, show_reserved, take_from_row, usable
from .smuggle import receive_contraband
from .tokens import covers, one, packed, packed_tokens, total_resources

# Substitutes, as bits.
SUB_ILLEGAL = 1  # illegal goods for credits: Bribery, Laundering
SUB_CREDITS = 2  # credits for ships: Mercenaries
SUB_ANY = 4  # illegal goods for any one token: Legitimate Ventures


# What can be paid


@kernel
def substitutes(t, s, seat, due_for, card):
    """Bitset of the substitutes for a payment of that kind."""
    subs = 0
    if due_for == st.FOR_MARKET:
        return SUB_ILLEGAL if in_force(t, s, tb.RULE_LAUNDERING) else 0
    if due_for == st.FOR_CARD:
        if card < st.NUM_PLANETS:
            if in_force(t, s, tb.RULE_MERCENARIES):
                subs |= SUB_CREDITS
        elif in_force(t, s, tb.RULE_BRIBERY):
            subs |= SUB_ILLEGAL
    if due_for == st.FOR_CARD or due_for == st.FOR_PARTNERSHIP:
        if has_ability(t, s, seat, tb.LEGITIMATE) and not s.replaced:
            subs |= SUB_ANY
    return subs


@kernel
def affordable(s, seat, price, extra, subs):
    """Can the seat pay a price and `extra` credits, with these substitutes?"""
    lack, surplus, for_ships = 0, 0, 0
    for token in range(st.FIRST_RESOURCE, st.NUM_TOKENS):
        left = s.tokens[seat, token] - price[token]
        if left >= 0:
            surplus += left
        elif token == st.SHIPS and subs & SUB_CREDITS:
            for_ships = -left
        else:
            lack -= left
    wild = max(price[st.WILD] - surplus, 0)
    if subs & SUB_CREDITS:  # credits for ships leave ships for the resources of choice
        freed = min(wild, price[st.SHIPS] - for_ships)
        for_ships += freed
        wild -= freed
    lack += wild
    illegal = s.tokens[seat, st.ILLEGAL] - price[st.ILLEGAL]
    credits = price[st.CREDIT] + extra + for_ships - s.tokens[seat, st.CREDIT]
    if credits > 0:
        if subs & SUB_ILLEGAL:
            illegal -= credits
        else:
            lack += credits
    if lack == 1 and subs & SUB_ANY:
        lack = 0
        illegal -= 1
    return lack == 0 and illegal >= 0


@kernel
def line_payable(t, s, seat, card, line, extra, subs, purse, resources):
    if subs:
        return affordable(s, seat, t.price[card, line], extra, subs)
    price = t.packed[card, line] + extra  # credits are the lowest byte
    return covers(purse, resources, price, t.fixed[card, line], t.price[card, line, st.WILD])


@kernel
def payable_lines(t, s, seat, card, extra):
    """Bitset of the prices of a card that the seat can pay."""
    subs = substitutes(t, s, seat, st.FOR_CARD, card)
    purse, resources = packed_tokens(s, seat), total_resources(s, seat)
    bits = 0
    for line in range(t.lines[card]):
        if line_payable(t, s, seat, card, line, extra, subs, purse, resources):
            bits |= 1 << line
    return bits


@kernel
def buy_bits(t, s):
    """Bitset of the face-up cards that can be bought: row by row, slot by slot."""
    if s.actions_left == 0:
        return 0
    purse, resources = packed_tokens(s, s.seat), total_resources(s, s.seat)
    subs = substitutes(t, s, s.seat, st.FOR_CARD, 0)
    bits = payable_slots(t, s, st.PLANETS, subs, purse, resources)
    if s.open_sites[s.seat]:
        subs = substitutes(t, s, s.seat, st.FOR_CARD, st.FIRST_DEVELOPMENT)
        for row in range(st.DEVELOPMENT_1, st.NUM_ROWS):
            bits |= payable_slots(t, s, row, subs, purse, resources) << st.MOST_SLOTS * row
    return bits


@kernel
def payable_slots(t, s, row, subs, purse, resources):
    """Bitset of the cards of a usable row that the acting seat can pay."""
    bits = 0
    if usable(t, s, s.seat, row):
        for slot in range(st.MOST_SLOTS):
            card = s.row[row, slot]
            if card >= 0 and (
                line_payable(t, s, s.seat, card, 0, 0, subs, purse, resources)
                or (t.lines[card] == 2 and line_payable(t, s, s.seat, card, 1, 0, subs, purse, resources))
            ):
                bits |= 1 << slot
    return bits


@kernel
def reserved_bits(t, s):
    """Bitset of the own reserved cards that can be bought."""
    bits = 0
    if s.actions_left > 0:
        for i in range(st.RESERVE_LIMIT):
            card = s.reserve[s.seat, i]
            if card >= 0 and placeable(s, s.seat, card) and payable_lines(t, s, s.seat, card, 0):
                bits |= 1 << i
    return bits


@kernel
def placeable(s, seat, card):
    return card < st.NUM_PLANETS or s.open_sites[seat] != 0


@kernel
def partnership_bits(t, s):
    """Bitset of the partnerships that can be bought: one a turn."""
    bits = 0
    if s.actions_left > 0 and not s.partnered:
        subs = substitutes(t, s, s.seat, st.FOR_PARTNERSHIP, -1)
        purse, resources = packed_tokens(s, s.seat), total_resources(s, s.seat)
        for brand in range(st.NUM_BRANDS):
            if s.partner[brand] < 0 and partnership_payable(t, s, brand, subs, purse, resources):
                bits |= 1 << brand
    return bits


@kernel
def partnership_payable(t, s, brand, subs, purse, resources):
    if subs:
        return affordable(s, s.seat, t.partner_price[brand], 0, subs)
    wild = t.partner_price[brand, st.WILD]
    return covers(purse, resources, t.partner_packed[brand], t.partner_fixed[brand], wild)


# Buying


@kernel
def buy(t, s, row, slot):
    s.actions_left -= 1
    buy_from_row(s, row, slot, 0)


@kernel
def buy_from_row(s, row, slot, extra):
    s.card_slot = slot
    begin_purchase(s, s.row[row, slot], extra)


@kernel
def buy_reserved(t, s, i):
    """Everybody sees the card."""
    s.actions_left -= 1
    show_reserved(s, s.who, i)
    s.card_reserve = i
    begin_purchase(s, s.reserve[s.who, i], 0)


@kernel
def begin_purchase(s, card, extra):
    """The card stays where it is until its price and `extra` credits are paid."""
    s.card = card
    s.due[st.CREDIT] = extra
    s.due_for = st.FOR_CARD
    s.ask = st.ASK_LINE


@kernel
def line_bits(t, s):
    """The prices of the card that can be paid."""
    return payable_lines(t, s, s.seat, s.card, s.due[st.CREDIT])


@kernel
def choose_line(t, s, line):
    for token in range(st.PRICE_SIZE):
        s.due[token] += t.price[s.card, line, token]


@kernel
def begin_partnership(t, s, brand):
    s.actions_left -= 1
    s.partnered = True
    s.partnership = brand
    s.due_for = st.FOR_PARTNERSHIP
    for token in range(st.PRICE_SIZE):
        s.due[token] = t.partner_price[brand, token]


# Paying


@kernel
def next_due(s):
    """The next token of the price, resources of choice last; -1 when all is paid."""
    for token in range(st.PRICE_SIZE):
        if s.due[token] > 0:
            return token
    return -1


@kernel
def payers(token, subs):
    """Bitset of the tokens that may pay for one of a price."""
    bits = st.RESOURCE_BITS if token == st.WILD else 1 << token
    if token == st.CREDIT and subs & SUB_ILLEGAL:
        bits |= 1 << st.ILLEGAL
    if token == st.SHIPS and subs & SUB_CREDITS:
        bits |= 1 << st.CREDIT
    if token != st.ILLEGAL and subs & SUB_ANY:
        bits |= 1 << st.ILLEGAL
    return bits


@kernel
def pay_options(t, s):
    """Bitset of the tokens that may pay for the next one and leave enough for the rest."""
    token = next_due(s)
    subs = substitutes(t, s, s.who, s.due_for, s.card)
    options, bits = payers(token, subs), 0
    while options:
        paid = lowest(options)
        options &= options - 1
        left = subs & ~SUB_ANY if takes_ability(token, paid, subs) else subs
        if s.tokens[s.who, paid] > 0 and rest_payable(s, token, paid, left):
            bits |= 1 << paid
    return bits & -bits if everything_goes(s, subs) else bits


@kernel
def everything_goes(s, subs):
    """Can just as many tokens pay as are due? Then all of them go, in whatever order (ruling 77)."""
    spare = 0
    for token in range(st.PRICE_SIZE):
        spare -= s.due[token]
    for token in range(st.NUM_TOKENS):
        spare += min(s.tokens[s.who, token], most_paid(s, token, subs))
    return spare == 0


@kernel
def most_paid(s, paid, subs):
    """How many of the tokens due this kind may pay for; Legitimate Ventures may replace only one."""
    fit, replaced = 0, 0
    for token in range(st.PRICE_SIZE):
        if payers(token, subs & ~SUB_ANY) >> paid & 1:
            fit += s.due[token]
        elif payers(token, subs) >> paid & 1:
            replaced += s.due[token]
    return fit + min(replaced, 1)


@kernel
def takes_ability(token, paid, subs):
    """Does paying this token with that one use up the ability of Legitimate Ventures?"""
    if paid != st.ILLEGAL or token == st.ILLEGAL:
        return False
    return token != st.CREDIT or not subs & SUB_ILLEGAL


@kernel
def rest_payable(s, token, paid, subs):
    s.tokens[s.who, paid] -= 1
    s.due[token] -= 1
    possible = affordable(s, s.who, s.due, 0, subs)
    s.tokens[s.who, paid] += 1
    s.due[token] += 1
    return possible


@kernel
def pay(t, s, paid):
    """Pay the next token of the price with this one."""
    token = next_due(s)
    if takes_ability(token, paid, substitutes(t, s, s.who, s.due_for, s.card)):
        s.replaced = True
    s.tokens[s.who, paid] -= 1
    s.due[token] -= 1
    tell(s, ev.PAYS_FOR, ALL, s.who, one(paid), s.due_for, subject(s))


@kernel
def subject(s):
    """What is being paid for: a card, a brand, a resource or a smuggler."""
    if s.due_for == st.FOR_CARD:
        return int(s.card)
    if s.due_for == st.FOR_PARTNERSHIP:
        return int(s.partnership)
    return int(s.bought) if s.due_for == st.FOR_MARKET else int(s.smuggler)


@kernel
def go_on_paying(t, s):
    """Pay at once what nothing else can pay for, ask for the rest, then hand over what was bought."""
    if substitutes(t, s, s.who, s.due_for, s.card) == 0:
        if packed(s.due) and s.due_for != st.FOR_MARKET:  # a trade says its rate
            tell(s, ev.PAYS_FOR, ALL, s.who, packed(s.due), s.due_for, subject(s))
        for token in range(st.NUM_TOKENS):
            s.tokens[s.who, token] -= s.due[token]
            s.due[token] = 0
    if next_due(s) >= 0:
        s.ask = st.ASK_PAY
    else:
        hand_over(t, s)


@kernel
def hand_over(t, s):
    due_for = s.due_for
    s.due_for = st.FOR_NOTHING
    if due_for == st.FOR_CARD:
        receive_card(t, s)
    elif due_for == st.FOR_PARTNERSHIP:
        s.partner[s.partnership] = s.who
        tell(s, ev.PARTNER, ALL, s.who, s.partnership, s.brands[s.who, s.partnership])
        s.partnership = -1
    elif due_for == st.FOR_MARKET:
        receive_goods(t, s)
    else:
        receive_contraband(t, s)


@kernel
def receive_card(t, s):
    if s.card_slot >= 0:
        take_from_row(s, row_of(s.card), s.card_slot, s.who)
        s.card_slot = -1
    else:
        remove_reserved(s, s.who, s.card_reserve)
        s.card_reserve = -1
    bring_into_play(t, s, s.card)


# Placing


@kernel
def bring_into_play(t, s, card):
    """A planet is claimed; for a development a site is still to be chosen."""
    if card < st.NUM_PLANETS:
        tell(s, ev.CLAIMS, ALL, s.who, card)
        claim(t, s, s.who, card)
        s.card = -1
    else:
        s.card = card
        s.ask = st.ASK_SITE


@kernel
def open_sites(t, s):
    return s.open_sites[s.seat]


@kernel
def place(t, s, site):
    card = s.card
    s.card = -1
    build(t, s, s.who, card, site)
    fire_bonus(t, s, s.who, card, True)
