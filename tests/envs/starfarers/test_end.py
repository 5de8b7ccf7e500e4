"""Victory points, the end of the game, the order of turns."""

import pytest

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import END, Table, launch_of


def test_r2_3_fifteen_points_in_the_own_turn_win_at_once():
    g = Table().fame(20).give(0, carbon=3, food=2)
    assert g.points(0) == 14
    g.act("build a spaceport at Gamma ore+food")
    assert g.s["over"] == 1
    assert g.legal() == []
    scores, ranks = g.game.outcome()
    assert (scores[0], ranks[0]) == (15, 0)
    assert min(ranks[1:]) == 1


def test_k41_others_wait_for_their_turn():
    g = Table().fame(1, 30).give(0, ore=1).act("draw supplies from Earth")
    assert g.points(1) == 19
    assert g.s["over"] == 0


def test_k41_who_has_enough_wins_at_the_start_of_the_own_turn_before_the_dice():
    g = Table().no_ships().fame(1, 30)
    dice = g.s["dice"].tolist()
    g.act(END)
    assert (g.s["over"], int(g.s["active"])) == (1, 1)
    assert g.s["dice"].tolist() == dice


def test_k41_the_winner_is_first_even_if_another_has_more():
    g = Table().fame(20, 20, 0, 0).colony(1, "S1 ore+fuel", port=True).give(0, carbon=3, food=2)
    assert g.points(1) > 15
    g.act("build a spaceport at Gamma ore+food")
    assert g.game.outcome()[1] == [0, 1, 2, 2]


def test_k41_open_choices_lapse():
    """The outpost that brings the chip ends the game before its card is chosen."""
    g = Table().fame(18).expand(0, freight=1).ship(0, "P17", "trade").flight(5).fly("Merchants 1")
    if g.s["flying"] >= 0:
        g.act("stop here")
    assert g.s["over"] == 1


@pytest.mark.parametrize(("rings", "points"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_r9_8_two_fame_rings_are_a_point(rings, points):
    """Another ring is a point if it makes a pair."""
    g = Table().outpost(0, "Diplomats", "fame for goods 1").give(0, goods=1).fame(rings)
    before = g.points(0)
    g.act("buy a fame ring for goods")
    assert g.points(0) - before == points


def test_k42_fame_rings_end_with_the_supply():
    g = Table().outpost(0, "Diplomats", "fame for goods 1").fame(10, 10, 10, 9).give(0, goods=1)
    assert g.points(0) == 11
    g.act("buy a fame ring for goods")
    assert g.rings(0) == 11
    g = Table().outpost(0, "Diplomats", "fame for goods 1").fame(10, 10, 10, 10).give(0, goods=1)
    assert not g.can("buy a fame ring for goods")


def test_r15_1_points_of_every_kind_add_up():
    g = Table().colony(0, "S1 ore+fuel").colony(0, "S2 food+carbon", port=True).fame(3)
    g.outpost(0, "Merchants", "ore rate").chip("S3 carbon", "ice 3").trophy(0, "S3 carbon")
    assert g.points(0) == 4 + 1 + 2 + 1 + 2 + 1
    g.game.check()


def test_r2_4_turns_go_clockwise():
    g = Table().no_ships()
    order = []
    for _ in range(5):
        order.append(int(g.s["active"]))
        g.next_roll(5)
    assert order == [0, 1, 2, 3, 0]


def test_r2_5_a_turn_is_production_building_flight():
    g = Table()
    assert g.s["phase"] == st.BUILDING
    g.flight()
    assert g.s["phase"] == st.FLIGHT
    g.force("end the flight phase", lambda s: s["dice"].sum() == 5)
    assert (g.s["phase"], int(g.s["active"])) == (st.BUILDING, 1)


def test_k44_the_game_is_cut_after_the_last_round():
    g = Table().no_ships()
    g.s["turns"], g.s["round"] = 4 * st.ROUND_CAP, st.ROUND_CAP
    g.act(END)
    assert g.s["over"] == 2
    assert g.game.outcome()[1] == [0, 0, 0, 0]


def test_r15_2_a_lost_fame_ring_can_cost_a_point():
    g = Table().fame(2).meet(3)  # no cards: the merchant is not pleased
    assert (g.rings(0), g.points(0)) == (1, 4)


def test_a_colony_founded_for_the_fifteenth_point_wins():
    g = Table().fame(20).plain("S1").ship(0, launch_of("S1 ore+fuel", 0)).flight().fly("S1 ore+fuel")
    g.act("found a colony")
    assert g.s["over"] == 1
