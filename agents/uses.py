"""Counting over replayed games: which actions were legal and chosen, by whom, and how the games ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from astrarium.core import Game, drivers
from astrarium.core.drivers import NUM_ACTIONS, legal, move
from astrarium.core.jit import ByteRows, Bytes, Ints, States, Tables, driver
from astrarium.core.records import Header, Record, RecordError, replay
from astrarium.core.state import RUNNING
from astrarium.core.tables import Content

from .standings import shares

ROUNDS = ("round", "rounds", "turn", "turns")  # fields of a state that count rounds of a game


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
class Counts:
    """What a thread counts."""

    groups: int
    choices: int = 0
    forced: int = 0
    first: list[int] = field(default_factory=list)
    last_words: Counter[str] = field(default_factory=Counter)
    rounds: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.legal = np.zeros(self.groups, np.int64)  # decisions
        self.chosen = np.zeros(self.groups, np.int64)
        self.games_legal = np.zeros(self.groups, np.int64)
        self.games_chosen = np.zeros(self.groups, np.int64)
        self.users = np.zeros(self.groups, np.int64)  # seats that chose it, in all games
        self.wins = np.zeros(self.groups)  # their shares of the wins

    def add(self, other: Counts) -> None:
        """Add what another thread counted, in the games after these."""
        for name in ("legal", "chosen", "games_legal", "games_chosen", "users", "wins"):
            getattr(self, name)[:] += getattr(other, name)
        self.choices += other.choices
        self.forced += other.forced
        self.first += other.first
        self.last_words += other.last_words
        for name, values in other.rounds.items():
            self.rounds.setdefault(name, []).extend(values)


class Replayer:
    """Counts the games of one set-up."""

    def __init__(self, game: Game, content: Content, header: Header, groups: Groups) -> None:
        self.game, self.content, self.header, self.groups = game, content, header, groups
        self.starts, self.of_action = groups.arrays(game.num_actions)
        self.blank = game.blank(header.players, header.options)
        self.fields = [name for name in ROUNDS if name in (game.state.names or ())]

    def count(self, records: list[Record]) -> Counts:
        """Play games again and count."""
        game, size = self.game, len(self.groups.names)
        counts = Counts(size)
        counts.rounds = {name: [] for name in self.fields}
        states, mask = np.zeros(2, game.state), np.zeros(game.num_actions, np.int8)
        stamp, totals = np.zeros(size, np.int64), np.zeros(3, np.int64)
        for record in records:
            seen, used = np.zeros(size, np.int8), np.zeros((self.header.players, size), np.int8)
            episode = np.full(1, record.episode, np.int64)
            deal = game.bound(drivers.reset)
            deal(self.content.tables, self.blank, states[:1], record.seed, record.index, episode, 0, 1)
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
        return plain_lines(self.game, self.game.told(self.content, states[1], action, sound=True))


def plain_lines(game: Game, lines: Iterable[str]) -> set[str]:
    """Told lines without headings, the same for all players and numbers."""
    names = sorted(map(re.escape, game.seat_names), key=len, reverse=True)
    players = re.compile(rf"\b(?:{'|'.join(names)})\b")
    return {re.sub(r"\d+", "#", players.sub("PLAYER", line)) for line in lines if not line.startswith("# ")}
