"""The evaluation agrees with what a player would say of a position."""

import numpy as np
import pytest

from astrarium.agents.search import evaluate_all
from tests.envs.spacecorp.table import Table


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


def test_equal_positions_are_worth_nothing_to_anybody():
    assert values(Table()) == pytest.approx(0, abs=0.05)


def test_profit_leads():
    ahead, behind = values(Table().profits(6, 0))
    assert ahead > 0.2
    assert behind == pytest.approx(-ahead)


@pytest.mark.parametrize(
    "arranged",
    [
        Table().give(0, "Solar Sail", "Heavy Lifter"),
        Table().infra(0, 1, "Nuclear Thermal Drive"),
        Table().explored("Luna", "Exotic Elements").base(0, "Luna", "Refinery"),
        Table().teams(0, "Luna"),
        Table().set(beyond=[0, -1]),
        Table("Planeteers", start_era=2).owns(0, "Sensory Focus"),
        Table("Starfarers", start_era=3)
        .explored("Wolf 359", "Habitable World")
        .base(0, "Wolf 359", "Bio Lab")
        .colonized("Wolf 359", "New Geneva"),
    ],
)
def test_every_kind_of_asset_is_worth_something(arranged):
    assert values(arranged)[0] > 0.01


def test_an_announced_build_is_worth_its_base():
    g = (
        Table()
        .teams(0, "Luna")
        .explored("Luna", "Exotic Elements")
        .give(0, "Inflatable Habitat", "Heavy Lifter")
    )
    before = values(g.ready())[0]
    g.do("Build", "base Refinery")
    assert values(g)[0] > before


def among_the_stars():
    """A habitable world with all that a Build there needs."""
    g = Table("Starfarers", start_era=3).profits(20, 20).explored("Wolf 359", "Habitable World")
    return g.teams(0, "Wolf 359").give(0, "Orbital Foundry", "Orbital Foundry")


def test_an_exploited_world_is_less_ready_for_a_colony():
    after = {
        base: values(among_the_stars().base(0, "Wolf 359", base))[0] for base in ("Exploiter", "Bio Lab")
    }
    assert after["Bio Lab"] > after["Exploiter"] + 0.05


def test_a_colony_that_can_be_founded_is_wanted():
    g = among_the_stars().base(0, "Wolf 359", "Industrial")
    before = values(g.ready())[0]
    g.do("Colonize", "colony New Geneva (3)")
    assert values(g)[0] > before


def test_a_team_goes_where_no_own_team_stands():
    after = {}
    for site in ("Luna", "Eros"):
        g = Table().teams(0, "Luna", "Earth").give(0, "Solar Sail", "Solar Sail", "Ion Drive")
        g.do("Move", "team 2", f"site {site}")
        assert g.s["site"] == g.site(site)
        after[site] = values(g)[0]
    assert after["Eros"] > after["Luna"]


def test_a_base_that_fulfils_a_contract_is_worth_its_award():
    after = {}
    for base in ("Research base", "Spaceport"):
        g = Table().base(0, "Lunar L5", "Spaceport").base(0, "Solar L1", "Spaceport").teams(0, "Lunar L4")
        g.give(0, "Heavy Lifter", "Inflatable Habitat").do("Build", f"base {base}")
        after[base] = values(g)[0]
    assert after["Spaceport"] > after["Research base"] + 0.05


def test_a_finished_game_is_won_lost_or_shared():
    g = Table(end_era=1).give(0, "Chemical Drive").profits(3, 1).only()
    g.do("pass").quiet(lambda s: s["over"])
    assert values(g).tolist() == [1, -1]
    g.s["profit"][:2] = 3
    assert values(g).tolist() == [0, 0]
