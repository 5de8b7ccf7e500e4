"""The card set: what the rulebook counts and names, an own set, and files refused with the reason."""

import re
import shutil
from collections import Counter

import pytest

from astrarium.core import TableError
from astrarium.envs.starship_captains import GAME
from astrarium.envs.starship_captains.load import DATA, SETS, load
from tests import cards
from tests.arrange import arrange
from tests.cards import drop, put, rewrite


@pytest.fixture
def folder(tmp_path):
    """A copy of the card set to spoil."""
    return shutil.copytree(DATA / SETS[0], tmp_path / "own")


def read(file):
    return cards.read(DATA / SETS[0], file)


def lines_of(row):
    return [row[f"line_{k}"] for k in range(1, 5) if row[f"line_{k}"]]


# What the rulebook counts and names


def test_pieces_are_as_many_as_the_rulebook_counts():
    counts = {file: len(read(file)) for file in ("techs", "omegas", "missions", "passengers")}
    assert counts == {"techs": 50, "omegas": 12, "missions": 50, "passengers": 6}
    assert Counter(row["solo"] for row in read("events")) == {"no": 11, "yes": 3}
    assert sum(int(row["copies"]) for row in read("pirates")) == 30
    assert sum(int(row["copies"]) for row in read("artifacts")) == 27
    assert sum(int(row["copies"]) for row in read("solo_actions")) == 7
    tiles = read("tiles")
    assert sum(int(row["copies"]) + int(row["four_player_copies"]) for row in tiles) + 1 == 16
    assert sum(int(row["four_player_copies"]) for row in tiles) == 2
    assert len(read("stations")) == 3
    assert Counter(row["track"] for row in read("tracks")) == {"Cooperative": 2, "Tincan": 2, "Ni'an": 2}


def test_setup_marks_four_damaged_slots_and_one_printed_pair():
    marks = Counter(row["side"] for row in read("routes") if row["marked"] == "1")
    assert marks == {"1": 5, "2": 6}
    for side in "AB":
        slots = [row for row in read("slots") if row["side"] == side]
        assert sum(int(row["damaged"]) for row in slots) == 4
        icons = [row["icons"] for row in slots]
        pairs = [
            (k, height)
            for k in range(5)
            for height in (0, 1)
            if icons[k][2 + height] == icons[k + 1][height] != "-"
        ]
        assert [k for k, _ in pairs] == [2]


def test_cards_that_the_rulebook_names_are_there():
    techs = {row["name"] for row in read("techs")}
    assert {
        "Omega Megacomputer",
        "Holodeck",
        "Quantum Torpedoes",
        "Artifact Display",
        "Trophy Display",
        "Dimensional Lockers",
        "Hull Plating",
        "Hyper-Charger",
        "Ni'an Comms",
        "Repair Bots",
        "Stealth Paint",
        "Universal Translator",
        "Wormhole Generator",
    } <= techs
    assert sum("Observers" in name for name in techs) == 3
    missions = {row["name"] for row in read("missions")}
    assert {
        "Gateway to the Stars",
        "Restore the Hive Mind",
        "Tincan Library",
        "Steal Secret Plans",
    } <= missions
    events = {row["name"] for row in read("events")}
    assert {"Crowdsourcing", "Diplomatic Order #12", "Explosive Crisis", "Honesty Summit"} <= events
    assert "Artifact Blueprints" in {row["name"] for row in read("omegas")}
    assert "Teddy" in {row["name"] for row in read("passengers")}


def test_artifact_blueprints_give_at_most_six():
    (card,) = (row for row in read("omegas") if row["name"] == "Artifact Blueprints")
    assert int(card["points"]) * len(read("artifacts")) == 6


def test_each_faction_but_the_tincan_has_several_events():
    found = Counter(row["faction"] for row in read("events") if row["solo"] == "no")
    assert found["Tincan"] == 1
    assert min(found["Cooperative"], found["Ni'an"]) > 1
    assert Counter(row["faction"] for row in read("events") if row["solo"] == "yes") == {
        "Cooperative": 1,
        "Tincan": 1,
        "Ni'an": 1,
    }


def test_teddy_has_no_action_and_every_other_passenger_one():
    assert [bool(row["effect"]) for row in read("passengers")] == [False] + [True] * 5


def test_every_kind_of_captain_shadows_cards_is_there():
    assert {row["action"] for row in read("solo_actions")} == {
        "take_tech",
        "complete_mission",
        "fight_pirate",
        "passenger",
    }


def test_artifacts_have_two_of_three_colours():
    assert {row["colours"] for row in read("artifacts")} == {"red yellow", "yellow blue", "red blue"}


def test_an_epilogue_for_every_score_from_20_to_75():
    rows = read("epilogues")
    assert [int(row["points"]) for row in rows] == list(range(20, 76))
    assert len({row["text"] for row in rows}) == 56


# What the reconstruction promises


def test_a_rooms_effect_does_not_feed_itself():
    """Two artifacts from a room would activate it again; figures called back too."""
    for row in read("techs"):
        if row["kind"] == "room" and row["flag"] != "ONCE":
            assert not re.search(r"\bAR[2-9]|\bQR", row["effect"]), row["name"]


def test_no_bonus_of_a_track_moves_a_marker():
    for row in read("tracks"):
        bonuses = " ".join(row[f"space_{k}"] for k in range(1, 13))
        assert not re.search(r"\b(CO|TC|NI|AA|SA)\d", bonuses)


def test_a_shared_tech_is_never_used_up():
    once = {row["id"]: row["tier"] for row in read("techs") if row["flag"] == "ONCE"}
    assert set(once.values()) == {"beta"}
    assert not any(tech in once for row in read("passengers") for tech in row["techs"].split())


def test_missions_have_two_to_four_lines_and_colours_are_even():
    assert Counter(len(lines_of(row)) for row in read("missions")) == {2: 14, 3: 28, 4: 8}
    colours = Counter(line[0] for row in read("missions") for line in lines_of(row))
    assert colours == {"R": 46, "Y": 45, "B": 45, "D": 8}


def test_rooms_are_even_in_colour():
    rooms = [row for row in read("techs") if row["kind"] == "room"]
    assert Counter(row["colour"] for row in rooms) == {"red": 8, "yellow": 8, "blue": 8}


def test_ni_an_comms_look_at_fights_ambushes_and_pirate_tokens():
    content = GAME.content()
    shows = dict(zip(content.labels["missions"], content.tables[0]["mission_icon"], strict=True))
    assert shows["Pirate Hideout"]  # a fight
    assert shows["Border Dispute"]  # an ambush
    assert shows["Boarding Drill"]  # a pirate token to gain
    assert shows["Hostage Talks"]  # a pirate token to pay
    assert not shows["Supply Run"]


def test_every_row_tells_its_source():
    for path in (DATA / SETS[0]).glob("*.csv"):
        for row in read(path.stem):
            assert re.search("rulebook|public|reconstruction|inferred", row["source"]), path.name


# Other card sets


def test_an_own_card_set_is_played_with_its_own_numbers(folder):
    rewrite(folder, "stations", put(0, "effect", "MD4"))
    rewrite(folder, "slots", put(0, "damaged", "0"))
    game = arrange(GAME, players=2, content=folder, tech_slots=1)
    assert [int(game.s["slot_damage"][seat]).bit_count() for seat in (0, 1)] == [3, 3]
    assert "Home Station: 4 medals" in game.text()


@pytest.mark.parametrize(
    ("price", "field", "name"), [("M", "medals", "spend medal"), ("N", "ready", "spend android")]
)
def test_an_own_card_set_may_ask_for_medals_and_androids(folder, price, field, name):
    """No card of the set that comes with the game does."""
    rewrite(folder, "techs", put(0, "effect", f"PAY({price}:AR1)"))
    game = arrange(GAME, players=2, content=folder, ready={(0, "android"): 1}, first=0, active=0, seat=0)
    game.s["tech_board"][game.s["tech_board"] == 0] = -1
    game.s["shared"][game.s["shared"] == 0] = -1
    game.s["tech_pool"] &= ~1
    game.s["slot"][0, 3] = 0
    had = int(game.s[field][0].sum())
    game.act("activate tech slot 4", name)
    assert int(game.s["artifacts"][0].sum()) == 1
    left = int(game.s[field][0].sum()) + (field == "ready")
    assert left == had - 1


def test_of_two_routes_to_a_place_the_one_without_a_pirate_is_taken(folder):
    """An own map may join two places twice: here Home Station and I1, by purple and green."""

    def change(rows):
        ends = {(row["from"], row["to"]): row for row in rows if row["side"] == "1"}
        ends["H", "I2"]["to"] = "I1"
        ends["I1", "M1"]["from"] = "I2"

    rewrite(folder, "routes", change)
    for shooter in (0, 1):
        game = arrange(GAME, players=2, content=folder, first=0, active=0, seat=0)
        game.s["pirate_on"][:2] = -1
        game.s["pirate_on"][shooter] = 0
        game.act("activate Helm", "go to I1")
        assert game.s["damage"][0] == 3


def test_no_operation_is_done_no_times(folder):
    rewrite(folder, "techs", put(0, "effect", "DM0"))
    with pytest.raises(TableError, match=r"techs\.csv, row 2, column 'effect'"):
        load(folder)


def test_contents_differ_in_their_digest(folder):
    assert load(folder).digest == load(SETS[0]).digest
    rewrite(folder, "missions", put(0, "points", "4"))
    assert load(folder).digest != load(SETS[0]).digest


def test_things_of_one_kind_have_different_names():
    labels = GAME.content().labels
    for kind in ("techs", "missions", "events", "passengers", "stations", "epilogues"):
        assert len(set(labels[kind])) == len(labels[kind])


BAD = [
    ("routes", put(0, "colour", "pink"), "row 2, column 'colour': expected one of purple"),
    ("routes", put(0, "from", "Z9"), "row 2, column 'from': expected one of H, I1"),
    ("routes", put(0, "colour", "green"), "column 'colour': expected one route of a colour a place"),
    ("routes", put(0, "side", "3"), "column 'side': expected"),
    ("routes", put(0, "side", "2"), "column 'colour': expected one route of a colour a place"),
    ("routes", drop, "expected 45 rows, got 44"),
    ("routes", put(0, "to", "O5"), "column 'to': expected one of H, I1"),
    ("tiles", put(0, "copies", "7"), "expected 13 tiles for side 1, got 14"),
    ("stations", put(0, "id", "ST_TIN"), "column 'id': expected HOME"),
    ("stations", put(0, "effect", "FLY2"), "column 'effect': expected operations such as MV2"),
    ("techs", put(0, "effect", "MV2 MV2 MV2 MV2 MV2"), "column 'effect': expected at most 4 operations"),
    ("techs", put(0, "effect", "PAY(X:MV1)"), "column 'effect': expected operations such as"),
    (
        "techs",
        put(0, "kind", "ability"),
        "column 'kind': expected a colour for a room, a hook for an ability",
    ),
    ("techs", put(0, "tier", "gamma"), "column 'tier': expected one of alpha, beta"),
    ("techs", put(0, "icons", "WMVX"), "column 'icons'"),
    ("techs", put(0, "icons", "WMV"), "column 'icons'"),
    ("techs", put(30, "hook", "ON_SUNDAY"), "column 'hook': expected one of"),
    ("techs", drop, "expected 50 rows, got 49"),
    ("omegas", put(0, "per", "MOONS"), "column 'per': expected one of"),
    ("missions", put(0, "line_1", ""), "column 'line_1': expected lines without gaps"),
    ("missions", put(0, "line_1", "G: MV2"), "column 'line_1': expected a colour and an effect"),
    ("missions", put(0, "points", "many"), "column 'points': expected a whole number"),
    ("events", put(0, "faction", "Klingon"), "column 'faction': expected one of Cooperative"),
    ("events", put(3, "each", "CH(MD2)"), "column 'each': expected operations such as"),
    ("tracks", put(0, "space_5", ""), "column 'side': expected one space EV"),
    ("slots", put(0, "icons", "-----"), "column 'icons'"),
    ("pirates", put(0, "reward", "gold"), "column 'reward': expected one of medal and artifact, android"),
    ("artifacts", put(0, "colours", "red red"), "column 'colours': expected one of red yellow"),
    ("passengers", put(0, "techs", "A10"), "column 'techs': expected 2 ids of techs.csv"),
    ("solo_actions", put(0, "action", "nap"), "column 'action': expected one of take_tech"),
    ("epilogues", put(1, "points", "20"), "row 3, column 'points': expected 21"),
]


@pytest.mark.parametrize(("file", "change", "reason"), BAD)
def test_a_bad_file_is_refused_with_file_row_column_and_expectation(folder, file, change, reason):
    rewrite(folder, file, change)
    with pytest.raises(TableError) as error:
        load(folder)
    assert str(error.value).startswith(f"{file}.csv")
    assert reason in str(error.value)


def test_a_missing_file_is_refused(folder):
    (folder / "tiles.csv").unlink()
    with pytest.raises(TableError, match=r"tiles\.csv: no such file"):
        load(folder)
