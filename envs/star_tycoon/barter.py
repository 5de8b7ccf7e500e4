"""Star Tycoon: the barter variant: offers of tokens and reserved cards to and from the player in turn.

Before a turn each other player may make one offer to its player, who may make two in the turn. An offer is
built in the open, one thing at a time; a gift is an offer too.
"""

from astrarium.core import kernel, tell
from astrarium.core.bits import count
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .corporation import after
from .reserve import add_reserved, remove_reserved, reserve_count, reserve_limit
from .tokens import packed


@kernel
def begin_barter(s):
    """A new turn: what each may offer."""
    if s.barter:
        s.offers_left = st.OFFERS
        s.proposed = 1


@kernel
def next_proposal(s):
    """Ask the next player who may propose; False when all have been asked."""
    if not s.barter or s.proposed >= s.num_players:
        return False
    s.seat = (s.active + s.proposed) % s.num_players
    s.ask = st.ASK_PROPOSE
    return True


@kernel
def propose(t, s):
    """A player opens an offer to the one whose turn it is."""
    s.proposed += 1
    open_offer(s, s.seat, s.active)


@kernel
def propose_nothing(t, s):
    s.proposed += 1


@kernel
def can_offer(t, s):
    return s.offers_left > 0


@kernel
def begin_offer(t, s):
    """The active player opens an offer."""
    s.offers_left -= 1
    s.offerer = s.active
    s.ask = st.ASK_PARTNER


@kernel
def partners(t, s):
    """Everybody else."""
    return (1 << (s.num_players - 1)) - 1


@kernel
def choose_partner(t, s, place):
    open_offer(s, s.offerer, after(s, s.offerer, place))


@kernel
def open_offer(s, offerer, offeree):
    s.offerer = offerer
    s.offeree = offeree
    s.ask = st.ASK_OFFER


@kernel
def clear_offer(s):
    s.offerer = -1
    s.offeree = -1
    for side in range(2):
        s.offer_cards[side] = 0
        for token in range(st.NUM_TOKENS):
            s.offer_tokens[side, token] = 0


@kernel
def side_seat(s, side):
    """Whose things stand on this side of the offer."""
    return s.offerer if side == st.GIVES else s.offeree


@kernel
def listed(s, side):
    """Tokens on one side."""
    total = 0
    for token in range(st.NUM_TOKENS):
        total += s.offer_tokens[side, token]
    return total


@kernel
def token_bits(s, side):
    """Bitset of the tokens that can be added to a side; none stands on both."""
    bits = 0
    if listed(s, side) < st.OFFER_TOKENS:
        for token in range(st.NUM_TOKENS):
            left = s.tokens[side_seat(s, side), token] - s.offer_tokens[side, token]
            if left > 0 and s.offer_tokens[1 - side, token] == 0:
                bits |= 1 << token
    return bits


@kernel
def card_bits(s, side):
    """Bitset of the reserved cards that can be added to a side."""
    held = (1 << reserve_count(s, side_seat(s, side))) - 1
    return held & ~s.offer_cards[side]


@kernel
def gift_bits(t, s):
    return token_bits(s, st.GIVES)


@kernel
def wish_bits(t, s):
    return token_bits(s, st.ASKS_FOR)


@kernel
def gift_card_bits(t, s):
    return card_bits(s, st.GIVES)


@kernel
def wish_card_bits(t, s):
    return card_bits(s, st.ASKS_FOR)


@kernel
def give_token(t, s, token):
    list_token(s, st.GIVES, token)


@kernel
def wish_token(t, s, token):
    list_token(s, st.ASKS_FOR, token)


@kernel
def give_card(t, s, i):
    list_card(s, st.GIVES, i)


@kernel
def wish_card(t, s, i):
    list_card(s, st.ASKS_FOR, i)


@kernel
def list_token(s, side, token):
    s.offer_tokens[side, token] += 1
    s.ask = st.ASK_OFFER


@kernel
def list_card(s, side, i):
    s.offer_cards[side] |= 1 << i
    s.ask = st.ASK_OFFER


@kernel
def within_limit(t, s, side):
    """Does the reserve of this side's player hold what the exchange brings?"""
    seat = side_seat(s, side)
    held = reserve_count(s, seat) - count(s.offer_cards[side]) + count(s.offer_cards[1 - side])
    return held <= reserve_limit(t, s, seat)


@kernel
def sendable(t, s):
    """There is something in it, and no reserve grows beyond its limit."""
    something = (
        listed(s, st.GIVES) + listed(s, st.ASKS_FOR) + s.offer_cards[st.GIVES] + s.offer_cards[st.ASKS_FOR]
    )
    return something > 0 and within_limit(t, s, st.GIVES) and within_limit(t, s, st.ASKS_FOR)


@kernel
def send(t, s):
    tell(s, ev.OFFERS, ALL)
    s.seat = s.offeree
    s.ask = st.ASK_ANSWER


@kernel
def withdraw(t, s):
    tell(s, ev.WITHDRAWN, ALL)
    clear_offer(s)


@kernel
def decline(t, s):
    tell(s, ev.DECLINED, ALL)
    clear_offer(s)


@kernel
def accept(t, s):
    """The offer is accepted: everything in it changes hands at once, in the open."""
    tell(s, ev.ACCEPTED, ALL)
    tell_gifts(s, st.GIVES)
    tell_gifts(s, st.ASKS_FOR)
    for token in range(st.NUM_TOKENS):
        given = s.offer_tokens[st.GIVES, token] - s.offer_tokens[st.ASKS_FOR, token]
        s.tokens[s.offerer, token] -= given
        s.tokens[s.offeree, token] += given
    first, first_size = take_cards(s, st.GIVES)
    second, second_size = take_cards(s, st.ASKS_FOR)
    give_cards(s, s.offeree, first, first_size)
    give_cards(s, s.offerer, second, second_size)
    clear_offer(s)


@kernel
def tell_gifts(s, side):
    """What the player of a side gives away."""
    seat, other = side_seat(s, side), side_seat(s, 1 - side)
    if listed(s, side):
        tell(s, ev.GIVES, ALL, seat, other, packed(s.offer_tokens[side]))
    for i in range(st.RESERVE_LIMIT):
        if s.offer_cards[side] >> i & 1:
            tell(s, ev.GIVES_CARD, ALL, seat, other, s.reserve[seat, i])


@kernel
def take_cards(s, side):
    """Take the cards of a side out of the reserve, packed into one number, and how many they are."""
    seat, cards, size = side_seat(s, side), 0, 0
    for i in range(st.RESERVE_LIMIT - 1, -1, -1):
        if s.offer_cards[side] >> i & 1:
            cards |= remove_reserved(s, seat, i) << 8 * size
            size += 1
    return cards, size


@kernel
def give_cards(s, seat, cards, size):
    for k in range(size):
        add_reserved(s, seat, cards >> 8 * k & 0xFF)
