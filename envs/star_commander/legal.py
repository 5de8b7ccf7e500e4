"""Star Commander: the legal actions of the acting seat."""

from astrarium.core import kernel
from astrarium.core.bits import set_bits

from .actions import (
    ACTIVATE,
    AMOUNT,
    ASK_THING,
    BANK_DRAW,
    BANK_SELL,
    BUILD,
    CARD,
    CELL,
    DECK,
    DEVELOP,
    DONE,
    END_PHASE,
    GIVE_THING,
    JUMP,
    NO,
    OFFER,
    PASS,
    PLAY,
    PLAYER,
    PORTION,
    SEND,
    STACK,
    VESSEL,
    WHICH,
    WITHDRAW,
    YES,
)
from .build import build_cells, build_kinds
from .cards import draw_decks, hand_bits
from .combat import combat_cells, portions
from .items import ability_bits, pick_options, play_bits, ship_card_bits, shipyard_cells
from .movement import destination_cells, start_cells
from .picking import may_stop, wanted_cells, wanted_groups, wanted_which
from .state import (
    ASK_ANSWER,
    ASK_COMBAT,
    ASK_COMMAND,
    ASK_DECK,
    ASK_DESTINATION,
    ASK_EFFECT,
    ASK_GROUP,
    ASK_HAND_CARD,
    ASK_INITIATE,
    ASK_KIND,
    ASK_OFFER,
    ASK_OFFER_CARD,
    ASK_OFFER_DOMAIN,
    ASK_OFFER_SYSTEM,
    ASK_PARTNER,
    ASK_PLAYER,
    ASK_PORTION,
    ASK_RAID,
    ASK_RESPOND,
    ASK_SHIPYARD,
    ASK_STACK,
    ASK_STEAL,
    ASK_SYSTEM,
    ASK_VESSEL_CELL,
    ASK_WHICH,
    ASK_X,
    BANK_DRAW_PRICE,
    COMMAND_PHASE,
    EVERYBODY,
)
from .systems import develop_cells
from .trade import adding_options, ask_options, give_options, handover_options, has_something, sendable
from .turn import core_cells, habitat_cells, raid_most


@kernel
def legal(t, s, mask):
    """Write 1 for every legal action."""
    mask[:] = 0
    if s.over:
        return
    ask = s.ask
    if ask == ASK_COMMAND:
        legal_command(t, s, mask)
    elif ask == ASK_RESPOND:
        set_bits(mask, PLAY, play_bits(t, s, s.seat))
        set_bits(mask, ACTIVATE, ability_bits(t, s, s.seat))
        set_bits(mask, BUILD, shipyard_cells(t, s, s.seat))
        mask[PASS] = 1
    elif ask == ASK_VESSEL_CELL:
        set_bits(mask, CELL, wanted_cells(t, s))
    elif ask == ASK_GROUP:
        set_bits(mask, VESSEL, wanted_groups(t, s))
        if may_stop(s):
            mask[DONE] = 1
    elif ask == ASK_WHICH:
        set_bits(mask, WHICH, wanted_which(t, s))
    elif ask == ASK_DESTINATION:
        set_bits(mask, CELL, destination_cells(t, s))
    elif ask == ASK_INITIATE or ask == ASK_ANSWER:
        mask[NO] = 1
        mask[YES] = 1
    elif ask >= ASK_PARTNER:
        legal_offer(t, s, mask)
    elif ask == ASK_SYSTEM or ask == ASK_PLAYER or ask == ASK_STACK or ask == ASK_X or ask == ASK_HAND_CARD:
        legal_pick(t, s, mask)
    else:
        legal_other(t, s, mask)


@kernel
def legal_command(t, s, mask):
    """Anything of the command phase."""
    seat = s.seat
    set_bits(mask, JUMP, start_cells(t, s, seat))
    set_bits(mask, BUILD, build_cells(t, s, seat, False))
    set_bits(mask, DEVELOP, develop_cells(t, s, seat))
    set_bits(mask, PLAY, play_bits(t, s, seat))
    set_bits(mask, ACTIVATE, ability_bits(t, s, seat))
    if s.credits[seat] >= BANK_DRAW_PRICE:
        set_bits(mask, BANK_DRAW, draw_decks(t, s, seat))
    mask[BANK_SELL] = s.hand_size[seat] >= 2
    mask[OFFER] = s.offers_left > 0 and has_something(s, seat)
    mask[END_PHASE] = 1


@kernel
def legal_pick(t, s, mask):
    """A pick of the item being announced; hand cards are also asked for by sales and trades."""
    ask = s.ask
    if ask == ASK_HAND_CARD:
        if s.item >= 0 or s.selling > 0:
            bits = hand_bits(s, s.seat)
        else:
            bits = handover_options(s)
        set_bits(mask, CARD, bits)
        return
    bits = pick_options(t, s)
    if ask == ASK_SYSTEM:
        set_bits(mask, CELL, bits)
    elif ask == ASK_PLAYER:
        set_bits(mask, PLAYER, bits)
    elif ask == ASK_STACK:
        set_bits(mask, STACK, bits)
    else:
        set_bits(mask, AMOUNT, bits)


@kernel
def legal_other(t, s, mask):
    ask = s.ask
    if ask == ASK_DECK:
        set_bits(mask, DECK, draw_decks(t, s, s.seat))
    elif ask == ASK_KIND:
        kinds = build_kinds(t, s, s.seat, s.build_cell, s.phase != COMMAND_PHASE)
        set_bits(mask, VESSEL, kinds)
    elif ask == ASK_COMBAT:
        set_bits(mask, CELL, combat_cells(s))
    elif ask == ASK_PORTION:
        set_bits(mask, PORTION, portions(t, s))
    elif ask == ASK_STEAL:
        set_bits(mask, CARD, hand_bits(s, s.steal_from))
    elif ask == ASK_RAID:
        set_bits(mask, AMOUNT, (1 << (min(raid_most(t, s), 10) + 1)) - 1)
    elif ask == ASK_EFFECT:
        set_bits(mask, DEVELOP, core_cells(t, s))
        set_bits(mask, CELL, habitat_cells(t, s))
    elif ask == ASK_SHIPYARD:
        set_bits(mask, BUILD, build_cells(t, s, s.seat, True))
        set_bits(mask, PLAY, ship_card_bits(t, s, s.seat))
        mask[DONE] = 1


@kernel
def legal_offer(t, s, mask):
    """Building an offer."""
    ask = s.ask
    if ask == ASK_PARTNER:
        set_bits(mask, PLAYER, (1 << (s.num_players - 1)) - 1)
        mask[PLAYER + EVERYBODY - 1] = 1
    elif ask == ASK_OFFER:
        set_bits(mask, GIVE_THING, give_options(t, s))
        set_bits(mask, ASK_THING, ask_options(t, s))
        mask[SEND] = sendable(t, s)
        mask[WITHDRAW] = 1
    elif ask == ASK_OFFER_CARD:
        set_bits(mask, CARD, adding_options(t, s))
    elif ask == ASK_OFFER_SYSTEM:
        set_bits(mask, CELL, adding_options(t, s))
    elif ask == ASK_OFFER_DOMAIN:
        set_bits(mask, DECK, adding_options(t, s))
