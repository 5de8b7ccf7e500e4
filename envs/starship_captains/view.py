"""Starship Captains: what a state shows to one pair of eyes, as words and values for pictures and stories.

With a seat only what that seat may know is in the view; without one everything is open but the order of the
decks. Hidden are missions that another captain has looked at before they are dealt.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from astrarium.core.tables import Content

from . import state as st
from . import tables as tb
from .words import PER_WORDS, SEAT_NAMES, CaptainsWords, MissionView, TechView, half


@dataclass
class PlaceView:
    """A location of the map."""

    place: int
    name: str
    mission: MissionView | None
    number: int  # triangle tile, 0 = none
    face_up: bool
    station: str
    effect: str  # of the station's tile
    tile_round: int  # 0 = the tile is here
    holder: int  # for whom it is reserved, -1 = nobody
    ships: list[int]
    shadow: bool


@dataclass
class RouteView:
    """A route of the map."""

    ends: tuple[int, int]
    colour: int
    marked: bool
    pirate: int  # kind, -1 = none


@dataclass
class TrackView:
    """A faction track."""

    name: str
    spaces: list[str]  # bonus of each space
    event_space: int
    event: str
    event_words: str
    positions: list[int]
    trophy: int
    techs: dict[int, TechView]  # shared ones, by their place


@dataclass
class SlotView:
    """A tech slot."""

    tech: TechView | None
    damaged: bool
    icons: list[int]  # that show
    pairs: tuple[int, int]  # icons matched with the next slot: top, bottom; 0 = none


@dataclass
class PlayerView:
    """One captain's ship."""

    seat: int
    name: str
    place: str
    passed: bool
    first: bool
    ready: list[int]
    queue: list[int]
    medals: int
    artifacts: list[int]
    pirates: int
    damage: int
    lockers: int
    slots: list[SlotView]
    rooms: list[int]  # colours of the printed rooms
    away: list[tuple[int, int, str]]  # figure, colour and words of each line of a mission under way
    away_name: str
    away_line: int  # the line being resolved, -1 = crew is being sent
    worker: int  # commander at work, -1 = none
    missions: list[tuple[str, int]]
    points: dict[str, float]

    @property
    def total(self) -> float:
        """All points as things stand."""
        return sum(self.points.values())


@dataclass
class SoloView:
    """Passenger and Captain Shadow."""

    passenger: str
    effect: str
    score: str
    place: str
    left: list[int]  # seen cards by kind that are still in the deck
    unseen: bool  # one more that nobody has seen
    drawn: int
    later: int  # cards face down for later rounds


@dataclass
class TableView:
    """Everything on the table."""

    title: str
    headline: str
    question: str
    active: int
    deciding: int  # -1 = nobody
    four: bool  # the side for four players
    places: list[PlaceView]
    routes: list[RouteView]
    tracks: list[TrackView]
    orders: list[tuple[str, str]]  # events in force at stations
    sharing: bool
    board: list[TechView | None]
    decks: dict[str, int]
    top: str  # tier of the top tech
    drawn: dict[int, str]  # cards to choose from
    peeked: list[MissionView]
    players: list[PlayerView]
    solo: SoloView | None
    epilogues: list[tuple[str, str]] = field(default_factory=list)


class Reader(CaptainsWords):
    """Reads current values out of a state, for one pair of eyes."""

    def __init__(self, content: Content, s: Any, seat: int | None = None) -> None:
        super().__init__(content, s)
        self.seat = seat

    # Ships

    def crew(self, player: int) -> list[int]:
        """All figures of a crew: ready room, queue, at work and on a mission."""
        s = self.s
        found = [f for f in range(len(st.FIGURES)) for _ in range(int(s["ready"][player, f]))]
        found += [int(f) for f in s["queue"][player, : int(s["queue_size"][player])]]
        if int(s["active"]) == player:
            found += [int(f) for f in s["pad"] if f >= 0]
            if s["worker"] >= 0:
                found.append(int(s["worker"]))
        return found

    def techs_of(self, player: int) -> list[int]:
        """Techs that a player can use: installed and shared ones."""
        s = self.s
        cards = [int(card) for card in s["slot"][player] if card >= 0]
        if s["sharing"]:
            cards += [int(card) for card in s["shared"] if card >= 0]
        return cards

    def lockers(self, player: int) -> int:
        """Cargo slots beyond those of the ship."""
        cards = [card for card in self.techs_of(player) if int(self.t["hook"][card]) == tb.HOOK_LOCKERS]
        return sum(int(self.t["lockers"][card]) for card in cards)

    def icon(self, player: int, slot: int, place: int) -> int:
        """The icon that shows at a corner of a slot."""
        s = self.s
        card = int(s["slot"][player, slot])
        icons = self.t["icon"][card] if card >= 0 else self.t["slot_icon"][int(s["slot_side"]), slot]
        return int(icons[place])

    def pair(self, player: int, slot: int, height: int) -> int:
        """The icon that a slot shares with the next one at a height, or none."""
        if slot + 1 >= st.NUM_SLOTS:
            return tb.ICON_NONE
        right, left = (
            self.icon(player, slot, tb.RIGHT_TOP + height),
            self.icon(player, slot + 1, tb.LEFT_TOP + height),
        )
        return right if right == left else tb.ICON_NONE

    # Points

    def all_damage(self, player: int) -> int:
        """Damage in the hold and in tech slots."""
        return int(self.s["damage"][player]) + int(self.s["slot_damage"][player]).bit_count()

    def zone(self, player: int, track: int) -> int:
        """The zone of a marker; that of a looped track is the last one."""
        position = int(self.s["position"][player, track])
        return 4 if position >= st.TRACK_LENGTH else -(-position // st.ZONE)

    def track_points(self, player: int, track: int) -> int:
        """Points of a marker, loops counted."""
        loops, space = divmod(int(self.s["position"][player, track]), st.TRACK_LENGTH)
        return st.LOOP_POINTS * loops - (-space // st.ZONE)

    def commanders(self, player: int) -> int:
        """Commanders of a crew."""
        return sum(st.COMMANDER <= figure < st.ANDROID for figure in self.crew(player))

    def things(self, player: int, per: str) -> int:
        """How many of what an omega or a passenger counts."""
        s = self.s
        colour = per.partition("_")[0].lower()
        if per.endswith("_FIGURES"):
            own = (st.COLOURS.index(colour), st.COMMANDER + st.COLOURS.index(colour))
            return sum(figure in own for figure in self.crew(player))
        if per.endswith("_MISSIONS"):
            wanted = int(self.t["colour_missions"][st.COLOURS.index(colour)])
            return (int(s["completed"][player]) & wanted).bit_count()
        counts = {
            "ARTIFACT_TYPES": lambda: sum(int(n) > 0 for n in s["artifacts"][player]),
            "ICON_PAIRS": lambda: sum(
                self.pair(player, slot, height) != tb.ICON_NONE
                for slot in range(st.NUM_SLOTS)
                for height in (0, 1)
            ),
            "COMMANDERS": lambda: self.commanders(player),
            "DAMAGE": lambda: self.all_damage(player),
            "PIRATE_TOKENS": lambda: int(s["pirates"][player].sum()),
            "LOWEST_ZONE": lambda: min(self.zone(player, track) for track in range(len(st.TRACKS))),
            "NO_CARGO_DAMAGE": lambda: int(s["damage"][player] == 0),
            "ARTIFACTS": lambda: int(s["artifacts"][player].sum()),
            "INSTALLED_TECHS": lambda: sum(int(card) >= 0 for card in s["slot"][player]),
            "TINCAN_ZONE": lambda: self.zone(player, st.TINCAN),
        }
        return counts[per]()

    def missions_of(self, player: int) -> list[int]:
        """Completed missions."""
        done = int(self.s["completed"][player])
        return [card for card in range(done.bit_length()) if done >> card & 1]

    def points(self, player: int) -> dict[str, float]:
        """The points of a player by what they are for, as things stand."""
        t, s = self.t, self.s
        omegas = [int(card) for card in s["slot"][player] if card >= st.FIRST_OMEGA]
        return {
            "missions": sum(int(t["mission_points"][card]) for card in self.missions_of(player)),
            **{name: self.track_points(player, track) for track, name in enumerate(st.TRACKS)},
            "omegas": sum(
                int(t["omega_points"][card]) * self.things(player, tb.PERS[int(t["omega_per"][card])])
                for card in omegas
            ),
            "passenger": self.passenger_points(player),
            "commanders": self.commanders(player),
            "androids": int(s["ready"][player, st.ANDROID]),
            "pirates": int(s["pirates"][player].sum()),
            "medals": int(s["medals"][player]) / 2,
            "artifacts": int(s["artifacts"][player].sum()) / 2,
            "damage": -self.all_damage(player),
        }

    def total(self, player: int) -> float:
        """All points of a player as things stand."""
        return sum(self.points(player).values())

    def passenger_points(self, player: int) -> int:
        """The passenger's adjustment."""
        t, rider = self.t, int(self.s["rider"])
        if rider < 0:
            return 0
        per = tb.PERS[int(t["rider_per"][rider])]
        return int(t["rider_base"][rider]) + int(t["rider_points"][rider]) * self.things(player, per)

    def epilogue(self, player: int) -> str:
        """What becomes of a captain with these points."""
        texts = self.labels["epilogues"]
        return texts[min(max(int(self.total(player) // 1) - tb.FIRST_EPILOGUE, 0), len(texts) - 1)]


def look(content: Content, s: Any, seat: int | None) -> TableView:
    """The table as that seat sees it; with None everything is open."""
    reader = Reader(content, s, seat)
    over = int(s["over"])
    return TableView(
        title=f"Starship Captains ({content.name})",
        headline=_headline(s),
        question=_question(reader),
        active=int(s["active"]),
        deciding=-1 if over else int(s["seat"]),
        four=bool(s["side"]),
        places=[_place(reader, place) for place in range(int(reader.t["num_locations"][int(s["side"])]))],
        routes=_routes(reader),
        tracks=[_track(reader, track) for track in range(len(st.TRACKS))],
        orders=_orders(reader),
        sharing=bool(s["sharing"]),
        board=[
            reader.tech_face(int(card)) if card >= 0 else None
            for card in s["tech_board"][: st.NUM_BOARD - (len(reader.players) == 1)]
        ],
        decks=_decks(s),
        top={-1: "none", st.ALPHA: "alpha"}.get(int(s["tech_top"]), "beta"),
        drawn={k: reader.tech_name(int(c)) for k, c in enumerate(s["drawn"]) if c >= 0}
        if s["ask"] == st.ASK_DRAWN and not over
        else {},
        peeked=[reader.mission_face(card) for card in _peeked(reader)],
        players=[_player(reader, player) for player in reader.players],
        solo=_solo(reader) if len(reader.players) == 1 else None,
        epilogues=[(SEAT_NAMES[p], reader.epilogue(p)) for p in reader.players] if over == 1 else [],
    )


def _peeked(reader: Reader) -> list[int]:
    s = reader.s
    number = int(s["known_size"] if reader.seat is None else s["peeked"][reader.seat])
    return [int(card) for card in s["known_mission"][:number] if card >= 0]


def _decks(s: Any) -> dict[str, int]:
    return {
        "missions": int(s["mission_pool"]).bit_count() + int(s["known_size"]),
        "techs": int(s["tech_pool"]).bit_count(),
        "techs discarded": int(s["tech_discard"]).bit_count(),
        "omegas": int(s["omega_pool"]).bit_count(),
        "pirates": int(s["pirate_supply"].sum()),
        "artifacts": int(s["artifact_supply"].sum()),
    }


def _orders(reader: Reader) -> list[tuple[str, str]]:
    orders = int(reader.s["orders"])
    events = [event for event in range(orders.bit_length()) if orders >> event & 1]
    effects = [reader.effect(int(reader.t["event_station"][event])) for event in events]
    return [(reader.labels["events"][event], effect) for event, effect in zip(events, effects, strict=True)]


def _place(reader: Reader, place: int) -> PlaceView:
    s = reader.s
    mission, station, number = (int(s[name][place]) for name in ("mission_at", "station_at", "number_at"))
    return PlaceView(
        place=place,
        name=st.LOCATIONS[place],
        mission=reader.mission_face(mission) if mission >= 0 else None,
        number=number,
        face_up=bool(number and int(s["numbers_up"]) >> (number - 1) & 1),
        station=reader.labels["stations"][station] if station >= 0 else "",
        effect=reader.effect(int(reader.t["station_effect"][station])) if station >= 0 else "",
        tile_round=int(s["tile_round"][station]) if station >= 0 else 0,
        holder=int(s["holder"][place]) if place != st.HOME else -1,
        ships=[player for player in reader.players if int(s["location"][player]) == place],
        shadow=int(s["shadow_at"]) == place,
    )


def _routes(reader: Reader) -> list[RouteView]:
    t, s = reader.t, reader.s
    side, found = int(s["side"]), []
    for route in range(int(t["num_routes"][side])):
        here, there = (int(end) for end in t["route_ends"][side, route])
        colour = next(c for c in range(st.NUM_ROUTE_COLOURS) if int(t["route_at"][side, here, c]) == route)
        found.append(
            RouteView((here, there), colour, bool(t["route_marked"][side, route]), int(s["pirate_on"][route]))
        )
    return found


def _track(reader: Reader, track: int) -> TrackView:
    t, s = reader.t, reader.s
    side, event = int(s["track_side"][track]), int(s["event"][track])
    return TrackView(
        name=st.TRACKS[track],
        spaces=[reader.effect(int(t["bonus"][track, side, space])) for space in range(st.TRACK_LENGTH)],
        event_space=int(t["event_space"][track, side]),
        event=reader.labels["events"][event] if event >= 0 else "",
        event_words=reader.event_words(event) if event >= 0 else "",
        positions=[int(s["position"][player, track]) for player in reader.players],
        trophy=int(s["trophy"][track]),
        techs={place: reader.tech_face(int(card)) for place, card in enumerate(s["shared"]) if card >= 0}
        if track == st.TINCAN
        else {},
    )


def _slot(reader: Reader, player: int, slot: int) -> SlotView:
    s = reader.s
    card = int(s["slot"][player, slot])
    gray = int(s["crowd"][player, st.FIRST_SLOT_ROOM + slot]) >= 0
    return SlotView(
        tech=reader.tech_face(card, gray) if card >= 0 else None,
        damaged=bool(int(s["slot_damage"][player]) >> slot & 1),
        icons=[reader.icon(player, slot, place) for place in range(4)],
        pairs=(reader.pair(player, slot, 0), reader.pair(player, slot, 1)),
    )


def _player(reader: Reader, player: int) -> PlayerView:
    t, s = reader.t, reader.s
    active, mission = int(s["active"]) == player, int(s["mission"])
    away = active and mission >= 0
    face = reader.mission_face(mission) if away else MissionView("", 0, [])
    pads = [int(figure) for figure in s["pad"]]
    assigning = int(s["ask"]) == st.ASK_ASSIGN
    return PlayerView(
        seat=player,
        name=SEAT_NAMES[player],
        place=st.LOCATIONS[int(s["location"][player])],
        passed=bool(s["passed"][player]),
        first=int(s["first"]) == player,
        ready=[int(n) for n in s["ready"][player]],
        queue=[int(f) for f in s["queue"][player, : int(s["queue_size"][player])]],
        medals=int(s["medals"][player]),
        artifacts=[int(n) for n in s["artifacts"][player]],
        pirates=int(s["pirates"][player].sum()),
        damage=int(s["damage"][player]),
        lockers=reader.lockers(player),
        slots=[_slot(reader, player, slot) for slot in range(st.NUM_SLOTS)],
        rooms=[
            st.GRAY if int(s["crowd"][player, room]) >= 0 else int(t["room_colour"][room])
            for room in range(st.FIRST_SLOT_ROOM)
        ],
        away=[(pads[line], colour, words) for line, (colour, words) in enumerate(face.lines)],
        away_name=face.name,
        away_line=-1 if assigning else int(s["line"]),
        worker=int(s["worker"]) if active else -1,
        missions=[
            (reader.mission_name(card), int(t["mission_points"][card])) for card in reader.missions_of(player)
        ],
        points=reader.points(player),
    )


def _solo(reader: Reader) -> SoloView:
    t, s = reader.t, reader.s
    rider = int(s["rider"])
    base, points = int(t["rider_base"][rider]), int(t["rider_points"][rider])
    return SoloView(
        passenger=reader.labels["passengers"][rider],
        effect=reader.effect(int(t["rider_effect"][rider])) or "nothing",
        score=f"{base:+d} points, +{points} per {PER_WORDS[tb.PERS[int(t['rider_per'][rider])]]}",
        place=st.LOCATIONS[int(s["shadow_at"])],
        left=[int(n) for n in s["action_left"]],
        unseen=bool(s["action_new"]),
        drawn=int(s["actions_drawn"]),
        later=int(s["action_extra"].sum()) - int(s["action_new"]),
    )


# CaptainsWords


def _headline(s: Any) -> str:
    if s["over"]:
        return "cut at the move limit" if s["over"] == 2 else "the game is over"
    return f"round {int(s['round'])} of {st.ROUNDS}, turn of {SEAT_NAMES[int(s['active'])]}"


def _question(reader: Reader) -> str:
    s = reader.s
    if s["over"]:
        totals = (f"{SEAT_NAMES[p]} {half(reader.total(p))}" for p in reader.players)
        return f"points: {', '.join(totals)}"
    return f"{SEAT_NAMES[int(s['seat'])]}: {reader.question()}"
