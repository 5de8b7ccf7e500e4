"""Star Tycoon: the loan of the Galactic Bank. Its interest is due with production (corporation.produce)."""

from astrarium.core import kernel

from . import state as st


@kernel
def can_borrow(t, s):
    """Not again in the turn of a repayment: it would have no effect (ruling 22)."""
    return not s.loan[s.seat] and not s.repaid


@kernel
def borrow(t, s):
    s.loan[s.who] = True
    s.tokens[s.who, st.CREDIT] += st.LOAN


@kernel
def can_repay(t, s):
    return s.loan[s.seat] and s.tokens[s.seat, st.CREDIT] >= st.LOAN


@kernel
def repay(t, s):
    s.loan[s.who] = False
    s.repaid = True
    s.tokens[s.who, st.CREDIT] -= st.LOAN
