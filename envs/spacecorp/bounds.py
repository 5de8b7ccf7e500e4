"""SpaceCorp: what each field of the state can hold. A state from a file is held to it."""

from astrarium.core.soundness import bounds

from . import state as st

COUNT, NUMBER = 2**7 - 1, 2**15 - 1  # as much as a byte and two of them hold
BOUNDS = bounds(
    st.STATE,
    st.OPTIONS,
    (0, 1, "extra counting team_claim shielded second doubled paid built_factory bought item drew idled"),
    (0, 1, "competitors did_produce did_colonize unpaid star_child"),
    (0, 2, "triggered time"),
    (0, COUNT, "genetics revelation hand_size deck_size deck_start chosen_boxes built_boxes explored_boxes"),
    (0, COUNT, "bonus factor spent left due adaptations breakthroughs infra_big supply team_track"),
    (0, COUNT, "hand known deck discard purged laid played stack progress_left"),
    (0, NUMBER, "turns profit infra_plain infra_mult cost plain big produced"),
    (0, 2**31 - 1, "mult hand_bits"),
    (-(2**63), 2**63 - 1, "kept"),
    (0, st.NUM_ERAS - 1, "era"),
    (0, st.NUM_ERAS, "marker"),
    (0, st.NUM_STEPS - 1, "step"),
    (0, st.AT_END, "window"),
    (0, st.MAX_PLAYERS - 1, "active normal first"),
    (0, st.MAX_PLAYERS, "asked heard chooser reward_place"),
    (-1, st.MAX_PLAYERS - 1, "taker award_seat owner beyond hq shield_hq use_port use_factory use_base"),
    (-1, st.MAX_PLAYERS, "purge"),
    (0, 2**st.MAX_PLAYERS - 1, "last passed"),
    (-1, st.NUM_TITLES - 1, "leak_title"),
    (0, 2**st.NUM_TITLES - 1, "progress"),
    (-1, st.ALL_CARDS - 1, "infra"),
    (-1, st.NUM_CARDS - 1, "offers card playing card_shield"),
    (-1, st.NUM_TILES - 1, "tile legacy_tile"),
    (-1, st.NUM_BASES - 1, "base legacy_base bases"),
    (-1, COUNT, "produce"),
    (-1, st.NUM_SITES - 1, "team_site site"),
    (0, 2**st.NUM_SITES - 1, "own_sites explored"),
    (-1, st.NUM_COLONIES - 1, "colony chosen_colony"),
    (0, 2**st.NUM_COLONIES - 1, "colony_left"),
    (-1, st.NUM_TEAMS - 1, "team removed passenger"),
    (0, 2**st.NUM_TEAMS - 1, "acted"),
    (-1, st.NUM_SLOTS - 1, "slot shield_slot"),
    (-1, st.MAX_PLAYERS - 1, "use_industry"),
    (-1, len(st.TYPES) - 1, "act"),
    (0, 2 ** len(st.TYPES) - 1, "sabotaged"),
    (0, st.NUM_ROWS, "row"),
)
