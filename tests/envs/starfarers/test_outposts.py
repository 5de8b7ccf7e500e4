"""Trading outposts, friendship cards and chips."""

import pytest

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import LABELS, Table, node_of

MERCHANTS = ("ore rate", "fuel rate", "carbon rate", "food rate", "goods rate")


def docked(g, number, race="Merchants", near="P17"):
    """Seat 0 flies a trade ship to the outpost of that number."""
    return g.ship(0, near, "trade").flight(5).fly(f"{race} {number}")


def arrive(g, number):
    """The trade ship comes to rest on the outpost."""
    docked(g, number)
    if g.s["flying"] >= 0:
        g.act("stop here")
    return g


def test_r12_1_five_numbered_outposts_a_base():
    t = Table().t
    assert sorted(t["node_outpost"][t["node_outpost"] >= 0].tolist()) == list(range(20))


def test_r12_2_the_lowest_free_number_first():
    g = Table().expand(0, freight=5).ship(0, "P17", "trade").flight(5).take_off().steer("Merchants 2")
    assert not g.can("stop here")  # number 1 is free


def test_r12_3_freight_rings_at_least_the_number():
    g = Table().outpost(1, "Merchants", "ore rate").expand(0, freight=1).ship(0, "P17", "trade").flight(5)
    assert not g.twin().take_off().steer("Merchants 2").can("stop here")
    g.expand(0, freight=2).take_off().steer("Merchants 2")
    assert g.can("stop here")


def test_r12_4_the_transporter_returns_and_the_module_stays():
    g = Table().expand(0, freight=1)
    arrive(g, 1)
    assert g.place(0) is None
    assert g.s["outpost"][5] == 0
    assert g.s["trade_modules"][0] == 6


def test_r12_5_the_first_outpost_brings_the_chip_and_two_points():
    g = arrive(Table().expand(0, freight=1), 1)
    assert g.s["chip"][1] == 0
    assert g.points(0) == 6


def test_r12_6_a_friendship_card_of_choice():
    g = arrive(Table().expand(0, freight=1), 1)
    assert (g.ask, g.seat) == (st.ASK_FRIEND, 0)
    assert g.legal() == [f"take the card {name}" for name in MERCHANTS]
    g.act("take the card food rate")
    assert g.friends(0) == ["food rate"]


def test_r12_6_only_cards_that_are_left():
    g = Table().outpost(1, "Merchants", "ore rate", "food rate").expand(0, freight=3)
    arrive(g, 3)
    assert g.legal() == [f"take the card {name}" for name in ("fuel rate", "carbon rate", "goods rate")]


def test_k11_the_last_card_is_taken_without_asking():
    g = Table().outpost(1, "Merchants", *MERCHANTS[:4]).expand(0, freight=5)
    arrive(g, 5)
    assert g.friends(0) == ["goods rate"]


def test_k11_of_equal_cards_one_is_offered():
    g = Table().expand(0, freight=1).ship(0, "E27", "trade").flight(5).fly("Scientists 1")
    if g.s["flying"] >= 0:
        g.act("stop here")
    assert g.legal() == [f"take the card {name}" for name in ("drives", "guns", "drive and gun 1")]


def test_r12_7_the_card_works_at_once():
    """A speed bonus gained on the way counts for ships that have not flown yet."""
    g = (
        Table()
        .ship(0, "C24", rings=2)
        .expand(0, freight=1)
        .ship(0, "E27", "trade")
        .flight(3)
        .fly("Scientists 1")
    )
    if g.s["flying"] >= 0:
        g.act("stop here")
    g.act("take the card drives").take_off(2)
    for _ in range(5):
        g.act(next(name for name in g.legal() if name.startswith("fly")))
    assert g.s["flying"] < 0


def test_r12_8_most_outposts_take_the_chip():
    g = Table().outpost(1, "Merchants", "ore rate").outpost(0, "Merchants", "fuel rate").expand(0, freight=3)
    assert g.s["chip"][1] == 1
    arrive(g, 3)
    assert g.s["chip"][1] == 0
    assert (g.points(0), g.points(1)) == (6, 4)


def test_r12_9_on_a_tie_the_lowest_number_has_it():
    g = Table().outpost(1, "Merchants", "ore rate").expand(0, freight=2)
    arrive(g, 2)
    assert g.s["chip"][1] == 1
    assert g.points(0) == 4


def test_k10_the_chip_can_move_on_a_tie():
    """Blue has 1 and 4, White 2 and 3 with the chip? Two each: the lowest number decides."""
    g = Table().outpost(0, "Merchants", "ore rate").outpost(1, "Merchants", "fuel rate", "carbon rate")
    assert g.s["chip"][1] == 1
    g.expand(0, freight=4)
    arrive(g, 4)
    assert g.s["chip"][1] == 0


def test_k9_a_player_may_own_several_outposts_of_a_base():
    g = Table().outpost(0, "Merchants", "ore rate").expand(0, freight=2)
    arrive(g, 2)
    assert [int(o) for o in g.s["outpost"][5:7]] == [0, 0]


def test_k9_losing_freight_rings_later_changes_nothing():
    g = Table().outpost(0, "Merchants", "ore rate", "fuel rate").expand(0, freight=1).meet(28)
    assert not g.expansions(0), "no cards to give: the ring is lost"
    assert (g.s["chip"][1], g.friends(0)) == (0, ["ore rate", "fuel rate"])
    assert g.s["outpost"][5:7].tolist() == [0, 0]


def test_r14_9_a_trade_ship_that_ends_at_an_outpost_founds_it():
    g = docked(Table().expand(0, freight=1), 1)
    if g.s["flying"] >= 0:
        assert "found a colony" not in g.legal()
        g.act("stop here")
    assert g.s["outpost"][5] == 0


@pytest.mark.parametrize(
    ("card", "speed", "combat"), [("drives", 2, 0), ("guns", 0, 2), ("drive and gun 1", 1, 1)]
)
def test_f_scientists_add_speed_and_combat(card, speed, combat):
    g = Table().outpost(0, "Scientists", card)
    assert (g.s["speed_bonus"][0], g.s["combat_bonus"][0]) == (speed, combat)
    g = Table().expand(0, freight=1).ship(0, "E27", "trade").flight(5).fly("Scientists 1")
    if g.s["flying"] >= 0:
        g.act("stop here")
    g.act(f"take the card {card}")
    assert (g.s["speed_bonus"][0], g.s["combat_bonus"][0]) == (speed, combat)


def test_f_scientists_are_no_expansions():
    g = Table().outpost(0, "Scientists", "drives", "guns").expand(0, boosters=6).give(0, fuel=2)
    assert not g.can("buy a booster")
    assert g.s["expansion"][0].tolist() == [6, 0, 0]


def test_a_base_is_named_on_the_map():
    assert LABELS["node"][node_of("Green Folk 1")] == "F18"
