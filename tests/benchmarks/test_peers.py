"""The comparison with peers: what is taken, that it goes on where it stopped, and what is told of it."""

import json
import re
import sys
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import pytest

from astrarium.benchmarks.peers import run, tell
from astrarium.benchmarks.peers.run import Figures, PeerError
from astrarium.benchmarks.peers.subjects import OURS, PEERS, WAYS, Subject, subjects

FACTS = {"actions": 7, "players": 2, "hidden": True, "observation": 84, "state_bytes": None}


def figures(subject, turn=0, rate=1000, games=10, seconds=2.0, **more):
    values = {
        "version": "1.0", "import_seconds": 0.1, "first_seconds": 0.3, "decisions": round(rate * seconds),
        "games": games, "seconds": seconds, "wall_seconds": seconds, "memory": 50_000_000, "facts": FACTS,
        "calibration": (0.1, 0.1),
    }  # fmt: skip
    return Figures(**asdict(subject), round=turn, asked_seconds=seconds, **{**values, **more})


def test_every_peer_has_pinned_libraries_and_an_adapter():
    for peer in PEERS.values():
        assert (run.HERE / "adapters" / f"{peer.adapter}.py").exists()
        assert {way for ways in peer.games.values() for way in ways} <= set(WAYS)
        if peer.name != OURS:
            lines = (run.HERE / "requirements" / f"{peer.name}.txt").read_text().split()
            assert lines
            assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)


def test_peers_and_ours_alternate():
    chosen = subjects()
    assert len(chosen) == len(set(chosen))
    ours = [k for k, subject in enumerate(chosen) if subject.peer == OURS]
    assert len(ours) == 15
    assert max(b - a for a, b in pairwise(ours)) <= 4
    assert {subject.peer for subject in subjects(["rlcard"])} == {"rlcard", OURS}
    with pytest.raises(ValueError, match="there is no peer 'chess'"):
        subjects(["chess"])


def test_what_was_measured_is_not_measured_again(tmp_path, monkeypatch):
    measured = []

    def measure(subject, python, turn, seconds, timeout):
        measured.append((subject, turn))
        if subject.peer == "rlcard":
            raise PeerError("rlcard fell over")
        return figures(subject, turn, seconds=seconds)

    def environment(peer, folder):
        if peer == "pgx":
            raise PeerError("pgx does not install")
        return Path(sys.executable)

    monkeypatch.setattr(run, "measure", measure)
    monkeypatch.setattr(run, "environment", environment)
    chosen = [Subject(OURS, "a", "native"), Subject("rlcard", "b", "python"), Subject("pgx", "c", "batch")]
    path, told = tmp_path / "results.jsonl", []
    steps = list(run.take(chosen, 2, 0.5, path, tmp_path, failed=told.append))
    assert sum(done for _, done in steps) == 6
    assert measured == [(chosen[0], 0), (chosen[1], 0), (chosen[0], 1)]
    assert told == ["rlcard fell over", "pgx does not install"]
    path.write_text(path.read_text()[:-20])  # as if it had been killed while writing
    measured.clear()
    list(run.take(chosen[:1], 2, 0.5, path, tmp_path))
    assert measured == [(chosen[0], 1)]
    assert [each.round for each in run.read_results(path)] == [0, 1]


def test_a_measurement_in_its_own_process():
    taken = run.measure(Subject(OURS, "starship_captains", "python"), Path(sys.executable), 0, 0.05, 300)
    assert taken.decisions > 100
    assert 0 < taken.import_seconds < taken.first_seconds
    assert taken.seconds >= 0.05
    assert taken.facts["players"] == 2
    assert json.loads(json.dumps(asdict(taken)))["game"] == "starship_captains"


def test_a_game_that_does_not_play_is_told_with_its_error():
    with pytest.raises(PeerError, match="no game is called 'ludo'"):
        run.measure(Subject(OURS, "ludo", "native"), Path(sys.executable), 0, 0.05, 300)


def test_the_table_and_the_plot(tmp_path):
    slow, fast = Subject(OURS, "star_tycoon", "python"), Subject(OURS, "starfarers", "python")
    peer, bare = Subject("rlcard", "uno", "python"), Subject("pettingzoo", "chess_v6", "unchecked")
    taken = [figures(slow, rate=1000), figures(fast, rate=4000), figures(bare, rate=100)]
    taken += [figures(peer, turn, rate) for turn, rate in enumerate((10, 20, 500))]
    rows = tell.rows_of(taken)
    assert [row.subject for row in rows] == [fast, slow, peer, bare]
    assert rows[2].rate == 20
    assert tell.ratios(rows[2], rows) == (50, 200)
    assert tell.ratios(rows[3], rows) == (10, 40)
    lines = tell.table(rows).splitlines()
    assert len(lines) == 6
    assert {line.count("|") for line in lines} == {14}
    assert "50 to 200" in lines[4]
    tell.plot(rows, tmp_path / "peers.png")
    assert (tmp_path / "peers.png").stat().st_size > 10_000

    page = tmp_path / "README.md"
    page.write_text("before\n<!-- peers -->\nold\n<!-- /peers -->\nafter\n")
    tell.write_page(page, "new\n")
    assert page.read_text() == "before\n<!-- peers -->\nnew\n<!-- /peers -->\nafter\n"
    page.write_text("nothing")
    with pytest.raises(ValueError, match="has no place"):
        tell.write_page(page, "new\n")


def test_a_batch_that_is_cut_off_tells_no_length_of_games():
    batch, whole = Subject("pgx", "chess", "batch"), Subject("pgx", "backgammon", "python")
    cut = Subject("pgx", "backgammon", "batch")
    taken = [figures(batch, rate=4096, games=1), figures(whole, rate=100, games=4), figures(cut, games=0)]
    lengths = {row.subject: row.length for row in tell.rows_of(taken)}
    assert lengths == {batch: 0, whole: 50, cut: 50}


def test_a_busy_machine_is_told():
    subject = Subject(OURS, "star_tycoon", "native")
    quiet, busy = [figures(subject)], [figures(subject, wall_seconds=4.0)]
    assert len(tell.caveats(quiet, tell.rows_of(quiet))) == 1
    assert "had 50% of the core" in tell.caveats(busy, tell.rows_of(busy))[1]
