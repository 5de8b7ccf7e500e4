"""Content sets: the one that is shipped, one of the user's own, and files refused with the reason."""

import shutil

import pytest

from astrarium.core import TableError
from astrarium.envs.starfarers.tables import DATA, FILES, SETS, load
from tests import cards
from tests.arrange import arrange
from tests.cards import rewrite
from tests.envs.starfarers.table import GAME


@pytest.fixture
def folder(tmp_path):
    """A copy of the default content to spoil."""
    return shutil.copytree(DATA / SETS[0], tmp_path / "own")


def put(row, column, value):
    """A change of one cell, by the number of its line."""
    return cards.put(row - 2, column, value)


def test_own_costs_are_played(folder):
    rewrite(folder, "costs.csv", put(5, "fuel", "1"))  # the booster
    game = arrange(GAME, players=3, content=folder)
    assert game.content.tables[0]["cost"][3].tolist() == [0, 1, 0, 0, 0]
    assert game.content.digest != GAME.content().digest


def test_every_file_is_part_of_the_digest(folder):
    first = load(folder).digest
    for file in FILES:
        with (folder / file).open("a", encoding="utf-8") as lines:
            lines.write("\n")
        second = load(folder).digest
        assert second != first
        first = second


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "words"),
    [
        ("columns.csv", 2, "hexes", "16", "columns.csv, row 2, column 'hexes': expected a whole number"),
        ("columns.csv", 2, "hexes", "9", "columns.csv: expected at most 309 intersections"),
        ("planets.csv", 2, "resource", "gold", "planets.csv, row 2, column 'resource': expected one of ore"),
        ("planets.csv", 2, "home", "no", "planets.csv, row 2, column 'home': expected the 4 home systems"),
        ("planets.csv", 14, "x", "30", "planets.csv, row 14, column 'system': expected three rows"),
        ("planets.csv", 14, "dot", "yellow", "chips.csv: expected 6 red chips"),
        ("outposts.csv", 3, "number", "1", "outposts.csv, row 3, column 'number': expected 1 to 5 in order"),
        ("outposts.csv", 2, "x", "9", "outposts.csv, row 2, column 'x': expected an intersection"),
        ("outposts.csv", 2, "race", "Merchants", "outposts.csv, row 3, column 'x': expected five"),
        ("start.csv", 2, "port_x", "8", "start.csv, row 2, column 'port_x': expected"),
        (
            "start.csv",
            2,
            "first_y",
            "2",
            "start.csv, row 4, column 'port_x': expected a home site of its own",
        ),
        ("start.csv", 2, "ship_x", "16", "start.csv, row 2, column 'ship_x': expected a launch point"),
        ("chips.csv", 2, "face", "7", "chips.csv, row 2, column 'face': expected totals such as 8"),
        ("chips.csv", 2, "face", "ice 3", "chips.csv, row 2, column 'face': expected a number on greek"),
        (
            "chips.csv",
            2,
            "planet",
            "E2",
            "chips.csv, row 2, column 'planet': expected the id of a home planet",
        ),
        ("chips.csv", 2, "planet", "A1", "chips.csv: expected a chip for every home planet"),
        ("chips.csv", 14, "face", "pirate 4", "chips.csv: expected at most 5 pirate lairs"),
        ("costs.csv", 2, "item", "trade ship", "costs.csv: expected one row for each of"),
        (
            "friendship.csv",
            2,
            "race",
            "Merchants",
            "friendship.csv, row 2, column 'race': expected five rows",
        ),
        ("friendship.csv", 2, "effect", "MAGIC", "friendship.csv, row 2, column 'effect': expected BONUS"),
        ("questions.csv", 2, "kind", "song", "questions.csv, row 2, column 'kind': expected one of gift"),
        ("encounters.csv", 2, "question", "Q77", "encounters.csv, row 2, column 'question': expected the id"),
        ("encounters.csv", 2, "a1", "DANCE", "encounters.csv, row 2, column 'a1': expected one of GIVE"),
        ("encounters.csv", 2, "a1", "GIVE 2", "encounters.csv, row 2, column 'a1': expected at most 1 cards"),
        ("encounters.csv", 2, "a2", "ANY 1; GIVE 1", "expected at most 2 cards given, in the first step"),
        ("encounters.csv", 2, "won", "FIGHT L1", "encounters.csv, row 2, column 'won': expected a test"),
        ("encounters.csv", 2, "a1", "ROLL; UP", "encounters.csv, row 2, column 'a1': expected a test"),
        ("encounters.csv", 2, "a1", "UP; UP; UP; UP; UP", "expected at most 4 steps"),
    ],
)
def test_a_bad_file_is_refused_with_the_reason(folder, file, row, column, value, words):
    rewrite(folder, file, put(row, column, value))
    with pytest.raises(TableError) as refused:
        load(folder)
    assert words in str(refused.value)


@pytest.mark.parametrize("file", ["planets.csv", "outposts.csv", "start.csv", "costs.csv", "encounters.csv"])
def test_a_missing_row_is_noticed(folder, file):
    rewrite(folder, file, lambda rows: rows.pop())
    with pytest.raises(TableError, match=file.replace(".", r"\.")):
        load(folder)


def test_a_board_in_two_pieces_is_refused(folder):
    rewrite(folder, "columns.csv", lambda rows: rows.pop(2))
    with pytest.raises(TableError, match="a board in one piece"):
        load(folder)


def test_cards_without_an_end_are_refused(folder):
    def forever(rows):
        for row in rows:
            row.update(dict.fromkeys([c for c in row if c not in ("id", "family", "source")], ""))
            row.update(question="none", a0="NEW")

    rewrite(folder, "encounters.csv", forever)
    with pytest.raises(TableError, match="a card that ends"):
        load(folder)
