"""Building starships, spaceports and expansions."""

import pytest

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import Table, launch_of

COLONY = {"ore": 1, "fuel": 1, "carbon": 1, "food": 1}
TRADE = {"ore": 1, "fuel": 1, "goods": 2}
PORT = {"carbon": 3, "food": 2}


def test_r7_1_building_is_limited_by_cards():
    g = Table().give(0, ore=1, fuel=1, carbon=1)
    assert not g.can("build a colony ship")
    assert g.give(0, food=1).can("build a colony ship")


def test_r7_2_a_colony_ship_is_a_transporter_and_a_colony_module():
    g = Table().give(0, **COLONY).act("build a colony ship", "use the transporter with 3 rings")
    assert not g.hand(0)
    assert g.place(0, 3) in (launch_of("Alpha carbon+fuel", 0), launch_of("Alpha carbon+fuel", 1))
    assert g.s["cargo"][0, 2] == st.COLONY
    assert g.s["colony_modules"][0] == 4


def test_r7_3_a_trade_ship_is_a_transporter_and_a_trade_module():
    g = Table().give(0, **TRADE).act("build a trade ship", "use the transporter with 2 rings")
    assert g.s["cargo"][0, 1] == st.TRADE
    assert g.s["trade_modules"][0] == 6


def test_r7_4_a_ship_is_placed_on_a_free_launch_point():
    g = Table().no_ship(0).give(0, **COLONY).act("build a colony ship", "use the transporter with 1 ring")
    points = [
        "launch at the first point of Alpha carbon+fuel",
        "launch at the second point of Alpha carbon+fuel",
    ]
    assert g.legal() == points
    g.act(points[1])
    assert g.place(0) == launch_of("Alpha carbon+fuel", 1)


def test_r7_4_any_own_spaceport_will_do():
    g = Table().no_ship(0).colony(0, "S1 ore+fuel", port=True).give(0, **COLONY)
    g.act("build a colony ship", "use the transporter with 1 ring")
    assert len(g.legal()) == 4
    g.act("launch at the first point of S1 ore+fuel")
    assert g.place(0) == launch_of("S1 ore+fuel", 0)


def test_r7_5_three_transporters_no_more_ships():
    g = Table().ship(0, "K16", rings=2).give(0, **COLONY)
    assert g.can("build a colony ship")
    g.ship(0, "C24", rings=3)
    assert not g.can("build a colony ship")


def test_r7_6_no_modules_no_ship():
    g = Table().give(0, ore=2, fuel=2, carbon=1, food=1, goods=2)
    g.s["colony_modules"][0] = 0
    assert "build a colony ship" not in g.legal()
    assert "build a trade ship" in g.legal()
    g.s["trade_modules"][0] = 0
    assert "build a trade ship" not in g.legal()


def test_r7_7_no_free_launch_point_no_ship():
    first, second = (launch_of("Alpha carbon+fuel", side) for side in (0, 1))
    g = Table().ship(0, first).ship(0, second, rings=2).give(0, **COLONY)
    assert not g.can("build a colony ship")


def test_k48_another_players_ship_blocks_a_launch_point():
    first, second = (launch_of("Alpha carbon+fuel", side) for side in (0, 1))
    g = Table().no_ship(0).ship(1, first).ship(1, second, rings=2).give(0, **COLONY)
    assert not g.can("build a colony ship")


def test_r7_8_a_ship_built_this_turn_can_fly():
    g = Table().give(0, **COLONY).act("build a colony ship", "use the transporter with 3 rings").flight()
    assert g.can("move the ship with 3 rings")


def test_r7_9_the_builder_chooses_the_transporter():
    g = Table().give(0, **COLONY).act("build a colony ship")
    assert g.legal() == ["use the transporter with 2 rings", "use the transporter with 3 rings"]


# Spaceports


def test_r7_10_a_spaceport_costs_three_carbon_and_two_food():
    g = Table().give(0, **PORT)
    assert [name for name in g.legal() if "spaceport" in name] == [
        "build a spaceport at Gamma ore+food",
        "build a spaceport at Delta fuel+goods",
    ]
    g.act("build a spaceport at Gamma ore+food")
    assert not g.hand(0)
    assert g.points(0) == 5
    assert g.s["port_rings"][0] == 1


def test_r7_11_a_spaceport_is_worth_two_points():
    g = Table().plain("S1").colony(0, "S1 ore+fuel").give(0, **PORT)
    assert g.points(0) == 5
    assert g.act("build a spaceport at S1 ore+fuel").points(0) == 6


def test_k47_never_on_a_spaceport_nor_on_others_colonies():
    g = Table().give(0, **PORT)
    assert not g.can("build a spaceport at Alpha carbon+fuel")
    assert not g.can("build a spaceport at Alpha food+carbon")


def test_k37_three_spaceport_rings():
    g = Table().give(0, **PORT).colony(0, "S1 ore+fuel", port=True)
    assert any("spaceport" in name for name in g.legal())
    g.colony(0, "S2 food+carbon", port=True)
    assert not any("spaceport" in name for name in g.legal())


def test_r7_12_a_new_spaceport_launches_at_once():
    g = Table().no_ship(0).give(0, **PORT, ore=1, fuel=1).give(0, carbon=1, food=1)
    g.act("build a spaceport at Gamma ore+food", "build a colony ship", "use the transporter with 1 ring")
    assert "launch at the first point of Gamma ore+food" in g.legal()


# Expansions


@pytest.mark.parametrize(
    ("name", "cost", "limit"),
    [("booster", {"fuel": 2}, 6), ("cannon", {"carbon": 2}, 6), ("freight ring", {"ore": 2}, 5)],
)
def test_r7_13_expansions_cost_two_cards_up_to_their_limit(name, cost, limit):
    g = Table().give(0, **cost).act(f"buy a {name}")
    assert g.expansions(0) == {name: 1}
    assert not g.hand(0)
    g.give(0, **cost)
    g.s["expansion"][0, st.EXPANSIONS.index(name)] = limit - 1
    assert g.can(f"buy a {name}")
    g.act(f"buy a {name}").give(0, **cost)
    assert not g.can(f"buy a {name}")


def test_r7_14_any_number_of_things_in_any_order():
    g = Table().give(0, fuel=5, ore=3, carbon=3, food=1)
    g.act("buy a booster", "buy a freight ring", "build a colony ship", "use the transporter with 2 rings")
    g.act("buy a booster", "buy a cannon")
    assert g.expansions(0) == {"booster": 2, "cannon": 1, "freight ring": 1}


def test_r7_15_a_player_with_nothing_to_do_it_with_goes_on():
    g = Table().no_ships().fame(1, 10).force("end trade and building", lambda s: not s["hand_size"][1])
    assert int(g.s["active"]) != 1  # seat 1 has neither cards nor a right to supplies


def test_k25_a_won_trade_ship_is_placed_after_production():
    g = Table().no_ships().give(2, ore=1)
    g.s["credit"][1] = 1
    g.next_roll(7)
    assert (g.ask, g.seat) == (st.ASK_THEFT, 1)
    g.act("choose nobody")
    assert (g.ask, int(g.s["placing"])) == (st.ASK_TRANSPORTER, st.TRADE)


def test_k25_a_won_trade_ship_waits_for_a_launch_point():
    first, second = (launch_of("Alpha carbon+fuel", side) for side in (0, 1))
    g = Table().no_ship(0).ship(1, first).ship(1, second, rings=2).give(0, **PORT)
    g.s["credit"][0] = 1
    g.act("build a spaceport at Gamma ore+food")
    assert g.ask == st.ASK_TRANSPORTER
    assert g.s["placing"] == st.TRADE
    g.act("use the transporter with 1 ring", "launch at the first point of Gamma ore+food")
    assert (g.s["credit"][0], g.s["cargo"][0, 0]) == (0, st.TRADE)
