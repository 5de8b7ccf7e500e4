"""How a game plays: seat advantage, length, scores, actions and cards that nobody uses, and how games end.

    balance = measure(game, read_source("arena/first"))

All of it comes from records, which are played again: whatever was legal is known for every decision.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Game, drivers
from astrarium.core.drivers import NUM_ACTIONS, legal, move
from astrarium.core.jit import ByteRows, Bytes, Ints, States, Tables, driver
from astrarium.core.records import ENDINGS, Header, Record, RecordError, read_records, replay, resolve
from astrarium.core.state import CUT, RUNNING
from astrarium.core.tables import Content

from .folder import MANIFEST
from .standings import Estimate, mean_estimate, share_estimate, shares, wilson

CHUNK = 64  # games a task
TOLD = 10  # games that are told in full, for names that no action carries
ROUNDS = ("round", "rounds", "turn", "turns")  # fields of a state that count rounds of a game
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


# ---- replaying -------------------------------------------------------------------------------------


@driver
def tally(
    t: Tables,
    states: States,
    mask: Bytes,
    actions: Ints,
    starts: Ints,
    groups: Ints,
    stamp: Ints,
    legal_in: Ints,
    chosen: Ints,
    seen: Bytes,
    used: ByteRows,
    totals: Ints,
) -> int:
    """Play the actions from states[0] and count; states[1] is left before the last. The number applied.

    Action a belongs to groups[starts[a]:starts[a + 1]]. Counted for each group: decisions in which it was
    legal and chosen, whether it was legal in this game (`seen`) and which seats chose it (`used`). Totals:
    legal actions, decisions with one, and the seat that decides first.
    """
    s = states[0]
    stamp[:] = -1
    totals[2] = s.seat
    for k in range(len(actions)):
        a = actions[k]
        if s.over != RUNNING or a < 0 or a >= NUM_ACTIONS:
            return k
        legal(t[0], s, mask)
        if mask[a] == 0:
            return k
        choices = 0
        for b in range(NUM_ACTIONS):
            if mask[b] != 0:
                choices += 1
                for at in range(starts[b], starts[b + 1]):
                    group = groups[at]
                    if stamp[group] != k:
                        stamp[group] = k
                        legal_in[group] += 1
                        seen[group] = 1
        totals[0] += choices
        totals[1] += choices == 1
        for at in range(starts[a], starts[a + 1]):
            chosen[groups[at]] += 1
            used[s.seat, groups[at]] = 1
        if k == len(actions) - 1:
            states[1] = states[0]
        move(t[0], s, a)
    return len(actions)


@dataclass
class Groups:
    """Sets of actions that are counted: each action, each block, and each name that the content gives."""

    names: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    members: list[list[int]] = field(default_factory=list)

    def add(self, name: str, kind: str, actions: list[int]) -> None:
        """One more set."""
        self.names.append(name)
        self.kinds.append(kind)
        self.members.append(actions)

    def arrays(self, actions: int) -> tuple[np.ndarray, np.ndarray]:
        """The groups of each action, as `tally` takes them."""
        of: list[list[int]] = [[] for _ in range(actions)]
        for group, members in enumerate(self.members):
            for action in members:
                of[action].append(group)
        starts = np.concatenate([[0], np.cumsum([len(each) for each in of])]).astype(np.int64)
        return starts, np.array([group for each in of for group in each], np.int64)


def groups_of(game: Game, content: Content) -> Groups:
    """The sets of actions of a game."""
    groups = Groups()
    for action in range(game.num_actions):
        groups.add(game.action_name(action, content), "action", [action])
    for block in game.actions.blocks:
        first = game.actions.offset(block.name)
        groups.add(block.name, "block", list(range(first, first + block.size)))
    for block in game.actions.blocks:
        first = game.actions.offset(block.name)
        for axis, dim in enumerate(block.dims):
            if dim not in content.labels:
                continue
            parts = np.array([block.unravel(k)[axis] for k in range(block.size)])
            for part, label in enumerate(content.labels[dim][: block.shape[axis]]):
                groups.add(label, f"{block.name} {dim}", (first + np.flatnonzero(parts == part)).tolist())
    return groups


@dataclass
class _Counts:
    """What a thread counts."""

    legal: np.ndarray
    chosen: np.ndarray
    games_legal: np.ndarray
    games_chosen: np.ndarray
    users: np.ndarray
    wins: np.ndarray
    choices: int = 0
    forced: int = 0
    first: list[int] = field(default_factory=list)
    last_words: Counter[str] = field(default_factory=Counter)
    rounds: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def empty(cls, groups: int) -> _Counts:
        return cls(*(np.zeros(groups, np.int64) for _ in range(5)), np.zeros(groups))

    def add(self, other: _Counts) -> None:
        for name in ("legal", "chosen", "games_legal", "games_chosen", "users", "wins"):
            getattr(self, name)[:] += getattr(other, name)
        self.choices += other.choices
        self.forced += other.forced
        self.first += other.first
        self.last_words += other.last_words
        for name, values in other.rounds.items():
            self.rounds.setdefault(name, []).extend(values)


class _Replayer:
    """Counts the games of one set-up."""

    def __init__(self, game: Game, content: Content, header: Header, groups: Groups) -> None:
        self.game, self.content, self.header, self.groups = game, content, header, groups
        self.starts, self.of_action = groups.arrays(game.num_actions)
        self.blank = game.blank(header.players, header.options)
        self.fields = [name for name in ROUNDS if name in (game.state.names or ())]

    def count(self, records: list[Record]) -> _Counts:
        """Play games again and count."""
        game, size = self.game, len(self.groups.names)
        counts = _Counts.empty(size)
        counts.rounds = {name: [] for name in self.fields}
        states, mask = np.zeros(2, game.state), np.zeros(game.num_actions, np.int8)
        stamp, totals = np.zeros(size, np.int64), np.zeros(3, np.int64)
        for record in records:
            seen, used = np.zeros(size, np.int8), np.zeros((self.header.players, size), np.int8)
            episode = np.full(1, record.episode, np.int64)
            deal = game.bound(drivers.reset)
            deal(self.content.tables, self.blank, states, record.seed, record.index, episode, 0, 1)
            taken = np.asarray(record.actions, np.int64)
            applied = game.bound(tally)(
                self.content.tables,
                states,
                mask,
                taken,
                self.starts,
                self.of_action,
                stamp,
                counts.legal,
                counts.chosen,
                seen,
                used,
                totals,
            )
            if applied < len(taken) or states[0]["over"] != record.over:
                replay(record, self.content.source)  # says what is wrong with it
                raise RecordError(f"{record}: the record does not lead to the end it tells")
            counts.first.append(int(totals[2]))
            counts.games_legal += seen
            counts.games_chosen += used.any(axis=0)
            counts.users += used.sum(axis=0)
            counts.wins += shares(np.array([record.ranks]))[0] @ used
            for name in self.fields:
                counts.rounds[name].append(int(states[0][name]))
            if len(taken):
                counts.last_words.update(self._last_words(states, int(taken[-1])))
        counts.choices, counts.forced = int(totals[0]), int(totals[1])
        return counts

    def _last_words(self, states: np.ndarray, action: int) -> set[str]:
        """What is told of the last decision, the same for all players and numbers."""
        return plain_lines(self.game, self.game.narrate(self.content, states[1], action, states[0]))


def measure(
    game: Game,
    records: Iterable[Record],
    players: int | None = None,
    content: str | Path | None = None,
    threads: int = 1,
    told: int = TOLD,
    progress: Progress | None = None,
    total: int | None = None,
) -> Balance:
    """Play records again and measure the game; with `players`, only the games of so many."""
    source = (record for record in records if players is None or record.header.players == players)
    first = next(source, None)
    if first is None:
        raise RecordError(
            "there are no games" + (f" of {players} players" if players else "") + " to measure"
        )
    if first.header.game != game.name:
        raise RecordError(f"the records are of {first.header.game}, not of {game.name}")
    if not first.header.players:
        raise RecordError("the records have no players")
    _, cards = resolve(first, content)
    header, groups = first.header, groups_of(game, cards)
    replayer = _Replayer(game, cards, header, groups)
    counts = _Counts.empty(len(groups.names))
    kept: list[Record] = []
    keep_every = 1  # for telling: an even choice of games, however many there will be
    rows: list[tuple[Any, ...]] = []
    source = _chained(first, source)
    counts.add(replayer.count([first]))  # compiled before threads ask for it
    counts = _Counts.empty(len(groups.names))
    with ThreadPoolExecutor(max(1, threads)) as pool:
        while batch := list(islice(source, CHUNK * max(1, threads))):
            for record in batch:
                _same_setup(header, record.header)
                if record.over == RUNNING:
                    raise RecordError(f"{record}: the game {ENDINGS[RUNNING]}")
                if len(rows) % keep_every == 0:
                    kept.append(record)
                    if len(kept) > 2 * told:
                        kept, keep_every = kept[::2], 2 * keep_every
                rows.append(
                    (
                        (record.seed, record.index, record.episode),
                        record.scores,
                        record.ranks,
                        len(record.actions),
                        record.over,
                    )
                )
            for part in pool.map(
                replayer.count, [batch[at : at + CHUNK] for at in range(0, len(batch), CHUNK)]
            ):
                counts.add(part)
            if progress is not None:
                progress("measuring", len(rows), total)
    mentions, everyday = _tell(game, cards, kept[:told], progress)
    only_at_the_end = {words: n for words, n in counts.last_words.items() if words not in everyday}
    if only_at_the_end:
        counts.last_words = Counter(only_at_the_end)
    return _summed(header, groups, counts, rows, len(kept[:told]), mentions)


def _chained(first: Record, rest: Iterator[Record]) -> Iterator[Record]:
    yield first
    yield from rest


def _same_setup(one: Header, other: Header) -> None:
    if one.text != other.text:
        differ = [
            f"{name} {mine} and {getattr(other, name)}"
            for name, mine in vars(one).items()
            if name != "text" and mine != getattr(other, name)
        ]
        raise RecordError(
            f"the records are of different set-ups ({'; '.join(differ)}): measure them one at a time"
        )


def _summed(
    header: Header,
    groups: Groups,
    counts: _Counts,
    rows: list[tuple[Any, ...]],
    told: int,
    mentions: Mapping[str, Mapping[str, int]],
) -> Balance:
    deals, scores, ranks, moves, over = (list(column) for column in zip(*rows, strict=True))
    numbers: dict[Any, int] = {}
    deal = np.array([numbers.setdefault(each, len(numbers)) for each in deals])
    score, rank, ended = np.array(scores), np.array(ranks), np.array(over)
    win = shares(rank)
    seats = np.arange(header.players)
    by_turn = np.take_along_axis(win, (np.array(counts.first)[:, None] + seats) % header.players, axis=1)

    def per_deal(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.bincount(deal, values, len(numbers)), np.bincount(deal, minlength=len(numbers))

    best = np.sort(score, axis=1)[:, ::-1]
    winners = score[rank == 0]
    return Balance(
        header,
        len(rows),
        int(sum(moves)),
        tuple(share_estimate(*per_deal(win[:, seat])) for seat in seats),
        tuple(share_estimate(*per_deal(by_turn[:, seat])) for seat in seats),
        tuple(mean_estimate(*per_deal(score[:, seat])) for seat in seats),
        spread(moves),
        {name: spread(values) for name, values in counts.rounds.items()},
        counts.choices / max(sum(moves), 1),
        counts.forced / max(sum(moves), 1),
        spread(score.ravel()),
        spread(winners if len(winners) else best[:, 0]),
        spread(best[:, 0] - best[:, 1]) if header.players > 1 else None,
        float(np.mean((rank == 0).sum(axis=1) > 1)),
        {
            "ended by the rules": int((ended != CUT).sum()),
            "cut at the move limit": int((ended == CUT).sum()),
        },
        dict(counts.last_words.most_common()),
        tuple(
            Use(
                groups.names[k],
                groups.kinds[k],
                len(groups.members[k]),
                *(
                    int(column[k])
                    for column in (
                        counts.legal,
                        counts.chosen,
                        counts.games_legal,
                        counts.games_chosen,
                        counts.users,
                    )
                ),
                wilson(counts.wins[k] / counts.users[k], int(counts.users[k]))
                if counts.users[k]
                else Estimate(math.nan, math.nan, math.nan),
            )
            for k in range(len(groups.names))
        ),
        told,
        mentions,
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
            lines = game.narrate(cards, states[k], int(action), states[k + 1])
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


def plain_lines(game: Game, lines: Iterable[str]) -> set[str]:
    """Told lines without headings, the same for all players and numbers."""
    names = sorted(map(re.escape, game.seat_names), key=len, reverse=True)
    players = re.compile(rf"\b(?:{'|'.join(names)})\b")
    return {re.sub(r"\d+", "#", players.sub("PLAYER", line)) for line in lines if not line.startswith("# ")}
