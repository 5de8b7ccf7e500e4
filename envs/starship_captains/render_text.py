"""Starship Captains: the table as text."""

from __future__ import annotations

from typing import Any

from astrarium.core.tables import Content

from . import state as st
from . import tables as tb
from .cards import (
    LINE_COLOURS,
    ROOM_COLOURS,
    SEAT_NAMES,
    SHADOW,
    MissionView,
    TechView,
    counted,
    counted_points,
    figures_of,
)
from .view import PlaceView, PlayerView, SlotView, SoloView, TableView, TrackView, look


def render_text(content: Content, s: Any, seat: int | None = None) -> str:
    """The table in monospaced text."""
    view = look(content, s, seat)
    lines = [f"{view.title}: {view.headline}", ""]
    lines += [_place(view, place) for place in view.places]
    decks = ", ".join(f"{count} {name}" for name, count in view.decks.items())
    lines += ["", f"decks and supplies: {decks}; the top tech is {view.top}"]
    if view.peeked:
        lines.append(f"seen on the mission deck: {', '.join(each.name for each in view.peeked)}")
    lines.append("")
    for track in view.tracks:
        lines += _track(view, track)
    lines += [f"at stations: {name}: {effect}" for name, effect in view.orders]
    lines.append("")
    for space, tech in enumerate(view.board, 1):
        lines.append(f"tech {space}  {_tech(tech) if tech else '-'}")
    lines.append("")
    if view.solo:
        lines += _solo(view.solo)
    for player in view.players:
        lines += _player(view, player)
    lines += [f"{name}: {text}" for name, text in view.epilogues]
    if view.question:
        lines.append(f"> {view.question}")
    return "\n".join(line.rstrip() for line in lines)


def _place(view: TableView, place: PlaceView) -> str:
    ways = []
    for route in view.routes:
        if place.place in route.ends:
            there = route.ends[route.ends[0] == place.place]
            pirate = "!" if route.pirate >= 0 else ""
            ways.append(
                (route.colour, f"{st.ROUTE_COLOURS[route.colour]} {_short_name(view, there)}{pirate}")
            )
    ships = [f"{SEAT_NAMES[seat]}{'*' * (place.holder == seat)}" for seat in place.ships]
    ships += [SHADOW] if place.shadow else []
    routes = ", ".join(words for _, words in sorted(ways))
    who = f"   [{', '.join(ships)}]" if ships else ""
    return f"{place.name:<13}{routes:<34}{_content(place)}{who}"


def _short_name(view: TableView, place: int) -> str:
    return "Home" if place == 0 else view.places[place].name


def _content(place: PlaceView) -> str:
    if place.station:
        tile = f"round {place.tile_round}" if place.tile_round else "here"
        tile = "used up" if place.tile_round > st.ROUNDS else tile
        return f"{place.station}: {place.effect} (tile: {tile})"
    if place.mission:
        return _mission(place.mission)
    if place.number:
        return f"tile {place.number} {'face up' if place.face_up else 'face down'}"
    return "nothing"


def _mission(mission: MissionView) -> str:
    lines = "; ".join(f"{LINE_COLOURS[colour]}: {words}" for colour, words in mission.lines)
    return f"{mission.name} ({mission.points}) {lines}"


def _track(view: TableView, track: TrackView) -> list[str]:
    marks = ", ".join(f"{SEAT_NAMES[seat]} {position}" for seat, position in enumerate(track.positions))
    bonuses = [f"{space} {words}" for space, words in enumerate(track.spaces) if words]
    bonuses.append(f"{track.event_space} event")
    lines = [f"{track.name:<12}{marks}   bonuses: {'; '.join(bonuses)}"]
    if track.event:
        lines.append(f"{'':<12}event: {track.event} ({track.event_words})")
    if track.techs:
        shared = "shared" if view.sharing else "to be shared"
        lines.append(f"{'':<12}{shared}: {'; '.join(_tech(tech) for tech in track.techs.values())}")
    if track.trophy >= 0:
        lines.append(f"{'':<12}trophy: {SEAT_NAMES[track.trophy]}")
    return lines


def _tech(tech: TechView) -> str:
    kind = f"{ROOM_COLOURS[tech.colour]} room" if tech.colour >= 0 else tech.tier
    icons = "".join(tb.ICONS[icon] for icon in tech.icons)
    return f"{tech.name} [{icons}] {kind}: {tech.words}"


def _solo(solo: SoloView) -> list[str]:
    cards = ", ".join(f"{n} {name}" for n, name in zip(solo.left, st.ACTION_CARDS, strict=True) if n)
    unseen = " and 1 unseen" if solo.unseen else ""
    return [
        f"passenger: {solo.passenger} (action: {solo.effect}; {solo.score})",
        f"{SHADOW} at {solo.place}; in the action deck: {cards or 'nothing'}{unseen}; "
        f"{solo.drawn} drawn, {solo.later} for later rounds",
        "",
    ]


def _player(view: TableView, player: PlayerView) -> list[str]:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    cargo = [counted(n, name) for name, n in zip(st.ARTIFACTS, player.artifacts, strict=True) if n]
    cargo += [counted(player.pirates, "pirate token")] if player.pirates else []
    words = [
        counted_points(player.total),
        f"at {player.place}",
        counted(player.medals, "medal"),
        "starting player" if player.first else "",
        "passed" if player.passed else "",
    ]
    slots = f"{st.CARGO}{f' + {player.lockers}' if player.lockers else ''} slots"
    lines = [
        f"{mark} {player.name}: {', '.join(word for word in words if word)}",
        f"    ready: {figures_of(player.ready) or 'nobody'}; "
        f"queue: {', '.join(st.FIGURES[figure] for figure in player.queue) or 'nobody'}",
        f"    cargo ({slots}, {player.damage} damage): {', '.join(cargo) or 'nothing'}",
    ]
    lines += [f"    {_slot(number, slot)}" for number, slot in enumerate(player.slots, 1)]
    grays = [name for name, colour in zip(st.PRINTED_ROOMS[:3], player.rooms, strict=False) if colour == 3]
    if grays:
        lines.append(f"    gray by an artifact: {', '.join(grays)}")
    if player.worker >= 0:
        lines.append(f"    at work: {st.FIGURES[player.worker]}")
    if player.away_name:
        sent = [f"{st.FIGURES[f] if f >= 0 else '-'} ({LINE_COLOURS[c]}: {w})" for f, c, w in player.away]
        lines.append(f"    on {player.away_name}: {'; '.join(sent)}")
    done = ", ".join(f"{name} {points}" for name, points in player.missions)
    lines.append(f"    missions: {done or 'none'}")
    return lines


def _slot(number: int, slot: SlotView) -> str:
    icons = "".join(tb.ICONS[icon] for icon in slot.icons)
    if slot.tech:
        return f"slot {number} {_tech(slot.tech)}"
    return f"slot {number} [{icons}]{' damaged' if slot.damaged else ''}"
