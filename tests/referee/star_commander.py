"""A referee for Star Commander: the rules once more, in plain Python, from the rulebook and the data files.

Written beside the rulebook, the rulings on the game's page and the tables in data/, without the kernels.
Methods that may have to ask somebody are generators; the others happen by themselves. All chance of the game
lies in its deal: the first player, the systems and the order of the decks are taken over from there.

Where all of these are silent the referee does as the game was seen to do:

    asking      a vessel's number counts all of its player and kind in the system, also those that cannot be
                chosen; damage is not divided where only one vessel can be hit; Orbital Habitats alone develop
                without a question while there are cubes for all; whoever accepts an offer lays out the cards
                asked for by domain in any order; a system with a station that is listed is not offered
    paying      a card that is played and one that is discarded as a cost leave the hand at once, credits are
                paid when all is named; a card of an offer leaves the hand when it is laid out
    a fall      the stations of who lost the homeworld leave the board with the ships
    bookkeeping marks of a combat stay until the next one or the end of the turn, those of targets until the
                next attacker; a game that is cut has begun no further turn, but its phase is the start of one

Not compared are entries of the stack above its top, and the fields of WHEN_ASKED but at these questions; of
these `assigned` counts while damage is assigned, `retreated` in retreats, `move_how` and `carry_left` on
a move.
"""

from __future__ import annotations

import csv
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import astrarium.envs.star_commander as package
from astrarium.core import Game
from astrarium.envs.star_commander import state as st

from .harness import Answer, Asking, Fields, Impossible, Referee

DATA = Path(package.__file__).parent / "data"
SETS = ("0.9.5", "0.9.4")
TRIGGERS = ("SOT", "FIRSTDEV", "STATIC", "TERRAIN", "ACT")
NOBODY = NONE = -1
NO_VESSEL = -1
HAND, MOST_CUBES, MOST_ROUNDS, MOST_STACK, MOST_EXTRA = 5, 25, 40, 24, 8
ANY_NUMBER = 99
CELLS = 25
REDIRECTION = 35  # the ability that comes with vessels, as an item
Row = dict[str, str]
OF_TURN = st.PREVENTED | st.UNTARGETABLE | st.NO_FIRE
OF_COMBAT = st.ATTACKED | st.TARGETED | st.REDIRECTED


class Effect:
    """One part of an effect: when, at which cost, what."""

    def __init__(self, trigger: str, cost: str, words: list[str]) -> None:
        self.trigger, self.cost, self.words = trigger, cost, words
        self.verb = words[0] if words else ""


def effects(text: str) -> list[Effect]:
    """The parts of a text such as `ACT discard1 PREVENT vessel EOT; UNTARGETABLE vessel EOT`."""
    found: list[Effect] = []
    for part in filter(None, map(str.strip, text.split(";"))):
        words = part.split()
        trigger, cost = ("", "") if not found or found[-1].trigger != "ACT" else ("ACT", found[-1].cost)
        if words[0] in TRIGGERS:
            trigger, words = words[0], words[1:]
            cost, words = (words[0], words[1:]) if trigger == "ACT" else ("", words)
        found.append(Effect(trigger, cost, words))
    return found


class Kind:
    """A kind of vessel."""

    def __init__(self, row: dict[str, str], card: int = NONE) -> None:
        self.name, self.card = row["name"], card
        self.rank = st.CLASSES.index(row["class"])
        self.station, self.fighter = row["class"] == "Station", row["class"] == "Fighter"
        self.heavy = row["class"] in ("Medium", "Large")
        self.cost = int(row["cost"]) if row["cost"] else None
        self.attack, self.hp, self.speed = int(row["attack"]), int(row["hp"]), int(row["speed"] or 0)
        self.copies = int(row["copies"])
        flags = dict(re.findall(r"([A-Z]+)(\d*)", row.get("flags", "")))
        self.multi, self.carry = int(flags.get("MULTI") or 0), int(flags.get("CARRY") or 0)
        self.taunt, self.haste = "TAUNT" in flags, "HASTE" in flags
        self.raider, self.redirect = "RAIDER" in flags, "REDIRECT" in flags
        own = effects(row["effect"]) if card != NONE else []
        self.credits = sum(int(e.words[1]) for e in own if e.trigger == "SOT" and e.verb == "CRED")
        self.habitat = sum(int(e.words[2]) for e in own if e.trigger == "SOT" and e.verb == "DEVELOP")
        static = [e for e in own if e.trigger == "STATIC"]
        self.aura = sum(int(e.words[2]) for e in static if e.verb == "MOD_ATK")
        self.room = sum(int(e.words[2]) for e in static if e.verb == "MAXDEV")
        self.yard = any(e.verb == "BUILD_SITE" for e in static)
        self.nexus = any(e.verb == "MOD_SPD" for e in static)


class Card:
    """A domain card."""

    def __init__(self, row: dict[str, str]) -> None:
        self.name, self.type, self.copies = row["name"], row["type"], int(row["copies"])
        self.domain = st.DOMAINS.index(row["domain"])
        self.cost = int(row["cost"] or 0)
        self.effects = effects(row["effect"])
        self.picks = [word for word in row["picks"].split() if not word.startswith("R:")]
        self.draws = self.type == "Command" and any(e.verb == "DRAW" for e in self.effects)
        self.bonus = [0] * st.NUM_BONUSES
        if self.type == "Technology":
            self._bonuses()

    def _bonuses(self) -> None:
        columns = {
            ("STATIC", "MOD_ATK", "own"): st.BONUS_ATTACK,
            ("STATIC", "MOD_HP", "own"): st.BONUS_HP,
            ("STATIC", "MOD_SPD", "own_ships"): st.BONUS_SPEED,
            ("STATIC", "MOD_HP", "own_fighters"): st.BONUS_FIGHTER_HP,
            ("STATIC", "BUILD_SITE", "fighters@own_sys_with_station"): st.BONUS_FIGHTER_SITE,
            ("STATIC", "COST_MOD", "stations"): st.BONUS_DISCOUNT,
            ("SOT", "CRED", "COUNT(own_stations)"): st.BONUS_STATION_CREDITS,
            ("SOT", "DRAW", "1"): st.BONUS_DRAWS,
            ("STATIC", "MULTI", "own"): st.BONUS_MULTI,
        }
        for effect in self.effects:
            column = columns.get((effect.trigger, effect.verb, effect.words[1]))
            if column is not None:
                number = effect.words[2] if len(effect.words) > 2 else "1"
                self.bonus[column] += 1 if number == "ANY" else abs(int(number))


class System:
    """A system card."""

    def __init__(self, row: dict[str, str]) -> None:
        self.name, self.maximum, self.copies = row["name"], int(row["max_developments"]), int(row["copies"])
        self.domain = NONE if row["domain"] == "none" else st.DOMAINS.index(row["domain"])
        self.starting, self.capital = row["kind"] == "starting", row["kind"] == "capital"
        self.effects = effects(row["effect"])
        self.picks = row["picks"].split()
        kinds = [(e.trigger, e.verb) for e in self.effects]
        self.closed, self.pulsar = ("TERRAIN", "SMALLONLY") in kinds, ("TERRAIN", "NOCMD") in kinds
        self.black_hole = ("TERRAIN", "ENTER_NOATK") in kinds
        self.serves = any(e.trigger in ("STATIC", "ACT") for e in self.effects)
        self.any_phase = ("STATIC", "ANYPHASE") in kinds
        self.fighter_speed = self._sum("STATIC", "MOD_SPD", 2)
        self.credits, self.draws = self._sum("SOT", "CRED", 1), self._sum("SOT", "DRAW", 1)
        self.free = self._sum("SOT", "DEVELOP", 2)
        self.first = [e for e in self.effects if e.trigger == "FIRSTDEV"]

    def _sum(self, trigger: str, verb: str, place: int) -> int:
        return sum(int(e.words[place]) for e in self.effects if (e.trigger, e.verb) == (trigger, verb))


class Ability:
    """Something that is activated: of a system, a Technology or a vessel."""

    def __init__(self, source: str, number: int, found: list[Effect], picks: list[str]) -> None:
        self.source, self.number = source, number
        self.effects = [effect for effect in found if effect.trigger == "ACT"]
        self.cost = self.effects[0].cost
        self.picks = picks if source != "vessel" else ["self", *picks]


class Cards:
    """The data files, read anew."""

    def __init__(self, folder: Path) -> None:
        def rows(name: str) -> list[dict[str, str]]:
            with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
                return list(csv.DictReader(file))

        vessels, systems, cards = rows("vessels"), rows("systems"), rows("cards")
        self.kinds = [Kind(row) for row in vessels]
        self.ids = [row["id"] for row in vessels]
        self.kinds += [Kind(row, k) for k, row in enumerate(cards) if row["class"]]
        self.kind_of = {kind.card: k for k, kind in enumerate(self.kinds) if kind.card != NONE}
        self.cards = [Card(row) for row in cards]
        self.systems = [System(row) for row in systems]
        self.home = next(k for k, system in enumerate(self.systems) if system.starting)
        self.abilities = [
            Ability("system", k, s.effects, s.picks)
            for k, s in enumerate(self.systems)
            if any(e.trigger == "ACT" for e in s.effects)
        ]
        for k, card in enumerate(self.cards):
            if any(e.trigger == "ACT" for e in card.effects):
                vessel = card.type != "Technology"
                self.abilities.append(
                    Ability(
                        "vessel" if vessel else "card",
                        self.kind_of[k] if vessel else k,
                        card.effects,
                        card.picks,
                    )
                )
        self.decks = [
            Counter({k: c.copies for k, c in enumerate(self.cards) if c.domain == d}) for d in range(3)
        ]


@cache
def read(folder: Path) -> Cards:
    """The cards of a folder."""
    return Cards(folder)


class Vessel:
    """A vessel in play."""

    __slots__ = (
        "assigned", "attack", "cell", "damage", "flags", "hp", "jumps", "kind", "met", "multi", "nexus",
        "number", "owner", "slot",
    )  # fmt: skip

    def __init__(self, slot: int, number: int, kind: Kind, owner: int, cell: int) -> None:
        self.slot, self.number, self.kind, self.owner, self.cell = slot, number, kind, owner, cell
        self.assigned = self.attack = self.damage = self.flags = self.hp = 0
        self.jumps = self.met = self.multi = self.nexus = 0

    def has(self, flag: int) -> bool:
        """Whether a flag is set."""
        return bool(self.flags & flag)


class Item:
    """A card or ability on the stack."""

    def __init__(self, number: int, seat: int) -> None:
        self.number, self.seat = number, seat
        self.picks: list[Any] = []
        self.cell, self.countered = NONE, False
        self.rammed = 0


class Offer:
    """What the active player offers."""

    def __init__(self) -> None:
        self.partner = NOBODY
        self.credits = [0, 0]
        self.cards: list[list[int]] = [[], []]
        self.domains = [0, 0, 0]
        self.technology, self.system = [NONE, NONE], [NONE, NONE]
        self.vessels: list[list[Vessel]] = [[], []]
        self.handed: list[int] = []
        self.stage, self.side, self.answered = st.OFFER_PARTNER, 0, 0

    def holds(self, side: int) -> bool:
        """Whether a side holds something."""
        return bool(
            self.credits[side]
            or self.cards[side]
            or (side and sum(self.domains))
            or self.technology[side] != NONE
            or self.system[side] != NONE
            or self.vessels[side]
        )


class Over(Exception):
    """The game ends."""


def padded(row: Sequence[int], size: int, empty: int = NONE) -> list[int]:
    """A row filled up."""
    return [*row, *[empty] * (size - len(row))]


class Commander(Referee):
    """One game of Star Commander."""

    GAME = "star_commander"
    IDLE = ("end_phase", "pass", "done", "no", "withdraw", "bank_sell", "offer")
    WHEN_ASKED: ClassVar[dict[str, tuple[str, ...]]] = {
        "passed": ("respond",),
        "move_how": ("destination", "group", "which"),
        "carry_left": ("group", "which"),
        "assigned": ("group", "which", "portion"),
        "retreated": ("group", "which", "destination"),
        "announcer": ("system", "player", "stack", "x", "cost"),
        "answered": ("answer",),
        "draws": ("deck",),
        "draw_seat": ("deck",),
        "thief": ("steal",),
        "invited": ("initiate",),
        "raided": ("raid",),
        "raid_cell": ("raid",),
    }
    UNCHECKED: ClassVar[dict[str, str]] = {
        "rng": "the stream of chance: what is dealt is checked for being possible, not for its odds",
        "kept": "answers that the kernels keep so as not to work them out twice",
    }

    def __init__(self, game: Game, players: int, options: dict[str, int], cards: Path | None = None) -> None:
        super().__init__(game, players, options, cards)
        self.known = [cards] if cards else [DATA / name for name in SETS]

    @classmethod
    def mix(cls, folder: Path, random: Random) -> None:
        mix(folder, random)

    # The deal

    def deal(self, fields: Fields) -> None:
        n = self.players
        decks = [list(fields["deck"][30 * d : 30 * d + 30]) for d in range(3)]
        found = [cards for cards in map(read, self.known) if [Counter(d) for d in decks] == cards.decks]
        self._allow("decks", bool(found), "those of a set of cards", decks)
        self.cards, self.deck = found[0], decks
        self.size = self.options["grid"] or n + 1
        self.engine = bool(self.options["engine_readings"])
        last = self.size - 1
        corners = [5 * last + last, 5 * last, 0, last]
        self.home = [corners[0], corners[2]] if n == 2 else corners[:n]
        self.board = [5 * row + column for row in range(self.size) for column in range(self.size)]
        self._deal_systems(fields)
        self.near = [
            {
                c: [o for o in self.board if 0 < abs(c // 5 - o // 5) + abs(c % 5 - o % 5) <= reach]
                for c in self.board
            }
            for reach in (1, 2)
        ]
        self.owner, self.developments, self.settled = [NOBODY] * CELLS, [0] * CELLS, [0] * CELLS
        self.locked, self.range2, self.marks, self.fought = ([0] * CELLS for _ in range(4))
        self.credits = [3] * n
        self.hand: list[list[int]] = [[] for _ in range(n)]
        self.shown: list[Counter[int]] = [Counter() for _ in range(n)]
        self.technology = [[0] * 30 for _ in range(n)]
        self.bonus = [[0] * st.NUM_BONUSES for _ in range(n)]
        self.discard = [0] * 30
        self.slots: list[Vessel | None] = [None] * st.NUM_SLOTS
        self.fleet: list[Vessel] = []  # the same without free slots
        self.grants: list[tuple[Vessel | None, int]] = [(None, 0)] * st.NUM_GRANTS
        self.num_nexus = 0
        self.pile = padded(
            [0 if kind.cost is None or kind.card != NONE else kind.copies for kind in self.cards.kinds], 15, 0
        )
        for seat, cell in enumerate(self.home):
            self.owner[cell], self.developments[cell], self.settled[cell] = seat, 1, 1
            self.put(0, seat, cell).flags = 0
        self.first = fields["active"]
        self._allow("first player", self.first in range(n), f"0 to {n - 1}", self.first)
        self.active, self.round, self.turns, self.normal_seat = self.first, 1, 0, self.first
        self.had_turn, self.fallen = [0] * n, [0] * n
        self.extra: list[int] = []
        self.phase, self.window = st.START, 0
        self.stack: list[Item] = []
        self.offer: Offer | None = None
        self.offers_left = 0
        self.cut = False
        self.announced: Item | None = None
        self.besieged_cells: set[int] = set()
        self.free, self.habitats = 0, [0] * CELLS
        self.draws = self.draw_seat = self.selling = self.thief = 0
        self.passed = self.resolving = self.invited = self.assigned = self.retreated = self.raided = 0
        self.steal_from = self.build_cell = self.battle = self.raid_cell = NONE
        self.mover = self.destination = self.pick_cell = self.pick_owner = self.pick_kind = NONE
        self.want = self.move_how = self.carry_left = 0
        self.dividing = NO_VESSEL, NO_VESSEL, 0, 0

    def _deal_systems(self, fields: Fields) -> None:
        self.system = list(fields["system"])
        self.face_up = [int(cell in self.home) for cell in range(CELLS)]
        for cell in range(CELLS):
            found = self.system[cell]
            if cell not in self.board:
                self._allow("system outside the board", found == NONE, NONE, found)
            elif cell in self.home:
                self._allow("homeworld", found == self.cards.home, self.cards.home, found)
        systems = self.cards.systems
        laid = Counter(self.system[cell] for cell in self.board if cell not in self.home)
        self.box = padded([0 if s.starting else s.copies - laid[k] for k, s in enumerate(systems)], 16, 0)
        self._allow("systems", min(self.box) >= 0 and not laid[self.cards.home], "those of the deck", laid)

    @staticmethod
    def _allow(what: str, right: bool, expected: Any, found: Any) -> None:
        if not right:
            raise Impossible(what, expected, found)

    # Vessels

    def vessels(self) -> Iterator[Vessel]:
        """All in play, by their slots."""
        return iter(self.fleet)

    def at(self, cell: int) -> list[Vessel]:
        """Those in a system."""
        return [v for v in self.fleet if v.cell == cell]

    def seats(self) -> list[int]:
        """All seats, from the active one clockwise."""
        return [(self.active + place) % self.players for place in range(self.players)]

    def put(self, number: int, seat: int, cell: int) -> Vessel:
        """A new vessel comes into play."""
        slot = self.slots.index(None)
        vessel = Vessel(slot, number, self.cards.kinds[number], seat, cell)
        vessel.flags = st.BUILT
        self.slots[slot] = vessel
        self.fleet = [v for v in self.slots if v is not None]
        if vessel.kind.nexus:
            vessel.nexus = 1 << self.num_nexus
            self.num_nexus += 1
        self.meet(cell)
        return vessel

    def meet(self, cell: int) -> None:
        """Ships meet each own Jump Nexus of their system."""
        here = self.at(cell)
        for nexus in here:
            if nexus.kind.nexus:
                for ship in here:
                    if not ship.kind.station and ship.owner == nexus.owner:
                        ship.met |= nexus.nexus

    def remove(self, vessel: Vessel) -> None:
        """A vessel leaves play."""
        if self.slots[vessel.slot] is not vessel:
            return
        self.slots[vessel.slot] = None
        self.fleet = [v for v in self.slots if v is not None]
        if vessel.kind.card != NONE:
            self.discard[vessel.kind.card] += 1
        elif vessel.kind.cost is not None:
            self.pile[vessel.number] += 1
        self.grants = [(None if v is vessel else v, seat) for v, seat in self.grants]

    def in_play(self, vessel: Vessel) -> bool:
        """Whether it still is there."""
        return self.slots[vessel.slot] is vessel

    def bury(self) -> None:
        """Vessels with lethal damage are destroyed."""
        for vessel in [v for v in self.vessels() if v.damage >= self.hit_points(v)]:
            self.remove(vessel)

    def attack(self, vessel: Vessel) -> int:
        """Attack now."""
        found = vessel.kind.attack + vessel.attack + self.bonus[vessel.owner][st.BONUS_ATTACK]
        if vessel.kind.station:
            found += sum(
                other.kind.aura
                for other in self.at(vessel.cell)
                if other is not vessel and other.owner == vessel.owner
            )
        return min(found, st.MOST)

    def hit_points(self, vessel: Vessel) -> int:
        """Hit points now, damage not subtracted."""
        bonus = self.bonus[vessel.owner]
        found = vessel.kind.hp + vessel.hp + bonus[st.BONUS_HP]
        return min(found + (bonus[st.BONUS_FIGHTER_HP] if vessel.kind.fighter else 0), st.MOST)

    def speed(self, ship: Vessel) -> int:
        """Jumps a turn."""
        if ship.kind.station:
            return 0
        found = ship.kind.speed + self.bonus[ship.owner][st.BONUS_SPEED] + ship.met.bit_count()
        if ship.kind.fighter:
            found += sum(
                self.cards.systems[self.system[cell]].fighter_speed for cell in self.in_force(ship.owner)
            )
        return found

    def hurt(self, vessel: Vessel, damage: int) -> None:
        """Damage is dealt."""
        if not vessel.has(st.PREVENTED):
            vessel.damage = min(vessel.damage + damage, st.MOST)

    # Systems

    def card_of(self, cell: int) -> System:
        """The system card of a cell."""
        return self.cards.systems[self.system[cell]]

    def own_cells(self, seat: int) -> list[int]:
        """Systems under control."""
        return [cell for cell in self.board if self.owner[cell] == seat]

    def total(self, seat: int) -> int:
        """Developments in all."""
        return sum(self.developments[cell] for cell in self.own_cells(seat))

    def besieges(self, vessel: Vessel) -> bool:
        """Whether it is a vessel that can besiege."""
        fit = not vessel.kind.station and not vessel.kind.fighter
        return fit and (not self.engine or self.attack(vessel) >= 1)

    def defends(self, vessel: Vessel) -> bool:
        """Whether it breaks a siege of its player's system."""
        return self.attack(vessel) >= 1 and not (self.engine and vessel.kind.fighter)

    def besieged(self, cell: int) -> bool:
        """Whether a system is under siege."""
        owner = self.owner[cell]
        if owner == NOBODY:
            return False
        here = self.at(cell)
        return any(v.owner != owner and self.besieges(v) for v in here) and not any(
            v.owner == owner and self.defends(v) for v in here
        )

    def in_force(self, seat: int) -> list[int]:
        """Own systems whose card works."""
        return [
            cell for cell in self.own_cells(seat) if self.card_of(cell).effects and not self.besieged(cell)
        ]

    def maximum(self, cell: int) -> int:
        """Developments it can hold."""
        own = [v for v in self.at(cell) if v.owner == self.owner[cell]]
        return self.card_of(cell).maximum + sum(v.kind.room for v in own)

    def domains(self, seat: int) -> list[int]:
        """Domains under control."""
        found = {self.card_of(cell).domain for cell in self.own_cells(seat)}
        return [domain for domain in range(3) if domain in found]

    def banned(self, seat: int, cell: int) -> bool:
        """Nothing is built there."""
        fought = self.marks[cell] >> seat & 1
        foreign = any(v.owner != seat and not v.kind.station for v in self.at(cell))
        return self.besieged(cell) or bool(fought and foreign)

    def ships_of(self, seat: int) -> int:
        """Ships as the limit counts them."""
        return sum(self.counts(v) for v in self.vessels() if v.owner == seat)

    def counts(self, vessel: Vessel) -> bool:
        """Whether a vessel counts for the limit."""
        return not vessel.kind.station and not (self.engine and vessel.kind.cost is None)

    def ships_allowed(self, seat: int, cell: int) -> bool:
        """A ship may be built there but for site and price."""
        free = cell == self.home[seat] or not self.banned(seat, cell)
        return self.owner[cell] == seat and free and self.ships_of(seat) < self.total(seat)

    def station_allowed(self, seat: int, cell: int) -> bool:
        """A station may be built there but for its price."""
        if self.owner[cell] != seat or self.banned(seat, cell):
            return False
        own = sum(v.owner == seat and v.kind.station for v in self.at(cell))
        return own < self.developments[cell]

    def ship_site(self, seat: int, cell: int, fighter: bool) -> bool:
        """Whether ships are built there."""
        system, own = self.card_of(cell), [v for v in self.at(cell) if v.owner == seat]
        if self.owner[cell] != seat:
            return False
        if system.starting or system.capital or any(v.kind.yard for v in own):
            return True
        bays = self.bonus[seat][st.BONUS_FIGHTER_SITE]
        return bool(fighter and bays and any(v.kind.station for v in own))

    def price(self, seat: int, kind: Kind) -> int:
        """What it costs."""
        assert kind.cost is not None
        if not kind.station:
            return kind.cost
        return max(kind.cost - self.bonus[seat][st.BONUS_DISCOUNT], min(kind.cost, 1))

    def may_stand(self, seat: int, cell: int, kind: Kind) -> bool:
        """Whether a kind may be built there, but for price and pile."""
        if kind.station:
            return self.station_allowed(seat, cell)
        return self.ships_allowed(seat, cell) and self.ship_site(seat, cell, kind.fighter)

    def kinds_to_build(self, seat: int, cell: int, ships_only: bool) -> list[int]:
        """Kinds of the piles that can be built there."""
        return [
            k
            for k, kind in enumerate(self.cards.kinds)
            if self.pile[k] > 0
            and kind.card == NONE
            and not (ships_only and kind.station)
            and self.price(seat, kind) <= self.credits[seat]
            and self.may_stand(seat, cell, kind)
        ]

    def build_cells(self, seat: int, ships_only: bool = False) -> list[Answer]:
        """Where something can be built."""
        return [("build", c) for c in self.own_cells(seat) if self.kinds_to_build(seat, c, ships_only)]

    def build_in(self, seat: int, cell: int, ships_only: bool = False) -> Asking:
        """Something of a pile is built."""
        kinds = self.kinds_to_build(seat, cell, ships_only)
        self.build_cell = cell
        answer = yield seat, "kind", [("vessel", 0, k) for k in kinds]
        self.build_cell = NONE
        number = answer[2]
        self.credits[seat] -= self.price(seat, self.cards.kinds[number])
        self.pile[number] -= 1
        self.put(number, seat, cell)

    # Cards

    def gain_card(self, seat: int, card: int, shown: bool) -> None:
        """A card joins a hand."""
        self.hand[seat] = sorted([*self.hand[seat], card])
        self.shown[seat][card] += shown

    def lose_card(self, seat: int, card: int) -> None:
        """A card leaves a hand."""
        self.hand[seat].remove(card)
        if self.shown[seat][card]:
            self.shown[seat][card] -= 1

    def show(self, seat: int, card: int, copies: int = HAND) -> None:
        """Copies of a card are known to all."""
        held = self.hand[seat].count(card)
        self.shown[seat][card] = min(held, max(copies, self.shown[seat][card]))

    def names(self, seat: int) -> list[int]:
        """Cards in hand, each name once."""
        return sorted(set(self.hand[seat]))

    def draw_from(self, seat: int, domain: int) -> None:
        """One card; the last one ends the game."""
        self.gain_card(seat, self.deck[domain].pop(), False)
        if not self.deck[domain]:
            raise Over

    def draw(self, seat: int, number: int) -> Asking:
        """Cards are drawn one by one."""
        for left in range(number, 0, -1):
            domains = self.domains(seat)
            if len(self.hand[seat]) >= HAND or not domains:
                return
            self.draws, self.draw_seat = left, seat
            answer = yield seat, "deck", [("deck", domain) for domain in domains]
            self.draws = left - 1
            self.draw_from(seat, answer[1])

    def add_technology(self, seat: int, card: int, copies: int) -> None:
        """A Technology comes into a row or leaves it."""
        self.technology[seat][card] += copies
        for column, bonus in enumerate(self.cards.cards[card].bonus):
            self.bonus[seat][column] += copies * bonus

    # A vessel, step by step

    def alike(self, vessel: Vessel) -> tuple[Any, ...]:
        """What tells vessels of one kind apart."""
        named = [(i, k) for i, item in enumerate(self.stack) for k, p in enumerate(item.picks) if p is vessel]
        granted = [seat for v, seat in self.grants if v is vessel]
        return (
            vessel.jumps, vessel.multi, vessel.damage, vessel.assigned, vessel.attack, vessel.hp,
            vessel.flags, vessel.met, vessel.nexus, named, granted,
        )  # fmt: skip

    def choose(
        self, seat: int, found: list[Vessel], want: int, stop: bool = False, offer: str = ""
    ) -> Asking:
        """A vessel is chosen; meanwhile it is noted what for, and what is known of it."""
        self.want = want
        vessel = yield from self._choose(seat, found, stop, offer)
        self.want, self.pick_cell, self.pick_owner, self.pick_kind = st.WANT_NONE, NONE, NOBODY, NONE
        return vessel

    def _choose(self, seat: int, found: list[Vessel], stop: bool, offer: str) -> Asking:
        """Its system, its player and kind, which one."""
        cells = sorted({v.cell for v in found})
        if not cells:
            return None
        if len(cells) > 1:
            answer = yield seat, f"{offer}vessel_cell", [("cell", cell) for cell in cells]
            found = [v for v in found if v.cell == answer[1]]
        self.pick_cell = found[0].cell
        groups = sorted({((v.owner - seat) % self.players, v.number) for v in found})
        answers: list[Answer] = [("vessel", *group) for group in groups]
        answer = yield seat, f"{offer}group", answers + [("done",)] * stop
        if answer == ("done",):
            return None
        group = [
            v for v in self.at(found[0].cell) if ((v.owner - seat) % self.players, v.number) == answer[1:]
        ]
        self.pick_owner, self.pick_kind = group[0].owner, group[0].number
        different: dict[str, int] = {}
        for place, vessel in enumerate(group):
            if vessel in found:
                different.setdefault(str(self.alike(vessel)), place)
        answer = yield seat, f"{offer}which", [("which", place) for place in different.values()]
        return group[answer[1]]

    # Movement

    def open_to(self, ship: Vessel, cell: int) -> bool:
        """Whether a ship may enter a system."""
        return not (ship.kind.heavy and self.face_up[cell] and self.card_of(cell).closed)

    def destinations(self, ship: Vessel) -> list[int]:
        """Where a jump can lead."""
        if self.locked[ship.cell]:
            return []
        near = self.near[1 if self.range2[ship.cell] else 0][ship.cell]
        return [cell for cell in near if self.open_to(ship, cell)]

    def may_jump(self, ship: Vessel) -> bool:
        """Whether a ship of the active player can jump now."""
        hasty = ship.kind.haste and ship.has(st.BUILT)
        fit = not ship.kind.station and ship.owner == self.active and (ship.has(st.HELD) or hasty)
        return fit and ship.jumps < self.speed(ship) and bool(self.destinations(ship))

    def jump_from(self, seat: int, cell: int) -> Asking:
        """A ship jumps."""
        ship = yield from self.choose(seat, [v for v in self.at(cell) if self.may_jump(v)], st.WANT_JUMP)
        self.mover, self.move_how = ship.slot, st.MOVE_JUMP
        answer = yield seat, "destination", [("cell", c) for c in self.destinations(ship)]
        riders = yield from self.riders(seat, ship, st.MOVE_JUMP, answer[1])
        ship.jumps += 1
        self.fly([ship, *riders], answer[1])

    def riders(self, seat: int, ship: Vessel, how: int, cell: int) -> Asking:
        """Fighters that a Carrier takes along."""
        chosen: list[Vessel] = []
        self.mover, self.move_how, self.destination = ship.slot, how, cell
        while len(chosen) < ship.kind.carry:
            fit = [
                v
                for v in self.at(ship.cell)
                if v.kind.fighter
                and v.owner == ship.owner
                and v not in chosen
                and (how != st.MOVE_JUMP or v.has(st.HELD))
                and (how != st.MOVE_RETREAT or not v.has(st.MOVED))
            ]
            self.carry_left = ship.kind.carry - len(chosen)
            rider = yield from self.choose(seat, fit, st.WANT_ALONG, stop=True)
            if rider is None:
                break
            rider.flags |= st.RIDING
            chosen.append(rider)
        self.mover = self.destination = NONE
        return chosen

    def fly(self, ships: list[Vessel], cell: int) -> None:
        """Ships come into a system."""
        for ship in ships:
            ship.cell = cell
            ship.flags = (ship.flags | st.MOVED) & ~st.RIDING
        self.face_up[cell] = 1
        if self.card_of(cell).black_hole:
            for ship in ships:
                ship.flags |= st.NO_FIRE
        self.meet(cell)

    # Developments

    def develop_cells(self, seat: int) -> list[Answer]:
        """What can be developed for its price."""
        return [("develop", c) for c in self.board if self.may_develop(seat, c)]

    def may_develop(self, seat: int, cell: int) -> bool:
        """Whether a development can be paid for there."""
        if self.owner[cell] == NOBODY:
            fit = any(v.owner == seat and not v.kind.station for v in self.at(cell))
        else:
            fit = self.owner[cell] == seat
        return fit and self.developments[cell] < self.credits[seat] and self.has_room(seat, cell)

    def has_room(self, seat: int, cell: int) -> bool:
        """Whether one more development fits, in the system and among the cubes."""
        return self.developments[cell] < self.maximum(cell) and self.total(seat) < MOST_CUBES

    def develop(self, seat: int, cell: int) -> Asking:
        """A development is paid for."""
        self.credits[seat] -= self.developments[cell] + 1
        self.owner[cell] = seat
        self.developments[cell] += 1
        if self.settled[cell]:
            return
        self.settled[cell] = 1
        if self.besieged(cell):
            return
        for effect in self.card_of(cell).first:
            if effect.verb == "DRAW":
                yield from self.draw(seat, int(effect.words[1]))
            elif effect.verb == "DEVELOP":
                for _ in range(int(effect.words[2])):
                    self.add_free(seat, cell)
            else:
                self.build_free(seat, cell, effect.words)

    def add_free(self, seat: int, cell: int) -> None:
        """A development that costs nothing, if it fits."""
        if self.has_room(seat, cell):
            self.developments[cell] += 1

    def build_free(self, seat: int, cell: int, words: list[str]) -> None:
        """Vessels that cost nothing, as many as are allowed."""
        number = self.cards.ids.index(words[1])
        station = self.cards.kinds[number].station
        for _ in range(int(words[2])):
            fits = self.station_allowed(seat, cell) if station else self.ships_allowed(seat, cell)
            if self.pile[number] and fits:
                self.pile[number] -= 1
                self.put(number, seat, cell)

    # Announcing

    def picks_of(self, number: int) -> list[str]:
        """What an item names."""
        if number == REDIRECTION:
            return ["redirector", "redirected"]
        if number >= st.NUM_CARDS:
            return self.cards.abilities[number - st.NUM_CARDS].picks
        card = self.cards.cards[number]
        if card.type in ("Station", "Ship"):
            return ["site"]
        return [] if card.type == "Technology" else card.picks

    def effects_of(self, number: int) -> list[Effect]:
        """What an item does."""
        if number == REDIRECTION:
            return [Effect("", "", ["REDIRECT"])]
        if number >= st.NUM_CARDS:
            return self.cards.abilities[number - st.NUM_CARDS].effects
        return self.cards.cards[number].effects

    def is_command(self, number: int) -> bool:
        """Whether an item is a Command."""
        return number < st.NUM_CARDS and self.cards.cards[number].type == "Command"

    def targetable(self, vessel: Vessel, number: int) -> bool:
        """Whether an item may target a vessel."""
        safe = not vessel.kind.station and self.card_of(vessel.cell).pulsar and self.is_command(number)
        return not vessel.has(st.UNTARGETABLE) and not safe

    def nameable(self, seat: int, number: int, picks: list[Any]) -> list[Any]:
        """What can be named next."""
        word = self.picks_of(number)[len(picks)]
        effect = self.effects_of(number)[0]
        if word.rstrip("*") in ("own_ship", "own_vessel", "enemy_vessel", "vessel", "foreign_ship", "ship"):
            found = self._vessels_to_name(seat, number, word.rstrip("*"), effect, picks)
            return [v for v in found if self.targetable(v, number)] if word.endswith("*") else found
        match word.rstrip("*"):
            case "site":
                kind = self.cards.kinds[self.cards.kind_of[number]]
                return [c for c in self.own_cells(seat) if self.may_stand(seat, c, kind)]
            case "own_sys":
                corvettes = self.pile[self.cards.ids.index(effect.words[1])]
                return [c for c in self.own_cells(seat) if corvettes and self.ships_allowed(seat, c)]
            case "sys":
                return self._systems_to_name(seat, effect, picks)
            case "player":
                return [s for s in self.others(seat) if self.hand[s]]
            case "command":
                return [i for i, item in enumerate(self.stack) if self.is_command(item.number)]
            case "X":
                return list(range(1, min(10, self.credits[seat]) + 1))
            case "cost_card":
                return self.names(seat)
            case "self":
                kind_number = self.cards.abilities[number - st.NUM_CARDS].number
                return [v for v in self.vessels() if v.owner == seat and v.number == kind_number]
            case "redirector":
                return [v for v in self.at(self.battle) if self.may_redirect(seat, v)]
            case _:
                return [v for v in self.at(self.battle) if v.assigned and v is not picks[0]]

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise."""
        return [(seat + k) % self.players for k in range(1, self.players)]

    def _vessels_to_name(
        self, seat: int, number: int, word: str, effect: Effect, picks: list[Any]
    ) -> list[Vessel]:
        found = list(self.vessels())
        if word.endswith("ship"):
            found = [v for v in found if not v.kind.station]
        if word.startswith("own_"):
            found = [v for v in found if v.owner == seat]
        elif word in ("enemy_vessel", "foreign_ship"):
            found = [v for v in found if v.owner != seat]
        if picks and isinstance(picks[-1], Vessel):
            found = [v for v in found if v.cell == picks[-1].cell and v is not picks[-1]]
        elif word == "vessel" and picks and effect.verb == "DESTROY":
            found = [v for v in found if v.cell == picks[-1]]
        match effect.verb:
            case "UNDEVELOP":
                return [v for v in found if self.attack(v) >= 1 and self.developments[v.cell] >= 2]
            case "DMG" if not picks:
                return [v for v in found if self.attack(v) >= 1]
            case "MUL_ATK":
                return [v for v in found if 1 <= self.attack(v) <= self.credits[seat]]
            case "JUMP":
                return [
                    v for v in found
                    if not self.locked[v.cell] and not (v.kind.fighter and self.speed(v) < 1)
                ]  # fmt: skip
        return found

    def _systems_to_name(self, seat: int, effect: Effect, picks: list[Any]) -> list[int]:
        def own(cell: int, ship: bool) -> bool:
            return any(v.owner == seat and not (ship and v.kind.station) for v in self.at(cell))

        match effect.verb:
            case "CRED":
                return [c for c in self.board if self.developments[c]]
            case "MOD_ATK" | "MOD_HP" | "DESTROY":
                return [c for c in self.board if own(c, False)]
            case "DESTROY_ALL":
                return [c for c in self.board if own(c, True)]
            case "MOVE":
                ship = picks[-1]
                return [c for c in self.near[0][ship.cell] if self.open_to(ship, c)]
            case "JUMP":
                ship = picks[-1]
                return [c for c in self.board if c != ship.cell and self.open_to(ship, c)]
        return list(self.board)

    def may_redirect(self, seat: int, vessel: Vessel) -> bool:
        """Whether a seat may draw damage onto a vessel."""
        own = vessel.owner == seat and vessel.kind.redirect and not vessel.has(st.REDIRECTED)
        return own or (vessel, seat) in self.grants

    def finishable(self, seat: int, number: int, picks: list[Any]) -> bool:
        """Whether all that an item names can be named."""
        if len(picks) == len(self.picks_of(number)):
            return True
        return any(self.finishable(seat, number, [*picks, o]) for o in self.nameable(seat, number, picks))

    def room_on_stack(self) -> bool:
        """Whether one more item may be added."""
        return len(self.stack) < MOST_STACK

    def playable(self, seat: int, types: tuple[str, ...]) -> list[Answer]:
        """Cards of some types that can be played."""
        if not self.room_on_stack():
            return []
        return [
            ("play", card)
            for card in self.names(seat)
            if self.cards.cards[card].type in types
            and self.card_price(seat, card) <= self.credits[seat]
            and self.finishable(seat, card, [])
            and not (self.cards.cards[card].draws and not self.domains(seat))
        ]

    def card_price(self, seat: int, card: int) -> int:
        """What a card from the hand costs."""
        if card in self.cards.kind_of:
            return self.price(seat, self.cards.kinds[self.cards.kind_of[card]])
        return self.cards.cards[card].cost

    def usable(self, seat: int) -> list[Answer]:
        """Abilities that can be activated."""
        if not self.room_on_stack():
            return []
        found = [k for k, ability in enumerate(self.cards.abilities) if self._has(seat, ability)]
        if self.phase == st.WINDOW and self.window == st.AFTER_ASSIGN:
            found.append(st.REDIRECT_ABILITY)
        return [("activate", k) for k in found if self.finishable(seat, st.NUM_CARDS + k, [])]

    def _has(self, seat: int, ability: Ability) -> bool:
        if ability.source == "card":
            return self.technology[seat][ability.number] > 0
        if ability.source == "vessel":
            return True
        return any(self.system[cell] == ability.number for cell in self.in_force(seat))

    def announce(self, seat: int, answer: Answer) -> Asking:
        """A card or ability names what it needs, is paid and goes on the stack."""
        number = answer[1] if answer[0] == "play" else st.NUM_CARDS + answer[1]
        self.announced = item = Item(number, seat)
        if number < st.NUM_CARDS:
            self.lose_card(seat, number)
        for word in self.picks_of(number):
            found = [
                o
                for o in self.nameable(seat, number, item.picks)
                if self.finishable(seat, number, [*item.picks, o])
            ]
            chosen = yield from self._name(seat, word.rstrip("*"), found)
            if word == "cost_card":
                self.lose_card(seat, chosen)
                self.discard[chosen] += 1
            item.picks.append(chosen)
            if isinstance(chosen, Vessel) and item.cell == NONE:
                item.cell = chosen.cell
        if number < st.NUM_CARDS:
            self.credits[seat] -= self.card_price(seat, number)
        elif number != REDIRECTION:
            self._pay(seat, item)
        else:
            self._use_redirection(seat, item.picks[0])
        self.announced = None
        self.stack.append(item)

    def _pay(self, seat: int, item: Item) -> None:
        cost = self.cards.abilities[item.number - st.NUM_CARDS].cost
        if cost == "pay=X":
            self.credits[seat] -= item.picks[-1]
        elif cost.startswith("pay=ATK"):
            self.credits[seat] -= self.attack(item.picks[0])

    def _use_redirection(self, seat: int, vessel: Vessel) -> None:
        if vessel.owner == seat and vessel.kind.redirect and not vessel.has(st.REDIRECTED):
            vessel.flags |= st.REDIRECTED
        else:
            self.grants[self.grants.index((vessel, seat))] = None, seat

    def _name(self, seat: int, word: str, found: list[Any]) -> Asking:
        if isinstance(found[0], Vessel):
            vessel = yield from self.choose(seat, found, st.WANT_ITEM)
            return vessel
        if word == "player":
            answer = yield seat, "player", [("player", (s - seat) % self.players - 1) for s in found]
            return (seat + answer[1] + 1) % self.players
        question, block = {
            "command": ("stack", "stack"), "X": ("x", "amount"), "cost_card": ("cost", "card"),
        }.get(word, ("system", "cell"))  # fmt: skip
        answer = yield seat, question, [(block, o) for o in found]
        return answer[1]

    # The stack

    def respond(self) -> Asking:
        """Everybody may add to the stack; then all of it resolves."""
        place = 0
        while place < self.players:
            seat, self.passed = (self.active + place) % self.players, place
            answer = yield (
                seat,
                "respond",
                [("pass",), *self.playable(seat, ("Command",)), *self.usable(seat)],
            )
            if answer == ("pass",):
                place += 1
            else:
                yield from self.announce(seat, answer)
                place = 0
        self.resolving = 1
        while self.stack:
            yield from self.resolve(self.stack[-1])
        self.resolving = 0

    def open_window(self, step: int) -> Asking:
        """After a step of a combat everybody may play."""
        self.phase, self.window = st.WINDOW, step
        place = 0
        while place < self.players:
            seat, self.passed = (self.active + place) % self.players, place
            answers = [("pass",), *self.playable(seat, ("Command",)), *self.usable(seat)]
            if place == 0 and self.has_forsei(seat):
                answers += self.playable(seat, ("Ship",)) + self.build_cells(seat, ships_only=True)
            answer = yield seat, "respond", answers
            if answer == ("pass",):
                place += 1
                continue
            if answer[0] == "build":
                yield from self.build_in(seat, answer[1], ships_only=True)
            else:
                yield from self.announce(seat, answer)
                yield from self.respond()
            place = 0
        self.window = st.NO_WINDOW

    def resolve(self, item: Item) -> Asking:
        """The last item does what it says, or nothing."""
        self.stack.pop()
        number = item.number
        card = self.cards.cards[number] if number < st.NUM_CARDS else None
        if card and card.type == "Command":
            self.discard[number] += 1
        if card and card.type == "Technology":
            self.add_technology(item.seat, number, 1)
        elif card and card.type in ("Station", "Ship"):
            kind = self.cards.kind_of[number]
            if self.may_stand(item.seat, item.picks[0], self.cards.kinds[kind]):
                self.put(kind, item.seat, item.picks[0])
            else:
                self.discard[number] += 1
        elif not item.countered and self.stands(item):
            for effect in self.effects_of(number):
                yield from self.do(item, effect)
        self.bury()

    def stands(self, item: Item) -> bool:
        """Whether all targets of an item may still be targeted."""
        for word, pick in zip(self.picks_of(item.number), item.picks, strict=True):
            if word.endswith("*") and isinstance(pick, Vessel):
                if self.in_play(pick) and not self.targetable(pick, item.number):
                    return False
        return True

    def do(self, item: Item, effect: Effect) -> Asking:
        """One part of what an item does."""
        seat, picks, words = item.seat, item.picks, effect.words
        vessel = next((p for p in picks if isinstance(p, Vessel)), None)
        if vessel is not None and not self.in_play(vessel) and effect.verb != "DMG":
            return
        match effect.verb:
            case "CRED":
                self.credits[seat] += self.developments[picks[0]]
            case "DRAW":
                yield from self.draw(seat, int(words[1]))
            case "UNDEVELOP":
                cell, floor = vessel.cell, int(words[3].removeprefix("floor"))
                left = self.developments[cell] - self.attack(vessel)
                self.developments[cell] = min(self.developments[cell], max(left, floor))
            case "DMG":
                self._deal_damage(item, words)
            case "DESTROY":
                self._destroy(item, words)
            case "DESTROY_ALL":
                for each in self.at(picks[0]):
                    self.remove(each)
            case "BUILD":
                self.build_free(seat, picks[0], words)
            case "MOD_ATK" | "MOD_HP":
                self._strengthen(item, words)
            case "MUL_ATK":
                vessel.attack = min(vessel.attack + self.attack(vessel) * (int(words[2]) - 1), st.MOST)
            case "MULTI":
                vessel.multi += int(words[2])
            case "REDIRECT":
                self._redirect(item)
            case "STEALCARD":
                yield from self.steal(seat, picks[0])
            case "COUNTER":
                self.stack[picks[0]].countered = True
            case "MOVE":
                if vessel.cell == item.cell and self.open_to(vessel, picks[1]):
                    self.fly([vessel], picks[1])
            case "JUMP":
                yield from self._drummond(item, vessel)
            case "EXTRATURN":
                if len(self.extra) < MOST_EXTRA:
                    self.extra.append(seat)
            case "RANGE2":
                self.range2[picks[0]] = 1
            case "LOCK":
                self.locked[picks[0]] |= 1 << seat
            case "PREVENT":
                vessel.flags |= st.PREVENTED
            case "UNTARGETABLE":
                vessel.flags |= st.UNTARGETABLE
            case _:
                raise AssertionError(effect.words)

    def _deal_damage(self, item: Item, words: list[str]) -> None:
        one, other = item.picks
        if words[2].startswith("HP"):  # Ram: the ship has just been destroyed
            if item.rammed and self.in_play(other) and other.cell == one.cell:
                self.hurt(other, item.rammed)
        elif self.in_play(one) and self.in_play(other) and one.cell == other.cell:
            self.hurt(other, self.attack(one))

    def _destroy(self, item: Item, words: list[str]) -> None:
        if words[1] == "own_ship":
            item.rammed = self.hit_points(item.picks[0])
            self.remove(item.picks[0])
        elif item.picks[1].cell == item.picks[0]:
            self.remove(item.picks[1])

    def _strengthen(self, item: Item, words: list[str]) -> None:
        column = "attack" if words[0] == "MOD_ATK" else "hp"
        if words[1] == "own@sys":
            found, number = [v for v in self.at(item.picks[0]) if v.owner == item.seat], int(words[2])
        elif words[1] == "self":
            found, number = [item.picks[0]], item.picks[1]
        else:
            found, number = [item.picks[0]], int(words[2])
        for vessel in found:
            setattr(vessel, column, min(getattr(vessel, column) + number, st.MOST))

    def _redirect(self, item: Item) -> None:
        if item.number != REDIRECTION:  # Raise Shields
            free = [place for place, (v, _) in enumerate(self.grants) if v is None]
            self.grants[free[0]] = item.picks[0], item.seat
            return
        onto, other = item.picks
        if self.in_play(other) and onto.cell == other.cell == self.battle:
            onto.assigned = min(onto.assigned + other.assigned, st.MOST)
            other.assigned = 0

    def _drummond(self, item: Item, ship: Vessel) -> Asking:
        cell = item.picks[2]
        if ship.cell == item.cell and not self.locked[ship.cell] and self.open_to(ship, cell):
            riders = yield from self.riders(ship.owner, ship, st.MOVE_DRUMMOND, cell)
            self.fly([ship, *riders], cell)

    def steal(self, seat: int, victim: int) -> Asking:
        """A hand is shown and a card of it taken."""
        for card in self.names(victim):
            self.show(victim, card)
        if len(self.hand[seat]) >= HAND or not self.hand[victim]:
            return
        self.thief, self.steal_from = seat, victim
        answer = yield seat, "steal", [("card", card) for card in self.names(victim)]
        self.steal_from = NOBODY
        self.lose_card(victim, answer[1])
        self.gain_card(seat, answer[1], True)

    # The turn

    def course(self) -> Asking:
        try:
            seat = self.first
            normal = True
            while True:
                yield from self.turn(seat, normal)
                normal = not self.extra
                seat = (self.normal_seat + 1) % self.players if normal else self.extra.pop()
        except Over:
            pass

    def turn(self, seat: int, normal: bool) -> Asking:
        """A whole turn."""
        self.start(seat, normal)
        if self.had_turn[seat]:
            yield from self.ready(seat)
        self.had_turn[seat] = 1
        yield from self.command(seat)
        yield from self.combats(seat)
        yield from self.shipyard(seat, st.LATE_BUILD)
        yield from self.conquest(seat)
        if not any(self.fallen):
            yield from self.shipyard(seat, st.LAST_BUILD)
        self.clean_up(seat)

    def start(self, seat: int, normal: bool) -> None:
        """A turn starts."""
        self.phase = st.START
        if normal:
            if self.turns == MOST_ROUNDS * self.players:
                self.cut = True
                raise Over
            self.turns += 1
            self.round = (self.turns - 1) // self.players + 1
            self.normal_seat = seat
        self.active = seat
        self.offers_left = self.options["trade"]
        for cell in self.board:
            self.locked[cell] &= ~(1 << seat)
        for vessel in self.vessels():
            vessel.jumps = vessel.met = 0
            vessel.flags &= ~(st.MOVED | st.HELD | st.BUILT)
            if vessel.owner == seat:
                vessel.flags |= st.HELD
                if self.abandoned(vessel):
                    vessel.flags |= st.ABANDONED
        for cell in self.board:
            self.meet(cell)

    def abandoned(self, vessel: Vessel) -> bool:
        """A Fighter in a system that is not its player's, with nothing but Fighters there."""
        if not vessel.kind.fighter or self.owner[vessel.cell] == vessel.owner:
            return False
        return all(v.kind.fighter for v in self.at(vessel.cell) if v.owner == vessel.owner)

    def has_forsei(self, seat: int) -> bool:
        """Whether a seat builds ships in every phase of its turn."""
        return any(self.card_of(cell).any_phase for cell in self.in_force(seat))

    def shipyard(self, seat: int, phase: int) -> Asking:
        """Ships are built outside the Command phase."""
        self.phase = phase
        while self.has_forsei(seat):
            found = self.build_cells(seat, ships_only=True) + self.playable(seat, ("Ship",))
            answer = yield seat, "shipyard", [("done",), *found]
            if answer == ("done",):
                break
            if answer[0] == "build":
                yield from self.build_in(seat, answer[1], ships_only=True)
            else:
                yield from self.announce(seat, answer)
                yield from self.resolve(self.stack[-1])

    def ready(self, seat: int) -> Asking:
        """Credits, draws, other effects."""
        yield from self.shipyard(seat, st.EARLY_BUILD)
        self.phase = st.CREDITS
        own, forced = [v for v in self.vessels() if v.owner == seat], self.in_force(seat)
        self.credits[seat] += sum(self.developments[c] for c in self.own_cells(seat) if not self.besieged(c))
        self.credits[seat] += sum(self.card_of(c).credits for c in forced) + sum(v.kind.credits for v in own)
        self.credits[seat] += self.bonus[seat][st.BONUS_STATION_CREDITS] * sum(v.kind.station for v in own)
        self.phase = st.DRAWS
        more = sum(self.card_of(c).draws for c in forced)
        yield from self.draw(seat, 1 + more + self.bonus[seat][st.BONUS_DRAWS])
        self.phase = st.EFFECTS
        yield from self.start_effects(seat)

    def start_effects(self, seat: int) -> Asking:
        """Core Worlds and Orbital Habitats."""
        self.free = sum(self.card_of(c).free for c in self.in_force(seat))
        self.habitats = [0] * CELLS
        for vessel in self.vessels():
            if vessel.owner == seat == self.owner[vessel.cell]:
                self.habitats[vessel.cell] += vessel.kind.habitat
        while True:
            fit = [c for c in self.own_cells(seat) if self.has_room(seat, c)]
            answers: list[Answer] = [("develop", c) for c in fit if self.free]
            answers += [("cell", c) for c in fit if self.habitats[c]]
            if not answers:
                break
            if not (self.free and fit) and self.total(seat) + sum(self.habitats) <= MOST_CUBES:
                answers = answers[:1]  # in which order does not matter
            answer = yield seat, "effect", answers
            self.developments[answer[1]] += 1
            if answer[0] == "develop":
                self.free -= 1
            else:
                self.habitats[answer[1]] -= 1
        self.free, self.habitats = 0, [0] * CELLS

    def command(self, seat: int) -> Asking:
        """The Command phase."""
        while True:
            self.phase = st.COMMAND_PHASE
            answer = yield seat, "command", self.commands(seat)
            match answer[0]:
                case "end_phase":
                    return
                case "bank_sell":
                    yield from self.sell(seat)
                case "bank_draw":
                    self.credits[seat] -= st.BANK_DRAW_PRICE
                    self.draw_from(seat, answer[1])
                case "develop":
                    yield from self.develop(seat, answer[1])
                case "jump":
                    yield from self.jump_from(seat, answer[1])
                case "build":
                    yield from self.build_in(seat, answer[1])
                case "offer":
                    yield from self.trade(seat)
                case _:
                    yield from self.announce(seat, answer)
                    yield from self.respond()

    def commands(self, seat: int) -> list[Answer]:
        """What can be done in the Command phase."""
        found: list[Answer] = [("end_phase",)]
        if len(self.hand[seat]) >= st.BANK_SELL_CARDS:
            found.append(("bank_sell",))
        if len(self.hand[seat]) < HAND and self.credits[seat] >= st.BANK_DRAW_PRICE:
            found += [("bank_draw", domain) for domain in self.domains(seat)]
        if self.offers_left and self.something(seat):
            found.append(("offer",))
        found += self.develop_cells(seat) + self.build_cells(seat) + self.usable(seat)
        found += [("jump", cell) for cell in sorted({v.cell for v in self.vessels() if self.may_jump(v)})]
        return found + self.playable(seat, ("Command", "Technology", "Station", "Ship"))

    def sell(self, seat: int) -> Asking:
        """Two cards for three credits."""
        for left in (2, 1):
            self.selling = left
            answer = yield seat, "sale", [("card", card) for card in self.names(seat)]
            self.lose_card(seat, answer[1])
            self.discard[answer[1]] += 1
        self.selling = 0
        self.credits[seat] += st.BANK_SELL_CREDITS

    # Combat

    def combats(self, seat: int) -> Asking:
        """The Combat phase."""
        while True:
            self.phase = st.CHOOSE_COMBAT
            found = [c for c in self.board if not self.fought[c] and self.can_fight(seat, c)]
            if not found:
                break
            answer = yield seat, "combat", [("cell", c) for c in found]
            self.battle = answer[1]
            self.fought[self.battle] = 1
            self.phase = st.INITIATE
            for place, other in enumerate(self.seats()):
                self.invited = place
                if any(v.owner == other for v in self.at(self.battle)):
                    answer = yield other, "initiate", [("no",), ("yes",)]
                    if answer == ("yes",):
                        yield from self.combat()
                        break
            self.battle = NONE

    def can_fight(self, seat: int, cell: int) -> bool:
        """Whether the active player and another have vessels there."""
        owners = {v.owner for v in self.at(cell)}
        return seat in owners and len(owners) > 1

    def combat(self) -> Asking:
        """All steps of a combat."""
        self.marks[self.battle] = (1 << self.players) - 1
        for vessel in self.vessels():
            vessel.flags &= ~OF_COMBAT
        yield from self.open_window(st.AFTER_INITIATE)
        for place, seat in enumerate(self.seats()):
            self.phase, self.assigned = st.ASSIGN, place
            yield from self.assign(seat)
        yield from self.open_window(st.AFTER_ASSIGN)
        self.phase = st.RESOLVE
        for vessel in self.vessels():
            if vessel.cell == self.battle:
                self.hurt(vessel, vessel.assigned)
            vessel.assigned = 0
        self.bury()
        yield from self.open_window(st.AFTER_RESOLVE)
        for place, seat in enumerate(self.seats()):
            self.phase, self.retreated = st.RETREAT, place
            yield from self.retreat(seat)
        yield from self.open_window(st.AFTER_RETREAT)

    def targets(self, seat: int) -> list[Vessel]:
        """Vessels that may be hit."""
        here = [v for v in self.at(self.battle) if v.owner != seat]
        guarded = {v.owner for v in here if v.kind.taunt and v.damage + v.assigned < self.hit_points(v)}
        return [v for v in here if v.kind.taunt or v.owner not in guarded]

    def attackers(self, seat: int) -> list[Vessel]:
        """Own vessels that can still attack."""
        return [
            v
            for v in self.at(self.battle)
            if v.owner == seat and self.attack(v) >= 1 and not v.flags & (st.ATTACKED | st.NO_FIRE)
        ]

    def assign(self, seat: int) -> Asking:
        """A player assigns the damage of own vessels."""
        while self.targets(seat):
            attacker = yield from self.choose(seat, self.attackers(seat), st.WANT_ATTACKER, stop=True)
            if attacker is None:
                break
            extra = attacker.kind.multi + attacker.multi
            extra += ANY_NUMBER * self.bonus[seat][st.BONUS_MULTI]
            self.aim_anew()
            attacker.flags |= st.ATTACKED
            if extra and sum(v.owner != seat for v in self.at(self.battle)) > 1:
                yield from self.divide(seat, attacker, min(1 + extra, ANY_NUMBER))
            else:
                self.dividing = attacker.slot, NO_VESSEL, self.attack(attacker), 1
                target = yield from self.choose(seat, self.targets(seat), st.WANT_TARGET)
                self.lay(target, self.attack(attacker))
            self.dividing = NO_VESSEL, NO_VESSEL, 0, 0
        self.aim_anew()

    def aim_anew(self) -> None:
        """Nothing is a target of the next attacker."""
        for vessel in self.vessels():
            vessel.flags &= ~st.TARGETED

    def lay(self, target: Vessel, damage: int) -> None:
        """Damage is assigned."""
        target.assigned = min(target.assigned + damage, st.MOST)
        target.flags |= st.TARGETED

    def divide(self, seat: int, attacker: Vessel, most: int) -> Asking:
        """Damage is divided over several targets."""
        left = self.attack(attacker)
        hit: list[Vessel] = []
        last: Vessel | None = None
        while left:
            self.dividing = attacker.slot, last.slot if last else NO_VESSEL, left, most - len(hit)
            fit = [v for v in self.targets(seat) if v in hit or len(hit) < most]
            target = yield from self.choose(seat, fit, st.WANT_TARGET, stop=bool(hit))
            if target is None:
                assert last
                self.lay(last, left)
                break
            last = target
            if target not in hit:
                hit.append(target)
                target.flags |= st.TARGETED
            self.dividing = attacker.slot, target.slot, left, most - len(hit)
            need = self.hit_points(target) - target.damage - target.assigned
            amounts = [1, need, left]
            answer = yield seat, "portion", [("portion", k) for k in self.portions(need, left)]
            self.lay(target, amounts[answer[1]])
            left -= amounts[answer[1]]

    def portions(self, need: int, left: int) -> list[int]:
        """One, just lethal, all the rest: what differs."""
        found = [st.PORTION_ALL]
        if left > 1:
            found.append(st.PORTION_ONE)
        if 1 < need < left:
            found.append(st.PORTION_LETHAL)
        return found

    def retreat(self, seat: int) -> Asking:
        """Ships that have not moved may leave to own systems."""
        while True:
            fit = [v for v in self.at(self.battle) if v.owner == seat and self.ways_out(v)]
            ship = yield from self.choose(seat, fit, st.WANT_RETREAT, stop=True)
            if ship is None:
                break
            self.mover, self.move_how = ship.slot, st.MOVE_RETREAT
            answer = yield seat, "destination", [("cell", c) for c in self.ways_out(ship)]
            riders = yield from self.riders(seat, ship, st.MOVE_RETREAT, answer[1])
            self.fly([ship, *riders], answer[1])

    def ways_out(self, ship: Vessel) -> list[int]:
        """Where a ship can retreat to."""
        if ship.has(st.MOVED) or self.speed(ship) < 1:
            return []
        return [c for c in self.destinations(ship) if self.owner[c] == ship.owner]

    # The end of a turn

    def conquest(self, seat: int) -> Asking:
        """Sieges and Cruisers take developments."""
        self.phase = st.CONQUEST
        self.besieged_cells = {c for c in self.board if self.besieged(c)}
        seats = [seat] if self.engine else self.seats()
        for cell in sorted(self.besieged_cells):
            owner = self.owner[cell]
            for other in seats:
                if other != owner and self.owner[cell] == owner:
                    ships = sum(v.owner == other and self.besieges(v) for v in self.at(cell))
                    self.strip(other, cell, ships)
        self.phase = st.RAID
        for place, other in enumerate(seats):
            self.raided = place
            for cell in self.board:
                yield from self.raid(other, cell)
        self.besieged_cells = set()

    def raid(self, seat: int, cell: int) -> Asking:
        """Cruisers take developments of a system that is not under siege."""
        if self.owner[cell] in (NOBODY, seat) or cell in self.besieged_cells:
            return
        cruisers = sum(v.owner == seat and v.kind.raider for v in self.at(cell))
        if cruisers:
            self.raid_cell = cell
            most = min(cruisers, self.developments[cell], 10)
            answer = yield seat, "raid", [("amount", k) for k in range(most + 1)]
            self.strip(seat, cell, answer[1])

    def strip(self, seat: int, cell: int, number: int) -> None:
        """Developments are removed; who removes the last conquers."""
        self.developments[cell] = max(self.developments[cell] - number, 0)
        if self.developments[cell] or not number:
            return
        stations = [v for v in self.at(cell) if v.kind.station and not self.attack(v)]
        loser = self.owner[cell]
        if cell == self.home[loser]:
            self.fallen[loser] = 1
        elif cell in self.home:
            self.fallen[self.home.index(cell)] = 1
        self.owner[cell], self.developments[cell] = seat, 1
        for station in stations:
            self.hand_over(station, seat)
        self.bury()

    def hand_over(self, vessel: Vessel, seat: int) -> None:
        """A vessel changes its player."""
        if vessel.owner != seat:
            vessel.owner = seat
            vessel.flags &= ~(st.HELD | st.BUILT | st.ABANDONED)
            self.meet(vessel.cell)

    def clean_up(self, seat: int) -> None:
        """The turn ends."""
        self.phase = st.CLEANUP
        if any(self.fallen):
            for loser, fallen in enumerate(self.fallen):
                if fallen:
                    self.leave(loser)
            raise Over
        for vessel in list(self.vessels()):
            if vessel.owner == seat and vessel.has(st.ABANDONED) and self.abandoned(vessel):
                self.remove(vessel)
            vessel.attack = vessel.hp = vessel.multi = vessel.damage = 0
            vessel.flags &= ~(OF_TURN | OF_COMBAT | st.ABANDONED)
        for cell in self.board:
            self.range2[cell] = self.fought[cell] = 0
            self.marks[cell] &= ~(1 << seat)
        self.grants = [(None, 0)] * st.NUM_GRANTS

    def leave(self, loser: int) -> None:
        """Ships and counters leave the board."""
        for vessel in list(self.vessels()):
            if vessel.owner == loser:
                self.remove(vessel)
        for cell in self.own_cells(loser):
            self.owner[cell], self.developments[cell] = NOBODY, 0

    # Offers

    def something(self, seat: int) -> bool:
        """Whether a seat has something to trade."""
        return bool(
            self.credits[seat]
            or self.hand[seat]
            or any(self.technology[seat])
            or self.tradable(seat)
            or any(v.owner == seat for v in self.vessels())
        )

    def tradable(self, seat: int) -> list[int]:
        """Systems that may change hands."""
        sides = self.offer.vessels if self.offer else ()
        listed = [v.cell for side in sides for v in side if v.kind.station and v.owner == seat]
        return [c for c in self.own_cells(seat) if not self.card_of(c).starting and c not in listed]

    def trade(self, seat: int) -> Asking:
        """An offer from its opening to its end."""
        self.offers_left -= 1
        self.offer = Offer()
        yield from self.make_offer(seat, self.offer)
        self.offer = None

    def make_offer(self, seat: int, offer: Offer) -> Asking:
        """To whom, what, the answers, the exchange."""
        places: list[Answer] = [("player", k) for k in range(self.players - 1)]
        if self.players > 2:
            places.append(("player", st.PLACE_OF_ALL))
        answer = yield seat, "partner", places
        everybody = answer[1] == st.PLACE_OF_ALL
        offer.partner = st.EVERYBODY if everybody else (seat + answer[1] + 1) % self.players
        offer.stage = st.OFFER_BUILD
        while answer[0] != "send":
            answer = yield seat, "offer", self.offer_answers(seat, offer)
            if answer[0] == "withdraw":
                return
            if answer[0] in ("give", "ask"):
                yield from self.add(seat, offer, *answer)
        offer.stage = st.OFFER_ANSWERS
        for side, whose in enumerate((seat, offer.partner)):
            for card, copies in Counter(offer.cards[side]).items():
                self.show(whose, card, copies)
        for other in self.others(seat) if everybody else [offer.partner]:
            offer.answered = (other - seat) % self.players
            if self.valid(seat, other, offer):
                answer = yield other, "answer", [("no",), ("yes",)]
                if answer == ("yes",):
                    yield from self.exchange(seat, other, offer)
                    return

    def offer_answers(self, seat: int, offer: Offer) -> list[Answer]:
        """What can be done with an offer."""
        found: list[Answer] = [("withdraw",)]
        found += [("give", k) for k in range(6) if self.may_add(seat, offer, 0, k if k < 3 else k + 1)]
        found += [("ask", k) for k in range(7) if self.may_add(seat, offer, 1, k)]
        asked = self.others(seat) if offer.partner == st.EVERYBODY else [offer.partner]
        if any(self.valid(seat, other, offer) for other in asked):
            found.append(("send",))
        return found

    def may_add(self, seat: int, offer: Offer, side: int, thing: int) -> bool:
        """Whether something can be added to a side; things as they are counted when asked for."""
        if thing in (st.TAKE_ONE, st.TAKE_FIVE):
            more = offer.credits[side] + (5 if thing == st.TAKE_FIVE else 1)
            return not offer.credits[1 - side] and more <= min(20, self.purse(seat, offer, side))
        if side == 0:
            return bool(self.to_add(seat, offer, side, thing if thing > st.TAKE_DOMAIN else st.TAKE_CARD))
        return bool(self.to_add(seat, offer, side, thing))

    def purse(self, seat: int, offer: Offer, side: int) -> int:
        """Credits of who gives them; of all others the most."""
        if side == 0:
            return self.credits[seat]
        if offer.partner == st.EVERYBODY:
            return max(self.credits[other] for other in self.others(seat))
        return self.credits[offer.partner]

    def to_add(self, seat: int, offer: Offer, side: int, thing: int) -> list[Any]:
        """What can be added of one sort."""
        everybody = side == 1 and offer.partner == st.EVERYBODY
        whose = seat if side == 0 else offer.partner
        cards = len(offer.cards[side]) + (sum(offer.domains) if side else 0)
        if thing == st.TAKE_DOMAIN:
            asked = self.others(seat) if everybody else [whose]
            return [d for d in range(3) if cards < 2 and any(self.left_of(o, offer, d) > 0 for o in asked)]
        if everybody:
            return []
        match thing:
            case st.TAKE_CARD:
                if cards >= 2:
                    return []
                held = Counter(self.hand[whose]) if side == 0 else self.shown[whose]
                return [
                    c
                    for c in self.names(whose)
                    if held[c] > offer.cards[side].count(c)
                    and (side == 0 or self.left_of(whose, offer, self.cards.cards[c].domain) > 0)
                ]
            case st.TAKE_TECHNOLOGY:
                return [c for c in range(30) if self.technology[whose][c] and offer.technology[side] == NONE]
            case st.TAKE_SYSTEM:
                return [] if offer.system[side] != NONE else self.tradable(whose)
            case _:
                return [
                    v for v in self.vessels()
                    if v.owner == whose and v not in offer.vessels[side] and len(offer.vessels[side]) < 3
                    and not (v.kind.station and v.cell == offer.system[side])
                ]  # fmt: skip

    def left_of(self, seat: int, offer: Offer, domain: int) -> int:
        """Cards of a domain in a hand that are not asked for yet."""
        held = sum(self.cards.cards[c].domain == domain for c in self.hand[seat])
        named = sum(self.cards.cards[c].domain == domain for c in offer.cards[1])
        return held - named - offer.domains[domain]

    def add(self, seat: int, offer: Offer, word: str, place: int) -> Asking:
        """One thing more in an offer."""
        offer.side = side = int(word == "ask")
        thing = place if side or place < 2 else place + 1
        if thing in (st.TAKE_ONE, st.TAKE_FIVE):
            offer.credits[side] += 5 if thing == st.TAKE_FIVE else 1
            return
        found = self.to_add(seat, offer, side, thing)
        if thing == st.TAKE_VESSEL:
            vessel = yield from self.choose(seat, found, (st.WANT_GIVE, st.WANT_ASK)[side], offer="offer_")
            vessel.flags |= st.LISTED
            offer.vessels[side].append(vessel)
            return
        question, block = {
            st.TAKE_DOMAIN: ("offer_domain", "deck"), st.TAKE_CARD: ("offer_card", "card"),
            st.TAKE_TECHNOLOGY: ("offer_technology", "card"), st.TAKE_SYSTEM: ("offer_system", "cell"),
        }[thing]  # fmt: skip
        answer = yield seat, question, [(block, each) for each in found]
        if thing == st.TAKE_DOMAIN:
            offer.domains[answer[1]] += 1
        elif thing == st.TAKE_CARD:
            offer.cards[side].append(answer[1])
        elif thing == st.TAKE_TECHNOLOGY:
            offer.technology[side] = answer[1]
        else:
            offer.system[side] = answer[1]

    def valid(self, seat: int, other: int, offer: Offer) -> bool:
        """Whether an offer can be carried out with another player."""
        if not (offer.holds(0) and offer.holds(1)) or self.credits[other] < offer.credits[1]:
            return False
        if any(self.left_of(other, offer, domain) < 0 for domain in range(3)):
            return False
        given, taken = len(offer.cards[0]), len(offer.cards[1]) + sum(offer.domains)
        if len(self.hand[seat]) - given + taken > HAND or len(self.hand[other]) - taken + given > HAND:
            return False
        for side in (0, 1):
            for v in offer.vessels[side]:
                if v.kind.station and v.cell == offer.system[side]:
                    return False
        return self._fits(seat, offer, 0) and self._fits(other, offer, 1)

    def _fits(self, seat: int, offer: Offer, side: int) -> bool:
        away, to = offer.system[side], offer.system[1 - side]
        total = self.total(seat)
        counters = total - (self.developments[away] if away != NONE else 0)
        counters += self.developments[to] if to != NONE else 0
        if counters > max(MOST_CUBES, total):
            return False
        ships = self.ships_of(seat)
        after = (
            ships
            - sum(map(self.counts, offer.vessels[side]))
            + sum(map(self.counts, offer.vessels[1 - side]))
        )
        return after <= max(counters, ships)

    def exchange(self, seat: int, other: int, offer: Offer) -> Asking:
        """Everything changes hands."""
        offer.stage, offer.partner = st.OFFER_HANDOVER, other
        while any(offer.domains):
            yield from self.hand_out(other, offer)
        sides = (seat, other)
        for side, whose in enumerate(sides):
            to = sides[1 - side]
            self.credits[whose] -= offer.credits[side]
            self.credits[to] += offer.credits[side]
            if offer.technology[side] != NONE:
                self.add_technology(whose, offer.technology[side], -1)
                self.add_technology(to, offer.technology[side], 1)
        given, taken = offer.cards[0], offer.cards[1] + offer.handed
        for cards, whose in (given, seat), (offer.cards[1], other):
            for card in cards:
                self.lose_card(whose, card)
        for cards, whose in (given, other), (taken, seat):
            for card in cards:
                self.gain_card(whose, card, True)
        moved = [(v, sides[1 - side]) for side in (0, 1) for v in offer.vessels[side]]
        for side, whose in enumerate(sides):
            cell = offer.system[side]
            if cell != NONE:
                moved += [(v, sides[1 - side]) for v in self.at(cell) if v.kind.station and v.owner == whose]
                self.owner[cell] = sides[1 - side]
        for vessel, to in moved:
            self.hand_over(vessel, to)
        self.bury()

    def hand_out(self, other: int, offer: Offer) -> Asking:
        """Who accepts lays out a card of a domain that is asked for."""
        free = Counter(self.hand[other]) - Counter(offer.cards[1])
        fit = [c for c in sorted(free) if offer.domains[self.cards.cards[c].domain]]
        answer = yield other, "handover", [("card", c) for c in fit]
        self.lose_card(other, answer[1])
        offer.handed.append(answer[1])
        offer.domains[self.cards.cards[answer[1]].domain] -= 1

    # What is compared

    def settle(self) -> None:
        if self.offer is None:
            for vessel in self.vessels():
                vessel.flags &= ~st.LISTED

    def result(self) -> tuple[list[float], list[int]]:
        scores = [self.total(seat) for seat in range(self.players)]
        order = [(self.fallen[seat], -scores[seat]) for seat in range(self.players)]
        return [float(score) for score in scores], [sum(o < own for o in order) for own in order]

    def fields(self) -> Fields:
        n = self.players
        seats = {
            "had_turn": self.had_turn, "fallen": self.fallen, "credits": self.credits,
            "hand_size": [len(hand) for hand in self.hand],
            "total": [self.total(seat) for seat in range(n)],
            "owned": [sum(1 << c for c in self.own_cells(seat)) for seat in range(n)],
        }  # fmt: skip
        found: Fields = {name: padded(row, 4, 0) for name, row in seats.items()}
        found["home"] = padded(self.home, 4)
        for name in (
            "phase", "active", "round", "turns", "normal_seat", "size", "system", "face_up", "owner",
            "developments", "settled", "locked", "range2", "fought", "box", "discard", "num_nexus", "pile",
            "offers_left",
        ):  # fmt: skip
            found[name] = getattr(self, name)
        found["combat_mark"] = self.marks
        found["over"] = 2 if self.cut else int(self.over)
        found["num_extra"], found["extra"] = len(self.extra), padded(self.extra, 8, 0)
        found["deck_size"] = [len(deck) for deck in self.deck]
        found["deck"] = [padded(deck, 30) for deck in self.deck]
        found["hand"] = [padded(self.hand[s] if s < n else [], 5) for s in range(4)]
        found["shown"] = [padded(self.shown_row(s) if s < n else [], 5, 0) for s in range(4)]
        found["technology"] = [self.technology[s] if s < n else [0] * 30 for s in range(4)]
        found["bonus"] = [self.bonus[s] if s < n else [0] * st.NUM_BONUSES for s in range(4)]
        found |= self.vessel_fields() | self.stack_fields() | self.place_fields() | self.offer_fields()
        return {
            name: value
            for name, value in found.items()
            if self.question in self.WHEN_ASKED.get(name, (self.question,))
        }

    def shown_row(self, seat: int) -> list[int]:
        """Which cards of a hand are known to all."""
        left, found = Counter(self.shown[seat]), []
        for card in self.hand[seat]:
            found.append(int(left[card] > 0))
            left[card] -= left[card] > 0
        return found

    def vessel_fields(self) -> Fields:
        """Slots and sums."""
        own = self.fleet
        found: Fields = {}
        for name, key, empty in (
            ("v_kind", "number", -1), ("v_owner", "owner", 0), ("v_cell", "cell", 0), ("v_jumps", "jumps", 0),
            ("v_multi", "multi", 0), ("v_damage", "damage", 0), ("v_assigned", "assigned", 0),
            ("v_attack", "attack", 0), ("v_hp", "hp", 0), ("v_flags", "flags", 0), ("v_met", "met", 0),
            ("v_nexus", "nexus", 0),
        ):  # fmt: skip
            row = [empty] * st.NUM_SLOTS
            for vessel in own:
                row[vessel.slot] = getattr(vessel, key)
            found[name] = row
        found["top"] = max((v.slot + 1 for v in own), default=0)
        found["ships"] = [0] * 4
        for name in ("here", "stations", "aura", "room", "yards"):
            found[name] = [0] * (CELLS * 4)
        for vessel in own:
            at = 4 * vessel.cell + vessel.owner
            found["here"][at] += 1
            found["stations"][at] += vessel.kind.station
            found["aura"][at] += vessel.kind.aura
            found["room"][at] += vessel.kind.room
            found["yards"][at] += vessel.kind.yard
            found["ships"][vessel.owner] += not vessel.kind.station
        up = [c for c in self.board if self.face_up[c]]
        found["powers"] = sum(1 << c for c in up if self.card_of(c).serves)
        found["closed"] = sum(1 << c for c in up if self.card_of(c).closed)
        found["grant_vessel"] = [v.slot if v else NONE for v, _ in self.grants]
        found["grant_seat"] = [seat for _, seat in self.grants]
        return found

    def stack_fields(self) -> Fields:
        """The stack; what lies above its top is not looked at."""
        size, found = len(self.stack), {"stack_size": len(self.stack)}
        rows: Fields = {
            "stack_item": [item.number for item in self.stack],
            "stack_seat": [item.seat for item in self.stack],
            "stack_cell": [item.cell for item in self.stack],
            "countered": [int(item.countered) for item in self.stack],
            "stack_pick": [pick for item in self.stack for pick in self.numbers(item)],
        }
        for name, row in rows.items():
            width = 3 if name == "stack_pick" else 1
            found[name] = [*row, *self.seen.after[name][width * size :]]
        return found

    def numbers(self, item: Item) -> list[int]:
        """What an item names, as numbers."""
        found = [p if not isinstance(p, Vessel) else p.slot if self.in_play(p) else NONE for p in item.picks]
        return padded(found, 3)

    def place_fields(self) -> Fields:
        """Where in a turn, a choice or a combat the game is; some of it only at certain questions."""
        item = self.announced
        found = {name: getattr(self, name) for name in (
            "passed", "resolving", "want", "pick_cell", "pick_owner", "pick_kind", "mover", "move_how",
            "destination", "carry_left", "draws", "draw_seat", "thief", "steal_from", "selling", "build_cell",
            "battle", "invited", "window", "assigned", "retreated", "raided", "raid_cell",
        )}  # fmt: skip
        found |= {
            "item": item.number if item else NONE,
            "announcer": item.seat if item else NOBODY,
            "pick": self.numbers(item) if item else [NONE] * 3,
            "pick_at": len(item.picks) if item else 0,
            "free_developments": self.free,
            "habitat": self.habitats,
            "besieged_cells": sum(1 << cell for cell in self.besieged_cells),
            "num_players": self.players,
            **self.options,
            **dict(zip(("attacker", "target", "attack_left", "targets_left"), self.dividing, strict=True)),
        }
        idle = {
            "assigned": self.phase != st.ASSIGN,
            "retreated": self.phase != st.RETREAT,
            "move_how": self.mover == NONE,
            "carry_left": self.destination == NONE,
        }
        return {name: value for name, value in found.items() if not idle.get(name)}

    def offer_fields(self) -> Fields:
        """The offer."""
        offer = self.offer or Offer()
        return {
            "offer_stage": offer.stage if self.offer else st.OFFER_NONE,
            "partner": offer.partner,
            "answered": offer.answered,
            "adding_side": offer.side,
            "offer_credits": offer.credits,
            "offer_cards": [padded(cards, 2) for cards in offer.cards],
            "offer_domains": offer.domains,
            "offer_technology": offer.technology,
            "offer_system": offer.system,
            "offer_vessels": [padded([v.slot for v in side], 3) for side in offer.vessels],
            "handed": padded(offer.handed, 2),
        }


def mix(folder: Path, random: Random) -> None:
    """Cards whose prices, values, abilities and copies have changed places; systems may hold more."""
    shutil.copytree(DATA / random.choice(SETS), folder, dirs_exist_ok=True)
    more = random.choice((0, 0, 4))
    alter(folder / "systems.csv", lambda rows: enlarge(rows, more))
    for name, keys, fits in (
        ("vessels", ("flags",), is_built_ship),
        ("vessels", ("cost",), is_built_ship),
        ("vessels", ("attack", "hp"), is_built_ship),
        ("vessels", ("class", "speed"), is_built_ship),
        ("systems", ("max_developments",), lambda row: row["kind"] == "normal"),
        ("systems", ("domain",), lambda row: row["domain"] != "none"),
        ("systems", ("copies",), lambda row: row["kind"] != "starting"),
    ):
        alter(folder / f"{name}.csv", partial(shuffle, keys=keys, fits=fits, random=random))
    for domain in st.DOMAINS:
        fits = partial(is_played, domain=domain)
        alter(folder / "cards.csv", partial(shuffle, keys=("copies",), fits=fits, random=random))


def is_built_ship(row: Row) -> bool:
    """Ships of the piles but for Fighters."""
    return bool(row["cost"]) and row["class"] not in ("Station", "Fighter")


def is_played(row: Row, domain: str) -> bool:
    """Commands and Technologies of a domain."""
    return row["domain"] == domain and row["type"] in ("Command", "Technology")


def enlarge(rows: list[Row], more: int) -> None:
    """Systems hold more developments."""
    for row in rows:
        row["max_developments"] = str(min(int(row["max_developments"]) + more, 9))


def shuffle(rows: list[Row], keys: tuple[str, ...], fits: Callable[[Row], bool], random: Random) -> None:
    """Some columns change places among some rows."""
    chosen = [row for row in rows if fits(row)]
    values = [[row[key] for key in keys] for row in chosen]
    random.shuffle(values)
    for row, value in zip(chosen, values, strict=True):
        row.update(zip(keys, value, strict=True))


def alter(path: Path, change: Callable[[list[Row]], None]) -> None:
    """Change the rows of a file."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    change(rows)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
