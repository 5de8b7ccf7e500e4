"""Partnerships."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import Table

RB = ("Mine RB", "Refinery RB", "Farm RB", "Laboratory RB", "Solar Plant RB", "Contraband Greenhouse RB")


@pytest.mark.parametrize("brand", range(6))
def test_r22_1_three_research_for_a_partnership(brand):
    g = Table(2).tokens("1E 4R").act(f"form a partnership with {st.BRANDS[brand]}")
    assert (g.has(), g.s["partner"][brand], g.s["actions_left"]) == ("1E 1R", 0, 2)


def test_r22_1_nothing_but_research():
    assert not Table(2).tokens("9E 2R 9M").offered("form a partnership")


def test_r13_11_one_partnership_a_turn():
    g = Table(2).tokens("9R").act("form a partnership with Cross Labs")
    assert not g.offered("form a partnership")


def test_r13_11_another_one_in_the_next_turn():
    g = Table(2).tokens("9R").act("form a partnership with Cross Labs").end_turn().end_turn()
    assert g.s["seat"] == 0
    assert len(g.offered("form a partnership with ")) == 5


def test_r22_3_who_has_it_has_it_alone():
    g = Table(2).partner(1, "CL").tokens("3R")
    assert not g.can("form a partnership with Cross Labs")


def test_r31_3_none_with_diamond_mega_engineering():
    g = Table(2).tokens("9R")
    assert "Diamond Mega Engineering" not in g.offered("form a partnership with ")


def test_k4_a_partnership_needs_no_full_row():
    g = Table(2).tokens("3R 1M 1S").buy("planets", 1).act("form a partnership with Cross Labs")
    assert g.partners() == ["CL"]


@pytest.mark.parametrize(("number", "points"), list(enumerate([0, 1, 2, 4, 5, 7, 7])))
def test_r22_2_points_by_developments_of_the_brand(number, points):
    g = Table(2).planet(0, "Plume", "Ossian").partner(0, "RB")
    before = g.points()
    for site, card in zip(["Plume"] * 4 + ["Ossian"] * 2, RB[:number], strict=False):
        g.build(0, site, card)
    assert (before, g.points()) == (0, points)


def test_r22_2_all_planets_count_together():
    g = Table(2).planet(0, "Plume", "Ossian").partner(0, "RB")
    g.build(0, "Plume", "Mine RB").build(0, "Ossian", "Refinery RB").build(0, "home", "Farm RB")
    assert g.points() == 4


def test_r22_2_developments_of_other_players_do_not_count():
    g = Table(2).partner(0, "RB").build(1, "home", "Refinery RB", "Farm RB")
    assert g.points() == 0


def test_r22_2_developments_without_the_partnership_score_nothing():
    g = Table(2).planet(0, "Plume").build(0, "Plume", "Refinery RB", "Farm RB")
    assert g.points() == 0


def test_r22_2_cards_bought_later_count():
    g = Table(2).partner(0, "RB").tokens("1F 1R").buy("development 1", 1)
    assert g.points() == 1
