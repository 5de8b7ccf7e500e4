"""Rare turns: two teams that explore or build, doublings on doublings, shields from Infra, lost awards."""

import numpy as np
import pytest

from astrarium.core import drivers
from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import GAME, Table


def planets(players=2):
    return Table("Planeteers", players=players, start_era=2).profits(*[20] * players)


def stars(players=2):
    return Table("Starfarers", players=players, start_era=3).profits(*[20] * players)


def test_own_industrial_base_doubles_a_build_by_itself():
    g = Table().teams(0, "Deimos").explored("Deimos", "Exotic Elements").explored("Phobos", "Exotic Elements")
    g.base(0, "Phobos", "Industrial").give(0, "Heavy Lifter").do("Build", "base Refinery")
    assert g.bases_at("Deimos") == ["Refinery"]  # 2 x 2 for b4
    assert g.s["due"].sum() == 0


def test_industrial_and_time_double_each_other():
    g = (
        Table()
        .teams(0, "Mars North")
        .explored("Mars North", "Exotic Elements@M-e2")
        .explored("Phobos", "Exotic Elements")
    )
    g.base(0, "Phobos", "Industrial").give(0, "Heavy Lifter", "Time")
    g.do("Build", "base Refinery", "Time: double the value")
    assert g.bases_at("Mars North") == ["Refinery"]  # 2 x 2 x 2 for b6
    assert g.s["played"][st.TIME] == 1


def test_an_opponents_industrial_base_that_is_needed_is_used_and_rewarded():
    g = Table().teams(0, "Deimos").explored("Deimos", "Exotic Elements").explored("Phobos", "Exotic Elements")
    g.base(1, "Phobos", "Industrial").give(0, "Heavy Lifter").do("Build", "base Refinery")
    assert (g.bases_at("Deimos"), g.s["due"][1]) == (["Refinery"], 1)


def test_two_teams_explore_with_the_same_value():
    g = Table().teams(0, "Luna", "Eros").give(0, "Spectral Array", "Time", "Cargo Pod")
    g.do("Explore", "team 1", "card Spectral Array", "done", "Time: two teams").do("team 2")
    assert len(g.tiles_at("Luna")) == len(g.tiles_at("Eros")) == 1
    assert g.s["team_claim"][0, :2].tolist() == [1, 1]


def test_two_teams_build_with_the_same_value_and_share_3_of_profit():
    g = (
        planets()
        .teams(0, "Ceres", "Vesta")
        .explored("Ceres", "Abundant Ores@P-e1")
        .explored("Vesta", "Water and Ores")
    )
    g.give(0, "Supply Tender", "Time", "Plasma Drive")  # 1 + 2 = 3 against b2 and b4
    g.do("Build", "team 1", "base Refinery", "use own", "card Supply Tender", "done", "Time: two teams")
    g.do("team 2", "base Industrial")
    assert (g.bases_at("Ceres"), g.bases_at("Vesta")) == (["Refinery"], ["Industrial"])
    assert g.profit() == 19  # one point was short for the second


def test_an_infra_card_may_shield_the_action_at_its_lower_number():
    g = (
        planets()
        .infra(0, 1, "Magnetic Sail")
        .teams(0, "Europa", "Oort Cloud")
        .explored("Europa", "Exotic Elements@P-e2")
    )
    g.base(0, "Europa", "Refinery").give(0, "Nuclear Pulse Drive", "Supply Tender")
    g.do("Move", "site Dione", "use own", "yes")
    assert (g.value(), int(g.s["shielded"])) == ((3, 1), 1)
    assert g.game.observe(1)["infra_shield"] == 0  # not announced yet
    assert g.game.observe(0)["infra_shield"] == 1
    g.act("card Nuclear Pulse Drive", "done")
    assert (g.at(0, 0), g.profit()) == ("Dione", 20)


def test_two_hqs_of_competitors_choose_the_cheaper_shield():
    g = planets().give(0, "Joint Venture").infra(0, 1, "Nuclear Pulse Drive").infra(1, 1, "Magnetic Sail")
    g.teams(0, "Europa", "Oort Cloud").explored("Europa", "Exotic Elements@P-e2").base(
        0, "Europa", "Refinery"
    )
    g.give(0, "Supply Tender", "Plasma Drive").ready(edges=True).act("Edge Competitors")
    g.do("Move", "site Dione", "use own", "use next player's", "yes")
    assert (g.value(), int(g.s["shielded"]), int(g.s["big"])) == ((4 + 3, 1), 1, 4)


def test_a_multiplier_as_infra():
    g = stars().infra(0, 2, "Matter Manipulators").give(0, "Alliance", "Beamed Sail")
    g.do("Move", "team 1", "site Alpha Centauri", "use own")
    assert g.value() == (6, 2)


def test_an_award_is_lost_when_no_card_can_be_chosen():
    g = (
        planets()
        .owns(0, "Probe Network", "Molecular Assembly")
        .set(revelation=[3, 0, 0, 0])
        .give(0, "Dark Matter Lab")
    )
    g.do("Revelation", "card Dark Matter Lab", "done", "spend 0T")  # Resource Exchange needs an Adaptation
    assert (len(g.titles(0)), int(g.s["breakthroughs"])) == (2, 0)
    g = planets().owns(0, "Radiation Resistance", "Low-G Physiology", "Sensory Focus", "Cooperative Empathy")
    g.owns(0, "Extended Lifespan").set(genetics=[3, 0, 0, 0]).give(0, "Gene Editor")
    g.do("Genetics", "card Gene Editor", "done", "spend 0T")
    assert (len(g.titles(0)), int(g.s["adaptations"])) == (5, 0)


def test_competing_colonies_pay_by_twos():
    g = (
        stars(4)
        .explored("Wolf 359", "Habitable World")
        .base(0, "Wolf 359", "Industrial")
        .teams(0, "Wolf 359")
    )
    for seat, site, name in (
        (1, "Sirius", "Bastion"),
        (2, "Luhman 16", "Archimedes"),
        (3, "Barnard's Star", "Lamarck"),
    ):
        g.explored(site, "Marginal World" if seat > 1 else "Habitable World").base(seat, site, "Industrial")
        g.colonized(site, name)
    g.do("Colonize", "colony Rival's Gate (6)", "team 1")
    assert g.profit() == 20 - 5 + 1


def test_a_sixth_contract_within_the_last_turns_ends_the_claimers_own():
    g = (
        Table(end_era=1)
        .explored("Deimos", "Exotic Elements")
        .base(0, "Deimos", "Refinery")
        .give(0, "Corporate Raider")
    )
    g.give(1, "Chemical Drive").only()
    g.s["marker"][:] = [0, 1, 1, 1, 1, 1, 0]
    g.s["counting"], g.s["last"] = 1, 3
    g.do("Produce", "card Corporate Raider", "yes")
    assert (int(g.s["last"]), g.s["active"]) == (2, 1)


def test_a_shield_factory_in_either_box_shields_a_build_among_the_stars():
    g = (
        stars()
        .profits(0, 0)
        .teams(0, "Lacaille 9352")
        .explored("Lacaille 9352", "Exotic Asteroid Belt", "Icy Moon")
    )
    g.give(0, "Orbital Foundry", "Orbital Foundry").do("Build", "base Refinery", "use own")
    assert g.bases_at("Lacaille 9352") == ["Refinery", "Shield Factory"]  # all else would cost 3T


def test_no_build_without_a_base_for_every_box():
    g = stars().teams(0, "Tau Ceti").explored("Tau Ceti", "Anomaly@S-primary", "Rings", "Rings")
    g.give(0, "Orbital Foundry", "Orbital Foundry", "Orbital Foundry")
    wanted = {st.ATTRACTION: 0, st.LAB: 1, st.SECURE: 0, st.SPACEPORT: 1}
    for kind, left in wanted.items():
        g.s["supply"][0, kind] = left
    g.refresh()
    g.ready()
    assert not g.game.can("Build")  # two bases for three boxes


def test_a_redirect_into_an_empty_stack_draws_again_from_its_own():
    g = Table().teams(0, "Luna").give(0, "Exobiology Lab")
    keep = {"Deep Reading", "Natural Wonder"}
    for k in range(int(g.t["num_tiles"])):
        if g.t["tile_stack"][k] == 1 or g.labels["tile"][k] not in keep:
            g.s["stack"][k] = 0
    g.do("Explore", "card Exobiology Lab")
    assert g.tiles_at("Luna") == ["Natural Wonder"]


def test_a_redirect_without_any_tile_left_stays_as_a_blank():
    g = Table().teams(0, "Luna").give(0, "Exobiology Lab")
    for k in range(int(g.t["num_tiles"])):
        if g.labels["tile"][k] != "Deep Reading" or g.t["tile_stack"][k]:
            g.s["stack"][k] = 0
    g.do("Explore", "card Exobiology Lab")
    assert (g.tiles_at("Luna"), g.profit()) == (["Deep Reading"], 0)


def test_phobes_give_no_colony_points():
    g = (
        stars()
        .explored("Lacaille 9352", "Phobes", "Icy Moon")
        .base(0, "Lacaille 9352", "Bio Lab", "Industrial")
    )
    g.teams(0, "Lacaille 9352").profits(20, 0)
    g.do("Colonize")
    assert g.can("colony Bastion (4)")  # Industrial, two bases, team, 5T
    assert not g.can("colony Mayflower (5)")  # Col1 is withheld


def test_competitors_help_the_build_item_of_a_colony():
    g = stars().explored("Wolf 359", "Habitable World").base(0, "Wolf 359", "Bio Lab").profits(4, 4)
    g.give(0, "Alliance", "Nanofabric").ready(edges=True).act("Edge Competitors")
    g.do("Colonize", "colony Bastion (4)", "use own", "use next player's")
    assert g.s["colony"][g.site("Wolf 359")] == g.colony("Bastion")  # 3 + 3 + 5 for 8


def test_a_seat_that_could_still_play_knows_that_an_earlier_one_is_asked():
    g = (
        Table(players=4)
        .give(0, "Chemical Drive")
        .give(1, "Survey Rover")
        .give(3, "Survey Rover")
        .ready(edges=True)
    )
    assert g.s["seat"] == 1
    asked = {int(g.game.determinized(3, stream).s["seat"]) for stream in range(40)}
    assert asked <= {0, 1, 2}


def test_incompatible_waits_for_the_first_infra_card():
    g = stars().give(1, "System Crash").give(0, "Von Neumann Scouts", "Fusion Booster").ready(edges=True)
    assert g.s["ask"] == st.ASK_ACTION  # no HQ holds a card
    h = stars().give(1, "System Crash").give(0, "Fusion Booster").infra(0, 1, "Von Neumann Scouts")
    assert h.ready(edges=True).can("Edge Incompatible")


def test_a_shield_factory_is_left_for_the_box_that_takes_nothing_else():
    g = stars().profits(0, 0).teams(0, "Lacaille 9352")
    g.explored("Lacaille 9352", "Habitable World", "Icy Moon").give(0, *["Orbital Foundry"] * 2)
    g.s["supply"][0] = 0
    g.s["supply"][0, [st.BIO_LAB, st.FACTORY]] = 1
    types = GAME.bound(drivers.legal_one)
    g.ready()
    mask = np.zeros(GAME.num_actions, np.int8)
    types(g.game.content.tables, g.game.states, 0, mask)
    assert mask[GAME.actions.offset("type") + st.BUILD]  # shielded by the Factory: no profit is needed


def test_all_see_what_a_poacher_could_take():
    g = Table().give(1, "Corporate Raider").give(0, "Solar Sail", "Time", "Cargo Pod")
    g.do("Move", "team 1", "site Luna", "use own", "card Solar Sail", "done", "Time: double the value")
    assert g.s["window"] == st.AT_DISCARD
    laid = g.game.observe(1)["laid"]
    assert [laid[g.card(name)] for name in ("Solar Sail", "Cargo Pod")] == [1, 0]


@pytest.mark.parametrize(("own", "rival"), [(0, 1), (1, 0)])
def test_whoever_has_the_base_that_is_used_is_rewarded(own, rival):
    g = Table().set(first=own, active=own, normal=own).teams(own, "Deimos")
    g.explored("Deimos", "Exotic Elements").explored("Phobos", "Exotic Elements")
    g.base(rival, "Phobos", "Industrial").give(own, "Heavy Lifter").do("Build", "base Refinery")
    assert g.bases_at("Deimos") == ["Refinery"]
    assert g.s["due"][:2].tolist() == [int(seat == rival) for seat in range(2)]


@pytest.mark.parametrize(("own", "rival"), [(0, 1), (1, 0)])
def test_whoever_has_the_spaceport_that_is_used_is_rewarded(own, rival):
    g = planets().set(first=own, active=own, normal=own).teams(own, "Ceres").give(own, "Plasma Drive")
    g.explored("Ceres", "Rubble Pile").base(rival, "Ceres", "Spaceport")
    g.explored("Vesta", "Water and Ores").base(own, "Vesta", "Research base")
    g.do("Move", "team 1", "site Vesta", "use own", "card Plasma Drive", "use next player's")
    assert g.s["use_port"] == rival
    g.do("done")
    assert g.at(own, 0) == "Vesta"
    assert g.s["due"][:2].tolist() == [int(seat == rival) for seat in range(2)]
