"""Whether names of actions are read as themselves: `python -m astrarium.text.check GAME POSITIONS`."""

from __future__ import annotations

import sys

import numpy as np

from astrarium.core import Batch, Game, get
from astrarium.core.view import View

from .replies import ReplyError, read_reply


def check_names(game: Game, positions: int, seed: int = 0, games: int = 4) -> int:
    """Read every legal action's name in so many positions of random games; how many names. Or ValueError."""
    names = 0
    batch = Batch(game, games, num_players=game.players[-1], seed=seed, observations=False)
    for k in range(positions):
        if k % games == 0:
            batch.step(batch.random_actions(seed + k))
        seat = int(batch.seat[k % games])
        view = View(game, batch.content, np.array(batch.states[k % games : k % games + 1]), seat, k)
        for action, name in zip(view.legal, view.names, strict=True):
            for reply in (name, f"Answer: {name}"):
                try:
                    found = read_reply(reply, view)
                except ReplyError as error:
                    raise ValueError(f"{game.name}, {view.question}: {name!r} is not read: {error}") from None
                if found != action:
                    raise ValueError(f"{game.name}: {name!r} is read as {view.name(found)!r}")
        names += len(view.legal)
    return names


def main() -> None:
    """For the command line."""
    name, positions = sys.argv[1], int(sys.argv[2])
    print(
        f"{name}: {check_names(get(name), positions):,} names in {positions:,} positions, each read as itself"
    )


if __name__ == "__main__":
    main()
