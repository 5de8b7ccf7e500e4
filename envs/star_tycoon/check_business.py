"""Star Tycoon: checks of what is under way, payments, thefts, moves and offers, and of the question asked."""

from astrarium.core import kernel

from . import state as st
from .check_cards import belongs, in_flight
from .check_table import is_seat, within
from .purchase import next_due
from .reserve import reserve_count, reserve_limit
from .rows import row_of


@kernel
def payment_holds(t, s):
    if not within(s.due_for, st.FOR_NOTHING, st.FOR_SMUGGLE):
        return False
    for token in range(st.PRICE_SIZE):
        if s.due[token] < 0 or (s.due[token] > 0 and s.due_for == st.FOR_NOTHING):
            return False
    if s.due_for == st.FOR_CARD:
        return purchase_holds(t, s)
    if s.due_for == st.FOR_PARTNERSHIP:
        return within(s.partnership, 0, st.NUM_BRANDS - 1) and s.partner[s.partnership] == -1
    if s.due_for == st.FOR_MARKET:
        return within(s.bought, 0, st.NUM_RESOURCES - 1) and not s.flipped >> s.bought & 1
    if s.due_for == st.FOR_SMUGGLE:
        return within(s.smuggler, 0, st.NUM_SMUGGLERS) and within(
            s.way, 0, t.ways[t.smuggler_kind[s.smuggler]] - 1
        )
    return s.smuggler == -1 and s.way == 0


@kernel
def purchase_holds(t, s):
    """The card is where it was until it is paid for."""
    if not within(s.card, 0, st.FIRST_FORGE - 1):
        return False
    if not (within(s.card_slot, -1, st.MOST_SLOTS - 1) and within(s.card_reserve, -1, st.RESERVE_LIMIT - 1)):
        return False
    if (s.card_slot >= 0) == (s.card_reserve >= 0):
        return False
    if s.card_slot >= 0:
        return s.row[row_of(s.card), s.card_slot] == s.card
    return s.reserve[s.who, s.card_reserve] == s.card and not s.veiled[s.who, s.card_reserve]


@kernel
def business_holds(s):
    if s.due_for != st.FOR_CARD and in_flight(s) == -1 and s.card != -1:
        return False
    if s.due_for != st.FOR_CARD and (s.card_slot != -1 or s.card_reserve != -1):
        return False
    if s.due_for != st.FOR_PARTNERSHIP and s.partnership != -1:
        return False
    if s.due_for != st.FOR_MARKET and s.bought != -1:
        return False
    if not within(s.given, -1, st.NUM_RESOURCES - 1):
        return False
    if s.gains < 0 or s.steals < 0 or (s.steals > 0 and s.num_players == 1):
        return False
    if s.victim != -1 and (not is_seat(s, s.victim) or s.victim == s.who):
        return False
    if s.swap_with != -1 and (not is_seat(s, s.swap_with) or s.swap_with == s.who):
        return False
    if not within(s.swap_for, -1, st.NUM_RESOURCES - 1):
        return False
    if s.moving != -1:
        if not within(s.moving, st.FIRST_DEVELOPMENT, st.NUM_CARDS - 1) or s.owner[s.moving] != s.who:
            return False
        if s.site[s.moving] == st.NANOTECH:
            return False
    if s.reserve_row == -1:
        return s.reserve_slot == -1
    if not (within(s.reserve_row, 0, st.DEVELOPMENT_2) and within(s.reserve_slot, 0, st.MOST_SLOTS - 1)):
        return False
    return s.row[s.reserve_row, s.reserve_slot] >= 0


@kernel
def solo_holds(s):
    if not (within(s.buff_card, 0, st.NUM_FORGES) and within(s.game, 0, st.SERIES) and s.exports >= 0):
        return False
    if not (within(s.remove_row, 0, st.NUM_ROWS - 1) and within(s.remove_left, 0, st.SOLO_REMOVED)):
        return False
    if s.num_players == 1:
        if (s.buff_card == 0) != (s.phase == st.CHOOSE):
            return False
        return within(s.goal, 1, st.NUM_FORGES) and s.buff_card != s.goal
    for row in range(st.NUM_ROWS):
        if s.gone[row]:
            return False
    return not (
        s.goal or s.buff_card or s.won or s.remove_left or s.out_homeworlds or s.out_forges or s.out_companies
    )


@kernel
def offer_holds(s):
    if not within(s.offers_left, 0, st.OFFERS * s.barter) or not within(s.proposed, 0, s.num_players):
        return False
    if s.ask == st.ASK_PARTNER:
        return offer_empty(s) and is_seat(s, s.offerer)
    if s.ask != st.ASK_OFFER and s.ask != st.ASK_ANSWER:
        return offer_empty(s) and s.offerer == -1
    if not (is_seat(s, s.offerer) and is_seat(s, s.offeree)) or s.offerer == s.offeree:
        return False
    return side_holds(s, 0, s.offerer) and side_holds(s, 1, s.offeree)


@kernel
def offer_empty(s):
    for side in range(2):
        for token in range(st.NUM_TOKENS):
            if s.offer_tokens[side, token]:
                return False
        if s.offer_cards[side]:
            return False
    return s.offeree == -1


@kernel
def side_holds(s, side, p):
    """What is offered or asked for belongs to the player it would come from."""
    total = 0
    for token in range(st.NUM_TOKENS):
        if not within(s.offer_tokens[side, token], 0, s.tokens[p, token]):
            return False
        total += s.offer_tokens[side, token]
    return total <= st.OFFER_TOKENS and within(s.offer_cards[side], 0, (1 << reserve_count(s, p)) - 1)


# The question


@kernel
def question_holds(t, s):
    """Somebody is asked, and it is about what is under way."""
    ask = s.ask
    if ask == st.ASK_PROPOSE:
        return s.barter and s.seat != s.active
    if ask == st.ASK_PARTNER or ask == st.ASK_OFFER:
        return s.barter and s.seat == s.offerer
    if ask == st.ASK_ANSWER:
        return s.barter and s.seat == s.offeree
    if s.seat != s.who or not swap_question_holds(s) or not move_question_holds(s):
        return False
    if (ask == st.ASK_RETURN) != (s.reserve_row >= 0):
        return False
    if s.phase == st.TURN:
        return turn_question_holds(t, s, ask) or business_question_holds(s, ask)
    return phase_question_holds(s, ask) or business_question_holds(s, ask)


@kernel
def idle(s):
    """Nothing is half done."""
    if s.due_for != st.FOR_NOTHING or s.trades_left or s.smuggles_left:
        return False
    return not (s.gains or s.steals or s.victim >= 0 or s.given >= 0)


@kernel
def swap_question_holds(s):
    """What is swapped is known as far as it was asked for."""
    alone = s.num_players == 1
    if s.ask == st.ASK_SWAP_FOR:
        return (s.swap_with == -1) == alone and s.swap_for == -1
    if s.ask == st.ASK_SWAP_GIVE:
        return (s.swap_with == -1) == alone and s.swap_for != -1
    return s.swap_with == -1 and s.swap_for == -1


@kernel
def move_question_holds(s):
    """A development is in hand exactly while it is asked where to put it."""
    return (s.moving >= 0) == (s.ask == st.ASK_HOVER_TO or s.ask == st.ASK_MOVING_DAY_TO)


@kernel
def turn_question_holds(t, s, ask):
    """What is asked in turns only."""
    if ask == st.ASK_TURN:
        return s.seat == s.active and idle(s)
    if ask == st.ASK_LINE:
        return s.due_for == st.FOR_CARD
    if ask == st.ASK_PAY:
        return s.due_for != st.FOR_NOTHING and next_due(s) >= 0
    if ask == st.ASK_TRADE:
        return within(s.trades_left, 1, st.TRADES_KRATAK - 1)
    if ask == st.ASK_SMUGGLE:
        return within(s.smuggles_left, 1, st.SMUGGLES - 1)
    if ask == st.ASK_RETURN:
        return reserve_count(s, s.seat) == reserve_limit(t, s, s.seat)
    if ask == st.ASK_SWAP_WITH or ask == st.ASK_SWAP_FOR or ask == st.ASK_SWAP_GIVE:
        return s.ability_used[s.seat]
    return (ask == st.ASK_HOVER or ask == st.ASK_HOVER_TO) and s.hovered


@kernel
def business_question_holds(s, ask):
    """What is asked whenever it is due."""
    if ask == st.ASK_SITE:
        return within(s.card, st.FIRST_DEVELOPMENT, st.FIRST_FORGE - 1) and s.open_sites[s.seat] != 0
    if ask == st.ASK_GAIN:
        return s.gains > 0
    if ask == st.ASK_ROB:
        return s.steals > 0 and s.victim == -1
    return ask == st.ASK_LOOT and s.steals > 0 and s.victim >= 0


@kernel
def phase_question_holds(s, ask):
    """What is asked in one other phase."""
    if s.phase == st.CHOOSE:
        return ask == st.ASK_COMPANY and s.choice[s.seat] == -1
    if s.phase == st.REMOVE:
        return ask == st.ASK_REMOVE and s.num_players == 1 and s.remove_left > 0
    if s.phase == st.DISCARD:
        return ask == st.ASK_DISCARD
    if s.phase == st.ACQUIRE:
        return ask == st.ASK_ACQUIRE and reserve_count(s, s.seat) > 0
    if s.phase == st.PRODUCE:
        return ask == st.ASK_IMPORTER and s.num_players == 1
    return s.phase == st.EVENT and event_question_holds(s, ask)


@kernel
def event_question_holds(s, ask):
    if ask == st.ASK_BOOM:
        return belongs(st.DEVELOPMENT_1, s.card)
    if ask == st.ASK_MARKER:
        return s.coin != 0
    if ask == st.ASK_MOVING_DAY or ask == st.ASK_MOVING_DAY_TO:
        return True
    return ask == st.ASK_TOKEN or ask == st.ASK_TRANSMUTE
