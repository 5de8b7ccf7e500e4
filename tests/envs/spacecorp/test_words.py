"""Questions and moves in words: what they are about, what they come to, what a base or card does."""

from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import GAME, Table


def words(g):
    """The words of the position."""
    return GAME.words(g.game.content, g.ready().s)


def names(g):
    """The legal moves as the page names them."""
    told = words(g)
    return [told.action(action) for action in g.ready().game.legal_ids()]


def test_what_is_put_into_an_action_is_told_as_its_value():
    g = Table("Starfarers").teams(0, "Alpha Centauri", "Sol").profits(5, 5).owns(0, "Low-G Physiology")
    g.give(0, "Fusion Booster", "1st Gen Antimatter Drive", "R&D Network")
    g.do("Move", "team 2", "site Alpha Centauri", "use own", "card 1st Gen Antimatter Drive")
    assert words(g).so_far() == "24 of 20 = (6 + 2 by Low-G Physiology) x 3"
    assert "done: team 2 goes to Alpha Centauri" in names(g)


def test_what_is_missing_without_more_cards_is_told():
    g = Table("Planeteers").give(0, "Plasma Drive", "Supply Tender", "Time").profits(5)
    g.do("Move", "team 1", "site Ceres", "use own")
    assert words(g).question() == "which cards for Move to Ceres (cost 4)? So far: 3 of 4"
    assert "no more cards (1 short of the cost)" in names(g)


def test_sites_of_other_eras_have_a_name_and_no_cost():
    g = Table("Planeteers").give(0, "Plasma Drive", "Supply Tender", "Time").profits(5)
    g.do("Move", "team 1")
    told, first = words(g), GAME.actions.offset("site")
    costs = ["cost" in told.action(first + site) for site in range(st.ALL_SITES)]
    assert costs == [16 <= site < 42 for site in range(st.ALL_SITES)]


def test_doublings_are_in_the_value():
    g = Table("Starfarers").teams(0, "Alpha Centauri").explored("Alpha Centauri", "Anomaly").profits(5, 5)
    g.give(0, "Fusion Booster").owns(0, "Metric Drive")
    told = words(g)
    assert told.so_far() == "0"
    g.do("Move", "site Sol", "use own")
    assert words(g).so_far().endswith(" x 2 by Metric Drive")


def test_radiation_is_named_where_it_will_cost_something():
    g = Table("Planeteers").teams(0, "Io", "Inner System").give(0, "Plasma Drive", "Nuclear Pulse Drive")
    g.explored("Io", "Natural Wonder").base(0, "Io", "Research base").profits(5, 5).do("Move", "team 1")
    assert "to Europa (cost 3, radiation)" in names(g)
    g = Table("Planeteers").give(0, "Plasma Drive", "Nuclear Pulse Drive").profits(5, 5).do("Move", "team 1")
    assert "to Europa (cost 6)" in names(g)  # from the Inner System every Move is shielded


def test_a_shield_that_nothing_needs_is_told_as_such():
    g = Table("Planeteers").give(0, "Plasma Drive", "Supply Tender", "Time").profits(5)
    g.do("Move", "team 1", "site Ceres", "use own", "card Plasma Drive")
    assert words(g).question() == (
        "play Plasma Drive shielded? This action needs no shield; only that of a second team could"
    )
    g = Table("Planeteers").teams(0, "Umbriel").explored("Umbriel", "Exotic Elements").profits(5)
    g.give(0, "Grown Mesh", "Autofactory", "Autofactory").do("Build", "base Refinery", "use own")
    assert words(g).announced() == "Build at Umbriel (cost 6; radiation: a shield or 2T)"
    g.do("card Grown Mesh")
    assert words(g).question() == "play Grown Mesh shielded? Without any shield radiation costs 2T"


def test_bases_say_what_they_do():
    g = Table("Planeteers").teams(0, "Umbriel").explored("Umbriel", "Exotic Elements").profits(5)
    g.give(0, "Grown Mesh", "Autofactory", "Autofactory").do("Build")
    told = words(g)
    assert told.question() == (
        "which base on Exotic Elements at Umbriel (cost 6; radiation: a shield or 2T)?"
    )
    does = {told.action(action): told.does(action) for action in g.game.legal_ids()}
    produced = int(g.s["produce"][g.site("Umbriel"), 0])
    assert produced > 0
    assert does["build an Exploiter"] == f"{produced}T now; its tile produces nothing any more"
    assert all(does.values())


def test_tiles_of_the_same_name_are_told_apart():
    g = Table("Starfarers").teams(0, "Epsilon Eridani").profits(9, 9)
    g.explored("Epsilon Eridani", "Marginal World", "Icy Moon", "Rings")
    tiles = g.s["tile"][g.site("Epsilon Eridani")]
    tiles[2] = tiles[0]
    g.ready().s["site"], g.s["cost"] = g.site("Epsilon Eridani"), 8
    assert words(g).box() == "Marginal World (first) at Epsilon Eridani (cost 8)"
    g.s["chosen_boxes"] = 1
    assert words(g).box() == "Icy Moon at Epsilon Eridani (cost 8)"
    g.s["chosen_boxes"] = 2
    assert words(g).box() == "Marginal World (second) at Epsilon Eridani (cost 8)"


def test_an_edge_is_asked_with_its_moment_and_kept_by_name():
    g = Table().give(1, "Survey Rover").give(0, "Chemical Drive").ready(edges=True)
    assert words(g).question() == "play an Edge at the start of Blue's turn?"
    assert [words(g).action(action) for action in g.game.legal_ids()] == [
        "keep Sabotage",
        "play Sabotage: forbid an action this turn",
    ]


def test_the_contract_that_an_edge_is_about_is_named():
    g = Table().teams(0, "Mars South").give(0, "Spectral Array", "Cargo Pod").give(1, "Solar Sail")
    g.do("Explore", "card Spectral Array", "done", "yes")
    assert g.s["seat"] == 1
    assert words(g).question() == (
        "play an Edge after Blue fulfilled contract 2 (explored a Mars site (own Explore or probe))?"
    )


def test_a_reward_says_what_it_is_for():
    g = Table().give(0, "Cargo Pod", "Cargo Pod").infra(1, 1, "Nuclear Thermal Drive")
    g.do("Move", "team 1", "site Luna", "use next player's")
    g.quiet(lambda s: s["seat"] == 1)
    assert words(g).question() == "draw a card as a reward? Blue used your Infra"


def test_cards_tell_of_infra_and_edge():
    told = words(Table()).told_cards()
    assert told["Chemical Drive"] == "Move 1\nCan become Infra by Upgrade."
    assert told["Inflatable Habitat"] == (
        "Build 3\nEdge Divert (turn of another, after the action): gain half of what was produced."
    )
    assert "unused" not in "".join(told)


def test_whose_infra_is_asked_with_what_it_gives():
    g = Table().give(0, "Cargo Pod", "Cargo Pod", "Cargo Pod").infra(1, 1, "Nuclear Thermal Drive")
    g.do("Move", "team 1", "site Luna")
    power = [int(g.s["infra_plain"][seat, st.MOVE]) for seat in range(2)]
    assert power[0] != power[1]
    told = GAME.words(g.game.content, g.s)
    assert [told.action(action) for action in g.game.legal_ids()] == [
        f"own Infra ({power[0]})",
        f"Yellow's Infra ({power[1]})",
    ]


def test_a_paid_build_is_named_by_what_it_builds_and_comes_first():
    g = Table().teams(0, "Luna").explored("Luna", "Abundant Ores").give(0, "Cargo Pod")
    g.do("Build", "base Refinery", "use own")
    told, legal = words(g), g.ready().game.legal_ids()
    assert [(told.action(a), told.usual(a)) for a in legal] == [
        ("done: build a Refinery at Luna", True),
        ("play Cargo Pod", False),
    ]


def test_a_claim_names_its_contract_and_the_end_that_it_brings():
    g = Table().teams(0, "Mars South").give(0, "Spectral Array", "Cargo Pod")
    g.s["marker"][3:] = 1
    g.do("Explore", "card Spectral Array", "done")
    assert words(g).question() == "claim contract 2 (explored a Mars site (own Explore or probe)) for 2T?"
    assert "claim contract 2 (explored a Mars site (own Explore or probe)) for 2T" in names(g)
    g.s["marker"][:] = [1, 0, 1, 1, 1, 1, 0]
    assert (
        words(g).question().endswith("? It is the sixth: everybody else has one more turn, then the era ends")
    )


def test_slots_say_what_they_replace():
    g = Table().give(0, "Nuclear Thermal Drive").do("Upgrade")
    assert names(g) == [
        "slot 1, in place of Move 1",
        "slot 2, which is empty",
        "slot 3, which is empty",
    ]


def test_progress_cards_are_in_the_value_of_research_and_produce():
    g = Table("Starfarers").owns(0, "Group Mind")
    g.ready().s["act"] = st.RESEARCH
    assert words(g)._helper() == ("Group Mind", st.MIND_RESEARCH)
    g = Table("Starfarers").owns(0, "Resource Exchange")
    g.ready().s["act"] = st.PRODUCE
    assert words(g)._helper() == ("", 0)
    g.s["played"][0] = 1
    assert words(g)._helper() == ("Resource Exchange", st.EXCHANGE_PRODUCE)


def test_microbes_name_whom_they_hit():
    g = Table("Planeteers").explored("Europa", "Natural Wonder").teams(1, "Europa").ready()
    tiles = g.s["tile"][g.site("Europa")]
    tiles[0] = next(k for k in range(st.NUM_TILES) if g.t["tile_icons"][k] & st.LIFE)
    assert words(g).action_edge(st.MICROBES).endswith("(Yellow)")
