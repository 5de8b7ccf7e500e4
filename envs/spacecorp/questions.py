"""SpaceCorp: every question a seat can be asked, its answers, and who sees them."""

from dataclasses import replace

from astrarium.core import Answer, Question, Questions
from astrarium.core.questions import OPEN, SILENT

from . import announce, contribute, edges, era, missions, progress, resolve, turn
from . import state as st
from .actions import ACTIONS
from .board import transport_teams


def said(name: str, words: str, *answers: Answer, keep: bool = False, choice: bool = False) -> Question:
    """A step of an announcement: others see the whole when it is complete, and are told then."""
    silent = (replace(answer, seen=SILENT) for answer in answers)
    return Question(name, words, *silent, keep=keep, choice=choice)


QUESTIONS = Questions(
    st,
    ACTIONS,
    turn.go_on,
    said(
        "action",
        "which action?{last_turn}",
        Answer("type", announce.type_options, announce.choose_type),
        keep=True,
    ),
    # Upgrade and Special
    said(
        "upgrade_card",
        "which card becomes Infra?",
        Answer("card", announce.upgrade_cards, announce.choose_upgrade, part=st.NUM_CARDS),
    ),
    said(
        "upgrade_slot", "into which Infra slot does {chosen} go?", Answer("slot", then=announce.choose_slot)
    ),
    said(
        "special_card",
        "which Special card?",
        Answer("card", announce.special_choices, announce.choose_special, part=st.NUM_CARDS),
    ),
    said(
        "probe_site",
        "which site does the probe explore?",
        Answer("site", announce.probe_choices, announce.choose_special_site),
    ),
    said(
        "prototype_team",
        "which team does the prototype move?",
        Answer("team", missions.prototype_teams, announce.choose_prototype_team),
    ),
    said(
        "prototype_site",
        "where does the prototype take {mover}?",
        Answer("site", announce.prototype_choices, announce.choose_special_site),
    ),
    # Move, Explore, Build
    said(
        "move_team",
        "which team moves?",
        Answer("team", missions.move_teams, announce.choose_move_team),
        keep=True,
    ),
    said(
        "move_site",
        "where does {mover} go?",
        Answer("site", announce.move_choices, announce.choose_move_site),
        keep=True,
    ),
    said(
        "explore_team",
        "which team explores?",
        Answer("team", missions.explore_teams, announce.choose_explore_team),
        keep=True,
    ),
    said(
        "build_team",
        "which team builds?",
        Answer("team", missions.build_teams, announce.choose_build_team),
        keep=True,
    ),
    said(
        "build_base",
        "which base on {box}?",
        Answer("base", missions.base_options, announce.choose_base),
        keep=True,
    ),
    # Colonize
    said(
        "colony_site",
        "which system becomes a colony?",
        Answer("site", announce.colony_site_choices, announce.choose_colony_site),
        keep=True,
    ),
    said(
        "colony_tile",
        "which colony at {target}?",
        Answer("colony", announce.tile_choices, announce.choose_colony_tile),
        keep=True,
    ),
    said(
        "colony_team",
        "remove a team for a colony point?",
        Answer("team", announce.removable_teams, announce.remove_team),
        Answer("done", announce.may_keep_teams, announce.keep_teams),
    ),
    said(
        "colony_price",
        "pay 5T for a colony point?",
        Answer("answer", announce.price_answers, announce.pay_price),
    ),
    # What is put into an action
    said(
        "hq",
        "whose Infra for {announced}?",
        Answer("whose", contribute.hq_choices, contribute.declare_hq),
        keep=True,
    ),
    said(
        "second_hq",
        "whose Infra besides, for {announced}?",
        Answer("whose", contribute.second_hq_choices, contribute.declare_second_hq),
        Answer("done", contribute.may_end_hqs, contribute.end_hqs),
    ),
    said(
        "infra_shield",
        "count the Infra card {shieldable} at its shielded number? {radiation}",
        Answer("answer", contribute.infra_shield_answers, contribute.answer_infra_shield),
        keep=True,
    ),
    said(
        "play",
        "which cards for {announced}? So far: {so_far}",
        Answer("card", contribute.playable, contribute.choose_card, part=st.NUM_CARDS),
        Answer("done", contribute.may_end_cards, contribute.end_cards),
    ),
    said(
        "card_shield",
        "play {played} shielded? {radiation}",
        Answer("answer", contribute.card_shield_answers, contribute.answer_card_shield),
        keep=True,
    ),
    said(
        "time",
        "use a Time card for {announced}? So far: {so_far}",
        Answer("time", contribute.time_choices, contribute.use_time),
        keep=True,
    ),
    said(
        "port",
        "use the Spaceport for {announced}? So far: {so_far}",
        Answer("whose", contribute.port_choices, contribute.use_port),
        Answer("done", contribute.may_do_without_port, contribute.ask_factory),
    ),
    said(
        "industry",
        "whose Industrial base for {announced}? So far: {so_far}",
        Answer("whose", contribute.industry_choices, contribute.use_industry),
        Answer("done", contribute.may_do_without_industry, contribute.ask_factory),
    ),
    said(
        "factory",
        "whose Shield Factory for {announced}?",
        Answer("whose", contribute.factory_choices, contribute.use_factory),
        Answer("done", contribute.may_do_without_factory, contribute.ask_base),
    ),
    said(
        "base",
        "whose base allows {announced}?",
        Answer("whose", contribute.base_choices, contribute.use_base),
    ),
    said(
        "spend",
        "spend profit on {announced}? So far: {so_far}",
        Answer("spend", contribute.spend_choices, contribute.spend),
        choice=True,
    ),
    # While an action takes effect
    Question(
        "draw",
        "draw from where?",
        Answer("take", resolve.draw_sources, resolve.draw_one),
        Answer("done", resolve.may_stop_drawing, resolve.stop_drawing),
    ),
    Question(
        "phobes", "which team flees from the Phobes?", Answer("team", resolve.fleeing_teams, resolve.flee)
    ),
    Question(
        "lab",
        "what does the Research base bring?",
        Answer("take", resolve.lab_choices, resolve.use_lab),
        otherwise=resolve.waste_lab,
    ),
    Question(
        "second_move",
        "which second team moves?",
        Answer("team", missions.move_teams, announce.choose_move_team),
        Answer("done", then=announce.end_second),
        keep=True,
    ),
    Question(
        "second_explore",
        "which second team explores?",
        Answer("team", missions.explore_teams, announce.choose_explore_team),
        Answer("done", then=announce.end_second),
        keep=True,
    ),
    Question(
        "second_build",
        "which second team builds?",
        Answer("team", missions.build_teams, announce.choose_build_team),
        Answer("done", then=announce.end_second),
        keep=True,
    ),
    Question(
        "idle",
        "discard which card?",
        Answer("card", resolve.droppable, resolve.drop, part=st.NUM_CARDS),
        Answer("done", resolve.may_stop_dropping, resolve.stop_dropping),
    ),
    # Steps 2 to 4 of the turn
    Question("claim", "claim contract {contract}?{last_contract}", Answer("answer", then=turn.answer_claim)),
    Question("reward", "draw a card as a reward? {used}", Answer("answer", then=turn.answer_reward)),
    Question(
        "transport",
        "transport a team?",
        Answer("done", then=turn.no_transport),
        Answer("team", transport_teams, turn.choose_passenger),
    ),
    Question(
        "transport_site",
        "where is {passenger} transported?",
        Answer("site", turn.transport_choices, turn.transport),
    ),
    # Edges
    Question(
        "edge",
        "play an Edge {moment}?",
        Answer("edge", edges.edge_choices, edges.play_edge, seen=OPEN),
        Answer("done", then=edges.decline_edge),
        seen=SILENT,
        choice=True,
    ),
    Question("hack", "Hack: which offer?", Answer("take", edges.hackable, edges.hack)),
    Question("sabotage", "Sabotage: which action?", Answer("type", edges.sabotage_types, edges.sabotage)),
    Question("purge", "which Infra card goes?", Answer("slot", edges.purgeable, edges.purge)),
    # Progress cards
    Question(
        "progress",
        "which {award_kind}?",
        Answer("progress", progress.title_choices, progress.choose_title),
        otherwise=progress.lose_award,
    ),
    Question(
        "star_child",
        "where does the fourth team appear?",
        Answer("site", progress.star_child_sites, progress.place_star_child),
        otherwise=progress.lose_star_child,
    ),
    # Between eras
    Question(
        "legacy",
        "which tile goes on producing in the next era?",
        Answer("done", then=era.no_legacy),
        Answer("site", era.legacy_sites, era.take_legacy),
    ),
    Question(
        "first_beyond",
        "begin with a team at {first_site} (1st Beyond)?",
        Answer("answer", then=era.answer_first_beyond),
    ),
    Question(
        "second_beyond",
        "begin with a team at {second_site} (2nd Beyond)?",
        Answer("answer", then=era.answer_second_beyond),
    ),
)

# Bits: questions of an announcement whose type is known to its player alone.
ANNOUNCED = sum(
    1 << ask
    for ask, row in enumerate(QUESTIONS, 1)
    if ask != st.ASK_ACTION and all(answer.seen == SILENT for answer in row.answers)
)
# Bits: questions whose answers are kept in the state.
KEEPING = sum(1 << ask for ask, row in enumerate(QUESTIONS, 1) if row.keep)
