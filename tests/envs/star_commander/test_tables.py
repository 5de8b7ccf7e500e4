"""Card sets: the two that are shipped, one of the user's own, and files that are refused with the reason."""

import shutil

import pytest

from astrarium.core import TableError
from astrarium.envs.star_commander import GAME
from astrarium.envs.star_commander import state as st
from astrarium.envs.star_commander.load import DATA, SETS, load
from tests.arrange import arrange
from tests.cards import rewrite


@pytest.fixture
def folder(tmp_path):
    """A copy of the default card set to spoil."""
    return shutil.copytree(DATA / SETS[0], tmp_path / "own")


def put(name, column, value):
    """A change of one cell of the row of that name."""

    def change(rows):
        next(row for row in rows if row["name"] == name)[column] = value

    return change


def repeat(name, times):
    """More rows like the one of that name."""

    def change(rows):
        row = next(row for row in rows if row["name"] == name)
        rows.extend({**row, "name": f"{name} {k}", "id": f"V{50 + k}"} for k in range(times))

    return change


def test_an_own_card_set_is_played_with_its_own_numbers(folder):
    rewrite(folder, "vessels.csv", put("Defense Station", "cost", "1"))
    game = arrange(GAME, players=2, content=folder)
    seat = game.seat
    game.act(f"build in {st.CELLS[game.s['home'][seat]]}")
    assert game.s["credits"][seat] == 3 - 1


def test_contents_differ_in_their_digest(folder):
    assert load(folder).digest == load(SETS[0]).digest
    rewrite(folder, "cards.csv", put("Refinery", "cost", "3"))
    assert load(folder).digest != load(SETS[0]).digest


BAD = [
    (
        "vessels.csv",
        put("Corvette", "cost", "x"),
        "vessels.csv, row 4, column 'cost': expected a whole number",
    ),
    ("vessels.csv", put("Corvette", "flags", "FAST"), "column 'flags': expected words out of"),
    ("vessels.csv", repeat("Corvette", 8), "column 'name': expected at most 15 kinds of vessel"),
    ("vessels.csv", put("Scout", "cost", "1"), "one vessel without cost"),
    ("systems.csv", put("Trade World", "effect", "SOT CRED x"), "column 'effect': expected one of SOT CRED"),
    (
        "systems.csv",
        put("Military Base", "effect", "FIRSTDEV BUILD V99 1 here"),
        "the id of a row of vessels.csv",
    ),
    ("systems.csv", put("Homeworld", "kind", "normal"), "one starting system with 4 copies"),
    ("systems.csv", put("Alien System", "copies", "1"), "23 or more systems"),
    ("systems.csv", repeat("Trade World", 4), "at most 16 kinds of system"),
    ("cards.csv", put("Refinery", "domain", "Science"), "10 rows each of Industry, Statecraft, Science"),
    ("cards.csv", put("Refinery", "hp", ""), "column 'hp': expected a value for a vessel"),
    ("cards.csv", put("Refinery", "class", "Small"), "column 'class': expected Station for a station"),
    ("cards.csv", put("Refinery", "copies", "5"), "10 rows and 30 cards of Industry"),
    ("cards.csv", put("Trade Routes", "effect", "SOT NOTHING"), "column 'effect': expected one of SOT CRED"),
    ("cards.csv", put("Ram", "effect", "EXTRATURN; EXTRATURN; EXTRATURN"), "expected at most 2 parts"),
    ("cards.csv", put("Ram", "effect", "EXPLODE"), "column 'effect': expected one of UNDEVELOP"),
    ("cards.csv", put("Mass Production", "effect", "BUILD V99 2 own_sys"), "the id of a row of vessels.csv"),
    (
        "cards.csv",
        put("Ram", "picks", "own_ship*"),
        "column 'picks': expected 'own_ship vessel', got 'own_ship*'",
    ),
    ("cards.csv", put("Evasion", "picks", "cost_card ship*"), "expected 'ship' or 'vessel'"),
    (
        "cards.csv",
        put("Experimental Shields", "picks", "vessel*"),
        "expected 'cost_card ship' or 'cost_card vessel'",
    ),
    ("cards.csv", put("Battlecruiser", "picks", ""), "column 'picks': expected 'self X'"),
    ("cards.csv", put("Trade Routes", "effect", "ACT discard1 EXTRATURN"), "expected 'cost_card'"),
    ("cards.csv", put("Refinery", "attack", "many"), "expected a whole number"),
]


@pytest.mark.parametrize(("file", "change", "reason"), BAD)
def test_a_bad_file_is_refused_with_file_row_column_and_expectation(folder, file, change, reason):
    rewrite(folder, file, change)
    with pytest.raises(TableError) as error:
        load(folder)
    assert str(error.value).startswith(file)
    assert reason in str(error.value)


def test_more_vessels_than_slots_are_refused(folder):
    def more(rows):
        for row in rows:
            row["copies"] = "20"

    rewrite(folder, "vessels.csv", more)
    with pytest.raises(TableError, match="at most 125 vessels"):
        load(folder)


def test_more_abilities_than_actions_are_refused(folder):
    def more(rows):
        for row in rows:
            if row["type"] == "Technology":
                row["effect"], row["picks"] = "ACT discard1 EXTRATURN", "cost_card"

    rewrite(folder, "cards.csv", more)
    with pytest.raises(TableError, match="at most 5 activated abilities"):
        load(folder)


def test_more_grants_of_redirection_than_the_state_holds_are_refused(folder):
    def more(rows):
        for row in rows:
            if row["type"] == "Command" and row["domain"] == "Science":
                row["effect"], row["picks"] = "REDIRECT vessel EOT", "vessel*"

    rewrite(folder, "cards.csv", more)
    with pytest.raises(TableError, match="at most 8 cards that redirect damage"):
        load(folder)
