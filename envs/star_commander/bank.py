"""Star Commander: trade with the bank: credits for a card, two cards for credits."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .cards import discard_card, draw_card, hand_bits
from .credits import earn, pay
from .draws import draw_decks


@kernel
def bank_decks(t, s):
    """Decks of which the bank sells a card to the acting seat now."""
    return draw_decks(t, s, s.seat) if s.credits[s.seat] >= st.BANK_DRAW_PRICE else 0


@kernel
def bank_draw(t, s, domain):
    pay(s, s.seat, st.BANK_DRAW_PRICE)
    draw_card(s, s.seat, domain)


@kernel
def may_sell(t, s):
    return s.hand_size[s.seat] >= st.BANK_SELL_CARDS


@kernel
def begin_sale(t, s):
    s.selling = st.BANK_SELL_CARDS
    s.ask = st.ASK_SALE


@kernel
def cards_to_sell(t, s):
    return hand_bits(s, s.seat)


@kernel
def sell(t, s, card):
    """Two cards for three credits."""
    discard_card(s, s.seat, card)
    tell(s, ev.SELLS, ALL, s.seat, card)
    s.selling -= 1
    if s.selling > 0:
        s.ask = st.ASK_SALE
    else:
        earn(s, s.seat, st.BANK_SELL_CREDITS)
