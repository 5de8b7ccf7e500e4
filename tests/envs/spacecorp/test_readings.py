"""Rules easily read too narrowly: spurs, shields by choice, teams that look alike, profit of two teams."""

from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import Table


def stars():
    return Table("Starfarers", players=2, start_era=3).profits(20, 20)


def planets():
    return Table("Planeteers", players=2, start_era=2)


def drive(g, *actions):
    """Take those that are asked for within the turn; the stages and seats that were asked."""
    g.ready()
    turn, asked = int(g.s["turns"]), []
    for action in actions:
        if int(g.s["turns"]) == turn:
            asked.append((int(g.s["ask"]), int(g.s["seat"])))
            if g.game.can(action):
                g.game.act(action)
    if int(g.s["turns"]) == turn:
        asked.append((int(g.s["ask"]), int(g.s["seat"])))
    return asked


def test_no_value_reaches_an_orion_spur_that_is_not_adjacent():
    g = stars().explored("Wolf 359", "Habitable World").base(0, "Wolf 359", "Bio Lab")
    g.colonized("Wolf 359", g.labels["colony"][0].partition(" (")[0])
    g.teams(0, "Wolf 359", "Wolf 359", "Wolf 359")
    g.give(0, *["Bussard Ramscoop"] * 3, "Beamed Sail")  # (6 + 10) x 64 = 1024
    assert g.reach(0)
    assert not any("Orion" in name for name in g.reach(0))


def beside_a_factory(profit):
    g = planets().profits(profit, 0).teams(0, "Callisto", "Callisto")
    g.explored("Io", "Water").base(1, "Io", "Shield Factory")
    return g.explored("Callisto", "Exotic Elements")


def test_a_card_may_be_played_shielded_beside_an_opponents_shield_factory():
    g = beside_a_factory(9).give(0, "Autofactory", "Ice Forge")
    g.do("Build", "base Refinery", "use own", "card Autofactory")
    assert g.can("yes")


def test_infra_may_be_used_shielded_there_too():
    g = beside_a_factory(9).infra(0, 3, "Autofactory").give(0, "Ice Forge")
    g.do("Build", "base Refinery", "use own")
    assert g.can("yes")


def test_so_the_opponent_is_not_rewarded():
    g = beside_a_factory(0).give(0, "Autofactory", "Ice Forge")
    asked = drive(g, "Build", "base Refinery", "use own", "card Autofactory", "yes")
    assert g.s["owner"][g.site("Callisto")] == 0
    assert (st.ASK_REWARD, 1) not in asked


def test_phobes_leave_the_choice_between_the_exploring_team_and_another():
    g = stars().teams(0, "Wolf 359", "Wolf 359", "Sol").give(0, "Interferometer")
    for k in range(int(g.t["num_tiles"])):
        name = g.labels["tile"][k]
        if g.t["tile_stack"][k] == st.PRIMARY and name != "Alien Signal":
            g.s["stack"][k] = 0
        if g.t["tile_stack"][k] == st.ALIEN and name != "Phobes":
            g.s["stack"][k] = 0
    asked = drive(g.refresh(), "Explore", "use own", "card Interferometer", "done")
    assert st.ASK_PHOBES in [ask for ask, _ in asked]


def test_profit_of_two_teams_together_stays_below_the_value():
    g = planets().profits(9, 0).teams(0, "Europa", "Ganymede").infra(0, 2, "Autofactory")
    g.give(0, "Deep Scanner", "Time")
    drive(g, "Explore", "team 1", "use own", "card Deep Scanner", "done")
    assert g.s["ask"] == st.ASK_TIME
    assert not g.can("Time: two teams")  # 1T each would be as much as the value


def only_tiles(g, *names):
    """Leave nothing but these kinds of tile in the stacks."""
    for k in range(int(g.t["num_tiles"])):
        if g.labels["tile"][k] not in names:
            g.s["stack"][k] = 0
    return g.refresh()


def two_explorers(*titles):
    """Explore 3 + 3 with teams at e5, e8 and e5; the tile of the first completes an orbit."""
    teams = ("Wolf 359", "Lacaille 9352", "Barnard's Star")
    g = stars().profits(0, 0).teams(0, *teams).set(genetics=[3, 0, 0, 0])
    g.owns(0, *titles).give(0, "R&D Network", "Time")
    only_tiles(g, "Ocean World", "Asteroid Field")
    drive(g, "Explore", "team 1", "use own", "card R&D Network", "Time: two teams")
    assert (g.tiles_at("Wolf 359"), int(g.s["adaptations"])) == (["Ocean World"], 1)
    return g


def test_a_progress_card_won_by_the_first_team_leaves_the_value_of_the_second():
    g = two_explorers()
    assert (int(g.s["bonus"]), int(g.s["factor"])) == (0, 1)
    drive(g, "progress card Sensory Focus")  # Explore +2 would be just enough for e8
    assert g.titles(0) == ["Sensory Focus"]
    assert set(g.legal()) == {"done", "team 3"}


def test_a_progress_card_owned_before_counts_for_both_teams():
    g = two_explorers("Sensory Focus")
    assert (int(g.game.observe(1)["bonus"]), int(g.game.observe(1)["factor"])) == (2, 1)
    drive(g, "progress card Extended Lifespan", "team 2")
    assert len(g.tiles_at("Lacaille 9352")) == 2


def beside_rivals(end):
    """Seat 0 moves from Europa with a rival's Research base on it; a rival's Shield Factory is on Io."""
    g = planets().profits(9, 0).teams(0, "Europa", "Inner System").give(0, "Nuclear Pulse Drive")
    g.explored("Europa", "Exotic Elements@P-e2").base(1, "Europa", "Research base")
    g.explored("Io", "Water").base(1, "Io", "Shield Factory")
    if end == "Dione":
        g.explored("Dione", "Water").base(1, "Dione", "Shield Factory")
    drive(g, "Move", "team 1", f"site {end}", "use own", "card Nuclear Pulse Drive")
    drive(g, "use next player's")
    assert g.at(0, 0) == end
    return int(g.s["due"][1])


def test_one_base_that_allows_and_shields_a_move_is_one_reward():
    assert beside_rivals("Io") == 1


def test_a_shield_factory_far_from_the_start_allows_the_move_and_another_shields_it():
    assert beside_rivals("Dione") == 2


# A Time card for two teams (ruling 46)


def builders(second, *cards, profit=0):
    """Teams on explored sites, the first on Ceres (b4); it builds a Refinery up to the question of Time."""
    g = planets().profits(profit, 0).teams(0, "Ceres", second).give(0, *cards, "Time")
    g.explored("Ceres", "Water and Ores").explored("Vesta", "Precious Metals@P-e1")
    g.explored("Titan", "Natural Wonder and Water").explored("Interamnia", "Water@P-e1")
    g.do("Build", "team 1", "base Refinery", "use own", *(f"card {card}" for card in cards), "done")
    assert g.s["ask"] == st.ASK_TIME
    return g


def test_r46a_a_time_card_is_not_wasted_on_a_second_team_that_cannot_pay():
    assert not builders("Titan", "Ice Forge").can("Time: two teams")  # 1 + 4 against b9
    assert builders("Vesta", "Ice Forge").can("Time: two teams")  # b4


def test_r46a_what_the_first_team_spends_is_gone_for_the_second():
    """Build 3 against b4 twice: each team is 1T short."""
    assert builders("Vesta", "Supply Tender", profit=2).can("Time: two teams")
    assert not builders("Vesta", "Supply Tender", profit=1).can("Time: two teams")


def test_r46a_what_the_first_team_builds_helps_the_second():
    """Build 3 against b4 + 1 on Interamnia: an Industrial base on Ceres, in the same region, doubles it."""
    g = planets().profits(0, 0).teams(0, "Ceres", "Interamnia").give(0, "Supply Tender", "Time")
    g.explored("Ceres", "Abundant Ores@P-e1").explored("Interamnia", "Rubble Pile")
    refinery, industrial = g.twin(), g
    for table, base in ((refinery, "Refinery"), (industrial, "Industrial")):
        table.do("Build", "team 1", f"base {base}", "use own", "card Supply Tender", "done")
    assert not refinery.can("Time: two teams")
    assert industrial.can("Time: two teams")
    industrial.do("Time: two teams", "team 2", "base Research base")
    assert industrial.bases_at("Interamnia") == ["Research base"]


def test_r46b_a_standing_shield_factory_shields_the_team_it_serves_alone():
    """Teams at Jupiter, beside an own Shield Factory, and at Saturn: the second pays the penalty."""
    g = planets().profits(9, 0).owns(0, "Molecular Assembly").teams(0, "Callisto", "Dione")
    g.explored("Io", "Water@P-e2").base(0, "Io", "Shield Factory")
    g.explored("Callisto", "Barren").explored("Dione", "Volatile Ices").give(0, "Ice Forge", "Time")
    g.do("Build", "team 1", "base Secure", "use own", "card Ice Forge", "Time: two teams")
    assert g.profit() == 9
    g.do("team 2", "base Secure")
    assert (g.bases_at("Dione"), g.profit()) == (["Secure"], 7)


def test_r46b_a_shield_factory_built_in_the_action_shields_both_teams():
    g = planets().profits(9, 0).owns(0, "Molecular Assembly").teams(0, "Callisto", "Dione")
    g.explored("Callisto", "Water@P-e2").explored("Dione", "Barren").give(0, "Ice Forge", "Time")
    g.do("Build", "team 1", "base Shield Factory", "use own", "card Ice Forge", "Time: two teams")
    g.do("team 2", "base Secure")
    assert (g.bases_at("Dione"), g.profit()) == (["Secure"], 9)


def movers(second):
    """Move 6 x4, doubled by a Spaceport, takes a team from Wolf 359 to Sol (40)."""
    g = stars().teams(0, "Wolf 359", second, "Orion Spur 1").give(0, "Bussard Ramscoop", "Time")
    for site in ("Wolf 359", "Sirius"):
        g.explored(site, "Habitable World").base(0, site, "Spaceport")
    g.do("Move", "team 1", "site Sol", "use own", "card Bussard Ramscoop", "done")
    return g


def test_r46a_a_spaceport_that_doubles_needs_a_second_team_at_another_one():
    g = movers("Sirius")
    assert g.can("Time: two teams")
    g.do("Time: two teams", "use own", "team 2", "site Sol", "use own")
    assert [g.at(0, team) for team in range(2)] == ["Sol", "Sol"]
    assert not movers("Tau Ceti").can("Time: two teams")


# Corners of the flow


def test_r14_an_own_spaceport_is_not_used_for_two_teams_without_another_one():
    """The second team starts elsewhere, so the first goes without its Spaceport (ruling 14)."""
    g = stars().teams(0, "Wolf 359", "Sol", "Orion Spur 1").give(0, *["Bussard Ramscoop"] * 2, "Time")
    g.explored("Wolf 359", "Habitable World").base(0, "Wolf 359", "Spaceport")
    g.do("Move", "team 1", "site Sol", "use own", *["card Bussard Ramscoop"] * 2, "Time: two teams")
    assert (g.at(0, 0), int(g.s["doubled"])) == ("Sol", 0)


def test_r1_idling_ends_with_the_last_card():
    g = Table().give(0, *["Cargo Pod"] * 4, "Corporate Raider", "Regolith Printer", "Regolith Printer")
    g.give(0, "Salvage Tug").teams(0, "Asteroid Belt", "Asteroid Belt").set(beyond=[0, 0]).ready()
    while g.s["ask"] == st.ASK_IDLE:
        g.act(next(name for name in g.legal() if name != "done"))
    assert int(g.s["discard"].sum()) == 8


def test_23_10_the_fourth_team_finds_no_free_star():
    g = Table("Starfarers", players=4, start_era=3).profits(20, 20, 20, 20)
    stars_of = [name for name in g.labels["site"][st.FIRST_SITE[2] + 1 :] if "Orion" not in name]
    for seat in range(4):
        g.teams(seat, *stars_of[3 * seat : 3 * seat + 3])
    g.s["team_site"][3, 3] = g.site(stars_of[12])
    g.owns(0, "Probe Network", "Molecular Assembly").set(genetics=[3, 0, 0, 0])
    g.give(0, "Evo Accelerators").do("Genetics", "card Evo Accelerators", "done", "spend 0T")
    g.act("progress card Star Children")
    assert (g.at(0, 3), int(g.s["star_child"])) == ("nowhere", 0)
