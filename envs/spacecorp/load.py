"""SpaceCorp: a folder of lists -> one TABLES record.

A content set is a folder with sites.csv, borders.csv, cards.csv, tiles.csv, contracts.csv, progress.csv,
colonies.csv, hq.csv and numbers.csv. Distances between sites are worked out here, once.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core.tables import Content, TableError, check_unique, digest_files, read_rows

from . import columns
from . import state as st
from .distances import measure
from .tables import TABLES

DATA = Path(__file__).parent / "data"
SETS = ("standard",)
E = st.NUM_ERAS


def _fail(file: str, row: int, column: str, expected: str, got: object) -> TableError:
    return TableError(f"{file}, row {row}, column {column!r}: expected {expected}, got {got!r}")


class _Builder:
    """Fills one TABLES record row by row."""

    def __init__(self, rows: dict[str, list[dict[str, Any]]]) -> None:
        self.rows = rows
        self.array = np.zeros(1, TABLES)
        self.t = self.array[0]
        self.sites: list[list[dict[str, Any]]] = [[], [], []]
        self.regions: list[list[str]] = [[], [], []]
        self.labels: dict[str, Any] = {}
        for name in ("explore", "build", "edge", "beyond", "first_beyond", "second_beyond", "tile_draw"):
            self.t[name] = -1
        self.t["tile_produce"] = -1
        self.t["hq_kind"] = -1
        self.t["title_of"] = -1

    # Boards

    def add_sites(self) -> None:
        t = self.t
        for number, row in enumerate(self.rows["sites.csv"], 2):
            era = st.ERAS.index(row["era"])
            at = len(self.sites[era])
            if at == st.SITES_OF_ERA[era]:
                raise _fail("sites.csv", number, "site", f"at most {at} sites of {row['era']}", row["site"])
            if row["explore"] > st.MOST_EXPLORE[era]:
                expected = f"a stack of tiles for each cost, so at most {st.MOST_EXPLORE[era]}"
                raise _fail("sites.csv", number, "explore", expected, row["explore"])
            if ("home" in row["marks"]) != (at == st.HOME):
                raise _fail(
                    "sites.csv", number, "marks", "home at the first site of an era alone", row["site"]
                )
            self.sites[era].append(row)
            if row["region"] not in self.regions[era]:
                self.regions[era].append(row["region"])
            t["region"][era, at] = self.regions[era].index(row["region"])
            for column in ("explore", "build", "boxes"):
                t[column][era, at] = row[column]
            self.mark(era, at, row)
        for era in range(E):
            if len(self.sites[era]) < 2:
                raise _fail("sites.csv", 2, "site", f"a home and another site of {st.ERAS[era]}", "fewer")
            t["num_sites"][era] = len(self.sites[era])
            for a in range(len(self.sites[era])):
                same = np.flatnonzero(t["region"][era, : len(self.sites[era])] == t["region"][era, a])
                t["region_sites"][era, a] = sum(1 << int(b) for b in same)
        self.labels["site"] = tuple(name for era in range(E) for name in self.site_names(era))

    def site_names(self, era: int) -> list[str]:
        """Names of the sites of an era; places that this board does not have are named, too."""
        names = [row["site"] for row in self.sites[era]]
        spare = range(len(names), st.SITES_OF_ERA[era])
        return names + [f"({st.ERAS[era]} site {k + 1}, unused)" for k in spare]

    def mark(self, era: int, at: int, row: dict[str, Any]) -> None:
        t, bit, marks = self.t, 1 << at, row["marks"]
        sets = {
            "heavy": row["gravity"] > 0,
            "lagrange": "lagrange" in marks,
            "frozen": "beyond" in marks or "spur" in marks,
            "radiation": "radiation" in marks,
            "systems": "system" in marks,
            "multi": "multi" in marks,
            "spurs": "spur" in marks,
        }
        for name, holds in sets.items():
            if holds:
                t[name][era] |= bit
        for name in ("beyond", "first_beyond", "second_beyond"):
            if name in marks:
                t[name][era] = at

    def add_distances(self) -> None:
        for era in range(E):
            borders = [row for row in self.rows["borders.csv"] if row["era"] == st.ERAS[era]]
            measure(self.t, era, self.sites[era], borders)

    # Cards

    def add_cards(self) -> None:
        t = self.t
        names = [[f"({era} card {k + 1}, unused)" for k in range(st.TIME)] + ["Time"] for era in st.ERAS]
        filled = [0] * E
        for number, row in enumerate(self.rows["cards.csv"], 2):
            era = st.ERAS.index(row["era"])
            at = filled[era]
            if at == st.TIME:
                raise _fail("cards.csv", number, "name", f"at most {st.TIME} titles of an era", row["name"])
            filled[era] += 1
            names[era][at] = row["name"]
            self.add_card(number, row, era, at)
        for era, size in enumerate((46, 58, 76)):
            cards = slice(st.NUM_CARDS * era, st.NUM_CARDS * era + st.TIME)
            start = [c for c in range(st.TIME) if t["start_bits"][era] >> c & 1]
            starting = sum(int(t["copies"][st.NUM_CARDS * era + c]) for c in start)
            if t["copies"][cards].sum() != size or starting != 12:
                expected = f"{size} cards of {st.ERAS[era]}, 12 of them Start cards"
                raise _fail("cards.csv", 2, "copies", expected, int(t["copies"][cards].sum()))
        dealt = np.flatnonzero(t["dealt"])
        if len(dealt) != 1 or dealt[0] >= st.TIME or t["copies"][dealt[0]] < st.MAX_PLAYERS:
            raise _fail(
                "cards.csv", 2, "start", "one card of Mariners in every hand, 4 copies or more", "other"
            )
        self.labels["card"] = tuple(name for era in names for name in era)

    def add_card(self, number: int, row: dict[str, Any], era: int, at: int) -> None:
        t, card, bit = self.t, st.NUM_CARDS * era + at, 1 << at
        t["copies"][card] = row["copies"]
        for part in filter(None, re.split(r" / ", row["actions"])):
            self.add_action(number, row, era, at, part)
        if row["start"]:
            t["start_bits"][era] |= bit
            t["dealt"][card] = row["start"] == "hand"
        if row["infra"]:
            t["infra"][card] = 1
            t["infra_bits"][era] |= bit
        if row["edge"]:
            t["edge"][card] = st.EDGES.index(row["edge"])
            t["edge_bits"][era, t["edge"][card]] |= bit
            t["window_bits"][era, st.WINDOW_OF[t["edge"][card]]] |= bit
        if row["special"]:
            t["special"][card] = {"probe": st.PROBE, "prototype": st.PROTOTYPE}[row["special"]]
            t["special_bits"][era] |= bit
        if not row["actions"] and not row["special"]:
            raise _fail("cards.csv", number, "actions", "an action, or a special one", row["actions"])

    def add_action(self, number: int, row: dict[str, Any], era: int, at: int, part: str) -> None:
        t, card = self.t, st.NUM_CARDS * era + at
        kind = -1
        for phrase in part.split(" or "):
            match = re.fullmatch(r"(Shielded )?([A-Z][a-z]+) (x?)([1-9]\d?)", phrase)
            fits = match is not None and match[2] in columns.VALUED and not (match[1] and match[3])
            if not fits or (match[1] and match[2] not in ("Move", "Build")):  # type: ignore[index]
                raise _fail(
                    "cards.csv", number, "actions", "'Move 3', 'Move x2' or 'Shielded Move 2'", phrase
                )
            if kind >= 0 and kind != columns.VALUED.index(match[2]):  # type: ignore[index]
                raise _fail("cards.csv", number, "actions", "'or' between two numbers of one action", part)
            kind = columns.VALUED.index(match[2])  # type: ignore[index]
            value = int(match[4])  # type: ignore[index]
            column = "shield" if match[1] else "mult" if match[3] else "plain"  # type: ignore[index]
            t[column][card, kind] = value
        t["type_bits"][era, kind] |= 1 << at
        if t["shield"][card, kind]:
            t["shield_bits"][era, kind] |= 1 << at
        t["worth"][card, kind] = t["plain"][card, kind] or t["shield"][card, kind]

    # Everything else

    def add_tiles(self) -> None:
        t = self.t
        names: list[str] = []
        for number, row in enumerate(self.rows["tiles.csv"], 2):
            tile = len(names)
            if tile == st.NUM_TILES:
                raise _fail("tiles.csv", number, "name", f"at most {st.NUM_TILES} kinds of tile", row["name"])
            names.append(row["name"])
            t["tile_copies"][tile] = row["copies"]
            t["tile_stack"][tile] = st.STACKS.index(row["stack"])
            t["tile_icons"][tile] = sum(1 << st.ICONS.index(icon) for icon in row["icons"])
            for column in ("profit", "genetics", "revelation", "produce", "base", "colony"):
                t[f"tile_{column}"][tile] = row[column]
            t["tile_draw"][tile] = st.STACKS.index(row["draw"]) if row["draw"] else -1
            t["tile_special"][tile] = ("", "phobes", "introvs").index(row["special"])
        t["num_tiles"] = len(names)
        for stack, size in enumerate((6, 3, 6, 14, 8, 16, 12, 5)):
            found = int(t["tile_copies"][: len(names)][t["tile_stack"][: len(names)] == stack].sum())
            if found != size:
                raise _fail("tiles.csv", 2, "copies", f"{size} tiles of {st.STACKS[stack]}", found)
        self.labels["tile"] = tuple(names)
        self.check_stacks()

    def check_stacks(self) -> None:
        """No stack can run dry: a tile for every box that is filled from it, and for every redirection."""
        t = self.t
        need = [int(t["tile_copies"][t["tile_draw"] == stack].sum()) for stack in range(st.NUM_STACKS)]
        for era in range(E):
            for row in self.sites[era]:
                if row["explore"] < 0:
                    continue
                for box in range(row["boxes"]):
                    first = int(st.FIRST_STACK[era])
                    need[first + (min(box, 1) if era == st.STARFARERS else row["explore"] - 1)] += 1
        for stack, wanted in enumerate(need):
            found = int(t["tile_copies"][: t["num_tiles"]][t["tile_stack"][: t["num_tiles"]] == stack].sum())
            if wanted > found:
                expected = f"boxes and redirections for the {found} tiles of {st.STACKS[stack]} at most"
                raise _fail("sites.csv", 2, "boxes", expected, wanted)

    def add_contracts(self) -> None:
        t, conditions = self.t, [[""] * st.NUM_ROWS for _ in range(E)]
        for row in self.rows["contracts.csv"]:
            era, at = st.ERAS.index(row["era"]), row["row"] - 1
            conditions[era][at] = row["condition"]
            t["test"][era, at] = st.CONDITIONS.index(row["test"])
            t["test_sites"][era, at] = self.filtered(era, row["sites"])
            t["test_era"][era, at] = "era" in row["sites"]
            t["test_number"][era, at] = (row["number"], row["number_2p"])
            t["award"][era, at] = (row["award"], row["award_2p"])
        if not all(all(each) for each in conditions):
            raise _fail("contracts.csv", 2, "row", "seven rows for each of three eras", "fewer")
        self.labels["contract"] = tuple(words for each in conditions for words in each)

    def filtered(self, era: int, words: frozenset[str]) -> int:
        """Bits of the sites that satisfy every word."""
        bits = 0
        for at, row in enumerate(self.sites[era]):
            holds = True
            for word in words - {"era"}:
                name, _, number = word.rpartition("_")
                if word == "-lagrange":
                    holds &= "lagrange" not in row["marks"]
                elif name == "explore" and number.isdigit():
                    holds &= row["explore"] == int(number)
                elif name == "boxes":
                    holds &= row["boxes"] >= int(number)
                else:
                    holds &= word in row["marks"]
            bits |= int(holds) << at
        return bits

    def add_progress(self) -> None:
        t, rows = self.t, self.rows["progress.csv"]
        if len(rows) != st.NUM_TITLES or len({row["effect"] for row in rows}) != st.NUM_TITLES:
            raise _fail("progress.csv", 2, "effect", f"{st.NUM_TITLES} titles, every effect once", len(rows))
        for at, row in enumerate(rows):
            kind = st.KINDS.index(row["kind"])
            t["title_kind"][at] = kind
            t["kind_bits"][kind] |= 1 << at
            t["title_era"][at] = st.ERAS.index(row["era"])
            t["title_award"][at] = row["award"]
            t["title_needs"][at] = st.KINDS.index(row["needs"]) if row["needs"] else 0
            t["title_number"][at] = row["needs_number"]
            t["title_of"][columns.EFFECTS.index(row["effect"])] = at
        if t["title_kind"][t["title_of"][st.STAR_CHILDREN]] != st.ADAPTATION:
            raise _fail("progress.csv", 2, "kind", "Star Children as an Adaptation", "Breakthrough")
        self.labels["title"] = tuple(row["title"] for row in rows)
        self.labels["title_text"] = tuple(row["text"] for row in rows)

    def add_colonies(self) -> None:
        t, rows = self.t, self.rows["colonies.csv"]
        if [row["id"] for row in rows] != list(range(1, st.NUM_COLONIES + 1)):
            raise _fail("colonies.csv", 2, "id", f"1 to {st.NUM_COLONIES} in this order", "other")
        for at, row in enumerate(rows):
            t["colony_value"][at] = row["value"]
            t["colony_effect"][at] = st.COLONY_EFFECTS.index(row["effect"])
            for players in row["players"]:
                t["colony_bits"][int(players)] |= 1 << at
        self.labels["colony"] = tuple(f"{row['name']} ({row['value']})" for row in rows)

    def add_hq(self) -> None:
        t, rows = self.t, self.rows["hq.csv"]
        if [row["start"] for row in rows] != list(st.ERAS):
            raise _fail("hq.csv", 2, "start", ", ".join(st.ERAS), [row["start"] for row in rows])
        for era, row in enumerate(rows):
            t["hq_research"][era] = row["research"]
            for slot in range(st.NUM_SLOTS):
                if row[f"slot_{slot + 1}"] is not None:
                    t["hq_kind"][era, slot], t["hq_value"][era, slot] = row[f"slot_{slot + 1}"]
        t["wheel"] = self.rows["numbers.csv"][0]["value"]


def load(name: str | Path) -> Content:
    """The content set of that name, or of that folder."""
    folder = DATA / str(name) if str(name) in SETS else Path(name)
    rows = {file: read_rows(folder / file, schema) for file, schema in columns.FILES.items()}
    for file, named in columns.NAMED.items():
        check_unique(file, rows[file], *named)
    builder = _Builder(rows)
    builder.add_sites()
    builder.add_distances()
    builder.add_cards()
    builder.add_tiles()
    builder.add_contracts()
    builder.add_progress()
    builder.add_colonies()
    builder.add_hq()
    return Content(
        str(name), builder.array, builder.labels, digest_files(folder / f for f in columns.FILES), folder
    )
