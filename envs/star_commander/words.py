"""Star Commander: a position in words."""

from __future__ import annotations

from typing import Any

from astrarium.core import Words
from astrarium.core.tables import Content

from . import state as st
from .actions import ACTIONS
from .questions import QUESTIONS
from .reader import SEAT_NAMES, Reader

# Why a vessel is being picked.
PURPOSES = {
    st.WANT_JUMP: "a ship to jump",
    st.WANT_RETREAT: "a ship to retreat",
    st.WANT_ALONG: "a Fighter to take along",
    st.WANT_ATTACKER: "a vessel to attack with",
    st.WANT_TARGET: "a target",
    st.WANT_GIVE: "a vessel to give",
    st.WANT_ASK: "a vessel to ask for",
}


class CommanderWords(Reader, Words):
    """The words of a position."""

    actions, questions, seat_names = ACTIONS, QUESTIONS, SEAT_NAMES

    def __init__(self, content: Content, state: Any) -> None:
        Words.__init__(self, content, state)
        Reader.__init__(self, content, state)

    # In questions

    def item(self) -> str:
        """What is being announced, and what it names so far."""
        s = self.s
        named = self.picks(int(s["item"]), s["pick"], int(s["pick_at"]))
        return ", ".join([self.item_name(int(s["item"])), *named])

    def purpose(self) -> str:
        """Why a vessel is being picked."""
        want = int(self.s["want"])
        return self.item() if want == st.WANT_ITEM else PURPOSES[want]

    def victim(self) -> str:
        """Whose hand is shown."""
        return self.seat(self.s["steal_from"])

    def site(self) -> str:
        """Where something is being built."""
        return self.system_name(int(self.s["build_cell"]))

    def battle(self) -> str:
        """Where combat is."""
        return self.system_name(int(self.s["battle"]))

    def target(self) -> str:
        """The vessel that is being attacked."""
        return self.vessel_name(int(self.s["target"]))

    def attack_left(self) -> str:
        """Damage left to assign."""
        return str(self.s["attack_left"])

    def raided(self) -> str:
        """The system that is raided."""
        return self.system_name(int(self.s["raid_cell"]))
