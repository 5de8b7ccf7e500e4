"""Starship Captains: what an action brought about, in words: the difference of two states, told as a game.

Only what everybody at the table sees is told: that a captain looks at missions to come, not which they are.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from astrarium.core.tables import Content

from . import actions as act
from . import state as st
from .view import Reader
from .words import LINE_COLOURS, SEAT_NAMES, SHADOW, counted, half

_ALL_UP = (1 << st.NUM_NUMBERS) - 1


def narrate(content: Content, before: Any, action: int, after: Any) -> list[str]:
    """Lines that tell what happened beyond the action's own name."""
    story = _Story(content, before, action, after)
    story.tell()
    return story.lines


def queue_change(old: list[int], new: list[int]) -> tuple[list[int], list[int]]:
    """Who left a queue, one from anywhere or several from the front, and who joined its end."""
    ways = [([], old), *(([figure], old[:k] + old[k + 1 :]) for k, figure in enumerate(old))]
    ways += [(old[:k], old[k:]) for k in range(2, len(old) + 1)]
    gone, kept = next((gone, kept) for gone, kept in ways if new[: len(kept)] == kept)
    return gone, new[len(kept) :]


class _Story:
    def __init__(self, content: Content, before: Any, action: int, after: Any) -> None:
        self.a, self.b, self.action = before, after, int(action)
        self.old, self.new = Reader(content, before), Reader(content, after)
        self.players = range(int(after["num_players"]))
        self.ask = int(before["ask"])
        self.new_round = int(before["round"]) != int(after["round"])
        self.lines: list[str] = []

    def say(self, *lines: str) -> None:
        self.lines += lines

    def tell(self) -> None:
        self.room()
        self.missions()
        self.fights()
        self.techs()
        for player in self.players:
            self.tracks(player)
        self.events()
        self.stations()
        for player in self.players:
            self.hold(player)
            self.crew(player)
        self.reservations()
        self.shadow()
        self.map()
        self.decks()
        self.line()
        self.course()
        self.end()

    # The turn

    def room(self) -> None:
        """Who activates a room, where nobody was asked."""
        if self.ask != st.ASK_TURN or not act.ROOM <= self.action < act.MISSION:
            return
        seat = int(self.a["active"])
        name = self.old.room_name(seat, self.action - act.ROOM)
        if int(self.b["ask"]) == st.ASK_CREW:
            return
        ready, queue = self.old.crew(seat), self._queue(self.b, seat)
        spent = sum(int(n) for n in self.a["artifacts"][seat]) - sum(
            int(n) for n in self.b["artifacts"][seat]
        )
        if int(self.b["worker"]) >= 0:
            who = st.FIGURES[int(self.b["worker"])]
        elif len(queue) > len(self._queue(self.a, seat)) and queue[-1] in ready:
            who = st.FIGURES[queue[-1]]
        else:
            who = "pair of artifacts" if spent > 0 else "crew"
        self.say(f"{SEAT_NAMES[seat]}'s {who} activates {name}")

    def reservations(self) -> None:
        for place in range(1, len(st.LOCATIONS)):
            was, now = int(self.a["holder"][place]), int(self.b["holder"][place])
            if was != now and now >= 0 and int(self.b["station_at"][place]) < 0:
                self.say(f"{st.LOCATIONS[place]} is reserved for {SEAT_NAMES[now]}")

    def missions(self) -> None:
        for player in self.players:
            for card in self.new.missions_of(player):
                if not int(self.a["completed"][player]) >> card & 1:
                    face = self.new.mission(card)
                    self.say(f"{SEAT_NAMES[player]} completes {face.name} ({face.points} points)")
        taken = int(self.b["mission"])
        if taken >= 0 > int(self.a["mission"]):
            self.say(f"{SEAT_NAMES[int(self.b['active'])]} takes on {self.new.mission_name(taken)}")

    def line(self) -> None:
        """Who was sent on the mission, and the line that comes next."""
        a, b = self.a, self.b
        mission, line = int(b["mission"]), int(b["line"])
        if mission < 0:
            return
        face = self.new.mission(mission)
        sending = self.ask == st.ASK_ASSIGN or int(a["mission"]) < 0
        if sending and int(b["ask"]) != st.ASK_ASSIGN and int(b["pad"][0]) >= 0:
            crew = self._words([int(figure) for figure in b["pad"][: len(face.lines)]])
            self.say(f"{SEAT_NAMES[int(b['active'])]} sends {crew}")
        if int(b["ask"]) == st.ASK_LINE and (self.ask != st.ASK_LINE or line != int(a["line"])):
            colour, words = face.lines[line]
            self.say(f"line {line + 1} ({LINE_COLOURS[colour]}) matches: {words}")

    def fights(self) -> None:
        """Pirates defeated or driven off."""
        for route, kind in enumerate(int(k) for k in self.a["pirate_on"]):
            if kind < 0 or int(self.b["pirate_on"][route]) >= 0:
                continue
            words = f"the {self.new.pirate_name(kind)} between {self.new.route_name(route)}"
            winner = self._winner(route)
            if winner >= 0:
                self.say(f"{SEAT_NAMES[winner]} defeats {words}")
            elif (
                self._shadow_cards()[st.ACTION_CARDS.index("fight pirate")] or self.ask == st.ASK_SHADOW_FIGHT
            ):
                self.say(f"{SHADOW} drives off {words}")
            else:
                self.say(f"{words} leaves")

    def _winner(self, route: int) -> int:
        """Who fought on a route in this step, -1 = nobody."""
        if int(self.a["fought"]) == route:
            return int(self.a["fought_seat"])
        if self.ask == st.ASK_FIGHT and act.PIRATE <= self.action < act.PIRATE + len(st.ROUTE_COLOURS):
            seat = int(self.a["seat"])
            here = self.new.t["route_at"][int(self.a["side"]), int(self.a["location"][seat])]
            if int(here[self.action - act.PIRATE]) == route:
                return seat
        return -1

    # Ships

    def hold(self, player: int) -> None:
        """Medals, cargo and damage that came and went."""
        a, b, who = self.a, self.b, SEAT_NAMES[player]
        hurt = int(b["damage"][player]) - int(a["damage"][player])
        if hurt > 0:
            self.say(f"{who} takes {hurt} damage (now {int(b['damage'][player])} in the hold)")
        changes = [int(b["artifacts"][player, k]) - int(a["artifacts"][player, k]) for k in range(3)]
        changes.append(int(b["pirates"][player].sum()) - int(a["pirates"][player].sum()))
        changes.append(int(b["medals"][player]) - int(a["medals"][player]))
        names = [*st.ARTIFACTS, "pirate token", "medal"]
        named = self.action - act.SPEND if act.SPEND <= self.action < act.SPEND + len(names) else -1
        pair = self.ask == st.ASK_CREW and self.action >= act.PAIR
        if named >= 0 and player == int(a["seat"]) and changes[named] < 0:
            changes[named] += 1  # the action's name has told it
        gains = [counted(n, name) for n, name in zip(changes, names, strict=True) if n > 0]
        losses = [counted(-n, name) for n, name in zip(changes, names, strict=True) if n < 0]
        if gains:
            self.say(f"{who} gains {', '.join(gains)}")
        if losses and not (pair and player == int(a["seat"])):
            self.say(f"{who} spends {', '.join(losses)}")

    def _queue(self, s: Any, player: int) -> list[int]:
        return [int(figure) for figure in s["queue"][player, : int(s["queue_size"][player])]]

    def crew(self, player: int) -> None:
        """Figures that come, that go to the queue and that report back to the ready room."""
        who = SEAT_NAMES[player]
        had, has = Counter(self.old.crew(player)), Counter(self.new.crew(player))
        for figure, name in ((st.ANDROID, "android"), (st.CADET, "cadet")):
            if has[figure] > had[figure]:
                self.say(f"{who} gains {counted(has[figure] - had[figure], name)}")
        if has[st.ANDROID] < had[st.ANDROID]:
            self.say(f"{who} returns {counted(had[st.ANDROID] - has[st.ANDROID], 'android')} to the supply")
        gone, come = queue_change(self._queue(self.a, player), self._queue(self.b, player))
        left, joined = self._words(gone), self._words(come)
        if left and (self.new_round or self.b["over"]):
            self.say(f"{who}'s queue sends {left} to the ready room")
        elif left and not (act.FIGURE <= self.action < act.FIGURE + len(st.FIGURES) and "," not in left):
            self.say(f"{left} of {who} back in the ready room")
        if joined:
            self.say(f"{who}'s queue: {joined} at the end")

    @staticmethod
    def _words(figures: list[int]) -> str:
        return ", ".join(st.FIGURES[figure] for figure in figures)

    def techs(self) -> None:
        for player in self.players:
            who = SEAT_NAMES[player]
            for slot in range(st.NUM_SLOTS):
                was, now = int(self.a["slot"][player, slot]), int(self.b["slot"][player, slot])
                if was != now and was >= 0:
                    self.say(f"{who} discards {self.old.tech_name(was)}")
                if was != now and now >= 0:
                    words = self.new.tech_words(now)
                    self.say(f"{who} installs {self.new.tech_name(now)} in slot {slot + 1} ({words})")
            for room in range(len(self.b["crowd"][player])):
                if int(self.a["crowd"][player, room]) < 0 <= int(self.b["crowd"][player, room]):
                    name = self.new.room_name(player, room)
                    self.say(f"an artifact face down on {who}'s {name}: everybody may work there")
        drawn = [int(card) for card in self.b["drawn"] if card >= 0 and card not in self.a["drawn"]]
        if drawn:
            self.say(f"drawn: {', '.join(self.new.tech_name(card) for card in drawn)}")

    # Tracks

    def tracks(self, player: int) -> None:
        for track, name in enumerate(st.TRACKS):
            was, now = int(self.a["position"][player, track]), int(self.b["position"][player, track])
            if was == now:
                continue
            verb = "advances" if now > was else "goes back"
            loops, space = divmod(now, st.TRACK_LENGTH)
            loop = f" after {counted(loops, 'loop')}" if loops else ""
            points = self.new.track_points(player, track)
            self.say(
                f"{SEAT_NAMES[player]} {verb} to space {space} of the {name} track{loop}, worth {points}"
            )
            if int(self.a["trophy"][track]) < 0 <= int(self.b["trophy"][track]) == player:
                self.say(f"{SEAT_NAMES[player]} takes the trophy of the {name} track")

    def events(self) -> None:
        """Events that happen, and the one that does not any more."""
        a, b = self.a, self.b
        gone = [
            track for track in range(len(st.TRACKS)) if int(a["event"][track]) >= 0 > int(b["event"][track])
        ]
        happened = int(b["events_done"]) - int(a["events_done"])
        first = sorted(gone, key=lambda track: not self._reached(track))
        for track in first[:happened]:
            event = int(a["event"][track])
            self.say(f"event: {self.new.labels['events'][event]} ({self.new.event_words(event)})")
        for track in first[happened:]:
            event = int(a["event"][track])
            self.say(f"{self.new.labels['events'][event]} will not happen any more")
        if int(b["sharing"]) and not int(a["sharing"]):
            names = ", ".join(self.new.tech_name(int(card)) for card in b["shared"] if card >= 0)
            self.say(f"everybody may use {names}")

    def _reached(self, track: int) -> bool:
        """Whether a marker has come to the event space of a track in this step."""
        a, b = self.a, self.b
        space = int(self.new.t["event_space"][track, int(a["track_side"][track])])
        for player in self.players:
            was, now = int(a["position"][player, track]), int(b["position"][player, track])
            if any(step % st.TRACK_LENGTH == space for step in range(was + 1, now + 1)):
                return True
        return self.ask == st.ASK_ADVANCE and (self.action - act.ADVANCE) // st.MOST_STEPS == track

    # The map

    def map(self) -> None:
        """Numbers, new missions and new pirates."""
        a, b = self.a, self.b
        for number in range(1, st.NUM_NUMBERS + 1):
            was, now = self._number_place(a, number), self._number_place(b, number)
            if was != now and now >= 0:
                self.say(f"tile {number} goes to {st.LOCATIONS[now]}")
        for place in range(len(st.LOCATIONS)):
            card = int(b["mission_at"][place])
            if card >= 0 and card != int(a["mission_at"][place]):
                self.say(f"new mission at {st.LOCATIONS[place]}: {self.new.mission_name(card)}")
        if int(b["numbers_up"]) == _ALL_UP != int(a["numbers_up"]):
            self.say("pirate uprising! All tiles are face up again")
        for route, kind in enumerate(int(k) for k in b["pirate_on"]):
            if kind >= 0 and kind != int(a["pirate_on"][route]):
                self.say(f"a {self.new.pirate_name(kind)} appears between {self.new.route_name(route)}")

    @staticmethod
    def _number_place(s: Any, number: int) -> int:
        return next((place for place in range(len(st.LOCATIONS)) if int(s["number_at"][place]) == number), -1)

    def decks(self) -> None:
        old = {int(card) for card in self.a["tech_board"]}
        fresh = [int(card) for card in self.b["tech_board"] if card >= 0 and int(card) not in old]
        if fresh:
            names = ", ".join(self.new.tech_name(card) for card in fresh)
            self.say(f"new on the tech board: {names}")
        for player in self.players:
            seen, had = int(self.b["peeked"][player]), int(self.a["peeked"][player])
            if seen > had:
                self.say(f"{SEAT_NAMES[player]} looks at the next {counted(seen, 'mission')}")

    def stations(self) -> None:
        names = self.new.labels["stations"]
        for station, name in enumerate(names):
            was, now = int(self.a["tile_round"][station]), int(self.b["tile_round"][station])
            if was == 0 < now:
                self.say(f"the tile of {name} is used ({self._tile(station)})")
            elif was > 0 == now:
                self.say(f"the tile of {name} is there again")

    def _tile(self, station: int) -> str:
        return self.new.effect(int(self.new.t["station_effect"][station]))

    # Captain Shadow

    def _shadow_cards(self) -> list[int]:
        """Cards drawn in this step by kind."""
        a, b = self.a, self.b
        fresh = [int(b["action_known"][k]) - int(a["action_known"][k]) for k in range(len(st.ACTION_CARDS))]
        if len(self.players) > 1:
            return [0] * len(st.ACTION_CARDS)
        if self.new_round:  # a round ends with an empty deck
            return [int(a["action_left"][k]) + fresh[k] for k in range(len(st.ACTION_CARDS))]
        return [
            int(a["action_left"][k]) - int(b["action_left"][k]) + fresh[k]
            for k in range(len(st.ACTION_CARDS))
        ]

    def shadow(self) -> None:
        drawn = [
            name for name, n in zip(st.ACTION_CARDS, self._shadow_cards(), strict=True) for _ in range(n)
        ]
        if drawn:
            self.say(f"{SHADOW} draws {', '.join(drawn)}")
        was, now = int(self.a["shadow_at"]), int(self.b["shadow_at"])
        if was != now:
            self.say(f"{SHADOW} flies to {st.LOCATIONS[now]}")
            mission = int(self.a["mission_at"][now])
            if mission >= 0 and mission not in self.b["mission_at"]:
                self.say(f"{SHADOW} completes {self.new.mission_name(mission)}")
        if not drawn:
            return
        kept = {int(card) for card in self.b["tech_board"]} | {int(card) for card in self.b["slot"][0]}
        for card in (int(card) for card in self.a["tech_board"]):
            if card >= 0 and card not in kept and card != int(self.b["chosen"]):
                self.say(f"{self.new.tech_name(card)} leaves the tech board")

    # The course of the game

    def course(self) -> None:
        """Headings of rounds and turns."""
        a, b = self.a, self.b
        if int(b["over"]):
            return
        if self.new_round and len(self.players) > 1:
            self.say(f"{SEAT_NAMES[int(b['first'])]} is the starting player of round {int(b['round'])}")
        improving = int(a["improve"]) or (self.ask == st.ASK_TURN and act.TRAIN <= self.action < act.FIGURE)
        if int(b["ask"]) == st.ASK_TURN and not improving:
            self.say(f"# round {int(b['round'])}, turn of {SEAT_NAMES[int(b['active'])]}")

    def end(self) -> None:
        a, b = self.a, self.b
        if not b["over"] or a["over"]:
            return
        self.say("the game is cut at the move limit" if b["over"] == 2 else "the game is over")
        for player in self.players:
            parts = ", ".join(f"{what} {half(n)}" for what, n in self.new.points(player).items() if n)
            total = half(self.new.total(player))
            self.say(f"{SEAT_NAMES[player]}: {total} points{f' ({parts})' if parts else ''}")
        if b["over"] == 1:
            for player in self.players:
                self.say(f"epilogue of {SEAT_NAMES[player]}: {self.new.epilogue(player)}")
