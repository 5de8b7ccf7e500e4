"""Starship Captains: a folder of card lists -> one TABLES record with the names of its cards."""

from __future__ import annotations

import re
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
from . import worth as wo

DATA = Path(__file__).parent / "data"
SETS = ("reconstructed",)
_ROOM_EFFECTS = ("MV2", "FT", "RS", "RP1")
_ROOM_COLOURS = (0, 1, 2, 3)
_STATIONS = ("HOME", "ST_TIN", "ST_TRADE")
_REWARDS = ("medal and artifact", "android")
_ARTIFACTS = ("red yellow", "yellow blue", "red blue")
_ACTIONS = ("take_tech", "complete_mission", "fight_pirate", "passenger")

_EFFECT = optional(text(), "")


def icons(cell: str) -> list[int]:
    """Four bonus icons: left top, left bottom, right top, right bottom."""
    if len(cell) != tb.NUM_ICONS or any(letter not in tb.ICONS for letter in cell):
        raise ValueError(f"expected {tb.NUM_ICONS} letters of {tb.ICONS}, got {cell!r}")
    return [tb.ICONS.index(letter) for letter in cell]


_SCHEMAS: dict[str, dict[str, Converter]] = {
    "routes": {
        "side": whole(1, 2),
        "from": text(),
        "to": text(),
        "colour": choice(*st.ROUTE_COLOURS),
        "marked": whole(0, 1),
        "source": text(),
    },
    "tiles": {
        "tile": choice(*tb.TILES),
        "copies": whole(0, 15),
        "four_player_copies": whole(0, 15),
        "source": text(),
    },
    "stations": {"id": choice(*_STATIONS), "name": text(), "effect": text(), "source": text()},
    "techs": {
        "id": text(),
        "name": text(),
        "tier": choice("alpha", "beta"),
        "kind": choice("room", "ability"),
        "colour": optional(choice(*st.COLOURS)),
        "hook": optional(choice(*tb.HOOKS)),
        "effect": _EFFECT,
        "flag": optional(choice("ONCE", "REPL")),
        "icons": icons,
        "source": text(),
    },
    "omegas": {
        "id": text(),
        "name": text(),
        "per": choice(*tb.PERS),
        "points": whole(1, 9),
        "icons": icons,
        "source": text(),
    },
    "missions": {
        "id": text(),
        "name": text(),
        "points": whole(0, 20),
        **{f"line_{k + 1}": _EFFECT for k in range(st.MAX_LINES)},
        "source": text(),
    },
    "events": {
        "id": text(),
        "faction": choice(*st.TRACKS),
        "name": text(),
        "solo": choice("yes", "no"),
        "all": _EFFECT,
        "each": _EFFECT,
        "at_station": _EFFECT,
        "source": text(),
    },
    "tracks": {
        "track": choice(*st.TRACKS),
        "side": choice("A", "B"),
        **{f"space_{k}": _EFFECT for k in range(1, st.TRACK_LENGTH)},
        "source": text(),
    },
    "slots": {
        "side": choice("A", "B"),
        "slot": whole(1, st.NUM_SLOTS),
        "icons": icons,
        "damaged": whole(0, 1),
        "source": text(),
    },
    "pirates": {
        "exhaust": choice(*st.ROUTE_COLOURS),
        "reward": choice(*_REWARDS),
        "copies": whole(0, 99),
        "source": text(),
    },
    "artifacts": {"colours": choice(*_ARTIFACTS), "copies": whole(0, 99), "source": text()},
    "passengers": {
        "id": text(),
        "name": text(),
        "techs": text(),
        "effect": _EFFECT,
        "base": whole(-20, 20),
        "per": choice(*tb.PERS),
        "points": whole(0, 20),
        "source": text(),
    },
    "solo_actions": {"action": choice(*_ACTIONS), "copies": whole(1, 9), "source": text()},
    "epilogues": {"points": whole(tb.FIRST_EPILOGUE, tb.LAST_EPILOGUE), "text": text(), "source": text()},
}
_ROWS = {
    "routes": 21 + st.NUM_ROUTES,
    "tiles": tb.NUM_TILES,
    "stations": st.NUM_STATIONS,
    "techs": st.NUM_TECHS,
    "omegas": st.NUM_OMEGAS,
    "missions": st.NUM_MISSIONS,
    "events": st.NUM_EVENTS,
    "tracks": 2 * st.NUM_TRACKS,
    "slots": 2 * st.NUM_SLOTS,
    "pirates": st.NUM_PIRATES,
    "artifacts": st.NUM_ARTIFACTS,
    "passengers": st.NUM_PASSENGERS,
    "solo_actions": st.NUM_ACTION_CARDS,
    "epilogues": tb.LAST_EPILOGUE - tb.FIRST_EPILOGUE + 1,
}
_CODES = ("H", "I1", "I2", "I3", "M1", "M2", "M3", "M4", "M5", "M6", "O1", "O2", "O3", "O4", "O5", "O6")


class _Builder:
    """Fills one TABLES record file by file."""

    def __init__(self, folder: Path) -> None:
        self.array = np.zeros(1, tb.TABLES)
        self.t = self.array[0]
        self.effects: dict[str, int] = {"": tb.NO_EFFECT}
        self.rows = {name: read_rows(folder / f"{name}.csv", schema) for name, schema in _SCHEMAS.items()}
        for name, wanted in _ROWS.items():
            if len(self.rows[name]) != wanted:
                raise TableError(f"{name}.csv: expected {wanted} rows, got {len(self.rows[name])}")

    def fail(self, file: str, number: int, column: str, expected: str, got: object) -> TableError:
        """The error that names file, row, column and what was expected."""
        return TableError(
            f"{file}.csv, row {number + 2}, column {column!r}: expected {expected}, got {got!r}"
        )

    # Effects

    def effect(self, file: str, number: int, column: str, phrase: str) -> int:
        """The number of an effect, entered when it is new."""
        phrase = " ".join(phrase.split())
        if phrase not in self.effects:
            cells = [self.cell(file, number, column, word) for word in phrase.split()]
            if len(cells) > tb.NUM_CELLS:
                raise self.fail(file, number, column, f"at most {tb.NUM_CELLS} operations", phrase)
            index = len(self.effects)
            if index == tb.NUM_EFFECTS:
                raise TableError(f"more than {tb.NUM_EFFECTS} different effects")
            self.effects[phrase] = index
            self.t["num_effects"] = index + 1
            for k, (op, arg, first, second) in enumerate(cells):
                self.t["op"][index, k], self.t["arg"][index, k] = op, arg
                self.t["inner"][index, k] = first, second
        return self.effects[phrase]

    def cell(self, file: str, number: int, column: str, word: str) -> tuple[int, int, int, int]:
        def inner(phrase: str) -> int:
            return self.effect(file, number, column, phrase.replace("+", " "))

        plain = re.fullmatch(r"([A-Z]+?)([1-9]?)", word)
        either = re.fullmatch(r"CH\(([^|()]+)\|([^|()]+)\)", word)
        paid = re.fullmatch(rf"PAY\(([{tb.PAYS}]):([^()]+)\)", word)
        per = re.fullmatch(r"PER\(N:([^()]+)\)", word)
        if either:
            return tb.OP_CHOICE, 1, inner(either[1]), inner(either[2])
        if paid:
            return tb.OP_PAY, tb.PAYS.index(paid[1]), inner(paid[2]), 0
        if per:
            return tb.OP_PER_ANDROID, 1, inner(per[1]), 0
        if plain and plain[1] in tb.OPS and plain[1] not in ("NOP", "CH", "PAY", "PER"):
            return tb.OPS.index(plain[1]), int(plain[2] or 1), 0, 0
        raise self.fail(file, number, column, "operations such as MV2, CH(NI3|MD2), PAY(A:TC5)", word)

    # Files

    def build(self) -> None:
        """All files."""
        t = self.t
        for k, phrase in enumerate(_ROOM_EFFECTS):
            t["room_effect"][k] = self.effect("rooms", k, "effect", phrase)
            t["room_colour"][k] = _ROOM_COLOURS[k]
        for name, phrase in (
            ("bonus_repair", "RP1"),
            ("bonus_repair_2", "RP2"),
            ("bonus_medal", "MD1"),
            ("bonus_move", "MV1"),
            ("bonus_jump", "JP"),
        ):
            t[name] = self.effect("rooms", 0, "effect", phrase)
        t["hook"] = -1
        t["omega_per"] = -1
        t["route_at"] = -1
        t["beyond"] = -1
        self.routes()
        self.each("tiles", self.tile)
        self.each("stations", self.station)
        self.each("techs", self.tech)
        self.each("omegas", self.omega)
        self.each("missions", self.mission)
        self.each("events", self.event)
        self.each("tracks", self.track)
        self.each("slots", self.slot)
        self.each("pirates", self.pirate)
        self.each("artifacts", self.artifact)
        self.each("passengers", self.passenger)
        self.each("solo_actions", self.action)
        self.each("epilogues", self.epilogue)
        self.reward_missions()
        self.check_map()
        wo.measure_map(t)

    def each(self, file: str, fill: Any) -> None:
        for number, row in enumerate(self.rows[file]):
            fill(number, row)

    def routes(self) -> None:
        t = self.t
        t["num_locations"] = st.SIDE_LOCATIONS
        for number, row in enumerate(self.rows["routes"]):
            side = row["side"] - 1
            known = _CODES[: st.SIDE_LOCATIONS[side]]
            for column in ("from", "to"):
                if row[column] not in known:
                    raise self.fail("routes", number, column, f"one of {', '.join(known)}", row[column])
            route = int(t["num_routes"][side])
            ends = known.index(row["from"]), known.index(row["to"])
            colour = st.ROUTE_COLOURS.index(row["colour"])
            for here, there in (ends, ends[::-1]):
                if t["route_at"][side, here, colour] >= 0:
                    raise self.fail(
                        "routes", number, "colour", "one route of a colour a place", row["colour"]
                    )
                t["route_at"][side, here, colour] = route
                t["beyond"][side, here, colour] = there
            t["route_ends"][side, route] = ends
            t["route_marked"][side, route] = row["marked"]
            t["num_routes"][side] = route + 1

    def check_map(self) -> None:
        """Every planet gets a tile. Routes need no look: so many of them fill every colour of every place."""
        for side, places in enumerate(st.SIDE_LOCATIONS):
            tiles = int(self.t["tile_copies"][side].sum())
            if tiles != places - 1:
                raise TableError(f"tiles.csv: expected {places - 1} tiles for side {side + 1}, got {tiles}")

    def tile(self, number: int, row: dict[str, Any]) -> None:
        kind = tb.TILES.index(row["tile"])
        self.t["tile_copies"][0, kind] = row["copies"]
        self.t["tile_copies"][1, kind] = row["copies"] + row["four_player_copies"]

    def station(self, number: int, row: dict[str, Any]) -> None:
        if row["id"] != _STATIONS[number]:
            raise self.fail("stations", number, "id", _STATIONS[number], row["id"])
        self.t["station_effect"][number] = self.effect("stations", number, "effect", row["effect"])

    def tech(self, number: int, row: dict[str, Any]) -> None:
        t = self.t
        t["tier"][number] = st.ALPHA if row["tier"] == "alpha" else st.BETA
        if row["tier"] == "beta":
            t["betas"] |= 1 << number
        room = row["kind"] == "room"
        if room != (row["colour"] is not None) or room == (row["hook"] is not None):
            raise self.fail(
                "techs", number, "kind", "a colour for a room, a hook for an ability", row["kind"]
            )
        t["is_room"][number] = room
        effect = row["effect"]
        if room:
            t["colour"][number] = st.COLOURS.index(row["colour"])
        else:
            t["hook"][number] = tb.HOOKS.index(row["hook"])
            if row["hook"] == "LOCKERS":
                t["lockers"][number] = int(effect)
                effect = ""
        t["tech_effect"][number] = self.effect("techs", number, "effect", effect)
        t["once"][number] = row["flag"] == "ONCE"
        t["replaces"][number] = row["flag"] == "REPL"
        t["icon"][number] = row["icons"]

    def omega(self, number: int, row: dict[str, Any]) -> None:
        card = st.FIRST_OMEGA + number
        self.t["omega_per"][card] = tb.PERS.index(row["per"])
        self.t["omega_points"][card] = row["points"]
        self.t["icon"][card] = row["icons"]

    def mission(self, number: int, row: dict[str, Any]) -> None:
        t = self.t
        lines = [row[f"line_{k + 1}"] for k in range(st.MAX_LINES)]
        used = [line for line in lines if line]
        if not used or lines[: len(used)] != used:
            raise self.fail("missions", number, "line_1", "lines without gaps", lines)
        t["mission_points"][number] = row["points"]
        t["mission_lines"][number] = len(used)
        for k, line in enumerate(used):
            found = re.fullmatch(r"([RYBD]): (.+)", line)
            if not found:
                raise self.fail("missions", number, f"line_{k + 1}", "a colour and an effect: 'R: MV2'", line)
            colour = "RYBD".index(found[1])
            t["line_colour"][number, k] = colour
            t["colour_lines"][number, colour] += 1
            t["line_effect"][number, k] = self.effect("missions", number, f"line_{k + 1}", found[2])
            if colour != st.GOLD:
                t["colour_missions"][colour] |= 1 << number
            if re.search(r"\b(FT|AM\d?|PT\d?)\b|PAY\(P", found[2]):
                t["mission_icon"][number] = 1

    def reward_missions(self) -> None:
        """For each tech the missions whose completion gives its effect."""
        t = self.t
        icons = sum(1 << mission for mission in range(st.NUM_MISSIONS) if t["mission_icon"][mission])
        missions = {
            tb.HOOK_MISSION: (1 << st.NUM_MISSIONS) - 1,
            tb.HOOK_MISSION_ICON: icons,
            tb.HOOK_MISSION_RED: int(t["colour_missions"][st.RED]),
            tb.HOOK_MISSION_YELLOW: int(t["colour_missions"][st.YELLOW]),
            tb.HOOK_MISSION_BLUE: int(t["colour_missions"][st.BLUE]),
        }
        for card in range(st.NUM_TECH_CARDS):
            t["rewarded"][card] = missions.get(int(t["hook"][card]), 0)

    def event(self, number: int, row: dict[str, Any]) -> None:
        t = self.t
        t["event_track"][number] = st.TRACKS.index(row["faction"])
        t["event_solo"][number] = row["solo"] == "yes"
        for name, column in (("event_all", "all"), ("event_each", "each"), ("event_order", "at_station")):
            t[name][number] = self.effect("events", number, column, row[column])

    def track(self, number: int, row: dict[str, Any]) -> None:
        track, side = st.TRACKS.index(row["track"]), "AB".index(row["side"])
        for k in range(1, st.TRACK_LENGTH):
            phrase = row[f"space_{k}"]
            if phrase == "EV":
                self.t["event_space"][track, side] = k
            else:
                self.t["bonus"][track, side, k] = self.effect("tracks", number, f"space_{k}", phrase)
        if not self.t["event_space"][track, side]:
            raise self.fail("tracks", number, "side", "one space EV", "none")

    def slot(self, number: int, row: dict[str, Any]) -> None:
        side, slot = "AB".index(row["side"]), row["slot"] - 1
        self.t["slot_icon"][side, slot] = row["icons"]
        self.t["slot_damaged"][side] |= row["damaged"] << slot

    def pirate(self, number: int, row: dict[str, Any]) -> None:
        kind = 3 * _REWARDS.index(row["reward"]) + st.ROUTE_COLOURS.index(row["exhaust"])
        self.t["pirate_copies"][kind] = row["copies"]

    def artifact(self, number: int, row: dict[str, Any]) -> None:
        kind = _ARTIFACTS.index(row["colours"])
        self.t["artifact_copies"][kind] = row["copies"]
        self.t["artifact_colours"][kind] = sum(1 << st.COLOURS.index(word) for word in row["colours"].split())

    def passenger(self, number: int, row: dict[str, Any]) -> None:
        t = self.t
        ids = [each["id"] for each in self.rows["techs"]]
        words = row["techs"].split()
        if len(words) != st.NUM_SHARED or any(word not in ids for word in words):
            raise self.fail("passengers", number, "techs", f"{st.NUM_SHARED} ids of techs.csv", row["techs"])
        t["rider_techs"][number] = [ids.index(word) for word in words]
        t["rider_effect"][number] = self.effect("passengers", number, "effect", row["effect"])
        t["rider_base"][number] = row["base"]
        t["rider_per"][number] = tb.PERS.index(row["per"])
        t["rider_points"][number] = row["points"]

    def action(self, number: int, row: dict[str, Any]) -> None:
        self.t["action_copies"][_ACTIONS.index(row["action"])] = row["copies"]

    def epilogue(self, number: int, row: dict[str, Any]) -> None:
        if row["points"] != tb.FIRST_EPILOGUE + number:
            raise self.fail("epilogues", number, "points", str(tb.FIRST_EPILOGUE + number), row["points"])

    def labels(self) -> dict[str, list[str]]:
        """What people call the things."""
        rows = self.rows
        return {
            "techs": [row["name"] for row in rows["techs"]] + [row["name"] for row in rows["omegas"]],
            "missions": [row["name"] for row in rows["missions"]],
            "events": [row["name"] for row in rows["events"]],
            "passengers": [row["name"] for row in rows["passengers"]],
            "stations": [row["name"] for row in rows["stations"]],
            "epilogues": [row["text"] for row in rows["epilogues"]],
        }


def load(which: str | Path) -> Content:
    """A card set by its name, or any folder of the same files."""
    folder = DATA / str(which) if str(which) in SETS else Path(which)
    builder = _Builder(folder)
    builder.build()
    paths = [folder / f"{name}.csv" for name in _SCHEMAS]
    return Content(str(which), builder.array, builder.labels(), digest_files(paths), folder)
