"""The evaluation agrees with what a player would say of a position."""

import numpy as np
import pytest

from astrarium.agents.search import evaluate_all
from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import Table, launch_of, planet_of


def weighed(game, weights="first"):
    """The cards with the hand-made weights, whose judgement this file is about, or with others."""
    return game.game.weigh(game.content, weights)


def values(table, weights="first"):
    """The evaluation for every seat."""
    game = table.game
    states = np.array([table.s.copy()])
    out = np.zeros((1, int(table.s["num_players"])))
    game.game.bound(evaluate_all)(weighed(game, weights).tables, states, out, 0, 1)
    return out[0]


def own(table, weights="first"):
    return values(table, weights)[0]


def test_points_lead():
    g = Table().colony(0, "S1 ore+fuel").colony(0, "S2 food+carbon")
    assert own(g) > own(Table()) + 0.1
    assert values(g).argmax() == 0
    assert np.abs(values(g)).max() <= 1


def test_a_ship_near_a_site_is_worth_more_than_one_far_away():
    near = Table().plain("S1").ship(0, launch_of("S1 ore+fuel", 0))
    assert own(near) > own(Table().plain("S1").ship(0, "F6"))


def test_a_colony_is_worth_more_than_the_ship_before_it():
    ship = Table().plain("S1").ship(0, "S1 ore+fuel").ship(0, "K16", rings=2).flight().take_off()
    founded = ship.twin().act("found a colony")
    assert own(founded) > own(ship) + 0.03


def test_a_trade_ship_wants_freight_rings():
    bare = Table().ship(0, "P17", "trade")
    assert own(bare.twin().expand(0, freight=1)) > own(bare.twin().expand(0, boosters=1))


def test_a_site_known_to_be_barred_attracts_nobody():
    g = Table().chip("S1 goods", "pirate 6").ship(0, launch_of("S1 ore+goods", 0))
    unknown = own(g)
    for planet in range(33):
        g.s["seen"][0] |= 1 << planet if planet in g.t["site_planet"][13].tolist() else 0
    assert own(g) <= unknown + 0.05


def test_cards_that_pay_for_something_are_worth_more_than_as_many_that_do_not():
    ship = Table().give(0, ore=1, fuel=1, goods=2)
    short, far = Table().give(0, ore=2, goods=2), Table().give(0, ore=1, carbon=1, goods=2)
    assert own(ship, "greedy") > own(short, "greedy") + 0.01
    assert own(ship) - own(far) < 0.001 < own(ship, "greedy") - own(far, "greedy")


def test_a_finished_game_is_worth_its_result():
    g = Table().fame(20).give(0, carbon=3, food=2).act("build a spaceport at Gamma ore+food")
    assert values(g).tolist() == [1, -1, -1, -1]
    g = Table()
    g.s["over"] = 2
    assert values(g).tolist() == [0, 0, 0, 0]
    g = Table(3).colony(0, "S1 ore+fuel").colony(1, "S2 food+carbon")
    g.s["over"] = 2
    assert values(g).tolist() == [0.5, 0.5, -1]


def test_cards_beyond_the_seventh_are_worth_less():
    few, many = Table().give(0, ore=6), Table().give(0, ore=8)
    assert own(many) - own(few) < own(few) - own(Table().give(0, ore=4))


def test_an_opened_offer_costs_a_little():
    g = Table().give(0, ore=1).give(1, ore=1)
    before = own(g)
    assert own(g.act("open an offer", "drop the offer")) < before
    assert own(g) == pytest.approx(before, abs=0.06)


def test_nothing_is_gained_by_not_flying():
    """Ending the flight phase gives away what the ship could still fly."""
    g = Table().plain("S1").ship(0, "F6").ship(0, "K16", rings=2).flight(5)
    flown = g.twin().fly("E9").act("stop here")
    assert own(g) == pytest.approx(own(flown), abs=0.03)
    assert own(g.twin().take_off().act("stop here")) < own(flown) - 0.01


def test_an_accepted_deal_counts_for_both_sides():
    g = Table().fame(1, 1, 9).give(0, ore=2, fuel=1).give(1, food=3)
    g.act("open an offer", "give ore", "want food", "send the offer")
    refused, accepted = g.twin().act("refuse"), g.twin().act("accept")
    assert values(accepted)[0] > values(refused)[0]
    poor = Table().fame(1, 1, 9).give(0, ore=1).give(1, food=3)
    poor.act("open an offer", "give ore", "want food", "want food", "want food", "send the offer")
    before = values(poor)[1]
    assert values(poor.twin().act("accept"))[1] < before


def test_a_counter_offer_counts_for_its_maker():
    g = Table().give(0, ore=3).give(1, food=3).give(2, goods=1)
    g.act("open an offer", "give ore", "want goods", "send the offer", "make a counter-offer")
    before = values(g)[1]
    g.act("give food", "want ore", "want ore", "send the offer")
    assert values(g)[1] > before


def gain_by_counter_offer(ore, weights):
    """What seat 1 gains by asking for so many of 4 ore; its 1 food is all that a colony ship lacks."""
    g = Table().fame(1, 1, 9).give(0, ore=4, fuel=1, carbon=1).give(1, food=3, goods=1)
    g.act("open an offer", "give ore", "want goods", "send the offer")
    refused = values(g.twin().act("refuse"), weights)[1]
    g.act("make a counter-offer", "give food", *["want ore"] * ore, "send the offer")
    return values(g, weights)[1] - refused


def test_a_counter_offer_that_the_offerer_would_lose_by_is_worth_nothing():
    assert gain_by_counter_offer(4, "ismcts") < gain_by_counter_offer(3, "ismcts")
    assert gain_by_counter_offer(4, "first") > gain_by_counter_offer(3, "first")


def test_cannons_are_worth_more_to_who_has_seen_pirates():
    def gain(g):
        armed = g.twin().expand(0, cannons=3)
        return own(armed) - own(g)

    blind, seeing = (Table().chip("S1 goods", "pirate 4") for _ in range(2))
    seeing.s["seen"][0] = 1 << planet_of("S1 goods")
    assert gain(seeing) > gain(blind) + 0.02
    frozen = Table().chip("S1 goods", "ice 3")
    frozen.s["seen"][0] = 1 << planet_of("S1 goods")
    assert own(frozen.twin().expand(0, freight=3)) > own(Table().expand(0, freight=3))


def lead(table):
    """By how many victory points seat 0 is ahead of the best other seat."""
    value = own(table)
    return weighed(table.game).tables["w"]["lead"][0] * value / (1 - abs(value))


def ship_worth(table, place, cargo="colony"):
    """What seat 0 gains by a ship at a place, as its only one."""
    bare = table.twin().no_ship(0)
    return lead(bare.twin().ship(0, place, cargo)) - lead(bare)


def test_a_ship_makes_for_the_better_of_two_known_sites():
    g = Table().plain("S1")
    g.s["seen"][0] = 0b111 << planet_of("S1 ore")
    g.s["active"] = 1  # it cannot fly elsewhere at once
    rich, poor = (g.twin().chip("S1 ore", face) for face in ("4", "12"))
    assert ship_worth(rich, "S1 ore+fuel") > ship_worth(poor, "S1 ore+fuel")


def test_a_colony_ship_has_no_use_for_a_board_without_room():
    g = Table().no_ships().ship(0, "F6")
    full = g.twin()
    full.s["room"] = 0
    assert lead(full) < lead(g) - 0.2


def test_a_barred_site_is_open_to_who_can_clear_it():
    g = Table().chip("S1 goods", "pirate 6").colony(1, "S1 ore+fuel")
    g.s["seen"][0] = 0b111 << planet_of("S1 ore")
    weak, strong = (ship_worth(g.twin().expand(0, cannons=n), "S1 ore+goods") for n in (5, 6))
    assert strong > weak + 0.01


def test_an_outpost_that_wins_the_chip_is_worth_more():
    """All bases but one are full. There seat 0 has the chip, or needs two outposts for it, or one."""
    g = Table().expand(0, freight=5)
    g.outpost(1, "Green Folk", "ore bonus", "fuel bonus", "carbon bonus", "food bonus", "goods bonus")
    g.outpost(2, "Scientists", "drives", "guns", *(f"drive and gun {n}" for n in (1, 2, 3)))
    g.outpost(3, "Diplomats", "reduced tribute", "fame for goods 1", "fame for goods 2", "rich help poor")
    g.outpost(3, "Diplomats", "relief fund")
    mine = g.twin().outpost(0, "Merchants", "ore rate")
    theirs = g.twin().outpost(1, "Merchants", "ore rate")
    level = theirs.twin().outpost(0, "Merchants", "fuel rate")
    has, far, near = (ship_worth(table, "P17", "trade") for table in (mine, theirs, level))
    assert near > far + 0.5
    assert near > has + 0.5


def test_a_card_for_one_kind_is_worth_more_if_the_colonies_yield_that_kind():
    g = Table()
    most, least = (st.RESOURCES[r] for r in (g.s["pips"][0, :4].argmax(), g.s["pips"][0, :4].argmin()))
    for race, effect in (("Green Folk", "bonus"), ("Merchants", "rate")):
        assert own(g.twin().outpost(0, race, f"{most} {effect}")) > own(
            g.twin().outpost(0, race, f"{least} {effect}")
        )


def test_friendship_cards_are_worth_what_they_do():
    def worth(race, card):
        return own(Table().outpost(0, race, card))

    assert worth("Green Folk", "fuel bonus") > worth("Merchants", "fuel rate")
    assert worth("Merchants", "goods rate") > worth("Merchants", "ore rate")
    assert worth("Diplomats", "fame for goods 1") > worth("Diplomats", "relief fund")
    assert worth("Diplomats", "rich help poor") > worth("Diplomats", "reduced tribute")
    assert worth("Scientists", "drives") > worth("Scientists", "guns")


def test_supplies_that_are_not_drawn_are_given_away():
    g = Table().give(0, ore=1).no_ships().ship(0, "F6")
    drawn = g.twin().act("draw supplies from Earth")
    assert own(drawn) == pytest.approx(own(g), abs=0.02)
    g.s["supply"] = 0
    assert own(drawn) > own(g) + 0.01


def test_each_further_expansion_adds_less():
    one, two, three = (own(Table().expand(0, boosters=n)) for n in (1, 2, 3))
    assert two - one > three - two > 0


def test_a_ring_more_and_a_trade_ship_to_come_count():
    one, two, three = (own(Table().fame(n)) for n in (1, 2, 3))
    assert one < two < three
    waiting = Table()
    waiting.s["credit"][0] = 1
    assert own(waiting) > own(Table())


def test_a_ship_paid_for_and_a_card_to_choose_count_already():
    paid = Table().give(0, ore=1, fuel=1, carbon=1, food=1).act("build a colony ship")
    unpaid = paid.twin()
    unpaid.s["placing"] = 0
    assert own(paid) > own(unpaid)
    choosing = Table()
    choosing.s["friend_race"] = 0
    assert own(choosing) > own(Table())
