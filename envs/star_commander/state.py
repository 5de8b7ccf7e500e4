"""Star Commander: the state record and every constant that indexes it.

The board is an N x N grid (N = 3, 4 or 5) inside a 5 x 5 numbering: cell = 5 * row + column. A jump goes
to an orthogonal neighbour. On the table the grid stands on one corner: the homeworlds are its four tips.

      column  0   1   2   3   4          N = 3: seat 0 at C3, seat 1 at C1, seat 2 at A1, seat 3 at A3
    row A     0   1   2   3   4          with two players: C3 and A1
    row B     5   6   7   8   9
    row C    10  11  12  13  14
    row D    15  16  17  18  19
    row E    20  21  22  23  24
"""

import numpy as np

from astrarium.core import Option, state_dtype
from astrarium.core.state import i1, i2, i4, u1

MAX_PLAYERS = 4
SIDE = 5
NUM_CELLS = SIDE * SIDE
NUM_DOMAINS = 3
CARDS_PER_DOMAIN = 10
NUM_CARDS = NUM_DOMAINS * CARDS_PER_DOMAIN
NUM_SYSTEMS = 16  # kinds of system card, at most
NUM_KINDS = 15  # kinds of vessel, at most
NUM_SLOTS = 125  # vessels in play, at most
NUM_WHICH = 20  # vessels of one kind, at most
NUM_ABILITIES = 6
NUM_ITEMS = NUM_CARDS + NUM_ABILITIES  # what can stand on the stack
NUM_PICKS = 3
NUM_OPS = 2
REDIRECT_ABILITY = NUM_ABILITIES - 1
DECK_SIZE = 30
HAND_LIMIT = 5
STACK_CAP = 24
EXTRA_CAP = 8
NUM_GRANTS = 8
MAX_X = 10
MOST_COST = 99  # of a vessel
CUBES = 25
MOST = 9999  # attack, hit points and damage stop here
START_CREDITS = 3
BANK_DRAW_PRICE = 3
BANK_SELL_CARDS, BANK_SELL_CREDITS = 2, 3
ROUND_CAP = 40
OFFER_CREDITS = 20
OFFER_CARDS = 2
OFFER_VESSELS = 3
EVERYBODY = MAX_PLAYERS  # the partner of an offer made to all

DOMAINS = ("Industry", "Statecraft", "Science")
ROWS = "ABCDE"
CELLS = tuple(f"{ROWS[cell // SIDE]}{cell % SIDE + 1}" for cell in range(NUM_CELLS))

# Classes of vessel.
FIGHTER, SMALL, MEDIUM, LARGE, STATION = range(5)
CLASSES = ("Fighter", "Small", "Medium", "Large", "Station")
# Types of domain card.
COMMAND, TECHNOLOGY, STATION_CARD, SHIP_CARD = range(4)
CARD_TYPES = ("Command", "Technology", "Station", "Ship")
# Kinds of system card.
NORMAL, CAPITAL, STARTING = range(3)
SYSTEM_KINDS = ("normal", "capital", "starting")

# Bits of v_flags.
HELD = 1  # controlled since the start of this turn
MOVED = 2  # changed its system this turn
BUILT = 4  # built this turn
PREVENTED = 8  # takes no damage this turn
UNTARGETABLE = 16
NO_FIRE = 32  # came into a Black Hole this turn
ABANDONED = 64  # a Fighter that was abandoned at its player's turn start
ATTACKED = 128  # has assigned its damage in this combat
TARGETED = 256  # a target of the attacker that is assigning now
REDIRECTED = 512  # has drawn damage onto itself in this combat
RIDING = 1024  # goes along on the jump that is being announced
LISTED = 2048  # named in the offer that is being built or answered
CAPTURED = 4096  # an unarmed station that a conqueror is about to take

# Phases of a turn.
(
    START,
    EARLY_BUILD,
    CREDITS,
    DRAWS,
    EFFECTS,
    COMMAND_PHASE,
    CHOOSE_COMBAT,
    INITIATE,
    WINDOW,
    ASSIGN,
    RESOLVE,
    RETREAT,
    LATE_BUILD,
    CONQUEST,
    RAID,
    LAST_BUILD,
    CLEANUP,
) = range(17)
PHASES = (
    "start",
    "early build",
    "gain credits",
    "draw",
    "start effects",
    "command",
    "choose combat",
    "initiate combat",
    "window",
    "assign damage",
    "resolve damage",
    "retreat",
    "late build",
    "conquest",
    "raid",
    "last build",
    "clean-up",
)

IN_READY = 1 << START | 1 << EARLY_BUILD | 1 << CREDITS | 1 << DRAWS | 1 << EFFECTS
BEFORE_COMBAT = IN_READY | 1 << COMMAND_PHASE
NUM_PHASES = 17
IN_COMBAT = 1 << INITIATE | 1 << WINDOW | 1 << ASSIGN | 1 << RESOLVE | 1 << RETREAT

# Windows for cards, by the step of the combat that they follow.
NO_WINDOW, AFTER_INITIATE, AFTER_ASSIGN, AFTER_RESOLVE, AFTER_RETREAT = range(5)

# What the acting seat is asked: questions.py.
(
    ASK_NOTHING,
    ASK_COMMAND,
    ASK_RESPOND,
    ASK_SHIPYARD,
    ASK_EFFECT,
    ASK_DECK,
    ASK_VESSEL_CELL,
    ASK_GROUP,
    ASK_WHICH,
    ASK_DESTINATION,
    ASK_SYSTEM,
    ASK_PLAYER,
    ASK_STACK,
    ASK_X,
    ASK_COST,
    ASK_STEAL,
    ASK_SALE,
    ASK_KIND,
    ASK_COMBAT,
    ASK_INITIATE,
    ASK_PORTION,
    ASK_RAID,
    ASK_PARTNER,
    ASK_OFFER,
    ASK_OFFER_CARD,
    ASK_OFFER_TECHNOLOGY,
    ASK_OFFER_SYSTEM,
    ASK_OFFER_DOMAIN,
    ASK_OFFER_VESSEL_CELL,
    ASK_OFFER_GROUP,
    ASK_OFFER_WHICH,
    ASK_ANSWER,
    ASK_HANDOVER,
) = range(33)
NUM_QUESTIONS = 32

# Why a vessel is being picked.
(
    WANT_NONE,
    WANT_ITEM,
    WANT_JUMP,
    WANT_RETREAT,
    WANT_ALONG,
    WANT_ATTACKER,
    WANT_TARGET,
    WANT_GIVE,
    WANT_ASK,
) = range(9)

# How a ship moves.
(MOVE_JUMP, MOVE_RETREAT, MOVE_DRUMMOND, MOVE_PUSHED) = range(4)

# Places in the blocks of actions: what can be given and asked for, how much damage, the player "everybody".
GIVE_ONE, GIVE_FIVE, GIVE_CARD, GIVE_TECHNOLOGY, GIVE_SYSTEM, GIVE_VESSEL = range(6)
TAKE_ONE, TAKE_FIVE, TAKE_DOMAIN, TAKE_CARD, TAKE_TECHNOLOGY, TAKE_SYSTEM, TAKE_VESSEL = range(7)
PORTION_ONE, PORTION_LETHAL, PORTION_ALL = range(3)
PLACE_OF_ALL = 3

# Sides and stages of an offer.
GIVE, TAKE = range(2)
(OFFER_NONE, OFFER_PARTNER, OFFER_BUILD, OFFER_ANSWERS, OFFER_HANDOVER) = range(5)

# Columns of `bonus`: what a player's technologies add up to.
(
    BONUS_ATTACK,
    BONUS_HP,
    BONUS_SPEED,
    BONUS_FIGHTER_HP,
    BONUS_FIGHTER_SITE,
    BONUS_DISCOUNT,
    BONUS_STATION_CREDITS,
    BONUS_DRAWS,
    BONUS_MULTI,
) = range(9)
NUM_BONUSES = 9
ANY_TARGETS = 99

OPTIONS = (
    Option("grid", (0, 3, 4, 5), 0, "side of the board; 0: 3 for 2 players, 4 for 3, 5 for 4"),
    Option("trade", (2, 1, 0), 2, "offers to other players a turn; 0 switches trading off"),
    Option(
        "engine_readings", (0, 1), 0, "whether four sentences are read as the designer's own program does"
    ),
)

STATE = state_dtype(
    OPTIONS,
    # The turn
    ("phase", i1),
    ("active", i1),  # whose turn it is
    ("round", i2),  # from 1
    ("turns", i2),  # normal turns begun
    ("normal_seat", i1),  # who took the last normal turn
    ("had_turn", i1, MAX_PLAYERS),
    ("extra", i1, EXTRA_CAP),  # seats of the extra turns to come, last one first
    ("num_extra", i1),
    ("fallen", i1, MAX_PLAYERS),  # lost the homeworld
    # The board
    ("size", i1),
    ("home", i1, MAX_PLAYERS),
    ("system", i1, NUM_CELLS),  # system card, -1 = no such cell
    ("face_up", i1, NUM_CELLS),
    ("owner", i1, NUM_CELLS),  # -1 = uncontrolled
    ("developments", i1, NUM_CELLS),
    ("settled", i1, NUM_CELLS),  # its first development was built once
    ("locked", i1, NUM_CELLS),  # bit p: Interdiction of player p
    ("range2", i1, NUM_CELLS),  # Jump Stabilization
    ("combat_mark", i1, NUM_CELLS),  # bit p: combat here since the end of p's last turn
    ("fought", i1, NUM_CELLS),  # dealt with in this combat phase
    ("box", i1, NUM_SYSTEMS),  # system cards that left the game unseen
    # Cards and credits
    ("credits", i2, MAX_PLAYERS),
    ("hand", i1, (MAX_PLAYERS, HAND_LIMIT)),  # sorted, -1 behind the last
    ("shown", i1, (MAX_PLAYERS, HAND_LIMIT)),  # that hand card is known to all
    ("hand_size", i1, MAX_PLAYERS),
    ("technology", i1, (MAX_PLAYERS, NUM_CARDS)),  # copies in the row
    ("deck", i1, (NUM_DOMAINS, DECK_SIZE)),  # top card last
    ("deck_size", i1, NUM_DOMAINS),
    ("discard", i1, NUM_CARDS),
    # Vessels, one column a slot; v_kind = -1: free slot
    ("top", i2),  # slots in use lie below
    ("v_kind", i1, NUM_SLOTS),
    ("v_owner", i1, NUM_SLOTS),
    ("v_cell", i1, NUM_SLOTS),
    ("v_jumps", i1, NUM_SLOTS),  # jumps made this turn
    ("v_multi", i1, NUM_SLOTS),  # extra targets this turn
    ("v_damage", i2, NUM_SLOTS),
    ("v_assigned", i2, NUM_SLOTS),  # damage assigned to it in this combat
    ("v_attack", i2, NUM_SLOTS),  # added this turn
    ("v_hp", i2, NUM_SLOTS),  # added this turn
    ("v_flags", i2, NUM_SLOTS),
    ("v_met", u1, NUM_SLOTS),  # bitset of the Jump Nexus this ship met this turn
    ("v_nexus", u1, NUM_SLOTS),  # a Jump Nexus: its own bit in `v_met`
    ("num_nexus", i1),
    ("pile", i1, NUM_KINDS),
    ("grant_vessel", i2, NUM_GRANTS),  # Raise Shields of 0.9.4: may draw damage onto this vessel, -1 = none
    ("grant_seat", i1, NUM_GRANTS),
    # Sums that follow from the above
    ("owned", i4, MAX_PLAYERS),  # bitset of controlled cells
    ("powers", i4),  # bitset of the face-up cells whose system serves its controller all the time
    ("closed", i4),  # bitset of the face-up cells that Medium and Large ships may not enter
    ("total", i1, MAX_PLAYERS),  # developments
    ("ships", i2, MAX_PLAYERS),
    ("here", i1, (NUM_CELLS, MAX_PLAYERS)),  # vessels
    ("stations", i1, (NUM_CELLS, MAX_PLAYERS)),
    ("aura", i1, (NUM_CELLS, MAX_PLAYERS)),  # attack that stations give the others there
    ("room", i1, (NUM_CELLS, MAX_PLAYERS)),  # developments above the maximum that stations allow
    ("yards", i1, (NUM_CELLS, MAX_PLAYERS)),
    ("bonus", i1, (MAX_PLAYERS, NUM_BONUSES)),
    # The stack and the item being announced
    ("stack_size", i1),
    ("stack_item", i1, STACK_CAP),  # card, or NUM_CARDS + ability
    ("stack_seat", i1, STACK_CAP),
    ("stack_cell", i1, STACK_CAP),  # where the picked ship stood
    ("stack_pick", i2, (STACK_CAP, NUM_PICKS)),
    ("countered", i1, STACK_CAP),
    (
        "passed",
        i1,
    ),  # places (seats from the active one on) that passed or could do nothing since the last item
    ("resolving", i1),
    ("item", i1),  # being announced, -1 = none
    ("announcer", i1),
    ("pick", i2, NUM_PICKS),
    ("pick_at", i1),
    # The vessel being picked, as far as it is known; -1 = not yet
    ("want", i1),
    ("pick_cell", i1),
    ("pick_owner", i1),
    ("pick_kind", i1),
    ("kept", "i8"),  # bitset of the places that can be answered, of questions that keep it
    # The move being made
    ("mover", i2),  # -1 = none
    ("move_how", i1),
    ("destination", i1),
    ("carry_left", i1),
    # Draws, thefts, sales, start effects, building
    ("draws", i1),
    ("draw_seat", i1),
    ("thief", i1),
    ("steal_from", i1),  # -1 = none
    ("selling", i1),  # cards still to sell
    ("free_developments", i1),  # Core Worlds still to use
    ("habitat", i1, NUM_CELLS),  # Orbital Habitats still to use
    ("build_cell", i1),  # -1 = none
    # Combat
    ("battle", i1),  # the cell
    ("invited", i1),  # places asked whether to start combat
    ("window", i1),  # which step it follows
    ("assigned", i1),  # places that have assigned their damage
    ("retreated", i1),  # places that have made their retreats
    ("attacker", i2),  # -1 = none
    ("target", i2),
    ("attack_left", i2),
    ("targets_left", i1),
    ("besieged_cells", i4),  # cells besieged when Conquest began
    ("raided", i1),  # places that have made their raids
    ("raid_cell", i1),
    # The offer
    ("offers_left", i1),
    ("offer_stage", i1),
    ("partner", i1),
    ("answered", i1),  # places that have answered the offer, or could not accept it
    ("adding_side", i1),  # where the last thing was or is being added
    ("offer_credits", i1, 2),
    ("offer_cards", i1, (2, OFFER_CARDS)),  # by name, -1 = none
    ("offer_domains", i1, NUM_DOMAINS),  # asked by domain
    ("offer_technology", i1, 2),
    ("offer_system", i1, 2),
    ("offer_vessels", i2, (2, OFFER_VESSELS)),
    ("handed", i1, OFFER_CARDS),  # cards laid out by the partner, -1 = none
)


def _neighbours(side: int, reach: int) -> list[int]:
    """Bitsets of the cells within `reach` jumps of each cell, itself left out."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    bits = [0] * NUM_CELLS
    for row, column in cells:
        for other_row, other_column in cells:
            if 0 < abs(row - other_row) + abs(column - other_column) <= reach:
                bits[SIDE * row + column] |= 1 << (SIDE * other_row + other_column)
    return bits


# NEAR[reach - 1, side, cell]
NEAR = np.array([[_neighbours(side, reach) for side in range(SIDE + 1)] for reach in (1, 2)], dtype=np.int64)
# BOARD[side]: every cell of the board
BOARD = np.array(
    [sum(1 << (SIDE * r + c) for r in range(n) for c in range(n)) for n in range(SIDE + 1)], dtype=np.int64
)
