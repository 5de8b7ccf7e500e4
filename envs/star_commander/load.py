"""Star Commander: a folder of card lists -> one TABLES record.

A card set is a folder with vessels.csv, systems.csv and cards.csv. Effects are written in a small closed
vocabulary; each phrase of it is one entry below, and becomes fields or opcodes of the record.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core.tables import (
    Content,
    TableError,
    choice,
    digest_files,
    flags,
    optional,
    read_rows,
    text,
    whole,
)

from . import state as st
from . import tables as tb

DATA = Path(__file__).parent / "data"
SETS = ("0.9.5", "0.9.4")

_PICKS = {
    "own_ship": (tb.PICK_VESSEL, tb.BY_OWN_SHIP),
    "own_vessel": (tb.PICK_VESSEL, tb.BY_OWN_VESSEL),
    "enemy_vessel": (tb.PICK_VESSEL, tb.BY_ENEMY),
    "vessel": (tb.PICK_VESSEL, tb.BY_ANY),
    "ship": (tb.PICK_VESSEL, tb.BY_SHIP),
    "foreign_ship": (tb.PICK_VESSEL, tb.BY_FOREIGN_SHIP),
    "self": (tb.PICK_VESSEL, tb.BY_SELF),
    "sys": (tb.PICK_SYSTEM, 0),
    "own_sys": (tb.PICK_SYSTEM, 0),
    "player": (tb.PICK_PLAYER, 0),
    "command": (tb.PICK_COMMAND, 0),
    "X": (tb.PICK_X, 0),
    "cost_card": (tb.PICK_HAND_CARD, 0),
}

_LEVEL = whole(0, st.MOST_COST)
_FLAGS = (
    "TAUNT",
    "HASTE",
    "RAIDER",
    "REDIRECT",
    *(f"{word}{n}" for word in ("MULTI", "CARRY") for n in range(1, 10)),
)
_VESSELS = {
    "id": text(),
    "name": text(),
    "class": choice(*st.CLASSES),
    "cost": optional(_LEVEL),
    "attack": _LEVEL,
    "hp": whole(1, 99),
    "speed": optional(whole(0, 9)),
    "copies": whole(1, st.NUM_WHICH),
    "flags": flags(*_FLAGS),
    "text": optional(text()),
    "source": text(),
}
_SYSTEMS = {
    "id": text(),
    "name": text(),
    "domain": choice(*st.DOMAINS, "none"),
    "max_developments": whole(1, 9),
    "copies": whole(1, st.NUM_CELLS),
    "kind": choice(*st.SYSTEM_KINDS),
    "effect": optional(text()),
    "picks": optional(text()),
    "text": optional(text()),
    "source": text(),
}
_CARDS = {
    "id": text(),
    "name": text(),
    "domain": choice(*st.DOMAINS),
    "type": choice(*st.CARD_TYPES),
    "class": optional(choice(*st.CLASSES)),
    "cost": optional(_LEVEL),
    "attack": optional(_LEVEL),
    "hp": optional(whole(1, 99)),
    "speed": optional(whole(0, 9)),
    "copies": whole(1, st.NUM_WHICH),
    "effect": optional(text()),
    "picks": optional(text()),
    "text": optional(text()),
    "source": text(),
}


class _Builder:
    """Fills one tb.TABLES record row by row."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.array = np.zeros(1, tb.TABLES)
        self.t = self.array[0]
        self.vessel_ids: dict[str, int] = {}
        self.labels: dict[str, list[str]] = {"kind": [], "card": [], "ability": [], "system": []}
        for name in ("kind_cost", "kind_card", "system_domain", "first_kind", "card_kind"):
            self.t[name] = -1

    def fail(self, file: str, row: int, column: str, expected: str, got: object) -> TableError:
        """The error that names file, row, column and what was expected."""
        return TableError(f"{file}, row {row}, column {column!r}: expected {expected}, got {got!r}")

    # Rows

    def add_kind(self, row: dict[str, Any], file: str, number: int, *, card: int = -1) -> int:
        t, kind = self.t, len(self.labels["kind"])
        if kind == st.NUM_KINDS:
            raise self.fail(file, number, "name", f"at most {st.NUM_KINDS} kinds of vessel", row["name"])
        self.labels["kind"].append(row["name"])
        t["kind_class"][kind] = st.CLASSES.index(row["class"])
        t["kind_cost"][kind] = -1 if row["cost"] is None else row["cost"]
        t["kind_attack"][kind] = row["attack"]
        t["kind_hp"][kind] = row["hp"]
        t["kind_speed"][kind] = row["speed"] or 0
        t["kind_card"][kind] = card
        t["kind_pile"][kind] = row["copies"] if card < 0 else 0
        t["num_kinds"] = kind + 1
        classes = {"Station": "station_kinds", "Fighter": "fighter_kinds"}
        t[classes.get(row["class"], "larger_kinds")] |= 1 << kind
        if card < 0 and row["cost"] is not None:
            t["pile_kinds"][row["cost"] :] |= 1 << kind
        return kind

    def add_vessel(self, row: dict[str, Any], number: int) -> None:
        kind = self.add_kind(row, "vessels.csv", number)
        self.vessel_ids[row["id"]] = kind
        for flag in row["flags"]:
            word, amount = re.fullmatch(r"([A-Z]+)(\d*)", flag).groups()  # type: ignore[union-attr]
            self.t[f"kind_{word.lower()}"][kind] = int(amount or 1)
        if row["cost"] is None:
            self.t["scout"] = kind

    def add_system(self, row: dict[str, Any], number: int) -> None:
        t, system = self.t, len(self.labels["system"])
        if system == st.NUM_SYSTEMS:
            raise self.fail(
                "systems.csv", number, "name", f"at most {st.NUM_SYSTEMS} kinds of system", row["name"]
            )
        self.labels["system"].append(row["name"])
        t["num_systems"] = system + 1
        t["system_domain"][system] = -1 if row["domain"] == "none" else st.DOMAINS.index(row["domain"])
        t["system_max"][system] = row["max_developments"]
        t["system_copies"][system] = row["copies"]
        t["system_kind"][system] = st.SYSTEM_KINDS.index(row["kind"])
        if row["kind"] == "starting":
            t["homeworld"] = system
        for part in _parts(row["effect"]):
            self.phrase(_SYSTEM_PHRASES, part, system, "systems.csv", number, row)

    def add_card(self, row: dict[str, Any], number: int) -> None:
        t, card = self.t, len(self.labels["card"])
        file = "cards.csv"
        if st.DOMAINS.index(row["domain"]) != card // st.CARDS_PER_DOMAIN or card >= st.NUM_CARDS:
            raise self.fail(
                file,
                number,
                "domain",
                f"{st.CARDS_PER_DOMAIN} rows each of {', '.join(st.DOMAINS)} in this order",
                row["domain"],
            )
        self.labels["card"].append(row["name"])
        t["card_type"][card] = st.CARD_TYPES.index(row["type"])
        t["card_copies"][card] = row["copies"]
        kind = -1
        if row["type"] in ("Station", "Ship"):
            for column in ("class", "cost", "attack", "hp"):
                if row[column] is None:
                    raise self.fail(file, number, column, "a value for a vessel", "nothing")
            if (row["class"] == "Station") != (row["type"] == "Station"):
                raise self.fail(
                    file, number, "class", "Station for a station, a ship's class for a ship", row["class"]
                )
            kind = self.add_kind(row, file, number, card=card)
            t["card_kind"][card] = kind
            t["item_pick"][card, 0] = tb.PICK_SITE
        phrases = _TECHNOLOGY_PHRASES if kind < 0 else _VESSEL_PHRASES
        subject = kind if kind >= 0 else card
        for op, part in enumerate(_parts(row["effect"])):
            if part.startswith("ACT "):
                self.add_ability(
                    part, row, file, number, tb.FROM_TECHNOLOGY if kind < 0 else tb.FROM_VESSEL, subject
                )
                break
            if row["type"] == "Command":
                self.set_op(card, op, part, file, number, row)
            else:
                self.phrase(phrases, part, subject, file, number, row)
        if row["type"] == "Command":
            self.set_picks(card, row, file, number)

    # Effects

    def phrase(
        self, phrases: _Phrases, part: str, subject: int, file: str, number: int, row: dict[str, Any]
    ) -> None:
        """Apply one phrase that sets fields of the record."""
        if part.startswith("ACT ") and file == "systems.csv":
            self.add_ability(part, row, file, number, tb.FROM_SYSTEM, subject)
            self.t["system_ability"][subject] = 1
            return
        for pattern, apply in phrases:
            if match := re.fullmatch(pattern, part):
                apply(self, subject, *match.groups())
                return
        raise self.fail(file, number, "effect", "one of " + "; ".join(p for p, _ in phrases), part)

    def set_op(self, item: int, op: int, part: str, file: str, number: int, row: dict[str, Any]) -> None:
        """Write one opcode of an item."""
        if op >= st.NUM_OPS:
            raise self.fail(file, number, "effect", f"at most {st.NUM_OPS} parts", row["effect"])
        for pattern, code in _OPS:
            if match := re.fullmatch(pattern, part):
                self.t["item_op"][item, op] = code
                for index, word in enumerate(match.groups()):
                    self.t["item_arg"][item, op, index] = self.number(word, file, number)
                return
        raise self.fail(file, number, "effect", "one of " + "; ".join(p for p, _ in _OPS), part)

    def number(self, word: str, file: str, number: int) -> int:
        """A whole number, or the kind of a vessel's id."""
        if word.isdigit():
            return int(word)
        if word not in self.vessel_ids:
            raise self.fail(file, number, "effect", "the id of a row of vessels.csv", word)
        return self.vessel_ids[word]

    def set_picks(
        self, item: int, row: dict[str, Any], file: str, number: int, discards: bool = False
    ) -> None:
        """Write what an item picks, which must be what its opcodes need."""
        words = [word for word in (row["picks"] or "").split() if not word.startswith("R:")]
        named = " ".join(word.rstrip("*") for word in words)
        cost = "cost_card " if discards else ""
        for op in filter(None, self.t["item_op"][item].tolist()):
            needed = [f"{cost}{need}".strip() for need in _NEEDS[op]]
            if named not in needed:
                raise self.fail(file, number, "picks", " or ".join(map(repr, needed)), row["picks"])
        for at, word in enumerate(words):
            self.t["item_pick"][item, at], self.t["item_by"][item, at] = _PICKS[word.rstrip("*")]
            self.t["item_target"][item, at] = word.endswith("*")

    def add_ability(
        self, part: str, row: dict[str, Any], file: str, number: int, source: int, subject: int
    ) -> None:
        ability = len(self.labels["ability"])
        if ability >= st.REDIRECT_ABILITY:
            raise self.fail(
                file, number, "effect", f"at most {st.REDIRECT_ABILITY} activated abilities", row["effect"]
            )
        self.labels["ability"].append(row["name"])
        self.t["ability_from"][ability] = source
        self.t["ability_source"][ability] = subject
        item = st.NUM_CARDS + ability
        words = row["effect"][row["effect"].index("ACT ") :].split(" ", 2)
        for op, phrase in enumerate(_parts(words[2])):
            self.set_op(item, op, phrase, file, number, row)
        if source == tb.FROM_VESSEL:
            row = {**row, "picks": f"self {row['picks'] or ''}"}
        self.set_picks(item, row, file, number, words[1] == "discard1")

    def add_redirect(self) -> None:
        """The ability to draw combat damage onto a vessel is part of the rules, whatever the card set."""
        t, item = self.t, st.NUM_CARDS + st.REDIRECT_ABILITY
        while len(self.labels["ability"]) < st.REDIRECT_ABILITY:
            self.labels["ability"].append(f"(ability {len(self.labels['ability']) + 1}, unused)")
        self.labels["ability"].append("redirection of damage")
        t["ability_from"][st.REDIRECT_ABILITY] = tb.FROM_COMBAT
        t["item_pick"][item, :2] = tb.PICK_VESSEL
        t["item_by"][item, :2] = (tb.BY_REDIRECT, tb.BY_ASSIGNED)
        t["item_op"][item, 0] = tb.OP_REDIRECT


def _parts(effect: str | None) -> list[str]:
    return [part.strip() for part in effect.split(";")] if effect else []


def _field(name: str) -> Callable[..., None]:
    def apply(builder: _Builder, subject: int, amount: str = "1") -> None:
        builder.t[name][subject] += int(amount)

    return apply


def _bonus(*columns: int, value: int | None = None) -> Callable[..., None]:
    def apply(builder: _Builder, card: int, amount: str = "1") -> None:
        for column in columns:
            builder.t["card_bonus"][card, column] += int(amount) if value is None else value

    return apply


def _first_build(builder: _Builder, system: int, vessel: str, count: str) -> None:
    if vessel not in builder.vessel_ids:
        raise builder.fail("systems.csv", system + 2, "effect", "the id of a row of vessels.csv", vessel)
    builder.t["first_kind"][system] = builder.vessel_ids[vessel]
    builder.t["first_count"][system] = int(count)


_Phrases = list[tuple[str, Callable[..., None]]]
_N = r"([1-9])"
_SYSTEM_PHRASES: _Phrases = [
    (rf"SOT CRED {_N}", _field("system_credits")),
    (rf"SOT DRAW {_N}", _field("system_draws")),
    (rf"SOT DEVELOP any_own {_N}", _field("system_develops")),
    (rf"FIRSTDEV BUILD (V\d+) {_N} here", _first_build),
    (rf"FIRSTDEV DRAW {_N}", _field("first_draws")),
    (rf"FIRSTDEV DEVELOP here {_N}", _field("first_develops")),
    (r"TERRAIN SMALLONLY", _field("small_only")),
    (r"TERRAIN NOCMD", _field("no_commands")),
    (r"TERRAIN ENTER_NOATK", _field("holds_fire")),
    (rf"STATIC MOD_SPD own_fighters {_N}", _field("fighter_speed")),
    (r"STATIC ANYPHASE", _field("any_phase")),
]
_VESSEL_PHRASES: _Phrases = [
    (rf"SOT CRED {_N}", _field("kind_credits")),
    (rf"STATIC MOD_ATK own_other_stations@here {_N}", _field("kind_aura")),
    (rf"SOT DEVELOP here {_N}", _field("kind_develops")),
    (rf"STATIC MAXDEV here {_N}", _field("kind_room")),
    (r"STATIC BUILD_SITE ships@here", _field("kind_yard")),
    (r"STATIC MOD_SPD own_ships@here (1) EOT", _field("kind_nexus")),
]
_TECHNOLOGY_PHRASES: _Phrases = [
    (r"SOT CRED COUNT\(own_stations\)", _bonus(st.BONUS_STATION_CREDITS)),
    (rf"SOT DRAW {_N}", _bonus(st.BONUS_DRAWS)),
    (rf"STATIC COST_MOD stations -{_N} min1", _bonus(st.BONUS_DISCOUNT)),
    (rf"STATIC MOD_HP own_fighters {_N}", _bonus(st.BONUS_FIGHTER_HP)),
    (r"STATIC BUILD_SITE fighters@own_sys_with_station", _bonus(st.BONUS_FIGHTER_SITE)),
    (rf"STATIC MOD_SPD own_ships {_N}", _bonus(st.BONUS_SPEED)),
    (rf"STATIC MOD_ATK own {_N}", _bonus(st.BONUS_ATTACK)),
    (rf"STATIC MOD_HP own {_N}", _bonus(st.BONUS_HP)),
    (r"STATIC MULTI own ANY", _bonus(st.BONUS_MULTI)),
]
_OPS: list[tuple[str, int]] = [
    (r"UNDEVELOP sys\(own_ship\) ATK\(own_ship\) floor(\d)", tb.OP_UNDEVELOP),
    (r"CRED DEV\(sys\)", tb.OP_CREDITS),
    (r"DMG enemy@sys\(own_vessel\) ATK\(own_vessel\)", tb.OP_ATTACK),
    (r"DESTROY own_ship", tb.OP_DESTROY_OWN),
    (r"DMG vessel@sys\(own_ship\) HP\(own_ship\)", tb.OP_RAM),
    (rf"BUILD (V\d+) {_N} own_sys", tb.OP_BUILD),
    (rf"MOD_ATK own@sys {_N} EOT", tb.OP_MOD_ATTACK_HERE),
    (rf"MOD_HP own@sys {_N} EOT", tb.OP_MOD_HP_HERE),
    (rf"MOD_ATK vessel {_N} EOT", tb.OP_MOD_ATTACK),
    (rf"MOD_HP vessel {_N} EOT", tb.OP_MOD_HP),
    (rf"MULTI vessel {_N} EOT", tb.OP_MULTI),
    (r"REDIRECT vessel EOT", tb.OP_GRANT_REDIRECT),
    (r"MUL_ATK own_vessel 2 EOT", tb.OP_DOUBLE_ATTACK),
    (r"MOD_ATK self X EOT", tb.OP_PAY_X),
    (r"STEALCARD player", tb.OP_STEAL),
    (r"COUNTER cmd", tb.OP_COUNTER),
    (r"DESTROY vessel@sys\(own_vessel\)", tb.OP_DESTROY),
    (r"MOVE not_own_ship adjacent", tb.OP_PUSH),
    (r"EXTRATURN", tb.OP_EXTRA_TURN),
    (r"DESTROY_ALL sys\(own_ship\)", tb.OP_DESTROY_ALL),
    (r"RANGE2 sys EOT", tb.OP_RANGE2),
    (r"LOCK sys CASTER_READY", tb.OP_LOCK),
    (r"PREVENT (?:ship|vessel) EOT", tb.OP_PREVENT),
    (r"UNTARGETABLE vessel EOT", tb.OP_UNTARGETABLE),
    (rf"DRAW {_N}", tb.OP_DRAW),
    (r"JUMP ship any", tb.OP_JUMP),
]


# What an opcode needs to be picked, targets or not; a discarded hand card may come before.
_NEEDS: dict[int, tuple[str, ...]] = {
    tb.OP_UNDEVELOP: ("own_ship",),
    tb.OP_CREDITS: ("sys",),
    tb.OP_ATTACK: ("own_vessel enemy_vessel",),
    tb.OP_DESTROY_OWN: ("own_ship vessel",),
    tb.OP_RAM: ("own_ship vessel",),
    tb.OP_BUILD: ("own_sys",),
    tb.OP_MOD_ATTACK_HERE: ("sys",),
    tb.OP_MOD_HP_HERE: ("sys",),
    tb.OP_MOD_ATTACK: ("vessel",),
    tb.OP_MOD_HP: ("vessel",),
    tb.OP_MULTI: ("vessel",),
    tb.OP_GRANT_REDIRECT: ("vessel",),
    tb.OP_DOUBLE_ATTACK: ("own_vessel",),
    tb.OP_PAY_X: ("self X",),
    tb.OP_STEAL: ("player",),
    tb.OP_COUNTER: ("command",),
    tb.OP_DESTROY: ("sys vessel",),
    tb.OP_PUSH: ("foreign_ship sys",),
    tb.OP_EXTRA_TURN: ("",),
    tb.OP_DESTROY_ALL: ("sys",),
    tb.OP_RANGE2: ("sys",),
    tb.OP_LOCK: ("sys",),
    tb.OP_PREVENT: ("ship", "vessel"),
    tb.OP_UNTARGETABLE: ("vessel",),
    tb.OP_DRAW: ("",),
    tb.OP_JUMP: ("ship sys",),
}


def load(name: str | Path) -> Content:
    """The card set of that name, or of that folder."""
    folder = DATA / str(name) if str(name) in SETS else Path(name)
    files = [folder / file for file in ("vessels.csv", "systems.csv", "cards.csv")]
    vessels, systems, cards = (
        read_rows(file, schema) for file, schema in zip(files, (_VESSELS, _SYSTEMS, _CARDS), strict=True)
    )
    builder = _Builder(folder)
    for number, row in enumerate(vessels, 2):
        builder.add_vessel(row, number)
    for number, row in enumerate(systems, 2):
        builder.add_system(row, number)
    for number, row in enumerate(cards, 2):
        builder.add_card(row, number)
    builder.add_redirect()
    _validate(builder)
    builder.t["any_taunt"] = builder.t["kind_taunt"].any()
    kinds = builder.labels["kind"]
    kinds += [f"(kind {number}, unused)" for number in range(len(kinds) + 1, st.NUM_KINDS + 1)]
    labels = {key: tuple(names) for key, names in builder.labels.items()}
    texts = {"card": tuple(row["text"] or "" for row in cards)}
    return Content(str(name), builder.array, labels, digest_files(files), folder, texts)


def _validate(builder: _Builder) -> None:
    """What the kernels rely on across rows."""
    t, names = builder.t, builder.labels
    last = len(names["card"]) + 1
    for domain in range(len(st.DOMAINS)):
        cards = slice(domain * st.CARDS_PER_DOMAIN, (domain + 1) * st.CARDS_PER_DOMAIN)
        if len(names["card"]) != st.NUM_CARDS or t["card_copies"][cards].sum() != st.DECK_SIZE:
            expected = f"{st.CARDS_PER_DOMAIN} rows and {st.DECK_SIZE} cards of {st.DOMAINS[domain]}"
            raise builder.fail("cards.csv", last, "copies", expected, int(t["card_copies"][cards].sum()))
    starting = t["system_kind"] == st.STARTING
    starting[t["num_systems"] :] = False
    if starting.sum() != 1 or t["system_copies"][starting][0] < 4:
        raise builder.fail(
            "systems.csv", len(names["system"]) + 1, "kind", "one starting system with 4 copies", "other"
        )
    others = int(t["system_copies"].sum() - t["system_copies"][starting][0])
    if others < st.NUM_CELLS - 2:
        raise builder.fail(
            "systems.csv", len(names["system"]) + 1, "copies", f"{st.NUM_CELLS - 2} or more systems", others
        )
    scouts = [k for k in range(int(t["num_kinds"])) if t["kind_cost"][k] < 0]
    if len(scouts) != 1 or t["kind_pile"][scouts[0]] < 4:
        raise builder.fail(
            "vessels.csv", 2, "cost", "one vessel without cost (the Scout) with 4 copies", len(scouts)
        )
    vessel_cards = t["card_kind"] >= 0
    vessels = int(t["kind_pile"].sum() + t["card_copies"][vessel_cards].sum())
    if vessels > st.NUM_SLOTS:
        raise builder.fail(
            "vessels.csv", 2, "copies", f"at most {st.NUM_SLOTS} vessels with those of cards.csv", vessels
        )
    grants = [c for c in range(st.NUM_CARDS) if tb.OP_GRANT_REDIRECT in t["item_op"][c]]
    if sum(int(t["card_copies"][c]) for c in grants) > st.NUM_GRANTS:
        raise builder.fail(
            "cards.csv", last, "copies", f"at most {st.NUM_GRANTS} cards that redirect damage", "more"
        )
