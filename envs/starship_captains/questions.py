"""Starship Captains: what a player is asked, and what takes the answer."""

from astrarium.core import Answer, Question, Questions

from . import state as st
from .actions import ACTIONS
from .board import everywhere_else, fight, fly, jump, mission_open, pirates_here, repairs_instead, ways_on
from .crew import pay_medal, promote, promotions, train, trainings
from .effects import (
    artifacts_to_lay,
    begin_inner,
    choose_artifact,
    copy_room,
    copy_shared,
    lay_artifact,
    pay_tech,
    pay_token,
    rooms_to_copy,
    rooms_to_open,
    shared_to_copy,
    techs_to_pay,
    tokens_to_pay,
)
from .frames import leave_undone
from .missions import (
    assign,
    call_from_line,
    figures_to_send,
    ignore_line,
    line_subordinates,
    line_was_used,
    next_line,
    repeat_line,
    resolve_line,
    take_mission,
)
from .rooms import (
    awaken,
    call_to_room,
    choose_room,
    crew_for_room,
    end_task,
    extra_work,
    open_rooms,
    pairs_for_room,
    task_rooms,
    work,
    worker_subordinates,
)
from .ship import (
    cargo_tokens,
    medal_tokens,
    prevent_damage,
    repair,
    repairable,
    take_damage,
    throw_overboard,
)
from .solo import shadow_fight, shadow_finds_nothing, shadow_mission, shadow_missions, shadow_pirates
from .techs import (
    drawn_to_take,
    put_into_slot,
    slots_for_chosen,
    take_drawn,
    take_none,
    take_tech,
    techs_to_take,
)
from .tracks import advance, steps_on
from .turn import go_on, pass_turn

QUESTIONS = Questions(
    st,
    ACTIONS,
    go_on,
    # The turn, and who works
    Question(
        "turn",
        "activate a room, complete a mission, train crew or pass?",
        Answer("pass", then=pass_turn),
        Answer("mission", mission_open, take_mission),
        Answer("room", open_rooms, choose_room),
        Answer("train", trainings, train),
        Answer("promote", promotions, promote),
    ),
    Question(
        "crew",
        "who activates {room}?",
        Answer("figure", crew_for_room, work),
        Answer("pair", pairs_for_room, awaken),
    ),
    Question("medal", "what pays for the medal?", Answer("spend", medal_tokens, pay_medal)),
    Question(
        "task",
        "the {worker}'s second task?",
        Answer("done", then=end_task),
        Answer("room", task_rooms, extra_work),
        Answer("call", worker_subordinates, call_to_room),
    ),
    # Missions
    Question("assign", "{line}: whom to send?", Answer("figure", figures_to_send, assign)),
    Question(
        "line",
        "{line}: resolve it?",
        Answer("no", then=ignore_line),
        Answer("yes", then=resolve_line),
    ),
    Question(
        "line_task",
        "{line}: the {commander}'s second task?",
        Answer("done", then=next_line),
        Answer("yes", line_was_used, repeat_line),
        Answer("call", line_subordinates, call_from_line),
    ),
    # Effects: the ship, techs, damage and cargo
    Question(
        "move",
        "{operation}: where to?",
        Answer("done", then=leave_undone),
        Answer("go", ways_on, fly),
        Answer("repair", repairs_instead, repair),
        choice=True,
    ),
    Question(
        "jump",
        "{operation}: where to?",
        Answer("done", then=leave_undone),
        Answer("go", everywhere_else, jump),
        Answer("repair", repairs_instead, repair),
        choice=True,
    ),
    Question(
        "fight",
        "fight which pirate?",
        Answer("done", then=leave_undone),
        Answer("pirate", pirates_here, fight),
    ),
    Question(
        "tech",
        "{operation}: which tech?",
        Answer("done", then=leave_undone),
        Answer("tech", techs_to_take, take_tech),
    ),
    Question("slot", "{chosen} into which slot?", Answer("slot", slots_for_chosen, put_into_slot)),
    Question(
        "repair",
        "repair what?",
        Answer("done", then=leave_undone),
        Answer("repair", repairable, repair),
    ),
    Question(
        "prevent",
        "spend a pirate token to stop {hurt} damage?",
        Answer("no", then=take_damage),
        Answer("yes", then=prevent_damage),
    ),
    Question("discard", "what goes overboard?", Answer("spend", cargo_tokens, throw_overboard)),
    # Effects: tracks, choices, payments, rooms of others
    Question(
        "advance",
        "{operation}: {how_far}",
        Answer("done", then=leave_undone),
        Answer("advance", steps_on, advance),
        choice=True,
    ),
    Question("choice", "{operation}?", Answer("choice", then=begin_inner)),
    Question(
        "pay",
        "{operation}?",
        Answer("done", then=leave_undone),
        Answer("spend", tokens_to_pay, pay_token),
        Answer("slot", techs_to_pay, pay_tech),
    ),
    Question(
        "drawn",
        "take which of {drawn}?",
        Answer("done", then=take_none),
        Answer("drawn", drawn_to_take, take_drawn),
    ),
    Question(
        "copy",
        "copy which room?",
        Answer("done", then=leave_undone),
        Answer("copy", rooms_to_copy, copy_room),
        Answer("copy_shared", shared_to_copy, copy_shared),
    ),
    Question(
        "crowd",
        "lay which artifact on a room?",
        Answer("done", then=leave_undone),
        Answer("spend", artifacts_to_lay, choose_artifact),
    ),
    Question("crowd_room", "lay it on which room?", Answer("room", rooms_to_open, lay_artifact)),
    # Captain Shadow
    Question(
        "shadow_mission",
        "which mission does Captain Shadow complete?",
        Answer("go", shadow_missions, shadow_mission),
        otherwise=shadow_finds_nothing,
    ),
    Question(
        "shadow_fight",
        "which pirate does Captain Shadow drive off?",
        Answer("pirate", shadow_pirates, shadow_fight),
        otherwise=shadow_finds_nothing,
    ),
)
