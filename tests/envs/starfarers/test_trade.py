"""Trade with the bank and with other players."""

import pytest

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import END, Table


def bank_trades(g):
    return {name for name in g.legal() if name.endswith("with the bank")}


# The bank


def test_r6_1_three_cards_of_a_kind_for_one():
    g = Table().give(0, ore=3)
    assert len(bank_trades(g)) == 4
    g.act("trade ore for food with the bank")
    assert g.hand(0) == {"food": 1}


def test_r6_1_two_are_not_enough():
    assert not bank_trades(Table().give(0, ore=2, fuel=2, carbon=2, food=2))


def test_r6_2_two_trade_goods_for_one():
    g = Table().give(0, goods=2).act("trade goods for ore with the bank")
    assert g.hand(0) == {"ore": 1}
    assert not bank_trades(Table().give(0, goods=1))


def test_k46_never_for_the_same_kind_nor_for_what_the_bank_has_not():
    g = Table().give(0, ore=3)
    assert not g.can("trade ore for ore with the bank")
    g.stock(fuel=0)
    assert not g.can("trade ore for fuel with the bank")


@pytest.mark.parametrize("kind", ["ore", "fuel", "carbon", "food"])
def test_f_merchants_two_for_one(kind):
    g = Table().outpost(0, "Merchants", f"{kind} rate").give(0, **{kind: 4})
    g.act(f"trade {kind} for goods with the bank", f"trade {kind} for goods with the bank")
    assert g.hand(0) == {"goods": 2}


def test_f_merchants_rate_is_for_its_kind_only():
    g = Table().outpost(0, "Merchants", "ore rate").give(0, fuel=2)
    assert not bank_trades(g)


def test_f_merchants_goods_one_for_one_once_a_turn():
    g = Table().outpost(0, "Merchants", "goods rate").give(0, goods=4)
    g.act("trade goods for ore with the bank")
    assert g.hand(0) == {"ore": 1, "goods": 3}
    g.act("trade goods for ore with the bank")
    assert g.hand(0) == {"ore": 2, "goods": 1}
    assert not bank_trades(g)


def test_f_merchants_goods_rate_is_good_again_next_turn():
    g = (
        Table()
        .outpost(0, "Merchants", "goods rate")
        .give(0, goods=2)
        .act("trade goods for ore with the bank")
    )
    assert g.s["used_rate"]
    for total in (5, 5, 5, 5):
        g.next_roll(total)
    assert int(g.s["active"]) == 0
    assert g.can("trade goods for fuel with the bank")


# Offers


def offering():
    """Seat 0 has ore and fuel, the others have food, carbon and nothing."""
    return Table().give(0, ore=2, fuel=1).give(1, food=2).give(2, carbon=1, food=1)


def sent(g, give="ore", want="food"):
    return g.act("open an offer", f"give {give}", f"want {want}", "send the offer")


def test_t1_an_offer_needs_own_cards_and_somebody_with_cards():
    assert not Table().can("open an offer")
    assert not Table().give(0, ore=1).can("open an offer")
    assert Table().give(0, ore=1).give(3, ore=1).can("open an offer")


def test_t1_two_offers_a_turn_sent_or_not():
    g = offering().act("open an offer", "drop the offer", "open an offer", "drop the offer")
    assert not g.can("open an offer")


@pytest.mark.parametrize(("trade", "offers"), [(1, 1), (0, 0)])
def test_t1_the_option_limits_offers(trade, offers):
    g = Table(trade=trade).give(0, ore=1).give(1, ore=1)
    for _ in range(offers):
        g.act("open an offer", "drop the offer")
    assert not g.can("open an offer")


def test_t2_cards_are_named_in_order_what_is_given_first():
    g = offering().act("open an offer")
    assert g.legal() == ["give ore", "give fuel", "drop the offer"]
    g.act("give fuel")
    assert not g.can("give ore")
    assert {name for name in g.legal() if name.startswith("want")} == {
        "want ore",
        "want carbon",
        "want food",
        "want goods",
    }
    g.act("want carbon")
    assert not g.can("want ore")
    assert not g.can("give fuel")
    assert g.can("send the offer")


def test_t2_no_more_than_held_and_at_most_four_a_side():
    g = Table().give(0, ore=2, fuel=5).give(1, food=1).act("open an offer", "give ore", "give ore")
    assert not g.can("give ore")
    g.act("give fuel", "give fuel")
    assert not g.can("give fuel")
    g.act(*["want food"] * 4)
    assert g.legal() == ["send the offer", "drop the offer"]


def test_t3_everybody_with_cards_is_asked_clockwise_able_or_not():
    g = sent(offering(), want="carbon")
    assert (g.ask, g.seat) == (st.ASK_OFFER, 1)
    assert not g.can("accept")
    g.act("refuse")
    assert g.seat == 2
    assert g.can("accept")
    g.act("refuse")
    assert (g.ask, g.seat) == (st.ASK_BUILD, 0)


def test_r5_1_a_deal_changes_hands():
    g = sent(offering()).act("accept", "accept")
    assert (g.ask, g.seat) == (st.ASK_CLOSE, 0)
    assert g.legal() == ["choose the next player", "choose the second player", "choose nobody"]
    g.act("choose the second player")
    assert g.hand(0) == {"ore": 1, "fuel": 1, "food": 1}
    assert g.hand(2) == {"ore": 1, "carbon": 1}
    assert g.hand(1) == {"food": 2}
    assert g.s["offer_stage"] == st.NO_OFFER


def test_t6_the_active_player_may_close_with_nobody():
    g = sent(offering()).act("accept", "refuse", "choose nobody")
    assert g.hand(1) == {"food": 2}
    assert g.ask == st.ASK_BUILD


def test_r5_2_a_counter_proposal_can_be_taken():
    g = sent(offering()).act("make a counter-offer")
    assert (g.ask, g.seat) == (st.ASK_COMPOSE, 1)
    assert g.legal() == ["give food", "drop the offer"]
    g.act("give food", "want ore", "want fuel", "send the offer", "refuse", "choose the next player")
    assert g.hand(0) == {"ore": 1, "food": 1}
    assert g.hand(1) == {"ore": 1, "fuel": 1, "food": 1}


def test_t4_a_dropped_counter_is_a_refusal():
    g = sent(offering()).act("make a counter-offer", "give food", "drop the offer")
    assert g.s["answer"][1] == st.REFUSED
    assert not g.s["bid"][1].any()
    g.act("refuse")
    assert g.ask == st.ASK_BUILD


def test_t4_a_counter_that_cannot_be_paid_is_no_deal():
    g = sent(offering()).act("make a counter-offer", "give food", "want goods", "send the offer", "refuse")
    assert g.legal() == ["make a counter-offer", "choose nobody"]
    g = sent(Table(haggling=0).give(0, ore=1).give(1, food=2))
    g.act("make a counter-offer", "give food", "want goods", "send the offer")
    assert g.ask == st.ASK_BUILD


def test_r5_3_others_never_trade_among_themselves():
    g = sent(offering()).act("make a counter-offer", "give food", "want ore", "send the offer", "accept")
    assert (g.ask, g.seat) == (st.ASK_CLOSE, 0)
    g.act("choose the next player")
    assert g.hand(2) == {"carbon": 1, "food": 1}


def countered(g):
    """The next player answers the offer with food for ore and fuel, the second refuses."""
    return sent(g).act(
        "make a counter-offer", "give food", "want ore", "want fuel", "send the offer", "refuse"
    )


def test_t8_after_a_counter_offer_the_offer_may_be_changed():
    g = countered(offering())
    assert (g.ask, g.seat) == (st.ASK_CLOSE, 0)
    g.act("make a counter-offer")
    assert (g.ask, g.seat) == (st.ASK_COMPOSE, 0)
    assert not g.s["bid"].any()
    g.act("give fuel", "want food", "send the offer")
    assert (g.ask, g.seat) == (st.ASK_OFFER, 1)
    g.act("make a counter-offer", "give food", "want ore", "send the offer", "accept")
    assert g.legal() == ["choose the next player", "choose the second player", "choose nobody"]
    g.act("choose the next player")
    assert g.hand(0) == {"ore": 1, "fuel": 1, "food": 1}


def test_t8_only_as_often_as_the_option_says():
    assert not countered(Table(haggling=0).give(0, ore=2, fuel=1).give(1, food=2).give(2, food=1)).can(
        "make a counter-offer"
    )
    g = countered(offering()).act("make a counter-offer", "give ore", "want food", "send the offer")
    g.act("make a counter-offer", "give food", "want fuel", "send the offer", "refuse")
    assert g.ask == st.ASK_CLOSE
    assert not g.can("make a counter-offer")


def test_t8_twice_with_the_option_for_it():
    g = countered(Table(haggling=2).give(0, ore=2, fuel=1).give(1, food=2).give(2, carbon=1, food=1))
    for _ in range(2):
        g.act("make a counter-offer", "give ore", "want food", "send the offer")
        g.act("make a counter-offer", "give food", "want fuel", "send the offer", "refuse")
    assert g.legal() == ["choose the next player", "choose nobody"]


def test_t8_a_changed_offer_is_answered_anew():
    """Who accepted the first offer has not accepted the second."""
    g = sent(offering()).act("make a counter-offer", "give food", "want fuel", "send the offer", "accept")
    g.act("make a counter-offer", "give fuel", "want food", "send the offer", "refuse", "refuse")
    assert (g.ask, g.seat) == (st.ASK_BUILD, 0)


def test_t8_without_a_counter_offer_there_is_nothing_to_answer():
    g = sent(offering()).act("accept", "refuse")
    assert not g.can("make a counter-offer")


def test_t8_a_changed_offer_can_be_dropped():
    g = countered(offering()).act("make a counter-offer", "give ore", "drop the offer")
    assert (g.ask, g.seat) == (st.ASK_BUILD, 0)
    assert g.s["offerer"] == -1


# Offers of the others


def hearing(**options):
    """Seat 0 ends trade and building; the next player may make an offer."""
    g = Table(**{"proposals": 1, **options}).give(0, ore=2, fuel=1).give(1, food=2).give(2, carbon=1)
    return g.act(END)


def proposed(g):
    """The next player offers food for ore."""
    return g.act("open an offer", "give food", "want ore", "send the offer")


def test_r5_2_others_may_make_offers_before_the_phase_ends():
    g = hearing()
    assert (g.ask, g.seat) == (st.ASK_PROPOSE, 1)
    assert g.legal() == ["open an offer", "no"]
    proposed(g)
    assert (g.ask, g.seat) == (st.ASK_OFFER, 0)
    g.act("accept")
    assert g.hand(0) == {"ore": 1, "fuel": 1, "food": 1}
    assert g.hand(1) == {"ore": 1, "food": 1}


def test_t9_after_a_deal_the_active_player_goes_on():
    g = proposed(hearing()).act("accept")
    assert (g.ask, g.seat, int(g.s["phase"])) == (st.ASK_BUILD, 0, st.BUILDING)
    g.act(END)
    assert (g.ask, g.seat) == (st.ASK_PROPOSE, 2)


def test_t9_they_are_asked_clockwise_and_those_without_cards_are_not():
    g = hearing().act("no")
    assert (g.ask, g.seat) == (st.ASK_PROPOSE, 2)
    g.act("no")
    assert g.ask not in (st.ASK_PROPOSE, st.ASK_BUILD)
    assert g.s["balls_drawn"][0] >= 0


def test_t9_no_more_offers_than_the_option_says():
    g = proposed(hearing()).act("refuse")
    assert (g.ask, g.seat) == (st.ASK_PROPOSE, 2)
    g = proposed(hearing(proposals=2)).act("refuse")
    assert (g.ask, g.seat) == (st.ASK_PROPOSE, 1)
    assert hearing(proposals=0).ask != st.ASK_PROPOSE
    assert hearing(trade=0).ask != st.ASK_PROPOSE


def test_t9_who_has_said_no_is_not_asked_again_in_this_turn():
    g = hearing(proposals=2).act("no")
    g.act("open an offer", "give carbon", "want ore", "send the offer", "accept", END)
    assert (g.ask, g.seat) == (st.ASK_PROPOSE, 2)


def test_t9_in_the_next_turn_all_may_make_offers_again():
    g = Table(proposals=1).no_ships().give(0, ore=2).give(1, ore=1).give(2, food=2).give(3, food=2).act(END)
    g.act("no", "no", "open an offer", "give food", "want ore", "send the offer")
    g.force("refuse", lambda s: s["active"] == 1 and s["dice"].sum() == 4).act(END)
    seats = []
    while g.ask == st.ASK_PROPOSE:
        seats.append(g.seat)
        g.act("no")
    assert seats == [2, 3, 0]


def test_t9_the_active_player_accepts_only_what_can_be_paid():
    g = hearing().act("open an offer", "give food", "want goods", "send the offer")
    assert g.legal() == ["refuse", "make a counter-offer"]


def test_t9_a_deal_gives_the_active_player_no_offers_back():
    g = Table(proposals=1, trade=1).give(0, ore=2).give(1, food=2)
    g.act("open an offer", "drop the offer", END)
    assert not proposed(g).act("accept").can("open an offer")


def test_t9_a_dropped_offer_counts_and_the_next_is_asked():
    g = hearing().act("open an offer", "give food", "drop the offer")
    assert (g.ask, g.seat) == (st.ASK_PROPOSE, 2)


def test_t9_without_a_deal_the_next_is_asked():
    g = proposed(hearing()).act("make a counter-offer", "give fuel", "want food", "send the offer")
    g.act("choose nobody")
    assert (g.ask, g.seat) == (st.ASK_PROPOSE, 2)
    assert g.hand(0) == {"ore": 2, "fuel": 1}


def test_t9_an_active_player_without_cards_hears_no_offers():
    g = Table(proposals=1).give(1, food=2).act(END)
    assert g.ask != st.ASK_PROPOSE


def test_t9_the_active_player_may_make_a_counter_offer_and_the_other_take_it():
    g = proposed(hearing()).act("make a counter-offer", "give fuel", "want food", "send the offer")
    assert (g.ask, g.seat) == (st.ASK_CLOSE, 1)
    assert g.legal() == ["make a counter-offer", "choose the third player", "choose nobody"]
    g.act("choose the third player")
    assert g.hand(0) == {"ore": 2, "food": 1}
    assert g.hand(1) == {"fuel": 1, "food": 1}


def test_t9_the_other_may_answer_with_another_offer():
    g = proposed(hearing()).act("make a counter-offer", "give fuel", "want food", "send the offer")
    g.act("make a counter-offer", "give food", "want ore", "want fuel", "send the offer", "accept")
    assert g.hand(0) == {"ore": 1, "food": 1}
    assert (g.ask, g.seat) == (st.ASK_BUILD, 0)


def test_r4_5_supplies_are_lost_when_building_ends_whatever_is_offered_then():
    g = proposed(hearing()).act("accept")
    assert not g.can("draw supplies from Earth")


def test_t7_both_sides_hold_something():
    g = offering().act("open an offer", "give ore")
    assert not g.can("send the offer")
    g = offering().act("open an offer")
    assert not any(name.startswith("want") for name in g.legal())


def test_r5_4_no_trade_in_the_flight_phase():
    g = offering().flight()
    assert not g.can("open an offer")
    assert not g.can("trade ore for food with the bank")


# Diplomats


def test_f_diplomats_fame_for_goods_once_a_turn():
    g = Table().outpost(0, "Diplomats", "fame for goods 1").give(0, goods=3).act("buy a fame ring for goods")
    assert (g.rings(0), g.hand(0)) == (2, {"goods": 2})
    assert not g.can("buy a fame ring for goods")


def test_k42_no_fame_is_sold_when_all_rings_are_out():
    g = Table(4).outpost(0, "Diplomats", "fame for goods 1").give(0, goods=3)
    assert g.can("buy a fame ring for goods")
    for seat, rings in enumerate((1, 13, 13, 13)):
        g.s["points"][seat] += rings // 2 - int(g.s["fame"][seat]) // 2
        g.s["fame"][seat] = rings
    assert not g.can("buy a fame ring for goods")


def test_k31_two_such_cards_still_once_a_turn():
    g = Table().outpost(0, "Diplomats", "fame for goods 1", "fame for goods 2").give(0, goods=3)
    g.act("buy a fame ring for goods")
    assert not g.can("buy a fame ring for goods")


def test_f_diplomats_fame_needs_the_card_and_the_goods():
    assert not Table().give(0, goods=3).can("buy a fame ring for goods")
    assert (
        not Table()
        .outpost(0, "Diplomats", "fame for goods 1")
        .give(0, ore=1)
        .can("buy a fame ring for goods")
    )


def test_f_diplomats_rich_help_poor_up_to_two_richer_players():
    g = Table().outpost(0, "Diplomats", "rich help poor").fame(1, 9, 9, 9)
    g.give(1, ore=2).give(2, fuel=1).give(3, food=1)
    assert g.points(0) == 6
    assert g.points(1) == 8
    helpers = [
        f"let the {player} help the poor" for player in ("next player", "second player", "third player")
    ]
    assert [name for name in g.legal() if name in helpers] == helpers
    g.act(helpers[0])
    assert g.hand(0) == {"ore": 1}
    assert not g.can(helpers[0])
    g.act(helpers[2])
    assert g.hand(0) == {"ore": 1, "food": 1}
    assert not g.can(helpers[1])


def test_f_diplomats_only_who_has_more_points_and_cards_helps():
    g = Table().outpost(0, "Diplomats", "rich help poor").fame(1, 5, 9, 9).give(1, ore=2).give(2, fuel=1)
    assert g.points(1) == g.points(0)
    assert [name for name in g.legal() if name.startswith("let the")] == [
        "let the second player help the poor"
    ]
