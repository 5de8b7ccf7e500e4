"""Star Tycoon: names, faces of cards and present values read out of a state, for one pair of eyes.

With a seat only what that seat may know is told; without one everything is open but the order of the decks.
Hidden are the companies that others choose from, and which of two cards Farble Securities put back.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from astrarium.core.tables import Content
from astrarium.core.words import number_of

from . import state as st
from . import tables as tb

SEAT_NAMES = ("Red", "Blue", "Yellow", "Green", "Purple", "Orange")
PLACES = ("planets", "development 1", "development 2", "development 3")
TILE_NAMES = ("energy credits", "resources", "developments", "planets", "planet types", "systems")
_ONE = {st.ILLEGAL: "illegal good", st.MINERALS: "mineral", st.SHIPS: "ship", st.WILD: "resource of choice"}
_MANY = {st.CREDIT: "energy credits", st.WILD: "resources of choice"}
BONUS_TEXT = {"steal": "steal a resource of another player"}
BUFF_WORDS = {
    tb.BUFF_DOUBLE_BONUS: "bonus actions of developments count twice",
    tb.BUFF_DEVELOPMENT: "the top development 2 stands on the homeworld",
    tb.BUFF_IMPORTER: "an Offworld Importer stands on the homeworld",
    tb.BUFF_OMNIFORGE: "a second Omniforge",
    tb.BUFF_DOUBLE_ARRAYS: "Communication Arrays score twice",
}


@dataclass
class CardView:
    """The face of a planet or development."""

    card: int
    name: str
    prices: list[list[int]]  # tokens, then wild ones
    points: int
    brand: int = -1
    made: list[int] = field(default_factory=list)
    bonus: str = ""
    smuggler: str = ""
    array: bool = False
    kind: int = -1  # type of a planet
    system: str = ""
    capacity: int = 0
    target_made: list[int] = field(default_factory=list)
    target_brands: list[int] = field(default_factory=list)
    phished: bool = False

    @property
    def planet(self) -> bool:
        """Whether it is a planet."""
        return self.card < st.NUM_PLANETS

    @property
    def price(self) -> str:
        """What it costs; "" if it has no price."""
        return " or ".join(filter(None, map(words_of, self.prices)))

    @property
    def words(self) -> str:
        """The card in words: what it is, costs, makes and is worth."""
        cost = f" Costs {self.price}." if self.price else ""
        return f"{self._what()}{cost} {self._worth()}".rstrip()

    def _what(self) -> str:
        if self.planet:
            return f"{self.name}: a {st.TYPES[self.kind]} planet of the {self.system} system."
        return f"{self.name} of {st.BRANDS[self.brand]}." if self.brand >= 0 else f"{self.name}."

    def _worth(self) -> str:
        worth = number_of(self.points, "point")
        if self.planet:
            made = words_of(self.target_made)
            brands = [f"{n} of {st.BRANDS[brand]}" for brand, n in enumerate(self.target_brands) if n]
            wanted = f"make {made}" if made else f"are {' and '.join(brands)}"
            return (
                f"Room for {number_of(self.capacity, 'development')}. "
                f"If those on it {wanted} at least, it is worth {worth}."
            )
        words = [f"Makes {words_of(self.made)} a round."] if any(self.made) else []
        words += [f"Smuggles: {spelled(self.smuggler)}."] if self.smuggler else []
        words += [f"When it is built: {BONUS_TEXT.get(self.bonus, self.bonus)}."] if self.bonus else []
        words += ["A Communication Array: the more you have, the more points."] if self.array else []
        return " ".join([*words, *([f"{worth[:1].upper()}{worth[1:]}."] if self.points else [])])


@dataclass
class CompanyView:
    """The face of a company card."""

    company: int
    name: str
    ability: str
    start: list[int]
    target: str
    points: int

    @property
    def words(self) -> str:
        """The company in words: what it can do, starts with and wants."""
        worth = number_of(self.points, "point")
        start = words_of(self.start) or "nothing"
        return f"{self.name}: {self.ability.rstrip('.')}. Starts with {start}. {self.target}: {worth}."


def words_of(numbers: Sequence[int]) -> str:
    """Tokens in words: "2 gas, 1 energy credit"."""
    return ", ".join(_counted(token, int(count)) for token, count in enumerate(numbers) if count)


def spelled(ways: str) -> str:
    """The ways of a smuggler with the tokens in words: "1 mineral for 2 energy credits"."""
    return " or ".join(
        " for ".join(words_of(_numbers(side)) for side in way.split(" > ")) for way in ways.split(" / ")
    )


def _numbers(letters: str) -> list[int]:
    """Tokens in letters, as `letters_of` writes them, as numbers."""
    numbers = [0] * len(tb.LETTERS)
    for part in letters.split():
        numbers[tb.LETTERS.index(part[-1])] += int(part[:-1])
    return numbers


def _counted(token: int, count: int) -> str:
    if count == 1:
        return f"1 {_ONE.get(token) or st.TOKENS[token]}"
    return f"{count} {_MANY.get(token) or st.TOKENS[token]}"


def letters_of(numbers: Sequence[int]) -> str:
    """Tokens in letters: "1S 2M"."""
    return " ".join(f"{int(count)}{tb.LETTERS[token]}" for token, count in enumerate(numbers) if count)


@cache
def _texts(folder: Path | None, file: str) -> tuple[str, ...]:
    """The column of texts of a data file."""
    if folder is None:
        return ()
    with (folder / f"{file}.csv").open(newline="", encoding="utf-8-sig") as lines:
        return tuple(row.get("text", "") for row in csv.DictReader(lines))


def team_of(s: Any, seat: int) -> int:
    """The team of a seat, -1 without teams: seats alternate."""
    size = int(s["teams"])
    return seat % (int(s["num_players"]) // size) if size else -1


def row_of(card: int) -> int:
    """The row that a card belongs to."""
    return max(row for row in range(st.NUM_ROWS) if card >= st.FIRST_CARDS[row])


class Reader:
    """Reads names and current values out of a state, for one pair of eyes."""

    def __init__(self, content: Content, s: Any, seat: int | None = None, public: bool = False) -> None:
        self.content = content
        self.t = content.tables[0]
        self.s = s
        self.seat = seat
        self.public = public  # eyes that see only what everybody sees
        self.labels = content.labels
        self.folder = content.source

    @property
    def players(self) -> range:
        """The seats of the game."""
        return range(int(self.s["num_players"]))

    # Names

    def card_name(self, card: int) -> str:
        """The name of a card that no other has: a planet, a development with its brand, an Omniforge."""
        if card < st.FIRST_DEVELOPMENT:
            return self.labels["planet"][card]
        return self.labels["development"][card - st.FIRST_DEVELOPMENT]

    def short_name(self, card: int) -> str:
        """The name on the card, without a brand."""
        name = self.card_name(card)
        return name if card < st.FIRST_DEVELOPMENT else name.rpartition(" of ")[0] or name

    def company_name(self, company: int) -> str:
        """The name of a company."""
        return self.labels["company"][company]

    def company_text(self, company: int) -> str:
        """What the company can do."""
        texts = _texts(self.folder, "companies")
        return texts[company] if company < len(texts) else ""

    def company(self, company: int) -> CompanyView:
        """The face of a company card."""
        t = self.t
        return CompanyView(
            company,
            self.company_name(company),
            self.company_text(company),
            [int(n) for n in t["start"][company]],
            self.company_target(company),
            int(t["company_points"][company]),
        )

    def event_text(self, event: int) -> str:
        """What the event does."""
        texts = _texts(self.folder, "events")
        return texts[event] if event < len(texts) else ""

    def site_name(self, site: int) -> str:
        """The name of a place for developments."""
        return {st.HOMEWORLD: "the homeworld", st.NANOTECH: "the company card"}.get(site) or self.card_name(
            site
        )

    def smuggler_name(self, smuggler: int) -> str:
        """The name of a smuggler."""
        return self.labels["smuggler"][smuggler]

    # Cards

    def bonus(self, card: int) -> str:
        """The bonus action of a development in a few words."""
        t = self.t
        kind, token = int(t["bonus"][card]), tb.LETTERS[t["bonus_token"][card]]
        if kind == tb.BONUS_STEAL:
            times = int(t["bonus_times"][card])
            return "steal" if times == 1 else f"steal {times}"
        if kind == tb.BONUS_PER_OWN:
            return f"+1{token} per {st.TYPES[t['bonus_type'][card]]}"
        if kind == tb.BONUS_PER_RIVALS:
            return f"+1{token} per rivals' {st.TYPES[t['bonus_type'][card]]}"
        return ""

    def ways(self, kind: int) -> str:
        """The transactions of a kind of smuggler."""
        t = self.t
        return " / ".join(
            f"{letters_of(t['way_price'][kind, way])} > {letters_of(t['way_gain'][kind, way])}"
            for way in range(int(t["ways"][kind]))
        )

    def face(self, card: int, phished: bool = False) -> CardView:
        """The face of a card."""
        t = self.t
        prices = [[int(n) for n in t["price"][card, line]] for line in range(int(t["lines"][card]))]
        if card < st.FIRST_DEVELOPMENT:
            return CardView(
                card=card,
                name=self.card_name(card),
                prices=prices,
                points=int(t["target_points"][card]),
                kind=int(t["planet_type"][card]),
                system=self.labels["system"][t["planet_system"][card]],
                capacity=int(t["capacity"][card]),
                target_made=[int(n) for n in t["target_made"][card]],
                target_brands=[int(n) for n in t["target_brands"][card]],
                phished=phished,
            )
        smuggler = int(t["card_smuggler"][card])
        return CardView(
            card=card,
            name=self.short_name(card),
            prices=prices,
            points=int(t["points"][card]),
            brand=int(t["brand"][card]),
            made=[int(n) for n in t["made"][card]],
            bonus=self.bonus(card),
            smuggler=self.ways(int(t["smuggler_kind"][smuggler])) if smuggler >= 0 else "",
            array=bool(t["array"][card]),
            phished=phished,
        )

    # What the seat knows

    def sees_through(self) -> bool:
        """Whether the eyes know which card Farble has put back."""
        if self.seat is None:
            return not self.public
        company = int(self.s["company"][self.seat])
        return company >= 0 and int(self.t["ability"][company]) == tb.FARBLE

    def possible(self, row: int) -> tuple[dict[int, set[int]], set[int]]:
        """Cards that may lie in each veiled place of a deck, and those that may be the kept one."""
        places: dict[int, set[int]] = {}
        kept: set[int] = set()
        for at, (first, newcomer) in enumerate(self.s["veil"][row].tolist()):
            if first != st.NO_VEIL:
                kept = (kept if first == st.STILL_KEPT else {first}) | ({newcomer} - {st.NO_VEIL})
                places[at] = kept
        return places, kept

    def known_top(self, row: int) -> str:
        """The uppermost card of a deck if everybody knows it."""
        size = int(self.s["top_size"][row])
        return self.top_card(row, size - 1) if size else ""

    def top_card(self, row: int, at: int) -> str:
        """The card in a place on top of a deck, as far as the eyes can tell."""
        places, _ = self.possible(row)
        if at in places and not self.sees_through():
            return self.either(places[at])
        return self.card_name(int(self.s["top"][row, at]))

    def either(self, cards: set[int]) -> str:
        """One of some cards, for eyes that cannot tell."""
        return " or ".join(self.card_name(card) for card in sorted(cards))

    def reserved(self, player: int) -> list[tuple[str, CardView | None]]:
        """The reserve of a player."""
        s = self.s
        found: list[tuple[str, CardView | None]] = []
        for place in range(st.RESERVE_LIMIT):
            card = int(s["reserve"][player, place])
            if card < 0:
                continue
            if s["veiled"][player, place] and not self.sees_through():
                found.append((self.either(self.possible(row_of(card))[1]), None))
            else:
                found.append((self.card_name(card), self.face(card)))
        return found

    def deck_size(self, row: int) -> int:
        """Cards left in a deck."""
        s = self.s
        return int(s["top_size"][row]) + int(s["pool"][row]).bit_count() + int(s["bottom_size"][row])

    # Points

    def target_met(self, planet: int) -> bool:
        """Whether the target of a planet in play is met."""
        t, s = self.t, self.s
        return bool(
            (s["made_on"][planet] >= t["target_made"][planet]).all()
            and (s["brands_on"][planet] >= t["target_brands"][planet]).all()
        )

    def planets_of(self, player: int) -> list[int]:
        """The planets of a player."""
        owned = int(self.s["planets"][player])
        return [planet for planet in range(st.NUM_PLANETS) if owned >> planet & 1]

    def company_count(self, player: int) -> int:
        """Planets that count for the company's target."""
        company = int(self.s["company"][player])
        if company < 0:
            return 0
        return (int(self.s["planets"][player]) & int(self.t["company_target"][company])).bit_count()

    def company_target(self, company: int) -> str:
        """The planets that a company wants."""
        t, wanted = self.t, int(self.t["company_target"][company])
        for kind, name in enumerate(st.TYPES):
            if int(t["type_planets"][kind]) == wanted:
                return f"{st.PLANETS_OF_TARGET} {name} planets"
        for system, name in enumerate(self.labels["system"]):
            if int(t["system_planets"][system]) == wanted:
                return f"{st.PLANETS_OF_TARGET} {name} planets"
        return f"{st.PLANETS_OF_TARGET} planets"

    def supreme(self, player: int) -> bool:
        """Whether the homeworld's target is met."""
        s = self.s
        token = int(self.t["supremacy"][s["homeworld"][player]])
        own = int(s["made"][player, token])
        if len(self.players) == 1:
            return own >= st.SOLO_SUPREMACY
        return own > max(int(s["made"][other, token]) for other in self.players if other != player)

    def tile_count(self, player: int) -> int:
        """What the bonus points tile counts for a player."""
        t, s = self.t, self.s
        what = int(t["tile_count"][s["tile"]])
        if what == tb.COUNT_CREDITS:
            return int(s["tokens"][player, st.CREDIT])
        if what == tb.COUNT_RESOURCES:
            return int(s["tokens"][player, st.FIRST_RESOURCE :].sum())
        if what == tb.COUNT_DEVELOPMENTS:
            return int(s["developments"][player])
        planets = self.planets_of(player)
        if what == tb.COUNT_PLANETS:
            return len(planets) + 1
        column = "planet_type" if what == tb.COUNT_TYPES else "planet_system"
        return len({int(t[column][planet]) for planet in planets}) + 1

    def points(self, player: int) -> dict[str, int]:
        """The points of a player by what they are for, as things stand."""
        t, s = self.t, self.s
        company, home = int(s["company"][player]), int(s["homeworld"][player])
        arrays = int(t["array_points"][min(int(s["arrays"][player]), tb.MOST_ARRAYS)])
        myron = company >= 0 and t["ability"][company] == tb.MYRON
        wanted = company >= 0 and self.company_count(player) >= st.PLANETS_OF_TARGET
        return {
            "company": int(t["company_points"][company]) if wanted else 0,
            "supremacy": int(t["supremacy_points"][home]) if self.supreme(player) else 0,
            "planets": sum(
                int(t["target_points"][planet])
                for planet in self.planets_of(player)
                if self.target_met(planet)
            ),
            "developments": int(s["card_points"][player]),
            "arrays": arrays * (2 if self.buff() == tb.BUFF_DOUBLE_ARRAYS else 1),
            "partnerships": sum(points for _, _, points in self.partnerships_of(player)),
            "nanotech": int(s["nano"][player]) // 2 if myron else 0,
            "tile": int(t["tile_points"][s["tile"], min(self.tile_count(player), tb.TILE_MOST)]),
            "loan": st.UNPAID_LOAN if s["loan"][player] else 0,
        }

    def partnerships_of(self, player: int) -> list[tuple[int, int, int]]:
        """Brands, developments of them and points of a player's partnerships."""
        t, s = self.t, self.s
        found = []
        for brand in range(st.NUM_BRANDS):
            if s["partner"][brand] == player:
                count = int(s["brands"][player, brand])
                points = t["partner_points"][brand]
                found.append((brand, count, int(points[min(count, len(points) - 1)])))
        return found

    # Solo

    def buff(self) -> int:
        """The starting buff of a solo game."""
        number = int(self.s["buff_card"])
        return int(self.t["buff"][number - 1]) if number > 0 else 0

    def buff_words(self) -> str:
        """The starting buff in words."""
        buff = self.buff()
        if buff == tb.BUFF_CREDITS:
            return f"{self.t['buff_credits'][int(self.s['buff_card']) - 1]} credits more at the start"
        return BUFF_WORDS.get(buff, "")

    def goal(self) -> int:
        """The number, from 0, of the solo goal; -1 if there is none."""
        return int(self.s["goal"]) - 1

    def goal_words(self) -> str:
        """The solo goal in words."""
        t, goal = self.t, self.goal()
        if goal < 0:
            return ""
        parts = [f"{t['goal_points'][goal]} points"]
        if t["goal_build"][goal]:
            cards = [c for c in range(st.NUM_CARDS) if t["goal_cards"][goal, c]]
            names = list(dict.fromkeys(self.short_name(c) for c in cards))
            parts.append(f"{t['goal_build'][goal]} of {', '.join(names)}" if len(names) > 1 else "")
            if len(names) == 1:
                parts[-1] = f"{t['goal_build'][goal]} {names[0]}"
        if t["goal_illegal"][goal]:
            parts.append(f"{t['goal_illegal'][goal]} illegal goods")
        if t["goal_transactions"][goal]:
            parts.append(f"{t['goal_transactions'][goal]} transactions with them")
        if t["goal_each_planet"][goal].any():
            parts.append(f"{words_of(t['goal_each_planet'][goal])} made on each planet")
        if t["goal_partnerships"][goal]:
            parts.append(f"{t['goal_partnerships'][goal]} partnerships")
        return "; ".join(parts)

    def goal_state(self) -> str:
        """How far the solo goal is."""
        t, s, goal = self.t, self.s, self.goal()
        if goal < 0:
            return ""
        parts = [f"{sum(self.points(0).values())} points"]
        if t["goal_build"][goal]:
            built = sum(t["goal_cards"][goal, c] and s["owner"][c] == 0 for c in range(st.NUM_CARDS))
            parts.append(f"{built} built")
        if t["goal_illegal"][goal]:
            parts.append(f"{s['tokens'][0, 1]} illegal goods")
        if t["goal_transactions"][goal]:
            parts.append(f"{s['exports']} transactions")
        if t["goal_each_planet"][goal].any():
            sites = [*self.planets_of(0), st.HOMEWORLD]
            fed = sum((self.made_at(0, site) >= t["goal_each_planet"][goal]).all() for site in sites)
            parts.append(f"{fed} of {len(sites)} planets")
        if t["goal_partnerships"][goal]:
            parts.append(f"{len(self.partnerships_of(0))} partnerships")
        return ", ".join(parts)

    def made_at(self, player: int, site: int) -> Any:
        """Production icons of the developments on a site."""
        here = [
            c
            for c in range(st.FIRST_DEVELOPMENT, st.NUM_CARDS)
            if self.s["owner"][c] == player and self.s["site"][c] == site
        ]
        return sum((self.t["made"][c].astype(int) for c in here), self.t["made"][0].astype(int) * 0)

    # Offers

    def offer(self) -> str:
        """The offer in words."""
        s = self.s
        if s["offerer"] < 0 or s["offeree"] < 0:
            return ""
        sides = []
        for side, owner in ((st.GIVES, int(s["offerer"])), (st.ASKS_FOR, int(s["offeree"]))):
            things = [words_of(s["offer_tokens"][side])]
            reserve = [int(s["offer_cards"][side]) >> place & 1 for place in range(st.RESERVE_LIMIT)]
            names = self.reserved(owner)
            things += [words for (words, _), chosen in zip(names, reserve, strict=False) if chosen]
            sides.append(", ".join(filter(None, things)) or "nothing")
        return f"{SEAT_NAMES[s['offerer']]} offers {SEAT_NAMES[s['offeree']]} {sides[0]} for {sides[1]}"
