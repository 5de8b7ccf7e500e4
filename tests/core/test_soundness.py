"""States from elsewhere are refused, with what is wrong, before compiled code sees them."""

import dataclasses

import numpy as np
import pytest

from astrarium.core import Batch
from astrarium.core.soundness import BrokenState, bounds
from astrarium.core.state import Option, state_dtype
from tests.toy import GAME


def states(**changes):
    found = Batch(GAME, 4, num_players=2).states.copy()
    for name, value in changes.items():
        found[name][2] = value
    return found


def test_real_states_are_sound():
    GAME.require_sound(states())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("num_players", 0), ("num_players", 5), ("seat", 2), ("seat", -1), ("over", 3), ("ask", 99),
        ("moves", -1), ("moves", GAME.max_moves), ("hand_size", 9),
    ],
)  # fmt: skip
def test_a_header_out_of_bounds_is_refused(field, value):
    with pytest.raises(BrokenState, match=field):
        GAME.require_sound(states(**{field: value}))


def test_a_broken_invariant_is_refused_in_its_words():
    with pytest.raises(BrokenState, match="state 2 of Lanterns"):
        GAME.require_sound(states(deck_size=1))


def test_states_of_another_type_are_refused():
    with pytest.raises(ValueError, match="expected records"):
        GAME.require_sound(np.zeros(3, np.int64))


def test_a_snapshot_with_a_crafted_state_is_refused():
    batch = Batch(GAME, 4, num_players=2)
    before = batch.save()
    crafted = dataclasses.replace(before, states=states(deck_size=1))
    with pytest.raises(ValueError, match="do not fit"):
        batch.load(crafted)
    assert batch.states.tobytes() == before.states.tobytes()
    with pytest.raises(ValueError, match="num_players"):
        batch.load(dataclasses.replace(before, states=Batch(GAME, 4, num_players=3).states.copy()))


def test_bounds_name_every_field_once():
    options = (Option("swap", (0, 1), 0, ""),)
    state = state_dtype(options, ("one", "i1"), ("two", "i1", 3))
    assert bounds(state, options, (0, 3, "one two")) == {"one": (0, 3), "two": (0, 3)}
    for rows in ((0, 1, "one"), (0, 1, "one two swap"), (0, 1, "one two two")):
        with pytest.raises(ValueError, match="bounds: missing, unknown or named twice"):
            bounds(state, options, rows)
