"""Arenas of two players each, for the table of how players compare."""

import csv

import pytest

from astrarium.benchmarks.players import HEADER, meet, smallest_table
from tests.toy import GAME


def test_a_meeting_is_played_once_and_told_in_a_row(tmp_path):
    players = smallest_table(GAME)
    assert players == min(count for count in GAME.players if count > 1)
    found = meet(GAME, "greedy", "random", 20, tmp_path, seed=3)
    assert found.games >= 20
    assert found.single <= found.games
    assert found.share.mean + (players - 1) * found.other.mean == pytest.approx(1)
    assert found.row.count("|") == HEADER.splitlines()[0].count("|")
    assert f"{found.share.mean * players:.2f}" in found.row
    records = sorted(tmp_path.glob("*/records/*"))
    before = [path.stat().st_mtime_ns for path in records]
    assert records
    assert meet(GAME, "greedy", "random", 20, tmp_path, seed=3) == found
    assert [path.stat().st_mtime_ns for path in records] == before


def test_at_larger_tables_a_single_player_is_counted_among_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr("astrarium.benchmarks.players.smallest_table", lambda game: 3)
    found = meet(GAME, "greedy", "random", 12, tmp_path, seed=3)
    games = csv.DictReader(next(tmp_path.glob("*/games.csv")).open())
    seats = [
        ([game[f"agent_{k}"] for k in (1, 2, 3)], [game[f"place_{k}"] for k in (1, 2, 3)]) for game in games
    ]
    single = [places[agents.index("greedy")] for agents, places in seats if agents.count("greedy") == 1]
    assert found.single == len(single) < found.games
    assert found.share.mean <= single.count("1") / len(single)
    assert found.share.mean + 2 * found.other.mean == pytest.approx(1)
