"""Star Tycoon: checks of the round, the players, their companies and the market."""

from astrarium.core import kernel
from astrarium.core.bits import count

from . import state as st
from . import tables as tb

ALL_COMPANIES = (1 << st.NUM_COMPANIES) - 1


@kernel
def is_seat(s, p):
    return p >= 0 and p < s.num_players


@kernel
def within(value, low, high):
    return value >= low and value <= high


@kernel
def turn_holds(s):
    if not (is_seat(s, s.seat) and is_seat(s, s.active) and is_seat(s, s.first) and is_seat(s, s.who)):
        return False
    if not (within(s.phase, 0, len(st.PHASES) - 1) and within(s.asked, 0, s.num_players)):
        return False
    if not (
        within(s.round, 1, s.rounds)
        and within(s.turn, 0, st.TURNS - 1)
        and within(s.tile, 0, st.NUM_TILES - 1)
    ):
        return False
    if not (within(s.event, -1, st.NUM_EVENTS - 1) and within(s.event_step, 0, tb.NUM_EFFECTS)):
        return False
    if s.events_used < 0 or s.events_used >> st.NUM_EVENTS or count(s.events_used) != s.round - 1:
        return False
    if (s.event >= 0) != (s.round > 1) or (s.event >= 0 and not s.events_used >> s.event & 1):
        return False
    if not within(s.coin, -1, 1) or not within(s.phased, 0, (1 << st.NUM_ROWS) - 1):
        return False
    if not within(s.smuggles_left, 0, st.SMUGGLES - 1):
        return False
    return within(s.actions_left, 0, st.ACTIONS_A_TURN + 1) and within(s.trades_left, 0, st.TRADES_KRATAK - 1)


@kernel
def players_hold(s):
    homes = 0
    for p in range(st.MAX_PLAYERS):
        for token in range(st.NUM_TOKENS):
            if s.tokens[p, token] < 0 or (p >= s.num_players and s.tokens[p, token] > 0):
                return False
        if not (within(s.loan[p], 0, 1) and within(s.ability_used[p], 0, 1)):
            return False
        if p < s.num_players:
            if not within(s.homeworld[p], 0, st.NUM_HOMEWORLDS - 1) or homes >> s.homeworld[p] & 1:
                return False
            homes |= 1 << s.homeworld[p]
        elif s.loan[p] or s.ability_used[p] or s.hand[p] or s.choice[p] != -1 or s.company[p] != -1:
            return False
    return True


@kernel
def companies_hold(s):
    """While they are chosen: hands that do not overlap. Afterwards: one company each."""
    seen = s.out_companies
    size = st.COMPANIES_DEALT if s.num_players <= 4 else st.COMPANIES_DEALT_MANY
    for p in range(s.num_players):
        if s.phase == st.CHOOSE:
            if count(s.hand[p]) != size or s.hand[p] & (seen | ~ALL_COMPANIES) or s.company[p] != -1:
                return False
            if s.choice[p] != -1 and not (s.choice[p] >= 0 and s.hand[p] >> s.choice[p] & 1):
                return False
            seen |= s.hand[p]
        else:
            if s.hand[p] or s.choice[p] != -1 or not within(s.company[p], 0, st.NUM_COMPANIES - 1):
                return False
            if seen >> s.company[p] & 1:
                return False
            seen |= 1 << s.company[p]
    return True


@kernel
def market_holds(s):
    for resource in range(st.NUM_RESOURCES):
        if not within(s.marker[resource], 0, st.NUM_COLUMNS - 1):
            return False
    for brand in range(st.NUM_BRANDS):
        if s.partner[brand] != -1 and not is_seat(s, s.partner[brand]):
            return False
    return within(s.flipped, 0, (1 << st.NUM_RESOURCES) - 1)
