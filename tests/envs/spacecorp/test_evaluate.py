"""The evaluation agrees with what a player would say of a position."""

import numpy as np
import pytest

from astrarium.agents.search import evaluate_all
from astrarium.envs.spacecorp import state as st
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


def gain(better, worse):
    """By how much seat 0 stands better in one position than in another."""
    return values(better.ready())[0] - values(worse.ready())[0]


def test_cards_are_worth_less_when_contracts_have_been_fulfilled():
    early, late = ({}, {"marker": [1, 1, 1, 1, 1, 0, 0]})
    worth = [
        gain(Table().set(**done).give(0, "Solar Sail", "Heavy Lifter"), Table().set(**done))
        for done in (early, late)
    ]
    assert worth[0] > worth[1] > 0


def wonder(base):
    """A Natural Wonder at Luna with a base on it."""
    return Table().explored("Luna", "Natural Wonder").base(0, "Luna", base)


def test_an_attraction_on_a_wonder_produces():
    assert gain(wonder("Attraction"), wonder("Research base")) > 0.02


def announced_build(base):
    """A Build among the planets whose base is chosen; two opponents' bases stand in the region."""
    g = Table("Planeteers", start_era=2).profits(20, 20).teams(0, "Dione").explored("Dione", "Exo-Life")
    g.explored("Rhea", "Exotic Elements@P-e2").base(1, "Rhea", "Refinery")
    g.explored("Titan", "Exotic Elements@P-e2").base(1, "Titan", "Refinery")
    g.give(0, "Ice Forge", "Ice Forge", "Ice Forge").do("Build", f"base {base}")
    assert g.s["bases"][0] >= 0
    return g


def test_the_effect_of_a_base_at_once_is_foreseen():
    plain = values(announced_build("Industrial"))[0]
    assert values(announced_build("Bio Lab"))[0] > plain
    assert values(announced_build("Secure"))[0] > plain


def test_an_exploiter_is_worth_its_profit_at_once():
    after = {}
    for base in ("Exploiter", "Shield Factory"):
        g = Table("Starfarers", start_era=3).profits(20, 20).explored("Wolf 359", "Habitable World")
        g.teams(0, "Wolf 359").give(0, *["Orbital Foundry"] * 3)
        before = values(g.ready())[0]
        g.do("Build", f"base {base}")
        after[base] = values(g)[0] - before
    assert after["Exploiter"] > after["Shield Factory"] - 0.2  # 3T at once for three colony points


def test_a_claim_is_worth_something():
    claimed, other = (
        Table().explored("Luna", "Exotic Elements").teams(0, "Luna", claim=claim) for claim in (True, False)
    )
    assert gain(claimed, other) > 0


def test_a_legacy_tile_goes_on_being_worth_something():
    with_tile, without = (Table("Planeteers", start_era=2) for _ in range(2))
    with_tile.set(legacy_tile=[with_tile.tile("Exotic Elements"), -1, -1, -1], legacy_base=[3, -1, -1, -1])
    with_tile.s["supply"][0, 3] -= 1
    assert gain(with_tile, without) > 0.05


def settled(*colonies):
    """Systems of seat 0 with a colony each; the first is still without one."""
    g = Table("Starfarers", start_era=3).explored("Alpha Centauri", "Habitable World")
    g.base(0, "Alpha Centauri", "Industrial")
    for site, name in zip(("Wolf 359", "Sirius"), colonies, strict=False):
        g.explored(site, "Marginal World").base(0, site, "Industrial").colonized(site, name)
    return g


def test_a_colony_that_goes_on_paying_is_worth_more_than_one_without_effect():
    assert gain(settled("Mayflower"), settled("New Geneva")) > 0.01


def test_the_second_colony_counts_for_its_contract():
    closed = settled("New Geneva").set(marker=[2, 2, 2, 2, 3, 2, 3])
    open_, shut = settled("New Geneva").set(marker=[2, 2, 2, 2, 3, 2, 2]), closed
    both = []
    for g in (open_, shut):
        before = values(g.ready())[0]
        both.append(values(g.do("Colonize", "colony Bastion (4)"))[0] - before)
    assert both[0] > both[1]


def test_a_contract_that_is_met_or_fulfilled_asks_for_no_more_bases():
    after = {}
    for name, marker in (("open", [0] * 7), ("fulfilled", [0, 0, 1, 0, 0, 0, 0])):
        g = (
            Table(players=3)
            .set(marker=marker)
            .explored("Luna", "Exotic Elements")
            .base(0, "Luna", "Refinery")
        )
        g.explored("Eros", "Exotic Elements").base(0, "Eros", "Refinery")
        g.teams(0, "Sisyphus").explored("Sisyphus", "Water").give(0, "Heavy Lifter", "Inflatable Habitat")
        before = values(g.ready())[0]
        after[name] = values(g.do("Build", "base Industrial"))[0] - before
    assert after["open"] > after["fulfilled"]


def test_steps_beyond_a_contract_are_worth_nothing():
    after = {}
    for number in (1, 2):
        g = Table(players=3).base(0, "Lunar L5", "Spaceport").teams(0, "Lunar L4")
        if number == 2:
            g.base(0, "Solar L1", "Spaceport")
        g.give(0, "Heavy Lifter", "Inflatable Habitat")
        before = values(g.ready())[0]
        after[number] = values(g.do("Build", "base Spaceport"))[0] - before
    assert after[1] > after[2]  # two are enough for three players


def test_exploring_mars_is_worth_its_contract():
    worth = {}
    for name, marker in (("open", 0), ("fulfilled", 1)):
        g = Table().teams(0, "Mars North", "Luna").give(0, "Spectral Array", "Survey Rover")
        g.set(marker=[0, marker, 0, 0, 0, 0, 0])
        before = values(g.ready())[0]
        g.do("Explore", "team 1")
        assert g.s["site"] == g.site("Mars North")
        worth[name] = values(g)[0] - before
    assert worth["open"] > worth["fulfilled"]


def test_an_explore_without_its_team_yet_is_worth_a_little():
    g = Table().teams(0, "Mars North", "Luna").give(0, "Spectral Array", "Survey Rover")
    before = values(g.ready())[0]
    g.do("Explore")
    assert g.s["site"] < 0
    assert values(g)[0] > before


def test_infra_that_shields_is_worth_more():
    shielded, plain = (
        Table("Planeteers", start_era=2).infra(0, 1, card)
        for card in ("Magnetic Sail", "Nuclear Pulse Drive")
    )
    assert gain(shielded, plain) > 0


def test_the_first_beyond_marker_is_wanted_more_than_the_second():
    after = []
    for beyond in ([-1, -1], [1, -1], [1, 1]):
        g = Table().teams(0, "Deimos", "Earth").set(beyond=beyond).explored("Deimos", "Exotic Elements")
        g.base(0, "Deimos", "Refinery").give(0, "Solar Sail", "Solar Sail", "Heavy Lifter")
        before = values(g.ready())[0]
        g.do("Move", "team 1", "site Asteroid Belt")
        assert g.s["site"] == g.site("Asteroid Belt")
        after.append(values(g)[0] - before)
    assert after[0] > after[1] > after[2]


def test_a_build_without_its_base_yet_is_worth_its_best_base():
    g = among_the_stars()
    before = values(g.ready())[0]
    g.do("Build")
    assert g.s["site"] >= 0 > g.s["bases"][0]
    assert values(g)[0] > before


def test_a_build_that_makes_a_system_ready_for_a_colony_is_wanted():
    after = {}
    for tile in ("Habitable World", "Exotic Asteroid Belt"):
        g = Table("Starfarers", start_era=3).profits(20, 20).explored("Wolf 359", tile).teams(0, "Wolf 359")
        g.give(0, *["Orbital Foundry"] * 3).do("Build", "base Secure")
        assert g.s["bases"][0] == 6
        after[tile] = values(g)[0]
    assert after["Habitable World"] > after["Exotic Asteroid Belt"]


def test_announced_research_produce_and_genetics_count_by_their_value():
    g = Table().explored("Luna", "Exotic Elements").base(0, "Luna", "Refinery")
    g.give(0, "Research Grant", "Drone Swarm", "Exobiology Lab").ready()
    for act, card in (
        ("Research", "Research Grant"),
        ("Produce", "Drone Swarm"),
        ("Genetics", "Exobiology Lab"),
    ):
        trial = g.twin()
        before = values(trial)[0]
        trial.s["act"], trial.s["ask"], trial.s["cost"] = st.TYPES.index(act), st.ASK_PLAY, 1
        low = values(trial)[0]
        trial.s["plain"] += 1
        assert values(trial)[0] > low, card
        assert values(trial)[0] > before


def test_cards_still_to_draw_count():
    g = Table().give(0, "Research Grant", "Cargo Pod")
    g.do("Research", "use own", "card Research Grant")
    assert (g.s["ask"], g.s["left"]) == (st.ASK_DRAW, 3)
    all_of_them = values(g)[0]
    g.s["left"] = 1
    assert values(g)[0] < all_of_them


def test_a_reward_that_is_due_counts():
    g = Table().give(0, "Cargo Pod", "Chemical Drive").ready()
    before = values(g)
    g.s["due"][1] = 1
    assert values(g)[1] > before[1]


def test_a_colony_that_is_being_paid_for_is_wanted():
    g = among_the_stars().base(0, "Wolf 359", "Industrial").ready()
    before = values(g)[0]
    g.do("Colonize", "colony Concord (6)")
    assert g.s["ask"] == st.ASK_COLONY_TEAM
    assert values(g)[0] > before


def test_an_announced_upgrade_changes_nothing_yet():
    g = Table().give(0, "Chemical Drive", "Nuclear Thermal Drive").ready()
    before = values(g)
    g.do("Upgrade")
    assert g.s["ask"] == st.ASK_UPGRADE_CARD
    assert values(g) == pytest.approx(before)
