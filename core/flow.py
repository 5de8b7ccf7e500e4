"""What is asked after what: counted over random games, and the order in which the questions are shown.

A game's table of questions says what can be asked, not what follows what: that is in the rules. So it is
counted. Each question then stands below the one that leads to it:

    the game begins
       company              asked only before the first turn
    turn                    the main question: a turn begins with it
       trade                what only the main question leads to, or many of those below it
       discard
          token             what only `discard` leads to

All of it is in whole numbers, the same on every machine. `flow_svg` draws it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .batch import Batch
from .game import Game

BEGIN = END = 0  # the number of no question: before the first one, after the last one
SAME_SEAT, OTHER_SEAT = 0, 1  # who is asked next

DECISIONS = 40_000  # for each number of players
GAMES = 25  # played at once
VARIANT_GAMES = 10  # with each other value of an option
SEED = 1
SELDOM = 10  # a way to a question that is taken less than once in so many times
PLAIN: dict[str, Any] = {"auto_reset": False, "observations": False}


@dataclass(frozen=True, eq=False)
class Flow:
    """How often each question was followed by each other one; a question goes by its number in the table."""

    game: Game
    games: int
    first: np.ndarray  # (questions + 1,) how often a game began with it
    counts: np.ndarray  # (questions + 1, blocks, 2, questions + 1): asked, answered with, to whom, asked next

    @cached_property
    def follows(self) -> np.ndarray:
        """(questions + 1, questions + 1): how often one was followed by the other, or by the game's end."""
        return self.counts.sum(axis=(1, 2))

    @cached_property
    def asked(self) -> np.ndarray:
        """(questions + 1,) how often each was asked."""
        return self.follows.sum(axis=1)

    @cached_property
    def main(self) -> int:
        """The question that a turn begins with: asked most often of another seat than the one before it."""
        begun = self.counts[:, :, OTHER_SEAT, 1:].sum(axis=(0, 1))
        return 1 + int(np.argmax(begun if begun.any() else self.asked[1:]))

    def blocks(self, question: int, after: int) -> list[str]:
        """The blocks of actions after which one question was followed by the other, the usual first."""
        often = self.counts[question, :, :, after].sum(axis=1)
        names = [block.name for block in self.game.actions.blocks]
        return [names[k] for k in sorted(np.flatnonzero(often), key=lambda k: (-often[k], k))]


def count(game: Game, decisions: int = DECISIONS, seed: int = SEED) -> Flow:
    """Count what is asked after what: whole random games with so many decisions for each number of players.

    Then a few games with each other value of an option and each other set of cards: there are questions that
    are asked only then.
    """
    numbers, games = len(game.questions) + 1, 0
    first = np.zeros(numbers, np.int64)
    counts = np.zeros((numbers, len(game.actions.blocks), 2, numbers), np.int64)
    for players in game.players:
        wanted = int(counts.sum()) + decisions
        while counts.sum() < wanted:
            _play(Batch(game, GAMES, players, seed, first_index=games, **PLAIN), first, counts)
            games += GAMES
    for variant in _variants(game):
        _play(Batch(game, VARIANT_GAMES, seed=seed, first_index=games, **variant, **PLAIN), first, counts)
        games += VARIANT_GAMES
    return Flow(game, games, first, counts)


def _variants(game: Game) -> Iterator[dict[str, Any]]:
    """Each other value of an option and each other set of cards, with as many players as can be."""
    for option in game.options:
        for value in option.values:
            if value != option.default:
                players = max(n for n in game.players if option.fits(value, n))
                yield {"options": {option.name: value}, "num_players": players}
    for content in game.contents[1:]:
        yield {"content": content, "num_players": game.max_players}


def _play(batch: Batch, first: np.ndarray, counts: np.ndarray) -> None:
    """Play the games of a batch to their ends and add what was asked after what."""
    blocks = batch.game.actions.blocks
    block = np.repeat(np.arange(len(blocks)), [each.size for each in blocks])
    first += np.bincount(batch.states["ask"], minlength=len(first))
    stream = 0
    while not batch.done.all():
        running, seat = ~batch.done, batch.seat.copy()
        asked = batch.states["ask"].astype(np.int64)
        actions = batch.random_actions(stream)
        batch.step(actions)
        after = np.where(batch.done, END, batch.states["ask"])
        other = np.where(batch.done, SAME_SEAT, batch.seat != seat)
        np.add.at(counts, tuple(each[running] for each in (asked, block[actions], other, after)), 1)
        stream += 1


# The order


@dataclass(frozen=True)
class Line:
    """A question in its place."""

    question: int
    parent: int  # the question it stands below; BEGIN for the main one and for what the game begins with
    depth: int
    family: int  # the question right below the main one that it belongs to; BEGIN where there is none
    comes: int  # how often one came to it from a question that does not stand below it


def lines(flow: Flow) -> list[Line]:
    """All that was asked: what is asked only before the main question, then that one and all it leads to."""
    follows = flow.follows.copy()
    follows[BEGIN] = flow.first
    follows[:, END] = 0
    turn = _reached(follows > 0, flow.main)
    opening = _reached(follows > 0, BEGIN) - turn
    return [
        *_walk(follows, BEGIN, _parents(follows, BEGIN, opening), flow.main)[1:],
        *_walk(follows, flow.main, _parents(follows, flow.main, turn), flow.main),
    ]


def _reached(ways: np.ndarray, start: int) -> set[int]:
    """All that some way leads to, and the start."""
    found, ahead = {start}, [start]
    while ahead:
        new = set(np.flatnonzero(ways[ahead.pop()]).tolist()) - found
        found |= new
        ahead += new
    return found


def _parents(follows: np.ndarray, root: int, among: set[int]) -> dict[int, int]:
    """For each question the last one that all ways from the root to it pass, its dominator.

    Ways that are seldom taken do not count, or a single exception would take a question out of its place.
    """
    inside = sorted(among)
    counts = np.zeros_like(follows)
    counts[np.ix_(inside, inside)] = follows[np.ix_(inside, inside)]
    np.fill_diagonal(counts, 0)
    ways = (counts > 0) & (SELDOM * counts >= counts.sum(axis=0))
    while left := among - (reached := _reached(ways, root)):
        a, b = max(((a, b) for a in sorted(reached) for b in sorted(left)), key=lambda way: counts[way])
        ways[a, b] = True  # led to only from each other, but for seldom ways: the most frequent one counts
    passed = {**dict.fromkeys(inside, among), root: {root}}
    before: dict[int, set[int]] = {}
    while passed != before:
        before = passed.copy()
        for q in inside:
            if q != root:
                into = np.flatnonzero(ways[:, q]).tolist()
                passed[q] = {q}.union(set.intersection(*(passed[a] for a in into)))
    return {q: max(passed[q] - {q}, key=lambda a: len(passed[a])) for q in inside if q != root}


def _walk(follows: np.ndarray, root: int, parents: dict[int, int], main: int) -> list[Line]:
    """The tree from top to bottom; what stands below the same question is in the order of the table."""

    def below(question: int) -> list[int]:
        return [question, *(q for child in parents if parents[child] == question for q in below(child))]

    def walk(question: int, parent: int, depth: int, family: int) -> list[Line]:
        comes = follows[:, question].sum() - follows[below(question), question].sum()
        found = [Line(question, parent, depth, family, int(comes))]
        for child in (q for q in parents if parents[q] == question):
            found += walk(child, question, depth + 1, child if question == main else family)
        return found

    return walk(root, BEGIN, 0, BEGIN)
