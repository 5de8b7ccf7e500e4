"""Setup, components, options."""

from collections import Counter

import numpy as np
import pytest

from astrarium.envs.star_commander import state as st
from tests.arrange import arrange
from tests.envs.star_commander.table import GAME, Table


def deal(players=2, seed=0, content=None, **options):
    """A newly dealt game, nothing changed."""
    return arrange(GAME, players=players, seed=seed, content=content, **options)


def test_r1_1_three_decks_of_thirty():
    assert deal().s["deck_size"].tolist() == [30, 30, 30]


def test_r1_2_systems_deck_of_28():
    t = GAME.content().tables[0]
    assert t["system_copies"].sum() == 28


def test_r1_3_vessel_piles_as_listed():
    content = GAME.content()
    piles = dict(zip(content.labels["kind"], content.tables[0]["kind_pile"].tolist(), strict=False))
    assert {name: n for name, n in piles.items() if n} == {
        "Scout": 4,
        "Strike Fighter": 20,
        "Corvette": 18,
        "Frigate": 14,
        "Destroyer": 12,
        "Cruiser": 10,
        "Battleship": 8,
        "Defense Station": 20,
    }


def test_k1_vessels_are_106_and_107_in_the_older_set():
    sizes = {name: int(GAME.content(name).tables[0]["kind_pile"].sum()) for name in ("0.9.5", "0.9.4")}
    assert sizes == {"0.9.5": 106, "0.9.4": 107}


def test_r1_4_two_to_four_players_with_25_cubes():
    assert (GAME.players, st.CUBES) == ((2, 3, 4), 25)


def test_r1_5_credits_are_unlimited():
    g = Table().credits(500, 0).own("C2", 0, 3, "Trade World")
    g.next_turn_of(0)
    assert g.money() == 500 + 1 + 3 + 2


def test_r2_1_ships_are_fighter_small_medium_large():
    content = GAME.content()
    classes = {st.CLASSES[c] for c in content.tables[0]["kind_class"][: len(content.labels["kind"])]}
    assert classes == {"Fighter", "Small", "Medium", "Large", "Station"}


def test_r4_1_systems_have_domain_and_maximum():
    content = GAME.content()
    t, names = content.tables[0], content.labels["system"]
    trade = names.index("Trade World")
    assert (st.DOMAINS[t["system_domain"][trade]], int(t["system_max"][trade])) == ("Industry", 4)


def test_r7_1_one_deck_for_each_of_three_domains():
    s = deal().s
    for domain in range(3):
        assert {int(card) // st.CARDS_PER_DOMAIN for card in s["deck"][domain]} == {domain}


def test_r7_3_the_picture_shows_each_domain_in_its_colour():
    g = Table().reveal("B2", "Trade World").reveal("B1", "Core World").reveal("A2", "Research World")
    svg = GAME.render_svg(g.game.content, g.s, 0)
    assert all(colour in svg for colour in ("#c8453b", "#b78621", "#378c4d"))


def test_r8_1_decks_and_systems_are_shuffled():
    orders = {tuple(deal(seed=seed).s["deck"][0].tolist()) for seed in range(8)}
    layouts = {tuple(deal(seed=seed).s["system"].tolist()) for seed in range(8)}
    assert (len(orders), len(layouts)) == (8, 8)


def test_r8_1_every_card_of_a_deck_may_lie_on_top():
    tops = {int(deal(seed=seed).s["deck"][0, -1]) for seed in range(200)}
    assert tops == set(range(10))


@pytest.mark.parametrize("side", [3, 4, 5])
def test_r8_2_square_grid(side):
    s = deal(grid=side).s
    laid = [cell for cell in range(25) if s["system"][cell] >= 0]
    assert laid == [5 * row + column for row in range(side) for column in range(side)]


@pytest.mark.parametrize(
    ("players", "homes"), [(2, ["C3", "A1"]), (3, ["D4", "D1", "A1"]), (4, ["E5", "E1", "A1", "A5"])]
)
def test_r8_3_homeworlds_in_the_corners(players, homes):
    s = deal(players).s
    assert [st.CELLS[cell] for cell in s["home"][:players]] == homes


def test_k59_seats_go_clockwise_bottom_left_top_right():
    s = deal(4).s
    assert [st.CELLS[cell] for cell in s["home"]] == ["E5", "E1", "A1", "A5"]


def test_r8_4_a_scout_at_each_homeworld():
    g = Table(3)
    assert [g.at(home, seat) for seat, home in enumerate(("D4", "D1", "A1"))] == [["Scout"]] * 3


def test_k5_the_scout_is_in_the_homeworld_system():
    g = Table()
    assert g.cell(g.find("Scout", 0)) == "C3"


def test_k6_each_homeworld_has_one_development():
    s = deal(4).s
    assert [int(s["developments"][s["home"][seat]]) for seat in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("players", "side", "left"), [(2, 3, 17), (3, 3, 18), (4, 3, 19), (2, 5, 1), (4, 5, 3)]
)
def test_r8_6_the_rest_of_the_systems_goes_back_to_the_box(players, side, left):
    assert deal(players, grid=side).s["box"].sum() == left


def test_r8_6_no_other_system_lies_face_up():
    s = deal(2).s
    assert [st.CELLS[cell] for cell in np.flatnonzero(s["face_up"])] == ["A1", "C3"]


def test_r8_8_vessels_lie_in_piles_by_type():
    g = Table()
    assert g.s["pile"][g.kind("Corvette")] == 18


def test_r8_9_three_credits_each():
    assert deal(4).s["credits"].tolist() == [3, 3, 3, 3]


def test_r9_1_most_developments_win():
    g = Table().home(0, 3).home(1, 2)
    assert g.game.outcome() == ([3.0, 2.0], [0, 1])


def test_r10_1_the_first_player_is_drawn():
    assert {deal(4, seed).active for seed in range(40)} == {0, 1, 2, 3}


def test_k60_the_first_player_is_uniform():
    counts = Counter(deal(4, seed).active for seed in range(400))
    assert all(70 <= counts[seat] <= 130 for seat in range(4))


def test_o1_content_0_9_4_has_the_carrier():
    assert "Carrier" in GAME.content("0.9.4").labels["kind"]
    assert "Carrier" not in GAME.content("0.9.5").labels["kind"]


@pytest.mark.parametrize(("offers", "left"), [(2, 2), (1, 1), (0, 0)])
def test_o2_trade_sets_the_offers_a_turn(offers, left):
    assert deal(trade=offers).offers_left == left


@pytest.mark.parametrize(("players", "side"), [(2, 3), (3, 4), (4, 5)])
def test_o3_grid_follows_the_players(players, side):
    assert deal(players).size == side


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", [3, 4, 5])
def test_o3_any_grid_with_any_number_of_players(players, side):
    assert deal(players, grid=side).size == side


def test_c_s12_homeworld_has_maximum_six_and_no_domain():
    g = Table().home(0, 5).credits(20)
    g.act("develop C3")
    assert not g.can("develop C3")


def test_h3_face_down_systems_are_seen_by_nobody():
    g = Table()
    other = g.twin()
    face_down = [cell for cell in range(25) if g.s["system"][cell] >= 0 and not g.s["face_up"][cell]]
    a, b = next((a, b) for a in face_down for b in face_down if g.s["system"][a] != g.s["system"][b])
    other.s["system"][a], other.s["system"][b] = int(g.s["system"][b]), int(g.s["system"][a])
    assert all(g.game.observe(seat) == other.game.observe(seat) for seat in (0, 1))


def test_h3_deck_order_is_known_to_nobody():
    g = Table()
    other = g.twin()
    other.s["deck"][0, :30] = g.s["deck"][0, :30][::-1]
    assert all(g.game.observe(seat) == other.game.observe(seat) for seat in (0, 1))
