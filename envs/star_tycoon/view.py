"""Star Tycoon: what a state shows to one pair of eyes, as words and plain values for pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from astrarium.core.tables import Content
from astrarium.core.words import number_of

from . import state as st
from . import tables as tb
from .reader import PLACES, SEAT_NAMES, TILE_NAMES, CardView, CompanyView, Reader, team_of, words_of
from .words import TycoonWords

_PHASES = {
    st.CHOOSE: "companies are chosen",
    st.EVENT: "event",
    st.PRODUCE: "production",
    st.REMOVE: "cards leave the game",
    st.DISCARD: "discard",
}


@dataclass
class RowView:
    """A row of the market with its deck."""

    row: int
    name: str
    full: bool
    deck: int  # cards left
    top: str  # what everybody knows to lie on top
    slots: list[CardView | None]


@dataclass
class SiteView:
    """A planet, the homeworld or a company card with the developments on it."""

    site: int
    name: str
    capacity: int  # -1 = no limit
    points: int  # of its target
    met: bool
    developments: list[CardView]
    face: CardView | None = None  # of a planet
    token: int = -1  # of a homeworld's supremacy

    @property
    def words(self) -> str:
        """A place for developments: what it is, and whether its target is met."""
        met = " Its target is met." if self.met else " Its target is not met yet."
        if self.face:
            return self.face.words + met
        if self.token >= 0:
            worth = number_of(self.points, "point")
            return f"Homeworld: {worth} for whoever makes the most {st.TOKENS[self.token]}.{met}"
        return f"{self.name}: {number_of(len(self.developments), 'development')}, a point for every two."


@dataclass
class PlayerView:
    """One player's corporation."""

    seat: int
    name: str
    company: str  # "" = not chosen or not shown yet
    ability: str
    target: str
    target_points: int
    target_met: bool
    target_count: int
    hand: list[CompanyView]  # to choose from, as far as they may be seen
    choice: str
    tokens: list[int]
    loan: bool
    reserve: list[tuple[str, CardView | None]]  # words; the card unless it is uncertain
    partnerships: list[tuple[int, int, int]]  # brand, developments of it, points
    sites: list[SiteView]
    points: dict[str, int]
    first: bool
    team: int  # -1 = no teams
    used: bool  # the ability of once a round

    @property
    def total(self) -> int:
        """All points as things stand."""
        return sum(self.points.values())


@dataclass
class TableView:
    """Everything on the table."""

    title: str
    headline: str
    question: str
    active: int
    deciding: int  # -1 = nobody
    rates: list[tuple[int, int]]  # resources, credits of each column
    markers: list[int]
    flipped: list[bool]
    blocked: list[int]  # columns closed by an event
    rows: list[RowView]
    event: str
    event_text: str
    past_events: list[str]
    tile: str
    tile_steps: list[tuple[int, int]]
    partnerships: list[tuple[int, int, list[int], list[int]]]  # brand, owner, price, points
    players: list[PlayerView]
    offer: str
    goal: str
    goal_state: str
    buff: str

    def partnership_words(self, brand: int) -> str:
        """A partnership: what it costs or whose it is, and its points."""
        _, owner, price, points = self.partnerships[brand]
        whose = f"It is {SEAT_NAMES[owner]}'s" if owner >= 0 else f"It costs {words_of(price)}"
        steps = [f"{n}: {points[n]}" for n in range(1, len(points)) if points[n] != points[n - 1]]
        name, by = st.BRANDS[brand], ", ".join(steps)
        return f"Partnership with {name}. {whose}. Points by the developments of the brand: {by}."

    def rate_words(self, resource: int) -> str:
        """A resource on the market: its rate, and whether it was traded."""
        resources, credits = self.rates[self.markers[resource]]
        name = st.RESOURCES[resource]
        traded = " It was traded in this turn." if self.flipped[resource] else ""
        rate = f"{resources} for {number_of(credits, 'energy credit')}"
        return f"{name[:1].upper()}{name[1:]}: {rate}, to buy or to sell.{traded}"


def look(content: Content, s: Any, seat: int | None) -> TableView:
    """The table as that seat sees it; with None everything is open."""
    reader = Reader(content, s, seat)
    t, event = reader.t, int(s["event"])
    rules = int(t["event_rules"][event]) if event >= 0 else 0
    slots = st.ROW_SIZE + bool(rules & tb.RULE_OPPORTUNITY)
    return TableView(
        title=f"Star Tycoon ({content.name})",
        headline=_headline(reader),
        question=_question(reader),
        active=int(s["active"]),
        deciding=-1 if s["over"] else int(s["seat"]),
        rates=[
            (int(t["rate_resources"][c]), int(t["rate_credits"][c])) for c in range(len(t["rate_credits"]))
        ],
        markers=[int(column) for column in s["marker"]],
        flipped=[bool(int(s["flipped"]) >> resource & 1) for resource in range(st.NUM_RESOURCES)],
        blocked=_blocked(reader, rules),
        rows=[_row(reader, row, slots) for row in range(st.NUM_ROWS)],
        event=reader.labels["event"][event] if event >= 0 else "",
        event_text=reader.event_text(event) if event >= 0 else "",
        past_events=[
            name
            for number, name in enumerate(reader.labels["event"])
            if int(s["events_used"]) >> number & 1 and number != event
        ],
        tile=TILE_NAMES[t["tile_count"][s["tile"]]],
        tile_steps=_steps(t["tile_points"][s["tile"]]),
        partnerships=[
            (
                brand,
                int(s["partner"][brand]),
                [int(n) for n in t["partner_price"][brand]],
                [int(n) for n in t["partner_points"][brand]],
            )
            for brand in range(st.NUM_BRANDS)
        ],
        players=[_player(reader, player) for player in reader.players],
        offer=reader.offer(),
        goal=reader.goal_words(),
        goal_state=reader.goal_state(),
        buff=reader.buff_words(),
    )


def _blocked(reader: Reader, rules: int) -> list[int]:
    """The columns with as many resources as credits, while they are closed."""
    t = reader.t
    if not rules & tb.RULE_ROADBLOCK:
        return []
    return [c for c in range(len(t["rate_credits"])) if t["rate_credits"][c] == t["rate_resources"][c]]


def _steps(points: Any) -> list[tuple[int, int]]:
    """The counts at which the points of a tile rise."""
    return [(n, int(points[n])) for n in range(1, len(points)) if points[n] != points[n - 1]]


def _row(reader: Reader, row: int, slots: int) -> RowView:
    s = reader.s
    cards = [int(card) for card in s["row"][row]]
    faces = [
        reader.face(card, bool(s["phished"][row, slot])) if card >= 0 else None
        for slot, card in enumerate(cards)
    ]
    while len(faces) > slots and faces[-1] is None:
        faces.pop()
    return RowView(
        row, PLACES[row], bool(s["full"][row]), reader.deck_size(row), reader.known_top(row), faces
    )


def _player(reader: Reader, player: int) -> PlayerView:
    t, s = reader.t, reader.s
    company = int(s["company"][player])
    may_see = reader.seat is None or reader.seat == player
    hand = [reader.company(c) for c in range(st.NUM_COMPANIES) if s["hand"][player] >> c & 1]
    chosen = int(s["choice"][player])
    points = reader.points(player)
    return PlayerView(
        seat=player,
        name=SEAT_NAMES[player],
        company=reader.company_name(company) if company >= 0 else "",
        ability=reader.company_text(company) if company >= 0 else "",
        target=reader.company_target(company) if company >= 0 else "",
        target_points=int(t["company_points"][company]) if company >= 0 else 0,
        target_met=points["company"] > 0,
        target_count=reader.company_count(player),
        hand=hand if may_see else [],
        choice=reader.company_name(chosen) if may_see and chosen >= 0 else "",
        tokens=[int(n) for n in s["tokens"][player]],
        loan=bool(s["loan"][player]),
        reserve=reader.reserved(player),
        partnerships=reader.partnerships_of(player),
        sites=_sites(reader, player),
        points=points,
        first=int(s["first"]) == player,
        team=team_of(s, player),
        used=bool(s["ability_used"][player]),
    )


def _sites(reader: Reader, player: int) -> list[SiteView]:
    t, s = reader.t, reader.s
    home = int(s["homeworld"][player])
    stands: dict[int, list[CardView]] = {}
    for card in range(st.FIRST_DEVELOPMENT, st.NUM_CARDS):
        if s["owner"][card] == player:
            stands.setdefault(int(s["site"][card]), []).append(reader.face(card))
    for cards in stands.values():
        cards.sort(
            key=lambda card: (card.card < st.FIRST_FORGE, card.card >= st.FIRST_MEGASTRUCTURE, card.card)
        )
    sites = [
        SiteView(
            st.HOMEWORLD,
            "Homeworld",
            int(t["home_capacity"][home]),
            int(t["supremacy_points"][home]),
            reader.supreme(player),
            stands.get(st.HOMEWORLD, []),
            token=int(t["supremacy"][home]),
        )
    ]
    company = int(s["company"][player])
    if company >= 0 and t["ability"][company] == tb.MYRON:
        under = stands.get(st.NANOTECH, [])
        sites.append(SiteView(st.NANOTECH, "Company card", -1, len(under) // 2, len(under) > 1, under))
    for planet in reader.planets_of(player):
        face = reader.face(planet)
        sites.append(
            SiteView(
                planet,
                face.name,
                face.capacity,
                face.points,
                reader.target_met(planet),
                stands.get(planet, []),
                face,
            )
        )
    return sites


# Words


def _headline(reader: Reader) -> str:
    s = reader.s
    series = f"game {s['game']} of {st.SERIES}, " if s["series"] else ""
    if s["over"]:
        return f"{series}cut at the move limit" if s["over"] == 2 else f"{series}the game is over"
    words = f"{series}round {max(int(s['round']), 1)} of {s['rounds']}"
    phase = int(s["phase"])
    if phase == st.TURN:
        left = int(s["actions_left"])
        words += f", turn {int(s['turn']) + 1} of {SEAT_NAMES[s['active']]}"
        return f"{words}, {left} action{'s' * (left != 1)} left"
    return f"{words}, {_PHASES.get(phase, 'acquisition' if phase > st.DISCARD else 'start')}"


def _question(reader: Reader) -> str:
    s = reader.s
    if s["over"]:
        totals = (f"{SEAT_NAMES[p]} {sum(reader.points(p).values())}" for p in reader.players)
        won = {True: "; the goal is reached", False: "; the goal is missed"}[bool(s["won"])]
        return f"points: {', '.join(totals)}{won if len(reader.players) == 1 else ''}"
    return f"{SEAT_NAMES[s['seat']]}: {TycoonWords(reader.content, s).question()}"
