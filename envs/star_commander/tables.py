"""Star Commander: the record of a card set, and the numbers that stand in it."""

from pathlib import Path

import numpy as np

from astrarium.core.weights import Weights

from . import state as st

WEIGHTS = Weights(Path(__file__).parent / "data" / "weights.csv")

# What an item does when it resolves.
(
    OP_NONE,
    OP_UNDEVELOP,
    OP_CREDITS,
    OP_ATTACK,
    OP_DESTROY_OWN,
    OP_RAM,
    OP_BUILD,
    OP_MOD_ATTACK_HERE,
    OP_MOD_HP_HERE,
    OP_MOD_ATTACK,
    OP_MOD_HP,
    OP_MULTI,
    OP_GRANT_REDIRECT,
    OP_DOUBLE_ATTACK,
    OP_PAY_X,
    OP_STEAL,
    OP_COUNTER,
    OP_DESTROY,
    OP_PUSH,
    OP_EXTRA_TURN,
    OP_DESTROY_ALL,
    OP_RANGE2,
    OP_LOCK,
    OP_PREVENT,
    OP_UNTARGETABLE,
    OP_DRAW,
    OP_JUMP,
    OP_REDIRECT,
) = range(28)
# Those about a fleet or a system, and those that change one vessel until the end of the turn.
FLEET_OPS = sum(
    1 << op
    for op in (
        OP_UNDEVELOP,
        OP_CREDITS,
        OP_ATTACK,
        OP_DESTROY_OWN,
        OP_RAM,
        OP_BUILD,
        OP_MOD_ATTACK_HERE,
        OP_MOD_HP_HERE,
    )
)
BONUS_OPS = sum(
    1 << op for op in (OP_MOD_ATTACK, OP_MOD_HP, OP_MULTI, OP_GRANT_REDIRECT, OP_DOUBLE_ATTACK, OP_PAY_X)
)

# What is picked on announcing.
(
    PICK_NONE,
    PICK_VESSEL,
    PICK_SYSTEM,
    PICK_PLAYER,
    PICK_COMMAND,
    PICK_X,
    PICK_HAND_CARD,
    PICK_SITE,
) = range(8)
NUM_PICK_KINDS = 8
# Filters of PICK_VESSEL.
(
    BY_ANY,
    BY_OWN_SHIP,
    BY_OWN_VESSEL,
    BY_ENEMY,
    BY_SHIP,
    BY_FOREIGN_SHIP,
    BY_SELF,
    BY_REDIRECT,
    BY_ASSIGNED,
) = range(9)

# Where an ability comes from.
FROM_NONE, FROM_TECHNOLOGY, FROM_VESSEL, FROM_SYSTEM, FROM_COMBAT = range(5)

TABLES = np.dtype(
    [
        # kinds of vessel: the open piles first, then those of the domain decks
        ("num_kinds", "i2"),
        ("kind_class", "i1", st.NUM_KINDS),
        ("kind_pile", "i1", st.NUM_KINDS),  # cards in the pile at the start
        ("kind_cost", "i2", st.NUM_KINDS),  # -1 = never built
        ("kind_attack", "i2", st.NUM_KINDS),
        ("kind_hp", "i2", st.NUM_KINDS),
        ("kind_speed", "i1", st.NUM_KINDS),
        ("kind_card", "i1", st.NUM_KINDS),  # its domain card, -1 = from a pile
        ("kind_multi", "i1", st.NUM_KINDS),
        ("kind_carry", "i1", st.NUM_KINDS),
        ("kind_taunt", "i1", st.NUM_KINDS),
        ("kind_haste", "i1", st.NUM_KINDS),
        ("kind_raider", "i1", st.NUM_KINDS),
        ("kind_redirect", "i1", st.NUM_KINDS),
        ("kind_aura", "i1", st.NUM_KINDS),  # attack for the other stations there
        ("kind_credits", "i1", st.NUM_KINDS),  # each turn
        ("kind_develops", "i1", st.NUM_KINDS),  # each turn
        ("kind_room", "i1", st.NUM_KINDS),
        ("kind_yard", "i1", st.NUM_KINDS),
        ("kind_nexus", "i1", st.NUM_KINDS),
        ("station_kinds", "i4"),  # bitsets of kinds
        ("fighter_kinds", "i4"),
        ("larger_kinds", "i4"),  # ships, Fighters aside
        ("pile_kinds", "i4", st.MOST_COST + 1),  # those of piles whose printed cost is at most so much
        ("scout", "i1"),
        ("any_taunt", "i1"),
        # system cards
        ("num_systems", "i2"),
        ("system_domain", "i1", st.NUM_SYSTEMS),  # -1 = none
        ("system_max", "i1", st.NUM_SYSTEMS),
        ("system_copies", "i1", st.NUM_SYSTEMS),
        ("system_kind", "i1", st.NUM_SYSTEMS),
        ("system_credits", "i1", st.NUM_SYSTEMS),
        ("system_draws", "i1", st.NUM_SYSTEMS),
        ("system_develops", "i1", st.NUM_SYSTEMS),
        ("first_kind", "i1", st.NUM_SYSTEMS),  # vessel built at the first development, -1 = none
        ("first_count", "i1", st.NUM_SYSTEMS),
        ("first_draws", "i1", st.NUM_SYSTEMS),
        ("first_develops", "i1", st.NUM_SYSTEMS),
        ("small_only", "i1", st.NUM_SYSTEMS),
        ("no_commands", "i1", st.NUM_SYSTEMS),
        ("holds_fire", "i1", st.NUM_SYSTEMS),
        ("fighter_speed", "i1", st.NUM_SYSTEMS),
        ("any_phase", "i1", st.NUM_SYSTEMS),
        ("system_ability", "i1", st.NUM_SYSTEMS),  # 1 = has an activated ability
        ("homeworld", "i1"),
        # domain cards
        ("card_type", "i1", st.NUM_CARDS),
        ("card_copies", "i1", st.NUM_CARDS),
        ("card_kind", "i1", st.NUM_CARDS),  # the vessel it is, -1 = none
        ("card_bonus", "i1", (st.NUM_CARDS, st.NUM_BONUSES)),
        # items: cards, then abilities
        ("item_pick", "i1", (st.NUM_ITEMS, st.NUM_PICKS)),
        ("item_by", "i1", (st.NUM_ITEMS, st.NUM_PICKS)),
        ("item_target", "i1", (st.NUM_ITEMS, st.NUM_PICKS)),
        ("item_op", "i1", (st.NUM_ITEMS, st.NUM_OPS)),
        ("item_arg", "i1", (st.NUM_ITEMS, st.NUM_OPS, 2)),
        ("ability_from", "i1", st.NUM_ABILITIES),
        ("ability_source", "i1", st.NUM_ABILITIES),  # card, kind or system
        # for the evaluation
        ("w", WEIGHTS.dtype),
    ],
    align=True,
)
