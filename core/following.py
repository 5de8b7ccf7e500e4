"""Following a game for one seat: what the seat has seen since it was last told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from . import drivers
from .arguments import fit, whole
from .game import Game
from .questions import OPEN
from .tables import Content
from .transcript import Steps, Story
from .view import Seen


@dataclass(eq=False)
class Past:
    """A game so far: what names its random streams, the state it is followed from, and the actions since.

    Whoever plays the game keeps one and adds every action to it. Agents know the game by this object.
    """

    stream: tuple[int, int, int]  # seed, index and episode
    start: np.ndarray  # (1,) STATE
    actions: list[int] = field(default_factory=list)


class Follower:
    """Tells one seat the decisions of a game that it sees, each once.

    The start is checked, unless it is known to be `sound`: made by the rules, not by hand.
    """

    def __init__(self, game: Game, content: Content, past: Past, seat: int, sound: bool = False) -> None:
        self.game, self.content, self.past = game, game.content(content), past
        self._start = np.array(fit(past.start, game.state, (1,), "start"))
        if not sound:
            game.require_sound(self._start, self.content)
        self._states = self._start.copy()
        self.seat = whole(seat, "seat", 0, int(self._states["num_players"][0]) - 1)
        self._story, self._steps = Story(game, content, seat), Steps(game, content, [seat])
        self._decisions: list[tuple[Any, int]] = []  # since the last step that was told
        self._told, self._dropped, self._taken = 1, 0, 0

    def news(self, upto: int | None = None, end: bool = False) -> list[Seen]:
        """What the seat has seen since it was last asked; `upto` so many actions of the past; `end`: all."""
        actions = self.past.actions[self._taken : upto]
        step = self.game.bound(drivers.step_one)
        for action in actions:
            before = self._states[0].copy()
            step(self.content.tables, self._states, 0, self._legal(action, self._states))
            self._decisions.append((before, action))
            self._steps.add(before, action, self._states[0])
        self._taken += len(actions)
        shown = self._steps.end() if end else self._steps.shown
        seen = [self._seen(first, last) for first, last in pairwise(shown[self._told - 1 :])]
        kept = shown[-1] - self._dropped
        self._decisions, self._dropped, self._told = self._decisions[kept:], shown[-1], len(shown)
        return seen

    def _seen(self, first: int, last: int) -> Seen:
        decisions: Sequence[tuple[Any, int]] = self._decisions[first - self._dropped : last - self._dropped]
        by, name, lines = self._story.tell_step(decisions)
        before, action = decisions[0]
        known = self._story.sight(before, action) == OPEN
        return Seen(by, action if known else None, name, tuple(lines))

    def walk(self, upto: int) -> Iterator[tuple[np.ndarray, int]]:
        """The positions (arrays of length 1) and the actions of the past, apart from what is told."""
        states, step = self._start.copy(), self.game.bound(drivers.step_one)
        for action in list(self.past.actions[:upto]):
            yield states.copy(), action
            step(self.content.tables, states, 0, self._legal(action, states))

    def _legal(self, action: int, states: np.ndarray) -> int:
        """An action, found to be legal: compiled code trusts it."""
        mask = np.zeros(self.game.num_actions, np.int8)
        self.game.bound(drivers.legal_one)(self.content.tables, states, 0, mask)
        if type(action) is not int or not 0 <= action < len(mask) or not mask[action]:
            raise ValueError(f"the past of a game holds {action!r}, which is no legal action there")
        return action

    @property
    def states(self) -> np.ndarray:
        """The position that the seat has been brought to (a copy, an array of length 1)."""
        return self._states.copy()
