"""Starship Captains: what each field of the state can hold. A state from a file is held to it."""

from astrarium.core.soundness import bounds

from . import state as st

COUNT, NUMBER = 2**7 - 1, 2**15 - 1  # as much as a byte and two of them hold
BOUNDS = bounds(
    st.STATE,
    st.OPTIONS,
    (0, 1, "passed moved trained used_tile sharing line_used painted action_new side track_side slot_side"),
    (0, 2**st.NUM_MISSIONS - 1, "mission_pool completed"),
    (0, 2**st.NUM_TECHS - 1, "tech_pool tech_discard"),
    (0, 2**st.NUM_OMEGAS - 1, "omega_pool omega_discard"),
    (0, len(st.STAGES) - 1, "stage"),
    (0, st.MAX_PLAYERS - 1, "first active f_seat hurt_seat fought_seat"),
    (-1, st.MAX_PLAYERS - 1, "holder trophy stuffed"),
    (-1, st.NUM_MISSIONS - 1, "mission_at known_mission mission"),
    (0, st.NUM_NUMBERS, "number_at"),
    (0, 2**st.NUM_NUMBERS - 1, "numbers_up"),
    (-1, st.NUM_STATIONS - 1, "station_at"),
    (-1, st.NUM_PIRATES - 1, "pirate_on"),
    (-1, st.NUM_LOCATIONS - 1, "location mission_place shadow_at"),
    (0, st.KNOWN_CAP, "known_size peeked"),
    (-1, st.BETA, "tech_top"),
    (-1, st.NUM_TECH_CARDS - 1, "tech_board shared slot chosen drawn"),
    (-1, st.NUM_EVENTS - 1, "event"),
    (0, 2**st.NUM_EVENTS - 1, "orders"),
    (0, st.NUM_EVENTS, "next_order"),
    (-1, st.NUM_FIGURES - 1, "queue worker pad improve_from improve_to"),
    (0, st.QUEUE_CAP, "queue_size"),
    (0, 2**st.NUM_SLOTS - 1, "slot_damage"),
    (-1, st.NUM_ARTIFACTS - 1, "crowd crowd_artifact"),
    (-(2**63), 2**63 - 1, "hooks"),
    (-1, st.NUM_ROOMS - 1, "room f_source"),
    (0, st.IMPROVE_PROMOTE, "improve"),
    (-1, st.MAX_LINES, "line"),
    (0, st.MAX_DEPTH, "depth"),
    (-1, st.NUM_TRACKS - 1, "f_track"),
    (-1, st.NUM_ROUTES - 1, "fought"),
    (-1, st.NUM_PASSENGERS - 1, "rider"),
    (-1, COUNT, "f_left"),
    (0, COUNT, "round fights tile_round tech_under events_done artifact_supply artifact_discard"),
    (0, COUNT, "pirate_supply pirate_discard ready artifacts pirates medals_due f_at f_go hurt"),
    (0, COUNT, "action_known action_left action_extra actions_drawn"),
    (0, NUMBER, "position medals damage f_effect"),
)
