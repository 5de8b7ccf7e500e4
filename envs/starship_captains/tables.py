"""Starship Captains: the TABLES record of a card set, and the codes that stand in it.

An effect is a list of operations such as "MV2 RP1", "CH(NI3|MD2)", "PAY(A:TC5)" or "PER(N:TC2)". Every effect
gets a number; an operation is a cell (code, number, effect), the effect being that of a choice or a payment.
"""

from pathlib import Path

import numpy as np

from astrarium.core.weights import Weights

from . import state as st

WEIGHTS = Weights(Path(__file__).parent / "data" / "weights.csv")

OPS = (
    "NOP",
    "MV",
    "JP",
    "FT",
    "RS",
    "RR",
    "RP",
    "DM",
    "AM",
    "AN",
    "MD",
    "AR",
    "PT",
    "CO",
    "TC",
    "NI",
    "AA",
    "SA",
    "QR",
    "CH",
    "PAY",
    "PER",
    "RO",
    "LB",
    "PK",
    "COPY",
    "EV",
    "CD",
    "FX",
    "RD",
    "CF",
    "HS",
    "CS",
    "SH",
    "DT",
)
(
    OP_NONE,
    OP_MOVE,
    OP_JUMP,
    OP_FIGHT,
    OP_RESEARCH,
    OP_RECYCLE,
    OP_REPAIR,
    OP_DAMAGE,
    OP_AMBUSH,
    OP_ANDROID,
    OP_MEDAL,
    OP_ARTIFACT,
    OP_PIRATE,
    OP_COOPERATIVE,
    OP_TINCAN,
    OP_NIAN,
    OP_ONE_TRACK,
    OP_ANY_TRACK,
    OP_QUEUE,
    OP_CHOICE,
    OP_PAY,
    OP_PER_ANDROID,
    OP_OMEGA,
    OP_LIBRARY,
    OP_PEEK,
    OP_COPY,
    OP_EVENT,
    OP_CADET,
    OP_SAFE_FIGHT,
    OP_RAID,
    OP_CEASEFIRE,
    OP_SUMMIT,
    OP_CROWD,
    OP_SHARE,
    OP_DISCARD_TECH,
) = range(35)
NUM_OPS = len(OPS)
# Bitsets: operations whose number is how often they are done; steps on tracks.
_COUNTED = (*OPS[OP_MOVE : OP_QUEUE + 1], "CD")
COUNTED = sum(1 << OPS.index(op) for op in _COUNTED)
ADVANCES = 1 << OP_COOPERATIVE | 1 << OP_TINCAN | 1 << OP_NIAN | 1 << OP_ONE_TRACK | 1 << OP_ANY_TRACK
PAY_ARTIFACT, PAY_PIRATE, PAY_CARGO, PAY_MEDAL, PAY_ANDROID, PAY_TECH = range(6)
PAYS = "APCMNT"

HOOKS = (
    "PAY_MEDAL_WITH_ARTIFACT",
    "PAY_MEDAL_WITH_PIRATE",
    "LOCKERS",
    "PREVENT_DAMAGE_PAY_PIRATE",
    "MOVE_AS_REPAIR",
    "ON_MISSION_ICON",
    "ON_MISSION_R",
    "ON_MISSION_Y",
    "ON_MISSION_B",
    "BONUS_REPAIR_2",
    "MISSION_FIRST_DAMAGE_FREE",
    "TRACK_REDIRECT",
    "BONUS_MOVE_IS_JUMP",
    "FIRST_FIGHT_NO_DAMAGE",
    "MOVE_NO_PIRATE_DAMAGE",
    "FIRST_TRAIN_FREE",
    "PROMOTE_COST_2",
    "ON_HELM",
    "ON_FIGHT",
    "ON_MISSION",
    "QUEUE_KEEP_2",
    "ON_RESEARCH",
    "ON_STATION",
    "ON_ANDROID_USED",
)
(
    HOOK_ARTIFACT_DISPLAY,
    HOOK_TROPHY_DISPLAY,
    HOOK_LOCKERS,
    HOOK_HULL_PLATING,
    HOOK_HYPER_CHARGER,
    HOOK_MISSION_ICON,
    HOOK_MISSION_RED,
    HOOK_MISSION_YELLOW,
    HOOK_MISSION_BLUE,
    HOOK_REPAIR_BOTS,
    HOOK_STEALTH_PAINT,
    HOOK_TRANSLATOR,
    HOOK_WORMHOLE,
    HOOK_TARGETING,
    HOOK_DEFLECTOR,
    HOOK_SIMULATOR,
    HOOK_OFFICER_SCHOOL,
    HOOK_HELM,
    HOOK_FIGHT,
    HOOK_MISSION,
    HOOK_RESERVE,
    HOOK_RESEARCH,
    HOOK_STATION,
    HOOK_ANDROID_USED,
) = range(24)

ICONS = "-WMV"
ICON_NONE, ICON_REPAIR, ICON_MEDAL, ICON_MOVE = range(4)
NUM_ICONS = 4  # places: left top, left bottom, right top, right bottom
LEFT_TOP, LEFT_BOTTOM, RIGHT_TOP, RIGHT_BOTTOM = range(4)

PERS = (
    "ARTIFACT_TYPES",
    "ICON_PAIRS",
    "RED_FIGURES",
    "YELLOW_FIGURES",
    "BLUE_FIGURES",
    "COMMANDERS",
    "DAMAGE",
    "RED_MISSIONS",
    "YELLOW_MISSIONS",
    "BLUE_MISSIONS",
    "PIRATE_TOKENS",
    "LOWEST_ZONE",
    "NO_CARGO_DAMAGE",
    "ARTIFACTS",
    "INSTALLED_TECHS",
    "TINCAN_ZONE",
)
(
    PER_ARTIFACT_TYPES,
    PER_ICON_PAIRS,
    PER_RED_FIGURES,
    PER_YELLOW_FIGURES,
    PER_BLUE_FIGURES,
    PER_COMMANDERS,
    PER_DAMAGE,
    PER_RED_MISSIONS,
    PER_YELLOW_MISSIONS,
    PER_BLUE_MISSIONS,
    PER_PIRATE_TOKENS,
    PER_LOWEST_ZONE,
    PER_NO_CARGO_DAMAGE,
    PER_ARTIFACTS,
    PER_INSTALLED_TECHS,
    PER_TINCAN_ZONE,
) = range(16)

FIRST_EPILOGUE, LAST_EPILOGUE = 20, 75  # points: up to that many, that many and more
NUM_EFFECTS = 400
NUM_CELLS = 4
NO_EFFECT = 0
# Triangle tiles: missions, numbers, stations.
TILES = ("MISSION", *(f"N{n}" for n in range(1, st.NUM_NUMBERS + 1)), "ST_TIN", "ST_TRADE")
NUM_TILES = len(TILES)
TILE_MISSION, TILE_FIRST_NUMBER, TILE_FIRST_STATION = 0, 1, 1 + st.NUM_NUMBERS

TABLES = np.dtype(
    [
        # effects
        ("num_effects", "i2"),
        ("op", "i1", (NUM_EFFECTS, NUM_CELLS)),
        ("arg", "i1", (NUM_EFFECTS, NUM_CELLS)),
        ("inner", "i2", (NUM_EFFECTS, NUM_CELLS, 2)),
        # the map, by side
        ("num_locations", "i1", 2),
        ("num_routes", "i1", 2),
        ("route_at", "i1", (2, st.NUM_LOCATIONS, st.NUM_ROUTE_COLOURS)),
        ("beyond", "i1", (2, st.NUM_LOCATIONS, st.NUM_ROUTE_COLOURS)),  # where that route leads
        ("route_ends", "i1", (2, st.NUM_ROUTES, 2)),
        ("route_marked", "i1", (2, st.NUM_ROUTES)),
        ("tile_copies", "i1", (2, NUM_TILES)),
        ("station_effect", "i2", st.NUM_STATIONS),
        # techs and omegas
        ("tier", "i1", st.NUM_TECHS),
        ("betas", "i8"),  # bitset
        ("is_room", "i1", st.NUM_TECH_CARDS),
        ("colour", "i1", st.NUM_TECH_CARDS),
        ("hook", "i1", st.NUM_TECH_CARDS),  # -1 = none
        ("rewarded", "i8", st.NUM_TECH_CARDS),  # bitset of the missions whose completion it rewards
        ("lockers", "i1", st.NUM_TECH_CARDS),  # cargo slots that it adds
        ("tech_effect", "i2", st.NUM_TECH_CARDS),
        ("once", "i1", st.NUM_TECH_CARDS),
        ("replaces", "i1", st.NUM_TECH_CARDS),
        ("icon", "i1", (st.NUM_TECH_CARDS, NUM_ICONS)),
        ("omega_per", "i1", st.NUM_TECH_CARDS),
        ("omega_points", "i1", st.NUM_TECH_CARDS),
        ("room_effect", "i2", st.NUM_PRINTED),
        ("room_colour", "i1", st.NUM_PRINTED),
        # effects that rules name
        ("bonus_repair", "i2"),
        ("bonus_repair_2", "i2"),
        ("bonus_medal", "i2"),
        ("bonus_move", "i2"),
        ("bonus_jump", "i2"),
        # missions
        ("mission_points", "i1", st.NUM_MISSIONS),
        ("mission_lines", "i1", st.NUM_MISSIONS),
        ("line_colour", "i1", (st.NUM_MISSIONS, st.MAX_LINES)),
        ("line_effect", "i2", (st.NUM_MISSIONS, st.MAX_LINES)),
        ("mission_icon", "i1", st.NUM_MISSIONS),  # for Ni'an Comms
        ("colour_missions", "i8", st.NUM_COLOURS),  # bitsets
        # events
        ("event_track", "i1", st.NUM_EVENTS),
        ("event_solo", "i1", st.NUM_EVENTS),
        ("event_all", "i2", st.NUM_EVENTS),
        ("event_each", "i2", st.NUM_EVENTS),
        ("event_order", "i2", st.NUM_EVENTS),
        # tracks, tech slots, tokens
        ("bonus", "i2", (st.NUM_TRACKS, 2, st.TRACK_LENGTH)),
        ("event_space", "i1", (st.NUM_TRACKS, 2)),
        ("slot_icon", "i1", (2, st.NUM_SLOTS, NUM_ICONS)),
        ("slot_damaged", "i1", 2),  # bitsets
        ("pirate_copies", "i1", st.NUM_PIRATES),
        ("artifact_copies", "i1", st.NUM_ARTIFACTS),
        ("artifact_colours", "i1", st.NUM_ARTIFACTS),  # bitsets
        # solo
        ("rider_techs", "i1", (st.NUM_PASSENGERS, st.NUM_SHARED)),
        ("rider_effect", "i2", st.NUM_PASSENGERS),
        ("rider_base", "i1", st.NUM_PASSENGERS),
        ("rider_per", "i1", st.NUM_PASSENGERS),
        ("rider_points", "i1", st.NUM_PASSENGERS),
        ("action_copies", "i1", st.NUM_ACTION_CARDS),
        # for the evaluation: weights; points as it stands, and points to come from the beginning
        ("w", WEIGHTS.dtype),
        ("unit_worth", "f8", (NUM_EFFECTS, NUM_CELLS, 2)),  # one repetition of an operation
        ("worth_from", "f8", (NUM_EFFECTS, NUM_CELLS + 1, 2)),  # an effect from an operation on
        ("line_worth", "f8", (st.NUM_MISSIONS, st.MAX_LINES, 2)),
        ("fight_worth", "f8", (st.NUM_MISSIONS, st.MAX_LINES, 2)),  # of that for fights
        ("lines_worth", "f8", (st.NUM_MISSIONS, 2)),  # all lines
        ("tech_worth", "f8", (st.NUM_TECH_CARDS, 2)),
        ("ahead", "f8", (st.NUM_TRACKS, 2, st.TRACK_LENGTH, 2)),  # bonuses before a marker
        ("distance", "i1", (2, st.NUM_LOCATIONS, st.NUM_LOCATIONS)),  # in routes
        # for the observation
        ("colour_lines", "i1", (st.NUM_MISSIONS, st.GOLD + 1)),  # lines of a mission in each colour
    ],
    align=True,
)
