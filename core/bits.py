"""Option sets as bits: non-negative int64 values, bit i for option i, at most 62 of them."""

from .jit import kernel


@kernel
def count(bits):
    """Number of bits set."""
    total = 0
    while bits:
        bits &= bits - 1
        total += 1
    return total


@kernel
def lowest(bits):
    """Index of the lowest bit set; -1 when there is none."""
    if bits == 0:
        return -1
    index = 0
    while bits & 1 == 0:
        bits >>= 1
        index += 1
    return index


@kernel
def write_bits(mask, offset, bits, n):
    """Write the lowest n bits as 0/1 into mask[offset : offset + n]."""
    for i in range(n):
        mask[offset + i] = (bits >> i) & 1
