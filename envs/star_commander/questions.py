"""Star Commander: everything a seat can be asked, what it may answer, and what takes the answer."""

from astrarium.core import Answer, Question, Questions
from astrarium.core.questions import HIDDEN, OPEN, SILENT

from . import state as st
from .actions import ACTIONS
from .bank import bank_decks, bank_draw, begin_sale, cards_to_sell, may_sell, sell
from .build import build, build_in, forsei_yards, kinds_to_build, yards
from .cards import cards_to_steal, steal
from .combat import (
    assign_portion,
    choose_battle,
    combat_cells,
    decline_combat,
    end_combats,
    portions,
    start_combat,
)
from .draws import decks_to_draw, draw_next, lose_draws
from .items import (
    activate,
    amounts_to_pay,
    cards_to_discard,
    commands_on_stack,
    discard_as_cost,
    name_next,
    name_player,
    play,
    playable,
    players_to_name,
    ships_in_hand,
    systems_to_name,
    usable,
    window_yards,
)
from .movement import destination_cells, fly_to, jump_from, start_cells
from .picking import (
    may_stop,
    pick_cell,
    pick_group,
    pick_nothing,
    pick_which,
    wanted_cells,
    wanted_groups,
    wanted_which,
)
from .systems import develop, develop_cells
from .trade import (
    accept_offer,
    add_ask,
    add_card_named,
    add_domain,
    add_give,
    add_system_named,
    add_technology_named,
    ask_options,
    cards_to_add,
    cards_to_hand_out,
    choose_partner,
    decline_offer,
    domains_to_add,
    exchange,
    give_options,
    hand_out,
    may_offer,
    open_offer,
    partners,
    send_offer,
    sendable,
    systems_to_add,
    technologies_to_add,
    withdraw_offer,
)
from .turn import (
    core_cells,
    end_command,
    end_effects,
    end_shipyard,
    go_on,
    habitat_cells,
    pass_by,
    raid,
    raid_amounts,
    use_core_world,
    use_habitat,
)

QUESTIONS = Questions(
    st,
    ACTIONS,
    go_on,
    # The turn
    Question(
        "command",
        "command phase: what to do?",
        Answer("end_phase", then=end_command),
        Answer("bank_sell", may_sell, begin_sale),
        Answer("offer", may_offer, open_offer),
        Answer("bank_draw", bank_decks, bank_draw),
        Answer("develop", develop_cells, develop),
        Answer("jump", start_cells, jump_from),
        Answer("build", yards, build_in),
        Answer("play", playable, play),
        Answer("activate", usable, activate),
    ),
    Question(
        "respond",
        "play, activate or pass?",
        Answer("pass", then=pass_by),
        Answer("play", playable, play, seen=OPEN),
        Answer("activate", usable, activate, seen=OPEN),
        Answer("build", window_yards, build_in, seen=OPEN),
        seen=SILENT,
    ),
    Question(
        "shipyard",
        "build ships now?",
        Answer("done", then=end_shipyard, seen=SILENT),
        Answer("build", forsei_yards, build_in),
        Answer("play", ships_in_hand, play),
    ),
    Question(
        "effect",
        "which free development first?",
        Answer("develop", core_cells, use_core_world),
        Answer("cell", habitat_cells, use_habitat),
        otherwise=end_effects,
    ),
    Question("deck", "draw from which deck?", Answer("deck", decks_to_draw, draw_next), otherwise=lose_draws),
    # A vessel, step by step
    Question("vessel_cell", "{purpose}: in which system?", Answer("cell", wanted_cells, pick_cell)),
    Question(
        "group",
        "{purpose}: whose and which kind?",
        Answer("vessel", wanted_groups, pick_group),
        Answer("done", may_stop, pick_nothing),
    ),
    Question("which", "{purpose}: which one?", Answer("which", wanted_which, pick_which)),
    Question("destination", "to which system?", Answer("cell", destination_cells, fly_to)),
    # What a card or ability names when it is announced
    Question("system", "{item}: which system?", Answer("cell", systems_to_name, name_next)),
    Question("player", "{item}: which player?", Answer("player", players_to_name, name_player)),
    Question("stack", "{item}: which Command on the stack?", Answer("stack", commands_on_stack, name_next)),
    Question("x", "{item}: pay how much?", Answer("amount", amounts_to_pay, name_next)),
    Question("cost", "{item}: discard which card?", Answer("card", cards_to_discard, discard_as_cost)),
    # Cards and building
    Question("steal", "take which card of {victim}?", Answer("card", cards_to_steal, steal)),
    Question("sale", "sell which card to the bank?", Answer("card", cards_to_sell, sell)),
    Question("kind", "build what in {site}?", Answer("vessel", kinds_to_build, build)),
    # Combat and conquest
    Question(
        "combat",
        "which system's combat next?",
        Answer("cell", combat_cells, choose_battle),
        otherwise=end_combats,
    ),
    Question(
        "initiate",
        "start combat in {battle}?",
        Answer("no", then=decline_combat),
        Answer("yes", then=start_combat),
        choice=True,
    ),
    Question(
        "portion",
        "how much damage to {target}? {attack_left} left",
        Answer("portion", portions, assign_portion),
        choice=True,
    ),
    Question(
        "raid",
        "how many developments of {raided} do the Cruisers take?",
        Answer("amount", raid_amounts, raid),
        choice=True,
    ),
    # An offer to other players; nobody else sees it before it is sent
    Question("partner", "offer to whom?", Answer("player", partners, choose_partner), seen=HIDDEN),
    Question(
        "offer",
        "add to the offer, send or withdraw it?",
        Answer("withdraw", then=withdraw_offer, seen=OPEN),
        Answer("send", sendable, send_offer, seen=OPEN),
        Answer("give", give_options, add_give),
        Answer("ask", ask_options, add_ask),
        seen=HIDDEN,
    ),
    Question(
        "offer_card",
        "which card goes into the offer?",
        Answer("card", cards_to_add, add_card_named),
        seen=HIDDEN,
    ),
    Question(
        "offer_technology",
        "which technology goes into the offer?",
        Answer("card", technologies_to_add, add_technology_named),
        seen=HIDDEN,
    ),
    Question(
        "offer_system",
        "which system goes into the offer?",
        Answer("cell", systems_to_add, add_system_named),
        seen=HIDDEN,
    ),
    Question(
        "offer_domain",
        "ask for a card of which domain?",
        Answer("deck", domains_to_add, add_domain),
        seen=HIDDEN,
    ),
    Question(
        "offer_vessel_cell",
        "{purpose}: in which system?",
        Answer("cell", wanted_cells, pick_cell),
        seen=HIDDEN,
    ),
    Question(
        "offer_group",
        "{purpose}: which kind?",
        Answer("vessel", wanted_groups, pick_group),
        seen=HIDDEN,
    ),
    Question("offer_which", "{purpose}: which one?", Answer("which", wanted_which, pick_which), seen=HIDDEN),
    Question(
        "answer",
        "accept the offer?",
        Answer("no", then=decline_offer),
        Answer("yes", then=accept_offer),
        choice=True,
    ),
    Question(
        "handover", "hand over which card?", Answer("card", cards_to_hand_out, hand_out), otherwise=exchange
    ),
)
