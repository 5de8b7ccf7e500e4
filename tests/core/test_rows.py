"""Rows taken many values at a time: every length, with the pieces that overlap, and what lies beside."""

import numba
import numpy as np
import pytest

from astrarium.core.jit import COMPILED
from astrarium.core.proxy import wrap
from astrarium.core.rows import above, fetch, put_bits, put_most, put_row

RECORD = np.dtype(
    [
        ("short", "i1", 3),
        ("four", "i1", 4),
        ("odd", "i1", 11),
        ("long", "i1", 30),
        ("table", "i1", (5, 7)),
        ("wide", "i2", (2, 26)),
    ],
    align=True,
)
ROWS = ("short", "four", "odd", "long", "table", "wide")
OFFSETS = (2, 8, 15, 30, 65, 110)
SIZE = 170  # entries of a row that all of them are written into


def written(records, obs, plus):
    s = records[0]
    put_row(obs, 2, s.short, plus)
    put_row(obs, 8, s.four, plus)
    put_row(obs, 15, s.odd, plus)
    put_row(obs, 30, s.long, plus)
    put_row(obs, 65, s.table, plus)
    put_row(obs, 110, s.wide, plus)


def limited(records, obs, most):
    s = records[0]
    put_most(obs, 2, s.short, most)
    put_most(obs, 8, s.four, most)
    put_most(obs, 15, s.odd, most)
    put_most(obs, 30, s.long, most)
    put_most(obs, 65, s.table, most)
    put_most(obs, 110, s.wide, most)


def sets(records, found, least):
    s = records[0]
    found[0] = above(s.short, least)
    found[1] = above(s.four, least)
    found[2] = above(s.odd, least)
    found[3] = above(s.long, least)
    found[4] = above(s.table[3], least)
    found[5] = above(s.wide[1], least)


def compiled(fn):
    return numba.njit(fn) if COMPILED else lambda records, *rest: fn(wrap(records), *rest)


@pytest.fixture
def records():
    some = np.zeros(1, RECORD)
    some.view(np.uint8)[:] = np.random.default_rng(3).integers(0, 256, RECORD.itemsize)
    return some


@pytest.mark.parametrize("plus", [0, 1])
def test_a_row_is_written_whole_and_nothing_beside_it(records, plus):
    assert filled(written, records, plus) == expected(records, lambda value: value + plus)


@pytest.mark.parametrize("most", [-3, 0, 50])
def test_of_a_row_larger_numbers_are_written_as_the_most(records, most):
    assert filled(limited, records, most) == expected(records, lambda value: min(value, most))


def filled(write, records, number):
    obs = np.full(SIZE, 77, np.int16)
    compiled(write)(records, obs, number)
    return obs.tolist()


def expected(records, change):
    want = [77] * SIZE
    for name, offset in zip(ROWS, OFFSETS, strict=True):
        row = [change(value) for value in records[0][name].ravel().tolist()]
        want[offset : offset + len(row)] = row
    return want


@pytest.mark.parametrize("least", [-100, 0, 60])
def test_above_finds_the_places_of_larger_numbers(records, least):
    s = records[0]
    rows = s["short"], s["four"], s["odd"], s["long"], s["table"][3], s["wide"][1]
    found = np.zeros(len(rows), np.int64)
    compiled(sets)(records, found, least)
    assert found.tolist() == [sum(1 << i for i in np.flatnonzero(row > least).tolist()) for row in rows]


def test_what_is_no_row_of_small_numbers_is_refused():
    if not COMPILED:
        pytest.skip("types matter to compiled code only")
    with pytest.raises(numba.TypingError, match="lie side by side"):
        numba.njit(lambda row: above(row, 0))(np.zeros(8, np.int8)[::2])
    with pytest.raises(numba.TypingError, match="lie side by side"):
        numba.njit(lambda obs, row: put_row(obs, 0, row, 0))(np.zeros(8, np.int16), np.zeros(8, np.int64))


@pytest.mark.parametrize("index", [-1, (0, -2)])
def test_uncompiled_kernels_count_from_the_front(index):
    table = wrap(np.zeros((3, 4), np.int8))
    with pytest.raises(IndexError, match="from the front"):
        table[index]
    with pytest.raises(IndexError, match="from the front"):
        table[index] = 1


@pytest.mark.parametrize("n", [1, 3, 4, 7, 8, 12, 16, 20, 33, 50, 62])
def test_bits_are_written_one_by_one_and_nothing_beside_them(n):
    bits, want = 0x2F5A_93C6_71E8_4BD7, np.full(70, 77, np.int16)
    want[3 : 3 + n] = [bits >> i & 1 for i in range(n)]
    obs = np.full(70, 77, np.int16)
    compiled(lambda obs, bits, n: put_bits(obs, 3, bits, n))(obs, bits, n)
    assert obs.tolist() == want.tolist()


def test_bits_go_into_shorts_only():
    if not COMPILED:
        pytest.skip("types matter to compiled code only")
    with pytest.raises(numba.TypingError, match="lie side by side"):
        numba.njit(lambda obs: put_bits(obs, 0, 1, 4))(np.zeros(8, np.int32))


@pytest.mark.parametrize("i", [0, 4, 5])
def test_fetching_a_row_changes_nothing(i):
    """One behind the last is left alone."""
    for rows in (np.arange(60, dtype=np.int16).reshape(5, 12), np.zeros(5, RECORD)):
        before = rows.tobytes()
        compiled(lambda rows, i: fetch(rows, i))(rows, i)
        assert rows.tobytes() == before
