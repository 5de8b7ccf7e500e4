"""A small network that corrects a game's evaluation, run inside compiled code.

It reads an observation: what differs from its usual value goes through one hidden layer, whose first unit is
linear and the others rectified. A position has 100 to 250 such features of thousands, so only their rows are
added. The result is added to the evaluation's lead: value = lead / (1 + |lead|), and back.

All its numbers are in one record a thread, NETWORK, with the memory that it needs to run.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .jit import COMPILED, emitted, kernel, nt

HIDDEN = 32
BLOCK = 16  # features that are compared at once
FAR = 4.0  # scaled features beyond this count as this
Networks = Annotated[np.ndarray, "NETWORK"]


def network_dtype(features: int) -> np.dtype:
    """The record of a network over so many features; room for whole blocks."""
    room = -(-features // BLOCK) * BLOCK
    return np.dtype(
        [
            ("rows", "f4", room * HIDDEN),  # the first layer, a row for each feature
            ("bias", "f4", HIDDEN),
            ("out", "f4", HIDDEN),
            ("hidden", "f4", HIDDEN),  # of the last run
            ("base", "f4", HIDDEN),  # of the anchor, a position near those that follow
            ("scale", "f4", room),  # of a feature's difference from its usual value
            ("on", "i4"),  # 0: no network, nothing is corrected
            ("usual", "i2", room),
            ("anchor", "i2", room),
            ("seen", "i2", room),  # the observation
        ],
        align=True,
    )


if COMPILED:
    from llvmlite import ir

    LANES = 8

    @emitted(nt.void(nt.float32[::1], nt.float32[::1], nt.int64, nt.float32))
    def add_row(context, builder, args):
        """Add x times HIDDEN numbers of `rows`, from an index on, to `hidden`."""
        kind = nt.float32[::1]
        to, source = (context.make_array(kind)(context, builder, each).data for each in args[:2])
        vector = ir.VectorType(ir.FloatType(), LANES)
        by = ir.Constant(vector, ir.Undefined)
        for lane in range(LANES):
            by = builder.insert_element(by, args[3], ir.Constant(ir.IntType(32), lane))
        for start in range(0, HIDDEN, LANES):
            at = ir.Constant(ir.IntType(64), start)
            there = builder.bitcast(builder.gep(to, [at]), vector.as_pointer())
            row = builder.bitcast(builder.gep(source, [builder.add(args[2], at)]), vector.as_pointer())
            more = builder.fmul(builder.load(row, align=4), by)
            builder.store(builder.fadd(builder.load(there, align=4), more), there, align=4)
        return context.get_dummy_value()

else:

    def add_row(hidden, rows, start, x):
        """Add x times HIDDEN numbers of `rows`, from an index on, to `hidden`."""
        hidden += np.float32(x) * rows[start : start + HIDDEN]


@kernel
def scaled(net, k, x):
    """How far a feature is from its usual value, in units of its spread."""
    far = np.float32(x - net.usual[k]) * net.scale[k]
    return np.float32(min(max(far, np.float32(-FAR)), np.float32(FAR)))


@kernel
def unlike(net, other, start):
    """Whether a block of the observation differs from another one."""
    bits = 0
    for k in range(start, start + BLOCK):
        bits |= net.seen[k] ^ other[k]
    return bits != 0


@kernel
def add_changes(net, hidden, other):
    """Bring `hidden` from what another observation gave to what this one gives."""
    rows = net.rows[:]
    for start in range(0, len(net.usual), BLOCK):
        if unlike(net, other, start):
            for k in range(start, start + BLOCK):
                if net.seen[k] != other[k]:
                    change = scaled(net, k, net.seen[k]) - scaled(net, k, other[k])
                    add_row(hidden, rows, k * HIDDEN, np.float32(change))


@kernel
def anchor(net):
    """Run the first layer on the observation, and keep it: what follows is worked out from there."""
    base = net.base[:]
    for h in range(HIDDEN):
        base[h] = net.bias[h]
    add_changes(net, base, net.usual)
    for k in range(len(net.usual)):
        net.anchor[k] = net.seen[k]


@kernel
def correction(net):
    """What the network adds to the lead in the position of the observation."""
    hidden = net.hidden[:]
    for h in range(HIDDEN):
        hidden[h] = net.base[h]
    add_changes(net, hidden, net.anchor)
    total = hidden[0]
    for h in range(1, HIDDEN):
        if hidden[h] > 0:
            total += net.out[h] * hidden[h]
    return total


@kernel
def lead_of(value):
    """The lead that an evaluation in (-1, 1) stands for."""
    inside = min(abs(value), 0.999)
    return np.copysign(inside / (1.0 - inside), value)


@kernel
def value_of(lead):
    """The evaluation of a lead."""
    return lead / (1.0 + abs(lead))
