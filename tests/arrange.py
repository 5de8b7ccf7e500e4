"""`arrange` builds a state from names; `act` takes actions by name. One helper for the tests of all games.

game = arrange(star_tycoon, players=3, marker={"gas": 4}, credits=9)
game.act("trade gas: buy")
assert game.marker["gas"] == 4
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from astrarium.core import Content, Game, drivers, get


class Labels:
    """Finds the number behind a label: of a card, a resource, a cell."""

    def __init__(self, game: Game, content: Content) -> None:
        self.known = [tuple(labels) for labels in content.labels.values()]
        self.known += [labels for block in game.actions.blocks for labels in block.labels.values()]

    def find(self, label: str, size: int | None = None) -> int:
        """The position of a label; among lists of `size` labels first, when that is given."""
        for fitting in (size, None) if size is not None else (None,):
            lists = [labels for labels in self.known if fitting is None or len(labels) == fitting]
            found = {labels.index(label) for labels in lists if label in labels}
            if len(found) == 1:
                return found.pop()
            if found:
                raise AssertionError(
                    f"{label!r} stands for {sorted(found)} in different lists: give the number"
                )
        raise AssertionError(f"nothing in this game is labelled {label!r}")

    def numbers(self, value: Any) -> Any:
        """A value with every label in it replaced by its number."""
        if isinstance(value, str):
            return self.find(value)
        if isinstance(value, Sequence):
            return [self.numbers(part) for part in value]
        return value


class Named(np.ndarray):
    """A field of the state; an index may be a label."""

    labels: Labels

    def __array_finalize__(self, parent: Any) -> None:
        self.labels = getattr(parent, "labels", None)

    def _key(self, key: Any) -> Any:
        parts = key if isinstance(key, tuple) else (key,)
        found = tuple(
            self.labels.find(part, self.shape[axis]) if isinstance(part, str) else part
            for axis, part in enumerate(parts)
        )
        return found if isinstance(key, tuple) else found[0]

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(self._key(key))
        return found.item() if isinstance(found, np.generic) else found

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(self._key(key), self.labels.numbers(value))


class Arranged:
    """A game in an arranged state. Fields of the state are attributes, to read and to set."""

    def __init__(self, game: Game, content: Content, states: np.ndarray) -> None:
        self.__dict__.update(game=game, content=content, states=states, labels=Labels(game, content))

    @property
    def s(self) -> Any:
        """The record itself: s.field or s["field"], live."""
        return self.states.view(np.recarray)[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in (self.game.state.names or ()):
            raise AttributeError(f"{self.__dict__['game'].title} has no state field {name!r}")
        value = self.states[name][0]
        if not isinstance(value, np.ndarray):
            return value.item()
        view = value.view(Named)
        view.labels = self.labels
        return view

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in (self.game.state.names or ()):
            raise AttributeError(f"{self.game.title} has no state field {name!r}")
        if self.states[name][0].ndim == 0:
            self.states[name][0] = self.labels.numbers(value)
            return
        field = getattr(self, name)
        if isinstance(value, Mapping):
            for key, part in value.items():
                field[key] = part
        elif isinstance(value, Sequence) and not isinstance(value, str):
            field[: len(value)] = value  # a shorter list sets the beginning
        else:
            field[...] = value

    # Acting

    @property
    def mask(self) -> np.ndarray:
        """The action mask of the state as it is now."""
        mask = np.zeros(self.game.num_actions, np.int8)
        self._run(drivers.legal_one, 0, mask)
        return mask

    def legal_ids(self) -> list[int]:
        """The ids of the legal actions."""
        return np.flatnonzero(self.mask).tolist()

    def name(self, action: int) -> str:
        """What an action is called here."""
        return self.game.action_name(action, self.content)

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        return [self.name(action) for action in self.legal_ids()]

    def can(self, action: str | int) -> bool:
        """Whether an action is legal; its name must exist."""
        if isinstance(action, str) and action not in self.legal():
            self.game.actions.index(action, self.content.labels)
            return False
        return action in (self.legal() if isinstance(action, str) else self.legal_ids())

    def act(self, *actions: str | int) -> Arranged:
        """Take actions one after another, by name or id; each must be legal."""
        for action in actions:
            legal = self.legal_ids()
            if isinstance(action, str):
                fitting = [a for a in legal if self.name(a) == action]
                assert len(fitting) < 2, f"{action!r} names the actions {fitting}: give the number"
                chosen = fitting[0] if fitting else self.game.actions.index(action, self.content.labels)
            else:
                chosen = int(action)
            if chosen not in legal:
                shown = "\n  ".join(map(self.name, legal)) or "nothing: the game is over"
                raise AssertionError(f"{action!r} is not legal for seat {self.seat}; legal is\n  {shown}")
            self._run(drivers.step_one, 0, chosen)
        return self

    # Looking

    def check(self) -> int:
        """0; an AssertionError when an invariant is broken or a field is out of its bounds."""
        broken = int(self._run(drivers.check_one, 0))
        assert broken == 0, (
            f"invariant {broken} is broken: {self.game.invariants.get(broken, 'not described')}"
        )
        for name, (low, high) in self.game.bounds.items():
            values = self.states[name]
            assert ((values >= low) & (values <= high)).all(), f"{name} is out of its bounds: {values[0]}"
        return broken

    def observe(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (the acting one) may know, by the names of the fields."""
        obs = np.zeros(self.game.observation.size, np.int16)
        self._run(drivers.observe_one, 0, self.seat if seat is None else seat, obs)
        spec = self.game.observation
        return {name: spec.slice(obs[None], name)[0].tolist() for name in spec.names()}

    def outcome(self) -> tuple[list[float], list[int]]:
        """Scores and ranks as the game stands."""
        scores, ranks = np.zeros(self.num_players), np.zeros(self.num_players, np.int64)
        self._run(drivers.score_one, 0, scores, ranks)
        return scores.tolist(), ranks.tolist()

    def text(self, seat: int | None = None) -> str:
        """The state as text."""
        return self.game.render_text(self.content, self.states[0], seat)

    def copy(self) -> Arranged:
        """The same state, apart."""
        return Arranged(self.game, self.content, self.states.copy())

    def determinized(self, seat: int, stream: int = 0) -> Arranged:
        """A copy with all redrawn that the seat cannot know."""
        twin = self.copy()
        twin._run(drivers.determinize_one, 0, seat, stream)
        return twin

    def _run(self, driver: Any, *args: Any) -> Any:
        return self.game.bound(driver)(self.content.tables, self.states, *args)


def arrange(
    game: Game | ModuleType | str,
    players: int | None = None,
    content: str | Path | None = None,
    seed: int = 0,
    **fields: Any,
) -> Arranged:
    """A newly dealt game with some options chosen and some fields of the state set.

    A field takes a number for all of it, a list for its beginning, or a dict from index (or label) to
    value; labels may stand for values too.
    """
    if isinstance(game, str):
        game = get(game)
    if isinstance(game, ModuleType):
        game = game.game if hasattr(game, "game") else game.GAME
    options = {option.name: fields.pop(option.name) for option in game.options if option.name in fields}
    cards = game.content(content)
    states = np.zeros(1, game.state)
    blank = game.blank(players, options)
    game.bound(drivers.reset)(cards.tables, blank, states, seed, 0, np.zeros(1, np.int64), 0, 1)
    arranged = Arranged(game, cards, states)
    for name, value in fields.items():
        setattr(arranged, name, value)
    return arranged
