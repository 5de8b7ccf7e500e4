"""SpaceCorp: the state record and every constant that indexes it.

Three eras, each on a board of its own. A board is a list of sites, site 0 being the players' home (Earth, the
Inner System, Sol); sites lie in regions, and a region's name, borders and distances stand in TABLES.

    era 0  Mariners     16 sites: Earth, Luna, Lagrange points, near asteroids, Mars ... the Asteroid Belt
    era 1  Planeteers   26 sites: the Inner System, six asteroids, moons from Io to Eris, the Oort Cloud
    era 2  Starfarers   17 sites: Sol, 13 star systems, 3 ways to the Orion Spur

A site holds up to three exploration boxes (one in the first two eras), a Discovery tile in each, a base on
each tile. The bases of one site always belong to one player: a Build action fills all of them.

A team in a star system stands on the star (track 0) or in a box of the star track:

    track   3 -> 2 -> 1 -> 0        one step at the start of each turn of its owner

Decks and stacks are counts, not orders: nobody ever knows an order, so a draw picks at random from what is
left. The Start cards of an era lie on top of its deck, so they are drawn first.
"""

import numpy as np

from astrarium.core import Option, state_dtype
from astrarium.core.state import i1, i2, i4, i8

MAX_PLAYERS = 4
NUM_ERAS = 3
ERAS = ("Mariners", "Planeteers", "Starfarers")
MARINERS, PLANETEERS, STARFARERS = range(3)
SITES_OF_ERA = (16, 26, 17)  # at most
MOST_EXPLORE = (2, 3, 99)  # a stack of tiles for each cost; among the stars all costs share two stacks
FIRST_SITE = (0, 16, 42)  # of an era among all sites
ALL_SITES = 59
NUM_SITES = 26  # of the largest board
NUM_BOXES = 3
NUM_TEAMS = 4
NUM_CARDS = 31  # titles of an era, the Time card last
TIME = 30
ALL_CARDS = NUM_ERAS * NUM_CARDS
NUM_TILES = 56  # kinds of Discovery tile, at most
NUM_STACKS = 8
NUM_OFFERS = 4
NUM_SLOTS = 3
NUM_ROWS = 7
NUM_TITLES = 16  # of progress cards
NUM_COLONIES = 23
BASES_OF_TYPE = 3
HOME = 0
MOST = 9999  # the value of an action stops here
FAR = 999  # no way
RESEARCH_HAND = 7
GROUP_MIND_HAND = 9
DRAW_HAND = 4
LIFESPAN_HAND = 6
SPEND_LIMIT = 3
CONTRACTS_TO_END = 6
PASSES_TO_END, PASSES_OF_TWO = 2, 1  # passes before the last turns; in a game of two players
COMPENSATION = 2
MICROBES_LOSS = 2
NEAR = 20
TRACK = 3
ORION_FIRST, ORION_NEXT = 5, 2
COLONY_BUILD, COLONY_BUILD_MULTI = 8, 12
COLONY_PRICE = 5
LOW_G_MOVE, FOCUS_EXPLORE, ASSEMBLY_BUILD, MIND_RESEARCH, EXCHANGE_PRODUCE = 2, 2, 3, 2, 1  # progress cards
START_PROFIT = np.array([0, 8, 20], dtype=np.int64)  # of a game that begins with that era

# Actions; the first seven have a value.
(
    RESEARCH,
    MOVE,
    EXPLORE,
    BUILD,
    PRODUCE,
    GENETICS,
    REVELATION,
    UPGRADE,
    SPECIAL,
    COLONIZE,
    PASS,
    IDLE,
) = range(12)
TYPES = (
    "Research",
    "Move",
    "Explore",
    "Build",
    "Produce",
    "Genetics",
    "Revelation",
    "Upgrade",
    "Special",
    "Colonize",
    "pass",
    "idle",
)
NUM_VALUED = 7
WITH_VALUE = (1 << NUM_VALUED) - 1 | 1 << COLONIZE  # bits: actions into which cards and Infra are put

# Bases
ATTRACTION, BIO_LAB, EXPLOITER, INDUSTRIAL, REFINERY, LAB, SECURE, FACTORY, SPACEPORT = range(9)
BASES = (
    "Attraction",
    "Bio Lab",
    "Exploiter",
    "Industrial",
    "Refinery",
    "Research base",
    "Secure",
    "Shield Factory",
    "Spaceport",
)
NUM_BASES = 9

# Icons of a Discovery tile
WATER, LIFE, WONDER, ARTIFACT, ANOMALY, OUTPOST, RUINS, DUST = (1 << k for k in range(8))
ICONS = ("water", "life", "wonder", "artifact", "anomaly", "outpost", "ruins", "dust")
ATTRACTIONS = np.array([WONDER, WONDER | ARTIFACT, ANOMALY | OUTPOST | RUINS], dtype=np.int64)
ATTRACTION_BONUS = np.array([1, 1, 2], dtype=np.int64)
PENALTY = np.array([0, 2, 3], dtype=np.int64)  # of an unshielded action in the radiation zone
# Tiles with rules of their own
PLAIN_TILE, PHOBES, INTROVS = range(3)
STACKS = ("M-e1", "M-e2", "P-e1", "P-e2", "P-e3", "S-primary", "S-secondary", "S-alien")
PRIMARY, SECONDARY, ALIEN = 5, 6, 7
FIRST_STACK = np.array([0, 2, 5], dtype=np.int64)  # e1 of an era
ERA_OF_STACK = np.array([0, 0, 1, 1, 1, 2, 2, 2], dtype=np.int64)

# Special action cards
PROBE, PROTOTYPE = 1, 2

# Edges
(
    COMPETITORS,
    DIVERT,
    HACK,
    MICROBES,
    INCOMPATIBLE,
    INTERCEPT,
    LEAK,
    MARKET,
    POACH,
    SABOTAGE,
    SALVAGE,
) = range(11)
EDGES = (
    "Competitors",
    "Divert",
    "Hack",
    "Hostile Microbes",
    "Incompatible",
    "Intercept",
    "Leak",
    "Market Influence",
    "Poach",
    "Sabotage",
    "Salvage",
)
NUM_EDGES = 11
# Moments at which Edges can be played
NO_WINDOW, AT_START, AT_AFTER, AT_CONTRACT, AT_BREAK, AT_DISCARD, AT_END = range(7)
WINDOWS = (
    "none",
    "start of the turn",
    "after the action",
    "contract",
    "breakthrough",
    "discard",
    "end of the turn",
)
WINDOW_OF = np.array(
    [
        AT_START,
        AT_AFTER,
        AT_START,
        AT_START,
        AT_START,
        AT_END,
        AT_BREAK,
        AT_CONTRACT,
        AT_DISCARD,
        AT_START,
        AT_AFTER,
    ],
    dtype=np.int64,
)

# Effects of progress cards
(
    RADIATION_RESISTANCE,
    LOW_G,
    SENSORY_FOCUS,
    EMPATHY,
    LIFESPAN,
    PROBE_NETWORK,
    MOLECULAR_ASSEMBLY,
    RESOURCE_EXCHANGE,
    ENVIRO_TOLERANCE,
    STAR_CHILDREN,
    GROUP_MIND,
    HIBERNATION,
    ENERGY_FIELDS,
    ENTANGLED_COMMS,
    METRIC_DRIVE,
    TERRAFORMING,
) = range(16)
ADAPTATION, BREAKTHROUGH = range(2)
KINDS = ("Adaptation", "Breakthrough")

# Effects of colonies
(
    C_NONE,
    C_SECURE,
    C_BREAK,
    C_ADAPT2,
    C_PROG,
    C_COL1,
    C_COLN,
    C_OPP_PROD,
    C_OPP_COL2,
    C_OPP_COL1,
    C_OPP_CON1,
    C_OPP_CON2,
    C_COMP2,
    C_AWARD,
    C_EMPTY,
    C_CLAIM,
) = range(16)
COLONY_EFFECTS = (
    "none",
    "SECURE",
    "BREAK",
    "ADAPT2",
    "PROG",
    "COL1",
    "COLN",
    "OPP-PROD",
    "OPP-COL2",
    "OPP-COL1",
    "OPP-CON1",
    "OPP-CON2",
    "COMP2",
    "AWARD",
    "EMPTY",
    "CLAIM-END",
)
# Bits: effects that go on paying.
LASTING = sum(
    1 << effect
    for effect in (
        C_COL1,
        C_COLN,
        C_OPP_PROD,
        C_OPP_COL2,
        C_OPP_COL1,
        C_OPP_CON1,
        C_OPP_CON2,
        C_COMP2,
        C_AWARD,
        C_EMPTY,
        C_CLAIM,
    )
)
COLONY_PROFIT = np.array([-1, 1, 4, 8, 13], dtype=np.int64)

# Conditions of contracts
(
    EV_PRODUCE,
    EV_EXPLORE,
    EV_COLONIZE,
    OWN_PROGRESS,
    BASE_SITES,
    SPACEPORTS,
    SPACEPORT_REGIONS,
    INFRA_CARDS,
    BASE_TYPES,
    COLONIES,
) = range(10)
CONDITIONS = (
    "EV_PRODUCE",
    "EV_EXPLORE",
    "EV_COLONIZE",
    "PROGRESS",
    "BASE_SITES",
    "SPACEPORTS",
    "SPACEPORT_REGIONS",
    "INFRA_CARDS",
    "BASE_TYPES",
    "COLONIES",
)

EVENTS = 1 << EV_PRODUCE | 1 << EV_EXPLORE | 1 << EV_COLONIZE  # bits: conditions that hold only in a turn

# What of an action can still be decided. The questions come in this order, each closes one.
OPEN_HQ, OPEN_SECOND_HQ, OPEN_SHIELD, OPEN_CARDS, OPEN_TIME, OPEN_PORT, OPEN_INDUSTRY, OPEN_FACTORY = (
    1 << k for k in range(8)
)
ALL_DECIDED = 0
FROM_FACTORY = OPEN_FACTORY
FROM_INDUSTRY = FROM_FACTORY | OPEN_INDUSTRY
FROM_PORT = FROM_INDUSTRY | OPEN_PORT
FROM_TIME = FROM_PORT | OPEN_TIME
FROM_CARDS = FROM_TIME | OPEN_CARDS
FROM_SHIELD = FROM_CARDS | OPEN_SHIELD
FROM_SECOND_HQ = FROM_SHIELD | OPEN_SECOND_HQ
FROM_HQ = FROM_SECOND_HQ | OPEN_HQ
ANY_HQ = -1
# The same for the ways to more colony points.
OPEN_TEAM, OPEN_PRICE, OPEN_ITEM = (1 << k for k in range(3))
FROM_ITEM = OPEN_ITEM
FROM_PRICE = FROM_ITEM | OPEN_PRICE
FROM_TEAM = FROM_PRICE | OPEN_TEAM

# The Time card
NO_TIME, DOUBLE, TWO_TEAMS = range(3)

# Where the turn, or the way to the next era, stands.
(
    S_BEGIN,
    S_ACTION,  # announcing one
    S_COMMIT,  # carrying it out
    S_DRAWS,
    S_TILES,
    S_BASES,
    S_SECOND_TEAM,
    S_IDLE,
    S_AFTER,
    S_CLAIM,
    S_REWARD,
    S_TRANSPORT,
    S_DISCARD,
    S_REFILL,
    S_NEXT,
    S_LEGACY,
    S_FIRST_BEYOND,
    S_SECOND_BEYOND,
    S_DEAL,
    S_ORBITS,
    S_ADAPTATIONS,
    S_LAUNCH,
) = range(22)
NUM_STEPS = 22
# Bits: steps that lead from one era to the next.
BETWEEN_ERAS = sum(
    1 << step
    for step in (S_LEGACY, S_FIRST_BEYOND, S_SECOND_BEYOND, S_DEAL, S_ORBITS, S_ADAPTATIONS, S_LAUNCH)
)

# What a seat is asked: questions.py.
(
    ASK_NOTHING,
    ASK_ACTION,
    ASK_UPGRADE_CARD,
    ASK_UPGRADE_SLOT,
    ASK_SPECIAL_CARD,
    ASK_PROBE_SITE,
    ASK_PROTOTYPE_TEAM,
    ASK_PROTOTYPE_SITE,
    ASK_MOVE_TEAM,
    ASK_MOVE_SITE,
    ASK_EXPLORE_TEAM,
    ASK_BUILD_TEAM,
    ASK_BUILD_BASE,
    ASK_COLONY_SITE,
    ASK_COLONY_TILE,
    ASK_COLONY_TEAM,
    ASK_COLONY_PRICE,
    ASK_HQ,
    ASK_SECOND_HQ,
    ASK_INFRA_SHIELD,
    ASK_PLAY,
    ASK_CARD_SHIELD,
    ASK_TIME,
    ASK_PORT,
    ASK_INDUSTRY,
    ASK_FACTORY,
    ASK_BASE,
    ASK_SPEND,
    ASK_DRAW,
    ASK_PHOBES,
    ASK_LAB,
    ASK_SECOND_MOVE,
    ASK_SECOND_EXPLORE,
    ASK_SECOND_BUILD,
    ASK_IDLE,
    ASK_CLAIM,
    ASK_REWARD,
    ASK_TRANSPORT,
    ASK_TRANSPORT_SITE,
    ASK_EDGE,
    ASK_HACK,
    ASK_SABOTAGE,
    ASK_PURGE,
    ASK_PROGRESS,
    ASK_STAR_CHILD,
    ASK_LEGACY,
    ASK_FIRST_BEYOND,
    ASK_SECOND_BEYOND,
) = range(48)
NUM_ASKS = 48
# places of the block "take"
TAKE_DECK, TAKE_OFFER, TAKE_REVELATION = 0, 1, 5
NO, YES = 0, 1

# Why an era's end is near.
NOT_TRIGGERED, BY_CONTRACTS, BY_DECK = range(3)

OPTIONS = (
    Option("start_era", (1, 2, 3), 1, "first era played: 1 Mariners, 2 Planeteers, 3 Starfarers"),
    Option(
        "end_era",
        (3, 2, 1),
        3,
        "last era played: 1 Mariners, 2 Planeteers, 3 Starfarers; not before the first",
    ),
)

STATE = state_dtype(
    OPTIONS,
    # The turn
    ("era", i1),
    ("step", i1),
    ("kept", i8),  # bits: answers that took long to work out
    ("turns", i2),  # begun in the game
    ("active", i1),
    ("normal", i1),  # who took the last turn that was no Intercept
    ("extra", i1),  # this turn is an Intercept
    ("first", i1),  # start player of the era
    ("triggered", i1),  # the era's end: 0 not yet, 1 by contracts, 2 by the empty deck
    ("counting", i1),  # the last turns are being taken
    ("last", i1),  # bits: seats that still have a last turn
    ("passed", i1),  # bits: seats that have passed in this era
    # Windows for Edges
    ("window", i1),
    ("asked", i1),  # how many seats from the active one on have been dealt with
    ("heard", i1),  # where in that order the last Edge was played: all know that much
    ("purge", i1),  # Incompatible: place of the next seat that removes Infra, -1 = none
    ("leak_title", i1),  # the Breakthrough just taken
    ("taker", i1),  # by whom
    # Players
    ("profit", i2, MAX_PLAYERS),
    ("genetics", i1, MAX_PLAYERS),  # spaces advanced in all
    ("revelation", i1, MAX_PLAYERS),
    ("progress", i4, MAX_PLAYERS),  # bits: titles owned
    ("infra", i1, (MAX_PLAYERS, NUM_SLOTS)),  # era * 31 + card, -1 = none
    ("infra_plain", i2, (MAX_PLAYERS, NUM_VALUED)),  # by action: sum of plain numbers of the HQ
    ("infra_mult", i2, (MAX_PLAYERS, NUM_VALUED)),  # product of multipliers
    ("infra_big", i1, (MAX_PLAYERS, NUM_VALUED)),  # largest plain number of a card
    ("supply", i1, (MAX_PLAYERS, NUM_BASES)),
    ("legacy_tile", i1, MAX_PLAYERS),  # -1 = none
    ("legacy_base", i1, MAX_PLAYERS),
    ("team_site", i1, (MAX_PLAYERS, NUM_TEAMS)),  # -1 = not on the board
    ("team_track", i1, (MAX_PLAYERS, NUM_TEAMS)),
    ("team_claim", i1, (MAX_PLAYERS, NUM_TEAMS)),
    # Cards of the era
    ("hand", i1, (MAX_PLAYERS, NUM_CARDS)),  # copies
    ("hand_size", i1, MAX_PLAYERS),
    ("hand_bits", i4, MAX_PLAYERS),  # bits: titles in hand
    ("known", i1, (MAX_PLAYERS, NUM_CARDS)),  # copies that everybody knows to be there
    ("deck", i1, NUM_CARDS),
    ("deck_size", i1),
    ("deck_start", i1),  # Start cards on top of it
    ("discard", i1, NUM_CARDS),
    ("purged", i1, NUM_CARDS),  # removed from the game by Incompatible
    ("laid", i1, NUM_CARDS),  # discarded in this step 5
    ("offers", i1, NUM_OFFERS),  # card, -1 = empty
    ("played", i1, NUM_CARDS),  # on the table before the active player
    # The board
    ("stack", i1, NUM_TILES),  # tiles of each kind still face down
    ("tile", i1, (NUM_SITES, NUM_BOXES)),  # -1 = none
    ("base", i1, (NUM_SITES, NUM_BOXES)),  # -1 = none
    ("produce", i1, (NUM_SITES, NUM_BOXES)),  # P# of the tile as it stands, -1 = none
    ("owner", i1, NUM_SITES),  # of the bases there, -1 = none
    ("own_sites", i4, MAX_PLAYERS),  # bits: sites with own bases
    ("colony", i1, NUM_SITES),  # -1 = none
    ("colony_left", i4),  # bits: colony tiles on the Sideboard
    ("progress_left", i1, NUM_TITLES),  # copies on the Sideboard
    ("marker", i1, NUM_ROWS),  # era + 1 in which the contract of a row was last fulfilled
    ("beyond", i1, 2),  # who holds the 1st and the 2nd Beyond marker, -1 = on the board
    # The action of this turn
    ("act", i1),  # -1 = none yet
    ("team", i1),
    ("site", i1),
    ("card", i1),  # upgraded, or special
    ("slot", i1),  # Infra slot that is upgraded
    ("chosen_colony", i1),
    ("cost", i2),
    ("bases", i1, NUM_BOXES),  # chosen for each box and not built yet, -1 = none
    ("chosen_boxes", i1),  # boxes whose base is chosen
    ("built_boxes", i1),  # boxes whose base is built
    ("explored_boxes", i1),  # boxes whose tile is turned up
    ("hq", i1, 2),  # whose Infra is used, -1 = none
    ("plain", i2),  # sum of the plain numbers so far
    ("mult", i4),  # product of the multipliers so far
    ("big", i2),  # largest plain number of a card so far
    ("shielded", i1),  # by a card or Infra
    ("shield_hq", i1),  # whose Infra card is taken at its shielded number, -1 = nobody's
    ("shield_slot", i1),  # in which slot
    ("playing", i1),  # card whose number, plain or shielded, is being chosen, -1 = none
    ("card_shield", i1),  # card played at its shielded number, -1 = none
    ("time", i1),
    ("second", i1),  # the second team is at work
    ("bonus", i1),  # two teams: what progress cards add to the value of both
    ("factor", i1),  # two teams: by how much they multiply it, 0 = not committed
    ("doubled", i1),  # a Spaceport doubles one Move number
    ("use_port", i1),  # whose Spaceport, -1 = none
    ("use_industry", i1),
    ("use_factory", i1),
    ("use_base", i1),  # whose base allows the Move, -1 = own
    ("spent", i1),  # profit spent on the value
    ("paid", i1),  # the radiation penalty
    ("built_factory", i1),  # a Shield Factory built in this action
    ("removed", i1),  # Colonize: the team taken out, -1 = none
    ("bought", i1),  # Colonize: 5T paid
    ("item", i1),  # Colonize: the Build value is used
    ("left", i1),  # Research: cards still to draw
    ("drew", i1),  # Research: a card was drawn
    ("idled", i1),  # idle: a card was discarded
    ("produced", i2),  # P# total of this turn's Produce action
    ("competitors", i1),
    ("sabotaged", i2),  # bits: actions that may not be taken
    ("acted", i1),  # bits: teams of the active player that have acted
    ("explored", i4),  # bits: sites explored this turn
    ("did_produce", i1),
    ("did_colonize", i1),
    ("due", i1, MAX_PLAYERS),  # rewards
    ("reward_place", i1),  # how many seats from the active one on have had theirs
    ("passenger", i1),  # team that is transported, -1 = none
    ("row", i1),  # contract asked about
    # Progress cards to choose
    ("award_seat", i1),
    ("adaptations", i1),
    ("breakthroughs", i1),
    ("unpaid", i1),  # their profit is not paid: the Adaptation of a game that begins with Starfarers
    ("star_child", i1),
    # Between eras
    ("chooser", i1),  # how many seats have been dealt with
)
