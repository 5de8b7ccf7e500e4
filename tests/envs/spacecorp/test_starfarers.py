"""Starfarers: star tracks, systems, aliens, the Orion Spur, colonies and the end of the game."""

import pytest

from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import Table


def stars(players=2, **options):
    """Seat 0 in Starfarers with plenty of profit; the HQ prints Move 6, Explore 3, Build 3."""
    return Table("Starfarers", players=players, start_era=3, **options).profits(*[20] * players)


def settled(site="Wolf 359", tile="Habitable World", kind="Bio Lab", seat=0, **options):
    """A one-box system with a base."""
    return stars(**options).explored(site, tile).base(seat, site, kind)


# Movement


def test_r16_4_a_team_enters_the_star_track_in_the_outermost_box():
    g = stars().give(0, "Beamed Sail", "Antimatter Torch")
    g.do(
        "Move",
        "team 1",
        "site Alpha Centauri",
        "use own",
        "card Beamed Sail",
        "card Antimatter Torch",
        "done",
    )
    assert (g.at(0, 0), int(g.s["team_track"][0, 0])) == ("Alpha Centauri", 3)


def test_r16_5_tracks_advance_at_the_start_of_the_owners_turn():
    g = (
        stars()
        .teams(0, "Alpha Centauri", track=2)
        .give(0, *["Interferometer"] * 4)
        .give(1, *["Antimatter Torch"] * 4)
    )
    g.do("Upgrade", "Revelation", "card Interferometer", "done", "spend 0T").turn_of(0)
    assert g.s["team_track"][0, 0] == 1
    assert not g.can("Explore")
    g.do("Revelation", "card Interferometer", "done", "spend 0T").turn_of(0)
    assert g.s["team_track"][0, 0] == 0
    assert g.can("Explore")


def test_r23_14_entangled_comms_enters_next_to_the_star():
    g = stars().owns(0, "Entangled Comms").give(0, "Beamed Sail", "Antimatter Torch")
    g.do(
        "Move",
        "team 1",
        "site Alpha Centauri",
        "use own",
        "card Beamed Sail",
        "card Antimatter Torch",
        "done",
    )
    assert g.s["team_track"][0, 0] == 1


def test_r16_2_no_lift_off_or_landing_among_the_stars():
    g = stars()
    assert g.t["dist"][2, 0, g.site("Alpha Centauri")] == 20


def test_r16_6_orion_spur_needs_an_own_colony_next_door():
    g = stars().explored("Ross 780", "Habitable World", "Rings", "Icy Moon").teams(0, "Ross 780")
    g.base(0, "Ross 780", "Bio Lab", "Research base", "Industrial").give(
        0, "Bussard Ramscoop", "Warp Precursor"
    )
    assert "Orion Spur 3" not in g.reach(0)
    g.colonized("Ross 780", "New Geneva")
    assert "Orion Spur 3" in g.reach(0)
    assert not {"Orion Spur 1", "Orion Spur 2"} & g.reach(0)


def test_r13_5_the_first_team_in_the_spur_gains_5_later_ones_2_in_an_empty_region():
    g = stars().explored("Ross 780", "Habitable World", "Rings", "Icy Moon").teams(0, "Ross 780", "Ross 780")
    g.base(0, "Ross 780", "Bio Lab", "Spaceport", "Shield Factory").colonized("Ross 780", "New Geneva")
    g.give(0, "Bussard Ramscoop", "Warp Precursor", "Time")
    g.do("Move", "team 1", "site Orion Spur 3", "use own", "card Bussard Ramscoop", "card Warp Precursor")
    g.do("Time: two teams", "done")
    assert g.profit() == 25
    g.do("team 2", "site Orion Spur 3")
    assert g.profit() == 25
    assert [g.at(0, team) for team in (0, 1)] == ["Orion Spur 3", "Orion Spur 3"]


def test_r16_7_a_second_region_of_the_spur_pays_2():
    g = (
        stars()
        .teams(1, "Orion Spur 1")
        .explored("Ross 780", "Habitable World", "Rings", "Icy Moon")
        .teams(0, "Ross 780")
    )
    g.base(0, "Ross 780", "Bio Lab", "Spaceport", "Shield Factory").colonized("Ross 780", "New Geneva")
    g.give(0, "Bussard Ramscoop", "Warp Precursor")
    g.do("Move", "team 1", "site Orion Spur 3", "use own", "card Bussard Ramscoop", "card Warp Precursor")
    assert g.profit() == 22


# Systems


def test_r19_2_a_build_fills_every_box_and_pays_one_compensation():
    g = stars().teams(0, "Lacaille 9352").teams(1, "Lacaille 9352", claim=True)
    g.explored("Lacaille 9352", "Habitable World", "Icy Moon").give(0, "Orbital Foundry", "Orbital Foundry")
    g.owns(0, "Energy Fields")
    g.do("Build", "base Bio Lab", "base Industrial", "use own", "card Orbital Foundry", "done")
    assert g.bases_at("Lacaille 9352") == ["Bio Lab", "Industrial"]
    assert g.profit(1) == 22


def test_r18_2_phobes_send_a_team_home_and_keep_everything_back():
    g = stars().teams(0, "Lacaille 9352").give(0, "Interferometer", "Von Neumann Scouts")
    for k in range(int(g.t["num_tiles"])):
        keep = g.labels["tile"][k] in ("Alien Signal", "Phobes") or g.t["tile_stack"][k] == st.SECONDARY
        if not keep:
            g.s["stack"][k] = 0
    g.do("Explore", "use own", "card Interferometer", "card Von Neumann Scouts")
    assert g.tiles_at("Lacaille 9352")[0] == "Phobes"
    assert len(g.tiles_at("Lacaille 9352")) == 2
    assert (g.at(0, 0), g.profit(), int(g.s["revelation"][0])) == ("Sol", 20, 2)
    assert g.s["team_claim"][0, 0] == 0


def test_r18_3_energy_fields_keep_the_team_but_not_the_awards():
    g = stars().owns(0, "Energy Fields").teams(0, "Wolf 359").give(0, "Interferometer")
    for k in range(int(g.t["num_tiles"])):
        if g.labels["tile"][k] not in ("Alien Signal", "Phobes"):
            g.s["stack"][k] = 0
    g.do("Explore", "use own", "card Interferometer")
    assert (g.at(0, 0), g.profit(), int(g.s["team_claim"][0, 0])) == ("Wolf 359", 20, 1)


def test_r18_3_a_secure_base_on_the_phobes_tile_frees_all_awards():
    g = (
        stars()
        .owns(0, "Energy Fields")
        .teams(0, "Lacaille 9352")
        .explored("Lacaille 9352", "Phobes", "Rings")
    )
    g.give(0, "Orbital Foundry", "Orbital Foundry", "Nanofabric").set(revelation=[0, 0, 0, 0])
    g.do("Build", "base Secure", "base Research base", "use own")
    g.do("card Orbital Foundry", "card Orbital Foundry", "card Nanofabric", "no", "done")
    assert g.profit() == 20 + 3 + 1
    assert g.s["revelation"][0] >= 2


def test_r18_4_introvs_bar_builders_without_empathy_or_focus():
    g = stars().teams(0, "Wolf 359").explored("Wolf 359", "Introvs").give(0, "Orbital Foundry", "Nanofabric")
    assert not g.can("Build")
    assert g.twin().owns(0, "Sensory Focus").can("Build")
    assert g.owns(0, "Cooperative Empathy").can("Build")


def test_r23_10_star_children_put_the_fourth_team_on_a_star_without_teams():
    g = stars().owns(0, "Probe Network", "Energy Fields").set(genetics=[3, 0, 0, 0]).give(0, "Clone Forge")
    g.teams(1, "Sirius", track=2)
    g.do("Genetics", "card Clone Forge", "done", "spend 0T").act("progress card Star Children")
    assert not g.can("site Sirius")
    g.act("site Tau Ceti")
    assert (g.at(0, 3), int(g.s["team_track"][0, 3])) == ("Tau Ceti", 0)


# Colonies


def test_r17_1_colonize_needs_own_bases_in_all_boxes_and_no_colony():
    g = settled()
    assert g.can("Colonize")
    assert not g.colonized("Wolf 359", "New Geneva").can("Colonize")
    assert not settled(seat=1).can("Colonize")


def colony_values(g):
    """Values of the colonies that could be chosen for the only system."""
    trial = g.twin()
    trial.do("Colonize")
    if trial.s["ask"] != st.ASK_COLONY_TILE:  # the only choice has been made
        taken = [k for k in range(st.NUM_COLONIES) if (g.s["colony_left"] & ~trial.s["colony_left"]) >> k & 1]
        return {int(g.t["colony_value"][k]) for k in taken}
    return {int(name[-2]) for name in trial.legal() if name.startswith("colony")}


def test_r7_5_points_of_tiles_profit_and_nothing_else():
    assert max(colony_values(settled().profits(4, 4))) == 3  # Col3
    assert max(colony_values(settled())) == 4  # and 5T


def test_r17_4_industrial_base_and_enviro_tolerance():
    assert max(colony_values(settled(kind="Industrial").profits(4, 4))) == 4
    assert max(colony_values(settled(kind="Industrial").owns(0, "Enviro Tolerance").profits(4, 4))) == 5


def test_r17_6_a_removed_team_leaves_the_game():
    g = settled().teams(0, "Wolf 359").profits(4, 4)
    assert max(colony_values(g)) == 4
    g.do("Colonize", "colony Bastion (4)")
    assert (g.at(0, 0), g.s["colony"][g.site("Wolf 359")]) == ("nowhere", g.colony("Bastion"))
    assert max(colony_values(settled().teams(0, "Wolf 359").owns(0, "Deep Hibernation").profits(4, 4))) == 5


def test_r17_7_build_item_with_cards_and_infra():
    g = settled().give(0, "Orbital Foundry").profits(4, 4)  # 3 + 6 for 8
    assert max(colony_values(g)) == 4
    g.do("Colonize", "colony Bastion (4)", "use own")
    assert g.s["played"][g.card("Orbital Foundry")] == 1
    assert (
        max(colony_values(settled().give(0, "Orbital Foundry").owns(0, "Terraforming Engines").profits(4, 4)))
        == 5
    )


def test_r17_7_a_multi_star_region_needs_12():
    g = settled("Sirius").give(0, "Orbital Foundry").profits(4, 4)
    assert max(colony_values(g)) == 3
    assert max(colony_values(g.give(0, "Clone Forge"))) == 4  # 3 + 6 + 3


def test_r17_3_a_nearby_own_colony_gives_a_point():
    g = (
        settled("Luhman 16")
        .explored("Alpha Centauri", "Habitable World")
        .base(0, "Alpha Centauri", "Bio Lab")
    )
    g.colonized("Alpha Centauri", "New Geneva").profits(4, 4)
    assert max(colony_values(g)) == 4


def test_r17_5_two_boxes_give_a_point():
    g = (
        stars()
        .explored("Lacaille 9352", "Habitable World", "Rings")
        .base(0, "Lacaille 9352", "Bio Lab", "Research base")
    )
    assert max(colony_values(g.profits(4, 4))) == 4


def test_r17_8_paying_5_for_a_point():
    g = settled().profits(7, 4)
    g.do("Colonize", "colony Bastion (4)")
    assert g.profit() == 2  # no Secure base to be paid for


def test_r19_4_exploited_col_points_are_gone():
    assert colony_values(settled(kind="Exploiter").profits(4, 4)) == set()


@pytest.mark.parametrize(
    ("name", "value", "arrange", "gain"),
    [
        ("Concord", 6, {"owns": ("Probe Network", "Energy Fields", "Group Mind")}, 3),
        ("Archimedes", 4, {"owns": ("Probe Network", "Energy Fields", "Group Mind")}, 2),
        ("Lamarck", 4, {"owns": ("Sensory Focus", "Low-G Physiology", "Group Mind")}, 1),
        ("Mayflower", 5, {}, 1),
        ("Dominion", 7, {}, 1),
    ],
)
def test_r17_10_benefits_at_once(name, value, arrange, gain):
    g = (
        stars()
        .explored("Lacaille 9352", "Habitable World", "Rings")
        .base(0, "Lacaille 9352", "Industrial", "Research base")
    )
    g.owns(0, *arrange.get("owns", ())).teams(0, "Lacaille 9352").give(
        0, "Orbital Foundry", "Orbital Foundry"
    )
    g.owns(0, "Deep Hibernation", "Terraforming Engines") if value > 6 else g
    before = g.profit()
    g.do("Colonize", f"colony {name} ({value})", "team 1", "no", "yes", "use own")
    g.quiet(lambda s: s["ask"] == st.ASK_CLAIM or s["active"] == 1)
    assert g.profit() == before + gain
    assert g.s["colony"][g.site("Lacaille 9352")] == g.colony(name)


def test_r17_10_secure_systems_pay():
    g = settled(kind="Secure").explored("Sirius", "Habitable World").base(0, "Sirius", "Secure").profits(4, 4)
    g.colonized("Sirius", "New Geneva").teams(0, "Wolf 359")
    g.do("Colonize", "colony Bastion (4)")
    assert g.profit() == 4 + 2


def test_r17_10_opponents_gain_when_someone_colonizes():
    g = (
        settled(players=3)
        .explored("Sirius", "Habitable World")
        .base(1, "Sirius", "Bio Lab")
        .colonized("Sirius", "Outlook")
    )
    g.do("Colonize", "colony New Geneva (3)")
    assert g.profit(1) == 21
    g = (
        settled()
        .explored("Sirius", "Habitable World")
        .base(1, "Sirius", "Bio Lab")
        .colonized("Sirius", "Sentinel")
    )
    g.do("Colonize", "colony New Geneva (3)")
    assert g.profit(1) == 22


def test_r17_10_opponents_gain_when_someone_produces_or_fulfills():
    g = (
        settled(tile="Exotic Asteroid Belt", kind="Refinery")
        .explored("Sirius", "Habitable World")
        .give(0, "Stellar Market")
    )
    g.base(1, "Sirius", "Bio Lab").colonized("Sirius", "Exchange")
    g.do("Produce", "card Stellar Market", "spend 0T")
    assert g.profit(1) == 21
    g = (
        settled()
        .explored("Sirius", "Habitable World")
        .base(1, "Sirius", "Bio Lab")
        .colonized("Sirius", "Auditor")
    )
    g.do("Colonize", "colony New Geneva (3)", "yes")
    assert g.profit(1) == 22


def test_r17_10_award_colony_pays_the_best_open_contract():
    g = settled(players=3, kind="Industrial").teams(0, "Wolf 359")
    g.do("Colonize", "colony Tender (5)", "team 1")
    assert g.profit() == 20 + 7


def test_r22_3_first_colonize_fulfills_contract_5():
    g = settled()
    g.do("Colonize", "colony New Geneva (3)")
    assert g.s["row"] == 4
    g.act("yes")
    assert g.profit() == 26


# The end


def test_r20_1_colonies_pay_minus_1_1_4_8_13():
    assert st.COLONY_PROFIT.tolist() == [-1, 1, 4, 8, 13]
    g = settled().colonized("Wolf 359", "New Geneva").only()
    g.do("pass")
    g.quiet(lambda s: s["over"])
    assert g.s["profit"][:2].tolist() == [21, 19]


def test_r17_10_frontier_pays_for_systems_without_colony():
    g = settled().colonized("Wolf 359", "Frontier").only()
    g.do("pass").quiet(lambda s: s["over"])
    assert g.profit() == 20 + 12 + 1


def test_r17_10_charter_claims_the_best_open_contract_at_its_increased_award():
    g = settled().colonized("Wolf 359", "Charter")
    g.s["marker"][6] = 1
    g.set(start_era=2).infra(0, 1, "Antimatter Torch").only()
    g.do("pass").quiet(lambda s: s["over"])
    assert g.profit() == 20 + (4 + 7) + 1


def test_r20_2_ties_are_broken_by_colony_value_then_progress_cards():
    g = settled(players=3).colonized("Wolf 359", "New Geneva").profits(10, 10, 10)
    g.explored("Sirius", "Habitable World").base(1, "Sirius", "Bio Lab").colonized("Sirius", "Bastion")
    assert g.game.outcome()[1] == [1, 0, 2]
    g.owns(0, "Sensory Focus", "Probe Network")  # of less weight than a point of colony value
    assert g.game.outcome()[1] == [1, 0, 2]
    g = stars(players=3).profits(10, 10, 10).owns(2, "Sensory Focus")
    assert g.game.outcome()[1] == [1, 1, 0]


def test_r20_2_equal_in_everything_share_the_victory():
    assert stars().profits(10, 10).game.outcome()[1] == [0, 0]
