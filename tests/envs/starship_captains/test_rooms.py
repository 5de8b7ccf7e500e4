"""Activating rooms with crew or with artifacts."""

import pytest

from tests.envs.starship_captains.table import Table

EVERYONE = "R Y B C R+ Y+ B+"


def crews(g, room):
    """The figures and pairs that can activate a room."""
    g = g.twin()
    g.act(f"activate {room}")
    return g.offered("choose ") + g.offered("use ")


def test_r_rooms_1_a_turn_is_a_room_a_mission_or_a_pass():
    g = Table(2).ships("I1").crew(ready="R Y B C")
    assert {"pass", "activate Helm", "activate Repair", "complete the mission"} <= set(g.legal())


def test_r_rooms_2_a_figure_goes_from_the_ready_room_to_the_end_of_the_queue():
    g = Table(2).crew(ready="R Y B C", queue="B Y R").use("Weapons").skip()
    assert (g.ready(), g.queue()) == ("R B C", "B Y R Y")


@pytest.mark.parametrize(
    ("room", "fitting"),
    [
        ("Helm", ["red ensign", "red commander"]),
        ("Weapons", ["yellow ensign", "yellow commander"]),
        ("Science", ["blue ensign", "blue commander"]),
    ],
)
def test_r_rooms_3_figures_match_the_colour_of_the_room(room, fitting):
    assert crews(Table(2).crew(ready=EVERYONE), room) == fitting


def test_r_rooms_4_everybody_matches_the_gray_room():
    assert crews(Table(2).crew(ready=EVERYONE), "Repair") == [
        "red ensign",
        "yellow ensign",
        "blue ensign",
        "cadet",
        "red commander",
        "yellow commander",
        "blue commander",
    ]


def test_r_rooms_5_a_cadet_matches_no_room_but_the_gray_one():
    g = Table(2).crew(ready="C").medals(0)
    assert g.legal() == ["pass", "activate Repair"]


def test_r_rooms_6_androids_activate_no_room():
    g = Table(2).crew(ready="A A").medals(0)
    assert g.legal() == ["pass"]


def test_r_rooms_6_an_android_is_no_choice_for_the_gray_room():
    g = Table(2).crew(ready="C A").use("Repair")
    assert g.asks() == "repair"
    assert g.ready() == "A"


def test_r_rooms_7_the_helm_gives_two_moves():
    g = Table(2).use("Helm").act("to I1", "to M1")
    assert (g.at(), g.who()) == ("M1", 1)


def test_r_rooms_8_weapons_let_one_pirate_be_fought():
    g = Table(2).pirates({"H-I1": "purple medal", "H-I2": "green medal"}).use("Weapons").act("fight green")
    assert (g.hold().count("P"), g.who()) == (1, 1)
    assert list(g.all_pirates()) == ["H-I1"]


def test_r_rooms_9_science_takes_a_tech():
    g = Table(2).use("Science").act("take 1", "in 3").skip()
    assert g.techs() == {3: "Warp Coils"}


def test_r_rooms_10_the_repair_room_removes_one_damage():
    g = Table(2).use("Repair", "C").act("fix cargo")
    assert (g.damage(), g.damaged(), g.who()) == (2, [1, 2, 5, 6], 1)


def test_r_rooms_11_a_room_without_an_effect_may_be_activated():
    g = Table(2).slots(damaged=range(1, 7)).crew(ready="B R", queue="C C C C C").use("Science")
    assert (g.queue(), g.who()) == ("C C C C C B", 1)


def test_r_rooms_11_weapons_without_a_pirate():
    assert Table(2).use("Weapons").who() == 1


def test_r_rooms_12_a_room_tech_is_activated_like_a_room():
    g = Table(2).slots(s4="Warp Coils").crew(ready="R C").use("room 4").act("to I1", "to M1", "to O1")
    assert (g.at(), g.ready(), g.queue()) == ("O1", "C", "R Y B R Y R")


def test_r_rooms_12_an_ability_is_no_room():
    g = Table(2).slots(s4="Repair Bots")
    assert not g.can("activate tech slot 4")


def test_r_rooms_13_artifacts_activate_a_room_of_their_common_colour():
    """A pair of red-blue artifacts: red, blue or gray; red-yellow with red-blue: red or gray."""
    g = Table(2).crew(ready="A").cargo(tokens="RB RB", damage=0).medals(0)
    assert g.legal() == ["pass", "activate Helm", "activate Science", "activate Repair"]
    g = Table(2).crew(ready="A").cargo(tokens="RY RB", damage=0).medals(0)
    assert g.legal() == ["pass", "activate Helm", "activate Repair"]


@pytest.mark.parametrize(
    ("pair", "rooms"),
    [
        ("RY RY", {"Helm", "Weapons", "Repair"}),
        ("RY YB", {"Weapons", "Repair"}),
        ("RY RB", {"Helm", "Repair"}),
        ("YB YB", {"Weapons", "Science", "Repair"}),
        ("YB RB", {"Science", "Repair"}),
        ("RB RB", {"Helm", "Science", "Repair"}),
    ],
)
def test_r_rooms_13_every_pair(pair, rooms):
    g = Table(2).crew(ready="A").cargo(tokens=pair, damage=0).medals(0)
    assert set(g.offered("activate ")) == rooms


def test_r_rooms_14_the_two_artifacts_are_discarded():
    g = Table(2).cargo(tokens="RB RB YB", damage=0).crew(ready="B").use("Helm")
    assert g.hold() == "YB"
    assert g.s["artifact_discard"].tolist() == [0, 0, 2]


def test_r_rooms_14_no_crew_is_used_by_artifacts():
    g = Table(2).cargo(tokens="RB RB", damage=0).crew(ready="R Y", queue="C C C C C")
    g.act("activate Helm", "use red-blue and red-blue artifacts", "to I1", "to M1")
    assert (g.at(), g.ready(), g.queue()) == ("M1", "R Y", "C C C C C")
    assert g.s["room"] == -1


def test_r_rooms_15_crew_or_artifacts_is_a_choice():
    g = Table(2).cargo(tokens="RB RB RY", damage=0).crew(ready="R R+ Y")
    assert crews(g, "Helm") == [
        "red ensign",
        "red commander",
        "red-yellow and red-blue artifacts",
        "red-blue and red-blue artifacts",
    ]


def test_r_rooms_16_two_artifacts_activate_a_room_tech():
    g = Table(2).slots(s3="Drill Range").cargo(tokens="RY YB", damage=3).crew(ready="A")
    g.use("room 3").act("fix cargo", "NI1")
    assert (g.has_medals(), g.damage(), g.marks()) == (2, 2, (0, 0, 1))


def test_r_rooms_17_one_artifact_activates_nothing():
    g = Table(2).crew(ready="A").cargo(tokens="RB P P", damage=0).medals(0)
    assert g.legal() == ["pass"]


def test_r_rooms_18_artifacts_do_no_second_task():
    g = Table(2).crew(ready="R+").cargo(tokens="RB RB", damage=0)
    g.act("activate Helm", "use red-blue and red-blue artifacts", "done")
    assert (g.who(), g.ready()) == (1, "R+")


def test_r_rooms_19_an_ensign_is_in_the_queue_before_the_effect():
    """Escape Pods call three figures; of a queue of two the ensign who opened them is the third."""
    g = Table(2).slots(s3="Escape Pods").crew(ready="R Y Y B C", queue="Y B").use("room 3")
    assert (g.ready(), g.queue()) == ("R Y Y Y B B C", "")


def test_r_rooms_19_three_figures_before_it_come_first():
    g = Table(2).slots(s3="Escape Pods").crew(ready="R Y C", queue="Y B C B").use("room 3")
    assert (g.ready(), g.queue()) == ("Y Y B C C", "B R")


def test_r_rooms_20_used_artifacts_become_the_supply_when_it_is_empty():
    g = Table(2).cargo(tokens="YB YB", damage=0).slots(s3="Salvage Bay").crew(ready="A")
    g.s["artifact_supply"] = [0, 0, 0]
    g.s["artifact_discard"] = [9, 7, 9]
    g.use("room 3").act("NI1")
    assert len(g.hold().replace(" P", "").split()) == 1
    assert g.s["artifact_discard"].tolist() == [0, 0, 0]
    assert g.s["artifact_supply"].sum() == 26


def test_r_rooms_21_no_artifact_anywhere_none_gained():
    g = Table(4).slots(s3="Salvage Bay").crew(ready="Y").cargo(0, "RY YB RB", damage=0)
    for seat, hold in enumerate(
        ("RY RY RY RY RY RY RY RY", "YB YB YB YB YB YB YB YB", "RB RB RB RB RB RB RB RB")
    ):
        g.cargo(seat + 1, hold, damage=0)
    g.use("room 3", "Y").act("NI1")
    assert g.hold() == "RY YB RB P"
