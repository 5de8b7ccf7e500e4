"""A referee for Starship Captains: the rules once more, from the rulebook and the data files.

Written beside the rulebook, the rulings on the game's page and the tables in data/, without the kernels.
Methods that may have to ask somebody are generators; the others happen by themselves.
"""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import astrarium.envs.starship_captains as package
from astrarium.core import Game
from astrarium.envs.starship_captains import events as ev
from astrarium.envs.starship_captains import state as names
from astrarium.envs.starship_captains.tables import HOOKS as HOOK_NAMES

from .harness import Answer, Asking, Fields, Impossible, Referee

DATA = Path(package.__file__).parent / "data" / "reconstructed"
HOOKS = {name: 1 << bit for bit, name in enumerate(HOOK_NAMES)}
RED, YELLOW, BLUE, CADET, ANDROID = 0, 1, 2, 3, 7
COMMANDERS = (4, 5, 6)
GRAY = GOLD = 3
SPEND_PIRATE, SPEND_MEDAL, SPEND_ANDROID = 3, 4, 5
TAKE_TECH, COMPLETE_MISSION, FIGHT_PIRATE, PASSENGER = range(4)
PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
NOBODY = -1
Op = tuple[str, int, Any, Any]  # its name, how often or how many, and for CH, PAY and PER what is inside
Effect = tuple[Op, ...]


@cache
def parse(text: str) -> Effect:
    """An effect such as `MV2 RP1`, `CH(NI3|MD2)`, `PAY(A:TC5)`, `PER(N:TC2)`."""
    ops: list[Op] = []
    for word in re.findall(r"[A-Z]+\([^)]*\)|[A-Z]+\d*", text):
        if word.startswith("CH("):
            first, second = word[3:-1].split("|")
            ops.append(("CH", 1, parse(first), parse(second)))
        elif "(" in word:
            name, price, inner = re.split(r"[(:]", word[:-1])
            ops.append((name, 1, price, parse(inner)))
        else:
            name, number = re.fullmatch(r"([A-Z]+)(\d*)", word).groups()  # type: ignore[union-attr]
            ops.append((name, int(number or 1), None, None))
    return tuple(ops)


class Cards:
    """The data files, read anew."""

    def __init__(self, folder: Path) -> None:
        def rows(name: str) -> list[dict[str, str]]:
            with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
                return list(csv.DictReader(file))

        self.sides = [[r for r in rows("routes") if r["side"] == side] for side in ("1", "2")]
        self.maps = [Map(side) for side in self.sides]
        techs, omegas = rows("techs"), rows("omegas")
        self.ids = {row["id"]: number for number, row in enumerate(techs + omegas)}
        self.num_techs = len(techs)
        self.beta = [row["tier"] == "beta" for row in techs]
        self.betas = sum(1 << number for number, beta in enumerate(self.beta) if beta)
        self.room_colour = [colour_of(row["colour"]) if row["kind"] == "room" else None for row in techs]
        self.room_colour += [None] * len(omegas)
        self.hook = [row["hook"] for row in techs] + [""] * len(omegas)
        self.once = [row["flag"] == "ONCE" for row in techs] + [False] * len(omegas)
        self.replaces = [row["flag"] == "REPL" for row in techs] + [False] * len(omegas)
        self.icons = [row["icons"] for row in techs + omegas]
        self.lockers = int(next(row["effect"] for row in techs if row["hook"] == "LOCKERS"))
        self.effect = [parse(row["effect"]) for row in techs] + [()] * len(omegas)
        self.omega = [(row["per"], int(row["points"])) for row in omegas]
        self.missions = [Mission(row) for row in rows("missions")]
        self.events = rows("events")
        self.stations = [parse(row["effect"]) for row in rows("stations")]
        self.tracks = [
            [
                [parse(row[f"space_{space}"]) if space else () for space in range(13)]
                for row in rows("tracks")[k : k + 2]
            ]
            for k in (0, 2, 4)
        ]
        self.pirates = [int(row["copies"]) for row in rows("pirates")]
        self.artifacts = [int(row["copies"]) for row in rows("artifacts")]
        self.artifact_colours = [{colour_of(c) for c in row["colours"].split()} for row in rows("artifacts")]
        self.slots = {side: [row for row in rows("slots") if row["side"] == side] for side in "AB"}
        self.passengers = rows("passengers")
        self.actions = [int(row["copies"]) for row in rows("solo_actions")]
        self.tiles = {
            row["tile"]: (int(row["copies"]), int(row["four_player_copies"])) for row in rows("tiles")
        }


def colour_of(word: str) -> int:
    """Red, yellow or blue."""
    return ("red", "yellow", "blue").index(word)


class Map:
    """One side of the main board."""

    def __init__(self, rows: list[dict[str, str]]) -> None:
        short = {"H": 0, **{name: place for place, name in enumerate(names.LOCATIONS) if place}}
        self.ends = [(short[row["from"]], short[row["to"]]) for row in rows]
        self.marked = [route for route, row in enumerate(rows) if row["marked"] == "1"]
        self.places = max(max(ends) for ends in self.ends) + 1
        self.ways: list[dict[int, int]] = [{} for _ in range(self.places)]  # neighbour: route
        self.route: list[list[int]] = [[-1] * 3 for _ in range(self.places)]  # by colour
        for route, ((a, b), row) in enumerate(zip(self.ends, rows, strict=True)):
            self.ways[a][b] = self.ways[b][a] = route
            colour = names.ROUTE_COLOURS.index(row["colour"])
            self.route[a][colour] = self.route[b][colour] = route


class Mission:
    """One mission card."""

    def __init__(self, row: dict[str, str]) -> None:
        self.points = int(row["points"])
        lines = [row[f"line_{k}"].split(":", 1) for k in range(1, 5) if row[f"line_{k}"]]
        self.lines = [("RYBD".index(colour), parse(effect)) for colour, effect in lines]
        self.colours = {colour for colour, _ in self.lines}
        self.pirates = any(shows_pirates(effect) for _, effect in self.lines)


def shows_pirates(effect: Effect) -> bool:
    """Whether a fight, an ambush, a pirate token or its payment is printed there."""
    inner = [part for _, _, *parts in effect for part in parts if isinstance(part, tuple)]
    own = any(op[0] in ("FT", "AM", "PT") or (op[0] == "PAY" and op[2] == "P") for op in effect)
    return own or any(map(shows_pirates, inner))


@cache
def read(folder: Path) -> Cards:
    """The cards of a folder."""
    return Cards(folder)


# Operations for cards that are made up: lines of missions; rooms, which must not feed themselves; spaces of
# tracks, which must not move markers.
ANYWHERE = "MV1 MV2 JP RS RR RP1 RP2 AN1 MD1 MD3 AR1 PT1 PT2 RO LB PK2 PK3".split()  # noqa: SIM905
IN_ROOMS = [*ANYWHERE, *"FT DM1 DM2 AM1 CO3 TC2 NI4 AA2 AA5 SA3 CS".split()]  # noqa: SIM905
IN_LINES = [*IN_ROOMS, "AR3", "QR1", "QR2", "RD", "CF", "HS"]
PRICES = "APCMNT"


def invented(random: Random, ops: list[str], number: int) -> str:
    """An effect of so many operations, some of them choices or payments."""
    words = []
    for _ in range(number):
        first, second = random.sample(ops, 2)
        form = random.random()
        if form < 0.15:
            words.append(f"CH({first}|{second})")
        elif form < 0.3:
            words.append(f"PAY({random.choice(PRICES)}:{first})")
        else:
            words.append(first)
    return " ".join(words)


def mix(folder: Path, random: Random) -> None:
    """A set of cards whose missions, room techs and tracks are made up: rare rules become common."""
    shutil.copytree(DATA, folder, dirs_exist_ok=True)
    for name in ("missions", "techs", "tracks"):
        with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            for key, old in row.items():
                if key.startswith("line_") and old:
                    row[key] = f"{old[0]}: {invented(random, IN_LINES, random.randint(1, 3))}"
                elif key.startswith("space_") and old not in ("", "EV"):
                    row[key] = " ".join(random.sample(ANYWHERE, random.randint(1, 2)))
                elif key == "effect" and row["kind"] == "room" and old != "COPY":
                    row[key] = invented(random, IN_ROOMS, random.randint(1, 2))
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


class Captains(Referee):
    """One game of Starship Captains."""

    GAME = "starship_captains"
    IDLE = ("pass", "done", "no")
    WHEN_ASKED: ClassVar[dict[str, tuple[str, ...]]] = {
        "room": ("crew",),
        **dict.fromkeys(("improve", "improve_from", "improve_to", "medals_due"), ("medal",)),
        "chosen": ("slot",),
        "drawn": ("drawn",),
        **dict.fromkeys(("hurt", "hurt_seat"), ("prevent",)),
        "crowd_artifact": ("crowd_room",),
        **dict.fromkeys(("line", "painted"), ("assign", "line", "line_task")),
        "line_used": ("line_task",),
    }
    UNCHECKED: ClassVar[dict[str, str]] = {
        "rng": "the stream of chance: what is drawn is checked for being possible, not for its odds",
        "stage": "the kernels' own place in the turn: the next question and its answers are compared instead",
        "used_tile": "as stage",
        "next_order": "as stage",
        "depth": "the kernels' stack of effects: the next question and its answers are compared instead",
        **dict.fromkeys(("f_effect", "f_at", "f_left", "f_go", "f_track", "f_seat", "f_source"), "as depth"),
        "fought": "as stage: the fight's outcome is compared",
        "fought_seat": "as fought",
        "stuffed": "as stage: who has to throw what overboard is compared",
    }

    def __init__(self, game: Game, players: int, options: dict[str, int], cards: Path | None = None) -> None:
        super().__init__(game, players, options, cards)
        self.cards = read(cards or DATA)

    @classmethod
    def mix(cls, folder: Path, random: Random) -> None:
        mix(folder, random)

    # The deal

    def deal(self, fields: Fields) -> None:
        cards, players = self.cards, self.players
        solo = players == 1
        self.side = int(players == 4)
        self.map = cards.maps[self.side]
        self._deal_board(fields)
        self._deal_techs(fields, solo)
        self.track_side, self.slot_side = list(fields["track_side"]), fields["slot_side"]
        self._allow("track_side", all(side in (0, 1) for side in self.track_side), "0 or 1", self.track_side)
        slots = self.options["tech_slots"]
        self._allow(
            "slot_side", self.slot_side in ((0, 1), (0,), (1,))[slots], "the option's", self.slot_side
        )
        self.slots = cards.slots["AB"[self.slot_side]]
        self.round, self.first = 1, fields["first"]
        self._allow("first", 0 <= self.first < (1 if solo else players), "a seat", self.first)
        self.active, self.passed = self.first, [0] * 4
        self.moved = self.fights = self.trained = 0
        self.completed = [0] * 4
        self.location = self._rows(fields["location"], lambda: 0)
        self.holder = [NOBODY] * 16
        self.shadow_at = 0 if solo else -1
        self.position = self._rows(fields["position"], lambda: [0, 0, 0])
        self.ready = self._rows(fields["ready"], lambda: [1, 1, 1, 1, 0, 0, 0, 0])
        self.queues = [[RED, YELLOW, BLUE] for _ in range(players)]
        self.medals = self._rows(fields["medals"], lambda: 1)
        self.artifacts = self._rows(fields["artifacts"], lambda: [0, 0, 0])
        self.pirates = self._rows(fields["pirates"], lambda: [0] * 6)
        self.damage = self._rows(fields["damage"], lambda: 3)
        broken = sum(1 << k for k, slot in enumerate(self.slots) if slot["damaged"] == "1")
        self.slot_damage = self._rows(fields["slot_damage"], lambda: broken)
        self.slot = self._rows(fields["slot"], lambda: [-1] * 6)
        self.crowd = self._rows(fields["crowd"], lambda: [-1] * 10)
        self.hooks = self._rows(fields["hooks"], lambda: 0)
        self.artifact_supply, self.artifact_discard = list(cards.artifacts), [0, 0, 0]
        self.events_done = self.orders = 0
        self.trophy = [NOBODY] * 3
        self.worker = self.mission = self.mission_place = -1
        self.pad = [-1] * 4
        self.line = self.painted = self.line_used = 0
        self._deal_solo(solo)
        self.absent = {name: fields[name] for name in ("queue", "queue_size")}
        self._tales: dict[str, Iterator[Any]] = {}

    def _rows(self, found: tuple[int, ...], own: Any) -> list[Any]:
        """A value for each player; seats without one keep what they have."""
        width = len(found) // 4
        empty: list[Any] = [
            list(found[k * width : (k + 1) * width]) if width > 1 else found[k] for k in range(4)
        ]
        return [own() if seat < self.players else empty[seat] for seat in range(4)]

    def _allow(self, what: str, right: bool, expected: Any, found: Any) -> None:
        if not right:
            raise Impossible(what, expected, found)

    def _deal_board(self, fields: Fields) -> None:
        """A tile for each planet; a pirate for each marked route."""
        cards = self.cards
        self.mission_at, self.number_at = list(fields["mission_at"]), list(fields["number_at"])
        self.station_at, self.pirate_on = list(fields["station_at"]), list(fields["pirate_on"])
        tiles = []
        for place in range(1, 16):
            here = [f"N{self.number_at[place]}"] if self.number_at[place] else []
            here += ["MISSION"] if self.mission_at[place] >= 0 else []
            here += (
                [("HOME", "ST_TIN", "ST_TRADE")[self.station_at[place]]]
                if self.station_at[place] >= 0
                else []
            )
            self._allow(f"tiles of place {place}", len(here) == (place < self.map.places), "one", here)
            tiles += here
        home = self.mission_at[0], self.number_at[0], self.station_at[0]
        self._allow("Home Station", home == (-1, 0, 0), (-1, 0, 0), home)
        dealt = sorted(t for t, (few, more) in cards.tiles.items() for _ in range(few + more * self.side))
        self._allow("tiles", sorted(tiles) == dealt, dealt, sorted(tiles))
        self.tile_round, self.numbers_up = [2, 0, 0], 0b11111
        missions = {m for m in self.mission_at if m >= 0}
        self._allow("missions", len(missions) == tiles.count("MISSION"), "all different", self.mission_at)
        self.mission_pool = (1 << len(cards.missions)) - 1 - sum(1 << m for m in missions)
        self.known: list[int] = []
        self.peeked = [0] * 4
        marked = [route for route, kind in enumerate(self.pirate_on) if kind >= 0]
        self._allow("pirates", marked == self.map.marked, self.map.marked, marked)
        self.pirate_supply, self.pirate_discard = list(cards.pirates), [0] * 6
        for route in marked:
            self.pirate_supply[self.pirate_on[route]] -= 1
        self._allow("pirate_supply", min(self.pirate_supply) >= 0, "30 tokens", self.pirate_on)

    def _deal_techs(self, fields: Fields, solo: bool) -> None:
        cards = self.cards
        self.rider = fields["rider"]
        chosen = self.options["passenger"]
        riders = (range(6) if chosen == 0 else [chosen - 1]) if solo else [-1]
        self._allow("rider", self.rider in riders, list(riders), self.rider)
        self.tech_board, self.shared = list(fields["tech_board"]), list(fields["shared"])
        if solo:
            own = [cards.ids[name] for name in cards.passengers[self.rider]["techs"].split()]
            self._allow("shared", self.shared == own, own, self.shared)
        else:
            right = (
                0 <= self.shared[0] < cards.num_techs
                and not cards.beta[self.shared[0]]
                and self.shared[1] == -1
            )
            self._allow("shared", right, "one alpha", self.shared)
        alphas, omegas, rest = self.tech_board[:5], self.tech_board[5 : 7 if solo else 8], self.tech_board[7:]
        right = all(0 <= card < cards.num_techs and not cards.beta[card] for card in alphas)
        self._allow("tech_board", right, "alphas", alphas)
        last = cards.num_techs + len(cards.omega)
        right = all(cards.num_techs <= card < last for card in omegas) and (not solo or rest == [-1])
        self._allow("tech_board", right, "omegas", omegas)
        shown = [card for card in (*self.tech_board, *self.shared) if card >= 0]
        self._allow("tech_board", len(set(shown)) == len(shown), "different cards", shown)
        everything = (1 << last) - 1 - sum(1 << card for card in shown)
        self.tech_pool = everything & ((1 << cards.num_techs) - 1)
        self.omega_pool = everything >> cards.num_techs
        self.tech_discard = self.omega_discard = 0
        self.tech_under, self.tech_top = fields["tech_under"], None
        betas = (self.tech_pool & cards.betas).bit_count()
        self._allow("tech_under", 0 <= self.tech_under <= betas, f"0 to {betas}", self.tech_under)
        self.sharing = 0
        self.event = list(fields["event"])
        for track, event in enumerate(self.event):
            row = cards.events[event]
            right = row["faction"] == names.TRACKS[track] and row["solo"] == ("yes" if solo else "no")
            self._allow("event", event >= 0 and right, f"one of the {names.TRACKS[track]}", event)

    def _deal_solo(self, solo: bool) -> None:
        """One card of each kind in the deck, the others unseen."""
        one = [1, 1, 1, 1] if solo else [0] * 4
        self.action_known, self.action_left = list(one), list(one)
        self.action_extra = [n - 1 for n in self.cards.actions] if solo else [0] * 4
        self.action_new = self.actions_drawn = 0

    # Chance

    def _told(self, what: str) -> Any:
        """The next thing of a kind that the game has drawn in this step."""
        if not self._tales:
            told: dict[str, list[Any]] = {"pirate": [], "artifact": [], "tech": [], "mission": [], "look": []}
            told |= {"three": [], "action": []}
            for kind, numbers in self.seen.events:
                if kind in (ev.APPEARS, ev.FINDS_NO_ROUTE):
                    told["pirate"].append(numbers[0])
                elif kind == ev.PIRATE_TOKEN:
                    told["pirate"].append(numbers[1])
                elif kind == ev.ARTIFACT:
                    told["artifact"].append(numbers[1])
                elif kind == ev.NEW_TECH:
                    told["tech"].append(numbers[0])
                elif kind == ev.NEW_MISSION:
                    told["mission"].append(numbers[0])
                elif kind == ev.LOOKS:
                    told["look"].append(numbers[2:6])
                elif kind == ev.DRAWS:
                    told["three"].append(numbers[:3])
                elif kind == ev.SHADOW_DRAWS:
                    told["action"].append(numbers[0])
            self._tales = {name: iter(found) for name, found in told.items()}
        found = next(self._tales[what], None)
        if found is None:
            raise Impossible(f"draw of {what}", "one more", "none")
        return found

    def settle(self) -> None:
        for what, left in self._tales.items():
            more = list(left)
            self._allow(f"draws of {what}", not more, "none more", more)
        self._tales = {}
        if self.tech_top is None:
            self.tech_top = self.seen.after["tech_top"]
            self._allow("tech_top", self._top_can_be(self.tech_top), "a tier of the deck", self.tech_top)

    def _top_can_be(self, tier: int) -> bool:
        size, betas = self.tech_pool.bit_count(), (self.tech_pool & self.cards.betas).bit_count()
        if size == 0:
            return tier == -1
        if tier == 1:
            return betas > self.tech_under or size == self.tech_under
        return tier == 0 and size > betas

    def draw_tech(self, card: int) -> int:
        """The top card of the tech deck, as told."""
        self._allow("tech drawn", bool(self.tech_pool >> card & 1), "a card of the deck", card)
        tier = int(self.cards.beta[card])
        right = self._top_can_be(tier) if self.tech_top is None else tier == self.tech_top
        self._allow("tier of the tech drawn", right, self.tech_top, tier)
        self.tech_under = min(self.tech_under, self.tech_pool.bit_count() - 1)
        self.tech_pool &= ~(1 << card)
        self.tech_top = None
        return card

    def techs_left(self) -> bool:
        """Whether a tech can be drawn; an empty deck is made of its discard pile."""
        if not self.tech_pool and self.tech_discard:
            self.tech_pool, self.tech_discard, self.tech_under, self.tech_top = self.tech_discard, 0, 0, None
        return bool(self.tech_pool)

    def draw_pirate(self) -> int | None:
        if not any(self.pirate_supply):
            self.pirate_supply, self.pirate_discard = self.pirate_discard, [0] * 6
        if not any(self.pirate_supply):
            return None
        kind = self._told("pirate")
        self._allow("pirate drawn", self.pirate_supply[kind] > 0, "one of the supply", kind)
        self.pirate_supply[kind] -= 1
        return kind

    def draw_artifact(self, seat: int) -> None:
        if not any(self.artifact_supply):
            self.artifact_supply, self.artifact_discard = self.artifact_discard, [0] * 3
        if any(self.artifact_supply):
            kind = self._told("artifact")
            self._allow("artifact drawn", self.artifact_supply[kind] > 0, "one of the supply", kind)
            self.artifact_supply[kind] -= 1
            self.artifacts[seat][kind] += 1

    def draw_mission(self) -> int:
        mission = self._told("mission")
        if self.known:
            self.peeked = [max(0, n - 1) for n in self.peeked]
            self._allow("mission drawn", mission == self.known[0], self.known[0], mission)
            return self.known.pop(0)
        if not self.mission_pool:
            self._allow("mission drawn", mission == -1, -1, mission)
            return -1
        right = mission >= 0 and self.mission_pool >> mission & 1
        self._allow("mission drawn", bool(right), "one of the deck", mission)
        self.mission_pool &= ~(1 << mission)
        return mission

    # The course of the game

    def course(self) -> Asking:
        while True:
            yield from self.one_round()
            for seat in range(self.players):
                keep = 2 if self.has(seat, "QUEUE_KEEP_2") else 3
                while len(self.queues[seat]) > keep:
                    self.ready[seat][self.queues[seat].pop(0)] += 1
            if self.round == 4:
                return
            self.next_round()

    def one_round(self) -> Asking:
        if self.players == 1:
            while not self.passed[0] or self.cards_left():
                if not self.passed[0]:
                    yield from self.turn(0)
                if self.cards_left():
                    yield from self.shadow()
            return
        seat = self.first
        while not all(self.passed[: self.players]):
            if not self.passed[seat]:
                yield from self.turn(seat)
            seat = (seat + 1) % self.players

    def next_round(self) -> None:
        self.round += 1
        self.passed = [0] * 4
        for seat in range(self.players):
            if self.round == 2:
                self.medals[seat] += 1
            else:
                self.ready[seat][CADET] += 1
        for station, due in enumerate(self.tile_round):
            if due == self.round:
                place = self.station_at.index(station)
                taken = place in self.location[: self.players]
                self.tile_round[station] = self.round + 1 if taken else 0
        self.first = (self.first + 1) % self.players
        if self.players == 1:
            self.action_left = list(self.action_known)
            self.action_new, self.actions_drawn = 1, 0

    def turn(self, seat: int) -> Asking:
        self.active = seat
        self.moved = self.fights = self.trained = 0
        while True:
            answer = yield seat, "turn", self.turn_answers(seat)
            match answer[0]:
                case "train":
                    yield from self.train(seat, answer[1], answer[2])
                    continue
                case "promote":
                    yield from self.promote(seat, answer[1])
                    continue
                case "pass":
                    self.passed[seat] = 1
                case "mission":
                    yield from self.complete_mission(seat)
                case "room":
                    yield from self.activate(seat, answer[1])
            break
        yield from self.end_turn(seat)

    def turn_answers(self, seat: int) -> list[Answer]:
        answers: list[Answer] = [("pass",)]
        if self.mission_open(seat):
            answers.append(("mission",))
        answers += [
            ("room", room) for room in self.rooms(seat) if self.workers(seat, room) or self.pairs(seat, room)
        ]
        ready, purse = self.ready[seat], self.purse(seat)
        free = self.has(seat, "FIRST_TRAIN_FREE") and not self.trained
        if purse >= 1 or free:
            colours = (RED, YELLOW, BLUE)
            answers += [("train", f, c) for f in range(4) if ready[f] for c in colours if c != f]
        commanders = sum(ready[4:7]) + sum(figure in COMMANDERS for figure in self.queues[seat])
        if purse >= self.promotion_price(seat) and commanders < 5:
            answers += [("promote", colour) for colour in (RED, YELLOW, BLUE) if ready[colour]]
        return answers

    def end_turn(self, seat: int) -> Asking:
        if self.moved:
            for event, row in enumerate(self.cards.events):
                if self.orders >> event & 1 and self.station_at[self.location[seat]] >= 0:
                    yield from self.resolve(seat, parse(row["at_station"]))
        station = self.station_at[self.location[seat]]
        if station >= 0 and self.tile_round[station] == 0:
            self.tile_round[station] = self.round + 1
            yield from self.resolve(seat, self.cards.stations[station])
            yield from self.abilities(seat, "ON_STATION")
        self.refill()

    def refill(self) -> None:
        for space in range(7 if self.players == 1 else 8):
            if self.tech_board[space] == -1 and self.techs_left():
                self.tech_board[space] = self.draw_tech(self._told("tech"))

    # Crew

    def purse(self, seat: int) -> int:
        """How many medals a captain can pay, tokens of the displays included."""
        return self.medals[seat] + sum(self.purse_tokens(seat))

    def purse_tokens(self, seat: int) -> list[int]:
        artifacts = self.artifacts[seat] if self.has(seat, "PAY_MEDAL_WITH_ARTIFACT") else [0, 0, 0]
        pirates = sum(self.pirates[seat]) if self.has(seat, "PAY_MEDAL_WITH_PIRATE") else 0
        return [*artifacts, pirates]

    def promotion_price(self, seat: int) -> int:
        return 2 if self.has(seat, "PROMOTE_COST_2") else 3

    def pay_medals(self, seat: int, price: int) -> Asking:
        self.medals_due = price
        while self.medals_due:
            tokens = [k for k, n in enumerate([*self.purse_tokens(seat), self.medals[seat]]) if n]
            _, token = yield seat, "medal", [("spend", k) for k in tokens]
            self.spend(seat, token)
            self.medals_due -= 1

    def train(self, seat: int, figure: int, colour: int) -> Asking:
        free = self.has(seat, "FIRST_TRAIN_FREE") and not self.trained
        self.improve, self.improve_from, self.improve_to = names.IMPROVE_TRAIN, figure, colour
        yield from self.pay_medals(seat, 0 if free else 1)
        self.trained = 1
        self.ready[seat][figure] -= 1
        self.ready[seat][colour] += 1

    def promote(self, seat: int, colour: int) -> Asking:
        self.improve, self.improve_from, self.improve_to = names.IMPROVE_PROMOTE, colour, colour + 4
        yield from self.pay_medals(seat, self.promotion_price(seat))
        self.ready[seat][colour] -= 1
        self.ready[seat][colour + 4] += 1

    def subordinates(self, seat: int, commander: int) -> list[Answer]:
        """Cadets and ensigns of the colour in the queue; of equal neighbours only the first."""
        queue = self.queues[seat]
        found = [k for k, f in enumerate(queue) if f in (CADET, commander - 4)]
        return [("call", k) for k in found if k == 0 or queue[k - 1] != queue[k]]

    def call(self, seat: int, place: int) -> None:
        self.ready[seat][self.queues[seat].pop(place)] += 1

    # Rooms

    def rooms(self, seat: int) -> list[int]:
        """Printed rooms, room techs and shared room techs."""
        techs = [4 + k for k, card in enumerate(self.slot[seat]) if card >= 0 and self.is_room(card)]
        shared = [
            10 + k for k, card in enumerate(self.shared) if self.sharing and card >= 0 and self.is_room(card)
        ]
        return [0, 1, 2, 3, *techs, *shared]

    def is_room(self, card: int) -> bool:
        return self.cards.room_colour[card] is not None

    def tech_of(self, seat: int, room: int) -> int:
        return self.slot[seat][room - 4] if room < 10 else self.shared[room - 10]

    def colour(self, seat: int, room: int) -> int:
        if room < 10 and self.crowd[seat][room] >= 0:
            return GRAY
        if room < 4:
            return room
        return self.cards.room_colour[self.tech_of(seat, room)]  # type: ignore[return-value]

    def workers(self, seat: int, room: int) -> list[int]:
        colour = self.colour(seat, room)
        fit = range(7) if colour == GRAY else (colour, colour + 4)
        return [figure for figure in fit if self.ready[seat][figure]]

    def pairs(self, seat: int, room: int) -> list[int]:
        colour, own, colours = self.colour(seat, room), self.artifacts[seat], self.cards.artifact_colours
        held = [k for k, (a, b) in enumerate(PAIRS) if (own[a] >= 2 if a == b else own[a] and own[b])]
        return [k for k in held if colour == GRAY or all(colour in colours[kind] for kind in PAIRS[k])]

    def activate(self, seat: int, room: int) -> Asking:
        self.room = room
        answers: list[Answer] = [("figure", figure) for figure in self.workers(seat, room)]
        answers += [("pair", pair) for pair in self.pairs(seat, room)]
        kind, who = yield seat, "crew", answers
        if kind == "pair":
            for artifact in PAIRS[who]:
                self.spend(seat, artifact)
            yield from self.use_room(seat, room)
            return
        self.ready[seat][who] -= 1
        if who not in COMMANDERS:
            self.queues[seat].append(who)
            yield from self.use_room(seat, room)
            return
        self.worker = who
        yield from self.use_room(seat, room)
        yield from self.second_task(seat)
        self.queues[seat].append(who)
        self.worker = -1

    def second_task(self, seat: int) -> Asking:
        own = self.worker - 4
        rooms = [room for room in self.rooms(seat) if self.colour(seat, room) in (own, GRAY)]
        answers = [("done",), *(("room", room) for room in rooms), *self.subordinates(seat, self.worker)]
        answer = yield seat, "task", answers
        if answer[0] == "room":
            yield from self.use_room(seat, answer[1])
        elif answer[0] == "call":
            self.call(seat, answer[1])

    def use_room(self, seat: int, room: int) -> Asking:
        if room < 4:
            yield from self.resolve(seat, (parse("MV2"), parse("FT"), parse("RS"), parse("RP1"))[room])
            if room == 0:
                yield from self.abilities(seat, "ON_HELM")
            return
        card = self.tech_of(seat, room)
        if self.cards.once[card]:
            yield from self.remove_tech(seat, room - 4)
        yield from self.resolve(seat, self.cards.effect[card], room)

    # Missions

    def mission_open(self, seat: int) -> bool:
        place = self.location[seat]
        mission = self.mission_at[place]
        if mission < 0 or self.holder[place] not in (NOBODY, seat):
            return False
        return sum(self.ready[seat]) >= len(self.cards.missions[mission].lines)

    def complete_mission(self, seat: int) -> Asking:
        place = self.location[seat]
        self.mission, self.mission_place, self.painted = self.mission_at[place], place, 0
        self.mission_at[place] = -1
        card = self.cards.missions[self.mission]
        for self.line in range(len(card.lines)):
            _, figure = yield seat, "assign", [("figure", f) for f in range(8) if self.ready[seat][f]]
            self.ready[seat][figure] -= 1
            self.pad[self.line] = figure
        for self.line, (colour, effect) in enumerate(card.lines):
            yield from self.do_line(seat, self.pad[self.line], colour, effect)
        androids = self.pad.count(ANDROID)
        self.queues[seat] += [figure for figure in self.pad if figure not in (-1, ANDROID)]
        self.pad = [-1] * 4
        for _ in range(androids):
            yield from self.abilities(seat, "ON_ANDROID_USED")
        self.completed[seat] |= 1 << self.mission
        hooks = ["ON_MISSION", *(f"ON_MISSION_{'RYB'[c]}" for c in sorted(card.colours - {GOLD}))]
        self.mission = -1
        yield from self.abilities(seat, *hooks, *(["ON_MISSION_ICON"] if card.pirates else []))
        self.new_mission(self.mission_place)
        self.mission_place = -1

    def do_line(self, seat: int, figure: int, colour: int, effect: Effect) -> Asking:
        matches = figure == ANDROID or (colour != GOLD and figure in (colour, colour + 4))
        self.line_used = 0
        if matches:
            answer = yield seat, "line", [("no",), ("yes",)]
            if answer[0] == "yes":
                self.line_used = 1
                yield from self.resolve(seat, effect)
        if figure in COMMANDERS:
            again: list[Answer] = [("yes",)] if self.line_used else []
            answer = yield seat, "line_task", [("done",), *again, *self.subordinates(seat, figure)]
            if answer[0] == "yes":
                yield from self.resolve(seat, effect)
            elif answer[0] == "call":
                self.call(seat, answer[1])

    def new_mission(self, place: int) -> None:
        """The highest face-up number comes to the emptied planet, a mission where it lay."""
        number = self.numbers_up.bit_length()
        lay = self.number_at.index(number)
        self.number_at[lay], self.number_at[place] = 0, number
        self.numbers_up &= ~(1 << number - 1)
        self.mission_at[lay] = self.draw_mission()
        if number == 1:
            self.uprising()
            self.numbers_up = 0b11111

    def uprising(self) -> None:
        drawn = [self.draw_pirate() for _ in range(5)]
        for number, kind in enumerate(drawn, 1):
            if kind is not None:
                self.place_pirate(self.number_at.index(number), kind)

    def place_pirate(self, place: int, kind: int) -> None:
        route = self.map.route[place][kind % 3]
        if self.pirate_on[route] == -1:
            self.pirate_on[route] = kind
        else:
            self.pirate_discard[kind] += 1

    # Cargo and damage

    def has(self, seat: int, hook: str) -> bool:
        """Whether an ability is in force for a captain."""
        return bool(self.hooks[seat] & HOOKS[hook])

    def techs_in_force(self, seat: int) -> list[int]:
        return [card for card in (*self.slot[seat], *(self.shared if self.sharing else ())) if card >= 0]

    def count_hooks(self) -> None:
        for seat in range(self.players):
            found = {self.cards.hook[card] for card in self.techs_in_force(seat)} - {""}
            self.hooks[seat] = sum(HOOKS[hook] for hook in found)

    def abilities(self, seat: int, *hooks: str, but: int = -1) -> Asking:
        """Abilities whose moment has come: slot by slot, shared techs last."""
        for card in [c for c in self.techs_in_force(seat) if self.cards.hook[c] in hooks and c != but]:
            yield from self.resolve(seat, self.cards.effect[card])

    def spend(self, seat: int, token: int) -> None:
        """An artifact, a pirate token, a medal or an android leaves the ship."""
        if token < SPEND_PIRATE:
            self.artifacts[seat][token] -= 1
            self.artifact_discard[token] += 1
        elif token == SPEND_PIRATE:
            held = self.pirates[seat]
            kind = held.index(max(held))
            held[kind] -= 1
            self.pirate_discard[kind] += 1
        elif token == SPEND_MEDAL:
            self.medals[seat] -= 1
        else:
            self.ready[seat][ANDROID] -= 1

    def cargo(self, seat: int) -> list[Answer]:
        own: list[Answer] = [("spend", k) for k in range(3) if self.artifacts[seat][k]]
        return own + ([("spend", SPEND_PIRATE)] if any(self.pirates[seat]) else [])

    def fit_cargo(self, seat: int) -> Asking:
        """What is too much for the hold goes overboard."""
        while True:
            room = max(0, 8 - self.damage[seat]) + (self.cards.lockers if self.has(seat, "LOCKERS") else 0)
            if sum(self.artifacts[seat]) + sum(self.pirates[seat]) <= room:
                return
            _, token = yield seat, "discard", self.cargo(seat)
            self.spend(seat, token)

    def take_damage(self, seat: int, damage: int, free: bool = False) -> Asking:
        """Damage, unless an ability stops it; `free`: it never lands."""
        if free:
            return
        on_mission = self.mission >= 0 and seat == self.active
        if on_mission and not self.painted and self.has(seat, "MISSION_FIRST_DAMAGE_FREE"):
            self.painted = 1
            damage -= 1
        if damage and any(self.pirates[seat]) and self.has(seat, "PREVENT_DAMAGE_PAY_PIRATE"):
            self.hurt, self.hurt_seat = damage, seat
            answer = yield seat, "prevent", [("no",), ("yes",)]
            if answer[0] == "yes":
                self.spend(seat, SPEND_PIRATE)
                return
        if damage and on_mission:
            self.painted = 1
        self.damage[seat] += damage
        yield from self.fit_cargo(seat)

    def broken(self, seat: int) -> list[Answer]:
        """What can be repaired: the hold, then tech slots."""
        cargo: list[Answer] = [("repair", 0)] if self.damage[seat] else []
        return cargo + [("repair", 1 + k) for k in range(6) if self.slot_damage[seat] >> k & 1]

    def repair(self, seat: int, place: int) -> None:
        if place == 0:
            self.damage[seat] -= 1
        else:
            self.slot_damage[seat] &= ~(1 << place - 1)

    # The ship

    def go(self, seat: int, place: int) -> None:
        """The ship leaves its location and comes to another; planets are reserved anew."""
        old = self.location[seat]
        self.location[seat] = place
        left = [other for other in range(self.players) if self.location[other] == old]
        if old and self.holder[old] in (seat, NOBODY):
            self.holder[old] = left[0] if len(left) == 1 else NOBODY
        others = [other for other in range(self.players) if other != seat and self.location[other] == place]
        if place and not others:
            self.holder[place] = seat
        if (
            seat == self.active
        ):  # alone also when the passenger acts, after the turn: there nothing asks for it
            self.moved = 1

    def move(self, seat: int, times: int) -> Asking:
        for _ in range(times):
            here = self.location[seat]
            instead = self.broken(seat) if self.has(seat, "MOVE_AS_REPAIR") else []
            ways: list[Answer] = [("go", place) for place in self.map.ways[here]]
            answer = yield seat, "move", [("done",), *ways, *instead]
            if answer[0] == "done":
                return
            if answer[0] == "repair":
                self.repair(seat, answer[1])
                continue
            self.go(seat, answer[1])
            route = self.map.ways[here][answer[1]]
            if self.pirate_on[route] >= 0:
                yield from self.take_damage(seat, 1, self.has(seat, "MOVE_NO_PIRATE_DAMAGE"))

    def jump(self, seat: int) -> Asking:
        here = self.location[seat]
        instead = self.broken(seat) if self.has(seat, "MOVE_AS_REPAIR") else []
        ways: list[Answer] = [("go", place) for place in range(self.map.places) if place != here]
        answer = yield seat, "jump", [("done",), *ways, *instead]
        if answer[0] == "repair":
            self.repair(seat, answer[1])
        elif answer[0] == "go":
            self.go(seat, answer[1])

    def fight(self, seat: int, unharmed: bool) -> Asking:
        routes = self.map.route[self.location[seat]]
        here: list[Answer] = [("pirate", c) for c in range(3) if self.pirate_on[routes[c]] >= 0]
        answer = yield seat, "fight", [("done",), *here]
        if answer[0] == "done":
            return
        route = routes[answer[1]]
        if seat == self.active:
            unharmed |= self.fights == 0 and self.has(seat, "FIRST_FIGHT_NO_DAMAGE")
            self.fights += 1
        yield from self.take_damage(seat, 1, unharmed)
        kind = self.pirate_on[route]
        self.pirate_on[route] = -1
        self.pirates[seat][kind] += 1
        if kind < 3:
            self.medals[seat] += 1
            self.draw_artifact(seat)
        else:
            self.ready[seat][ANDROID] += 1
        yield from self.fit_cargo(seat)
        yield from self.abilities(seat, "ON_FIGHT")

    # Techs

    def free_slots(self, seat: int, card: int, recycling: bool) -> list[int]:
        """Undamaged slots for a card: empty ones, others if it may take another's place."""
        over = recycling or self.cards.replaces[card]
        sound = [k for k in range(6) if not self.slot_damage[seat] >> k & 1]
        return [k for k in sound if over or self.slot[seat][k] == -1]

    def discard_card(self, card: int) -> None:
        if card < self.cards.num_techs:
            self.tech_discard |= 1 << card
        else:
            self.omega_discard |= 1 << card - self.cards.num_techs

    def remove_tech(self, seat: int, slot: int) -> Asking:
        """An installed tech goes to its pile; without lockers the hold is smaller."""
        self.clear_slot(seat, slot)
        self.count_hooks()
        yield from self.fit_cargo(seat)

    def clear_slot(self, seat: int, slot: int) -> None:
        """A card leaves its slot, with the artifact on it."""
        self.discard_card(self.slot[seat][slot])
        self.slot[seat][slot] = -1
        laid = self.crowd[seat][4 + slot]
        if laid >= 0:
            self.artifact_discard[laid] += 1
            self.crowd[seat][4 + slot] = -1

    def take_tech(self, seat: int, recycling: bool) -> Asking:
        spaces = [
            k
            for k, card in enumerate(self.tech_board)
            if card >= 0 and self.free_slots(seat, card, recycling)
        ]
        answer = yield seat, "tech", [("done",), *(("tech", space) for space in spaces)]
        if answer[0] == "tech":
            card = self.tech_board[answer[1]]
            self.tech_board[answer[1]] = -1
            yield from self.install(seat, card, recycling)

    def install(self, seat: int, card: int, recycling: bool) -> Asking:
        self.chosen = card
        slots = self.free_slots(seat, card, recycling)
        _, slot = yield seat, "slot", [("slot", k) for k in slots]
        if self.slot[seat][slot] >= 0:
            self.clear_slot(seat, slot)
        self.slot[seat][slot] = card
        self.count_hooks()
        yield from self.fit_cargo(seat)
        for icon in self.matches(seat, slot):
            match icon:
                case "W":
                    yield from self.resolve(seat, parse("RP2" if self.has(seat, "BONUS_REPAIR_2") else "RP1"))
                case "M":
                    self.medals[seat] += 1
                case "V":
                    yield from self.resolve(
                        seat, parse("JP" if self.has(seat, "BONUS_MOVE_IS_JUMP") else "MV1")
                    )
        yield from self.abilities(seat, "ON_RESEARCH", but=card)

    def icons(self, seat: int, slot: int) -> str:
        """LT, LB, RT, RB of a slot: those of its card, or the printed ones."""
        card = self.slot[seat][slot]
        return self.cards.icons[card] if card >= 0 else self.slots[slot]["icons"]

    def matches(self, seat: int, slot: int) -> list[str]:
        """Icons of a slot that are also on the edge beside it: top before bottom, left before right."""
        own, found = self.icons(seat, slot), []
        for height in (0, 1):
            if slot > 0 and own[height] == self.icons(seat, slot - 1)[2 + height]:
                found.append(own[height])
            if slot < 5 and own[2 + height] == self.icons(seat, slot + 1)[height]:
                found.append(own[2 + height])
        return [icon for icon in found if icon != "-"]

    def choose_drawn(self, seat: int, drawn: list[int], recycling: bool) -> Asking:
        """One of some drawn cards may be installed, the others are discarded."""
        self.drawn = [*drawn, *[-1] * (3 - len(drawn))]
        fit: list[Answer] = [
            ("drawn", k) for k, card in enumerate(drawn) if self.free_slots(seat, card, recycling)
        ]
        answer = yield seat, "drawn", [("done",), *fit]
        taken = drawn[answer[1]] if answer[0] == "drawn" else -1
        for card in drawn:
            if card != taken:
                self.discard_card(card)
        if taken >= 0:
            yield from self.install(seat, taken, recycling)

    def library(self, seat: int) -> Asking:
        """Three cards of the tech deck, of which one may be installed."""
        drawn: list[int] = []
        told = self._told("three")
        while len(drawn) < 3 and self.techs_left():
            drawn.append(self.draw_tech(told[len(drawn)]))
        self._allow("techs drawn", list(told[len(drawn) :]) == [-1] * (3 - len(drawn)), drawn, told)
        if drawn:
            yield from self.choose_drawn(seat, drawn, False)

    def megacomputer(self, seat: int) -> Asking:
        """Three omegas, of which one may be installed, over another tech too."""
        drawn: list[int] = []
        told = self._told("three")
        while len(drawn) < 3 and (self.omega_pool or self.omega_discard):
            if not self.omega_pool:
                self.omega_pool, self.omega_discard = self.omega_discard, 0
            card = told[len(drawn)]
            right = card >= self.cards.num_techs and self.omega_pool >> card - self.cards.num_techs & 1
            self._allow("omega drawn", bool(right), "one of the deck", told)
            self.omega_pool &= ~(1 << card - self.cards.num_techs)
            drawn.append(card)
        self._allow("omegas drawn", list(told[len(drawn) :]) == [-1] * (3 - len(drawn)), drawn, told)
        if drawn:
            yield from self.choose_drawn(seat, drawn, True)

    # Tracks and events

    def step(self, seat: int, track: int) -> Asking:
        """One step on a track, and what lies there; whether something did."""
        self.position[seat][track] += 1
        at = self.position[seat][track]
        if at == 26 and self.trophy[track] == NOBODY:
            self.trophy[track] = seat
        bonus = self.cards.tracks[track][self.track_side[track]][at % 13]
        if bonus == parse("EV"):
            return (yield from self.event_of(seat, track))
        yield from self.resolve(seat, bonus)
        return bool(bonus)

    def advance(self, seat: int, tracks: list[int], steps: list[int], stops: bool = False) -> Asking:
        """Some steps on one of some tracks: which and how many, or nothing; `stops`: a bonus ends them."""
        answers: list[Answer] = [("advance", track, n - 1) for track in tracks for n in steps]
        answer = yield seat, "advance", [("done",), *answers]
        if answer[0] == "done":
            return None
        _, track, more = answer
        taken = 0
        while taken <= more:
            taken += 1
            if (yield from self.step(seat, track)) and stops:
                break
        return track, taken

    def advance_up_to(self, seat: int, track: int, number: int) -> Asking:
        """Up to so many steps on a named track, or with a Universal Translator on another; one may stop."""
        tracks = [0, 1, 2] if self.has(seat, "TRACK_REDIRECT") else [track]
        while number:
            gone = yield from self.advance(seat, tracks, list(range(1, number + 1)), stops=True)
            if not gone:
                return
            tracks, number = [gone[0]], number - gone[1]

    def event_of(self, seat: int, track: int) -> Asking:
        """The event of a track, if it still lies there; whether it does something at once."""
        event, self.event[track] = self.event[track], -1
        if event < 0:
            return False
        self.events_done += 1
        if self.events_done == 2:
            for other in range(3):
                if self.event[other] >= 0:
                    self.event[other] = -1
                    if other == names.TINCAN:
                        for card in self.shared:
                            if card >= 0:
                                self.discard_card(card)
                        self.shared = [-1, -1]
        row = self.cards.events[event]
        if row["at_station"]:
            self.orders |= 1 << event
        yield from self.resolve(seat, parse(row["all"]))
        for k in range(self.players):
            yield from self.resolve((seat + k) % self.players, parse(row["each"]))
        return bool(row["all"] or row["each"])

    def summit(self) -> None:
        """Honesty Summit: the furthest markers go back, a medal for each."""
        for track in range(3):
            furthest = max(self.position[seat][track] for seat in range(self.players))
            for seat in range(self.players):
                at = self.position[seat][track]
                if at == furthest > 0:
                    self.position[seat][track] = max(at - at % 13, at - 2)
                    self.medals[seat] += 1

    # Effects

    def resolve(self, seat: int, effect: Effect, source: int = -1) -> Asking:
        """The operations of an effect from left to right; `source` is the room that they come from."""
        for op in effect:
            if not self.happens(seat, op):
                yield from self.choose(seat, op, source)

    def happens(self, seat: int, op: Op) -> bool:
        """What happens by itself; whether this operation is of that kind."""
        name, number, *_ = op
        match name:
            case "AM":
                for _ in range(number):
                    kind = self.draw_pirate()
                    if kind is not None:
                        self.place_pirate(self.location[seat], kind)
            case "AN":
                self.ready[seat][ANDROID] += number
            case "CD":
                self.ready[seat][CADET] += number
            case "MD":
                self.medals[seat] += number
            case "QR":
                for _ in range(min(number, len(self.queues[seat]))):
                    self.call(seat, 0)
            case "PK":
                self.look(seat, number)
            case "RD":
                self.raid()
            case "CF":
                self.ceasefire()
            case "HS":
                self.summit()
            case "SH":
                self.sharing = 1
                self.count_hooks()
            case "DT":
                self.discard_leftmost()
            case _:
                return False
        return True

    def choose(self, seat: int, op: Op, source: int) -> Asking:
        """What a captain may have to be asked about."""
        name, number, price, inner = op
        match name:
            case "MV":
                yield from self.move(seat, number)
            case "JP":
                yield from self.jump(seat)
            case "FT" | "FX":
                yield from self.fight(seat, name == "FX")
            case "RS" | "RR":
                yield from self.take_tech(seat, name == "RR")
            case "RP":
                yield from self.repairs(seat, number)
            case "DM":
                yield from self.take_damage(seat, number)
            case "AR" | "PT":
                yield from self.load(seat, name, number)
            case "CO" | "TC" | "NI":
                yield from self.advance_up_to(seat, ("CO", "TC", "NI").index(name), number)
            case "AA":
                yield from self.advance(seat, [0, 1, 2], [number])
            case "SA":
                yield from self.single_steps(seat, number)
            case "CH":
                _, second = yield seat, "choice", [("choice", 0), ("choice", 1)]
                yield from self.resolve(seat, inner if second else price)
            case "PAY":
                yield from self.pay(seat, price, inner)
            case "PER":
                for _ in range(self.ready[seat][ANDROID] + self.pad.count(ANDROID)):
                    yield from self.resolve(seat, inner)
            case "RO":
                yield from self.megacomputer(seat)
            case "LB":
                yield from self.library(seat)
            case "COPY":
                yield from self.copy(seat, source)
            case "CS":
                yield from self.crowdsource(seat)
            case _:
                raise AssertionError(name)

    def repairs(self, seat: int, number: int) -> Asking:
        """Up to so many repairs."""
        for _ in range(number):
            kind, *place = yield seat, "repair", [("done",), *self.broken(seat)]
            if kind == "done":
                return
            self.repair(seat, place[0])

    def load(self, seat: int, name: str, number: int) -> Asking:
        """Artifacts or pirate tokens of the supply, all of them before the hold is looked at."""
        for _ in range(number):
            if name == "AR":
                self.draw_artifact(seat)
            elif (kind := self.draw_pirate()) is not None:
                self.pirates[seat][kind] += 1
        yield from self.fit_cargo(seat)

    def single_steps(self, seat: int, number: int) -> Asking:
        """Single steps, each on any track."""
        for _ in range(number):
            if not (yield from self.advance(seat, [0, 1, 2], [1])):
                return

    def raid(self) -> None:
        """Pirates on all marked routes without one."""
        for route in self.map.marked:
            if self.pirate_on[route] == -1:
                kind = self.draw_pirate()
                self.pirate_on[route] = -1 if kind is None else kind

    def pay(self, seat: int, price: str, inner: Effect) -> Asking:
        answers: list[Answer] = []
        if price in "AC":
            answers += [("spend", k) for k in range(3) if self.artifacts[seat][k]]
        if price in "PC" and any(self.pirates[seat]):
            answers.append(("spend", SPEND_PIRATE))
        if price == "M":
            tokens = enumerate([*self.purse_tokens(seat), self.medals[seat]])
            answers += [("spend", k) for k, number in tokens if number]
        if price == "N" and self.ready[seat][ANDROID]:
            answers.append(("spend", SPEND_ANDROID))
        if price == "T":
            answers += [("slot", k) for k in range(6) if self.slot[seat][k] >= 0]
        kind, *token = yield seat, "pay", [("done",), *answers]
        if kind == "spend":
            self.spend(seat, token[0])
        elif kind == "slot":
            yield from self.remove_tech(seat, token[0])
        if kind != "done":
            yield from self.resolve(seat, inner)

    def look(self, seat: int, number: int) -> None:
        """The next missions, in their order, for the own eyes."""
        number = min(number, len(self.known) + self.mission_pool.bit_count())
        told = self._told("look") if number else ()
        for k in range(number):
            if k < len(self.known):
                self._allow("mission looked at", told[k] == self.known[k], self.known[k], told[k])
                continue
            self._allow(
                "mission looked at", bool(self.mission_pool >> told[k] & 1), "one of the deck", told[k]
            )
            self.mission_pool &= ~(1 << told[k])
            self.known.append(told[k])
        self.peeked[seat] = max(self.peeked[seat], number)

    def copy(self, seat: int, source: int) -> Asking:
        """A Holodeck does what another room tech does."""
        answers: list[Answer] = []
        for k in range(self.players):
            cards = self.slot[(seat + k) % self.players]
            answers += [("copy", k, slot) for slot, card in enumerate(cards) if self.can_copy(card)]
        if self.sharing:
            answers += [("copy_shared", k) for k, card in enumerate(self.shared) if self.can_copy(card)]
        kind, *place = yield seat, "copy", [("done",), *answers]
        if kind == "done":
            return
        card = (
            self.slot[(seat + place[0]) % self.players][place[1]] if kind == "copy" else self.shared[place[0]]
        )
        if self.cards.once[card]:
            yield from self.remove_tech(seat, source - 4)
        yield from self.resolve(seat, self.cards.effect[card], source)

    def can_copy(self, card: int) -> bool:
        return card >= 0 and self.is_room(card) and self.cards.effect[card] != parse("COPY")

    def ceasefire(self) -> None:
        ships = set(self.location[: self.players])
        for route, ends in enumerate(self.map.ends):
            kind = self.pirate_on[route]
            if kind >= 0 and ships & set(ends):
                self.pirate_on[route] = -1
                self.pirate_discard[kind] += 1

    def crowdsource(self, seat: int) -> Asking:
        rooms = [room for room in self.rooms(seat) if room < 10 and self.colour(seat, room) != GRAY]
        held: list[Answer] = [("spend", k) for k in range(3) if self.artifacts[seat][k]] if rooms else []
        answer = yield seat, "crowd", [("done",), *held]
        if answer[0] == "spend":
            self.crowd_artifact = answer[1]
            _, room = yield seat, "crowd_room", [("room", room) for room in rooms]
            self.artifacts[seat][answer[1]] -= 1
            self.crowd[seat][room] = answer[1]

    def discard_leftmost(self) -> None:
        space = next((k for k, card in enumerate(self.tech_board) if card >= 0), None)
        if space is not None:
            self.discard_card(self.tech_board[space])
            self.tech_board[space] = self.draw_tech(self._told("tech")) if self.techs_left() else -1

    # Captain Shadow

    def cards_left(self) -> bool:
        return any(self.action_left) or bool(self.action_new)

    def shadow(self) -> Asking:
        """Captain Shadow draws a card."""
        kind = self._told("action")
        if self.action_new and self.seen.after["action_known"][kind] > self.action_known[kind]:
            self._allow("action card", self.action_extra[kind] > 0, "an unseen card", kind)
            self.action_extra[kind] -= 1
            self.action_known[kind] += 1
            self.action_new = 0
        else:
            self._allow("action card", self.action_left[kind] > 0, "a card of the deck", kind)
            self.action_left[kind] -= 1
        space = self.actions_drawn
        self.actions_drawn += 1
        match kind:
            case 0:
                self.shadow_at = self.location[0]
                if self.tech_board[space] >= 0:
                    self.discard_card(self.tech_board[space])
                self.tech_board[space] = self.draw_tech(self._told("tech")) if self.techs_left() else -1
            case 1:
                yield from self.shadow_mission()
            case 2:
                yield from self.shadow_fight()
            case _:
                yield from self.resolve(0, parse(self.cards.passengers[self.rider]["effect"]))
                self.refill()

    def shadow_mission(self) -> Asking:
        near = [place for place in self.map.ways[self.shadow_at] if self.mission_at[place] >= 0]
        targets: list[Answer] = [("go", place) for place in near if place != self.location[0]]
        if targets:
            _, place = yield 0, "shadow_mission", targets
            self.shadow_at = place
            self.mission_at[place] = -1
            self.new_mission(place)

    def shadow_fight(self) -> Asking:
        routes = self.map.route[self.shadow_at]
        here: list[Answer] = [("pirate", c) for c in range(3) if self.pirate_on[routes[c]] >= 0]
        if here:
            _, colour = yield 0, "shadow_fight", here
            self.pirate_discard[self.pirate_on[routes[colour]]] += 1
            self.pirate_on[routes[colour]] = -1

    # The end

    def figures(self, seat: int, *kinds: int) -> int:
        return sum(self.ready[seat][kind] for kind in kinds) + sum(f in kinds for f in self.queues[seat])

    def all_damage(self, seat: int) -> int:
        return self.damage[seat] + self.slot_damage[seat].bit_count()

    def zone(self, seat: int, track: int) -> int:
        at = self.position[seat][track]
        return 4 if at >= 13 else -(-at // 3)

    def counted(self, seat: int, per: str) -> int:
        """How many there are of what an omega tech or a passenger counts."""
        done = [m for k, m in enumerate(self.cards.missions) if self.completed[seat] >> k & 1]
        colours = {"RED": 0, "YELLOW": 1, "BLUE": 2}
        if per.endswith("_FIGURES"):
            colour = colours[per.removesuffix("_FIGURES")]
            return self.figures(seat, colour, colour + 4)
        if per.endswith("_MISSIONS"):
            return sum(colours[per.removesuffix("_MISSIONS")] in mission.colours for mission in done)
        return {
            "ARTIFACT_TYPES": sum(n > 0 for n in self.artifacts[seat]),
            "ARTIFACTS": sum(self.artifacts[seat]),
            "ICON_PAIRS": self.icon_pairs(seat),
            "COMMANDERS": self.figures(seat, *COMMANDERS),
            "DAMAGE": self.all_damage(seat),
            "PIRATE_TOKENS": sum(self.pirates[seat]),
            "LOWEST_ZONE": min(self.zone(seat, track) for track in range(3)),
            "NO_CARGO_DAMAGE": int(self.damage[seat] == 0),
            "INSTALLED_TECHS": sum(card >= 0 for card in self.slot[seat]),
            "TINCAN_ZONE": self.zone(seat, names.TINCAN),
        }[per]

    def icon_pairs(self, seat: int) -> int:
        edges = [(self.icons(seat, k)[2:], self.icons(seat, k + 1)[:2]) for k in range(5)]
        return sum(left[h] == right[h] != "-" for left, right in edges for h in (0, 1))

    def score(self, seat: int) -> float:
        cards = self.cards
        points: float = sum(m.points for k, m in enumerate(cards.missions) if self.completed[seat] >> k & 1)
        for at in self.position[seat]:
            points += 5 * (at // 13) + -(-(at % 13) // 3)
        for card in self.slot[seat]:
            if card >= cards.num_techs:
                per, each = cards.omega[card - cards.num_techs]
                points += each * self.counted(seat, per)
        if self.rider >= 0:
            row = cards.passengers[self.rider]
            points += int(row["base"]) + int(row["points"]) * self.counted(seat, row["per"])
        points += self.figures(seat, *COMMANDERS, ANDROID) + sum(self.pirates[seat])
        points += (self.medals[seat] + sum(self.artifacts[seat])) / 2
        return points - self.all_damage(seat)

    def result(self) -> tuple[list[float], list[int]]:
        scores = [self.score(seat) for seat in range(self.players)]
        if self.players == 1:
            return scores, [0 if scores[0] >= 50 else 1]
        return scores, [sum(other > own for other in scores) for own in scores]

    # The fields

    SAME = (
        "mission_pool", "completed", "tech_pool", "tech_discard", "omega_pool", "omega_discard", "round",
        "first", "active", "passed", "moved", "fights", "trained", "side", "mission_at", "number_at",
        "numbers_up", "station_at", "tile_round", "pirate_on", "holder", "location", "shadow_at", "peeked",
        "tech_under", "tech_top", "tech_board", "shared", "sharing", "event", "events_done", "orders",
        "track_side", "slot_side", "trophy", "artifact_supply", "artifact_discard", "pirate_supply",
        "pirate_discard", "position", "ready", "medals", "artifacts", "pirates", "damage", "slot_damage",
        "slot", "crowd", "hooks", "worker", "mission", "mission_place", "pad", "rider", "action_known",
        "action_left", "action_extra", "action_new", "actions_drawn",
    )  # fmt: skip

    def fields(self) -> Fields:
        own: Fields = {name: getattr(self, name) for name in self.SAME}
        queues, sizes = list(self.absent["queue"]), list(self.absent["queue_size"])
        for seat, queue in enumerate(self.queues):
            queues[16 * seat : 16 * seat + 16] = [*queue, *[-1] * (16 - len(queue))]
            sizes[seat] = len(queue)
        own |= {"num_players": self.players, **self.options, "queue": queues, "queue_size": sizes}
        own |= {"known_mission": [*self.known, *[-1] * (24 - len(self.known))], "known_size": len(self.known)}
        return own | {
            name: getattr(self, name) for name, asked in self.WHEN_ASKED.items() if self.question in asked
        }
