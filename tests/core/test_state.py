"""State records, their proxies in plain Python, and bit sets."""

import numpy as np
import pytest

from astrarium.core import Option, bits, state_dtype
from astrarium.core.jit import COMPILED, Bytes, bind, driver
from astrarium.core.proxy import Record, wrap
from astrarium.core.state import b1, filled, i1, i2, u1

OPTIONS = (Option("size", (3, 4), 3, "size of the board"),)
SHIP = np.dtype([("hull", "i1"), ("crew", "i2", 2)], align=True)
STATE = state_dtype(
    OPTIONS, ("board", i1, (2, 3)), ("flag", b1), ("small", u1), ("ships", SHIP, 3), ("f", "f4")
)


def test_a_state_begins_with_the_header_and_the_options():
    assert STATE.names[:5] == ("rng", "moves", "num_players", "seat", "over")
    assert STATE.fields["size"][0] == np.int16
    assert STATE.isalignedstruct


def test_every_byte_of_a_state_belongs_to_a_field():
    plain = np.dtype([("a", "i1"), ("b", "i4"), ("c", "i2", 3)], align=True)
    whole = filled(plain)
    assert whole.itemsize == plain.itemsize == sum(whole[name].itemsize for name in whole.names)
    assert [whole.fields[name][1] for name in "abc"] == [plain.fields[name][1] for name in "abc"]
    assert STATE.itemsize == sum(STATE[name].itemsize for name in STATE.names)
    assert STATE["ships"].base.names == ("hull", "gap_1", "crew")


def test_states_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="state fields named twice: seat"):
        state_dtype((), ("seat", i2))
    with pytest.raises(ValueError, match="the default 5 is not one of"):
        Option("size", (3, 4), 5, "")
    with pytest.raises(ValueError, match="only values other than the default can be restricted"):
        Option("size", (3, 4), 3, "", only={3: (2,)})


def test_a_value_of_an_option_can_need_certain_numbers_of_players():
    teams = Option("teams", (0, 2), 0, "", only={2: (4, 6)})
    assert [n for n in range(1, 7) if teams.fits(2, n)] == [4, 6]
    assert all(teams.fits(0, n) for n in range(1, 7))


@pytest.fixture
def states():
    """Three zeroed states."""
    return np.zeros(3, STATE)


def test_proxies_write_through_and_read_plain_numbers(states):
    s = wrap(states)[1]
    s.seat = 3
    s.board[1, 2] = 5
    s.board[0] = 7
    s.ships[2].hull = 9
    s.ships[2].crew[1] = -4
    assert states["seat"].tolist() == [0, 3, 0]
    assert states["board"][1].tolist() == [[7, 7, 7], [0, 0, 5]]
    assert states["ships"]["hull"][1].tolist() == [0, 0, 9]
    assert states["ships"]["crew"][1, 2].tolist() == [0, -4]
    for value in (s.seat, s.board[1, 2], s.board[1][2], s.ships[2].crew[1], s.rng[0], s.flag):
        assert type(value) is int
    assert type(s.f) is float
    assert [type(value) for value in s.board[0]] == [int] * 3
    assert type(s.board.sum()) is type(s.board.max()) is type(s.board.min()) is int


def test_small_integers_do_not_overflow_when_reckoned_with(states):
    s = wrap(states)[0]
    s.seat = 100
    s.board[0, 0] = 100
    assert s.seat + s.board[0, 0] == 200
    assert s.seat * s.seat == 10000


def test_a_value_that_does_not_fit_is_refused(states):
    s = wrap(states)[0]
    with pytest.raises(Exception, match="-128"):
        s.seat = 200
    with pytest.raises(OverflowError):
        s.board[0, 0] = 200


def test_an_index_out_of_range_is_refused(states):
    with pytest.raises(IndexError):
        wrap(states)[3]
    with pytest.raises(IndexError):
        wrap(states)[0].board[0, 3]
    with pytest.raises(IndexError):
        wrap(states)[0].ships[3]


def test_records_are_copied_by_assignment(states):
    records = wrap(states)
    records[0].seat = 4
    records[2] = records[0]
    assert states["seat"].tolist() == [4, 0, 4]
    records[2].seat = 1
    assert states["seat"].tolist() == [4, 0, 1]
    assert len(records) == 3
    assert len(records[1:]) == 2
    with pytest.raises(IndexError, match="index -1"):  # compiled code would read before the first
        _ = records[-1]
    assert isinstance(records[0], Record)


def test_unknown_fields_are_refused(states):
    with pytest.raises(AttributeError):
        _ = wrap(states)[0].nothing


@driver
def try_bits(mask: Bytes, value: int, n: int, offset: int) -> int:
    """Write bits; their number and the lowest as one number."""
    bits.write_bits(mask, offset, value, n)
    return bits.count(value) * 100 + bits.lowest(value)


@driver
def try_ones(mask: Bytes, n: int) -> int:
    """The n-th one, or with n = -1 the number of ones."""
    if n < 0:
        return bits.count_ones(mask)
    return bits.nth_one(mask, n)


@driver
def try_next(mask: Bytes, start: int) -> int:
    """The first one from an index on."""
    return bits.next_one(mask, start)


@pytest.mark.parametrize("value", [0, 1, 2, 0b1011000, (1 << 61) + 2, (1 << 62) - 1])
def test_bit_sets(value):
    mask = np.full(64, 7, np.int8)
    found = bind(try_bits, "bits_test")(mask, value, 62, 1)
    assert found == value.bit_count() * 100 + ((value & -value).bit_length() - 1)
    assert mask[1:63].tolist() == [value >> i & 1 for i in range(62)]
    assert (mask[0], mask[63]) == (7, 7)


@pytest.mark.parametrize("size", [1, 7, 8, 9, 63, 64, 65, 130, 300, 2049, 5000])
@pytest.mark.parametrize("share", [0.0, 0.03, 0.5, 1.0])
def test_counting_and_choosing_legal_actions(size, share):
    if not COMPILED and size > 2100:
        pytest.skip("slow uncompiled")
    mask = (np.random.default_rng(size).random(size) < share).astype(np.int8)
    ones = np.flatnonzero(mask)
    run = bind(try_ones, "bits_test")
    assert run(mask, -1) == len(ones)
    for n in range(0, len(ones), max(1, len(ones) // 40)):
        assert run(mask, n) == ones[n]
    assert run(mask, len(ones)) == -1
    run, found = bind(try_next, "bits_test"), [-1]
    while len(found) <= len(ones) and (action := run(mask, found[-1] + 1)) >= 0:
        found.append(action)
    assert found[1:] == ones.tolist()
    assert run(mask, int(ones[-1]) + 1 if len(ones) else 0) == -1


def test_rows_that_lie_askew_in_memory_are_read_right():
    rows = (np.arange(33 * 5).reshape(5, 33) % 3 == 0).astype(np.int8)
    run = bind(try_ones, "bits_test")
    for row in rows:
        assert run(row, -1) == row.sum()
        assert run(row, 2) == np.flatnonzero(row)[2]
