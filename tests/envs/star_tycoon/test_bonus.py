"""Bonus actions of developments."""

import pytest

from tests.envs.star_tycoon.table import Table

GANG = ("Salvage Raiders HX", "Mine RB", "Mine CL")
OTHERS = ("Logistics Hub HX", "Wellness Center HI")


def test_r31_6_steal_a_resource():
    g = Table(2).row("development 1", *GANG).tokens("1E 1G 1F", "1F")
    g.buy("development 1", 1)
    assert (g.has(0), g.has(1)) == ("1F", "")


def test_r31_6_from_any_player():
    g = Table(4).row("development 1", *GANG).tokens("1E 1G 1F", "1F", "1S", "3E")
    g.act("buy development 1: card 1")
    assert g.offered("choose the ") == ["next player", "second player"]
    g.act("choose the second player")
    assert (g.has(0), g.has(1), g.has(2), g.has(3)) == ("1S", "1F", "", "3E")


def test_i10_the_thief_chooses_the_resource():
    g = Table(2).row("development 1", *GANG).tokens("1E 1G 1F", "2E 2I 1F 1S")
    g.act("buy development 1: card 1")
    assert sorted(g.offered("take ")) == ["food", "ships"]
    g.act("take ships")
    assert (g.has(0), g.has(1)) == ("1S", "2E 2I 1F")


def test_k20_the_thief_chooses_the_player():
    g = Table(3).row("development 1", *GANG).tokens("1E 1G 1F", "1F", "1S")
    g.act("buy development 1: card 1", "choose the second player").pick("take ships")
    assert (g.has(0), g.has(1), g.has(2)) == ("1S", "1F", "")


def test_k20_only_players_with_resources():
    g = Table(4).row("development 1", *GANG).tokens("1E 1G 1F", "1F", "5E 5I", "1S")
    g.act("buy development 1: card 1")
    assert g.offered("choose the ") == ["next player", "third player"]


def test_k20_a_steal_must_be_made():
    g = Table(3).row("development 1", *GANG).tokens("1E 1G 1F", "1F", "1S")
    g.act("buy development 1: card 1")
    assert {"no", "done", "end the turn"}.isdisjoint(g.legal())


def test_k20_nothing_happens_if_nobody_has_a_resource():
    g = Table(3).row("development 1", *GANG).tokens("1E 1G 1F", "4E", "3I")
    g.buy("development 1", 1)
    assert (g.has(0), g.has(1), g.has(2), g.asks()) == ("", "4E", "3I", "turn")


@pytest.mark.parametrize(
    ("card", "price", "row"),
    [
        ("Salvage Raiders HX", "1E 1G 1F", "development 1"),
        ("Debt Collectors PI", "1M 1F 1R", "development 1"),
        ("Crime Hub HX", "1E 1F 1S", "development 2"),
        ("Crime Hub PI", "1E 1F 1S", "development 2"),
        ("Data Heist Lab SQ", "1E 1M 1F", "development 2"),
    ],
)
def test_r31_6_every_card_that_steals(card, price, row):
    rest = {"development 1": ("Mine RB", "Mine CL"), "development 2": OTHERS}[row]
    g = Table(2).row(row, card, *rest).tokens(price, "1R")
    g.buy(row, 1)
    assert (g.has(0), g.has(1)) == ("1R", "")


@pytest.mark.parametrize(
    ("card", "price", "planets", "gain"),
    [
        ("Skimmer Fleet CL", "1E 1M 1S", ("Veon", "Cirrus"), "2G"),
        ("Cryo Archive CL", "1E 1M 1F", ("Rime", "Hoar", "Floe"), "3R"),
        ("Kelp Works RB", "1M 1G 1R", ("Brine",), "1F"),
        ("Frontier Clinic HI", "1G 1F 1R", ("Ossian", "Luma"), "2M"),
    ],
)
def test_r31_7_gain_per_own_planet_of_a_type(card, price, planets, gain):
    g = Table(2).row("development 2", card, *OTHERS).planet(0, *planets, "Ember").tokens(price)
    g.buy("development 2", 1, "choose Ember")
    assert g.has() == gain


@pytest.mark.parametrize(
    ("card", "price", "planet"),
    [
        ("Skimmer Fleet CL", "1E 1M 1S", "Veon"),
        ("Cryo Archive CL", "1E 1M 1F", "Rime"),
        ("Kelp Works RB", "1M 1G 1R", "Brine"),
        ("Frontier Clinic HI", "1G 1F 1R", "Ossian"),
    ],
)
def test_i11_planets_of_rivals_do_not_count(card, price, planet):
    g = Table(2).row("development 2", card, *OTHERS).planet(1, planet).tokens(price)
    g.buy("development 2", 1)
    assert g.has() == ""


def test_k21_a_planet_bought_in_this_turn_counts():
    g = Table(2).row("development 2", "Skimmer Fleet CL", *OTHERS).row("planets", "Cirrus", "Harrow", "Tilda")
    g.tokens("1E 2M 2S").buy("planets", 1).buy("development 2", 1, "choose Cirrus")
    assert g.has() == "1G"


def test_r31_8_own_planets_do_not_count():
    g = Table(2).row("development 2", "Futures Exchange PI", "Logistics Hub HX", "Wellness Center HI")
    g.planet(0, "Kiln").tokens("1G 1F 1R").buy("development 2", 1, "choose Kiln")
    assert (g.built(0, "Kiln"), g.has()) == (["Futures Exchange PI"], "")


def test_i12_a_credit_per_desert_planet_of_the_rivals():
    g = Table(3).row("development 2", "Futures Exchange PI", *OTHERS)
    g.planet(0, "Kiln").planet(1, "Cinder", "Rasp", "Veon").planet(2, "Umber").tokens("1G 1F 1R")
    g.buy("development 2", 1, "choose Kiln")
    assert g.has() == "3E"


def test_r31_8_the_others_lose_nothing():
    g = Table(2).row("development 2", "Futures Exchange PI", *OTHERS).planet(1, "Cinder")
    g.tokens("1G 1F 1R", "2E").buy("development 2", 1)
    assert (g.has(0), g.has(1)) == ("1E", "2E")


def test_r13_10_the_bonus_comes_at_once_without_an_action():
    g = Table(2).row("development 2", "Skimmer Fleet CL", *OTHERS).planet(0, "Veon").tokens("1E 1M 1S")
    g.buy("development 2", 1, "choose Veon")
    assert (g.has(), g.s["actions_left"]) == ("1G", 2)


def test_r21_6_only_when_it_is_purchased():
    g = Table(2, turn=3).planet(0, "Veon").build(0, "Veon", "Skimmer Fleet CL").end_round("Equalize")
    assert g.has() == "2G 1S"


def test_k18_from_the_reserve_too():
    g = Table(2).reserve(0, "Skimmer Fleet CL").planet(0, "Veon").tokens("1E 1M 1S")
    g.act("buy reserved card 1").pick("choose Veon")
    assert g.has() == "1G"


def test_k18_reserving_is_no_purchase():
    g = Table(2).row("development 2", "Skimmer Fleet CL", *OTHERS).planet(0, "Veon")
    g.act("reserve development 2: card 1")
    assert g.has() == ""


def test_k18_not_on_moves():
    g = Table(2, ("Franek",)).planet(0, "Veon", "Cirrus").build(0, "Veon", "Skimmer Fleet CL")
    g.act("move a development").pick(g.choose("Skimmer Fleet CL"), "choose Cirrus")
    assert (g.where("Skimmer Fleet CL"), g.has()) == ("Cirrus", "")


def test_k18_after_placing():
    g = Table(2).row("development 1", *GANG).planet(0, "Veon").tokens("1E 1G 1F", "1F 1S")
    g.act("buy development 1: card 1", "choose Veon")
    assert (g.where("Salvage Raiders HX"), g.asks()) == ("Veon", "loot")
