"""Sets as bits, and masks read many bytes at a time.

An option set is a non-negative int64, bit i for option i, at most 62 of them. A mask holds one byte an
action, 0 or 1.
"""

import numpy as np

from .jit import COMPILED, emitted, kernel, nt
from .rng import below, u64, word

WIDE = 64  # bytes of a mask that make one word of bits

if COMPILED:
    from llvmlite import ir

    @emitted(nt.int64(nt.int64))
    def count(context, builder, args):
        """Number of bits set."""
        return builder.ctpop(args[0])

    @emitted(nt.int64(nt.int64))
    def _trailing_zeros(context, builder, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    @emitted(nt.uint64(nt.int8[::1], nt.int64))
    def word_at(context, builder, args):
        """The eight bytes of a mask from an index on as one word, the first byte lowest."""
        data = context.make_array(nt.int8[::1])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(64).as_pointer())
        return builder.load(place, align=1)

    @emitted(nt.uint64(nt.int8[::1], nt.int64))
    def ones_at(context, builder, args):
        """A word with a bit for each of the WIDE bytes of a mask from an index on, the first one lowest."""
        data = context.make_array(nt.int8[::1])(context, builder, args[0]).data
        kind = ir.VectorType(ir.IntType(8), WIDE)
        place = builder.bitcast(builder.gep(data, [args[1]]), kind.as_pointer())
        ones = builder.icmp_unsigned("!=", builder.load(place, align=1), ir.Constant(kind, None))
        return builder.bitcast(ones, ir.IntType(WIDE))

else:

    def count(bits):
        """Number of bits set."""
        return bits.bit_count()

    def _trailing_zeros(bits):
        return (bits & -bits).bit_length() - 1

    def word_at(mask, index):
        """The eight bytes of a mask from an index on as one word, the first byte lowest."""
        return int.from_bytes(mask[index : index + 8].tobytes(), "little")

    def ones_at(mask, index):
        """A word with a bit for each of the WIDE bytes of a mask from an index on, the first one lowest."""
        row = np.frombuffer(mask[index : index + WIDE].tobytes(), np.uint8)
        return int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little")


ONES, HIGHS = word(0x0101_0101_0101_0101), word(0x8080_8080_8080_8080)
ONE, SEVEN, R56 = word(1), word(7), word(56)


@kernel
def lowest(bits):
    """Index of the lowest bit set; -1 when there is none."""
    if bits == 0:
        return -1
    return _trailing_zeros(bits)


@kernel
def draw_bit(s, bits):
    """Index of one of the bits set, each equally likely."""
    for _ in range(below(s, count(bits))):
        bits &= bits - 1
    return lowest(bits)


@kernel
def write_bits(mask, offset, bits, n):
    """Write the lowest n bits as 0/1 into mask[offset : offset + n]."""
    for i in range(n):
        mask[offset + i] = (bits >> i) & 1


@kernel
def set_bits(mask, offset, bits):
    """Write a 1 into mask[offset + i] for each bit i that is set; the mask holds zeros there before."""
    while bits:
        mask[offset + _trailing_zeros(bits)] = 1
        bits &= bits - 1


@kernel
def ones_from(mask, index):
    """A word with a bit for each byte of a mask from an index on, WIDE of them or all that are left."""
    over = index + WIDE - len(mask)
    if over <= 0:
        return ones_at(mask, index)
    if len(mask) >= WIDE:
        return u64(ones_at(mask, len(mask) - WIDE) >> u64(over))
    bits = u64(0)
    for i in range(len(mask)):
        bits = u64(bits | u64(u64(mask[i]) << u64(i)))
    return bits


@kernel
def count_ones(mask):
    """Number of ones in a mask."""
    total = 0
    for i in range(0, len(mask), WIDE):
        total += count(int(ones_from(mask, i)))
    return total


@kernel
def nth_one(mask, n):
    """Index of the n-th one of a mask, counting from 0; -1 when there are not so many."""
    size = len(mask)
    left = u64(n)
    i = 0
    while i + WIDE <= size:
        inside = u64(count(int(ones_at(mask, i))))
        if left < inside:
            break
        left = u64(left - inside)
        i += WIDE
    while i + 8 <= size:
        sums = u64(word_at(mask, i) * ONES)  # byte j holds the sum of bytes 0..j
        inside = sums >> R56
        if left < inside:
            beyond = u64((sums | HIGHS) - u64((left + ONE) * ONES)) & HIGHS
            return i + 8 - int(u64((beyond >> SEVEN) * ONES) >> R56)
        left = u64(left - inside)
        i += 8
    n = int(left)
    while i < size:
        n -= mask[i]
        if n < 0:
            return i
        i += 1
    return -1


@kernel
def next_one(mask, start):
    """Index of the first one of a mask from an index on; -1 when there is none."""
    i = start
    while i + 8 <= len(mask):
        bits = word_at(mask, i)
        if bits != 0:
            return i + (_trailing_zeros(int(bits)) >> 3)
        i += 8
    while i < len(mask):
        if mask[i]:
            return i
        i += 1
    return -1
