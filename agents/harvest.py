"""What a tree search finds out, as examples: positions of its tree, and the values that it gave them."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.drivers import legal, move
from astrarium.core.jit import Bytes, Doubles, Ints, States, Tables, driver
from astrarium.core.state import RUNNING

from .ismcts import ROOT, Nodes, TreeAgent
from .search import FUTURE, redeal

LEAST = 4  # visits of an example
MOST = 96  # examples of a search
DEEP = 3  # decisions from the root
APART = ("siblings", "game")  # columns of numbers that name what an example belongs to


@driver
def harvest(
    t: Tables,
    states: States,
    i: int,
    key: int,
    work: States,
    line: States,
    mask: Bytes,
    nodes: Nodes,
    path: Ints,
    after: States,
    seats: Ints,
    found: Doubles,
    visits: Ints,
    depths: Ints,
) -> int:
    """The well-visited nodes of position i's tree, as they are in its first redeal; their number.

    Of each the state after the decision, the seat that decided, and the mean value that the search found.
    """
    redeal(t[0], states, i, work, key, 0, states[i].seat)
    line[0] = work[FUTURE]
    depth, n = 0, 0
    path[0] = nodes[ROOT].first
    while depth >= 0:
        child = path[depth]
        if child < 0:
            depth -= 1
            if depth >= 0:
                path[depth] = nodes[path[depth]].next
            continue
        node = nodes[child]
        if node.visits >= LEAST and n < len(after) and node.seat == line[depth].seat:
            legal(t[0], line[depth], mask)
            if mask[node.action] != 0:
                line[depth + 1] = line[depth]
                s = line[depth + 1]
                move(t[0], s, node.action)
                if s.over == RUNNING:
                    after[n] = s
                    seats[n], visits[n], depths[n] = node.seat, node.visits, depth
                    if depth == 0:
                        found[n] = node.value / node.visits
                    else:  # the first visit found nothing but the evaluation itself
                        found[n] = (node.value - node.prior) / (node.visits - 1)
                    n += 1
                    if depth + 2 < len(line):
                        depth += 1
                        path[depth] = node.first
                        continue
        path[depth] = node.next
    return n


@dataclass(frozen=True)
class Examples:
    """Positions that a search visited often, and what it found."""

    state: np.ndarray  # (n,) STATE, after a decision; what the searcher could not know is drawn anew
    seat: np.ndarray  # (n,) who decided
    found: np.ndarray  # (n,) the search's mean value for that seat, -1 to 1
    visits: np.ndarray  # (n,) simulations that found it
    siblings: np.ndarray  # (n,) a number for those of one search and one depth
    game: np.ndarray  # (n,) the game they are of

    def __len__(self) -> int:
        return len(self.state)

    @classmethod
    def joined(cls, parts: list[Examples]) -> Examples:
        """All together; the searches and games of each part stay apart from those of the others."""
        columns: dict[str, list[np.ndarray]] = {field.name: [] for field in fields(cls)}
        for part in parts:
            for name, column in columns.items():
                own = getattr(part, name)
                taken = int(column[-1].max(initial=-1)) + 1 if name in APART and column else 0
                column.append(own + taken if name in APART else own)
        return cls(**{name: np.concatenate(column) for name, column in columns.items()})


class Harvester(TreeAgent):
    """A tree search that tells what it found besides its choice."""

    def __init__(self, game: Game, content: Content, simulations: int, weights: str | None = None) -> None:
        weighing = {} if weights is None else {"weights": weights}
        super().__init__(game, content, 1, simulations, None, None, None, **weighing)
        self._desk = self._new_desk()
        self._line, self._after = np.zeros(DEEP + 1, game.state), np.zeros(MOST, game.state)
        self._found = np.zeros(MOST)
        self._seats, self._visits, self._depths = (np.zeros(MOST, np.int64) for _ in range(3))

    def search(
        self, states: np.ndarray, keys: np.ndarray, i: int, legal: int
    ) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """The decisions of position i, so many of them legal, the best first; and columns of examples."""
        desk, bound = self._desk, self.game.bound
        start, run = (bound(each).unchecked for each in self.drivers)
        self._grow(desk, start, run, states, keys, i)
        best = desk.nodes["action"][desk.arms[:legal]].astype(np.int64)
        n = bound(harvest).unchecked(
            self.content.tables, states, i, int(keys[i]), desk.work, self._line, desk.masks[0], desk.nodes,
            desk.path, self._after, self._seats, self._found, self._visits, self._depths,
        )  # fmt: skip
        columns = {
            "state": self._after,
            "seat": self._seats,
            "found": self._found,
            "visits": self._visits,
            "depth": self._depths,
        }
        return best, {name: column[:n].copy() for name, column in columns.items()}
