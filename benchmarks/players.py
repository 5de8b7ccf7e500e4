"""How the players compare in every game: `python -m astrarium.benchmarks.players [GAME...]`.

Three arenas a game, at its smallest table of several players: greedy against random, a search against greedy,
a long search against a short one. Shares of wins are of the games in which one seat is A's and all others are
B's; ratings are of all games. Prints a table in Markdown. An arena that was played is not played again.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from astrarium.agents.arena import Status, outcomes_of, run_arena
from astrarium.agents.standings import Estimate, Outcomes, share_estimate
from astrarium.core import Game
from astrarium.core.registry import games as registered

PAIRS = {("greedy", "random"): 100, ("ismcts:400", "greedy"): 100, ("ismcts:1600", "ismcts:100"): 60}


@dataclass(frozen=True)
class Meeting:
    """The result of an arena of two."""

    game: str
    players: int
    games: int
    first: str
    second: str
    single: int  # games of a single first among seconds
    share: Estimate  # of these that the first won
    other: Estimate  # and of the seats of the second
    ratings: tuple[Estimate, Estimate]

    @property
    def row(self) -> str:
        """A line of the table."""
        ratings = " ".join(f"{each.mean:.1f} ±{each.high - each.mean:.1f}" for each in self.ratings)
        games = f"{self.games}" if self.single == self.games else f"{self.single} of {self.games}"
        return (
            f"| {self.game} | {self.players} | `{self.first}` | `{self.second}` | {games} | "
            f"{shown(self.share)} | {shown(self.other)} | {self.share.mean * self.players:.2f} | {ratings} |"
        )


HEADER = (
    "| game | players | A | B | games | A wins | B wins | of A's fair share | ratings |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def shown(share: Estimate) -> str:
    """A share with its interval."""
    return f"{share.mean:.0%} ({share.low:.0%}-{share.high:.0%})".replace("%-", "-").replace("%)", ")")


def smallest_table(game: Game) -> int:
    """Players of the smallest table at which somebody else plays."""
    return min(count for count in game.players if count > 1)


def meet(
    game: Game, first: str, second: str, games: int, out: Path, seed: int, bar: Progress | None = None
) -> Meeting:
    """Play an arena of two, or read the one that was played."""
    players = smallest_table(game)
    task = bar.add_task(f"{game.name}: {first} v {second}", total=games) if bar else None

    def told(status: Status) -> None:
        if bar is not None and task is not None and status.stage == "games":
            bar.update(task, completed=status.done, total=status.total)

    name = f"{game.name}-{first}-{second}-{games}".replace(":", "")
    arena = run_arena(
        game,
        [first, second],
        games,
        players,
        seed,
        out=out / name,
        threads=os.cpu_count() or 1,
        progress=told,
    )
    outcomes = outcomes_of(arena.records(), arena.schedule)
    single = (outcomes.seats == 0).sum(axis=1) == 1
    share, other = _share(outcomes, single, 0), _share(outcomes, single, 1)
    ratings = arena.standings.agents[0].rating, arena.standings.agents[1].rating
    return Meeting(
        game.title, players, arena.standings.games, first, second, int(single.sum()), share, other, ratings
    )


def _share(outcomes: Outcomes, games: np.ndarray, agent: int) -> Estimate:
    """Of the seats of an agent in some games the share that won."""
    own = (outcomes.seats == agent) & games[:, None]
    deals = np.unique(outcomes.deals[games], return_inverse=True)[1]
    wins, seats = (outcomes.wins * own).sum(axis=1)[games], own.sum(axis=1)[games]
    return share_estimate(np.bincount(deals, wins), np.bincount(deals, seats))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play all arenas and print the table."""
    parser = argparse.ArgumentParser(description="How the players compare.")
    parser.add_argument("games", nargs="*", help="all of them unless named")
    parser.add_argument("--out", type=Path, default=Path("arena/players"))
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of games")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    known, rows = registered(), []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns) as bar:
        for name in args.games or sorted(known):
            for (first, second), games in PAIRS.items():
                count = max(1, round(games * args.share))
                rows.append(meet(known[name], first, second, count, args.out, args.seed, bar).row)
                bar.console.print(rows[-1], soft_wrap=True, markup=False)
    print("\n".join([HEADER, *rows]))


if __name__ == "__main__":
    main()
