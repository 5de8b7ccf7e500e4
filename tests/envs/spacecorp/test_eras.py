"""From era to era: legacy, Beyond markers, set-ups, contracts, and short games."""

import shutil
from pathlib import Path

import pytest

from astrarium.envs import spacecorp
from astrarium.envs.spacecorp import state as st
from tests.envs.spacecorp.table import Table


def ending(**options):
    """Mariners: seat 0 passes, seat 1 follows, the era is over."""
    return Table(**options)


def end(g):
    """Empty the deck and pass on to the next era's first question."""
    g.only()
    g.do("pass")
    return g.quiet(lambda s: s["ask"] == st.ASK_LEGACY or s["era"] == 1 or s["over"])


def test_r10_7_legacy_takes_a_paying_tile_with_its_base():
    g = Table().explored("Deimos", "Exotic Elements").base(0, "Deimos", "Refinery").explored("Luna", "Water")
    g.base(0, "Luna", "Industrial")
    end(g)
    assert g.legal() == ["done", "site Deimos"]
    g.act("site Deimos")
    assert (g.s["legacy_base"][0], g.labels["tile"][g.s["legacy_tile"][0]]) == (
        st.REFINERY,
        "Exotic Elements",
    )
    assert g.s["supply"][0].tolist() == [3, 3, 3, 3, 2, 3, 3, 3, 3]
    assert g.s["own_sites"].tolist() == [0, 0, 0, 0]


def test_r31_nothing_is_taken_over_with_done():
    g = Table().explored("Deimos", "Exotic Elements").base(0, "Deimos", "Refinery")
    end(g).act("done")
    assert g.s["legacy_tile"][0] == -1
    assert g.era == 1


def test_r10_7_a_new_pair_replaces_the_old_one():
    g = (
        Table("Planeteers", start_era=2)
        .explored("Ceres", "Precious Metals@P-e1")
        .base(0, "Ceres", "Attraction")
    )
    g.set(legacy_tile=[1, -1, -1, -1], legacy_base=[st.REFINERY, -1, -1, -1])
    g.s["supply"][0, st.REFINERY] -= 1
    g.only().do("pass").quiet(lambda s: s["ask"] == st.ASK_LEGACY)
    g.act("site Ceres")
    assert g.s["supply"][0, st.REFINERY] == 3
    assert g.s["legacy_base"][0] == st.ATTRACTION


def test_r1_1_profit_infra_and_markers_stay_hands_and_pieces_do_not():
    g = Table().infra(0, 2, "Ion Drive").profits(7, 3).give(0, "Solar Sail").teams(0, "Luna", "Eros")
    g.s["marker"][3] = 1
    end(g)
    assert g.era == 1
    assert g.s["profit"][:2].tolist() == [7, 3]
    assert g.s["infra"][0, 1] == 6
    assert g.s["marker"][3] == 1
    assert [g.at(0, k) for k in range(2)] == ["Inner System", "Inner System"]
    assert len(g.hand(0)) == 3
    assert "Time" in g.hand(0)


def test_r1_8_planeteers_set_up():
    g = end(Table(players=3))
    sizes = [
        int(g.s["stack"][: int(g.t["num_tiles"])][g.t["tile_stack"][: int(g.t["num_tiles"])] == k].sum())
        for k in (2, 3, 4)
    ]
    assert sizes == [6, 14, 8]
    for seat in range(3):
        cards = [c for c in range(st.TIME) for _ in range(g.s["hand"][seat, c])]
        assert len(cards) == 2
        assert all(g.t["start_bits"][1] >> c & 1 for c in cards)
    assert int((g.s["progress_left"] == 2).sum()) == 8
    assert g.s["deck"][st.TIME] == 2


def test_r11_2_first_beyond_explores_and_claims_ceres_and_goes_first():
    g = Table().profits(9, 0)
    g.s["beyond"][:] = [0, 1]
    g.only().do("pass").quiet(lambda s: s["ask"] == st.ASK_FIRST_BEYOND)
    g.act("yes")
    assert len(g.tiles_at("Ceres")) == 1
    assert (g.at(0, 0), int(g.s["team_claim"][0, 0])) == ("Ceres", 1)
    assert (g.s["ask"], g.s["seat"]) == (st.ASK_SECOND_BEYOND, 1)
    g.act("yes")
    assert (g.at(1, 0), g.tiles_at("Vesta")) == ("Vesta", [])
    assert g.s["active"] == 0
    assert g.s["beyond"].tolist() == [-1, -1]


def test_r3_1_beyond_may_be_declined_and_the_poorest_goes_first():
    g = Table().profits(9, 1)
    g.s["beyond"][:] = [0, -1]
    g.only().do("pass").quiet(lambda s: s["ask"] == st.ASK_FIRST_BEYOND)
    g.act("no")
    assert g.at(0, 0) == "Inner System"
    assert g.s["active"] == 1


def test_r11_2_between_eras_nobodys_turn_is_before_the_first_players():
    g = Table(players=3).profits(9, 1, 5).set(first=1)
    g.s["beyond"][:] = [0, -1]
    g.only().do("pass").quiet(lambda s: s["ask"] == st.ASK_FIRST_BEYOND)
    assert g.s["normal"] == g.s["first"] == 1
    assert g.game.observe(0)["normal"] == 1


def test_r32_one_player_may_hold_both_markers():
    g = Table().profits(9, 1)
    g.s["beyond"][:] = [0, 0]
    g.only().do("pass").quiet(lambda s: s["ask"] == st.ASK_FIRST_BEYOND)
    g.act("yes", "yes")
    assert [g.at(0, k) for k in range(2)] == ["Ceres", "Vesta"]


def test_r11_6_orbits_of_mariners_give_adaptations_at_set_up():
    g = Table().set(genetics=[9, 0, 0, 0])
    g.only().do("pass").quiet(lambda s: s["step"] == st.S_ORBITS)
    assert g.s["adaptations"] == 2
    g.act("progress card Sensory Focus", "progress card Extended Lifespan")
    assert (g.titles(0), g.profit()) == (["Sensory Focus", "Extended Lifespan"], 3)


def test_r28_an_orbit_completed_at_ceres_gives_one_adaptation(tmp_path):
    shutil.copytree(Path(spacecorp.__file__).parent / "data" / "standard", tmp_path, dirs_exist_ok=True)
    tiles = (tmp_path / "tiles.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    alive = [
        line.replace(",,,,,", ",,,1,,") if line.startswith("P-e1,Rubble Pile") else line for line in tiles
    ]
    (tmp_path / "tiles.csv").write_text("".join(alive), encoding="utf-8")
    g = Table(content=tmp_path).set(genetics=[3, 0, 0, 0])
    assert g.t["tile_genetics"][g.tile("Rubble Pile")] == 1
    g.s["beyond"][:] = [0, -1]
    g.only().do("pass").quiet(lambda s: s["ask"] == st.ASK_FIRST_BEYOND)
    for k in range(int(g.t["num_tiles"])):
        if g.labels["tile"][k] != "Rubble Pile":
            g.s["stack"][k] = 0
    g.act("yes")
    assert (int(g.s["genetics"][0]), int(g.s["adaptations"])) == (4, 1)
    g.act("progress card Sensory Focus")
    assert (g.titles(0), g.typing()) == (["Sensory Focus"], True)


def test_r15_1_starfarers_set_up_with_beyond_markers():
    g = Table("Planeteers", start_era=2, players=3).profits(9, 1, 5)
    g.s["beyond"][:] = [2, 0]
    g.only()
    g.do("pass")
    g.quiet(lambda s: s["ask"] == st.ASK_FIRST_BEYOND)
    g.act("yes", "yes")
    assert g.era == 2
    assert (g.at(2, 0), int(g.s["team_track"][2, 0])) == ("Alpha Centauri", 0)
    assert (g.at(0, 0), int(g.s["team_track"][0, 0])) == ("Luhman 16", 3)
    assert g.s["active"] == 2
    assert [g.at(1, k) for k in range(4)] == ["Sol", "Sol", "Sol", "nowhere"]


@pytest.mark.parametrize(("players", "tiles"), [(2, 12), (3, 17), (4, 20)])
def test_r1_6_colony_tiles_by_number_of_players(players, tiles):
    g = Table("Starfarers", players=players, start_era=3)
    assert bin(int(g.s["colony_left"])).count("1") == tiles


# Short games


def test_r21_1_start_with_planeteers():
    g = Table.dealt(start_era=2, players=3)
    assert g.s["profit"][:3].tolist() == [8, 8, 8]
    assert g.s["genetics"][:3].tolist() == [1, 1, 1]
    assert g.s["marker"].tolist() == [1] * 7
    assert g.era == 1


def test_r21_2_start_with_starfarers():
    g = Table.dealt(start_era=3, players=3)
    last = (int(g.s["first"]) - 1) % 3
    assert g.s["seat"] == last
    assert set(g.game.legal()) == {
        f"progress card {name}"
        for name in ("Radiation Resistance", "Low-G Physiology", "Sensory Focus", "Cooperative Empathy")
    }
    g.game.act(
        "progress card Low-G Physiology", "progress card Low-G Physiology", "progress card Sensory Focus"
    )
    assert g.s["profit"][:3].tolist() == [20, 20, 20]
    assert (g.s["genetics"][0], g.s["revelation"][0], g.s["marker"].tolist()) == (2, 2, [2] * 7)
    assert g.s["active"] == g.s["first"]


def test_r21_3_end_after_mariners_pays_markers_and_genetics():
    g = Table(end_era=1).set(genetics=[5, 1, 0, 0])
    g.s["beyond"][:] = [1, 0]
    g.only().do("pass").quiet(lambda s: s["over"])
    assert g.s["profit"][:2].tolist() == [1 + 5, 3 + 1]


def test_r21_3_end_after_planeteers_pays_markers_alone():
    g = Table("Planeteers", start_era=2, end_era=2).set(genetics=[5, 1, 0, 0]).profits(4, 4)
    g.s["beyond"][:] = [1, -1]
    g.only().do("pass").quiet(lambda s: s["over"])
    assert g.s["profit"][:2].tolist() == [4, 7]


def test_r21_4_ties_of_a_short_game_are_broken_by_bases():
    g = Table(end_era=1).explored("Luna", "Water").base(1, "Luna", "Research base")
    assert g.game.outcome()[1] == [1, 0]


def test_r1_1_an_end_before_the_start_means_one_era():
    g = Table("Starfarers", start_era=3, end_era=1).only()
    g.do("pass").quiet(lambda s: s["over"])
    assert g.s["over"] == 1


# Contracts


def claimable(g):
    """Rows that the active player could claim after the present action."""
    found = []
    g.quiet(lambda s: s["ask"] == st.ASK_CLAIM or s["active"] == 1)
    while g.s["ask"] == st.ASK_CLAIM:
        found.append(int(g.s["row"]) + 1)
        g.act("no")
    return found


def upgraded(g):
    """Seat 0 takes a harmless Upgrade."""
    cards = {0: "Spectral Array", 1: "Sensor Web", 2: "Von Neumann Scouts"}
    g.give(0, cards[g.era]).do("Upgrade", f"card {cards[g.era]}", "Infra slot 3")
    return claimable(g)


def test_r1_12_mariners_rows_3_4_5_7_with_three_players():
    g = Table(players=3).explored("Mars South", "Exotic Elements@M-e2").base(0, "Mars South", "Refinery")
    assert upgraded(g) == [5]
    g = Table(players=3).base(0, "Solar L1", "Spaceport").base(0, "Solar L2", "Spaceport")
    assert upgraded(g) == [4]
    assert upgraded(Table().base(0, "Solar L1", "Spaceport").base(0, "Solar L2", "Spaceport")) == []
    g = (
        Table(players=3)
        .base(0, "Solar L1", "Spaceport")
        .base(0, "Solar L2", "Research base")
        .explored("Luna", "Water")
    )
    assert upgraded(g.base(0, "Luna", "Industrial")) == [7]


def test_r22_1_mariners_row_6_counts_cards_in_all_slots():
    g = Table().infra(0, 1, "Ion Drive").infra(0, 2, "Ion Drive")
    assert upgraded(g) == [6]


def test_r22_1_mariners_row_2_is_for_the_turn_of_exploring():
    g = Table().teams(0, "Mars South").give(0, "Spectral Array", "Survey Rover")
    g.do("Explore", "card Spectral Array", "done")
    assert claimable(g) == [2]


def test_r22_2_planeteers_rows():
    def planets(players=3):
        return Table("Planeteers", players=players, start_era=2)

    g = planets()
    for site, tile in (("Ceres", "Rubble Pile"), ("Vesta", "Water and Ores"), ("Hygiea", "Water@P-e1")):
        g.explored(site, tile).base(0, site, "Research base")
    assert upgraded(g) == [3]
    g = planets()
    for site, tile in (("Callisto", "Volatile Ices"), ("Dione", "Barren")):
        g.explored(site, tile).base(0, site, "Spaceport")
    assert upgraded(g) == [4]
    g = planets()
    for site, tile in (("Rhea", "Volatile Ices"), ("Dione", "Barren"), ("Pluto", "Exotic Elements@P-e2")):
        g.explored(site, tile).base(0, site, "Research base")
    assert upgraded(g) == [5]
    g = planets().infra(0, 1, "Nuclear Pulse Drive").infra(0, 2, "Ion Drive", "Mariners")
    assert upgraded(g) == []
    g = planets().infra(0, 1, "Nuclear Pulse Drive").infra(0, 2, "Autofactory")
    assert upgraded(g) == [6]


def test_r22_3_starfarers_rows():
    g = Table("Starfarers", players=3, start_era=3).owns(
        0, "Sensory Focus", "Probe Network", "Energy Fields", "Group Mind"
    )
    assert upgraded(g) == [1]
    g = Table("Starfarers", players=3, start_era=3)
    for site in ("Wolf 359", "Sirius"):
        g.explored(site, "Habitable World").base(0, site, "Spaceport")
    assert upgraded(g) == [4]
    g.turn_of(0).colonized("Wolf 359", "New Geneva").colonized("Sirius", "Bastion")
    assert 7 in upgraded(g)
    g = Table("Starfarers", players=3, start_era=3).explored("61 Cygni", "Habitable World", "Rings")
    assert upgraded(g.base(0, "61 Cygni", "Bio Lab", "Research base")) == [6]


def test_r18_5_increased_awards_of_starfarers():
    g = Table("Starfarers", players=3, start_era=3).owns(
        0, "Sensory Focus", "Probe Network", "Energy Fields", "Group Mind"
    )
    g.s["marker"][0] = 1
    g.set(start_era=1, infra=-1).give(0, "Von Neumann Scouts").do(
        "Upgrade", "card Von Neumann Scouts", "Infra slot 3", "yes"
    )
    assert g.profit() == 3 + 5
    g = Table("Starfarers", players=3, start_era=3).owns(
        0, "Sensory Focus", "Probe Network", "Energy Fields", "Group Mind"
    )
    g.s["marker"][0] = 0
    g.set(start_era=1, infra=-1).give(0, "Von Neumann Scouts").do(
        "Upgrade", "card Von Neumann Scouts", "Infra slot 3", "yes"
    )
    assert g.profit() == 2 + 3 + 5
