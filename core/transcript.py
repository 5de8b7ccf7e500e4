"""A game told as text: one line a decision, what it brought about below it, and the result at the end.

The text depends on the record alone, so a transcript kept in a file shows when a rule has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .game import Game
from .questions import HIDDEN, OPEN, SILENT
from .records import ENDINGS, Record, replay, resolve
from .tables import Content
from .telling import HEADING

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
        yield from story.decision(states[k], int(action))
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
    """Tells decisions one after another; for one seat's eyes when `seat` is given.

    Whether others see an answer is said by the question (OPEN, HIDDEN, SILENT), who may know an event by the
    event. So a seat is told the same wherever what it cannot know is all that differs.
    """

    def __init__(self, game: Game, cards: Content, seat: int | None = None) -> None:
        self.game, self.cards, self.seat = game, cards, seat
        self._width = max(map(len, game.seat_names))

    def opening(self, state: Any) -> list[str]:
        """The heading before the first decision."""
        words = self.game.words(self.cards, state).opening()
        return ["", words] if words else [""]

    def decision(self, before: Any, action: int) -> list[str]:
        """One decision: number, seat, action, and what it brought about."""
        return self.step([(before, action)], int(before["moves"]) + 1)

    def step(self, decisions: Sequence[tuple[Any, int]], number: int) -> list[str]:
        """The same of a decision and of those that followed it in silence; the steps are what is counted."""
        by, name, told = self.tell_step(decisions)
        lines = []
        if name:
            who = SOMEBODY if by is None else self.game.seat_names[by]
            lines.append(f"{number:>4}  {who:<{self._width}}  {name}".rstrip())
        margin = " " * (8 + self._width)
        for line in told:
            if line.startswith(HEADING):
                lines += ["", line.removeprefix(HEADING)]
            else:
                lines.append(f"{margin}{line}".rstrip())
        return lines

    def actor(self, state: Any) -> int | None:
        """Who is to decide; None where the seat cannot know it."""
        asked = self.game.questions.at(state["ask"])
        true = int(state["seat"])
        silent = asked is not None and asked.seen == SILENT
        return None if silent and self.seat not in (None, true) else true

    def sees_next(self, state: Any) -> bool:
        """Whether the seat sees the next decision, whatever it is, or there is none."""
        asked = self.game.questions.at(state["ask"])
        if asked is None or state["over"] or self.seat in (None, int(state["seat"])):
            return True
        return SILENT not in (asked.seen, *(asked.sight(answer.block) for answer in asked.answers))

    def sight(self, before: Any, action: int) -> str:
        """How the seat sees a decision: OPEN, HIDDEN or SILENT."""
        asked = self.game.questions.at(before["ask"])
        if asked is None or self.seat in (None, int(before["seat"])):
            return OPEN
        return asked.sight(self.game.actions.block(action)[0].name)

    def tell(self, before: Any, action: int) -> tuple[int | None, str, list[str]]:
        """Who acted, the action's name and the lines about it, as far as the seat may know them.

        Of a decision made in silence there is no name.
        """
        told = self.game.told(self.cards, before, action, self.seat, sound=True)
        sight = self.sight(before, action)
        if sight == SILENT:
            return None, "", told
        name = SECRET if sight == HIDDEN else self.game.action_name(action, self.cards, before)
        return int(before["seat"]), name, told

    def tell_step(self, decisions: Iterable[tuple[Any, int]]) -> tuple[int | None, str, list[str]]:
        """The same of a decision and of those that follow it in silence."""
        (by, name, lines), *rest = (self.tell(*decision) for decision in decisions)
        for who, what, more in rest:
            if who is not None:  # other eyes would not see it
                lines.append(f"{self.game.seat_names[who]}: {what}")
            lines += more
        return by, name, lines


class Steps:
    """The positions of a game that some views see: one after each decision that one of them sees.

    To pass where one might have answered tells that one could. So a decision made in silence leaves no
    position: it belongs to the last one that was seen. And a position is not shown before it is sure that
    no silent decision follows.
    """

    def __init__(self, game: Game, cards: Content, views: Iterable[int | None]) -> None:
        self.shown = [0]  # numbers of decisions after which there is a position to see
        self._stories = [Story(game, cards, view) for view in views]
        self._taken = 0

    def add(self, before: Any, action: int, after: Any) -> None:
        """A decision is made."""
        seen = any(story.sight(before, action) != SILENT for story in self._stories)
        if seen and self.shown[-1] < self._taken:
            self.shown.append(self._taken)
        self._taken += 1
        if any(story.sees_next(after) for story in self._stories):
            self.shown.append(self._taken)

    def end(self) -> list[int]:
        """The positions of a game that goes no further."""
        return self.shown if self.shown[-1] == self._taken else [*self.shown, self._taken]


def steps_of(
    game: Game, cards: Content, views: Iterable[int | None], states: Any, actions: Sequence[int]
) -> list[int]:
    """The positions of a whole game that some views see: how many decisions were made before each."""
    steps = Steps(game, cards, views)
    for k, action in enumerate(actions):
        steps.add(states[k], int(action), states[k + 1])
    return steps.end()
