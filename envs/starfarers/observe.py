"""Starfarers of Catan: what one seat may know, as a vector of small whole numbers.

Players are counted from the observing seat clockwise, itself first. Where a number names something, 0 is
nothing and the numbering begins at 1: player + 1, planet + 1, card + 1.

Nobody sees the order of the reserve pile, of the encounter cards and of the white chips. Each seat sees its
own hand, the chips that it has looked at, and of other hands the cards that it is sure of. The number of an
encounter card is the reader's secret until its result is read.
"""

from astrarium.core import Field, ObservationSpec, kernel
from astrarium.core.bits import lowest
from astrarium.core.rows import above, clear, put_bits, put_row
from astrarium.core.seats import named, relative

from . import script
from . import state as st
from .flight import total_speed
from .resources import bank_rate
from .systems import open_outpost, taken_friends

P = st.MAX_PLAYERS
R = st.NUM_RESOURCES
_COORDINATE = st.NUM_ROWS  # column + 1 or row + 1, at most
FAR = 99

OBSERVATION = ObservationSpec(
    # The turn
    Field("players", (), 3, P, "number of players"),
    Field("advanced", (), 0, 1, "option: set-up for advanced players"),
    Field("trade", (), 0, st.MAX_OFFERS, "option: offers a turn"),
    Field("quick", (), 0, 1, "option: two supply cards below 7 points"),
    Field("balls", (), 4, 5, "option: balls in the mother ship"),
    Field("over", (), 0, 2, "0 running, 1 won, 2 cut"),
    Field("round", (), 0, st.ROUND_CAP, "round, from 1; 0 in the set-up"),
    Field("phase", len(st.PHASES), 0, 1, "the present phase, one of: " + ", ".join(st.PHASES)),
    Field("active", (), 0, P - 1, "whose turn it is"),
    Field("first", (), 0, P - 1, "who had the first turn"),
    Field("deciding", (), 0, P - 1, "whose decision it is"),
    Field("ask", st.NUM_ASKS - 1, 0, 1, "what the own seat is asked; all 0 if another one decides"),
    Field("placed", (), 0, 3 * P, "set-up: pieces placed in this phase"),
    Field("dice", 2, 0, 6, "the last throw for production"),
    Field("to_pay", P, 0, 60, "cards still owed to Earth"),
    Field("relief", P, 0, 1, "the relief fund pays that player"),
    Field("supply", (), 0, 1, "supplies may still be drawn this turn"),
    Field("offers_left", (), 0, st.MAX_OFFERS, "offers that may still be opened this turn"),
    Field("used_rate", (), 0, 1, "the rate that is good once a turn has been used"),
    Field("used_fame", (), 0, 1, "a fame ring has been bought this turn"),
    Field("helped", P, 0, 1, "has helped the poor this turn"),
    # Players
    Field("points", P, 0, 40, "victory points"),
    Field("hand_size", P, 0, 100, "resource cards"),
    Field("fame", P, 0, st.FAME_RINGS, "fame rings"),
    Field("expansions", (P, st.NUM_EXPANSIONS), 0, 6, "boosters, cannons, freight rings"),
    Field("speed_bonus", P, 0, 9, "speed from friendship cards"),
    Field("combat_bonus", P, 0, 9, "combat strength from friendship cards"),
    Field("colony_modules", P, 0, st.COLONY_MODULES, "in reserve"),
    Field("trade_modules", P, 0, st.TRADE_MODULES, "in reserve"),
    Field("port_rings", P, 0, st.PORT_RINGS, "in reserve"),
    Field("credit", P, 0, st.MAX_CREDIT, "trade ships won and not placed yet"),
    Field("friends", (P, st.NUM_FRIENDS), 0, 1, "friendship cards"),
    Field("friends_left", st.NUM_FRIENDS, 0, 1, "friendship cards at the bases"),
    Field("chip", st.NUM_RACES, 0, P, "player + 1 with the friendship chip"),
    Field("rate", R, 0, 3, "own cards that the bank takes for one of another kind"),
    # Cards
    Field("hand", R, 0, st.CARDS_PER_RESOURCE, "own cards"),
    Field("known", (P, R), 0, st.CARDS_PER_RESOURCE, "cards that another player surely holds"),
    Field("bank", R, 0, st.CARDS_PER_RESOURCE, "cards in the bank"),
    Field("pile_size", (), 0, 60, "cards in the reserve pile"),
    Field("pile_known", R, 0, st.CARDS_PER_RESOURCE, "cards that are surely in the reserve pile"),
    Field("discard", st.NUM_ENCOUNTERS, 0, 1, "encounter cards in the discard pile"),
    # The board
    Field("site_owner", st.NUM_SITES, 0, P + 1, f"player + 1 of the colony, {P + 1} = closed"),
    Field("site_port", st.NUM_SITES, 0, 1, "a spaceport"),
    Field("planet_up", st.NUM_PLANETS, 0, 1, "its chip lies face up"),
    Field("planet_face", st.NUM_PLANETS, 0, st.NUM_FACES, "face of its chip + 1, if known"),
    Field("planet_pips", st.NUM_PLANETS, 0, 10, "throws out of 36 that it yields on, if known"),
    Field("planet_pirates", st.NUM_PLANETS, 0, 9, "cannons needed against its pirates, if known"),
    Field("planet_ice", st.NUM_PLANETS, 0, 5, "freight rings needed for its ice, if known"),
    Field("planet_seen", (P, st.NUM_PLANETS), 0, 1, "that player has looked at its face-down chip"),
    Field("reserve", st.NUM_FACES, 0, st.NUM_RESERVE, "white chips left"),
    Field("trophies", P, 0, st.NUM_RESERVE, "pirate and ice chips taken"),
    Field("trophy_face", st.NUM_RESERVE, 0, st.NUM_FACES, "their faces + 1"),
    Field("trophy_planet", st.NUM_RESERVE, 0, st.NUM_PLANETS, "planets + 1 they lay on"),
    Field("outposts", st.NUM_OUTPOSTS, 0, P, "player + 1"),
    Field("ship_cargo", (P, st.TRANSPORTERS), 0, 2, "0 in reserve, 1 colony ship, 2 trade ship; by rings"),
    Field("ship_column", (P, st.TRANSPORTERS), 0, _COORDINATE, "column + 1"),
    Field("ship_row", (P, st.TRANSPORTERS), 0, _COORDINATE, "row"),
    Field(
        "site_distance", (st.TRANSPORTERS, st.NUM_SITES), 0, FAR, "steps of the own ships to the colony sites"
    ),
    Field(
        "base_distance", (st.TRANSPORTERS, st.NUM_RACES), 0, FAR, "steps to the next free outpost of a base"
    ),
    # What is under way
    Field("placing", (), 0, 2, "a ship is being placed: 1 colony ship, 2 trade ship"),
    Field("place_with", (), 0, st.TRANSPORTERS, "rings of its transporter"),
    Field("friend_race", (), 0, st.NUM_RACES, "race + 1 whose card is to be chosen"),
    Field("balls_drawn", 2, 0, 5, "ball + 1: black, blue, yellow, red, yellow"),
    Field("speed", (), 0, 40, "speed of the active player's ships in this flight phase"),
    Field("flown", st.TRANSPORTERS, 0, 1, "that ship has finished its move"),
    Field("halted", st.TRANSPORTERS, 0, 1, "that ship may not move"),
    Field("flying", (), 0, st.TRANSPORTERS, "rings of the ship on the move"),
    Field("steps", (), 0, 40, "steps it has made"),
    Field("start_column", (), 0, _COORDINATE, "column + 1 where it began"),
    Field("start_row", (), 0, _COORDINATE, "row where it began"),
    Field("landed", (), 0, 1, "it has jumped, or finished its move before"),
    Field("jumper", (), 0, st.TRANSPORTERS, "rings of the ship that may jump"),
    Field("jump_column", (), 0, st.NUM_COLUMNS, "column + 1 it jumps to"),
    # The encounter
    Field("question", st.NUM_QUESTIONS, 0, 1, "the question asked"),
    Field("card", (), 0, st.NUM_ENCOUNTERS, "number of the encounter card, if known"),
    Field("revealed", (), 0, 1, "its number is known to all"),
    Field(
        "part", script.NUM_PARTS, 0, 1, "the part of the card that is carried out: " + ", ".join(script.PARTS)
    ),
    Field("op", script.NUM_OPS, 0, 1, "the step of it"),
    Field("at", (), 0, script.NUM_STEPS, "its number"),
    Field("to_give", (), 0, 3, "cards still to give in this step"),
    Field("to_take", (), 0, 9, "cards still to take in this step"),
    Field("due", P, 0, 1, "has still to part with something in this step"),
    Field("another", (), 0, 1, "another card follows"),
    Field("gift", R, 0, st.CARDS_PER_RESOURCE, "cards given in this encounter"),
    Field("swapped", R, 0, st.CARDS_PER_RESOURCE, "cards taken for them"),
    Field("enemy", (), 0, P, "player + 1 who rolled last against the active one"),
    Field("rolls", 2, 0, 40, "totals of the active player and of that one, + 1"),
    # The offer
    Field("offer_stage", (), 0, st.CLOSING, "0 none, 1 composing, 2 asking, 3 countering, 4 closing"),
    Field(
        "bids_given",
        (P, R),
        0,
        st.OFFER_CARDS,
        "cards given: the offerer's offer, others' counter-offers",
    ),
    Field("bids_wanted", (P, R), 0, st.OFFER_CARDS, "cards wanted"),
    Field("answers", P, 0, st.COUNTERED, "0 none, 1 accepted, 2 refused, 3 countered"),
    Field("proposals", (), 0, st.MAX_PROPOSALS, "option: offers of each other player a turn"),
    Field("haggling", (), 0, st.MAX_CHANGES, "option: times that an offer may be changed"),
    Field("proposals_left", P, 0, st.MAX_PROPOSALS, "offers that player may still make the active one"),
    Field("silent", P, 0, 1, "makes no more offers this turn"),
    Field("offerer", (), 0, P, "player + 1 who has made the offer"),
    Field("changes_left", (), 0, st.MAX_CHANGES, "times that the offer may still be changed"),
    Field("called", st.TRANSPORTERS, 0, 1, "that ship has finished its move and may still clear a planet"),
)
at = OBSERVATION.places


@kernel
def observe(t, s, seat, obs):
    """Write all that this seat may know."""
    clear(obs)
    observe_turn(s, seat, obs)
    for p in range(s.num_players):
        observe_player(s, seat, p, obs)
        observe_ships(t, s, seat, p, obs)
    observe_cards(t, s, seat, obs)
    observe_board(s, seat, obs)
    observe_planets(t, s, seat, obs)
    observe_trophies(s, seat, obs)
    observe_distances(t, s, seat, obs)
    observe_flight(t, s, obs)
    if s.card >= 0:
        observe_encounter(t, s, seat, obs)
    observe_rolls(s, seat, obs)
    if s.offer_stage != st.NO_OFFER:
        observe_offer(s, seat, obs)


@kernel
def card_hidden(s, seat):
    """Before its result is read an encounter card is open to its reader alone, the left neighbour."""
    return s.card >= 0 and not s.revealed and relative(s, s.active, seat) != 1


@kernel
def observe_turn(s, seat, obs):
    obs[at.players] = s.num_players
    obs[at.advanced] = s.advanced
    obs[at.trade] = s.trade
    obs[at.quick] = s.quick
    obs[at.balls] = s.balls
    obs[at.proposals] = s.proposals
    obs[at.haggling] = s.haggling
    obs[at.over] = s.over
    obs[at.round] = s.round
    obs[at.phase + s.phase] = 1
    obs[at.active] = relative(s, seat, s.active)
    obs[at.first] = relative(s, seat, s.first)
    obs[at.deciding] = relative(s, seat, s.seat)
    if s.seat == seat and s.ask != st.ASK_NOTHING:
        obs[at.ask + s.ask - 1] = 1
    obs[at.placed] = s.placed
    obs[at.dice] = s.dice[0]
    obs[at.dice + 1] = s.dice[1]
    obs[at.supply] = s.supply
    obs[at.offers_left] = s.offers_left
    obs[at.used_rate] = s.used_rate
    obs[at.used_fame] = s.used_fame


@kernel
def observe_player(s, seat, p, obs):
    to = relative(s, seat, p)
    obs[at.to_pay + to] = s.to_pay[p]
    obs[at.relief + to] = s.relief >> p & 1
    obs[at.helped + to] = s.helped >> p & 1
    obs[at.proposals_left + to] = s.proposals_left[p]
    obs[at.silent + to] = s.silent >> p & 1
    obs[at.points + to] = s.points[p]
    obs[at.hand_size + to] = s.hand_size[p]
    obs[at.fame + to] = s.fame[p]
    for e in range(st.NUM_EXPANSIONS):
        obs[at.expansions + st.NUM_EXPANSIONS * to + e] = s.expansion[p, e]
    obs[at.speed_bonus + to] = s.speed_bonus[p]
    obs[at.combat_bonus + to] = s.combat_bonus[p]
    obs[at.colony_modules + to] = s.colony_modules[p]
    obs[at.trade_modules + to] = s.trade_modules[p]
    obs[at.port_rings + to] = s.port_rings[p]
    obs[at.credit + to] = s.credit[p]
    put_bits(obs, at.friends + st.NUM_FRIENDS * to, s.friends[p], st.NUM_FRIENDS)
    if p != seat:
        put_row(obs, at.known + R * to, s.known[seat, p], 0)
    put_bits(obs, at.planet_seen + st.NUM_PLANETS * to, s.seen[p], st.NUM_PLANETS)
    sites = s.colonies[p] | s.ports[p]
    while sites:
        obs[at.site_owner + lowest(sites)] = to + 1
        sites &= sites - 1


@kernel
def observe_ships(t, s, seat, p, obs):
    to = st.TRANSPORTERS * relative(s, seat, p)
    for k in range(st.TRANSPORTERS):
        node = s.ship_node[p, k]
        if node >= 0:
            obs[at.ship_cargo + to + k] = s.cargo[p, k]
            obs[at.ship_column + to + k] = t.node_column[node] + 1
            obs[at.ship_row + to + k] = t.node_row[node] + 1


@kernel
def observe_cards(t, s, seat, obs):
    if seat == s.active:
        for r in range(R):
            obs[at.rate + r] = bank_rate(t, s, seat, r)
    put_row(obs, at.hand, s.hand[seat], 0)
    put_row(obs, at.bank, s.bank, 0)
    put_row(obs, at.pile_known, s.known[seat, st.PILE], 0)
    obs[at.pile_size] = s.pile_size
    put_bits(obs, at.discard, s.discard, st.NUM_ENCOUNTERS)
    put_bits(obs, at.friends_left, ~taken_friends(s), st.NUM_FRIENDS)


@kernel
def observe_board(s, seat, obs):
    """Owners; the sites of players have been written with these."""
    closed = above(s.site_owner, st.BLOCKED - 1)
    while closed:
        obs[at.site_owner + lowest(closed)] = P + 1
        closed &= closed - 1
    ports = s.ports[0] | s.ports[1] | s.ports[2] | s.ports[3]
    put_bits(obs, at.site_port, ports, st.NUM_SITES)
    posts = above(s.outpost, -1)
    while posts:
        post = lowest(posts)
        posts &= posts - 1
        obs[at.outposts + post] = relative(s, seat, s.outpost[post]) + 1
    for race in range(st.NUM_RACES):
        obs[at.chip + race] = named(s, seat, s.chip[race])


@kernel
def observe_planets(t, s, seat, obs):
    put_bits(obs, at.planet_up, s.face_up, st.NUM_PLANETS)
    known = s.face_up | s.seen[seat]
    while known:
        planet = lowest(known)
        known &= known - 1
        face = s.face[planet]
        obs[at.planet_face + planet] = face + 1
        obs[at.planet_pips + planet] = t.face_pips[face]
        obs[at.planet_pirates + planet] = t.face_pirate[face]
        obs[at.planet_ice + planet] = t.face_ice[face]


@kernel
def observe_trophies(s, seat, obs):
    put_row(obs, at.reserve, s.reserve, 0)
    for i in range(s.num_trophies):
        obs[at.trophies + relative(s, seat, s.trophy_owner[i])] += 1
        obs[at.trophy_face + i] = s.trophy[i] + 1
        obs[at.trophy_planet + i] = s.trophy_planet[i] + 1


@kernel
def observe_distances(t, s, seat, obs):
    """From the own ships to every place where they could unload."""
    for k in range(st.TRANSPORTERS):
        node = s.ship_node[seat, k]
        if node < 0:
            continue
        put_row(obs, at.site_distance + st.NUM_SITES * k, t.site_distance[node], 0)
        for race in range(st.NUM_RACES):
            post = open_outpost(s, race)
            if post >= 0:
                obs[at.base_distance + st.NUM_RACES * k + race] = t.outpost_distance[node, post]


@kernel
def observe_flight(t, s, obs):
    obs[at.placing] = s.placing
    obs[at.place_with] = s.place_with + 1
    obs[at.friend_race] = s.friend_race + 1
    for i in range(2):
        obs[at.balls_drawn + i] = s.balls_drawn[i] + 1
    obs[at.speed] = total_speed(s) if s.base_speed > 0 else 0
    for k in range(st.TRANSPORTERS):
        obs[at.flown + k] = s.flown >> k & 1
        obs[at.halted + k] = s.halted >> k & 1
        obs[at.called + k] = s.called >> k & 1
    obs[at.flying] = s.flying + 1
    obs[at.steps] = s.steps
    if s.start_node >= 0:
        obs[at.start_column] = t.node_column[s.start_node] + 1
        obs[at.start_row] = t.node_row[s.start_node] + 1
    obs[at.landed] = s.landed
    obs[at.jumper] = s.jumper + 1
    obs[at.jump_column] = s.jump_column + 1


@kernel
def observe_encounter(t, s, seat, obs):
    """The step under way is told to all: until the number is public all cards that it may be agree in it."""
    if t.question[s.card] >= 0:
        obs[at.question + t.question[s.card]] = 1
    if not card_hidden(s, seat):
        obs[at.card] = s.card + 1
    obs[at.revealed] = s.revealed
    if s.part >= 0:
        obs[at.part + s.part] = 1
        if s.at < script.NUM_STEPS:
            obs[at.op + t.op[s.card, s.part, s.at]] = 1
    obs[at.at] = s.at
    obs[at.to_give] = s.to_give
    obs[at.to_take] = s.to_take
    for p in range(s.num_players):
        obs[at.due + relative(s, seat, p)] = s.due >> p & 1
    obs[at.another] = s.another
    put_row(obs, at.gift, s.gift, 0)
    put_row(obs, at.swapped, s.swapped, 0)


@kernel
def observe_rolls(s, seat, obs):
    obs[at.enemy] = named(s, seat, s.enemy)
    for i in range(2):
        obs[at.rolls + i] = s.rolls[i] + 1


@kernel
def observe_offer(s, seat, obs):
    obs[at.offer_stage] = s.offer_stage
    obs[at.offerer] = relative(s, seat, s.offerer) + 1
    obs[at.changes_left] = s.changes_left
    for p in range(s.num_players):
        to = relative(s, seat, p)
        obs[at.answers + to] = s.answer[p]
        put_row(obs, at.bids_given + R * to, s.bid[p, st.GIVEN], 0)
        put_row(obs, at.bids_wanted + R * to, s.bid[p, st.WANTED], 0)
