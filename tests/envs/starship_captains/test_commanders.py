"""Commanders' second tasks in rooms and on missions."""

import pytest

from tests.envs.starship_captains.table import GAME, Table


def helm(queue="C R Y B B", ready="R+ Y"):
    """A red commander has activated the Helm and stayed where it was."""
    return Table(2).crew(ready=ready, queue=queue).use("Helm").act("done")


def test_r_commanders_1_a_commander_works_like_an_ensign_first():
    g = Table(2).crew(ready="R+").use("Helm").act("to I1", "to M1")
    assert (g.at(), g.asks(), g.who()) == ("M1", "task", 0)


def test_r_commanders_2_the_second_task_is_a_room_a_subordinate_or_nothing():
    g = helm()
    assert (g.offered("activate "), g.subordinates(), g.can("done")) == (
        ["Helm", "Repair"],
        ["C1", "R2"],
        True,
    )
    assert len(g.legal()) == 5


def test_r_commanders_3_extra_work_in_the_same_room():
    g = helm().act("activate Helm", "to I1", "to M1")
    assert (g.at(), g.who(), g.queue()) == ("M1", 1, "C R Y B B R+")


def test_r_commanders_3_extra_work_in_the_gray_room():
    g = helm().act("activate Repair", "fix cargo")
    assert (g.damage(), g.who()) == (2, 1)


def test_r_commanders_3_extra_work_in_a_tech_of_the_colour():
    g = Table(2).slots(s3="Warp Coils", s4="Salvage Bay").crew(ready="R+").use("Helm").act("done")
    assert g.offered("activate ") == ["Helm", "Repair", "tech slot 3"]


def test_r_commanders_3_from_the_repair_room_to_a_room_of_the_colour():
    g = Table(2).crew(ready="B+").use("Repair").act("fix cargo")
    assert g.offered("activate ") == ["Science", "Repair"]


def test_r_commanders_4_only_one_extra_task():
    g = helm().act("activate Repair", "fix cargo")
    assert g.who() == 1
    assert g.queue() == "C R Y B B R+"


def test_r_commanders_5_a_subordinate_comes_from_anywhere_in_the_queue():
    g = helm(queue="B Y B R C").act("R")
    assert (g.ready(), g.queue()) == ("R Y", "B Y B C R+")


def test_r_commanders_5_not_only_the_frontmost_of_its_kind():
    g = helm(queue="C Y C R B")
    assert g.subordinates() == ["C1", "C3", "R4"]
    assert g.act("call 3").queue() == "C Y R B R+"


def test_r_rulings_81_of_equal_neighbours_the_first_stands_for_all():
    g = helm(queue="Y C C R R C")
    assert g.subordinates() == ["C2", "R4", "C6"]
    assert g.act("call 4").queue() == "Y C C R C R+"


def test_r_rulings_81_names_tell_apart_who_is_called():
    g = helm(queue="C Y C R B")
    names = [GAME.action_name(action, g.game.content, g.s) for action in g.game.legal_ids()]
    assert names[-3:] == [
        "call a cadet, number 1 of the queue",
        "call a cadet, number 3 of the queue",
        "call a red ensign",
    ]


def test_r_commanders_5_a_cadet_comes_to_the_ready_room():
    g = helm(queue="B C Y C R").act("C")
    assert (g.ready(), g.queue()) == ("Y C", "B Y C R R+")


def test_r_commanders_6_no_commander_and_no_other_colour_is_a_subordinate():
    g = helm(queue="Y B R+ Y+ B+")
    assert g.subordinates() == []


def test_r_commanders_7_the_commander_joins_the_queue_last():
    """Escape Pods call three figures before their commander stands in the queue."""
    g = Table(2).slots(s3="Escape Pods").crew(ready="R+ R Y B C", queue="Y B").use("room 3", "R+")
    assert (g.ready(), g.queue()) == ("R Y Y B B C", "")
    assert g.act("done").queue() == "R+"


def test_r_commanders_8_the_second_task_may_be_none():
    g = helm().act("done")
    assert (g.who(), g.queue()) == (1, "C R Y B B R+")


def test_r_commanders_9_a_tech_just_taken_can_be_the_extra_work():
    g = Table(2).slots().board("Xeno-Archive").tracks(0, TC=2).crew(ready="B+").use("Science")
    g.act("take 1", "in 3", "activate tech slot 3", "TC3")
    assert (g.marks()[1], g.who()) == (5, 1)


def test_r_commanders_10_a_single_use_tech_is_used_once():
    g = Table(2).slots(s3="Escape Pods").crew(ready="R+ C C C", queue="C C C").use("room 3")
    assert g.techs() == {}
    assert g.offered("activate ") == ["Helm", "Repair"]


def test_r_commanders_11_no_subordinate_in_an_empty_queue():
    g = Table(2).crew(ready="R+ Y R B C C C", queue="").use("Helm", "R+").act("done")
    assert (g.asks(), g.subordinates()) == ("task", [])


# On missions


def anomaly(ready="R Y+ B C", queue="R Y C"):
    """The first line of the Anti-Time Anomaly is ignored; the yellow commander is next."""
    g = Table(2).no_events().tracks(0, CO=2, TC=2, NI=9).ships("I1").missions(I1="Anti-Time Anomaly")
    return g.crew(ready=ready, queue=queue).send("R Y+ B").act("no")


def test_r_commanders_12_the_example_of_captain_kristensen():
    """Two damage, four steps on the Tincan track, then the yellow ensign of the queue; then the blue line."""
    g = anomaly().act("yes", "TC4")
    assert (g.damage(), g.marks()) == (5, (2, 6, 9))
    assert (g.legal()[:2], g.subordinates()) == (["done", "yes"], ["Y2", "C3"])
    g.act("Y")
    assert (g.ready(), g.queue()) == ("Y C", "R C")
    assert (g.damage(), g.asks()) == (5, "line")


def test_r_commanders_12_or_two_more_damage_and_four_more_steps():
    g = anomaly().act("yes", "TC4", "yes", "CO4")
    assert (g.damage(), g.marks()) == (7, (6, 6, 9))
    assert g.asks() == "line"


def test_r_commanders_13_a_line_is_repeated_before_the_next_line():
    g = Table(2).ships("I1").missions(I1="Parade of Ships").crew(ready="R+ Y B C").send("R+ Y B")
    g.act("yes", "yes")
    assert g.has_medals() == 5
    g.act("yes", "NI1")
    assert g.has_medals() == 6


def test_r_commanders_13_only_once():
    g = Table(2).ships("I1").missions(I1="Parade of Ships").crew(ready="R+ C C C").send("R+ C C")
    g.act("yes", "yes")
    assert (g.has_medals(), g.who()) == (5, 1)


def test_r_commanders_14_a_line_that_was_ignored_is_not_repeated():
    g = anomaly().act("no")
    assert (g.legal()[0], g.can("yes"), g.subordinates()) == ("done", False, ["Y2", "C3"])


def test_r_commanders_14_nor_one_after_a_line_that_was_resolved():
    g = Table(2).ships("I1").missions(I1="Parade of Ships").crew(ready="R+ Y+ B C")
    g.send("R+ Y+ B").act("yes", "done")
    assert g.asks() == "line"
    g.act("no")
    assert (g.asks(), g.can("yes")) == ("line_task", False)


def test_r_commanders_15_on_a_line_of_another_colour_only_a_subordinate():
    g = Table(2).ships("I1").missions(I1="Parade of Ships").crew(ready="B+ C C C", queue="B Y C")
    g.send("B+ C C")
    assert (g.legal()[0], g.can("yes"), g.subordinates()) == ("done", False, ["B1", "C3"])
    g.act("C")
    assert (g.ready(), g.who()) == ("C C", 1)


def test_r_commanders_16_figures_on_the_mission_are_no_subordinates():
    g = Table(2).ships("I1").missions(I1="Parade of Ships").crew(ready="R+ R C Y", queue="Y B B")
    g.send("R+ R C").act("yes")
    assert g.legal() == ["done", "yes"]


def test_r_commanders_17_a_subordinate_does_not_join_the_running_mission():
    g = anomaly().act("yes", "TC4", "Y")
    assert [int(figure) for figure in g.s["pad"]] == [0, 5, 2, -1]
    assert g.ready() == "Y C"


def test_r_commanders_18_choices_may_differ_the_second_time():
    g = Table(2).ships("I1").missions(I1="Smugglers' Moon").crew(ready="Y+ C").tracks(0, NI=9).send("Y+ C")
    g.act("yes", "choose the first effect", "NI3", "yes", "choose the second effect")
    assert (g.marks()[2], g.has_medals()) == (12, 3)


@pytest.mark.parametrize("figure", ["R", "A"])
def test_r_commanders_19_ensigns_and_androids_have_no_second_task(figure):
    g = Table(2).ships("I1").missions(I1="Parade of Ships").crew(ready=f"{figure} C C C", queue="C R Y B")
    if figure == "R":
        g.crew(ready="R C C C", queue="C R Y")
    g.send(f"{figure} C C").act("yes")
    assert (g.has_medals(), g.who()) == (3, 1)


def test_r_commanders_19_an_ensign_in_a_room_has_no_second_task():
    g = Table(2).crew(ready="R Y C C", queue="C R B").use("Helm", "R").act("done")
    assert (g.who(), g.asks(), g.queue()) == (1, "turn", "C R B R")


def test_r_commanders_20_the_commander_returns_with_its_line():
    g = anomaly().act("yes", "TC4", "done", "no").skip()
    assert g.queue() == "R Y C R Y+ B"
