"""Star Tycoon: everything that a seat can be asked."""

from astrarium.core import Answer, Question, Questions
from astrarium.core.questions import HIDDEN

from . import (
    barter,
    companies,
    corporation,
    event_cards,
    loan,
    market,
    purchase,
    reserve,
    rows,
    smuggle,
    solo,
    turn,
)
from . import state as st
from .actions import ACTIONS

QUESTIONS = Questions(
    st,
    ACTIONS,
    turn.go_on,
    # Before the first round
    Question(
        "company",
        "which company to keep?",
        Answer("company", turn.hand_bits, turn.choose_company),
        seen=HIDDEN,
        choice=True,
    ),
    Question(
        "importer",
        "which Offworld Importer?",
        Answer("development", solo.importers_half, solo.build_importer, part=st.HALF),
    ),
    # A turn
    Question(
        "turn",
        "what to do? {actions_left}",
        Answer("end_turn", then=turn.end_turn),
        Answer("loan", loan.can_borrow, loan.borrow),
        Answer("omniforge", corporation.forge_bits, corporation.use_omniforge),
        Answer("repay", loan.can_repay, loan.repay),
        Answer("offer", barter.can_offer, barter.begin_offer),
        Answer("trade", market.first_trades, market.begin_trade),
        Answer("reserve", reserve.reserve_bits, reserve.reserve),
        Answer("refresh", rows.refresh_bits, rows.refresh_row),
        Answer("buy", purchase.buy_bits, purchase.buy),
        Answer("buy_reserved", purchase.reserved_bits, purchase.buy_reserved),
        Answer("partnership", purchase.partnership_bits, purchase.begin_partnership),
        Answer("smuggle", smuggle.first_smuggles, smuggle.begin_smuggling),
        Answer("wayfare", corporation.can_wayfare, corporation.wayfare),
        Answer("pay_refresh", solo.pay_refresh_bits, solo.pay_refresh),
        Answer("swap", companies.can_swap, companies.begin_swap),
        Answer("phase", companies.phase_bits, companies.phase_swap),
        Answer("bonus_planet", companies.bonus_planet_slots, companies.buy_bonus_planet),
        Answer("hover", companies.can_hover, companies.begin_hover),
        Answer("bonus_reserve", companies.bonus_reserve_bits, companies.reserve_as_bonus),
        Answer("spa", companies.spa_bits, companies.refresh_set),
    ),
    Question(
        "line", "{card_bought}: pay which price?", Answer("line", purchase.line_bits, purchase.choose_line)
    ),
    Question("pay", "pay with what? {due} due {for_what}", Answer("pay", purchase.pay_options, purchase.pay)),
    Question("site", "{card_bought}: build where?", Answer("site", purchase.open_sites, purchase.place)),
    Question(
        "trade",
        "trade once more?",
        Answer("done", then=market.stop_trading),
        Answer("trade", market.trade_bits, market.trade),
    ),
    Question(
        "smuggle",
        "smuggle once more?",
        Answer("done", then=smuggle.stop_smuggling),
        Answer("smuggle", smuggle.smuggle_bits, smuggle.smuggle),
    ),
    Question(
        "gain", "gain which resource?", Answer("gain", corporation.gain_bits, corporation.gain), choice=True
    ),
    Question(
        "return",
        "which reserved card goes back?",
        Answer("reserved", reserve.held_bits, reserve.give_back),
        seen=HIDDEN,
    ),
    Question(
        "rob",
        "steal from whom?",
        Answer("player", corporation.victims, corporation.rob),
        otherwise=corporation.find_nobody,
    ),
    Question(
        "loot", "steal which resource of {victim}?", Answer("take", corporation.loot, corporation.steal)
    ),
    # Abilities of companies
    Question("swap_with", "swap with whom?", Answer("player", corporation.victims, companies.swap_with)),
    Question(
        "swap_for",
        "take which resource of {swap_partner}?",
        Answer("take", companies.swap_offers, companies.swap_for),
    ),
    Question(
        "swap_give",
        "give which resource for it?",
        Answer("give", companies.own_resources, companies.swap),
    ),
    Question(
        "hover",
        "move which development?",
        Answer("development", companies.hover_half, companies.hover, part=st.HALF),
    ),
    Question(
        "hover_to",
        "{card_moved}: move it where?",
        Answer("site", companies.other_planets, companies.put_down),
    ),
    # The end of a turn, of a round
    Question(
        "remove",
        "which card leaves the game?",
        Answer("remove", solo.removable_slots, solo.remove_card),
        choice=True,
    ),
    Question(
        "discard",
        "discard {excess}?",
        Answer("discard", turn.discard_bits, turn.discard),
        Answer("done", turn.within_token_limit, turn.done_asking),
        otherwise=turn.done_asking,
    ),
    Question(
        "acquire",
        "play which reserved card for free?",
        Answer("done", then=turn.done_asking),
        Answer("reserved", turn.acquisition_bits, turn.acquire),
    ),
    # Events
    Question(
        "token",
        "{in_force}: take which token?",
        Answer("done", then=event_cards.next_player),
        Answer("gain", event_cards.event_tokens, event_cards.gain_event_token),
    ),
    Question(
        "boom",
        "{card_bought}: build it on the homeworld?",
        Answer("no", then=event_cards.refuse_boom),
        Answer("yes", then=event_cards.build_boom),
    ),
    Question(
        "moving_day",
        "{in_force}: move which development?",
        Answer("done", then=event_cards.next_player),
        Answer("development", event_cards.moving_day_half, event_cards.begin_move, part=st.HALF),
    ),
    Question(
        "moving_day_to",
        "{card_moved}: move it where, or swap it with which?",
        Answer("site", companies.other_planets, event_cards.finish_move),
        Answer("development", event_cards.partners_half, event_cards.finish_swap, part=st.HALF),
    ),
    Question(
        "transmute",
        "{in_force}: give the bank which resource for another one?",
        Answer("done", then=event_cards.next_player),
        Answer("give", companies.own_resources, event_cards.transmute),
    ),
    Question(
        "marker",
        "{in_force}: move which trade marker to the {direction}?",
        Answer("done", then=event_cards.next_player),
        Answer("marker", event_cards.movable_markers, event_cards.influence),
    ),
    # Barter
    Question(
        "propose",
        "make an offer to {active}?",
        Answer("no", then=barter.propose_nothing),
        Answer("yes", then=barter.propose),
    ),
    Question("partner", "an offer to whom?", Answer("player", barter.partners, barter.choose_partner)),
    Question(
        "offer",
        "add to the offer, send or withdraw? {so_far}",
        Answer("withdraw", then=barter.withdraw),
        Answer("send", barter.sendable, barter.send),
        Answer("give", barter.gift_bits, barter.give_token),
        Answer("give_card", barter.gift_card_bits, barter.give_card),
        Answer("ask", barter.wish_bits, barter.wish_token),
        Answer("ask_card", barter.wish_card_bits, barter.wish_card),
    ),
    Question(
        "answer", "{so_far}: accept?", Answer("no", then=barter.decline), Answer("yes", then=barter.accept)
    ),
)
