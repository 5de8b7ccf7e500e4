"""Training and promotion, passing, androids, the queue."""

import pytest

from tests.envs.starship_captains.table import Table


def test_r_crew_1_training_costs_a_medal():
    g = Table(2).medals(1).act("train cadet as red ensign")
    assert (g.ready(), g.has_medals()) == ("R R Y B", 0)


@pytest.mark.parametrize("colour", ["red", "yellow", "blue"])
def test_r_crew_1_a_cadet_becomes_an_ensign_of_any_colour(colour):
    assert Table(2).crew(ready="C").can(f"train cadet as {colour} ensign")


def test_r_crew_2_an_ensign_is_retrained_to_another_colour():
    g = Table(2).crew(ready="R C").medals(1).act("train red ensign as blue ensign")
    assert g.ready() == "B C"


def test_r_crew_2_not_to_its_own_colour():
    g = Table(2).crew(ready="R").medals(1)
    assert g.offered("train ") == ["red ensign as yellow ensign", "red ensign as blue ensign"]


def test_r_crew_3_training_and_then_the_helm():
    """The rulebook's Captain Andersen: no red ensign left, a cadet and a medal, two moves."""
    g = Table(2).crew(ready="Y B C", queue="R Y B R").medals(1)
    g.act("train cadet as red ensign").use("Helm").act("to I1", "to M2")
    assert (g.at(), g.has_medals(), g.ready(), g.queue()) == ("M2", 0, "Y B", "R Y B R R")


def test_r_crew_4_training_happens_before_the_action_of_the_turn():
    g = Table(2).medals(9).use("Helm").act("to I1")
    assert g.asks() == "move"
    assert not g.offered("train ")


def test_r_crew_4_several_may_be_trained_in_a_turn():
    g = Table(2).crew(ready="C C R").medals(3)
    g.act("train cadet as red ensign", "train cadet as blue ensign", "train red ensign as yellow ensign")
    assert (g.ready(), g.has_medals(), g.who()) == ("R Y B", 0, 0)


def test_r_crew_4_only_in_the_ready_room():
    g = Table(2).crew(ready="A", queue="C C R R Y Y B").medals(9)
    assert not g.offered("train ")
    assert not g.offered("promote ")


def test_r_crew_5_no_medal_no_training():
    assert not Table(2).medals(0).offered("train ")


def test_r_crew_6_promotion_costs_three_medals_and_keeps_the_colour():
    g = Table(2).medals(4).act("promote yellow ensign")
    assert (g.ready(), g.has_medals()) == ("R B C Y+", 1)


def test_r_crew_6_two_medals_are_not_enough():
    assert not Table(2).medals(2).offered("promote ")


def test_r_crew_7_at_most_five_commanders():
    g = Table(2).crew(ready="R R+ Y+ B+", queue="R+ R+ R").medals(9)
    assert not g.offered("promote ")
    g = Table(2).crew(ready="R R+ Y+ B+", queue="R+ R R").medals(9)
    assert g.offered("promote ") == ["red ensign"]


def test_r_crew_8_commanders_cadets_and_androids_are_not_promoted():
    g = Table(2).crew(ready="C A R+").medals(9)
    assert not g.offered("promote ")


def test_r_crew_8_commanders_and_androids_are_not_trained():
    g = Table(2).crew(ready="A R+ Y+ B+").medals(9)
    assert not g.offered("train ")


def test_r_crew_9_from_cadet_to_commander_in_one_turn():
    g = Table(2).crew(ready="C").medals(4).act("train cadet as red ensign", "promote red ensign")
    assert (g.ready(), g.has_medals()) == ("R+", 0)


def test_r_crew_9_also_before_passing():
    g = Table(2).medals(1).act("train cadet as red ensign", "pass")
    assert (g.ready(), g.who()) == ("R R Y B", 1)


def test_r_crew_10_who_has_passed_takes_no_more_turns_in_the_round():
    g = Table(3).act("pass")
    order = []
    for room in ("Weapons", "Weapons", "Repair", "Repair"):
        order.append(g.who())
        g.use(room, "C").skip()
    assert order == [1, 2, 1, 2]
    assert (g.who(), int(g.s["round"])) == (1, 1)


def test_r_crew_11_passing_is_allowed_with_figures_left():
    g = Table(2).act("pass")
    assert (g.ready(), g.queue(), g.who()) == ("R Y B C", "R Y B", 1)


def test_r_crew_12_without_crew_and_artifacts_there_is_only_the_pass():
    g = Table(2).crew(ready="").medals(5)
    assert g.legal() == ["pass"]


def test_r_crew_13_an_android_is_gained_into_the_ready_room():
    g = Table(2).slots(s3="Android Workshop").crew(ready="B").use("room 3")
    assert g.ready() == "A"


def test_r_crew_14_androids_stay_over_the_end_of_a_round():
    g = Table(2).crew(ready="A A").end_round()
    assert g.ready().split().count("A") == 2


def test_r_crew_15_turns_go_clockwise():
    g = Table(4)
    order = []
    for room in ["Weapons"] * 4 + ["Repair"] * 4:
        order.append(g.who())
        g.use(room, "C").skip()
    assert order == [0, 1, 2, 3, 0, 1, 2, 3]


def test_r_crew_16_figures_that_stay_are_no_part_of_the_slide():
    g = Table(2).crew(ready="R Y B C", queue="R Y B").act("pass", "pass")
    assert (g.ready(), g.queue()) == ("R Y B C", "R Y B")
