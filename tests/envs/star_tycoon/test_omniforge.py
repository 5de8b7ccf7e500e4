"""The Omniforge action."""

import pytest

from tests.envs.star_tycoon.table import Table

BOXES = ["1F 1S", "1G 1S", "1M 1G", "1G 1F", "1M 1F", "1M 1S"]


@pytest.mark.parametrize("number", range(1, 7))
def test_r18_1_the_tokens_of_the_own_omniforge(number):
    others = [k for k in range(1, 7) if k != number]
    g = Table(6, forges=(number, *others)).seat_to_act(0).act("use the own Omniforge")
    assert (g.has(), g.s["actions_left"]) == (BOXES[number - 1], 2)


def test_k14_as_often_as_actions_last():
    g = Table(2).act(*["use the own Omniforge"] * 3)
    assert g.has() == "3G 3S"


def test_r18_1_other_developments_do_not_produce():
    g = Table(2).build(0, "home", "Mine CL").act("use the own Omniforge")
    assert g.has() == "1G 1S"


def test_r18_1_only_the_own_omniforge():
    g = Table(4)
    assert g.offered("use ") == ["the own Omniforge"]


def test_k7_a_moved_omniforge_still_works():
    g = Table(2).planet(0, "Veon").build(0, "Veon", "Omniforge 2").act("use the own Omniforge")
    assert g.has() == "1G 1S"
