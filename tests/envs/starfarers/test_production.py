"""The production phase: dice, tribute, theft, relief, supplies from Earth."""

import pytest

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import Table, reseed


def gains(g, total):
    """What everybody gets when the next player throws this total."""
    g.next_roll(total)
    return [g.hand(p) for p in range(int(g.s["num_players"]))]


def test_r3_1_example_red_rolls_an_eight_yellow_and_blue_get_carbon():
    """Seats: Yellow has the spaceport, Blue a colony beside the carbon planet with the 8."""
    g = Table(positions=(3, 1, 0, 2))
    assert (g.owner("Alpha carbon+fuel"), g.owner("Alpha food+carbon")) == (2, 1)
    found = gains(g, 8)
    assert found[2]["carbon"] == found[1]["carbon"] == 1
    assert "carbon" not in found[0]
    assert "carbon" not in found[3]


def test_r3_2_every_planet_with_the_number_gives_to_every_colony_beside_it():
    found = gains(Table(), 8)
    # Alpha carbon: seats 0 (spaceport) and 1; Beta ore: seats 3 and 2
    assert found == [{"carbon": 1}, {"carbon": 1}, {"ore": 1}, {"ore": 1}]


def test_r3_3_a_spaceport_gives_one_card_like_a_colony():
    assert gains(Table(), 4) == [{"fuel": 1}, {}, {"fuel": 1}, {}]


def test_k53_two_colonies_beside_a_planet_give_two_cards():
    g = Table().colony(0, "S1 ore+fuel").colony(0, "S1 ore+goods").chip("S1 goods", "10")
    face = int(g.face("S1 ore"))
    assert gains(g, face)[0].get("ore", 0) == 2


def test_k53_face_down_chips_give_nothing():
    g = Table().chip("S1 goods", "10").chip("S1 ore", "12")
    before = gains(g.twin(), 12)
    g.colony(0, "S1 fuel+goods")
    assert gains(g, 12) == before == [{}, {"goods": 1}, {"goods": 1}, {}]


def test_d4_a_chip_with_two_numbers_gives_on_both():
    assert gains(Table(), 12) == [{}, {"goods": 1}, {"goods": 1}, {}]
    assert gains(Table(), 3)[1:3] == [{"goods": 1}, {"goods": 1}]
    assert gains(Table(), 3)[0] == {"food": 1}


def test_k35_if_the_bank_cannot_pay_all_nobody_gets_that_kind():
    g = Table().stock(carbon=1)
    before = g.hand(3)
    found = gains(g, 8)
    assert (found[0], found[1]) == ({}, {})
    assert found[2] == {"ore": 1}
    assert found[3]["ore"] == before.get("ore", 0) + 1
    assert g.bank("carbon") == 1


def test_r3_2_blocked_pieces_of_the_fourth_position_produce_nothing():
    found = gains(Table(3), 6)  # Gamma carbon: seat 2 and a blocker; Delta fuel: seats 0 and 1
    assert found == [{"fuel": 1}, {"fuel": 1}, {"carbon": 1}]


# Seven


def test_r3_4_seven_produces_nothing():
    g = Table().next_roll(7)
    assert not g.s["hand"].any()


@pytest.mark.parametrize(("held", "kept"), [(8, 4), (9, 5), (13, 7)])
def test_r3_5_more_than_seven_cards_lose_half_rounded_down(held, kept):
    g = Table().give(2, ore=7, food=held - 7).next_roll(7)
    assert (g.ask, g.seat) == (st.ASK_TRIBUTE, 2)
    assert g.legal() == ["give ore", "give food"]
    for _ in range(held - kept):
        g.act("give ore")
    assert int(g.s["hand_size"][2]) == kept
    assert g.ask == st.ASK_THEFT


def test_r3_5_seven_cards_are_safe():
    g = Table().give(0, ore=3, fuel=4).next_roll(7)
    assert int(g.s["hand_size"][0]) == 7
    assert g.ask == st.ASK_THEFT


def test_k32_tribute_clockwise_from_the_roller():
    g = Table().give(0, ore=4, fuel=4).give(1, ore=4, fuel=4).give(3, carbon=4, food=4).next_roll(7)
    seats = []
    while g.ask == st.ASK_TRIBUTE:
        seats.append(g.seat)
        g.act(g.legal()[0])
    assert seats == [1] * 4 + [3] * 4 + [0] * 4


def test_k32_a_hand_of_one_kind_pays_without_asking():
    g = Table().give(2, ore=9).next_roll(7)
    assert g.hand(2) == {"ore": 5}


def test_r3_6_the_roller_may_take_a_random_card():
    g = Table().give(2, ore=1, food=1).next_roll(7)
    assert (g.ask, g.seat) == (st.ASK_THEFT, 1)
    assert g.legal() == ["choose the next player", "choose nobody"]
    kinds = set()
    for seed in range(20):
        twin = g.twin()
        reseed(twin.game.states, seed)
        twin.act("choose the next player")
        kinds.update(twin.hand(1))
        assert int(twin.s["hand_size"][2]) == 1
    assert kinds == {"ore", "food"}


def test_r3_6_or_nobody():
    g = Table().give(2, ore=1).next_roll(7).act("choose nobody")
    assert g.hand(2) == {"ore": 1}
    assert g.ask == st.ASK_BUILD


def test_k32_nobody_with_cards_nobody_to_rob():
    assert Table().next_roll(7).ask == st.ASK_BUILD


def test_f_diplomats_reduced_tribute_is_asked_above_twelve():
    g = Table().outpost(2, "Diplomats", "reduced tribute").give(2, ore=6, food=6)
    assert g.twin().next_roll(7).ask == st.ASK_THEFT
    g.give(2, fuel=1).next_roll(7)
    assert (g.ask, g.seat, int(g.s["to_pay"][2])) == (st.ASK_TRIBUTE, 2, 6)


# Friendship in production


def test_f_green_folk_one_more_card_of_the_kind():
    g = Table().outpost(0, "Green Folk", "carbon bonus")
    assert gains(g, 8)[0] == {"carbon": 2}


def test_f_green_folk_only_if_the_roll_gives_that_kind():
    g = Table().outpost(0, "Green Folk", "ore bonus")
    assert gains(g, 8)[0] == {"carbon": 1}


def test_f_green_folk_once_a_roll():
    g = Table().colony(0, "S1 ore+fuel").colony(0, "S1 ore+goods").chip("S1 goods", "10")
    g.outpost(0, "Green Folk", "ore bonus")
    assert gains(g, int(g.face("S1 ore")))[0].get("ore", 0) == 3


def test_k35_the_bonus_counts_into_the_claim():
    g = Table().outpost(0, "Green Folk", "carbon bonus").stock(carbon=2)
    assert "carbon" not in gains(g, 8)[0]


def test_f_relief_fund_pays_who_got_nothing():
    g = Table().outpost(1, "Diplomats", "relief fund")
    assert gains(g.twin(), 8)[1] == {"carbon": 1}
    g.next_roll(4)  # fuel for seats 0 and 2
    assert (g.ask, g.seat) == (st.ASK_RELIEF, 1)
    g.act("take food")
    assert g.hand(1) == {"food": 1}
    assert g.ask == st.ASK_BUILD


def test_k52_the_owner_of_the_relief_fund_chooses_also_in_other_turns():
    g = Table().outpost(3, "Diplomats", "relief fund").next_roll(4)
    assert (g.seat, int(g.s["active"])) == (3, 1)
    g.act("take ore")
    assert (g.seat, g.ask) == (1, st.ASK_BUILD)


def test_k52_no_relief_on_a_seven():
    g = Table().outpost(1, "Diplomats", "relief fund").next_roll(7)
    assert g.ask == st.ASK_BUILD


# Supplies from Earth


def test_r4_1_below_nine_points_a_card_of_the_reserve_pile():
    g = Table().give(1, ore=1)
    pile = int(g.s["pile_size"])
    g.act("draw supplies from Earth")
    assert int(g.s["hand_size"][0]) == 1
    assert int(g.s["pile_size"]) == pile - 1
    assert g.ask == st.ASK_BUILD


def test_r4_2_once_a_turn():
    g = Table().act("draw supplies from Earth")
    assert not g.can("draw supplies from Earth")


def test_r4_3_with_nine_points_no_more():
    g = Table().give(0, ore=1).fame(9)
    assert g.points(0) == 8
    assert g.can("draw supplies from Earth")
    g.fame(10)
    assert not g.can("draw supplies from Earth")


def test_k43_the_right_returns_when_points_fall():
    g = Table().give(0, ore=1).fame(10)
    assert not g.can("draw supplies from Earth")
    assert g.fame(9).can("draw supplies from Earth")


def test_r4_4_also_after_a_seven():
    g = Table().next_roll(7)
    assert g.can("draw supplies from Earth")


def test_r4_5_any_time_before_building_ends_then_forfeited():
    g = Table().give(0, fuel=2).act("buy a booster")
    assert g.can("draw supplies from Earth")
    g.flight()
    assert not g.can("draw supplies from Earth")


def test_r4_6_the_drawn_card_may_be_declined():
    g = Table().flight()
    assert not g.s["hand"][0].any()


def test_r1_17_an_exhausted_pile_is_formed_anew():
    g = Table().pile(ore=1)
    g.act("draw supplies from Earth")
    assert g.hand(0) == {"ore": 1}
    assert g.s["pile"].tolist() == [6] * 5
    assert g.bank("ore") == 20 - 1 - 6


def test_k34_a_short_bank_forms_a_smaller_pile():
    g = Table().pile(fuel=1).stock(food=2, goods=0)
    g.act("draw supplies from Earth")
    assert g.s["pile"].tolist() == [6, 6, 6, 2, 0]


def test_k34_an_empty_pile_is_formed_at_the_next_draw():
    g = Table().pile().act("draw supplies from Earth")
    assert int(g.s["hand_size"][0]) == 1
    assert int(g.s["pile_size"]) == 5 * 6 - 1


def test_k34_of_two_supplies_the_last_card_alone_is_drawn():
    g = Table(quick=1).pile(ore=1).stock(ore=0, fuel=0, carbon=0, food=0, goods=0)
    g.act("draw supplies from Earth")
    assert g.hand(0) == {"ore": 1}
    assert int(g.s["pile_size"]) == 0


def test_k34_no_card_at_all_no_supply():
    g = Table().give(0, ore=1).pile().stock(ore=0, fuel=0, carbon=0, food=0, goods=0)
    assert not g.can("draw supplies from Earth")


def test_r16_1_quick_variation_two_cards_below_seven_points():
    g = Table(quick=1).act("draw supplies from Earth")
    assert int(g.s["hand_size"][0]) == 2
    g = Table(quick=1).fame(6)
    assert g.points(0) == 7
    g.act("draw supplies from Earth")
    assert int(g.s["hand_size"][0]) == 1


def test_r16_1_without_the_variation_one_card():
    assert int(Table().act("draw supplies from Earth").s["hand_size"][0]) == 1
