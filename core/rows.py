"""Rows of the state written into an observation, sixteen values at a time.

A loop over a short row of fixed length is unrolled by the compiler into single moves: it writes an
observation several times slower than these.
"""

from .jit import COMPILED, nt

if COMPILED:
    from llvmlite import ir
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    WIDTHS = (16, 8, 4)

    @intrinsic
    def put_row(typingctx, obs, offset, values, plus):
        """Write the values of an array of bytes, `plus` added to each, into obs from an offset on."""
        if obs != nt.int16[::1] or values.dtype != nt.int8 or values.layout != "C":
            raise TypingError(f"put_row writes bytes that lie side by side as shorts, not {values} as {obs}")
        return nt.void(obs, nt.int64, values, nt.int64), _put_row

    def _put_row(context, builder, signature, args):
        obs, offset, values, plus = args
        row = context.make_array(signature.args[2])(context, builder, values)
        target = context.make_array(signature.args[0])(context, builder, obs).data
        added = builder.trunc(plus, ir.IntType(16))
        _write(builder, row.data, builder.gep(target, [offset]), row.nitems, added, WIDTHS)
        return context.get_dummy_value()

    def _write(builder, row, target, n, added, widths):
        """All n values in pieces of the first width that fits; the last piece may overlap the one before."""
        if not widths:
            with cgutils.for_range(builder, n) as loop:
                _piece(builder, row, target, loop.index, added, 1)
            return
        width = widths[0]
        with builder.if_else(builder.icmp_signed(">=", n, n.type(width))) as (fits, too_short):
            with fits:
                with cgutils.for_range(builder, builder.sdiv(n, n.type(width))) as loop:
                    _piece(builder, row, target, builder.mul(loop.index, n.type(width)), added, width)
                _piece(builder, row, target, builder.sub(n, n.type(width)), added, width)
            with too_short:
                _write(builder, row, target, n, added, widths[1:])

    def _piece(builder, row, target, at, added, width):
        narrow, wide = ir.VectorType(ir.IntType(8), width), ir.VectorType(ir.IntType(16), width)
        source = builder.bitcast(builder.gep(row, [at]), narrow.as_pointer())
        value = builder.sext(builder.load(source, align=1), wide)
        first = builder.insert_element(ir.Constant(wide, ir.Undefined), added, ir.Constant(ir.IntType(32), 0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), width), None)
        each = builder.shuffle_vector(first, ir.Constant(wide, ir.Undefined), zeros)
        place = builder.bitcast(builder.gep(target, [at]), wide.as_pointer())
        builder.store(builder.add(value, each), place, align=2)

else:

    def put_row(obs, offset, values, plus):
        """Write the values of an array of bytes, `plus` added to each, into obs from an offset on."""
        obs[offset : offset + values.size] = values.astype(obs.dtype).ravel() + plus
