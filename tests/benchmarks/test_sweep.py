"""The sweep: all set-ups, checked at every state, with figures that depend on nothing but its arguments."""

import copy
import dataclasses
import json

import pytest
from rich.console import Console

from astrarium.benchmarks import sweep as module
from astrarium.benchmarks.sweep import SweepError, parts_of, play, setups, sweep
from astrarium.core import get
from astrarium.envs import GAMES
from tests.toy import GAME

SILENT = Console(quiet=True)


def figures(tally):
    return tally.parts, tally.games, tally.decisions, tally.digest


def test_every_combination_of_players_options_and_cards_is_there():
    found = setups([get(name) for name in GAMES])
    assert len({str(each) for each in found}) == len(found) >= 379
    for each in found:
        each.game.blank(each.players, dict(each.options))  # raises if they do not fit together
        assert each.cards in each.game.contents


def test_figures_are_the_same_with_processes_and_after_a_stop(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SAVE", 0.0)
    whole = sweep([GAME], 3000, tmp_path / "whole.json", size=8, console=SILENT)
    assert whole.decisions >= 3000
    both = sweep([GAME], 3000, tmp_path / "both.json", size=8, workers=2, console=SILENT)
    assert figures(both) == figures(whole)
    first = sweep([GAME], 1000, tmp_path / "stopped.json", size=8, console=SILENT)
    assert first.decisions < whole.decisions
    assert figures(sweep([GAME], 3000, tmp_path / "stopped.json", size=8, console=SILENT)) == figures(whole)


def test_files_of_something_else_are_refused(tmp_path):
    out = tmp_path / "sweep.json"
    sweep([GAME], 10, out, size=2, console=SILENT)
    with pytest.raises(SweepError, match="another sweep"):
        sweep([GAME], 10, out, seed=1, size=2, console=SILENT)
    for text in ("", "[]", json.dumps({"done": {"parts": 1, "stars": 2}})):
        out.write_text(text)
        with pytest.raises(SweepError, match="no file of a sweep"):
            sweep([GAME], 10, out, size=2, console=SILENT)


@pytest.mark.parametrize("what", ["state", "observation"])
def test_what_is_out_of_bounds_is_found_and_names_its_part(what):
    if what == "state":
        narrow = dataclasses.replace(GAME, bounds={**GAME.bounds, "deck_size": (1, 99)})
    else:
        spec = copy.copy(GAME.observation)
        spec.low = spec.high
        narrow = dataclasses.replace(GAME, observation=spec)
    with pytest.raises(SweepError, match=r"part 3 \(toy, .*\), steps 0 to \d+: .*(deck_size|observation)"):
        play(next(parts_of(setups([narrow]), 0, 8, first=3)))
