"""Random games as their seats see them."""

import numpy as np

from astrarium.core.following import Follower, Past
from astrarium.core.view import View


def decisions(table, seed, every=1):
    """The views of some decisions of a random game, with what the acting seat has seen since its last one."""
    game, content, rng = table.game, table.game.content(table.content), np.random.default_rng(seed)
    past = Past((seed, 0, 0), table.deal(seed))
    followers = [Follower(game, content, past, seat) for seat in range(table.players)]
    states = past.start.copy()
    while not states["over"][0]:
        k, seat = len(past.actions), int(states["seat"][0])
        if k % every == 0:
            yield View(game, content, states, seat, k, followers[seat].news(k))
        past.actions.append(int(rng.choice(np.flatnonzero(table.mask(states)))))
        table.step(states, past.actions[-1])
