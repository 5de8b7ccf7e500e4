"""SpaceCorp: gaining and paying profit, and saying why."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev


@kernel
def gain(s, seat, amount, reason):
    """A player's profit rises."""
    s.profit[seat] += amount
    if amount > 0:
        tell(s, ev.GAINS, ALL, seat, amount, s.profit[seat], reason)


@kernel
def pay(s, seat, amount, reason):
    """A player's profit falls, not below 0."""
    paid = min(int(s.profit[seat]), amount)
    s.profit[seat] -= paid
    if paid > 0:
        tell(s, ev.PAYS, ALL, seat, paid, s.profit[seat], reason)
