"""One position as one seat sees it: legal actions, names, observation, text, and what happened since.

    view = View(game, content, states, seat, key)
    view.legal, view.names, view.question, view.fields["credits"], view.text

A view keeps no true state. It keeps a copy in which all that the seat cannot know is drawn anew, and
everything that it shows is made of that copy. So two positions that differ only in what is hidden from the
seat give the same view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np

from . import drivers
from .arguments import fit, whole
from .batch import Batch
from .game import Game
from .observation import Field
from .questions import Question
from .rng import as_int64
from .tables import Content
from .words import Words

WORLD_SALT = 0x6A09_E667_F3BC_C908  # keeps the world of a view apart from the draws of its player


def one_way(key: int) -> int:
    """A stream of its own for a player. Decisions' keys lead back to the seed of the deal; this does not."""
    return int.from_bytes(blake2b((key % 2**64).to_bytes(8, "little"), digest_size=8).digest(), "little")


@dataclass(frozen=True)
class Seen:
    """A decision as a seat sees it, and what it brought about."""

    seat: int | None  # who decided; None where the seat cannot know
    action: int | None  # what was chosen; None where the seat cannot know
    name: str  # its name; "(in secret)" or "" where the seat cannot know
    lines: tuple[str, ...]  # what came of it, in sentences

    def json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {"seat": self.seat, "action": self.action, "name": self.name, "lines": list(self.lines)}


class View:
    """What one seat may know of one position.

    `states` is an array of length 1, `key` the random stream of the decision. The state is checked, unless it
    is known to be `sound`: made by the rules, not by hand. `legal` is empty unless the seat is to act;
    `scores` and `ranks` are there once the game is over.
    """

    def __init__(
        self,
        game: Game,
        content: Content,
        states: np.ndarray,
        seat: int,
        key: int = 0,
        events: Sequence[Seen] = (),
        sound: bool = False,
    ) -> None:
        fit(states, game.state, (1,), "states")
        self.game, self.content = game, game.content(content)
        states = np.array(states)
        if not sound:
            game.require_sound(states, self.content)
        self.num_players = int(states["num_players"][0])
        self.seat = whole(seat, "seat", 0, self.num_players - 1)
        self.over = bool(states["over"][0])
        self.acting = not self.over and int(states["seat"][0]) == self.seat
        self.events = tuple(events)
        self.scores: tuple[float, ...] | None = None
        self.ranks: tuple[int, ...] | None = None
        if self.over:
            scores, ranks = np.zeros(self.num_players), np.zeros(self.num_players, np.int64)
            game.bound(drivers.score_one)(self.content.tables, states, 0, scores, ranks)
            self.scores, self.ranks = tuple(scores.tolist()), tuple(ranks.tolist())
        self._key = one_way(int(key))
        self._world = self._redealt(states, self._key ^ WORLD_SALT)

    def _redealt(self, states: np.ndarray, stream: int) -> np.ndarray:
        """The states, with all drawn anew that the seat cannot know."""
        redraw = self.game.bound(drivers.determinize_one)
        for i in range(len(states)):
            redraw(self.content.tables, states, i, self.seat, as_int64(stream + i))
        states["moves"] = 0  # those of others in silence are counted in it
        return states

    @cached_property
    def mask(self) -> np.ndarray:
        """(actions,) int8: 1 where the seat may act so."""
        mask = np.zeros(self.game.num_actions, np.int8)
        if self.acting:
            self.game.bound(drivers.legal_one)(self.content.tables, self._world, 0, mask)
        return mask

    @cached_property
    def legal(self) -> list[int]:
        """The ids of the legal actions."""
        return np.flatnonzero(self.mask).tolist()

    @cached_property
    def names(self) -> list[str]:
        """The names of the legal actions, in the order of `legal`."""
        return [self.name(action) for action in self.legal]

    def name(self, action: int) -> str:
        """What an action is called in this position, or in general where it means nothing here."""
        if self.acting:
            try:
                return self._words.action(int(action))
            except LookupError:
                if self.mask[action]:
                    raise
        return self.game.action_name(action, self.content)

    @cached_property
    def _words(self) -> Words:
        return self.game.words(self.content, self._world[0])

    @property
    def question(self) -> str:
        """What the seat is asked; "" if it is not to act."""
        return self.game.question(self.content, self._world[0]) if self.acting else ""

    @property
    def asked(self) -> Question | None:
        """The question in the game's table; None if the seat is not to act."""
        return self.game.questions.at(self._world["ask"][0]) if self.acting else None

    @property
    def options(self) -> dict[str, int]:
        """The options of the game."""
        return {option.name: int(self._world[option.name][0]) for option in self.game.options}

    @cached_property
    def observation(self) -> np.ndarray:
        """(features,) int16: the observation vector."""
        obs = np.zeros(self.game.observation.size, np.int16)
        self.game.bound(drivers.observe_one)(self.content.tables, self._world, 0, self.seat, obs)
        return obs

    @property
    def scaled(self) -> np.ndarray:
        """(features,) float32: the observation scaled to [-1, 1]."""
        return self.game.observation.scaled(self.observation)

    @property
    def fields(self) -> dict[str, Any]:
        """The observation by the names of its fields; flags that have names as the names of those set."""
        return named_fields(self.game, self.observation)

    @property
    def text(self) -> str:
        """The table as text, seen by the seat."""
        lines = self.game.render_text(self.content, self._world[0], self.seat).splitlines()
        return "\n".join(line.rstrip() for line in lines)

    @property
    def svg(self) -> str:
        """The table as a picture, seen by the seat."""
        return self.game.render_svg(self.content, self._world[0], self.seat)

    @property
    def json(self) -> dict[str, Any]:
        """The view as plain values, as programs get it."""
        legal = zip(self.legal, self.names, strict=True)
        return {
            "game": self.game.name,
            "seat": self.seat,
            "seats": list(self.game.seat_names[: self.num_players]),
            "over": self.over,
            "question": self.question,
            "legal": [{"action": action, "name": name} for action, name in legal],
            "fields": self.fields,
            "text": self.text,
            "events": [event.json() for event in self.events],
            "scores": None if self.scores is None else list(self.scores),
            "ranks": None if self.ranks is None else list(self.ranks),
        }

    @cached_property
    def rng(self) -> np.random.Generator:
        """The seat's own random stream, the same whenever the same game is played again."""
        return np.random.default_rng(self._key)

    def redeal(self, n: int = 1) -> Batch:
        """n games that go on from here, with all drawn anew that the seat cannot know: for searching."""
        stream = int(self.rng.integers(2**62))
        worlds = self._redealt(np.repeat(self._world, whole(n, "n", 1)), stream)
        return Batch.of_states(self.game, worlds, self.content)


def named_fields(game: Game, obs: np.ndarray) -> dict[str, Any]:
    """An observation by the names of its fields; flags that have names as the names of those set."""
    asked = [question.name for question in game.questions]
    found: dict[str, Any] = {}
    for field in game.observation.fields:
        values = game.observation.slice(obs, field.name)
        names = asked if field.name == "ask" and field.dims == (len(asked),) else flag_names(field)
        found[field.name] = _set(values, names) if names else values.tolist()
    return found


def flag_names(field: Field) -> list[str]:
    """The names of a field's flags, where its text lists them: "the present era: dawn, dusk"."""
    names = field.text.partition(": ")[2].split(", ")
    flags = (field.low, field.high) == (0, 1) and len(field.dims) > 0
    return names if flags and len(names) == field.dims[-1] > 1 else []


def _set(values: np.ndarray, names: Sequence[str]) -> list[Any]:
    if values.ndim > 1:
        return [_set(row, names) for row in values]
    return [names[k] for k in np.flatnonzero(values).tolist()]
