"""Arenas of two players each, for the table of how players compare."""

import csv

import pytest

from astrarium.benchmarks.players import HEADER, meet, tables_of
from tests.toy import GAME


def test_a_meeting_is_played_once_and_told_in_a_row(tmp_path):
    players = 2
    found = meet(GAME, players, "greedy", "random", 20, tmp_path, seed=3)
    assert found.games >= 20
    assert found.share.mean + (players - 1) * found.other.mean == pytest.approx(1)
    assert found.row.count("|") == HEADER.splitlines()[0].count("|")
    assert f"{found.share.mean * players:.2f}" in found.row
    records = sorted(tmp_path.glob("*/records/*"))
    before = [path.stat().st_mtime_ns for path in records]
    assert records
    assert meet(GAME, players, "greedy", "random", 20, tmp_path, seed=3) == found
    assert [path.stat().st_mtime_ns for path in records] == before


def test_the_smallest_and_the_largest_table_are_taken():
    assert tables_of(GAME) == [2, 4]


def test_one_player_is_alone_among_the_others_in_every_seat(tmp_path):
    found = meet(GAME, 3, "greedy", "random", 12, tmp_path, seed=3)
    games = list(csv.DictReader(next(tmp_path.glob("*/games.csv")).open()))
    seats = [[game[f"agent_{k}"] for k in (1, 2, 3)] for game in games]
    assert all(agents.count("greedy") == 1 for agents in seats)
    assert {agents.index("greedy") for agents in seats} == {0, 1, 2}
    first = [game[f"place_{agents.index('greedy') + 1}"] for game, agents in zip(games, seats, strict=True)]
    assert found.games == len(games)
    assert found.share.mean <= first.count("1") / len(games)
    assert found.share.mean + 2 * found.other.mean == pytest.approx(1)
