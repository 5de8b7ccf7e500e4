"""Star Tycoon: the state record and every constant that indexes it.

Cards have one numbering. Omniforges are developments and stand at its end.

    cards      0-35     36-71          72-107         108-115        116-121
               planets  development 1  development 2  development 3  Omniforges 1-6
    row        0        1              2              3

A development stands on a site: a planet card (0-35), the homeworld (36) or the company card of Myron
Nanotech (37).

The market has one track a resource with five columns; a marker shows the present rate.

    column                  0     1     2     3     4
    resources for credits   3:1   2:1   1:1   1:2   1:3
"""

from astrarium.core import Option, state_dtype
from astrarium.core.state import b1, i1, i2, i4, i8

MAX_PLAYERS = 6
# Tokens; the resources are the last five.
CREDIT, ILLEGAL, MINERALS, GAS, FOOD, RESEARCH, SHIPS = range(7)
TOKENS = ("energy credit", "illegal goods", "minerals", "gas", "food", "research", "ships")
NUM_TOKENS = 7
WILD = 7  # in prices: any one resource
PRICE_SIZE = 8
FIRST_RESOURCE = MINERALS
NUM_RESOURCES = 5
RESOURCES = TOKENS[FIRST_RESOURCE:]
RESOURCE_BITS = 0b1111100  # of a set of tokens
NUM_COLUMNS = 5
MIDDLE = 2

# Rows of cards
PLANETS, DEVELOPMENT_1, DEVELOPMENT_2, DEVELOPMENT_3 = range(4)
ROWS = ("planets", "development 1", "development 2", "development 3")
NUM_ROWS = 4
ROW_SIZE = 3
MOST_SLOTS = 4  # during Opportunity
DECK_SIZES = (36, 36, 36, 8)
FIRST_CARDS = (0, 36, 72, 108)
NUM_PLANETS = 36
FIRST_DEVELOPMENT = 36
FIRST_MEGASTRUCTURE = 108
FIRST_FORGE = 116
NUM_FORGES = 6
NUM_CARDS = FIRST_FORGE + NUM_FORGES
NUM_DEVELOPMENTS = NUM_CARDS - FIRST_DEVELOPMENT  # Omniforges included
HALF = NUM_DEVELOPMENTS // 2  # of the list of developments: as many as one bitset holds
LARGEST_DECK = 36
TOP_CAP = 16  # cards on a deck that everybody knows
HOMEWORLD = NUM_PLANETS  # sites beside the planets
NANOTECH = HOMEWORLD + 1
NUM_SITES = NANOTECH + 1

NUM_BRANDS = 6
DIAMOND = NUM_BRANDS  # Diamond Mega Engineering: no partnership, no target
NO_BRAND = -1  # Omniforges
BRANDS = (
    "Rounded Bioworks",
    "Cross Labs",
    "Heart Institute",
    "Hex Industries",
    "Square Software",
    "Pointed Investments",
    "Diamond Mega Engineering",
)
TYPES = ("terra", "desert", "gas", "ocean", "ice", "star")
NUM_TYPES = 6
NUM_SYSTEMS = 6
NUM_COMPANIES = 12
NUM_HOMEWORLDS = 6
NUM_EVENTS = 20
NUM_TILES = 6
NUM_SMUGGLERS = 12  # development cards, at most; then the company that is one
COMPANY_SMUGGLER = NUM_SMUGGLERS
NUM_WAYS = 2  # kinds of transaction of one smuggler

TURNS = 3  # a round for each player
ACTIONS_A_TURN = 3
TRADES, TRADES_KRATAK = 2, 3
SMUGGLES = 2
TOKEN_LIMIT = 7
RESERVE_LIMIT = 2  # of Farble Securities; 1 for the others
LOAN = 5
UNPAID_LOAN = -5
MOST_STEPS = 5  # of a partnership's points
PRODUCTION_RANGE = 1000  # total production stays below
INTEREST = 1
COMMISSION = 1
PLANETS_OF_TARGET = 3
SOLO_SUPREMACY = 3
SOLO_REMOVED = 2
SOLO_REFRESH_PRICE = 1
SERIES = 3  # games to win in a row
MOST_EXPORTS = 99
PHASE_SWAPS = 2  # of Advanced Phase Mechanics in a turn
JIMS_PRICE = 1  # of Jim's bonus Purchase
COMPANIES_DEALT, COMPANIES_DEALT_MANY = 3, 2  # up to four players, and beyond
OFFERS = 2  # by the active player in a turn
OFFER_TOKENS = 6  # on each side of an offer

# Phases of a round, and sets of them as bits.
CHOOSE, BUFF, EVENT, PRODUCE, TURN, REMOVE, DISCARD, ACQUIRE, FINISHED = range(9)
BEFORE_TURNS = 1 << CHOOSE | 1 << BUFF | 1 << EVENT | 1 << PRODUCE
AFTER_TURNS = 1 << DISCARD | 1 << ACQUIRE | 1 << FINISHED
PHASES = ("choose companies", "buff", "event", "produce", "turns", "remove", "discard", "acquire", "finished")

# What the acting seat is asked: the numbers of the table in questions.py.
(
    ASK_NOTHING,
    ASK_COMPANY,
    ASK_IMPORTER,
    ASK_TURN,
    ASK_LINE,
    ASK_PAY,
    ASK_SITE,
    ASK_TRADE,
    ASK_SMUGGLE,
    ASK_GAIN,
    ASK_RETURN,
    ASK_ROB,
    ASK_LOOT,
    ASK_SWAP_WITH,
    ASK_SWAP_FOR,
    ASK_SWAP_GIVE,
    ASK_HOVER,
    ASK_HOVER_TO,
    ASK_REMOVE,
    ASK_DISCARD,
    ASK_ACQUIRE,
    ASK_TOKEN,
    ASK_BOOM,
    ASK_MOVING_DAY,
    ASK_MOVING_DAY_TO,
    ASK_TRANSMUTE,
    ASK_MARKER,
    ASK_PROPOSE,
    ASK_PARTNER,
    ASK_OFFER,
    ASK_ANSWER,
) = range(31)
NUM_QUESTIONS = ASK_ANSWER

# What a payment is for.
FOR_NOTHING, FOR_CARD, FOR_PARTNERSHIP, FOR_MARKET, FOR_SMUGGLE = range(5)
# Sides of a trade.
BUY, SELL = range(2)
# Sides of an offer.
GIVES, ASKS_FOR = range(2)
NO_VEIL, STILL_KEPT = -1, -2  # instead of a card

OPTIONS = (
    Option("rounds", (4, 5), 4, "rounds of the game", only={5: (2, 3, 4, 5, 6)}),
    Option("barter", (0, 1), 0, "1 = offers of tokens and reserved cards", only={1: (2, 3, 4, 5, 6)}),
    Option("teams", (0, 2, 3), 0, "players in a team; 0 = none", only={2: (4, 6), 3: (6,)}),
    Option(
        "omniforge",
        (0, 1, 2, 3, 4, 5, 6),
        0,
        "solo: the own Omniforge and so the goal; 0 = random",
        only=dict.fromkeys(range(1, 7), (1,)),
    ),
    Option(
        "buff",
        (0, 1, 2, 3, 4, 5, 6),
        0,
        "solo: the starting buff; 0 or the own Omniforge = random",
        only=dict.fromkeys(range(1, 7), (1,)),
    ),
    Option("series", (0, 1), 0, "solo: 1 = three games to win in a row", only={1: (1,)}),
)

STATE = state_dtype(
    OPTIONS,
    # Sets of cards
    ("pool", i8, NUM_ROWS),  # bit k: card k of the row lies somewhere in the unknown part of its deck
    ("gone", i8, NUM_ROWS),  # removed from a solo game
    ("planets", i8, MAX_PLAYERS),  # planet cards owned
    ("open_sites", i8, MAX_PLAYERS),  # sites with room for a development; follows from `room`
    # The round
    ("phase", i1),
    ("round", i1),  # from 1
    ("turn", i1),  # of this round, from 0
    ("first", i1),  # holds the 1st player marker
    ("active", i1),  # whose turn it is
    ("asked", i1),  # players done with in this step, counted from the first
    ("event", i1),  # in force, -1 = none
    ("event_step", i1),  # which of its effects
    ("events_used", i4),  # bitset
    ("tile", i1),  # bonus points tile
    ("coin", i1),  # Influencer: -1 or +1, 0 = not flipped
    # Players
    ("homeworld", i1, MAX_PLAYERS),
    ("company", i1, MAX_PLAYERS),  # -1 = not shown yet
    ("hand", i2, MAX_PLAYERS),  # bitset of the companies to choose from
    ("choice", i1, MAX_PLAYERS),  # company chosen, not shown yet; -1 = none
    ("tokens", i2, (MAX_PLAYERS, NUM_TOKENS)),
    ("loan", b1, MAX_PLAYERS),
    ("reserve", i1, (MAX_PLAYERS, RESERVE_LIMIT)),  # cards, -1 behind the last
    ("ability_used", b1, MAX_PLAYERS),  # the ability of once a round, in this round
    ("partner", i1, NUM_BRANDS),  # who owns the partnership, -1 = nobody
    # The market
    ("marker", i1, NUM_RESOURCES),  # column
    ("flipped", i1),  # bitset of resources: no more trades this turn
    # Rows and decks. A deck is what everybody knows on top, the pool, and what everybody knows below.
    ("row", i1, (NUM_ROWS, MOST_SLOTS)),  # card, -1 = gap
    ("full", b1, NUM_ROWS),
    ("phished", b1, (NUM_ROWS, MOST_SLOTS)),  # illegal goods lie on that card
    ("top", i1, (NUM_ROWS, TOP_CAP)),  # the uppermost last
    ("top_size", i1, NUM_ROWS),
    ("bottom", i1, (NUM_ROWS, LARGEST_DECK)),  # the uppermost first
    ("bottom_size", i1, NUM_ROWS),
    # Places of `top` of which only Farble knows the card: one of these two, and the other one was kept. From
    # there on, upwards, STILL_KEPT stands for the kept card, until it lies on the deck too.
    #   (Luma, Umber)            one of them lies here, the other is kept
    #   (STILL_KEPT, Rasp)       the kept one or Rasp lies here, the other is kept
    #   (STILL_KEPT, NO_VEIL)    the kept one lies here
    ("veil", i1, (NUM_ROWS, TOP_CAP, 2)),  # NO_VEIL twice = everybody knows the card
    ("veiled", b1, (MAX_PLAYERS, RESERVE_LIMIT)),  # that reserved card is the kept one
    # Cards in play
    ("owner", i1, NUM_CARDS),  # -1 = not in play
    ("site", i1, NUM_CARDS),  # of a development in play, -1 = none
    # Sums that follow from the above
    ("room", i1, NUM_PLANETS),  # free places of planets in play
    ("home_room", i1, MAX_PLAYERS),  # of the homeworlds; below 0 after Building Boom
    ("made", i1, (MAX_PLAYERS, NUM_TOKENS)),  # production icons, Omniforges left out
    ("forged", i1, (MAX_PLAYERS, NUM_TOKENS)),  # production icons of the own Omniforges
    ("made_on", i1, (NUM_PLANETS, NUM_TOKENS)),  # production icons on a planet, Omniforges included
    ("brands_on", i1, (NUM_PLANETS, NUM_BRANDS)),  # developments of a brand on a planet
    ("lacks", i2, NUM_PLANETS),  # bitset of tokens, then brands, that a target still asks for
    ("missing", i1, NUM_PLANETS),  # how many icons of production and brands these are
    ("brands", i1, (MAX_PLAYERS, NUM_BRANDS)),  # and in the whole corporation
    ("arrays", i1, MAX_PLAYERS),  # Communication Arrays
    ("nano", i1, MAX_PLAYERS),  # developments on the company card
    ("developments", i1, MAX_PLAYERS),  # Omniforges included
    ("card_points", i1, MAX_PLAYERS),  # printed on developments
    ("smugglers", i2),  # bitset of those in play
    # The turn
    ("actions_left", i1),
    ("partnered", b1),  # a partnership was bought this turn
    ("repaid", b1),  # a loan was paid back this turn
    ("phased", i1),  # Advanced Phase Mechanics: bitset of the decks that a card was swapped with this turn
    ("hovered", b1),  # Franek Hover Solutions has moved a development this turn
    ("replaced", b1),  # Legitimate Ventures has replaced a token of a price this turn
    ("trades_left", i1),
    ("smuggles_left", i1),
    # What is going on, step by step
    ("who", i1),  # whose turn, choice or event it is; `seat` is another player only while there are offers
    ("due", i1, PRICE_SIZE),  # still to be paid
    ("due_for", i1),
    ("card", i1),  # planet or development being bought or built, -1 = none
    ("card_slot", i1),  # its place in the row that it is bought from, -1 = not from a row
    ("card_reserve", i1),  # its place in the reserve that it is bought from, -1 = not from there
    ("partnership", i1),  # brand of the partnership being bought, -1 = none
    ("bought", i1),  # resource being bought on the market, -1 = none
    ("given", i1),  # Transmutation: resource given to the bank for another one, -1 = none
    ("smuggler", i1),  # -1 = none
    ("way", i1),
    ("gains", i1),  # resources of choice still to gain
    ("steals", i1),  # thefts still to make
    ("victim", i1),  # player to steal from, -1 = not chosen
    ("swap_with", i1),  # player to swap with, -1 = not chosen
    ("swap_for", i1),  # resource to take in the swap, -1 = not chosen
    ("moving", i1),  # development to move, -1 = none
    ("reserve_row", i1),  # of the card to reserve while another one goes back, -1 = none
    ("reserve_slot", i1),  # its place in that row, -1 = none
    ("event_gains", i1, NUM_TOKENS),  # Redux: taken so far
    ("remove_row", i1),  # solo
    ("remove_left", i1),
    # Solo
    ("goal", i1),  # number of the own Omniforge, 0 = not alone
    ("buff_card", i1),  # number of the second Omniforge, 0 = none
    ("exports", i1),  # transactions of own Exporters
    ("game", i1),  # of the series, from 1
    ("won", b1),
    ("out_homeworlds", i2),  # bitsets of cards that a series has used up
    ("out_forges", i2),
    ("out_companies", i2),
    # Barter
    ("offerer", i1),
    ("offeree", i1),
    ("offers_left", i1),  # of the active player
    ("proposed", i1),  # players from the active one on that may no more propose in this turn
    ("offer_tokens", i1, (2, NUM_TOKENS)),
    ("offer_cards", i1, 2),  # bitsets of reserve places
)
