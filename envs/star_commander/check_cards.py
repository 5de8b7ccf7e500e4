"""Star Commander: what holds for hands, decks, and every domain card."""

from astrarium.core import kernel

from . import state as st

DIGIT = 6  # bits that hold the copies of one card


@kernel
def hand_holds(s, p):
    if s.hand_size[p] < 0 or s.hand_size[p] > st.HAND_LIMIT:
        return False
    for i in range(st.HAND_LIMIT):
        if i >= s.hand_size[p]:
            if s.hand[p, i] != -1 or s.shown[p, i]:
                return False
        elif s.hand[p, i] < 0 or s.hand[p, i] >= st.NUM_CARDS:
            return False
        elif i > 0 and s.hand[p, i - 1] >= s.hand[p, i]:
            if s.hand[p, i - 1] > s.hand[p, i] or s.shown[p, i - 1] < s.shown[p, i]:
                return False
    return True


@kernel
def deck_holds(s, domain):
    if s.deck_size[domain] < 0 or (s.deck_size[domain] == 0 and s.over == 0):
        return False
    for i in range(len(s.deck[domain])):
        card = s.deck[domain, i]
        if i >= s.deck_size[domain]:
            if card != -1:
                return False
        elif card < 0 or card // st.CARDS_PER_DOMAIN != domain:
            return False
    return True


@kernel
def digit(domain, card):
    """One copy of a card in the tally of a domain; nothing for other cards."""
    if card < 0 or card >= st.NUM_CARDS or card // st.CARDS_PER_DOMAIN != domain:
        return 0
    return 1 << DIGIT * (card % st.CARDS_PER_DOMAIN)


@kernel
def cards_hold(t, s, domain):
    """Copies of every card of a domain in all places, against the card list; one digit for each card."""
    found, printed = 0, 0
    for i in range(s.deck_size[domain]):
        found += digit(domain, s.deck[domain, i])
    for p in range(s.num_players):
        for i in range(s.hand_size[p]):
            found += digit(domain, s.hand[p, i])
    for v in range(s.top):
        if s.v_kind[v] >= 0:
            found += digit(domain, t.kind_card[s.v_kind[v]])
    for i in range(s.stack_size):
        found += digit(domain, s.stack_item[i])
    found += digit(domain, s.item)
    for i in range(st.OFFER_CARDS):
        found += digit(domain, s.handed[i])
    for card in range(domain * st.CARDS_PER_DOMAIN, (domain + 1) * st.CARDS_PER_DOMAIN):
        printed += digit(domain, card) * t.card_copies[card]
        found += digit(domain, card) * s.discard[card]
        for p in range(s.num_players):
            found += digit(domain, card) * s.technology[p, card]
    return found == printed
