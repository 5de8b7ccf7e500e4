"""A record: the header that sets a game up, the actions taken and the outcome."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path

import numpy as np

from ..drivers import REWARDS
from ..game import Game
from ..tables import Content

FORMAT = 1  # of the files; readers take no other
ENDINGS = {0: "is unfinished", 1: "ended by the rules", 2: "was cut at the move limit"}


class RecordError(ValueError):
    """A record, or a file of them, that is damaged or does not belong to this game; the message says why."""


@dataclass(frozen=True)
class Header:
    """What sets a game up, apart from its seed."""

    game: str
    version: int
    engine: str
    players: int
    options: Mapping[str, int]
    content: str
    digest: str
    reward: str

    @cached_property
    def text(self) -> str:
        """The header as JSON, always the same for the same header."""
        return json.dumps(asdict(self), sort_keys=True)

    @cached_property
    def packed(self) -> bytes:
        """The text with its length before it, as checksums take it in."""
        return struct.pack("<q", len(self.text.encode())) + self.text.encode()


@dataclass(frozen=True, eq=False)
class Record:
    """One game: its set-up, the actions taken and how it ended (over: 1 rules, 2 cut, 0 unfinished)."""

    header: Header
    seed: int
    index: int
    episode: int
    over: int
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    actions: np.ndarray

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._bytes() == other._bytes()

    def __hash__(self) -> int:
        return hash(self._bytes())

    def __str__(self) -> str:
        return f"{self.header.game} game {self.index} of seed {self.seed}, episode {self.episode}"

    def checksum(self, *more: object) -> str:
        """Sixteen hex digits over the whole record, and over what else is written beside it."""
        beside = json.dumps(more).encode() if more else b""
        return blake2b(self._bytes() + beside, digest_size=8).hexdigest()

    def _bytes(self) -> bytes:
        """Every part with its length before it."""
        scores, ranks, taken = len(self.scores), len(self.ranks), np.asarray(self.actions, "<i4")
        numbers = struct.pack(
            f"<5qq{scores}dq{ranks}iq",
            32, self.seed, self.index, self.episode, self.over,
            8 * scores, *self.scores, 4 * ranks, *self.ranks, taken.nbytes,
        )  # fmt: skip
        return b"".join((self.header.packed, numbers, taken.tobytes()))


@cache
def engine_version() -> str:
    """The version of the installed engine, as headers carry it."""
    try:
        return installed_version("astrarium")
    except PackageNotFoundError:
        return "unknown"


def header_of(
    game: Game,
    num_players: int | None = None,
    options: Mapping[str, int] | None = None,
    content: str | Path | Content | None = None,
    reward: str = "win",
) -> Header:
    """The header of games with this set-up."""
    if reward not in REWARDS:
        raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {reward!r}")
    cards = game.content(content)
    players = int(game.blank(num_players)["num_players"][0])
    chosen = game.choose_options(options)
    return Header(
        game.name, game.version, engine_version(), players, chosen, cards.name, cards.digest, reward
    )
