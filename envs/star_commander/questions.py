"""Star Commander: everything a seat can be asked, what it may answer, and what takes the answer."""

from astrarium.core import Answer, Question, Questions
from astrarium.core.questions import OPEN, SILENT

from . import bank, build, cards, combat, draws, items, movement, picking, systems, trade, turn
from . import state as st
from .actions import ACTIONS

QUESTIONS = Questions(
    st,
    ACTIONS,
    turn.go_on,
    # The turn
    Question(
        "command",
        "command phase, {purse}: what to do?",
        Answer("end_phase", then=turn.end_command, seen=SILENT),
        Answer("bank_sell", bank.may_sell, bank.begin_sale),
        Answer("offer", trade.may_offer, trade.open_offer),
        Answer("bank_draw", bank.bank_decks, bank.bank_draw),
        Answer("develop", systems.develop_cells, systems.develop),
        Answer("jump", movement.start_cells, movement.jump_from),
        Answer("build", build.yards, build.build_in),
        Answer("play", items.playable, items.play),
        Answer("activate", items.usable, items.activate),
    ),
    Question(
        "respond",
        "{situation}: play, activate or pass?",
        Answer("pass", then=turn.pass_by),
        Answer("play", items.playable, items.play, seen=OPEN),
        Answer("activate", items.usable, items.activate, seen=OPEN),
        Answer("build", items.window_yards, build.build_in, seen=OPEN),
        seen=SILENT,
    ),
    Question(
        "shipyard",
        "build ships now?",
        Answer("done", then=turn.end_shipyard, seen=SILENT),
        Answer("build", build.forsei_yards, build.build_in),
        Answer("play", items.ships_in_hand, items.play),
    ),
    Question(
        "effect",
        "which free development first?",
        Answer("develop", turn.core_cells, turn.use_core_world),
        Answer("cell", turn.habitat_cells, turn.use_habitat),
        otherwise=turn.end_effects,
    ),
    Question(
        "deck",
        "draw from which deck?",
        Answer("deck", draws.decks_to_draw, draws.draw_next),
        otherwise=draws.lose_draws,
    ),
    # A vessel, step by step
    Question(
        "vessel_cell",
        "{purpose_cell}",
        Answer("cell", picking.wanted_cells, picking.pick_cell),
        keep=True,
    ),
    Question(
        "group",
        "{purpose}?",
        Answer("vessel", picking.wanted_groups, picking.pick_group),
        Answer("done", picking.may_stop, picking.pick_nothing),
        keep=True,
    ),
    Question(
        "which",
        "{purpose_one}?",
        Answer("which", picking.wanted_which, picking.pick_which),
        keep=True,
    ),
    Question(
        "destination",
        "to which system?",
        Answer("cell", movement.destination_cells, movement.fly_to),
        keep=True,
    ),
    # What a card or ability names when it is announced
    Question(
        "system",
        "{item}: which system?",
        Answer("cell", items.systems_to_name, items.name_next),
        keep=True,
    ),
    Question("player", "{item}: which player?", Answer("player", items.players_to_name, items.name_player)),
    Question(
        "stack",
        "{item}: which Command on the stack?",
        Answer("stack", items.commands_on_stack, items.name_next),
    ),
    Question("x", "{item}: pay how much?", Answer("amount", items.amounts_to_pay, items.name_next)),
    Question(
        "cost",
        "{item}: discard which card?",
        Answer("card", items.cards_to_discard, items.discard_as_cost),
        seen=SILENT,
    ),
    # Cards and building
    Question("steal", "take which card of {victim}?", Answer("card", cards.cards_to_steal, cards.steal)),
    Question(
        "sale", "sell which card to the bank?", Answer("card", bank.cards_to_sell, bank.sell), seen=SILENT
    ),
    Question(
        "kind", "build what in {site}, with {purse}?", Answer("vessel", build.kinds_to_build, build.build)
    ),
    # Combat and conquest
    Question(
        "combat",
        "which system's combat next?",
        Answer("cell", combat.combat_cells, combat.choose_battle),
        otherwise=combat.end_combats,
    ),
    Question(
        "initiate",
        "start combat in {battle}?",
        Answer("no", then=combat.decline_combat),
        Answer("yes", then=combat.start_combat),
        choice=True,
    ),
    Question(
        "portion",
        "how much damage to {target}? {attack_left} left",
        Answer("portion", combat.portions, combat.assign_portion),
        choice=True,
    ),
    Question(
        "raid",
        "how many developments of {raided} do the Cruisers take?",
        Answer("amount", turn.raid_amounts, turn.raid),
        choice=True,
    ),
    # An offer to other players; nobody else sees it before it is sent
    Question(
        "partner", "offer to whom?", Answer("player", trade.partners, trade.choose_partner), seen=SILENT
    ),
    Question(
        "offer",
        "add to the offer, send or withdraw it?{hitch}",
        Answer("withdraw", then=trade.withdraw_offer, seen=OPEN),
        Answer("give", trade.give_options, trade.add_give),
        Answer("send", trade.sendable, trade.send_offer, seen=OPEN),
        Answer("ask", trade.ask_options, trade.add_ask),
        seen=SILENT,
    ),
    Question(
        "offer_card",
        "which card goes into the offer?",
        Answer("card", trade.cards_to_add, trade.add_card_named),
        seen=SILENT,
    ),
    Question(
        "offer_technology",
        "which technology goes into the offer?",
        Answer("card", trade.technologies_to_add, trade.add_technology_named),
        seen=SILENT,
    ),
    Question(
        "offer_system",
        "which system goes into the offer?",
        Answer("cell", trade.systems_to_add, trade.add_system_named),
        seen=SILENT,
    ),
    Question(
        "offer_domain",
        "ask for a card of which domain?",
        Answer("deck", trade.domains_to_add, trade.add_domain),
        seen=SILENT,
    ),
    Question(
        "offer_vessel_cell",
        "{purpose_cell}",
        Answer("cell", picking.wanted_cells, picking.pick_cell),
        seen=SILENT,
        keep=True,
    ),
    Question(
        "offer_group",
        "{purpose}?",
        Answer("vessel", picking.wanted_groups, picking.pick_group),
        seen=SILENT,
        keep=True,
    ),
    Question(
        "offer_which",
        "{purpose_one}?",
        Answer("which", picking.wanted_which, picking.pick_which),
        seen=SILENT,
        keep=True,
    ),
    Question(
        "answer",
        "accept this offer? {offer}",
        Answer("no", then=trade.decline_offer),
        Answer("yes", then=trade.accept_offer),
        choice=True,
    ),
    Question(
        "handover",
        "hand over which card?",
        Answer("card", trade.cards_to_hand_out, trade.hand_out),
        otherwise=trade.exchange,
        seen=SILENT,
    ),
)

# Bits: questions whose answers are kept in the state.
KEEPING = sum(1 << ask for ask, row in enumerate(QUESTIONS, 1) if row.keep)
