"""The Purchase action: rows, prices, either-price cards and payments."""

from random import Random

import pytest

from tests.envs.star_tycoon.table import Table


@pytest.mark.parametrize(
    ("row", "tokens", "left"),
    [
        ("planets", "1E 1M 1S", "1E"),
        ("development 1", "1E 1F 1R", "1E"),
        ("development 2", "2E 1M 1G", "1E"),
        ("development 3", "9E", "1E"),
    ],
)
def test_r13_1_a_card_of_a_full_row(row, tokens, left):
    g = Table(2).tokens(tokens)
    card = g.cards(row)[0]
    g.buy(row, 1)
    assert g.has() == left
    assert card in g.planets() + g.built()
    assert card not in g.cards(row)


def test_r13_1_any_place_of_the_row():
    g = Table(2).tokens("1E 1G 1S").buy("planets", 3)
    assert (g.planets(), g.cards("planets")) == (["Bracken"], ["Harrow", "Tilda", "-"])


def test_r13_1_it_takes_an_action():
    g = Table(2).tokens("1M 1S").buy("planets", 1)
    assert g.s["actions_left"] == 2


@pytest.mark.parametrize(
    ("row", "tokens"),
    [
        ("planets", "9E 9M 9G 9F 9R 9S"),
        ("development 1", "9E 9M 9G 9F 9R 9S"),
        ("development 2", "9E 9M 9G 9F 9R 9S"),
        ("development 3", "30E"),
    ],
)
def test_r13_2_nothing_more_from_a_row_that_is_not_full(row, tokens):
    g = Table(2).planet(0, "Veon", "Rasp").tokens(tokens)
    g.act(f"buy {row}: card 1").pick("choose Veon")
    assert not g.offered(f"buy {row}")


def test_k3_one_card_of_each_row_in_a_turn():
    g = Table(2).planet(0, "Veon", "Rasp").tokens("9E 9M 9G 9F 9R 9S")
    g.buy("planets", 1).buy("development 1", 1, "choose Veon").buy("development 2", 1, "choose Veon")
    assert (len(g.planets()), len(g.built()), g.s["actions_left"]) == (3, 2, 0)


def test_r13_3_the_whole_price_must_be_there():
    g = Table(2).tokens("1M 5E")
    assert not g.can("buy planets: card 1")


def test_r13_3_the_price_goes_to_the_bank():
    g = Table(2).tokens("1M 1S", "1E").buy("planets", 1)
    assert (g.has(0), g.has(1)) == ("", "1E")


def test_r13_3_credits_do_not_stand_for_resources():
    assert not Table(2).tokens("9E").offered("buy planets")


@pytest.mark.parametrize(("line", "left"), [("upper", "3E"), ("lower", "1F 1S")])
def test_r13_4_either_price(line, left):
    g = Table(2).row("planets", "Corona", "Harrow", "Tilda").tokens("3E 1F 1S")
    g.act("buy planets: card 1", f"pay the {line} price")
    assert (g.has(), g.planets()) == (left, ["Corona"])


@pytest.mark.parametrize("tokens", ["1F 1S", "3E"])
def test_r13_4_one_of_the_two_prices_is_enough(tokens):
    g = Table(2).row("planets", "Corona", "Harrow", "Tilda").tokens(tokens)
    g.buy("planets", 1, "pay the upper price", "pay the lower price")
    assert (g.has(), g.planets()) == ("", ["Corona"])


def test_r13_4_not_a_mixture_of_both_prices():
    g = Table(2).row("planets", "Corona", "Harrow", "Tilda").tokens("2E 1S")
    assert not g.can("buy planets: card 1")


@pytest.mark.parametrize(("line", "left"), [("upper", "1E 2I"), ("lower", "2E 1F")])
def test_r13_4_illegal_goods_as_the_second_price(line, left):
    g = Table(2).row("development 2", "Black Market HI", "Crime Hub HX", "Crime Hub PI").tokens("2E 2I 1F")
    g.buy("development 2", 1, f"pay the {line} price")
    assert g.has() == left


def test_r3_3_wild_resources_are_chosen_one_by_one():
    g = (
        Table(2)
        .row("development 2", "Executive Retreat HI", "Crime Hub HX", "Crime Hub PI")
        .tokens("2M 2G 1F")
    )
    g.buy("development 2", 1, "pay gas", "pay minerals", "pay gas")
    assert (g.has(), g.built()) == ("1M 1F", ["Executive Retreat HI"])


def test_r3_3_five_wild_resources_of_one_kind():
    g = Table(2).row("development 2", "CEO Monument PI", "Crime Hub HX", "Crime Hub PI").tokens("1E 6S")
    g.buy("development 2", 1)
    assert g.has() == "1E 1S"


def test_r3_3_too_few_resources_for_a_wild_price():
    g = Table(2).row("development 2", "CEO Monument PI", "Crime Hub HX", "Crime Hub PI").tokens("4E 4S")
    assert not g.can("buy development 2: card 1")


def test_r3_3_a_wild_payment_may_be_any_resource_in_hand():
    g = Table(2).row("development 1", "Unlicensed Clinic HI", "Mine RB", "Mine CL").tokens("1M 1S")
    g.act("buy development 1: card 1")
    assert sorted(g.offered("pay ")) == ["minerals", "ships"]


def test_r13_5_planets_lie_beside_the_others():
    g = Table(2).planet(0, "Veon").tokens("1M 1S").buy("planets", 1)
    assert g.planets() == ["Harrow", "Veon"]


def test_r20_7_stars_are_bought_like_planets():
    g = Table(2).row("planets", "Ember", "Harrow", "Tilda").tokens("4E").buy("planets", 1)
    assert g.planets() == ["Ember"]


def test_r28_1_no_limit_to_planets():
    g = Table(2).tokens("1M 1S")
    g.planet(0, *g.pool("planets")[:20]).buy("planets", 1)
    assert len(g.planets()) == 21


def test_r13_1_a_rivals_card_is_not_for_sale():
    g = Table(2).reserve(1, "Veon").tokens("9E 9M 9G 9F 9R 9S")
    assert not g.offered("buy reserved")


def test_r13_1_a_gap_is_not_for_sale():
    g = Table(2).row("development 1", "Mine RB", "-", "Farm CL").tokens("9E 9M 9G 9F 9R 9S")
    assert g.offered("buy development 1: card ") == ["1", "3"]


def test_k71_rows_of_other_cards_stay_full():
    g = Table(2).tokens("1M 1S").buy("planets", 1)
    assert [g.is_full(row) for row in ("development 1", "development 2", "development 3")] == [True] * 3


def test_r9_1_gaps_are_filled_at_the_end_of_the_turn():
    g = Table(2).deck("planets", "Veon").tokens("1M 1S").buy("planets", 1)
    assert g.cards("planets") == ["-", "Tilda", "Bracken"]
    g.end_turn()
    assert g.cards("planets") == ["Veon", "Tilda", "Bracken"]


def test_r9_2_gaps_remain_when_the_deck_has_run_out():
    g = Table(2).drain("development 3", 1).tokens("8E").buy("development 3", 1).end_turn()
    assert g.cards("development 3") == ["-", "Ringworld Farm DM", "Space Elevator DM"]


def test_k2_a_short_row_is_full_again_when_its_deck_has_run_out():
    g = Table(2).drain("development 3", 1).tokens("8E", "8E").buy("development 3", 1)
    assert not g.is_full("development 3")
    g.end_turn()
    assert g.offered("buy development 3: card ") == ["2", "3"]


def test_k52_an_empty_row_sells_nothing():
    g = Table(5).drain("development 3", 4).planet(0, "Veon").tokens("40E")
    g.row("development 3", "-", "-", "-")
    g.build(4, g.planets(4)[-1], *g.pool("development 3"))
    assert not g.offered("buy development 3")


# A payment with one way to pay is not asked


def paid(g, *tokens):
    """Buy the Executive Retreat for three resources of choice; what is asked then, and what is left."""
    g.tokens(*tokens).row("development 2", "Executive Retreat HI", "Crime Hub HX")
    g.act("buy development 2: card 1")
    return g.asks(), g.has()


def test_k77_the_last_resources_of_several_kinds_are_not_asked_for():
    assert paid(Table(2), "1E 1M 1G 1F") == ("turn", "1E")


def test_k77_with_one_resource_to_spare_it_is_asked():
    assert paid(Table(2), "1M 1G 2F") == ("pay", "1M 1G 2F")


def test_k77_one_kind_of_resource_is_not_asked_for():
    assert paid(Table(2), "5G") == ("turn", "2G")


def test_k77_illegal_goods_that_may_replace_one_leave_a_choice():
    assert paid(Table(2, ("Legitimate",)), "1I 1M 1G 1F") == ("pay", "1I 1M 1G 1F")


def test_k77_illegal_goods_that_must_replace_one_do_not():
    assert paid(Table(2, ("Legitimate",)), "2E 1I 1M 1G") == ("turn", "2E")


def test_k77_illegal_goods_that_must_replace_one_do_not_with_more_of_them_either():
    assert paid(Table(2, ("Legitimate",)), "2E 2I 1M 1G") == ("turn", "2E 1I")


def test_k77_illegal_goods_beyond_a_bribe_and_a_replacement_leave_no_choice():
    g = Table(2, ("Legitimate",), round=2, event="Bribery").tokens("3I 1M 1G")
    g.row("development 2", "Executive Retreat HI", "Crime Hub HX").act("buy development 2: card 1")
    assert (g.has(), g.asks()) == ("2I", "turn")


def ends(g):
    """What can be left after a payment; every question on the way has several ends."""
    if g.asks() != "pay":
        return {g.has()}
    found = set()
    for action in g.legal():
        found |= ends(g.twin().act(action))
    assert len(found) > 1, f"asked with one way to pay: {g.has()}"
    return found


def test_k77_what_is_asked_makes_a_difference():
    rng, tried = Random(1), 0
    g = Table(2, ("Legitimate",), round=2, event="Mercenaries").row("planets", "Ossian")
    while tried < 6:
        held = g.twin().tokens(" ".join(f"{rng.randint(1, 2)}{kind}" for kind in "EISGR"))
        if held.can("buy planets: card 1"):
            tried += 1
            ends(held.act("buy planets: card 1"))


def test_k77_credits_and_illegal_goods_that_all_go():
    g = Table(2, round=2, event="Laundering").tokens("1E 1I").markers(gas=3).act("trade gas: buy")
    assert (g.has(), g.asks()) == ("1G", "turn")


def test_k77_credits_and_ships_that_all_go():
    g = Table(2, round=2, event="Mercenaries").tokens("1E 1S 1G 1R").row("planets", "Ossian")
    g.act("buy planets: card 1")
    assert (g.planets(), g.has(), g.asks()) == (["Ossian"], "", "turn")
