"""What the plain case of a rule leaves open: what does not count, who is left out, what comes first."""

import pytest

from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import Table


def planets(players=2):
    """A table of Planeteers with 20T for everybody."""
    return Table("Planeteers", players=players, start_era=2).profits(*[20] * players)


def stars(players=2):
    """A table of Starfarers with 20T for everybody."""
    return Table("Starfarers", players=players, start_era=3).profits(*[20] * players)


def ported(*sites):
    """Spaceports of seat 0 in one-box systems, a team on each star; no printed Move on any HQ."""
    g = stars().infra(0, 1, "Von Neumann Scouts").infra(1, 1, "Von Neumann Scouts")
    g.owns(0, "Energy Fields").profits(0, 0)
    for site in sites:
        g.explored(site, "Habitable World").base(0, site, "Spaceport")
    return g.teams(0, *sites)


def test_r14_a_spaceport_doubles_a_multiplier():
    g = ported("Alpha Centauri").give(0, "Alliance", "Matter Manipulators")  # 5 x 2 x 2 = 20
    assert "Sol" in g.reach(0)


def test_r14_a_spaceport_binds_the_second_team():
    g = ported("Alpha Centauri", "Luhman 16")  # the third team is at Sol, 20 from Alpha Centauri
    g.give(0, "Beamed Sail", "Time")  # 10 doubled reaches a neighbour at 20
    g.do("Move", "team 1", "site Luhman 16", "use own", "card Beamed Sail", "Time: two teams", "use own")
    assert g.s["step"] == st.S_SECOND_TEAM
    assert not g.can("team 3")


def beside_a_rivals_spaceport(*cards):
    """The team of seat 0 leaves Ceres, where seat 1 has a Spaceport; HQs have Move 3 and no cards."""
    g = planets().teams(0, "Ceres", "Oort Cloud").set(beyond=[0, -1]).give(0, *cards)
    g.explored("Ceres", "Rubble Pile").base(1, "Ceres", "Spaceport")
    g.explored("Vesta", "Water and Ores").base(0, "Vesta", "Research base")
    return g.do("Move", "site Vesta", "use own", *(f"card {card}" for card in cards))


def test_r14_a_spaceport_is_not_used_without_a_card_to_double():
    g = beside_a_rivals_spaceport()
    assert (g.at(0, 0), int(g.s["due"].sum())) == ("Vesta", 0)


def test_r14_a_spaceport_is_offered_with_a_card_to_double():
    g = beside_a_rivals_spaceport("Plasma Drive")
    assert set(g.legal()) == {"use next player's", "done"}


def test_r33_a_transport_enters_the_star_track():
    g = stars().explored("Wolf 359", "Habitable World").base(0, "Wolf 359", "Spaceport")
    g.give(0, "Von Neumann Scouts").do("Upgrade", "Infra slot 3").do("team 1", "site Wolf 359")
    assert (g.at(0, 0), int(g.s["team_track"][0, 0])) == ("Wolf 359", 3)


def test_r49_a_research_base_without_offers_advances_revelation_among_the_stars():
    g = stars().teams(0, "Wolf 359").explored("Wolf 359", "Marginal World").give(0, "Orbital Foundry")
    g.set(revelation=[0, 0, 0, 0])
    g.do("Build", "base Research base", "use own", "card Orbital Foundry")
    assert g.s["revelation"][0] == 1


def test_r52_orbits_are_chosen_from_the_last_start_player_on():
    g = Table(players=3).set(genetics=[4, 4, 4, 0], first=2)
    g.only().ready()
    assert (g.s["step"], g.s["seat"]) == (st.S_ORBITS, 2)


def test_r31_an_old_legacy_pair_stays_if_nothing_is_taken():
    g = planets().explored("Ceres", "Precious Metals@P-e1").base(0, "Ceres", "Refinery")
    g.set(legacy_tile=[1, -1, -1, -1], legacy_base=[st.REFINERY, -1, -1, -1])
    g.s["supply"][0, st.REFINERY] -= 1
    g.only().do("pass").quiet(lambda s: s["ask"] == st.ASK_LEGACY).act("done")
    assert (g.era, int(g.s["legacy_tile"][0])) == (2, 1)


def test_r59_mars_north_to_south_needs_a_base():
    g = Table().teams(0, "Mars North", "Asteroid Belt").give(0, "Solar Sail")
    assert g.reach(0) == set()


def test_r42_edges_go_clockwise_from_the_active_player():
    g = (
        Table(players=3)
        .give(1, "Survey Rover")
        .give(2, "Survey Rover")
        .give(0, "Cargo Pod")
        .ready(edges=True)
    )
    assert g.s["seat"] == 1


def test_r18_the_penalty_is_paid_once_for_two_teams():
    g = planets().owns(0, "Molecular Assembly").teams(0, "Callisto", "Dione")
    g.explored("Callisto", "Barren").explored("Dione", "Volatile Ices")
    g.give(0, "Ice Forge", "Time")  # 1 + 4 + 3 = 8
    g.do("Build", "team 1", "base Secure", "use own", "card Ice Forge", "Time: two teams")
    g.do("team 2", "base Secure")
    assert len(g.bases_at("Callisto") + g.bases_at("Dione")) == 2
    assert g.profit() == 18


def test_r17_no_colonies_cannot_push_below_0():
    g = stars().profits(0, 0).only()
    g.do("pass").quiet(lambda s: s["over"])
    assert g.s["profit"][:2].tolist() == [0, 0]


def test_r16_an_own_base_at_one_end_uses_no_opponents_base():
    g = Table().teams(0, "Luna", "Asteroid Belt").explored("Luna", "Water").base(1, "Luna", "Research base")
    g.base(0, "Lunar L4", "Spaceport").give(0, "Heavy Lifter")
    g.do("Move", "team 1", "site Lunar L4", "use own", "card Heavy Lifter")
    assert (g.at(0, 0), int(g.s["due"].sum())) == ("Lunar L4", 0)


def test_r2_a_pass_claims_nothing_and_transports_nobody():
    g = Table(players=3).base(0, "Solar L1", "Spaceport").base(0, "Solar L2", "Spaceport")
    g.give(0, "Chemical Drive").give(1, "Chemical Drive").only().act("pass")
    assert (g.s["active"], g.s["marker"].tolist()) == (1, [0] * 7)


def test_r27_adaptations_come_before_breakthroughs():
    g = stars().teams(0, "Wolf 359").explored("Wolf 359", "Marginal World").set(genetics=[3, 0, 0, 0])
    g.set(revelation=[3, 0, 0, 0]).teams(0, "Wolf 359", "Sirius").give(0, "Interferometer", "Quantum Archive")
    for k in range(int(g.t["num_tiles"])):
        if g.labels["tile"][k] not in ("Alien Signal", "Introvs"):
            g.s["stack"][k] = 0
    g.do("Explore", "team 2", "use own", "card Interferometer", "done")
    assert (int(g.s["adaptations"]), int(g.s["breakthroughs"])) == (1, 1)
    assert g.can("progress card Sensory Focus")
    assert not g.can("progress card Probe Network")


def test_r47_a_team_that_explored_is_not_transported():
    g = Table().teams(0, "Mars South", "Asteroid Belt").base(0, "Solar L4", "Spaceport")
    g.give(0, "Spectral Array", "Cargo Pod").do("Explore", "card Spectral Array", "done")
    assert g.s["ask"] == st.ASK_CLAIM
    g.base(0, "Mars South", "Research base")
    g.quiet(lambda s: s["active"] == 1 or s["ask"] == st.ASK_TRANSPORT)
    assert g.s["active"] == 1


def test_r47_a_team_that_built_is_not_transported():
    g = Table().teams(0, "Luna", "Asteroid Belt").base(0, "Solar L4", "Spaceport")
    g.explored("Luna", "Abundant Ores").do("Build", "base Research base")
    assert (g.bases_at("Luna"), g.s["active"]) == (["Research base"], 1)


def test_r47_a_team_moved_by_the_prototype_is_not_transported():
    g = planets().teams(0, "Umbriel", "Oort Cloud").give(0, "Anti-Matter Prototype")
    g.explored("Ceres", "Rubble Pile").base(0, "Ceres", "Spaceport")
    g.do("Special", "team 1", "site Ceres")
    assert (g.at(0, 0), g.s["active"]) == ("Ceres", 1)


def test_3_1_turns_go_clockwise():
    g = Table(players=3).give(0, "Chemical Drive").do("Upgrade", "Infra slot 2")
    assert g.s["active"] == 1


def test_3_11_the_home_base_counts_for_no_contract():
    g = Table(players=3).explored("Luna", "Water").explored("Eros", "Exotic Elements")
    g.base(0, "Luna", "Research base").base(0, "Eros", "Research base").give(0, "Chemical Drive")
    g.do("Upgrade", "Infra slot 2")
    assert g.s["active"] == 1  # two sites and the home base


@pytest.mark.parametrize(("site", "stack"), [("Luna", "M-e1"), ("Mars South", "M-e2")])
def test_7_3_the_tile_comes_from_the_stack_of_the_cost(site, stack):
    g = Table().teams(0, site, "Asteroid Belt").give(0, "Spectral Array")
    g.s["stack"][g.tile("Deep Reading", "M-e1")] = 0
    g.do("Explore", "card Spectral Array")
    assert st.STACKS[g.t["tile_stack"][g.s["tile"][g.site(site), 0]]] == stack


def test_8_1_a_build_needs_the_build_cost():
    def build(*cards):
        g = Table().teams(0, "Deimos").explored("Deimos", "Exotic Elements").give(0, "Chemical Drive", *cards)
        return g.can("Build")

    assert not build("Inflatable Habitat")  # 3 for b4
    assert build("Inflatable Habitat", "Salvage Tug")


def test_10_8_the_legacy_pair_counts_for_no_contract():
    g = planets(3).set(legacy_tile=[1, -1, -1, -1], legacy_base=[st.REFINERY, -1, -1, -1])
    g.s["supply"][0, st.REFINERY] -= 1
    for site, tile, kind in (
        ("Ceres", "Water@P-e1", "Industrial"),
        ("Callisto", "Barren", "Secure"),
        ("Dione", "Volatile Ices", "Research base"),
    ):
        g.explored(site, tile).base(0, site, kind)
    g.give(0, "Sensor Web").do("Upgrade", "Infra slot 3")
    assert g.s["active"] == 1  # three types on the board, four with the Refinery


def test_10_8_the_legacy_pair_is_no_base_at_a_site():
    g = planets(3).set(legacy_tile=[1, -1, -1, -1], legacy_base=[st.REFINERY, -1, -1, -1])
    g.s["supply"][0, st.REFINERY] -= 1
    g.explored("Ceres", "Water@P-e1").base(0, "Ceres", "Research base")
    g.explored("Vesta", "Water and Ores").base(0, "Vesta", "Research base")
    g.give(0, "Sensor Web").do("Upgrade", "Infra slot 3")
    assert g.s["active"] == 1  # two asteroid sites of the three for contract 3


def test_11_7_ties_for_the_least_profit_are_drawn():
    found = set()
    for seed in range(12):
        g = Table(seed=seed).profits(4, 4).only()
        g.do("pass").quiet(lambda s: s["era"] == 1 and s["ask"] == st.ASK_ACTION)
        found.add(int(g.s["first"]))
    assert found == {0, 1}


def test_15_4_without_a_team_on_alpha_centauri_the_poorest_begins():
    g = planets(3).profits(9, 1, 5).only()
    g.do("pass").quiet(lambda s: s["era"] == 2 and s["turns"] > 3)
    assert g.s["first"] == 1


def test_14_1_teams_at_the_oort_cloud_are_frozen():
    g = planets().teams(0, "Oort Cloud", "Oort Cloud").set(beyond=[0, 0])
    g.give(0, "Fusion Torch", "Fusion Torch", "Gravity Assist", "Gravity Assist", "Anti-Matter Prototype")
    g.explored("Pluto", "Barren").base(0, "Pluto", "Research base")
    assert not g.can("Move")
    assert not g.can("Special")


def test_14_5_an_opponents_progress_cards_do_not_help():
    g = planets().owns(1, "Sensory Focus").owns(0, "Low-G Physiology").teams(0, "Europa").profits(0, 0)
    assert not g.can("Explore")


def test_16_4_a_team_on_a_star_track_cannot_act():
    g = stars().teams(0, "Wolf 359", "Wolf 359", "Wolf 359", track=1).give(0, "Interferometer", "Beamed Sail")
    assert not g.can("Explore")
    assert not g.can("Move")


def test_16_6_teams_in_the_orion_spur_are_frozen():
    g = stars().teams(0, "Orion Spur 3", "Orion Spur 3", "Orion Spur 3")
    g.give(0, "Bussard Ramscoop", "Warp Precursor", "Beamed Sail")
    assert not g.can("Move")


def settled(site="Wolf 359", kind="Bio Lab"):
    """Seat 0 may found a colony."""
    return stars().explored(site, "Habitable World").base(0, site, kind)


def test_17_10_progress_cards_count_by_different_titles():
    g = settled(kind="Industrial").profits(4, 4)
    g.owns(0, "Probe Network", "Energy Fields").owns(1, "Probe Network", "Energy Fields")
    g.do("Colonize", "colony Archimedes (4)")
    assert g.profit() == 4 + 2


def test_19_6_secure_counts_bases_of_nearby_systems():
    g = stars().owns(0, "Energy Fields").teams(0, "Epsilon Indi")
    g.explored("Epsilon Indi", "Marginal World", "Rings", "Icy Moon")
    g.explored("Lacaille 9352", "Habitable World", "Icy Moon").base(
        1, "Lacaille 9352", "Bio Lab", "Industrial"
    )
    g.give(0, *["Orbital Foundry"] * 3, *["Mega-Assembler"] * 2)
    g.do(
        "Build",
        "base Secure",
        "base Research base",
        "base Industrial",
        "use own",
        *["card Orbital Foundry"] * 3,
    )
    g.do("card Mega-Assembler", "done")
    assert g.bases_at("Epsilon Indi")[0] == "Secure"
    assert g.profit() == 22


def test_19_6_a_secure_base_nearby_forfeits_the_benefit():
    g = stars(3).owns(0, "Energy Fields").teams(0, "Alpha Centauri")
    g.explored("Alpha Centauri", "Alien Ruins").explored("Luhman 16", "Marginal World").base(
        1, "Luhman 16", "Secure"
    )
    g.give(0, "Orbital Foundry", "Orbital Foundry")
    g.do("Build", "base Secure", "use own", "card Orbital Foundry", "card Orbital Foundry")
    assert (g.bases_at("Alpha Centauri"), g.profit()) == (["Secure"], 20)


def test_21_1_the_hq_of_a_start_with_planeteers():
    g = Table.dealt(start_era=2)
    found = [int(g.s["infra_plain"][0, kind]) for kind in (st.RESEARCH, st.MOVE, st.EXPLORE, st.BUILD)]
    assert found == [2, 3, 1, 1]


def asked_rows(g):
    """Numbers of the contracts that seat 0 is asked about, each declined."""
    found = []
    g.quiet(lambda s: s["ask"] == st.ASK_CLAIM or s["active"] == 1)
    while g.s["ask"] == st.ASK_CLAIM:
        found.append(int(g.s["row"]) + 1)
        g.act("no")
    return found


def test_22_2_rows_2_and_7_of_planeteers():
    g = planets(3).teams(0, "Europa", "Inner System").give(0, "Submersible Probe")
    g.do("Explore", "use own", "card Submersible Probe")
    assert asked_rows(g) == [2]
    g = planets(3)
    for site, tile, kind in (
        ("Ceres", "Water@P-e1", "Industrial"),
        ("Callisto", "Barren", "Secure"),
        ("Dione", "Volatile Ices", "Research base"),
        ("Vesta", "Water and Ores", "Refinery"),
    ):
        g.explored(site, tile).base(0, site, kind)
    g.give(0, "Sensor Web").do("Upgrade", "Infra slot 3")
    assert asked_rows(g) == [7]


def test_22_3_rows_2_and_3_of_starfarers():
    g = stars(3).teams(0, "Tau Ceti").give(0, "Interferometer", "Quantum Archive")
    g.s["stack"][g.tile("Alien Signal")] = 0
    g.do("Explore", "use own", "card Interferometer", "card Quantum Archive")
    assert 2 in asked_rows(g)
    g = stars(3)
    for site in ("Wolf 359", "Sirius", "Luhman 16"):
        g.explored(site, "Habitable World").base(0, site, "Secure")
    g.give(0, "Von Neumann Scouts").do("Upgrade", "Infra slot 3")
    assert asked_rows(g) == [3]


def test_23_2_low_g_ignores_gravity():
    g = planets().owns(0, "Low-G Physiology").profits(0, 0).teams(0, "Io", "Oort Cloud")
    g.infra(0, 1, "Sensor Web").infra(1, 1, "Sensor Web")  # no printed Move
    g.explored("Callisto", "Volatile Ices").base(0, "Callisto", "Shield Factory")
    g.give(0, "Think Tank").do("Move", "site Callisto", "use own")  # 2 of 2; with gravity 3
    assert (g.at(0, 0), g.profit()) == ("Callisto", 0)


def test_r3_a_sixth_contract_gives_nobody_a_second_last_turn():
    g = Table(players=3, end_era=1).explored("Deimos", "Exotic Elements").base(0, "Deimos", "Refinery")
    g.give(0, "Corporate Raider").give(1, "Spectral Array").give(2, "Chemical Drive").only()
    g.s["marker"][:] = [0, 1, 1, 1, 1, 1, 0]
    g.s["counting"], g.s["last"] = 1, 0b101  # seat 1 has had its last turn
    g.do("Produce", "card Corporate Raider", "yes")
    assert (int(g.s["last"]), g.s["active"]) == (0b100, 2)


def two_rows():
    """Seat 0 is asked about rows 4 and 7."""
    g = Table(players=3).base(0, "Solar L1", "Spaceport").base(0, "Solar L2", "Spaceport")
    g.base(0, "Solar L4", "Research base").explored("Luna", "Water").base(0, "Luna", "Industrial")
    return g.give(0, "Chemical Drive", "Cargo Pod").do("Upgrade", "Infra slot 2")


def test_3_10_several_contracts_are_claimed_in_a_turn():
    g = two_rows().act("yes", "yes")
    assert (g.profit(), g.s["marker"].tolist()) == (6, [0, 0, 0, 1, 0, 0, 1])


def test_r26_each_row_is_asked_once():
    g = two_rows().act("no", "yes")
    assert g.s["ask"] != st.ASK_CLAIM


def test_r7_an_hq_is_rewarded_once_for_two_teams():
    g = Table().infra(1, 1, "Nuclear Thermal Drive").give(0, "Cargo Pod", "Time").teams(0, "Earth", "Earth")
    g.do("Move", "team 1", "site Luna", "use next player's", "card Cargo Pod", "Time: two teams")
    g.do("team 2", "site Luna")
    assert g.s["due"][1] == 1


def test_r7_a_second_team_that_needs_no_base_of_others_owes_no_reward():
    g = Table().teams(0, "Luna", "Earth").explored("Luna", "Water").base(1, "Luna", "Research base")
    g.give(0, "Solar Sail", "Heavy Lifter", "Time")
    g.do("Move", "team 1", "site Lunar L4", "use own", "card Solar Sail", "card Heavy Lifter")
    g.do("Time: two teams")
    assert g.s["due"].tolist() == [0, 1, 0, 0]
    g.do("team 2", "site Lunar L5")
    assert (g.at(0, 1), g.s["due"].tolist()) == ("Lunar L5", [0, 1, 0, 0])


def test_12_3_an_own_shield_factory_shields_builds_in_its_region():
    g = planets().profits(0, 0).teams(0, "Europa", "Oort Cloud").explored("Europa", "Exotic Elements@P-e2")
    g.explored("Callisto", "Volatile Ices").base(0, "Callisto", "Shield Factory")
    g.give(0, "Ice Forge", "Ice Forge", "Ice Forge", "Think Tank")
    assert g.can("Build")
    g.do("Build", "base Refinery", "use own", *["card Ice Forge"] * 3, "done")
    assert (g.bases_at("Europa"), g.profit()) == (["Refinery"], 0)


def test_r23_an_exploited_tile_is_no_legacy():
    g = planets().explored("Ceres", "Precious Metals@P-e1").base(0, "Ceres", "Exploiter")
    g.only().do("pass").quiet(lambda s: s["era"] == 2 or s["ask"] == st.ASK_LEGACY)
    assert g.era == 2


def test_10_6_no_industrial_base_or_spaceport_of_an_opponent_after_the_trigger():
    g = Table().teams(0, "Deimos").explored("Deimos", "Exotic Elements").explored("Phobos", "Exotic Elements")
    g.base(1, "Phobos", "Industrial").give(0, "Heavy Lifter", "Heavy Lifter").only()
    g.do("Build", "base Refinery")
    assert (g.bases_at("Deimos"), int(g.s["due"].sum()), g.s["use_industry"]) == (["Refinery"], 0, -1)


def test_10_6_no_spaceport_of_an_opponent_after_the_trigger():
    g = Table().teams(0, "Lunar L4", "Asteroid Belt").base(1, "Lunar L4", "Spaceport")
    g.base(0, "Solar L1", "Research base").give(0, "Cargo Pod", "Spectral Array")
    assert g.twin().reach(0)  # 1 + 1 + 2 reach Solar L1 at 3
    assert g.only().reach(0) == set()


def test_17_3_an_opponents_colony_nearby_gives_no_point():
    g = (
        settled("Luhman 16")
        .explored("Alpha Centauri", "Habitable World")
        .base(1, "Alpha Centauri", "Bio Lab")
    )
    g.colonized("Alpha Centauri", "New Geneva").profits(4, 4).do("Colonize")
    assert not g.can("colony Bastion (4)")


def test_18_1_the_choice_of_an_award_comes_before_the_next_tile():
    g = stars().teams(0, "Lacaille 9352").set(genetics=[3, 0, 0, 0]).give(0, "Interferometer", "R&D Network")
    for k in range(int(g.t["num_tiles"])):
        if g.t["tile_stack"][k] == st.PRIMARY and g.labels["tile"][k] != "Ocean World":
            g.s["stack"][k] = 0
    g.do("Explore", "use own", "card Interferometer", "card R&D Network")
    assert (g.s["ask"], g.tiles_at("Lacaille 9352")) == (st.ASK_PROGRESS, ["Ocean World"])


def test_13_3_own_bases_do_not_pay_for_secure():
    g = planets().teams(0, "Interamnia").explored("Interamnia", "Rubble Pile")
    g.explored("Ceres", "Abundant Ores@P-e1").base(0, "Ceres", "Refinery").give(
        0, "Ice Forge", "Supply Tender"
    )
    g.do("Build", "base Secure", "use own", "card Ice Forge", "done")
    assert (g.bases_at("Interamnia"), g.profit()) == (["Secure"], 20)


@pytest.mark.parametrize(("number", "gain"), [(2, 4), (3, 8), (4, 13), (5, 13)])
def test_20_1_two_and_more_colonies(number, gain):
    g = stars(4)
    sites = ("Wolf 359", "Sirius", "Luhman 16", "Barnard's Star", "Alpha Centauri")
    names = ("New Geneva", "Port Ares", "Harbor", "Homestead", "Bastion")
    tiles = ["Habitable World"] * 3 + ["Marginal World"] * 2
    for site, name, tile in list(zip(sites, names, tiles, strict=True))[:number]:
        g.explored(site, tile).base(0, site, "Industrial" if site in sites[:3] else "Research base")
        g.colonized(site, name)
    g.only().ready()  # nobody can do anything
    if not g.s["over"]:
        g.quiet(lambda s: s["over"])
    assert g.profit() == 20 + gain


def test_23_4_empathy_pays_for_every_reward():
    g = planets().owns(1, "Cooperative Empathy").infra(1, 1, "Nuclear Pulse Drive").profits(20, 0)
    g.teams(0, "Ceres", "Inner System").explored("Ceres", "Rubble Pile").base(1, "Ceres", "Refinery")
    g.give(0, "Supply Tender").do("Move", "team 1", "site Vesta", "use next player's", "done")
    assert (g.at(0, 0), g.profit(1)) == ("Vesta", 2)


def test_9_2_a_probe_needs_a_site_without_anybodys_team():
    g = Table().give(0, "Near Space Probe").teams(0, "Earth", "Earth").teams(1, "Luna", "Eros")
    g.do("Special", "card Near Space Probe")
    assert not g.can("site Luna")
    assert g.can("site Sisyphus")


def test_1_3_profit_has_no_upper_bound():
    g = Table().profits(120, 0).explored("Luna", "Exotic Elements").base(0, "Luna", "Refinery")
    g.give(0, "Drone Swarm", "Cargo Pod").do("Produce", "use own", "card Drone Swarm", "done").act("yes")
    assert g.profit() == 120 + 2 + 2  # P1 with a Refinery, and contract 1
