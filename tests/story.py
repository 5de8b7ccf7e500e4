"""Games decision by decision, with what is told of each: the story and the state have to agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from astrarium.core import Batch, Game
from astrarium.core.telling import Event

SELDOM = 0.1  # an idle action is as likely as this beside one that is not


def decisions(
    game: Game,
    players: int,
    seed: int,
    most: int,
    idle: tuple[str, ...] = (),
    start: np.ndarray | None = None,
    **options: int,
) -> Iterator[tuple[Any, str, Any, list[Event]]]:
    """Decisions of a random game: the state before, the block of the action, the state after, the events.

    Actions of `idle` blocks are chosen seldom, so that much happens. A game is dealt, or begins as `start`.
    """
    rng = np.random.default_rng(seed)
    if start is None:
        batch = Batch(game, 1, players, seed, options, auto_reset=False, observations=False)
    else:
        batch = Batch.of_states(game, start)
    blocks = [game.actions.block(action)[0].name for action in range(game.num_actions)]
    weight = np.array([SELDOM if name in idle else 1.0 for name in blocks])
    for _ in range(most):
        if batch.done[0]:
            return
        before = batch.states[0].copy()
        legal = np.flatnonzero(batch.mask[0])
        action = int(rng.choice(legal, p=weight[legal] / weight[legal].sum()))
        happened, after = game.tell(batch.content, before, action, sound=True)
        yield before, blocks[action], after, happened
        batch.step(np.array([action]))


def numbers(happened: list[Event], *kinds: int) -> list[tuple[int, ...]]:
    """What events of some kinds tell."""
    return [event.numbers for event in happened if event.kind in kinds]
