"""Whether replies are read as what they mean: `python -m astrarium.text.check GAME --positions N`.

In positions of random games, every legal action's name has to be read as that action and no other, decisions
have to stay under their limit of tokens, and noisy replies must never be read as an action they do not mean.

A position's names are read unless the same list of names was read not long before: what a name is read as
depends on nothing else.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Batch, Content, Game
from astrarium.core.files import atomic
from astrarium.core.view import View

from .digest import known_game
from .noise import noisy
from .prompt import LIMIT, decision_text
from .replies import ReplyError, find_answer, read_answer, read_reply
from .tokens import count_tokens

BATCH = 64  # games at a time
MEASURED = 50  # of so many positions one is written as a decision, and its tokens are counted
DECISIONS = 2_000  # measured at most in a run of the command
KNOWN = 50_000  # lists of names that are remembered
SAVED = 10.0  # seconds between two writes of the state

Told = Callable[[Counter[str]], None]  # what is done so far
Found = Counter[str]


class Glance(View):
    """The acting seat's view of a game of a batch, made quickly: hidden cards are not drawn anew.

    It is good for names until the batch moves on. What it names must be what a `View` names.
    """

    def __init__(self, game: Game, content: Content, batch: Batch, i: int, key: int = 0) -> None:
        self.game, self.content, self.num_players = game, content, batch.num_players
        self.seat, self.over, self.acting, self.events = int(batch.seat[i]), False, True, ()
        self.mask = batch.mask[i]
        self._world, self._number = batch.states[i : i + 1], key

    @property
    def whole(self) -> View:
        """The same position with nothing in it that the seat cannot know."""
        return View(self.game, self.content, self._world, self.seat, self._number, sound=True)


def positions(
    game: Game, count: int, seed: int = 0, batch: int = BATCH, first: int = 0
) -> Iterator[tuple[int, Glance]]:
    """Numbered decisions of random games at every number of players in turn, from `first` up to `count`."""
    made = [
        Batch(game, batch, num_players=players, seed=seed + players, observations=False)
        for players in game.players
    ]
    for k in range(-(-count // batch)):
        games = made[k % len(made)]
        games.step(games.random_actions(seed + k))
        for number in range(max(first, k * batch), min(count, (k + 1) * batch)):
            yield number, Glance(game, games.content, games, number % batch, number)


def check_names(
    game: Game,
    count: int,
    seed: int = 0,
    seconds: float = float("inf"),
    told: Told = lambda found: None,
    done: Found | None = None,
    every: int = MEASURED,
) -> Found:
    """Read every legal action's name in so many positions; what was done. ValueError on what is wrong.

    `done` is what an earlier run of the same seed found: it goes on from there. One of `every` positions is
    written as a decision.
    """
    found, known, ends = Counter(done or {}), set[tuple[str, ...]](), time.monotonic() + seconds
    for number, view in positions(game, count, seed, first=found["positions"]):
        form = ("{}", "Answer: {}")[number % 2]
        names = (form, *view.names)
        if names not in known:
            if len(known) >= KNOWN:
                known.clear()
            known.add(names)
            _read_back(view, form)
            found["lists of names"] += 1
        if number % every == 0:
            found["decisions"] += 1
            found["most tokens"] = max(found["most tokens"], _measured(view))
        found["positions"] += 1
        found["names"] += len(view.names)
        if found["positions"] % BATCH == 0:
            told(found)
            if time.monotonic() > ends:
                break
    return found


@lru_cache(maxsize=KNOWN)
def _answer(reply: str) -> Any:
    return find_answer(reply)


def _read_back(view: View, form: str) -> None:
    """Every name of a position, in a form of a reply, has to be read as its action."""
    for action, name in zip(view.legal, view.names, strict=True):
        try:
            read = read_answer(_answer(form.format(name)), view)
        except ReplyError as error:
            raise ValueError(f"{view.game.name}, {view.question}: {name!r} is not read: {error}") from None
        if read != action:
            raise ValueError(f"{view.game.name}: {name!r} is read as {view.name(read)!r}")


def _measured(glance: Glance) -> int:
    """The tokens of a decision, which has to fit; it has to have the names that were read."""
    view = glance.whole
    if view.names != glance.names or view.legal != glance.legal:
        raise ValueError(f"{view.game.name}, {view.question}: names that hang on what the seat cannot know")
    size = count_tokens(decision_text(view))
    if size >= LIMIT:
        raise ValueError(f"{view.game.name}, {view.question}: a decision of {size} tokens")
    return size


def check_replies(
    game: Game,
    count: int,
    seed: int = 0,
    seconds: float = float("inf"),
    told: Told = lambda found: None,
    done: Found | None = None,
) -> Found:
    """Read so many noisy replies; how many were understood and refused. ValueError on a wrong action.

    `done` is what an earlier run of the same seed found: it goes on from there.
    """
    found, ends = Counter(done or {}), time.monotonic() + seconds
    for number, view in positions(game, count, seed + 1, first=found["replies"]):
        reply, meant, allowed = noisy(view, np.random.default_rng([seed, number]))
        try:
            read = read_reply(reply, view)
        except ReplyError as error:
            if meant is not None:
                raise ValueError(f"{game.name}: {reply!r} is not understood: {error}") from None
            found["refused"] += 1
        else:
            if read not in allowed:
                raise ValueError(f"{game.name}: {reply!r} is read as {view.name(read)!r}")
            found["understood"] += 1
        found["replies"] += 1
        if found["replies"] % BATCH == 0:
            told(found)
            if time.monotonic() > ends:
                break
    return found


class Notes:
    """What a run has done so far, in a file that the next run goes on from; without a path only in memory."""

    def __init__(self, path: Path | None, seed: int) -> None:
        self.path, self.saved = path, time.monotonic()
        self.kept: dict[str, Any] = {"seed": seed}
        if path is not None and path.is_file():
            self.kept = json.loads(path.read_text(encoding="utf-8"))
            if self.kept.get("seed") != seed:
                raise SystemExit(f"{path} is of a run with another seed: expected {seed}")

    def done(self, game: str, check: str) -> Found:
        """What a check of a game has found so far."""
        return Counter(self.kept.get(game, {}).get(check, {}))

    def keep(self, game: str, check: str, found: Found, now: bool = False) -> None:
        """Remember it; the file is written now and then, or now."""
        self.kept.setdefault(game, {})[check] = dict(found)
        if self.path is not None and (now or time.monotonic() - self.saved > SAVED):
            with atomic(self.path) as partial_file:
                partial_file.write_text(json.dumps(self.kept, indent=1) + "\n", encoding="utf-8")
            self.saved = time.monotonic()


def main() -> None:
    """For the command line."""
    parser = argparse.ArgumentParser(prog="python -m astrarium.text.check")
    parser.add_argument("games", nargs="+", type=known_game, metavar="GAME", help="games of `astrarium list`")
    parser.add_argument("--positions", type=int, default=10_000, help="whose actions' names are read")
    parser.add_argument("--replies", type=int, default=1_000, help="noisy ones")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="at most, for each of the two")
    parser.add_argument("--state", type=Path, help="a file that the same command goes on from")
    asked = parser.parse_args()
    notes = Notes(asked.state, asked.seed)
    names = partial(check_names, every=max(MEASURED, asked.positions // DECISIONS))
    for game in asked.games:
        for what, check, count in (
            ("positions", names, asked.positions),
            ("replies", check_replies, asked.replies),
        ):
            found = _run(game, what, check, count, 60 * asked.minutes, notes)
            print(f"{game.name}: " + ", ".join(f"{key} {n:,}" for key, n in found.items()), flush=True)


def _run(game: Game, what: str, check: Callable, count: int, seconds: float, notes: Notes) -> Found:
    """One check of one game, with a bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    done = notes.done(game.name, what)
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(f"{game.name}: {what}", total=count, completed=done[what])

        def told(found: Found) -> None:
            bar.update(task, completed=found[what])
            notes.keep(game.name, what, found)

        found = check(game, count, notes.kept["seed"], seconds, told, done)
    notes.keep(game.name, what, found, now=True)
    return found


if __name__ == "__main__":
    main()
