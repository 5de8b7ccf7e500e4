"""A Star Tycoon table to lay out by names: tokens, planets, developments, rows and decks; then to act on.

Whatever is laid out is taken from where it lay before (deck, row, reserve, another corporation), so that the
game's own invariants hold. The table begins in the first turn of seat 0 in the wanted round, with nothing but
homeworlds and Omniforges, no tokens, all markers in the middle, and rows of plain cards:

    planets         Harrow, Tilda, Bracken
    development 1   Mine RB, Farm CL, Laboratory HX
    development 2   Logistics Hub HX, Wellness Center HI, Corporate Office SQ
    development 3   Planet Cracker DM, Ringworld Farm DM, Space Elevator DM

Tokens are written as in the card lists, "2E 1S"; developments by name and code of the brand, "Mine RB".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from astrarium.envs import star_tycoon_v1
from astrarium.envs.star_tycoon import state as st
from astrarium.envs.star_tycoon import tables as tb
from astrarium.envs.star_tycoon.load import tokens
from tests.arrange import Arranged, arrange

GAME = star_tycoon_v1.game
COMPANIES = ("Holox", "Franek", "Advanced", "Rahkoon", "Quonk", "Farble")
PLAIN_ROWS = (
    ("Harrow", "Tilda", "Bracken"),
    ("Mine RB", "Farm CL", "Laboratory HX"),
    ("Logistics Hub HX", "Wellness Center HI", "Corporate Office SQ"),
    ("Planet Cracker DM", "Ringworld Farm DM", "Space Elevator DM"),
)
QUIET_EVENTS = ("Equalize", "Market Shift", "Market Flip", "Market Error")  # leave no rule in force


def counts(text: str) -> list[int]:
    """Tokens such as "1E 2M" as a list of numbers."""
    return tokens(tb.LETTERS[:-1])(text)[: st.NUM_TOKENS]


def in_words(tokens: Iterable[int]) -> str:
    """Tokens as written in the card lists: credits and illegal goods first."""
    return " ".join(f"{n}{letter}" for n, letter in zip(tokens, tb.LETTERS, strict=False) if n)


def row_of(card: int) -> int:
    """The row of a card, or of its deck."""
    return sum(card >= first for first in st.FIRST_CARDS) - 1


class Table:
    """An arranged game with names for everything; `g.s` is the record, `g.game` the arranged game."""

    def __init__(
        self,
        players: int = 2,
        companies: Sequence[str] = (),
        *,
        homeworlds: str = "SEMGFR",
        forges: Sequence[int] = (),
        round: int = 1,
        event: str | None = None,
        turn: int = 1,
        tile: str = "energy",
        chosen: bool = True,
        seed: int = 0,
        **options: int,
    ) -> None:
        if players == 1:
            options = {"omniforge": 1, "buff": 6, **options}
        self.game: Arranged = arrange(GAME, players=players, seed=seed, **options)
        self.t = self.game.content.tables[0]
        self.labels = self.game.content.labels
        self.players = players
        self._seats(homeworlds, forges, round)
        self.tile(tile)
        if not chosen:
            return
        self.keep([*companies, *(each for each in COMPANIES if each not in companies)][:players])
        s = self.s
        assert s["phase"] == st.TURN, "the table is not set up yet"
        s["tokens"] = 0
        if round > 1:
            self.late(round, event)
        s["turn"] = turn - 1
        for row, cards in zip(st.ROWS, PLAIN_ROWS, strict=True):
            self.row(row, *cards)

    def _seats(self, homeworlds: str, forges: Sequence[int], round: int) -> None:
        """Deal homeworlds and Omniforges; the first player of the wanted round is seat 0."""
        s, n = self.s, self.players
        for seat in range(n):
            s["homeworld"][seat] = list(self.t["supremacy"]).index(tb.LETTERS.index(homeworlds[seat]))
        if n == 1:
            return
        first = -(round - 1) % n
        numbers = list(forges) or [(seat - first - 1) % n + 1 for seat in range(n)]
        s["owner"][st.FIRST_FORGE :] = s["site"][st.FIRST_FORGE :] = -1
        for seat, number in enumerate(numbers):
            s["owner"][st.FIRST_FORGE + number - 1] = seat
            s["site"][st.FIRST_FORGE + number - 1] = st.HOMEWORLD
        s["first"] = s["who"] = s["seat"] = numbers.index(max(numbers))
        self._sums()

    def keep(self, wanted: Sequence[str]) -> Table:
        """Deal the wanted companies and keep them."""
        s = self.s
        keep = [self.company(name) for name in wanted]
        rest = [k for k in range(st.NUM_COMPANIES) if k not in keep]
        size = 3 if self.players <= 4 else 2
        for seat, company in enumerate(keep):
            hand = [company, *(rest.pop() for _ in range(size - 1))]
            s["hand"][seat] = sum(1 << k for k in hand)
        while s["phase"] == st.CHOOSE:
            self.game.act(f"keep {self.labels['company'][keep[int(s['seat'])]]}")
        return self

    def late(self, round: int, event: str | None = None) -> Table:
        """Go to a later round, whose first player is the acting one."""
        s = self.s
        past = [name for name in QUIET_EVENTS if name != event][: round - 1]
        if event is not None:
            past[-1] = event
        s["round"] = round
        s["first"] = s["active"] = s["who"] = s["seat"] = 0
        s["event"] = self.labels["event"].index(past[-1])
        s["events_used"] = sum(1 << self.labels["event"].index(name) for name in past)
        return self

    @property
    def s(self) -> Any:
        """The state record."""
        return self.game.states[0]

    # Names

    def card(self, name: str) -> int:
        """The number of a card: a planet, a development with the code of its brand, an Omniforge."""
        if name in self.labels["planet"]:
            return self.labels["planet"].index(name)
        return st.FIRST_DEVELOPMENT + self.labels["development"].index(self.label(name))

    def label(self, name: str) -> str:
        """The label of a development in actions: "Mine of Rounded Bioworks" for "Mine RB"."""
        found = re.fullmatch(r"(.*) ([A-Z]{2})", name)
        if not found:
            return name
        return f"{found[1]} of {st.BRANDS[tb.BRAND_CODES.index(found[2])]}"

    def name(self, card: int) -> str:
        """The short name of a card."""
        if card < st.NUM_PLANETS:
            return self.labels["planet"][card]
        label = self.labels["development"][card - st.FIRST_DEVELOPMENT]
        for brand, code in zip(st.BRANDS, tb.BRAND_CODES, strict=True):
            label = label.replace(f" of {brand}", f" {code}")
        return label

    def names(self, cards: Iterable[int]) -> list[str]:
        """Short names of cards."""
        return [self.name(int(card)) for card in cards if card >= 0]

    def company(self, name: str) -> int:
        """The number of the company whose name begins like this."""
        return next(k for k, label in enumerate(self.labels["company"]) if label.startswith(name))

    def site(self, name: str) -> int:
        """The number of a site: a planet, "home" or "company"."""
        beside = {"home": st.HOMEWORLD, "company": st.NANOTECH}
        return beside[name] if name in beside else self.labels["planet"].index(name)

    # Laying out

    def tokens(self, *tokens: str) -> Table:
        """Set the tokens of the players from seat 0 on."""
        for seat, text in enumerate(tokens):
            self.s["tokens"][seat] = counts(text)
        return self

    def forge(self, number: int, text: str) -> Table:
        """Let an Omniforge make other tokens, as one of somebody's own card set may."""
        cards = self.game.content
        cards = replace(cards, tables=cards.tables.copy())
        self.game.__dict__["content"] = cards
        self.t = cards.tables[0]
        self.t["made"][st.FIRST_FORGE + number - 1] = counts(text)
        return self._sums()

    def tile(self, name: str) -> Table:
        """Lay out a bonus points tile by what it counts."""
        self.s["tile"] = self.labels["tile"].index(name)
        return self

    def markers(self, **columns: int) -> Table:
        """Set trade markers by resource."""
        for name, column in columns.items():
            self.s["marker"][st.RESOURCES.index(name)] = column
        return self

    def planet(self, seat: int, *names: str) -> Table:
        """Give planets to a player."""
        for name in names:
            card = self.card(name)
            self._take(card)
            self.s["owner"][card] = seat
        return self._sums()

    def build(self, seat: int, site: str, *names: str) -> Table:
        """Build developments on a site of a player; Omniforges may be moved there too."""
        for name in names:
            card = self.card(name)
            if card < st.FIRST_FORGE:
                self._take(card)
            self.s["owner"][card], self.s["site"][card] = seat, self.site(site)
        return self._sums()

    def reserve(self, seat: int, *names: str) -> Table:
        """Put cards into a player's reserve."""
        s = self.s
        for name in names:
            card = self.card(name)
            self._take(card)
            s["reserve"][seat, list(s["reserve"][seat]).index(-1)] = card
        return self

    def partner(self, seat: int, *codes: str) -> Table:
        """Give partnerships to a player, by the codes of the brands."""
        for code in codes:
            self.s["partner"][tb.BRAND_CODES.index(code)] = seat
        return self

    def loan(self, *seats: int) -> Table:
        """Let players have a loan."""
        for seat in seats:
            self.s["loan"][seat] = 1
        return self

    def row(self, row: str, *names: str, full: bool = True) -> Table:
        """Lay the cards of a row; the ones that lay there go into the deck. A "-" is a gap."""
        s, at = self.s, st.ROWS.index(row)
        for card in s["row"][at]:
            self._shuffle_in(int(card))
        s["row"][at], s["phished"][at] = -1, 0
        for slot, name in enumerate(names):
            if name != "-":
                card = self.card(name)
                self._take(card)
                s["row"][at, slot] = card
        s["full"][at] = full
        return self

    def deck(self, row: str, *top: str, bottom: Sequence[str] = ()) -> Table:
        """Lay known cards on a deck, the first uppermost, and under it, the last lowermost."""
        s, at = self.s, st.ROWS.index(row)
        for name in [*top, *bottom]:
            self._take(self.card(name))
        for name in reversed(top):
            s["top"][at, s["top_size"][at]] = self.card(name)
            s["top_size"][at] += 1
        for name in bottom:
            s["bottom"][at, s["bottom_size"][at]] = self.card(name)
            s["bottom_size"][at] += 1
        return self

    def drain(self, row: str, seat: int, keep: int = 0) -> Table:
        """Leave `keep` unknown cards in a deck; the rest goes to a player, with planets to build on."""
        at = st.ROWS.index(row)
        for card in self.pool(row)[keep:]:
            if at == st.PLANETS:
                self.planet(seat, card)
                continue
            while not any(
                self.s["room"][p] > 0 and self.s["owner"][p] == seat for p in range(st.NUM_PLANETS)
            ):
                self.planet(seat, self.pool("planets")[-1])
            owned = [p for p in range(st.NUM_PLANETS) if self.s["owner"][p] == seat and self.s["room"][p] > 0]
            self.build(seat, self.name(owned[0]), card)
        return self

    def seat_to_act(self, seat: int) -> Table:
        """Make it this player's turn."""
        self.s["active"] = self.s["who"] = self.s["seat"] = seat
        return self

    def _shuffle_in(self, card: int) -> None:
        """Put a card into the unknown part of its deck."""
        if card >= 0:
            self.s["pool"][row_of(card)] |= 1 << (card - st.FIRST_CARDS[row_of(card)])

    def _take(self, card: int) -> None:
        """Take a card from wherever it lies; a gap in a row is filled from the pool if it can be."""
        s, at = self.s, row_of(card)
        bit = 1 << (card - st.FIRST_CARDS[at])
        if s["pool"][at] & bit:
            s["pool"][at] &= ~bit
        elif card in s["row"][at]:
            slot = list(s["row"][at]).index(card)
            others = self.pool(st.ROWS[at])
            s["row"][at, slot] = -1
            if others:
                other = self.card(others[-1])
                self._take(other)
                s["row"][at, slot] = other
        elif s["owner"][card] >= 0:
            s["owner"][card] = -1
            if card >= st.FIRST_DEVELOPMENT:
                s["site"][card] = -1
        elif card in s["top"][at, : s["top_size"][at]]:
            self._take_from(s["top"][at], s["top_size"], at, card)
        elif card in s["bottom"][at, : s["bottom_size"][at]]:
            self._take_from(s["bottom"][at], s["bottom_size"], at, card)
        else:
            seat = next(k for k in range(self.players) if card in s["reserve"][k])
            kept = [c for c in s["reserve"][seat] if c != card]
            s["reserve"][seat] = [*kept, -1]

    def _take_from(self, cards: Any, sizes: Any, at: int, card: int) -> None:
        kept = [int(c) for c in cards[: sizes[at]] if c != card]
        cards[len(kept)] = -1
        cards[: len(kept)] = kept
        sizes[at] = len(kept)

    def _sums(self) -> Table:
        """Recompute what follows from who owns which card and where it stands."""
        s, t = self.s, self.t
        for name in ("planets", "open_sites", "room", "home_room", "made", "forged", "made_on", "brands_on"):
            s[name] = 0
        for name in ("brands", "arrays", "nano", "developments", "card_points", "lacks", "missing"):
            s[name] = 0
        s["smugglers"] = 0
        for seat in range(self.players):
            if s["company"][seat] >= 0 and t["ability"][s["company"][seat]] == tb.JUGNO:
                s["smugglers"] |= 1 << st.COMPANY_SMUGGLER
            s["home_room"][seat] = t["home_capacity"][s["homeworld"][seat]]
        for planet in range(st.NUM_PLANETS):
            if s["owner"][planet] >= 0:
                s["planets"][s["owner"][planet]] |= 1 << planet
                s["room"][planet] = t["capacity"][planet]
        for card in range(st.FIRST_DEVELOPMENT, st.NUM_CARDS):
            if s["owner"][card] >= 0:
                self._add(card, int(s["owner"][card]), int(s["site"][card]))
        for planet in range(st.NUM_PLANETS):
            if s["owner"][planet] >= 0:
                self._target(planet)
        for seat in range(self.players):
            for planet in range(st.NUM_PLANETS):
                if s["owner"][planet] == seat and s["room"][planet] > 0:
                    s["open_sites"][seat] |= 1 << planet
            if s["home_room"][seat] > 0:
                s["open_sites"][seat] |= 1 << st.HOMEWORLD
            if s["company"][seat] >= 0 and t["ability"][s["company"][seat]] == tb.MYRON:
                s["open_sites"][seat] |= 1 << st.NANOTECH
        return self

    def _target(self, planet: int) -> None:
        """What the target of a planet in play still asks for."""
        s, t = self.s, self.t
        made = t["target_made"][planet] - s["made_on"][planet]
        brands = t["target_brands"][planet] - s["brands_on"][planet]
        lack = [*made.tolist(), *brands.tolist()]
        s["lacks"][planet] = sum(1 << k for k, n in enumerate(lack) if n > 0)
        s["missing"][planet] = sum(n for n in lack if n > 0)

    def _add(self, card: int, seat: int, site: int) -> None:
        s, t = self.s, self.t
        s["forged" if card >= st.FIRST_FORGE else "made"][seat] += t["made"][card]
        brand = int(t["brand"][card])
        branded = 0 <= brand < st.NUM_BRANDS
        if branded:
            s["brands"][seat, brand] += 1
        if site < st.NUM_PLANETS:
            s["room"][site] -= 1
            s["made_on"][site] += t["made"][card]
            if branded:
                s["brands_on"][site, brand] += 1
        elif site == st.HOMEWORLD:
            s["home_room"][seat] -= 1
        else:
            s["nano"][seat] += 1
        s["arrays"][seat] += t["array"][card]
        if t["card_smuggler"][card] >= 0:
            s["smugglers"] |= 1 << int(t["card_smuggler"][card])
        s["developments"][seat] += 1
        s["card_points"][seat] += t["points"][card]

    # Acting

    def act(self, *actions: str) -> Table:
        """Take actions by name; each must be legal."""
        self.game.check()
        for action in actions:
            self.game.act(action)
            self.game.check()
        return self

    def pick(self, *actions: str) -> Table:
        """Answer what is asked, in whatever order, with these: a choice of one option is not asked."""
        left = list(actions)
        while True:
            legal = self.legal()
            fitting = [action for action in left if action in legal]
            if not fitting:
                return self
            left.remove(fitting[0])
            self.act(fitting[0])

    def buy(self, row: str, slot: int, *picks: str) -> Table:
        """Purchase a card of a row."""
        return self.act(f"buy {row}: card {slot}").pick(*picks)

    def pay_up(self) -> Table:
        """Pay with whatever comes first."""
        while self.asks() == "pay":
            self.act(self.legal()[0])
        return self

    def choose(self, name: str) -> str:
        """The action that chooses a site or a development."""
        beside = {"home": "choose the homeworld", "company": "choose the company card"}
        return beside.get(name) or f"choose {self.label(name)}"

    def smuggle(self, name: str, *picks: str, way: str = "first") -> Table:
        """One transaction of a smuggler."""
        return self.act(self.smuggling(name, way)).pick(*picks)

    def smuggling(self, name: str, way: str = "first") -> str:
        """The action of such a transaction."""
        return f"smuggle: {self.label(name)}, {way} way"

    def legal(self) -> list[str]:
        """Names of the legal actions."""
        return self.game.legal()

    def can(self, action: str) -> bool:
        """Is an action legal?"""
        return self.game.can(action)

    def offered(self, start: str) -> list[str]:
        """What follows this beginning in the names of the legal actions."""
        return [name.removeprefix(start) for name in self.legal() if name.startswith(start)]

    def twin(self) -> Table:
        """A copy to try things on."""
        twin = object.__new__(Table)
        twin.game, twin.t, twin.labels, twin.players = self.game.copy(), self.t, self.labels, self.players
        return twin

    def quiet_answer(self) -> str:
        """The least that can be done now."""
        legal = self.legal()
        return next((name for name in ("end the turn", "done", "no") if name in legal), legal[0])

    def quiet(self, stop: Callable[[Any], bool]) -> Table:
        """Do as little as possible until `stop(state)` holds or the game is over."""
        for _ in range(500):
            if self.s["over"] or stop(self.s):
                return self
            self.act(self.quiet_answer())
        raise AssertionError("the awaited moment does not come")

    def end_turn(self) -> Table:
        """End the turn quietly, up to the first decision after it."""
        mark = (int(self.s["round"]), int(self.s["turn"]), int(self.s["active"]))
        return self.quiet(lambda s: (int(s["round"]), int(s["turn"]), int(s["active"])) != mark)

    def to_discard(self) -> Table:
        """Quietly up to the first decision of the Discard phase, or behind it if there is none."""
        now = int(self.s["round"])
        return self.quiet(lambda s: s["phase"] == st.DISCARD or s["round"] != now)

    def end_round(self, event: str | None = None) -> Table:
        """Quietly up to the first decision of the next round, whose event may be chosen."""
        return self.act(self.last_of_round(event))

    def last_of_round(self, event: str | None = None) -> str:
        """Quietly up to the last decision of the round; the action that ends it, and brings the event."""
        now = int(self.s["round"])
        for _ in range(500):
            action = self.quiet_answer()
            trial = self.twin()
            trial.game.act(action)
            if trial.s["round"] == now and not trial.s["over"]:
                self.act(action)
                continue
            word = int(self.s["rng"][0])
            for number in range(1, 1000):
                if event is None or trial.event() == event:
                    break
                self.s["rng"][0] = word ^ number * 0x9E37_79B9_7F4A_7C15 % 2**64
                trial = self.twin()
                trial.game.act(action)
            assert event is None or trial.event() == event, f"{event} is never drawn"
            return action
        raise AssertionError("the round does not end")

    # Looking

    def has(self, seat: int = 0) -> str:
        """Tokens of a player."""
        return in_words(self.s["tokens"][seat])

    def total(self, seat: int = 0) -> int:
        """Number of tokens of a player."""
        return int(self.s["tokens"][seat].sum())

    def column(self, resource: str) -> int:
        """Column of a trade marker."""
        return int(self.s["marker"][st.RESOURCES.index(resource)])

    def columns(self) -> list[int]:
        """Columns of all trade markers: minerals, gas, food, research, ships."""
        return [int(column) for column in self.s["marker"]]

    def cards(self, row: str) -> list[str]:
        """The face-up cards of a row; "-" is a gap."""
        found = self.s["row"][st.ROWS.index(row)]
        names = ["-" if card < 0 else self.name(int(card)) for card in found]
        return names if names[-1] != "-" else names[:-1]

    def is_full(self, row: str) -> bool:
        """Does a row count as full?"""
        return bool(self.s["full"][st.ROWS.index(row)])

    def pool(self, row: str) -> list[str]:
        """The cards in the unknown part of a deck."""
        at = st.ROWS.index(row)
        bits = int(self.s["pool"][at])
        return [self.name(st.FIRST_CARDS[at] + k) for k in range(st.DECK_SIZES[at]) if bits >> k & 1]

    def top(self, row: str) -> list[str]:
        """The known cards on a deck, the uppermost first."""
        at = st.ROWS.index(row)
        return self.names(self.s["top"][at, : self.s["top_size"][at]])[::-1]

    def bottom(self, row: str) -> list[str]:
        """The known cards under a deck, the lowermost last."""
        at = st.ROWS.index(row)
        return self.names(self.s["bottom"][at, : self.s["bottom_size"][at]])

    def deck_size(self, row: str) -> int:
        """Cards in a deck."""
        return len(self.pool(row)) + len(self.top(row)) + len(self.bottom(row))

    def planets(self, seat: int = 0) -> list[str]:
        """Planets of a player, sorted."""
        return sorted(self.names(p for p in range(st.NUM_PLANETS) if self.s["owner"][p] == seat))

    def built(self, seat: int = 0, site: str | None = None) -> list[str]:
        """Developments of a player, or of one of the sites, Omniforges left out."""
        s = self.s
        return self.names(
            card
            for card in range(st.FIRST_DEVELOPMENT, st.FIRST_FORGE)
            if s["owner"][card] == seat and (site is None or s["site"][card] == self.site(site))
        )

    def where(self, name: str) -> str:
        """The site of a development in play."""
        site = int(self.s["site"][self.card(name)])
        return {st.HOMEWORLD: "home", st.NANOTECH: "company", -1: "nowhere"}.get(site) or self.name(site)

    def reserved(self, seat: int = 0) -> list[str]:
        """Reserved cards of a player."""
        return self.names(self.s["reserve"][seat])

    def partners(self, seat: int = 0) -> list[str]:
        """Codes of the brands a player has a partnership with."""
        return [code for code, who in zip(tb.BRAND_CODES[:-1], self.s["partner"], strict=True) if who == seat]

    def event(self) -> str | None:
        """The event in force."""
        return None if self.s["event"] < 0 else self.labels["event"][self.s["event"]]

    def points(self, seat: int = 0) -> int:
        """Victory points of a player as the game stands."""
        return int(self.game.outcome()[0][seat])

    def ranks(self) -> list[int]:
        """Places of the players as the game stands; 0 is the best."""
        return self.game.outcome()[1]

    def asks(self) -> str:
        """What is asked."""
        return GAME.questions.at(self.s["ask"]).name

    def __repr__(self) -> str:
        return f"{self.asks()}: {', '.join(self.legal())}\n{np.array2string(self.s['tokens'])}"
