"""The conversation of a game: decisions and replies that a model is shown again, so many at most.

It is kept on disk beside the replies, so that a game that was stopped goes on with it.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

from astrarium.core.files import atomic
from astrarium.core.following import Past

from .tokens import count_tokens

MOST_TOKENS = 16_000  # of all that is shown again
MOST_SIGNS = 2_000  # of a reply that is shown again: its end counts

Message = dict[str, str]


class Talk:
    """What one seat of one game was asked and what it answered, the oldest first."""

    def __init__(self, folder: Path, spec: str, past: Past, seat: int, turns: int) -> None:
        name = blake2b(json.dumps([spec, past.stream, seat]).encode(), digest_size=16).hexdigest()
        self.file, self.past, self.turns = folder / "talks" / f"{name}.json", past, turns
        self._said: list[tuple[int, str, str]] = []  # actions before the decision, decision, reply
        if past.actions:  # a game that goes on
            self._said = [each for each in _read(self.file) if each[0] < len(past.actions)]

    def before(self) -> list[Message]:
        """The latest exchanges of earlier decisions, as many as may be shown again."""
        found: list[Message] = []
        room = MOST_TOKENS
        earlier = [each for each in self._said if each[0] < len(self.past.actions)]
        for _, asked, answered in reversed(earlier[-self.turns :]):
            room -= count_tokens(asked) + count_tokens(answered)
            if room < 0:
                break
            found[:0] = [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
        return found

    def add(self, asked: str, answered: str) -> None:
        """A reply that was taken; without the thoughts before it."""
        answered = answered.rpartition("</think>")[2].strip()[-MOST_SIGNS:]
        self._said = [*self._said[-self.turns :], (len(self.past.actions), asked, answered)]
        with atomic(self.file) as partial:
            partial.write_text(json.dumps(self._said), encoding="utf-8")


def _read(file: Path) -> list[tuple[int, str, str]]:
    """The exchanges of a file; none if it is not whole."""
    try:
        said = json.loads(file.read_text(encoding="utf-8"))
        return [(int(at), str(asked), str(answered)) for at, asked, answered in said]
    except (OSError, ValueError, TypeError):
        return []
