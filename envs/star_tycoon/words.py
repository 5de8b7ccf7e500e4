"""Star Tycoon: a position in words."""

from __future__ import annotations

from typing import Any

from astrarium.core import Content, Words

from . import state as st
from .actions import ACTIONS
from .questions import QUESTIONS
from .reader import SEAT_NAMES, Reader, letters_of


class TycoonWords(Words):
    """The words of a position."""

    actions, questions = ACTIONS, QUESTIONS
    seat_names = SEAT_NAMES

    def __init__(self, content: Content, state: Any) -> None:
        super().__init__(content, state)
        self.reader = Reader(content, state, public=True)

    # Questions

    def card_bought(self) -> str:
        """The card that is being bought or built."""
        return self.reader.card_name(int(self.state["card"]))

    def card_moved(self) -> str:
        """The development that is being moved."""
        return self.reader.card_name(int(self.state["moving"]))

    def due(self) -> str:
        """What is still to be paid."""
        return letters_of(self.state["due"])

    def purpose(self) -> str:
        """What is being paid for."""
        s = self.state
        purpose = int(s["due_for"])
        if purpose == st.FOR_CARD:
            return f"for {self.card_bought()}"
        if purpose == st.FOR_PARTNERSHIP:
            return f"for the partnership with {st.BRANDS[s['partnership']]}"
        if purpose == st.FOR_MARKET:
            return f"for {st.RESOURCES[s['bought']]}"
        return f"to {self.reader.smuggler_name(int(s['smuggler']))}"

    def victim(self) -> str:
        """The player who is being robbed."""
        return self.seat(self.state["victim"])

    def swap_partner(self) -> str:
        """With whom a resource is swapped."""
        other = int(self.state["swap_with"])
        return "the bank" if other < 0 else self.seat(other)

    def active(self) -> str:
        """The player whose turn it is."""
        return self.seat(self.state["active"])

    def side(self) -> str:
        """Where the coin lets a marker go."""
        return "left" if self.state["coin"] < 0 else "right"
