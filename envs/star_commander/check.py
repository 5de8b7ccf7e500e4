"""Star Commander: what holds after every decision. Slow and thorough; for tests and sweeps."""

from astrarium.core import kernel

from . import state as st
from . import tables as tb
from .build import build_kinds
from .cards import draw_decks, hand_bits
from .combat import asked_seat, combat_cells
from .items import pick_options
from .movement import destination_cells
from .picking import may_stop, wanted_cells, wanted_groups, wanted_which
from .trade import adding_options, handover_options
from .turn import core_cells, habitat_cells, raid_most
from .vessels import has, hit_points

(
    ALL_HOLDS,
    BAD_TURN,
    BAD_HAND,
    BAD_DECK,
    BAD_CARDS,
    BAD_SYSTEMS,
    BAD_OWNERS,
    BAD_SLOT,
    BAD_PILE,
    BAD_FLEET,
    BAD_BONUS,
    BAD_DAMAGE,
    BAD_STACK,
    BAD_ANNOUNCEMENT,
    BAD_BUSINESS,
    BAD_OFFER,
    BAD_QUESTION,
    NO_OPTION,
) = range(18)

INVARIANTS = {
    BAD_TURN: "seats, phase, extra turns, credits and offers left are within their bounds",
    BAD_HAND: "hands are sorted, shown copies first, at most five cards, nothing behind the last",
    BAD_DECK: "a deck holds cards of its domain, and nothing behind the last",
    BAD_CARDS: "each domain card is in exactly one place",
    BAD_SYSTEMS: "each system card is in exactly one place, on every cell of the board lies one",
    BAD_OWNERS: "developments stand on controlled, face-up systems, and all sums of them are right",
    BAD_SLOT: "vessels stand on face-up cells, free slots are wiped, the topmost slot is taken",
    BAD_PILE: "each pile vessel is in its pile or in play",
    BAD_FLEET: "the sums of vessels by system and player are right",
    BAD_BONUS: "the bonuses of each player are those of its technologies",
    BAD_DAMAGE: "no vessel outlives lethal damage, no amount is negative",
    BAD_STACK: "items on the stack name things that exist, places above the stack are wiped",
    BAD_ANNOUNCEMENT: "an item being announced names things that exist",
    BAD_BUSINESS: "moves, draws, thefts, sales and combat under way are about things that exist",
    BAD_OFFER: "an offer lists things that its players have, and leaves no trace when it is over",
    BAD_QUESTION: "while the game runs the right seat is asked something",
    NO_OPTION: "who is asked has a legal answer",
}

BYTE = 8
BYTE_MASK = 255
DIGIT = 6  # bits that hold the copies of one card


@kernel
def check(t, s):
    """0, or the number of the first broken invariant."""
    if not turn_holds(s):
        return BAD_TURN
    broken = check_cards(t, s)
    if broken == ALL_HOLDS:
        broken = check_board(t, s)
    if broken == ALL_HOLDS:
        broken = check_business(t, s)
    if broken == ALL_HOLDS and s.over == 0:
        if not question_holds(s):
            return BAD_QUESTION
        if not has_option(t, s):
            return NO_OPTION
    return broken


@kernel
def check_cards(t, s):
    for p in range(st.MAX_PLAYERS):
        if not hand_holds(s, p):
            return BAD_HAND
    for domain in range(st.NUM_DOMAINS):
        if not deck_holds(s, domain):
            return BAD_DECK
    return ALL_HOLDS


@kernel
def check_board(t, s):
    if not systems_hold(t, s):
        return BAD_SYSTEMS
    if not (owners_hold(s) and powers_hold(t, s)):
        return BAD_OWNERS
    for v in range(st.NUM_SLOTS):
        if not slot_holds(t, s, v):
            return BAD_SLOT
    if s.top < 0 or s.top > st.NUM_SLOTS or (s.top > 0 and s.v_kind[s.top - 1] < 0):
        return BAD_SLOT
    for kind in range(st.NUM_KINDS):
        if not pile_holds(t, s, kind):
            return BAD_PILE
    if not fleets_hold(t, s):
        return BAD_FLEET
    if not bonuses_hold(t, s):
        return BAD_BONUS
    return ALL_HOLDS if damage_holds(t, s) else BAD_DAMAGE


@kernel
def check_business(t, s):
    for i in range(st.STACK_CAP):
        if not stack_place_holds(t, s, i):
            return BAD_STACK
    if not announcement_holds(t, s):
        return BAD_ANNOUNCEMENT
    for domain in range(st.NUM_DOMAINS):
        if not cards_hold(t, s, domain):
            return BAD_CARDS
    if not business_holds(s):
        return BAD_BUSINESS
    return ALL_HOLDS if offer_holds(t, s) else BAD_OFFER


# The turn


@kernel
def is_seat(s, p):
    return p >= 0 and p < s.num_players


@kernel
def on_board(s, cell):
    return cell >= 0 and st.BOARD[s.size] >> cell & 1 == 1


@kernel
def turn_holds(s):
    if not (is_seat(s, s.seat) and is_seat(s, s.active) and is_seat(s, s.normal_seat)):
        return False
    if s.phase < 0 or s.phase > st.CLEANUP or s.asked < 0 or s.asked > s.num_players:
        return False
    if s.num_extra < 0 or s.num_extra > st.EXTRA_CAP or s.offers_left < 0 or s.offers_left > s.trade:
        return False
    for i in range(st.EXTRA_CAP):
        if not (is_seat(s, s.extra[i]) if i < s.num_extra else s.extra[i] == 0):
            return False
    for p in range(st.MAX_PLAYERS):
        if s.credits[p] < 0 or (p >= s.num_players and (s.credits[p] > 0 or s.hand_size[p] > 0)):
            return False
    return s.round == (s.turns + s.num_players - 1) // s.num_players


# Cards


@kernel
def hand_holds(s, p):
    if s.hand_size[p] < 0 or s.hand_size[p] > st.HAND_LIMIT:
        return False
    for i in range(st.HAND_LIMIT):
        if i >= s.hand_size[p]:
            if s.hand[p, i] != -1 or s.shown[p, i]:
                return False
        elif s.hand[p, i] < 0 or s.hand[p, i] >= st.NUM_CARDS:
            return False
        elif i > 0 and s.hand[p, i - 1] >= s.hand[p, i]:
            if s.hand[p, i - 1] > s.hand[p, i] or s.shown[p, i - 1] < s.shown[p, i]:
                return False
    return True


@kernel
def deck_holds(s, domain):
    if s.deck_size[domain] < 0 or (s.deck_size[domain] == 0 and s.over == 0):
        return False
    for i in range(len(s.deck[domain])):
        card = s.deck[domain, i]
        if i >= s.deck_size[domain]:
            if card != -1:
                return False
        elif card < 0 or card // st.CARDS_PER_DOMAIN != domain:
            return False
    return True


@kernel
def digit(domain, card):
    """One copy of a card in the tally of a domain; nothing for other cards."""
    if card < 0 or card >= st.NUM_CARDS or card // st.CARDS_PER_DOMAIN != domain:
        return 0
    return 1 << DIGIT * (card % st.CARDS_PER_DOMAIN)


@kernel
def cards_hold(t, s, domain):
    """Copies of every card of a domain in all places, against the card list; one digit for each card."""
    found, printed = 0, 0
    for i in range(s.deck_size[domain]):
        found += digit(domain, s.deck[domain, i])
    for p in range(s.num_players):
        for i in range(s.hand_size[p]):
            found += digit(domain, s.hand[p, i])
    for v in range(s.top):
        if s.v_kind[v] >= 0:
            found += digit(domain, t.kind_card[s.v_kind[v]])
    for i in range(s.stack_size):
        found += digit(domain, s.stack_item[i])
    found += digit(domain, s.item)
    for i in range(st.OFFER_CARDS):
        found += digit(domain, s.handed[i])
    for card in range(domain * st.CARDS_PER_DOMAIN, (domain + 1) * st.CARDS_PER_DOMAIN):
        printed += digit(domain, card) * t.card_copies[card]
        found += digit(domain, card) * s.discard[card]
        for p in range(s.num_players):
            found += digit(domain, card) * s.technology[p, card]
    return found == printed


# The board


@kernel
def systems_hold(t, s):
    for cell in range(st.NUM_CELLS):
        if (s.system[cell] >= 0) != on_board(s, cell) or s.system[cell] >= t.num_systems:
            return False
        if s.face_up[cell] and not on_board(s, cell):
            return False
    for system in range(st.NUM_SYSTEMS):
        found = s.box[system]
        for cell in range(st.NUM_CELLS):
            if s.system[cell] == system:
                found += 1
        if s.box[system] < 0 or found != (
            s.num_players if t.system_kind[system] == st.STARTING else t.system_copies[system]
        ):
            return False
    return True


@kernel
def owners_hold(s):
    for cell in range(st.NUM_CELLS):
        owned = s.owner[cell] >= 0
        if owned != (s.developments[cell] > 0) or s.developments[cell] < 0 or s.owner[cell] >= s.num_players:
            return False
        if owned and not (s.face_up[cell] and s.settled[cell]):
            return False
    for p in range(st.MAX_PLAYERS):
        bits, total = 0, 0
        for cell in range(st.NUM_CELLS):
            if s.owner[cell] == p:
                bits |= 1 << cell
                total += s.developments[cell]
        if s.owned[p] != bits or s.total[p] != total or total > st.CUBES + st.NUM_CELLS:  # ruling 72
            return False
        if p < s.num_players and s.owner[s.home[p]] != p and not s.fallen[p]:
            return False
    return True


@kernel
def powers_hold(t, s):
    """The bitsets of face-up systems that serve their controller all the time, and of Asteroid Fields."""
    bits, closed = 0, 0
    for cell in range(st.NUM_CELLS):
        if s.face_up[cell]:
            system = s.system[cell]
            if t.fighter_speed[system] or t.any_phase[system] or t.system_ability[system]:
                bits |= 1 << cell
            if t.small_only[system]:
                closed |= 1 << cell
    return s.powers == bits and s.closed == closed


@kernel
def is_vessel(s, v):
    return v >= 0 and v < s.top and s.v_kind[v] >= 0


@kernel
def slot_holds(t, s, v):
    if is_vessel(s, v):
        if s.v_kind[v] >= t.num_kinds or not is_seat(s, s.v_owner[v]):
            return False
        return on_board(s, s.v_cell[v]) and s.face_up[s.v_cell[v]] != 0
    if s.v_kind[v] != -1 or s.v_owner[v] or s.v_cell[v] or s.v_jumps[v] or s.v_multi[v] or s.v_nexus[v]:
        return False
    return not (s.v_damage[v] or s.v_assigned[v] or s.v_attack[v] or s.v_hp[v] or s.v_flags[v])


@kernel
def pile_holds(t, s, kind):
    """Spare and destroyed Scouts are out of the game; vessels of the decks have no pile."""
    found = 0
    for v in range(s.top):
        if s.v_kind[v] == kind:
            found += 1
    if kind == t.scout:
        return s.pile[kind] == 0 and found <= s.num_players
    if t.kind_card[kind] >= 0:
        return s.pile[kind] == 0
    return s.pile[kind] >= 0 and s.pile[kind] + found == t.kind_pile[kind]


@kernel
def byte(sums, p):
    """The sum of one player."""
    return sums >> BYTE * p & BYTE_MASK


@kernel
def fleets_hold(t, s):
    ships = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and t.kind_class[s.v_kind[v]] != st.STATION:
            ships += 1 << BYTE * s.v_owner[v]
    for p in range(st.MAX_PLAYERS):
        if s.ships[p] != byte(ships, p):
            return False
    for cell in range(st.NUM_CELLS):
        if not fleet_holds(t, s, cell):
            return False
    return True


@kernel
def fleet_holds(t, s, cell):
    """The sums of one system, a byte for each player."""
    here, stations, aura, room, yards = 0, 0, 0, 0, 0
    for v in range(s.top):
        kind = s.v_kind[v]
        if kind >= 0 and s.v_cell[v] == cell:
            one = 1 << BYTE * s.v_owner[v]
            here += one
            if t.kind_class[kind] == st.STATION:
                stations += one
                aura += one * t.kind_aura[kind]
                room += one * t.kind_room[kind]
                yards += one * (t.kind_yard[kind] != 0)
    for p in range(st.MAX_PLAYERS):
        if s.here[cell, p] != byte(here, p) or s.stations[cell, p] != byte(stations, p):
            return False
        if s.aura[cell, p] != byte(aura, p) or s.room[cell, p] != byte(room, p):
            return False
        if s.yards[cell, p] != byte(yards, p):
            return False
    return True


@kernel
def bonuses_hold(t, s):
    for p in range(st.MAX_PLAYERS):
        for column in range(st.NUM_BONUSES):
            total = 0
            for card in range(st.NUM_CARDS):
                total += s.technology[p, card] * t.card_bonus[card, column]
            if s.bonus[p, column] != total:
                return False
    return True


@kernel
def damage_holds(t, s):
    for v in range(s.top):
        if s.v_kind[v] >= 0:
            if s.v_damage[v] < 0 or s.v_assigned[v] < 0 or s.v_jumps[v] < 0:
                return False
            if s.v_attack[v] < 0 or s.v_hp[v] < 0 or s.v_multi[v] < 0:
                return False
            if s.over == 0 and s.v_damage[v] >= hit_points(t, s, v):
                return False
    return True


# The stack and what is under way


@kernel
def pick_holds(t, s, item, k, value, seat, depth):
    """Does the k-th pick of an item name something that exists? A vessel may be gone."""
    what = t.item_pick[item, k]
    if what == tb.PICK_VESSEL:
        return value == -1 or is_vessel(s, value)
    if what in (tb.PICK_SYSTEM, tb.PICK_SITE):
        return on_board(s, value)
    if what == tb.PICK_PLAYER:
        return is_seat(s, value) and value != seat
    if what == tb.PICK_COMMAND:
        return value >= 0 and value < depth
    if what == tb.PICK_X:
        return value >= 1 and value <= st.MAX_X
    if what == tb.PICK_HAND_CARD:
        return value >= 0 and value < st.NUM_CARDS
    return what == tb.PICK_NONE and value == -1


@kernel
def stack_place_holds(t, s, i):
    if s.stack_size < 0 or s.stack_size > st.STACK_CAP:
        return False
    if i >= s.stack_size:
        for k in range(st.NUM_PICKS):
            if s.stack_pick[i, k] != 0:
                return False
        return not (s.stack_item[i] or s.stack_seat[i] or s.stack_cell[i] or s.countered[i])
    item = s.stack_item[i]
    if item < 0 or item >= st.NUM_ITEMS or not is_seat(s, s.stack_seat[i]):
        return False
    for k in range(st.NUM_PICKS):
        if not pick_holds(t, s, item, k, s.stack_pick[i, k], s.stack_seat[i], i):
            return False
    return s.stack_cell[i] == -1 or on_board(s, s.stack_cell[i])


@kernel
def announcement_holds(t, s):
    if s.item < 0:
        for k in range(st.NUM_PICKS):
            if s.pick[k] != -1:
                return False
        return s.item == -1 and s.pick_at == 0
    if s.item >= st.NUM_ITEMS or not is_seat(s, s.announcer) or s.pick_at < 0 or s.pick_at > st.NUM_PICKS:
        return False
    for k in range(st.NUM_PICKS):
        if k >= s.pick_at:
            if s.pick[k] != -1:
                return False
        elif not pick_holds(t, s, s.item, k, s.pick[k], s.announcer, s.stack_size):
            return False
    return True


@kernel
def business_holds(s):
    if not (s.mover == -1 or is_vessel(s, s.mover)) or (s.mover == -1 and s.destination != -1):
        return False
    if s.destination != -1 and not on_board(s, s.destination):
        return False
    if s.want == st.WANT_NONE and (s.pick_cell != -1 or s.pick_group != -1):
        return False
    if s.draws < 0 or not is_seat(s, s.draw_seat) or not (s.steal_from == -1 or is_seat(s, s.steal_from)):
        return False
    if s.selling < 0 or s.selling > 2 or not (s.build_cell == -1 or on_board(s, s.build_cell)):
        return False
    for v in range(s.top):
        if has(s, v, st.RIDING) and s.mover < 0:
            return False
    for g in range(st.NUM_GRANTS):
        if not (s.grant_vessel[g] == -1 or is_vessel(s, s.grant_vessel[g])):
            return False
    return combat_holds(s)


@kernel
def combat_holds(s):
    if (s.phase >= st.INITIATE and s.phase <= st.RETREAT) != (s.battle >= 0) or s.battle >= st.NUM_CELLS:
        return False
    if (s.phase == st.WINDOW) != (s.window != 0) or s.window < 0 or s.window > 4:
        return False
    if s.attacker == -1:
        return s.target == -1 and s.attack_left == 0 and s.targets_left == 0
    return is_vessel(s, s.attacker) and (s.target == -1 or is_vessel(s, s.target)) and s.attack_left > 0


# Offers


@kernel
def offer_holds(t, s):
    listed = 0
    for v in range(s.top):
        if has(s, v, st.LISTED):
            listed += 1
    for side in range(2):
        for i in range(st.OFFER_VESSELS):
            v = s.offer_vessels[side, i]
            if v != -1:
                listed -= 1
                if not (is_vessel(s, v) and has(s, v, st.LISTED)):
                    return False
        cell = s.offer_system[side]
        if s.offer_credits[side] < 0 or not (cell == -1 or (on_board(s, cell) and s.owner[cell] >= 0)):
            return False
    if listed != 0 or (s.offer_credits[st.GIVE] > 0 and s.offer_credits[st.TAKE] > 0):
        return False
    return s.offer_stage != st.OFFER_NONE or offer_empty(s)


@kernel
def offer_empty(s):
    for side in range(2):
        if s.offer_credits[side] or s.offer_technology[side] != -1 or s.offer_system[side] != -1:
            return False
        for i in range(st.OFFER_CARDS):
            if s.offer_cards[side, i] != -1 or s.handed[i] != -1:
                return False
        for i in range(st.OFFER_VESSELS):
            if s.offer_vessels[side, i] != -1:
                return False
    for domain in range(st.NUM_DOMAINS):
        if s.offer_domains[domain]:
            return False
    return s.partner == -1 and s.adding == 0 and s.adding_side == st.GIVE


# The question


@kernel
def question_holds(s):
    """Somebody is asked, and it is the one whose matter it is."""
    ask = s.ask
    if ask <= st.ASK_NOTHING or ask > st.ASK_ANSWER:
        return False
    if ask == st.ASK_COMMAND:
        return s.phase == st.COMMAND_PHASE and s.seat == s.active and s.stack_size == 0
    if ask == st.ASK_RESPOND:
        return s.seat == asked_seat(s) and (s.stack_size > 0 or s.phase == st.WINDOW)
    if ask in (st.ASK_PARTNER, st.ASK_OFFER):
        return s.offer_stage != st.OFFER_NONE and s.seat == s.active
    if ask == st.ASK_STEAL:
        return s.steal_from >= 0 and s.seat == s.announcer
    if ask in (st.ASK_VESSEL_CELL, st.ASK_GROUP, st.ASK_WHICH):
        return s.want != st.WANT_NONE
    return True


@kernel
def has_option(t, s):
    """A legal answer exists; where pass, done, no, end or withdraw always is one there is nothing to ask."""
    ask = s.ask
    if ask == st.ASK_VESSEL_CELL:
        return wanted_cells(t, s) != 0
    if ask == st.ASK_GROUP:
        return wanted_groups(t, s) != 0 or may_stop(s)
    if ask == st.ASK_WHICH:
        return wanted_which(t, s) != 0
    if ask in (st.ASK_SYSTEM, st.ASK_PLAYER, st.ASK_STACK, st.ASK_X):
        return pick_options(t, s) != 0
    if ask == st.ASK_HAND_CARD:
        return hand_bits(s, s.seat) != 0 if s.offer_stage != st.OFFER_HANDOVER else handover_options(s) != 0
    if ask == st.ASK_STEAL:
        return hand_bits(s, s.steal_from) != 0
    if ask == st.ASK_DESTINATION:
        return destination_cells(t, s) != 0
    if ask == st.ASK_COMBAT:
        return combat_cells(s) != 0
    if ask == st.ASK_KIND:
        return build_kinds(t, s, s.seat, s.build_cell, s.phase != st.COMMAND_PHASE) != 0
    if ask == st.ASK_DECK:
        return draw_decks(t, s, s.seat) != 0
    if ask == st.ASK_EFFECT:
        return core_cells(t, s) != 0 or habitat_cells(t, s) != 0
    if ask == st.ASK_RAID:
        return raid_most(t, s) > 0
    if ask in (st.ASK_OFFER_CARD, st.ASK_OFFER_SYSTEM, st.ASK_OFFER_DOMAIN):
        return adding_options(t, s) != 0
    return True
