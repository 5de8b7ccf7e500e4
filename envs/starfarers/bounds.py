"""Starfarers of Catan: what each field of the state can hold. A state from a file is held to it."""

from astrarium.core.soundness import bounds

from . import state as st

COUNT, NUMBER = 2**7 - 1, 2**15 - 1  # as much as a byte and two of them hold
BOUNDS = bounds(
    st.STATE,
    st.OPTIONS,
    (0, 1, "supply used_rate used_fame landed revealed begun another"),
    (0, len(st.PHASES) - 1, "phase"),
    (0, st.MAX_PLAYERS - 1, "active first"),
    (-1, st.MAX_PLAYERS - 1, "trophy_owner outpost position chip enemy offerer answering"),
    (-1, st.BLOCKED, "site_owner"),
    (0, 2**st.MAX_PLAYERS - 1, "relief silent helped due"),
    (0, 6, "dice"),
    (0, st.NUM_FACES - 1, "face"),
    (-1, st.NUM_FACES - 1, "trophy"),
    (-1, st.NUM_PLANETS - 1, "trophy_planet"),
    (0, 2**st.NUM_PLANETS - 1, "face_up seen producing"),
    (0, st.NUM_RESERVE, "num_trophies"),
    (-1, st.NUM_NODES - 1, "ship_node start_node"),
    (0, len(st.CARGOES) - 1, "cargo placing"),
    (0, 2**st.NUM_SITES - 1, "colonies ports room"),
    (0, 2**st.NUM_FRIENDS - 1, "friends"),
    (0, 2**st.NUM_ENCOUNTERS - 1, "deck discard"),
    (-1, st.NUM_ENCOUNTERS - 1, "card"),
    (-1, st.MAX_PLAYERS * st.TRANSPORTERS - 1, "node_ship"),
    (-1, st.TRANSPORTERS - 1, "place_with flying jumper"),
    (0, 2**st.TRANSPORTERS - 1, "flown halted called"),
    (-1, st.NUM_RACES - 1, "friend_race"),
    (-1, len(st.BALLS) - 1, "balls_drawn"),
    (-1, st.NUM_COLUMNS - 1, "jump_column"),
    (0, st.NUM_STAGES - 1, "offer_stage"),
    (0, st.COUNTERED, "answer"),
    (-(2**63), 2**63 - 1, "kept"),
    (-1, COUNT, "part rolls"),
    (0, COUNT, "placed to_pay offers_left proposals_left reserve hand expansion fame colony_modules"),
    (0, COUNT, "trade_modules port_rings credit bank pile known points hand_size pile_size speed_bonus"),
    (0, COUNT, "combat_bonus settled docked posts base_speed steps at to_give to_take gift swapped"),
    (0, COUNT, "changes_left bid"),
    (0, NUMBER, "round turns pips"),
)
