"""Starship Captains: decks and supplies. What nobody knows is drawn when it is needed."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count, draw_bit
from astrarium.core.rng import below
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st


@kernel
def draw_count(s, counts, n):
    """An index of an array of counts, each piece equally likely; -1 when there is none."""
    total = 0
    for k in range(n):
        total += counts[k]
    if total == 0:
        return -1
    at = below(s, total)
    k = 0
    while at >= counts[k]:
        at -= counts[k]
        k += 1
    counts[k] -= 1
    return k


@kernel
def refill(supply, discard, n):
    """The discard pile becomes the supply when that is empty; whether this brought anything."""
    total = 0
    for k in range(n):
        if supply[k] > 0:
            return False
        total += discard[k]
    for k in range(n):
        supply[k] = discard[k]
        discard[k] = 0
    return total > 0


@kernel
def draw_artifact(s):
    if refill(s.artifact_supply, s.artifact_discard, st.NUM_ARTIFACTS):
        tell(s, ev.NEW_SUPPLY, ALL, ev.SUPPLY_ARTIFACTS)
    return draw_count(s, s.artifact_supply, st.NUM_ARTIFACTS)


@kernel
def draw_pirate(s):
    if refill(s.pirate_supply, s.pirate_discard, st.NUM_PIRATES):
        tell(s, ev.NEW_SUPPLY, ALL, ev.SUPPLY_PIRATES)
    return draw_count(s, s.pirate_supply, st.NUM_PIRATES)


# Techs. The back of the top card shows its tier; betas that were put under the deck at the start come last.


@kernel
def turn_up_tier(t, s):
    """The tier of the new top card."""
    betas = count(s.tech_pool & t.betas)
    alphas = count(s.tech_pool) - betas
    upper = alphas + betas - s.tech_under
    if upper > 0:
        s.tech_top = st.ALPHA if below(s, upper) < alphas else st.BETA
    else:
        s.tech_top = st.BETA if betas > 0 else -1


@kernel
def draw_tech(t, s):
    """The top card of the tech deck, made anew from its discard pile when it is empty; -1 if both are."""
    if s.tech_pool == 0 and s.tech_discard != 0:
        s.tech_pool = s.tech_discard
        s.tech_discard = 0
        s.tech_under = 0
        tell(s, ev.NEW_SUPPLY, ALL, ev.SUPPLY_TECHS)
        turn_up_tier(t, s)
    if s.tech_pool == 0:
        return -1
    betas = s.tech_pool & t.betas
    card = draw_bit(s, betas if s.tech_top == st.BETA else s.tech_pool & ~betas)
    s.tech_pool &= ~(1 << card)
    s.tech_under = min(s.tech_under, count(s.tech_pool))
    turn_up_tier(t, s)
    return card


@kernel
def draw_omega(s):
    if s.omega_pool == 0 and s.omega_discard != 0:
        s.omega_pool = s.omega_discard
        s.omega_discard = 0
        tell(s, ev.NEW_SUPPLY, ALL, ev.SUPPLY_OMEGAS)
    if s.omega_pool == 0:
        return -1
    omega = draw_bit(s, s.omega_pool)
    s.omega_pool &= ~(1 << omega)
    return st.FIRST_OMEGA + omega


@kernel
def discard_tech(s, card):
    """Omegas have a discard pile of their own."""
    if card >= st.FIRST_OMEGA:
        s.omega_discard |= 1 << (card - st.FIRST_OMEGA)
    elif card >= 0:
        s.tech_discard |= 1 << card


@kernel
def refill_tech_board(t, s):
    """Every gap from the deck of alphas and betas, even where an omega lay."""
    for space in range(board_spaces(s)):
        if s.tech_board[space] < 0:
            fill_space(t, s, space)


@kernel
def fill_space(t, s, space):
    card = draw_tech(t, s)
    s.tech_board[space] = card
    if card >= 0:
        tell(s, ev.NEW_TECH, ALL, card, space)


@kernel
def replace_tech(t, s, space):
    """The tech of a space goes, a new one comes at once."""
    if s.tech_board[space] >= 0:
        tell(s, ev.TECH_LEAVES, ALL, s.tech_board[space])
    discard_tech(s, s.tech_board[space])
    fill_space(t, s, space)


@kernel
def board_spaces(s):
    return st.NUM_BOARD - 1 if s.num_players == 1 else st.NUM_BOARD


# Missions


@kernel
def draw_mission(s):
    """The next mission, known to somebody or not; -1 when the deck is empty."""
    if s.known_size > 0:
        card = s.known_mission[0]
        s.known_size -= 1
        for k in range(s.known_size):
            s.known_mission[k] = s.known_mission[k + 1]
        s.known_mission[s.known_size] = -1
        for seat in range(s.num_players):
            s.peeked[seat] = max(s.peeked[seat] - 1, 0)
        return card
    if s.mission_pool == 0:
        return -1
    card = draw_bit(s, s.mission_pool)
    s.mission_pool &= ~(1 << card)
    return card


@kernel
def peek(s, seat, n):
    """The seat looks at the next n missions."""
    while s.known_size < min(n, st.KNOWN_CAP) and s.mission_pool:
        card = draw_bit(s, s.mission_pool)
        s.mission_pool &= ~(1 << card)
        s.known_mission[s.known_size] = card
        s.known_size += 1
    seen = min(n, s.known_size)
    s.peeked[seat] = max(s.peeked[seat], seen)
    cards = s.known_mission
    if seen > 0:
        tell(s, ev.LOOKS, 1 << seat, seat, seen, cards[0], cards[1], cards[2], cards[3])
