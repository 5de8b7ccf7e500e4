"""SpaceCorp: laying out a new game."""

from astrarium.core import kernel

from . import state as st
from .era import enter_era
from .turn import reset_turn
from .value import note_infra


@kernel
def setup(t, s):
    """HQs, profit and markers for the era the game begins with; then that era's own set-up."""
    era = s.start_era - 1
    s.era = era
    s.purge = -1
    s.leak_title = -1
    s.taker = -1
    s.award_seat = -1
    for place in range(2):
        s.beyond[place] = -1
    for row in range(st.NUM_ROWS):
        s.marker[row] = era
    for seat in range(st.MAX_PLAYERS):
        s.legacy_tile[seat] = -1
        s.legacy_base[seat] = -1
        for slot in range(st.NUM_SLOTS):
            s.infra[seat, slot] = -1
    for seat in range(s.num_players):
        s.profit[seat] = int(st.START_PROFIT[era])
        s.genetics[seat] = era
        s.revelation[seat] = 2 if era == st.STARFARERS else 0
        for kind in range(st.NUM_BASES):
            s.supply[seat, kind] = st.BASES_OF_TYPE
        note_infra(t, s, seat)
    if era == st.MARINERS and s.num_players > 2:
        s.profit[s.num_players - 1] = 1
    reset_turn(s)
    enter_era(t, s)
