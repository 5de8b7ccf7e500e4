"""Specs: what names an agent, what does not, and the streams of decisions."""

import re

import numpy as np
import pytest

from astrarium.agents import KINDS, Agent, Kind, decision_keys, make_agent, register_agent, split_specs
from tests.toy import GAME

RIGHT = ["random", "greedy", "greedy:depth=2", "rollout:64", "rollout:8,cutoff=0", "ismcts:800"]
RIGHT += ["ismcts:800,c=1.2,cutoff=40", "ismcts:ms=20", "ismcts:100,ms=5", "ismcts:8,depth=3"]

WRONG = {
    "": "there is no agent ''",
    "greed": "did you mean greedy?",
    "random:3": "random takes nothing behind a colon",
    "greedy:3": "greedy takes nothing behind a colon",
    "rollout": "rollout needs more behind a colon",
    "ismcts": "ismcts needs more behind a colon",
    "ismcts:": "ismcts needs more behind a colon",
    "ismcts:c=1": "ismcts needs more behind a colon",
    "ismcts:0": "expected a whole number from 1 to",
    "ismcts:many": "got 'many'",
    "ismcts:800,cutof=3": "did you mean cutoff?",
    "ismcts:800,40": "ismcts has no setting '40'",
    "ismcts:800,c=-1": "c: expected a number from 0 to 100, got '-1'",
    "ismcts:800,c=nan": "got 'nan'",
    "ismcts:800 greedy": "got '800 greedy'",
    "ismcts:\u0663": "expected a whole number",
    "ismcts:800,c=1,c=2": "c is given twice",
}


@pytest.mark.parametrize("spec", RIGHT)
def test_a_right_spec_is_the_spec_of_its_agent(spec):
    agent = make_agent(spec, GAME)
    assert agent.spec == spec
    assert isinstance(agent, Agent)


@pytest.mark.parametrize("spec", WRONG)
def test_a_wrong_spec_is_answered_with_the_right_ones(spec):
    with pytest.raises(ValueError, match=re.escape(WRONG[spec])) as refused:
        make_agent(spec, GAME)
    for kind in KINDS.values():
        assert kind.form in str(refused.value)


@pytest.mark.parametrize(
    "spec", ["greedy:id=x", "ismcts:4,id=x", "rollout:4,weights=dim,id=x", "champion:id=x"]
)
def test_the_id_of_a_file_that_is_not_there_is_refused(spec):
    with pytest.raises(ValueError, match=r"no file is given|has no network here"):
        make_agent(spec, GAME)


def test_blanks_and_the_order_of_settings_do_not_matter():
    assert make_agent(" ismcts:9, cutoff=3, c=2.0 ", GAME).spec == "ismcts:9,c=2,cutoff=3"


def test_settings_stay_with_their_agent_in_a_list():
    assert split_specs("greedy, ismcts:8,c=1.2,cutoff=4,random") == [
        "greedy",
        "ismcts:8,c=1.2,cutoff=4",
        "random",
    ]


def test_a_new_kind_is_one_entry(monkeypatch):
    class First:
        spec = "first:x"

        def act(self, positions):
            return positions.mask.argmax(axis=1)

    monkeypatch.setattr("astrarium.agents.base.KINDS", dict(KINDS))
    register_agent(Kind("first", "first:FILE", "test", lambda *args: First(), argument=str))
    assert make_agent("first:x", GAME).spec == "first:x"


def test_keys_differ_by_each_of_their_names_and_not_by_the_batch():
    names = [
        (s, i, e, m) for s in (0, 1, -1, 2**64 - 2) for i in range(4) for e in range(3) for m in range(5)
    ]
    keys = np.array([decision_keys(*name)[0] for name in names])
    assert len(set(keys.tolist())) == len(names)
    assert keys.dtype == np.uint64
    together = decision_keys(1, np.arange(4), 2, np.array([7, 8, 9, 10]))
    assert [decision_keys(1, i, 2, 7 + i)[0] for i in range(4)] == together.tolist()
