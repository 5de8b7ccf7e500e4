"""Components, board and set-up."""

import numpy as np
import pytest

from astrarium.envs.starfarers import state as st
from tests.arrange import arrange
from tests.envs.starfarers.table import GAME, LABELS, Table, launch_of, node_of

T = GAME.content().tables[0]


def dealt(players=4, seed=0, **options):
    """A newly dealt game."""
    return arrange(GAME, players=players, seed=seed, **options)


# Components


def test_r1_1_eleven_systems_of_three_planets_and_four_bases():
    assert (len(LABELS["system"]), len(LABELS["planet"]), len(LABELS["race"])) == (11, 33, 4)
    assert (T["node_outpost"] >= 0).sum() == 20


def test_r1_2_four_home_systems_at_the_bottom_edge():
    homes = T["planet_dot"] == st.GREEK
    assert homes.sum() == 12
    assert T["planet_y"][homes].max() < T["planet_y"][~homes].min()


def test_r1_3_pieces_of_a_player():
    g = Table()
    for p in range(4):
        assert (
            int(g.s["colony_modules"][p]) == 9 - 4
        )  # two colonies, one below the spaceport, one on the ship
        assert (g.s["trade_modules"][p], g.s["port_rings"][p]) == (7, 3 - 1)
    assert g.s["ship_node"].shape == (4, 3)


def test_r1_16_thirty_two_encounters_twenty_friendship_cards_hundred_resources():
    assert len(LABELS["encounter"]) == 32
    assert len(set(LABELS["friend"])) == 20
    assert len(LABELS["race"]) == 4
    s = dealt().states[0]
    assert (s["bank"] + s["pile"] + s["hand"].sum(axis=0)).tolist() == [20] * 5


def test_d1_the_board_has_309_intersections_and_421_ways():
    assert T["num_nodes"] == 309
    assert (T["neighbour"] >= 0).sum() == 2 * 421
    degree = (T["neighbour"] >= 0).sum(axis=1)
    assert ((degree == 3).sum(), (degree == 2).sum()) == (224, 85)


def test_k1_the_sun_is_no_intersection():
    for system in range(11):
        x = int(T["planet_x"][3 * system : 3 * system + 3].sum()) / 3
        y = int(T["planet_y"][3 * system : 3 * system + 3].sum()) / 3
        assert not ((T["node_x"] == x) & (T["node_y"] == y)).any()


def test_d2_every_colony_site_lies_between_two_planets_and_has_two_launch_points():
    assert (T["site_planet"] >= 0).all()
    launch = T["launch"].ravel().tolist()
    assert len(set(launch)) == 66
    assert not set(launch) & set(T["outpost_node"].tolist())


def test_d3_distances_of_the_start_ships_to_the_systems_and_bases():
    """Edges from the four start points to the nearest site of a system, and to the first outposts."""
    sites = [
        [min(int(T["distance"][n, T["site_node"][3 * k + i]]) for i in range(3)) for n in T["start_node"]]
        for k in range(4, 11)
    ]
    assert sites == [
        [6, 9, 10, 15],
        [8, 5, 6, 9],
        [13, 10, 7, 6],
        [23, 20, 17, 16],
        [22, 21, 20, 23],
        [26, 23, 20, 21],
        [28, 25, 24, 27],
    ]
    posts = [
        [int(T["distance"][n, T["outpost_node"][5 * race]]) for n in T["start_node"]] for race in range(4)
    ]
    assert posts == [[16, 17, 18, 21], [18, 15, 12, 13], [26, 27, 28, 31], [30, 27, 24, 25]]


def test_d4_thirty_eight_chips():
    counts = T["chips"].sum(axis=1).tolist()
    assert counts == [12, 7, 7, 7, 5]
    barred = (T["face_pirate"] > 0) | (T["face_ice"] > 0)
    assert T["chips"][st.BLUE_DOT, barred].sum() == T["chips"][:, barred].sum() == 5


def test_d5_costs():
    items = dict(zip(st.ITEMS, T["cost"].tolist(), strict=True))
    assert items == {
        "colony ship": [1, 1, 1, 1, 0],
        "trade ship": [1, 1, 0, 0, 2],
        "spaceport": [0, 0, 3, 2, 0],
        "booster": [0, 2, 0, 0, 0],
        "cannon": [0, 0, 2, 0, 0],
        "freight ring": [2, 0, 0, 0, 0],
    }


# The basic set-up


def test_r1_4_two_colonies_and_a_spaceport_each():
    g = Table()
    for p in range(4):
        assert int(g.s["colonies"][p]).bit_count() == 2
        assert int(g.s["ports"][p]).bit_count() == 1
    assert g.owner("Alpha carbon+fuel") == 0
    assert [g.owner(site) for site in ("Alpha food+carbon", "Alpha food+fuel")] == [1, 2]


def test_d6_each_start_position_yields_22_of_36():
    for position in range(4):
        sites = [int(T["start_port"][position]), *map(int, T["start_colony"][position])]
        pips = [int(T["face_pips"][T["home_face"][p]]) for site in sites for p in T["site_planet"][site]]
        assert sum(pips) == 22


def test_r1_5_with_three_players_the_fourth_position_is_blocked():
    s = dealt(3).states[0]
    assert (s["site_owner"][:12] == st.BLOCKED).sum() == 3
    assert not s["hand"][3].any()
    assert s["points"][3] == 0
    assert s["ship_node"][3].max() == -1


def test_k45_positions_are_dealt_at_random():
    found = {tuple(dealt(4, seed).states["position"][0].tolist()) for seed in range(40)}
    assert len(found) > 15


def test_r1_6_everybody_chooses_the_transporter_of_the_first_ship():
    game = dealt(4, 1)
    first = int(game.states["first"][0])
    for k, rings in enumerate(("1 ring", "2 rings", "3 rings", "2 rings")):
        assert game.states["ask"][0] == st.ASK_TRANSPORTER
        assert game.states["seat"][0] == (first + k) % 4
        game.act(f"use the transporter with {rings}")
    s = game.states[0]
    assert [int(np.flatnonzero(s["ship_node"][(first + k) % 4] >= 0)[0]) for k in range(4)] == [0, 1, 2, 1]


def test_r1_7_the_first_ship_is_a_colony_ship_beside_the_spaceport():
    g = Table()
    for p in range(4):
        assert g.s["cargo"][p, 0] == st.COLONY
        assert int(g.s["ship_node"][p, 0]) == int(T["start_node"][p])
    assert g.place(0) in (launch_of("Alpha carbon+fuel", 0), launch_of("Alpha carbon+fuel", 1))


def test_r1_8_everybody_begins_with_four_points():
    for players in (3, 4):
        assert [int(n) for n in dealt(players).states["points"][0][:players]] == [4] * players


def test_r1_9_greek_chips_lie_face_up_on_their_planets():
    s = dealt().states[0]
    faces = {LABELS["planet"][p]: LABELS["face"][s["face"][p]] for p in range(12)}
    assert faces == {
        "Alpha food": "11",
        "Alpha carbon": "8",
        "Alpha fuel": "4",
        "Beta ore": "8",
        "Beta fuel": "10",
        "Beta goods": "3/12",
        "Gamma ore": "5",
        "Gamma food": "3",
        "Gamma carbon": "6",
        "Delta fuel": "6",
        "Delta goods": "2/11",
        "Delta ore": "9",
    }
    assert int(s["face_up"]) == (1 << 12) - 1


def test_r1_10_coloured_chips_are_shuffled_onto_planets_of_their_colour():
    layouts = set()
    for seed in range(12):
        s = dealt(seed=seed).states[0]
        for dot in (st.RED_DOT, st.YELLOW_DOT, st.BLUE_DOT):
            faces = s["face"][T["planet_dot"] == dot]
            assert np.bincount(faces, minlength=st.NUM_FACES).tolist() == T["chips"][dot].tolist()
        layouts.add(s["face"].tobytes())
    assert len(layouts) == 12


def test_r1_11_white_chips_are_the_reserve():
    s = dealt().states[0]
    assert s["reserve"].tolist() == T["chips"][st.WHITE_DOT].tolist()
    assert s["reserve"].sum() == 5


def test_r1_12_no_expansions_and_one_fame_ring_each():
    s = dealt().states[0]
    assert not s["expansion"].any()
    assert s["fame"].tolist() == [1, 1, 1, 1]


def test_r1_13_friendship_cards_and_chips_lie_at_the_bases():
    s = dealt().states[0]
    assert not s["friends"].any()
    assert s["chip"].tolist() == [-1] * 4


def test_r1_14_three_cards_each_from_a_reserve_pile_of_twelve_of_each_kind():
    s = dealt(3).states[0]
    assert s["hand_size"][:3].tolist() == [3, 3, 3]
    assert s["pile_size"] == 51
    assert dealt(4).states["pile_size"][0] == 48
    assert s["bank"].tolist() == [8] * 5


def test_r2_1_anybody_may_have_the_first_turn():
    firsts = [int(dealt(4, seed).states["first"][0]) for seed in range(60)]
    assert set(firsts) == {0, 1, 2, 3}


def test_r2_2_the_start_player_has_the_first_turn():
    game = dealt(4, 2)
    while game.states["ask"][0] == st.ASK_TRANSPORTER:
        game.act("use the transporter with 1 ring")
    assert game.states["active"][0] == game.states["first"][0]
    assert (game.states["round"][0], game.states["turns"][0]) == (1, 1)


# The set-up for advanced players


def place_all(game):
    """Everybody takes the first free sites."""
    order = []
    while game.states["ask"][0] == st.ASK_SITE:
        order.append(int(game.states["seat"][0]))
        game.act(game.legal()[0])
    return order


def test_r1_15_advanced_colonies_forth_back_and_forth():
    game = dealt(4, advanced=1)
    first = int(game.states["first"][0])
    seats = [(first + k) % 4 for k in range(4)]
    assert place_all(game) == (seats + seats[::-1] + seats)[:-1]  # the last one takes what is left
    assert all(int(s).bit_count() == 3 for s in game.states["colonies"][0])


def test_r1_15_advanced_then_spaceports_and_ships_from_the_last():
    game = dealt(4, advanced=1)
    first = int(game.states["first"][0])
    place_all(game)
    for k in range(4):
        seat = (first + 3 - k) % 4
        s = game.states[0]
        assert (s["ask"], s["seat"]) == (st.ASK_PORT, seat)
        assert len(game.legal()) == 3
        game.act(game.legal()[0])
        assert game.legal() == ["begin with a colony ship", "begin with a trade ship"]
        kind = "trade" if k == 1 else "colony"
        game.act(f"begin with a {kind} ship", "use the transporter with 2 rings")
        assert game.states["ask"][0] == st.ASK_LAUNCH
        assert len(game.legal()) == 2
        game.act(game.legal()[1])
        assert game.states["cargo"][0, seat, 1] == (st.TRADE if kind == "trade" else st.COLONY)
    assert game.states["points"][0].tolist() == [4, 4, 4, 4]
    assert game.states["active"][0] == first
    game.check()


def test_r1_15_advanced_with_three_players_closes_the_free_sites():
    game = dealt(3, advanced=1)
    assert (game.states["site_owner"][0, :12] == -1).all()
    place_all(game)
    assert (game.states["site_owner"][0, :12] == st.BLOCKED).sum() == 3
    game.check()


def test_r1_15_advanced_hands_and_fame_are_as_in_the_basic_set_up():
    s = dealt(4, advanced=1).states[0]
    assert s["hand_size"].tolist() == [3] * 4
    assert s["fame"].tolist() == [1] * 4
    assert not s["expansion"].any()


@pytest.mark.parametrize("players", [3, 4])
def test_k39_home_systems_are_full_after_the_set_up(players):
    for advanced in (0, 1):
        game = dealt(players, advanced=advanced)
        place_all(game)
        assert (game.states["site_owner"][0, :12] >= 0).all()


def test_a_start_point_is_named_by_column_and_row():
    assert node_of("F4") == int(T["start_node"][0])
