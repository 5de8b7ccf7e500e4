"""SpaceCorp: the words of a position: names of players, sites, cards and tiles, numbers in good English."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from astrarium.core import Words
from astrarium.core.telling import Event
from astrarium.core.words import number_of

from . import events as ev
from . import state as st
from .actions import ACTIONS
from .questions import QUESTIONS

SEAT_NAMES = ("Blue", "Yellow", "Red", "Green")
# Why profit is gained or paid, on the score sheet: in the order of ev.REASONS.
SOURCES = (
    "Discovery tiles",
    "bases",
    "production",
    "Resource Exchange",
    "colonies",
    "colonies, when others act",
    "claims",
    "Orion Spur",
    "progress cards",
    "Cooperative Empathy",
    "Divert",
    "Market Influence",
    "Hostile Microbes",
    "radiation",
    "spent on actions",
    "colony points bought",
    "Beyond markers",
    "genetics markers",
    "number of colonies",
)


def named(names: Sequence[str]) -> Callable[[Any, int], str]:
    """A method that names a number out of a list."""
    return lambda words, number: names[number]


class SpaceCorpWords(Words):
    """The words of a position."""

    actions, questions, seat_names = ACTIONS, QUESTIONS, SEAT_NAMES

    @property
    def t(self) -> Any:
        """The tables of the content set."""
        return self.content.tables[0]

    @property
    def labels(self) -> Any:
        """Names of the content set."""
        return self.content.labels

    @property
    def era(self) -> int:
        """The number of the era."""
        return int(self.state["era"])

    @property
    def titles(self) -> list[tuple[str, str]]:
        """Every progress card: its name, and what it does."""
        return list(zip(self.labels["title"], self.labels["title_text"], strict=True))

    def opening(self) -> str:
        """The heading before the first decision."""
        s = self.state
        return f"{st.ERAS[self.era]}, turn {s['turns']}, turn of {self.seat(s['active'])}"

    # Names

    def site(self, place: int) -> str:
        """The name of a site, by its place among the sites of all eras."""
        return self.labels["site"][place]

    def site_here(self, site: int) -> str:
        """The name of a site of this era."""
        return self.site(st.FIRST_SITE[self.era] + int(site))

    def card(self, card: int) -> str:
        """The name of a card, by its number among the cards of all eras."""
        return self.labels["card"][card]

    def card_here(self, card: int) -> str:
        """The name of a card of this era."""
        return self.card(st.NUM_CARDS * self.era + int(card))

    def tile(self, tile: int) -> str:
        """The name of a tile."""
        return self.labels["tile"][tile]

    def tile_words(self, tile: int) -> str:
        """What a tile gives, in short."""
        t = self.t
        words = [icon for k, icon in enumerate(st.ICONS) if t["tile_icons"][tile] >> k & 1]
        if t["tile_profit"][tile]:
            words.append(f"{t['tile_profit'][tile]}T")
        if t["tile_genetics"][tile]:
            words.append(f"Gen{t['tile_genetics'][tile]}")
        if t["tile_revelation"][tile]:
            words.append(f"Rev{t['tile_revelation'][tile]}")
        if t["tile_produce"][tile] >= 0:
            words.append(f"P{t['tile_produce'][tile]}")
        if t["tile_colony"][tile]:
            words.append(f"Col{t['tile_colony'][tile]}")
        if t["tile_base"][tile]:
            words.append(f"Base{t['tile_base'][tile]:+d}")
        return ", ".join(words)

    def infra(self, seat: int, slot: int) -> tuple[str, str]:
        """What stands in an Infra slot: a card with its numbers, or the printed number."""
        card, start = int(self.state["infra"][seat, slot]), int(self.state["start_era"]) - 1
        if card >= 0:
            return self.labels["card"][card], self.numbers(card)
        if self.t["hq_kind"][start, slot] >= 0:
            return f"{st.TYPES[self.t['hq_kind'][start, slot]]} {self.t['hq_value'][start, slot]}", ""
        return "empty", ""

    def face_here(self, card: int) -> tuple[str, str]:
        """Name and numbers of a card of this era."""
        return self.card_here(card), self.numbers(st.NUM_CARDS * self.era + card)

    def copies(self, counts: Any) -> list[tuple[str, int]]:
        """Cards of this era by name, with how many there are."""
        return [(self.card_here(card), int(n)) for card, n in enumerate(counts) if n]

    def numbers(self, card: int) -> str:
        """The actions of a card, and its Edge."""
        parts = []
        for kind in range(st.NUM_VALUED):
            plain, shield, mult = (int(self.t[name][card, kind]) for name in ("plain", "shield", "mult"))
            if mult:
                parts.append(f"{st.TYPES[kind]} x{mult}")
            elif plain and shield:
                parts.append(f"{st.TYPES[kind]} {plain} or {shield} shielded")
            elif plain or shield:
                parts.append(f"{st.TYPES[kind]} {plain or shield}{'' if plain else ' shielded'}")
        if self.t["special"][card]:
            parts.append("Special")
        if self.t["edge"][card] >= 0:
            parts.append(f"Edge {st.EDGES[self.t['edge'][card]]}")
        return " / ".join(parts)

    def condition(self, row: int) -> str:
        """The condition of a contract of this era, with the number for this many players."""
        return self.contract_words(st.NUM_ROWS * self.era + row)

    def contract_words(self, contract: int) -> str:
        """The condition of a contract, by its number among those of all eras."""
        words = self.labels["contract"][contract]
        keep = r"\2" if self.state["num_players"] == 2 else r"\1"
        return re.sub(r"(\d+) \(2p: (\d+)\)", keep, words)

    def award(self, row: int) -> int:
        """What a contract of this era pays now."""
        side = 1 if self.state["num_players"] == 2 else 0
        return int(
            sum(
                self.t["award"][era, row, side] for era in range(int(self.state["marker"][row]), self.era + 1)
            )
        )

    # Events

    era_name, type, kind, edge, stack, reason = map(
        named, (st.ERAS, st.TYPES, st.KINDS, st.EDGES, st.STACKS, ev.REASONS)
    )

    def intercept(self, extra: int) -> str:
        """Whether a turn is an Intercept."""
        return " (Intercept)" if extra else ""

    def cards(self, card: int, copies: int) -> str:
        """Copies of a card."""
        return self.card(card) if copies == 1 else f"{copies} {self.card(card)} cards"

    def card_number(self, number: int) -> str:
        """So many cards."""
        return number_of(number, "card")

    def left_in_deck(self, number: int) -> str:
        """What is left of the deck."""
        return f"{number_of(number, 'card')} left in the deck"

    def time_use(self, how: int) -> str:
        """How a Time card is used."""
        return "doubles the value" if how == st.DOUBLE else "lets two teams act"

    def base(self, kind: int) -> str:
        """A type of base."""
        return f"{st.BASES[kind]} base" if kind in (st.INDUSTRIAL, st.SECURE) else st.BASES[kind]

    def a_base(self, kind: int) -> str:
        """A type of base with its article."""
        name = self.base(kind)
        return f"{'an' if name[0] in 'AEI' else 'a'} {name}"

    def points_of(self, seat: int, told: Sequence[Event]) -> dict[str, float]:
        """The score sheet: what profit was gained and paid for."""
        found: dict[str, float] = {}
        signs = {ev.GAINS: 1, ev.PAYS: -1, ev.FULFILLS: 1}
        for event in told:
            if event.kind in signs and event.numbers[0] == seat:
                contract = event.kind == ev.FULFILLS
                amount = event.numbers[2 if contract else 1] * signs[event.kind]
                what = "contracts" if contract else SOURCES[event.numbers[3]]
                found[what] = found.get(what, 0.0) + amount
        return {what: amount for what, amount in found.items() if amount}

    def pays(self, reason: int) -> str:
        """How profit goes."""
        return "loses" if reason == ev.MICROBES else "pays"

    def team(self, team: int) -> str:
        """A team."""
        return f"team {int(team) + 1}"

    def count(self, place: int) -> str:
        """Counted from 1."""
        return str(place + 1)

    def on_track(self, track: int) -> str:
        """Where on the star track a team arrives."""
        return f", {number_of(track, 'step')} from the star" if track else ""

    def nearing(self, track: int, star: int) -> str:
        """A step on a star track."""
        if track == 0:
            return f"reaches the star {self.site(star)}"
        return f"is {number_of(track, 'step')} from the star {self.site(star)}"

    def place(self, place: int) -> str:
        """First or second."""
        return ("1st", "2nd")[place]

    def tile_found(self, tile: int) -> str:
        """A tile, and what it gives."""
        words = self.tile_words(tile)
        return f"{self.tile(tile)} ({words})" if words else self.tile(tile)

    def face(self, card: int) -> str:
        """A card, and what it does."""
        return f"{self.card(card)} ({self.numbers(card)})"

    def title(self, title: int) -> str:
        """A progress card."""
        return self.labels["title"][title]

    def title_told(self, title: int) -> str:
        """A progress card, and what it does."""
        return f"{self.title(title)}: {self.labels['title_text'][title]}"

    def colony(self, colony: int) -> str:
        """A colony tile."""
        return self.labels["colony"][colony]

    def contract_told(self, contract: int) -> str:
        """A contract, and its condition."""
        return f"{contract % st.NUM_ROWS + 1} ({self.contract_words(contract)})"

    def trigger(self, why: int) -> str:
        """Why the end of the era is near."""
        return "six contracts are fulfilled" if why == st.BY_CONTRACTS else "the deck is empty"

    def profits(self, players: int, *profits: int) -> str:
        """Everybody's profit."""
        return ", ".join(f"{self.seat(k)} {profits[k]}T" for k in range(players))

    # Questions

    def contract(self) -> str:
        """The contract that is asked about."""
        row = int(self.state["row"])
        return f"{row + 1} ({self.condition(row)}) for {self.award(row)}T"

    def moment(self) -> str:
        """The moment at which Edges can be played."""
        return st.WINDOWS[self.state["window"]]

    def chosen(self) -> str:
        """The card that is upgraded."""
        return self.card_here(self.state["card"])

    def played(self) -> str:
        """The card that is being played."""
        return self.card_here(self.state["playing"])

    def mover(self) -> str:
        """The team that is announced, and where it stands."""
        return self._standing(int(self.state["team"]))

    def passenger(self) -> str:
        """The team that is transported, and where it stands."""
        return self._standing(int(self.state["passenger"]))

    def target(self) -> str:
        """The site of the action."""
        return self.site_here(self.state["site"])

    def box(self) -> str:
        """The tile that the next base is built on, and its site."""
        s = self.state
        tile = int(s["tile"][s["site"], s["chosen_boxes"]])
        return f"{self.tile(tile)} at {self.target()}" if tile >= 0 else self.target()

    def announced(self) -> str:
        """The action that is being announced: what it is about, and what it costs."""
        s = self.state
        act = int(s["act"])
        words = st.TYPES[act]
        if act == st.MOVE:
            return f"{words} to {self.target()} (cost {s['cost']})"
        if act in (st.EXPLORE, st.BUILD):
            return f"{words} at {self.target()} (cost {s['cost']})"
        if act == st.COLONIZE:
            return f"the colony at {self.target()} (Build {s['cost']})"
        return words

    def so_far(self) -> str:
        """What has been put into the action."""
        s = self.state
        words = str(s["plain"]) if s["plain"] or s["mult"] == 1 else ""
        times = f"x{s['mult']}" if s["mult"] > 1 else ""
        return " ".join(filter(None, (words, times)))

    def shieldable(self) -> str:
        """The Infra card that would count at its shielded number."""
        return self.card(self._shieldable())

    def award_kind(self) -> str:
        """The kind of progress card that is chosen."""
        return st.KINDS[st.ADAPTATION if self.state["adaptations"] > 0 else st.BREAKTHROUGH]

    def first_site(self) -> str:
        """Where the holder of the 1st Beyond marker may begin."""
        return self.site_here(self.t["first_beyond"][self.era])

    def second_site(self) -> str:
        """Where the holder of the 2nd Beyond marker may begin."""
        return self.site_here(self.t["second_beyond"][self.era])

    # Actions

    def action_done(self) -> str:
        """What "done" means here."""
        return _DONE[int(self.state["ask"])]

    def action_type(self, kind: int) -> str:
        """The action to conduct, or the one that Sabotage forbids."""
        return f"forbid {st.TYPES[kind]}" if self.state["ask"] == st.ASK_SABOTAGE else st.TYPES[kind]

    def action_team(self, team: int) -> str:
        """A team and where it stands."""
        return self._standing(team)

    def action_site(self, place: int) -> str:
        """A site, and what happens there."""
        return f"{_TO_SITE.get(int(self.state['ask']), '')}{self.site(place)}"

    def action_card(self, card: int) -> str:
        """A card, and what is done with it."""
        if self.state["ask"] == st.ASK_IDLE:
            return f"discard {self.card(card)}"
        return self.face(card) if self.state["ask"] == st.ASK_UPGRADE_CARD else f"play {self.card(card)}"

    def action_whose(self, place: int) -> str:
        """Whose Infra or base is used."""
        thing = _WHOSE[int(self.state["ask"])]
        return f"{self._player_at(place)}'s {thing}" if place else f"own {thing}"

    def action_answer(self, answer: int) -> str:
        """Yes or no, in the words of the question."""
        ask = int(self.state["ask"])
        if ask == st.ASK_INFRA_SHIELD:
            return self._number(self._shieldable(), answer)
        if ask == st.ASK_CARD_SHIELD:
            return self._number(st.NUM_CARDS * self.era + int(self.state["playing"]), answer)
        return _ANSWERS[ask][answer].format_map(self)

    def action_base(self, kind: int) -> str:
        """A base to build."""
        return f"build {self.a_base(kind)}"

    def action_take(self, source: int) -> str:
        """Where a card is taken from."""
        if source == st.TAKE_DECK:
            return "draw from the deck"
        if source == st.TAKE_REVELATION:
            return "a step of the revelation marker"
        box = source - st.TAKE_OFFER
        return f"take {self.card_here(self.state['offers'][box])} (offer {box + 1})"

    def action_spend(self, amount: int) -> str:
        """Profit spent on the value."""
        return f"spend {amount}T" if amount else "spend nothing"

    def action_slot(self, slot: int) -> str:
        """An Infra slot with what is there."""
        there, _ = self.infra(int(self.state["seat"]), slot)
        if self.state["ask"] == st.ASK_PURGE:
            return f"remove {there} (slot {slot + 1})"
        return f"Infra slot {slot + 1} ({there})"

    def action_progress(self, title: int) -> str:
        """A progress card."""
        return f"take {self.title(title)}"

    def action_colony(self, colony: int) -> str:
        """A colony tile."""
        return f"colony {self.colony(colony)}"

    def action_edge(self, edge: int) -> str:
        """An Edge."""
        return f"play {st.EDGES[edge]}"

    # Parts of them

    def _player_at(self, place: int) -> str:
        s = self.state
        return self.seat((int(s["seat"]) + place) % int(s["num_players"]))

    def _standing(self, team: int) -> str:
        s = self.state
        seat = int(s["seat"])
        return f"{self.team(team)} at {self.site_here(s['team_site'][seat, team])}"

    def _number(self, card: int, shielded: int) -> str:
        """A card at its plain or at its shielded number."""
        kind = st.BUILD if self.state["act"] == st.COLONIZE else int(self.state["act"])
        number = int(self.t["shield" if shielded else "worth"][card, kind])
        return f"{self.card(card)} at {number}{' shielded' if shielded else ''}"

    def _shieldable(self) -> int:
        """The used Infra card that loses least at its shielded number."""
        s, t = self.state, self.t
        kind = int(s["act"])
        cards = [int(card) for seat in s["hq"] if seat >= 0 for card in s["infra"][seat] if card >= 0]
        fitting = [card for card in cards if t["shield"][card, kind]]
        return min(fitting, key=lambda card: int(t["worth"][card, kind]) - int(t["shield"][card, kind]))


_DONE = {
    st.ASK_COLONY_TEAM: "remove no team",
    st.ASK_SECOND_HQ: "no other Infra",
    st.ASK_PLAY: "no more cards",
    st.ASK_PORT: "no Spaceport",
    st.ASK_INDUSTRY: "no Industrial base",
    st.ASK_FACTORY: "no Shield Factory",
    st.ASK_DRAW: "draw no more",
    st.ASK_SECOND_MOVE: "no second team",
    st.ASK_SECOND_EXPLORE: "no second team",
    st.ASK_SECOND_BUILD: "no second team",
    st.ASK_IDLE: "discard no more",
    st.ASK_TRANSPORT: "no transport",
    st.ASK_EDGE: "no Edge",
    st.ASK_LEGACY: "no tile",
}
_TO_SITE = {
    st.ASK_PROBE_SITE: "probe ",
    st.ASK_PROTOTYPE_SITE: "to ",
    st.ASK_MOVE_SITE: "to ",
    st.ASK_COLONY_SITE: "colonize ",
    st.ASK_TRANSPORT_SITE: "to ",
    st.ASK_STAR_CHILD: "at ",
    st.ASK_LEGACY: "keep ",
}
_WHOSE = {
    st.ASK_HQ: "Infra",
    st.ASK_SECOND_HQ: "Infra",
    st.ASK_PORT: "Spaceport",
    st.ASK_INDUSTRY: "Industrial base",
    st.ASK_FACTORY: "Shield Factory",
    st.ASK_BASE: "base",
}
_ANSWERS = {
    st.ASK_COLONY_PRICE: ("pay nothing", "pay 5T"),
    st.ASK_CLAIM: ("do not claim it", "claim it"),
    st.ASK_REWARD: ("no card", "draw a card"),
    st.ASK_FIRST_BEYOND: ("stay at home", "begin at {first_site}"),
    st.ASK_SECOND_BEYOND: ("stay at home", "begin at {second_site}"),
}
