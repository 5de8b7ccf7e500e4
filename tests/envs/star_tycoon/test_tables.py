"""The card set: what the rulebook counts and names, an own set, and files refused with the reason."""

import shutil
from collections import Counter

import pytest

from astrarium.core import TableError
from astrarium.envs.star_tycoon import GAME
from astrarium.envs.star_tycoon import state as st
from astrarium.envs.star_tycoon import tables as tb
from astrarium.envs.star_tycoon.load import DATA, SETS, load
from tests import cards
from tests.arrange import arrange
from tests.cards import drop, put, rewrite


@pytest.fixture
def folder(tmp_path):
    """A copy of the card set to spoil."""
    return shutil.copytree(DATA / SETS[0], tmp_path / "own")


def read(file):
    return cards.read(DATA / SETS[0], file)


def tokens(text):
    """Tokens such as "2E 1S", counted."""
    return Counter({word[-1]: int(word[:-1]) for word in text.split()})


# What the rulebook counts and names


def test_cards_are_as_many_as_the_rulebook_counts():
    counts = {
        file: len(read(file)) for file in ("planets", "partnerships", "homeworlds", "companies", "events")
    }
    assert counts == {"planets": 36, "partnerships": 6, "homeworlds": 6, "companies": 12, "events": 20}
    levels = Counter(row["level"] for row in read("developments"))
    assert levels == {"1": 36, "2": 36, "3": 8}
    assert (len(read("omniforges")), len(read("tiles"))) == (6, 6)


def test_cards_that_the_rulebook_names_are_there():
    names = Counter(row["name"] for row in read("developments"))
    for name in ("Refinery", "Communication Array", "Offworld Importer", "Black Market", "Crime Hub"):
        assert names[name]
    assert names["Offworld Exporter"] >= 2
    vanity = ("Logistics Hub", "Wellness Center", "CEO Monument", "Executive Retreat", "Corporate Office")
    assert sum(names[name] for name in vanity) >= 5
    assert [row["type"] for row in read("planets") if row["name"] == "Veon"] == ["gas"]
    assert "Dukat" in {row["system"] for row in read("planets")}


def test_every_event_and_company_of_the_rulebook_is_there():
    events = {row["name"] for row in read("events")}
    assert {"Market Flip", "Redux", "War or Peace", "Deed Giveaway", "Acquisition"} <= events
    assert len(events) == 20
    assert {row["ability"] for row in read("companies")} == set(tb.ABILITIES)


def test_companies_start_with_six_tokens_and_omniforges_make_two():
    assert all(tokens(row["start"]).total() == 6 for row in read("companies"))
    assert all(tokens(row["production"]).total() == 2 for row in read("omniforges"))


def test_megastructures_cost_credits_only_and_give_five_points():
    great = [row for row in read("developments") if row["level"] == "3"]
    assert all(set(tokens(row["cost"])) == {"E"} and not row["alt"] for row in great)
    assert {(row["points"], row["brand"]) for row in great} == {("5", "DM")}
    assert all(row["production"] for row in great)


def test_partnerships_are_paid_in_research_and_five_are_seven_points():
    for row in read("partnerships"):
        assert set(tokens(row["cost"])) == {"R"}
        assert row["points"].split()[5] == "7"


def test_tiles_score_as_in_their_examples():
    steps = {row["count"]: dict(pair.split(":") for pair in row["steps"].split()) for row in read("tiles")}
    assert (steps["developments"]["15"], steps["planets"]["7"]) == ("2", "5")
    assert (steps["planet_types"]["5"], steps["systems"]["5"]) == ("3", "3")
    assert "2" in steps["energy"].values()
    assert "4" in steps["resources"].values()


# What the reconstruction promises


def test_omniforges_make_each_pair_of_four_basic_resources():
    """None makes credits or research: who held such a one was far ahead."""
    pairs = [frozenset(tokens(row["production"])) for row in read("omniforges")]
    assert len(set(pairs)) == 6
    assert set().union(*pairs) == set("MGFS")


def test_each_pair_of_type_and_system_is_one_planet():
    assert len({(row["type"], row["system"]) for row in read("planets")}) == 36


def test_targets_ask_equally_often_for_each_token_and_each_brand():
    made, brands = Counter(), Counter()
    for row in read("planets"):
        made += tokens(row["production_target"])
        brands += Counter({word[1:]: int(word[0]) for word in row["brand_target"].split()})
    assert made == dict.fromkeys("SMGFRE", 12)
    assert set(brands.values()) == {6}


def test_each_brand_has_six_cards_of_levels_one_and_two():
    found = Counter((row["level"], row["brand"]) for row in read("developments") if row["level"] != "3")
    assert set(found.values()) == {6}
    assert len(found) == 2 * st.NUM_BRANDS


def test_every_type_and_system_has_each_kind_of_target():
    kinds = {}
    for row in read("planets"):
        wanted = row["production_target"] or row["brand_target"]
        kind = (bool(row["brand_target"]), tuple(sorted(int(word[0]) for word in wanted.split())))
        for group in (row["type"], row["system"]):
            kinds.setdefault(group, set()).add(kind)
    assert {len(found) for found in kinds.values()} == {6}


def test_a_target_fits_on_its_planet_with_level_one_cards():
    for row in read("planets"):
        wanted = row["production_target"] or row["brand_target"]
        assert sum(int(word[0]) for word in wanted.split()) <= int(row["capacity"])


def test_every_row_tells_its_source():
    for path in (DATA / SETS[0]).glob("*.csv"):
        assert all(
            "rulebook" in row["source"] or "reconstruction" in row["source"] for row in read(path.stem)
        )


# Other card sets


def test_an_own_card_set_is_played_with_its_own_numbers(folder):
    rewrite(folder, "omniforges", lambda rows: [row.update(production="1I 1S") for row in rows])
    game = arrange(GAME, players=2, content=folder)
    game.act(game.legal()[0]).act(game.legal()[0])
    assert (game.s["forged"][:2] == [0, 1, 0, 0, 0, 0, 1]).all()


def test_contents_differ_in_their_digest(folder):
    assert load(folder).digest == load(SETS[0]).digest
    rewrite(folder, "planets", put(0, "cost", "2S"))
    assert load(folder).digest != load(SETS[0]).digest


def test_things_of_one_name_are_told_apart():
    labels = GAME.content().labels
    for kind in ("development", "smuggler", "planet", "company", "event"):
        assert len(set(labels[kind])) == len(labels[kind])


def test_an_own_set_may_have_cards_alike(folder):
    rewrite(folder, "developments", put(1, "brand", "RB"))
    assert load(folder).labels["development"][:2] == [
        "Mine of Rounded Bioworks",
        "Mine of Rounded Bioworks 2",
    ]


BAD = [
    ("planets", put(0, "cost", "1Q"), "row 2, column 'cost': expected tokens such as '1S 2M'"),
    ("planets", put(0, "cost", ""), "row 2, column 'cost': expected a price"),
    ("planets", put(0, "production_target", "1W"), "column 'production_target': expected tokens such as"),
    ("planets", put(0, "brand_target", "1DM"), "column 'brand_target': expected brands such as '2RB 1CL'"),
    ("planets", put(0, "brand_target", "1RB"), "expected one target, of one kind"),
    ("planets", put(0, "production_target", ""), "expected one target, of one kind"),
    ("planets", put(0, "system", "Seventh"), "column 'system': expected at most 6 systems"),
    ("planets", put(0, "type", "moon"), "column 'type': expected one of terra"),
    ("planets", put(0, "capacity", "many"), "column 'capacity': expected a whole number"),
    ("planets", drop, "expected 36 rows, got 35"),
    ("developments", put(0, "level", "2"), "column 'level': expected 1 (36, 36 and 8 rows)"),
    ("developments", put(0, "brand", "XX"), "column 'brand': expected one of RB"),
    ("developments", put(0, "bonus", "STEAL"), "column 'bonus': expected STEAL n, GAIN_PER type token"),
    ("developments", put(0, "bonus", "GAIN_PER moon M"), "column 'bonus': expected STEAL n"),
    ("developments", put(0, "flag", "SMUG_IMPORT"), "column 'flag': expected smugglers of level 2 only"),
    ("developments", put(0, "flag", "SHOP"), "column 'flag': expected one of COMM"),
    ("partnerships", put(0, "brand", "CL"), "column 'brand': expected RB"),
    ("partnerships", put(0, "points", "0 1 2"), "column 'points': expected 6 whole numbers"),
    ("omniforges", put(0, "number", "2"), "column 'number': expected 1 (rows in order)"),
    ("companies", put(0, "target", "Nowhere"), "column 'target': expected one of terra"),
    ("companies", put(1, "ability", "CO_SWAP"), "column 'ability': expected every ability once"),
    ("companies", put(0, "start", "1W"), "column 'start': expected tokens such as"),
    ("market", put(0, "column", "1"), "column 'column': expected 0 (rows in order)"),
    ("arrays", put(3, "count", "9"), "column 'count': expected 3 (rows in order)"),
    ("smugglers", put(0, "kind", "SMUG_BLACK"), "column 'kind': expected at most 2 rows a kind"),
    ("smugglers", put(1, "kind", "SMUG_IMPORT"), "expected a row for SMUG_EXPORT"),
    ("events", put(0, "effect", "EXPLODE"), "column 'effect': expected a known effect, got 'EXPLODE'"),
    ("events", put(0, "effect", "GAIN I 1; GAIN I 1; GAIN I 1"), "expected at most 2 effects"),
    ("tiles", put(0, "steps", "2:1 4"), "column 'steps': expected counts and points such as"),
    ("tiles", put(0, "steps", "4:2 2:1"), "column 'steps': expected rising counts"),
    ("tiles", put(0, "steps", "2:1 99:2"), "column 'steps': expected rising counts up to 40"),
    ("solo_goals", put(1, "of", "Castle"), "column 'of': expected names of developments, got 'Castle'"),
    ("solo_buffs", put(0, "effect", "WINGS"), "column 'effect': expected one of GAIN E n"),
]


@pytest.mark.parametrize(("file", "change", "reason"), BAD)
def test_a_bad_file_is_refused_with_file_row_column_and_expectation(folder, file, change, reason):
    rewrite(folder, file, change)
    with pytest.raises(TableError) as error:
        load(folder)
    assert str(error.value).startswith(f"{file}.csv")
    assert reason in str(error.value)


def test_more_smugglers_than_actions_are_refused(folder):
    def more(rows):
        for row in rows:
            if row["level"] == "2":
                row["flag"] = "SMUG_IMPORT"

    rewrite(folder, "developments", more)
    with pytest.raises(TableError, match="at most 12 smugglers"):
        load(folder)


def test_a_missing_file_is_refused(folder):
    (folder / "tiles.csv").unlink()
    with pytest.raises(TableError, match=r"tiles\.csv: no such file"):
        load(folder)
