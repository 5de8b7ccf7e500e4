"""Lanterns: how each event is told."""

from astrarium.core import Sentence

from . import events as ev

SENTENCES = {
    ev.PEEKS: Sentence("{0:seat} sees {1:card} on the deck", others="{0:seat} looks at the top of the deck"),
    ev.SWAPS: "{0:seat} lays {1:card} on the deck",
    ev.SHOWS: Sentence("{0:seat} shows {1:card}", reveals=True),
    ev.WINS: "{0:seat} takes the round for {1:points}",
    ev.ENDS: "the lanterns go out after {0} rounds",
}
