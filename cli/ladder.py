"""`ladder`: fixed players with known ratings, and newcomers that are rated on it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arena import stages
from .arguments import (
    GameName,
    Players,
    Threads,
    Trust,
    find_game,
    out_path,
    plainly,
    positive,
    threads_of,
    warn_of_untrained,
)
from .commands import app
from .screen import notes, say, show, table

if TYPE_CHECKING:
    from astrarium.agents.ladder import Ladder, Rated
    from astrarium.core import Game


@app.command()
def ladder(
    game: GameName,
    spec: Annotated[
        str | None,
        typer.Argument(metavar="[SPEC]", help="The agent to rate; without one the ladder is shown."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="Games of the newcomer, 40; with --make of each pair, 60."),
    ] = None,
    players: Players = None,
    make: Annotated[
        bool, typer.Option("--make", help="Play the reference games, and write the ladder.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="The same seed gives the same games.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for the games; with --make the file of the ladder."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="With --make: keep the games in this folder, to go on there."),
    ] = None,
    trust: Trust = False,
    threads: Threads = None,
) -> None:
    """Rate an agent on a ladder of fixed players, from random to champion."""
    from astrarium.agents.folder import FolderError, write_json
    from astrarium.agents.ladder import (
        GAMES,
        PAIR_GAMES,
        LadderError,
        ladder_path,
        make_ladder,
        rate_newcomer,
        read_ladder,
    )
    from astrarium.core import IllegalAction
    from astrarium.core.records import RecordError

    chosen = find_game(game)
    if games is not None:
        positive(games, "--games")
    if make and spec is not None:
        raise typer.BadParameter("--make plays the reference games: it takes no agent")
    with plainly(LadderError, ValueError, FolderError, RecordError, IllegalAction, OSError):
        if players is not None:
            chosen.blank(players)
            if players < 2:
                raise ValueError("players of a ladder meet: it needs at least 2 seats")
        if make:
            path = ladder_path(chosen, players) if out is None else out
            out_path(path)
            known = None
            with suppress(LadderError):  # there is none yet, or it is of other rules or searches
                known = read_ladder(chosen, players, path)
            with stages() as tell:
                found = make_ladder(
                    chosen,
                    players,
                    games or PAIR_GAMES,
                    seed or 0,
                    threads_of(threads),
                    folder=keep,
                    told=lambda who, done, total: tell(who, done, total),
                    known=known,
                )
            write_json(path, found.json())
            show_ladder(chosen, found)
            say(f"ladder: {path}")
            return
        found = read_ladder(chosen, players)
        if spec is None:
            show_ladder(chosen, found)
            return
        warn_of_untrained([spec], chosen, found.players)
        with stages() as tell:
            rated = rate_newcomer(
                chosen,
                spec,
                found,
                games or GAMES,
                1 if seed is None else seed,
                threads_of(threads),
                out,
                lambda who, done, total: tell("playing", done, total, f", now {who}"),
            )
        show_rated(chosen, found, rated)


def show_ladder(game: Game, found: Ladder, rated: Rated | None = None) -> None:
    """The rungs, the best first, and a newcomer among them."""
    rating, error = found.ratings()
    met = {} if rated is None else {each.second: each for each in rated.results}
    lines = [
        (
            float(rating[k]),
            spec,
            f"{rating[k]:.0f} ±{1.96 * error[k]:.0f}",
            f"{met[k].wins:g} of {met[k].games}" if k in met else "",
        )
        for k, spec in enumerate(found.agents)
    ]
    if rated is not None:
        half = rated.rating.high - rated.rating.mean
        lines.append((rated.rating.mean, f"> {rated.spec}", f"{rated.rating.mean:.0f} ±{half:.0f}", ""))
    rows = table("agent", "rating", *(["newcomer won"] if rated else []))
    for _, *line in sorted(lines, reverse=True):
        rows.add_row(*line[: len(rows.columns)])
    games = sum(each.games for each in found.results)
    say(
        f"{game.title}, {found.players} players: ladder of {found.game}_v{found.version}, "
        f"cards {found.cards} ({found.digest[:12]}), {games:,} games, seed {found.seed}"
    )
    show(rows)


def show_rated(game: Game, found: Ladder, rated: Rated) -> None:
    """Where a newcomer stands."""
    if rated.dropped:
        notes.print(
            f"not what they were when the ladder was made, and left out: {', '.join(rated.dropped)}. "
            f"astrarium ladder {game.name} --players {found.players} --make makes it anew"
        )
    show_ladder(game, found, rated)
    low, high = rated.rating.low, rated.rating.high
    say(
        f"{rated.spec}: {rated.rating.mean:.0f}, 95%: {low:.0f} to {high:.0f}, after {rated.games} games. "
        "Ratings are Elo's; greedy is 1000."
    )
    won = sum(each.wins for each in rated.results)
    if won in (0, rated.games):
        end = "won no game: it is at most so strong" if won == 0 else "lost no game: it is at least so strong"
        say(f"It {end}, and more games say more.")
