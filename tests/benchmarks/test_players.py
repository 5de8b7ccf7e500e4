"""Arenas of two players each, for the table of how players compare."""

from astrarium.benchmarks.players import HEADER, meet, smallest_table
from tests.toy import GAME


def test_a_meeting_is_played_once_and_told_in_a_row(tmp_path):
    players = smallest_table(GAME)
    assert players == min(count for count in GAME.players if count > 1)
    found = meet(GAME, "greedy", "random", 20, tmp_path, seed=3)
    assert found.games >= 20
    assert found.share.mean + found.other.mean == 2 / players
    assert found.row.count("|") == HEADER.splitlines()[0].count("|")
    assert f"{found.share.mean * players:.2f}" in found.row
    records = sorted(tmp_path.glob("*/records/*"))
    before = [path.stat().st_mtime_ns for path in records]
    assert records
    assert meet(GAME, "greedy", "random", 20, tmp_path, seed=3) == found
    assert [path.stat().st_mtime_ns for path in records] == before
