"""`export`: trained policies for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .arguments import find_game, out_path, plainly
from .commands import app
from .screen import say


@app.command()
def export(
    policy: Annotated[Path, typer.Argument(metavar="POLICY", help="A policy of `astrarium train`.")],
    onnx: Annotated[Path, typer.Option("--onnx", metavar="FILE", help="Write its network as ONNX.")],
) -> None:
    """Write a trained policy without foresight as a network that other programs can run.

    It takes raw observations and gives a number for each action, the higher the better.
    """
    from astrarium.agents.export import export_onnx
    from astrarium.agents.policy import PolicyError, check_policy, load_policy

    out_path(onnx)
    with plainly(PolicyError):
        found = load_policy(policy)
        game = find_game(str(found.about.get("game")))
        check_policy(found.about, game, game.content(found.about.get("cards")), str(policy))
        export_onnx(found, game, onnx)
    say(f"{onnx} plays as onnx:{onnx}")
