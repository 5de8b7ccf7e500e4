"""SpaceCorp: taking an action."""

from astrarium.core import kernel

from .actions import DONE, OFFSET
from .state import STOP
from .turn import answer, mode, run


@kernel
def step(t, s, action):
    """Apply a legal action and go on to the next decision."""
    i = STOP if action == DONE else action - int(OFFSET[s.ask, s.era])
    answer(t, s, mode(s), i)
    run(t, s)
