"""Starfarers of Catan: chips, costs and friendship cards of a content set."""

from __future__ import annotations

import re

import numpy as np

from astrarium.core.tables import TableError

from . import state as st
from .sheets import Sheets, fail


def _face(sheets: Sheets, number: int, words: str) -> int:
    """The number of a face; a new one is added."""
    t = sheets.t
    if words in sheets.faces:
        return sheets.faces.index(words)
    face = len(sheets.faces)
    if face == st.NUM_FACES:
        raise fail("chips.csv", number, "face", f"at most {st.NUM_FACES} different faces", words)
    sheets.faces.append(words)
    if match := re.fullmatch(r"pirate ([1-9])", words):
        t["face_pirate"][face] = int(match[1])
    elif match := re.fullmatch(r"ice ([1-5])", words):
        t["face_ice"][face] = int(match[1])
    elif re.fullmatch(r"\d+(/\d+)?", words) and all(2 <= int(n) <= 12 and n != "7" for n in words.split("/")):
        for total in map(int, words.split("/")):
            t["face_totals"][face] |= 1 << total
            t["face_pips"][face] += 6 - abs(7 - total)
    else:
        raise fail("chips.csv", number, "face", "totals such as 8 or 3/12, pirate N or ice N", words)
    t["num_faces"] = face + 1
    return face


def add_chips(sheets: Sheets) -> None:
    """Chips by colour and face."""
    t, file = sheets.t, "chips.csv"
    for number, row in enumerate(sheets.rows[file], 2):
        face, dot = _face(sheets, number, row["face"]), st.DOTS.index(row["dot"])
        t["chips"][dot, face] += 1
        barred = bool(t["face_pirate"][face] or t["face_ice"][face])
        if barred and dot in (st.GREEK, st.WHITE_DOT):
            raise fail(file, number, "face", "a number on greek and white chips", row["face"])
        if dot == st.GREEK:
            if row["planet"] not in sheets.planet_ids[: 3 * st.HOME_SYSTEMS]:
                raise fail(file, number, "planet", "the id of a home planet", row["planet"])
            t["home_face"][sheets.planet_ids.index(row["planet"])] = face
    for dot, name in enumerate(st.DOTS):
        planets = st.NUM_RESERVE if dot == st.WHITE_DOT else int((t["planet_dot"] == dot).sum())
        if t["chips"][dot].sum() != planets:
            raise TableError(f"{file}: expected {planets} {name} chips, got {t['chips'][dot].sum()}")
    barred = (t["face_pirate"] > 0) | (t["face_ice"] > 0)
    if t["chips"][:, barred].sum() > st.NUM_RESERVE:
        raise TableError(f"{file}: expected at most {st.NUM_RESERVE} pirate lairs and ice planets")
    if (t["home_face"][: 3 * st.HOME_SYSTEMS] < 0).any():
        raise TableError(f"{file}: expected a chip for every home planet")
    t["most_pips"] = t["face_pips"].max()
    for face in range(len(sheets.faces)):
        t["pirates_above"][: t["face_pirate"][face]] |= 1 << face
        t["ice_above"][: t["face_ice"][face]] |= 1 << face
    for dot in range(st.NUM_DOTS):
        chips = t["chips"][dot]
        for chip, face in enumerate(np.repeat(np.arange(st.NUM_FACES), chips).tolist()):
            t["chip_face"][dot, chip] = face
            t["face_chips"][dot, face] |= 1 << chip
        t["dot_pips"][dot] = (chips * t["face_pips"]).sum() / chips.sum()
        t["dot_clear"][dot] = chips[~barred].sum() / chips.sum()
    sheets.labels["face"] = tuple(sheets.faces)


def add_costs(sheets: Sheets) -> None:
    """What can be built for which cards."""
    for row in sheets.expect("costs.csv", st.NUM_ITEMS):
        sheets.t["cost"][st.ITEMS.index(row["item"])] = [row[resource] for resource in st.RESOURCES]
    if not sheets.t["cost"].any(axis=1).all():
        raise TableError("costs.csv: expected one row for each of " + ", ".join(st.ITEMS))


def add_friends(sheets: Sheets) -> None:
    """Friendship cards and what they do."""
    t, file = sheets.t, "friendship.csv"
    effects: list[str] = []
    rows = sheets.expect(file, st.NUM_FRIENDS)
    for friend, row in enumerate(rows):
        if row["race"] != sheets.labels["race"][friend // st.OUTPOSTS_PER_RACE]:
            races = ", ".join(sheets.labels["race"])
            raise fail(file, friend + 2, "race", f"five rows each of {races}, in this order", row["race"])
        if row["effect"] in effects and effects.index(row["effect"]) // 5 == friend // 5:
            t["friend_twin"][friend] = len(effects) - 1 - effects[::-1].index(row["effect"])
        effects.append(row["effect"])
        for part in row["effect"].split("; "):
            _add_effect(sheets, friend, part)
    sheets.labels["friend"] = tuple(row["name"] for row in rows)


def _add_effect(sheets: Sheets, friend: int, part: str) -> None:
    """One part of what a friendship card does."""
    t, bit = sheets.t, 1 << friend
    words = part.split()
    kinds = "|".join(st.RESOURCES)
    if match := re.fullmatch(rf"BONUS ({kinds})", part):
        t["bonus_cards"][st.RESOURCES.index(match[1])] |= bit
    elif match := re.fullmatch(rf"(RATE|ONCE) ({kinds}) ([1-3])", part):
        resource, word = st.RESOURCES.index(match[2]), match[1].lower()
        t[f"{word}_cards"][resource] |= bit
        t[f"{word}_price"][resource] = int(match[3])
    elif match := re.fullmatch(r"(SPEED|COMBAT) ([1-9])", part):
        t[f"friend_{match[1].lower()}"][friend] += int(match[2])
    elif match := re.fullmatch(r"TRIBUTE (\d+)", part):
        t["tribute_cards"] |= bit
        t["tribute_above"] = int(match[1])
    elif part in ("FAME", "HELP", "RELIEF"):
        t[f"{words[0].lower()}_cards"] |= bit
    else:
        expected = "BONUS, RATE, ONCE, SPEED, COMBAT, TRIBUTE, FAME, HELP or RELIEF with their arguments"
        raise fail("friendship.csv", friend + 2, "effect", expected, part)
