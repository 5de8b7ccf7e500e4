"""Star Tycoon: counting tokens."""

from astrarium.core import kernel

from . import state as st

GUARD = sum(0x80 << 8 * token for token in range(st.NUM_TOKENS))  # above each byte of a packed price
MOST_PACKED = 0x7F
EVEN_BYTES = 0x00FF_00FF_00FF_00FF
PAIRS = 0x0001_0001_0001_0001  # times packed pairs of bytes: their sum comes out on top


@kernel
def resources_of(s, seat):
    """Bitset over the five resources: those that the seat has."""
    bits = 0
    for resource in range(st.NUM_RESOURCES):
        if s.tokens[seat, st.FIRST_RESOURCE + resource] > 0:
            bits |= 1 << resource
    return bits


@kernel
def total_resources(s, seat):
    total = 0
    for token in range(st.FIRST_RESOURCE, st.NUM_TOKENS):
        total += s.tokens[seat, token]
    return total


@kernel
def total_tokens(s, seat):
    return total_resources(s, seat) + s.tokens[seat, st.CREDIT] + s.tokens[seat, st.ILLEGAL]


@kernel
def packed_tokens(s, seat):
    """The tokens of a seat with a byte each."""
    packed = 0
    for token in range(st.NUM_TOKENS):
        packed |= min(s.tokens[seat, token], MOST_PACKED) << 8 * token
    return packed


@kernel
def packed(numbers):
    """Numbers of tokens with a byte each, to be told."""
    total = 0
    for token in range(st.NUM_TOKENS):
        total |= int(numbers[token]) << 8 * token
    return total


@kernel
def one(token):
    """One token, packed."""
    return 1 << 8 * token


@kernel
def lack_of(packed, resources, price, fixed, wild):
    """How many tokens of such a price are not there."""
    left = (price | GUARD) - packed
    dearer = left & GUARD  # in the bytes where the price is not below what is there
    lack = left & (dearer - (dearer >> 7))
    short = sum_bytes(lack)
    if wild > 0:
        spare = resources - fixed + sum_bytes(lack >> 8 * st.FIRST_RESOURCE)
        short += max(wild - spare, 0)
    return short


@kernel
def sum_bytes(packed):
    pairs = (packed & EVEN_BYTES) + (packed >> 8 & EVEN_BYTES)
    return (pairs * PAIRS) >> 48 & 0xFFFF


@kernel
def covers(packed, resources, price, fixed, wild):
    """Do packed tokens cover a packed price with `wild` resources beside the `fixed` ones in it?"""
    return ((packed | GUARD) - price) & GUARD == GUARD and resources >= fixed + wild
