"""Rows of small numbers, taken sixteen at a time: written into an observation, or read as a set.

A loop over a short row of fixed length is unrolled by the compiler into single moves and tests, which takes
several times as many instructions.
"""

from .jit import COMPILED, nt

if COMPILED:
    from llvmlite import ir
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    WIDTHS = (16, 8, 4)
    WIDE = 64
    LINE = 64  # bytes of a line of the processor's cache

    @intrinsic
    def clear(typingctx, row):
        """Write 0 everywhere, in plain stores: what the C library does with such rows takes longer."""
        if row not in (nt.int8[::1], nt.int16[::1]):
            raise TypingError(f"clear writes bytes or shorts that lie side by side, not {row}")
        return nt.void(row), _clear

    @intrinsic
    def put_row(typingctx, obs, offset, values, plus):
        """Write the values of a row of bytes or shorts, `plus` added to each, into obs from an offset on."""
        return _row_signature(obs, values), _put_row

    @intrinsic
    def put_most(typingctx, obs, offset, values, most):
        """Write the values of a row of bytes or shorts, larger ones as `most`, into obs from an offset on."""
        return _row_signature(obs, values), _put_most

    def _row_signature(obs, values):
        if obs != nt.int16[::1] or values.dtype not in (nt.int8, nt.int16) or values.layout != "C":
            raise TypingError(f"bytes or shorts that lie side by side are written, not {values} into {obs}")
        return nt.void(obs, nt.int64, values, nt.int64)

    @intrinsic
    def put_bits(typingctx, obs, offset, bits, n):
        """Write the lowest n bits, at most 62, as 0 and 1 into obs from an offset on."""
        if obs != nt.int16[::1]:
            raise TypingError(f"put_bits writes shorts that lie side by side, not {obs}")
        return nt.void(obs, nt.int64, nt.int64, nt.int64), _put_bits

    @intrinsic
    def above(typingctx, row, least):
        """Bitset of the places of a row of at most 62 numbers whose value is larger than `least`."""
        if row.dtype not in (nt.int8, nt.int16) or row.layout != "C":
            raise TypingError(f"above reads bytes or shorts that lie side by side, not {row}")
        return nt.int64(row, nt.int64), _above

    @intrinsic
    def fetch(typingctx, rows, i):
        """Have row i brought into the processor's cache while something else is done, if there is one."""
        return nt.void(rows, nt.int64), _fetch

    def _fetch(context, builder, signature, args):
        rows, i = context.make_array(signature.args[0])(context, builder, args[0]), args[1]
        byte, word = ir.IntType(8), ir.IntType(32)
        size = builder.extract_value(rows.strides, 0)
        place = builder.ptrtoint(rows.data, i.type)
        first = builder.and_(builder.add(place, builder.mul(i, size)), i.type(-LINE))
        last = builder.add(place, builder.mul(builder.add(i, i.type(1)), size))
        kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), word, word, word])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        there_is_one = builder.icmp_signed("<", i, builder.extract_value(rows.shape, 0))
        last = builder.select(there_is_one, last, first)
        with cgutils.for_range_slice(builder, first, last, i.type(LINE), i.type) as (at, _):
            to_write, keep, data = word(1), word(3), word(1)
            builder.call(prefetch, [builder.inttoptr(at, byte.as_pointer()), to_write, keep, data])
        return context.get_dummy_value()

    def _clear(context, builder, signature, args):
        row = context.make_array(signature.args[0])(context, builder, args[0])
        nothing = ir.FunctionType(ir.VoidType(), [])

        def write(at, width):
            zeros = ir.Constant(ir.VectorType(row.data.type.pointee, width), None)
            place = builder.bitcast(builder.gep(row.data, [at]), zeros.type.as_pointer())
            builder.store(zeros, place, align=1)
            builder.asm(nothing, "", "~{memory}", [], True)  # else the compiler would call the C library

        _in_pieces(builder, row.nitems, write, (WIDE, *WIDTHS))
        return context.get_dummy_value()

    def _above(context, builder, signature, args):
        row = context.make_array(signature.args[0])(context, builder, args[0])
        bound = builder.trunc(args[1], row.data.type.pointee)
        bits = cgutils.alloca_once_value(builder, ir.IntType(64)(0))

        def take(at, width):
            kind = ir.VectorType(bound.type, width)
            place = builder.bitcast(builder.gep(row.data, [at]), kind.as_pointer())
            larger = builder.icmp_signed(">", builder.load(place, align=1), _each(builder, bound, width))
            found = builder.zext(builder.bitcast(larger, ir.IntType(width)), ir.IntType(64))
            builder.store(builder.or_(builder.load(bits), builder.shl(found, at)), bits)

        _in_pieces(builder, row.nitems, take, WIDTHS)
        return builder.load(bits)

    def _put_row(context, builder, signature, args):
        return _put_each(context, builder, signature, args, builder.add)

    def _put_most(context, builder, signature, args):
        def least(value, most):
            return builder.select(builder.icmp_signed("<", value, most), value, most)

        return _put_each(context, builder, signature, args, least)

    def _put_each(context, builder, signature, args, change):
        """Write change(value, number) for each value of a row."""
        obs, offset, values, number = args
        row = context.make_array(signature.args[2])(context, builder, values)
        target = builder.gep(context.make_array(signature.args[0])(context, builder, obs).data, [offset])
        number = builder.trunc(number, ir.IntType(16))

        def write(at, width):
            narrow, wide = ir.VectorType(row.data.type.pointee, width), ir.VectorType(number.type, width)
            source = builder.bitcast(builder.gep(row.data, [at]), narrow.as_pointer())
            value = builder.sext(builder.load(source, align=1), wide)  # shorts stay as they are
            place = builder.bitcast(builder.gep(target, [at]), wide.as_pointer())
            builder.store(change(value, _each(builder, number, width)), place, align=2)

        _in_pieces(builder, row.nitems, write, WIDTHS)
        return context.get_dummy_value()

    def _put_bits(context, builder, signature, args):
        obs, offset, bits, n = args
        target = builder.gep(context.make_array(signature.args[0])(context, builder, obs).data, [offset])
        short = ir.IntType(16)

        def write(at, width):
            kind = ir.VectorType(short, width)
            own = ir.Constant(kind, [1 << i for i in range(width)])
            piece = _each(builder, builder.trunc(builder.lshr(bits, at), short), width)
            found = builder.icmp_unsigned("==", builder.and_(piece, own), own)
            place = builder.bitcast(builder.gep(target, [at]), kind.as_pointer())
            builder.store(builder.zext(found, kind), place, align=2)

        _in_pieces(builder, n, write, WIDTHS)
        return context.get_dummy_value()

    def _in_pieces(builder, n, do, widths):
        """do(at, width) over n numbers, by the first width that fits; the last piece may overlap another."""
        if not widths:
            with cgutils.for_range(builder, n) as loop:
                do(loop.index, 1)
            return
        width = widths[0]
        with builder.if_else(builder.icmp_signed(">=", n, n.type(width))) as (fits, too_short):
            with fits:
                with cgutils.for_range(builder, builder.sdiv(n, n.type(width))) as loop:
                    do(builder.mul(loop.index, n.type(width)), width)
                do(builder.sub(n, n.type(width)), width)
            with too_short:
                _in_pieces(builder, n, do, widths[1:])

    def _each(builder, value, width):
        """A vector with that value everywhere."""
        nothing = ir.Constant(ir.VectorType(value.type, width), ir.Undefined)
        first = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(ir.IntType(32), width), None))

else:

    def clear(row):
        """Write 0 everywhere."""
        row[:] = 0

    def put_row(obs, offset, values, plus):
        """Write the values of a row of bytes or shorts, `plus` added to each, into obs from an offset on."""
        obs[offset : offset + values.size] = values.astype(obs.dtype).ravel() + plus

    def put_most(obs, offset, values, most):
        """Write the values of a row of bytes or shorts, larger ones as `most`, into obs from an offset on."""
        obs[offset : offset + values.size] = values.astype(obs.dtype).ravel().clip(max=most)

    def put_bits(obs, offset, bits, n):
        """Write the lowest n bits, at most 62, as 0 and 1 into obs from an offset on."""
        obs[offset : offset + n] = [bits >> i & 1 for i in range(n)]

    def fetch(rows, i):
        """Nothing: there is no compiled code to make faster."""

    def above(row, least):
        """Bitset of the places of a row of at most 62 numbers whose value is larger than `least`."""
        return sum(1 << i for i in range(len(row)) if row[i] > least)
