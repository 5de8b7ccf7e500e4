"""SpaceCorp: the words of a position: names of players, sites, cards and tiles, numbers in good English."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    "Cooperative Empathy (progress card)",
    "Divert (Edge)",
    "Market Influence (Edge)",
    "Hostile Microbes (Edge)",
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


@dataclass(frozen=True)
class OwnBases:
    """What bases do for an action: a number added, one number doubled, the total multiplied."""

    name: str = ""
    add: int = 0
    doubled: bool = False
    factor: int = 1


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

    def tile_gives(self, tile: int) -> str:
        """What a tile gives, in words; "" if nothing."""
        t = self.t
        words = [icon for k, icon in enumerate(st.ICONS) if t["tile_icons"][tile] >> k & 1]
        now = [f"{t['tile_profit'][tile]}T"] if t["tile_profit"][tile] else []
        for field in ("genetics", "revelation"):
            now += [f"{field} +{t[f'tile_{field}'][tile]}"] if t[f"tile_{field}"][tile] else []
        words += [f"{' and '.join(now)} at once"] if now else []
        if t["tile_produce"][tile] >= 0:
            words.append(f"P{t['tile_produce'][tile]}: {t['tile_produce'][tile]}T at each Produce")
        if t["tile_colony"][tile]:
            words.append(number_of(int(t["tile_colony"][tile]), "colony point"))
        base = int(t["tile_base"][tile])
        words += [f"Build costs {abs(base)} {'less' if base < 0 else 'more'}"] if base else []
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
        """Name and numbers of a card of this era, and whether it can become Infra."""
        number = st.NUM_CARDS * self.era + card
        infra = " / Infra" if self.t["infra"][number] else ""
        return self.card_here(card), self.numbers(number) + infra

    def card_told(self, card: int) -> str:
        """What a card does, at length: its number is among the cards of all eras."""
        words = [self.numbers(card).partition("Edge ")[0].strip(" /").replace(" / ", " or ")]
        if card % st.NUM_CARDS == st.TIME:
            words = ["With a Move, Explore or Build: doubles the value, or two teams act."]
        if self.t["special"][card]:
            probe = self.t["special"][card] == st.PROBE
            words = [
                "Special: "
                + ("explores a site from afar." if probe else "moves a team to any site but the Orion Spur.")
            ]
        if self.t["infra"][card]:
            words.append("Can become Infra by Upgrade.")
        edge = int(self.t["edge"][card])
        if edge >= 0:
            when = _WHEN[int(st.WINDOW_OF[edge])]
            words.append(f"Edge {st.EDGES[edge]} ({_WHOSE_TURN.get(edge, '')}{when}): {_EDGE[edge]}.")
        return "\n".join(filter(None, words))

    def told_cards(self) -> dict[str, str]:
        """What cards do that may lie on the table: those of this era, and the Infra."""
        first, infra = st.NUM_CARDS * self.era, self.state["infra"]
        known = {*range(first, first + st.NUM_CARDS), *(int(card) for card in infra.flat if card >= 0)}
        told = {self.card(card): self.card_told(card) for card in sorted(known)}
        return {name: words for name, words in told.items() if words}

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

    def base_does(self, kind: int, now: str = "the number of its tile in T") -> str:
        """What a base does in this era; `now` is what an Exploiter brings at once."""
        return _BASE[kind][self.era].format(now)

    def points_of(self, seat: int, told: Sequence[Event]) -> dict[str, float]:
        """The score sheet: what profit was gained and paid for."""
        found = {"start of the game": float(st.START_PROFIT[int(self.state["start_era"]) - 1])}
        signs = {ev.GAINS: 1, ev.PAYS: -1, ev.FULFILLS: 1}
        for event in told:
            if event.kind in signs and event.numbers[0] == seat:
                contract = event.kind == ev.FULFILLS
                amount = event.numbers[2 if contract else 1] * signs[event.kind]
                what = "contracts" if contract else SOURCES[event.numbers[3]]
                found[what] = found.get(what, 0.0) + amount
        return {what: amount for what, amount in found.items() if amount}

    def takes(self, action: int, told: Sequence[Event]) -> dict[str, int]:
        """What an announced action takes: cards and Time, what others' things cost, profit, teams."""
        s, found = self.state, dict[str, int]()
        seat, ask = int(s["seat"]), int(s["ask"])
        block, places = self.actions.block(action)
        named = places[0] if block.name == "card" else -1
        for event in told:
            a, b, c, d = event.numbers[:4]
            if event.kind == ev.TURN:
                break
            if event.kind == ev.USES_BASE:
                found[f"use the {self.base(c)} of {self.seat(b)}, who may draw a card"] = 1
            if event.kind in (ev.USES_INFRA, ev.ALLOWED_BY):
                thing = "Infra" if event.kind == ev.USES_INFRA else "base"
                found[f"use the {thing} of {self.seat(b)}, who may draw a card"] = 1
            if event.kind == ev.TIME:
                found[f"play Time, which {self.time_use(a)}"] = 1
            if a != seat or event.kind not in _TAKING:
                continue
            if event.kind == ev.PAYS:
                found[f"pay {{}}T {self.reason(d)}"] = b
            elif event.kind == ev.GAINS and d in _CERTAIN:
                found[f"gain {{}}T {self.reason(d)}"] = b
            elif event.kind == ev.LEAVES:
                found[f"{self.team(b)} leaves the game"] = 1
            elif event.kind == ev.MOVES and block.name != "site" and s["site"] < 0:
                found[f"{self.team(b)} goes to {self.site(d)}"] = 1
            elif event.kind == ev.PLAYS and b % st.NUM_CARDS != st.TIME:
                card = b % st.NUM_CARDS
                more = c - int(s["played"][card]) - (b == named) - (card == s["playing"])
                if more > 0:
                    found[f"play {{}}× {self.card(b)}"] = more
        shields = ask in (st.ASK_INFRA_SHIELD, st.ASK_CARD_SHIELD)
        if shields and not any(e.kind == ev.PAYS and e.numbers[3] == ev.RADIATION for e in told):
            found["no radiation to pay for"] = 1
        return found

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
        words = self.tile_gives(tile)
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

    def last_turn(self) -> str:
        """Whether this is the last turn of the acting seat in the era."""
        s = self.state
        last = s["counting"] and int(s["last"]) >> int(s["seat"]) & 1
        return f" It is your last turn in {st.ERAS[self.era]}" if last else ""

    def last_contract(self) -> str:
        """Whether this contract would end the era."""
        s = self.state
        fulfilled = int((s["marker"] == self.era + 1).sum())
        if s["triggered"] or fulfilled != st.CONTRACTS_TO_END - 1:
            return ""
        ends = "the era" if self.era + 1 < max(int(s["start_era"]), int(s["end_era"])) else "the game"
        return f" It is the sixth: everybody else has one more turn, then {ends} ends"

    def moment(self) -> str:
        """The moment at which Edges can be played, and what it is about."""
        s = self.state
        window, act, own = int(s["window"]), int(s["act"]), s["seat"] == s["active"]
        who, whose = ("you", "your") if own else (self.seat(s["active"]), f"{self.seat(s['active'])}'s")
        if window == st.AT_CONTRACT:
            row = int(s["row"]) - 1  # the next one is about to be looked at
            return f"after {who} fulfilled contract {row + 1} ({self.condition(row)})"
        if window == st.AT_BREAK:
            return f"after {self.seat(s['taker'])} took {self.title(s['leak_title'])}"
        if window == st.AT_AFTER and act >= 0:
            return f"after {whose} {st.TYPES[act]}"
        if window == st.AT_DISCARD:
            return f"after {who} discarded {self._laid()}"
        return f"at the {st.WINDOWS[window].replace('the turn', f'{whose} turn')}"

    def _laid(self) -> str:
        """What was discarded a moment ago."""
        return ", ".join(f"{n} {name}" if n > 1 else name for name, n in self.copies(self.state["laid"]))

    def used(self) -> str:
        """Who used what belongs to the seat that is asked."""
        s = self.state
        seat, who = int(s["seat"]), self.seat(s["active"])
        things = ["Infra"] if seat in (int(hq) for hq in s["hq"]) else []
        bases = {"use_port": "Spaceport", "use_industry": "Industrial base", "use_factory": "Shield Factory"}
        things += [name for field, name in bases.items() if int(s[field]) == seat]
        things += ["base"] if int(s["use_base"]) == seat and "Spaceport" not in things else []
        return f"{who} used your {' and '.join(things) or 'things'}"

    def radiation(self) -> str:
        """What to play at a shielded number is good for."""
        if self._exposed():
            return f"Without any shield radiation costs {self._penalty()}T"
        return "This action needs no shield; only that of a second team could"

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
        """The tile that the next base is built on, its site, and what the Build costs."""
        s = self.state
        box, tiles = int(s["chosen_boxes"]), s["tile"][s["site"]].tolist()
        where = f"{self.target()} (cost {s['cost']}{self._risk()})"
        if tiles[box] < 0:
            return where
        same = f" ({_COUNTED[tiles[:box].count(tiles[box])]})" if tiles.count(tiles[box]) > 1 else ""
        return f"{self.tile(tiles[box])}{same} at {where}"

    def announced(self) -> str:
        """The action that is being announced: what it is about, and what it costs."""
        s = self.state
        act = int(s["act"])
        words = st.TYPES[act]
        if act in (st.MOVE, st.EXPLORE, st.BUILD):
            where = "to" if act == st.MOVE else "at"
            return f"{words} {where} {self.target()} (cost {s['cost']}{self._risk()})"
        if act == st.COLONIZE:
            return f"the colony at {self.target()} (Build {s['cost']})"
        return words

    def so_far(self) -> str:
        """What has been put into the action."""
        s = self.state
        plain, own = int(s["plain"]), self._own_bases()
        card, more = self._helper()
        added = [str(plain)] if plain or not more else []
        added += [f"{more} by {card}"] if more else []
        added += [f"{own.add} by {own.name}"] if own.add else []
        times = [s["mult"]] if s["mult"] > 1 else []
        times += [f"{self._progress_factor()} by {self._doubler()}"] if self._progress_factor() > 1 else []
        times += ["2 by Time"] if s["time"] == st.DOUBLE else []
        times += [f"2 by {own.name}"] if own.factor > 1 else []
        total = str(self._value())
        if s["act"] in (st.MOVE, st.EXPLORE, st.BUILD, st.COLONIZE):
            total += f" of {s['cost']}"
        doubled = f", one number doubled by {own.name}" if own.doubled else ""
        if not times and len(added) < 2 and not doubled:
            return total
        sums = " + ".join(added)
        sums = f"({sums})" if len(added) > 1 and times else sums
        return f"{total} = {' x '.join([sums, *map(str, times)])}{doubled}"

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
        """What "done" means here; without more cards, what is still missing."""
        s = self.state
        words = _DONE[int(s["ask"])]
        if s["ask"] == st.ASK_EDGE:
            return f"keep {self._edges()}"
        if s["ask"] != st.ASK_PLAY:
            return words
        missing = self._missing()
        return f"{words} ({missing} short of the cost)" if missing > 0 else f"done: {self._deed()}"

    def usual(self, action: int) -> bool:
        """To carry out what is paid for, before more cards are spent on it."""
        s, (block, _) = self.state, self.actions.block(action)
        costs = s["act"] in (st.MOVE, st.EXPLORE, st.BUILD)
        return bool(block.name == "done" and s["ask"] == st.ASK_PLAY and costs and self._missing() <= 0)

    def action_type(self, kind: int) -> str:
        """The action to conduct, or the one that Sabotage forbids."""
        return f"forbid {st.TYPES[kind]}" if self.state["ask"] == st.ASK_SABOTAGE else st.TYPES[kind]

    def action_team(self, team: int) -> str:
        """A team and where it stands."""
        return self._standing(team)

    def action_site(self, place: int) -> str:
        """A site, and what happens there; what a Move there costs."""
        s = self.state
        name = f"{_TO_SITE.get(int(s['ask']), '')}{self.site(place)}"
        if s["ask"] != st.ASK_MOVE_SITE or place - st.FIRST_SITE[self.era] not in range(
            st.SITES_OF_ERA[self.era]
        ):
            return name
        start = int(s["team_site"][s["active"], s["team"]])
        risk = ", radiation" if self._exposed_from(start, place - st.FIRST_SITE[self.era]) else ""
        last = ""
        if place - st.FIRST_SITE[self.era] == self.t["beyond"][self.era] and (s["beyond"] >= 0).all():
            last = ", no Beyond marker is left"
        return f"{name} (cost {self._distance(place)}{risk}{last})"

    def action_card(self, card: int) -> str:
        """A card, and what is done with it."""
        if self.state["ask"] == st.ASK_IDLE:
            return f"discard {self.card(card)}"
        return self.face(card) if self.state["ask"] == st.ASK_UPGRADE_CARD else f"play {self.card(card)}"

    def action_whose(self, place: int) -> str:
        """Whose Infra or base is used."""
        ask = int(self.state["ask"])
        thing = _WHOSE[ask]
        if ask in (st.ASK_HQ, st.ASK_SECOND_HQ):
            thing += f" ({self._infra_gives(place)})"
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

    def does(self, action: int) -> str:
        """What a base does that is to be built."""
        block, places = self.actions.block(action)
        if block.name != "base":
            return ""
        s, kind = self.state, places[0]
        if kind == st.EXPLOITER:
            place = int(s["site"]), int(s["chosen_boxes"])
            more = int(self.t["tile_colony"][s["tile"][place]]) if self.era == st.STARFARERS else 0
            now = 0 if self._withheld(place[0]) else max(0, int(s["produce"][place])) + more
            return self.base_does(kind, f"{now}T")
        return self.base_does(kind)

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
        words = f"spend {amount}T" if amount else "spend nothing"
        acts = (st.RESEARCH, st.PRODUCE, st.GENETICS, st.REVELATION)
        return f"{words}: {self._deed(amount)}" if int(self.state["act"]) in acts else words

    def action_slot(self, slot: int) -> str:
        """An Infra slot with what is there."""
        there, _ = self.infra(int(self.state["seat"]), slot)
        if self.state["ask"] == st.ASK_PURGE:
            return f"remove {there} (slot {slot + 1})"
        return f"slot {slot + 1}, {'which is empty' if there == 'empty' else f'in place of {there}'}"

    def action_progress(self, title: int) -> str:
        """A progress card, and what it does."""
        return f"take {self.title_told(title)}"

    def action_colony(self, colony: int) -> str:
        """A colony tile, and what it does."""
        effect = COLONY_EFFECTS[int(self.t["colony_effect"][colony])]
        return f"{self.colony_name(colony)} for {self.t['colony_value'][colony]} colony points: {effect}"

    def colony_name(self, colony: int) -> str:
        """A colony tile without its number."""
        return self.colony(colony).removesuffix(f" ({self.t['colony_value'][colony]})")

    def action_edge(self, edge: int) -> str:
        """An Edge, and what it does."""
        hit = f" ({', '.join(self._infected())})" if edge == st.MICROBES else ""
        return f"play {st.EDGES[edge]}: {_EDGE[edge]}{hit}"

    def _infected(self) -> list[str]:
        """Whom Hostile Microbes hit."""
        s = self.state
        alive = [
            site
            for site, tiles in enumerate(s["tile"].tolist())
            if any(tile >= 0 and self.t["tile_icons"][tile] & st.LIFE for tile in tiles)
        ]
        seats = range(int(s["num_players"]))
        return [
            self.seat(p)
            for p in seats
            if any(s["owner"][site] == p or (s["team_site"][p] == site).any() for site in alive)
        ]

    # Parts of them

    def _player_at(self, place: int) -> str:
        s = self.state
        return self.seat((int(s["seat"]) + place) % int(s["num_players"]))

    def _infra_gives(self, place: int) -> str:
        """What the Infra of a player gives for the announced action."""
        s, act = self.state, int(self.state["act"])
        owner = (int(s["active"]) + place) % int(s["num_players"])
        kind = st.BUILD if act == st.COLONIZE else act
        plain, times = int(s["infra_plain"][owner, kind]), int(s["infra_mult"][owner, kind])
        words = [str(plain)] if plain or times < 2 else []
        words += [f"x{times}"] if times > 1 else []
        return " and ".join(words)

    def _standing(self, team: int) -> str:
        s = self.state
        seat = int(s["seat"])
        return f"{self.team(team)} at {self.site_here(s['team_site'][seat, team])}"

    def _missing(self) -> int:
        """How much the value of the action is below its cost."""
        s = self.state
        return int(s["cost"]) - self._value() if s["act"] in (st.MOVE, st.EXPLORE, st.BUILD) else 0

    def _deed(self, more: int = 0) -> str:
        """What the announced action brings about, as it stands or with so much more."""
        s, value = self.state, self._value() + more
        act = int(s["act"])
        if act == st.MOVE:
            return f"{self.team(s['team'])} goes to {self.target()}"
        if act == st.EXPLORE:
            return f"explore {self.target()}"
        if act == st.BUILD:
            bases = [self.a_base(kind) for kind in s["bases"] if kind >= 0]
            return f"build {' and '.join(bases)} at {self.target()}"
        if act == st.COLONIZE:
            return f"found the colony at {self.target()}"
        if act in (st.GENETICS, st.REVELATION):
            return self.wheel(act, int(s[st.TYPES[act].lower()][s["active"]]) + value)
        return {
            st.RESEARCH: f"draw {self.card_number(value)}",
            st.PRODUCE: f"produce with {number_of(value, 'tile')} at most",
        }.get(act, st.TYPES[act])

    def wheel(self, act: int, there: int) -> str:
        """A marker of the wheel, and where it brings the next card."""
        rounds, size = divmod(there, int(self.t["wheel"]))[0], int(self.t["wheel"])
        return f"{st.TYPES[act].lower()} at {there}, next card at {(rounds + 1) * size}"

    def _helper(self) -> tuple[str, int]:
        """The progress card that adds to the value of the action, and how much; ("", 0) if there is none."""
        s, t = self.state, self.t
        effect, more = _HELPERS.get(int(s["act"]), (0, 0))
        title = int(t["title_of"][effect])
        if not more or s["second"] or not int(s["progress"][s["active"]]) >> title & 1:
            return "", 0
        if effect == st.RESOURCE_EXCHANGE and not s["played"].any():
            return "", 0
        return self.title(title), more

    def _progress_factor(self) -> int:
        """By how much progress cards multiply the value of the action."""
        s = self.state
        return int(s["factor"]) if s["second"] else 2 if self._doubler() else 1

    def _doubler(self) -> str:
        """The progress card that doubles the action; "" if there is none."""
        effect = {st.EXPLORE: st.PROBE_NETWORK, st.MOVE: st.METRIC_DRIVE}.get(int(self.state["act"]))
        if effect is None or not self._has(effect):
            return ""
        return self.title(int(self.t["title_of"][effect]))

    def _has(self, effect: int) -> bool:
        """Whether the active player has the progress card with an effect."""
        s = self.state
        return bool(int(s["progress"][s["active"]]) >> int(self.t["title_of"][effect]) & 1)

    def _own_bases(self) -> OwnBases:
        """What own bases do for the action, by themselves or as chosen."""
        s = self.state
        act, seat = int(s["act"]), int(s["active"])
        if act == st.MOVE and s["team"] >= 0:
            start = int(s["team_site"][seat, s["team"]])
            own = start != st.HOME and s["owner"][start] == seat and st.SPACEPORT in s["base"][start]
            used = s["use_port"] >= 0 or s["doubled"]
            if self.era == st.MARINERS and (own or used):
                return OwnBases("the Spaceport", add=2)
            if used or (own and s["time"] != st.TWO_TEAMS and not s["second"]):
                return OwnBases("the Spaceport", doubled=True)
        if act == st.BUILD and self.era != st.STARFARERS:
            near = self._owners(int(s["site"]), st.INDUSTRIAL) - {int(s["site"])}
            if s["use_industry"] >= 0 or any(s["owner"][site] == seat for site in near):
                return OwnBases("the Industrial base", factor=2)
        return OwnBases()

    def _value(self) -> int:
        """The value of the action as it stands."""
        s, own = self.state, self._own_bases()
        plain = int(s["plain"]) + own.add + (int(s["bonus"]) if s["second"] else self._helper()[1])
        mult = int(s["mult"])
        if own.doubled and mult > 1:
            mult *= 2
        elif own.doubled:
            plain += int(s["big"])
        value = plain * mult if plain > 0 else mult if mult > 1 else 0
        return value * own.factor * self._progress_factor() * (2 if s["time"] == st.DOUBLE else 1)

    def _owners(self, site: int, kind: int) -> set[int]:
        """The sites with such a base in the region of a site."""
        s, region = self.state, int(self.t["region_sites"][self.era, site])
        return {
            at
            for at in range(len(s["owner"]))
            if region >> at & 1 and s["owner"][at] >= 0 and kind in s["base"][at]
        }

    def _exposed(self) -> bool:
        """Whether the announced action still needs a shield, or pays for radiation."""
        s = self.state
        if s["act"] == st.MOVE:
            return self._exposed_from(int(s["team_site"][s["active"], s["team"]]), int(s["site"]))
        if s["act"] != st.BUILD or st.FACTORY in s["bases"]:
            return False
        return self._exposed_from(int(s["site"]), int(s["site"]))

    def _exposed_from(self, start: int, end: int) -> bool:
        """Whether a Move, or a Build where start and end are the same, needs a shield there."""
        s, t = self.state, self.t
        if self.era == st.MARINERS or s["paid"] or s["built_factory"] or s["shielded"]:
            return False
        if start != end and (start == st.HOME or not int(t["through"][self.era, start]) >> end & 1):
            return False
        if start == end and not int(t["radiation"][self.era]) >> start & 1:
            return False
        resists = self.era == st.PLANETEERS and self._has(st.RADIATION_RESISTANCE)
        factories = self._owners(start, st.FACTORY)
        own = any(s["owner"][site] == s["active"] for site in factories)
        return not (resists or self._has(st.ENERGY_FIELDS) or own or s["use_factory"] >= 0)

    def _withheld(self, site: int) -> bool:
        """Whether Phobes keep back what the tiles of a system give."""
        return any(
            tile >= 0 and self.t["tile_special"][tile] == st.PHOBES and base != st.SECURE
            for tile, base in zip(self.state["tile"][site], self.state["base"][site], strict=True)
        )

    def _risk(self) -> str:
        """What radiation asks for; "" where it does not matter."""
        return f"; radiation: a shield or {self._penalty()}T" if self._exposed() else ""

    def _penalty(self) -> int:
        """What radiation costs."""
        less = self.era == st.STARFARERS and self._has(st.RADIATION_RESISTANCE)
        return 1 if less else int(st.PENALTY[self.era])

    def _edges(self) -> str:
        """The Edges that could be played now, as far as they are those of the cards in hand."""
        s, first = self.state, st.NUM_CARDS * self.era
        hand, own = s["hand"][s["seat"]], s["seat"] == s["active"]
        other = "turn of another, " if own else "own turn, "
        held = {int(self.t["edge"][first + k]) for k in range(st.NUM_CARDS) if hand[k]} - {-1}
        fits = [
            edge
            for edge in sorted(held)
            if st.WINDOW_OF[edge] == s["window"]
            and _WHOSE_TURN.get(edge) != other
            and (edge != st.DIVERT or s["produced"])
        ]
        return " and ".join(st.EDGES[edge] for edge in fits)

    def _distance(self, place: int) -> int:
        """What it costs the announced team to move to a site."""
        s, t = self.state, self.t
        light = int(s["progress"][s["active"]]) >> int(t["title_of"][st.LOW_G]) & 1
        start = s["team_site"][s["active"], s["team"]]
        return int(t["dist_light" if light else "dist"][self.era, start, place - st.FIRST_SITE[self.era]])

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


# What is told of an action that takes something, and profit that comes with it for certain.
_TAKING = (ev.PAYS, ev.GAINS, ev.LEAVES, ev.MOVES, ev.PLAYS)
_CERTAIN = (ev.PRODUCTION, ev.EXCHANGE, ev.COLONY)
_COUNTED = ("first", "second", "third")
# What a base does in each era, by its type.
_BASE = {
    st.ATTRACTION: ("its tile produces 1T", "its tile produces 1T", "its tile produces 2T"),
    st.BIO_LAB: ("genetics +1",) * 3,
    st.EXPLOITER: (
        "",
        "{} now; its tile produces nothing any more",
        "{} now; its tile then gives no P# and no Col#",
    ),
    st.INDUSTRIAL: ("doubles Builds at other sites of the region",) * 2 + ("a colony point, once a region",),
    st.REFINERY: ("its tile produces 1T more",) * 3,
    st.LAB: ("an offered card now",) * 2 + ("an offered card or a step of revelation now",),
    st.SECURE: (
        "",
        "1T now for each base of others in the region; nothing beside another Secure base",
        "1T now for each base of others nearby; nothing near another Secure base",
    ),
    st.FACTORY: ("",) + ("shields this Build, and later Moves from and Builds in the region",) * 2,
    st.SPACEPORT: ("+2 on each Move from here; transport",)
    + ("doubles a Move number of teams that start here; transport",) * 2,
}
_HELPERS = {
    st.MOVE: (st.LOW_G, st.LOW_G_MOVE),
    st.EXPLORE: (st.SENSORY_FOCUS, st.FOCUS_EXPLORE),
    st.BUILD: (st.MOLECULAR_ASSEMBLY, st.ASSEMBLY_BUILD),
    st.RESEARCH: (st.GROUP_MIND, st.MIND_RESEARCH),
    st.PRODUCE: (st.RESOURCE_EXCHANGE, st.EXCHANGE_PRODUCE),  # with a Produce card
}
_WHEN = {
    st.AT_START: "start of a turn",
    st.AT_AFTER: "after the action",
    st.AT_CONTRACT: "when a contract was fulfilled",
    st.AT_BREAK: "when a Breakthrough was taken",
    st.AT_DISCARD: "when cards were discarded",
    st.AT_END: "end of a turn",
}
# Edges that fit in the turns of others, or in the own ones alone.
_WHOSE_TURN = {
    **dict.fromkeys((st.COMPETITORS, st.SALVAGE), "own turn, "),
    **dict.fromkeys((st.HACK, st.SABOTAGE, st.DIVERT, st.POACH), "turn of another, "),
}
_EDGE = {
    st.COMPETITORS: "Infra of two HQs counts",
    st.DIVERT: "gain half of what was produced",
    st.HACK: "take an offered card",
    st.MICROBES: "all beside life lose 2T",
    st.INCOMPATIBLE: "all remove an Infra card",
    st.INTERCEPT: "take a turn now",
    st.LEAK: "take the other copy",
    st.MARKET: "gain 1T, 2T for an own contract",
    st.POACH: "take what was discarded",
    st.SABOTAGE: "forbid an action this turn",
    st.SALVAGE: "take all offered cards",
}
# What a colony does.
COLONY_EFFECTS = {
    st.C_NONE: "no effect",
    st.C_SECURE: "1T for each system with an own Secure base",
    st.C_BREAK: "1T for each Breakthrough that anybody has",
    st.C_ADAPT2: "1T for every two Adaptations that anybody has",
    st.C_PROG: "1T for each own progress card",
    st.C_COL1: "1T whenever you Colonize, this time too",
    st.C_COLN: "whenever you Colonize, this time too: 1T for each own colony",
    st.C_OPP_PROD: "1T whenever the opponent Produces",
    st.C_OPP_COL2: "2T whenever the opponent Colonizes",
    st.C_OPP_COL1: "1T whenever an opponent Colonizes",
    st.C_OPP_CON1: "1T whenever an opponent fulfills a contract",
    st.C_OPP_CON2: "2T whenever the opponent fulfills a contract",
    st.C_COMP2: "1T for every two colonies of opponents",
    st.C_AWARD: "the award of an open contract, which stays open",
    st.C_EMPTY: "at the end 1T for each system without a colony",
    st.C_CLAIM: "at the end an open contract is yours",
}
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
    st.ASK_CLAIM: ("leave it", "claim contract {contract}"),
    st.ASK_REWARD: ("no card", "draw a card"),
    st.ASK_FIRST_BEYOND: ("stay at home", "begin at {first_site}"),
    st.ASK_SECOND_BEYOND: ("stay at home", "begin at {second_site}"),
}
