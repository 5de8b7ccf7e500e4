"""What other agents win where a policy is measured: the reference lines of a learning curve.

    python -m astrarium.training.references star_tycoon --games 200

plays each of them alone among `greedy`, as evaluations do, and notes the shares in references.csv. A line is
drawn for the game's version and the number of players that it was measured with. A champion that has been
replaced since is drawn as an earlier one.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from astrarium.agents import make_agent
from astrarium.core import Game, get
from astrarium.core.files import atomic

from .measure import Figure, Measure

if TYPE_CHECKING:
    from .run import Plan

AMONG = "greedy"  # whom they meet
CHAMPION, EARLIER = "champion", "earlier champion"
AGENTS = ("random", "ismcts:100", CHAMPION)
FIELDS = ("game", "version", "players", "agent", "spec", "games", "share", "low", "high")
SEED = 4 * 10**9


def path() -> Path:
    """Where they are noted."""
    return Path(str(files("astrarium.training"))) / "references.csv"


def references(game: Game, plan: Plan) -> dict[int, dict[str, float]]:
    """By players: the shares of wins among greedy that are known, and greedy's own, which is the fair one."""
    known: dict[int, dict[str, float]] = {k: {AMONG: 1 / k} for k in plan.players if k > 1}
    usual = plan.content in (None, game.contents[0]) and plan.options == game.choose_options()
    usual = usual and not plan.variants
    for row in _rows() if usual else []:
        players = int(row["players"])
        same = row["game"] == game.name and int(row["version"]) == game.version
        if not same or players not in known:
            continue
        if row["spec"] == make_agent(row["agent"], game).spec:
            known[players][row["agent"]] = float(row["share"])
        elif row["agent"] == CHAMPION:
            known[players][EARLIER] = float(row["share"])
    return known


def _rows() -> list[dict[str, str]]:
    if not path().is_file():
        return []
    with path().open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def measure(game: Game, players: int, agent: str, games: int) -> Figure | None:
    """An agent alone among greedy."""
    made = make_agent(agent, game)
    meeting = Measure(game, None, game.choose_options())
    return meeting.figure(made, AMONG, players, games, SEED, lambda: math.inf, lambda part: None)


def note(game: Game, found: Mapping[str, Figure]) -> None:
    """Put figures, by agent, in the place of those that were known of the same."""
    new: list[list[Any]] = [
        [
            game.name, game.version, figure.players, agent, make_agent(agent, game).spec, figure.games,
            *(f"{x:.4f}" for x in figure.share),
        ]
        for agent, figure in found.items()
    ]  # fmt: skip
    keys = {(str(row[0]), str(row[2]), str(row[3])) for row in new}
    kept: list[list[Any]] = [[row[name] for name in FIELDS] for row in _rows()]
    kept = [row for row in kept if (row[0], row[2], row[3]) not in keys]
    every = sorted([*kept, *new], key=_order)
    with atomic(path()) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(FIELDS)
        writer.writerows(every)


def _order(row: list[Any]) -> tuple[str, int, str]:
    return row[0], int(row[2]), row[3]


def main(args: Sequence[str] | None = None) -> None:
    """Measure the games named on the command line."""
    from .run import every_table

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="+", metavar="GAME")
    parser.add_argument("--players", type=int, nargs="+", help="all numbers from two unless given")
    parser.add_argument("--agents", nargs="+", default=list(AGENTS))
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args(args)
    for name in given.names:
        game = get(name)
        for players in given.players or every_table(game):
            for agent in given.agents:
                figure = measure(game, players, agent, given.games)
                if figure is not None:
                    print(f"{name} {players}p {agent} among {AMONG}: {figure.text()}, {figure.games} games")
                    note(game, {agent: figure})


if __name__ == "__main__":
    main()
