"""Starship Captains: cards, effects and places in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from astrarium.core import Words
from astrarium.core.tables import Content

from . import state as st
from . import tables as tb

SEAT_NAMES = ("White", "Green", "Orange", "Purple")
LINE_COLOURS = (*st.COLOURS, "gold")
ROOM_COLOURS = (*st.COLOURS, "gray")
SHADOW = "Captain Shadow"
PAID = ("artifact", "pirate token", "cargo token", "medal", "android", "tech")
# One and many of each operation.
_OP_WORDS = {
    "MV": ("move", "{n} moves"),
    "JP": ("jump", "{n} jumps"),
    "FT": ("fight", "{n} fights"),
    "RS": ("research", "research"),
    "RR": ("recycle", "recycle"),
    "RP": ("repair", "{n} repairs"),
    "DM": ("1 damage", "{n} damage"),
    "AM": ("ambush", "{n} ambushes"),
    "AN": ("android", "{n} androids"),
    "MD": ("medal", "{n} medals"),
    "AR": ("artifact", "{n} artifacts"),
    "PT": ("pirate token", "{n} pirate tokens"),
    "CO": ("Cooperative +1", "Cooperative +{n}"),
    "TC": ("Tincan +1", "Tincan +{n}"),
    "NI": ("Ni'an +1", "Ni'an +{n}"),
    "AA": ("one track +1", "one track +{n}"),
    "SA": ("any track +1", "{n} x any track +1"),
    "QR": ("1 from queue", "{n} from queue"),
    "RO": ("1 of 3 omegas", "1 of 3 omegas"),
    "LB": ("1 of 3 techs", "1 of 3 techs"),
    "PK": ("see 1 mission", "see {n} missions"),
    "COPY": ("copy a room", "copy a room"),
    "EV": ("event", "event"),
    "CD": ("cadet", "{n} cadets"),
    "FX": ("fight unharmed", "fight unharmed"),
    "RD": ("pirates on all marked routes", "pirates on all marked routes"),
    "CF": ("no pirates beside ships", "no pirates beside ships"),
    "HS": ("leaders go back 2 for a medal", "leaders go back 2 for a medal"),
    "CS": ("artifact on a room", "artifact on a room"),
    "SH": ("all may use the Tincan techs", "all may use the Tincan techs"),
    "DT": ("first tech of the board goes", "first tech of the board goes"),
}
_HOOK_WORDS = (
    "artifacts pay for medals",
    "pirate tokens pay for medals",
    "{n} more cargo slots",
    "a pirate token stops damage",
    "moves may be repairs",
    "mission with pirates: {e}",
    "mission with red: {e}",
    "mission with yellow: {e}",
    "mission with blue: {e}",
    "bonus repairs count twice",
    "first damage of a mission is free",
    "steps on any one track",
    "bonus moves are jumps",
    "first fight of a turn unharmed",
    "pirates miss a moving ship",
    "first training of a turn is free",
    "promotion costs 2",
    "after the Helm: {e}",
    "after a fight: {e}",
    "after a mission: {e}",
    "only 2 stay in the queue",
    "after research: {e}",
    "after a station: {e}",
    "android back from a mission: {e}",
)
PER_WORDS = {
    "ARTIFACT_TYPES": "type of artifact",
    "ICON_PAIRS": "pair of icons",
    "RED_FIGURES": "red figure",
    "YELLOW_FIGURES": "yellow figure",
    "BLUE_FIGURES": "blue figure",
    "COMMANDERS": "commander",
    "DAMAGE": "damage",
    "RED_MISSIONS": "mission with red",
    "YELLOW_MISSIONS": "mission with yellow",
    "BLUE_MISSIONS": "mission with blue",
    "PIRATE_TOKENS": "pirate token",
    "LOWEST_ZONE": "zone of the lowest track",
    "NO_CARGO_DAMAGE": "hold without damage",
    "ARTIFACTS": "artifact",
    "INSTALLED_TECHS": "tech",
    "TINCAN_ZONE": "zone of the Tincan track",
}


@dataclass
class MissionView:
    """The face of a mission."""

    name: str
    points: int
    lines: list[tuple[int, str]]  # colour (3 = gold), words

    @property
    def told(self) -> str:
        """What it is worth, and whom and what its lines take and give."""
        lines = "; ".join(f"{LINE_COLOURS[colour]}: {words}" for colour, words in self.lines)
        return f"{counted_points(self.points)}. Lines: {lines}"


@dataclass
class TechView:
    """The face of a tech or an omega."""

    card: int
    name: str
    tier: str
    colour: int  # of a room, 3 = gray by an artifact upon it; -1 = no room
    words: str
    icons: list[int]  # left top, left bottom, right top, right bottom

    @property
    def told(self) -> str:
        """The tech in words: what it is and does."""
        kind = f"{self.tier}, a {ROOM_COLOURS[self.colour]} room" if self.colour >= 0 else self.tier
        return f"{self.name} ({kind}): {self.words}."


def half(points: float) -> str:
    """Points without a needless decimal."""
    return f"{points:g}"


def counted_points(points: float) -> str:
    """Points in words."""
    return f"{half(points)} point{'s' * (abs(points) != 1)}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: "1 medal", "2 medals"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def figures_of(numbers: Sequence[int]) -> str:
    """Figures in words by their counts."""
    return ", ".join(
        st.FIGURES[figure] if n == 1 else f"{n} {st.FIGURES[figure]}s"
        for figure, n in enumerate(numbers)
        if n
    )


class CardWords(Words):
    """Names and words of a card set, and of the rooms and routes of a state."""

    seat_names = SEAT_NAMES

    def __init__(self, content: Content, state: Any) -> None:
        super().__init__(content, state)
        self.t, self.s, self.labels = content.tables[0], state, content.labels

    @property
    def players(self) -> range:
        """The seats of the game."""
        return range(int(self.s["num_players"]))

    # Words of effects

    def op_words(self, effect: int, at: int, number: int | None = None) -> str:
        """One operation of an effect; with a number, as if that many were left."""
        t = self.t
        op, n = int(t["op"][effect, at]), int(t["arg"][effect, at] if number is None else number)
        first, second = (int(inner) for inner in t["inner"][effect, at])
        if op == tb.OP_CHOICE:
            return f"{self.effect(first)} or {self.effect(second)}"
        if op == tb.OP_PAY:
            return f"pay {PAID[int(t['arg'][effect, at])]}: {self.effect(first)}"
        if op == tb.OP_PER_ANDROID:
            return f"per android: {self.effect(first)}"
        return _OP_WORDS[tb.OPS[op]][n != 1].format(n=n)

    def effect(self, effect: int) -> str:
        """An effect in a few words."""
        ops = [at for at in range(tb.NUM_CELLS) if int(self.t["op"][effect, at]) != tb.OP_NONE]
        return ", ".join(self.op_words(effect, at) for at in ops)

    # Cards

    def tech_name(self, card: int) -> str:
        """The name of a tech or omega."""
        return self.labels["techs"][card]

    def tech_words(self, card: int) -> str:
        """What a tech does."""
        t = self.t
        if card >= st.FIRST_OMEGA:
            points, per = int(t["omega_points"][card]), PER_WORDS[tb.PERS[int(t["omega_per"][card])]]
            return f"{points} per {per}"
        hook, effect = int(t["hook"][card]), self.effect(int(t["tech_effect"][card]))
        if hook >= 0:
            effect = _HOOK_WORDS[hook].format(e=effect, n=int(t["lockers"][card]))
        flags = (
            "discard this: " if t["once"][card] else "",
            "; may replace" if t["replaces"][card] else "",
        )
        return f"{flags[0]}{effect}{flags[1]}"

    def tech_face(self, card: int, gray: bool = False) -> TechView:
        """The face of a tech or omega."""
        t = self.t
        room = bool(t["is_room"][card])
        tier = "omega" if card >= st.FIRST_OMEGA else "alpha" if t["tier"][card] == st.ALPHA else "beta"
        colour = -1 if not room else st.GRAY if gray else int(t["colour"][card])
        icons = [int(icon) for icon in t["icon"][card]]
        return TechView(card, self.tech_name(card), tier, colour, self.tech_words(card), icons)

    def mission_name(self, card: int) -> str:
        """The name of a mission."""
        return self.labels["missions"][card]

    def mission_face(self, card: int) -> MissionView:
        """The face of a mission."""
        t = self.t
        lines = [
            (int(t["line_colour"][card, line]), self.effect(int(t["line_effect"][card, line])))
            for line in range(int(t["mission_lines"][card]))
        ]
        return MissionView(self.mission_name(card), int(t["mission_points"][card]), lines)

    def event_words(self, event: int) -> str:
        """What an event does."""
        t = self.t
        at_once, each, station = (
            self.effect(int(t[name][event])) for name in ("event_all", "event_each", "event_order")
        )
        one = len(self.players) == 1
        parts = [
            at_once,
            each if one or not each else f"each: {each}",
            f"after a move, at a station: {station}" if station else "",
        ]
        return "; ".join(part for part in parts if part)

    def room_name(self, player: int, room: int) -> str:
        """The name of a room of a ship."""
        s = self.s
        if room < st.FIRST_SLOT_ROOM:
            return st.PRINTED_ROOMS[room]
        shared = room >= st.FIRST_SHARED_ROOM
        card = (
            s["shared"][room - st.FIRST_SHARED_ROOM]
            if shared
            else s["slot"][player, room - st.FIRST_SLOT_ROOM]
        )
        return self.tech_name(int(card)) if card >= 0 else "a room"

    @staticmethod
    def pirate_name(kind: int) -> str:
        """A pirate by exhaust and reward."""
        reward = "android" if kind >= st.FIRST_ANDROID_PIRATE else "medal and artifact"
        return f"{st.ROUTE_COLOURS[kind % st.NUM_ROUTE_COLOURS]} pirate ({reward})"
