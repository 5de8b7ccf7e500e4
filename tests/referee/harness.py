"""A second opinion: a slow referee in plain Python looks over the shoulder of a game.

A referee is written from the rulebook, the data files and the names of fields, questions and actions, without
the kernels. It keeps a position of its own and follows the game answer by answer:

    the deal       every field must hold what the rules say; only chance is taken over, and must be possible
    each decision  who is asked, which question, and exactly these legal actions
    each step      every field by its name; the referee's WHEN_ASKED are compared only with certain questions,
                   its UNCHECKED never
    the end        scores, ranks and rewards

Chance is the game's to decide: a card or token that is drawn is taken from what the game tells of the step,
and must have been in the pile. A draw that the rules do not know, or one too few, is a difference. A question
with one answer answers itself; that is done here, for all referees.
"""

from __future__ import annotations

import math
import struct
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import numpy as np

from astrarium.agents import Positions, make_agent
from astrarium.benchmarks.sweep import Setup, setups_of
from astrarium.core import Batch, Game

Fields = dict[str, Any]  # a field's number, or its numbers in one row
Answer = tuple[Any, ...]  # the name of a block of actions and the places in it
Asking = Generator[tuple[int, str, list[Answer]], Answer, Any]  # seat, question, what may be answered
GAMES = 16  # of a part, played together
AGENTS = ("random", "busy", "greedy", "ismcts:50")
REWARDS = ("win", "rank", "score")
CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}


class Impossible(Exception):
    """Something happened that the rules do not allow."""

    def __init__(self, what: str, expected: Any, found: Any) -> None:
        super().__init__(f"{what}: expected {expected}, found {found}")
        self.what, self.expected, self.found = what, expected, found


class Layout:
    """Reads records as plain numbers."""

    def __init__(self, record: np.dtype) -> None:
        assert record.names
        assert record.fields
        codes, self.places, at = [], {}, 0
        for name in record.names:
            kind = record.fields[name][0]
            size = int(np.prod(kind.shape, dtype=int))
            codes.append(f"{size}{CODES[kind.base.str[1:]]}")
            if not name.startswith("gap_"):
                self.places[name] = at if kind.shape == () else slice(at, at + size)
            at += size
        self.unpack = struct.Struct("<" + "".join(codes)).unpack

    def read(self, record: Any) -> Fields:
        """All fields by name."""
        numbers = self.unpack(record.tobytes())
        return {name: numbers[place] for name, place in self.places.items()}


class Seen:
    """What a game shows of one step: the fields after it and what happened in it."""

    def __init__(self, after: Fields, tell: Callable[[], list[Any]]) -> None:
        self.after, self._tell = after, tell

    @cached_property
    def events(self) -> list[tuple[int, tuple[int, ...]]]:
        """What happened, in its order: the kind of each event and its numbers."""
        return [(event.kind, event.numbers) for event in self._tell()]


class Referee(ABC):
    """The rules of one game, and one game that is followed."""

    GAME: ClassVar[str]
    IDLE: ClassVar[tuple[str, ...]] = ()  # blocks of actions that `busy` players seldom choose
    WHEN_ASKED: ClassVar[dict[str, tuple[str, ...]]]  # fields that hold something at some questions: these
    UNCHECKED: ClassVar[dict[str, str]]  # fields that are not compared, and why
    seen: Seen
    seat: int
    question: str
    legal: set[int]
    over: bool

    def __init__(self, game: Game, players: int, options: dict[str, int], cards: Path | None = None) -> None:
        self.players, self.options = players, options
        self._answers = [
            (block.name, *places) for block, places in map(game.actions.block, range(game.num_actions))
        ]
        self._actions = {answer: action for action, answer in enumerate(self._answers)}

    @classmethod
    @abstractmethod
    def mix(cls, folder: Path, random: Random) -> None:
        """Write a set of cards that is made up, for more of what is rare."""

    @abstractmethod
    def deal(self, fields: Fields) -> None:
        """Take over the chance of a deal, and set up all else by the rules."""

    @abstractmethod
    def course(self) -> Asking:
        """The game from the first turn to the end: it yields questions and is sent the answers."""

    @abstractmethod
    def fields(self) -> Fields:
        """What the fields have to hold now; `seat`, `ask`, `over` and `moves` are compared for all games."""

    @abstractmethod
    def result(self) -> tuple[list[float], list[int]]:
        """Scores and ranks (0 is best) at the end."""

    @abstractmethod
    def settle(self) -> None:
        """The next question has been reached: look at what has come to light since, and what is left over."""

    def begin(self, seen: Seen) -> None:
        """A game has been dealt."""
        self.seen, self.over = seen, False
        self.deal(seen.after)
        self._course = self.course()
        self._go_on(None)

    def act(self, action: int, seen: Seen) -> None:
        """The seat answers; the game goes on to the next question or to its end."""
        self.seen = seen
        self._go_on(self._answers[action])

    def _go_on(self, answer: Answer | None) -> None:
        try:
            while True:
                self.seat, self.question, answers = self._course.send(answer)  # type: ignore[arg-type]
                if len(answers) != 1:
                    break
                answer = answers[0]
            self.legal = {self._actions[each] for each in answers}
        except StopIteration:
            self.over, self.question, self.legal = True, "nothing", set()
        self.settle()

    def name(self, action: int) -> str:
        """An action as its block and places."""
        return " ".join(map(str, self._answers[action]))


def rewards(mode: str, scores: Sequence[float], ranks: Sequence[int]) -> list[float]:
    """What a game pays: docs/contract.md."""
    players = len(ranks)
    if mode == "score":
        return list(scores)
    if players == 1:
        return [1.0 if ranks[0] == 0 else -1.0]
    if mode == "rank":
        better = [sum(other < own for other in ranks) for own in ranks]
        tied = [ranks.count(own) for own in ranks]
        return [1 - 2 * (b + (n - 1) / 2) / (players - 1) for b, n in zip(better, tied, strict=True)]
    winners = ranks.count(min(ranks))
    if winners == players:
        return [0.0] * players
    return [1 / winners if rank == min(ranks) else -1 / (players - winners) for rank in ranks]


class Busy:
    """A random player who seldom passes or declines: its games are long and see most of the rules."""

    SELDOM = 0.1

    def __init__(self, game: Game, idle: Sequence[str]) -> None:
        blocks = [game.actions.block(action)[0].name for action in range(game.num_actions)]
        self.weights = [self.SELDOM if block in idle else 1.0 for block in blocks]

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        return np.array(
            [self._choose(*row) for row in zip(positions.mask, positions.keys.tolist(), strict=True)]
        )

    def _choose(self, mask: np.ndarray, key: int) -> int:
        legal = np.flatnonzero(mask).tolist()
        return Random(key).choices(legal, [self.weights[action] for action in legal])[0]


@dataclass(frozen=True)
class Part:
    """Some games of a set-up with players of one kind; its number decides all about them."""

    number: int
    setup: Setup
    agent: str
    reward: str
    seed: int
    games: int
    agents: tuple[str, ...]  # the kinds of the run, of which this part has one
    mixed: bool = False  # with cards that are made up


@dataclass(frozen=True)
class Difference:
    """Where the game and its referee part ways."""

    part: Part
    index: int
    decision: int
    question: str
    action: str
    what: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        part = self.part
        return (
            f"part {part.number} ({part.setup}, {part.agent}), game {self.index}, decision {self.decision}, "
            f"question {self.question!r}, after {self.action!r}\n"
            f"  {self.what}\n    referee {self.expected}\n    game    {self.found}\n"
            f"  again: python -m tests.referee {part.setup.game.name} --seed {part.seed} "
            f"--games {part.games} --agents {'+'.join(part.agents)} --part {part.number}"
            f"{' --mixed' if part.mixed else ''}"
        )


@dataclass
class Tally:
    """What has been compared."""

    parts: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    questions: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """All of another tally too."""
        self.parts += other.parts
        self.games += other.games
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.questions += other.questions
        self.differences += other.differences


def parts_of(
    game: Game,
    seed: int,
    games: int = GAMES,
    agents: Sequence[str] = AGENTS,
    first: int = 0,
    mixed: bool = False,
) -> Iterator[Part]:
    """All set-ups with each kind of player, again and again with other deals; `mixed`: and other cards."""
    found = setups_of(game)
    for number in count(first):
        turn, place = divmod(number, len(found))
        agent, reward = agents[(turn + place) % len(agents)], REWARDS[number % len(REWARDS)]
        yield Part(number, found[place], agent, reward, seed, games, tuple(agents), mixed)


class Match:
    """One game beside its referee."""

    def __init__(self, part: Part, batch: Batch, i: int, referee: Referee, layout: Layout) -> None:
        self.part, self.batch, self.i, self.referee, self.layout = part, batch, i, referee, layout
        self.decision, self.action = 0, "the deal"
        self.question = ""
        self.difference: Difference | None = None

    def begin(self) -> None:
        """Compare the deal and the first question."""
        after = self.layout.read(self.batch.states[self.i])
        self._try(lambda: (self.referee.begin(Seen(after, list)), self._compare(after)))

    def act(self, before: np.ndarray, action: int) -> None:
        """Compare what one action has led to; `before` is the record it was taken in."""
        self.decision, self.question, self.action = (
            self.decision + 1,
            self.referee.question,
            self.referee.name(action),
        )
        game, content = self.batch.game, self.batch.content
        after = self.layout.read(self.batch.states[self.i])
        seen = Seen(after, lambda: game.tell(content, before, action, sound=True)[0])
        self._try(lambda: (self.referee.act(action, seen), self._compare(after)))

    def _try(self, step: Callable[[], Any]) -> None:
        try:
            step()
        except Impossible as wrong:
            found = wrong.what, wrong.expected, wrong.found
            self.difference = Difference(self.part, self.i, self.decision, self.question, self.action, *found)

    def _compare(self, after: Fields) -> None:
        referee, batch, i = self.referee, self.batch, self.i
        if referee.over != bool(batch.done[i]):
            raise Impossible("the game is over", referee.over, bool(batch.done[i]))
        asked = batch.game.questions.at(after["ask"])
        if referee.question != (asked.name if asked else "nothing"):
            raise Impossible("question", referee.question, asked.name if asked else "nothing")
        seat = after["seat"] if referee.over else referee.seat
        wanted = {"seat": seat, "over": int(referee.over), "moves": self.decision, **referee.fields()}
        legal = set(batch.mask[i].nonzero()[0].tolist())
        if referee.legal != legal:
            more, less = (
                sorted(map(referee.name, each)) for each in (referee.legal - legal, legal - referee.legal)
            )
            raise Impossible("legal actions", f"also {more}", f"also {less}")
        for name, value in wanted.items():
            if not same(value, after[name]):
                raise Impossible(f"field {name}", value, after[name])
        if referee.over:
            self._compare_end()

    def _compare_end(self) -> None:
        scores, ranks = self.referee.result()
        paid = rewards(self.part.reward, scores, ranks)
        for name, value in ("scores", scores), ("ranks", ranks), ("rewards", paid):
            found = getattr(self.batch, name)[self.i].tolist()
            if not np.allclose(value, found):
                raise Impossible(name, value, found)


def same(expected: Any, found: Any) -> bool:
    """Whether a field holds what it should; rows of rows are one row in a record."""
    if isinstance(expected, int):
        return expected == found
    if expected and isinstance(expected[0], list):
        return tuple(chain.from_iterable(expected)) == found
    return tuple(expected) == found


def play(part: Part, kind: type[Referee], most: float = math.inf) -> Tally:
    """Play the games of a part, or so many decisions; a game is compared up to its first difference."""
    if not part.mixed:
        return compare(part, kind, most=most)
    with TemporaryDirectory() as folder:
        cards = Path(folder) / f"mixed-{part.seed}-{part.number}"
        kind.mix(cards, Random(f"{part.seed} {part.number}"))
        return compare(part, kind, cards, cards, most)


def compare(
    part: Part,
    kind: type[Referee],
    cards: Path | None = None,
    known: Path | None = None,
    most: float = math.inf,
) -> Tally:
    """Play with some cards beside a referee who knows some: the game's own where none are given."""
    setup, began = part.setup, time.process_time()
    game, options = setup.game, dict(setup.options)
    batch = Batch(
        game, part.games, setup.players, part.seed, options, cards or setup.cards, reward=part.reward,
        auto_reset=False, observations=False, first_index=part.number * part.games,
    )  # fmt: skip
    agent: Any = (
        Busy(game, kind.IDLE) if part.agent == "busy" else make_agent(part.agent, game, batch.content)
    )
    layout, tally = Layout(game.state), Tally(parts=1, games=part.games)
    referees = [kind(game, setup.players, options, known) for _ in range(part.games)]
    matches = [Match(part, batch, i, referee, layout) for i, referee in enumerate(referees)]
    for match in matches:
        match.begin()
    while not batch.done.all() and batch.states["moves"].max() < most:
        rows = np.flatnonzero(~batch.done)
        actions = np.full(part.games, -1, np.int64)
        actions[rows] = agent.act(Positions.of_batch(batch, part.seed, rows))
        before = batch.states.copy()
        batch.step(actions)
        for i in rows.tolist():
            if matches[i].difference is None:
                tally.questions[matches[i].referee.question] += 1
                matches[i].act(before[i], int(actions[i]))
                tally.decisions += 1
    tally.differences = [match.difference for match in matches if match.difference is not None]
    tally.seconds = time.process_time() - began
    return tally
