"""Lanterns: what a seat is asked."""

from astrarium.core import Answer, Question, Questions
from astrarium.core.questions import HIDDEN, OPEN

from . import state as st
from .rules import call, go_on, hand_slots, may_peek, peek, play, swap, swap_slots

QUESTIONS = Questions(
    st,
    st.ACTIONS,
    go_on,
    Question("call", "which suit do you call in secret?", Answer("call", then=call), seen=HIDDEN),
    Question(
        "play",
        "play a card (you called {called})",
        Answer("peek", may_peek, peek, seen=OPEN),
        Answer("play", hand_slots, play),
        Answer("swap", swap_slots, swap),
        seen=HIDDEN,
    ),
)
