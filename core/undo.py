"""Whether a decision can be taken back: not if it showed its seat something, or gave others a say."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import drivers
from .game import Game
from .tables import Content

TRIES = 16  # redeals in which a decision is tried that is to be taken back


def lasting(game: Game, cards: Content, before: Any, action: int, seat: int) -> str:
    """Why a seat cannot take back what it did: chance, others, or something hidden; "" if it can.

    It is tried in redealt games alone, so that the answer tells nothing that the seat does not know.
    """
    seen: bytes | None = None
    for stream in range(TRIES):
        tried = np.zeros(1, game.state)
        tried[0] = before
        game.bound(drivers.determinize_one)(cards.tables, tried, 0, seat, stream)
        chance = tried["rng"].tobytes()
        game.bound(drivers.step_one)(cards.tables, tried, 0, action)
        if tried["rng"].tobytes() != chance:
            return "Chance had a part in your last move: dice, or cards that were drawn."
        if tried["over"][0] or int(tried["seat"][0]) != seat:
            return "Others may have had a say after your last move."
        shown = np.zeros(game.observation.size, np.int16)
        game.bound(drivers.observe_one)(cards.tables, tried, 0, seat, shown)
        if seen is not None and shown.tobytes() != seen:
            return "Your last move has shown you something hidden."
        seen = shown.tobytes()
    return ""
