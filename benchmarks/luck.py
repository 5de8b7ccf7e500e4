"""What chance did in a game, as win probability: would it make the intervals of an arena narrower?

    python -m astrarium.benchmarks.luck arena/first

After every decision chance may draw: cards, dice. The draw is repeated a few times from the same position,
and the game's own evaluation values what came and what might have come. The difference is luck. Its mean is 0
whatever the evaluation is worth, for both are draws of the same kind; so results less luck keep their mean,
and spread less where the evaluation sees what matters. It is the part of AIVAT (Burch, Schmid, Moravcik,
Bowling 2018) that needs no knowledge of the players. The luck of the deal is left to the seats: all sit in
all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

import astrarium.envs  # noqa: F401  registers the games
from astrarium.agents.base import decision_keys
from astrarium.agents.review import played_games
from astrarium.agents.search import Desk, Desks, standing
from astrarium.agents.standings import Estimate, Outcomes, mean_estimate
from astrarium.core import Content, Game
from astrarium.core.drivers import move
from astrarium.core.jit import Doubles, Ints, States, Tables, driver
from astrarium.core.records import Record, replay, resolve
from astrarium.core.rng import seed_stream

REDRAWS = 8  # of what chance drew after a decision
SALT = 1 << 58
NOW, THEN = 0, 1  # scratch states: what came, and what might have come


@driver
def weigh_luck(
    t: Tables, states: States, work: States, actions: Ints, key: int, again: int, desks: Desks, luck: Doubles
) -> None:
    """Add to each seat's luck what the draws after each action were worth; states[k] is before action k."""
    desk = desks[0]
    for k in range(len(actions)):
        work[NOW] = states[k]
        s = work[NOW]
        move(t[0], s, actions[k])
        if s.rng[0] == states[k].rng[0] and s.rng[1] == states[k].rng[1]:
            continue  # chance did nothing
        for seat in range(s.num_players):
            luck[seat] += standing(t[0], s, seat, desk)
        for number in range(again):
            work[THEN] = states[k]
            other = work[THEN]
            seed_stream(other, key, k, SALT + number)
            move(t[0], other, actions[k])
            for seat in range(other.num_players):
                luck[seat] -= standing(t[0], other, seat, desk) / again


class Luck:
    """Finds the luck of games."""

    def __init__(self, game: Game, content: Content, redraws: int = REDRAWS) -> None:
        self.game, self.redraws = game, redraws
        chosen = game.weights.set_for("ismcts") if game.weights else None
        self.cards, self.content = content, game.weigh(content, chosen)
        self._desk = Desk(game)

    def of(self, record: Record) -> np.ndarray:
        """Each seat's luck in a game, as win probability."""
        states, players = replay(record, self.cards), record.header.players
        luck = np.zeros(players)
        key = int(decision_keys(record.seed, record.index, 0, 0).view(np.int64)[0])
        actions = record.actions.astype(np.int64)
        args = self.content.tables, states, self._desk.work, actions, key, self.redraws
        self.game.bound(weigh_luck)(*args, self._desk.record, luck)
        return luck * ((players - 1) / players if players > 1 else 0.5)


def luck_of(records: Iterable[Record], redraws: int = REDRAWS) -> np.ndarray:
    """(games, players): the luck of games of one setup."""
    found: list[np.ndarray] = []
    finder: Luck | None = None
    for record in records:
        if finder is None:
            finder = Luck(*resolve(record), redraws)
        found.append(finder.of(record))
    return np.array(found)


@dataclass(frozen=True)
class Adjusted:
    """An agent's share of the wins, less luck."""

    share: Estimate
    plain: Estimate  # the same without, as a mean of deals
    factor: float  # of the luck that was taken off

    @property
    def saved(self) -> float:
        """The part of the games that it saves: as many fewer give an interval as wide as the plain one."""
        narrow, wide = self.share.high - self.share.low, self.plain.high - self.plain.low
        return 1 - (narrow / wide) ** 2 if wide > 0 else 0.0


def adjusted_share(outcomes: Outcomes, luck: np.ndarray, agent: int) -> Adjusted:
    """The share of an agent's seats that won, less a part of its luck.

    The part is the slope of results on luck over the deals. It is taken from the deals of the other parity:
    so no deal decides on its own correction, and the mean stays the true one.
    """
    own = outcomes.seats == agent
    _, deal = np.unique(outcomes.deals, return_inverse=True)
    wins = np.bincount(deal, (outcomes.wins * own).sum(axis=1))
    lucky = np.bincount(deal, (luck * own).sum(axis=1))
    counts = np.bincount(deal, own.sum(axis=1))
    used = counts > 0
    wins, lucky, counts = wins[used], lucky[used], counts[used]
    odd = np.arange(len(wins)) % 2 == 1
    factors = np.array(
        [slope(wins[odd], lucky[odd], counts[odd]), slope(wins[~odd], lucky[~odd], counts[~odd])]
    )
    less = wins - np.where(odd, factors[1], factors[0]) * lucky
    return Adjusted(mean_estimate(less, counts), mean_estimate(wins, counts), float(factors.mean()))


def slope(wins: np.ndarray, lucky: np.ndarray, counts: np.ndarray) -> float:
    """The least squares slope of wins on luck over deals, through what is expected; 0 from too few."""
    if len(wins) < 5:
        return 0.0
    rest = wins - wins.sum() / counts.sum() * counts
    spread = float((lucky**2).sum())
    return float((rest * lucky).sum() / spread) if spread > 0 else 0.0


def main() -> None:
    """Say for every agent of an arena what taking off its luck changes."""
    games = list(played_games(sys.argv[1]))
    records = [game.record for game in games]
    names = list(dict.fromkeys(name for game in games for name in game.agents))
    luck = luck_of(records)
    outcomes = Outcomes(
        np.array([record.index for record in records]),
        np.array([[names.index(name) for name in game.agents] for game in games]),
        np.array([record.scores for record in records]),
        np.array([record.ranks for record in records]),
        np.zeros(len(games), np.int64),
        np.zeros(len(games), np.bool_),
    )
    print(f"{len(games)} games, luck of a seat: mean {luck.mean():.4f}, deviation {luck.std():.3f}")
    for k, name in enumerate(names):
        found = adjusted_share(outcomes, luck, k)
        for label, each in (("plain", found.plain), ("less luck", found.share)):
            print(f"{name}, {label}: {each.mean:.1%} ({each.low:.1%} to {each.high:.1%})")
        print(f"{name}: saves {found.saved:.1%} of the games")


if __name__ == "__main__":
    main()
