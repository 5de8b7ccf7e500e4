"""Random games in every set-up (players, options, cards) with every state checked.

    python -m astrarium.benchmarks.sweep --decisions 1000000000 --out sweep.json

After every decision the state goes through `Game.require_sound` (each field within its bounds, all
invariants of the game) and the observation of the seat to move is compared with the bounds it is declared
with. A part is GAMES games of one set-up; parts take the set-ups in turn. sweep.json holds how far the run
is: the same command goes on there. The figures and the digest of all final states do not depend on the
number of workers. A failure names its part, and `--part N` plays that part again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count, islice, product
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from astrarium.core import Batch, Content, Game, get
from astrarium.core.files import atomic
from astrarium.core.records import engine_version
from astrarium.envs import GAMES as OURS

GAMES = 64  # of a part, moved together
HELD = 16  # steps whose states are checked together, which takes little longer than those of one
AHEAD = 3  # parts that a worker has been given
SAVE = 5.0  # seconds between two versions of the file


class SweepError(RuntimeError):
    """A state that is out of order, or a file of another sweep."""


@dataclass(frozen=True)
class Setup:
    """Everything that is chosen before a game."""

    game: Game
    players: int
    options: tuple[tuple[str, int], ...]
    cards: str

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options)
        return f"{self.game.name}, {self.players} players, cards {self.cards}{', ' if chosen else ''}{chosen}"


@dataclass(frozen=True)
class Part:
    """Some games of a set-up; its number decides their deals and moves."""

    number: int
    setup: Setup
    seed: int
    games: int


@dataclass
class Tally:
    """What has been played, part by part in their order."""

    parts: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0  # of processors
    digest: str = ""

    def add(self, games: int, decisions: int, seconds: float, digest: str) -> None:
        """One more part."""
        self.parts, self.games = self.parts + 1, self.games + games
        self.decisions, self.seconds = self.decisions + decisions, self.seconds + seconds
        self.digest = blake2b(f"{self.digest}{digest}".encode(), digest_size=16).hexdigest()


def setups(games: Sequence[Game]) -> list[Setup]:
    """Every number of players with all combinations of options and every set of cards, the games mixed."""
    each = [setups_of(game) for game in games]
    places = sorted((k / len(own), n, k) for n, own in enumerate(each) for k in range(len(own)))
    return [each[n][k] for _, n, k in places]


def setups_of(game: Game) -> list[Setup]:
    """Those of one game."""
    return [
        Setup(game, players, tuple(zip([o.name for o in game.options], values, strict=True)), cards)
        for players in game.players
        for values in product(*([v for v in o.values if o.fits(v, players)] for o in game.options))
        for cards in game.contents
    ]


def play(part: Part) -> tuple[int, int, float, str]:
    """Games, decisions, seconds and the digest of the final states of a part."""
    setup, began = part.setup, time.process_time()
    game = setup.game
    batch = Batch(
        game, part.games, setup.players, part.seed, dict(setup.options), setup.cards, auto_reset=False,
        first_index=part.number * part.games,
    )  # fmt: skip
    running, held = np.ones(part.games, bool), []
    for step in count():
        rows = batch.states.view(np.uint8).reshape(part.games, -1)
        held.append((step, rows[running], batch.obs[running & ~batch.done]))
        running = ~batch.done
        if len(held) == HELD or not running.any():
            check(part, batch.content, held)
            held.clear()
        if not running.any():
            break
        batch.step(batch.random_actions(step))
    digest = blake2b(batch.states.tobytes() + batch.scores.tobytes(), digest_size=16).hexdigest()
    return part.games, int(batch.moves.sum()), time.process_time() - began, digest


def check(part: Part, content: Content, held: list[tuple[int, np.ndarray, np.ndarray]]) -> None:
    """Refuse what is out of order in the states and observations of some steps."""
    game, steps = part.setup.game, f"steps {held[0][0]} to {held[-1][0]}"
    try:
        whole = np.concatenate([rows for _, rows, _ in held])
        game.require_sound(
            whole.view(game.state)[:, 0], content
        )  # as bytes: NumPy joins records field by field
    except ValueError as error:
        raise SweepError(f"part {part.number} ({part.setup}), {steps}: {error}") from error
    seen = np.concatenate([obs for *_, obs in held])
    if not len(seen):
        return
    wrong = (seen.min(axis=0) < game.observation.low) | (seen.max(axis=0) > game.observation.high)
    if wrong.any():
        raise SweepError(
            f"part {part.number} ({part.setup}), {steps}: out of its bounds is entry {np.argmax(wrong)} "
            "of an observation"
        )


def parts_of(found: Sequence[Setup], seed: int, games: int, first: int = 0) -> Iterator[Part]:
    """The set-ups in turn, without end."""
    for number in count(first):
        yield Part(number, found[number % len(found)], seed, games)


def results(parts: Iterator[Part], workers: int) -> Iterator[tuple[int, int, float, str]]:
    """What came of the parts, in their order; processes, because much of the checking is Python."""
    if workers == 1:
        yield from map(play, parts)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        given: deque[Future[tuple[int, int, float, str]]] = deque()
        try:
            while True:
                given += [pool.submit(play, part) for part in islice(parts, AHEAD * workers - len(given))]
                yield given.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def sweep(
    games: Sequence[Game],
    decisions: int,
    out: Path,
    seed: int = 0,
    workers: int = 1,
    size: int = GAMES,
    console: Console | None = None,
) -> Tally:
    """Play until so many decisions have been checked; goes on with what `out` says was done."""
    found = setups(games)
    about = {
        "engine": engine_version(), "games": [game.env_id for game in games], "setups": len(found),
        "seed": seed, "size": size,
    }  # fmt: skip
    tally, saved = read(out, about), time.monotonic()
    shown = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*shown, console=console or Console(stderr=True)) as bar:
        task = bar.add_task("", total=decisions, completed=tally.decisions)
        if tally.decisions < decisions:
            for result in results(parts_of(found, seed, size, tally.parts), workers):
                tally.add(*result)
                words = f"{tally.decisions:,} decisions, {tally.parts:,} parts"
                bar.update(task, completed=tally.decisions, description=words)
                over = tally.decisions >= decisions
                if over or time.monotonic() - saved > SAVE:
                    write(out, about, tally)
                    saved = time.monotonic()
                if over:
                    break
    return tally


def read(out: Path, about: dict[str, Any]) -> Tally:
    """How far the sweep is that a file tells of; a new one if there is none."""
    if not out.exists():
        return Tally()
    try:
        kept = json.loads(out.read_text(encoding="utf-8"))
        tally, of = Tally(**kept.pop("done")), kept
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SweepError(f"{out} is no file of a sweep; name another with --out") from None
    if of != about:
        raise SweepError(f"{out} is of another sweep ({of}, asked for is {about}); name another with --out")
    return tally


def write(out: Path, about: dict[str, Any], tally: Tally) -> None:
    """Keep how far the sweep is."""
    with atomic(out) as partial:
        partial.write_text(json.dumps({**about, "done": vars(tally)}, indent=2) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Sweep, or play one part again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(OURS), help="all of ours if none is named")
    parser.add_argument("--decisions", type=int, default=10**9)
    parser.add_argument("--out", type=Path, default=Path("sweep.json"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes; all cores")
    parser.add_argument("--part", type=int, help="play this part alone and write nothing")
    args = parser.parse_args(arguments)
    if args.workers < 1 or args.decisions < 1:
        parser.error("--workers and --decisions are at least 1")
    games, console = [get(name) for name in args.games], Console(highlight=False)
    try:
        if args.part is not None:
            number, decisions, _, digest = play(next(parts_of(setups(games), args.seed, GAMES, args.part)))
            console.print(f"part {args.part}: {number} games, {decisions:,} decisions, digest {digest}")
            return
        tally = sweep(games, args.decisions, args.out, args.seed, args.workers)
    except SweepError as error:
        raise SystemExit(str(error)) from None
    known, rate = len(setups(games)), tally.decisions / max(tally.seconds, 1e-9)
    console.print(
        f"{tally.decisions:,} decisions of {tally.games:,} games in {min(known, tally.parts):,} of {known:,} "
        f"set-ups, all in order; {rate:,.0f} decisions a second of one core "
        f"({1e9 / rate / 3600:.1f} hours for 10^9); digest {tally.digest}"
    )


if __name__ == "__main__":
    main()
