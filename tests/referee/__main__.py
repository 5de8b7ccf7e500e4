"""Referees at length: every decision of many games is compared with a second reading of the rules.

    nice python -m tests.referee starship_captains --decisions 1000000 --seed 1 --out build/referee.json
    python -m tests.referee starship_captains --seed 1 --part 143      # one part again

A part is some games of one set-up (players, options) with players of one kind; its number decides all about
it. The file holds how far a run is: the same command goes on there. The run ends with 1 at the first part
with a difference.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from astrarium.core import Game, get
from astrarium.core.files import atomic

from .harness import AGENTS, GAMES, Referee, Tally, parts_of, play
from .spacecorp import Corp
from .star_commander import Commander
from .star_tycoon import Tycoon
from .starfarers import Starfarers
from .starship_captains import Captains

REFEREES: dict[str, type[Referee]] = {
    kind.GAME: kind for kind in (Captains, Commander, Corp, Starfarers, Tycoon)
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 1 if a game and its referee differ."""
    asked = parser().parse_args(arguments)
    game, kind, console = get(asked.game), REFEREES[asked.game], Console()
    agents = asked.agents.split("+")
    if asked.part is not None:
        tally = play(next(parts_of(game, asked.seed, asked.games, agents, asked.part, asked.mixed)), kind)
    else:
        tally = run(game, kind, asked, agents, console)
    report(tally, game, kind, console)
    return int(bool(tally.differences))


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    found = argparse.ArgumentParser(
        "python -m tests.referee", description="compare games with their referees"
    )
    found.add_argument("game", choices=REFEREES)
    found.add_argument("--decisions", type=int, default=100_000, help="compare at least so many")
    found.add_argument("--seed", type=int, default=1)
    found.add_argument("--games", type=int, default=GAMES, help="games of a part")
    found.add_argument("--agents", default="+".join(AGENTS), help="kinds of players, joined with +")
    found.add_argument(
        "--mixed", action="store_true", help="with cards that are made up, others in each part"
    )
    found.add_argument("--part", type=int, help="play this part alone")
    found.add_argument("--out", type=Path, help="file that holds how far the run is")
    return found


def run(
    game: Game, kind: type[Referee], asked: argparse.Namespace, agents: Sequence[str], console: Console
) -> Tally:
    """Part after part until enough has been compared or something differs."""
    run_of = {
        "game": game.env_id,
        "seed": asked.seed,
        "games": asked.games,
        "agents": list(agents),
        "mixed": asked.mixed,
    }
    tally = load(asked.out, run_of)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(game.name, total=asked.decisions, completed=tally.decisions, told="")
        for part in parts_of(game, asked.seed, asked.games, agents, tally.parts, asked.mixed):
            if tally.decisions >= asked.decisions or tally.differences:
                break
            tally.add(play(part, kind))
            bar.update(task, completed=tally.decisions, told=f"{tally.decisions:,} decisions")
            if asked.out:
                save(asked.out, run_of, tally)
            if not console.is_terminal and tally.parts % 20 == 0:
                console.print(f"{tally.games:,} games, {tally.decisions:,} decisions, no difference")
    return tally


def load(path: Path | None, run_of: dict[str, Any]) -> Tally:
    """How far a run is."""
    if path is None or not path.exists():
        return Tally()
    kept = json.loads(path.read_text())
    if kept["run"] != run_of:
        raise SystemExit(f"{path} is of another run: {kept['run']}, expected {run_of}")
    tally = Tally(kept["parts"], kept["games"], kept["decisions"], kept["seconds"])
    tally.questions.update(kept["questions"])
    return tally


def save(path: Path, run_of: dict[str, Any], tally: Tally) -> None:
    """Write how far it is; a part with a difference is played again."""
    if tally.differences:
        return
    own = {"parts": tally.parts, "games": tally.games, "decisions": tally.decisions, "seconds": tally.seconds}
    with atomic(path) as partial:
        partial.write_text(json.dumps({"run": run_of, **own, "questions": dict(tally.questions)}, indent=1))


def report(tally: Tally, game: Game, kind: type[Referee], console: Console) -> None:
    """What was compared, what was not, and what differs."""
    for difference in tally.differences:
        console.print(str(difference), markup=False, highlight=False)
    never = [row.name for row in game.questions if row.name not in tally.questions]
    speed = tally.decisions / max(tally.seconds, 1e-9)
    console.print(
        f"{tally.decisions:,} decisions of {tally.games:,} games, {speed:,.0f} a second of a core, "
        f"{len(tally.differences) or 'no'} difference{'' if len(tally.differences) == 1 else 's'}\n"
        f"questions never asked: {', '.join(never) or 'none'}\n"
        f"fields not compared: {', '.join(kind.UNCHECKED)}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
