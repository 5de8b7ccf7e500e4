"""Starfarers of Catan: what a state shows to one pair of eyes, as words and values for pictures and stories.

With a seat only what that seat may know is in the view; without one every hand and every chip is open. The
order of piles and decks is nobody's to see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from astrarium.core.tables import Content
from astrarium.core.words import number_of

from . import state as st
from .words import SHIP_WORDS, StarfarersWords, cards

SEAT_NAMES = StarfarersWords.seat_names
GREEK = {"Alpha": "α", "Beta": "β", "Gamma": "γ", "Delta": "δ"}
ITEM_WORDS = (
    "It founds a colony on a free colony site: a point, and cards of both planets.",
    "It founds an outpost at aliens: a friendship card, and perhaps their chip of 2 points.",
    "On a colony of yours: a point more, and ships start beside it.",
    "+1 speed for all your ships, up to 6.",
    "+1 combat, against pirates and in fights, up to 6.",
    "For outposts and ice planets of higher numbers, up to 5.",
)
EXPANSION_WORDS = (
    "Boosters: each is +1 speed for all ships.",
    "Cannons: each is +1 combat; a pirate lair takes as many as its number.",
    "Freight rings: an outpost or ice planet takes as many as its number.",
)


@dataclass
class PlanetView:
    """One planet with its chip."""

    number: int
    name: str
    x: int
    y: int
    resource: int
    dot: str
    up: bool
    face: str | None  # None = not known
    seen: str  # initials of those who have looked
    words: str


@dataclass
class SiteView:
    """One colony site."""

    name: str
    node: int
    owner: int  # -1 = free
    port: bool
    full: str  # why a free one gets no colony any more
    words: str


@dataclass
class ShipView:
    """One starship."""

    seat: int
    rings: int
    cargo: int
    node: int
    place: str
    moving: bool
    halted: bool
    words: str


@dataclass
class PlayerView:
    """One player's side of the table."""

    seat: int
    name: str
    points: int
    hand: list[int] | None  # by resource; None = not known
    sure: list[int]  # cards that the viewer is sure of
    hand_size: int
    expansions: list[int]
    speed_bonus: int
    combat_bonus: int
    fame: int
    colony_modules: int
    trade_modules: int
    port_rings: int
    credit: int
    friends: list[str]
    chips: list[str]
    trophies: list[str]


@dataclass
class BaseView:
    """One alien base."""

    name: str
    owners: list[int]
    chip: int
    words: str
    posts: list[str]  # what each outpost needs
    left: dict[int, tuple[str, str]]  # cards that can still be won: name, what it does


@dataclass
class TableView:
    """Everything on the table."""

    title: str
    headline: str
    question: str
    active: int
    deciding: int
    planets: list[PlanetView]
    sites: list[SiteView]
    ships: list[ShipView]
    bases: list[BaseView]
    players: list[PlayerView]
    bank: list[int]
    pile_size: int
    reserve: int
    deck_size: int
    dice: str
    balls: str
    speed: int
    encounter: str
    situation: str  # what the encounter may bring
    offer: list[str]
    costs: list[str]  # what can be built, what it costs and is for
    expansions: list[str]
    systems: list[str]  # short names


class Reader(StarfarersWords):
    """The words of a state for one seat's eyes, or for all."""

    def __init__(self, content: Content, s: Any, eyes: int | None = None) -> None:
        super().__init__(content, s)
        self.eyes, self.labels = eyes, content.labels

    def knows(self, planet: int) -> bool:
        """May these eyes see the chip of a planet?"""
        s = self.state
        if self.eyes is None or int(s["face_up"]) >> planet & 1:
            return True
        return bool(int(s["seen"][self.eyes]) >> planet & 1)

    def hand_of(self, seat: int) -> list[int] | None:
        """A hand by resource, if these eyes may see it."""
        if self.eyes is not None and self.eyes != seat:
            return None
        return [int(n) for n in self.state["hand"][seat]]

    def sure(self, seat: int) -> list[int]:
        """Cards of a hand that these eyes are sure of."""
        observer = st.PUBLIC if self.eyes is None else self.eyes
        return [int(n) for n in self.state["known"][observer, seat]]

    def friends(self, seat: int) -> list[str]:
        """Names of a player's friendship cards."""
        bits = int(self.state["friends"][seat])
        return [name for friend, name in enumerate(self.labels["friend"]) if bits >> friend & 1]

    def balls(self) -> str:
        """The last roll of the mother ship."""
        s = self.state
        if s["balls_drawn"][0] < 0:
            return ""
        return " and ".join(st.BALLS[ball] for ball in s["balls_drawn"])

    def sees_card(self) -> bool:
        """May these eyes see the number of the encounter card?"""
        s = self.state
        reader = (int(s["active"]) + 1) % int(s["num_players"])
        return bool(s["revealed"]) or self.eyes is None or self.eyes == reader

    def encounter_card(self) -> str:
        """The encounter under way."""
        s = self.state
        if s["card"] < 0:
            return ""
        question = int(self.t["question"][s["card"]])
        words = self.labels["question"][question] if question >= 0 else "for everybody"
        return f"card {self.labels['encounter'][s['card']]}: {words}" if self.sees_card() else words

    def offer(self) -> list[str]:
        """The offer and the answers to it."""
        s = self.state
        if s["offer_stage"] == st.NO_OFFER:
            return []
        offerer = int(s["offerer"])
        lines = [self.put_forward(offerer)]
        for k in range(1, int(s["num_players"])):
            seat = (offerer + k) % int(s["num_players"])
            answer = int(s["answer"][seat])
            if answer == st.COUNTERED or s["bid"][seat].any():
                lines.append(self.put_forward(seat) + self._beyond(offerer, seat))
            elif answer != st.NO_ANSWER:
                lines.append(f"{SEAT_NAMES[seat]} {'accepts' if answer == st.ACCEPTED else 'refuses'}")
        return lines

    def put_forward(self, seat: int) -> str:
        """What a player offers."""
        who = "You offer" if seat == self.eyes else f"{SEAT_NAMES[seat]} offers"
        return f"{who} {self.bid(seat) if self.state['bid'][seat].any() else 'nothing yet'}"

    def _beyond(self, offerer: int, seat: int) -> str:
        """Whether a counter-offer asks for what these eyes, the offerer's, do not have."""
        short = self.state["bid"][seat, st.WANTED] > self.state["hand"][offerer]
        return ": you do not have these cards" if self.eyes == offerer and short.any() else ""

    def asked(self) -> str:
        """Who is asked what."""
        s = self.state
        return "the game is over" if s["over"] else f"{SEAT_NAMES[s['seat']]}: {self.question()}"

    def headline(self) -> str:
        """Round, turn and phase."""
        s = self.state
        if s["over"]:
            best = SEAT_NAMES[s["active"]]
            return f"{best} has won in round {s['round']}" if s["over"] == 1 else "the game was cut"
        phase = st.PHASES[s["phase"]]
        if s["turns"] == 0:
            return phase
        return f"round {s['round']}, turn of {SEAT_NAMES[s['active']]}: {phase}"


def look(content: Content, s: Any, seat: int | None = None) -> TableView:
    """The view of a state for a seat's eyes, or for all."""
    r = Reader(content, s, seat)
    return TableView(
        title="Starfarers of Catan",
        headline=r.headline(),
        question=r.asked(),
        active=int(s["active"]),
        deciding=int(s["seat"]) if not s["over"] else -1,
        planets=[_planet(r, planet) for planet in range(st.NUM_PLANETS)],
        sites=[_site(r, site) for site in range(st.NUM_SITES)],
        ships=_ships(r),
        bases=[_base(r, race) for race in range(st.NUM_RACES)],
        players=[_player(r, p) for p in range(int(s["num_players"]))],
        bank=[int(n) for n in s["bank"]],
        pile_size=int(s["pile_size"]),
        reserve=int(s["reserve"].sum()),
        deck_size=st.NUM_ENCOUNTERS - int(s["discard"]).bit_count() - int(s["card"] >= 0),
        dice=f"{s['dice'][0]} + {s['dice'][1]}" if s["dice"][0] else "",
        balls=r.balls(),
        speed=r.speed() if s["base_speed"] else 0,
        encounter=r.encounter_card(),
        situation=r.situation(),
        offer=r.offer(),
        costs=[_cost_words(r, item) for item in range(st.NUM_ITEMS)],
        expansions=[EXPANSION_WORDS[e] for e in range(st.NUM_EXPANSIONS)],
        systems=[_system(r, system) for system in range(st.NUM_SYSTEMS)],
    )


def _planet(r: Reader, planet: int) -> PlanetView:
    t, s = r.t, r.state
    up = bool(int(s["face_up"]) >> planet & 1)
    players = range(int(s["num_players"]))
    lookers = [SEAT_NAMES[p][0] for p in players if not up and int(s["seen"][p]) >> planet & 1]
    return PlanetView(
        planet,
        r.labels["planet"][planet],
        int(t["planet_x"][planet]),
        int(t["planet_y"][planet]),
        int(t["planet_resource"][planet]),
        st.DOTS[t["planet_dot"][planet]],
        up,
        r.face(s["face"][planet]) if r.knows(planet) else None,
        "".join(lookers),
        _chip_words(r, planet),
    )


def _chip_words(r: Reader, planet: int) -> str:
    """A planet and its chip in words."""
    t, s = r.t, r.state
    face, up = int(s["face"][planet]), bool(int(s["face_up"]) >> planet & 1)
    words = [f"{r.planet(planet)} (system and resource)."]
    if not r.knows(planet):
        words.append(
            "Its chip lies face down, and you have not looked at it: the first ship beside it looks."
        )
    elif t["face_pirate"][face] or t["face_ice"][face]:
        words.append(f"Its chip: {r.face(face)}. No colony beside it before somebody clears it.")
    else:
        words.append(f"Its number: {r.face(face)}. That throw brings each colony beside it a card.")
    players = range(int(s["num_players"]))
    lookers = [SEAT_NAMES[p] for p in players if not up and int(s["seen"][p]) >> planet & 1]
    if lookers:
        words.append(f"Looked at by {', '.join(lookers)}; the letters below it say so.")
    return " ".join(words)


def _site(r: Reader, site: int) -> SiteView:
    s, owner = r.state, int(r.state["site_owner"][site])
    port = 0 <= owner < st.BLOCKED and bool(int(s["ports"][owner]) >> site & 1)
    node = int(r.t["site_node"][site])
    return SiteView(
        r.labels["site"][site], node, owner, port, r.full(site), _site_words(r, site, owner, port)
    )


def _site_words(r: Reader, site: int, owner: int, port: bool) -> str:
    """A colony site: where it is, who is there, what a colony there gets."""
    t, name = r.t, r.label("node", r.t["site_node"][site])
    words = [f"Colony site {r.site(site)} at {name}."]
    if r.full(site):
        words.append(f"{r.full(site)}.")
    elif owner == st.BLOCKED:
        words.append("Nobody can settle here.")
    elif owner >= 0:
        words.append(f"{r.seat(owner)} has a {'spaceport' if port else 'colony'} here.")
    gets, closed = [], []
    first = st.PLANETS_PER_SYSTEM * (site // st.PLANETS_PER_SYSTEM)
    for planet in range(first, first + st.PLANETS_PER_SYSTEM):
        if site not in t["planet_site"][planet]:
            continue
        face, kind = int(r.state["face"][planet]), st.RESOURCES[t["planet_resource"][planet]]
        barred = r.knows(planet) and (t["face_pirate"][face] or t["face_ice"][face])
        number = r.face(face) if r.knows(planet) and not barred else "an unknown number"
        gets.append(f"{kind} on {number}")
        closed += [r.face(face)] if barred else []
    words.append(f"A colony here gets {' and '.join(gets)}.")
    if closed:
        words.append(f"First {' and '.join(closed)} must be cleared.")
    return " ".join(words)


def _system(r: Reader, system: int) -> str:
    """The name of a system as it stands on the map: a Greek letter for one of home."""
    name = r.labels["planet"][st.PLANETS_PER_SYSTEM * system].split()[0]
    return GREEK.get(name, name)


def _cost_words(r: Reader, item: int) -> str:
    """What can be built: its name, what it costs, what it is for."""
    name = st.ITEMS[item]
    return f"{name[:1].upper()}{name[1:]}: {cards(r.t['cost'][item])}. {ITEM_WORDS[item]}"


def _ship_words(r: Reader, p: int, k: int, node: int, cargo: int) -> str:
    """A ship: whose it is, where, and what it is for."""
    what = {
        st.COLONY: "It founds a colony on a free colony site.",
        st.TRADE: "It founds an outpost at aliens.",
    }
    name = f"{r.seat(p)}'s {SHIP_WORDS[cargo]} ({number_of(k + 1, 'ring')}) at {r.node(node)}."
    return f"{name} {what.get(cargo, '')}".rstrip()


def _ships(r: Reader) -> list[ShipView]:
    s = r.state
    found = []
    for p in range(int(s["num_players"])):
        for k in range(st.TRANSPORTERS):
            node = int(s["ship_node"][p, k])
            if node >= 0:
                own = p == int(s["active"])
                halted = own and bool(int(s["halted"]) >> k & 1)
                moving = own and k == int(s["flying"])
                cargo = int(s["cargo"][p, k])
                words = _ship_words(r, p, k, node, cargo)
                found.append(ShipView(p, k + 1, cargo, node, r.node(node), moving, halted, words))
    return found


def _base(r: Reader, race: int) -> BaseView:
    s = r.state
    first = st.OUTPOSTS_PER_RACE * race
    taken = 0
    for p in range(int(s["num_players"])):
        taken |= int(s["friends"][p])
    return BaseView(
        r.labels["race"][race],
        [int(owner) for owner in s["outpost"][first : first + st.OUTPOSTS_PER_RACE]],
        int(s["chip"][race]),
        _base_words(r, race),
        [
            f"Outpost {k + 1} of the {r.race(race)}: a trade ship founds it if you have at least "
            f"{number_of(k + 1, 'freight ring')}. It brings one of their friendship cards."
            for k in range(st.OUTPOSTS_PER_RACE)
        ],
        {
            friend: (r.labels["friend"][friend], f"{r.friend(friend)}: {r.friend_effect(friend)}.")
            for friend in range(first, first + st.OUTPOSTS_PER_RACE)
            if not taken >> friend & 1
        },
    )


def _base_words(r: Reader, race: int) -> str:
    """An alien base: who holds the friendship chip, what is free."""
    s, first = r.state, st.OUTPOSTS_PER_RACE * race
    holder = int(s["chip"][race])
    free = [k + 1 for k in range(st.OUTPOSTS_PER_RACE) if s["outpost"][first + k] < 0]
    words = [f"Base of the {r.race(race)}. The friendship chip is worth 2 points."]
    words.append(
        f"{r.seat(holder)} holds it: most outposts here." if holder >= 0 else "The first outpost wins it."
    )
    if free:
        words.append(f"The next outpost is number {free[0]}: it takes {number_of(free[0], 'freight ring')}.")
    return " ".join(words)


def _player(r: Reader, p: int) -> PlayerView:
    s = r.state
    return PlayerView(
        seat=p,
        name=SEAT_NAMES[p],
        points=int(s["points"][p]),
        hand=r.hand_of(p),
        sure=r.sure(p),
        hand_size=int(s["hand_size"][p]),
        expansions=[int(n) for n in s["expansion"][p]],
        speed_bonus=int(s["speed_bonus"][p]),
        combat_bonus=int(s["combat_bonus"][p]),
        fame=int(s["fame"][p]),
        colony_modules=int(s["colony_modules"][p]),
        trade_modules=int(s["trade_modules"][p]),
        port_rings=int(s["port_rings"][p]),
        credit=int(s["credit"][p]),
        friends=r.friends(p),
        chips=[name for race, name in enumerate(r.labels["race"]) if s["chip"][race] == p],
        trophies=[
            r.labels["face"][s["trophy"][i]]
            for i in range(int(s["num_trophies"]))
            if s["trophy_owner"][i] == p
        ],
    )


__all__ = ["SEAT_NAMES", "SHIP_WORDS", "Reader", "TableView", "cards", "look"]
