"""A referee for Star Tycoon: the rules once more, in plain Python, from the rulebook and the data files.

Written beside the rulebook, the rulings on the game's page and the tables in data/, without the kernels.
Methods that may have to ask somebody are generators; the others happen by themselves.

Where all of these are silent the referee does as the game was seen to do:

    payments    go kind after kind, credits first and wild resources last; a kind is asked for token by token;
                Jim's credit is due together with the price
    offers      may be one-sided, not empty; a kind of token goes one way; who may propose is always asked;
                a reserved card that changes hands is seen by everybody
    bookkeeping `partnered` is set before a partnership is paid; the 1st player marker stays where it is after
                the last round; the buff belongs to the phase of production, and its card counts as out of the
                series in single games too; `remove_row` and `remove_left` stay 3 and 2 after a removal
"""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import astrarium.envs.star_tycoon as package
from astrarium.core import Game
from astrarium.envs.star_tycoon import events as ev
from astrarium.envs.star_tycoon.state import CREDIT, ILLEGAL, MINERALS, SHIPS, WILD

from .harness import Answer, Asking, Fields, Impossible, Referee

DATA = Path(package.__file__).parent / "data" / "reconstructed"
LETTERS = "EIMGFRSW"
RESOURCES = range(MINERALS, WILD)
BRANDS = ("RB", "CL", "HI", "HX", "SQ", "PI")
FIRST = (0, 36, 72, 108)  # card of each deck
FORGES = 116
HOME, NANO = 36, 37  # sites beside the planets
SEATS = 6
NOBODY = NONE = -1
CHOOSE, _, EVENT, PRODUCE, TURN, REMOVE, DISCARD, ACQUIRE, FINISHED = range(9)
FOR_NOTHING, FOR_CARD, FOR_PARTNERSHIP, FOR_MARKET, FOR_SMUGGLE = range(5)
MOST_TOP = 16
STILL_KEPT = -2
Price = tuple[int, ...]  # of each token, then of any resource


def icons(text: str, letters: str = LETTERS) -> Price:
    """Tokens such as `2S 1G`."""
    found = [0] * len(letters)
    for number, letter in re.findall(rf"(\d+)([{letters}])", text):
        found[letters.index(letter)] += int(number)
    return tuple(found)


def brands(text: str) -> Price:
    """Brands such as `2RB 1CL`."""
    asked = {brand: int(number) for number, brand in re.findall(r"(\d+)([A-Z]+)", text)}
    return tuple(asked.get(brand, 0) for brand in BRANDS)


class Cards:
    """The data files, read anew."""

    def __init__(self, folder: Path) -> None:
        def rows(name: str) -> list[dict[str, str]]:
            with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
                return list(csv.DictReader(file))

        planets, built, forges = rows("planets"), rows("developments"), rows("omniforges")
        cards = planets + sorted(built, key=lambda row: row["level"])
        self.row = [0] * len(planets) + [int(row["level"]) for row in cards[len(planets) :]]
        self.names = [row["name"] for row in cards]
        self.prices = [[icons(row[line]) for line in ("cost", "alt") if row[line]] for row in cards]
        self.type = [row["type"] for row in planets]
        self.system = [row["system"] for row in planets]
        self.capacity = [int(row["capacity"]) for row in planets]
        self.target = [icons(row["production_target"])[:WILD] for row in planets]
        self.brand_target = [brands(row["brand_target"]) for row in planets]
        self.points = [int(row["points"]) for row in cards] + [0] * len(forges)
        none: list[Any] = [()] * len(planets)
        boxes = [icons(row["production"])[:WILD] for row in (*cards[len(planets) :], *forges)]
        self.box = [(0,) * WILD] * len(planets) + boxes
        codes = (*BRANDS, "DM")
        self.brand = [
            *none,
            *(codes.index(row["brand"]) for row in cards[len(planets) :]),
            *[NONE] * len(forges),
        ]
        self.bonus = [*none, *(row["bonus"].split() for row in cards[len(planets) :]), *[[]] * len(forges)]
        flags = ["" if k < len(planets) else row["flag"] for k, row in enumerate(cards)] + [""] * len(forges)
        self.array = [flag == "COMM" for flag in flags]
        self.smugglers = [card for card, flag in enumerate(flags) if flag.startswith("SMUG")]
        kinds: dict[str, list[tuple[Price, Price]]] = {}
        for row in rows("smugglers"):
            kinds.setdefault(row["kind"], []).append((icons(row["pay"]), icons(row["gain"])))
        self.ways = [kinds[flags[card]] for card in self.smugglers]
        self.exporters = [flags[card] == "SMUG_EXPORT" for card in self.smugglers]
        self.shopping = kinds["CO_SMUG_2E_2W"]
        self.importers = [card for card, flag in enumerate(flags) if flag == "SMUG_IMPORT"]
        self.companies = rows("companies")
        self.start = [icons(row["start"])[:WILD] for row in self.companies]
        self.homeworlds = rows("homeworlds")
        self.market = [(int(row["resources"]), int(row["credits"])) for row in rows("market")]
        self.partnerships = [
            (icons(row["cost"]), [int(n) for n in row["points"].split()]) for row in rows("partnerships")
        ]
        self.arrays = [int(row["points"]) for row in rows("arrays")]
        self.events = [[op.split() for op in row["effect"].split(";")] for row in rows("events")]
        self.tiles = [
            (row["count"], [tuple(map(int, step.split(":"))) for step in row["steps"].split()])
            for row in rows("tiles")
        ]
        self.goals = rows("solo_goals")
        self.buffs = [row["effect"].split() for row in rows("solo_buffs")]


@cache
def read(folder: Path) -> Cards:
    """The cards of a folder."""
    return Cards(folder)


def bits(numbers: Any) -> int:
    """A set of numbers as a field holds it."""
    return sum(1 << number for number in numbers)


def members(field: int) -> list[int]:
    """The numbers in such a field."""
    return [number for number in range(field.bit_length()) if field >> number & 1]


World = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]  # tops of decks, reserves of seats
Happening = Callable[[list[list[int]], list[list[int]]], bool | None]  # False: it cannot be


def apply(world: World, happens: Happening) -> World | None:
    """The world after something has happened; None if it cannot happen there."""
    tops, reserves = [list(top) for top in world[0]], [list(cards) for cards in world[1]]
    if happens(tops, reserves) is False:
        return None
    return tuple(map(tuple, tops)), tuple(map(tuple, reserves))


def back_on_top(seat: int, place: int, row: int) -> Happening:
    """A reserved card goes on top of its deck."""
    return lambda tops, reserves: tops[row].append(reserves[seat].pop(place))


def exchange(reserves: list[list[int]], one: int, other: int, given: set[int], asked: set[int]) -> list[int]:
    """Reserved cards change hands; all see which."""
    mine, theirs = reserves[one], reserves[other]
    to_other, to_one = [mine[k] for k in sorted(given)], [theirs[k] for k in sorted(asked)]
    reserves[one][:] = [card for k, card in enumerate(mine) if k not in given] + to_one
    reserves[other][:] = [card for k, card in enumerate(theirs) if k not in asked] + to_other
    return to_other + to_one


def veiled_worlds(fields: Fields, cards: Cards) -> set[World]:
    """What the game's veils leave open: see the fields `veil` and `veiled` in state.py."""
    each = [veiled_deck(fields, row) for row in range(4)]
    held = [
        [card for card in fields["reserve"][2 * seat : 2 * seat + 2] if card != NONE] for seat in range(SEATS)
    ]
    worlds = set()
    for decks in product(*each):
        reserves = [list(own) for own in held]
        for seat, own in enumerate(reserves):
            for place, card in enumerate(own):
                if fields["veiled"][2 * seat + place]:
                    own[place] = decks[cards.row[card]][1]
        worlds.add((tuple(top for top, _ in decks), tuple(map(tuple, reserves))))
    return worlds


def veiled_deck(fields: Fields, row: int) -> list[tuple[tuple[int, ...], int]]:
    """The cards that may lie on top of a deck, with the card that is kept then."""
    found: list[tuple[tuple[int, ...], int]] = [((), NONE)]
    for place in range(fields["top_size"][row]):
        at = MOST_TOP * row + place
        one, other = fields["veil"][2 * at : 2 * at + 2]
        more = []
        for top, kept in found:
            if one == other == NONE:
                more.append(((*top, fields["top"][at]), kept))
            elif one == STILL_KEPT:
                more.append(((*top, kept), other))
                more += [] if other == NONE else [((*top, other), kept)]
            else:
                more += [((*top, one), other), ((*top, other), one)]
        found = more
    return found


def mix(folder: Path, random: Random) -> None:
    """A set of cards whose prices, boxes, bonuses, targets and starts have changed places."""
    shutil.copytree(DATA, folder, dirs_exist_ok=True)
    shuffled = {
        "planets": (("cost", "alt"), ("production_target", "brand_target", "points"), ("capacity",)),
        "developments": (("cost", "alt"), ("production",), ("points",), ("bonus",)),
        "companies": (("start",), ("target_kind", "target")),
        "homeworlds": (("supremacy",),),
        "omniforges": (("production",),),
    }
    for name, groups in shuffled.items():
        with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for group in groups:
            values = [[row[key] for key in group] for row in rows]
            random.shuffle(values)
            for row, value in zip(rows, values, strict=True):
                row.update(zip(group, value, strict=True))
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


class Tycoon(Referee):
    """One game of Star Tycoon."""

    GAME = "star_tycoon"
    IDLE = ("end_turn", "done", "no", "withdraw")
    WHEN_ASKED: ClassVar[dict[str, tuple[str, ...]]] = {}
    UNCHECKED: ClassVar[dict[str, str]] = {
        "rng": "the stream of chance: what is drawn is checked for being possible, not for its odds",
        "veil": "how the others' knowledge of decks is written down: what it means is compared, see `settle`",
        "veiled": "as veil",
    }

    def __init__(self, game: Game, players: int, options: dict[str, int], cards: Path | None = None) -> None:
        super().__init__(game, players, options, cards)
        self.cards = read(cards or DATA)

    @classmethod
    def mix(cls, folder: Path, random: Random) -> None:
        mix(folder, random)

    # The deal

    def deal(self, fields: Fields) -> None:
        self.game, self.won = 1, 0
        self.remove_row = self.remove_left = 0  # a next game leaves them as they are
        self.out_homeworlds: set[int] = set()
        self.out_forges: set[int] = set()
        self.out_companies: set[int] = set()
        self._tales: dict[str, Iterator[Any]] = {}
        self.deal_game(fields)

    def deal_game(self, fields: Fields) -> None:
        """All that a game begins with; chance as the fields tell it."""
        self.tile = fields["tile"]
        self._allow("tile", 0 <= self.tile < len(self.cards.tiles), "a tile", self.tile)
        self._deal_rows(fields)
        self._deal_homes(fields)
        self._deal_hands(fields)
        self.phase, self.round, self.turn_number = CHOOSE, 1, 0
        self.active = self.who = self.first
        self.asked = self.event_step = self.coin = 0
        self.event = NONE
        self.events_used: set[int] = set()
        self.company = [NONE] * SEATS
        self.choice = [NONE] * SEATS
        self.tokens = [[0] * WILD for _ in range(SEATS)]
        self.loan = [0] * SEATS
        self.reserve: list[list[int]] = [[] for _ in range(SEATS)]
        self.ability_used = [0] * SEATS
        self.partner = [NOBODY] * len(BRANDS)
        self.marker = [2] * len(RESOURCES)
        self.flipped: set[int] = set()
        self.actions_left = self.partnered = self.repaid = self.hovered = self.replaced = 0
        self.phased: set[int] = set()
        self.trades_left = self.smuggles_left = 0
        self.due, self.due_for = [0] * 8, FOR_NOTHING
        self.card = self.card_slot = self.card_reserve = self.partnership = NONE
        self.bought = self.given = self.smuggler = NONE
        self.way = self.gains = self.steals = 0
        self.victim = self.swap_with = self.swap_for = self.moving = NONE
        self.reserve_row = self.reserve_slot = NONE
        self.event_gains = [0] * WILD
        self.buff_card = self.exports = 0
        self.offerer = self.offeree = NOBODY
        self.offers_left = self.proposed = 0
        self.offer_tokens, self.offer_cards = [[0] * WILD, [0] * WILD], [set[int](), set[int]()]
        self.rules: set[str] = set()
        self.sums: Fields = {}
        self.building_top = False
        self.worlds: set[World] | None = None

    def _allow(self, what: str, right: bool, expected: Any, found: Any) -> None:
        if not right:
            raise Impossible(what, expected, found)

    def _deal_rows(self, fields: Fields) -> None:
        """Three cards of each deck in its row, all others in the decks."""
        self.row = [list(fields["row"][4 * k : 4 * k + 4]) for k in range(4)]
        self.pool: list[set[int]] = []
        for row, first in enumerate(FIRST):
            deck = {first + k for k in range(8 if row == 3 else 36)}
            shown = self.row[row]
            right = set(shown[:3]) <= deck and len(set(shown)) == 4 and shown[3] == NONE
            self._allow(f"row {row}", right, "three cards of its deck", shown)
            self.pool.append(deck - set(shown))
        self.full = [1] * 4
        self.phished = [[0] * 4 for _ in range(4)]
        self.gone: list[set[int]] = [set() for _ in range(4)]
        self.top: list[list[int]] = [[] for _ in range(4)]
        self.bottom: list[list[int]] = [[] for _ in range(4)]

    def _deal_homes(self, fields: Fields) -> None:
        """A homeworld and an Omniforge each."""
        players = self.players
        self.homeworld = list(fields["homeworld"])
        own = set(self.homeworld[:players])
        right = len(own) == players and own <= set(range(6)) - self.out_homeworlds
        self._allow("homeworld", right, "different ones", self.homeworld)
        self._allow(
            "homeworld", self.homeworld[players:] == [NONE] * (SEATS - players), "none", self.homeworld
        )
        self.owner, self.site = [NOBODY] * (FORGES + 6), [NONE] * (FORGES + 6)
        owners = fields["owner"][FORGES:]
        forges = [number for number, seat in enumerate(owners) if seat != NOBODY]
        self.goal = 0
        if players > 1:
            right = sorted(owners) == [NOBODY] * (SEATS - players) + list(range(players))
            self._allow(
                "Omniforges", right and forges == list(range(players)), f"the first {players}", owners
            )
            self.first = owners[players - 1]
        else:
            chosen = self.options["omniforge"] if self.game == 1 else 0
            free = {chosen - 1} if chosen else set(range(6)) - self.out_forges
            right = len(forges) == 1 and forges[0] in free and owners[forges[0]] == 0
            self._allow("Omniforge", right, free, owners)
            self.goal, self.first = forges[0] + 1, 0
        for number in forges:
            self.owner[FORGES + number], self.site[FORGES + number] = owners[number], HOME

    def _deal_hands(self, fields: Fields) -> None:
        """Three companies each, or two."""
        hands = [set(members(hand)) for hand in fields["hand"]]
        each = 3 if self.players < 5 else 2
        sizes = [each] * self.players + [0] * (SEATS - self.players)
        self._allow("hand", [len(hand) for hand in hands] == sizes, sizes, hands)
        everything = set[int]().union(*hands)
        right = len(everything) == each * self.players and everything <= set(range(12)) - self.out_companies
        self._allow("hand", right, "different companies", hands)
        self.hand = hands

    # Chance

    def _told(self, what: str) -> Any:
        """The next thing of a kind that the game has drawn in this step."""
        if not self._tales:
            told: dict[str, list[Any]] = {"0": [], "1": [], "2": [], "3": [], "coin": []}
            for kind, numbers in self.seen.events:
                if kind == ev.NEW_CARDS:
                    cards = [(numbers[1] >> 8 * slot & 255) - 1 for slot in range(4)]
                    told[str(numbers[0])] += [card for card in cards if card >= 0]
                elif kind == ev.RECEIVES:
                    told["0"].append(numbers[1])
                elif kind == ev.DRAWS:
                    told["1"].append(numbers[1])
                elif kind == ev.BUILDS and self.building_top:
                    told["2"].append(numbers[1])
                elif kind == ev.PHASES:
                    told[str(self.cards.row[numbers[1]])].append(numbers[1])
                elif kind == ev.FLIPS:
                    told["coin"].append(numbers[1])
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
        self._compare_knowledge(self.seen.after)

    def deck_size(self, row: int) -> int:
        return len(self.top[row]) + len(self.pool[row]) + len(self.bottom[row])

    def draw(self, row: int) -> int:
        """The uppermost card: what lies known on top, then one nobody knows, then what lies known below."""
        card: int = self._told(str(row))
        if self.top[row]:
            known = self.top[row].pop()
            self.learn(lambda tops, _: tops[row].pop() == card)
        elif self.pool[row]:
            self._allow(f"card drawn of deck {row}", card in self.pool[row], "one of the deck", card)
            self.pool[row].discard(card)
            known = card
        else:
            known = self.bottom[row].pop(0)
        self._allow(f"card drawn of deck {row}", card == known, known, card)
        return card

    # The course of the game

    def order(self) -> list[int]:
        """The players from the first one on."""
        return [(self.first + k) % self.players for k in range(self.players)]

    def course(self) -> Asking:
        while True:
            yield from self.choose_companies()
            if self.players == 1:
                yield from self.start_buff()
            rounds = self.options["rounds"]
            for self.round in range(1, rounds + 1):
                if self.round > 1:
                    yield from self.event_phase()
                self.produce()
                yield from self.turns()
                yield from self.discard_phase()
                if "acq" in self.rules:
                    yield from self.acquisition()
                if self.round < rounds:
                    self.first = (self.first + 1) % self.players
            self.phase = FINISHED
            if self.players > 1 or not self.next_game():
                return

    def choose_companies(self) -> Asking:
        order = self.order()
        for self.asked, seat in enumerate(order):
            self.who = seat
            _, self.choice[seat] = yield seat, "company", [("company", k) for k in sorted(self.hand[seat])]
        for seat in range(self.players):
            self.company[seat], self.choice[seat] = self.choice[seat], NONE
            self.add(seat, self.cards.start[self.company[seat]])
            self.hand[seat] = set()
        self.asked, self.sums = 0, {}

    def add(self, seat: int, tokens: Price | list[int], sign: int = 1) -> None:
        for token in range(WILD):
            self.tokens[seat][token] += sign * tokens[token]

    def ability(self, seat: int, name: str) -> bool:
        company = self.company[seat]
        return company != NONE and self.cards.companies[company]["ability"] == name

    # Events

    def event_phase(self) -> Asking:
        self.phase = EVENT
        self.end_event()
        self.event = self.seen.after["event"]
        free = set(range(len(self.cards.events))) - self.events_used
        self._allow("event", self.event in free, "one not drawn yet", self.event)
        self.events_used.add(self.event)
        effects = self.cards.events[self.event]
        for self.event_step, (name, *arguments) in enumerate(effects):
            yield from self.effect(name, arguments)
        self.event_step, self.asked, self.coin = 2, 0, 0

    def end_event(self) -> None:
        if "rows4" in self.rules:
            for row in range(4):
                self.sweep(row)
            self.rules.discard("rows4")
            for row in range(4):
                self.fill(row)
        self.phished = [[0] * 4 for _ in range(4)]
        self.rules = set()

    def effect(self, name: str, arguments: list[str]) -> Asking:
        match name:
            case "MKT_MAP":
                self.marker = [int(arguments[column]) for column in self.marker]
            case "MKT_ADD":
                self.marker = [min(4, max(0, column + int(arguments[0]))) for column in self.marker]
            case "MKT_TOWARD":
                middle = int(arguments[0])
                self.marker = [column + (column < middle) - (column > middle) for column in self.marker]
            case "MKT_ROTATE":
                by = int(arguments[0]) % 5
                self.marker = [self.marker[(k - by) % 5] for k in range(5)]
            case "GAIN":
                for seat in range(self.players):
                    self.tokens[seat][LETTERS.index(arguments[0])] += int(arguments[1])
            case "OMNI_PRODUCE":
                for seat in range(self.players):
                    self.add(seat, self.forged(seat))
            case "FLAG":
                self.rules.add(arguments[0])
                if arguments[0] == "rows4":
                    for row in range(4):
                        self.fill(row)
            case _:
                order = self.order()
                for self.asked, self.who in enumerate(order):
                    yield from self.event_of(self.who, name, arguments)

    def event_of(self, seat: int, name: str, arguments: list[str]) -> Asking:
        match name:
            case "GAIN_FROM_START":
                yield from self.redux(seat, int(arguments[0]))
            case "GAIN_CHOICE":
                tokens = sorted(LETTERS.index(letter) for letter in arguments)
                answer = yield seat, "token", [("done",), *(("gain", token) for token in tokens)]
                if answer[0] == "gain":
                    self.tokens[seat][answer[1]] += 1
            case "DRAW_PLANET_FREE":
                if self.deck_size(0):
                    self.claim(seat, self.draw(0))
            case "DRAW_DEV1_FREE_HOME":
                yield from self.boom(seat)
            case "MOVE_OR_SWAP":
                yield from self.moving_day(seat)
            case "SWAP_BANK":
                yield from self.transmute(seat)
            case "COIN_MOVE":
                yield from self.influence(seat)
            case _:
                raise AssertionError(name)

    def redux(self, seat: int, number: int) -> Asking:
        start = self.cards.start[self.company[seat]]
        for _ in range(number):
            left = [token for token in range(WILD) if start[token] > self.event_gains[token]]
            answer = yield seat, "token", [("done",), *(("gain", token) for token in left)]
            if answer[0] == "done":
                break
            self.tokens[seat][answer[1]] += 1
            self.event_gains[answer[1]] += 1
        self.event_gains = [0] * WILD

    def boom(self, seat: int) -> Asking:
        if not self.deck_size(1):
            return
        self.card = self.draw(1)
        answer = yield seat, "boom", [("no",), ("yes",)]
        card, self.card = self.card, NONE
        if answer[0] == "no":
            self.bottom[1].append(card)
            return
        self.build(seat, card, HOME)
        if self.cards.bonus[card][:1] != ["STEAL"]:
            yield from self.bonus(seat, card)

    def moving_day(self, seat: int) -> Asking:
        movable = [
            card for card in self.standing(seat) if self.goals_of(seat, card) or self.swaps_of(seat, card)
        ]
        answers: list[Answer] = [("done",), *(("development", card - HOME) for card in movable)]
        kind, *place = yield seat, "moving_day", answers
        if kind == "done":
            return
        self.moving = place[0] + HOME
        answers = [("site", site) for site in self.goals_of(seat, self.moving)]
        answers += [("development", card - HOME) for card in self.swaps_of(seat, self.moving)]
        kind, *place = yield seat, "moving_day_to", answers
        if kind == "site":
            self.move(self.moving, place[0])
        else:
            other = place[0] + HOME
            here, there = self.site[self.moving], self.site[other]
            self.move(self.moving, there)
            self.move(other, here)
        self.moving = NONE

    def transmute(self, seat: int) -> Asking:
        held: list[Answer] = [("give", k) for k in RESOURCES if self.tokens[seat][k]]
        kind, *token = yield seat, "transmute", [("done",), *held]
        if kind == "give":
            self.asked += 1
            self.tokens[seat][token[0]] -= 1
            self.given, self.gains = token[0] - MINERALS, 1
            self.step_marker(self.given, -1)
            _, gained = yield seat, "gain", [("gain", k) for k in RESOURCES if k != token[0]]
            self.tokens[seat][gained] += 1
            self.given, self.gains = NONE, 0

    def influence(self, seat: int) -> Asking:
        self.coin = self._told("coin")
        self._allow("coin", self.coin in (-1, 1), "-1 or 1", self.coin)
        movable: list[Answer] = [("marker", k) for k in range(5) if 0 <= self.marker[k] + self.coin <= 4]
        kind, *resource = yield seat, "marker", [("done",), *movable]
        if kind == "marker":
            self.step_marker(resource[0], self.coin)
        self.coin = 0

    def step_marker(self, resource: int, by: int) -> None:
        """One space; Roadblock's column does not exist, and at the end of the track the marker stays."""
        column = self.marker[resource] + by
        if "block2" in self.rules and column == 2:
            column += by
        self.marker[resource] = min(4, max(0, column))

    # Production

    def produce(self) -> None:
        self.ability_used = [0] * SEATS
        for seat in range(self.players):
            forged = self.forged(seat)
            self.add(seat, self.made(seat))
            self.add(seat, forged)
            if self.loan[seat]:
                if self.tokens[seat][CREDIT]:
                    self.tokens[seat][CREDIT] -= 1
                else:
                    self.add(seat, forged, -1)

    def made(self, seat: int) -> list[int]:
        """The icons of all developments but Omniforges."""
        cards = [card for card in range(HOME, FORGES) if self.owner[card] == seat]
        return [sum(self.cards.box[card][token] for card in cards) for token in range(WILD)]

    def forged(self, seat: int) -> list[int]:
        cards = [card for card in range(FORGES, FORGES + 6) if self.owner[card] == seat]
        return [sum(self.cards.box[card][token] for card in cards) for token in range(WILD)]

    # Corporations

    def claim(self, seat: int, planet: int) -> None:
        self.owner[planet] = seat
        self.sums = {}

    def build(self, seat: int, card: int, site: int) -> None:
        self.owner[card], self.site[card] = seat, site
        self.sums = {}

    def move(self, card: int, site: int) -> None:
        self.site[card] = site
        self.sums = {}

    def room(self, seat: int, site: int) -> int:
        if site == HOME:
            capacity = int(self.cards.homeworlds[self.homeworld[seat]]["capacity"])
        else:
            capacity = self.cards.capacity[site]
        return capacity - list(zip(self.owner, self.site, strict=True)).count((seat, site))

    def planets(self, seat: int) -> list[int]:
        return [planet for planet in range(HOME) if self.owner[planet] == seat]

    def open_sites(self, seat: int) -> list[int]:
        sites = [site for site in (*self.planets(seat), HOME) if self.room(seat, site) > 0]
        return [*sites, NANO] if self.ability(seat, "CO_NANO") else sites

    def standing(self, seat: int) -> list[int]:
        """Developments on planets and the homeworld."""
        return [k for k in range(HOME, FORGES + 6) if self.owner[k] == seat and self.site[k] != NANO]

    def goals_of(self, seat: int, card: int) -> list[int]:
        """Where a development may be moved to."""
        return [site for site in self.open_sites(seat) if site not in (NANO, self.site[card])]

    def swaps_of(self, seat: int, card: int) -> list[int]:
        return [other for other in self.standing(seat) if self.site[other] != self.site[card]]

    def bonus(self, seat: int, card: int) -> Asking:
        """What happens once when a development has been built."""
        if not self.cards.bonus[card]:
            return
        name, *arguments = self.cards.bonus[card]
        times = 2 if self.buff_card and self.buff() == "DOUBLE_BONUS" else 1
        if name == "STEAL":
            yield from self.steal(seat, times * int(arguments[0]))
            return
        kind, token = arguments[0], LETTERS.index(arguments[1])
        per_own = name == "GAIN_PER"
        assert per_own or name == "GAIN_PER_RIVALS", name
        seats = [seat] if per_own else [k for k in range(self.players) if k != seat]
        number = sum(self.cards.type[planet] == kind for k in seats for planet in self.planets(k))
        self.tokens[seat][token] += times * number

    def steal(self, seat: int, number: int) -> Asking:
        if self.players == 1:
            yield from self.gain(seat, number)
            return
        self.steals = number
        while self.steals and (victims := self.victims(seat)):
            _, place = yield seat, "rob", victims
            self.victim = (seat + 1 + place) % self.players
            loot: list[Answer] = [("take", k - MINERALS) for k in RESOURCES if self.tokens[self.victim][k]]
            _, resource = yield seat, "loot", loot
            self.tokens[self.victim][resource + MINERALS] -= 1
            self.tokens[seat][resource + MINERALS] += 1
            self.steals -= 1
            self.victim = NONE
        self.steals = 0

    def victims(self, seat: int) -> list[Answer]:
        """Other players with a resource."""
        others = [(seat + 1 + k) % self.players for k in range(self.players - 1)]
        return [("player", k) for k, other in enumerate(others) if any(self.tokens[other][MINERALS:])]

    def gain(self, seat: int, number: int) -> Asking:
        """Resources of choice."""
        for self.gains in range(number, 0, -1):
            _, token = yield seat, "gain", [("gain", k) for k in RESOURCES]
            self.tokens[seat][token] += 1
        self.gains = 0

    # Turns

    def turns(self) -> Asking:
        self.phase = TURN
        for self.turn_number in range(3):
            for seat in self.order():
                yield from self.turn(seat)
        self.turn_number = 0

    def turn(self, seat: int) -> Asking:
        self.active = self.who = seat
        overtime = "first_turn_actions=4" in self.rules and self.turn_number == 0
        self.actions_left = 4 if overtime else 3
        self.partnered = self.repaid = self.hovered = self.replaced = 0
        self.phased = set()
        if self.options["barter"]:
            yield from self.proposals(seat)
        while True:
            kind, *place = yield seat, "turn", self.turn_answers(seat)
            if kind == "end_turn":
                break
            yield from self.free_action(seat, kind, place)
        self.offers_left = 0
        if self.players == 1:
            yield from self.removals()
        for row in range(4):
            self.fill(row, phishing="phish" in self.rules)
        self.flipped = set()

    def turn_answers(self, seat: int) -> list[Answer]:
        answers: list[Answer] = [("end_turn",), *self.free_answers(seat)]
        if self.actions_left:
            answers += self.buys(seat) + self.trades(seat) + self.smuggles(seat)
            answers.append(("omniforge", 0))
            if self.ability(seat, "CO_OMNI_ANY"):
                alone: list[Answer] = [("wayfare",)]
                answers += [("omniforge", k) for k in range(1, self.players)] if self.players > 1 else alone
            answers += [
                ("reserve", row, slot)
                for row in range(3)
                if self.usable(seat, row)
                for slot in self.slots(row)
            ]
            answers += [("refresh", row) for row in range(4) if self.refreshable(seat, row)]
        return answers

    def free_answers(self, seat: int) -> list[Answer]:
        """Loans, offers and abilities."""
        answers: list[Answer] = []
        if self.loan[seat]:
            answers += [("repay",)] if self.tokens[seat][CREDIT] >= 5 else []
        elif not self.repaid:
            answers.append(("loan",))
        if self.offers_left and self.partners(seat):
            answers.append(("offer",))
        if self.players == 1 and self.tokens[seat][CREDIT]:
            answers += [("pay_refresh", row) for row in range(4) if self.refreshable(seat, row)]
        if self.ability(seat, "CO_PEEKSWAP") and len(self.phased) < 2:
            rows = [row for row in range(4) if row not in self.phased and self.deck_size(row)]
            answers += [("phase", row, slot) for row in rows for slot in self.slots(row)]
        if self.ability(seat, "CO_MOVE") and not self.hovered and self.hovering(seat):
            answers.append(("hover",))
        return answers if self.ability_used[seat] else answers + self.round_abilities(seat)

    def round_abilities(self, seat: int) -> list[Answer]:
        """Abilities of once a round."""
        match self.cards.companies[self.company[seat]]["ability"]:
            case "CO_SWAP":
                able = any(self.tokens[seat][MINERALS:]) and (self.players == 1 or self.victims(seat))
                return [("swap",)] if able else []
            case "CO_BONUS_PLANET":
                return [
                    ("bonus_planet", slot)
                    for slot in self.slots(0)
                    if self.payable_lines(seat, self.row[0][slot], 1)
                ]
            case "CO_RESERVE2":
                return [
                    ("bonus_reserve", row, slot)
                    for row in range(3)
                    if self.full[row]
                    for slot in self.slots(row)
                ]
            case "CO_REFRESH_ALL":
                rows = bits(row for row in range(4) if self.full[row] and self.slots(row))
                return [("spa", chosen - 1) for chosen in range(1, 16) if chosen & ~rows == 0]
        return []

    def free_action(self, seat: int, kind: str, place: list[int]) -> Asking:
        match kind:
            case "loan":
                self.loan[seat] = 1
                self.tokens[seat][CREDIT] += 5
            case "repay":
                self.loan[seat], self.repaid = 0, 1
                self.tokens[seat][CREDIT] -= 5
            case "offer":
                yield from self.open_offer(seat)
            case "pay_refresh":
                self.tokens[seat][CREDIT] -= 1
                self.refresh(place[0])
            case "phase":
                self.phase_swap(*place)
            case "hover":
                yield from self.hover(seat)
            case "swap":
                self.ability_used[seat] = 1
                yield from self.swap(seat)
            case "bonus_planet":
                self.ability_used[seat] = 1
                yield from self.buy(seat, 0, place[0], 1)
            case "bonus_reserve":
                self.ability_used[seat] = 1
                yield from self.reserve_card(seat, *place)
            case "spa":
                self.ability_used[seat] = 1
                for row in members(place[0] + 1):
                    self.refresh(row)
            case _:
                self.actions_left -= 1
                yield from self.action(seat, kind, place)

    def action(self, seat: int, kind: str, place: list[int]) -> Asking:
        match kind:
            case "buy":
                yield from self.buy(seat, *place)
            case "buy_reserved":
                yield from self.buy_reserved(seat, place[0])
            case "partnership":
                yield from self.buy_partnership(seat, place[0])
            case "trade":
                yield from self.trade_action(seat, ("trade", *place))
            case "smuggle":
                yield from self.smuggle_action(seat, ("smuggle", *place))
            case "omniforge":
                self.add(seat, self.forged((seat + place[0]) % self.players))
            case "wayfare":
                self.tokens[seat][CREDIT] += 1
                yield from self.gain(seat, 1)
            case "reserve":
                yield from self.reserve_card(seat, *place)
            case "refresh":
                self.refresh(place[0])
            case _:
                raise AssertionError(kind)

    # Rows

    def slots(self, row: int) -> list[int]:
        return [slot for slot, card in enumerate(self.row[row]) if card != NONE]

    def usable(self, seat: int, row: int) -> bool:
        """Whether cards may be taken from a row."""
        return bool(self.full[row]) or (row > 0 and self.ability(seat, "CO_NOTFULL_DEV"))

    def refreshable(self, seat: int, row: int) -> bool:
        if self.slots(row):
            return self.usable(seat, row)
        return row > 0 and self.ability(seat, "CO_NOTFULL_DEV") and self.deck_size(row) > 0

    def take(self, seat: int, row: int, slot: int) -> int:
        """A card of a row, with the illegal goods on it."""
        card = self.row[row][slot]
        self.tokens[seat][ILLEGAL] += self.phished[row][slot]
        self.row[row][slot], self.phished[row][slot], self.full[row] = NONE, 0, 0
        return card

    def fill(self, row: int, phishing: bool = False) -> None:
        for slot in range(4 if "rows4" in self.rules else 3):
            if self.row[row][slot] == NONE and self.deck_size(row):
                self.row[row][slot] = self.draw(row)
                self.phished[row][slot] = int(phishing)
        self.full[row] = 1

    def sweep(self, row: int) -> None:
        """The cards of a row go under its deck."""
        self.bottom[row] += [self.row[row][slot] for slot in self.slots(row)]
        self.row[row], self.phished[row] = [NONE] * 4, [0] * 4

    def refresh(self, row: int) -> None:
        self.sweep(row)
        self.fill(row)

    def phase_swap(self, row: int, slot: int) -> None:
        self.phased.add(row)
        old, self.row[row][slot] = self.row[row][slot], self.draw(row)
        self.phished[row][slot] = 0
        self.top[row].append(old)
        self.learn(lambda tops, _: tops[row].append(old))

    # Purchase

    def buys(self, seat: int) -> list[Answer]:
        answers: list[Answer] = []
        for row in range(4):
            if self.usable(seat, row):
                answers += [
                    ("buy", row, slot) for slot in self.slots(row) if self.can_buy(seat, self.row[row][slot])
                ]
        reserved = enumerate(self.reserve[seat])
        answers += [("buy_reserved", place) for place, card in reserved if self.can_buy(seat, card)]
        if not self.partnered:
            free = [brand for brand, owner in enumerate(self.partner) if owner == NOBODY]
            prices = self.cards.partnerships
            replace = self.may_replace(seat)
            answers += [("partnership", b) for b in free if self.payable(seat, prices[b][0], {}, replace)]
        return answers

    def can_buy(self, seat: int, card: int) -> bool:
        return bool(self.payable_lines(seat, card)) and (card < HOME or bool(self.open_sites(seat)))

    def prices(self, card: int, more: int) -> list[Price]:
        return [(price[CREDIT] + more, *price[1:]) for price in self.cards.prices[card]]

    def payable_lines(self, seat: int, card: int, more: int = 0) -> list[int]:
        """Which prices can be paid, with some credits more."""
        substitutes, replace = self.substitutes(card), self.may_replace(seat)
        prices = self.prices(card, more)
        return [k for k, price in enumerate(prices) if self.payable(seat, price, substitutes, replace)]

    def substitutes(self, card: int) -> dict[int, int]:
        """What may be paid with what else because of the event."""
        if card < HOME:
            return {SHIPS: CREDIT} if "merc" in self.rules else {}
        return {CREDIT: ILLEGAL} if "bribe" in self.rules else {}

    def may_replace(self, seat: int) -> bool:
        return self.ability(seat, "CO_ILLEGAL_WILD") and not self.replaced

    def payable(
        self, seat: int, price: Price | list[int], substitutes: dict[int, int], replace: bool
    ) -> bool:
        return payable(tuple(self.tokens[seat]), tuple(price), tuple(substitutes.items()), replace)

    def pay(
        self, seat: int, price: Price, why: int, substitutes: dict[int, int], replace: bool = False
    ) -> Asking:
        """Token by token, kind after kind."""
        self.due, self.due_for = list(price), why
        while any(self.due):
            kind = next(k for k, number in enumerate(self.due) if number)
            answers = self.pay_answers(seat, kind, substitutes, replace)
            _, token = yield (
                seat,
                "pay",
                answers[:1] if self.one_way(seat, substitutes, replace) else answers,
            )
            self.due[kind] -= 1
            self.tokens[seat][token] -= 1
            if token not in payers(kind, substitutes, False):
                self.replaced, replace = 1, False
        self.due, self.due_for = [0] * 8, FOR_NOTHING

    def pay_answers(self, seat: int, kind: int, substitutes: dict[int, int], replace: bool) -> list[Answer]:
        """What may pay for one of a kind so that the rest can be paid too."""
        answers: list[Answer] = []
        held = self.tokens[seat]
        self.due[kind] -= 1
        for token in payers(kind, substitutes, replace):
            if held[token]:
                held[token] -= 1
                left = replace and token in payers(kind, substitutes, False)
                if self.payable(seat, self.due, substitutes, left):
                    answers.append(("pay", token))
                held[token] += 1
        self.due[kind] += 1
        return answers

    def one_way(self, seat: int, substitutes: dict[int, int], replace: bool) -> bool:
        """Whether every payment leaves the same tokens: then nothing is asked."""
        return (
            len(left_over(tuple(self.tokens[seat]), tuple(self.due), tuple(substitutes.items()), replace))
            == 1
        )

    def pay_card(self, seat: int, card: int, more: int = 0) -> Asking:
        self.due[CREDIT], self.due_for = more, FOR_CARD
        _, line = yield seat, "line", [("line", line) for line in self.payable_lines(seat, card, more)]
        price = self.prices(card, more)[line]
        yield from self.pay(seat, price, FOR_CARD, self.substitutes(card), self.may_replace(seat))

    def buy(self, seat: int, row: int, slot: int, more: int = 0) -> Asking:
        self.card, self.card_slot = self.row[row][slot], slot
        yield from self.pay_card(seat, self.card, more)
        self.take(seat, row, slot)
        self.card_slot = NONE
        yield from self.put_into_play(seat)

    def buy_reserved(self, seat: int, place: int) -> Asking:
        card = self.card = self.reserve[seat][place]
        self.card_reserve = place
        self.learn(lambda _, reserves: reserves[seat][place] == card)
        yield from self.pay_card(seat, card)
        self.leave_reserve(seat, place)
        self.card_reserve = NONE
        yield from self.put_into_play(seat)

    def leave_reserve(self, seat: int, place: int) -> int:
        card = self.reserve[seat].pop(place)
        self.learn(lambda _, reserves: reserves[seat].pop(place) == card)
        return card

    def put_into_play(self, seat: int) -> Asking:
        if self.card < HOME:
            self.claim(seat, self.card)
            self.card = NONE
            return
        _, site = yield seat, "site", [("site", site) for site in self.open_sites(seat)]
        card, self.card = self.card, NONE
        self.build(seat, card, site)
        yield from self.bonus(seat, card)

    def buy_partnership(self, seat: int, brand: int) -> Asking:
        self.partnership, self.partnered = brand, 1
        price = self.cards.partnerships[brand][0]
        yield from self.pay(seat, price, FOR_PARTNERSHIP, {}, self.may_replace(seat))
        self.partner[brand] = seat
        self.partnership = NONE

    # Reserve

    def limit(self, seat: int) -> int:
        return 2 if self.ability(seat, "CO_RESERVE2") else 1

    def reserve_card(self, seat: int, row: int, slot: int) -> Asking:
        """A card of a row into the reserve; before that an old one goes on top of its deck."""
        own = self.reserve[seat]
        if len(own) == self.limit(seat):
            self.reserve_row, self.reserve_slot = row, slot
            _, place = yield seat, "return", [("reserved", k) for k in range(len(own))]
            self.put_back(seat, place)
            self.reserve_row = self.reserve_slot = NONE
        card = self.take(seat, row, slot)
        own.append(card)
        self.learn(lambda _, reserves: reserves[seat].append(card))

    def put_back(self, seat: int, place: int) -> None:
        """On top of its deck; of two cards with one back nobody else knows which."""
        own = self.reserve[seat]
        rows = [self.cards.row[card] for card in own]
        if len(rows) == 2 and rows[0] == rows[1]:
            first = self.worlds or {self.world()}
            self.worlds = set()
            for k in range(2):
                self.worlds |= {
                    after for one in first if (after := apply(one, back_on_top(seat, k, rows[k])))
                }
        else:
            self.learn(back_on_top(seat, place, rows[place]))
        self.top[rows[place]].append(own.pop(place))

    # What the others know of reserves and of the tops of decks

    def world(self) -> World:
        """How it is."""
        return tuple(map(tuple, self.top)), tuple(map(tuple, self.reserve))

    def learn(self, happens: Happening) -> None:
        """Something happens in all worlds that may be; those in which it cannot happen are none."""
        if self.worlds is not None:
            self.worlds = {after for one in self.worlds if (after := apply(one, happens))}
            if len(self.worlds) == 1:
                self.worlds = None

    def _compare_knowledge(self, fields: Fields) -> None:
        """The worlds that the game's veils leave open are those of the referee."""
        if self.worlds is None and set(fields["veil"]) == {NONE} and not any(fields["veiled"]):
            return
        found = veiled_worlds(fields, self.cards)
        wanted = self.worlds or {self.world()}
        self._allow("veils", found == wanted, sorted(wanted), sorted(found))

    # Trade

    def trades(self, seat: int) -> list[Answer]:
        answers: list[Answer] = []
        held = self.tokens[seat]
        credits = held[CREDIT] + (held[ILLEGAL] if "launder" in self.rules else 0)
        for k, column in enumerate(self.marker):
            goods, price = self.cards.market[column]
            if k not in self.flipped:
                answers += [("trade", k, 0)] if credits >= price else []
                answers += [("trade", k, 1)] if held[MINERALS + k] >= goods else []
        return answers

    def trade_action(self, seat: int, answer: Answer) -> Asking:
        self.trades_left = 3 if self.ability(seat, "CO_TRADE3") else 2
        while answer[0] == "trade":
            self.trades_left -= 1
            yield from self.trade(seat, answer[1], answer[2] == 0)
            if not self.trades_left:
                break
            answer = yield seat, "trade", [("done",), *self.trades(seat)]
        self.trades_left = 0

    def trade(self, seat: int, resource: int, buying: bool) -> Asking:
        goods, price = self.cards.market[self.marker[resource]]
        if buying:
            self.bought = resource
            substitutes = {CREDIT: ILLEGAL} if "launder" in self.rules else {}
            yield from self.pay(seat, (price, *[0] * 7), FOR_MARKET, substitutes)
            self.bought = NONE
            self.tokens[seat][MINERALS + resource] += goods
        else:
            self.tokens[seat][MINERALS + resource] -= goods
            self.tokens[seat][CREDIT] += price
        self.step_marker(resource, 1 if buying else -1)
        self.flipped.add(resource)

    # Smuggle

    def smuggler_owner(self, smuggler: int) -> int | None:
        """A seat, NOBODY for a card in the row, None where it is not to be used."""
        if smuggler == 12:
            return next((seat for seat in range(self.players) if self.ability(seat, "CO_SMUG_2E_2W")), None)
        card = self.cards.smugglers[smuggler]
        return self.owner[card] if self.owner[card] != NOBODY or card in self.row[2] else None

    def ways_of(self, smuggler: int) -> list[tuple[Price, Price]]:
        return self.cards.shopping if smuggler == 12 else self.cards.ways[smuggler]

    def smuggler_price(self, seat: int, owner: int, price: Price) -> Price:
        return (price[CREDIT] + (owner not in (seat, NOBODY)), *price[1:])

    def smuggles(self, seat: int) -> list[Answer]:
        answers: list[Answer] = []
        for smuggler in (*range(len(self.cards.smugglers)), 12):
            owner = self.smuggler_owner(smuggler)
            if owner is not None:
                for way, (price, _) in enumerate(self.ways_of(smuggler)):
                    if self.payable(seat, self.smuggler_price(seat, owner, price), {}, False):
                        answers.append(("smuggle", smuggler, way))
        return answers

    def smuggle_action(self, seat: int, answer: Answer) -> Asking:
        self.smuggles_left = 2
        while answer[0] == "smuggle":
            self.smuggles_left -= 1
            yield from self.smuggle(seat, answer[1], answer[2])
            if not self.smuggles_left:
                break
            answer = yield seat, "smuggle", [("done",), *self.smuggles(seat)]
        self.smuggles_left = 0

    def smuggle(self, seat: int, smuggler: int, way: int) -> Asking:
        owner = self.smuggler_owner(smuggler)
        assert owner is not None
        self.smuggler, self.way = smuggler, way
        price, goods = self.ways_of(smuggler)[way]
        yield from self.pay(seat, self.smuggler_price(seat, owner, price), FOR_SMUGGLE, {})
        if owner not in (seat, NOBODY):
            self.tokens[owner][CREDIT] += 1
        if owner == seat and smuggler < 12 and self.cards.exporters[smuggler]:
            self.exports = min(99, self.exports + 1)
        self.smuggler, self.way = NONE, 0
        self.add(seat, goods)
        yield from self.gain(seat, goods[WILD])

    # Abilities

    def hovering(self, seat: int) -> list[int]:
        return [card for card in self.standing(seat) if self.goals_of(seat, card)]

    def hover(self, seat: int) -> Asking:
        self.hovered = 1
        _, place = yield seat, "hover", [("development", card - HOME) for card in self.hovering(seat)]
        self.moving = place + HOME
        _, site = yield seat, "hover_to", [("site", site) for site in self.goals_of(seat, self.moving)]
        self.move(self.moving, site)
        self.moving = NONE

    def swap(self, seat: int) -> Asking:
        other = None
        offered = list(RESOURCES)
        if self.players > 1:
            _, place = yield seat, "swap_with", self.victims(seat)
            self.swap_with = other = (seat + 1 + place) % self.players
            offered = [k for k in RESOURCES if self.tokens[other][k]]
        _, self.swap_for = yield seat, "swap_for", [("take", k - MINERALS) for k in offered]
        _, given = yield seat, "swap_give", [("give", k) for k in RESOURCES if self.tokens[seat][k]]
        self.tokens[seat][given] -= 1
        self.tokens[seat][MINERALS + self.swap_for] += 1
        if other is not None:
            self.tokens[other][given] += 1
            self.tokens[other][MINERALS + self.swap_for] -= 1
            self.tokens[other][CREDIT] += 1
        self.swap_with = self.swap_for = NONE

    # Barter

    def proposals(self, seat: int) -> Asking:
        self.offers_left = 2
        for k in range(1, self.players):
            self.proposed = k
            other = (seat + k) % self.players
            if not self.can_deal(other, seat):
                continue
            answer = yield other, "propose", [("no",), ("yes",)]
            if answer[0] == "yes":
                self.proposed = k + 1
                self.offerer, self.offeree = other, seat
                yield from self.make_offer()
        self.proposed = self.players

    def can_deal(self, one: int, other: int) -> bool:
        return True

    def partners(self, seat: int) -> list[Answer]:
        others = [(seat + 1 + k) % self.players for k in range(self.players - 1)]
        return [("player", k) for k, other in enumerate(others) if self.can_deal(seat, other)]

    def open_offer(self, seat: int) -> Asking:
        self.offers_left -= 1
        self.offerer = seat
        _, place = yield seat, "partner", self.partners(seat)
        self.offeree = (seat + 1 + place) % self.players
        yield from self.make_offer()

    def make_offer(self) -> Asking:
        """Built in the open, one thing at a time; then sent and answered, or withdrawn."""
        one, other = self.offerer, self.offeree
        while True:
            kind, *place = yield one, "offer", self.offer_answers(one, other)
            if kind == "give":
                self.offer_tokens[0][place[0]] += 1
            elif kind == "ask":
                self.offer_tokens[1][place[0]] += 1
            elif kind == "give_card":
                self.offer_cards[0].add(place[0])
            elif kind == "ask_card":
                self.offer_cards[1].add(place[0])
            else:
                break
        if kind == "send":
            answer = yield other, "answer", [("no",), ("yes",)]
            if answer[0] == "yes":
                self.settle_deal(one, other)
        self.offerer = self.offeree = NOBODY
        self.offer_tokens, self.offer_cards = [[0] * WILD, [0] * WILD], [set(), set()]

    def offer_answers(self, one: int, other: int) -> list[Answer]:
        answers: list[Answer] = [("withdraw",)]
        for side, (seat, token, card) in enumerate(((one, "give", "give_card"), (other, "ask", "ask_card"))):
            in_offer, cards = self.offer_tokens[side], self.offer_cards[side]
            back = self.offer_tokens[1 - side]  # a kind of token goes one way
            if sum(in_offer) < 6:
                answers += [
                    (token, k) for k in range(WILD) if self.tokens[seat][k] > in_offer[k] and not back[k]
                ]
            answers += [(card, k) for k in range(len(self.reserve[seat])) if k not in cards]
        if any(map(any, self.offer_tokens)) or any(self.offer_cards):
            if self.within_limits(one, other):
                answers.append(("send",))
        return answers

    def within_limits(self, one: int, other: int) -> bool:
        given, asked = map(len, self.offer_cards)
        mine, theirs = len(self.reserve[one]) - given + asked, len(self.reserve[other]) - asked + given
        return mine <= self.limit(one) and theirs <= self.limit(other)

    def settle_deal(self, one: int, other: int) -> None:
        self.add(one, self.offer_tokens[0], -1)
        self.add(other, self.offer_tokens[0])
        self.add(other, self.offer_tokens[1], -1)
        self.add(one, self.offer_tokens[1])
        given, asked = self.offer_cards
        if given or asked:
            shown = exchange(self.reserve, one, other, given, asked)
            self.learn(lambda _, reserves: exchange(reserves, one, other, given, asked) == shown)

    # The end of a turn and of a round

    def removals(self) -> Asking:
        """Alone, two cards of three rows leave the game."""
        self.phase = REMOVE
        for self.remove_row in range(3):
            self.remove_left = min(2, len(self.slots(self.remove_row)))
            while self.remove_left:
                slots = self.slots(self.remove_row)
                if len(slots) == self.remove_left:
                    slot = slots[0]
                else:
                    _, slot = yield 0, "remove", [("remove", slot) for slot in slots]
                self.remove(self.remove_row, slot)
                self.remove_left -= 1
        self.remove_row, self.remove_left, self.phase = 3, 2, TURN

    def remove(self, row: int, slot: int) -> None:
        card = self.row[row][slot]
        self.gone[row].add(card)
        self.row[row][slot], self.phished[row][slot], self.full[row] = NONE, 0, 0
        shown, by = (self.cards.target[card], -1) if row == 0 else (self.cards.box[card], 1)
        for resource in RESOURCES:
            for _ in range(shown[resource]):
                self.step_marker(resource - MINERALS, by)

    def discard_phase(self) -> Asking:
        self.phase, order = DISCARD, self.order()
        for self.asked, self.who in enumerate(order):
            yield from self.discard(self.who)
        self.asked = 0

    def discard(self, seat: int) -> Asking:
        held = self.tokens[seat]
        while True:
            answers: list[Answer] = [("discard", token) for token in (CREDIT, *RESOURCES) if held[token]]
            if sum(held) <= 7:
                answers.append(("done",))
            if not answers:
                return
            kind, *token = yield seat, "discard", answers
            if kind == "done":
                return
            held[token[0]] -= 1
            if token[0] != CREDIT:
                self.step_marker(token[0] - MINERALS, -1)

    def acquisition(self) -> Asking:
        self.phase, order = ACQUIRE, self.order()
        for self.asked, seat in enumerate(order):
            self.who = seat
            places = enumerate(self.reserve[seat])
            able = [place for place, card in places if card < HOME or self.open_sites(seat)]
            kind, *place = yield seat, "acquire", [("done",), *(("reserved", k) for k in able)]
            if kind == "reserved":
                self.asked += 1
                self.card = self.leave_reserve(seat, place[0])
                yield from self.put_into_play(seat)
        self.asked = 0

    # Alone

    def buff(self) -> str:
        return self.cards.buffs[self.buff_card - 1][0]

    def start_buff(self) -> Asking:
        """A second Omniforge is drawn and tells the buff."""
        self.phase = PRODUCE
        self.buff_card = self.seen.after["buff_card"]
        chosen = self.options["buff"] if self.game == 1 else 0
        free = set(range(6)) - self.out_forges - {self.goal - 1}
        if chosen - 1 in free:
            free = {chosen - 1}
        self._allow("buff_card", self.buff_card - 1 in free, free, self.buff_card)
        self.out_forges.add(self.buff_card - 1)
        match self.buff():
            case "GAIN":
                _, token, number = self.cards.buffs[self.buff_card - 1]
                self.tokens[0][LETTERS.index(token)] += int(number)
            case "BUILD_TOP_DEV2":
                self.building_top = True
                card = self.draw(2)
                self.building_top = False
                self.build(0, card, HOME)
                yield from self.bonus(0, card)
            case "BUILD_IMPORTER":
                yield from self.build_importer()
            case "SECOND_OMNIFORGE":
                self.second_forge()

    def build_importer(self) -> Asking:
        found = [card for card in self.cards.importers if card in self.pool[2]]
        if not found:
            found = [card for card in self.cards.importers if card in self.row[2]]
        _, place = yield 0, "importer", [("development", card - HOME) for card in found]
        card = place + HOME
        if card in self.pool[2]:
            self.pool[2].discard(card)
        else:
            self.row[2][self.row[2].index(card)] = NONE
            self.fill(2)
        self.build(0, card, HOME)
        yield from self.bonus(0, card)

    def second_forge(self) -> None:
        owners = self.seen.after["owner"][FORGES:]
        found = [number for number, seat in enumerate(owners) if seat == 0 and number != self.goal - 1]
        free = set(range(6)) - self.out_forges - {self.goal - 1, self.buff_card - 1}
        if not free:
            free = self.out_forges - {self.goal - 1}
        self._allow("second Omniforge", len(found) == 1 and found[0] in free, free, found)
        self.build(0, FORGES + found[0], HOME)

    def goal_reached(self) -> bool:
        goal = self.cards.goals[self.goal - 1]
        named = [name.strip() for name in goal["of"].split(";")]
        built = sum(self.owner[card] == 0 and self.cards.names[card] in named for card in range(HOME, FORGES))
        asked = icons(goal["each_planet"])[:WILD]
        sites = (*self.planets(0), HOME)
        return (
            self.points(0) >= int(goal["points"])
            and built >= int(goal["build"])
            and self.tokens[0][ILLEGAL] >= int(goal["illegal"])
            and self.exports >= int(goal["transactions"])
            and all(n <= m for site in sites for n, m in zip(asked, self.made_on(0, site), strict=True))
            and self.partner.count(0) >= int(goal["partnerships"])
        )

    def next_game(self) -> bool:
        """After a won game of a series; False if the episode is over."""
        reached = self.goal_reached()
        if not reached or not self.options["series"] or self.game == 3:
            self.won = int(reached)
            return False
        self.out_homeworlds.add(self.homeworld[0])
        self.out_forges.add(self.goal - 1)
        self.out_companies.add(self.company[0])
        self.game += 1
        self.deal_game(self.seen.after)
        for row, cards in enumerate(self.row):
            told = list(self._tales.get(str(row), cards[:3]))
            self._allow(f"row {row} of the next game", told == cards[:3], cards[:3], told)
        self._tales = {}
        return True

    # Points

    def made_on(self, seat: int, site: int) -> list[int]:
        cards = [k for k in range(HOME, FORGES + 6) if self.owner[k] == seat and self.site[k] == site]
        return [sum(self.cards.box[card][token] for card in cards) for token in range(WILD)]

    def brands_on(self, planet: int) -> list[int]:
        cards = [k for k in range(HOME, FORGES) if self.site[k] == planet]
        return [sum(self.cards.brand[card] == brand for card in cards) for brand in range(6)]

    def points(self, seat: int) -> int:
        cards, own = self.cards, [k for k in range(HOME, FORGES) if self.owner[k] == seat]
        planets = self.planets(seat)
        total = sum(cards.points[card] for card in own)
        for planet in planets:
            made, brands_here = self.made_on(seat, planet), self.brands_on(planet)
            asked = (*cards.target[planet], *cards.brand_target[planet])
            if all(n <= m for n, m in zip(asked, (*made, *brands_here), strict=True)):
                total += cards.points[planet]
        arrays = cards.arrays[min(sum(cards.array[card] for card in own), len(cards.arrays) - 1)]
        total += arrays * (2 if self.buff_card and self.buff() == "DOUBLE_COMM" else 1)
        for brand, (_, steps) in enumerate(cards.partnerships):
            if self.partner[brand] == seat:
                total += steps[min(sum(cards.brand[card] == brand for card in own), len(steps) - 1)]
        company = cards.companies[self.company[seat]]
        kinds = cards.type if company["target_kind"] == "type" else cards.system
        if sum(kinds[planet] == company["target"] for planet in planets) >= 3:
            total += int(company["points"])
        if self.ability(seat, "CO_NANO"):
            total += sum(self.site[card] == NANO for card in own) // 2
        if self.supreme(seat):
            total += int(cards.homeworlds[self.homeworld[seat]]["points"])
        return total + self.tile_points(seat) - 5 * self.loan[seat]

    def supreme(self, seat: int) -> bool:
        token = LETTERS.index(self.cards.homeworlds[self.homeworld[seat]]["supremacy"])
        made = [self.made(k)[token] for k in range(self.players)]
        if self.players == 1:
            return made[0] >= 3
        return all(made[seat] > made[k] for k in range(self.players) if k != seat)

    def tile_points(self, seat: int) -> int:
        count, steps = self.cards.tiles[self.tile]
        planets, held = self.planets(seat), self.tokens[seat]
        number = {
            "energy": held[CREDIT],
            "resources": sum(held[MINERALS:]),
            "developments": sum(self.owner[card] == seat for card in range(HOME, FORGES + 6)),
            "planets": len(planets) + 1,
            "planet_types": len({self.cards.type[planet] for planet in planets}) + 1,
            "systems": len({self.cards.system[planet] for planet in planets}) + 1,
        }[count]
        return max((points for least, points in steps if number >= least), default=0)

    def result(self) -> tuple[list[float], list[int]]:
        seats = range(self.players)
        points = [self.points(seat) for seat in seats]
        if self.players == 1:
            return [float(points[0])], [0 if self.won else 1]
        made = [sum(self.made(seat)) + sum(self.forged(seat)) for seat in seats]
        if self.options["teams"]:
            teams = self.players // self.options["teams"]
            points = [sum(points[seat % teams :: teams]) for seat in seats]
            made = [sum(made[seat % teams :: teams]) for seat in seats]
        both = list(zip(points, made, strict=True))
        return [float(each) for each in points], [sum(other > own for other in both) for own in both]

    # The fields

    SAME = (
        "phase", "round", "first", "active", "asked", "event", "event_step", "tile", "coin", "homeworld",
        "company", "choice", "tokens", "loan", "ability_used", "partner", "marker", "row", "full",
        "phished", "owner", "site", "actions_left", "partnered", "repaid", "hovered", "replaced",
        "trades_left", "smuggles_left", "who", "due", "due_for", "card", "card_slot", "card_reserve",
        "partnership", "bought", "given", "smuggler", "way", "gains", "steals", "victim", "swap_with",
        "swap_for", "moving", "reserve_row", "reserve_slot", "event_gains", "remove_row", "remove_left",
        "goal", "buff_card", "exports", "game", "won", "offerer", "offeree", "offers_left", "proposed",
        "offer_tokens",
    )  # fmt: skip

    def fields(self) -> Fields:
        own: Fields = {name: getattr(self, name) for name in self.SAME}
        own |= {"num_players": self.players, **self.options, "turn": self.turn_number}
        decks = range(4)
        own["pool"] = [bits(card - FIRST[k] for card in self.pool[k]) for k in decks]
        own["gone"] = [bits(card - FIRST[k] for card in self.gone[k]) for k in decks]
        own["top"] = [self.top[k] + [NONE] * (MOST_TOP - len(self.top[k])) for k in decks]
        own["bottom"] = [self.bottom[k] + [NONE] * (36 - len(self.bottom[k])) for k in decks]
        own["top_size"], own["bottom_size"] = [len(t) for t in self.top], [len(b) for b in self.bottom]
        own["reserve"] = [[*cards, NONE, NONE][:2] for cards in self.reserve]
        own["hand"] = [bits(hand) for hand in self.hand]
        for name in ("events_used", "flipped", "phased", "out_homeworlds", "out_forges", "out_companies"):
            own[name] = bits(getattr(self, name))
        own["offer_cards"] = [bits(cards) for cards in self.offer_cards]
        if not self.sums:
            self.sums = self.add_up()
        return own | self.sums

    def add_up(self) -> Fields:
        """Sums over the cards in play, anew after each change."""
        seats, cards = range(SEATS), self.cards
        own = [[k for k in range(HOME, FORGES + 6) if self.owner[k] == seat] for seat in seats]
        playing = [seat < self.players for seat in seats]
        on = [self.made_on(self.owner[planet], planet) for planet in range(HOME)]
        brands_on = [self.brands_on(planet) for planet in range(HOME)]
        lacks = [self.lacking(planet, on[planet], brands_on[planet]) for planet in range(HOME)]
        smugglers = [k for k, card in enumerate(cards.smugglers) if self.owner[card] != NOBODY]
        smugglers += [12] if self.smuggler_owner(12) is not None else []
        return {
            "planets": [bits(self.planets(seat)) for seat in seats],
            "open_sites": [bits(self.open_sites(seat)) if playing[seat] else 0 for seat in seats],
            "room": [0 if self.owner[p] == NOBODY else self.room(self.owner[p], p) for p in range(HOME)],
            "home_room": [self.room(seat, HOME) if playing[seat] else 0 for seat in seats],
            "made": [self.made(seat) for seat in seats],
            "forged": [self.forged(seat) for seat in seats],
            "made_on": on,
            "brands_on": brands_on,
            "lacks": [bits(k for k, number in enumerate(lack) if number) for lack in lacks],
            "missing": [sum(lack) for lack in lacks],
            "brands": [[sum(cards.brand[k] == brand for k in mine) for brand in range(6)] for mine in own],
            "arrays": [sum(cards.array[k] for k in mine) for mine in own],
            "nano": [sum(self.site[k] == NANO for k in mine) for mine in own],
            "developments": [len(mine) for mine in own],
            "card_points": [sum(cards.points[k] for k in mine) for mine in own],
            "smugglers": bits(smugglers),
        }

    def lacking(self, planet: int, made: list[int], brands_here: list[int]) -> list[int]:
        """What the target of a planet in play still asks for."""
        if self.owner[planet] == NOBODY:
            return [0]
        asked = (*self.cards.target[planet], *self.cards.brand_target[planet])
        return [max(0, n - m) for n, m in zip(asked, (*made, *brands_here), strict=True)]


def payers(kind: int, substitutes: dict[int, int], replace: bool) -> list[int]:
    """The tokens that may pay for one of a kind, with `replace` by the ability of Legitimate Ventures too."""
    fit = {kind} if kind < WILD else set(RESOURCES)
    if kind in substitutes:
        fit.add(substitutes[kind])
    return sorted(fit | {ILLEGAL} if replace else fit)


@lru_cache(100_000)
def payable(
    held: tuple[int, ...], due: tuple[int, ...], other: tuple[tuple[int, int], ...], replace: bool
) -> bool:
    """Whether a price can be paid in some way."""
    kind = next((k for k, number in enumerate(due) if number), None)
    if kind is None:
        return True
    rest = tuple(number - (k == kind) for k, number in enumerate(due))
    fit = payers(kind, dict(other), False)
    for token in payers(kind, dict(other), replace):
        if held[token]:
            left = tuple(number - (k == token) for k, number in enumerate(held))
            if payable(left, rest, other, replace and token in fit):
                return True
    return False


@lru_cache(100_000)
def left_over(
    held: tuple[int, ...], due: tuple[int, ...], other: tuple[tuple[int, int], ...], replace: bool
) -> frozenset[tuple[int, ...]]:
    """What can be left when a price is paid, over all ways to pay it."""
    kind = next((k for k, number in enumerate(due) if number), None)
    if kind is None:
        return frozenset([held])
    rest = tuple(number - (k == kind) for k, number in enumerate(due))
    fit = payers(kind, dict(other), False)
    found: set[tuple[int, ...]] = set()
    for token in payers(kind, dict(other), replace):
        if held[token]:
            left = tuple(number - (k == token) for k, number in enumerate(held))
            found |= left_over(left, rest, other, replace and token in fit)
    return frozenset(found)
