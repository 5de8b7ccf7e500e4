"""A Starship Captains table to lay out by names: crew, cargo, techs, missions, pirates; then to act on.

Whatever is laid out is taken from where it lay before (deck, board, map, supply), so that the game's own
invariants hold. The table begins in the first turn of seat 0, in the wanted round, with all boards on side A,
no pirate on the map, ships at Home Station, 3 damage in the hold, and this map (four players: two more
missions, at O5 and O6):

    missions   I1 Supply Run, M1 Escort the Envoy, M3 Scan the Nebula, M5 Treaty Signing,
               O1 Plague Ship, O3 Parade of Ships
    numbers    1 at I2, 2 at M2, 3 at M4, 4 at M6, 5 at O2
    stations   Tincan Station at I3, Trade Station at O4

Figures are written R, Y, B, C (cadet), R+, Y+, B+ (commanders) and A (android); artifacts RY, YB, RB and
pirate tokens P; pirates by exhaust and reward, "green medal" or "green android"; routes by their ends,
"H-I1". Answers have short forms, see `SHORT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from astrarium.envs import starship_captains_v1
from astrarium.envs.starship_captains import state as st
from astrarium.envs.starship_captains.questions import QUESTIONS
from tests.arrange import Arranged, arrange

GAME = starship_captains_v1.game
FIGURES = ("R", "Y", "B", "C", "R+", "Y+", "B+", "A")
ARTIFACTS = ("RY", "YB", "RB")
PIRATES = tuple(f"{colour} {reward}" for reward in ("medal", "android") for colour in st.ROUTE_COLOURS)
PLACES = ("H", *st.LOCATIONS[1:])
STATIONS = ("Home Station", "Tincan Station", "Trade Station")
SHORT_TRACKS = {"CO": "Cooperative", "TC": "Tincan", "NI": "Ni'an"}

MISSIONS = {
    "I1": "Supply Run",
    "M1": "Escort the Envoy",
    "M3": "Scan the Nebula",
    "M5": "Treaty Signing",
    "O1": "Plague Ship",
    "O3": "Parade of Ships",
}
MORE_MISSIONS = {"O5": "Listening Post", "O6": "Comet Rodeo"}
NUMBERS = {1: "I2", 2: "M2", 3: "M4", 4: "M6", 5: "O2"}
BOARD = (
    "Warp Coils",
    "Thruster Dock",
    "Boarding Tubes",
    "Repair Shop",
    "Android Workshop",
    "Artifact Blueprints",
    "Integrated Systems",
    "Red Roster",
)
SOLO_BOARD = BOARD[:-1]
EVENTS = {"Cooperative": "Medal Ceremony", "Tincan": "Shared Knowledge", "Ni'an": "Black Market"}
SHARED = "Cybernetics Lab"
ACTION_CARDS = st.ACTION_CARDS

# Short forms of answers: "CO3", "to H", "fight green", "take 2", "in 3", "fix cargo", "fix 2", "spend RY",
# "call 4".
SHORT: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"(CO|TC|NI)(\d)", lambda m: f"advance {m[2]} on {SHORT_TRACKS[m[1]]}"),
    (r"to (\w\d?)", lambda m: f"go to {st.LOCATIONS[PLACES.index(m[1])]}"),
    (r"fight (\w+)", lambda m: f"choose the pirate on the {m[1]} route"),
    (r"take (\d)", lambda m: f"take the tech of space {m[1]}"),
    (r"draw (\d)", lambda m: f"take drawn card {m[1]}"),
    (r"in (\d)", lambda m: f"choose tech slot {m[1]}"),
    (r"fix cargo", lambda m: "repair cargo"),
    (r"fix (\d)", lambda m: f"repair tech slot {m[1]}"),
    (r"spend (RY|YB|RB)", lambda m: f"spend {st.ARTIFACTS[ARTIFACTS.index(m[1])]}"),
    (r"spend P", lambda m: "spend pirate token"),
    (r"room (\d)", lambda m: f"activate tech slot {m[1]}"),
    (r"call (\d)", lambda m: f"call figure {m[1]} of the queue"),
    (r"(R|Y|B|C|A)(\+?)", lambda m: f"choose {st.FIGURES[FIGURES.index(m[0])]}"),
)


def in_full(answer: str) -> str:
    """The name of an action from its short form."""
    for pattern, write in SHORT:
        found = re.fullmatch(pattern, answer)
        if found:
            return write(found)
    return answer


class Table:
    """An arranged game with names for everything; `g.s` is the record, `g.game` the arranged game."""

    def __init__(
        self,
        players: int = 2,
        *,
        round: int = 1,
        sides: str = "AAA",
        slot_side: str = "A",
        seed: int = 0,
        **options: int,
    ) -> None:
        if players == 1:
            options = {"passenger": 1, **options}
        options = {"tech_slots": "AB".index(slot_side) + 1, **options}
        self.game: Arranged = arrange(GAME, players=players, seed=seed, **options)
        self.t = self.game.content.tables[0]
        self.labels = self.game.content.labels
        self.players = players
        s = self.s
        s["first"] = s["active"] = s["seat"] = 0
        s["track_side"] = ["AB".index(side) for side in sides]
        s["round"] = round
        self.clear_map()
        self.missions(**MISSIONS, **(MORE_MISSIONS if players == 4 else {}))
        for number, place in NUMBERS.items():
            s["number_at"][self.place(place)] = number
        self.stations(**{"Tincan Station": "I3", "Trade Station": "O4"})
        if players > 1:
            self.share(SHARED, sharing=False)
        self.board(*(BOARD if players > 1 else SOLO_BOARD))
        if players > 1:
            self.event(**EVENTS)
        if round > 2:
            for seat in range(players):
                s["ready"][seat, st.CADET] += round - 2
        if round > 1:
            s["tile_round"][0] = 0

    def clear_map(self) -> None:
        """No missions, numbers, stations on planets or pirates."""
        s = self.s
        for place in range(st.NUM_LOCATIONS):
            if s["mission_at"][place] >= 0:
                s["mission_pool"] |= 1 << int(s["mission_at"][place])
        s["mission_at"], s["number_at"], s["station_at"][1:] = -1, 0, -1
        for route in range(st.NUM_ROUTES):
            if s["pirate_on"][route] >= 0:
                s["pirate_supply"][s["pirate_on"][route]] += 1
        s["pirate_on"] = -1

    @property
    def s(self) -> Any:
        """The state record."""
        return self.game.states[0]

    # Names

    def place(self, name: str) -> int:
        """The number of a location."""
        return PLACES.index(name)

    def tech(self, name: str) -> int:
        """The number of a tech or an omega."""
        return self.labels["techs"].index(name)

    def mission(self, name: str) -> int:
        """The number of a mission."""
        return self.labels["missions"].index(name)

    def event_card(self, name: str) -> int:
        """The number of an event."""
        return self.labels["events"].index(name)

    def route(self, ends: str) -> int:
        """The number of a route, from its ends: "H-I1"."""
        here, there = (self.place(end) for end in ends.split("-"))
        found = [
            k for k, pair in enumerate(self.t["route_ends"][self.s["side"]]) if set(pair) == {here, there}
        ]
        assert len(found) == 1, f"no route {ends}"
        return found[0]

    # Laying out

    def crew(self, seat: int = 0, ready: str = "", queue: str | None = None) -> Table:
        """Set a crew; without a queue it is filled up with ensigns, red, yellow and blue in turn."""
        s = self.s
        present = [FIGURES.index(word) for word in ready.split()]
        if queue is None:
            missing = 7 + max(int(s["round"]) - 2, 0) - sum(f != st.ANDROID for f in present)
            waiting = [k % st.NUM_COLOURS for k in range(missing)]
        else:
            waiting = [FIGURES.index(word) for word in queue.split()]
        s["ready"][seat] = [present.count(figure) for figure in range(st.NUM_FIGURES)]
        s["queue"][seat] = -1
        s["queue"][seat, : len(waiting)] = waiting
        s["queue_size"][seat] = len(waiting)
        return self

    def cargo(self, seat: int = 0, tokens: str = "", damage: int | None = None) -> Table:
        """Put artifacts and pirate tokens into a hold, and as much damage."""
        s = self.s
        for kind in range(st.NUM_ARTIFACTS):
            s["artifact_supply"][kind] += s["artifacts"][seat, kind]
        for kind in range(st.NUM_PIRATES):
            s["pirate_supply"][kind] += s["pirates"][seat, kind]
        s["artifacts"][seat], s["pirates"][seat] = 0, 0
        for word in tokens.split():
            if word == "P":
                kind = int(np.argmax(s["pirate_supply"][:3]))
                s["pirate_supply"][kind] -= 1
                s["pirates"][seat, kind] += 1
            else:
                s["artifact_supply"][ARTIFACTS.index(word)] -= 1
                s["artifacts"][seat, ARTIFACTS.index(word)] += 1
        if damage is not None:
            s["damage"][seat] = damage
        return self

    def medals(self, *numbers: int) -> Table:
        """Set the medals of the players from seat 0 on."""
        self.s["medals"][: len(numbers)] = numbers
        return self

    def slots(self, seat: int = 0, damaged: Iterable[int] = (), **techs: str) -> Table:
        """Set the tech slots: slots(damaged=(1, 2), s3="Warp Coils"); all else is empty and whole."""
        s = self.s
        for slot in range(st.NUM_SLOTS):
            self._shuffle_in(int(s["slot"][seat, slot]))
        s["slot"][seat] = -1
        s["slot_damage"][seat] = sum(1 << slot - 1 for slot in damaged)
        for slot, name in techs.items():
            card = self.tech(name)
            self._take_tech(card)
            s["slot"][seat, int(slot[1]) - 1] = card
        return self._hooks()

    def board(self, *names: str) -> Table:
        """Lay the tech board; the cards that lay there go into their decks. A "-" is a gap."""
        s = self.s
        for card in s["tech_board"]:
            self._shuffle_in(int(card))
        s["tech_board"] = -1
        for space, name in enumerate(names):
            if name != "-":
                self._take_tech(self.tech(name))
                s["tech_board"][space] = self.tech(name)
        return self._tier()

    def deck(self, *names: str) -> Table:
        """Leave these techs in the tech deck and no other; the rest is discarded."""
        s = self.s
        for name in names:
            self._take_tech(self.tech(name))
        s["tech_discard"] = int(s["tech_discard"]) | int(s["tech_pool"])
        s["tech_pool"] = sum(1 << self.tech(name) for name in names)
        s["tech_under"] = 0
        return self._tier()

    def omegas(self, *names: str) -> Table:
        """Leave these omegas in the omega deck and no other; the rest is discarded."""
        s = self.s
        for name in names:
            self._take_tech(self.tech(name))
        s["omega_discard"] = int(s["omega_discard"]) | int(s["omega_pool"])
        s["omega_pool"] = sum(1 << self.tech(name) - st.FIRST_OMEGA for name in names)
        return self

    def share(self, *names: str, sharing: bool = True) -> Table:
        """Techs on the Tincan track; when they are shared, the Tincan event has happened."""
        s = self.s
        for card in s["shared"]:
            self._shuffle_in(int(card))
        s["shared"] = -1
        for k, name in enumerate(names):
            self._take_tech(self.tech(name))
            s["shared"][k] = self.tech(name)
        if sharing and not s["sharing"]:
            s["sharing"], s["event"][st.TINCAN] = 1, -1
            s["events_done"] += 1
        return self._hooks()

    def tracks(self, seat: int = 0, **positions: int) -> Table:
        """Set markers: tracks(0, CO=4, TC=0, NI=12)."""
        for name, position in positions.items():
            self.s["position"][seat, list(SHORT_TRACKS).index(name)] = position
        return self

    def event(self, **names: str) -> Table:
        """Lay events on tracks."""
        for track, name in names.items():
            self.s["event"][st.TRACKS.index(track)] = self.event_card(name)
        return self

    def no_events(self, order: str | None = None) -> Table:
        """Two events have happened, the third is gone; an order may be in force."""
        s = self.s
        s["event"], s["events_done"] = -1, 2
        if not s["sharing"]:
            for card in s["shared"]:
                if card >= 0:
                    s["tech_discard"] = int(s["tech_discard"]) | 1 << int(card)
            s["shared"] = -1
        return self.order(order) if order else self

    def order(self, *names: str) -> Table:
        """Let events be in force at stations."""
        for name in names:
            self.s["orders"] |= 1 << self.event_card(name)
        return self

    def missions(self, **names: str) -> Table:
        """Lay missions on planets: missions(I1="Supply Run"); what lay there goes into the deck."""
        s = self.s
        for place, name in names.items():
            at, card = self.place(place), self.mission(name)
            self._take_mission(card)
            if s["mission_at"][at] >= 0:
                s["mission_pool"] |= 1 << int(s["mission_at"][at])
            s["mission_at"][at] = card
        return self

    def next_missions(self, *names: str, seen: Mapping[int, int] | None = None) -> Table:
        """Missions on top of the deck, and how many of them a seat has seen."""
        s = self.s
        for k, name in enumerate(names):
            self._take_mission(self.mission(name))
            s["known_mission"][k] = self.mission(name)
        s["known_size"] = len(names)
        for seat, number in (seen if seen is not None else {self.players - 1: len(names)}).items():
            s["peeked"][seat] = number
        return self

    def completed(self, seat: int, *names: str) -> Table:
        """Give completed missions to a player."""
        for name in names:
            self._take_mission(self.mission(name))
            self.s["completed"][seat] |= 1 << self.mission(name)
        return self

    def numbers(self, up: int = 5, **places: str) -> Table:
        """Numbers up to `up` are face up; some may be moved: numbers(n4="O1"), with what lay there."""
        s = self.s
        s["numbers_up"] = (1 << up) - 1
        for name, place in places.items():
            here, there = int(np.flatnonzero(s["number_at"] == int(name[1]))[0]), self.place(place)
            for field in ("number_at", "mission_at", "station_at"):  # they change places
                s[field][here], s[field][there] = int(s[field][there]), int(s[field][here])
        return self

    def stations(self, **places: str) -> Table:
        """Move stations to planets."""
        s = self.s
        for name, place in places.items():
            station = STATIONS.index(name)
            s["station_at"][s["station_at"] == station] = -1
            s["station_at"][self.place(place)] = station
        return self

    def tile(self, station: str, round: int) -> Table:
        """A station tile waits for a round; 0: it is on its station."""
        self.s["tile_round"][STATIONS.index(station)] = round
        return self

    def pirates(self, routes: Mapping[str, str]) -> Table:
        """Put pirates on routes: pirates({"H-I1": "green medal"})."""
        s = self.s
        for ends, name in routes.items():
            kind = PIRATES.index(name)
            s["pirate_supply"][kind] -= 1
            s["pirate_on"][self.route(ends)] = kind
        return self

    def next_pirates(self, name: str) -> Table:
        """Leave only one kind of pirate in the supply."""
        return self._only("pirate", PIRATES.index(name))

    def no_pirates(self) -> Table:
        """All pirate tokens lie in the four holds: none is left to draw."""
        s = self.s
        for seat in range(4):
            self.cargo(seat, "", 0)
        self.slots(3, s3="Dimensional Lockers")
        s["pirate_supply"], s["pirates"] = 0, 0
        s["pirates"][0, :2], s["pirates"][1, :3] = [2, 2], [2, 2, 4]
        s["pirates"][2, :4], s["pirates"][3, 3:6] = [2, 2, 2, 2], [2, 4, 4]
        return self

    def next_artifacts(self, name: str) -> Table:
        """Leave only one type of artifact in the supply."""
        return self._only("artifact", ARTIFACTS.index(name))

    def _only(self, what: str, kept: int) -> Table:
        s = self.s
        for kind in range(len(s[f"{what}_supply"])):
            if kind != kept:
                s[f"{what}_discard"][kind] += s[f"{what}_supply"][kind]
                s[f"{what}_supply"][kind] = 0
        return self

    def ships(self, *places: str) -> Table:
        """Place ships from seat 0 on; the first at a planet has it reserved."""
        s = self.s
        for seat, name in enumerate(places):
            s["location"][seat] = self.place(name)
        s["holder"] = -1
        for seat in range(self.players - 1, -1, -1):
            if s["location"][seat] != st.HOME:
                s["holder"][s["location"][seat]] = seat
        return self

    def passed(self, *seats: int) -> Table:
        """Players who have passed."""
        for seat in seats:
            self.s["passed"][seat] = 1
        return self

    def turn_of(self, seat: int) -> Table:
        """Make it this player's turn."""
        self.s["active"] = self.s["seat"] = seat
        return self

    def actions(self, *kinds: str, drawn: int = 0) -> Table:
        """Captain Shadow's deck: these cards are left in it, `drawn` were drawn before in this round."""
        s = self.s
        for k, kind in enumerate(ACTION_CARDS):
            s["action_left"][k] = kinds.count(kind)
            s["action_known"][k] = max(int(s["action_known"][k]), kinds.count(kind))
            s["action_extra"][k] = self.t["action_copies"][k] - s["action_known"][k]
        s["action_new"], s["actions_drawn"] = 0, drawn
        return self

    def shadow(self, place: str) -> Table:
        """Place Captain Shadow's ship."""
        self.s["shadow_at"] = self.place(place)
        return self

    def mission_deck(self, *names: str) -> Table:
        """Leave these missions in the deck; the others count as completed by the last player."""
        s = self.s
        rest = int(s["mission_pool"])
        keep = 0
        for name in names:
            keep |= 1 << self.mission(name)
        assert keep & rest == keep
        s["mission_pool"] = keep
        s["completed"][self.players - 1] |= rest & ~keep
        return self

    def _shuffle_in(self, card: int) -> None:
        """Put a tech or an omega into its deck."""
        if card >= st.FIRST_OMEGA:
            self.s["omega_pool"] |= 1 << card - st.FIRST_OMEGA
        elif card >= 0:
            self.s["tech_pool"] |= 1 << card

    def _take_tech(self, card: int) -> None:
        """Take a tech or an omega from wherever it lies."""
        s = self.s
        pools = ("omega_pool", "omega_discard") if card >= st.FIRST_OMEGA else ("tech_pool", "tech_discard")
        bit = 1 << (card - st.FIRST_OMEGA if card >= st.FIRST_OMEGA else card)
        for name in pools:
            s[name] = int(s[name]) & ~bit
        for name in ("tech_board", "shared", "slot"):
            found = s[name] == card
            if found.any():
                s[name][found] = -1
        s["tech_under"] = min(
            int(s["tech_under"]), bin(int(s["tech_pool"]) & int(self.t["betas"])).count("1")
        )
        self._tier()

    def _take_mission(self, card: int) -> None:
        """Take a mission from wherever it lies; a planet gets another one for it."""
        s = self.s
        s["mission_pool"] = int(s["mission_pool"]) & ~(1 << card)
        for place in np.flatnonzero(s["mission_at"] == card):
            other = int(s["mission_pool"]).bit_length() - 1
            s["mission_pool"] = int(s["mission_pool"]) & ~(1 << other)
            s["mission_at"][place] = other

    def _tier(self) -> Table:
        """The tier of the top card: alpha, if there is one above the betas at the bottom."""
        s = self.s
        betas = int(s["tech_pool"]) & int(self.t["betas"])
        alphas = int(s["tech_pool"]) & ~betas
        s["tech_top"] = st.ALPHA if alphas else st.BETA if betas else -1
        return self

    def _hooks(self) -> Table:
        """The abilities in force follow from the techs."""
        s = self.s
        for seat in range(self.players):
            cards = [*s["slot"][seat], *(s["shared"] if s["sharing"] else ())]
            hooks = {int(self.t["hook"][card]) for card in cards if card >= 0}
            s["hooks"][seat] = sum(1 << hook for hook in hooks if hook >= 0)
        return self

    # Acting

    def act(self, *answers: str) -> Table:
        """Take actions by name or short form; each must be legal."""
        self.game.check()
        for answer in answers:
            self.game.act(self.in_full(answer))
            self.game.check()
        return self

    def in_full(self, answer: str) -> str:
        """The name of an action; a figure called for a second task is the first of its kind in the queue."""
        if self.asks() in ("task", "line_task") and answer in self.queue(self.who()).split():
            return f"call figure {self.queue(self.who()).split().index(answer) + 1} of the queue"
        return in_full(answer)

    def subordinates(self) -> list[str]:
        """Who can be called for a second task, with the place in the queue: "C1", "R4"."""
        places = [int(words.split()[0]) for words in self.offered("call figure ")]
        return [f"{self.queue(self.who()).split()[place - 1]}{place}" for place in places]

    def use(self, room: str, figure: str | None = None) -> Table:
        """Activate a room, with this figure if there is a choice."""
        self.act(room if room.startswith("room") else f"activate {room}")
        if figure is not None and self.asks() == "crew":
            self.act(figure)
        return self

    def send(self, figures: str) -> Table:
        """Begin the mission here with these figures, line by line; a choice of one is not asked."""
        self.act("complete the mission")
        mission = int(self.s["mission"])
        words = figures.split()
        while self.asks() == "assign":
            self.act(words[int(self.s["line"])])
        sent = [FIGURES[figure] for figure in self.s["pad"] if figure >= 0]
        assert not sent or int(self.s["mission"]) != mission or sent == words, sent
        return self

    def skip(self) -> Table:
        """Do as little as possible until the next turn begins."""
        return self.quiet(lambda s: s["ask"] == st.ASK_TURN)

    def quiet_answer(self) -> str:
        """The least that can be done now."""
        legal = self.legal()
        return next((name for name in ("pass", "done", "no") if name in legal), legal[0])

    def quiet(self, stop: Callable[[Any], bool]) -> Table:
        """Do as little as possible until `stop(state)` holds or the game is over."""
        for _ in range(300):
            if self.s["over"] or stop(self.s):
                return self
            self.act(self.quiet_answer())
        raise AssertionError("the awaited moment does not come")

    def end_round(self) -> Table:
        """All pass; up to the first decision of the next round."""
        now = int(self.s["round"])
        return self.quiet(lambda s: s["round"] != now)

    def legal(self) -> list[str]:
        """Names of the legal actions."""
        return self.game.legal()

    def can(self, answer: str) -> bool:
        """Is an action legal?"""
        return self.game.can(self.in_full(answer))

    def offered(self, start: str) -> list[str]:
        """What follows this beginning in the names of the legal actions."""
        return [name.removeprefix(start) for name in self.legal() if name.startswith(start)]

    def twin(self) -> Table:
        """A copy to try things on."""
        twin = object.__new__(Table)
        twin.game, twin.t, twin.labels, twin.players = self.game.copy(), self.t, self.labels, self.players
        return twin

    # Looking

    def asks(self) -> str:
        """What is asked."""
        return "nothing" if self.s["over"] else QUESTIONS.at(self.s["ask"]).name

    def who(self) -> int:
        """Who is asked."""
        return int(self.s["seat"])

    def ready(self, seat: int = 0) -> str:
        """The figures of the ready room, in the order of the figures' list."""
        return " ".join(
            name for name, n in zip(FIGURES, self.s["ready"][seat], strict=True) for _ in range(n)
        )

    def queue(self, seat: int = 0) -> str:
        """The figures of the queue, the front first."""
        return " ".join(FIGURES[figure] for figure in self.s["queue"][seat, : self.s["queue_size"][seat]])

    def hold(self, seat: int = 0) -> str:
        """Artifacts and pirate tokens of a hold."""
        s = self.s
        words = [name for name, n in zip(ARTIFACTS, s["artifacts"][seat], strict=True) for _ in range(n)]
        return " ".join([*words, *["P"] * int(s["pirates"][seat].sum())])

    def damage(self, seat: int = 0) -> int:
        """Damage in the hold."""
        return int(self.s["damage"][seat])

    def damaged(self, seat: int = 0) -> list[int]:
        """Damaged tech slots."""
        return [k + 1 for k in range(st.NUM_SLOTS) if self.s["slot_damage"][seat] >> k & 1]

    def techs(self, seat: int = 0) -> dict[int, str]:
        """Installed techs by slot."""
        return {k + 1: self.labels["techs"][card] for k, card in enumerate(self.s["slot"][seat]) if card >= 0}

    def on_board(self) -> list[str]:
        """The cards of the tech board; "-" is a gap."""
        return ["-" if card < 0 else self.labels["techs"][card] for card in self.s["tech_board"]]

    def discarded(self) -> list[str]:
        """Techs and omegas in the discard piles."""
        s = self.s
        bits = int(s["tech_discard"]) | int(s["omega_discard"]) << st.FIRST_OMEGA
        return [name for k, name in enumerate(self.labels["techs"]) if bits >> k & 1]

    def marks(self, seat: int = 0) -> tuple[int, int, int]:
        """Positions on the Cooperative, Tincan and Ni'an tracks."""
        return tuple(int(position) for position in self.s["position"][seat])

    def at(self, seat: int = 0) -> str:
        """Where a ship is."""
        return PLACES[self.s["location"][seat]]

    def mission_at(self, place: str) -> str | None:
        """The mission at a place."""
        card = int(self.s["mission_at"][self.place(place)])
        return None if card < 0 else self.labels["missions"][card]

    def number_at(self, place: str) -> int:
        """The number at a place, 0 if there is none."""
        return int(self.s["number_at"][self.place(place)])

    def up(self) -> list[int]:
        """The numbers that are face up."""
        return [k + 1 for k in range(st.NUM_NUMBERS) if self.s["numbers_up"] >> k & 1]

    def pirate_on(self, ends: str) -> str | None:
        """The pirate on a route."""
        kind = int(self.s["pirate_on"][self.route(ends)])
        return None if kind < 0 else PIRATES[kind]

    def all_pirates(self) -> dict[str, str]:
        """Pirates on routes."""
        ends = self.t["route_ends"][self.s["side"]]
        return {
            f"{PLACES[ends[k][0]]}-{PLACES[ends[k][1]]}": PIRATES[kind]
            for k, kind in enumerate(self.s["pirate_on"])
            if kind >= 0
        }

    def reserved(self, place: str) -> int | None:
        """For whom a planet is reserved."""
        holder = int(self.s["holder"][self.place(place)])
        return None if holder < 0 else holder

    def waiting(self, station: str) -> int:
        """The round for which a station tile waits, 0 if it is there."""
        return int(self.s["tile_round"][STATIONS.index(station)])

    def done_missions(self, seat: int = 0) -> list[str]:
        """Completed missions."""
        bits = int(self.s["completed"][seat])
        return [name for k, name in enumerate(self.labels["missions"]) if bits >> k & 1]

    def has_medals(self, seat: int = 0) -> int:
        """Medals of a player."""
        return int(self.s["medals"][seat])

    def account(self, seat: int = 0) -> dict[str, Any]:
        """What effects change, by short names."""
        s = self.s
        co, tc, ni = self.marks(seat)
        return {
            "medals": self.has_medals(seat),
            "damage": self.damage(seat),
            "broken": len(self.damaged(seat)),
            "artifacts": int(s["artifacts"][seat].sum()),
            "tokens": int(s["pirates"][seat].sum()),
            "androids": int(s["ready"][seat, st.ANDROID]),
            "ready": int(s["ready"][seat, : st.ANDROID].sum()),
            "co": co,
            "tc": tc,
            "ni": ni,
            "place": self.at(seat),
            "techs": len(self.techs(seat)),
            "pirates": len(self.all_pirates()),
        }

    def changes(self, before: Mapping[str, Any], seat: int = 0) -> dict[str, Any]:
        """What has changed since an account was taken: by how much, and to which place."""
        now = self.account(seat)
        return {
            name: now[name] if name == "place" else now[name] - before[name]
            for name in now
            if now[name] != before[name]
        }

    def points(self, seat: int = 0) -> float:
        """Points as the game stands."""
        return self.game.outcome()[0][seat]

    def ranks(self) -> list[int]:
        """Places of the players as the game stands; 0 is the best."""
        return self.game.outcome()[1]

    def __repr__(self) -> str:
        return f"{self.asks()} of seat {self.who()}: {', '.join(self.legal())}"
