"""Points: targets, supremacy, arrays, points on cards, and who wins."""

import numpy as np
import pytest

from astrarium.core import drivers
from tests.arrange import arrange
from tests.envs.star_tycoon.table import GAME, Table

ARRAYS = [f"Communication Array {brand}" for brand in ("SQ", "CL", "RB", "HI", "HX", "PI")]


def ended(g):
    """The game played quietly to its end."""
    return g.quiet(lambda s: False)


# Planets


def test_r20_4_a_production_target_of_two_tokens():
    g = Table(2).planet(0, "Cirrus").build(0, "Cirrus", "Refinery RB")
    assert g.points() == 0
    g.build(0, "Cirrus", "Farm HI")
    assert g.points() == 3


def test_r20_4_three_of_one_token():
    g = Table(2).planet(0, "Veon").build(0, "Veon", "Refinery RB", "Refinery CL")
    assert g.points() == 0
    g.build(0, "Veon", "Refinery HX")
    assert g.points() == 4


def test_r20_4_two_of_each():
    g = Table(2).planet(0, "Rasp").build(0, "Rasp", "Mine RB", "Deep Core Mine HX", "Farm CL")
    assert g.points() == 0
    g.build(0, "Rasp", "Farm HI")
    assert g.points() == 6


def test_r20_4_credits_count_for_targets():
    g = Table(2, homeworlds="SG").planet(0, "Pyre").build(0, "Pyre", "Solar Plant RB", "Fusion Plant SQ")
    assert g.points() == 4


def test_r20_5_a_brand_target():
    g = Table(2).planet(0, "Murk").build(0, "Murk", "Mine PI", "Farm PI")
    assert g.points() == 0
    g.build(0, "Murk", "Refinery PI")
    assert g.points() == 5


def test_r20_5_a_mixed_brand_target():
    g = Table(2).planet(0, "Luma").build(0, "Luma", "Mine RB", "Farm RB", "Refinery HX")
    assert g.points() == 0
    g = Table(2).planet(0, "Luma").build(0, "Luma", "Mine RB", "Farm RB", "Refinery CL")
    assert g.points() == 4


def test_r20_3_only_cards_under_the_planet_count():
    g = Table(2).planet(0, "Cirrus", "Veon").build(0, "Cirrus", "Refinery RB").build(0, "Veon", "Farm HI")
    assert g.points() == 0


def test_r20_3_each_planet_by_itself():
    g = Table(2).planet(0, "Cirrus", "Umber").build(0, "Cirrus", "Refinery RB", "Farm HI")
    g.build(0, "Umber", "Mine CL", "Refinery HX")
    assert g.points() == 6


def test_r21_3_production_of_a_megastructure_counts():
    g = Table(2).planet(0, "Veon").build(0, "Veon", "Refinery RB", "Nebula Siphon DM")
    assert g.points() == 4 + 5


def test_k30_tokens_and_brand_count_alike():
    g = Table(2).planet(0, "Brine").build(0, "Brine", "Mine HX", "Refinery HX", "Farm SQ").partner(0, "HX")
    assert g.points() == 4 + 2


def test_k30_more_than_the_target_does_no_harm():
    g = Table(2).planet(0, "Veon").build(0, "Veon", "Gas Platform HI", "Refinery RB", "Refinery CL")
    assert g.points() == 4


def test_k32_megastructures_count_for_no_brand_target():
    g = Table(2).planet(0, "Murk").build(0, "Murk", "Mine PI", "Farm PI", "Space Elevator DM")
    assert g.points() == 5


def test_k7_the_omniforge_counts_for_the_target_where_it_stands():
    g = Table(2).planet(0, "Bracken").build(0, "Bracken", "Farm RB", "Omniforge 2")
    assert g.points() == 4


def test_k25_a_target_needs_developments_not_tokens():
    assert Table(2).planet(0, "Cirrus").tokens("5G 5F").points() == 0


# Points on developments


@pytest.mark.parametrize(
    ("card", "points"),
    [("CEO Monument PI", 3), ("Executive Retreat HI", 2), ("Corporate Office SQ", 1), ("Crime Hub HX", -1)],
)
def test_r21_8_points_on_developments(card, points):
    assert Table(2, homeworlds="SG").build(0, "home", card).points() == points


def test_k31_negative_points_always_count():
    assert Table(2).build(0, "home", "Crime Hub HX", "Crime Hub PI").points() == -2


@pytest.mark.parametrize(("number", "points"), list(enumerate([0, 1, 3, 5, 8, 11, 15])))
def test_r21_7_arrays_score_once_together(number, points):
    g = Table(2, homeworlds="SG").planet(0, "Plume", "Ossian")
    for site, card in zip(["Plume"] * 4 + ["Ossian"] * 2, ARRAYS[:number], strict=False):
        g.build(0, site, card)
    assert g.points() == points


# Companies


def test_k33_the_company_target_scores_once():
    g = Table(2, ("Jim's",)).planet(0, "Veon", "Murk", "Cirrus", "Zephra", "Plume", "Bellows")
    assert g.points() == 4


def test_r31_5_three_planets_of_a_system():
    g = Table(2, ("Orange",)).planet(0, "Cinder", "Rime")
    assert g.points() == 0
    g.planet(0, "Abyssa")
    assert g.points() == 4


def test_r20_6_the_whole_corporation_counts_for_company_and_homeworld():
    g = Table(2, ("Jim's",)).planet(0, "Veon", "Murk", "Cirrus")
    g.build(0, "Veon", "Shipyard CL").build(0, "Murk", "Shipyard HI")
    assert g.points() == 4 + 3


# Production Supremacy


def test_r24_2_more_than_each_rival():
    g = (
        Table(3)
        .planet(1, "Veon")
        .build(0, "home", "Shipyard CL", "Shipyard HI")
        .build(1, "home", "Shipyard HX")
    )
    assert g.points() == 3


def test_k28_a_tie_scores_for_nobody():
    g = Table(2, homeworlds="SE").build(0, "home", "Shipyard CL").build(1, "home", "Shipyard HX")
    assert (g.points(0), g.points(1)) == (0, 0)


def test_k28_no_production_never_scores():
    assert Table(2).points() == 0


def test_k29_every_rival_is_compared():
    g = Table(3).build(0, "home", "Shipyard CL").build(2, "home", "Shipyard HX", "Shipyard SQ")
    assert g.points(0) == 0


@pytest.mark.parametrize("token", "MGFRSE")
def test_r24_2_each_homeworld_its_token(token):
    card = {"M": "Mine", "G": "Refinery", "F": "Farm", "R": "Laboratory", "S": "Shipyard", "E": "Solar Plant"}
    brand = "SQ" if token in "GFRSE" else "HX"
    other = "G" if token == "S" else "S"
    g = Table(2, homeworlds=token + other).build(0, "home", f"{card[token]} {brand}")
    assert g.points() == 3


def test_r24_3_omniforges_do_not_count():
    assert Table(2, forges=(2, 1)).points() == 0  # Omniforge 2 makes ships
    g = Table(2, forges=(1, 2)).build(0, "home", "Shipyard CL")
    assert g.points() == 3


def test_r24_3_a_dealt_omniforge_is_no_icon_for_supremacy():
    s = arrange(GAME, players=6, seed=1).states[0]
    assert not s["made"].any()
    assert s["forged"].sum(axis=1).tolist() == [2] * 6


def test_k7_a_moved_omniforge_does_not_count_either():
    g = Table(2).planet(0, "Veon").build(0, "Veon", "Omniforge 2")
    assert g.points() == 0


def test_r24_2_several_icons_of_one_card():
    g = Table(2).build(0, "home", "Orbital Dockyard HX").build(1, "home", "Shipyard CL")
    assert g.points() == 3


# The end


def test_r2_2_all_sources_together():
    g = Table(2, ("Jim's",), tile="planets").planet(0, "Veon", "Murk", "Cirrus").partner(0, "RB").loan(0)
    g.build(0, "Cirrus", "Refinery RB", "Farm HI").build(0, "home", "Shipyard CL", "CEO Monument PI")
    g.build(0, "Veon", "Communication Array SQ", "Communication Array CL")
    assert g.points() == 4 + 3 + 3 + 3 + 3 + 1 + 2 - 5


def test_r12_1_points_at_the_end_of_round_4():
    g = ended(Table(2, round=4, turn=3, tile="planets").planet(0, "Veon", "Murk"))
    assert (g.s["over"], g.points(0), g.points(1)) == (1, 1, 0)


def test_r12_2_the_most_points_win():
    g = ended(
        Table(3, round=4, turn=3).build(1, "home", "CEO Monument PI").build(2, "home", "Executive Retreat HI")
    )
    assert g.ranks() == [2, 0, 1]


def test_r12_3_a_tie_goes_to_the_greater_production():
    g = ended(Table(2, round=4, turn=3).build(1, "home", "Mine CL"))
    assert (g.points(0), g.points(1), g.ranks()) == (0, 0, [1, 0])


def test_k60_illegal_goods_count_in_the_tie_break():
    g = Table(2, round=4, turn=3).build(0, "home", "Contraband Greenhouse RB", "Mine CL").planet(1, "Veon")
    g.build(1, "home", "Refinery RB", "Refinery CL")
    assert ended(g).ranks() == [0, 0]


def test_k60_omniforges_count_in_the_tie_break():
    g = ended(Table(2, round=4, turn=3, forges=(2, 1)).forge(1, "3F"))
    assert (g.points(0), g.points(1), g.ranks()) == (0, 0, [1, 0])


def test_k60_still_tied_players_share_the_place():
    g = ended(Table(3, round=4, turn=3).build(2, "home", "CEO Monument PI"))
    assert g.ranks() == [1, 1, 0]


def test_r12_2_points_come_before_production():
    g = ended(
        Table(2, round=4, turn=3)
        .build(0, "home", "Corporate Office SQ")
        .build(1, "home", "Mine CL", "Mine HI")
    )
    assert (g.points(0), g.points(1), g.ranks()) == (1, 0, [0, 1])


def test_k9_reserved_cards_and_row_cards_count_for_nobody():
    g = Table(2, tile="planets").reserve(0, "Veon")
    assert g.points() == 0


def test_before_companies_are_chosen_only_the_tile_scores():
    g = Table(2, chosen=False, tile="developments")
    assert g.points() == int(g.t["tile_points"][g.s["tile"], 1])


def test_ranks_do_not_depend_on_what_was_in_the_array():
    g = ended(Table(3, round=4, turn=3).build(1, "home", "CEO Monument PI"))
    scores, ranks = np.zeros(3), np.full(3, 5)
    GAME.bound(drivers.score_one)(g.game.content.tables, g.game.states, 0, scores, ranks)
    assert ranks.tolist() == g.ranks() == [1, 0, 1]
