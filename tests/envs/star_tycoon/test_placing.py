"""Where developments are built."""

import pytest

from tests.envs.star_tycoon.table import Table


def test_r13_6_on_any_planet_with_room():
    g = Table(2).planet(0, "Veon", "Cirrus").planet(1, "Murk").tokens("1F 1R")
    g.act("buy development 1: card 1")
    assert sorted(g.offered("choose ")) == ["Cirrus", "Veon", "the homeworld"]


@pytest.mark.parametrize(("site", "pick"), [("Veon", "choose Veon"), ("home", "choose the homeworld")])
def test_r13_6_the_player_chooses(site, pick):
    g = Table(2).planet(0, "Veon").tokens("1F 1R")
    g.act("buy development 1: card 1", pick)
    assert g.where("Mine RB") == site


def test_r13_7_no_more_than_the_capacity():
    g = Table(2).planet(0, "Cirrus").build(0, "Cirrus", "Mine CL", "Mine HI").tokens("1F 1R")
    g.buy("development 1", 1)
    assert g.where("Mine RB") == "home"


def test_r13_7_a_planet_is_filled_up_to_its_capacity():
    g = (
        Table(2)
        .planet(0, "Veon")
        .build(0, "Veon", "Mine CL", "Mine HI")
        .build(0, "home", "Mine HX", "Mine PI")
    )
    g.tokens("1F 1R").buy("development 1", 1)
    assert g.built(0, "Veon") == ["Mine RB", "Mine CL", "Mine HI"]


def test_k6_without_room_nothing_can_be_bought():
    g = Table(2).build(0, "home", "Mine CL", "Mine HI").tokens("20E 9M 9G 9F 9R 9S")
    assert not g.offered("buy development")


def test_k6_without_room_a_card_can_be_reserved():
    g = Table(2).build(0, "home", "Mine CL", "Mine HI").act("reserve development 1: card 1")
    assert g.reserved() == ["Mine RB"]


def test_k6_a_new_planet_makes_room():
    g = Table(2).build(0, "home", "Mine CL", "Mine HI").tokens("1M 1S 1F 1R")
    g.buy("planets", 1).buy("development 1", 1)
    assert g.where("Mine RB") == "Harrow"


def test_k7_the_omniforge_takes_a_place_of_the_homeworld():
    g = Table(2).build(0, "home", "Mine CL").tokens("1F 1R").buy("development 1", 1)
    assert g.s["home_room"][0] == 0


def test_r13_8_the_target_need_not_be_matched():
    g = Table(2).planet(0, "Veon").tokens("1F 1R").act("buy development 1: card 1", "choose Veon")
    assert g.built(0, "Veon") == ["Mine RB"]


def test_r13_9_a_built_development_is_not_moved():
    g = Table(2, ("Rahkoon",)).planet(0, "Veon", "Cirrus").build(0, "Veon", "Mine CL")
    assert not g.can("move a development")


def test_r28_2_developments_need_a_planet():
    g = Table(2).tokens("1F 1R").buy("development 1", 1)
    assert g.where("Mine RB") == "home"


def test_r28_2_not_on_the_company_card():
    g = Table(2).planet(0, "Veon").tokens("1F 1R").act("buy development 1: card 1")
    assert not g.can("choose the company card")
