"""Star Commander: credits come and go."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev


@kernel
def earn(s, seat, n):
    s.credits[seat] += n
    if n > 0:
        tell(s, ev.GAINS, ALL, seat, n, s.credits[seat])


@kernel
def pay(s, seat, n):
    s.credits[seat] -= n
    if n > 0:
        tell(s, ev.PAYS, ALL, seat, n, s.credits[seat])
