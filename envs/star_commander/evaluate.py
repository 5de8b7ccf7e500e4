"""Star Commander: how well a seat stands, for players that look ahead."""

from astrarium.core import kernel

from .score import better
from .state import NUM_CARDS, NUM_CELLS, NUM_DOMAINS
from .systems import domains, max_developments
from .vessels import attack, besieged, hit_points

# Worth of things in developments.
CREDIT = 0.12  # the first ten of them; the others a quarter of that
HAND_CARD = 0.15
TECHNOLOGY_CARD = 0.6
DOMAIN = 0.4
ROOM = 0.05  # a development that could still be built on an own system
STRENGTH = 0.05  # a point of attack or of hit points
BESIEGED = 0.6  # share of the developments that counts as lost
HOMEWORLD = 3.0  # besieged homeworld, on top of that
LEAD = 6.0  # a lead of so many developments is worth half a win


@kernel
def wealth(t, s, seat):
    """Everything a seat owns, in developments."""
    credits = s.credits[seat]
    value = CREDIT * (min(credits, 10) + 0.25 * max(credits - 10, 0)) + HAND_CARD * s.hand_size[seat]
    for card in range(NUM_CARDS):
        value += TECHNOLOGY_CARD * s.technology[seat, card]
    known = domains(t, s, seat)
    for domain in range(NUM_DOMAINS):
        value += DOMAIN * (known >> domain & 1)
    for cell in range(NUM_CELLS):
        if s.owned[seat] >> cell & 1:
            value += s.developments[cell] + ROOM * (max_developments(t, s, cell) - s.developments[cell])
            if besieged(t, s, cell):
                value -= BESIEGED * s.developments[cell]
                if cell == s.home[seat]:
                    value -= HOMEWORLD
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_owner[v] == seat:
            value += STRENGTH * (attack(t, s, v) + hit_points(t, s, v))
    return value


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the result of a finished game, else the lead over the best other seat."""
    if s.over:
        return result(s, seat)
    best = -1000.0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, wealth(t, s, other))
    lead = (wealth(t, s, seat) - best) / LEAD
    return lead / (1.0 + abs(lead))


@kernel
def result(s, seat):
    """1 for the only winner, 0 if all share, -1 for those behind."""
    ahead, level = 0, 0
    for other in range(s.num_players):
        if other != seat:
            if better(s, other, seat):
                ahead += 1
            elif not better(s, seat, other):
                level += 1
    if ahead:
        return -1.0
    return 1.0 - 2.0 * level / s.num_players if level < s.num_players - 1 else 0.0
