"""Run a referee at length."""

from __future__ import annotations

import sys

from astrarium.core import get

from .harness import Tally, parts_of, play
from .starship_captains import Captains

if __name__ == "__main__":
    game = get(sys.argv[1])
    first, last = int(sys.argv[2]), int(sys.argv[3])
    tally = Tally()
    for part in parts_of(game, 1, first=first):
        if part.number >= last:
            break
        one = play(part, Captains)
        tally.add(one)
        for d in one.differences[:3]:
            print(d)
    print(tally.games, tally.decisions, tally.seconds, tally.decisions / tally.seconds, len(tally.differences))
    print(tally.questions)
