"""Starfarers of Catan: laying out a new game."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count, lowest
from astrarium.core.rng import shuffle
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .build import set_port
from .chance import draw
from .encounter import ALL_CARDS, nth_bit
from .flight import has_ships
from .resources import draw_supply
from .seats import ask_active
from .systems import set_colony, turn_up


@kernel
def setup(t, s):
    """Chips on the planets, cards in their piles, the pieces of the basic set-up, three cards each."""
    clear(s)
    lay_chips(t, s)
    for r in range(st.NUM_RESOURCES):
        s.bank[r] = st.CARDS_PER_RESOURCE - st.PILE_PER_RESOURCE
        s.pile[r] = st.PILE_PER_RESOURCE
    s.pile_size = st.NUM_RESOURCES * st.PILE_PER_RESOURCE
    s.deck = ALL_CARDS
    for seat in range(s.num_players):
        s.fame[seat] = st.START_FAME
        s.colony_modules[seat] = st.COLONY_MODULES
        s.trade_modules[seat] = st.TRADE_MODULES
        s.port_rings[seat] = st.PORT_RINGS
        for _ in range(st.START_HAND):
            draw_supply(s, seat)
    s.first = draw(s, s.num_players)  # the highest throw is anybody's with equal chances
    s.active = s.first
    if s.advanced:
        s.phase = st.PLACE_COLONIES
    else:
        place_pieces(t, s)
        s.phase = st.FIRST_SHIPS


@kernel
def clear(s):
    """Every field that does not begin at zero."""
    s.room = st.OUTER_SITES
    for site in range(st.NUM_SITES):
        s.site_owner[site] = -1
    for post in range(st.NUM_OUTPOSTS):
        s.outpost[post] = -1
    for node in range(st.NUM_NODES):
        s.node_ship[node] = -1
    for i in range(st.NUM_RESERVE):
        s.trophy[i] = -1
        s.trophy_owner[i] = -1
        s.trophy_planet[i] = -1
    for seat in range(st.MAX_PLAYERS):
        s.position[seat] = -1
        for k in range(st.TRANSPORTERS):
            s.ship_node[seat, k] = -1
    for race in range(st.NUM_RACES):
        s.chip[race] = -1
    for i in range(2):
        s.balls_drawn[i] = -1
        s.rolls[i] = -1
    s.place_with = -1
    s.friend_race = -1
    s.flying = -1
    s.start_node = -1
    s.card = -1
    s.part = -1
    s.enemy = -1
    s.jumper = -1
    s.jump_column = -1
    s.offerer = -1
    s.answering = -1


@kernel
def lay_chips(t, s):
    """Greek chips face up on the home planets, the others face down on planets of their colour."""
    for planet in range(st.NUM_PLANETS):
        s.face[planet] = t.home_face[planet]
        if t.planet_dot[planet] == st.GREEK:
            turn_up(t, s, planet)
    for dot in range(st.RED_DOT, st.WHITE_DOT):
        deal_chips(t, s, dot, 0)
    for face in range(st.NUM_FACES):
        s.reserve[face] = t.chips[st.WHITE_DOT, face]


@kernel
def deal_chips(t, s, dot, kept):
    """Lay the chips of a colour at random on its planets but for those of the bitset `kept`.

    What lies on a kept planet, or has been taken from one, is not dealt again.
    """
    planets = int(t.dot_planets[dot])
    chips = undealt(t, s, dot, planets & kept)
    planets &= ~kept
    while planets:
        chip = nth_bit(chips, draw(s, count(chips)))
        s.face[lowest(planets)] = t.chip_face[dot, chip]
        chips &= ~(1 << chip)
        planets &= planets - 1


@kernel
def undealt(t, s, dot, kept):
    """Bitset of the chips of a colour that were not dealt to the kept planets."""
    chips = (1 << count(t.dot_planets[dot])) - 1
    while kept:
        same = chips & t.face_chips[dot, first_face(s, lowest(kept))]
        chips &= ~(1 << lowest(same))
        kept &= kept - 1
    return chips


@kernel
def first_face(s, planet):
    """The chip that a planet was dealt, also when it has been taken from there."""
    for i in range(s.num_trophies):
        if s.trophy_planet[i] == planet:
            return s.trophy[i]
    return s.face[planet]


@kernel
def place_pieces(t, s):
    """Start positions at random; with three players the fourth is blocked."""
    n = st.MAX_PLAYERS
    for seat in range(n):
        s.position[seat] = seat
    shuffle(s, s.position, n)
    for seat in range(n):
        position = s.position[seat]
        port = t.start_port[position]
        if seat < s.num_players:
            set_colony(t, s, seat, port)
            set_port(s, seat, port)
            set_colony(t, s, seat, t.start_colony[position, 0])
            set_colony(t, s, seat, t.start_colony[position, 1])
            s.colony_modules[seat] -= 3
        else:
            s.site_owner[port] = st.BLOCKED
            s.site_owner[t.start_colony[position, 0]] = st.BLOCKED
            s.site_owner[t.start_colony[position, 1]] = st.BLOCKED
            s.position[seat] = -1


# Placing pieces: first ships, or everything in the set-up for advanced players


@kernel
def go_on_colonies(s):
    """Three rounds of colonies: forth, back and forth."""
    n = s.num_players
    if s.placed == 3 * n:
        close_sites(s)
        s.placed = 0
        s.phase = st.PLACE_PORTS
        return
    place = s.placed % n
    if s.placed // n == 1:  # the second round goes back
        place = n - 1 - place
    s.active = (s.first + place) % n
    tell(s, ev.SET_UP, ALL, s.active)
    ask_active(s, st.ASK_SITE)


@kernel
def go_on_ports(s):
    """From the last player back to the first: a spaceport, then a ship."""
    if s.placed == s.num_players:
        end_setup(s)
        return
    seat = (s.first + s.num_players - 1 - s.placed) % s.num_players
    s.active = seat
    if s.ports[seat] == 0:
        tell(s, ev.SET_UP, ALL, seat)
        ask_active(s, st.ASK_PORT)
    elif not has_ships(s, seat):
        ask_active(s, st.ASK_KIND)
    else:
        s.placed += 1


@kernel
def go_on_first_ships(s):
    """In the basic set-up everybody has a colony ship, and chooses its transporter."""
    if s.placed == s.num_players:
        end_setup(s)
        return
    s.active = (s.first + s.placed) % s.num_players
    s.placed += 1
    s.placing = st.COLONY
    tell(s, ev.SET_UP, ALL, s.active)


@kernel
def end_setup(s):
    s.placed = 0
    s.phase = st.END


@kernel
def free_home_sites(t, s):
    bits = 0
    for site in range(st.HOME_SITES):
        if s.site_owner[site] == -1:
            bits |= 1 << site
    return bits


@kernel
def close_sites(s):
    """Home sites that nobody has taken stay empty for the game."""
    for site in range(st.HOME_SITES):
        if s.site_owner[site] == -1:
            s.site_owner[site] = st.BLOCKED


@kernel
def place_colony(t, s, site):
    s.colony_modules[s.active] -= 1
    set_colony(t, s, s.active, site)
    s.placed += 1


@kernel
def own_colonies(t, s):
    return s.colonies[s.seat]


@kernel
def place_port(t, s, site):
    set_port(s, s.active, site)


@kernel
def choose_first_ship(t, s, kind):
    """A colony ship or a trade ship."""
    s.placing = st.TRADE if kind else st.COLONY
