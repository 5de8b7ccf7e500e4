"""Star Commander: hands, decks, technologies."""

from astrarium.core import kernel, tell
from astrarium.core.state import ENDED
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st


@kernel
def add_card(s, seat, card, shown):
    """Take a card into the hand, which stays sorted, shown copies before hidden ones."""
    at = s.hand_size[seat]
    while at > 0 and (
        s.hand[seat, at - 1] > card or (shown and s.hand[seat, at - 1] == card and not s.shown[seat, at - 1])
    ):
        s.hand[seat, at] = s.hand[seat, at - 1]
        s.shown[seat, at] = s.shown[seat, at - 1]
        at -= 1
    s.hand[seat, at] = card
    s.shown[seat, at] = shown
    s.hand_size[seat] += 1


@kernel
def remove_card(s, seat, card):
    """A card leaves the hand; a shown copy goes first."""
    at = 0
    while s.hand[seat, at] != card:
        at += 1
    s.hand_size[seat] -= 1
    last = s.hand_size[seat]
    for i in range(at, last):
        s.hand[seat, i] = s.hand[seat, i + 1]
        s.shown[seat, i] = s.shown[seat, i + 1]
    s.hand[seat, last] = -1
    s.shown[seat, last] = False


@kernel
def hand_bits(s, seat):
    """Bitset of the names of the cards in a hand."""
    bits = 0
    for i in range(s.hand_size[seat]):
        bits |= 1 << s.hand[seat, i]
    return bits


@kernel
def copies(s, seat, card):
    """Copies of a card in a hand."""
    n = 0
    for i in range(s.hand_size[seat]):
        if s.hand[seat, i] == card:
            n += 1
    return n


@kernel
def backs(s, seat, domain):
    """Cards of a domain in a hand: their backs are open to all."""
    n = 0
    for i in range(s.hand_size[seat]):
        if s.hand[seat, i] // st.CARDS_PER_DOMAIN == domain:
            n += 1
    return n


@kernel
def show_hand(s, seat):
    cards = s.hand[seat]
    tell(s, ev.SHOWS_HAND, ALL, seat, cards[0], cards[1], cards[2], cards[3], cards[4])
    for i in range(s.hand_size[seat]):
        s.shown[seat, i] = True


@kernel
def show_copies(s, seat, card, n):
    """At least n copies of this card in the hand are known to all from now on."""
    for i in range(s.hand_size[seat]):
        if s.hand[seat, i] == card and n > 0:
            s.shown[seat, i] = True
            n -= 1


@kernel
def discard_card(s, seat, card):
    remove_card(s, seat, card)
    s.discard[card] += 1


@kernel
def draw_card(s, seat, domain):
    """Draw the top card; the last card of a deck ends the game at once (ruling 12)."""
    s.deck_size[domain] -= 1
    at = s.deck_size[domain]
    card = s.deck[domain, at]
    s.deck[domain, at] = -1
    add_card(s, seat, card, False)
    tell(s, ev.DRAWS, 1 << seat, seat, card, domain, at)
    if at == 0:
        tell(s, ev.LAST_CARD, ALL, domain)
        tell(s, ev.OVER, ALL)
        s.over = ENDED


@kernel
def ask_draws(s, seat, n):
    """So many cards are to be drawn, one by one."""
    s.draws = n
    s.draw_seat = seat
    s.seat = seat
    s.ask = st.ASK_DECK


@kernel
def ask_theft(s, seat, victim):
    """A hand is shown, and one card of it taken, if there is one and room for it."""
    show_hand(s, victim)
    if s.hand_size[victim] > 0 and s.hand_size[seat] < st.HAND_LIMIT:
        s.thief = seat
        s.steal_from = victim
        s.seat = seat
        s.ask = st.ASK_STEAL


@kernel
def cards_to_steal(t, s):
    return hand_bits(s, s.steal_from)


@kernel
def steal(t, s, card):
    """The chosen card of the shown hand changes hands, known to all."""
    tell(s, ev.STEALS, ALL, s.thief, card, s.steal_from)
    remove_card(s, s.steal_from, card)
    add_card(s, s.thief, card, True)
    s.steal_from = -1


@kernel
def add_technology(t, s, seat, card, sign):
    """A technology joins a player's row, or leaves it."""
    tell(s, ev.JOINS_ROW if sign > 0 else ev.LEAVES_ROW, ALL, card, seat)
    s.technology[seat, card] += sign
    for column in range(st.NUM_BONUSES):
        s.bonus[seat, column] += sign * t.card_bonus[card, column]
