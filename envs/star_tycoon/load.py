"""Star Tycoon: a folder of card lists -> one TABLES record.

Tokens are written as letters with a number before: E credits, I illegal goods, M minerals, G gas, F food,
R research, S ships, W any one resource. Effects are phrases of a small closed vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core.tables import (
    Content,
    Converter,
    TableError,
    choice,
    digest_files,
    optional,
    read_rows,
    text,
    whole,
)

from . import state as st
from . import tables as tb

DATA = Path(__file__).parent / "data"
SETS = ("reconstructed",)
_RULES = {
    "first_turn_actions=4": tb.RULE_OVERTIME,
    "launder": tb.RULE_LAUNDERING,
    "block2": tb.RULE_ROADBLOCK,
    "rows4": tb.RULE_OPPORTUNITY,
    "phish": tb.RULE_PHISHING,
    "merc": tb.RULE_MERCENARIES,
    "bribe": tb.RULE_BRIBERY,
    "acq": tb.RULE_ACQUISITION,
}
_BUFFS = {
    "DOUBLE_BONUS": tb.BUFF_DOUBLE_BONUS,
    "BUILD_TOP_DEV2": tb.BUFF_DEVELOPMENT,
    "BUILD_IMPORTER": tb.BUFF_IMPORTER,
    "SECOND_OMNIFORGE": tb.BUFF_OMNIFORGE,
    "DOUBLE_COMM": tb.BUFF_DOUBLE_ARRAYS,
}


def tokens(letters: str = tb.LETTERS) -> Converter:
    """Tokens such as "1S 2M", as a list of numbers in the order of LETTERS; empty = none."""

    def convert(cell: str) -> list[int]:
        numbers = [0] * len(tb.LETTERS)
        for word in cell.split():
            found = re.fullmatch(rf"([1-9]\d?)([{letters}])", word)
            if not found:
                raise ValueError(f"expected tokens such as '1S 2M' with letters of {letters}, got {word!r}")
            numbers[tb.LETTERS.index(found[2])] += int(found[1])
        return numbers

    return convert


def brands(cell: str) -> list[int]:
    """Developments of brands such as "2RB 1CL", as a list of numbers; empty = none."""
    numbers = [0] * st.NUM_BRANDS
    for word in cell.split():
        found = re.fullmatch(r"([1-9])([A-Z]{2})", word)
        if not found or found[2] not in tb.BRAND_CODES[: st.NUM_BRANDS]:
            raise ValueError(f"expected brands such as '2RB 1CL', got {word!r}")
        numbers[tb.BRAND_CODES.index(found[2])] += int(found[1])
    return numbers


def numbers_of(n: int) -> Converter:
    """A given number of whole numbers."""

    def convert(cell: str) -> list[int]:
        words = cell.split()
        if len(words) != n or not all(word.isdigit() for word in words):
            raise ValueError(f"expected {n} whole numbers, got {cell!r}")
        return [int(word) for word in words]

    return convert


def steps(cell: str) -> list[tuple[int, int]]:
    """Counts and points such as "2:1 4:2", both rising."""
    pairs = [re.fullmatch(r"(\d+):(\d+)", word) for word in cell.split()]
    if not pairs or not all(pairs):
        raise ValueError(f"expected counts and points such as '2:1 4:2', got {cell!r}")
    found = [(int(pair[1]), int(pair[2])) for pair in pairs if pair]
    if found != sorted(found) or found[-1][0] > tb.TILE_MOST:
        raise ValueError(f"expected rising counts up to {tb.TILE_MOST}, got {cell!r}")
    return found


_POINTS = whole(-9, 40)
_SCHEMAS: dict[str, dict[str, Converter]] = {
    "planets": {
        "id": text(),
        "name": text(),
        "type": choice(*st.TYPES),
        "system": text(),
        "capacity": whole(1, 9),
        "cost": tokens(),
        "alt": tokens(),
        "production_target": tokens(tb.LETTERS[:-1]),
        "brand_target": brands,
        "points": _POINTS,
        "source": text(),
    },
    "developments": {
        "id": text(),
        "level": whole(1, 3),
        "name": text(),
        "brand": choice(*tb.BRAND_CODES),
        "cost": tokens(),
        "alt": tokens(),
        "production": tokens(tb.LETTERS[:-1]),
        "points": _POINTS,
        "bonus": optional(text()),
        "flag": optional(choice("COMM", *tb.SMUGGLERS[:-1])),
        "source": text(),
    },
    "partnerships": {
        "id": text(),
        "brand": choice(*tb.BRAND_CODES[: st.NUM_BRANDS]),
        "cost": tokens(),
        "points": numbers_of(6),
        "source": text(),
    },
    "homeworlds": {
        "id": text(),
        "supremacy": choice(*tb.LETTERS[: st.NUM_TOKENS]),
        "points": _POINTS,
        "capacity": whole(1, 9),
        "source": text(),
    },
    "omniforges": {
        "number": whole(1, st.NUM_FORGES),
        "production": tokens(tb.LETTERS[:-1]),
        "source": text(),
    },
    "companies": {
        "id": text(),
        "name": text(),
        "ability": choice(*tb.ABILITIES),
        "start": tokens(tb.LETTERS[:-1]),
        "target_kind": choice("type", "system"),
        "target": text(),
        "points": _POINTS,
        "text": text(),
        "source": text(),
    },
    "events": {"id": text(), "name": text(), "effect": text(), "text": text(), "source": text()},
    "tiles": {"id": text(), "count": choice(*tb.COUNTS), "steps": steps, "source": text()},
    "smugglers": {"kind": choice(*tb.SMUGGLERS), "pay": tokens(), "gain": tokens(), "source": text()},
    "market": {
        "column": whole(0, st.NUM_COLUMNS - 1),
        "resources": whole(1, 9),
        "credits": whole(1, 9),
        "source": text(),
    },
    "arrays": {"count": whole(0, tb.MOST_ARRAYS), "points": _POINTS, "source": text()},
    "solo_goals": {
        "number": whole(1, st.NUM_FORGES),
        "points": whole(0, 99),
        "build": whole(0, 9),
        "of": optional(text(), ""),
        "illegal": whole(0, 99),
        "transactions": whole(0, 99),
        "each_planet": tokens(tb.LETTERS[:-1]),
        "partnerships": whole(0, st.NUM_BRANDS),
        "source": text(),
    },
    "solo_buffs": {"number": whole(1, st.NUM_FORGES), "effect": text(), "source": text()},
}
_ROWS = {
    "planets": st.NUM_PLANETS,
    "developments": sum(st.DECK_SIZES[1:]),
    "partnerships": st.NUM_BRANDS,
    "homeworlds": st.NUM_HOMEWORLDS,
    "omniforges": st.NUM_FORGES,
    "companies": st.NUM_COMPANIES,
    "events": st.NUM_EVENTS,
    "tiles": st.NUM_TILES,
    "market": st.NUM_COLUMNS,
    "solo_goals": st.NUM_FORGES,
    "solo_buffs": st.NUM_FORGES,
}


class _Builder:
    """Fills one TABLES record file by file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.array = np.zeros(1, tb.TABLES)
        self.t = self.array[0]
        self.rows = {name: read_rows(folder / f"{name}.csv", schema) for name, schema in _SCHEMAS.items()}
        for name, wanted in _ROWS.items():
            if len(self.rows[name]) != wanted:
                raise TableError(f"{name}.csv: expected {wanted} rows, got {len(self.rows[name])}")
        self.systems: list[str] = []
        self.smugglers: list[str] = []
        self.planets: list[str] = []
        self.developments: list[str] = []

    def fail(self, file: str, row: int, column: str, expected: str, got: object) -> TableError:
        """The error that names file, row, column and what was expected."""
        return TableError(f"{file}.csv, row {row + 2}, column {column!r}: expected {expected}, got {got!r}")

    def each(self, file: str, fill: Callable[[int, dict[str, Any]], None]) -> None:
        """Fill in every row of a file."""
        for number, row in enumerate(self.rows[file]):
            fill(number, row)

    def in_order(self, file: str, column: str, first: int) -> None:
        """The rows of a file are numbered one by one."""
        for number, row in enumerate(self.rows[file]):
            if row[column] != number + first:
                raise self.fail(file, number, column, f"{number + first} (rows in order)", row[column])

    def build(self) -> None:
        """All files."""
        t = self.t
        t["brand"] = st.NO_BRAND
        t["card_smuggler"] = -1
        t["smuggler_card"] = -1
        t["smuggler_kind"] = -1
        for file in ("omniforges", "solo_goals", "solo_buffs"):
            self.in_order(file, "number", 1)
        self.in_order("market", "column", 0)
        self.in_order("arrays", "count", 0)
        self.each("planets", self.planet)
        self.each("developments", self.development)
        self.each("omniforges", self.omniforge)
        self.each("partnerships", self.partnership)
        self.each("homeworlds", self.homeworld)
        self.each("companies", self.company)
        self.each("smugglers", self.way)
        self.each("market", self.column)
        self.each("events", self.event)
        self.each("tiles", self.tile)
        self.each("solo_goals", self.goal)
        self.each("solo_buffs", self.buff)
        points = [row["points"] for row in self.rows["arrays"]]
        t["array_points"] = points + [points[-1]] * (tb.MOST_ARRAYS + 1 - len(points))
        t["smuggler_kind"][st.NUM_SMUGGLERS] = tb.SHOPPING
        for kind in range(tb.NUM_KINDS):
            if not t["ways"][kind]:
                raise TableError(f"smugglers.csv: expected a row for {tb.SMUGGLERS[kind]}")

    def price(self, card: int, file: str, number: int, row: dict[str, Any]) -> None:
        t = self.t
        if not any(row["cost"]):
            raise self.fail(file, number, "cost", "a price", "")
        t["lines"][card] = 2 if any(row["alt"]) else 1
        for line, column in enumerate(("cost", "alt")):
            t["price"][card, line] = row[column]
            t["packed"][card, line], t["fixed"][card, line] = _packed(row[column])

    def planet(self, number: int, row: dict[str, Any]) -> None:
        t = self.t
        self.price(number, "planets", number, row)
        if row["system"] not in self.systems:
            if len(self.systems) == st.NUM_SYSTEMS:
                raise self.fail(
                    "planets", number, "system", f"at most {st.NUM_SYSTEMS} systems", row["system"]
                )
            self.systems.append(row["system"])
        kind, system = st.TYPES.index(row["type"]), self.systems.index(row["system"])
        t["planet_type"][number], t["planet_system"][number] = kind, system
        t["type_planets"][kind] |= 1 << number
        t["system_planets"][system] |= 1 << number
        t["capacity"][number] = row["capacity"]
        t["target_made"][number] = row["production_target"][: st.NUM_TOKENS]
        t["target_brands"][number] = row["brand_target"]
        if any(row["production_target"]) == any(row["brand_target"]):
            raise self.fail("planets", number, "brand_target", "one target, of one kind", row["brand_target"])
        t["target_points"][number] = row["points"]
        self.planets.append(row["name"])

    def development(self, number: int, row: dict[str, Any]) -> None:
        t, card = self.t, st.FIRST_DEVELOPMENT + number
        level = 1 + (number >= st.DECK_SIZES[1]) + (number >= st.DECK_SIZES[1] + st.DECK_SIZES[2])
        if row["level"] != level:
            raise self.fail("developments", number, "level", f"{level} (36, 36 and 8 rows)", row["level"])
        self.price(card, "developments", number, row)
        t["brand"][card] = tb.BRAND_CODES.index(row["brand"])
        t["made"][card] = row["production"][: st.NUM_TOKENS]
        t["icons"][card] = sum(row["production"][: st.NUM_TOKENS]) - row["production"][tb.LETTERS.index("I")]
        made = sum(1 << token for token in range(st.NUM_TOKENS) if row["production"][token])
        branded = t["brand"][card] < st.NUM_BRANDS
        t["serves"][card] = made | branded << (st.NUM_TOKENS + t["brand"][card])
        t["points"][card] = row["points"]
        if row["bonus"] is not None:
            self.bonus(card, number, row["bonus"])
        if row["flag"] == "COMM":
            t["array"][card] = 1
        elif row["flag"] is not None:
            self.smuggler(card, number, row)
        self.developments.append(f"{row['name']} of {st.BRANDS[t['brand'][card]]}")

    def smuggler(self, card: int, number: int, row: dict[str, Any]) -> None:
        t, at = self.t, len(self.smugglers)
        if at == st.NUM_SMUGGLERS:
            raise self.fail(
                "developments", number, "flag", f"at most {st.NUM_SMUGGLERS} smugglers", row["flag"]
            )
        if row["level"] != 2:
            raise self.fail("developments", number, "flag", "smugglers of level 2 only", row["flag"])
        t["card_smuggler"][card] = at
        t["smuggler_card"][at] = card
        t["smuggler_kind"][at] = tb.SMUGGLERS.index(row["flag"])
        self.smugglers.append(f"{row['name']} of {st.BRANDS[t['brand'][card]]}")

    def bonus(self, card: int, number: int, phrase: str) -> None:
        t = self.t
        per = re.fullmatch(
            rf"(GAIN_PER|GAIN_PER_RIVALS) ({'|'.join(st.TYPES)}) ([{tb.LETTERS[:-1]}])", phrase
        )
        steal = re.fullmatch(r"STEAL ([1-9])", phrase)
        if steal:
            t["bonus"][card], t["bonus_times"][card] = tb.BONUS_STEAL, int(steal[1])
        elif per:
            t["bonus"][card] = tb.BONUS_PER_OWN if per[1] == "GAIN_PER" else tb.BONUS_PER_RIVALS
            t["bonus_type"][card], t["bonus_token"][card] = st.TYPES.index(per[2]), tb.LETTERS.index(per[3])
        else:
            raise self.fail(
                "developments", number, "bonus", "STEAL n, GAIN_PER type token or GAIN_PER_RIVALS ...", phrase
            )

    def omniforge(self, number: int, row: dict[str, Any]) -> None:
        self.t["made"][st.FIRST_FORGE + number] = row["production"][: st.NUM_TOKENS]

    def partnership(self, number: int, row: dict[str, Any]) -> None:
        if row["brand"] != tb.BRAND_CODES[number]:
            raise self.fail("partnerships", number, "brand", tb.BRAND_CODES[number], row["brand"])
        self.t["partner_price"][number] = row["cost"]
        self.t["partner_packed"][number], self.t["partner_fixed"][number] = _packed(row["cost"])
        self.t["partner_points"][number] = row["points"]

    def homeworld(self, number: int, row: dict[str, Any]) -> None:
        self.t["supremacy"][number] = tb.LETTERS.index(row["supremacy"])
        self.t["supremacy_points"][number] = row["points"]
        self.t["home_capacity"][number] = row["capacity"]

    def company(self, number: int, row: dict[str, Any]) -> None:
        t = self.t
        known, sets = (
            (st.TYPES, t["type_planets"])
            if row["target_kind"] == "type"
            else (tuple(self.systems), t["system_planets"])
        )
        if row["target"] not in known:
            raise self.fail("companies", number, "target", f"one of {', '.join(known)}", row["target"])
        t["ability"][number] = tb.ABILITIES.index(row["ability"])
        if (t["ability"][:number] == t["ability"][number]).any():
            raise self.fail("companies", number, "ability", "every ability once", row["ability"])
        t["start"][number] = row["start"][: st.NUM_TOKENS]
        t["company_target"][number] = sets[known.index(row["target"])]
        t["company_points"][number] = row["points"]

    def way(self, number: int, row: dict[str, Any]) -> None:
        t, kind = self.t, tb.SMUGGLERS.index(row["kind"])
        way = t["ways"][kind]
        if way == st.NUM_WAYS:
            raise self.fail("smugglers", number, "kind", f"at most {st.NUM_WAYS} rows a kind", row["kind"])
        t["way_price"][kind, way] = row["pay"]
        t["way_packed"][kind, way], t["way_fixed"][kind, way] = _packed(row["pay"])
        t["way_gain"][kind, way] = row["gain"]
        t["ways"][kind] = way + 1

    def column(self, number: int, row: dict[str, Any]) -> None:
        self.t["rate_resources"][number] = row["resources"]
        self.t["rate_credits"][number] = row["credits"]

    def event(self, number: int, row: dict[str, Any]) -> None:
        phrases = [phrase.strip() for phrase in row["effect"].split(";")]
        if len(phrases) > tb.NUM_EFFECTS:
            raise self.fail("events", number, "effect", f"at most {tb.NUM_EFFECTS} effects", row["effect"])
        for k, phrase in enumerate(phrases):
            self.effect(number, k, phrase)

    def effect(self, number: int, k: int, phrase: str) -> None:
        for pattern, op, arguments in _EFFECTS:
            found = re.fullmatch(pattern, phrase)
            if found:
                values = arguments(found)
                self.t["event_op"][number, k] = op
                if op == tb.OP_RULE:
                    self.t["event_rules"][number] |= values[0]
                else:
                    self.t["event_arg"][number, k, : len(values)] = values
                return
        raise self.fail("events", number, "effect", "a known effect", phrase)

    def tile(self, number: int, row: dict[str, Any]) -> None:
        self.t["tile_count"][number] = tb.COUNTS.index(row["count"])
        for count, points in row["steps"]:
            self.t["tile_points"][number, count:] = points

    def goal(self, number: int, row: dict[str, Any]) -> None:
        t = self.t
        t["goal_points"][number] = row["points"]
        t["goal_build"][number] = row["build"]
        t["goal_illegal"][number] = row["illegal"]
        t["goal_transactions"][number] = row["transactions"]
        t["goal_each_planet"][number] = row["each_planet"][: st.NUM_TOKENS]
        t["goal_partnerships"][number] = row["partnerships"]
        names = [each["name"] for each in self.rows["developments"]]
        for name in filter(None, (part.strip() for part in row["of"].split(";"))):
            if name not in names:
                raise self.fail("solo_goals", number, "of", "names of developments", name)
            for k, each in enumerate(names):
                t["goal_cards"][number, st.FIRST_DEVELOPMENT + k] |= each == name

    def buff(self, number: int, row: dict[str, Any]) -> None:
        found = re.fullmatch(r"GAIN E (\d)", row["effect"])
        if found:
            self.t["buff"][number] = tb.BUFF_CREDITS
            self.t["buff_credits"][number] = int(found[1])
        elif row["effect"] in _BUFFS:
            self.t["buff"][number] = _BUFFS[row["effect"]]
        else:
            known = ", ".join(["GAIN E n", *_BUFFS])
            raise self.fail("solo_buffs", number, "effect", f"one of {known}", row["effect"])

    def labels(self) -> dict[str, list[str]]:
        """What people call the things."""
        rows = self.rows
        forges = [f"Omniforge {number + 1}" for number in range(st.NUM_FORGES)]
        spare = [f"no smuggler {number}" for number in range(len(self.smugglers), st.NUM_SMUGGLERS)]
        jugno = rows["companies"][list(self.t["ability"]).index(tb.JUGNO)]["name"]
        return {
            "planet": self.planets,
            "development": [*_unique(self.developments), *forges],
            "site": [*self.planets, "the homeworld", "the company card"],
            "smuggler": [*_unique(self.smugglers), *spare, jugno],
            "company": [row["name"] for row in rows["companies"]],
            "event": [row["name"] for row in rows["events"]],
            "system": self.systems,
            "tile": [row["count"].replace("_", " ") for row in rows["tiles"]],
        }


def _packed(price: list[int]) -> tuple[int, int]:
    """A price with a byte a token, and how many of its tokens are resources."""
    return sum(n << 8 * k for k, n in enumerate(price[: st.NUM_TOKENS])), sum(
        price[st.FIRST_RESOURCE : st.NUM_TOKENS]
    )


def _letters(found: re.Match[str]) -> list[int]:
    return [tb.LETTERS.index(letter) for letter in found.groups()]


def _whole_numbers(found: re.Match[str]) -> list[int]:
    return [int(number) for number in found.groups()]


_TOKEN = f"([{tb.LETTERS[:-1]}])"
_EFFECTS: list[tuple[str, int, Callable[[re.Match[str]], list[int]]]] = [
    (r"MKT_MAP ([0-4]) ([0-4]) ([0-4]) ([0-4]) ([0-4])", tb.OP_MAP, _whole_numbers),
    (r"MKT_ADD (-?[1-4])", tb.OP_ADD, _whole_numbers),
    (r"MKT_TOWARD ([0-4])", tb.OP_TOWARD, _whole_numbers),
    (r"MKT_ROTATE ([1-4])", tb.OP_ROTATE, _whole_numbers),
    (rf"GAIN {_TOKEN} ([1-9])", tb.OP_GAIN, lambda found: [tb.LETTERS.index(found[1]), int(found[2])]),
    (r"OMNI_PRODUCE", tb.OP_FORGE, _whole_numbers),
    (rf"FLAG ({'|'.join(_RULES)})", tb.OP_RULE, lambda found: [_RULES[found[1]]]),
    (r"GAIN_FROM_START ([1-6])", tb.OP_START_TOKENS, _whole_numbers),
    (rf"GAIN_CHOICE {_TOKEN} {_TOKEN}", tb.OP_CHOICE, _letters),
    (r"DRAW_PLANET_FREE", tb.OP_DRAW_PLANET, _whole_numbers),
    (r"DRAW_DEV1_FREE_HOME", tb.OP_DRAW_DEVELOPMENT, _whole_numbers),
    (r"MOVE_OR_SWAP 1", tb.OP_MOVE, _whole_numbers),
    (r"SWAP_BANK 1", tb.OP_EXCHANGE, _whole_numbers),
    (r"COIN_MOVE", tb.OP_COIN, _whole_numbers),
]


def _unique(names: list[str]) -> list[str]:
    """Names that stand for one thing each: later copies get a number."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return found


def load(which: str | Path) -> Content:
    """A card set by its name, or any folder of the same files."""
    folder = DATA / str(which) if str(which) in SETS else Path(which)
    builder = _Builder(folder)
    builder.build()
    paths = [folder / f"{name}.csv" for name in _SCHEMAS]
    return Content(str(which), builder.array, builder.labels(), digest_files(paths), folder)
