"""CSV files: converted, or refused with file, row, column and what was expected."""

import pytest

from astrarium.core import TableError, read_rows
from astrarium.core.tables import check_unique, choice, digest_files, flags, optional, text, whole

SCHEMA = {
    "name": text(),
    "cost": whole(0, 9),
    "domain": choice("war", "trade"),
    "bonus": optional(whole(0, 5), 0),
    "tags": flags("fast", "shielded"),
}
GOOD = "name,cost,domain,bonus,tags\nRaider,3,war,,fast shielded\n"


@pytest.fixture
def file(tmp_path):
    """Write cards.csv and read it."""

    def write(content, schema=SCHEMA):
        path = tmp_path / "cards.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_rows(path, schema)

    return write


def test_rows_are_converted(file):
    raider = {"name": "Raider", "cost": 3, "domain": "war", "bonus": 0, "tags": {"fast", "shielded"}}
    assert file(GOOD) == [raider]
    assert file("\ufeff" + GOOD.replace("\n", "\r\n")) == [raider]
    assert file(GOOD + "\n") == [raider]


def test_a_quoted_cell_may_hold_commas_and_lines(file):
    rows = file('name,cost,domain,bonus,tags\n"Raider, the\nsecond",3,war,,\nScout,1,war,,\n')
    assert rows[0]["name"] == "Raider, the\nsecond"
    with pytest.raises(TableError, match=r"cards.csv, row 4, column 'cost'"):
        file('name,cost,domain,bonus,tags\n"Raider, the\nsecond",3,war,,\nScout,x,war,,\n')


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",3,", ",x,", "cards.csv, row 2, column 'cost': expected a whole number, got 'x'"),
        (",3,", ",10,", "cards.csv, row 2, column 'cost': expected a whole number from 0 to 9, got 10"),
        (
            ",war,",
            ",wars,",
            "cards.csv, row 2, column 'domain': expected one of war, trade, got 'wars'; did you mean war?",
        ),
        ("Raider", "", "cards.csv, row 2, column 'name': expected a text, got an empty cell"),
        (
            "fast shielded",
            "quick",
            "cards.csv, row 2, column 'tags': expected words out of fast, shielded, got 'quick'",
        ),
        (",3,war", ",war", "cards.csv, row 2: expected 5 cells, got 4"),
        ("cost", "costs", "cards.csv, row 1: unknown column 'costs'; did you mean cost?"),
        ("cost,", "", "cards.csv, row 1: missing column 'cost'"),
        ("bonus", "name", "cards.csv, row 1: column 'name' stands there twice"),
        (GOOD, "", "cards.csv: the file is empty; expected the columns name, cost, domain, bonus, tags"),
        ("Raider", '"Raider', "cards.csv, row 2: unexpected end of data"),
    ],
)
def test_a_bad_file_is_refused_with_the_place_and_the_expectation(file, old, new, message):
    with pytest.raises(TableError) as error:
        file(GOOD.replace(old, new))
    assert str(error.value) == message


def test_files_that_cannot_be_read(file, tmp_path):
    with pytest.raises(TableError, match=r"none.csv: no such file in"):
        read_rows(tmp_path / "none.csv", SCHEMA)
    with pytest.raises(TableError, match=r"cards.csv: not a UTF-8 text file"):
        file(b"\xff\xfe\xfa")


def test_digest_is_of_names_and_content_but_not_of_line_ends_or_order(tmp_path):
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_bytes(b"a\nb\n")
    two.write_bytes(b"c\n")
    first = digest_files([one, two])
    assert digest_files([two, one]) == first
    one.write_bytes(b"a\r\nb\r\n")
    assert digest_files([one, two]) == first
    one.write_bytes(b"a\nc\n")
    assert digest_files([one, two]) != first
    assert digest_files([two]) != digest_files([two, one])


def test_a_file_with_a_header_alone_is_refused(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text(f"{','.join(SCHEMA)}\n")
    with pytest.raises(TableError, match=r"cards\.csv: expected rows below the header, got none"):
        read_rows(path, SCHEMA)


def test_rows_of_one_name_are_refused():
    rows = [{"era": "one", "row": 1}, {"era": "two", "row": 1}, {"era": "one", "row": 1}]
    check_unique("cards.csv", rows[:2], "era", "row")
    with pytest.raises(TableError, match=r"cards\.csv, row 4: era one, row 1 stands in row 2 already"):
        check_unique("cards.csv", rows, "era", "row")
