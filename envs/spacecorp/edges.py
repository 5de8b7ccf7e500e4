"""SpaceCorp: Edges: when they may be played, by whom, and what they do."""

from astrarium.core import apart, kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.seats import clockwise
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .cards import card_number, laid_cards, offer_bits, poach, remove_card, show_card, take_offer
from .contracts import infra_cards
from .profit import gain, pay
from .progress import take_title
from .tiles import any_life
from .value import note_infra


@kernel
def open_window(t, s, window):
    """A moment for Edges: the active player is asked first, then clockwise, once around."""
    s.window = window
    s.asked = 0
    s.heard = 0
    ask_edges(t, s)


@kernel
def close_window(s):
    s.window = st.NO_WINDOW
    s.asked = 0
    s.heard = 0


@kernel
def ask_edges(t, s):
    """The next seat that holds a fitting Edge; seats without one are passed over in silence."""
    while s.asked < s.num_players:
        seat = clockwise(s, s.active, s.asked)
        if edges_of(t, s, seat):
            s.seat = seat
            s.ask = st.ASK_EDGE
            return
        s.asked += 1
    close_window(s)


@kernel
def decline_edge(t, s):
    s.asked += 1


@kernel
def infected(t, s, seat):
    """Has this player a team or a base beside a tile with life?"""
    for site in range(t.num_sites[s.era]):
        if any_life(t, s, site):
            if s.owner[site] == seat:
                return True
            for team in range(st.NUM_TEAMS):
                if s.team_site[seat, team] == site:
                    return True
    return False


@kernel
def any_infected(t, s):
    for seat in range(s.num_players):
        if infected(t, s, seat):
            return True
    return False


@kernel
def any_infra(s):
    for seat in range(s.num_players):
        if infra_cards(s, seat, 0) > 0:
            return True
    return False


@kernel
def sabotage_types(t, s):
    """Actions of the era that have not been named yet."""
    bits = (1 << st.PASS) - 1
    if s.era == st.MARINERS:
        bits &= ~(1 << st.REVELATION)
    if s.era != st.STARFARERS:
        bits &= ~(1 << st.COLONIZE)
    return bits & ~int(s.sabotaged)


@kernel
@apart
def edge_fits(t, s, seat, edge):
    """Would this Edge do something here and now in the hands of this player?"""
    own = seat == s.active
    if edge == st.COMPETITORS:
        return own and not s.competitors
    if edge == st.HACK:
        return not own and offer_bits(s) != 0
    if edge == st.MICROBES:
        return any_infected(t, s)
    if edge == st.INCOMPATIBLE:
        return any_infra(s)
    if edge == st.SABOTAGE:
        return not own and sabotage_types(t, s) != 0
    if edge == st.DIVERT:
        return not own and s.produced > 0
    if edge == st.SALVAGE:
        return own and offer_bits(s) != 0
    if edge == st.LEAK:
        title = s.leak_title
        return seat != s.taker and s.progress_left[title] > 0 and not s.progress[seat] >> title & 1
    if edge == st.POACH:
        return not own and laid_cards(s) > 0
    if edge == st.INTERCEPT:
        return not s.passed >> seat & 1
    return True  # Market Influence


@kernel
def edges_of(t, s, seat):
    """Edges that a player could play in the open window."""
    bits = 0
    if not s.hand_bits[seat] & t.window_bits[s.era, s.window]:
        return bits
    for edge in range(st.NUM_EDGES):
        if int(st.WINDOW_OF[edge]) == s.window and s.hand_bits[seat] & t.edge_bits[s.era, edge]:
            if edge_fits(t, s, seat, edge):
                bits |= 1 << edge
    return bits


@kernel
def edge_choices(t, s):
    return edges_of(t, s, s.seat)


@kernel
def play_edge(t, s, edge):
    """Discard the card and follow its Edge."""
    seat = s.seat
    card = lowest(int(s.hand_bits[seat] & t.edge_bits[s.era, edge]))
    remove_card(s, seat, card)
    show_card(s, seat, card)
    s.discard[card] += 1
    s.heard = s.asked
    tell(s, ev.EDGE, ALL, seat, card_number(s, card), edge)
    if edge == st.COMPETITORS:
        s.competitors = 1
    elif edge == st.HACK:
        s.ask = st.ASK_HACK
    elif edge == st.SABOTAGE:
        s.ask = st.ASK_SABOTAGE
    elif edge == st.MICROBES:
        spread_microbes(t, s)
    elif edge == st.INCOMPATIBLE:
        s.purge = 0
    elif edge == st.DIVERT:
        gain(s, seat, (s.produced + 1) // 2, ev.DIVERTED)
    elif edge == st.SALVAGE:
        for box in range(st.NUM_OFFERS):
            if s.offers[box] >= 0:
                take_offer(s, seat, box)
    elif edge == st.MARKET:
        gain(s, seat, 2 if seat == s.active else 1, ev.MARKET)
    elif edge == st.LEAK:
        take_title(t, s, seat, s.leak_title)
    elif edge == st.POACH:
        poach(s, seat)
    elif edge == st.INTERCEPT:
        intercept(s, seat)


@kernel
def spread_microbes(t, s):
    """Everybody who meets the condition loses 2T, not below 0."""
    for seat in range(s.num_players):
        if infected(t, s, seat):
            pay(s, seat, st.MICROBES_LOSS, ev.MICROBES)


@kernel
def intercept(s, seat):
    """An extra turn at once; then the seat follows that would have been next."""
    close_window(s)
    s.active = seat
    s.extra = 1
    s.step = st.S_BEGIN


# Hack, Sabotage, Incompatible


@kernel
def hackable(t, s):
    return offer_bits(s) << st.TAKE_OFFER


@kernel
def hack(t, s, source):
    take_offer(s, s.seat, source - st.TAKE_OFFER)


@kernel
def sabotage(t, s, kind):
    """The active player may not conduct that action in this turn."""
    s.sabotaged |= 1 << kind
    tell(s, ev.FORBIDS, ALL, s.active, kind)


@kernel
def ask_purge(s):
    """Incompatible: in turn order everybody removes one Infra card."""
    while s.purge < s.num_players:
        seat = clockwise(s, s.active, s.purge)
        if infra_cards(s, seat, 0) > 0:
            s.seat = seat
            s.ask = st.ASK_PURGE
            return
        s.purge += 1
    s.purge = -1


@kernel
def purgeable(t, s):
    slots = 0
    for slot in range(st.NUM_SLOTS):
        if s.infra[s.seat, slot] >= 0:
            slots |= 1 << slot
    return slots


@kernel
def purge(t, s, slot):
    """An Infra card leaves the game; one of this era is missed in the deck."""
    card = s.infra[s.seat, slot]
    if card // st.NUM_CARDS == s.era:
        s.purged[card % st.NUM_CARDS] += 1
    s.infra[s.seat, slot] = -1
    tell(s, ev.PURGES, ALL, s.seat, card)
    note_infra(t, s, s.seat)
    s.purge += 1
