"""Every worked example of the rulebook, with its numbers."""

from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import Table


def distance(g, start, end, seat=0):
    """What a Move costs."""
    return int(g.t["dist"][g.era, g.site(start), g.site(end)])


# Page 6 and 7: Bob's Move


def bob():
    """Move/Explore Infra beside the default Move 1; a Move 3 and a Move 1 card; Time."""
    g = Table().infra(0, 2, "Ion Drive").give(0, "Solar Sail", "Cargo Pod", "Time")
    return g.teams(0, "Earth", "Luna")


def test_p6_infra_of_one_hq_adds_up_to_3():
    g = bob()
    g.do("Move", "team 1", "site Sisyphus", "use own")
    assert g.value() == (3, 1)


def test_p6_two_cards_add_4_for_a_total_of_7():
    g = bob()
    g.do("Move", "team 1", "site Sisyphus", "use own", "card Solar Sail", "card Cargo Pod")
    assert g.value() == (7, 1)


def test_p7_time_doubles_7_to_14_which_reaches_every_site_of_mariners():
    g = bob().teams(0, "Earth", "Earth")
    everywhere = set(g.labels["site"][: st.SITES_OF_ERA[0]]) - {"Earth"}
    assert g.reach(0) == everywhere
    assert int(g.t["dist"][0, :16, :16].max()) <= 14


def test_p7_time_moves_two_teams_with_7_each():
    g = bob().teams(0, "Earth", "Earth")
    g.do("Move").do("team 1")
    g.do("site Solar L4", "use own", "card Solar Sail", "card Cargo Pod", "Time: two teams")
    assert g.at(0, 0) == "Solar L4"
    g.do("team 2")
    assert g.can("site Solar L5")
    assert not g.can("site Halley's Comet")
    g.do("site Solar L5")
    assert (g.at(0, 0), g.at(0, 1)) == ("Solar L4", "Solar L5")


def test_p7_spaceport_makes_7_a_9_for_each_team_that_starts_there():
    g = (
        bob()
        .teams(0, "Lunar L4", "Solar L2")
        .base(0, "Lunar L4", "Spaceport")
        .base(1, "Solar L2", "Spaceport")
    )
    g.only("Cargo Pod", "Cargo Pod")
    g.do(
        "Move", "team 1", "site Mars North", "use own", "card Solar Sail", "card Cargo Pod", "Time: two teams"
    )
    assert g.s["use_port"] == -1  # the second team has not been asked yet
    assert g.at(0, 0) == "Mars North"  # 1 + 2 + 3 + 1 + gravity 1 = 8, with 9
    g.do("team 2")
    assert g.can("site Asteroid Belt")  # 1 + 1 + 3 + 3 + 1 = 9
    g.do("site Asteroid Belt")
    assert g.at(0, 1) == "Asteroid Belt"
    assert g.s["due"][1] == 1  # Rachel is rewarded


# Page 7: Richard's third non-Lagrange base


def test_p7_third_base_off_the_lagrange_points_claims_contract_3_for_2():
    g = Table(players=3).teams(0, "Eros").explored("Luna", "Water").explored("Sisyphus", "Exotic Elements")
    g.explored("Eros", "Exotic Elements").base(0, "Luna", "Research base").base(0, "Sisyphus", "Refinery")
    g.give(0, "Inflatable Habitat")
    g.do("Build").do("base Research base", "card Inflatable Habitat", "done")
    assert g.s["row"] == 2
    g.do("yes")
    assert g.profit() == 2
    assert g.s["marker"][2] == 1
    g.turn_of(0).give(0, "Chemical Drive").do("Upgrade", "card Chemical Drive", "Infra slot 2")
    assert g.s["active"] == 1  # it cannot be claimed again


# Page 8: Kai's Research


def test_p8_kai_draws_six_and_ends_with_eleven_cards():
    g = Table().give(0, "Research Grant", "Research Grant", *["Cargo Pod"] * 4, "Chemical Drive")
    g.offer("Heavy Lifter", "Ion Drive", "Solar Sail", "Regolith Printer")
    assert len(g.hand()) == 7
    g.do("Research", "use own", "card Research Grant", "card Research Grant")
    assert g.s["left"] == 6
    for source in (
        "offer 1",
        "offer 2",
        "the top card of the deck",
        *["the top card of the deck"] * 2,
        "offer 4",
    ):
        g.do(f"take {source}")
    assert len(g.hand()) == 11
    g.turn_of(0)
    assert not g.can("Research")


# Page 8: Divert


def test_p8_divert_takes_3_of_5_and_the_producer_keeps_all():
    g = Table().explored("Mars South", "Exotic Elements@M-e2").base(0, "Mars South", "Refinery")
    g.explored("Deimos", "Exotic Elements").base(0, "Deimos", "Refinery")
    g.give(0, "Regolith Printer", "Drone Swarm").give(1, "Inflatable Habitat")
    g.do("Produce", "card Regolith Printer", "card Drone Swarm")
    assert g.profit(0) == 5
    g.do("Edge Divert")
    assert (g.profit(0), g.profit(1)) == (5, 3)


# Page 9: distances


def test_p9_luna_to_sisyphus_is_4():
    assert distance(Table(), "Luna", "Sisyphus") == 4


def test_p9_earth_to_luna_is_4_with_gravity():
    assert distance(Table(), "Earth", "Luna") == 4


def test_p9_regions_of_halley_and_phobos_are_3_apart():
    assert distance(Table(), "Halley's Comet", "Phobos") == 1 + 3 + 1


def test_p9_mars_north_to_south_is_3_without_gravity():
    assert distance(Table(), "Mars North", "Mars South") == 3


# Page 10 and 11


def test_p10_mars_south_needs_explore_2_and_build_6():
    g = Table()
    south = g.site("Mars South")
    assert (g.t["explore"][0, south], g.t["build"][0, south]) == (2, 6)


def test_p10_luna_takes_a_tile_of_the_e1_stack():
    g = Table().teams(0, "Luna").give(0, "Exobiology Lab")
    before = int(g.s["stack"].sum())
    g.do("Explore").do("card Exobiology Lab", "done")
    assert len(g.tiles_at("Luna")) == 1
    assert int(g.s["stack"].sum()) < before
    assert g.s["team_claim"][0, 0] == 1


def test_p11_mark_explores_luna_sarah_builds_for_1_and_mark_gains_2():
    g = Table().teams(0, "Luna").teams(1, "Luna", claim=True).explored("Luna", "Water").profits(0, 1)
    g.give(0, "Salvage Tug")  # Build 1
    assert g.can("Build")
    g.do("Build")
    assert g.s["cost"] == 1
    g.do("base Research base").do("card Salvage Tug")
    assert g.bases_at("Luna") == ["Research base"]
    assert (g.profit(0), g.profit(1)) == (0, 3)


# Page 12


def test_p12_chad_puts_a_move_3_card_over_the_default_move_1():
    g = (
        Table()
        .infra(0, 2, "Spectral Array")
        .infra(0, 3, "Robotic Assembler")
        .give(0, "Nuclear Thermal Drive")
    )
    g.do("Upgrade").do("card Nuclear Thermal Drive").do("Infra slot 1")
    g.turn_of(0).teams(0, "Luna", "Luna").base(0, "Luna", "Research base").explored("Luna", "Water")
    g.give(0, "Chemical Drive").do("Move", "team 1", "site Lunar L4", "use own")
    assert g.value() == (3, 1)  # no longer 1 + 3


def test_p12_kai_produces_2_at_deimos_without_a_team():
    g = (
        Table()
        .explored("Deimos", "Exotic Elements")
        .base(0, "Deimos", "Refinery")
        .give(0, "Corporate Raider")
    )
    g.explored("Phobos", "Abundant Ores").base(0, "Phobos", "Research base")
    g.do("Produce").do("card Corporate Raider", "done")
    assert g.profit() == 2


# Page 15 and 16: Planeteers


def test_p15_iapetus_to_umbriel_is_12():
    assert distance(Table("Planeteers"), "Iapetus", "Umbriel") == 12


def test_p15_one_shielded_card_shields_the_build_and_the_other_adds_its_better_number():
    g = Table("Planeteers", start_era=2).teams(0, "Callisto").explored("Callisto", "Exotic Elements")
    g.set(infra=-1).profits(9, 9).give(0, "Autofactory", "Grown Mesh", "Ice Forge")
    g.do("Build", "base Refinery", "use own").do("card Autofactory", "yes")
    assert g.value() == (1 + 2, 1)  # the HQ of this start prints Build 1
    g.do("card Grown Mesh")
    assert g.value() == (1 + 2 + 2, 1)
    assert g.s["shielded"] == 1


def test_p15_mark_spends_2_to_move_9_with_7():
    g = Table("Planeteers", start_era=2).profits(5, 5).teams(0, "Inner System", "Inner System")
    g.give(0, "Magnetic Sail")  # 4 beside the printed Move 3
    assert "Dione" in g.reach(0)  # 9
    g.do("Move").do("team 1").do("site Dione", "use own", "card Magnetic Sail")
    g.do("done")
    assert (g.at(0, 0), g.profit()) == ("Dione", 3)


def test_p15_david_adds_at_most_2_to_an_explore_of_3():
    g = Table("Planeteers", start_era=2).profits(9, 9)
    from astrarium.envs.spacecorp.value import spendable

    spend = getattr(spendable, "py_func", spendable)
    assert spend(g.game.s, 3, 0) == 2
    assert spend(g.game.s, 9, 0) == 3


def test_p16_contract_1_of_planeteers_pays_5_if_mariners_left_it_open():
    g = Table("Planeteers", start_era=2, players=3).owns(0, "Sensory Focus", "Probe Network")
    g.s["marker"][0] = 0
    g.set(start_era=1, infra=-1)
    g.do("Research").do("use own").quiet(lambda s: s["ask"] == st.ASK_CLAIM)
    g.do("yes")
    assert g.profit() == 5


def test_p16_contract_1_pays_3_if_mariners_fulfilled_it():
    g = Table("Planeteers", start_era=2, players=3).owns(0, "Sensory Focus", "Probe Network")
    g.do("Research").do("use own").quiet(lambda s: s["ask"] == st.ASK_CLAIM)
    g.do("yes")
    assert g.profit() == 3


# Page 17


def test_p17_the_same_title_cannot_be_taken_twice():
    g = (
        Table("Planeteers", start_era=2)
        .owns(0, "Probe Network")
        .set(revelation=[3, 0, 0, 0])
        .give(0, "Dark Matter Lab")
    )
    g.do("Revelation").do("card Dark Matter Lab", "done", "spend 0T")
    assert g.titles(0) == ["Probe Network", "Molecular Assembly"]  # the only one left to choose


def test_p17_star_children_pays_1_and_probe_network_2():
    g = Table("Planeteers", start_era=2).set(revelation=[3, 0, 0, 0]).give(0, "Dark Matter Lab")
    g.do("Revelation").do("card Dark Matter Lab", "done", "spend 0T").do("progress card Probe Network")
    assert g.profit() == 2
    assert g.t["title_award"][g.title("Star Children")] == 1


def test_p17_star_children_needs_two_breakthroughs():
    g = Table("Starfarers", start_era=3).set(genetics=[3, 0, 0, 0]).give(0, "Clone Forge")
    without = g.twin()
    without.do("Genetics").do("card Clone Forge", "done", "spend 0T")
    assert not without.can("progress card Star Children")
    g.owns(0, "Probe Network", "Energy Fields")
    g.do("Genetics").do("card Clone Forge", "done", "spend 0T")
    assert g.can("progress card Star Children")


def test_p17_probe_network_doubles_explore():
    g = (
        Table("Planeteers", start_era=2)
        .owns(0, "Probe Network")
        .teams(0, "Europa")
        .give(0, "Dark Matter Lab")
    )
    g.do("Explore").do("use own", "card Dark Matter Lab", "done")
    assert len(g.tiles_at("Europa")) == 1


# Page 19: Starfarers


def multiplied(*cards):
    """Plain sum and product after playing Move cards on the Starfarers board without Infra."""
    g = Table("Starfarers", start_era=3).teams(0, "Alpha Centauri").explored("Alpha Centauri", "Gas Giant")
    g.base(0, "Alpha Centauri", "Refinery").profits(9, 9)
    g.infra(0, 1, "Von Neumann Scouts").give(0, *cards)  # covers the printed Move
    g.give(0, "Warp Precursor")  # kept in hand
    g.do("Move", "team 1", "site Sol", "use own")
    for card in cards:
        g.act(f"card {card}")
    return g


def test_p19_3_and_5_times_3_times_4_is_96():
    from astrarium.envs.spacecorp.value import Effort, combine

    value = getattr(combine, "py_func", combine)
    assert value(Effort(3 + 5, 3 * 4, 5, 0, 1)) == 96


def test_p19_multipliers_alone_3_3_5_give_45_and_a_single_2_gives_2():
    from astrarium.envs.spacecorp.value import Effort, combine

    value = getattr(combine, "py_func", combine)
    assert value(Effort(0, 3 * 3 * 5, 0, 0, 1)) == 45
    assert value(Effort(0, 2, 0, 0, 1)) == 2
    assert value(Effort(0, 1, 0, 0, 4)) == 0


def test_p19_cards_multiply_in_play():
    g = multiplied("Alliance", "1st Gen Antimatter Drive", "Bussard Ramscoop")
    assert g.value() == (5, 12)


def test_p19_kapteyn_to_epsilon_eridani_is_60():
    assert distance(Table("Starfarers", start_era=3), "Kapteyn's Star", "Epsilon Eridani") == 60


def test_p19_epsilon_indi_is_nearby_lacaille_and_ross_is_not():
    g = Table("Starfarers", start_era=3)
    near = int(g.t["near"][2, g.site("Lacaille 9352")])
    assert near >> g.site("Epsilon Indi") & 1
    assert not near >> g.site("Ross 780") & 1


def test_p19_epsilon_indi_is_multi_star_with_e10_b20_and_three_boxes():
    g = Table("Starfarers", start_era=3)
    indi = g.site("Epsilon Indi")
    found = (
        g.t["explore"][2, indi],
        g.t["build"][2, indi],
        g.t["boxes"][2, indi],
        g.t["multi"][2] >> indi & 1,
    )
    assert found == (10, 20, 3, 1)


def test_p19_no_team_stops_in_an_empty_region():
    assert not any("Void" in name for name in Table("Starfarers", start_era=3).labels["site"])


# Page 20 and 21


def test_p20_carol_explores_epsilon_eridani_for_10_and_fills_three_boxes():
    g = Table("Starfarers", start_era=3).teams(0, "Epsilon Eridani").give(0, "Interferometer", "Beamed Sail")
    g.s["stack"][[g.tile("Alien Signal")]] = 0  # no Alien tile today
    g.do("Explore").do("use own").do("card Interferometer")
    assert not g.can("done")  # 3 + 5 and 2 of profit would be needed
    g.do("card Beamed Sail")
    g.quiet(lambda s: s["ask"] == st.ASK_CLAIM or s["active"] == 1)
    assert len(g.tiles_at("Epsilon Eridani")) == 3
    stacks = [st.STACKS[g.t["tile_stack"][k]] for k in g.s["tile"][g.site("Epsilon Eridani")]]
    assert stacks == ["S-primary", "S-secondary", "S-secondary"]


def test_p20_the_sample_colony_has_value_6_and_pays_for_each_progress_card():
    g = Table("Starfarers", start_era=3)
    colony = g.colony("Concord")
    assert g.t["colony_value"][colony] == 6
    assert g.t["colony_effect"][colony] == st.C_PROG


def test_p21_epsilon_eridani_with_ruins_rings_and_dust_is_built_for_16():
    g = Table("Starfarers", start_era=3).teams(0, "Epsilon Eridani").profits(9, 9)
    g.explored("Epsilon Eridani", "Alien Ruins", "Rings", "Precious Dust")
    g.give(0, "Orbital Foundry", "Orbital Foundry", "Nanofabric")
    g.do("Build")
    assert g.s["cost"] == 16
    g.do("base Attraction", "base Spaceport", "base Refinery").do("use own")
    g.do("card Orbital Foundry", "card Orbital Foundry", "card Nanofabric", "no", "done")
    assert g.bases_at("Epsilon Eridani") == ["Attraction", "Spaceport", "Refinery"]
