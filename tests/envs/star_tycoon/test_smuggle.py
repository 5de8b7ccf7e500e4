"""The Smuggle action."""

import pytest

from tests.envs.star_tycoon.table import Table

IMPORTER, EXPORTER, MARKET = "Offworld Importer SQ", "Offworld Exporter HX", "Black Market HI"
IMPORT = "smuggle: Offworld Importer of Square Software, first way"
EXPORT = "smuggle: Offworld Exporter of Hex Industries, first way"
SELL_ILLEGAL = "smuggle: Black Market of Heart Institute, first way"
PLAIN = ("Logistics Hub HX", "Wellness Center HI")


def own(*cards, **more):
    """A table at which seat 0 has these smugglers."""
    return Table(2, **more).planet(0, "Plume").build(0, "Plume", *cards)


def test_r16_9_importer_gives_a_resource_for_a_credit():
    g = own(IMPORTER).tokens("1E").smuggle(IMPORTER, "gain ships")
    assert g.has() == "1S"


def test_r16_9_any_resource():
    g = own(IMPORTER).tokens("2E").act(IMPORT)
    assert sorted(g.offered("gain ")) == ["food", "gas", "minerals", "research", "ships"]


@pytest.mark.parametrize("column", range(5))
def test_r16_9_whatever_the_rate(column):
    g = own(IMPORTER).markers(gas=column).tokens("1E").smuggle(IMPORTER, "gain gas")
    assert g.has() == "1G"


def test_k17_both_resources_may_differ():
    g = own(IMPORTER).tokens("2E").smuggle(IMPORTER, "gain gas").smuggle(IMPORTER, "gain food")
    assert (g.has(), g.s["actions_left"]) == ("1G 1F", 2)


def test_r16_10_exporter_gives_three_credits():
    g = own(EXPORTER).tokens("1I 1G").smuggle(EXPORTER)
    assert g.has() == "3E"


@pytest.mark.parametrize("column", range(5))
def test_i4_the_exporter_takes_one_of_each_whatever_the_rate(column):
    g = own(EXPORTER).markers(food=column).tokens("1I 2F").smuggle(EXPORTER)
    assert g.has() == "3E 1F"


def test_r16_10_the_resource_is_chosen():
    g = own(EXPORTER).tokens("1I 1M 1S").act(EXPORT)
    assert sorted(g.offered("pay ")) == ["minerals", "ships"]
    g.act("pay ships")
    assert g.has() == "3E 1M"


@pytest.mark.parametrize("tokens", ["3I", "3G", "2I 2E"])
def test_r16_10_both_tokens_are_needed(tokens):
    g = own(EXPORTER).tokens(tokens)
    assert not g.offered("smuggle")


@pytest.mark.parametrize(("way", "before", "after"), [("first", "1I", "1E"), ("second", "1E", "1I")])
def test_r16_11_black_market_works_both_ways(way, before, after):
    g = own(MARKET).tokens(before).smuggle(MARKET, way=way).pick("done")
    assert g.has() == after


def test_r16_11_each_way_needs_its_token():
    g = own(MARKET).tokens("1E")
    assert [name for name in g.legal() if name.startswith("smuggle")] == [g.smuggling(MARKET, "second")]


def test_r16_11_other_smugglers_have_one_way():
    g = own(IMPORTER, EXPORTER).tokens("5E 5I 5G")
    assert not g.can(g.smuggling(IMPORTER, "second"))
    assert not g.can(g.smuggling(EXPORTER, "second"))


def test_r16_1_two_transactions():
    g = own(EXPORTER).tokens("3I 3G").smuggle(EXPORTER).smuggle(EXPORTER)
    assert (g.has(), g.asks(), g.s["actions_left"]) == ("6E 1I 1G", "turn", 2)


def test_r16_1_one_transaction_is_enough():
    g = own(EXPORTER).tokens("3I 3G").smuggle(EXPORTER).act("done")
    assert (g.has(), g.s["actions_left"]) == ("3E 2I 2G", 2)


def test_r16_4_one_each_through_two_smugglers():
    g = own(EXPORTER, IMPORTER).tokens("1I 1G").smuggle(EXPORTER).smuggle(IMPORTER, "gain food")
    assert (g.has(), g.s["actions_left"]) == ("2E 1F", 2)


def test_r16_1_again_with_another_action():
    g = own(MARKET).tokens("4E")
    for _ in range(4):
        g.smuggle(MARKET, way="second")
    assert (g.has(), g.s["actions_left"]) == ("4I", 1)


def test_r16_2_through_a_card_of_the_row():
    g = Table(2).row("development 2", IMPORTER, *PLAIN).tokens("1E", "").smuggle(IMPORTER, "gain gas")
    assert (g.has(0), g.has(1), g.cards("development 2")[0]) == ("1G", "", IMPORTER)


def test_k15_the_row_need_not_be_full():
    g = Table(2).row("development 2", IMPORTER, *PLAIN).tokens("2E 1M 1G").buy("development 2", 2)
    assert not g.is_full("development 2")
    g.smuggle(IMPORTER, "gain gas")
    assert g.has() == "1G"


def test_r16_5_smuggling_through_the_row_leaves_it_full():
    g = Table(2).row("development 2", IMPORTER, *PLAIN).tokens("1E").smuggle(IMPORTER, "gain gas")
    assert g.is_full("development 2")


@pytest.mark.parametrize("holder", [0, 1])
def test_k15_not_through_a_reserved_card(holder):
    g = Table(2).reserve(holder, IMPORTER).tokens("5E")
    assert not g.offered("smuggle")


def test_r16_2_not_through_cards_of_the_deck():
    g = Table(2).deck("development 2", IMPORTER).tokens("5E 5I 5G")
    assert not g.offered("smuggle")


def test_r16_6_a_rivals_smuggler_costs_a_commission():
    g = Table(2).planet(1, "Plume").build(1, "Plume", IMPORTER).tokens("2E")
    g.smuggle(IMPORTER, "gain gas")
    assert (g.has(0), g.has(1)) == ("1G", "1E")


def test_r16_6_the_commission_goes_to_the_owner():
    g = Table(3).planet(2, "Plume").build(2, "Plume", MARKET).tokens("1E 1I")
    g.smuggle(MARKET).pick("done")
    assert (g.has(0), g.has(1), g.has(2)) == ("1E", "", "1E")


def test_k16_the_commission_must_be_in_hand_before():
    g = Table(2).planet(1, "Plume").build(1, "Plume", EXPORTER, IMPORTER).tokens("1E 1I")
    assert not g.can(g.smuggling(IMPORTER))
    g.tokens("1I 1G")
    assert not g.can(g.smuggling(EXPORTER))


def test_k16_commission_on_top_of_the_price():
    g = (
        Table(2)
        .planet(1, "Plume")
        .build(1, "Plume", EXPORTER)
        .tokens("1E 1I 1G")
        .smuggle(EXPORTER)
        .pick("done")
    )
    assert (g.has(0), g.has(1)) == ("3E", "1E")


def test_i3_one_credit_for_each_transaction():
    g = Table(2).planet(1, "Plume").build(1, "Plume", EXPORTER).tokens("1E 2I 2G")
    g.smuggle(EXPORTER).smuggle(EXPORTER)
    assert (g.has(0), g.has(1)) == ("5E", "2E")


def test_r16_7_the_owner_is_not_asked():
    g = Table(2).planet(1, "Plume").build(1, "Plume", MARKET).tokens("1E 1I").act(SELL_ILLEGAL)
    assert g.s["seat"] == 0


def test_r16_5_own_smugglers_cost_nothing_more():
    g = own(MARKET).tokens("1I").smuggle(MARKET).pick("done")
    assert (g.has(0), g.has(1)) == ("1E", "")


def test_r16_3_in_spite_of_flipped_markers():
    g = own(IMPORTER).tokens("3E").act("trade gas: buy", "done").smuggle(IMPORTER, "gain gas")
    assert "2G" in g.has()


def test_r16_8_no_marker_moves():
    g = own(IMPORTER, EXPORTER).tokens("1E 1I 1G").smuggle(IMPORTER, "gain food").smuggle(EXPORTER, "pay gas")
    assert g.columns() == [2] * 5


def test_r16_8_no_marker_is_flipped():
    g = own(IMPORTER).tokens("4E").smuggle(IMPORTER, "gain gas").smuggle(IMPORTER, "gain food")
    assert {"gas: buy", "food: buy", "gas: sell"} <= set(g.offered("trade "))


def test_r16_12_brands_of_smugglers_count_for_targets():
    g = Table(2).planet(0, "Brine").build(0, "Brine", "Offworld Exporter HX", "Logistics Hub HX", IMPORTER)
    assert g.points() == 4 + 1 + 1 + 1 + 3  # 2 Hex and 1 Square; three cards of 1 point; supremacy in ships


def test_r16_1_no_smuggling_without_a_smuggler():
    assert not Table(2).tokens("9E 9I 9G").offered("smuggle")
