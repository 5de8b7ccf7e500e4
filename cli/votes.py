"""`votes`: the agents of an arena in an election, and alpha-rank."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .arguments import plainly
from .commands import app
from .screen import say, show, table


@app.command()
def votes(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a finished arena.")],
) -> None:
    """Order the agents of an arena by votes instead of ratings, and find circles (extra `votes`)."""
    from astrarium.agents.folder import FolderError
    from astrarium.agents.votes import count_votes, read_duels

    with plainly(FolderError, ImportError):
        found = count_votes(*read_duels(folder))
    rows = table("ranked pairs", "beats", "loses to", "alpha-rank")
    for place, (spec, mass) in enumerate(zip(found.agents, found.masses, strict=True)):
        row = found.shares[place]
        others = [k for k in range(len(found.agents)) if k != place]
        beats = [str(k + 1) for k in others if row[k] > 0.5]
        loses = [str(k + 1) for k in others if row[k] < 0.5]
        rows.add_row(f"{place + 1}. {spec}", " ".join(beats), " ".join(loses), f"{mass:.3f}")
    show(rows)
    if len(found.circle) > 1:
        say(f"No agent beats all others. The fewest that beat the rest: {', '.join(found.circle)}.")
    else:
        say(f"{found.circle[0]} beats all others.")
    say(
        "More than half of the games counts as beating, however few they are: "
        "see the intervals in the report."
    )
