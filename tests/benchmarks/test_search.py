"""The profile of a search: its parts are counted and timed, and told."""

from io import StringIO

import pytest
from rich.console import Console

from astrarium.benchmarks.search import profile, report
from tests.toy import GAME


@pytest.mark.parametrize("players", [1, 3])
def test_parts_of_a_simulation_are_counted_and_timed(players):
    found = profile(GAME, players, seconds=0.001, repeats=1)
    calls = {part.name: part.calls for part in found.parts}
    assert found.players == players
    assert found.against_bare > 0
    assert found.ns > 0
    assert all(part.ns > 0 for part in found.parts if part.name != "moves of the game")
    assert calls["moves of the game"] == pytest.approx(found.decisions)
    assert calls["copies of the state"] < found.decisions
    assert calls["redeals, with a copy"] == 1
    text = StringIO()
    report(found, Console(file=text, width=120))
    assert "evaluations" in text.getvalue()
    assert "the tree, and the rest" in text.getvalue()
