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
from .cards import PER_WORDS, SEAT_NAMES, MissionView, TechView, half
from .words import CaptainsWords


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

    @property
    def told(self) -> str:
        """The location in words: the mission, the station or the number there."""
        if self.mission:
            words = f"Mission {self.mission.name} at {self.name}: {self.mission.told}."
        elif self.station:
            now = "here" if not self.tile_round else f"there from round {self.tile_round} on"
            now = now if self.tile_round <= st.ROUNDS else "used"
            words = f"Station {self.station}. Its tile, {now}: {self.effect}."
        else:
            words = f"{self.name}."
            words += (
                f" Number {self.number} lies here{'' if self.face_up else ', face down'}."
                if self.number
                else ""
            )
        return words + (f" It is kept for {SEAT_NAMES[self.holder]}." if self.holder >= 0 else "")


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

    @property
    def told(self) -> str:
        """The slot in words: its tech, and whether it is damaged."""
        words = self.tech.told if self.tech else "An empty tech slot."
        return f"{words} It is damaged." if self.damaged else words


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
    drawn_told: dict[int, str]
    peeked: list[MissionView]
    players: list[PlayerView]
    solo: SoloView | None
    epilogues: list[tuple[str, str]] = field(default_factory=list)


def look(content: Content, s: Any, seat: int | None) -> TableView:
    """The table as that seat sees it; with None everything is open."""
    reader = CaptainsWords(content, s)
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
        drawn_told={k: reader.tech_face(int(c)).told for k, c in enumerate(s["drawn"]) if c >= 0},
        peeked=[reader.mission_face(card) for card in _peeked(s, seat)],
        players=[_player(reader, player) for player in reader.players],
        solo=_solo(reader) if len(reader.players) == 1 else None,
        epilogues=[(SEAT_NAMES[p], reader.epilogue(p)) for p in reader.players] if over == 1 else [],
    )


def _peeked(s: Any, seat: int | None) -> list[int]:
    number = int(s["known_size"] if seat is None else s["peeked"][seat])
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


def _orders(reader: CaptainsWords) -> list[tuple[str, str]]:
    orders = int(reader.s["orders"])
    events = [event for event in range(orders.bit_length()) if orders >> event & 1]
    effects = [reader.effect(int(reader.t["event_order"][event])) for event in events]
    return [(reader.labels["events"][event], effect) for event, effect in zip(events, effects, strict=True)]


def _place(reader: CaptainsWords, place: int) -> PlaceView:
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


def _routes(reader: CaptainsWords) -> list[RouteView]:
    t, s = reader.t, reader.s
    side, found = int(s["side"]), []
    for route in range(int(t["num_routes"][side])):
        here, there = (int(end) for end in t["route_ends"][side, route])
        colour = next(c for c in range(st.NUM_ROUTE_COLOURS) if int(t["route_at"][side, here, c]) == route)
        found.append(
            RouteView((here, there), colour, bool(t["route_marked"][side, route]), int(s["pirate_on"][route]))
        )
    return found


def _track(reader: CaptainsWords, track: int) -> TrackView:
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


def _slot(reader: CaptainsWords, player: int, slot: int) -> SlotView:
    s = reader.s
    card = int(s["slot"][player, slot])
    gray = int(s["crowd"][player, st.FIRST_SLOT_ROOM + slot]) >= 0
    return SlotView(
        tech=reader.tech_face(card, gray) if card >= 0 else None,
        damaged=bool(int(s["slot_damage"][player]) >> slot & 1),
        icons=[reader.icon(player, slot, place) for place in range(4)],
        pairs=(reader.pair(player, slot, 0), reader.pair(player, slot, 1)),
    )


def _player(reader: CaptainsWords, player: int) -> PlayerView:
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


def _solo(reader: CaptainsWords) -> SoloView:
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


def _question(reader: CaptainsWords) -> str:
    s = reader.s
    if s["over"]:
        totals = (f"{SEAT_NAMES[p]} {half(reader.total(p))}" for p in reader.players)
        return f"points: {', '.join(totals)}"
    return f"{SEAT_NAMES[int(s['seat'])]}: {reader.question()}"
