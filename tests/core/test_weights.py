"""Weights of an evaluation are data: sets by name, files, and clear errors."""

import numpy as np
import pytest

from astrarium.agents import make_agent
from astrarium.agents.search import evaluate_all
from astrarium.core import Batch, TableError
from tests.toy import GAME
from tests.toy.state import WEIGHTS


def values(content):
    """What the first positions of some games are worth to every seat."""
    batch = Batch(GAME, 8, 3, content=content, seed=4)
    found = np.zeros((8, 3))
    GAME.bound(evaluate_all)(content.tables, batch.states.copy(), found, 0, 8)
    return found


def test_cards_come_with_the_hand_made_set():
    assert (GAME.content().tables["w"]["bright"] == 0.15).all()


def test_players_use_the_set_of_their_name():
    rollout, greedy = (make_agent(spec, GAME) for spec in ("rollout:9", "greedy"))
    assert WEIGHTS.set_for("rollout") == "rollout"
    assert (rollout.content.tables["w"]["bright"] == 0.1).all()
    assert WEIGHTS.set_for("greedy") == "first"
    assert (greedy.content.tables["w"]["bright"] == 0.15).all()
    assert (rollout.spec, greedy.spec) == ("rollout:9", "greedy")


def test_another_set_changes_the_evaluation_and_not_the_cards():
    plain, dim = GAME.content(), GAME.weigh(GAME.content(), "dim")
    assert (values(plain) != 0).any()
    assert not values(dim).any()
    assert dim.digest == plain.digest
    assert (plain.tables["w"]["bright"] == 0.15).all()


def test_a_file_that_was_written_is_read(tmp_path):
    WEIGHTS.write(tmp_path / "mine.csv", np.array([0.25, 0.5, 1.5]))
    assert list(WEIGHTS.read(tmp_path / "mine.csv")) == [0.25, 0.5, 1.5]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("weight,value\nbright,1\nbonus,1\n", "missing weights: called"),
        ("weight,value\nbright,1\nbonus,1\ncalled,1\nbrigth,2\n", "no weight 'brigth'.*bright"),
        ("weight,value\nbright,x\nbonus,1\ncalled,1\n", "row 2, column 'value': expected a number, got 'x'"),
        ("weight,value\nbright,nan\nbonus,1\ncalled,1\n", "expected a finite number"),
        ("name,value\nbright,1\n", "unknown column 'name'"),
        ("weight,value\nbright,1\nbonus,1\ncalled,1\nbright,2\n", "row 5: weight bright stands in row 2"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, rows, said):
    (tmp_path / "mine.csv").write_text(rows, encoding="utf-8")
    with pytest.raises(TableError, match=said):
        WEIGHTS.read(tmp_path / "mine.csv")


@pytest.mark.parametrize("wrong", [np.full(3, np.nan), np.full(3, np.inf), np.full(3, 1j), np.full(3, None)])
def test_numbers_that_are_none_are_refused(wrong):
    with pytest.raises(TableError, match="finite numbers"):
        WEIGHTS.read(wrong)


def test_an_unknown_set_is_answered_with_the_known_ones():
    with pytest.raises(
        TableError, match=r"no set of weights and no file 'frist'.*first.*sets: dim, first, rollout"
    ):
        WEIGHTS.read("frist")


@pytest.mark.parametrize("spec", ["greedy", "ismcts:20", "rollout:20"])
def test_a_spec_names_a_set(spec, tmp_path):
    colon = "," if ":" in spec else ":"
    named = make_agent(f"{spec}{colon}weights=dim", GAME)
    assert named.spec == f"{spec}{colon}weights=dim"
    assert not named.content.tables["w"]["bright"].any()
    WEIGHTS.write(tmp_path / "mine.csv", np.array([0.25, 0.5, 1.5]))
    filed = make_agent(f"{spec}{colon}weights={tmp_path / 'mine.csv'}", GAME)
    assert ",id=" in filed.spec
    assert make_agent(filed.spec, GAME).spec == filed.spec
    WEIGHTS.write(tmp_path / "mine.csv", np.array([0.25, 0.5, 1.0]))
    with pytest.raises(ValueError, match="have changed"):
        make_agent(filed.spec, GAME)
