"""Counting instructions: positions to count in, and what is made of callgrind's totals."""

import numpy as np
import pytest

from astrarium.benchmarks.instructions import FOUND, POSITIONS, ROUNDS, a_decision, positions
from astrarium.core import get


def test_positions_are_of_all_of_a_game_and_wait_for_a_decision():
    states, actions = positions("starfarers", 3)
    assert len(np.unique(states["moves"])) > 40
    assert (states["over"] == 0).all()
    assert ((actions >= 0) & (actions < get("starfarers").num_actions)).all()


def test_a_step_is_counted_without_its_copy_and_all_without_the_loop():
    n = POSITIONS * ROUNDS
    totals = {
        "none": 10 * n,
        "copy": 30 * n,
        "legal": 110 * n,
        "choose": 60 * n,
        "step": 80 * n,
        "observe": 210 * n,
    }
    assert a_decision(totals) == {"copy": 20, "legal": 100, "choose": 50, "step": 50, "observe": 200}
    del totals["legal"]
    with pytest.raises(SystemExit, match="nothing of legal"):
        a_decision(totals)


def test_totals_are_found_in_a_dump():
    dump = "# callgrind format\npart: 3\ndesc: Trigger: dump legal\nevents: Ir\nsummary: 481067\n\nob=(21)\n"
    assert FOUND.search(dump).groups() == ("legal", "481067")
