"""Move, Explore, Build and Produce in all eras; radiation, bases, tiles, Special actions."""

import pytest

from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import Table


def planets(**options):
    """Seat 0 in Planeteers with plenty of profit; the HQ prints Move 3, Explore 1, Build 1."""
    return Table("Planeteers", start_era=2, **options).profits(20, 20)


def stars(**options):
    """Seat 0 in Starfarers with plenty of profit; the HQ prints Move 6, Explore 3, Build 3."""
    return Table("Starfarers", start_era=3, **options).profits(20, 20)


# Move


def test_r6_2_a_move_begins_or_ends_at_a_base():
    g = Table().teams(0, "Luna", "Asteroid Belt").give(0, "Solar Sail", "Heavy Lifter")
    assert g.reach(0) == {"Earth"}
    g.base(0, "Lunar L4", "Spaceport")
    assert g.reach(0) == {"Earth", "Lunar L4"}


def test_r10_6_opponents_bases_allow_a_move_until_the_trigger():
    g = (
        Table()
        .teams(0, "Luna", "Asteroid Belt")
        .give(0, "Solar Sail", "Heavy Lifter")
        .base(1, "Lunar L4", "Spaceport")
    )
    assert "Lunar L4" in g.reach(0)
    assert "Lunar L4" not in g.only().reach(0)


def test_r16_of_two_opponents_bases_the_mover_chooses():
    g = (
        Table(players=3)
        .teams(0, "Luna", "Asteroid Belt")
        .explored("Luna", "Water")
        .give(0, "Heavy Lifter", "Cargo Pod")
    )
    g.base(1, "Luna", "Research base").base(2, "Lunar L4", "Spaceport")
    g.do("Move", "team 1", "site Lunar L4", "use own", "card Heavy Lifter", "done")
    assert set(g.legal()) == {"use next player's", "use second player's"}
    g.act("use second player's")
    assert g.s["due"].tolist() == [0, 0, 1, 0]


def test_r6_5_gravity_counts_at_both_ends_and_low_g_ignores_it():
    g = planets()
    io, ganymede = g.site("Io"), g.site("Ganymede")
    assert g.t["dist"][1, io, ganymede] == 1 + 1 + 1 + 1
    assert g.t["dist_light"][1, io, ganymede] == 2


def test_r6_7_beyond_markers_go_to_the_first_two_teams_and_freeze_them():
    g = (
        Table()
        .base(0, "Solar L4", "Spaceport")
        .teams(0, "Solar L4", "Solar L4")
        .infra(0, 1, "Nuclear Thermal Drive")
    )
    g.give(0, "Solar Sail", "Solar Sail", "Time")
    g.do(
        "Move",
        "team 1",
        "site Asteroid Belt",
        "use own",
        "card Solar Sail",
        "card Solar Sail",
        "Time: two teams",
    )
    assert g.s["beyond"].tolist() == [0, -1]
    g.do("team 2", "site Asteroid Belt")
    assert g.s["beyond"].tolist() == [0, 0]
    g.turn_of(0).give(0, "Heavy Lifter")
    assert not g.can("Move")


def test_r12_6_transit_counts_from_region_to_region_not_through():
    g = planets()
    assert (
        g.t["dist"][1, g.site("Io"), g.site("Umbriel")] == 1 + 1 + 3 + 4 + 1
    )  # through Saturn without addition


def test_r8_10_spaceport_adds_2_in_mariners():
    g = Table().base(0, "Lunar L4", "Spaceport").teams(0, "Lunar L4", "Earth").give(0, "Cargo Pod")
    assert "Sisyphus" in g.reach(0)  # 1 + 1 + 2 = 4
    g.base(0, "Solar L4", "Spaceport").teams(0, "Solar L1", "Earth")
    assert g.reach(0) == set()


def test_r13_5_spaceport_doubles_the_best_card_later():
    g = (
        planets()
        .explored("Ceres", "Rubble Pile")
        .base(0, "Ceres", "Spaceport")
        .teams(0, "Ceres", "Oort Cloud")
    )
    g.profits(0, 0).give(0, "Plasma Drive", "Nuclear Pulse Drive")
    assert "Umbriel" in g.reach(0)  # 11 of 3 + 2 shielded + twice 4
    plain = (
        planets()
        .explored("Ceres", "Rubble Pile")
        .base(0, "Ceres", "Refinery")
        .teams(0, "Ceres", "Oort Cloud")
    )
    plain.profits(0, 0).give(0, "Plasma Drive", "Nuclear Pulse Drive")
    assert "Titan" in plain.reach(0)  # 8 of 9
    assert "Umbriel" not in plain.reach(0)


def test_r13_5_of_two_equal_cards_one_is_shielded_and_the_other_is_doubled():
    g = (
        planets()
        .explored("Ceres", "Rubble Pile")
        .base(0, "Ceres", "Spaceport")
        .teams(0, "Ceres", "Oort Cloud")
    )
    assert "Umbriel" in g.profits(0, 0).give(0, "Plasma Drive", "Plasma Drive").reach(0)


def test_r23_2_low_g_adds_2_and_metric_drive_doubles():
    g = planets().owns(0, "Low-G Physiology")
    assert "Ceres" in g.reach(0)  # 3 + 2
    g = stars().owns(0, "Metric Drive").profits(0, 0).give(0, "Alliance")
    assert "Alpha Centauri" in g.reach(0)  # (6 + 5) x 2


# Radiation


def test_r12_4_a_move_from_the_inner_system_is_shielded():
    g = planets().profits(0, 0).give(0, "Nuclear Pulse Drive")
    assert "Europa" in g.reach(0)  # 7 of 6


def test_r12_1_an_unshielded_move_in_the_zone_costs_2_and_needs_them():
    g = (
        planets()
        .teams(0, "Europa", "Oort Cloud")
        .explored("Europa", "Exotic Elements@P-e2")
        .base(0, "Europa", "Refinery")
    )
    g.give(0, "Nuclear Pulse Drive").profits(2, 0)
    g.do("Move", "site Dione", "use own")
    assert (g.at(0, 0), g.profit()) == ("Dione", 0)
    g.turn_of(0).teams(0, "Europa").profits(1, 0)
    assert "Dione" not in g.reach(0)


def test_r12_2_a_shielded_card_saves_the_penalty():
    g = (
        planets()
        .teams(0, "Europa", "Oort Cloud")
        .explored("Europa", "Exotic Elements@P-e2")
        .base(0, "Europa", "Refinery")
    )
    g.give(0, "Magnetic Sail", "Magnetic Sail").profits(2, 0)
    g.do("Move", "site Dione", "use own", "card Magnetic Sail", "yes", "done")
    assert (g.at(0, 0), g.profit()) == ("Dione", 2)


def test_r12_3_shield_factory_of_ones_own_in_the_region():
    g = (
        planets()
        .teams(0, "Europa", "Oort Cloud")
        .explored("Callisto", "Volatile Ices")
        .base(0, "Callisto", "Shield Factory")
    )
    g.explored("Europa", "Exotic Elements@P-e2").base(0, "Europa", "Refinery").give(
        0, "Nuclear Pulse Drive"
    ).profits(0, 0)
    assert "Dione" in g.reach(0)


def test_r12_3_an_opponents_shield_factory_is_rewarded():
    g = (
        planets()
        .teams(0, "Europa", "Oort Cloud")
        .explored("Callisto", "Volatile Ices")
        .base(1, "Callisto", "Shield Factory")
    )
    g.explored("Europa", "Exotic Elements@P-e2").base(0, "Europa", "Refinery").give(
        0, "Nuclear Pulse Drive"
    ).profits(2, 0)
    g.do("Move", "site Dione", "use own", "card Nuclear Pulse Drive")
    assert set(g.legal()) == {"use next player's", "done"}
    g.act("use next player's")
    assert (g.profit(), g.s["due"][1]) == (2, 1)


def test_r13_4_building_a_shield_factory_shields_its_own_build():
    g = planets().teams(0, "Callisto", "Oort Cloud").explored("Callisto", "Volatile Ices").profits(0, 0)
    g.give(0, "Ice Forge", "Self-Replicators")
    g.do("Build", "use own", "card Ice Forge", "card Self-Replicators")
    assert g.bases_at("Callisto") == ["Shield Factory"]  # the only one that costs no penalty
    assert g.profit() == 0


def test_r16_10_an_unshielded_build_costs_3_among_the_stars_and_1_with_resistance():
    for titles, paid in (((), 3), (("Radiation Resistance",), 1), (("Energy Fields",), 0)):
        g = (
            stars()
            .owns(0, *titles)
            .teams(0, "Wolf 359")
            .explored("Wolf 359", "Habitable World")
            .give(0, "Orbital Foundry")
        )
        g.do("Build", "base Bio Lab", "use own", "card Orbital Foundry", "done")
        assert g.profit() == 20 - paid


def test_r23_1_resistance_shields_everything_among_the_planets():
    g = planets().owns(0, "Radiation Resistance").teams(0, "Callisto").explored("Callisto", "Volatile Ices")
    g.give(0, "Ice Forge", "Self-Replicators").profits(0, 0)
    g.do("Build")
    assert g.can("base Refinery")


def test_r12_1_asteroids_lie_outside_the_zone():
    g = planets().teams(0, "Ceres").explored("Ceres", "Rubble Pile").give(0, "Ice Forge").profits(0, 0)
    g.do("Build", "base Research base", "use own")
    assert g.bases_at("Ceres") == ["Research base"]


# Explore


def test_r7_1_explore_needs_a_team_an_empty_box_and_the_value():
    g = Table().teams(0, "Mars South", "Luna").explored("Luna", "Water").give(0, "Exobiology Lab")
    assert not g.can("Explore")
    assert g.give(0, "Spectral Array").can("Explore")


def test_r7_2_lagrange_points_cannot_be_explored():
    assert not Table().teams(0, "Lunar L4", "Solar L1").give(0, "Spectral Array").can("Explore")


def test_r7_4_awards_are_taken_and_the_team_claims():
    g = Table().teams(0, "Mars South", "Luna").give(0, "Spectral Array")
    for name in ("Exotic Elements@M-e2", "Water and Natural Wonder"):
        g.s["stack"][g.tile(name.partition("@")[0], "M-e2")] = 0
    g.do("Explore", "team 1", "card Spectral Array", "no")
    assert g.tiles_at("Mars South") == ["Water and Exo-Microbes"]
    assert (g.profit(), int(g.s["genetics"][0]), int(g.s["team_claim"][0, 0])) == (2, 1, 1)


def test_r7_6_a_redirect_tile_draws_from_the_other_stack():
    g = Table().teams(0, "Luna").give(0, "Exobiology Lab")
    for k in range(int(g.t["num_tiles"])):
        if g.t["tile_stack"][k] == 0 and g.labels["tile"][k] != "Deep Reading":
            g.s["stack"][k] = 0
    g.do("Explore", "card Exobiology Lab")
    assert g.t["tile_stack"][g.s["tile"][g.site("Luna"), 0]] == 1
    assert g.s["stack"][g.tile("Deep Reading", "M-e1")] == 0


def test_r7_7_leaving_ends_the_claim():
    g = Table().teams(0, "Luna", "Asteroid Belt", claim=False).explored("Luna", "Water").give(0, "Solar Sail")
    g.s["team_claim"][0, 0] = 1
    g.do("Move", "team 1", "site Earth", "use own")
    assert g.s["team_claim"][0, 0] == 0


def test_r23_3_sensory_focus_adds_2():
    g = planets().owns(0, "Sensory Focus").teams(0, "Europa")
    assert g.can("Explore")  # 1 + 2 for e3


# Build


def test_r8_1_build_needs_team_tile_and_no_base():
    g = Table().teams(0, "Luna", "Eros").give(0, "Inflatable Habitat", "Exobiology Lab")
    assert not g.can("Build")  # not explored
    assert g.explored("Luna", "Water").can("Build")
    assert not g.base(1, "Luna", "Research base").can("Build")
    assert not Table().explored("Luna", "Water").give(0, "Inflatable Habitat", "Exobiology Lab").can("Build")


@pytest.mark.parametrize(
    ("site", "tile", "allowed"),
    [
        ("Luna", "Water", {"Industrial", "Research base"}),
        ("Luna", "Natural Wonder", {"Attraction", "Research base"}),
        ("Luna", "Exotic Elements", {"Industrial", "Refinery", "Research base"}),
        ("Luna", "Water and Exo-Microbes", {"Bio Lab", "Industrial", "Refinery", "Research base"}),
        ("Lunar L4", None, {"Spaceport", "Research base"}),
    ],
)
def test_r8_4_requirements_in_mariners(site, tile, allowed):
    g = Table().teams(0, site).give(0, "Inflatable Habitat", "Heavy Lifter")
    if tile:
        g.explored(site, tile)
    g.do("Build")
    assert {name.removeprefix("base ") for name in g.legal()} == allowed


@pytest.mark.parametrize(
    ("site", "tile", "allowed"),
    [
        ("Ceres", "Alien Artifact@P-e1", {"Attraction", "Research base", "Secure", "Spaceport"}),
        (
            "Ceres",
            "Precious Metals@P-e1",
            {"Exploiter", "Industrial", "Refinery", "Research base", "Secure", "Spaceport"},
        ),
        ("Ceres", "Water@P-e1", {"Industrial", "Research base", "Secure", "Shield Factory", "Spaceport"}),
        ("Io", "Natural Wonder@P-e2", {"Attraction", "Research base", "Secure"}),
    ],
)
def test_r13_1_requirements_in_planeteers(site, tile, allowed):
    g = planets().teams(0, site).explored(site, tile).give(0, "Ice Forge", "Ice Forge")
    g.do("Build")
    assert {name.removeprefix("base ") for name in g.legal()} == allowed


@pytest.mark.parametrize(
    ("tile", "allowed"),
    [
        ("Anomaly@S-primary", {"Attraction", "Research base", "Secure"}),
        (
            "Habitable World",
            {"Bio Lab", "Exploiter", "Industrial", "Research base", "Secure", "Shield Factory", "Spaceport"},
        ),
        (
            "Exotic Asteroid Belt",
            {"Exploiter", "Industrial", "Refinery", "Research base", "Secure", "Spaceport"},
        ),
    ],
)
def test_r19_3_requirements_in_starfarers(tile, allowed):
    g = stars().teams(0, "Wolf 359").explored("Wolf 359", tile).give(0, "Orbital Foundry", "Orbital Foundry")
    g.do("Build")
    assert {name.removeprefix("base ") for name in g.legal()} == allowed


def test_r19_3_dust_bars_a_spaceport():
    g = stars().teams(0, "Lacaille 9352").explored("Lacaille 9352", "Alien Ruins", "Precious Dust")
    g.give(0, "Orbital Foundry", "Orbital Foundry").do("Build", "base Attraction")
    assert not g.can("base Spaceport")


def test_r1_4_a_type_that_is_used_up_cannot_be_chosen():
    g = Table().teams(0, "Luna").explored("Luna", "Exotic Elements").give(0, "Inflatable Habitat")
    for site, tile in (
        ("Eros", "Exotic Elements"),
        ("Phobos", "Abundant Ores"),
        ("Mars North", "Exotic Elements@M-e2"),
    ):
        g.explored(site, tile).base(0, site, "Refinery")
    g.do("Build")
    assert not g.can("base Refinery")


def test_r34_three_boxes_need_three_bases_that_are_left():
    g = stars().teams(0, "Tau Ceti").explored("Tau Ceti", "Anomaly@S-primary", "Rings", "Anomaly@S-secondary")
    g.give(0, "Orbital Foundry", "Orbital Foundry", "Orbital Foundry")
    assert g.can("Build")
    g.do("Build", "base Attraction")
    assert g.s["chosen_boxes"] == 1


@pytest.mark.parametrize(("attractions", "secures", "can"), [(9, 1, False), (0, 2, True)])
def test_r34_bases_that_fit_no_box_do_not_help(attractions, secures, can):
    g = stars().teams(0, "Tau Ceti").explored("Tau Ceti", "Alien Signal@S-primary", "Rings", "Rings")
    g.give(0, "Orbital Foundry", "Orbital Foundry", "Orbital Foundry")
    g.s["supply"][0] = 0
    g.supply(0, Attraction=attractions, Research_base=1, Secure=secures)
    assert g.can("Build") == can


def test_r8_3_modifiers_do_not_go_below_0():
    g = Table().teams(0, "Luna").explored("Luna", "Abundant Ores")
    assert g.can("Build")  # b2 - 2 = 0
    g.do("Build", "base Research base")
    assert g.bases_at("Luna") == ["Research base"]


def test_r8_2_no_compensation_for_the_own_claim():
    g = Table().teams(0, "Luna", claim=True).explored("Luna", "Abundant Ores")
    g.do("Build", "base Research base")
    assert g.profit() == 0


def test_r8_7_industrial_doubles_elsewhere_in_the_region():
    g = Table().teams(0, "Deimos").explored("Deimos", "Exotic Elements").explored("Phobos", "Exotic Elements")
    g.base(0, "Phobos", "Industrial").give(0, "Heavy Lifter")
    assert g.can("Build")  # 2 x 2 for b4


def test_r8_7_an_opponents_industrial_base_is_asked_for_and_rewarded():
    g = Table().teams(0, "Deimos").explored("Deimos", "Exotic Elements").explored("Phobos", "Exotic Elements")
    g.base(1, "Phobos", "Industrial").give(0, "Heavy Lifter", "Heavy Lifter")
    g.do("Build", "base Research base", "card Heavy Lifter", "card Heavy Lifter")
    assert set(g.legal()) == {"use next player's", "done"}
    g.act("done")
    assert g.s["due"].sum() == 0


def test_r23_7_molecular_assembly_adds_3():
    g = (
        planets()
        .owns(0, "Molecular Assembly")
        .teams(0, "Ceres")
        .explored("Ceres", "Rubble Pile")
        .profits(2, 0)
    )
    assert g.can("Build")  # 1 + 3 and 1T for b5


def test_r8_9_research_base_takes_an_offer():
    g = Table().teams(0, "Luna").explored("Luna", "Abundant Ores").offer("Ion Drive", "Solar Sail")
    g.do("Build", "base Research base", "take offer 2")
    assert "Solar Sail" in g.hand(0)


def test_r19_5_research_base_among_the_stars_may_advance_revelation():
    g = (
        stars()
        .teams(0, "Wolf 359")
        .explored("Wolf 359", "Habitable World")
        .give(0, "Orbital Foundry")
        .offer("Cold War")
    )
    g.set(revelation=[1, 0, 0, 0])
    g.do(
        "Build",
        "base Research base",
        "use own",
        "card Orbital Foundry",
        "done",
        "take a step of the revelation marker",
    )
    assert g.s["revelation"][0] == 2


def test_r8_6_bio_lab_advances_genetics():
    g = (
        Table()
        .teams(0, "Luna")
        .explored("Luna", "Water and Exo-Microbes")
        .give(0, "Inflatable Habitat", "Heavy Lifter")
    )
    g.do("Build", "base Bio Lab", "card Inflatable Habitat", "card Heavy Lifter")
    assert g.s["genetics"][0] == 1


def test_r13_2_exploiter_pays_at_once_and_the_tile_never_again():
    g = (
        planets()
        .teams(0, "Ceres")
        .explored("Ceres", "Precious Metals@P-e1")
        .give(0, "Ice Forge", "Fusion Economy")
    )
    g.do("Build", "base Exploiter", "use own", "card Ice Forge", "done")
    assert g.profit() == 22
    g.turn_of(0)
    assert not g.can("Produce")


def test_r19_4_exploiter_among_the_stars_takes_col_too():
    g = (
        stars()
        .teams(0, "Wolf 359")
        .explored("Wolf 359", "Gas Giant")
        .give(0, "Orbital Foundry", "Nanofabric")
        .profits(20, 0)
    )
    g.do("Build", "base Exploiter", "use own", "card Orbital Foundry", "card Nanofabric", "yes")
    assert g.profit() == 20 + 2 + 1


def test_r13_3_secure_pays_for_opponents_bases_in_the_region():
    g = (
        planets()
        .teams(0, "Interamnia")
        .explored("Interamnia", "Rubble Pile")
        .explored("Ceres", "Abundant Ores@P-e1")
    )
    g.base(1, "Ceres", "Refinery").give(0, "Ice Forge", "Autofactory")
    g.do("Build", "base Secure", "use own", "card Ice Forge", "card Autofactory", "no")
    assert g.profit() == 21


def test_r13_3_a_second_secure_base_in_the_region_pays_nothing():
    g = (
        planets()
        .teams(0, "Interamnia")
        .explored("Interamnia", "Rubble Pile")
        .explored("Ceres", "Abundant Ores@P-e1")
    )
    g.base(1, "Ceres", "Secure").give(0, "Ice Forge", "Autofactory")
    g.do("Build", "base Secure", "use own", "card Ice Forge", "card Autofactory", "no")
    assert g.profit() == 20


def test_r19_6_secure_near_sol_counts_home_bases():
    g = stars(players=3).teams(0, "Alpha Centauri").explored("Alpha Centauri", "Alien Ruins")
    g.give(0, "Orbital Foundry", "Orbital Foundry").owns(0, "Energy Fields")
    g.do("Build", "base Secure", "use own", "card Orbital Foundry", "card Orbital Foundry")
    assert g.profit() == 22


# Produce


def test_r9_6_produce_collects_the_best_tiles_up_to_the_value():
    g = (
        Table()
        .explored("Deimos", "Exotic Elements")
        .base(0, "Deimos", "Refinery")
        .explored("Phobos", "Exotic Elements")
    )
    g.base(0, "Phobos", "Research base").explored("Eros", "Abundant Ores").base(0, "Eros", "Research base")
    g.give(0, "Regolith Printer", "Regolith Printer")
    g.do("Produce", "card Regolith Printer", "card Regolith Printer")
    assert g.profit() == 2 + 1


def test_r8_5_attraction_adds_to_a_tile_without_p():
    g = Table().explored("Luna", "Natural Wonder").base(0, "Luna", "Attraction").give(0, "Corporate Raider")
    g.do("Produce", "card Corporate Raider")
    assert g.profit() == 1
    g = (
        stars()
        .explored("Wolf 359", "Anomaly@S-primary")
        .base(0, "Wolf 359", "Attraction")
        .give(0, "Stellar Market")
    )
    g.do("Produce", "card Stellar Market", "spend 0T")
    assert g.profit() == 22


def test_r9_6_no_produce_without_a_base_on_a_paying_tile():
    g = Table().explored("Luna", "Water").base(0, "Luna", "Research base").give(0, "Corporate Raider")
    assert not g.can("Produce")


def test_r10_8_the_legacy_tile_produces_too():
    g = (
        planets()
        .set(legacy_tile=[1, -1, -1, -1], legacy_base=[st.REFINERY, -1, -1, -1])
        .give(0, "He-3 Skimmer")
    )
    g.s["supply"][0, st.REFINERY] -= 1
    g.do("Produce", "card He-3 Skimmer", "spend 0T")
    assert g.profit() == 22


def test_r23_8_resource_exchange_adds_1_to_value_and_profit():
    g = planets().owns(0, "Resource Exchange", "Sensory Focus").give(0, "Ice Forge")
    for site in ("Ceres", "Vesta"):
        g.explored(site, "Abundant Ores@P-e1" if site == "Ceres" else "Water and Ores").base(
            0, site, "Research base"
        )
    g.do("Produce", "card Ice Forge", "spend 0T")
    assert g.profit() == 20 + 1 + 1 + 1


def test_r23_8_resource_exchange_alone_is_no_produce_action():
    g = (
        planets()
        .owns(0, "Resource Exchange")
        .explored("Ceres", "Abundant Ores@P-e1")
        .base(0, "Ceres", "Refinery")
    )
    assert not g.can("Produce")


def test_r16_1_a_single_multiplier_is_worth_its_number():
    g = stars().give(0, "Star Lifter").profits(0, 0)
    for site, tile in (
        ("Wolf 359", "Exotic Asteroid Belt"),
        ("Sirius", "Exotic Asteroid Belt"),
        ("Luhman 16", "Gas Giant"),
    ):
        g.explored(site, tile).base(0, site, "Research base")
    g.do("Produce", "card Star Lifter")
    assert g.profit() == 4


# Special actions


def test_r9_1_probe_explores_an_empty_site_without_a_claim():
    g = Table().give(0, "Near Space Probe").teams(0, "Luna", "Earth")
    g.do("Special", "card Near Space Probe")
    assert not g.can("site Luna")
    g.act("site Mars North")
    assert len(g.tiles_at("Mars North")) == 1
    assert g.s["team_claim"].sum() == 0
    assert g.s["row"] == 1  # it counts for contract 2


def test_r9_3_prototype_moves_a_team_anywhere():
    g = planets().give(0, "Anti-Matter Prototype").teams(0, "Umbriel", "Inner System").profits(0, 0)
    g.do("Special", "card Anti-Matter Prototype", "team 1", "site Oort Cloud")
    assert (g.at(0, 0), g.s["beyond"].tolist()) == ("Oort Cloud", [0, -1])
