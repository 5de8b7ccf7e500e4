"""SpaceCorp: the legal actions of the acting seat. The rules have worked them out when they asked."""

from astrarium.core import kernel
from astrarium.core.bits import set_bits

from .actions import DONE, OFFSET


@kernel
def legal(t, s, mask):
    """Write 1 for every legal action."""
    mask[:] = 0
    if s.over:
        return
    set_bits(mask, int(OFFSET[s.ask, s.era]), int(s.choices))
    mask[DONE] = s.stop
