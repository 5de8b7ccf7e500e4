"""The evaluation agrees with what a player would say of a position."""

import numpy as np
import pytest

from astrarium.agents.search import evaluate_all
from astrarium.core.jit import COMPILED
from astrarium.core.state import CUT
from tests.envs.star_commander.endings import play
from tests.envs.star_commander.table import Table


def weighed(game):
    """The cards with the hand-made weights, whose judgement this file is about."""
    return game.game.weigh(game.content, "first")


def values(table):
    """The evaluation for every seat."""
    game = table.game
    states = np.array([table.s.copy()])
    out = np.zeros((1, int(table.s["num_players"])))
    game.game.bound(evaluate_all)(weighed(game).tables, states, out, 0, 1)
    return out[0]


def manned(table, *vessels):
    """The table with vessels put on it: (seat, kind, cell) each."""
    for vessel in vessels:
        table.put(*vessel)
    return table


def test_the_turn_itself_is_worth_less_than_a_development():
    equal, more = values(Table()), values(Table().home(0, 2))
    assert equal[0] == pytest.approx(-equal[1])
    assert abs(equal[0]) < more[0] - equal[0]


def test_developments_lead():
    ahead, behind = values(Table().own("C2", 0, 3, "Trade World"))
    assert ahead > 0.2
    assert behind == pytest.approx(-ahead)


def test_a_besieged_homeworld_is_worse_than_a_lost_ship():
    besieged = values(manned(Table().no_scouts(), (1, "Corvette", "C3")))[0]
    alone = values(manned(Table().no_scouts(), (1, "Corvette", "A1")))[0]
    assert besieged < alone < 0


def test_a_homeworld_that_falls_this_turn_is_worse_than_any_loss_of_ships_and_systems():
    table = Table().no_scouts().own("C2", 0, 3, "Trade World").own("B2", 0, 4, "Core World")
    safe = values(manned(table, (0, "Battleship", "B2")))[0]
    falling = Table().no_scouts().own("C2", 0, 3, "Trade World").own("B2", 0, 4, "Core World")
    manned(falling, (0, "Battleship", "B2"), (1, "Corvette", "C3"))
    falling.s["active"] = falling.s["seat"] = 1
    assert safe > 0.3
    assert values(falling)[0] < -0.5


def test_a_homeworld_without_guard_beside_a_foreign_ship_is_in_danger():
    def red(*vessels):
        return values(manned(Table(3).no_scouts(), (1, "Corvette", "D3"), *vessels))[0]

    far = values(manned(Table(3).no_scouts(), (1, "Corvette", "A2")))[0]
    assert red() < far - 0.1
    assert red((0, "Destroyer", "D4")) - red() > 0.2


def test_a_besieged_colony_is_worse_than_a_free_one_and_better_than_a_besieged_homeworld():
    def red(cell):
        table = Table().no_scouts().home(0, 3).own("C2", 0, 3, "New Colony")
        return values(manned(table, (1, "Corvette", cell)))[0]

    assert red("C3") < red("C2") < red("A1")


def test_a_capital_is_worth_more_than_another_system():
    """As many systems with as much room, and none of them yields anything."""

    def red(*systems):
        table = Table().no_scouts()
        for cell, name in zip(("C2", "B2", "B3"), systems, strict=True):
            table.own(cell, 0, 2, name)
        return values(table)[0]

    others = red("New Colony", "Alien System", "Military Base")
    assert red("Silis Major", "Black Hole", "Asteroid Field") > others + 0.01


def test_a_vessel_under_lethal_damage_counts_less():
    def red(assigned):
        table = Table().no_scouts().reveal("B2", "Trade World")
        ship = table.put(0, "Destroyer", "B2")
        table.put(1, "Cruiser", "B2")
        table.s["v_assigned"][ship] = assigned
        return values(table)[0]

    assert red(5) < red(4) == red(0)


def test_credits_are_worth_what_they_can_buy():
    def gain(home, colony):
        table = Table().no_scouts().home(0, home).own("C2", 0, colony, "Trade World")
        return values(table.credits(4, 0))[0] - values(table.credits(0, 0))[0]

    assert gain(1, 1) > gain(6, 4) > 0


def test_the_turn_of_another_is_no_loss_and_the_own_one_no_gain():
    table = Table().no_scouts().own("C2", 0, 2, "Trade World").own("A2", 1, 2, "Trade World")
    mine = values(table.credits(5, 0))[0]
    table.credits(0, 5)
    table.s["active"] = table.s["seat"] = 1
    theirs = values(table)[0]
    assert mine == pytest.approx(-theirs, abs=0.02)


def test_a_technology_on_the_stack_counts_as_one_in_the_row():
    table = Table().give(0, "Advanced Systems").give(1, "Evasion")
    table.play("Advanced Systems")
    waiting = values(table)[1]
    assert waiting == pytest.approx(values(table.resolve())[1], abs=0.01)


def test_every_seat_of_a_larger_table_has_its_value_within_bounds():
    found = values(manned(Table(4).own("C2", 1, 2, "Core World"), (2, "Refinery", "A1")))
    assert found.argmax() == 1
    assert np.abs(found).max() <= 1


def test_fire_of_the_others_counts_once_combat_has_begun():
    table = Table().no_scouts().reveal("B2", "Trade World")
    manned(table, (0, "Destroyer", "B2"), (1, "Cruiser", "B2"))
    before = values(table)[0]
    table.game.act("end the command phase", "yes")
    assert values(table)[0] < before


def test_a_finished_game_is_worth_its_result():
    table = Table(3).own("C2", 0, 2, "Trade World")
    table.s["over"] = 1
    assert values(table).tolist() == [1, -1, -1]
    table = Table(3)
    table.s["over"] = 1
    assert values(table).tolist() == [0, 0, 0]
    table = Table(3).own("C2", 0, 2, "Trade World").own("C3", 1, 2, "Black Hole")
    table.s["over"] = 1
    assert values(table).tolist() == [0.5, 0.5, -1]


@pytest.mark.skipif(not COMPILED, reason="whole games of a searching player")
def test_greedy_players_do_not_wait_for_the_last_round():
    batch, _ = play(players=2, readings=0, agent="greedy", games=24)
    assert not (batch.states["over"] == CUT).any()
