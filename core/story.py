"""How what kernels tell is kept: in the memory behind a state.

There the first number counts what was told, then come the numbers of each telling.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types as nt
from numba.extending import intrinsic

TOLD_NUMBERS, MOST_TOLD = 8, 500


def listener(emit_telling: Callable[[Any, Any, Any], None]) -> Any:
    """What `tell` calls: LLVM code from a builder, a pointer to the state and the numbers that are told."""

    @intrinsic
    def listening(typingctx, s, kind, knowers, a, b, c, d, e, f):
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            emit_telling(builder, builder.bitcast(args[0], ir.IntType(64).as_pointer()), args[1:])
            return context.get_dummy_value()

        return nt.none(s, *[nt.int64] * TOLD_NUMBERS), emit

    return listening


def write(builder: Any, state: Any, numbers: Any, story_at: int) -> None:
    """LLVM code that adds a telling, so many bytes behind the start of the state."""
    number = ir.IntType(64)
    story = builder.gep(state, [ir.Constant(number, story_at // 8)])
    told = builder.load(story)
    with builder.if_then(builder.icmp_signed("<", told, ir.Constant(number, MOST_TOLD))):
        start = builder.mul(told, ir.Constant(number, TOLD_NUMBERS))
        for k, value in enumerate(numbers):
            place = builder.add(start, ir.Constant(number, 1 + k))
            builder.store(value, builder.gep(story, [place]))
        builder.store(builder.add(told, ir.Constant(number, 1)), story)
