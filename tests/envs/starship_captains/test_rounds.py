"""The end of a round and what the next one brings."""

import pytest

from tests.envs.starship_captains.table import Table


def test_r_rounds_1_the_round_ends_when_all_have_passed():
    g = Table(3).act("pass", "pass")
    assert g.s["round"] == 1
    assert g.act("pass").s["round"] == 2


def test_r_rounds_2_the_queue_slides_until_the_last_three_remain():
    g = Table(2).crew(ready="C", queue="R Y B B R Y").act("pass", "pass")
    assert (g.ready(), g.queue()) == ("R Y B C", "B R Y")


def test_r_rounds_2_a_short_queue_stays():
    g = Table(2).crew(ready="C C C R Y", queue="B R").act("pass", "pass")
    assert (g.ready(), g.queue()) == ("R Y C C C", "B R")


def test_r_rounds_3_round_two_brings_a_medal():
    g = Table(3).medals(1, 0, 4).end_round()
    assert [g.has_medals(seat) for seat in range(3)] == [2, 1, 5]
    assert g.ready().split().count("C") == 1


@pytest.mark.parametrize("round", [2, 3])
def test_r_rounds_4_rounds_three_and_four_bring_a_cadet(round):
    g = Table(2, round=round)
    before = [g.ready(seat).split().count("C") for seat in range(2)]
    medals = [g.has_medals(seat) for seat in range(2)]
    g.end_round()
    assert [g.ready(seat).split().count("C") for seat in range(2)] == [n + 1 for n in before]
    assert [g.has_medals(seat) for seat in range(2)] == medals


def test_r_rounds_5_the_starting_player_marker_goes_left():
    g = Table(3)
    for first in (1, 2, 0):
        g.end_round()
        assert (g.s["first"], g.who()) == (first, first)


def test_r_rounds_6_nobody_has_passed_in_the_new_round():
    assert Table(4).end_round().s["passed"].tolist() == [0, 0, 0, 0]


def test_r_rounds_7_the_game_ends_after_four_rounds():
    g = Table(2, round=4).ships("I1", "I2").act("pass")
    assert not g.s["over"]
    assert g.act("pass").s["over"]
    assert g.legal() == []


def test_r_rounds_8_nothing_new_comes_after_round_four():
    g = Table(2, round=4).ships("I1", "I2")
    crew = [len((g.ready(seat) + " " + g.queue(seat)).split()) for seat in range(2)]
    g.act("pass", "pass")
    assert [len((g.ready(seat) + " " + g.queue(seat)).split()) for seat in range(2)] == crew
    assert g.has_medals() == 1


def test_r_rounds_9_a_whole_game_of_passes():
    """Alone at Home Station: 7 damage against half a point for two medals."""
    g = Table(2)
    while not g.s["over"]:
        g.act("pass")
    assert [g.points(seat) for seat in range(2)] == [-6.0, -6.0]


def test_r_rounds_10_abilities_of_a_turn_begin_anew():
    g = Table(2).slots(s3="Bridge Simulator").medals(0, 0).act("train cadet as red ensign").end_round()
    assert g.s["trained"] == 0
