"""Starship Captains: laying out a new game."""

from astrarium.core import kernel
from astrarium.core.bits import count, draw_bit
from astrarium.core.rng import below

from . import state as st
from . import tables as tb
from .board import raid
from .crew import join_queue
from .decks import board_spaces, draw_mission, draw_omega, turn_up_tier
from .solo import add_action_card
from .turn import begin_turn


@kernel
def setup(t, s):
    """Board, cards, tracks and ships; the starting player is drawn, alone it is the player."""
    clear(s)
    s.round = 1
    s.side = 1 if s.num_players == 4 else 0
    s.mission_pool = (1 << st.NUM_MISSIONS) - 1
    s.tech_pool = (1 << st.NUM_TECHS) - 1
    s.omega_pool = (1 << st.NUM_OMEGAS) - 1
    for kind in range(st.NUM_PIRATES):
        s.pirate_supply[kind] = t.pirate_copies[kind]
    for kind in range(st.NUM_ARTIFACTS):
        s.artifact_supply[kind] = t.artifact_copies[kind]
    if s.num_players == 1:
        setup_solo(t, s)
    deal_tiles(t, s)
    raid(t, s)
    deal_techs(t, s)
    setup_tracks(t, s)
    s.slot_side = s.tech_slots - 1 if s.tech_slots else below(s, 2)
    for seat in range(s.num_players):
        fit_out(t, s, seat)
    s.first = below(s, s.num_players)
    begin_turn(s, s.first)


@kernel
def clear(s):
    """Every field that does not begin at zero."""
    s.mission_at[:] = -1
    s.station_at[:] = -1
    s.holder[:] = -1
    s.pirate_on[:] = -1
    s.known_mission[:] = -1
    s.tech_board[:] = -1
    s.shared[:] = -1
    s.event[:] = -1
    s.trophy[:] = -1
    s.location[:] = -1
    s.queue[:] = -1
    s.slot[:] = -1
    s.crowd[:] = -1
    s.pad[:] = -1
    s.drawn[:] = -1
    s.shadow_at = -1
    s.room = -1
    s.worker = -1
    s.improve_from = -1
    s.improve_to = -1
    s.mission = -1
    s.mission_place = -1
    s.fought = -1
    s.stuffed = -1
    s.chosen = -1
    s.crowd_artifact = -1
    s.rider = -1


@kernel
def deal_tiles(t, s):
    """A random tile for every planet: a mission, a station or a number."""
    counts = 0
    for kind in range(tb.NUM_TILES):
        counts |= t.tile_copies[s.side, kind] << 4 * kind
    left = t.num_locations[s.side] - 1
    for place in range(1, t.num_locations[s.side]):
        at = below(s, left)
        kind = 0
        while at >= (counts >> 4 * kind & 15):
            at -= counts >> 4 * kind & 15
            kind += 1
        counts -= 1 << 4 * kind
        left -= 1
        if kind == tb.TILE_MISSION:
            s.mission_at[place] = draw_mission(s)
        elif kind < tb.TILE_FIRST_STATION:
            s.number_at[place] = kind - tb.TILE_FIRST_NUMBER + 1
        else:
            s.station_at[place] = kind - tb.TILE_FIRST_STATION + 1
    s.numbers_up = (1 << st.NUM_NUMBERS) - 1
    s.station_at[st.HOME] = 0
    s.tile_round[0] = 2  # the tile of Home Station comes in round 2


@kernel
def draw_alpha(t, s):
    """The next alpha; betas met on the way go under the deck."""
    alphas = count(s.tech_pool & ~t.betas)
    upper = count(s.tech_pool) - s.tech_under
    while below(s, upper) >= alphas:
        s.tech_under += 1
        upper -= 1
    card = draw_bit(s, s.tech_pool & ~t.betas)
    s.tech_pool &= ~(1 << card)
    return card


@kernel
def deal_techs(t, s):
    """An alpha for the Tincan (alone the passenger's techs lie there), five for the board, then omegas."""
    if s.num_players > 1:
        s.shared[0] = draw_alpha(t, s)
    for space in range(st.NUM_ALPHA_SPACES):
        s.tech_board[space] = draw_alpha(t, s)
    for space in range(st.NUM_ALPHA_SPACES, board_spaces(s)):
        s.tech_board[space] = draw_omega(s)
    turn_up_tier(t, s)


@kernel
def setup_tracks(t, s):
    """A side for each track and an event for each faction."""
    for track in range(st.NUM_TRACKS):
        s.track_side[track] = below(s, 2)
        found = 0
        for event in range(st.NUM_EVENTS):
            if t.event_track[event] == track and t.event_solo[event] == (s.num_players == 1):
                found |= 1 << event
        s.event[track] = draw_bit(s, found)


@kernel
def fit_out(t, s, seat):
    """Crew, medal and damage of a ship."""
    s.location[seat] = st.HOME
    for colour in range(st.NUM_COLOURS):
        s.ready[seat, colour] = 1
        join_queue(s, seat, colour)
    s.ready[seat, st.CADET] = 1
    s.medals[seat] = 1
    s.damage[seat] = st.START_DAMAGE
    s.slot_damage[seat] = t.slot_damaged[s.slot_side]


@kernel
def setup_solo(t, s):
    """Passenger, Captain Shadow and the action deck: one card of each kind, the others for later rounds."""
    s.rider = s.passenger - 1 if s.passenger else below(s, st.NUM_PASSENGERS)
    for k in range(st.NUM_SHARED):
        s.shared[k] = t.rider_techs[s.rider, k]
        s.tech_pool &= ~(1 << s.shared[k])
    s.shadow_at = st.HOME
    for kind in range(st.NUM_ACTION_CARDS):
        s.action_known[kind] = 1
        s.action_extra[kind] = t.action_copies[kind] - 1
    add_action_card(s)
