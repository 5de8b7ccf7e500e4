"""Star Commander: how well a seat stands, for players that look ahead.

Developments count fully. Everything else is worth the developments it can still become, so its weight falls
as the decks run out. The weights were tuned by games of greedy players against each other.
"""

from astrarium.core import kernel
from astrarium.core.bits import lowest

from .score import better
from .state import ASSIGN, CAPITAL, DECK_SIZE, NUM_CARDS, WINDOW
from .systems import max_developments
from .vessels import attack, besieged, hit_points

# Worth of things in developments.
CREDIT = 0.14  # the first ten of them; the others a quarter of that
HAND_CARD = 0.25
TECHNOLOGY_CARD = 0.8
STRENGTH = 0.15  # a point of attack or of hit points
SYSTEM = 0.5  # a controlled system
CAPITAL_SYSTEM = 1.0  # on top of that
ROOM = 0.05  # a development that could still be built on an own system
CREDIT_A_TURN = 1.2
DRAW_A_TURN = 1.2
DEVELOPMENT_A_TURN = 3.0
FROM_STATION = 0.5  # share of the yields above if a station gives them: it can be shot
FRONTIER = 0.25  # a vessel where a colony can be founded
DOOMED = 0.3  # share of a vessel's strength that counts under lethal damage
EXCHANGE = 0.5  # share of the damage that others may deal in a combat that has begun
BESIEGED = 1.2  # for each development of a besieged system, off the value
HOMEWORLD = 2.0  # a besieged homeworld, on top of that
OFFER = 0.5  # an offer opened, off the value: it takes time and rarely pays
PENDING = 0.5  # share of the next income that counts already
SPENT = 0.3  # share of the worth of things that is left when a deck runs out
LEAD, LEAD_EARLY = 2.5, 6.0  # a lead of so many developments is worth half a win, at the end and before


@kernel
def vessel_worth(t, s, v):
    """Lasting strength and yield of a vessel."""
    kind = s.v_kind[v]
    worth = STRENGTH * (attack(t, s, v) - s.v_attack[v] + hit_points(t, s, v) - s.v_hp[v])
    if s.v_damage[v] + s.v_assigned[v] >= hit_points(t, s, v):
        worth *= DOOMED
    worth += FROM_STATION * (
        CREDIT_A_TURN * t.kind_credits[kind] + DEVELOPMENT_A_TURN * t.kind_develops[kind]
    )
    if s.owner[s.v_cell[v]] < 0:
        worth += FRONTIER
    return worth


@kernel
def system_worth(t, s, cell):
    """What a system is worth beside its developments."""
    system = s.system[cell]
    worth = SYSTEM + ROOM * (max_developments(t, s, cell) - s.developments[cell])
    if t.system_kind[system] == CAPITAL:
        worth += CAPITAL_SYSTEM
    worth += CREDIT_A_TURN * t.system_credits[system] + DRAW_A_TURN * t.system_draws[system]
    return worth + DEVELOPMENT_A_TURN * t.system_develops[system]


@kernel
def threat(t, s, seat):
    """What the others' vessels may cost this seat in a combat whose damage is not assigned yet."""
    if s.phase != ASSIGN and not (s.phase == WINDOW and s.window == 1):
        return 0.0
    fire, hull = 0, 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == s.battle:
            if s.v_owner[v] == seat:
                hull += hit_points(t, s, v)
            else:
                fire += attack(t, s, v)
    return EXCHANGE * STRENGTH * min(fire, hull)


@kernel
def credits_worth(credits):
    return CREDIT * (min(credits, 10.0) + 0.25 * max(credits - 10.0, 0.0))


@kernel
def wealth(t, s, seat, share):
    """Everything a seat owns, in developments; `share` of it for what is not a development."""
    value, assets, income = float(s.total[seat]), HAND_CARD * s.hand_size[seat], 0
    for card in range(NUM_CARDS):
        assets += TECHNOLOGY_CARD * s.technology[seat, card]
    owned = s.owned[seat]
    while owned:
        cell = lowest(owned)
        owned &= owned - 1
        assets += system_worth(t, s, cell)
        if besieged(t, s, cell):
            value -= BESIEGED * s.developments[cell]
            if cell == s.home[seat]:
                value -= HOMEWORLD
        else:
            income += s.developments[cell] + t.system_credits[s.system[cell]]
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_owner[v] == seat:
            assets += vessel_worth(t, s, v)
    credits = float(s.credits[seat])
    if seat == s.active:
        value -= OFFER * (s.trade - s.offers_left + (s.offer_stage > 0))
    else:
        credits += PENDING * income
    return value + share * (assets + credits_worth(credits) - threat(t, s, seat))


@kernel
def time_left(s):
    """From 1 to 0: the share of cards in the deck that will run out first."""
    return min(s.deck_size[0], s.deck_size[1], s.deck_size[2]) / DECK_SIZE


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the result of a finished game, else the lead over the best other seat."""
    if s.over:
        return result(s, seat)
    left = time_left(s)
    share = SPENT + (1.0 - SPENT) * left
    best = -1000.0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, wealth(t, s, other, share))
    lead = (wealth(t, s, seat, share) - best) / (LEAD + LEAD_EARLY * left)
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
    return 1.0 / (level + 1) if level < s.num_players - 1 else 0.0
