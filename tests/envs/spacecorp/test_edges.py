"""Edges: at their own moments, in other players' turns too."""

from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import Table


def planets(players=2):
    return Table("Planeteers", players=players, start_era=2).profits(*[10] * players)


def stars(players=2):
    return Table("Starfarers", players=players, start_era=3).profits(*[10] * players)


def test_r5_1_hack_takes_an_offer_at_the_start_of_an_opponents_turn():
    g = (
        Table()
        .give(1, "Industrial Espionage")
        .offer("Ion Drive", "Solar Sail")
        .give(0, "Cargo Pod")
        .ready(edges=True)
    )
    assert (g.s["seat"], g.legal()) == (1, ["done", "Edge Hack"])
    g.act("Edge Hack", "take offer 2")
    assert g.hand(1) == ["Solar Sail"]
    assert g.s["offers"].tolist()[:2] == [g.card("Ion Drive"), -1]
    assert g.s["discard"][g.card("Industrial Espionage")] == 1


def test_r5_6_no_hack_in_the_own_turn_or_without_offers():
    g = Table().give(0, "Industrial Espionage", "Cargo Pod").offer("Ion Drive").ready(edges=True)
    assert (g.s["seat"], g.s["window"]) == (0, 0)
    g = Table().give(1, "Industrial Espionage").give(0, "Cargo Pod").ready(edges=True)
    assert g.s["seat"] == 0


def test_r3_2_sabotage_forbids_one_action_of_the_era():
    g = Table().give(1, "Survey Rover").give(0, "Chemical Drive").ready(edges=True)
    g.act("Edge Sabotage")
    assert not g.can("Revelation")
    assert not g.can("Colonize")
    g.act("Research")
    assert g.s["active"] == 0
    assert not g.can("Research")


def test_r5_4_competitors_lets_two_hqs_count():
    g = planets(3).give(0, "Joint Venture").infra(1, 1, "Nuclear Pulse Drive").ready(edges=True)
    g.act("Edge Competitors")
    g.do("Move", "team 1", "site Callisto", "use own", "use next player's")
    assert (g.at(0, 0), g.s["due"].tolist()) == ("Callisto", [0, 1, 0, 0])  # 3 + 4


def test_r5_4_competitors_works_after_the_trigger():
    g = planets().give(0, "Joint Venture").infra(1, 1, "Nuclear Pulse Drive").offer("Think Tank").only()
    g.ready(edges=True).act("Edge Competitors")
    g.do("Move", "team 1")
    assert g.can("site Europa")  # 3 + 4 for 6


def test_r5_7_hostile_microbes_hit_everybody_beside_life():
    g = (
        planets(3)
        .give(1, "Microbial Bloom")
        .explored("Callisto", "Water and Exo-Microbes")
        .teams(0, "Callisto")
    )
    g.base(1, "Callisto", "Bio Lab").ready(edges=True)
    g.act("Edge Hostile Microbes")
    assert g.s["profit"][:3].tolist() == [8, 8, 10]


def test_r5_7_microbes_do_not_push_below_0():
    g = (
        planets()
        .give(1, "Microbial Bloom")
        .explored("Callisto", "Water and Exo-Microbes")
        .teams(0, "Callisto")
    )
    g.profits(1, 0).ready(edges=True).act("Edge Hostile Microbes")
    assert g.profit(0) == 0


def test_r5_8_incompatible_removes_infra_of_everybody_from_the_active_player_on():
    g = stars(3).give(2, "System Crash").infra(0, 1, "Antimatter Torch").infra(0, 2, "Von Neumann Scouts")
    g.infra(1, 1, "Antimatter Torch").ready(edges=True)
    g.act("Edge Incompatible")
    assert g.s["seat"] == 0
    g.act("Infra slot 2")
    assert g.s["infra"][0].tolist() == [st.NUM_CARDS * 2 + g.card("Antimatter Torch"), -1, -1]
    assert g.s["infra"][1].tolist() == [-1, -1, -1]
    g.do("Move", "team 1")
    assert g.s["discard"][g.card("Von Neumann Scouts")] == 0  # out of the game


def test_r5_13_salvage_takes_all_offers_after_the_own_action():
    g = Table().give(0, "Salvage Tug", "Chemical Drive").offer("Ion Drive", None, "Solar Sail")
    g.do("Upgrade", "card Chemical Drive", "Infra slot 2")
    assert g.s["window"] == st.AT_AFTER
    g.act("Edge Salvage")
    assert {"Ion Drive", "Solar Sail"} <= set(g.hand(0))


def test_r5_3_market_influence_pays_2_for_the_own_contract_and_1_for_anothers():
    g = (
        Table(players=3)
        .give(0, "Solar Sail", "Corporate Raider")
        .give(1, "Solar Sail")
        .explored("Deimos", "Exotic Elements")
    )
    g.base(0, "Deimos", "Refinery")
    g.do("Produce", "card Corporate Raider", "yes")
    assert g.s["seat"] == 0
    g.act("Edge Market Influence")
    assert g.profit(0) == 2 + 2 + 2
    assert g.s["seat"] == 1
    g.act("Edge Market Influence")
    assert g.profit(1) == 1


def test_r5_11_poach_takes_the_cards_just_discarded_but_no_time():
    g = Table().give(1, "Corporate Raider").give(0, "Solar Sail", "Time", "Cargo Pod")
    g.do("Move", "team 1", "site Luna", "use own", "card Solar Sail", "done", "Time: double the value")
    assert (g.s["seat"], g.s["window"]) == (1, st.AT_DISCARD)
    g.act("Edge Poach")
    assert "Solar Sail" in g.hand(1)
    assert "Time" not in g.hand(1)
    assert g.s["known"][1, g.card("Solar Sail")] == 1


def test_r5_9_intercept_takes_a_turn_now_and_play_goes_on_where_it_was():
    g = Table(players=3).give(2, "Launch Window").give(0, "Chemical Drive").give(1, "Cargo Pod")
    g.do("Upgrade", "card Chemical Drive", "Infra slot 2")
    assert (g.s["seat"], g.s["window"]) == (2, st.AT_END)
    g.act("Edge Intercept")
    assert (g.s["active"], int(g.s["extra"])) == (2, 1)
    g.quiet(lambda s: s["active"] != 2)
    assert (g.s["active"], int(g.s["extra"])) == (1, 0)


def test_r5_9_intercept_does_not_use_up_a_last_turn():
    g = (
        Table(end_era=1)
        .give(1, "Launch Window")
        .give(0, "Chemical Drive")
        .offer("Cargo Pod", "Ion Drive")
        .only()
    )
    g.s["counting"], g.s["last"] = 1, 3
    g.do("Upgrade", "card Chemical Drive", "Infra slot 2")
    g.act("Edge Intercept")
    assert int(g.s["last"]) == 2
    g.do("Research", "use own", "take offer 1", "done")
    assert (g.s["active"], int(g.s["extra"]), int(g.s["last"]), int(g.s["over"])) == (1, 0, 2, 0)


def test_r55_no_intercept_for_a_player_who_passed():
    g = (
        Table(players=3, end_era=1)
        .give(1, "Launch Window")
        .give(0, "Chemical Drive")
        .offer("Cargo Pod")
        .only()
    )
    g.s["passed"] = 2
    g.do("Upgrade", "card Chemical Drive", "Infra slot 2")
    assert g.s["window"] == 0


def test_r2a_no_intercept_after_a_pass():
    """Seat 1 may intercept the turn of seat 0, but a pass is no turn that ends."""
    g = Table(players=3, end_era=1).give(1, "Launch Window").give(0, "Chemical Drive")
    g.offer("Cargo Pod").only()
    turn = g.twin().do("Upgrade", "card Chemical Drive", "Infra slot 2")
    assert turn.can("Edge Intercept")
    g.do("pass").ready()
    assert (int(g.s["passed"]), int(g.s["active"]), g.s["ask"]) == (1, 1, st.ASK_ACTION)


def test_r5_10_leak_takes_the_second_copy_of_a_breakthrough():
    g = stars().give(1, "Whistleblower").set(revelation=[3, 0, 0, 0]).give(0, "Interferometer")
    g.do("Revelation", "card Interferometer", "spend 0T").act("progress card Energy Fields")
    assert (g.s["seat"], g.s["window"]) == (1, st.AT_BREAK)
    g.act("Edge Leak")
    assert g.titles(1) == ["Energy Fields"]
    assert g.profit(1) == 10
    assert g.s["progress_left"][g.title("Energy Fields")] == 0


def test_r5_10_no_leak_of_the_copy_without_award():
    g = (
        stars(3)
        .give(1, "Whistleblower")
        .owns(2, "Energy Fields")
        .set(revelation=[3, 0, 0, 0])
        .give(0, "Interferometer")
    )
    g.do("Revelation", "card Interferometer", "spend 0T").act("progress card Energy Fields")
    assert g.s["window"] != st.AT_BREAK


def test_r5_2_an_edge_card_played_for_its_action_has_no_edge():
    g = Table().give(0, "Survey Rover").teams(0, "Luna")
    g.do("Explore", "card Survey Rover")
    assert g.s["sabotaged"] == 0


def test_r42_a_seat_is_asked_until_it_declines():
    g = (
        Table()
        .give(1, "Industrial Espionage", "Survey Rover")
        .offer("Ion Drive")
        .give(0, "Chemical Drive")
        .ready(edges=True)
    )
    g.act("Edge Hack")
    assert (g.s["seat"], g.can("Edge Sabotage")) == (1, True)
    g.act("done")
    assert g.typing()


def test_r5_5_divert_needs_an_opponents_produce():
    g = Table().give(1, "Inflatable Habitat").give(0, "Chemical Drive", "Cargo Pod")
    g.do("Upgrade", "card Chemical Drive", "Infra slot 2")
    assert g.s["active"] == 1
