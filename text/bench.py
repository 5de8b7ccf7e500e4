"""How well language models play: `astrarium llm-bench`.

    plan = Plan(("llm:some-model",), ((get("star_tycoon"), 2),), games=8)
    bench = run_bench(plan, "bench/first")

Each agent plays each game, in every seat of each deal. Where the game has a ladder it meets the rungs that
tell most about it, and gets a rating; elsewhere, and with other cards than the ladder's, it meets fixed
players. A search judges its decisions: which win probability did each give away? All games and reviews are
kept in the folder, and a run that was stopped goes on there.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents import make_agent
from astrarium.agents.arena import Status, run_arena
from astrarium.agents.faults import Effort, placed
from astrarium.agents.folder import TIMING, FolderError, write_json
from astrarium.agents.ladder import Ladder, LadderError, rate_newcomer, read_ladder, table_of
from astrarium.agents.report import count
from astrarium.agents.review import BLUNDER, judge_of, make_reviewer, played_games
from astrarium.agents.standings import FEW_DEALS, Estimate, mean_estimate, share_estimate
from astrarium.agents.workers import Threads
from astrarium.core import Content, Game
from astrarium.core.records import Record, replay

REVIEWER = "champion:100"
AGAINST = ("random", "greedy")  # where there is no ladder of the game and its cards, and nobody is named
REFUSALS = ("harness", "format", "illegal", "timeout")
FORMAT, PLAN, RESULTS, REVIEW = 1, "bench.json", "results.json", "review.json"
NOWHERE = Estimate(math.nan, math.nan, math.nan)
MILLION = 1e6

Progress = Callable[[str, int, int], None]  # what is done, how far, of how much
Price = tuple[float, float]  # of a million tokens of prompts, and of replies


@dataclass(frozen=True)
class Plan:
    """What is to be played, by whom, and who judges it."""

    agents: tuple[str, ...]
    tables: tuple[tuple[Game, int | None], ...]  # games, with their numbers of players
    games: int = 8  # of each agent at each table; rounded up to whole deals in all seats
    seed: int = 1
    against: tuple[str, ...] = ()  # opponents in the place of the ladder
    reviewer: str | None = REVIEWER
    prices: Mapping[str, Price] = field(default_factory=dict)
    cards: str | Path | None = None  # a card set by its name or folder; each game's own unless given

    def content(self, game: Game) -> Content:
        """The cards that a game is played with."""
        return game.content(self.cards)

    @property
    def opponents(self) -> tuple[str, ...]:
        """Who is met where there is no rating."""
        return self.against or AGAINST

    def unrated(self, game: Game) -> str:
        """Why there are no ratings, whatever ladder there is; nothing if there may be some."""
        cards, usual = self.content(game), game.content()
        if cards.digest == usual.digest:
            return "opponents are named: there is no rating" if self.against else ""
        return f"the ladder is of the cards {usual.name!r}, and these are {cards.name!r}: there is no rating"

    def json(self) -> dict[str, Any]:
        """What a folder keeps: prices may change from run to run."""
        cards = [self.content(game) for game, _ in self.tables]
        return {
            "format": FORMAT,
            "agents": list(self.agents),
            "tables": [[game.env_id, table_of(game, players)] for game, players in self.tables],
            "cards": [[each.name, each.digest[:16]] for each in cards],
            "games": self.games,
            "seed": self.seed,
            "against": list(self.against),
        }


@dataclass(frozen=True)
class Met:
    """Games alone among copies of an opponent."""

    opponent: str
    games: int
    share: Estimate  # of the wins


@dataclass(frozen=True)
class Result:
    """One agent at one table."""

    agent: str
    spec: str  # with all that makes it what it is
    game: str
    title: str
    players: int
    rating: Estimate | None  # Elo on the ladder, greedy is 1000; None where there is no ladder
    met: tuple[Met, ...]
    share: Estimate  # of the wins in all games
    seats: tuple[Estimate, ...]  # the same in each seat
    loss: Estimate  # win probability given away a decision
    reviewed: int  # decisions that left a choice
    blunders: int  # of them gave away a tenth or more
    effort: Effort
    cost: float | None

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(each.games for each in self.met)

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {
            **{name: getattr(self, name) for name in ("agent", "spec", "game", "players", "games")},
            "rating": None if self.rating is None else self.rating.json(),
            "win_share": self.share.json(),
            "win_share_by_seat": [each.json() for each in self.seats],
            "against": {each.opponent: [each.games, *each.share.json()] for each in self.met},
            "loss_a_decision": self.loss.json(),
            "decisions_reviewed": self.reviewed,
            "gave_away_a_tenth": self.blunders,
            "refusals": {kind: self.effort.faults[kind] for kind in REFUSALS},
            "decisions": self.effort.decisions,
            "random_moves": self.effort.faults["random"],
            "forfeits": len(self.effort.forfeits),
            "usage": dict(sorted(self.effort.usage.items())),
            "seconds": round(self.effort.seconds, 3),
            "cost": self.cost,
        }


@dataclass(frozen=True)
class Bench:
    """A finished bench."""

    plan: Plan
    results: tuple[Result, ...]
    notes: tuple[str, ...]

    def json(self) -> dict[str, Any]:
        """Arguments and results."""
        told = {"reviewer": self.plan.reviewer, "notes": list(self.notes)}
        return {**self.plan.json(), **told, "results": [each.json() for each in self.results]}


def run_bench(
    plan: Plan, out: str | Path, threads: int = 1, told: Progress = lambda what, done, total: None
) -> Bench:
    """Play and judge what has not been; `results.json` in the folder has the numbers."""
    folder = Path(out)
    _check(plan)
    _open(folder, plan)
    results, notes = [], []
    for game, players in plan.tables:
        for number, agent in enumerate(plan.agents, 1):
            where = folder / f"{game.name}-{table_of(game, players)}p" / f"{number}-{_plain(agent)}"
            result, missing = _bench_one(plan, game, players, agent, where, threads, told)
            results.append(result)
            notes += missing
    fewest = min(result.games // result.players for result in results)
    if fewest < FEW_DEALS:
        notes.append(f"With {count(fewest, 'deal')} only, intervals are wide and rough: play more games.")
    bench = Bench(plan, tuple(results), tuple(dict.fromkeys(notes)))
    write_json(folder / RESULTS, bench.json())
    return bench


def _check(plan: Plan) -> None:
    """Refuse what cannot be played or judged, before a folder is made for it."""
    for game, players in plan.tables:
        if plan.reviewer is not None:
            make_reviewer(plan.reviewer, game, plan.content(game))
        for agent in plan.agents:
            if not _others(plan, game, agent) and isinstance(_ladder(plan, game, players), str):
                raise ValueError(f"{agent} has nobody to play {game.title} against: name other opponents")


def _open(folder: Path, plan: Plan) -> None:
    """The folder, new or of the same plan."""
    file, wanted = folder / PLAN, plan.json()
    if not file.is_file():
        if folder.is_dir() and any(folder.iterdir()):
            raise FolderError(f"{folder} is not empty, and holds no bench: choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        write_json(file, wanted)
        return
    try:
        there = json.loads(file.read_text(encoding="utf-8"))
        differ = [name for name in wanted if there.get(name) != wanted[name]]
    except (ValueError, AttributeError) as error:
        raise FolderError(f"{file} is damaged: {error}") from None
    if differ:
        was = "; ".join(f"{name} {there.get(name)}, not {wanted[name]}" for name in differ)
        raise FolderError(f"{folder} holds another bench: {was}. Choose another folder")


def _bench_one(
    plan: Plan, game: Game, players: int | None, agent: str, where: Path, threads: int, told: Progress
) -> tuple[Result, list[str]]:
    """One agent at one table, and what a reader should know about it."""
    spec, seats = make_agent(agent, game, plan.content(game)).spec, table_of(game, players)
    rating, notes = None, []
    playing = f"{agent} at {game.title}"
    ladder = _ladder(plan, game, players)
    if isinstance(ladder, str):
        met = _play_fixed(plan, game, seats, agent, where, threads, partial(told, playing))
        notes.append(f"{game.title}: {ladder}. {agent} played against {', '.join(met)}.")
    else:
        rated = rate_newcomer(
            game,
            agent,
            ladder,
            plan.games,
            plan.seed,
            threads,
            where,
            lambda who, done, total: told(playing, done, total),
        )
        rating = rated.rating
        if rated.dropped:
            notes.append(f"{game.title}: rungs that are not what they were are left out: {rated.dropped}.")
    games = list(_games(where, spec))
    losses = _reviewed(plan, game, games, threads, lambda k, n: told(f"reviewing {playing}", k, n))
    return _result(agent, spec, game, seats, rating, games, losses, plan.prices.get(agent)), notes


def _play_fixed(
    plan: Plan,
    game: Game,
    seats: int,
    agent: str,
    where: Path,
    threads: int,
    told: Callable[[int, int], None],
) -> list[str]:
    """Games against fixed opponents; who they are."""
    others = _others(plan, game, agent)
    for k, other in enumerate(others):

        def tell(status: Status, k: int = k) -> None:
            if status.stage == "games":
                told(k * status.total + status.done, len(others) * status.total)

        run_arena(
            game,
            [agent, other],
            -(-plan.games // len(others)),
            seats,
            plan.seed,
            content=plan.cards,
            out=where / f"against-{k}",
            threads=threads,
            progress=tell,
            alone=True,
        )
    return others


def _others(plan: Plan, game: Game, agent: str) -> list[str]:
    """The opponents where there is no ladder: an agent does not meet itself."""
    cards = plan.content(game)
    spec = make_agent(agent, game, cards).spec
    return [other for other in plan.opponents if make_agent(other, game, cards).spec != spec]


def _ladder(plan: Plan, game: Game, players: int | None) -> Ladder | str:
    """The ladder of a game and the cards that are played with, or why there is none."""
    try:
        return plan.unrated(game) or read_ladder(game, players)
    except LadderError as error:
        return str(error)


@dataclass(frozen=True)
class _Played:
    """A game of the agent: the folder it is in, its number there, and where the agent sat."""

    folder: Path
    number: int
    record: Record
    seat: int
    opponent: str
    won: float

    @property
    def deal(self) -> tuple[str, int]:
        return self.folder.name, self.record.index


def _games(where: Path, spec: str) -> Iterator[_Played]:
    """The games of an agent, in the order in which they were played."""
    for folder in sorted(path.parent for path in where.glob("*/manifest.json")):
        efforts = list(_effort(folder).values())
        for number, played in enumerate(played_games(folder)):
            seat = played.agents.index(spec)
            ranks = placed(number, played.record.ranks, efforts)
            won = (ranks[seat] == 0) / max(1, ranks.count(0))
            other = next((name for name in played.agents if name != spec), spec)
            yield _Played(folder, number, played.record, seat, other, won)


def _effort(folder: Path) -> dict[str, Effort]:
    told = json.loads((folder / TIMING).read_text(encoding="utf-8"))
    return {spec: Effort.read(each) for spec, each in told.items()}


def _reviewed(
    plan: Plan, game: Game, games: Sequence[_Played], threads: int, told: Callable[[int, int], None]
) -> list[list[float]]:
    """What each decision of the agent gave away, game by game; kept beside the games."""
    if plan.reviewer is None:
        return [[] for _ in games]
    cards = plan.content(game)
    judge = make_reviewer(plan.reviewer, game, cards)
    found = []
    for k, played in enumerate(games):
        told(k, len(games))
        file = played.folder / REVIEW
        kept = _kept(file, judge.spec)
        name = str(played.number)
        if name not in kept:
            task = judge_of(played.record, cards, replay(played.record, cards), judge, {played.seat})
            done = Threads(threads).map(task, range(len(task.numbers)), ordered=True)
            kept[name] = [round(decision.loss, 5) for _, decision in done]
            write_json(file, {"reviewer": judge.spec, "losses": kept}, indent=None)
        found.append(kept[name])
    told(len(games), len(games))
    return found


def _kept(file: Path, reviewer: str) -> dict[str, list[float]]:
    """The reviews of a file; none if it is not whole, or of another reviewer."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        return told["losses"] if told["reviewer"] == reviewer else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _result(
    agent: str,
    spec: str,
    game: Game,
    players: int,
    rating: Estimate | None,
    games: Sequence[_Played],
    losses: Sequence[Sequence[float]],
    price: Price | None,
) -> Result:
    effort = Effort()
    for folder in dict.fromkeys(each.folder for each in games):
        effort.add(_effort(folder).get(spec, Effort()))
    met = [
        Met(other, len(own), _share(own))
        for other in dict.fromkeys(each.opponent for each in games)
        if (own := [each for each in games if each.opponent == other])
    ]
    seats = [_share([each for each in games if each.seat == seat]) for seat in range(players)]
    deals = dict.fromkeys(each.deal for each in games)
    by_deal = {
        deal: [x for g, own in zip(games, losses, strict=True) if g.deal == deal for x in own]
        for deal in deals
    }
    sums, counts = (np.array([f(each) for each in by_deal.values()], float) for f in (sum, len))
    cost = None
    if price is not None:
        used = effort.usage["prompt_tokens"], effort.usage["completion_tokens"]
        cost = round(sum(each * tokens / MILLION for each, tokens in zip(price, used, strict=True)), 6)
    return Result(
        agent,
        spec,
        game.name,
        game.title,
        players,
        rating,
        tuple(met),
        _share(games),
        tuple(seats),
        mean_estimate(sums, counts) if counts.sum() else NOWHERE,
        int(counts.sum()),
        sum(loss >= BLUNDER for each in losses for loss in each),
        effort,
        cost,
    )


def _share(games: Sequence[_Played]) -> Estimate:
    """The share of the wins, with an interval from the spread between deals."""
    deals = list(dict.fromkeys(each.deal for each in games))
    if not deals:
        return NOWHERE
    sums = [sum(each.won for each in games if each.deal == deal) for deal in deals]
    counts = [sum(each.deal == deal for each in games) for deal in deals]
    return share_estimate(np.array(sums, float), np.array(counts, float))


def _plain(spec: str) -> str:
    """A spec as a part of a path."""
    return re.sub(r"[^\w.-]+", "-", spec)[:40].strip("-")
