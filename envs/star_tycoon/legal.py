"""Star Tycoon: the legal actions of the acting seat."""

from astrarium.core import kernel
from astrarium.core.bits import lowest, set_bits

from .actions import (
    ASK_CARD,
    ASK_FOR,
    BONUS_PLANET,
    BONUS_RESERVE,
    BUY_CARD,
    BUY_RESERVED,
    COMPANY,
    DEVELOPMENT,
    DISCARD_TOKEN,
    DONE,
    END_TURN,
    GAIN,
    GIVE,
    GIVE_CARD,
    HOVER,
    LINE,
    MARKER,
    NO,
    OFFER,
    OMNIFORGE,
    PARTNERSHIP,
    PAY,
    PAY_REFRESH,
    PHASE_SWAP,
    PLAYER,
    REFRESH,
    REMOVE_CARD,
    REPAY,
    RESERVE,
    RESERVED,
    SEND,
    SITE,
    SMUGGLE,
    SPA,
    SWAP,
    TAKE,
    TAKE_LOAN,
    TRADE,
    WAYFARE,
    WITHDRAW,
    YES,
)
from .barter import offer_card_bits, offer_token_bits, sendable
from .companies import (
    bonus_planet_bits,
    bonus_reserve_bits,
    can_hover,
    can_swap,
    movable,
    phase_bits,
    planets_with_room,
    spa_bits,
    swap_offers,
)
from .corporation import has_ability, victims
from .events import event_tokens, movable_markers
from .market import trade_bits
from .purchase import buy_bits, partnership_bits, pay_options, payable_lines, reserved_bits
from .reserve import reserve_bits, reserve_count
from .rows import refresh_bits, slot_bits
from .smuggle import smuggle_bits
from .solo import importers
from .state import (
    ASK_ACQUIRE,
    ASK_ANSWER,
    ASK_BOOM,
    ASK_COMPANY,
    ASK_DISCARD,
    ASK_GAIN,
    ASK_LINE,
    ASK_MARKER,
    ASK_MOVE,
    ASK_MOVE_TO,
    ASK_PARTNER,
    ASK_PAY,
    ASK_PLAYER,
    ASK_PROPOSE,
    ASK_REMOVE,
    ASK_RETURN,
    ASK_SITE,
    ASK_SMUGGLE,
    ASK_TAKE,
    ASK_TOKEN,
    ASK_TRADE,
    ASK_TURN,
    ASKS_FOR,
    CREDIT,
    EVENT,
    FIRST_DEVELOPMENT,
    FIRST_RESOURCE,
    GIVES,
    NANOTECH,
    NUM_CARDS,
    NUM_RESOURCES,
    SOLO_REFRESH_PRICE,
)
from .tables import ADVANCED_PHASE, FARBLE, FRANEK, HOLOX, JIMS, QUONK, RAHKOON
from .tokens import resources_of
from .turn import acquisition_bits, can_borrow, can_repay, discard_bits, within_token_limit


@kernel
def legal(t, s, mask):
    """Write 1 for every legal action."""
    mask[:] = 0
    if s.over:
        return
    ask = s.ask
    if ask == ASK_TURN:
        legal_turn(t, s, mask)
    elif ask == ASK_PAY:
        set_bits(mask, PAY, pay_options(t, s))
    elif ask == ASK_SITE:
        set_bits(mask, SITE, s.open_sites[s.seat])
    elif ask == ASK_TRADE:
        set_bits(mask, TRADE, trade_bits(t, s, s.seat))
        mask[DONE] = 1
    elif ask == ASK_DISCARD:
        set_bits(mask, DISCARD_TOKEN, discard_bits(s, s.seat))
        mask[DONE] = within_token_limit(s, s.seat)
    elif ask == ASK_SMUGGLE:
        set_bits(mask, SMUGGLE, smuggle_bits(t, s, s.seat))
        mask[DONE] = 1
    elif ask == ASK_GAIN:
        set_bits(mask, GAIN + FIRST_RESOURCE, gain_options(s))
    elif ask >= ASK_PROPOSE:
        legal_offer(t, s, mask)
    elif ask == ASK_MOVE or ask == ASK_MOVE_TO:
        legal_move(s, mask)
    elif ask >= ASK_REMOVE:
        legal_phase(t, s, mask)
    else:
        legal_other(t, s, mask)


@kernel
def legal_turn(t, s, mask):
    """Any of the actions, if there is one left, and what takes none."""
    seat = s.seat
    mask[END_TURN] = 1
    if s.actions_left > 0:
        set_bits(mask, BUY_CARD, buy_bits(t, s, seat))
        set_bits(mask, BUY_RESERVED, reserved_bits(t, s, seat))
        set_bits(mask, PARTNERSHIP, partnership_bits(t, s, seat))
        set_bits(mask, TRADE, trade_bits(t, s, seat))
        set_bits(mask, RESERVE, reserve_bits(t, s, seat))
        set_bits(mask, SMUGGLE, smuggle_bits(t, s, seat))
        set_bits(mask, REFRESH, refresh_bits(t, s, seat))
        mask[OMNIFORGE] = 1
        if has_ability(t, s, seat, RAHKOON):
            set_bits(mask, OMNIFORGE, (1 << s.num_players) - 1)
            mask[WAYFARE] = s.num_players == 1
    mask[TAKE_LOAN] = can_borrow(s, seat)
    mask[REPAY] = can_repay(s, seat)
    mask[OFFER] = s.offers_left > 0
    if s.num_players == 1 and s.tokens[seat, CREDIT] >= SOLO_REFRESH_PRICE:
        set_bits(mask, PAY_REFRESH, refresh_bits(t, s, seat))
    legal_ability(t, s, seat, mask)


@kernel
def legal_ability(t, s, seat, mask):
    """What the company can do beside the actions."""
    ability = t.ability[s.company[seat]]
    if ability == QUONK:
        mask[SWAP] = can_swap(t, s, seat)
    elif ability == ADVANCED_PHASE:
        set_bits(mask, PHASE_SWAP, phase_bits(t, s, seat))
    elif ability == JIMS:
        set_bits(mask, BONUS_PLANET, bonus_planet_bits(t, s, seat))
    elif ability == FRANEK:
        mask[HOVER] = can_hover(t, s, seat)
    elif ability == FARBLE:
        set_bits(mask, BONUS_RESERVE, bonus_reserve_bits(t, s, seat))
    elif ability == HOLOX:
        set_bits(mask, SPA, spa_bits(t, s, seat))


@kernel
def gain_options(s):
    """Resources to choose from: all but the one that was given away for it."""
    bits = (1 << NUM_RESOURCES) - 1
    return bits & ~(1 << s.given) if s.given >= 0 else bits


@kernel
def legal_other(t, s, mask):
    """Choices within an action."""
    ask = s.ask
    if ask == ASK_COMPANY:
        set_bits(mask, COMPANY, s.hand[s.seat])
    elif ask == ASK_LINE:
        set_bits(mask, LINE, payable_lines(t, s, s.seat, s.card, s.due[CREDIT]))
    elif ask == ASK_RETURN:
        set_bits(mask, RESERVED, (1 << reserve_count(s, s.seat)) - 1)
    elif ask == ASK_PLAYER:
        set_bits(mask, PLAYER, victims(s, s.seat))
    elif ask == ASK_TAKE:
        set_bits(mask, TAKE, swap_offers(s) if s.swapping else resources_of(s, s.victim))
    else:
        set_bits(mask, GIVE + FIRST_RESOURCE, resources_of(s, s.seat))
        mask[DONE] = s.phase == EVENT


@kernel
def legal_phase(t, s, mask):
    """Choices of events, of the end of a round and of the solo game."""
    ask = s.ask
    if ask == ASK_REMOVE:
        set_bits(mask, REMOVE_CARD, slot_bits(s, s.remove_row))
    elif ask == ASK_TOKEN:
        set_bits(mask, GAIN, event_tokens(t, s))
        mask[DONE] = 1
    elif ask == ASK_BOOM:
        mask[NO] = 1
        mask[YES] = 1
    elif ask == ASK_MARKER:
        set_bits(mask, MARKER, movable_markers(t, s))
        mask[DONE] = 1
    elif ask == ASK_ACQUIRE:
        set_bits(mask, RESERVED, acquisition_bits(s, s.seat))
        mask[DONE] = 1
    else:
        found = importers(t, s)
        while found:
            mask[DEVELOPMENT + t.smuggler_card[lowest(found)] - FIRST_DEVELOPMENT] = 1
            found &= found - 1


@kernel
def legal_move(s, mask):
    """Which development to move, then where to; Moving Day allows swaps, and nothing."""
    seat = s.seat
    swaps = s.phase == EVENT
    if s.ask == ASK_MOVE:
        for card in range(FIRST_DEVELOPMENT, NUM_CARDS):
            if movable(s, seat, card, swaps):
                mask[DEVELOPMENT + card - FIRST_DEVELOPMENT] = 1
        mask[DONE] = swaps
        return
    site = s.site[s.moving]
    set_bits(mask, SITE, planets_with_room(s, seat) & ~(1 << site))
    if swaps:
        for card in range(FIRST_DEVELOPMENT, NUM_CARDS):
            if s.owner[card] == seat and s.site[card] != site and s.site[card] != NANOTECH:
                mask[DEVELOPMENT + card - FIRST_DEVELOPMENT] = 1


@kernel
def legal_offer(t, s, mask):
    """Barter."""
    ask = s.ask
    if ask == ASK_PROPOSE or ask == ASK_ANSWER:
        mask[NO] = 1
        mask[YES] = 1
    elif ask == ASK_PARTNER:
        set_bits(mask, PLAYER, (1 << (s.num_players - 1)) - 1)
    else:
        set_bits(mask, GIVE, offer_token_bits(s, GIVES))
        set_bits(mask, GIVE_CARD, offer_card_bits(s, GIVES))
        set_bits(mask, ASK_FOR, offer_token_bits(s, ASKS_FOR))
        set_bits(mask, ASK_CARD, offer_card_bits(s, ASKS_FOR))
        mask[SEND] = sendable(t, s)
        mask[WITHDRAW] = 1
