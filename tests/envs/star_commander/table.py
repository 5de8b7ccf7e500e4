"""A Star Commander table to lay out by names: systems, vessels, hands; then to act on.

Whatever is laid out is taken from where it lay before (pile, deck, box, another cell), so that the game's own
invariants hold. The table begins in the command phase of seat 0, with nothing but homeworlds and Scouts, no
credits, and with every player's first turn behind it, so that a next turn has its Ready phase.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from astrarium.envs import star_commander_v1
from astrarium.envs.star_commander import state as st
from tests.arrange import Arranged, arrange

GAME = star_commander_v1.game
SEATS = ("own", "next player's", "second player's", "third player's")


def cell_of(name: str | int) -> int:
    """The number of a cell."""
    return name if isinstance(name, int) else st.CELLS.index(name)


class Table:
    """An arranged game with names for everything; `g.s` is the record, `g.game` the arranged game."""

    def __init__(self, players: int = 2, cards: str = "0.9.5", **options: int) -> None:
        for seed in range(200):
            self.game: Arranged = arrange(GAME, players=players, content=cards, seed=seed, **options)
            if self.game.states["active"][0] == 0:
                break
        self.t = self.game.content.tables[0]
        self.labels = self.game.content.labels
        self.s["had_turn"][:players] = True
        self.s["credits"][:players] = 0

    @property
    def s(self) -> Any:
        """The state record."""
        return self.game.states[0]

    # Names

    def kind(self, name: str) -> int:
        """The number of a kind of vessel."""
        return self.labels["kind"].index(name)

    def card(self, name: str) -> int:
        """The number of a domain card."""
        return self.labels["card"].index(name)

    def system(self, name: str) -> int:
        """The number of a system card."""
        return self.labels["system"].index(name)

    # Laying out

    def reveal(self, cell: str, name: str) -> Table:
        """Turn a cell up as this system; the card comes from the box or changes places with another cell."""
        self.place(cell, name)
        self.s["face_up"][cell_of(cell)] = True
        return self._sums()

    def place(self, cell: str, name: str) -> Table:
        """Make this the card of a cell, without turning it."""
        s, at, wanted = self.s, cell_of(cell), self.system(name)
        old = int(s["system"][at])
        if old == wanted:
            return self
        if s["box"][wanted] > 0:
            s["box"][wanted] -= 1
            s["box"][old] += 1
        else:
            others = [c for c in range(st.NUM_CELLS) if s["system"][c] == wanted and not s["face_up"][c]]
            assert others, f"no {name} left to lay out"
            s["system"][others[0]] = old
        s["system"][at] = wanted
        return self

    def own(self, cell: str, seat: int, developments: int = 1, system: str | None = None) -> Table:
        """Give a system to a player with so many developments."""
        if system is not None:
            self.reveal(cell, system)
        at = cell_of(cell)
        self.s["face_up"][at] = True
        self.s["owner"][at] = seat
        self.s["developments"][at] = developments
        self.s["settled"][at] = True
        return self._sums()

    def home(self, seat: int, developments: int) -> Table:
        """Set the developments of a homeworld."""
        self.s["developments"][self.s["home"][seat]] = developments
        return self._sums()

    def put(
        self,
        seat: int,
        kind: str,
        cell: str,
        count: int = 1,
        *,
        held: bool = True,
        damage: int = 0,
        moved: bool = False,
    ) -> int:
        """Put vessels into play; the slot of the last one."""
        s, number, at = self.s, self.kind(kind), cell_of(cell)
        slot = -1
        for _ in range(count):
            card = int(self.t["kind_card"][number])
            if card >= 0:
                self._take_from_deck(card)
            elif number != self.t["scout"]:
                assert s["pile"][number] > 0, f"no {kind} left in the pile"
                s["pile"][number] -= 1
            slot = int(np.flatnonzero(s["v_kind"] < 0)[0])
            s["v_kind"][slot], s["v_owner"][slot], s["v_cell"][slot] = number, seat, at
            s["v_damage"][slot] = damage
            flags = st.HELD if held and seat == s["active"] else 0
            s["v_flags"][slot] = flags | (st.MOVED if moved else 0)
            if self.t["kind_nexus"][number]:
                s["v_nexus"][slot] = 1 << int(s["num_nexus"])
                s["num_nexus"] += 1
            s["face_up"][at] = True
        self._sums()
        self._meet()
        return slot

    def no_scouts(self) -> Table:
        """Take the Scouts off the board."""
        s = self.s
        for slot in np.flatnonzero(s["v_kind"] == self.t["scout"]):
            for name in self.game.game.state.names:
                if name.startswith("v_"):
                    s[name][slot] = 0
            s["v_kind"][slot] = -1
        return self._sums()

    def scout_to(self, seat: int, cell: str) -> int:
        """Move a player's Scout, without exploring; its slot."""
        s = self.s
        slot = int(np.flatnonzero((s["v_kind"] == self.t["scout"]) & (s["v_owner"] == seat))[0])
        s["v_cell"][slot] = cell_of(cell)
        s["face_up"][cell_of(cell)] = True
        self._sums()
        return slot

    def give(self, seat: int, *cards: str, shown: bool = False) -> Table:
        """Deal named cards to a hand, out of their decks."""
        s = self.s
        for name in cards:
            card = self.card(name)
            self._take_from_deck(card)
            size = int(s["hand_size"][seat])
            held = [
                (int(c), not bool(k))
                for c, k in zip(s["hand"][seat, :size], s["shown"][seat, :size], strict=True)
            ]
            held = sorted([*held, (card, not shown)])
            for at, (one, hidden) in enumerate(held):
                s["hand"][seat, at], s["shown"][seat, at] = one, not hidden
            s["hand_size"][seat] = size + 1
        return self

    def tech(self, seat: int, *cards: str) -> Table:
        """Lay named technologies into a player's row."""
        for name in cards:
            card = self.card(name)
            self._take_from_deck(card)
            self.s["technology"][seat, card] += 1
        return self._sums()

    def deck(self, domain: str, *top: str, size: int | None = None) -> Table:
        """Lay the named cards on top of a deck, the first uppermost, and keep `size` cards of it."""
        s, at = self.s, st.DOMAINS.index(domain)
        cards = [int(c) for c in s["deck"][at, : int(s["deck_size"][at])]]
        wanted = [self.card(name) for name in top]
        for card in wanted:
            cards.remove(card)
        rest = cards if size is None else cards[: size - len(wanted)]
        for card in cards[len(rest) :]:
            s["discard"][card] += 1
        cards = rest + wanted[::-1]
        s["deck"][at] = -1
        s["deck"][at, : len(cards)] = cards
        s["deck_size"][at] = len(cards)
        return self

    def credits(self, *credits: int) -> Table:
        """Set the players' credits from seat 0 on."""
        self.s["credits"][: len(credits)] = credits
        return self

    def _take_from_deck(self, card: int) -> None:
        s, domain = self.s, card // st.CARDS_PER_DOMAIN
        size = int(s["deck_size"][domain])
        cards = [int(c) for c in s["deck"][domain, :size]]
        assert card in cards, f"no {self.labels['card'][card]} left in the deck"
        cards.remove(card)
        s["deck"][domain, size - 1] = -1
        s["deck"][domain, : size - 1] = cards
        s["deck_size"][domain] = size - 1

    def _sums(self) -> Table:
        """Recompute what follows from the rest of the state."""
        s, t = self.s, self.t
        used = np.flatnonzero(s["v_kind"] >= 0)
        s["top"] = int(used[-1]) + 1 if len(used) else 0
        for name in ("owned", "total", "ships", "here", "stations", "aura", "room", "yards", "bonus"):
            s[name] = 0
        for v in used:
            kind, seat, cell = int(s["v_kind"][v]), int(s["v_owner"][v]), int(s["v_cell"][v])
            s["here"][cell, seat] += 1
            if t["kind_class"][kind] == st.STATION:
                s["stations"][cell, seat] += 1
                s["aura"][cell, seat] += t["kind_aura"][kind]
                s["room"][cell, seat] += t["kind_room"][kind]
                s["yards"][cell, seat] += int(t["kind_yard"][kind])
            else:
                s["ships"][seat] += 1
        s["powers"] = s["closed"] = 0
        for cell in range(st.NUM_CELLS):
            system = int(s["system"][cell])
            serving = any(t[name][system] for name in ("fighter_speed", "any_phase", "system_ability"))
            if s["face_up"][cell] and serving:
                s["powers"] |= 1 << cell
            if s["face_up"][cell] and t["small_only"][system]:
                s["closed"] |= 1 << cell
            seat = int(s["owner"][cell])
            if seat >= 0:
                s["owned"][seat] |= 1 << cell
                s["total"][seat] += s["developments"][cell]
        for seat in range(st.MAX_PLAYERS):
            for card in range(st.NUM_CARDS):
                s["bonus"][seat] += s["technology"][seat, card] * t["card_bonus"][card]
        return self

    def _meet(self) -> None:
        """Ships beside a Jump Nexus of their player have met it."""
        s, t = self.s, self.t
        for n in np.flatnonzero(s["v_kind"] >= 0):
            if not t["kind_nexus"][s["v_kind"][n]]:
                continue
            for v in np.flatnonzero(s["v_kind"] >= 0):
                together = s["v_cell"][v] == s["v_cell"][n] and s["v_owner"][v] == s["v_owner"][n]
                if together and t["kind_class"][s["v_kind"][v]] != st.STATION:
                    s["v_met"][v] |= s["v_nexus"][n]

    # Acting

    def act(self, *actions: str) -> Table:
        """Take actions by name; each must be legal."""
        self.game.check()
        for action in actions:
            self.game.act(action)
            self.game.check()
        return self

    def pick(self, *actions: str) -> Table:
        """Take those of the actions that are asked for: a choice with one option is made without asking."""
        for action in actions:
            if self.game.can(action):
                self.act(action)
        return self

    def legal(self) -> list[str]:
        """Names of the legal actions."""
        return self.game.legal()

    def can(self, action: str) -> bool:
        """Is an action legal?"""
        return self.game.can(action)

    def play(self, card: str, *picks: str) -> Table:
        """Announce a card with its picks."""
        return self.act(f"play {card}").pick(*picks)

    def use(self, ability: str, *picks: str) -> Table:
        """Announce an ability with its picks."""
        return self.act(f"activate {ability}").pick(*picks)

    def resolve(self) -> Table:
        """Everybody passes until the stack has gone."""
        while self.s["stack_size"] and self.s["ask"] == st.ASK_RESPOND and not self.s["over"]:
            self.act("pass")
        return self

    def cast(self, card: str, *picks: str) -> Table:
        """Play a card that nobody answers."""
        return self.play(card, *picks).resolve()

    def jump(self, start: str, end: str, kind: str | None = None) -> Table:
        """Jump a ship from one system to another."""
        self.act(f"jump a ship from {start}")
        if kind is not None:
            self.pick(f"choose own {kind}")
        return self.pick(f"choose {end}")

    def build(self, cell: str, kind: str) -> Table:
        """Build a vessel of the piles."""
        return self.act(f"build in {cell}").pick(f"choose own {kind}")

    def buildable(self, cell: str) -> set[str]:
        """Kinds that could be built in a system now, tried on copies of the game."""
        if not self.can(f"build in {cell}"):
            return set()
        before = self.kinds_at(cell, int(self.s["active"]))
        trial = self.twin()
        trial.act(f"build in {cell}")
        if trial.s["ask"] == st.ASK_KIND:
            return {name.removeprefix("choose own ") for name in trial.legal()}
        return set(_added(before, trial.kinds_at(cell, int(self.s["active"]))))

    def twin(self) -> Table:
        """A copy to try things on."""
        twin = object.__new__(Table)
        twin.game, twin.t, twin.labels = self.game.copy(), self.t, self.labels
        return twin

    def end_phase(self) -> Table:
        """End the command phase."""
        return self.act("end the command phase")

    def fight(self, *actions: str) -> Table:
        """End the command phase and start combat in the one system where that is possible."""
        return self.end_phase().act("yes").pick(*actions)

    def answer(self, *, default: str = "no") -> Table:
        """Answer the present question in the least active way."""
        for action in (default, "pass", "done", "no", "choose 0"):
            if self.can(action):
                return self.act(action)
        return self.act(self.legal()[0])

    def quiet(self, stop: Any) -> Table:
        """Decline everything until `stop(state)` holds or the game is over."""
        for _ in range(500):
            if self.s["over"] or stop(self.s):
                return self
            if self.s["ask"] == st.ASK_COMMAND:
                self.end_phase()
            else:
                self.answer()
        raise AssertionError("the awaited moment does not come")

    def end_turn(self) -> Table:
        """End the turn without a fight: on to the first decision of the next one."""
        mark = (int(self.s["turns"]), int(self.s["num_extra"]), int(self.s["active"]))
        if self.s["ask"] == st.ASK_COMMAND:
            self.end_phase()
        return self.quiet(lambda s: (int(s["turns"]), int(s["num_extra"]), int(s["active"])) != mark)

    def next_turn_of(self, seat: int) -> Table:
        """Quietly on to that player's next command phase."""
        self.end_turn()
        return self.quiet(lambda s: s["active"] == seat and s["ask"] == st.ASK_COMMAND)

    # Looking

    def at(self, cell: str, seat: int | None = None) -> list[str]:
        """Kinds of the vessels in a system, sorted."""
        s = self.s
        return sorted(
            self.labels["kind"][s["v_kind"][v]]
            for v in range(int(s["top"]))
            if s["v_kind"][v] >= 0
            and s["v_cell"][v] == cell_of(cell)
            and (seat is None or s["v_owner"][v] == seat)
        )

    def kinds_at(self, cell: str, seat: int) -> list[str]:
        """Kinds of one player's vessels in a system."""
        return self.at(cell, seat)

    def find(self, kind: str, seat: int, cell: str | None = None) -> int:
        """The slot of the first such vessel; -1 = none."""
        s = self.s
        for v in range(int(s["top"])):
            if s["v_kind"][v] == self.kind(kind) and s["v_owner"][v] == seat:
                if cell is None or s["v_cell"][v] == cell_of(cell):
                    return v
        return -1

    def cell(self, slot: int) -> str:
        """The cell of a vessel."""
        return st.CELLS[self.s["v_cell"][slot]]

    def damage(self, slot: int) -> int:
        """Damage of a vessel."""
        return int(self.s["v_damage"][slot])

    def money(self, seat: int = 0) -> int:
        """Credits of a player."""
        return int(self.s["credits"][seat])

    def developments(self, cell: str) -> int:
        """Developments on a system."""
        return int(self.s["developments"][cell_of(cell)])

    def owner(self, cell: str) -> int:
        """Who controls a system; -1 = nobody."""
        return int(self.s["owner"][cell_of(cell)])

    def face_up(self, cell: str) -> bool:
        """Is a system explored?"""
        return bool(self.s["face_up"][cell_of(cell)])

    def hand(self, seat: int) -> list[str]:
        """Names of a player's hand cards."""
        return [self.labels["card"][c] for c in self.s["hand"][seat, : int(self.s["hand_size"][seat])]]

    def row(self, seat: int) -> list[str]:
        """Names of the technologies in a player's row."""
        return [
            name
            for card, name in enumerate(self.labels["card"])
            for _ in range(int(self.s["technology"][seat, card]))
        ]

    def discarded(self, card: str) -> int:
        """Copies of a card in the discard pile."""
        return int(self.s["discard"][self.card(card)])

    def deck_size(self, domain: str) -> int:
        """Cards left in a deck."""
        return int(self.s["deck_size"][st.DOMAINS.index(domain)])

    def destinations(self, start: str, kind: str | None = None) -> set[str]:
        """Where a ship could jump from a system, tried on a copy of the game."""
        if not self.can(f"jump a ship from {start}"):
            return set()
        trial = self.twin()
        before = trial.s["v_cell"].copy()
        trial.act(f"jump a ship from {start}")
        if kind is not None:
            trial.pick(f"choose own {kind}")
        if trial.s["ask"] == st.ASK_DESTINATION:
            return {name.removeprefix("choose ") for name in trial.legal()}
        return {st.CELLS[trial.s["v_cell"][v]] for v in np.flatnonzero(before != trial.s["v_cell"])}

    def targets(self) -> set[str]:
        """The vessels that may be chosen now, without the word choose."""
        return {re.sub("^choose ", "", name) for name in self.legal() if name.startswith("choose ")}


def _added(before: list[str], after: list[str]) -> list[str]:
    rest = list(after)
    for name in before:
        rest.remove(name)
    return rest
