"""How the players compare in every game: `python -m astrarium.benchmarks.players [GAME...]`.

Some arenas of two a game, at its smallest and its largest table of several players: each player against the
next weaker one, long searches against short ones, and the weights and networks in use against the hand-made
weights, at equal simulations and at equal time. One seat is A's and all others are B's, in every seat of each
deal once. Prints a table in Markdown. An arena that was played is not played again.
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

FIRST = "weights=first"
PAIRS = {
    ("greedy", "random"): 100,
    ("greedy", f"greedy:{FIRST}"): 400,
    ("ppo:baseline", "greedy"): 100,
    ("ismcts:400", "greedy"): 100,
    ("ismcts:1600", "ismcts:400"): 100,
    ("ismcts:400", f"ismcts:400,{FIRST}"): 100,
    ("ismcts:ms=100", f"ismcts:ms=100,{FIRST}"): 40,
    ("champion:400", f"ismcts:1600,{FIRST}"): 100,
    ("champion:1600", "champion:400"): 100,
    ("champion:ms=100", f"ismcts:ms=100,{FIRST}"): 40,
}


@dataclass(frozen=True)
class Meeting:
    """The result of an arena of two."""

    game: str
    players: int
    games: int
    first: str
    second: str
    share: Estimate  # of them that the first won, alone among seconds
    other: Estimate  # and of the seats of the second
    ratings: tuple[Estimate, Estimate]

    @property
    def row(self) -> str:
        """A line of the table."""
        ratings = " ".join(f"{each.mean:.1f} ±{each.high - each.mean:.1f}" for each in self.ratings)
        return (
            f"| {self.game} | {self.players} | `{self.first}` | `{self.second}` | {self.games} | "
            f"{shown(self.share)} | {shown(self.other)} | {self.share.mean * self.players:.2f} | {ratings} |"
        )


HEADER = (
    "| game | players | A | B | games | A wins | B wins | of A's fair share | ratings |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def shown(share: Estimate) -> str:
    """A share with its interval."""
    return f"{share.mean:.0%} ({share.low:.0%}-{share.high:.0%})".replace("%-", "-").replace("%)", ")")


def tables_of(game: Game) -> list[int]:
    """Players of the smallest and of the largest table at which somebody else plays."""
    counts = [count for count in game.players if count > 1]
    return sorted({min(counts), max(counts)})


def meet(
    game: Game,
    players: int,
    first: str,
    second: str,
    games: int,
    out: Path,
    seed: int,
    bar: Progress | None = None,
) -> Meeting:
    """Play an arena of two, or read the one that was played."""
    task = bar.add_task(f"{game.name}, {players}: {first} v {second}", total=games) if bar else None

    def told(status: Status) -> None:
        if bar is not None and task is not None and status.stage == "games":
            bar.update(task, completed=status.done, total=status.total)

    name = f"{game.name}-{players}p-{first}-{second}-{games}".replace(":", "")
    arena = run_arena(
        game,
        [first, second],
        games,
        players,
        seed,
        out=out / name,
        threads=os.cpu_count() or 1,
        progress=told,
        alone=True,
    )
    outcomes = outcomes_of(arena.records(), arena.schedule)
    share, other = _share(outcomes, 0), _share(outcomes, 1)
    ratings = arena.standings.agents[0].rating, arena.standings.agents[1].rating
    return Meeting(game.title, players, arena.standings.games, first, second, share, other, ratings)


def _share(outcomes: Outcomes, agent: int) -> Estimate:
    """Of the seats of an agent the share that won."""
    own = outcomes.seats == agent
    wins, seats = (outcomes.wins * own).sum(axis=1), own.sum(axis=1)
    return share_estimate(np.bincount(outcomes.deals, wins), np.bincount(outcomes.deals, seats))


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
            for players in tables_of(known[name]):
                for (first, second), games in PAIRS.items():
                    count = max(1, round(games * args.share))
                    met = meet(known[name], players, first, second, count, args.out, args.seed, bar)
                    rows.append(met.row)
                    bar.console.print(met.row, soft_wrap=True, markup=False)
    print("\n".join([HEADER, *rows]))


if __name__ == "__main__":
    main()
