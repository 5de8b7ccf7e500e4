"""Starfarers of Catan: every question that a seat can be asked, and what takes the answer."""

from astrarium.core import Answer, Question, Questions
from astrarium.core.questions import SILENT

from . import build, encounter, flight, production, resources, setup, systems, trade, turn
from . import state as st
from .actions import ACTIONS

QUESTIONS = Questions(
    st,
    ACTIONS,
    turn.go_on,
    # The set-up
    Question("site", "where to place a colony?", Answer("site", setup.free_home_sites, setup.place_colony)),
    Question(
        "port", "which colony becomes the spaceport?", Answer("port", setup.own_colonies, setup.place_port)
    ),
    Question("kind", "which ship to begin with?", Answer("first_ship", then=setup.choose_first_ship)),
    # A ship being placed
    Question(
        "transporter",
        "which transporter? For the {new_ship} all are alike; encounters hit the one with the fewest rings",
        Answer("transporter", build.own_transporters, build.choose_transporter),
    ),
    Question(
        "launch",
        "where is the {new_ship} launched?",
        Answer("launch", build.own_launch_sites, build.launch_ship),
    ),
    # Production
    Question(
        "tribute",
        "{tribute} to Earth?",
        Answer("give", resources.own_cards, production.pay_tribute),
        seen=SILENT,
    ),
    Question(
        "theft",
        "whom to rob of a card?",
        Answer("nobody", then=production.steal_nothing),
        Answer("player", production.rich_bits, production.steal),
    ),
    Question(
        "relief",
        "the relief fund gives you a card: which?",
        Answer("take", resources.bank_bits, production.take_relief),
    ),
    # Trade and building
    Question(
        "build",
        "what to trade or build?",
        Answer("end_building", then=turn.end_building, seen=SILENT),
        Answer("supply", turn.may_draw, turn.take_supplies),
        Answer("open_offer", trade.may_offer, trade.open_offer),
        Answer("bank", resources.bank_offers, resources.trade_with_bank),
        Answer("expand", build.expand_bits, build.expand),
        Answer("spaceport", build.port_sites, build.build_port),
        Answer("colony_ship", build.can_build_colony_ship, build.build_colony_ship),
        Answer("trade_ship", build.can_build_trade_ship, build.build_trade_ship),
        Answer("buy_fame", turn.may_buy_fame, turn.buy_fame),
        Answer("help", turn.helper_bits, turn.help_poor),
    ),
    Question(
        "propose",
        "make {active_player} an offer?",
        Answer("no", then=trade.stay_silent),
        Answer("open_offer", then=trade.propose),
    ),
    Question(
        "compose",
        "which cards do you give and want? {your_bid}",
        Answer("drop", then=trade.drop),
        Answer("give", trade.give_bits, trade.name_given),
        Answer("want", trade.want_bits, trade.name_wanted),
        Answer("send", trade.may_send, trade.send),
        choice=True,
    ),
    Question(
        "offer",
        "{offerer} offers {offered}: accept?{cannot_pay}",
        Answer("refuse", then=trade.refuse),
        Answer("counter", then=trade.counter),
        Answer("accept", trade.may_accept, trade.accept),
    ),
    Question(
        "close",
        "which deal do you close?",
        Answer("nobody", then=trade.no_deal),
        Answer("player", trade.deal_bits, trade.close),
        Answer("counter", trade.may_change, trade.change_offer),
    ),
    # An encounter
    Question("gift", "{encounter}", Answer("answer", encounter.gift_bits, encounter.give_number)),
    Question(
        "choice",
        "{encounter}",
        Answer("no", then=encounter.say_no),
        Answer("yes", encounter.may_say_yes, encounter.say_yes),
    ),
    Question(
        "attack",
        "they are pirates: attack? {strength}",
        Answer("no", then=encounter.leave_pirates),
        Answer("yes", then=encounter.attack_pirates),
    ),
    Question(
        "give",
        "you give {cards_to_give} away: which?",
        Answer("give", resources.own_cards, encounter.give),
        seen=SILENT,
    ),
    Question(
        "take",
        "you get {cards_to_take} from the bank: which?",
        Answer("take", encounter.take_bits, encounter.take),
        otherwise=encounter.take_nothing,
    ),
    Question(
        "add",
        "you win an expansion: which?",
        Answer("add", encounter.own_room, encounter.add),
        otherwise=encounter.skip_step,
    ),
    Question(
        "remove",
        "you lose an expansion: which?",
        Answer("remove", encounter.own_expansions, encounter.remove),
        otherwise=encounter.skip_step,
    ),
    Question(
        "beg",
        "{active_player} gets a card of yours: which?",
        Answer("give", resources.own_cards, encounter.beg),
        seen=SILENT,
    ),
    Question(
        "wear",
        "wear and tear: which expansion is lost?",
        Answer("remove", encounter.own_expansions, encounter.wear),
    ),
    Question(
        "column",
        "{jumping_ship} jumps: to which column?",
        Answer("stay", then=flight.end_jump),
        Answer("column", flight.jump_columns, flight.choose_column),
    ),
    Question(
        "row",
        "{jumping_ship} jumps: to which row?",
        Answer("row", flight.chosen_rows, flight.jump),
    ),
    # The flight
    Question(
        "ship",
        "speed {speed}: which ship flies next?{must_fly}",
        Answer("ship", flight.ready_ships, flight.take_off),
        Answer("end_flight", flight.may_end_flight, flight.end_flight),
        keep=True,
    ),
    Question(
        "fly",
        "{moving_ship} flies, {steps_left}: where to?{may_not_rest}",
        Answer("fly", flight.fly_bits, flight.fly),
        Answer("stop", flight.may_stop, flight.stop),
        Answer("found", flight.may_found, flight.found),
        Answer("clear", flight.may_clear, flight.clear),
        keep=True,
    ),
    Question(
        "friend",
        "which card of the {race_of_choice}?",
        Answer("friend", systems.friend_bits, systems.take_friend),
    ),
)
