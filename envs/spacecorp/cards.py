"""SpaceCorp: action cards: hands, deck, offers, discards."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.rng import below
from astrarium.core.rows import above
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st


@kernel
def in_era(s, card):
    """The number within this era of a card among the cards of all eras."""
    return card - st.NUM_CARDS * s.era


@kernel
def card_number(s, card):
    """The number of a card of this era among the cards of all eras."""
    return st.NUM_CARDS * s.era + card


@kernel
def add_card(s, seat, card):
    """Put a card into a hand."""
    s.hand[seat, card] += 1
    s.hand_size[seat] += 1
    s.hand_bits[seat] |= 1 << card


@kernel
def remove_card(s, seat, card):
    """Take a card out of a hand; what others know of the hand is not touched."""
    s.hand[seat, card] -= 1
    s.hand_size[seat] -= 1
    if s.hand[seat, card] == 0:
        s.hand_bits[seat] &= ~(1 << card)


@kernel
def show_card(s, seat, card):
    """A card that everybody has seen leaves the hand: one known copy fewer."""
    if s.known[seat, card] > 0:
        s.known[seat, card] -= 1


@kernel
def add_open(s, seat, card):
    """Put a card into a hand that everybody has seen."""
    add_card(s, seat, card)
    s.known[seat, card] += 1


@kernel
def pick_card(s, bits, total):
    """Take a random card of the deck out of those titles, of which there are so many copies."""
    at = below(s, total)
    card = -1
    while at >= 0:
        card = lowest(bits)
        bits &= bits - 1
        at -= s.deck[card]
    s.deck[card] -= 1
    s.deck_size -= 1
    return card


@kernel
def pick_start(t, s):
    """Take a random Start card of the deck."""
    card = pick_card(s, int(t.start_bits[s.era]), s.deck_start)
    s.deck_start -= 1
    return card


@kernel
def pick_other(t, s):
    """Take a random card of the deck that is no Start card."""
    others = ((1 << st.NUM_CARDS) - 1) & ~int(t.start_bits[s.era])
    return pick_card(s, others, s.deck_size - s.deck_start)


@kernel
def draw(t, s):
    """The top card of the deck: Start cards first."""
    return pick_start(t, s) if s.deck_start > 0 else pick_other(t, s)


@kernel
def look_at_deck(s):
    """An empty deck triggers the era's end."""
    if s.deck_size == 0 and s.triggered == st.NOT_TRIGGERED:
        s.triggered = st.BY_DECK
        tell(s, ev.TRIGGERED, ALL, st.BY_DECK)


@kernel
def draw_to_hand(t, s, seat):
    """Draw the top card; nothing happens with an empty deck."""
    if s.deck_size > 0:
        card = draw(t, s)
        add_card(s, seat, card)
        tell(s, ev.DRAWS, 1 << seat, seat, card_number(s, card))
        look_at_deck(s)


@kernel
def take_offer(s, seat, box):
    """Take an offer, seen by all; its box stays empty until the refill."""
    add_open(s, seat, s.offers[box])
    tell(s, ev.TAKES, ALL, seat, card_number(s, s.offers[box]))
    s.offers[box] = -1


@kernel
def offer_bits(s):
    """Boxes with an offer."""
    bits = 0
    for box in range(st.NUM_OFFERS):
        if s.offers[box] >= 0:
            bits |= 1 << box
    return bits


@kernel
def refill(t, s):
    """Replenish empty offer boxes as long as the deck lasts."""
    for box in range(st.NUM_OFFERS):
        if s.offers[box] < 0 and s.deck_size > 0:
            s.offers[box] = draw(t, s)
            tell(s, ev.OFFER, ALL, card_number(s, s.offers[box]), s.deck_size)
            look_at_deck(s)


@kernel
def show_played(s, seat):
    """The announcement is complete: all see the cards it took."""
    titles = above(s.played, 0)
    while titles:
        card = lowest(titles)
        titles &= titles - 1
        tell(s, ev.PLAYS, ALL, seat, card_number(s, card), s.played[card])
        for _ in range(s.played[card]):
            show_card(s, seat, card)


@kernel
def discard_played(s):
    """Step 5: cards on the table go to the discard pile; Time cards are set aside in it."""
    titles = above(s.played, 0)
    while titles:
        card = lowest(titles)
        titles &= titles - 1
        s.laid[card] = s.played[card]
        s.discard[card] += s.played[card]
        s.played[card] = 0


@kernel
def clear_laid(s):
    """The moment for Poach is over."""
    titles = above(s.laid, 0)
    while titles:
        s.laid[lowest(titles)] = 0
        titles &= titles - 1


@kernel
def poach(s, seat):
    """Take every action card discarded in this step, Time cards aside."""
    for card in range(st.TIME):
        while s.laid[card] > 0:
            s.laid[card] -= 1
            s.discard[card] -= 1
            add_open(s, seat, card)
            tell(s, ev.POACHES, ALL, seat, card_number(s, card))


@kernel
def laid_cards(s):
    """Cards that Poach would take."""
    n = 0
    for card in range(st.TIME):
        n += s.laid[card]
    return n
