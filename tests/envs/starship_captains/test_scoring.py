"""Points to the half."""

from fractions import Fraction

import pytest

from tests.envs.starship_captains.table import Table


def bare():
    """A ship without anything that counts."""
    g = Table(2).medals(0, 0).slots(0).slots(1).cargo(0, "", 0).cargo(1, "", 0)
    assert [g.points(seat) for seat in range(2)] == [0, 0]
    return g


def test_r_scoring_1_missions_count_their_points():
    assert bare().completed(0, "Supply Run", "Treaty Signing", "Dyson Sphere").points() == 17


def test_r_scoring_2_tracks_with_their_loops():
    assert bare().tracks(0, CO=3, TC=13, NI=24).points() == 1 + 5 + (5 + 4)


def test_r_scoring_3_a_point_for_a_commander_an_android_a_pirate_token():
    assert bare().crew(ready="R+ A A", queue="Y+ R B B C C").points() == 4
    assert bare().cargo(0, "P P P", 0).points() == 3


def test_r_scoring_4_half_a_point_for_a_medal_or_an_artifact():
    assert bare().medals(3).points() == Fraction(3, 2)
    assert bare().cargo(0, "RY RY RB", 0).points() == Fraction(3, 2)


def test_r_scoring_5_a_point_less_for_each_damage():
    assert bare().cargo(0, "", 10).points() == -10
    assert bare().slots(0, damaged=(1, 3)).points() == -2


def test_r_scoring_6_at_the_start():
    """A medal, three damage in the hold and four in tech slots."""
    assert Table(2).points() == Fraction(1, 2) - 7


def test_r_scoring_7_techs_count_nothing():
    assert bare().slots(0, s1="Warp Coils", s2="Holodeck").points() == 0


def test_r_scoring_8_an_artifact_laid_on_a_room_does_not_count():
    g = bare().cargo(0, "RY", 0)
    g.s["artifacts"][0, 0], g.s["crowd"][0, 0] = 0, 0
    g.game.check()
    assert g.points() == 0


def test_r_scoring_9_the_most_points_win():
    g = Table(3).medals(3, 5, 1)
    assert g.ranks() == [1, 0, 2]


def test_r_scoring_10_a_tie_is_shared():
    g = Table(3).medals(3, 5, 5)
    assert g.ranks() == [2, 0, 0]


def test_r_scoring_11_half_a_point_decides():
    g = Table(2).medals(3, 2)
    assert g.ranks() == [0, 1]


@pytest.mark.parametrize("place", ["ready", "queue"])
def test_r_scoring_12_commanders_count_wherever_they_are(place):
    g = bare()
    crew = {"ready": "R Y B", "queue": "R Y B"}
    crew[place] = "R Y B B+"
    assert g.crew(0, **crew).points() == 1
