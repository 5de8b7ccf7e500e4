"""Abilities of the twelve companies."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import Table

SWAP = "swap a resource with another player"
JUGNO = "smuggle: Jugno's Interdimensional Shopping Network, first way"


def top_swap(row, slot):
    """The action of Advanced Phase Mechanics."""
    return f"swap the top of the deck {row} with card {slot}"


def bonus_planet(slot):
    """The action of Jim's Terraforming."""
    return f"pay a credit to buy planet {slot} as well"


# In general


def test_r23_3_abilities_take_no_action():
    for company, tokens, action in (
        ("Quonk", "1G", SWAP),
        ("Advanced", "", top_swap("planets", 1)),
        ("Jim's", "1E 1M 1S", bonus_planet(1)),
        ("Farble", "", "reserve planets: card 1 as well"),
        ("Holox", "", "refresh planets as well"),
        ("Franek", "", "move a development"),
    ):
        g = Table(2, (company,)).planet(0, "Veon").tokens(tokens, "1F").act(action)
        assert g.s["actions_left"] == 3, company


@pytest.mark.parametrize(
    ("company", "tokens", "action"),
    [
        ("Quonk", "1G", SWAP),
        ("Jim's", "9E 9M 9G 9F 9R 9S", bonus_planet(1)),
        ("Farble", "", "reserve planets: card 1 as well"),
        ("Holox", "", "refresh planets as well"),
    ],
)
def test_r23_4_once_a_round(company, tokens, action):
    g = Table(2, (company,)).tokens(tokens, "3F").act(action).pick("pay the upper price")
    assert not g.can(action)
    g.end_turn().end_turn()
    g.tokens(tokens, "3F")
    assert g.s["seat"] == 0
    assert not g.can(action)
    g.end_round("Equalize").end_turn()
    g.tokens(tokens, "3F")
    assert g.s["seat"] == 0
    assert g.can(action)


@pytest.mark.parametrize(
    ("company", "action"),
    [
        ("Quonk", SWAP),
        ("Jim's", bonus_planet(1)),
        ("Farble", "reserve planets: card 1 as well"),
        ("Holox", "refresh planets as well"),
        ("Advanced", top_swap("planets", 1)),
        ("Franek", "move a development"),
    ],
)
def test_r23_1_only_its_own_company_has_an_ability(company, action):
    g = Table(2, ("Rahkoon", company)).planet(0, "Veon").build(0, "Veon", "Mine CL")
    g.tokens("9E 9M 9G 9F 9R 9S", "9G")
    assert not g.can(action)


@pytest.mark.parametrize(
    ("company", "tokens", "action"),
    [
        ("Jim's", "1E 1M 1S", bonus_planet(1)),
        ("Farble", "", "reserve planets: card 1 as well"),
        ("Holox", "", "refresh planets as well"),
        ("Quonk", "1G", SWAP),
    ],
)
def test_k40_after_the_three_actions_too(company, tokens, action):
    g = Table(2, (company,)).tokens(tokens, "1F").act(*["use the own Omniforge"] * 3)
    assert g.can(action)


def test_k40_holox_refreshes_no_row_without_cards():
    g = Table(2, ("Holox",)).drain("development 3", 1).planet(1, "Plume").row("development 3", "-", "-", "-")
    g.build(1, "Plume", *g.pool("development 3"))
    assert g.is_full("development 3")
    assert g.can("refresh planets as well")
    assert not [name for name in g.offered("refresh ") if "development 3" in name]


@pytest.mark.parametrize(
    ("company", "planets"),
    [
        ("Quonk", ("Brine", "Lagoon", "Wake")),
        ("Advanced", ("Tilda", "Dustfall", "Plume")),
        ("Orange", ("Cinder", "Bellows", "Rime")),
        ("Jim's", ("Veon", "Murk", "Zephra")),
        ("K'Ratak", ("Ember", "Pyre", "Flare")),
        ("Myron", ("Bracken", "Rasp", "Zephra")),
        ("Jugno's", ("Cinder", "Rasp", "Kiln")),
        ("Legitimate", ("Ossian", "Kiln", "Murk")),
        ("Franek", ("Tilda", "Bracken", "Luma")),
        ("Farble", ("Luma", "Sirocco", "Wake")),
        ("Rahkoon", ("Dovetail", "Veon", "Flare")),
        ("Holox", ("Rime", "Glacia", "Floe")),
    ],
)
def test_r23_2_three_planets_of_the_target(company, planets):
    g = Table(2, (company,)).planet(0, *planets[:2])
    assert g.points() == 0
    g.planet(0, planets[2])
    assert g.points() == 4


# Quonk Union Trade Alliance


def test_c_k1_a_resource_for_a_resource_and_a_credit_for_the_other():
    g = Table(3, ("Quonk",)).tokens("1M 1G", "1F 1S", "1R")
    g.act(SWAP, "choose the next player", "take ships", "give minerals")
    assert (g.has(0), g.has(1), g.has(2)) == ("1G 1S", "1E 1M 1F", "1R")


def test_c_k1_once_a_round():
    g = Table(2, ("Quonk",)).tokens("2M", "2F").act(SWAP).pick("take food", "give minerals")
    assert not g.can(SWAP)
    g.end_turn().end_turn()
    assert not g.tokens("2M", "2F").can(SWAP)
    g.end_round("Equalize").tokens("2M", "2F")
    while g.s["seat"] != 0:
        g.end_turn()
    assert g.can(SWAP)


def test_k39_it_needs_a_resource_on_both_sides():
    assert not Table(2, ("Quonk",)).tokens("5E 5I", "1F").can(SWAP)
    assert not Table(2, ("Quonk",)).tokens("1F", "5E 5I").can(SWAP)


def test_k39_not_with_a_player_without_resources():
    g = Table(4, ("Quonk",)).tokens("1M", "3E", "1F", "1R").act(SWAP)
    assert g.offered("choose the ") == ["second player", "third player"]


def test_k39_both_resources_are_chosen_by_quonk():
    g = Table(2, ("Quonk",)).tokens("1M 1G", "1E 1F 1S").act(SWAP)
    assert (g.s["seat"], sorted(g.offered("take "))) == (0, ["food", "ships"])
    g.act("take food")
    assert (g.s["seat"], sorted(g.offered("give "))) == (0, ["gas", "minerals"])


# Advanced Phase Mechanics


@pytest.mark.parametrize(
    ("row", "card"),
    [
        ("planets", "Veon"),
        ("development 1", "Mine CL"),
        ("development 2", "Crime Hub HX"),
        ("development 3", "Dyson Sphere DM"),
    ],
)
def test_c_k2_the_top_card_and_a_card_of_the_row_change_places(row, card):
    g = Table(2, ("Advanced",)).deck(row, card)
    old = g.cards(row)[1]
    g.act(top_swap(row, 2))
    assert (g.cards(row)[1], g.top(row)) == (card, [old])


def test_k35_an_unknown_card_comes_into_the_row():
    g = Table(2, ("Advanced",))
    pool = g.pool("planets")
    g.act(top_swap("planets", 1))
    assert g.cards("planets")[0] in pool
    assert g.top("planets") == ["Harrow"]


def test_k35_two_different_decks_a_turn():
    g = Table(2, ("Advanced",)).act(top_swap("planets", 1))
    assert not g.can(top_swap("planets", 2))
    g.act(top_swap("development 3", 1))
    assert not g.offered("swap the top")


def test_k35_again_in_the_next_turn():
    g = Table(2, ("Advanced",)).act(top_swap("planets", 1)).end_turn().end_turn()
    assert g.can(top_swap("planets", 1))


def test_k35_fullness_stays():
    g = Table(2, ("Advanced",)).act(top_swap("planets", 1))
    assert g.is_full("planets")
    g = Table(2, ("Advanced",)).tokens("1M 1S").buy("planets", 1).act(top_swap("planets", 2))
    assert not g.is_full("planets")


def test_k35_both_sides_need_a_card():
    g = Table(2, ("Advanced",)).drain("development 3", 1).tokens("1M 1S").buy("planets", 1)
    assert not g.can(top_swap("planets", 1))
    assert g.can(top_swap("planets", 2))
    assert not g.can(top_swap("development 3", 1))


# Orange Corp Consulting


@pytest.mark.parametrize("row", ["development 1", "development 2", "development 3"])
def test_c_k3_buys_from_development_rows_that_are_not_full(row):
    g = Table(2, ("Orange",)).planet(0, "Plume").tokens("30E 9M 9G 9F 9R 9S")
    g.buy(row, 1, "choose Plume").buy(row, 2, "choose Plume").buy(row, 3, "choose Plume")
    assert len(g.built()) == 3


def test_c_k3_not_from_the_planet_row():
    g = Table(2, ("Orange",)).tokens("9E 9M 9G 9F 9R 9S").buy("planets", 1)
    assert not g.offered("buy planets")
    assert not g.offered("reserve planets")
    assert not g.can("refresh planets")


@pytest.mark.parametrize("row", ["development 1", "development 2"])
def test_c_k3_reserves_from_rows_that_are_not_full(row):
    g = Table(2, ("Orange",)).tokens("9E 9M 9G 9F 9R 9S").buy(row, 1).act(f"reserve {row}: card 2")
    assert len(g.reserved()) == 1


@pytest.mark.parametrize("row", ["development 1", "development 2", "development 3"])
def test_c_k3_refreshes_rows_that_are_not_full(row):
    g = Table(2, ("Orange",)).tokens("9E 9M 9G 9F 9R 9S")
    old = g.cards(row)
    g.buy(row, 1).act(f"refresh {row}")
    assert (len(g.cards(row)), g.bottom(row), g.is_full(row)) == (3, old[1:], True)


def test_k70_refreshes_an_empty_row():
    g = Table(2, ("Orange",), round=2, event="Overtime").planet(0, "Plume").tokens("30E 9M 9G 9F 9R 9S")
    g.s["actions_left"] = 4
    for slot in (1, 2, 3):
        g.buy("development 1", slot, "choose Plume")
    g.act("refresh development 1")
    assert "-" not in g.cards("development 1")


@pytest.mark.parametrize(("company", "can"), [("Orange", True), ("Rahkoon", False)])
def test_k70_an_empty_row_whose_deck_has_got_a_card_again(company, can):
    g = Table(2, (company,)).planet(1, "Plume", "Ossian").drain("development 2", 1)
    g.row("development 2", "-", "-", "-")
    last, *rest = g.pool("development 2")
    g.build(1, "Plume", *rest).deck("development 2", last)
    assert g.can("refresh development 2") == can


def test_k70_an_empty_row_with_an_empty_deck_has_nothing_to_refresh():
    g = Table(2, ("Orange",)).drain("development 2", 1).row("development 2", "-", "-", "-")
    last, *rest = g.pool("development 2")
    g.build(1, "Plume", last, *rest)
    assert g.deck_size("development 2") == 0
    assert not g.can("refresh development 2")


# Jim's Terraforming


def test_c_k4_one_more_planet_for_a_credit():
    g = Table(2, ("Jim's",)).tokens("1E 1M 1S").act(bonus_planet(1))
    assert (g.planets(), g.has(), g.s["actions_left"]) == (["Harrow"], "", 3)


def test_i6_the_credit_is_needed():
    assert not Table(2, ("Jim's",)).tokens("1M 1S").can(bonus_planet(1))


def test_k41_the_credit_comes_on_top_of_the_price():
    g = Table(2, ("Jim's",)).tokens("1E 1F 1S")
    assert not g.can(bonus_planet(2))
    g.tokens("2E 1F 1S").act(bonus_planet(2))
    assert (g.planets(), g.has()) == (["Tilda"], "")


def test_c_k4_even_if_the_row_is_not_full():
    g = Table(2, ("Jim's",)).tokens("2E 1M 2S 1F").buy("planets", 1).act(bonus_planet(2))
    assert g.planets() == ["Harrow", "Tilda"]


def test_k3_used_first_it_makes_the_row_not_full():
    g = Table(2, ("Jim's",)).tokens("9E 9M 9G 9F 9R 9S").act(bonus_planet(1))
    assert not g.is_full("planets")
    assert not g.offered("buy planets")


def test_c_k4_with_the_second_price():
    g = Table(2, ("Jim's",)).row("planets", "Corona", "Harrow", "Tilda").tokens("4E").act(bonus_planet(1))
    assert (g.planets(), g.has()) == (["Corona"], "")


def test_k41_the_credit_counts_against_both_prices():
    g = Table(2, ("Jim's",)).row("planets", "Corona", "Harrow", "Tilda").tokens("3E")
    assert not g.can(bonus_planet(1))
    g.tokens("3E 1F 1S").act(bonus_planet(1)).pick("pay the upper price")
    assert (g.planets(), g.has()) == (["Corona"], "2E")


def test_k65_mercenaries_hold_for_the_bonus_purchase():
    g = Table(2, ("Jim's",), round=2, event="Mercenaries").tokens("2E 1M").act(bonus_planet(1))
    assert (g.planets(), g.has()) == (["Harrow"], "")


# K'Ratak Fearsome Accounting


def test_c_k5_three_transactions():
    g = Table(2, ("K'Ratak",)).tokens("3E").act("trade gas: buy", "trade food: buy", "trade ships: buy")
    assert (g.has(), g.s["actions_left"]) == ("1G 1F 1S", 2)


def test_c_k5_on_three_different_tracks():
    g = Table(2, ("K'Ratak",)).tokens("9E").act("trade gas: buy", "trade food: buy")
    assert g.offered("trade ") == ["minerals: buy", "research: buy", "ships: buy"]


def test_c_k5_no_fourth():
    g = Table(2, ("K'Ratak",)).tokens("9E").act("trade gas: buy", "trade food: buy", "trade ships: buy")
    assert g.asks() == "turn"
    g.act("trade minerals: buy")
    assert g.s["actions_left"] == 1


# Myron Nanotech


def test_c_k6_developments_under_the_company_card():
    g = Table(2, ("Myron",)).tokens("1F 1R").act("buy development 1: card 1", "choose the company card")
    assert g.where("Mine RB") == "company"


@pytest.mark.parametrize(("number", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_c_k6_a_point_for_every_two(number, points):
    cards = ("Mine RB", "Refinery CL", "Farm HI", "Laboratory HX", "Refinery SQ")
    g = Table(2, ("Myron",)).build(0, "company", *cards[:number])
    assert g.points() == points


def test_k37_without_limit():
    g = Table(2, ("Myron",)).tokens("1F 1R").build(0, "home", "Farm RB", "Farm HI")
    g.build(
        0, "company", *[card for card in g.pool("development 1") if card.startswith(("Ref", "Min", "Sol"))]
    )
    number = len(g.built(0, "company"))
    g.buy("development 1", 1)
    assert (len(g.built(0, "company")), number > 10) == (number + 1, True)


def test_k37_cards_there_count_for_brands():
    g = Table(2, ("Myron",)).partner(0, "RB").build(0, "company", "Farm RB", "Mine RB", "Refinery RB")
    assert g.points() == 4 + 1


def test_k37_cards_there_count_for_arrays():
    g = Table(2, ("Myron",)).build(0, "company", "Communication Array SQ", "Communication Array CL")
    assert g.points() == 3 + 1


def test_k37_cards_there_count_for_supremacy():
    g = Table(2, ("Myron",)).build(0, "company", "Shipyard CL")
    assert g.points() == 3


def test_k37_cards_there_count_for_the_developments_tile():
    g = Table(2, ("Myron",), tile="developments")
    g.build(
        0,
        "company",
        *[card for card in g.pool("development 1") if card.startswith(("Ref", "Min", "Sol"))][:11],
    )
    assert g.points() == 1 + 5


def test_k37_cards_there_count_for_the_tie_break():
    g = Table(2, ("Quonk", "Myron"), round=4, turn=3, forges=(1, 2)).build(1, "company", "Refinery RB")
    g.quiet(lambda s: False)
    assert (g.points(0), g.points(1), g.ranks()) == (0, 0, [1, 0])


def test_k37_the_card_is_no_planet():
    g = Table(2, ("Myron",), tile="planets").planet(0, "Veon").build(0, "company", "Refinery RB")
    assert g.points() == 0


def test_k37_only_for_myron():
    g = Table(2, ("Holox", "Myron")).planet(0, "Veon").tokens("1F 1R").act("buy development 1: card 1")
    assert not g.can("choose the company card")


# Jugno's Interdimensional Shopping Network


def test_c_k7_two_credits_for_two_resources():
    g = Table(2, ("Jugno's",)).tokens("2E").act(JUGNO, "gain ships", "gain food")
    assert (g.has(), g.s["actions_left"]) == ("1F 1S", 2)


def test_i5_one_credit_is_too_little():
    assert not Table(2, ("Jugno's",)).tokens("1E 5I").offered("smuggle")


def test_c_k7_twice_in_one_action():
    g = Table(2, ("Jugno's",)).tokens("4E")
    g.act(JUGNO, "gain ships", "gain ships", JUGNO, "gain gas", "gain food")
    assert (g.has(), g.s["actions_left"]) == ("1G 1F 2S", 2)


def test_c_k7_rivals_pay_a_commission():
    g = Table(2, ("Holox", "Jugno's")).tokens("2E")
    assert not g.offered("smuggle")
    g.tokens("3E").act(JUGNO, "gain gas", "gain gas")
    assert (g.has(0), g.has(1)) == ("2G", "1E")


def test_c_k7_a_normal_smuggler_moves_no_marker():
    g = Table(2, ("Jugno's",)).tokens("2E").act(JUGNO, "gain ships", "gain food")
    assert g.columns() == [2] * 5


# Legitimate Ventures LLC


@pytest.mark.parametrize("tokens", ["1I 1S", "1I 1M"])
def test_c_k8_illegal_goods_for_any_token(tokens):
    g = Table(2, ("Legitimate",)).tokens(tokens).buy("planets", 1)
    assert (g.planets(), g.has()) == (["Harrow"], "")


def test_c_k8_for_credits_too():
    g = Table(2, ("Legitimate",)).tokens("7E 1I").buy("development 3", 1).pay_up()
    assert (g.built(), g.has()) == (["Planet Cracker DM"], "")


def test_i7_one_token_only():
    assert not Table(2, ("Legitimate",)).tokens("2I").can("buy planets: card 1")


def test_i7_not_without_illegal_goods():
    assert not Table(2, ("Legitimate",)).tokens("1S").can("buy planets: card 1")
    assert not Table(2, ("Legitimate",)).tokens("2R").offered("form a partnership")


@pytest.mark.parametrize(("event", "can"), [("Overtime", False), ("Mercenaries", True)])
def test_i7_credits_pay_for_ships_only_with_mercenaries(event, can):
    g = Table(2, ("Legitimate",), round=2, event=event).row("planets", "Plume", "Murk", "Cirrus")
    g.tokens("9E 1G 1I")  # it costs a credit, a gas and two ships
    assert g.can("buy planets: card 1") == can


def test_c_k8_only_legitimate_ventures():
    g = Table(2, ("Holox", "Legitimate")).tokens("1I 1S 2R")
    assert not g.can("buy planets: card 1")
    assert not g.offered("form a partnership")


def test_k38_one_token_of_the_price_only():
    g = Table(2, ("Legitimate",)).tokens("8E 2I").act("buy development 3: card 1", "pay illegal goods")
    assert (g.has(), g.built()) == ("1E 1I", ["Planet Cracker DM"])


def test_k38_paying_a_credit_uses_it_up():
    g = Table(2, ("Legitimate",)).planet(0, "Veon").tokens("7E 2I 1S")
    g.buy("development 3", 1, "choose Veon").pay_up()
    assert (g.has(), g.can("buy planets: card 1")) == ("1I 1S", False)


def test_k38_once_a_turn():
    g = Table(2, ("Legitimate",)).tokens("2I 1S 1F").buy("planets", 1)
    assert not g.can("buy development 1: card 1")


def test_k38_again_in_the_next_turn():
    g = Table(2, ("Legitimate",)).tokens("2I 1S 1F").buy("planets", 1).end_turn().end_turn()
    assert g.can("buy development 1: card 1")


def test_k38_optional():
    g = Table(2, ("Legitimate",)).tokens("1I 1S 1M").buy("planets", 1, "pay minerals", "pay ships")
    assert g.has() == "1I"


def test_k38_for_partnerships():
    g = Table(2, ("Legitimate",)).tokens("1I 2R").act("form a partnership with Cross Labs").pay_up()
    assert (g.partners(), g.has()) == (["CL"], "")


def test_k38_for_reserved_cards():
    g = Table(2, ("Legitimate",)).reserve(0, "Veon").tokens("1I 1E 1M").act("buy reserved card 1")
    assert g.planets() == ["Veon"]


def test_k38_for_wild_resources():
    g = Table(2, ("Legitimate",)).row("development 2", "Executive Retreat HI", "Crime Hub HX", "Crime Hub PI")
    g.tokens("1I 2G").buy("development 2", 1).pay_up()
    assert (g.built(), g.has()) == (["Executive Retreat HI"], "")


def test_k38_not_on_the_market():
    assert not Table(2, ("Legitimate",)).tokens("5I").offered("trade ")


def test_k38_not_for_smugglers():
    g = Table(2, ("Legitimate",)).planet(0, "Plume").build(0, "Plume", "Offworld Importer SQ").tokens("5I")
    assert not g.offered("smuggle")


def test_k65_combined_with_bribery():
    g = Table(2, ("Legitimate",), round=2, event="Bribery").row(
        "development 1", "Mine HI", "Mine RB", "Mine CL"
    )
    g.tokens("2I").buy("development 1", 1)
    assert (g.built(), g.has()) == (["Mine HI"], "")


def test_k65_combined_with_mercenaries():
    g = Table(2, ("Legitimate",), round=2, event="Mercenaries").tokens("1E 1I").buy("planets", 1)
    assert (g.planets(), g.has()) == (["Harrow"], "")


def test_k65_bribery_leaves_the_ability_to_the_turn():
    g = Table(2, ("Legitimate",), round=2, event="Bribery").row(
        "development 1", "Mine HI", "Mine RB", "Mine CL"
    )
    g.tokens("2I 1G 1S").buy("development 1", 1, "pay gas", "pay illegal goods").buy("planets", 1)
    assert (g.planets(), g.has()) == (["Harrow"], "")


def test_k65_with_bribery_the_ability_still_pays_one_other_token_only():
    g = Table(2, ("Legitimate",), round=2, event="Bribery").row(
        "development 1", "Mine HI", "Mine RB", "Mine CL"
    )
    g.tokens("4I 1S").buy("development 1", 1)
    assert (g.built(), g.has(), g.can("buy planets: card 1")) == (["Mine HI"], "2I 1S", False)


# Franek Hover Solutions


def hovering():
    """Franek with a Mine on Veon and room on Cirrus."""
    return Table(2, ("Franek",)).planet(0, "Veon", "Cirrus").build(0, "Veon", "Mine CL")


def test_c_k9_a_development_moves():
    g = hovering()
    g.act("move a development", g.choose("Mine CL"), "choose Cirrus")
    assert (g.where("Mine CL"), g.s["actions_left"]) == ("Cirrus", 3)


def test_c_k9_once_a_turn():
    g = hovering()
    g.act("move a development", g.choose("Mine CL"), "choose Cirrus")
    assert not g.can("move a development")
    g.end_turn().end_turn()
    assert g.can("move a development")


def test_k36_the_homeworld_is_a_planet():
    g = hovering()
    g.act("move a development", g.choose("Mine CL"), "choose the homeworld")
    assert g.where("Mine CL") == "home"


def test_k36_the_destination_needs_room():
    g = hovering().build(0, "Cirrus", "Farm RB", "Farm HI")
    g.act("move a development", g.choose("Mine CL"))
    assert g.asks() != "hover_to" or not g.can("choose Cirrus")


def test_k36_franek_does_not_swap():
    g = hovering().build(0, "Cirrus", "Farm RB")
    g.act("move a development", g.choose("Mine CL"))
    assert not g.can(g.choose("Farm RB"))


def test_k7_franek_may_move_the_omniforge():
    g = Table(2, ("Franek",)).planet(0, "Veon").act("move a development")
    g.pick(g.choose("Omniforge 2"), "choose Veon")
    assert (g.where("Omniforge 2"), g.s["home_room"][0]) == ("Veon", 3)


def test_c_k9_no_move_without_another_planet():
    assert not Table(2, ("Franek",)).can("move a development")


def test_k36_no_move_without_room_anywhere():
    g = Table(2, ("Franek",)).planet(0, "Cirrus").build(0, "Cirrus", "Mine CL", "Farm RB")
    assert g.can("move a development")
    g.build(0, "home", "Mine HI", "Farm HI")
    assert not g.can("move a development")


def test_c_k9_not_to_a_rivals_planet():
    g = Table(2, ("Franek",)).planet(1, "Veon").build(0, "home", "Mine CL")
    assert not g.can("move a development")


# Farble Securities


def test_c_k10_two_cards_in_reserve():
    g = Table(2, ("Farble",)).act("reserve planets: card 1", "reserve development 1: card 1")
    assert g.reserved() == ["Harrow", "Mine RB"]


def test_c_k10_one_more_reserve_a_round():
    g = Table(2, ("Farble",)).act("reserve planets: card 1 as well")
    assert (g.reserved(), g.s["actions_left"]) == (["Harrow"], 3)


def test_c_k10_the_bonus_needs_a_full_row():
    g = Table(2, ("Farble",)).act("reserve planets: card 1")
    assert not g.offered("reserve planets")


@pytest.mark.parametrize(("slot", "kept", "returned"), [(1, "Murk", "Veon"), (2, "Veon", "Murk")])
def test_k8_with_two_cards_farble_chooses_which_goes_back(slot, kept, returned):
    g = Table(2, ("Farble",)).reserve(0, "Veon", "Murk")
    g.act("reserve development 1: card 1", f"choose reserved card {slot}")
    assert sorted(g.reserved()) == sorted([kept, "Mine RB"])
    assert g.top("planets") == [returned]


def test_c_k10_either_reserved_card_can_be_bought():
    g = Table(2, ("Farble",)).reserve(0, "Veon", "Harrow").tokens("1M 1S")
    assert g.offered("buy reserved card ") == ["2"]
    g.act("buy reserved card 2")
    assert (g.planets(), g.reserved()) == (["Harrow"], ["Veon"])


def test_c_k10_others_hold_one():
    g = Table(2, ("Holox", "Farble")).act("reserve planets: card 1", "reserve development 1: card 1")
    assert g.reserved() == ["Mine RB"]


# Rahkoon Wayfaring Company


def test_c_k11_any_players_omniforge():
    g = Table(3, ("Rahkoon",), forges=(3, 1, 2))
    assert g.offered("use ") == [
        "the own Omniforge",
        "the next player's Omniforge",
        "the second player's Omniforge",
    ]
    g.act("use the next player's Omniforge", "use the second player's Omniforge", "use the own Omniforge")
    assert g.has(0) == "1M 2G 1F 2S"


def test_k42_nobody_loses_a_token():
    g = Table(2, ("Rahkoon",)).tokens("", "1F 1S").act("use the next player's Omniforge")
    assert (g.has(0), g.has(1)) == ("1F 1S", "1F 1S")


def test_k42_only_in_the_action():
    g = Table(2, ("Rahkoon",), turn=3).end_round("Equalize")
    assert g.has(0) == "1G 1S"


def test_k42_not_in_transmutation():
    g = Table(2, ("Holox", "Rahkoon"), turn=3).end_round("Transmutation")
    assert (g.s["phase"], g.has(1)) == (st.EVENT, "1F 1S")


def test_c_k11_no_solo_choice_with_rivals():
    g = Table(2, ("Rahkoon",))
    assert not g.can("gain a resource and a credit instead of using the Omniforge")


# Holox Industrial Spa and Leisure


def test_c_k12_several_rows_at_once():
    g = Table(2, ("Holox",))
    old = {row: g.cards(row) for row in st.ROWS}
    g.act("refresh planets and development 2 as well")
    assert (g.bottom("planets"), g.bottom("development 2")) == (old["planets"], old["development 2"])
    assert (g.cards("development 1"), g.cards("development 3")) == (
        old["development 1"],
        old["development 3"],
    )
    assert g.s["actions_left"] == 3


def test_c_k12_any_combination():
    g = Table(2, ("Holox",))
    assert len([name for name in g.legal() if name.endswith("as well")]) == 15


def test_c_k12_full_rows_only():
    g = Table(2, ("Holox",)).tokens("1M 1S").buy("planets", 1)
    spa = [name for name in g.legal() if name.endswith("as well")]
    assert len(spa) == 7
    assert not any("planets" in name for name in spa)
