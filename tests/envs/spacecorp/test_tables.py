"""The content set: counts of the rulebook, and files that are refused."""

import csv
import re
import shutil
from pathlib import Path

import pytest

from astrarium.core import TableError
from astrarium.envs import spacecorp
from astrarium.envs.spacecorp import state as st
from astrarium.envs.spacecorp.tables import load

FOLDER = Path(spacecorp.__file__).parent
DATA = FOLDER / "data" / "standard"


def rows(name):
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_d1_seventy_tiles_in_the_stacks_of_the_rulebook():
    sizes = {}
    for row in rows("tiles.csv"):
        sizes[row["stack"]] = sizes.get(row["stack"], 0) + int(row["copies"])
    assert sizes == dict(zip(st.STACKS, (6, 3, 6, 14, 8, 16, 12, 5), strict=True))
    assert sum(sizes.values()) == 70


def test_d2_two_alien_signals():
    assert [int(row["copies"]) for row in rows("tiles.csv") if row["draw"] == "S-alien"] == [2]


def test_d3_sixteen_progress_titles_eight_an_era():
    kinds = [row["kind"] for row in rows("progress.csv")]
    assert (kinds.count("Adaptation"), kinds.count("Breakthrough")) == (9, 7)
    assert [row["era"] for row in rows("progress.csv")].count("Planeteers") == 8


def test_d4_eleven_edges_and_three_specials_are_in_the_decks():
    assert {row["edge"] for row in rows("cards.csv")} - {""} == set(st.EDGES)
    assert [row["name"] for row in rows("cards.csv") if row["special"]] == [
        "Near Space Probe",
        "Deep Space Probe",
        "Anti-Matter Prototype",
    ]


def test_d5_no_stack_can_run_dry():
    t = load("standard").tables[0]
    for era, first in ((0, 0), (1, 2)):
        for cost in range(1, 4):
            sites = int((t["explore"][era, : st.SITES_OF_ERA[era]] == cost).sum())
            stack = first + cost - 1
            tiles = sum(int(n) for k, n in enumerate(t["tile_copies"]) if t["tile_stack"][k] == stack)
            if sites:
                assert tiles >= sites


def test_d6_distances_are_symmetric_and_the_board_is_connected():
    t = load("standard").tables[0]
    for era in range(3):
        n = st.SITES_OF_ERA[era]
        plain = [k for k in range(n) if not t["spurs"][era] >> k & 1]
        for a in plain:
            for b in plain:
                assert t["dist"][era, a, b] == t["dist"][era, b, a] < st.FAR


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("cards.csv", "Move 1 / Build 1", "Jump 1", "'Move 3', 'Move x2' or 'Shielded Move 2'"),
        ("cards.csv", "Chemical Drive,5", "Chemical Drive,4", "46 cards of Mariners"),
        ("cards.csv", "Produce 3,,,", "Produce 3,yes,,", "it would pay for ever"),
        ("tiles.csv", "M-e1,Water,1", "M-e1,Water,2", "6 tiles of M-e1"),
        ("sites.csv", "Luna,1,2", "Luna,x,2", "expected a whole number"),
        ("borders.csv", "Earth-Luna,Near-Earth,1", "Earth-Luna,Near-Earth,100", "from 1 to 99"),
        ("contracts.csv", "EV_PRODUCE", "EV_NOTHING", "expected one of EV_PRODUCE"),
        ("progress.csv", "TERRAFORMING", "METRIC_DRIVE", "every effect once"),
        ("colonies.csv", "\n2,", "\n3,", "in this order"),
        ("hq.csv", "Move 1", "Produce 1", "expected an action and a number"),
    ],
)
def test_d7_a_bad_file_is_refused_with_file_and_expectation(tmp_path, file, old, new, message):
    folder = tmp_path / "cards"
    shutil.copytree(DATA, folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(TableError, match=re.escape(message)) as refused:
        load(folder)
    assert file in str(refused.value)


def test_d8_a_folder_of_ones_own_is_read(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(DATA, folder)
    path = folder / "numbers.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("wheel,4", "wheel,5"), encoding="utf-8")
    assert load(folder).tables[0]["wheel"] == 5


def test_d9_the_share_of_reconstruction_on_the_page_is_current():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    for name in sorted(path.name for path in DATA.glob("*.csv")):
        found = rows(name)
        whole = sum("reconstruction" not in row["source"] for row in found)
        assert f"| `{name}` | {len(found)} | {whole} |" in page
