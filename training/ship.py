"""Make what a training has made the one that comes with the package, with its card and curve.

A policy becomes `ppo:baseline` of its game, a network of the search `champion`.

python -m astrarium.training.ship runs/star_tycoon
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from astrarium.agents.champion import champion_path
from astrarium.agents.networks import load_network
from astrarium.agents.policy import check_policy, load_policy
from astrarium.agents.ppo import baseline_path
from astrarium.core import get
from astrarium.core.files import atomic

from .run import BEST, CARD, CURVE, PLAN, RunError

LARGEST = 3_000_000  # bytes of a policy in the package


def ship(run: str | Path, to: str | Path | None = None) -> Path:
    """Copy a training's best policy, card and curve to those of the package; where the policy is now."""
    run = Path(run)
    for name in (BEST, CARD, CURVE):
        if not (run / name).is_file():
            raise RunError(f"{run} holds no finished training: {name} is missing")
    own = _checked(run)
    size = (run / BEST).stat().st_size
    if size > LARGEST:
        raise RunError(f"{run / BEST} has {size:,} bytes, more than the {LARGEST:,} of a policy to ship")
    path = Path(to) / own.name if to is not None else own
    path.parent.mkdir(parents=True, exist_ok=True)
    card, curve = path.with_suffix(".md"), path.with_suffix(".png")
    text = (run / CARD).read_text(encoding="utf-8").replace(BEST, path.name).replace(CURVE, curve.name)
    for source, target in ((run / BEST, path), (run / CURVE, curve)):
        with atomic(target) as partial:
            shutil.copyfile(source, partial)
    with atomic(card) as partial:
        partial.write_text(text, encoding="utf-8")
    return path


def _checked(run: Path) -> Path:
    """Where what a training has made belongs; it is found to fit its game."""
    plan = json.loads((run / PLAN).read_text(encoding="utf-8"))["plan"]
    game = get(plan["game"])
    if plan.get("method") == "search":
        load_network(run / BEST, game, game.content())
        return champion_path(game)
    check_policy(load_policy(run / BEST).about, game, game.content(), str(run / BEST))
    return baseline_path(game)


def main(args: Sequence[str] | None = None) -> None:
    """Ship the trainings named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path, help="folders of finished trainings")
    parser.add_argument("--to", type=Path, help="another folder than that of the package")
    given = parser.parse_args(args)
    for run in given.runs:
        print(ship(run, given.to))


if __name__ == "__main__":
    main()
