"""Star Commander: laying out a new game."""

from astrarium.core import kernel
from astrarium.core.rng import below, shuffle

from . import state as st
from .systems import set_owner
from .trade import clear_offer
from .turn import begin_normal_turn
from .vessels import add_vessel


@kernel
def setup(t, s):
    """Lay the grid, shuffle the decks, place homeworlds and Scouts, draw the first player."""
    clear(s)
    s.size = s.grid if s.grid else s.num_players + 1
    for kind in range(st.NUM_KINDS):
        s.pile[kind] = t.kind_pile[kind]
    lay_systems(t, s)
    for domain in range(st.NUM_DOMAINS):
        shuffle_deck(t, s, domain)
    for seat in range(s.num_players):
        cell = s.home[seat]
        s.developments[cell] = 1
        set_owner(s, cell, seat)
        add_vessel(t, s, seat, t.scout, cell)
        s.credits[seat] = st.START_CREDITS
    s.pile[t.scout] = 0  # spare Scouts leave the game
    begin_normal_turn(s, below(s, s.num_players))


@kernel
def clear(s):
    """Every field that does not begin at zero."""
    for v in range(st.NUM_SLOTS):
        s.v_kind[v] = -1
    for cell in range(st.NUM_CELLS):
        s.system[cell] = -1
        s.owner[cell] = -1
    for seat in range(st.MAX_PLAYERS):
        s.home[seat] = -1
        for i in range(st.HAND_LIMIT):
            s.hand[seat, i] = -1
    for g in range(st.NUM_GRANTS):
        s.grant_vessel[g] = -1
    s.item = -1
    s.pick_cell = -1
    s.pick_owner = -1
    s.pick_kind = -1
    s.mover = -1
    s.destination = -1
    s.steal_from = -1
    s.build_cell = -1
    s.battle = -1
    s.attacker = -1
    s.target = -1
    for k in range(3):
        s.pick[k] = -1
    clear_offer(s)


@kernel
def home_cell(s, seat):
    """Bottom, left, top, right tip of the diamond; two players sit opposite each other."""
    last = s.size - 1
    tip = 2 * seat if s.num_players == 2 else seat
    row = last if tip < 2 else 0
    column = last if tip == 0 or tip == 3 else 0
    return st.SIDE * row + column


@kernel
def lay_systems(t, s):
    """Homeworlds at the tips, face-down systems on the other cells, the rest back into the box."""
    for system in range(st.NUM_SYSTEMS):
        s.box[system] = 0 if t.system_kind[system] == st.STARTING else t.system_copies[system]
    for seat in range(s.num_players):
        cell = home_cell(s, seat)
        s.home[seat] = cell
        s.system[cell] = t.homeworld
        s.face_up[cell] = True
        s.settled[cell] = True
    deal_systems(s)


@kernel
def deal_systems(s):
    """Fill every cell without a system with a random card of the box, face down."""
    left = 0
    for system in range(st.NUM_SYSTEMS):
        left += s.box[system]
    for row in range(s.size):
        for column in range(s.size):
            cell = st.SIDE * row + column
            if s.system[cell] < 0:
                at = below(s, left)
                system = 0
                while at >= s.box[system]:
                    at -= s.box[system]
                    system += 1
                s.system[cell] = system
                s.box[system] -= 1
                left -= 1


@kernel
def shuffle_deck(t, s, domain):
    n = 0
    for i in range(st.CARDS_PER_DOMAIN):
        card = domain * st.CARDS_PER_DOMAIN + i
        for _ in range(t.card_copies[card]):
            s.deck[domain, n] = card
            n += 1
    s.deck_size[domain] = n
    shuffle(s, s.deck[domain], n)
