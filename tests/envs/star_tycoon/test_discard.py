"""The Discard phase."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import Table


def discarding(tokens):
    """A table whose players begin to discard: seat 0, then seat 1 with a credit."""
    return Table(2, turn=3).tokens(tokens, "1E").to_discard()


def test_r10_1_down_to_seven():
    g = discarding("4E 5S")
    assert g.s["phase"] == st.DISCARD
    assert not g.can("done")
    g.act("discard energy credit", "discard energy credit")
    assert (g.has(), g.can("done")) == ("2E 5S", True)


def test_r10_1_one_kind_of_token_goes_down_to_seven_by_itself():
    g = discarding("9E")
    assert (g.has(), g.legal()) == ("7E", ["done", "discard energy credit"])


def test_r10_1_the_player_chooses_what():
    g = discarding("4E 1M 4S")
    assert sorted(g.offered("discard ")) == ["energy credit", "minerals", "ships"]


def test_r10_2_with_seven_or_fewer_one_may_discard():
    g = discarding("2E 1G")
    assert g.can("done")
    g.act("discard gas")
    assert g.has() == "2E"


def test_r10_2_one_need_not():
    g = discarding("7E").act("done")
    assert g.has(0) == "7E"


@pytest.mark.parametrize("resource", st.RESOURCES)
def test_r10_3_a_discarded_resource_moves_its_marker_left(resource):
    g = discarding("9M 9G 9F 9R 9S")
    g.act(f"discard {resource}")
    assert (g.column(resource), sum(g.columns())) == (1, 9)


def test_r10_3_one_space_for_each():
    g = discarding("9G").act("discard gas", "discard gas")
    assert g.column("gas") == 0


def test_r10_3_at_the_left_end_it_stays():
    g = discarding("10G")
    assert (g.column("gas"), g.has()) == (0, "7G")


def test_r10_4_credits_move_nothing():
    g = discarding("9E").act("discard energy credit")
    assert g.columns() == [2] * 5


def test_r10_5_illegal_goods_are_kept():
    g = discarding("2E 7I 2G")
    assert sorted(g.offered("discard ")) == ["energy credit", "gas"]


def test_r10_5_so_others_must_go():
    g = discarding("6I 3S")
    g.quiet(lambda s: s["phase"] != st.DISCARD or s["seat"] != 0)
    assert g.has(0) == "6I 1S"


def test_k26_surplus_illegal_goods_are_kept():
    g = discarding("9I 1E 1G")
    g.quiet(lambda s: s["phase"] != st.DISCARD or s["seat"] != 0)
    assert g.has(0) == "9I"


def test_r31_2_illegal_goods_cannot_be_discarded():
    g = discarding("3I 1E")
    assert not g.can("discard illegal goods")


def test_k27_in_turn_order():
    g = Table(3, round=2, turn=3).tokens("9E", "9E", "9E").to_discard()
    order = []
    while g.s["phase"] == st.DISCARD and g.s["round"] == 2 and not g.s["over"]:
        if g.s["seat"] not in order:
            order.append(int(g.s["seat"]))
        g.act(g.quiet_answer())
    assert order == [0, 1, 2]


def test_k27_from_the_first_player_on():
    g = Table(3).tokens("9E", "9E", "9E").end_round("Equalize")
    assert g.s["first"] == 1
    g.to_discard()
    assert g.s["seat"] == 1


def test_r10_1_in_every_round():
    g = Table(2, round=4, turn=3).tokens("5E 4S").to_discard()
    assert (g.s["phase"], g.can("done")) == (st.DISCARD, False)


def test_r10_1_not_during_the_turns():
    g = Table(2).tokens("9E").end_turn()
    assert g.has(0) == "9E"
