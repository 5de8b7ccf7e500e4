"""Refusals: an action that is not legal is answered with the rule of the ledger that decides it."""

import pytest

import astrarium.envs
from astrarium.core import get
from astrarium.text import ReplyError, SeatTable, read_reply
from astrarium.text.refusals import MOST, Rule, forbidding, rules_by_kernel

TYCOON = get("star_tycoon")


@pytest.fixture(scope="module")
def turn():
    """A turn in Star Tycoon: there is a loan to take and none to repay."""
    table = SeatTable(TYCOON, players=2, seat=0, seed=1)
    while table.view.asked.name != "turn":
        table.act(table.view.legal[0])
    return table.view


def test_the_rule_that_forbids_it_is_named(turn):
    with pytest.raises(ReplyError, match=r"Rule 19\.5: The loan may be paid back in full") as refused:
        read_reply("Answer: repay the loan", turn)
    assert refused.value.kind == "illegal"
    assert str(refused.value).endswith(f"The question is: {turn.question}")


def test_an_answer_to_another_question_is_told_the_question(turn):
    other = next(a for a in range(TYCOON.num_actions) if TYCOON.actions.block(a)[0].name == "company")
    assert forbidding(turn, other) == []
    with pytest.raises(ReplyError) as refused:
        read_reply(f"Answer: {turn.name(other)}", turn)
    assert refused.value.kind == "illegal"
    assert "Rule" not in str(refused.value)
    assert turn.question in str(refused.value)


def test_a_number_that_is_not_there_is_told_the_question(turn):
    with pytest.raises(ReplyError, match=r"numbered from 1 to .*The question is") as refused:
        read_reply("Answer: 999", turn)
    assert refused.value.kind == "illegal"


def test_most_illegal_answers_to_a_question_have_a_rule(turn):
    blocks = {answer.block for answer in turn.asked.answers}
    answers = [a for a in range(TYCOON.num_actions) if TYCOON.actions.block(a)[0].name in blocks]
    found = [forbidding(turn, a) for a in answers if not turn.mask[a]]
    assert len(found) > 50
    assert sum(map(bool, found)) / len(found) > 0.9
    assert all(len(each) <= MOST and all(isinstance(rule, Rule) for rule in each) for each in found)


@pytest.mark.parametrize("name", astrarium.envs.GAMES)
def test_the_ledgers_name_kernels_of_most_questions(name):
    game = get(name)
    assert len(rules_by_kernel(game)) > 40
    named = {kernel.rpartition(".")[2] for kernel in rules_by_kernel(game)}
    used = [answer.when for question in game.questions for answer in question.answers if answer.when]
    own = [when for when in used if getattr(when, "py_func", when).__name__ in named]
    assert len(own) > len(used) / 4
