"""Self-play in volume, and its table of results."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents.folder import FolderError
from astrarium.agents.match import play_seated
from astrarium.core import IllegalAction
from astrarium.core.records import Record, RecordError, play_games, write_records
from astrarium.data.dataset import Dataset, Status, plan_dataset, write_dataset

from .arena import stages
from .arguments import Setup, plainly, workers_of
from .screen import grouped, notes, progress, say, show, table


class Tally:
    """Results added up over runs of games."""

    def __init__(self, players: int, agents: Sequence[str] = (), turn: bool = False) -> None:
        self.agents, self.turn = list(agents), turn  # one a seat in the first game
        self.by_agent = dict.fromkeys(self.agents, 0.0)  # wins of each
        self.games = self.decisions = self.cut = 0
        self.shortest, self.longest = 2**62, 0
        self.wins, self.scores, self.squares = np.zeros(players), np.zeros(players), np.zeros(players)
        self.seconds = 0.0
        self.timed: int | None = None  # decisions that the seconds were spent on, if not on all

    def add(self, moves: np.ndarray, over: np.ndarray, scores: np.ndarray, ranks: np.ndarray) -> None:
        """Count games, one a row; tied winners share the win."""
        first = ranks == 0
        wins = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
        for k, row in enumerate(wins if len(self.by_agent) > 1 else ()):
            moved = (self.games + k) % len(self.agents) if self.turn else 0
            for seat in np.flatnonzero(row):
                self.by_agent[self.agents[(seat + moved) % len(self.agents)]] += float(row[seat])
        self.games += len(moves)
        self.decisions += int(moves.sum())
        self.cut += int((over == 2).sum())
        self.shortest, self.longest = (
            min(self.shortest, int(moves.min())),
            max(self.longest, int(moves.max())),
        )
        self.wins += wins.sum(axis=0)
        self.scores += scores.sum(axis=0)
        self.squares += (scores**2).sum(axis=0)

    def print(self, setup: Setup) -> None:
        """The result table."""
        options = ", ".join(f"{name} {value}" for name, value in setup.options.items())
        say(
            f"{setup.game.title}, {setup.players} players, cards {setup.cards.name}"
            f"{', ' if options else ''}{options}"
        )
        totals = table(
            "games",
            "decisions",
            "seconds",
            "decisions/s",
            "mean length",
            "shortest",
            "longest",
            "cut",
            left=0,
        )
        totals.add_row(
            grouped(self.games),
            grouped(self.decisions),
            f"{self.seconds:.2f}",
            grouped((self.decisions if self.timed is None else self.timed) / max(self.seconds, 1e-9)),
            f"{self.decisions / self.games:.1f}",
            grouped(self.shortest),
            grouped(self.longest),
            grouped(self.cut),
        )
        show(totals)
        seats = table("seat", "wins", "share of wins", "mean score", "deviation")
        for p in range(setup.players):
            mean = self.scores[p] / self.games
            spread = max(self.squares[p] / self.games - mean**2, 0) ** 0.5
            seats.add_row(
                setup.game.seat_names[p],
                f"{self.wins[p]:,.1f}".removesuffix(".0"),
                f"{self.wins[p] / self.games:.1%}",
                f"{mean:.2f}",
                f"{spread:.2f}",
            )
        show(seats)
        if len(self.by_agent) > 1:
            names = table("agent", "seats", "wins", "share of its seats")
            for agent, wins in self.by_agent.items():
                taken = self.agents.count(agent)
                won = f"{wins:,.1f}".removesuffix(".0")
                names.add_row(agent, str(taken), won, f"{wins / taken / self.games:.1%}")
            show(names)
            turned = "Agents moved on by a seat from game to game" if self.turn else "Agents kept their seats"
            say(f"{turned}.")


Run = tuple[tuple[np.ndarray, ...], Iterable[Record]]  # what Tally adds of some games, and their records


def runs_of(
    setup: Setup, agents: Sequence[str], count: int, threads: int, actions: bool, turn: bool
) -> Iterator[Run]:
    """Games of agents, one a seat, ready to be played; random ones alone by the compiled random player."""
    if set(agents) == {"random"}:
        for _ in play_games(setup.game, 1, **setup.keywords):  # compile, or load what was compiled
            pass
        runs = play_games(setup.game, count, **setup.keywords, threads=threads, actions=actions)
        return (
            ((run.states["moves"], run.states["over"], run.scores, run.ranks), run.records()) for run in runs
        )
    records = play_seated(setup.game, agents, count, **setup.keywords, threads=threads, turn=turn)
    return ((_row(len(r.actions), r.over, r.scores, r.ranks), [r]) for r in records)


def _row(*values: object) -> tuple[np.ndarray, ...]:
    return tuple(np.array([value]) for value in values)


def play_in_volume(
    setup: Setup,
    agents: Sequence[str],
    count: int,
    threads: int,
    out: Path | None,
    names: bool = False,
    turn: bool = True,
) -> Tally:
    """Play games of agents, one a seat, with a progress bar; write their records if asked to."""
    tally = Tally(setup.players, agents, turn)
    runs = runs_of(setup, agents, count, threads, out is not None, turn)

    with progress() as bar:
        task = bar.add_task(setup.game.title, total=count)

        def counted() -> Iterator[Iterable[Record]]:
            started = time.perf_counter()
            for results, records in runs:
                tally.seconds = time.perf_counter() - started
                tally.add(*results)
                bar.update(task, completed=tally.games)
                yield records

        if out is None:
            for _ in counted():
                pass
        else:
            write_records(out, chain.from_iterable(counted()), count, names, setup.content)
    return tally


def play_dataset(
    setup: Setup,
    agents: Sequence[str],
    count: int,
    threads: int,
    out: Path,
    shard: int | None,
    ray: str | None,
    turn: bool = True,
) -> Tally:
    """Write a dataset, or go on with it; the results of all its games."""
    from astrarium.agents.workers import WorkersError

    with plainly(ValueError):
        plan = plan_dataset(setup.game, agents, count, shard=shard, turn=turn, **_planned(setup))
    tally = Tally(setup.players, agents, turn)
    before = set(Dataset(out, plan.manifest()).there())  # files that an earlier run has written
    try:
        with (
            plainly(FolderError, RecordError, IllegalAction, WorkersError, OSError),
            workers_of(ray, threads) as workers,
            stages() as show_stage,
        ):

            def told(status: Status) -> None:
                tally.seconds = status.seconds
                if status.found and status.games == status.found:
                    notes.print(f"{status.found:,} of {status.total:,} games are there already")
                rate = f", {status.rate:,.0f} games/s" if status.games > status.found else ""
                show_stage("playing", status.games, status.total, rate)

            dataset = write_dataset(plan, out, workers, told)
            tally.timed = 0
            for k in range(dataset.shards()):
                games = dataset.columns(k, actions=False)
                tally.add(games.moves, games.over, games.scores, games.ranks)
                tally.timed += 0 if k in before else int(games.moves.sum())
    except KeyboardInterrupt:
        notes.print(f"The games so far are kept in {out}: the same command goes on with the others.")
        raise
    return tally


def _planned(setup: Setup) -> dict[str, Any]:
    keywords = setup.keywords
    return {"players": keywords.pop("num_players"), **keywords}
