"""The layout of observations."""

import numpy as np
import pytest

from astrarium.core import Field, ObservationSpec

SPEC = ObservationSpec(
    Field("phase", (), 0, 3, "phase"),
    Field("hand", 3, -1, 9, "cards in hand"),
    Field("board", (2, 2), 0, 1, "board"),
)


def test_fields_lie_end_to_end_with_their_bounds():
    assert SPEC.size == 8
    assert SPEC.offsets("phase", "hand", "board") == (0, 1, 4)
    assert (SPEC.places.phase, SPEC.places.hand, SPEC.places.board) == (0, 1, 4)
    assert SPEC.offset("board") == 4
    assert SPEC.low.tolist() == [0, -1, -1, -1, 0, 0, 0, 0]
    assert SPEC.high.tolist() == [3, 9, 9, 9, 1, 1, 1, 1]
    assert SPEC.low.dtype == SPEC.high.dtype == np.int16


def test_a_slice_is_a_view_in_the_fields_shape():
    obs = np.arange(8, dtype=np.int16)
    board = SPEC.slice(obs, "board")
    assert board.tolist() == [[4, 5], [6, 7]]
    board[1, 1] = 99
    assert obs[7] == 99
    assert SPEC.slice(obs, "phase").shape == ()
    assert SPEC.slice(np.zeros((5, 8)), "board").shape == (5, 2, 2)


def test_describe():
    described = SPEC.describe(np.arange(8, dtype=np.int16))
    assert described == {"phase": 0, "hand": [1, 2, 3], "board": [[4, 5], [6, 7]]}


def test_specs_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="two observation fields are named 'a'"):
        ObservationSpec(Field("a", 1, 0, 1, ""), Field("a", 1, 0, 1, ""))
    with pytest.raises(ValueError, match="is no range of int16"):
        Field("a", 1, 0, 40000, "")
    with pytest.raises(ValueError, match="is no range of int16"):
        Field("a", 1, 2, 1, "")


def test_markdown():
    assert SPEC.markdown().splitlines()[2:] == [
        "| 0 | phase | 1 | 0 | 3 | phase |",
        "| 1-3 | hand | 3 | -1 | 9 | cards in hand |",
        "| 4-7 | board | 2 x 2 | 0 | 1 | board |",
    ]
