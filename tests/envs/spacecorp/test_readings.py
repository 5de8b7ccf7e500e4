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
    drive(g, "Explore", "team 1", "use own", "card Deep Scanner", "done", "Time: two teams", "team 2")
    assert g.s["tile"][g.site("Europa"), 0] >= 0
    assert g.s["tile"][g.site("Ganymede"), 0] < 0


def only_tiles(g, *names):
    """Leave nothing but these kinds of tile in the stacks."""
    for k in range(int(g.t["num_tiles"])):
        if g.labels["tile"][k] not in names:
            g.s["stack"][k] = 0
    return g.refresh()


def two_explorers(*titles):
    """Explore 3 + 3 with two teams at e5 and e8; the tile of the first completes an orbit."""
    g = stars().profits(0, 0).teams(0, "Wolf 359", "Lacaille 9352").set(genetics=[3, 0, 0, 0])
    g.owns(0, *titles).give(0, "R&D Network", "Time")
    only_tiles(g, "Ocean World", "Asteroid Field")
    drive(g, "Explore", "team 1", "use own", "card R&D Network", "Time: two teams")
    assert (g.tiles_at("Wolf 359"), int(g.s["adaptations"])) == (["Ocean World"], 1)
    return g


def test_a_progress_card_won_by_the_first_team_leaves_the_value_of_the_second():
    g = two_explorers()
    assert (int(g.s["bonus"]), int(g.s["factor"])) == (0, 1)
    drive(g, "progress card Sensory Focus", "team 2")  # Explore +2 would be just enough
    assert (g.titles(0), g.tiles_at("Lacaille 9352")) == (["Sensory Focus"], [])


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
