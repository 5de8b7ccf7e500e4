"""Starfarers of Catan: the state record and every constant that indexes it.

Ships stand on intersections, the corners of a grid of flat-top hexes. An intersection is called by its column
and its row: 24 columns A to X from left to right, 31 rows from the Catanian edge (row 1) to the far edge.
Every second place of a column is an intersection. A flight of one is one side of a hex:

      up left   up right            Two kinds of intersection:    \\        /
           \\     /                                                  o--  --o
    left -- o   o -- right                                        /        \\
           /     \\
    down left   down right

A planetary system is three planets round a sun; the sun is no intersection. Between two planets lies a colony
site, beside it two launch points. Each of the four alien bases has five outposts, numbered from 1.
"""

from astrarium.core import Option, state_dtype
from astrarium.core.state import i1, i2, i4

MAX_PLAYERS = 4
NUM_NODES = 309
NUM_COLUMNS = 24
NUM_ROWS = 31
NUM_DIRECTIONS = 6
NUM_PLANETS = 33
NUM_SYSTEMS = 11
HOME_SYSTEMS = 4
PLANETS_PER_SYSTEM = 3
NUM_SITES = 33  # colony intersections, three a system in the order of the systems
HOME_SITES = 12
OUTER_SITES = ((1 << NUM_SITES) - 1) & ~((1 << HOME_SITES) - 1)  # a bitset
SITES_OF_SYSTEM = 0b111  # those of the first one, as a bitset
NUM_RACES = 4
OUTPOSTS_PER_RACE = 5
NUM_OUTPOSTS = NUM_RACES * OUTPOSTS_PER_RACE
NUM_FRIENDS = 20  # friendship cards
NUM_FACES = 24  # different faces of resource chips, at most
NUM_DOTS = 5
NUM_RESERVE = 5  # white chips
NUM_ENCOUNTERS = 32
NUM_QUESTIONS = 12  # at most
NUM_TOTALS = 13  # totals of two dice, 2 to 12

RESOURCES = ("ore", "fuel", "carbon", "food", "goods")
ORE, FUEL, CARBON, FOOD, GOODS = range(5)
NUM_RESOURCES = 5
CARDS_PER_RESOURCE = 20
PILE_PER_RESOURCE = 12
REFILL_PER_RESOURCE = 6
START_HAND = 3
DOTS = ("greek", "red", "yellow", "blue", "white")
GREEK, RED_DOT, YELLOW_DOT, BLUE_DOT, WHITE_DOT = range(5)

# Pieces of a player.
COLONY_MODULES = 9
TRADE_MODULES = 7
PORT_RINGS = 3
TRANSPORTERS = 3
FAME_RINGS = 40
START_FAME = 1
# Expansions of a mother ship.
BOOSTER, CANNON, FREIGHT = range(3)
EXPANSIONS = ("booster", "cannon", "freight ring")
NUM_EXPANSIONS = 3
MOST_BOOSTERS, MOST_CANNONS, MOST_FREIGHT = 6, 6, 5
MOST_PIRATES = 9  # no lair needs more cannons
# What a transporter carries.
EMPTY, COLONY, TRADE = range(3)
CARGOES = ("nothing", "colony", "trade module")
# Items to pay for.
COLONY_SHIP, TRADE_SHIP, SPACEPORT, BUY_BOOSTER, BUY_CANNON, BUY_FREIGHT = range(6)
ITEMS = ("colony ship", "trade ship", "spaceport", *EXPANSIONS)
NUM_ITEMS = 6

TARGET = 15
SUPPLY_BELOW = 9
QUICK_BELOW = 7  # two supply cards below this, in the variation
TRIBUTE_ABOVE = 7
BANK_RATE, GOODS_RATE = 3, 2
OFFER_CARDS = 4  # on each side of an offer
MAX_OFFERS = 3
MAX_PROPOSALS, MAX_CHANGES = 2, 2
HELPERS = 2
MAX_GIFT = 3
ENCOUNTER_SPEED = 3
MAX_SPEED = 16
MAX_CREDIT = 99
SEVEN = 7
ROUND_CAP = 300
BLOCKED = MAX_PLAYERS  # owner of a site that nobody owns and nobody may use
PILE = MAX_PLAYERS  # the reserve pile, as a holder of cards
PUBLIC = MAX_PLAYERS  # somebody who watches and holds no cards, as an observer
NUM_OBSERVERS, NUM_HOLDERS = MAX_PLAYERS + 1, MAX_PLAYERS + 1

# Balls of the mother ship: black, blue, yellow, red, and a second yellow one.
BALLS = ("black", "blue", "yellow", "red", "yellow")
BLACK = 0

# Phases of a turn, those of the set-up first.
(
    PLACE_COLONIES,
    PLACE_PORTS,
    FIRST_SHIPS,
    START,
    TRIBUTE,
    RELIEF,
    BUILDING,
    HEARING,
    ROLL,
    ENCOUNTER,
    FLIGHT,
    END,
) = range(12)
PHASES = (
    "set-up: colonies",
    "set-up: spaceports",
    "set-up: first ships",
    "start",
    "tribute",
    "relief",
    "trade and building",
    "offers of the others",
    "mother ship",
    "encounter",
    "flight",
    "end",
)

# What the acting seat is asked, in the order of questions.py.
(
    ASK_NOTHING,
    ASK_SITE,
    ASK_PORT,
    ASK_KIND,
    ASK_TRANSPORTER,
    ASK_LAUNCH,
    ASK_TRIBUTE,
    ASK_THEFT,
    ASK_RELIEF,
    ASK_BUILD,
    ASK_PROPOSE,
    ASK_COMPOSE,
    ASK_OFFER,
    ASK_CLOSE,
    ASK_GIFT,
    ASK_CHOICE,
    ASK_ATTACK,
    ASK_GIVE,
    ASK_TAKE,
    ASK_ADD,
    ASK_REMOVE,
    ASK_BEG,
    ASK_WEAR,
    ASK_COLUMN,
    ASK_ROW,
    ASK_SHIP,
    ASK_FLY,
    ASK_FRIEND,
) = range(28)
NUM_ASKS = 28

# Stages of an offer.
NO_OFFER, COMPOSING, ASKING, COUNTERING, CLOSING = range(5)
NUM_STAGES = 5
GIVEN, WANTED = range(2)  # sides of an offer
NO_ANSWER, ACCEPTED, REFUSED, COUNTERED = range(4)

OPTIONS = (
    Option("advanced", (0, 1), 0, "1 = the set-up for advanced players: everybody places the own pieces"),
    Option(
        "trade",
        (2, 1, 0, 3),
        2,
        "offers that the active player may open in a turn; 0 = no trade between players",
    ),
    Option("quick", (0, 1), 0, "1 = the variation: two supply cards below 7 victory points"),
    Option("balls", (4, 5), 4, "balls in the mother ship; the fifth is a second yellow one"),
    Option("proposals", (1, 0, 2), 1, "offers that each other player may make the active one in a turn"),
    Option("haggling", (1, 0, 2), 1, "times that an offer may be changed after counter-offers"),
)

STATE = state_dtype(
    OPTIONS,
    # The turn
    ("phase", i1),
    ("active", i1),  # whose turn it is
    ("first", i1),  # who had the first turn
    ("round", i2),  # from 1
    ("turns", i2),  # turns begun
    ("placed", i1),  # set-up: colonies, spaceports or first ships placed in this phase
    ("dice", i1, 2),
    ("to_pay", i1, MAX_PLAYERS),  # cards that the seat still owes Earth
    ("relief", i1),  # bit p: the relief fund pays seat p
    ("supply", i1),  # supplies may still be drawn
    ("offers_left", i1),  # of the active player
    ("proposals_left", i1, MAX_PLAYERS),  # offers of the others
    ("silent", i1),  # bit p: seat p makes no more offers in this turn
    ("used_rate", i1),  # the better rate of a merchant card that is good once a turn
    ("used_fame", i1),  # a fame ring has been bought
    ("helped", i1),  # bit p: seat p has helped the poor this turn
    # Chips and pieces on the board
    ("face", i1, NUM_PLANETS),  # of the chip on each planet
    ("face_up", "i8"),  # bitset of planets
    ("seen", "i8", MAX_PLAYERS),  # bitset of planets whose face-down chip the seat has looked at
    ("reserve", i1, NUM_FACES),  # white chips left
    ("trophy", i1, NUM_RESERVE),  # pirate and ice chips taken, in order; -1 = none
    ("trophy_owner", i1, NUM_RESERVE),
    ("trophy_planet", i1, NUM_RESERVE),  # where it lay
    ("num_trophies", i1),
    ("site_owner", i1, NUM_SITES),  # -1 = free, BLOCKED = closed for the game
    ("outpost", i1, NUM_OUTPOSTS),  # owner, -1 = free
    ("ship_node", i2, (MAX_PLAYERS, TRANSPORTERS)),  # by rings - 1; -1 = in reserve
    ("cargo", i1, (MAX_PLAYERS, TRANSPORTERS)),
    # Players
    ("position", i1, MAX_PLAYERS),  # start position, -1 = none (advanced set-up)
    ("hand", i1, (MAX_PLAYERS, NUM_RESOURCES)),
    ("expansion", i1, (MAX_PLAYERS, NUM_EXPANSIONS)),
    ("fame", i1, MAX_PLAYERS),
    ("colony_modules", i1, MAX_PLAYERS),  # in reserve
    ("trade_modules", i1, MAX_PLAYERS),
    ("port_rings", i1, MAX_PLAYERS),
    ("credit", i1, MAX_PLAYERS),  # trade ships won that could not be placed yet
    ("colonies", "i8", MAX_PLAYERS),  # bitset of sites, spaceports left out
    ("ports", "i8", MAX_PLAYERS),  # bitset of sites
    ("friends", i4, MAX_PLAYERS),  # bitset of friendship cards
    ("chip", i1, NUM_RACES),  # who has the friendship chip, -1 = nobody
    # Cards
    ("bank", i1, NUM_RESOURCES),
    ("pile", i1, NUM_RESOURCES),  # the reserve pile; its order is drawn when it matters
    ("known", i1, (NUM_OBSERVERS, NUM_HOLDERS, NUM_RESOURCES)),  # cards that the observer is sure of
    ("deck", "i8"),  # bitset of encounter cards
    ("discard", "i8"),
    # Sums that follow from the above
    ("points", i1, MAX_PLAYERS),
    ("hand_size", i1, MAX_PLAYERS),
    ("pile_size", i1),
    ("speed_bonus", i1, MAX_PLAYERS),
    ("combat_bonus", i1, MAX_PLAYERS),
    ("producing", "i8", NUM_TOTALS),  # by total of the dice: bitset of planets
    ("settled", i1, NUM_SYSTEMS),  # colonies and spaceports
    ("room", "i8"),  # bitset of outer sites with room for a colony
    ("pips", i2, (MAX_PLAYERS, NUM_RESOURCES)),  # throws of 36 that bring the seat a card, colony by colony
    ("docked", i1, NUM_RACES),  # outposts founded at a base
    ("posts", i1, (MAX_PLAYERS, NUM_RACES)),  # those of a seat
    ("node_ship", i1, NUM_NODES),  # TRANSPORTERS * seat + transporter, -1 = none
    # A ship being placed
    ("placing", i1),  # cargo, EMPTY = none
    ("place_with", i1),  # transporter, -1 = not chosen
    ("friend_race", i1),  # a card of this race is to be chosen, -1 = none
    # The flight
    ("balls_drawn", i1, 2),  # -1 = none
    ("base_speed", i1),
    ("flown", i1),  # bit k: transporter k has finished
    ("halted", i1),  # bit k
    ("called", i1),  # bit k: it has finished, and may clear a planet since its player has become stronger
    ("flying", i1),  # transporter, -1 = none
    ("steps", i1),  # it has flown so far
    ("start_node", i2),  # where it began
    ("landed", i1),  # it has jumped, or finished before: it flies no more
    ("kept", "i8"),  # while a ship or a direction is asked for: bitset of them
    # The encounter
    ("card", i1),  # -1 = none
    ("revealed", i1),  # its number is public
    ("part", i1),  # of the card that is carried out, -1 = not answered
    ("at", i1),  # step within the part
    ("begun", i1),  # the step has been begun: what follows is about it
    ("to_give", i1),  # cards still to give in this step
    ("to_take", i1),  # cards still to take from the bank in this step
    ("due", i1),  # bit p: seat p has still to part with something in this step
    ("another", i1),  # draw another card afterwards
    ("gift", i1, NUM_RESOURCES),  # given in this encounter
    ("swapped", i1, NUM_RESOURCES),  # taken for it
    ("enemy", i1),  # seat that rolled last, -1 = none
    ("rolls", i1, 2),  # the active player's total and the enemy's, -1 = none
    ("jumper", i1),  # transporter that may jump, -1 = none
    ("jump_column", i1),  # -1 = not chosen
    # The offer
    ("offer_stage", i1),
    ("offerer", i1),  # -1 = none
    ("changes_left", i1),  # times that the offer may still be changed
    ("answering", i1),  # seat that is asked, or makes a counter-offer, -1 = none
    ("bid", i1, (MAX_PLAYERS, 2, NUM_RESOURCES)),  # given and wanted; the offerer's is the offer
    ("answer", i1, MAX_PLAYERS),
)
