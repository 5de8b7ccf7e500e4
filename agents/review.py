"""What decisions gave away: every decision of a record, judged by a search from what its seat could know.

    for decision in review(record, "champion:400").decisions:
        decision.loss  # win probability that was given away

The search looks for the best action in redeals of all that the seat cannot know. Then that action and the one
that was taken are tried equally often, on the same new redeals: the best of many guesses would look better
than it is. The difference is the loss. It is below 0 where the action that was taken did better after all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Content, Game, drivers
from astrarium.core.files import atomic
from astrarium.core.records import Header, Record, RecordError, read_records, replay, resolve
from astrarium.core.svg import Drawing, ticks, to_png

from .base import Positions, decision_keys, make_agent
from .folder import MANIFEST, Folder, read_manifest
from .ismcts import TreeAgent
from .standings import Estimate, mean_estimate
from .workers import Threads, Workers

REVIEWER = "champion:400"
SEARCHING, COMPARING = 0, 1  # seeds of the redeals

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Decision:
    """A decision that was judged."""

    number: int  # from 0
    seat: int
    action: int  # that was taken
    best: int  # that the search would have taken
    chance: float  # of winning after the best action
    loss: float  # of that chance, by the action that was taken

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {**vars(self), "chance": round(self.chance, 4), "loss": round(self.loss, 4)}


@dataclass(frozen=True)
class Review:
    """The judged decisions of a game; those without a choice are left out."""

    game: Game
    content: Content
    record: Record
    states: np.ndarray
    reviewer: str
    decisions: tuple[Decision, ...]

    def worst(self, count: int) -> list[Decision]:
        """The decisions that gave away most, the worst first."""
        return sorted(self.decisions, key=lambda each: -each.loss)[:count]

    def name(self, decision: Decision, action: int) -> str:
        """What an action of a decision is called."""
        return self.game.action_name(action, self.content, self.states[decision.number])

    def losses(self) -> list[Estimate]:
        """The mean loss a decision of each seat; a single game gives no interval."""
        found = []
        for seat in range(self.record.header.players):
            own = [each.loss for each in self.decisions if each.seat == seat]
            found.append(Estimate(float(np.mean(own)) if own else np.nan, np.nan, np.nan))
        return found

    def json(self) -> dict[str, Any]:
        """For a file or a page."""
        decisions = [
            {
                **each.json(),
                "action_name": self.name(each, each.action),
                "best_name": self.name(each, each.best),
            }
            for each in self.decisions
        ]
        return {
            "game": self.game.name,
            "players": self.record.header.players,
            "reviewer": self.reviewer,
            "mean_loss": [each.json()[0] for each in self.losses()],
            "decisions": decisions,
        }


def win_chance(value: float, players: int) -> float:
    """The probability of winning that an expected reward stands for.

    A win pays 1; those who lose pay it in equal parts, and one who plays alone pays 1.
    """
    lost = -1.0 if players == 1 else -1.0 / (players - 1)
    return min(1.0, max(0.0, (value - lost) / (1.0 - lost)))


def make_reviewer(spec: str, game: Game, content: Content) -> TreeAgent:
    """The search that judges."""
    agent = make_agent(spec, game, content)
    if not isinstance(agent, TreeAgent) or agent.ms is not None:
        raise ValueError(
            f"a review needs a tree search with a number of simulations, such as champion:400 or ismcts:400, "
            f"not {spec}"
        )
    return agent


@dataclass(frozen=True)
class Judge:
    """A task for workers: a decision of a game."""

    agent: TreeAgent
    positions: tuple[Positions, Positions]  # with the keys to search, and those to compare
    actions: np.ndarray  # that were taken
    numbers: np.ndarray  # of the decisions

    def __call__(self, i: int) -> Decision:
        """The decision, judged."""
        searching, comparing = self.positions
        seat, players = int(searching.seat[i]), int(searching.states["num_players"][i])
        taken, best = int(self.actions[i]), self.agent.explain(searching, i)[0].action
        values = self.agent.compare(comparing, i, list(dict.fromkeys((best, taken))))
        chances = [win_chance(value, players) for value in values]
        return Decision(int(self.numbers[i]), seat, taken, best, chances[0], chances[0] - chances[-1])


def review(
    record: Record,
    reviewer: str | TreeAgent = REVIEWER,
    content: str | Path | Content | None = None,
    workers: Workers | None = None,
    told: Progress = lambda done, total: None,
) -> Review:
    """Judge every decision of a game that left a choice. Threads do not change the result."""
    game, cards = resolve(record, content)
    states = replay(record, cards)
    agent = make_reviewer(reviewer, game, cards) if isinstance(reviewer, str) else reviewer
    task = judge_of(record, cards, states, agent)
    found = []
    told(0, len(task.numbers))
    for _, decision in (workers or Threads()).map(task, range(len(task.numbers)), ordered=True):
        found.append(decision)
        told(len(found), len(task.numbers))
    return Review(game, cards, record, states, agent.spec, tuple(found))


def judge_of(
    record: Record, cards: Content, states: np.ndarray, agent: TreeAgent, seats: Collection[int] | None = None
) -> Judge:
    """What judges the decisions of a game that left a choice: those of some seats, or all."""
    game = agent.game
    masks = np.zeros((len(record.actions), game.num_actions), np.int8)
    legal = game.bound(drivers.legal_one)
    for k in range(len(masks)):
        legal(cards.tables, states, k, masks[k])
    chosen = np.count_nonzero(masks, axis=1) > 1
    if seats is not None:
        chosen &= np.isin(states["seat"][: len(masks)], list(seats))
    numbers = np.flatnonzero(chosen)
    before = np.ascontiguousarray(states[numbers])
    both = tuple(
        Positions(
            game,
            cards,
            before,
            masks[numbers],
            before["seat"].astype(np.int64),
            decision_keys(seed, record.index, record.seed, numbers),
            sound=True,
        )
        for seed in (SEARCHING, COMPARING)
    )
    return Judge(agent, (both[0], both[1]), record.actions[numbers], numbers)


# ---- many games -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A game of a file or folder: who sat where, if that is known."""

    record: Record
    agents: tuple[str, ...]


def played_games(path: str | Path) -> Iterator[Played]:
    """The games of a record file, an arena or a dataset, with their agents; seats where nobody is named."""
    path = Path(path)
    home = path if path.is_dir() else path.parent.parent
    if not path.exists():
        raise FileNotFoundError(f"{path}: no such file or folder")
    if (home / MANIFEST).is_file() and (path.is_dir() or path.parent.name == "records"):
        manifest = read_manifest(home)
        setup = {**manifest, "content": manifest["cards"], "reward": "win"}
        folder = Folder(home, manifest, Header(**{name: setup[name] for name in Header.__annotations__}))
        files = folder.there() if path.is_dir() else [int(path.stem)]
        for k in files:
            for number, record in zip(folder.games_of(k), folder.records_of(k), strict=True):
                yield Played(record, tuple(folder.agents_of(number)))
        return
    if path.is_dir():
        raise RecordError(f"{path} holds no arena and no dataset: there is no {MANIFEST}")
    for record in read_records(path):
        yield Played(record, ())


def nth_game(path: str | Path, number: int) -> Played:
    """A game of a file or folder, counted from 1."""
    found = next(islice(played_games(path), number - 1, None), None)
    if number < 1 or found is None:
        raise RecordError(f"{path}: there is no game {number}")
    return found


@dataclass(frozen=True)
class Rating:
    """What an agent's decisions gave away."""

    agent: str
    games: int
    decisions: int
    loss: Estimate  # mean win probability a decision, with its 95 % interval
    blunders: int  # decisions that gave away a tenth or more


BLUNDER = 0.1


def rate_decisions(reviews: Iterable[tuple[Review, Sequence[str]]]) -> list[Rating]:
    """The mean loss a decision of each agent (of each seat, where no agents are named), the best first.

    Intervals come from the spread between deals.
    """
    losses: dict[str, dict[int, list[float]]] = {}
    games: dict[str, int] = {}
    for found, agents in reviews:
        names = agents or found.game.seat_names[: found.record.header.players]
        for name in dict.fromkeys(names):
            games[name] = games.get(name, 0) + 1
        for each in found.decisions:
            losses.setdefault(names[each.seat], {}).setdefault(found.record.index, []).append(each.loss)
    rated = [_rating(name, games[name], by_deal) for name, by_deal in losses.items()]
    return sorted(rated, key=lambda each: each.loss.mean)


def _rating(agent: str, games: int, by_deal: Mapping[int, list[float]]) -> Rating:
    sums = np.array([sum(each) for each in by_deal.values()])
    counts = np.array([len(each) for each in by_deal.values()])
    blunders = sum(loss >= BLUNDER for each in by_deal.values() for loss in each)
    return Rating(agent, games, int(counts.sum()), mean_estimate(sums, counts), blunders)


# ---- the picture ----------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 960, 440, 64, 170, 84, 56
INK, QUIET, LINE, PAPER = "#1c2333", "#667085", "#d5dae3", "#ffffff"
COLOURS = ("#c4373a", "#2459b8", "#2f7d4f", "#a0661a", "#7a3fa0", "#3b6e75")
MARKED = 5  # of the worst decisions


def curve(found: Review, names: Sequence[str] = ()) -> str:
    """Each seat's chance of winning at its own decisions, as SVG; rings mark the worst decisions."""
    players = found.record.header.players
    d = Drawing(WIDTH, HEIGHT, background=PAPER)
    title = f"{found.game.title}: chance of winning, decision by decision"
    d.text(LEFT, 34, title, 18, INK, bold=True, width=WIDTH - LEFT - 20)
    about = f"as {found.reviewer} sees it from what the seat knows; rings: the decisions that gave away most"
    d.text(LEFT, 56, about, 12, QUIET, width=WIDTH - LEFT - 20)
    most = max(len(found.record.actions), 1)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(number: float, share: float) -> tuple[float, float]:
        return LEFT + wide * number / most, TOP + high * (1 - share)

    for k in range(5):
        (x0, y), (x1, _) = at(0, k / 4), at(most, k / 4)
        d.line(x0, y, x1, y, LINE)
        d.text(x0 - 8, y + 4, f"{k / 4:.0%}", 12, QUIET, "end")
    for number in ticks(0, most):
        d.text(at(number, 0)[0], HEIGHT - BOTTOM + 20, f"{number:,.0f}", 12, QUIET, "middle")
    d.text(LEFT + wide / 2, HEIGHT - 14, "decisions", 12, QUIET, "middle")
    labels: list[float] = []
    winners = sum(rank == 0 for rank in found.record.ranks)
    for seat in range(players):
        colour = COLOURS[seat]
        won = 1 / winners if found.record.ranks[seat] == 0 else 0.0
        points = [at(each.number, each.chance) for each in found.decisions if each.seat == seat]
        d.polyline([*points, at(most, won)], colour, 2)
        below = at(most, won)[1] + 4
        while any(abs(below - other) < 34 for other in labels):
            below += 34 if won else -34
        labels.append(below)
        d.text(WIDTH - RIGHT + 12, below, found.game.seat_names[seat], 13, colour, bold=True)
        if names:
            lines = names[seat].replace(",", ", ")
            d.paragraph(WIDTH - RIGHT + 12, below + 13, lines, RIGHT - 16, 10, 2, colour)
    for each in found.worst(MARKED):
        if each.loss > 0:
            x, y = at(each.number, each.chance)
            _, end = at(each.number, max(0.0, each.chance - each.loss))
            d.line(x, y, x, end, COLOURS[each.seat], 1.5, stroke_dasharray="3 2")
            d.circle(x, y, 5, "none", stroke=COLOURS[each.seat], stroke_width=2)
            d.text(x + 7, end + 4, f"-{100 * each.loss:.0f}", 11, COLOURS[each.seat])
    return d.svg()


def write_curve(path: str | Path, found: Review, names: Sequence[str] = ()) -> None:
    """The curve as a .png or .svg file."""
    svg = curve(found, names)
    with atomic(path) as partial:
        if Path(path).suffix == ".svg":
            partial.write_text(svg, encoding="utf-8")
        else:
            partial.write_bytes(to_png(svg, 2.0))
