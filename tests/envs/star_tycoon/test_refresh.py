"""The Refresh action and replenishing."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import PLAIN_ROWS, Table

NEW = {
    "planets": ("Veon", "Cirrus", "Murk"),
    "development 1": ("Mine CL", "Mine HI", "Mine HX"),
    "development 2": ("Crime Hub HX", "Crime Hub PI", "Gas Platform HI"),
    "development 3": ("Dyson Sphere DM", "Galactic Gate DM", "Nebula Siphon DM"),
}


@pytest.mark.parametrize("row", st.ROWS)
def test_r17_1_the_old_cards_go_under_the_deck(row):
    g = Table(2).act(f"refresh {row}")
    assert g.bottom(row) == list(PLAIN_ROWS[st.ROWS.index(row)])


@pytest.mark.parametrize("row", st.ROWS)
def test_r17_2_three_new_cards_from_the_top(row):
    g = Table(2).deck(row, *NEW[row]).act(f"refresh {row}")
    assert (g.cards(row), g.s["actions_left"]) == (list(NEW[row]), 2)


def test_k5_under_the_deck_in_the_order_of_their_places():
    g = Table(2).act("refresh planets", "refresh planets")
    shown = g.bottom("planets")
    assert shown[:3] == ["Harrow", "Tilda", "Bracken"]
    assert len(shown) == 6


def test_r17_3_the_row_may_be_bought_from():
    g = Table(2).deck("planets", *NEW["planets"]).tokens("1E 1M 1S").act("refresh planets").buy("planets", 1)
    assert g.planets() == ["Veon"]


def test_r17_4_not_a_row_that_is_not_full():
    g = Table(2).tokens("1M 1S").buy("planets", 1)
    assert not g.can("refresh planets")
    assert g.can("refresh development 1")


def test_k2_a_refreshed_row_is_full():
    g = Table(2).act("refresh planets")
    assert g.is_full("planets")


def test_k5_from_a_short_deck_old_cards_come_back():
    g = Table(2).drain("development 3", 1, keep=1)
    last = g.pool("development 3")[0]
    g.act("refresh development 3")
    assert g.cards("development 3") == [last, "Planet Cracker DM", "Ringworld Farm DM"]
    assert g.bottom("development 3") == ["Space Elevator DM"]


def test_k5_an_empty_deck_gives_the_same_cards_back():
    g = Table(2).drain("development 3", 1).act("refresh development 3")
    assert g.cards("development 3") == list(PLAIN_ROWS[3])


def test_k5_a_short_row_comes_back_short():
    g = Table(2).drain("development 3", 1).planet(1, "Ember")
    g.row("development 3", "Planet Cracker DM", "-", "Space Elevator DM").build(
        1, "Ember", "Ringworld Farm DM"
    )
    g.act("refresh development 3")
    assert sorted(g.cards("development 3")) == ["-", "Planet Cracker DM", "Space Elevator DM"]


def test_k70_an_empty_row_cannot_be_refreshed():
    g = Table(2).row("development 3", "-", "-", "-")
    assert not g.can("refresh development 3")


@pytest.mark.parametrize("row", st.ROWS)
def test_k73_refreshed_cards_are_drawn_last(row):
    g = Table(2).act(f"refresh {row}")
    assert not set(g.cards(row)) & set(PLAIN_ROWS[st.ROWS.index(row)])


def test_r9_1_every_row_is_filled():
    g = Table(2).planet(0, "Plume").tokens("9E 9M 9G 9F 9R 9S")
    for row in st.ROWS[:3]:
        g.deck(row, NEW[row][0]).buy(row, 1, "choose Plume")
    g.end_turn()
    assert [g.cards(row)[0] for row in st.ROWS[:3]] == [NEW[row][0] for row in st.ROWS[:3]]
    assert [g.is_full(row) for row in st.ROWS] == [True] * 4


def test_k69_all_gaps_of_a_row_are_filled():
    g = (
        Table(2, ("Orange",))
        .planet(0, "Plume")
        .tokens("9E 9M 9G 9F 9R 9S")
        .deck("development 1", "Mine CL", "Mine HI")
    )
    g.buy("development 1", 1, "choose Plume").buy("development 1", 3, "choose Plume").end_turn()
    assert g.cards("development 1") == ["Mine CL", "Farm CL", "Mine HI"]


def test_r9_1_replenishing_uses_the_known_top_first():
    g = Table(2).deck("planets", "Veon", bottom=["Murk"]).tokens("1M 1S").buy("planets", 1).end_turn()
    assert (g.cards("planets")[0], g.bottom("planets")) == ("Veon", ["Murk"])


def test_k73_an_unknown_card_comes_before_the_known_ones_below():
    g = Table(2).act("refresh planets").tokens("9E 9M 9G 9F 9R 9S")
    before = g.pool("planets")
    g.buy("planets", 1, "pay the upper price").end_turn()
    assert g.cards("planets")[0] in before


def test_k73_when_nothing_is_unknown_the_known_cards_below_are_drawn_from_above():
    g = Table(2).drain("development 3", 1, keep=2)
    g.deck("development 3", bottom=g.pool("development 3"))
    first = g.bottom("development 3")[0]
    g.tokens("8E").buy("development 3", 1).end_turn()
    assert g.cards("development 3")[0] == first
