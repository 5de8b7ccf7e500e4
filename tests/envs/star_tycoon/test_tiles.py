"""The six bonus points tiles."""

import pytest

from tests.envs.star_tycoon.table import Table

SIX_TYPES = ("Veon", "Harrow", "Kiln", "Wake", "Rime", "Pyre")  # gas, terra, desert, ocean, ice, star
SIX_SYSTEMS = ("Veon", "Cirrus", "Murk", "Zephra", "Plume", "Bellows")  # Mirra Velar Thane Orrin Kessa Dukat


@pytest.mark.parametrize(
    ("credits", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (9, 5)]
)
def test_t_1a_energy_credits_left(credits, points):
    g = Table(2, tile="energy").tokens(f"{credits}E" if credits else "")
    assert g.points() == points


def test_t_1a_only_credits():
    assert Table(2, tile="energy").tokens("3I 3M 1G").points() == 0


@pytest.mark.parametrize(
    ("tokens", "points"),
    [("", 0), ("1M", 0), ("1M 1G", 1), ("3S", 1), ("2M 2F", 2), ("1M 1G 1F 1R 1S", 3), ("6R", 4), ("7R", 5)],
)
def test_t_1b_resources_left(tokens, points):
    assert Table(2, tile="resources").tokens(tokens).points() == points


def test_t_1b_no_credits_and_no_illegal_goods():
    assert Table(2, tile="resources").tokens("5E 5I").points() == 0


@pytest.mark.parametrize(
    ("number", "points"),
    [(1, 0), (11, 0), (12, 1), (14, 1), (15, 2), (16, 2), (17, 3), (19, 4), (21, 5), (23, 5)],
)
def test_t_2a_developments_with_the_omniforge(number, points):
    g = Table(2, homeworlds="SG", tile="developments")
    sites = ("Murk", "Sirocco", "Lagoon", "Glacia", "Ember", "Dovetail", "Rime", "Flare")
    cards = [card for card in g.pool("development 1") if not card.startswith("Com")][: number - 1]
    g.planet(0, *sites)
    plain = Table(2, homeworlds="SG", tile="energy").planet(0, *sites)
    for at, card in enumerate(cards):
        g.build(0, sites[at // 3], card)
        plain.build(0, sites[at // 3], card)
    assert g.points() - plain.points() == points


@pytest.mark.parametrize(
    ("number", "points"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 6), (10, 6)]
)
def test_t_2b_planets_with_the_homeworld(number, points):
    g = Table(2, tile="planets")
    names = [*SIX_TYPES, "Umber", "Brine", "Floe"][: number - 1]
    g.planet(0, *names)
    assert g.points() == points


@pytest.mark.parametrize(("number", "points"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 6)])
def test_t_3a_types_with_the_homeworld(number, points):
    g = Table(2, ("Quonk",), tile="planet types").planet(0, *SIX_TYPES[: number - 1])
    assert g.points() == points


def test_t_3a_a_type_counts_once():
    g = Table(2, tile="planet types").planet(0, "Veon", "Cirrus", "Murk")
    assert g.points() == 0


@pytest.mark.parametrize(("number", "points"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 6)])
def test_t_3b_systems_with_the_home_system(number, points):
    g = Table(2, tile="systems").planet(0, *SIX_SYSTEMS[: number - 1])
    assert g.points() == points


def test_k34_a_system_counts_once():
    g = Table(2, tile="systems").planet(0, "Veon", "Umber", "Pelagia")
    assert g.points() == 0


def test_r26_1_the_tile_scores_for_every_player():
    g = Table(3, tile="energy").tokens("7E", "5E", "2E")
    assert [g.points(seat) for seat in range(3)] == [5, 3, 1]


def test_t_1a_after_the_last_discard():
    g = Table(2, round=4, turn=3, tile="energy").tokens("9E").quiet(lambda s: False)
    assert (g.s["over"], g.has(0), g.points(0)) == (1, "7E", 5)
