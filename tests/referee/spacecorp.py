"""A referee for SpaceCorp: the rules once more, in plain Python, from the rulebook and the data files.

Written beside the rulebook, the rulings on the game's page and the tables in data/, without the kernels.
Methods that may have to ask somebody are generators; the others happen by themselves.

Whether an announcement can be completed is worked out by trying: all cards, each HQ, each shield.
Where all of these are silent the referee does as the game was seen to do:

    questions   of teams that stand alike only the first is offered; Edges without any effect are not
                (Microbes that hit nobody, Divert of nothing, Sabotage of a sabotaged action); a shielded
                number is not asked for where radiation does not matter and no Time card could bring in a
                second team; the base of a used Spaceport also allows the Move; the Build item ends with the
                card that is enough
    order       Cooperative Empathy pays before the first reward is drawn; awards of freed Phobes tiles are
                taken together, then progress cards are chosen; a claim is staked after the last tile
    bookkeeping `triggered` keeps the first reason; others learn of played cards (`known`) when the
                announcement is complete; a cut game keeps its question
"""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

import astrarium.envs.spacecorp as package
from astrarium.core import Game
from astrarium.envs.spacecorp import events as ev
from astrarium.envs.spacecorp.state import (
    COLONY_EFFECTS,
    EDGES,
    ERAS,
    FIRST_SITE,
    ICONS,
    MOST,
    STACKS,
    TYPES,
)

from .harness import Answer, Asking, Fields, Impossible, Referee, Seen

DATA = Path(package.__file__).parent / "data" / "standard"
SEATS = 4
SITES = 26
CARDS = 31
TIME = 30
TILES = 56
NONE = NOBODY = -1
FAR = 9999
DONE: Answer = ("done",)
(RESEARCH, MOVE, EXPLORE, BUILD, PRODUCE, GENETICS, REVELATION, UPGRADE, SPECIAL, COLONIZE, PASS, IDLE) = (
    range(12)
)
VALUED = 7
ATTRACTION, BIO_LAB, EXPLOITER, INDUSTRIAL, REFINERY, LAB, SECURE, FACTORY, SPACEPORT = range(9)
BY_CONTRACTS, BY_DECK = 1, 2
NO_TIME, DOUBLE, TWO_TEAMS = range(3)
WINDOWS = ("none", "start", "after", "contract", "break", "discard", "end")
# Where the announcement of an action stands
AT_HQ, AT_SECOND, AT_SHIELD, AT_CARDS, AT_TIME, AT_PORT, AT_INDUSTRY, AT_FACTORY, AT_END = range(9)
PLAYED_AT = {
    "Competitors": "start", "Divert": "after", "Hack": "start", "Hostile Microbes": "start",
    "Incompatible": "start", "Intercept": "end", "Leak": "break", "Market Influence": "contract",
    "Poach": "discard", "Sabotage": "start", "Salvage": "after",
}  # fmt: skip
COLONY_TABLE = (-1, 1, 4, 8, 13)


class Number(NamedTuple):
    """What a card or Infra box counts for an action."""

    plain: int = 0
    mult: int = 1
    shielded: int = 0  # 0: it has no shielded number


def numbers(text: str) -> dict[int, Number]:
    """Actions such as `Move 3 or Shielded Move 2 / Build x2`."""
    found: dict[int, Number] = {}
    for part in re.split(r" / | or ", text):
        match = re.fullmatch(r"(Shielded )?(\w+) (x?)(\d+)", part)
        if not match:
            continue
        shield, action, times, value = match.groups()
        act = TYPES.index(action)
        old = found.get(act, Number())
        if shield:
            found[act] = old._replace(shielded=int(value))
        elif times:
            found[act] = old._replace(mult=int(value))
        else:
            found[act] = old._replace(plain=int(value))
    return found


@dataclass(frozen=True)
class Card:
    """An action card."""

    name: str
    copies: int
    start: str
    numbers: dict[int, Number]
    infra: bool
    edge: int
    special: str


@dataclass(frozen=True)
class Site:
    """A site of a board."""

    name: str
    region: str
    explore: int  # 0: cannot be explored
    build: int  # -1: no base
    gravity: int
    boxes: int
    marks: frozenset[str]


@dataclass(frozen=True)
class Tile:
    """A kind of Discovery tile."""

    stack: int
    copies: int
    icons: frozenset[str]
    profit: int
    genetics: int
    revelation: int
    produce: int  # -1: none
    base: int
    colony: int
    draw: int  # the stack it leads to, -1: none
    special: str


class Board:
    """Sites and distances of an era."""

    def __init__(self, era: str, sites: list[Site], rows: list[dict[str, str]]) -> None:
        self.sites = sites
        self.index = {site.name: k for k, site in enumerate(sites)}
        self.stars = era == "Starfarers"
        own = [row for row in rows if row["era"] == era]
        self.borders: dict[str, dict[str, int]] = {}
        for row in own:
            if row["kind"] == "border":
                for one, other in (row["from"], row["to"]), (row["to"], row["from"]):
                    self.borders.setdefault(one, {})[other] = int(row["cost"])
        self.direct = {
            frozenset((row["from"], row["to"])): int(row["cost"]) for row in own if row["kind"] == "direct"
        }
        self.transit: dict[tuple[str, str], int] = {}
        for row in own:
            if row["kind"] == "transit":
                self.transit[row["from"], row["to"]] = int(row["cost"])
        for (one, other), cost in list(self.transit.items()):
            self.transit.setdefault((other, one), cost)
        self.spurs = {site.region for site in sites if "spur" in site.marks}
        self.radiation = {site.region for site in sites if "radiation" in site.marks}
        self.ways = {site.region: self._ways(site.region, set()) for site in sites}
        self.clear = {site.region: self._ways(site.region, self.radiation) for site in sites}

    def _ways(self, start: str, zone: set[str]) -> dict[str, int]:
        """The cheapest way to every region, not through the Orion Spur nor through a zone."""
        best, todo = {start: 0}, [start]
        while todo:
            todo.sort(key=best.__getitem__)
            here = todo.pop(0)
            if here in self.spurs and here != start:
                continue
            for there, cost in self.borders.get(here, {}).items():
                if there not in zone and best[here] + cost < best.get(there, FAR):
                    best[there] = best[here] + cost
                    todo.append(there)
        return best

    def radiates(self, one: int, other: int) -> bool:
        """Whether the cheapest way touches the zone; one as cheap around it does not."""
        here, there = self.sites[one].region, self.sites[other].region
        if {here, there} & self.radiation:
            return True
        return here != there and self.clear[here].get(there, FAR) > self.ways[here].get(there, FAR)

    def distance(self, one: int, other: int, low_g: bool) -> int | None:
        """The cost of a Move."""
        here, there = self.sites[one], self.sites[other]
        flat = self.direct.get(frozenset((here.name, there.name)))
        if flat is not None:
            return flat
        way: Any = self.ways[here.region].get(there.region)
        if way is None:
            return None
        if self.stars:
            return int(way)
        gravity = 0 if low_g else here.gravity + there.gravity
        return int(way) + 2 + gravity + self.transit.get((here.region, there.region), 0)


class Data:
    """The data files, read anew."""

    def __init__(self, folder: Path) -> None:
        def rows(name: str) -> list[dict[str, str]]:
            with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
                return list(csv.DictReader(file))

        def number(text: str, otherwise: int = 0) -> int:
            return int(text) if text else otherwise

        self.cards: list[list[Card]] = [[] for _ in ERAS]
        for row in rows("cards"):
            edge = EDGES.index(row["edge"]) if row["edge"] else NONE
            self.cards[ERAS.index(row["era"])].append(
                Card(
                    row["name"], int(row["copies"]), row["start"], numbers(row["actions"]),
                    row["infra"] == "yes", edge, row["special"],
                )
            )  # fmt: skip
        borders = rows("borders")
        sites: list[list[Site]] = [[] for _ in ERAS]
        for row in rows("sites"):
            sites[ERAS.index(row["era"])].append(
                Site(
                    row["site"], row["region"], number(row["explore"]), number(row["build"], NONE),
                    number(row["gravity"]), number(row["boxes"]), frozenset(row["marks"].split()),
                )
            )  # fmt: skip
        self.boards = [Board(era, sites[k], borders) for k, era in enumerate(ERAS)]
        self.tiles = [
            Tile(
                STACKS.index(row["stack"]), int(row["copies"]), frozenset(row["icons"].split()),
                number(row["profit"]), number(row["genetics"]), number(row["revelation"]),
                number(row["produce"], NONE), number(row["base"]), number(row["colony"]),
                STACKS.index(row["draw"]) if row["draw"] else NONE, row["special"],
            )
            for row in rows("tiles")
        ]  # fmt: skip
        assert all(icon in ICONS for tile in self.tiles for icon in tile.icons)
        self.contracts: dict[tuple[int, int], dict[str, str]] = {
            (int(row["row"]) - 1, ERAS.index(row["era"])): row for row in rows("contracts")
        }
        self.hq = {
            ERAS.index(row["start"]): (
                {RESEARCH: Number(int(row["research"]))},
                [numbers(row[f"slot_{k}"]) for k in (1, 2, 3)],
            )
            for row in rows("hq")
        }
        self.titles = rows("progress")
        self.colonies = rows("colonies")
        self.value = [int(row["value"]) for row in self.colonies]
        self.effect = [row["effect"] for row in self.colonies]
        assert all(effect in COLONY_EFFECTS for effect in self.effect)
        self.wheel = int(next(row["value"] for row in rows("numbers") if row["name"] == "wheel"))


@cache
def read(folder: Path) -> Data:
    """The data of a folder."""
    return Data(folder)


def bits(numbers: Any) -> int:
    """A set of numbers as a field holds it."""
    return sum(1 << number for number in numbers)


class End(NamedTuple):
    """What may be put into an action in all."""

    plain: int
    mult: int
    big: int
    shielded: bool
    factor: int


@dataclass
class Put:
    """What has been put into an action so far."""

    stage: int = AT_HQ
    hqs: tuple[int, ...] = ()
    plain: int = 0
    mult: int = 1
    big: int = 0
    shielded: bool = False
    shield_hq: int = NOBODY
    shield_slot: int = NONE
    card_shield: int = NONE
    time: int = NO_TIME
    port: int = NOBODY
    industry: int = NOBODY
    factory: int = NOBODY
    base: int = NOBODY
    carded: bool = False

    def key(self) -> tuple[Any, ...]:
        """All that decides what is still possible."""
        return (self.stage, self.hqs, self.plain, self.mult, self.big, self.shielded, self.time, self.carded)


class Corp(Referee):
    """One game of SpaceCorp."""

    GAME = "spacecorp"
    IDLE = ("done", "answer", "time")
    WHEN_ASKED: ClassVar[dict[str, tuple[str, ...]]] = {}
    UNCHECKED: ClassVar[dict[str, str]] = {
        "rng": "the stream of chance: what is drawn is checked for being possible, not for its odds",
        "kept": "answers that the kernels keep so as not to work them out twice",
        "step": "where the kernels are in a turn: the question shows it",
    }

    def __init__(self, game: Game, players: int, options: dict[str, int], cards: Path | None = None) -> None:
        super().__init__(game, players, options, cards)
        self.data = read(cards or DATA)
        self.limit = game.max_moves

    def begin(self, seen: Seen) -> None:
        self.decisions, self.over_by = 0, 0
        super().begin(seen)

    def act(self, action: int, seen: Seen) -> None:
        """Follow an answer; a game is cut after so many decisions."""
        super().act(action, seen)
        self.decisions += 1
        if self.over:
            self.over_by = 1
        elif self.decisions == self.limit:
            self.over, self.over_by, self.legal = True, 2, set()  # in the middle of a question

    @classmethod
    def mix(cls, folder: Path, random: Random) -> None:
        mix(folder, random)

    # The deal

    def deal(self, fields: Fields) -> None:
        n = self.players
        self.era = self.options["start_era"] - 1
        self.last_era = max(self.options["end_era"], self.options["start_era"]) - 1
        begun = self.era
        self.profit = [(0, 8, 20)[begun] if seat < n else 0 for seat in range(SEATS)]
        if begun == 0 and n > 2:
            self.profit[n - 1] = 1
        self.genetics = [begun if seat < n else 0 for seat in range(SEATS)]
        self.revelation = [2 if begun == 2 and seat < n else 0 for seat in range(SEATS)]
        self.progress: list[set[int]] = [set() for _ in range(SEATS)]
        self.infra = [[NONE] * 3 for _ in range(SEATS)]
        self.hq_box, self.hq_slots = self.data.hq[begun]
        self.legacy_tile, self.legacy_base = [NONE] * SEATS, [NONE] * SEATS
        self.marker = [begun] * 7
        self.beyond = [NOBODY, NOBODY]
        self.progress_left = [0] * len(self.data.titles)
        self.colony_left: set[int] = set()
        self.turns = 0
        self.extra = self.active = self.first = 0
        self.normal = 0
        self.window, self.purge, self.leak_title, self.taker = 0, NONE, NONE, NOBODY
        self.asked = self.heard = 0
        self.award_seat, self.adaptations, self.breakthroughs = NOBODY, 0, 0
        self.unpaid = self.star_child = 0
        self.row = self.chooser = 0
        self.laid = [0] * CARDS
        self.played = [0] * CARDS
        self._draws: Iterator[int] | None = None
        self._tiles: Iterator[int] | None = None
        self._memo: dict[Any, Any] = {}
        self._sums: Any = None
        self.enter_era()
        self.dealt = False
        self.new_turn()
        if begun == 2:
            self.first = self.active = fields["first"]
        self.deal_cards(fields)

    def enter_era(self) -> None:
        """An empty board, all pieces with their owners."""
        era, n = self.era, self.players
        self.board = self.data.boards[era]
        self.deck_cards = self.data.cards[era]
        self.triggered = self.counting = self.extra = 0
        self.last: set[int] = set()
        self.passed: set[int] = set()
        self.supply = [[3] * 9 if seat < n else [0] * 9 for seat in range(SEATS)]
        for seat in range(n):
            if self.legacy_base[seat] != NONE:
                self.supply[seat][self.legacy_base[seat]] -= 1
        teams = 3 if era == 2 else 2
        self.team_site = [
            [0] * teams + [NONE] * (4 - teams) if seat < n else [NONE] * 4 for seat in range(SEATS)
        ]
        self.team_track = [[0] * 4 for _ in range(SEATS)]
        self.team_claim = [[0] * 4 for _ in range(SEATS)]
        self.tile = [[NONE] * 3 for _ in range(SITES)]
        self.base = [[NONE] * 3 for _ in range(SITES)]
        self.produce = [[NONE] * 3 for _ in range(SITES)]
        self.spent_tiles: set[tuple[int, int]] = set()  # exploited
        self.owner = [NOBODY] * SITES
        self.colony = [NONE] * SITES
        self.beyond = [NOBODY, NOBODY]
        mine = {STACKS.index(name) for name in STACKS if name[0] == ERAS[era][0]}
        self.stack = [tile.copies if tile.stack in mine else 0 for tile in self.data.tiles]
        self.orion = 0
        first = self.options["start_era"] - 1
        for title, row in enumerate(self.data.titles):
            if ERAS.index(row["era"]) == era or (era == first and ERAS.index(row["era"]) < era):
                self.progress_left[title] = 2
        if era == 2:
            self.colony_left = {
                k for k, row in enumerate(self.data.colonies) if str(n) in row["players"].split()
            }

    def deal_cards(self, fields: Fields) -> None:
        """Hands, offers and the deck: chance as the fields tell it."""
        n, cards = self.players, self.deck_cards
        self.discard, self.purged = [0] * CARDS, [0] * CARDS
        self.starts = [k for k, card in enumerate(cards) if card.start]
        self.deck = [card.copies for card in cards] + [0] * (CARDS - len(cards))
        self.deck[TIME] = {2: 0, 3: 2, 4: 4}[n]
        self.hand = [[0] * CARDS for _ in range(SEATS)]
        self.known = [[0] * CARDS for _ in range(SEATS)]
        for seat in range(n):
            self.hand[seat][TIME] = self.known[seat][TIME] = 1
            if self.era == 0:
                drive = next(k for k, card in enumerate(cards) if card.start == "hand")
                self.deck[drive] -= 1
                self.hand[seat][drive] += 1
                self.known[seat][drive] += 1
        extra = {2: (0, 1), 3: (0, 1, 1), 4: (0, 0, 1, 1)}[n] if self.era == 0 else (2,) * n
        for seat in range(n):
            told = fields["hand"][CARDS * seat : CARDS * seat + CARDS]
            new = [k for k in range(CARDS) for _ in range(told[k] - self.hand[seat][k])]
            self._allow("cards dealt", len(new) == extra[seat], extra[seat], new)
            for card in new:
                self._take_from_deck(card)
                self.hand[seat][card] += 1
        self.offers = list(fields["offers"])
        for card in self.offers:
            self._take_from_deck(card)

    def _allow(self, what: str, right: bool, expected: Any, found: Any) -> None:
        if not right:
            raise Impossible(what, expected, found)

    # Chance

    def _take_from_deck(self, card: int) -> None:
        """A card that may lie on top of the deck: a Start card as long as there are any."""
        starts = any(self.deck[k] for k in self.starts)
        right = 0 <= card < CARDS and self.deck[card] > 0 and (not starts or card in self.starts)
        self._allow("card drawn", right, "one on top of the deck", card)
        self.deck[card] -= 1

    def _read_events(self) -> None:
        cards, tiles = [], []
        for kind, told in self.seen.events:
            if kind == ev.DRAWS:
                cards.append(told[1] % CARDS)
            elif kind == ev.OFFER:
                cards.append(told[0] % CARDS)
            elif kind == ev.EXPLORES:
                tiles.append(told[2])
            elif kind == ev.REDIRECTS:
                tiles.append(told[0])
        self._draws, self._tiles = iter(cards), iter(tiles)

    def draw(self) -> int:
        """The top card of the deck."""
        if self._draws is None:
            self._read_events()
        assert self._draws is not None
        card = next(self._draws, None)
        if card is None:
            raise Impossible("draw", "one more card", "none")
        self._take_from_deck(card)
        if not self.deck_size() and not self.triggered:
            self.triggered = BY_DECK
        return card

    def draw_tile(self, stack: int) -> int:
        """A tile of a stack."""
        if self._tiles is None:
            self._read_events()
        assert self._tiles is not None
        tile = next(self._tiles, None)
        if tile is None:
            raise Impossible("tile", "one more", "none")
        right = self.data.tiles[tile].stack == stack and self.stack[tile] > 0
        self._allow("tile drawn", right, f"one of stack {STACKS[stack]}", tile)
        self.stack[tile] -= 1
        return tile

    def settle(self) -> None:
        for what, left in ("cards", self._draws), ("tiles", self._tiles):
            more = list(left or ())
            if what == "cards" and self.dealt:
                continue
            self._allow(f"{what} drawn", not more, "none more", more)
        self._draws = self._tiles = None
        self.dealt = False
        self._memo = {}

    def deck_size(self) -> int:
        return sum(self.deck)

    # Cards

    def size(self, seat: int) -> int:
        return sum(self.hand[seat])

    def draw_to_hand(self, seat: int) -> None:
        self.hand[seat][self.draw()] += 1

    def take_open(self, seat: int, card: int) -> None:
        """Everybody sees which card goes to a hand."""
        self.hand[seat][card] += 1
        self.known[seat][card] += 1

    def show(self, seat: int, card: int) -> None:
        """A card leaves a hand, seen by all."""
        self.hand[seat][card] -= 1
        self.known[seat][card] = max(0, self.known[seat][card] - 1)

    def take_offer(self, seat: int, box: int) -> None:
        self.take_open(seat, self.offers[box])
        self.offers[box] = NONE

    def gain(self, seat: int, amount: int) -> None:
        self.profit[seat] = max(0, self.profit[seat] + amount)

    # The course of the game

    def course(self) -> Asking:
        if self.era == 2:
            yield from self.gifts()
        else:
            yield from self.launch_first()
        while True:
            yield from self.play_era()
            if self.era == self.last_era:
                break
            yield from self.next_era()
        self.finish()

    def launch_first(self) -> Asking:
        """The start player of a game."""
        if self.era == 0:
            self.first = 0
        else:
            self.first = self.lot()
        return
        yield

    def lot(self) -> int:
        """Who has the least profit; the game draws among equals."""
        least = min(self.profit[: self.players])
        tied = [seat for seat in range(self.players) if self.profit[seat] == least]
        first: int = self.seen.after["first"]
        self._allow("start player", first in tied, tied, first)
        return first

    def gifts(self) -> Asking:
        """An Adaptation each, for games that begin among the stars."""
        self.unpaid = 1
        for place in range(self.players):
            seat = (self.first - 1 - place) % self.players
            self.chooser = place + 1
            self.adaptations, self.award_seat = 1, seat
            open_to = [
                title
                for title, row in enumerate(self.data.titles)
                if row["kind"] == "Adaptation" and row["era"] == "Planeteers" and not row["needs"]
                if self.progress_left[title] and title not in self.progress[seat]
            ]
            if open_to:
                answer = yield seat, "progress", [("progress", title) for title in open_to]
                self.progress[seat].add(answer[1])
                self.progress_left[answer[1]] -= 1
            self.adaptations = 0
        self.unpaid = self.chooser = 0

    def play_era(self) -> Asking:
        n = self.players
        self.active = self.normal = self.first
        while True:
            self.extra = 0
            interceptor = yield from self.turn(self.active)
            while interceptor is not None:
                self.active, self.extra = interceptor, 1
                interceptor = yield from self.turn(interceptor)
            self.new_turn()
            if self.counting and not self.last - self.passed:
                return
            waiting = [
                seat
                for seat in ((self.normal + k) % n for k in range(1, n + 1))
                if seat not in self.passed and (not self.counting or seat in self.last)
            ]
            if not waiting:
                return
            self.active = self.normal = waiting[0]

    # A turn

    def new_turn(self) -> None:
        """Nothing has happened yet."""
        self.act_type = NONE
        self.competitors = 0
        self.sabotaged: set[int] = set()
        self.acted: set[int] = set()
        self.explored: set[int] = set()
        self.did_produce = self.did_colonize = self.produced = 0
        self.due = [0] * SEATS
        self.put = Put()
        self.second = self.spent = self.paid = self.built_factory = 0
        self.team = self.site = self.card = self.slot = self.chosen_colony = NONE
        self.playing = self.removed = self.passenger = NONE
        self.cost = self.bought = self.item = self.left = self.drew = self.idled = 0
        self.chosen_boxes = self.built_boxes = self.explored_boxes = self.reward_place = self.row = 0
        self.bases: tuple[int, ...] = ()
        self.fixed: tuple[int, int] | None = None
        self.doubled = False

    def turn(self, seat: int) -> Asking:
        """A whole turn; it returns who intercepts."""
        self.new_turn()
        self.turns += 1
        for team in range(4):
            if self.team_track[seat][team]:
                self.team_track[seat][team] -= 1
        yield from self.edges("start")
        what = yield from self.step_one(seat)
        if what == PASS:
            self.pass_turn(seat)
            return None
        yield from self.edges("after")
        yield from self.claims(seat)
        yield from self.rewards(seat)
        yield from self.transport(seat)
        for card in range(CARDS):
            self.laid[card] = self.played[card]
            self.discard[card] += self.played[card]
        self.played = [0] * CARDS
        yield from self.edges("discard")
        self.laid = [0] * CARDS
        self.refill()
        most = 6 if self.owns(seat, "LIFESPAN") else 4
        if self.size(seat) <= most and self.deck_size():
            self.draw_to_hand(seat)
        if not self.extra:
            self.last.discard(seat)
        return (yield from self.edges("end"))

    def refill(self) -> None:
        for box in range(4):
            if self.offers[box] == NONE and self.deck_size():
                self.offers[box] = self.draw()

    def pass_turn(self, seat: int) -> None:
        self.passed.add(seat)
        self.last.discard(seat)
        enough = 1 if self.players == 2 else 2
        if not self.counting and len(self.passed) >= enough:
            self.counting = 1
            self.last = set(range(self.players)) - self.passed

    def owns(self, seat: int, effect: str) -> bool:
        return any(self.data.titles[title]["effect"] == effect for title in self.progress[seat])

    def opponents(self, seat: int) -> list[int]:
        return [(seat + k) % self.players for k in range(1, self.players)]

    def whose(self, seat: int, other: int) -> Answer:
        return ("whose", (other - seat) % self.players)

    def site_answer(self, site: int) -> Answer:
        return ("site", FIRST_SITE[self.era] + site)

    def card_answer(self, card: int) -> Answer:
        return ("card", self.era * CARDS + card)

    # Step 1

    def step_one(self, seat: int) -> Asking:
        answer = yield seat, "action", [("type", act) for act in self.types(seat)]
        act = self.act_type = answer[1]
        if act == PASS:
            return PASS
        steps = {
            RESEARCH: self.research, MOVE: self.move, EXPLORE: self.explore, BUILD: self.build,
            PRODUCE: self.do_produce, GENETICS: self.wheel, REVELATION: self.wheel, UPGRADE: self.upgrade,
            SPECIAL: self.special, COLONIZE: self.colonize, IDLE: self.idle,
        }  # fmt: skip
        yield from steps[act](seat)
        return act

    def types(self, seat: int) -> list[int]:
        """The actions that can be completed, pass and idle."""
        self._memo = {}
        found = []
        if self.size(seat) <= (9 if self.owns(seat, "GROUP_MIND") else 7) and (
            self.deck_size() or any(card != NONE for card in self.offers)
        ):
            if self.reach(seat, RESEARCH, Put()) > 0:
                found.append(RESEARCH)
        if any(self.move_sites(seat, team, Put()) for team in self.workers(seat)):
            found.append(MOVE)
        if self.explore_teams(seat, Put()):
            found.append(EXPLORE)
        if self.build_teams(seat, Put()):
            found.append(BUILD)
        if self.producing(seat) and self.reach(seat, PRODUCE, Put()) > 0:
            found.append(PRODUCE)
        if self.reach(seat, GENETICS, Put()) > 0:
            found.append(GENETICS)
        if self.era and self.reach(seat, REVELATION, Put()) > 0:
            found.append(REVELATION)
        if self.upgrade_cards(seat):
            found.append(UPGRADE)
        if self.special_cards(seat):
            found.append(SPECIAL)
        if self.era == 2 and any(self.colony_tiles(seat, site) for site in self.colony_sites(seat)):
            found.append(COLONIZE)
        found = [act for act in found if act not in self.sabotaged]
        if not self.deck_size():
            return [*found, PASS]
        swaps = all(card // CARDS == self.era and card != NONE for card in self.infra[seat])
        if not found or (found == [UPGRADE] and swaps):
            found.append(IDLE)
        return found

    def workers(self, seat: int) -> list[int]:
        """Teams that can act."""
        sites = self.board.sites
        return [
            team
            for team, site in enumerate(self.team_site[seat])
            if site != NONE and not self.team_track[seat][team] and not sites[site].marks & {"beyond", "spur"}
            if team not in self.acted
        ]

    def unlike(self, seat: int, teams: list[int]) -> list[Answer]:
        """Of teams that stand alike only the first is offered."""
        found: dict[Any, int] = {}
        for team in teams:
            place = self.team_site[seat][team], self.team_track[seat][team], self.team_claim[seat][team]
            found.setdefault((*place, team in self.acted), team)
        return [("team", team) for team in found.values()]

    # The value of an action

    def may_use_others(self) -> bool:
        return not self.triggered

    def boxes(self, seat: int, act: int) -> list[tuple[Number, bool, int]]:
        """Infra boxes that count for an action: the number, whether it is a card, the slot."""
        found = [(self.hq_box[act], False, NONE)] if act in self.hq_box else []
        for slot, card in enumerate(self.infra[seat]):
            if card == NONE:
                if act in self.hq_slots[slot]:
                    found.append((self.hq_slots[slot][act], False, slot))
            else:
                own = self.data.cards[card // CARDS][card % CARDS].numbers
                if act in own:
                    found.append((own[act], True, slot))
        return found

    def hq_adds(self, seat: int, act: int, shield: int = NONE) -> End:
        """What an HQ adds, the card of one slot at its shielded number."""
        plain, mult, big, shielded = 0, 1, 0, False
        for number, is_card, slot in self.boxes(seat, act):
            value = number.plain
            if number.shielded and ((slot == shield and is_card) or not number.plain):
                value, shielded = number.shielded, True
            plain += value
            mult *= number.mult
            big = max(big, value if is_card else 0)
        return End(plain, mult, big, shielded, 1)

    def matches(self, seat: int, act: int) -> bool:
        return bool(self.boxes(seat, act))

    def shieldable(self, hqs: tuple[int, ...], act: int) -> tuple[int, int] | None:
        """The Infra card with both numbers that loses least at its shielded one."""
        best = None
        for seat in hqs:
            for number, is_card, slot in self.boxes(seat, act):
                if is_card and number.plain and number.shielded:
                    loss = number.plain - number.shielded
                    if best is None or loss < best[0]:
                        best = loss, seat, slot
        return best and best[1:]  # type: ignore[return-value]

    def hq_sets(self, seat: int, act: int) -> list[tuple[int, ...]]:
        """The HQs that may be used for an action."""
        sets: list[tuple[int, ...]] = [(seat,)]
        others = [other for other in self.opponents(seat) if self.matches(other, act)]
        if self.may_use_others() or self.competitors:
            sets += [(other,) for other in others]
        if self.competitors:
            sets += [(seat, other) for other in others]
            sets += list(combinations(others, 2))
        return sets

    def pairs(self, seat: int, act: int, first: int) -> list[tuple[int, ...]]:
        """Two HQs of which this one was named first; the second one has to match."""
        both = [hqs for hqs in self.hq_sets(seat, act) if len(hqs) == 2 and first in hqs]
        return [hqs for hqs in both if first == seat or seat not in hqs or self.matches(seat, act)]

    def cards_for(self, seat: int, act: int) -> list[int]:
        """Titles in hand that count for an action."""
        return [
            card for card, own in enumerate(self.deck_cards) if self.hand[seat][card] and act in own.numbers
        ]

    def ends(self, seat: int, act: int, put: Put) -> list[End]:
        """All that can be put into an action from here on: always as much as possible, shielded or not."""
        key = "ends", seat, act, put.key()
        if key in self._memo:
            return self._memo[key]  # type: ignore[no-any-return]
        shields = self.era > 0 and act in (MOVE, BUILD)
        heads: list[End] = []
        if put.stage <= AT_SECOND:
            if put.stage == AT_HQ:
                sets = self.hq_sets(seat, act)
            else:
                sets = [put.hqs, *self.pairs(seat, act, put.hqs[0])]
            for hqs in sets:
                heads += self.heads(hqs, act, shields)
        elif put.stage == AT_SHIELD:
            heads += self.heads(put.hqs, act, shields)
        else:
            heads.append(End(put.plain, put.mult, put.big, put.shielded, 1))
        if put.stage <= AT_CARDS:
            heads = [self.with_hand(head, hand) for head in heads for hand in self.hands(seat, act, shields)]
        twice = put.time == DOUBLE or (
            put.stage <= AT_TIME
            and act in (MOVE, EXPLORE, BUILD)
            and self.hand[seat][TIME]
            and not self.second
        )
        found = list({head._replace(factor=2 if twice else 1) for head in heads})
        self._memo[key] = found
        return found

    def heads(self, hqs: tuple[int, ...], act: int, shields: bool) -> list[End]:
        """What HQs add, plain and with a shielded card."""
        choices: list[tuple[int, int] | None] = [None]
        best = self.shieldable(hqs, act)
        if best and shields:
            choices.append(best)
        return [self.joined(hqs, act, choice) for choice in choices]

    def joined(self, hqs: tuple[int, ...], act: int, choice: tuple[int, int] | None) -> End:
        parts = [self.hq_adds(seat, act, choice[1] if choice and choice[0] == seat else NONE) for seat in hqs]
        mult = 1
        for part in parts:
            mult *= part.mult
        return End(
            sum(part.plain for part in parts), mult, max((part.big for part in parts), default=0),
            any(part.shielded for part in parts), 1,
        )  # fmt: skip

    def hands(self, seat: int, act: int, shields: bool) -> list[End]:
        """All matching cards of a hand, one of them at its shielded number or none."""
        plain, mult, big, shielded = 0, 1, 0, False
        both = []
        for card in self.cards_for(seat, act):
            number, copies = self.deck_cards[card].numbers[act], self.hand[seat][card]
            value = number.plain
            if number.shielded and not value and number.mult == 1:
                value, shielded = number.shielded, True
            elif number.shielded:
                both.append(number)
            plain += value * copies
            mult *= number.mult**copies
            big = max(big, value)
        found = [End(plain, mult, big, shielded, 1)]
        if shields and not shielded:
            for number in both:
                rest = [
                    self.deck_cards[card].numbers[act].plain
                    for card in self.cards_for(seat, act)
                    for _ in range(self.hand[seat][card])
                ]
                rest.remove(number.plain)
                rest.append(number.shielded)
                found.append(End(sum(rest), mult, max(rest), True, 1))
        return found

    def with_hand(self, head: End, hand: End) -> End:
        return End(
            head.plain + hand.plain, head.mult * hand.mult, max(head.big, hand.big),
            head.shielded or hand.shielded, 1,
        )  # fmt: skip

    def bonus(self, seat: int, act: int) -> int:
        """What progress cards add."""
        added = {MOVE: ("LOW_G", 2), EXPLORE: ("SENSORY_FOCUS", 2), BUILD: ("MOLECULAR_ASSEMBLY", 3)}
        added[RESEARCH] = ("GROUP_MIND", 2)
        return added[act][1] if act in added and self.owns(seat, added[act][0]) else 0

    def multiple(self, seat: int, act: int) -> int:
        """By how much progress cards multiply."""
        effect = {EXPLORE: "PROBE_NETWORK", MOVE: "METRIC_DRIVE"}.get(act)
        return 2 if effect and self.owns(seat, effect) else 1

    def total(self, seat: int, act: int, end: End, port: bool = False, industry: bool = False) -> int:
        """The value of an action."""
        added, times = self.fixed or (self.bonus(seat, act), self.multiple(seat, act))
        plain = end.plain + added + (2 if port and self.era == 0 else 0)
        if not plain and end.mult == 1:
            return 0
        value = max(plain, 1) * end.mult
        if port and self.era > 0:
            value = value * 2 if end.mult > 1 else value + end.big
        return min(MOST, value * end.factor * times * (2 if industry else 1))

    def reach(
        self, seat: int, act: int, put: Put, port: bool = False, industry: bool = False, penalty: int = 0
    ) -> int:
        """The highest cost that can be met; -1 if the penalty cannot be paid."""
        key = "reach", seat, act, put.key(), port, industry, penalty, self.spent, self.profit[seat]
        if key not in self._memo:
            self._memo[key] = max(
                (self.meets(seat, act, end, port, industry, penalty) for end in self.ends(seat, act, put)),
                default=NONE,
            )
        return self._memo[key]  # type: ignore[no-any-return]

    def meets(self, seat: int, act: int, end: End, port: bool, industry: bool, penalty: int) -> int:
        due = 0 if end.shielded else penalty
        if self.profit[seat] < due:
            return NONE
        value = self.total(seat, act, end, port, industry)
        if self.era == 0 or act == COLONIZE:
            return value
        return value + max(0, min(min(3, value - 1) - self.spent, self.profit[seat] - due))

    # What helps a Move or a Build

    def penalty(self, seat: int) -> int:
        if self.era == 2 and self.owns(seat, "RADIATION_RESISTANCE"):
            return 1
        return (0, 2, 3)[self.era]

    def exposed(self, seat: int, act: int, start: int, end: int) -> bool:
        """Whether radiation matters, own Shield Factories considered."""
        if self.era == 0 or self.owns(seat, "ENERGY_FIELDS") or self.paid or self.built_factory:
            return False
        if self.era == 1 and self.owns(seat, "RADIATION_RESISTANCE"):
            return False
        if not self.board.radiates(start, end) or (act == MOVE and start == 0):
            return False
        return seat not in self.with_base(self.board.sites[start].region, FACTORY)

    def with_base(self, region: str, kind: int, besides: int = NONE) -> set[int]:
        """Who has a base of a kind in a region."""
        return {
            self.owner[site]
            for site, own in enumerate(self.board.sites)
            if own.region == region and site != besides and kind in self.base[site]
        }

    def own_base(self, seat: int, site: int) -> bool:
        return site == 0 or self.owner[site] == seat

    def factories(self, seat: int, start: int) -> list[int]:
        """Opponents whose Shield Factory would serve."""
        if not self.may_use_others():
            return []
        have = self.with_base(self.board.sites[start].region, FACTORY)
        return [other for other in self.opponents(seat) if other in have]

    def port_at(self, seat: int, site: int) -> int:
        """Whose Spaceport a team may start from."""
        if SPACEPORT not in self.base[site]:
            return NOBODY
        owner = self.owner[site]
        return owner if owner == seat or self.may_use_others() else NOBODY

    def industries(self, seat: int, site: int) -> list[int]:
        """Whose Industrial base doubles a Build; the own one alone if there is one."""
        if self.era == 2:
            return []
        have = self.with_base(self.board.sites[site].region, INDUSTRIAL, site)
        if seat in have:
            return [seat]
        if not self.may_use_others():
            return []
        return [other for other in self.opponents(seat) if other in have]

    # Move

    def allowing(self, seat: int, start: int, end: int) -> list[int]:
        """Whose base allows a Move: the own one alone if there is one."""
        if self.own_base(seat, start) or self.own_base(seat, end):
            return [seat]
        if not self.may_use_others():
            return []
        have = {self.owner[start], self.owner[end]} - {NOBODY}
        return [other for other in self.opponents(seat) if other in have]

    def move_cost(self, seat: int, start: int, end: int) -> int | None:
        """The distance, None if there is no way."""
        board = self.board
        here, there = board.sites[start], board.sites[end]
        if start == end:
            return None
        if "spur" in there.marks:
            cost = board.borders[here.region].get(there.region)
            if cost is None or self.colony[start] == NONE or self.owner[start] != seat:
                return None
            return cost
        return board.distance(start, end, self.owns(seat, "LOW_G"))

    def move_sites(self, seat: int, team: int, put: Put) -> list[int]:
        """Where a team can go."""
        key = "move", seat, team, put.key(), put.port, put.factory
        if key in self._memo:
            return self._memo[key]  # type: ignore[no-any-return]
        start = self.team_site[seat][team]
        found = []
        for end in range(len(self.board.sites)):
            cost = self.move_cost(seat, start, end)
            if cost is None or not self.allowing(seat, start, end):
                continue
            if self.can_move(seat, start, end, cost, put):
                found.append(end)
        self._memo[key] = found
        return found

    def can_move(self, seat: int, start: int, end: int, cost: int, put: Put) -> bool:
        if put.stage <= AT_PORT:
            port = self.port_at(seat, start) != NOBODY
        else:
            port = put.port != NOBODY
        exposed = self.exposed(seat, MOVE, start, end)
        if put.stage <= AT_FACTORY:
            exposed = exposed and not self.factories(seat, start)
        else:
            exposed = exposed and put.factory == NOBODY
        return self.reach(seat, MOVE, put, port, False, self.penalty(seat) if exposed else 0) >= cost

    def move(self, seat: int) -> Asking:
        teams = [team for team in self.workers(seat) if self.move_sites(seat, team, Put())]
        answer = yield seat, "move_team", self.unlike(seat, teams)
        self.team = team = answer[1]
        sites = self.move_sites(seat, team, Put())
        answer = yield seat, "move_site", [self.site_answer(site) for site in sites]
        self.site = site = answer[1] - FIRST_SITE[self.era]
        self.cost = self.move_cost(seat, self.team_site[seat][team], site) or 0
        yield from self.contribute(seat, MOVE)
        yield from self.arrive(seat, team, site)
        self.acted.add(team)
        if self.put.time == TWO_TEAMS:
            yield from self.second_move(seat)

    def arrive(self, seat: int, team: int, site: int) -> Asking:
        """A team reaches a site."""
        marks = self.board.sites[site].marks
        taken = any(site in row for row in self.team_site)
        self.team_site[seat][team] = site
        self.team_claim[seat][team] = 0
        self.team_track[seat][team] = 0
        if "system" in marks:
            self.team_track[seat][team] = 1 if self.owns(seat, "ENTANGLED_COMMS") else 3
        if "beyond" in marks and NOBODY in self.beyond:
            self.beyond[self.beyond.index(NOBODY)] = seat
        if "spur" in marks:
            if not self.orion:
                self.gain(seat, 5)
            elif not taken:
                self.gain(seat, 2)
            self.orion = 1
        return
        yield

    # What is put into an action

    def contribute(self, seat: int, act: int, needed: int = 0) -> Asking:
        """HQ, cards, Time, bases; then all is paid."""
        put = self.put = Put()
        self.needed = needed
        if act not in (MOVE, EXPLORE, BUILD):
            self.cost = 1
        elif needed:
            self.cost = needed
        yield from self.choose_hq(seat, act)
        yield from self.choose_shield(seat, act)
        yield from self.choose_cards(seat, act)
        if act in (MOVE, EXPLORE, BUILD) and self.act_type != COLONIZE:
            yield from self.choose_time(seat, act)
            yield from self.choose_bases(seat, act)
            self.commit(seat, act)
        else:
            put.stage = AT_END
            if self.act_type != COLONIZE:
                yield from self.choose_spend(seat, act)
        for card, copies in enumerate(self.played):  # others see an announcement when it is complete
            self.known[seat][card] = max(0, self.known[seat][card] - copies)

    def fits(self, seat: int, act: int, put: Put) -> bool:
        """Whether the action can still be completed."""
        if self.act_type == COLONIZE:
            ends = self.ends(seat, BUILD, put)
            return any(self.item_value(end) >= self.needed for end in ends)
        if act == MOVE:
            start = self.team_site[seat][self.team]
            cost = self.move_cost(seat, start, self.site)
            assert cost is not None
            return self.can_move(seat, start, self.site, cost, put)
        if act == EXPLORE:
            return self.reach(seat, EXPLORE, put) >= self.board.sites[self.site].explore
        if act == BUILD:
            return self.can_build(seat, self.site, put, self.bases)
        return self.reach(seat, act, put) > 0

    def item_value(self, end: End) -> int:
        if not end.plain and end.mult == 1:
            return 0
        return max(end.plain, 1) * end.mult

    def choose_hq(self, seat: int, act: int) -> Asking:
        put = self.put
        options = []
        for (first,) in (hqs for hqs in self.hq_sets(seat, act) if len(hqs) == 1):
            trial = replace(put, stage=AT_SECOND, hqs=(first,))
            if self.fits(seat, act, trial):
                options.append(first)
        answer = yield seat, "hq", [self.whose(seat, other) for other in options]
        put.hqs = ((seat + answer[1]) % self.players,)
        put.stage = AT_SECOND
        self.count_hqs(act)
        if self.competitors:
            yield from self.choose_second_hq(seat, act)
            self.count_hqs(act)
        put.stage = AT_SHIELD

    def count_hqs(self, act: int) -> None:
        adds = self.joined(self.put.hqs, act, None)
        self.put.plain, self.put.mult, self.put.big = adds.plain, adds.mult, adds.big

    def choose_second_hq(self, seat: int, act: int) -> Asking:
        put = self.put
        options: list[Answer] = []
        for hqs in self.pairs(seat, act, put.hqs[0]):
            (other,) = set(hqs) - set(put.hqs)
            if self.fits(seat, act, replace(put, stage=AT_SHIELD, hqs=(*put.hqs, other))):
                options.append(self.whose(seat, other))
        if self.fits(seat, act, replace(put, stage=AT_SHIELD)):
            options.append(DONE)
        answer = yield seat, "second_hq", options
        if answer != DONE:
            put.hqs = (*put.hqs, (seat + answer[1]) % self.players)

    def choose_shield(self, seat: int, act: int) -> Asking:
        put = self.put
        plain = self.joined(put.hqs, act, None)
        best = self.shieldable(put.hqs, act)
        choice = None
        if best and not plain.shielded and self.shield_matters(seat, act):
            options = []
            for k, use in enumerate((None, best)):
                if self.fits(seat, act, self.after_hq(put, act, use)):
                    options.append(("answer", k))
            answer = yield seat, "infra_shield", options
            choice = best if answer[1] else None
        self.put = self.after_hq(put, act, choice)

    def after_hq(self, put: Put, act: int, choice: tuple[int, int] | None) -> Put:
        adds = self.joined(put.hqs, act, choice)
        return replace(
            put, stage=AT_CARDS, plain=adds.plain, mult=adds.mult, big=adds.big, shielded=adds.shielded,
            shield_hq=choice[0] if choice else NOBODY, shield_slot=choice[1] if choice else NONE,
        )  # fmt: skip

    def choose_cards(self, seat: int, act: int) -> Asking:
        while True:
            done = self.fits(seat, act, replace(self.put, stage=AT_TIME))
            if done and self.act_type == COLONIZE:
                break
            options = [self.card_answer(card) for card in self.cards_for(seat, act)]
            if done:
                options.append(DONE)
            answer = yield seat, "play", options
            if answer == DONE:
                break
            card = answer[1] % CARDS
            number = self.deck_cards[card].numbers[act]
            ways = [self.with_card(number, False)]
            if number.shielded and number.plain:
                if not self.put.shielded and self.shield_matters(seat, act):
                    ways.append(self.with_card(number, True))
                chosen = self.without(seat, card, act, ways)
                if len(ways) > 1:
                    self.playing = card
                    answer = yield seat, "card_shield", [("answer", k) for k in chosen]
                    if answer[1]:
                        ways[1].card_shield = card
                    ways = [ways[answer[1]]]
                    self.playing = NONE
            self.hand[seat][card] -= 1
            self.played[card] += 1
            self._memo = {}
            self.put = ways[0]
        self.put.stage = AT_TIME

    def without(self, seat: int, card: int, act: int, ways: list[Put]) -> list[int]:
        """Which ways to count a card lead on; the card is no more in hand then."""
        kept, self._memo = self._memo, {}
        self.hand[seat][card] -= 1
        found = [k for k, way in enumerate(ways) if self.fits(seat, act, way)]
        self.hand[seat][card] += 1
        self._memo = kept
        return found

    def with_card(self, number: Number, shielded: bool) -> Put:
        put = self.put
        only = bool(number.shielded and not number.plain and number.mult == 1)
        value = number.shielded if shielded or only else number.plain
        return replace(
            put, plain=put.plain + value, mult=put.mult * number.mult, big=max(put.big, value),
            shielded=put.shielded or shielded or only, carded=True,
        )  # fmt: skip

    def choose_time(self, seat: int, act: int) -> Asking:
        put = self.put
        options = []
        if self.fits(seat, act, replace(put, stage=AT_PORT)):
            options.append(NO_TIME)
        if self.hand[seat][TIME]:
            if self.fits(seat, act, replace(put, stage=AT_PORT, time=DOUBLE)):
                options.append(DOUBLE)
            if self.two_could(seat, act):
                options.append(TWO_TEAMS)
        answer = yield seat, "time", [("time", how) for how in options]
        put.time, put.stage = answer[1], AT_PORT
        if put.time:
            self.hand[seat][TIME] -= 1
            self.played[TIME] += 1
            self._memo = {}

    def two_could(self, seat: int, act: int) -> bool:
        """Whether a second team could act after the first, with the same value."""
        start = replace(self.put, stage=AT_PORT, time=TWO_TEAMS)
        return any(self.second_after(seat, act, way) for way in self.ways_on(seat, act, start))

    def ways_on(self, seat: int, act: int, put: Put) -> list[Put]:
        """All ways to complete the action of the first team."""
        ways = [put]
        if act == MOVE:
            port = self.port_at(seat, self.team_site[seat][self.team])
            ways = [replace(put, stage=AT_INDUSTRY, port=each) for each in {NOBODY, port}]
            if port == seat and self.era == 0:
                ways = [replace(put, stage=AT_INDUSTRY, port=port)]
        elif act == BUILD:
            have = self.industries(seat, self.site)
            own = seat in have
            ways = [
                replace(put, stage=AT_FACTORY, industry=each) for each in (have if own else [NOBODY, *have])
            ]
        return [each for way in ways for each in self.shielded_ways(seat, act, way)]

    def shielded_ways(self, seat: int, act: int, put: Put) -> list[Put]:
        """With and without opponents' Shield Factories."""
        ways = [replace(put, stage=AT_END)]
        if act in (MOVE, BUILD):
            serve = self.factories(seat, self.site if act == BUILD else self.team_site[seat][self.team])
            ways += [replace(put, stage=AT_END, factory=each) for each in serve]
        return [way for way in ways if self.fits(seat, act, way)]

    def second_after(self, seat: int, act: int, put: Put) -> bool:
        """Whether a second team can act once the first has done so."""
        kept = self._save(seat)
        self.put = put
        self.commit(seat, act)
        team = self.team
        self.acted.add(team)
        if act == MOVE:
            self.team_site[seat][team] = self.site
        elif act == BUILD:
            self.place_all(seat)
        elif act == EXPLORE:
            self.tile[self.site] = [k if k != NONE else -2 for k in self.tile[self.site]]
        self.second = 1
        can = self.second_options(seat, act)
        self._restore(seat, kept)
        return bool(can)

    def _save(self, seat: int) -> Any:
        return (
            self.put, self.profit[:], set(self.acted), [row[:] for row in self.team_site],
            [row[:] for row in self.tile], [row[:] for row in self.base], self.owner[:], self.supply[seat][:],
            self.spent, self.paid, self.built_factory, self.second, self.fixed, self.doubled, self._memo,
            self.due[:], [row[:] for row in self.team_claim],
        )  # fmt: skip

    def _restore(self, seat: int, kept: Any) -> None:
        (
            self.put, self.profit, self.acted, self.team_site, self.tile, self.base, self.owner,
            self.supply[seat], self.spent, self.paid, self.built_factory, self.second, self.fixed,
            self.doubled, self._memo, self.due, self.team_claim,
        ) = kept  # fmt: skip

    def begin_second(self) -> None:
        self.second = 1
        self.team = self.site = NONE
        self.put = self.second_put()

    def second_put(self) -> Put:
        """What the second team has: the same cards and Infra, bases by itself."""
        return replace(self.put, stage=AT_PORT, port=NOBODY, industry=NOBODY, factory=NOBODY, base=NOBODY)

    def second_options(self, seat: int, act: int) -> list[int]:
        self._memo = {}
        put = self.second_put()
        if act == MOVE:
            return [team for team in self.workers(seat) if self.second_sites(seat, team)]
        if act == EXPLORE:
            return self.explore_teams(seat, put)
        return self.build_teams(seat, put)

    def second_sites(self, seat: int, team: int) -> list[int]:
        """Where a second team can go; a Spaceport that doubles binds it to start at one."""
        put = self.second_put()
        if self.era == 0:
            return self.move_sites(seat, team, put)
        port = self.port_at(seat, self.team_site[seat][team])
        if self.doubled:
            if port == NOBODY:
                return []
            return self.move_sites(seat, team, put)
        return self.move_sites(seat, team, replace(put, stage=AT_FACTORY))

    def choose_bases(self, seat: int, act: int) -> Asking:
        """Opponents' bases that help, or not."""
        put = self.put
        start = self.team_site[seat][self.team]
        if act == MOVE:
            yield from self.choose_port(seat, start)
            if not self.second:
                self.doubled = self.era > 0 and put.port != NOBODY
        put.stage = AT_INDUSTRY
        if act == BUILD:
            yield from self.choose_industry(seat)
        put.stage = AT_FACTORY
        if act in (MOVE, BUILD):
            yield from self.choose_factory(seat, act, start)
        put.stage = AT_END
        if act == MOVE:
            options = self.allowing(seat, start, self.site)
            if put.port in options:  # the same base serves
                options = [put.port]
            answer = yield seat, "base", [self.whose(seat, other) for other in options]
            other = (seat + answer[1]) % self.players
            put.base = other if other != seat else NOBODY

    def choose_port(self, seat: int, start: int) -> Asking:
        put = self.put
        port = self.port_at(seat, start)
        if port == NOBODY or (self.era > 0 and put.mult == 1 and not put.big):  # no card to double
            return
        two = put.time == TWO_TEAMS or self.second
        if port == seat and (self.era == 0 or not two):
            put.port = seat
            return
        if self.second and self.era > 0:
            if self.doubled:
                put.port = port
            return
        options: list[Answer] = []
        if self.fits_two(seat, replace(put, stage=AT_INDUSTRY, port=port)):
            options.append(self.whose(seat, port))
        if self.fits_two(seat, replace(put, stage=AT_INDUSTRY)):
            options.append(DONE)
        answer = yield seat, "port", options
        if answer != DONE:
            put.port = port

    def fits_two(self, seat: int, put: Put) -> bool:
        """Whether the Move can be completed, and a second team could still follow if that is the plan."""
        if not self.fits(seat, MOVE, put):
            return False
        if put.time != TWO_TEAMS or self.second:
            return True
        return any(self.second_after(seat, MOVE, way) for way in self.shielded_ways(seat, MOVE, put))

    def choose_industry(self, seat: int) -> Asking:
        put = self.put
        have = self.industries(seat, self.site)
        if have == [seat]:
            put.industry = seat
            return
        options: list[Answer] = [
            self.whose(seat, other)
            for other in have
            if self.fits(seat, BUILD, replace(put, stage=AT_FACTORY, industry=other))
        ]
        if self.fits(seat, BUILD, replace(put, stage=AT_FACTORY)):
            options.append(DONE)
        answer = yield seat, "industry", options
        if answer != DONE:
            put.industry = (seat + answer[1]) % self.players

    def choose_factory(self, seat: int, act: int, start: int) -> Asking:
        put = self.put
        if not self.in_need(seat, act, start):
            return
        options: list[Answer] = [self.whose(seat, other) for other in self.factories(seat, start)]
        if self.fits(seat, act, replace(put, stage=AT_END)):
            options.append(DONE)
        answer = yield seat, "factory", options
        if answer != DONE:
            put.factory = (seat + answer[1]) % self.players

    def in_need(self, seat: int, act: int, start: int) -> bool:
        """Whether the action is not shielded yet."""
        if self.put.shielded:
            return False
        if act == BUILD and FACTORY in self.bases:
            return False
        return self.exposed(seat, act, start, self.site)

    def shield_matters(self, seat: int, act: int) -> bool:
        """Whether a card or Infra at its shielded number would be of use."""
        if self.era == 0 or act not in (MOVE, BUILD) or self.act_type == COLONIZE:
            return False
        return self.in_need(seat, act, self.team_site[seat][self.team]) or self.two_later(seat)

    def two_later(self, seat: int) -> bool:
        """Whether a Time card may bring a second team into the action."""
        return bool(self.hand[seat][TIME])

    def choose_spend(self, seat: int, act: int) -> Asking:
        put = self.put
        self.exchange = act == PRODUCE and put.carded and self.owns(seat, "RESOURCE_EXCHANGE")
        end = End(put.plain + (1 if self.exchange else 0), put.mult, put.big, put.shielded, 1)
        value = self.total(seat, act, end)
        if self.era > 0:
            most = max(0, min(3, value - 1, self.profit[seat]))
            answer = yield seat, "spend", [("spend", amount) for amount in range(most + 1)]
            self.spent = answer[1]
            self.gain(seat, -self.spent)
            value += self.spent
        self.value = value
        for other in put.hqs:
            if other != seat:
                self.due[other] += 1

    def commit(self, seat: int, act: int) -> None:
        """Penalty and shortfall are paid, rewards noted."""
        put = self.put
        start = self.team_site[seat][self.team]
        end = End(put.plain, put.mult, put.big, put.shielded, 2 if put.time == DOUBLE else 1)
        value = self.total(seat, act, end, put.port != NOBODY, put.industry != NOBODY)
        if act == MOVE:
            cost = self.move_cost(seat, start, self.site) or 0
        elif act == EXPLORE:
            cost = self.board.sites[self.site].explore
        else:
            cost = self.build_cost(self.site)
        if act in (MOVE, BUILD) and put.factory == NOBODY and self.in_need(seat, act, start):
            self.gain(seat, -self.penalty(seat))
            self.paid = 1
        short = max(0, cost - value)
        self.spent += short
        self.gain(seat, -short)
        if not self.second:
            for other in put.hqs:
                if other != seat:
                    self.due[other] += 1
            self.doubled = act == MOVE and self.era > 0 and put.port != NOBODY
        self.note_bases(seat, act, start)
        if put.time == TWO_TEAMS and not self.second:
            self.fixed = self.bonus(seat, act), self.multiple(seat, act)

    def note_bases(self, seat: int, act: int, start: int) -> None:
        """One reward for each base that helped."""
        put = self.put
        used: set[tuple[int, int]] = set()  # site and type: two types never stand on one tile
        if put.port not in (NOBODY, seat):
            used.add((start, SPACEPORT))
        region = self.board.sites[self.site if act == BUILD else start].region
        for other, kind in (put.industry, INDUSTRIAL), (put.factory, FACTORY):
            if other not in (NOBODY, seat):
                used.add((self.serving(region, other, kind, start), kind))
        if put.base != NOBODY and not any(
            self.owner[site] == put.base for site, _ in used if site in (start, self.site)
        ):
            used.add((start if self.owner[start] == put.base else self.site, NONE))
        for site, _ in used:
            self.due[self.owner[site]] += 1

    def serving(self, region: str, other: int, kind: int, start: int) -> int:
        """The site of a base that helps."""
        sites = [
            site
            for site, own in enumerate(self.board.sites)
            if own.region == region and self.owner[site] == other and kind in self.base[site]
        ]
        return start if start in sites else sites[0]

    # The second team

    def second_move(self, seat: int) -> Asking:
        self.begin_second()
        teams = self.second_options(seat, MOVE)
        answer = yield seat, "second_move", [*self.unlike(seat, teams), DONE]
        if answer == DONE:
            return
        self.team = team = answer[1]
        sites = self.second_sites(seat, team)
        answer = yield seat, "move_site", [self.site_answer(site) for site in sites]
        self.site = answer[1] - FIRST_SITE[self.era]
        self.cost = self.move_cost(seat, self.team_site[seat][team], self.site) or 0
        self.put = self.second_put()
        yield from self.choose_bases(seat, MOVE)
        self.commit(seat, MOVE)
        yield from self.arrive(seat, team, self.site)
        self.acted.add(team)

    # Explore

    def unexplored(self, site: int) -> bool:
        own = self.board.sites[site]
        return own.explore > 0 and NONE in self.tile[site][: own.boxes]

    def explore_teams(self, seat: int, put: Put) -> list[int]:
        return [
            team
            for team in self.workers(seat)
            if self.unexplored(self.team_site[seat][team])
            if self.reach(seat, EXPLORE, put) >= self.board.sites[self.team_site[seat][team]].explore
        ]

    def explore(self, seat: int) -> Asking:
        answer = yield seat, "explore_team", self.unlike(seat, self.explore_teams(seat, Put()))
        self.team = answer[1]
        self.site = self.team_site[seat][self.team]
        self.cost = self.board.sites[self.site].explore
        yield from self.contribute(seat, EXPLORE)
        yield from self.do_explore(seat)
        if self.put.time == TWO_TEAMS:
            self.begin_second()
            teams = self.second_options(seat, EXPLORE)
            answer = yield seat, "second_explore", [*self.unlike(seat, teams), DONE]
            if answer != DONE:
                self.team = answer[1]
                self.site = self.team_site[seat][self.team]
                self.cost = self.board.sites[self.site].explore
                self.put = replace(self.second_put(), stage=AT_END)
                self.commit(seat, EXPLORE)
                yield from self.do_explore(seat)

    def do_explore(self, seat: int) -> Asking:
        team = self.team
        yield from self.discover(seat, self.site)
        if self.team_site[seat][team] == self.site:
            self.team_claim[seat][team] = 1
        self.acted.add(team)

    def discover(self, seat: int, site: int) -> Asking:
        """Tiles for all empty boxes, one after the other."""
        self.explored.add(site)
        own = self.board.sites[site]
        for box in range(own.boxes):
            self.explored_boxes = box + 1
            if self.tile[site][box] != NONE:
                continue
            tile = self.new_tile(own, box)
            self.tile[site][box] = tile
            kind = self.data.tiles[tile]
            self.produce[site][box] = kind.produce
            if kind.special == "phobes":
                yield from self.phobes(seat, site)
            elif not self.withheld(site):
                yield from self.awards(seat, kind)

    def new_tile(self, own: Site, box: int) -> int:
        """A tile for a box; some lead to another stack."""
        if self.era == 2:
            stack = STACKS.index("S-primary" if box == 0 else "S-secondary")
        else:
            stack = STACKS.index(f"{ERAS[self.era][0]}-e{own.explore}")
        tile = self.draw_tile(stack)
        while (leads := self.data.tiles[tile].draw) != NONE:
            left = [k for k, other in enumerate(self.data.tiles) if other.stack == leads and self.stack[k]]
            same = [k for k, other in enumerate(self.data.tiles) if other.stack == stack and self.stack[k]]
            if left:
                tile = self.draw_tile(leads)
            elif same:
                tile = self.draw_tile(stack)
            else:
                break
        return tile

    def withheld(self, site: int) -> bool:
        """Phobes keep everything to themselves until a Secure base stands on their tile."""
        return any(
            tile >= 0 and self.data.tiles[tile].special == "phobes" and self.base[site][box] != SECURE
            for box, tile in enumerate(self.tile[site])
        )

    def phobes(self, seat: int, site: int) -> Asking:
        """One of the explorer's teams goes home."""
        if self.owns(seat, "ENERGY_FIELDS"):
            return
        teams = [team for team in range(4) if self.team_site[seat][team] == site]
        if not teams:
            return
        explorer = [("team", self.team)] if self.team in teams else []
        others = self.unlike(seat, [team for team in teams if team != self.team])
        answer = yield seat, "phobes", [*explorer, *others]
        self.team_site[seat][answer[1]] = 0
        self.team_track[seat][answer[1]] = self.team_claim[seat][answer[1]] = 0

    def awards(self, seat: int, tile: Tile) -> Asking:
        self.gain(seat, tile.profit)
        yield from self.advance(seat, tile.genetics, tile.revelation)

    # Progress

    def advance(self, seat: int, genetics: int, revelation: int = 0) -> Asking:
        """Markers advance; full orbits give cards from Planeteers on."""
        wheel = self.data.wheel
        orbits = [
            (self.genetics[seat] + genetics) // wheel - self.genetics[seat] // wheel,
            (self.revelation[seat] + revelation) // wheel - self.revelation[seat] // wheel,
        ]
        self.genetics[seat] += genetics
        self.revelation[seat] += revelation
        if self.era:
            if genetics or revelation:
                self.award_seat = seat
            yield from self.award(seat, *orbits)

    def award(self, seat: int, adaptations: int, breakthroughs: int) -> Asking:
        self.adaptations, self.breakthroughs = adaptations, breakthroughs
        while self.adaptations or self.breakthroughs:
            kind = "Adaptation" if self.adaptations else "Breakthrough"
            open_to = self.titles(seat, kind)
            if not open_to:
                self.less(kind)
                continue
            answer = yield seat, "progress", [("progress", title) for title in open_to]
            self.less(kind)
            title = answer[1]
            top = self.progress_left[title] == 2
            self.progress_left[title] -= 1
            self.progress[seat].add(title)
            row = self.data.titles[title]
            if top:
                self.gain(seat, int(row["award"]))
            if row["effect"] == "STAR_CHILDREN":
                yield from self.star_children(seat)
            if top and kind == "Breakthrough":
                self.leak_title, self.taker = title, seat
                yield from self.edges("break")

    def less(self, kind: str) -> None:
        if kind == "Adaptation":
            self.adaptations -= 1
        else:
            self.breakthroughs -= 1

    def titles(self, seat: int, kind: str) -> list[int]:
        own = [self.data.titles[title]["kind"] for title in self.progress[seat]]
        return [
            title
            for title, row in enumerate(self.data.titles)
            if row["kind"] == kind and self.progress_left[title] and title not in self.progress[seat]
            if not row["needs"] or own.count(row["needs"]) >= int(row["needs_number"])
        ]

    def star_children(self, seat: int) -> Asking:
        """The fourth team appears on a star without teams."""
        if self.era != 2 or self.team_site[seat][3] != NONE:
            return
        free = [
            site
            for site, own in enumerate(self.board.sites)
            if "system" in own.marks and not any(site in row for row in self.team_site)
        ]
        if not free:
            return
        self.star_child = 1
        answer = yield seat, "star_child", [self.site_answer(site) for site in free]
        self.star_child = 0
        self.team_site[seat][3] = answer[1] - FIRST_SITE[2]

    # Build

    def build_cost(self, site: int) -> int:
        own = self.board.sites[site]
        mods = sum(self.data.tiles[tile].base for tile in self.tile[site] if tile >= 0)
        return max(0, own.build + mods)

    def buildable(self, seat: int, site: int) -> bool:
        own = self.board.sites[site]
        if own.build < 0 or self.owner[site] != NOBODY or any(k < 0 for k in self.tile[site][: own.boxes]):
            return False
        tiles = [self.data.tiles[tile] for tile in self.tile[site][: own.boxes]]
        if any(tile.special == "introvs" for tile in tiles):
            return self.owns(seat, "EMPATHY") or self.owns(seat, "SENSORY_FOCUS")
        return True

    def suits(self, seat: int, site: int, box: int, kind: int) -> bool:
        """Whether a type of base may stand in a box."""
        era, own = self.era, self.board.sites[site]
        if era == 0 and kind in (EXPLOITER, SECURE, FACTORY):
            return False
        tile = self.data.tiles[self.tile[site][box]] if own.boxes else None
        if kind == SPACEPORT:
            if era == 0:
                return "lagrange" in own.marks
            if era == 1:
                return own.gravity == 0
            return tile is not None and not tile.icons & {"anomaly", "dust"}
        if kind in (LAB, SECURE):
            return True
        if tile is None:
            return False
        p = tile.produce >= 0
        if kind == ATTRACTION:
            return bool(
                tile.icons & ({"wonder"}, {"wonder", "artifact"}, {"anomaly", "outpost", "ruins"})[era]
            )
        if kind == BIO_LAB:
            return "life" in tile.icons
        if kind == EXPLOITER:
            return p or (era == 2 and tile.colony > 0)
        if kind == INDUSTRIAL:
            return p or "water" in tile.icons
        if kind == REFINERY:
            return p
        return "water" in tile.icons

    def fillings(self, seat: int, site: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All ways to fill the boxes of a site that begin with these bases."""
        if len(chosen) == max(1, self.board.sites[site].boxes):
            yield chosen
            return
        for kind in range(9):
            left = self.supply[seat][kind] - chosen.count(kind)
            if left > 0 and self.suits(seat, site, len(chosen), kind):
                yield from self.fillings(seat, site, (*chosen, kind))

    def can_build(self, seat: int, site: int, put: Put, bases: tuple[int, ...]) -> bool:
        """Whether a Build with these bases, and more, can be completed."""
        cost = self.build_cost(site)
        if put.stage <= AT_INDUSTRY:
            industry = bool(self.industries(seat, site))
        else:
            industry = put.industry != NOBODY
        exposed = self.exposed(seat, BUILD, site, site)
        if put.stage <= AT_FACTORY:
            exposed = exposed and not self.factories(seat, site)
        else:
            exposed = exposed and put.factory == NOBODY
        fillings = list(self.fillings(seat, site, bases))
        if not fillings:
            return False
        if exposed:
            penalty = self.penalty(seat)
            if self.reach(seat, BUILD, put, False, industry, penalty) >= cost:
                return True
            fillings = [each for each in fillings if FACTORY in each]
        return bool(fillings) and self.reach(seat, BUILD, put, False, industry) >= cost

    def build_teams(self, seat: int, put: Put) -> list[int]:
        return [
            team
            for team in self.workers(seat)
            if self.buildable(seat, self.team_site[seat][team])
            if self.can_build(seat, self.team_site[seat][team], put, ())
        ]

    def build(self, seat: int) -> Asking:
        answer = yield seat, "build_team", self.unlike(seat, self.build_teams(seat, Put()))
        self.team = answer[1]
        self.site = self.team_site[seat][self.team]
        yield from self.choose_types(seat, Put())
        yield from self.contribute(seat, BUILD)
        yield from self.place_bases(seat)
        self.acted.add(self.team)
        if self.put.time == TWO_TEAMS:
            self.begin_second()
            teams = self.second_options(seat, BUILD)
            answer = yield seat, "second_build", [*self.unlike(seat, teams), DONE]
            if answer == DONE:
                return
            self.team = answer[1]
            self.site = self.team_site[seat][self.team]
            self.put = self.second_put()
            yield from self.choose_types(seat, self.put)
            yield from self.choose_bases(seat, BUILD)
            self.commit(seat, BUILD)
            yield from self.place_bases(seat)
            self.acted.add(self.team)

    def choose_types(self, seat: int, put: Put) -> Asking:
        """A type of base for each box."""
        self.cost = self.build_cost(self.site)
        self.chosen_boxes = self.built_boxes = 0
        self.bases = ()
        for _ in range(max(1, self.board.sites[self.site].boxes)):
            options = [
                kind
                for kind in range(9)
                if self.supply[seat][kind] > self.bases.count(kind)
                if self.suits(seat, self.site, len(self.bases), kind)
                if self.can_build(seat, self.site, put, (*self.bases, kind))
            ]
            answer = yield seat, "build_base", [("base", kind) for kind in options]
            self.bases = (*self.bases, answer[1])
            self.chosen_boxes = len(self.bases)

    def place_all(self, seat: int) -> None:
        """The bases as pieces, without what they bring."""
        for box, kind in enumerate(self.bases):
            self.base[self.site][box] = kind
            self.supply[seat][kind] -= 1
        self.owner[self.site] = seat
        if FACTORY in self.bases:
            self.built_factory = 1

    def place_bases(self, seat: int) -> Asking:
        site, bases = self.site, self.bases
        for other in self.opponents(seat):
            if any(self.team_site[other][team] == site and self.team_claim[other][team] for team in range(4)):
                self.gain(other, 2)
        self.chosen_boxes = 0
        self.built_factory = int(self.built_factory or FACTORY in bases)
        for box, kind in enumerate(bases):
            self.built_boxes = box + 1
            self.bases = (*[NONE] * (box + 1), *bases[box + 1 :])
            yield from self.place_base(seat, site, box, kind)

    def place_base(self, seat: int, site: int, box: int, kind: int) -> Asking:
        """A base and what it brings at once."""
        before = self.secured(site)
        self.base[site][box] = kind
        self.supply[seat][kind] -= 1
        self.owner[site] = seat
        tile = self.data.tiles[self.tile[site][box]] if self.board.sites[site].boxes else None
        if kind == ATTRACTION:
            self.produce[site][box] = max(0, self.produce[site][box]) + (2 if self.era == 2 else 1)
        elif kind == REFINERY:
            self.produce[site][box] += 1
        elif kind == BIO_LAB:
            yield from self.advance(seat, 1)
        elif kind == EXPLOITER:
            assert tile is not None
            if not self.withheld(site):
                self.gain(seat, max(0, tile.produce) + (tile.colony if self.era == 2 else 0))
            self.produce[site][box] = NONE
            self.spent_tiles.add((site, box))
        elif kind == LAB:
            yield from self.lab(seat)
        elif kind == SECURE:
            if not before:
                self.gain(seat, self.foreign_bases(seat, site))
            if tile is not None and tile.special == "phobes":
                tiles = [self.data.tiles[each] for each in self.tile[site][: self.board.sites[site].boxes]]
                self.gain(seat, sum(each.profit for each in tiles))
                advances = sum(each.genetics for each in tiles), sum(each.revelation for each in tiles)
                yield from self.advance(seat, *advances)

    def lab(self, seat: int) -> Asking:
        options: list[Answer] = [("take", box + 1) for box in range(4) if self.offers[box] != NONE]
        if self.era == 2:
            options.append(("take", 5))
        if not options:
            return
        answer = yield seat, "lab", options
        if answer[1] == 5:
            yield from self.advance(seat, 0, 1)
        else:
            self.take_offer(seat, answer[1] - 1)

    def near(self, site: int) -> list[int]:
        """Sites of the region, among the stars nearby ones too."""
        region = self.board.sites[site].region
        if self.era < 2:
            return [k for k, own in enumerate(self.board.sites) if own.region == region]
        ways: Any = self.board.ways[region]
        return [k for k, own in enumerate(self.board.sites) if ways.get(own.region, 9999) <= 20]

    def secured(self, site: int) -> bool:
        return any(SECURE in self.base[k] for k in self.near(site))

    def foreign_bases(self, seat: int, site: int) -> int:
        found = 0
        for k in self.near(site):
            if k == 0:
                found += self.players - 1
            elif self.owner[k] not in (NOBODY, seat):
                found += sum(kind != NONE for kind in self.base[k])
        return found

    # Produce, Genetics, Revelation, Research

    def producing(self, seat: int) -> list[int]:
        """P# of all tiles with an own base, and of the Legacy pair."""
        found = [
            p
            for site in range(len(self.board.sites))
            if self.owner[site] == seat and not self.withheld(site)
            for p in self.produce[site]
            if p != NONE
        ]
        if self.legacy_tile[seat] != NONE:
            p = self.data.tiles[self.legacy_tile[seat]].produce
            if self.legacy_base[seat] == REFINERY:
                p += 1
            elif self.legacy_base[seat] == ATTRACTION:
                p = max(0, p) + (2 if self.era == 2 else 1)
            found.append(p)
        return sorted(found, reverse=True)

    def do_produce(self, seat: int) -> Asking:
        yield from self.contribute(seat, PRODUCE)
        self.did_produce = 1
        self.produced = sum(self.producing(seat)[: self.value])
        self.gain(seat, self.produced)
        if self.exchange:
            self.gain(seat, 1)
        for other in self.opponents(seat):
            self.gain(other, self.with_effect(other, "OPP-PROD"))

    def with_effect(self, seat: int, effect: str) -> int:
        """How many colonies of a player have an effect."""
        return sum(
            self.owner[site] == seat and colony != NONE and self.data.effect[colony] == effect
            for site, colony in enumerate(self.colony)
        )

    def wheel(self, seat: int) -> Asking:
        yield from self.contribute(seat, self.act_type)
        if self.act_type == GENETICS:
            yield from self.advance(seat, self.value)
        else:
            yield from self.advance(seat, 0, self.value)

    def research(self, seat: int) -> Asking:
        yield from self.contribute(seat, RESEARCH)
        self.left = self.value
        for count in range(self.value):
            options: list[Answer] = [("take", 0)] if self.deck_size() else []
            options += [("take", box + 1) for box in range(4) if self.offers[box] != NONE]
            if not options:
                return
            if count:
                options.append(DONE)
            answer = yield seat, "draw", options
            if answer == DONE:
                return
            if answer[1] == 0:
                self.draw_to_hand(seat)
            else:
                self.take_offer(seat, answer[1] - 1)
            self.left -= 1
            self.drew = 1

    # Upgrade, Special, idle

    def upgrade_cards(self, seat: int) -> list[int]:
        return [card for card, own in enumerate(self.deck_cards) if own.infra and self.hand[seat][card]]

    def upgrade(self, seat: int) -> Asking:
        answer = yield seat, "upgrade_card", [self.card_answer(card) for card in self.upgrade_cards(seat)]
        self.card = card = answer[1] % CARDS
        answer = yield seat, "upgrade_slot", [("slot", slot) for slot in range(3)]
        self.slot = slot = answer[1]
        self.show(seat, card)
        old = self.infra[seat][slot]
        self.infra[seat][slot] = self.era * CARDS + card
        if old != NONE and old // CARDS == self.era:
            self.take_open(seat, old % CARDS)

    def empty_sites(self) -> list[int]:
        """Sites with a box and no piece of any kind."""
        return [
            site
            for site, own in enumerate(self.board.sites)
            if own.boxes and own.explore > 0 and self.tile[site][0] == NONE and self.owner[site] == NOBODY
            if not any(site in row for row in self.team_site)
        ]

    def special_cards(self, seat: int) -> list[int]:
        found = []
        for card, own in enumerate(self.deck_cards):
            if own.special and self.hand[seat][card]:
                if self.empty_sites() if own.special == "probe" else self.workers(seat):
                    found.append(card)
        return found

    def special(self, seat: int) -> Asking:
        answer = yield seat, "special_card", [self.card_answer(card) for card in self.special_cards(seat)]
        self.card = card = answer[1] % CARDS
        if self.deck_cards[card].special == "probe":
            sites = [self.site_answer(site) for site in self.empty_sites()]
            answer = yield seat, "probe_site", sites
            self.site = answer[1] - FIRST_SITE[self.era]
            self.lay(seat, card)
            yield from self.discover(seat, self.site)
            return
        answer = yield seat, "prototype_team", self.unlike(seat, self.workers(seat))
        self.team = team = answer[1]
        here = self.team_site[seat][team]
        sites = [self.site_answer(k) for k in range(len(self.board.sites)) if k != here]
        answer = yield seat, "prototype_site", sites
        self.site = answer[1] - FIRST_SITE[self.era]
        self.lay(seat, card)
        self.acted.add(team)
        yield from self.arrive(seat, team, answer[1] - FIRST_SITE[self.era])

    def lay(self, seat: int, card: int) -> None:
        self.show(seat, card)
        self.played[card] += 1

    def idle(self, seat: int) -> Asking:
        dropped = False
        while self.size(seat):
            options = [self.card_answer(card) for card in range(CARDS) if self.hand[seat][card]]
            answer = yield seat, "idle", [*options, *([DONE] if dropped else [])]
            if answer == DONE:
                return
            self.show(seat, answer[1] % CARDS)
            self.discard[answer[1] % CARDS] += 1
            self.idled = 1
            dropped = True

    # Colonize

    def colony_sites(self, seat: int) -> list[int]:
        return [
            site
            for site, own in enumerate(self.board.sites)
            if own.boxes and self.owner[site] == seat and self.colony[site] == NONE
        ]

    def free_points(self, seat: int, site: int) -> int:
        points = 0
        if not self.withheld(site):
            points += sum(
                self.data.tiles[tile].colony
                for box, tile in enumerate(self.tile[site])
                if tile != NONE and (site, box) not in self.spent_tiles
            )
        points += any(self.colony[k] != NONE and self.owner[k] == seat for k in self.near(site))
        points += INDUSTRIAL in self.base[site]
        points += sum(kind != NONE for kind in self.base[site]) > 1
        points += self.owns(seat, "ENVIRO_TOLERANCE")
        return points

    def removable(self, seat: int, site: int) -> list[int]:
        return [team for team in range(4) if self.team_site[seat][team] == site]

    def team_points(self, seat: int) -> int:
        return 2 if self.owns(seat, "HIBERNATION") else 1

    def item_points(self, seat: int, site: int) -> int:
        """Colony points of the Build item, 0 if it is out of reach."""
        need = 12 if "multi" in self.board.sites[site].marks else 8
        if any(self.item_value(end) >= need for end in self.ends(seat, BUILD, Put())):
            return 2 if self.owns(seat, "TERRAFORMING") else 1
        return 0

    def colony_tiles(self, seat: int, site: int) -> list[int]:
        points = self.free_points(seat, site) + self.item_points(seat, site)
        points += self.team_points(seat) if self.removable(seat, site) else 0
        points += self.profit[seat] >= 5
        return [colony for colony in sorted(self.colony_left) if self.data.value[colony] <= points]

    def colonize(self, seat: int) -> Asking:
        sites = [site for site in self.colony_sites(seat) if self.colony_tiles(seat, site)]
        answer = yield seat, "colony_site", [self.site_answer(site) for site in sites]
        self.site = site = answer[1] - FIRST_SITE[2]
        tiles = self.colony_tiles(seat, site)
        answer = yield seat, "colony_tile", [("colony", colony) for colony in tiles]
        self.chosen_colony = colony = answer[1]
        short = self.data.value[colony] - self.free_points(seat, site)
        item = self.item_points(seat, site)
        price = int(self.profit[seat] >= 5)
        removed, bought = NONE, False
        if short > 0 and self.removable(seat, site):
            options = self.unlike(seat, self.removable(seat, site))
            if short <= item + price:
                options.append(DONE)
            answer = yield seat, "colony_team", options
            if answer != DONE:
                self.removed = removed = answer[1]
                short -= self.team_points(seat)
        if short > 0 and price:
            choices = [0, 1] if short <= item else [1]
            answer = yield seat, "colony_price", [("answer", k) for k in choices]
            bought = bool(answer[1])
            short -= bought
            self.bought = int(bought)
        if short > 0:
            self.item = 1
            need = 12 if "multi" in self.board.sites[site].marks else 8
            yield from self.contribute(seat, BUILD, need)
            for other in self.put.hqs:
                if other != seat:
                    self.due[other] += 1
        if removed != NONE:
            self.team_site[seat][removed] = NONE
            self.team_track[seat][removed] = self.team_claim[seat][removed] = 0
        if bought:
            self.gain(seat, -5)
        self.found_colony(seat, site, colony)

    def found_colony(self, seat: int, site: int, colony: int) -> None:
        self.did_colonize = 1
        self.colony[site] = colony
        self.colony_left.discard(colony)
        own = [k for k, each in enumerate(self.colony) if each != NONE and self.owner[k] == seat]
        self.gain(seat, self.at_once(seat, self.data.effect[colony]))
        self.gain(seat, self.with_effect(seat, "COL1") + self.with_effect(seat, "COLN") * len(own))
        for other in self.opponents(seat):
            self.gain(other, self.with_effect(other, "OPP-COL1") + 2 * self.with_effect(other, "OPP-COL2"))

    def at_once(self, seat: int, effect: str) -> int:
        """What a colony brings when it is founded."""
        titles = set[int]().union(*self.progress)
        kinds = [self.data.titles[title]["kind"] for title in titles]
        if effect == "SECURE":
            return sum(self.owner[k] == seat and SECURE in self.base[k] for k in range(SITES))
        if effect == "BREAK":
            return kinds.count("Breakthrough")
        if effect == "ADAPT2":
            return kinds.count("Adaptation") // 2
        if effect == "PROG":
            return len(self.progress[seat])
        if effect == "COMP2":
            return sum(c != NONE and self.owner[k] != seat for k, c in enumerate(self.colony)) // 2
        if effect == "AWARD":
            open_rows = [row for row in range(7) if self.marker[row] != 3]
            return max((self.printed(row, 2) for row in open_rows), default=0)
        return 0

    # Steps 2 to 4

    def printed(self, row: int, era: int) -> int:
        contract = self.data.contracts[row, era]
        return int(contract["award_2p" if self.players == 2 else "award"])

    def worth(self, row: int) -> int:
        """The award of a row, with those that were left open."""
        return sum(self.printed(row, era) for era in range(self.marker[row], self.era + 1))

    def fulfilled(self) -> int:
        return sum(marker == self.era + 1 for marker in self.marker)

    def claims(self, seat: int) -> Asking:
        for row in range(7):
            if self.marker[row] == self.era + 1 or not self.met(seat, row):
                continue
            self.row = row
            answer = yield seat, "claim", [("answer", 0), ("answer", 1)]
            self.row = row + 1
            if answer[1]:
                self.claim(seat, row)
                yield from self.edges("contract")
        self.row = 7

    def claim(self, seat: int, row: int) -> None:
        self.gain(seat, self.worth(row))
        self.marker[row] = self.era + 1
        for other in self.opponents(seat):
            self.gain(other, self.with_effect(other, "OPP-CON1") + 2 * self.with_effect(other, "OPP-CON2"))
        if self.fulfilled() == 6:
            self.triggered = self.triggered or BY_CONTRACTS
            if not self.counting:
                self.counting = 1
                self.last = set(range(self.players)) - self.passed - {seat}
            else:
                self.last.discard(seat)

    def met(self, seat: int, row: int) -> bool:
        contract = self.data.contracts[row, self.era]
        need = int(contract["number_2p" if self.players == 2 else "number"])
        return self.measure(seat, contract["test"], contract["sites"].split()) >= need

    def measure(self, seat: int, test: str, marks: list[str]) -> int:
        """How far a player is with a contract."""
        own = [k for k in range(len(self.board.sites)) if self.owner[k] == seat]
        fitting = [k for k in own if self.fits_marks(k, marks)]
        kinds = [kind for k in fitting for kind in self.base[k] if kind != NONE]
        if test == "EV_PRODUCE":
            return self.did_produce
        if test == "EV_COLONIZE":
            return self.did_colonize
        if test == "EV_EXPLORE":
            return sum(self.fits_marks(k, marks) for k in self.explored)
        if test == "PROGRESS":
            return len(self.progress[seat])
        if test == "BASE_SITES":
            return len(fitting)
        if test == "SPACEPORTS":
            return kinds.count(SPACEPORT)
        if test == "SPACEPORT_REGIONS":
            return len({self.board.sites[k].region for k in fitting if SPACEPORT in self.base[k]})
        if test == "INFRA_CARDS":
            return sum(
                card != NONE and ("era" not in marks or card // CARDS == self.era)
                for card in self.infra[seat]
            )
        if test == "BASE_TYPES":
            return len(set(kinds))
        return sum(self.colony[k] != NONE for k in own)

    def fits_marks(self, site: int, marks: list[str]) -> bool:
        own = self.board.sites[site]
        for mark in marks:
            if mark.startswith("-"):
                right = mark[1:] not in own.marks
            elif mark.startswith("explore_"):
                right = own.explore == int(mark[8:])
            elif mark == "boxes_3":
                right = own.boxes == 3
            elif mark == "boxes_2":
                right = own.boxes >= 2
            elif mark == "era":
                right = True
            else:
                right = mark in own.marks
            if not right:
                return False
        return True

    def rewards(self, seat: int) -> Asking:
        for other in self.opponents(seat):
            if self.owns(other, "EMPATHY"):
                self.gain(other, self.due[other])
        for other in self.opponents(seat):
            self.reward_place = (other - seat) % self.players
            while self.due[other]:
                if not self.deck_size():
                    self.due[other] = 0
                    break
                answer = yield other, "reward", [("answer", 0), ("answer", 1)]
                self.due[other] -= 1
                if answer[1]:
                    self.draw_to_hand(other)
        self.reward_place = 0

    def transports(self, seat: int, team: int) -> list[int]:
        """Where a team may be transported to."""
        here = self.team_site[seat][team]
        if not self.own_base(seat, here):
            return []
        return [
            there
            for there in range(len(self.board.sites))
            if there != here and self.own_base(seat, there)
            if SPACEPORT in self.base[here] or SPACEPORT in self.base[there]
        ]

    def transport(self, seat: int) -> Asking:
        teams = [team for team in self.workers(seat) if self.transports(seat, team)]
        answer = yield seat, "transport", [DONE, *self.unlike(seat, teams)]
        if answer == DONE:
            return
        self.passenger = team = answer[1]
        sites = [self.site_answer(site) for site in self.transports(seat, team)]
        answer = yield seat, "transport_site", sites
        yield from self.arrive(seat, team, answer[1] - FIRST_SITE[self.era])

    # Edges

    def edges(self, moment: str) -> Asking:
        """All who may play an Edge now, from the active player on; it returns who intercepts."""
        active = self.active
        self.heard = 0
        for place in range(self.players):
            seat = (active + place) % self.players
            while True:
                self.window, self.asked = WINDOWS.index(moment), place
                cards = {
                    own.edge: card
                    for card, own in enumerate(self.deck_cards)
                    if own.edge != NONE and self.hand[seat][card] and self.edge_fits(seat, own.edge, moment)
                }
                if not cards:
                    break
                answer = yield seat, "edge", [*(("edge", edge) for edge in sorted(cards)), DONE]
                if answer == DONE:
                    break
                card = cards[answer[1]]
                self.show(seat, card)
                self.discard[card] += 1
                self.heard = place
                if EDGES[answer[1]] == "Intercept":
                    self.window = 0
                    self.asked = self.heard = 0
                    return seat
                yield from self.edge(seat, EDGES[answer[1]])
        self.window = self.asked = self.heard = 0
        return None

    def edge_fits(self, seat: int, edge: int, moment: str) -> bool:
        """Whether an Edge can be played at this moment."""
        name, own = EDGES[edge], seat == self.active
        if PLAYED_AT[name] != moment:
            return False
        offers = any(card != NONE for card in self.offers)
        if name == "Competitors":
            return own and not self.competitors
        if name == "Divert":
            return not own and self.produced > 0
        if name == "Hack":
            return not own and offers
        if name == "Hostile Microbes":
            return any(self.beside_life(other) for other in range(self.players))
        if name == "Incompatible":
            return any(card != NONE for row in self.infra for card in row)
        if name == "Intercept":
            return seat not in self.passed
        if name == "Leak":
            left = self.progress_left[self.leak_title]
            return seat != self.taker and left > 0 and self.leak_title not in self.progress[seat]
        if name == "Poach":
            return not own and any(self.laid[:TIME])
        if name == "Sabotage":
            return not own
        if name == "Salvage":
            return own and offers
        return True

    def edge(self, seat: int, name: str) -> Asking:
        """What an Edge does."""
        if name == "Competitors":
            self.competitors = 1
        elif name == "Divert":
            self.gain(seat, (self.produced + 1) // 2)
        elif name == "Hack":
            boxes = [("take", box + 1) for box in range(4) if self.offers[box] != NONE]
            answer = yield seat, "hack", boxes
            self.take_offer(seat, answer[1] - 1)
        elif name == "Hostile Microbes":
            for other in range(self.players):
                if self.beside_life(other):
                    self.gain(other, -2)
        elif name == "Incompatible":
            yield from self.incompatible()
        elif name == "Leak":
            self.progress[seat].add(self.leak_title)
            self.progress_left[self.leak_title] -= 1
        elif name == "Market Influence":
            self.gain(seat, 2 if seat == self.active else 1)
        elif name == "Poach":
            for card in range(TIME):
                for _ in range(self.laid[card]):
                    self.discard[card] -= 1
                    self.take_open(seat, card)
                self.laid[card] = 0
        elif name == "Sabotage":
            named = [RESEARCH, MOVE, EXPLORE, BUILD, PRODUCE, GENETICS, UPGRADE, SPECIAL]
            named += [REVELATION] if self.era else []
            named += [COLONIZE] if self.era == 2 else []
            named = [act for act in named if act not in self.sabotaged]
            answer = yield seat, "sabotage", [("type", act) for act in named]
            self.sabotaged.add(answer[1])
        elif name == "Salvage":
            for box in range(4):
                if self.offers[box] != NONE:
                    self.take_offer(seat, box)

    def beside_life(self, seat: int) -> bool:
        places = set(self.team_site[seat]) | {k for k in range(SITES) if self.owner[k] == seat}
        return any(
            tile != NONE and "life" in self.data.tiles[tile].icons
            for site in places - {NONE}
            for tile in self.tile[site]
        )

    def incompatible(self) -> Asking:
        for place in range(self.players):
            seat = (self.active + place) % self.players
            slots = [slot for slot in range(3) if self.infra[seat][slot] != NONE]
            if slots:
                self.purge = place
                answer = yield seat, "purge", [("slot", slot) for slot in slots]
                card = self.infra[seat][answer[1]]
                self.infra[seat][answer[1]] = NONE
                if card // CARDS == self.era:
                    self.purged[card % CARDS] += 1
        self.purge = NONE

    # Between eras

    def next_era(self) -> Asking:
        n, order = self.players, [(self.first + k) % self.players for k in range(self.players)]
        taken: dict[int, tuple[int, int]] = {}
        for place, seat in enumerate(order):
            self.chooser = place
            sites = [
                k for k in range(len(self.board.sites)) if self.owner[k] == seat and self.produce[k][0] >= 0
            ]
            answer = yield seat, "legacy", [DONE, *(self.site_answer(site) for site in sites)]
            if answer != DONE:
                site = answer[1] - FIRST_SITE[self.era]
                taken[seat] = self.tile[site][0], self.base[site][0]
                if self.legacy_base[seat] != NONE:
                    self.supply[seat][self.legacy_base[seat]] += 1
                self.legacy_tile[seat], self.legacy_base[seat] = taken[seat]
                self.tile[site][0] = self.base[site][0] = self.produce[site][0] = NONE
                self.owner[site] = NOBODY
                for other in range(n):
                    for team in range(4):
                        if self.team_site[other][team] == site:
                            self.team_claim[other][team] = 0
        self.chooser = 0
        first, second = self.beyond
        self.active = self.normal = self.first
        self.era += 1
        self.hand = [[0] * CARDS for _ in range(SEATS)]
        self.known = [[0] * CARDS for _ in range(SEATS)]
        self.deck, self.discard, self.purged = [0] * CARDS, [0] * CARDS, [0] * CARDS
        self.offers = [NONE] * 4
        self.enter_era()
        self.beyond = [first, second]
        marks = {mark: k for k, own in enumerate(self.board.sites) for mark in own.marks}
        self.dealt = True
        begins = NOBODY
        if first != NOBODY:
            answer = yield first, "first_beyond", [("answer", 0), ("answer", 1)]
            if answer[1]:
                begins = first
                site = marks["first_beyond"]
                self.team_site[first][0] = site
                if self.era == 1:
                    self.dealt = True
                    yield from self.ceres(first, site)
        if second != NOBODY:
            answer = yield second, "second_beyond", [("answer", 0), ("answer", 1)]
            if answer[1]:
                team = self.team_site[second].index(0)
                self.team_site[second][team] = marks["second_beyond"]
                self.team_track[second][team] = 3 if self.era == 2 else 0
        self.dealt = True
        self.beyond = [NOBODY, NOBODY]
        self.deal_cards(self.seen.after)
        if self.era == 1:
            for place, seat in enumerate(order):
                self.chooser = place + 1
                self.award_seat = seat
                yield from self.award(seat, self.genetics[seat] // self.data.wheel, 0)
        self.chooser = 0
        self.first = begins if begins != NOBODY else self.lot()

    def ceres(self, seat: int, site: int) -> Asking:
        self.team_claim[seat][0] = 1
        tile = self.new_tile(self.board.sites[site], 0)
        kind = self.data.tiles[tile]
        self.tile[site][0], self.produce[site][0] = tile, kind.produce
        self.gain(seat, kind.profit)
        self.genetics[seat] += kind.genetics
        self.revelation[seat] += kind.revelation
        if kind.genetics or kind.revelation:
            self.award_seat = seat
        return
        yield

    # The end

    def finish(self) -> None:
        n = self.players
        if self.era < 2:
            for holder, amount in zip(self.beyond, (3, 1), strict=True):
                if holder != NOBODY:
                    self.gain(holder, amount)
            if self.era == 0:
                for seat in range(n):
                    self.gain(seat, self.genetics[seat])
            return
        systems = sum("system" in own.marks for own in self.board.sites)
        for seat in ((self.first + k) % n for k in range(n)):
            settled = sum(colony != NONE for colony in self.colony)
            self.gain(seat, self.with_effect(seat, "EMPTY") * (systems - settled))
            for _ in range(self.with_effect(seat, "CLAIM-END")):
                rows = [row for row in range(7) if self.marker[row] != 3]
                if rows:
                    self.claim(seat, max(rows, key=self.worth))
        for seat in range(n):
            self.gain(seat, COLONY_TABLE[min(4, self.colonies(seat))])

    def colonies(self, seat: int) -> int:
        return sum(c != NONE and self.owner[k] == seat for k, c in enumerate(self.colony))

    def result(self) -> tuple[list[float], list[int]]:
        keys = []
        for seat in range(self.players):
            if self.era < 2:
                bases = sum(
                    kind != NONE for k in range(SITES) if self.owner[k] == seat for kind in self.base[k]
                )
                keys.append((self.profit[seat], bases, 0))
            else:
                value = sum(
                    self.data.value[c]
                    for k, c in enumerate(self.colony)
                    if c != NONE and self.owner[k] == seat
                )
                keys.append((self.profit[seat], value, len(self.progress[seat])))
        scores = [float(self.profit[seat]) for seat in range(self.players)]
        return scores, [sum(other > own for other in keys) for own in keys]

    # The fields

    SAME = (
        "era", "turns", "active", "normal", "extra", "first", "triggered", "counting", "purge", "profit",
        "genetics", "revelation", "infra", "supply", "legacy_tile", "legacy_base", "team_site",
        "team_track", "team_claim", "hand", "known", "deck", "discard", "purged", "laid", "offers",
        "played", "tile", "base", "owner", "colony", "progress_left", "marker", "beyond",
        "competitors", "did_produce", "did_colonize", "produced", "due",
    )  # fmt: skip

    def fields(self) -> Fields:
        now = self.__dict__
        own: Fields = {name: now[name] for name in self.SAME}
        seats = range(SEATS)
        return {
            **own,
            "num_players": self.players,
            "over": self.over_by,
            **self.options,
            "last": bits(self.last),
            "passed": bits(self.passed),
            "progress": [bits(titles) for titles in self.progress],
            "hand_size": [sum(hand) for hand in self.hand],
            "hand_bits": [bits(card for card in range(CARDS) if hand[card]) for hand in self.hand],
            "deck_size": self.deck_size(),
            "deck_start": sum(self.deck[card] for card in self.starts),
            "stack": self.stack + [0] * (TILES - len(self.stack)),
            "own_sites": [bits(k for k in range(SITES) if self.owner[k] == seat) for seat in seats],
            "colony_left": bits(self.colony_left),
            "sabotaged": bits(self.sabotaged),
            "acted": bits(self.acted),
            **self.notes(),
            **self.hq_sums(),
            "produce": [
                [NONE] * 3 if self.era == 2 and self.withheld(site) else row
                for site, row in enumerate(self.produce)
            ],
            "explored": bits(self.explored),
        }

    def notes(self) -> Fields:
        """What the game notes of an action while it is announced and carried out."""
        put = self.put
        return {
            "window": self.window, "asked": self.asked, "heard": self.heard, "leak_title": self.leak_title,
            "taker": self.taker, "act": self.act_type, "team": self.team, "site": self.site,
            "cost": self.cost, "bases": [*self.bases, *[NONE] * (3 - len(self.bases))],
            "chosen_boxes": self.chosen_boxes, "hq": [*put.hqs, *[NOBODY] * (2 - len(put.hqs))],
            "plain": put.plain, "mult": put.mult, "big": put.big, "shielded": int(put.shielded),
            "shield_hq": put.shield_hq, "shield_slot": put.shield_slot, "card_shield": put.card_shield,
            "playing": self.playing, "time": put.time, "second": self.second, "doubled": int(self.doubled),
            "use_port": put.port, "use_industry": put.industry, "use_factory": put.factory,
            "use_base": put.base, "spent": self.spent, "paid": self.paid, "built_factory": self.built_factory,
            "removed": self.removed, "bought": self.bought, "item": self.item, "left": self.left,
            "drew": self.drew, "idled": self.idled, "passenger": self.passenger, "row": self.row,
            "award_seat": self.award_seat, "adaptations": self.adaptations,
            "breakthroughs": self.breakthroughs, "unpaid": self.unpaid, "star_child": self.star_child,
            "card": self.card, "slot": self.slot, "chosen_colony": self.chosen_colony,
            "chooser": self.chooser, "built_boxes": self.built_boxes,
            "explored_boxes": self.explored_boxes, "reward_place": self.reward_place,
            "bonus": self.fixed[0] if self.fixed else 0, "factor": self.fixed[1] if self.fixed else 0,
        }  # fmt: skip

    def hq_sums(self) -> Fields:
        """What HQs add to each action."""
        infra = [row[:] for row in self.infra]
        if self._sums and self._sums[0] == infra:
            return self._sums[1]
        found: dict[str, list[list[int]]] = {"infra_plain": [], "infra_mult": [], "infra_big": []}
        for seat in range(SEATS):
            for name in found:
                found[name].append([0] * VALUED)
            for act in range(VALUED) if seat < self.players else ():
                adds = self.hq_adds(seat, act)
                found["infra_plain"][seat][act] = adds.plain
                found["infra_mult"][seat][act] = adds.mult
                found["infra_big"][seat][act] = adds.big
        self._sums = infra, found
        return found


def mix(folder: Path, random: Random) -> None:
    """A set of cards whose numbers, Edges, tiles, costs and effects have changed places within an era."""
    shutil.copytree(DATA, folder, dirs_exist_ok=True)
    shuffled: dict[str, tuple[str, str, tuple[tuple[str, ...], ...]]] = {  # file: alike in, which, groups
        "cards": ("era", "actions", (("actions",), ("edge",), ("infra",))),
        "sites": ("era", "build", (("build",), ("gravity",))),
        "tiles": ("stack", "name", (("icons",), ("profit", "genetics"), ("revelation",), ("base",))),
        "colonies": ("players", "name", (("effect",), ("value",))),
        "progress": ("era", "title", (("award",),)),
        "contracts": ("era", "row", (("award", "award_2p"),)),
        "borders": ("era", "cost", (("cost",),)),
    }
    for name, (alike, which, groups) in shuffled.items():
        with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for kind in {row[alike]: None for row in rows}:
            some = [row for row in rows if row[alike] == kind and row[which] and not row.get("draw")]
            some = [row for row in some if row.get("kind") != "direct"]
            for group in groups:
                values = [[row[key] for key in group] for row in some]
                random.shuffle(values)
                for row, value in zip(some, values, strict=True):
                    row.update(zip(group, value, strict=True))
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
