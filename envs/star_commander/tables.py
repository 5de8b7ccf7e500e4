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

DATA = Path(__file__).parent / "data"
SETS = ("0.9.5", "0.9.4")

# What an item does when it resolves.
(
    OP_NONE,
    OP_UNDEVELOP,
    OP_CREDITS,
    OP_ATTACK,
    OP_DESTROY_OWN,
    OP_RAM,
    OP_BUILD,
    OP_MOD_ATTACK_HERE,
    OP_MOD_HP_HERE,
    OP_MOD_ATTACK,
    OP_MOD_HP,
    OP_MULTI,
    OP_GRANT_REDIRECT,
    OP_DOUBLE_ATTACK,
    OP_PAY_X,
    OP_STEAL,
    OP_COUNTER,
    OP_DESTROY,
    OP_PUSH,
    OP_EXTRA_TURN,
    OP_DESTROY_ALL,
    OP_RANGE2,
    OP_LOCK,
    OP_PREVENT,
    OP_UNTARGETABLE,
    OP_DRAW,
    OP_JUMP,
    OP_REDIRECT,
) = range(28)
# Those about a fleet or a system, and those that change one vessel until the end of the turn.
FLEET_OPS = sum(
    1 << op
    for op in (
        OP_UNDEVELOP,
        OP_CREDITS,
        OP_ATTACK,
        OP_DESTROY_OWN,
        OP_RAM,
        OP_BUILD,
        OP_MOD_ATTACK_HERE,
        OP_MOD_HP_HERE,
    )
)
BONUS_OPS = sum(
    1 << op for op in (OP_MOD_ATTACK, OP_MOD_HP, OP_MULTI, OP_GRANT_REDIRECT, OP_DOUBLE_ATTACK, OP_PAY_X)
)

# What is picked on announcing.
(
    PICK_NONE,
    PICK_VESSEL,
    PICK_SYSTEM,
    PICK_PLAYER,
    PICK_COMMAND,
    PICK_X,
    PICK_HAND_CARD,
    PICK_SITE,
) = range(8)
NUM_PICK_KINDS = 8
# Filters of PICK_VESSEL.
(
    BY_ANY,
    BY_OWN_SHIP,
    BY_OWN_VESSEL,
    BY_ENEMY,
    BY_SHIP,
    BY_FOREIGN_SHIP,
    BY_SELF,
    BY_REDIRECT,
    BY_ASSIGNED,
) = range(9)

# Where an ability comes from.
FROM_NONE, FROM_TECHNOLOGY, FROM_VESSEL, FROM_SYSTEM, FROM_COMBAT = range(5)

_PICKS = {
    "own_ship": (PICK_VESSEL, BY_OWN_SHIP),
    "own_vessel": (PICK_VESSEL, BY_OWN_VESSEL),
    "enemy_vessel": (PICK_VESSEL, BY_ENEMY),
    "vessel": (PICK_VESSEL, BY_ANY),
    "ship": (PICK_VESSEL, BY_SHIP),
    "foreign_ship": (PICK_VESSEL, BY_FOREIGN_SHIP),
    "self": (PICK_VESSEL, BY_SELF),
    "sys": (PICK_SYSTEM, 0),
    "own_sys": (PICK_SYSTEM, 0),
    "player": (PICK_PLAYER, 0),
    "command": (PICK_COMMAND, 0),
    "X": (PICK_X, 0),
    "cost_card": (PICK_HAND_CARD, 0),
}

TABLES = np.dtype(
    [
        # kinds of vessel: the open piles first, then those of the domain decks
        ("num_kinds", "i2"),
        ("kind_class", "i1", st.NUM_KINDS),
        ("kind_pile", "i1", st.NUM_KINDS),  # cards in the pile at the start
        ("kind_cost", "i2", st.NUM_KINDS),  # -1 = never built
        ("kind_attack", "i2", st.NUM_KINDS),
        ("kind_hp", "i2", st.NUM_KINDS),
        ("kind_speed", "i1", st.NUM_KINDS),
        ("kind_card", "i1", st.NUM_KINDS),  # its domain card, -1 = from a pile
        ("kind_multi", "i1", st.NUM_KINDS),
        ("kind_carry", "i1", st.NUM_KINDS),
        ("kind_taunt", "i1", st.NUM_KINDS),
        ("kind_haste", "i1", st.NUM_KINDS),
        ("kind_raider", "i1", st.NUM_KINDS),
        ("kind_redirect", "i1", st.NUM_KINDS),
        ("kind_aura", "i1", st.NUM_KINDS),  # attack for the other stations there
        ("kind_credits", "i1", st.NUM_KINDS),  # each turn
        ("kind_develops", "i1", st.NUM_KINDS),  # each turn
        ("kind_room", "i1", st.NUM_KINDS),
        ("kind_yard", "i1", st.NUM_KINDS),
        ("kind_nexus", "i1", st.NUM_KINDS),
        ("station_kinds", "i4"),  # bitsets of kinds
        ("fighter_kinds", "i4"),
        ("larger_kinds", "i4"),  # ships, Fighters aside
        ("scout", "i1"),
        ("any_taunt", "i1"),
        # system cards
        ("num_systems", "i2"),
        ("system_domain", "i1", st.NUM_SYSTEMS),  # -1 = none
        ("system_max", "i1", st.NUM_SYSTEMS),
        ("system_copies", "i1", st.NUM_SYSTEMS),
        ("system_kind", "i1", st.NUM_SYSTEMS),
        ("system_credits", "i1", st.NUM_SYSTEMS),
        ("system_draws", "i1", st.NUM_SYSTEMS),
        ("system_develops", "i1", st.NUM_SYSTEMS),
        ("first_kind", "i1", st.NUM_SYSTEMS),  # vessel built at the first development, -1 = none
        ("first_count", "i1", st.NUM_SYSTEMS),
        ("first_draws", "i1", st.NUM_SYSTEMS),
        ("first_develops", "i1", st.NUM_SYSTEMS),
        ("small_only", "i1", st.NUM_SYSTEMS),
        ("no_commands", "i1", st.NUM_SYSTEMS),
        ("holds_fire", "i1", st.NUM_SYSTEMS),
        ("fighter_speed", "i1", st.NUM_SYSTEMS),
        ("any_phase", "i1", st.NUM_SYSTEMS),
        ("system_ability", "i1", st.NUM_SYSTEMS),  # 1 = has an activated ability
        ("homeworld", "i1"),
        # domain cards
        ("card_type", "i1", st.NUM_CARDS),
        ("card_copies", "i1", st.NUM_CARDS),
        ("card_kind", "i1", st.NUM_CARDS),  # the vessel it is, -1 = none
        ("card_bonus", "i1", (st.NUM_CARDS, st.NUM_BONUSES)),
        # items: cards, then abilities
        ("item_pick", "i1", (st.NUM_ITEMS, st.NUM_PICKS)),
        ("item_by", "i1", (st.NUM_ITEMS, st.NUM_PICKS)),
        ("item_target", "i1", (st.NUM_ITEMS, st.NUM_PICKS)),
        ("item_op", "i1", (st.NUM_ITEMS, st.NUM_OPS)),
        ("item_arg", "i1", (st.NUM_ITEMS, st.NUM_OPS, 2)),
        ("ability_from", "i1", st.NUM_ABILITIES),
        ("ability_source", "i1", st.NUM_ABILITIES),  # card, kind or system
    ],
    align=True,
)

_LEVEL = whole(0, 99)
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
    """Fills one TABLES record row by row."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.array = np.zeros(1, TABLES)
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
            t["item_pick"][card, 0] = PICK_SITE
        phrases = _TECHNOLOGY_PHRASES if kind < 0 else _VESSEL_PHRASES
        subject = kind if kind >= 0 else card
        for op, part in enumerate(_parts(row["effect"])):
            if part.startswith("ACT "):
                self.add_ability(
                    part, row, file, number, FROM_TECHNOLOGY if kind < 0 else FROM_VESSEL, subject
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
            self.add_ability(part, row, file, number, FROM_SYSTEM, subject)
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
        if source == FROM_VESSEL:
            row = {**row, "picks": f"self {row['picks'] or ''}"}
        self.set_picks(item, row, file, number, words[1] == "discard1")

    def add_redirect(self) -> None:
        """The ability to draw combat damage onto a vessel is part of the rules, whatever the card set."""
        t, item = self.t, st.NUM_CARDS + st.REDIRECT_ABILITY
        while len(self.labels["ability"]) < st.REDIRECT_ABILITY:
            self.labels["ability"].append(f"(ability {len(self.labels['ability']) + 1}, unused)")
        self.labels["ability"].append("redirection of damage")
        t["ability_from"][st.REDIRECT_ABILITY] = FROM_COMBAT
        t["item_pick"][item, :2] = PICK_VESSEL
        t["item_by"][item, :2] = (BY_REDIRECT, BY_ASSIGNED)
        t["item_op"][item, 0] = OP_REDIRECT


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
    (r"UNDEVELOP sys\(own_ship\) ATK\(own_ship\) floor(\d)", OP_UNDEVELOP),
    (r"CRED DEV\(sys\)", OP_CREDITS),
    (r"DMG enemy@sys\(own_vessel\) ATK\(own_vessel\)", OP_ATTACK),
    (r"DESTROY own_ship", OP_DESTROY_OWN),
    (r"DMG vessel@sys\(own_ship\) HP\(own_ship\)", OP_RAM),
    (rf"BUILD (V\d+) {_N} own_sys", OP_BUILD),
    (rf"MOD_ATK own@sys {_N} EOT", OP_MOD_ATTACK_HERE),
    (rf"MOD_HP own@sys {_N} EOT", OP_MOD_HP_HERE),
    (rf"MOD_ATK vessel {_N} EOT", OP_MOD_ATTACK),
    (rf"MOD_HP vessel {_N} EOT", OP_MOD_HP),
    (rf"MULTI vessel {_N} EOT", OP_MULTI),
    (r"REDIRECT vessel EOT", OP_GRANT_REDIRECT),
    (r"MUL_ATK own_vessel 2 EOT", OP_DOUBLE_ATTACK),
    (r"MOD_ATK self X EOT", OP_PAY_X),
    (r"STEALCARD player", OP_STEAL),
    (r"COUNTER cmd", OP_COUNTER),
    (r"DESTROY vessel@sys\(own_vessel\)", OP_DESTROY),
    (r"MOVE not_own_ship adjacent", OP_PUSH),
    (r"EXTRATURN", OP_EXTRA_TURN),
    (r"DESTROY_ALL sys\(own_ship\)", OP_DESTROY_ALL),
    (r"RANGE2 sys EOT", OP_RANGE2),
    (r"LOCK sys CASTER_READY", OP_LOCK),
    (r"PREVENT (?:ship|vessel) EOT", OP_PREVENT),
    (r"UNTARGETABLE vessel EOT", OP_UNTARGETABLE),
    (rf"DRAW {_N}", OP_DRAW),
    (r"JUMP ship any", OP_JUMP),
]


# What an opcode needs to be picked, targets or not; a discarded hand card may come before.
_NEEDS: dict[int, tuple[str, ...]] = {
    OP_UNDEVELOP: ("own_ship",),
    OP_CREDITS: ("sys",),
    OP_ATTACK: ("own_vessel enemy_vessel",),
    OP_DESTROY_OWN: ("own_ship vessel",),
    OP_RAM: ("own_ship vessel",),
    OP_BUILD: ("own_sys",),
    OP_MOD_ATTACK_HERE: ("sys",),
    OP_MOD_HP_HERE: ("sys",),
    OP_MOD_ATTACK: ("vessel",),
    OP_MOD_HP: ("vessel",),
    OP_MULTI: ("vessel",),
    OP_GRANT_REDIRECT: ("vessel",),
    OP_DOUBLE_ATTACK: ("own_vessel",),
    OP_PAY_X: ("self X",),
    OP_STEAL: ("player",),
    OP_COUNTER: ("command",),
    OP_DESTROY: ("sys vessel",),
    OP_PUSH: ("foreign_ship sys",),
    OP_EXTRA_TURN: ("",),
    OP_DESTROY_ALL: ("sys",),
    OP_RANGE2: ("sys",),
    OP_LOCK: ("sys",),
    OP_PREVENT: ("ship", "vessel"),
    OP_UNTARGETABLE: ("vessel",),
    OP_DRAW: ("",),
    OP_JUMP: ("ship sys",),
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
    grants = [c for c in range(st.NUM_CARDS) if OP_GRANT_REDIRECT in t["item_op"][c]]
    if sum(int(t["card_copies"][c]) for c in grants) > st.NUM_GRANTS:
        raise builder.fail(
            "cards.csv", last, "copies", f"at most {st.NUM_GRANTS} cards that redirect damage", "more"
        )
