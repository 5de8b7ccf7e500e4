"""Starfarers of Catan: what a state shows to one pair of eyes, as words and values for pictures and stories.

With a seat only what that seat may know is in the view; without one every hand and every chip is open. The
order of piles and decks is nobody's to see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from astrarium.core.tables import Content

from . import actions as act
from . import state as st

SEAT_NAMES = ("Red", "Blue", "Yellow", "White")  # the colours of the pieces
SHIP_WORDS = ("", "colony ship", "trade ship")
QUESTIONS = {
    st.ASK_BUILD: "trade and build, in any order",
    st.ASK_FLY: "fly on, or stop here",
    st.ASK_SHIP: "which ship moves next?",
    st.ASK_COMPOSE: "name the cards of the offer",
    st.ASK_OFFER: "accept the offer?",
    st.ASK_CLOSE: "which deal?",
    st.ASK_TRIBUTE: "which card goes to Earth?",
    st.ASK_THEFT: "whom to rob?",
    st.ASK_RELIEF: "which card from the relief fund?",
    st.ASK_TRANSPORTER: "which transporter?",
    st.ASK_LAUNCH: "where is it launched?",
    st.ASK_FRIEND: "which friendship card?",
    st.ASK_ATTACK: "they are pirates: attack?",
    st.ASK_GIVE: "which card is given?",
    st.ASK_TAKE: "which card is taken?",
    st.ASK_ADD: "which expansion is added?",
    st.ASK_REMOVE: "which expansion is lost?",
    st.ASK_BEG: "which card to part with?",
    st.ASK_COLUMN: "jump: to which column?",
    st.ASK_ROW: "jump: to which row?",
    st.ASK_SITE: "where to place a colony?",
    st.ASK_PORT: "which colony becomes the spaceport?",
    st.ASK_KIND: "which ship to begin with?",
}


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


@dataclass
class SiteView:
    """One colony site."""

    name: str
    node: int
    owner: int  # -1 = free
    port: bool


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
    encounter: str
    offer: list[str]


class Reader:
    """Reads names and current values out of a state, for one seat's eyes or for all."""

    def __init__(self, content: Content, s: Any, seat: int | None = None) -> None:
        self.t = content.tables[0]
        self.s = s
        self.seat = seat
        self.labels = content.labels

    def node(self, node: int) -> str:
        """An intersection by column and row, with what lies there."""
        name = self.labels["node"][node]
        site, post = int(self.t["node_site"][node]), int(self.t["node_outpost"][node])
        if site >= 0:
            return f"{name} ({self.labels['site'][site]})"
        if post >= 0:
            return f"{name} (outpost {post % st.OUTPOSTS_PER_RACE + 1} of the {self.race(post)})"
        return name

    def race(self, post: int) -> str:
        """The race of an outpost or a friendship card."""
        return self.labels["race"][post // st.OUTPOSTS_PER_RACE]

    def knows(self, planet: int) -> bool:
        """May these eyes see the chip of a planet?"""
        s = self.s
        if self.seat is None or int(s["face_up"]) >> planet & 1:
            return True
        return bool(int(s["seen"][self.seat]) >> planet & 1)

    def face(self, planet: int) -> str:
        """The face of a planet's chip."""
        return self.labels["face"][self.s["face"][planet]]

    def hand(self, seat: int) -> list[int] | None:
        """A hand by resource, if these eyes may see it."""
        if self.seat is not None and self.seat != seat:
            return None
        return [int(n) for n in self.s["hand"][seat]]

    def sure(self, seat: int) -> list[int]:
        """Cards of a hand that these eyes are sure of."""
        observer = st.PUBLIC if self.seat is None else self.seat
        return [int(n) for n in self.s["known"][observer, seat]]

    def friend_effect(self, friend: int) -> str:
        """What a friendship card does."""
        t = self.t
        words = []
        for r, kind in enumerate(st.RESOURCES):
            if t["bonus_cards"][r] >> friend & 1:
                words.append(f"a roll that yields {kind} yields one card more")
            if t["rate_cards"][r] >> friend & 1:
                words.append(f"{t['rate_price'][r]} {kind} for any card at the bank")
            if t["once_cards"][r] >> friend & 1:
                words.append(f"once a turn {t['once_price'][r]} {kind} for any card at the bank")
        words += [f"+{t['friend_speed'][friend]} speed"] * bool(t["friend_speed"][friend])
        words += [f"+{t['friend_combat'][friend]} combat"] * bool(t["friend_combat"][friend])
        others = {
            "tribute": f"on a seven half of the cards go only above {t['tribute_above']}",
            "fame": "once a turn a fame ring for one of the goods",
            "help": "once a turn a random card from up to two players with more points",
            "relief": "a roll that yields nothing brings a card of choice",
        }
        words += [text for name, text in others.items() if int(t[f"{name}_cards"]) >> friend & 1]
        return ", ".join(words)

    def friends(self, seat: int) -> list[str]:
        """Names of a player's friendship cards."""
        bits = int(self.s["friends"][seat])
        return [name for friend, name in enumerate(self.labels["friend"]) if bits >> friend & 1]

    def ship(self, seat: int, k: int) -> str:
        """A ship by its owner, kind and rings."""
        return f"{SEAT_NAMES[seat]}'s {SHIP_WORDS[self.s['cargo'][seat, k]]} ({act.RINGS[k]})"

    def speed(self) -> int:
        """Speed of the active player's ships."""
        s, seat = self.s, int(self.s["active"])
        return int(s["base_speed"]) + int(s["expansion"][seat, st.BOOSTER]) + int(s["speed_bonus"][seat])

    def balls(self) -> str:
        """The last roll of the mother ship."""
        s = self.s
        if s["balls_drawn"][0] < 0:
            return ""
        return " and ".join(st.BALLS[ball] for ball in s["balls_drawn"])

    def sees_card(self) -> bool:
        """May these eyes see the number of the encounter card?"""
        s = self.s
        reader = (int(s["active"]) + 1) % int(s["num_players"])
        return bool(s["revealed"]) or self.seat is None or self.seat == reader

    def encounter(self) -> str:
        """The encounter under way."""
        s = self.s
        if s["card"] < 0:
            return ""
        question = int(self.t["question"][s["card"]])
        words = self.labels["question"][question] if question >= 0 else "for everybody"
        return f"card {self.labels['encounter'][s['card']]}: {words}" if self.sees_card() else words

    def bid(self, seat: int) -> str:
        """What a seat gives and wants."""
        given, wanted = (cards(self.s["bid"][seat, side]) for side in (st.GIVEN, st.WANTED))
        return f"{given or 'nothing'} for {wanted or 'nothing'}"

    def offer(self) -> list[str]:
        """The offer and the answers to it."""
        s = self.s
        if s["stage"] == st.NO_OFFER:
            return []
        active = int(s["active"])
        lines = [f"{SEAT_NAMES[active]} offers {self.bid(active)}"]
        for k in range(1, int(s["num_players"])):
            seat = (active + k) % int(s["num_players"])
            answer = int(s["answer"][seat])
            if answer == st.COUNTERED or s["bid"][seat].any():
                lines.append(f"{SEAT_NAMES[seat]} offers {self.bid(seat)}")
            elif answer != st.NO_ANSWER:
                lines.append(f"{SEAT_NAMES[seat]} {'accepts' if answer == st.ACCEPTED else 'refuses'}")
        return lines

    def question(self) -> str:
        """What the acting seat is asked."""
        s = self.s
        if s["over"]:
            return "the game is over"
        ask = int(s["ask"])
        if ask == st.ASK_QUESTION:
            words = self.labels["question"][self.t["question"][s["card"]]]
        elif ask == st.ASK_FRIEND:
            words = f"which card of the {self.labels['race'][s['friend_race']]}?"
        elif ask == st.ASK_FLY:
            k = int(s["flying"])
            left = 0 if s["landed"] or int(s["halted"]) >> k & 1 else self.speed() - int(s["steps"])
            words = f"{self.ship(int(s['active']), k)} may fly {left} more"
        else:
            words = QUESTIONS[ask]
        return f"{SEAT_NAMES[s['seat']]}: {words}"

    def headline(self) -> str:
        """Round, turn and phase."""
        s = self.s
        if s["over"]:
            best = SEAT_NAMES[s["active"]]
            return f"{best} has won in round {s['round']}" if s["over"] == 1 else "the game was cut"
        phase = st.PHASES[s["phase"]]
        if s["turns"] == 0:
            return phase
        return f"round {s['round']}, turn of {SEAT_NAMES[s['active']]}: {phase}"


def cards(counts: Any) -> str:
    """Numbers of cards by resource as words."""
    return ", ".join(f"{int(n)} {name}" for name, n in zip(st.RESOURCES, counts, strict=True) if n)


def look(content: Content, s: Any, seat: int | None = None) -> TableView:
    """The view of a state for a seat's eyes, or for all."""
    r = Reader(content, s, seat)
    return TableView(
        title="Starfarers of Catan",
        headline=r.headline(),
        question=r.question(),
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
        encounter=r.encounter(),
        offer=r.offer(),
    )


def _planet(r: Reader, planet: int) -> PlanetView:
    t, s = r.t, r.s
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
        r.face(planet) if r.knows(planet) else None,
        "".join(lookers),
    )


def _site(r: Reader, site: int) -> SiteView:
    s, owner = r.s, int(r.s["site_owner"][site])
    port = 0 <= owner < st.BLOCKED and bool(int(s["ports"][owner]) >> site & 1)
    return SiteView(r.labels["site"][site], int(r.t["site_node"][site]), owner, port)


def _ships(r: Reader) -> list[ShipView]:
    s = r.s
    found = []
    for p in range(int(s["num_players"])):
        for k in range(st.TRANSPORTERS):
            node = int(s["ship_node"][p, k])
            if node >= 0:
                own = p == int(s["active"])
                halted = own and bool(int(s["halted"]) >> k & 1)
                moving = own and k == int(s["flying"])
                found.append(ShipView(p, k + 1, int(s["cargo"][p, k]), node, r.node(node), moving, halted))
    return found


def _base(r: Reader, race: int) -> BaseView:
    s = r.s
    first = st.OUTPOSTS_PER_RACE * race
    taken = 0
    for p in range(int(s["num_players"])):
        taken |= int(s["friends"][p])
    return BaseView(
        r.labels["race"][race],
        [int(owner) for owner in s["outpost"][first : first + st.OUTPOSTS_PER_RACE]],
        int(s["chip"][race]),
        {
            friend: (r.labels["friend"][friend], r.friend_effect(friend))
            for friend in range(first, first + st.OUTPOSTS_PER_RACE)
            if not taken >> friend & 1
        },
    )


def _player(r: Reader, p: int) -> PlayerView:
    s = r.s
    return PlayerView(
        seat=p,
        name=SEAT_NAMES[p],
        points=int(s["points"][p]),
        hand=r.hand(p),
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
