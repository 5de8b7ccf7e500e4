"""Lanterns: its words."""

from astrarium.core import Words
from astrarium.core.words import number_of

from . import state as st
from .questions import QUESTIONS


class LanternWords(Words):
    """The words of a position."""

    actions, questions = st.ACTIONS, QUESTIONS
    seat_names = tuple(f"player_{p}" for p in range(st.MAX_PLAYERS))

    def card(self, card):
        """A card's name."""
        return self.content.labels["card"][card]

    def points(self, points):
        """So many points."""
        return number_of(points, "point")

    def called(self):
        """The suit that the acting seat has called."""
        suit = int(self.state["call"][self.state["seat"]])
        return "no suit" if suit == st.NONE else self.content.labels["suit"][suit]

    def the_slot(self, slot):
        """The card in a place of the own hand."""
        card = int(self.state["hand"][self.state["seat"], slot])
        side = ("left", "middle", "right")[slot]
        return side if card == st.NONE else f"{self.card(card)} ({side})"
