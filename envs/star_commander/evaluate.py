"""Star Commander: how well a seat stands, for players that look ahead.

Developments count fully. Everything else is worth the developments it can still become, so its weight falls
as the decks run out. A seat whose turn is near counts part of what that turn will bring: otherwise every turn
would look like a gain to who takes it, and players would put off its end. It counts only what the turn can
bring: no free development without room, no card without a domain or above the hand limit. Else ending the
turn looks better than drawing the decks empty, and whoever leads on a full board waits for ever.

The weights of cards, strength, systems, income and of what is left at the end were chosen by how well the
evaluation foretold the winners of games between searching players; the others are judgement.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from .items import is_card
from .score import better
from .systems import max_developments
from .vessels import attack, besieged, besieges, hit_points

FIRST = 10.0  # credits that count fully, beyond those that buy something
TOP_PRICE = 7  # dearer developments are not reckoned with
BYTE, LANE = 8, 16  # bits of a count for each price, and of a sum for each player, side by side in one number
BYTE_ALL, LANE_ALL = 0xFF, 0xFFFF


@kernel
def vessel_worth(t, s, v):
    """Lasting strength and yield of a vessel."""
    kind = s.v_kind[v]
    worth = t.w.strength * (attack(t, s, v) - s.v_attack[v] + hit_points(t, s, v) - s.v_hp[v])
    if s.v_damage[v] + s.v_assigned[v] >= hit_points(t, s, v):
        worth *= t.w.doomed
    return worth + t.w.from_station * (
        t.w.credit_a_turn * t.kind_credits[kind] + t.w.development_a_turn * t.kind_develops[kind]
    )


@kernel
def system_worth(t, s, cell):
    """What a system is worth beside its developments."""
    system = s.system[cell]
    worth = t.w.system + t.w.room * (max_developments(t, s, cell) - s.developments[cell])
    if t.system_kind[system] == st.CAPITAL:
        worth += t.w.capital_system
    worth += t.w.credit_a_turn * t.system_credits[system] + t.w.draw_a_turn * t.system_draws[system]
    return worth + t.w.development_a_turn * t.system_develops[system]


@kernel
def threat(t, s, seat):
    """What the others' vessels may cost this seat in a combat whose damage is not assigned yet."""
    if s.phase != st.ASSIGN and not (s.phase == st.WINDOW and s.window == st.AFTER_INITIATE):
        return 0.0
    fire, hull = 0, 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == s.battle:
            if s.v_owner[v] == seat:
                hull += hit_points(t, s, v)
            else:
                fire += attack(t, s, v)
    return t.w.exchange * t.w.strength * min(fire, hull)


@kernel
def prices(t, s, cell):
    """How many developments an own system still sells at each price: a byte a price."""
    found = 0
    for price in range(s.developments[cell] + 1, min(max_developments(t, s, cell), TOP_PRICE) + 1):
        found += 1 << BYTE * price
    return found


@kernel
def credits_worth(t, credits, sold):
    """Credits buy what is sold, the cheapest first."""
    bought = 0.0
    for price in range(1, TOP_PRICE + 1):
        n = sold >> BYTE * price & BYTE_ALL
        if n * price >= credits:
            return t.w.bought * (bought + credits / price)
        bought += n
        credits -= n * price
    return t.w.bought * bought + t.w.credit * (
        min(credits, FIRST) + t.w.more_credit * max(min(credits, t.w.hoard) - FIRST, 0.0)
    )


@kernel
def conquests(s, seat):
    """How many times sieges will strip systems before this seat can move its ships."""
    if seat != s.active:
        return (seat - s.active) % s.num_players
    return 0 if st.BEFORE_COMBAT >> s.phase & 1 else s.num_players


@kernel
def siege(t, s, seat, cell):
    """What the siege of an own system costs."""
    ships = 0
    for v in range(s.top):
        if s.v_kind[v] >= 0 and s.v_cell[v] == cell and s.v_owner[v] != seat and besieges(t, s, v):
            ships += 1
    n = s.developments[cell]
    lost = min(n, ships * conquests(s, seat))
    if cell == s.home[seat]:
        return t.w.fall if lost == n else t.w.exposed + t.w.siege * n + t.w.stripped * lost
    return t.w.siege * n + t.w.stripped * lost


@kernel
def exposed(t, s, seat):
    """Could ships of one player beside the homeworld take it before this seat moves?"""
    home = s.home[seat]
    near = st.NEAR[0, s.size, home] | 1 << home
    guard, ships, fire = 0, 0, 0
    for v in range(s.top):
        if s.v_kind[v] < 0 or not near >> s.v_cell[v] & 1:
            continue
        owner = s.v_owner[v]
        if owner != seat:
            if besieges(t, s, v):
                ships += 1 << LANE * owner
                fire += min(attack(t, s, v), 99) << LANE * owner
        elif s.v_cell[v] == home and attack(t, s, v) > 0:
            guard += hit_points(t, s, v)
    if ships == 0:
        return False
    for other in range(s.num_players):
        n = ships >> LANE * other & LANE_ALL
        stripped = n * ((seat - other) % s.num_players)
        if n and stripped >= s.developments[home] and fire >> LANE * other & LANE_ALL >= guard:
            return True
    return False


@kernel
def announced(t, s, seat, vessels):
    """Technologies on the stack count as if they lay in the row: to answer them puts nothing off."""
    worth = 0.0
    for i in range(s.stack_size):
        item = s.stack_item[i]
        if s.stack_seat[i] != seat or s.countered[i] or not is_card(item):
            continue
        if t.card_type[item] == st.TECHNOLOGY:
            more = t.card_bonus[item, st.BONUS_ATTACK] + t.card_bonus[item, st.BONUS_HP]
            worth += t.w.technology_card + t.w.strength * more * vessels
    return worth


@kernel
def free_systems(s):
    """Bitset of the systems that nobody controls."""
    cells = st.BOARD[s.size]
    for seat in range(s.num_players):
        cells &= ~s.owned[seat]
    return cells


@kernel
def may_jump(s, v):
    """A ship whose player's turn is to come, or that has not moved in it yet."""
    if s.v_owner[v] != s.active:
        return True
    return st.BEFORE_COMBAT >> s.phase & 1 and s.v_flags[v] & (st.HELD | st.MOVED) == st.HELD


@kernel
def turn_share(s, seat):
    """How much of its next turn a seat counts already: the nearer, the more; nothing of one that runs."""
    if seat == s.active:
        return 0.0
    return 1.0 - (seat - s.active) % s.num_players / s.num_players


@kernel
def wealth(t, s, seat, share):
    """Everything a seat owns, in developments; `share` of it for what is not a development."""
    coming = turn_share(s, seat)
    value, assets = float(s.total[seat]), 0.0
    technologies = 0
    for card in range(st.NUM_CARDS):
        technologies += s.technology[seat, card]
    assets += t.w.technology_card * technologies
    income, sold, safe, growth, room, draws = 0, 0, True, 0, 0, 0.0
    owned = s.owned[seat]
    while owned:
        cell = lowest(owned)
        owned &= owned - 1
        assets += system_worth(t, s, cell)
        sold += prices(t, s, cell)
        room += max_developments(t, s, cell) - s.developments[cell]
        if t.system_domain[s.system[cell]] >= 0:
            draws = coming
        if besieged(t, s, cell):
            value -= siege(t, s, seat, cell)
            safe = safe and cell != s.home[seat]
        else:
            income += s.developments[cell] + t.system_credits[s.system[cell]]
            growth += t.system_develops[s.system[cell]]
    value += coming * min(growth, room, st.CUBES - s.total[seat])
    assets += t.w.hand_card * min(s.hand_size[seat] + draws, st.HAND_LIMIT)
    if safe and exposed(t, s, seat):
        value -= t.w.exposed
    wild, settling, reach, ships, vessels = free_systems(s), 0, 0, 0, 0
    for v in range(s.top):
        if s.v_kind[v] < 0 or s.v_owner[v] != seat:
            continue
        cell, kind = s.v_cell[v], s.v_kind[v]
        vessels += 1
        assets += vessel_worth(t, s, v)
        income += t.kind_credits[kind]
        if t.kind_speed[kind] > 0:
            settling |= 1 << cell & wild
            if may_jump(s, v):
                ships += 1
                reach |= st.NEAR[0, s.size, cell] & wild
    sold += count(settling) << BYTE  # a colony costs one credit
    assets += announced(t, s, seat, vessels)
    assets += t.w.colony * min(ships, count(reach)) * (1.0 if seat == s.active else coming)
    if seat == s.active:
        value -= t.w.offer * (s.trade - s.offers_left + (s.offer_stage != st.OFFER_NONE))
    assets += credits_worth(t, s.credits[seat] + coming * income, sold) - threat(t, s, seat)
    return value + share * assets


@kernel
def time_left(s):
    """From 1 to 0: the share of cards in the deck that will run out first."""
    return min(s.deck_size[0], s.deck_size[1], s.deck_size[2]) / st.DECK_SIZE


@kernel
def evaluate(t, s, seat):
    """From -1 to 1: the result of a finished game, else the lead over the best other seat."""
    if s.over:
        return result(s, seat)
    left = time_left(s)
    share = t.w.spent + (1.0 - t.w.spent) * left
    best = -1000.0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, wealth(t, s, other, share))
    lead = (wealth(t, s, seat, share) - best) / (t.w.lead + t.w.lead_early * left)
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
