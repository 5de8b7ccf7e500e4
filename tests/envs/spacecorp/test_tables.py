"""The content set: counts of the rulebook, and files that are refused."""

import csv
import re
import shutil
from pathlib import Path

import pytest

from astrarium.core import Batch, TableError
from astrarium.envs import spacecorp
from astrarium.envs.spacecorp import state as st
from astrarium.envs.spacecorp.load import load
from tests.envs.spacecorp.table import Table

FOLDER = Path(spacecorp.__file__).parent
DATA = FOLDER / "data" / "standard"


def rows(name):
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_r1_5_seventy_tiles_in_the_stacks_of_the_rulebook():
    sizes = {}
    for row in rows("tiles.csv"):
        sizes[row["stack"]] = sizes.get(row["stack"], 0) + int(row["copies"])
    assert sizes == dict(zip(st.STACKS, (6, 3, 6, 14, 8, 16, 12, 5), strict=True))
    assert sum(sizes.values()) == 70


def test_r18_2_two_alien_signals():
    assert [int(row["copies"]) for row in rows("tiles.csv") if row["draw"] == "S-alien"] == [2]


def test_r1_8_sixteen_progress_titles_eight_an_era():
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


def test_r1_10_distances_are_symmetric_and_the_board_is_connected():
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
        ("tiles.csv", "M-e1,Water,1", "M-e1,Water,2", "6 tiles of M-e1"),
        ("sites.csv", "Luna,1,2", "Luna,x,2", "expected a whole number"),
        ("borders.csv", "Earth-Luna,Near-Earth,1", "Earth-Luna,Near-Earth,100", "from 1 to 99"),
        ("contracts.csv", "EV_PRODUCE", "EV_NOTHING", "expected one of EV_PRODUCE"),
        ("progress.csv", "TERRAFORMING", "METRIC_DRIVE", "every effect once"),
        ("colonies.csv", "\n2,", "\n3,", "in this order"),
        ("hq.csv", "Move 1", "Jump 1", "expected an action and a number"),
        ("sites.csv", "Luna,1,2", "Luna,3,2", "at most 2"),
        ("sites.csv", "Mars North,2,6", "Mars North,1,6", "the 6 tiles of M-e1 at most"),
    ],
)
def test_c1_a_bad_file_is_refused_with_file_and_expectation(tmp_path, file, old, new, message):
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


def changed(tmp_path, file, change):
    """A folder of cards of one's own with one file changed."""
    folder = tmp_path / "mine"
    shutil.copytree(DATA, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert change(text) != text
    (folder / file).write_text(change(text), encoding="utf-8")
    return load(folder)


def test_r12_6_the_transit_addition_is_that_of_the_region_of_departure(tmp_path):
    """Page 15: "refer to the list in the departure region"."""
    row = "Planeteers,transit,Uranus,Saturn,9,test\n"
    cards = changed(tmp_path, "borders.csv", lambda text: text.rstrip("\n") + "\n" + row)
    t, names = cards.tables[0], list(cards.labels["site"])
    iapetus, umbriel = (names.index(name) - st.FIRST_SITE[1] for name in ("Iapetus", "Umbriel"))
    assert t["dist"][1, iapetus, umbriel] == 6 + 1 + 4 + 1
    assert t["dist"][1, umbriel, iapetus] == 9 + 1 + 4 + 1


def test_c1_a_board_may_have_fewer_sites(tmp_path):
    def without_eros(text):
        return "".join(line for line in text.splitlines(True) if ",Eros," not in line)

    cards = changed(tmp_path, "sites.csv", without_eros)
    t = cards.tables[0]
    assert t["num_sites"].tolist() == [15, 26, 17]
    assert cards.labels["site"][15] == "(Mariners site 16, unused)"
    assert cards.labels["site"][st.FIRST_SITE[1]] == "Inner System"
    unused = spacecorp.GAME.actions.offset("site") + 15
    batch = Batch(spacecorp.GAME, 20, num_players=3, content=cards, seed=1, observations=False)
    for k in range(300):
        assert not batch.mask[:, unused].any()
        batch.step(batch.random_actions(k))


def test_c2_infra_may_be_of_every_action(tmp_path):
    cards = changed(tmp_path, "cards.csv", lambda text: text.replace("Produce 3,,,", "Produce 3,yes,,", 1))
    table = Table("Planeteers", start_era=2)
    table.game.__dict__["content"], table.t = cards, cards.tables[0]
    table.teams(0, "Ceres").explored("Ceres", "Precious Metals@P-e1").base(0, "Ceres", "Refinery")
    table.infra(0, 3, "Fusion Economy").give(0, "Ice Forge", "Supply Tender")
    assert table.can("Produce")
    table.do("Produce", "use own", "done", "spend 0T")
    assert table.profit() == 3  # P2 and a Refinery, with no card played


def infra_set(tmp_path, era, actions):
    """A table with a card set in which the cards with those numbers may be Infra as well."""
    cards = changed(tmp_path, "cards.csv", lambda text: text.replace(f"{actions},,,", f"{actions},yes,,", 1))
    table = Table(era, start_era=st.ERAS.index(era) + 1)
    table.game.__dict__["content"], table.t = cards, cards.tables[0]
    return table


def exchanging(tmp_path):
    """Seat 0 has Resource Exchange, Infra for Produce 3, three tiles that pay 3 and one that pays 1."""
    g = infra_set(tmp_path, "Planeteers", "Produce 3").owns(0, "Resource Exchange")
    g.explored("Ceres", "Precious Metals@P-e1").base(0, "Ceres", "Refinery")
    g.explored("Io", "Exotic Elements@P-e2").base(0, "Io", "Refinery")
    g.explored("Dione", "Exotic Elements@P-e2").base(0, "Dione", "Refinery")
    g.explored("Ariel", "Precious Metals@P-e2").base(0, "Ariel", "Secure")
    return g.infra(0, 3, "Fusion Economy")


def test_23_8_resource_exchange_does_nothing_without_a_produce_card(tmp_path):
    g = exchanging(tmp_path).give(0, "Supply Tender").do("Produce", "use own", "done", "spend 0T")
    assert g.profit() == 9


def test_23_8_resource_exchange_counts_with_a_card_beside_infra(tmp_path):
    g = exchanging(tmp_path).give(0, "Ice Forge", "Supply Tender")
    g.do("Produce", "use own", "card Ice Forge", "done", "spend 0T")
    assert g.profit() == 3 + 3 + 3 + 1 + 1


def test_c2_infra_with_a_shielded_number_alone_shields_by_itself(tmp_path):
    g = infra_set(tmp_path, "Planeteers", "Shielded Move 4 / Build 2").infra(0, 1, "Shielded Liner")
    g.teams(0, "Callisto", "Oort Cloud").explored("Callisto", "Exotic Elements@P-e2")
    g.base(0, "Callisto", "Refinery").give(0, "Supply Tender")
    g.do("Move", "site Europa", "use own")
    assert (g.value(), int(g.s["shielded"])) == ((4, 1), 1)
    g.do("done")
    assert (g.at(0, 0), g.profit()) == ("Europa", 0)  # no penalty, and none could be paid


def test_2_4_the_card_in_every_starting_hand_is_found_wherever_it_is_listed(tmp_path):
    def swapped(text):
        lines = text.splitlines(True)
        lines[1], lines[2] = lines[2], lines[1]
        return "".join(lines)

    cards = changed(tmp_path, "cards.csv", swapped)
    assert cards.labels["card"][1] == "Chemical Drive"
    batch = Batch(spacecorp.GAME, 4, num_players=2, content=cards, seed=1)
    assert (batch.states["known"][:, :2, 1] == 1).all()


def test_r40_no_way_leads_through_the_orion_spur(tmp_path):
    """A spur so near that the way through it would be the shortest."""
    cards = changed(
        tmp_path, "borders.csv", lambda text: re.sub(r"(border,Orion Spur 1,[^,]+),40,", r"\1,10,", text)
    )
    names = list(cards.labels["site"])[st.FIRST_SITE[2] :]
    t, one, other, spur = (cards.tables[0], *map(names.index, ("Kapteyn's Star", "Tau Ceti", "Orion Spur 1")))
    assert (t["dist"][2, one, spur], t["dist"][2, one, other]) == (10, 70)
