"""A game told as text: one line a decision, what it brought about below it, and the result at the end.

The text depends on the record alone, so a transcript kept in a file shows when a rule has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from . import drivers
from .game import Game
from .records import ENDINGS, Record, replay, resolve
from .tables import Content

HEADING = "# "  # a line of narrate that starts so is a heading; so is one that ends in "turn of <seat>"
TURN_FIELDS = ("round", "turn", "turns", "active")  # of the state, when narrate gives no headings
REDEALS = 4  # how often what a seat cannot know is redrawn to see whether a line depends on it
WORLDS = 16  # and how often to see what else could have been done
TOLD_WORLDS = 8  # of what else could have been done, so many are told for comparison
SECRET, SOMEBODY = "(in secret)", "somebody"


def transcript(record: Record, content: str | Path | None = None, boards: bool = True) -> str:
    """The whole game of a record as text, with the first and the last board unless told otherwise."""
    return "\n".join(transcript_lines(record, content, boards)) + "\n"


def transcript_lines(record: Record, content: str | Path | None = None, boards: bool = True) -> Iterator[str]:
    """The lines of `transcript`, one by one."""
    game, cards = resolve(record, content)
    states = replay(record, content)
    header = record.header
    yield from title_lines(
        game, cards, header.players, header.options, record.seed, record.index, record.episode
    )
    if boards:
        yield from ["", *board_lines(game, cards, states[0])]
    story = Story(game, cards)
    yield from story.opening(states[0])
    for k, action in enumerate(record.actions):
        yield from story.decision(states[k], int(action), states[k + 1])
    if boards:
        yield from ["", *board_lines(game, cards, states[-1])]
    yield from ["", *result_lines(game, record.over, len(record.actions), record.scores, record.ranks)]


def title_lines(
    game: Game,
    cards: Content,
    players: int,
    options: Mapping[str, int],
    seed: int,
    index: int = 0,
    episode: int = 0,
) -> list[str]:
    """What is played, by whom and with what."""
    lines = [
        f"{game.title} ({game.env_id}), {players} player{'s' if players > 1 else ''}",
        f"seats: {', '.join(game.seat_names[:players])}",
    ]
    if game.options:
        chosen = [f"{option.name} {options[option.name]}" for option in game.options]
        lines.append(f"options: {', '.join(chosen)}")
    lines.append(f"cards: {cards.name} ({cards.digest[:12]})")
    lines.append(f"seed {seed}, game {index}, episode {episode}")
    return lines


def board_lines(game: Game, cards: Content, state: Any, seat: int | None = None) -> list[str]:
    """The board as text, as a seat sees it, or all of it."""
    return [line.rstrip() for line in game.render_text(cards, state, seat).splitlines()]


def result_lines(
    game: Game, over: int, moves: int, scores: Sequence[float], ranks: Sequence[int]
) -> list[str]:
    """How the game ended, and the table of scores."""
    width = max(len(name) for name in game.seat_names[: len(scores)])
    lines = [f"The game {ENDINGS[over]} after {moves} decision{'' if moves == 1 else 's'}."]
    lines.append(f"{'seat':<{width}}  {'score':>8}  {'place':>5}")
    for seat, (score, rank) in enumerate(zip(scores, ranks, strict=True)):
        lines.append(f"{game.seat_names[seat]:<{width}}  {score:>8g}  {rank + 1:>5}")
    return lines


class Story:
    """Tells decisions one after another; for one seat's eyes when `seat` is given."""

    def __init__(self, game: Game, cards: Content, seat: int | None = None) -> None:
        self.game, self.cards, self.seat = game, cards, seat
        self._width = max(map(len, game.seat_names))
        self._turn_fields = [name for name in TURN_FIELDS if name in (game.state.names or ())]
        self._turn_ends = tuple(f"turn of {name}" for name in game.seat_names)
        self._headed = False

    def opening(self, state: Any) -> list[str]:
        """The heading before the first decision."""
        return ["", self._turn(state)] if self._turn_fields else [""]

    def decision(self, before: Any, action: int, after: Any) -> list[str]:
        """One decision: number, seat, action, and what it brought about."""
        by, name, told = self.tell(before, action, after)
        who = SOMEBODY if by is None else self.game.seat_names[by]
        lines = [f"{int(before['moves']) + 1:>4}  {who:<{self._width}}  {name}".rstrip()]
        margin = " " * (8 + self._width)
        for line in told:
            if line.startswith(HEADING) or line.endswith(self._turn_ends):
                self._headed = True
                lines += ["", line.removeprefix(HEADING)]
            else:
                lines.append(f"{margin}{line}".rstrip())
        if not self._headed and not after["over"] and self._mark(before) != self._mark(after):
            lines += ["", self._turn(after)]
        return lines

    def actor(self, state: Any) -> int | None:
        """Who is to decide; None where the seat cannot know it."""
        true = int(state["seat"])
        if self.seat in (None, true):
            return true
        return Veil(self.game, self.cards, self.seat).actor(state)

    def tell(self, before: Any, action: int, after: Any) -> tuple[int | None, str, list[str]]:
        """Who acted, the action's name and the lines about it, as far as the seat may know them."""
        name = self.game.action_name(action, self.cards)
        told = self.game.narrate(self.cards, before, action, after)
        if self.seat is None:
            return int(before["seat"]), name, told
        return Veil(self.game, self.cards, self.seat).cover(before, action, after, name, told)

    def _mark(self, state: Any) -> tuple[int, ...]:
        return tuple(int(state[field]) for field in self._turn_fields)

    def _turn(self, state: Any) -> str:
        """A heading from the fields of the state that tell the turn."""
        counts = [field for field in self._turn_fields if field != "active"]
        words = [f"{field.removesuffix('s')} {int(state[field])}" for field in counts[:1]]
        if "active" in self._turn_fields:
            words.append(f"turn of {self.game.seat_names[int(state['active'])]}")
        return ", ".join(words)


class Veil:
    """Hides from a seat what it may not know of another's decision.

    An action is covered when another one would have looked the same to the seat, legal here or, as far as the
    seat knows, somewhere else: the last card of a hand is the only choice there is, and still a secret. So is
    an action that changes nothing the seat can see. A line about it is covered when it does not stay the same
    under redeals of what the seat cannot know.
    """

    def __init__(self, game: Game, cards: Content, seat: int) -> None:
        self.game, self.cards, self.seat = game, cards, seat

    def cover(
        self, before: Any, action: int, after: Any, name: str, told: list[str]
    ) -> tuple[int | None, str, list[str]]:
        """Who acted, the name and the lines that the seat may see."""
        old, new = _array(self.game, before), _array(self.game, after)
        worlds, seats, secret = {action: (old, new)}, {int(before["seat"])}, False
        if int(before["seat"]) != self.seat:
            others, seats = self._lookalikes(old, action, new)
            worlds |= others
            secret = len(worlds) > 1 or np.array_equal(self._observed(old), self._observed(new))
        for other, (start, result) in islice(worlds.items(), TOLD_WORLDS):
            for stream in range(REDEALS):
                if told:
                    version = self._narrated(
                        self._redealt(start, stream), other, self._redealt(result, stream + REDEALS)
                    )
                    told = [line for line in told if line in version]
        return (self.actor(before), SECRET, told) if secret else (_only(seats), name, told)

    def actor(self, state: Any) -> int | None:
        """Who is to decide, if it is always the same one under redeals of what the seat cannot know."""
        states = _array(self.game, state)
        seats = {int(self._redealt(states, stream)["seat"][0]) for stream in range(WORLDS)}
        return _only(seats)

    def _lookalikes(
        self, old: np.ndarray, action: int, new: np.ndarray
    ) -> tuple[dict[int, tuple[np.ndarray, np.ndarray]], set[int]]:
        """Other actions after which the seat would see the same, each with a state before and after it.

        And those who could have acted.
        """
        legal, step = self.game.bound(drivers.legal_one), self.game.bound(drivers.step_one)
        mask = np.zeros(self.game.num_actions, np.int8)
        seen = self._observed(new)
        found: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        seats = {int(old["seat"][0])}
        for start in (old, *(self._redealt(old, 2 * REDEALS + stream) for stream in range(WORLDS))):
            legal(self.cards.tables, start, 0, mask)
            who = int(start["seat"][0])
            for other in np.flatnonzero(mask).tolist():
                if who in seats and (other == action or other in found):
                    continue
                result = start.copy()
                step(self.cards.tables, result, 0, other)
                if np.array_equal(self._observed(result), seen):
                    seats.add(who)
                    if other != action:
                        found.setdefault(other, (start, result))
        return found, seats

    def _observed(self, states: np.ndarray) -> np.ndarray:
        obs = np.zeros(self.game.observation.size, np.int16)
        self.game.bound(drivers.observe_one)(self.cards.tables, states, 0, self.seat, obs)
        return obs

    def _redealt(self, states: np.ndarray, stream: int) -> np.ndarray:
        copy = states.copy()
        self.game.bound(drivers.determinize_one)(self.cards.tables, copy, 0, self.seat, stream)
        return copy

    def _narrated(self, old: np.ndarray, action: int, new: np.ndarray) -> list[str]:
        try:
            return self.game.narrate(self.cards, old[0], action, new[0])
        except (IndexError, KeyError, ValueError):  # two redeals need not fit together
            return []


def _only(seats: set[int]) -> int | None:
    """The seat, if there is but one."""
    return next(iter(seats)) if len(seats) == 1 else None


def _array(game: Game, state: Any) -> np.ndarray:
    """A copy of one state as an array of length 1."""
    copy = np.zeros(1, game.state)
    copy[0] = state
    return copy
