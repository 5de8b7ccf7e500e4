"""Star Commander: offers between players, built step by step, answered, exchanged."""

from astrarium.core import kernel, tell
from astrarium.core.rows import above
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .build import room_for_ships
from .cards import add_card, add_technology, backs, copies, remove_card, show_copies
from .credits import earn, pay
from .systems import set_owner
from .vessels import clear_flag, hand_over_vessel, has, is_ship, is_station, set_flag, sweep

# Building the offer


@kernel
def has_something(s, seat):
    """A player with anything that can be traded."""
    if s.credits[seat] > 0 or s.hand_size[seat] > 0 or s.ships[seat] > 0:
        return True
    if s.owned[seat] & ~(1 << s.home[seat]):
        return True
    return technology_bits(s, seat) != 0 or any_station(s, seat)


@kernel
def any_station(s, seat):
    for cell in range(st.NUM_CELLS):
        if s.stations[cell, seat] > 0:
            return True
    return False


@kernel
def technology_bits(s, seat):
    return above(s.technology[seat], 0)


@kernel
def may_offer(t, s):
    return s.offers_left > 0 and has_something(s, s.seat)


@kernel
def open_offer(t, s):
    s.offers_left -= 1
    clear_offer(s)
    s.offer_stage = st.OFFER_PARTNER


@kernel
def partners(t, s):
    """The other players, clockwise; with more than one of them also everybody."""
    others = (1 << (s.num_players - 1)) - 1
    return others | 1 << st.PLACE_OF_ALL if s.num_players > 2 else others


@kernel
def choose_partner(t, s, place):
    s.partner = st.EVERYBODY if place == st.PLACE_OF_ALL else (s.active + 1 + place) % s.num_players
    s.offer_stage = st.OFFER_BUILD


@kernel
def clear_offer(s):
    """Leave no trace of an offer."""
    s.offer_stage = st.OFFER_NONE
    s.partner = -1
    s.answered = 0
    s.adding_side = st.GIVE
    for side in range(2):
        s.offer_credits[side] = 0
        s.offer_technology[side] = -1
        s.offer_system[side] = -1
        for i in range(st.OFFER_CARDS):
            s.offer_cards[side, i] = -1
        for i in range(st.OFFER_VESSELS):
            s.offer_vessels[side, i] = -1
    for domain in range(st.NUM_DOMAINS):
        s.offer_domains[domain] = 0
    for i in range(st.OFFER_CARDS):
        s.handed[i] = -1
    for v in range(s.top):
        clear_flag(s, v, st.LISTED)


@kernel
def side_seat(s, side):
    """Whose things stand on this side of the offer; the partner may be everybody."""
    return s.active if side == st.GIVE else s.partner


@kernel
def named(s, side, card):
    """Copies of a card that the offer names on one side."""
    n = 0
    for i in range(st.OFFER_CARDS):
        if s.offer_cards[side, i] == card:
            n += 1
    return n


@kernel
def cards_listed(s, side):
    n = 0
    for i in range(st.OFFER_CARDS):
        if s.offer_cards[side, i] >= 0:
            n += 1
    if side == st.TAKE:
        for domain in range(st.NUM_DOMAINS):
            n += s.offer_domains[domain]
    return n


@kernel
def named_of_domain(s, domain):
    """Asked cards of a domain that are named."""
    n = 0
    for i in range(st.OFFER_CARDS):
        card = s.offer_cards[st.TAKE, i]
        if card >= 0 and card // st.CARDS_PER_DOMAIN == domain:
            n += 1
    return n


@kernel
def vessels_listed(s, side):
    n = 0
    for i in range(st.OFFER_VESSELS):
        if s.offer_vessels[side, i] >= 0:
            n += 1
    return n


@kernel
def credit_room(s, side):
    """Credits that may still be added to one side; never to both."""
    if s.offer_credits[1 - side] > 0:
        return 0
    if side == st.GIVE:
        owned = s.credits[s.active]
    elif s.partner != st.EVERYBODY:
        owned = s.credits[s.partner]
    else:
        owned = 0
        for p in range(s.num_players):
            if p != s.active:
                owned = max(owned, s.credits[p])
    return min(st.OFFER_CREDITS, owned) - s.offer_credits[side]


@kernel
def card_options(s, side):
    """Cards that may be named: of the own hand, or of the partner's if known to all."""
    bits = 0
    if cards_listed(s, side) >= st.OFFER_CARDS or (side == st.TAKE and s.partner == st.EVERYBODY):
        return bits
    seat = side_seat(s, side)
    for i in range(s.hand_size[seat]):
        card = s.hand[seat, i]
        if side == st.GIVE:
            available = copies(s, seat, card)
        else:
            available = shown_copies(s, seat, card)
            domain = card // st.CARDS_PER_DOMAIN
            if backs(s, seat, domain) <= named_of_domain(s, domain) + s.offer_domains[domain]:
                available = 0
        if available > named(s, side, card):
            bits |= 1 << card
    return bits


@kernel
def shown_copies(s, seat, card):
    n = 0
    for i in range(s.hand_size[seat]):
        if s.hand[seat, i] == card and s.shown[seat, i]:
            n += 1
    return n


@kernel
def domain_options(s):
    """Domains of which one more card may be asked: the backs of the hands are open."""
    bits = 0
    if cards_listed(s, st.TAKE) >= st.OFFER_CARDS:
        return bits
    for domain in range(st.NUM_DOMAINS):
        asked = s.offer_domains[domain] + named_of_domain(s, domain)
        for p in range(s.num_players):
            if (
                p != s.active
                and (p == s.partner or s.partner == st.EVERYBODY)
                and backs(s, p, domain) > asked
            ):
                bits |= 1 << domain
    return bits


@kernel
def technology_options(s, side):
    if s.offer_technology[side] >= 0 or side_seat(s, side) == st.EVERYBODY:
        return 0
    return technology_bits(s, side_seat(s, side))


@kernel
def system_options(t, s, side):
    """Controlled systems but the homeworld, and none with a station that is listed already."""
    if s.offer_system[side] >= 0 or side_seat(s, side) == st.EVERYBODY:
        return 0
    seat = side_seat(s, side)
    bits = s.owned[seat] & ~(1 << s.home[seat])
    for i in range(st.OFFER_VESSELS):
        v = s.offer_vessels[side, i]
        if v >= 0 and is_station(t, s, v):
            bits &= ~(1 << s.v_cell[v])
    return bits


@kernel
def vessel_tradable(t, s, side, v):
    """A vessel of that side, not listed, and no station that follows a listed system."""
    if s.v_owner[v] != side_seat(s, side) or has(s, v, st.LISTED):
        return False
    return not (is_station(t, s, v) and s.v_cell[v] == s.offer_system[side])


@kernel
def tradable(t, s, v):
    return vessel_tradable(t, s, s.adding_side, v)


@kernel
def some_vessel_tradable(t, s, side):
    if vessels_listed(s, side) >= st.OFFER_VESSELS or side_seat(s, side) == st.EVERYBODY:
        return False
    for v in range(s.top):
        if s.v_kind[v] >= 0 and vessel_tradable(t, s, side, v):
            return True
    return False


@kernel
def give_options(t, s):
    """Bitset of what can be added to the giving side."""
    room = credit_room(s, st.GIVE)
    bits = 0
    if room >= 1:
        bits |= 1 << st.GIVE_ONE
    if room >= 5:
        bits |= 1 << st.GIVE_FIVE
    if card_options(s, st.GIVE):
        bits |= 1 << st.GIVE_CARD
    if technology_options(s, st.GIVE):
        bits |= 1 << st.GIVE_TECHNOLOGY
    if system_options(t, s, st.GIVE):
        bits |= 1 << st.GIVE_SYSTEM
    if some_vessel_tradable(t, s, st.GIVE):
        bits |= 1 << st.GIVE_VESSEL
    return bits


@kernel
def ask_options(t, s):
    """Bitset of what can be added to the asking side."""
    room = credit_room(s, st.TAKE)
    bits = 0
    if room >= 1:
        bits |= 1 << st.TAKE_ONE
    if room >= 5:
        bits |= 1 << st.TAKE_FIVE
    if domain_options(s):
        bits |= 1 << st.TAKE_DOMAIN
    if card_options(s, st.TAKE):
        bits |= 1 << st.TAKE_CARD
    if technology_options(s, st.TAKE):
        bits |= 1 << st.TAKE_TECHNOLOGY
    if system_options(t, s, st.TAKE):
        bits |= 1 << st.TAKE_SYSTEM
    if some_vessel_tradable(t, s, st.TAKE):
        bits |= 1 << st.TAKE_VESSEL
    return bits


@kernel
def add_give(t, s, thing):
    s.adding_side = st.GIVE
    if thing == st.GIVE_ONE:
        s.offer_credits[st.GIVE] += 1
    elif thing == st.GIVE_FIVE:
        s.offer_credits[st.GIVE] += 5
    elif thing == st.GIVE_CARD:
        s.ask = st.ASK_OFFER_CARD
    elif thing == st.GIVE_TECHNOLOGY:
        s.ask = st.ASK_OFFER_TECHNOLOGY
    elif thing == st.GIVE_SYSTEM:
        s.ask = st.ASK_OFFER_SYSTEM
    else:
        s.want = st.WANT_GIVE
        s.ask = st.ASK_OFFER_VESSEL_CELL


@kernel
def add_ask(t, s, thing):
    s.adding_side = st.TAKE
    if thing == st.TAKE_ONE:
        s.offer_credits[st.TAKE] += 1
    elif thing == st.TAKE_FIVE:
        s.offer_credits[st.TAKE] += 5
    elif thing == st.TAKE_DOMAIN:
        s.ask = st.ASK_OFFER_DOMAIN
    elif thing == st.TAKE_CARD:
        s.ask = st.ASK_OFFER_CARD
    elif thing == st.TAKE_TECHNOLOGY:
        s.ask = st.ASK_OFFER_TECHNOLOGY
    elif thing == st.TAKE_SYSTEM:
        s.ask = st.ASK_OFFER_SYSTEM
    else:
        s.want = st.WANT_ASK
        s.ask = st.ASK_OFFER_VESSEL_CELL


@kernel
def list_vessel(s, v):
    """The picked vessel joins the offer."""
    s.offer_vessels[s.adding_side, vessels_listed(s, s.adding_side)] = v
    set_flag(s, v, st.LISTED)
    tell(s, ev.DRAFTED, 1 << s.active, s.active)


@kernel
def cards_to_add(t, s):
    return card_options(s, s.adding_side)


@kernel
def technologies_to_add(t, s):
    return technology_options(s, s.adding_side)


@kernel
def systems_to_add(t, s):
    return system_options(t, s, s.adding_side)


@kernel
def domains_to_add(t, s):
    return domain_options(s)


@kernel
def add_card_named(t, s, card):
    at = 0
    while s.offer_cards[s.adding_side, at] >= 0:
        at += 1
    s.offer_cards[s.adding_side, at] = card
    tell(s, ev.DRAFTED, 1 << s.active, s.active)


@kernel
def add_technology_named(t, s, card):
    s.offer_technology[s.adding_side] = card
    tell(s, ev.DRAFTED, 1 << s.active, s.active)


@kernel
def add_system_named(t, s, cell):
    s.offer_system[s.adding_side] = cell
    tell(s, ev.DRAFTED, 1 << s.active, s.active)


@kernel
def add_domain(t, s, domain):
    s.offer_domains[domain] += 1
    tell(s, ev.DRAFTED, 1 << s.active, s.active)


# Validity


@kernel
def holds_something(s, side):
    if s.offer_credits[side] > 0 or cards_listed(s, side) > 0 or vessels_listed(s, side) > 0:
        return True
    return s.offer_technology[side] >= 0 or s.offer_system[side] >= 0


@kernel
def ships_listed(t, s, side):
    n = 0
    for i in range(st.OFFER_VESSELS):
        v = s.offer_vessels[side, i]
        if v >= 0 and is_ship(t, s, v):
            if not (s.engine_readings and s.v_kind[v] == t.scout):
                n += 1
    return n


@kernel
def counters_listed(s, side):
    return s.developments[s.offer_system[side]] if s.offer_system[side] >= 0 else 0


@kernel
def side_valid(t, s, seat, gives):
    """After the exchange this player keeps to the limits of hand, ships and counters."""
    takes = 1 - gives
    if s.hand_size[seat] - cards_listed(s, gives) + cards_listed(s, takes) > st.HAND_LIMIT:
        return False
    counters = counters_listed(s, takes) - counters_listed(s, gives)
    if counters > 0 and s.total[seat] + counters > st.CUBES:
        return False
    more = ships_listed(t, s, takes) - ships_listed(t, s, gives)
    return more <= 0 or more - counters <= room_for_ships(t, s, seat)


@kernel
def offer_valid(t, s, partner):
    """Could this player accept the offer, judged by what everybody knows?"""
    if not (holds_something(s, st.GIVE) and holds_something(s, st.TAKE)):
        return False
    if s.credits[partner] < s.offer_credits[st.TAKE]:
        return False
    for domain in range(st.NUM_DOMAINS):
        if s.offer_domains[domain] > 0:
            if backs(s, partner, domain) < s.offer_domains[domain] + named_of_domain(s, domain):
                return False
    return side_valid(t, s, s.active, st.GIVE) and side_valid(t, s, partner, st.TAKE)


@kernel
def sendable(t, s):
    """Valid for the partner, or for somebody if it is made to all."""
    if s.partner != st.EVERYBODY:
        return offer_valid(t, s, s.partner)
    for p in range(s.num_players):
        if p != s.active and offer_valid(t, s, p):
            return True
    return False


# Sending, answering, exchanging


@kernel
def send_offer(t, s):
    """A sent offer is open to all, and shows the hand cards it names."""
    for i in range(st.OFFER_CARDS):
        card = s.offer_cards[st.GIVE, i]
        if card >= 0:
            show_copies(s, s.active, card, named(s, st.GIVE, card))
    tell(s, ev.OFFERED, ALL, s.active)
    s.offer_stage = st.OFFER_ANSWERS
    s.answered = 1  # not the active player itself


@kernel
def go_on_trading(t, s):
    """Ask what the present stage of the offer needs."""
    s.seat = s.active
    if s.offer_stage == st.OFFER_PARTNER:
        s.ask = st.ASK_PARTNER
    elif s.offer_stage == st.OFFER_BUILD:
        s.ask = st.ASK_OFFER
    elif s.offer_stage == st.OFFER_ANSWERS:
        ask_answers(t, s)
    else:
        s.seat = s.partner
        s.ask = st.ASK_HANDOVER


@kernel
def ask_answers(t, s):
    """Ask each addressed player for whom the offer is valid, clockwise from the active one."""
    while s.answered < s.num_players:
        seat = (s.active + s.answered) % s.num_players
        if (s.partner == st.EVERYBODY or s.partner == seat) and offer_valid(t, s, seat):
            s.seat = seat
            s.ask = st.ASK_ANSWER
            return
        s.answered += 1
    tell(s, ev.REFUSED, ALL)
    clear_offer(s)


@kernel
def decline_offer(t, s):
    s.answered += 1


@kernel
def accept_offer(t, s):
    s.partner = s.seat
    s.answered = 0
    s.offer_stage = st.OFFER_HANDOVER


@kernel
def cards_to_hand_out(t, s):
    """Cards of the asked domains that the partner may lay out, named cards kept back."""
    bits = 0
    for i in range(s.hand_size[s.partner]):
        card = s.hand[s.partner, i]
        if s.offer_domains[card // st.CARDS_PER_DOMAIN] > 0 and copies(s, s.partner, card) > named(
            s, st.TAKE, card
        ):
            bits |= 1 << card
    return bits


@kernel
def hand_out(t, s, card):
    """The partner lays out a card of an asked domain, open to all."""
    remove_card(s, s.partner, card)
    tell(s, ev.HANDED_OVER, ALL, s.partner, card)
    s.offer_domains[card // st.CARDS_PER_DOMAIN] -= 1
    s.handed[0 if s.handed[0] < 0 else 1] = card


@kernel
def exchange(t, s):
    """Everything listed changes hands at once."""
    giver, taker = s.active, s.partner
    tell(s, ev.EXCHANGED, ALL)
    credits = s.offer_credits[st.GIVE] - s.offer_credits[st.TAKE]
    pay(s, giver if credits > 0 else taker, abs(credits))
    earn(s, taker if credits > 0 else giver, abs(credits))
    exchange_cards(s, giver, taker)
    for side in range(2):
        source = giver if side == st.GIVE else taker
        receiver = taker if side == st.GIVE else giver
        if s.offer_technology[side] >= 0:
            add_technology(t, s, source, s.offer_technology[side], -1)
            add_technology(t, s, receiver, s.offer_technology[side], 1)
        if s.offer_system[side] >= 0:
            hand_over_system(t, s, s.offer_system[side], receiver)
    for side in range(2):
        for i in range(st.OFFER_VESSELS):
            if s.offer_vessels[side, i] >= 0:
                hand_over_vessel(t, s, s.offer_vessels[side, i], taker if side == st.GIVE else giver)
    clear_offer(s)
    sweep(t, s)


@kernel
def exchange_cards(s, giver, taker):
    """Cards given leave both hands before any is taken up; all of them are shown from now on."""
    for i in range(st.OFFER_CARDS):
        if s.offer_cards[st.GIVE, i] >= 0:
            remove_card(s, giver, s.offer_cards[st.GIVE, i])
        if s.offer_cards[st.TAKE, i] >= 0:
            remove_card(s, taker, s.offer_cards[st.TAKE, i])
    for i in range(st.OFFER_CARDS):
        if s.offer_cards[st.GIVE, i] >= 0:
            add_card(s, taker, s.offer_cards[st.GIVE, i], True)
        if s.offer_cards[st.TAKE, i] >= 0:
            add_card(s, giver, s.offer_cards[st.TAKE, i], True)
        if s.handed[i] >= 0:
            add_card(s, giver, s.handed[i], True)


@kernel
def hand_over_system(t, s, cell, receiver):
    """Counters change their colour and the giver's stations there follow; ships stay (ruling 58)."""
    giver = s.owner[cell]
    tell(s, ev.TAKEN_OVER, ALL, receiver, cell, giver)
    set_owner(s, cell, receiver)
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell and s.v_owner[v] == giver and is_station(t, s, v):
            hand_over_vessel(t, s, v, receiver)


@kernel
def withdraw_offer(t, s):
    clear_offer(s)
