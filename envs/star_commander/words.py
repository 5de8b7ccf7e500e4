"""Star Commander: a position in words."""

from __future__ import annotations

from typing import Any

from astrarium.core import Words
from astrarium.core.tables import Content
from astrarium.core.words import number_of

from . import state as st
from . import tables as tb
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

    # Of events

    def credits(self, count: int) -> str:
        """So many credits."""
        return number_of(count, "credit")

    def developments(self, count: int) -> str:
        """So many developments."""
        return number_of(count, "development")

    def hit_points(self, count: int) -> str:
        """So many hit points."""
        return number_of(count, "hit point")

    def more_targets(self, count: int) -> str:
        """So many more targets."""
        return number_of(count, "more target")

    def domain(self, domain: int) -> str:
        """A domain's name."""
        return st.DOMAINS[domain]

    def cell(self, cell: int) -> str:
        """A cell's name."""
        return st.CELLS[cell]

    def hand(self, *cards: int) -> str:
        """The cards of a hand."""
        return ", ".join(self.card_name(card) for card in cards if card >= 0) or "empty"

    def vessel(self, told: int) -> str:
        """A vessel as `vessels.who` tells it."""
        place, kind = divmod(told, st.NUM_KINDS)
        cell, seat = divmod(place, st.MAX_PLAYERS)
        return f"{self.seat(seat)}'s {self.kind_name(kind)} at {st.CELLS[cell]}"

    def verb(self, item: int) -> str:
        """What is done with a card or ability."""
        return "plays" if item < st.NUM_CARDS else "uses"

    def announcement(self, item: int, *named: int) -> str:
        """A card or ability with what it names."""
        picks = self.t["item_pick"][item]
        words = [self._named(int(what), value) for what, value in zip(picks, named, strict=True) if what]
        return f"{self.item_name(item)}: {', '.join(words)}"

    def _named(self, what: int, value: int) -> str:
        if what == tb.PICK_VESSEL:
            return self.vessel(value)
        if what in (tb.PICK_SYSTEM, tb.PICK_SITE):
            return self.system_name(value)
        if what == tb.PICK_PLAYER:
            return self.seat(value)
        if what == tb.PICK_COMMAND:
            return self.item_name(value)
        return f"X = {value}" if what == tb.PICK_X else f"discarding {self.card_name(value)}"

    def system_card(self, system: int) -> str:
        """A system card and what it does."""
        domain = int(self.t["system_domain"][system])
        words = (
            f"{st.DOMAINS[domain] if domain >= 0 else 'no domain'}, maximum {self.t['system_max'][system]}"
        )
        effect = self.effect(system)
        return f"{self.labels['system'][system]} ({words}{'; ' + effect if effect else ''})"

    def offer_of(self, seat: int) -> str:
        """The offer that was just sent."""
        return self.offer()

    def standings(self, _: int) -> str:
        """The developments of all."""
        totals = self.s["total"][: int(self.s["num_players"])]
        return ", ".join(f"{self.seat(seat)} {total}" for seat, total in enumerate(totals))

    # Of questions

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
