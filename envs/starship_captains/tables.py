"""Starship Captains: a folder of card lists -> one TABLES record.

An effect is a list of operations such as "MV2 RP1", "CH(NI3|MD2)", "PAY(A:TC5)" or "PER(N:TC2)". Every effect
gets a number; an operation is a cell (code, number, effect), the effect being that of a choice or a payment.
"""

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
from . import worth as wo

DATA = Path(__file__).parent / "data"
SETS = ("reconstructed",)

OPS = (
    "NOP",
    "MV",
    "JP",
    "FT",
    "RS",
    "RR",
    "RP",
    "DM",
    "AM",
    "AN",
    "MD",
    "AR",
    "PT",
    "CO",
    "TC",
    "NI",
    "AA",
    "SA",
    "QR",
    "CH",
    "PAY",
    "PER",
    "RO",
    "LB",
    "PK",
    "COPY",
    "EV",
    "CD",
    "FX",
    "RD",
    "CF",
    "HS",
    "CS",
    "SH",
    "DT",
)
(
    OP_NONE,
    OP_MOVE,
    OP_JUMP,
    OP_FIGHT,
    OP_RESEARCH,
    OP_RECYCLE,
    OP_REPAIR,
    OP_DAMAGE,
    OP_AMBUSH,
    OP_ANDROID,
    OP_MEDAL,
    OP_ARTIFACT,
    OP_PIRATE,
    OP_COOPERATIVE,
    OP_TINCAN,
    OP_NIAN,
    OP_ONE_TRACK,
    OP_ANY_TRACK,
    OP_QUEUE,
    OP_CHOICE,
    OP_PAY,
    OP_PER_ANDROID,
    OP_OMEGA,
    OP_LIBRARY,
    OP_PEEK,
    OP_COPY,
    OP_EVENT,
    OP_CADET,
    OP_SAFE_FIGHT,
    OP_RAID,
    OP_CEASEFIRE,
    OP_SUMMIT,
    OP_CROWD,
    OP_SHARE,
    OP_DISCARD_TECH,
) = range(35)
NUM_OPS = len(OPS)
PAY_ARTIFACT, PAY_PIRATE, PAY_CARGO, PAY_MEDAL, PAY_ANDROID, PAY_TECH = range(6)
_PAYS = "APCMNT"

HOOKS = (
    "PAY_MEDAL_WITH_ARTIFACT",
    "PAY_MEDAL_WITH_PIRATE",
    "LOCKERS",
    "PREVENT_DAMAGE_PAY_PIRATE",
    "MOVE_AS_REPAIR",
    "ON_MISSION_ICON",
    "ON_MISSION_R",
    "ON_MISSION_Y",
    "ON_MISSION_B",
    "BONUS_REPAIR_2",
    "MISSION_FIRST_DAMAGE_FREE",
    "TRACK_REDIRECT",
    "BONUS_MOVE_IS_JUMP",
    "FIRST_FIGHT_NO_DAMAGE",
    "MOVE_NO_PIRATE_DAMAGE",
    "FIRST_TRAIN_FREE",
    "PROMOTE_COST_2",
    "ON_HELM",
    "ON_FIGHT",
    "ON_MISSION",
    "QUEUE_KEEP_2",
    "ON_RESEARCH",
    "ON_STATION",
    "ON_ANDROID_USED",
)
(
    HOOK_ARTIFACT_DISPLAY,
    HOOK_TROPHY_DISPLAY,
    HOOK_LOCKERS,
    HOOK_HULL_PLATING,
    HOOK_HYPER_CHARGER,
    HOOK_MISSION_ICON,
    HOOK_MISSION_RED,
    HOOK_MISSION_YELLOW,
    HOOK_MISSION_BLUE,
    HOOK_REPAIR_BOTS,
    HOOK_STEALTH_PAINT,
    HOOK_TRANSLATOR,
    HOOK_WORMHOLE,
    HOOK_TARGETING,
    HOOK_DEFLECTOR,
    HOOK_SIMULATOR,
    HOOK_OFFICER_SCHOOL,
    HOOK_HELM,
    HOOK_FIGHT,
    HOOK_MISSION,
    HOOK_RESERVE,
    HOOK_RESEARCH,
    HOOK_STATION,
    HOOK_ANDROID_USED,
) = range(24)

ICONS = "-WMV"
ICON_NONE, ICON_REPAIR, ICON_MEDAL, ICON_MOVE = range(4)
NUM_ICONS = 4  # places: left top, left bottom, right top, right bottom
LEFT_TOP, LEFT_BOTTOM, RIGHT_TOP, RIGHT_BOTTOM = range(4)

PERS = (
    "ARTIFACT_TYPES",
    "ICON_PAIRS",
    "RED_FIGURES",
    "YELLOW_FIGURES",
    "BLUE_FIGURES",
    "COMMANDERS",
    "DAMAGE",
    "RED_MISSIONS",
    "YELLOW_MISSIONS",
    "BLUE_MISSIONS",
    "PIRATE_TOKENS",
    "LOWEST_ZONE",
    "NO_CARGO_DAMAGE",
    "ARTIFACTS",
    "INSTALLED_TECHS",
    "TINCAN_ZONE",
)
(
    PER_ARTIFACT_TYPES,
    PER_ICON_PAIRS,
    PER_RED_FIGURES,
    PER_YELLOW_FIGURES,
    PER_BLUE_FIGURES,
    PER_COMMANDERS,
    PER_DAMAGE,
    PER_RED_MISSIONS,
    PER_YELLOW_MISSIONS,
    PER_BLUE_MISSIONS,
    PER_PIRATE_TOKENS,
    PER_LOWEST_ZONE,
    PER_NO_CARGO_DAMAGE,
    PER_ARTIFACTS,
    PER_INSTALLED_TECHS,
    PER_TINCAN_ZONE,
) = range(16)

FIRST_EPILOGUE, LAST_EPILOGUE = 20, 75  # points: up to that many, that many and more
NUM_EFFECTS = 400
NUM_CELLS = 4
NO_EFFECT = 0
_ROOM_EFFECTS = ("MV2", "FT", "RS", "RP1")
_ROOM_COLOURS = (0, 1, 2, 3)
_STATIONS = ("HOME", "ST_TIN", "ST_TRADE")
_FACTIONS = st.TRACKS
_REWARDS = ("medal and artifact", "android")
_ARTIFACTS = ("red yellow", "yellow blue", "red blue")
_ACTIONS = ("take_tech", "complete_mission", "fight_pirate", "passenger")
_TILES = ("MISSION", *(f"N{n}" for n in range(1, st.NUM_NUMBERS + 1)), "ST_TIN", "ST_TRADE")
NUM_TILES = len(_TILES)
TILE_MISSION, TILE_FIRST_NUMBER, TILE_FIRST_STATION = 0, 1, 1 + st.NUM_NUMBERS

TABLES = np.dtype(
    [
        # effects
        ("op", "i1", (NUM_EFFECTS, NUM_CELLS)),
        ("arg", "i1", (NUM_EFFECTS, NUM_CELLS)),
        ("inner", "i2", (NUM_EFFECTS, NUM_CELLS, 2)),
        # the map, by side
        ("num_locations", "i1", 2),
        ("num_routes", "i1", 2),
        ("route_at", "i1", (2, st.NUM_LOCATIONS, st.NUM_ROUTE_COLOURS)),
        ("beyond", "i1", (2, st.NUM_LOCATIONS, st.NUM_ROUTE_COLOURS)),  # where that route leads
        ("route_ends", "i1", (2, st.NUM_ROUTES, 2)),
        ("route_marked", "i1", (2, st.NUM_ROUTES)),
        ("tile_copies", "i1", (2, NUM_TILES)),
        ("station_effect", "i2", st.NUM_STATIONS),
        # techs and omegas
        ("tier", "i1", st.NUM_TECHS),
        ("betas", "i8"),  # bitset
        ("is_room", "i1", st.NUM_TECH_CARDS),
        ("colour", "i1", st.NUM_TECH_CARDS),
        ("hook", "i1", st.NUM_TECH_CARDS),  # -1 = none
        ("lockers", "i1", st.NUM_TECH_CARDS),  # cargo slots that it adds
        ("tech_effect", "i2", st.NUM_TECH_CARDS),
        ("once", "i1", st.NUM_TECH_CARDS),
        ("replaces", "i1", st.NUM_TECH_CARDS),
        ("icon", "i1", (st.NUM_TECH_CARDS, NUM_ICONS)),
        ("omega_per", "i1", st.NUM_TECH_CARDS),
        ("omega_points", "i1", st.NUM_TECH_CARDS),
        ("room_effect", "i2", st.NUM_PRINTED),
        ("room_colour", "i1", st.NUM_PRINTED),
        # effects that rules name
        ("bonus_repair", "i2"),
        ("bonus_repair_2", "i2"),
        ("bonus_medal", "i2"),
        ("bonus_move", "i2"),
        ("bonus_jump", "i2"),
        # missions
        ("mission_points", "i1", st.NUM_MISSIONS),
        ("mission_lines", "i1", st.NUM_MISSIONS),
        ("line_colour", "i1", (st.NUM_MISSIONS, st.MAX_LINES)),
        ("line_effect", "i2", (st.NUM_MISSIONS, st.MAX_LINES)),
        ("mission_icon", "i1", st.NUM_MISSIONS),  # for Ni'an Comms
        ("colour_missions", "i8", st.NUM_COLOURS),  # bitsets
        # events
        ("event_track", "i1", st.NUM_EVENTS),
        ("event_solo", "i1", st.NUM_EVENTS),
        ("event_all", "i2", st.NUM_EVENTS),
        ("event_each", "i2", st.NUM_EVENTS),
        ("event_station", "i2", st.NUM_EVENTS),
        # tracks, tech slots, tokens
        ("bonus", "i2", (st.NUM_TRACKS, 2, st.TRACK_LENGTH)),
        ("event_space", "i1", (st.NUM_TRACKS, 2)),
        ("slot_icon", "i1", (2, st.NUM_SLOTS, NUM_ICONS)),
        ("slot_damaged", "i1", 2),  # bitsets
        ("pirate_copies", "i1", st.NUM_PIRATES),
        ("artifact_copies", "i1", st.NUM_ARTIFACTS),
        ("artifact_colours", "i1", st.NUM_ARTIFACTS),  # bitsets
        # solo
        ("rider_techs", "i1", (st.NUM_PASSENGERS, st.NUM_SHARED)),
        ("rider_effect", "i2", st.NUM_PASSENGERS),
        ("rider_base", "i1", st.NUM_PASSENGERS),
        ("rider_per", "i1", st.NUM_PASSENGERS),
        ("rider_points", "i1", st.NUM_PASSENGERS),
        ("action_copies", "i1", st.NUM_ACTION_CARDS),
        # for the evaluation: points as it stands, and points to come from the beginning of the game
        ("unit_worth", "f8", (NUM_EFFECTS, NUM_CELLS, 2)),  # one repetition of an operation
        ("worth_from", "f8", (NUM_EFFECTS, NUM_CELLS + 1, 2)),  # an effect from an operation on
        ("line_worth", "f8", (st.NUM_MISSIONS, st.MAX_LINES, 2)),
        ("fight_worth", "f8", (st.NUM_MISSIONS, st.MAX_LINES, 2)),  # of that for fights
        ("lines_worth", "f8", (st.NUM_MISSIONS, 2)),  # all lines
        ("tech_worth", "f8", (st.NUM_TECH_CARDS, 2)),
        ("ahead", "f8", (st.NUM_TRACKS, 2, st.TRACK_LENGTH, 2)),  # bonuses before a marker
        ("distance", "i1", (2, st.NUM_LOCATIONS, st.NUM_LOCATIONS)),  # in routes
    ],
    align=True,
)

_EFFECT = optional(text(), "")


def icons(cell: str) -> list[int]:
    """Four bonus icons: left top, left bottom, right top, right bottom."""
    if len(cell) != NUM_ICONS or any(letter not in ICONS for letter in cell):
        raise ValueError(f"expected {NUM_ICONS} letters of {ICONS}, got {cell!r}")
    return [ICONS.index(letter) for letter in cell]


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
        "tile": choice(*_TILES),
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
        "hook": optional(choice(*HOOKS)),
        "effect": _EFFECT,
        "flag": optional(choice("ONCE", "REPL")),
        "icons": icons,
        "source": text(),
    },
    "omegas": {
        "id": text(),
        "name": text(),
        "per": choice(*PERS),
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
        "faction": choice(*_FACTIONS),
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
        "per": choice(*PERS),
        "points": whole(0, 20),
        "source": text(),
    },
    "solo_actions": {"action": choice(*_ACTIONS), "copies": whole(1, 9), "source": text()},
    "epilogues": {"points": whole(FIRST_EPILOGUE, LAST_EPILOGUE), "text": text(), "source": text()},
}
_ROWS = {
    "routes": 21 + st.NUM_ROUTES,
    "tiles": NUM_TILES,
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
    "epilogues": LAST_EPILOGUE - FIRST_EPILOGUE + 1,
}
_CODES = ("H", "I1", "I2", "I3", "M1", "M2", "M3", "M4", "M5", "M6", "O1", "O2", "O3", "O4", "O5", "O6")


class _Builder:
    """Fills one TABLES record file by file."""

    def __init__(self, folder: Path) -> None:
        self.array = np.zeros(1, TABLES)
        self.t = self.array[0]
        self.effects: dict[str, int] = {"": NO_EFFECT}
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
            if len(cells) > NUM_CELLS:
                raise self.fail(file, number, column, f"at most {NUM_CELLS} operations", phrase)
            index = len(self.effects)
            if index == NUM_EFFECTS:
                raise TableError(f"more than {NUM_EFFECTS} different effects")
            self.effects[phrase] = index
            for k, (op, arg, first, second) in enumerate(cells):
                self.t["op"][index, k], self.t["arg"][index, k] = op, arg
                self.t["inner"][index, k] = first, second
            self.value_effect(index, len(cells))
        return self.effects[phrase]

    def cell(self, file: str, number: int, column: str, word: str) -> tuple[int, int, int, int]:
        def inner(phrase: str) -> int:
            return self.effect(file, number, column, phrase.replace("+", " "))

        plain = re.fullmatch(r"([A-Z]+?)(\d?)", word)
        either = re.fullmatch(r"CH\(([^|()]+)\|([^|()]+)\)", word)
        paid = re.fullmatch(rf"PAY\(([{_PAYS}]):([^()]+)\)", word)
        per = re.fullmatch(r"PER\(N:([^()]+)\)", word)
        if either:
            return OP_CHOICE, 1, inner(either[1]), inner(either[2])
        if paid:
            return OP_PAY, _PAYS.index(paid[1]), inner(paid[2]), 0
        if per:
            return OP_PER_ANDROID, 1, inner(per[1]), 0
        if plain and plain[1] in OPS and plain[1] not in ("NOP", "CH", "PAY", "PER"):
            return OPS.index(plain[1]), int(plain[2] or 1), 0, 0
        raise self.fail(file, number, column, "operations such as MV2, CH(NI3|MD2), PAY(A:TC5)", word)

    # Worth

    def value_effect(self, index: int, cells: int) -> None:
        """What an effect is worth from each of its operations on."""
        t = self.t
        for k in range(cells - 1, -1, -1):
            op, arg = int(t["op"][index, k]), int(t["arg"][index, k])
            worth = self.value_cell(op, arg, t["worth_from"][t["inner"][index, k], 0])
            t["unit_worth"][index, k] = worth
            t["worth_from"][index, k] = t["worth_from"][index, k + 1] + worth * (arg if op < OP_CHOICE else 1)

    def value_cell(self, op: int, arg: int, inner: np.ndarray) -> np.ndarray:
        if op == OP_CHOICE:
            return inner.max(axis=0)
        if op == OP_PAY:
            return np.maximum(inner[0] - wo.PAYS_WORTH[_PAYS[arg]], 0)
        if op == OP_PER_ANDROID:
            return wo.ANDROIDS * inner[0]
        return np.array(wo.OPS_WORTH.get(OPS[op], (0.0, 0.0)))

    def value_line(self, mission: int, line: int) -> None:
        """A line with a bad effect may be ignored."""
        t = self.t
        effect = t["line_effect"][mission, line]
        worth = t["worth_from"][effect, 0]
        t["line_worth"][mission, line] = worth if worth.sum() > 0 else 0
        t["lines_worth"][mission] += t["line_worth"][mission, line]
        fights = (t["op"][effect] == OP_FIGHT).sum()
        t["fight_worth"][mission, line] = fights * np.array(wo.OPS_WORTH["FT"])

    def value_tech(self, card: int, hook: str | None) -> None:
        """Rooms by what they do better than a printed one, abilities by how often they are used."""
        t = self.t
        effect = t["worth_from"][t["tech_effect"][card], 0]
        half_way = effect @ (1, 0.5)
        if t["once"][card]:
            t["tech_worth"][card] = wo.ONCE_USED * effect
        elif hook is None:
            t["tech_worth"][card, 1] = st.ROUNDS * wo.ROOM_USED * max(half_way - wo.ROOM_BASE, 0)
        else:
            a_round = wo.HOOKS_WORTH.get(hook, wo.HOOKS_USED.get(hook, 0) * half_way)
            t["tech_worth"][card, 1] = st.ROUNDS * wo.ABILITIES * a_round

    def value_track(self, track: int, side: int) -> None:
        for space in range(st.TRACK_LENGTH):
            for steps, share in enumerate(wo.AHEAD):
                effect = self.t["bonus"][track, side, (space + steps + 1) % st.TRACK_LENGTH]
                self.t["ahead"][track, side, space] += share * self.t["worth_from"][effect, 0]

    def measure_map(self) -> None:
        """Distances from every place to every other."""
        for side, places in enumerate(st.SIDE_LOCATIONS):
            away = self.t["distance"][side]
            away[:] = st.NUM_LOCATIONS
            for here in range(places):
                away[here, here] = 0
                away[here, self.t["beyond"][side, here]] = 1
            for via in range(places):
                away[:] = np.minimum(away, away[:, via : via + 1] + away[via])

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
        self.check_map()
        self.measure_map()

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
        """Every location has a route of each colour; every planet gets a tile."""
        for side, places in enumerate(st.SIDE_LOCATIONS):
            if (self.t["route_at"][side, :places] < 0).any():
                raise TableError(f"routes.csv: side {side + 1} has a place without a route of each colour")
            tiles = int(self.t["tile_copies"][side].sum())
            if tiles != places - 1:
                raise TableError(f"tiles.csv: expected {places - 1} tiles for side {side + 1}, got {tiles}")

    def tile(self, number: int, row: dict[str, Any]) -> None:
        kind = _TILES.index(row["tile"])
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
            t["hook"][number] = HOOKS.index(row["hook"])
            if row["hook"] == "LOCKERS":
                t["lockers"][number] = int(effect)
                effect = ""
        t["tech_effect"][number] = self.effect("techs", number, "effect", effect)
        t["once"][number] = row["flag"] == "ONCE"
        t["replaces"][number] = row["flag"] == "REPL"
        t["icon"][number] = row["icons"]
        self.value_tech(number, row["hook"])

    def omega(self, number: int, row: dict[str, Any]) -> None:
        card = st.FIRST_OMEGA + number
        self.t["omega_per"][card] = PERS.index(row["per"])
        self.t["omega_points"][card] = row["points"]
        self.t["icon"][card] = row["icons"]
        self.t["tech_worth"][card, 1] = wo.OMEGAS * wo.OMEGAS_GROWTH.get(row["per"], 0) * row["points"]

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
            t["line_effect"][number, k] = self.effect("missions", number, f"line_{k + 1}", found[2])
            if colour != st.GOLD:
                t["colour_missions"][colour] |= 1 << number
            if re.search(r"\b(FT|AM\d?|PT\d?)\b|PAY\(P", found[2]):
                t["mission_icon"][number] = 1
            self.value_line(number, k)

    def event(self, number: int, row: dict[str, Any]) -> None:
        t = self.t
        t["event_track"][number] = st.TRACKS.index(row["faction"])
        t["event_solo"][number] = row["solo"] == "yes"
        for name, column in (("event_all", "all"), ("event_each", "each"), ("event_station", "at_station")):
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
        self.value_track(track, side)

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
        t["rider_per"][number] = PERS.index(row["per"])
        t["rider_points"][number] = row["points"]

    def action(self, number: int, row: dict[str, Any]) -> None:
        self.t["action_copies"][_ACTIONS.index(row["action"])] = row["copies"]

    def epilogue(self, number: int, row: dict[str, Any]) -> None:
        if row["points"] != FIRST_EPILOGUE + number:
            raise self.fail("epilogues", number, "points", str(FIRST_EPILOGUE + number), row["points"])

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
