"""Starfarers of Catan: what holds after every decision. Slow and thorough; for tests and sweeps."""

import numpy as np

from astrarium.core import kernel
from astrarium.core.bits import count, count_ones

from . import actions as act
from . import script
from . import state as st
from .build import most
from .encounter import ALL_CARDS
from .questions import QUESTIONS
from .setup import first_face
from .systems import favourite
from .trade import bid_size

legal = QUESTIONS.legal

(
    ALL_HOLDS,
    BAD_TURN,
    BAD_CARDS,
    BAD_HAND,
    BAD_KNOWLEDGE,
    BAD_CHIPS,
    BAD_PRODUCTION,
    BAD_SITES,
    BAD_PIECES,
    BAD_SHIPS,
    BAD_FRIENDS,
    BAD_POINTS,
    BAD_FLIGHT,
    BAD_ENCOUNTER,
    BAD_OFFER,
    BAD_QUESTION,
    NO_ANSWER,
) = range(17)

INVARIANTS = {
    BAD_TURN: "seats, phase, round, dice and what is left of the turn are within their bounds",
    BAD_CARDS: "each resource card is in the bank, in the reserve pile or in a hand",
    BAD_HAND: "sizes of hands and of the reserve pile are right",
    BAD_KNOWLEDGE: "nobody is sure of a card that is not there, and everybody knows what all know",
    BAD_CHIPS: "each chip lies on a planet of its colour, in the reserve or with a player",
    BAD_PRODUCTION: "planets produce on the numbers of their face-up chips, seats by their colonies",
    BAD_SITES: "colonies and spaceports stand on their owner's sites beside face-up chips; room is elsewhere",
    BAD_PIECES: "modules, rings and expansions are within what a player has",
    BAD_SHIPS: "ships stand on intersections, one on each but for a ship on the move",
    BAD_FRIENDS: "friendship cards and chips belong to those with outposts, and their bonuses are right",
    BAD_POINTS: "victory points are those of what a player has, and who wins has won",
    BAD_FLIGHT: "a flight or jump under way is about a ship on the board",
    BAD_ENCOUNTER: "an encounter card is in one place, and leaves no trace when it is over",
    BAD_OFFER: "bids name cards that their makers hold, and leave no trace when they are over",
    BAD_QUESTION: "while the game runs the right seat is asked something",
    NO_ANSWER: "who is asked has a legal answer",
}


@kernel
def check(t, s):
    """0, or the number of the first broken invariant."""
    if not turn_holds(s):
        return BAD_TURN
    broken = check_cards(s)
    if broken == ALL_HOLDS:
        broken = check_board(t, s)
    if broken == ALL_HOLDS:
        broken = check_players(t, s)
    if broken == ALL_HOLDS:
        broken = check_business(t, s)
    return broken


@kernel
def turn_holds(s):
    n = s.num_players
    if n < 3 or n > st.MAX_PLAYERS:
        return False
    for seat in (s.seat, s.active, s.first):
        if seat < 0 or seat >= n:
            return False
    if s.phase not in range(len(st.PHASES)) or s.over not in range(3):
        return False
    if s.turns > 0 and s.round != (s.turns + n - 1) // n:
        return False
    if s.placed < 0 or s.placed > 3 * n or s.round > st.ROUND_CAP:
        return False
    for i in range(2):
        if s.dice[i] < 0 or s.dice[i] > 6:
            return False
    if (
        s.offers_left < 0
        or s.offers_left > s.trade
        or count(s.helped) > st.HELPERS
        or (s.relief | s.silent) >> n
    ):
        return False
    for p in range(st.MAX_PLAYERS):
        if s.proposals_left[p] not in range(s.proposals + 1):
            return False
        if s.to_pay[p] < 0 or (s.phase != st.TRIBUTE and s.to_pay[p] > 0):
            return False
    return True


# Cards


@kernel
def check_cards(s):
    for r in range(st.NUM_RESOURCES):
        total = s.bank[r] + s.pile[r]
        if s.bank[r] < 0 or s.pile[r] < 0:
            return BAD_CARDS
        for p in range(st.MAX_PLAYERS):
            if s.hand[p, r] < 0 or (p >= s.num_players and s.hand[p, r] > 0):
                return BAD_CARDS
            total += s.hand[p, r]
        if total != st.CARDS_PER_RESOURCE:
            return BAD_CARDS
    if not sizes_hold(s):
        return BAD_HAND
    return ALL_HOLDS if knowledge_holds(s) else BAD_KNOWLEDGE


@kernel
def sizes_hold(s):
    pile = 0
    for r in range(st.NUM_RESOURCES):
        pile += s.pile[r]
    for p in range(st.MAX_PLAYERS):
        size = 0
        for r in range(st.NUM_RESOURCES):
            size += s.hand[p, r]
        if size != s.hand_size[p]:
            return False
    return pile == s.pile_size


@kernel
def held(s, holder, r):
    return int(s.pile[r]) if holder == st.PILE else int(s.hand[holder, r])


@kernel
def knowledge_holds(s):
    for o in range(st.NUM_OBSERVERS):
        for h in range(st.NUM_HOLDERS):
            for r in range(st.NUM_RESOURCES):
                sure = s.known[o, h, r]
                if sure < 0 or sure > held(s, h, r):
                    return False
                if o == h and o != st.PUBLIC:
                    if sure != 0:
                        return False
                elif sure < s.known[st.PUBLIC, h, r]:
                    return False
    return True


# The board


@kernel
def check_board(t, s):
    if not chips_hold(t, s):
        return BAD_CHIPS
    if not production_holds(t, s):
        return BAD_PRODUCTION
    if not sites_hold(t, s) or not room_holds(s):
        return BAD_SITES
    return ALL_HOLDS if pips_hold(t, s) else BAD_PRODUCTION


@kernel
def chips_hold(t, s):
    if s.num_trophies < 0 or s.num_trophies > st.NUM_RESERVE:
        return False
    for i in range(st.NUM_RESERVE):
        there = i < s.num_trophies
        if (
            (s.trophy[i] >= 0) != there
            or (s.trophy_owner[i] >= 0) != there
            or (s.trophy_planet[i] >= 0) != there
            or s.trophy[i] >= st.NUM_FACES
            or s.trophy_planet[i] >= st.NUM_PLANETS
        ):
            return False
    for planet in range(st.NUM_PLANETS):
        if s.face[planet] < 0 or s.face[planet] >= t.num_faces:
            return False
    return faces_hold(t, s)


@kernel
def faces_hold(t, s):
    """As many chips of each face as there should be, of each colour."""
    chips = np.zeros((st.WHITE_DOT + 1, st.NUM_FACES), np.int64)
    for planet in range(st.NUM_PLANETS):
        if t.planet_dot[planet] < st.WHITE_DOT:
            chips[t.planet_dot[planet], first_face(s, planet)] += 1
    for i in range(s.num_trophies):
        chips[st.WHITE_DOT, s.face[s.trophy_planet[i]]] += 1
    for face in range(st.NUM_FACES):
        chips[st.WHITE_DOT, face] += s.reserve[face]
        if s.reserve[face] < 0:
            return False
        for dot in range(st.WHITE_DOT + 1):
            if chips[dot, face] != t.chips[dot, face]:
                return False
    return True


@kernel
def production_holds(t, s):
    producing = np.zeros(st.NUM_TOTALS, np.int64)
    for planet in range(st.NUM_PLANETS):
        if s.face_up >> planet & 1:
            for total in range(st.NUM_TOTALS):
                producing[total] |= (t.face_totals[s.face[planet]] >> total & 1) << planet
    for total in range(st.NUM_TOTALS):
        if producing[total] != s.producing[total]:
            return False
    for planet in range(st.NUM_PLANETS):
        face = s.face[planet]
        if s.face_up >> planet & 1 and (t.face_pirate[face] > 0 or t.face_ice[face] > 0):
            return False
    return s.face_up >> st.NUM_PLANETS == 0


@kernel
def sites_hold(t, s):
    for system in range(st.NUM_SYSTEMS):
        n = 0
        for site in range(st.PLANETS_PER_SYSTEM * system, st.PLANETS_PER_SYSTEM * (system + 1)):
            owner = s.site_owner[site]
            if owner < -1 or owner > st.BLOCKED or s.num_players <= owner < st.BLOCKED:
                return False
            for p in range(st.MAX_PLAYERS):
                pieces = (s.colonies[p] >> site & 1) + (s.ports[p] >> site & 1)
                if pieces != (owner == p):
                    return False
            if 0 <= owner < st.BLOCKED:
                n += 1
                for i in range(2):
                    if not s.face_up >> t.site_planet[site, i] & 1:
                        return False
        if n != s.settled[system] or (s.num_players == 3 and system >= st.HOME_SYSTEMS and n > 2):
            return False
    return True


@kernel
def room_holds(s):
    """Outer sites that are free, in systems that are not full."""
    room = 0
    for site in range(st.HOME_SITES, st.NUM_SITES):
        full = s.num_players == 3 and s.settled[site // st.PLANETS_PER_SYSTEM] == 2
        if s.site_owner[site] == -1 and not full:
            room |= 1 << site
    return room == s.room


@kernel
def pips_hold(t, s):
    pips = np.zeros((st.MAX_PLAYERS, st.NUM_RESOURCES), np.int64)
    for site in range(st.NUM_SITES):
        if 0 <= s.site_owner[site] < st.MAX_PLAYERS:
            for i in range(2):
                planet = t.site_planet[site, i]
                pips[s.site_owner[site], t.planet_resource[planet]] += t.face_pips[s.face[planet]]
    for p in range(st.MAX_PLAYERS):
        for r in range(st.NUM_RESOURCES):
            if pips[p, r] != s.pips[p, r]:
                return False
    return True


# Players


@kernel
def check_players(t, s):
    rings = 0
    for p in range(s.num_players):
        rings += s.fame[p]
        if not pieces_hold(s, p):
            return BAD_PIECES
    if rings > st.FAME_RINGS:
        return BAD_PIECES
    if not ships_hold(t, s):
        return BAD_SHIPS
    if not friends_hold(t, s):
        return BAD_FRIENDS
    return ALL_HOLDS if points_hold(s) else BAD_POINTS


@kernel
def pieces_hold(s, p):
    """Every module and ring is in reserve, on a ship or on the board."""
    colonies = s.colony_modules[p] + count(s.colonies[p]) + count(s.ports[p])
    trades = int(s.trade_modules[p])
    for k in range(st.TRANSPORTERS):
        colonies += s.cargo[p, k] == st.COLONY
        trades += s.cargo[p, k] == st.TRADE
    for post in range(st.NUM_OUTPOSTS):
        if s.outpost[post] < -1 or s.outpost[post] >= s.num_players:
            return False
        trades += s.outpost[post] == p
    for e in range(st.NUM_EXPANSIONS):
        if s.expansion[p, e] < 0 or s.expansion[p, e] > most(e):
            return False
    if s.fame[p] < 0 or s.credit[p] < 0 or min(s.colony_modules[p], s.trade_modules[p], s.port_rings[p]) < 0:
        return False
    if s.port_rings[p] + count(s.ports[p]) != st.PORT_RINGS:
        return False
    return colonies == st.COLONY_MODULES and trades == st.TRADE_MODULES


@kernel
def ships_hold(t, s):
    ships = 0
    for p in range(st.MAX_PLAYERS):
        for k in range(st.TRANSPORTERS):
            node = s.ship_node[p, k]
            if node < -1 or node >= t.num_nodes or (s.cargo[p, k] != st.EMPTY) != (node >= 0):
                return False
            if node < 0:
                continue
            moving = p == s.active and k == s.flying
            if not moving and s.node_ship[node] != st.TRANSPORTERS * p + k:
                return False
            if not moving or s.node_ship[node] == st.TRANSPORTERS * p + k:
                ships += 1
            if p >= s.num_players or (not moving and not may_stand(t, s, p, k)):
                return False
    for node in range(st.NUM_NODES):
        if s.node_ship[node] >= 0:
            ships -= 1
    return ships == 0


@kernel
def may_stand(t, s, p, k):
    """No ship rests on a colony or an outpost, none of the wrong kind on a site."""
    node = s.ship_node[p, k]
    site = int(t.node_site[node])
    if site >= 0:
        return s.cargo[p, k] == st.COLONY and s.site_owner[site] == -1
    return t.node_outpost[node] < 0


@kernel
def friends_hold(t, s):
    for race in range(st.NUM_RACES):
        if s.chip[race] != favourite(s, race) or not posts_hold(s, race):
            return False
        five = ((1 << st.OUTPOSTS_PER_RACE) - 1) << st.OUTPOSTS_PER_RACE * race
        all_cards = 0
        for p in range(s.num_players):
            cards = s.friends[p] & five
            posts = int(p == s.active and s.friend_race == race)  # a card that is being chosen
            if all_cards & cards:
                return False
            all_cards |= cards
            for post in range(st.OUTPOSTS_PER_RACE * race, st.OUTPOSTS_PER_RACE * (race + 1)):
                posts -= s.outpost[post] == p
            if count(cards) != -posts:
                return False
        for post in range(st.OUTPOSTS_PER_RACE * race + 1, st.OUTPOSTS_PER_RACE * (race + 1)):
            if s.outpost[post] >= 0 and s.outpost[post - 1] < 0:
                return False
    for p in range(s.num_players):
        speed, combat = 0, 0
        for friend in range(st.NUM_FRIENDS):
            if s.friends[p] >> friend & 1:
                speed += t.friend_speed[friend]
                combat += t.friend_combat[friend]
        if speed != s.speed_bonus[p] or combat != s.combat_bonus[p]:
            return False
    return True


@kernel
def posts_hold(s, race):
    """Outposts are counted by base and by seat."""
    docked = 0
    for p in range(st.MAX_PLAYERS):
        posts = 0
        for post in range(st.OUTPOSTS_PER_RACE * race, st.OUTPOSTS_PER_RACE * (race + 1)):
            posts += s.outpost[post] == p
        if posts != s.posts[p, race]:
            return False
        docked += posts
    return docked == s.docked[race]


@kernel
def points_hold(s):
    for p in range(s.num_players):
        points = count(s.colonies[p]) + 2 * count(s.ports[p]) + s.fame[p] // 2
        for race in range(st.NUM_RACES):
            points += 2 * (s.chip[race] == p)
        for i in range(s.num_trophies):
            points += s.trophy_owner[i] == p
        if points != s.points[p]:
            return False
    return (s.over == 1) == (s.turns > 0 and s.points[s.active] >= st.TARGET) or s.over == 2


# What is under way


@kernel
def check_business(t, s):
    if not flight_holds(s):
        return BAD_FLIGHT
    if not encounter_holds(t, s):
        return BAD_ENCOUNTER
    if not offer_holds(s):
        return BAD_OFFER
    if s.over:
        return ALL_HOLDS
    if not question_holds(s):
        return BAD_QUESTION
    return ALL_HOLDS if has_answer(t, s) else NO_ANSWER


@kernel
def flight_holds(s):
    if s.placing not in range(len(st.CARGOES)) or s.place_with not in range(-1, st.TRANSPORTERS):
        return False
    if s.place_with >= 0 and (s.placing == st.EMPTY or s.ship_node[s.active, s.place_with] >= 0):
        return False
    if s.flying >= 0:
        if s.ship_node[s.active, s.flying] < 0 or s.start_node < 0 or s.base_speed == 0:
            return False
    elif s.steps != 0 or s.start_node != -1 or s.landed:
        return False
    if s.jumper >= 0:
        return s.ship_node[s.active, s.jumper] >= 0 and s.phase == st.ENCOUNTER
    return s.jump_column == -1


@kernel
def encounter_holds(t, s):
    deck, discard = s.deck, s.discard
    if deck & discard:
        return False
    if s.card < 0:
        for r in range(st.NUM_RESOURCES):
            if s.gift[r] or s.swapped[r]:
                return False
        if s.revealed or s.part != -1 or s.at or s.another:
            return False
        if s.begun or s.to_give or s.to_take or s.due:
            return False
        return deck | discard == ALL_CARDS
    if s.phase != st.ENCOUNTER or s.part not in range(-1, script.NUM_PARTS):
        return False
    if s.at not in range(script.NUM_STEPS + 1) or s.to_give < 0 or s.to_take < 0 or s.due >> s.num_players:
        return False
    if s.revealed and deck >> s.card & 1:  # it has been shuffled into the deck
        return deck | discard == ALL_CARDS
    own = 1 << s.card
    return (deck | discard) & own == 0 and deck | discard | own == ALL_CARDS


@kernel
def offer_holds(s):
    if s.offer_stage not in range(st.NUM_STAGES):
        return False
    if (s.answering >= 0) != (s.offer_stage == st.ASKING or s.offer_stage == st.COUNTERING):
        return False
    if (s.offerer >= 0) != (s.offer_stage != st.NO_OFFER) or s.changes_left not in range(s.haggling + 1):
        return False
    for p in range(st.MAX_PLAYERS):
        for r in range(st.NUM_RESOURCES):
            given, wanted = s.bid[p, st.GIVEN, r], s.bid[p, st.WANTED, r]
            if min(given, wanted) < 0 or (given > 0 and wanted > 0) or given > s.hand[p, r]:
                return False
        if bid_size(s, p, st.GIVEN) > st.OFFER_CARDS or bid_size(s, p, st.WANTED) > st.OFFER_CARDS:
            return False
        if s.offer_stage == st.NO_OFFER and (
            s.answer[p] or bid_size(s, p, st.GIVEN) or bid_size(s, p, st.WANTED)
        ):
            return False
    return True


@kernel
def question_holds(s):
    """Somebody is asked, and it is the one whose matter it is."""
    ask, active = s.ask, s.seat == s.active
    if ask not in range(1, st.NUM_ASKS):
        return False
    if ask == st.ASK_BUILD:
        return active and s.phase == st.BUILDING and s.offer_stage == st.NO_OFFER
    if ask == st.ASK_FLY:
        return active and s.flying >= 0
    if ask == st.ASK_SHIP:
        return active and s.phase == st.FLIGHT and s.flying < 0
    if ask == st.ASK_COMPOSE:
        return s.offer_stage == st.COMPOSING if s.seat == s.offerer else s.offer_stage == st.COUNTERING
    if ask == st.ASK_OFFER:
        return s.offer_stage == st.ASKING and s.seat == s.answering
    if ask == st.ASK_CLOSE:
        return s.offer_stage == st.CLOSING and s.seat == s.offerer
    if ask == st.ASK_PROPOSE:
        return s.phase == st.HEARING and s.offer_stage == st.NO_OFFER and not active
    if ask == st.ASK_TRIBUTE:
        return s.phase == st.TRIBUTE and s.to_pay[s.seat] > 0
    if ask == st.ASK_THEFT:
        return active and s.phase == st.TRIBUTE
    if ask == st.ASK_RELIEF:
        return s.phase == st.RELIEF and s.relief >> s.seat & 1 != 0
    if ask == st.ASK_TRANSPORTER or ask == st.ASK_LAUNCH:
        return active and s.placing != st.EMPTY
    if ask == st.ASK_FRIEND:
        return active and s.friend_race >= 0
    if ask == st.ASK_COLUMN or ask == st.ASK_ROW:
        return active and s.jumper >= 0
    if ask == st.ASK_SITE or ask == st.ASK_PORT or ask == st.ASK_KIND:
        return active and s.turns == 0
    return encounter_asks(s, ask, active)


@kernel
def encounter_asks(s, ask, active):
    """A question of the card comes before its parts, those of a step after."""
    if s.card < 0:
        return False
    if ask == st.ASK_GIFT or ask == st.ASK_CHOICE:
        return active and s.part < 0
    if ask == st.ASK_BEG or ask == st.ASK_WEAR:
        return s.due >> s.seat & 1 != 0
    return active and s.part >= 0


@kernel
def has_answer(t, s):
    mask = np.zeros(act.NUM_ACTIONS, np.int8)
    legal(t, s, mask)
    return count_ones(mask) > 0
