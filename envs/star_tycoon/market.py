"""Star Tycoon: the Galactic Market."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .corporation import has_ability
from .rows import in_force


@kernel
def beside(t, s, column, way):
    """The next column to the left (-1) or right (+1); the ends hold, Roadblock closes the middle."""
    to = column + way
    if to == st.MIDDLE and in_force(t, s, tb.RULE_ROADBLOCK):
        to += way
    return min(max(to, 0), st.NUM_COLUMNS - 1)


@kernel
def move_marker(t, s, resource, way):
    column = beside(t, s, s.marker[resource], way)
    if column != s.marker[resource]:
        tell(s, ev.MARKER, ALL, resource, column)
    s.marker[resource] = column


@kernel
def tell_market(s):
    """Where all markers are now."""
    columns = 0
    for resource in range(st.NUM_RESOURCES):
        columns |= int(s.marker[resource]) << 8 * resource
    tell(s, ev.MARKET, ALL, columns)


@kernel
def trade_bits(t, s):
    """Bitset of the transactions on tracks that are not flipped: resource by resource, buy and sell."""
    purse = s.tokens[s.seat, st.CREDIT]
    if in_force(t, s, tb.RULE_LAUNDERING):
        purse += s.tokens[s.seat, st.ILLEGAL]
    bits = 0
    for resource in range(st.NUM_RESOURCES):
        if not s.flipped >> resource & 1:
            column = s.marker[resource]
            if purse >= t.rate_credits[column]:
                bits |= 1 << 2 * resource + st.BUY
            if s.tokens[s.seat, st.FIRST_RESOURCE + resource] >= t.rate_resources[column]:
                bits |= 1 << 2 * resource + st.SELL
    return bits


@kernel
def first_trades(t, s):
    return trade_bits(t, s) if s.actions_left > 0 else 0


@kernel
def begin_trade(t, s, resource, side):
    """The Trade action with its first transaction."""
    s.actions_left -= 1
    s.trades_left = st.TRADES_KRATAK if has_ability(t, s, s.who, tb.KRATAK) else st.TRADES
    trade(t, s, resource, side)


@kernel
def stop_trading(t, s):
    s.trades_left = 0


@kernel
def trade(t, s, resource, side):
    """One transaction at the present rate."""
    s.trades_left -= 1
    column = s.marker[resource]
    if side == st.SELL:
        s.tokens[s.who, st.FIRST_RESOURCE + resource] -= t.rate_resources[column]
        s.tokens[s.who, st.CREDIT] += t.rate_credits[column]
        close_track(t, s, resource, -1)
    else:
        s.bought = resource
        s.due[st.CREDIT] = t.rate_credits[column]
        s.due_for = st.FOR_MARKET


@kernel
def receive_goods(t, s):
    """The credits for a purchase on the market are paid."""
    s.tokens[s.who, st.FIRST_RESOURCE + s.bought] += t.rate_resources[s.marker[s.bought]]
    close_track(t, s, s.bought, 1)
    s.bought = -1


@kernel
def close_track(t, s, resource, way):
    """The marker moves and is flipped: no more trades of this resource in this turn."""
    move_marker(t, s, resource, way)
    s.flipped |= 1 << resource
