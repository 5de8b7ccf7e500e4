"""Starship Captains: what one seat may know, as a vector of small whole numbers.

Players are counted from the observing seat clockwise, itself first; entries of absent players are 0. Where a
number names something, 0 is nothing and the numbering begins at 1: player + 1, card + 1, figure + 1.

Nobody sees the order of decks and supplies; missions that a seat has looked at are its own knowledge.
"""

from astrarium.core import Field, ObservationSpec, kernel
from astrarium.core.bits import lowest, set_bits
from astrarium.core.rows import above, clear, put_bits, put_most, put_row
from astrarium.core.seats import named, relative

from . import state as st
from . import tables as tb
from .frames import op_of
from .score import half_points

MANY = 99  # larger amounts are shown as this
FAR = 130  # positions on a track, at most
_PLAYER = st.MAX_PLAYERS  # player + 1, at most
FRAMES = 4  # effects shown, the innermost first

OBSERVATION = ObservationSpec(
    # The turn
    Field("players", (), 1, st.MAX_PLAYERS, "number of players"),
    Field("tech_slots", (), 0, 2, "option: side of the tech-slot boards"),
    Field("passenger", (), 0, st.NUM_PASSENGERS, "option: the passenger, solo"),
    Field("over", (), 0, 2, "0 running, 1 ended by the rules, 2 cut"),
    Field("round", (), 0, st.ROUNDS, "round, from 1"),
    Field("stage", len(st.STAGES), 0, 1, "the present stage, one of: " + ", ".join(st.STAGES)),
    Field("first", (), 0, st.MAX_PLAYERS - 1, "starting player"),
    Field("active", (), 0, st.MAX_PLAYERS - 1, "whose turn it is"),
    Field("deciding", (), 0, _PLAYER, "player + 1 whose decision it is; 0 when the game is over"),
    Field("ask", st.NUM_QUESTIONS, 0, 1, "what the own seat is asked; all 0 if another one decides"),
    Field("passed", st.MAX_PLAYERS, 0, 1, "has passed"),
    Field("moved", (), 0, 1, "the active ship has moved in its turn"),
    Field("fights", (), 0, MANY, "fights in this turn"),
    Field("trained", (), 0, 1, "somebody was trained in this turn"),
    # The map
    Field("side", (), 0, 1, "side of the board: 1 = four players"),
    Field("mission_at", st.NUM_LOCATIONS, 0, st.NUM_MISSIONS, "mission + 1"),
    Field("mission_points_at", st.NUM_LOCATIONS, 0, MANY, "points of the mission there"),
    Field(
        "mission_lines_at",
        (st.NUM_LOCATIONS, 4),
        0,
        st.MAX_LINES,
        "its lines by colour: red, yellow, blue, gold",
    ),
    Field("number_at", st.NUM_LOCATIONS, 0, st.NUM_NUMBERS, "triangle tile"),
    Field("number_up", st.NUM_NUMBERS, 0, 1, "that tile is face up"),
    Field("station_at", st.NUM_LOCATIONS, 0, st.NUM_STATIONS, "station + 1"),
    Field(
        "tile_round",
        st.NUM_STATIONS,
        0,
        st.ROUNDS + 1,
        "round for which a station tile waits, 0 = it is there",
    ),
    Field("pirate_on", st.NUM_ROUTES, 0, st.NUM_PIRATES, "kind of pirate + 1"),
    Field("holder", st.NUM_LOCATIONS, 0, _PLAYER, "player + 1 for whom a planet is reserved"),
    Field("location", st.MAX_PLAYERS, 0, st.NUM_LOCATIONS, "place + 1 of the ship"),
    Field("shadow_at", (), 0, st.NUM_LOCATIONS, "place + 1 of Captain Shadow"),
    # Decks and supplies
    Field("mission_deck", st.NUM_MISSIONS, 0, 1, "still in the deck, as far as the own seat knows"),
    Field("next_missions", st.KNOWN_CAP, 0, st.NUM_MISSIONS, "next missions + 1 that the own seat has seen"),
    Field("peeked", st.MAX_PLAYERS, 0, st.KNOWN_CAP, "how many of the next missions a player has seen"),
    Field("tech_deck", st.NUM_TECHS, 0, 1, "in the tech deck"),
    Field("tech_discard", st.NUM_TECHS, 0, 1, "in its discard pile"),
    Field("tech_under", (), 0, st.NUM_TECHS, "betas at the bottom of the tech deck"),
    Field("tech_top", (), 0, 2, "tier + 1 of the top card"),
    Field("omega_deck", st.NUM_OMEGAS, 0, 1, "in the omega deck"),
    Field("omega_discard", st.NUM_OMEGAS, 0, 1, "in its discard pile"),
    Field("tech_board", st.NUM_BOARD, 0, st.NUM_TECH_CARDS, "card + 1 on the tech board"),
    Field("shared", st.NUM_SHARED, 0, st.NUM_TECH_CARDS, "tech + 1 on the Tincan track"),
    Field("sharing", (), 0, 1, "they can be used by all"),
    Field("event", st.NUM_TRACKS, 0, st.NUM_EVENTS, "event + 1 on each track"),
    Field("events_done", (), 0, st.MOST_EVENTS, "events that happened"),
    Field("orders", st.NUM_EVENTS, 0, 1, "events that happen at stations"),
    Field("track_side", st.NUM_TRACKS, 0, 1, "side of the track"),
    Field("slot_side", (), 0, 1, "side of the tech-slot boards"),
    Field("trophy", st.NUM_TRACKS, 0, _PLAYER, "player + 1 who has it"),
    Field("artifact_supply", st.NUM_ARTIFACTS, 0, MANY, "in the supply"),
    Field("artifact_discard", st.NUM_ARTIFACTS, 0, MANY, "discarded"),
    Field("pirate_supply", st.NUM_PIRATES, 0, MANY, "in the supply"),
    Field("pirate_discard", st.NUM_PIRATES, 0, MANY, "discarded"),
    # Ships
    Field("half_points", st.MAX_PLAYERS, -999, 999, "points if the game ended now, doubled"),
    Field("position", (st.MAX_PLAYERS, st.NUM_TRACKS), 0, FAR, "steps on each track, loops counted"),
    Field("ready", (st.MAX_PLAYERS, st.NUM_FIGURES), 0, MANY, "figures in the ready room"),
    Field("queue", (st.MAX_PLAYERS, st.QUEUE_CAP), 0, st.NUM_FIGURES, "figure + 1 from the front"),
    Field("medals", st.MAX_PLAYERS, 0, MANY, "medals"),
    Field("artifacts", (st.MAX_PLAYERS, st.NUM_ARTIFACTS), 0, MANY, "artifacts in the hold"),
    Field("pirates", (st.MAX_PLAYERS, st.NUM_PIRATES), 0, MANY, "pirate tokens in the hold"),
    Field("damage", st.MAX_PLAYERS, 0, MANY, "damage in the hold"),
    Field("slot_damage", (st.MAX_PLAYERS, st.NUM_SLOTS), 0, 1, "the tech slot is damaged"),
    Field("slot", (st.MAX_PLAYERS, st.NUM_SLOTS), 0, st.NUM_TECH_CARDS, "installed tech + 1"),
    Field(
        "crowd", (st.MAX_PLAYERS, st.NUM_OWN_ROOMS), 0, st.NUM_ARTIFACTS, "artifact + 1 face down on a room"
    ),
    Field("completed", (st.MAX_PLAYERS, st.NUM_MISSIONS), 0, 1, "mission completed"),
    # What is under way
    Field("room", (), 0, st.NUM_ROOMS, "room + 1 to be activated"),
    Field("worker", (), 0, st.NUM_FIGURES, "figure + 1 of the commander at work"),
    Field("improve", (), 0, 2, "1 training, 2 promotion"),
    Field("improve_from", (), 0, st.NUM_FIGURES, "figure + 1 that is improved"),
    Field("improve_to", (), 0, st.NUM_FIGURES, "figure + 1 that it becomes"),
    Field("medals_due", (), 0, MANY, "medals still to pay"),
    Field("mission", (), 0, st.NUM_MISSIONS, "mission + 1 being completed"),
    Field("mission_place", (), 0, st.NUM_LOCATIONS, "place + 1 where it was"),
    Field("mission_lines", (st.MAX_LINES, 4), 0, 1, "colour of each of its lines: red, yellow, blue, gold"),
    Field("line", (), 0, st.MAX_LINES, "line, from 0"),
    Field("pad", st.MAX_LINES, 0, st.NUM_FIGURES, "figure + 1 on each transporter pad"),
    Field("line_used", (), 0, 1, "the line was resolved"),
    Field("painted", (), 0, 1, "the first damage of the mission has come, the one that Stealth Paint stops"),
    Field("depth", (), 0, st.MAX_DEPTH, "effects within effects"),
    Field("effect_op", (FRAMES, tb.NUM_OPS), 0, 1, "operation of the innermost effects, the innermost first"),
    Field("effect_arg", FRAMES, 0, MANY, "its number"),
    Field("effect_id", FRAMES, 0, tb.NUM_EFFECTS, "number of the effect"),
    Field("effect_at", FRAMES, 0, tb.NUM_CELLS, "which of its operations"),
    Field("effect_left", FRAMES, -1, MANY, "repetitions left, -1 = not begun"),
    Field("effect_go", FRAMES, 0, st.MOST_STEPS, "steps being taken"),
    Field("effect_track", FRAMES, 0, st.NUM_TRACKS, "track + 1 that was chosen"),
    Field("effect_player", FRAMES, 0, _PLAYER, "player + 1 for whom it is"),
    Field("effect_room", FRAMES, 0, st.NUM_ROOMS, "room or tech + 1 that it comes from, numbered as rooms"),
    Field("hurt", (), 0, MANY, "damage about to be taken"),
    Field("hurt_player", (), 0, _PLAYER, "player + 1 who takes it"),
    Field("fought", (), 0, st.NUM_ROUTES, "route + 1 of the pirate that was fought"),
    Field("stuffed", (), 0, _PLAYER, "player + 1 whose hold is too full"),
    Field("how", (), 0, 3, "how a tech is taken: 1 recycling, 2 of drawn techs, 3 of drawn omegas"),
    Field("chosen", (), 0, st.NUM_TECH_CARDS, "tech + 1 being installed"),
    Field("drawn", st.NUM_DRAWN, 0, st.NUM_TECH_CARDS, "card + 1 to choose from"),
    Field("crowd_artifact", (), 0, st.NUM_ARTIFACTS, "artifact + 1 to lay on a room"),
    # Captain Shadow
    Field("rider", (), 0, st.NUM_PASSENGERS, "passenger + 1"),
    Field("action_left", st.NUM_ACTION_CARDS, 0, MANY, "known action cards still in the deck"),
    Field("action_known", st.NUM_ACTION_CARDS, 0, MANY, "action cards that have been seen"),
    Field("action_extra", st.NUM_ACTION_CARDS, 0, MANY, "action cards that have not been seen"),
    Field("action_new", (), 0, 1, "one of these is in the deck"),
    Field("actions_drawn", (), 0, MANY, "action cards drawn in this round"),
)

at = OBSERVATION.places


@kernel
def observe(t, s, seat, obs):
    """Write all that this seat may know."""
    clear(obs)
    observe_turn(s, seat, obs)
    observe_map(t, s, seat, obs)
    observe_decks(s, seat, obs)
    for player in range(s.num_players):
        observe_ship(t, s, seat, player, obs)
    observe_business(t, s, seat, obs)
    observe_effects(t, s, seat, obs)
    if s.num_players == 1:
        observe_shadow(s, obs)


@kernel
def observe_turn(s, seat, obs):
    obs[at.players] = s.num_players
    obs[at.tech_slots] = s.tech_slots
    obs[at.passenger] = s.passenger
    obs[at.over] = s.over
    obs[at.round] = s.round
    obs[at.stage + s.stage] = 1
    obs[at.first] = relative(s, seat, s.first)
    obs[at.active] = relative(s, seat, s.active)
    if not s.over:
        obs[at.deciding] = relative(s, seat, s.seat) + 1
        if s.seat == seat:
            obs[at.ask + s.ask - 1] = 1
    obs[at.moved] = s.moved
    obs[at.fights] = s.fights
    obs[at.trained] = s.trained


@kernel
def observe_map(t, s, seat, obs):
    obs[at.side] = s.side
    put_row(obs, at.mission_at, s.mission_at, 1)
    places = above(s.mission_at, -1)
    while places:
        place = lowest(places)
        places &= places - 1
        mission = s.mission_at[place]
        obs[at.mission_points_at + place] = t.mission_points[mission]
        put_row(obs, at.mission_lines_at + (st.GOLD + 1) * place, t.colour_lines[mission], 0)
    put_row(obs, at.number_at, s.number_at, 0)
    put_row(obs, at.station_at, s.station_at, 1)
    held = above(s.holder, -1)
    while held:
        place = lowest(held)
        held &= held - 1
        obs[at.holder + place] = named(s, seat, s.holder[place])
    put_bits(obs, at.number_up, s.numbers_up, st.NUM_NUMBERS)
    put_most(obs, at.tile_round, s.tile_round, MANY)
    put_row(obs, at.pirate_on, s.pirate_on, 1)
    obs[at.shadow_at] = s.shadow_at + 1


@kernel
def observe_decks(s, seat, obs):
    put_bits(obs, at.mission_deck, s.mission_pool, st.NUM_MISSIONS)
    for k in range(s.known_size):
        if k < s.peeked[seat]:
            obs[at.next_missions + k] = s.known_mission[k] + 1
        else:
            obs[at.mission_deck + s.known_mission[k]] = 1
    put_bits(obs, at.tech_deck, s.tech_pool, st.NUM_TECHS)
    set_bits(obs, at.tech_discard, s.tech_discard)
    obs[at.tech_under] = s.tech_under
    obs[at.tech_top] = s.tech_top + 1
    put_bits(obs, at.omega_deck, s.omega_pool, st.NUM_OMEGAS)
    set_bits(obs, at.omega_discard, s.omega_discard)
    put_row(obs, at.tech_board, s.tech_board, 1)
    put_row(obs, at.shared, s.shared, 1)
    obs[at.sharing] = s.sharing
    put_row(obs, at.event, s.event, 1)
    obs[at.events_done] = s.events_done
    put_bits(obs, at.orders, s.orders, st.NUM_EVENTS)
    put_most(obs, at.track_side, s.track_side, MANY)
    obs[at.slot_side] = s.slot_side
    for track in range(st.NUM_TRACKS):
        obs[at.trophy + track] = named(s, seat, s.trophy[track])
    put_most(obs, at.artifact_supply, s.artifact_supply, MANY)
    put_most(obs, at.artifact_discard, s.artifact_discard, MANY)
    put_most(obs, at.pirate_supply, s.pirate_supply, MANY)
    put_most(obs, at.pirate_discard, s.pirate_discard, MANY)


@kernel
def observe_ship(t, s, seat, player, obs):
    r = relative(s, seat, player)
    obs[at.passed + r] = s.passed[player]
    obs[at.location + r] = s.location[player] + 1
    obs[at.peeked + r] = s.peeked[player]
    obs[at.half_points + r] = half_points(t, s, player)
    for track in range(st.NUM_TRACKS):
        obs[at.position + st.NUM_TRACKS * r + track] = min(s.position[player, track], FAR)
    put_most(obs, at.ready + st.NUM_FIGURES * r, s.ready[player], MANY)
    put_row(obs, at.queue + st.QUEUE_CAP * r, s.queue[player], 1)
    obs[at.medals + r] = min(s.medals[player], MANY)
    put_most(obs, at.artifacts + st.NUM_ARTIFACTS * r, s.artifacts[player], MANY)
    put_most(obs, at.pirates + st.NUM_PIRATES * r, s.pirates[player], MANY)
    obs[at.damage + r] = min(s.damage[player], MANY)
    set_bits(obs, at.slot_damage + st.NUM_SLOTS * r, s.slot_damage[player])
    put_row(obs, at.slot + st.NUM_SLOTS * r, s.slot[player], 1)
    put_row(obs, at.crowd + st.NUM_OWN_ROOMS * r, s.crowd[player], 1)
    set_bits(obs, at.completed + st.NUM_MISSIONS * r, s.completed[player])


@kernel
def observe_business(t, s, seat, obs):
    obs[at.room] = s.room + 1
    obs[at.worker] = s.worker + 1
    obs[at.improve] = s.improve
    obs[at.improve_from] = s.improve_from + 1
    obs[at.improve_to] = s.improve_to + 1
    obs[at.medals_due] = s.medals_due
    if s.mission >= 0:
        obs[at.mission] = s.mission + 1
        obs[at.mission_place] = s.mission_place + 1
        for line in range(t.mission_lines[s.mission]):
            obs[at.mission_lines + 4 * line + t.line_colour[s.mission, line]] = 1
    obs[at.line] = s.line
    put_row(obs, at.pad, s.pad, 1)
    obs[at.line_used] = s.line_used
    obs[at.painted] = s.painted
    obs[at.hurt] = min(s.hurt, MANY)
    if s.hurt > 0:
        obs[at.hurt_player] = named(s, seat, s.hurt_seat)
    obs[at.fought] = s.fought + 1
    obs[at.stuffed] = named(s, seat, s.stuffed)
    obs[at.how] = how_installed(t, s)
    obs[at.chosen] = s.chosen + 1
    put_row(obs, at.drawn, s.drawn, 1)
    obs[at.crowd_artifact] = s.crowd_artifact + 1


@kernel
def how_installed(t, s):
    """The way of the operation under way: 1 recycling, 2 drawn techs, 3 drawn omegas."""
    op = op_of(t, s) if s.depth > 0 else tb.OP_NONE
    if op == tb.OP_RECYCLE:
        return 1
    if op == tb.OP_LIBRARY:
        return 2
    return 3 if op == tb.OP_OMEGA else 0


@kernel
def observe_effects(t, s, seat, obs):
    """The innermost effects."""
    obs[at.depth] = s.depth
    for k in range(min(s.depth, FRAMES)):
        frame = s.depth - 1 - k
        effect, cell = s.f_effect[frame], s.f_at[frame]
        if cell < tb.NUM_CELLS:
            obs[at.effect_op + tb.NUM_OPS * k + t.op[effect, cell]] = 1
            obs[at.effect_arg + k] = t.arg[effect, cell]
        obs[at.effect_id + k] = effect
        obs[at.effect_at + k] = cell
        obs[at.effect_left + k] = s.f_left[frame]
        obs[at.effect_go + k] = s.f_go[frame]
        obs[at.effect_track + k] = s.f_track[frame] + 1
        obs[at.effect_player + k] = named(s, seat, s.f_seat[frame])
        obs[at.effect_room + k] = s.f_source[frame] + 1


@kernel
def observe_shadow(s, obs):
    obs[at.rider] = s.rider + 1
    put_most(obs, at.action_left, s.action_left, MANY)
    put_most(obs, at.action_known, s.action_known, MANY)
    put_most(obs, at.action_extra, s.action_extra, MANY)
    obs[at.action_new] = s.action_new
    obs[at.actions_drawn] = s.actions_drawn
