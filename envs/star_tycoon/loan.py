"""Star Tycoon: the loan of the Galactic Bank. Its interest is due with production (corporation.produce)."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .tokens import one


@kernel
def can_borrow(t, s):
    """Not again in the turn of a repayment: it would have no effect (ruling 22)."""
    return not s.loan[s.seat] and not s.repaid


@kernel
def borrow(t, s):
    s.loan[s.who] = True
    s.tokens[s.who, st.CREDIT] += st.LOAN
    tell(s, ev.GAINS, ALL, s.who, st.LOAN * one(st.CREDIT))


@kernel
def can_repay(t, s):
    return s.loan[s.seat] and s.tokens[s.seat, st.CREDIT] >= st.LOAN


@kernel
def repay(t, s):
    s.loan[s.who] = False
    s.repaid = True
    s.tokens[s.who, st.CREDIT] -= st.LOAN
    tell(s, ev.PAYS, ALL, s.who, st.LOAN * one(st.CREDIT))
