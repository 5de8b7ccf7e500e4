"""Games in disguise, against what a model remembers of their rules: names replaced by invented words.

    view = DisguisedView(table.view, Disguise(game, content, seed=7))

Names of cards, places, peoples and resources are replaced in all that a seat is told, word by word and always
by the same word: of the same length and with the same first letter, so that columns and abbreviations stay
right. Replies name actions in the same words. The game itself is what it was: numbers are not changed.

Which words are names: those of the card files and labels that the rules never write in small letters, and
those of `disguise.txt` in the folder of a game, one a line.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.view import View

from .digest import digest, folder_of, ledger

FILE = "disguise.txt"
COLUMNS = {"name", "title", "region", "site", "system", "race", "from", "to", "type", "faction", "position"}
WORD = re.compile(r"[^\W\d_]+")
VOWELS, CONSONANTS = "aeiou", "bdfgklmnprstvz"
SHORTEST = 3  # letters of a word that is replaced


class Disguise:
    """Invented words for the names of a game; the same seed gives the same ones."""

    def __init__(self, game: Game, content: Content | None = None, seed: int = 0) -> None:
        self.seed = seed
        cards = game.content(content)
        known = _spoken(game) | {word.casefold() for word in _words(_names(game, cards))}
        self.words: dict[str, str] = {}
        rng = np.random.default_rng([seed, len(known)])
        for word in sorted(_hidden(game, cards)):
            made = _invented(word, rng, known)
            known |= {made, f"{made}s"}
            self.words[word] = made
        ending = "|".join(sorted(map(re.escape, self.words), key=len, reverse=True)) or r"(?!)"
        self._pattern = re.compile(rf"(?<![^\W\d_])({ending})(s?)(?![^\W\d_])", re.IGNORECASE)

    def __call__(self, text: str) -> str:
        """A text in disguise."""
        return self._pattern.sub(self._replace, text)

    def json(self, value: Any) -> Any:
        """Plain values in disguise: every text in them but the keys."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, dict):
            return {name: self.json(each) for name, each in value.items()}
        return [self.json(each) for each in value] if isinstance(value, list) else value

    def _replace(self, found: re.Match[str]) -> str:
        word, plural = found.groups()
        made = self.words[word.casefold()]
        if word.isupper() and len(word) > 1:
            return made.upper() + plural
        return (made.capitalize() if word[0].isupper() else made) + plural


class DisguisedView(View):
    """A view in other words: the same position, the same actions."""

    def __init__(self, view: View, disguise: Disguise) -> None:
        self.__dict__.update(vars(view))
        self.__dict__.pop("names", None)
        self.disguise = disguise
        self.events = tuple(
            replace(event, name=disguise(event.name), lines=tuple(map(disguise, event.lines)))
            for event in view.events
        )

    def name(self, action: int) -> str:
        """What an action is called in this position."""
        return self.disguise(super().name(action))

    @cached_property
    def names(self) -> list[str]:
        """The names of the legal actions, in the order of `legal`."""
        return [self.name(action) for action in self.legal]

    @property
    def question(self) -> str:
        """What the seat is asked."""
        return self.disguise(super().question)

    @property
    def text(self) -> str:
        """The table as text, seen by the seat."""
        return self.disguise(super().text)

    @property
    def json(self) -> dict[str, Any]:
        """The view as plain values."""
        told = self.disguise.json(super().json)
        fields = {self.disguise(name): value for name, value in told["fields"].items()}
        return {**told, "fields": fields, "game": "game"}


def in_words_of(view: View, text: str) -> str:
    """A text about the game in the words that the view uses."""
    return view.disguise(text) if isinstance(view, DisguisedView) else text


def dressed(view: View, disguise: Disguise | None) -> View:
    """The view, in disguise if there is one."""
    return view if disguise is None else DisguisedView(view, disguise)


# ---- which words ----------------------------------------------------------------------------------


def _hidden(game: Game, content: Content) -> set[str]:
    """The words to replace, in small letters."""
    file = folder_of(game) / FILE
    listed = file.read_text(encoding="utf-8").split() if file.is_file() else []
    common = _spoken(game)
    proper = {word.casefold() for word in _words(_names(game, content)) if word[0].isupper()} - common
    return {word for word in {*proper, *map(str.casefold, listed)} if len(word) >= SHORTEST} - _seats(game)


def _names(game: Game, content: Content) -> Iterable[str]:
    """Names of cards, places and peoples."""
    yield game.title
    for labels in content.labels.values():
        yield from (each for each in labels if isinstance(each, str))
    for file in sorted(Path(content.source).glob("*.csv")) if content.source is not None else ():
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                yield from (str(row[name]) for name in COLUMNS & row.keys() if row[name])


def _spoken(game: Game) -> set[str]:
    """Words that the rules, the questions and the actions write in small letters: they are no names."""
    texts = [digest(game), *ledger(game), *(question.words for question in game.questions)]
    texts += [block.text or block.name for block in game.actions.blocks]
    return {word for word in _words(texts) if word.islower()}


def _seats(game: Game) -> set[str]:
    return {word.casefold() for word in _words(game.seat_names)}


def _words(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in WORD.findall(text)]


def _invented(word: str, rng: np.random.Generator, known: set[str]) -> str:
    """A word that nobody knows, of the same length and with the same first letter."""
    while True:
        letters = word[0]
        while len(letters) < len(word):
            letters += str(rng.choice(list(CONSONANTS if letters[-1] in VOWELS else VOWELS)))
        if letters != word and letters not in known and letters.removesuffix("s") not in known:
            return letters
