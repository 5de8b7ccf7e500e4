"""The generator: its published sequence, fairness of draws and shuffles, independence of streams."""

import math
from itertools import permutations

import numpy as np
import pytest

from astrarium.core.jit import COMPILED, Ints, States, bind, driver
from astrarium.core.rng import as_int64, below, next_u64, seed_stream, shuffle
from tests.process import run

STREAM = np.dtype([("rng", "u8", 2)], align=True)


@driver
def draw_words(streams: States, out: Ints, n: int) -> None:
    """n raw words."""
    for k in range(n):
        out[k] = to_int64(next_u64(streams[0]))


@driver
def draw_below(streams: States, out: Ints, bound: int, n: int) -> None:
    """n numbers below a bound."""
    for k in range(n):
        out[k] = below(streams[0], bound)


@driver
def draw_shuffles(streams: States, deck: Ints, out: Ints, n: int) -> None:
    """n shuffles of the first entries of a deck, as numbers in base 10."""
    for k in range(n):
        size = len(deck) - 1
        for i in range(size + 1):
            deck[i] = i
        shuffle(streams[0], deck, size)
        out[k] = 0
        for i in range(size + 1):
            out[k] = out[k] * 10 + deck[i]


@driver
def seed_all(streams: States, seed: int, episode: int) -> None:
    """One stream a game index."""
    for i in range(len(streams)):
        seed_stream(streams[i], seed, i, episode)


if COMPILED:
    from astrarium.core import kernel

    @kernel
    def to_int64(word):
        """The same bits, signed."""
        return np.int64(word)
else:
    to_int64 = as_int64


def bound(template):
    """A driver over bare streams."""
    return bind(template, "rng_test", STATE=STREAM, to_int64=to_int64)


def stream(seed=1, index=0, episode=0):
    """A freshly seeded stream."""
    streams = np.zeros(index + 1, STREAM)
    bound(seed_all)(streams, seed, episode)
    return streams[index:].copy()


def numbers(n, size, **name):
    """Draws below n."""
    out = np.zeros(size, np.int64)
    bound(draw_below)(stream(**name), out, n, size)
    return out


def chi_square_limit(freedom):
    """What a fair generator exceeds one time in a million (Wilson and Hilferty's approximation)."""
    a = 2 / (9 * freedom)
    return freedom * (1 - a + 4.753 * math.sqrt(a)) ** 3


def chi_square(counts, expected):
    """How far counts are from equal shares."""
    return float(((counts - expected) ** 2 / expected).sum())


def test_words_are_those_of_xoroshiro128plusplus():
    # The reference implementation's first words from the state (1, 2).
    streams = np.zeros(1, STREAM)
    streams["rng"][0] = 1, 2
    out = np.zeros(10, np.int64)
    bound(draw_words)(streams, out, 10)
    assert out.view(np.uint64).tolist() == [
        393217,
        669327710093319,
        1732421326133921491,
        11394790081659126983,
        9555452776773192676,
        3586421180005889563,
        1691397964866707553,
        10735626796753111697,
        15216282715349408991,
        14247243556711267923,
    ]


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52, 100, 1000])
def test_below_is_uniform(n):
    size = 200_000 if COMPILED else 20_000
    counts = np.bincount(numbers(n, size, seed=n), minlength=n)
    assert len(counts) == n
    assert chi_square(counts, size / n) < chi_square_limit(n - 1)


def test_below_of_a_bound_that_does_not_divide_the_words_is_unbiased():
    # With plain multiplication, numbers below 3 * 2**29 would fall on one residue of 3 twice as often.
    n, size = 3 << 29, 60_000
    draws = numbers(n, size)
    counts = np.bincount(draws % 3, minlength=3)
    assert chi_square(counts, size / 3) < chi_square_limit(2)
    assert draws.min() >= 0
    assert draws.max() < n


def test_below_one_is_zero():
    assert not numbers(1, 100).any()


def test_neighbouring_draws_are_independent():
    draws = numbers(6, 120_000 if COMPILED else 20_000)
    pairs = np.bincount(draws[:-1] * 6 + draws[1:], minlength=36)
    assert chi_square(pairs, len(draws) / 36) < chi_square_limit(35)


@pytest.mark.parametrize("change", ["seed", "index", "episode"])
def test_neighbouring_streams_are_independent(change):
    size = 60_000 if COMPILED else 10_000
    one, other = numbers(6, size), numbers(6, size, **{change: {"seed": 2}.get(change, 1)})
    pairs = np.bincount(one * 6 + other, minlength=36)
    assert chi_square(pairs, size / 36) < chi_square_limit(35)


def test_first_draws_of_many_streams_are_uniform():
    size = 50_000 if COMPILED else 5_000
    streams = np.zeros(size, STREAM)
    bound(seed_all)(streams, 5, 0)
    draw, out = bound(draw_below), np.zeros(1, np.int64)
    firsts = []
    for i in range(0, size, 10):
        draw(streams[i : i + 1], out, 10, 1)
        firsts.append(int(out[0]))
    assert chi_square(np.bincount(firsts, minlength=10), size / 100) < chi_square_limit(9)
    assert len(np.unique(streams["rng"], axis=0)) == size


def test_a_seed_of_64_bits_is_taken_whole():
    seeds = [as_int64(seed) for seed in (0, 1, 2**63, 2**64 - 1, -1)]
    assert seeds == [0, 1, -(2**63), -1, -1]
    assert len({numbers(1000, 5, seed=seed).tobytes() for seed in seeds}) == 4


def test_every_bit_of_a_seed_changes_half_of_the_stream():
    """A deal that ignored some bits could be found by trying the others."""
    base = 0x1234_5678_9ABC_DEF0
    words = stream(seed=base)["rng"][0]
    for bit in range(63):
        changed = words ^ stream(seed=base ^ 1 << bit)["rng"][0]
        assert all(12 < int(word).bit_count() < 52 for word in changed), bit


def test_shuffle_reaches_every_order_equally_and_leaves_the_rest():
    size = 48_000 if COMPILED else 9_600
    deck, out = np.zeros(5, np.int64), np.zeros(size, np.int64)
    bound(draw_shuffles)(stream(seed=3), deck, out, size)
    orders = [int("".join(map(str, order))) * 10 + 4 for order in permutations(range(4))]
    counts = np.array([(out == order).sum() for order in orders])
    assert counts.sum() == size
    assert chi_square(counts, size / 24) < chi_square_limit(23)


def test_draws_are_the_same_uncompiled_and_warn_of_nothing():
    code = (
        "from tests.core.test_rng import numbers, stream; "
        "print(stream(9, 3, 4)['rng'].tolist(), numbers(1000, 50).tolist(), numbers(3 << 29, 50).tolist())"
    )
    compiled, uncompiled = (run(code, NUMBA_DISABLE_JIT=flag)[0] for flag in (0, 1))
    assert compiled == uncompiled
