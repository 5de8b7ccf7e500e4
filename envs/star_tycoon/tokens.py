"""Star Tycoon: counting tokens."""

from astrarium.core import kernel

from .state import FIRST_RESOURCE, NUM_RESOURCES, NUM_TOKENS

GUARD = sum(0x80 << 8 * token for token in range(NUM_TOKENS))  # above each byte of a packed price
MOST_PACKED = 0x7F


@kernel
def resources_of(s, seat):
    """Bitset over the five resources: those that the seat has."""
    bits = 0
    for resource in range(NUM_RESOURCES):
        if s.tokens[seat, FIRST_RESOURCE + resource] > 0:
            bits |= 1 << resource
    return bits


@kernel
def total_resources(s, seat):
    total = 0
    for token in range(FIRST_RESOURCE, NUM_TOKENS):
        total += s.tokens[seat, token]
    return total


@kernel
def packed_tokens(s, seat):
    """The tokens of a seat with a byte each."""
    packed = 0
    for token in range(NUM_TOKENS):
        packed |= min(s.tokens[seat, token], MOST_PACKED) << 8 * token
    return packed


@kernel
def covers(packed, resources, price, fixed, wild):
    """Do packed tokens cover a packed price with `wild` resources beside the `fixed` ones in it?"""
    return ((packed | GUARD) - price) & GUARD == GUARD and resources >= fixed + wild
