"""Agents that need nothing but the mask, for testing the arena without search."""

import time

import numpy as np

from astrarium.agents.base import Kind


class Fixed:
    """Always takes the same one of the legal actions."""

    def __init__(self, spec, which, pause=0.0):
        self.spec, self.which, self.pause = spec, which, pause
        self.batches = []

    def act(self, positions):
        """A legal action for each position."""
        time.sleep(self.pause)
        self.batches.append(len(positions))
        return np.array([np.flatnonzero(mask)[self.which] for mask in positions.mask])


class Drawn:
    """Draws a legal action from the key of the decision."""

    spec = "drawn"

    def act(self, positions):
        """A legal action for each position."""
        legal = [np.flatnonzero(mask) for mask in positions.mask]
        return np.array(
            [
                actions[int(key % np.uint64(len(actions)))]
                for actions, key in zip(legal, positions.keys, strict=True)
            ]
        )


class Cheat:
    """Takes an action that is not legal."""

    spec = "cheat"

    def act(self, positions):
        """An illegal action for each position."""
        return np.array([np.flatnonzero(mask == 0)[0] for mask in positions.mask])


KINDS = {
    "first": Kind("first", "first", "the first legal action", lambda *_: Fixed("first", 0)),
    "last": Kind("last", "last", "the last legal action", lambda *_: Fixed("last", -1)),
    "slow": Kind("slow", "slow", "the first, after a pause", lambda *_: Fixed("slow", 0, 0.02)),
    "drawn": Kind("drawn", "drawn", "any legal action", lambda *_: Drawn()),
    "cheat": Kind("cheat", "cheat", "an illegal action", lambda *_: Cheat()),
}
