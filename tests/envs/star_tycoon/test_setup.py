"""Components, golden rules and set-up."""

import numpy as np
import pytest

from astrarium.envs.star_tycoon import state as st
from tests.arrange import arrange
from tests.envs.star_tycoon.table import GAME, Table, counts

CONTENT = GAME.content()
T = CONTENT.tables[0]
COUNTS = [1, 2, 3, 4, 5, 6]


def dealt(players, seed=0, **options):
    """A newly dealt game."""
    return arrange(GAME, players=players, seed=seed, **options)


def bits(number):
    """Places of the set bits."""
    return [k for k in range(64) if int(number) >> k & 1]


def test_r1_1_five_tracks_with_five_columns():
    game = dealt(2)
    assert (len(game.marker), st.NUM_COLUMNS) == (5, 5)


def test_i2_tracks_in_order_and_rates():
    rates = list(zip(T["rate_resources"].tolist(), T["rate_credits"].tolist(), strict=True))
    assert st.RESOURCES == ("minerals", "gas", "food", "research", "ships")
    assert rates == [(3, 1), (2, 1), (1, 1), (1, 2), (1, 3)]


def test_r1_2_seven_kinds_of_tokens():
    assert st.TOKENS == (
        "energy credit",
        "illegal goods",
        "minerals",
        "gas",
        "food",
        "research",
        "ships",
    )


def test_r1_3_cards_of_the_four_decks():
    assert st.DECK_SIZES == (36, 36, 36, 8)
    assert (len(CONTENT.labels["planet"]), len(CONTENT.labels["development"])) == (36, 80 + 6)


def test_r1_4_other_cards():
    sizes = {name: len(CONTENT.labels[name]) for name in ("company", "event", "tile")}
    assert sizes == {"company": 12, "event": 20, "tile": 6}
    assert (len(T["partner_price"]), len(T["supremacy"]), st.NUM_FORGES) == (6, 6, 6)


def test_r4_1_markers_start_in_the_middle():
    assert list(dealt(3).marker) == [2] * 5


@pytest.mark.parametrize("players", COUNTS)
def test_r4_2_a_loan_for_every_player(players):
    g = Table(players)
    for seat in range(players):
        g.seat_to_act(seat)
        g.act("take a loan")
    assert g.s["loan"][:players].tolist() == [1] * players


@pytest.mark.parametrize("players", COUNTS)
def test_r4_3_every_card_lies_in_a_deck_or_its_row(players):
    s = dealt(players).s
    for row, size in enumerate(st.DECK_SIZES):
        shown = [int(card) - st.FIRST_CARDS[row] for card in s["row"][row] if card >= 0]
        assert sorted(bits(s["pool"][row]) + shown) == list(range(size))


def test_r4_3_the_deal_is_random():
    shown = {tuple(dealt(2, seed).s["row"][0]) for seed in range(8)}
    assert len(shown) > 6


@pytest.mark.parametrize("players", COUNTS)
def test_r4_4_three_cards_in_each_row_which_is_full(players):
    s = dealt(players).s
    assert [(np.asarray(row) >= 0).sum() for row in s["row"]] == [3] * 4
    assert s["full"].tolist() == [1] * 4


def test_r4_5_events_come_in_random_order():
    drawn = {Table(2, turn=3, seed=seed).end_round().event() for seed in range(12)}
    assert len(drawn) > 3


def test_r4_6_one_tile_at_random():
    assert {dealt(2, seed).tile for seed in range(60)} == set(range(6))


def test_r4_7_all_partnerships_are_free():
    g = Table(2).tokens("3R")
    assert len(g.offered("form a partnership with ")) == 6


@pytest.mark.parametrize("players", COUNTS)
def test_r4_9_different_random_homeworlds(players):
    found = [tuple(dealt(players, seed).homeworld[:players].tolist()) for seed in range(8)]
    assert all(len(set(each)) == players for each in found)
    assert len(set(found)) > 1


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_r4_10_omniforges_up_to_the_number_of_players(players):
    s = dealt(players).s
    owners = s["owner"][st.FIRST_FORGE :].tolist()
    assert sorted(owners[:players]) == list(range(players))
    assert owners[players:] == [-1] * (6 - players)
    assert set(s["site"][st.FIRST_FORGE : st.FIRST_FORGE + players].tolist()) == {st.HOMEWORLD}


@pytest.mark.parametrize(("players", "cards"), [(1, 3), (2, 3), (3, 3), (4, 3)])
def test_r4_11_three_companies_to_choose_from(players, cards):
    hands = [bits(hand) for hand in dealt(players).hand[:players]]
    assert [len(hand) for hand in hands] == [cards] * players
    assert len({company for hand in hands for company in hand}) == cards * players


@pytest.mark.parametrize("players", [5, 6])
def test_k61_two_companies_with_five_and_six_players(players):
    hands = [bits(hand) for hand in dealt(players).hand[:players]]
    assert [len(hand) for hand in hands] == [2] * players
    assert len({company for hand in hands for company in hand}) == 2 * players


def test_r4_11_only_dealt_companies_can_be_kept():
    game = dealt(3)
    names = [CONTENT.labels["company"][k] for k in bits(game.hand[game.seat])]
    assert sorted(game.legal()) == sorted(f"keep {name}" for name in names)


def test_r4_11_the_kept_company_is_the_own_one():
    game = dealt(2)
    kept = {}
    while game.phase == st.CHOOSE:
        seat, name = game.seat, game.legal()[-1]
        kept[seat] = name.removeprefix("keep ")
        game.act(name)
    assert {seat: CONTENT.labels["company"][game.company[seat]] for seat in (0, 1)} == kept


def test_k62_choices_are_shown_together():
    game = dealt(3)
    first = game.seat
    game.act(game.legal()[0])
    assert game.company[first] == -1
    while game.phase == st.CHOOSE:
        game.act(game.legal()[0])
    assert min(game.company[:3]) >= 0


def test_k62_rows_and_seats_lie_open_before_companies_are_chosen():
    s = dealt(2).s
    assert s["phase"] == st.CHOOSE
    assert min(s["homeworld"][:2]) >= 0
    assert (s["row"][:, :3] >= 0).all()


@pytest.mark.parametrize("name", CONTENT.labels["company"])
def test_r4_12_six_starting_tokens_of_the_company(name):
    start = T["start"][CONTENT.labels["company"].index(name)]
    assert start.sum() == 6
    g = Table(2, chosen=False, forges=(2, 1))
    g.keep([name, "Holox" if not name.startswith("Holox") else "Franek"])
    assert (g.s["tokens"][0] - start).tolist() == counts("1G 1S")  # what Omniforge 2 has produced since


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_r4_13_the_highest_omniforge_begins(players):
    game = dealt(players, seed=3)
    highest = int(game.s["owner"][st.FIRST_FORGE + players - 1])
    while game.phase == st.CHOOSE:
        game.act(game.legal()[0])
    assert (game.first, game.active, game.seat) == (highest,) * 3


def test_k53_any_seat_may_begin():
    assert {dealt(3, seed).first for seed in range(20)} == {0, 1, 2}


def test_r3_2_only_the_player_whose_turn_it_is_acts():
    g = Table(3).act("use the own Omniforge")
    assert (g.s["seat"], g.s["active"]) == (0, 0)
    g.act("end the turn")
    assert (g.s["seat"], g.s["active"]) == (1, 1)


def test_r3_3_a_wild_price_takes_any_resource():
    g = (
        Table(2)
        .row("development 1", "Contraband Greenhouse RB", "Mine RB", "Mine CL")
        .tokens("1I 1M 1G 1F 1R 1S")
    )
    g.act("buy development 1: card 1")
    assert sorted(g.offered("pay ")) == sorted(st.RESOURCES)


def test_i1_credits_and_illegal_goods_are_not_wild():
    g = Table(2).row("development 2", "Executive Retreat HI", "Crime Hub HX", "Crime Hub PI").tokens("3E 3I")
    assert not g.can("buy development 2: card 1")


def test_r3_4_gains_come_from_the_bank():
    g = Table(2).tokens("", "2E 2G").act("use the own Omniforge")
    assert (g.has(0), g.has(1)) == ("1G 1S", "2E 2G")


def test_r3_5_a_row_is_not_full_after_a_card_was_taken():
    g = Table(2).tokens("2S 2M")
    assert g.is_full("planets")
    g.buy("planets", 1)
    assert not g.is_full("planets")
    g.end_turn()
    assert g.is_full("planets")


def test_r20_1_one_planet_of_each_type_in_each_system():
    pairs = set(zip(T["planet_type"].tolist(), T["planet_system"].tolist(), strict=True))
    assert len(pairs) == 36


def test_r20_2_every_planet_has_one_target_with_points():
    production = T["target_made"].sum(axis=1) > 0
    brands = T["target_brands"].sum(axis=1) > 0
    assert (production ^ brands).all()
    assert (T["target_points"] > 0).all()


def test_r21_1_level_1_makes_at_most_one_token():
    assert set(T["made"][36:72].sum(axis=1).tolist()) == {0, 1}


def test_r21_2_level_2_has_production_points_bonuses_or_smugglers():
    cards = np.arange(72, 108)
    useful = T["made"][cards].sum(axis=1) + T["points"][cards] + T["bonus"][cards]
    assert ((useful != 0) | (T["card_smuggler"][cards] >= 0)).all()


def test_r21_3_megastructures_are_worth_5_points_and_produce():
    cards = np.arange(108, 116)
    assert set(T["points"][cards].tolist()) == {5}
    assert (T["made"][cards].sum(axis=1) > 0).all()


def test_r31_1_megastructures_are_paid_in_credits_only():
    assert T["price"][108:116, 0, 1:].sum() == 0
    assert T["price"][:, :, st.CREDIT].max() == 10
    assert T["price"][:, :, st.WILD].max() == 5


def test_r21_5_every_development_has_one_of_seven_brands():
    assert set(T["brand"][36:116].tolist()) == set(range(7))
    assert set(T["brand"][108:116].tolist()) == {st.DIAMOND}


def test_r25_3_omniforges_have_no_brand():
    assert set(T["brand"][st.FIRST_FORGE :].tolist()) == {st.NO_BRAND}


def test_r23_1_every_company_has_an_ability_tokens_and_a_target():
    assert sorted(T["ability"].tolist()) == list(range(12))
    assert set(T["start"].sum(axis=1).tolist()) == {6}
    assert {len(bits(planets)) for planets in T["company_target"]} == {6}


def test_r31_4_six_types_of_planets():
    assert st.TYPES == ("terra", "desert", "gas", "ocean", "ice", "star")
    assert {len(bits(planets)) for planets in T["type_planets"]} == {6}


def test_r24_1_a_homeworld_has_room_for_two_more_developments():
    g = Table(2)
    assert g.s["home_room"][0] == 2
    assert set(T["home_capacity"].tolist()) == {3}


def test_r25_1_the_omniforge_stands_on_the_homeworld_from_the_start():
    g = Table(2)
    assert (g.where("Omniforge 2"), g.where("Omniforge 1")) == ("home", "home")


def test_r22_1_partnerships_cost_research():
    assert {tuple(price) for price in T["partner_price"].tolist()} == {(*counts("3R"), 0)}


def test_r16_12_smugglers_produce_nothing():
    smugglers = [card for card in T["smuggler_card"] if card >= 0]
    assert T["made"][smugglers].sum() == 0
    assert (T["brand"][smugglers] < st.NUM_BRANDS).all()


def test_r20_7_stars_are_in_the_deck_of_planets():
    assert len(bits(T["type_planets"][st.TYPES.index("star")])) == 6


def test_k52_six_players_use_all_omniforges():
    owners = dealt(6).s["owner"][st.FIRST_FORGE :].tolist()
    assert sorted(owners) == list(range(6))


def test_r3_1_a_card_beats_the_rulebook():
    g = Table(2, ("Orange",)).planet(0, "Plume").tokens("9E 9M 9G 9F 9R 9S")
    g.buy("development 1", 1, "choose Plume")
    assert not g.is_full("development 1")
    assert g.can("buy development 1: card 2")
