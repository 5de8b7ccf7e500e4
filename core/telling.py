"""Telling: kernels say what happens where it happens.

`tell(s, ev.GAINS, ALL, seat, resource, number)` names an event, who may know it, and up to six numbers more.
In ordinary drivers that compiles to nothing. In `tell_one` it is written behind the state, and `Game.tell`
returns it. A game's table of sentences makes lines of it.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import drivers
from .arguments import fit
from .jit import COMPILED, kernel, listen
from .story import MOST_TOLD, TOLD_NUMBERS

if TYPE_CHECKING:
    from .game import Game
    from .tables import Content
    from .words import Words

ALL = -1  # everybody may know it; else a bitset of seats
HEADING = "# "  # a line that starts so is a heading

if COMPILED:

    @kernel
    def tell(s, kind, knowers, a=0, b=0, c=0, d=0, e=0, f=0):
        """Something happens: its kind, who may know it, and numbers about it."""
        listen(s, kind, knowers, a, b, c, d, e, f)

else:

    def tell(s, kind, knowers, a=0, b=0, c=0, d=0, e=0, f=0):
        """Something happens: its kind, who may know it, and numbers about it."""
        if _heard is not None:
            _heard.append(tuple(map(int, (kind, knowers, a, b, c, d, e, f))))


_heard: list[tuple[int, ...]] | None = None  # what is told while kernels run uncompiled


@dataclass(frozen=True)
class Event:
    """Something that happened: its kind, the seats that may know it (bits, or ALL), numbers about it."""

    kind: int
    knowers: int
    numbers: tuple[int, ...]

    def known_to(self, seat: int | None) -> bool:
        """Whether a seat may know it; nobody's seat (None) is told everything."""
        return seat is None or bool(self.knowers >> seat & 1)


def story_size(state: np.dtype) -> int:
    """How many states take up the room of one and of all that can be told behind it."""
    return 1 + -(-8 * (1 + TOLD_NUMBERS * MOST_TOLD) // state.itemsize)


def events(game: Game, content: Content, state: Any, action: int) -> tuple[list[Event], Any]:
    """What an action brings about, in the order of events, and the state after it."""
    global _heard
    size = game.state.itemsize
    states = np.zeros(story_size(game.state), game.state)
    states[0] = fit(np.asarray(state), game.state, (), "state")
    if COMPILED:
        game.bound(drivers.tell_one)(content.tables, states, action)
        story = states.view(np.uint8)[size:].view(np.int64)
        told = story[1 : 1 + TOLD_NUMBERS * story[0]].reshape(-1, TOLD_NUMBERS).tolist()
    else:
        heard: list[tuple[int, ...]] = []
        _heard = heard
        try:
            game.bound(drivers.step_one)(content.tables, states, 0, action)
        finally:
            _heard = None
        told = [list(numbers) for numbers in heard]
    return [Event(kind, knowers, tuple(numbers)) for kind, knowers, *numbers in told], states[0]


@dataclass(frozen=True)
class Sentence:
    """How an event is told: to those who may know it, and to the others (None: not at all).

    A text is a format over the event's numbers, by their place: "{0:seat} takes {1:card}". What follows the
    colon is a method of the game's Words that puts the number into words. `reveals` marks what turns up
    something hidden for all to see that may leave no trace, such as a card shown and taken back.
    """

    text: str
    others: str | None = None
    reveals: bool = False


Sentences = Mapping[int, Sentence | str]


def sentence(table: Sentences, words: Words, event: Event, seat: int | None = None) -> str:
    """The line about an event for a seat's eyes; "" for none."""
    entry = entry_of(table, event)
    text = entry.text if event.known_to(seat) else entry.others
    return _Formatter(words).vformat(text, event.numbers, {}) if text else ""


def entry_of(table: Sentences, event: Event) -> Sentence:
    """The entry of an event in a table of sentences."""
    entry = table[event.kind]
    return Sentence(entry) if isinstance(entry, str) else entry


class _Formatter(string.Formatter):
    """Formats in which "{0:seat}" is `words.seat(number)`, and "{0,1:deal}" `words.deal(number, number)`."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        """One number of the event, or several."""
        return tuple(args[int(place)] for place in field_name.split(",")), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        """The numbers in the game's words."""
        return str(getattr(self.words, format_spec)(*value) if format_spec else value[0])
