"""Loans, interest, repossession and repayment."""

import pytest

from tests.envs.star_tycoon.table import Table


def test_r19_1_five_credits():
    g = Table(2).act("take a loan")
    assert (g.has(), g.s["loan"][0], g.s["actions_left"]) == ("5E", 1, 3)


def test_r19_1_one_loan_only():
    g = Table(2).act("take a loan")
    assert not g.can("take a loan")


def test_r19_5_repaid_with_five_credits():
    g = Table(2).loan(0).tokens("6E").act("repay the loan")
    assert (g.has(), g.s["loan"][0], g.s["actions_left"]) == ("1E", 0, 3)


def test_r19_5_not_in_part():
    assert not Table(2).loan(0).tokens("4E 9I").can("repay the loan")


def test_r19_5_nothing_to_repay_without_a_loan():
    assert not Table(2).tokens("9E").can("repay the loan")


def test_r19_5_after_the_three_actions_too():
    g = Table(2).loan(0).tokens("5E").act(*["use the own Omniforge"] * 3).act("repay the loan")
    assert g.s["loan"][0] == 0


def test_r19_7_in_the_same_turn_it_costs_nothing():
    g = Table(2, turn=3).act("take a loan", "repay the loan").end_round("Equalize")
    assert g.has() == "1G 1S"


def test_k22_no_new_loan_after_repaying_in_the_turn():
    g = Table(2).act("take a loan", "repay the loan")
    assert not g.can("take a loan")


def test_k22_a_new_loan_in_a_later_turn():
    g = Table(2).act("take a loan", "repay the loan").end_turn().end_turn()
    assert (g.s["seat"], g.can("take a loan")) == (0, True)


def test_k22_each_player_may_have_one():
    g = Table(2).act("take a loan").end_turn()
    assert g.can("take a loan")


def test_r19_2_a_credit_of_interest_each_round():
    g = Table(2, turn=3).loan(0).tokens("3E").end_round("Equalize")
    assert g.has() == "2E 1G 1S"
    g.end_round("Market Error")
    assert g.has() == "1E 2G 2S"


def test_r19_2_no_interest_without_a_loan():
    g = Table(2, turn=3).loan(1).tokens("3E", "3E").end_round("Equalize")
    assert (g.has(0), g.has(1)) == ("3E 1G 1S", "2E 1F 1S")


def test_r19_3_without_a_credit_the_omniforge_is_repossessed():
    g = Table(2, turn=3).loan(0).build(0, "home", "Mine CL").tokens("1G").end_round("Equalize")
    assert g.has() == "1M 1G"


def test_r19_4_with_a_credit_the_interest_is_paid_in_credits():
    g = Table(2, turn=3).loan(0).tokens("1E").end_round("Equalize")
    assert g.has() == "1G 1S"


def test_k23_produced_credits_pay_the_interest():
    g = Table(2, turn=3).loan(0).build(0, "home", "Solar Plant RB").end_round("Equalize")
    assert g.has() == "1G 1S"


def test_k23_credits_of_the_omniforge_too():
    g = Table(2, turn=3).forge(1, "1E 1F").loan(1).end_round("Equalize")
    assert g.has(1) == "1F"


def test_k64_repossession_leaves_markers_and_loan():
    g = Table(2, turn=3).loan(0).end_round("Equalize")
    assert (g.columns(), g.s["loan"][0], g.has()) == ([2] * 5, 1, "")


def test_k64_the_omniforge_works_as_an_action_afterwards():
    g = Table(2, turn=3).loan(0).end_round("Equalize").end_turn().act("use the own Omniforge")
    assert (g.s["active"], g.has()) == (0, "1G 1S")


def test_k64_a_moved_omniforge_is_repossessed_too():
    g = Table(2, turn=3).loan(0).planet(0, "Veon").build(0, "Veon", "Omniforge 2").end_round("Equalize")
    assert g.has() == ""


def test_r19_6_five_points_less():
    g = Table(2).loan(0)
    assert (g.points(0), g.points(1)) == (-5, 0)


def test_k24_in_the_last_round_too():
    g = Table(2, round=4, turn=3).act("take a loan").end_round()
    assert g.points(0) == -5 + 3  # five credits on the tile


def test_k24_unless_it_is_repaid():
    g = Table(2, round=4, turn=3).loan(0).tokens("5E").act("repay the loan").end_round()
    assert g.points(0) == 0


@pytest.mark.parametrize("players", [1, 6])
def test_r4_2_with_any_number_of_players(players):
    g = Table(players).act("take a loan")
    assert g.has() == "5E"
