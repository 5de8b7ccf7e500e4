"""Star Commander: what each field of the state can hold. A state from a file is held to it."""

from astrarium.core.soundness import bounds

from . import state as st

COUNT, NUMBER = 2**7 - 1, 2**15 - 1  # as much as a byte and two of them hold
BOUNDS = bounds(
    st.STATE,
    st.OPTIONS,
    (0, 1, "had_turn fallen face_up settled range2 fought shown countered resolving adding_side"),
    (0, st.NUM_PHASES - 1, "phase"),
    (0, st.MAX_PLAYERS - 1, "active normal_seat extra v_owner grant_seat stack_seat announcer"),
    (0, st.MAX_PLAYERS - 1, "draw_seat thief"),
    (-1, st.MAX_PLAYERS - 1, "owner pick_owner steal_from"),
    (-1, st.EVERYBODY, "partner"),
    (0, st.MAX_PLAYERS, "passed invited assigned retreated raided answered"),
    (0, 2**st.MAX_PLAYERS - 1, "locked combat_mark"),
    (0, st.EXTRA_CAP, "num_extra"),
    (1, st.SIDE, "size"),
    (0, st.NUM_CELLS - 1, "v_cell raid_cell"),
    (-1, st.NUM_CELLS - 1, "home stack_cell pick_cell destination build_cell battle offer_system"),
    (0, 2**st.NUM_CELLS - 1, "owned powers closed besieged_cells"),
    (-1, st.NUM_SYSTEMS - 1, "system"),
    (-1, st.NUM_CARDS - 1, "hand deck offer_cards offer_technology handed"),
    (0, st.HAND_LIMIT, "hand_size"),
    (0, st.DECK_SIZE, "deck_size"),
    (0, st.NUM_SLOTS, "top"),
    (-1, st.NUM_KINDS - 1, "v_kind pick_kind"),
    (0, 2 * st.CAPTURED - 1, "v_flags"),
    (0, 255, "v_met v_nexus"),
    (0, 2**62 - 1, "kept"),
    (-1, st.NUM_SLOTS - 1, "grant_vessel mover attacker target offer_vessels pick stack_pick"),
    (0, st.STACK_CAP, "stack_size"),
    (0, st.NUM_ITEMS - 1, "stack_item"),
    (-1, st.NUM_ITEMS - 1, "item"),
    (0, st.NUM_PICKS, "pick_at"),
    (0, st.WANT_ASK, "want"),
    (0, st.MOVE_PUSHED, "move_how"),
    (0, st.AFTER_RETREAT, "window"),
    (0, st.OFFER_HANDOVER, "offer_stage"),
    (0, COUNT, "developments box technology discard v_jumps v_multi num_nexus pile total here stations aura"),
    (0, COUNT, "room yards bonus carry_left draws selling free_developments habitat targets_left"),
    (0, COUNT, "offers_left offer_credits offer_domains"),
    (0, NUMBER, "round turns credits v_damage v_assigned v_attack v_hp ships attack_left"),
)
