"""Star Commander: how each event is told."""

from astrarium.core import Sentence

SENTENCES: dict[int, Sentence | str] = {}
