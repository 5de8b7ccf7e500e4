"""Developing systems, first developments."""

from tests.envs.star_commander.table import Table


def test_r16_1_a_ship_in_a_free_system_founds_for_one_credit():
    g = Table().reveal("C2", "Trade World").credits(1)
    g.jump("C3", "C2").act("develop C2")
    assert (g.owner("C2"), g.developments("C2"), g.money()) == (0, 1, 0)


def test_r16_1_without_a_ship_no_founding():
    g = Table().reveal("C2", "Trade World").credits(1)
    assert not g.can("develop C2")


def test_r16_2_from_one_to_two_costs_two():
    g = Table().own("C2", 0, 1, "Trade World").credits(2)
    g.act("develop C2")
    assert (g.developments("C2"), g.money()) == (2, 0)


def test_r16_2_the_price_rises():
    g = Table().own("C2", 0, 3, "Trade World").credits(3)
    assert not g.can("develop C2")


def test_r16_3_never_beyond_the_maximum():
    g = Table().own("C2", 0, 2, "Pulsar System").credits(9)
    assert not g.can("develop C2")


def test_r4_2_the_maximum_of_the_card_holds():
    g = Table().own("C2", 0, 3, "Trade World").credits(9)
    g.act("develop C2")
    assert not g.can("develop C2")


def test_k31_develop_any_number_of_times_without_a_ship():
    g = Table().own("C2", 0, 1, "Trade World").credits(9)
    g.act("develop C2", "develop C2", "develop C2")
    assert g.developments("C2") == 4


def test_k31_develop_under_siege():
    g = Table().own("C2", 0, 1, "Trade World").credits(2)
    g.put(1, "Corvette", "C2")
    g.act("develop C2")
    assert g.developments("C2") == 2


def test_k31_never_the_system_of_another_player():
    g = Table().own("C2", 1, 1, "Trade World").credits(9)
    g.put(0, "Corvette", "C2")
    assert not g.can("develop C2")


def test_k32_a_fighter_may_found_a_colony():
    g = Table().reveal("C2", "Trade World").credits(1)
    g.put(0, "Strike Fighter", "C2")
    g.act("develop C2")
    assert g.owner("C2") == 0


def test_k31_a_station_does_not_found():
    g = Table().reveal("C2", "Trade World").credits(1)
    g.put(0, "Defense Station", "C2")
    assert not g.can("develop C2")


def test_k33_the_first_to_pay_gets_the_system():
    g = Table().reveal("C2", "Trade World").credits(1)
    g.put(0, "Corvette", "C2")
    g.put(1, "Battleship", "C2")
    g.act("develop C2")
    assert g.owner("C2") == 0


def test_k77_founding_with_a_besieger_present():
    g = Table().reveal("C2", "Military Base").credits(1)
    g.put(0, "Corvette", "C2")
    g.put(1, "Battleship", "C2")
    g.act("develop C2")
    assert g.at("C2", 0) == ["Corvette", "Defense Station"]  # armed: no siege, the gift is given


def test_k72_with_25_cubes_no_development():
    g = Table(grid=5).home(0, 6).credits(20)
    for cell, name in (("A4", "Forsei"), ("B4", "Drummond"), ("C4", "Silis Major"), ("D4", "Core World")):
        g.own(cell, 0, 5 if name != "Core World" else 3, name)
    g.act("develop D4")
    assert g.s["total"][0] == 25
    g.own("A3", 0, 0, "Trade World")
    g.s["owner"][2] = -1
    g._sums()
    g.put(0, "Corvette", "A3")
    assert not any(name.startswith("develop") for name in g.legal())


def founder(g, system):
    """Seat 0 is about to found a colony on C2."""
    g.reveal("C2", system).credits(1)
    g.put(0, "Corvette", "C2")
    return g


def test_c_s3_military_base_gives_a_defense_station():
    g = founder(Table(), "Military Base")
    g.act("develop C2")
    assert g.at("C2", 0) == ["Corvette", "Defense Station"]


def test_c_s4_alien_system_draws_two():
    g = founder(Table(), "Alien System")
    g.act("develop C2")
    assert (len(g.hand(0)), g.deck_size("Science")) == (2, 28)


def test_c_s5_new_colony_gets_one_more():
    g = founder(Table(), "New Colony")
    g.act("develop C2")
    assert (g.developments("C2"), g.money()) == (2, 0)


def test_k34_the_gift_comes_once_a_game():
    g = founder(Table(), "New Colony")
    g.s["settled"][11] = True
    g.act("develop C2")
    assert g.developments("C2") == 1


def test_k34_under_siege_the_gift_is_lost():
    g = Table(cards="0.9.4").reveal("C2", "New Colony").credits(9)
    g.scout_to(0, "C2")
    g.put(1, "Corvette", "C2")
    g.act("develop C2")
    assert g.developments("C2") == 1


def test_k34_no_gift_after_conquest():
    g = Table().own("C2", 1, 1, "New Colony")
    g.put(0, "Corvette", "C2")
    g.end_turn()
    assert (g.owner("C2"), g.developments("C2")) == (0, 1)


def test_k72_the_gift_of_a_system_stops_at_25_cubes():
    g = Table(grid=5).home(0, 6).credits(1)
    for cell, name in (("A4", "Forsei"), ("B4", "Drummond"), ("C4", "Silis Major"), ("D4", "Core World")):
        g.own(cell, 0, 5 if name != "Core World" else 3, name)
    g.reveal("A3", "New Colony").put(0, "Corvette", "A3")
    g.act("develop A3")
    assert (g.s["total"][0], g.developments("A3")) == (25, 1)


def test_c_s3_no_station_where_building_is_banned():
    g = founder(Table(), "Military Base")
    g.put(1, "Corvette", "C2")
    g.s["combat_mark"][11] = 3
    g.act("develop C2")
    assert g.at("C2", 0) == ["Corvette"]


def test_c_s3_no_station_from_an_empty_pile():
    g = founder(Table(), "Military Base")
    g.put(1, "Defense Station", "A1", 20)
    g.act("develop C2")
    assert g.at("C2", 0) == ["Corvette"]


def test_c_s4_the_founder_draws():
    g = Table().reveal("A2", "Alien System")
    g.end_turn()
    g.credits(0, 1).put(1, "Corvette", "A2")
    g.act("develop A2")
    assert (len(g.hand(0)), len(g.hand(1))) == (0, 2)
