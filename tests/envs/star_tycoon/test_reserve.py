"""The Reserve action."""

import pytest

from tests.envs.star_tycoon.table import Table


@pytest.mark.parametrize(
    ("row", "card"),
    [("planets", "Tilda"), ("development 1", "Farm CL"), ("development 2", "Wellness Center HI")],
)
def test_r14_1_a_card_of_a_full_row(row, card):
    g = Table(2).act(f"reserve {row}: card 2")
    assert (g.reserved(), g.cards(row)[1], g.s["actions_left"]) == ([card], "-", 2)


def test_k10_reserving_is_free_and_needs_no_illegal_goods():
    g = Table(2).tokens("1E 1I").act("reserve planets: card 1")
    assert (g.has(), g.reserved()) == ("1E 1I", ["Harrow"])


def test_r14_1_not_from_a_row_that_is_not_full():
    g = Table(2).tokens("1M 1S").buy("planets", 1)
    assert not g.offered("reserve planets")
    assert g.offered("reserve development 1")


def test_r3_5_a_reserve_makes_the_row_not_full():
    g = Table(2).tokens("9E 9G 9F 9R 9S").act("reserve planets: card 1")
    assert not g.is_full("planets")
    assert not g.offered("buy planets")


def test_r14_3_buying_it_takes_another_action():
    g = Table(2).tokens("1M 1S").act("reserve planets: card 1", "buy reserved card 1")
    assert (g.planets(), g.reserved(), g.has(), g.s["actions_left"]) == (["Harrow"], [], "", 1)


def test_r14_3_in_a_later_turn():
    g = Table(2).reserve(0, "Harrow").end_turn().end_turn().tokens("1M 1S").act("buy reserved card 1")
    assert g.planets() == ["Harrow"]


def test_r14_3_its_price_is_due():
    g = Table(2).reserve(0, "Harrow").tokens("9E 1S")
    assert not g.offered("buy reserved")


def test_k4_it_is_bought_whatever_the_row():
    g = Table(2).reserve(0, "Veon").tokens("1E 2M 2S").buy("planets", 1).act("buy reserved card 1")
    assert g.planets() == ["Harrow", "Veon"]


def test_k4_buying_it_leaves_the_row_full():
    g = Table(2).reserve(0, "Veon").tokens("1E 2M 2S").act("buy reserved card 1")
    assert g.is_full("planets")


def test_r14_3_a_reserved_development_is_built_where_there_is_room():
    g = Table(2).reserve(0, "Mine CL").planet(0, "Veon").tokens("1G 1R")
    g.act("buy reserved card 1", "choose Veon")
    assert g.where("Mine CL") == "Veon"


def test_k6_a_reserved_development_needs_room():
    g = Table(2).reserve(0, "Mine CL").build(0, "home", "Farm RB", "Mine HI").tokens("1G 1R")
    assert not g.offered("buy reserved")


def test_r14_3_with_two_prices():
    g = Table(2).reserve(0, "Corona").tokens("3E 1F 1S").act("buy reserved card 1", "pay the lower price")
    assert (g.planets(), g.has()) == (["Corona"], "1F 1S")


def test_r14_4_one_card_only():
    g = Table(2).act("reserve planets: card 1", "reserve development 1: card 1")
    assert g.reserved() == ["Mine RB"]


def test_r14_5_the_old_card_goes_on_top_of_its_deck():
    g = Table(2).deck("planets", "Veon").reserve(0, "Cirrus").act("reserve development 1: card 1")
    assert (g.reserved(), g.top("planets")) == (["Mine RB"], ["Cirrus", "Veon"])


def test_r14_5_it_fills_the_next_gap_of_its_row():
    g = Table(2).reserve(0, "Cirrus").act("reserve planets: card 1")
    assert g.reserved() == ["Harrow"]
    g.end_turn()
    assert g.cards("planets")[0] == "Cirrus"


def test_k8_even_on_an_empty_deck():
    g = Table(2).reserve(0, "Cirrus").drain("planets", 1).act("reserve planets: card 1")
    assert g.deck_size("planets") == 1
    g.end_turn()
    assert g.cards("planets")[0] == "Cirrus"


def test_k8_the_old_card_goes_first_so_its_own_row_may_be_reserved_from():
    g = Table(2).reserve(0, "Cirrus").act("reserve planets: card 2")
    assert (g.reserved(), g.top("planets")) == (["Tilda"], ["Cirrus"])


def test_r14_6_no_megastructures():
    g = Table(2)
    assert not [name for name in g.legal() if name.startswith("reserve development 3")]


def test_r14_6_no_partnerships():
    g = Table(2).tokens("9R")
    assert {name.split(":")[0] for name in g.legal() if name.startswith("reserve")} == {
        "reserve planets",
        "reserve development 1",
        "reserve development 2",
    }


def test_k9_a_reserved_card_is_worth_nothing():
    g = Table(2, tile="planets").reserve(0, "CEO Monument PI")
    assert g.points() == 0


def test_k9_a_reserved_development_does_not_produce():
    g = Table(2, turn=3).reserve(0, "Mine CL").end_round("Equalize")
    assert g.has() == "1G 1S"


def test_r9_1_the_gap_of_a_reserved_card_is_filled():
    g = Table(2).deck("development 2", "Crime Hub PI").act("reserve development 2: card 3").end_turn()
    assert g.cards("development 2")[2] == "Crime Hub PI"


def test_k59_tokens_loans_and_markers_are_known_to_all():
    g = Table(3).tokens("1E 2I 3M", "4G", "5F 6R 7S").loan(1).markers(gas=4)
    for seat in range(3):
        view = g.game.observe(seat)
        assert view["tokens"][:3] == [g.s["tokens"][(seat + k) % 3].tolist() for k in range(3)]
        assert view["loan"][:3] == [(seat + k) % 3 == 1 for k in range(3)]
        assert view["marker"] == [2, 4, 2, 2, 2]


def test_k59_used_events_are_known_to_all():
    g = Table(2, round=3, event="Roadblock")
    used = [k for k in range(20) if int(g.s["events_used"]) >> k & 1]
    assert len(used) == 2
    for seat in range(2):
        assert [k for k, drawn in enumerate(g.game.observe(seat)["events_used"]) if drawn] == used


def test_k59_reserved_cards_are_known_to_all():
    g = Table(3).act("reserve planets: card 2")
    places = [g.game.observe(seat)["reserve"] for seat in range(3)]
    own_first = [places[0][0][0], places[1][2][0], places[2][1][0]]
    assert own_first == [g.card("Tilda") + 1] * 3
