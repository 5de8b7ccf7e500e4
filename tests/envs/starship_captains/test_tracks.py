"""Faction tracks: steps, bonuses, loops, trophies."""

import pytest

from astrarium.envs.starship_captains import state as st
from tests.envs.starship_captains.table import Table

# track, side, space: what the bonus there changes, with answers
BONUSES = [
    ("CO", "A", 2, ["fix cargo"], {"damage": -1}),
    ("CO", "A", 9, [], {"medals": 1}),
    ("CO", "A", 12, [], {"medals": 3}),
    ("CO", "B", 3, [], {"medals": 1}),
    ("CO", "B", 6, ["to H"], {"place": "H"}),
    ("CO", "B", 11, [], {"ready": 1}),
    ("TC", "A", 2, ["fix cargo"], {"damage": -1}),
    ("TC", "A", 9, [], {"androids": 1}),
    ("TC", "A", 12, ["take 1", "in 3"], {"techs": 1}),
    ("TC", "B", 3, [], {"artifacts": 1}),
    ("TC", "B", 5, ["fix cargo"], {"damage": -1}),
    ("TC", "B", 11, [], {"androids": 1}),
    ("NI", "A", 2, ["fix cargo"], {"damage": -1}),
    ("NI", "A", 5, [], {"medals": 1}),
    ("NI", "A", 9, ["fix cargo"], {"artifacts": 1, "damage": -1}),
    ("NI", "B", 3, [], {"artifacts": 1}),
    ("NI", "B", 9, ["to H"], {"place": "H"}),
    ("NI", "B", 11, [], {"tokens": 1, "medals": 1}),
]
TRACKS = ("CO", "TC", "NI")


def border(sides="AAA", **positions):
    """The red line of a Border Dispute: three single steps on any track."""
    g = Table(2, sides=sides).ships("I1").missions(I1="Border Dispute").crew(ready="R C C", queue="Y B C C")
    g.tracks(0, **positions).board("Thruster Dock").slots(0, damaged=(1, 2, 5, 6))
    return g.send("R C C").act("yes")


def names(track):
    return {"CO": "co", "TC": "tc", "NI": "ni"}[track]


@pytest.mark.parametrize(("track", "side", "space", "answers", "expected"), BONUSES)
def test_r_tracks_1_a_bonus_is_resolved_when_the_marker_comes_there(track, side, space, answers, expected):
    g = border(side * 3, **{track: space - 1})
    before = g.account()
    g.act(f"{track}1", *answers)
    assert g.asks() == "advance"
    assert g.changes(before) == {names(track): 1, **expected}


@pytest.mark.parametrize("side", "AB")
@pytest.mark.parametrize("track", TRACKS)
def test_r_tracks_2_all_other_spaces_give_nothing(track, side):
    special = [space for name, at, space, *_ in BONUSES if (name, at) == (track, side)]
    for space in range(1, 14):
        if space in special:
            continue
        g = Table(2, sides=side * 3).no_events().ships("I1").missions(I1="Border Dispute")
        g.crew(ready="R C C").tracks(0, **{track: space - 1}).send("R C C").act("yes")
        before = g.account()
        g.act(f"{track}1")
        assert g.changes(before) == {names(track): 1}


def test_r_tracks_3_bonuses_are_taken_on_the_way():
    """Through space 2 of the Cooperative track to space 3."""
    g = Table(2).ships("I1").missions(I1="Escort the Envoy").crew(ready="R C").send("R C").act("yes", "CO3")
    assert (g.marks()[0], g.asks()) == (2, "repair")
    g.act("fix cargo", "CO1")
    assert g.marks()[0] == 3


def test_r_tracks_4_up_to_so_many_steps():
    g = Table(2).ships("I1").missions(I1="Escort the Envoy").crew(ready="R C").send("R C").act("yes")
    assert g.legal() == ["done", *(f"advance {n} on Cooperative" for n in (1, 2, 3))]
    g.act("CO1")
    assert g.marks()[0] == 1
    g.act("done")
    assert (g.marks()[0], g.asks()) == (1, "move")


def test_r_tracks_5_steps_on_one_track_of_choice_all_or_none():
    g = Table(2).slots(s3="Academy Hall").crew(ready="R").use("room 3")
    assert g.legal() == ["done", "advance 2 on Cooperative", "advance 2 on Tincan", "advance 2 on Ni'an"]
    assert g.act("done").marks() == (0, 0, 0)


def test_r_tracks_5_a_bonus_on_the_way_does_not_end_them():
    g = Table(2).no_events().ships("I1").missions(I1="Living Slime").crew(ready="C Y").tracks(0, CO=0)
    g.send("C Y").act("yes", "CO4", "fix cargo")
    assert (g.marks(), g.who()) == ((4, 0, 0), 1)


def test_r_tracks_6_single_steps_on_the_same_or_on_different_tracks():
    assert border().act("CO1", "TC1", "CO1", "fix cargo").marks() == (2, 1, 0)
    assert border().act("NI1", "done").marks() == (0, 0, 1)


@pytest.mark.parametrize(
    ("position", "points"),
    [
        (0, 0),
        (1, 1),
        (3, 1),
        (4, 2),
        (6, 2),
        (7, 3),
        (9, 3),
        (10, 4),
        (12, 4),
        (13, 5),
        (14, 6),
        (25, 9),
        (26, 10),
        (39, 15),
    ],
)
@pytest.mark.parametrize("track", TRACKS)
def test_r_tracks_7_points_of_the_zones_and_five_for_each_loop(track, position, points):
    g = Table(2)
    before = g.points()
    assert g.tracks(0, **{track: position}).points() - before == points


def test_r_tracks_8_bonuses_come_again_in_the_next_loop():
    g = border(CO=14).act("CO1", "fix cargo")
    assert (g.marks()[0], g.damage()) == (15, 2)


def test_r_tracks_9_the_first_who_loops_twice_takes_the_trophy():
    g = border(CO=25).act("CO1")
    assert g.s["trophy"].tolist() == [0, -1, -1]


def test_r_tracks_9_one_loop_is_not_enough():
    assert border(CO=12).act("CO1").s["trophy"].tolist() == [-1, -1, -1]


def test_r_tracks_9_no_trophy_within_the_second_loop():
    assert border(CO=2 * st.TRACK_LENGTH - 2).act("CO1").s["trophy"].tolist() == [-1, -1, -1]


def test_r_tracks_9_the_trophy_stays_with_the_first():
    g = border(CO=25)
    g.s["trophy"][0] = 1
    assert g.act("CO1").s["trophy"][0] == 1


def test_r_tracks_9_the_trophy_has_no_points_of_its_own():
    g = Table(2).tracks(0, CO=26)
    before = g.points()
    g.s["trophy"][st.COOPERATIVE] = 0
    assert g.points() == before


def test_r_tracks_10_a_bonus_inside_a_line_comes_before_the_rest_of_the_line():
    g = Table(2).ships("I1").missions(I1="Boarding Drill").crew(ready="Y C").tracks(0, NI=3)
    g.send("Y C").act("yes", "NI2")
    assert (g.marks()[2], g.has_medals(), g.who()) == (5, 2, 1)


def test_r_tracks_11_recycling_as_a_bonus():
    g = border(TC=11).act("TC1", "take 1")
    assert g.legal() == ["choose tech slot 3", "choose tech slot 4"]
