"""The Produce phase."""

from tests.envs.star_tycoon.table import Table, in_words


def next_round(g):
    """On to the next round with an event that changes no tokens."""
    return g.end_round("Equalize")


def test_r7_1_all_developments_produce():
    g = (
        Table(2, turn=3)
        .planet(0, "Veon")
        .build(0, "Veon", "Refinery RB", "Crime Hub HX")
        .build(0, "home", "Farm RB")
    )
    next_round(g)
    assert g.has(0) == "3I 2G 1F 1S"  # with Omniforge 2: gas and ships


def test_r21_4_each_player_gets_the_own_production_only():
    g = Table(2, turn=3).build(1, "home", "Mine RB")
    next_round(g)
    assert (g.has(0), g.has(1)) == ("1G 1S", "1M 1F 1S")


def test_r7_1_production_is_added_to_what_one_has():
    g = Table(2, turn=3).tokens("2E 1R")
    next_round(g)
    assert g.has(0) == "2E 1G 1R 1S"


def test_r7_3_the_bank_does_not_run_out():
    g = Table(2, turn=3).planet(0, "Veon", "Murk", "Harrow").tokens("", "40I")
    g.build(0, "Veon", "Crime Hub HX", "Crime Hub PI")
    next_round(g)
    assert g.has(0) == "6I 1G 1S"


def test_r7_4_omniforges_produce_in_round_1():
    g = Table(2, ("Holox", "Franek"), chosen=False)
    g.keep(["Holox", "Franek"])
    assert (g.total(0), g.total(1)) == (8, 8)


def test_r25_2_the_omniforge_produces_like_other_developments():
    g = Table(6, turn=3, forges=(6, 1, 2, 3, 4, 5))
    next_round(g)
    assert [g.has(seat) for seat in range(6)] == ["1M 1S", "1F 1S", "1G 1S", "1M 1G", "1G 1F", "1M 1F"]


def test_k25_all_boxes_of_all_players_before_anybody_acts():
    g = Table(3, turn=3).planet(0, "Veon").build(0, "Veon", "Refinery RB").build(0, "home", "Farm RB")
    g.build(2, "home", "Mine RB")
    next_round(g)
    made = [g.s["made"][seat] + g.s["forged"][seat] for seat in range(3)]
    assert [sum(each) for each in made] == [4, 2, 3]
    assert [g.has(seat) for seat in range(3)] == [in_words(each) for each in made]
    assert (g.s["turn"], g.s["actions_left"]) == (0, 3)


def test_k25_planets_themselves_produce_nothing():
    g = Table(2, turn=3).planet(0, "Veon", "Cirrus")
    next_round(g)
    assert g.has(0) == "1G 1S"


def test_k25_cards_under_myrons_company_produce():
    g = Table(2, ("Myron",), turn=3).build(0, "company", "Mine RB")
    next_round(g)
    assert g.has(0) == "1M 1G 1S"


def test_r12_1_no_production_after_the_last_round():
    g = Table(2, round=4, turn=3).tokens("1E").end_round()
    assert (g.s["over"], g.has(0)) == (1, "1E")
