"""Starship Captains: the state record and every constant that indexes it.

The map is a graph: every location touches one purple, one green and one yellow route. Up to three players
share 14 locations, four share 16; location 0 is Home Station, the others are planets.

                O1                     inner ring I1-I3 around Home Station H,
            M1      M2                 middle ring M1-M6,
                I1                     outer ring O1-O4 (four players: O1-O6)
        M6      H      M3   O2
            I3      I2
     O4     M5      M4      O3

A ship has four printed rooms (0-3), six tech slots in a row (rooms 4-9 if a room tech is installed) and, once
the Tincan have shared them, techs that lie on their track (rooms 10-11).
"""

from astrarium.core import Option, state_dtype
from astrarium.core.state import b1, i1, i2, i8

MAX_PLAYERS = 4
NUM_LOCATIONS = 16
SIDE_LOCATIONS = (14, 16)
HOME = 0
LOCATIONS = (
    "Home Station",
    "I1",
    "I2",
    "I3",
    "M1",
    "M2",
    "M3",
    "M4",
    "M5",
    "M6",
    "O1",
    "O2",
    "O3",
    "O4",
    "O5",
    "O6",
)
NUM_ROUTES = 24
ROUTE_COLOURS = ("purple", "green", "yellow")
NUM_ROUTE_COLOURS = 3

# Figures: ensigns by colour, cadets, commanders by colour, androids.
RED, YELLOW, BLUE, CADET, RED_COMMANDER, YELLOW_COMMANDER, BLUE_COMMANDER, ANDROID = range(8)
FIGURES = (
    "red ensign",
    "yellow ensign",
    "blue ensign",
    "cadet",
    "red commander",
    "yellow commander",
    "blue commander",
    "android",
)
NUM_FIGURES = 8
NUM_CREW = ANDROID  # androids are no crew: they work in no room and never queue
NUM_COLOURS = 3
COLOURS = ("red", "yellow", "blue")
GRAY = 3  # a room for everybody
GOLD = 3  # a line of a mission for androids only
COMMANDER = RED_COMMANDER  # the first of them

# Rooms
HELM, WEAPONS, SCIENCE, REPAIR = range(4)
NUM_PRINTED = 4
NUM_SLOTS = 6
FIRST_SLOT_ROOM = NUM_PRINTED
FIRST_SHARED_ROOM = FIRST_SLOT_ROOM + NUM_SLOTS
NUM_SHARED = 2
NUM_ROOMS = FIRST_SHARED_ROOM + NUM_SHARED
NUM_OWN_ROOMS = FIRST_SHARED_ROOM
PRINTED_ROOMS = ("Helm", "Weapons", "Science", "Repair")

# Cards
NUM_TECHS = 50
NUM_OMEGAS = 12
FIRST_OMEGA = NUM_TECHS
NUM_TECH_CARDS = NUM_TECHS + NUM_OMEGAS
ALPHA, BETA = range(2)
NUM_MISSIONS = 50
MAX_LINES = 4
NUM_EVENTS = 14  # three of them for the solo game
NUM_BOARD = 8  # spaces of the central tech board, seven alone
NUM_ALPHA_SPACES = 5
NUM_DRAWN = 3  # cards drawn to choose from
KNOWN_CAP = 24  # missions on top of the deck that somebody has looked at
NUM_PASSENGERS = 6

# Tracks
COOPERATIVE, TINCAN, NIAN = range(3)
TRACKS = ("Cooperative", "Tincan", "Ni'an")
NUM_TRACKS = 3
TRACK_LENGTH = 13
LOOP_POINTS = 5
ZONE = 3  # spaces of a zone
MOST_STEPS = 6  # of one effect
MOST_EVENTS = 2  # in a game

# Tokens
ARTIFACTS = ("red-yellow artifact", "yellow-blue artifact", "red-blue artifact")
NUM_ARTIFACTS = 3
NUM_PIRATES = 6  # kinds: three exhaust colours with medal and artifact, then three with an android
FIRST_ANDROID_PIRATE = 3
PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
CARGO = 8
START_DAMAGE = 3
RINGS = 5
QUEUE_CAP = 16
QUEUE_KEPT, QUEUE_KEPT_RESERVE = 3, 2
TRAINING_PRICE, PROMOTION_PRICE, SCHOOL_PRICE = 1, 3, 2
ROUNDS = 4
NUM_STATIONS = 3
NUM_NUMBERS = 5
SOLO_WIN = 50
NUM_ACTION_CARDS = 4  # kinds of Captain Shadow's cards
TAKE_TECH, COMPLETE_MISSION, FIGHT_PIRATE, PASSENGER = range(4)
ACTION_CARDS = ("take tech", "complete mission", "fight pirate", "passenger")

# Stages: what comes when nothing is under way any more.
(
    STAGE_TURN,  # the turn of the active player begins or goes on with training
    STAGE_CREW,  # a room was chosen: with whom
    STAGE_TASK,  # the second task of a commander who activated a room
    STAGE_LEAVE,  # the commander's extra work is done
    STAGE_ASSIGN,  # a figure for each line of the mission
    STAGE_LINE,  # the next line of the mission
    STAGE_LINE_TASK,  # the second task of a commander on that line
    STAGE_RETURN,  # crew back from the mission
    STAGE_NEW_MISSION,
    STAGE_ORDERS,
    STAGE_STATION,
    STAGE_END_TURN,
    STAGE_SHADOW,  # Captain Shadow's next card
    STAGE_SHADOW_DONE,
    STAGE_FINISHED,
) = range(15)
STAGES = (
    "turn",
    "crew",
    "second task",
    "extra work",
    "assign",
    "line",
    "second task on a line",
    "return",
    "new mission",
    "orders",
    "station",
    "end of turn",
    "shadow",
    "after the shadow",
    "finished",
)

# What the acting seat is asked: questions.py.
(
    ASK_NOTHING,
    ASK_TURN,
    ASK_CREW,
    ASK_MEDAL,
    ASK_TASK,
    ASK_ASSIGN,
    ASK_LINE,
    ASK_LINE_TASK,
    ASK_MOVE,
    ASK_JUMP,
    ASK_FIGHT,
    ASK_TECH,
    ASK_SLOT,
    ASK_REPAIR,
    ASK_PREVENT,
    ASK_DISCARD,
    ASK_ADVANCE,
    ASK_CHOICE,
    ASK_PAY,
    ASK_DRAWN,
    ASK_COPY,
    ASK_CROWD,
    ASK_CROWD_ROOM,
    ASK_SHADOW_MISSION,
    ASK_SHADOW_FIGHT,
) = range(25)
NUM_QUESTIONS = 24

# Why damage is taken.
CAUSE_PRINTED, CAUSE_SHOT, CAUSE_FIGHT = range(3)
# What a medal is spent on.
IMPROVE_NONE, IMPROVE_TRAIN, IMPROVE_PROMOTE = range(3)

# Tokens that can be spent: artifacts by type, then these.
TOKEN_PIRATE, TOKEN_MEDAL, TOKEN_ANDROID = 3, 4, 5

MAX_DEPTH = 32  # effects within effects

OPTIONS = (
    Option("tech_slots", (0, 1, 2), 0, "side of the tech-slot boards: 1 = A, 2 = B; 0 = random"),
    Option(
        "passenger",
        (0, 1, 2, 3, 4, 5, 6),
        0,
        "solo: the passenger; 0 = random",
        only=dict.fromkeys(range(1, 7), (1,)),
    ),
)

STATE = state_dtype(
    OPTIONS,
    # Sets of cards
    ("mission_pool", i8),  # in the unknown part of the mission deck
    ("completed", i8, MAX_PLAYERS),  # missions completed
    ("tech_pool", i8),  # in the tech deck
    ("tech_discard", i8),
    ("omega_pool", i2),
    ("omega_discard", i2),
    # The turn
    ("stage", i1),
    ("round", i1),  # from 1
    ("first", i1),  # starting player of the round
    ("active", i1),  # whose turn it is
    ("passed", b1, MAX_PLAYERS),
    ("moved", b1),  # the active ship has moved or jumped in its own turn
    ("fights", i1),  # fights in this turn
    ("trained", b1),  # has trained in this turn
    ("used_tile", b1),  # a station tile was used; techs that give something for it follow
    # The board
    ("side", i1),  # 0 up to three players, 1 four
    ("mission_at", i1, NUM_LOCATIONS),  # mission card, -1 = none
    ("number_at", i1, NUM_LOCATIONS),  # triangle tile 1-5, 0 = none
    ("numbers_up", i1),  # bitset of the face-up numbers, bit 0 = tile 1
    ("station_at", i1, NUM_LOCATIONS),  # station, -1 = none
    ("tile_round", i1, NUM_STATIONS),  # the round for which a station tile waits, 0 = on its station
    ("pirate_on", i1, NUM_ROUTES),  # kind of pirate, -1 = none
    ("holder", i1, NUM_LOCATIONS),  # for whom a planet is reserved, -1 = nobody
    ("location", i1, MAX_PLAYERS),
    ("shadow_at", i1),  # Captain Shadow's ship, -1 = not in the game
    # Decks. Missions that somebody has looked at lie in order on top of the pool.
    ("known_mission", i1, KNOWN_CAP),  # the next first, -1 behind the last
    ("known_size", i1),
    ("peeked", i1, MAX_PLAYERS),  # how many of them the seat has seen
    ("tech_under", i1),  # betas that lie at the bottom of the tech deck
    ("tech_top", i1),  # tier of its top card, -1 = empty
    ("tech_board", i1, NUM_BOARD),  # card, -1 = gap
    ("shared", i1, NUM_SHARED),  # techs on the Tincan track, -1 = none
    ("sharing", b1),  # they can be used by all
    ("event", i1, NUM_TRACKS),  # card on each track, -1 = gone
    ("events_done", i1),
    ("orders", i2),  # bitset of events in force: they happen at the end of a turn at a station
    ("track_side", i1, NUM_TRACKS),
    ("slot_side", i1),
    ("trophy", i1, NUM_TRACKS),  # who looped twice first, -1 = nobody
    ("artifact_supply", i1, NUM_ARTIFACTS),
    ("artifact_discard", i1, NUM_ARTIFACTS),
    ("pirate_supply", i1, NUM_PIRATES),
    ("pirate_discard", i1, NUM_PIRATES),
    # Ships
    ("position", i2, (MAX_PLAYERS, NUM_TRACKS)),  # steps from the start, loops counted
    ("ready", i1, (MAX_PLAYERS, NUM_FIGURES)),  # figures in the ready room
    ("queue", i1, (MAX_PLAYERS, QUEUE_CAP)),  # the front first, -1 behind the last
    ("queue_size", i1, MAX_PLAYERS),
    ("medals", i2, MAX_PLAYERS),
    ("artifacts", i1, (MAX_PLAYERS, NUM_ARTIFACTS)),
    ("pirates", i1, (MAX_PLAYERS, NUM_PIRATES)),
    ("damage", i2, MAX_PLAYERS),  # in cargo slots, excess included
    ("slot_damage", i1, MAX_PLAYERS),  # bitset of damaged tech slots
    ("slot", i1, (MAX_PLAYERS, NUM_SLOTS)),  # installed tech, -1 = none
    ("crowd", i1, (MAX_PLAYERS, NUM_OWN_ROOMS)),  # Crowdsourcing: artifact face down on a room, -1 = none
    ("hooks", i8, MAX_PLAYERS),  # bitset of the abilities in force; follows from the techs
    # What is under way in the turn
    ("room", i1),  # chosen to be activated, -1 = none
    ("worker", i1),  # commander at work, -1 = none
    ("improve", i1),  # training or promotion that is being paid for
    ("improve_from", i1),
    ("improve_to", i1),
    ("medals_due", i1),
    ("mission", i1),  # being completed, -1 = none
    ("mission_place", i1),
    ("line", i1),
    ("pad", i1, MAX_LINES),  # figures on the transporter pads, -1 = none
    ("line_used", b1),  # the line was resolved
    ("painted", b1),  # the first damage of this mission has come; Stealth Paint stops no other
    ("next_order", i1),  # at the end of a turn: the first event whose order has not been looked at
    # Effects under way, the innermost last
    ("depth", i1),
    ("f_effect", i2, MAX_DEPTH),
    ("f_at", i1, MAX_DEPTH),  # which of its operations
    ("f_left", i1, MAX_DEPTH),  # repetitions left, -1 = not begun
    ("f_go", i1, MAX_DEPTH),  # steps to take at once
    ("f_track", i1, MAX_DEPTH),  # track chosen, -1 = none
    ("f_seat", i1, MAX_DEPTH),
    ("f_source", i1, MAX_DEPTH),  # room or tech it comes from, counted as rooms are, -1 = none
    # What an operation waits for
    ("hurt", i1),  # damage about to be taken
    ("hurt_seat", i1),
    ("fought", i1),  # route of the pirate that was fought, -1 = none
    ("fought_seat", i1),
    ("stuffed", i1),  # whose cargo hold may be too full and has to be looked at, -1 = nobody's
    ("chosen", i1),  # tech being installed, -1 = none
    ("drawn", i1, NUM_DRAWN),  # cards to choose from, -1 = none
    ("crowd_artifact", i1),  # to be laid on a room, -1 = none
    # Captain Shadow
    ("rider", i1),  # the passenger on board (the option `passenger` chooses it), -1 = none
    ("action_known", i1, NUM_ACTION_CARDS),  # cards of the action deck by kind that have been seen
    ("action_left", i1, NUM_ACTION_CARDS),  # those not drawn yet in this round
    ("action_extra", i1, NUM_ACTION_CARDS),  # cards not seen yet
    ("action_new", b1),  # one of these is in the deck, not drawn yet
    ("actions_drawn", i1),  # in this round
)
