"""Starship Captains: what must hold of every state."""

from astrarium.core import kernel
from astrarium.core.state import CUT

from . import state as st
from . import tables as tb
from .board import ships_at
from .crew import commanders, is_crew
from .rooms import has_room
from .ship import overloaded, tech_of

# Bitset of the questions that an effect under way asks its owner.
ASKED_BY_EFFECTS = (
    1 << st.ASK_MOVE
    | 1 << st.ASK_JUMP
    | 1 << st.ASK_FIGHT
    | 1 << st.ASK_TECH
    | 1 << st.ASK_SLOT
    | 1 << st.ASK_REPAIR
    | 1 << st.ASK_ADVANCE
    | 1 << st.ASK_CHOICE
    | 1 << st.ASK_PAY
    | 1 << st.ASK_DRAWN
    | 1 << st.ASK_COPY
    | 1 << st.ASK_CROWD
    | 1 << st.ASK_CROWD_ROOM
)

ON_MISSION = (
    1 << st.STAGE_ASSIGN
    | 1 << st.STAGE_LINE
    | 1 << st.STAGE_LINE_TASK
    | 1 << st.STAGE_RETURN
    | 1 << st.STAGE_NEW_MISSION
)

INVARIANTS = {
    1: "every tech is in exactly one place",
    2: "every omega tech is in exactly one place",
    3: "every mission is in exactly one place",
    4: "artifacts are conserved",
    5: "pirate tokens are conserved",
    6: "the queue holds crew without gaps",
    7: "the crew has its size, and at most five are commanders",
    8: "abilities in force follow from the techs",
    9: "damaged slots hold no tech",
    10: "an artifact face down lies on a coloured room of the ship",
    11: "planets are reserved for a ship that is there",
    12: "every planet has a mission, a number, a station or nothing, and numbers are complete",
    13: "no hold is too full unless its owner is asked",
    14: "events and shared techs go together",
    15: "the stack of effects is in order",
    16: "what is asked fits the stage",
    17: "known missions lie in order and are known as far as they lie",
    18: "Captain Shadow's cards are complete",
    19: "counters are within their bounds",
}


@kernel
def check(t, s):
    """0, or the number of the first invariant that is broken."""
    if not techs_hold(s):
        return 1
    if not omegas_hold(s):
        return 2
    if not missions_hold(s):
        return 3
    if not artifacts_hold(t, s):
        return 4
    if not pirates_hold(t, s):
        return 5
    for seat in range(s.num_players):
        broken = check_ship(t, s, seat)
        if broken:
            return broken
    return check_board(t, s)


@kernel
def check_ship(t, s, seat):
    if not queue_holds(s, seat):
        return 6
    if not crew_holds(s, seat):
        return 7
    if not hooks_hold(t, s, seat):
        return 8
    if not slots_hold(s, seat):
        return 9
    if not crowd_holds(t, s, seat):
        return 10
    if overloaded(t, s, seat) and s.stuffed != seat and s.hurt == 0:
        return 13
    return 0


@kernel
def check_board(t, s):
    if not reservations_hold(s):
        return 11
    if not planets_hold(t, s):
        return 12
    if not events_hold(s):
        return 14
    if not stack_holds(t, s):
        return 15
    if not ask_holds(s):
        return 16
    if not known_missions_hold(s):
        return 17
    if not actions_hold(t, s):
        return 18
    return 0 if counters_hold(s) else 19


@kernel
def within(value, low, high):
    return low <= value <= high


@kernel
def add_card(cards, card):
    """A set with one card more; -1 when it was there already or the set is broken."""
    if card < 0:
        return cards
    if cards < 0 or cards >> card & 1:
        return -1
    return cards | 1 << card


@kernel
def techs_hold(s):
    """Deck, discard pile, board, ships, Tincan track, hands: together each card once."""
    if s.tech_pool & s.tech_discard:
        return False
    cards = s.tech_pool | s.tech_discard
    for space in range(st.NUM_BOARD):
        if s.tech_board[space] < st.NUM_TECHS:
            cards = add_card(cards, s.tech_board[space])
    for seat in range(s.num_players):
        for slot in range(st.NUM_SLOTS):
            if s.slot[seat, slot] < st.NUM_TECHS:
                cards = add_card(cards, s.slot[seat, slot])
    for k in range(st.NUM_SHARED):
        cards = add_card(cards, s.shared[k])
    for k in range(st.NUM_DRAWN):
        if s.drawn[k] < st.NUM_TECHS:
            cards = add_card(cards, s.drawn[k])
    if s.chosen < st.NUM_TECHS:
        cards = add_card(cards, s.chosen)
    return cards == (1 << st.NUM_TECHS) - 1


@kernel
def omegas_hold(s):
    if s.omega_pool & s.omega_discard:
        return False
    cards = s.omega_pool | s.omega_discard
    for space in range(st.NUM_BOARD):
        cards = add_card(cards, s.tech_board[space] - st.FIRST_OMEGA)
    for seat in range(s.num_players):
        for slot in range(st.NUM_SLOTS):
            cards = add_card(cards, s.slot[seat, slot] - st.FIRST_OMEGA)
    for k in range(st.NUM_DRAWN):
        cards = add_card(cards, s.drawn[k] - st.FIRST_OMEGA)
    cards = add_card(cards, s.chosen - st.FIRST_OMEGA)
    return cards == (1 << st.NUM_OMEGAS) - 1


@kernel
def missions_hold(s):
    """Captain Shadow takes missions out of the game; nobody else does."""
    cards = s.mission_pool
    for k in range(s.known_size):
        cards = add_card(cards, s.known_mission[k])
    for place in range(st.NUM_LOCATIONS):
        cards = add_card(cards, s.mission_at[place])
    for seat in range(s.num_players):
        if cards < 0 or cards & s.completed[seat]:
            return False
        cards |= s.completed[seat]
    cards = add_card(cards, s.mission)
    return cards == (1 << st.NUM_MISSIONS) - 1 or (s.num_players == 1 and cards >= 0)


@kernel
def artifacts_hold(t, s):
    for kind in range(st.NUM_ARTIFACTS):
        total = s.artifact_supply[kind] + s.artifact_discard[kind]
        if s.artifact_supply[kind] < 0 or s.artifact_discard[kind] < 0:
            return False
        for seat in range(s.num_players):
            total += s.artifacts[seat, kind]
            if s.artifacts[seat, kind] < 0:
                return False
            for room in range(st.NUM_OWN_ROOMS):
                if s.crowd[seat, room] == kind:
                    total += 1
        if total != t.artifact_copies[kind]:
            return False
    return True


@kernel
def pirates_hold(t, s):
    for kind in range(st.NUM_PIRATES):
        total = s.pirate_supply[kind] + s.pirate_discard[kind]
        if s.pirate_supply[kind] < 0 or s.pirate_discard[kind] < 0:
            return False
        for seat in range(s.num_players):
            total += s.pirates[seat, kind]
            if s.pirates[seat, kind] < 0:
                return False
        for route in range(st.NUM_ROUTES):
            if s.pirate_on[route] == kind:
                total += 1
        if total != t.pirate_copies[kind]:
            return False
    return True


@kernel
def queue_holds(s, seat):
    for k in range(st.QUEUE_CAP):
        if k < s.queue_size[seat]:
            if not is_crew(s.queue[seat, k]):
                return False
        elif s.queue[seat, k] != -1:
            return False
    return within(s.queue_size[seat], 0, st.QUEUE_CAP)


@kernel
def crew_holds(s, seat):
    """Seven to begin with, a cadet each in rounds 3 and 4, and those of Graduation Day."""
    total = int(s.queue_size[seat])
    for figure in range(st.NUM_FIGURES):
        if s.ready[seat, figure] < 0:
            return False
        if figure != st.ANDROID:
            total += s.ready[seat, figure]
    if seat == s.active:
        total += s.worker >= 0
        for line in range(st.MAX_LINES):
            total += is_crew(s.pad[line])
    recruits = max(s.round - 2, 0)
    return within(total, 7 + recruits, 8 + recruits) and commanders(s, seat) <= st.RINGS


@kernel
def hooks_hold(t, s, seat):
    bits = 0
    for k in range(st.NUM_SLOTS + st.NUM_SHARED):
        card = tech_of(s, seat, k)
        if card >= 0 and t.hook[card] >= 0:
            bits |= 1 << t.hook[card]
    return s.hooks[seat] == bits


@kernel
def slots_hold(s, seat):
    for slot in range(st.NUM_SLOTS):
        if s.slot[seat, slot] >= 0 and s.slot_damage[seat] >> slot & 1:
            return False
    return within(s.slot_damage[seat], 0, (1 << st.NUM_SLOTS) - 1)


@kernel
def crowd_holds(t, s, seat):
    for room in range(st.NUM_OWN_ROOMS):
        if s.crowd[seat, room] >= 0 and (room == st.REPAIR or not has_room(t, s, seat, room)):
            return False
    return True


@kernel
def reservations_hold(s):
    """A single ship at a planet has it reserved; several may have no holder."""
    for place in range(st.NUM_LOCATIONS):
        ships = ships_at(s, place)
        holder = s.holder[place]
        if place == st.HOME or ships == 0:
            if holder != -1:
                return False
        elif holder >= 0:
            if s.location[holder] != place:
                return False
        elif ships == 1:
            return False
    return True


@kernel
def planets_hold(t, s):
    numbers, missions, stations = 0, 0, 0
    for place in range(st.NUM_LOCATIONS):
        number = s.number_at[place]
        kinds = (number > 0) + (s.mission_at[place] >= 0) + (s.station_at[place] >= 0)
        if kinds > 1 or (place >= t.num_locations[s.side] and kinds > 0):
            return False
        if number > 0:
            numbers = add_card(numbers, number - 1)
        missions += s.mission_at[place] >= 0
        stations += s.station_at[place] >= 0
    every = (1 << st.NUM_NUMBERS) - 1
    up = s.numbers_up
    return numbers == every and stations == st.NUM_STATIONS and 0 < up <= every and up & (up + 1) == 0


@kernel
def events_hold(s):
    left = 0
    for track in range(st.NUM_TRACKS):
        left += s.event[track] >= 0
    if s.events_done < st.MOST_EVENTS:
        return left == st.NUM_TRACKS - s.events_done
    if s.event[st.TINCAN] < 0 and not s.sharing and s.depth == 0 and s.shared[0] >= 0:
        return False
    return left == 0 and s.events_done == st.MOST_EVENTS


@kernel
def stack_holds(t, s):
    if not within(s.depth, 0, st.MAX_DEPTH - 1):
        return False
    for at in range(s.depth):
        if not within(s.f_effect[at], 1, tb.NUM_EFFECTS - 1) or not within(
            s.f_seat[at], 0, s.num_players - 1
        ):
            return False
        if not within(s.f_at[at], 0, tb.NUM_CELLS) or s.f_left[at] < -1:
            return False
    return s.f_effect[s.depth] == 0


@kernel
def under_way_holds(s):
    """What has begun knows what it is about."""
    if s.fought >= 0 and s.pirate_on[s.fought] < 0:
        return False
    if s.crowd_artifact >= 0 and s.depth == 0:
        return False
    if s.improve != st.IMPROVE_NONE and (s.improve_from < 0 or s.improve_to < 0):
        return False
    if s.ask == st.ASK_CREW and s.room < 0:
        return False
    return s.mission_place >= 0 or not ON_MISSION >> s.stage & 1


@kernel
def ask_holds(s):
    """Nothing is asked when the game is over; effects are asked about while they are under way."""
    if s.over:
        return s.ask == st.ASK_NOTHING or s.over == CUT
    if s.ask == st.ASK_NOTHING or not within(s.seat, 0, s.num_players - 1):
        return False
    if not under_way_holds(s):
        return False
    if ASKED_BY_EFFECTS >> s.ask & 1:
        return s.depth > 0 and s.seat == s.f_seat[s.depth - 1]
    if s.ask == st.ASK_TURN:
        return s.depth == 0 and s.stage == st.STAGE_TURN and not s.passed[s.active]
    if s.ask == st.ASK_DISCARD:
        return s.stuffed == s.seat
    return True


@kernel
def known_missions_hold(s):
    for k in range(st.KNOWN_CAP):
        if (s.known_mission[k] >= 0) != (k < s.known_size):
            return False
    most = 0
    for seat in range(s.num_players):
        most = max(most, s.peeked[seat])
    return most <= s.known_size


@kernel
def actions_hold(t, s):
    if s.num_players > 1:
        return s.rider == -1 and s.shadow_at == -1
    for kind in range(st.NUM_ACTION_CARDS):
        if s.action_known[kind] + s.action_extra[kind] != t.action_copies[kind]:
            return False
        if not within(s.action_left[kind], 0, s.action_known[kind]):
            return False
    return within(s.shadow_at, 0, st.NUM_LOCATIONS - 1) and within(s.rider, 0, st.NUM_PASSENGERS - 1)


@kernel
def counters_hold(s):
    for seat in range(s.num_players):
        if s.medals[seat] < 0 or s.damage[seat] < 0 or not within(s.location[seat], 0, st.NUM_LOCATIONS - 1):
            return False
        for track in range(st.NUM_TRACKS):
            if s.position[seat, track] < 0:
                return False
    return within(s.round, 1, st.ROUNDS) and s.hurt >= 0 and within(s.tech_under, 0, st.NUM_TECHS)
