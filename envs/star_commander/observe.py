"""Star Commander: what one seat may know, as a vector of small whole numbers.

Players are counted from the observing seat clockwise, itself first. Where a number names something, 0 is
nothing and the numbering begins at 1: player + 1, cell + 1, card + 1, kind + 1, slot of a vessel + 1.

Nobody sees the order of the decks, face-down systems, cards in other hands that were never shown, another
player's offer before it is sent, nor who is asked or passed over when cards may be answered.
"""

import numpy as np

from astrarium.core import Field, ObservationSpec, kernel
from astrarium.core.bits import lowest
from astrarium.core.rows import clear, put_bits, put_row
from astrarium.core.seats import relative

from . import state as st
from . import tables as tb
from .items import can_act
from .systems import max_developments
from .vessels import attack, besieged, fighter_speed, hit_points, is_fighter, own_speed

NUM_MARKS = st.LISTED.bit_length()  # flags of a vessel
MANY = 99  # larger amounts are shown as this; a bonus and damage to come are exact
FEW = 30
LARGEST = 2**15 - 1
NEXUS_BITS = 255  # a bit for each Jump Nexus built
_PLAYER = st.MAX_PLAYERS  # player + 1, at most

OBSERVATION = ObservationSpec(
    # The turn
    Field("players", (), 2, st.MAX_PLAYERS, "number of players"),
    Field("size", (), 3, st.SIDE, "side of the board"),
    Field("trade", (), 0, 2, "option: offers a turn"),
    Field("engine_readings", (), 0, 1, "option: the readings of the designer's program"),
    Field("over", (), 0, 2, "0 running, 1 ended by the rules, 2 cut"),
    Field("round", (), 0, st.ROUND_CAP, "round, from 1"),
    Field("phase", len(st.PHASES), 0, 1, "the present phase, one of: " + ", ".join(st.PHASES)),
    Field("active", (), 0, st.MAX_PLAYERS - 1, "whose turn it is"),
    Field("normal_turn", (), 0, st.MAX_PLAYERS - 1, "who took the last normal turn"),
    Field("extra_turns", st.EXTRA_CAP, 0, _PLAYER, "player + 1 of each extra turn to come, last first"),
    Field("had_turn", st.MAX_PLAYERS, 0, 1, "has begun a turn"),
    Field("fallen", st.MAX_PLAYERS, 0, 1, "has lost the homeworld"),
    # The question
    Field("deciding", (), 0, _PLAYER, "player + 1 whose decision it is; 0 if nobody may know"),
    Field("ask", st.NUM_QUESTIONS, 0, 1, "what the own seat is asked; all 0 if another one decides"),
    Field("passed", (), 0, 1, "the own seat has passed since the last card or ability"),
    # Players
    Field("credits", st.MAX_PLAYERS, 0, LARGEST, "credits"),
    Field("purse", st.MAX_PLAYERS, 0, FEW, f"credits once more, {FEW} = that or more"),
    Field("developments", st.MAX_PLAYERS, 0, st.CUBES + st.NUM_CELLS, "developments in all"),
    Field("ships", st.MAX_PLAYERS, 0, st.NUM_SLOTS, "ships in all"),
    Field("hand_size", st.MAX_PLAYERS, 0, st.HAND_LIMIT, "cards in hand"),
    Field(
        "backs",
        (st.MAX_PLAYERS, st.NUM_DOMAINS),
        0,
        st.HAND_LIMIT,
        "cards in hand by domain: the backs differ",
    ),
    Field("shown", (st.MAX_PLAYERS, st.NUM_CARDS), 0, st.HAND_LIMIT, "copies in hand that are known to all"),
    Field("technologies", (st.MAX_PLAYERS, st.NUM_CARDS), 0, st.NUM_WHICH, "copies in the row"),
    # Cards and piles
    Field("hand", st.NUM_CARDS, 0, st.HAND_LIMIT, "copies in the own hand"),
    Field("decks", st.NUM_DOMAINS, 0, st.DECK_SIZE, "cards left"),
    Field("discard", st.NUM_CARDS, 0, st.NUM_WHICH, "copies in the discard pile"),
    Field("piles", st.NUM_KINDS, 0, st.NUM_WHICH, "vessels left in the pile"),
    # The board
    Field("cell", st.NUM_CELLS, 0, 2, "0 no such cell, 1 face down, 2 face up"),
    Field("cell_system", st.NUM_CELLS, 0, st.NUM_SYSTEMS, "system card + 1 if face up"),
    Field("cell_domain", (st.NUM_CELLS, st.NUM_DOMAINS), 0, 1, "domain of the system"),
    Field("cell_capital", st.NUM_CELLS, 0, 1, "a capital"),
    Field("cell_home", st.NUM_CELLS, 0, _PLAYER, "player + 1 whose homeworld it is"),
    Field("cell_owner", st.NUM_CELLS, 0, _PLAYER, "player + 1 who controls it"),
    Field("cell_developments", st.NUM_CELLS, 0, st.CUBES, "developments"),
    Field("cell_maximum", st.NUM_CELLS, 0, MANY, "developments it can hold now"),
    Field("cell_settled", st.NUM_CELLS, 0, 1, "its first development has been built"),
    Field("cell_besieged", st.NUM_CELLS, 0, 1, "under siege now"),
    Field("cell_stripped", st.NUM_CELLS, 0, 1, "was under siege when this Conquest began"),
    Field("cell_range2", st.NUM_CELLS, 0, 1, "Jump Stabilization"),
    Field("cell_fought", st.NUM_CELLS, 0, 1, "dealt with in this combat phase"),
    Field("cell_habitats", st.NUM_CELLS, 0, st.CUBES, "free developments of Orbital Habitats still to place"),
    Field("cell_locks", (st.NUM_CELLS, st.MAX_PLAYERS), 0, 1, "Interdiction of that player"),
    Field("cell_marks", (st.NUM_CELLS, st.MAX_PLAYERS), 0, 1, "combat here since that player's last turn"),
    Field("fleet_ships", (st.NUM_CELLS, st.MAX_PLAYERS), 0, st.NUM_SLOTS, "ships but for Fighters"),
    Field("fleet_fighters", (st.NUM_CELLS, st.MAX_PLAYERS), 0, st.NUM_SLOTS, "Fighters"),
    Field("fleet_stations", (st.NUM_CELLS, st.MAX_PLAYERS), 0, st.NUM_SLOTS, "stations"),
    Field("fleet_attack", (st.NUM_CELLS, st.MAX_PLAYERS), 0, MANY, f"attack in all, {MANY} = more"),
    Field("fleet_hit_points", (st.NUM_CELLS, st.MAX_PLAYERS), 0, MANY, f"hit points left, {MANY} = more"),
    # Vessels, by slot
    Field("vessel_owner", st.NUM_SLOTS, 0, _PLAYER, "player + 1, 0 = free slot"),
    Field("vessel_kind", st.NUM_SLOTS, 0, st.NUM_KINDS, "kind + 1"),
    Field("vessel_cell", st.NUM_SLOTS, 0, st.NUM_CELLS, "cell + 1"),
    Field("vessel_attack", st.NUM_SLOTS, 0, MANY, f"attack now, {MANY} = that or more"),
    Field("vessel_hit_points", st.NUM_SLOTS, 0, MANY, f"hit points left, {MANY} = that or more"),
    Field("vessel_bonus", st.NUM_SLOTS, 0, LARGEST, "attack added this turn"),
    Field("vessel_damage", st.NUM_SLOTS, 0, st.MOST, "damage taken this turn"),
    Field("vessel_assigned", st.NUM_SLOTS, 0, st.MOST, "damage assigned to it in this combat"),
    Field("vessel_speed", st.NUM_SLOTS, 0, MANY, "speed now"),
    Field("vessel_jumps", st.NUM_SLOTS, 0, MANY, "jumps made this turn"),
    Field(
        "vessel_targets", st.NUM_SLOTS, 0, st.ANY_TARGETS, f"targets of its damage, {st.ANY_TARGETS} = any"
    ),
    Field(
        "vessel_nexus",
        st.NUM_SLOTS,
        0,
        NEXUS_BITS,
        "bits: each Jump Nexus met this turn; its own bit if it is one",
    ),
    Field(
        "vessel_marks",
        (st.NUM_SLOTS, NUM_MARKS),
        0,
        1,
        "held since the turn's start, moved, built this turn, takes no damage, cannot be targeted, "
        "holds its fire, abandoned, has attacked, is a target, has redirected, rides along, is offered",
    ),
    Field("grant_vessel", st.NUM_GRANTS, 0, st.NUM_SLOTS, "slot + 1 of a vessel granted a redirection"),
    Field("grant_player", st.NUM_GRANTS, 0, _PLAYER, "player + 1 who may use that"),
    # The stack, bottom first
    Field("stack_item", st.STACK_CAP, 0, st.NUM_ITEMS, "card + 1, or 30 + ability + 1"),
    Field("stack_player", st.STACK_CAP, 0, _PLAYER, "player + 1 of the item"),
    Field("stack_cell", st.STACK_CAP, 0, st.NUM_CELLS, "cell + 1 where the named vessel stood"),
    Field(
        "stack_picks",
        (st.STACK_CAP, st.NUM_PICKS),
        0,
        st.NUM_SLOTS,
        "what it names, + 1: slot of a vessel, cell, player, place on the stack, card or X",
    ),
    Field("stack_countered", st.STACK_CAP, 0, 1, "will do nothing"),
    Field("resolving", (), 0, 1, "the stack is being resolved"),
    # What is under way
    Field("item", (), 0, st.NUM_ITEMS, "item being announced, as on the stack"),
    Field("announcer", (), 0, _PLAYER, "player + 1 who announces or steals"),
    Field("picks", st.NUM_PICKS, 0, st.NUM_SLOTS, "what the announced item names so far, as on the stack"),
    Field("pick_at", (), 0, st.NUM_PICKS, "how many picks have been made"),
    Field(
        "want",
        st.WANT_ASK,
        0,
        1,
        "a vessel is being picked: for the item, to jump, to retreat, to ride along, as attacker, as target, "
        "to give, to ask for",
    ),
    Field("pick_cell", (), 0, st.NUM_CELLS, "cell + 1 of the vessel being picked"),
    Field("pick_owner", (), 0, _PLAYER, "player + 1 of the vessel being picked"),
    Field("pick_kind", (), 0, st.NUM_KINDS, "kind + 1 of the vessel being picked"),
    Field("mover", (), 0, st.NUM_SLOTS, "slot + 1 of the ship on the move"),
    Field("move_how", (), 0, 3, "0 jump, 1 retreat, 2 by Drummond, 3 pushed"),
    Field("destination", (), 0, st.NUM_CELLS, "cell + 1 where it goes"),
    Field("carry_left", (), 0, MANY, "Fighters that may still go along"),
    Field("draws", (), 0, MANY, "cards still to draw"),
    Field("draw_player", (), 0, _PLAYER, "player + 1 who draws"),
    Field("steal_from", (), 0, _PLAYER, "player + 1 whose shown hand is stolen from"),
    Field("selling", (), 0, 2, "cards still to sell to the bank"),
    Field("free_developments", (), 0, st.CUBES, "Core Worlds still to use"),
    Field("build_cell", (), 0, st.NUM_CELLS, "cell + 1 where something is being built"),
    # Combat
    Field("battle", (), 0, st.NUM_CELLS, "cell + 1 of the combat"),
    Field("window", (), 0, 4, "the combat step after which cards may be played"),
    Field("attacker", (), 0, st.NUM_SLOTS, "slot + 1 of the vessel that divides its damage"),
    Field("target", (), 0, st.NUM_SLOTS, "slot + 1 of its last target"),
    Field("attack_left", (), 0, MANY, "damage left to divide"),
    Field("targets_left", (), 0, st.ANY_TARGETS, "new targets it may still take"),
    Field("raid_cell", (), 0, st.NUM_CELLS, "cell + 1 of the system that is raided"),
    # The offer: side 0 what the active player gives, side 1 what it asks for
    Field("offers_left", (), 0, 2, "offers the active player may still open this turn"),
    Field(
        "offer_stage",
        (),
        0,
        4,
        "1 choosing the partner, or not sent, 2 building, 3 answers, 4 handing over",
    ),
    Field(
        "offer_partner", (), 0, st.EVERYBODY + 1, f"player + 1 it is made to, {st.EVERYBODY + 1} = everybody"
    ),
    Field("offer_side", (), 0, 1, "the side it is added to"),
    Field("offer_credits", 2, 0, st.OFFER_CREDITS, "credits"),
    Field("offer_cards", (2, st.OFFER_CARDS), 0, st.NUM_CARDS, "hand cards by name, + 1"),
    Field("offer_domains", st.NUM_DOMAINS, 0, st.OFFER_CARDS, "hand cards asked by domain"),
    Field("offer_technology", 2, 0, st.NUM_CARDS, "technology + 1"),
    Field("offer_system", 2, 0, st.NUM_CELLS, "cell + 1"),
    Field("offer_vessels", (2, st.OFFER_VESSELS), 0, st.NUM_SLOTS, "slot + 1"),
    Field("offer_handed", st.OFFER_CARDS, 0, st.NUM_CARDS, "cards + 1 laid out by the partner"),
)
at = OBSERVATION.places

# where vessels are counted, by their class
FLEET = np.full(len(st.CLASSES), at.fleet_ships)
FLEET[st.FIGHTER], FLEET[st.STATION] = at.fleet_fighters, at.fleet_stations


@kernel
def observe(t, s, seat, obs):
    """Write all that this seat may know."""
    clear(obs)
    observe_turn(s, seat, obs)
    observe_question(t, s, seat, obs)
    for p in range(s.num_players):
        observe_player(s, seat, p, obs)
    observe_cards(s, seat, obs)
    secret = offer_hidden(s, seat)
    observe_vessels(t, s, seat, secret, obs)
    observe_board(t, s, seat, obs)
    observe_grants(s, seat, obs)
    for i in range(s.stack_size):
        observe_item(t, s, seat, i, obs)
    observe_announcement(t, s, seat, obs)
    if s.want != st.WANT_NONE and not secret:
        observe_pick(s, seat, obs)
    observe_business(s, seat, obs)
    observe_combat(s, obs)
    obs[at.offers_left] = s.offers_left
    if secret:
        obs[at.offer_stage] = st.OFFER_PARTNER
    elif s.offer_stage != st.OFFER_NONE:
        observe_offer(s, seat, obs)


@kernel
def offer_hidden(s, seat):
    """An offer is being prepared; only the active player sees it before it is sent."""
    stage = s.offer_stage
    return (stage == st.OFFER_PARTNER or stage == st.OFFER_BUILD) and seat != s.active


@kernel
def has_passed(t, s, seat):
    """In this round of answers the seat was asked and passed; one that could only pass was not asked."""
    return relative(s, s.active, seat) < s.passed and can_act(t, s, seat)


@kernel
def observe_turn(s, seat, obs):
    obs[at.players] = s.num_players
    obs[at.size] = s.size
    obs[at.trade] = s.trade
    obs[at.engine_readings] = s.engine_readings
    obs[at.over] = s.over
    obs[at.round] = s.round
    obs[at.phase + s.phase] = 1
    obs[at.active] = relative(s, seat, s.active)
    obs[at.normal_turn] = relative(s, seat, s.normal_seat)
    for i in range(s.num_extra):
        obs[at.extra_turns + i] = relative(s, seat, s.extra[i]) + 1


@kernel
def observe_question(t, s, seat, obs):
    """Who decides is open to all, but for those asked to respond."""
    if s.over == 0 and s.seat == seat:
        obs[at.ask + s.ask - 1] = 1
        obs[at.deciding] = 1
    elif s.ask == st.ASK_RESPOND:
        obs[at.passed] = has_passed(t, s, seat)
    elif s.over == 0:
        obs[at.deciding] = relative(s, seat, s.seat) + 1


@kernel
def observe_player(s, seat, p, obs):
    r = relative(s, seat, p)
    obs[at.had_turn + r] = s.had_turn[p]
    obs[at.fallen + r] = s.fallen[p]
    obs[at.credits + r] = s.credits[p]
    obs[at.purse + r] = min(s.credits[p], FEW)
    obs[at.developments + r] = s.total[p]
    obs[at.ships + r] = s.ships[p]
    obs[at.hand_size + r] = s.hand_size[p]
    for i in range(s.hand_size[p]):
        card = s.hand[p, i]
        obs[at.backs + r * st.NUM_DOMAINS + card // st.CARDS_PER_DOMAIN] += 1
        if s.shown[p, i]:
            obs[at.shown + r * st.NUM_CARDS + card] += 1
    put_row(obs, at.technologies + r * st.NUM_CARDS, s.technology[p], 0)


@kernel
def observe_cards(s, seat, obs):
    for i in range(s.hand_size[seat]):
        obs[at.hand + s.hand[seat, i]] += 1
    put_row(obs, at.decks, s.deck_size, 0)
    put_row(obs, at.discard, s.discard, 0)
    put_row(obs, at.piles, s.pile, 0)


@kernel
def observe_vessels(t, s, seat, secret, obs):
    """Free slots are wiped, so their entries are 0 like all others that are not written."""
    put_row(obs, at.vessel_kind, s.v_kind[: s.top], 1)
    put_row(obs, at.vessel_jumps, s.v_jumps[: s.top], 0)
    put_row(obs, at.vessel_bonus, s.v_attack[: s.top], 0)
    put_row(obs, at.vessel_damage, s.v_damage[: s.top], 0)
    put_row(obs, at.vessel_assigned, s.v_assigned[: s.top], 0)
    marks = (1 << NUM_MARKS) - 1
    if secret:
        marks &= ~st.LISTED
    for v in range(s.top):
        if s.v_kind[v] >= 0:
            observe_vessel(t, s, seat, v, obs)
            # sixteen at once are quicker: the last four are 0, and belong to the next slot, which comes later
            put_bits(obs, at.vessel_marks + v * NUM_MARKS, s.v_flags[v] & marks, 16)
    for p in range(s.num_players):
        more = fighter_speed(t, s, p)
        if more:
            observe_speed(t, s, p, more, obs)


@kernel
def observe_vessel(t, s, seat, v, obs):
    """What a vessel is worth now, by itself and in the sums of its player and system.

    Much is read before the first entry is written: the compiler cannot know that writing changes none of it.
    """
    kind, cell, owner = s.v_kind[v], s.v_cell[v], s.v_owner[v]
    player = relative(s, seat, owner)
    strength = min(attack(t, s, v), MANY)
    left = min(hit_points(t, s, v) - s.v_damage[v], MANY)
    jumps = own_speed(t, s, v)
    fleet = cell * st.MAX_PLAYERS + player
    obs[at.vessel_speed + v] = jumps
    obs[at.vessel_owner + v] = player + 1
    obs[at.vessel_cell + v] = cell + 1
    obs[at.vessel_attack + v] = strength
    obs[at.vessel_hit_points + v] = left
    obs[at.fleet_attack + fleet] = min(obs[at.fleet_attack + fleet] + strength, MANY)
    obs[at.fleet_hit_points + fleet] = min(obs[at.fleet_hit_points + fleet] + left, MANY)
    obs[FLEET[t.kind_class[kind]] + fleet] += 1
    obs[at.vessel_nexus + v] = s.v_nexus[v] if t.kind_nexus[kind] else s.v_met[v]
    targets = st.ANY_TARGETS if s.bonus[owner, st.BONUS_MULTI] else 1 + t.kind_multi[kind] + s.v_multi[v]
    obs[at.vessel_targets + v] = targets


@kernel
def observe_speed(t, s, p, more, obs):
    """What systems of a player add to the speed of its Fighters."""
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_owner[v] == p and is_fighter(t, s, v):
            obs[at.vessel_speed + v] += more


@kernel
def observe_board(t, s, seat, obs):
    """After the vessels: their sums tell where a siege is possible."""
    put_row(obs, at.cell_developments, s.developments, 0)
    put_row(obs, at.cell_settled, s.settled, 0)
    put_row(obs, at.cell_range2, s.range2, 0)
    put_row(obs, at.cell_fought, s.fought, 0)
    put_row(obs, at.cell_habitats, s.habitat, 0)
    put_bits(obs, at.cell_stripped, s.besieged_cells, st.NUM_CELLS)
    for p in range(s.num_players):
        obs[at.cell_home + s.home[p]] = relative(s, seat, p) + 1
    cells = int(st.BOARD[s.size])
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        obs[at.cell + cell] = 1 + s.face_up[cell]
        if s.face_up[cell]:
            observe_system(t, s, seat, cell, obs)
        if s.locked[cell]:
            observe_bits(s, seat, s.locked[cell], at.cell_locks + cell * st.MAX_PLAYERS, obs)


@kernel
def observe_bits(s, seat, bits, offset, obs):
    """A bitset of players as one flag each."""
    for p in range(s.num_players):
        obs[offset + relative(s, seat, p)] = bits >> p & 1


@kernel
def observe_system(t, s, seat, cell, obs):
    system = s.system[cell]
    obs[at.cell_system + cell] = system + 1
    if t.system_domain[system] >= 0:
        obs[at.cell_domain + cell * st.NUM_DOMAINS + t.system_domain[system]] = 1
    obs[at.cell_capital + cell] = t.system_kind[system] == st.CAPITAL
    obs[at.cell_maximum + cell] = max_developments(t, s, cell)
    if s.combat_mark[cell]:
        observe_bits(s, seat, s.combat_mark[cell], at.cell_marks + cell * st.MAX_PLAYERS, obs)
    if s.owner[cell] >= 0:
        owner = relative(s, seat, s.owner[cell])
        obs[at.cell_owner + cell] = owner + 1
        if s.engine_readings:
            obs[at.cell_besieged + cell] = besieged(t, s, cell)
        else:
            obs[at.cell_besieged + cell] = undefended(cell * st.MAX_PLAYERS, owner, obs)


@kernel
def undefended(fleets, owner, obs):
    """By the sums of a system's fleets: ships of others, Fighters aside, and no attack of its owner."""
    others = -obs[at.fleet_ships + fleets + owner]
    for player in range(st.MAX_PLAYERS):
        others += obs[at.fleet_ships + fleets + player]
    return others > 0 and obs[at.fleet_attack + fleets + owner] == 0


@kernel
def observe_grants(s, seat, obs):
    for g in range(st.NUM_GRANTS):
        if s.grant_vessel[g] >= 0:
            obs[at.grant_vessel + g] = s.grant_vessel[g] + 1
            obs[at.grant_player + g] = relative(s, seat, s.grant_seat[g]) + 1


@kernel
def seen_pick(t, s, seat, item, k, value):
    """What an item names, players counted from the seat; a vessel that is gone is nothing."""
    if t.item_pick[item, k] == tb.PICK_PLAYER and value >= 0:
        value = relative(s, seat, value)
    return value + 1


@kernel
def observe_item(t, s, seat, i, obs):
    item = s.stack_item[i]
    obs[at.stack_item + i] = item + 1
    obs[at.stack_player + i] = relative(s, seat, s.stack_seat[i]) + 1
    obs[at.stack_cell + i] = s.stack_cell[i] + 1
    obs[at.stack_countered + i] = s.countered[i]
    for k in range(st.NUM_PICKS):
        obs[at.stack_picks + i * st.NUM_PICKS + k] = seen_pick(t, s, seat, item, k, s.stack_pick[i, k])


@kernel
def observe_announcement(t, s, seat, obs):
    obs[at.resolving] = s.resolving
    obs[at.steal_from] = relative(s, seat, s.steal_from) + 1 if s.steal_from >= 0 else 0
    if s.item >= 0:
        obs[at.item] = s.item + 1
        obs[at.pick_at] = s.pick_at
        for k in range(st.NUM_PICKS):
            obs[at.picks + k] = seen_pick(t, s, seat, s.item, k, s.pick[k])
        obs[at.announcer] = relative(s, seat, s.announcer) + 1
    elif s.steal_from >= 0:
        obs[at.announcer] = relative(s, seat, s.thief) + 1


@kernel
def observe_pick(s, seat, obs):
    """The vessel being picked, as far as it is known."""
    obs[at.want + s.want - 1] = 1
    obs[at.pick_cell] = s.pick_cell + 1
    if s.pick_kind >= 0:
        obs[at.pick_owner] = relative(s, seat, s.pick_owner) + 1
        obs[at.pick_kind] = s.pick_kind + 1


@kernel
def observe_business(s, seat, obs):
    """A move, draws, sales, free developments and building under way."""
    if s.mover >= 0:
        obs[at.mover] = s.mover + 1
        obs[at.move_how] = s.move_how
        obs[at.destination] = s.destination + 1
        obs[at.carry_left] = s.carry_left
    if s.draws > 0:
        obs[at.draws] = s.draws
        obs[at.draw_player] = relative(s, seat, s.draw_seat) + 1
    obs[at.selling] = s.selling
    obs[at.free_developments] = s.free_developments
    obs[at.build_cell] = s.build_cell + 1


@kernel
def observe_combat(s, obs):
    obs[at.battle] = s.battle + 1
    obs[at.window] = s.window
    if s.attacker >= 0:
        obs[at.attacker] = s.attacker + 1
        obs[at.target] = s.target + 1
        obs[at.attack_left] = min(s.attack_left, MANY)
        obs[at.targets_left] = s.targets_left
    if s.phase == st.RAID:
        obs[at.raid_cell] = s.raid_cell + 1


@kernel
def observe_offer(s, seat, obs):
    obs[at.offer_stage] = s.offer_stage
    if s.partner == st.EVERYBODY:
        obs[at.offer_partner] = st.EVERYBODY + 1
    elif s.partner >= 0:
        obs[at.offer_partner] = relative(s, seat, s.partner) + 1
    obs[at.offer_side] = s.adding_side
    for side in range(2):
        obs[at.offer_credits + side] = s.offer_credits[side]
        obs[at.offer_technology + side] = s.offer_technology[side] + 1
        obs[at.offer_system + side] = s.offer_system[side] + 1
        for i in range(st.OFFER_CARDS):
            obs[at.offer_cards + side * st.OFFER_CARDS + i] = s.offer_cards[side, i] + 1
        for i in range(st.OFFER_VESSELS):
            obs[at.offer_vessels + side * st.OFFER_VESSELS + i] = s.offer_vessels[side, i] + 1
    for domain in range(st.NUM_DOMAINS):
        obs[at.offer_domains + domain] = s.offer_domains[domain]
    for i in range(st.OFFER_CARDS):
        obs[at.offer_handed + i] = s.handed[i] + 1
