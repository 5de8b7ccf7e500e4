"""Star Tycoon: the TABLES record and the constants that index it: what cards, events and tiles can do."""

from pathlib import Path

import numpy as np

from astrarium.core.weights import Weights

from . import state as st

WEIGHTS = Weights(Path(__file__).parent / "data" / "weights.csv")

LETTERS = "EIMGFRSW"  # tokens in order, then any resource
BRAND_CODES = ("RB", "CL", "HI", "HX", "SQ", "PI", "DM")

# Abilities of companies.
ABILITIES = (
    "CO_SWAP",
    "CO_PEEKSWAP",
    "CO_NOTFULL_DEV",
    "CO_BONUS_PLANET",
    "CO_TRADE3",
    "CO_NANO",
    "CO_SMUG_2E_2W",
    "CO_ILLEGAL_WILD",
    "CO_MOVE",
    "CO_RESERVE2",
    "CO_OMNI_ANY",
    "CO_REFRESH_ALL",
)
(
    QUONK,
    ADVANCED_PHASE,
    ORANGE,
    JIMS,
    KRATAK,
    MYRON,
    JUGNO,
    LEGITIMATE,
    FRANEK,
    FARBLE,
    RAHKOON,
    HOLOX,
) = range(12)

# Kinds of smuggler.
SMUGGLERS = ("SMUG_IMPORT", "SMUG_EXPORT", "SMUG_BLACK", "CO_SMUG_2E_2W")
IMPORTER, EXPORTER, BLACK_MARKET, SHOPPING = range(4)
NUM_KINDS = len(SMUGGLERS)

# Bonus actions of developments.
BONUS_NONE, BONUS_STEAL, BONUS_PER_OWN, BONUS_PER_RIVALS = range(4)

# Effects of events.
(
    OP_NONE,
    OP_MAP,  # new column of each column
    OP_ADD,
    OP_TOWARD,
    OP_ROTATE,
    OP_GAIN,  # token, number
    OP_FORGE,
    OP_RULE,  # a rule in force for the round
    OP_START_TOKENS,  # number
    OP_CHOICE,  # token or token
    OP_DRAW_PLANET,
    OP_DRAW_DEVELOPMENT,
    OP_MOVE,
    OP_EXCHANGE,
    OP_COIN,
) = range(15)
# Effects that are asked player by player, as bits.
ASKED_OPS = (
    1 << OP_START_TOKENS
    | 1 << OP_CHOICE
    | 1 << OP_DRAW_PLANET
    | 1 << OP_DRAW_DEVELOPMENT
    | 1 << OP_MOVE
    | 1 << OP_EXCHANGE
    | 1 << OP_COIN
)
NUM_EFFECTS = 2
NUM_ARGUMENTS = 5

# Rules in force for a round, as bits.
(
    RULE_OVERTIME,
    RULE_LAUNDERING,
    RULE_ROADBLOCK,
    RULE_OPPORTUNITY,
    RULE_PHISHING,
    RULE_MERCENARIES,
    RULE_BRIBERY,
    RULE_ACQUISITION,
) = (1 << bit for bit in range(8))

# What a bonus points tile counts.
COUNTS = ("energy", "resources", "developments", "planets", "planet_types", "systems")
COUNT_CREDITS, COUNT_RESOURCES, COUNT_DEVELOPMENTS, COUNT_PLANETS, COUNT_TYPES, COUNT_SYSTEMS = range(6)
TILE_MOST = 40  # counts of a tile; more score the same

# Starting buffs of the solo game.
(
    BUFF_NONE,
    BUFF_CREDITS,
    BUFF_DOUBLE_BONUS,
    BUFF_DEVELOPMENT,
    BUFF_IMPORTER,
    BUFF_OMNIFORGE,
    BUFF_DOUBLE_ARRAYS,
) = range(7)
MOST_ARRAYS = 12

TABLES = np.dtype(
    [
        # prices, the second line all 0 if there is none; packed: a byte a token
        ("price", "i1", (st.NUM_CARDS, 2, st.PRICE_SIZE)),
        ("packed", "i8", (st.NUM_CARDS, 2)),
        ("fixed", "i1", (st.NUM_CARDS, 2)),  # resources in the price, those of choice left out
        ("lines", "i1", st.NUM_CARDS),  # 1 or 2 prices
        # planets
        ("planet_type", "i1", st.NUM_PLANETS),
        ("planet_system", "i1", st.NUM_PLANETS),
        ("capacity", "i1", st.NUM_PLANETS),
        ("target_made", "i1", (st.NUM_PLANETS, st.NUM_TOKENS)),
        ("target_brands", "i1", (st.NUM_PLANETS, st.NUM_BRANDS)),
        ("target_points", "i1", st.NUM_PLANETS),
        ("type_planets", "i8", st.NUM_TYPES),  # bitsets of planets
        ("system_planets", "i8", st.NUM_SYSTEMS),
        # developments and Omniforges, by card
        ("brand", "i1", st.NUM_CARDS),
        ("made", "i1", (st.NUM_CARDS, st.NUM_TOKENS)),
        ("icons", "i1", st.NUM_CARDS),  # production icons, illegal goods left out
        ("serves", "i2", st.NUM_CARDS),  # bitset of tokens, then brands, as targets ask for them
        ("points", "i1", st.NUM_CARDS),
        ("bonus", "i1", st.NUM_CARDS),
        ("bonus_type", "i1", st.NUM_CARDS),
        ("bonus_token", "i1", st.NUM_CARDS),
        ("bonus_times", "i1", st.NUM_CARDS),
        ("array", "i1", st.NUM_CARDS),
        ("card_smuggler", "i1", st.NUM_CARDS),  # number in the list of smugglers, -1 = none
        ("array_points", "i1", MOST_ARRAYS + 1),
        # smugglers: development cards, then the company that is one
        ("smuggler_card", "i1", st.NUM_SMUGGLERS),  # -1 = none
        ("smuggler_kind", "i1", st.NUM_SMUGGLERS + 1),
        ("ways", "i1", NUM_KINDS),
        ("way_price", "i1", (NUM_KINDS, st.NUM_WAYS, st.PRICE_SIZE)),
        ("way_packed", "i8", (NUM_KINDS, st.NUM_WAYS)),
        ("way_fixed", "i1", (NUM_KINDS, st.NUM_WAYS)),
        ("way_gain", "i1", (NUM_KINDS, st.NUM_WAYS, st.PRICE_SIZE)),
        # partnerships
        ("partner_price", "i1", (st.NUM_BRANDS, st.PRICE_SIZE)),
        ("partner_packed", "i8", st.NUM_BRANDS),
        ("partner_fixed", "i1", st.NUM_BRANDS),
        ("partner_points", "i1", (st.NUM_BRANDS, 6)),
        # homeworlds
        ("supremacy", "i1", st.NUM_HOMEWORLDS),
        ("supremacy_points", "i1", st.NUM_HOMEWORLDS),
        ("home_capacity", "i1", st.NUM_HOMEWORLDS),
        # companies
        ("ability", "i1", st.NUM_COMPANIES),
        ("start", "i1", (st.NUM_COMPANIES, st.NUM_TOKENS)),
        ("company_target", "i8", st.NUM_COMPANIES),  # bitset of planets
        ("company_points", "i1", st.NUM_COMPANIES),
        # the market
        ("rate_resources", "i1", st.NUM_COLUMNS),
        ("rate_credits", "i1", st.NUM_COLUMNS),
        # events
        ("event_op", "i1", (st.NUM_EVENTS, NUM_EFFECTS)),
        ("event_arg", "i1", (st.NUM_EVENTS, NUM_EFFECTS, NUM_ARGUMENTS)),
        ("event_rules", "i2", st.NUM_EVENTS),
        # bonus points tiles
        ("tile_count", "i1", st.NUM_TILES),
        ("tile_points", "i1", (st.NUM_TILES, TILE_MOST + 1)),
        # solo goals and buffs, by number of the Omniforge less 1
        ("goal_points", "i2", st.NUM_FORGES),
        ("goal_build", "i1", st.NUM_FORGES),
        ("goal_cards", "i1", (st.NUM_FORGES, st.NUM_CARDS)),
        ("goal_illegal", "i1", st.NUM_FORGES),
        ("goal_transactions", "i1", st.NUM_FORGES),
        ("goal_each_planet", "i1", (st.NUM_FORGES, st.NUM_TOKENS)),
        ("goal_partnerships", "i1", st.NUM_FORGES),
        ("buff", "i1", st.NUM_FORGES),
        ("buff_credits", "i1", st.NUM_FORGES),
        # for the evaluation
        ("w", WEIGHTS.dtype),
    ],
    align=True,
)
