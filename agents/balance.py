"""How a game plays: seat advantage, length, scores, actions and cards that nobody uses, and how games end.

    balance = measure(game, read_source("arena/first"))

All of it comes from records, which are played again: whatever was legal is known for every decision.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from astrarium.core import Game
from astrarium.core.records import ENDINGS, Header, Record, RecordError, read_records, replay, resolve
from astrarium.core.state import CUT, RUNNING
from astrarium.core.tables import Content

from .folder import MANIFEST
from .standings import Estimate, mean_estimate, share_estimate, shares, wilson
from .uses import Counts, Groups, Replayer, groups_of, plain_lines
from .workers import Threads, Workers, chunks

CHUNK = 64  # games a task
TOLD = 10  # games that are told in full, for names that no action carries
BINS = 12

Progress = Callable[[str, int, int | None], None]  # stage ("measuring" or "telling"), done, of how many


@dataclass(frozen=True)
class Spread:
    """How numbers are spread."""

    count: int
    mean: float
    deviation: float
    least: float
    quantiles: tuple[float, ...]  # 5, 25, 50, 75 and 95 %
    most: float
    edges: tuple[float, ...]
    bins: tuple[int, ...]

    def json(self) -> dict[str, Any]:
        """For a file."""
        names = ("p5", "p25", "median", "p75", "p95")
        return {
            "count": self.count,
            "mean": round(self.mean, 4),
            "deviation": round(self.deviation, 4),
            "least": self.least,
            **dict(zip(names, self.quantiles, strict=True)),
            "most": self.most,
            "histogram": {"edges": list(self.edges), "counts": list(self.bins)},
        }


def spread(values: Iterable[float]) -> Spread:
    """How values are spread."""
    data = np.asarray(list(values), float)
    low, high = float(data.min()), float(data.max())
    whole = bool(np.all(data == np.round(data)))
    bins, edges = np.histogram(data, _edges(low, high, whole))
    return Spread(
        len(data),
        float(data.mean()),
        float(data.std()),
        low,
        tuple(float(q) for q in np.quantile(data, (0.05, 0.25, 0.5, 0.75, 0.95))),
        high,
        tuple(round(float(edge), 4) for edge in edges),
        tuple(int(count) for count in bins),
    )


def _edges(low: float, high: float, whole: bool) -> np.ndarray:
    """Edges of about BINS bins; whole numbers fall into the middle of theirs."""
    if not whole:
        return np.linspace(low, high if high > low else low + 1, BINS + 1)
    width = max(1, math.ceil((high - low + 1) / BINS))
    return np.arange(low - 0.5, high + 0.5 + width, width)


@dataclass(frozen=True)
class Use:
    """How often an action, a block of them or a named thing was possible, and chosen."""

    name: str
    kind: str  # "action", "block", or a block and its dimension, such as "play card"
    actions: int  # how many actions it stands for
    legal: int  # decisions in which it was legal
    chosen: int  # decisions in which it was chosen
    games_legal: int
    games_chosen: int
    users: int  # seats that chose it, in all games
    win_share: Estimate  # of the seats that chose it

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {**{name: getattr(self, name) for name in USE_COLUMNS}, "win_share": self.win_share.json()}


USE_COLUMNS = ("name", "kind", "actions", "legal", "chosen", "games_legal", "games_chosen", "users")


@dataclass(frozen=True)
class Balance:
    """What the records of a game tell about it."""

    header: Header
    games: int
    decisions: int
    seats: tuple[Estimate, ...]  # win share
    turns: tuple[Estimate, ...]  # win share by turn order: whoever decides first, next, ...
    seat_scores: tuple[Estimate, ...]
    length: Spread  # decisions a game
    rounds: Mapping[str, Spread]  # by field of the state
    choices: float  # legal actions a decision
    forced: float  # share of decisions with one legal action
    scores: Spread
    winner_scores: Spread
    margin: Spread | None  # between the best two scores; None with one seat
    ties: float  # share of games with several winners
    endings: Mapping[str, int]
    last_words: Mapping[str, int]  # what only the last decision is told with, without names and numbers
    uses: tuple[Use, ...]
    told: int  # games told in full
    mentions: Mapping[str, Mapping[str, int]]  # names that no action carries: told games that mention them

    def of_kind(self, kind: str) -> list[Use]:
        """Uses of one kind."""
        return [use for use in self.uses if use.kind == kind]

    def kinds(self) -> list[str]:
        """Kinds of named things."""
        return [
            kind for kind in dict.fromkeys(use.kind for use in self.uses) if kind not in ("action", "block")
        ]

    def json(self) -> dict[str, Any]:
        """All of it for a file; estimates are [mean, low, high] of the 95 % interval."""
        header = json.loads(self.header.text)
        return {
            **{name: header[name] for name in ("game", "version", "engine", "players", "options")},
            "cards": self.header.content,
            "games": self.games,
            "decisions": self.decisions,
            "win_share_by_seat": [each.json() for each in self.seats],
            "win_share_by_turn_order": [each.json() for each in self.turns],
            "score_by_seat": [each.json() for each in self.seat_scores],
            "length": self.length.json(),
            "rounds": {name: each.json() for name, each in self.rounds.items()},
            "legal_actions_a_decision": round(self.choices, 4),
            "forced_decisions": round(self.forced, 6),
            "scores": self.scores.json(),
            "winner_scores": self.winner_scores.json(),
            "margin": self.margin and self.margin.json(),
            "ties": round(self.ties, 6),
            "endings": dict(self.endings),
            "last_words": dict(self.last_words),
            "uses": [use.json() for use in self.uses],
            "told": self.told,
            "mentions": {kind: dict(names) for kind, names in self.mentions.items()},
        }


# ---- where records come from ----------------------------------------------------------------------


def read_source(path: str | Path) -> Iterator[Record]:
    """Records of a file, or of all files of a folder (an arena's, too)."""
    path = Path(path)
    if path.is_file():
        yield from read_records(path)
        return
    if not path.is_dir():
        raise FileNotFoundError(f"{path}: no such file or folder")
    folder = path / "records" if (path / MANIFEST).exists() else path
    files = sorted(file for file in folder.glob("*") if file.suffix in (".parquet", ".jsonl"))
    if not files:
        raise RecordError(f"{path}: there are no records in it (.parquet or .jsonl files)")
    for file in files:
        yield from read_records(file)


# ---- measuring -------------------------------------------------------------------------------------


def measure(
    game: Game,
    records: Iterable[Record],
    players: int | None = None,
    content: str | Path | None = None,
    workers: Workers | None = None,
    told: int = TOLD,
    progress: Progress | None = None,
    total: int | None = None,
) -> Balance:
    """Play records again, on one thread unless `workers` are given, and measure the game.

    With `players`, only the games of so many count. `told` games are told in full; `total`, the number of
    records, is for the progress alone.
    """
    source = (record for record in records if players is None or record.header.players == players)
    first = next(source, None)
    if first is None:
        wanted = f" of {players} players" if players else ""
        raise RecordError(f"there are no games{wanted} to measure")
    if first.header.game != game.name:
        raise RecordError(f"the records are of {first.header.game}, not of {game.name}")
    _, cards = resolve(first, content)
    groups = groups_of(game, cards)
    replayer, counts = Replayer(game, cards, first.header, groups), Counts(len(groups.names))
    replayer.count([first])  # compiles what is missing, before threads ask for it
    sample = _Sample(told)
    rows: list[_Row] = []

    def tasks() -> Iterator[list[Record]]:
        for batch in chunks(chain([first], source), CHUNK):
            for record in batch:
                _check(first.header, record)
                sample.offer(record)
                rows.append(_Row.of(record))
            yield batch

    done = 0
    for batch, part in (workers or Threads()).map(replayer.count, tasks(), ordered=True):
        counts.add(part)
        done += len(batch)
        if progress is not None:
            progress("measuring", done, total)
    mentions, everyday = _tell(game, cards, sample.chosen(), progress)
    at_the_end = {words: n for words, n in counts.last_words.items() if words not in everyday}
    counts.last_words = Counter(at_the_end or counts.last_words)
    return _summed(first.header, groups, counts, rows, len(sample.chosen()), mentions)


class _Sample:
    """An even choice of records, however many there will be."""

    def __init__(self, size: int) -> None:
        self.size, self.every, self.offered = size, 1, 0
        self.kept: list[Record] = []

    def offer(self, record: Record) -> None:
        """One more record."""
        if self.offered % self.every == 0:
            self.kept.append(record)
            if len(self.kept) > 2 * self.size:
                self.kept, self.every = self.kept[::2], 2 * self.every
        self.offered += 1

    def chosen(self) -> list[Record]:
        """At most so many as were asked for."""
        if len(self.kept) <= self.size:
            return self.kept
        return [self.kept[k * len(self.kept) // self.size] for k in range(self.size)]


class _Row(NamedTuple):
    """What is kept of a record."""

    deal: tuple[int, int, int]
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    moves: int
    over: int

    @classmethod
    def of(cls, record: Record) -> _Row:
        deal = (record.seed, record.index, record.episode)
        return cls(deal, record.scores, record.ranks, len(record.actions), record.over)


def _check(header: Header, record: Record) -> None:
    """Refuse a record of another set-up, or of a game that is not over."""
    if record.over == RUNNING:
        raise RecordError(f"{record}: the game {ENDINGS[RUNNING]}")
    if record.header.text != header.text:
        differ = [
            f"{each.name} {getattr(header, each.name)} and {getattr(record.header, each.name)}"
            for each in fields(Header)
            if getattr(header, each.name) != getattr(record.header, each.name)
        ]
        raise RecordError(
            f"the records are of different set-ups ({'; '.join(differ)}): measure them one at a time"
        )


def _summed(
    header: Header,
    groups: Groups,
    counts: Counts,
    rows: list[_Row],
    told: int,
    mentions: Mapping[str, Mapping[str, int]],
) -> Balance:
    numbers: dict[tuple[int, int, int], int] = {}
    deal = np.array([numbers.setdefault(row.deal, len(numbers)) for row in rows])
    scores, ranks = np.array([row.scores for row in rows]), np.array([row.ranks for row in rows])
    decisions = sum(row.moves for row in rows)
    cut = sum(row.over == CUT for row in rows)
    seats, wins = np.arange(header.players), shares(ranks)
    in_turn = (np.array(counts.first)[:, None] + seats) % header.players
    wins_in_turn = np.take_along_axis(wins, in_turn, axis=1)

    def per_deal(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.bincount(deal, values, len(numbers)), np.bincount(deal, minlength=len(numbers))

    best = np.sort(scores, axis=1)[:, ::-1]
    winners = scores[ranks == 0]
    return Balance(
        header=header,
        games=len(rows),
        decisions=decisions,
        seats=tuple(share_estimate(*per_deal(wins[:, seat])) for seat in seats),
        turns=tuple(share_estimate(*per_deal(wins_in_turn[:, seat])) for seat in seats),
        seat_scores=tuple(mean_estimate(*per_deal(scores[:, seat])) for seat in seats),
        length=spread(row.moves for row in rows),
        rounds={name: spread(values) for name, values in counts.rounds.items()},
        choices=counts.choices / max(decisions, 1),
        forced=counts.forced / max(decisions, 1),
        scores=spread(scores.ravel()),
        winner_scores=spread(winners if len(winners) else best[:, 0]),
        margin=spread(best[:, 0] - best[:, 1]) if header.players > 1 else None,
        ties=float(np.mean((ranks == 0).sum(axis=1) > 1)),
        endings={"ended by the rules": len(rows) - cut, "cut at the move limit": cut},
        last_words=dict(counts.last_words.most_common()),
        uses=tuple(_use(groups, counts, k) for k in range(len(groups.names))),
        told=told,
        mentions=mentions,
    )


def _use(groups: Groups, counts: Counts, k: int) -> Use:
    users = int(counts.users[k])
    unknown = Estimate(math.nan, math.nan, math.nan)
    return Use(
        name=groups.names[k],
        kind=groups.kinds[k],
        actions=len(groups.members[k]),
        legal=int(counts.legal[k]),
        chosen=int(counts.chosen[k]),
        games_legal=int(counts.games_legal[k]),
        games_chosen=int(counts.games_chosen[k]),
        users=users,
        win_share=wilson(counts.wins[k] / users, users) if users else unknown,
    )


def _tell(
    game: Game, cards: Content, records: list[Record], progress: Progress | None
) -> tuple[dict[str, dict[str, int]], set[str]]:
    """Games told in full: how many mention each name that no action carries, and the lines before the end."""
    carried = {dim for block in game.actions.blocks for dim in block.dims}
    found = {kind: dict.fromkeys(names, 0) for kind, names in cards.labels.items() if kind not in carried}
    everyday: set[str] = set()
    for number, record in enumerate(records):
        if progress is not None:
            progress("telling", number, len(records))
        states = replay(record, cards.source)
        told: list[str] = []
        for k, action in enumerate(record.actions):
            lines = game.told(cards, states[k], int(action), sound=True)
            told += lines
            if k + 1 < len(record.actions):
                everyday |= plain_lines(game, lines)
        text = "\n".join(told)
        for names in found.values():
            for name in names:
                names[name] += name in text
    if progress is not None and records:
        progress("telling", len(records), len(records))
    return {kind: names for kind, names in found.items() if any(names.values())}, everyday
