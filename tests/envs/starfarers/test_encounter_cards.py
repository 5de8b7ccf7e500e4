"""Every encounter card."""

import pytest

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.meetings import CARDS, FAR, decide, gift, halted, meeting, over, placed, rolled
from tests.envs.starfarers.table import ALL_CARDS, END, Table

# Cards 1 to 8: merchants


def test_e1_merchant():
    g = meeting(1)
    fame = g.rings(0)
    g.fame(3).act("give 0 cards")
    assert (g.ask, g.seat) == (st.ASK_BEG, 1)
    g.act("give food", "give goods", "give food")
    assert g.hand(0)["food"] == CARDS["food"] + 2
    assert g.hand(0)["goods"] == 1
    assert g.rings(0) == 1
    g = gift(meeting(1).fame(3), 1)
    assert (g.hand(0)["food"], g.rings(0)) == (CARDS["food"] + 1, 2)
    g = gift(meeting(1), 2).act("take goods")
    assert (g.hand(0), g.rings(0)) == ({"fuel": 2, "carbon": 1, "food": 1, "goods": 1}, fame + 1)
    g = gift(meeting(1), 3).act("take goods", "take goods")
    assert (g.hand(0)["goods"], g.rings(0)) == (2, fame + 1)


def test_k22_begging_passes_over_empty_hands_and_is_seen_by_two():
    g = Table().no_ships().ship(0, FAR).give(0, ore=1).give(2, food=1, ore=1).meet(1).act("give 0 cards")
    assert g.seat == 2
    g.act("give food")
    assert g.s["known"][2, 0].tolist() == [0, 0, 0, 1, 0]
    assert not g.s["known"][1, 0].any()
    assert g.ask != st.ASK_BEG


def test_e2_merchant():
    assert meeting(2).act("give 0 cards").rings(0) == 0
    g = gift(meeting(2), 1).act("take food")
    assert (g.hand(0)["food"], g.rings(0)) == (2, 1)
    g = gift(meeting(2), 2).act("take food")
    assert (g.hand(0)["food"], g.rings(0)) == (2, 2)
    g = gift(meeting(2), 3)
    assert g.legal() == ["add a booster", "add a cannon", "add a freight ring"]
    g.act("add a cannon")
    assert (g.expansions(0), g.rings(0)) == ({"cannon": 1}, 2)


def test_e3_merchant():
    assert meeting(3).act("give 0 cards").rings(0) == 0
    assert gift(meeting(3), 1).rings(0) == 1
    assert gift(meeting(3), 2).rings(0) == 2
    g = gift(meeting(3), 3)
    assert (g.rings(0), g.hand(0)["goods"]) == (2, 1)


def test_e4_merchant():
    g = meeting(4).act("give 0 cards")
    assert g.hand(0) == {**CARDS, "goods": 1}
    g = gift(meeting(4), 1).act("take food")
    assert (g.rings(0), g.hand(0)["food"]) == (2, 2)
    g = gift(meeting(4), 2).act("take food", "take food")
    assert (g.rings(0), g.hand(0)["food"]) == (2, 3)
    g = gift(meeting(4), 3)
    assert (g.hand(0), g.rings(0)) == (CARDS, 1)


@pytest.mark.parametrize("number", [5, 6])
def test_e5_e6_merchant(number):
    g = meeting(number)
    g.force("give 0 cards", lambda s: True)
    assert g.rings(0) == 0
    assert int(g.s["active"]) == 1  # the only ship was halted
    assert gift(meeting(number), 1).rings(0) == 0
    g = gift(meeting(number), 2).act("take food")
    assert (g.rings(0), g.hand(0)["food"]) == (2, 2)
    assert placed(gift(meeting(number), 3))


@pytest.mark.parametrize(("number", "enemy"), [(7, 3), (8, 1)])
def test_e7_e8_false_merchant(number, enemy):
    g = gift(meeting(number), 2)
    assert g.ask == st.ASK_ATTACK
    assert g.hand(0) == {"fuel": 2, "carbon": 1, "food": 1}
    left = g.twin().act("no")
    assert (left.rings(0), left.hand(0)) == (1, {"fuel": 2, "carbon": 1, "food": 1})
    won = decide(g.twin(), "yes", True)
    assert (won.rings(0), won.hand(0), int(won.s["enemy"])) == (2, CARDS, enemy)
    g.ship(0, "C24", rings=2)
    lost = decide(g, "yes", False)
    assert halted(lost)
    assert "ore" not in lost.hand(0)


@pytest.mark.parametrize("number", [7, 8])
@pytest.mark.parametrize("cards", [0, 1, 3])
def test_e7_e8_whatever_is_given_they_are_pirates(number, cards):
    g = gift(meeting(number), cards)
    assert g.ask == st.ASK_ATTACK
    assert int(g.s["hand_size"][0]) == sum(CARDS.values()) - cards
    assert decide(g, "yes", True).hand(0) == CARDS


# Cards 9 to 11: pirates demand


def test_e9_pirates_demand():
    g = meeting(9).act("yes", "give ore", "give ore")
    assert g.hand(0) == {"fuel": 2, "carbon": 1, "food": 1}
    assert placed(decide(meeting(9), "no", True))
    g = meeting(9).expand(0, boosters=1, cannons=1)
    decide(g, "no", False)
    assert g.legal() == ["remove a booster", "remove a cannon"]
    g.act("remove a cannon")
    assert (g.expansions(0), g.rings(0)) == ({"booster": 1}, 2)


def test_e10_pirates_demand():
    g = meeting(10).act("yes", "give ore", "give fuel")
    assert g.hand(0) == {"ore": 1, "fuel": 1, "carbon": 1, "food": 1}
    g = decide(meeting(10), "no", True)
    assert (g.hand(0)["carbon"], g.rings(0)) == (3, 2)
    g = decide(meeting(10).ship(0, "C24", rings=2), "no", False)
    assert halted(g)
    assert g.rings(0) == 2


def test_e11_pirates_demand():
    g = meeting(11).ship(0, "C24", rings=2).act("yes", "give ore", "give ore")
    assert halted(g)
    g = decide(meeting(11), "no", True)
    assert (g.hand(0)["ore"], g.rings(0)) == (4, 2)
    g = decide(meeting(11).expand(0, freight=2), "no", False)
    assert (g.expansions(0), g.rings(0)) == ({"freight ring": 1}, 1)


# Cards 12 and 13: fences


@pytest.mark.parametrize(
    ("number", "total", "fame", "kept"),
    [
        (12, 1, 0, True),
        (12, 2, 0, True),
        (12, 3, 0, False),
        (12, 4, 1, True),
        (12, 5, 1, True),
        (13, 1, 1, True),
        (13, 2, 1, True),
        (13, 3, 0, False),
        (13, 4, 0, True),
        (13, 5, 0, True),
    ],
)
def test_e12_e13_fence(number, total, fame, kept):
    g = meeting(number).act("yes")
    assert g.ask == st.ASK_GIVE
    g.act("give ore")
    assert not g.can("take ore")
    g.act("take goods")
    rolled(g, "take goods", total)
    assert g.rings(0) == fame
    assert g.hand(0) == {"ore": 1, "fuel": 2, "carbon": 1, "food": 1, **({"goods": 2} if kept else {})}


def test_e12_e13_refused():
    assert meeting(12).act("no").rings(0) == 2
    assert meeting(13).act("no").rings(0) == 1


def test_k21_two_cards_of_other_kinds_than_the_one_given():
    g = meeting(12).act("yes", "give fuel", "take ore")
    assert g.legal() == ["take ore", "take carbon", "take food", "take goods"]


# Cards 14 and 15: pirates for hire


@pytest.mark.parametrize(
    ("number", "total", "fame", "raid"),
    [
        (14, 1, 0, False),
        (14, 2, 0, False),
        (14, 3, 0, True),
        (14, 4, 0, True),
        (14, 5, 1, True),
        (15, 1, 1, True),
        (15, 2, 0, True),
        (15, 3, 0, True),
        (15, 4, 0, False),
        (15, 5, 0, False),
    ],
)
def test_e14_e15_hired_pirate(number, total, fame, raid):
    g = meeting(number).act("yes")
    rolled(g, "give ore", total)
    assert g.rings(0) == fame
    assert int(g.s["hand_size"][0]) == 5 + 3 * raid
    assert g.s["hand_size"][1:].tolist() == [2 - raid] * 3


def test_e14_e15_refused():
    assert meeting(14).act("no").rings(0) == 2
    assert meeting(15).act("no").rings(0) == 1


# Cards 16 to 18: ambush


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_e16_ambush(answer):
    g = decide(meeting(16).expand(3, boosters=1), answer, True).act("add a freight ring")
    assert (g.rings(0), g.expansions(0)) == (2, {"freight ring": 1})
    g = decide(meeting(16).expand(3, boosters=2).expand(0, boosters=1), answer, False)
    assert (g.rings(0), g.expansions(0)) == (1, {})


def test_e17_ambush():
    g = decide(meeting(17), "no", True)
    assert (g.rings(0), g.hand(0)["ore"]) == (2, 4)
    g = decide(meeting(17).expand(0, boosters=1), "no", False)
    assert (g.rings(0), g.expansions(0)) == (2, {})
    assert over(meeting(17).act("yes"))


def test_e18_ambush():
    assert placed(decide(meeting(18), "no", True))
    assert halted(decide(meeting(18).ship(0, "C24", rings=2), "no", False))
    assert over(meeting(18).act("yes"))


# Cards 19 to 21: drifting ships


def test_e19_distress_call():
    assert placed(decide(meeting(19), "yes", True))
    assert decide(meeting(19).expand(0, cannons=1), "yes", False).expansions(0) == {}
    assert meeting(19).act("no").rings(0) == 1


def test_e20_distress_call():
    g = decide(meeting(20), "yes", True)
    assert (g.rings(0), int(g.s["hand_size"][0])) == (2, 9)
    g = decide(meeting(20).expand(0, cannons=1), "yes", False)
    assert (g.rings(0), g.expansions(0)) == (2, {})
    assert meeting(20).act("no").rings(0) == 0


def test_e21_distress_call():
    g = decide(meeting(21), "yes", True).act("add a booster")
    assert (g.rings(0), g.expansions(0)) == (2, {"booster": 1})
    g = decide(meeting(21).expand(0, cannons=1), "yes", False)
    assert (g.rings(0), g.expansions(0)) == (1, {})
    assert meeting(21).act("no").rings(0) == 0


# Cards 22 to 24: ships under attack


def test_e22_rescue():
    g = decide(meeting(22), "yes", True)
    assert (g.rings(0), g.hand(0)["goods"]) == (2, 2)
    assert halted(decide(meeting(22).ship(0, "C24", rings=2), "yes", False))
    assert meeting(22).act("no").rings(0) == 1


def test_e23_rescue():
    g = decide(meeting(23), "yes", True).act("take goods", "take goods")
    assert (g.rings(0), g.hand(0)["goods"]) == (2, 2)
    g = decide(meeting(23).expand(0, cannons=1), "yes", False)
    assert (g.rings(0), g.expansions(0)) == (2, {})
    assert meeting(23).act("no").rings(0) == 0


def test_e24_rescue():
    g = decide(meeting(24), "yes", True)
    assert g.ask == st.ASK_COLUMN
    g.act("do not jump")
    assert g.rings(0) == 2
    g = decide(meeting(24).ship(0, "C24", rings=2), "yes", False)
    assert (halted(g), g.rings(0)) == (True, 2)
    assert meeting(24).act("no").rings(0) == 0


# Cards 25 to 27: space warps


@pytest.mark.parametrize(("number", "enemy"), [(25, 1), (26, 3), (27, 2)])
def test_e25_e26_e27_space_warp(number, enemy):
    g = decide(meeting(number), "yes", True)
    assert (g.ask, int(g.s["enemy"])) == (st.ASK_COLUMN, enemy)
    g = decide(meeting(number).ship(0, "C24", rings=2).expand(0, cannons=1), "yes", False)
    if number == 27:
        assert g.expansions(0) == {}
    else:
        assert halted(g)


@pytest.mark.parametrize("number", [25, 26, 27])
def test_e25_e26_e27_declined_draws_another_card(number):
    g = meeting(number).force("no", lambda s: s["card"] == 21)
    assert g.ask in (st.ASK_GIFT, st.ASK_CHOICE)


# Cards 28 to 30: the Travelers


def test_e28_travelers():
    g = meeting(28).expand(0, cannons=1).act("give 0 cards")
    assert (g.rings(0), g.expansions(0)) == (0, {})
    assert gift(meeting(28), 1).rings(0) == 2
    assert gift(meeting(28), 2).ask == st.ASK_COLUMN
    assert gift(meeting(28), 3).ask == st.ASK_COLUMN


def test_e29_travelers():
    g = meeting(29).act("give 0 cards")
    assert (g.rings(0), g.hand(0)) == (1, CARDS)
    assert gift(meeting(29), 1).rings(0) == 2
    assert gift(meeting(29), 2).rings(0) == 2
    assert placed(gift(meeting(29), 3))


def test_e30_travelers():
    assert meeting(30).act("give 0 cards").rings(0) == 0
    assert gift(meeting(30), 1).rings(0) == 0
    assert gift(meeting(30), 2).rings(0) == 2
    g = gift(meeting(30), 3)
    assert g.ask == st.ASK_COLUMN
    assert g.act("do not jump").rings(0) == 2


def test_k21_with_nothing_else_in_the_bank_the_swap_brings_nothing():
    g = Table().no_ships().ship(0, FAR).give(0, ore=2).stock(fuel=0, carbon=0, food=0, goods=0).meet(12)
    rolled(g, "yes", 5)
    assert g.hand(0) == {"ore": 1}


# Cards 31 and 32: wear and tear


def worn(number, wanted, **expansions):
    """This card has been drawn; everybody's expansions are set before."""
    g = Table().no_ships().ship(0, FAR).give(0, ore=1).top_card(number)
    for p in range(4):
        g.expand(p, **expansions)
    return g.force(END, wanted)


def test_e31_wear_and_tear_above_eight():
    g = worn(31, lambda s: s["ask"] == st.ASK_WEAR, boosters=4, cannons=3, freight=2)
    seats = []
    while g.ask == st.ASK_WEAR:
        seats.append(g.seat)
        g.act("remove a booster")
    assert seats == [0, 1, 2, 3]
    assert g.expansions(2) == {"booster": 3, "cannon": 3, "freight ring": 2}


def test_e31_eight_expansions_are_safe():
    g = worn(31, lambda s: s["card"] == 21, boosters=4, cannons=2, freight=2)
    assert g.expansions(0) == {"booster": 4, "cannon": 2, "freight ring": 2}


def test_e31_e32_all_cards_are_shuffled_and_another_is_drawn():
    g = worn(31, lambda s: s["card"] == 21)
    assert int(g.s["deck"]) == ALL_CARDS & ~(1 << 21)
    assert int(g.s["discard"]) == 0
    assert g.ask in (st.ASK_GIFT, st.ASK_CHOICE)


def test_e32_wear_above_six_then_the_council_of_merchants():
    g = worn(32, lambda s: s["ask"] == st.ASK_WEAR and s["card"] == 31, cannons=6, freight=1)
    while g.ask == st.ASK_WEAR:
        g.act("remove a cannon") if g.seat < 2 else g.act("remove a freight ring")
    assert [g.rings(p) for p in range(4)] == [2, 2, 1, 1]


def test_e32_no_freight_rings_no_council():
    g = worn(32, lambda s: s["card"] == 21)
    assert [g.rings(p) for p in range(4)] == [1] * 4


def test_k51_a_mother_ship_of_one_kind_loses_it_without_asking():
    g = Table().no_ships().ship(0, FAR).give(0, ore=1).top_card(32)
    g.s["expansion"][1] = 6, 0, 0
    g.s["expansion"][2] = 4, 4, 0
    g.force(END, lambda s: s["ask"] == st.ASK_WEAR)
    assert g.seat == 2
