"""Whether replies are read as what they mean: `python -m astrarium.text.check GAME --positions N`.

In positions of random games, every legal action's name has to be read as that action and no other, decisions
have to stay under their limit of tokens, and noisy replies must never be read as an action they do not mean.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from astrarium.core import Batch, Game, get
from astrarium.core.view import View

from .noise import noisy
from .prompt import LIMIT, decision_text
from .replies import ReplyError, read_reply
from .tokens import count_tokens

BATCH = 64  # games at a time
MEASURED = 50  # of so many positions one is written as a decision, and its tokens are counted

Told = Callable[[int], None]  # how many positions are done


def positions(game: Game, count: int, seed: int = 0, batch: int = BATCH) -> Iterator[View]:
    """So many decisions of random games, at every number of players in turn, as their seats see them."""
    made = [
        Batch(game, batch, num_players=players, seed=seed + players, observations=False)
        for players in game.players
    ]
    for k in range(-(-count // batch)):
        games = made[k % len(made)]
        games.step(games.random_actions(seed + k))
        for i in range(min(batch, count - k * batch)):
            yield View(game, games.content, games.states[i : i + 1], int(games.seat[i]), k * batch + i)


def check_names(
    game: Game, count: int, seed: int = 0, seconds: float = float("inf"), told: Told = lambda k: None
) -> Counter[str]:
    """Read every legal action's name in so many positions; what was done. ValueError on what is wrong."""
    found: Counter[str] = Counter()
    ends = time.monotonic() + seconds
    for view in positions(game, count, seed):
        form = "Answer: {}" if found["positions"] % 2 else "{}"
        for action, name in zip(view.legal, view.names, strict=True):
            try:
                read = read_reply(form.format(name), view)
            except ReplyError as error:
                raise ValueError(f"{game.name}, {view.question}: {name!r} is not read: {error}") from None
            if read != action:
                raise ValueError(f"{game.name}: {name!r} is read as {view.name(read)!r}")
        if found["positions"] % MEASURED == 0:
            size = count_tokens(decision_text(view))
            if size >= LIMIT:
                raise ValueError(f"{game.name}, {view.question}: a decision of {size} tokens")
            found["decisions"] += 1
            found["most tokens"] = max(found["most tokens"], size)
        found["positions"] += 1
        found["names"] += len(view.legal)
        if found["positions"] % BATCH == 0:
            told(found["positions"])
            if time.monotonic() > ends:
                break
    return found


def check_replies(
    game: Game, count: int, seed: int = 0, seconds: float = float("inf"), told: Told = lambda k: None
) -> Counter[str]:
    """Read so many noisy replies; how many were understood and refused. ValueError on a wrong action."""
    rng, found = np.random.default_rng(seed), Counter[str]()
    ends = time.monotonic() + seconds
    for view in positions(game, count, seed + 1):
        reply, meant, allowed = noisy(view, rng)
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
            told(found["replies"])
            if time.monotonic() > ends:
                break
    return found


def _tell(bar: Any, task: Any, done: int) -> None:
    bar.update(task, completed=done)


def main() -> None:
    """For the command line."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    parser = argparse.ArgumentParser(prog="python -m astrarium.text.check")
    parser.add_argument("game", help="a game of `astrarium list`")
    parser.add_argument("--positions", type=int, default=10_000, help="whose actions' names are read")
    parser.add_argument("--replies", type=int, default=1_000, help="noisy ones")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="at most, for each of the two")
    asked = parser.parse_args()
    game = get(asked.game)
    for check, count in ((check_names, asked.positions), (check_replies, asked.replies)):
        columns = "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        with Progress(*columns, console=Console(stderr=True)) as bar:
            task = bar.add_task(f"{game.name}: {check.__name__}", total=count)
            tell = partial(_tell, bar, task)
            done = check(game, count, asked.seed, 60 * asked.minutes, tell)
        print(f"{game.name}: " + ", ".join(f"{name} {number:,}" for name, number in done.items()), flush=True)


if __name__ == "__main__":
    main()
