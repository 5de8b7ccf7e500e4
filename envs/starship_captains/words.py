"""Starship Captains: a position in words: questions, events and actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from astrarium.core.telling import Event

from . import state as st
from . import tables as tb
from .actions import ACTIONS, PAIR_NAMES
from .cards import LINE_COLOURS, counted, counted_points, half
from .points import Holdings
from .questions import QUESTIONS

TOKENS = (*st.ARTIFACTS, "pirate token", "medal", "android")
ICONS = ("nothing", "a repair", "a medal", "a move")
SUPPLIES = (
    "the discarded techs are the new tech deck",
    "the discarded omegas are the new omega deck",
    "the discarded artifacts are the new supply",
    "the discarded pirates are the new supply",
)
PRINTED_EFFECTS = ("2 moves", "fight", "research", "repair")
# What it means to leave it at that, by the question.
DONE = {
    st.ASK_TASK: "no second task",
    st.ASK_LINE_TASK: "no second task",
    st.ASK_MOVE: "stay here",
    st.ASK_JUMP: "stay here",
    st.ASK_FIGHT: "do not fight",
    st.ASK_TECH: "take no tech",
    st.ASK_REPAIR: "repair nothing more",
    st.ASK_ADVANCE: "advance no further",
    st.ASK_PAY: "pay nothing",
    st.ASK_DRAWN: "take none of them",
    st.ASK_COPY: "copy nothing",
    st.ASK_CROWD: "lay down no artifact",
}


def a(thing: str) -> str:
    """With its article: "a medal", "an android"."""
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def grouped(figures: Iterable[int]) -> str:
    """Figures in their order, equal neighbours together: "a cadet and 2 red ensigns"."""
    runs = [(st.FIGURES[figure], len(list(run))) for figure, run in groupby(figures)]
    return listed([a(name) if number == 1 else f"{number} {name}s" for name, number in runs])


def listed(things: list[str]) -> str:
    """One, two and three."""
    return f"{', '.join(things[:-1])} and {things[-1]}" if len(things) > 1 else "".join(things)


def named(*names: str) -> Callable[[Any, int], str]:
    """A word for things that have a number: a method that gives their names."""
    return lambda words, number: names[number]


def amount(thing: str) -> Callable[[Any, int], str]:
    """A word for things that are counted: "1 medal", "2 medals"."""
    return lambda words, number: counted(number, thing)


class CaptainsWords(Holdings):
    """The words of a position."""

    actions, questions = ACTIONS, QUESTIONS
    figure, a_figure = named(*st.FIGURES), named(*map(a, st.FIGURES))
    cadets, androids, medals = amount("cadet"), amount("android"), amount("medal")
    artifact, token, two_artifacts = named(*map(a, st.ARTIFACTS)), named(*map(a, TOKENS)), named(*PAIR_NAMES)
    place, track = named(*st.LOCATIONS), named(*st.TRACKS)
    icon_bonus, supply, action_card = named(*ICONS), named(*SUPPLIES), named(*st.ACTION_CARDS)

    # What questions say

    def room(self) -> str:
        """The room that is to be activated."""
        return self.room_name(int(self.s["active"]), int(self.s["room"]))

    def worker(self) -> str:
        """The commander at work."""
        return st.FIGURES[int(self.s["worker"])]

    def commander(self) -> str:
        """The commander on the line."""
        return st.FIGURES[int(self.s["pad"][int(self.s["line"])])]

    def line(self) -> str:
        """The mission under way and its line that is manned or resolved."""
        face, line = self.mission_face(int(self.s["mission"])), int(self.s["line"])
        colour, effect = face.lines[line]
        return f"{face.name}, line {line + 1} ({LINE_COLOURS[colour]}: {effect})"

    def operation(self) -> str:
        """The operation that waits for an answer, as often as is left."""
        s = self.s
        at = int(s["depth"]) - 1
        left, effect, cell = int(s["f_left"][at]), int(s["f_effect"][at]), int(s["f_at"][at])
        often = tb.COUNTED >> int(self.t["op"][effect, cell]) & 1
        return self.op_words(effect, cell, left if often else None)

    def how_far(self) -> str:
        """Whether the track is still to be chosen."""
        s = self.s
        at = int(s["depth"]) - 1
        op = int(self.t["op"][int(s["f_effect"][at]), int(s["f_at"][at])])
        return "which track?" if op in (tb.OP_ONE_TRACK, tb.OP_ANY_TRACK) else "how far?"

    def chosen(self) -> str:
        """The tech that is being installed."""
        return self.tech_name(int(self.s["chosen"]))

    def hurt(self) -> str:
        """Damage about to be taken."""
        return str(int(self.s["hurt"]))

    def drawn(self) -> str:
        """Cards to choose from."""
        return ", ".join(self.tech_name(int(card)) for card in self.s["drawn"] if card >= 0)

    # What events say

    def left_ready(self, number: int) -> str:
        """Who stays in the ready room when a player passes."""
        return f", with {counted(number, 'figure')} left in the ready room" if number else ""

    def result(self, player: int) -> str:
        """The points of a player and what they are for."""
        parts = ", ".join(f"{what} {half(n)}" for what, n in self.points(player).items() if n)
        return f"{counted_points(self.total(player))}{f' ({parts})' if parts else ''}"

    def points_of(self, seat: int, told: Sequence[Event]) -> dict[str, float]:
        """The score sheet."""
        return {what: float(number) for what, number in self.points(seat).items() if number}

    def sent(self, *figures: int) -> str:
        """Figures that go on a mission."""
        return grouped(figure for figure in figures if figure >= 0)

    def into_queue(self, player: int, *figures: int) -> str:
        """Crew that comes back from a mission; androids do not queue."""
        crew = [figure for figure in figures if figure not in (-1, st.ANDROID)]
        return f"back from the mission into {self.seat(player)}'s queue: {grouped(crew)}" if crew else ""

    def into_ready_room(self, player: int, packed: int) -> str:
        """Figures from the front of the queue, packed by `crew.front`."""
        crew = [packed >> shift & 15 for shift in range(0, packed.bit_length(), 4)]
        words = grouped(sorted(figure - 1 for figure in crew))
        return f"{self.seat(player)}'s queue sends {words} to the ready room" if crew else ""

    def activated(self, room: int, card: int) -> str:
        """A room by its tech, or a printed one."""
        return self.tech_name(card) if card >= 0 else st.PRINTED_ROOMS[room]

    def ability(self, player: int, hook: int) -> str:
        """The tech that gives an ability to a player."""
        having = [card for card in self.techs_of(player) if int(self.t["hook"][card]) == hook]
        return self.tech_name(having[0] if having else int((self.t["hook"] == hook).argmax()))

    def route(self, route: int) -> str:
        """A route by its ends."""
        here, there = (int(end) for end in self.t["route_ends"][int(self.s["side"]), route])
        return f"{st.LOCATIONS[here]} and {st.LOCATIONS[there]}"

    def new_mission(self, mission: int, place: int) -> str:
        """What comes where a number lay."""
        where = st.LOCATIONS[place]
        return (
            f"new mission at {where}: {self.mission_name(mission)}"
            if mission >= 0
            else f"{where} stays empty"
        )

    def mission_worth(self, mission: int) -> str:
        """Points of a mission."""
        return counted_points(int(self.t["mission_points"][mission]))

    def mission_line(self, mission: int, line: int) -> str:
        """A line of a mission."""
        colour, effect = self.mission_face(mission).lines[line]
        return f"line {line + 1} ({LINE_COLOURS[colour]}: {effect})"

    def missions(self, number: int) -> str:
        """So many missions."""
        return counted(number, "mission") if number > 1 else "mission"

    def next_missions(self, number: int, *missions: int) -> str:
        """The first missions of the deck."""
        return listed([self.mission_name(mission) for mission in missions[:number]])

    def techs(self, *cards: int) -> str:
        """Techs or omegas by name."""
        return listed([self.tech_name(card) for card in cards if card >= 0])

    def not_chosen(self, *cards: int) -> str:
        """Drawn cards that nobody wants."""
        names = self.techs(*cards)
        return f"discarded: {names}" if names else ""

    def tech_effect(self, card: int) -> str:
        """What a tech gives when it is used."""
        return self.effect(int(self.t["tech_effect"][card]))

    def ordinal(self, place: int) -> str:
        """Places counted from 1."""
        return str(place + 1)

    def space(self, track: int, position: int) -> str:
        """A space of a track with its points."""
        loops, space = divmod(position, st.TRACK_LENGTH)
        loop = f" after {counted(loops, 'loop')}" if loops else ""
        points = counted_points(st.LOOP_POINTS * loops - (-space // st.ZONE))
        return f"space {space} of the {st.TRACKS[track]} track{loop}, worth {points}"

    def event(self, event: int) -> str:
        """An event's name."""
        return self.labels["events"][event]

    def order(self, event: int) -> str:
        """What an event does at stations."""
        return self.effect(int(self.t["event_order"][event]))

    def station(self, station: int) -> str:
        """A station's name."""
        return self.labels["stations"][station]

    def tile(self, station: int) -> str:
        """What the tile of a station gives."""
        return self.effect(int(self.t["station_effect"][station]))

    def unseen_card(self, number: int) -> str:
        """The card that a round adds to Captain Shadow's deck."""
        return ", and one that nobody has seen" if number else ""

    def passenger(self, rider: int) -> str:
        """A passenger and its action."""
        effect = self.effect(int(self.t["rider_effect"][rider])) or "nothing happens"
        return f"{self.labels['passengers'][rider]}: {effect}"

    # What actions are called here

    def does(self, action: int) -> str:
        """What a room, tech or mission brings, and what lies where one goes."""
        block, places = self.actions.block(action)
        s, name = self.s, block.name
        if name == "room" and self.ask != st.ASK_CROWD_ROOM:
            return self.room_effect(self.own, places[0])
        if name == "mission":
            return self.mission_face(int(s["mission_at"][int(s["location"][self.own])])).told
        if name == "go":
            return self.lies_at(places[0])
        card = {
            "tech": lambda: int(s["tech_board"][places[0]]),
            "drawn": lambda: int(s["drawn"][places[0]]),
            "copy": lambda: int(s["slot"][(self.own + places[0]) % len(self.players), places[1]]),
            "copy_shared": lambda: int(s["shared"][places[0]]),
        }.get(name, lambda: -1)()
        return self.tech_words(card) if card >= 0 else ""

    def room_effect(self, player: int, room: int) -> str:
        """What a room of a ship does."""
        if room < st.FIRST_SLOT_ROOM:
            return PRINTED_EFFECTS[room]
        shared = room >= st.FIRST_SHARED_ROOM
        at = room - (st.FIRST_SHARED_ROOM if shared else st.FIRST_SLOT_ROOM)
        card = int(self.s["shared"][at] if shared else self.s["slot"][player, at])
        return self.tech_words(card) if card >= 0 else ""

    def lies_at(self, place: int) -> str:
        """What lies at a location: a mission or a station."""
        s = self.s
        mission, station = int(s["mission_at"][place]), int(s["station_at"][place])
        if mission >= 0:
            return f"mission {self.mission_name(mission)}: {self.mission_face(mission).told}"
        if station < 0:
            return ""
        tile, now = self.tile(station), int(s["tile_round"][station])
        return f"station {self.station(station)}: {tile if not now else 'its tile is not there'}"

    @property
    def own(self) -> int:
        """The acting seat."""
        return int(self.s["seat"])

    @property
    def ask(self) -> int:
        """The number of the question."""
        return int(self.s["ask"])

    def action_done(self) -> str:
        """To leave it at that."""
        return DONE.get(self.ask, "done")

    def action_no(self) -> str:
        """To ignore a line, or to take damage."""
        return "ignore the line" if self.ask == st.ASK_LINE else "take the damage"

    def action_yes(self) -> str:
        """To use a line, once or again, or to stop damage."""
        if self.ask == st.ASK_PREVENT:
            return "stop it with a pirate token"
        return "resolve the line" if self.ask == st.ASK_LINE else "resolve the line again"

    def action_room(self, room: int) -> str:
        """To activate a room, or to lay an artifact on it."""
        name = self.room_name(self.own, room)
        return f"lay it on {name}" if self.ask == st.ASK_CROWD_ROOM else f"activate {name}"

    def action_mission(self) -> str:
        """To complete the mission at the ship's place."""
        place = int(self.s["location"][self.own])
        return f"complete {self.mission_name(int(self.s['mission_at'][place]))}"

    def action_figure(self, figure: int) -> str:
        """To send somebody to a room or on a mission."""
        return f"{'use' if self.ask == st.ASK_CREW else 'send'} {self.a_figure(figure)}"

    def action_call(self, place: int) -> str:
        """To call somebody from the queue; by the place where others like that stand elsewhere in it."""
        queue = [int(figure) for figure in self.s["queue"][self.own]]
        if queue[place] < 0:
            return f"call figure {place + 1} of the queue"
        runs = [figure for figure, _ in groupby(queue)]
        where = f", number {place + 1} of the queue" if runs.count(queue[place]) > 1 else ""
        return f"call {self.a_figure(queue[place])}{where}"

    def action_go(self, place: int) -> str:
        """To fly, to jump, or to send Captain Shadow."""
        if self.ask == st.ASK_SHADOW_MISSION:
            return f"{self.mission_name(int(self.s['mission_at'][place]))} at {st.LOCATIONS[place]}"
        return f"{'jump' if self.ask == st.ASK_JUMP else 'go'} to {st.LOCATIONS[place]}"

    def action_pirate(self, colour: int) -> str:
        """To fight a pirate, or to have it driven off."""
        s = self.s
        shadow = self.ask == st.ASK_SHADOW_FIGHT
        here = int(s["shadow_at"] if shadow else s["location"][self.own])
        side = int(s["side"])
        kind = int(s["pirate_on"][int(self.t["route_at"][side, here, colour])])
        pirate = self.pirate_name(kind) if kind >= 0 else "pirate"
        there = st.LOCATIONS[int(self.t["beyond"][side, here, colour])]
        verb = "drive off" if shadow else "fight"
        return f"{verb} the {pirate} on the {st.ROUTE_COLOURS[colour]} route to {there}"

    def action_tech(self, space: int) -> str:
        """To take a tech of the board."""
        card = int(self.s["tech_board"][space])
        return f"take {self.tech_name(card)}" if card >= 0 else f"take the tech of space {space + 1}"

    def action_drawn(self, k: int) -> str:
        """To take a drawn card."""
        card = int(self.s["drawn"][k])
        return f"take {self.tech_name(card)}" if card >= 0 else f"take drawn card {k + 1}"

    def action_slot(self, slot: int) -> str:
        """To put a tech into a slot, over another one perhaps, or to pay with the tech there."""
        card = int(self.s["slot"][self.own, slot])
        if self.ask == st.ASK_PAY:
            return f"pay with {self.tech_name(card)}"
        return f"slot {slot + 1}{f', in place of {self.tech_name(card)}' if card >= 0 else ''}"

    def action_repair(self, place: int) -> str:
        """To repair the hold or a tech slot."""
        return f"repair tech slot {place}" if place else "repair the cargo hold"

    def action_spend(self, token: int) -> str:
        """To pay with a token, to throw it overboard, or to lay it on a room."""
        if self.ask == st.ASK_DISCARD:
            return f"throw {self.token(token)} overboard"
        return f"{'lay down' if self.ask == st.ASK_CROWD else 'spend'} {self.token(token)}"

    def action_choice(self, side: int) -> str:
        """One of two effects."""
        s = self.s
        at = int(s["depth"]) - 1
        if self.ask != st.ASK_CHOICE:
            return f"choose the {('first', 'second')[side]} effect"
        return f"choose {self.effect(int(self.t['inner'][int(s['f_effect'][at]), int(s['f_at'][at]), side]))}"

    def action_copy(self, whose: int, slot: int) -> str:
        """A room of any player."""
        owner = (self.own + whose) % len(self.players)
        card = int(self.s["slot"][owner, slot])
        name = self.tech_name(card) if card >= 0 else f"tech slot {slot + 1}"
        return f"copy {self.seat(owner)}'s {name}"

    def action_copy_shared(self, k: int) -> str:
        """A room on the Tincan track."""
        card = int(self.s["shared"][k])
        return f"copy the shared {self.tech_name(card) if card >= 0 else f'tech {k + 1}'}"
