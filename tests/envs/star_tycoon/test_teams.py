"""Teams of two or three."""

import pytest

from tests.envs.star_tycoon.table import Table

MONUMENT, RETREAT, OFFICE = "CEO Monument PI", "Executive Retreat HI", "Corporate Office SQ"


def ended(g):
    """The game played quietly to its end."""
    return g.quiet(lambda s: False)


@pytest.mark.parametrize(("players", "size", "mates"), [(4, 2, [0, 2]), (6, 3, [0, 2, 4]), (6, 2, [0, 3])])
def test_r30_7_points_of_teammates_are_added(players, size, mates):
    g = Table(players, teams=size).build(mates[0], "home", MONUMENT).build(mates[-1], "home", RETREAT)
    assert [g.points(seat) for seat in range(players)] == [
        5 if seat in mates else 0 for seat in range(players)
    ]


@pytest.mark.parametrize(("players", "size"), [(4, 2), (6, 3), (6, 2)])
def test_r30_6_teammates_do_not_sit_next_to_each_other(players, size):
    for seat in range(players):
        g = Table(players, teams=size).build(seat, "home", MONUMENT)
        points = [g.points(other) for other in range(players)]
        assert points.count(3) == size
        assert points[(seat + 1) % players] == points[seat - 1] == 0


def test_r30_7_the_team_with_the_most_points_wins():
    g = Table(4, round=4, turn=3, teams=2).build(0, "home", MONUMENT)
    g.build(1, "home", RETREAT).build(3, "home", "Executive Retreat RB")
    assert ended(g).ranks() == [2, 0, 2, 0]


def test_k50_ties_go_to_the_summed_production():
    g = ended(Table(4, round=4, turn=3, teams=2).build(3, "home", "Mine CL"))
    assert g.ranks() == [2, 0, 2, 0]


def test_k50_the_production_of_all_teammates_is_summed():
    """The player who makes most is in the team that makes less."""
    g = Table(4, round=4, turn=3, teams=2, homeworlds="SERF").planet(0, "Veon")
    g.build(0, "home", "Mine CL", "Mine HI").build(1, "home", "Refinery RB")
    ended(g.build(3, "home", "Refinery CL", "Mine PI"))
    assert [g.points(seat) for seat in range(4)] == [0] * 4
    assert g.ranks() == [2, 0, 2, 0]


def test_k50_still_tied_teams_share_the_place():
    assert ended(Table(4, round=4, turn=3, teams=2)).ranks() == [0, 0, 0, 0]


def test_k50_three_teams_of_two():
    g = Table(6, round=4, turn=3, teams=2).build(4, "home", MONUMENT).build(5, "home", OFFICE)
    assert ended(g).ranks() == [4, 0, 2, 4, 0, 2]


def test_k50_teammates_are_rivals_for_supremacy():
    g = Table(4, teams=2).build(0, "home", "Shipyard CL").build(2, "home", "Shipyard HI")
    assert g.points(0) == 0


def test_k50_teammates_pay_commission():
    g = Table(4, teams=2).planet(2, "Plume").build(2, "Plume", "Offworld Importer SQ").tokens("2E")
    g.smuggle("Offworld Importer SQ", "gain gas")
    assert (g.has(0), g.has(2)) == ("1G", "1E")


def test_k50_teammates_are_stolen_from():
    g = Table(4, teams=2).row("development 1", "Salvage Raiders HX", "Mine RB", "Mine CL")
    g.tokens("1E 1G 1F", "", "1S").buy("development 1", 1)
    assert (g.has(0), g.has(2)) == ("1S", "")


def test_k50_teammates_planets_count_as_rivals():
    g = Table(4, teams=2).row("development 2", "Futures Exchange PI", "Crime Hub HX", "Crime Hub PI")
    g.planet(2, "Kiln").tokens("1G 1F 1R").buy("development 2", 1)
    assert g.has() == "1E"


def test_k50_no_transfers_without_barter():
    assert not Table(4, teams=2).tokens("5E", "", "5E").can("open an offer")
