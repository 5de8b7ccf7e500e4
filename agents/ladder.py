"""A ladder: fixed players from random to champion with known ratings, and newcomers that are rated on it.

    ladder = read_ladder(game)
    rate_newcomer(game, "greedy:depth=2", ladder, games=40).rating  # Estimate(mean, low, high)

Ratings are Elo's, `greedy` is 1000: of two players whose ratings differ by 400, the better wins ten games
of eleven. At larger tables one sits alone among copies of the other: with n seats and strengths a and b it
wins a / (a + (n - 1) b) of the games. The reference results are a file for each game, made by
`astrarium ladder GAME --make`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Game
from astrarium.core.records import header_of

from .arena import Status, run_arena
from .base import make_agent, runs_code
from .standings import Estimate, Z

FORMAT = 1
RUNGS = (
    "random",
    "greedy:stray=80",
    "greedy:stray=60",
    "greedy:stray=40",
    "greedy:stray=20",
    "greedy",
    "ismcts:50",
    "ismcts:200",
    "champion:100",
    "champion:400",
)
ANCHOR, ANCHORED = "greedy", 1000.0
APART = (1, 2)  # rungs that meet in the reference games: neighbours, and those next but one
SPREAD = 400 / math.log(10)  # Elo points of a factor e in strength
MOST_PLAYERS, MOST_GAMES = 64, 10**9  # of a ladder, and of a pair in it
PRIOR = 2000.0  # Elo points: how far from the anchor ratings are expected to be; it decides little
BLOCK = 2  # deals against a rung before the next is chosen
GAMES, PAIR_GAMES = 40, 60  # of a newcomer, and of each pair of the reference

Progress = Callable[[str, int, int], None]  # who plays, games done, of how many


class LadderError(ValueError):
    """A ladder that cannot be used; the message says why."""


@dataclass(frozen=True)
class Result:
    """Games of one agent alone among copies of another: how many it won."""

    first: int  # the one that sits alone
    second: int
    wins: float
    games: int


@dataclass(frozen=True)
class Ladder:
    """Players with their ratings, and what these come from."""

    game: str
    version: int
    players: int
    cards: str
    digest: str  # of the cards
    engine: str
    settings: str  # of the searches and their weights, as `settings_of` gives them
    seed: int
    agents: tuple[str, ...]
    results: tuple[Result, ...]

    def ratings(self) -> tuple[np.ndarray, np.ndarray]:
        """Ratings and their standard errors; the anchor's is exact."""
        anchor = self.agents.index(ANCHOR)
        return fit(len(self.agents), self.results, self.players, anchor)

    def json(self) -> dict[str, Any]:
        """For a file; the ratings are there to be read, and follow from the results."""
        rating, error = self.ratings()
        return {
            "format": FORMAT,
            **{name: value for name, value in vars(self).items() if name not in ("agents", "results")},
            "agents": [
                {"spec": spec, "rating": round(float(rating[k]), 1), "error": round(float(error[k]), 1)}
                for k, spec in enumerate(self.agents)
            ],
            "results": [[each.first, each.second, each.wins, each.games] for each in self.results],
        }


def expected(own: Any, other: Any, players: int) -> Any:
    """The share of games that one wins alone among copies of the other, from their ratings."""
    return 1 / (1 + (players - 1) * np.exp((np.asarray(other) - own) / SPREAD))


def fit(agents: int, results: Sequence[Result], players: int, anchor: int) -> tuple[np.ndarray, np.ndarray]:
    """Ratings of the greatest likelihood and their standard errors, by Newton's method.

    A weak prior keeps those finite that lost or won all their games. Games of a deal are taken as
    independent: seats are turned on it, so that they spread less than that, and errors are rather too large.
    """
    x = np.zeros(agents)
    free = [k for k in range(agents) if k != anchor]
    for _ in range(100):
        slope, bend = -x / PRIOR**2, np.diag(np.full(agents, 1 / PRIOR**2))
        for each in results:
            p = float(expected(x[each.first], x[each.second], players))
            pull = (each.wins - each.games * p) / SPREAD
            slope[each.first] += pull
            slope[each.second] -= pull
            firm = each.games * p * (1 - p) / SPREAD**2
            bend[each.first, each.first] += firm
            bend[each.second, each.second] += firm
            bend[each.first, each.second] -= firm
            bend[each.second, each.first] -= firm
        inner = bend[np.ix_(free, free)]
        step = np.linalg.solve(inner, slope[free])
        x[free] += np.clip(step, -200, 200)
        if np.abs(step).max(initial=0.0) < 1e-6:
            break
    error = np.zeros(agents)
    error[free] = np.sqrt(np.diag(np.linalg.inv(inner)))
    return x + ANCHORED, error


# ---- the reference --------------------------------------------------------------------------------


def table_of(game: Game, players: int | None = None) -> int:
    """The number of seats of a game's ladder: the fewest at which players meet, unless told otherwise."""
    return players or min(n for n in game.players if n > 1)


def ladder_path(game: Game, players: int | None = None) -> Path:
    """Where the reference of a game is that comes with the package."""
    folder = Path(str(files("astrarium.agents"))) / "ladders"
    return folder / f"{game.name}-{table_of(game, players)}p.json"


def settings_of(game: Game) -> str:
    """What greedy players and searches go by in a game: with other settings they are other players."""
    weights = {} if game.weights is None else {name: row.tolist() for name, row in game.weights.sets.items()}
    told = json.dumps([dict(game.search), weights], sort_keys=True)
    return blake2b(told.encode(), digest_size=8).hexdigest()


def read_ladder(game: Game, players: int | None = None, path: Path | None = None) -> Ladder:
    """The ladder of a game as it is now; one of other rules, cards or searches is refused."""
    path = ladder_path(game, players) if path is None else path
    make = f"`astrarium ladder {game.name} --players {table_of(game, players)} --make` makes one"
    if not path.is_file():
        raise LadderError(
            f"there is no ladder for {game.title} with {table_of(game, players)} players: {make}"
        )
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told.pop("format") != FORMAT:
            raise ValueError(f"expected format {FORMAT}")
        agents = tuple(each["spec"] for each in told.pop("agents"))
        results = tuple(Result(*each) for each in told.pop("results"))
        ladder = Ladder(**told, agents=agents, results=results)
        _check(ladder)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise LadderError(f"{path} is damaged: {error}. {make}") from None
    cards = game.content()
    if (ladder.game, ladder.version, ladder.digest) != (game.name, game.version, cards.digest):
        raise LadderError(
            f"{path} is a ladder of {ladder.game}_v{ladder.version} with cards {ladder.digest[:12]}, "
            f"and this is {game.env_id} with {cards.digest[:12]}: {make}"
        )
    if ladder.settings != settings_of(game):
        raise LadderError(f"{path} was made with other settings of the searches than today's: {make}")
    return ladder


def _check(ladder: Ladder) -> None:
    """Refuse what ratings cannot be worked out from."""
    kinds = {"players": int, "version": int, "seed": int}
    for name, value in vars(ladder).items():
        kind = tuple if name in ("agents", "results") else kinds.get(name, str)
        if type(value) is not kind:
            raise ValueError(f"{str(value)[:40]!r} is no {name}")
    if not 2 <= ladder.players <= MOST_PLAYERS or not abs(ladder.seed) < 2**63:
        raise ValueError("its number of players or its seed is out of range")
    known = range(len(ladder.agents))
    if ANCHOR not in ladder.agents or not all(isinstance(spec, str) for spec in ladder.agents):
        raise ValueError("its agents are not specs, or the anchor is not among them")
    if code := [spec for spec in ladder.agents if runs_code(spec)]:
        raise ValueError(f"{code[0][:80]!r} among its agents runs code")
    for each in ladder.results:
        if any(type(k) is not int or k not in known for k in (each.first, each.second)):
            raise ValueError("its results are not of its agents")
        wins, games = each.wins, each.games
        if type(games) is not int or type(wins) not in (int, float) or not 0 <= wins <= games <= MOST_GAMES:
            raise ValueError("its results are not games that can have been won")


def make_ladder(
    game: Game,
    players: int | None = None,
    games: int = PAIR_GAMES,
    seed: int = 0,
    threads: int = 1,
    rungs: Sequence[str] = RUNGS,
    folder: Path | None = None,
    told: Progress = lambda who, done, total: None,
    known: Ladder | None = None,
) -> Ladder:
    """Play the reference games: neighbours on the ladder, and those next but one.

    With `folder` the games are kept, and an interrupted run goes on there. Pairs that have met as they are in
    the `known` ladder do not meet again.
    """
    seats = table_of(game, players)
    header = header_of(game, seats)
    agents = tuple(make_agent(spec, game).spec for spec in rungs)
    pairs = [(a, a + gap) for gap in APART for a in range(len(agents) - gap)]
    if seats > 2:
        pairs += [(b, a) for a, b in pairs]
    kept = (header.content, header.digest, header.engine, settings_of(game))
    made = Ladder(game.name, game.version, seats, *kept, seed, agents, ())
    met = {} if known is None else results_of(known, made, games)
    results = []
    for a, b in pairs:
        if (agents[a], agents[b]) in met:
            results.append(replace(met[agents[a], agents[b]], first=a, second=b))
            continue
        out = None if folder is None else folder / f"{a}-{b}"
        results.append(_meet(game, (rungs[a], rungs[b]), (a, b), seats, games, seed, threads, out, told))
    return replace(made, results=tuple(results))


def results_of(known: Ladder, now: Ladder, games: int) -> dict[tuple[str, str], Result]:
    """What pairs of players did in a ladder, if they would do the same now; by their specs."""
    if replace(known, agents=now.agents, results=()) != now:
        return {}
    enough = [each for each in known.results if each.games >= games]
    return {(known.agents[each.first], known.agents[each.second]): each for each in enough}


def _meet(
    game: Game,
    specs: tuple[str, str],
    numbers: tuple[int, int],
    players: int,
    games: int,
    seed: int,
    threads: int,
    out: Path | None,
    told: Progress,
) -> Result:
    """Games of one agent alone among copies of another."""

    def tell(status: Status) -> None:
        if status.stage == "games":
            told(f"{specs[0]} v {specs[1]}", status.done, status.total)

    arena = run_arena(game, specs, games, players, seed, out=out, threads=threads, progress=tell, alone=True)
    return Result(*numbers, arena.standings.agents[0].wins, arena.standings.games)


# ---- a newcomer -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rated:
    """A newcomer on a ladder."""

    spec: str
    rating: Estimate
    games: int
    results: tuple[Result, ...]  # against each rung that it met; `first` is -1
    dropped: tuple[str, ...]  # rungs that are not what they were when the reference was made


def rate_newcomer(
    game: Game,
    spec: str,
    ladder: Ladder,
    games: int = GAMES,
    seed: int = 1,
    threads: int = 1,
    folder: Path | None = None,
    told: Progress = lambda who, done, total: None,
) -> Rated:
    """Rate an agent by games against the rungs that tell most about it."""
    rungs, dropped = usable(game, ladder)
    rating, error = ladder.ratings()
    name = make_agent(spec, game).spec
    block = BLOCK * ladder.players
    met: dict[int, Result] = {}
    done = 0
    for number in range(max(1, -(-games // block))):
        own, _ = place(rating, error, list(met.values()), ladder.players)
        rung = next_rung(own, rating, rungs, met, ladder.players)
        out = None if folder is None else folder / f"block-{number:03}"
        other = ladder.agents[rung]
        if other == name:  # a rung meets itself: an even game
            found = Result(-1, rung, block / ladder.players, block)
        else:
            # Every block has deals of its own, and none of the reference.
            deals = (ladder.seed + seed) * 1_000_003 + number
            found = _meet(
                game, (spec, other), (-1, rung), ladder.players, block, deals, threads, out, _silent
            )
        before = met.get(rung, Result(-1, rung, 0.0, 0))
        met[rung] = replace(before, wins=before.wins + found.wins, games=before.games + found.games)
        done += found.games
        told(other, done, max(games, done))
    results = tuple(met[rung] for rung in sorted(met))
    own, deviation = place(rating, error, results, ladder.players)
    half = Z * deviation
    return Rated(name, Estimate(own, own - half, own + half), done, results, dropped)


def _silent(who: str, done: int, total: int) -> None:
    return None


def usable(game: Game, ladder: Ladder) -> tuple[list[int], tuple[str, ...]]:
    """The rungs that are what they were, and the specs of the others: a champion's network may be newer."""
    rungs, dropped = [], []
    for k, spec in enumerate(ladder.agents):
        try:
            make_agent(spec, game)
            rungs.append(k)
        except (ValueError, OSError):
            dropped.append(spec)
    if not rungs:
        raise LadderError(f"no player of the ladder of {game.title} is what it was: make it again")
    return rungs, tuple(dropped)


def next_rung(
    own: float, rating: np.ndarray, rungs: Sequence[int], met: dict[int, Result], players: int
) -> int:
    """The rung whose games tell most: the result is least certain there; of equal ones the least met."""

    def worth(rung: int) -> float:
        p = float(expected(own, rating[rung], players))
        played = met[rung].games if rung in met else 0
        return p * (1 - p) / (1 + played / 20)  # several opponents: the one rung's error counts less

    return max(rungs, key=worth)


def place(
    rating: np.ndarray, error: np.ndarray, results: Sequence[Result], players: int
) -> tuple[float, float]:
    """The rating of one who had these results against rungs, and its standard error, theirs included."""
    x = ANCHORED
    for _ in range(100):
        slope, firm = (ANCHORED - x) / PRIOR**2, 1 / PRIOR**2
        for each in results:
            p = float(expected(x, rating[each.second], players))
            slope += (each.wins - each.games * p) / SPREAD
            firm += each.games * p * (1 - p) / SPREAD**2
        step = slope / firm
        x += max(-200.0, min(200.0, step))
        if abs(step) < 1e-6:
            break
    # How far a rung's own error moves the rating: by the share of what its games tell.
    shares = [
        (each.games * (p := float(expected(x, rating[each.second], players))) * (1 - p) / SPREAD**2 / firm)
        * error[each.second]
        for each in results
    ]
    return x, math.sqrt(1 / firm + sum(shares) ** 2)
