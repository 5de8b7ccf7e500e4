"""Votes: elections over head-to-head results, circles, and alpha-rank."""

import json

import numpy as np
import pytest

from astrarium.agents.folder import FolderError
from astrarium.agents.votes import count_votes, read_duels, top_circle
from astrarium.cli import run

LINE = np.array([[0.5, 0.7, 0.9], [0.3, 0.5, 0.6], [0.1, 0.4, 0.5]])
CIRCLE = np.array([[0.5, 0.9, 0.4, 0.8], [0.1, 0.5, 0.7, 0.9], [0.6, 0.3, 0.5, 0.6], [0.2, 0.1, 0.4, 0.5]])


def results(path, shares):
    path.mkdir(exist_ok=True)
    agents = [{"spec": f"agent{k}"} for k in range(len(shares))]
    duels = [
        [None if a == b else [x, x, x] for b, x in enumerate(row)] for a, row in enumerate(shares.tolist())
    ]
    (path / "results.json").write_text(json.dumps({"agents": agents, "head_to_head": duels}))
    return path


def test_the_best_are_those_who_beat_all_others():
    assert top_circle(LINE) == [0]
    assert top_circle(CIRCLE) == [0, 1, 2]
    assert top_circle(np.full((3, 3), 0.5)) == [0, 1, 2]


def test_duels_are_read_from_an_arena(tmp_path):
    agents, shares = read_duels(results(tmp_path / "a", CIRCLE))
    assert agents == ("agent0", "agent1", "agent2", "agent3")
    assert (shares == CIRCLE).all()
    with pytest.raises(FolderError, match="holds no finished arena"):
        read_duels(tmp_path)
    (tmp_path / "a" / "results.json").write_text("{}")
    with pytest.raises(FolderError, match="is damaged"):
        read_duels(tmp_path / "a")


def test_an_election_orders_them_and_alpha_rank_shares_among_a_circle():
    pytest.importorskip("open_spiel", reason="needs the extra `votes`")
    line = count_votes("abc", LINE)
    assert (line.agents, line.circle) == (("a", "b", "c"), ("a",))
    assert line.masses == pytest.approx((1, 0, 0), abs=0.03)
    found = count_votes("abcd", CIRCLE)
    assert found.agents == ("a", "b", "c", "d")  # the smallest majority of the circle is not locked in
    assert found.circle == ("a", "b", "c")
    assert found.masses == pytest.approx((1 / 3, 1 / 3, 1 / 3, 0), abs=0.03)
    near = count_votes("ba", np.array([[0.5, 0.49], [0.51, 0.5]]))  # margins far below a whole vote count
    assert near.agents == ("a", "b")


def test_the_command(tmp_path, capsys):
    folder = results(tmp_path / "a", CIRCLE)
    try:
        import open_spiel  # noqa: F401
    except ImportError:
        assert run(["votes", str(folder)]) == 2
        assert "pip install 'astrarium[votes]'" in capsys.readouterr().err
        return
    assert run(["votes", str(folder)]) == 0
    assert "The fewest that beat the rest: agent0, agent1, agent2." in capsys.readouterr().out
