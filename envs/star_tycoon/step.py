"""Star Tycoon: apply one action, then run on to the next decision."""

from astrarium.core import kernel

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
from .barter import begin_offer, clear_offer, exchange, open_offer, propose
from .companies import begin_swap, phase_swap, refresh_set, swap_resources
from .corporation import after, forge, move, steal, swap_sites
from .events import answer_boom, exchange_with_bank, gain_event_token, next_player
from .market import begin_trade, move_marker, trade
from .purchase import begin_partnership, buy_from_row, buy_reserved, choose_line, pay, place
from .reserve import begin_reserve, choose_return
from .rows import refresh
from .smuggle import begin_smuggling, smuggle
from .solo import build_importer, remove_card
from .state import (
    ASK_ACQUIRE,
    ASK_ANSWER,
    ASK_BOOM,
    ASK_COMPANY,
    ASK_DISCARD,
    ASK_GAIN,
    ASK_IMPORTER,
    ASK_LINE,
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
    JIMS_PRICE,
    LOAN,
    MOST_SLOTS,
    NUM_WAYS,
    OFFER_ANSWER,
    PLANETS,
    SOLO_REFRESH_PRICE,
)
from .turn import acquire, discard, end_turn, run


@kernel
def step(t, s, action):
    """Apply a legal action."""
    ask = s.ask
    if ask == ASK_TURN:
        step_turn(t, s, action)
    elif ask == ASK_PAY:
        pay(t, s, action - PAY)
    elif ask == ASK_SITE:
        place(t, s, action - SITE)
    elif ask == ASK_TRADE:
        if action == DONE:
            s.trades_left = 0
        else:
            trade(t, s, (action - TRADE) >> 1, (action - TRADE) & 1)
    elif ask == ASK_DISCARD:
        if action == DONE:
            s.asked += 1
        else:
            discard(t, s, action - DISCARD_TOKEN)
    elif ask == ASK_SMUGGLE:
        if action == DONE:
            s.smuggles_left = 0
        else:
            smuggle(t, s, (action - SMUGGLE) // NUM_WAYS, (action - SMUGGLE) % NUM_WAYS)
    elif ask == ASK_GAIN:
        s.tokens[s.who, action - GAIN] += 1
        s.gains -= 1
        s.given = -1
    elif ask >= ASK_PROPOSE:
        step_offer(s, action)
    elif ask == ASK_MOVE or ask == ASK_MOVE_TO:
        step_move(t, s, action)
    elif ask >= ASK_REMOVE:
        step_phase(t, s, action)
    else:
        step_other(t, s, action)
    run(t, s)


@kernel
def step_turn(t, s, action):
    """An action of a turn, or something that takes none."""
    if action == END_TURN:
        end_turn(t, s)
    elif action >= OFFER:
        begin_offer(s)
    elif action >= SWAP:
        step_ability(t, s, action)
    elif action >= PAY_REFRESH:
        step_finance(t, s, action)
    elif action >= REFRESH:
        s.actions_left -= 1
        refresh(t, s, action - REFRESH)
    elif action >= SMUGGLE:
        begin_smuggling(s)
        smuggle(t, s, (action - SMUGGLE) // NUM_WAYS, (action - SMUGGLE) % NUM_WAYS)
    elif action >= RESERVE:
        s.actions_left -= 1
        begin_reserve(t, s, (action - RESERVE) // MOST_SLOTS, (action - RESERVE) % MOST_SLOTS)
    elif action >= OMNIFORGE:
        step_omniforge(s, action)
    elif action >= TRADE:
        begin_trade(t, s)
        trade(t, s, (action - TRADE) >> 1, (action - TRADE) & 1)
    else:
        step_purchase(t, s, action)


@kernel
def step_purchase(t, s, action):
    if action >= PARTNERSHIP:
        begin_partnership(t, s, action - PARTNERSHIP)
        return
    s.actions_left -= 1
    if action >= BUY_RESERVED:
        buy_reserved(t, s, action - BUY_RESERVED)
    else:
        row, slot = (action - BUY_CARD) // MOST_SLOTS, (action - BUY_CARD) % MOST_SLOTS
        buy_from_row(t, s, row, slot, 0)


@kernel
def step_omniforge(s, action):
    """Own production, with Rahkoon any player's; alone a resource and a credit instead."""
    s.actions_left -= 1
    if action == WAYFARE:
        s.tokens[s.who, CREDIT] += 1
        s.gains = 1
    else:
        forge(s, s.who, (s.who + action - OMNIFORGE) % s.num_players)


@kernel
def step_finance(t, s, action):
    """A loan, its repayment, or a Refresh for a credit."""
    if action == TAKE_LOAN:
        s.loan[s.who] = True
        s.tokens[s.who, CREDIT] += LOAN
    elif action == REPAY:
        s.loan[s.who] = False
        s.repaid = True
        s.tokens[s.who, CREDIT] -= LOAN
    else:
        s.tokens[s.who, CREDIT] -= SOLO_REFRESH_PRICE
        refresh(t, s, action - PAY_REFRESH)


@kernel
def step_ability(t, s, action):
    if action >= SPA:
        refresh_set(t, s, action - SPA + 1)
    elif action >= BONUS_RESERVE:
        s.ability_used[s.who] = True
        begin_reserve(t, s, (action - BONUS_RESERVE) // MOST_SLOTS, (action - BONUS_RESERVE) % MOST_SLOTS)
    elif action >= HOVER:
        s.hovered = True
        s.hovering = True
    elif action >= BONUS_PLANET:
        s.ability_used[s.who] = True
        buy_from_row(t, s, PLANETS, action - BONUS_PLANET, JIMS_PRICE)
    elif action >= PHASE_SWAP:
        phase_swap(s, (action - PHASE_SWAP) // MOST_SLOTS, (action - PHASE_SWAP) % MOST_SLOTS)
    else:
        begin_swap(s)


@kernel
def step_other(t, s, action):
    """Choices within an action."""
    ask = s.ask
    if ask == ASK_COMPANY:
        s.choice[s.seat] = action - COMPANY
        s.asked += 1
    elif ask == ASK_LINE:
        choose_line(t, s, action - LINE)
    elif ask == ASK_RETURN:
        choose_return(s, action - RESERVED)
    elif ask == ASK_PLAYER:
        chosen = after(s, s.who, action - PLAYER)
        if s.swapping:
            s.swap_with = chosen
        else:
            s.victim = chosen
    elif ask == ASK_TAKE:
        if s.swapping:
            s.swap_for = action - TAKE
        else:
            steal(s, action - TAKE)
    elif action == DONE:
        next_player(s)
    elif s.phase == EVENT:
        exchange_with_bank(t, s, action - GIVE - FIRST_RESOURCE)
    else:
        swap_resources(s, action - GIVE - FIRST_RESOURCE)


@kernel
def step_phase(t, s, action):
    """Choices of events, of the end of a round and of the solo game."""
    ask = s.ask
    if ask == ASK_REMOVE:
        remove_card(t, s, action - REMOVE_CARD)
    elif ask == ASK_BOOM:
        answer_boom(t, s, action == YES)
    elif ask == ASK_IMPORTER:
        build_importer(t, s, action - DEVELOPMENT + FIRST_DEVELOPMENT)
    elif ask == ASK_ACQUIRE:
        if action == DONE:
            s.asked += 1
        else:
            acquire(t, s, action - RESERVED)
    elif action == DONE:
        next_player(s)
    elif ask == ASK_TOKEN:
        gain_event_token(t, s, action - GAIN)
    else:
        move_marker(t, s, action - MARKER, s.coin)
        next_player(s)


@kernel
def step_move(t, s, action):
    """Pick up a development, put it down or swap it."""
    if s.ask == ASK_MOVE and action != DONE:
        s.moving = action - DEVELOPMENT + FIRST_DEVELOPMENT
        return
    if s.ask == ASK_MOVE_TO:
        if action >= DEVELOPMENT:
            swap_sites(t, s, s.moving, action - DEVELOPMENT + FIRST_DEVELOPMENT)
        else:
            move(t, s, s.moving, action - SITE)
        s.moving = -1
    if s.phase == EVENT:
        next_player(s)
    else:
        s.hovering = False


@kernel
def step_offer(s, action):
    """Barter."""
    ask = s.ask
    if ask == ASK_PROPOSE:
        propose(s, action == YES)
    elif ask == ASK_PARTNER:
        open_offer(s, s.offerer, (s.offerer + 1 + action - PLAYER) % s.num_players)
    elif ask == ASK_ANSWER:
        if action == YES:
            exchange(s)
        else:
            clear_offer(s)
    elif action == WITHDRAW:
        clear_offer(s)
    elif action == SEND:
        s.offer_stage = OFFER_ANSWER
    elif action >= ASK_CARD:
        s.offer_cards[ASKS_FOR] |= 1 << (action - ASK_CARD)
    elif action >= ASK_FOR:
        s.offer_tokens[ASKS_FOR, action - ASK_FOR] += 1
    elif action >= GIVE_CARD:
        s.offer_cards[GIVES] |= 1 << (action - GIVE_CARD)
    else:
        s.offer_tokens[GIVES, action - GIVE] += 1
