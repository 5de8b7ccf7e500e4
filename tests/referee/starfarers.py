"""A referee for Starfarers: the rules once more, in plain Python, from the rulebook and the data files.

Written beside the rulebook, the rulings on the game's page and the tables in data/, without the kernels.
Methods that may have to ask somebody are generators; the others happen by themselves.

All questions and all fields but `rng` are compared. Taken over from the game, and only checked for being
possible: start player, positions, chips and hands of the deal; dice, balls and totals of contests; cards
drawn or robbed, white chips. Where rulebook and rulings are silent it follows the game: nobody is sure
of cards of the first reserve pile; a jump does not end where it began; when fields of an encounter, an
offer or a flight are cleared.
"""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import astrarium.envs.starfarers as package
from astrarium.core import Game
from astrarium.envs.starfarers import events as ev

from .harness import Answer, Asking, Fields, Impossible, Referee

DATA = Path(package.__file__).parent / "data" / "1999"
RESOURCES = ("ore", "fuel", "carbon", "food", "goods")
KINDS = range(5)
GOODS = 4
BOOSTER, CANNON, FREIGHT = range(3)
MOST = (6, 6, 5)
EMPTY, COLONY, TRADE = range(3)
NOBODY, BLOCKED, PILE = -1, 4, 4
RACES = ("Green Folk", "Merchants", "Scientists", "Diplomats")
DIRECTIONS = ((-2, 0), (2, 0), (-1, 1), (1, 1), (-1, -1), (1, -1))  # left, right, up left, up right, down ...
BALL_VALUES = (0, 1, 2, 3, 2)
PARTS = (
    "a0", "a1", "a2", "a3", "attack", "leave", "escaped", "caught", "won", "lost",
    "roll1", "roll2", "roll3", "roll4", "roll5",
)  # fmt: skip
PHASES = (
    "colonies",
    "ports",
    "first",
    "start",
    "tribute",
    "relief",
    "building",
    "hearing",
    "roll",
    "encounter",
    "flight",
    "end",
)
NO_OFFER, COMPOSING, ASKING, COUNTERING, CLOSING = range(5)
ACCEPTED, REFUSED, COUNTERED = 1, 2, 3
ROUNDS = 300
Op = tuple[str, ...]


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    """A data file."""
    with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Board:
    """Intersections, systems and bases."""

    def __init__(self, folder: Path) -> None:
        corners: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for row in rows(folder, "columns"):
            x = 3 * int(row["column"])
            for i in range(int(row["hexes"])):
                y = 2 * i + int(row["column"]) % 2
                ring = (
                    (x - 2, y),
                    (x - 1, y + 1),
                    (x + 1, y + 1),
                    (x + 2, y),
                    (x + 1, y - 1),
                    (x - 1, y - 1),
                )
                corners[x, y] = list(ring)
        self.planets = rows(folder, "planets")
        hexes = [corners[int(p["x"]), int(p["y"])] for p in self.planets]
        suns = {
            next(iter(set(a) & set(b) & set(c)))
            for a, b, c in zip(hexes[::3], hexes[1::3], hexes[2::3], strict=True)
        }
        places = {place for ring in corners.values() for place in ring} - suns
        self.places = sorted(places, key=lambda place: (place[1], place[0]))
        self.number = {place: node for node, place in enumerate(self.places)}
        sides = {(a, b) for ring in corners.values() for a, b in zip(ring, ring[1:] + ring[:1], strict=True)}
        sides |= {(b, a) for a, b in sides}
        self.ways: list[dict[int, int]] = [{} for _ in self.places]  # by direction
        for node, (x, y) in enumerate(self.places):
            for direction, (dx, dy) in enumerate(DIRECTIONS):
                there = x + dx, y + dy
                if ((x, y), there) in sides and there in places:
                    self.ways[node][direction] = self.number[there]
        xs = sorted({x for x, _ in self.places})
        self.column = [xs.index(x) for x, _ in self.places]
        self.row = [y + 1 for _, y in self.places]
        self.resource = [RESOURCES.index(p["resource"]) for p in self.planets]
        self.beside = [[k for k, ring in enumerate(hexes) if place in ring] for place in self.places]
        self.site_node: list[int] = []
        self.site_planets: list[tuple[int, int]] = []
        for system in range(11):
            for a, b in ((0, 1), (0, 2), (1, 2)):
                pair = 3 * system + a, 3 * system + b
                (between,) = (set(hexes[pair[0]]) & set(hexes[pair[1]])) - suns
                self.site_node.append(self.number[between])
                self.site_planets.append(pair)
        self.launch = [list(self.ways[node].values()) for node in self.site_node]
        self.site_of = {node: site for site, node in enumerate(self.site_node)}
        self.launch_of = {node: site for site, pair in enumerate(self.launch) for node in pair}
        self.outpost_node = [self.number[int(r["x"]), int(r["y"])] for r in rows(folder, "outposts")]
        self.outpost_of = {node: outpost for outpost, node in enumerate(self.outpost_node)}
        self.start = [
            [
                self.number[int(r[f"{piece}_x"]), int(r[f"{piece}_y"])]
                for piece in ("port", "first", "second", "ship")
            ]
            for r in rows(folder, "start")
        ]
        self.circles: dict[tuple[int, int], list[int]] = {}

    def within(self, node: int, steps: int) -> list[int]:
        """All intersections that a ship can come to in so many steps, the nearest first."""
        if (node, steps) not in self.circles:
            found = {node: 0}
            for there in (order := [node]):
                for next_one in self.ways[there].values():
                    if next_one not in found and found[there] < steps:
                        found[next_one] = found[there] + 1
                        order.append(next_one)
            self.circles[node, steps] = order
        return self.circles[node, steps]


class Cards:
    """Chips, costs, friendship cards and encounters."""

    def __init__(self, folder: Path) -> None:
        chips = rows(folder, "chips")
        self.faces = list(dict.fromkeys(row["face"] for row in chips))
        self.chips = {
            dot: Counter(self.faces.index(row["face"]) for row in chips if row["dot"] == dot)
            for dot in ("red", "yellow", "blue", "white")
        }
        self.home = {row["planet"]: self.faces.index(row["face"]) for row in chips if row["dot"] == "greek"}
        self.totals = [[int(n) for n in face.split("/")] if face[0].isdigit() else [] for face in self.faces]
        self.pips = [sum(6 - abs(7 - n) for n in totals) for totals in self.totals]
        self.pirates = [int(face.split()[1]) if face.startswith("pirate") else 0 for face in self.faces]
        self.ice = [int(face.split()[1]) if face.startswith("ice") else 0 for face in self.faces]
        self.cost = {row["item"]: [int(row[kind]) for kind in RESOURCES] for row in rows(folder, "costs")}
        friends = rows(folder, "friendship")
        self.effects = [[tuple(part.split()) for part in row["effect"].split("; ")] for row in friends]
        self.held_effects: dict[int, list[Op]] = {}
        self.race = [RACES.index(row["race"]) for row in friends]
        self.questions = {row["id"]: row for row in rows(folder, "questions")}
        cards = rows(folder, "encounters")
        self.question = [row["question"] for row in cards]
        self.script: list[dict[str, list[Op]]] = [
            {part: [tuple(op.split()) for op in row[part].split("; ") if op] for part in PARTS}
            for row in cards
        ]

    def effects_of(self, friends: int) -> list[Op]:
        """What some friendship cards do."""
        if friends not in self.held_effects:
            held = [parts for card, parts in enumerate(self.effects) if friends >> card & 1]
            self.held_effects[friends] = [part for parts in held for part in parts]
        return self.held_effects[friends]

    def barred(self, face: int) -> bool:
        """A pirate lair or an ice planet."""
        return self.pirates[face] > 0 or self.ice[face] > 0


@lru_cache(maxsize=2)
def read(folder: Path) -> tuple[Board, Cards]:
    """The data files, read anew."""
    return Board(folder), Cards(folder)


# For cards that are made up: outposts within a turn or two, cheap things, weak pirates, thin ice.
NEAR = (
    ((8, 4), (7, 5), (8, 6), (10, 6), (11, 5)),
    ((26, 4), (25, 5), (26, 6), (28, 6), (29, 5)),
    ((20, 4), (19, 5), (20, 6), (22, 6), (23, 5)),
    ((11, 11), (10, 12), (11, 13), (13, 13), (14, 12)),
)
CHEAP = {"colony ship": "01010", "trade ship": "10001", "cannon": "00100", "freight ring": "10000"}


def mix(folder: Path, random: Random) -> None:
    """A set of cards that brings all of the game into short games: rare rules become common."""
    shutil.copytree(DATA, folder, dirs_exist_ok=True)

    def write(name: str, changed: list[dict[str, str]]) -> None:
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, changed[0].keys())
            writer.writeheader()
            writer.writerows(changed)

    bases = dict(zip(RACES, random.sample(NEAR, 4), strict=True))
    outposts = rows(DATA, "outposts")
    for row in outposts:
        row["x"], row["y"] = map(str, bases[row["race"]][int(row["number"]) - 1])
    write("outposts", outposts)
    costs = rows(DATA, "costs")
    for row in costs:
        if row["item"] in CHEAP:
            row |= dict(zip(RESOURCES, CHEAP[row["item"]], strict=True))
    write("costs", costs)
    chips = rows(DATA, "chips")
    for row in chips:
        if row["face"][0] in "pi":
            row["face"] = f"{row['face'].split()[0]} {random.randint(1, 3)}"
    write("chips", chips)


class Finished(Exception):
    """The game has ended, in the midst of whatever goes on."""


class Starfarers(Referee):
    """One game of Starfarers."""

    GAME = "starfarers"
    IDLE = ("end_building", "open_offer", "drop", "counter", "no", "nobody", "stay", "end_flight", "stop")
    WHEN_ASKED: ClassVar[dict[str, tuple[str, ...]]] = {"kept": ("ship", "fly")}
    UNCHECKED: ClassVar[dict[str, str]] = {
        "rng": "the stream of chance: what is drawn is checked for being possible, not for its odds",
    }

    def __init__(self, game: Game, players: int, options: dict[str, int], cards: Path | None = None) -> None:
        super().__init__(game, players, options, cards)
        self.board, self.cards = read(cards or DATA)

    @classmethod
    def mix(cls, folder: Path, random: Random) -> None:
        mix(folder, random)

    # The deal

    def deal(self, fields: Fields) -> None:
        players = self.players
        self._tales: dict[str, Iterator[Any]] = {}
        self.over_by = 0
        self.first = fields["first"]
        self._allow("first", 0 <= self.first < players, "a seat", self.first)
        self.phase, self.active, self.round, self.turns, self.placed = "start", self.first, 0, 0, 0
        self.dice, self.rolled = [0, 0], 0
        self._deal_chips(fields)
        self.trophies: list[tuple[int, int, int]] = []  # face, owner, planet
        self.site_owner, self.outpost = [NOBODY] * 33, [NOBODY] * 20
        self.ship_node = [[-1] * 3 for _ in range(4)]
        self.cargo = [[EMPTY] * 3 for _ in range(4)]
        self.node_ship = [-1] * len(self.board.places)
        there = [seat < players for seat in range(4)]
        self.expansion = [[0, 0, 0] for _ in range(4)]
        self.fame = [int(is_there) for is_there in there]
        self.colony_modules = [9 * is_there for is_there in there]
        self.trade_modules = [7 * is_there for is_there in there]
        self.port_rings = [3 * is_there for is_there in there]
        self.credit = [0] * 4
        self.colonies, self.ports = [0] * 4, [0] * 4
        self.friends, self.chip = [0] * 4, [NOBODY] * 4
        self.hand = [list(fields["hand"][5 * seat : 5 * seat + 5]) for seat in range(4)]
        right = all(
            sum(hand) == 3 * is_there and min(hand) >= 0
            for hand, is_there in zip(self.hand, there, strict=True)
        )
        self._allow("hand", right, "three cards each", self.hand)
        self.bank = [8] * 5
        self.pile = [12 - sum(hand[kind] for hand in self.hand) for kind in KINDS]
        self.known = [0] * 125  # by observer, holder and kind; observer 4 watches, holder 4 is the pile
        self.deck, self.discard = (1 << 32) - 1, 0
        self._forget_turn()
        self.supply = self.offers_left = 0
        self.proposals_left = [0] * 4
        self.placing, self.place_with, self.friend_race = EMPTY, -1, -1
        self._forget_encounter()
        self.no_offer()
        self.sum_up()
        self._place_pieces(fields)

    def _allow(self, what: str, right: bool, expected: Any, found: Any) -> None:
        if not right:
            raise Impossible(what, expected, found)

    def _deal_chips(self, fields: Fields) -> None:
        """Chips with letters face up, the others face down by their colours."""
        cards = self.cards
        self.face, self.face_up, self.seen_by = list(fields["face"]), (1 << 12) - 1, [0] * 4
        for dot in ("red", "yellow", "blue"):
            laid = Counter(f for f, p in zip(self.face, self.board.planets, strict=True) if p["dot"] == dot)
            self._allow(f"{dot} chips", laid == cards.chips[dot], cards.chips[dot], laid)
        home = [cards.home[p["id"]] for p in self.board.planets[:12]]
        self._allow("chips of the home planets", self.face[:12] == home, home, self.face[:12])
        self.reserve = [cards.chips["white"][face] for face in range(24)]

    def _place_pieces(self, fields: Fields) -> None:
        self.position = list(fields["position"])
        if self.options["advanced"]:
            self._allow("position", self.position == [-1] * 4, "none", self.position)
            return
        dealt = self.position[: self.players]
        right = len(set(dealt)) == len(dealt) and set(dealt) <= {0, 1, 2, 3}
        self._allow(
            "position",
            right and self.position[self.players :] == [-1] * (4 - self.players),
            "all different",
            self.position,
        )
        for position, (port, *colonies, _) in enumerate(self.board.start):
            if position in dealt:
                seat = dealt.index(position)
                for node in (port, *colonies):
                    self.set_colony(seat, self.board.site_of[node])
                self.set_port(seat, self.board.site_of[port])
            else:
                for node in (port, *colonies):
                    self.site_owner[self.board.site_of[node]] = BLOCKED

    def _forget_turn(self) -> None:
        self.to_pay, self.relief = [0] * 4, 0
        self.enemy, self.rolls = NOBODY, [-1, -1]
        self.silent = self.used_rate = self.used_fame = self.helped = 0
        self.balls_drawn, self.base_speed = [-1, -1], 0
        self.flown = self.halted = self.called = 0
        self.flying, self.steps, self.start_node, self.landed = -1, 0, -1, 0

    def _forget_encounter(self) -> None:
        self.card, self.revealed, self.part, self.at, self.begun = -1, 0, -1, 0, 0
        self.to_give = self.to_take = self.due = self.another = 0
        self.gift, self.swapped = [0] * 5, [0] * 5
        self.jumper = self.jump_column = -1

    # Chance

    def _told(self, what: str) -> Any:
        """The next thing of a kind that chance has decided in this step."""
        if not self._tales:
            told: dict[str, list[Any]] = {
                each: [] for each in ("dice", "slip", "supply", "balls", "chip", "card", "roll", "duel")
            }
            for kind, numbers in self.seen.events:
                if kind == ev.DICE:
                    told["dice"].append(numbers[:2])
                elif kind == ev.SLIPS:
                    told["slip"].append(numbers[:3])
                elif kind == ev.SUPPLY:
                    told["supply"].append(numbers[:2])
                elif kind == ev.BALLS:
                    told["balls"].append(numbers[:2])
                elif kind == ev.CLEARS:
                    told["chip"].append(numbers[3])
                elif kind == ev.QUESTION:
                    told["card"].append(numbers[1])
                elif kind == ev.CARD and self.cards.question[numbers[0]] == "none":
                    told["card"].append(numbers[0])
                elif kind == ev.ROLLS:
                    told["roll"].append(numbers[:2])
                elif kind == ev.DUEL:
                    told["duel"].append(numbers)
            self._tales = {name: iter(found) for name, found in told.items()}
        found = next(self._tales[what], None)
        if found is None:
            raise Impossible(f"draw: {what}", "one more", "none")
        return found

    def settle(self) -> None:
        for what, left in self._tales.items():
            more = list(left)
            self._allow(f"draws: {what}", not more, "none more", more)
        self._tales = {}
        dice = list(self.seen.after["dice"])
        if dice != self.dice:
            right = sum(dice) == self.rolled and all(1 <= die <= 6 for die in dice)
            self._allow("dice", right, f"two that make {self.rolled}", dice)
            self.dice = dice

    # Cards that come and go

    def size(self, seat: int) -> int:
        return sum(self.hand[seat])

    def held(self, seat: int, kind: str = "give") -> list[Answer]:
        return [(kind, each) for each in KINDS if self.hand[seat][each]]

    def receive(self, seat: int, kind: int, number: int = 1) -> None:
        """Cards of the bank, for all to see."""
        self.bank[kind] -= number
        self.see_gain(seat, kind, number)

    def pay(self, seat: int, kind: int, number: int = 1) -> None:
        self.bank[kind] += number
        self.see_loss(seat, kind, number)

    def see_gain(self, seat: int, kind: int, number: int) -> None:
        self.hand[seat][kind] += number
        for observer in range(5):
            self.learn(observer, seat, kind, number)

    def see_loss(self, seat: int, kind: int, number: int) -> None:
        self.hand[seat][kind] -= number
        for observer in range(5):
            self.learn(observer, seat, kind, -number)

    def learn(self, observer: int, holder: int, kind: int, number: int) -> None:
        """The observer has seen cards come or go; nobody keeps count of the own hand."""
        if observer != holder or holder == PILE:
            at = 25 * observer + 5 * holder + kind
            self.known[at] = max(0, self.known[at] + number)

    def forget_one(self, observer: int, holder: int) -> None:
        """Somebody has lost a card that the observer has not seen."""
        for kind in KINDS:
            self.learn(observer, holder, kind, -1)

    def name_cards(self, seat: int, cards: list[int]) -> None:
        """A seat shows that it has these cards."""
        for observer in range(5):
            if observer != seat:
                at = 25 * observer + 5 * seat
                self.known[at : at + 5] = map(max, self.known[at : at + 5], cards)

    def slip(self, giver: int, taker: int, kind: int) -> None:
        """A card passes that only the two see."""
        self.hand[giver][kind] -= 1
        self.hand[taker][kind] += 1
        for observer in range(5):
            if observer == taker:
                self.learn(observer, giver, kind, -1)
            elif observer == giver:
                self.learn(observer, taker, kind, 1)
            else:
                self.forget_one(observer, giver)

    def rob(self, victim: int) -> None:
        giver, taker, kind = self._told("slip")
        self._allow("robbed", (giver, taker) == (victim, self.active), (victim, self.active), (giver, taker))
        self._allow("card robbed", self.hand[victim][kind] > 0, self.hand[victim], kind)
        self.slip(victim, self.active, kind)

    def form_pile(self) -> None:
        """A new reserve pile: its cards are known to all."""
        for kind in KINDS:
            number = min(6, self.bank[kind])
            self.bank[kind] -= number
            self.pile[kind] += number
        for observer in range(5):
            at = 25 * observer + 5 * PILE
            self.known[at : at + 5] = self.pile

    def draw_supply(self) -> None:
        if not any(self.pile):
            self.form_pile()
        if not any(self.pile):
            return
        seat, kind = self._told("supply")
        self._allow("supply", seat == self.active and self.pile[kind] > 0, f"one of {self.pile}", kind)
        self.pile[kind] -= 1
        self.hand[seat][kind] += 1
        for observer in range(5):
            if observer == seat:
                self.learn(observer, PILE, kind, -1)
            else:
                self.forget_one(observer, PILE)
        if not any(self.pile):
            self.form_pile()

    def add_fame(self, seat: int, number: int) -> None:
        if number > 0:
            number = min(number, 40 - sum(self.fame))
        self.fame[seat] = max(0, self.fame[seat] + number)

    # What a seat has

    def has(self, seat: int, *effect: str) -> bool:
        """A friendship card that begins so."""
        return any(part[: len(effect)] == effect for part in self.cards.effects_of(self.friends[seat]))

    def bonus(self, seat: int, what: str) -> int:
        return sum(int(part[1]) for part in self.cards.effects_of(self.friends[seat]) if part[0] == what)

    def points(self, seat: int) -> int:
        points = self.colonies[seat].bit_count() + 2 * self.ports[seat].bit_count() + self.fame[seat] // 2
        return points + 2 * self.chip.count(seat) + sum(owner == seat for _, owner, _ in self.trophies)

    def set_colony(self, seat: int, site: int) -> None:
        self.site_owner[site] = seat
        self.colonies[seat] |= 1 << site
        self.colony_modules[seat] -= 1
        self.sum_up()

    def set_port(self, seat: int, site: int) -> None:
        self.colonies[seat] &= ~(1 << site)
        self.ports[seat] |= 1 << site
        self.port_rings[seat] -= 1

    def sum_up(self) -> None:
        """What follows from colonies and chips: planets by the dice, throws that pay, room in the systems."""
        self.producing, self.pips = [0] * 13, [[0] * 5 for _ in range(4)]
        self.settled, self.room = [0] * 11, 0
        for planet in range(33):
            if self.face_up >> planet & 1:
                for total in self.cards.totals[self.face[planet]]:
                    self.producing[total] |= 1 << planet
        for site, owner in enumerate(self.site_owner):
            if 0 <= owner < BLOCKED:
                self.settled[site // 3] += 1
                for planet in self.board.site_planets[site]:
                    if self.face_up >> planet & 1:
                        self.pips[owner][self.board.resource[planet]] += self.cards.pips[self.face[planet]]
        for site in range(12, 33):
            if self.site_owner[site] == NOBODY and (self.players > 3 or self.settled[site // 3] < 2):
                self.room |= 1 << site

    def clockwise(self, first: int) -> list[int]:
        return [(first + k) % self.players for k in range(self.players)]

    # The course of the game

    def course(self) -> Asking:
        try:
            yield from self.set_up()
            self.placed = 0
            while True:
                yield from self.turn()
        except Finished:
            self.over_by = 1 if self.points(self.active) >= 15 else 2

    def ask(self, seat: int, question: str, answers: list[Answer]) -> Asking:
        self.judge()
        answer = yield seat, question, answers
        return answer

    def judge(self) -> None:
        """15 points in the own turn win at once."""
        if self.turns and self.points(self.active) >= 15:
            raise Finished

    def set_up(self) -> Asking:
        order = self.clockwise(self.first)
        if self.options["advanced"]:
            yield from self.place_colonies(order)
            yield from self.place_ports(order)
            return
        self.phase = "first"
        for self.placed, self.active in enumerate(order, 1):
            node = self.board.start[self.position[self.active]][3]
            yield from self.place_ship(COLONY, node)

    def place_colonies(self, order: list[int]) -> Asking:
        self.phase = "colonies"
        for self.placed, self.active in enumerate((*order, *reversed(order), *order)):
            free: list[Answer] = [("site", site) for site in range(12) if self.site_owner[site] == NOBODY]
            _, site = yield from self.ask(self.active, "site", free)
            self.set_colony(self.active, site)
        for site in range(12):
            if self.site_owner[site] == NOBODY:
                self.site_owner[site] = BLOCKED

    def place_ports(self, order: list[int]) -> Asking:
        self.phase = "ports"
        for self.placed, self.active in enumerate(reversed(order)):
            own: list[Answer] = [
                ("port", site) for site in range(12) if self.colonies[self.active] >> site & 1
            ]
            _, site = yield from self.ask(self.active, "port", own)
            self.set_port(self.active, site)
            _, kind = yield from self.ask(self.active, "kind", [("first_ship", 0), ("first_ship", 1)])
            yield from self.place_ship((COLONY, TRADE)[kind])

    def turn(self) -> Asking:
        self.turns += 1
        self.round = (self.turns - 1) // self.players + 1
        self.active = (self.first + self.turns - 1) % self.players
        self._forget_turn()
        if self.round > ROUNDS:
            raise Finished
        self.phase = "start"
        self.supply = 1
        self.offers_left = self.options["trade"]
        others = self.clockwise(self.active)[1:]
        proposals = self.options["proposals"] if self.options["trade"] else 0
        self.proposals_left = [proposals * (seat in others) for seat in range(4)]
        self.judge()
        yield from self.production()
        self.phase = "building"
        yield from self.building()
        self.phase = "roll"
        self.judge()
        if any(node >= 0 for node in self.ship_node[self.active]):
            yield from self.roll()
            self.phase = "flight"
            yield from self.flight()

    # Production

    def production(self) -> Asking:
        seat, total = self._told("dice")
        self._allow("roller", seat == self.active, self.active, seat)
        self.rolled = total
        if total == 7:
            yield from self.tribute()
            return
        claims = [[0] * 5 for _ in range(self.players)]
        for site, owner in enumerate(self.site_owner):
            if 0 <= owner < BLOCKED:
                for planet in self.board.site_planets[site]:
                    if self.face_up >> planet & 1 and total in self.cards.totals[self.face[planet]]:
                        claims[owner][self.board.resource[planet]] += 1
        for owner, claim in enumerate(claims):
            for kind in KINDS:
                if claim[kind] and self.has(owner, "BONUS", RESOURCES[kind]):
                    claim[kind] += 1
        for kind in KINDS:
            if sum(claim[kind] for claim in claims) > self.bank[kind]:
                for claim in claims:
                    claim[kind] = 0
            for owner, claim in enumerate(claims):
                if claim[kind]:
                    self.receive(owner, kind, claim[kind])
        yield from self.pay_relief([owner for owner in self.clockwise(self.active) if not any(claims[owner])])

    def pay_relief(self, empty: list[int]) -> Asking:
        poor = [seat for seat in empty if self.has(seat, "RELIEF")]
        self.relief = sum(1 << seat for seat in poor)
        for seat in poor:
            self.phase = "relief"
            if any(self.bank):
                _, kind = yield from self.ask(
                    seat, "relief", [("take", kind) for kind in KINDS if self.bank[kind]]
                )
                self.receive(seat, kind)
            self.relief &= ~(1 << seat)

    def tribute(self) -> Asking:
        self.phase = "tribute"
        for seat in self.clockwise(self.active):
            size = self.size(seat)
            if size > (12 if self.has(seat, "TRIBUTE") else 7):
                self.to_pay[seat] = size // 2
        for seat in self.clockwise(self.active):
            while self.to_pay[seat]:
                _, kind = yield from self.ask(seat, "tribute", self.held(seat))
                self.to_pay[seat] -= 1
                self.pay(seat, kind)
        others = self.clockwise(self.active)[1:]
        rich: list[Answer] = [("player", k) for k, seat in enumerate(others) if self.size(seat)]
        answer = yield from self.ask(self.active, "theft", [("nobody",), *rich])
        if answer[0] == "player":
            self.rob(others[answer[1]])

    # Ships

    def free_launches(self, seat: int) -> list[Answer]:
        return [
            ("launch", side, site)
            for site in range(33)
            if self.ports[seat] >> site & 1
            for side, node in enumerate(self.board.launch[site])
            if self.node_ship[node] < 0
        ]

    def can_place(self, seat: int, cargo: int) -> bool:
        modules = self.colony_modules if cargo == COLONY else self.trade_modules
        return modules[seat] > 0 and -1 in self.ship_node[seat] and bool(self.free_launches(seat))

    def place_ship(self, cargo: int, node: int = -1) -> Asking:
        """The active seat chooses a transporter and a launch point."""
        seat = self.active
        self.placing = cargo
        free: list[Answer] = [("transporter", k) for k in range(3) if self.ship_node[seat][k] < 0]
        _, transporter = yield from self.ask(seat, "transporter", free)
        self.place_with = transporter
        if node < 0:
            _, side, site = yield from self.ask(seat, "launch", self.free_launches(seat))
            node = self.board.launch[site][side]
        self.placing, self.place_with = EMPTY, -1
        (self.colony_modules if cargo == COLONY else self.trade_modules)[seat] -= 1
        self.ship_node[seat][transporter], self.cargo[seat][transporter] = node, cargo
        self.node_ship[node] = 3 * seat + transporter
        self.flown &= ~(1 << transporter)
        self.halted &= ~(1 << transporter)
        self.called &= ~(1 << transporter)

    def place_won_ships(self) -> Asking:
        while self.credit[self.active] and self.can_place(self.active, TRADE):
            self.credit[self.active] -= 1
            yield from self.place_ship(TRADE)

    # Trade and building

    def building(self) -> Asking:
        seat = self.active
        while True:
            yield from self.place_won_ships()
            kind, *places = yield from self.ask(seat, "build", self.projects(seat))
            match kind:
                case "end_building":
                    self.supply = 0
                    if not (yield from self.hear()):
                        return
                case "supply":
                    self.supply = 0
                    for _ in range(2 if self.options["quick"] and self.points(seat) < 7 else 1):
                        self.draw_supply()
                case "open_offer":
                    self.offers_left -= 1
                    yield from self.trade(seat)
                case "bank":
                    give, take = places
                    self.pay(seat, give, self.rate(seat, give))
                    if self.has(seat, "ONCE", RESOURCES[give]):
                        self.used_rate = 1
                    self.receive(seat, take)
                case "expand":
                    self.buy(seat, ("booster", "cannon", "freight ring")[places[0]])
                    self.expansion[seat][places[0]] += 1
                case "spaceport":
                    self.buy(seat, "spaceport")
                    self.set_port(seat, places[0])
                case "colony_ship":
                    self.buy(seat, "colony ship")
                    yield from self.place_ship(COLONY)
                case "trade_ship":
                    self.buy(seat, "trade ship")
                    yield from self.place_ship(TRADE)
                case "buy_fame":
                    self.used_fame = 1
                    self.pay(seat, GOODS)
                    self.add_fame(seat, 1)
                case "help":
                    helper = self.clockwise(seat)[places[0] + 1]
                    self.helped |= 1 << helper
                    self.rob(helper)
            self.judge()

    def projects(self, seat: int) -> list[Answer]:
        """All that can be done in trade and building."""
        hand, others = self.hand[seat], self.clockwise(seat)[1:]
        answers: list[Answer] = [("end_building",)]
        if self.supply and self.points(seat) < 9 and (any(self.pile) or any(self.bank)):
            answers.append(("supply",))
        if self.offers_left and any(hand) and any(self.size(other) for other in others):
            answers.append(("open_offer",))
        for give in KINDS:
            if hand[give] >= self.rate(seat, give):
                answers += [("bank", give, take) for take in KINDS if take != give and self.bank[take]]
        for k, item in enumerate(("booster", "cannon", "freight ring")):
            if self.expansion[seat][k] < MOST[k] and self.can_pay(seat, item):
                answers.append(("expand", k))
        if self.port_rings[seat] and self.can_pay(seat, "spaceport"):
            answers += [("spaceport", site) for site in range(33) if self.colonies[seat] >> site & 1]
        if self.can_pay(seat, "colony ship") and self.can_place(seat, COLONY):
            answers.append(("colony_ship",))
        if self.can_pay(seat, "trade ship") and self.can_place(seat, TRADE):
            answers.append(("trade_ship",))
        if self.has(seat, "FAME") and not self.used_fame and hand[GOODS] and sum(self.fame) < 40:
            answers.append(("buy_fame",))
        if self.has(seat, "HELP") and self.helped.bit_count() < 2:
            own = self.points(seat)
            for k, other in enumerate(others):
                if self.points(other) > own and self.size(other) and not self.helped >> other & 1:
                    answers.append(("help", k))
        return answers

    def rate(self, seat: int, kind: int) -> int:
        if self.has(seat, "ONCE", RESOURCES[kind]) and not self.used_rate:
            return 1
        return 2 if kind == GOODS or self.has(seat, "RATE", RESOURCES[kind]) else 3

    def can_pay(self, seat: int, item: str) -> bool:
        return all(own >= price for own, price in zip(self.hand[seat], self.cards.cost[item], strict=True))

    def buy(self, seat: int, item: str) -> None:
        for kind, price in enumerate(self.cards.cost[item]):
            if price:
                self.pay(seat, kind, price)

    # Trade between players

    def no_offer(self) -> None:
        self.offer_stage, self.offerer, self.changes_left, self.answering = NO_OFFER, NOBODY, 0, NOBODY
        self.forget_bids()

    def forget_bids(self) -> None:
        self.bid = [[[0] * 5, [0] * 5] for _ in range(4)]
        self.answer = [0] * 4

    def hear(self) -> Asking:
        """The others may make the active player offers; true after a deal."""
        self.phase = "hearing"
        while (seat := self.next_proposer()) is not None:
            answer = yield from self.ask(seat, "propose", [("no",), ("open_offer",)])
            if answer[0] == "no":
                self.silent |= 1 << seat
                continue
            self.proposals_left[seat] -= 1
            if (yield from self.trade(seat)):
                self.phase = "building"
                return True
        return False

    def next_proposer(self) -> int | None:
        if not self.size(self.active):
            return None
        for seat in self.clockwise(self.active)[1:]:
            if self.proposals_left[seat] and not self.silent >> seat & 1 and self.size(seat):
                return seat
        return None

    def trade(self, offerer: int) -> Asking:
        """An offer from its first card to a deal or none."""
        self.offerer, self.changes_left = offerer, self.options["haggling"]
        closed = yield from self.haggle(offerer)
        self.no_offer()
        return closed

    def haggle(self, offerer: int) -> Asking:
        while True:
            self.forget_bids()
            self.offer_stage, self.answering = COMPOSING, NOBODY
            if not (yield from self.compose(offerer)):
                return False
            if (yield from self.ask_round(offerer)):
                return True
            others = self.clockwise(offerer)[1:]
            self.offer_stage, self.answering = CLOSING, NOBODY
            deals: list[Answer] = [
                ("player", k) for k, seat in enumerate(others) if self.can_close(offerer, seat)
            ]
            change: list[Answer] = [("counter",)] if self.changes_left and COUNTERED in self.answer else []
            kind, *places = yield from self.ask(offerer, "close", [("nobody",), *deals, *change])
            if kind == "nobody":
                return False
            if kind == "player":
                self.close(offerer, others[places[0]])
                return True
            self.changes_left -= 1

    def compose(self, seat: int) -> Asking:
        given, wanted = self.bid[seat]
        while True:
            answers: list[Answer] = [("drop",)]
            if not any(wanted) and sum(given) < 4:
                last = max((kind for kind in KINDS if given[kind]), default=0)
                answers += [
                    ("give", kind) for kind in KINDS if kind >= last and self.hand[seat][kind] > given[kind]
                ]
            if any(given) and sum(wanted) < 4:
                last = max((kind for kind in KINDS if wanted[kind]), default=0)
                answers += [("want", kind) for kind in KINDS if kind >= last and not given[kind]]
            if any(given) and any(wanted):
                answers.append(("send",))
            kind, *places = yield from self.ask(seat, "compose", answers)
            if kind == "drop":
                return False
            if kind == "send":
                return True
            (given if kind == "give" else wanted)[places[0]] += 1
            if kind == "give":
                self.name_cards(seat, given)

    def ask_round(self, offerer: int) -> Asking:
        """All who may answer the offer do; true if the active player accepts one made to him."""
        asked = self.clockwise(offerer)[1:] if offerer == self.active else [self.active]
        for seat in asked:
            if not self.size(seat):
                continue
            self.offer_stage, self.answering = ASKING, seat
            wanted = self.bid[offerer][1]
            answers: list[Answer] = [("refuse",), ("counter",)]
            if self.holds(seat, wanted):
                answers.append(("accept",))
            kind, *_ = yield from self.ask(seat, "offer", answers)
            if kind == "accept":
                self.answer[seat] = ACCEPTED
                self.name_cards(seat, wanted)
                if seat == self.active:
                    self.close(offerer, seat)
                    return True
            elif kind == "refuse":
                self.answer[seat] = REFUSED
            else:
                self.offer_stage = COUNTERING
                sent = yield from self.compose(seat)
                self.answer[seat] = COUNTERED if sent else REFUSED
                if not sent:
                    self.bid[seat] = [[0] * 5, [0] * 5]
        return False

    def holds(self, seat: int, cards: list[int]) -> bool:
        return all(own >= n for own, n in zip(self.hand[seat], cards, strict=True))

    def can_close(self, offerer: int, seat: int) -> bool:
        if self.answer[seat] == COUNTERED:
            return self.holds(offerer, self.bid[seat][1])
        return self.answer[seat] == ACCEPTED

    def close(self, offerer: int, seat: int) -> None:
        gives, gets = self.bid[offerer]
        if self.answer[seat] == COUNTERED:
            gets, gives = self.bid[seat]
        for kind in KINDS:
            for giver, taker, number in (offerer, seat, gives[kind]), (seat, offerer, gets[kind]):
                if number:
                    self.see_loss(giver, kind, number)
                    self.see_gain(taker, kind, number)

    # The mother ship and encounters

    def roll(self) -> Asking:
        balls = list(self._told("balls"))
        right = balls[0] != balls[1] and all(0 <= ball < self.options["balls"] for ball in balls)
        self._allow("balls", right, "two different ones", balls)
        self.balls_drawn = balls
        if 0 not in balls:
            self.base_speed = sum(BALL_VALUES[ball] for ball in balls)
            return
        self.base_speed = 3
        self.phase = "encounter"
        self.another = 1
        while self.another:
            yield from self.encounter()
        self._forget_encounter()

    def encounter(self) -> Asking:
        """One card, from its question to the discard pile."""
        self._forget_encounter()
        seat = self.active
        if not self.deck:
            self.deck, self.discard = self.discard, 0
        card = self.card = self._told("card")
        self._allow("encounter card", bool(self.deck >> card & 1), "one of the deck", card + 1)
        self.deck &= ~(1 << card)
        question = self.cards.question[card]
        part = "a0"
        if question != "none":
            row = self.cards.questions[question]
            size = self.size(seat)
            if row["kind"] == "gift":
                numbers: list[Answer] = [("answer", n) for n in range(4) if n <= size]
                _, number = yield from self.ask(seat, "gift", numbers)
            else:
                yes: list[Answer] = [("yes",)] if size >= int(row["needs"]) else []
                answer = yield from self.ask(seat, "choice", [("no",), *yes])
                number = int(answer[0] == "yes")
            part = f"a{number}"
        follows: str | None = part
        while follows is not None:
            follows = yield from self.carry_out(follows)
        if not self.deck >> card & 1:
            self.discard |= 1 << card

    def carry_out(self, part: str) -> Asking:
        """The steps of a part; the part that follows, if a test or a question leads to one."""
        self.part = PARTS.index(part)
        for at, (name, *arguments) in enumerate(self.cards.script[self.card][part]):
            self.at, self.begun = at, 0
            follows = yield from self.step(name, arguments)
            self.begun = 0
            self.at = at + 1
            self.judge()
            if follows is not None:
                return follows
        return None

    def step(self, name: str, arguments: list[str]) -> Asking:
        seat = self.active
        others = self.clockwise(seat)[1:]
        if name not in ("GIVE", "ATTACK", "FIGHT", "RACE", "FLEE", "ROLL", "SWAP"):
            self.revealed = 1
        self.begun = 1
        if name in ("SHIP", "JUMP"):  # what follows is no longer about the card
            self.at, self.begun = self.at + 1, 0
        match name:
            case "GIVE":
                yield from self.give(int(arguments[0]))
            case "SWAP":
                self.to_take = 2
                yield from self.give(1)
                yield from self.take(2, self.swapped)
            case "ANY":
                yield from self.take(int(arguments[0]), None)
            case "GAIN":
                kind = RESOURCES.index(arguments[1])
                self.receive(seat, kind, min(int(arguments[0]), self.bank[kind]))
            case "FAME":
                self.add_fame(seat, int(arguments[0]))
            case "RETURN":
                for kind in KINDS:
                    self.receive(seat, kind, self.gift[kind])
                self.gift = [0] * 5
            case "FORFEIT":
                for kind in KINDS:
                    self.pay(seat, kind, self.swapped[kind])
                self.swapped = [0] * 5
            case "ROB":
                for other in others:
                    if self.size(other):
                        self.rob(other)
            case "BEG":
                yield from self.beg([other for other in others if self.size(other)])
            case "UP":
                room: list[Answer] = [("add", k) for k in range(3) if self.expansion[seat][k] < MOST[k]]
                if room:
                    _, k = yield from self.ask(seat, "add", room)
                    self.expansion[seat][k] += 1
            case "DOWN":
                if any(self.expansion[seat]):
                    yield from self.lose_expansion(seat, "remove")
            case "WEAR":
                yield from self.wear(int(arguments[0]))
            case "COUNCIL":
                most = max(self.expansion[each][FREIGHT] for each in range(self.players))
                for each in self.clockwise(seat):
                    if most and self.expansion[each][FREIGHT] == most:
                        self.add_fame(each, 1)
            case "RESHUFFLE":
                self.deck, self.discard = (1 << 32) - 1, 0
            case "NEW":
                self.another = 1
            case "HALT":
                if (ship := self.first_starship()) is not None:
                    self.halted |= 1 << ship
            case "SHIP":
                self.credit[seat] += 1
                yield from self.place_won_ships()
            case "JUMP":
                yield from self.jump()
            case "ATTACK":
                answer = yield from self.ask(seat, "attack", [("no",), ("yes",)])
                return "attack" if answer[0] == "yes" else "leave"
            case "ROLL":
                return f"roll{self.roll_total()}"
            case "FIGHT" | "RACE" | "FLEE":
                won = self.contest(name, arguments[0])
                return ("escaped" if won else "caught") if name == "FLEE" else ("won" if won else "lost")
            case _:
                raise AssertionError(name)
        return None

    def give(self, number: int) -> Asking:
        self.to_give = number
        while self.to_give:
            _, kind = yield from self.ask(self.active, "give", self.held(self.active))
            self.to_give -= 1
            self.gift[kind] += 1
            self.pay(self.active, kind)

    def take(self, number: int, swapped: list[int] | None) -> Asking:
        """Cards of choice from the bank; in a swap not of the kind given."""
        self.to_take = number
        while self.to_take:
            kinds = [
                kind for kind in KINDS if self.bank[kind] and not (swapped is not None and self.gift[kind])
            ]
            if not kinds:
                break
            _, kind = yield from self.ask(self.active, "take", [("take", kind) for kind in kinds])
            self.to_take -= 1
            self.receive(self.active, kind)
            if swapped is not None:
                swapped[kind] += 1
        self.to_take = 0

    def beg(self, givers: list[int]) -> Asking:
        self.due = sum(1 << seat for seat in givers)
        for seat in givers:
            _, kind = yield from self.ask(seat, "beg", self.held(seat))
            self.due &= ~(1 << seat)
            told = self._told("slip")
            self._allow("begged", told == (seat, self.active, kind), (seat, self.active, kind), told)
            self.slip(seat, self.active, kind)

    def lose_expansion(self, seat: int, question: str) -> Asking:
        _, k = yield from self.ask(
            seat, question, [("remove", k) for k in range(3) if self.expansion[seat][k]]
        )
        self.expansion[seat][k] -= 1

    def wear(self, limit: int) -> Asking:
        large = [seat for seat in self.clockwise(self.active) if sum(self.expansion[seat]) > limit]
        self.due = sum(1 << seat for seat in large)
        for seat in large:
            yield from self.lose_expansion(seat, "wear")
            self.due &= ~(1 << seat)

    def roll_total(self) -> int:
        seat, total = self._told("roll")
        self._allow("roll", seat == self.active and 1 <= total <= 5, "1 to 5", total)
        self.rolls, self.enemy = [total, -1], NOBODY
        return total

    def contest(self, name: str, who: str) -> bool:
        """A fight, a race or a flight against a neighbour; ties are won."""
        seat = self.active
        away = int(who[1]) if who[0] == "L" else -int(who[1])
        enemy = (seat + away) % self.players
        own_kind, bonus = (CANNON, "COMBAT") if name == "FIGHT" else (BOOSTER, "SPEED")
        own = self.expansion[seat][own_kind] + self.bonus(seat, bonus)
        other = self.expansion[enemy][own_kind] + (self.bonus(enemy, bonus) if name == "RACE" else 0)
        _, told_enemy, _, *totals = self._told("duel")[:5]
        self._allow("enemy", told_enemy == enemy, enemy, told_enemy)
        for strength, total in zip((own, other), totals, strict=True):
            balls = total - strength
            self._allow(
                f"total of {name}",
                balls == 0 if name == "FLEE" else 1 <= balls <= 5,
                f"{strength} and balls",
                total,
            )
        self.enemy, self.rolls = enemy, list(totals)
        return totals[0] >= totals[1]

    # The flight

    def first_starship(self) -> int | None:
        return next((k for k in range(3) if self.ship_node[self.active][k] >= 0), None)

    def jump(self) -> Asking:
        seat, ship = self.active, self.first_starship()
        if ship is None or self.halted >> ship & 1:
            return
        self.jumper = ship
        start = self.ship_node[seat][ship]
        ends = [n for n in range(len(self.board.places)) if n != start and self.can_end(seat, ship, n, start)]
        columns = sorted({self.board.column[n] for n in ends})
        kind, *places = yield from self.ask(seat, "column", [("stay",), *[("column", c) for c in columns]])
        if kind == "column":
            self.jump_column = places[0]
            nodes = {self.board.row[n]: n for n in ends if self.board.column[n] == places[0]}
            _, row = yield from self.ask(seat, "row", [("row", row) for row in sorted(nodes)])
            self.jumper = self.jump_column = -1
            self.move(seat, ship, nodes[row])
            yield from self.fly(ship, True, start)
            yield from self.place_won_ships()  # a transporter may have become free
        self.jumper = self.jump_column = -1

    def flight(self) -> Asking:
        seat = self.active
        while True:
            yield from self.place_won_ships()
            self.judge()
            ready = [k for k in range(3) if self.is_ready(seat, k)]
            if not ready:
                return
            answers: list[Answer] = [("ship", k) for k in ready]
            if not any(self.must_leave(seat, k) for k in ready):
                answers.append(("end_flight",))
            kind, *places = yield from self.ask(seat, "ship", answers)
            if kind == "end_flight":
                return
            ship = places[0]
            landed = bool(self.flown >> ship & 1)
            yield from self.fly(ship, landed, self.ship_node[seat][ship])

    def speed(self, seat: int) -> int:
        return self.base_speed + self.expansion[seat][BOOSTER] + self.bonus(seat, "SPEED")

    def is_ready(self, seat: int, ship: int) -> bool:
        """It can do something."""
        node = self.ship_node[seat][ship]
        if node < 0:
            return False
        if self.flown >> ship & 1:
            return bool(self.called >> ship & 1) and self.to_clear(seat, node) is not None
        if self.to_clear(seat, node) is not None or self.can_found(seat, ship, node):
            return True
        return bool(self.ways_on(seat, ship, node, self.speed(seat)))

    def must_leave(self, seat: int, ship: int) -> bool:
        node = self.ship_node[seat][ship]
        if self.flown >> ship & 1 or self.halted >> ship & 1 or self.can_end(seat, ship, node, node):
            return False
        return bool(self.ways_on(seat, ship, node, self.speed(seat)))

    def is_foreign(self, seat: int, node: int) -> bool:
        """A launch point of another player's spaceport."""
        site = self.board.launch_of.get(node)
        return site is not None and any(
            self.ports[other] >> site & 1 for other in range(self.players) if other != seat
        )

    def other_ship(self, seat: int, ship: int, node: int) -> bool:
        return self.node_ship[node] not in (-1, 3 * seat + ship)

    def can_end(self, seat: int, ship: int, node: int, start: int) -> bool:
        board, cargo = self.board, self.cargo[seat][ship]
        if self.other_ship(seat, ship, node) or self.is_foreign(seat, node):
            return False
        if node in board.site_of:
            return cargo == COLONY and self.site_owner[board.site_of[node]] == NOBODY and node != start
        if node in board.outpost_of:
            outpost = board.outpost_of[node]
            race, number = divmod(outpost, 5)
            free = next((k for k in range(5) if self.outpost[5 * race + k] == NOBODY), None)
            return cargo == TRADE and number == free and self.expansion[seat][FREIGHT] > number
        return True

    def can_found(self, seat: int, ship: int, node: int) -> bool:
        site = self.board.site_of.get(node)
        if site is None or self.cargo[seat][ship] != COLONY or not self.room >> site & 1:
            return False
        if self.other_ship(seat, ship, node):
            return False
        return not any(self.cards.barred(self.face[planet]) for planet in self.board.site_planets[site])

    def to_clear(self, seat: int, node: int) -> int | None:
        """A planet beside it that the seat can clear."""
        for planet in self.board.beside[node]:
            face = self.face[planet]
            pirates, ice = self.cards.pirates[face], self.cards.ice[face]
            if pirates and self.expansion[seat][CANNON] + self.bonus(seat, "COMBAT") >= pirates:
                return planet
            if ice and self.expansion[seat][FREIGHT] >= ice:
                return planet
        return None

    def ways_on(self, seat: int, ship: int, start: int, left: int) -> list[int]:
        """Directions with a place to end in reach."""
        if self.halted >> ship & 1 or left <= 0:
            return []
        here = self.ship_node[seat][ship]

        def is_end(node: int) -> bool:
            return self.can_end(seat, ship, node, start) or (
                node == start and self.can_found(seat, ship, node)
            )

        ways = self.board.ways[here].items()
        return [way for way, there in ways if any(map(is_end, self.board.within(there, left - 1)))]

    def move(self, seat: int, ship: int, node: int) -> None:
        """To another intersection, where it looks at what lies face down."""
        self.lift(seat, ship)
        self.ship_node[seat][ship] = node
        if self.node_ship[node] < 0:
            self.node_ship[node] = 3 * seat + ship
        for planet in self.board.beside[node]:
            if not self.face_up >> planet & 1:
                self.seen_by[seat] |= 1 << planet

    def lift(self, seat: int, ship: int) -> None:
        node = self.ship_node[seat][ship]
        if self.node_ship[node] == 3 * seat + ship:
            self.node_ship[node] = -1
            for other in range(self.players):
                for k in range(3):
                    if self.ship_node[other][k] == node and (other, k) != (seat, ship):
                        self.node_ship[node] = 3 * other + k

    def fly(self, ship: int, landed: bool, start: int) -> Asking:
        """One ship from taking off to its end."""
        seat = self.active
        self.flying, self.steps, self.landed, self.start_node = ship, 0, int(landed), start
        while True:
            node = self.ship_node[seat][ship]
            ways = [] if landed else self.ways_on(seat, ship, self.start_node, self.speed(seat) - self.steps)
            answers: list[Answer] = [("fly", way) for way in ways]
            stuck = self.steps == 0 and not ways  # halted, landed, or no place to go
            if stuck or self.can_end(seat, ship, node, self.start_node):
                answers.append(("stop",))
            if self.can_found(seat, ship, node):
                answers.append(("found",))
            if self.to_clear(seat, node) is not None:
                answers.append(("clear",))
            kind, *places = yield from self.ask(seat, "fly", answers)
            match kind:
                case "fly":
                    self.steps += 1
                    self.move(seat, ship, self.board.ways[node][places[0]])
                case "clear":
                    self.clear(seat, self.to_clear(seat, node))
                case "found":
                    self.found(seat, ship, node)
                    break
                case "stop":
                    break
        self.flown |= 1 << ship
        self.called &= ~(1 << ship)
        self.flying, self.steps, self.start_node, self.landed = -1, 0, -1, 0
        if kind == "stop" and node in self.board.outpost_of:
            yield from self.dock(seat, ship, self.board.outpost_of[node])
        self.judge()

    def clear(self, seat: int, planet: int | None) -> None:
        assert planet is not None
        chip = self._told("chip")
        self._allow("white chip", self.reserve[chip] > 0, "one of the reserve", chip)
        self.reserve[chip] -= 1
        self.trophies.append((self.face[planet], seat, planet))
        self.face[planet] = chip
        self.turn_up(planet)

    def turn_up(self, planet: int) -> None:
        self.face_up |= 1 << planet
        self.sum_up()

    def unload(self, seat: int, ship: int) -> None:
        """The transporter goes back to the reserve."""
        self.lift(seat, ship)
        self.ship_node[seat][ship], self.cargo[seat][ship] = -1, EMPTY

    def found(self, seat: int, ship: int, node: int) -> None:
        site = self.board.site_of[node]
        self.unload(seat, ship)
        self.colony_modules[seat] += 1  # the one that the ship carried
        self.set_colony(seat, site)
        for planet in self.board.site_planets[site]:
            self.turn_up(planet)

    def dock(self, seat: int, ship: int, outpost: int) -> Asking:
        """A trade ship becomes an outpost: the chip is judged anew, and a friendship card chosen."""
        race = outpost // 5
        self.unload(seat, ship)
        self.outpost[outpost] = seat
        own = self.outpost[5 * race : 5 * race + 5]
        most = max(own.count(each) for each in range(self.players))
        self.chip[race] = next(each for each in own if each >= 0 and own.count(each) == most)
        self.friend_race = race
        self.judge()
        taken = self.friends[0] | self.friends[1] | self.friends[2] | self.friends[3]
        left = [c for c in range(20) if self.cards.race[c] == race and not taken >> c & 1]
        different = [
            c
            for k, c in enumerate(left)
            if self.cards.effects[c] not in [self.cards.effects[b] for b in left[:k]]
        ]
        _, card = yield from self.ask(seat, "friend", [("friend", c) for c in different])
        self.friend_race = -1
        self.friends[seat] |= 1 << card
        if any(part[0] == "COMBAT" for part in self.cards.effects[card]):
            self.called = self.flown

    # The end

    def result(self) -> tuple[list[float], list[int]]:
        scores = [float(self.points(seat)) for seat in range(self.players)]
        key = [(self.over_by == 1 and seat == self.active, score) for seat, score in enumerate(scores)]
        return scores, [sum(other > own for other in key) for own in key]

    # The fields

    SAME = (
        "active", "first", "round", "turns", "placed", "dice", "to_pay", "relief", "supply",
        "offers_left", "proposals_left", "silent", "used_rate", "used_fame", "helped", "face", "face_up",
        "reserve", "site_owner", "outpost", "cargo", "position", "hand", "expansion", "fame",
        "colony_modules", "trade_modules", "port_rings", "credit", "colonies", "ports", "friends",
        "chip", "bank", "pile", "known", "deck", "discard", "producing", "settled", "room", "pips",
        "ship_node", "node_ship", "placing", "place_with", "friend_race", "balls_drawn", "base_speed",
        "flown", "halted", "called", "flying", "steps", "start_node", "landed", "card", "revealed",
        "part", "at", "begun", "to_give", "to_take", "due", "another", "gift", "swapped", "enemy",
        "rolls", "jumper", "jump_column", "offer_stage", "offerer", "changes_left", "answering",
        "answer",
    )  # fmt: skip

    def fields(self) -> Fields:
        now = self.__dict__
        own: Fields = {name: now[name] for name in self.SAME}
        seats = range(4)
        trophies = [*self.trophies, *[(-1, -1, -1)] * (5 - len(self.trophies))]
        races = [self.outpost[5 * race : 5 * race + 5] for race in range(4)]
        return {
            **own,
            **self.options,
            "num_players": self.players,
            "over": self.over_by,
            "phase": PHASES.index(self.phase),
            "seen": self.seen_by,
            "trophy": [face for face, _, _ in trophies],
            "trophy_owner": [owner for _, owner, _ in trophies],
            "trophy_planet": [planet for _, _, planet in trophies],
            "num_trophies": len(self.trophies),
            "points": [self.points(seat) for seat in seats],
            "hand_size": [sum(hand) for hand in self.hand],
            "pile_size": sum(self.pile),
            "speed_bonus": [self.bonus(seat, "SPEED") for seat in seats],
            "combat_bonus": [self.bonus(seat, "COMBAT") for seat in seats],
            "docked": [5 - race.count(NOBODY) for race in races],
            "posts": [[race.count(seat) for race in races] for seat in seats],
            "bid": [side for both in self.bid for side in both],
            **({"kept": self._kept()} if self.question in self.WHEN_ASKED["kept"] else {}),
        }

    def _kept(self) -> int:
        """The ships or directions that are offered."""
        answers = [self._answers[action] for action in self.legal]
        return sum(1 << answer[1] for answer in answers if answer[0] == self.question)
