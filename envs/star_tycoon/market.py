"""Star Tycoon: the Galactic Market."""

from astrarium.core import kernel

from .corporation import has_ability
from .rows import in_force
from .state import (
    BUY,
    CREDIT,
    FIRST_RESOURCE,
    FOR_MARKET,
    ILLEGAL,
    MIDDLE,
    NUM_COLUMNS,
    NUM_RESOURCES,
    SELL,
    TRADES,
    TRADES_KRATAK,
)
from .tables import KRATAK, RULE_LAUNDERING, RULE_ROADBLOCK


@kernel
def beside(t, s, column, way):
    """The next column to the left (-1) or right (+1); the ends hold, Roadblock closes the middle."""
    to = column + way
    if to == MIDDLE and in_force(t, s, RULE_ROADBLOCK):
        to += way
    return min(max(to, 0), NUM_COLUMNS - 1)


@kernel
def move_marker(t, s, resource, way):
    s.marker[resource] = beside(t, s, s.marker[resource], way)


@kernel
def trade_bits(t, s, seat):
    """Bitset of the transactions on tracks that are not flipped: resource by resource, buy and sell."""
    purse = s.tokens[seat, CREDIT]
    if in_force(t, s, RULE_LAUNDERING):
        purse += s.tokens[seat, ILLEGAL]
    bits = 0
    for resource in range(NUM_RESOURCES):
        if not s.flipped >> resource & 1:
            column = s.marker[resource]
            if purse >= t.rate_credits[column]:
                bits |= 1 << 2 * resource + BUY
            if s.tokens[seat, FIRST_RESOURCE + resource] >= t.rate_resources[column]:
                bits |= 1 << 2 * resource + SELL
    return bits


@kernel
def begin_trade(t, s):
    """The Trade action: its first transaction follows at once."""
    s.actions_left -= 1
    s.trades_left = TRADES_KRATAK if has_ability(t, s, s.who, KRATAK) else TRADES


@kernel
def trade(t, s, resource, side):
    """One transaction at the present rate."""
    s.trades_left -= 1
    column = s.marker[resource]
    if side == SELL:
        s.tokens[s.who, FIRST_RESOURCE + resource] -= t.rate_resources[column]
        s.tokens[s.who, CREDIT] += t.rate_credits[column]
        close_track(t, s, resource, -1)
    else:
        s.resource = resource
        s.due[CREDIT] = t.rate_credits[column]
        s.due_for = FOR_MARKET


@kernel
def receive_goods(t, s):
    """The credits for a purchase on the market are paid."""
    s.tokens[s.who, FIRST_RESOURCE + s.resource] += t.rate_resources[s.marker[s.resource]]
    close_track(t, s, s.resource, 1)
    s.resource = -1


@kernel
def close_track(t, s, resource, way):
    """The marker moves and is flipped: no more trades of this resource in this turn."""
    move_marker(t, s, resource, way)
    s.flipped |= 1 << resource
