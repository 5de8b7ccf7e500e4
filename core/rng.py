"""The random stream of a game: xoroshiro128++ (Blackman and Vigna) kept in the two words of `s.rng`.

A stream is named by (seed, game index, episode); its words are splitmix64 hashes of the three, so
neighbouring names give unrelated streams. Draws are the same compiled and uncompiled.
"""

from operator import index
from typing import Any

import numpy as np

from .jit import COMPILED, kernel


def as_int64(seed: int) -> int:
    """A seed of up to 64 bits as the signed number that compiled code takes."""
    return (index(seed) + 2**63) % 2**64 - 2**63


if COMPILED:

    @kernel
    def u64(x):
        """The value as an unsigned 64-bit word; wraps."""
        return np.uint64(x)

    word: Any = np.uint64
else:

    def u64(x):
        """The value as an unsigned 64-bit word; wraps."""
        return x & 0xFFFF_FFFF_FFFF_FFFF

    word = int

ZERO, LOW_WORD = word(0), word(0xFFFF_FFFF)
GOLDEN = word(0x9E37_79B9_7F4A_7C15)
MIX_1, MIX_2 = word(0xBF58_476D_1CE4_E5B9), word(0x94D0_49BB_1331_11EB)
SALT_0, SALT_1 = word(0x2545_F491_4F6C_DD1D), word(0xD6E8_FEB8_6659_FD93)
R17, R21, R27, R28, R30, R31, R32 = word(17), word(21), word(27), word(28), word(30), word(31), word(32)
R15, R36, R47, R49 = word(15), word(36), word(47), word(49)


@kernel
def mix(z):
    """The finaliser of splitmix64: a bijection on words in which every bit affects every bit."""
    z = u64(u64(z ^ (z >> R30)) * MIX_1)
    z = u64(u64(z ^ (z >> R27)) * MIX_2)
    return u64(z ^ (z >> R31))


@kernel
def hash_name(salt, seed, index, episode):
    """One word from the three numbers that name a stream."""
    z = mix(u64(u64(seed) + salt))
    z = mix(u64(u64(z ^ u64(index)) + GOLDEN))
    return mix(u64(u64(z ^ u64(episode)) + GOLDEN))


@kernel
def seed_stream(s, seed, index, episode):
    """Start the stream that (seed, game index, episode) names."""
    s.rng[0] = hash_name(SALT_0, seed, index, episode)
    s.rng[1] = hash_name(SALT_1, seed, index, episode)
    if s.rng[0] == ZERO and s.rng[1] == ZERO:
        s.rng[0] = GOLDEN


@kernel
def next_u64(s):
    """The next 64 random bits."""
    a = s.rng[0]
    b = s.rng[1]
    total = u64(a + b)
    result = u64((u64(total << R17) | (total >> R47)) + a)
    b = u64(a ^ b)
    s.rng[0] = u64((u64(a << R49) | (a >> R15)) ^ b ^ u64(b << R21))
    s.rng[1] = u64(u64(b << R28) | (b >> R36))
    return result


@kernel
def below(s, n):
    """A whole number in [0, n), each equally likely; 0 < n < 2**31 (Lemire's multiply and reject)."""
    limit = u64(n)
    product = u64((next_u64(s) >> R32) * limit)
    low = u64(product & LOW_WORD)
    if low < limit:
        threshold = u64(LOW_WORD + word(1) - limit) % limit
        while low < threshold:
            product = u64((next_u64(s) >> R32) * limit)
            low = u64(product & LOW_WORD)
    return int(product >> R32)


@kernel
def shuffle(s, array, n):
    """Put the first n entries of array into a uniformly random order."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        kept = array[i]
        array[i] = array[j]
        array[j] = kept
