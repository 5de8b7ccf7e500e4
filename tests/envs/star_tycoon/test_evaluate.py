"""The evaluation agrees with what a player would say of a position."""

import numpy as np
import pytest

from astrarium.agents.match import play_seated
from astrarium.agents.search import evaluate_all
from astrarium.core.jit import COMPILED
from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import GAME, Table

LAST = {"round": 4, "turn": 3}  # the last turn of the game


def weighed(game):
    """The cards with the hand-made weights, whose judgement this file is about."""
    return game.game.weigh(game.content, "first")


def values(table):
    """The evaluation for every seat."""
    game = table.game
    out = np.zeros((1, table.players))
    game.game.bound(evaluate_all)(weighed(game).tables, game.states.copy(), out, 0, 1)
    return out[0]


def value(table):
    """The evaluation for seat 0, whose turn it is."""
    return values(table)[0]


def idle(table):
    """Seat 0 has no action left in this turn."""
    table.s["actions_left"] = 0
    return table


def bare(table):
    """Nothing lies in the rows but what a test lays there."""
    for row in st.ROWS:
        table.row(row)
    return table


# Cards


def test_a_target_that_is_met_is_worth_more_than_the_same_cards_elsewhere():
    met = Table().planet(0, "Harrow").build(0, "Harrow", "Shipyard CL", "Mine HI")
    unmet = Table().planet(0, "Harrow").build(0, "home", "Shipyard CL", "Mine HI")
    assert value(met) > value(unmet) + 0.05


def test_a_step_towards_a_target_is_worth_more_than_the_same_card_elsewhere():
    on_the_way = Table().planet(0, "Harrow").build(0, "Harrow", "Shipyard CL")
    elsewhere = Table().planet(0, "Harrow").build(0, "home", "Shipyard CL")
    assert value(on_the_way) > value(elsewhere)


def test_a_target_without_room_for_the_rest_is_given_up():
    blocked = Table().planet(0, "Harrow").build(0, "Harrow", "Farm HI", "Farm SQ")
    elsewhere = Table().planet(0, "Harrow").build(0, "home", "Farm HI", "Farm SQ")
    assert value(blocked) < value(elsewhere)


def test_a_target_under_way_is_worth_less_when_time_is_short():
    def step(**when):
        on_the_way = Table(**when).planet(0, "Harrow").build(0, "Harrow", "Shipyard CL")
        return value(on_the_way) - value(Table(**when).planet(0, "Harrow").build(0, "home", "Shipyard CL"))

    assert step(round=2) > 0
    assert value(idle(Table(**LAST).planet(0, "Harrow").build(0, "Harrow", "Shipyard CL"))) == pytest.approx(
        value(idle(Table(**LAST).planet(0, "Harrow").build(0, "home", "Shipyard CL")))
    )


def test_the_third_planet_of_the_company_brings_its_points():
    two = Table(2, ["Jim's"]).planet(0, "Veon", "Murk", "Kiln")
    three = Table(2, ["Jim's"]).planet(0, "Veon", "Murk", "Zephra")
    assert value(three) > value(two) + 0.05


def test_production_is_worth_more_the_more_often_it_will_produce():
    def mine(round):
        return value(Table(round=round).build(0, "home", "Mine RB")) - value(Table(round=round))

    assert mine(1) > mine(3) > mine(4)


def test_developments_of_a_brand_are_worth_more_together():
    one_brand = (
        Table().planet(0, "Veon").build(0, "home", "Mine CL", "Farm CL").build(0, "Veon", "Shipyard CL")
    )
    three = Table().planet(0, "Veon").build(0, "home", "Mine PI", "Farm HI").build(0, "Veon", "Shipyard CL")
    assert value(one_brand) > value(three)


def test_a_development_of_a_partners_brand_is_wanted_more():
    def shows(card):
        return bare(Table().partner(0, "CL").partner(1, "PI").tokens("1M 1G")).row("development 1", card)

    assert value(shows("Shipyard CL")) > value(shows("Farm PI"))


def test_a_reserved_card_is_worth_something_even_out_of_reach():
    assert value(bare(Table().reserve(0, "CEO Monument PI"))) > value(bare(Table()))


def test_tokens_that_pay_for_a_reserved_card_are_worth_more_than_others():
    table = bare(Table().reserve(0, "Mine RB"))
    assert value(table.tokens("1F 1R")) > value(table.tokens("1F 1G"))


def test_a_reserved_development_without_room_is_not_wanted():
    full = bare(Table().reserve(0, "Mine RB").build(0, "home", "Farm HI", "Farm SQ"))
    assert value(full.tokens("1F 1R")) == pytest.approx(value(full.tokens("1F 1G")))


# What is being bought


def test_a_partnership_that_is_being_paid_for_counts_already():
    def forms(brand):
        table = Table(2, ["Legitimate"]).tokens("3R 1I").planet(0, "Veon")
        table.build(0, "home", "Mine CL", "Farm CL").build(0, "Veon", "Shipyard CL")
        table.act(f"form a partnership with {brand}")
        assert table.asks() == "pay"
        return table

    assert value(forms("Cross Labs")) > value(forms("Heart Institute"))


def test_a_planet_that_is_being_paid_for_counts_more_if_the_company_looks_for_it():
    def buys(slot):
        table = Table(2, ["Legitimate"]).tokens("1E 1I 1S 1F").row("planets", "Murk", "Sirocco")
        table.act(f"buy planets: card {slot}")
        assert table.asks() == "pay"
        return table

    assert value(buys(1)) > value(buys(2))


def test_a_development_that_is_being_paid_for_counts_more_if_its_brand_is_a_partner():
    def buys(slot):
        table = Table().tokens("3M 3G").partner(0, "HI").partner(1, "RB")
        table.row("development 2", "Executive Retreat HI", "Executive Retreat RB")
        table.act(f"buy development 2: card {slot}")
        assert table.asks() == "pay"
        return table

    assert value(buys(1)) > value(buys(2))


# Tokens and loans


def test_tokens_that_pay_for_a_card_are_worth_more_than_others():
    plain = Table().row("planets", "Wake", "Plume", "Rasp").row("development 1", "Mine RB", "-", "-")
    fitting = plain.tokens("1F 1R")
    best = value(fitting)
    assert best > value(plain.tokens("2F"))
    assert best > value(plain.tokens("1F 1G"))


def test_research_is_wanted_for_a_partnership():
    table = Table().planet(0, "Veon").build(0, "home", "Mine CL", "Farm CL").build(0, "Veon", "Shipyard CL")
    assert value(table.tokens("3R")) > value(table.tokens("3G"))


def test_tokens_that_must_be_discarded_are_worth_next_to_nothing():
    kept = value(idle(Table(turn=3).tokens("2E 1M 1G 1F 1R 1S")))
    double = value(idle(Table(turn=3).tokens("4E 2M 2G 2F 2R 2S")))
    early = value(Table(turn=1).tokens("4E 2M 2G 2F 2R 2S")) - value(
        Table(turn=1).tokens("2E 1M 1G 1F 1R 1S")
    )
    assert abs(double - kept) < early / 3


def test_research_that_cannot_be_completed_in_time_is_not_wanted():
    def research(actions):
        table = bare(Table(**LAST).planet(0, "Veon").build(0, "home", "Mine CL", "Farm CL"))
        table.build(0, "Veon", "Shipyard CL").s["actions_left"] = actions
        return value(table.tokens("2R")) - value(table.tokens("2G"))

    assert research(2) > 0
    assert research(1) == pytest.approx(0)


def test_a_tile_for_planets_counts_from_the_beginning():
    def planets(tile):
        return value(Table(tile=tile).planet(0, "Kiln", "Luma"))

    assert planets("planets") > planets("energy")


def test_a_tile_for_tokens_counts_towards_the_end():
    def credits(round):
        tile = value(idle(Table(round=round, turn=3, tile="energy").tokens("7E")))
        return tile - value(idle(Table(round=round, turn=3, tile="systems").tokens("7E")))

    assert 0 <= credits(1) < credits(4)


def test_nobody_has_an_action_to_come_after_the_last_turn():
    table = Table(**LAST).tokens("8G", "8G").to_discard()
    assert values(table) == pytest.approx([0, 0], abs=0.01)


def test_a_loan_costs_more_towards_the_end():
    def loan(round):
        return value(Table(round=round)) - value(Table(round=round).loan(0))

    assert 0 < loan(1) < loan(3) < loan(4)


def test_an_action_to_come_is_worth_something():
    table = Table()
    before = value(table)
    assert value(idle(table)) < before


# Every kind of table


def test_the_leader_stands_best_at_a_larger_table():
    found = values(Table(4).planet(2, "Harrow").build(2, "Harrow", "Shipyard CL", "Planet Cracker DM"))
    assert found.argmax() == 2
    assert found[2] > 0
    assert np.abs(found).max() <= 1


def test_members_of_a_team_stand_equally_well_but_for_what_they_can_buy():
    found = values(
        Table(4, teams=2).build(0, "home", "Planet Cracker DM").build(2, "home", "Space Elevator DM")
    )
    assert found[0] == pytest.approx(found[2], abs=0.1)
    assert min(found[0], found[2]) > 0 > max(found[1], found[3])


def test_alone_every_step_of_the_goal_counts():
    far = value(Table(1, omniforge=6).build(0, "home", "Mine CL"))
    near = value(Table(1, omniforge=6).build(0, "home", "Mine CL").partner(0, "CL"))
    assert -1 <= far < near <= 1


def test_alone_food_counts_on_every_planet_if_the_goal_asks_for_it():
    def farm(site, goal):
        return value(Table(1, omniforge=goal).planet(0, "Kiln").build(0, site, "Farm RB"))

    assert farm("Kiln", 5) > farm("home", 5)
    assert farm("Kiln", 1) < farm("home", 1)


def test_before_companies_are_chosen_nobody_is_far_ahead():
    for players in (2, 3, 6):
        assert np.abs(values(Table(players, chosen=False))).max() < 0.5


def test_a_company_counts_as_soon_as_it_is_chosen():
    """Room without limit is better than one token of contraband in a price."""
    table = Table(2, chosen=False)
    first = int(table.s["seat"])
    table.s["choice"][first] = table.company("Myron")
    nanotech = values(table)[first]
    table.s["choice"][first] = table.company("Legitimate")
    assert values(table)[first] < nanotech


def test_to_borrow_and_repay_at_once_is_no_way_to_pass_the_time():
    table = Table(2)
    before = value(table)
    assert value(table.act("take a loan", "repay the loan")) < before


# Players that use it


@pytest.mark.skipif(not COMPILED, reason="slow uncompiled")
def test_greedy_beats_random_by_far():
    games = list(play_seated(GAME, ["greedy", "random"], 12, seed=1))
    assert sum(game.ranks[0] == 0 for game in games) >= 11
    lead = [game.scores[0] - game.scores[1] for game in games]
    assert np.mean(lead) > 8
