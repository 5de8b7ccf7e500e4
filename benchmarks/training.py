"""Where the time of training goes: environment, opponents, inference, learning.

    python -m astrarium.benchmarks.training star_tycoon --players 2 --updates 5

Environment is all that moves the games: kernels, masks, observations, rewards, and the Python around them.
Opponents is their thinking: search of the baselines, and the networks of the league.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table


def measure(game: str, players: int | None, updates: int, threads: int, seed: int = 0) -> dict[str, Any]:
    """Samples a second of some updates, the first left out, and the shares of the time."""
    import torch

    from astrarium.core import get
    from astrarium.training.learner import Learner
    from astrarium.training.scaling import play_sample, scaling_of
    from astrarium.training.settings import settings_for

    torch.set_num_threads(threads)
    found = get(game)
    count = players or found.default_players
    settings, content = settings_for(found.name), found.content()
    sample = play_sample(found, [count], settings.sample, seed, content)
    learner = Learner(found, content, [count], {}, settings, scaling_of(sample.obs), seed)
    learner.start()
    learner.update(1.0)
    for name in learner.seconds:
        learner.seconds[name] = 0.0
    before = learner.samples
    for _ in range(updates):
        learner.update(1.0)
    total = sum(learner.seconds.values())
    return {
        "game": found.env_id,
        "players": count,
        "samples": learner.samples - before,
        "seconds": total,
        "samples_per_second": (learner.samples - before) / total,
        "threads": threads,
        "columns": len(learner.scaling.columns),
        "parameters": sum(each.numel() for each in learner.model.policy.parameters()),
        "shares": {name: seconds / total for name, seconds in learner.seconds.items()},
    }


def report(results: Sequence[dict[str, Any]]) -> None:
    """The results as a table."""
    shares = list(results[0]["shares"])
    table = Table("game", "players", "columns", "parameters", "samples/s", *shares)
    for each in results:
        table.add_row(
            each["game"],
            str(each["players"]),
            f"{each['columns']:,}",
            f"{each['parameters']:,}",
            f"{each['samples_per_second']:,.0f}",
            *(f"{each['shares'][name]:.1%}" for name in shares),
        )
    Console(width=140).print(table)


def main(args: Sequence[str] | None = None) -> None:
    """Measure the games named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="+")
    parser.add_argument("--players", type=int)
    parser.add_argument("--updates", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1, help="of torch")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(args)
    results = [measure(game, given.players, given.updates, given.threads) for game in given.games]
    report(results)
    if given.json:
        given.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
