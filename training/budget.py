"""How long a training may take, and what its time goes to."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PREPARING = 1 / 5  # of the minutes at most: the teacher's games and their imitation
WATCHING = 3 / 5  # of the preparation at most: the teacher's games
EVALUATING = 1 / 20  # of the minutes at most: all evaluations on the way
CLOSING = 1 / 20  # of the minutes at most: the figures of the best policy at the end
UPDATE = 1 / 40  # of the minutes: rollouts are shortened for an update to take no longer
OLDEST = 300.0  # seconds that loading the program may have taken
LATEST = 15.0  # seconds past the end at which a rollout is given up

Left = Callable[[], float]  # seconds that are left


def process_start() -> float:
    """When this process began, by time.monotonic; now, if the system does not tell, or what cannot be."""
    try:
        ticks = int(Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, ValueError, IndexError):
        return time.monotonic()
    return time.monotonic() - (age if 0 <= age < OLDEST else 0.0)


class RunError(ValueError):
    """A training that cannot begin or go on here; the message says why."""


@dataclass(frozen=True)
class Budget:
    """How long to train: minutes by the clock, everything included, or decisions of the learner."""

    minutes: float | None = None
    steps: int | None = None

    def __post_init__(self) -> None:
        if (self.minutes is None) == (self.steps is None):
            raise RunError("give either minutes or steps")
        if not 0 < (self.minutes or self.steps or 0) < math.inf:
            given = self.minutes if self.steps is None else self.steps
            raise RunError(f"minutes and steps are numbers above 0, not {given:g}")

    @property
    def seconds(self) -> float:
        """By the clock; without end for a number of decisions."""
        return 60 * self.minutes if self.minutes else math.inf

    def used(self, seconds: float, samples: int) -> float:
        """The share that is used up, 0 to 1."""
        return min(1.0, samples / self.steps if self.steps else seconds / self.seconds)

    def text(self) -> str:
        """In words."""
        if self.steps:
            return f"{self.steps:,} decisions"
        return f"{self.minutes:g} minute{'' if self.minutes == 1 else 's'}"


class Clock:
    """The seconds of a training: of this session, and of those that it goes on from."""

    def __init__(self, before: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self.before, self._now = before, now
        self._began = now()

    def restart(self, before: float | None = None, began: float | None = None) -> None:
        """The session begins now, or began at a time of time.monotonic."""
        self.before = self.before if before is None else before
        self._began = self._now() if began is None else began

    @property
    def seconds(self) -> float:
        """So far."""
        return self.before + self._now() - self._began

    def until(self, end: float) -> Left:
        """The seconds left until a time of this clock."""
        return lambda: end - self.seconds

    def within(self, seconds: float) -> Left:
        """The seconds left of so many from now."""
        return self.until(self.seconds + seconds)
