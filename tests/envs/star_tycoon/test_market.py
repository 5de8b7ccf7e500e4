"""The Trade action on the galactic market."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import Table

RATES = [(3, 1), (2, 1), (1, 1), (1, 2), (1, 3)]


def letter(resource):
    """How a resource is written."""
    return resource[0].upper()


@pytest.mark.parametrize("resource", st.RESOURCES)
@pytest.mark.parametrize("column", range(5))
def test_r15_2_buy_at_the_rate_of_the_column(resource, column):
    amount, credits = RATES[column]
    g = Table(2).markers(**{resource: column}).tokens(f"{credits}E")
    g.act(f"trade {resource}: buy").pick("done")
    assert g.has() == f"{amount}{letter(resource)}"


@pytest.mark.parametrize("column", range(5))
def test_r15_2_sell_at_the_rate_of_the_column(column):
    amount, credits = RATES[column]
    g = Table(2).markers(food=column).tokens(f"{amount}F")
    g.act("trade food: sell").pick("done")
    assert g.has() == f"{credits}E"


@pytest.mark.parametrize("column", [3, 4])
def test_r15_3_the_whole_price_must_be_there(column):
    g = Table(2).markers(gas=column).tokens(f"{column - 2}E")
    assert not g.can("trade gas: buy")


@pytest.mark.parametrize("column", [0, 1])
def test_r15_3_no_part_of_the_rate(column):
    g = Table(2).markers(gas=column).tokens(f"{2 - column}G")
    assert not g.can("trade gas: sell")


def test_r15_3_no_multiple_of_the_rate():
    g = Table(2).tokens("5E").act("trade gas: buy").pick("done")
    assert g.has() == "4E 1G"


@pytest.mark.parametrize(("column", "after"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_r15_4_buying_moves_the_marker_right(column, after):
    g = Table(2).markers(ships=column).tokens("3E").act("trade ships: buy")
    assert g.column("ships") == after


@pytest.mark.parametrize(("column", "after"), [(4, 3), (3, 2), (2, 1), (1, 0)])
def test_r15_5_selling_moves_the_marker_left(column, after):
    g = Table(2).markers(ships=column).tokens("3S").act("trade ships: sell")
    assert g.column("ships") == after


def test_r15_4_only_that_marker_moves():
    g = Table(2).tokens("3E").act("trade food: buy")
    assert g.columns() == [2, 2, 3, 2, 2]


@pytest.mark.parametrize(("column", "action"), [(4, "trade gas: buy"), (0, "trade gas: sell")])
def test_r15_6_a_marker_stays_at_the_end_of_its_track(column, action):
    g = Table(2).markers(gas=column).tokens("3E 3G").act(action)
    assert g.column("gas") == column


@pytest.mark.parametrize(("column", "action"), [(4, "trade gas: buy"), (0, "trade gas: sell")])
def test_k12_a_marker_at_the_end_still_flips(column, action):
    g = Table(2).markers(gas=column).tokens("6E 6G").act(action).pick("done")
    assert not g.offered("trade gas")
    assert g.offered("trade food")


def test_r15_1_two_transactions_in_one_action():
    g = Table(2).tokens("3E").act("trade gas: buy", "trade food: buy")
    assert (g.has(), g.s["actions_left"], g.asks()) == ("1E 1G 1F", 2, "turn")


def test_r15_1_two_transactions_are_on_different_tracks():
    g = Table(2).tokens("6E").act("trade gas: buy")
    assert g.asks() == "trade"
    assert not g.offered("trade gas")
    assert len(g.offered("trade ")) == 4


def test_r15_1_no_third_transaction():
    g = Table(2).tokens("6E").act("trade gas: buy", "trade food: buy", "trade ships: buy")
    assert g.s["actions_left"] == 1


def test_k11_one_transaction_is_enough():
    g = Table(2).tokens("6E").act("trade gas: buy", "done")
    assert (g.asks(), g.s["actions_left"]) == ("turn", 2)


def test_k11_the_second_transaction_may_spend_what_the_first_gave():
    g = Table(2).tokens("1G").act("trade gas: sell", "trade food: buy")
    assert g.has() == "1F"


def test_k11_the_marker_moves_at_once():
    g = Table(2).tokens("4E").act("trade gas: buy")
    assert g.column("gas") == 3


def test_r15_7_a_flipped_marker_is_closed_for_the_turn():
    g = Table(2).tokens("6E").act("trade gas: buy", "done")
    assert not g.offered("trade gas")
    assert g.offered("trade food")


def test_r15_7_the_own_purchase_cannot_be_sold_back_in_the_turn():
    g = Table(2).tokens("6E").act("trade gas: buy", "trade food: buy")
    assert g.offered("trade ") == ["minerals: buy", "research: buy", "ships: buy"]


def test_r9_3_markers_open_at_the_end_of_the_turn():
    g = Table(2).tokens("6E", "6E").act("trade gas: buy", "trade food: buy").end_turn()
    assert {"gas: buy", "food: buy"} <= set(g.offered("trade "))


def test_k13_all_markers_open_after_every_turn():
    g = Table(2).tokens("9E", "9E")
    g.act(
        "trade gas: buy", "trade food: buy", "trade ships: buy", "trade minerals: buy", "trade research: buy"
    )
    g.pick("done").end_turn()
    assert len(g.offered("trade ")) == 5


def test_r15_1_no_trade_without_tokens():
    assert not Table(2).offered("trade ")


def test_r15_2_illegal_goods_are_not_traded():
    assert not Table(2).tokens("9I").offered("trade ")
