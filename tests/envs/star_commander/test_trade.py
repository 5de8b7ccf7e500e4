"""Trade between players."""

import pytest

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import Table


def offer(g, *things):
    """Open an offer to the only partner and add things; asked options of one are made by the game."""
    g.act("open an offer")
    for thing in things:
        g.act(thing)
    return g


def deal(g, *things):
    """An offer that is sent and accepted."""
    offer(g, *things)
    return g.act("send the offer", "yes")


def test_r18_4_credits_for_a_card():
    g = Table().credits(4, 0).give(1, "Barrage", shown=True)
    deal(g, "offer 1 credit", "offer 1 credit", "ask for a shown card")
    assert (g.hand(0), g.money(0), g.money(1)) == (["Barrage"], 2, 2)


def test_r18_4_a_declined_offer_changes_nothing():
    g = Table().credits(4, 0).give(1, "Barrage")
    offer(g, "offer 1 credit", "ask for a card of a domain")
    g.act("send the offer", "no")
    assert (g.hand(1), g.money(0), g.s["ask"]) == (["Barrage"], 4, st.ASK_COMMAND)


def test_k57_trade_zero_switches_it_off():
    g = Table(trade=0).credits(4, 4)
    assert not g.can("open an offer")


def test_t1_only_the_active_player_in_the_command_phase():
    g = Table().credits(4, 4).give(0, "Filibuster").give(1, "Evasion")
    assert g.can("open an offer")
    g.play("Filibuster")
    assert not g.can("open an offer")


def test_t1_in_the_first_turn_too():
    g = Table().credits(4, 4)
    g.s["had_turn"][:] = [True, False, False, False]
    assert g.can("open an offer")


@pytest.mark.parametrize("offers", [1, 2])
def test_t2_offers_a_turn_are_bounded(offers):
    g = Table(trade=offers).credits(4, 4)
    for _ in range(offers):
        g.act("open an offer", "withdraw the offer")
    assert not g.can("open an offer")


def test_t3_one_seat_or_all():
    g = Table(3).credits(4, 4, 4)
    g.act("open an offer")
    assert g.legal() == ["choose next player", "choose second player", "choose everybody"]


def test_t3_to_all_clockwise_and_the_first_accept_closes():
    g = Table(4).credits(4, 4, 4, 4).give(1, "Barrage").give(2, "Barrage").give(3, "Barrage")
    g.act(
        "open an offer", "choose everybody", "offer 1 credit", "ask for a card of a domain", "send the offer"
    )
    assert g.s["seat"] == 1
    g.act("no")
    assert g.s["seat"] == 2
    g.act("yes")
    assert (g.hand(0), g.hand(2), g.hand(3)) == (["Barrage"], [], ["Barrage"])


def test_t3_two_players_need_not_choose():
    g = Table().credits(4, 4)
    g.act("open an offer")
    assert g.s["ask"] == st.ASK_OFFER


def test_t4_credits_not_on_both_sides():
    g = offer(Table().credits(9, 9), "offer 1 credit")
    assert not g.can("ask for 1 credit")


def test_t4_at_most_twenty_credits():
    g = offer(Table().credits(50, 9), *["offer 5 credits"] * 4)
    assert (g.can("offer 1 credit"), g.can("offer 5 credits")) == (False, False)


def test_t4_two_hand_cards_a_side():
    g = Table().give(0, "Barrage", "Ram", "Filibuster").credits(0, 9)
    offer(g, "offer a hand card", "choose Barrage", "offer a hand card", "choose Ram")
    assert not g.can("offer a hand card")


def test_t4_one_technology_a_side():
    g = Table().tech(0, "Trade Routes", "Fighter Bays").credits(0, 9)
    offer(g, "offer a technology", "choose Fighter Bays")
    assert not g.can("offer a technology")


def test_t4_one_system_a_side_and_never_a_homeworld():
    g = Table().own("C2", 0, 1, "Trade World").own("B3", 0, 1, "Core World").credits(0, 9)
    offer(g, "offer a system")
    assert set(g.legal()) == {"choose C2", "choose B3"}
    g.act("choose C2")
    assert not g.can("offer a system")


def test_k57_a_homeworld_is_never_traded():
    g = offer(Table().credits(9, 9))
    assert not g.can("offer a system")


def test_t4_three_vessels_a_side():
    g = Table().no_scouts().credits(0, 9)
    g.put(0, "Defense Station", "C3", 5)
    offer(g, "offer a vessel", "offer a vessel", "offer a vessel")
    assert not g.can("offer a vessel")


def test_t4_both_sides_hold_something():
    g = offer(Table().credits(9, 9), "offer 1 credit")
    assert not g.can("send the offer")


def test_t5_own_cards_by_name_the_others_by_domain():
    g = Table().give(0, "Barrage", "Ram").give(1, "Filibuster", "Evasion")
    offer(g, "offer a hand card")
    assert set(g.legal()) == {"choose Barrage", "choose Ram"}
    g.act("choose Ram", "ask for a card of a domain")
    assert set(g.legal()) == {"draw from Statecraft", "draw from Science"}


def test_t5_a_card_known_to_all_may_be_asked_by_name():
    g = Table().credits(5, 5).give(1, "Filibuster", "Evasion")
    assert not offer(g.twin(), "offer 1 credit").can("ask for a shown card")
    g.s["shown"][1, 0] = True
    deal(g, "offer 1 credit", "ask for a shown card")
    assert g.hand(0) == ["Filibuster"]


def test_t6_to_all_only_credits_and_domain_cards_are_asked():
    g = (
        Table(3)
        .credits(5, 5, 5)
        .tech(1, "Trade Routes")
        .own("B1", 1, 1, "Trade World")
        .give(1, "Ram", shown=True)
    )
    g.act("open an offer", "choose everybody")
    asked = {name for name in g.legal() if name.startswith("ask for")}
    assert asked == {"ask for 1 credit", "ask for 5 credits", "ask for a card of a domain"}


def test_t7_hands_stay_within_five():
    g = Table().credits(5, 5).give(0, *["Barrage"] * 4, "Ram").give(1, "Filibuster")
    offer(g, "offer 1 credit", "ask for a card of a domain")
    assert not g.can("send the offer")


def test_t7_a_full_hand_may_swap():
    g = Table().give(0, *["Barrage"] * 4, "Ram").give(1, "Filibuster")
    deal(g, "offer a hand card", "choose Ram", "ask for a card of a domain")
    assert (g.hand(0), g.hand(1)) == ([*["Barrage"] * 4, "Filibuster"], ["Ram"])


def test_t7_ships_stay_within_developments():
    g = Table().credits(5, 5)
    offer(g, "offer 1 credit", "ask for a vessel")
    assert not g.can("send the offer")


def test_k8_ships_by_trade_keep_the_limit():
    g = Table().credits(5, 5).home(0, 2)
    deal(g, "offer 1 credit", "ask for a vessel")
    assert g.at("A1", 0) == ["Scout"]


def test_t7_counters_stay_within_25():
    g = Table(grid=5).home(0, 6).credits(5, 5)
    for cell, name in (("A4", "Forsei"), ("B4", "Drummond"), ("C4", "Silis Major"), ("D4", "Core World")):
        g.own(cell, 0, 5 if name != "Core World" else 4, name)
    g.own("B1", 1, 1, "Trade World")
    offer(g, "offer 1 credit", "ask for a system")
    assert not g.can("send the offer")


def test_k72_no_system_is_received_beyond_25_cubes():
    g = Table(grid=5).home(0, 6).credits(5, 5)
    for cell, name in (("A4", "Forsei"), ("B4", "Drummond"), ("C4", "Silis Major"), ("D4", "Core World")):
        g.own(cell, 0, 5 if name != "Core World" else 3, name)
    g.own("B1", 1, 2, "Trade World")
    offer(g, "offer 1 credit", "ask for a system")
    assert not g.can("send the offer")


def test_t7_each_side_has_what_it_gives():
    g = offer(Table().credits(3, 4))
    assert (g.can("offer 5 credits"), g.can("ask for 5 credits")) == (False, False)


def test_t7_the_partner_must_hold_what_is_asked():
    g = offer(Table().credits(3, 0).give(1, "Barrage"))
    asked = {name for name in g.legal() if name.startswith("ask for")}
    assert asked == {"ask for a card of a domain", "ask for a vessel"}


def test_t8_a_seat_for_which_the_offer_is_not_valid_is_skipped():
    g = Table(3).credits(4, 4, 4).give(2, "Barrage")
    g.act(
        "open an offer", "choose everybody", "offer 1 credit", "ask for a card of a domain", "send the offer"
    )
    assert g.s["seat"] == 2


def test_t9_who_accepts_chooses_the_card_of_the_asked_domain():
    g = Table().credits(4, 4).give(1, "Barrage", "Ram")
    offer(g, "offer 1 credit", "ask for a card of a domain")
    g.act("send the offer", "yes")
    assert (g.s["seat"], g.legal()) == (1, ["choose Barrage", "choose Ram"])
    g.act("choose Ram")
    assert g.hand(0) == ["Ram"]


def test_t10_named_cards_are_shown_even_if_the_offer_is_declined():
    g = Table().credits(0, 4).give(0, "Barrage", "Ram")
    offer(g, "offer a hand card", "choose Ram", "ask for 1 credit")
    g.act("send the offer", "no")
    assert g.s["shown"][0].tolist()[:2] == [False, True]


def test_t10_cards_that_change_hands_are_shown():
    g = Table().credits(4, 4).give(1, "Barrage")
    deal(g, "offer 1 credit", "ask for a card of a domain")
    assert g.s["shown"][0, 0]


def test_r18_5_counters_of_a_traded_system_are_replaced():
    g = Table().own("C2", 0, 3, "Trade World").credits(0, 5)
    deal(g, "offer a system", "ask for 5 credits")
    assert (g.owner("C2"), g.developments("C2"), g.s["total"][:2].tolist()) == (1, 3, [1, 4])


def test_k58_stations_follow_and_ships_stay():
    g = Table().own("C2", 0, 3, "Trade World").credits(0, 5)
    g.put(0, "Defense Station", "C2")
    g.put(0, "Corvette", "C2")
    deal(g, "offer a system", "ask for 5 credits")
    assert (g.at("C2", 1), g.at("C2", 0)) == (["Defense Station"], ["Corvette"])


def test_k58_a_station_of_a_third_player_stays():
    g = Table(3).own("C2", 0, 3, "Trade World").credits(0, 5)
    g.put(2, "Defense Station", "C2")
    deal(g, "choose next player", "offer a system", "ask for 5 credits")
    assert (g.owner("C2"), g.at("C2", 2)) == (1, ["Defense Station"])


def test_k58_a_station_received_in_the_same_trade_stays_with_its_receiver():
    g = Table().no_scouts().own("C2", 0, 3, "Trade World").credits(0, 5)
    g.put(1, "Refinery", "C2")
    deal(g, "offer a system", "ask for a vessel")
    assert g.at("C2", 0) == ["Refinery"]


def test_t14_a_station_of_a_traded_system_is_not_listed_as_well():
    g = Table().no_scouts().own("C2", 0, 3, "Trade World").credits(0, 5)
    g.put(0, "Defense Station", "C2")
    offer(g, "offer a system")
    assert not g.can("offer a vessel")


def test_t14_a_system_with_a_listed_station_is_not_offered():
    g = Table().no_scouts().own("C2", 0, 3, "Trade World").credits(0, 5)
    g.put(0, "Defense Station", "C2")
    offer(g, "offer a vessel")
    assert not g.can("offer a system")


def test_t15_no_first_development_when_a_system_changes_hands():
    g = Table().own("C2", 0, 1, "New Colony").credits(0, 5)
    deal(g, "offer a system", "ask for 5 credits")
    assert g.developments("C2") == 1


def test_t13_the_givers_ships_besiege_the_system_at_once():
    g = Table().own("C2", 0, 3, "Trade World").credits(0, 5)
    g.put(0, "Corvette", "C2")
    deal(g, "offer a system", "ask for 5 credits").end_turn()
    assert g.developments("C2") == 2


def test_t11_a_traded_vessel_keeps_its_damage_and_may_not_jump():
    g = Table().home(0, 4).credits(5)
    slot = g.put(1, "Destroyer", "C2", damage=2)
    g.scout_to(1, "A1")
    offer(g, "offer 5 credits", "ask for a vessel", "choose C2")
    g.act("send the offer", "yes")
    assert (g.s["v_owner"][slot], g.damage(slot), g.can("jump a ship from C2")) == (0, 2, False)


def test_t11_a_traded_vessel_may_retreat():
    g = Table().no_scouts().home(0, 4).credits(5).reveal("B2", "Trade World").own("B3", 0, 1, "Core World")
    g.put(1, "Destroyer", "B2")
    g.put(1, "Battleship", "B2")
    offer(g, "offer 5 credits", "ask for a vessel", "choose next player's Destroyer")
    g.act("send the offer", "yes").fight("done", "done")
    g.act("choose own Destroyer")
    assert g.at("B3") == ["Destroyer"]


def test_t12_a_traded_technology_works_for_the_new_player_at_once():
    g = (
        Table()
        .credits(5)
        .tech(1, "Enhanced Jump Drive")
        .reveal("C2", "Trade World")
        .reveal("B2", "Core World")
    )
    deal(g, "offer 1 credit", "ask for a technology")
    g.jump("C3", "C2").jump("C2", "B2")
    assert g.at("B2") == ["Scout"]


def test_k55_a_change_of_control_wipes_the_abandoned_mark():
    g = Table().no_scouts().reveal("C2", "Trade World").own("C1", 0, 2, "Core World")
    g.put(0, "Strike Fighter", "C2")
    g.next_turn_of(0)
    slot = g.find("Strike Fighter", 0)
    assert g.s["v_flags"][slot] & st.ABANDONED
    g.credits(0, 5)
    deal(g, "offer a vessel", "ask for 1 credit")
    assert not g.s["v_flags"][slot] & st.ABANDONED


def test_h1_hand_cards_are_hidden_but_their_backs_are_open():
    one = Table().give(1, "Barrage")
    other = Table().give(1, "Ram").deck("Industry")
    other.s["deck"][...] = one.s["deck"]
    third = Table().give(1, "Evasion")
    assert one.game.observe(0) == other.game.observe(0)
    assert one.game.observe(0) != third.game.observe(0)


def test_h2_a_shown_card_is_known_until_it_leaves_the_hand():
    g = Table().give(1, "Trade Envoy", "Trade Envoy")
    g.s["shown"][1, 0] = True
    g.end_turn()
    g.cast("Trade Envoy", "choose A1")
    assert (g.hand(1), bool(g.s["shown"][1, 0])) == (["Trade Envoy"], False)


def test_h2_a_shown_card_is_observed_by_the_others():
    g = Table().give(1, "Barrage")
    hidden = g.game.observe(0)
    g.s["shown"][1, 0] = True
    assert g.game.observe(0) != hidden


def test_t5_the_asked_domain_is_chosen():
    g = Table().credits(5).give(1, "Filibuster", "Evasion")
    deal(g, "offer 1 credit", "ask for a card of a domain", "draw from Science")
    assert g.hand(0) == ["Evasion"]


def test_t4_two_asked_cards():
    g = Table().credits(5).give(1, "Filibuster", "Evasion", "Barrage")
    offer(g, "offer 1 credit", "ask for a card of a domain", "draw from Science")
    g.act("ask for a card of a domain", "draw from Industry")
    assert not g.can("ask for a card of a domain")


def test_t8_a_seat_without_the_asked_credits_is_skipped():
    g = Table(3).credits(0, 2, 5).give(0, "Ram")
    g.act("open an offer", "choose everybody", "offer a hand card", "ask for 5 credits", "send the offer")
    assert g.s["seat"] == 2


def test_k39_a_traded_nexus_serves_its_new_player_at_once():
    g = (
        Table()
        .credits(5)
        .reveal("C2", "Trade World")
        .reveal("B2", "Core World")
        .own("C1", 0, 3, "Alien System")
    )
    g.put(1, "Jump Nexus", "C3")
    g.s["v_cell"][g.find("Scout", 1)] = 0
    offer(g, "offer 1 credit", "ask for a vessel", "choose C3")
    g.act("send the offer", "yes")
    g.jump("C3", "C2").jump("C2", "B2")
    assert g.at("B2") == ["Scout"]


@pytest.mark.parametrize(("readings", "sendable"), [(0, False), (1, True)])
def test_o4_a_scout_received_in_trade_is_outside_the_ship_limit(readings, sendable):
    g = Table(engine_readings=readings).no_scouts().credits(5)
    g.put(0, "Corvette", "C3")
    g.put(1, "Scout", "A1")
    offer(g, "offer 1 credit", "ask for a vessel")
    assert g.can("send the offer") == sendable


@pytest.mark.parametrize(("readings", "sendable"), [(0, True), (1, False)])
def test_o4_a_scout_given_in_trade_makes_no_room_for_another_ship(readings, sendable):
    g = Table(engine_readings=readings).no_scouts().home(1, 2)
    g.put(0, "Scout", "C2")
    g.put(0, "Corvette", "C3")
    g.put(1, "Corvette", "A1")
    offer(g, "offer a vessel", "choose C2", "ask for a vessel")
    assert g.can("send the offer") == sendable


def test_r18_4_a_system_and_a_technology_of_the_partner():
    g = Table().credits(5).own("B1", 1, 2, "Trade World").tech(1, "Trade Routes")
    deal(g, "offer 1 credit", "ask for a system", "ask for a technology")
    assert (g.owner("B1"), g.s["total"][:2].tolist(), g.row(0), g.row(1)) == (0, [3, 1], ["Trade Routes"], [])


def test_r18_5_two_systems_change_places():
    g = Table().own("C2", 0, 3, "Trade World").own("B1", 1, 2, "Core World")
    deal(g, "offer a system", "ask for a system")
    assert (g.owner("C2"), g.owner("B1"), g.s["total"][:2].tolist()) == (1, 0, [3, 4])


def test_t4_the_giving_side_holds_something_too():
    g = offer(Table().credits(9, 9), "ask for 1 credit")
    assert not g.can("send the offer")


def test_t5_a_card_asked_by_name_is_not_asked_by_its_domain_as_well():
    g = Table().credits(5).give(1, "Barrage", shown=True)
    offer(g, "offer 1 credit", "ask for a shown card")
    assert not g.can("ask for a card of a domain")


def test_t5_a_single_copy_is_asked_for_once():
    g = Table().credits(5).give(1, "Barrage", "Ram", shown=True)
    offer(g, "offer 1 credit", "ask for a shown card", "choose Barrage")
    g.act("ask for a shown card")  # Ram is the only one left, and so not asked for
    assert sorted(g.s["offer_cards"][st.TAKE][:2].tolist()) == sorted([g.card("Barrage"), g.card("Ram")])


def test_t5_a_card_asked_by_its_domain_is_not_asked_by_name_as_well():
    g = Table().credits(5).give(1, "Barrage", shown=True)
    offer(g, "offer 1 credit", "ask for a card of a domain")
    assert not g.can("ask for a shown card")


def test_t7_developments_received_in_the_same_trade_make_room_for_a_ship():
    g = Table().credits(5).own("B1", 1, 1, "Trade World")
    offer(g, "offer 1 credit", "ask for a vessel")
    assert not g.can("send the offer")
    g.act("ask for a system")
    assert g.can("send the offer")


def test_t7_developments_given_in_the_same_trade_make_no_room_for_a_ship():
    g = Table().own("C2", 0, 1, "Trade World")
    offer(g, "ask for a vessel", "offer a system")
    assert not g.can("send the offer")


def test_t7_who_has_too_many_ships_may_still_give_developments_away():
    g = Table().own("C2", 0, 1, "Trade World").credits(0, 1)
    g.put(0, "Corvette", "C3")
    offer(g, "offer a system", "ask for 1 credit")
    assert g.can("send the offer")


def test_t9_a_card_asked_by_name_is_kept_back():
    g = Table().credits(5).give(1, "Barrage", shown=True).give(1, "Ram", "Trade Envoy")
    offer(g, "offer 1 credit", "ask for a shown card", "ask for a card of a domain")
    g.act("send the offer", "yes")
    assert set(g.legal()) == {"choose Ram", "choose Trade Envoy"}


def test_t11_a_traded_vessel_keeps_its_bonus_and_moved_mark():
    g = Table().no_scouts().home(0, 4).credits(5)
    slot = g.put(1, "Destroyer", "C2", moved=True)
    g.s["v_attack"][slot] = 2
    deal(g, "offer 1 credit", "ask for a vessel")
    assert (g.s["v_owner"][slot], g.s["v_attack"][slot]) == (0, 2)
    assert g.s["v_flags"][slot] & st.MOVED


def test_t16_a_player_with_all_cubes_out_may_swap_systems_of_one_size():
    g = Table(2, grid=5).home(0, 6).own("B1", 1, 4, "Trade World")
    for cell, n in (("B2", 5), ("B3", 5), ("B4", 5), ("C3", 4)):
        g.own(cell, 0, n)
    g.game.act("open an offer", "offer a system", "choose C3", "ask for a system")
    assert (g.s["total"][0], g.can("send the offer")) == (25, True)


def test_t1_no_offer_with_nothing_to_give():
    assert not Table().no_scouts().can("open an offer")


@pytest.mark.parametrize(
    "own",
    [
        lambda g: g.credits(1),
        lambda g: g.give(0, "Ram"),
        lambda g: g.tech(0, "Trade Routes"),
        lambda g: g.own("C2", 0, 1, "Trade World"),
        lambda g: g.put(0, "Corvette", "C3"),
        lambda g: g.put(0, "Defense Station", "C3"),
    ],
    ids=["credits", "card", "technology", "system", "ship", "station"],
)
def test_t1_anything_that_can_be_given_is_enough_for_an_offer(own):
    g = Table().no_scouts()
    own(g)
    assert g.can("open an offer")


def test_t8_an_offer_to_all_needs_somebody_who_could_accept_it():
    g = Table(3).credits(5, 5, 5).give(0, "Ram").give(1, *["Barrage"] * 4, "Ram").give(2, *["Evasion"] * 4)
    g.give(2, "Interdiction")
    g.act("open an offer", "choose everybody", "offer a hand card", "ask for 1 credit")
    assert not g.can("send the offer")


def test_h2_of_two_copies_the_one_that_changed_hands_goes_first():
    g = Table().credits(5).give(0, "Trade Envoy").give(1, "Trade Envoy", shown=True)
    deal(g, "offer 1 credit", "ask for a shown card")
    g.cast("Trade Envoy", "choose A1")
    assert (g.hand(0), bool(g.s["shown"][0, 0])) == (["Trade Envoy"], False)


def first_cards(domain):
    """The first two different cards of a domain."""
    return list(Table().labels["card"][st.CARDS_PER_DOMAIN * domain :][:2])


@pytest.mark.parametrize("domain", range(st.NUM_DOMAINS))
def test_t4_any_hand_card_is_given_and_paid_for(domain):
    card, other = first_cards(domain)
    g = Table().credits(0, 3).give(0, card, other)
    deal(g, "offer a hand card", f"choose {card}", "ask for 1 credit")
    assert (g.hand(0), g.hand(1), g.money(0)) == ([other], [card], 1)


@pytest.mark.parametrize("domain", range(st.NUM_DOMAINS))
@pytest.mark.parametrize("order", [1, -1])
def test_t9_two_cards_of_an_asked_domain_are_handed_out(domain, order):
    cards = first_cards(domain)
    g = Table().credits(3, 0).give(1, *cards)
    offer(g, "offer 1 credit", "ask for a card of a domain", "ask for a card of a domain")
    g.act("send the offer", "yes").pick(*(f"choose {card}" for card in cards[::order]))
    assert (g.hand(0), g.hand(1), g.money(1)) == (cards, [], 1)


def test_t1_only_with_something_to_trade():
    g = Table().credits(0, 4).no_scouts()
    assert not g.twin().can("open an offer")
    assert g.give(0, "Barrage").can("open an offer")
