"""Starship Captains: the stack of effects under way, the innermost last."""

from astrarium.core import kernel

from . import tables as tb


@kernel
def push(t, s, effect, seat, source):
    """Begin an effect for a seat; `source` is the room or tech that it comes from, -1 = none."""
    if effect == tb.NO_EFFECT:
        return
    at = s.depth
    s.f_effect[at] = effect
    s.f_at[at] = 0
    s.f_left[at] = -1
    s.f_go[at] = 0
    s.f_track[at] = -1
    s.f_seat[at] = seat
    s.f_source[at] = source
    s.depth += 1


@kernel
def pop(s):
    s.depth -= 1
    at = s.depth
    s.f_effect[at] = 0
    s.f_at[at] = 0
    s.f_left[at] = 0
    s.f_go[at] = 0
    s.f_track[at] = 0
    s.f_seat[at] = 0
    s.f_source[at] = 0


@kernel
def next_op(s):
    """The present operation is done with."""
    at = s.depth - 1
    s.f_at[at] += 1
    s.f_left[at] = -1
    s.f_go[at] = 0
    s.f_track[at] = -1


@kernel
def leave_undone(t, s):
    """The player stops: the rest of the operation is left."""
    next_op(s)


@kernel
def op_of(t, s):
    """The operation on top of the stack; none when its effect is at its end."""
    at = s.depth - 1
    if s.f_at[at] >= tb.NUM_CELLS:
        return tb.OP_NONE
    return t.op[s.f_effect[at], s.f_at[at]]


@kernel
def arg_of(t, s):
    at = s.depth - 1
    return t.arg[s.f_effect[at], s.f_at[at]]


@kernel
def inner_of(t, s, which):
    at = s.depth - 1
    return t.inner[s.f_effect[at], s.f_at[at], which]
