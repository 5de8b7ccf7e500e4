"""Star Commander: the legal actions of the acting seat."""

from astrarium.core import kernel
from astrarium.core.bits import write_bits

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
    NUM_ABILITIES,
    NUM_CARDS,
    NUM_CELLS,
    NUM_DOMAINS,
    NUM_KINDS,
    NUM_WHICH,
    STACK_CAP,
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
        write_bits(mask, PLAY, play_bits(t, s, s.seat), NUM_CARDS)
        write_bits(mask, ACTIVATE, ability_bits(t, s, s.seat), NUM_ABILITIES)
        write_bits(mask, BUILD, shipyard_cells(t, s, s.seat), NUM_CELLS)
        mask[PASS] = 1
    elif ask == ASK_VESSEL_CELL:
        write_bits(mask, CELL, wanted_cells(t, s), NUM_CELLS)
    elif ask == ASK_GROUP:
        write_bits(mask, VESSEL, wanted_groups(t, s), s.num_players * NUM_KINDS)
        if may_stop(s):
            mask[DONE] = 1
    elif ask == ASK_WHICH:
        write_bits(mask, WHICH, wanted_which(t, s), NUM_WHICH)
    elif ask == ASK_DESTINATION:
        write_bits(mask, CELL, destination_cells(t, s), NUM_CELLS)
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
    write_bits(mask, JUMP, start_cells(t, s, seat), NUM_CELLS)
    write_bits(mask, BUILD, build_cells(t, s, seat, False), NUM_CELLS)
    write_bits(mask, DEVELOP, develop_cells(t, s, seat), NUM_CELLS)
    write_bits(mask, PLAY, play_bits(t, s, seat), NUM_CARDS)
    write_bits(mask, ACTIVATE, ability_bits(t, s, seat), NUM_ABILITIES)
    if s.credits[seat] >= BANK_DRAW_PRICE:
        write_bits(mask, BANK_DRAW, draw_decks(t, s, seat), NUM_DOMAINS)
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
        write_bits(mask, CARD, bits, NUM_CARDS)
        return
    bits = pick_options(t, s)
    if ask == ASK_SYSTEM:
        write_bits(mask, CELL, bits, NUM_CELLS)
    elif ask == ASK_PLAYER:
        write_bits(mask, PLAYER, bits, s.num_players - 1)
    elif ask == ASK_STACK:
        write_bits(mask, STACK, bits, STACK_CAP)
    else:
        write_bits(mask, AMOUNT, bits, 11)


@kernel
def legal_other(t, s, mask):
    ask = s.ask
    if ask == ASK_DECK:
        write_bits(mask, DECK, draw_decks(t, s, s.seat), NUM_DOMAINS)
    elif ask == ASK_KIND:
        kinds = build_kinds(t, s, s.seat, s.build_cell, s.phase != COMMAND_PHASE)
        write_bits(mask, VESSEL, kinds, NUM_KINDS)
    elif ask == ASK_COMBAT:
        write_bits(mask, CELL, combat_cells(s), NUM_CELLS)
    elif ask == ASK_PORTION:
        write_bits(mask, PORTION, portions(t, s), 3)
    elif ask == ASK_STEAL:
        write_bits(mask, CARD, hand_bits(s, s.steal_from), NUM_CARDS)
    elif ask == ASK_RAID:
        write_bits(mask, AMOUNT, (1 << (min(raid_most(t, s), 10) + 1)) - 1, 11)
    elif ask == ASK_EFFECT:
        write_bits(mask, DEVELOP, core_cells(t, s), NUM_CELLS)
        write_bits(mask, CELL, habitat_cells(t, s), NUM_CELLS)
    elif ask == ASK_SHIPYARD:
        write_bits(mask, BUILD, build_cells(t, s, s.seat, True), NUM_CELLS)
        write_bits(mask, PLAY, ship_card_bits(t, s, s.seat), NUM_CARDS)
        mask[DONE] = 1


@kernel
def legal_offer(t, s, mask):
    """Building an offer."""
    ask = s.ask
    if ask == ASK_PARTNER:
        write_bits(mask, PLAYER, (1 << (s.num_players - 1)) - 1, s.num_players - 1)
        mask[PLAYER + EVERYBODY - 1] = 1
    elif ask == ASK_OFFER:
        write_bits(mask, GIVE_THING, give_options(t, s), 6)
        write_bits(mask, ASK_THING, ask_options(t, s), 7)
        mask[SEND] = sendable(t, s)
        mask[WITHDRAW] = 1
    elif ask == ASK_OFFER_CARD:
        write_bits(mask, CARD, adding_options(t, s), NUM_CARDS)
    elif ask == ASK_OFFER_SYSTEM:
        write_bits(mask, CELL, adding_options(t, s), NUM_CELLS)
    elif ask == ASK_OFFER_DOMAIN:
        write_bits(mask, DECK, adding_options(t, s), NUM_DOMAINS)
