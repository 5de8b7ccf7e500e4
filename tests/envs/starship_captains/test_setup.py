"""Laying out a new game: boards, tiles, cards and ships."""

from collections import Counter

import pytest

from astrarium.core import Batch
from astrarium.envs.starship_captains import state as st
from astrarium.envs.starship_captains import tables as tb
from tests.arrange import arrange
from tests.envs.starship_captains.table import GAME, PIRATES, PLACES, Table

EVERYONE = (1, 2, 3, 4)
LARGE_SIDE = {1: 0, 2: 0, 3: 0, 4: 1}
MANY = range(30)

# Routes: ends, colour, and an asterisk for a mark.
SMALL = """
H-I1 purple, H-I2 green, H-I3 yellow, I1-M1 green, I1-M2 yellow, I2-M3 yellow, I2-M4 purple,
I3-M5 purple, I3-M6 green, M2-M3 purple *, M4-M5 green *, M6-M1 yellow *, M1-O1 purple, M2-O1 green,
M3-O2 green, M4-O3 yellow, M5-O4 yellow, M6-O4 purple, O1-O2 yellow *, O2-O3 purple, O3-O4 green *
"""
LARGE = """
H-I1 purple, H-I2 green, H-I3 yellow, I1-M1 green, I1-M2 yellow, I2-M3 yellow, I2-M4 purple,
I3-M5 purple, I3-M6 green, M2-M3 purple *, M4-M5 green *, M6-M1 purple *, M1-O1 yellow, M2-O2 green,
M3-O3 green, M4-O4 yellow, M5-O5 yellow *, M6-O6 yellow, O1-O2 purple, O2-O3 yellow *, O3-O4 purple,
O4-O5 green, O5-O6 purple, O6-O1 green *
"""

# Bonuses of the tracks by space, A and B.
TRACKS = {
    "Cooperative": ("2 RP1, 5 EV, 9 MD1, 12 MD3", "3 MD1, 6 MV1, 8 EV, 11 QR1"),
    "Tincan": ("2 RP1, 6 EV, 9 AN1, 12 RR", "3 AR1, 5 RP1, 8 EV, 11 AN1"),
    "Ni'an": ("2 RP1, 5 MD1, 9 AR1 RP1, 12 EV", "3 AR1, 6 EV, 9 MV1, 11 PT1 MD1"),
}


def dealt(players, seed=0, **options):
    """A game as it is dealt."""
    return arrange(GAME, players=players, seed=seed, **options)


def routes(text):
    """The routes of a side as (ends, colour, marked)."""
    rows = [row.split() for row in text.replace("\n", " ").split(",")]
    return [(set(row[0].split("-")), row[1], len(row) == 3) for row in rows]


@pytest.mark.parametrize("players", EVERYONE)
def test_r_setup_1_four_players_use_the_other_side_of_the_board(players):
    assert dealt(players).side == LARGE_SIDE[players]


@pytest.mark.parametrize(("side", "text"), [(0, SMALL), (1, LARGE)])
def test_r_setup_2_the_map(side, text):
    t = Table(2).t
    expected = routes(text)
    assert t["num_routes"][side] == len(expected)
    for route, (ends, colour, marked) in enumerate(expected):
        here, there = t["route_ends"][side, route]
        assert {PLACES[here], PLACES[there]} == ends
        assert bool(t["route_marked"][side, route]) == marked
        number = st.ROUTE_COLOURS.index(colour)
        assert (t["route_at"][side, here, number], t["route_at"][side, there, number]) == (route, route)
        assert (t["beyond"][side, here, number], t["beyond"][side, there, number]) == (there, here)


@pytest.mark.parametrize(("side", "locations"), [(0, 14), (1, 16)])
def test_r_setup_3_every_location_has_a_route_of_each_colour(side, locations):
    t = Table(2).t
    assert t["num_locations"][side] == locations
    assert sorted(t["route_at"][side, :locations].ravel()) == sorted(2 * list(range(t["num_routes"][side])))


@pytest.mark.parametrize(("players", "missions"), [(1, 6), (2, 6), (3, 6), (4, 8)])
def test_r_setup_4_every_planet_gets_a_mission_a_station_or_a_number(players, missions):
    g = dealt(players)
    planets = 15 if players == 4 else 13
    kinds = Counter()
    for place in range(1, planets + 1):
        found = [
            name
            for name, there in (
                ("mission", g.mission_at[place] >= 0),
                ("number", g.number_at[place] > 0),
                ("station", g.station_at[place] >= 0),
            )
            if there
        ]
        assert len(found) == 1
        kinds[found[0]] += 1
    assert kinds == {"mission": missions, "number": 5, "station": 2}
    assert sorted(number for number in g.number_at if number) == [1, 2, 3, 4, 5]


def test_r_setup_4_tiles_lie_anywhere():
    found = {int(dealt(2, seed).number_at[1]) for seed in MANY}
    assert {0, 1, 2, 3, 4, 5} >= found
    assert len(found) >= 3


def test_r_setup_5_numbers_are_face_up():
    assert dealt(3).numbers_up == 0b11111


@pytest.mark.parametrize("players", EVERYONE)
def test_r_setup_6_home_station_has_no_tile_yet(players):
    g = dealt(players)
    assert (g.mission_at[0], g.number_at[0], g.station_at[0]) == (-1, 0, 0)
    assert list(g.tile_round) == [2, 0, 0]


@pytest.mark.parametrize(("players", "marks"), [(1, 5), (2, 5), (3, 5), (4, 6)])
def test_r_setup_7_a_pirate_on_every_marked_route_and_nowhere_else(players, marks):
    g = dealt(players)
    marked = g.content.tables[0]["route_marked"][g.side]
    assert [kind >= 0 for kind in g.pirate_on] == [bool(mark) for mark in marked]
    assert sum(kind >= 0 for kind in g.pirate_on) == marks


def test_r_setup_8_the_colour_of_a_pirate_does_not_matter_then():
    kinds = {int(dealt(2, seed).pirate_on[9]) for seed in MANY}
    assert len(kinds) >= 5


def test_r_setup_9_thirty_pirates_and_27_artifacts():
    t = Table(2).t
    assert dict(zip(PIRATES, t["pirate_copies"].tolist(), strict=True)) == {
        "purple medal": 6,
        "green medal": 6,
        "yellow medal": 6,
        "purple android": 4,
        "green android": 4,
        "yellow android": 4,
    }
    assert t["artifact_copies"].tolist() == [9, 9, 9]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r_setup_10_five_alphas_and_three_omegas_on_the_tech_board(players):
    g = dealt(players)
    betas = int(g.content.tables[0]["betas"])
    assert all(0 <= card < st.NUM_TECHS and not betas >> int(card) & 1 for card in g.tech_board[:5])
    assert all(card >= st.FIRST_OMEGA for card in g.tech_board[5:8])


def test_r_setup_11_an_alpha_on_the_tincan_track():
    for seed in MANY:
        g = dealt(2, seed)
        assert g.shared[0] >= 0
        assert not int(g.content.tables[0]["betas"]) >> int(g.shared[0]) & 1
        assert g.shared[1] == -1
        assert not g.sharing


def test_r_setup_12_betas_that_are_met_go_under_the_deck():
    numbers = Batch(GAME, 1200, 2, seed=1, observations=False).states["tech_under"]
    assert numbers.min() == 0
    assert 3 <= numbers.max() <= 14
    assert abs(numbers.mean() - 84 / 37) < 0.2  # six alphas of 36 with 14 betas among them


def test_r_setup_12_the_top_of_the_deck_shows_its_tier():
    tops = Batch(GAME, 200, 2, seed=1, observations=False).states["tech_top"]
    assert abs((tops == st.BETA).mean() - 12 / 42) < 0.15  # about as many betas as there are above the others


def test_r_setup_13_betas_under_the_deck_come_last():
    """One alpha is left above a beta at the bottom: it is the next card, whatever the chance."""
    for seed in range(12):
        g = Table(2, seed=seed).slots().deck("Salvage Bay", "Escape Pods")
        g.s["tech_under"] = 1
        g.use("Science").act("take 1", "in 1").skip()
        assert g.on_board()[0] == "Salvage Bay"
        assert g.s["tech_top"] == st.BETA


def test_r_setup_14_the_sides_of_tracks_and_tech_slots_are_random():
    games = [dealt(2, seed) for seed in MANY]
    for track in range(3):
        assert {int(g.track_side[track]) for g in games} == {0, 1}
    assert {g.slot_side for g in games} == {0, 1}


@pytest.mark.parametrize(("option", "side"), [(1, 0), (2, 1)])
def test_r_setup_15_the_side_of_the_tech_slots_can_be_chosen(option, side):
    assert {dealt(2, seed, tech_slots=option).slot_side for seed in range(5)} == {side}


@pytest.mark.parametrize(
    ("option", "damaged", "icons"),
    [
        (1, [1, 2, 5, 6], "--W- ---M V-M- M--V -W-- V---"),
        (2, [1, 3, 4, 6], "---V W--M ---W -W-- --VM M---"),
    ],
)
def test_r_setup_16_four_tech_slots_start_damaged(option, damaged, icons):
    g = dealt(3, tech_slots=option)
    for seat in range(3):
        assert [k + 1 for k in range(6) if g.slot_damage[seat] >> k & 1] == damaged
    shown = [["-WMV"[icon] for icon in row] for row in g.content.tables[0]["slot_icon"][option - 1]]
    assert " ".join("".join(row) for row in shown) == icons


@pytest.mark.parametrize("players", EVERYONE)
def test_r_setup_17_every_ship_is_fitted_out(players):
    g = Table(players)
    for seat in range(players):
        assert g.ready(seat) == "R Y B C"
        assert g.queue(seat) == "R Y B"
        assert g.has_medals(seat) == 1
        assert g.damage(seat) == 3
        assert len(g.damaged(seat)) == 4
        assert g.hold(seat) == ""
        assert g.techs(seat) == {}
        assert g.marks(seat) == (0, 0, 0)
        assert g.at(seat) == "H"


def test_r_setup_18_events_are_dealt_at_random():
    labels = Table(2).labels["events"]
    games = [dealt(2, seed) for seed in range(60)]
    assert {labels[g.event[st.COOPERATIVE]] for g in games} == {
        "Crowdsourcing",
        "Diplomatic Order #12",
        "Medal Ceremony",
        "Graduation Day",
        "Fleet Refit",
    }
    assert {labels[g.event[st.NIAN]] for g in games} == {
        "Explosive Crisis",
        "Honesty Summit",
        "Raiding Season",
        "Black Market",
        "Ceasefire",
    }
    assert {labels[g.event[st.TINCAN]] for g in games} == {"Shared Knowledge"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r_setup_19_the_starting_player_is_random_and_begins(players):
    games = [dealt(players, seed) for seed in range(40)]
    assert {g.first for g in games} == set(range(players))
    assert all(g.seat == g.active == g.first and g.round == 1 for g in games)


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("side", [0, 1])
def test_r_setup_20_bonuses_of_the_tracks(track, side):
    g = Table(2)
    t, number = g.t, st.TRACKS.index(track)
    found = []
    for space in range(1, st.TRACK_LENGTH):
        if t["event_space"][number, side] == space:
            found.append(f"{space} EV")
        elif t["bonus"][number, side, space]:
            effect = t["bonus"][number, side, space]
            cells = [
                f"{tb.OPS[op]}{arg}" for op, arg in zip(t["op"][effect], t["arg"][effect], strict=True) if op
            ]
            found.append(f"{space} {' '.join(cells)}".replace("RR1", "RR"))
    assert ", ".join(found) == TRACKS[track][side]


def test_r_setup_21_fifty_techs_are_dealt_out_of_36_alphas_and_14_betas():
    t = Table(2).t
    assert t["tier"].tolist().count(st.ALPHA) == 36
    assert t["tier"].tolist().count(st.BETA) == 14
